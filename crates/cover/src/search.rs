//! Searching: what is wanted, how far to go, and what came of it.

use std::ops::ControlFlow;
use std::time::Duration;

use crate::ids::{ItemId, OptionId};
use crate::limits::{Budget, CancelToken, Limits, Meter};
use crate::matrix::{Capabilities, ItemKind, Matrix};
use crate::outcome::{Outcome, StopReason, Verdict};
use crate::strategy::{self, Branch, Searcher, Step, Strategy};

/// What is wanted of a problem and how far to go for it.
///
/// A `Search` holds settings only: it can be used for many problems, and cloned.
///
/// ```
/// use std::time::Duration;
/// use quadrille_cover::{ProblemBuilder, Search, Verdict};
///
/// let mut builder = ProblemBuilder::new();
/// builder.primary_items(["a", "b"])?;
/// for option in [["a", "b"].as_slice(), &["a"], &["b"]] {
///     builder.add_option(option.iter().copied())?;
/// }
/// let problem = builder.build();
///
/// let outcome = Search::new().time_budget(Duration::from_secs(10)).count(&problem)?;
/// assert_eq!((outcome.verdict, outcome.solutions), (Verdict::Exhausted, 2));
///
/// let sizes: Vec<usize> = Search::new().solutions(&problem)?.map(|options| options.len()).collect();
/// assert_eq!(sizes, [1, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Search {
    strategy: &'static dyn Strategy,
    limit: Option<u64>,
    limits: Limits,
    given: Vec<OptionId>,
}

impl Search {
    /// A search by the strategy that [`strategy::Auto`] picks, for all solutions, without limits.
    pub fn new() -> Self {
        Search { strategy: &strategy::Auto, limit: None, limits: Limits::none(), given: Vec::new() }
    }

    /// Searches by this strategy; [`strategy::by_name`] finds one by its name.
    pub fn strategy(mut self, strategy: &'static dyn Strategy) -> Self {
        self.strategy = strategy;
        self
    }

    /// At most so many solutions.
    pub fn limit(mut self, solutions: u64) -> Self {
        self.limit = Some(solutions);
        self
    }

    /// At most so many nodes.
    pub fn node_budget(mut self, nodes: u64) -> Self {
        self.limits.nodes = Some(nodes);
        self
    }

    /// At most so long, from the start of each search; preparing it is part of the time, but is not
    /// cut short.
    pub fn time_budget(mut self, time: Duration) -> Self {
        self.limits.time = Some(time);
        self
    }

    /// Stops when this token is pulled.
    pub fn cancel(mut self, token: CancelToken) -> Self {
        self.limits.cancel = Some(token);
        self
    }

    /// Only the solutions that contain these options. Options that exclude each other, or have no
    /// primary item, leave no solution.
    pub fn given(mut self, options: impl IntoIterator<Item = OptionId>) -> Self {
        self.given = options.into_iter().collect();
        self
    }

    /// The first solution.
    ///
    /// # Errors
    ///
    /// See [`SearchError`].
    pub fn first(&self, problem: &impl AsRef<Matrix>) -> Result<First, SearchError> {
        let mut solution = None;
        let one = self.clone().limit(self.limit.map_or(1, |limit| limit.min(1)));
        let outcome = one.for_each(problem, |options| {
            solution = Some(options.to_vec());
            ControlFlow::Continue(())
        })?;
        Ok(First { solution, outcome })
    }

    /// All solutions, or as many as the limit allows, each a set of options.
    ///
    /// # Errors
    ///
    /// See [`SearchError`].
    pub fn all(&self, problem: &impl AsRef<Matrix>) -> Result<All, SearchError> {
        let mut solutions = Vec::new();
        let outcome = self.for_each(problem, |options| {
            solutions.push(options.to_vec());
            ControlFlow::Continue(())
        })?;
        Ok(All { solutions, outcome })
    }

    /// The number of solutions, without visiting each of them.
    ///
    /// # Errors
    ///
    /// See [`SearchError`].
    pub fn count(&self, problem: &impl AsRef<Matrix>) -> Result<Outcome, SearchError> {
        let mut run = Run::start(self, problem.as_ref())?;
        while run.next(u64::MAX).is_some() {}
        Ok(run.outcome())
    }

