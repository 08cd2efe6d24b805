//! Many searches for one answer: what solves, and how far all of them together may go.

use std::ops::ControlFlow;
use std::time::Instant;

use quadrille_cover::{Limits, StopReason, Verdict};

use super::puzzle::Variant;
use super::strategy::Refusal;
use crate::strategy::{Report, Request};

/// Why a search came to no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoAnswer {
    /// A limit, or the user, stopped it.
    #[error("{0}")]
    Stopped(StopReason),
    /// The strategy does not take what was to be searched: the puzzle, or a part of it.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

impl From<StopReason> for NoAnswer {
    fn from(reason: StopReason) -> Self {
        NoAnswer::Stopped(reason)
    }
}

/// What solves a variant: a strategy, or the user's own.
///
/// Any function of a variant, a request and a receiver of solutions is one; `strategy::solver` makes one of a strategy.
pub trait Solve {
    /// Solves a variant; `receive` gets each solution, one value a number of the board, and may break off.
    ///
    /// # Errors
    ///
    /// If it cannot take the variant.
    fn solve(
        &mut self,
        variant: &Variant,
        request: &Request,
        receive: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Result<Report, Refusal>;
}

impl<F> Solve for F
where
    F: FnMut(
        &Variant,
        &Request,
        &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Result<Report, Refusal>,
{
    fn solve(
        &mut self,
        variant: &Variant,
        request: &Request,
        receive: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Result<Report, Refusal> {
        self(variant, request, receive)
    }
}

/// A solver and what is left for its searches together.
pub(super) struct Searches<'s> {
    solve: &'s mut dyn Solve,
    limits: Limits,
    begin: Instant,
    /// Searches so far.
    pub(super) searches: u64,
    /// Their nodes.
    pub(super) nodes: u64,
}

impl<'s> Searches<'s> {
    pub(super) fn new(solve: &'s mut dyn Solve, limits: &Limits) -> Self {
        let limits = limits.clone();
        Searches { solve, limits, begin: Instant::now(), searches: 0, nodes: 0 }
    }

    /// The limits of the next search.
    fn rest(&self) -> Result<Limits, StopReason> {
        let mut rest = self.limits.clone();
        if let Some(time) = &mut rest.time {
            *time = time.saturating_sub(self.begin.elapsed());
            if time.is_zero() {
                return Err(StopReason::TimeBudget);
            }
        }
        if let Some(nodes) = &mut rest.nodes {
            *nodes = nodes.saturating_sub(self.nodes);
            if *nodes == 0 {
                return Err(StopReason::NodeBudget);
            }
        }
        Ok(rest)
    }

    /// As many solutions of up to so many as are found within the limits, and whether there are no more.
    pub(super) fn some(
        &mut self,
        variant: &Variant,
        most: u64,
    ) -> Result<(Vec<Vec<u8>>, bool), NoAnswer> {
        let mut known = Vec::new();
        match self.search(variant, most, &mut known) {
            Err(_) if !known.is_empty() => Ok((known, false)),
            other => other.map(|exhausted| (known, exhausted)),
        }
    }

    /// Up to so many solutions, and whether there are no more.
    pub(super) fn solutions(
        &mut self,
        variant: &Variant,
        most: u64,
    ) -> Result<(Vec<Vec<u8>>, bool), NoAnswer> {
        let mut found = Vec::new();
        let exhausted = self.search(variant, most, &mut found)?;
        Ok((found, exhausted))
    }

    /// Adds up to so many solutions to those that were found; whether there are no more.
    fn search(
        &mut self,
        variant: &Variant,
        most: u64,
        found: &mut Vec<Vec<u8>>,
    ) -> Result<bool, NoAnswer> {
        let request = Request::up_to(most).within(self.rest()?);
        let report = self.solve.solve(variant, &request, &mut |values| {
            found.push(values.to_vec());
            ControlFlow::Continue(())
        })?;
        self.searches += 1;
        self.nodes += report.nodes;
        match report.verdict {
            Verdict::Stopped(reason) => Err(reason.into()),
            verdict => Ok(verdict.is_exhausted()),
        }
    }

    /// A solution, if there is one.
    pub(super) fn first(&mut self, variant: &Variant) -> Result<Option<Vec<u8>>, NoAnswer> {
        Ok(self.solutions(variant, 1)?.0.pop())
    }
}
