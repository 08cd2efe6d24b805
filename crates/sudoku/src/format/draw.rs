//! Grids drawn with lines around the boxes.

use std::fmt::{self, Write as _};

use crate::grid::Grid;

/// Bold.
const CLUE: &str = "\x1b[1m";
/// Cyan: legible on light and on dark.
const FILLED: &str = "\x1b[36m";
const RESET: &str = "\x1b[0m";

/// The grid drawn with lines around the boxes, without a line's end after the last line. Digits
/// are numbers, also above 9.
///
/// ```
/// use quadrille_sudoku::{Grid, Shape, format};
///
/// let shape = Shape::new(1, 2)?;
/// let puzzle = Grid::from_values(shape, [1, 0, 0, 0])?;
/// let solution = Grid::from_values(shape, [1, 2, 2, 1])?;
/// assert_eq!(
///     format::grid(&solution).clues(&puzzle).to_string(),
///     "\
/// ┌──────┐
/// │[1] 2 │
/// ├──────┤
/// │ 2  1 │
/// └──────┘"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn grid(grid: &Grid) -> Drawing<'_> {
    Drawing { grid, clues: None, colour: false }
}

/// What [`grid`] returns.
#[derive(Debug, Clone, Copy)]
pub struct Drawing<'a> {
    grid: &'a Grid,
    clues: Option<&'a Grid>,
    colour: bool,
}

impl<'a> Drawing<'a> {
    /// Tells the clues apart from what was filled in: `[5]` from ` 5 `, or by colour. Every digit
    /// that the grid shares with `clues` is a clue.
    #[must_use]
    pub fn clues(self, clues: &'a Grid) -> Self {
        Drawing { clues: Some(clues), ..self }
    }

    /// Whether ANSI codes set clues in bold and the rest in colour, instead of brackets. Text with
    /// such codes is for terminals: the reader refuses it.
    #[must_use]
    pub fn colour(self, colour: bool) -> Self {
        Drawing { colour, ..self }
    }

    fn is_clue(&self, cell: usize) -> bool {
        let digit = self.grid.get(cell);
        digit.is_some() && self.clues.is_some_and(|clues| clues.get(cell) == digit)
    }

    fn fmt_cell(&self, f: &mut fmt::Formatter<'_>, cell: usize, width: usize) -> fmt::Result {
        let Some(digit) = self.grid.get(cell) else {
            return write!(f, " {:>width$} ", '.');
        };
        match (self.clues, self.is_clue(cell), self.colour) {
            (None, _, _) | (Some(_), false, false) => write!(f, " {digit:>width$} "),
            (Some(_), true, false) => write!(f, "[{digit:>width$}]"),
            (Some(_), true, true) => write!(f, " {CLUE}{digit:>width$}{RESET} "),
            (Some(_), false, true) => write!(f, " {FILLED}{digit:>width$}{RESET} "),
        }
    }

    fn fmt_border(
        &self,
        f: &mut fmt::Formatter<'_>,
        [left, middle, right]: [char; 3],
        width: usize,
    ) -> fmt::Result {
        let shape = self.grid.shape();
        for stack in 0..shape.size() / shape.box_columns() {
            f.write_char(if stack == 0 { left } else { middle })?;
            for _ in 0..shape.box_columns() * (width + 2) {
                f.write_char('─')?;
            }
        }
        f.write_char(right)
    }
}

impl fmt::Display for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape = self.grid.shape();
        let width = if shape.size() > 9 { 2 } else { 1 };
        self.fmt_border(f, ['┌', '┬', '┐'], width)?;
        for row in 0..shape.size() {
            f.write_char('\n')?;
            if row > 0 && row % shape.box_rows() == 0 {
                self.fmt_border(f, ['├', '┼', '┤'], width)?;
                f.write_char('\n')?;
            }
            for column in 0..shape.size() {
                if column % shape.box_columns() == 0 {
                    f.write_char('│')?;
                }
                self.fmt_cell(f, shape.cell(row, column), width)?;
            }
            f.write_char('│')?;
        }
        f.write_char('\n')?;
        self.fmt_border(f, ['└', '┴', '┘'], width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Shape;

    #[test]
    fn colour_tells_clues_from_the_rest_without_brackets() {
        let shape = Shape::new(1, 2).unwrap();
        let puzzle = Grid::from_values(shape, [1, 0, 0, 0]).unwrap();
        let partial = Grid::from_values(shape, [1, 2, 0, 0]).unwrap();
        let drawn = grid(&partial).clues(&puzzle).colour(true).to_string();
        let row = drawn.lines().nth(1).unwrap();
        assert_eq!(row, "│ \x1b[1m1\x1b[0m  \x1b[36m2\x1b[0m │");
        assert_eq!(grid(&partial).colour(true).to_string(), grid(&partial).to_string());
    }

    #[test]
    fn two_digit_numbers_are_aligned() {
        let mut large = Grid::empty(Shape::new(2, 5).unwrap());
        large.set(0, 10).unwrap();
        large.set(1, 2).unwrap();
        let mut clues = large.clone();
        clues.set(1, 0).unwrap();
        let drawn = grid(&large).clues(&clues).to_string();
        let row = drawn.lines().nth(1).unwrap();
        assert_eq!(row, "│[10]  2   .   .   . │  .   .   .   .   . │");
    }
}
