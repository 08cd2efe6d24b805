//! `ss`: SimpleSudoku's files: one puzzle, as one to three grids, one below the other.
//!
//! The first grid holds the clues, the second also what has been solved, the third the candidates of each cell. What
//! has been solved becomes a mark with that digit alone, the candidates become marks.

use super::borders::{self, Block};
use super::grid::is_drawn;
use super::plain::{self, Limits, Marks, Shapes};
use super::{Entry, Format, Likeness, ReadError, WriteError};
use crate::candidates::set_of;
use crate::format::symbols::Symbols;
use crate::grid::CellName;
use crate::shape::Shape;
use crate::variant::{Kind, Variant};

/// The format `ss`.
#[derive(Debug)]
pub(super) struct Ss;

impl Format for Ss {
    fn name(&self) -> &'static str {
        "ss"
    }

    fn description(&self) -> &'static str {
        "SimpleSudoku's files: a puzzle as one to three grids, 9×9 alone"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["ss"]
    }

    fn holds(&self, _: Kind) -> bool {
        false
    }

    fn holds_marks(&self) -> bool {
        true
    }

    fn recognises(&self, text: &str) -> Likeness {
        let blocks = borders::blocks(text);
        let Some(row) = blocks.first().and_then(|block| block.rows.first()) else {
            return Likeness::No;
        };
        let cells = row.cells();
        let is_row = row.is_compact()
            && cells.len() == 3
            && cells.iter().all(|part| part.len() == 3)
            && plain::values(&cells.concat(), 9).is_ok();
        let framed = plain::first_line(text).is_some_and(|line| line.trim().starts_with("*--"));
        match is_row && is_drawn(text) {
            true if framed => Likeness::Certain,
            true => Likeness::Possible,
            false => Likeness::No,
        }
    }

    fn read(&self, text: &str) -> Vec<Result<Entry, ReadError>> {
        let blocks = borders::blocks(text);
        if blocks.is_empty() {
            return Vec::new();
        }
        vec![entry(&blocks)]
    }

    fn write(&self, puzzles: &[Variant]) -> Result<String, WriteError> {
        plain::only_one(self, puzzles)?;
        let limits = Limits { shapes: Shapes::Classic, marks: Marks::Some };
        let Some(variant) = puzzles.first() else { return Ok(String::new()) };
        plain::hold(self, limits, 0, variant)?;
        let mut text = plain_grid(variant.values());
        if let Some(marks) = variant.marks() {
            let single = |set: u64| set.is_power_of_two().then(|| set.trailing_zeros() as u8 + 1);
            let state: Vec<u8> = (0..variant.values().len())
                .map(|cell| variant.given(cell).or(single(marks[cell])).unwrap_or(0))
                .collect();
            text.push('\n');
            text += &plain_grid(&state);
            text.push('\n');
            text += &candidate_grid(variant);
        }
        Ok(text)
    }
}

fn plain_grid(values: &[u8]) -> String {
    let mut text = String::from(" *-----------*\n");
    for (row, values) in values.chunks(9).enumerate() {
        if row == 3 || row == 6 {
            text += " |---+---+---|\n";
        }
        let parts: Vec<String> =
            values.chunks(3).map(|part| plain::line_of_values(part, 9)).collect();
        text += &format!(" |{}|\n", parts.join("|"));
    }
    text + " *-----------*\n"
}

fn candidate_grid(variant: &Variant) -> String {
    let cells: Vec<String> =
        (0..81).map(|cell| plain::written_set(variant.candidates(cell), 9)).collect();
    let widest = |column| cells.iter().skip(column).step_by(9).map(String::len).max();
    let widths: Vec<usize> = (0..9).filter_map(widest).collect();
    let run = "-".repeat(widths.iter().sum::<usize>() + 14);
    let mut text = format!(" *{run}*\n");
    for (row, cells) in cells.chunks(9).enumerate() {
        if row == 3 || row == 6 {
            let run = |part: &[usize]| "-".repeat(part.iter().sum::<usize>() + 4);
            let runs: Vec<String> = widths.chunks(3).map(run).collect();
            text += &format!(" |{}|\n", runs.join("+"));
        }
        for (column, (cell, width)) in cells.iter().zip(&widths).enumerate() {
            text += if column % 3 == 0 { " | " } else { " " };
            text += &format!("{cell:<width$}");
        }
        text += " |\n";
    }
    text + &format!(" *{run}*\n")
}

fn entry(blocks: &[Block<'_>]) -> Result<Entry, ReadError> {
    let [first, others @ ..] = blocks else {
        return Err(ReadError::new(1, 1, "found no grid, expected one"));
    };
    let mut tokens = grid(first, false)?;
    let mut variant = plain::puzzle_of(Shape::CLASSIC, &tokens)?;
    let symbols = Symbols::new(9);
    for (index, block) in others.iter().enumerate() {
        if index == 2 {
            return Err(ReadError::new(
                block.line(),
                1,
                "found a fourth grid, expected clues, what is solved, and candidates",
            ));
        }
        let by_words = !block.rows.iter().all(borders::Row::is_compact);
        let groups = by_words && block.rows.iter().flat_map(|row| row.parts.concat()).any(is_group);
        tokens = grid(block, groups || index == 1)?;
        for (cell, token) in tokens.iter().enumerate() {
            let set = match groups || index == 1 {
                true => plain::group(token.text, &symbols)
                    .ok_or_else(|| plain::no_group(token, 9))
                    .map(Some)?,
                false => match plain::values(&[*token], 9)?.first() {
                    Some(&digit) if digit > 0 => Some(set_of(digit)),
                    _ => None,
                },
            };
            let Some(set) = set else { continue };
            if let Some(clue) = variant.given(cell) {
                if set & set_of(clue) == 0 {
                    let name = CellName { cell, size: 9 };
                    return Err(token.error(format!(
                        "found {}, expected {clue} in {name}, which is given",
                        token.text
                    )));
                }
                continue;
            }
            let old = variant.candidates(cell);
            if old & set == 0 {
                let name = CellName { cell, size: 9 };
                let solved = plain::written_set(old, 9);
                return Err(token.error(format!(
                    "found {}, expected {solved} in {name}, as in the grid before",
                    token.text
                )));
            }
            variant.mark(cell, old & set).map_err(|error| token.error(error.to_string()))?;
        }
    }
    Ok(Entry::new(variant, first.line()))
}

fn is_group(token: plain::Token<'_>) -> bool {
    token.text.len() > 1
}

/// The cells of a grid of 9×9.
fn grid<'a>(block: &Block<'a>, words: bool) -> Result<Vec<plain::Token<'a>>, ReadError> {
    let (shape, tokens) = block.grid(words)?;
    if shape != Shape::CLASSIC {
        let message = format!("found {shape}, expected {}", Shape::CLASSIC);
        return Err(ReadError::new(block.line(), 1, message));
    }
    Ok(tokens)
}
