//! Strategies: the ways to search a problem, behind one trait and in one registry.

mod auto;
mod links;

use std::fmt;

pub use auto::Auto;
pub use links::Links;

use crate::ids::OptionId;
use crate::limits::Budget;
use crate::matrix::{Capabilities, Matrix};
use crate::statistics::Statistics;

/// Every strategy, the default first. The command line, the conformance suite and the benches take
/// them from here: a new strategy needs a file and a line, no other edit.
pub static ALL: &[&dyn Strategy] = &[&Auto, &Links];

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

    /// A search, not yet begun, for the solutions that contain the options `given`. Options that
    /// exclude each other, or that are never chosen, leave no solution.
    ///
    /// The caller sees to it that what the matrix needs is within the capabilities, and that
    /// the options exist; [`Search`](crate::Search) does.
    fn prepare<'m>(&self, matrix: &'m Matrix, given: &[OptionId]) -> Box<dyn Searcher + 'm>;
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

    /// Counters so far.
    fn statistics(&self) -> &Statistics;
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
    /// The option that is taken; `None` where an item that may be covered several times is to have no
    /// more.
    pub option: Option<OptionId>,
    /// Its place among the branches at this level, from 0.
    pub index: u32,
    /// The number of branches at this level.
    pub of: u32,
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
