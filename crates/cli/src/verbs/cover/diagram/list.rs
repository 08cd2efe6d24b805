//! `cover diagram list`, `nth`, `sample` and `cheapest`: solutions of a diagram.

use std::io::{self, Write};

use clap::Args;
use quadrille_cover::{BigUint, OptionId};

use super::show::{Show, ShowArgs};
use super::{DiagramFileArgs, Opened};
use crate::Context;
use crate::args::{examples, prose, values};
use crate::status::Status;

const LIST: &str = "\
List the solutions of a diagram, in its order

Writes them as `cover solve` does, with their places in the order, from 1. What
they are is verified by the problem.";

/// List the solutions of a diagram, in its order
#[derive(Debug, Args)]
#[command(long_about = prose(LIST), after_long_help = examples(&[
    ("quadrille cover diagram list -n 10 dominoes.qdd", "the first ten"),
    ("quadrille cover diagram list --from 1000000000001 -n 2 large.qdd", "two from there on"),
    ("quadrille cover diagram list --json small.qdd | jq -c .options", "for other programs"),
]))]
pub(super) struct ListArgs {
    #[command(flatten)]
    file: DiagramFileArgs,

    /// Begin with the solution at this place, from 1
    #[arg(long, value_name = "PLACE", default_value = "1", allow_negative_numbers = true,
          value_parser = values::place)]
    from: BigUint,

    /// List up to this many [default: all]
    #[arg(long, short = 'n', value_name = "N", allow_negative_numbers = true,
          value_parser = values::place)]
    limit: Option<BigUint>,

    #[command(flatten)]
    show: ShowArgs,
}

const NTH: &str = "\
Write the solution at a place in the order of a diagram

The first place is 1. If there is no solution at the place, the answer is negative.
`cover diagram rank` says the place of a solution.";

/// Write the solution at a place in the order of a diagram
#[derive(Debug, Args)]
#[command(long_about = prose(NTH), after_long_help = examples(&[
    ("quadrille cover diagram nth dominoes.qdd 6494408", "one in the middle"),
]))]
pub(super) struct NthArgs {
    #[command(flatten)]
    file: DiagramFileArgs,

    /// The place, from 1
    #[arg(value_name = "PLACE", allow_negative_numbers = true, value_parser = values::place)]
    place: BigUint,

    #[command(flatten)]
    show: ShowArgs,
}

const SAMPLE: &str = "\
Write random solutions of a diagram

Each is as likely as every other, and may come more than once. The same seed gives
the same ones; they are numbered from 1.";

/// Write random solutions of a diagram
#[derive(Debug, Args)]
#[command(long_about = prose(SAMPLE), after_long_help = examples(&[
    ("quadrille cover diagram sample --seed 7 --render dominoes.qdd", "one, drawn"),
    ("quadrille cover diagram sample -n 1000 --json dominoes.qdd > sample.jsonl", "a thousand"),
]))]
pub(super) struct SampleArgs {
    #[command(flatten)]
    file: DiagramFileArgs,

    /// How many
    #[arg(long, short = 'n', value_name = "N", default_value = "1", allow_negative_numbers = true,
          value_parser = values::place)]
    number: BigUint,

    /// Where the random numbers begin
    #[arg(long, value_name = "N", default_value = "1", allow_negative_numbers = true,
          value_parser = values::seed)]
    seed: u64,

    #[command(flatten)]
    show: ShowArgs,
}

const CHEAPEST: &str = "\
Write the cheapest solutions of a diagram

They come cheapest first, numbered from 1; those that cost the same in the order of
the diagram. No other solution costs less.";

/// Write the cheapest solutions of a diagram
#[derive(Debug, Args)]
#[command(long_about = prose(CHEAPEST), after_long_help = examples(&[
    ("quadrille cover diagram cheapest -k 10 roster.qdd", "the ten cheapest"),
]))]
pub(super) struct CheapestArgs {
    #[command(flatten)]
    file: DiagramFileArgs,

