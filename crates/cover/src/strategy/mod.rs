//! Strategies: the ways to search a problem, behind one trait and in one registry.

mod auto;
mod bits;
mod cells;
mod dd;
mod guide;
mod hybrid;
mod learn;
mod links;
mod settled;
mod walk;

use std::fmt;

pub use auto::{Auto, Choice};
pub use bits::Bits;
pub use cells::Cells;
pub use dd::Dd;
pub(crate) use dd::Drawer;
pub use hybrid::Hybrid;
pub use learn::Learn;
pub use links::Links;
#[cfg(test)]
pub(crate) use links::tests::build;

use crate::ids::{ItemId, OptionId};
use crate::limits::Budget;
use crate::matrix::{Capabilities, Matrix};
use crate::setup::Setup;
use crate::statistics::Statistics;

/// Every strategy, the default first. The command line, the conformance suite and the benches take
/// them from here: a new strategy needs a file and a line, no other edit.
pub static ALL: &[&dyn Strategy] = &[&Auto, &Links, &Cells, &Bits, &Hybrid, &Dd, &Learn];

/// The strategy of this name, if there is one.
pub fn by_name(name: &str) -> Option<&'static dyn Strategy> {
    ALL.iter().copied().find(|strategy| strategy.name() == name)
}

/// A way to search.
pub trait Strategy: fmt::Debug + Sync {
    /// The name on the command line: lower case, no blanks.
    fn name(&self) -> &'static str;

    /// One line that says how it works.
    fn description(&self) -> &'static str;

    /// What it can take beyond plain exact cover. It need not be asked to take more.
    fn capabilities(&self) -> Capabilities;

    /// Whether what it does next depends on all that it has met before, and not on where it is alone. Then the nodes and
    /// the order of the solutions are others in a search that was [resumed](Searcher::resume), where the solutions are the
    /// same; it has no tree to be watched, and descents are those of another search's tree.
    fn learns(&self) -> bool {
        false
    }

    /// A search, not yet begun.
    ///
    /// The caller sees to it that what the matrix needs and the setup asks for is within the
    /// capabilities, and that the options exist; [`Search`](crate::Search) does.
    fn prepare<'m>(&self, matrix: &'m Matrix, setup: &Setup) -> Box<dyn Searcher + 'm>;
}

/// A search that can be left and taken up again at any node: iterators, limits, cancellation and
/// progress all rest on [`advance`](Searcher::advance).
pub trait Searcher: fmt::Debug + Send {
    /// Works until it has found as many solutions as the budget asks for, the tree is exhausted or
    /// the budget is spent, whichever comes first. The next call goes on from there; after
    /// [`Step::Exhausted`] every further call answers the same.
    fn advance(&mut self, budget: &mut Budget) -> Step;

    /// Writes the options of the current solution, the given ones first, over `into`. Only
    /// meaningful right after [`Step::Solution`].
    fn solution(&self, into: &mut Vec<OptionId>);

    /// Where the search stands: the branches from the root, given options not included, to the
    /// solution that was just found or else to the node that is visited next. Empty before the first
    /// node and at the end. [`share_done`] makes it a measure of progress.
    fn position(&self) -> Vec<Branch>;

    /// The share of the search that is done, from 0 to 1, if all branches at a level weigh the same.
    fn share_done(&self) -> f64 {
        share_done(&self.position())
    }

    /// Whether there is any use in [`split`](Self::split) at present.
    fn is_divisible(&self) -> bool {
        true
    }

    /// Whether the end was reached by counting sub-problems instead of visiting solutions.
    fn has_counted(&self) -> bool {
        false
    }

    /// Counters so far.
    fn statistics(&self) -> &Statistics;

    /// Goes back to the beginning with another setup, in the memory that it has. The counters begin
    /// anew. For what the new setup asks the same holds as in [`Strategy::prepare`]; whether costs
    /// count, and whether there is a propagator, cannot change.
    fn restart(&mut self, setup: &Setup);

    /// Everything that is needed to go on from here in another searcher of the same problem,
    /// strategy and setup.
    fn state(&self) -> State;

    /// Goes on from a state that another searcher was in. Only at the beginning, before anything else
    /// was done, the ceiling lowered included.
    ///
    /// # Errors
    ///
    /// If the position cannot be reached. That need not be so for each state of another problem,
    /// strategy or setup: the caller sees to it that they are the same. After an error the searcher is
    /// good for nothing but [`restart`](Searcher::restart).
    fn resume(&mut self, state: &State) -> Result<(), StateMismatch>;

