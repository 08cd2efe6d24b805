//! What a reader reports: where, what was found, what was expected.

use super::symbols::symbol;
use std::fmt;
use std::io;

use crate::grid::{CellName, Clash};
use crate::shape::{MAX_SIZE, Shape};

/// A place in a text: line and column from 1, columns counted in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, counted in characters.
    pub column: usize,
}

impl Position {
    pub(crate) const fn new(line: usize, column: usize) -> Self {
        Position { line, column }
    }
}

/// Shown as `line 3, column 5`.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// A text that holds no puzzle where one was expected: the place and the reason.
///
/// Shown as place and reason, for the caller to put the file's name before it:
///
/// ```
/// use quadrille_sudoku::{Shape, format};
///
/// let error = format::parse("12..x4..3...4.1.", Shape::new(2, 2)?).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "line 1, column 5: found 'x', expected 1 to 4, or one of .0_*-? for an empty cell"
/// );
/// assert_eq!((error.line(), error.column()), (1, 5));
/// # Ok::<(), quadrille_sudoku::ShapeError>(())
/// ```
#[derive(Debug)]
pub struct ReadError {
    at: Position,
    kind: ReadErrorKind,
}

impl ReadError {
    pub(super) fn new(at: Position, kind: ReadErrorKind) -> Self {
        ReadError { at, kind }
    }

    pub(super) fn into_kind(self) -> ReadErrorKind {
        self.kind
    }

    /// The line, from 1.
    pub fn line(&self) -> usize {
        self.at.line
    }

    /// The column, from 1, counted in characters.
    pub fn column(&self) -> usize {
        self.at.column
    }

    /// Line and column.
    pub fn position(&self) -> Position {
        self.at
    }

    /// The reason. Its `Display` is the message without the place.
    pub fn kind(&self) -> &ReadErrorKind {
        &self.kind
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.at, self.kind)
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.kind {
            ReadErrorKind::Io(error) => Some(error),
            ReadErrorKind::Clash { clash, .. } => Some(clash),
            _ => None,
        }
    }
}

/// Why a text holds no puzzle.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// No puzzle at all, in a text that must hold one or in an object without a `puzzle`.
    NoPuzzle,
    /// A second puzzle, in a text that must hold exactly one.
    SecondPuzzle,
    /// A puzzle of the wrong number of cells.
    Cells {
        /// How many there are.
        found: usize,
        /// The shape that was to be read.
        expected: Shape,
    },
    /// A row of the wrong number of cells.
    RowCells {
        /// How many there are.
        found: usize,
        /// The size of the grid.
        expected: usize,
    },
    /// A puzzle of the wrong number of rows.
    Rows {
        /// How many there are.
        found: usize,
        /// The size of the grid.
        expected: usize,
    },
    /// A character that stands for no digit of the grid and for no empty cell.
    Character {
        /// The character.
        found: char,
        /// The size of the grid, which is the greatest digit.
        size: usize,
    },
    /// A number or word that stands for no digit of the grid and for no empty cell.
    Number {
        /// The number, or what stands in its place.
        found: String,
        /// The size of the grid, which is the greatest digit.
        size: usize,
    },
    /// A character among pencilmarks that is not the digit whose place it is.
    Pencilmark {
        /// What stands there.
        found: String,
        /// The cell, from 0 in reading order.
        cell: usize,
        /// The digit of that place.
        digit: u8,
        /// The size of the grid.
        size: usize,
    },
    /// Two equal digits in a house. The error's own place is that of the second cell.
    Clash {
        /// The digit, the house and the cells.
        clash: Clash,
        /// The size of the grid.
        size: usize,
        /// Where the first of the two cells stands.
        first: Position,
        /// Where the second of the two cells stands.
        second: Position,
    },
    /// A puzzle that says of itself that it has another shape.
    Shape {
        /// Rows and columns of its boxes, as it says.
        found: (usize, usize),
        /// The shape that was to be read.
        expected: Shape,
    },
    /// A bracket or quote that is not closed by the end of the text or by the start of another
    /// puzzle.
    Unclosed {
        /// The bracket or quote.
        found: char,
    },
    /// A closing bracket that does not fit the open one.
    Mismatched {
        /// The closing bracket.
        found: char,
        /// The one that would fit.
        expected: char,
    },
    /// Cells and rows, or rows and puzzles, side by side in a list.
    Mixed,
    /// Brackets nested more deeply than any list of puzzles is.
    Depth {
        /// The greatest depth that is read.
        limit: usize,
    },
    /// A line, outside brackets, that is longer than any puzzle.
    LineTooLong {
        /// The greatest length that is read, in bytes.
        limit: usize,
    },
    /// Brackets with more text than this before they close or come to their next puzzle.
    BracketsTooLong {
        /// The greatest length that is read, in bytes.
        limit: usize,
    },
    /// Symbols that can be read in two ways: 0 is an empty cell or the first digit, or letters are digits above 9
    /// or from 1 on.
    Symbols {
        /// The first of them.
        found: char,
        /// The size of the grid.
        size: usize,
    },
    /// A row that can be read in two ways, such as `|2||3|4` in a grid of size 4.
    Ambiguous,
    /// Cells without anything between them, in a grid so large that only numbers can be cells.
    Unseparated {
        /// The size of the grid.
        size: usize,
    },
    /// A comment that begins with `/*` and does not end.
    UnclosedComment,
    /// Bytes that are not UTF-8.
    InvalidUtf8,
    /// The text could not be read to its end.
    Io(io::Error),
}

