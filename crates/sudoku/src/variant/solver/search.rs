//! The search: propagation to a fixed point, and branching.

use std::collections::VecDeque;

use quadrille_cover::{Budget, Step};

use super::super::puzzle::Variant;
use super::activity::Activity;
use super::clauses::{Clauses, deny};
use super::domains::{Change, Clash, Domains, Reason, digits, is_single};
use super::facts::Fact;
use super::houses::Houses;
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
    /// By cell: the cells that it sees other than in a house, and the digits that must not be in both.
    peers: Vec<Vec<(u32, u64)>>,
    houses: Houses,
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
    activity: Activity,
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
    /// Solutions that are kept as clauses.
    excluded: u32,
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

/// Solutions that are kept as clauses, at most.
const MOST_EXCLUDED: u32 = 32;

/// Units of work of a change that is passed on.
const WORK: u64 = 32;

/// Contradictions before a restart, times a term of Luby's sequence.
const PATIENCE: u64 = 100;

impl Solver {
    /// A search that has not begun.
    pub fn new(variant: &Variant) -> Self {
        let mut network = Network::new(variant);
        let (cells, size) = (network.sets.len(), variant.board().size());
        let is_empty = variant.board().inside().any(|cell| network.sets[cell] == 0);
        let state =
            if network.is_contradiction || is_empty { State::Exhausted } else { State::New };
        for (cell, list) in network.peers.iter_mut().enumerate() {
            list.retain(|&(peer, _)| !network.houses.share(cell, peer as usize));
        }
        let mut watchers = vec![Vec::new(); cells];
        let mut queues: [VecDeque<u32>; COSTS] = Default::default();
        for (number, propagator) in network.propagators.iter().enumerate() {
            propagator.cells().iter().for_each(|&cell| watchers[cell].push(number as u32));
            queues[propagator.cost()].push_back(number as u32);
        }
        Solver {
            domains: Domains::new(size, network.sets),
            peers: network.peers,
            houses: network.houses,
            clauses: Clauses::new(cells, size),
            learner: Learner::new(cells),
            watchers,
            queues,
            is_queued: vec![true; network.propagators.len()],
            propagators: network.propagators,
            passed_on: 0,
            activity: Activity::new(cells, size, network.is_plain),
            decisions: Vec::new(),
            starts: Vec::new(),
            floor: 0,
            patience: PATIENCE,
            restarts: 0,
            state,
            solution: vec![0; cells],
            nodes: 0,
            excluded: 0,
        }
    }

    /// Takes what clues leave to the cells that they see, once, before all else.
    fn begin(&mut self) -> Result<(), Clash> {
        let is_clue = |&cell: &usize| is_single(self.domains.get(cell));
        let clues: Vec<usize> = (0..self.peers.len()).filter(is_clue).collect();
        self.houses.start(&mut self.domains)?;
        clues.into_iter().try_for_each(|cell| self.eliminate(cell))
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
        self.houses.eliminate(cell, digit, &mut self.domains)
    }

    /// Propagates until nothing more follows; `false` if the budget is spent before.
    fn propagate(&mut self, budget: &mut Budget) -> Result<bool, Clash> {
        loop {
            let from = self.passed_on;
            while let Some(&change) = self.domains.trail().get(self.passed_on) {
                self.passed_on += 1;
                self.pass_on(change)?;
            }
            budget.charge(WORK * (self.passed_on - from) as u64);
            if self.houses.lock(&mut self.domains)? {
                continue;
            }
            if !budget.has_work() {
                return Ok(false);
            }
            let Some(number) = self.queues.iter_mut().find_map(VecDeque::pop_front) else {
                return Ok(true);
            };
            self.is_queued[number as usize] = false;
            self.domains.because(Reason::Rule(number));
            let propagator = &mut self.propagators[number as usize];
            budget.charge(propagator.work());
            propagator.propagate(&mut self.domains)?;
        }
    }

    fn pass_on(&mut self, change: Change) -> Result<(), Clash> {
        let cell = change.cell as usize;
        // First, and always, so that it can be taken back.
        self.houses.lose(cell, change.before & !change.after, &mut self.domains)?;
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
        for (place, change) in self.domains.trail().iter().enumerate().skip(start) {
            let cell = change.cell as usize;
            if place < self.passed_on {
                self.houses.take_back(cell, change.before & !change.after);
            }
        }
        self.domains.undo_to(start, level);
        self.starts.truncate(level as usize);
        self.decisions.truncate(level as usize);
        self.passed_on = start;
    }

    /// Goes back from a contradiction to where something else follows, and starts with it; `None` if there is nothing.
    fn go_back(&mut self) -> Option<Result<(), Clash>> {
        self.houses.clear();
        for queue in &mut self.queues {
            queue.drain(..).for_each(|number| self.is_queued[number as usize] = false);
        }
        if self.domains.level() == 0 {
            return None;
        }
        let explainer = Explainer {
            domains: &self.domains,
            propagators: &self.propagators,
            houses: &self.houses,
            clauses: &self.clauses,
            decisions: &self.decisions,
        };
        let last = self.learner.start(explainer);
        if last > self.floor {
            self.learner.learn(explainer, last);
            return Some(self.jump());
        }
        (self.floor > 0).then(|| self.turn(self.floor))
    }

    /// Goes on from a solution. The first ones are kept as clauses, so that the search stays free to go where it wants.
    fn exclude(&mut self) -> Result<(), Clash> {
        if self.floor > 0 || self.excluded == MOST_EXCLUDED {
            return self.turn(self.domains.level());
        }
        self.excluded += 1;
        let facts: Vec<Fact> = self.decisions.iter().rev().copied().collect();
        // Of one level, as far as clearing goes: it has to stay.
        let number = self.clauses.add(&facts, 1);
        self.domains.because(Reason::Clause(number));
        Err(self.domains.fail(0))
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
        self.activity.count(&self.learner.bumped);
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
        let mut result = match self.state {
            State::Exhausted => return Step::Exhausted,
            State::New => self.begin(),
            State::Open => Ok(()),
            State::Solved if self.domains.level() == 0 => {
                self.state = State::Exhausted;
                return Step::Exhausted;
            }
            State::Solved => self.exclude(),
        };
        self.state = State::Open;
        loop {
            match result.and_then(|()| self.propagate(budget)) {
                Err(Clash) => {
                    budget.charge(WORK * self.domains.trail().len() as u64);
                    let Some(next) = self.go_back() else {
                        self.state = State::Exhausted;
                        return Step::Exhausted;
                    };
                    result = next;
                    continue;
                }
                Ok(false) => return Step::Paused,
                Ok(true) => {}
            }
            if self.domains.level() == 0 {
                self.domains.settle();
                self.houses.settle();
                self.passed_on = 0;
            }
            self.restart();
            let Some(fact) = self.activity.choose(&self.domains, &self.houses) else {
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
            result = self.domains.assign(fact.cell(), fact.digit());
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
