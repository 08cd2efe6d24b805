//! `quadrille cover check`: are these solutions?

mod claims;
mod uses;

use std::ffi::OsString;
use std::io::{self, Write};

use clap::{Args, ValueHint};
use quadrille_cover::{Fault as CoverFault, verify};
use serde::Serialize;

use super::input::{self, Loaded};
use super::names::{self, Index, Named};
use crate::Context;
use crate::args::{examples, prose, values};
use crate::input::{Fault, unless_cancelled};
use crate::output::plural;
use crate::render;
use crate::status::Status;
use claims::{Claim, Claims};

const ABOUT: &str = "\
Say whether claimed solutions are solutions

Reads a problem, and solutions of it as `cover solve` writes them: as text or,
if the first character is `{`, as JSON, an object a line. What Knuth's programs
print is read as well. In text a line `N:` begins a solution (a single one needs
no such line), each further line is an option; blank lines, lines that begin
with `|`, and what `solve` says behind its solutions are skipped. An option is
taken by its items, in any order; if the problem has it several times, it may be
used as often. A cost behind its items, `|7` or `$7`, is compared.

Writes a line for each claimed solution, `N: valid` or `N: not valid: …` with the
reason. What the options cost is compared with what is claimed: of options with the
same items and different costs, any may be meant.

With --json it writes an object a line, with `source`, `line`, `solution`, `valid`,
`cost` (where it does not depend on which of the options with the same items are
meant), and where it is not valid `reason`.";

/// Say whether claimed solutions are solutions
#[derive(Debug, Args)]
#[command(long_about = prose(ABOUT), after_long_help = examples(&[
    ("quadrille cover solve --all problem.dlx | quadrille cover check problem.dlx -", ""),
    ("dlx2 m1 < problem.dlx | quadrille cover check problem.dlx -", "what another program found"),
    ("quadrille cover check problem.dlx solution.txt", ""),
]))]
pub(super) struct CheckArgs {
    /// The problem
    #[arg(value_name = "PROBLEM", value_parser = values::input(), value_hint = ValueHint::FilePath)]
    problem: OsString,

    /// The claimed solutions, or `-` for standard input [default: -]
    #[arg(value_name = "SOLUTION | -", value_parser = values::input(),
          value_hint = ValueHint::FilePath)]
    solution: Option<OsString>,

    /// Write JSON, an object a line
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &CheckArgs, context: &mut Context) -> io::Result<Status> {
    let solution = args.solution.clone().unwrap_or_else(|| "-".into());
    if args.problem == "-" && solution == "-" {
        let message = "the problem and its solution cannot both come from standard input";
        context.messages.error("", &message);
        return Ok(Status::Bad);
    }
    let loaded = match input::one(Some(&args.problem), context) {
        Ok(loaded) => loaded,
        Err(status) => return Ok(status),
    };
    let source = input::source(&solution);
    let name: std::sync::Arc<str> = source.name().into();
    let bytes = unless_cancelled(&context.cancel, move || input::bytes(&source));
    let bytes = match input::fetched(bytes, context) {
        Ok(bytes) => bytes,
        Err(status) => return Ok(status),
    };
    let text = match claims::text(&bytes) {
        Ok(text) => text,
        Err((position, message)) => {
            report(&name, position, message, context);
            return Ok(Status::Bad);
        }
    };
    check(args, &loaded, &name, text, context)
}

fn report(
    name: &std::sync::Arc<str>,
    position: (usize, usize),
    message: String,
    context: &Context,
) {
    Fault::at(name, position, message).report(context.messages);
}