    /// Shows each solution to `receive`, which may break off the search.
    ///
    /// # Errors
    ///
    /// See [`SearchError`].
    pub fn for_each(
        &self,
        problem: &impl AsRef<Matrix>,
        mut receive: impl FnMut(&[OptionId]) -> ControlFlow<()>,
    ) -> Result<Outcome, SearchError> {
        let mut run = Run::start(self, problem.as_ref())?;
        let mut options = Vec::new();
        while let Some(searcher) = run.next(1) {
            searcher.solution(&mut options);
            if receive(&options).is_break() {
                run.stop(StopReason::Receiver);
            }
        }
        Ok(run.outcome())
    }

    /// The solutions one by one, each searched for when it is asked for. The iterator can be dropped
    /// at any point.
    ///
    /// # Errors
    ///
    /// See [`SearchError`].
    pub fn solutions<'m>(
        &self,
        problem: &'m impl AsRef<Matrix>,
    ) -> Result<Solutions<'m>, SearchError> {
        let run = Run::start(self, problem.as_ref())?;
        Ok(Solutions { run, options: Vec::new() })
    }

    /// A searcher under the caller's own control, for what the methods above do not do. It knows
    /// nothing of this search's limits: they are in the budgets that it is given.
    ///
    /// # Errors
    ///
    /// See [`SearchError`].
    pub fn searcher<'m>(
        &self,
        problem: &'m impl AsRef<Matrix>,
    ) -> Result<Box<dyn Searcher + 'm>, SearchError> {
        self.prepare(problem.as_ref())
    }

    fn prepare<'m>(&self, matrix: &'m Matrix) -> Result<Box<dyn Searcher + 'm>, SearchError> {
        if let Some(&option) = self.given.iter().find(|id| id.index() >= matrix.option_count()) {
            return Err(SearchError::UnknownOption { option, options: matrix.option_count() });
        }
        let needs = matrix.needs();
        if let Some(feature) = lacking(self.strategy, needs) {
            let able = |other: &&&dyn Strategy| lacking(**other, needs).is_none();
            let instead = strategy::ALL.iter().find(able).map(|other| other.name());
            return Err(SearchError::Unsupported {
                strategy: self.strategy.name(),
                feature,
                instead,
            });
        }
        Ok(self.strategy.prepare(matrix, &self.given))
    }
}

impl Default for Search {
    fn default() -> Self {
        Search::new()
    }
}

/// A feature that is asked for and that a strategy lacks.
fn lacking(strategy: &dyn Strategy, asked: Capabilities) -> Option<&'static str> {
    let has = strategy.capabilities();
    if asked.colours && !has.colours {
        Some("colours")
    } else if asked.multiplicities && !has.multiplicities {
        Some("multiplicities")
    } else {
        None
    }
}

/// Why a search could not begin.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// The strategy cannot take a feature of the problem.
    #[error(
        "strategy {strategy} cannot take {feature}; {}",
        instead.map_or("no strategy can yet".to_owned(), |name| format!("{name} can"))
    )]
    Unsupported {
        /// The strategy.
        strategy: &'static str,
        /// What it cannot take.
        feature: &'static str,
        /// One that can, if there is one.
        instead: Option<&'static str>,
    },
    /// A given option that the problem does not have.
    #[error("no option {option}: the problem has {options}, numbered from 0")]
    UnknownOption {
        /// The number that was given.
        option: OptionId,
        /// Number of options.
        options: usize,
    },
}

/// What [`Search::first`] found.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct First {
    /// The options of the solution, if one was found.
    pub solution: Option<Vec<OptionId>>,
    /// How the search ended.
    pub outcome: Outcome,
}

impl First {
    /// The options of the solution, if one was found.
    pub fn solution(&self) -> Option<&[OptionId]> {
        self.solution.as_deref()
    }
}

/// What [`Search::all`] found.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct All {
    /// The options of each solution, in the order in which they were found.
    pub solutions: Vec<Vec<OptionId>>,
    /// How the search ended.
    pub outcome: Outcome,
}

