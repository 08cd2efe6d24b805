//! The board: walls, cells and what stands in them.

use std::collections::{BTreeSet, HashSet};

use super::super::super::verify::windows;
use super::super::super::{Board, Regions, Rule, Variant};
use super::super::walls::{Walls, is_connected};
use super::TextOptions;
use super::canvas::{Canvas, Style, Weight, across, down, meeting};

/// A drawing that is being made.
///
/// The cell in row r and column c stands on line 2r + 1, between the columns c·(w + 1) and (c + 1)·(w + 1), where
/// walls are; w is the width of a cell with room on both sides.
pub(super) struct Sketch<'a> {
    pub(super) variant: &'a Variant,
    pub(super) options: TextOptions<'a>,
    pub(super) canvas: Canvas,
    /// Places that hold a mark: nothing else may be there.
    pub(super) taken: HashSet<(isize, isize)>,
    /// Cells with a line through them, and those with a circle.
    pub(super) lined: HashSet<usize>,
    pub(super) circled: HashSet<usize>,
    /// What marks are that do not speak for themselves, as lines below.
    pub(super) names: Vec<String>,
    /// What stands in each cell.
    contents: Vec<String>,
    /// Characters of the longest content.
    width: usize,
    /// Columns on each side of what a cell holds: from outside circles, then marks, then brackets, each if any
    /// cell has them.
    pub(super) room: isize,
    has_brackets: bool,
    regions: Walls,
    /// The walls of cages and the like, and by cell the one it is in, from 1.
    cages: Walls,
    cage_of: Vec<usize>,
    /// The rules that are drawn as cages, by number.
    pub(super) caged: BTreeSet<usize>,
    /// The weight of regions' walls.
    border: Weight,
}

impl<'a> Sketch<'a> {
    pub(super) fn new(variant: &'a Variant, options: TextOptions<'a>) -> Self {
        let board = variant.board();
        let contents: Vec<String> =
            (0..board.cells()).map(|cell| content(variant, options, cell)).collect();
        let least = if board.size() > 9 { 2 } else { 1 };
        let width = contents.iter().map(|text| text.chars().count()).max().unwrap_or(0).max(least);
        let rules = variant.rules().list();
        let has_circles = rules.iter().any(is_line);
        let has_marks = rules
            .iter()
            .any(|rule| matches!(rule, Rule::Even(_) | Rule::Odd(_) | Rule::Clone { .. }));
        let has_brackets = options.values.is_some() && !options.is_coloured;
        let needed = [has_circles, has_marks, has_brackets].into_iter().filter(|&is| is).count();
        // Three digits and more around a corner would stand where lines go down.
        let is_long =
            |rule: &Rule| matches!(rule, Rule::Quadruple { digits, .. } if digits.len() > 2);
        let room = needed.max(if rules.iter().any(is_long) { 2 } else { 1 }) as isize;
        let (cages, cage_of, caged) = find_cages(variant);
        let border = match caged.is_empty() && !has_circles {
            true => Weight::Light,
            false => Weight::Heavy,
        };
        let mut sketch = Sketch {
            variant,
            options,
            canvas: Canvas::default(),
            taken: HashSet::new(),
            lined: HashSet::new(),
            circled: HashSet::new(),
            names: Vec::new(),
            contents,
            width,
            room,
            has_brackets,
            regions: Walls::of_regions(board),
            cages,
            cage_of,
            caged,
            border,
        };
        sketch.draw_walls();
        for cell in board.inside() {
            sketch.draw_cell(cell);
        }
        sketch
    }

