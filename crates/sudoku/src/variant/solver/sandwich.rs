//! The sum between the 1 and the n of a line.
//!
//! For each place of the 1 and each of the n: the cells between make the sum, those before hold neither. If the cells
//! of the line see each other, the digits between are one of the sets of that sum and the others are outside, as in
//! a cage; else the sums that can be reached decide.
//!
//! Consistency: the union over all pairs of places of what each of them leaves. Cost: pairs of places × sets × cells.

use std::sync::Arc;

use super::Propagator;
use super::digit_sets::{Combinations, narrow};
use super::domains::{Clash, Domains, range};
use super::sum::supports;

/// A line and the sum.
#[derive(Debug)]
pub(super) struct Sandwich {
    cells: Vec<usize>,
    size: usize,
    sum: u32,
    /// By the number of cells between: the sets that make the sum, if cells are different and the sets not too many.
    sets: Vec<Option<Arc<[u64]>>>,
    held: Vec<u64>,
    support: Vec<u64>,
    inner: Vec<u64>,
    local: Vec<u64>,
}

impl Sandwich {
    /// A line on a board of n = `size` digits; `different` if all of its cells see each other.
    pub(super) fn new(
        cells: Vec<usize>,
        size: usize,
        sum: u32,
        different: bool,
        combinations: &mut Combinations,
    ) -> Self {
        let sets = (0..cells.len()).map(|between| {
            if different && size > 2 { combinations.get(2, size - 1, between, sum) } else { None }
        });
        let mut sets: Vec<Option<Arc<[u64]>>> = sets.collect();
        limit(&mut sets);
        let (held, support, inner, local) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Sandwich { cells, size, sum, sets, held, support, inner, local }
    }

    /// Adds what is left to the cells if 1 is at place `one` for the first time, and n at `last`.
    fn try_places(&mut self, one: usize, last: usize) {
        let (least, most) = (1u64, 1u64 << (self.size - 1));
        let (from, to) = (one.min(last), one.max(last));
        // The first 1 and the first n: none before.
        let without = |place: usize| {
            (if place < one { least } else { 0 }) | (if place < last { most } else { 0 })
        };
        let left = |place: usize| {
            let set = self.held[place] & !without(place);
            if place == one {
                set & least
            } else if place == last {
                set & most
            } else {
                set
            }
        };
        if (0..self.cells.len()).any(|place| left(place) == 0) {
            return;
        }
        self.inner.clear();
        self.inner.extend((from + 1..to).map(left));
        let outside: Vec<(usize, u64)> =
            (0..=from).chain(to..self.cells.len()).map(|place| (place, left(place))).collect();
        let add = |support: &mut [u64], inner: &[u64], others: u64| {
            support[from + 1..].iter_mut().zip(inner).for_each(|(all, set)| *all |= set);
            for &(place, set) in &outside {
                support[place] |= if place == one || place == last { set } else { set & others };
            }
        };
        // How many cells can be between is at most the length less 2: there is an entry.
        let listed = if to > from { self.sets[to - from - 1].clone() } else { None };
        match listed {
            Some(sets) => {
                for &set in sets.iter() {
                    let others = !(set | least | most);
                    let fits = |&(place, held): &(usize, u64)| {
                        place == one || place == last || held & others != 0
                    };
                    if outside.iter().all(fits) && narrow(&self.inner, set, &mut self.local) {
                        add(&mut self.support, &self.local, others);
                    }
                }
            }
            None => {
                if supports(&self.inner, self.sum, &mut self.local) {
                    add(&mut self.support, &self.local, range(1, self.size));
                }
            }
        }
    }
}

/// How many sets are tried in one call at most.
const MOST_TRIES: u64 = 1 << 17;

/// How many sets are tried in one call, if 1 and n can be anywhere.
fn tries(sets: &[Option<Arc<[u64]>>]) -> u64 {
    let pairs = |between: usize| 2 * sets.len().saturating_sub(between + 1) as u64;
    let lists = sets.iter().enumerate();
    lists.map(|(between, list)| pairs(between) * list.as_ref().map_or(0, |l| l.len() as u64)).sum()
}

/// Leaves out the longest lists, as long as a call would take too long: the sums that can be reached decide there.
fn limit(sets: &mut [Option<Arc<[u64]>>]) {
    while tries(sets) > MOST_TRIES
        && let Some(longest) = sets.iter_mut().max_by_key(|list| list.as_ref().map(|l| l.len()))
    {
        *longest = None;
    }
}

impl Propagator for Sandwich {
    fn cells(&self) -> &[usize] {
        &self.cells
    }

    fn cost(&self) -> usize {
        3
    }

    fn work(&self) -> u64 {
        8 * (tries(&self.sets) + self.cells.len() as u64).saturating_mul(self.cells.len() as u64)
    }

    fn propagate(&mut self, domains: &mut Domains) -> Result<(), Clash> {
        self.held.clear();
        self.held.extend(self.cells.iter().map(|&cell| domains.get(cell)));
        self.support.clear();
        self.support.resize(self.cells.len(), 0);
        for one in 0..self.cells.len() {
            if self.held[one] & 1 == 0 {
                continue;
            }
            for last in 0..self.cells.len() {
                let is_place = self.held[last] & 1 << (self.size - 1) != 0;
                // On a board of one digit the 1 is the n.
                if is_place && (one == last) == (self.size == 1) {
                    self.try_places(one, last);
                }
            }
        }
        domains.keep_each(&self.cells, &self.support)
    }
}
