//! Where the cells are that the rules of a whole board speak of.
//!
//! [`verify`](super::super::verify()) has the same in its own words; the two share nothing on purpose, since one is
//! the judge of the other.

use super::super::board::{Board, Regions};
use super::super::rule::{Chess, Diagonal, Relation, Rule};
use super::super::rules::Rules;

/// The cells of a diagonal of each grid.
pub(super) fn diagonals(board: &Board, which: Diagonal) -> Vec<Vec<usize>> {
    let n = board.size();
    let mut lines = Vec::new();
    for &(top, left) in board.grids() {
        let mut line = Vec::new();
        for i in 0..n {
            let column = if which == Diagonal::Main { i } else { n - 1 - i };
            line.push((top + i) * board.columns() + left + column);
        }
        lines.push(line);
    }
    lines
}

/// The rectangles of a box's size whose upper left corners are at these rows and columns of each grid.
fn rectangles(
    board: &Board,
    corners: impl Fn(usize, usize) -> Vec<(usize, usize)>,
) -> Vec<Vec<usize>> {
    let Regions::Boxes { rows, columns } = *board.regions() else { return Vec::new() };
    let mut found = Vec::new();
    for &(top, left) in board.grids() {
        for (row, column) in corners(rows, columns) {
            let mut cells = Vec::new();
            for r in 0..rows {
                for c in 0..columns {
                    cells.push((top + row + r) * board.columns() + left + column + c);
                }
            }
            found.push(cells);
        }
    }
    found
}

/// The windows of each grid: a row and a column of cells lie between any two, and along the border.
pub(super) fn windows(board: &Board) -> Vec<Vec<usize>> {
    let n = board.size();
    rectangles(board, |rows, columns| {
        let starts = |side: usize| {
            let mut starts = Vec::new();
            let mut start = 1;
            while start + side < n {
                starts.push(start);
                start += side + 1;
            }
            starts
        };
        let mut corners = Vec::new();
        for row in starts(rows) {
            for column in starts(columns) {
                corners.push((row, column));
            }
        }
        corners
    })
}

/// The cells at the same place of the boxes of each grid.
pub(super) fn disjoint_groups(board: &Board) -> Vec<Vec<usize>> {
    let n = board.size();
    let boxes = rectangles(board, |rows, columns| {
        let mut corners = Vec::new();
        for row in (0..n).step_by(rows) {
            for column in (0..n).step_by(columns) {
                corners.push((row, column));
            }
        }
        corners
    });
    let mut groups = Vec::new();
    for grid in boxes.chunks(n) {
        for place in 0..n {
            groups.push(grid.iter().map(|cells| cells[place]).collect());
        }
    }
    groups
}

/// The pairs of cells a chess move apart, each once or twice.
pub(super) fn moves(board: &Board, chess: &Chess) -> Vec<(usize, usize)> {
    let (a, b) = (isize::from(chess.step.0), isize::from(chess.step.1));
    let mut pairs = Vec::new();
    for cell in board.inside() {
        // Half of the directions: the other half are the same pairs from the other end.
        for (down, right) in [(a, b), (a, -b), (b, a), (b, -a)] {
            let mut at = cell;
            while let Some(next) = board.step(at, down, right) {
                pairs.push((cell, next));
                at = next;
                if !chess.rides {
                    break;
                }
            }
        }
    }
    pairs
}

/// The neighbours without a mark of one of these relations.
pub(super) fn unmarked(rules: &Rules, relations: &[Relation]) -> Vec<(usize, usize)> {
    let mut marked = std::collections::HashSet::new();
    for rule in rules.list() {
        if let Rule::Pair { a, b, relation } = rule
            && relations.contains(relation)
        {
            marked.insert((*a.min(b), *a.max(b)));
        }
    }
    rules.board().neighbour_pairs().filter(|pair| !marked.contains(pair)).collect()
}

/// The pairs of a lesser and a greater cell that all minimum rules, or all maximum rules, ask for together.
pub(super) fn extremes(rules: &Rules, least: bool) -> Vec<(usize, usize)> {
    let board = rules.board();
    let mut special = vec![false; board.cells()];
    for rule in rules.list() {
        match rule {
            Rule::Minimum(cells) if least => cells.iter().for_each(|&cell| special[cell] = true),
            Rule::Maximum(cells) if !least => cells.iter().for_each(|&cell| special[cell] = true),
            _ => {}
        }
    }
    let mut pairs = Vec::new();
    for (a, b) in board.neighbour_pairs() {
        match (special[a], special[b]) {
            (true, false) => pairs.push(if least { (a, b) } else { (b, a) }),
            (false, true) => pairs.push(if least { (b, a) } else { (a, b) }),
            _ => {}
        }
    }
    pairs
}
