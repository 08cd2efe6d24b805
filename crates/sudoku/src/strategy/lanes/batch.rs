//! The batch: puzzles in lanes, served one by one when a lane fails, comes to a solution or stalls.

use std::fmt::Debug;
use std::ops::ControlFlow;

use quadrille_cover::{Budget, Meter, StopReason, Verdict};

use super::guess::Guess;
use super::pass::{ALL_DIGITS, CELLS, Events, State};
use crate::grid::Puzzle;
use crate::strategy::{Report, Request};

/// The pass and the choice in some machine's instructions, for `W` lanes.
pub(super) trait Machine<const W: usize>: Debug {
    /// See [`pass`](super::pass::pass).
    fn pass(&self, state: &mut State<W>) -> Events;

    /// Writes down a lane's candidates and chooses where to branch: see [`choose`](super::guess::choose).
    fn choose(
        &self,
        state: &State<W>,
        lane: usize,
        cells: &mut [u16; CELLS],
    ) -> Option<Guess>;
}

/// A puzzle in a lane.
#[derive(Debug)]
struct Lane {
    /// Its number in the batch.
    puzzle: usize,
    meter: Meter,
    budget: Budget,
    solutions: u64,
    guesses: u64,
    stack: Stack,
}

/// Receives solutions with the number of their puzzle.
type Receive<'r> = &'r mut dyn FnMut(usize, &[u8]) -> ControlFlow<()>;

struct Batch<'b, const W: usize> {
    puzzles: &'b [Puzzle],
    request: &'b Request,
    receive: Receive<'b>,
    reports: Vec<Report>,
    /// The puzzle that is loaded next.
    next: usize,
    state: Box<State<W>>,
    lanes: Vec<Lane>,
    /// Lanes with a puzzle.
    busy: u32,
}

/// Solves all puzzles; the reports are in their order.
pub(super) fn solve<const W: usize>(
    machine: &impl Machine<W>,
    puzzles: &[Puzzle],
    request: &Request,
    receive: Receive<'_>,
) -> Vec<Report> {
    let none = Report { verdict: Verdict::LimitReached, solutions: 0, nodes: 0 };
    let mut batch = Batch {
        puzzles,
        request,
        receive,
        reports: vec![none; puzzles.len()],
        next: 0,
        state: Box::new(State::empty()),
        lanes: Vec::with_capacity(W),
        busy: 0,
    };
    if request.limit != Some(0) {
        for lane in 0..W {
            batch.lanes.push(Lane {
                puzzle: 0,
                meter: Meter::start(&request.limits),
                budget: Budget::nodes(0),
                solutions: 0,
                guesses: 0,
                stack: Stack::default(),
            });
            batch.load(lane);
        }
        while batch.busy != 0 {
            let events = machine.pass(&mut batch.state);
            batch.serve(machine, events);
        }
    }
    batch.reports
}

