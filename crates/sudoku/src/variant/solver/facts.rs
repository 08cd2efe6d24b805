//! Facts: that a cell holds a digit, or does not; and how things stood at an earlier time.

use super::domains::{Domains, digits, is_single};

/// That a cell holds a digit, or that it does not: in one word of 32 bits, as learned clauses have a million of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fact(u32);

impl Fact {
    /// A fact of a cell and a digit − 1.
    #[inline]
    pub(super) fn new(cell: usize, index: usize, is: bool) -> Self {
        Fact((cell as u32) << 7 | (index as u32) << 1 | u32::from(is))
    }

    /// That a cell holds a digit, given as a set.
    #[inline]
    pub(super) fn is_set(cell: usize, digit: u64) -> Self {
        Fact::new(cell, digit.trailing_zeros() as usize, true)
    }

    #[inline]
    pub(super) fn cell(self) -> usize {
        (self.0 >> 7) as usize
    }

    /// The digit − 1.
    #[inline]
    pub(super) fn index(self) -> usize {
        (self.0 >> 1 & 63) as usize
    }

    /// The digit as a set.
    #[inline]
    pub(super) fn digit(self) -> u64 {
        1 << (self.0 >> 1 & 63)
    }

    /// Whether it is that the cell holds the digit.
    #[inline]
    pub(super) fn is(self) -> bool {
        self.0 & 1 != 0
    }

    /// A number in the place of a fact.
    #[inline]
    pub(super) fn of_number(number: u32) -> Self {
        Fact(number)
    }

    /// The number in the place of a fact.
    #[inline]
    pub(super) fn number(self) -> u32 {
        self.0
    }

    /// Whether it holds if the candidates of its cell are these.
    #[inline]
    pub(super) fn holds_in(self, set: u64) -> bool {
        if self.is() { set == self.digit() } else { set & self.digit() == 0 }
    }

    /// Whether it cannot hold any more if the candidates of its cell are these.
    #[inline]
    pub(super) fn fails_in(self, set: u64) -> bool {
        if self.is() { set & self.digit() == 0 } else { set == self.digit() }
    }
}

/// The candidates as they were before a place on the trail.
#[derive(Debug, Clone, Copy)]
pub(super) struct Past<'d> {
    domains: &'d Domains,
    place: u32,
}

impl<'d> Past<'d> {
    #[inline]
    pub(super) fn new(domains: &'d Domains, place: u32) -> Self {
        Past { domains, place }
    }

    /// The digits of `set` that were lost by then, other than at level 0.
    #[inline]
    pub(super) fn lost(&self, cell: usize, set: u64) -> u64 {
        let mut gone = self.domains.root(cell) & !self.domains.get(cell) & set;
        let mut lost = 0;
        while gone != 0 {
            let digit = gone & gone.wrapping_neg();
            gone ^= digit;
            if self.domains.removed_at(cell, digit.trailing_zeros() as usize) < self.place {
                lost |= digit;
            }
        }
        lost
    }

    /// The candidates of a cell.
    #[inline]
    pub(super) fn get(&self, cell: usize) -> u64 {
        self.get_of(cell, u64::MAX)
    }

    /// Those candidates of a cell that are in `set`.
    #[inline]
    pub(super) fn get_of(&self, cell: usize, set: u64) -> u64 {
        self.domains.root(cell) & set & !self.lost(cell, set)
    }

    /// That some digits are lost, as far as it was so.
    #[inline]
    pub(super) fn explain_lost(&self, cell: usize, set: u64, facts: &mut Vec<Fact>) {
        let lost = digits(self.lost(cell, set));
        facts.extend(lost.map(|digit| Fact::new(cell, usize::from(digit) - 1, false)));
    }

    /// All that was known of a cell: what it held, or else what it had lost.
    #[inline]
    pub(super) fn explain_cell(&self, cell: usize, facts: &mut Vec<Fact>) {
        let set = self.get(cell);
        if is_single(set) {
            facts.push(Fact::is_set(cell, set));
        } else {
            self.explain_lost(cell, u64::MAX, facts);
        }
    }
}
