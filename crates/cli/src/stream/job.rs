//! A job: some puzzles, one behind the other in the input, and the page for what becomes of them.

use std::io;
use std::ops::Range;
use std::sync::Arc;

use quadrille_sudoku::strategy::solve;
use quadrille_sudoku::{CancelToken, Puzzle, StopReason, Verdict};

use super::order::{Memory, Order};
use super::page::Page;
use super::{Place, Work};
use crate::input::{Chunk, Fault};
use crate::status::Status;

pub(super) struct Job {
    pub(super) chunk: Arc<Chunk>,
    /// Which puzzles.
    pub(super) part: Range<usize>,
    pub(super) page: Page,
}

impl Job {
    /// Does it, in this thread. That nobody takes the page any more ends it early.
    pub(super) fn run(self, work: &impl Work, memory: &mut Memory, cancel: &CancelToken) {
        let Job { chunk, part, mut page } = self;
        page.begin();
        let puzzles = chunk.puzzles.get(part.clone()).unwrap_or_default();
        let faults = chunk.faults(&part);
        let mut desk = Desk { chunk: &chunk, start: part.start, puzzles, faults, next: 0, page };
        // Only the page can fail.
        let written = if work.in_batches() {
            Order::new(work, &mut desk, memory).run(cancel)
        } else {
            desk.one_by_one(work, cancel)
        };
        if written.and_then(|()| desk.faults_before(usize::MAX, work)).is_ok() {
            let (puzzles, written) = (desk.puzzles.len() as u64, desk.next as u64);
            desk.page.end(puzzles, puzzles - written);
        }
    }
}

/// The puzzles of a job, and how far they are.
pub(super) struct Desk<'j> {
    chunk: &'j Chunk,
    /// Number of the first puzzle in the chunk.
    start: usize,
    pub(super) puzzles: &'j [Puzzle],
    faults: &'j [(usize, Fault)],
    /// The puzzle that is written next, of those of the job.
    pub(super) next: usize,
    pub(super) page: Page,
}

impl<'j> Desk<'j> {
    /// Where the next puzzle is from.
    pub(super) fn place(&self) -> Place<'j> {
        let line = self.chunk.lines.get(self.start + self.next);
        Place { source: &self.chunk.source, line: line.copied().unwrap_or_default() }
    }

    /// Writes of the next puzzle what `answer` does, and goes on to the one behind it.
    pub(super) fn write(
        &mut self,
        work: &impl Work,
        answer: impl FnOnce(Place<'j>, &'j Puzzle, &mut Page) -> io::Result<Status>,
    ) -> io::Result<()> {
        self.faults_before(self.start + self.next, work)?;
        let puzzles = self.puzzles;
        if let Some(puzzle) = puzzles.get(self.next) {
            let status = answer(self.place(), puzzle, &mut self.page)?;
            self.page.done(status);
            self.page.settle()?;
            self.next += 1;
        }
        Ok(())
    }

    /// Writes the faults that stand before the puzzle of that number in the chunk.
    fn faults_before(&mut self, number: usize, work: &impl Work) -> io::Result<()> {
        while !self.page.is_cut()
            && let Some(((before, fault), rest)) = self.faults.split_first()
            && *before <= number
        {
            self.faults = rest;
            self.page.fault(fault)?;
            if fault.in_place {
                work.invalid(fault, &mut self.page)?;
            }
            self.page.done(Status::Bad);
        }
        Ok(())
    }

    fn one_by_one(&mut self, work: &impl Work, cancel: &CancelToken) -> io::Result<()> {
        while self.next < self.puzzles.len() && !self.cut(cancel) {
            let mut stopped = false;
            self.write(work, |place, puzzle, page| {
                if !work.is_searched(puzzle) {
                    return work.spared(place, puzzle, page);
                }
                let mut search = |receive: &mut dyn FnMut(&[u8]) -> _| {
                    let report = solve(work.strategy(), puzzle, work.request(), receive);
                    stopped = is_cancelled(report.verdict);
                    report
                };
                work.answer(place, puzzle, &mut search, page)
            })?;
            if stopped {
                self.page.cut();
            }
        }
        Ok(())
    }

    /// Whether Ctrl-C was pressed before the next puzzle was begun.
    fn cut(&mut self, cancel: &CancelToken) -> bool {
        if cancel.is_cancelled() {
            self.page.cut();
        }
        self.page.is_cut()
    }
}

/// Whether Ctrl-C ended a search.
pub(super) fn is_cancelled(verdict: Verdict) -> bool {
    verdict == Verdict::Stopped(StopReason::Cancelled)
}
