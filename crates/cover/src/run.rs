//! A search under way: a searcher and its limits, and the iterator of its solutions.

use std::fmt;
use std::ops::DerefMut;
use std::time::{Duration, Instant};

use crate::ids::{ItemId, OptionId};
use crate::limits::Meter;
use crate::matrix::{ItemKind, Matrix};
use crate::outcome::{Outcome, StopReason, Verdict};
use crate::statistics::Statistics;
use crate::strategy::{Branch, Searcher, State, StateMismatch, Step};

/// A searcher, owned or borrowed, and its limits.
pub(crate) struct Run<'m, S> {
    pub(crate) searcher: S,
    meter: Meter,
    limit: u64,
    verdict: Option<Verdict>,
    matrix: &'m Matrix,
}

impl<S> fmt::Debug for Run<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Run { meter, limit, verdict, .. } = self;
        f.debug_struct("Run")
            .field("meter", meter)
            .field("limit", limit)
            .field("verdict", verdict)
            .finish_non_exhaustive()
    }
}

impl<'m, S: DerefMut<Target = dyn Searcher + 'm>> Run<'m, S> {
    /// The clock has run since before the searcher was prepared.
    pub(crate) fn start(searcher: S, matrix: &'m Matrix, meter: Meter, limit: Option<u64>) -> Self {
        let limit = limit.unwrap_or(u64::MAX);
        let verdict = (limit == 0).then_some(Verdict::LimitReached);
        Run { searcher, meter, limit, verdict, matrix }
    }

    /// Goes on until `wanted` more solutions are found, or fewer if the limit comes first, or
    /// `until` then. [`Step::Exhausted`] once the search has ended, whatever its verdict.
    pub(crate) fn advance(&mut self, wanted: u64, until: Option<Instant>) -> Step {
        let found = self.searcher.statistics().solutions;
        let is_limited = self.limit < u64::MAX;
        if found >= self.limit && is_limited {
            self.verdict.get_or_insert(Verdict::LimitReached);
        }
        // However many were found: a number that cannot be reached would be missing ever less.
        let all = wanted == u64::MAX && !is_limited;
        let target = found.saturating_add(wanted.max(1)).min(self.limit);
        while self.verdict.is_none() {
            let slice = if until.is_some() { self.meter.short_slice() } else { self.meter.slice() };
            let mut budget = match slice {
                Ok(budget) => budget,
                Err(reason) => {
                    self.stop(reason);
                    break;
                }
            };
            let missing = target.saturating_sub(self.searcher.statistics().solutions);
            budget = budget.with_solutions(if all { u64::MAX } else { missing });
            let step = self.searcher.advance(&mut budget);
            self.meter.settle(&budget);
            match step {
                Step::Solution => return Step::Solution,
                Step::Exhausted => self.verdict = Some(Verdict::Exhausted),
                Step::Paused => {}
            }
            if self.verdict.is_none() && until.is_some_and(|until| Instant::now() >= until) {
                return Step::Paused;
            }
        }
        Step::Exhausted
    }

    /// Whether there is another solution, found now.
    pub(crate) fn finds(&mut self) -> bool {
        self.advance(1, None) == Step::Solution
    }

    /// Ends the search, unless it has ended.
    pub(crate) fn stop(&mut self, reason: StopReason) {
        self.verdict.get_or_insert(Verdict::Stopped(reason));
    }

    pub(crate) fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }

    pub(crate) fn share_done(&self) -> f64 {
        match self.verdict {
            Some(Verdict::Exhausted) => 1.0,
            _ => self.searcher.share_done(),
        }
    }

    pub(crate) fn matrix(&self) -> &'m Matrix {
        self.matrix
    }

    /// What the search came to, so far or in all.
    pub(crate) fn outcome(&self) -> Outcome {
        let statistics = self.searcher.statistics().clone();
        // Where there is a solution, every item has an option.
        let is_suspect = statistics.solutions == 0;
        Outcome {
            verdict: self.verdict.unwrap_or(Verdict::Stopped(StopReason::Receiver)),
            solutions: statistics.solutions,
            item_without_options: is_suspect.then(|| item_without_options(self.matrix)).flatten(),
            by_sub_problems: self.searcher.has_counted(),
            statistics,
        }
    }
}

