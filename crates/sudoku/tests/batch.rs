//! Batches: in a slice, from an iterator, by all cores; all as if each puzzle were solved alone.

use crate::common;

use quadrille_sudoku::batch::{self, Answers, SolveExt};
use quadrille_sudoku::strategy::{Auto, Strategy, by_name};
use quadrille_sudoku::{Puzzle, Request, Verdict};
use quadrille_testkit::generate::sudoku::{PuzzleKind, sudoku_puzzle};
use quadrille_testkit::to_line;

/// Puzzles of all kinds, of two sizes, in no order.
fn puzzles(count: u64) -> Vec<Puzzle> {
    let kinds = [PuzzleKind::Unique, PuzzleKind::Several, PuzzleKind::Unsolvable];
    let generated = (0..count).filter_map(|seed| {
        let (rows, columns) = if seed % 5 == 4 { (2, 2) } else { (3, 3) };
        common::puzzle(&sudoku_puzzle(rows, columns, kinds[seed as usize % 3], seed).puzzle)
    });
    generated.collect()
}

fn assert_as_alone(answers: &Answers, puzzles: &[Puzzle], strategy: &dyn Strategy, limit: u64) {
    assert_eq!(answers.len(), puzzles.len());
    let mut flat = Vec::new();
    for (number, puzzle) in puzzles.iter().enumerate() {
        let (report, solutions) = common::solve(strategy, puzzle, &Request::up_to(limit));
        let line = to_line(puzzle.values());
        assert_eq!(answers.report(number), Some(report), "{line}");
        assert!(answers.solutions(number).eq(solutions.iter()), "{line}");
        assert_eq!(answers.place(number).start, flat.len(), "{line}");
        flat.extend(solutions.concat());
        assert_eq!(answers.place(number).end, flat.len(), "{line}");
    }
    assert_eq!(answers.cells(), flat);
}

#[test]
fn a_batch_has_the_solutions_of_each_puzzle_one_behind_the_other() {
    let puzzles = puzzles(150);
    let mrv = by_name("mrv").expect("a strategy");
    for limit in [1, 2, 5] {
        let answers = batch::solve_by(mrv, &puzzles, &Request::up_to(limit));
        assert_as_alone(&answers, &puzzles, mrv, limit);
        let answers = batch::solve(&puzzles, &Request::up_to(limit));
        assert_as_alone(&answers, &puzzles, &Auto, limit);
    }
}

#[test]
fn an_iterator_of_thousands_gives_the_answers_in_its_order() {
    let some = puzzles(60);
    let many = || some.iter().cycle().take(2500).cloned();
    let expected = batch::solve(&some, &Request::up_to(2));
    let mut count = 0;
    for (number, answer) in many().solve(Request::up_to(2)).enumerate() {
        let alike = number % some.len();
        assert_eq!(answer.puzzle, some[alike]);
        assert_eq!(Some(answer.report), expected.report(alike));
        let values = answer.solutions.iter().map(|grid| grid.values());
        assert!(expected.solutions(alike).eq(values));
        count += 1;
    }
    assert_eq!(count, 2500);
    assert_eq!(many().solve(Request::first()).size_hint(), (2500, Some(2500)));
}

#[test]
fn no_puzzles_and_no_solutions_are_batches_too() {
    let none = batch::solve(&[], &Request::first());
    assert!(none.is_empty() && none.cells().is_empty());
    assert_eq!((none.report(0), none.solutions(0).len(), none.place(7)), (None, 0, 0..0));
    let unwanted = batch::solve(&puzzles(9), &Request::up_to(0));
    assert!(unwanted.reports().iter().all(|report| report.verdict == Verdict::LimitReached));
    assert!(unwanted.cells().is_empty());
}

#[cfg(feature = "parallel")]
#[test]
fn several_threads_have_the_same_answers() {
    let puzzles: Vec<Puzzle> = puzzles(300).into_iter().cycle().take(5000).collect();
    let request = Request::up_to(2);
    assert!(batch::par_solve(&puzzles, &request) == batch::solve(&puzzles, &request));
}
