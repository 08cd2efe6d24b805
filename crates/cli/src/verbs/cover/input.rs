//! Problems from files and from standard input, in Knuth's text format or in JSON.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Read, Write};
use std::sync::Arc;

use clap::{Args, ValueHint};
use quadrille_cover::{Problem, ProblemBuilder, json, text};
use quadrille_gallery::picture::Picture;
use quadrille_lab::packed::unpacked_name;

use super::names::Named;
use crate::Context;
use crate::args::values;
use crate::input::{Fault, Source, unless_cancelled, unreadable};
use crate::output::plural;
use crate::render;
use crate::status::Status;

/// What is said of Ctrl-C before the first answer.
const INTERRUPTED: &str = "interrupted: no answer yet";

/// The problems that a verb works on.
#[derive(Debug, Args)]
pub(super) struct FilesArgs {
    /// Problems, each in a file of its own, or `-` for standard input [default: -]
    ///
    /// In the text format of Knuth's programs or in JSON: see `quadrille cover --help`.
    #[arg(value_name = "FILE | -", value_parser = values::input(), value_hint = ValueHint::FilePath)]
    pub(super) files: Vec<OsString>,
}

/// The problem that a verb works on.
#[derive(Debug, Args)]
pub(super) struct FileArgs {
    /// The problem, or `-` for standard input [default: -]
    ///
    /// In the text format of Knuth's programs or in JSON: see `quadrille cover --help`.
    #[arg(value_name = "FILE | -", value_parser = values::input(), value_hint = ValueHint::FilePath)]
    pub(super) file: Option<OsString>,
}

/// A problem as it was written.
#[derive(Debug)]
pub(super) enum Document {
    Text(Named),
    Json(Problem<String, String, Option<String>>),
}

/// A problem that was read.
#[derive(Debug)]
pub(super) struct Loaded {
    /// What messages call the file.
    pub(super) source: Arc<str>,
    pub(super) problem: Named,
    /// The labels of the options, if there are any.
    pub(super) labels: Vec<Option<String>>,
    /// How its solutions are drawn, if it says so.
    pub(super) picture: Option<Picture>,
    /// The line that should say so, if it cannot be understood.
    pub(super) bad_picture: Option<String>,
}

impl Loaded {
    fn new(source: Arc<str>, document: Document, picture: Option<Picture>) -> Result<Self, Fault> {
        let (problem, labels) = match document {
            Document::Text(problem) => (problem, Vec::new()),
            Document::Json(problem) => match unlabelled(&problem) {
                Ok(split) => split,
                // What a reader has accepted is not refused by its own rules.
                Err(message) => return Err(Fault::of(&source, message)),
            },
        };
        Ok(Loaded { source, problem, labels, picture, bad_picture: None })
    }
}

/// A problem without its labels, and these.
fn unlabelled(
    labelled: &Problem<String, String, Option<String>>,
) -> Result<(Named, Vec<Option<String>>), String> {
    use quadrille_cover::{ItemId, ItemKind};
    let mut builder = ProblemBuilder::coloured();
    for (index, kind) in (0..).zip(labelled.matrix().kinds()) {
        let name = labelled.item(ItemId::new(index)).cloned().unwrap_or_default();
        let declared = match *kind {
            ItemKind::Primary { min, max } => builder.primary_between(name, min, max),
            ItemKind::Secondary => builder.secondary(name),
        };
        declared.map_err(|error| error.to_string())?;
    }
    let mut labels = Vec::new();
    for number in labelled.matrix().options() {
        let mut option = builder.option().cost(labelled.matrix().cost(number));
        for (item, colour) in labelled.option(number) {
            option = match colour {
                None => option.item(item.clone()),
                Some(colour) => option.coloured(item.clone(), colour.clone()),
            };
        }
        option.add().map_err(|error| error.to_string())?;
        labels.push(labelled.label(number).cloned().flatten());
    }
    if labels.iter().all(Option::is_none) {
        labels.clear();
    }
    Ok((builder.build(), labels))
}

/// Where to read from. Without arguments it is standard input, unless that is a terminal.
///
/// # Errors
///
/// A message that says what is missing.
fn sources(files: &[OsString]) -> Result<Vec<Source>, String> {
    if files.is_empty() {
        if io::stdin().is_terminal() {
            return Err(
                "no problem given: expected a file, or `-` to type one here; try --help".to_owned()
            );
        }
        return Ok(vec![Source::Stdin]);
    }
    let sources: Vec<Source> = files.iter().map(source).collect();
    match crate::input::is_read_twice(&sources) {
        true => Err(crate::input::STDIN_TWICE.to_owned()),
        false => Ok(sources),
    }
}

