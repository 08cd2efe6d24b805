//! `quadrille cover lint`: what is most likely a mistake in a problem?

use std::io::{self, Write};

use clap::Args;
use quadrille_cover::{Lint, LintReport, Lints};
use serde::Serialize;

use super::input::{self, FilesArgs, Loaded};
use super::names;
use super::task::EffortArgs;
use crate::Context;
use crate::args::{examples, prose};
use crate::output::plural;
use crate::render;
use crate::status::Status;

const ABOUT: &str = "\
Look for likely mistakes in exact-cover problems

Writes a line for each thing that is allowed and most likely not meant: items
without options, options that can never be used, items that are always covered
together, duplicate options, colours that have no effect. With several files,
`FILE: ` stands before it. If there is anything, the answer is negative.

Options that cannot be used are found by preprocessing, which can take long for
large problems; --time-limit and --node-limit end it. Everything else takes no
time.

With --json a problem is an object on one line, with `source`, `lints` (a list of
objects with `kind` and `message`) and, if a limit ended it, `stopped`.";

/// Look for likely mistakes in exact-cover problems
#[derive(Debug, Args)]
#[command(long_about = prose(ABOUT), after_long_help = examples(&[
    ("quadrille cover lint problem.dlx", ""),
    ("quadrille cover lint --time-limit 10s *.dlx", "several files"),
    ("quadrille cover lint --json problem.dlx | jq -r '.lints[].kind'", ""),
]))]
pub(super) struct LintArgs {
    #[command(flatten)]
    files: FilesArgs,

    #[command(flatten)]
    effort: EffortArgs,

    /// Write JSON, an object a line
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &LintArgs, context: &mut Context) -> io::Result<Status> {
    input::each(&args.files, args.json, context, |loaded, several, context| {
        let limits = args.effort.limits(&context.cancel);
        let report = Lints::new().limits(limits).run(&loaded.problem);
        Ok(write(args, loaded, &report, several, context)?)
    })
}

fn write(
    args: &LintArgs,
    loaded: &Loaded,
    report: &LintReport,
    several: bool,
    context: &mut Context,
) -> io::Result<Status> {
    let mut status = Status::Done;
    if !report.lints.is_empty() {
        status.note(Status::Negative);
    }
    if report.stopped.is_some() {
        status.note(Status::Stopped);
    }
    let problem = &*names::quoted(&loaded.problem);
    if args.json {
        let lint = |lint: &Lint| JsonLint { kind: kind(lint), message: lint.describe(problem) };
        let object = JsonLints {
            source: &loaded.source,
            lints: report.lints.iter().map(lint).collect(),
            stopped: report.stopped.map(|reason| reason.to_string()),
        };
        render::json_line(&mut context.out, &object)?;
        return Ok(status);
    }
    let place = if several { format!("{}: ", loaded.source) } else { String::new() };
    for lint in &report.lints {
        writeln!(context.out, "{place}{}", lint.describe(problem))?;
    }
    context.out.flush()?;
    match report.stopped {
        Some(reason) => {
            let told = format!("{place}{reason}: there may be options that cannot be used");
            context.messages.warning(&told);
        }
        None if report.lints.is_empty() => {
            context.messages.note(&format_args!("{place}nothing found"));
        }
        None => {
            let found = plural(report.lints.len() as u64, "remark");
            context.messages.note(&format_args!("{place}{found}"));
        }
    }
    Ok(status)
}

fn kind(lint: &Lint) -> &'static str {
    match lint {
        Lint::ItemWithoutOptions(_) => "item_without_options",
        Lint::UnusedSecondaryItem(_) => "unused_secondary_item",
        Lint::TooFewOptions { .. } => "too_few_options",
        Lint::SameOptions { .. } => "same_options",
        Lint::SingleColour { .. } => "single_colour",
        Lint::LonelyColour { .. } => "lonely_colour",
        Lint::NoPrimaryItem(_) => "no_primary_item",
        Lint::DuplicateOption { .. } => "duplicate_option",
        Lint::Unusable { .. } => "unusable_option",
        Lint::NoSolution(_) => "no_solution",
        _ => "other",
    }
}

#[derive(Serialize)]
struct JsonLints<'p> {
    source: &'p str,
    lints: Vec<JsonLint>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
}

#[derive(Serialize)]
struct JsonLint {
    kind: &'static str,
    message: String,
}
