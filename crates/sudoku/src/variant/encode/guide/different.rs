//! Cells that are all different: no digit stays that is in no assignment of different digits.
//!
//! Régin's filter (*A filtering algorithm for constraints of difference in CSPs*, AAAI 1994) in sets of bits. A matching gives
//! each cell a digit of its own. Another digit of a cell can be had if a cycle of cells leads back, each of which takes the
//! digit of the next, or a chain of such cells leads to a digit that nobody has. So cell i points to cell j if i may
//! hold j's digit, and what does not stay within a strongly connected component, nor leads to a free digit, goes. This finds all naked
//! and hidden pairs, triples and so on at once.

use crate::variant::encode::digits::digits;

/// What a filter works with; kept for the memory only.
#[derive(Debug, Default)]
pub(super) struct Matching {
    /// By cell: the digit, from 0, that it is matched with.
    digit: Vec<usize>,
    /// By digit, from 0: the cell.
    cell: Vec<usize>,
    /// By cell: the cells that it points to.
    next: Vec<u64>,
    queue: Vec<usize>,
    from: Vec<usize>,
}

/// Nobody.
const NONE: usize = usize::MAX;

impl Matching {
    /// Narrows the sets of at most 64 cells; `false` if there is no assignment. O(k²) for k cells, unless the
    /// matching is hard to find: then O(k³).
    pub(super) fn filter(&mut self, sets: &mut [u64]) -> bool {
        if !self.find(sets) {
            return false;
        }
        let count = sets.len();
        self.next.clear();
        let taken = self.digit.iter().fold(0u64, |taken, &digit| taken | 1 << digit);
        // The cells from which a chain leads to a free digit.
        let mut free = 0u64;
        for (cell, &set) in sets.iter().enumerate() {
            let others = digits(set & taken).map(|digit| self.cell[usize::from(digit) - 1]);
            let next =
                others.filter(|&other| other != cell).fold(0, |next, other| next | 1 << other);
            self.next.push(next);
            if set & !taken != 0 {
                free |= 1 << cell;
            }
        }
        if free != 0 {
            loop {
                let leads = (0..count).filter(|&cell| self.next[cell] & free != 0);
                let more = leads.fold(free, |free, cell| free | 1 << cell);
                if more == free {
                    break;
                }
                free = more;
            }
        }
        let mut open = u64::MAX >> (64 - count.clamp(1, 64));
        while open != 0 {
            let start = open.trailing_zeros() as usize;
            let component = self.forward(start, open) & self.backward(start, open);
            open &= !component;
            // A cell keeps its own digit, those of the component, those that become free and the free ones.
            let stay = component | free;
            for cell in bits(component) {
                let lost = bits(self.next[cell] & !stay);
                sets[cell] &= !lost.fold(0, |lost, other| lost | 1 << self.digit[other]);
            }
        }
        true
    }

    /// The cells that a cell leads to, itself included, of those that are open.
    fn forward(&self, start: usize, open: u64) -> u64 {
        let (mut reached, mut new) = (1u64 << start, 1u64 << start);
        while new != 0 {
            let next = bits(new).fold(0, |next, cell| next | self.next[cell]);
            new = next & open & !reached;
            reached |= new;
        }
        reached
    }

    /// The cells that lead to a cell, itself included, of those that are open.
    fn backward(&self, start: usize, open: u64) -> u64 {
        let mut reached = 1u64 << start;
        loop {
            let leads = bits(open & !reached).filter(|&cell| self.next[cell] & reached != 0);
            let more = leads.fold(reached, |more, cell| more | 1 << cell);
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }

    /// A digit of its own for each cell, by augmenting paths, breadth first.
    fn find(&mut self, sets: &[u64]) -> bool {
        self.digit.clear();
        self.digit.resize(sets.len(), NONE);
        self.cell.clear();
        self.cell.resize(64, NONE);
        let mut taken = 0u64;
        for (cell, &set) in sets.iter().enumerate() {
            let free = set & !taken;
            if free != 0 {
                let digit = free.trailing_zeros() as usize;
                taken |= 1 << digit;
                (self.digit[cell], self.cell[digit]) = (digit, cell);
            }
        }
        for start in 0..sets.len() {
            if self.digit[start] != NONE {
                continue;
            }
            self.queue.clear();
            self.queue.push(start);
            self.from.clear();
            self.from.resize(64, NONE);
            let (mut seen, mut at, mut end) = (0u64, 0, NONE);
            while end == NONE && at < self.queue.len() {
                let cell = self.queue[at];
                at += 1;
                let free = sets[cell] & !taken;
                if free != 0 {
                    end = free.trailing_zeros() as usize;
                    self.from[end] = cell;
                    break;
                }
                for digit in bits(sets[cell] & !seen) {
                    self.from[digit] = cell;
                    self.queue.push(self.cell[digit]);
                }
                seen |= sets[cell];
            }
            if end == NONE {
                return false;
            }
            taken |= 1 << end;
            while end != NONE {
                let cell = self.from[end];
                let before = self.digit[cell];
                (self.digit[cell], self.cell[end]) = (end, cell);
                end = if cell == start { NONE } else { before };
            }
        }
        true
    }
}

/// The numbers of the bits of a word.
pub(super) fn bits(word: u64) -> impl Iterator<Item = usize> {
    digits(word).map(|digit| usize::from(digit) - 1)
}

#[cfg(test)]
mod tests {
    use quadrille_testkit::SplitMix64;

    use super::*;

    /// The same by trying all assignments.
    fn plain(sets: &[u64]) -> Option<Vec<u64>> {
        let mut found = vec![0; sets.len()];
        let mut open = vec![Vec::new()];
        while let Some(chosen) = open.pop() {
            let Some(&set) = sets.get(chosen.len()) else {
                chosen.iter().zip(&mut found).for_each(|(bit, set)| *set |= 1u64 << bit);
                continue;
            };
            for bit in bits(set).filter(|bit| !chosen.contains(bit)) {
                open.push(chosen.iter().copied().chain([bit]).collect());
            }
        }
        found.iter().all(|&set| set != 0).then_some(found)
    }

    #[test]
    fn it_keeps_just_what_some_assignment_has() {
        let mut rng = SplitMix64::new(5);
        let (mut solvable, mut narrowed) = (0, 0);
        for _ in 0..3_000 {
            let (cells, values) = (rng.between(1, 6), rng.between(2, 7));
            let mask = (1 << values) - 1;
            let mut sets: Vec<u64> = (0..cells)
                .map(|_| (rng.next_u64() & rng.next_u64() | 1 << rng.below(values)) & mask)
                .collect();
            let expected = plain(&sets);
            let before = sets.clone();
            let found = Matching::default().filter(&mut sets);
            assert_eq!(found, expected.is_some(), "{before:?}");
            if let Some(expected) = expected {
                solvable += 1;
                narrowed += usize::from(before != expected);
                assert_eq!(sets, expected, "{before:?}");
            }
        }
        assert!(solvable > 1_000 && narrowed > 300, "{solvable} {narrowed}");
    }
}
