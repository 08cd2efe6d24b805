//! A search by several threads, seen from the one that asked for it.

use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use num_bigint::BigUint;

use super::Aim;
use super::state::TeamState;
use super::table::{Bundle, Table};
use super::worker::{Shared, lock};
use crate::cheapest::{Cheapest, Costed};
use crate::ids::OptionId;
use crate::outcome::{Outcome, StopReason, Verdict};
use crate::run::item_without_options;
use crate::strategy::Step;

/// A search by several threads, seen from the one that asked for it: see
/// [`Search::team`](crate::Search::team).
#[derive(Debug)]
pub struct Team<'s, 'm> {
    shared: &'s Shared<'s, 'm>,
    /// Solutions that were taken from the threads, and how many of them were handed on.
    inbox: Bundle,
    given: usize,
    /// Number of solutions that were handed on, by this team and in all.
    received: u64,
    before: BigUint,
    /// Whether no more are wanted.
    left: bool,
    over: bool,
}

impl<'s, 'm> Team<'s, 'm> {
    pub(super) fn new(shared: &'s Shared<'s, 'm>, before: BigUint) -> Self {
        let inbox = Bundle::default();
        Team { shared, inbox, given: 0, received: 0, before, left: false, over: false }
    }

    /// Waits for the next solution, where each is wanted, or for the end, for about so long.
    /// [`Step::Exhausted`] says that the search has ended, whatever its verdict.
    pub fn advance(&mut self, patience: Duration) -> Step {
        if self.visits() && self.has_enough() && !self.over {
            self.shared.halt(Verdict::LimitReached);
            self.left = true;
        }
        if !self.left && self.given < self.inbox.len() {
            return self.hand_on();
        }
        // A patience beyond the clock is none.
        let until = Instant::now().checked_add(patience);
        let mut table = self.shared.lock();
        loop {
            if !self.left
                && let Some((bundle, is_room)) = table.receive()
            {
                drop(table);
                if is_room {
                    self.shared.turn.notify_all();
                }
                (self.inbox, self.given) = (bundle, 0);
                return self.hand_on();
            }
            if table.workers == 0 {
                self.over = true;
                return Step::Exhausted;
            }
            let patience = until.map_or(Duration::from_secs(1), |until| {
                until.saturating_duration_since(Instant::now())
            });
            if patience.is_zero() {
                return Step::Paused;
            }
            let waited = self.shared.news.wait_timeout(table, patience);
            table = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn hand_on(&mut self) -> Step {
        self.given += 1;
        self.received += 1;
        Step::Solution
    }

    /// Whether each solution is wanted.
    fn visits(&self) -> bool {
        matches!(self.shared.aim, Aim::ForEach | Aim::InOrder)
    }

    /// The options of the solution that came last.
    pub fn current(&self) -> &[OptionId] {
        self.given.checked_sub(1).and_then(|last| self.inbox.get(last)).unwrap_or_default()
    }

    /// Whether there are as many solutions as are wanted.
    fn has_enough(&self) -> bool {
        self.shared.is_limited() && self.solutions() >= self.shared.limit
    }

    /// Number of solutions so far: those that were received, where each is wanted. `u64::MAX` if they
    /// are more: [`total`](Self::total) is exact.
    pub fn solutions(&self) -> u64 {
        match self.shared.aim {
            Aim::Cheapest(_) => lock(&self.shared.kept).solutions().len() as u64,
            Aim::Count => self.shared.counted.solutions().min(self.shared.limit),
            Aim::ForEach | Aim::InOrder => {
                let before = u64::try_from(&self.before).unwrap_or(u64::MAX);
                before.saturating_add(self.received)
            }
        }
    }

    /// Number of solutions so far, exactly.
    pub fn total(&self) -> BigUint {
        match self.shared.aim {
            Aim::Count if !self.shared.is_limited() => self.shared.counted.total(),
            Aim::Count | Aim::Cheapest(_) => self.solutions().into(),
            Aim::ForEach | Aim::InOrder => &self.before + self.received,
        }
    }

    /// Number of nodes so far.
    pub fn nodes(&self) -> u64 {
        self.shared.nodes.load(Ordering::Relaxed)
    }

    /// The share of the search tree that is done, from 0 to 1, if all branches at a level weigh the
    /// same; as the threads have said it of late.
    pub fn share_done(&self) -> f64 {
        self.shared.lock().share_done()
    }

    /// Whether the cheapest solutions are wanted.
    pub fn wants_cheapest(&self) -> bool {
        matches!(self.shared.aim, Aim::Cheapest(_))
    }

    /// How many of the cheapest solutions are wanted, if these are.
    pub fn wanted(&self) -> Option<usize> {
        match self.shared.aim {
            Aim::Cheapest(k) => Some(k),
            _ => None,
        }
    }

    /// How the search ended, or `None` while it may go on.
    pub fn verdict(&self) -> Option<Verdict> {
        self.over.then(|| self.verdict_of(&self.shared.lock()))
    }

    fn verdict_of(&self, table: &Table) -> Verdict {
        let wants_no_more = match self.shared.aim {
            Aim::Cheapest(k) => k == 0,
            _ => self.has_enough(),
        };
        if wants_no_more {
            return Verdict::LimitReached;
        }
        // Whatever has stopped the search, if nothing was left to be done it came too late.
        let verdict = table.verdict.filter(|_| !self.is_whole(table));
        verdict.unwrap_or(Verdict::Exhausted)
    }

    /// Whether everything was searched and handed on.
    fn is_whole(&self, table: &Table) -> bool {
        table.is_done() && table.ready.is_empty() && self.given == self.inbox.len()
    }

    /// The cheapest solutions so far, where those are wanted; cheapest first.
    pub fn kept(&self) -> Vec<Costed> {
        lock(&self.shared.kept).solutions().to_vec()
    }

    /// Where the cheapest solutions are wanted: no solution beyond those kept costs less than this, as
    /// the threads have said it of late; `None` if there are no others at all.
    pub fn bound(&self) -> Option<u128> {
        let left = self.shared.lock().bound();
        lock(&self.shared.kept).bound(Some(left))
    }

    /// Everything that is needed to go on from here elsewhere, by any number of threads; see
    /// [`Search::team_resume`](crate::Search::team_resume). The threads rest for a moment, each between
    /// two of its nodes. Solutions count as handed over that [`advance`](Self::advance) has told of;
    /// those that were found beyond them are in the state.
    ///
    /// # Panics
    ///
    /// If one of the threads has panicked: where it was is not known.
    pub fn state(&self) -> TeamState {
        let shared = self.shared;
        let mut table = shared.lock();
        table.paused = true;
        shared.tell(&table);
        while table.running > 0 && !table.broken {
            table = shared.news.wait(table).unwrap_or_else(PoisonError::into_inner);
        }
        assert!(!table.broken, "a thread of the team has panicked");
        let mut state = table.state(self.inbox.rest(self.given));
        if self.wants_cheapest() {
            let kept = lock(&shared.kept);
            state.found = kept.solutions().iter().map(|kept| kept.options.clone()).collect();
        }
        table.paused = false;
        shared.tell(&table);
        state
    }

    /// Ends the search. Its verdict is that its receiver wanted no more, unless it has ended.
    pub fn stop(&mut self) {
        self.left = true;
        let mut table = self.shared.lock();
        if !self.over && !self.is_whole(&table) {
            table.verdict.get_or_insert(Verdict::Stopped(StopReason::Receiver));
            self.shared.tell(&table);
        }
    }

    /// What the search came to; it is stopped, if it has not ended. Solutions that were found and not
    /// received are not among its solutions.
    pub fn outcome(&mut self) -> Outcome {
        self.stop();
        // The counters are whole when all threads have left.
        while self.advance(Duration::from_secs(1)) != Step::Exhausted {}
        let shared = self.shared;
        let table = shared.lock();
        let mut statistics = table.statistics();
        let verdict = self.verdict_of(&table);
        drop(table);
        // The sum of the parts is the number itself once all of them are done.
        let is_summed = match self.shared.aim {
            Aim::Count => !self.shared.is_limited() && verdict.is_exhausted(),
            Aim::Cheapest(_) => true,
            Aim::ForEach | Aim::InOrder => false,
        };
        if !is_summed {
            statistics.set_total(self.total());
        }
        let solutions = if self.wants_cheapest() { self.solutions() } else { statistics.solutions };
        let none = solutions == 0;
        Outcome {
            verdict,
            solutions,
            item_without_options: none.then(|| item_without_options(shared.matrix)).flatten(),
            by_sub_problems: false,
            statistics,
        }
    }

    /// What a search for the cheapest solutions came to; it is stopped, if it has not ended.
    pub fn cheapest(&mut self) -> Cheapest {
        let outcome = self.outcome();
        let left = match outcome.verdict {
            Verdict::Exhausted => None,
            _ => Some(self.shared.lock().bound()),
        };
        let kept = lock(&self.shared.kept);
        Cheapest { bound: kept.bound(left), solutions: kept.solutions().to_vec(), outcome }
    }
}

impl Drop for Team<'_, '_> {
    fn drop(&mut self) {
        self.stop();
    }
}
