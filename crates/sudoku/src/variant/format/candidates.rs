//! `candidates`: grids with borders in which each cell is its candidates, as HoDoKu and SudokuWiki print them.
//!
//! Each word is a cell: digits, each once. One digit alone is a clue, unless such clues would clash. No cell is empty.

use super::borders::{self, Block};
use super::grid::{drawn, is_drawn};
use super::plain::{self, Limits, Marks, Shapes};
use super::{Entry, Format, Likeness, ReadError, WriteError};
use crate::format::symbols::{MAX_SYMBOLS, Symbols};
use crate::grid::Puzzle;
use crate::variant::{Kind, Variant};

/// The format `candidates`.
#[derive(Debug)]
pub(super) struct Candidates;

impl Format for Candidates {
    fn name(&self) -> &'static str {
        "candidates"
    }

    fn description(&self) -> &'static str {
        "candidate grids with borders, as HoDoKu and SudokuWiki print them"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["pmgrid"]
    }

    fn holds(&self, _: Kind) -> bool {
        false
    }

    fn holds_marks(&self) -> bool {
        true
    }

    fn recognises(&self, text: &str) -> Likeness {
        let is_row = |block: &Block<'_>| {
            let words = block.rows.first().map(|row| row.parts.concat()).unwrap_or_default();
            let symbols = Symbols::new(words.len());
            (2..=MAX_SYMBOLS).contains(&words.len())
                && words.iter().all(|word| plain::group(word.text, &symbols).is_some())
        };
        match borders::blocks(text).first() {
            Some(block) if is_row(block) && is_drawn(text) => Likeness::Possible,
            _ => Likeness::No,
        }
    }

    fn read(&self, text: &str) -> Vec<Result<Entry, ReadError>> {
        borders::blocks(text).iter().map(entry).collect()
    }

    fn write(&self, puzzles: &[Variant]) -> Result<String, WriteError> {
        let limits = Limits { shapes: Shapes::Any, marks: Marks::Some };
        let mut text = String::new();
        for (index, variant) in puzzles.iter().enumerate() {
            let shape = plain::hold(self, limits, index, variant)?;
            let n = shape.size();
            if !(2..=MAX_SYMBOLS).contains(&n) {
                return Err(WriteError::new(index, self.name(), format!("a grid of {n}×{n}")));
            }
            if index > 0 {
                text.push('\n');
            }
            let cells: Vec<String> = (0..shape.cells())
                .map(|cell| plain::written_set(variant.candidates(cell), n))
                .collect();
            let widest = |column| cells.iter().skip(column).step_by(n).map(String::len).max();
            let widths: Vec<usize> = (0..n).filter_map(widest).collect();
            text += &drawn(shape, &cells, &widths, [".", ":", "'"]);
        }
        Ok(text)
    }
}

fn entry(block: &Block<'_>) -> Result<Entry, ReadError> {
    let (shape, tokens) = block.grid(true)?;
    let symbols = Symbols::new(shape.size());
    let sets: Vec<u64> = tokens
        .iter()
        .map(|token| {
            let set = plain::group(token.text, &symbols);
            set.ok_or_else(|| plain::no_group(token, shape.size()))
        })
        .collect::<Result<_, _>>()?;
    let puzzle = Puzzle::from_candidates(shape, &sets)
        .map_err(|error| ReadError::new(block.line(), 1, error.to_string()))?;
    Ok(Entry::new(Variant::from(&puzzle), block.line()))
}
