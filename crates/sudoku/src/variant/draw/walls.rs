//! Walls between cells.

use std::collections::BTreeSet;

use super::super::{Board, HouseName};

/// The walls of a board: lines between cells, and around them.
#[derive(Debug, Clone)]
pub(super) struct Walls {
    rows: usize,
    columns: usize,
    /// Above each cell, row by row, and below the last row.
    across: Vec<bool>,
    /// To the left of each cell, row by row, and to the right of the last.
    down: Vec<bool>,
}

impl Walls {
    fn none(board: &Board) -> Self {
        let (rows, columns) = (board.rows(), board.columns());
        Walls {
            rows,
            columns,
            across: vec![false; (rows + 1) * columns],
            down: vec![false; rows * (columns + 1)],
        }
    }

    /// The borders of grids, boxes and regions.
    pub(super) fn of_regions(board: &Board) -> Self {
        let mut walls = Walls::none(board);
        let n = board.size();
        for &(row, column) in board.grids() {
            for i in 0..n {
                for y in [row, row + n] {
                    walls.across[y * walls.columns + column + i] = true;
                }
                for x in [column, column + n] {
                    walls.down[(row + i) * (walls.columns + 1) + x] = true;
                }
            }
        }
        for house in board.houses() {
            if matches!(house.name, HouseName::Box { .. } | HouseName::Region(_)) {
                walls.surround(board, &house.cells);
            }
        }
        walls
    }

    /// The outlines of sets of cells.
    pub(super) fn around<'a>(board: &Board, sets: impl Iterator<Item = &'a [usize]>) -> Self {
        let mut walls = Walls::none(board);
        sets.for_each(|cells| walls.surround(board, cells));
        walls
    }

    /// Puts a wall around a set of cells.
    fn surround(&mut self, board: &Board, cells: &[usize]) {
        let cells: BTreeSet<usize> = cells.iter().copied().collect();
        let apart = |other: Option<usize>| other.is_none_or(|other| !cells.contains(&other));
        for &cell in &cells {
            let (row, column) = (board.row_of(cell), board.column_of(cell));
            let above = row * self.columns + column;
            let left = row * (self.columns + 1) + column;
            self.across[above] |= apart(board.step(cell, -1, 0));
            self.across[above + self.columns] |= apart(board.step(cell, 1, 0));
            self.down[left] |= apart(board.step(cell, 0, -1));
            self.down[left + 1] |= apart(board.step(cell, 0, 1));
        }
    }

    /// Whether there is a wall above a place; `row` may be the number of rows.
    pub(super) fn above(&self, row: usize, column: usize) -> bool {
        column < self.columns && self.across.get(row * self.columns + column) == Some(&true)
    }

    /// Whether there is a wall to the left of a place; `column` may be the number of columns.
    pub(super) fn left(&self, row: usize, column: usize) -> bool {
        column <= self.columns && self.down.get(row * (self.columns + 1) + column) == Some(&true)
    }

    /// All walls as lines as long as can be: (x, y) to (x, y), in cells.
    pub(super) fn lines(&self) -> Vec<[(usize, usize); 2]> {
        let mut lines = Vec::new();
        for y in 0..=self.rows {
            let of = |x: usize| self.above(y, x);
            lines.extend(runs(self.columns, of).into_iter().map(|(a, b)| [(a, y), (b, y)]));
        }
        for x in 0..=self.columns {
            let of = |y: usize| self.left(y, x);
            lines.extend(runs(self.rows, of).into_iter().map(|(a, b)| [(x, a), (x, b)]));
        }
        lines
    }
}

/// Where something holds, of 0 to `length`: the first of each run and the first after it.
fn runs(length: usize, holds: impl Fn(usize) -> bool) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for i in (0..length).filter(|&i| holds(i)) {
        match runs.last_mut() {
            Some(last) if last.1 == i => last.1 = i + 1,
            _ => runs.push((i, i + 1)),
        }
    }
    runs
}

/// The lines between all cells that there are.
pub(super) fn cell_lines(board: &Board) -> Vec<[(usize, usize); 2]> {
    let cells: Vec<usize> = board.inside().collect();
    Walls::around(board, cells.chunks(1)).lines()
}

/// Whether every cell can be reached from every other through sides of cells of the set.
pub(super) fn is_connected(board: &Board, cells: &[usize]) -> bool {
    let mut left: BTreeSet<usize> = cells.iter().copied().collect();
    let mut open: Vec<usize> = left.pop_first().into_iter().collect();
    while let Some(cell) = open.pop() {
        open.extend(board.neighbours(cell).filter(|other| left.remove(other)));
    }
    left.is_empty()
}
