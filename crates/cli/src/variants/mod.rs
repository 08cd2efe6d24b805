//! Variants as inputs: puzzles with rules of their own, in whatever format they are written.
//!
//! Plain puzzles come as a stream, millions of them; what is here is read by a thread of its own, one source after the
//! other, while puzzles are searched. A source is read so if it is in a format that the stream does not know, or if rules
//! are added to its puzzles.

mod args;
pub(crate) mod check;
pub(crate) mod count;
mod entries;
mod reading;
pub(crate) mod solve;
mod symbols;

use std::io::{self, Write};
use std::sync::Arc;

use quadrille_sudoku::variant::format::{self, Likeness, values_line};
use quadrille_sudoku::variant::strategy::{Pick, Refusal, VariantStrategy};
use quadrille_sudoku::variant::{NoAnswer, Variant, verify};
use quadrille_sudoku::{CancelToken, Report, Verdict};

use crate::Context;
use crate::input::{Fault, InputArgs, sources, unless_cancelled};
use crate::render;
use crate::status::Status;
use crate::stream::Page;
use symbols::Symbols;

pub(crate) use args::{Chosen, RuleArgs, VariantStrategyArgs, chosen, variant_formats};
pub(crate) use entries::text_of;
pub(crate) use reading::Variants;

/// The strategy that takes every variant.
const TAKES_ALL: &str = "propagate";

/// Formats of which the stream reads at least as much.
const STREAMED: &[&str] = &["line", "sdm", "sdk", "ss", "grid", "candidates", "csv", "pencilmarks"];

/// A variant and where it is from.
#[derive(Debug, Clone)]
pub(crate) struct Located {
    pub(crate) variant: Variant,
    pub(crate) source: Arc<str>,
    pub(crate) line: usize,
    /// What stands in the text and is not in the puzzle.
    pub(crate) dropped: Vec<&'static str>,
    /// What it is written with, if not as usual.
    symbols: Option<Arc<Symbols>>,
}

impl Located {
    /// Values on one line, with the symbols of the puzzle: see [`values_line`].
    pub(crate) fn line_of(&self, values: &[u8]) -> String {
        let board = self.variant.board();
        let Some(symbols) = &self.symbols else { return values_line(board, values) };
        let symbol = |(cell, &value): (usize, &u8)| match board.is_inside(cell) {
            true => symbols.of(value).unwrap_or('.'),
            false => '#',
        };
        values.iter().enumerate().map(symbol).collect()
    }

    /// Says which strategy it gets, and why.
    pub(crate) fn explain(
        &self,
        strategy: &'static dyn VariantStrategy,
        page: &mut Page,
    ) -> io::Result<()> {
        let Pick { name, reason, .. } = strategy.pick(&self.variant);
        page.note(format!("{}: strategy {name}: {reason}", self.place()))
    }

    /// What messages call its place.
    pub(crate) fn place(&self) -> String {
        format!("{}:{}", self.source, self.line)
    }
}

/// A variant, or what is in its place.
pub(crate) type Item = Result<Located, Fault>;

/// Whether a text is in a format that is for variants, as far as its beginning tells.
pub(crate) fn is_of_variants(text: &str) -> bool {
    let found = format::detect(text);
    found.iter().any(|format| {
        !STREAMED.contains(&format.name()) && format.recognises(text) == Likeness::Certain
    })
}

/// Finds out the shape of plain puzzles, unless it was said, or the format says it.
///
/// # Errors
///
/// If boxes of several shapes fit.
pub(crate) fn find_shape(
    input: &InputArgs,
    rules: &RuleArgs,
    cancel: &CancelToken,
) -> Result<(), String> {
    match (rules.from, &rules.symbols) {
        (Some(_), _) => Ok(()),
        (None, Some(symbols)) => input.shape.find_size(symbols.len()),
        (None, None) => input.find_shape(cancel),
    }
}

/// The variants of the inputs; `None` if all of them are plain puzzles, as far as their beginnings tell, and no rules
/// are added.
///
/// # Errors
///
/// A message if there is nothing to read from, or the symbols do not fit.
pub(crate) fn open(
    input: &InputArgs,
    rules: &RuleArgs,
    cancel: &CancelToken,
) -> Result<Option<Variants>, String> {
    let shape = input.shape.shape();
    if rules.is_none() {
        let inputs = input.inputs.clone();
        let looked = unless_cancelled(cancel, move || {
            let sources = sources(&inputs, shape)?;
            let mut of_variants = false;
            for source in sources.iter().flatten() {
                of_variants |= source.head().is_ok_and(|head| is_of_variants(&head));
            }
            Ok::<bool, String>(of_variants)
        });
        if !looked.transpose()?.unwrap_or(false) {
            return Ok(None);
        }
    }
    Variants::open(input, rules, cancel).map(Some)
}

/// What is wrong with what a strategy calls a solution, if anything is.
pub(crate) fn wrong(variant: &Variant, solution: &[u8]) -> Option<String> {
    verify(variant, solution).err().map(|broken| format!("gave no solution: {broken}"))
}

/// Reports what is in the place of a variant.
pub(crate) fn report(fault: &Fault, json: bool, context: &mut Context) -> io::Result<Status> {
    context.out.flush()?;
    fault.report(context.messages);
    if fault.in_place {
        render::invalid(&mut context.out, fault, json)?;
    }
    Ok(Status::Bad)
}

/// What a search came to, besides solutions.
pub(crate) struct Told {
    pub(crate) nodes: u64,
    pub(crate) is_exhausted: bool,
    /// What stopped it, or why the strategy does not take the puzzle.
    pub(crate) reason: Option<String>,
    pub(crate) is_refused: bool,
}

/// What a search came to; that it was refused is said on standard error.
///
/// # Errors
///
/// If the page cannot be written.
pub(crate) fn told(
    located: &Located,
    report: Result<Report, Refusal>,
    page: &mut Page,
) -> io::Result<Told> {
    let report = match report {
        Ok(report) => report,
        Err(refusal) => {
            let message = refused(&refusal);
            page.error(located.place(), message.clone())?;
            let reason = Some(message);
            return Ok(Told { nodes: 0, is_exhausted: false, reason, is_refused: true });
        }
    };
    let reason = match report.verdict {
        Verdict::Stopped(reason) => Some(reason.to_string()),
        _ => None,
    };
    let (nodes, is_exhausted) = (report.nodes, report.verdict.is_exhausted());
    Ok(Told { nodes, is_exhausted, reason, is_refused: false })
}

/// What is said where searches came to no answer.
pub(crate) fn no_answer(reason: &NoAnswer) -> String {
    match reason {
        NoAnswer::Refused(refusal) => refused(refusal),
        reason => reason.to_string(),
    }
}

/// What is said where a strategy does not take a puzzle.
pub(crate) fn refused(refusal: &Refusal) -> String {
    format!("{refusal} (--strategy {TAKES_ALL} can)")
}
