//! Sums that follow from cages: innies and outies.
//!
//! A house of n cells adds up to n(n + 1) ÷ 2, and several without a common cell to a multiple of it. Take away the
//! cages with a sum inside, and what is left has a known sum (*innies*). Take cages that cover the houses, and what
//! stands out has one (*outies*). In general: of each cage that meets the houses either all cells are counted, so that
//! those outside are too many, or none, so that those inside are missing; missing − too many is known.
//!
//! Looked at are single houses, and runs of up to [`LONGEST_RUN`] rows, columns or boxes that follow each other in the
//! list of houses. A sum of more than [`MOST_CELLS`] cells says little, and is left out.

use std::collections::BTreeSet;

use super::super::board::HouseName;
use super::super::puzzle::Variant;
use super::super::rule::Rule;

/// Most houses taken together.
const LONGEST_RUN: usize = 4;

/// Most cells of an implied sum.
const MOST_CELLS: usize = 6;

/// Σ weight · digit = sum.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Implied {
    /// Cells in order, with weight 1 or −1.
    pub(super) weighted: Vec<(usize, i64)>,
    pub(super) sum: i64,
}

/// The sums implied by the cages of a variant, where a full house adds up to `total`.
pub(super) fn sums(variant: &Variant, total: i64) -> BTreeSet<Implied> {
    let cages = disjoint_cages(variant);
    let mut found = BTreeSet::new();
    if cages.is_empty() {
        return found;
    }
    let board = variant.board();
    // By cell: its cage.
    let mut cage_of = vec![None; board.cells()];
    for (number, (cells, _)) in cages.iter().enumerate() {
        cells.iter().for_each(|&cell| cage_of[cell] = Some(number));
    }
    let houses: Vec<_> =
        board.houses().iter().filter(|house| house.cells.len() == board.size()).collect();
    let mut inside = vec![false; board.cells()];
    for (first, house) in houses.iter().enumerate() {
        let mut region: Vec<usize> = Vec::new();
        for (run, next) in houses[first..].iter().take(LONGEST_RUN).enumerate() {
            let is_apart = next.cells.iter().all(|&cell| !inside[cell]);
            if !is_same_kind(house.name, next.name) || !is_apart {
                break;
            }
            region.extend(&next.cells);
            next.cells.iter().for_each(|&cell| inside[cell] = true);
            let total = total * (run as i64 + 1);
            of_region(&region, &inside, &cages, &cage_of, total, &mut found);
        }
        region.iter().for_each(|&cell| inside[cell] = false);
    }
    found
}

fn is_same_kind(a: HouseName, b: HouseName) -> bool {
    std::mem::discriminant(&a) == std::mem::discriminant(&b)
}

/// Cages with a sum of which no two share a cell: those that come first.
fn disjoint_cages(variant: &Variant) -> Vec<(&[usize], i64)> {
    let mut taken = vec![false; variant.board().cells()];
    let mut cages = Vec::new();
    for rule in variant.rules().list() {
        if let Rule::Cage { cells, sum: Some(sum), .. } = rule
            && cells.iter().all(|&cell| !taken[cell])
        {
            cells.iter().for_each(|&cell| taken[cell] = true);
            cages.push((cells.as_slice(), i64::from(*sum)));
        }
    }
    cages
}

fn of_region(
    region: &[usize],
    inside: &[bool],
    cages: &[(&[usize], i64)],
    cage_of: &[Option<usize>],
    total: i64,
    found: &mut BTreeSet<Implied>,
) {
    let meeting: BTreeSet<usize> = region.iter().filter_map(|&cell| cage_of[cell]).collect();
    let loose: Vec<usize> =
        region.iter().copied().filter(|&cell| cage_of[cell].is_none()).collect();
    // How many of the cage's cells are within, and whether to count the cage.
    let counts: [fn(usize, usize) -> bool; 3] =
        [|within, cells| within == cells, |within, cells| 2 * within >= cells, |_, _| true];
    for count in counts {
        let mut sum = total;
        let mut weighted: Vec<(usize, i64)> = loose.iter().map(|&cell| (cell, 1)).collect();
        for &number in &meeting {
            let (cells, of_cage) = cages[number];
            let within = cells.iter().filter(|&&cell| inside[cell]).count();
            let is_counted = count(within, cells.len());
            if is_counted {
                sum -= of_cage;
            }
            // Counted: those outside are too many. Not counted: those inside are missing.
            let others = cells.iter().copied().filter(|&cell| inside[cell] != is_counted);
            weighted.extend(others.map(|cell| (cell, if is_counted { -1 } else { 1 })));
        }
        if weighted.len() <= MOST_CELLS {
            weighted.sort_unstable();
            if weighted.iter().all(|&(_, weight)| weight == -1) {
                weighted.iter_mut().for_each(|(_, weight)| *weight = 1);
                sum = -sum;
            }
            found.insert(Implied { weighted, sum });
        }
    }
}
