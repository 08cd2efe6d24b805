//! Facts: that a cell holds a digit, or does not; and how things stood at an earlier time.

use super::domains::{Domains, digits, is_single};

/// That a cell holds a digit, or that it does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fact {
    cell: u32,
    /// The digit − 1.
    index: u8,
    is: bool,
}

impl Fact {
    /// A fact of a cell and a digit − 1.
    pub(super) fn new(cell: usize, index: usize, is: bool) -> Self {
        Fact { cell: cell as u32, index: index as u8, is }
    }

    /// That a cell holds a digit, given as a set.
    pub(super) fn is_set(cell: usize, digit: u64) -> Self {
        Fact::new(cell, digit.trailing_zeros() as usize, true)
    }

    pub(super) fn cell(self) -> usize {
        self.cell as usize
    }

    /// The digit − 1.
    pub(super) fn index(self) -> usize {
        usize::from(self.index)
    }

    /// The digit as a set.
    pub(super) fn digit(self) -> u64 {
        1 << self.index
    }

    /// Whether it is that the cell holds the digit.
    pub(super) fn is(self) -> bool {
        self.is
    }

    /// Whether it holds if the candidates of its cell are these.
    #[inline]
    pub(super) fn holds_in(self, set: u64) -> bool {
        if self.is { set == self.digit() } else { set & self.digit() == 0 }
    }

    /// Whether it cannot hold any more if the candidates of its cell are these.
    #[inline]
    pub(super) fn fails_in(self, set: u64) -> bool {
        if self.is { set & self.digit() == 0 } else { set == self.digit() }
    }
}

/// The candidates as they were before a place on the trail.
#[derive(Debug, Clone, Copy)]
pub(super) struct Past<'d> {
    domains: &'d Domains,
    place: u32,
}

impl<'d> Past<'d> {
    pub(super) fn new(domains: &'d Domains, place: u32) -> Self {
        Past { domains, place }
    }

    /// The digits that were lost by then, other than at level 0.
    pub(super) fn lost(&self, cell: usize) -> u64 {
        let gone = self.domains.root(cell) & !self.domains.get(cell);
        let was = |&digit: &u8| {
            let fact = Fact::new(cell, usize::from(digit) - 1, false);
            self.domains.place(fact).is_some_and(|place| place < self.place)
        };
        digits(gone).filter(was).fold(0, |set, digit| set | 1 << (digit - 1))
    }

    /// The candidates of a cell.
    pub(super) fn get(&self, cell: usize) -> u64 {
        self.domains.root(cell) & !self.lost(cell)
    }

    /// That some digits are lost, as far as it was so.
    pub(super) fn explain_lost(&self, cell: usize, set: u64, facts: &mut Vec<Fact>) {
        let lost = digits(self.lost(cell) & set);
        facts.extend(lost.map(|digit| Fact::new(cell, usize::from(digit) - 1, false)));
    }

    /// All that was known of a cell: what it held, or else what it had lost.
    pub(super) fn explain_cell(&self, cell: usize, facts: &mut Vec<Fact>) {
        let set = self.get(cell);
        if is_single(set) {
            facts.push(Fact::is_set(cell, set));
        } else {
            self.explain_lost(cell, u64::MAX, facts);
        }
    }
}
