//! `pencilmarks`: for each cell, in reading order, which digits it may hold: n characters, each the digit whose place
//! it is, or an empty one. So 729 characters on a line for 9×9.
//!
//! A cell with a single candidate is a clue, unless such clues would clash. Sizes from 2 to 61.

use super::plain::{self, Limits, Marks, Shapes, Token};
use super::{Entry, Format, Likeness, ReadError, WriteError};
use crate::format::symbols::{MAX_SYMBOLS, Symbols, symbol};
use crate::grid::{CellName, Puzzle};
use crate::shape::Shape;
use crate::variant::{Kind, Variant};

/// The format `pencilmarks`.
#[derive(Debug)]
pub(super) struct Pencilmarks;

impl Format for Pencilmarks {
    fn name(&self) -> &'static str {
        "pencilmarks"
    }

    fn description(&self) -> &'static str {
        "all candidates on a line, n characters a cell, such as 729"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["pm"]
    }

    fn holds(&self, _: Kind) -> bool {
        false
    }

    fn holds_marks(&self) -> bool {
        true
    }

    fn recognises(&self, text: &str) -> Likeness {
        // A line of empty characters alone may be a border, and one of 8 a jigsaw of 2×2.
        let has_digit = |line: &str| line.contains(|c: char| c.is_ascii_alphanumeric() && c != '0');
        let size = |line: &str| entry(line, 1).ok().map(|entry| entry.variant.board().size());
        match plain::first_line(text).filter(|line| has_digit(line)).and_then(size) {
            Some(2) => Likeness::Possible,
            Some(_) => Likeness::Certain,
            None => Likeness::No,
        }
    }

    fn read(&self, text: &str) -> Vec<Result<Entry, ReadError>> {
        let all = plain::lines(text).filter(|(_, line)| !plain::is_skipped(line));
        all.map(|(number, line)| entry(line, number)).collect()
    }

    fn write(&self, puzzles: &[Variant]) -> Result<String, WriteError> {
        let limits = Limits { shapes: Shapes::Square, marks: Marks::Any };
        let mut text = String::new();
        for (index, variant) in puzzles.iter().enumerate() {
            let shape = plain::hold(self, limits, index, variant)?;
            let n = shape.size();
            if !(2..=MAX_SYMBOLS).contains(&n) {
                return Err(WriteError::new(index, self.name(), format!("a grid of {n}×{n}")));
            }
            for cell in 0..shape.cells() {
                let set = variant.candidates(cell);
                let mark = |digit: u8| if set >> (digit - 1) & 1 == 1 { digit } else { 0 };
                let marks = (1..=n as u8).map(mark);
                text.extend(marks.filter_map(|digit| symbol(digit, n)));
            }
            text.push('\n');
        }
        Ok(text)
    }
}

/// The size whose cube this is.
fn size_of(count: usize) -> Option<usize> {
    (2..=MAX_SYMBOLS).find(|size| size.pow(3) == count)
}

fn entry(line: &str, number: usize) -> Result<Entry, ReadError> {
    let start = line.chars().take_while(|c| c.is_whitespace()).count();
    let word = line.split_whitespace().next().unwrap_or("");
    let tokens = plain::characters(word, number, start + 1);
    let error = |message: String| ReadError::new(number, start + 1, message);
    let size = size_of(tokens.len()).ok_or_else(|| {
        error(format!(
            "found {}, expected n for each of n×n cells, such as 729",
            plain::count(tokens.len(), "character")
        ))
    })?;
    let shape = plain::shape_of_size(size).map_err(error)?;
    let rest = line.trim_start()[word.len()..].trim_start();
    if !plain::is_skipped(rest) {
        let column = line.chars().count() - rest.chars().count() + 1;
        let message = format!("found {}, expected the end of the line", plain::shown(rest));
        return Err(ReadError::new(number, column, message));
    }
    let sets: Vec<u64> = tokens
        .chunks_exact(size)
        .enumerate()
        .map(|(cell, marks)| set(shape, cell, marks))
        .collect::<Result<_, _>>()?;
    let puzzle = Puzzle::from_candidates(shape, &sets).map_err(|e| error(e.to_string()))?;
    Ok(Entry::new(Variant::from(&puzzle), number))
}

/// The candidates of a cell.
fn set(shape: Shape, cell: usize, marks: &[Token<'_>]) -> Result<u64, ReadError> {
    let size = shape.size();
    let symbols = Symbols::new(size);
    let mut set = 0u64;
    for (digit, token) in (1..=size as u8).zip(marks) {
        match symbols.word(token.text) {
            Some(0) => {}
            Some(value) if value == digit => set |= 1 << (digit - 1),
            _ => {
                let name = CellName { cell, size };
                let place = plain::written(digit, size);
                let found = token.text.escape_debug();
                return Err(token.error(format!(
                    "found {found}, expected {place} if it is a candidate of {name}, else ."
                )));
            }
        }
    }
    Ok(set)
}
