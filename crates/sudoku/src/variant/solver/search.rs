//! The search: propagation to a fixed point, and branching.

use std::collections::VecDeque;

use quadrille_cover::{Budget, Step};

use super::super::puzzle::Variant;
use super::domains::{Clash, Domains, digits, is_single};
use super::network::Network;
use super::{COSTS, Propagator};
use crate::strategy::Searcher;

/// A search for the solutions of a variant by propagation: see the module.
///
/// ```
/// use quadrille_cover::{Budget, Step};
/// use quadrille_sudoku::Shape;
/// use quadrille_sudoku::strategy::Searcher;
/// use quadrille_sudoku::variant::solver::Solver;
/// use quadrille_sudoku::variant::{Rule, Rules, Variant, verify};
///
/// let rules = Rules::from(Shape::new(2, 2)?).with(Rule::killer(3, [0, 1]))?;
/// let variant = Variant::new(rules);
/// let mut solver = Solver::new(&variant);
/// let mut count = 0;
/// while solver.advance(&mut Budget::unlimited()) == Step::Solution {
///     assert_eq!(verify(&variant, solver.solution()), Ok(()));
///     count += 1;
/// }
/// // A sixth of all 288: 1 and 2 in these two cells.
/// assert_eq!(count, 48);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Solver {
    domains: Domains,
    peers: Vec<Vec<(u32, u64)>>,
    propagators: Vec<Box<dyn Propagator>>,
    houses: Vec<Vec<usize>>,
    /// By cell: the propagators that a change wakes.
    watchers: Vec<Vec<u32>>,
    queues: [VecDeque<u32>; COSTS],
    /// By propagator: whether it is in a queue.
    is_queued: Vec<bool>,
    /// Changes before this one have been passed on.
    passed_on: usize,
    /// By cell: 1 + the failures of rules that it is in.
    weights: Vec<u64>,
    levels: Vec<Level>,
    state: State,
    solution: Vec<u8>,
    nodes: u64,
}

/// A candidate that is tried.
#[derive(Debug, Clone, Copy)]
struct Level {
    /// The length of the trail before.
    trail: usize,
    cell: usize,
    /// The digit as a set.
    digit: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Nothing is done yet.
    New,
    /// Propagated, and not in contradiction.
    Open,
    /// At a solution.
    Solved,
    Exhausted,
}

impl Solver {
    /// A search that has not begun.
    pub fn new(variant: &Variant) -> Self {
        let network = Network::new(variant);
        let cells = network.sets.len();
        let is_empty = variant.board().inside().any(|cell| network.sets[cell] == 0);
        let state =
            if network.is_contradiction || is_empty { State::Exhausted } else { State::New };
        let mut watchers = vec![Vec::new(); cells];
        let mut queues: [VecDeque<u32>; COSTS] = Default::default();
        for (number, propagator) in network.propagators.iter().enumerate() {
            propagator.cells().iter().for_each(|&cell| watchers[cell].push(number as u32));
            queues[propagator.cost()].push_back(number as u32);
        }
        Solver {
            domains: Domains::new(network.sets),
            peers: network.peers,
            houses: network.houses,
            watchers,
            queues,
            is_queued: vec![true; network.propagators.len()],
            propagators: network.propagators,
            passed_on: 0,
            weights: vec![1; cells],
            levels: Vec::new(),
            state,
            solution: vec![0; cells],
            nodes: 0,
        }
    }

    /// Takes what clues leave to the cells that they see, once, before all else.
    fn begin(&mut self) -> Result<(), Clash> {
        for cell in 0..self.peers.len() {
            if is_single(self.domains.get(cell)) {
                self.eliminate(cell)?;
            }
        }
        self.propagate()
    }

    /// Takes the digit of a filled cell from those that it sees.
    fn eliminate(&mut self, cell: usize) -> Result<(), Clash> {
        let digit = self.domains.get(cell);
        for &(peer, set) in &self.peers[cell] {
            let peer = peer as usize;
            if self.domains.get(peer) & set & digit != 0
                && self.domains.remove(peer, digit).is_err()
            {
                self.weights[cell] += 1;
                self.weights[peer] += 1;
                return Err(Clash);
            }
        }
        Ok(())
    }

