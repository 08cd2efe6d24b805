//! Houses of n cells: each digit has a place.
//!
//! Hidden singles: a digit with one place goes there. Locked digits: if all places of a digit are in another group of
//! different cells too, the rest of that group loses it (pointing, claiming, and the like between any two groups).
//!
//! The places of each digit are kept as a word, up to date with the changes that have been passed on: a change costs a
//! word operation for each lost digit and each house of its cell, and so does taking it back. To look through whole
//! houses instead took a quarter of all time on boards of 25×25.

use super::domains::{Clash, Domains, Reason, digits, is_single};
use super::facts::{Fact, Past};

/// The houses, and where the digits can go.
#[derive(Debug)]
pub(super) struct Houses {
    size: usize,
    list: Vec<House>,
    /// By cell: the houses that it is in, and its place there.
    of_cell: Vec<Vec<(u32, u8)>>,
    /// By house and digit − 1: its places, bit i for the i-th cell.
    places: Vec<u64>,
    /// The same at level 0.
    root: Vec<u64>,
    /// By house: most places of another group.
    most_shared: Vec<u32>,
    /// Houses and digits whose places might be locked, as numbers of `places`.
    queue: Vec<u32>,
    is_queued: Vec<bool>,
}

/// A house of n cells.
#[derive(Debug)]
struct House {
    cells: Vec<usize>,
    /// Other groups: which places of the house are in it too, and its cells that are not.
    crossing: Vec<(u64, Vec<usize>)>,
    /// By place: the numbers of those that it is in.
    crossing_at: Vec<Vec<u32>>,
}

impl Houses {
    /// No houses, on a board of so many cells and digits.
    pub(super) fn new(cells: usize, size: usize) -> Self {
        Houses {
            size,
            list: Vec::new(),
            of_cell: vec![Vec::new(); cells],
            places: Vec::new(),
            root: Vec::new(),
            most_shared: Vec::new(),
            queue: Vec::new(),
            is_queued: Vec::new(),
        }
    }

    /// Adds a house of as many cells as digits, and the other groups: which of its places are in each, and what other
    /// cells that has.
    pub(super) fn add(&mut self, cells: Vec<usize>, crossing: Vec<(u64, Vec<usize>)>) {
        let mut crossing_at = vec![Vec::new(); cells.len()];
        for (number, (shared, _)) in crossing.iter().enumerate() {
            let shared = digits(*shared).map(|place| usize::from(place) - 1);
            shared.for_each(|place| crossing_at[place].push(number as u32));
        }
        let number = self.list.len() as u32;
        for (place, &cell) in cells.iter().enumerate() {
            self.of_cell[cell].push((number, place as u8));
        }
        let most_shared = crossing.iter().map(|(shared, _)| shared.count_ones()).max();
        self.most_shared.push(most_shared.unwrap_or(0));
        self.places.resize(self.places.len() + self.size, 0);
        self.is_queued.resize(self.places.len(), false);
        self.list.push(House { cells, crossing, crossing_at });
    }

    /// Whether two cells are in one house.
    pub(super) fn share(&self, a: usize, b: usize) -> bool {
        let of_b = &self.of_cell[b];
        self.of_cell[a].iter().any(|(house, _)| of_b.iter().any(|(other, _)| other == house))
    }

    /// How many places a digit − 1 that a cell may hold has in that house of the cell where it has the fewest.
    pub(super) fn fewest(&self, cell: usize, index: usize) -> u32 {
        let places = |&(house, _): &(u32, u8)| self.places[house as usize * self.size + index];
        let counts = self.of_cell[cell].iter().map(|of| places(of).count_ones());
        counts.min().unwrap_or(u32::MAX)
    }

    /// Looks for the places, once, before all else.
    pub(super) fn start(&mut self, domains: &mut Domains) -> Result<(), Clash> {
        for (number, house) in self.list.iter().enumerate() {
            for (place, &cell) in house.cells.iter().enumerate() {
                for digit in digits(domains.get(cell)) {
                    self.places[number * self.size + usize::from(digit) - 1] |= 1 << place;
                }
            }
        }
        self.settle();
        (0..self.list.len()).try_for_each(|house| {
            (0..self.size).try_for_each(|index| self.look(house, index, domains))
        })
    }

    /// What follows from the places of a digit in a house.
    #[inline]
    fn look(&mut self, house: usize, index: usize, domains: &mut Domains) -> Result<(), Clash> {
        let slot = house * self.size + index;
        let places = self.places[slot];
        if is_single(places) {
            let cell = self.list[house].cells[places.trailing_zeros() as usize];
            domains.because_of(Reason::House(house as u32), 1 << index);
            return domains.assign(cell, 1 << index);
        }
        if places == 0 {
            domains.because_of(Reason::House(house as u32), 1 << index);
            return Err(domains.fail(1 << index));
        }
        if places.count_ones() <= self.most_shared[house]
            && !std::mem::replace(&mut self.is_queued[slot], true)
        {
            self.queue.push(slot as u32);
        }
        Ok(())
    }

