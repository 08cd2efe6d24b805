//! `quadrille cover convert`: the same problem for other programs.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum, ValueHint};
use quadrille_cover::export::{cnf, lp};
use quadrille_cover::{ItemId, Matrix, Problem, json, text};
use quadrille_gallery::picture::Picture;

use super::input::{self, Document, FileArgs};
use crate::Context;
use crate::args::{examples, prose};
use crate::input::Fault;
use crate::output::file::{OutFile, cannot_write};
use crate::status::Status;
use quadrille_sudoku::CancelToken;

const ABOUT: &str = "\
Write an exact-cover problem in another format

Writes the problem as text, which Knuth's programs read within their limits; as
JSON, which takes any names and keeps the labels of options; or for other kinds of
solvers, as a formula whose models are the solutions (DIMACS CNF) or as an integer
program (LP format). Option 0, the first of the file, is variable 1 of the formula
and x0 of the program, and so on; comments say which is which.

Comments of the problem are lost, but for that which says how its solutions are
drawn, which text keeps.";

/// Write an exact-cover problem in another format
#[derive(Debug, Args)]
#[command(long_about = prose(ABOUT), after_long_help = examples(&[
    ("quadrille cover convert --to json problem.dlx", ""),
    ("quadrille puzzle queens 8 | quadrille cover convert --to cnf -o queens.cnf -",
     "for a SAT solver or a model counter"),
    ("quadrille cover convert --to lp roster.dlx -o roster.lp", "for a MILP solver"),
]))]
pub(super) struct ConvertArgs {
    #[command(flatten)]
    file: FileArgs,

    /// The format
    #[arg(long, value_name = "FORMAT")]
    to: Format,

    /// Write to this file, as a whole at the end [default: standard output]
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The text format of Knuth's programs
    Text,
    /// JSON; its fields are described with the library, `quadrille_cover::json`
    Json,
    /// DIMACS CNF, without the costs
    Cnf,
    /// LP format, the costs as objective
    Lp,
}

pub(super) fn run(args: &ConvertArgs, context: &mut Context) -> io::Result<Status> {
    let output = match args.output.as_deref().map(OutFile::prepare).transpose() {
        Ok(output) => output.filter(|output| !output.is_stdout()),
        Err(message) => {
            context.messages.error("", &message);
            return Ok(Status::Bad);
        }
    };
    if let Some(output) = &output
        && let Err(message) = output.spare([&input::source_of(args.file.file.as_ref())])
    {
        context.messages.error("", &message);
        return Ok(Status::Bad);
    }
    let (source, document, picture) = match input::document(args.file.file.as_ref(), context) {
        Ok(read) => read,
        Err(status) => return Ok(status),
    };
    let picture = picture.as_ref();
    if args.to == Format::Lp && !lp::costs_are_exact(document.matrix()) {
        let told = "the costs add up to more than 2^53: solvers that calculate in double \
                    precision will not be exact";
        context.messages.warning(&format_args!("{source}: {told}"));
    }
    let cancel = context.cancel.clone();
    let write = |to: &mut dyn Write| {
        write(args.to, &document, picture, &mut Cancellable { to, cancel: &cancel })
    };
    let Some(output) = output else {
        let written = write(&mut context.out);
        if written.is_err() && cancel.is_cancelled() {
            context.messages.warning(&"interrupted: not all of it was written");
            return Ok(Status::Stopped);
        }
        return match refused(&source, written)? {
            Ok(()) => Ok(Status::Done),
            Err(fault) => {
                fault.report(context.messages);
                Ok(Status::Bad)
            }
        };
    };
    let written = output.write(&write);
    if written.is_err() && cancel.is_cancelled() {
        let told = format!("interrupted: {} was not written", output.shown());
        context.messages.warning(&told);
        return Ok(Status::Stopped);
    }
    let message = match written {
        Ok(()) => return Ok(Status::Done),
        Err(error) => match refused(&source, Err(error)) {
            Ok(Err(fault)) => {
                fault.report(context.messages);
                return Ok(Status::Bad);
            }
            Ok(Ok(())) => return Ok(Status::Done),
            Err(error) => cannot_write(output.name(), &error),
        },
    };
    context.messages.error("", &message);
    Ok(Status::Bad)
}

/// A stream that takes nothing more after Ctrl-C.
struct Cancellable<'a> {
    to: &'a mut dyn Write,
    cancel: &'a CancelToken,
}

impl Write for Cancellable<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.cancel.is_cancelled() {
            true => Err(io::Error::other("interrupted")),
            false => self.to.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

impl Document {
    fn matrix(&self) -> &Matrix {
        match self {
            Document::Text(problem) => problem.matrix(),
            Document::Json(problem) => problem.matrix(),
        }
    }
}

fn write(
    format: Format,
    document: &Document,
    picture: Option<&Picture>,
    mut out: &mut dyn Write,
) -> io::Result<()> {
    match (format, document) {
        (Format::Text, Document::Text(problem)) => write_head(problem, picture, out)?,
        (Format::Text, Document::Json(problem)) => write_head(problem, picture, out)?,
        _ => {}
    }
    let out = &mut out;
    match (format, document) {
        (Format::Text, Document::Text(problem)) => text::write_to(problem, out),
        (Format::Text, Document::Json(problem)) => text::write_to(problem, out),
        (Format::Json, Document::Text(problem)) => json::write_to(problem, out),
        (Format::Json, Document::Json(problem)) => json::write_to(problem, out),
        (Format::Cnf, Document::Text(problem)) => cnf::write_to(problem, out),
        (Format::Cnf, Document::Json(problem)) => cnf::write_to(problem, out),
        (Format::Lp, Document::Text(problem)) => lp::write_to(problem, out),
        (Format::Lp, Document::Json(problem)) => lp::write_to(problem, out),
    }
}

/// Writes the comments before a problem in text: how solutions are drawn, and something where the
/// text would else be taken for JSON.
pub(super) fn write_head<O>(
    problem: &Problem<String, String, O>,
    picture: Option<&Picture>,
    out: &mut dyn Write,
) -> io::Result<()> {
    if let Some(picture) = picture {
        writeln!(out, "| {}", picture.comment())?;
    }
    // That a name can be written is found out later: what has none is not taken for anything.
    let mut items = (0..).map_while(|id| problem.item(ItemId::new(id)));
    if items.any(|name| name.starts_with('{')) {
        writeln!(out, "| not JSON")?;
    }
    Ok(())
}

/// Tells a problem that a format cannot hold from results that cannot be written.
pub(super) fn refused(source: &Arc<str>, written: io::Result<()>) -> io::Result<Result<(), Fault>> {
    match written {
        Ok(()) => Ok(Ok(())),
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => {
            Ok(Err(Fault::of(source, error.to_string())))
        }
        Err(error) => Err(error),
    }
}
