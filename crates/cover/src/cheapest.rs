//! The cheapest solutions, and the proof that there are none cheaper.

use std::fmt;
use std::ops::DerefMut;
use std::time::{Duration, Instant};

use crate::ids::OptionId;
use crate::limits::Meter;
use crate::matrix::Matrix;
use crate::outcome::{Outcome, Verdict};
use crate::run::Run;
use crate::statistics::Statistics;
use crate::strategy::{Branch, Searcher, State, StateMismatch, Step};

/// A solution and its cost.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Costed {
    /// The sum of the costs of its options.
    pub cost: u128,
    /// Its options.
    pub options: Vec<OptionId>,
}

/// What [`Search::cheapest`](crate::Search::cheapest) found.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cheapest {
    /// The cheapest solutions that were found, cheapest first; those of equal cost in the order in
    /// which they were found. If the last place is tied, whoever was found first has it.
    pub solutions: Vec<Costed>,
    /// No solution beyond these costs less than this; `None` if there are no others at all.
    pub bound: Option<u128>,
    /// How the search ended. Its number of solutions is that of `solutions`; that in its statistics
    /// counts those, too, that a cheaper one has driven out.
    pub outcome: Outcome,
}

impl Cheapest {
    /// Whether no solution is cheaper than the last one here. That can be so even if the search was
    /// stopped.
    pub fn is_proved(&self) -> bool {
        match (self.solutions.last(), self.bound) {
            (Some(last), Some(bound)) => last.cost <= bound,
            (_, None) => true,
            (None, Some(_)) => false,
        }
    }
}

/// A search for the cheapest solutions under way: to show progress, to stop and to save it. See
/// [`Search::cheapest_run`](crate::Search::cheapest_run).
pub struct CheapestRun<'m, S = Box<dyn Searcher + 'm>> {
    run: Run<'m, S>,
    kept: Kept,
    options: Vec<OptionId>,
}

/// The cheapest solutions so far, and how many are wanted.
#[derive(Debug)]
pub(crate) struct Kept {
    wanted: usize,
    /// Cheapest first.
    solutions: Vec<Costed>,
}

impl Kept {
    pub(crate) fn new(wanted: usize) -> Self {
        Kept { wanted, solutions: Vec::new() }
    }

    /// Keeps a solution, if it is among the cheapest so far.
    pub(crate) fn keep(&mut self, matrix: &Matrix, options: &[OptionId]) {
        // At most 2³¹ options of less than 2⁶⁴ each.
        let cost = options.iter().map(|&option| u128::from(matrix.cost(option))).sum();
        let place = self.solutions.partition_point(|kept| kept.cost <= cost);
        if place < self.wanted {
            self.solutions.insert(place, Costed { cost, options: options.to_vec() });
            self.solutions.truncate(self.wanted);
        }
    }

    pub(crate) fn solutions(&self) -> &[Costed] {
        &self.solutions
    }

    /// What a solution must cost less than to be kept, if there are as many as are wanted.
    pub(crate) fn ceiling(&self) -> Option<u128> {
        self.solutions.get(self.wanted.checked_sub(1)?).map(|last| last.cost)
    }

    /// No solution beyond those kept costs less than this, if none of those not visited costs less
    /// than `left`; `None` if there are no others at all.
    pub(crate) fn bound(&self, left: Option<u128>) -> Option<u128> {
        // `MAX` stands for nothing.
        let left = left.filter(|&left| left < u128::MAX);
        match (left, self.ceiling()) {
            _ if self.wanted == 0 => Some(0),
            (Some(left), Some(ceiling)) => Some(left.min(ceiling)),
            (left, ceiling) => left.or(ceiling),
        }
    }
}

impl<S> fmt::Debug for CheapestRun<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CheapestRun { run, kept, .. } = self;
        f.debug_struct("CheapestRun").field("run", run).field("kept", kept).finish_non_exhaustive()
    }
}

impl<'m, S: DerefMut<Target = dyn Searcher + 'm>> CheapestRun<'m, S> {
    pub(crate) fn start(searcher: S, matrix: &'m Matrix, meter: Meter, wanted: usize) -> Self {
        let limit = (wanted == 0).then_some(0);
        let run = Run::start(searcher, matrix, meter, limit);
        CheapestRun { run, kept: Kept::new(wanted), options: Vec::new() }
    }

    /// Goes to a state, before anything else was done.
    pub(crate) fn resume(&mut self, state: &State) -> Result<(), StateMismatch> {
        self.run.searcher.resume(state)
    }

    /// Goes on to the next solution that is among the cheapest so far, for about so long.
    /// [`Step::Exhausted`] says that the search has ended.
    pub fn advance(&mut self, patience: Duration) -> Step {
        self.go(Instant::now().checked_add(patience))
    }

    /// Goes on to the end.
    pub(crate) fn finish(&mut self) {
        while self.go(None) != Step::Exhausted {}
    }

    fn go(&mut self, until: Option<Instant>) -> Step {
        let step = self.run.advance(1, until);
        if step == Step::Solution {
            let mut options = std::mem::take(&mut self.options);
            self.run.searcher.solution(&mut options);
            self.keep(&options);
            self.options = options;
        }
        step
    }

    /// Keeps a solution, if it is among the cheapest so far.
    pub(crate) fn keep(&mut self, options: &[OptionId]) {
        self.kept.keep(self.run.matrix(), options);
        if let Some(ceiling) = self.kept.ceiling() {
            self.run.searcher.lower_ceiling(ceiling);
        }
    }

    /// How many are wanted.
    pub fn wanted(&self) -> usize {
        self.kept.wanted
    }

    /// The cheapest solutions so far, cheapest first.
    pub fn solutions(&self) -> &[Costed] {
        self.kept.solutions()
    }

    /// How the search ended, or `None` while it may go on.
    pub fn verdict(&self) -> Option<Verdict> {
        self.run.verdict()
    }

    /// No solution beyond those kept costs less than this; `None` if there are no others at all.
    pub fn bound(&self) -> Option<u128> {
        match self.verdict() {
            Some(Verdict::Exhausted) => self.kept.bound(None),
            _ => self.kept.bound(Some(self.run.searcher.bound())),
        }
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

    /// Counters so far.
    pub fn statistics(&self) -> &Statistics {
        self.run.searcher.statistics()
    }

    /// With [`solutions`](Self::solutions), everything that is needed to go on from here elsewhere: see
    /// [`Search::resume_cheapest`](crate::Search::resume_cheapest).
    pub fn state(&self) -> State {
        self.run.searcher.state()
    }

    /// What the search came to, so far or in all.
    pub fn result(self) -> Cheapest {
        let bound = self.bound();
        let mut outcome = self.run.outcome();
        outcome.solutions = self.kept.solutions.len() as u64;
        Cheapest { solutions: self.kept.solutions, bound, outcome }
    }
}
