//! `quadrille corpus`: files of puzzles, looked at, cleaned and put in order.
//!
//! A file a verb. What they share is here: going through the puzzles of all inputs, and writing them
//! ([`write`](mod@write)) in a layout of choice.

mod dedup;
mod info;
mod random;
mod sample;
mod shuffle;
mod sort;
mod write;

use std::io;

use clap::{Args, Subcommand};
use quadrille_sudoku::Shape;
use quadrille_sudoku::canonical::NoForm;
use quadrille_sudoku::strategy::{self, Strategy};

use crate::Context;
use crate::args::{default_strategy, examples, prose};
use crate::input::{InputArgs, Item, Located, Puzzles};
use crate::progress::Progress;
use crate::status::Status;

const ABOUT: &str = "\
Look at files of puzzles, clean them, and put them in order

Reads puzzles in every layout, from any number of files, `-` for standard input,
packed ones (`.gz`, `.zst`) among them, and writes them as --format says: so each
of these verbs also converts. A comment behind a puzzle stays with it in the
layouts that have a place for it: `line`, `pencilmarks`, `grid` and `json`.

An entry that cannot be read is reported with file, line and column, and left
out; the exit code is 2 then.

*Isomorphic* are puzzles that are the same but for the names of digits, the order
of bands, of rows in a band, of stacks and of columns in a stack, and a
transposition. Only the classic 9×9 without pencilmarks is looked at in that way.";

/// Look at files of puzzles, clean them, and put them in order
#[derive(Debug, Args)]
#[command(subcommand_required = true, arg_required_else_help = true)]
#[command(long_about = prose(ABOUT), after_long_help = examples(&[
    ("quadrille corpus info puzzles.txt", "how many, how many clues, how hard?"),
    ("quadrille corpus dedup --isomorphic a.txt b.txt > all.txt", "each puzzle once"),
    ("quadrille corpus sample 1000 --seed 7 all.txt > some.txt", ""),
    ("quadrille corpus sort --by nodes --reverse all.txt | head -1", "the hardest"),
    ("quadrille corpus sort --by clues --format json all.txt.gz > all.jsonl", "and converted"),
]))]
pub(crate) struct CorpusArgs {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Info(info::InfoArgs),
    Sample(sample::SampleArgs),
    Dedup(dedup::DedupArgs),
    Shuffle(shuffle::ShuffleArgs),
    Sort(sort::SortArgs),
}

pub(crate) fn run(args: &CorpusArgs, context: &mut Context) -> io::Result<Status> {
    let input = match &args.verb {
        Verb::Info(args) => &args.input,
        Verb::Sample(args) => &args.input,
        Verb::Dedup(args) => &args.input,
        Verb::Shuffle(args) => &args.input,
        Verb::Sort(args) => &args.input,
    };
    if let Err(message) = input.find_shape(&context.cancel) {
        context.messages.error("", &message);
        return Ok(Status::Bad);
    }
    match &args.verb {
        Verb::Info(args) => info::run(args, context),
        Verb::Sample(args) => sample::run(args, context),
        Verb::Dedup(args) => dedup::run(args, context),
        Verb::Shuffle(args) => shuffle::run(args, context),
        Verb::Sort(args) => sort::run(args, context),
    }
}

/// How a walk through the inputs ended.
#[derive(Debug, Clone, Copy)]
struct Walked {
    status: Status,
    /// Whether it was not Ctrl-C that ended it.
    complete: bool,
}

/// Takes the puzzles of all inputs, one after the other; what is none is reported, and so is Ctrl-C.
fn each(
    args: &InputArgs,
    context: &mut Context,
    mut take: impl FnMut(Located, &mut Context) -> io::Result<Status>,
) -> io::Result<Walked> {
    let mut puzzles = match Puzzles::open(args, &context.cancel) {
        Ok(puzzles) => puzzles,
        Err(message) => {
            context.messages.error("", &message);
            return Ok(Walked { status: Status::Bad, complete: false });
        }
    };
    let mut status = Status::Done;
    let mut progress = Progress::of_puzzles(&context.out);
    while let Some(item) = puzzles.next(&mut context.out)? {
        match item {
            Item::Puzzle(located) => {
                let outcome = take(located, context)?;
                if outcome != Status::Done {
                    progress.clear();
                }
                status.note(outcome);
            }
            Item::Invalid(fault) | Item::Unreadable(fault) => {
                progress.clear();
                fault.report(context.messages);
                status.note(Status::Bad);
            }
        }
        progress.add(1);
    }
    progress.clear();
    let end = puzzles.end(0, context)?;
    status.note(end);
    Ok(Walked { status, complete: end == Status::Done })
}

/// What searches if nothing else is named: one strategy for all puzzles, whatever their number, so that
/// nodes can be compared.
fn strategy(named: Option<&'static dyn Strategy>, shape: Shape) -> &'static dyn Strategy {
    let lanes = strategy::by_name("lanes").filter(|lanes| lanes.takes(shape));
    named.or(lanes).unwrap_or_else(default_strategy)
}

/// Whether puzzles of this shape can be isomorphic; else why that is not looked at.
fn has_forms(shape: Shape) -> Result<(), String> {
    if shape == Shape::CLASSIC { Ok(()) } else { Err(NoForm::Shape(shape).to_string()) }
}

/// Reports a puzzle that is left out, and why.
fn refuse(located: &Located, why: &NoForm, context: &Context) -> Status {
    context.messages.error(&format!("{}:{}", located.source, located.line), why);
    Status::Bad
}
