//! Whether a solution of a variant is one: the definition of every rule, in the plainest way, with no code of any
//! solver.

use std::fmt;

use super::board::{Board, HouseName};
use super::puzzle::Variant;
use super::rule::{Chess, Diagonal, Kind, Relation, Rule};
use crate::candidates::set_of;
use crate::grid::CellName;

/// What is wrong with a solution.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Broken {
    /// It has not one value for each number of the board.
    Length {
        /// Numbers of the board.
        expected: usize,
        /// Values of the solution.
        found: usize,
    },
    /// A cell without a digit, or with one beyond the size, or a digit where there is no cell.
    Digit {
        /// The cell.
        cell: CellName,
        /// What it holds.
        found: u8,
    },
    /// A cell holds what its clue or its marks do not allow.
    Clue {
        /// The cell.
        cell: CellName,
        /// What it holds.
        found: u8,
    },
    /// A house has two equal digits.
    House(HouseName),
    /// A rule does not hold.
    Rule {
        /// The number of the rule in the list of rules.
        index: usize,
        /// Its kind.
        kind: Kind,
    },
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Broken::Length { expected, found } => {
                write!(f, "expected {expected} values, found {found}")
            }
            Broken::Digit { cell, found } => write!(f, "{cell} holds {found}"),
            Broken::Clue { cell, found } => {
                write!(f, "{cell} holds {found}, which its clue or its marks do not allow")
            }
            Broken::House(house) => write!(f, "two equal digits in {house}"),
            Broken::Rule { index, kind } => write!(f, "rule {} ({kind}) is broken", index + 1),
        }
    }
}

impl std::error::Error for Broken {}

/// Checks that `solution`, one digit a number of the board and 0 where there is no cell, keeps the clues and all rules.
///
/// # Errors
///
/// The first fault: of length, of a digit, of a clue, of a house, of a rule, in that order.
pub fn verify(variant: &Variant, solution: &[u8]) -> Result<(), Broken> {
    let board = variant.board();
    if solution.len() != board.cells() {
        return Err(Broken::Length { expected: board.cells(), found: solution.len() });
    }
    for (cell, &found) in solution.iter().enumerate() {
        let right = match board.is_inside(cell) {
            true => (1..=board.size()).contains(&usize::from(found)),
            false => found == 0,
        };
        if !right {
            return Err(Broken::Digit { cell: board.name(cell), found });
        }
    }
    for cell in board.inside() {
        if variant.candidates(cell) & set_of(solution[cell]) == 0 {
            return Err(Broken::Clue { cell: board.name(cell), found: solution[cell] });
        }
    }
    for house in board.houses() {
        if !different(solution, &house.cells) {
            return Err(Broken::House(house.name));
        }
    }
    for (index, rule) in variant.rules().list().iter().enumerate() {
        if !meaning(variant.rules(), rule, solution) {
            return Err(Broken::Rule { index, kind: rule.kind() });
        }
    }
    Ok(())
}

