//! How far a search may go: node and time budgets, cancellation, and the slices in which a driver
//! hands them to a searcher.
//!
//! A searcher knows nothing of clocks. It is given a [`Budget`] of nodes, works until that is spent
//! and returns. The [`Meter`] hands out the budgets, and looks at the clock and the cancel token
//! between two of them; so the hot path pays for one decrement a node, and every searcher, ours or
//! the user's, obeys every limit.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::outcome::StopReason;

/// Nodes a slice when a clock or a token has to be looked at.
const SLICE_NODES: u64 = 4096;
/// Work units a slice, about a millisecond of updates. On a large problem a single node may update
/// millions of links: nodes alone would let a slice last for minutes.
const SLICE_WORK: u64 = 1 << 19;

/// What a searcher may still spend before it must pause.
///
/// Nodes are counted exactly. Work (a unit is about one memory update) only keeps the time between
/// two looks at the clock short: a searcher may overdraw it by one node's worth. The solutions say
/// when to come back: after each one to visit them, after all of them to count.
///
/// ```
/// use quadrille_cover::Budget;
///
/// let mut budget = Budget::nodes(2);
/// assert!(budget.take_node());
/// assert!(budget.take_node());
/// assert!(!budget.take_node(), "spent: pause before the node");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Budget {
    nodes: u64,
    work: u64,
    solutions: u64,
}

impl Budget {
    /// A budget of `nodes` nodes and any amount of work, up to the next solution.
    pub const fn nodes(nodes: u64) -> Self {
        Budget { nodes, work: u64::MAX, solutions: 1 }
    }

    /// The same up to so many solutions; 0 is taken for 1.
    pub const fn with_solutions(mut self, solutions: u64) -> Self {
        self.solutions = if solutions == 0 { 1 } else { solutions };
        self
    }

    /// The same with at most so many nodes.
    #[cfg(feature = "parallel")]
    pub(crate) const fn capped(mut self, nodes: u64) -> Self {
        if nodes < self.nodes {
            self.nodes = nodes;
        }
        self
    }

    /// A budget that lasts longer than any search.
    pub const fn unlimited() -> Self {
        Budget::nodes(u64::MAX)
    }

    /// Takes one node off the budget; `false`, and nothing taken, if the budget is spent.
    #[inline]
    pub const fn take_node(&mut self) -> bool {
        if self.nodes == 0 || self.work == 0 {
            return false;
        }
        self.nodes -= 1;
        true
    }

    /// Whether some work is left: what to ask within a node that takes long.
    #[inline]
    pub const fn has_work(&self) -> bool {
        self.work > 0
    }

    /// Takes `units` of work off the budget, down to zero.
    #[inline]
    pub const fn charge(&mut self, units: u64) {
        self.work = self.work.saturating_sub(units);
    }

    /// How many nodes can be visited if each comes to so much work; more than 0.
    #[inline]
    pub(crate) fn affords(&self, work: u64) -> u64 {
        self.nodes.min(self.work.div_ceil(work))
    }

    /// Takes off nodes that were visited, and their work.
    #[inline]
    pub(crate) fn spend(&mut self, nodes: u64, work: u64) {
        self.nodes = self.nodes.saturating_sub(nodes);
        self.charge(nodes.saturating_mul(work));
    }

    /// Books a solution; `true` if it was the last that is wanted, so that the searcher must come
    /// back with it.
    #[inline]
    pub const fn take_solution(&mut self) -> bool {
        self.solutions = self.solutions.saturating_sub(1);
        self.solutions == 0
    }

    /// A budget of at most so many of its nodes and so much of its work, to be
    /// [taken back](Self::take_back).
    pub(crate) const fn lend(&self, nodes: u64, work: u64) -> Budget {
        let nodes = if nodes < self.nodes { nodes } else { self.nodes };
        let work = if work < self.work { work } else { self.work };
        Budget { nodes, work, ..*self }
    }

    /// Books what was spent of a budget that was lent, and returns it: nodes and work.
    pub(crate) const fn take_back(&mut self, lent: &Budget, left: &Budget) -> (u64, u64) {
        let spent = (lent.nodes - left.nodes, lent.work - left.work);
        // Who wants all solutions still does.
        let solutions = if lent.wants_all() { u64::MAX } else { left.solutions };
        *self = Budget { nodes: self.nodes - spent.0, work: self.work - spent.1, solutions };
        spent
    }

    /// Whether there is no node left.
    pub(crate) const fn is_spent(&self) -> bool {
        self.nodes == 0 || self.work == 0
    }

    /// Whether all solutions are wanted that there are, so that they need only be counted.
    pub const fn wants_all(&self) -> bool {
        self.solutions == u64::MAX
    }

    /// The nodes left.
    pub const fn nodes_left(&self) -> u64 {
        self.nodes
    }
}

