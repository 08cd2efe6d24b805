//! Searching: what is wanted, how far to go, and what came of it.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use crate::cheapest::{Cheapest, CheapestRun};
use crate::ids::{ItemId, OptionId};
use crate::limits::{CancelToken, Limits, Meter};
use crate::matrix::{Capabilities, Matrix};
use crate::outcome::Outcome;
use crate::propagate::{Propagate, admits};
use crate::run::{Run, Solutions};
use crate::session::Session;
use crate::setup::{Branching, Order, Setup};
use crate::strategy::{self, Choice, Searcher, State, StateMismatch, Strategy};
use crate::verify::verify;
use crate::watch::Watch;

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
    pub(crate) strategy: &'static dyn Strategy,
    pub(crate) limit: Option<u64>,
    pub(crate) limits: Limits,
    pub(crate) setup: Setup,
}

impl Search {
    /// A search by the strategy that [`strategy::Auto`] picks, for all solutions, without limits.
    pub fn new() -> Self {
        Search {
            strategy: &strategy::Auto,
            limit: None,
            limits: Limits::none(),
            setup: Setup::default(),
        }
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
        self.setup.given = options.into_iter().collect();
        self
    }

    /// Only solutions without these options.
    pub fn forbid(mut self, options: impl IntoIterator<Item = OptionId>) -> Self {
        self.setup.forbidden = options.into_iter().collect();
        self
    }

    /// At most so many bytes for what a search remembers of sub-problems to save time
    /// ([`Dd`](crate::strategy::Dd)); 1 GiB unless said otherwise. With less memory the result is
    /// the same, later.
    pub fn memory_limit(mut self, bytes: u64) -> Self {
        self.setup.memory = Some(bytes);
        self
    }

    /// Which item to branch on.
    pub fn branching(mut self, branching: Branching) -> Self {
        self.setup.branching = branching;
        self
    }

    /// In which order to try the options of an item.
    pub fn order(mut self, order: Order) -> Self {
        self.setup.order = order;
        self
    }

    /// Only solutions that keep rules of the user's own beside those of exact cover, which are kept in the
    /// midst of the search: see [`propagate`](crate::propagate). One at a time:
    /// [`Together`](crate::Together) makes one of several.
    pub fn propagator(mut self, propagator: Arc<dyn Propagate>) -> Self {
        self.setup.propagator = Some(propagator);
        self
    }

    /// The first solution.
    ///
    /// # Errors
    ///
    /// See [`SearchError`].
    pub fn first(&self, problem: &impl AsRef<Matrix>) -> Result<First, SearchError> {
        self.session(problem).first()
    }

    /// All solutions, or as many as the limit allows, each a set of options.
    ///
    /// # Errors
    ///
    /// See [`SearchError`].
    pub fn all(&self, problem: &impl AsRef<Matrix>) -> Result<All, SearchError> {
        self.session(problem).all()
    }

    /// The number of solutions, without visiting each of them.
    ///
    /// # Errors
    ///
    /// See [`SearchError`].
    pub fn count(&self, problem: &impl AsRef<Matrix>) -> Result<Outcome, SearchError> {
        self.session(problem).count()
    }

    /// Shows each solution to `receive`, which may break off the search.
    ///
    /// # Errors
    ///
    /// See [`SearchError`].
    pub fn for_each(
        &self,
        problem: &impl AsRef<Matrix>,
        receive: impl FnMut(&[OptionId]) -> ControlFlow<()>,
    ) -> Result<Outcome, SearchError> {
        self.session(problem).for_each(receive)
    }

    /// The `k` cheapest solutions, with a proof that there are none cheaper, or how far it got.
    /// A limit on the number of solutions does not count here.
    ///
    /// ```
    /// use quadrille_cover::{Search, text};
    ///
    /// let problem = text::read("a b\na |3\nb |4\na b |9\n")?;
    /// let cheapest = Search::new().cheapest(&problem, 1)?;
    /// assert_eq!(cheapest.solutions[0].cost, 7);
    /// assert!(cheapest.is_proved());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// See [`SearchError`].
    pub fn cheapest(
        &self,
        problem: &impl AsRef<Matrix>,
        k: usize,
    ) -> Result<Cheapest, SearchError> {
        self.session(problem).cheapest(k)
    }

