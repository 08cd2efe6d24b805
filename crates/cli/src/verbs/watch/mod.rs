//! `quadrille watch`: shows a search as it goes.
//!
//! What is shown is made of the events of the libraries (`quadrille_cover::watch`): by [`sudoku`] or by
//! `cover::show`, as a [`frame`] for each node. The frames go to a terminal ([`play`]), to standard output, or
//! to a recording ([`cast`], [`svg`]).

mod cast;
pub(crate) mod frame;
mod play;
mod record;
mod run;
pub(crate) mod show;
mod sudoku;
mod svg;

use std::ffi::OsString;
use std::io::{self, Write};
use std::num::NonZeroU64;
use std::path::PathBuf;

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum, ValueHint};
use quadrille_cover::strategy as cover_strategy;
use quadrille_sudoku::strategy as sudoku_strategy;

use self::frame::Room;
use self::record::{Recorded, record};
use self::run::{Run, write_events, write_frames};
use self::show::Show;
use super::cover::show::{self as cover, HowArgs, TreeArgs};
use crate::Context;
use crate::args::{ShapeArgs, can_take, examples, prose, values};
use crate::input::{InputArgs, Item, Located, Puzzles, Source, find_shape};
use crate::output::plural;
use crate::render;
use crate::status::Status;

/// The strategy for a sudoku, unless another is named: it shows what it does, and does little.
const SUDOKU_DEFAULT: &str = "dlx";
const COVER_DEFAULT: &str = "auto";
/// Columns and, at least, rows of what is not drawn on a terminal.
const COLUMNS: usize = 80;
const ROWS: usize = 24;
/// Nodes a second.
const SPEED: f64 = 5.0;
/// Frames of a recording.
const MOST_FRAMES: u64 = 1000;

const ABOUT: &str = "\
Show a search as it goes, node by node

Draws the grid, or for exact cover the picture of the problem and what is in
force; what was chosen and what there is to try, the level, and how many nodes
there were, were taken back and were solutions. For learning how a strategy
works, and for finding out why it takes so long.

On a terminal it is drawn in place:

  space, Enter   a step
  r              run, or stop
  + -            faster, slower
  q              quit

Otherwise all frames are written one below the other, an empty line behind
each; with --format json it is an event on each line: `choose`, `try`, `undo`,
`retreat`, `solution`, `exhausted`, and `end` with the reason and the counts.
The last branch tried is in brackets; a digit that the search has placed has
a mark, `5'`, where there are no colours; × is a cell that cannot be filled.

With --record nothing is shown: a file for asciinema (.cast) or a picture
that moves (.svg) is written.

It ends at the first solution unless --until or --limit says otherwise.";

/// Show a search as it goes, node by node
#[derive(Debug, Args)]
#[command(long_about = prose(ABOUT), after_long_help = examples(&[
    ("quadrille watch --step \\\n    '8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..'", "step by step"),
    ("quadrille watch --strategy mrv --speed 50 puzzle.txt", "with another strategy, faster"),
    ("quadrille puzzle queens 8 > queens.dlx; quadrille watch --cover queens.dlx", "exact cover"),
    ("quadrille watch --record search.svg --until 200 puzzle.txt", "the first 200 nodes as a picture"),
    ("quadrille watch --until end --format json puzzle.txt | grep -c undo", "what was in vain"),
]))]
pub(crate) struct WatchArgs {
    /// A puzzle, a file with one, or `-` for standard input [default: -]; with --cover a file
    #[arg(value_name = "PUZZLE | FILE | -", value_parser = values::input(),
          value_hint = ValueHint::FilePath)]
    input: Option<OsString>,

    /// The file is an exact-cover problem: see `quadrille cover --help`
    #[arg(long, conflicts_with = "shape")]
    cover: bool,

    #[command(flatten)]
    shape: ShapeArgs,

    /// How to search: a strategy of `solve`, or with --cover one of `cover solve` [default: dlx; with
    /// --cover auto]
    ///
    /// Of fast, lanes, and auto on 9×9 the nodes are guesses; the digits that they force are shown, but are
    /// no events. Lanes is shown with a single puzzle.
    #[arg(long, short, value_name = "NAME")]
    strategy: Option<String>,

    #[command(flatten)]
    tree: TreeArgs,

    /// With --cover: try options in a random order, and break ties between items at random
    ///
    /// The same seed gives the same order, and the search that `cover solve --seed` makes.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::seed)]
    seed: Option<u64>,

    /// So many nodes a second [default: 5]
    #[arg(long, value_name = "N", value_parser = speed, allow_negative_numbers = true)]
    speed: Option<f64>,

    /// On a terminal wait for a key at each node
    #[arg(long, conflicts_with_all = ["speed", "record"])]
    step: bool,

    /// Show nothing before this node
    #[arg(long, value_name = "NODE", default_value = "0", allow_negative_numbers = true,
          value_parser = values::nodes)]
    from: u64,

    /// Go on to this node, to the first solution, or to the end
    #[arg(long, value_name = "NODE | solution | end", default_value = "solution",
          allow_negative_numbers = true, value_parser = until)]
    until: Until,

    /// Go on to this many solutions
    #[arg(long, short = 'n', value_name = "N", allow_negative_numbers = true,
          value_parser = values::solutions)]
    limit: Option<NonZeroU64>,

    /// Record it to this file, FILE.cast for asciinema or FILE.svg, instead of showing it
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    record: Option<PathBuf>,

    /// Frames of a recording, at most [default: 1000]
    #[arg(long, value_name = "N", requires = "record", allow_negative_numbers = true,
          value_parser = values::solutions)]
    frames: Option<NonZeroU64>,

    /// Columns of what is written or recorded [default: 80]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = side)]
    width: Option<usize>,

    /// Rows of what is written or recorded [default: 24, or what the grid or picture takes]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = side)]
    height: Option<usize>,

    /// How to write what happens
    #[arg(long, short, value_name = "FORMAT", default_value = "text", conflicts_with = "record")]
    format: Format,
}

