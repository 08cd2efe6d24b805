//! `quadrille compare`: strategies side by side.
//!
//! The laboratory without a file that defines the measurement: the definition is made of the options here,
//! and the corpora are read in [`corpora`]; measuring, judging, figures and tables are the library's.

mod corpora;
mod outputs;
mod variants;

use std::ffi::OsString;
use std::io::{self, Write};
use std::num::{NonZeroU32, NonZeroU64};
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::StyledStr;
use clap::{Args, ValueEnum, ValueHint};
use quadrille_lab::definition::{Ask, Definition, EngineSpec, Kind, Mode};
use quadrille_lab::results::{DefinitionText, Results};
use quadrille_lab::session::Session;
use quadrille_lab::{Corpus, show};
use quadrille_sudoku::Shape;
use quadrille_sudoku::strategy;
use quadrille_sudoku::variant::strategy as variant_strategy;

use crate::Context;
use crate::args::{ShapeArgs, examples, section, values};
use crate::input;
use crate::output::{Stream, columns};
use crate::progress::Progress;
use crate::status::Status;
use crate::variants::{Chosen, chosen};

use corpora::Sources;
use outputs::Outputs;

/// What others are compared with, unless another is named.
const DEFAULT_BASELINE: &str = "backtrack";
/// Before anything is measured every strategy runs this long on each corpus, so that none pays for being the
/// first.
const WARM_UP: Duration = Duration::from_millis(20);

/// Compare strategies on puzzles
///
/// Runs every strategy on every puzzle, several times, in an order that changes; verifies every
/// answer outside the clock; and shows a table for each file, and one for all of them together.
/// Timeouts are counted, and stand in totals and times with at least the time limit; speed-ups and
/// their intervals are over the puzzles that both strategies answered, and say of how many if those
/// are not all. A wrong answer voids the timing, is shown with its puzzle, excludes the strategy from
/// the order and from comparisons, and ends in exit code 1; since every solution is verified, a disagreement between strategies shows which of
/// them is wrong.
///
/// Files of puzzles with rules are known by their text, as `solve` knows them, and compared by the strategies for these;
/// plain puzzles and such with rules are compared in runs of their own.
///
/// The baseline runs a second time under another name, which shows what the machine makes of no
/// difference. Where no difference between two strategies is shown, the text below the table says so.
///
/// A timeout is a result like any other: a comparison in which strategies timed out ends in exit
/// code 0.
///
/// Ctrl-C shows the table of what was measured until then, with exit code 3; pressed again it ends
/// the program.
///
/// On a terminal the table is as wide as that allows: it leaves columns out, and says which. The
/// files of --json, --csv and --html have everything. They are written at the end, after Ctrl-C with what
/// was measured until then, and replace what was there in one step. `quadrille lab` reads the JSON:
/// `lab report`, `lab cmp` and `lab rank` say more of it.
#[derive(Debug, Args)]
#[command(after_long_help = footer())]
pub(crate) struct CompareArgs {
    /// Puzzles, files, or `-` for standard input [default: puzzles that come with the program]
    #[arg(value_name = "CORPUS", value_parser = values::input(), value_hint = ValueHint::FilePath)]
    pub(crate) corpora: Vec<OsString>,

    /// The strategies to compare [default: all that can take the size, or the rules]
    #[arg(long, short, value_name = "A,B,…", value_delimiter = ',', value_parser = chosen())]
    strategies: Vec<Chosen>,

    /// The strategy that speed-ups are relative to; it runs as well, and first [default: backtrack,
    /// or the first one if that is not among them]
    #[arg(long, value_name = "NAME", value_parser = chosen(), hide_possible_values = true)]
    baseline: Option<Chosen>,

