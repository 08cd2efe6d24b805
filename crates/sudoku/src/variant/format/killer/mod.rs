//! The formats of killer sudokus, all of 9×9.
//!
//! Each says of every cell which cage it is in, so cages must not overlap in any of them.

pub(super) mod direction;
pub(super) mod ps;
mod sumocue;

pub(super) use direction::KillerDirection;
pub(super) use ps::KillerPs;
pub(super) use sumocue::KillerSumoCue;

use super::WriteError;
use super::lost::Lost;
use crate::Shape;
use crate::variant::{Board, Diagonal, Rule, Rules, Variant};

/// Rows, columns and digits.
const SIZE: usize = 9;
/// Cells.
const CELLS: usize = 81;

/// A cage to write.
struct Cage {
    /// The number of its rule.
    number: usize,
    /// In order.
    cells: Vec<usize>,
    sum: Option<u32>,
}

/// What a killer is made of.
struct Parts {
    /// In the order of their first cells.
    cages: Vec<Cage>,
    /// For each cell the number of its cage.
    cage_of: Vec<Option<usize>>,
    /// Whether both diagonals hold different digits.
    diagonals: bool,
}

/// The cages and diagonals of a puzzle of 9×9.
fn parts(variant: &Variant, lost: Lost) -> Result<Parts, WriteError> {
    let board = variant.board();
    lost.one_grid(board)?;
    if board.size() != SIZE {
        return Err(lost.error(format!("a grid of {0}×{0}", board.size())));
    }
    lost.no_marks(variant)?;
    let mut cages = Vec::new();
    let mut diagonals = Vec::new();
    let list = variant.rules().list();
    for (number, rule) in list.iter().enumerate() {
        match rule {
            Rule::Cage { cells, sum, repeats: false } => {
                let mut cells = cells.clone();
                cells.sort_unstable();
                if sum.is_none() && cells.len() == 1 {
                    return Err(lost.rule_with(number, rule, "one cell and no sum"));
                }
                if *sum == Some(0) {
                    return Err(lost.rule_with(number, rule, "a sum of 0"));
                }
                cages.push(Cage { number, cells, sum: *sum });
            }
            Rule::Cage { repeats: true, .. } => {
                return Err(lost.rule_with(number, rule, "digits may repeat"));
            }
            Rule::Diagonal(diagonal) if !diagonals.iter().any(|(_, other)| other == diagonal) => {
                diagonals.push((number, *diagonal));
            }
            rule => return Err(lost.rule(number, rule)),
        }
    }
    if let [(number, _)] = *diagonals.as_slice() {
        return Err(lost.rule_with(number, &list[number], "without the other diagonal"));
    }
    cages.sort_by(|a, b| a.cells.cmp(&b.cells));
    let mut cage_of = vec![None; CELLS];
    for (index, cage) in cages.iter().enumerate() {
        for &cell in &cage.cells {
            if cage_of[cell].replace(index).is_some() {
                let what = format!("{} is in two cages", board.name(cell));
                return Err(lost.rule_with(cage.number, &list[cage.number], &what));
            }
        }
    }
    Ok(Parts { cages, cage_of, diagonals: diagonals.len() == 2 })
}

/// Boards other than with boxes of 3×3 are refused.
fn only_boxes(variant: &Variant, lost: Lost) -> Result<(), WriteError> {
    match *variant.board() == classic() {
        true => Ok(()),
        false => Err(lost.error("regions other than boxes of 3×3")),
    }
}

fn classic() -> Board {
    Board::from(Shape::CLASSIC)
}

/// Rules of a board with or without different digits on the diagonals.
fn with_diagonals(board: Board, diagonals: bool) -> Rules {
    let mut rules = Rules::from(board);
    for diagonal in [Diagonal::Main, Diagonal::Anti].into_iter().filter(|_| diagonals) {
        // Every board has its diagonals.
        let added = rules.add(Rule::Diagonal(diagonal));
        debug_assert_eq!(added, Ok(()));
    }
    rules
}
