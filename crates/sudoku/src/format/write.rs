//! Writing grids on one line, as a list of rows and as JSON.
//!
//! The functions return values that implement [`Display`](fmt::Display): they can be printed without
//! a string between.

use std::fmt::{self, Write as _};

use super::symbols::{MAX_SYMBOLS, symbol};
use crate::grid::Grid;

/// All cells on one line, a symbol each, `.` for an empty cell. Above size 61, where symbols run
/// out: numbers with blanks between them.
///
/// ```
/// use quadrille_sudoku::{Grid, Shape, format};
///
/// let mut grid = Grid::empty(Shape::new(2, 2)?);
/// grid.set(1, 4)?;
/// assert_eq!(format::line(&grid).to_string(), ".4..............");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn line(grid: &Grid) -> Line<'_> {
    Line(grid)
}

/// What [`line()`] returns.
#[derive(Debug, Clone, Copy)]
pub struct Line<'a>(&'a Grid);

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.0.shape().size();
        if size > MAX_SYMBOLS {
            for (cell, &value) in self.0.values().iter().enumerate() {
                let blank = if cell == 0 { "" } else { " " };
                match value {
                    0 => write!(f, "{blank}.")?,
                    _ => write!(f, "{blank}{value}")?,
                }
            }
            return Ok(());
        }
        fmt_symbols(f, self.0.values(), size)
    }
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
/// of lists of numbers, 0 for an empty cell.
///
/// ```
/// use quadrille_sudoku::{Grid, Shape, format};
///
/// let mut grid = Grid::empty(Shape::new(2, 2)?);
/// grid.set(5, 4)?;
/// assert_eq!(format::rows(&grid).to_string(), r#"["....",".4..","....","...."]"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rows(grid: &Grid) -> Rows<'_> {
    Rows(grid)
}

/// What [`rows`] returns.
#[derive(Debug, Clone, Copy)]
pub struct Rows<'a>(&'a Grid);

impl fmt::Display for Rows<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.0.shape().size();
        fmt_list(f, self.0.values().chunks(size), |f, row| fmt_json_cells(f, row, size))
    }
}

/// A JSON object with the puzzle, its size and the rows and columns of its boxes, on one line.
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
pub fn json(puzzle: &Grid) -> Json<'_> {
    Json { puzzle, solutions: Solutions::None }
}

/// What [`json`] returns.
#[derive(Debug, Clone, Copy)]
pub struct Json<'a> {
    puzzle: &'a Grid,
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
        let shape = self.puzzle.shape();
        let size = shape.size();
        f.write_str("{\"puzzle\":")?;
        fmt_json_cells(f, self.puzzle.values(), size)?;
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
