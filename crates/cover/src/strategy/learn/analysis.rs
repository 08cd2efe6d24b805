//! Learning from a contradiction: which few literals cannot hold together.
//!
//! The last literals that a contradiction follows from are replaced by those that they follow from, until a single one
//! of the last level is left (the first unique implication point; Marques-Silva and Sakallah, *GRASP*, ICCAD 1996). Then those
//! go that follow from others of the clause (Sörensson and Biere, *Minimizing learned clauses*, SAT 2009).

use super::assignment::Reason;
use super::engine::{Conflict, Engine};
use super::literal::Literal;

/// A clause that was learned, and what it took.
#[derive(Debug, Default)]
pub(super) struct Analysis {
    /// One of these holds. The first is the one of the last level, the second of the last but that.
    pub(super) clause: Vec<Literal>,
    /// The variables that the contradiction went through.
    pub(super) involved: Vec<usize>,
    /// The learned clauses that it went through.
    pub(super) used: Vec<u32>,
    /// The number of levels of the clause.
    pub(super) levels: u32,
    /// By variable: whether it was seen, and what is known of whether it is needed.
    marks: Vec<Mark>,
    /// The variables with a mark.
    marked: Vec<usize>,
    reasons: Vec<Literal>,
    /// By level: the last count that met it.
    met: Vec<u64>,
    counts: u64,
    stack: Vec<(Literal, usize, usize)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Mark {
    #[default]
    None,
    /// In the clause, or replaced.
    Seen,
    /// It follows from others of the clause.
    Follows,
    /// It does not.
    Needed,
}

impl Analysis {
    pub(super) fn new(variables: usize) -> Self {
        Analysis { marks: vec![Mark::None; variables], ..Analysis::default() }
    }

    /// Takes up a contradiction; the last level that it has to do with.
    pub(super) fn start(&mut self, engine: &Engine, conflict: Conflict) -> u32 {
        self.reasons.clear();
        self.used.clear();
        if let Conflict::Clause(clause) = conflict {
            self.used.push(clause);
        }
        engine.explain_conflict(conflict, &mut self.reasons);
        let levels = self.reasons.iter().map(|&literal| engine.assignment.level_of(literal));
        levels.max().unwrap_or(0)
    }

    /// Makes a clause of what was taken up; `last` is its last level, not 0.
    pub(super) fn learn(&mut self, engine: &Engine, last: u32) {
        let assignment = &engine.assignment;
        self.clause.clear();
        self.involved.clear();
        // The first is put there at the end.
        self.clause.push(Literal::is(0));
        let mut open = self.mark(engine, last);
        let mut place = assignment.trail().len();
        let first = loop {
            place -= 1;
            let literal = assignment.trail()[place];
            if self.marks[literal.variable()] != Mark::Seen || assignment.level_of(literal) != last
            {
                continue;
            }
            if open == 1 {
                break literal;
            }
            open -= 1;
            self.reasons.clear();
            if let Reason::Clause(clause) = assignment.reason_of(literal) {
                self.used.push(clause);
            }
            engine.explain_literal(literal, &mut self.reasons);
            open += self.mark(engine, last);
        };
        self.clause[0] = first.not();
        self.minimise(engine);
        let level = |literal: Literal| assignment.level_of(literal);
        if self.clause.len() > 2 {
            let rest = 1..self.clause.len();
            let second = rest.max_by_key(|&place| level(self.clause[place])).unwrap_or(1);
            self.clause.swap(1, second);
        }
        self.levels = self.count_levels(engine, None);
        for variable in self.marked.drain(..) {
            self.marks[variable] = Mark::None;
        }
    }

    /// Marks the reasons; how many of them are of the last level.
    fn mark(&mut self, engine: &Engine, last: u32) -> usize {
        let mut open = 0;
        for index in 0..self.reasons.len() {
            let literal = self.reasons[index];
            let (variable, level) = (literal.variable(), engine.assignment.level_of(literal));
            if level == 0 || self.marks[variable] != Mark::None {
                continue;
            }
            self.marks[variable] = Mark::Seen;
            self.marked.push(variable);
            self.involved.push(variable);
            if level == last {
                open += 1;
            } else {
                self.clause.push(literal.not());
            }
        }
        open
    }

    /// Takes out what follows from the others.
    fn minimise(&mut self, engine: &Engine) {
        let mut kept = 1;
        for place in 1..self.clause.len() {
            let literal = self.clause[place];
            if !self.follows(engine, literal.not()) {
                self.clause[kept] = literal;
                kept += 1;
            }
        }
        self.clause.truncate(kept);
    }

    /// Whether a literal in force follows from others of the clause. Depth first, with a stack of its own: each entry is a
    /// literal and the part of `reasons` that it follows from and that is not looked at yet.
    fn follows(&mut self, engine: &Engine, literal: Literal) -> bool {
        self.reasons.clear();
        self.stack.clear();
        if !self.expand(engine, literal) {
            return false;
        }
        while let Some(&mut (literal, start, ref mut next)) = self.stack.last_mut() {
            if *next == self.reasons.len() {
                self.reasons.truncate(start);
                self.stack.pop();
                if !self.stack.is_empty() {
                    self.set(literal, Mark::Follows);
                }
                continue;
            }
            let reason = self.reasons[*next];
            *next += 1;
            let mark = self.marks[reason.variable()];
            let is_known = matches!(mark, Mark::Seen | Mark::Follows);
            if is_known || engine.assignment.level_of(reason) == 0 {
                continue;
            }
            if mark == Mark::Needed || !self.expand(engine, reason) {
                for index in 1..self.stack.len() {
                    self.set(self.stack[index].0, Mark::Needed);
                }
                return false;
            }
        }
        true
    }

    /// Puts a literal on the stack with what it follows from; `false` if that is nothing that can be followed.
    fn expand(&mut self, engine: &Engine, literal: Literal) -> bool {
        match engine.assignment.reason_of(literal) {
            Reason::None | Reason::Searched => false,
            _ => {
                let start = self.reasons.len();
                engine.explain_literal(literal, &mut self.reasons);
                self.stack.push((literal, start, start));
                true
            }
        }
    }

    fn set(&mut self, literal: Literal, mark: Mark) {
        if self.marks[literal.variable()] == Mark::None {
            self.marked.push(literal.variable());
        }
        self.marks[literal.variable()] = mark;
    }

    /// The number of levels of a learned clause, or of the one that was just made.
    pub(super) fn count_levels(&mut self, engine: &Engine, clause: Option<u32>) -> u32 {
        self.counts += 1;
        let mut number = 0;
        let mut meet = |literal: Literal| {
            let level = engine.assignment.level_of(literal) as usize;
            if level >= self.met.len() {
                self.met.resize(level + 1, 0);
            }
            if level > 0 && self.met[level] != self.counts {
                self.met[level] = self.counts;
                number += 1;
            }
        };
        match clause {
            None => self.clause.iter().for_each(|&literal| meet(literal)),
            Some(clause) => {
                let codes = engine.clauses.literals(clause).iter();
                codes.for_each(|&code| meet(Literal::of(code)));
            }
        }
        number
    }
}
