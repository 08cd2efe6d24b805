//! `quadrille count` with rules.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::Instant;

use quadrille_sudoku::variant::strategy::VariantStrategy;
use quadrille_sudoku::{Request, Verdict};
use serde::Serialize;

use super::{Item, line, report};
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
    solutions: u64,
    exact: bool,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    nodes: u64,
    seconds: f64,
    strategy: &'static str,
    peak_bytes: Option<u64>,
}

/// Counts the solutions of each by visiting them.
pub(crate) fn run(
    strategy: &'static dyn VariantStrategy,
    request: &Request,
    json: bool,
    items: &[Item],
    context: &mut Context,
) -> io::Result<Status> {
    let mut status = Status::Done;
    for (number, item) in items.iter().enumerate() {
        if context.cancel.is_cancelled() {
            context.out.flush()?;
            let left = items.len() - number;
            context.messages.warning(&format_args!("interrupted: {left} more were not counted"));
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
        let begin = Instant::now();
        let counted = strategy.solve(&located.variant, request, &mut |_| ControlFlow::Continue(()));
        let reason = match counted.verdict {
            Verdict::Stopped(reason) => Some(reason.to_string()),
            _ => None,
        };
        status.note(match (&reason, counted.solutions) {
            (Some(_), _) => Status::Stopped,
            (None, 0) => Status::Negative,
            (None, _) => Status::Done,
        });
        if json {
            let object = JsonCount {
                source: &located.source,
                line: located.line,
                puzzle: line(located.variant.board(), located.variant.values()),
                solutions: counted.solutions,
                exact: counted.verdict.is_exhausted(),
                verdict: if reason.is_some() { "stopped" } else { "exhausted" },
                reason,
                nodes: counted.nodes,
                seconds: begin.elapsed().as_secs_f64(),
                strategy: strategy.name(),
                peak_bytes: memory::peak_bytes(),
            };
            render::json_line(&mut context.out, &object)?;
        } else {
            match reason {
                None => writeln!(context.out, "{}", counted.solutions)?,
                Some(reason) => {
                    writeln!(context.out, "unknown (at least {}): {reason}", counted.solutions)?;
                }
            }
        }
        // The next count may take long.
        context.out.flush()?;
    }
    Ok(status)
}
