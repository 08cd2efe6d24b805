//! The shape of a sudoku: its size and the size of its boxes.

use std::fmt;

/// The greatest size: cells hold the digits 1 to 64, so that a set of digits is one `u64`.
pub const MAX_SIZE: usize = 64;

/// A square of n × n cells, n = r·c, cut into boxes of r rows and c columns.
///
/// Rows, columns and boxes are numbered from 0; cells from 0 to n²−1 in reading order.
///
/// ```
/// use quadrille_sudoku::Shape;
///
/// let shape = Shape::new(2, 3)?;
/// assert_eq!((shape.size(), shape.cells()), (6, 36));
/// assert_eq!(shape.box_of(35), 5);
/// # Ok::<(), quadrille_sudoku::ShapeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shape {
    box_rows: u8,
    box_columns: u8,
}

impl Shape {
    /// The classic 9×9 with boxes of 3×3.
    pub const CLASSIC: Shape = Shape { box_rows: 3, box_columns: 3 };

    /// A shape with boxes of `box_rows` × `box_columns` cells.
    ///
    /// # Errors
    ///
    /// If a side is 0 or their product exceeds [`MAX_SIZE`].
    pub fn new(box_rows: usize, box_columns: usize) -> Result<Self, ShapeError> {
        let size = box_rows.checked_mul(box_columns);
        match (u8::try_from(box_rows), u8::try_from(box_columns), size) {
            (Ok(rows), Ok(columns), Some(1..=MAX_SIZE)) => {
                Ok(Shape { box_rows: rows, box_columns: columns })
            }
            _ => Err(ShapeError { box_rows, box_columns }),
        }
    }

    /// Number of rows, of columns, of boxes and of digits: n.
    #[inline]
    pub const fn size(self) -> usize {
        self.box_rows as usize * self.box_columns as usize
    }

    /// Number of cells: n².
    #[inline]
    pub const fn cells(self) -> usize {
        self.size() * self.size()
    }

    /// Rows of a box.
    #[inline]
    pub const fn box_rows(self) -> usize {
        self.box_rows as usize
    }

    /// Columns of a box.
    #[inline]
    pub const fn box_columns(self) -> usize {
        self.box_columns as usize
    }

    /// The row of a cell.
    #[inline]
    pub const fn row_of(self, cell: usize) -> usize {
        cell / self.size()
    }

    /// The column of a cell.
    #[inline]
    pub const fn column_of(self, cell: usize) -> usize {
        cell % self.size()
    }

    /// The box of a cell. Boxes are numbered in reading order; a band of boxes holds
    /// n ÷ `box_columns` = `box_rows` of them.
    #[inline]
    pub const fn box_of(self, cell: usize) -> usize {
        let band = self.row_of(cell) / self.box_rows();
        let stack = self.column_of(cell) / self.box_columns();
        band * self.box_rows() + stack
    }

    /// The cell at a row and a column.
    #[inline]
    pub const fn cell(self, row: usize, column: usize) -> usize {
        row * self.size() + column
    }

    /// The house that two different cells share, if they share one; the row before the column
    /// before the box.
    pub fn shared_house(self, a: usize, b: usize) -> Option<House> {
        if self.row_of(a) == self.row_of(b) {
            Some(House::Row(self.row_of(a)))
        } else if self.column_of(a) == self.column_of(b) {
            Some(House::Column(self.column_of(a)))
        } else if self.box_of(a) == self.box_of(b) {
            Some(House::Box(self.box_of(a)))
        } else {
            None
        }
    }
}

impl Default for Shape {
    fn default() -> Self {
        Shape::CLASSIC
    }
}

/// Shown as size and box: `9×9 with boxes of 3×3`.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n = self.size();
        write!(f, "{n}×{n} with boxes of {}×{}", self.box_rows, self.box_columns)
    }
}

/// Boxes that make no grid, or too large a one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("boxes of {box_rows}×{box_columns}: expected at least 1×1 and at most {MAX_SIZE} cells")]
pub struct ShapeError {
    box_rows: usize,
    box_columns: usize,
}

/// A row, a column or a box, numbered from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum House {
    /// A row.
    Row(usize),
    /// A column.
    Column(usize),
    /// A box, in reading order.
    Box(usize),
}

/// Shown as people count, from 1: `row 1`.
impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            House::Row(row) => write!(f, "row {}", row + 1),
            House::Column(column) => write!(f, "column {}", column + 1),
            House::Box(index) => write!(f, "box {}", index + 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The classic slip: `row / 3 + column / 3` gives the same number to boxes 1 and 3.
    #[test]
    fn boxes_are_numbered_in_reading_order() {
        let shape = Shape::CLASSIC;
        let corners: Vec<usize> = (0..9).map(|b| shape.cell(b / 3 * 3, b % 3 * 3)).collect();
        let boxes: Vec<usize> = corners.iter().map(|&cell| shape.box_of(cell)).collect();
        assert_eq!(boxes, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    }

    #[test]
    fn every_box_of_every_shape_has_as_many_cells_as_there_are_digits() {
        for rows in 1..=8 {
            for columns in 1..=8 {
                let shape = Shape::new(rows, columns).unwrap();
                let mut cells = vec![0; shape.size()];
                (0..shape.cells()).for_each(|cell| cells[shape.box_of(cell)] += 1);
                assert!(cells.iter().all(|&count| count == shape.size()), "{shape}");
            }
        }
    }

    #[test]
    fn sides_that_make_no_grid_are_errors() {
        for (rows, columns) in [(0, 3), (3, 0), (5, 13), (usize::MAX, 2), (65, 1)] {
            assert!(Shape::new(rows, columns).is_err(), "{rows}×{columns}");
        }
        assert_eq!(Shape::new(1, 64).unwrap().size(), 64);
    }
}
