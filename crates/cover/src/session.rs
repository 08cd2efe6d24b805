//! Many searches of one problem, in the same memory.

use std::ops::ControlFlow;

use crate::cheapest::{Cheapest, CheapestRun};
use crate::ids::OptionId;
use crate::limits::Meter;
use crate::matrix::Matrix;
use crate::outcome::{Outcome, StopReason};
use crate::run::Run;
use crate::search::{All, First, Search, SearchError};
use crate::setup::Setup;
use crate::strategy::Searcher;

/// A problem that is searched several times, each time with given and forbidden options
/// (*assumptions*) of its own. The problem is read anew for each search, into the memory that the
/// search before it has left.
///
/// ```
/// use quadrille_cover::{OptionId, Search, text};
///
/// let problem = text::read("a b\na\nb\na b\n")?;
/// let mut session = Search::new().session(&problem);
/// for option in problem.matrix().options() {
///     session.given([option]);
///     assert_eq!(session.count()?.solutions, 1);
/// }
/// session.given([]).forbid([OptionId::new(2)]);
/// assert_eq!(session.count()?.solutions, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Session<'m> {
    search: Search,
    matrix: &'m Matrix,
    plain: Option<Box<dyn Searcher + 'm>>,
    priced: Option<Box<dyn Searcher + 'm>>,
}

impl<'m> Session<'m> {
    pub(crate) fn new(search: Search, matrix: &'m Matrix) -> Self {
        Session { search, matrix, plain: None, priced: None }
    }

    /// From now on only solutions that contain these options; see [`Search::given`].
    pub fn given(&mut self, options: impl IntoIterator<Item = OptionId>) -> &mut Self {
        self.search.setup.given.clear();
        self.search.setup.given.extend(options);
        self
    }

    /// From now on only solutions without these options.
    pub fn forbid(&mut self, options: impl IntoIterator<Item = OptionId>) -> &mut Self {
        self.search.setup.forbidden.clear();
        self.search.setup.forbidden.extend(options);
        self
    }

    /// See [`Search::first`].
    ///
    /// # Errors
    ///
    /// See [`SearchError`].
    pub fn first(&mut self) -> Result<First, SearchError> {
        let limit = self.search.limit.map_or(1, |limit| limit.min(1));
        let mut run = self.start(Some(limit))?;
        let mut solution = None;
        if run.finds() {
            let mut options = Vec::new();
            run.searcher.solution(&mut options);
            solution = Some(options);
            // Says that the limit was reached.
            run.finds();
        }
        Ok(First { solution, outcome: run.outcome() })
    }

    /// See [`Search::all`].
    ///
    /// # Errors
    ///
    /// See [`SearchError`].
    pub fn all(&mut self) -> Result<All, SearchError> {
        let mut solutions = Vec::new();
        let outcome = self.for_each(|options| {
            solutions.push(options.to_vec());
            ControlFlow::Continue(())
        })?;
        Ok(All { solutions, outcome })
    }

    /// See [`Search::count`].
    ///
    /// # Errors
    ///
    /// See [`SearchError`].
    pub fn count(&mut self) -> Result<Outcome, SearchError> {
        let mut run = self.start(self.search.limit)?;
        while run.verdict().is_none() {
            run.advance(u64::MAX, None);
        }
        Ok(run.outcome())
    }

    /// See [`Search::for_each`].
    ///
    /// # Errors
    ///
    /// See [`SearchError`].
    pub fn for_each(
        &mut self,
        mut receive: impl FnMut(&[OptionId]) -> ControlFlow<()>,
    ) -> Result<Outcome, SearchError> {
        let mut run = self.start(self.search.limit)?;
        let mut options = Vec::new();
        while run.finds() {
            run.searcher.solution(&mut options);
            if receive(&options).is_break() {
                run.stop(StopReason::Receiver);
            }
        }
        Ok(run.outcome())
    }

    /// See [`Search::cheapest`].
    ///
    /// # Errors
    ///
    /// See [`SearchError`].
    pub fn cheapest(&mut self, k: usize) -> Result<Cheapest, SearchError> {
        let meter = Meter::start(&self.search.limits);
        let setup = Setup { costs: true, ..self.search.setup.clone() };
        let searcher = ready(&self.search, self.matrix, &mut self.priced, &setup)?;
        let mut run = CheapestRun::start(searcher, self.matrix, meter, k);
        run.finish();
        Ok(run.result())
    }

    fn start(
        &mut self,
        limit: Option<u64>,
    ) -> Result<Run<'m, &mut (dyn Searcher + 'm)>, SearchError> {
        let Session { search, matrix, plain, .. } = self;
        let meter = Meter::start(&search.limits);
        let searcher = ready(search, matrix, plain, &search.setup)?;
        Ok(Run::start(searcher, matrix, meter, limit))
    }
}

/// A searcher at its beginning: the one that is there, if there is one.
fn ready<'s, 'm>(
    search: &Search,
    matrix: &'m Matrix,
    slot: &'s mut Option<Box<dyn Searcher + 'm>>,
    setup: &Setup,
) -> Result<&'s mut (dyn Searcher + 'm), SearchError> {
    search.check(matrix, setup)?;
    let searcher = match slot.take() {
        Some(mut searcher) => {
            searcher.restart(setup);
            searcher
        }
        None => search.strategy.prepare(matrix, setup),
    };
    Ok(&mut **slot.insert(searcher))
}
