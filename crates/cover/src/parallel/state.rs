//! Where a search by several threads stands: states of its parts.

use num_bigint::BigUint;

use crate::ids::OptionId;
use crate::matrix::Matrix;
use crate::search::{Search, SearchError};
use crate::setup::Setup;
use crate::strategy::{Searcher, State, StateMismatch};

/// Everything that is needed to go on with a search by several threads, by any number of them: see
/// [`Search::team_resume`]. Told by [`Team::state`](super::Team::state); the state of a search by one
/// thread can be made into one:
///
/// ```
/// use std::time::Duration;
/// use quadrille_cover::parallel::{Aim, TeamState};
/// use quadrille_cover::{Search, Step, text};
///
/// let problem = text::read("a b\na\nb\na b\n")?;
/// let search = Search::new();
/// let mut solutions = search.solutions(&problem)?;
/// solutions.next();
///
/// let state = TeamState::from(solutions.state());
/// let outcome = search.team_resume(&problem, 2, Aim::Count, &state, |team| {
///     while team.advance(Duration::from_millis(100)) != Step::Exhausted {}
///     team.outcome()
/// })?;
/// assert_eq!(outcome.solutions, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TeamState {
    /// The parts of the tree that remain, in the order of the tree. The counters of all parts add up to
    /// those of the search: what is done already is among those of the first.
    pub parts: Vec<Part>,
    /// The cheapest solutions so far, where those are wanted.
    pub found: Vec<Vec<OptionId>>,
}

/// A part of the tree.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Part {
    /// Where the search of it stands.
    pub state: State,
    /// Solutions that are found and counted, and were not handed over yet. In the order of the tree they
    /// come before what is found from the state on.
    pub pending: Vec<Vec<OptionId>>,
}

impl From<State> for TeamState {
    fn from(state: State) -> Self {
        TeamState { parts: vec![Part::new(state, Vec::new())], found: Vec::new() }
    }
}

impl Part {
    /// A part, and what is found of it.
    pub fn new(state: State, pending: Vec<Vec<OptionId>>) -> Self {
        Part { state, pending }
    }
}

impl TeamState {
    /// A state of these parts, and the cheapest solutions so far, where those are wanted.
    pub fn new(parts: Vec<Part>, found: Vec<Vec<OptionId>>) -> Self {
        TeamState { parts, found }
    }

    /// Number of solutions that were handed over; `u64::MAX` if they are more, see
    /// [`total`](Self::total).
    pub fn solutions(&self) -> u64 {
        u64::try_from(self.total()).unwrap_or(u64::MAX)
    }

    /// Number of solutions that were handed over, exactly.
    pub fn total(&self) -> BigUint {
        let total: BigUint = self.parts.iter().map(|part| part.state.statistics.total()).sum();
        let pending: u64 = self.parts.iter().map(|part| part.pending.len() as u64).sum();
        total.max(pending.into()) - pending
    }

    /// Number of nodes.
    pub fn nodes(&self) -> u64 {
        let nodes = self.parts.iter().map(|part| part.state.statistics.nodes);
        nodes.fold(0, u64::saturating_add)
    }

    /// Whether nothing was done yet.
    fn is_begin(&self) -> bool {
        self.found.is_empty() && self.parts == [Part::default()]
    }

    /// A searcher for a setup, once it is known that it can go on from each of the parts; and whether it
    /// is at the beginning. What one thread cannot begin, many cannot.
    pub(super) fn check<'m>(
        &self,
        search: &Search,
        matrix: &'m Matrix,
        setup: &Setup,
    ) -> Result<(Box<dyn Searcher + 'm>, bool), SearchError> {
        let mut searcher = search.prepare(matrix, setup)?;
        if self.is_begin() {
            return Ok((searcher, true));
        }
        if self.parts.is_empty() {
            return Err(StateMismatch::at(0).into());
        }
        let mut sum = Some(0u64);
        let (mut solutions, mut pending) = (0u64, 0u64);
        for (number, part) in self.parts.iter().enumerate() {
            if number > 0 {
                searcher.restart(setup);
            }
            searcher.resume(&part.state)?;
            let statistics = &part.state.statistics;
            sum = sum.and_then(|sum| sum.checked_add(statistics.nodes));
            solutions = solutions.saturating_add(statistics.solutions);
            pending += part.pending.len() as u64;
        }
        if sum.is_none_or(|sum| sum >= 1 << 62) {
            return Err(StateMismatch::at(0).into());
        }
        let mut waiting = self.parts.iter().flat_map(|part| &part.pending);
        if pending > solutions || !waiting.all(|options| search.may_find(matrix, options)) {
            return Err(SearchError::NoSolution);
        }
        Ok((searcher, false))
    }
}
