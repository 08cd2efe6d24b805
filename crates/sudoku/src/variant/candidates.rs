//! True candidates: for each cell the digits that occur in some solution.

use quadrille_cover::Limits;

use super::puzzle::Variant;
use super::search::{NoAnswer, Searches, Solve};
use crate::candidates::set_of;

/// What is known of the candidates of each cell.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TrueCandidates {
    /// For each number of the board the digits that occur in a solution; bit d − 1 for digit d.
    pub possible: Vec<u64>,
    /// For each number of the board the digits of which it is not known: a limit came before. All zero if the search came
    /// to its end.
    pub unknown: Vec<u64>,
    /// Searches that were made; each finds a solution or settles the candidates of a cell.
    pub searches: u64,
    /// Digits that the searches placed, or guesses, as the strategy counts.
    pub nodes: u64,
    /// What stopped it, if it was stopped.
    pub stopped: Option<NoAnswer>,
}

impl TrueCandidates {
    /// Whether every candidate is decided.
    pub fn is_complete(&self) -> bool {
        self.unknown.iter().all(|&set| set == 0)
    }

    /// Whether it is known that there is no solution.
    pub fn has_no_solution(&self) -> bool {
        self.is_complete() && self.possible.iter().all(|&set| set == 0)
    }
}

/// Finds for each cell the digits that occur in some solution.
///
/// Each search asks for a solution in which a cell holds one of the digits that no solution has shown in it yet. If
/// there is one, it answers for all cells at once; if there is none, all those digits of the cell are out. So there are at
/// most as many searches as true candidates and cells together, and usually far fewer.
///
/// The limits are those of the whole, not of each search.
///
/// ```
/// use quadrille_sudoku::variant::{Rule, Rules, Variant, strategy, true_candidates};
/// use quadrille_sudoku::{Limits, Shape};
///
/// let mut variant = Variant::new(Rules::from(Shape::new(2, 2)?).with(Rule::killer(3, [0, 1]))?);
/// variant.set(2, 3)?;
/// let solve = strategy::solver(&strategy::Auto);
/// let found = true_candidates(&variant, &Limits::none(), solve);
/// assert_eq!((found.possible[0], found.possible[3]), (0b0011, 0b1000));
/// assert!(found.is_complete());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn true_candidates(
    variant: &Variant,
    limits: &Limits,
    mut solve: impl Solve,
) -> TrueCandidates {
    let cells = variant.board().cells();
    let mut searches = Searches::new(&mut solve, limits);
    let mut possible = vec![0; cells];
    let mut unknown: Vec<u64> = (0..cells).map(|cell| variant.candidates(cell)).collect();
    let mut asked = variant.clone();
    let mut cell = None;
    let stopped = loop {
        match (searches.first(&asked), cell) {
            (Ok(Some(solution)), _) => {
                for (cell, &digit) in solution.iter().enumerate() {
                    possible[cell] |= set_of(digit);
                    unknown[cell] &= !set_of(digit);
                }
            }
            // The puzzle as it is has none.
            (Ok(None), None) => unknown.fill(0),
            (Ok(None), Some(cell)) => unknown[cell] = 0,
            (Err(reason), _) => break Some(reason),
        }
        // The cell with the most open digits: its answer, if negative, settles the most.
        let open = unknown.iter().enumerate().filter(|(_, set)| **set != 0);
        let Some((next, &set)) = open.max_by_key(|(_, set)| set.count_ones()) else { break None };
        asked = variant.clone();
        if asked.mark(next, set).is_err() {
            unreachable!("a cell and digits of the board");
        }
        cell = Some(next);
    };
    let (searches, nodes) = (searches.searches, searches.nodes);
    TrueCandidates { possible, unknown, searches, nodes, stopped }
}