    /// Takes the places as they are for settled; at level 0.
    pub(super) fn settle(&mut self) {
        self.root.clone_from(&self.places);
    }

    /// A cell has lost digits. To be called, and taken back, once for each change.
    pub(super) fn lose(
        &mut self,
        cell: usize,
        lost: u64,
        domains: &mut Domains,
    ) -> Result<(), Clash> {
        let mut result = Ok(());
        for number in 0..self.of_cell[cell].len() {
            let (house, place) = self.of_cell[cell][number];
            let first = house as usize * self.size;
            for digit in digits(lost) {
                let slot = first + usize::from(digit) - 1;
                self.places[slot] &= !(1 << place);
                // All places have to be brought up to date, whatever happens.
                if result.is_ok() {
                    result = self.look(house as usize, usize::from(digit) - 1, domains);
                }
            }
        }
        result
    }

    /// Takes back that a cell has lost digits.
    pub(super) fn take_back(&mut self, cell: usize, lost: u64) {
        for &(house, place) in &self.of_cell[cell] {
            let first = house as usize * self.size;
            for digit in digits(lost) {
                self.places[first + usize::from(digit) - 1] |= 1 << place;
            }
        }
    }

    /// Takes the digit of a filled cell from the others of its houses.
    pub(super) fn eliminate(
        &self,
        cell: usize,
        digit: u64,
        domains: &mut Domains,
    ) -> Result<(), Clash> {
        let index = digit.trailing_zeros() as usize;
        for &(house, place) in &self.of_cell[cell] {
            let others = self.places[house as usize * self.size + index] & !(1 << place);
            let cells = &self.list[house as usize].cells;
            for other in digits(others) {
                domains.remove(cells[usize::from(other) - 1], digit)?;
            }
        }
        Ok(())
    }

    /// Forgets what was to be looked at.
    pub(super) fn clear(&mut self) {
        self.queue.drain(..).for_each(|slot| self.is_queued[slot as usize] = false);
    }

    /// Removes what locked digits exclude, of one digit of a house; `false` if there is none to be looked at.
    pub(super) fn lock(&mut self, domains: &mut Domains) -> Result<bool, Clash> {
        let Some(slot) = self.queue.pop() else { return Ok(false) };
        let slot = slot as usize;
        self.is_queued[slot] = false;
        let places = self.places[slot];
        let (house, index) = (slot / self.size, slot % self.size);
        domains.because_of(Reason::House(house as u32), 1 << index);
        let House { crossing, crossing_at, .. } = &self.list[house];
        for &number in crossing_at.get(places.trailing_zeros() as usize).into_iter().flatten() {
            let (shared, rest) = &crossing[number as usize];
            if places & !shared == 0 {
                rest.iter().try_for_each(|&cell| domains.remove(cell, 1 << index))?;
            }
        }
        Ok(true)
    }

    /// That the digit has no place in the rest of the house: but for the cell that has got it, or for a group that all of
    /// its places are in, and that the cell is in.
    pub(super) fn explain(
        &self,
        house: u32,
        digit: u64,
        cell: Option<usize>,
        past: &Past<'_>,
        facts: &mut Vec<Fact>,
    ) {
        let House { cells, crossing, .. } = &self.list[house as usize];
        let slot = house as usize * self.size + digit.trailing_zeros() as usize;
        // Where the digit could go at level 0: nothing has to be explained of the others.
        let root = self.root[slot];
        let of_cell = cell.map_or(&[][..], |cell| &self.of_cell[cell]);
        let but = match (of_cell.iter().find(|&&(number, _)| number == house), cell) {
            (Some(&(_, place)), _) => 1 << place,
            (None, Some(cell)) => {
                let mut open = 0;
                for place in digits(root).map(|place| usize::from(place) - 1) {
                    open |= u64::from(past.get_of(cells[place], digit) != 0) << place;
                }
                // The group that keeps most cells out of the explanation.
                let fits = |&&(shared, ref rest): &&(u64, Vec<usize>)| {
                    open & !shared == 0 && rest.contains(&cell)
                };
                let shared = crossing.iter().filter(fits).map(|&(shared, _)| shared);
                shared.max_by_key(|shared| shared.count_ones()).unwrap_or(0)
            }
            (None, None) => 0,
        };
        for place in digits(root & !but) {
            past.explain_lost(cells[usize::from(place) - 1], digit, facts);
        }
    }
}
