//! `dd`: Algorithm X that remembers what sub-problems have come to.
//!
//! # The idea
//!
//! Two ways to cover the same items leave the same sub-problem, which need not be solved twice: what it came
//! to is looked up (Nishino, Yasuda, Minato and Nagata 2017, *Dancing with decision diagrams*; Knuth's
//! DLX6). Solutions are then added up and multiplied instead of visited one by one, and 2.4·10³⁰ tilings of
//! 16×16 by dominoes are counted by two million nodes. The levels of the search together with what is remembered
//! are a decision diagram; a [`Diagram`](crate::diagram::Diagram) is one that is kept.
//!
//! - *Exact keys.* A sub-problem is known by the primary items that are to be covered, the secondary items
//!   that matter still, and their colours ([`key`]). The hash of all that only says where to look: a count
//!   never rests on two sub-problems having different hashes ([`memo`]).
//! - *Parts.* Where what is left falls into parts that have nothing to do with each other, the number of
//!   solutions is the product of theirs. They are looked for where they have been found before, and now and
//!   then ([`habit`]).
//! - *Bounded memory.* When it is used up, half of what is remembered is dropped, what has saved nothing first.
//!   The count is the same then, and takes longer.
//! - *What does not pay is not done.* Where sub-problems hardly ever come again, only one in sixteen is
//!   remembered, to find out if that changes.
//!
//! # Which item next
//!
//! Where the border between what is covered and what is not can be kept narrow, the items one after the
//! other, in an order that does so ([`order`]); else that with the fewest options. Forced items come first.
//! The moves are those of [`bits`](super::Bits).
//!
//! # Limits
//!
//! It counts. Asked for solutions one by one it visits them as [`hybrid`](super::Hybrid) does; so it does with
//! problems that as bits would take over 1 GiB. A count in progress is not part of a [`State`]: who resumes it
//! begins to count anew, and it cannot be divided among threads. Items that may be covered other than once are
//! not among its capabilities: there what is left depends on the options that were passed over.

mod draw;
mod engine;
mod habit;
mod key;
mod memo;
mod order;
mod parts;
mod sum;
mod value;

pub(crate) use self::draw::Drawer;
pub(in crate::strategy) use self::parts::Part;

use self::engine::Engine;
use self::sum::Counting;
use super::bits::{self, Sets};
use super::{Branch, Descent, Hybrid, Searcher, Stage, State, StateMismatch, Step, Strategy};
use crate::ids::OptionId;
use crate::limits::Budget;
use crate::matrix::{Capabilities, Matrix};
use crate::setup::Setup;
use crate::statistics::Statistics;

/// Algorithm X with a memory.
#[derive(Debug, Clone, Copy)]
pub struct Dd;

/// Bytes for what is remembered, unless the setup says otherwise.
const MEMORY: u64 = 1 << 30;

/// The moves of a search of a problem.
fn moves(matrix: &Matrix) -> bits::State {
    bits::State::new(Sets::of(matrix), bits::Machine::best())
}

/// Bytes as the machine counts them.
fn bytes(bytes: u64) -> usize {
    usize::try_from(bytes).unwrap_or(usize::MAX)
}

impl Strategy for Dd {
    fn name(&self) -> &'static str {
        "dd"
    }

    fn description(&self) -> &'static str {
        "counts each sub-problem once and remembers it, as a decision diagram does: for large counts"
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { colours: true, ..Capabilities::default() }
    }

    fn prepare<'m>(&self, matrix: &'m Matrix, setup: &Setup) -> Box<dyn Searcher + 'm> {
        Box::new(Counter {
            matrix,
            setup: setup.clone(),
            way: Way::Open,
            statistics: Statistics::default(),
        })
    }
}

/// Counts with a memory, or visits by another strategy.
#[derive(Debug)]
struct Counter<'m> {
    matrix: &'m Matrix,
    setup: Setup,
    way: Way<'m>,
    /// What has been counted; the counters of a visitor are its own.
    statistics: Statistics,
}

