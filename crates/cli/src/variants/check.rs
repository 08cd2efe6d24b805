//! `quadrille check` with rules, and its explanations.

use std::io::{self, Write};
use std::ops::ControlFlow;

use quadrille_sudoku::variant::strategy::{VariantStrategy, solver};
use quadrille_sudoku::variant::{Missing, Part, Proof, Variant, clash, missing};
use quadrille_sudoku::{Limits, Request, Verdict};
use serde::Serialize;

use super::{Item, Located, is_interrupted, report, wrong};
use crate::Context;
use crate::output::plural;
use crate::render;
use crate::status::Status;

/// What is wanted.
pub(crate) struct Checking {
    pub(crate) strategy: &'static dyn VariantStrategy,
    /// The limits of each puzzle.
    pub(crate) limits: Limits,
    /// Solutions to look for, at least two; `None` for all.
    pub(crate) limit: Option<u64>,
    /// Whether the line is a number.
    pub(crate) count: bool,
    pub(crate) show: bool,
    pub(crate) explain: bool,
    pub(crate) json: bool,
}

#[derive(Serialize)]
struct JsonAnswer<'a> {
    source: &'a str,
    line: usize,
    puzzle: String,
    verdict: &'a str,
    #[serde(serialize_with = "render::count")]
    solutions: u64,
    exact: bool,
    nodes: u64,
    strategy: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    shown: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    differ: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    explanation: Vec<String>,
}

