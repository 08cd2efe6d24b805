//! `quadrille count` with rules.

use std::io::{self, Write};
use std::time::Instant;

use quadrille_cover::{BigUint, Search};
use quadrille_sudoku::variant::Encoding;
use quadrille_sudoku::{Limits, Verdict};
use serde::Serialize;

use super::{Item, Located, is_interrupted, report};
use crate::Context;
use crate::memory;
use crate::render;
use crate::status::Status;

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
    strategy: &'static str,
    strategy_reason: &'static str,
    peak_bytes: Option<u64>,
}

/// Counts the solutions of each as an exact-cover problem.
pub(crate) fn run(
    search: &Search,
    limits: &Limits,
    json: bool,
    items: &[Item],
    context: &mut Context,
) -> io::Result<Status> {
    let mut status = Status::Done;
    for (number, item) in items.iter().enumerate() {
        if is_interrupted(items.len() - number, "counted", context)? {
            status.note(Status::Stopped);
            break;
        }
        let located = match item {
            Ok(located) => located,
            Err(fault) => {
                status.note(report(fault, json, context)?);
                continue;
            }
        };
        status.note(one(search, limits, json, located, context)?);
        // The next count may take long.
        context.out.flush()?;
    }
    Ok(status)
}

fn one(
    search: &Search,
    limits: &Limits,
    json: bool,
    located: &Located,
    context: &mut Context,
) -> io::Result<Status> {
    let begin = Instant::now();
    let mut search = search.clone();
    if let Some(time) = limits.time {
        search = search.time_budget(time);
    }
    if let Some(nodes) = limits.nodes {
        search = search.node_budget(nodes);
    }
    let counted = Encoding::new(&located.variant).map_err(|error| error.to_string());
    let counted = counted.and_then(|encoding| {
        let (search, problem) = (encoding.search(search), encoding.problem());
        let counted = search.count(problem).map_err(|error| error.to_string())?;
        let choice = search.choice(problem, false);
        Ok((counted, choice.strategy.name(), choice.reason))
    });
    let (counted, strategy, strategy_reason) = match counted {
        Ok(counted) => counted,
        Err(message) => {
            context.messages.error(&located.place(), &message);
            return Ok(Status::Bad);
        }
    };
    let reason = match counted.verdict {
        Verdict::Stopped(reason) => Some(reason.to_string()),
        _ => None,
    };
    let total = counted.total();
    let status = match &reason {
        Some(_) => Status::Stopped,
        None if total == BigUint::ZERO => Status::Negative,
        None => Status::Done,
    };
    if json {
        let object = JsonCount {
            source: &located.source,
            line: located.line,
            puzzle: located.line_of(located.variant.values()),
            solutions: &total,
            exact: counted.verdict.is_exhausted(),
            verdict: if reason.is_some() { "stopped" } else { "exhausted" },
            reason,
            nodes: counted.statistics.nodes,
            seconds: begin.elapsed().as_secs_f64(),
            strategy,
            strategy_reason,
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
