//! Searches by several threads (feature `parallel`).
//!
//! The tree is shared out as the search goes. Its *parts* stand in a table in the order of the tree; at first
//! there is one. When a thread has nothing to do, another one gives away the later half of its shallowest
//! untried branches ([`Searcher::split`](crate::Searcher::split)), which becomes the part behind its own.
//! So no thread is idle for long, however lopsided the tree; nothing is visited twice, and the nodes add up
//! to those of one thread, as long as all solutions are wanted and the branching learns nothing.
//!
//! The table is under a lock, and there are a few atomic counters; but a thread only comes to either between two
//! slices of some thousand nodes.
//!
//! ```
//! use std::time::Duration;
//! use quadrille_cover::{Search, Step, text};
//!
//! let problem = text::read("a b\na\nb\na b\n")?;
//! let outcome = Search::new().team(&problem, 2, |team| {
//!     while team.advance(Duration::from_millis(100)) != Step::Exhausted {
//!         eprintln!("{} so far", team.solutions());
//!     }
//!     team.outcome()
//! })?;
//! assert_eq!(outcome.solutions, 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

//! # In the order of one thread
//!
//! With [`Search::team_in_order`] the solutions of the first part go to the receiver; what is found in others
//! waits until all parts before them are done. A thread that has found much in its part, or finds something
//! when very much waits already, leaves the part and takes up one further left. The first part never waits
//! for anybody but the receiver, so there is always somebody who gets on. What waits takes some 16 MiB at the
//! most, and as much as the threads find in a slice each.
//!
//! # States
//!
//! [`Team::state`] lets all threads rest between two slices. A [`TeamState`] is the states of all parts, and
//! what was found and not received yet; any number of threads can go on from it ([`Search::team_resume`]).

mod counted;
mod state;
mod table;
mod team;
mod worker;

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Condvar, Mutex};
use std::time::Instant;

use self::counted::Counted;
use self::table::Table;
use self::worker::Shared;
use crate::cheapest::Kept;
use crate::matrix::Matrix;
use crate::outcome::Verdict;
use crate::search::{Search, SearchError};
use crate::setup::{Branching, Setup};
use crate::strategy::State;

pub use self::state::{Part, TeamState};
pub use self::team::Team;

/// What a team is to do with the solutions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Aim {
    /// Count them.
    Count,
    /// Hand over each of them, in no order that could be relied on.
    ForEach,
    /// Hand over each of them, in the order in which one thread finds them.
    InOrder,
    /// Keep so many of the cheapest.
    Cheapest(usize),
}

impl Search {
    /// Counts the solutions by so many threads (0 is taken for 1); `watch` runs in the caller's own
    /// thread meanwhile, and looks on. When it returns, the search is over.
    ///
    /// # Errors
    ///
    /// See [`SearchError`]; the threads cannot be had.
    pub fn team<R>(
        &self,
        problem: &impl AsRef<Matrix>,
        threads: usize,
        watch: impl FnOnce(&mut Team<'_, '_>) -> R,
    ) -> Result<R, SearchError> {
        self.team_resume(problem, threads, Aim::Count, &State::default().into(), watch)
    }

    /// The same, and `watch` receives each solution, in no order that could be relied on.
    ///
    /// # Errors
    ///
    /// See [`SearchError`]; the threads cannot be had.
    pub fn team_for_each<R>(
        &self,
        problem: &impl AsRef<Matrix>,
        threads: usize,
        watch: impl FnOnce(&mut Team<'_, '_>) -> R,
    ) -> Result<R, SearchError> {
        self.team_resume(problem, threads, Aim::ForEach, &State::default().into(), watch)
    }

    /// The same in the order in which one thread finds them; with a [limit](Search::limit), the first of
    /// these. Where the branching learns ([`Branching::WeightedDegree`]), the order depends on everything
    /// that was visited before: then it is one thread that searches.
    ///
    /// ```
    /// use std::time::Duration;
    /// use quadrille_cover::{Search, Step, text};
    ///
    /// let problem = text::read("a b\na\nb\na b\n")?;
    /// let solutions = Search::new().team_in_order(&problem, 2, |team| {
    ///     let mut solutions = Vec::new();
    ///     loop {
    ///         match team.advance(Duration::from_secs(1)) {
    ///             Step::Solution => solutions.push(team.current().to_vec()),
    ///             Step::Paused => {}
    ///             Step::Exhausted => return solutions,
    ///         }
    ///     }
    /// })?;
    /// assert_eq!(solutions, Search::new().all(&problem)?.solutions);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// See [`SearchError`]; the threads cannot be had.
    pub fn team_in_order<R>(
        &self,
        problem: &impl AsRef<Matrix>,
        threads: usize,
        watch: impl FnOnce(&mut Team<'_, '_>) -> R,
    ) -> Result<R, SearchError> {
        self.team_resume(problem, threads, Aim::InOrder, &State::default().into(), watch)
    }

