//! Searches by several threads (feature `parallel`).
//!
//! The tree is shared out as the search goes: as long as there are fewer jobs than threads, a job
//! gives away the later half of its shallowest untried branches ([`Searcher::split`]) every now and then:
//! after some thousand nodes, or where solutions are handed over, after one. That is a job of its own.
//! So no thread is idle for long, however lopsided the tree; nothing is visited twice, and the nodes add up to those of one thread, as long as all
//! solutions are wanted and the branching learns nothing.
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

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::cheapest::{Cheapest, Costed, Kept};
use crate::ids::OptionId;
use crate::limits::{Limits, Meter};
use crate::matrix::Matrix;
use crate::outcome::{Outcome, StopReason, Verdict};
use crate::run::item_without_options;
use crate::search::{Search, SearchError};
use crate::setup::Setup;
use crate::statistics::Statistics;
use crate::strategy::{Searcher, State, Step};

/// Solutions that wait for their receiver, at most: the threads wait when he is slow.
const QUEUE: usize = 256;

/// What is wanted of the solutions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Aim {
    /// Their number.
    Count,
    /// Each of them.
    Visit,
    /// So many of the cheapest.
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
        self.run_team(problem.as_ref(), threads, Aim::Count, watch)
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
        self.run_team(problem.as_ref(), threads, Aim::Visit, watch)
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
        self.run_team(problem.as_ref(), threads, Aim::Cheapest(k), watch)
    }

    fn run_team<R>(
        &self,
        matrix: &Matrix,
        threads: usize,
        aim: Aim,
        watch: impl FnOnce(&mut Team<'_, '_>) -> R,
    ) -> Result<R, SearchError> {
        // A time beyond the clock is no limit.
        let deadline = self.limits.time.and_then(|time| Instant::now().checked_add(time));
        let costs = matches!(aim, Aim::Cheapest(_));
        let setup = Setup { costs, ..self.setup.clone() };
        // What one thread cannot begin, many cannot.
        let first = self.prepare(matrix, &setup)?;
        let threads = threads.max(1);
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .map_err(|error| SearchError::Threads { threads, reason: error.to_string() })?;
        let limit = if costs { None } else { self.limit };
        let shared = Shared {
            search: self,
            matrix,
            setup,
            aim,
            threads,
            deadline,
            stop: AtomicBool::new(false),
            verdict: Mutex::new(None),
            nodes_left: self.limits.nodes.map(AtomicU64::new),
            nodes_out: AtomicU64::new(0),
            solutions_left: limit.map(AtomicU64::new),
            jobs: AtomicUsize::new(1),
            nodes: AtomicU64::new(0),
            solutions: AtomicU64::new(0),
            total: Mutex::new(Statistics::default()),
            kept: Mutex::new(Kept::new(if let Aim::Cheapest(k) = aim { k } else { 0 })),
            bound: Mutex::new(u128::MAX),
            idle: Mutex::new(Vec::new()),
        };
        if limit == Some(0) || aim == Aim::Cheapest(0) {
            shared.halt(Verdict::LimitReached);
        }
        let (sender, receiver) = sync_channel(QUEUE);
        Ok(pool.in_place_scope(|scope| {
            let shared = &shared;
            scope.spawn(move |scope| shared.work(scope, first, sender));
            let (current, over) = (Vec::new(), false);
            // When it is dropped, be it by a panic, all jobs come to their end.
            watch(&mut Team { shared, receiver: Some(receiver), current, over })
        }))
    }
}

/// A search by several threads, seen from the one that asked for it: see [`Search::team`].
#[derive(Debug)]
pub struct Team<'s, 'm> {
    shared: &'s Shared<'s, 'm>,
    receiver: Option<Receiver<Vec<OptionId>>>,
    current: Vec<OptionId>,
    over: bool,
}

impl Team<'_, '_> {
    /// Waits for the next solution, where each is wanted, or for the end, for about so long.
    /// [`Step::Exhausted`] says that the search has ended, whatever its verdict.
    pub fn advance(&mut self, patience: Duration) -> Step {
        let Some(receiver) = &self.receiver else { return Step::Exhausted };
        match receiver.recv_timeout(patience) {
            Ok(options) => {
                self.current = options;
                Step::Solution
            }
            Err(RecvTimeoutError::Timeout) => Step::Paused,
            // All jobs are done.
            Err(RecvTimeoutError::Disconnected) => {
                self.over = true;
                Step::Exhausted
            }
        }
    }

    /// The options of the solution that came last.
    pub fn current(&self) -> &[OptionId] {
        &self.current
    }

    /// Number of solutions so far.
    pub fn solutions(&self) -> u64 {
        match self.shared.aim {
            Aim::Cheapest(_) => lock(&self.shared.kept).solutions().len() as u64,
            _ => self.shared.solutions.load(Ordering::Relaxed),
        }
    }

