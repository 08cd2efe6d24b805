//! What cells may hold, why, and how to take it back.

use super::facts::{Fact, Past};

/// A cell has no candidate left, or a rule cannot hold any more. Why is with the [`Domains`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Clash;

/// Why candidates were removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reason {
    /// It is tried.
    Decision,
    /// All else under the decisions of this level and those below has been searched.
    Searched,
    /// A cell that is seen holds the digit.
    Peer(u32),
    /// The house of this number; the digit is noted.
    House(u32),
    /// A learned clause of this number.
    Clause(u32),
    /// The propagator of this number.
    Rule(u32),
}

/// A change of a set of candidates, or one that would leave nothing.
#[derive(Debug, Clone, Copy)]
pub(super) struct Change {
    /// The cell, or [`NO_CELL`] of a rule that cannot hold as a whole.
    pub(super) cell: u32,
    pub(super) level: u32,
    /// The candidates before.
    pub(super) before: u64,
    /// And behind.
    pub(super) after: u64,
    /// The digit (as a set) that the reason gave the cell; empty if it took some away.
    pub(super) assigned: u64,
    pub(super) reason: Reason,
    /// What a propagator notes to explain the change later.
    pub(super) tag: u64,
}

/// No cell: see [`Change::cell`].
pub(super) const NO_CELL: u32 = u32::MAX;

/// The candidates of every cell, with a trail: each change is noted with what was there before and why, so that to go
/// back to a level is to play the trail backwards to where it stood. On a board of 25×25 a level changes a few dozen
/// of 625 sets; copying all of them would cost more than the changes do.
///
/// What holds without any decision (level 0) is not kept on the trail: nothing has to be explained by it.
#[derive(Debug, Clone)]
pub(super) struct Domains {
    size: usize,
    /// By number of the board, bit d − 1 for digit d; empty where no cell is.
    sets: Vec<u64>,
    /// The sets of level 0.
    root: Vec<u64>,
    trail: Vec<Change>,
    /// By cell and digit: where on the trail it was removed. Right for those that are in the root's set and not in
    /// the present one.
    removed_at: Vec<u32>,
    /// By cell: where on the trail it got a single candidate. Right for those that have one now and had not at first.
    single_at: Vec<u32>,
    level: u32,
    reason: Reason,
    tag: u64,
    failure: Option<Change>,
}

