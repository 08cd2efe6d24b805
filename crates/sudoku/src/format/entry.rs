//! A puzzle that was read, checked.

use super::Layout;
use super::block::Cell;
use super::error::{Position, ReadError, ReadErrorKind};
use crate::grid::{Grid, Puzzle};
use crate::shape::Shape;

/// A puzzle as it was read, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// The clues.
    pub puzzle: Puzzle,
    /// The line where the puzzle begins, from 1.
    pub line: usize,
    /// What stands behind a puzzle on one line, or the title before rows.
    pub comment: Option<String>,
    /// The layout in which the puzzle was found.
    pub layout: Layout,
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
