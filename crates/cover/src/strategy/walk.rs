//! The walk through the search tree, the same for all algorithms: open a level, try its branches in
//! turn, go deeper where something remains, and take back what was done in reverse.

use std::fmt;

use crate::ids::{ItemId, OptionId};
use crate::limits::Budget;
use crate::matrix::Matrix;
use crate::setup::{Order, Random, Setup};
use crate::statistics::Statistics;
use crate::strategy::{Branch, Descent, Searcher, Stage, State, StateMismatch, Step};

/// What taking a branch came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Taken {
    /// Items remain, each with an option.
    Open,
    /// Items remain, and one of them has no option.
    Dead,
    /// No items remain.
    Solution,
}

/// Where a walk begins.
#[derive(Debug)]
pub(super) struct Start {
    /// The given options that are in force, none twice.
    pub(super) given: Vec<OptionId>,
    /// Whether they, and the problem, leave something possible.
    pub(super) possible: bool,
}

/// The moves of an algorithm, each with the one that undoes it.
pub(super) trait Moves: fmt::Debug + Send {
    /// A level of the search: an item was chosen, and its branches are tried in turn.
    type Level: fmt::Debug + Send;
    /// A branch of a level.
    type Choice: Copy;

    /// Goes to the root of a problem. The options of an item are tried in the order of `ranked`, all
    /// options in some order, or as they were added.
    fn reset(&mut self, matrix: &Matrix, setup: &Setup, ranked: Option<&[u32]>) -> Start;

    /// Chooses an item, of which there must be one.
    fn choose(&mut self) -> u32;

    /// The same, and it is to be this item; `None` if it cannot be.
    fn insist(&mut self, item: ItemId) -> Option<u32>;

    /// Opens a level for the item that was chosen.
    fn open(&mut self, item: u32) -> Self::Level;

    /// Undoes [`open`](Self::open), and what became of the level's branches.
    fn close(&mut self, level: &Self::Level);

    /// Undoes what choosing an item at the root has done, the level being closed.
    fn unchoose(&mut self);

    /// The branch to try next, none being in force; `None` if there is no more.
    fn next(&self, level: &Self::Level) -> Option<Self::Choice>;

    /// Takes a branch.
    fn take(&mut self, level: &mut Self::Level, choice: Self::Choice) -> Taken;

    /// Undoes [`take`](Self::take), from where it ended back to its begin.
    fn retract(&mut self, level: &Self::Level);

    /// Passes over a branch as if it had been taken and retracted.
    fn skip(&mut self, level: &mut Self::Level, choice: Self::Choice) {
        self.take(level, choice);
        self.retract(level);
    }

    /// The item of a level.
    fn item(&self, level: &Self::Level) -> ItemId;

    /// The branch that is in force.
    fn choice(&self, level: &Self::Level) -> Self::Choice;

    /// The option of a branch, if it takes one.
    fn option(&self, choice: Self::Choice) -> Option<OptionId>;

    /// Number of branches of a level: those tried, and all of them.
    fn branches(&self, level: &Self::Level) -> (u32, u32);

    /// Whether no item remains.
    fn is_complete(&self) -> bool;

    /// Number of links removed since the last reset.
    fn updates(&self) -> u64;

    /// Work done since the last reset: updates, and what else takes time in proportion to the problem.
    fn work(&self) -> u64;

    /// Learns from the dead end that a level's branch, still in force, has come to.
    fn blame(&mut self, level: &Self::Level);

    /// What was learnt.
    fn weights(&self) -> &[u64];

    /// Learns what another walk has learnt; `false` if that is nothing to be learnt here.
    fn learn(&mut self, weights: &[u64]) -> bool;

    /// Goes on by itself for as long as it likes, and leaves everything as the walk would have: for moves
    /// that have a shorter way to do most of it. Returns what the walk is to return, if it is to.
    fn sprint(&mut self, _course: Course<'_, Self::Level>) -> Option<Step> {
        None
    }

    /// Number of options that a propagator has removed since the last reset.
    fn removed(&self) -> u64 {
        0
    }

    /// Solutions of this cost or more need not be found.
    fn lower_ceiling(&mut self, _ceiling: u128) {}

    /// No solution from the root costs less than this, if nothing was visited yet.
    fn root_bound(&self) -> u128 {
        0
    }

    /// No solution below the untried branches of a level costs less than this.
    fn bound(&self, _level: &Self::Level) -> u128 {
        0
    }

    /// Panics unless the invariants hold that stand between two nodes.
    #[cfg(test)]
    fn check_invariants(&self);
}