impl fmt::Display for ReadErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPuzzle => write!(f, "found no puzzle, expected one"),
            Self::SecondPuzzle => write!(f, "found a second puzzle, expected exactly one"),
            Self::Cells { found, expected } => {
                let (cells, marks) = (expected.cells(), expected.cells() * expected.size());
                write!(f, "{cells} cells expected for {expected}, found {found}")?;
                match (shape_of(*found), shape_of_marks(*found)) {
                    (Some(shape), None) => write!(f, ": enough for {shape}"),
                    (None, Some(shape)) => {
                        write!(f, ": enough for pencilmarks of {shape}")
                    }
                    (Some(shape), Some(other)) => {
                        write!(f, ": enough for {shape}, or for pencilmarks of {other}")
                    }
                    (None, None) if marks > 1 && 4 * found.abs_diff(marks) <= marks => {
                        write!(f, ": pencilmarks are {marks}")
                    }
                    (None, None) => Ok(()),
                }
            }
            Self::RowCells { found, expected } => {
                write!(f, "{expected} cells expected in a row, found {found}")
            }
            Self::Rows { found, expected } => write!(f, "{expected} rows expected, found {found}"),
            Self::Character { found, size } => {
                write!(f, "found {found:?}, expected ")?;
                fmt_expected(f, *size)
            }
            Self::Number { found, size } => {
                write!(f, "found {found}, expected ")?;
                fmt_expected(f, *size)
            }
            Self::Pencilmark { found, cell, digit, size } => {
                let cell = CellName { cell: *cell, size: *size };
                let place = symbol(*digit, *size);
                let place = place.map_or_else(|| digit.to_string(), String::from);
                write!(f, "found {found}, expected {place} if it is a candidate of {cell}, else .")
            }
            Self::Clash { clash, size, first, second: _ } => {
                let (a, b) = clash.cells;
                let (a, b) = (CellName { cell: a, size: *size }, CellName { cell: b, size: *size });
                let (digit, house) = (clash.digit, clash.house);
                write!(f, "digit {digit} twice in {house}: at {a} ({first}) and here at {b}")
            }
            Self::Shape { found: (rows, columns), expected } => {
                write!(f, "found a puzzle with boxes of {rows}×{columns}, expected {expected}")
            }
            Self::Unclosed { found } => write!(f, "{found} is not closed"),
            Self::Mismatched { found, expected } => {
                write!(f, "found {found}, expected {expected}")
            }
            Self::Mixed => write!(f, "found cells and rows in one list, expected one of the two"),
            Self::Depth { limit } => {
                write!(f, "found brackets nested more than {limit} deep, expected a puzzle")
            }
            Self::LineTooLong { limit } => {
                write!(f, "found a line of more than {limit} bytes, expected a puzzle")
            }
            Self::BracketsTooLong { limit } => {
                write!(
                    f,
                    "found more than {limit} bytes in brackets, expected a puzzle before that"
                )
            }
            Self::Symbols { found: '0', size } => {
                let last = symbol(size.saturating_sub(1) as u8, *size).unwrap_or('?');
                write!(
                    f,
                    "found 0, which may be a digit of 0 to {last} or an empty cell: expected another empty \
                     character, or digits from 1 on"
                )
            }
            Self::Symbols { found, size } => {
                let last = char::from(b'A' + size.saturating_sub(1).min(25) as u8);
                let least =
                    u32::from(found.to_ascii_uppercase()).saturating_sub(u32::from('A')) + 10;
                write!(
                    f,
                    "found {found} and no digit of 1 to 9, so that the digits may be A to {last}, or {found} may be \
                     {least}: expected symbols that can be read in one way"
                )
            }
            Self::Ambiguous => {
                write!(
                    f,
                    "found a row that can be read in two ways, expected a '.' for each empty cell"
                )
            }
            Self::Unseparated { size } => {
                write!(
                    f,
                    "found cells without separators, expected numbers with blanks or commas between, as size {size} has no symbols of one character"
                )
            }
            Self::UnclosedComment => write!(f, "/* is not closed"),
            Self::InvalidUtf8 => write!(f, "found bytes that are not UTF-8, expected text"),
            Self::Io(error) => write!(f, "the text could not be read: {error}"),
        }
    }
}

