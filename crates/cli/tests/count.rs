//! `quadrille count`, as its users call it.

use crate::common::*;

const EMPTY_4: &str = "................";
const EMPTY_6: &str = "....................................";

#[test]
fn a_puzzle_has_a_line_with_its_number_and_the_exit_code_says_whether_there_is_one() {
    for (arguments, code, answer) in [
        (&["count", PUZZLE][..], 0, "1\n"),
        (&["count", AMBIGUOUS], 0, "2\n"),
        (&["count", IMPOSSIBLE], 1, "0\n"),
        (&["count", "--box", "2x2", EMPTY_4], 0, "288\n"),
        (&["count", "--box", "1x1", "0"], 0, "1\n"),
        (&["count", "--box", "2x3", "--strategy", "dd", EMPTY_6], 0, "28200960\n"),
        (&["count", "--box", "2x2", "--strategy", "links", "--threads", "2", EMPTY_4], 0, "288\n"),
        (&["count", "--box", "2x2", "--strategy", "dd", "--threads", "2", EMPTY_4], 0, "288\n"),
        (
            &["count", "--box", "2x2", "--strategy", "dd", "--memory-limit", "1K", EMPTY_4],
            0,
            "288\n",
        ),
        (&["check", "--count", "--box", "2x2", EMPTY_4], 1, "288\n"),
        (&["check", "--count", "--strategy", "mrv", "--box", "2x2", EMPTY_4], 1, "288\n"),
    ] {
        let answered = run(arguments, "");
        assert_eq!(answered, (code, answer.to_owned(), String::new()), "{arguments:?}");
    }
}

#[test]
fn puzzles_are_read_from_files_and_standard_input_and_bad_ones_stop_nothing() {
    let folder = folder();
    let batch = format!("{AMBIGUOUS}\n{CLASH}\n{IMPOSSIBLE}\n{PUZZLE}\n");
    let path = file(&folder, "batch.txt", &batch);
    let (code, out, err) = run(&["count", &path], "");
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!((code, lines.len()), (2, 4));
    assert_eq!((lines[0], lines[2], lines[3]), ("2", "0", "1"));
    assert!(lines[1].starts_with("invalid: digit 5 twice in row 1"), "{out}");
    assert!(err.starts_with(&format!("{path}:2:2: error: digit 5 twice")), "{err}");
    assert_eq!(err.lines().count(), 1);
    for arguments in [&["count"][..], &["count", "-"]] {
        assert_eq!(run(arguments, &batch).1, out);
    }
    let (code, out, _) = run(&["count", "--json"], &batch);
    let objects = json_lines(&out);
    assert_eq!((code, objects.len()), (2, 4));
    let verdicts: Vec<&str> =
        objects.iter().filter_map(|object| object["verdict"].as_str()).collect();
    assert_eq!(verdicts, ["exhausted", "invalid", "exhausted", "exhausted"]);
    assert_eq!((&objects[0]["solutions"], &objects[0]["exact"]), (&"2".into(), &true.into()));
    assert_eq!((&objects[3]["line"], &objects[3]["puzzle"]), (&4.into(), &PUZZLE.into()));
    assert!(objects[0]["nodes"].is_u64() && objects[0]["strategy"].is_string());
    let (code, _, err) = run(&["count", "no such file.txt"], "");
    assert_eq!(code, 2);
    assert!(err.contains("no such file"), "{err}");
    assert_eq!(run(&["count"], "").0, run(&["solve"], "").0, "nothing to count");
}

#[test]
fn a_count_that_is_stopped_says_how_many_there_are_at_least() {
    for verb in [&["count"][..], &["check", "--count"]] {
        for (limit, value, reason) in
            [("--node-limit", "5000", "node budget"), ("--time-limit", "50ms", "time budget")]
        {
            let (code, out, err) = run(&[verb, &[EMPTY, limit, value]].concat(), "");
            assert_eq!((code, err.as_str()), (3, ""), "{out}");
            let least = out.strip_prefix("unknown (at least ").expect("not known");
            let (least, rest) = least.split_once("): ").expect("a number");
            assert!(!least.is_empty() && least.bytes().all(|byte| byte.is_ascii_digit()), "{out}");
            assert_eq!(rest, format!("{reason} used up\n"));
        }
    }
    let (code, out, _) = run(&["count", "--json", "--time-limit", "20ms", EMPTY], "");
    let object = &json_lines(&out)[0];
    assert_eq!((code, &object["verdict"], &object["exact"]), (3, &"stopped".into(), &false.into()));
    assert_eq!(object["reason"], "time budget used up");
    assert!(object["solutions"].is_string());
}

#[test]
fn two_solutions_are_shown_beside_a_count() {
    let (code, out, _) = run(&["check", "--count", "--show", AMBIGUOUS], "");
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!((code, lines[0], lines.len()), (1, "2", 4));
    assert_eq!(lines[3], "  differ in 4 cells: r1c4 r1c5 r4c4 r4c5");
    let (_, out, _) = run(&["check", "--count", "--json", "--show", AMBIGUOUS], "");
    let object = &json_lines(&out)[0];
    assert_eq!((&object["solutions"], &object["verdict"]), (&"2".into(), &"multiple".into()));
    assert_eq!(object["shown"].as_array().map(Vec::len), Some(2));
}

#[test]
fn arguments_that_cannot_be_are_refused() {
    for (arguments, why) in [
        (&["--threads", "0"][..], "expected 1 or more"),
        (&["--memory-limit", "lots"], "expected a size such as"),
        (&["--time-limit", "5"], "a time needs its unit"),
        (&["--strategy", "mrv"], "mrv"),
    ] {
        let (code, out, err) = run(&[&["count"], arguments, &[PUZZLE]].concat(), "");
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}");
        assert!(err.contains(why), "{err}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_long_count_shows_how_far_it_is_and_ctrl_c_ends_it() {
    let line = format!("count {EMPTY}");
    let Some((code, shown)) = on_a_terminal(&line, " nodes/s", b"\x03") else { return };
    assert_eq!(code, 3, "{shown}");
    assert!(shown.contains("line 1: ") && shown.contains("unknown (at least "), "{shown}");
    assert!(shown.contains("): cancelled"), "{shown}");
}
