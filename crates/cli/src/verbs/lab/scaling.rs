//! `quadrille lab scaling`: how times grow with the size, and how far strategies get in a budget.

use std::io::{self, Write};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum, ValueHint};
use quadrille_lab::definition::{Ask, Clock};
use quadrille_lab::results::Results;
use quadrille_lab::scaling::{FAMILIES, Family, Study, Summary};
use quadrille_lab::show;

use super::look::write_tables;
use super::run::{KeepArgs, verdict};
use crate::Context;
use crate::args::{examples, values};
use crate::input::unless_cancelled;
use crate::output::Out;
use crate::status::Status;

/// Measure how times grow with the size of a problem, and how far strategies get in a budget
///
/// Size after size, each like a corpus of `lab run`: strategies take turns, every answer is verified, counts are
/// held against each other and against those that are known. A strategy that needs more than the budget for the
/// puzzle of a size, of sudokus for the median one, is not tried on larger sizes. How the time grows is fitted by four models, with an interval; with
/// fewer than four points that the clock can tell, that is refused.
///
/// `threads` is a family, too: the same exact-cover problem (--instance), counted by more and more threads, with
/// speed-up, efficiency and the share that threads cannot divide. All numbers of threads are tried, whatever they take.
///
/// Results are saved while they come in: Ctrl-C leaves those until then, and `lab report` reads them.
#[derive(Debug, Args)]
#[command(after_long_help = examples(&[
    ("quadrille lab scaling queens", ""),
    ("quadrille lab scaling queens --from 6 --to 20 --budget 10s --strategies links,bits,dd", ""),
    ("quadrille lab scaling sudoku --puzzles 9 --empty 60 -o sudoku.json", "4×4 to 25×25"),
    ("quadrille lab scaling threads --instance 'dominoes 8x8' --to 4", ""),
]))]
pub(super) struct ScalingArgs {
    /// What grows
    #[arg(value_name = "FAMILY", value_parser = family())]
    family: &'static Family,

    /// The first size [default: that of the family]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::size)]
    from: Option<usize>,

    /// The last size [default: that of the family]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::size)]
    to: Option<usize>,

    /// From a size to the next that is tried
    #[arg(long, value_name = "N", default_value = "1", allow_negative_numbers = true,
          value_parser = values::size)]
    step: usize,

    /// The strategies [default: all that can take the sizes]
    #[arg(long, short, value_name = "A,B,…", value_delimiter = ',')]
    strategies: Vec<String>,

    /// Time for a puzzle: a strategy that needs more, of sudokus for the median, is not tried on larger sizes
    #[arg(long, value_name = "TIME", default_value = "1s", allow_hyphen_values = true,
          value_parser = values::time)]
    budget: Duration,

    /// Run every strategy this often on every puzzle; what counts is the median
    #[arg(long, short, value_name = "N", default_value = "3", allow_negative_numbers = true,
          value_parser = values::runs)]
    repeat: NonZeroU32,

    /// What is asked of each puzzle [default: `count`; of sudokus `first`]
    #[arg(long, value_name = "WHAT")]
    ask: Option<Asked>,

    /// What times are: `cpu` is steadier on a machine that others use as well
    #[arg(long, value_name = "CLOCK", default_value = "wall")]
    clock: Clocked,

    /// Puzzles of each size, of sudokus, up to 10000 [default: 5]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::size)]
    puzzles: Option<usize>,

    /// Cells of a hundred that are empty, of sudokus [default: 50]
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(0..=100))]
    empty: Option<u8>,

    /// The seed of sudokus [default: 1]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::seed)]
    seed: Option<u64>,

    /// What threads search, of `quadrille lab list` [default: queens 12]
    #[arg(long, value_name = "NAME")]
    instance: Option<String>,

    /// Where the results go [default: `scaling-` and the family, with `.json`, here]
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,

    #[command(flatten)]
    keep: KeepArgs,

    /// How the report is written to standard output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

/// How the report of a study is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Tables for a terminal
    Text,
    /// Tables for a page
    Markdown,
    /// A row for each size and strategy
    Csv,
    /// Points, fits and how far each strategy gets
    Json,
}

/// What is asked of a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Asked {
    /// A solution
    First,
    /// A solution, and whether there is another
    Unique,
    /// All solutions, handed over one by one
    All,
    /// How many solutions there are
    Count,
}

/// What times are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Clocked {
    /// Time that passes
    Wall,
    /// Processor time of the thread that searches
    Cpu,
}

/// Takes the name of a family, and lists them all in the long help.
fn family() -> impl TypedValueParser<Value = &'static Family> {
    let value = |family: &Family| {
        let (from, to) = family.default;
        let range = match family.is_threads() {
            true => "from 1 to as many as the machine runs at once".to_owned(),
            false => format!("from {from} to {to}"),
        };
        PossibleValue::new(family.name).help(format!("{}; {range}", family.description))
    };
    let values: Vec<PossibleValue> = FAMILIES.iter().map(value).collect();
    PossibleValuesParser::new(values)
        .try_map(|name| Family::by_name(&name).ok_or_else(|| format!("no family `{name}`")))
}

