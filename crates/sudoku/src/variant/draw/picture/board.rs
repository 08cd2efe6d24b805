//! The grid and what stands in its cells.

use super::super::scene::{Anchor, BLACK, Item, MIDDLE, Paint, Shade, text_width};
use super::super::walls::{Walls, cell_lines};
use super::Drawer;

/// Of digits that are no clues.
const SOLVED: Shade = 0x60;
/// Of candidates.
const CANDIDATE: Shade = 0x50;

impl Drawer<'_> {
    pub(super) fn draw_grid(&mut self) {
        let board = self.variant.board();
        let lines = |lines: Vec<[(usize, usize); 2]>| {
            let point = |(x, y): (usize, usize)| (x as f64, y as f64);
            lines.into_iter().map(|line| line.map(point).to_vec()).collect::<Vec<_>>()
        };
        self.scene.path(lines(cell_lines(board)), false, Paint::line(0x60, 0.02));
        let walls = lines(Walls::of_regions(board).lines());
        self.scene.path(walls, false, Paint::line(BLACK, 0.07).square());
    }

    /// Digits and candidates.
    pub(super) fn draw_values(&mut self) {
        let board = self.variant.board();
        for cell in board.inside() {
            let filled = self.options.values.and_then(|values| values.get(cell).copied());
            let value = filled.filter(|&value| value != 0);
            if let Some(value) = self.variant.given(cell).or(value) {
                let shade = if self.variant.given(cell).is_some() { BLACK } else { SOLVED };
                let size = if value > 9 { 0.56 } else { 0.66 };
                let (x, y) = self.centre(cell);
                let at = (x, y + size * MIDDLE);
                self.scene.text(at, size, Anchor::Middle, shade, value.to_string());
            } else if let Some(&set) = self.options.candidates.and_then(|sets| sets.get(cell)) {
                self.draw_candidates(cell, set);
            }
        }
    }

    /// Each candidate at its place in a square.
    fn draw_candidates(&mut self, cell: usize, set: u64) {
        let n = self.variant.board().size();
        let side = (1..=n).find(|side| side * side >= n).unwrap_or(1);
        let (x, y) = self.centre(cell);
        let step = 0.84 / side as f64;
        let size = step * if n > 9 { 0.8 } else { 0.92 };
        for index in (0..n).filter(|index| set >> index & 1 == 1) {
            let at = |i: usize| (i as f64 - (side as f64 - 1.0) / 2.0) * step;
            let at = (x + at(index % side), y + at(index / side) + size * MIDDLE);
            let text = (index + 1).to_string();
            self.scene.text(at, size, Anchor::Middle, CANDIDATE, text);
        }
    }

    pub(super) fn centre(&self, cell: usize) -> (f64, f64) {
        let board = self.variant.board();
        (board.column_of(cell) as f64 + 0.5, board.row_of(cell) as f64 + 0.5)
    }

    /// A small label at a corner of a cell, on white.
    pub(super) fn draw_corner(&mut self, cell: usize, right: f64, text: String) {
        let size = 0.22;
        let (x, y) = self.centre(cell);
        let (x, y) = (x - 0.44 + right, y - 0.45);
        let width = text_width(&text) * size;
        self.scene.rectangle([x, y, x + width, y + 0.2], Paint::fill(255));
        self.scene.items.push(Item::Text {
            at: (x, y + 0.18),
            size,
            anchor: Anchor::Start,
            shade: BLACK,
            text,
        });
    }
}