    /// Number of nodes so far.
    pub fn nodes(&self) -> u64 {
        self.shared.nodes.load(Ordering::Relaxed)
    }

    /// Whether the cheapest solutions are wanted.
    pub fn wants_cheapest(&self) -> bool {
        matches!(self.shared.aim, Aim::Cheapest(_))
    }

    /// How the search ended, or `None` while it may go on.
    pub fn verdict(&self) -> Option<Verdict> {
        self.over.then(|| lock(&self.shared.verdict).unwrap_or(Verdict::Exhausted))
    }

    /// The cheapest solutions so far, where those are wanted; cheapest first.
    pub fn kept(&self) -> Vec<Costed> {
        lock(&self.shared.kept).solutions().to_vec()
    }

    /// Ends the search. Its verdict is that its receiver wanted no more, unless it has ended.
    pub fn stop(&mut self) {
        if !self.over && self.shared.jobs.load(Ordering::SeqCst) > 0 {
            self.shared.halt(Verdict::Stopped(StopReason::Receiver));
        }
    }

    /// What the search came to; it is stopped, if it has not ended. Solutions that were found and not
    /// received yet are counted, and lost.
    pub fn outcome(&mut self) -> Outcome {
        self.stop();
        // The counters are whole when all jobs are done.
        while self.advance(Duration::from_secs(1)) != Step::Exhausted {}
        let shared = self.shared;
        let mut statistics = lock(&shared.total).clone();
        let solutions = self.solutions();
        if !matches!(shared.aim, Aim::Cheapest(_)) {
            statistics.solutions = solutions;
        }
        let none = solutions == 0;
        Outcome {
            verdict: lock(&shared.verdict).unwrap_or(Verdict::Exhausted),
            solutions,
            item_without_options: none.then(|| item_without_options(shared.matrix)).flatten(),
            statistics,
        }
    }

    /// What a search for the cheapest solutions came to; it is stopped, if it has not ended.
    pub fn cheapest(&mut self) -> Cheapest {
        let outcome = self.outcome();
        let kept = lock(&self.shared.kept);
        let left = match outcome.verdict {
            Verdict::Exhausted => None,
            _ => Some(*lock(&self.shared.bound)),
        };
        Cheapest { bound: kept.bound(left), solutions: kept.solutions().to_vec(), outcome }
    }
}

impl Drop for Team<'_, '_> {
    fn drop(&mut self) {
        self.stop();
        // Whoever waits for a receiver learns that there is none.
        self.receiver = None;
    }
}

/// What the jobs share.
#[derive(Debug)]
struct Shared<'s, 'm> {
    search: &'s Search,
    matrix: &'m Matrix,
    setup: Setup,
    aim: Aim,
    threads: usize,
    deadline: Option<Instant>,
    stop: AtomicBool,
    /// How the search ended, if not by itself.
    verdict: Mutex<Option<Verdict>>,
    nodes_left: Option<AtomicU64>,
    /// Nodes that jobs were granted and may still give back.
    nodes_out: AtomicU64,
    solutions_left: Option<AtomicU64>,
    /// Jobs that were spawned and are not done.
    jobs: AtomicUsize,
    nodes: AtomicU64,
    solutions: AtomicU64,
    /// The counters of the jobs that are done.
    total: Mutex<Statistics>,
    kept: Mutex<Kept>,
    /// The least cost that a stopped job may have left.
    bound: Mutex<u128>,
    /// Searchers without a job.
    idle: Mutex<Vec<Box<dyn Searcher + 'm>>>,
}

impl<'s, 'm> Shared<'s, 'm> {
    /// Ends the search; the first verdict counts.
    fn halt(&self, verdict: Verdict) {
        lock(&self.verdict).get_or_insert(verdict);
        self.stop.store(true, Ordering::Relaxed);
    }

    /// A part of the tree, from its state on.
    fn take_up(
        &'s self,
        scope: &rayon::Scope<'s>,
        state: &State,
        sender: SyncSender<Vec<OptionId>>,
    ) {
        if self.stop.load(Ordering::Relaxed) && !matches!(self.aim, Aim::Cheapest(_)) {
            self.jobs.fetch_sub(1, Ordering::SeqCst);
            return;
        }
        let idle = lock(&self.idle).pop();
        let mut searcher = match idle {
            Some(mut searcher) => {
                searcher.restart(&self.setup);
                searcher
            }
            None => self.search.strategy.prepare(self.matrix, &self.setup),
        };
        match searcher.resume(state) {
            Ok(()) => self.work(scope, searcher, sender),
            // A count without this part would be wrong.
            Err(error) => panic!("a part of the tree is lost: {error}"),
        }
    }

