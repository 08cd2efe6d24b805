//! Grids and puzzles: digits in cells, and the guarantee that clues do not clash.

use std::fmt;
use std::ops::Deref;

use self::values::Values;
use crate::candidates::Pencilmarks;
use crate::shape::{House, Shape};

mod houses;
mod sound;
mod values;

pub(crate) use houses::{ONE_OF_EACH, counted};
pub(crate) use values::CLASSIC_CELLS;

/// Digits in the cells of a [`Shape`]; a cell may be empty. Nothing else is guaranteed: see
/// [`Puzzle`] for clues that do not clash.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Grid {
    shape: Shape,
    /// One value a cell, in reading order: 0 = empty, else 1..=size.
    values: Values,
}

impl Grid {
    /// A grid without a digit.
    pub fn empty(shape: Shape) -> Self {
        Grid { shape, values: Values::empty(shape.cells()) }
    }

    /// A grid with these values, one a cell in reading order; 0 is an empty cell.
    ///
    /// # Errors
    ///
    /// If there are not `shape.cells()` values, or one of them exceeds the size.
    #[inline]
    pub fn from_values(shape: Shape, values: impl AsRef<[u8]>) -> Result<Self, GridError> {
        let values = values.as_ref();
        if values.len() != shape.cells() {
            return Err(GridError::Length { expected: shape.cells(), found: values.len() });
        }
        let size = shape.size();
        let beyond = |value: u8| usize::from(value) > size;
        // The greatest first: that takes many at a time, and almost always there is nothing to look for.
        let greatest = values.iter().fold(0, |greatest: u8, &value| greatest.max(value));
        if beyond(greatest)
            && let Some(cell) = values.iter().position(|&value| beyond(value))
        {
            return Err(GridError::Digit { cell, found: values[cell], size });
        }
        Ok(Grid { shape, values: values.into() })
    }

    /// Size and boxes.
    #[inline]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// One value a cell, in reading order; 0 is an empty cell.
    #[inline]
    pub fn values(&self) -> &[u8] {
        &self.values
    }

    /// The digit in a cell; `None` if the cell is empty or there is no such cell.
    pub fn get(&self, cell: usize) -> Option<u8> {
        self.values.get(cell).copied().filter(|&value| value != 0)
    }

    /// Puts a digit, 1 to n, in a cell, or empties it with 0.
    ///
    /// # Errors
    ///
    /// If there is no such cell or no such digit.
    pub fn set(&mut self, cell: usize, value: u8) -> Result<(), GridError> {
        let size = self.shape.size();
        if usize::from(value) > size {
            return Err(GridError::Digit { cell, found: value, size });
        }
        let cells = self.values.len();
        let slot = self.values.get_mut(cell).ok_or(GridError::Cell { cell, cells })?;
        *slot = value;
        Ok(())
    }

    /// Number of cells that hold a digit.
    pub fn clue_count(&self) -> usize {
        // Sums of bytes take many cells at a time; of 255 cells none overflows.
        let filled = |cells: &[u8]| cells.iter().fold(0u8, |sum, &v| sum + u8::from(v != 0));
        self.values.chunks(255).map(|cells| usize::from(filled(cells))).sum()
    }

    /// Number of different digits in the grid.
    pub fn digit_count(&self) -> usize {
        if self.shape.size() <= 9 {
            // Digit by digit, but many cells at a time.
            let occurs = |digit: &u8| self.values.iter().fold(false, |any, v| any | (v == digit));
            return (1..=9).filter(occurs).count();
        }
        let seen = self.values.iter().filter(|&&v| v != 0).fold(0u64, |set, &v| set | 1 << (v - 1));
        seen.count_ones() as usize
    }

    /// Whether every cell holds a digit.
    pub fn is_full(&self) -> bool {
        !self.values.contains(&0)
    }

    /// Two cells of a house with the same digit, if there are any: of all such pairs the one whose
    /// second cell comes first in reading order. O(n²).
    pub fn clash(&self) -> Option<Clash> {
        if sound::is_sound(self.shape, &self.values) {
            return None;
        }
        let n = self.shape.size();
        // For each house and digit the first cell that holds it, plus 1.
        let mut first = vec![0u16; 3 * n * n];
        for (cell, &digit) in self.values.iter().enumerate().filter(|(_, digit)| **digit != 0) {
            let shape = self.shape;
            let houses =
                [shape.row_of(cell), n + shape.column_of(cell), 2 * n + shape.box_of(cell)];
            for house in houses {
                let slot = &mut first[house * n + usize::from(digit) - 1];
                if *slot != 0 {
                    let cells = (usize::from(*slot) - 1, cell);
                    let house = shape.shared_house(cells.0, cells.1)?;
                    return Some(Clash { digit, house, cells, size: n });
                }
                // At most 4,096 cells: the number fits.
                *slot = cell as u16 + 1;
            }
        }
        None
    }
}

/// A grid in which no two equal digits share a house: what every solver takes.
///
/// ```
/// use quadrille_sudoku::{Grid, Puzzle, Shape};
///
/// let mut grid = Grid::empty(Shape::CLASSIC);
/// grid.set(0, 5)?;
/// grid.set(8, 5)?;
/// let clash = Puzzle::new(grid).unwrap_err();
/// assert_eq!(clash.to_string(), "digit 5 twice in row 1: at r1c1 and r1c9");
/// # Ok::<(), quadrille_sudoku::GridError>(())
/// ```
///
/// A puzzle of pencilmarks (a *Sukaku*) allows but some digits in cells without a clue: see
/// [`Puzzle::from_candidates`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Puzzle {
    grid: Grid,
    /// Only if they allow less than the clues do.
    pub(crate) marks: Option<Box<Pencilmarks>>,
}

