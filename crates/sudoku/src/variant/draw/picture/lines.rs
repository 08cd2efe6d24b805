//! Lines from cell to cell.

use super::super::super::Rule;
use super::super::scene::{Paint, Point, Shade, WHITE};
use super::Drawer;

/// Of thermometers.
const THERMO: Shade = 0xc4;
/// The radius of circles in cells.
const CIRCLE: f64 = 0.4;

impl Drawer<'_> {
    pub(super) fn draw_lines(&mut self) {
        for rule in self.rules() {
            let line = |cells: &[usize]| -> Vec<Point> {
                cells.iter().map(|&cell| self.centre(cell)).collect()
            };
            match rule {
                Rule::Palindrome(cells) => {
                    let line = line(cells);
                    self.draw_line(line, Paint::line(0xd4, 0.3).round());
                }
                Rule::Renban(cells) => {
                    let line = line(cells);
                    self.draw_line(line, Paint::line(0x98, 0.16).round());
                }
                Rule::Whisper { cells, .. } => {
                    let line = line(cells);
                    self.draw_line(line.clone(), Paint::line(0x90, 0.24).round());
                    self.draw_line(line, Paint::line(WHITE, 0.14).round());
                }
                Rule::Automaton { cells, .. } => {
                    let line = line(cells);
                    self.draw_line(line, Paint::line(0x80, 0.1).round().dashed(0.001, 0.18));
                }
                Rule::Thermo { cells, slow: false } => {
                    let line = line(cells);
                    self.draw_thermo(line, THERMO, 0.0);
                }
                _ => {}
            }
        }
        // The outlines of those that meet are one.
        for (shade, inset) in [(0x90, 0.0), (0xe8, 0.04)] {
            for rule in self.rules() {
                if let Rule::Thermo { cells, slow: true } = rule {
                    let line = cells.iter().map(|&cell| self.centre(cell)).collect();
                    self.draw_thermo(line, shade, inset);
                }
            }
        }
        // Circles cover the lines that begin in them.
        for rule in self.rules() {
            match rule {
                Rule::Between(cells) => self.draw_between_line(cells),
                Rule::Arrow { circle, shaft } => self.draw_arrow_rule(circle, shaft),
                _ => {}
            }
        }
    }

    fn draw_line(&mut self, line: Vec<Point>, paint: Paint) {
        self.scene.path(vec![line], false, paint);
    }

    fn draw_thermo(&mut self, line: Vec<Point>, shade: Shade, inset: f64) {
        let Some(&bulb) = line.first() else { return };
        self.scene.circle(bulb, CIRCLE - inset, Paint::fill(shade));
        self.draw_line(line, Paint::line(shade, 0.34 - 2.0 * inset).round());
    }

    fn draw_between_line(&mut self, cells: &[usize]) {
        let line: Vec<Point> = cells.iter().map(|&cell| self.centre(cell)).collect();
        let ends = [line.first().copied(), line.last().copied()];
        self.draw_line(line, Paint::line(0x90, 0.07).round());
        for end in ends.into_iter().flatten() {
            self.scene.circle(end, CIRCLE, Paint::line(0x90, 0.045).filled(WHITE));
        }
    }

    fn draw_arrow_rule(&mut self, circle: &[usize], shaft: &[usize]) {
        let (Some(&first), Some(&last)) = (shaft.first(), circle.last()) else { return };
        let to = self.centre(first);
        let distance = |cell: &usize| {
            let (x, y) = self.centre(*cell);
            (x - to.0).hypot(y - to.1)
        };
        // From the cell of the circle that is nearest.
        let from = circle.iter().copied().min_by(|a, b| distance(a).total_cmp(&distance(b)));
        let mut line = vec![self.centre(from.unwrap_or(last))];
        line.extend(shaft.iter().map(|&cell| self.centre(cell)));
        self.draw_arrow(&line, 0.05, 0.22);
        let cells: Vec<Point> = circle.iter().map(|&cell| self.centre(cell)).collect();
        match cells.as_slice() {
            &[centre] => {
                self.scene.circle(centre, CIRCLE, Paint::line(0x50, 0.045).filled(WHITE));
            }
            _ => {
                self.draw_line(cells.clone(), Paint::line(0x50, 2.0 * CIRCLE + 0.045).round());
                self.draw_line(cells, Paint::line(WHITE, 2.0 * CIRCLE - 0.045).round());
            }
        }
    }

    /// A line with a point at its end.
    pub(super) fn draw_arrow(&mut self, line: &[Point], width: f64, size: f64) {
        let &[.., from, to] = line else { return };
        let shade = 0x50;
        self.draw_line(line.to_vec(), Paint::line(shade, width).round());
        let length = (to.0 - from.0).hypot(to.1 - from.1).max(1e-9);
        let (u, v) = ((to.0 - from.0) / length * size, (to.1 - from.1) / length * size);
        // At half a right angle on both sides.
        let half = std::f64::consts::FRAC_1_SQRT_2;
        let point = vec![
            (to.0 - (u - v) * half, to.1 - (u + v) * half),
            to,
            (to.0 - (u + v) * half, to.1 - (v - u) * half),
        ];
        self.draw_line(point, Paint::line(shade, width).round());
    }
}
