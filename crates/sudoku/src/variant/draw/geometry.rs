//! Where things stand on a board: walls between cells, outlines of sets of cells, clues outside.

use std::collections::{BTreeMap, BTreeSet};

use super::super::{Board, HouseName, Kind, Regions, Rule, Rules};

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

/// The outlines of a set of cells, moved into it by `inset` cells: closed polygons of (x, y). Cells that touch at
/// a corner alone are apart.
pub(super) fn outlines(board: &Board, cells: &[usize], inset: f64) -> Vec<Vec<(f64, f64)>> {
    let set: BTreeSet<usize> = cells.iter().copied().collect();
    // The sides of cells, the set on the right hand: from a corner in a direction, and the cell.
    let mut sides: BTreeMap<(usize, usize), Vec<((isize, isize), usize)>> = BTreeMap::new();
    for &cell in &set {
        let (row, column) = (board.row_of(cell), board.column_of(cell));
        // Where it begins, where it goes (x, y), and what is beyond it (down, right).
        for (start, way, beyond) in [
            ((column, row), (1, 0), (-1, 0)),
            ((column + 1, row), (0, 1), (0, 1)),
            ((column + 1, row + 1), (-1, 0), (1, 0)),
            ((column, row + 1), (0, -1), (0, -1)),
        ] {
            let other = board.step(cell, beyond.0, beyond.1);
            if other.is_none_or(|other| !set.contains(&other)) {
                sides.entry(start).or_default().push((way, cell));
            }
        }
    }
    let mut found = Vec::new();
    while let Some((&first, _)) = sides.iter().find(|(_, ways)| !ways.is_empty()) {
        let mut polygon = Vec::new();
        let (mut at, mut last): ((usize, usize), Option<((isize, isize), usize)>) = (first, None);
        let mut start_way = None;
        while let Some(ways) = sides.get_mut(&at).filter(|ways| !ways.is_empty()) {
            // Where two ways go on, the one around the same cell.
            let next = last.and_then(|(_, cell)| ways.iter().position(|way| way.1 == cell));
            let (way, cell) = ways.swap_remove(next.unwrap_or(0));
            match last {
                None => start_way = Some(way),
                Some((before, _)) if before != way => polygon.push(inner(at, before, way, inset)),
                Some(_) => {}
            }
            last = Some((way, cell));
            at = (at.0.wrapping_add_signed(way.0), at.1.wrapping_add_signed(way.1));
        }
        if let (Some((before, _)), Some(way)) = (last, start_way)
            && before != way
        {
            polygon.push(inner(at, before, way, inset));
        }
        found.push(polygon);
    }
    found
}

/// A corner moved into a polygon that goes around it clockwise.
fn inner(
    at: (usize, usize),
    before: (isize, isize),
    after: (isize, isize),
    inset: f64,
) -> (f64, f64) {
    // What is to the right of a way (x, y), y downwards, is (−y, x).
    let x = (-before.1 - after.1) as f64 * inset;
    let y = (before.0 + after.0) as f64 * inset;
    (at.0 as f64 + x, at.1 as f64 + y)
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

/// The windows of windoku.
pub(super) fn windows(board: &Board) -> Vec<Vec<usize>> {
    let Regions::Boxes { rows, columns } = *board.regions() else { return Vec::new() };
    let n = board.size();
    let mut windows = Vec::new();
    for &(row, column) in board.grids() {
        for top in (1..).step_by(rows + 1).take_while(|top| top + rows < n) {
            for left in (1..).step_by(columns + 1).take_while(|left| left + columns < n) {
                let cell =
                    |i: usize| board.cell(row + top + i / columns, column + left + i % columns);
                windows.push((0..n).filter_map(cell).collect());
            }
        }
    }
    windows
}

/// A clue that stands outside, beside the first cell of its line.
#[derive(Debug, Clone)]
pub(super) struct Outside {
    /// Where it stands: −1 is above the first row.
    pub(super) row: isize,
    /// The column, −1 to the left of the first.
    pub(super) column: isize,
    /// Rows and columns to the next cell of the line.
    pub(super) step: (isize, isize),
    pub(super) number: String,
    /// Whether it says by an arrow where the line goes.
    pub(super) has_arrow: bool,
}

/// The place of a rule's clue outside the board: if its cells are a line from one end of the board to another.
pub(super) fn outside(board: &Board, rule: &Rule) -> Option<Outside> {
    let (cells, number, has_arrow) = match rule {
        Rule::LittleKiller { cells, sum } => (cells, sum.to_string(), true),
        Rule::Sandwich { cells, sum } | Rule::XSum { cells, sum } => {
            (cells, sum.to_string(), false)
        }
        Rule::Skyscraper { cells, count } => (cells, count.to_string(), false),
        Rule::NumberedRoom { cells, digit } => (cells, digit.to_string(), false),
        _ => return None,
    };
    let (&first, &last) = (cells.first()?, cells.last()?);
    let place = |cell: usize| (board.row_of(cell) as isize, board.column_of(cell) as isize);
    let step = match cells.get(1) {
        Some(&second) => {
            let (from, to) = (place(first), place(second));
            (to.0 - from.0, to.1 - from.1)
        }
        // In a corner there is one way only that is no row or column.
        None if has_arrow => corner_step(board, first)?,
        None => return None,
    };
    let is_step = step != (0, 0) && step.0.abs() <= 1 && step.1.abs() <= 1;
    let straight = step.0 == 0 || step.1 == 0;
    let on_line = cells.windows(2).all(|two| board.step(two[0], step.0, step.1) == Some(two[1]));
    let whole =
        board.step(first, -step.0, -step.1).is_none() && board.step(last, step.0, step.1).is_none();
    if !is_step || !on_line || !whole || !has_arrow && !straight {
        return None;
    }
    let (row, column) = place(first);
    Some(Outside { row: row - step.0, column: column - step.1, step, number, has_arrow })
}

/// The diagonal way through a cell on which no other is.
fn corner_step(board: &Board, cell: usize) -> Option<(isize, isize)> {
    let ways = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let alone = |&(down, right): &(isize, isize)| {
        board.step(cell, down, right).is_none() && board.step(cell, -down, -right).is_none()
    };
    ways.into_iter().find(alone)
}

/// The letters that tell the kinds of plain numbers outside apart, where there are several kinds.
pub(super) fn outside_letter(rules: &Rules, kind: Kind) -> &'static str {
    const LETTERS: [(Kind, &str); 4] = [
        (Kind::Sandwich, "s"),
        (Kind::XSum, "x"),
        (Kind::Skyscraper, "v"),
        (Kind::NumberedRoom, "r"),
    ];
    let is_used = |kind: Kind| rules.list().iter().any(|rule| rule.kind() == kind);
    if LETTERS.iter().filter(|(kind, _)| is_used(*kind)).count() < 2 {
        return "";
    }
    LETTERS.iter().find(|(of, _)| *of == kind).map_or("", |(_, letter)| letter)
}

