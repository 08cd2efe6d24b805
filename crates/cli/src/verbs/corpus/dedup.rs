//! `quadrille corpus dedup`: each puzzle once.

use std::collections::HashSet;
use std::io::{self, Write};

use clap::Args;
use quadrille_sudoku::Puzzle;
use quadrille_sudoku::canonical::{NoForm, Packed, canonical};

use super::write::{WriteArgs, Writer};
use crate::Context;
use crate::args::{examples, prose};
use crate::input::InputArgs;
use crate::output::plural;
use crate::status::Status;

const ABOUT: &str = "\
Write each puzzle once

Writes the first of equal puzzles, with its comment, as soon as it is read, and
says on standard error how many there were. Two puzzles are equal if all clues
are, and pencilmarks where there are such; with --isomorphic, if a symmetry maps
one to the other.

What is kept to compare with is the puzzle itself, packed, or its canonical form,
and not a hash: no puzzle is left out that is not there. That takes about 90 bytes
for each 9×9 that is written, and more for larger ones and pencilmarks.";

/// Write each puzzle once
#[derive(Debug, Args)]
#[command(long_about = prose(ABOUT), after_long_help = examples(&[
    ("quadrille corpus dedup puzzles.txt > once.txt", ""),
    ("quadrille corpus dedup --isomorphic mine.txt yours.txt > all.txt", "none but for symmetry"),
]))]
pub(super) struct DedupArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,

    /// Leave out what is the same but for symmetry: only 9×9, and no pencilmarks
    #[arg(long, short)]
    isomorphic: bool,

    #[command(flatten)]
    write: WriteArgs,
}

/// Puzzles that were seen, exactly, or up to isomorphism.
#[derive(Debug, Default)]
pub(super) struct Seen {
    packed: HashSet<Packed>,
    /// Those that do not fit there.
    others: HashSet<Puzzle>,
}

impl Seen {
    /// Whether a puzzle is new; it no longer is after this.
    pub(super) fn insert(&mut self, puzzle: &Puzzle) -> bool {
        match Packed::of(puzzle) {
            Some(packed) => self.packed.insert(packed),
            None => self.others.insert(puzzle.clone()),
        }
    }

    /// The same for a canonical form.
    pub(super) fn insert_form(&mut self, form: Packed) -> bool {
        self.packed.insert(form)
    }
}

pub(super) fn run(args: &DedupArgs, context: &mut Context) -> io::Result<Status> {
    if args.isomorphic
        && let Err(message) = super::has_forms(args.input.shape.shape())
    {
        context.messages.error("", &message);
        return Ok(Status::Bad);
    }
    let mut seen = Seen::default();
    let mut writer = Writer::new(args.write);
    let (mut puzzles, mut kept) = (0, 0);
    let walked = super::each(&args.input, context, |located, context| {
        let new = match is_new(&mut seen, &located.puzzle, args.isomorphic) {
            Ok(new) => new,
            Err(why) => return Ok(super::refuse(&located, &why, context)),
        };
        puzzles += 1;
        if new {
            kept += 1;
            writer.write(&mut context.out, &located.puzzle, located.comment.as_deref())?;
            context.out.settle()?;
        }
        Ok(Status::Done)
    })?;
    if puzzles > 1 {
        context.out.flush()?;
        let all = plural(puzzles, "puzzle");
        let left_out = puzzles - kept;
        context.messages.note(&format_args!("{all}: {kept} written, {left_out} left out"));
    }
    Ok(walked.status)
}

fn is_new(seen: &mut Seen, puzzle: &Puzzle, isomorphic: bool) -> Result<bool, NoForm> {
    Ok(match isomorphic {
        true => seen.insert_form(canonical(puzzle)?.packed()),
        false => seen.insert(puzzle),
    })
}
