//! What follows from what: the rules of the problem and the learned clauses, to a fixed point.
//!
//! For each list of which one literal holds there are two numbers, kept up to date as the literals fail and come back:
//!
//! > open = number of its literals that have not failed
//! > rest = exclusive or of their codes
//!
//! At open = 1, `rest` is the one that is left: no list is ever looked through, however long.

use super::assignment::{Assignment, Reason, Value};
use super::clauses::Clauses;
use super::literal::Literal;
use super::rules::Rules;

/// A list of literals of which one holds.
#[derive(Debug, Clone, Copy, Default)]
struct Some_ {
    open: u32,
    rest: u32,
}

/// Why something is a contradiction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Conflict {
    /// Both hold, and exclude each other.
    Both(Literal, Literal),
    /// None of this list holds.
    Some(u32),
    /// Nor of this learned clause.
    Clause(u32),
}

/// The rules, the clauses and the assignment.
#[derive(Debug)]
pub(super) struct Engine {
    pub(super) rules: Rules,
    pub(super) assignment: Assignment,
    pub(super) clauses: Clauses,
    some: Vec<Some_>,
    /// The literals of the trail before this one have been counted in `some`.
    counted: usize,
    /// What follows from the literals before this one has been found.
    followed: usize,
    /// Work done, in memory updates.
    pub(super) work: u64,
}

impl Engine {
    pub(super) fn new(rules: Rules) -> Self {
        let variables = rules.variable_count();
        let some = (0..rules.some.len())
            .map(|list| {
                let literals = rules.some.get(list);
                let rest = literals.iter().fold(0, |rest, code| rest ^ code);
                Some_ { open: literals.len() as u32, rest }
            })
            .collect();
        Engine {
            assignment: Assignment::new(variables),
            clauses: Clauses::new(2 * variables),
            some,
            counted: 0,
            followed: 0,
            work: 0,
            rules,
        }
    }

    /// What holds without any decision, and what follows.
    pub(super) fn begin(&mut self) -> Result<(), Conflict> {
        for index in 0..self.rules.facts.len() {
            self.add(self.rules.facts[index], Reason::None)?;
        }
        for list in 0..self.some.len() {
            match self.some[list].open {
                0 => return Err(Conflict::Some(list as u32)),
                1 => self.add(Literal::of(self.some[list].rest), Reason::Some(list as u32))?,
                _ => {}
            }
        }
        self.follow()
    }

    /// Books that a literal holds; a conflict if its opposite does.
    pub(super) fn add(&mut self, literal: Literal, reason: Reason) -> Result<(), Conflict> {
        match self.assignment.value(literal) {
            Value::True => Ok(()),
            Value::Open => {
                self.assignment.assign(literal, reason);
                Ok(())
            }
            Value::False => Err(match reason {
                Reason::Some(list) => Conflict::Some(list),
                Reason::Clause(clause) => Conflict::Clause(clause),
                Reason::Literal(other) => Conflict::Both(other, literal.not()),
                Reason::None | Reason::Searched => Conflict::Both(literal, literal.not()),
            }),
        }
    }

    /// Finds all that follows.
    pub(super) fn follow(&mut self) -> Result<(), Conflict> {
        while let Some(&literal) = self.assignment.trail().get(self.followed) {
            self.count(literal)?;
            self.exclude(literal)?;
            let failed = literal.not();
            let found = self.clauses.visit(failed, &mut self.assignment, &mut self.work);
            if let Some(clause) = found {
                return Err(Conflict::Clause(clause));
            }
            self.followed += 1;
        }
        Ok(())
    }

    /// Counts that the opposite of a literal has failed.
    fn count(&mut self, literal: Literal) -> Result<(), Conflict> {
        if self.counted > self.followed {
            return Ok(());
        }
        self.counted += 1;
        let failed = literal.not();
        let lists = self.rules.some_of.get(failed.index());
        self.work += lists.len() as u64 + 1;
        let mut result = Ok(());
        for &list in lists {
            let some = &mut self.some[list as usize];
            some.open -= 1;
            some.rest ^= failed.code();
            if some.open == 0 {
                result = Err(Conflict::Some(list));
            } else if some.open == 1 && result.is_ok() {
                let rest = Literal::of(some.rest);
                match self.assignment.value(rest) {
                    Value::Open => self.assignment.assign(rest, Reason::Some(list)),
                    Value::True => {}
                    Value::False => result = Err(Conflict::Some(list)),
                }
            }
        }
        result
    }

