//! Cells that are all different: what is in no matching of cells to digits is removed.
//!
//! A matching of all cells is found by augmenting paths, starting from that of last time. Let i → j if cell i could
//! take the digit of cell j. Cell i can take the digit of j if and only if j can give it away: if j leads back to i,
//! or leads to a cell that can take a digit that nobody has (Régin, *A filtering algorithm for constraints of
//! difference in CSPs*, AAAI 1994). Since cells are at most 64, "leads to" is a matrix of one word a cell, and closed
//! under composition by Warshall's loop.
//!
//! Consistency: domain consistency; naked and hidden subsets of any size fall out of it. Cost: k² word operations for
//! k open cells, and the matching.

use super::Propagator;
use super::domains::{Clash, Domains, digits, is_single};
use super::facts::{Fact, Past};

/// Cells that are all different, at most 64.
#[derive(Debug)]
pub(super) struct Different {
    cells: Vec<usize>,
    /// By cell: the digit − 1 that it was matched with last time. A hint only.
    hint: Vec<u8>,
    /// Fewest open cells for which something can follow.
    least: usize,
    scratch: Box<Scratch>,
}

/// What a call works with: by open cell, its digits, and the cells that have one of them.
#[derive(Debug)]
struct Scratch {
    sets: [u64; 64],
    leads: [u64; 64],
}

/// A digit that no cell has, and a cell without a digit.
const NONE: u8 = u8::MAX;

impl Different {
    /// At most 64 cells, and whether these are a house: of three open cells there, the hidden singles say all.
    pub(super) fn new(cells: Vec<usize>, is_house: bool) -> Self {
        let hint = vec![NONE; cells.len()];
        let scratch = Box::new(Scratch { sets: [0; 64], leads: [0; 64] });
        let least = if is_house { 4 } else { 2 };
        Different { cells, hint, least, scratch }
    }
}

impl Propagator for Different {
    fn cells(&self) -> &[usize] {
        &self.cells
    }

    fn cost(&self) -> usize {
        3
    }

    fn propagate(&mut self, domains: &mut Domains) -> Result<(), Clash> {
        // Open cells only: the digits of the others are nobody else's.
        let Scratch { sets, leads } = &mut *self.scratch;
        let mut open = [0u8; 64];
        let mut count = 0;
        let mut fixed = 0;
        for (place, &cell) in self.cells.iter().enumerate() {
            let set = domains.get(cell);
            if is_single(set) {
                if fixed & set != 0 {
                    return Err(domains.fail(places_with(&self.cells, set, domains)));
                }
                fixed |= set;
            } else {
                sets[count] = set;
                open[count] = place as u8;
                count += 1;
            }
        }
        if count < self.least {
            return Ok(());
        }
        let sets = &mut sets[..count];
        sets.iter_mut().for_each(|set| *set &= !fixed);
        let (mut owner, mut held) = ([NONE; 64], [NONE; 64]);
        for (i, &set) in sets.iter().enumerate() {
            let hint = self.hint[usize::from(open[i])];
            if hint != NONE && set & 1 << hint != 0 && owner[usize::from(hint)] == NONE {
                owner[usize::from(hint)] = i as u8;
                held[i] = hint;
            }
        }
        for i in 0..count {
            if held[i] == NONE
                && let Err(cells) = augment(sets, i, &mut owner, &mut held)
            {
                return Err(domains.fail(places_of(cells, &open)));
            }
        }
        for i in 0..count {
            self.hint[usize::from(open[i])] = held[i];
        }
        let taken = held[..count].iter().fold(0u64, |set, &digit| set | 1 << digit);
        // Cells that can get a digit that nobody has.
        let mut free = 0u64;
        for (i, &set) in sets.iter().enumerate() {
            if set & !taken != 0 {
                free |= 1 << i;
            }
            leads[i] = digits(set & taken)
                .fold(0, |cells, digit| cells | 1 << owner[usize::from(digit) - 1]);
        }
        if is_all_connected(&leads[..count], free) {
            return Ok(());
        }
        for middle in 0..count {
            let through = leads[middle];
            for from in leads[..count].iter_mut() {
                if *from & 1 << middle != 0 {
                    *from |= through;
                }
            }
        }
        for i in 0..count {
            for digit in digits(sets[i] & taken) {
                let j = owner[usize::from(digit) - 1];
                let from = leads[usize::from(j)] | 1u64 << j;
                if from & (1u64 << i | free) == 0 {
                    domains.note(places_of(from, &open));
                    domains.remove(self.cells[usize::from(open[i])], 1 << (digit - 1))?;
                }
            }
        }
        Ok(())
    }

