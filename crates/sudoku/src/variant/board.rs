//! Boards: the cells of a variant, and its rows, columns and regions.

use std::collections::HashSet;
use std::fmt;

use crate::grid::CellName;
use crate::shape::{MAX_SIZE, Shape};

/// Most grids of a board.
pub const MAX_GRIDS: usize = 256;
/// Most rows and most columns of a board.
pub const MAX_SIDE: usize = 256;

/// The cells of a variant: one grid of n × n cells, or several that share cells.
///
/// Cells are numbered from 0 in reading order over the rectangle that holds all grids, so that cell c stands in
/// row c ÷ [`columns`](Board::columns) and column c mod `columns`. Where no grid is, the rectangle has numbers too,
/// but no cells: see [`is_inside`](Board::is_inside).
///
/// ```
/// use quadrille_sudoku::variant::{Board, Regions};
///
/// let board = Board::new(9, Regions::Boxes { rows: 3, columns: 3 })?;
/// assert_eq!((board.size(), board.cells(), board.houses().len()), (9, 81, 27));
/// // Samurai: five grids, of which those at the corners share a box each with the one in the middle.
/// let corners = [(0, 0), (0, 12), (6, 6), (12, 0), (12, 12)];
/// let samurai = Board::overlapping(9, Regions::Boxes { rows: 3, columns: 3 }, &corners)?;
/// assert_eq!((samurai.rows(), samurai.inside().count()), (21, 369));
/// // A box that two grids share is one house: 5·27 − 4.
/// assert_eq!(samurai.houses().len(), 131);
/// # Ok::<(), quadrille_sudoku::variant::RulesError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Board {
    size: usize,
    rows: usize,
    columns: usize,
    regions: Regions,
    /// Row and column of the first cell of each grid.
    grids: Vec<(usize, usize)>,
    /// By number: whether there is a cell.
    inside: Vec<bool>,
    houses: Vec<BoardHouse>,
}

/// How the grids of a board are cut into regions.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Regions {
    /// Not at all: Latin squares.
    None,
    /// Boxes of so many rows and columns, whose product is the size.
    Boxes {
        /// Rows of a box.
        rows: usize,
        /// Columns of a box.
        columns: usize,
    },
    /// These sets of cells (a jigsaw): no cell in two of them, and none larger than the size. Cells need not be in any.
    Irregular(Vec<Vec<usize>>),
}

/// A row, a column or a region of a board: its cells hold different digits, and if they are n, each digit.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct BoardHouse {
    /// What it is.
    pub name: HouseName,
    /// Its cells, in reading order.
    pub cells: Vec<usize>,
}

/// What a house of a board is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HouseName {
    /// A row of a grid.
    Row {
        /// The grid, or `None` if there is one only.
        grid: Option<usize>,
        /// The row within the grid, from 0.
        index: usize,
    },
    /// A column of a grid.
    Column {
        /// The grid, or `None` if there is one only.
        grid: Option<usize>,
        /// The column within the grid, from 0.
        index: usize,
    },
    /// A box of a grid.
    Box {
        /// The grid, or `None` if there is one only.
        grid: Option<usize>,
        /// The box within the grid, from 0, in reading order.
        index: usize,
    },
    /// A region of other form, from 0.
    Region(usize),
}

/// Shown as people count, from 1: `row 1`, and with several grids `row 1 of grid 2`.
impl fmt::Display for HouseName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, grid, index) = match *self {
            HouseName::Row { grid, index } => ("row", grid, index),
            HouseName::Column { grid, index } => ("column", grid, index),
            HouseName::Box { grid, index } => ("box", grid, index),
            HouseName::Region(index) => ("region", None, index),
        };
        write!(f, "{kind} {}", index + 1)?;
        grid.map_or(Ok(()), |grid| write!(f, " of grid {}", grid + 1))
    }
}

/// A board, or rules, that make no sense.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct RulesError {
    message: String,
}

impl RulesError {
    /// An error with a message.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        RulesError { message: message.into() }
    }
}

impl Board {
    /// A board of one grid of `size` × `size` cells.
    ///
    /// # Errors
    ///
    /// If the size is 0 or over [`MAX_SIZE`], or the regions do not fit.
    pub fn new(size: usize, regions: Regions) -> Result<Self, RulesError> {
        Board::overlapping(size, regions, &[(0, 0)])
    }