/// Whether a rule holds of a full board: a digit of 1 to n in each cell.
///
/// The other rules matter only where a rule speaks of marks: to [`Rule::Unmarked`], [`Rule::Minimum`] and
/// [`Rule::Maximum`].
///
/// # Panics
///
/// If `values` has no value for a cell that the rule names.
pub fn meaning(rules: &super::Rules, rule: &Rule, values: &[u8]) -> bool {
    let board = rules.board();
    let digits = |cells: &[usize]| -> Vec<u8> { cells.iter().map(|&cell| values[cell]).collect() };
    let sum_of = |cells: &[usize]| cells.iter().map(|&cell| u32::from(values[cell])).sum::<u32>();
    match rule {
        Rule::Diagonal(diagonal) => {
            diagonals(board, *diagonal).iter().all(|cells| different(values, cells))
        }
        Rule::Windoku => windows(board).iter().all(|cells| different(values, cells)),
        Rule::DisjointGroups => groups(board).iter().all(|cells| different(values, cells)),
        Rule::Chess(chess) => board.inside().all(|cell| {
            let is_apart = |&other: &usize| values[other] != values[cell];
            chess.digits & set_of(values[cell]) == 0
                || moves(board, chess, cell).iter().all(is_apart)
        }),
        Rule::Unmarked(relations) => board.neighbour_pairs().all(|(a, b)| {
            is_marked(rules, relations, a, b)
                || relations.iter().all(|relation| !relation.holds(values[a], values[b]))
        }),
        Rule::Even(cells) => digits(cells).iter().all(|digit| digit % 2 == 0),
        Rule::Odd(cells) => digits(cells).iter().all(|digit| digit % 2 == 1),
        Rule::Minimum(_) | Rule::Maximum(_) => {
            extremes(rules, rule).iter().all(|&(less, more)| values[less] < values[more])
        }
        Rule::Region(cells) => different(values, cells),
        Rule::Cage { cells, sum, repeats } => {
            (*repeats || different(values, cells)) && sum.is_none_or(|sum| sum == sum_of(cells))
        }
        Rule::LittleKiller { cells, sum } => sum_of(cells) == *sum,
        Rule::Arrow { circle, shaft } => {
            let number = |number: u32, digit: u8| number * 10 + u32::from(digit);
            digits(circle).into_iter().fold(0, number) == sum_of(shaft)
        }
        Rule::Thermo { cells, slow } => {
            digits(cells).windows(2).all(|two| two[0] < two[1] || *slow && two[0] == two[1])
        }
        Rule::Pair { a, b, relation } => relation.holds(values[*a], values[*b]),
        Rule::Whisper { cells, least } => {
            digits(cells).windows(2).all(|two| two[0].abs_diff(two[1]) >= *least)
        }
        Rule::Renban(cells) => {
            let mut sorted = digits(cells);
            sorted.sort_unstable();
            sorted.windows(2).all(|two| two[0] + 1 == two[1])
        }
        Rule::Palindrome(cells) => {
            let line = digits(cells);
            line.iter().eq(line.iter().rev())
        }
        Rule::Clone { a, b } => digits(a) == digits(b),
        Rule::Between(cells) => {
            let line = digits(cells);
            let [first, middle @ .., last] = line.as_slice() else { return false };
            middle.iter().all(|digit| first.min(last) < digit && digit < first.max(last))
        }
        Rule::Quadruple { cells, digits: wanted } => {
            let held = digits(cells);
            let times = |digits: &[u8], digit: u8| digits.iter().filter(|&&d| d == digit).count();
            wanted.iter().all(|&digit| times(&held, digit) >= times(wanted, digit))
        }
        Rule::Sandwich { cells, sum } => {
            let line = digits(cells);
            let place = |digit: usize| line.iter().position(|&d| usize::from(d) == digit);
            let (Some(one), Some(last)) = (place(1), place(board.size())) else { return false };
            let between = one.min(last)..one.max(last);
            line[between].iter().skip(1).map(|&digit| u32::from(digit)).sum::<u32>() == *sum
        }
        Rule::XSum { cells, sum } => {
            let x = cells.first().map_or(0, |&cell| usize::from(values[cell]));
            cells.get(..x).is_some_and(|cells| sum_of(cells) == *sum)
        }
        Rule::Skyscraper { cells, count } => {
            let (mut tallest, mut seen) = (0, 0);
            for digit in digits(cells) {
                if digit > tallest {
                    (tallest, seen) = (digit, seen + 1);
                }
            }
            seen == *count
        }
        Rule::NumberedRoom { cells, digit } => {
            let x = cells.first().map_or(0, |&cell| usize::from(values[cell]));
            x.checked_sub(1).and_then(|x| cells.get(x)).is_some_and(|&cell| values[cell] == *digit)
        }
        Rule::Automaton { cells, automaton } => automaton.accepts(&digits(cells)),
    }
}

/// Whether no two of the cells hold the same.
fn different(values: &[u8], cells: &[usize]) -> bool {
    let mut seen = 0u64;
    cells.iter().all(|&cell| {
        let digit = set_of(values[cell]);
        let new = seen & digit == 0;
        seen |= digit;
        new
    })
}