impl Puzzle {
    /// Takes a grid whose digits do not clash.
    ///
    /// # Errors
    ///
    /// The first clash, if there is one.
    pub fn new(grid: Grid) -> Result<Self, Clash> {
        match grid.clash() {
            Some(clash) => Err(clash),
            None => Ok(Puzzle { grid, marks: None }),
        }
    }

    /// The grid of the clues.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The grid of the clues; [pencilmarks](Puzzle::pencilmarks) are dropped.
    pub fn into_grid(self) -> Grid {
        self.grid
    }
}

impl Deref for Puzzle {
    type Target = Grid;

    fn deref(&self) -> &Grid {
        &self.grid
    }
}

impl TryFrom<Grid> for Puzzle {
    type Error = Clash;

    fn try_from(grid: Grid) -> Result<Self, Clash> {
        Puzzle::new(grid)
    }
}

/// Two equal digits in a house.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Clash {
    /// The digit.
    pub digit: u8,
    /// A house that both cells are in: the row before the column before the box.
    pub house: House,
    /// The two cells, in reading order.
    pub cells: (usize, usize),
    size: usize,
}

impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Clash { digit, house, cells: (a, b), size } = *self;
        let (a, b) = (CellName { cell: a, size }, CellName { cell: b, size });
        write!(f, "digit {digit} twice in {house}: at {a} and {b}")
    }
}

impl std::error::Error for Clash {}

/// A cell's name as people write it, from 1: `r1c9`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CellName {
    /// The cell, from 0 in reading order.
    pub cell: usize,
    /// Size of the grid.
    pub size: usize,
}

impl fmt::Display for CellName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.size.max(1);
        write!(f, "r{}c{}", self.cell / size + 1, self.cell % size + 1)
    }
}

/// Values that fit no grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GridError {
    /// Too few or too many values.
    #[error("expected {expected} cells, found {found}")]
    Length {
        /// Cells of the shape.
        expected: usize,
        /// Values that were given.
        found: usize,
    },
    /// A digit beyond the size.
    #[error("{} holds {found}: expected at most {size}", CellName { cell: *.cell, size: *.size })]
    Digit {
        /// The cell.
        cell: usize,
        /// Its value.
        found: u8,
        /// The greatest digit.
        size: usize,
    },
    /// A cell outside the grid.
    #[error("no cell {cell}: the grid has {cells}, numbered from 0")]
    Cell {
        /// The number asked for.
        cell: usize,
        /// Number of cells.
        cells: usize,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clash_of(digits: &[(usize, u8)]) -> Option<(House, (usize, usize))> {
        let mut grid = Grid::empty(Shape::CLASSIC);
        for &(cell, digit) in digits {
            grid.set(cell, digit).unwrap();
        }
        grid.clash().map(|clash| (clash.house, clash.cells))
    }

    #[test]
    fn a_clash_names_the_house_and_both_cells() {
        assert_eq!(clash_of(&[(0, 5), (8, 5)]), Some((House::Row(0), (0, 8))));
        assert_eq!(clash_of(&[(4, 5), (76, 5)]), Some((House::Column(4), (4, 76))));
        assert_eq!(clash_of(&[(30, 1), (40, 1)]), Some((House::Box(4), (30, 40))));
        assert_eq!(clash_of(&[(30, 1), (40, 2), (8, 1)]), None);
    }

    /// With box index `r/3 + c/3` boxes 1 (top middle) and 3 (middle left) would be one house.
    #[test]
    fn equal_digits_in_boxes_on_an_antidiagonal_do_not_clash() {
        assert_eq!(clash_of(&[(3, 7), (37, 7), (69, 1)]), None);
    }

    #[test]
    fn a_row_of_the_greatest_grid_can_hold_its_greatest_digit() {
        let shape = Shape::new(8, 8).unwrap();
        let mut grid = Grid::empty(shape);
        grid.set(4095, 64).unwrap();
        grid.set(4032, 64).unwrap();
        assert_eq!(grid.clash().map(|clash| clash.cells), Some((4032, 4095)));
        assert_eq!(grid.digit_count(), 1);
        assert!(grid.set(0, 65).is_err());
    }

    #[test]
    fn values_of_the_wrong_number_or_range_are_errors() {
        let shape = Shape::CLASSIC;
        let short = Grid::from_values(shape, vec![0; 80]);
        assert_eq!(short, Err(GridError::Length { expected: 81, found: 80 }));
        let mut values = vec![0; 81];
        values[80] = 10;
        assert_eq!(
            Grid::from_values(shape, values).unwrap_err().to_string(),
            "r9c9 holds 10: expected at most 9"
        );
    }

    #[test]
    fn a_clash_is_found_just_when_two_cells_of_a_house_are_equal() {
        let mut random = quadrille_testkit::SplitMix64::new(1);
        for (rows, columns) in [(1, 1), (1, 4), (2, 3), (3, 2), (3, 3), (8, 8)] {
            let shape = Shape::new(rows, columns).unwrap();
            for _ in 0..300 {
                let mut grid = Grid::empty(shape);
                for _ in 0..random.between(0, 2 * shape.size()) {
                    let digit = random.between(1, shape.size()) as u8;
                    grid.set(random.below(shape.cells()), digit).unwrap();
                }
                let filled: Vec<usize> =
                    (0..shape.cells()).filter(|&c| grid.get(c).is_some()).collect();
                let equal = |a: usize, b: usize| grid.get(a) == grid.get(b);
                let first = filled.iter().find_map(|&b| {
                    let before = filled.iter().filter(|&&a| a < b && equal(a, b));
                    before.copied().find(|&a| shape.shared_house(a, b).is_some()).map(|_| b)
                });
                assert_eq!(grid.clash().map(|clash| clash.cells.1), first, "{grid:?}");
            }
        }
    }
}
