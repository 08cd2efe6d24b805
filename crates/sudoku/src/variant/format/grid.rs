//! `grid`: grids with borders around the boxes, as HoDoKu and SudokuWiki print them.
//!
//! A cell stands as a symbol, with blanks between cells or without, or above size 9 as a number. Borders are of `+`, `-`
//! and `|`, or of line-drawing characters; they say how the boxes are. Grids stand apart by blank lines or their frames.

use super::borders::{self, Block};
use super::plain::{self, Limits, Marks, Shapes};
use super::{Entry, Format, Likeness, ReadError, WriteError};
use crate::shape::Shape;
use crate::variant::{Kind, Variant};

/// The format `grid`.
#[derive(Debug)]
pub(super) struct Grid;

impl Format for Grid {
    fn name(&self) -> &'static str {
        "grid"
    }

    fn description(&self) -> &'static str {
        "grids with borders around the boxes, as HoDoKu and SudokuWiki print them"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["grid"]
    }

    fn holds(&self, _: Kind) -> bool {
        false
    }

    fn recognises(&self, text: &str) -> Likeness {
        let is_row = |block: &Block<'_>| {
            block.rows.first().is_some_and(|row| {
                let cells: Vec<_> = row.cells().into_iter().flatten().collect();
                !cells.is_empty() && plain::values(&cells, cells.len()).is_ok()
            })
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
        let limits = Limits { shapes: Shapes::Any, marks: Marks::None };
        let mut text = String::new();
        for (index, variant) in puzzles.iter().enumerate() {
            let shape = plain::hold(self, limits, index, variant)?;
            let size = shape.size();
            let as_numbers = plain::needs_numbers(variant.values(), size);
            let symbol = |&value: &u8| match value {
                0 => ".".to_owned(),
                _ if as_numbers => value.to_string(),
                _ => plain::written(value, size),
            };
            if index > 0 {
                text.push('\n');
            }
            let cells: Vec<String> = variant.values().iter().map(symbol).collect();
            let width = if as_numbers { 2 } else { 1 };
            text += &drawn(shape, &cells, &[width; 64][..size], ["+", "+", "+"]);
        }
        Ok(text)
    }
}

/// Whether there is a border or a bar.
pub(super) fn is_drawn(text: &str) -> bool {
    plain::lines(text).any(|(_, line)| borders::is_border(line))
        || plain::first_line(text).is_some_and(|line| line.contains(['|', '│', '║', '┃']))
}

fn entry(block: &Block<'_>) -> Result<Entry, ReadError> {
    let (shape, tokens) = block.grid(false)?;
    Ok(Entry::new(plain::puzzle_of(shape, &tokens)?, block.line()))
}

/// A grid of these cells with borders: those above, within and below have the given crossings. Columns are so wide.
pub(super) fn drawn(
    shape: Shape,
    cells: &[String],
    widths: &[usize],
    crossings: [&str; 3],
) -> String {
    let (size, columns) = (shape.size(), shape.box_columns());
    let columns = if shape.box_rows() == 1 { size } else { columns };
    let border = |crossing: &str| {
        let run =
            |part: &[usize]| "-".repeat(1 + part.iter().map(|width| width + 1).sum::<usize>());
        let runs: Vec<String> = widths.chunks(columns).map(run).collect();
        format!("{crossing}{}{crossing}\n", runs.join(crossing))
    };
    let mut text = border(crossings[0]);
    for (row, line) in cells.chunks(size).enumerate() {
        if row > 0 && columns < size && row % shape.box_rows() == 0 {
            let inner = border("+");
            let inner = inner.trim_end().trim_matches('+');
            text += &format!("{0}{inner}{0}\n", crossings[1]);
        }
        for (column, (cell, width)) in line.iter().zip(widths).enumerate() {
            text += if column % columns == 0 { "| " } else { " " };
            text += &format!("{cell:<width$}");
            if column % columns == columns - 1 {
                text.push(' ');
            }
        }
        text += "|\n";
    }
    text + &border(crossings[2])
}