    fn work(
        &'s self,
        scope: &rayon::Scope<'s>,
        mut searcher: Box<dyn Searcher + 'm>,
        sender: SyncSender<Vec<OptionId>>,
    ) {
        let mut limits = Limits { nodes: None, time: None, ..self.search.limits.clone() };
        limits.time = self.deadline.map(|end| end.saturating_duration_since(Instant::now()));
        let mut meter = Meter::start(&limits);
        while !self.stop.load(Ordering::Relaxed) {
            match self.slice(&mut meter, &mut *searcher, &sender) {
                Ok(Step::Exhausted) => break,
                Ok(_) => {}
                Err(verdict) => {
                    self.halt(verdict);
                    break;
                }
            }
            if self.jobs.load(Ordering::Relaxed) < self.threads
                && let Some(part) = searcher.split()
            {
                self.jobs.fetch_add(1, Ordering::SeqCst);
                let sender = sender.clone();
                scope.spawn(move |scope| self.take_up(scope, &part, sender));
            }
        }
        lock(&self.total).add(searcher.statistics());
        let mut bound = lock(&self.bound);
        *bound = bound.min(searcher.bound());
        drop(bound);
        lock(&self.idle).push(searcher);
        self.jobs.fetch_sub(1, Ordering::SeqCst);
    }

    /// Takes up to so many nodes from what is left of the node budget. While there are none and other
    /// jobs may give some back, it waits.
    fn grant(&self, left: &AtomicU64, wanted: u64) -> Result<u64, Verdict> {
        loop {
            let share = left.load(Ordering::SeqCst).div_ceil(self.threads as u64);
            // What is out is booked before it is taken, so that nobody sees neither.
            self.nodes_out.fetch_add(wanted, Ordering::SeqCst);
            let granted = take(left, wanted.min(share.max(1)));
            self.nodes_out.fetch_sub(wanted - granted, Ordering::SeqCst);
            if granted > 0 {
                return Ok(granted);
            }
            if self.stop.load(Ordering::Relaxed) {
                return Ok(0);
            }
            if self.nodes_out.load(Ordering::SeqCst) == 0 && left.load(Ordering::SeqCst) == 0 {
                return Err(Verdict::Stopped(StopReason::NodeBudget));
            }
            std::thread::sleep(Duration::from_micros(50));
        }
    }

    /// Lets a job go on for a moment.
    fn slice(
        &self,
        meter: &mut Meter,
        searcher: &mut dyn Searcher,
        sender: &SyncSender<Vec<OptionId>>,
    ) -> Result<Step, Verdict> {
        let mut budget = meter.short_slice().map_err(Verdict::Stopped)?;
        if let Some(left) = &self.nodes_left {
            let granted = self.grant(left, budget.nodes_left())?;
            budget = budget.capped(granted);
        }
        let granted = budget.nodes_left();
        let one_by_one = self.aim != Aim::Count || self.solutions_left.is_some();
        budget = budget.with_solutions(if one_by_one { 1 } else { u64::MAX });
        if let Some(ceiling) = lock(&self.kept).ceiling() {
            searcher.lower_ceiling(ceiling);
        }
        let found = searcher.statistics().solutions;
        let step = searcher.advance(&mut budget);
        if let Some(left) = &self.nodes_left {
            left.fetch_add(budget.nodes_left(), Ordering::SeqCst);
            self.nodes_out.fetch_sub(granted, Ordering::SeqCst);
        }
        self.nodes.fetch_add(granted - budget.nodes_left(), Ordering::Relaxed);
        let found = searcher.statistics().solutions - found;
        match &self.solutions_left {
            None => drop(self.solutions.fetch_add(found, Ordering::Relaxed)),
            Some(left) if step == Step::Solution => {
                if take(left, 1) == 0 {
                    // Another one has found the last one.
                    return Err(Verdict::LimitReached);
                }
                self.solutions.fetch_add(1, Ordering::Relaxed);
            }
            Some(_) => {}
        }
        if step == Step::Solution && self.aim != Aim::Count {
            let mut options = Vec::new();
            searcher.solution(&mut options);
            if let Aim::Cheapest(_) = self.aim {
                lock(&self.kept).keep(self.matrix, &options);
            } else if sender.send(options).is_err() {
                return Err(Verdict::Stopped(StopReason::Receiver));
            }
        }
        if self.solutions_left.as_ref().is_some_and(|left| left.load(Ordering::Relaxed) == 0) {
            return Err(Verdict::LimitReached);
        }
        Ok(step)
    }
}

/// Takes up to so many from what is left; how many it got.
fn take(left: &AtomicU64, wanted: u64) -> u64 {
    let all = |left: u64| Some(left.saturating_sub(wanted));
    match left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, all) {
        Ok(before) | Err(before) => before.min(wanted),
    }
}

/// What a thread that panicked has left is whole: nothing here is changed in steps.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
