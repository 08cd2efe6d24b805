//! A search of one puzzle, which can be left at any node: the first lane works, the others are empty.

use quadrille_cover::{Budget, Step};

use super::batch::{Machine, clues};
use super::guess::Pick;
use super::pass::{CELLS, State};
use super::stack::Stack;
use crate::grid::Puzzle;
use crate::strategy::Searcher;

/// The search of one puzzle: the same tree as in a batch.
#[derive(Debug)]
pub(super) struct Tree<M, const W: usize> {
    machine: M,
    state: Box<State<W>>,
    stack: Stack,
    solution: [u8; CELLS],
    stage: Stage,
    guesses: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The state is a node that may have more to it.
    Open,
    /// The state is a solution that was reported.
    Found,
    End,
}

impl<M: Machine<W>, const W: usize> Tree<M, W> {
    /// A search that is not yet begun. The puzzle must be a classic one.
    pub(super) fn new(machine: M, puzzle: &Puzzle) -> Self {
        let mut state = Box::new(State::empty());
        clues(&mut state, 0, puzzle);
        let solution = [0; CELLS];
        Tree { machine, state, stack: Stack::default(), solution, stage: Stage::Open, guesses: 0 }
    }

    /// Takes up what was put aside last.
    fn retreat(&mut self) {
        self.stage = Stage::End;
        if self.stack.pop() {
            self.state.put([0], [self.stack.popped()]);
            self.stage = Stage::Open;
        }
    }
}

impl<M: Machine<W>, const W: usize> Searcher for Tree<M, W> {
    fn advance(&mut self, budget: &mut Budget) -> Step {
        if self.stage == Stage::Found {
            self.retreat();
        }
        while self.stage == Stage::Open {
            let events = self.machine.pass(&mut self.state);
            if events.failed & 1 != 0 {
                self.retreat();
            } else if events.changed & 1 != 0 {
            } else if events.open & 1 == 0 {
                self.stage = Stage::Found;
                self.solution = self.machine.digits(&self.state, 0);
                return Step::Solution;
            } else if !budget.take_node() {
                // The next call begins with a pass that changes nothing, and is here again.
                return Step::Paused;
            } else {
                self.guesses += 1;
                let mut picks = [Pick::empty()];
                self.machine.choose(&self.state, &[0], &mut picks);
                self.stack.branch(&picks[0], &mut self.state, 0);
            }
        }
        Step::Exhausted
    }

    fn solution(&self) -> &[u8] {
        &self.solution
    }

    fn nodes(&self) -> u64 {
        self.guesses
    }
}
