//! The strategy that picks a strategy.

use super::{Links, Searcher, Strategy};
use crate::matrix::{Capabilities, Matrix};
use crate::setup::Setup;

/// Picks a strategy by the features of the problem.
///
/// There is only one to pick yet.
#[derive(Debug, Clone, Copy)]
pub struct Auto;

/// A strategy and why it was picked.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Choice {
    /// The strategy.
    pub strategy: &'static dyn Strategy,
    /// The reason, in a few words.
    pub reason: &'static str,
}

impl Auto {
    /// The strategy for a problem.
    pub fn choose(self, _matrix: &Matrix) -> Choice {
        Choice { strategy: &Links, reason: "the only strategy that there is" }
    }
}

impl Strategy for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn description(&self) -> &'static str {
        "picks one of the others by the features of the problem"
    }

    fn capabilities(&self) -> Capabilities {
        Links.capabilities()
    }

    fn prepare<'m>(&self, matrix: &'m Matrix, setup: &Setup) -> Box<dyn Searcher + 'm> {
        self.choose(matrix).strategy.prepare(matrix, setup)
    }
}
