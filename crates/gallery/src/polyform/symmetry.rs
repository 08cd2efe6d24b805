//! Breaking the symmetry of a tiling problem: one tiling of each set of those that the motions of
//! the board turn into each other.
//!
//! A motion that maps the board to itself, and the set of pieces to itself, maps tilings to
//! tilings. Take a piece that is used just once and that these motions map to itself, and keep of
//! its placements one of each orbit. If no placement of this piece is mapped to itself by a motion
//! other than the one that does nothing, no tiling is either; then every orbit of tilings has as
//! many members as there are motions, and just one of them is kept. So the count is divided
//! exactly.
//!
//! If no piece allows this for all motions, the largest subgroup is taken for which one does: that
//! of doing nothing in the worst case. Of several pieces that allow it, the one with the fewest
//! placements is taken.

use std::collections::{BTreeMap, HashMap};

use super::board::Board;
use super::copies::Copies;
use super::motion::{Freedom, Motion};
use super::shape::Shape;

/// A piece, as far as symmetry cares.
#[derive(Debug)]
pub(super) struct Placed<'p> {
    pub(super) copies: Copies,
    pub(super) orientations: &'p [Shape],
    /// Slots of the board, ascending, one a placement.
    pub(super) placements: &'p [Vec<u32>],
}

/// What is to be left out.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Breaking {
    /// The piece whose placements are restricted.
    pub(super) piece: usize,
    /// For each of its placements whether it stays.
    pub(super) kept: Vec<bool>,
    /// By what the number of tilings is divided.
    pub(super) divisor: usize,
    /// The number of motions that map the board and the pieces to themselves.
    pub(super) motions: usize,
}

/// A motion of the board: where each slot goes.
struct Symmetry {
    motion: Motion,
    map: Vec<u32>,
}