/// What is read if this file is named, or none.
pub(super) fn source_of(file: Option<&OsString>) -> Source {
    file.map_or(Source::Stdin, source)
}

pub(super) fn source(file: &OsString) -> Source {
    if file == "-" { Source::Stdin } else { Source::File(file.into()) }
}

/// All of a source, as bytes.
pub(super) fn bytes(source: &Source) -> Result<Vec<u8>, Fault> {
    let read = || {
        let mut bytes = Vec::new();
        source.open()?.read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    read().map_err(|error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => Fault::of(&source.name().into(), "no such file".to_owned()),
        _ => unreadable(&source.name().into(), &error),
    })
}

/// Whether bytes begin as JSON does, behind a byte-order mark and blanks.
pub(super) fn is_json(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    bytes.trim_ascii_start().starts_with(b"{")
}

/// What is said of text that was taken for JSON.
const JSON_BY_BRACE: &str = "; what begins with `{` is taken for JSON: a comment, `| text`, on a \
                             line before it makes it text";
const JSON_BY_NAME: &str = "; a file whose name ends in `.json` is taken for JSON";

/// Whether what begins with `{` goes on as JSON can.
fn begins_an_object(bytes: &[u8]) -> bool {
    let inner = bytes.iter().skip_while(|&&byte| byte != b'{').skip(1);
    inner
        .copied()
        .find(|byte| !byte.is_ascii_whitespace())
        .is_none_or(|byte| b"\"}".contains(&byte))
}

/// The problem that bytes are, and how its solutions are drawn.
fn parse(source: &Arc<str>, bytes: &[u8]) -> Result<(Document, Option<Picture>), Fault> {
    let fault = |line, column, message| Fault::at(source, (line, column), message);
    let named = unpacked_name(source).ends_with(".json");
    if named || is_json(bytes) {
        let read = json::read_bytes(bytes);
        let problem = read.map_err(|error| {
            let is_text = text::read_bytes(bytes).is_ok();
            let why = match named {
                // JSON that is no problem may be one as text.
                true if is_text && !bytes.trim_ascii_start().starts_with(b"[") => JSON_BY_NAME,
                false if is_text || !begins_an_object(bytes) => JSON_BY_BRACE,
                _ => "",
            };
            fault(error.line, error.column, format!("{}{why}", error.kind))
        })?;
        return Ok((Document::Json(problem), None));
    }
    let read = text::read_bytes(bytes);
    let problem = read.map_err(|error| fault(error.line, error.column, error.kind.to_string()))?;
    let picture = std::str::from_utf8(bytes).ok().and_then(Picture::find);
    Ok((Document::Text(problem), picture))
}

/// The first comment that looks as if it should say how solutions are drawn.
fn bad_picture(bytes: &[u8]) -> Option<String> {
    let mut lines = std::str::from_utf8(bytes).ok()?.trim_start_matches('\u{feff}').lines();
    let is_one = |line: &&str| {
        let comment = line.trim_start().strip_prefix('|').map(str::trim_start);
        comment.is_some_and(|comment| comment.starts_with("picture:"))
    };
    lines.find(is_one).map(|line| line.trim().to_owned())
}

/// Why a problem has no answer.
pub(super) enum Failure {
    /// It cannot be read, or the arguments do not fit it.
    Input(Fault),
    /// The answer cannot be written.
    Output(io::Error),
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Failure::Input(fault)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Output(error)
    }
}

/// Does something with each problem; `work` is told whether there are several. What is wrong with
/// one is said here, in JSON as an object in the place of its answer, and the others still run.
pub(super) fn each(
    args: &FilesArgs,
    json: bool,
    context: &mut Context,
    mut work: impl FnMut(&Loaded, bool, &mut Context) -> Result<Status, Failure>,
) -> io::Result<Status> {
    let sources = match sources(&args.files) {
        Ok(sources) => sources,
        Err(message) => {
            context.messages.error("", &message);
            return Ok(Status::Bad);
        }
    };
    let several = sources.len() > 1;
    let mut status = Status::Done;
    let mut left = sources.len() as u64;
    for source in sources {
        context.out.flush()?;
        let loaded = unless_cancelled(&context.cancel, move || load(&source));
        let Some(loaded) = loaded.filter(|_| !context.cancel.is_cancelled()) else { break };
        left -= 1;
        let done =
            loaded.map_err(Failure::Input).and_then(|loaded| work(&loaded, several, context));
        status.note(match done {
            Ok(status) => status,
            Err(Failure::Output(error)) => return Err(error),
            Err(Failure::Input(fault)) => {
                context.out.flush()?;
                fault.report(context.messages);
                if json {
                    render::json_line(&mut context.out, &render::Invalid::of(&fault))?;
                }
                Status::Bad
            }
        });
        context.out.settle()?;
    }
    if left > 0 {
        context.out.flush()?;
        let were = if left == 1 { "was" } else { "were" };
        let told = if several {
            format!("interrupted: {} {were} not tried", plural(left, "more problem"))
        } else {
            INTERRUPTED.to_owned()
        };
        context.messages.warning(&told);
        status.note(Status::Stopped);
    }
    Ok(status)
}

