//! `quadrille lab run`: measures what a definition says.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueHint};
use quadrille_lab::analysis::lesser;
use quadrille_lab::definition::{BUILT_IN, Definition};
use quadrille_lab::results::{DefinitionText, Results, Saver};
use quadrille_lab::session::{Session, Watcher};
use quadrille_lab::{Material, MaterialError, show};

use super::look::Format;
use crate::Context;
use crate::args::{examples, values};
use crate::input::unless_cancelled;
use crate::progress::Progress;
use crate::status::Status;

/// Measure what a definition says
///
/// Every engine runs on every puzzle, in rounds and in an order that changes; every answer is verified
/// outside the clock. A wrong or missing answer voids the time, is shown with its puzzle, excludes the
/// engine from rankings, and ends in exit code 1. Timeouts are results like any other.
///
/// Results are saved while they come in, each time in one step: Ctrl-C, or whatever else ends it, leaves
/// those until then, and `lab report` reads them.
#[derive(Debug, Args)]
#[command(after_long_help = examples(&[
    ("quadrille lab run quick", "a definition that comes with the program; writes quick.json"),
    ("quadrille lab run mine.toml -o monday.json", ""),
    ("quadrille lab list --show quick > mine.toml", "a definition to start from"),
]))]
pub(super) struct RunArgs {
    /// The definition: a file in TOML, or the name of one that comes with the program
    #[arg(value_name = "DEFINITION", value_hint = ValueHint::FilePath)]
    definition: PathBuf,

    /// Where the results go [default: the name of the definition, with `.json`, here]
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,

    /// Replace results that are there already
    #[arg(long)]
    force: bool,

    /// Save at least this long after the last time
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = values::time)]
    save_every: Duration,

    /// How the report is written to standard output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

pub(super) fn run(args: &RunArgs, context: &mut Context) -> io::Result<Status> {
    let (session, path) = match prepare(args, context) {
        Ok(Some(prepared)) => prepared,
        Ok(None) => {
            context.messages.warning(&"interrupted: nothing was measured");
            return Ok(Status::Stopped);
        }
        Err((place, message)) => {
            context.messages.error(&place, &message);
            return Ok(Status::Bad);
        }
    };
    if cfg!(debug_assertions) {
        context.messages.warning(&"this is a debug build: its figures say little");
    }
    let cannot_write = |error: io::Error| format!("cannot write {}: {error}", path.display());
    let mut saver = Saver::new(&path, args.save_every);
    if let Err(error) = saver.save(session.results()) {
        context.messages.error("", &cannot_write(error));
        return Ok(Status::Bad);
    }
    let mut watcher = Saving { saver, progress: Progress::of_runs() };
    let results = session.run(&mut watcher);
    let mut status = Status::Done;
    if let Err(error) = watcher.saver.save(&results) {
        context.messages.error("", &cannot_write(error));
        status.note(Status::Bad);
    }
    args.format.write(&results, &mut context.out)?;
    if results.has_faults() {
        status.note(Status::Negative);
    }
    if !results.complete {
        context.messages.warning(&"interrupted: these are the results until then");
        status.note(Status::Stopped);
    }
    Ok(status)
}

/// What is wrong, and where: a file, or a place in it.
type Failure = (String, String);

/// Reads everything; nothing if Ctrl-C was pressed meanwhile.
fn prepare(
    args: &RunArgs,
    context: &Context,
) -> Result<Option<(Session<'static>, PathBuf)>, Failure> {
    let (definition, text) = read(&args.definition)?;
    let path = output(args);
    if path.exists() && !args.force {
        let message = format!("{} is there already: --force replaces it", path.display());
        return Err((String::new(), message));
    }
    let folder = args.definition.parent().unwrap_or(Path::new("")).to_owned();
    let (corpora, seed) = (definition.corpora.clone(), definition.seed);
    let read = move || -> Result<Vec<Material>, MaterialError> {
        corpora.iter().map(|corpus| Material::read(corpus, &folder, seed)).collect()
    };
    let nowhere = |message: String| (String::new(), message);
    let Some(materials) = unless_cancelled(&context.cancel, read) else { return Ok(None) };
    let materials = materials.map_err(|error| nowhere(error.to_string()))?;
    for rejected in materials.iter().flat_map(|material| &material.rejected) {
        context.messages.warning(&format_args!("left out: {rejected}"));
    }
    let session = Session::new(&definition, text, materials, context.cancel.clone());
    let session = session.map_err(|error| nowhere(error.to_string()))?;
    for engine in lesser(session.results()) {
        context.messages.warning(&show::lesser_note(session.results(), engine));
    }
    Ok(Some((session, path)))
}

/// A definition from a file, or one that comes with the program.
pub(super) fn read(path: &Path) -> Result<(Definition, DefinitionText), Failure> {
    let name = path.display().to_string();
    let built_in = BUILT_IN.iter().find(|built_in| path == Path::new(built_in.name));
    let text = match (std::fs::read_to_string(path), built_in) {
        (Ok(text), _) => text,
        (Err(_), Some(built_in)) => built_in.text.to_owned(),
        (Err(error), None) => return Err((name, format!("cannot read it: {error}"))),
    };
    let definition = Definition::read(&text)
        .map_err(|error| (format!("{name}:{}:{}", error.line, error.column), error.message))?;
    Ok((definition, DefinitionText::new(name, text)))
}

fn output(args: &RunArgs) -> PathBuf {
    args.output.clone().unwrap_or_else(|| {
        let stem = args.definition.file_stem().unwrap_or("results".as_ref());
        Path::new(stem).with_extension("json")
    })
}

/// Saves, and shows how far it is.
struct Saving {
    saver: Saver,
    progress: Progress,
}

impl Watcher for Saving {
    fn begin(&mut self, runs: u64) {
        self.progress.begin(runs);
    }

    fn ran(&mut self, runs: u64) {
        self.progress.add(runs);
    }

    fn progress(&mut self, results: &Results) {
        self.saver.progress(results);
    }

    fn end(&mut self) {
        self.progress.clear();
    }
}