    /// The search for the `k` cheapest solutions as something that can be watched and left.
    ///
    /// # Errors
    ///
    /// See [`SearchError`].
    pub fn cheapest_run<'m>(
        &self,
        problem: &'m impl AsRef<Matrix>,
        k: usize,
    ) -> Result<CheapestRun<'m, Box<dyn Searcher + 'm>>, SearchError> {
        let matrix = problem.as_ref();
        let meter = Meter::start(&self.limits);
        let setup = Setup { costs: true, ..self.setup.clone() };
        let searcher = self.prepare(matrix, &setup)?;
        Ok(CheapestRun::start(searcher, matrix, meter, k))
    }

    /// Goes on with a search for the `k` cheapest solutions from its state and what it had found.
    ///
    /// # Errors
    ///
    /// See [`SearchError`]; the state is not one of this search, or what was found is no solution.
    pub fn resume_cheapest<'m>(
        &self,
        problem: &'m impl AsRef<Matrix>,
        k: usize,
        state: &State,
        found: &[Vec<OptionId>],
    ) -> Result<CheapestRun<'m, Box<dyn Searcher + 'm>>, SearchError> {
        let mut run = self.cheapest_run(problem, k)?;
        run.resume(state)?;
        self.check_found(problem.as_ref(), k, found)?;
        found.iter().for_each(|options| run.keep(options));
        Ok(run)
    }

    /// Whether these are solutions that this search may have found, up to `k` and none twice.
    pub(crate) fn check_found(
        &self,
        matrix: &Matrix,
        k: usize,
        found: &[Vec<OptionId>],
    ) -> Result<(), SearchError> {
        let mut sets = HashSet::new();
        let is_new = |options: &Vec<OptionId>| {
            let mut set = options.clone();
            set.sort_unstable();
            sets.insert(set)
        };
        let sound = found.iter().all(|options| self.may_find(matrix, options));
        if found.len() > k || !sound || !found.iter().all(is_new) {
            return Err(SearchError::NoSolution);
        }
        Ok(())
    }

    /// Whether these options are a solution, with those that are given, without those that are
    /// forbidden, and by the propagator's rules.
    pub(crate) fn may_find(&self, matrix: &Matrix, options: &[OptionId]) -> bool {
        let Setup { given, forbidden, propagator, .. } = &self.setup;
        verify(matrix, options).is_ok()
            && given.iter().all(|option| options.contains(option))
            && !forbidden.iter().any(|option| options.contains(option))
            && propagator.as_ref().is_none_or(|rules| admits(&**rules, matrix, options))
    }

    /// The solutions one by one, each searched for when it is asked for. The iterator can be
    /// dropped at any point.
    ///
    /// # Errors
    ///
    /// See [`SearchError`].
    pub fn solutions<'m>(
        &self,
        problem: &'m impl AsRef<Matrix>,
    ) -> Result<Solutions<'m>, SearchError> {
        let matrix = problem.as_ref();
        let meter = Meter::start(&self.limits);
        let searcher = self.prepare(matrix, &self.setup)?;
        Ok(Solutions::new(Run::start(searcher, matrix, meter, self.limit)))
    }

    /// The solutions that come behind a state in which another such search was, in this process or
    /// another: the same in the same order, no more, no fewer. The solution limit counts those
    /// before it, the node and time budgets begin anew.
    ///
    /// ```
    /// use quadrille_cover::{Search, text};
    ///
    /// let problem = text::read("a b\na\nb\na b\n")?;
    /// let mut solutions = Search::new().solutions(&problem)?;
    /// assert_eq!(solutions.next().map(|options| options.len()), Some(2));
    /// let state = solutions.state();
    ///
    /// let rest: Vec<_> = Search::new().resume(&problem, &state)?.collect();
    /// assert_eq!(rest.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// See [`SearchError`]; the state is not one of this search.
    pub fn resume<'m>(
        &self,
        problem: &'m impl AsRef<Matrix>,
        state: &State,
    ) -> Result<Solutions<'m>, SearchError> {
        let mut solutions = self.solutions(problem)?;
        solutions.resume(state)?;
        Ok(solutions)
    }

    /// The strategy that was asked for: [`strategy::Auto`] unless another was.
    pub fn chosen(&self) -> &'static dyn Strategy {
        self.strategy
    }

    /// The strategy that will search a problem, and why: that of [`strategy::Auto`]'s choice,
    /// unless another was asked for. `costs` says whether the cheapest solutions are wanted.
    pub fn choice(&self, problem: &impl AsRef<Matrix>, costs: bool) -> Choice {
        if self.strategy.name() != strategy::Auto.name() {
            return Choice { strategy: self.strategy, reason: "it was asked for" };
        }
        strategy::Auto.choose(problem.as_ref(), &Setup { costs, ..self.setup.clone() })
    }

    /// Many searches of one problem in the same memory, each with given and forbidden options of
    /// its own.
    pub fn session<'m>(&self, problem: &'m impl AsRef<Matrix>) -> Session<'m> {
        Session::new(self.clone(), problem.as_ref())
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
        self.prepare(problem.as_ref(), &self.setup)
    }

    /// A search that is advanced a node at a time and says what it does: see [`watch`](crate::watch).
    /// It knows nothing of this search's limits.
    ///
    /// # Errors
    ///
    /// See [`SearchError`]. What [learns](crate::Strategy::learns) has no tree to be watched.
    pub fn watch<'m>(
        &self,
        problem: &'m impl AsRef<Matrix>,
    ) -> Result<Watch<Box<dyn Searcher + 'm>>, SearchError> {
        self.needs_a_tree("being watched")?;
        Ok(Watch::new(self.searcher(problem)?))
    }

    /// An error, if what the strategy does is not said by where it is in a tree, as this feature needs it.
    pub(crate) fn needs_a_tree(&self, feature: &'static str) -> Result<(), SearchError> {
        if !self.strategy.learns() {
            return Ok(());
        }
        let instead = strategy::ALL.iter().find(|other| !other.learns());
        let instead = instead.map(|other| other.name());
        Err(SearchError::Unsupported { strategy: self.strategy.name(), feature, instead })
    }

    /// A searcher for a setup, once it is known that the strategy can take it.
    pub(crate) fn prepare<'m>(
        &self,
        matrix: &'m Matrix,
        setup: &Setup,
    ) -> Result<Box<dyn Searcher + 'm>, SearchError> {
        self.check(matrix, setup)?;
        Ok(self.strategy.prepare(matrix, setup))
    }

    /// Whether the strategy can take a problem and a setup, and the options of the setup exist.
    pub(crate) fn check(&self, matrix: &Matrix, setup: &Setup) -> Result<(), SearchError> {
        let options = matrix.option_count();
        let mut named = setup.given.iter().chain(&setup.forbidden);
        if let Some(&option) = named.find(|option| option.index() >= options) {
            return Err(SearchError::UnknownOption { option, options });
        }
        if let Branching::Preferred(items) = &setup.branching {
            let is_primary = |item: &&ItemId| {
                matrix.kinds().get(item.index()).is_some_and(|kind| kind.is_primary())
            };
            if let Some(&item) = items.iter().find(|item| !is_primary(item)) {
                return Err(SearchError::UnknownItem { item });
            }
        }
        let asked = asked(matrix, setup);
        if let Some(feature) = lacking(self.strategy, asked) {
            let able = |other: &&&dyn Strategy| lacking(**other, asked).is_none();
            let instead = strategy::ALL.iter().find(able).map(|other| other.name());
            return Err(SearchError::Unsupported {
                strategy: self.strategy.name(),
                feature,
                instead,
            });
        }
        Ok(())
    }
}

