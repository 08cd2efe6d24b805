//! `quadrille count` with rules.

use std::io::{self, Write};
use std::time::Instant;

use quadrille_cover::BigUint;
use quadrille_sudoku::Verdict;
use quadrille_sudoku::variant::Encoding;
use serde::Serialize;

use super::{Located, TAKES_ALL, Variants, report};
use crate::Context;
use crate::memory;
use crate::progress::Progress;
use crate::render;
use crate::status::Status;
use crate::verbs::count::{Counted, Counting};

#[derive(Serialize)]
struct JsonCount<'a> {
    source: &'a str,
    line: usize,
    puzzle: String,
    #[serde(serialize_with = "render::count")]
    solutions: &'a BigUint,
    exact: bool,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    nodes: u64,
    seconds: f64,
    strategy: Option<&'static str>,
    strategy_reason: Option<&'static str>,
    peak_bytes: Option<u64>,
}

/// Counts the solutions of each as an exact-cover problem, one puzzle after the other, each by as many threads as pay.
pub(crate) fn run(
    counting: &Counting,
    json: bool,
    mut variants: Variants,
    context: &mut Context,
) -> io::Result<Status> {
    let mut status = Status::Done;
    let mut progress = Progress::of_puzzles(&context.out);
    while let Some(item) = variants.next(&mut context.out)? {
        status.note(match item {
            Ok(located) => {
                let counted = counted(counting, &located, &mut progress);
                progress.clear();
                write(counted, json, &located, context)?
            }
            Err(fault) => {
                progress.clear();
                report(&fault, json, context)?
            }
        });
        // The next count may take long.
        context.out.flush()?;
        progress.add(1);
    }
    progress.clear();
    status.note(variants.end(0, context)?);
    Ok(status)
}

/// Counts the solutions of a variant: the only way in which they are counted without being visited.
///
/// # Errors
///
/// What is said if it is too large a problem, or the strategy cannot take it.
pub(super) fn counted(
    counting: &Counting,
    located: &Located,
    progress: &mut Progress,
) -> Result<Counted, String> {
    let start = Instant::now();
    let encoding = Encoding::new(&located.variant).map_err(|error| {
        format!("{error} (check --count --strategy {TAKES_ALL} visits each solution)")
    })?;
    let of_puzzle = |search| encoding.search(search);
    counting
        .count_problem(encoding.problem(), of_puzzle, start, located.line, progress)
        .map_err(|error| error.to_string())
}

fn write(
    counted: Result<Counted, String>,
    json: bool,
    located: &Located,
    context: &mut Context,
) -> io::Result<Status> {
    let (status, reason) = match &counted {
        Err(message) => {
            context.out.flush()?;
            context.messages.error(&located.place(), message);
            (Status::Bad, Some(message.clone()))
        }
        Ok(counted) => match counted.outcome.verdict {
            Verdict::Stopped(reason) => (Status::Stopped, Some(reason.to_string())),
            _ if counted.total == BigUint::ZERO => (Status::Negative, None),
            _ => (Status::Done, None),
        },
    };
    let counted = counted.ok();
    let total = counted.as_ref().map_or(BigUint::ZERO, |counted| counted.total.clone());
    if json {
        let strategy = counted.as_ref().map(Counted::strategy);
        let object = JsonCount {
            source: &located.source,
            line: located.line,
            puzzle: located.line_of(located.variant.values()),
            solutions: &total,
            exact: counted.as_ref().is_some_and(|it| it.outcome.verdict.is_exhausted()),
            verdict: match status {
                Status::Bad => "refused",
                _ if reason.is_some() => "stopped",
                _ => "exhausted",
            },
            reason,
            nodes: counted.as_ref().map_or(0, |it| it.outcome.statistics.nodes),
            seconds: counted.as_ref().map_or(0.0, |it| it.seconds),
            strategy: strategy.map(|(name, _)| name),
            strategy_reason: strategy.map(|(_, reason)| reason),
            peak_bytes: memory::peak_bytes(),
        };
        render::json_line(&mut context.out, &object)?;
        return Ok(status);
    }
    match reason {
        None => writeln!(context.out, "{total}")?,
        Some(reason) => writeln!(context.out, "unknown (at least {total}): {reason}")?,
    }
    Ok(status)
}