    /// Propagates until nothing more follows.
    fn propagate(&mut self) -> Result<(), Clash> {
        let result = self.to_fixed_point();
        if result.is_err() {
            for queue in &mut self.queues {
                queue.drain(..).for_each(|number| self.is_queued[number as usize] = false);
            }
        }
        result
    }

    fn to_fixed_point(&mut self) -> Result<(), Clash> {
        loop {
            while let Some(change) = self.domains.trail().get(self.passed_on) {
                let cell = change.cell as usize;
                self.passed_on += 1;
                if is_single(self.domains.get(cell)) {
                    self.eliminate(cell)?;
                }
                for &number in &self.watchers[cell] {
                    let index = number as usize;
                    if !std::mem::replace(&mut self.is_queued[index], true) {
                        self.queues[self.propagators[index].cost()].push_back(number);
                    }
                }
            }
            let Some(number) = self.queues.iter_mut().find_map(VecDeque::pop_front) else {
                return Ok(());
            };
            let index = number as usize;
            self.is_queued[index] = false;
            if self.propagators[index].propagate(&mut self.domains).is_err() {
                for &cell in self.propagators[index].cells() {
                    self.weights[cell] += 1;
                }
                return Err(Clash);
            }
        }
    }

    /// Goes back from a contradiction or a solution to where something else follows; `false` if there is nothing.
    fn go_back(&mut self) -> bool {
        while let Some(level) = self.levels.pop() {
            self.domains.undo_to(level.trail);
            self.passed_on = level.trail;
            if self.domains.remove(level.cell, level.digit).is_ok() && self.propagate().is_ok() {
                return true;
            }
        }
        false
    }

    /// The candidate to try, or `None` if all cells are filled.
    fn choose(&self) -> Option<(usize, u64)> {
        let mut best: Option<(u64, u64, usize)> = None;
        for (cell, &set) in self.domains.sets().iter().enumerate() {
            let size = u64::from(set.count_ones());
            if size < 2 {
                continue;
            }
            let weight = self.weights[cell];
            // size ÷ weight is less than that of the best.
            if best.is_none_or(|(least, of_best, _)| size * of_best < least * weight) {
                best = Some((size, weight, cell));
            }
        }
        let (_, _, cell) = best?;
        let set = self.domains.get(cell);
        Some((cell, set & set.wrapping_neg()))
    }

    fn is_open(&mut self, result: Result<(), Clash>) -> bool {
        let is_open = result.is_ok() || self.go_back();
        self.state = if is_open { State::Open } else { State::Exhausted };
        is_open
    }
}

impl Searcher for Solver {
    fn advance(&mut self, budget: &mut Budget) -> Step {
        let result = match self.state {
            State::Exhausted => return Step::Exhausted,
            State::New => self.begin(),
            State::Solved => Err(Clash),
            State::Open => Ok(()),
        };
        if !self.is_open(result) {
            return Step::Exhausted;
        }
        loop {
            let Some((cell, digit)) = self.choose() else {
                for (value, set) in self.solution.iter_mut().zip(self.domains.sets()) {
                    *value = digits(*set).next().unwrap_or(0);
                }
                self.state = State::Solved;
                return Step::Solution;
            };
            if !budget.take_node() {
                return Step::Paused;
            }
            self.nodes += 1;
            self.levels.push(Level { trail: self.domains.trail().len(), cell, digit });
            let result = self.domains.keep(cell, digit).and_then(|()| self.propagate());
            if !self.is_open(result) {
                return Step::Exhausted;
            }
        }
    }

    fn solution(&self) -> &[u8] {
        &self.solution
    }

    /// Candidates tried so far.
    fn nodes(&self) -> u64 {
        self.nodes
    }
}
