//! All solutions of a problem as one value: a decision diagram, to be counted, enumerated, sampled,
//! weighed, restricted, saved and drawn without another search.
//!
//! A [`Diagram`] is a zero-suppressed decision diagram (Minato 1993) whose branches are options: a
//! solution is a path from the root to ⊤, and consists of the options at which the path goes on by
//! `hi`. Equal parts of the search tree stand there once, so that a diagram of some thousand nodes may
//! hold 10³⁰ solutions. Algorithm X with memory makes them (Nishino, Yasuda, Minato and Nagata,
//! *Dancing with decision diagrams*, AAAI 2017; Knuth's DLX6); [`Diagram::of_solutions`] makes one of
//! solutions that are there already.
//!
//! Two things differ from the ZDDs of the textbook (TAOCP 7.1.4):
//!
//! - it is *free*: the options have no order of their own. On two paths they may come in two orders,
//!   but on each path an option comes at most once, and each solution has one path. So there is no
//!   union or intersection of two diagrams, but everything below takes a pass or a walk;
//! - beside branches there are *products*, which hold a solution of each of two independent parts of
//!   the problem. With them a diagram is one in decomposable negation normal form that is
//!   deterministic (d-DNNF, Darwiche 2001).
//!
//! ```
//! use quadrille_cover::{Diagram, Search, text};
//!
//! // Four people in teams of one or two: who goes with whom, and what it costs.
//! let problem = text::read("a b c d\na b |3\nb c |1\nc d |2\na d |7\na |1\nb |1\n")?;
//! let solutions = Search::new().all(&problem)?.solutions;
//! let diagram = Diagram::of_solutions(&problem, &solutions)?;
//! assert_eq!(diagram.count(), 3u8.into());
//!
//! let counted = diagram.counted();
//! let last = counted.nth(&2u8.into()).expect("there are three");
//! assert_eq!(counted.rank(&last), Some(2u8.into()));
//! let cheapest = counted.cheapest(1).next().expect("there are three");
//! assert_eq!(cheapest.cost, 4);
//! let without = diagram.restrict(&[], &cheapest.options[..1])?;
//! assert_eq!(without.count(), 1u8.into());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The order of the solutions
//!
//! At a branch, the solutions that take its option come before the others; at a product, those of the
//! right part change faster. [`solutions`](Diagram::solutions), [`nth`](Counted::nth) and
//! [`rank`](Counted::rank) go by this order, and so does [`cheapest`](Counted::cheapest) among equal
//! costs. A diagram that was restricted or saved and loaded keeps it.
//!
//! # What it costs
//!
//! With n nodes, the longest path of d nodes, and solutions of up to l options:
//!
//! | operation | time | memory beside the 12 bytes a node |
//! |---|---|---|
//! | [`count`](Diagram::count) | n sums and products | 8 n bytes, and the numbers at the frontier |
//! | [`counted`](Diagram::counted) | n sums and products | 16 n bytes, and large numbers |
//! | [`solutions`](Diagram::solutions) | d for each | d |
//! | [`nth`](Counted::nth), [`rank`](Counted::rank), a [sample](Counted::samples) | d | d |
//! | [`marginals`](Counted::marginals) | n products | n numbers |
//! | [`sizes`](Diagram::sizes) | n l, l² for a product | 8 n bytes, and l numbers for each node of the frontier |
//! | [`cheapest`](Counted::cheapest) | n once, d log k for each | 16 n bytes, and k numbers |
//! | [`restrict`](Diagram::restrict) | n | a new diagram, no larger |
//! | [`without_products`](Diagram::without_products), [`write_zdd`](Diagram::write_zdd) | the size of the result | that, which may be far larger |
//! | `save`, `load` (feature `checkpoint`) | n | none, and the diagram |
//!
//! Numbers count as one step here; they have up to as many digits as the number of solutions. Nothing
//! is recursive: a diagram may be millions of nodes deep.

mod build;
mod builder;
mod cost;
mod count;
mod error;
mod export;
#[cfg(feature = "checkpoint")]
mod file;
mod fold;
mod marginals;
mod order;
mod restrict;
mod sample;
mod sets;
mod shape;
mod sizes;
#[cfg(test)]
mod tests;

use std::fmt;

pub use self::build::{Drawing, Drawn};
pub(crate) use self::builder::DiagramBuilder;
pub use self::cost::ByCost;
pub use self::count::Counted;
pub use self::error::DiagramError;
#[cfg(feature = "checkpoint")]
pub use self::file::LoadError;
pub use self::order::Solutions;
pub use self::sample::Samples;
pub use self::shape::Shape;

/// The number of the node without solutions, ⊥.
pub(crate) const BOTTOM: u32 = 0;
/// The number of the node with the empty solution alone, ⊤.
pub(crate) const TOP: u32 = 1;
/// What stands in the place of an option at a product; no option has this number.
const PRODUCT: u32 = u32::MAX;

/// A node but for the terminals: a branch, or, if `option` is [`PRODUCT`], a product of `hi` and `lo`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Node {
    option: u32,
    hi: u32,
    lo: u32,
}

/// What stands in the places of the terminals, so that a node's number is its place.
const TERMINALS: [Node; 2] = [Node { option: PRODUCT, hi: BOTTOM, lo: BOTTOM }; 2];

/// A node in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Bottom,
    Top,
    Branch { option: u32, hi: u32, lo: u32 },
    Product { left: u32, right: u32 },
}

/// The solutions of a problem, as a decision diagram. Immutable; its options go by number, and their
/// costs come along. See the [module](self).
///
/// Invariants:
///
/// - the first two nodes are ⊥ and ⊤; every other one has smaller numbers below it and is reached from
///   the root, so that this is the last one, unless it is a terminal;
/// - `hi` is never ⊥, and neither half of a product is a terminal: so only ⊥ has no solutions;
/// - the options of branches are below `option_count`; `costs` is empty (all 0), or has that length;
/// - no solution has more options than occur in the diagram;
/// - an option comes at most once on a path and in one half of a product only, and no two nodes are
///   equal. What is loaded is not checked for this; where it does not hold, the results mean little,
///   but there are some.
#[derive(Clone, PartialEq, Eq)]
pub struct Diagram {
    nodes: Vec<Node>,
    root: u32,
    option_count: usize,
    costs: Vec<u64>,
}

impl fmt::Debug for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Diagram { root, option_count, .. } = self;
        let mut shown = f.debug_struct("Diagram");
        shown.field("nodes", &self.nodes.len()).field("root", root);
        shown.field("option_count", option_count).finish_non_exhaustive()
    }
}

impl Diagram {
    /// Number of options of the problem.
    pub fn option_count(&self) -> usize {
        self.option_count
    }

    /// Whether there are no solutions.
    pub fn is_empty(&self) -> bool {
        self.root == BOTTOM
    }

    /// The numbers of the nodes but the terminals, each after those below it.
    fn numbers(&self) -> impl DoubleEndedIterator<Item = u32> + use<> {
        // There are fewer than 2³² nodes.
        TERMINALS.len() as u32..self.nodes.len() as u32
    }

    fn kind(&self, node: u32) -> Kind {
        match node {
            BOTTOM => Kind::Bottom,
            TOP => Kind::Top,
            _ => self.nodes[node as usize].kind(),
        }
    }

    /// The two nodes below one that is no terminal.
    fn children(&self, node: u32) -> [u32; 2] {
        let Node { hi, lo, .. } = self.nodes[node as usize];
        [hi, lo]
    }

    fn cost(&self, option: u32) -> u128 {
        self.costs.get(option as usize).copied().unwrap_or(0).into()
    }
}
