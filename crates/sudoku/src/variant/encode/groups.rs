//! Cells that are different: where the groups of a board are, chess moves as cliques, and the items of each.

use std::collections::{BTreeMap, BTreeSet};

use super::parts::{Group, Parts};
use crate::variant::{Board, Chess, Diagonal, Regions, Rule, Rules};

/// The cells of a diagonal of each grid.
pub(super) fn diagonals(board: &Board, diagonal: Diagonal) -> Vec<Vec<usize>> {
    let n = board.size();
    let column = |i: usize| if diagonal == Diagonal::Main { i } else { n - 1 - i };
    let of = |&(top, left): &(usize, usize)| {
        (0..n).filter_map(|i| board.cell(top + i, left + column(i))).collect()
    };
    board.grids().iter().map(of).collect()
}

/// The windows of each grid: boxes that begin one row and column behind another's end, and touch no border.
pub(super) fn windows(board: &Board) -> Vec<Vec<usize>> {
    let Regions::Boxes { rows, columns } = *board.regions() else { return Vec::new() };
    let n = board.size();
    // Those that end before the last row or column.
    let starts = |side: usize| {
        let starts = (0..n).map(move |i| 1 + i * (side + 1));
        starts.take_while(move |start| start + side < n)
    };
    let mut windows = Vec::new();
    for &(row, column) in board.grids() {
        for (top, left) in starts(rows).flat_map(|t| starts(columns).map(move |l| (t, l))) {
            windows.push(block(board, row + top, column + left, rows, columns));
        }
    }
    windows
}

/// The disjoint groups of each grid: the cells at one place of all boxes.
pub(super) fn places(board: &Board) -> Vec<Vec<usize>> {
    let Regions::Boxes { rows, columns } = *board.regions() else { return Vec::new() };
    let n = board.size();
    let mut groups = Vec::new();
    for &(row, column) in board.grids() {
        for place in 0..n {
            let (top, left) = (row + place / columns, column + place % columns);
            let tops = (top..row + n).step_by(rows);
            let cells = tops.flat_map(|r| {
                (left..column + n).step_by(columns).filter_map(move |c| board.cell(r, c))
            });
            groups.push(cells.collect());
        }
    }
    groups
}

fn block(board: &Board, top: usize, left: usize, rows: usize, columns: usize) -> Vec<usize> {
    let lines = (top..top + rows).flat_map(|r| (left..left + columns).map(move |c| (r, c)));
    lines.filter_map(|(r, c)| board.cell(r, c)).collect()
}

/// Chess moves: for each set of digits with the same moves the pairs of cells that they exclude, without those that
/// are different anyway, covered by cliques of the graph of all cells that are different. An anti-king board has cliques of four
/// cells at most corners, an anti-knight one triangles through a box or row: fewer items than one for each pair.
pub(super) fn chess(parts: &mut Parts, rules: &Rules) {
    let chess: Vec<(usize, &Chess)> = (0..)
        .zip(rules.list())
        .filter_map(|(number, rule)| match rule {
            Rule::Chess(chess) => Some((number, chess)),
            _ => None,
        })
        .collect();
    let Some(&(number, _)) = chess.first() else { return };
    let all = parts.all();
    // Which of the rules hold for a digit, and the digits of each such choice.
    let mut classes: BTreeMap<Vec<bool>, u64> = BTreeMap::new();
    for digit in super::digits::digits(all) {
        let holds = chess.iter().map(|(_, chess)| super::digits::has(chess.digits, digit));
        *classes.entry(holds.collect()).or_default() |= crate::candidates::set_of(digit);
    }
    for (holds, digits) in classes {
        let mut edges: BTreeSet<(usize, usize)> = BTreeSet::new();
        for (_, chess) in chess.iter().zip(&holds).filter(|(_, holds)| **holds).map(|(c, _)| c) {
            for cell in rules.board().inside() {
                for other in moves(rules.board(), chess, cell) {
                    let (a, b) = (parts.first[cell], parts.first[other]);
                    if a == b {
                        parts.domains[a] &= !digits;
                    } else if !parts.are_apart(a, b) {
                        edges.insert((a.min(b), a.max(b)));
                    }
                }
            }
        }
        cover(parts, number, digits, edges);
    }
}