    /// A board of several grids, given the row and the column of the first cell of each. Boxes are those of
    /// each grid; [irregular](Regions::Irregular) regions are those of the whole board.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new), and if there is no grid, two at the same place, none in the first row or the first
    /// column, there are more than [`MAX_GRIDS`], or more than [`MAX_SIDE`] rows or columns.
    pub fn overlapping(
        size: usize,
        regions: Regions,
        grids: &[(usize, usize)],
    ) -> Result<Self, RulesError> {
        let error = |message: String| Err(RulesError::new(message));
        if !(1..=MAX_SIZE).contains(&size) {
            return error(format!("size {size}: expected 1 to {MAX_SIZE}"));
        }
        if let Regions::Boxes { rows, columns } = regions
            && rows.checked_mul(columns) != Some(size)
        {
            return error(format!("boxes of {rows}×{columns}: expected {size} cells"));
        }
        let side = |corner: fn(&(usize, usize)) -> usize| {
            let (least, most) = (grids.iter().map(corner).min(), grids.iter().map(corner).max());
            (least == Some(0)).then(|| most.unwrap_or(0).saturating_add(size))
        };
        let (Some(rows), Some(columns)) = (side(|grid| grid.0), side(|grid| grid.1)) else {
            return error(
                "grids: expected one in the first row and one in the first column".into(),
            );
        };
        if rows > MAX_SIDE || columns > MAX_SIDE {
            return error(format!("a board of {rows}×{columns}: at most {MAX_SIDE}×{MAX_SIDE}"));
        }
        if grids.len() > MAX_GRIDS {
            return error(format!("{} grids: at most {MAX_GRIDS}", grids.len()));
        }
        for (index, grid) in grids.iter().enumerate() {
            if grids[..index].contains(grid) {
                return error(format!("grid {} is where another is", index + 1));
            }
        }
        let mut inside = vec![false; rows * columns];
        for &(row, column) in grids {
            for line in row..row + size {
                inside[line * columns + column..][..size].fill(true);
            }
        }
        let mut board = Board {
            size,
            rows,
            columns,
            regions,
            grids: grids.to_vec(),
            inside,
            houses: Vec::new(),
        };
        board.check_regions()?;
        board.houses = board.find_houses();
        Ok(board)
    }

    fn check_regions(&self) -> Result<(), RulesError> {
        let Regions::Irregular(regions) = &self.regions else { return Ok(()) };
        let mut seen = vec![false; self.inside.len()];
        for (index, region) in regions.iter().enumerate() {
            let error =
                |what: String| Err(RulesError::new(format!("region {}: {what}", index + 1)));
            if region.is_empty() || region.len() > self.size {
                return error(format!("has {} cells: expected 1 to {}", region.len(), self.size));
            }
            for &cell in region {
                if !self.is_inside(cell) {
                    return error(format!("{} is no cell", self.name(cell)));
                }
                if std::mem::replace(&mut seen[cell], true) {
                    return error(format!("{} is in a region already", self.name(cell)));
                }
            }
        }
        Ok(())
    }

    fn find_houses(&self) -> Vec<BoardHouse> {
        let n = self.size;
        let mut houses: Vec<BoardHouse> = Vec::new();
        let mut known = HashSet::new();
        let mut add = |name, mut cells: Vec<usize>| {
            cells.sort_unstable();
            // What two grids share is one house.
            if self.grids.len() == 1 || known.insert(cells.clone()) {
                houses.push(BoardHouse { name, cells });
            }
        };
        for (number, &(row, column)) in self.grids.iter().enumerate() {
            let grid = (self.grids.len() > 1).then_some(number);
            let at = |r: usize, c: usize| (row + r) * self.columns + column + c;
            for index in 0..n {
                add(HouseName::Row { grid, index }, (0..n).map(|c| at(index, c)).collect());
            }
            for index in 0..n {
                add(HouseName::Column { grid, index }, (0..n).map(|r| at(r, index)).collect());
            }
            if let Regions::Boxes { rows, columns } = self.regions {
                for index in 0..n {
                    // n ÷ columns = rows boxes side by side.
                    let (top, left) = (index / rows * rows, index % rows * columns);
                    let cell = |i: usize| at(top + i / columns, left + i % columns);
                    add(HouseName::Box { grid, index }, (0..n).map(cell).collect());
                }
            }
        }
        if let Regions::Irregular(regions) = &self.regions {
            for (index, region) in regions.iter().enumerate() {
                add(HouseName::Region(index), region.clone());
            }
        }
        houses
    }

