//! The x-th cell of a line holds a digit, where x is the digit of the first cell.
//!
//! Consistency: domain consistency of the first cell; the digit goes to the cell when x is known; and if the cells see
//! each other, cells that are not the x-th for any x lose it. Cost: the length of the line.

use super::Propagator;
use super::domains::{Clash, Domains, digits, is_single};

/// A line, from the clue on, and the digit.
#[derive(Debug)]
pub(super) struct NumberedRoom {
    cells: Vec<usize>,
    /// The digit as a set.
    digit: u64,
    different: bool,
}

impl NumberedRoom {
    /// A line and a digit from 1; `different` if all of its cells see each other.
    pub(super) fn new(cells: Vec<usize>, digit: u8, different: bool) -> Self {
        NumberedRoom { cells, digit: 1 << (digit - 1), different }
    }
}

impl Propagator for NumberedRoom {
    fn cells(&self) -> &[usize] {
        &self.cells
    }

    fn cost(&self) -> usize {
        1
    }

    fn propagate(&mut self, domains: &mut Domains) -> Result<(), Clash> {
        let Some(&first) = self.cells.first() else { return Err(Clash) };
        let mut kept = 0;
        for x in digits(domains.get(first)) {
            let Some(&cell) = self.cells.get(usize::from(x) - 1) else { break };
            let x = 1u64 << (x - 1);
            // The first cell holds x itself.
            let held = if cell == first { x } else { domains.get(cell) };
            if held & self.digit != 0 {
                kept |= x;
            }
        }
        domains.keep(first, kept)?;
        if is_single(kept) {
            domains.keep(self.cells[kept.trailing_zeros() as usize], self.digit)?;
        }
        if self.different {
            for (index, &cell) in self.cells.iter().enumerate() {
                if index >= 64 || kept & 1 << index == 0 {
                    domains.remove(cell, self.digit)?;
                }
            }
        }
        Ok(())
    }
}
