//! `quadrille convert`: writes puzzles in another format.

use std::io::{self, Write};

use clap::Args;
use quadrille_sudoku::variant::format::Format;

use crate::Context;
use crate::args::{examples, prose};
use crate::input::InputArgs;
use crate::output::plural;
use crate::status::Status;
use crate::variants::{self, Located, RuleArgs, Variants, variant_formats};

const ABOUT: &str = "\
Write puzzles in another format

Reads puzzles of every kind and format, and writes all of them in one: plain lines,
drawn grids, what other programs read and write, links to web sites, and our own
formats, `text` for people and `json` for programs, which hold everything.

A format that cannot hold a puzzle as it is refuses it: then the puzzle, and what
cannot be held, is said on standard error, and nothing is written. With --skip the
others are written all the same. Of titles, solutions and whatever else is said about
puzzles a format may keep nothing: that is said on standard error, once for each kind.

docs/FORMATS.md says which rules each format can hold.";

/// Write puzzles in another format
#[derive(Debug, Args)]
#[command(long_about = prose(ABOUT), after_long_help = examples(&[
    ("quadrille convert --to text puzzles.sdk", "in words"),
    ("quadrille convert --from csv --to line sudoku.csv > sudoku.txt", "a format that is said, not found out"),
    ("quadrille convert --to fpuzzles --rule anti-knight puzzle.txt", "a link, with a rule more"),
    ("quadrille convert --to json 'https://f-puzzles.com/?load=…' | jq .rules", "the rules of a link"),
]))]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    rules: RuleArgs,

    /// The format to write
    #[arg(long, short, value_name = "FORMAT", default_value = "text",
          value_parser = variant_formats())]
    to: &'static dyn Format,

    /// Leave out what the format cannot hold: each such puzzle is named on standard error
    #[arg(long)]
    skip: bool,
}

pub(crate) fn run(args: &ConvertArgs, context: &mut Context) -> io::Result<Status> {
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
    let mut status = Status::Done;
    let mut read: Vec<Located> = Vec::new();
    while let Some(item) = items.next(&mut context.out)? {
        match item {
            Err(fault) => {
                fault.report(context.messages);
                status.note(Status::Bad);
            }
            Ok(located) => read.push(located),
        }
    }
    if context.cancel.is_cancelled() {
        context.messages.warning(&"interrupted: nothing was written");
        return Ok(Status::Stopped);
    }
    if read.is_empty() {
        return Ok(status);
    }
    let variants = |all: &[Located]| all.iter().map(|it| it.variant.clone()).collect::<Vec<_>>();
    let mut written = args.to.write(&variants(&read));
    if let Err(error) = written {
        // Each by itself: which can be written?
        let mut kept = Vec::new();
        for located in read {
            if context.cancel.is_cancelled() {
                context.messages.warning(&"interrupted: nothing was written");
                return Ok(Status::Stopped);
            }
            match args.to.write(std::slice::from_ref(&located.variant)) {
                Ok(_) => kept.push(located),
                Err(error) => {
                    let message = format!("{} cannot hold {}", error.format, error.what);
                    context.messages.error(&located.place(), &message);
                    status.note(Status::Bad);
                    if !args.skip {
                        return Ok(status);
                    }
                }
            }
        }
        if kept.is_empty() {
            return Ok(status);
        }
        read = kept;
        written = if status == Status::Bad { args.to.write(&variants(&read)) } else { Err(error) };
    }
    match written {
        Ok(text) => {
            context.out.write_all(text.as_bytes())?;
            context.out.flush()?;
            let mut lost = Lost::default();
            read.iter().for_each(|located| lost.note(located, args.to));
            lost.tell(args.to, context);
        }
        // Each can be written, but not all of them together.
        Err(error) => {
            context.messages.error("", &error);
            status.note(Status::Bad);
        }
    }
    Ok(status)
}

/// What is not kept, and of how many puzzles: once for each kind.
#[derive(Default)]
struct Lost(Vec<(&'static str, u64)>);

impl Lost {
    fn note(&mut self, located: &Located, to: &dyn Format) {
        let known = located.variant.info.known();
        let lost = known.into_iter().filter(|name| !to.keeps().contains(name));
        for name in lost.chain(located.dropped.iter().copied()) {
            match self.0.iter_mut().find(|(known, _)| *known == name) {
                Some((_, count)) => *count += 1,
                None => self.0.push((name, 1)),
            }
        }
    }

    fn tell(&self, to: &dyn Format, context: &Context) {
        for (name, count) in &self.0 {
            let puzzles = plural(*count, "puzzle");
            let told = match *name {
                "difficulty" => "difficulties are not kept".to_owned(),
                "text" => "rules in words and other texts are not kept".to_owned(),
                // They are in no format that we write.
                "drawings" => {
                    context.messages.note(&format_args!("{puzzles}: drawings are not kept"));
                    continue;
                }
                name => format!("{name}s are not kept"),
            };
            context.messages.note(&format_args!("{puzzles}: {told} by {}", to.name()));
        }
    }
}
