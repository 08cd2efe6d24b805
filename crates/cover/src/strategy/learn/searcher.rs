//! The search: decide, follow, learn, go back.

use super::analysis::Analysis;
use super::assignment::{Reason, Value};
use super::engine::{Conflict, Engine};
use super::literal::Literal;
use super::order::ByActivity;
use super::path::{self, Path};
use super::restarts::Restarts;
use super::rules::{NONE, Rules};
use crate::ids::{ItemId, OptionId};
use crate::limits::Budget;
use crate::matrix::Matrix;
use crate::setup::Setup;
use crate::statistics::Statistics;
use crate::strategy::walk::are_sound;
use crate::strategy::{Branch, Descent, Searcher, Stage, State, StateMismatch, Step};

/// What the search does next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Then {
    /// See what the problem itself says.
    Begin,
    /// Decide about something; nothing more follows from what was decided.
    Decide,
    /// Turn the last decision of the path, which is open, round: all under it was searched.
    Turn,
    End,
}

/// A search with all that it has learned.
#[derive(Debug)]
pub(super) struct Learner<'m> {
    matrix: &'m Matrix,
    engine: Engine,
    analysis: Analysis,
    order: ByActivity,
    path: Path,
    then: Then,
    restarts: Restarts,
    /// Clauses to learn before some are forgotten, and how many that was last time.
    until_forgetting: usize,
    patience: usize,
    statistics: Statistics,
    updates_before: u64,
}

/// Clauses that are learned before some are forgotten, at first, and by how much that grows each time.
const FIRST_PATIENCE: usize = 2000;
const MORE_PATIENCE: usize = 300;

impl<'m> Learner<'m> {
    pub(super) fn new(matrix: &'m Matrix, setup: &Setup) -> Self {
        let rules = Rules::new(matrix, setup);
        let variables = rules.variable_count();
        let then = if rules.is_impossible { Then::End } else { Then::Begin };
        // At first, options of items that have few.
        let mut activity = vec![0.0f64; variables];
        for list in 0..rules.some.len() {
            let literals = rules.some.get(list);
            for &code in literals {
                let activity = &mut activity[Literal::of(code).variable()];
                *activity = activity.max(1.0 / (1 + literals.len()) as f64);
            }
        }
        let order = ByActivity::new(activity, |variable| rules.may_be_decided(variable));
        Learner {
            matrix,
            analysis: Analysis::new(variables),
            order,
            path: Path::default(),
            then,
            restarts: Restarts::new(),
            until_forgetting: FIRST_PATIENCE,
            patience: FIRST_PATIENCE,
            statistics: Statistics::default(),
            updates_before: 0,
            engine: Engine::new(rules),
        }
    }

    /// Forgets clauses after so many, at first.
    #[cfg(test)]
    pub(super) fn forget_after(&mut self, clauses: usize) {
        (self.patience, self.until_forgetting) = (clauses, clauses);
    }

    /// Panics unless the invariants hold that stand between two nodes.
    #[cfg(test)]
    pub(super) fn check_invariants(&self) {
        self.engine.check_invariants();
        assert!(self.path.level() <= self.level());
    }

    fn level(&self) -> u32 {
        self.engine.assignment.level()
    }

    fn undo_to(&mut self, level: u32) {
        let Learner { engine, order, .. } = self;
        engine.undo_to(level, |variable| order.put_back(variable));
    }

    /// Learns from contradictions until there is none, or all under the path is searched.
    fn settle(&mut self, mut result: Result<(), Conflict>) {
        loop {
            let conflict = match result.and_then(|()| self.engine.follow()) {
                Ok(()) => {
                    self.then = Then::Decide;
                    return;
                }
                Err(conflict) => conflict,
            };
            let last = self.analysis.start(&self.engine, conflict);
            if last <= self.path.level() {
                self.then = Then::Turn;
                return;
            }
            self.analysis.learn(&self.engine, last);
            result = self.jump();
        }
    }

    /// Goes back to where the learned clause says something, and does what it says.
    fn jump(&mut self) -> Result<(), Conflict> {
        for index in 0..self.analysis.involved.len() {
            self.order.bump(self.analysis.involved[index]);
        }
        self.order.decay();
        for index in 0..self.analysis.used.len() {
            let clause = self.analysis.used[index];
            let levels = self.analysis.count_levels(&self.engine, Some(clause));
            self.engine.clauses.use_again(clause, levels);
        }
        self.restarts.learned(self.analysis.levels);
        let (first, second) = (self.analysis.clause[0], self.analysis.clause.get(1).copied());
        let level = second.map_or(0, |literal| self.engine.assignment.level_of(literal));
        self.undo_to(level.max(self.path.level()));
        if level <= self.path.level() {
            self.path.push(path::Step::Known(first));
        }
        let reason = match second {
            None => Reason::None,
            Some(_) => {
                let Analysis { clause, levels, .. } = &self.analysis;
                match self.engine.clauses.add(clause, *levels) {
                    Some(clause) => Reason::Clause(clause),
                    // It follows from the decisions in force, which is less to learn from.
                    None => Reason::Searched,
                }
            }
        };
        self.until_forgetting = self.until_forgetting.saturating_sub(1);
        self.engine.add(first, reason)
    }

