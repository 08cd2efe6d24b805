//! Sums that follow from others: innies and outies.
//!
//! Each group of n different cells holds every digit, and adds up to n(n + 1)/2. Take such a group, or some rows, columns or boxes side by side, and
//! sums without a cell in common. What sticks out of the region ("outies") less what the region has beside them ("innies") is
//! then known: the sums' total less the region's. Where these cells are few, it is a sum like any other: of one cell a digit, of two a
//! relation, of different cells sets of digits.

use std::collections::BTreeSet;

use super::parts::Parts;
use crate::variant::{Board, HouseName};

/// Most cells of a sum that is added: one of more says little. Of different cells, and of innies or outies only.
const MOST_DIFFERENT: usize = 4;
/// The same of cells that need not be different.
const MOST_OTHERS: usize = 3;
/// The same of innies and outies: of more it says hardly more than the sums that it is from.
const MOST_MIXED: usize = 2;
/// Most houses of a region.
const MOST_HOUSES: usize = 3;

/// Some cells and what they add up to.
#[derive(Debug, Clone)]
pub(super) struct Known {
    pub(super) rule: usize,
    /// First cells, ascending, none twice.
    pub(super) cells: Vec<usize>,
    pub(super) total: i64,
}

/// Adds the sums of few cells that follow from the known ones.
pub(super) fn add(parts: &mut Parts, board: &Board) {
    let mut known = parts.known.clone();
    if known.is_empty() {
        return;
    }
    // The largest first: what is left is less.
    known.sort_by_key(|sum| (std::cmp::Reverse(sum.cells.len()), sum.cells.first().copied()));
    let mut done: BTreeSet<Vec<(usize, i64)>> = BTreeSet::new();
    for (region, houses) in regions(parts, board) {
        let n = parts.size as i64;
        let total = houses * n * (n + 1) / 2;
        let within = |sum: &Known| sum.cells.iter().all(|cell| region.contains(cell));
        let touches = |sum: &Known| sum.cells.iter().any(|cell| region.contains(cell));
        let inner: Vec<&Known> = known.iter().filter(|sum| within(sum)).collect();
        // Those within go first, so that only what they leave sticks out.
        let outer = known.iter().filter(|sum| !within(sum) && touches(sum));
        let all: Vec<&Known> = inner.iter().copied().chain(outer).collect();
        for sums in [inner, all] {
            let (mut covered, mut sum, mut rule) = (BTreeSet::new(), 0, None);
            for known in sums {
                if known.cells.iter().all(|cell| !covered.contains(cell)) {
                    covered.extend(known.cells.iter().copied());
                    sum += known.total;
                    rule = Some(rule.map_or(known.rule, |rule: usize| rule.min(known.rule)));
                }
            }
            let Some(rule) = rule else { continue };
            let outies = covered.difference(&region).map(|&cell| (cell, 1));
            let innies = region.difference(&covered).map(|&cell| (cell, -1));
            let terms: Vec<(usize, i64)> = outies.chain(innies).collect();
            let cells: Vec<usize> = terms.iter().map(|&(cell, _)| cell).collect();
            let most = if terms.iter().any(|term| term.1 != terms[0].1) {
                MOST_MIXED
            } else if parts.all_apart(&cells) {
                MOST_DIFFERENT
            } else {
                MOST_OTHERS
            };
            if terms.len() <= most && done.insert(terms.clone()) {
                parts.sum(rule, terms, sum - total);
            }
        }
    }
}

/// Sets of cells that hold each digit as often, with how often.
fn regions(parts: &Parts, board: &Board) -> Vec<(BTreeSet<usize>, i64)> {
    let full = |cells: &[usize]| cells.len() == parts.size;
    let mut regions: Vec<(BTreeSet<usize>, i64)> = Vec::new();
    for group in parts.groups.iter().filter(|group| full(&group.cells)) {
        if group.digits == parts.all() {
            regions.push((group.cells.iter().copied().collect(), 1));
        }
    }
    let houses = board.houses();
    for start in 0..houses.len() {
        let mut cells = BTreeSet::new();
        for count in 1..=MOST_HOUSES.min(houses.len() - start) {
            let last = &houses[start + count - 1];
            if !full(&last.cells)
                || count > 1 && !side_by_side(&houses[start + count - 2].name, &last.name)
            {
                break;
            }
            cells.extend(parts.firsts(&last.cells));
            // Fewer if cells are equal, or are in two of them: then it is no sum of houses.
            if cells.len() < count * parts.size {
                break;
            }
            if count > 1 {
                regions.push((cells.clone(), count as i64));
            }
        }
    }
    regions
}

/// Whether houses are of one kind and one grid, one after the other.
fn side_by_side(first: &HouseName, second: &HouseName) -> bool {
    match (*first, *second) {
        (HouseName::Row { grid: a, index: i }, HouseName::Row { grid: b, index: j })
        | (HouseName::Column { grid: a, index: i }, HouseName::Column { grid: b, index: j })
        | (HouseName::Box { grid: a, index: i }, HouseName::Box { grid: b, index: j }) => {
            a == b && i + 1 == j
        }
        (HouseName::Region(i), HouseName::Region(j)) => i + 1 == j,
        _ => false,
    }
}
