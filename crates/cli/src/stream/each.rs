//! Variants through threads that search, each puzzle by one; the order of what is written is that of the input.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::thread::{self, Scope};

use quadrille_sudoku::CancelToken;

use super::outlet::Outlet;
use super::page::{Page, Pieces};
use super::{GLANCE, Summary};
use crate::Context;
use crate::input::Fault;
use crate::progress::Progress;
use crate::status::Status;
use crate::variants::{Item, Located, Variants};

/// What a verb does with variants, in whatever thread.
pub(crate) trait VariantWork: Sync {
    /// Writes what becomes of a puzzle.
    ///
    /// # Errors
    ///
    /// If the page cannot be written.
    fn answer(&self, located: &Located, page: &mut Page) -> io::Result<Status>;

    /// Writes what stands in the place of a puzzle that is none.
    ///
    /// # Errors
    ///
    /// If the page cannot be written.
    fn invalid(&self, fault: &Fault, page: &mut Page) -> io::Result<()>;
}

/// A puzzle, and the page for what becomes of it.
type Job = (Item, Page);

/// Does the work for all variants, by so many threads. With one thread, as with many, a puzzle is searched while the next
/// ones are read.
///
/// # Errors
///
/// If the results cannot be written.
pub(crate) fn each(
    work: &impl VariantWork,
    variants: Variants,
    threads: usize,
    context: &mut Context,
) -> io::Result<Summary> {
    let cancel = context.cancel.clone();
    thread::scope(|scope| {
        let result = Each::new(work, variants, threads, scope).run(context);
        if result.is_err() {
            // The threads work on what nobody will see.
            cancel.cancel();
        }
        result
    })
}

struct Each<'s, 'e, W> {
    work: &'e W,
    scope: &'s Scope<'s, 'e>,
    variants: Variants,
    jobs: Sender<Job>,
    /// Where idle threads wait for jobs.
    queue: Arc<Mutex<Receiver<Job>>>,
    /// Threads that may still be started.
    threads: usize,
    started: usize,
    /// The pages of the puzzles that were begun, in the order of the input.
    pages: VecDeque<Pieces>,
    outlet: Outlet,
}

impl<'s, 'e, W: VariantWork> Each<'s, 'e, W> {
    fn new(work: &'e W, variants: Variants, threads: usize, scope: &'s Scope<'s, 'e>) -> Self {
        let (jobs, queue) = mpsc::channel();
        Each {
            work,
            scope,
            variants,
            jobs,
            queue: Arc::new(Mutex::new(queue)),
            threads,
            started: 0,
            pages: VecDeque::new(),
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
                match self.variants.next(&mut context.out)? {
                    Some(item) => self.variants.put_back(item),
                    None => break,
                }
                continue;
            };
            match page.next(GLANCE) {
                Ok(piece) => {
                    self.outlet.take(piece, &mut progress, context)?;
                }
                // What there is, is written out, though the next may come soon.
                Err(RecvTimeoutError::Timeout) => context.out.settle()?,
                Err(RecvTimeoutError::Disconnected) => drop(self.pages.pop_front()),
            }
        }
        progress.clear();
        let Outlet { mut summary, left, .. } = self.outlet;
        summary.status.note(self.variants.end(left, context)?);
        context.out.flush()?;
        Ok(summary)
    }

    /// Begins as many puzzles as there are, up to a few for each thread.
    ///
    /// # Errors
    ///
    /// If there is no thread.
    fn fill(&mut self, context: &Context) -> io::Result<()> {
        while self.pages.len() < 2 * self.threads
            && let Some(item) = self.variants.look()
        {
            self.begin(item, context)?;
        }
        Ok(())
    }

    /// Hands a puzzle to the threads, and starts one more if they may all be busy.
    ///
    /// # Errors
    ///
    /// If there is no thread.
    fn begin(&mut self, item: Item, context: &Context) -> io::Result<()> {
        let (page, pieces) = Page::new();
        self.pages.push_back(pieces);
        // The queue is there as long as this is.
        let _ = self.jobs.send((item, page));
        if self.started >= self.threads.min(self.pages.len()) {
            return Ok(());
        }
        let (work, queue, cancel) = (self.work, Arc::clone(&self.queue), context.cancel.clone());
        let search = move || {
            let next = || queue.lock().ok()?.recv().ok();
            while let Some(job) = next() {
                run(work, job, &cancel);
            }
        };
        match thread::Builder::new().spawn_scoped(self.scope, search) {
            Ok(_) => self.started += 1,
            // Those that there are do all the work.
            Err(_) if self.started > 0 => self.threads = self.started,
            Err(error) => return Err(error),
        }
        Ok(())
    }
}

/// Does a job, in this thread. That nobody takes the page any more ends it early.
fn run(work: &impl VariantWork, (item, mut page): Job, cancel: &CancelToken) {
    page.begin();
    let mut left = 0;
    let written = match item {
        _ if cancel.is_cancelled() => {
            left = 1;
            Ok(())
        }
        Ok(located) => work.answer(&located, &mut page).map(|status| page.done(status)),
        Err(fault) => invalid(work, &fault, &mut page),
    };
    if cancel.is_cancelled() {
        page.cut();
    }
    if written.and_then(|()| page.settle()).is_ok() {
        page.end(1, left);
    }
}

fn invalid(work: &impl VariantWork, fault: &Fault, page: &mut Page) -> io::Result<()> {
    page.fault(fault)?;
    if fault.in_place {
        work.invalid(fault, page)?;
    }
    page.done(Status::Bad);
    Ok(())
}
