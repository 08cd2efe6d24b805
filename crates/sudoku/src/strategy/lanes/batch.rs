//! The batch: puzzles in lanes, served one by one when a lane fails, comes to a solution or stalls.
//!
//! When there are no more puzzles, lanes that are free take branches of those that are still searched. What
//! is reported, nodes included, is the same as if each puzzle had been searched in one lane: see `parts.rs`.

use std::fmt::Debug;

use quadrille_cover::{Budget, Meter, StopReason, Verdict};

use super::guess::Pick;
use super::parts::{MOST_WAITING, Parts};
use super::pass::{CELLS, Events, State, clue};
use super::stack::Stack;
use crate::grid::Puzzle;
use crate::strategy::{Receiver, Report, Request};

/// The pass and the choice in some machine's instructions, for `W` lanes.
pub(super) trait Machine<const W: usize>: Debug {
    /// See [`pass`](super::pass::pass).
    fn pass(&self, state: &mut State<W>) -> Events;

    /// The digits of a lane that is solved.
    fn digits(&self, state: &State<W>, lane: usize) -> [u8; CELLS];

    /// For each of the lanes writes down its candidates and chooses where to branch: see
    /// [`choose`](super::guess::choose). There must be as many picks as lanes.
    fn choose(&self, state: &State<W>, lanes: &[usize], picks: &mut [Pick]);
}

/// A puzzle that is being solved. It has the number of the lane that it was put in.
#[derive(Debug)]
struct Job {
    /// Its number in the batch.
    puzzle: usize,
    meter: Meter,
    budget: Budget,
    /// Solutions handed over.
    solutions: u64,
    /// Guesses of the parts that came to their ends.
    guesses: u64,
}

/// A part of a puzzle's search in a lane.
#[derive(Debug, Default)]
struct Lane {
    part: usize,
    stack: Stack,
}

struct Batch<'b, const W: usize> {
    puzzles: &'b [Puzzle],
    request: &'b Request,
    receiver: &'b mut dyn Receiver,
    /// The puzzle that is loaded next.
    next: usize,
    state: Box<State<W>>,
    jobs: Vec<Job>,
    lanes: Vec<Lane>,
    /// Where lanes that branch are going to, in their order.
    picks: Vec<Pick>,
    parts: Parts,
    /// Lanes that work.
    busy: u32,
    /// Lanes that are to take up what was put aside last.
    popped: u32,
}

/// Solves all puzzles.
pub(super) fn solve<const W: usize>(
    machine: &impl Machine<W>,
    puzzles: &[Puzzle],
    request: &Request,
    receiver: &mut dyn Receiver,
) {
    if request.limit == Some(0) {
        (0..puzzles.len()).for_each(|number| receiver.done(number, Report::NONE));
        return;
    }
    let mut batch = Batch {
        puzzles,
        request,
        receiver,
        next: 0,
        state: Box::new(State::empty()),
        jobs: Vec::with_capacity(W),
        lanes: Vec::with_capacity(W),
        picks: Vec::new(),
        parts: Parts::default(),
        busy: 0,
        popped: 0,
    };
    batch.lanes.resize_with(W, Lane::default);
    for lane in 0..W.min(puzzles.len()) {
        batch.lanes[lane].part = batch.parts.whole(lane);
        batch.load(lane);
    }
    // Where nodes are limited, parts would have to know how many those before them are going to need.
    let may_spread = request.limits.nodes.is_none()
        && request.limit.is_some_and(|limit| limit <= MOST_WAITING as u64);
    while batch.busy != 0 {
        let events = machine.pass(&mut batch.state);
        batch.serve(machine, events);
        if may_spread && batch.next == puzzles.len() {
            batch.spread();
        }
    }
}

