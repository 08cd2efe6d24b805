//! Lines between cells: where they stand, and how thick they are.

use super::scene::{Board, Scene};

/// A line between two cells, or at the rim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Wall {
    None,
    Thin,
    Thick,
}

/// The lines of a board.
#[derive(Debug)]
pub(super) struct Walls<'s> {
    board: &'s Board,
    joined: bool,
    boxes: Option<[usize; 2]>,
}

impl<'s> Walls<'s> {
    pub(super) fn new(scene: &'s Scene, board: &'s Board) -> Self {
        Walls { board, joined: scene.joined, boxes: scene.boxes }
    }

    /// The line above a cell; below the last row for `row == rows`.
    pub(super) fn above(&self, row: usize, column: usize) -> Wall {
        let over = row.checked_sub(1).map(|over| (over, column));
        let at_box = self.boxes.is_some_and(|[rows, _]| row.is_multiple_of(rows));
        self.between(over, (row, column), at_box)
    }

    /// The line left of a cell; at the right end of the row for `column == columns`.
    pub(super) fn left(&self, row: usize, column: usize) -> Wall {
        let beside = column.checked_sub(1).map(|beside| (row, beside));
        let at_box = self.boxes.is_some_and(|[_, columns]| column.is_multiple_of(columns));
        self.between(beside, (row, column), at_box)
    }

    fn between(&self, a: Option<(usize, usize)>, b: (usize, usize), at_box: bool) -> Wall {
        let cell = |(row, column)| self.board.cell(row, column);
        match (a.and_then(cell), cell(b)) {
            (None, None) => Wall::None,
            (Some(a), Some(b)) if self.joined && a.piece == b.piece => Wall::None,
            (Some(_), Some(_)) if !self.joined && !at_box => Wall::Thin,
            _ => Wall::Thick,
        }
    }
}
