//! What goes on beside a search: the line that says how far it is, and its checkpoints.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use indicatif::HumanBytes;
use quadrille_cover::parallel::Team;
use quadrille_cover::{BigUint, CheapestRun, Solutions, Statistics, Verdict};

use super::save::{SaveArgs, Saver};
use super::shard::Chosen;
use super::task::Task;
use crate::Context;
use crate::amounts::{counted, in_short, magnitude, percent, solutions};
use crate::input::Fault;
use crate::memory;
use crate::progress::Progress;
use crate::status::Status;
use quadrille_cover::checkpoint::Checkpoint;

/// How often a search comes back to be looked at, unless it is to be saved more often.
const TICK: Duration = Duration::from_millis(100);

/// A search under way.
pub(super) trait Running {
    fn nodes(&self) -> u64;

    fn solutions(&self) -> BigUint;

    /// The share of the tree that is done, where that is known.
    fn share_done(&self) -> Option<f64>;

    /// Where the cheapest solutions are wanted: the cost of the best so far, and what all others cost
    /// at least, as far as that is known.
    fn costs(&self) -> Option<(Option<u128>, Option<u128>)>;

    /// What it takes to go on from here, where that can be saved.
    fn checkpoint(&self, task: &Task<'_>) -> Option<Checkpoint>;
}

impl Running for Solutions<'_> {
    fn nodes(&self) -> u64 {
        self.statistics().nodes
    }

    fn solutions(&self) -> BigUint {
        self.statistics().total()
    }

    fn share_done(&self) -> Option<f64> {
        Some(self.share_done())
    }

    fn costs(&self) -> Option<(Option<u128>, Option<u128>)> {
        None
    }

    fn checkpoint(&self, task: &Task<'_>) -> Option<Checkpoint> {
        let (matrix, search) = (task.matrix(), &task.search);
        Some(match &task.shard {
            None => Checkpoint::of_solutions(&matrix, search, self),
            Some(Chosen { id, .. }) => Checkpoint::of_shard(&matrix, search, id, self),
        })
    }
}

impl Running for CheapestRun<'_> {
    fn nodes(&self) -> u64 {
        self.statistics().nodes
    }

    fn solutions(&self) -> BigUint {
        self.statistics().total()
    }

    fn share_done(&self) -> Option<f64> {
        Some(self.share_done())
    }

    fn costs(&self) -> Option<(Option<u128>, Option<u128>)> {
        Some((self.solutions().first().map(|best| best.cost), self.bound()))
    }

    fn checkpoint(&self, task: &Task<'_>) -> Option<Checkpoint> {
        Some(Checkpoint::of_cheapest(task.matrix(), &task.search, self))
    }
}

impl Running for Team<'_, '_> {
    fn nodes(&self) -> u64 {
        self.nodes()
    }

    fn solutions(&self) -> BigUint {
        self.total()
    }

    fn share_done(&self) -> Option<f64> {
        Some(self.share_done())
    }

    fn costs(&self) -> Option<(Option<u128>, Option<u128>)> {
        self.wants_cheapest().then(|| (self.kept().first().map(|best| best.cost), self.bound()))
    }

    fn checkpoint(&self, task: &Task<'_>) -> Option<Checkpoint> {
        Some(Checkpoint::of_team(task.matrix(), &task.search, self))
    }
}

/// Looks at a search now and then.
#[derive(Debug)]
pub(super) struct Watch<'t> {
    task: &'t Task<'t>,
    saver: Option<Saver>,
    progress: Progress,
    start: Instant,
    nodes_before: u64,
    looked: Instant,
}

impl<'t> Watch<'t> {
    /// Begins, with a first checkpoint.
    ///
    /// # Errors
    ///
    /// If that cannot be written, or must not.
    pub(super) fn begin(
        task: &'t Task<'t>,
        save: &SaveArgs,
        running: &impl Running,
    ) -> Result<Self, Fault> {
        let mut saver = save.saver()?;
        if let (Some(saver), Some(checkpoint)) = (&mut saver, running.checkpoint(task)) {
            let saved = saver.save(&checkpoint);
            saved.map_err(|message| Fault::of(&"".into(), message))?;
        }
        let nodes_before = running.nodes();
        let (progress, now) = (Progress::of_search(), Instant::now());
        Ok(Watch { task, saver, progress, start: now, nodes_before, looked: now })
    }

