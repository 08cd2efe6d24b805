//! Strategies for variants: one trait and one registry.

mod auto;
mod propagate;

use std::fmt;
use std::ops::ControlFlow;

pub use auto::Auto;

use super::puzzle::Variant;
use super::search::Solve;
use crate::strategy::{Report, Request, Searcher, run};

/// All strategies, and last the one that picks.
pub const ALL: &[&dyn VariantStrategy] = &[&propagate::Propagate, &Auto];

/// The strategy of that name, if there is one.
pub fn by_name(name: &str) -> Option<&'static dyn VariantStrategy> {
    ALL.iter().copied().find(|strategy| strategy.name() == name)
}

/// A way to solve variants.
///
/// To add one: implement this in a file of its own and add a line to [`ALL`].
pub trait VariantStrategy: fmt::Debug + Sync {
    /// The name on the command line: lower case, no blanks.
    fn name(&self) -> &'static str;

    /// One line that says how it works.
    fn description(&self) -> &'static str;

    /// A search for the solutions of a variant, not yet begun. A solution has one value a number of the board, 0 where
    /// no cell is.
    fn searcher<'v>(&self, variant: &'v Variant) -> Box<dyn Searcher + 'v>;

    /// Solves a variant; `receive` gets each solution and may break off.
    fn solve(
        &self,
        variant: &Variant,
        request: &Request,
        receive: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Report {
        run(&mut *self.searcher(variant), request, receive)
    }
}

/// A strategy as what solves for others: see [`Solve`].
pub fn solver(strategy: &dyn VariantStrategy) -> impl Solve + '_ {
    |variant: &Variant, request: &Request, receive: &mut dyn FnMut(&[u8]) -> ControlFlow<()>| {
        strategy.solve(variant, request, receive)
    }
}