    /// The same for the `k` cheapest solutions. Of solutions that cost the same as the last one any
    /// may be kept.
    ///
    /// # Errors
    ///
    /// See [`SearchError`]; the threads cannot be had.
    pub fn team_cheapest<R>(
        &self,
        problem: &impl AsRef<Matrix>,
        threads: usize,
        k: usize,
        watch: impl FnOnce(&mut Team<'_, '_>) -> R,
    ) -> Result<R, SearchError> {
        self.team_resume(problem, threads, Aim::Cheapest(k), &State::default().into(), watch)
    }

    /// Goes on from where another search of the same kind was, by one thread or by several, in this
    /// process or another. The counters and the solution limit go on, node and time budgets begin anew. A
    /// state by another [`Aim`] will do if both are about all solutions, or both about the cheapest; but
    /// in order come only those that were not handed over in another one.
    ///
    /// # Errors
    ///
    /// See [`SearchError`]; the state is not one of this search, or the threads cannot be had.
    pub fn team_resume<R>(
        &self,
        problem: &impl AsRef<Matrix>,
        threads: usize,
        aim: Aim,
        state: &TeamState,
        watch: impl FnOnce(&mut Team<'_, '_>) -> R,
    ) -> Result<R, SearchError> {
        let matrix = problem.as_ref();
        // A time beyond the clock is no limit.
        let deadline = self.limits.time.and_then(|time| Instant::now().checked_add(time));
        let cheapest = match aim {
            Aim::Cheapest(k) => Some(k),
            _ => None,
        };
        let setup = Setup { costs: cheapest.is_some(), ..self.setup.clone() };
        let first = state.check(self, matrix, &setup)?;
        let mut state = Cow::Borrowed(state);
        if first.1 {
            // As this search says it: with the weights of its branching.
            state = Cow::Owned(first.0.state().into());
        }
        if state.parts.iter().any(|part| !part.pending.is_empty()) {
            match aim {
                Aim::ForEach | Aim::InOrder => {}
                // They are counted already.
                Aim::Count => state.to_mut().parts.iter_mut().for_each(|part| part.pending.clear()),
                Aim::Cheapest(_) => return Err(SearchError::NoSolution),
            }
        }
        let mut kept = Kept::new(cheapest.unwrap_or(0));
        self.check_found(matrix, cheapest.unwrap_or(0), &state.found)?;
        state.found.iter().for_each(|options| kept.keep(matrix, options));
        let learns = matches!(self.setup.branching, Branching::WeightedDegree);
        let threads = if learns && aim == Aim::InOrder { 1 } else { threads.max(1) };
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .map_err(|error| SearchError::Threads { threads, reason: error.to_string() })?;
        let limit = self.limit.filter(|_| cheapest.is_none()).unwrap_or(u64::MAX);
        let shared = Shared {
            search: self,
            matrix,
            setup,
            aim,
            threads: threads as u64,
            deadline,
            limit,
            table: Mutex::new(Table::new(&state, threads, aim == Aim::InOrder)),
            attention: AtomicBool::new(false),
            turn: Condvar::new(),
            news: Condvar::new(),
            nodes: AtomicU64::new(state.nodes()),
            counted: Counted::new(state.total()),
            nodes_left: self.limits.nodes.map(AtomicU64::new),
            nodes_out: AtomicU64::new(0),
            changes: AtomicU64::new(state.found.len() as u64),
            kept: Mutex::new(kept),
            spare: Mutex::new(vec![first]),
        };
        if cheapest == Some(0) || shared.is_limited() && state.solutions() >= limit {
            shared.halt(Verdict::LimitReached);
        }
        Ok(pool.in_place_scope(|scope| {
            let shared = &shared;
            (0..threads).for_each(|_| scope.spawn(move |_| shared.work()));
            // When it is dropped, be it by a panic, all threads come to their end.
            watch(&mut Team::new(shared, state.total()))
        }))
    }
}
