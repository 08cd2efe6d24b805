//! `quadrille corpus shuffle`: puzzles in random order, or in random disguise.

use std::io;

use clap::Args;
use quadrille_sudoku::Puzzle;
use quadrille_sudoku::canonical::{NoForm, Symmetry};

use super::random::Random;
use super::write::{Kept, WriteArgs, Writer};
use crate::Context;
use crate::args::{examples, prose, values};
use crate::input::InputArgs;
use crate::status::Status;

const ABOUT: &str = "\
Put puzzles in random order

All orders are equally likely. With --isomorphic each puzzle is moreover replaced
by another that is the same but for a random symmetry: digits renamed, bands,
stacks, rows and columns exchanged, transposed or not. A strategy whose times
depend on that was lucky. With --keep-order nothing else is done, so that line N
of the output belongs to line N of the input; what a comment says of cells or
digits is no longer true.

The same input and seed give the same output, in every version and on every
machine. All puzzles are kept in memory, about 150 bytes for each 9×9, unless
the order is kept; then they are written as they are read. After Ctrl-C nothing
is written otherwise.";

/// Put puzzles in random order
#[derive(Debug, Args)]
#[command(long_about = prose(ABOUT), after_long_help = examples(&[
    ("quadrille corpus shuffle --seed 7 puzzles.txt > shuffled.txt", ""),
    ("quadrille corpus shuffle --isomorphic --keep-order puzzles.txt > disguised.txt", ""),
]))]
pub(super) struct ShuffleArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,

    /// Where the random numbers begin
    #[arg(long, value_name = "N", default_value = "1", allow_negative_numbers = true,
          value_parser = values::seed)]
    seed: u64,

    /// Replace each puzzle by a random one that is isomorphic: only 9×9, and no pencilmarks
    #[arg(long, short)]
    isomorphic: bool,

    /// Leave the puzzles in the order of the input
    #[arg(long, requires = "isomorphic")]
    keep_order: bool,

    #[command(flatten)]
    write: WriteArgs,
}

pub(super) fn run(args: &ShuffleArgs, context: &mut Context) -> io::Result<Status> {
    if args.isomorphic
        && let Err(message) = super::has_forms(args.input.shape.shape())
    {
        context.messages.error("", &message);
        return Ok(Status::Bad);
    }
    let mut random = Random::new(args.seed);
    let mut writer = Writer::new(args.write);
    let mut all: Vec<Kept> = Vec::new();
    let walked = super::each(&args.input, context, |mut located, context| {
        if args.isomorphic {
            match disguised(&located.puzzle, random.word()) {
                Ok(puzzle) => located.puzzle = puzzle,
                Err(why) => return Ok(super::refuse(&located, &why, context)),
            }
        }
        if args.keep_order {
            writer.write(&mut context.out, &located.puzzle, located.comment.as_deref())?;
            context.out.settle()?;
        } else {
            all.push(located.into());
        }
        Ok(Status::Done)
    })?;
    if !walked.complete {
        return Ok(walked.status);
    }
    random.shuffle(&mut all);
    for Kept { puzzle, comment } in &all {
        writer.write(&mut context.out, puzzle, comment.as_deref())?;
    }
    Ok(walked.status)
}

/// A puzzle that is isomorphic.
fn disguised(puzzle: &Puzzle, seed: u64) -> Result<Puzzle, NoForm> {
    if puzzle.pencilmarks().is_some() {
        return Err(NoForm::Pencilmarks);
    }
    let image = Symmetry::random(seed).apply(puzzle).and_then(|grid| Puzzle::new(grid).ok());
    image.ok_or(NoForm::Shape(puzzle.shape()))
}