/// The first primary item that has to be covered and that no option has. O(entries).
pub(crate) fn item_without_options(matrix: &Matrix) -> Option<ItemId> {
    let mut wanting: Vec<bool> = matrix.kinds().iter().map(|kind| must_be_covered(*kind)).collect();
    matrix.items.iter().for_each(|&item| wanting[item as usize] = false);
    wanting.iter().position(|&wanting| wanting).map(|index| ItemId::new(index as u32))
}

fn must_be_covered(kind: ItemKind) -> bool {
    matches!(kind, ItemKind::Primary { min: 1.., .. })
}

/// The solutions of a problem, one by one; see [`Search::solutions`](crate::Search::solutions).
#[derive(Debug)]
pub struct Solutions<'m> {
    run: Run<'m, Box<dyn Searcher + 'm>>,
    options: Vec<OptionId>,
}

impl<'m> Solutions<'m> {
    pub(crate) fn new(run: Run<'m, Box<dyn Searcher + 'm>>) -> Self {
        Solutions { run, options: Vec::new() }
    }

    /// Goes to a state, before anything else was done.
    pub(crate) fn resume(&mut self, state: &State) -> Result<(), StateMismatch> {
        self.run.searcher.resume(state)
    }

    /// The next solution without a copy: the slice is good until the next call.
    pub fn next_borrowed(&mut self) -> Option<&[OptionId]> {
        if !self.run.finds() {
            return None;
        }
        Some(self.current())
    }

    /// Goes on until `wanted` more solutions are found (0 is taken for 1), for about so long: to count
    /// in portions, to show progress, to save the state now and then. [`Step::Exhausted`] says that
    /// the search has ended, and [`verdict`](Self::verdict) then how.
    ///
    /// ```
    /// use std::time::Duration;
    /// use quadrille_cover::{Search, Step, text};
    ///
    /// let problem = text::read("a b\na\nb\na b\n")?;
    /// let mut solutions = Search::new().solutions(&problem)?;
    /// while solutions.advance(u64::MAX, Duration::from_millis(100)) != Step::Exhausted {
    ///     eprintln!("{} so far", solutions.statistics().solutions);
    /// }
    /// assert_eq!(solutions.outcome().solutions, 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn advance(&mut self, wanted: u64, patience: Duration) -> Step {
        // A patience beyond the clock is none.
        self.run.advance(wanted, Instant::now().checked_add(patience))
    }

    /// The options of the solution that was found last; only meaningful right after one was.
    pub fn current(&mut self) -> &[OptionId] {
        self.run.searcher.solution(&mut self.options);
        &self.options
    }

    /// How the search ended, or `None` while it may go on.
    pub fn verdict(&self) -> Option<Verdict> {
        self.run.verdict()
    }

    /// Where the search stands; see [`Searcher::position`].
    pub fn position(&self) -> Vec<Branch> {
        self.run.searcher.position()
    }

    /// The share of the search tree that is done, from 0 to 1, if all branches at a level weigh the
    /// same.
    pub fn share_done(&self) -> f64 {
        self.run.share_done()
    }

    /// Whether several threads would be of use at present; see [`Searcher::is_divisible`].
    pub fn is_divisible(&self) -> bool {
        self.run.searcher.is_divisible()
    }

    /// Counters so far.
    pub fn statistics(&self) -> &Statistics {
        self.run.searcher.statistics()
    }

    /// Everything that is needed to go on from here elsewhere: see
    /// [`Search::resume`](crate::Search::resume).
    pub fn state(&self) -> State {
        self.run.searcher.state()
    }

    /// What the search came to so far. If it has not ended, its verdict is that its receiver wanted
    /// no more.
    pub fn outcome(self) -> Outcome {
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
