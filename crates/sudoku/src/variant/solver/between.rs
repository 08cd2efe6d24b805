//! Lines whose inner cells are strictly between their ends.
//!
//! Consistency: domain consistency, as far as inner cells may be equal. Cost: pairs of candidates of the ends × cells.

use super::Propagator;
use super::domains::{Clash, Domains, digits, range};

/// Cells of which the first and the last are the ends.
#[derive(Debug)]
pub(super) struct Between {
    cells: Vec<usize>,
}

impl Between {
    /// At least two cells.
    pub(super) fn new(cells: Vec<usize>) -> Self {
        Between { cells }
    }
}

impl Propagator for Between {
    fn cells(&self) -> &[usize] {
        &self.cells
    }

    fn cost(&self) -> usize {
        1
    }

    fn propagate(&mut self, domains: &mut Domains) -> Result<(), Clash> {
        let [first, middle @ .., last] = self.cells.as_slice() else { return Ok(()) };
        if middle.is_empty() {
            return Ok(());
        }
        let (mut firsts, mut lasts, mut inner) = (0u64, 0u64, 0u64);
        for a in digits(domains.get(*first)) {
            for b in digits(domains.get(*last)) {
                let within = range(usize::from(a.min(b)) + 1, usize::from(a.max(b)) - 1);
                if middle.iter().all(|&cell| domains.get(cell) & within != 0) {
                    firsts |= 1 << (a - 1);
                    lasts |= 1 << (b - 1);
                    inner |= within;
                }
            }
        }
        domains.keep(*first, firsts)?;
        domains.keep(*last, lasts)?;
        middle.iter().try_for_each(|&cell| domains.keep(cell, inner))
    }
}
