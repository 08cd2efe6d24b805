//! Sudoku of any size up to 64×64: grids, readers and writers, the exact-cover encoding, and
//! independent solvers.
//!
//! ```
//! use std::ops::ControlFlow;
//! use quadrille_sudoku::{Request, Shape, format, strategy, verify};
//!
//! let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let puzzle = format::parse(text, Shape::CLASSIC)?.puzzle;
//!
//! let report = strategy::solve(&strategy::Auto, &puzzle, &Request::up_to(2), |solution| {
//!     assert_eq!(verify(&puzzle, solution), Ok(()));
//!     ControlFlow::Continue(())
//! });
//! // Exactly one: the search for a second solution came to its end.
//! assert_eq!(report.solutions, 1);
//! assert!(report.verdict.is_exhausted());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The parts
//!
//! - [`Shape`] is a size and its boxes; [`Grid`] holds digits in cells; [`Puzzle`] is a grid without
//!   two equal digits in a house, which is what every solver takes. It may also restrict the digits
//!   that other cells may hold ([`Puzzle::from_candidates`]): then it is a puzzle of pencilmarks, a Sukaku.
//! - [`format`](mod@format) reads and writes puzzles, one or a file of millions.
//! - [`batch`] solves many puzzles at once, for whoever has them in a slice, an iterator or a file.
//! - [`canonical`] finds out whether puzzles are the same but for symmetry, and how symmetric each is.
//! - [`Encoding`] is sudoku as an exact-cover problem; [`strategy`] holds the ways to solve it.
//! - [`count`](count()) says how many completions a puzzle has, however many: by the encoding, and without
//!   visiting each of them.
//! - [`watch`] shows what a search does, digit by digit.
//! - [`verify`] checks a solution with no code of the strategies.
//!
//! # Which strategy
//!
//! | strategy | how | when |
//! |---|---|---|
//! | `auto` | picks `lanes`, `fast`, `dlx` or `learn` | the default |
//! | `dlx` | exact cover, dancing links | grids up to 12×12, on which it is steady, whatever the puzzle |
//! | `learn` | exact cover, a clause learned from every dead end | hard puzzles of 16×16 and more |
//! | `mrv` | the cell with the fewest candidates, bit masks | easy puzzles by the thousand: about five times faster than `dlx` there, and ten to a hundred times slower on hard ones and 17 clues |
//! | `fast` | the nine boxes of one puzzle side by side in vector registers; only 9×9 | one puzzle, and the answer at once |
//! | `lanes` | a batch in vector registers, a puzzle in each lane; only 9×9 | many puzzles at once: the fastest by far |
//! | `propagate` | candidate sets, copied | as `mrv`: the nodes are the same |
//! | `tables` | reading order, tables | trivial puzzles; a baseline |
//! | `backtrack` | reading order, scans | a baseline: what everybody writes first |

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod batch;
pub mod canonical;
pub mod format;
pub mod strategy;
pub mod variant;
pub mod watch;

mod candidates;
mod count;
mod encoding;
mod grid;
pub mod random;
mod shape;
mod verify;

pub use candidates::Given;
pub use count::{completions, count};
pub use encoding::{Candidate, Constraint, Encoding};
pub use grid::{CellName, Clash, Grid, GridError, Puzzle};
pub use quadrille_cover::{
    Budget, CancelToken, Limits, Meter, Outcome, Search, SearchError, Step, StopReason, Verdict,
};
pub use shape::{House, MAX_SIZE, Shape, ShapeError};
pub use strategy::{Report, Request};
pub use verify::{Fault, verify};