/// A switch that stops searches from another thread.
///
/// Clones share the switch. Once pulled it stays pulled.
///
/// ```
/// use quadrille_cover::CancelToken;
///
/// let token = CancelToken::new();
/// let for_the_search = token.clone();
/// token.cancel();
/// assert!(for_the_search.is_cancelled());
/// ```
#[derive(Debug, Clone, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// A token that nobody has pulled yet.
    pub fn new() -> Self {
        CancelToken::default()
    }

    /// Pulls the switch: every search that has a clone of this token stops soon.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the switch was pulled.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How far a search may go. The default sets no limit.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Limits {
    /// At most so many nodes.
    pub nodes: Option<u64>,
    /// At most so long, from the start of the search.
    pub time: Option<Duration>,
    /// Stop when this token is pulled.
    pub cancel: Option<CancelToken>,
}

impl Limits {
    /// No limit.
    pub fn none() -> Self {
        Limits::default()
    }

    /// The same with at most `nodes` nodes.
    pub fn with_nodes(mut self, nodes: u64) -> Self {
        self.nodes = Some(nodes);
        self
    }

    /// The same with at most `time` from the start of the search.
    pub fn with_time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// The same with a token that stops the search.
    pub fn with_cancel(mut self, token: CancelToken) -> Self {
        self.cancel = Some(token);
        self
    }
}

/// Hands out budgets until a limit is reached; the driver's half of the contract of [`Budget`].
///
/// ```
/// use quadrille_cover::{Limits, Meter, StopReason};
///
/// let mut meter = Meter::start(&Limits::none().with_nodes(10));
/// let mut budget = meter.slice().expect("nothing is spent yet");
/// while budget.take_node() {}
/// meter.settle(&budget);
/// assert_eq!(meter.slice(), Err(StopReason::NodeBudget));
/// ```
#[derive(Debug)]
pub struct Meter {
    nodes_left: Option<u64>,
    deadline: Option<Instant>,
    cancel: Option<CancelToken>,
    /// Nodes of the slice that is out; 0 when none is.
    granted: u64,
}

impl Meter {
    /// Starts the clock.
    pub fn start(limits: &Limits) -> Self {
        Meter {
            nodes_left: limits.nodes,
            // A time so long that the clock cannot represent its end is no limit.
            deadline: limits.time.and_then(|time| Instant::now().checked_add(time)),
            cancel: limits.cancel.clone(),
            granted: 0,
        }
    }

    /// The next budget.
    ///
    /// # Errors
    ///
    /// The limit that was reached, if one was.
    pub fn slice(&mut self) -> Result<Budget, StopReason> {
        self.check()?;
        Ok(self.grant(self.deadline.is_some() || self.cancel.is_some()))
    }

    /// The next budget, and a short one: for a driver that has something to look at himself between
    /// two of them.
    ///
    /// # Errors
    ///
    /// The limit that was reached, if one was.
    pub fn short_slice(&mut self) -> Result<Budget, StopReason> {
        self.check()?;
        Ok(self.grant(true))
    }

    /// Whether a limit was reached.
    fn check(&self) -> Result<(), StopReason> {
        if self.cancel.as_ref().is_some_and(CancelToken::is_cancelled) {
            return Err(StopReason::Cancelled);
        }
        if self.nodes_left == Some(0) {
            return Err(StopReason::NodeBudget);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(StopReason::TimeBudget);
        }
        Ok(())
    }

    fn grant(&mut self, short: bool) -> Budget {
        let left = self.nodes_left.unwrap_or(u64::MAX);
        let budget = if short {
            Budget { work: SLICE_WORK, ..Budget::nodes(left.min(SLICE_NODES)) }
        } else {
            Budget::nodes(left)
        };
        self.granted = budget.nodes;
        budget
    }

    /// Takes the slice back and books what was spent of it.
    pub fn settle(&mut self, budget: &Budget) {
        let spent = self.granted.saturating_sub(budget.nodes);
        self.granted = 0;
        if let Some(left) = &mut self.nodes_left {
            *left = left.saturating_sub(spent);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slice_without_limits_is_unlimited() {
        let mut meter = Meter::start(&Limits::none());
        assert_eq!(meter.slice(), Ok(Budget::unlimited()));
    }

    #[test]
    fn unspent_nodes_are_given_back() {
        let mut meter = Meter::start(&Limits::none().with_nodes(5));
        let mut budget = meter.slice().unwrap();
        assert!(budget.take_node());
        meter.settle(&budget);
        assert_eq!(meter.slice(), Ok(Budget::nodes(4)));
    }

    #[test]
    fn no_time_at_all_stops_before_the_first_node() {
        let mut meter = Meter::start(&Limits::none().with_time(Duration::ZERO));
        assert_eq!(meter.slice(), Err(StopReason::TimeBudget));
    }

    #[test]
    fn a_time_beyond_the_clock_is_no_limit() {
        let mut meter = Meter::start(&Limits::none().with_time(Duration::MAX));
        assert!(meter.slice().is_ok());
    }

    #[test]
    fn a_pulled_token_wins_over_other_limits() {
        let token = CancelToken::new();
        let mut meter = Meter::start(&Limits::none().with_nodes(0).with_cancel(token.clone()));
        token.cancel();
        assert_eq!(meter.slice(), Err(StopReason::Cancelled));
    }

    #[test]
    fn spent_work_ends_a_slice_before_its_nodes() {
        let mut budget = Budget { work: 3, ..Budget::nodes(10) };
        assert!(budget.take_node());
        budget.charge(7);
        assert!(!budget.take_node());
        assert_eq!(budget.nodes_left(), 9);
    }
}
