//! Exact cover, with secondary items, colours and multiplicities (TAOCP 7.2.2.1): build a problem,
//! search it.
//!
//! Given *items* and *options*, each a set of items, find the sets of options that cover every
//! primary item just once, or as often as it says, and every secondary item at most once, or with a
//! single colour. Tilings, queens, word puzzles, timetables and sudoku are of this kind.
//!
//! ```
//! use quadrille_cover::{ProblemBuilder, Search};
//!
//! // Cover a strip of five cells with dominoes and at most one monomino. Labels are of any type.
//! #[derive(Clone, Debug, PartialEq, Eq, Hash)]
//! enum Item {
//!     Cell(u8),
//!     Spare,
//! }
//! use Item::{Cell, Spare};
//!
//! let mut builder = ProblemBuilder::new();
//! builder.primary_items((0..5).map(Cell))?;
//! builder.secondary(Spare)?;
//! for cell in 0..4 {
//!     builder.add_option([Cell(cell), Cell(cell + 1)])?;
//! }
//! for cell in 0..5 {
//!     builder.add_option([Cell(cell), Spare])?;
//! }
//! let problem = builder.build();
//!
//! for solution in Search::new().solutions(&problem)? {
//!     for option in solution {
//!         let items: Vec<&Item> = problem.option(option).map(|(item, _)| item).collect();
//!         println!("{items:?}");
//!     }
//! }
//! assert_eq!(Search::new().count(&problem)?.solutions, 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The parts
//!
//! - [`ProblemBuilder`] checks everything and makes a [`Problem`]: labels, and the [`Matrix`] that
//!   every strategy reads. A problem that exists is sound.
//! - [`Search`] says what is wanted (first, all, up to n, count, the k cheapest), how to go about it
//!   ([`Branching`], [`Order`], given and forbidden options) and how far to go (nodes, time, a
//!   [`CancelToken`]). Its [`Outcome`] says how far it got: [`Verdict::Exhausted`] is the only one
//!   that says that there is no more. A [`Session`] searches one problem many times in the same memory.
//! - [`strategy`] holds the ways to search and the registry of them.
//! - [`diagram`] holds all solutions as one value, however many: to count, enumerate, sample, weigh,
//!   restrict and save them without another search.
//! - [`Preprocess`] makes a smaller problem with the same solutions and says why each option or item
//!   went; [`explain()`] says why there is no solution, by a minimal set of items that cannot be covered
//!   together; [`lints`] and [`Lints`] look for mistakes in a problem; [`estimate()`] says how big a
//!   search is before it is done.
//! - [`propagate`] lets code of your own remove options in the midst of a search: for sums, automata and
//!   other rules that are clumsy as items and options.
//! - [`watch`] shows what a search does, node by node, whatever its strategy.
//! - [`shard`] cuts a search into parts of about the same size, for many processes or machines.
//! - [`verify()`] checks a solution with no code of the strategies.
//! - [`text`] reads and writes the format of Knuth's programs, `json` JSON; [`export`] writes DIMACS
//!   CNF and LP for SAT and MILP solvers. `checkpoint` keeps a search in a file, `parallel` searches by
//!   several threads, in any order or in that of one.
//!
//! # Features
//!
//! None is on by default: `json` (serde, serde_json), `checkpoint` (with sha2), `parallel` (rayon).
//!
//! # Which strategy
//!
//! | strategy | takes | memory | when |
//! |---|---|---|---|
//! | [`auto`](strategy::Auto) | everything that a strategy takes | that of its choice; where all are counted, that of `dd` too | always, unless you measure |
//! | [`links`](strategy::Links) | everything: colours, multiplicities, costs, any branching, propagators | 20 to 24 bytes an entry | the reference; many items with few options each |
//! | [`cells`](strategy::Cells) | colours, any branching; no multiplicities, costs or propagators | 12 bytes and a bit an entry, 20 with colours | many items that colours bind |
//! | [`bits`](strategy::Bits) | colours; no multiplicities, costs, other branching or propagators | 2 bits for each pair of an option and an item or its colour | up to some hundreds of items, any number of options |
//! | [`hybrid`](strategy::Hybrid) | the same | that of `cells`, and of `bits` for what is left | more items, short options |
//! | [`dd`](strategy::Dd) | the same, to count | that of `bits`, and up to 1 GiB for what it remembers | counts beyond what can be visited; `auto` finds out |
//! | [`learn`](strategy::Learn) | colours; no multiplicities, costs, other branching, propagators, threads or watching | some 50 bytes an entry, and what it learns | hard problems with few solutions or none: large sudokus, quasigroups, layouts without a solution |

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(feature = "checkpoint")]
pub mod checkpoint;
pub mod diagram;
pub mod export;
#[cfg(feature = "json")]
pub mod json;
#[cfg(feature = "parallel")]
pub mod parallel;
pub mod propagate;
pub mod shard;
pub mod strategy;
pub mod text;
pub mod watch;

mod builder;
mod cheapest;
#[cfg(feature = "checkpoint")]
mod decimal;
mod error;
mod estimate;
mod explain;
mod ids;
mod limits;
mod lint;
mod matrix;
mod number;
mod outcome;
mod preprocess;
mod problem;
mod run;
mod search;
mod session;
mod setup;
mod statistics;
mod verify;

pub use builder::{OptionBuilder, ProblemBuilder};
pub use cheapest::{Cheapest, CheapestRun, Costed};
pub use diagram::Diagram;
pub use error::BuildError;
pub use estimate::{Estimate, Mean, estimate};
pub use explain::{Conflict, Explanation, Reason, explain};
pub use ids::{ColourId, ItemId, OptionId};
pub use limits::{Budget, CancelToken, Limits, Meter};
pub use lint::{Lint, LintReport, Lints, lints};
pub use matrix::{Capabilities, ItemKind, Matrix};
/// A number of any size, as a count of solutions is; of the crate `num-bigint`.
pub use num_bigint::BigUint;
pub use outcome::{Outcome, StopReason, Verdict};
pub use preprocess::{
    Forced, NoSolution, Preprocess, Preprocessed, Removal, RemovalReason, Removed,
};
pub use problem::Problem;
pub use propagate::{DeadEnd, Propagate, Propagation, Together, View};
pub use run::Solutions;
pub use search::{All, First, Search, SearchError};
pub use session::Session;
pub use setup::{Branching, Candidate, Choose, Order, Setup};
pub use statistics::Statistics;
pub use strategy::{Searcher, State, StateMismatch, Step, Strategy};
pub use verify::{Fault, verify};
