//! The walk through the search tree, the same for all algorithms: open a level, try its branches in
//! turn, go deeper where something remains, and take back what was done in reverse.

use std::fmt;

use crate::ids::OptionId;
use crate::limits::Budget;
use crate::statistics::Statistics;
use crate::strategy::{Branch, Searcher, Step};

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

/// The moves of an algorithm, each with the one that undoes it.
pub(super) trait Moves: fmt::Debug + Send {
    /// A level of the search: an item was chosen, and its branches are tried in turn.
    type Level: fmt::Debug + Send;
    /// A branch of a level.
    type Choice: Copy;

    /// Chooses an item, of which there must be one, and opens a level for it.
    fn open(&mut self) -> Self::Level;

    /// Undoes [`open`](Self::open), and what became of the level's branches.
    fn close(&mut self, level: &Self::Level);

    /// The branch to try next, none being in force; `None` if there is no more.
    fn next(&self, level: &Self::Level) -> Option<Self::Choice>;

    /// Takes a branch.
    fn take(&mut self, level: &mut Self::Level, choice: Self::Choice) -> Taken;

    /// Undoes [`take`](Self::take), from where it ended back to its begin.
    fn retract(&mut self, level: &Self::Level);

    /// The branch that is in force.
    fn choice(&self, level: &Self::Level) -> Self::Choice;

    /// The option of a branch, if it takes one.
    fn option(&self, choice: Self::Choice) -> Option<OptionId>;

    /// Number of branches of a level: those tried, and all of them.
    fn branches(&self, level: &Self::Level) -> (u32, u32);

    /// Whether no item remains.
    fn is_complete(&self) -> bool;

    /// Number of links removed so far.
    fn updates(&self) -> u64;

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

/// A walk, which can be left and taken up again before any node.
#[derive(Debug)]
pub(super) struct Walk<M: Moves> {
    pub(super) moves: M,
    given: Vec<OptionId>,
    levels: Vec<M::Level>,
    pub(super) then: Next,
    statistics: Statistics,
}

impl<M: Moves> Walk<M> {
    /// A walk that begins where the options `given` are in force. It is over at once if they, or the
    /// problem, leave nothing `possible`.
    pub(super) fn new(moves: M, given: Vec<OptionId>, possible: bool) -> Self {
        let then = match (possible, moves.is_complete()) {
            (false, _) => Next::End,
            (true, true) => Next::Empty,
            (true, false) => Next::Choose,
        };
        Walk { moves, given, levels: Vec::new(), then, statistics: Statistics::default() }
    }

    fn go(&mut self, budget: &mut Budget) -> Step {
        loop {
            let updates = self.moves.updates();
            match self.then {
                Next::Choose => {
                    let level = self.moves.open();
                    self.levels.push(level);
                    self.then = Next::Try;
                }
                Next::Try => {
                    let depth = self.levels.len();
                    let Some(level) = self.levels.last_mut() else {
                        self.then = Next::End;
                        continue;
                    };
                    let Some(choice) = self.moves.next(level) else {
                        self.moves.close(level);
                        self.levels.pop();
                        self.then = Next::Retract;
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
                        Taken::Dead => self.moves.retract(level),
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
            budget.charge(self.moves.updates() - updates + 1);
        }
    }
}

impl<M: Moves> Searcher for Walk<M> {
    fn advance(&mut self, budget: &mut Budget) -> Step {
        let step = self.go(budget);
        self.statistics.updates = self.moves.updates();
        step
    }

    fn solution(&self, into: &mut Vec<OptionId>) {
        into.clear();
        into.extend_from_slice(&self.given);
        let options = self.levels.iter().map(|level| self.moves.option(self.moves.choice(level)));
        into.extend(options.flatten());
    }

    fn position(&self) -> Vec<Branch> {
        let branch = |(depth, level): (usize, &M::Level)| {
            let (tried, of) = self.moves.branches(level);
            let waits = self.then == Next::Try && depth + 1 == self.levels.len();
            let (choice, index) = if waits {
                (self.moves.next(level), tried)
            } else {
                (Some(self.moves.choice(level)), tried.saturating_sub(1))
            };
            Branch { option: choice.and_then(|choice| self.moves.option(choice)), index, of }
        };
        self.levels.iter().enumerate().map(branch).collect()
    }

    fn statistics(&self) -> &Statistics {
        &self.statistics
    }
}