/// Whether neighbours have a mark with one of these relations.
pub(super) fn is_marked(rules: &super::Rules, relations: &[Relation], a: usize, b: usize) -> bool {
    rules.list().iter().any(|rule| match rule {
        Rule::Pair { a: first, b: second, relation } => {
            relations.contains(relation) && [(a, b), (b, a)].contains(&(*first, *second))
        }
        _ => false,
    })
}

/// The pairs of a lesser and a greater cell that a minimum or maximum rule asks for.
pub(super) fn extremes(rules: &super::Rules, rule: &Rule) -> Vec<(usize, usize)> {
    let (mine, is_least) = match rule {
        Rule::Minimum(cells) => (cells, true),
        Rule::Maximum(cells) => (cells, false),
        _ => return Vec::new(),
    };
    let is_of_kind = |cell: usize| {
        rules.list().iter().any(|other| match other {
            Rule::Minimum(cells) => is_least && cells.contains(&cell),
            Rule::Maximum(cells) => !is_least && cells.contains(&cell),
            _ => false,
        })
    };
    let mut pairs = Vec::new();
    for &cell in mine {
        let others = rules.board().neighbours(cell).filter(|&other| !is_of_kind(other));
        pairs.extend(others.map(|other| if is_least { (cell, other) } else { (other, cell) }));
    }
    pairs
}

/// The cells of a diagonal of each grid.
fn diagonals(board: &Board, diagonal: Diagonal) -> Vec<Vec<usize>> {
    let n = board.size();
    let cell = |row: usize, column: usize, i: usize| match diagonal {
        Diagonal::Main => board.cell(row + i, column + i),
        Diagonal::Anti => board.cell(row + i, column + n - 1 - i),
    };
    let line = |&(row, column): &(usize, usize)| {
        (0..n).filter_map(move |i| cell(row, column, i)).collect()
    };
    board.grids().iter().map(line).collect()
}

/// The windows of each grid.
pub(super) fn windows(board: &Board) -> Vec<Vec<usize>> {
    let super::Regions::Boxes { rows, columns } = *board.regions() else { return Vec::new() };
    let n = board.size();
    let mut windows = Vec::new();
    for &(row, column) in board.grids() {
        for top in (1..).step_by(rows + 1).take_while(|top| top + rows < n) {
            for left in (1..).step_by(columns + 1).take_while(|left| left + columns < n) {
                let cells = (0..n).filter_map(|i| {
                    board.cell(row + top + i / columns, column + left + i % columns)
                });
                windows.push(cells.collect());
            }
        }
    }
    windows
}

/// The disjoint groups of each grid: the cells at each place of a box.
fn groups(board: &Board) -> Vec<Vec<usize>> {
    let super::Regions::Boxes { rows, columns } = *board.regions() else { return Vec::new() };
    let n = board.size();
    let mut groups = Vec::new();
    for &(row, column) in board.grids() {
        for (down, right) in (0..n).map(|i| (i / columns, i % columns)) {
            let cells = (0..n).filter_map(|index| {
                let (top, left) = (index / rows * rows, index % rows * columns);
                board.cell(row + top + down, column + left + right)
            });
            groups.push(cells.collect());
        }
    }
    groups
}

/// Where a move leads from a cell.
fn moves(board: &Board, chess: &Chess, cell: usize) -> Vec<usize> {
    let (a, b) = (isize::from(chess.step.0), isize::from(chess.step.1));
    let mut reached = Vec::new();
    for (down, right) in [(a, b), (b, a)] {
        for (down, right) in [(down, right), (down, -right), (-down, right), (-down, -right)] {
            let most = if chess.rides { isize::MAX } else { 1 };
            let mut times = 1;
            while times <= most
                && let Some(other) = board.step(cell, times * down, times * right)
            {
                reached.push(other);
                times += 1;
            }
        }
    }
    reached
}
