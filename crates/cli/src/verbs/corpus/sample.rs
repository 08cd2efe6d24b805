//! `quadrille corpus sample`: puzzles taken at random.

use std::io::{self, Write};

use clap::Args;

use super::random::Random;
use super::write::{Kept, WriteArgs, Writer};
use crate::Context;
use crate::args::{examples, prose, values};
use crate::input::InputArgs;
use crate::output::plural;
use crate::status::Status;

const ABOUT: &str = "\
Take puzzles at random

Writes N puzzles in the order of the input, each set of N as likely as any other;
all puzzles if there are fewer. The same input and seed give the same ones, in
every version and on every machine.

In memory are the N puzzles that are kept, about 150 bytes each, however long the
input. It has to be read to its end: after Ctrl-C nothing is written.";

/// Take puzzles at random
#[derive(Debug, Args)]
#[command(long_about = prose(ABOUT), after_long_help = examples(&[
    ("quadrille corpus sample 1000 puzzles.txt > some.txt", ""),
    ("zcat puzzles.gz | quadrille corpus sample 100 --seed 7 --format json -", "as JSON"),
]))]
pub(super) struct SampleArgs {
    /// How many
    #[arg(value_name = "N", allow_negative_numbers = true, value_parser = values::kept)]
    number: usize,

    #[command(flatten)]
    pub(super) input: InputArgs,

    /// Where the random numbers begin
    #[arg(long, value_name = "N", default_value = "1", allow_negative_numbers = true,
          value_parser = values::seed)]
    seed: u64,

    #[command(flatten)]
    write: WriteArgs,
}

pub(super) fn run(args: &SampleArgs, context: &mut Context) -> io::Result<Status> {
    let mut random = Random::new(args.seed);
    // Puzzle i, from 0, takes a place with probability N / (i + 1) (Waterman's algorithm R; TAOCP 3.4.2).
    let mut kept: Vec<(u64, Kept)> = Vec::new();
    let mut seen = 0;
    let walked = super::each(&args.input, context, |located, _| {
        if kept.len() < args.number {
            kept.push((seen, located.into()));
        } else if let Ok(place) = usize::try_from(random.below(seen + 1))
            && let Some(place) = kept.get_mut(place)
        {
            *place = (seen, located.into());
        }
        seen += 1;
        Ok(Status::Done)
    })?;
    if !walked.complete {
        return Ok(walked.status);
    }
    kept.sort_unstable_by_key(|&(number, _)| number);
    let mut writer = Writer::new(args.write);
    for (_, Kept { puzzle, comment }) in &kept {
        writer.write(&mut context.out, puzzle, comment.as_deref())?;
    }
    if kept.len() < args.number && seen > 0 {
        context.out.flush()?;
        let there = plural(seen, "puzzle");
        context.messages.warning(&format_args!("there are but {there}: all are taken"));
    }
    Ok(walked.status)
}
