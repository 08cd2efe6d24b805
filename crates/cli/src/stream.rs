//! Puzzles through threads that search, and what they write in the order of the input.
//!
//! The main thread cuts what was read into jobs, takes the pages that the jobs write, first job first, and
//! writes them out; so results come as they are known, whatever the number of threads, and memory is
//! bounded: a job whose turn it is not yet waits when its page is full.
//!
//! Jobs are small while it is not known how long puzzles take, and then such that one takes some
//! milliseconds: enough puzzles to fill the lanes of a batch, and few enough to keep all threads busy.

mod each;
mod job;
mod order;
mod outlet;
mod page;

use std::collections::VecDeque;
use std::fmt;
use std::io;
use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::thread::{self, Scope};
use std::time::Duration;

use quadrille_sudoku::strategy::Strategy;
use quadrille_sudoku::{Puzzle, Report, Request};

use crate::Context;
use crate::input::{Chunk, Fault, Look, Puzzles};
use crate::progress::Progress;
use crate::status::Status;
use job::Job;
use order::Memory;
use outlet::Outlet;
use page::{End, Pieces};

pub(crate) use each::{VariantWork, each};
pub(crate) use page::Page;

/// How long a job should take.
const JOB: Duration = Duration::from_millis(20);
/// The most puzzles of a job.
const MOST: usize = 4096;
/// The most by which a job has more puzzles than one before it.
const GROWTH: usize = 8;
/// How long the main thread waits for a page before it looks for more puzzles.
const GLANCE: Duration = Duration::from_millis(5);

/// Kinds of answers that a verb may count.
pub(crate) const KINDS: usize = 8;

/// Hands solutions to a receiver, which may break off, and says what became of the puzzle.
pub(crate) type Search<'s> = &'s mut dyn FnMut(&mut dyn FnMut(&[u8]) -> ControlFlow<()>) -> Report;

/// What a verb does with puzzles, in whatever thread.
pub(crate) trait Work: Sync {
    /// What searches.
    fn strategy(&self) -> &'static dyn Strategy;

    /// What is wanted of each puzzle.
    fn request(&self) -> &Request;

    /// Whether nothing is written of a puzzle before its search is done, and little is to be kept until
    /// then: such puzzles are searched in batches.
    fn in_batches(&self) -> bool;

    /// Whether a puzzle is to be searched at all.
    fn is_searched(&self, puzzle: &Puzzle) -> bool {
        let _ = puzzle;
        true
    }

    /// Writes what becomes of a puzzle.
    ///
    /// # Errors
    ///
    /// If the page cannot be written.
    fn answer(
        &self,
        place: Place<'_>,
        puzzle: &Puzzle,
        search: Search<'_>,
        page: &mut Page,
    ) -> io::Result<Status>;

    /// Writes what there is to say of a puzzle that is not to be searched.
    ///
    /// # Errors
    ///
    /// If the page cannot be written.
    fn spared(&self, place: Place<'_>, puzzle: &Puzzle, page: &mut Page) -> io::Result<Status> {
        let _ = (place, puzzle, page);
        Ok(Status::Done)
    }

    /// Writes what stands in the place of a puzzle that is none.
    ///
    /// # Errors
    ///
    /// If the page cannot be written.
    fn invalid(&self, fault: &Fault, page: &mut Page) -> io::Result<()>;
}

/// Where a puzzle is from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place<'p> {
    pub(crate) source: &'p str,
    pub(crate) line: usize,
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.source, self.line)
    }
}

/// What became of all puzzles.
#[derive(Debug)]
pub(crate) struct Summary {
    pub(crate) status: Status,
    /// How many answers there are of each kind.
    pub(crate) tally: [u64; KINDS],
}

/// Does the work for all puzzles, by so many threads.
///
/// # Errors
///
/// If the results cannot be written.
pub(crate) fn run(
    work: &impl Work,
    puzzles: Puzzles,
    threads: usize,
    context: &mut Context,
) -> io::Result<Summary> {
    let cancel = context.cancel.clone();
    thread::scope(|scope| {
        let result = Stream::new(work, puzzles, threads, scope).run(context);
        if result.is_err() {
            // The threads work on what nobody will see.
            cancel.cancel();
        }
        result
    })
}