    /// Goes down from the root at random, once: at each level `pick` is given the number of branches
    /// and answers with one of them, from 0. Comes back to the root. What is visited does not count in
    /// the statistics. `None`, and nothing is done, if the search has begun.
    fn descend(&mut self, pick: &mut dyn FnMut(u32) -> u32) -> Option<Descent>;

    /// Gives away the later half of the branches that are not tried yet at the first level that has
    /// any, as the state of a search that [`resume`](Searcher::resume) takes up: the two searches
    /// together find what this one would have found, and their nodes add up to its nodes, unless the
    /// branching learns or a ceiling comes down. `None` if there is nothing to give away.
    fn split(&mut self) -> Option<State>;

    /// Where cheap solutions are wanted: solutions that cost as much or more need not be found from
    /// now on. The ceiling is `u128::MAX` at first and only goes down.
    fn lower_ceiling(&mut self, ceiling: u128) {
        let _ = ceiling;
    }

    /// Where cheap solutions are wanted: no solution that is still to be found costs less than this;
    /// `u128::MAX` if none is.
    fn bound(&self) -> u128 {
        0
    }
}

/// Where a search stands, with its counters: see [`Searcher::state`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct State {
    /// How far it is.
    pub stage: Stage,
    /// The branches from the root.
    pub position: Vec<Branch>,
    /// Counters.
    pub statistics: Statistics,
    /// What the branching has learnt, one number an item: the failures, where they count. Else empty.
    pub weights: Vec<u64>,
}

/// How far a search is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Stage {
    /// Nothing was visited.
    #[default]
    Begin,
    /// The last branch of the position is the one that is visited next.
    Next,
    /// The last branch of the position has completed a solution, which was reported.
    Found,
    /// Everything was visited.
    End,
}

/// A state that does not belong to the problem, the strategy or the setup.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the saved position is not one of this search: level {level} differs")]
#[non_exhaustive]
pub struct StateMismatch {
    /// The level, from 0, whose branches are others.
    pub level: usize,
}

/// What a random descent met: see [`Searcher::descend`].
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[non_exhaustive]
pub struct Descent {
    /// An unbiased estimate of the number of nodes: the sum over the levels of the products of the
    /// numbers of branches down to them.
    pub nodes: f64,
    /// An unbiased estimate of the number of solutions: the product of the numbers of branches if the
    /// descent ended in a solution, else 0.
    pub solutions: f64,
    /// Number of levels.
    pub depth: usize,
}

/// Why [`Searcher::advance`] came back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Step {
    /// The last solution that was wanted is there.
    Solution,
    /// There are no more solutions.
    Exhausted,
    /// The budget is spent.
    Paused,
}

/// A step from the root of the search tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Branch {
    /// The item that is branched on.
    pub item: ItemId,
    /// The option that is taken; `None` where an item that may be covered several times is to have no
    /// more.
    pub option: Option<OptionId>,
    /// Its place among the branches at this level, from 0.
    pub index: u32,
    /// The number of branches at this level.
    pub of: u32,
    /// The branches from this one on are another search's, to which they were given away; `of` if none
    /// were.
    pub end: u32,
}

impl Branch {
    /// The branch number `index` of `of` on an item, all of them this search's own.
    pub fn new(item: ItemId, option: Option<OptionId>, index: u32, of: u32) -> Self {
        Branch { item, option, index, of, end: of }
    }
}

impl StateMismatch {
    /// The branches at this level, from 0, are others.
    pub fn at(level: usize) -> Self {
        StateMismatch { level }
    }
}

/// The share of the search tree, from 0 to 1, to the left of a position, if all branches at a level
/// weigh the same.
///
/// ```
/// use quadrille_cover::strategy::share_done;
///
/// assert_eq!(share_done(&[]), 0.0);
/// ```
pub fn share_done(position: &[Branch]) -> f64 {
    let mut weight = 1.0;
    let mut done = 0.0;
    for branch in position {
        weight /= f64::from(branch.of.max(1));
        done += weight * f64::from(branch.index);
    }
    done
}

/// The share of the search tree, from 0 to 1, that a search has left in a state, if all branches at a
/// level weigh the same; what it has given away is not its own any more.
#[cfg(feature = "parallel")]
pub(crate) fn share_left(state: &State) -> f64 {
    let Some(last) = state.position.last() else {
        return if state.stage == Stage::End { 0.0 } else { 1.0 };
    };
    let mut weight = 1.0;
    let mut left = 0.0;
    for branch in &state.position {
        weight /= f64::from(branch.of.max(1));
        left += weight * f64::from(branch.end.saturating_sub(branch.index + 1));
    }
    // The last branch itself, unless all branches there are were given away.
    if last.index < last.end { left + weight } else { left }
}
