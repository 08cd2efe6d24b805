//! The search: propagation to a fixed point, and branching.

use std::collections::VecDeque;

use quadrille_cover::{Budget, Step};

use super::super::puzzle::Variant;
use super::clauses::{Clauses, deny};
use super::domains::{Change, Clash, Domains, Reason, digits, is_single};
use super::facts::Fact;
use super::learn::{Explainer, Learner, count_levels, level};
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
    clauses: Clauses,
    learner: Learner,
    /// By cell: the propagators that a change wakes.
    watchers: Vec<Vec<u32>>,
    queues: [VecDeque<u32>; COSTS],
    /// By propagator: whether it is in a queue.
    is_queued: Vec<bool>,
    /// Changes before this one have been passed on.
    passed_on: usize,
    /// By cell: how much it took part in contradictions, the last ones counting most.
    activity: Vec<f64>,
    /// What a contradiction counts now.
    gain: f64,
    /// By cell: the digit (as a set) that it had last.
    last: Vec<u64>,
    /// By level, from 1 on: what is tried.
    decisions: Vec<Fact>,
    /// By level, from 1 on: the length of the trail before.
    starts: Vec<usize>,
    /// The decisions up to this level have had solutions, or all else under those up to it is searched: from here on
    /// they are changed one by one, from the last.
    floor: u32,
    /// Contradictions before the next restart, and how many restarts there were.
    patience: u64,
    restarts: u64,
    state: State,
    solution: Vec<u8>,
    nodes: u64,
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

/// How much less a contradiction counts than the next one.
const DECAY: f64 = 0.99;

/// Contradictions before a restart, times a term of Luby's sequence.
const PATIENCE: u64 = 100;

impl Solver {
    /// A search that has not begun.
    pub fn new(variant: &Variant) -> Self {
        let network = Network::new(variant);
        let (cells, size) = (network.sets.len(), variant.board().size());
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
            domains: Domains::new(size, network.sets),
            peers: network.peers,
            clauses: Clauses::new(cells, size),
            learner: Learner::new(cells),
            watchers,
            queues,
            is_queued: vec![true; network.propagators.len()],
            propagators: network.propagators,
            passed_on: 0,
            activity: vec![1.0; cells],
            gain: 1.0,
            last: vec![0; cells],
            decisions: Vec::new(),
            starts: Vec::new(),
            floor: 0,
            patience: PATIENCE,
            restarts: 0,
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
        self.domains.because(Reason::Peer(cell as u32));
        for &(peer, set) in &self.peers[cell] {
            if set & digit != 0 {
                self.domains.remove(peer as usize, digit)?;
            }
        }
        Ok(())
    }

    /// Propagates until nothing more follows.
    fn propagate(&mut self) -> Result<(), Clash> {
        let result = self.run_all();
        if result.is_err() {
            for queue in &mut self.queues {
                queue.drain(..).for_each(|number| self.is_queued[number as usize] = false);
            }
        } else if self.domains.level() == 0 {
            self.domains.settle();
            self.passed_on = 0;
        }
        result
    }

    fn run_all(&mut self) -> Result<(), Clash> {
        loop {
            while let Some(&change) = self.domains.trail().get(self.passed_on) {
                self.passed_on += 1;
                self.pass_on(change)?;
            }
            let Some(number) = self.queues.iter_mut().find_map(VecDeque::pop_front) else {
                return Ok(());
            };
            self.is_queued[number as usize] = false;
            self.domains.because(Reason::Rule(number));
            self.propagators[number as usize].propagate(&mut self.domains)?;
        }
    }

    fn pass_on(&mut self, change: Change) -> Result<(), Clash> {
        let cell = change.cell as usize;
        if is_single(change.after) {
            self.eliminate(cell)?;
            self.clauses.wake(Fact::is_set(cell, change.after), &mut self.domains)?;
        }
        for digit in digits(change.before & !change.after) {
            let fact = Fact::new(cell, usize::from(digit) - 1, false);
            self.clauses.wake(fact, &mut self.domains)?;
        }
        for &number in &self.watchers[cell] {
            let index = number as usize;
            if !std::mem::replace(&mut self.is_queued[index], true) {
                self.queues[self.propagators[index].cost()].push_back(number);
            }
        }
        Ok(())
    }