    /// The tag is a set of places that have no digits but as many as they are (or fewer): that they lost all others.
    fn explain(&self, tag: u64, _: Option<usize>, _: u64, past: &Past<'_>, facts: &mut Vec<Fact>) {
        let cells = || digits(tag).map(|place| self.cells[usize::from(place) - 1]);
        let all = cells().fold(0, |all, cell| all | past.get(cell));
        cells().for_each(|cell| past.explain_lost(cell, !all, facts));
    }
}

/// The cells that hold a digit and no other, bit i for the i-th.
fn places_with(cells: &[usize], digit: u64, domains: &Domains) -> u64 {
    let places = cells.iter().enumerate().filter(|&(_, &cell)| domains.get(cell) == digit);
    places.fold(0, |set, (place, _)| set | 1 << place)
}

/// Whether nothing is to be removed, which is so nineteen times out of twenty: if all cells lead to one that can get a
/// free digit, or if there is none and all of them lead to the first and it to all.
fn is_all_connected(leads: &[u64], free: u64) -> bool {
    let all = u64::MAX >> (64 - leads.len());
    let mut known = if free == 0 { 1 } else { free };
    loop {
        let before = known;
        for (cell, &to) in leads.iter().enumerate() {
            known |= u64::from(to & known != 0) << cell;
        }
        if known == all {
            break;
        }
        if known == before {
            return false;
        }
    }
    if free != 0 {
        return true;
    }
    let (mut reached, mut open) = (1u64, 1u64);
    while open != 0 {
        let cell = open.trailing_zeros() as usize;
        open &= open - 1;
        open |= leads[cell] & !reached;
        reached |= leads[cell];
    }
    reached == all
}

/// Gives cell `start` a digit, moving others on a shortest path. If there is no way: the cells that have fewer digits
/// than they are.
fn augment(
    sets: &[u64],
    start: usize,
    owner: &mut [u8; 64],
    held: &mut [u8; 64],
) -> Result<(), u64> {
    let mut seen = 0u64;
    // By digit: the cell that reached it.
    let mut by = [NONE; 64];
    let mut queue = [0u8; 64];
    queue[0] = start as u8;
    let (mut next, mut end) = (0, 1);
    while next < end {
        let cell = queue[next];
        next += 1;
        for digit in digits(sets[usize::from(cell)] & !seen) {
            let index = usize::from(digit) - 1;
            seen |= 1 << index;
            by[index] = cell;
            if owner[index] != NONE {
                queue[end] = owner[index];
                end += 1;
                continue;
            }
            let mut digit = index as u8;
            loop {
                let cell = by[usize::from(digit)];
                let before = std::mem::replace(&mut held[usize::from(cell)], digit);
                owner[usize::from(digit)] = cell;
                if usize::from(cell) == start {
                    return Ok(());
                }
                digit = before;
            }
        }
    }
    Err(queue[..end].iter().fold(0, |cells, cell| cells | 1 << cell))
}

/// Open cells, as places among all cells.
fn places_of(cells: u64, open: &[u8; 64]) -> u64 {
    digits(cells).fold(0, |set, cell| set | 1 << open[usize::from(cell) - 1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hall_sets_take_their_digits_from_the_others() {
        // Two cells share 1 and 2. That the last cell has the 3 is not this one's: digits of settled cells go before.
        let mut domains = Domains::new(5, vec![0b00011, 0b00011, 0b11111, 0b11011, 0b00100]);
        let mut different = Different::new(vec![0, 1, 2, 3, 4], true);
        assert_eq!(different.propagate(&mut domains), Ok(()));
        assert_eq!(domains.sets(), [0b00011, 0b00011, 0b11100, 0b11000, 0b00100]);
    }

    #[test]
    fn digits_that_nobody_has_let_others_move() {
        let mut domains = Domains::new(5, vec![0b011, 0b110, 0b1100]);
        let mut different = Different::new(vec![0, 1, 2], false);
        assert_eq!(different.propagate(&mut domains), Ok(()));
        assert_eq!(domains.sets(), [0b011, 0b110, 0b1100]);
        let mut domains = Domains::new(5, vec![0b011, 0b011, 0b011]);
        assert_eq!(different.propagate(&mut domains), Err(Clash));
    }
}
