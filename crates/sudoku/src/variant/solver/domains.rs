//! What cells may hold, and how to take it back.

/// A cell has no candidate left, or a rule cannot hold any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Clash;

/// A change of a set of candidates.
#[derive(Debug, Clone, Copy)]
pub(super) struct Change {
    /// The cell.
    pub(super) cell: u32,
    /// Its candidates before.
    pub(super) before: u64,
}

/// The candidates of every cell, with a trail: each change is noted with what was there before, so that to go back to
/// a level is to play the trail backwards to where it stood. On a board of 25×25 a level changes a few dozen of 625
/// sets; copying all of them would cost more than the changes do.
#[derive(Debug, Clone)]
pub(super) struct Domains {
    /// By number of the board, bit d − 1 for digit d; empty where no cell is.
    sets: Vec<u64>,
    trail: Vec<Change>,
}

impl Domains {
    /// These sets, and an empty trail.
    pub(super) fn new(sets: Vec<u64>) -> Self {
        Domains { sets, trail: Vec::new() }
    }

    /// The candidates of a cell.
    #[inline]
    pub(super) fn get(&self, cell: usize) -> u64 {
        self.sets[cell]
    }

    /// All sets.
    pub(super) fn sets(&self) -> &[u64] {
        &self.sets
    }

    /// The changes so far, the oldest first.
    pub(super) fn trail(&self) -> &[Change] {
        &self.trail
    }

    /// Leaves a cell only candidates that are in `set`.
    #[inline]
    pub(super) fn keep(&mut self, cell: usize, set: u64) -> Result<(), Clash> {
        let before = self.sets[cell];
        let after = before & set;
        if after != before {
            self.trail.push(Change { cell: cell as u32, before });
            self.sets[cell] = after;
            if after == 0 {
                return Err(Clash);
            }
        }
        Ok(())
    }

    /// Takes the candidates in `set` from a cell.
    #[inline]
    pub(super) fn remove(&mut self, cell: usize, set: u64) -> Result<(), Clash> {
        self.keep(cell, !set)
    }

    /// Leaves each of some cells only what is in the set at the same place.
    pub(super) fn keep_each(&mut self, cells: &[usize], sets: &[u64]) -> Result<(), Clash> {
        cells.iter().zip(sets).try_for_each(|(&cell, &set)| self.keep(cell, set))
    }

    /// Takes back all changes but the first `length`.
    pub(super) fn undo_to(&mut self, length: usize) {
        while self.trail.len() > length
            && let Some(change) = self.trail.pop()
        {
            self.sets[change.cell as usize] = change.before;
        }
    }
}

/// Whether a set has one digit.
#[inline]
pub(super) fn is_single(set: u64) -> bool {
    set != 0 && set & (set - 1) == 0
}

/// The digits of a set, the least first.
#[inline]
pub(super) fn digits(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let digit = set.trailing_zeros() as u8 + 1;
            set &= set - 1;
            digit
        })
    })
}

/// The digits from `first` to `last`, both from 1 to 64; none if `first` is greater.
pub(super) fn range(first: usize, last: usize) -> u64 {
    if first > last {
        return 0;
    }
    (u64::MAX >> (64 - last)) & (u64::MAX << (first - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_changed_comes_back() {
        let mut domains = Domains::new(vec![0b111, 0b110]);
        assert_eq!(domains.keep(0, 0b11), Ok(()));
        let mark = domains.trail().len();
        assert_eq!(domains.remove(0, 0b1), Ok(()));
        assert_eq!(domains.remove(1, 0b110), Err(Clash));
        domains.undo_to(mark);
        assert_eq!(domains.sets(), [0b11, 0b110]);
    }

    #[test]
    fn ranges_of_digits() {
        assert_eq!((range(2, 4), range(3, 2), range(1, 64)), (0b1110, 0, u64::MAX));
        assert_eq!(digits(0b10101).collect::<Vec<_>>(), [1, 3, 5]);
    }
}
