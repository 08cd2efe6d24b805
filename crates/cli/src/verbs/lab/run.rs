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

    #[command(flatten)]
    keep: KeepArgs,

    /// How the report is written to standard output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

pub(super) fn run(args: &RunArgs, context: &mut Context) -> io::Result<Status> {
    let path = args.output.clone().unwrap_or_else(|| {
        let mut name = args.definition.file_stem().unwrap_or("results".as_ref()).to_owned();
        name.push(".json");
        PathBuf::from(name)
    });
    let output = args.keep.output(path);
    let session = match prepare(args, &output, context) {
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
    let Some(mut saving) = output.begin(session.results(), context) else {
        return Ok(Status::Bad);
    };
    let results = session.run(&mut saving);
    let mut status = saving.end(&results, context);
    args.format.write(&results, &mut context.out)?;
    status.note(verdict(&results, context));
    Ok(status)
}

/// What results come to; that they are a part of what was planned is said.
pub(super) fn verdict(results: &Results, context: &Context) -> Status {
    let mut status = Status::Done;
    if results.has_faults() {
        status.note(Status::Negative);
    }
    if !results.complete {
        context.messages.warning(&"interrupted: these are the results until then");
        status.note(Status::Stopped);
    }
    status
}

/// What is wrong, and where: a file, or a place in it.
type Failure = (String, String);

/// Reads everything; nothing if Ctrl-C was pressed meanwhile.
fn prepare(
    args: &RunArgs,
    output: &Output,
    context: &Context,
) -> Result<Option<Session<'static>>, Failure> {
    let nowhere = |message: String| (String::new(), message);
    let (definition, text) = read(&args.definition)?;
    output.check().map_err(nowhere)?;
    let folder = args.definition.parent().unwrap_or(Path::new("")).to_owned();
    let (corpora, seed) = (definition.corpora.clone(), definition.seed);
    let read = move || -> Result<Vec<Material>, MaterialError> {
        corpora.iter().map(|corpus| Material::read(corpus, &folder, seed)).collect()
    };
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
    Ok(Some(session))
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

/// How results are kept.
#[derive(Debug, Args)]
pub(super) struct KeepArgs {
    /// Replace results that are there already
    #[arg(long)]
    force: bool,

    /// Save at least this long after the last time
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = values::time)]
    save_every: Duration,
}

impl KeepArgs {
    pub(super) fn output(&self, path: PathBuf) -> Output {
        Output { path, force: self.force, save_every: self.save_every }
    }
}

/// Where results go.
#[derive(Debug)]
pub(super) struct Output {
    path: PathBuf,
    /// Whether to replace what is there.
    force: bool,
    save_every: Duration,
}

impl Output {
    /// Whether results may go there.
    ///
    /// # Errors
    ///
    /// A message if something is there that would be lost.
    pub(super) fn check(&self) -> Result<(), String> {
        match self.path.exists() && !self.force {
            true => Err(format!("{} is there already: --force replaces it", self.path.display())),
            false => Ok(()),
        }
    }

    /// Saves results that are still empty; `None` if that cannot be done, which is reported.
    pub(super) fn begin(self, empty: &Results, context: &Context) -> Option<Saving> {
        if cfg!(debug_assertions) {
            context.messages.warning(&"this is a debug build: its figures say little");
        }
        let saver = Saver::new(&self.path, self.save_every);
        let mut saving = Saving { path: self.path, saver, progress: Progress::of_runs() };
        (saving.save(empty, context) == Status::Done).then_some(saving)
    }
}

/// Saves, and shows how far it is.
#[derive(Debug)]
pub(super) struct Saving {
    path: PathBuf,
    saver: Saver,
    progress: Progress,
}

impl Saving {
    fn save(&mut self, results: &Results, context: &Context) -> Status {
        match self.saver.save(results) {
            Ok(()) => Status::Done,
            Err(error) => {
                let path = self.path.display();
                context.messages.error("", &format_args!("cannot write {path}: {error}"));
                Status::Bad
            }
        }
    }

    /// Saves what there is at the end.
    pub(super) fn end(mut self, results: &Results, context: &Context) -> Status {
        self.save(results, context)
    }
}

impl Watcher for Saving {
    fn begin(&mut self, runs: u64) {
        self.progress.begin(runs);
    }

    fn ran(&mut self, runs: u64) {
        self.progress.add(runs);
    }

    fn progress(&mut self, results: &dyn Fn() -> Results) {
        self.saver.progress(results);
    }

    fn end(&mut self) {
        self.progress.clear();
    }
}
