//! `dd`: Algorithm X that remembers what sub-problems have come to.

mod engine;
mod habit;
mod key;
mod memo;
mod order;
mod parts;
mod sum;
mod value;

pub(in crate::strategy) use self::parts::Part;

use self::engine::Engine;
use self::sum::Counting;
use super::bits::{self, Sets};
use super::walk::Walk;
use super::{
    Bits, Branch, Descent, Hybrid, Searcher, Stage, State, StateMismatch, Step, Strategy,
};
use crate::ids::OptionId;
use crate::limits::Budget;
use crate::matrix::{Capabilities, Matrix};
use crate::setup::Setup;
use crate::statistics::Statistics;

/// Algorithm X with a memory.
#[derive(Debug, Clone, Copy)]
pub struct Dd;

impl Strategy for Dd {
    fn name(&self) -> &'static str {
        "dd"
    }

    fn description(&self) -> &'static str {
        "solves each sub-problem once, and remembers what it came to: for counts that are large"
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { colours: true, ..Capabilities::default() }
    }

    fn prepare<'m>(&self, matrix: &'m Matrix, setup: &Setup) -> Box<dyn Searcher + 'm> {
        Box::new(Counter {
            matrix,
            setup: setup.clone(),
            engine: None,
            visitor: None,
            statistics: Statistics::default(),
        })
    }
}

/// The bytes that are used for what is remembered, unless the search says otherwise.
const MEMORY: usize = 1 << 30;

/// Counts by an engine, and visits by another strategy.
#[derive(Debug)]
struct Counter<'m> {
    matrix: &'m Matrix,
    setup: Setup,
    engine: Option<Engine<bits::State, Counting>>,
    visitor: Option<Box<dyn Searcher + 'm>>,
    statistics: Statistics,
}

impl Counter<'_> {
    fn visitor(&mut self) -> &mut dyn Searcher {
        self.visitor.get_or_insert_with(|| Hybrid.prepare(self.matrix, &self.setup)).as_mut()
    }
}

impl Searcher for Counter<'_> {
    fn advance(&mut self, budget: &mut Budget) -> Step {
        if self.visitor.is_none() && budget.wants_all() {
            let engine = self.engine.get_or_insert_with(|| {
                let moves = bits::State::new(Sets::of(self.matrix), bits::Machine::best());
                Engine::new(moves, Counting, self.matrix, &self.setup, MEMORY)
            });
            if !engine.advance(budget) {
                return Step::Paused;
            }
            let total = engine.result();
            let mut st = engine.statistics().clone();
            if let Some(total) = total {
                st.set_total(total.to_big());
                self.statistics = st;
            }
            return Step::Exhausted;
        }
        let step = self.visitor().advance(budget);
        self.statistics = self.visitor().statistics().clone();
        step
    }

    fn solution(&self, into: &mut Vec<OptionId>) {
        if let Some(v) = &self.visitor { v.solution(into) }
    }

    fn position(&self) -> Vec<Branch> {
        Vec::new()
    }

    fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    fn restart(&mut self, setup: &Setup) {
        self.setup = setup.clone();
        self.engine = None;
        self.visitor = None;
        self.statistics = Statistics::default();
    }

    fn state(&self) -> State {
        State::default()
    }

    fn resume(&mut self, state: &State) -> Result<(), StateMismatch> {
        self.visitor().resume(state)
    }

    fn descend(&mut self, pick: &mut dyn FnMut(u32) -> u32) -> Option<Descent> {
        self.visitor().descend(pick)
    }

    fn split(&mut self) -> Option<State> {
        None
    }
}
