//! Two engines, one with the items in their order and one with the fewest options first, until it
//! shows which of them is to go on.
//!
//! Where the border is neither narrow nor wide nothing that is known beforehand tells which order
//! is better: sudokus, Latin squares and MacMahon squares have about as many items on it. So both
//! search, as many nodes each, twice as many in each round, and the one that is left far behind is
//! given up. In the clear cases that is known after some ten thousand nodes; at worst it takes
//! twice the nodes of the better one.

use super::engine::Engine;
use super::order::{Border, Ordering};
use super::sum::{Counting, Domain};
use super::{bits, moves};
use crate::limits::Budget;
use crate::matrix::Matrix;
use crate::number::Number;
use crate::setup::Setup;
use crate::statistics::Statistics;
use crate::strategy::{Branch, share_done};

/// Nodes of each in the first round.
const ROUND: u64 = 1 << 14;
/// Who has done so many times the share of the other has won. The share counts all branches of a
/// level as equal, so that small leads mean little.
const LEAD: f64 = 8.0;

/// One engine, or two as yet.
#[derive(Debug)]
pub(in crate::strategy) struct Duel<D: Domain> {
    engines: Vec<Engine<bits::State, D>>,
    /// Which of two is to go on, for how many nodes, and how many of each this round has.
    turn: usize,
    left: u64,
    round: u64,
    most_bytes: usize,
    is_narrow: bool,
    /// The counters of an engine that was given up, and of all.
    given_up: Statistics,
    statistics: Statistics,
}

impl<D: Domain> Duel<D> {
    /// At the root of a problem; what is remembered, and the domain, take so many bytes. A domain
    /// is made for each engine, with the bytes that it may take.
    pub(in crate::strategy) fn new(
        domain: impl Fn(usize) -> D,
        matrix: &Matrix,
        setup: &Setup,
        most_bytes: usize,
    ) -> Self {
        let ordering = Ordering::of(matrix);
        let in_order: &[bool] = match ordering.border {
            Border::Narrow => &[true],
            Border::Middling => &[false, true],
            Border::Wide => &[false],
        };
        let bytes = most_bytes / in_order.len();
        let engine = |&in_order: &bool| {
            Engine::new(moves, domain(bytes), matrix, &ordering, in_order, setup, bytes)
        };
        Duel {
            engines: in_order.iter().map(engine).collect(),
            turn: 0,
            left: ROUND,
            round: ROUND,
            most_bytes,
            is_narrow: ordering.border == Border::Narrow,
            given_up: Statistics::default(),
            statistics: Statistics::default(),
        }
    }

    /// Goes on for as long as the budget lasts and there is room; `true` at the end.
    pub(in crate::strategy) fn advance(&mut self, budget: &mut Budget) -> bool {
        let is_over = self.take_turns(budget);
        self.statistics.clone_from(&self.given_up);
        self.engines.iter().for_each(|engine| self.statistics.add(engine.statistics()));
        is_over
    }

    fn take_turns(&mut self, budget: &mut Budget) -> bool {
        while self.engines.len() > 1 {
            let lent = budget.lend(self.left, u64::MAX);
            let mut rest = lent.clone();
            let engine = &mut self.engines[self.turn];
            let is_over = engine.advance(&mut rest);
            let is_full = engine.domain.is_full();
            let (nodes, _) = budget.take_back(&lent, &rest);
            self.left = self.left.saturating_sub(nodes);
            if is_over {
                self.give_up(1 - self.turn);
                return true;
            }
            if is_full {
                self.give_up(self.turn);
            } else if self.left == 0 {
                self.pass_turn();
            }
            if budget.is_spent() {
                return false;
            }
        }
        self.engines.first_mut().is_some_and(|engine| engine.advance(budget))
    }

    fn pass_turn(&mut self) {
        self.turn = 1 - self.turn;
        if self.turn == 0 {
            self.round *= 2;
            let shares: Vec<f64> = self.engines.iter().map(share).collect();
            if shares[0] > LEAD * shares[1] {
                self.give_up(1);
            } else if shares[1] > LEAD * shares[0] {
                self.give_up(0);
            }
        }
        self.left = self.round;
    }

    /// Gives one of two engines up, and the other one its memory.
    fn give_up(&mut self, number: usize) {
        let loser = self.engines.remove(number);
        self.given_up.add(loser.statistics());
        drop(loser);
        self.turn = 0;
        self.engines.iter_mut().for_each(|engine| engine.limit_to(self.most_bytes));
    }

    /// The one that has done more.
    fn leader(&self) -> Option<&Engine<bits::State, D>> {
        self.engines.iter().max_by(|a, b| share(a).total_cmp(&share(b)))
    }

    /// What the whole problem has come to, once: at the end.
    pub(in crate::strategy) fn result(&mut self) -> Option<D::Value> {
        self.engines.first_mut().and_then(Engine::result)
    }

    /// The domain of the engine that is left at the end.
    pub(in crate::strategy) fn into_domain(mut self) -> Option<D> {
        self.engines.pop().map(|engine| engine.domain)
    }

    /// The domains of all engines.
    pub(in crate::strategy) fn domains(&self) -> impl Iterator<Item = &D> {
        self.engines.iter().map(|engine| &engine.domain)
    }

    /// Counters of all engines.
    pub(in crate::strategy) fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// How many nodes there would have been without a memory, for each that was visited.
    pub(in crate::strategy) fn gain(&self) -> f64 {
        self.leader().map_or(0.0, Engine::gain)
    }

    /// Whether the border is narrow between what is covered and what is not.
    pub(in crate::strategy) fn is_narrow(&self) -> bool {
        self.is_narrow
    }

    /// Bytes of memory, about.
    pub(in crate::strategy) fn bytes(&self) -> usize {
        self.engines.iter().map(Engine::bytes).sum()
    }

    /// Where the engine is that has done more.
    pub(in crate::strategy) fn position(&self) -> Vec<Branch> {
        self.leader().map(Engine::position).unwrap_or_default()
    }

    #[cfg(test)]
    pub(super) fn engines(&mut self) -> &mut [Engine<bits::State, D>] {
        &mut self.engines
    }
}

impl Duel<Counting> {
    /// The solutions that one of the engines has counted already.
    pub(in crate::strategy) fn so_far(&self) -> Number {
        let counts = self.engines.iter().map(Engine::so_far);
        counts.max().unwrap_or(Number::ZERO)
    }
}

fn share<D: Domain>(engine: &Engine<bits::State, D>) -> f64 {
    share_done(&engine.position())
}