impl<const W: usize> Batch<'_, W> {
    /// Serves every lane that cannot go on by itself.
    fn serve(&mut self, machine: &impl Machine<W>, events: Events) {
        let mut waiting = (events.failed | !events.changed) & self.busy;
        let stalled = waiting & !events.failed & events.open;
        waiting ^= stalled;
        while waiting != 0 {
            let lane = waiting.trailing_zeros() as usize;
            let bit = waiting & waiting.wrapping_neg();
            if events.failed & bit != 0 {
                self.retreat(lane);
            } else {
                self.found(machine, lane);
            }
            // Lanes may have been freed with this one.
            waiting &= self.busy & !bit;
        }
        self.take_up();
        if stalled & self.busy != 0 {
            self.guess(machine, stalled);
        }
    }

    /// Puts what lanes have taken from their stacks in the state.
    fn take_up(&mut self) {
        let mut lanes = [0; W];
        let lanes = listed(std::mem::take(&mut self.popped) & self.busy, &mut lanes);
        let popped = |lane: usize| self.lanes[lane].stack.popped();
        let (fours, rest) = lanes.as_chunks::<4>();
        let (twos, rest) = rest.as_chunks::<2>();
        for &four in fours {
            self.state.put(four, four.map(popped));
        }
        for &two in twos {
            self.state.put(two, two.map(popped));
        }
        for &lane in rest {
            self.state.put([lane], [popped(lane)]);
        }
    }

    /// Puts the next puzzle in a lane, which must have a part that is a whole search, without guesses, of
    /// the job of its number; marks the lane as free if there is no puzzle.
    fn load(&mut self, lane: usize) {
        self.busy &= !(1 << lane);
        while let Some(puzzle) = self.puzzles.get(self.next) {
            let number = self.next;
            self.next += 1;
            let mut meter = Meter::start(&self.request.limits);
            match meter.slice() {
                Err(reason) => {
                    let verdict = Verdict::Stopped(reason);
                    self.receiver.done(number, Report { verdict, ..Report::NONE });
                }
                Ok(budget) => {
                    clues(&mut self.state, lane, puzzle);
                    let job = Job { puzzle: number, meter, budget, solutions: 0, guesses: 0 };
                    match self.jobs.get_mut(lane) {
                        Some(slot) => *slot = job,
                        None => self.jobs.push(job),
                    }
                    self.busy |= 1 << lane;
                    return;
                }
            }
        }
    }

    /// Gives the free lanes branches of others.
    fn spread(&mut self) {
        loop {
            let free = (!self.busy).trailing_zeros() as usize;
            if free >= W {
                return;
            }
            let busy = (0..W).filter(|&lane| self.busy >> lane & 1 != 0);
            let giver = busy.max_by_key(|&lane| self.lanes[lane].stack.len());
            let Some(giver) =
                giver.filter(|&giver| self.lanes[giver].stack.give(&mut self.state, free))
            else {
                return;
            };
            self.lanes[free].part = self.parts.split(self.lanes[giver].part);
            self.busy |= 1 << free;
        }
    }

    /// Ends a puzzle in all its lanes, after so many nodes, and loads the next in this one.
    fn finish(&mut self, lane: usize, verdict: Verdict, nodes: u64) {
        let part = self.lanes[lane].part;
        let job = self.parts.get(part).job;
        let Job { puzzle, solutions, .. } = self.jobs[job];
        self.receiver.done(puzzle, Report { verdict, solutions, nodes });
        if self.next < self.puzzles.len() {
            // Nothing was spread yet.
            self.lanes[lane].stack.clear();
            self.parts.get_mut(part).guesses = 0;
        } else {
            for other in 0..W {
                let part = self.lanes[other].part;
                if self.busy >> other & 1 != 0 && self.parts.get(part).job == job {
                    self.lanes[other].stack.clear();
                    self.busy &= !(1 << other);
                }
            }
            self.parts.remove_job(job);
        }
        self.load(lane);
    }

    /// Takes up what was put aside last, when all lanes have been served: see [`Batch::take_up`].
    fn retreat(&mut self, lane: usize) {
        let slot = &mut self.lanes[lane];
        if slot.stack.pop() {
            self.popped |= 1 << lane;
            return;
        }
        slot.stack.clear();
        let part = slot.part;
        if self.parts.is_whole(part) {
            let nodes = self.nodes(part, self.parts.get(part).guesses);
            self.finish(lane, Verdict::Exhausted, nodes);
        } else if self.parts.is_first(part) {
            self.go_on_behind(lane);
        } else {
            self.parts.end(part);
            self.busy &= !(1 << lane);
        }
    }

    /// After the end of the part whose turn it was: it is the next one's. What waited there is handed over,
    /// and if it came to its end as well, the turn goes on.
    fn go_on_behind(&mut self, lane: usize) {
        loop {
            let part = self.lanes[lane].part;
            let (job, guesses) = (self.parts.get(part).job, self.parts.get(part).guesses);
            if self.parts.is_whole(part) {
                let nodes = self.nodes(part, guesses);
                return self.finish(lane, Verdict::Exhausted, nodes);
            }
            let Some(behind) = self.parts.remove(part) else { return };
            self.jobs[job].guesses += guesses;
            for (guesses, solution) in std::mem::take(&mut self.parts.get_mut(behind).waiting) {
                if let Some(verdict) = self.hand_over(job, &solution) {
                    let nodes = self.nodes(behind, guesses);
                    self.lanes[lane].part = behind;
                    return self.finish(lane, verdict, nodes);
                }
            }
            if !self.parts.has_ended(behind) {
                self.busy &= !(1 << lane);
                return;
            }
            self.lanes[lane].part = behind;
        }
    }

    /// The nodes of a puzzle when the part whose turn it is has made so many guesses.
    fn nodes(&self, part: usize, guesses: u64) -> u64 {
        self.jobs[self.parts.get(part).job].guesses + guesses
    }

    /// Hands over a solution; the verdict if that was the last.
    fn hand_over(&mut self, job: usize, solution: &[u8; CELLS]) -> Option<Verdict> {
        let job = &mut self.jobs[job];
        job.solutions += 1;
        let flow = self.receiver.solution(job.puzzle, solution);
        if self.request.limit == Some(job.solutions) {
            Some(Verdict::LimitReached)
        } else if flow.is_break() {
            Some(Verdict::Stopped(StopReason::Receiver))
        } else {
            None
        }
    }

    /// Hands over a lane's solution, or keeps it until it is the part's turn.
    fn found(&mut self, machine: &impl Machine<W>, lane: usize) {
        let solution = machine.digits(&self.state, lane);
        let number = self.lanes[lane].part;
        if !self.parts.is_first(number) {
            let part = self.parts.get_mut(number);
            part.waiting.push((part.guesses, solution));
            if self.request.limit == Some(part.waiting.len() as u64) {
                // More will not be wanted of it.
                self.lanes[lane].stack.clear();
            }
            return self.retreat(lane);
        }
        let (job, guesses) = (self.parts.get(number).job, self.parts.get(number).guesses);
        match self.hand_over(job, &solution) {
            None => self.retreat(lane),
            Some(verdict) => self.finish(lane, verdict, self.nodes(number, guesses)),
        }
    }

    /// Branches in those of the lanes that work: puts the other branches aside.
    fn guess(&mut self, machine: &impl Machine<W>, stalled: u32) {
        let mut left = stalled & self.busy;
        let mut granted = 0;
        while left != 0 {
            let bit = left & left.wrapping_neg();
            if self.may_guess(bit.trailing_zeros() as usize) {
                granted |= bit;
            }
            left &= self.busy & !bit;
        }
        // A puzzle that was stopped in one lane was so in all.
        let mut lanes = [0; W];
        let lanes = listed(granted & self.busy, &mut lanes);
        if self.picks.len() < lanes.len() {
            self.picks.resize(lanes.len(), Pick::empty());
        }
        let picks = &mut self.picks[..lanes.len()];
        machine.choose(&self.state, lanes, picks);
        for (&lane, pick) in lanes.iter().zip(picks) {
            self.lanes[lane].stack.branch(pick, &mut self.state, lane);
        }
    }

    /// Counts a guess; `false`, and the puzzle is done, if it was stopped.
    fn may_guess(&mut self, lane: usize) -> bool {
        let slot = &mut self.lanes[lane];
        let part = self.parts.get_mut(slot.part);
        let job = &mut self.jobs[part.job];
        if !job.budget.take_node() {
            job.meter.settle(&job.budget);
            let granted = job.meter.slice().map(|budget| job.budget = budget);
            let granted = granted.and_then(|()| match job.budget.take_node() {
                true => Ok(()),
                false => Err(StopReason::NodeBudget),
            });
            if let Err(reason) = granted {
                let number = slot.part;
                let nodes = self.parts.guesses_of(self.parts.get(number).job);
                let nodes = self.nodes(number, nodes);
                self.finish(lane, Verdict::Stopped(reason), nodes);
                return false;
            }
        }
        part.guesses += 1;
        true
    }
}

/// The lanes of a set, in order, in so much of a list.
fn listed(mut set: u32, list: &mut [usize]) -> &[usize] {
    let mut count = 0;
    while set != 0 && count < list.len() {
        list[count] = set.trailing_zeros() as usize;
        set &= set - 1;
        count += 1;
    }
    &list[..count]
}

/// Puts a puzzle in a lane.
pub(super) fn clues<const W: usize>(state: &mut State<W>, lane: usize, puzzle: &Puzzle) {
    if let Some(marks) = puzzle.pencilmarks() {
        for (row, &set) in state.0.iter_mut().zip(marks) {
            // Nine bits at most: the puzzle is a classic one.
            row[lane] = set as u16;
        }
        return;
    }
    for (row, &digit) in state.0.iter_mut().zip(puzzle.values()) {
        row[lane] = clue(digit);
    }
}