struct Stream<'s, 'e, W> {
    work: &'e W,
    scope: &'s Scope<'s, 'e>,
    puzzles: Puzzles,
    jobs: Sender<Job>,
    /// Where idle threads wait for jobs.
    queue: Arc<Mutex<Receiver<Job>>>,
    /// Threads that may still be started.
    threads: usize,
    started: usize,
    /// What is left of the chunk that jobs are cut from.
    chunk: Option<(Arc<Chunk>, usize)>,
    /// The pages of the jobs that were begun, in the order of the input.
    pages: VecDeque<Pieces>,
    /// Puzzles of the next job.
    size: usize,
    outlet: Outlet,
}

impl<'s, 'e, W: Work> Stream<'s, 'e, W> {
    fn new(work: &'e W, puzzles: Puzzles, threads: usize, scope: &'s Scope<'s, 'e>) -> Self {
        let (jobs, queue) = mpsc::channel();
        Stream {
            work,
            scope,
            puzzles,
            jobs,
            queue: Arc::new(Mutex::new(queue)),
            threads,
            started: 0,
            chunk: None,
            pages: VecDeque::new(),
            size: 1,
            outlet: Outlet::new(),
        }
    }

    fn run(mut self, context: &mut Context) -> io::Result<Summary> {
        let mut progress = Progress::of_puzzles(&context.out);
        loop {
            if let Err(error) = self.fill(context) {
                context.messages.error("", &format_args!("cannot start a thread: {error}"));
                self.outlet.summary.status = Status::Bad;
                return Ok(self.outlet.summary);
            }
            let Some(page) = self.pages.front() else {
                match self.puzzles.chunk(&mut context.out)? {
                    Some(chunk) => self.chunk = Some((Arc::new(chunk), 0)),
                    None => break,
                }
                continue;
            };
            match page.next(GLANCE) {
                Ok(piece) => {
                    if let Some(end) = self.outlet.take(piece, &mut progress, context)? {
                        self.fit(&end);
                    }
                }
                // What there is, is written out, though the next may come soon.
                Err(RecvTimeoutError::Timeout) => context.out.settle()?,
                Err(RecvTimeoutError::Disconnected) => drop(self.pages.pop_front()),
            }
        }
        progress.clear();
        if let Some((chunk, from)) = self.chunk.take() {
            self.outlet.left += (chunk.puzzles.len() - from) as u64;
        }
        let Outlet { mut summary, left, .. } = self.outlet;
        summary.status.note(self.puzzles.end(left, context)?);
        Ok(summary)
    }

    /// Begins as many jobs as there are puzzles for, up to a few for each thread.
    ///
    /// # Errors
    ///
    /// If there is no thread.
    fn fill(&mut self, context: &Context) -> io::Result<()> {
        while self.pages.len() < 2 * self.threads && !context.cancel.is_cancelled() {
            let Some((chunk, from)) = self.chunk.take() else {
                match self.puzzles.look() {
                    Look::Chunk(chunk) => self.chunk = Some((Arc::new(chunk), 0)),
                    Look::Nothing | Look::End => return Ok(()),
                }
                continue;
            };
            let to = chunk.puzzles.len().min(from + self.size);
            if to < chunk.puzzles.len() {
                self.chunk = Some((Arc::clone(&chunk), to));
            }
            let (page, pieces) = Page::new();
            self.pages.push_back(pieces);
            self.begin(Job { chunk, part: from..to, page }, context)?;
        }
        Ok(())
    }

    /// Hands a job to the threads, and starts one more if they may all be busy.
    ///
    /// # Errors
    ///
    /// If there is no thread.
    fn begin(&mut self, job: Job, context: &Context) -> io::Result<()> {
        // The queue is there as long as this is.
        let _ = self.jobs.send(job);
        if self.started < self.threads.min(self.pages.len()) {
            let (work, queue) = (self.work, Arc::clone(&self.queue));
            let cancel = context.cancel.clone();
            let search = move || {
                let mut memory = Memory::default();
                let next = || queue.lock().ok()?.recv().ok();
                while let Some(job) = next() {
                    job.run(work, &mut memory, &cancel);
                }
            };
            match thread::Builder::new().spawn_scoped(self.scope, search) {
                Ok(_) => self.started += 1,
                // Those that there are do all the work.
                Err(_) if self.started > 0 => self.threads = self.started,
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Fits the size of jobs to the time that one took.
    fn fit(&mut self, end: &End) {
        if let Ok(puzzles) = u32::try_from(end.done)
            && puzzles > 0
        {
            let each = (end.time / puzzles).max(Duration::from_nanos(1));
            let fit = JOB.as_nanos() / each.as_nanos();
            let fit = usize::try_from(fit).unwrap_or(MOST);
            self.size = fit.clamp(1, MOST.min(self.size.saturating_mul(GROWTH)));
        }
    }
}