/// What the walk does next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    /// Choose an item and open a level.
    Choose,
    /// Try the next branch of the top level; none of it is in force.
    Try,
    /// Take back the branch of the top level.
    Retract,
    /// Report the one solution of a problem with nothing to choose.
    Empty,
    /// Nothing: the tree is exhausted.
    End,
}

/// What a walk lends to its moves for a [sprint](Moves::sprint).
#[derive(Debug)]
pub(super) struct Course<'w, L> {
    pub(super) levels: &'w mut Vec<L>,
    pub(super) then: &'w mut Next,
    /// The levels below this number are the walk's own affair: no branch of theirs may be tried.
    pub(super) floor: usize,
    pub(super) statistics: &'w mut Statistics,
    pub(super) budget: &'w mut Budget,
}

/// A walk, which can be left and taken up again before any node.
#[derive(Debug)]
pub(super) struct Walk<'m, M: Moves> {
    matrix: &'m Matrix,
    pub(super) moves: M,
    given: Vec<OptionId>,
    levels: Vec<M::Level>,
    pub(super) then: Next,
    /// For the first levels, from which one on their branches were given away. Empty if none were: that
    /// is the rule, and the test of it is on the way of every node.
    ends: Vec<u32>,
    statistics: Statistics,
    /// What the statistics' updates and removed options are beyond those that the moves have counted.
    updates_before: u64,
    removed_before: u64,
}

impl<'m, M: Moves> Walk<'m, M> {
    /// A walk at the root of a problem.
    pub(super) fn new(moves: M, matrix: &'m Matrix, setup: &Setup) -> Self {
        let mut walk = Walk {
            matrix,
            moves,
            given: Vec::new(),
            levels: Vec::new(),
            then: Next::End,
            ends: Vec::new(),
            statistics: Statistics::default(),
            updates_before: 0,
            removed_before: 0,
        };
        walk.restart(setup);
        walk
    }

    /// Takes back everything down to the root, where `in_force` says whether the last level's branch is.
    fn unwind(&mut self, mut in_force: bool) {
        while let Some(level) = self.levels.pop() {
            if in_force {
                self.moves.retract(&level);
            }
            self.moves.close(&level);
            in_force = true;
        }
        self.moves.unchoose();
    }

    /// Opens the level of a saved branch and takes the branch, unless it is `waiting`; `None` if there
    /// is no such branch.
    fn replay(&mut self, branch: &Branch, waiting: bool) -> Option<Taken> {
        let item = self.moves.insist(branch.item)?;
        let mut level = self.moves.open(item);
        let (_, of) = self.moves.branches(&level);
        let mut agrees = of == branch.of && branch.index < branch.end && branch.end <= of;
        let mut choice = self.moves.next(&level);
        for _ in 0..if agrees { branch.index } else { 0 } {
            let Some(passed) = choice else { break };
            self.moves.skip(&mut level, passed);
            choice = self.moves.next(&level);
        }
        let mut taken = Taken::Open;
        if let Some(choice) = choice {
            // What was given away did not know its option yet.
            agrees &= branch.option.is_none() || self.moves.option(choice) == branch.option;
            if agrees && !waiting {
                taken = self.moves.take(&mut level, choice);
            }
        } else {
            // Branches that were given away may turn out not to be there.
            agrees &= waiting;
        }
        self.levels.push(level);
        self.ends.push(branch.end);
        agrees.then_some(taken)
    }

    /// From which one on the branches of a level were given away.
    fn end(&self, depth: usize) -> u32 {
        self.ends.get(depth).copied().unwrap_or(u32::MAX)
    }

    /// Whether the top level waits for its next branch: none of its branches is in force.
    fn waits(&self, depth: usize) -> bool {
        self.then == Next::Try && depth + 1 == self.levels.len()
    }

    /// The branch of an open level: the one in force, or the one that is tried next.
    fn branch(&self, depth: usize, level: &M::Level) -> Branch {
        let (tried, of) = self.moves.branches(level);
        let (choice, index) = if self.waits(depth) {
            (self.moves.next(level), tried)
        } else {
            (Some(self.moves.choice(level)), tried.saturating_sub(1))
        };
        let option = choice.and_then(|choice| self.moves.option(choice));
        let item = self.moves.item(level);
        Branch { item, option, index, of, end: self.end(depth).min(of) }
    }