impl<const W: usize> Batch<'_, W> {
    /// Serves every lane that cannot go on by itself.
    fn serve(&mut self, machine: &impl Machine<W>, events: Events) {
        let mut waiting = (events.failed | !events.changed) & self.busy;
        while waiting != 0 {
            let lane = waiting.trailing_zeros() as usize;
            let bit = waiting & waiting.wrapping_neg();
            waiting ^= bit;
            if events.failed & bit != 0 {
                self.retreat(lane);
            } else if events.open & bit == 0 {
                self.found(lane);
            } else {
                self.guess(machine, lane);
            }
        }
    }

    /// Puts the next puzzle in a lane; marks it as free if there is none.
    fn load(&mut self, lane: usize) {
        while let Some(puzzle) = self.puzzles.get(self.next) {
            let number = self.next;
            self.next += 1;
            let mut meter = Meter::start(&self.request.limits);
            match meter.slice() {
                Err(reason) => self.reports[number].verdict = Verdict::Stopped(reason),
                Ok(budget) => {
                    clues(&mut self.state, lane, puzzle);
                    let slot = &mut self.lanes[lane];
                    slot.puzzle = number;
                    slot.meter = meter;
                    slot.budget = budget;
                    slot.solutions = 0;
                    slot.guesses = 0;
                    self.busy |= 1 << lane;
                    return;
                }
            }
        }
        self.busy &= !(1 << lane);
    }

    /// Ends a lane's puzzle and loads the next.
    fn finish(&mut self, lane: usize, verdict: Verdict) {
        let slot = &mut self.lanes[lane];
        slot.stack.clear();
        self.reports[slot.puzzle] =
            Report { verdict, solutions: slot.solutions, nodes: slot.guesses };
        self.load(lane);
    }

    /// Takes up what was put aside last.
    fn retreat(&mut self, lane: usize) {
        if !self.lanes[lane].stack.pop(&mut self.state, lane) {
            self.finish(lane, Verdict::Exhausted);
        }
    }

    /// Hands over a lane's solution.
    fn found(&mut self, lane: usize) {
        let solution = self.state.digits(lane);
        let slot = &mut self.lanes[lane];
        slot.solutions += 1;
        let flow = (self.receive)(slot.puzzle, &solution);
        if self.request.limit == Some(slot.solutions) {
            self.finish(lane, Verdict::LimitReached);
        } else if flow.is_break() {
            self.finish(lane, Verdict::Stopped(StopReason::Receiver));
        } else {
            self.retreat(lane);
        }
    }

    /// Branches: puts the other branch aside.
    fn guess(&mut self, machine: &impl Machine<W>, lane: usize) {
        let slot = &mut self.lanes[lane];
        if !slot.budget.take_node() {
            slot.meter.settle(&slot.budget);
            match slot.meter.slice() {
                Ok(budget) => slot.budget = budget,
                Err(reason) => return self.finish(lane, Verdict::Stopped(reason)),
            }
            if !slot.budget.take_node() {
                return self.finish(lane, Verdict::Stopped(StopReason::NodeBudget));
            }
        }
        slot.guesses += 1;
        slot.stack.branch(machine, &mut self.state, lane);
    }
}

/// What is still to be tried of a puzzle, the last first.
#[derive(Debug, Default)]
pub(super) struct Stack {
    /// Frames are kept when they are popped: to make them anew costs a tenth of a guess.
    frames: Vec<[u16; CELLS]>,
    depth: usize,
}

impl Stack {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.depth = 0;
    }

    /// Branches in a lane: it goes on with a digit in a cell, and what is left without that is put on the
    /// stack. `false`, and nothing is done, if every cell has a single candidate.
    #[inline]
    pub(super) fn branch<const W: usize>(
        &mut self,
        machine: &impl Machine<W>,
        state: &mut State<W>,
        lane: usize,
    ) -> bool {
        if self.depth == self.frames.len() {
            self.frames.push([0; CELLS]);
        }
        let frame = &mut self.frames[self.depth];
        let Some(guess) = machine.choose(state, lane, frame) else { return false };
        frame[guess.cell] ^= guess.digit;
        state.0[guess.cell][lane] = guess.digit;
        self.depth += 1;
        true
    }

    /// Goes on in a lane with what was put on the stack last; `false` if there is nothing.
    #[inline]
    pub(super) fn pop<const W: usize>(&mut self, state: &mut State<W>, lane: usize) -> bool {
        let Some(depth) = self.depth.checked_sub(1) else { return false };
        self.depth = depth;
        state.put(lane, &self.frames[depth]);
        true
    }
}

/// Puts a puzzle in a lane.
pub(super) fn clues<const W: usize>(state: &mut State<W>, lane: usize, puzzle: &Puzzle) {
    for (row, &digit) in state.0.iter_mut().zip(puzzle.values()) {
        row[lane] = CLUES[usize::from(digit & 15)];
    }
}

/// The candidates of a cell that holds a digit, or 0 for an empty cell.
const CLUES: [u16; 16] = {
    let mut table = [0; 16];
    table[0] = ALL_DIGITS;
    let mut digit = 1;
    while digit <= 9 {
        table[digit] = 1 << (digit - 1);
        digit += 1;
    }
    table
};
