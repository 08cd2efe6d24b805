//! `cover diagram export`: a diagram for other programs.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use quadrille_cover::Diagram;

use super::{DiagramFileArgs, Opened, work_out};
use crate::Context;
use crate::args::{examples, prose, values};
use crate::output::file::{OutFile, cannot_write};
use crate::status::Status;
use crate::verbs::cover::input;
use crate::verbs::cover::names::Items;

/// Nodes of a diagram without products, unless another limit is given; some 50 bytes each.
const MOST_NODES: &str = "20000000";

const ABOUT: &str = "\
Write a diagram for other programs

As `zdd`, it is the text that Knuth's programs of the ZDDREAD family read: option n is
variable n + 1. That has no products: what stands for each is written out, which may
take far more nodes. As `dot`, it is a graph in the language of Graphviz: a branch has
a solid line to where its option is taken and a dashed one to where it is not.";

/// Write a diagram for other programs
#[derive(Debug, Args)]
#[command(long_about = prose(ABOUT), after_long_help = examples(&[
    ("quadrille cover diagram export --format zdd dominoes.qdd > dominoes.zdd", ""),
    ("quadrille cover diagram export --format dot toy.qdd | dot -Tsvg > toy.svg", "a picture"),
]))]
pub(super) struct ExportArgs {
    #[command(flatten)]
    file: DiagramFileArgs,

    /// What to write
    #[arg(long, short, value_name = "FORMAT")]
    format: Format,

    /// Where to write it, or `-` for standard output
    #[arg(long, short, value_name = "FILE | -", default_value = "-", value_hint = ValueHint::FilePath)]
    output: PathBuf,

    /// Write no ZDD of more nodes than this: products are replaced by copies, which may be many
    #[arg(long, value_name = "N", default_value = MOST_NODES, allow_negative_numbers = true,
          value_parser = values::kept)]
    most_nodes: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Text for Knuth's programs that read zero-suppressed decision diagrams
    Zdd,
    /// A graph for Graphviz
    Dot,
}

pub(super) fn run(args: &ExportArgs, context: &mut Context) -> io::Result<Status> {
    let out = OutFile::prepare(&args.output).and_then(|out| {
        out.spare([&input::source(&args.file.diagram)])?;
        Ok(out)
    });
    let out = match out {
        Ok(out) => out,
        Err(message) => {
            context.messages.error("", &message);
            return Ok(Status::Bad);
        }
    };
    let opened = match args.file.open(false, context)? {
        Ok(opened) => opened,
        Err(status) => return Ok(status),
    };
    let mut plain = None;
    let shape = opened.diagram.shape();
    let most = args.most_nodes;
    if args.format == Format::Zdd && (shape.products > 0 || shape.nodes > most) {
        let made = work_out(&opened, context, move |opened| opened.diagram.without_products(most));
        match made {
            Ok(Ok(diagram)) => plain = Some(diagram),
            Ok(Err(error)) => {
                let message = format!("without products, {error}: see --most-nodes");
                context.messages.error(&opened.loaded.source, &message);
                return Ok(Status::Stopped);
            }
            Err(status) => return Ok(status),
        }
    }
    let diagram = plain.as_ref().unwrap_or(&opened.diagram);
    if out.is_stdout() {
        write(args.format, diagram, &opened, &mut context.out)?;
        return Ok(Status::Done);
    }
    match out.write(&|to| write(args.format, diagram, &opened, to)) {
        Ok(()) => Ok(Status::Done),
        Err(error) => {
            context.messages.error("", &cannot_write(out.name(), &error));
            Ok(Status::Bad)
        }
    }
}

fn write(format: Format, diagram: &Diagram, opened: &Opened, to: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Zdd => diagram.write_zdd(to),
        Format::Dot => diagram.write_dot(to, |option| Items(&opened.loaded.problem, option)),
    }
}