    pub(super) fn board(&self) -> &'a Board {
        self.variant.board()
    }

    /// Columns of a cell, the room on both sides included.
    pub(super) fn cell_width(&self) -> isize {
        self.width as isize + 2 * self.room
    }

    /// The column of the wall to the left of a column of cells.
    pub(super) fn wall_column(&self, column: isize) -> isize {
        column * (self.cell_width() + 1)
    }

    /// The line of a row of cells.
    pub(super) fn line(&self, row: isize) -> isize {
        2 * row + 1
    }

    /// Where in a cell the middle is: under the last digit of numbers, so that small ones are met.
    pub(super) fn middle(&self, column: isize) -> isize {
        let within = if self.width <= 2 { self.width - 1 } else { self.width / 2 };
        self.wall_column(column) + 1 + self.room + within as isize
    }

    /// Row and column of a cell.
    pub(super) fn place(&self, cell: usize) -> (isize, isize) {
        (self.board().row_of(cell) as isize, self.board().column_of(cell) as isize)
    }

    /// The places for a circle around what a cell holds.
    pub(super) fn circle_places(&self, cell: usize) -> [(isize, isize); 2] {
        self.beside(cell, 0)
    }

    /// The places for marks of a cell.
    pub(super) fn mark_places(&self, cell: usize) -> [(isize, isize); 2] {
        self.beside(cell, self.room - 1 - isize::from(self.has_brackets))
    }

    /// The places so far within a cell from its left and its right wall.
    fn beside(&self, cell: usize, within: isize) -> [(isize, isize); 2] {
        let (row, column) = self.place(cell);
        let (y, left, right) =
            (self.line(row), self.wall_column(column), self.wall_column(column + 1));
        [(y, left + 1 + within), (y, right - 1 - within)]
    }

    /// The weight of the wall above a place, and of that to its left.
    pub(super) fn weights(&self, row: isize, column: isize) -> (Weight, Weight) {
        let (Ok(r), Ok(c)) = (usize::try_from(row), usize::try_from(column)) else {
            return (Weight::None, Weight::None);
        };
        let board = self.board();
        let weight = |region: bool, cage: bool, other: Option<usize>| {
            let cage_of = |cell: Option<usize>| cell.map_or(0, |cell| self.cage_of[cell]);
            let mine = cage_of(board.cell(r, c));
            match (region, cage) {
                (true, false) if mine != 0 && mine == cage_of(other) => Weight::Broken,
                (true, _) => self.border,
                (false, true) => Weight::Dashed,
                (false, false) => Weight::None,
            }
        };
        let above = r.checked_sub(1).and_then(|r| board.cell(r, c));
        let left = c.checked_sub(1).and_then(|c| board.cell(r, c));
        (
            weight(self.regions.above(r, c), self.cages.above(r, c), above),
            weight(self.regions.left(r, c), self.cages.left(r, c), left),
        )
    }

    fn draw_walls(&mut self) {
        let is_ascii = self.options.is_ascii;
        let (rows, columns) = (self.board().rows() as isize, self.board().columns() as isize);
        for row in 0..=rows {
            for column in 0..=columns {
                let (x, y) = (self.wall_column(column), self.line(row) - 1);
                let (above, left) = self.weights(row, column);
                let (before, up) =
                    (self.weights(row, column - 1).0, self.weights(row - 1, column).1);
                self.canvas.put(y, x, meeting([up, left, before, above], is_ascii));
                for i in 0..self.cell_width() {
                    self.canvas.put(y, x + 1 + i, across(above, i as usize, is_ascii));
                }
                self.canvas.put(y + 1, x, down(left, is_ascii));
            }
        }
    }

    fn draw_cell(&mut self, cell: usize) {
        let (row, column) = self.place(cell);
        let (text, width) = (&self.contents[cell], self.width);
        let has_value = self.options.values.is_some_and(|v| v.get(cell).is_some_and(|&v| v != 0));
        let is_clue = self.variant.given(cell).is_some();
        let style = match (self.options.values, is_clue, has_value) {
            (None, _, _) | (_, false, false) => Style::Plain,
            (Some(_), true, _) => Style::Clue,
            (Some(_), false, true) => Style::Filled,
        };
        let text = match self.options.candidates {
            Some(_) => format!("{text:^width$}"),
            None => format!("{text:>width$}"),
        };
        let (y, x) = (self.line(row), self.wall_column(column) + 1 + self.room);
        self.canvas.write(y, x, &text, style);
        if style == Style::Clue && !self.options.is_coloured {
            for (x, bracket) in [(x - 1, '['), (x + width as isize, ']')] {
                self.canvas.put(y, x, bracket);
                self.taken.insert((y, x));
            }
        }
    }

    /// The drawing. Lines between rows that have neither walls nor marks are left out, all or none of them so
    /// that rows stay as far apart as they are; the same of columns.
    pub(super) fn finish(mut self) -> Canvas {
        let board = self.board();
        let (rows, columns) = (board.rows() as isize, board.columns() as isize);
        let is_open = |weight: Weight| weight == Weight::None;
        let mut open_lines: Vec<isize> = (0..=rows)
            .filter(|&r| (0..columns).all(|c| is_open(self.weights(r, c).0)))
            .map(|r| self.line(r) - 1)
            .collect();
        let mut open_columns: Vec<isize> = (0..=columns)
            .filter(|&c| (0..rows).all(|r| is_open(self.weights(r, c).1)))
            .map(|c| self.wall_column(c))
            .collect();
        // Walls that do not go all the way leave their line where it is, and then the others stay too.
        let is_cut = !self.caged.is_empty() || matches!(board.regions(), Regions::Irregular(_));
        if is_cut || self.taken.iter().any(|(y, _)| open_lines.binary_search(y).is_ok()) {
            open_lines.clear();
        }
        if is_cut || self.taken.iter().any(|(_, x)| open_columns.binary_search(x).is_ok()) {
            open_columns.clear();
        }
        self.canvas.close_up(&open_lines, &open_columns);
        self.canvas
    }
}