impl Default for Search {
    fn default() -> Self {
        Search::new()
    }
}

/// What a search of a problem asks of a strategy.
pub(crate) fn asked(matrix: &Matrix, setup: &Setup) -> Capabilities {
    Capabilities {
        costs: setup.costs,
        branching: !setup.branching.is_default() || setup.order != Order::AsAdded,
        propagators: setup.propagator.is_some(),
        ..matrix.needs()
    }
}

/// A feature that is asked for and that a strategy lacks.
pub(crate) fn lacking(strategy: &dyn Strategy, asked: Capabilities) -> Option<&'static str> {
    let has = strategy.capabilities();
    if asked.colours && !has.colours {
        Some("colours")
    } else if asked.multiplicities && !has.multiplicities {
        Some("multiplicities")
    } else if asked.costs && !has.costs {
        Some("a search for the cheapest solutions")
    } else if asked.branching && !has.branching {
        Some("a choice of branching or order")
    } else if asked.propagators && !has.propagators {
        Some("a propagator")
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
    /// A given or forbidden option that the problem does not have.
    #[error("no option {option}: the problem has {options}, numbered from 0")]
    UnknownOption {
        /// The number that was given.
        option: OptionId,
        /// Number of options.
        options: usize,
    },
    /// What cannot take a propagator into account, and would not be right without it.
    #[error("{0} cannot take a propagator: what follows from its rules is known in a search only")]
    Propagator(&'static str),
    /// The threads cannot be had.
    #[error("cannot start {threads} threads: {reason}")]
    Threads {
        /// How many were asked for.
        threads: usize,
        /// What the system said.
        reason: String,
    },
    /// A state to go on from that is not one of this search.
    #[error(transparent)]
    State(#[from] StateMismatch),
    /// What a search to go on with had found are not solutions of this problem and search, each of
    /// them once and no more than are wanted.
    #[error("what was found before are not solutions of this search")]
    NoSolution,
    /// A preferred item that the problem does not have, or that is not primary.
    #[error("no primary item {item}: only such items can be preferred")]
    UnknownItem {
        /// The number that was given.
        item: ItemId,
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
