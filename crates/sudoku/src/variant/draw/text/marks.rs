//! Rules that are marks: sums of cages, dots, signs, letters in cells, diagonals, numbers outside.

use std::collections::{BTreeMap, BTreeSet};

use super::super::super::verify::extremes;
use super::super::super::{Diagonal, Kind, Relation, Rule};
use super::super::outside::{outside, outside_letter};
use super::super::words::words;
use super::board::{Sketch, is_line};
use super::canvas::Style;

impl Sketch<'_> {
    /// Draws all rules, and returns the lines below the grid.
    pub(super) fn draw_rules(&mut self) -> Vec<String> {
        let rules = self.variant.rules();
        let mut legend: Vec<(usize, String)> = Vec::new();
        // What has one place only goes before what has a choice, and lines go where room is left.
        for pass in 0..3 {
            for (index, rule) in rules.list().iter().enumerate() {
                let (of, is_drawn) = match rule {
                    _ if is_line(rule) => (2, pass == 2 && self.draw_line(rule)),
                    Rule::Diagonal(_) | Rule::Even(_) | Rule::Odd(_) | Rule::Clone { .. } => {
                        (1, pass == 1 && self.draw_in_cells(index, rule))
                    }
                    _ => (0, pass == 0 && self.draw_mark(index, rule)),
                };
                if of == pass && !is_drawn {
                    legend.push((index, words(rules, rule).to_string()));
                }
            }
        }
        legend.sort();
        let mut lines: Vec<String> = self.names.clone();
        lines.extend(self.outside_names());
        lines.extend(legend.into_iter().map(|(_, line)| line));
        // The same rule may be there twice.
        let mut seen = BTreeSet::new();
        lines.retain(|line| seen.insert(line.clone()));
        lines
    }

    fn draw_mark(&mut self, index: usize, rule: &Rule) -> bool {
        match rule {
            Rule::Cage { cells, sum, repeats } => {
                let label = match (sum, self.options.is_ascii) {
                    (Some(sum), _) => sum.to_string(),
                    (None, false) => "≠".to_owned(),
                    (None, true) => "!=".to_owned(),
                };
                self.draw_label(index, cells, &label) && !repeats
            }
            // What it is, only words say: a region, or a window.
            Rule::Region(_) | Rule::Windoku => false,
            Rule::Pair { a, b, relation } => self.draw_pair(*a, *b, *relation),
            Rule::Minimum(_) | Rule::Maximum(_) => {
                let pairs = extremes(self.variant.rules(), rule);
                let fits = pairs.iter().all(|&(less, more)| {
                    self.sign(more, less, Relation::Greater).is_some_and(|(place, sign)| {
                        !self.taken.contains(&place) || self.has(place, sign)
                    })
                });
                // A cell without neighbours has nothing to be less than.
                fits && pairs.iter().all(|&(less, more)| {
                    self.draw_pair(more, less, Relation::Greater)
                        || self
                            .sign(more, less, Relation::Greater)
                            .is_some_and(|(place, sign)| self.has(place, sign))
                }) && !pairs.is_empty()
            }
            Rule::Quadruple { cells, digits } => self.draw_quadruple(cells, digits),
            Rule::LittleKiller { .. }
            | Rule::Sandwich { .. }
            | Rule::XSum { .. }
            | Rule::Skyscraper { .. }
            | Rule::NumberedRoom { .. } => self.draw_outside(rule),
            _ => false,
        }
    }

    /// The sum of a cage, in the wall above its first cell.
    fn draw_label(&mut self, index: usize, cells: &[usize], label: &str) -> bool {
        let Some(&first) = cells.iter().min() else { return false };
        if !self.caged.contains(&index) || label.chars().count() as isize > self.cell_width() {
            return false;
        }
        let (row, column) = self.place(first);
        let (y, x) = (self.line(row) - 1, self.wall_column(column) + 1);
        self.mark(y, x, label)
    }

    /// Writes a mark where none is.
    fn mark(&mut self, y: isize, x: isize, text: &str) -> bool {
        let places: Vec<(isize, isize)> =
            (x..).take(text.chars().count()).map(|x| (y, x)).collect();
        if places.iter().any(|place| self.taken.contains(place)) {
            return false;
        }
        self.taken.extend(places);
        self.canvas.write(y, x, text, Style::Plain);
        true
    }

    /// Where a mark of two neighbours stands, and what it is.
    fn sign(&self, a: usize, b: usize, relation: Relation) -> Option<((isize, isize), char)> {
        let (from, to) = (self.place(a), self.place(b));
        let step = (to.0 - from.0, to.1 - from.1);
        let (row, column) = (from.0.max(to.0), from.1.max(to.1));
        let place = match step {
            (0, 1 | -1) => (self.line(row), self.wall_column(column)),
            (1 | -1, 0) => (self.line(row) - 1, self.middle(column)),
            _ => return None,
        };
        let is_ascii = self.options.is_ascii;
        let either = |fancy, plain| if is_ascii { plain } else { fancy };
        let sign = match (relation, step) {
            (Relation::Greater, (0, 1)) => '>',
            (Relation::Greater, (0, _)) => '<',
            (Relation::Greater, (1, _)) => either('∨', 'v'),
            (Relation::Greater, _) => either('∧', '^'),
            (Relation::Difference(1), _) => either('○', 'o'),
            (Relation::Ratio(2), _) => either('●', '*'),
            (Relation::Sum(10), _) => 'X',
            (Relation::Sum(5), _) => 'V',
            _ => return None,
        };
        Some((place, sign))
    }

    fn draw_pair(&mut self, a: usize, b: usize, relation: Relation) -> bool {
        let Some(((y, x), sign)) = self.sign(a, b, relation) else { return false };
        self.mark(y, x, sign.encode_utf8(&mut [0; 4]))
    }

    /// Whether this very sign is there already.
    fn has(&self, (y, x): (isize, isize), sign: char) -> bool {
        self.taken.contains(&(y, x)) && self.canvas.get(y, x) == Some(sign)
    }

    /// The digits around the corner where four cells meet.
    fn draw_quadruple(&mut self, cells: &[usize], digits: &[u8]) -> bool {
        let mut sorted = cells.to_vec();
        sorted.sort_unstable();
        let &[first, right, below, last] = sorted.as_slice() else { return false };
        let board = self.board();
        let at = |down, right| board.step(first, down, right);
        if [at(0, 1), at(1, 0), at(1, 1)] != [Some(right), Some(below), Some(last)] {
            return false;
        }
        let between = if board.size() > 9 { "," } else { "" };
        let text = digits.iter().map(u8::to_string).collect::<Vec<_>>().join(between);
        let (row, column) = self.place(last);
        let length = text.chars().count() as isize;
        // Between the middles of the cells, which lines may need.
        if length >= self.cell_width() {
            return false;
        }
        let x = self.wall_column(column) - length / 2;
        self.mark(self.line(row) - 1, x, &text)
    }

    /// Marks beside the digits of cells, or on corners.
    fn draw_in_cells(&mut self, index: usize, rule: &Rule) -> bool {
        let is_ascii = self.options.is_ascii;
        match rule {
            Rule::Even(cells) => self.draw_named(cells, if is_ascii { '=' } else { '□' }, rule),
            Rule::Odd(cells) => self.draw_named(cells, if is_ascii { 'o' } else { '○' }, rule),
            Rule::Clone { a, b } => {
                let before = self.variant.rules().list()[..index].iter();
                let clones = before.filter(|rule| rule.kind() == Kind::Clone).count();
                let Some(letter) = ('a'..='z').nth(clones) else { return false };
                // Which cell is equal to which, only words say where groups are of other form.
                self.draw_named(&[a.as_slice(), b].concat(), letter, rule) && self.is_moved(a, b)
            }
            Rule::Diagonal(diagonal) => {
                self.draw_diagonal(*diagonal);
                false
            }
            _ => false,
        }
    }

    /// Whether the second cells are the first ones, all moved by the same, and in the same order.
    fn is_moved(&self, a: &[usize], b: &[usize]) -> bool {
        let by = |(&a, &b): (&usize, &usize)| {
            let (from, to) = (self.place(a), self.place(b));
            (to.0 - from.0, to.1 - from.1)
        };
        let mut moves = a.iter().zip(b).map(by);
        let first = moves.next();
        moves.all(|by| Some(by) == first)
    }

    /// A mark beside the digit of each cell, and once below what it is.
    fn draw_named(&mut self, cells: &[usize], mark: char, rule: &Rule) -> bool {
        let name = format!("{mark} in cells: {}", rule.kind());
        let is_drawn = self.draw_beside(cells, mark);
        if is_drawn && !self.names.contains(&name) {
            self.names.push(name);
        }
        is_drawn
    }

    /// A mark beside the digit of each cell, if there is room in all of them.
    fn draw_beside(&mut self, cells: &[usize], mark: char) -> bool {
        let mut places = Vec::new();
        for &cell in cells {
            let sides = self.mark_places(cell);
            match sides
                .into_iter()
                .find(|side| !self.taken.contains(side) && !places.contains(&(*side, mark)))
            {
                Some(side) => places.push((side, mark)),
                None => return false,
            }
        }
        for ((y, x), mark) in places {
            self.canvas.put(y, x, mark);
            self.taken.insert((y, x));
        }
        true
    }

    /// Strokes where cells of a diagonal touch.
    fn draw_diagonal(&mut self, diagonal: Diagonal) {
        let n = self.board().size() as isize;
        let stroke = self.stroke(diagonal == Diagonal::Main);
        for &(row, column) in self.board().grids() {
            for i in 1..n {
                let right = if diagonal == Diagonal::Main { i } else { n - i };
                let (y, x) = (row as isize + i, column as isize + right);
                let (y, x) = (self.line(y) - 1, self.wall_column(x));
                if self.canvas.is_free(y, x) {
                    self.canvas.put(y, x, stroke);
                    self.taken.insert((y, x));
                } else if self.taken.contains(&(y, x)) {
                    self.cross(y, x, stroke);
                }
            }
        }
    }

    /// A stroke from the top left, or from the top right.
    pub(super) fn stroke(&self, is_falling: bool) -> char {
        match (is_falling, self.options.is_ascii) {
            (true, false) => '╲',
            (false, false) => '╱',
            (true, true) => '\\',
            (false, true) => '/',
        }
    }

    /// Crosses a stroke by the other one, if that is what is there.
    pub(super) fn cross(&mut self, y: isize, x: isize, stroke: char) -> bool {
        let there = self.canvas.get(y, x);
        let other = self.stroke(stroke != self.stroke(true));
        if there != Some(other) {
            return false;
        }
        self.canvas.put(y, x, if self.options.is_ascii { 'x' } else { '╳' });
        true
    }

    /// A number outside, as near as there is room for it.
    fn draw_outside(&mut self, rule: &Rule) -> bool {
        let Some(clue) = outside(self.board(), rule) else { return false };
        let letter = outside_letter(self.variant.rules(), rule.kind());
        let mut text = format!("{letter}{}", clue.number);
        if clue.has_arrow {
            text.push(self.arrow(clue.step));
        }
        let length = text.chars().count() as isize;
        let board = self.board();
        let (rows, columns) = (board.rows() as isize, board.columns() as isize);
        let (edge_y, edge_x) = (self.line(rows), self.wall_column(columns));
        // Where it would stand, and which way it gives way.
        let start = self.middle(clue.column) - (length - 1).min(1);
        let (mut y, mut x, away) = match (clue.row, clue.column) {
            (-1, -1) => (-1, -1 - length, (-1, 0)),
            (-1, column) if column == columns => (-1, edge_x + 1, (-1, 0)),
            (-1, _) => (-1, start, (-1, 0)),
            (row, -1) if row == rows => (edge_y, -1 - length, (1, 0)),
            (row, column) if row == rows && column == columns => (edge_y, edge_x + 1, (1, 0)),
            (row, _) if row == rows => (edge_y, start, (1, 0)),
            (row, -1) => (self.line(row), -1 - length, (0, -1)),
            (row, column) if column == columns => (self.line(row), edge_x + 2, (0, 1)),
            // Between grids there is room for one.
            (row, _) => (self.line(row), start, (0, 0)),
        };
        let is_free = |y: isize, x: isize| (x - 1..=x + length).all(|x| self.canvas.is_free(y, x));
        while !is_free(y, x) {
            if away == (0, 0) {
                return false;
            }
            (y, x) = (y + away.0, x + away.1);
        }
        self.mark(y, x, &text)
    }

    /// An arrow down and to the right by a step.
    pub(super) fn arrow(&self, step: (isize, isize)) -> char {
        let (fancy, plain) = match step {
            (0, 1) => ('→', '>'),
            (0, _) => ('←', '<'),
            (1, 0) => ('↓', 'v'),
            (_, 0) => ('↑', '^'),
            (1, 1) => ('↘', '\\'),
            (1, _) => ('↙', '/'),
            (_, 1) => ('↗', '/'),
            _ => ('↖', '\\'),
        };
        if self.options.is_ascii { plain } else { fancy }
    }

    /// What plain numbers outside are.
    fn outside_names(&self) -> Vec<String> {
        let rules = self.variant.rules();
        let mut kinds: BTreeMap<Kind, &str> = BTreeMap::new();
        for rule in rules.list() {
            if !matches!(rule, Rule::LittleKiller { .. }) && outside(self.board(), rule).is_some() {
                kinds.insert(rule.kind(), outside_letter(rules, rule.kind()));
            }
        }
        let name = |(kind, letter): (&Kind, &&str)| match *letter {
            "" => format!("numbers outside: {kind}"),
            letter => format!("{letter} outside: {kind}"),
        };
        kinds.iter().map(name).collect()
    }
}
