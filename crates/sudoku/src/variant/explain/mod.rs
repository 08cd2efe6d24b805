//! Why a puzzle has no solution, and what it lacks to have just one.

mod clash;
mod hitting;
#[cfg(test)]
mod tests;
mod unique;

pub use clash::{Clash, Part, clash};
pub use unique::{Missing, Proof, missing};
