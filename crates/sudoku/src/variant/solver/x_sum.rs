//! The sum of the first x cells of a line, where x is the digit of the first.
//!
//! For each x: if the cells see each other, the first x hold one of the sets of x digits with the sum; else the sums
//! that can be reached decide. Consistency: the union over all x of what each leaves. Cost: digits of the first cell ×
//! sets × cells.

use std::sync::Arc;

use super::Propagator;
use super::digit_sets::{Combinations, narrow};
use super::domains::{Clash, Domains, digits};
use super::sum::supports;

/// A line, from the clue on, and the sum.
#[derive(Debug)]
pub(super) struct XSum {
    cells: Vec<usize>,
    sum: u32,
    /// By x: the sets that make the sum, if cells are different and the sets not too many.
    sets: Vec<Option<Arc<[u64]>>>,
    held: Vec<u64>,
    support: Vec<u64>,
    local: Vec<u64>,
}

impl XSum {
    /// A line on a board of n = `size` digits; `different` if all of its cells see each other.
    pub(super) fn new(
        cells: Vec<usize>,
        size: usize,
        sum: u32,
        different: bool,
        combinations: &mut Combinations,
    ) -> Self {
        let list = |x| if different { combinations.get(1, size, x, sum) } else { None };
        let sets = (0..=size).map(list).collect();
        let (held, support, local) = (Vec::new(), Vec::new(), Vec::new());
        XSum { cells, sum, sets, held, support, local }
    }

    fn add(&mut self, x: usize) {
        self.support.iter_mut().zip(&self.local).for_each(|(all, set)| *all |= set);
        let beyond = self.support[x..].iter_mut().zip(&self.held[x..]);
        beyond.for_each(|(all, set)| *all |= set);
    }
}

impl Propagator for XSum {
    fn cells(&self) -> &[usize] {
        &self.cells
    }

    fn cost(&self) -> usize {
        2
    }

    fn propagate(&mut self, domains: &mut Domains) -> Result<(), Clash> {
        self.held.clear();
        self.held.extend(self.cells.iter().map(|&cell| domains.get(cell)));
        self.support.clear();
        self.support.resize(self.cells.len(), 0);
        let Some(&first) = self.held.first() else { return Err(Clash) };
        for digit in digits(first) {
            let x = usize::from(digit);
            if x > self.cells.len() {
                break;
            }
            self.held[0] = 1 << (digit - 1);
            match self.sets[x].clone() {
                Some(sets) => {
                    for &set in sets.iter() {
                        if narrow(&self.held[..x], set, &mut self.local) {
                            self.add(x);
                        }
                    }
                }
                None => {
                    if supports(&self.held[..x], self.sum, &mut self.local) {
                        self.add(x);
                    }
                }
            }
        }
        domains.keep_each(&self.cells, &self.support)
    }
}
