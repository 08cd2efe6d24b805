//! `quadrille candidates`: the digits of each cell that occur in some solution.

use std::io::{self, Write};

use clap::Args;
use quadrille_sudoku::Limits;
use quadrille_sudoku::variant::draw;
use quadrille_sudoku::variant::format::digits_line;
use quadrille_sudoku::variant::strategy::solver;
use quadrille_sudoku::variant::{Board, NoAnswer, TrueCandidates, true_candidates};
use serde::Serialize;

use crate::Context;
use crate::args::{LimitArgs, examples, prose};
use crate::input::InputArgs;
use crate::render;
use crate::status::Status;
use crate::variants::{self, Located, RuleArgs, VariantStrategyArgs, Variants};

const ABOUT: &str = "\
Find the digits of each cell that occur in some solution

Writes the true candidates of each puzzle, of any kind: the digits that a cell
holds in at least one solution. A single puzzle on a terminal is drawn with them;
otherwise every puzzle gets a line, in the order of the input:

  .2.4…             all candidates, n for each cell: the digit, or `.`
  no solution       there is none
  unknown: …        a limit came first; how much is known is on standard
                    error, with --json all of it in the object
  invalid: …        no puzzle; where and why is on standard error

With --json a puzzle is an object on one line, with `source`, `line`, `candidates` (a
list of digits for each cell in reading order), `unknown` (the same of digits of which
it is not known, where there are any), `complete`, `searches`, `nodes`, `strategy` and,
where there is one, `reason`. Each solution that is found answers for all cells at
once, so that far fewer searches are needed than there are candidates.";

/// Find the digits of each cell that occur in some solution
#[derive(Debug, Args)]
#[command(long_about = prose(ABOUT), after_long_help = examples(&[
    ("quadrille candidates \\\n    '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7.'", ""),
    ("quadrille candidates --rule anti-king --format grid puzzle.txt", "drawn, with a rule more"),
    ("quadrille candidates --time-limit 10s --json puzzles.txt | jq -c .candidates", "for other programs"),
]))]
pub(crate) struct CandidatesArgs {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    rules: RuleArgs,

    #[command(flatten)]
    strategy: VariantStrategyArgs,

    #[command(flatten)]
    limits: LimitArgs,

    /// How to write candidates [default: `grid` for a single puzzle on a terminal, else `line`]
    #[arg(long, short, value_name = "FORMAT", conflicts_with = "json",
          value_parser = ["line", "grid"])]
    format: Option<String>,

    /// Write an object a line
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct JsonCandidates<'a> {
    source: &'a str,
    line: usize,
    candidates: Vec<Vec<u8>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unknown: Vec<Vec<u8>>,
    complete: bool,
    searches: u64,
    nodes: u64,
    strategy: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

pub(crate) fn run(args: &CandidatesArgs, context: &mut Context) -> io::Result<Status> {
    if let Err(message) = variants::find_shape(&args.input, &args.rules, &context.cancel) {
        context.messages.error("", &message);
        return Ok(Status::Bad);
    }
    let mut items = match Variants::open(&args.input, &args.rules, &context.cancel) {
        Ok(items) => items,
        Err(message) => {
            context.messages.error("", &message);
            return Ok(Status::Bad);
        }
    };
    let limits = args.limits.limits(&context.cancel);
    let drawn = match args.format.as_deref() {
        Some(format) => format == "grid",
        None => !args.json && context.out.is_terminal() && items.is_single(&mut context.out)?,
    };
    let mut status = Status::Done;
    while let Some(item) = items.next(&mut context.out)? {
        status.note(match item {
            Ok(located) => one(args, &located, &limits, drawn, context)?,
            Err(fault) => variants::report(&fault, args.json, context)?,
        });
        context.out.settle()?;
    }
    status.note(items.end(0, context)?);
    Ok(status)
}

fn one(
    args: &CandidatesArgs,
    located: &Located,
    limits: &Limits,
    drawn: bool,
    context: &mut Context,
) -> io::Result<Status> {
    let variant = &located.variant;
    let strategy = args.strategy.strategy;
    let found = true_candidates(variant, limits, solver(strategy));
    let status = match found.stopped {
        Some(NoAnswer::Refused(_)) => Status::Bad,
        Some(_) => Status::Stopped,
        None if found.has_no_solution() => Status::Negative,
        None => Status::Done,
    };
    let reason = found.stopped.as_ref().map(variants::no_answer);
    if let Some(NoAnswer::Refused(_)) = found.stopped {
        context.out.flush()?;
        context.messages.error(&located.place(), &reason.as_deref().unwrap_or_default());
    }
    if args.json {
        let object = JsonCandidates {
            source: &located.source,
            line: located.line,
            candidates: lists(variant.board(), &found.possible),
            unknown: match found.is_complete() {
                true => Vec::new(),
                false => lists(variant.board(), &found.unknown),
            },
            complete: found.is_complete(),
            searches: found.searches,
            nodes: found.nodes,
            strategy: strategy.name(),
            reason,
        };
        render::json_line(&mut context.out, &object)?;
        return Ok(status);
    }
    if let Some(reason) = reason {
        writeln!(context.out, "unknown: {reason}")?;
        if status == Status::Bad {
            return Ok(status);
        }
        context.out.flush()?;
        context.messages.note(&format_args!("{}: {}", located.place(), told(&found)));
        return Ok(status);
    }
    if found.has_no_solution() {
        writeln!(context.out, "no solution")?;
        return Ok(status);
    }
    if drawn {
        let options = draw::TextOptions {
            candidates: Some(&found.possible),
            is_coloured: context.out.colour(),
            ..draw::TextOptions::default()
        };
        writeln!(context.out, "{}", draw::text(variant, options))?;
        return Ok(status);
    }
    let board = variant.board();
    let inside: Vec<usize> = board.inside().collect();
    // At most 64: the number fits.
    let digits = 1..=board.size() as u8;
    let all = inside.iter().flat_map(|&cell| {
        let set = found.possible[cell];
        digits.clone().map(move |digit| Some(if set >> (digit - 1) & 1 == 0 { 0 } else { digit }))
    });
    writeln!(context.out, "{}", digits_line(board.size(), all))?;
    Ok(status)
}

/// What is known when a limit came first.
fn told(found: &TrueCandidates) -> String {
    let count = |sets: &[u64]| sets.iter().map(|set| set.count_ones()).sum::<u32>();
    let (possible, unknown) = (count(&found.possible), count(&found.unknown));
    format!("{possible} candidates are in solutions; of {unknown} it is not known")
}

/// The digits of each cell that there is.
fn lists(board: &Board, sets: &[u64]) -> Vec<Vec<u8>> {
    let digits = |set: u64| (1..=64).filter(|digit| set >> (digit - 1) & 1 == 1).collect();
    board.inside().map(|cell| digits(sets[cell])).collect()
}
