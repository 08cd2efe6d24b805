//! What the tests of the solvers share.
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::ops::ControlFlow;

use quadrille_sudoku::strategy::{self, Strategy};
use quadrille_sudoku::{Budget, Grid, Puzzle, Report, Request, Shape, Step};
use quadrille_testkit::SudokuPuzzle;

/// The puzzle of the books.
pub(crate) const BOOK: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Its solution.
pub(crate) const BOOK_SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// The testkit's puzzle as ours; `None` if its givens clash.
pub(crate) fn puzzle(plain: &SudokuPuzzle) -> Option<Puzzle> {
    let shape = Shape::new(plain.box_rows, plain.box_columns).unwrap();
    Puzzle::new(Grid::from_values(shape, plain.givens.clone()).unwrap()).ok()
}

/// A classic puzzle whose clues do not clash.
pub(crate) fn classic(line: &str) -> Puzzle {
    puzzle(&SudokuPuzzle::compact(3, 3, line)).expect("the clues do not clash")
}

/// The report and the solutions in the order in which they came.
pub(crate) fn solve(
    strategy: &dyn Strategy,
    puzzle: &Puzzle,
    request: &Request,
) -> (Report, Vec<Vec<u8>>) {
    let mut solutions = Vec::new();
    let report = strategy::solve(strategy, puzzle, request, |solution| {
        solutions.push(solution.to_vec());
        ControlFlow::Continue(())
    });
    assert_eq!(report.solutions, solutions.len() as u64);
    (report, solutions)
}

/// All solutions by a search that is left and taken up again every so many nodes, and its nodes.
pub(crate) fn solve_in_legs(
    strategy: &dyn Strategy,
    puzzle: &Puzzle,
    every: u64,
) -> (Vec<Vec<u8>>, u64) {
    let mut searcher = strategy.searcher(puzzle);
    let mut solutions = Vec::new();
    let mut budget = Budget::nodes(every);
    loop {
        let before = searcher.nodes() + budget.nodes_left();
        let step = searcher.advance(&mut budget);
        assert_eq!(searcher.nodes() + budget.nodes_left(), before, "every node is paid for");
        match step {
            Step::Solution => solutions.push(searcher.solution().to_vec()),
            Step::Exhausted => break,
            Step::Paused => {
                assert_eq!(budget.nodes_left(), 0, "a search pauses only for want of nodes");
                budget = Budget::nodes(every);
            }
        }
    }
    for _ in 0..2 {
        assert_eq!(searcher.advance(&mut budget), Step::Exhausted, "the end is the end");
    }
    (solutions, searcher.nodes())
}