/// The pairs of a lesser and a greater cell that a minimum or maximum asks for.
pub(super) fn extremes(rules: &Rules, rule: &Rule) -> Vec<(usize, usize)> {
    let (mine, is_least) = match rule {
        Rule::Minimum(cells) => (cells, true),
        Rule::Maximum(cells) => (cells, false),
        _ => return Vec::new(),
    };
    let mut same = BTreeSet::new();
    for other in rules.list().iter().filter(|other| other.kind() == rule.kind()) {
        same.extend(other.lists().concat());
    }
    let mut pairs = Vec::new();
    for &cell in mine {
        let others = rules.board().neighbours(cell).filter(|other| !same.contains(other));
        pairs.extend(others.map(|other| if is_least { (cell, other) } else { (other, cell) }));
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outline_goes_around_corners_and_holes() {
        let board = Board::new(4, Regions::None).unwrap();
        assert_eq!(
            outlines(&board, &[0, 1, 4], 0.0),
            [[(2.0, 0.0), (2.0, 1.0), (1.0, 1.0), (1.0, 2.0), (0.0, 2.0), (0.0, 0.0)]]
        );
        assert_eq!(
            outlines(&board, &[0, 1, 4], 0.25),
            [[(1.75, 0.25), (1.75, 0.75), (0.75, 0.75), (0.75, 1.75), (0.25, 1.75), (0.25, 0.25)]]
        );
        // Two cells that touch at a corner, and a ring.
        assert_eq!(outlines(&board, &[0, 5], 0.1).len(), 2);
        let ring = outlines(&board, &[0, 1, 2, 4, 6, 8, 9, 10], 0.1);
        assert_eq!(ring.iter().map(Vec::len).collect::<Vec<_>>(), [4, 4]);
        // The hole is made larger, not smaller.
        assert!(ring[1].contains(&(0.9, 0.9)), "{ring:?}");
    }

    #[test]
    fn a_clue_stands_outside_if_its_line_is_whole() {
        let board = Board::new(4, Regions::None).unwrap();
        let at = |rule: Rule| outside(&board, &rule).map(|o| (o.row, o.column, o.step));
        let killer = |cells: &[usize]| Rule::LittleKiller { cells: cells.to_vec(), sum: 9 };
        assert_eq!(at(killer(&[1, 6, 11])), Some((-1, 0, (1, 1))));
        assert_eq!(at(killer(&[14, 11])), Some((4, 1, (-1, 1))));
        assert_eq!(at(killer(&[3])), Some((-1, 2, (1, 1))));
        assert_eq!(at(killer(&[1, 6])), None);
        let tall = |cells: &[usize]| Rule::Skyscraper { cells: cells.to_vec(), count: 2 };
        assert_eq!(at(tall(&[7, 6, 5, 4])), Some((1, 4, (0, -1))));
        assert_eq!(at(tall(&[7, 6, 5])), None);
        assert_eq!(at(tall(&[0, 5, 10, 15])), None);
    }
}
