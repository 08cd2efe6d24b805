//! Houses of n cells: each digit has a place.
//!
//! Hidden singles: a digit with one place goes there. Locked digits: if all places of a digit are in another group of
//! different cells too, the rest of that group loses it (pointing, claiming, and the like between any two groups).
//!
//! Cost: the candidates of the house, and for each digit the groups that share two cells or more with it.

use super::Propagator;
use super::domains::{Clash, Domains, digits, is_single};

/// A house of n cells.
#[derive(Debug)]
pub(super) struct House {
    cells: Vec<usize>,
    /// Other groups: which places of the house are in it too, and its cells that are not.
    crossing: Vec<(u64, Vec<usize>)>,
    /// By digit − 1: its places, bit i for the i-th cell.
    places: Vec<u64>,
}

impl House {
    /// A house of as many cells as digits, and the other groups: which of its places are in each, and what other
    /// cells that has.
    pub(super) fn new(cells: Vec<usize>, crossing: Vec<(u64, Vec<usize>)>) -> Self {
        let places = vec![0; cells.len()];
        House { cells, crossing, places }
    }
}

impl Propagator for House {
    fn cells(&self) -> &[usize] {
        &self.cells
    }

    fn cost(&self) -> usize {
        1
    }

    fn propagate(&mut self, domains: &mut Domains) -> Result<(), Clash> {
        self.places.fill(0);
        for (place, &cell) in self.cells.iter().enumerate() {
            for digit in digits(domains.get(cell)) {
                self.places[usize::from(digit) - 1] |= 1 << place;
            }
        }
        for (index, &places) in self.places.iter().enumerate() {
            let digit = 1u64 << index;
            if places == 0 {
                return Err(Clash);
            }
            if is_single(places) {
                domains.keep(self.cells[places.trailing_zeros() as usize], digit)?;
                continue;
            }
            for (shared, rest) in &self.crossing {
                if places & !shared == 0 {
                    rest.iter().try_for_each(|&cell| domains.remove(cell, digit))?;
                }
            }
        }
        Ok(())
    }
}
