//! The suite of sudoku cases.

use super::check::{Subject, report_unused};
use super::skip::{Skip, Skips};
use super::{Mode, Reply, Report};
use crate::cases::{self, SudokuCase};
use crate::sudoku::SudokuPuzzle;
use crate::sudoku_oracle;

/// A reply whose solutions are full grids in reading order, digits 1 to n.
pub type SudokuReply = Reply<Vec<u8>>;

/// Runs every sudoku case of the crate in every mode; see the [module](super) for the rules.
///
/// A case that lists `engine` as slow is left out, and counts as skipped. Givens that contradict each other may be refused
/// with the error `contradictory-givens`, or answered with no solution: both are right.
pub fn sudoku_suite(
    engine: &str,
    skips: &[Skip],
    run: impl Fn(&SudokuPuzzle, Mode) -> SudokuReply,
) -> Report {
    sudoku_suite_of(cases::sudoku(), engine, skips, run)
}

/// [`sudoku_suite`] with cases of the caller's own.
pub fn sudoku_suite_of(
    cases: &[SudokuCase],
    engine: &str,
    skips: &[Skip],
    run: impl Fn(&SudokuPuzzle, Mode) -> SudokuReply,
) -> Report {
    let mut skips = Skips::new(skips);
    let mut report = Report::new(engine);
    for case in cases {
        if case.slow.iter().any(|name| name == engine) {
            report.skipped += 1;
            continue;
        }
        let SudokuPuzzle { n, box_rows, box_columns, givens } = &case.puzzle;
        let subject = Subject {
            name: &case.name,
            tags: &case.tags,
            input: &case.puzzle,
            count: Some(case.count),
            error: case.contradictory.then_some("contradictory-givens"),
            solutions: case.solution.as_ref().map(std::slice::from_ref),
            normal: &Vec::clone,
            check: &|grid| {
                sudoku_oracle::is_sudoku_solution(*n, *box_rows, *box_columns, givens, grid)
            },
            run: &|mode| run(&case.puzzle, mode),
        };
        subject.judge(&mut skips, &mut report);
    }
    report_unused(&skips, &mut report);
    report
}