/// How solutions are sought.
#[derive(Debug)]
enum Way<'m> {
    /// That is not known yet.
    Open,
    /// The same, and there is a searcher at the root that has made descents.
    Scouted(Box<dyn Searcher + 'm>),
    /// They are counted.
    Count(Box<Engine<bits::State, Counting>>),
    /// They are visited.
    Visit(Box<dyn Searcher + 'm>),
    /// They have all been counted.
    Counted,
}

impl<'m> Counter<'m> {
    /// The searcher that visits; what was counted so far is forgotten.
    fn visitor(&mut self) -> &mut (dyn Searcher + 'm) {
        let visitor = match std::mem::replace(&mut self.way, Way::Open) {
            Way::Visit(searcher) | Way::Scouted(searcher) => searcher,
            _ => Hybrid.prepare(self.matrix, &self.setup),
        };
        self.way = Way::Visit(visitor);
        match &mut self.way {
            Way::Visit(visitor) => &mut **visitor,
            _ => unreachable!("it was just written"),
        }
    }

    /// Counts on.
    fn count(&mut self, budget: &mut Budget) -> Step {
        if !matches!(self.way, Way::Count(_)) {
            let memory = bytes(self.setup.memory.unwrap_or(MEMORY));
            let engine = Engine::new(moves, Counting, self.matrix, &self.setup, memory);
            self.way = Way::Count(Box::new(engine));
        }
        let Way::Count(engine) = &mut self.way else { return Step::Paused };
        let is_over = engine.advance(budget);
        let count = if is_over { engine.result() } else { None };
        self.statistics.clone_from(engine.statistics());
        self.statistics.set_total(count.unwrap_or_else(|| engine.so_far()).to_big());
        if is_over {
            self.way = Way::Counted;
            return Step::Exhausted;
        }
        Step::Paused
    }
}

impl Searcher for Counter<'_> {
    fn advance(&mut self, budget: &mut Budget) -> Step {
        match &mut self.way {
            Way::Counted => Step::Exhausted,
            Way::Visit(visitor) => visitor.advance(budget),
            _ if budget.wants_all() && Sets::fit(self.matrix) => self.count(budget),
            _ => self.visitor().advance(budget),
        }
    }

    fn solution(&self, into: &mut Vec<OptionId>) {
        into.clear();
        if let Way::Visit(visitor) = &self.way {
            visitor.solution(into);
        }
    }

    fn position(&self) -> Vec<Branch> {
        match &self.way {
            Way::Visit(visitor) => visitor.position(),
            Way::Count(engine) => engine.position(),
            _ => Vec::new(),
        }
    }

    fn statistics(&self) -> &Statistics {
        match &self.way {
            Way::Visit(visitor) => visitor.statistics(),
            _ => &self.statistics,
        }
    }

    fn restart(&mut self, setup: &Setup) {
        self.setup = setup.clone();
        self.statistics = Statistics::default();
        self.way = match std::mem::replace(&mut self.way, Way::Open) {
            Way::Visit(mut searcher) | Way::Scouted(mut searcher) => {
                searcher.restart(setup);
                Way::Scouted(searcher)
            }
            _ => Way::Open,
        };
    }

    /// A count that has not ended is not begun.
    fn state(&self) -> State {
        match &self.way {
            Way::Visit(visitor) => visitor.state(),
            Way::Counted => {
                State { stage: Stage::End, statistics: self.statistics.clone(), ..State::default() }
            }
            _ => State::default(),
        }
    }

    fn resume(&mut self, state: &State) -> Result<(), StateMismatch> {
        if *state == State::default() {
            return Ok(());
        }
        if state.stage == Stage::End && state.position.is_empty() {
            self.statistics = state.statistics.clone();
            self.way = Way::Counted;
            return Ok(());
        }
        self.visitor().resume(state)
    }

    fn descend(&mut self, pick: &mut dyn FnMut(u32) -> u32) -> Option<Descent> {
        if matches!(self.way, Way::Open) {
            self.way = Way::Scouted(Hybrid.prepare(self.matrix, &self.setup));
        }
        match &mut self.way {
            Way::Scouted(scout) => scout.descend(pick),
            Way::Visit(visitor) => visitor.descend(pick),
            _ => None,
        }
    }

    fn split(&mut self) -> Option<State> {
        match &mut self.way {
            Way::Visit(visitor) => visitor.split(),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
