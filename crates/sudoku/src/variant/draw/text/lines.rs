//! Rules that are lines from cell to cell.

use super::super::super::Rule;
use super::board::Sketch;
use super::canvas::{Weight, meeting};

/// A piece of a line between two cells.
#[derive(Debug, Clone, Copy)]
struct Piece {
    y: isize,
    x: isize,
    /// Rows and columns that it goes.
    step: (isize, isize),
}

impl Sketch<'_> {
    /// Draws a line, all of it or nothing. Says whether it needs no words besides.
    pub(super) fn draw_line(&mut self, rule: &Rule) -> bool {
        match rule {
            Rule::Thermo { cells, slow } => self.draw_path(cells, [true, false], false) && !slow,
            Rule::Between(cells) => self.draw_path(cells, [true, true], false),
            Rule::Arrow { circle, shaft } => {
                let &[circle] = circle.as_slice() else { return false };
                let path: Vec<usize> = [circle].into_iter().chain(shaft.iter().copied()).collect();
                self.draw_path(&path, [true, false], true)
            }
            Rule::Whisper { cells, .. } | Rule::Automaton { cells, .. } => {
                self.draw_path(cells, [false, false], false);
                false
            }
            Rule::Renban(cells) | Rule::Palindrome(cells) => {
                self.draw_path(cells, [false, false], false);
                false
            }
            _ => false,
        }
    }

    /// A line through cells, with circles at its ends, or an arrow at the last.
    fn draw_path(&mut self, cells: &[usize], circles: [bool; 2], has_arrow: bool) -> bool {
        let Some(pieces) = self.pieces(cells) else { return false };
        let (Some(&first), Some(&last)) = (cells.first(), cells.last()) else { return false };
        let ends = [first, last].into_iter().zip(circles).filter(|&(_, circle)| circle);
        let ends: Vec<usize> = ends.map(|(cell, _)| cell).collect();
        // No cell of another line, but for the circle in which several begin.
        let shared = |cell: &usize| {
            self.lined.contains(cell) && !(*cell == first && self.circled.contains(cell))
        };
        if cells.len() < 2 || cells.iter().any(shared) {
            return false;
        }
        let is_free = |piece: &Piece| {
            !self.taken.contains(&(piece.y, piece.x))
                || piece.step.0 != 0 && piece.step.1 != 0 && self.crosses(piece)
        };
        let side_is_free = |cell: &usize| {
            self.circled.contains(cell)
                || self.circle_places(*cell).iter().all(|side| !self.taken.contains(side))
        };
        if !pieces.iter().all(is_free) || !ends.iter().all(side_is_free) {
            return false;
        }
        // ASCII has no arrow that goes aslant.
        let slants = pieces.last().is_some_and(|piece| piece.step.0 != 0 && piece.step.1 != 0);
        if has_arrow && slants && self.options.is_ascii {
            return false;
        }
        for cell in ends {
            for ((y, x), side) in self.circle_places(cell).into_iter().zip(['(', ')']) {
                self.canvas.put(y, x, side);
                self.taken.insert((y, x));
            }
            self.circled.insert(cell);
        }
        for (index, piece) in pieces.iter().enumerate() {
            let is_last = index + 1 == pieces.len();
            self.draw_piece(*piece, has_arrow && is_last);
        }
        self.lined.extend(cells);
        true
    }

    /// The pieces of a line, if each cell touches the next.
    fn pieces(&self, cells: &[usize]) -> Option<Vec<Piece>> {
        let piece = |two: &[usize]| {
            let (from, to) = (self.place(two[0]), self.place(two[1]));
            let step = (to.0 - from.0, to.1 - from.1);
            if step.0.abs() > 1 || step.1.abs() > 1 {
                return None;
            }
            let (row, column) = (from.0.max(to.0), from.1.max(to.1));
            let (line, wall) = (self.line(row), self.wall_column(column));
            Some(match step {
                (0, _) => Piece { y: line, x: wall, step },
                (_, 0) => Piece { y: line - 1, x: self.middle(column), step },
                _ => Piece { y: line - 1, x: wall, step },
            })
        };
        cells.windows(2).map(piece).collect()
    }

    /// Whether a slanting piece would cross another, and no more.
    fn crosses(&self, piece: &Piece) -> bool {
        let is_falling = piece.step.0 == piece.step.1;
        self.canvas.get(piece.y, piece.x) == Some(self.stroke(!is_falling))
    }

    fn draw_piece(&mut self, piece: Piece, is_arrow: bool) {
        let Piece { y, x, step } = piece;
        let is_ascii = self.options.is_ascii;
        match step {
            (0, right) => {
                // Along the free sides of both cells, as far as they are free.
                let c = if is_ascii { '-' } else { '─' };
                let mut tip = (y, x);
                for side in [-1, 1] {
                    for beside in 1..=self.room {
                        let place = (y, x + side * beside);
                        if !self.canvas.is_free(place.0, place.1) {
                            break;
                        }
                        self.canvas.put(place.0, place.1, c);
                        self.taken.insert(place);
                        if side == right {
                            tip = place;
                        }
                    }
                }
                let none_or_line = [Weight::None, Weight::None, Weight::Light, Weight::Light];
                self.canvas.put(y, x, self.through(y, x, none_or_line));
                if is_arrow {
                    self.canvas.put(tip.0, tip.1, self.arrow(step));
                }
            }
            (_, 0) => {
                let c = match is_arrow {
                    true => self.arrow(step),
                    false => self.through(
                        y,
                        x,
                        [Weight::Light, Weight::Light, Weight::None, Weight::None],
                    ),
                };
                self.canvas.put(y, x, c);
            }
            (down, right) => {
                let stroke = self.stroke(down == right);
                if self.taken.contains(&(y, x)) {
                    self.cross(y, x, stroke);
                } else {
                    self.canvas.put(y, x, if is_arrow { self.arrow(step) } else { stroke });
                }
            }
        }
        self.taken.insert((y, x));
    }

    /// A line that goes through a wall, or through where none is.
    fn through(&self, y: isize, x: isize, line: [Weight; 4]) -> char {
        let is_ascii = self.options.is_ascii;
        let is_down = line[0] != Weight::None;
        let wall = self.wall_at(y, x);
        let plain = match (is_down, is_ascii) {
            (true, true) => '|',
            (true, false) => '│',
            (false, true) => '-',
            (false, false) => '─',
        };
        match wall {
            Weight::None => plain,
            _ if is_ascii => '+',
            wall => {
                let [up, low, left, right] = line;
                let arms = match is_down {
                    true => [up, low, wall, wall],
                    false => [wall, wall, left, right],
                };
                meeting(arms, false)
            }
        }
    }

    /// The weight of the wall at a place between two cells.
    fn wall_at(&self, y: isize, x: isize) -> Weight {
        let (row, column) = (y.div_euclid(2), x.div_euclid(self.cell_width() + 1));
        let (above, left) = self.weights(row, column);
        if y.rem_euclid(2) == 0 { above } else { left }
    }
}