    /// Look for up to this many solutions of a puzzle: 2 decides whether it has exactly one
    #[arg(long, short = 'n', value_name = "N", default_value = "2",
          allow_negative_numbers = true, value_parser = values::solutions)]
    limit: NonZeroU64,

    /// Stop a strategy on a puzzle after this time: `1s`, `500ms`, `2m`
    #[arg(long, value_name = "TIME", default_value = "1s", allow_hyphen_values = true,
          value_parser = values::time)]
    time_limit_per_puzzle: Duration,

    /// Run every strategy this often on every puzzle; what counts is the median
    #[arg(long, short, value_name = "N", default_value = "3",
          allow_negative_numbers = true, value_parser = values::runs)]
    repeat: NonZeroU32,

    /// How strategies get the puzzles
    #[arg(long, value_name = "MODE", default_value = "single")]
    mode: Batches,

    /// Do not run the baseline a second time: faster, but how noisy the machine is stays unknown
    #[arg(long)]
    no_control: bool,

    /// Write everything that was measured, and what is needed to repeat it, as JSON, which `quadrille
    /// lab` reads; with `-` to standard output, the table then to standard error
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    json: Option<PathBuf>,

    /// Write a row for each puzzle and strategy as CSV; `-` as with --json
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    csv: Option<PathBuf>,

    /// Write a page with tables, plots, and every puzzle behind its point, in one file; `-` as with --json
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    html: Option<PathBuf>,

    #[command(flatten)]
    shape: ShapeArgs,
}

/// How strategies get the puzzles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Batches {
    /// One at a time, each timed by itself
    Single,
    /// A thousand at once: what `lanes` is made for; only the time of the whole is known
    Batch,
}

/// Examples, what the columns of the CSV are, exit codes.
fn footer() -> StyledStr {
    let mut help = StyledStr::new();
    let mut columns = String::new();
    for (name, meaning) in show::COLUMNS {
        columns += &format!("  {name:16} {meaning}\n");
    }
    section(&mut help, "Columns of --csv", &columns);
    let shown = examples(&[
        ("quadrille compare", "all strategies on puzzles that come with the program"),
        ("quadrille compare puzzles.txt --strategies dlx,propagate --repeat 5", ""),
        (
            "quadrille compare easy.txt hard.txt.gz --baseline mrv --json new.json",
            "keep the figures",
        ),
        ("quadrille lab cmp old.json new.json", "compare them with earlier ones"),
        ("quadrille compare variants.sudoku", "puzzles with rules: exact cover and propagation"),
        ("quadrille compare hard.txt --mode batch", "thousands of puzzles at once"),
        ("quadrille compare hard.txt --csv - > figures.csv", "a row for each puzzle and strategy"),
        ("quadrille compare easy.txt hard.txt --html figures.html", "tables and plots on one page"),
    ]);
    StyledStr::from(format!("{}\n{}", help.ansi(), shown.ansi()))
}

pub(crate) fn run(args: &CompareArgs, context: &mut Context) -> io::Result<Status> {
    let (sources, kind) = match look(args, context) {
        Some(Ok(looked)) => looked,
        Some(Err(message)) => {
            context.messages.error("", &message);
            return Ok(Status::Bad);
        }
        None => {
            let (json, csv) = (args.json.as_deref(), args.csv.as_deref());
            if let Ok(outputs) = Outputs::prepare(json, csv, args.html.as_deref(), &Vec::new()) {
                outputs.not_written(context.messages);
            }
            context.messages.warning(&"interrupted: nothing was measured");
            return Ok(Status::Stopped);
        }
    };
    let (definition, outputs) = match prepare(args, kind, &sources) {
        Ok(prepared) => prepared,
        Err(message) => {
            context.messages.error("", &message);
            return Ok(Status::Bad);
        }
    };
    let (shape, messages) = (args.shape.shape(), context.messages);
    let read = move || match kind {
        Kind::Variant => variants::read(sources, messages),
        _ => corpora::read(sources, shape, messages),
    };
    let Some((materials, mut status)) = input::unless_cancelled(&context.cancel, read) else {
        outputs.not_written(messages);
        messages.warning(&"interrupted: nothing was measured");
        return Ok(Status::Stopped);
    };
    if materials.is_empty() {
        if status == Status::Done {
            context.messages.error("", &"no puzzle to measure");
        }
        return Ok(Status::Bad);
    }
    let text = DefinitionText::default();
    let session = match Session::new(&definition, text, materials, context.cancel.clone()) {
        Ok(session) => session,
        Err(error) => {
            context.messages.error("", &error);
            return Ok(Status::Bad);
        }
    };
    if cfg!(debug_assertions) {
        context.messages.warning(&"this is a debug build: its figures say little");
    }
    let results = session.run(&mut Progress::of_runs());
    show(&results, outputs.use_stdout(), context)?;
    status.note(outputs.write(&results, context)?);
    if results.has_faults() {
        status.note(Status::Negative);
    }
    if !results.complete {
        status.note(Status::Stopped);
    }
    Ok(status)
}