fn check(
    args: &CheckArgs,
    loaded: &Loaded,
    name: &std::sync::Arc<str>,
    text: &str,
    context: &mut Context,
) -> io::Result<Status> {
    let index = Index::new(&loaded.problem);
    let mut status = Status::Done;
    let (mut valid, mut claimed) = (0u64, 0u64);
    for claim in Claims::new(text, &index) {
        if context.cancel.is_cancelled() {
            context.out.flush()?;
            context.messages.warning(&"interrupted: the solutions after this one were not checked");
            status.note(Status::Stopped);
            break;
        }
        let claim = match claim {
            Ok(claim) => claim,
            Err((position, message)) => {
                context.out.flush()?;
                report(name, position, message, context);
                status.note(Status::Bad);
                continue;
            }
        };
        claimed += 1;
        let verdict = match judge(&claim, &loaded.problem) {
            Judgement::Valid(cost) => Ok(cost),
            Judgement::Invalid(reason) => Err(reason),
            Judgement::Unclear => {
                context.out.flush()?;
                let message = "the cost of this solution cannot be checked: there are too many \
                               choices among its equal options; JSON says which are meant";
                report(name, (claim.line, 1), message.to_owned(), context);
                status.note(Status::Bad);
                continue;
            }
        };
        valid += u64::from(verdict.is_ok());
        write(args, name, &claim, &verdict, context)?;
        if verdict.is_err() {
            status.note(Status::Negative);
        }
        context.out.settle()?;
    }
    context.out.flush()?;
    if claimed == 0 && status == Status::Done {
        let message = "no solution found in it: expected options, one a line, or JSON".to_owned();
        Fault::of(name, message).report(context.messages);
        return Ok(Status::Bad);
    }
    if claimed > 1 {
        let not = claimed - valid;
        let told = format!("{}: {valid} valid, {not} not valid", plural(claimed, "solution"));
        context.messages.note(&told);
    }
    Ok(status)
}

/// What there is to say of a claim.
enum Judgement {
    /// It is a solution, and costs this if that is certain.
    Valid(Option<u128>),
    /// It is none, for this reason.
    Invalid(String),
    /// The claimed cost is too hard to check.
    Unclear,
}

fn judge(claim: &Claim, problem: &Named) -> Judgement {
    let chosen = match &claim.options {
        Ok(chosen) => chosen,
        Err(reason) => return Judgement::Invalid(reason.clone()),
    };
    if let Err(fault) = verify(problem, &chosen.options) {
        return Judgement::Invalid(in_words(problem, &fault));
    }
    let matrix = problem.matrix();
    match (claim.cost, chosen.cost(matrix)) {
        (Some(claimed), Some(cost)) if claimed != cost => {
            Judgement::Invalid(format!("it costs {cost}: {claimed} was claimed"))
        }
        (Some(claimed), None) => match chosen.may_cost(claimed, matrix) {
            Some(true) => Judgement::Valid(Some(claimed)),
            Some(false) => Judgement::Invalid(format!(
                "it does not cost {claimed}, whichever of the equal options are meant"
            )),
            None => Judgement::Unclear,
        },
        (_, cost) => Judgement::Valid(cost),
    }
}

fn write(
    args: &CheckArgs,
    name: &str,
    claim: &Claim,
    verdict: &Result<Option<u128>, String>,
    context: &mut Context,
) -> io::Result<()> {
    if args.json {
        let object = JsonVerdict {
            source: name,
            line: claim.line,
            solution: claim.number,
            valid: verdict.is_ok(),
            cost: verdict.as_ref().ok().copied().flatten(),
            reason: verdict.as_ref().err().map(String::as_str),
        };
        return render::json_line(&mut context.out, &object);
    }
    match verdict {
        Ok(_) => writeln!(context.out, "{}: valid", claim.number),
        Err(reason) => writeln!(context.out, "{}: not valid: {reason}", claim.number),
    }
}

#[derive(Serialize)]
struct JsonVerdict<'p> {
    source: &'p str,
    line: usize,
    solution: u64,
    valid: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<u128>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'p str>,
}

/// Why a set of options is no solution, in the names of the problem.
pub(super) fn in_words(problem: &Named, fault: &CoverFault) -> String {
    let item = |item| names::item(problem, item);
    let option = |option| names::option(problem, option);
    match *fault {
        CoverFault::RepeatedOption { option: twice } => {
            format!("{} is used twice", option(twice))
        }
        CoverFault::NoPrimaryItem { option: never } => {
            format!("{} has no primary item", option(never))
        }
        CoverFault::Coverage { item: which, times, min, max } => {
            let expected = match (min, max) {
                (1, 1) => "once".to_owned(),
                (min, max) if min == max => format!("{min} times"),
                (min, max) => format!("{min} to {max} times"),
            };
            let covered = match times {
                0 => "not covered".to_owned(),
                1 => "covered once".to_owned(),
                _ => format!("covered {times} times"),
            };
            format!("item {} is {covered}: expected {expected}", item(which))
        }
        CoverFault::Disagreement { item: which, first, second } => {
            format!("{} and {} do not agree on item {}", option(first), option(second), item(which))
        }
        // Faults of a later version, in numbers.
        ref other => other.to_string(),
    }
}
