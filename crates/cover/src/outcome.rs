//! How a search ended: the verdict, and why it was stopped if it was.

use std::fmt;

use num_bigint::BigUint;

use crate::ids::ItemId;
use crate::statistics::Statistics;

/// How far a search got.
///
/// A verdict never claims more than is known: "no solution" is [`Verdict::Exhausted`] with a count
/// of 0, and nothing else is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The whole search tree was visited: what was found is all there is.
    Exhausted,
    /// As many solutions as were asked for were found; there may be more.
    LimitReached,
    /// The search was stopped before its end; what was found is a part.
    Stopped(StopReason),
}

impl Verdict {
    /// Whether the search tree was visited whole.
    pub const fn is_exhausted(self) -> bool {
        matches!(self, Verdict::Exhausted)
    }

    /// Whether the search was stopped before its end, so that the answer is a part.
    pub const fn is_stopped(self) -> bool {
        matches!(self, Verdict::Stopped(_))
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Exhausted => f.write_str("exhausted"),
            Verdict::LimitReached => f.write_str("limit reached"),
            Verdict::Stopped(reason) => write!(f, "stopped: {reason}"),
        }
    }
}

/// What stopped a search before its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StopReason {
    /// The node budget was used up.
    NodeBudget,
    /// The time budget was used up.
    TimeBudget,
    /// A [`CancelToken`](crate::CancelToken) was pulled.
    Cancelled,
    /// The memory was used up; only where what is made takes it, not where it only saves time.
    MemoryLimit,
    /// The receiver of the solutions asked for no more.
    Receiver,
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            StopReason::NodeBudget => "node budget used up",
            StopReason::TimeBudget => "time budget used up",
            StopReason::Cancelled => "cancelled",
            StopReason::MemoryLimit => "memory used up",
            StopReason::Receiver => "receiver wanted no more",
        })
    }
}

/// The result of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outcome {
    /// How far the search got.
    pub verdict: Verdict,
    /// Number of solutions found; with [`Verdict::Exhausted`], the number that there are.
    /// `u64::MAX` if they are more: [`total`](Self::total) is exact.
    pub solutions: u64,
    /// A primary item that no option has, if there is one: the reason for 0 solutions.
    pub item_without_options: Option<ItemId>,
    /// Whether they were counted by sub-problems ([`Dd`](crate::strategy::Dd)) and not visited.
    pub by_sub_problems: bool,
    /// What the search did.
    pub statistics: Statistics,
}

impl Outcome {
    /// Number of solutions found, exactly.
    ///
    /// ```
    /// use quadrille_cover::{ProblemBuilder, Search};
    ///
    /// // Each of 100 items is covered by one of two options: 2¹⁰⁰ solutions.
    /// let mut builder = ProblemBuilder::new();
    /// builder.primary_items(0..100)?;
    /// for item in 0..200 {
    ///     builder.add_option([item / 2])?;
    /// }
    /// let outcome = Search::new().count(&builder.build())?;
    /// assert_eq!(outcome.total().to_string(), "1267650600228229401496703205376");
    /// assert_eq!(outcome.solutions, u64::MAX);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn total(&self) -> BigUint {
        self.statistics.total()
    }
}
