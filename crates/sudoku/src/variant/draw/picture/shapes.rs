//! What fills cells, or surrounds them: regions, parities, clones, cages.

use std::collections::BTreeMap;

use super::super::super::verify::{extremes, windows};
use super::super::super::{Diagonal, Rule};
use super::super::outline::outlines;
use super::super::scene::{Anchor, BLACK, MIDDLE, Paint, Shade, text_width};
use super::Drawer;

/// Of extra regions and windows.
const REGION: Shade = 0xe2;
/// Of clones.
const CLONE: Shade = 0xd4;
/// Of least and greatest cells.
const EXTREME: Shade = 0xea;
/// Of even and odd cells.
const PARITY: Shade = 0xc8;

impl Drawer<'_> {
    pub(super) fn draw_shapes(&mut self) {
        let board = self.variant.board();
        let mut clones = 0;
        for rule in self.rules() {
            match rule {
                Rule::Region(cells) => self.draw_area(cells, REGION, 0.06),
                Rule::Windoku => {
                    for window in windows(board) {
                        self.draw_area(&window, REGION, 0.0);
                    }
                }
                Rule::Clone { a, b } => {
                    for group in [a, b] {
                        self.draw_area(group, CLONE, 0.05);
                        for &cell in group {
                            let (x, y) = self.centre(cell);
                            let at = (x + 0.42, y + 0.43);
                            self.scene.text(at, 0.2, Anchor::End, 0x40, letter(clones));
                        }
                    }
                    clones += 1;
                }
                Rule::Minimum(cells) | Rule::Maximum(cells) => {
                    for &cell in cells {
                        self.draw_area(&[cell], EXTREME, 0.0);
                    }
                }
                _ => {}
            }
        }
        for rule in self.rules() {
            match rule {
                Rule::Even(cells) => {
                    for &cell in cells {
                        let (x, y) = self.centre(cell);
                        let square = [x - 0.38, y - 0.38, x + 0.38, y + 0.38];
                        self.scene.rectangle(square, Paint::fill(PARITY));
                    }
                }
                Rule::Odd(cells) => {
                    for &cell in cells {
                        self.scene.circle(self.centre(cell), 0.4, Paint::fill(PARITY));
                    }
                }
                Rule::Diagonal(diagonal) => self.draw_diagonal(*diagonal),
                _ => {}
            }
        }
    }

    fn draw_area(&mut self, cells: &[usize], shade: Shade, inset: f64) {
        let lines = outlines(self.variant.board(), cells, inset);
        self.scene.path(lines, true, Paint::fill(shade));
    }

    fn draw_diagonal(&mut self, diagonal: Diagonal) {
        let board = self.variant.board();
        let n = board.size() as f64;
        let of = |&(row, column): &(usize, usize)| {
            let (top, left) = (row as f64, column as f64);
            match diagonal {
                Diagonal::Main => vec![(left, top), (left + n, top + n)],
                Diagonal::Anti => vec![(left + n, top), (left, top + n)],
            }
        };
        let lines = board.grids().iter().map(of).collect();
        self.scene.path(lines, false, Paint::line(0xa0, 0.05));
    }

    /// Dashed outlines with sums; those that share a cell lie in each other.
    pub(super) fn draw_cages(&mut self) {
        let board = self.variant.board();
        // Cages that each cell is in so far, and how much room their labels have taken.
        let mut depth = vec![0; board.cells()];
        let mut labels: BTreeMap<usize, f64> = BTreeMap::new();
        for rule in self.rules() {
            let Rule::Cage { cells, sum, repeats } = rule else { continue };
            let deepest = cells.iter().map(|&cell| depth[cell]).max().unwrap_or(0);
            cells.iter().for_each(|&cell| depth[cell] = deepest + 1);
            let inset = (0.07 + 0.06 * f64::from(deepest)).min(0.4);
            let lines = outlines(board, cells, inset);
            self.scene.path(lines, true, Paint::line(BLACK, 0.022).dashed(0.09, 0.06));
            let text = match (sum, repeats) {
                (Some(sum), false) => sum.to_string(),
                (Some(sum), true) => format!("{sum}+"),
                (None, _) => continue,
            };
            if let Some(&first) = cells.iter().min() {
                let right = labels.entry(first).or_insert(0.0);
                let at = *right;
                *right += text_width(&text) * 0.22 + 0.06;
                self.draw_corner(first, at, text);
            }
        }
    }

    /// The signs of least and greatest cells, within them.
    pub(super) fn draw_extremes(&mut self, rule: &Rule) {
        let is_least = matches!(rule, Rule::Minimum(_));
        for (less, more) in extremes(self.variant.rules(), rule) {
            let (mine, other) = if is_least { (less, more) } else { (more, less) };
            let (from, to) = (self.centre(mine), self.centre(other));
            let (x, y) = (to.0 - from.0, to.1 - from.1);
            let at = (from.0 + 0.4 * x, from.1 + 0.4 * y);
            let way = if is_least { (-x, -y) } else { (x, y) };
            self.draw_sign(at, way, 0.1);
        }
    }

    /// A sign whose point looks a way.
    pub(super) fn draw_sign(&mut self, (x, y): (f64, f64), way: (f64, f64), size: f64) {
        let length = way.0.hypot(way.1).max(1e-9);
        let (u, v) = (way.0 / length * size, way.1 / length * size);
        let back = (x - u / 2.0, y - v / 2.0);
        let line =
            vec![(back.0 - v, back.1 + u), (x + u / 2.0, y + v / 2.0), (back.0 + v, back.1 - u)];
        self.scene.path(vec![line], false, Paint::line(BLACK, 0.035).round());
    }

    /// A text around a point, on a white disc.
    pub(super) fn draw_on_white(&mut self, (x, y): (f64, f64), size: f64, text: String) {
        let half = text_width(&text) * size / 2.0 + 0.02;
        let box_of = [x - half, y - size * 0.42, x + half, y + size * 0.42];
        self.scene.rectangle(box_of, Paint::fill(255));
        self.scene.text((x, y + size * MIDDLE), size, Anchor::Middle, BLACK, text);
    }
}

/// a, b, …, z, then numbers.
fn letter(index: usize) -> String {
    ('a'..='z').nth(index).map_or_else(|| (index + 1).to_string(), String::from)
}