impl Domains {
    /// These sets of digits up to `size`, and an empty trail.
    pub(super) fn new(size: usize, sets: Vec<u64>) -> Self {
        Domains {
            size,
            root: sets.clone(),
            trail: Vec::new(),
            removed_at: vec![0; sets.len() * size],
            single_at: vec![0; sets.len()],
            sets,
            level: 0,
            reason: Reason::Decision,
            tag: 0,
            failure: None,
        }
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

    /// The candidates of a cell at level 0.
    #[inline]
    pub(super) fn root(&self, cell: usize) -> u64 {
        self.root[cell]
    }

    /// The changes so far, the oldest first.
    #[inline]
    pub(super) fn trail(&self) -> &[Change] {
        &self.trail
    }

    /// The number of decisions.
    #[inline]
    pub(super) fn level(&self) -> u32 {
        self.level
    }

    /// Whoever changes something from now on, this is why.
    #[inline]
    pub(super) fn because(&mut self, reason: Reason) {
        self.reason = reason;
        self.tag = 0;
        self.failure = None;
    }

    /// The same, with what is noted for the explanation.
    #[inline]
    pub(super) fn because_of(&mut self, reason: Reason, tag: u64) {
        self.because(reason);
        self.tag = tag;
    }

    /// The propagator at work notes this with its next changes.
    pub(super) fn note(&mut self, tag: u64) {
        self.tag = tag;
    }

    /// The rule at work cannot hold: `tag` is for its explanation.
    pub(super) fn fail(&mut self, tag: u64) -> Clash {
        self.tag = tag;
        self.failure = Some(self.change(NO_CELL, 0, 0, 0));
        Clash
    }

    /// The change that failed; of a rule that gave none, one of no cell and with the tag 0.
    pub(super) fn failure(&self) -> Change {
        self.failure.unwrap_or(Change { tag: 0, ..self.change(NO_CELL, 0, 0, 0) })
    }

    fn change(&self, cell: u32, before: u64, after: u64, assigned: u64) -> Change {
        let (level, reason, tag) = (self.level, self.reason, self.tag);
        Change { cell, level, before, after, assigned, reason, tag }
    }

    /// Leaves a cell only candidates that are in `set`.
    #[inline]
    pub(super) fn keep(&mut self, cell: usize, set: u64) -> Result<(), Clash> {
        let before = self.sets[cell];
        if before & set == before {
            return Ok(());
        }
        self.put(cell, before, before & set, 0)
    }

    /// Takes the candidates in `set` from a cell.
    #[inline]
    pub(super) fn remove(&mut self, cell: usize, set: u64) -> Result<(), Clash> {
        self.keep(cell, !set)
    }

    /// Gives a cell a digit, as a set.
    #[inline]
    pub(super) fn assign(&mut self, cell: usize, digit: u64) -> Result<(), Clash> {
        let before = self.sets[cell];
        if before == digit {
            return Ok(());
        }
        self.put(cell, before, before & digit, digit)
    }

    /// Leaves each of some cells only what is in the set at the same place.
    pub(super) fn keep_each(&mut self, cells: &[usize], sets: &[u64]) -> Result<(), Clash> {
        cells.iter().zip(sets).try_for_each(|(&cell, &set)| self.keep(cell, set))
    }

    fn put(&mut self, cell: usize, before: u64, after: u64, assigned: u64) -> Result<(), Clash> {
        let change = self.change(cell as u32, before, after, assigned);
        if after == 0 {
            self.failure = Some(change);
            return Err(Clash);
        }
        let at = self.trail.len() as u32;
        for digit in digits(before & !after) {
            self.removed_at[cell * self.size + usize::from(digit) - 1] = at;
        }
        if is_single(after) {
            self.single_at[cell] = at;
        }
        self.trail.push(change);
        self.sets[cell] = after;
        Ok(())
    }

    /// Opens a level.
    pub(super) fn deepen(&mut self) {
        self.level += 1;
    }

    /// Takes back all changes but the first `length`, and goes back to `level`.
    pub(super) fn undo_to(&mut self, length: usize, level: u32) {
        while self.trail.len() > length
            && let Some(change) = self.trail.pop()
        {
            self.sets[change.cell as usize] = change.before;
        }
        self.level = level;
    }

    /// Takes all that is on the trail for settled; at level 0.
    pub(super) fn settle(&mut self) {
        for change in self.trail.drain(..) {
            self.root[change.cell as usize] = self.sets[change.cell as usize];
        }
    }

    /// Where on the trail a fact that holds came to be; `None` if it does at level 0.
    #[inline]
    pub(super) fn place(&self, fact: Fact) -> Option<u32> {
        let cell = fact.cell();
        if fact.holds_in(self.root[cell]) {
            return None;
        }
        Some(if fact.is() {
            self.single_at[cell]
        } else {
            self.removed_at[cell * self.size + fact.index()]
        })
    }

    /// Where on the trail a digit − 1 was removed: right for those of the root's set that are not there now.
    #[inline]
    pub(super) fn removed_at(&self, cell: usize, index: usize) -> u32 {
        self.removed_at[cell * self.size + index]
    }

    /// How things stood before a place on the trail.
    pub(super) fn before(&self, place: u32) -> Past<'_> {
        Past::new(self, place)
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
        let mut domains = Domains::new(3, vec![0b111, 0b110]);
        assert_eq!(domains.keep(0, 0b11), Ok(()));
        let mark = domains.trail().len();
        assert_eq!(domains.remove(0, 0b1), Ok(()));
        assert_eq!(domains.remove(1, 0b110), Err(Clash));
        assert_eq!(domains.failure().cell, 1);
        domains.undo_to(mark, 0);
        assert_eq!(domains.sets(), [0b11, 0b110]);
    }

    #[test]
    fn facts_have_places() {
        let mut domains = Domains::new(3, vec![0b111, 0b110]);
        domains.keep(0, 0b110).expect("some are left");
        domains.assign(0, 0b100).expect("it is there");
        let place = |digit, is| domains.place(Fact::new(0, digit, is));
        assert_eq!((place(0, false), place(1, false), place(2, true)), (Some(0), Some(1), Some(1)));
        assert_eq!(domains.place(Fact::new(1, 0, false)), None);
        assert_eq!((domains.before(1).get(0), domains.before(2).get(0)), (0b110, 0b100));
        domains.settle();
        assert_eq!(domains.place(Fact::new(0, 2, true)), None);
    }

    #[test]
    fn ranges_of_digits() {
        assert_eq!((range(2, 4), range(3, 2), range(1, 64)), (0b1110, 0, u64::MAX));
        assert_eq!(digits(0b10101).collect::<Vec<_>>(), [1, 3, 5]);
    }
}
