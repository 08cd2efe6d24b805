//! Houses of n cells: each digit has a place.
//!
//! Hidden singles: a digit with one place goes there. Locked digits: if all places of a digit are in another group of
//! different cells too, the rest of that group loses it (pointing, claiming, and the like between any two groups).
//!
//! Cost: the candidates of the house, and for each digit the groups that share two cells or more with it.

use super::Propagator;
use super::domains::{Clash, Domains, digits, is_single};
use super::facts::{Fact, Past};

/// A house of n cells.
#[derive(Debug)]
pub(super) struct House {
    cells: Vec<usize>,
    /// Other groups: which places of the house are in it too, and its cells that are not.
    crossing: Vec<(u64, Vec<usize>)>,
    /// By place: the numbers of those that it is in.
    crossing_at: Vec<Vec<u32>>,
    /// Most places of another group.
    most_shared: u32,
    /// By digit − 1: its places, bit i for the i-th cell.
    places: Vec<u64>,
}

impl House {
    /// A house of as many cells as digits, and the other groups: which of its places are in each, and what other
    /// cells that has.
    pub(super) fn new(cells: Vec<usize>, crossing: Vec<(u64, Vec<usize>)>) -> Self {
        let places = vec![0; cells.len()];
        let mut crossing_at = vec![Vec::new(); cells.len()];
        for (number, (shared, _)) in crossing.iter().enumerate() {
            let shared = digits(*shared).map(|place| usize::from(place) - 1);
            shared.for_each(|place| crossing_at[place].push(number as u32));
        }
        let most_shared = crossing.iter().map(|(shared, _)| shared.count_ones()).max();
        House { cells, crossing, crossing_at, most_shared: most_shared.unwrap_or(0), places }
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
                return Err(domains.fail(digit));
            }
            domains.note(digit);
            if is_single(places) {
                domains.assign(self.cells[places.trailing_zeros() as usize], digit)?;
                continue;
            }
            if places.count_ones() > self.most_shared {
                continue;
            }
            for &number in &self.crossing_at[places.trailing_zeros() as usize] {
                let (shared, rest) = &self.crossing[number as usize];
                if places & !shared == 0 {
                    rest.iter().try_for_each(|&cell| domains.remove(cell, digit))?;
                }
            }
        }
        Ok(())
    }

    /// That the digit, which is the tag, has no place in the rest of the house: but for the cell that has got it, or
    /// for a group that all of its places are in, and that the cell is in.
    fn explain(
        &self,
        digit: u64,
        cell: Option<usize>,
        _: u64,
        past: &Past<'_>,
        facts: &mut Vec<Fact>,
    ) {
        let place = cell.map(|cell| self.cells.binary_search(&cell));
        let but = match (place, cell) {
            (Some(Ok(place)), _) => 1 << place,
            (Some(Err(_)), Some(cell)) => {
                // The group that keeps most cells out of the explanation.
                let is_in = |(_, rest): &&(u64, Vec<usize>)| rest.contains(&cell);
                let held = |shared: u64| {
                    let places = self.cells.iter().enumerate();
                    places
                        .filter(|&(_, &cell)| past.get(cell) & digit != 0)
                        .all(|(place, _)| shared & 1 << place != 0)
                };
                let shared = self.crossing.iter().filter(is_in).map(|&(shared, _)| shared);
                shared.filter(|&shared| held(shared)).max_by_key(|s| s.count_ones()).unwrap_or(0)
            }
            _ => 0u64,
        };
        for (place, &cell) in self.cells.iter().enumerate() {
            if but & 1 << place == 0 {
                past.explain_lost(cell, digit, facts);
            }
        }
    }
}
