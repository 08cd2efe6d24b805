//! `cover diagram rank`: the place of a solution.

use std::io::{self, Write};

use clap::Args;
use quadrille_cover::{BigUint, OptionId};
use serde::Serialize;

use super::DiagramFileArgs;
use crate::Context;
use crate::args::{examples, prose};
use crate::render;
use crate::status::Status;
use crate::verbs::cover::task;

const ABOUT: &str = "\
Say the place of a solution in the order of a diagram

The solution is all of its options, in any order: numbers, from 0 in the order of the
problem, or their items, as in `'a d x:red'`. Writes its place, from 1. If the diagram
has no such solution the answer is `none`, and negative.

With --json it writes an object with `source` and `solution`: the place as a string of
digits, or `null`.";

/// Say the place of a solution in the order of a diagram
#[derive(Debug, Args)]
#[command(long_about = prose(ABOUT), after_long_help = examples(&[
    ("quadrille cover diagram rank toy.qdd 'a d f' 'b g' 'c e'", "2"),
    ("quadrille cover diagram rank toy.qdd 3 4 0", "the same by numbers"),
]))]
pub(super) struct RankArgs {
    #[command(flatten)]
    file: DiagramFileArgs,

    /// The options of the solution
    #[arg(value_name = "OPTION")]
    options: Vec<String>,

    /// Write JSON: one object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &RankArgs, context: &mut Context) -> io::Result<Status> {
    let opened = match args.file.open(args.json, context)? {
        Ok(opened) => opened,
        Err(status) => return Ok(status),
    };
    let loaded = &opened.loaded;
    let mut index = None;
    let options =
        args.options.iter().map(|text| task::resolve_one(text, "option", loaded, &mut index));
    let options: Vec<OptionId> = match options.collect() {
        Ok(options) => options,
        Err(message) => {
            context.messages.error(&loaded.source, &message);
            return Ok(Status::Bad);
        }
    };
    // Places are counted from 0 there.
    let place = opened.diagram.counted().rank(&options).map(|place| place + 1u8);
    if args.json {
        let solution = place.as_ref().map(BigUint::to_string);
        render::json_line(&mut context.out, &JsonPlace { source: &loaded.source, solution })?;
    } else {
        match &place {
            Some(place) => writeln!(context.out, "{place}")?,
            None => writeln!(context.out, "none")?,
        }
    }
    Ok(if place.is_some() { Status::Done } else { Status::Negative })
}

#[derive(Serialize)]
struct JsonPlace<'o> {
    source: &'o str,
    solution: Option<String>,
}