pub(super) fn run(args: &ScalingArgs, context: &mut Context) -> io::Result<Status> {
    let path = args.output.clone().unwrap_or_else(|| {
        Path::new(&format!("scaling-{}", args.family.name)).with_extension("json")
    });
    let output = args.keep.output(path);
    let climb = output.check().and_then(|()| study(args)).map(|study| {
        // It makes the puzzles of the first size.
        let cancel = context.cancel.clone();
        unless_cancelled(&context.cancel, move || study.begin(cancel))
    });
    let climb = match climb {
        Ok(Some(Ok(climb))) => climb,
        Ok(None | Some(Err(_))) if context.cancel.is_cancelled() => {
            context.messages.warning(&"interrupted: nothing was measured");
            return Ok(Status::Stopped);
        }
        Ok(Some(Err(error))) => {
            context.messages.error("", &error);
            return Ok(Status::Bad);
        }
        Err(message) => {
            context.messages.error("", &message);
            return Ok(Status::Bad);
        }
        Ok(None) => return Ok(Status::Bad),
    };
    let Some(mut saving) = output.begin(climb.results(), context) else {
        return Ok(Status::Bad);
    };
    let results = climb.run(&mut saving);
    let mut status = saving.end(&results, context);
    write(&results, args.format, &mut context.out)?;
    status.note(verdict(&results, context));
    Ok(status)
}

fn study(args: &ScalingArgs) -> Result<Study, String> {
    let family = args.family;
    let mut study = Study::of(family);
    study.from = args.from.unwrap_or(study.from);
    // A first size behind the last one of the family's own is meant to be one of a few.
    study.to = args.to.unwrap_or(study.to.max(study.from));
    study.step = NonZeroUsize::new(args.step).ok_or("a step of 0 leads nowhere")?;
    study.strategies.clone_from(&args.strategies);
    study.budget = args.budget;
    study.rounds = args.repeat;
    study.ask = match args.ask {
        None => study.ask,
        Some(Asked::First) => Ask::First,
        Some(Asked::Unique) => Ask::Unique,
        Some(Asked::All) => Ask::All,
        Some(Asked::Count) => Ask::Count,
    };
    study.clock = match args.clock {
        Clocked::Wall => Clock::Wall,
        Clocked::Cpu => Clock::Cpu,
    };
    let of_sudokus = args.puzzles.is_some() || args.empty.is_some() || args.seed.is_some();
    if of_sudokus && family.name != "sudoku" {
        return Err("--puzzles, --empty and --seed are for the family `sudoku`".to_owned());
    }
    if args.instance.is_some() && !family.is_threads() {
        return Err("--instance is for the family `threads`".to_owned());
    }
    if let Some(puzzles) = args.puzzles {
        study.puzzles = NonZeroUsize::new(puzzles).ok_or("no puzzles leave nothing to measure")?;
    }
    study.empty = args.empty.unwrap_or(study.empty);
    study.seed = args.seed.unwrap_or(study.seed);
    if let Some(instance) = &args.instance {
        study.instance.clone_from(instance);
    }
    study.text = line(&study, args);
    Ok(study)
}

/// The command line that repeats it, with what was left to defaults.
fn line(study: &Study, args: &ScalingArgs) -> String {
    let family = study.family;
    let asked = args.ask.and_then(|asked| asked.to_possible_value());
    let clock = args.clock.to_possible_value();
    let mut line = format!(
        "quadrille lab scaling {} --from {} --to {} --step {} --budget {} --repeat {}",
        family.name,
        study.from,
        study.to,
        study.step,
        humantime::format_duration(study.budget).to_string().replace(' ', ""),
        study.rounds
    );
    if !study.strategies.is_empty() {
        line += &format!(" --strategies {}", study.strategies.join(","));
    }
    if let Some(asked) = asked {
        line += &format!(" --ask {}", asked.get_name());
    }
    if let Some(clock) = clock {
        line += &format!(" --clock {}", clock.get_name());
    }
    if family.name == "sudoku" {
        let (puzzles, empty, seed) = (study.puzzles, study.empty, study.seed);
        line += &format!(" --puzzles {puzzles} --empty {empty} --seed {seed}");
    }
    if family.is_threads() {
        line += &format!(" --instance '{}'", study.instance);
    }
    line
}

fn write(results: &Results, format: Format, out: &mut Out) -> io::Result<()> {
    match format {
        Format::Text => write_tables(&show::report_tables(results), out),
        Format::Markdown => out.write_all(show::report(results, true).as_bytes()),
        Format::Csv => show::write_scaling_csv(results, out),
        Format::Json => {
            serde_json::to_writer_pretty(&mut *out, &Summary::of(results))?;
            writeln!(out)
        }
    }
}
