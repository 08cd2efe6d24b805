//! `quadrille step` without a terminal; with one it is tried by hand.

use crate::common::*;

#[test]
fn without_a_terminal_all_solutions_are_written() {
    let (code, out, err) = run(&["step", AMBIGUOUS], "");
    assert_eq!((code, out.lines().count()), (0, 2));
    assert_eq!(err, "no more solutions: 2 in all\n");
    let (code, out, err) = run(&["step", "--box", "2x2", "................"], "");
    assert_eq!((code, out.lines().count()), (0, 288));
    assert_eq!(err, "no more solutions: 288 in all\n");
}

#[test]
fn a_limit_says_that_there_may_be_more() {
    let (code, out, err) = run(&["step", EMPTY, "--limit", "3"], "");
    assert_eq!((code, out.lines().count()), (0, 3));
    assert_eq!(err, "3 solutions shown, as asked for; there may be more\n");
}

#[test]
fn no_solution_is_a_negative_answer() {
    assert_eq!(run(&["step", IMPOSSIBLE], ""), (1, "no solution\n".into(), String::new()));
}

#[test]
fn a_drawn_solution_is_followed_by_an_empty_line() {
    let (_, out, _) = run(&["step", "--format", "grid", AMBIGUOUS], "");
    assert_eq!(out.split("\n\n").count(), 2);
}

#[test]
fn the_first_of_several_puzzles_is_shown_with_a_warning() {
    let (code, out, err) = run(&["step"], &format!("{PUZZLE}\n{AMBIGUOUS}\n"));
    assert_eq!((code, out), (0, format!("{SOLUTION}\n")));
    assert!(err.starts_with("warning: <stdin> holds more than one puzzle"), "{err}");
}

#[test]
fn bad_input_is_an_error() {
    for (arguments, input) in
        [(vec!["step", CLASH], ""), (vec!["step"], ""), (vec!["step", "x"], "")]
    {
        let (code, out, err) = run(&arguments, input);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}");
        assert!(err.contains("error: "), "{err}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn on_a_terminal_there_is_no_question_behind_the_last_one_asked_for() {
    let line = format!("step --format line --limit 2 {EMPTY}");
    let Some((code, out)) = on_a_terminal(&line, "Enter for the next", b"\n") else { return };
    assert_eq!(code, 0, "{out}");
    assert_eq!(out.matches("Enter for the next").count(), 1, "{out}");
    assert!(out.contains("2 solutions shown, as asked for; there may be more"), "{out}");
}

#[cfg(target_os = "linux")]
#[test]
fn on_a_terminal_a_large_q_ends() {
    let line = format!("step --format line {EMPTY}");
    let Some((code, out)) = on_a_terminal(&line, "Enter for the next", b"\nQ\n") else { return };
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("2 solutions shown; there may be more"), "{out}");
}
