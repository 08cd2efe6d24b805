//! `quadrille compare`: strategies side by side.

mod outputs;
mod table;

use std::ffi::OsString;
use std::io::{self, Write};
use std::num::{NonZeroU32, NonZeroU64};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::builder::StyledStr;
use clap::{Args, ValueHint};
use quadrille_lab::{Comparison, Corpus, Plan, export, measure};
use quadrille_sudoku::Shape;
use quadrille_sudoku::strategy::{self, Strategy};

use crate::Context;
use crate::args::{ShapeArgs, examples, section, values};
use crate::input::{self, Fault, Source};
use crate::output::{Messages, Stream, columns, plural};
use crate::progress::Progress;
use crate::status::Status;

use outputs::Outputs;

/// What others are compared with, unless another is named.
const DEFAULT_BASELINE: &str = "backtrack";

/// Compare strategies on puzzles
///
/// Runs every strategy on every puzzle, several times, in an order that changes; verifies every
/// answer outside the clock; and shows a table. Timeouts are counted and stand in every figure with
/// at least the time limit. A wrong answer voids the timing, is shown with its puzzle, and ends in
/// exit code 1; since every solution is verified, a disagreement between strategies shows which of
/// them is wrong.
///
/// A timeout is a result like any other: a comparison in which strategies timed out ends in exit
/// code 0.
///
/// Ctrl-C shows the table of what was measured until then, with exit code 3; pressed again it ends
/// the program.
///
/// On a terminal the table is as wide as that allows: it leaves columns out, and says which. The
/// files of --json and --csv have everything. They are written at the end, after Ctrl-C with what
/// was measured until then, and replace what was there in one step.
#[derive(Debug, Args)]
#[command(after_long_help = footer())]
pub(crate) struct CompareArgs {
    /// Puzzles, files, or `-` for standard input [default: puzzles that come with the program]
    #[arg(value_name = "CORPUS", value_parser = values::input(), value_hint = ValueHint::FilePath)]
    pub(crate) corpora: Vec<OsString>,

    /// The strategies to compare [default: all that can take the size]
    #[arg(long, short, value_name = "A,B,…", value_delimiter = ',', value_parser = values::strategy())]
    strategies: Vec<&'static dyn Strategy>,

    /// The strategy that speed-ups are relative to; it runs as well [default: backtrack, or the
    /// first of --strategies if that is not among them]
    #[arg(long, value_name = "NAME", value_parser = values::strategy(), hide_possible_values = true)]
    baseline: Option<&'static dyn Strategy>,

    /// Look for up to this many solutions of a puzzle: 2 decides whether it has exactly one
    #[arg(long, short = 'n', value_name = "N", default_value_t = quadrille_lab::DEFAULT_LIMIT,
          allow_negative_numbers = true, value_parser = values::solutions)]
    limit: NonZeroU64,

    /// Stop a strategy on a puzzle after this time: `1s`, `500ms`, `2m`
    #[arg(long, value_name = "TIME", default_value = "1s", allow_hyphen_values = true,
          value_parser = values::time)]
    time_limit_per_puzzle: Duration,

    /// Run every strategy this often on every puzzle; what counts is the median
    #[arg(long, short, value_name = "N", default_value_t = quadrille_lab::DEFAULT_ROUNDS,
          allow_negative_numbers = true, value_parser = values::runs)]
    repeat: NonZeroU32,

    /// Write everything that was measured, and what is needed to repeat it, as JSON; with `-` to
    /// standard output, the table then to standard error
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    json: Option<PathBuf>,

    /// Write a row for each puzzle and strategy as CSV; `-` as with --json
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    csv: Option<PathBuf>,

    #[command(flatten)]
    shape: ShapeArgs,
}

/// Examples, what the columns of the CSV are, exit codes.
fn footer() -> StyledStr {
    let mut help = StyledStr::new();
    let mut columns = String::new();
    for (name, meaning) in export::COLUMNS {
        columns += &format!("  {name:16} {meaning}\n");
    }
    section(&mut help, "Columns of --csv", &columns);
    let shown = examples(&[
        ("quadrille compare", "all strategies on puzzles that come with the program"),
        ("quadrille compare puzzles.txt --strategies dlx,propagate --repeat 5", ""),
        ("quadrille compare easy.txt hard.txt --baseline mrv --json new.json", "keep the figures"),
        ("quadrille compare hard.txt --csv - > figures.csv", "a row for each puzzle and strategy"),
    ]);
    StyledStr::from(format!("{}\n{}", help.ansi(), shown.ansi()))
}

/// What there is to read, or why there is nothing; none stands for the embedded puzzles.
type Sources = Vec<Result<Source, String>>;

pub(crate) fn run(args: &CompareArgs, context: &mut Context) -> io::Result<Status> {
    let (plan, sources, outputs) = match prepare(args, context) {
        Ok(prepared) => prepared,
        Err(message) => {
            context.messages.error("", &message);
            return Ok(Status::Bad);
        }
    };
    let (shape, messages) = (args.shape.shape, context.messages);
    let read = move || corpus(sources, shape, messages);
    let Some((corpus, mut status)) = input::unless_cancelled(&context.cancel, read) else {
        messages.warning(&"interrupted: nothing was measured");
        return Ok(Status::Stopped);
    };
    if corpus.puzzles().is_empty() {
        if status == Status::Done {
            context.messages.error("", &"no puzzle to measure");
        }
        return Ok(Status::Bad);
    }
    if cfg!(debug_assertions) {
        context.messages.warning(&"this is a debug build: its figures say little");
    }
    let measured = measure(&plan, &corpus, &mut Progress::of_runs());
    let comparison = Comparison::new(&plan, &corpus, &measured);
    show(&comparison, outputs.use_stdout(), context)?;
    status.note(outputs.write(&comparison, context)?);
    if comparison.has_wrong_answers() {
        status.note(Status::Negative);
    }
    if !comparison.complete {
        status.note(Status::Stopped);
    }
    Ok(status)
}

