//! `cover diagram restrict`: the solutions with some options and without others, as another diagram.

use std::io;

use clap::Args;
use indicatif::HumanCount;

use super::build::OutArgs;
use super::{DiagramFileArgs, work_out};
use crate::Context;
use crate::amounts::solutions;
use crate::args::{examples, prose};
use crate::input::Source;
use crate::status::Status;
use crate::verbs::cover::input;
use crate::verbs::cover::task::{AssumptionArgs, Assumptions};

const ABOUT: &str = "\
Keep the solutions of a diagram that have given options and no forbidden ones

Writes them as another diagram, of the same problem and in the same order; how many
are left stands on standard error. If none is, the diagram is written all the same, and
the answer is negative.";

/// Keep the solutions of a diagram that have given options and no forbidden ones
#[derive(Debug, Args)]
#[command(long_about = prose(ABOUT), after_long_help = examples(&[
    ("quadrille cover diagram restrict --given 'a d f' --forbid 5 toy.qdd -o less.qdd", ""),
    ("quadrille cover diagram restrict --forbid 0 all.qdd -o - | quadrille cover diagram count -",
     "without a file"),
]))]
pub(super) struct RestrictArgs {
    #[command(flatten)]
    file: DiagramFileArgs,

    #[command(flatten)]
    assumptions: AssumptionArgs,

    #[command(flatten)]
    out: OutArgs,
}

pub(super) fn run(args: &RestrictArgs, context: &mut Context) -> io::Result<Status> {
    let source: Source = input::source(&args.file.diagram);
    let out = match args.out.prepare(&source, context) {
        Ok(out) => out,
        Err(status) => return Ok(status),
    };
    let opened = match args.file.open(false, context)? {
        Ok(opened) => opened,
        Err(status) => return Ok(status),
    };
    let loaded = &opened.loaded;
    let Assumptions { given, forbidden } = match args.assumptions.resolve(loaded) {
        Ok(assumptions) => assumptions,
        Err(message) => {
            context.messages.error(&loaded.source, &message);
            return Ok(Status::Bad);
        }
    };
    let restricted = work_out(&opened, context, move |opened| {
        let restricted = opened.diagram.restrict(&given, &forbidden)?;
        let count = restricted.count();
        Ok::<_, quadrille_cover::diagram::DiagramError>((restricted, count))
    });
    let (restricted, count) = match restricted {
        Ok(Ok(found)) => found,
        Ok(Err(error)) => {
            context.messages.error(&loaded.source, &error);
            return Ok(Status::Bad);
        }
        Err(status) => return Ok(status),
    };
    if !out.write(&opened.head, loaded, &restricted, context)? {
        return Ok(Status::Bad);
    }
    let nodes = HumanCount(restricted.shape().nodes as u64);
    let count = solutions(&count);
    context.messages.note(&format_args!("{}: {count}, {nodes} nodes", out.shown()));
    Ok(if restricted.is_empty() { Status::Negative } else { Status::Done })
}
