//! Marks between cells: dots, letters, signs, digits in circles.

use super::super::super::{Relation, Rule};
use super::super::scene::{Anchor, BLACK, MIDDLE, Paint, WHITE, text_width};
use super::super::words::words;
use super::Drawer;

impl Drawer<'_> {
    pub(super) fn draw_between(&mut self) {
        for rule in self.rules() {
            match rule {
                Rule::Pair { a, b, relation } => self.draw_pair(*a, *b, *relation),
                Rule::Minimum(_) | Rule::Maximum(_) => self.draw_extremes(rule),
                Rule::Quadruple { cells, digits } => self.draw_quadruple(rule, cells, digits),
                _ => {}
            }
        }
    }

    fn draw_pair(&mut self, a: usize, b: usize, relation: Relation) {
        let (from, to) = (self.centre(a), self.centre(b));
        let way = (to.0 - from.0, to.1 - from.1);
        let at = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
        // What is not between neighbours hangs on a line.
        if way.0.abs() + way.1.abs() > 1.5 {
            self.scene.path(vec![vec![from, to]], false, Paint::line(0x90, 0.02));
        }
        match relation {
            Relation::Greater => self.draw_sign(at, way, 0.16),
            Relation::Difference(by) => {
                let radius = if by == 1 { 0.12 } else { 0.17 };
                self.scene.circle(at, radius, Paint::line(BLACK, 0.03).filled(WHITE));
                if by != 1 {
                    self.scene.label(at, 0.22, by.to_string());
                }
            }
            Relation::Ratio(by) => {
                let radius = if by == 2 { 0.12 } else { 0.17 };
                self.scene.circle(at, radius, Paint::line(BLACK, 0.03).filled(BLACK));
                if by != 2 {
                    let at = (at.0, at.1 + 0.22 * MIDDLE);
                    self.scene.text(at, 0.22, Anchor::Middle, WHITE, by.to_string());
                }
            }
            Relation::Sum(10) => self.draw_on_white(at, 0.32, "X".to_owned()),
            Relation::Sum(5) => self.draw_on_white(at, 0.32, "V".to_owned()),
            Relation::Sum(sum) => self.draw_on_white(at, 0.26, sum.to_string()),
        }
    }

    fn draw_quadruple(&mut self, rule: &Rule, cells: &[usize], digits: &[u8]) {
        let centres: Vec<(f64, f64)> = cells.iter().map(|&cell| self.centre(cell)).collect();
        let count = centres.len().max(1) as f64;
        let at = (
            centres.iter().map(|centre| centre.0).sum::<f64>() / count,
            centres.iter().map(|centre| centre.1).sum::<f64>() / count,
        );
        // Four cells around a corner, or words say which.
        let near =
            |centre: &(f64, f64)| (centre.0 - at.0).abs() < 0.6 && (centre.1 - at.1).abs() < 0.6;
        if centres.len() != 4 || !centres.iter().all(near) {
            self.left.push(words(self.variant.rules(), rule).to_string());
        }
        self.scene.circle(at, 0.3, Paint::line(BLACK, 0.025).filled(WHITE));
        let texts: Vec<String> = digits.iter().map(u8::to_string).collect();
        let lines: Vec<String> = match texts.len() {
            0..=2 => vec![texts.join(" ")],
            _ => texts.chunks(texts.len().div_ceil(2)).map(|line| line.join(" ")).collect(),
        };
        // As large as the circle allows.
        let widest = lines.iter().map(|line| text_width(line)).fold(0.1, f64::max);
        let most = if lines.len() > 1 { 0.22 } else { 0.26 };
        let size = (0.46 / widest).min(most);
        for (index, line) in lines.iter().enumerate() {
            let down = (index as f64 - (lines.len() as f64 - 1.0) / 2.0) * size * 0.98;
            self.scene.label((at.0, at.1 + down), size, line.as_str());
        }
    }
}
