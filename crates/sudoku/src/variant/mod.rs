//! Variants: sudokus of any board and with any rules.
//!
//! ```
//! use quadrille_sudoku::Shape;
//! use quadrille_sudoku::variant::{Rule, Rules, Variant, verify};
//!
//! // 4×4, and cells a knight's move apart are different.
//! let rules = Rules::from(Shape::new(2, 2)?).with(Rule::killer(3, [0, 1]))?;
//! let variant = Variant::new(rules);
//! let solution = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
//! assert_eq!(verify(&variant, &solution), Ok(()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The parts
//!
//! - [`Board`]: the cells, rows, columns and regions; one grid or several that overlap.
//! - [`Rule`]: a rule as data; [`Rules`]: a board and its rules; [`Variant`]: rules and clues.
//! - [`solver`]: a solver of its own for them.
//! - [`verify()`]: whether a solution is one, by the definition of each rule and nothing else.
//! - [`true_candidates`]: the digits of each cell that occur in a solution; [`clash`]: why there is none; [`missing`]:
//!   what it takes to have just one.
//! - [`format`](mod@format): reading and writing them; [`draw`]: drawing them.

pub mod draw;
pub mod encode;
pub mod format;
pub mod solver;
pub mod strategy;

mod automaton;
mod board;
mod candidates;
mod explain;
mod puzzle;
mod rule;
mod rules;
mod search;
mod verify;

pub use automaton::Automaton;
pub use board::{Board, BoardHouse, HouseName, MAX_GRIDS, MAX_SIDE, Regions, RulesError};
pub use candidates::{TrueCandidates, true_candidates};
pub use encode::Encoding;
pub use explain::{Clash, Missing, Part, Proof, clash, missing};
pub use puzzle::{Info, Variant};
pub use rule::{Chess, Diagonal, Kind, Relation, Rule};
pub use rules::Rules;
pub use search::{NoAnswer, Solve};
pub use verify::{Broken, meaning, verify};
