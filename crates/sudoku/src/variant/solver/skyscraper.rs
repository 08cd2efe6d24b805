//! How many cells of a line are greater than all before them.
//!
//! Consistency: domain consistency over the states (greatest so far, how many seen), from the first cell on and from
//! the last back; that cells are different enters only in that k different cells have a greatest of k at least. Cost:
//! cells × greatest × candidates, with the counts of a state in one word.

use super::Propagator;
use super::domains::{Clash, Domains, digits};

/// A line, from the clue on, and the count.
#[derive(Debug)]
pub(super) struct Skyscraper {
    cells: Vec<usize>,
    size: usize,
    count: u32,
    different: bool,
    /// By cell and greatest digit before it: the counts that are possible there, bit c for c.
    reached: Vec<u128>,
}

impl Skyscraper {
    /// A line on a board of n = `size` digits; `different` if all of its cells see each other.
    pub(super) fn new(cells: Vec<usize>, size: usize, count: u32, different: bool) -> Self {
        Skyscraper { cells, size, count, different, reached: Vec::new() }
    }
}

impl Propagator for Skyscraper {
    fn cells(&self) -> &[usize] {
        &self.cells
    }

    fn cost(&self) -> usize {
        2
    }

    fn propagate(&mut self, domains: &mut Domains) -> Result<(), Clash> {
        let (length, states) = (self.cells.len(), self.size + 1);
        if self.count as usize > self.size {
            return Err(Clash);
        }
        self.reached.clear();
        self.reached.resize((length + 1) * states, 0);
        self.reached[0] = 1;
        for (index, &cell) in self.cells.iter().enumerate() {
            for greatest in 0..states {
                let counts = self.reached[index * states + greatest];
                if counts == 0 || self.different && greatest < index {
                    continue;
                }
                for digit in digits(domains.get(cell)).map(usize::from) {
                    if digit > greatest {
                        self.reached[(index + 1) * states + digit] |= counts << 1;
                    } else {
                        self.reached[(index + 1) * states + greatest] |= counts;
                    }
                }
            }
        }
        let mut needed = vec![1u128 << self.count; states];
        if self.different {
            needed.iter_mut().take(length).for_each(|counts| *counts = 0);
        }
        for (index, &cell) in self.cells.iter().enumerate().rev() {
            let mut kept = 0;
            let mut before = vec![0; states];
            for greatest in 0..states {
                let counts = self.reached[index * states + greatest];
                if counts == 0 {
                    continue;
                }
                for digit in digits(domains.get(cell)) {
                    let to = greatest.max(usize::from(digit));
                    let possible =
                        if to > greatest { needed[to] >> 1 } else { needed[greatest] } & counts;
                    if possible != 0 {
                        kept |= 1 << (digit - 1);
                        before[greatest] |= possible;
                    }
                }
            }
            domains.keep(cell, kept)?;
            needed = before;
        }
        Ok(())
    }
}
