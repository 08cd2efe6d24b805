//! The suites of sudoku puzzles and of texts pass right engines and catch wrong ones.

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};

use quadrille_testkit::cases::sudoku;
use quadrille_testkit::suite::{
    Answer, Mode, Reply, Report, Skip, SudokuReply, TextReply, sudoku_suite, text_suite,
};
use quadrille_testkit::{SudokuPuzzle, dlx, oracle, sudoku_oracle};

#[track_caller]
fn assert_caught(report: &Report, case: &str, mode: &str) {
    assert!(report.has_failure(case, mode), "{case} in mode {mode} was not caught: {report}");
}

/// All solutions of each puzzle, which would take long to find again in every mode; `None` beyond the budget.
type Found = HashMap<SudokuPuzzle, Option<Vec<Vec<u8>>>>;

fn right_sudoku(puzzle: &SudokuPuzzle, mode: Mode) -> SudokuReply {
    static FOUND: LazyLock<Mutex<Found>> = LazyLock::new(Mutex::default);
    let mut known = FOUND.lock().unwrap();
    let found = known.entry(puzzle.clone()).or_insert_with_key(|puzzle| {
        let SudokuPuzzle { n, box_rows, box_columns, givens } = puzzle;
        // Enough for every case but the one with the tag `long-search`, of which no time is to be lost here.
        let listed = sudoku().iter().find(|case| case.puzzle == *puzzle);
        let long = listed.is_some_and(|case| case.tags.iter().any(|tag| tag == "long-search"));
        let tries = if long { 0 } else { 2_000_000 };
        sudoku_oracle::fewest_first(*n, *box_rows, *box_columns, givens, usize::MAX, tries)
    });
    match found {
        Some(solutions) => Reply::Answer(Answer::of_all(solutions.clone(), mode)),
        None => Reply::Unsupported,
    }
}

fn no_search() -> Vec<Skip> {
    vec![Skip::tag("long-search", "takes too many nodes")]
}

#[test]
fn a_right_sudoku_solver_passes_and_wrong_ones_do_not() {
    let report = sudoku_suite("fewest", &no_search(), right_sudoku);
    report.assert_ok();
    assert!(report.ran > 300, "{report}");

    let first_only =
        sudoku_suite("first only", &no_search(), |puzzle, mode| match right_sudoku(puzzle, mode) {
            Reply::Answer(full) => {
                let first = full.solutions.into_iter().flatten().take(1).collect();
                Reply::Answer(Answer::of_all(first, mode))
            }
            reply => reply,
        });
    assert_caught(&first_only, "empty-4x4", "Count");

    let careless = sudoku_suite("careless", &no_search(), |puzzle, mode| {
        let mut reply = right_sudoku(puzzle, mode);
        if let Reply::Answer(Answer { solutions: Some(list), .. }) = &mut reply {
            // Two rows of the first band exchanged: still a Latin square with full boxes, but not of these givens.
            list.iter_mut()
                .filter(|grid| grid.len() == 81)
                .for_each(|grid| (0..9).for_each(|c| grid.swap(c, 9 + c)));
        }
        reply
    });
    assert_caught(&careless, "book", "First");

    let refusing =
        sudoku_suite("refusing", &no_search(), |puzzle, mode| match right_sudoku(puzzle, mode) {
            Reply::Answer(full) if full.count == 0 && mode != Mode::DropAfter(0) => {
                Reply::Error("contradictory-givens".to_owned())
            }
            reply => reply,
        });
    assert!(
        refusing.failures.iter().all(|failure| !failure.case.starts_with("twice-in")),
        "{refusing}"
    );
    assert_caught(&refusing, "consistent-but-unsolvable", "All");
}

#[test]
fn slow_engines_are_spared_by_name() {
    let slow: usize =
        sudoku().iter().filter(|case| case.slow.iter().any(|name| name == "backtrack")).count();
    assert!(slow > 0);
    let asked = Cell::new(0);
    let report = sudoku_suite("backtrack", &[], |_, _| {
        asked.set(asked.get() + 1);
        Reply::Unsupported
    });
    assert_eq!(report.skipped, slow);
    assert!(asked.get() > 0);
}

fn right_text(input: &str) -> TextReply {
    match dlx::parse(input) {
        Err(fault) => {
            TextReply::Error { line: fault.line, column: fault.column, kind: fault.kind.to_owned() }
        }
        Ok(instance) => TextReply::Problem {
            count: oracle::count(&instance).unwrap(),
            names: instance.items.iter().map(|item| item.name.clone()).collect(),
            costs: instance.options.iter().map(|option| option.cost).collect(),
        },
    }
}

#[test]
fn the_naive_reader_passes_and_wrong_ones_do_not() {
    text_suite("naive", &[], right_text).assert_ok();

    let bytes = text_suite("columns in bytes", &[], |input| match right_text(input) {
        TextReply::Error { line, column, kind } => {
            let before = input.lines().nth(line - 1).unwrap_or("").chars().take(column - 1);
            TextReply::Error { line, column: before.map(char::len_utf8).sum::<usize>() + 1, kind }
        }
        reply => reply,
    });
    assert_caught(&bytes, "column-in-characters", "read");

    let carriage = text_suite("keeps carriage returns", &[], |input| match right_text(input) {
        TextReply::Problem { count, costs, .. } if input.contains('\r') => {
            TextReply::Problem { count, names: vec!["a\r".to_owned()], costs }
        }
        reply => reply,
    });
    assert_caught(&carriage, "crlf", "read");

    let no_final_line = text_suite("drops the last line", &[], |input| {
        right_text(&input[..input.rfind('\n').map_or(0, |end| end + 1)])
    });
    assert_caught(&no_final_line, "no-final-newline", "read");

    let spared = text_suite("no text", &[Skip::case("crlf", "not yet")], |input| {
        if input.contains('\r') { TextReply::Unsupported } else { right_text(input) }
    });
    assert_caught(&spared, "crlf-in-middle", "read");
    assert!(spared.failures.iter().all(|failure| failure.case != "crlf"), "{spared}");
}