/// Reads a problem, and keeps its bytes; what is wrong with it is said here, as JSON too if that is
/// wanted.
pub(super) fn one_and_bytes(
    file: Option<&OsString>,
    json: bool,
    context: &mut Context,
) -> io::Result<Result<(Loaded, Vec<u8>), Status>> {
    told(file, json, context, |source| {
        let bytes = bytes(source)?;
        Ok((loaded(source.name().into(), &bytes)?, bytes))
    })
}

/// Reads a problem; what is wrong with it is said here.
pub(super) fn one(file: Option<&OsString>, context: &mut Context) -> Result<Loaded, Status> {
    read(file, context, load)
}

/// Reads the problem; what is wrong with it is said here, as JSON too if that is wanted.
pub(super) fn one_told(
    file: Option<&OsString>,
    json: bool,
    context: &mut Context,
) -> io::Result<Result<Loaded, Status>> {
    told(file, json, context, load)
}

fn told<T: Send + 'static>(
    file: Option<&OsString>,
    json: bool,
    context: &mut Context,
    read: impl FnOnce(&Source) -> Result<T, Fault> + Send + 'static,
) -> io::Result<Result<T, Status>> {
    let files: Vec<OsString> = file.cloned().into_iter().collect();
    if let Err(message) = sources(&files) {
        context.messages.error("", &message);
        return Ok(Err(Status::Bad));
    }
    let source = source_of(file);
    let read = unless_cancelled(&context.cancel, move || read(&source));
    fetched_or_told(read, json, context)
}

/// What [`fetched`] gives; what is wrong is written as JSON too, if that is wanted.
pub(super) fn fetched_or_told<T>(
    read: Option<Result<T, Fault>>,
    json: bool,
    context: &mut Context,
) -> io::Result<Result<T, Status>> {
    if let (true, Some(Err(fault))) = (json, &read) {
        render::json_line(&mut context.out, &render::Invalid::of(fault))?;
    }
    Ok(fetched(read, context))
}

/// Reads a problem as it was written, and how its solutions are drawn.
pub(super) fn document(
    file: Option<&OsString>,
    context: &mut Context,
) -> Result<(Arc<str>, Document, Option<Picture>), Status> {
    read(file, context, |source| {
        let name: Arc<str> = source.name().into();
        let (document, picture) = parse(&name, &bytes(source)?)?;
        Ok((name, document, picture))
    })
}

/// Reads a file, or standard input if none is named; what is wrong with it is said here.
fn read<T: Send + 'static>(
    file: Option<&OsString>,
    context: &mut Context,
    read: impl FnOnce(&Source) -> Result<T, Fault> + Send + 'static,
) -> Result<T, Status> {
    let files: Vec<OsString> = file.cloned().into_iter().collect();
    let source = match sources(&files) {
        Ok(sources) => sources.into_iter().next().unwrap_or(Source::Stdin),
        Err(message) => {
            context.messages.error("", &message);
            return Err(Status::Bad);
        }
    };
    fetched(unless_cancelled(&context.cancel, move || read(&source)), context)
}

/// What was read; or why not: that is said, and is a status.
pub(super) fn fetched<T>(
    read: Option<Result<T, Fault>>,
    context: &mut Context,
) -> Result<T, Status> {
    match read {
        Some(Ok(read)) => Ok(read),
        Some(Err(fault)) => {
            fault.report(context.messages);
            Err(Status::Bad)
        }
        None => {
            context.messages.warning(&INTERRUPTED);
            Err(Status::Stopped)
        }
    }
}

fn load(source: &Source) -> Result<Loaded, Fault> {
    loaded(source.name().into(), &bytes(source)?)
}

/// The problem that bytes are, which messages call by this name.
pub(super) fn loaded(name: Arc<str>, bytes: &[u8]) -> Result<Loaded, Fault> {
    let (document, picture) = parse(&name, bytes)?;
    let mut loaded = Loaded::new(name, document, picture)?;
    if loaded.picture.is_none() && loaded.labels.is_empty() {
        loaded.bad_picture = bad_picture(bytes);
    }
    Ok(loaded)
}
