//! The data-driven suites: every case of this crate, in every mode, against an engine that is handed in as a closure.
//!
//! [`cover_suite`], [`sudoku_suite`] and [`text_suite`] call the closure with a problem and a [`Mode`], judge each
//! [`Reply`], and collect *all* failures in a [`Report`] instead of stopping at the first.
//!
//! What the engine cannot do it answers with [`Reply::Unsupported`], and the caller lists it as a [`Skip`] with the
//! reason. A skip that is not listed is a failure, and so is a listed one that did not happen: the list is always true.
//! A panic in the closure is a failure of that case, and the others still run.
//!
//! # What is demanded
//!
//! | mode | the answer has |
//! |---|---|
//! | `First` | one valid solution, or none if there is none |
//! | `All` | every solution once, in any order; `exhausted` |
//! | `Count` | the number; `exhausted`; solutions are optional |
//! | `Limit(n)` | min(n, count) different valid solutions; `exhausted` if count < n, not `exhausted` if count > n |
//! | `PauseResume` | the sequence that `All` gave, the same order included |
//! | `DropAfter(n)` | min(n, count) different valid solutions, taken from an iterator that is then dropped |
//!
//! Anything that asks for more than there is must end `exhausted`. `All` runs once more after the drops and must give the
//! same set: an engine that keeps scratch memory must not be left in a bad state.
//!
//! A problem that is to be refused is offered in the modes `First`, `All` and `Count`.
//!
//! # Examples
//!
//! The brute-force oracle as the engine, which has nothing to pause:
//!
//! ```
//! use quadrille_testkit::suite::{Answer, Mode, ModeKind, Reply, Skip, cover_suite};
//! use quadrille_testkit::oracle;
//!
//! let skips = [
//!     Skip::mode(ModeKind::PauseResume, "the oracle runs to the end"),
//!     Skip::tag("large", "the oracle would take too long"),
//! ];
//! let report = cover_suite("oracle", &skips, |instance, mode| {
//!     if matches!(mode, Mode::PauseResume { .. }) || instance.options.len() > 50 {
//!         return Reply::Unsupported;
//!     }
//!     match oracle::solutions(instance) {
//!         Ok(solutions) => Reply::Answer(Answer::of_all(solutions, mode)),
//!         Err(fault) => Reply::Error(fault.kind().to_owned()),
//!     }
//! });
//! report.assert_ok();
//! ```

mod check;
mod cover;
mod report;
mod skip;
mod sudoku;
mod text;

pub use cover::{CoverReply, cover_suite, cover_suite_of};
pub use report::{Failure, Report};
pub use skip::Skip;
pub use sudoku::{SudokuReply, sudoku_suite, sudoku_suite_of};
pub use text::{TextReply, text_suite};

use std::fmt;

/// What the engine is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// One solution.
    First,
    /// All solutions.
    All,
    /// The number of solutions.
    Count,
    /// The given number of solutions, at least 1, and then stop.
    Limit(u64),
    /// All solutions, by a search that is paused and resumed every so many nodes.
    PauseResume {
        /// The node budget of each leg, at least 1.
        every: u64,
    },
    /// So many solutions from an iterator, which is then dropped.
    DropAfter(u64),
}

impl Mode {
    /// The most solutions that the answer may hold; `None` when all are wanted.
    pub fn limit(self) -> Option<u64> {
        match self {
            Mode::First => Some(1),
            Mode::Limit(n) | Mode::DropAfter(n) => Some(n),
            Mode::All | Mode::Count | Mode::PauseResume { .. } => None,
        }
    }

    /// The kind, without its numbers.
    pub fn kind(self) -> ModeKind {
        match self {
            Mode::First => ModeKind::First,
            Mode::All => ModeKind::All,
            Mode::Count => ModeKind::Count,
            Mode::Limit(_) => ModeKind::Limit,
            Mode::PauseResume { .. } => ModeKind::PauseResume,
            Mode::DropAfter(_) => ModeKind::DropAfter,
        }
    }

    /// The modes in which a case with `count` solutions runs, in order. The limits are those around the count, where an
    /// engine is most likely to be off by one.
    pub fn all_for(count: u64) -> Vec<Mode> {
        let mut modes = vec![Mode::First, Mode::All, Mode::Count];
        let mut limits: Vec<u64> =
            vec![1, 2, count.saturating_sub(1), count, count.saturating_add(1)];
        limits.retain(|&limit| limit > 0);
        limits.sort_unstable();
        limits.dedup();
        modes.extend(limits.into_iter().map(Mode::Limit));
        modes.extend([1, 7, 1000].map(|every| Mode::PauseResume { every }));
        modes.extend([0, 1, 3].map(Mode::DropAfter));
        modes.push(Mode::All);
        modes
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

/// The kind of a [`Mode`], by which a [`Skip`] names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ModeKind {
    /// See [`Mode::First`].
    First,
    /// See [`Mode::All`].
    All,
    /// See [`Mode::Count`].
    Count,
    /// See [`Mode::Limit`].
    Limit,
    /// See [`Mode::PauseResume`].
    PauseResume,
    /// See [`Mode::DropAfter`].
    DropAfter,
}

/// What an engine found. `S` is a solution: option numbers, or the digits of a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer<S> {
    /// The solutions in the order in which they came; may be `None` only in [`Mode::Count`].
    pub solutions: Option<Vec<S>>,
    /// How many solutions were found.
    pub count: u64,
    /// Whether the engine says that there are no more.
    pub exhausted: bool,
}

impl<S> Answer<S> {
    /// What a right engine answers that has found all solutions, in that order: for engines that know no other way, and
    /// for tests.
    pub fn of_all(mut solutions: Vec<S>, mode: Mode) -> Self {
        let all = solutions.len() as u64;
        let exhausted = mode.limit().is_none_or(|limit| all < limit);
        let count = mode.limit().map_or(all, |limit| limit.min(all));
        // The count is at most the length, so that it fits.
        solutions.truncate(count as usize);
        Answer { solutions: Some(solutions), count, exhausted }
    }
}

/// How an engine replied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply<S> {
    /// It searched.
    Answer(Answer<S>),
    /// It refused the problem; the kind is one of the words of the case files, such as `empty-option`.
    Error(String),
    /// It cannot do this; must be listed as a [`Skip`].
    Unsupported,
}
