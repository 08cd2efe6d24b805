//! `dd`: Algorithm X that remembers what sub-problems have come to.
//!
//! # The idea
//!
//! Two ways to cover the same items leave the same sub-problem, which need not be solved twice:
//! what it came to is looked up (Nishino, Yasuda, Minato and Nagata 2017, *Dancing with decision
//! diagrams*; Knuth's DLX6). Solutions are then added up and multiplied instead of visited one by
//! one, and 2.4·10³⁰ tilings of 16×16 by dominoes are counted by two million nodes. The levels of
//! the search together with what is remembered are a decision diagram; a
//! [`Diagram`](crate::diagram::Diagram) is one that is kept.
//!
//! - *Exact keys.* A sub-problem is known by the primary items that are to be covered, the
//!   secondary items that matter still, and their colours ([`key`]). The hash of all that only says
//!   where to look: a count never rests on two sub-problems having different hashes ([`memo`]).
//! - *Parts.* Where what is left falls into parts that have nothing to do with each other, the
//!   number of solutions is the product of theirs. They are looked for where they have been found
//!   before, and now and then ([`habit`]).
//! - *Bounded memory.* When it is used up, half of what is remembered is dropped, what has saved
//!   nothing first. The count is the same then, and takes longer.
//! - *What does not pay is not done.* Where sub-problems hardly ever come again, only one in
//!   sixteen is remembered, to find out if that changes.
//!
//! # Which item next
//!
//! Where the border between what is covered and what is not can be kept narrow, the items one after
//! the other, in an order that does so ([`order`]); where it is wide, that with the fewest options;
//! in between, both are tried ([`duel`]). Forced items come first. The moves are those of
//! [`bits`](super::Bits).
//!
//! # Limits
//!
//! It counts. Asked for solutions one by one it visits them as [`hybrid`](super::Hybrid) does; so
//! it does with problems that as bits would take over 1 GiB. A count in progress is not part of a
//! [`State`]: who resumes it begins to count anew, and it cannot be divided among threads. Items
//! that may be covered other than once are not among its capabilities: there what is left depends
//! on the options that were passed over.

mod counter;
mod draw;
mod duel;
mod engine;
mod habit;
mod key;
mod memo;
mod order;
mod parts;
mod sum;

pub(in crate::strategy) use self::counter::{Counter, Plan, When};
pub(crate) use self::draw::Drawer;
pub(in crate::strategy) use self::parts::Part;

use super::bits::{self, Sets};
use super::{Hybrid, Searcher, Strategy};
use crate::matrix::{Capabilities, Matrix};
use crate::setup::Setup;

/// Algorithm X with a memory.
#[derive(Debug, Clone, Copy)]
pub struct Dd;

/// Bytes for what is remembered, unless the setup says otherwise.
const MEMORY: u64 = 1 << 30;

/// The moves of a search of a problem.
fn moves(matrix: &Matrix) -> bits::State {
    bits::State::new(Sets::of(matrix), bits::Machine::best())
}

/// Bytes as the machine counts them.
fn bytes(bytes: u64) -> usize {
    usize::try_from(bytes).unwrap_or(usize::MAX)
}

impl Strategy for Dd {
    fn name(&self) -> &'static str {
        "dd"
    }

    fn description(&self) -> &'static str {
        "counts each sub-problem once and remembers it, as a decision diagram does: for large counts"
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { colours: true, ..Capabilities::default() }
    }

    fn prepare<'m>(&self, matrix: &'m Matrix, setup: &Setup) -> Box<dyn Searcher + 'm> {
        Box::new(Counter::new(matrix, setup, |_, _| Plan { visitors: &Hybrid, when: When::Always }))
    }
}

#[cfg(test)]
mod tests;
