//! The laboratory: runs sudoku strategies on corpora, checks every answer, and reports medians and
//! tails, not only means.
//!
//! ```
//! use std::time::Duration;
//! use quadrille_lab::{Comparison, Corpus, Plan, Silent, measure};
//! use quadrille_sudoku::Shape;
//!
//! let mut corpus = Corpus::new("one", Shape::CLASSIC);
//! let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! corpus.add("argument", puzzle.as_bytes());
//!
//! let mut plan = Plan::registered();
//! plan.time_limit = Duration::from_millis(500);
//! let measured = measure(&plan, &corpus, &mut Silent);
//! let comparison = Comparison::new(&plan, &corpus, &measured);
//! assert_eq!(comparison.wrong, []);
//! assert_eq!(comparison.strategies[0].solved, 1);
//! ```
//!
//! # Two ways to measure
//!
//! - [`measure()`] and [`Comparison`]: strategies on a corpus, ad hoc; what `quadrille compare` does.
//! - A [`Definition`](definition::Definition), read from TOML, becomes a [`Session`](session::Session) with
//!   [`Material`]; that becomes [`Results`](results::Results), a JSON document that is valid at any time; and
//!   [`analysis`] and [`show`] say what these say. Engines are strategies for sudoku or exact cover, one puzzle
//!   at a time or many at once, and any program. What `quadrille lab` does. A [`Study`](scaling::Study) does
//!   the same size after size: [`scaling`].
//!
//! # What a figure means
//!
//! - What is timed, and in which order strategies run: [`measure()`].
//! - What becomes of timeouts: they are never dropped. They are counted, stand in the total with
//!   the time that they were given, and sort after all other times in the quantiles, which are then
//!   marked as lower bounds ([`statistics`], [`Standing`]).
//! - When an answer is believed: [`judge`]. A wrong one voids that strategy's timing on that
//!   puzzle.
//! - Ratios are averaged geometrically, and only over what both strategies finished; how many
//!   puzzles that are is part of the figure ([`SpeedUp`]).
//!
//! This library prints nothing: [`Observer`] tells how far it is, [`Comparison`] holds the result,
//! and [`export`] writes it.

pub mod analysis;
pub mod classics;
pub mod definition;
pub mod engine;
pub mod export;
pub mod judge;
pub mod page;
pub mod plot;
pub mod results;
pub mod scaling;
pub mod session;
pub mod show;
pub mod statistics;

mod corpus;
mod machine;
mod material;
mod measure;
mod observer;
mod order;
mod plan;
mod report;
mod summary;
mod symmetry;

pub use corpus::{Corpus, Origin, Rejected, Source};
pub use machine::Machine;
pub use material::{Entry, Material, MaterialError, Puzzles};
pub use measure::{Cell, Measurements, Outcome, measure};
pub use observer::{Observer, Run, Silent};
pub use order::turns;
pub use plan::{DEFAULT_LIMIT, DEFAULT_ROUNDS, DEFAULT_TIME_LIMIT, Plan, PlanError};
pub use report::{
    Comparison, CorpusInfo, PuzzleRow, RejectedEntry, RunRow, SCHEMA, Settings, SourceInfo,
    WrongAnswer,
};
pub use summary::{CONFIDENCE, Nodes, Seconds, SpeedUp, Standing};
pub use symmetry::Symmetry;