/// How what happens is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Text,
    Json,
}

impl ValueEnum for Format {
    fn value_variants<'a>() -> &'a [Self] {
        &[Format::Text, Format::Json]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Format::Text => PossibleValue::new("text").help("drawn, a frame for each node"),
            Format::Json => PossibleValue::new("json").help("a JSON object a line for each event"),
        })
    }
}

/// How far to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Until {
    Node(u64),
    Solution,
    End,
}

fn until(text: &str) -> Result<Until, String> {
    match text.trim() {
        "solution" => Ok(Until::Solution),
        "end" => Ok(Until::End),
        number => values::nodes(number)
            .map(Until::Node)
            .map_err(|_| "expected the number of a node, `solution` or `end`".to_owned()),
    }
}

fn speed(text: &str) -> Result<f64, String> {
    match text.trim().parse::<f64>() {
        Ok(speed) if (0.01..=1e6).contains(&speed) => Ok(speed),
        _ => Err("expected a number of nodes a second, 0.01 to 1000000".to_owned()),
    }
}

/// A number of columns or rows.
fn side(text: &str) -> Result<usize, String> {
    match text.trim().parse() {
        Ok(side) if (1..=1000).contains(&side) => Ok(side),
        _ => Err("expected a whole number, 1 to 1000".to_owned()),
    }
}

pub(crate) fn run(args: &WatchArgs, context: &mut Context) -> io::Result<Status> {
    let recorded = match args.record.as_deref().map(Recorded::of).transpose() {
        Ok(recorded) => recorded,
        Err(message) => return Ok(bad(&message, context)),
    };
    if args.cover {
        return watch_cover(args, recorded, context);
    }
    if let Some(name) = args.tree.first().or(args.seed.map(|_| "--seed")) {
        return Ok(bad(&format!("{name} is for exact cover: it needs --cover"), context));
    }
    watch_sudoku(args, recorded, context)
}

fn bad(message: &str, context: &Context) -> Status {
    context.messages.error("", &message);
    Status::Bad
}

/// What is said of a name that is no strategy of this kind.
fn unknown(name: &str, names: &[&str], hint: &str) -> String {
    format!("no strategy `{name}`: expected one of {}{hint}", names.join(", "))
}

fn watch_cover(
    args: &WatchArgs,
    recorded: Option<Recorded>,
    context: &mut Context,
) -> io::Result<Status> {
    let name = args.strategy.as_deref().unwrap_or(COVER_DEFAULT);
    let Some(strategy) = cover_strategy::by_name(name) else {
        let names: Vec<&str> = cover_strategy::ALL.iter().map(|known| known.name()).collect();
        let hint = match sudoku_strategy::by_name(name) {
            Some(_) => "; without --cover it searches sudokus",
            None => "",
        };
        return Ok(bad(&unknown(name, &names, hint), context));
    };
    let source = match args.input.as_ref().filter(|input| *input != "-") {
        Some(input) => Source::File(input.into()),
        None => Source::Stdin,
    };
    if let Err(message) = recorded.iter().try_for_each(|recorded| recorded.file.spare([&source])) {
        return Ok(bad(&message, context));
    }
    let problem = match cover::read(args.input.as_ref(), context) {
        Ok(problem) => problem,
        Err(status) => return Ok(status),
    };
    let how = HowArgs::new(strategy, args.tree.clone());
    let mut show = match cover::show(&how, args.seed, &problem, &context.cancel) {
        Ok(show) => show,
        Err(fault) => {
            fault.report(context.messages);
            return Ok(Status::Bad);
        }
    };
    let title = format!("{}, strategy {name}", problem.source());
    present(args, &mut show, recorded, &title, context)
}

