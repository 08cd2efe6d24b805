//! `auto`: picks the strategy.

use std::ops::ControlFlow;

use super::propagate::Propagate;
use super::{Prepared, VariantStrategy};
use crate::strategy::{self, Report, Request};
use crate::variant::Variant;

/// Picks the strategy.
#[derive(Debug, Clone, Copy)]
pub struct Auto;

impl VariantStrategy for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn description(&self) -> &'static str {
        "picks one of the others; puzzles without rules as `solve` does without them"
    }

    fn prepare(&self, variant: &Variant) -> Box<dyn Prepared> {
        Propagate.prepare(variant)
    }

    fn solve(
        &self,
        variant: &Variant,
        request: &Request,
        receive: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Report {
        match variant.as_classic() {
            Some(puzzle) => strategy::solve(&strategy::Auto, &puzzle, request, receive),
            None => strategy::run(&mut *self.prepare(variant).searcher(), request, receive),
        }
    }
}