    /// What a literal excludes, and what else follows from it.
    fn exclude(&mut self, literal: Literal) -> Result<(), Conflict> {
        let Engine { rules, assignment, work, .. } = self;
        let reason = Reason::Literal(literal);
        let implied = rules.implied.get(literal.index());
        *work += implied.len() as u64;
        for &code in implied {
            let other = Literal::of(code);
            match assignment.value(other) {
                Value::Open => assignment.assign(other, reason),
                Value::True => {}
                Value::False => return Err(Conflict::Both(literal, other.not())),
            }
        }
        for &list in rules.most_of.get(literal.index()) {
            let others = rules.most.get(list as usize);
            *work += others.len() as u64;
            for &code in others {
                let other = Literal::of(code);
                match assignment.value(other) {
                    Value::Open => assignment.assign(other.not(), reason),
                    Value::False => {}
                    Value::True if other == literal => {}
                    Value::True => return Err(Conflict::Both(literal, other)),
                }
            }
        }
        Ok(())
    }

    /// The options left of the primary item that has the fewest of those that are not covered; `None` if all are.
    pub(super) fn fewest(&self) -> Option<Vec<Literal>> {
        let literals = |list: usize| {
            let literals = self.rules.some.get(list).iter().map(|&code| Literal::of(code));
            literals.filter(|&literal| self.assignment.value(literal) != Value::False)
        };
        let is_covered = |&list: &usize| {
            literals(list).any(|literal| self.assignment.value(literal) == Value::True)
        };
        let uncovered = (0..self.rules.items).filter(|list| !is_covered(list));
        let list = uncovered.min_by_key(|&list| self.some[list].open)?;
        Some(literals(list).collect())
    }

    /// Panics unless the counts are right and everything that follows was found.
    #[cfg(test)]
    pub(super) fn check_invariants(&self) {
        let assignment = &self.assignment;
        if self.followed < assignment.trail().len() {
            return;
        }
        assert_eq!(self.counted, self.followed);
        for (list, some) in self.some.iter().enumerate() {
            let literals = self.rules.some.get(list).iter().map(|&code| Literal::of(code));
            let open: Vec<Literal> =
                literals.filter(|&literal| assignment.value(literal) != Value::False).collect();
            assert_eq!(open.len() as u32, some.open, "list {list}");
            assert_eq!(open.iter().fold(0, |rest, it| rest ^ it.code()), some.rest, "list {list}");
            if let [only] = *open {
                assert_eq!(assignment.value(only), Value::True, "list {list}");
            }
        }
        for &literal in assignment.trail() {
            let implied = self.rules.implied.get(literal.index()).iter();
            assert!(implied.clone().all(|&it| assignment.value(Literal::of(it)) == Value::True));
        }
        for list in 0..self.rules.most.len() {
            let literals = self.rules.most.get(list).iter().map(|&code| Literal::of(code));
            let held = literals.clone().filter(|&it| assignment.value(it) == Value::True).count();
            assert!(held <= 1, "list {list}");
            let open = literals.filter(|&it| assignment.value(it) == Value::Open).count();
            assert!(held == 0 || open == 0, "list {list}");
        }
    }

    /// Takes back the levels above one; `undone` gets each variable.
    pub(super) fn undo_to(&mut self, level: u32, mut undone: impl FnMut(usize)) {
        if level >= self.assignment.level() {
            return;
        }
        let start = self.assignment.start(level + 1);
        while self.assignment.trail().len() > start
            && let Some(literal) = self.assignment.pop()
        {
            let place = self.assignment.trail().len();
            if place < self.counted {
                let failed = literal.not();
                for &list in self.rules.some_of.get(failed.index()) {
                    let some = &mut self.some[list as usize];
                    some.open += 1;
                    some.rest ^= failed.code();
                }
            }
            undone(literal.variable());
        }
        self.counted = self.counted.min(start);
        self.followed = self.followed.min(start);
        self.assignment.close(level);
    }

    /// The literals, all of them in force, from which a literal follows or a conflict does, but the literal itself;
    /// for what has been searched, the decisions up to its level.
    pub(super) fn explain_literal(&self, literal: Literal, into: &mut Vec<Literal>) {
        match self.assignment.reason_of(literal) {
            Reason::None => {}
            Reason::Searched => {
                let level = self.assignment.level_of(literal);
                into.extend((1..=level).map(|level| self.assignment.decision(level)));
            }
            Reason::Literal(other) => into.push(other),
            Reason::Some(list) => self.others(self.rules.some.get(list as usize), literal, into),
            Reason::Clause(clause) => self.others(self.clauses.literals(clause), literal, into),
        }
    }

    /// The same for a conflict.
    pub(super) fn explain_conflict(&self, conflict: Conflict, into: &mut Vec<Literal>) {
        match conflict {
            Conflict::Both(a, b) => into.extend([a, b]),
            Conflict::Some(list) => {
                let literals = self.rules.some.get(list as usize).iter();
                into.extend(literals.map(|&code| Literal::of(code).not()));
            }
            Conflict::Clause(clause) => {
                let literals = self.clauses.literals(clause).iter();
                into.extend(literals.map(|&code| Literal::of(code).not()));
            }
        }
    }

    fn others(&self, codes: &[u32], literal: Literal, into: &mut Vec<Literal>) {
        let others = codes.iter().map(|&code| Literal::of(code));
        into.extend(others.filter(|&other| other != literal).map(Literal::not));
    }
}
