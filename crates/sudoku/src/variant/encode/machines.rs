//! What lines of each kind remember of the digits read so far.

use super::line::{Machine, State};
use crate::variant::Automaton;

/// Σ cᵢ·xᵢ = total, with a factor for each cell: sums, arrows, and what follows from sums and houses.
///
/// The state is the sum so far; a layer has at most as many as there are sums, and what the cells behind can make up is
/// looked at, so that a sum that is out of reach is no state.
#[derive(Debug)]
pub(super) struct Weighted {
    factors: Vec<i64>,
    total: i64,
    /// What the cells from this one on can add at least and at most.
    rest: Vec<(i64, i64)>,
}

impl Weighted {
    /// With what each cell may hold.
    pub(super) fn new(factors: Vec<i64>, total: i64, domains: &[u64]) -> Self {
        let mut rest = vec![(0, 0)];
        let mut sums = (0, 0);
        for (&factor, &set) in factors.iter().zip(domains).rev() {
            let (least, most) = bounds(factor, set);
            sums = (sums.0 + least, sums.1 + most);
            rest.push(sums);
        }
        rest.reverse();
        Weighted { factors, total, rest }
    }
}

/// The least and the greatest that a cell can add.
pub(super) fn bounds(factor: i64, set: u64) -> (i64, i64) {
    let least = i64::from(set.trailing_zeros()) + 1;
    let most = 64 - i64::from(set.leading_zeros());
    let (a, b) = (factor * least, factor * most);
    (a.min(b), a.max(b))
}

impl Machine for Weighted {
    fn start(&self) -> State {
        (0, 0)
    }

    fn step(&self, cell: usize, (sum, _): State, digit: u8) -> Option<State> {
        let sum = sum + self.factors[cell] * i64::from(digit);
        let (least, most) = self.rest[cell + 1];
        (sum + least <= self.total && self.total <= sum + most).then_some((sum, 0))
    }

    fn accepts(&self, (sum, _): State) -> bool {
        sum == self.total
    }
}

/// The sum between the first 1 and the first n: how much of it there is, and from which end it began.
#[derive(Debug)]
pub(super) struct Sandwich {
    pub(super) size: u8,
    pub(super) sum: i64,
}

/// Phases of a sandwich: neither seen, from the 1 on, from the n on, both.
const BEFORE: i64 = 0;
const FROM_ONE: i64 = 1;
const FROM_LAST: i64 = 2;
const BEHIND: i64 = 3;

impl Machine for Sandwich {
    fn start(&self) -> State {
        (BEFORE, 0)
    }

    fn step(&self, _: usize, (phase, sum): State, digit: u8) -> Option<State> {
        let is_end = match phase {
            BEFORE if self.size == 1 => true,
            FROM_ONE => digit == self.size,
            FROM_LAST => digit == 1,
            _ => false,
        };
        if is_end {
            return (sum == self.sum).then_some((BEHIND, 0));
        }
        match phase {
            BEFORE if digit == 1 => Some((FROM_ONE, 0)),
            BEFORE if digit == self.size => Some((FROM_LAST, 0)),
            FROM_ONE | FROM_LAST => {
                let sum = sum + i64::from(digit);
                (sum <= self.sum).then_some((phase, sum))
            }
            _ => Some((phase, 0)),
        }
    }

    fn accepts(&self, (phase, _): State) -> bool {
        phase == BEHIND
    }
}

/// The sum of the first x cells: how many are still to come, and what they are to add up to.
#[derive(Debug)]
pub(super) struct XSum {
    pub(super) size: i64,
    pub(super) cells: usize,
    pub(super) sum: i64,
    /// Whether no two cells hold the same.
    pub(super) apart: bool,
}

impl XSum {
    /// Whether so many cells can add up to a sum.
    fn is_possible(&self, cells: i64, sum: i64) -> bool {
        let (least, most) = match self.apart {
            true => (cells * (cells + 1) / 2, cells * (2 * self.size - cells + 1) / 2),
            false => (cells, cells * self.size),
        };
        least <= sum && sum <= most
    }
}

impl Machine for XSum {
    fn start(&self) -> State {
        (0, 0)
    }

    fn step(&self, cell: usize, (left, sum): State, digit: u8) -> Option<State> {
        let digit = i64::from(digit);
        if cell == 0 {
            let state = (digit - 1, self.sum - digit);
            let fits = usize::from(digit as u8) <= self.cells;
            return (fits && self.is_possible(state.0, state.1)).then_some(state);
        }
        if left == 0 {
            return Some((0, 0));
        }
        let state = (left - 1, sum - digit);
        self.is_possible(state.0, state.1).then_some(state)
    }

    fn accepts(&self, (left, sum): State) -> bool {
        (left, sum) == (0, 0)
    }
}

/// Cells greater than all before them: the greatest so far, and how many there were.
#[derive(Debug)]
pub(super) struct Skyscraper {
    pub(super) count: i64,
}

impl Machine for Skyscraper {
    fn start(&self) -> State {
        (0, 0)
    }

    fn step(&self, _: usize, (tallest, seen): State, digit: u8) -> Option<State> {
        let digit = i64::from(digit);
        if digit <= tallest {
            return Some((tallest, seen));
        }
        (seen < self.count).then_some((digit, seen + 1))
    }

    fn accepts(&self, (_, seen): State) -> bool {
        seen == self.count
    }
}

/// At least so many cells with a digit.
#[derive(Debug)]
pub(super) struct AtLeast {
    pub(super) digit: u8,
    pub(super) times: i64,
}

impl Machine for AtLeast {
    fn start(&self) -> State {
        (0, 0)
    }

    fn step(&self, _: usize, (times, _): State, digit: u8) -> Option<State> {
        Some(((times + i64::from(digit == self.digit)).min(self.times), 0))
    }

    fn accepts(&self, (times, _): State) -> bool {
        times == self.times
    }
}

/// The user's own.
impl Machine for Automaton {
    fn start(&self) -> State {
        (0, 0)
    }

    fn step(&self, _: usize, (state, _): State, digit: u8) -> Option<State> {
        let next = self.next(usize::try_from(state).ok()?, digit)?;
        Some((i64::try_from(next).ok()?, 0))
    }

    fn accepts(&self, (state, _): State) -> bool {
        usize::try_from(state).is_ok_and(|state| self.is_accepting(state))
    }
}
