//! Boards: the cells that are to be covered.

use crate::error::{GalleryError, in_range};
use crate::picture::{CellNames, MOST_CELLS};

/// A board of cells, or a box of cubes: some cells of a box, which need not be connected.
///
/// ```
/// use quadrille_gallery::polyform::Board;
///
/// let board = Board::new([1, 8, 8])?.with_hole([0, 3, 3], [1, 2, 2])?;
/// assert_eq!(board.area(), 60);
/// # Ok::<(), quadrille_gallery::GalleryError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    size: [usize; 3],
    /// By layer, row, column.
    cells: Vec<bool>,
}

impl Board {
    /// A box of layers, rows and columns, one layer for a board.
    ///
    /// # Errors
    ///
    /// If a side is 0, or there are more than [`MOST_CELLS`] cells.
    pub fn new(size: [usize; 3]) -> Result<Self, GalleryError> {
        size.iter().try_for_each(|&side| in_range("side of the board", side, 1, MOST_CELLS))?;
        let area = size.iter().fold(1usize, |area, &side| area.saturating_mul(side));
        in_range("cells of the board", area, 1, MOST_CELLS)?;
        Ok(Board { size, cells: vec![true; area] })
    }

    /// A board of these cells of a box that holds them all, with the empty margins cut off.
    pub(crate) fn of_cells(cells: &[[usize; 3]]) -> Result<Self, GalleryError> {
        let bound = |axis: usize, of: fn(usize, usize) -> usize| {
            cells.iter().map(|cell| cell[axis]).reduce(of)
        };
        let mut least = [0; 3];
        let mut size = [0; 3];
        for axis in 0..3 {
            least[axis] = bound(axis, usize::min).unwrap_or(0);
            size[axis] = bound(axis, usize::max).map_or(0, |most| most - least[axis] + 1);
        }
        let mut board = Board::new(size)?;
        board.cells.fill(false);
        for cell in cells {
            let index = board.index([0, 1, 2].map(|axis| cell[axis] - least[axis]));
            if let Some(slot) = index.and_then(|index| board.cells.get_mut(index)) {
                *slot = true;
            }
        }
        Ok(board)
    }

    /// The Aztec diamond of this order: rows of 2, 4, …, 2n, 2n, …, 4, 2 cells, one above the
    /// other.
    ///
    /// # Errors
    ///
    /// If the order is 0, or there are too many cells.
    pub fn aztec_diamond(order: usize) -> Result<Self, GalleryError> {
        in_range("order of the diamond", order, 1, 500)?;
        let half = |row: usize| if row < order { row + 1 } else { 2 * order - row };
        let cells: Vec<[usize; 3]> = (0..2 * order)
            .flat_map(|row| {
                (order - half(row)..order + half(row)).map(move |column| [0, row, column])
            })
            .collect();
        Board::of_cells(&cells)
    }

    /// Without the cells of a box at `corner` (layer, row, column, from 0) and of this size.
    ///
    /// # Errors
    ///
    /// If the hole is not wholly within the board's box, or leaves no cell.
    pub fn with_hole(mut self, corner: [usize; 3], size: [usize; 3]) -> Result<Self, GalleryError> {
        for axis in 0..3 {
            let end = corner[axis].checked_add(size[axis]);
            if size[axis] == 0 || end.is_none_or(|end| end > self.size[axis]) {
                return Err(self.not_within(corner, size));
            }
        }
        for layer in corner[0]..corner[0] + size[0] {
            for row in corner[1]..corner[1] + size[1] {
                for column in corner[2]..corner[2] + size[2] {
                    if let Some(index) = self.index([layer, row, column]) {
                        self.cells[index] = false;
                    }
                }
            }
        }
        if self.area() == 0 {
            return Err(GalleryError::Contradiction("the holes leave no cell".to_owned()));
        }
        Ok(self)
    }

    /// The error for a hole that is not on the board. On a flat one it has no layers, unless the
    /// hole has.
    fn not_within(&self, corner: [usize; 3], size: [usize; 3]) -> GalleryError {
        let flat = self.size[0] == 1 && corner[0] == 0 && size[0] == 1;
        let (skipped, what) =
            if flat { (1, "rows, columns") } else { (0, "layers, rows, columns") };
        let joined = |numbers: [usize; 3], between: &str| {
            let numbers = numbers.iter().skip(skipped).map(ToString::to_string);
            numbers.collect::<Vec<String>>().join(between)
        };
        GalleryError::Contradiction(format!(
            "a hole of {} at {} is not within {} ({what})",
            joined(size, "x"),
            joined(corner, ","),
            joined(self.size, "x")
        ))
    }

    /// Number of cells.
    pub fn area(&self) -> usize {
        self.cells.iter().filter(|&&cell| cell).count()
    }

    /// Layers, rows and columns of the box around it.
    pub fn size(&self) -> [usize; 3] {
        self.size
    }

    /// Whether it is all of the box around it.
    pub(crate) fn is_full(&self) -> bool {
        self.cells.iter().all(|&cell| cell)
    }

    /// Where a cell of the box stands in [`slots`](Board::slots).
    pub(crate) fn index(&self, [layer, row, column]: [usize; 3]) -> Option<usize> {
        let [layers, rows, columns] = self.size;
        let within = layer < layers && row < rows && column < columns;
        within.then(|| (layer * rows + row) * columns + column)
    }

    /// For each cell of the box whether it is one of the board's.
    pub(crate) fn slots(&self) -> &[bool] {
        &self.cells
    }

    /// Layer, row and column of a slot.
    pub(crate) fn place(&self, slot: usize) -> [usize; 3] {
        let [_, rows, columns] = self.size;
        [slot / columns / rows, slot / columns % rows, slot % columns]
    }

    /// The name of a slot: with its layer only if there may be several.
    pub(crate) fn name(&self, slot: usize, names: CellNames, solid: bool) -> String {
        let place = self.place(slot);
        names.name(if solid { &place } else { &place[1..] })
    }

    /// The board as drawn for a picture: `#` where there is no cell.
    pub(crate) fn rows(&self) -> Vec<String> {
        let rows = self.cells.chunks(self.size[2].max(1));
        rows.map(|row| row.iter().map(|&cell| if cell { '.' } else { '#' }).collect()).collect()
    }
}
