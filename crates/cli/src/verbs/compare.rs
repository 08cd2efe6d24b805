//! `quadrille compare`: strategies side by side.

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::num::{NonZeroU32, NonZeroU64};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use quadrille_lab::{Comparison, Corpus, Observer, Plan, Run, export, measure};
use quadrille_sudoku::Shape;
use quadrille_sudoku::strategy::{self, Strategy};

use super::table;
use crate::Context;
use crate::args::{ShapeArgs, examples, strategy_parser};
use crate::input::{self, Source};
use crate::output::Messages;
use crate::status::Status;

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
/// Ctrl-C shows the table of what was measured until then, with exit code 3; pressed again it ends
/// the program.
#[derive(Debug, Args)]
#[command(after_long_help = examples(&[
    ("quadrille compare", "all strategies on puzzles that come with the program"),
    ("quadrille compare puzzles.txt --strategies dlx,propagate --repeat 5", ""),
    ("quadrille compare easy.txt hard.txt --baseline mrv --json figures.json", "keep the figures"),
    ("quadrille compare hard.txt --csv - > figures.csv", "a row for each puzzle and strategy"),
]))]
pub(crate) struct CompareArgs {
    /// Puzzles, files, or `-` for standard input [default: puzzles that come with the program]
    #[arg(value_name = "CORPUS")]
    corpora: Vec<String>,

    /// The strategies to compare [default: all]
    #[arg(long, short, value_name = "A,B,…", value_delimiter = ',', value_parser = strategy_parser())]
    strategies: Vec<&'static dyn Strategy>,

    /// The strategy that speed-ups are relative to; it runs as well [default: backtrack, or the
    /// first of --strategies if that is not among them]
    #[arg(long, value_name = "NAME", value_parser = strategy_parser(), hide_possible_values = true)]
    baseline: Option<&'static dyn Strategy>,

    /// Look for up to this many solutions of a puzzle: 2 decides whether it has exactly one
    #[arg(long, short = 'n', value_name = "N", default_value_t = quadrille_lab::DEFAULT_LIMIT)]
    limit: NonZeroU64,

    /// Stop a strategy on a puzzle after this time: `1s`, `500ms`, `2m`
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = humantime::parse_duration)]
    time_limit_per_puzzle: Duration,

    /// Run every strategy this often on every puzzle; what counts is the median
    #[arg(long, short, value_name = "N", default_value_t = quadrille_lab::DEFAULT_ROUNDS)]
    repeat: NonZeroU32,

    /// Write everything that was measured, and what is needed to repeat it, as JSON; with `-` to
    /// standard output, the table then to standard error
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// Write a row for each puzzle and strategy as CSV; `-` as with --json
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,

    #[command(flatten)]
    shape: ShapeArgs,
}

