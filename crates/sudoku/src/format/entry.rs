//! A puzzle that was read, checked.

use super::Layout;
use super::block::Cell;
use super::error::{Position, ReadError, ReadErrorKind};
use super::symbols::symbol;
use crate::grid::{Grid, Puzzle};
use crate::shape::Shape;

/// A puzzle as it was read, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// The clues or pencilmarks.
    pub puzzle: Puzzle,
    /// The line where the puzzle begins, from 1.
    pub line: usize,
    /// What stands behind a puzzle on one line, or the title before rows.
    pub comment: Option<String>,
    /// The layout in which the puzzle was found.
    pub layout: Layout,
}

/// Whether so many values are the pencilmarks of a puzzle: one for each cell and digit, the digit, or 0
/// where it is no candidate.
pub(super) fn is_marks(found: usize, shape: Shape) -> bool {
    found > 1 && found == shape.cells() * shape.size()
}

/// The puzzle of pencilmarks; `at` says where one stands.
fn marked(
    shape: Shape,
    values: &[u8],
    at: impl Fn(usize) -> Position,
) -> Result<Puzzle, ReadError> {
    let size = shape.size();
    let mut candidates = vec![0u64; shape.cells()];
    let mut wrong = false;
    for (set, marks) in candidates.iter_mut().zip(values.chunks_exact(size)) {
        // At most 64 digits: the number fits.
        for (digit, &found) in (1..=size as u8).zip(marks) {
            wrong |= found != 0 && found != digit;
            *set |= u64::from(found != 0) << (digit - 1);
        }
    }
    if wrong {
        let is_wrong =
            |&(place, &found): &(usize, &u8)| found != 0 && usize::from(found) != place % size + 1;
        if let Some((place, &found)) = values.iter().enumerate().find(is_wrong) {
            let found = symbol(found, size).map_or_else(|| found.to_string(), String::from);
            let (cell, digit) = (place / size, (place % size + 1) as u8);
            let kind = ReadErrorKind::Pencilmark { found, cell, digit, size };
            return Err(ReadError::new(at(place), kind));
        }
    }
    Puzzle::from_candidates(shape, &candidates).map_err(|_| {
        let kind = ReadErrorKind::Cells { found: values.len(), expected: shape };
        ReadError::new(at(0), kind)
    })
}

/// An entry of cells that were read one by one.
pub(super) fn entry(
    shape: Shape,
    cells: &[Cell],
    line: usize,
    comment: Option<String>,
    layout: Layout,
) -> Result<Entry, ReadError> {
    let values: Vec<u8> = cells.iter().map(|cell| cell.value).collect();
    let at = |cell: usize| cells.get(cell).map_or(Position::new(line, 1), |cell| cell.at);
    checked(shape, &values, at, line, comment, layout)
}

/// An entry of these values, if they are a puzzle; `at` says where a cell stands.
pub(super) fn checked(
    shape: Shape,
    values: &[u8],
    at: impl Fn(usize) -> Position,
    line: usize,
    comment: Option<String>,
    layout: Layout,
) -> Result<Entry, ReadError> {
    let found = values.len();
    if is_marks(found, shape) {
        let puzzle = marked(shape, values, at)?;
        let layout = if layout == Layout::Line { Layout::Pencilmarks } else { layout };
        return Ok(Entry { puzzle, line, comment, layout });
    }
    let Ok(grid) = Grid::from_values(shape, values) else {
        return Err(ReadError::new(at(0), ReadErrorKind::Cells { found, expected: shape }));
    };
    match Puzzle::new(grid) {
        Ok(puzzle) => Ok(Entry { puzzle, line, comment, layout }),
        Err(clash) => {
            let (first, second) = (at(clash.cells.0), at(clash.cells.1));
            let kind = ReadErrorKind::Clash { clash, size: shape.size(), first, second };
            Err(ReadError::new(second, kind))
        }
    }
}