    /// The number n of rows and columns of a grid, and of digits.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Rows of the whole board.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Columns of the whole board.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Numbers of cells, those where no grid is among them: rows × columns.
    pub fn cells(&self) -> usize {
        self.inside.len()
    }

    /// Whether there is a cell of this number.
    pub fn is_inside(&self, cell: usize) -> bool {
        self.inside.get(cell).copied().unwrap_or(false)
    }

    /// The numbers of the cells that there are, in order.
    pub fn inside(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.inside.len()).filter(|&cell| self.inside[cell])
    }

    /// Row and column of the first cell of each grid.
    pub fn grids(&self) -> &[(usize, usize)] {
        &self.grids
    }

    /// The regions.
    pub fn regions(&self) -> &Regions {
        &self.regions
    }

    /// All rows, columns and regions, grid by grid.
    pub fn houses(&self) -> &[BoardHouse] {
        &self.houses
    }

    /// The region that a cell is in: the number of the first house that is a box or a region and has it.
    pub fn region_of(&self, cell: usize) -> Option<usize> {
        self.houses.iter().position(|house| {
            matches!(house.name, HouseName::Box { .. } | HouseName::Region(_))
                && house.cells.binary_search(&cell).is_ok()
        })
    }

    /// The row of a cell.
    pub fn row_of(&self, cell: usize) -> usize {
        cell / self.columns
    }

    /// The column of a cell.
    pub fn column_of(&self, cell: usize) -> usize {
        cell % self.columns
    }

    /// The number of the cell in a row and a column, if there is one.
    pub fn cell(&self, row: usize, column: usize) -> Option<usize> {
        let cell = row.checked_mul(self.columns)?.checked_add(column)?;
        (column < self.columns && self.is_inside(cell)).then_some(cell)
    }

    /// The cell so many rows down and columns to the right of another, if there is one.
    pub fn step(&self, cell: usize, down: isize, right: isize) -> Option<usize> {
        let row = self.row_of(cell).checked_add_signed(down)?;
        let column = self.column_of(cell).checked_add_signed(right)?;
        self.cell(row, column)
    }

    /// The cells above, left, right and below, as far as there are, in reading order. Neighbours need not be in one grid.
    pub fn neighbours(&self, cell: usize) -> impl Iterator<Item = usize> + '_ {
        let steps = [(-1, 0), (0, -1), (0, 1), (1, 0)];
        steps.into_iter().filter_map(move |(down, right)| self.step(cell, down, right))
    }

    /// All pairs of neighbours, the upper or left cell first.
    pub fn neighbour_pairs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.inside().flat_map(move |cell| {
            let steps = [(0, 1), (1, 0)];
            steps
                .into_iter()
                .filter_map(move |(down, right)| Some((cell, self.step(cell, down, right)?)))
        })
    }

    /// The name of a cell, as people count: `r1c1`.
    pub fn name(&self, cell: usize) -> CellName {
        CellName { cell, size: self.columns }
    }

    /// The shape of a classic sudoku, if this is the board of one: one grid, with boxes, or without and
    /// then with boxes of one row.
    pub fn shape(&self) -> Option<Shape> {
        match (&self.regions, self.grids.len()) {
            (&Regions::Boxes { rows, columns }, 1) => Shape::new(rows, columns).ok(),
            (Regions::None, 1) => Shape::new(1, self.size).ok(),
            _ => None,
        }
    }
}

impl From<Shape> for Board {
    /// One grid with boxes; boxes of a single row or column say nothing, and are none.
    fn from(shape: Shape) -> Self {
        let (rows, columns) = (shape.box_rows(), shape.box_columns());
        let regions = if rows == 1 || columns == 1 {
            Regions::None
        } else {
            Regions::Boxes { rows, columns }
        };
        match Board::new(shape.size(), regions) {
            Ok(board) => board,
            Err(_) => unreachable!("a shape has 1 to 64 rows, and boxes that fit"),
        }
    }
}