    /// Looks at the search, if the last time is a while ago.
    pub(super) fn look(&mut self, running: &impl Running, context: &mut Context) -> io::Result<()> {
        if self.looked.elapsed() < self.tick() {
            return Ok(());
        }
        self.looked = Instant::now();
        if self.progress.is_due() {
            let line = self.line(running);
            self.progress.tell(line);
        }
        if let Some(saver) = self.saver.as_mut().filter(|saver| saver.is_due())
            && let Some(checkpoint) = running.checkpoint(self.task)
        {
            // What the checkpoint counts as found must not get lost.
            context.out.flush()?;
            if let Err(message) = saver.save(&checkpoint) {
                self.progress.clear();
                context.messages.error("", &message);
            }
        }
        Ok(())
    }

    /// How long a search may go on before it is looked at.
    pub(super) fn tick(&self) -> Duration {
        self.saver.as_ref().map_or(TICK, |saver| saver.every().min(TICK))
    }

    /// Makes room on the terminal; the line comes back.
    pub(super) fn clear(&mut self) {
        self.progress.clear();
    }

    /// Ends, with a last checkpoint. Says how that went, and of a search that was stopped how far it
    /// came.
    pub(super) fn end(
        mut self,
        running: &impl Running,
        verdict: Option<Verdict>,
        context: &mut Context,
    ) -> io::Result<(Status, Option<String>)> {
        self.progress.clear();
        let mut status = Status::Done;
        let mut saved = String::new();
        if let (Some(saver), Some(checkpoint)) = (&mut self.saver, running.checkpoint(self.task)) {
            context.out.flush()?;
            match saver.save(&checkpoint) {
                Ok(()) => saved = format!("\ngo on with --resume {}", saver.path().display()),
                Err(message) => {
                    context.messages.error("", &message);
                    status = Status::Bad;
                }
            }
        }
        let stopped = verdict.is_some_and(Verdict::is_stopped);
        Ok((status, stopped.then(|| so_far(self.task, running) + &saved)))
    }

    fn line(&self, running: &impl Running) -> String {
        let seconds = self.start.elapsed().as_secs_f64();
        let nodes = running.nodes().saturating_sub(self.nodes_before);
        let rate = nodes as f64 / seconds.max(1e-3);
        let mut line = format!(
            "{}, {} nodes/s",
            humantime::format_duration(Duration::from_secs(seconds as u64)),
            magnitude(rate)
        );
        match running.costs() {
            None => line += &format!(", {}", in_short(&running.solutions())),
            Some((best, bound)) => {
                let forced = self.task.forced_cost();
                if let Some(best) = best {
                    line += &format!(", best {}", best + forced);
                }
                if let Some(bound) = bound {
                    line += &format!(", at least {}", bound.saturating_add(forced));
                }
            }
        }
        if let Some(share) = running.share_done() {
            line += &format!(", {} done", percent(share));
        }
        line
    }
}

/// How far a search came that was stopped.
fn so_far(task: &Task<'_>, running: &impl Running) -> String {
    let solutions = match running.costs() {
        None => format!("{}, ", solutions(&running.solutions())),
        Some(_) => String::new(),
    };
    let share = running.share_done().map(percent);
    format!(
        "stopped after {}: {solutions}{}{}",
        humantime::format_duration(Duration::from_millis(
            u64::try_from(task.start.elapsed().as_millis()).unwrap_or(u64::MAX)
        )),
        counted(running.nodes(), "node"),
        share.map_or(String::new(), |share| format!(", about {share} of the search done"))
    )
}

/// The nodes by level, on standard error as Knuth's programs show them.
pub(super) fn show_profile(statistics: &Statistics, context: &mut Context) -> io::Result<()> {
    context.out.flush()?;
    let mut text = "Profile:".to_owned();
    for (level, nodes) in statistics.profile.iter().enumerate() {
        text += &format!("\n{level:3}: {nodes}");
    }
    if let Some(bytes) = memory::peak_bytes() {
        text += &format!("\nMemory: {}, at most, of the whole program", HumanBytes(bytes));
    }
    context.messages.note(&text);
    Ok(())
}