/// Completes "expected …" for a cell.
fn fmt_expected(f: &mut fmt::Formatter<'_>, size: usize) -> fmt::Result {
    match size {
        0..=9 => write!(f, "1 to {size}")?,
        10..=61 => {
            let last = symbol(size as u8, size).unwrap_or('?');
            write!(f, "1 to 9 and A to {last}, or numbers of 1 to {size} with blanks between")?;
        }
        _ => write!(f, "numbers of 1 to {size} with blanks between")?,
    }
    write!(f, ", or one of .0_*-? for an empty cell")
}

/// The shape that most people mean by a number of cells: the boxes as square as they can be, lying
/// rather than standing. `None` if the number is no square, or if only boxes of one row fit.
pub(super) fn shape_of(cells: usize) -> Option<Shape> {
    let size = (2..=MAX_SIZE).find(|size| size * size == cells)?;
    let rows = (2..=size).rev().find(|rows| rows * rows <= size && size % rows == 0)?;
    Shape::new(rows, size / rows).ok()
}

/// The same for a number of pencilmarks, one for each cell and digit.
fn shape_of_marks(marks: usize) -> Option<Shape> {
    let size = (2..=MAX_SIZE).find(|size| size.pow(3) == marks)?;
    shape_of(size * size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hint_names_the_usual_shape() {
        let usual = |cells| shape_of(cells).map(|s| (s.box_rows(), s.box_columns()));
        assert_eq!(usual(16), Some((2, 2)));
        assert_eq!(usual(36), Some((2, 3)));
        assert_eq!(usual(81), Some((3, 3)));
        assert_eq!(usual(144), Some((3, 4)));
        assert_eq!(usual(256), Some((4, 4)));
        assert_eq!(usual(625), Some((5, 5)));
        assert_eq!(usual(4096), Some((8, 8)));
        for none in [0, 1, 4, 9, 25, 80, 4225, usize::MAX] {
            assert_eq!(usual(none), None, "{none}");
        }
    }

    #[test]
    fn a_wrong_number_of_cells_is_told_with_the_shape_it_would_fit() {
        let kind = ReadErrorKind::Cells { found: 16, expected: Shape::CLASSIC };
        assert_eq!(
            kind.to_string(),
            "81 cells expected for 9×9 with boxes of 3×3, found 16: enough for 4×4 with boxes of 2×2"
        );
    }
}
