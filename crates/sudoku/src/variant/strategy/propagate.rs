//! `propagate`: candidates, and a propagator for each rule; no code of the exact-cover engine.

use super::VariantStrategy;
use crate::strategy::Searcher;
use crate::variant::Variant;
use crate::variant::solver::Solver;

/// Candidates, and a propagator for each rule.
#[derive(Debug, Clone, Copy)]
pub(super) struct Propagate;

impl VariantStrategy for Propagate {
    fn name(&self) -> &'static str {
        "propagate"
    }

    fn description(&self) -> &'static str {
        "candidates and a propagator for each rule; no exact cover"
    }

    fn searcher<'v>(&self, variant: &'v Variant) -> Box<dyn Searcher + 'v> {
        Box::new(Solver::new(variant))
    }
}
