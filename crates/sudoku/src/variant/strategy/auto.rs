//! `auto`: picks the strategy.

use std::ops::ControlFlow;

use super::propagate::Propagate;
use super::{Pick, Prepared, Refusal, VariantStrategy};
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

    fn prepare(&self, variant: &Variant) -> Result<Box<dyn Prepared>, Refusal> {
        Propagate.prepare(variant)
    }

    fn pick(&self, variant: &Variant) -> Pick {
        match variant.as_classic() {
            Some(puzzle) => {
                let choice = strategy::Auto.choose(puzzle.shape(), 1);
                Pick { name: choice.strategy.name(), reason: choice.reason }
            }
            None => Pick {
                name: Propagate.name(),
                reason: "it takes every rule and every size, and is the fastest on most of them",
            },
        }
    }

    fn solve(
        &self,
        variant: &Variant,
        request: &Request,
        receive: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Result<Report, Refusal> {
        match variant.as_classic() {
            Some(puzzle) => Ok(strategy::solve(&strategy::Auto, &puzzle, request, receive)),
            None => {
                let prepared = self.prepare(variant)?;
                Ok(strategy::run(&mut *prepared.searcher(), request, receive))
            }
        }
    }
}
