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
//! - [`verify()`]: whether a solution is one, by the definition of each rule and nothing else.
//! - [`format`](mod@format): reading and writing them; [`draw`]: drawing them.

pub mod draw;
pub mod format;

mod automaton;
mod board;
mod puzzle;
mod rule;
mod rules;
mod verify;

pub use automaton::Automaton;
pub use board::{Board, BoardHouse, HouseName, MAX_SIDE, Regions, RulesError};

pub use puzzle::{Info, Variant};
pub use rule::{Chess, Diagonal, Kind, Relation, Rule};
pub use rules::Rules;
pub use verify::{Broken, meaning, verify};
