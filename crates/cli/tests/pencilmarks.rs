//! Puzzles of pencilmarks: each verb takes them, and prints them so that they can be read back.

use crate::common::*;

/// All digits where a cell is empty: 729 characters.
fn as_pencilmarks(puzzle: &str) -> String {
    let marks = |cell: char| {
        (1..=9u8).map(move |digit| {
            let digit = char::from(b'0' + digit);
            if cell == digit || !cell.is_ascii_digit() { digit } else { '.' }
        })
    };
    puzzle.chars().flat_map(marks).collect()
}

/// The same, without a digit in a cell from 0.
fn without(marks: &str, cell: usize, digit: usize) -> String {
    let mut marks = marks.to_owned();
    let at = 9 * cell + digit - 1;
    marks.replace_range(at..=at, ".");
    marks
}

/// Every cell of the solution with one digit more, so that there is not one clue.
fn no_clues() -> String {
    let marks = |(cell, digit): (usize, char)| {
        let other = char::from(b'1' + ((digit as u8 - b'1' + 1 + (cell / 9 % 2) as u8) % 9));
        (1..=9u8).map(move |d| {
            let d = char::from(b'0' + d);
            if d == digit || d == other { d } else { '.' }
        })
    };
    SOLUTION.chars().enumerate().flat_map(marks).collect()
}

fn json(line: &str) -> serde_json::Value {
    serde_json::from_str(line).expect("JSON")
}

#[test]
fn they_are_solved_by_every_strategy() {
    let marked = without(&as_pencilmarks(PUZZLE), 2, 3);
    for strategy in ["backtrack", "tables", "mrv", "propagate", "dlx", "lanes"] {
        let solved = run(&["solve", "--strategy", strategy, &marked], "");
        assert_eq!(solved, (0, format!("{SOLUTION}\n"), String::new()), "{strategy}");
        // The 4 of the solution.
        let none = run(&["solve", "--strategy", strategy, &without(&marked, 2, 4)], "");
        assert_eq!(none, (1, "no solution\n".to_owned(), String::new()), "{strategy}");
    }
    // Each of two solutions.
    let ambiguous = as_pencilmarks(AMBIGUOUS);
    assert_eq!(run(&["check", &ambiguous], "").1, "multiple\n");
    for digit in [6, 7] {
        let one = run(&["check", &without(&ambiguous, 3, digit)], "");
        assert_eq!(one, (0, "unique\n".to_owned(), String::new()));
    }
}

#[test]
fn what_is_printed_as_the_puzzle_is_read_back() {
    let marked = without(&as_pencilmarks(PUZZLE), 2, 3);
    for verb in ["solve", "check", "count"] {
        let option = if verb == "solve" { ["--format", "json"] } else { ["--json", "--"] };
        let arguments: Vec<&str> = [verb].into_iter().chain(option).chain([&*marked]).collect();
        let (code, out, _) = run(&arguments, "");
        let puzzle = json(&out)["puzzle"].as_str().expect("a string").to_owned();
        assert_eq!((code, &puzzle), (0, &marked), "{verb}");
        // And the object as a whole is a puzzle.
        let again = run(&["solve"], &out);
        assert_eq!(again.1, format!("{SOLUTION}\n"), "{verb}");
    }
    // An ordinary puzzle is printed as one, however it was written.
    let (_, out, _) = run(&["check", "--json", &as_pencilmarks(PUZZLE)], "");
    assert_eq!(json(&out)["puzzle"], PUZZLE);
}

#[test]
fn few_clues_and_few_digits_are_no_obstacle() {
    let marks = no_clues();
    let (code, out, _) = run(&["check", &marks], "");
    let (_, count, _) = run(&["count", &marks], "");
    let word = if count == "1\n" { "unique\n" } else { "multiple\n" };
    assert_eq!((code, out.as_str()), (i32::from(count != "1\n"), word), "{count}");
    let (_, counted, _) = run(&["check", "--count", "--strategy", "lanes", &marks], "");
    assert_eq!(counted, count);
    let (code, out, _) = run(&["check", &as_pencilmarks(EMPTY)], "");
    assert_eq!((code, out.starts_with("not unique: 0 clues")), (1, true), "{out}");
}

#[test]
fn a_clash_of_pencilmarks_is_a_puzzle_without_solution() {
    let out = run(&["check", &as_pencilmarks(CLASH)], "");
    assert_eq!(out, (1, "none\n".to_owned(), String::new()));
    assert_eq!(run(&["count", &".".repeat(729)], "").1, "0\n");
}

#[test]
fn counts_steps_and_problems_keep_to_the_candidates() {
    let small = "1234".repeat(16);
    assert_eq!(run(&["count", "--box", "2x2", &small], "").1, "288\n");
    let half = small.replacen("1234", "12..", 1);
    assert_eq!(run(&["count", "--box", "2x2", &half], "").1, "144\n");
    assert_eq!(run(&["count", "--box", "2x2", "--threads", "2", &half], "").1, "144\n");
    let (code, out, err) = run(&["step", "--box", "2x2", &half], "");
    assert_eq!((code, out.lines().count()), (0, 144));
    assert!(out.lines().all(|line| line.starts_with(['1', '2'])));
    assert_eq!(err, "no more solutions: 144 in all\n");
    let (_, problem, _) = run(&["puzzle", "sudoku", "--box", "2x2", &half], "");
    assert!(problem.contains(&format!("pencilmarks: {half}")), "{problem}");
    assert_eq!(run(&["cover", "count", "-"], &problem).1, "144\n");
}

#[test]
fn a_wrong_digit_is_told_with_its_place() {
    let mut wrong = as_pencilmarks(PUZZLE);
    wrong.replace_range(20..21, "4");
    let (code, out, err) = run(&["check"], &format!("{PUZZLE}\n{wrong}\n{PUZZLE}\n"));
    assert_eq!(code, 2);
    let message = "found 4, expected 3 if it is a candidate of r1c3, else .";
    assert_eq!(out, format!("unique\ninvalid: {message}\nunique\n"));
    assert!(err.starts_with(&format!("<stdin>:2:21: error: {message}\n")), "{err}");
    let (code, _, err) = run(&["check", &wrong[1..]], "");
    assert_eq!(code, 2);
    assert!(err.contains("found 728: pencilmarks are 729"), "{err}");
}

#[test]
fn strategies_are_compared_on_them() {
    let marked = without(&as_pencilmarks(PUZZLE), 2, 3);
    let (code, out, err) =
        run(&["compare", "--repeat", "1", "--strategies", "mrv,dlx,lanes", &marked], "");
    assert_eq!(code, 0, "{out}{err}");
    // A wrong one would be exit code 1.
    assert!(out.contains("\nEvery solution that was given was verified."), "{out}");
}

#[test]
fn grids_of_groups_are_read() {
    let grid = "+-------------+\n| 4 123 | 12 3 |\n| 12 3 | 4 12 |\n+------+------+\n\
                | 3 4 | 1 2 |\n| 12 12 | 3 4 |\n+-------------+\n";
    let (code, out, _) = run(&["solve", "--all", "--box", "2x2"], grid);
    let counted = run(&["count", "--box", "2x2"], grid).1;
    assert_eq!((code, format!("{}\n", out.lines().count())), (0, counted));
    assert!(out.lines().all(|line| line.starts_with('4') && line.ends_with("34")), "{out}");
}
