//! `quadrille cover preprocess`: a smaller problem with the same solutions.

use std::collections::HashSet;
use std::io::{self, Write};

use clap::Args;
use quadrille_cover::{
    ColourId, ItemKind, Matrix, OptionId, Preprocess, Preprocessed, Problem, ProblemBuilder,
    Removed, json, text,
};
use serde::Serialize;

use super::input::{self, FileArgs, Loaded};
use super::names::{self, Items};
use super::task::{AssumptionArgs, Assumptions, EffortArgs};
use crate::Context;
use crate::args::{examples, prose};
use crate::input::Fault;
use crate::output::plural;
use crate::render;
use crate::status::Status;

const ABOUT: &str = "\
Make an exact-cover problem smaller

Takes the options that are in every solution, and removes those that are in none,
and items that the others imply. Writes the reduced problem as text, behind a
comment `| forced: …` for each option that was taken, and that which says how
solutions are drawn: these then show what is left. The solutions of the
problem are those of the reduced one, each with these options. What was removed is
summed up on standard error. If nothing is left to be chosen, the reduced problem
has a single item that need not be covered, and one solution, the empty one.

With --list it writes, instead of the problem, a line for each option taken, and
for each option and item removed, in the order in which this was found, with the
reason at the time.

With --json it writes the reduced problem in JSON, with the labels of its
options and without those that were taken; with --list an object a line, with `forced`, `removed_option` (numbers of
options, from 0) or `removed_item`, and `reason`.

If it turns out that there is no solution, the answer is negative. What a limit
leaves undone does no harm: the reduced problem has the same solutions.

`cover solve --preprocess` does it on the way, and gives the solutions in the
options of the file.";

/// Make an exact-cover problem smaller
#[derive(Debug, Args)]
#[command(long_about = prose(ABOUT), after_long_help = examples(&[
    ("quadrille cover preprocess problem.dlx | quadrille cover count -", ""),
    ("quadrille cover preprocess --list problem.dlx", "what is removed, and why?"),
    ("quadrille cover preprocess --given 'a d g' problem.dlx > rest.dlx", "what is left to do"),
]))]
pub(super) struct PreprocessArgs {
    #[command(flatten)]
    file: FileArgs,

    #[command(flatten)]
    assumptions: AssumptionArgs,

    #[command(flatten)]
    effort: EffortArgs,

    /// Write what was taken and removed instead of the problem
    #[arg(long)]
    list: bool,

    /// Write JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &PreprocessArgs, context: &mut Context) -> io::Result<Status> {
    let loaded = match input::one(args.file.file.as_ref(), context) {
        Ok(loaded) => loaded,
        Err(status) => return Ok(status),
    };
    let reduced = match reduce(args, &loaded, context) {
        Ok(reduced) => reduced,
        Err(fault) => {
            fault.report(context.messages);
            return Ok(Status::Bad);
        }
    };
    if args.list {
        list(args.json, &loaded, &reduced, context)?;
    } else if let Err(fault) = problem(args.json, &loaded, &reduced, context)? {
        fault.report(context.messages);
        return Ok(Status::Bad);
    }
    context.out.flush()?;
    summarise(&loaded, &reduced, context)
}

fn reduce(
    args: &PreprocessArgs,
    loaded: &Loaded,
    context: &Context,
) -> Result<Preprocessed, Fault> {
    let fault = |message| Fault::of(&loaded.source, message);
    let Assumptions { given, forbidden } = args.assumptions.resolve(loaded).map_err(fault)?;
    let limits = args.effort.limits(&context.cancel);
    let preprocess = Preprocess::new().given(given).forbid(forbidden).limits(limits);
    preprocess.run(&loaded.problem).map_err(|error| fault(error.to_string()))
}

fn summarise(loaded: &Loaded, reduced: &Preprocessed, context: &Context) -> io::Result<Status> {
    let (before, after) = (loaded.problem.matrix(), reduced.as_ref());
    let size = |matrix: &Matrix| {
        let (options, items) = (matrix.option_count() as u64, matrix.item_count() as u64);
        format!("{} on {}", plural(options, "option"), plural(items, "item"))
    };
    let messages = context.messages;
    let mut status = Status::Done;
    if let Some(reason) = reduced.stopped() {
        messages.warning(&format_args!("{reason}: there may be more to remove"));
        status.note(Status::Stopped);
    }
    if reduced.skipped() > 0 {
        let looks = plural(reduced.skipped(), "look");
        let told = "given up as too costly: there may be more to remove";
        messages.warning(&format_args!("{looks} at items {told}"));
    }
    if let Some(reason) = reduced.no_solution() {
        let why = reason.describe_with(|item| names::item(&loaded.problem, item).into_owned());
        messages.note(&format_args!("no solution: {why}"));
        // A limit has stopped nothing then.
        return Ok(Status::Negative);
    }
    let forced = plural(reduced.forced().len() as u64, "option");
    messages.note(&format_args!("{} → {}; {forced} taken", size(before), size(after)));
    Ok(status)
}