    fn go(&mut self, budget: &mut Budget) -> Step {
        loop {
            if self.then == Next::Choose {
                let before = self.moves.work();
                let item = self.moves.choose();
                let level = self.moves.open(item);
                self.levels.push(level);
                self.then = Next::Try;
                budget.charge(self.moves.work() - before);
            }
            if self.then == Next::Try {
                let course = Course {
                    levels: &mut self.levels,
                    then: &mut self.then,
                    floor: self.ends.len(),
                    statistics: &mut self.statistics,
                    budget,
                };
                if let Some(step) = self.moves.sprint(course) {
                    return step;
                }
            }
            let before = self.moves.work();
            match self.then {
                // After a sprint.
                Next::Choose => continue,
                Next::Try => {
                    let depth = self.levels.len();
                    let Some(level) = self.levels.last_mut() else {
                        self.then = Next::End;
                        continue;
                    };
                    let is_over = depth <= self.ends.len()
                        && self.moves.branches(level).0 >= self.ends[depth - 1];
                    let next = if is_over { None } else { self.moves.next(level) };
                    let Some(choice) = next else {
                        self.moves.close(level);
                        self.levels.pop();
                        self.ends.truncate(self.levels.len());
                        // The branch that led here is done; at the root, there is none.
                        if let Some(level) = self.levels.last() {
                            self.moves.retract(level);
                        }
                        continue;
                    };
                    if !budget.take_node() {
                        return Step::Paused;
                    }
                    self.statistics.visit(depth - 1);
                    match self.moves.take(level, choice) {
                        Taken::Open => {
                            #[cfg(test)]
                            self.moves.check_invariants();
                            self.then = Next::Choose;
                        }
                        // Most nodes end here: the next branch follows at once.
                        Taken::Dead => {
                            self.moves.blame(level);
                            self.moves.retract(level);
                        }
                        Taken::Solution => {
                            self.statistics.solutions += 1;
                            if budget.take_solution() {
                                self.then = Next::Retract;
                                return Step::Solution;
                            }
                            self.moves.retract(level);
                        }
                    }
                }
                Next::Retract => {
                    if let Some(level) = self.levels.last() {
                        self.moves.retract(level);
                    }
                    self.then = Next::Try;
                }
                Next::Empty => {
                    self.then = Next::End;
                    self.statistics.solutions += 1;
                    if budget.take_solution() {
                        return Step::Solution;
                    }
                }
                Next::End => return Step::Exhausted,
            }
            budget.charge(self.moves.work() - before + 1);
        }
    }
}

/// Whether these can be the counters of a search, and are so far from the greatest numbers that they
/// can go on.
pub(super) fn are_sound(statistics: &Statistics) -> bool {
    let Statistics { nodes, solutions, ref profile, .. } = *statistics;
    let sum = profile.iter().try_fold(0u64, |sum, &nodes| sum.checked_add(nodes));
    sum == Some(nodes) && nodes < 1 << 62 && solutions <= nodes + 1
}

