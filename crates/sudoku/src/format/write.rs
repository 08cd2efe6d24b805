//! Writing grids and puzzles on one line, as a list of rows and as JSON.
//!
//! What has pencilmarks is written with them: a puzzle that was read is read back the same.
//!
//! The functions return values that implement [`Display`](fmt::Display): they can be printed without
//! a string between.

use std::fmt::{self, Write as _};

use super::symbols::{MAX_SYMBOLS, symbol};
use crate::candidates::Given;
use crate::grid::Grid;
use crate::shape::Shape;

/// All cells on one line, a symbol each, `.` for an empty cell. Above size 61, where symbols run
/// out: numbers with blanks between them. A puzzle with pencilmarks is written as [`pencilmarks`] does.
///
/// ```
/// use quadrille_sudoku::{Grid, Shape, format};
///
/// let mut grid = Grid::empty(Shape::new(2, 2)?);
/// grid.set(1, 4)?;
/// assert_eq!(format::line(&grid).to_string(), ".4..............");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn line<'a>(puzzle: impl Into<Given<'a>>) -> Line<'a> {
    let given = puzzle.into();
    Line { given, marks: given.pencilmarks().is_some() }
}

/// All candidates of all cells on one line: for each cell a symbol for each digit, that of the digit if it
/// is a candidate, else `.`; so 729 for 9×9. Every digit is a candidate of an empty cell of a grid: nothing
/// is eliminated. Above size 61: numbers with blanks between them.
///
/// ```
/// use quadrille_sudoku::{Grid, Puzzle, Shape, format};
///
/// let shape = Shape::new(1, 2)?;
/// let grid = Grid::from_values(shape, [2, 0, 0, 0])?;
/// assert_eq!(format::pencilmarks(&grid).to_string(), ".2121212");
/// let puzzle = Puzzle::from_candidates(shape, &[0b11, 0b01, 0b11, 0b00])?;
/// assert_eq!(format::pencilmarks(&puzzle).to_string(), "121.12..");
/// assert_eq!(format::line(&puzzle).to_string(), "121.12..");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn pencilmarks<'a>(puzzle: impl Into<Given<'a>>) -> Line<'a> {
    Line { given: puzzle.into(), marks: true }
}

/// What [`line()`] and [`pencilmarks`] return.
#[derive(Debug, Clone, Copy)]
pub struct Line<'a> {
    given: Given<'a>,
    marks: bool,
}

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape = self.given.grid().shape();
        if self.marks {
            let mut first = true;
            return each_marks(self.given, |marks| {
                fmt_line(f, marks, shape, std::mem::take(&mut first))
            });
        }
        fmt_line(f, self.given.grid().values(), shape, true)
    }
}

/// Values on a line, or, unless they are the first, behind others.
fn fmt_line(f: &mut fmt::Formatter<'_>, values: &[u8], shape: Shape, first: bool) -> fmt::Result {
    if shape.size() <= MAX_SYMBOLS {
        return fmt_symbols(f, values, shape.size());
    }
    for (index, &value) in values.iter().enumerate() {
        let blank = if first && index == 0 { "" } else { " " };
        match value {
            0 => write!(f, "{blank}.")?,
            _ => write!(f, "{blank}{value}")?,
        }
    }
    Ok(())
}

/// Calls with the pencilmarks of each cell: each digit in its place, 0 for one that is no candidate.
fn each_marks(given: Given<'_>, mut write: impl FnMut(&[u8]) -> fmt::Result) -> fmt::Result {
    let shape = given.grid().shape();
    let mut marks = vec![0u8; shape.size()];
    for cell in 0..shape.cells() {
        let set = given.candidates(cell);
        for (index, mark) in marks.iter_mut().enumerate() {
            // At most 64: the number fits.
            *mark = if set >> index & 1 == 0 { 0 } else { index as u8 + 1 };
        }
        write(&marks)?;
    }
    Ok(())
}

/// Symbols in portions from a buffer: a call for each would cost more than the search for the
/// solution of an easy puzzle.
fn fmt_symbols(f: &mut fmt::Formatter<'_>, values: &[u8], size: usize) -> fmt::Result {
    let mut buffer = [0u8; 128];
    for chunk in values.chunks(buffer.len()) {
        if size <= 9 {
            // Without a table: so many at a time.
            for (slot, &value) in buffer.iter_mut().zip(chunk) {
                *slot = if value == 0 { b'.' } else { b'0' + value.min(9) };
            }
        } else {
            for (slot, &value) in buffer.iter_mut().zip(chunk) {
                *slot = symbol(value, size).map_or(b'?', |symbol| symbol as u8);
            }
        }
        f.write_str(std::str::from_utf8(&buffer[..chunk.len()]).unwrap_or_default())?;
    }
    Ok(())
}