    /// How many
    #[arg(short = 'k', long = "number", value_name = "K", default_value = "1",
          allow_negative_numbers = true, value_parser = values::kept)]
    k: usize,

    #[command(flatten)]
    show: ShowArgs,
}

pub(super) fn list(args: &ListArgs, context: &mut Context) -> io::Result<Status> {
    shown(&args.file, &args.show, context, |opened, show, context| {
        let one = BigUint::from(1u8);
        let wanted = |written: &BigUint| args.limit.as_ref().is_none_or(|limit| written < limit);
        let mut written = BigUint::ZERO;
        if args.from == one {
            // Without counting anything.
            for options in opened.diagram.solutions() {
                if !wanted(&written) {
                    break;
                }
                written += 1u8;
                if let Some(end) = write(show, &written, &options, context)? {
                    return Ok(end);
                }
            }
            return match written == BigUint::ZERO {
                true => show.nothing(&written, context),
                false => Ok(Status::Done),
            };
        }
        let counted = opened.diagram.counted();
        let mut place = args.from.clone();
        while wanted(&written) {
            // Places are counted from 0 there.
            let Some(options) = counted.nth(&(&place - 1u8)) else { break };
            if let Some(end) = write(show, &place, &options, context)? {
                return Ok(end);
            }
            written += 1u8;
            place += 1u8;
        }
        match written == BigUint::ZERO {
            true => show.nothing(&counted.count(), context),
            false => Ok(Status::Done),
        }
    })
}

pub(super) fn nth(args: &NthArgs, context: &mut Context) -> io::Result<Status> {
    shown(&args.file, &args.show, context, |opened, show, context| {
        let counted = opened.diagram.counted();
        match counted.nth(&(&args.place - 1u8)) {
            Some(options) => match show.solution(&args.place, &options, context)? {
                true => Ok(Status::Done),
                false => Ok(Status::Bad),
            },
            None => show.nothing(&counted.count(), context),
        }
    })
}

pub(super) fn sample(args: &SampleArgs, context: &mut Context) -> io::Result<Status> {
    shown(&args.file, &args.show, context, |opened, show, context| {
        let counted = opened.diagram.counted();
        let mut written = BigUint::ZERO;
        for options in counted.samples(args.seed) {
            written += 1u8;
            if let Some(end) = write(show, &written, &options, context)? {
                return Ok(end);
            }
            if written >= args.number {
                return Ok(Status::Done);
            }
        }
        show.nothing(&written, context)
    })
}

pub(super) fn cheapest(args: &CheapestArgs, context: &mut Context) -> io::Result<Status> {
    shown(&args.file, &args.show, context, |opened, show, context| {
        let counted = opened.diagram.counted();
        let mut written = BigUint::ZERO;
        for found in counted.cheapest(args.k) {
            written += 1u8;
            if let Some(end) = write(show, &written, &found.options, context)? {
                return Ok(end);
            }
        }
        match written == BigUint::ZERO {
            true => show.nothing(&written, context),
            false => Ok(Status::Done),
        }
    })
}

/// Reads the diagram, and does something with what writes its solutions.
fn shown(
    file: &DiagramFileArgs,
    show: &ShowArgs,
    context: &mut Context,
    work: impl FnOnce(&Opened, &Show<'_>, &mut Context) -> io::Result<Status>,
) -> io::Result<Status> {
    let opened = match file.open(show.is_json(), context)? {
        Ok(opened) => opened,
        Err(status) => return Ok(status),
    };
    let show = match Show::new(show, &opened, context) {
        Ok(show) => show,
        Err(status) => return Ok(status),
    };
    work(&opened, &show, context)
}

/// Writes one of several solutions; how it ends if it is none, or after Ctrl-C.
fn write(
    show: &Show<'_>,
    number: &BigUint,
    options: &[OptionId],
    context: &mut Context,
) -> io::Result<Option<Status>> {
    Ok(match show.solution(number, options, context)? {
        false => Some(Status::Bad),
        true if context.cancel.is_cancelled() => {
            context.out.flush()?;
            context.messages.warning(&"interrupted: there may be more solutions");
            Some(Status::Stopped)
        }
        true => None,
    })
}
