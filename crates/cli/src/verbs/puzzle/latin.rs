//! `quadrille puzzle latin` and `quadrille puzzle transversals`.

use std::ffi::OsString;

use clap::{Args, ValueHint};
use quadrille_gallery::{GalleryError, Instance, Latin, SymbolSquare, latin_transversals};

use super::{Failure, Puzzle, read};
use crate::args::examples;

/// Latin squares: each symbol once in each row and each column
///
/// A square that is read from a file has a line for each row. Symbols are 1 to 9, then a to z, then
/// A to Z, one after the other; or numbers, with blanks or commas between. `.` and 0 are unknown.
#[derive(Debug, Args)]
#[command(after_long_help = examples(&[
    ("quadrille puzzle latin 6 --first-row | quadrille cover count -", "1128960"),
    ("quadrille puzzle latin --rows 12../...4/..../.3.. | quadrille cover solve --render -", ""),
    ("quadrille puzzle latin 7 --first-row --mate cyclic | quadrille cover count -", "635"),
]))]
pub(super) struct LatinArgs {
    /// Rows, columns and symbols
    #[arg(value_name = "N", required_unless_present_any = ["given", "rows"])]
    order: Option<usize>,

    /// A file with a square, some of whose cells are given, or `-` for standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "rows")]
    given: Option<OsString>,

    /// The same written out, with `/` between rows
    #[arg(long, value_name = "ROWS")]
    rows: Option<String>,

    /// Put the symbols in order into the first row, as far as nothing is given there
    #[arg(long)]
    first_row: bool,

    /// Put the symbols in order into the first row and the first column
    #[arg(long)]
    reduced: bool,

    /// Be orthogonal to the square in this file: no pair of symbols at the same place twice;
    /// `cyclic` stands for the sums modulo N
    #[arg(long, value_name = "FILE | cyclic", value_hint = ValueHint::FilePath)]
    mate: Option<OsString>,
}

impl LatinArgs {
    fn given(&self) -> Result<SymbolSquare, Failure> {
        let square = match (&self.given, &self.rows, self.order) {
            (Some(file), _, _) => read_square(file)?,
            (None, Some(rows), _) => {
                let square = SymbolSquare::read(&rows.replace('/', "\n"));
                square.map_err(|error| in_rows(&error))?
            }
            (None, None, order) => SymbolSquare::empty(order.unwrap_or(0))?,
        };
        match self.order {
            Some(order) if order != square.order() => Err(GalleryError::Contradiction(format!(
                "the given square is of order {}, not {order}",
                square.order()
            ))
            .into()),
            _ => Ok(square),
        }
    }
}

/// What is wrong with rows written out: their lines are rows.
fn in_rows(error: &GalleryError) -> Failure {
    match error.position() {
        Some((row, column)) => Failure {
            place: "--rows".to_owned(),
            message: format!("row {row}, column {column}: {}", error.message()),
        },
        None => error.into(),
    }
}

impl Puzzle for LatinArgs {
    fn instance(&self) -> Result<Instance, Failure> {
        let square = self.given()?;
        let order = square.order();
        let mut latin = Latin::new(square);
        if self.reduced {
            latin = latin.reduced();
        } else if self.first_row {
            latin = latin.with_first_row();
        }
        if let Some(mate) = &self.mate {
            latin = latin.orthogonal_to(match mate.to_str() {
                Some("cyclic") => SymbolSquare::cyclic(order)?,
                _ => read_square(mate)?,
            });
        }
        Ok(latin.instance()?)
    }
}

/// Transversals of a Latin square: a cell in each row and column, all with different symbols
#[derive(Debug, Args)]
#[command(after_long_help = examples(&[
    ("quadrille puzzle transversals --cyclic 7 | quadrille cover count -", "133"),
    ("quadrille puzzle transversals square.txt | quadrille cover solve --all -", ""),
]))]
pub(super) struct TransversalsArgs {
    /// A file with a Latin square, a line for each row, or `-` for standard input
    #[arg(value_name = "FILE | -", required_unless_present = "cyclic", conflicts_with = "cyclic",
          value_hint = ValueHint::FilePath)]
    square: Option<OsString>,

    /// Take the square of sums modulo N
    #[arg(long, value_name = "N")]
    cyclic: Option<usize>,
}

impl Puzzle for TransversalsArgs {
    fn instance(&self) -> Result<Instance, Failure> {
        let square = match &self.square {
            Some(file) => read_square(file)?,
            None => SymbolSquare::cyclic(self.cyclic.unwrap_or(0))?,
        };
        Ok(latin_transversals(&square)?)
    }
}

fn read_square(file: &OsString) -> Result<SymbolSquare, Failure> {
    let (source, text) = read(file)?;
    SymbolSquare::read(&text).map_err(|error| Failure::of(&source, &error))
}