impl<M: Moves> Searcher for Walk<'_, M> {
    fn advance(&mut self, budget: &mut Budget) -> Step {
        let step = self.go(budget);
        self.statistics.updates = self.updates_before.wrapping_add(self.moves.updates());
        self.statistics.removed = self.removed_before.wrapping_add(self.moves.removed());
        step
    }

    fn solution(&self, into: &mut Vec<OptionId>) {
        into.clear();
        into.extend_from_slice(&self.given);
        let waiting = usize::from(self.then == Next::Try);
        let in_force = self.levels.iter().take(self.levels.len().saturating_sub(waiting));
        let options = in_force.map(|level| self.moves.option(self.moves.choice(level)));
        into.extend(options.flatten());
    }

    fn position(&self) -> Vec<Branch> {
        self.levels.iter().enumerate().map(|(depth, level)| self.branch(depth, level)).collect()
    }

    fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    fn restart(&mut self, setup: &Setup) {
        let ranked = match setup.order {
            Order::AsAdded => None,
            Order::Random(seed) => {
                Some(Random::new(seed).permutation(self.matrix.option_count() as u32))
            }
        };
        let start = self.moves.reset(self.matrix, setup, ranked.as_deref());
        self.given = start.given;
        self.levels.clear();
        self.then = match (start.possible, self.moves.is_complete()) {
            (false, _) => Next::End,
            (true, true) => Next::Empty,
            (true, false) => Next::Choose,
        };
        self.ends.clear();
        self.statistics = Statistics::default();
        (self.updates_before, self.removed_before) = (0, 0);
    }

    fn state(&self) -> State {
        let stage = match (self.then, self.levels.is_empty()) {
            (Next::Choose | Next::Empty, true) => Stage::Begin,
            (Next::End, _) => Stage::End,
            (Next::Retract, false) => Stage::Found,
            // Between two calls the walk waits before a node, or behind a solution.
            _ => Stage::Next,
        };
        State {
            stage,
            position: self.position(),
            statistics: self.statistics.clone(),
            weights: self.moves.weights().to_vec(),
        }
    }

    fn resume(&mut self, state: &State) -> Result<(), StateMismatch> {
        let mismatch = |level: usize| Err(StateMismatch { level });
        if !are_sound(&state.statistics) || !self.moves.learn(&state.weights) {
            return mismatch(0);
        }
        match state.stage {
            Stage::Begin if state.position.is_empty() => {}
            Stage::End if state.position.is_empty() => self.then = Next::End,
            Stage::Next | Stage::Found if !state.position.is_empty() => {}
            _ => return mismatch(0),
        }
        for (depth, branch) in state.position.iter().enumerate() {
            let last = depth + 1 == state.position.len();
            let waiting = last && state.stage == Stage::Next;
            if self.then != Next::Choose {
                return mismatch(depth);
            }
            self.then = match (self.replay(branch, waiting), last) {
                (Some(_), true) if waiting => Next::Try,
                (Some(Taken::Solution), true) => Next::Retract,
                (Some(Taken::Open), false) => Next::Choose,
                _ => {
                    self.then = Next::End;
                    return mismatch(depth);
                }
            };
        }
        self.updates_before = state.statistics.updates.wrapping_sub(self.moves.updates());
        self.removed_before = state.statistics.removed.wrapping_sub(self.moves.removed());
        self.statistics = state.statistics.clone();
        Ok(())
    }

    fn descend(&mut self, pick: &mut dyn FnMut(u32) -> u32) -> Option<Descent> {
        if !self.levels.is_empty() || self.statistics != Statistics::default() {
            return None;
        }
        let mut descent = Descent::default();
        let (updates, removed) = (self.moves.updates(), self.moves.removed());
        if self.then == Next::Empty {
            descent.solutions = 1.0;
        }
        let mut weight = 1.0;
        let mut open = self.then == Next::Choose;
        let mut in_force = false;
        while open {
            let item = self.moves.choose();
            let mut level = self.moves.open(item);
            let (_, of) = self.moves.branches(&level);
            let mut choice = self.moves.next(&level);
            // Some of the branches may turn out not to be there: they count as no nodes.
            for _ in 0..pick(of.max(1)) {
                if let Some(passed) = choice {
                    self.moves.skip(&mut level, passed);
                    choice = self.moves.next(&level);
                }
            }
            in_force = choice.is_some();
            open = false;
            if let Some(choice) = choice {
                weight *= f64::from(of);
                descent.nodes += weight;
                descent.depth += 1;
                match self.moves.take(&mut level, choice) {
                    Taken::Open => open = true,
                    Taken::Solution => descent.solutions = weight,
                    Taken::Dead => {}
                }
            }
            self.levels.push(level);
        }
        self.unwind(in_force);
        let passing = self.moves.updates() - updates;
        self.updates_before = self.updates_before.wrapping_sub(passing);
        let passing = self.moves.removed() - removed;
        self.removed_before = self.removed_before.wrapping_sub(passing);
        Some(descent)
    }

    fn split(&mut self) -> Option<State> {
        if !matches!(self.then, Next::Try | Next::Retract) {
            return None;
        }
        let mut position = Vec::new();
        for depth in 0..self.levels.len() {
            let branch = self.branch(depth, &self.levels[depth]);
            let left = branch.end.saturating_sub(branch.index + 1);
            if left == 0 {
                position.push(Branch { end: branch.index + 1, ..branch });
                continue;
            }
            let index = branch.end - left.div_ceil(2);
            if self.ends.len() <= depth {
                self.ends.resize(depth + 1, u32::MAX);
            }
            self.ends[depth] = index;
            position.push(Branch { option: None, index, ..branch });
            let weights = self.moves.weights().to_vec();
            return Some(State { stage: Stage::Next, position, weights, ..State::default() });
        }
        None
    }

    fn lower_ceiling(&mut self, ceiling: u128) {
        self.moves.lower_ceiling(ceiling);
    }

    fn bound(&self) -> u128 {
        if self.levels.is_empty() && self.then != Next::End {
            return self.moves.root_bound();
        }
        let bounds = self.levels.iter().enumerate().filter_map(|(depth, level)| {
            let (tried, of) = self.moves.branches(level);
            (tried < of.min(self.end(depth))).then(|| self.moves.bound(level))
        });
        bounds.min().unwrap_or(u128::MAX)
    }
}