/// Everything that can be found out to be impossible before the measuring.
fn prepare(
    args: &CompareArgs,
    context: &Context,
) -> Result<(Plan<'static>, Sources, Outputs), String> {
    let plan = plan(args, context)?;
    let shape = args.shape.shape;
    let sources = match args.corpora.as_slice() {
        [] if shape == Shape::CLASSIC => Vec::new(),
        [] => {
            let message = "the puzzles that come with the program are 9×9: name a file of yours";
            return Err(message.to_owned());
        }
        corpora => input::sources(corpora, shape)?,
    };
    let outputs = Outputs::prepare(args.json.as_deref(), args.csv.as_deref(), &sources)?;
    Ok((plan, sources, outputs))
}

fn plan(args: &CompareArgs, context: &Context) -> Result<Plan<'static>, String> {
    let shape = args.shape.shape;
    let mut strategies = args.strategies.clone();
    if strategies.is_empty() {
        strategies.extend(strategy::ALL.iter().filter(|strategy| strategy.takes(shape)));
    }
    for &strategy in strategies.iter().chain(&args.baseline) {
        strategy::check_shape(strategy, shape).map_err(|error| error.to_string())?;
    }
    let named = |name: &str| strategies.iter().any(|strategy| strategy.name() == name);
    let baseline = match args.baseline {
        Some(baseline) => baseline.name(),
        None if named(DEFAULT_BASELINE) => DEFAULT_BASELINE,
        None => strategies.first().map_or("", |strategy| strategy.name()),
    };
    let mut plan = Plan::new(strategies, baseline).map_err(|error| error.to_string())?;
    plan.limit = args.limit;
    plan.time_limit = args.time_limit_per_puzzle;
    plan.rounds = args.repeat;
    plan.cancel = context.cancel.clone();
    Ok(plan)
}

/// Reads what is to be measured; what cannot be read is reported, and noted in the status.
fn corpus(sources: Sources, shape: Shape, messages: Messages) -> (Corpus, Status) {
    let mut status = Status::Done;
    if sources.is_empty() {
        return (Corpus::embedded(), status);
    }
    let names: Vec<String> = sources.iter().flatten().map(short_name).collect();
    let mut corpus = Corpus::new(names.join(" + "), shape);
    // One a source of the corpus: whether its faults are perhaps those of a file's name.
    let mut doubtful = Vec::new();
    for source in sources {
        let doubt = source.as_ref().is_ok_and(Source::is_doubtful);
        if let Err(fault) = add(&mut corpus, source) {
            fault.report(messages);
            status.note(Status::Bad);
        }
        doubtful.resize(corpus.sources().len(), doubt);
    }
    for rejected in corpus.rejected() {
        let source = corpus.source_name(rejected.source).into();
        let position = (rejected.line, rejected.column);
        let doubtful = doubtful.get(rejected.source).is_some_and(|&doubt| doubt);
        let fault = Fault::at(&source, position, rejected.message.clone());
        let fault = Fault { doubtful, ..fault };
        fault.report(messages);
        status.note(Status::Bad);
    }
    (corpus, status)
}

/// What a source is called in the name of a corpus: a file without its folder.
fn short_name(source: &Source) -> String {
    match source {
        Source::File(path) => path.file_name().map(|name| name.to_string_lossy().into_owned()),
        Source::Stdin | Source::Argument(..) => None,
    }
    .unwrap_or_else(|| source.name())
}

fn add(corpus: &mut Corpus, source: Result<Source, String>) -> Result<(), Fault> {
    let source = source.map_err(|message| Fault::of(&"".into(), message))?;
    let name: Arc<str> = source.name().into();
    let reader = source.open().map_err(|error| input::unreadable(&name, &error))?;
    corpus.add(&*name, reader);
    match corpus.sources().last() {
        Some(read) if read.puzzles + read.rejected == 0 => {
            Err(Fault::of(&name, "no puzzle found: expected at least one".to_owned()))
        }
        _ => Ok(()),
    }
}

/// Shows the table; aside, on standard error, if standard output is for something else.
fn show(comparison: &Comparison, aside: bool, context: &mut Context) -> io::Result<()> {
    let stream = if aside { Stream::Stderr } else { Stream::Stdout };
    let text = table::render(comparison, context.out.colour() && !aside, columns(stream));
    if aside {
        context.messages.note(&text.trim_end());
    } else {
        context.out.write_all(text.as_bytes())?;
    }
    for wrong in &comparison.wrong {
        let message =
            format!("wrong answer of `{}`: {}\n  {}", wrong.strategy, wrong.reason, wrong.puzzle);
        if aside {
            context.messages.error(&format!("{}:{}", wrong.source, wrong.line), &message);
        } else {
            writeln!(context.out, "{}:{}: {message}", wrong.source, wrong.line)?;
        }
    }
    if !comparison.complete {
        context.out.flush()?;
        context.messages.warning(&interrupted(comparison));
    }
    Ok(())
}

/// How far an interrupted comparison came.
fn interrupted(comparison: &Comparison) -> String {
    let (measured, planned) = (comparison.puzzles.len(), comparison.corpus.puzzles);
    let (rounds, repeat) = (comparison.settings.rounds, comparison.settings.repeat);
    let puzzles = plural(planned as u64, "puzzle");
    if measured == 0 {
        return "interrupted: nothing was measured".to_owned();
    }
    if measured < planned {
        return format!("interrupted in run 1 of {repeat}, after {measured} of {puzzles}");
    }
    format!("interrupted in run {} of {repeat}", rounds + 1)
}
