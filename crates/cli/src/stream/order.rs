//! A batch, whose puzzles are done in any order, written in the order of the input.

use std::io;
use std::ops::ControlFlow;

use quadrille_sudoku::strategy::Receiver;
use quadrille_sudoku::{CancelToken, Puzzle, Report};

use super::Work;
use super::job::{Desk, is_cancelled};

/// No solution.
const NONE: u32 = u32::MAX;

/// What is known of a puzzle.
#[derive(Debug, Clone, Copy)]
struct Slot {
    state: State,
    /// Its first solution and its last, by number.
    first: u32,
    last: u32,
}

#[derive(Debug, Clone, Copy)]
enum State {
    Searched,
    /// It is not to be searched.
    Spared,
    Done(Report),
}

/// The memory of an [`Order`], to be used again by the next job of the thread.
#[derive(Default)]
pub(super) struct Memory {
    slots: Vec<Slot>,
    /// All solutions, one behind the other as they came.
    cells: Vec<u8>,
    /// For each solution the puzzle's next one.
    following: Vec<u32>,
}

/// The answers of a batch that wait for those before them.
pub(super) struct Order<'o, 'j, W> {
    work: &'o W,
    desk: &'o mut Desk<'j>,
    memory: &'o mut Memory,
    /// The puzzles that are searched, if not all are.
    some: Option<Vec<usize>>,
    /// Cells of a solution.
    width: usize,
    written: io::Result<()>,
}

impl<'o, 'j, W: Work> Order<'o, 'j, W> {
    pub(super) fn new(work: &'o W, desk: &'o mut Desk<'j>, memory: &'o mut Memory) -> Self {
        let puzzles = desk.puzzles;
        let slot = Slot { state: State::Searched, first: NONE, last: NONE };
        let Memory { slots, cells, following } = &mut *memory;
        slots.clear();
        slots.resize(puzzles.len(), slot);
        cells.clear();
        following.clear();
        for (slot, puzzle) in slots.iter_mut().zip(puzzles) {
            if !work.is_searched(puzzle) {
                slot.state = State::Spared;
            }
        }
        let is_searched = |slot: &Slot| matches!(slot.state, State::Searched);
        let some = (!slots.iter().all(is_searched)).then(|| {
            let searched = slots.iter().enumerate().filter(|(_, slot)| is_searched(slot));
            searched.map(|(number, _)| number).collect()
        });
        Order {
            work,
            desk,
            memory,
            some,
            width: puzzles.first().map_or(1, |puzzle| puzzle.shape().cells()),
            written: Ok(()),
        }
    }

    /// Searches, and writes each answer when it is its turn.
    pub(super) fn run(mut self, cancel: &CancelToken) -> io::Result<()> {
        if cancel.is_cancelled() {
            self.desk.page.cut();
            return Ok(());
        }
        self.write();
        let (strategy, request) = (self.work.strategy(), self.work.request());
        match &self.some {
            None => strategy.solve_each(self.desk.puzzles, request, &mut self),
            Some(numbers) => {
                let puzzles = self.desk.puzzles;
                let chosen = numbers.iter().filter_map(|&number| puzzles.get(number).cloned());
                let chosen: Vec<Puzzle> = chosen.collect();
                strategy.solve_each(&chosen, request, &mut self);
            }
        }
        self.written
    }

    /// Number of a puzzle among those of the job.
    fn number(&self, searched: usize) -> usize {
        match &self.some {
            None => searched,
            Some(numbers) => numbers.get(searched).copied().unwrap_or(usize::MAX),
        }
    }

    /// Writes what there is in order.
    fn write(&mut self) {
        while self.written.is_ok()
            && !self.desk.page.is_cut()
            && let Some(&slot) = self.memory.slots.get(self.desk.next)
            && !matches!(slot.state, State::Searched)
        {
            let (work, cells, following, width) =
                (self.work, &self.memory.cells, &self.memory.following, self.width);
            self.written = self.desk.write(work, |place, puzzle, page| {
                let State::Done(report) = slot.state else {
                    return work.spared(place, puzzle, page);
                };
                let mut search = |receive: &mut dyn FnMut(&[u8]) -> ControlFlow<()>| {
                    let mut solution = slot.first as usize;
                    while let Some(&next) = following.get(solution)
                        && let Some(found) = cells.get(solution * width..(solution + 1) * width)
                    {
                        if receive(found).is_break() {
                            break;
                        }
                        solution = next as usize;
                    }
                    report
                };
                work.answer(place, puzzle, &mut search, page)
            });
            if let State::Done(report) = slot.state
                && is_cancelled(report.verdict)
            {
                self.desk.page.cut();
            }
        }
    }
}

impl<W: Work> Receiver for Order<'_, '_, W> {
    fn solution(&mut self, number: usize, solution: &[u8]) -> ControlFlow<()> {
        let number = self.number(number);
        let new = self.memory.following.len() as u32;
        if let Some(slot) = self.memory.slots.get_mut(number) {
            match self.memory.following.get_mut(slot.last as usize) {
                Some(following) => *following = new,
                None => slot.first = new,
            }
            slot.last = new;
            self.memory.following.push(NONE);
            self.memory.cells.extend_from_slice(solution);
        }
        if self.written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn done(&mut self, number: usize, report: Report) {
        let number = self.number(number);
        if let Some(slot) = self.memory.slots.get_mut(number) {
            slot.state = State::Done(report);
        }
        if number == self.desk.next {
            self.write();
        }
    }
}
