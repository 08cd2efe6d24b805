//! What each thread of a team does: take up a part of the tree, search it slice by slice, and between two
//! slices hand over what was found, give away what others could do, and rest when it has to.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::Aim;
use super::counted::Counted;
use super::table::{Bundle, Stand, Table};
use crate::cheapest::Kept;
use crate::ids::OptionId;
use crate::limits::{Budget, Limits, Meter};
use crate::matrix::Matrix;
use crate::outcome::{StopReason, Verdict};
use crate::search::Search;
use crate::setup::Setup;
use crate::strategy::{Searcher, State, Step};

/// A slice ends when the solutions found in it take this much memory, in numbers of options.
const MOST_FOUND: usize = 1 << 12;
/// The first slice of a part has so many nodes and each one twice as many as the one before, up to what is
/// usual: so that a part that is small, or begins with large branches, is shared out soon.
const FIRST_SLICE: u64 = 32;
/// After so many slices a thread says how far its part is.
const SLICES: u32 = 64;

/// What the threads share.
#[derive(Debug)]
pub(super) struct Shared<'s, 'm> {
    pub(super) search: &'s Search,
    pub(super) matrix: &'m Matrix,
    pub(super) setup: Setup,
    pub(super) aim: Aim,
    pub(super) threads: u64,
    pub(super) deadline: Option<Instant>,
    /// At most so many solutions; `u64::MAX` for all.
    pub(super) limit: u64,
    pub(super) table: Mutex<Table>,
    /// Whether something is wanted of the threads: they look at the table then.
    pub(super) attention: AtomicBool,
    /// For threads that rest or have nothing to do.
    pub(super) turn: Condvar,
    /// For the one who watches.
    pub(super) news: Condvar,
    pub(super) nodes: AtomicU64,
    /// Solutions that were counted, where no more than that is wanted.
    pub(super) counted: Counted,
    pub(super) nodes_left: Option<AtomicU64>,
    /// Nodes that threads were granted and may still give back.
    pub(super) nodes_out: AtomicU64,
    pub(super) kept: Mutex<Kept>,
    /// How often the cheapest solutions have changed.
    pub(super) changes: AtomicU64,
    /// Searchers that nobody uses, and whether they are at the beginning.
    pub(super) spare: Mutex<Vec<(Box<dyn Searcher + 'm>, bool)>>,
}

/// A part that a thread is at work on.
struct Job<'m> {
    id: u64,
    searcher: Box<dyn Searcher + 'm>,
    /// What was found and not handed over yet.
    bundle: Bundle,
    /// How often the cheapest solutions had changed when the searcher learnt of them.
    changes: u64,
    slices: u32,
}

/// Says that a thread has left, be it by a panic.
struct Leave<'a, 's, 'm>(&'a Shared<'s, 'm>);

impl Drop for Leave<'_, '_, '_> {
    fn drop(&mut self) {
        let mut table = self.0.lock();
        table.workers -= 1;
        if std::thread::panicking() {
            table.broken = true;
            table.verdict.get_or_insert(Verdict::Stopped(StopReason::Cancelled));
        }
        self.0.tell(&table);
    }
}

