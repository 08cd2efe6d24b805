//! Every strategy of the registry passes the suite of cases.

use crate::common;

use std::ops::ControlFlow;

use quadrille_sudoku::strategy::{self, ALL, Strategy};
use quadrille_sudoku::{Budget, Request, Step, Verdict};
use quadrille_testkit::SudokuPuzzle;
use quadrille_testkit::suite::{Answer, Mode, Reply, SudokuReply, sudoku_suite};

fn run(strategy: &dyn Strategy, plain: &SudokuPuzzle, mode: Mode) -> SudokuReply {
    let Some(puzzle) = common::puzzle(plain) else {
        return Reply::Error("contradictory-givens".to_owned());
    };
    let request = match mode.limit() {
        Some(limit) => Request::up_to(limit),
        None => Request::all(),
    };
    let answer = match mode {
        Mode::Count => {
            let report =
                strategy::solve(strategy, &puzzle, &request, |_| ControlFlow::Continue(()));
            let exhausted = report.verdict == Verdict::Exhausted;
            Answer { count: report.solutions, solutions: None, exhausted }
        }
        Mode::PauseResume { every } => {
            let (solutions, _) = common::solve_in_legs(strategy, &puzzle, every);
            let count = solutions.len() as u64;
            Answer { count, solutions: Some(solutions), exhausted: true }
        }
        Mode::DropAfter(wanted) => {
            let mut searcher = strategy.searcher(&puzzle);
            let mut solutions = Vec::new();
            let mut exhausted = false;
            while (solutions.len() as u64) < wanted && !exhausted {
                match searcher.advance(&mut Budget::unlimited()) {
                    Step::Solution => solutions.push(searcher.solution().to_vec()),
                    Step::Exhausted => exhausted = true,
                    Step::Paused => panic!("paused with an unlimited budget"),
                }
            }
            Answer { count: solutions.len() as u64, solutions: Some(solutions), exhausted }
        }
        Mode::First | Mode::All | Mode::Limit(_) => {
            let (report, solutions) = common::solve(strategy, &puzzle, &request);
            let exhausted = report.verdict == Verdict::Exhausted;
            Answer { count: report.solutions, solutions: Some(solutions), exhausted }
        }
    };
    Reply::Answer(answer)
}

#[test]
fn every_strategy_passes_the_suite() {
    std::thread::scope(|scope| {
        for strategy in ALL {
            scope.spawn(|| {
                let report =
                    sudoku_suite(strategy.name(), &[], |puzzle, mode| run(*strategy, puzzle, mode));
                report.assert_ok();
            });
        }
    });
}

#[test]
fn names_are_unique_words_in_lower_case_and_find_their_strategy() {
    for (number, strategy) in ALL.iter().enumerate() {
        let name = strategy.name();
        assert!(name.bytes().all(|byte| byte.is_ascii_lowercase()), "{name}");
        assert!(!strategy.description().is_empty() && !strategy.description().contains('\n'));
        let first = ALL.iter().position(|other| other.name() == name);
        assert_eq!(first, Some(number), "{name} is there twice");
        assert_eq!(strategy::by_name(name).map(Strategy::name), Some(name));
    }
    assert!(strategy::by_name("Backtrack").is_none());
}

#[test]
fn a_batch_reports_in_the_order_of_its_puzzles() {
    let puzzles = [
        common::classic(&".".repeat(81)),
        common::classic(common::BOOK),
        common::classic(&format!("12345678{}", ".".repeat(73))),
    ];
    for strategy in ALL {
        let mut received = Vec::new();
        let reports = strategy.solve_batch(&puzzles, &Request::up_to(2), &mut |number, _| {
            received.push(number);
            ControlFlow::Continue(())
        });
        let solutions: Vec<u64> = reports.iter().map(|report| report.solutions).collect();
        assert_eq!(solutions, [2, 1, 2], "{}", strategy.name());
        // Whether they come puzzle by puzzle is the strategy's affair.
        received.sort_unstable();
        assert_eq!(received, [0, 0, 1, 2, 2], "{}", strategy.name());
    }
}

/// A receiver that breaks off ends its puzzle, and none of the others.
#[test]
fn breaking_off_ends_one_puzzle_of_a_batch() {
    let puzzles = [common::classic(&".".repeat(81)), common::classic(common::BOOK)];
    for strategy in ALL {
        let reports =
            strategy.solve_batch(&puzzles, &Request::all(), &mut |number, _| match number {
                0 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            });
        assert!(reports[0].verdict.is_stopped() && reports[0].solutions == 1);
        assert!(reports[1].verdict.is_exhausted() && reports[1].solutions == 1);
    }
}

/// The greatest size: 4,096 cells, each of them a level.
#[test]
fn a_grid_of_64_with_little_to_fill_is_filled() {
    let solved = quadrille_testkit::generate::sudoku::permuted_grid(8, 8, 1);
    let mut givens = solved.clone();
    // Every ninth cell: a few in each house.
    givens.iter_mut().step_by(9).for_each(|digit| *digit = 0);
    let plain = SudokuPuzzle { n: 64, box_rows: 8, box_columns: 8, givens };
    let puzzle = common::puzzle(&plain).unwrap();
    for name in ["mrv", "propagate"] {
        let strategy = strategy::by_name(name).unwrap();
        let (report, solutions) = common::solve(strategy, &puzzle, &Request::first());
        assert_eq!((report.solutions, &solutions[0]), (1, &solved), "{name}");
    }
}
