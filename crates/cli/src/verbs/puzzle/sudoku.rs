//! `quadrille puzzle sudoku`.

use std::ffi::OsString;
use std::io::Read;

use clap::{Args, ValueHint};
use quadrille_gallery::{Instance, Sudoku};
use quadrille_sudoku::{Grid, Puzzle as Clues, format};

use super::{Failure, Puzzle};
use crate::args::{ShapeArgs, examples, values};
use crate::input::sources;

/// A sudoku: each digit once in each row, column and box
///
/// The instance has as many solutions as the puzzle, and each is a full grid: a cell with a clue
/// has one option, and the options that clash with a clue are left out.
#[derive(Debug, Args)]
#[command(after_long_help = examples(&[
    ("quadrille puzzle sudoku puzzle.txt | quadrille cover solve --render -", ""),
    ("quadrille puzzle sudoku --empty --box 2x2 | quadrille cover count -", "288"),
]))]
pub(super) struct SudokuArgs {
    /// A puzzle, a file with one, or `-` for standard input [default: -]
    #[arg(value_name = "PUZZLE | FILE | -", value_parser = values::input(),
          value_hint = ValueHint::FilePath)]
    input: Option<OsString>,

    /// Take the empty grid
    #[arg(long, conflicts_with = "input")]
    empty: bool,

    #[command(flatten)]
    shape: ShapeArgs,
}

impl SudokuArgs {
    fn clues(&self) -> Result<Clues, Failure> {
        let shape = self.shape.shape();
        let failure = |place: &str, message: String| Failure { place: place.to_owned(), message };
        if self.empty {
            let empty = Clues::new(Grid::empty(shape));
            return empty.map_err(|clash| failure("", clash.to_string()));
        }
        let found =
            sources(self.input.as_slice(), shape).map_err(|message| failure("", message))?;
        let Some(source) = found.into_iter().next() else {
            return Err(failure("", "no puzzle given: expected one".to_owned()));
        };
        let source = source.map_err(|message| failure("", message))?;
        let name = source.name();
        let mut bytes = Vec::new();
        let read = source.open().and_then(|mut input| input.read_to_end(&mut bytes));
        read.map_err(|error| failure(&name, format!("cannot read it: {error}")))?;
        // What is no UTF-8 is no puzzle either, and is told as one.
        let entry = format::parse(&String::from_utf8_lossy(&bytes), shape);
        entry.map(|entry| entry.puzzle).map_err(|error| {
            let place = format!("{name}:{}:{}", error.line(), error.column());
            failure(&place, error.kind().to_string())
        })
    }
}

impl Puzzle for SudokuArgs {
    fn instance(&self) -> Result<Instance, Failure> {
        Ok(Sudoku::new(&self.clues()?).instance()?)
    }
}