impl<'m> Shared<'_, 'm> {
    pub(super) fn lock(&self) -> MutexGuard<'_, Table> {
        lock(&self.table)
    }

    /// Says whether something is wanted of the threads that are at work.
    fn call(&self, table: &Table) {
        let wanted = table.is_stopped() || table.paused || table.is_wanting();
        self.attention.store(wanted, Ordering::Relaxed);
    }

    /// Tells everybody that the table has changed.
    pub(super) fn tell(&self, table: &Table) {
        self.call(table);
        self.turn.notify_all();
        self.news.notify_all();
    }

    /// Whether a number of solutions ends the search.
    pub(super) fn is_limited(&self) -> bool {
        self.limit < u64::MAX
    }

    /// Ends the search; the first verdict counts.
    pub(super) fn halt(&self, verdict: Verdict) {
        let mut table = self.lock();
        table.verdict.get_or_insert(verdict);
        self.tell(&table);
    }

    /// A thread, from its begin to its end.
    pub(super) fn work(&self) {
        let _leave = Leave(self);
        let mut limits = Limits { nodes: None, time: None, ..self.search.limits.clone() };
        limits.time = self.deadline.map(|end| end.saturating_duration_since(Instant::now()));
        let mut meter = Meter::start(&limits);
        while let Some((id, state)) = self.take() {
            let searcher = self.take_up(&state);
            let bundle = Bundle::default();
            let mut job = Job { id, searcher, bundle, changes: 0, slices: 0 };
            if self.is_to_go_on(&mut job) {
                self.search(&mut job, &mut meter);
            }
            lock(&self.spare).push((job.searcher, false));
        }
        if let Aim::Cheapest(_) = self.aim {
            self.find_bounds();
        }
    }

    /// A part that nobody is at work on, as soon as there is one; `None` at the end.
    fn take(&self) -> Option<(u64, State)> {
        let mut table = self.lock();
        loop {
            if table.is_stopped() || table.is_done() {
                return None;
            }
            if let Some(taken) = table.take() {
                self.call(&table);
                return Some(taken);
            }
            table.idle += 1;
            self.call(&table);
            table = self.turn.wait(table).unwrap_or_else(PoisonError::into_inner);
            table.idle -= 1;
        }
    }

    /// A searcher at a state.
    fn take_up(&self, state: &State) -> Box<dyn Searcher + 'm> {
        let spare = lock(&self.spare).pop();
        let mut searcher = match spare {
            Some((searcher, true)) => searcher,
            Some((mut searcher, false)) => {
                searcher.restart(&self.setup);
                searcher
            }
            None => self.search.strategy.prepare(self.matrix, &self.setup),
        };
        match searcher.resume(state) {
            Ok(()) => searcher,
            // A count without this part would be wrong. Those that came from outside were tried before.
            Err(error) => panic!("a part of the tree is lost: {error}"),
        }
    }

    /// Searches a part until it is done, is put aside for another one, or the search is ended.
    fn search(&self, job: &mut Job<'m>, meter: &mut Meter) {
        loop {
            match self.slice(job, meter) {
                Ok(Step::Exhausted) => return self.finish(job),
                Ok(_) => {}
                Err(verdict) => self.halt(verdict),
            }
            job.slices += 1;
            let is_silent = job.bundle.len() == 0 && !job.slices.is_multiple_of(SLICES);
            if is_silent && !self.attention.load(Ordering::Relaxed) {
                continue;
            }
            if !self.is_to_go_on(job) {
                return;
            }
        }
    }

    /// Hands over what was found, gives away a part if one is wanted, and rests as long as it must.
    /// Whether the thread is to go on with its part; if not, the part is saved for another one.
    fn is_to_go_on(&self, job: &mut Job<'m>) -> bool {
        let mut table = self.lock();
        let Some(index) = table.index(job.id) else { return false };
        if job.bundle.len() > 0 {
            table.deliver(index, std::mem::take(&mut job.bundle));
            self.news.notify_all();
        }
        if job.slices > 0 {
            if job.slices.is_multiple_of(SLICES) {
                table.note(index, &*job.searcher);
            }
            if !table.is_stopped() && table.split(index, &mut *job.searcher) {
                self.tell(&table);
            }
        }
        loop {
            // Parts to the left may have come or gone.
            let Some(index) = table.index(job.id) else { return false };
            let held = table.is_held(index);
            if table.is_stopped() || held && table.is_ahead(index) {
                table.rest(index, Stand::Waiting, &*job.searcher);
                self.tell(&table);
                return false;
            }
            if !held && !table.paused {
                table.go_on(index);
                return true;
            }
            table.rest(index, Stand::Resting, &*job.searcher);
            self.news.notify_all();
            table = self.turn.wait(table).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A part is done.
    fn finish(&self, job: &mut Job<'m>) {
        let mut table = self.lock();
        if let Some(index) = table.index(job.id) {
            table.deliver(index, std::mem::take(&mut job.bundle));
            table.finish(index, &*job.searcher);
        }
        self.tell(&table);
    }

    /// Lets a job go on for a moment.
    fn slice(&self, job: &mut Job<'m>, meter: &mut Meter) -> Result<Step, Verdict> {
        let budget = meter.short_slice().map_err(Verdict::Stopped)?;
        let mut budget = budget.capped(FIRST_SLICE << job.slices.min(16));
        if let Some(left) = &self.nodes_left {
            let granted = self.grant(left, budget.nodes_left())?;
            budget = budget.capped(granted);
        }
        let granted = budget.nodes_left();
        let before = job.searcher.statistics();
        let (solutions, beyond) = (before.solutions, before.beyond.clone());
        let step = match self.aim {
            Aim::Count => {
                let missing = match self.is_limited() {
                    true => self.limit.saturating_sub(self.counted.solutions()),
                    false => u64::MAX,
                };
                budget = budget.with_solutions(missing);
                job.searcher.advance(&mut budget)
            }
            Aim::ForEach | Aim::InOrder => collect(job, &mut budget),
            Aim::Cheapest(_) => self.keep(job, &mut budget),
        };
        if let Some(left) = &self.nodes_left {
            left.fetch_add(budget.nodes_left(), Ordering::SeqCst);
            self.nodes_out.fetch_sub(granted, Ordering::SeqCst);
        }
        self.nodes.fetch_add(granted - budget.nodes_left(), Ordering::Relaxed);
        if self.aim == Aim::Count {
            self.counted.add_since(solutions, &beyond, job.searcher.statistics());
            let is_enough = self.is_limited() && self.counted.solutions() >= self.limit;
            if is_enough && step != Step::Exhausted {
                return Err(Verdict::LimitReached);
            }
        }
        Ok(step)
    }

    /// Goes on to the end of the budget, and keeps the cheapest solutions.
    fn keep(&self, job: &mut Job<'m>, budget: &mut Budget) -> Step {
        loop {
            if job.changes != self.changes.load(Ordering::Relaxed) {
                let kept = lock(&self.kept);
                job.changes = self.changes.load(Ordering::Relaxed);
                if let Some(ceiling) = kept.ceiling() {
                    job.searcher.lower_ceiling(ceiling);
                }
            }
            *budget = budget.clone().with_solutions(1);
            let step = job.searcher.advance(budget);
            if step != Step::Solution {
                return step;
            }
            let mut options = Vec::new();
            job.searcher.solution(&mut options);
            let mut kept = lock(&self.kept);
            kept.keep(self.matrix, &options);
            self.changes.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Takes up to so many nodes from what is left of the node budget. While there are none and other
    /// threads may give some back, it waits.
    fn grant(&self, left: &AtomicU64, wanted: u64) -> Result<u64, Verdict> {
        loop {
            let share = left.load(Ordering::SeqCst).div_ceil(self.threads);
            // What is out is booked before it is taken, so that nobody sees neither.
            self.nodes_out.fetch_add(wanted, Ordering::SeqCst);
            let granted = take(left, wanted.min(share.max(1)));
            self.nodes_out.fetch_sub(wanted - granted, Ordering::SeqCst);
            if granted > 0 {
                return Ok(granted);
            }
            if self.nodes_out.load(Ordering::SeqCst) == 0 && left.load(Ordering::SeqCst) == 0 {
                return Err(Verdict::Stopped(StopReason::NodeBudget));
            }
            if self.lock().is_stopped() {
                return Ok(0);
            }
            std::thread::sleep(Duration::from_micros(50));
        }
    }

    /// Where the search was stopped and the cheapest solutions are wanted: what the parts cost at least
    /// that nobody has taken up.
    fn find_bounds(&self) {
        loop {
            let waiting = self.lock().unbounded();
            let Some((id, state)) = waiting else { return };
            let bound = self.take_up(&state).bound();
            self.lock().set_bound(id, bound);
        }
    }
}

/// Goes on to the end of the budget, and collects what is found.
fn collect(job: &mut Job<'_>, budget: &mut Budget) -> Step {
    let mut options: Vec<OptionId> = Vec::new();
    loop {
        *budget = budget.clone().with_solutions(1);
        let step = job.searcher.advance(budget);
        if step != Step::Solution {
            return step;
        }
        job.searcher.solution(&mut options);
        job.bundle.push(&options);
        if job.bundle.weight() >= MOST_FOUND {
            return step;
        }
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
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
