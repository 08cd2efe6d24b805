mod documents;
mod errors;
mod layouts;
mod pencilmarks;
mod reports;
mod round_trip;
mod separated;

use std::io::BufReader;

use super::{Entry, ReadError, Reader, line};
use crate::shape::Shape;

/// A puzzle with one solution, and its rows.
const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn shape(rows: usize, columns: usize) -> Shape {
    Shape::new(rows, columns).unwrap()
}

/// Reads with a buffer of a few bytes, so that all that is read crosses its boundaries.
fn read(text: impl AsRef<[u8]>, shape: Shape) -> Vec<Result<Entry, ReadError>> {
    Reader::new(BufReader::with_capacity(7, text.as_ref()), shape).collect()
}

/// The puzzles of a text as lines, and `line: message` for what is wrong.
fn summary(text: impl AsRef<[u8]>, shape: Shape) -> Vec<String> {
    let show = |result: &Result<Entry, ReadError>| match result {
        Ok(entry) => line(&entry.puzzle).to_string(),
        Err(error) => error.to_string(),
    };
    read(text, shape).iter().map(show).collect()
}

/// The rows of [`PUZZLE`].
fn puzzle_rows() -> Vec<&'static str> {
    (0..9).map(|row| &PUZZLE[9 * row..9 * row + 9]).collect()
}

/// The rows of [`PUZZLE`], its cells with `between` between them, 0 for an empty one.
fn rows_with(between: &str) -> Vec<String> {
    let cell = |c: char| {
        if c == '.' { "0".to_owned() } else { c.to_string() }
    };
    let row = |row: &&str| row.chars().map(cell).collect::<Vec<_>>().join(between);
    puzzle_rows().iter().map(row).collect()
}