/// Checks each, and writes what `check` writes of plain puzzles.
pub(crate) fn run(
    checking: &Checking,
    items: &[Item],
    context: &mut Context,
) -> io::Result<Status> {
    let mut status = Status::Done;
    let mut tally: Vec<(&'static str, u64)> = Vec::new();
    for (number, item) in items.iter().enumerate() {
        if is_interrupted(items.len() - number, "tried", context)? {
            status.note(Status::Stopped);
            break;
        }
        let (word, outcome) = match item {
            Ok(located) => one(checking, located, context)?,
            Err(fault) => ("invalid", report(fault, checking.json, context)?),
        };
        match tally.iter_mut().find(|(known, _)| *known == word) {
            Some((_, count)) => *count += 1,
            None => tally.push((word, 1)),
        }
        status.note(outcome);
        context.out.settle()?;
    }
    context.out.flush()?;
    if items.len() > 1 {
        let parts: Vec<String> =
            tally.iter().map(|(word, count)| format!("{count} {word}")).collect();
        let puzzles: u64 = tally.iter().map(|(_, count)| count).sum();
        context.messages.note(&format_args!("{puzzles} puzzles: {}", parts.join(", ")));
    }
    Ok(status)
}

fn one(
    checking: &Checking,
    located: &Located,
    context: &mut Context,
) -> io::Result<(&'static str, Status)> {
    let variant = &located.variant;
    let mut request = Request::all().within(checking.limits.clone());
    request.limit = checking.limit;
    let mut shown: Vec<Vec<u8>> = Vec::new();
    let mut error = None;
    let report = checking.strategy.solve(variant, &request, &mut |values| {
        if shown.len() < 2 {
            error = wrong(variant, values);
            if error.is_none() && shown.first().is_some_and(|first| first == values) {
                error = Some("gave a solution twice".to_owned());
            }
            if error.is_some() {
                return ControlFlow::Break(());
            }
            shown.push(values.to_vec());
        }
        ControlFlow::Continue(())
    });
    let exact = error.is_none() && report.verdict.is_exhausted();
    let reason = match (&error, report.verdict) {
        (Some(error), _) => {
            let name = checking.strategy.name();
            let message = format!("strategy `{name}` {error}: please report this puzzle");
            context.messages.error(&located.place(), &message);
            Some(error.clone())
        }
        (None, Verdict::Stopped(reason)) => Some(reason.to_string()),
        _ => None,
    };
    let found = report.solutions;
    let (word, status) = match found {
        _ if error.is_some() => ("unknown", Status::Negative),
        _ if checking.count && !exact => ("unknown", Status::Stopped),
        0 | 1 if !exact => ("unknown", Status::Stopped),
        0 => ("none", Status::Negative),
        1 => ("unique", Status::Done),
        _ => ("multiple", Status::Negative),
    };
    let reason = if word == "unknown" { reason } else { None };
    let explanation = match word {
        "none" | "multiple" if checking.explain => explain(variant, word == "none", checking),
        _ => Vec::new(),
    };
    let show = checking.show && found > 1;
    let mut status = status;
    if explanation.first().is_some_and(|line| line.starts_with("not explained")) {
        status.note(Status::Stopped);
    }
    let differ: Vec<String> = match &shown[..] {
        [first, second] if show => (0..first.len())
            .filter(|&cell| first[cell] != second[cell])
            .map(|cell| variant.board().name(cell).to_string())
            .collect(),
        _ => Vec::new(),
    };
    let shown: Vec<String> = match show {
        true => shown.iter().map(|values| located.line_of(values)).collect(),
        false => Vec::new(),
    };
    if checking.json {
        let answer = JsonAnswer {
            source: &located.source,
            line: located.line,
            puzzle: located.line_of(variant.values()),
            verdict: word,
            solutions: found,
            exact,
            nodes: report.nodes,
            strategy: checking.strategy.name(),
            reason,
            shown,
            differ,
            explanation,
        };
        render::json_line(&mut context.out, &answer)?;
        return Ok((word, status));
    }
    let mut text = match (checking.count, exact) {
        (true, true) => found.to_string(),
        _ => word.to_owned(),
    };
    match word {
        "multiple" if !checking.count && exact && checking.limit.is_none_or(|limit| limit > 2) => {
            text += &format!(" ({found})");
        }
        "multiple" if !checking.count && found > 2 => text += &format!(" ({found} or more)"),
        "unknown" if found > 0 || checking.count => text += &format!(" (at least {found})"),
        _ => {}
    }
    if let Some(reason) = reason {
        text += &format!(": {reason}");
    }
    let out = &mut context.out;
    writeln!(out, "{text}")?;
    for solution in &shown {
        writeln!(out, "  {solution}")?;
    }
    if !differ.is_empty() {
        let count = plural(differ.len() as u64, "cell");
        writeln!(out, "  differ in {count}: {}", differ.join(" "))?;
    }
    for line in &explanation {
        writeln!(out, "  {line}")?;
    }
    Ok((word, status))
}

/// Why there is no solution, or what it takes to have just one; a line each.
fn explain(variant: &Variant, none: bool, checking: &Checking) -> Vec<String> {
    let solve = solver(checking.strategy);
    let gave_up = |reason: &dyn std::fmt::Display| vec![format!("not explained: {reason}")];
    if none {
        return match clash(variant, &checking.limits, solve) {
            Err(reason) => gave_up(&reason),
            Ok(None) => gave_up(&"a solution was found after all"),
            Ok(Some(clash)) if clash.parts.is_empty() => {
                vec!["rows, columns and regions alone have no solution".to_owned()]
            }
            Ok(Some(clash)) => {
                let few = match clash.is_smallest {
                    true => "no fewer do",
                    false if clash.is_irreducible => {
                        "each of them is needed; whether fewer others do is not known"
                    }
                    false => "a limit came first: not all of them may be needed",
                };
                let as_one = |part: &Part| matches!(part, Part::Rules(rules) if rules.len() > 1);
                let as_one = match clash.parts.iter().any(as_one) {
                    true => ", those that mean something only together counted as one",
                    false => "",
                };
                let verb = if clash.parts.len() == 1 { "clashes" } else { "clash" };
                let parts = plural(clash.parts.len() as u64, "thing");
                let mut lines = vec![format!("{parts} {verb} ({few}{as_one}):")];
                lines.extend(clash.lines(variant).into_iter().map(|line| format!("  {line}")));
                lines
            }
        };
    }
    match missing(variant, &checking.limits, solve) {
        Err(reason) => gave_up(&reason),
        Ok(None) => gave_up(&"no second solution was found"),
        Ok(Some(missing)) => lacks(variant, &missing),
    }
}

fn lacks(variant: &Variant, missing: &Missing) -> Vec<String> {
    let name = |cell: usize| variant.board().name(cell).to_string();
    let few = match missing.proof {
        Proof::Smallest => "no fewer do",
        Proof::SmallestForSolution => "no fewer leave this solution",
        _ => "each of them is needed",
    };
    let clues: Vec<String> =
        missing.clues.iter().map(|&(cell, digit)| format!("{} is {digit}", name(cell))).collect();
    let differ: Vec<String> = missing.differ().into_iter().map(name).collect();
    let mut lines = Vec::new();
    if let Some(solutions) = missing.solutions {
        lines.push(format!("{solutions} solutions"));
    }
    lines.push(format!("two of them differ in {}", differ.join(" ")));
    let count = plural(missing.clues.len() as u64, "clue");
    lines.push(format!("{count} more would leave one ({few}): {}", clues.join(", ")));
    lines
}
