//! `quadrille check`, as its users call it.

use crate::common::*;

#[test]
fn every_verdict_has_its_word_and_its_exit_code() {
    // The first sixteen clues.
    let mut clues = 0;
    let keep = |cell: char| {
        clues += u32::from(cell != '.');
        if clues > 16 { '.' } else { cell }
    };
    let sixteen: String = PUZZLE.chars().map(keep).collect();
    let cases = [
        (PUZZLE, 0, "unique"),
        (AMBIGUOUS, 1, "multiple"),
        (IMPOSSIBLE, 1, "none"),
        (EMPTY, 1, "not unique: 0 clues, and no puzzle with fewer than 17 has a single solution"),
        (
            &sixteen,
            1,
            "not unique: 16 clues, and no puzzle with fewer than 17 has a single solution",
        ),
    ];
    for (puzzle, code, word) in cases {
        assert_eq!(run(&["check", puzzle], ""), (code, format!("{word}\n"), String::new()));
    }
    let (code, out, err) = run(&["check", CLASH], "");
    assert_eq!(code, 2);
    assert!(out.starts_with("invalid: digit 5 twice in row 1: at r1c1"), "{out}");
    assert!(err.starts_with("argument 1:1:2: error: digit 5 twice in row 1"), "{err}");
    let (code, out, _) = run(&["check", HARD, "--node-limit", "1"], "");
    assert_eq!((code, out.as_str()), (3, "unknown: node budget used up\n"));
}

#[test]
fn fewer_than_eight_digits_are_answered_at_once() {
    // The solution without its 8 and 9 has 63 clues.
    let seven: String = SOLUTION.chars().map(|c| if c > '7' { '.' } else { c }).collect();
    let (code, out, _) = run(&["check", &seven, "--node-limit", "0"], "");
    assert_eq!(code, 1);
    assert!(out.starts_with("not unique: 7 digits of 9, and swapping two"), "{out}");
    let (code, out, _) = run(&["check", "--box", "2x2", "12.............."], "");
    assert_eq!(code, 1);
    assert!(out.starts_with("not unique: 2 digits of 4"), "{out}");
}

#[test]
fn what_is_known_at_once_is_searched_all_the_same_if_more_is_wanted() {
    let shown = run(&["check", "--show", EMPTY], "");
    assert_eq!((shown.0, shown.1.lines().next()), (1, Some("multiple")));
    let (_, out, _) = run(&["check", "--limit", "7", EMPTY], "");
    assert_eq!(out, "multiple (7 or more)\n");
    let (_, out, _) = run(&["check", "--box", "2x2", "--count", "................"], "");
    assert_eq!(out, "288\n");
}

#[test]
fn counts_are_exact_or_say_what_they_are() {
    let count = |arguments: &[&str]| {
        let mut all = vec!["check"];
        all.extend(arguments);
        let (code, out, _) = run(&all, "");
        (code, out)
    };
    assert_eq!(count(&["--count", PUZZLE]), (0, "1\n".into()));
    assert_eq!(count(&["--count", AMBIGUOUS]), (1, "2\n".into()));
    assert_eq!(count(&["--count", IMPOSSIBLE]), (1, "0\n".into()));
    assert_eq!(count(&["--limit", "10", AMBIGUOUS]), (1, "multiple (2)\n".into()));
    let (code, out) = count(&["--count", EMPTY, "--node-limit", "5000"]);
    assert_eq!(code, 3);
    assert!(out.starts_with("unknown (at least "), "{out}");
    assert!(out.ends_with("): node budget used up\n"), "{out}");
    let (code, out) = count(&["--count", EMPTY, "--time-limit", "50ms"]);
    assert_eq!(code, 3);
    assert!(out.ends_with("): time budget used up\n"), "{out}");
}

#[test]
fn two_solutions_are_shown_with_the_cells_in_which_they_differ() {
    let (_, out, _) = run(&["check", "--show", AMBIGUOUS], "");
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], "multiple");
    let mut solutions = [lines[1].trim(), lines[2].trim()];
    solutions.sort_unstable();
    assert_eq!(solutions[0], SOLUTION);
    assert_eq!(lines[3], "  differ in 4 cells: r1c4 r1c5 r4c4 r4c5");
    let (_, out, _) = run(&["check", "--show", PUZZLE], "");
    assert_eq!(out, "unique\n");
}

#[test]
fn a_batch_has_a_line_each_and_a_summary() {
    let input = format!("{PUZZLE}\n{AMBIGUOUS}\n{PUZZLE}\n{IMPOSSIBLE}\n{EMPTY}\n");
    let (code, out, err) = run(&["check"], &input);
    assert_eq!(code, 1);
    assert_eq!(out.lines().count(), 5);
    assert_eq!(err, "5 puzzles: 2 unique, 1 multiple, 1 none, 1 not unique\n");
    let (code, _, err) = run(&["check"], &format!("{input}{CLASH}\n"));
    assert_eq!(code, 2);
    assert!(err.ends_with("6 puzzles: 2 unique, 1 multiple, 1 none, 1 not unique, 1 invalid\n"));
}

#[test]
fn bad_input_outranks_a_stop_and_a_stop_a_negative_answer() {
    let (code, _, _) = run(&["check", "--node-limit", "1"], &format!("{HARD}\n{EMPTY}\n"));
    assert_eq!(code, 3);
    let (code, _, _) = run(&["check", "--node-limit", "1"], &format!("{HARD}\n{CLASH}\n"));
    assert_eq!(code, 2);
}

#[test]
fn json_is_an_object_a_line() {
    let input = format!("{PUZZLE}\n{AMBIGUOUS}\n{CLASH}\n{EMPTY}\n");
    let (code, out, _) = run(&["check", "--json"], &input);
    let objects = json_lines(&out);
    let verdicts: Vec<&str> =
        objects.iter().filter_map(|object| object["verdict"].as_str()).collect();
    assert_eq!(verdicts, ["unique", "multiple", "invalid", "not unique"]);
    assert_eq!(objects[0]["exact"], true);
    assert_eq!(
        (objects[1]["solutions"].as_str(), objects[1]["exact"].as_bool()),
        (Some("2"), Some(false))
    );
    assert_eq!((objects[2]["line"].as_u64(), objects[2]["column"].as_u64()), (Some(3), Some(2)));
    assert_eq!(code, 2);
    let (_, out, _) = run(&["check", "--json", "--show", AMBIGUOUS], "");
    let object = &json_lines(&out)[0];
    assert_eq!(object["shown"].as_array().map(Vec::len), Some(2));
    assert_eq!(object["differ"], serde_json::json!(["r1c4", "r1c5", "r4c4", "r4c5"]));
}

#[test]
fn a_limit_of_one_solution_decides_nothing() {
    let (code, _, err) = run(&["check", "--limit", "1", PUZZLE], "");
    assert_eq!(code, 2);
    assert!(err.contains("--limit"), "{err}");
}