    /// Takes back the levels above one.
    fn undo_to(&mut self, level: u32) {
        let Some(&start) = self.starts.get(level as usize) else { return };
        for change in &self.domains.trail()[start..] {
            if is_single(change.after) {
                self.last[change.cell as usize] = change.after;
            }
        }
        self.domains.undo_to(start, level);
        self.starts.truncate(level as usize);
        self.decisions.truncate(level as usize);
        self.passed_on = start;
    }

    /// Goes back from a contradiction or a solution to where something else follows; `false` if there is nothing.
    fn go_back(&mut self) -> bool {
        let mut is_solved = self.state == State::Solved;
        loop {
            if self.domains.level() == 0 {
                return false;
            }
            let explainer = Explainer {
                domains: &self.domains,
                propagators: &self.propagators,
                clauses: &self.clauses,
                decisions: &self.decisions,
            };
            let result = if is_solved {
                self.turn(self.domains.level())
            } else {
                let last = self.learner.start(explainer);
                if last <= self.floor {
                    if self.floor == 0 {
                        return false;
                    }
                    self.turn(self.floor)
                } else {
                    self.learner.learn(explainer, last);
                    self.jump()
                }
            };
            is_solved = false;
            if result.and_then(|()| self.propagate()).is_ok() {
                return true;
            }
        }
    }

    /// All under the decisions up to a level is searched: turns the last of them round.
    fn turn(&mut self, level: u32) -> Result<(), Clash> {
        let below = level - 1;
        let fact = self.decisions[below as usize];
        self.undo_to(below);
        self.floor = below;
        self.domains.because(Reason::Searched);
        deny(fact, &mut self.domains)
    }

    /// Goes back to where the learned clause says something, and does what it says.
    fn jump(&mut self) -> Result<(), Clash> {
        for &number in &self.learner.used {
            self.clauses.use_again(number);
        }
        self.learner.cells.sort_unstable();
        self.learner.cells.dedup();
        for &cell in &self.learner.cells {
            self.activity[cell] += self.gain;
        }
        self.gain /= DECAY;
        if self.gain > 1e100 {
            self.activity.iter_mut().for_each(|activity| *activity *= 1e-100);
            self.gain *= 1e-100;
        }
        self.patience = self.patience.saturating_sub(1);
        let clause = &self.learner.clause;
        let levels = count_levels(&self.domains, clause);
        let second = clause.get(1).and_then(|&fact| level(&self.domains, fact)).unwrap_or(0);
        let first = clause[0];
        let number = self.clauses.add(clause, levels);
        self.undo_to(second.max(self.floor));
        self.domains.because(Reason::Clause(number));
        deny(first, &mut self.domains)
    }

    /// Begins again with what was learned, once in a while.
    fn restart(&mut self) {
        if self.patience == 0 {
            self.restarts += 1;
            self.patience = PATIENCE * luby(self.restarts);
            self.undo_to(self.floor);
            self.clauses.clear(self.domains.trail());
        }
    }

    /// The candidate to try, or `None` if all cells are filled.
    fn choose(&self) -> Option<Fact> {
        let mut best: Option<(f64, usize)> = None;
        for (cell, &set) in self.domains.sets().iter().enumerate() {
            if set & set.wrapping_sub(1) == 0 {
                continue;
            }
            let score = self.activity[cell] / f64::from(set.count_ones());
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, cell));
            }
        }
        let (_, cell) = best?;
        let set = self.domains.get(cell);
        let last = set & self.last[cell];
        Some(Fact::is_set(cell, if last != 0 { last } else { set & set.wrapping_neg() }))
    }

    fn is_open(&mut self, result: Result<(), Clash>) -> bool {
        let is_open = result.is_ok() || self.go_back();
        self.state = if is_open { State::Open } else { State::Exhausted };
        is_open
    }
}

/// 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, …, from 1 on (Luby, Sinclair and Zuckerman, *Optimal speedup of Las Vegas
/// algorithms*, 1993).
fn luby(mut index: u64) -> u64 {
    loop {
        let bits = u64::BITS - index.leading_zeros();
        if index == (1 << bits) - 1 {
            return 1 << (bits - 1);
        }
        index -= (1 << (bits - 1)) - 1;
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
            self.restart();
            let Some(fact) = self.choose() else {
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
            self.starts.push(self.domains.trail().len());
            self.decisions.push(fact);
            self.domains.deepen();
            self.domains.because(Reason::Decision);
            let result = self.domains.assign(fact.cell(), fact.digit());
            let result = result.and_then(|()| self.propagate());
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
