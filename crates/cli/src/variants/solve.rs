//! `quadrille solve` with rules.

use std::io::{self, Write};
use std::ops::ControlFlow;

use quadrille_sudoku::variant::draw;
use quadrille_sudoku::variant::format::rule_text;
use quadrille_sudoku::variant::strategy::VariantStrategy;
use quadrille_sudoku::{Request, Verdict};
use serde::Serialize;

use super::{Item, Located, is_interrupted, report, wrong};
use crate::Context;
use crate::render::{self, Format};
use crate::status::Status;

/// What is wanted.
pub(crate) struct Solving {
    pub(crate) strategy: &'static dyn VariantStrategy,
    pub(crate) request: Request,
    /// `None`: a grid for a single puzzle on a terminal, else a line.
    pub(crate) format: Option<Format>,
    /// Whether there may be several solutions of each.
    pub(crate) several: bool,
}

#[derive(Serialize)]
struct Head<'a> {
    source: &'a str,
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    size: usize,
    puzzle: String,
    rules: Vec<String>,
}

#[derive(Serialize)]
struct Tail<'a> {
    verdict: &'a str,
    exhausted: bool,
    nodes: u64,
    strategy: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// Solves each, and writes what `solve` writes of plain puzzles.
pub(crate) fn run(solving: &Solving, items: &[Item], context: &mut Context) -> io::Result<Status> {
    let single = items.len() == 1;
    let format = solving.format.unwrap_or(match single && context.out.is_terminal() {
        true => Format::Grid,
        false => Format::Line,
    });
    let mut status = Status::Done;
    for (number, item) in items.iter().enumerate() {
        if is_interrupted(items.len() - number, "tried", context)? {
            status.note(Status::Stopped);
            break;
        }
        let apart = solving.several || format == Format::Grid;
        if number > 0 && apart && format != Format::Json {
            writeln!(context.out)?;
        }
        status.note(match item {
            Ok(located) => one(solving, located, format, context)?,
            Err(fault) => report(fault, format == Format::Json, context)?,
        });
        context.out.settle()?;
    }
    Ok(status)
}

fn one(
    solving: &Solving,
    located: &Located,
    format: Format,
    context: &mut Context,
) -> io::Result<Status> {
    let variant = &located.variant;
    let board = variant.board();
    if format == Format::Json {
        let rules = variant.rules().list().iter().map(|rule| rule_text(board, rule)).collect();
        let head = Head {
            source: &located.source,
            line: located.line,
            title: variant.info.title.as_deref(),
            size: board.size(),
            puzzle: located.line_of(variant.values()),
            rules,
        };
        render::json_open(&mut context.out, &head, "solutions")?;
    }
    let mut given = 0;
    let mut written = Ok(());
    let mut error = None;
    let colour = context.out.colour();
    let out = &mut context.out;
    let report = solving.strategy.solve(variant, &solving.request, &mut |values| {
        error = wrong(variant, values);
        if error.is_some() {
            return ControlFlow::Break(());
        }
        given += 1;
        written = match format {
            Format::Grid => {
                let blank = if given > 1 { "\n" } else { "" };
                let options = draw::TextOptions {
                    values: Some(values),
                    is_coloured: colour,
                    ..draw::TextOptions::default()
                };
                writeln!(out, "{blank}{}", draw::text(variant, options))
            }
            Format::Json => {
                let comma = if given > 1 { "," } else { "" };
                write!(out, "{comma}\"{}\"", located.line_of(values))
            }
            _ => writeln!(out, "{}", located.line_of(values)),
        };
        if written.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    written?;
    let is_wrong = error.is_some();
    if let Some(error) = &error {
        let name = solving.strategy.name();
        let message = format!("strategy `{name}` {error}: please report this puzzle");
        context.messages.error(&located.place(), &message);
    }
    let reason = match report.verdict {
        _ if is_wrong => error,
        Verdict::Stopped(reason) => Some(reason.to_string()),
        _ => None,
    };
    let status = match given {
        _ if is_wrong => Status::Negative,
        _ if reason.is_some() => Status::Stopped,
        0 if report.verdict.is_exhausted() => Status::Negative,
        _ => Status::Done,
    };
    if format == Format::Json {
        let tail = Tail {
            verdict: match status {
                _ if given > 0 && !is_wrong => "solved",
                Status::Negative if reason.is_none() => "none",
                _ => "unknown",
            },
            exhausted: reason.is_none() && report.verdict.is_exhausted(),
            nodes: report.nodes,
            strategy: solving.strategy.name(),
            reason,
        };
        render::json_close(&mut context.out, &tail)?;
        return Ok(status);
    }
    match reason {
        Some(reason) => writeln!(context.out, "unknown: {reason}")?,
        None if status == Status::Negative => writeln!(context.out, "no solution")?,
        None => {}
    }
    Ok(status)
}