pub(crate) fn run(args: &CompareArgs, context: &mut Context) -> io::Result<Status> {
    let plan = match plan(args, context) {
        Ok(plan) => plan,
        Err(message) => {
            context.messages.error("", &message);
            return Ok(Status::Bad);
        }
    };
    // Opened first: that a file cannot be written to should not be found out after the measuring.
    let outputs = match Outputs::open(args) {
        Ok(outputs) => outputs,
        Err(message) => {
            context.messages.error("", &message);
            return Ok(Status::Bad);
        }
    };
    let (names, shape, messages) = (args.corpora.clone(), args.shape.shape, context.messages);
    let read = move || corpus(&names, shape, messages);
    let Some((corpus, mut status)) = input::unless_cancelled(&context.cancel, read) else {
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
    let measured = measure(&plan, &corpus, &mut Progress::new());
    let comparison = Comparison::new(&plan, &corpus, &measured);
    show(&comparison, args, context)?;
    status.note(outputs.write(&comparison, context)?);
    if comparison.has_wrong_answers() {
        status.note(Status::Negative);
    }
    if !comparison.complete {
        status.note(Status::Stopped);
    }
    Ok(status)
}

fn plan(args: &CompareArgs, context: &Context) -> Result<Plan<'static>, String> {
    let strategies =
        if args.strategies.is_empty() { strategy::ALL.to_vec() } else { args.strategies.clone() };
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
fn corpus(arguments: &[String], shape: Shape, messages: Messages) -> (Corpus, Status) {
    let mut status = Status::Done;
    if arguments.is_empty() {
        if shape == Shape::CLASSIC {
            return (Corpus::embedded(), status);
        }
        let message = "the puzzles that come with the program are 9×9: name a file of yours";
        messages.error("", &message);
        return (Corpus::new("none", shape), Status::Bad);
    }
    let sources = input::sources(arguments).unwrap_or_default();
    let names: Vec<String> = sources.iter().flatten().map(short_name).collect();
    let mut corpus = Corpus::new(names.join(" + "), shape);
    for source in sources {
        if let Err(fault) = add(&mut corpus, source) {
            fault.report(messages);
            status.note(Status::Bad);
        }
    }
    for rejected in corpus.rejected() {
        let source = corpus.source_name(rejected.source);
        let place = format!("{source}:{}:{}", rejected.line, rejected.column);
        messages.error(&place, &rejected.message);
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

fn add(corpus: &mut Corpus, source: Result<Source, String>) -> Result<(), input::Fault> {
    let fault = |source: Arc<str>, message| input::Fault { source, position: None, message };
    let source = source.map_err(|message| fault("".into(), message))?;
    let name: Arc<str> = source.name().into();
    let reader = source.open().map_err(|error| input::unreadable(&name, &error))?;
    corpus.add(&*name, reader);
    match corpus.sources().last() {
        Some(read) if read.puzzles + read.rejected == 0 => {
            Err(fault(name, "no puzzle found: expected at least one".to_owned()))
        }
        _ => Ok(()),
    }
}

fn is_stdout(path: &Option<PathBuf>) -> bool {
    path.as_deref() == Some(Path::new("-"))
}

fn show(comparison: &Comparison, args: &CompareArgs, context: &mut Context) -> io::Result<()> {
    let aside = is_stdout(&args.json) || is_stdout(&args.csv);
    let text = table::render(comparison, context.out.colour() && !aside);
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
        context.messages.warning(&"interrupted: these are the figures so far");
    }
    Ok(())
}

/// Where the figures go, besides the table.
struct Outputs {
    json: Option<(PathBuf, Target)>,
    csv: Option<(PathBuf, Target)>,
}

enum Target {
    Stdout,
    File(File),
}

impl Outputs {
    fn open(args: &CompareArgs) -> Result<Self, String> {
        if is_stdout(&args.json) && is_stdout(&args.csv) {
            return Err("--json and --csv cannot both go to standard output".to_owned());
        }
        let open = |path: &Option<PathBuf>| match path {
            None => Ok(None),
            Some(path) if path.as_path() == Path::new("-") => {
                Ok(Some((path.clone(), Target::Stdout)))
            }
            Some(path) => match File::create(path) {
                Ok(file) => Ok(Some((path.clone(), Target::File(file)))),
                Err(error) => Err(format!("cannot write {}: {error}", path.display())),
            },
        };
        Ok(Outputs { json: open(&args.json)?, csv: open(&args.csv)? })
    }

    fn write(self, comparison: &Comparison, context: &mut Context) -> io::Result<Status> {
        let mut status = Status::Done;
        let json = |to: &mut dyn Write| export::write_json(comparison, to);
        let csv = |to: &mut dyn Write| export::write_csv(comparison, to);
        status.note(write_to(self.json, &json, context)?);
        status.note(write_to(self.csv, &csv, context)?);
        Ok(status)
    }
}

fn write_to(
    target: Option<(PathBuf, Target)>,
    write: &dyn Fn(&mut dyn Write) -> io::Result<()>,
    context: &mut Context,
) -> io::Result<Status> {
    let result = match target {
        None => Ok(()),
        Some((_, Target::Stdout)) => return write(&mut context.out).map(|()| Status::Done),
        Some((path, Target::File(file))) => {
            write(&mut BufWriter::new(file)).map_err(|error| (path, error))
        }
    };
    Ok(match result {
        Ok(()) => Status::Done,
        Err((path, error)) => {
            let message = format!("cannot write {}: {error}", path.display());
            context.messages.error("", &message);
            Status::Bad
        }
    })
}

/// A progress bar on standard error, if that is a terminal, once the work has taken a second.
struct Progress {
    start: Instant,
    bar: Option<ProgressBar>,
    runs: u64,
    done: u64,
    wanted: bool,
}

impl Progress {
    fn new() -> Self {
        let wanted = io::stderr().is_terminal();
        Progress { start: Instant::now(), bar: None, runs: 0, done: 0, wanted }
    }

    fn draw(&mut self) {
        if self.bar.is_none() && self.wanted && self.start.elapsed() >= Duration::from_secs(1) {
            let target = ProgressDrawTarget::stderr_with_hz(10);
            let bar = ProgressBar::with_draw_target(Some(self.runs), target);
            let template = "{bar:40} {pos} of {len} runs, {elapsed}";
            // A template that does not parse leaves the default style.
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style);
            }
            self.bar = Some(bar);
        }
        if let Some(bar) = &self.bar {
            bar.set_position(self.done);
        }
    }
}

impl Observer for Progress {
    fn begin(&mut self, runs: u64) {
        self.runs = runs;
    }

    fn ran(&mut self, _: &Run<'_>) {
        self.done += 1;
        self.draw();
    }

    fn skipped(&mut self, runs: u64) {
        self.done += runs;
    }

    fn end(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}
