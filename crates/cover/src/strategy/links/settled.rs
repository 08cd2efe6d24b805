//! What options chosen beforehand settle, so that the lists need not be built and then cut down: with
//! the clues of a sudoku two thirds of its options are gone before the search begins.

use crate::ids::{ColourId, ItemId, OptionId};
use crate::matrix::Matrix;

/// What an item has come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Claim {
    /// No chosen option has it.
    Open,
    /// No further option may have it.
    Covered,
    /// Further options may have it with this colour.
    Colour(ColourId),
}

/// The claims of chosen options on items to be covered at most once.
#[derive(Debug)]
pub(super) struct Settled {
    /// One an item; empty if no option was chosen.
    claims: Vec<Claim>,
    /// The options that were chosen, none twice.
    pub(super) chosen: Vec<OptionId>,
}

impl Settled {
    /// No option is chosen.
    pub(super) fn nothing() -> Self {
        Settled { claims: Vec::new(), chosen: Vec::new() }
    }

    /// What these options settle; `None` if two of them exclude each other, or one has no primary
    /// item and so is never chosen. To choose an option twice is to choose it.
    pub(super) fn by(matrix: &Matrix, given: &[OptionId]) -> Option<Self> {
        if given.is_empty() {
            return Some(Settled::nothing());
        }
        let mut settled = Settled {
            claims: vec![Claim::Open; matrix.item_count()],
            chosen: Vec::with_capacity(given.len()),
        };
        for &option in given {
            if !matrix.has_primary_item(option) {
                return None;
            }
            if !settled.leaves(matrix, option) {
                if settled.chosen.contains(&option) {
                    continue;
                }
                return None;
            }
            settled.chosen.push(option);
            for (item, colour) in matrix.entries(option) {
                settled.claims[item.index()] = colour.map_or(Claim::Covered, Claim::Colour);
            }
        }
        Some(settled)
    }

    /// Whether an option is still possible.
    pub(super) fn leaves(&self, matrix: &Matrix, option: OptionId) -> bool {
        if self.claims.is_empty() {
            return true;
        }
        let is_open = |&item: &u32| self.claims[item as usize] == Claim::Open;
        if matrix.items_of(option).iter().all(is_open) {
            return true;
        }
        matrix.has_colours()
            && matrix.entries(option).all(|(item, colour)| match self.claims[item.index()] {
                Claim::Open => true,
                Claim::Covered => false,
                Claim::Colour(claimed) => colour == Some(claimed),
            })
    }

    /// Whether an option that was chosen has the item.
    pub(super) fn has(&self, item: ItemId) -> bool {
        self.claims.get(item.index()).is_some_and(|&claim| claim != Claim::Open)
    }

    /// The items that no further option may have.
    pub(super) fn covered_items(&self) -> impl Iterator<Item = ItemId> + '_ {
        let claims = (0..).map(ItemId::new).zip(&self.claims);
        claims.filter(|(_, claim)| **claim == Claim::Covered).map(|(item, _)| item)
    }
}
