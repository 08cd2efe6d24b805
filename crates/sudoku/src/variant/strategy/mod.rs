//! Strategies for variants: one trait and one registry.
//!
//! | strategy | how | when |
//! |---|---|---|
//! | `auto` | picks one of the others; plain puzzles as [`strategy::Auto`](crate::strategy::Auto) does | the default |
//! | `dlx`, `cells`, `hybrid` | exact cover: the [`Encoding`](super::Encoding) by a strategy of the engine | to count, to compare, to check others |
//! | `learn` | exact cover, with a clause learned from every dead end | the steadiest by exact cover: all of 250 puzzles and counts but six in under 2 s |
//! | `guided` | exact cover of the digits, and a propagator for the other rules | sums and lines |
//! | `propagate` | candidates, and a propagator for each rule | a second opinion that shares no code with the first |

mod auto;
mod cover;
mod propagate;

use std::fmt;
use std::ops::ControlFlow;

pub use auto::Auto;

use super::encode::EncodeError;
use super::puzzle::Variant;
use super::search::Solve;
use crate::strategy::{Report, Request, Searcher, run};

/// All strategies, and last the one that picks.
pub const ALL: &[&dyn VariantStrategy] = &[
    &cover::DLX,
    &cover::CELLS,
    &cover::HYBRID,
    &cover::LEARN,
    &cover::GUIDED,
    &propagate::Propagate,
    &Auto,
];

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

    /// What it makes of a variant before it searches.
    ///
    /// # Errors
    ///
    /// If it cannot take the variant. It never hands it to another strategy: that is what `auto` is for.
    fn prepare(&self, variant: &Variant) -> Result<Box<dyn Prepared>, Refusal>;

    /// What searches this variant, and why: another strategy if it is one that picks.
    fn pick(&self, variant: &Variant) -> Pick {
        let _ = variant;
        Pick { name: self.name(), reason: "as was asked for" }
    }

    /// Solves a variant; `receive` gets each solution and may break off.
    ///
    /// # Errors
    ///
    /// If it cannot take the variant.
    fn solve(
        &self,
        variant: &Variant,
        request: &Request,
        receive: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Result<Report, Refusal> {
        let prepared = self.prepare(variant)?;
        Ok(run(&mut *prepared.searcher(), request, receive))
    }
}

/// Why a strategy does not take a variant.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// As an exact-cover problem it is too large.
    #[error(transparent)]
    TooLarge(#[from] EncodeError),
}

/// What searches a variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Pick {
    /// The name of the strategy: one for variants, or for plain puzzles if it is one.
    pub name: &'static str,
    /// Why it is that one.
    pub reason: &'static str,
}

/// A variant as a strategy needs it.
pub trait Prepared: fmt::Debug {
    /// A search for the solutions, not yet begun. A solution has one value a number of the board, 0 where no cell is.
    fn searcher(&self) -> Box<dyn Searcher + '_>;
}

/// A strategy as what solves for others: see [`Solve`].
///
/// ```
/// use quadrille_sudoku::variant::{Rule, Rules, Variant, strategy, true_candidates};
/// use quadrille_sudoku::{Limits, Shape};
///
/// let rules = Rules::from(Shape::new(2, 2)?).with(Rule::killer(3, [0, 1]))?;
/// let solve = strategy::solver(&strategy::Auto);
/// let found = true_candidates(&Variant::new(rules), &Limits::none(), solve);
/// assert_eq!((found.possible[0], found.possible[2]), (0b0011, 0b1100));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solver(strategy: &dyn VariantStrategy) -> impl Solve + '_ {
    |variant: &Variant, request: &Request, receive: &mut dyn FnMut(&[u8]) -> ControlFlow<()>| {
        strategy.solve(variant, request, receive)
    }
}
