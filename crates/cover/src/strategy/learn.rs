//! `learn`: exact cover that learns from every dead end.
//!
//! # The idea
//!
//! Algorithm X meets the same dead end again and again: what it found out in one branch it has forgotten in the next. This
//! strategy asks of each dead end *why*: the options taken and lost that it follows from are replaced by those that
//! they follow from in turn, until a few are left that cannot hold together ([`analysis`]). That is a clause, which holds
//! everywhere. The search then goes back, not one level but to where the clause has something to say, and goes on with it.
//! It decides next about what took part in the last dead ends ([`order`]), and begins again from the root when the dead ends
//! teach little ([`restarts`]).
//!
//! That is how solvers of satisfiability work (conflict-driven clause learning). What is of exact cover here are the
//! rules: items are not written out as clauses, but counted ([`engine`]), and the colours of secondary items are things
//! to decide about and to learn of themselves, which know what is left on either side ([`rules`]).
//!
//! # Enumeration
//!
//! After a solution the decisions that led to it are changed one by one, from the last ([`path`]). No solution comes twice, none
//! has to be kept, and everything that was learned stays.
//!
//! # When it wins
//!
//! Where a solution is hard to find, or it is hard to prove that there is none (or no other), and the problem has some structure:
//! sudokus of 25×25, quasigroups, timetables, layouts without a solution. Where solutions are many and dead ends are few, as with
//! tilings, and in small problems, learning costs more than it saves: a node takes several times as long as one of
//! [`links`](super::Links).
//!
//! # Limits
//!
//! The order of the solutions, and the nodes, depend on all that was met before ([`Strategy::learns`]). So it cannot be divided
//! among threads, there is no tree to be watched, and a [`State`](super::State) holds the decisions and not what was learned: who
//! resumes it goes on under these, and finds the same solutions, in an order of his own. A descent for an estimate goes
//! down the tree of Algorithm X with what follows here, without learning. Items that may be covered other than once, costs,
//! propagators and branching by other rules are not among its capabilities. Clauses of little use are forgotten; those that
//! connect two levels at most are kept.
//!
//! # Tried, and not kept
//!
//! Variables for what two primary items share (of a sudoku a row's part in a box, so that locked candidates follow at
//! once) make a fifth fewer dead ends and each one half as dear again. To decide by what an option last was, taken or
//! left out, as solvers of satisfiability do, takes twice the nodes and the same time.

mod analysis;
mod assignment;
mod clauses;
mod engine;
mod literal;
mod order;
mod path;
mod restarts;
mod rules;
mod searcher;

use self::searcher::Learner;
use super::{Searcher, Strategy};
use crate::matrix::{Capabilities, Matrix};
use crate::setup::Setup;

/// Algorithm X with conflict-driven clause learning.
#[derive(Debug, Clone, Copy)]
pub struct Learn;

impl Strategy for Learn {
    fn name(&self) -> &'static str {
        "learn"
    }

    fn description(&self) -> &'static str {
        "learns a clause from every dead end, as solvers of satisfiability do: for hard problems"
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { colours: true, ..Capabilities::default() }
    }

    fn learns(&self) -> bool {
        true
    }

    fn prepare<'m>(&self, matrix: &'m Matrix, setup: &Setup) -> Box<dyn Searcher + 'm> {
        Box::new(Learner::new(matrix, setup))
    }
}

#[cfg(test)]
mod tests;
