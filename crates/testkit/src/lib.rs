//! Test cases, brute-force oracles, generators and the data-driven suites of Quadrille.
//!
//! This crate depends on no other crate of the project, so that what judges the engines shares no code with them. It
//! hands out cases, and takes engines as closures:
//!
//! - [`Instance`] and [`SudokuPuzzle`] describe problems as plain data, and print themselves as code for a test;
//! - [`oracle`] and [`sudoku_oracle`] find all solutions of small ones by obviously right means;
//! - [`generate`] makes random ones, with and without proptest;
//! - [`cases`] are the fixed ones, files under `cases/` with known counts;
//! - [`suite`] runs all cases in all modes against an engine and reports every failure;
//! - [`dlx`] is a naive reader of the DLX text format, and [`shared`] finds larger instances with known answers, if the
//!   machine has them.
//!
//! # Which to use
//!
//! A new strategy passes [`suite::cover_suite`] (or [`suite::sudoku_suite`]) first: it finds gross errors in a second
//! and names the case. Then a property test over [`generate::instances`], compared with [`oracle::solutions`], finds the
//! rest. Failures print as code; paste them into a test of their own.

pub mod cases;
pub mod compact;
pub mod dlx;
pub mod generate;
mod instance;
pub mod oracle;
mod rng;
pub mod shared;
mod sudoku;
pub mod sudoku_oracle;
pub mod suite;

pub use instance::{Entry, Fault, Instance, Item, ItemKind, OptionSpec};
pub use rng::SplitMix64;
pub use sudoku::{SudokuPuzzle, to_line};
