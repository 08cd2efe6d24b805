//! `quadrille puzzle`: prints a puzzle as an exact-cover problem.
//!
//! A file a puzzle, or a family of them: its arguments, and what they make. Here is what all of
//! them share: reading what they are given, and printing.

mod designs;
mod graphs;
mod langford;
mod latin;
mod macmahon;
mod partridge;
mod polyforms;
mod queens;
mod roster;
mod sudoku;
mod words;

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read, Write};

use clap::{Args, Subcommand};
use quadrille_gallery::{GalleryError, Instance};

use crate::Context;
use crate::args::examples;
use crate::status::Status;

/// Print a classic puzzle as an exact-cover problem
///
/// The problem is written to standard output in the text format of Knuth's programs, to be piped
/// into `quadrille cover`, or into any program that reads the format. Comments at its top say what
/// the puzzle is, how its items are named, and how its solutions are drawn by
/// `quadrille cover solve --render`.
#[derive(Debug, Args)]
#[command(subcommand_required = true, arg_required_else_help = true)]
#[command(after_long_help = examples(&[
    ("quadrille puzzle queens 8 | quadrille cover count -", "92"),
    ("quadrille puzzle polyomino 6x10 | quadrille cover solve --first --render -", ""),
    ("quadrille puzzle soma --help", "what a puzzle can be told"),
]))]
pub(crate) struct PuzzleArgs {
    #[command(subcommand)]
    name: Name,
}

#[derive(Debug, Subcommand)]
enum Name {
    Colouring(graphs::ColouringArgs),
    Crossword(words::CrosswordArgs),
    Domino(polyforms::DominoArgs),
    Kirkman(designs::KirkmanArgs),
    Langford(langford::LangfordArgs),
    Latin(latin::LatinArgs),
    Macmahon(macmahon::MacmahonArgs),
    Matching(graphs::MatchingArgs),
    Partridge(partridge::PartridgeArgs),
    Polycube(polyforms::PolycubeArgs),
    Polyomino(polyforms::PolyominoArgs),
    Queens(queens::QueensArgs),
    Roster(roster::RosterArgs),
    Soma(polyforms::SomaArgs),
    Steiner(designs::SteinerArgs),
    Sudoku(sudoku::SudokuArgs),
    Transversals(latin::TransversalsArgs),
    Words(words::WordsArgs),
}

impl Name {
    fn puzzle(&self) -> &dyn Puzzle {
        match self {
            Name::Colouring(args) => args,
            Name::Crossword(args) => args,
            Name::Domino(args) => args,
            Name::Kirkman(args) => args,
            Name::Langford(args) => args,
            Name::Latin(args) => args,
            Name::Macmahon(args) => args,
            Name::Matching(args) => args,
            Name::Partridge(args) => args,
            Name::Polycube(args) => args,
            Name::Polyomino(args) => args,
            Name::Queens(args) => args,
            Name::Roster(args) => args,
            Name::Soma(args) => args,
            Name::Steiner(args) => args,
            Name::Sudoku(args) => args,
            Name::Transversals(args) => args,
            Name::Words(args) => args,
        }
    }
}

/// The arguments of a puzzle.
trait Puzzle {
    /// What they ask for.
    fn instance(&self) -> Result<Instance, Failure>;
}

/// Why there is no instance: what is wrong, and in which file, line and column if it is in one.
#[derive(Debug)]
struct Failure {
    place: String,
    message: String,
}

impl Failure {
    /// What is wrong with a text from `source`, or with an instance made of it.
    fn of(source: &str, error: &GalleryError) -> Self {
        match error.position() {
            Some((line, column)) => {
                Failure { place: format!("{source}:{line}:{column}"), message: error.message() }
            }
            // Nothing at all is no matter of settings.
            None if matches!(error, GalleryError::NothingToCover(_)) => {
                Failure { place: source.to_owned(), message: error.to_string() }
            }
            None => error.into(),
        }
    }
}

impl From<&GalleryError> for Failure {
    fn from(error: &GalleryError) -> Self {
        Failure { place: String::new(), message: error.to_string() }
    }
}

impl From<GalleryError> for Failure {
    fn from(error: GalleryError) -> Self {
        (&error).into()
    }
}

/// The text of a file, or of standard input for `-`, and what to call it in messages.
fn read(file: &OsStr) -> Result<(String, String), Failure> {
    let (name, bytes) = if file == "-" {
        let mut bytes = Vec::new();
        let read = io::stdin().lock().read_to_end(&mut bytes);
        ("standard input".to_owned(), read.map(|_| bytes))
    } else {
        (file.to_string_lossy().into_owned(), fs::read(file))
    };
    let failure = |message: String| Failure { place: name.clone(), message };
    let bytes = bytes.map_err(|error| match error.kind() {
        io::ErrorKind::IsADirectory => failure("is a directory: expected a file".to_owned()),
        _ => failure(format!("cannot read it: {error}")),
    })?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok((name, text)),
        Err(_) => Err(failure("is no text in UTF-8".to_owned())),
    }
}

pub(crate) fn run(args: &PuzzleArgs, context: &mut Context) -> io::Result<Status> {
    let text = args.name.puzzle().instance().and_then(|instance| {
        for warning in &instance.warnings {
            context.messages.warning(warning);
        }
        Ok(instance.to_text()?)
    });
    match text {
        Ok(text) => context.out.write_all(text.as_bytes()).map(|()| Status::Done),
        Err(Failure { place, message }) => {
            context.messages.error(&place, &message);
            Ok(Status::Bad)
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use crate::args::Cli;

    #[test]
    fn every_puzzle_shows_examples_and_exit_codes() {
        let command = Cli::command();
        let puzzle = command.find_subcommand("puzzle").expect("a verb");
        for name in puzzle.get_subcommands() {
            let help = name.get_after_long_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.contains("Examples"), "{}", name.get_name());
            assert!(help.contains("Exit codes"), "{}", name.get_name());
            assert!(help.contains(&format!("puzzle {}", name.get_name())), "{}", name.get_name());
        }
    }
}