/// Writes what was taken and removed, in the order in which it was found.
fn list(
    json: bool,
    loaded: &Loaded,
    reduced: &Preprocessed,
    context: &mut Context,
) -> io::Result<()> {
    let problem = &loaded.problem;
    let forced: HashSet<OptionId> = reduced.forced().iter().map(|forced| forced.option).collect();
    let mut removals = reduced.removals().iter();
    for line in reduced.describe(&names::quoted(problem)) {
        let option = line.strip_prefix("option ").and_then(|rest| rest.split_once(": "));
        let taken = option.and_then(|(number, reason)| {
            let option = OptionId::new(number.parse().ok()?);
            forced.contains(&option).then_some((option, reason))
        });
        let what = match taken {
            Some(_) => None,
            None => removals.next().map(|removal| removal.what),
        };
        match (taken, what) {
            (Some((option, reason)), _) if json => {
                let object = JsonStep { forced: Some(option.get()), ..JsonStep::of(reason) };
                render::json_line(&mut context.out, &object)?;
            }
            (Some((option, reason)), _) => {
                writeln!(context.out, "{}: {reason}", names::option(problem, option))?;
            }
            (None, Some(Removed::Option(option))) => {
                let reason = option_reason(&line);
                if json {
                    let number = Some(option.get());
                    let object = JsonStep { removed_option: number, ..JsonStep::of(reason) };
                    render::json_line(&mut context.out, &object)?;
                } else {
                    writeln!(context.out, "{}: {reason}", names::option(problem, option))?;
                }
            }
            (None, Some(Removed::Item(item))) => {
                let shown = names::item(problem, item);
                let reason = line.strip_prefix(&format!("item {shown}: ")).unwrap_or(&line);
                if json {
                    let name = problem.item(item).map_or("", String::as_str);
                    let object = JsonStep { removed_item: Some(name), ..JsonStep::of(reason) };
                    render::json_line(&mut context.out, &object)?;
                } else {
                    writeln!(context.out, "item {shown}: {reason}")?;
                }
            }
            (None, None) => {}
        }
        context.out.settle()?;
    }
    Ok(())
}

/// What stands behind the number of an option.
fn option_reason(line: &str) -> &str {
    line.split_once(": ").map_or(line, |(_, reason)| reason)
}

#[derive(Serialize)]
struct JsonStep<'p> {
    #[serde(skip_serializing_if = "Option::is_none")]
    forced: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    removed_option: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    removed_item: Option<&'p str>,
    reason: &'p str,
}

impl<'p> JsonStep<'p> {
    fn of(reason: &'p str) -> Self {
        JsonStep { forced: None, removed_option: None, removed_item: None, reason }
    }
}

/// Writes the reduced problem.
fn problem(
    json: bool,
    loaded: &Loaded,
    reduced: &Preprocessed,
    context: &mut Context,
) -> io::Result<Result<(), Fault>> {
    let problem = match rebuild(loaded, reduced) {
        Ok(problem) => problem,
        Err(message) => return Ok(Err(Fault::of(&loaded.source, message))),
    };
    if json {
        return super::convert::refused(&loaded.source, json::write_to(&problem, &mut context.out));
    }
    // The names may be none that text can hold: then nothing is to be written.
    let written = match text::write(&problem) {
        Ok(written) => written,
        Err(error) => {
            let message = format!("{error}; --json takes any name");
            return Ok(Err(Fault::of(&loaded.source, message)));
        }
    };
    let picture = loaded.picture.as_ref();
    super::convert::write_head(&loaded.problem, picture, &mut context.out)?;
    for forced in reduced.forced() {
        writeln!(context.out, "| forced: {}", Items(&loaded.problem, forced.option))?;
    }
    context.out.write_all(written.as_bytes())?;
    Ok(Ok(()))
}

/// The reduced problem with the names of the original one.
fn rebuild(
    loaded: &Loaded,
    reduced: &Preprocessed,
) -> Result<Problem<String, String, Option<String>>, String> {
    let (problem, matrix) = (&loaded.problem, reduced.as_ref());
    let mut builder = ProblemBuilder::labelled();
    let mut names: Vec<&String> = Vec::with_capacity(matrix.item_count());
    for (index, kind) in (0..).zip(matrix.kinds()) {
        let item = reduced.original_item(quadrille_cover::ItemId::new(index));
        let name = item.and_then(|item| problem.item(item));
        let name = name.ok_or_else(|| format!("no item {index}"))?;
        let declared = match *kind {
            ItemKind::Primary { min, max } => builder.primary_between(name.clone(), min, max),
            ItemKind::Secondary => builder.secondary(name.clone()),
        };
        declared.map_err(|error| error.to_string())?;
        names.push(name);
    }
    if matrix.primary_items().next().is_none() {
        // Text needs an item. This one changes nothing.
        let free =
            (0..).map(|n: u64| if n == 0 { "nothing".to_owned() } else { format!("nothing{n}") });
        for name in free {
            if builder.primary_between(name, 0, 1).is_ok() {
                break;
            }
        }
    }
    for option in matrix.options() {
        let original = reduced.original_option(option);
        let label =
            original.and_then(|option: OptionId| loaded.labels.get(option.index()).cloned());
        let mut built = builder.option_labelled(label.flatten()).cost(matrix.cost(option));
        for (item, colour) in matrix.entries(option) {
            let name = names.get(item.index()).map_or_else(String::new, |name| (*name).clone());
            let colour = colour.and_then(|colour: ColourId| problem.colour(colour));
            built = match colour {
                None => built.item(name),
                Some(colour) => built.coloured(name, colour.clone()),
            };
        }
        built.add().map_err(|error| error.to_string())?;
    }
    Ok(builder.build())
}