/// Groups that together have all edges.
fn cover(parts: &mut Parts, rule: usize, digits: u64, edges: BTreeSet<(usize, usize)>) {
    let mut next: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for &(a, b) in &edges {
        next.entry(a).or_default().insert(b);
        next.entry(b).or_default().insert(a);
    }
    let mut open = edges.clone();
    while let Some(&(a, b)) = open.first() {
        let mut clique = vec![a, b];
        loop {
            let gain = |&cell: &usize| {
                let ends = clique.iter().map(|&c| (c.min(cell), c.max(cell)));
                ends.filter(|edge| open.contains(edge)).count()
            };
            let fits = |cell: &&usize| {
                !clique.contains(cell)
                    && clique.iter().all(|&c| {
                        edges.contains(&(c.min(**cell), c.max(**cell)))
                            || parts.are_apart(c, **cell)
                    })
            };
            let found = next[&a].iter().filter(fits).max_by_key(|cell| gain(cell)).copied();
            match found.filter(|cell| gain(cell) > 0) {
                Some(cell) if clique.len() < parts.size => clique.push(cell),
                _ => break,
            }
        }
        for (index, &x) in clique.iter().enumerate() {
            for &y in &clique[..index] {
                open.remove(&(x.min(y), x.max(y)));
            }
        }
        clique.sort_unstable();
        parts.groups.push(Group { house: None, rule, cells: clique, digits });
    }
}

/// Where a chess move leads from a cell.
fn moves(board: &Board, chess: &Chess, cell: usize) -> Vec<usize> {
    let (a, b) = (isize::from(chess.step.0), isize::from(chess.step.1));
    let mut found = Vec::new();
    for (down, right) in [(a, b), (b, a), (a, -b), (b, -a), (-a, b), (-b, a), (-a, -b), (-b, -a)] {
        let mut at = cell;
        while let Some(next) = board.step(at, down, right) {
            found.push(next);
            at = next;
            if !chess.rides {
                break;
            }
        }
    }
    found
}

/// Cells cut into sets within which all are different, as few as a greedy choice finds.
pub(super) fn cliques(parts: &Parts, cells: &[usize]) -> Vec<Vec<usize>> {
    let mut cliques: Vec<Vec<usize>> = Vec::new();
    for &cell in cells {
        let fits = |clique: &&mut Vec<usize>| clique.iter().all(|&c| parts.are_apart(c, cell));
        match cliques.iter_mut().find(fits) {
            Some(clique) => clique.push(cell),
            None => cliques.push(vec![cell]),
        }
    }
    cliques
}

/// The groups that no other contains, nor, if `families` count, a family of sets of digits.
pub(super) fn needed(parts: &Parts, families: bool) -> Vec<&Group> {
    let mut of_cell: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (number, group) in parts.groups.iter().enumerate() {
        for &cell in &group.cells {
            of_cell.entry(cell).or_default().push(number);
        }
    }
    let is_within =
        |cells: &[usize], others: &[usize]| cells.iter().all(|cell| others.contains(cell));
    let is_needed = |number: usize, group: &Group| {
        let [first, _, ..] = group.cells.as_slice() else { return group.cells.len() == parts.size };
        let mut others = of_cell[first].iter().map(|&other| (other, &parts.groups[other]));
        let by_group = others.any(|(other, wider)| {
            let is_same = wider.cells == group.cells && wider.digits == group.digits;
            other != number
                && group.digits & !wider.digits == 0
                && is_within(&group.cells, &wider.cells)
                && (!is_same || other < number)
        });
        let families = if families { parts.families.as_slice() } else { &[] };
        !by_group && !families.iter().any(|family| is_within(&group.cells, &family.cells))
    };
    let numbered = parts.groups.iter().enumerate();
    numbered.filter(|(number, group)| is_needed(*number, group)).map(|(_, group)| group).collect()
}
