//! By how many threads a problem is searched, and where they go on.

use std::num::NonZero;
use std::path::Path;
use std::time::{Duration, Instant};

use quadrille_cover::checkpoint::{Checkpoint, CheckpointError};
use quadrille_cover::parallel::TeamState;
use quadrille_cover::strategy::Auto;
use quadrille_cover::{CheapestRun, Solutions, State, Strategy};

use super::save::{self, SaveArgs};
use super::shard::Chosen;
use super::task::{SearchArgs, Task};
use crate::input::Fault;

/// A search that takes longer than this is worth more than one thread.
const ALONE: Duration = Duration::from_secs(1);

/// Threads that nobody has asked for share this many entries: each has the problem in its own
/// memory, some 24 bytes an entry.
const MOST_ENTRIES: usize = 1 << 27;

/// So long a count by several threads is tried by one: it may turn out to be faster with a memory
/// of sub-problems, which threads do not share.
const TRIAL: Duration = Duration::from_millis(100);

/// By how many threads to search.
#[derive(Debug, Clone, Copy)]
pub(super) enum Threads {
    /// By one, and when it has taken so long by so many.
    OneThen(usize, Duration),
    /// By one.
    One,
    /// By so many.
    Team(usize),
}

impl Threads {
    /// What the arguments say; `same` is whether the answer and the counters are the same by any
    /// number of threads.
    pub(super) fn of(args: &SearchArgs, task: &Task<'_>, same: bool) -> Self {
        let entries = task.matrix().entry_count().max(1);
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        match args.threads {
            _ if task.shard.is_some() => Threads::One,
            Some(1) => Threads::One,
            Some(threads) => Threads::Team(threads),
            None if !same => Threads::One,
            None => match cores.min(MOST_ENTRIES / entries) {
                0 | 1 => Threads::One,
                threads => Threads::OneThen(threads, ALONE),
            },
        }
    }

    /// The same for a count by a strategy that finds out by itself how to count best.
    pub(super) fn for_count_by(self, strategy: &dyn Strategy) -> Self {
        match self {
            Threads::Team(threads) if strategy.name() == Auto.name() => {
                Threads::OneThen(threads, TRIAL)
            }
            threads => threads,
        }
    }

    /// By how many a search goes on that several have begun.
    fn many(self) -> usize {
        match self {
            Threads::One => 1,
            Threads::OneThen(threads, _) | Threads::Team(threads) => threads,
        }
    }

    /// What tells when a search by one thread should go on by several.
    pub(super) fn clock(self) -> Clock {
        match self {
            Threads::OneThen(threads, alone) => {
                Clock { threads, end: Instant::now().checked_add(alone) }
            }
            Threads::One | Threads::Team(_) => Clock { threads: 1, end: None },
        }
    }
}

/// Tells when a search by one thread should go on by several.
#[derive(Debug)]
pub(super) struct Clock {
    threads: usize,
    end: Option<Instant>,
}

impl Clock {
    /// By how many threads to go on, if it is time.
    pub(super) fn strikes(&self) -> Option<usize> {
        self.end.filter(|&end| Instant::now() >= end).map(|_| self.threads)
    }
}

/// A search that is about to begin or to go on: by one thread, or by several from a state.
pub(super) enum Start<S> {
    One(S),
    Team(usize, TeamState),
}

/// The search of a task, from its beginning or from where a checkpoint says.
pub(super) fn solutions<'t>(
    save: &SaveArgs,
    task: &'t Task<'_>,
    threads: Threads,
) -> Result<Start<Solutions<'t>>, Fault> {
    let (matrix, search) = (task.matrix(), &task.search);
    let begin = || match &task.shard {
        None => search.solutions(matrix),
        Some(Chosen { shard, .. }) => shard.solutions(matrix, search),
    };
    start(
        save,
        threads,
        || begin().map_err(|error| task.fault(&error)),
        |checkpoint| match &task.shard {
            None => checkpoint.resume(matrix, search),
            Some(Chosen { shard, id }) => checkpoint.resume_shard(matrix, search, shard, id),
        },
        |checkpoint| checkpoint.team_state(matrix, search, None),
    )
}

/// The same for the `k` cheapest solutions.
pub(super) fn cheapest<'t>(
    save: &SaveArgs,
    task: &'t Task<'_>,
    k: usize,
    threads: Threads,
) -> Result<Start<CheapestRun<'t>>, Fault> {
    start(
        save,
        threads,
        || task.search.cheapest_run(task.matrix(), k).map_err(|error| task.fault(&error)),
        |checkpoint| checkpoint.resume_cheapest(task.matrix(), &task.search, k),
        |checkpoint| checkpoint.team_state(task.matrix(), &task.search, Some(k)),
    )
}

fn start<S>(
    save: &SaveArgs,
    threads: Threads,
    begin: impl FnOnce() -> Result<S, Fault>,
    resume: impl FnOnce(&Checkpoint) -> Result<S, CheckpointError>,
    state: impl FnOnce(&Checkpoint) -> Result<TeamState, CheckpointError>,
) -> Result<Start<S>, Fault> {
    let unfit = |path: &Path, error: &CheckpointError| save::unfit(path, error);
    let Some(path) = save.resumes() else {
        return match threads {
            Threads::Team(threads) => Ok(Start::Team(threads, State::default().into())),
            Threads::One | Threads::OneThen(..) => begin().map(Start::One),
        };
    };
    let checkpoint = Checkpoint::read(path).map_err(|error| unfit(path, &error))?;
    if !matches!(threads, Threads::Team(_)) {
        match resume(&checkpoint) {
            Ok(search) => return Ok(Start::One(search)),
            // Several threads have left several parts: a team goes on with them, be it one of one.
            Err(CheckpointError::Parts { .. }) => {}
            Err(error) => return Err(unfit(path, &error)),
        }
    }
    let state = state(&checkpoint).map_err(|error| unfit(path, &error))?;
    Ok(Start::Team(threads.many(), state))
}