/// The cells as a JSON value: a string of symbols, or above size 61 a list of numbers, 0 = empty.
fn fmt_json_cells(f: &mut fmt::Formatter<'_>, values: &[u8], size: usize) -> fmt::Result {
    if size <= MAX_SYMBOLS {
        f.write_char('"')?;
        fmt_symbols(f, values, size)?;
        return f.write_char('"');
    }
    fmt_list(f, values, |f, value| write!(f, "{value}"))
}

/// The cells or the pencilmarks as a JSON value: see [`fmt_json_cells`].
fn fmt_json_given(f: &mut fmt::Formatter<'_>, given: Given<'_>) -> fmt::Result {
    let size = given.grid().shape().size();
    if given.pencilmarks().is_none() {
        return fmt_json_cells(f, given.grid().values(), size);
    }
    if size <= MAX_SYMBOLS {
        return write!(f, "\"{}\"", pencilmarks(given));
    }
    let mut all = Vec::new();
    each_marks(given, |marks| {
        all.extend_from_slice(marks);
        Ok(())
    })?;
    fmt_json_cells(f, &all, size)
}

/// A JSON list without blanks.
fn fmt_list<T>(
    f: &mut fmt::Formatter<'_>,
    items: impl IntoIterator<Item = T>,
    mut fmt_item: impl FnMut(&mut fmt::Formatter<'_>, T) -> fmt::Result,
) -> fmt::Result {
    f.write_char('[')?;
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            f.write_char(',')?;
        }
        fmt_item(f, item)?;
    }
    f.write_char(']')
}

/// A JSON list of one string a row, without blanks. Above size 61, where symbols run out: a list
/// of lists of numbers, 0 for an empty cell. Of a puzzle with pencilmarks: a list with [`pencilmarks`] as
/// its one string, or above size 61 with n³ numbers.
///
/// ```
/// use quadrille_sudoku::{Grid, Shape, format};
///
/// let mut grid = Grid::empty(Shape::new(2, 2)?);
/// grid.set(5, 4)?;
/// assert_eq!(format::rows(&grid).to_string(), r#"["....",".4..","....","...."]"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rows<'a>(puzzle: impl Into<Given<'a>>) -> Rows<'a> {
    Rows(puzzle.into())
}

/// What [`rows`] returns.
#[derive(Debug, Clone, Copy)]
pub struct Rows<'a>(Given<'a>);

impl fmt::Display for Rows<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.pencilmarks().is_some() {
            return fmt_list(f, [self.0], fmt_json_given);
        }
        let (grid, size) = (self.0.grid(), self.0.grid().shape().size());
        fmt_list(f, grid.values().chunks(size), |f, row| fmt_json_cells(f, row, size))
    }
}

/// A JSON object with the puzzle, its size and the rows and columns of its boxes, on one line. If the puzzle
/// has pencilmarks, `puzzle` is what [`pencilmarks`] writes, or above size 61 a list of n³ numbers.
///
/// ```
/// use quadrille_sudoku::{Grid, Shape, format};
///
/// let shape = Shape::new(1, 2)?;
/// let puzzle = Grid::from_values(shape, [1, 0, 0, 0])?;
/// let solution = Grid::from_values(shape, [1, 2, 2, 1])?;
/// assert_eq!(
///     format::json(&puzzle).solution(&solution).to_string(),
///     r#"{"puzzle":"1...","size":2,"box":[1,2],"solution":"1221"}"#
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn json<'a>(puzzle: impl Into<Given<'a>>) -> Json<'a> {
    Json { puzzle: puzzle.into(), solutions: Solutions::None }
}

/// What [`json`] returns.
#[derive(Debug, Clone, Copy)]
pub struct Json<'a> {
    puzzle: Given<'a>,
    solutions: Solutions<'a>,
}

#[derive(Debug, Clone, Copy)]
enum Solutions<'a> {
    None,
    One(&'a Grid),
    Many(&'a [Grid]),
}

impl<'a> Json<'a> {
    /// Adds a `solution`.
    #[must_use]
    pub fn solution(self, solution: &'a Grid) -> Self {
        Json { solutions: Solutions::One(solution), ..self }
    }

    /// Adds a list of `solutions`.
    #[must_use]
    pub fn solutions(self, solutions: &'a [Grid]) -> Self {
        Json { solutions: Solutions::Many(solutions), ..self }
    }
}

impl fmt::Display for Json<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape = self.puzzle.grid().shape();
        let size = shape.size();
        f.write_str("{\"puzzle\":")?;
        fmt_json_given(f, self.puzzle)?;
        write!(f, ",\"size\":{size},\"box\":[{},{}]", shape.box_rows(), shape.box_columns())?;
        match self.solutions {
            Solutions::None => {}
            Solutions::One(solution) => {
                f.write_str(",\"solution\":")?;
                fmt_json_cells(f, solution.values(), solution.shape().size())?;
            }
            Solutions::Many(solutions) => {
                f.write_str(",\"solutions\":")?;
                fmt_list(f, solutions, |f, solution| {
                    fmt_json_cells(f, solution.values(), solution.shape().size())
                })?;
            }
        }
        f.write_char('}')
    }
}
