//! `quadrille cover explain`: why is there no solution?

use std::io::{self, Write};

use clap::Args;
use quadrille_cover::{Explanation, explain, verify};
use serde::Serialize;

use super::input::{self, FilesArgs, Loaded};
use super::names::{self, Items};
use super::task::{HowArgs, LimitArgs, Task};
use crate::Context;
use crate::args::{examples, prose, values};
use crate::input::Fault;
use crate::render;
use crate::status::Status;

const ABOUT: &str = "\
Say why exact-cover problems have no solution

Finds a set of primary items that cannot be covered together, and is minimal:
without any one of them, the others can. Writes a sentence that begins with
`no solution: `, then a line with the items of the set.

A problem that has a solution leaves nothing to explain: that is a negative
answer, with a line `there is a solution:` and the options of one. If a limit
ends the search too early, the line is `unknown: …`, or the set may have items
too many, which the sentence then says; either way the exit code is 3.

With --json a problem is an object on one line, with `source`, `verdict` (`none`,
`solved`, `unknown`, `invalid`), `reason` (the sentence), `items` (names of the
set), `minimal`, or `options` (the numbers of the solution's options, from 0).";

/// Say why exact-cover problems have no solution
#[derive(Debug, Args)]
#[command(long_about = prose(ABOUT), after_long_help = examples(&[
    ("quadrille puzzle queens 3 | quadrille cover explain -", ""),
    ("quadrille cover explain --given 'a d g' problem.dlx", "why can this option not be taken?"),
    ("quadrille cover explain --time-limit 1m --json large.dlx", ""),
]))]
pub(super) struct ExplainArgs {
    #[command(flatten)]
    files: FilesArgs,

    #[command(flatten)]
    how: HowArgs,

    /// Try options in a random order, and break ties between items at random
    ///
    /// The same seed gives the same order. With another --branch than `random` only the order of the
    /// options is random.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::seed)]
    seed: Option<u64>,

    #[command(flatten)]
    limits: LimitArgs,

    /// Write JSON, an object a line
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &ExplainArgs, context: &mut Context) -> io::Result<Status> {
    input::each(&args.files, args.json, context, |loaded, several, context| {
        let found = find(args, loaded, context)?;
        Ok(write(args, loaded, &found, several, context)?)
    })
}

fn find(args: &ExplainArgs, loaded: &Loaded, context: &Context) -> Result<Explanation, Fault> {
    let task = Task::of(&args.how, args.seed, false, false, &args.limits, loaded, &context.cancel)?;
    let found = explain(task.matrix(), &task.search).map_err(|error| task.fault(&error))?;
    if let Explanation::Solvable(options) = &found
        && let Err(fault) = verify(&loaded.problem, options)
    {
        let why = super::check::in_words(&loaded.problem, &fault);
        let message = format!("options that are no solution ({why}): please report this problem");
        return Err(Fault::of(&loaded.source, message));
    }
    Ok(found)
}

fn write(
    args: &ExplainArgs,
    loaded: &Loaded,
    found: &Explanation,
    several: bool,
    context: &mut Context,
) -> io::Result<Status> {
    let problem = &loaded.problem;
    let name = |item| names::item(problem, item).into_owned();
    let status = match found {
        Explanation::Unsolvable(conflict) if conflict.is_minimal() => Status::Done,
        Explanation::Solvable(_) => Status::Negative,
        _ => Status::Stopped,
    };
    if args.json {
        let conflict = found.conflict();
        let object = JsonExplanation {
            source: &loaded.source,
            verdict: match found {
                Explanation::Unsolvable(_) => "none",
                Explanation::Solvable(_) => "solved",
                _ => "unknown",
            },
            reason: match found {
                Explanation::Solvable(_) => None,
                Explanation::Unknown(reason) => Some(reason.to_string()),
                _ => Some(found.describe_with(name)),
            },
            items: conflict.map(|conflict| {
                let item = |&item| problem.item(item).map_or("", String::as_str);
                conflict.items.iter().map(item).collect()
            }),
            minimal: conflict.map(|conflict| conflict.is_minimal()),
            options: match found {
                Explanation::Solvable(options) => {
                    Some(options.iter().map(|option| option.get()).collect())
                }
                _ => None,
            },
        };
        render::json_line(&mut context.out, &object)?;
        return Ok(status);
    }
    let out = &mut context.out;
    if several {
        writeln!(out, "| {}", loaded.source)?;
    }
    match found {
        Explanation::Solvable(options) => {
            writeln!(out, "there is a solution:")?;
            for &option in options {
                writeln!(out, " {}", Items(problem, option))?;
            }
        }
        Explanation::Unknown(reason) => writeln!(out, "unknown: {reason}")?,
        Explanation::Unsolvable(conflict) => {
            writeln!(out, "{}", found.describe_with(name))?;
            if !conflict.items.is_empty() {
                let items: Vec<String> = conflict.items.iter().map(|&item| name(item)).collect();
                writeln!(out, "items: {}", items.join(" "))?;
            }
        }
        // Answers of a later version.
        other => writeln!(out, "{}", other.describe_with(name))?,
    }
    Ok(status)
}

#[derive(Serialize)]
struct JsonExplanation<'p> {
    source: &'p str,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    items: Option<Vec<&'p str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    minimal: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    options: Option<Vec<u32>>,
}
