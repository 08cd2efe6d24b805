//! `propagate`: candidates, and a propagator for each rule; no code of the exact-cover engine.

use super::{Prepared, Refusal, VariantStrategy};
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

    fn prepare(&self, variant: &Variant) -> Result<Box<dyn Prepared>, Refusal> {
        Ok(Box::new(Ready(variant.clone())))
    }
}

/// The variant itself: its solver makes what it needs.
#[derive(Debug)]
struct Ready(Variant);

impl Prepared for Ready {
    fn searcher(&self) -> Box<dyn Searcher + '_> {
        Box::new(Solver::new(&self.0))
    }
}