/// What there is to read, and what its puzzles are; `None` after Ctrl-C, since standard input may keep one waiting.
fn look(args: &CompareArgs, context: &Context) -> Option<Result<(Sources, Kind), String>> {
    if let first @ Some(_) = args.corpora.first()
        && let Err(message) = input::find_shape(&args.shape, first, &context.cancel)
    {
        return Some(Err(message));
    }
    let shape = args.shape.shape();
    let sources = match args.corpora.as_slice() {
        [] if shape == Shape::CLASSIC => return Some(Ok((Vec::new(), Kind::Sudoku))),
        [] => {
            let message = "the puzzles that come with the program are 9×9: name a file of yours";
            return Some(Err(message.to_owned()));
        }
        corpora => match input::sources(corpora, shape) {
            Ok(sources) => sources,
            Err(message) => return Some(Err(message)),
        },
    };
    input::unless_cancelled(&context.cancel, move || {
        let kind = if variants::are_variants(&sources)? { Kind::Variant } else { Kind::Sudoku };
        Ok((sources, kind))
    })
}

/// Everything that can be found out to be impossible before the measuring.
fn prepare(
    args: &CompareArgs,
    kind: Kind,
    sources: &Sources,
) -> Result<(Definition, Outputs), String> {
    let definition = define(args, kind)?;
    let outputs =
        Outputs::prepare(args.json.as_deref(), args.csv.as_deref(), args.html.as_deref(), sources)?;
    Ok((definition, outputs))
}

/// The options as a definition: the baseline first, since that is what others are compared with.
fn define(args: &CompareArgs, kind: Kind) -> Result<Definition, String> {
    let mut names = Vec::new();
    for chosen in &args.strategies {
        let name = named(chosen, args, kind)?;
        if names.contains(&name) {
            return Err(format!("strategy `{name}` named twice"));
        }
        names.push(name);
    }
    if names.is_empty() {
        names = match kind {
            Kind::Variant => variant_strategy::ALL.iter().map(|strategy| strategy.name()).collect(),
            _ => {
                let takes = strategy::ALL.iter().filter(|it| it.takes(args.shape.shape()));
                takes.map(|strategy| strategy.name()).collect()
            }
        };
    }
    let baseline = match &args.baseline {
        Some(baseline) => named(baseline, args, kind)?,
        None if names.contains(&DEFAULT_BASELINE) => DEFAULT_BASELINE,
        None => names.first().copied().unwrap_or(DEFAULT_BASELINE),
    };
    names.retain(|name| *name != baseline);
    names.insert(0, baseline);
    let mode = match args.mode {
        Batches::Single => Mode::Single,
        Batches::Batch if kind == Kind::Variant => {
            return Err("puzzles with rules are compared one at a time: no --mode batch".to_owned());
        }
        Batches::Batch => Mode::Batch,
    };
    let engines = names.iter().map(|name| EngineSpec::strategy(*name, kind, mode));
    let mut definition = Definition::of(engines.collect())
        .with_time_limit(args.time_limit_per_puzzle)
        .with_warm_up(WARM_UP);
    definition.name = "compare".to_owned();
    definition.ask = Ask::up_to(args.limit);
    definition.rounds = args.repeat;
    definition.control = !args.no_control;
    Ok(definition)
}

/// The name of a strategy that takes puzzles of a kind.
fn named(chosen: &Chosen, args: &CompareArgs, kind: Kind) -> Result<&'static str, String> {
    if kind == Kind::Variant {
        return Ok(chosen.variant()?.name());
    }
    let strategy = chosen.plain()?;
    strategy::check_shape(strategy, args.shape.shape()).map_err(|error| error.to_string())?;
    Ok(strategy.name())
}

/// Shows the tables; aside, on standard error, if standard output is for something else.
fn show(results: &Results, aside: bool, context: &mut Context) -> io::Result<()> {
    if results.is_empty() {
        context.messages.warning(&"interrupted: nothing was measured");
        return Ok(());
    }
    let stream = if aside { Stream::Stderr } else { Stream::Stdout };
    let head = if aside { ["", ""] } else { context.out.bold() };
    let text = show::text(&show::brief_tables(results), columns(stream), head);
    if aside {
        context.messages.note(&text.trim_end());
    } else {
        context.out.write_all(text.as_bytes())?;
    }
    if !results.complete {
        context.out.flush()?;
        context.messages.warning(&"interrupted: these are the figures until then");
    }
    Ok(())
}