/// Finds the best way to break the symmetry; `None` if there is nothing to break, or no way to.
pub(super) fn breaking(
    board: &Board,
    pieces: &[Placed<'_>],
    solid: bool,
) -> Result<Breaking, usize> {
    let group = Group::new(board, pieces, solid);
    let subgroups = group.subgroups();
    let mut best: Option<(usize, usize, usize, u64)> = None;
    for (index, piece) in pieces.iter().enumerate() {
        if piece.copies.fixed() != Some(1) {
            continue;
        }
        let fixed = group.mask(|symmetry| {
            let key = least_image(piece.orientations, Motion::NONE);
            key == least_image(piece.orientations, symmetry.motion)
        });
        let stabilisers = group.mask(|symmetry| {
            symmetry.motion != Motion::NONE
                && piece.placements.iter().any(|placement| maps_to_itself(placement, &symmetry.map))
        });
        for &subgroup in &subgroups {
            let order = subgroup.count_ones() as usize;
            if order == 1 || subgroup & !fixed != 0 || subgroup & stabilisers != 0 {
                continue;
            }
            let placements = piece.placements.len();
            let better = best.is_none_or(|(best_order, fewest, _, _)| {
                order > best_order || (order == best_order && placements < fewest)
            });
            if better {
                best = Some((order, placements, index, subgroup));
            }
        }
    }
    let motions = group.symmetries.len();
    let (divisor, _, piece, subgroup) = best.ok_or(motions)?;
    let members: Vec<&Symmetry> = group.members(subgroup).collect();
    let kept = |placement: &Vec<u32>| {
        members.iter().all(|symmetry| *placement <= image(placement, &symmetry.map))
    };
    let kept = pieces.get(piece).map(|piece| piece.placements.iter().map(kept).collect());
    Ok(Breaking { piece, kept: kept.unwrap_or_default(), divisor, motions })
}

fn image(placement: &[u32], map: &[u32]) -> Vec<u32> {
    let mut image: Vec<u32> = placement.iter().map(|&slot| map[slot as usize]).collect();
    image.sort_unstable();
    image
}

fn maps_to_itself(placement: &[u32], map: &[u32]) -> bool {
    placement.iter().all(|&slot| placement.binary_search(&map[slot as usize]).is_ok())
}

/// The least of the shapes that a motion makes of these.
fn least_image(orientations: &[Shape], motion: Motion) -> Option<Shape> {
    orientations.iter().map(|shape| shape.moved(motion)).min()
}

/// The motions that map board and pieces to themselves, the one that does nothing first. A set of
/// them is a mask: there are at most 48.
struct Group {
    symmetries: Vec<Symmetry>,
    /// Product of two by number: the first after the second.
    products: Vec<Vec<usize>>,
}

impl Group {
    fn new(board: &Board, pieces: &[Placed<'_>], solid: bool) -> Self {
        let freedom = if solid { Freedom::Space } else { Freedom::Plane };
        let mut symmetries: Vec<Symmetry> = Vec::new();
        // Different motions may do the same to a flat board: one of them stands for all.
        let mut numbers: HashMap<Motion, usize> = HashMap::new();
        for motion in freedom.motions() {
            if !keeps_pieces(pieces, motion) {
                continue;
            }
            let Some(map) = board_map(board, motion) else { continue };
            let known = symmetries.iter().position(|symmetry| symmetry.map == map);
            let number = known.unwrap_or(symmetries.len());
            numbers.insert(motion, number);
            if known.is_none() {
                symmetries.push(Symmetry { motion, map });
            }
        }
        let product = |a: &Symmetry, b: &Symmetry| {
            numbers.get(&a.motion.after(b.motion)).copied().unwrap_or(0)
        };
        let products =
            symmetries.iter().map(|a| symmetries.iter().map(|b| product(a, b)).collect()).collect();
        Group { symmetries, products }
    }

    fn mask(&self, holds: impl Fn(&Symmetry) -> bool) -> u64 {
        let numbered = self.symmetries.iter().enumerate();
        numbered.filter(|(_, symmetry)| holds(symmetry)).fold(0, |mask, (bit, _)| mask | 1 << bit)
    }

    fn members(&self, mask: u64) -> impl Iterator<Item = &Symmetry> {
        let numbered = self.symmetries.iter().enumerate();
        numbered.filter(move |(bit, _)| mask >> bit & 1 == 1).map(|(_, symmetry)| symmetry)
    }

    /// The whole group, and the subgroups that one or two members generate, ascending.
    fn subgroups(&self) -> Vec<u64> {
        let count = self.symmetries.len();
        let mut masks = vec![self.mask(|_| true)];
        for a in 0..count {
            masks.extend((a..count).map(|b| self.generated(1 << a | 1 << b)));
        }
        masks.sort_unstable();
        masks.dedup();
        masks
    }

    fn generated(&self, generators: u64) -> u64 {
        let mut mask = 1 | generators;
        loop {
            let mut larger = mask;
            for (a, products) in
                self.products.iter().enumerate().filter(|(a, _)| mask >> a & 1 == 1)
            {
                debug_assert!(a < 64, "at most 48 motions");
                let of_members = products.iter().enumerate().filter(|(b, _)| mask >> b & 1 == 1);
                larger = of_members.fold(larger, |larger, (_, &product)| larger | 1 << product);
            }
            if larger == mask {
                return mask;
            }
            mask = larger;
        }
    }
}

/// Where a motion takes each slot of a board; `None` if it does not map the board to itself.
fn board_map(board: &Board, motion: Motion) -> Option<Vec<u32>> {
    let size = board.size();
    if motion.image_size(size) != size {
        return None;
    }
    // The image of the far corner tells which directions are reversed; the box is moved back there.
    let far = motion.image(size.map(|side| side as i32 - 1));
    let slots = board.slots().iter().enumerate().map(|(slot, &is_cell)| {
        let image = motion.image(board.place(slot).map(|place| place as i32));
        let place = [0, 1, 2].map(|axis| (image[axis] - far[axis].min(0)) as usize);
        let image = board.index(place)?;
        (board.slots().get(image) == Some(&is_cell)).then_some(image as u32)
    });
    slots.collect()
}

/// Whether a motion maps the set of pieces to itself, with the number of copies of each.
fn keeps_pieces(pieces: &[Placed<'_>], motion: Motion) -> bool {
    let mut classes: BTreeMap<Option<Shape>, Vec<Copies>> = BTreeMap::new();
    let mut images: BTreeMap<Option<Shape>, Vec<Copies>> = BTreeMap::new();
    for piece in pieces {
        for (classes, motion) in [(&mut classes, Motion::NONE), (&mut images, motion)] {
            let class = classes.entry(least_image(piece.orientations, motion)).or_default();
            class.push(piece.copies);
            class.sort_unstable();
        }
    }
    classes == images
}