/// What stands in a cell: its value, its candidates, or a dot.
fn content(variant: &Variant, options: TextOptions<'_>, cell: usize) -> String {
    let value = options.values.and_then(|values| values.get(cell).copied());
    let value = value.filter(|&value| value != 0).or(variant.given(cell));
    match (value, options.candidates.and_then(|sets| sets.get(cell))) {
        _ if !variant.board().is_inside(cell) => String::new(),
        (Some(value), _) => value.to_string(),
        (None, Some(&set)) => {
            let digits: Vec<String> = (1..=64)
                .filter(|digit| set >> (digit - 1) & 1 == 1)
                .map(|digit: u32| digit.to_string())
                .collect();
            digits.join(if variant.board().size() > 9 { "," } else { "" })
        }
        (None, None) => ".".to_owned(),
    }
}

/// Whether a rule is drawn as a line from cell to cell.
pub(super) fn is_line(rule: &Rule) -> bool {
    matches!(
        rule,
        Rule::Thermo { .. }
            | Rule::Arrow { .. }
            | Rule::Whisper { .. }
            | Rule::Renban(_)
            | Rule::Palindrome(_)
            | Rule::Between(_)
            | Rule::Automaton { .. }
    )
}

/// The sets of cells that get walls of their own: those of cages, extra regions and windows that are in one piece,
/// and share no cell with one before. The walls, the set that each cell is in, from 1, and the rules' numbers.
fn find_cages(variant: &Variant) -> (Walls, Vec<usize>, BTreeSet<usize>) {
    let board = variant.board();
    let mut cage_of = vec![0; board.cells()];
    let mut sets: Vec<Vec<usize>> = Vec::new();
    let mut caged = BTreeSet::new();
    for (index, rule) in variant.rules().list().iter().enumerate() {
        let new: Vec<Vec<usize>> = match rule {
            Rule::Cage { cells, .. } | Rule::Region(cells) => vec![cells.clone()],
            Rule::Windoku => windows(board),
            _ => continue,
        };
        // Windows of grids that overlap may be the same.
        let cells: Vec<usize> = new.concat();
        let distinct: BTreeSet<usize> = cells.iter().copied().collect();
        let is_free = |cells: &[usize]| cells.iter().all(|&cell| cage_of[cell] == 0);
        if new.iter().all(|cells| is_free(cells) && is_connected(board, cells))
            && distinct.len() == cells.len()
        {
            for cells in new {
                sets.push(cells);
                let number = sets.len();
                sets[number - 1].iter().for_each(|&cell| cage_of[cell] = number);
            }
            caged.insert(index);
        }
    }
    (Walls::around(board, sets.iter().map(Vec::as_slice)), cage_of, caged)
}