/// The solutions of a problem, one by one; see [`Search::solutions`].
#[derive(Debug)]
pub struct Solutions<'m> {
    run: Run<'m>,
    options: Vec<OptionId>,
}

impl Solutions<'_> {
    /// The next solution without a copy: the slice is good until the next call.
    pub fn next_borrowed(&mut self) -> Option<&[OptionId]> {
        let searcher = self.run.next(1)?;
        searcher.solution(&mut self.options);
        Some(&self.options)
    }

    /// How the search ended, or `None` while it may go on.
    pub fn verdict(&self) -> Option<Verdict> {
        self.run.verdict
    }

    /// Where the search stands; see [`Searcher::position`].
    pub fn position(&self) -> Vec<Branch> {
        self.run.searcher.position()
    }

    /// What the search came to so far. If it has not ended, its verdict is that its receiver wanted
    /// no more.
    pub fn outcome(mut self) -> Outcome {
        self.run.stop(StopReason::Receiver);
        self.run.outcome()
    }
}

impl Iterator for Solutions<'_> {
    type Item = Vec<OptionId>;

    fn next(&mut self) -> Option<Vec<OptionId>> {
        self.next_borrowed().map(<[OptionId]>::to_vec)
    }
}

impl std::iter::FusedIterator for Solutions<'_> {}

/// A searcher and its limits.
#[derive(Debug)]
struct Run<'m> {
    searcher: Box<dyn Searcher + 'm>,
    meter: Meter,
    limit: u64,
    verdict: Option<Verdict>,
    matrix: &'m Matrix,
}

impl<'m> Run<'m> {
    fn start(search: &Search, matrix: &'m Matrix) -> Result<Self, SearchError> {
        let meter = Meter::start(&search.limits);
        let searcher = search.prepare(matrix)?;
        let limit = search.limit.unwrap_or(u64::MAX);
        let verdict = (limit == 0).then_some(Verdict::LimitReached);
        Ok(Run { searcher, meter, limit, verdict, matrix })
    }

    /// Goes on until `wanted` more solutions are found, or fewer if the limit comes first; `None`
    /// once the search has ended.
    fn next(&mut self, wanted: u64) -> Option<&dyn Searcher> {
        let found = self.searcher.statistics().solutions;
        if found >= self.limit {
            self.verdict.get_or_insert(Verdict::LimitReached);
        }
        let target = found.saturating_add(wanted).min(self.limit);
        while self.verdict.is_none() {
            let mut budget: Budget = match self.meter.slice() {
                Ok(budget) => budget,
                Err(reason) => {
                    self.stop(reason);
                    break;
                }
            };
            let missing = target - self.searcher.statistics().solutions;
            budget = budget.with_solutions(missing);
            let step = self.searcher.advance(&mut budget);
            self.meter.settle(&budget);
            match step {
                Step::Solution => return Some(&*self.searcher),
                Step::Exhausted => self.verdict = Some(Verdict::Exhausted),
                Step::Paused => {}
            }
        }
        None
    }

    /// Ends the search, unless it has ended.
    fn stop(&mut self, reason: StopReason) {
        self.verdict.get_or_insert(Verdict::Stopped(reason));
    }

    fn outcome(self) -> Outcome {
        let statistics = self.searcher.statistics().clone();
        // Where there is a solution, every item has an option.
        let is_suspect = statistics.solutions == 0;
        Outcome {
            verdict: self.verdict.unwrap_or(Verdict::Stopped(StopReason::Receiver)),
            solutions: statistics.solutions,
            item_without_options: is_suspect.then(|| item_without_options(self.matrix)).flatten(),
            statistics,
        }
    }
}

/// The first primary item that has to be covered and that no option has. O(entries).
fn item_without_options(matrix: &Matrix) -> Option<ItemId> {
    let mut wanting: Vec<bool> = matrix.kinds().iter().map(|kind| must_be_covered(*kind)).collect();
    matrix.items.iter().for_each(|&item| wanting[item as usize] = false);
    wanting.iter().position(|&wanting| wanting).map(|index| ItemId::new(index as u32))
}

fn must_be_covered(kind: ItemKind) -> bool {
    matches!(kind, ItemKind::Primary { min: 1.., .. })
}
