//! The second solver for variants: candidates, and a propagator for each rule.
//!
//! It uses no code of the exact-cover engine and none of the encoders, so that it can serve as a baseline and as an
//! oracle for them.
//!
//! # How it works
//!
//! Each cell has a set of candidates, one word. Each rule is a *propagator*: it removes candidates that
//! cannot be part of any way to keep it, and fails if there is none; when all of its cells are filled, it fails
//! unless the rule holds. The file of each says how much it finds (its *consistency*) and what it costs. When a cell
//! is filled its digit is taken from all cells that it sees; other rules wait in queues, one for each class of
//! cost, and the cheapest is always next.
//!
//! Of houses it is known at each time where each digit can go (`houses.rs`).
//!
//! When nothing more follows, the search tries the candidate with the most contradictions for its places (`activity.rs`).
//! From a contradiction it learns a clause: a few facts that cannot hold together (`learn.rs`). Each rule can be asked why
//! it removed something; the houses, the matchings, the relations of two cells and the sums answer in few facts, the
//! others with all that was known of their cells. Clauses are what makes puzzles of 25×25 and layouts without a solution
//! feasible; on a puzzle that needs a few hundred tries they change little.
//!
//! Once in a while the search begins again, with what it has learned. The first solutions are learned as clauses like
//! any contradiction. After many it goes back one decision at a time and never above what is left to search, so that no
//! solution comes twice and none has to be kept (Gebser et al., *Conflict-driven answer set enumeration*, LPNMR 2007).
//!
//! State is kept by a trail, not by copies. There is no recursion. A *node* is a candidate that is tried; what follows
//! from it is none. The budget is looked at within what follows, too: on a large board with long sums that takes seconds.
//!
//! # Limits
//!
//! The hardest puzzles of 25×25 take forty thousand contradictions and more, at ten to twenty thousand a second; general
//! solvers for propositional logic need twice as many of the same puzzles, at the same rate. Sums in which digits may
//! repeat know which of their cells are different in one box alone: a puzzle of little killers takes tens of thousands
//! of nodes. The memory is that of the candidates and of the clauses, whose number is limited.

mod activity;
mod automaton;
mod between;
mod clauses;
mod digit_sets;
mod domains;
mod facts;
mod geometry;
mod group_sum;
mod houses;
mod implied;
mod learn;
mod matching;
mod network;
mod numbered_room;
mod pairs;
mod quadruple;
mod sandwich;
mod search;
mod skyscraper;
mod sum;
mod x_sum;

use std::fmt;

pub use search::Solver;

use domains::{Clash, Domains};
use facts::{Fact, Past};

/// Classes of cost of propagators.
const COSTS: usize = 4;

/// A rule, as what it lets be removed.
///
/// It reads the candidates of [`cells`](Self::cells) alone, and changes those or (as locked digits do) others. What it
/// keeps from call to call are hints and scratch: nothing has to be undone when the search goes back.
trait Propagator: fmt::Debug + Send {
    /// The cells of which each change wakes it.
    fn cells(&self) -> &[usize];

    /// Its class of cost, from 0 up to less than [`COSTS`]: the lower run first.
    fn cost(&self) -> usize;

    /// About how many memory updates a call comes to.
    fn work(&self) -> u64 {
        8 * self.cells().len() as u64
    }

    /// Removes what cannot be; fails if nothing can.
    fn propagate(&mut self, domains: &mut Domains) -> Result<(), Clash>;

    /// Adds facts from which it followed, before a change, that a cell lost the digits of `set` (or got the one in it, if
    /// it was assigned); or if there is no cell, that the rule cannot hold. `tag` is what was
    /// [noted](Domains::note) then.
    ///
    /// All that was known of the cells is always an answer, and the default. Fewer facts teach more.
    fn explain(
        &self,
        tag: u64,
        cell: Option<usize>,
        set: u64,
        past: &Past<'_>,
        facts: &mut Vec<Fact>,
    ) {
        let _ = (tag, cell, set);
        self.cells().iter().for_each(|&cell| past.explain_cell(cell, facts));
    }
}