fn watch_sudoku(
    args: &WatchArgs,
    recorded: Option<Recorded>,
    context: &mut Context,
) -> io::Result<Status> {
    let name = args.strategy.as_deref().unwrap_or(SUDOKU_DEFAULT);
    let Some(strategy) = sudoku_strategy::by_name(name) else {
        let names: Vec<&str> = sudoku_strategy::ALL.iter().map(|known| known.name()).collect();
        let hint = match cover_strategy::by_name(name) {
            Some(_) => "; with --cover it searches exact-cover problems",
            None => "",
        };
        return Ok(bad(&unknown(name, &names, hint), context));
    };
    if let Err(message) = find_shape(&args.shape, args.input.as_ref(), &context.cancel) {
        return Ok(bad(&message, context));
    }
    let inputs: Vec<OsString> = args.input.iter().cloned().collect();
    let shape = args.shape.shape();
    if strategy.learns(shape) {
        let message = format!(
            "strategy {name} learns from what it meets, and has no tree to be watched; {SUDOKU_DEFAULT} has"
        );
        return Ok(bad(&message, context));
    }
    let able = can_take(strategy, &args.shape).and_then(|()| {
        let sources: Vec<Source> =
            crate::input::sources(&inputs, shape)?.into_iter().flatten().collect();
        recorded.iter().try_for_each(|recorded| recorded.file.spare(&sources))
    });
    let input = InputArgs { inputs, shape: ShapeArgs::of(shape) };
    let mut puzzles = match able.and_then(|()| Puzzles::open(&input, &context.cancel)) {
        Ok(puzzles) => puzzles,
        Err(message) => return Ok(bad(&message, context)),
    };
    let located = match puzzles.next(&mut context.out)? {
        Some(Item::Puzzle(located)) => located,
        Some(Item::Invalid(fault) | Item::Unreadable(fault)) => {
            fault.report(context.messages);
            return Ok(Status::Bad);
        }
        None => return Ok(Status::Stopped),
    };
    if puzzles.next(&mut context.out)?.is_some() {
        let Located { source, line, .. } = &located;
        let message = format!("{source} holds more than one puzzle: showing that of line {line}");
        context.messages.warning(&message);
    }
    let mut show = sudoku::show(strategy, &located.puzzle);
    let title = format!("{}, strategy {name}", render::line(&located.puzzle));
    present(args, &mut show, recorded, &title, context)
}

/// Shows it where it is wanted.
fn present(
    args: &WatchArgs,
    show: &mut dyn Show,
    recorded: Option<Recorded>,
    title: &str,
    context: &mut Context,
) -> io::Result<Status> {
    let colour = recorded.is_some() || context.out.colour();
    let room = Room {
        columns: args.width.unwrap_or(COLUMNS),
        rows: args.height.unwrap_or_else(|| show.rows().max(ROWS)),
        colour,
    };
    let limit = args.limit.map(NonZeroU64::get);
    let (nodes, solutions) = match args.until {
        Until::Node(node) => (Some(node), limit),
        Until::Solution => (None, Some(limit.unwrap_or(1))),
        Until::End => (None, limit),
    };
    let is_json = args.format == Format::Json;
    let cancel = context.cancel.clone();
    let mut run = Run::new(show, cancel, room);
    run.from = args.from;
    (run.nodes, run.solutions) = (nodes, solutions);
    run.draws = !is_json;
    let speed = args.speed.unwrap_or(SPEED);
    let on_terminal = context.out.is_terminal() && play::is_possible();
    let end = if let Some(recorded) = recorded {
        let most = args.frames.map_or(MOST_FRAMES, NonZeroU64::get);
        record(&mut run, recorded, most, speed, title, context)?
    } else if is_json {
        write_events(&mut run, context)?
    } else if on_terminal {
        play::play(&mut run, speed, args.step, context)?
    } else {
        write_frames(&mut run, context)?
    };
    let counts = run.show.counts();
    context.out.flush()?;
    match end {
        Err(failure) => {
            context.messages.error("", &failure.message);
            Ok(failure.status)
        }
        Ok(end) => {
            if !is_json {
                context.messages.note(&format_args!(
                    "{}, {} taken back, {}: {}",
                    plural(counts.nodes, "node"),
                    counts.undone,
                    plural(counts.solutions, "solution"),
                    end.told()
                ));
            }
            Ok(end.status(counts.solutions))
        }
    }
}
