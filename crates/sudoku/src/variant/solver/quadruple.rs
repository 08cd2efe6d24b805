//! Digits that some cells must have, each as often as it is named.
//!
//! Consistency: counting. A digit with no more open cells than it still needs takes them; if all open cells are needed,
//! they hold only what is. Cost: digits × cells.

use super::Propagator;
use super::domains::{Clash, Domains, is_single};

/// Cells, and the digits among theirs.
#[derive(Debug)]
pub(super) struct Quadruple {
    cells: Vec<usize>,
    /// Each digit as a set, and how often.
    wanted: Vec<(u64, usize)>,
}

impl Quadruple {
    /// The cells and the digits, from 1.
    pub(super) fn new(cells: Vec<usize>, named: &[u8]) -> Self {
        let mut wanted: Vec<(u64, usize)> = Vec::new();
        for digit in named {
            let set = 1 << (digit - 1);
            match wanted.iter_mut().find(|(other, _)| *other == set) {
                Some((_, times)) => *times += 1,
                None => wanted.push((set, 1)),
            }
        }
        Quadruple { cells, wanted }
    }
}

impl Propagator for Quadruple {
    fn cells(&self) -> &[usize] {
        &self.cells
    }

    fn cost(&self) -> usize {
        0
    }

    fn propagate(&mut self, domains: &mut Domains) -> Result<(), Clash> {
        loop {
            let before = domains.trail().len();
            let is_open = |&&cell: &&usize| !is_single(domains.get(cell));
            let mut open = self.cells.iter().filter(is_open).count();
            let mut still = 0;
            for &(digit, times) in &self.wanted {
                let held = self.cells.iter().filter(|&&cell| domains.get(cell) == digit).count();
                let missing = times.saturating_sub(held);
                if missing == 0 {
                    continue;
                }
                let may =
                    |cell: usize| !is_single(domains.get(cell)) && domains.get(cell) & digit != 0;
                let places = self.cells.iter().filter(|&&cell| may(cell)).count();
                if places < missing {
                    return Err(Clash);
                }
                open = open.checked_sub(missing).ok_or(Clash)?;
                still |= digit;
                if places == missing {
                    let places: Vec<usize> =
                        self.cells.iter().copied().filter(|&cell| may(cell)).collect();
                    places.into_iter().try_for_each(|cell| domains.keep(cell, digit))?;
                    // Counts have changed.
                    break;
                }
            }
            if domains.trail().len() == before && still != 0 && open == 0 {
                for &cell in &self.cells {
                    if !is_single(domains.get(cell)) {
                        domains.keep(cell, still)?;
                    }
                }
            }
            if domains.trail().len() == before {
                return Ok(());
            }
        }
    }
}