    /// Turns the last decision of the path round.
    fn turn(&mut self) {
        let Some((level, literal)) = self.path.turn() else { return };
        self.undo_to(level);
        if self.engine.assignment.value(literal) == Value::False {
            // The decision follows from those before it: there is nothing on its other side.
            self.then = Then::Turn;
            return;
        }
        let result = self.engine.add(literal, Reason::Searched);
        self.settle(result);
    }

    /// Begins again, and forgets clauses, if it is time.
    fn tidy(&mut self) {
        if self.restarts.are_due() {
            self.restarts.done();
            self.undo_to(self.path.level());
        }
        if self.until_forgetting == 0 {
            self.patience += MORE_PATIENCE;
            self.until_forgetting = self.patience;
            self.engine.work += self.engine.clauses.len() as u64;
            self.engine.clauses.forget(&mut self.engine.assignment);
        }
    }

    /// What to decide; `None` if all is.
    fn pick(&mut self) -> Option<Literal> {
        loop {
            let variable = self.order.pop()?;
            if !self.engine.assignment.is_assigned(variable) {
                // Taken, or had: to leave an option out says little.
                return Some(Literal::is(variable as u32));
            }
        }
    }

    fn decide(&mut self, literal: Literal) {
        self.engine.assignment.deepen();
        let result = self.engine.add(literal, Reason::None);
        self.settle(result);
    }

    /// Adds the decisions that led to a solution to the path.
    fn extend_path(&mut self) {
        for level in self.path.level() + 1..=self.level() {
            self.path.push(path::Step::Open(self.engine.assignment.decision(level)));
        }
    }

    fn go(&mut self, budget: &mut Budget) -> Step {
        loop {
            let before = self.engine.work;
            match self.then {
                Then::Begin => {
                    let result = self.engine.begin();
                    self.settle(result);
                }
                Then::Decide => {
                    match self.pick() {
                        Some(literal) => {
                            self.order.put_back(literal.variable());
                            // Paused it is before it begins again: who goes on from a state, without the clauses,
                            // must have come further than last time.
                            if !budget.take_node() {
                                return Step::Paused;
                            }
                            self.tidy();
                            self.statistics.visit(self.level() as usize);
                            if let Some(literal) = self.pick() {
                                self.decide(literal);
                            }
                        }
                        None => {
                            self.extend_path();
                            self.then = Then::Turn;
                            self.statistics.solutions += 1;
                            if budget.take_solution() {
                                return Step::Solution;
                            }
                        }
                    }
                }
                Then::Turn if self.path.is_closed() => {
                    self.path = Path::default();
                    self.then = Then::End;
                }
                Then::Turn => {
                    if !budget.take_node() {
                        return Step::Paused;
                    }
                    self.statistics.visit(self.path.last_open() as usize);
                    self.turn();
                }
                Then::End => return Step::Exhausted,
            }
            budget.charge(self.engine.work - before + 1);
        }
    }

    /// A step as a branch: the first of two is that the option is taken, the second that it is left out. Where the
    /// item is a secondary one, that it has the colour that the option gives it, or not. Of what is known to be taken the
    /// second is not this search's own.
    fn branch(&self, step: path::Step) -> Branch {
        let (literal, is_open) = match step {
            path::Step::Open(literal) => (literal, true),
            path::Step::Known(literal) => (literal, false),
        };
        let (item, option) = self.name(literal.variable());
        let branch = Branch::new(item, Some(option), u32::from(!literal.is_positive()), 2);
        if is_open || !literal.is_positive() { branch } else { Branch { end: 1, ..branch } }
    }

    /// What a variable is called in a branch.
    fn name(&self, variable: usize) -> (ItemId, OptionId) {
        let rules = &self.engine.rules;
        match rules.option(variable) {
            None => rules.colours[variable - rules.options.len()],
            Some(option) => {
                let kinds = self.matrix.kinds();
                let items = self.matrix.items_of(option).iter();
                let mut items = items.filter(|&&item| kinds[item as usize].is_primary());
                // Options without a primary item have no variable.
                (ItemId::new(items.next().copied().unwrap_or(0)), option)
            }
        }
    }

    /// The variable of that name.
    fn variable(&self, branch: &Branch) -> Option<u32> {
        let rules = &self.engine.rules;
        let option = branch.option?;
        let is_named = |&variable: &u32| {
            variable != NONE && self.name(variable as usize) == (branch.item, option)
        };
        let colour = rules.colours.iter().position(|&name| name == (branch.item, option));
        let variable = rules.variables.get(option.index()).copied().filter(is_named);
        variable.or(colour.map(|colour| (rules.options.len() + colour) as u32))
    }

