//! Relations of two cells, by tables of support.
//!
//! Greater, difference, ratio, sum, unmarked neighbours, whispers, thermometers, palindromes, clones, minima and
//! maxima all are relations of two cells. All those of the same two cells are put together in one table, with what
//! else is known of them (that they see each other), before the search: for each digit of one the digits of the other
//! that go with it. A palindrome within a row thus is found impossible at once, and a slow thermometer within a box
//! is a strict one.
//!
//! Consistency: arc consistency; on a line of such pairs (a thermometer) that is all that the line says. Cost: one
//! word operation for each candidate of the two cells.

use super::Propagator;
use super::domains::{Clash, Domains, digits, is_single};
use super::facts::{Fact, Past};

/// The relation of two cells.
#[derive(Debug)]
pub(super) struct Pair {
    cells: [usize; 2],
    /// By digit − 1 of the first cell: the digits of the second that go with it; and the other way round.
    support: [Vec<u64>; 2],
}

impl Pair {
    /// The relation of cells `a` and `b` with for each digit of `a` those of `b` that go with it.
    pub(super) fn new(a: usize, b: usize, forward: Vec<u64>) -> Self {
        let mut backward = vec![0; forward.len()];
        for (index, &set) in forward.iter().enumerate() {
            digits(set).for_each(|other| backward[usize::from(other) - 1] |= 1 << index);
        }
        Pair { cells: [a, b], support: [forward, backward] }
    }
}

impl Propagator for Pair {
    fn cells(&self) -> &[usize] {
        &self.cells
    }

    fn cost(&self) -> usize {
        0
    }

    fn propagate(&mut self, domains: &mut Domains) -> Result<(), Clash> {
        for (from, to) in [(0, 1), (1, 0)] {
            let here = domains.get(self.cells[from]);
            let mut allowed = 0;
            for digit in digits(here) {
                allowed |= self.support[from][usize::from(digit) - 1];
            }
            domains.keep(self.cells[to], allowed)?;
        }
        Ok(())
    }

    /// That the other cell holds a digit that does not go with it, or has lost all that do.
    fn explain(
        &self,
        _: u64,
        cell: Option<usize>,
        set: u64,
        past: &Past<'_>,
        facts: &mut Vec<Fact>,
    ) {
        let to = usize::from(cell == Some(self.cells[1]));
        let from = 1 - to;
        let other = past.get(self.cells[from]);
        if is_single(other) {
            facts.push(Fact::is_set(self.cells[from], other));
            return;
        }
        let goes = digits(set).fold(0, |all, digit| all | self.support[to][usize::from(digit) - 1]);
        past.explain_lost(self.cells[from], goes, facts);
    }
}