    /// Adds what a saved path knows.
    fn know(&mut self, literal: Literal) {
        self.path.push(path::Step::Known(literal));
        let result = self.engine.add(literal, Reason::Searched);
        self.settle(result);
    }

    /// Goes to a step of a saved path; whether there is such a step.
    fn replay(&mut self, branch: &Branch) -> bool {
        let Some(variable) = self.variable(branch) else { return false };
        let literal = Literal::is(variable);
        let value = self.engine.assignment.value(literal);
        match (branch.index, branch.of, branch.end) {
            (0, 2, 2) if value == Value::Open => {
                self.path.push(path::Step::Open(literal));
                self.decide(literal);
            }
            (0, 2, 1) if value != Value::False => self.know(literal),
            (1, 2, 2) if value != Value::True => self.know(literal.not()),
            _ => return false,
        }
        true
    }
}

impl Searcher for Learner<'_> {
    fn advance(&mut self, budget: &mut Budget) -> Step {
        let step = self.go(budget);
        self.statistics.updates = self.updates_before.wrapping_add(self.engine.work);
        step
    }

    fn solution(&self, into: &mut Vec<OptionId>) {
        into.clear();
        let Engine { rules, assignment, .. } = &self.engine;
        into.extend_from_slice(&rules.given);
        let taken = assignment.trail().iter().filter(|literal| literal.is_positive());
        into.extend(taken.filter_map(|literal| rules.option(literal.variable())));
        // The trail goes by what was learned.
        into[rules.given.len()..].sort_unstable();
    }

    fn position(&self) -> Vec<Branch> {
        let path = self.path.steps().iter().copied();
        // What was decided since may be taken back at any time, but goes as far.
        let level = if self.then == Then::Decide { self.level() } else { 0 };
        let since = (self.path.level() + 1..=level)
            .map(|level| path::Step::Open(self.engine.assignment.decision(level)));
        path.chain(since).map(|step| self.branch(step)).collect()
    }

    fn is_divisible(&self) -> bool {
        false
    }

    fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    fn restart(&mut self, setup: &Setup) {
        *self = Learner::new(self.matrix, setup);
    }

    fn state(&self) -> State {
        let position = self.position();
        let stage = match self.then {
            Then::End => Stage::End,
            // The one solution of a problem with nothing to decide.
            Then::Turn if position.is_empty() => Stage::End,
            Then::Turn => Stage::Found,
            _ if position.is_empty() => Stage::Begin,
            _ => Stage::Next,
        };
        State { stage, position, statistics: self.statistics.clone(), weights: Vec::new() }
    }

    fn resume(&mut self, state: &State) -> Result<(), StateMismatch> {
        let mismatch = |level: usize| Err(StateMismatch { level });
        if !are_sound(&state.statistics) || !state.weights.is_empty() {
            return mismatch(0);
        }
        match state.stage {
            Stage::Begin if state.position.is_empty() => {}
            Stage::End if state.position.is_empty() => self.then = Then::End,
            Stage::Next | Stage::Found if !state.position.is_empty() => {}
            _ => return mismatch(0),
        }
        if !state.position.is_empty() && self.then == Then::Begin {
            let result = self.engine.begin();
            self.settle(result);
        }
        for (depth, branch) in state.position.iter().enumerate() {
            if self.then != Then::Decide || !self.replay(branch) {
                self.then = Then::End;
                return mismatch(depth);
            }
        }
        if state.stage == Stage::Found {
            // All under the last step is searched; nothing tells it from a step that is not but this.
            self.then = Then::Turn;
        }
        self.updates_before = state.statistics.updates.wrapping_sub(self.engine.work);
        self.statistics = state.statistics.clone();
        Ok(())
    }

    fn descend(&mut self, pick: &mut dyn FnMut(u32) -> u32) -> Option<Descent> {
        if self.statistics != Statistics::default() || self.then == Then::Turn {
            return None;
        }
        if self.then == Then::Begin {
            let result = self.engine.begin();
            self.settle(result);
        }
        let before = self.engine.work;
        let mut descent = Descent::default();
        let mut weight = 1.0;
        let mut is_open = self.then == Then::Decide;
        while is_open {
            let Some(options) = self.engine.fewest() else {
                descent.solutions = weight;
                break;
            };
            let of = options.len() as u32;
            let Some(&literal) = options.get(pick(of) as usize) else { break };
            weight *= f64::from(of);
            descent.nodes += weight;
            descent.depth += 1;
            self.engine.assignment.deepen();
            let result = self.engine.add(literal, Reason::None);
            is_open = result.and_then(|()| self.engine.follow()).is_ok();
        }
        self.undo_to(0);
        self.updates_before = self.updates_before.wrapping_sub(self.engine.work - before);
        Some(descent)
    }

    fn split(&mut self) -> Option<State> {
        None
    }
}
