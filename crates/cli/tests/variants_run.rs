//! How puzzles with rules of their own are run: in parallel, as a stream, by strategies that may refuse them.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use crate::common::*;

/// One solution.
const SMALL: &str = "\
sudoku 4
cage 3: r1c1 r1c2
cage 7: r2c1 r2c2
thermo: r3c1 r3c2
even: r4c1
givens:
1..4
....
..1.
.1..
";

/// A sum of all cells of a 25×25 grid: as a line of exact cover it has millions of states.
fn too_large() -> String {
    let cells: Vec<String> =
        (0..625).map(|cell| format!("r{}c{}", cell / 25 + 1, cell % 25 + 1)).collect();
    format!("sudoku 25\nodd: r1c1\ncage 8125 repeats: {}\n", cells.join(" "))
}

fn json(line: &str) -> serde_json::Value {
    serde_json::from_str(line).expect("JSON")
}

#[test]
fn a_strategy_that_cannot_take_a_puzzle_says_so_and_takes_the_others() {
    let text = format!("{SMALL}{}{SMALL}", too_large());
    let message = "rule 2 has too many states for exact cover (--strategy propagate can)";
    for strategy in ["dlx", "cells", "hybrid", "guided"] {
        let (code, out, err) = run(&["solve", "--strategy", strategy], &text);
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!((code, lines.len()), (2, 3), "{strategy}: {out}");
        assert_eq!(lines[1], format!("unknown: {message}"), "{strategy}");
        assert_eq!((lines[0].len(), lines[2]), (16, lines[0]), "{strategy}");
        assert_eq!(err, format!("<stdin>:11: error: {message}\n"), "{strategy}");
    }
    let dlx = ["--strategy", "dlx"];
    let (code, out, err) = run(&[&["check"][..], &dlx].concat(), &text);
    assert_eq!((code, out), (2, format!("unique\nunknown: {message}\nunique\n")), "{err}");
    assert!(err.contains("3 puzzles: 2 unique, 1 unknown"), "{err}");
    let (code, out, _) = run(&[&["solve", "--format", "json"][..], &dlx].concat(), &text);
    let second = json(out.lines().nth(1).expect("a line"));
    assert_eq!((code, &second["verdict"]), (2, &"unknown".into()));
    assert_eq!(second["reason"], message);
    let (code, out, err) = run(&[&["candidates"][..], &dlx].concat(), &text);
    assert_eq!((code, out.lines().nth(1)), (2, Some(format!("unknown: {message}").as_str())));
    assert_eq!(err, format!("<stdin>:11: error: {message}\n"));
    let (code, out, err) = run(&["count"], &text);
    let told = "rule 2 has too many states for exact cover (check --count --strategy propagate visits each \
                solution)";
    let expected = format!("1\nunknown (at least 0): {told}\n1\n");
    assert_eq!((code, out, err), (2, expected, format!("<stdin>:11: error: {told}\n")));
}

#[test]
fn compare_shows_what_a_strategy_refuses() {
    let text = format!("{SMALL}{}", too_large());
    let arguments = [
        "compare",
        "-",
        "--strategies",
        "guided,dlx",
        "--repeat",
        "1",
        "--time-limit-per-puzzle",
        "9s",
    ];
    let (code, out, err) = run(&arguments, &text);
    assert_eq!(code, 0, "{err}");
    let head: Vec<&str> = out.lines().filter(|line| line.starts_with("engine ")).collect();
    assert!(head[0].contains("refused"), "{out}");
    let row = out.lines().find(|line| line.starts_with("dlx ")).expect("a row");
    let cells: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(cells[1..5], ["1", "0", "0", "1"], "answered, timed out, wrong, refused: {out}");
    assert!(out.contains("Some puzzles were refused by guided, dlx"), "{out}");
}

#[test]
fn auto_takes_what_exact_cover_cannot() {
    let (code, out, err) = run(&["solve", "--explain-strategy"], &too_large());
    assert_eq!((code, out.lines().count()), (0, 1), "{err}");
    assert!(err.starts_with("<stdin>:1: strategy propagate: it takes every rule"), "{err}");
}

#[test]
fn the_strategy_that_a_puzzle_gets_is_said_with_the_reason() {
    let plain = "sudoku 4\ngivens:\n1...\n..1.\n.2..\n....\n";
    let text = format!("{SMALL}{plain}");
    let (_, _, err) = run(&["solve", "--explain-strategy"], &text);
    let lines: Vec<&str> = err.lines().collect();
    assert_eq!(lines.len(), 2, "{err}");
    assert!(lines[0].starts_with("<stdin>:1: strategy propagate: it takes every rule"), "{err}");
    assert!(lines[1].starts_with("<stdin>:11: strategy dlx: steady on every size"), "{err}");
    let (_, _, err) = run(&["check", "--explain-strategy", "--strategy", "cells"], SMALL);
    assert_eq!(err, "<stdin>:1: strategy cells: as was asked for\n");
    let (_, _, err) = run(&["check", "--count", "--explain-strategy"], SMALL);
    assert!(err.starts_with("strategy ") && err.lines().count() == 1, "{err}");
    let (_, _, err) = run(&["check", "--count", "--explain-strategy"], PUZZLE);
    assert!(err.starts_with("strategy ") && err.lines().count() == 1, "{err}");
}

#[test]
fn what_is_written_is_the_same_for_any_number_of_threads() {
    let mut text = String::new();
    for number in 0..60 {
        text += SMALL;
        if number % 7 == 3 {
            text += "sudoku 4\ncage 3: r9c9\n";
        }
        if number % 5 == 1 {
            text += "sudoku 4\ncage 4: r1c1 r1c2\nanti-knight\n";
        }
    }
    let verbs: [&[&str]; 5] = [
        &["solve"],
        &["solve", "--all"],
        &["solve", "--format", "json", "--limit", "2"],
        &["check", "--show"],
        &["check", "--json", "--explain"],
    ];
    for verb in verbs {
        let by = |threads: &str| run(&[verb, &["--threads", threads]].concat(), &text);
        let one = by("1");
        assert_eq!(one.0, 2, "{verb:?}: {}", one.2);
        assert!(one.1.lines().count() >= 60, "{verb:?}");
        for threads in ["2", "7"] {
            assert_eq!(by(threads), one, "{verb:?} by {threads}");
        }
    }
}

#[test]
fn a_limit_of_memory_is_kept_or_refused() {
    let (code, out, _) = run(&["count", "--memory-limit", "1K"], SMALL);
    assert_eq!((code, out.as_str()), (0, "1\n"));
    let (code, out, _) = run(&["check", "--count", "--memory-limit", "1K"], SMALL);
    assert_eq!((code, out.as_str()), (0, "1\n"));
    for puzzle in [SMALL, PUZZLE] {
        for more in [&["--show"][..], &["--count", "--strategy", "auto"]] {
            let arguments = [&["check", "--memory-limit", "1M"], more].concat();
            let (code, out, err) = run(&arguments, puzzle);
            assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}");
            assert!(
                err.contains("--memory-limit is for counts that remember sub-problems"),
                "{err}"
            );
        }
    }
}

#[test]
fn check_counts_as_count_does() {
    let rules = ["--box", "2x2", "--rule", "diagonal main", "................"];
    let (_, counted, _) = run(&[&["count", "--json"][..], &rules].concat(), "");
    let (_, checked, _) = run(&[&["check", "--count", "--json"][..], &rules].concat(), "");
    let (counted, checked) = (json(&counted), json(&checked));
    for field in ["solutions", "exact", "strategy", "nodes"] {
        assert_eq!(counted[field], checked[field], "{field}");
    }
    let by = ["--strategy", "propagate"];
    let (_, visited, _) = run(&[&["check", "--count", "--json"][..], &by, &rules].concat(), "");
    let visited = json(&visited);
    assert_eq!(visited["solutions"], counted["solutions"]);
    assert_eq!(visited["strategy"], "propagate");
    let (code, shown, err) = run(&[&["check", "--count", "--show"][..], &rules].concat(), "");
    assert_eq!((code, shown.lines().count()), (1, 4), "{shown}{err}");
}

#[test]
fn the_first_source_is_answered_before_the_next_is_read() {
    let folder = folder();
    let path = folder.path().join("small.txt");
    fs::write(&path, SMALL.repeat(3)).expect("written");
    let name = path.to_str().expect("UTF-8");
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("quadrille"))
        .args(["solve", name, "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut input = child.stdin.take().expect("a pipe");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    // What standard input is has to be found out before.
    input.write_all(SMALL.as_bytes()).expect("it reads");
    input.flush().expect("it reads");
    for _ in 0..3 {
        assert_eq!(lines.next().expect("a line").expect("UTF-8").len(), 16);
    }
    drop(input);
    assert_eq!(lines.count(), 1);
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn a_byte_that_is_no_text_has_a_place_and_costs_one_puzzle() {
    let second = "sudoku 4\ntitle: B\u{e4}r\ngivens:\n1234\n34..\n21..\n.3.1\n";
    let mut bytes = format!("# a remark\n{SMALL}").into_bytes();
    // In Latin-1.
    bytes.extend(second.chars().map(|c| c as u8));
    bytes.extend(SMALL.bytes());
    let folder = folder();
    let path = folder.path().join("mixed.txt");
    fs::write(&path, &bytes).expect("written");
    let name = path.to_str().expect("UTF-8");
    let (code, out, err) = run(&["solve", name], "");
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!((code, lines.len()), (2, 3), "{out}{err}");
    assert_eq!(lines[1], "invalid: byte 0xE4 is not UTF-8");
    assert_eq!((lines[0].len(), lines[2]), (16, lines[0]));
    assert!(err.starts_with(&format!("{name}:13:9: error: byte 0xE4 is not UTF-8")), "{err}");
    // On one line each, and at the very end.
    let object = |title: &[u8]| {
        let head = b"{\"format\": \"quadrille-sudoku\", \"version\": 1, \"size\": 4, \"title\": \"";
        [head, title, b"\", \"givens\": [\"1234\", \"34..\", \"21..\", \".3.1\"]}\n"].concat()
    };
    let lines = [object(b"A"), object(b"B\xFF"), object(b"C"), object(b"D\xC3")].concat();
    fs::write(&path, &lines).expect("written");
    let (code, out, err) = run(&["check", name], "");
    assert_eq!(code, 2, "{err}");
    let expected =
        "unique\ninvalid: byte 0xFF is not UTF-8\nunique\ninvalid: byte 0xC3 is not UTF-8\n";
    assert_eq!(out, expected, "{err}");
    let (code, _, err) = run(&["compare", name, "--repeat", "1"], "");
    assert_eq!(code, 2);
    assert!(err.contains(&format!("{name}:2:68: error: byte 0xFF is not UTF-8")), "{err}");
}

#[test]
fn symbols_that_can_be_read_in_two_ways_are_asked_for() {
    let line =
        |first: &str, size: usize| format!("{first}{}", ".".repeat(size * size - first.len()));
    let check = |puzzle: &str| run(&["check", "--limit", "2", "--time-limit", "5s", puzzle], "");
    // 0 may be a digit or an empty cell.
    let (code, out, err) = check(&line("01F", 16));
    assert_eq!((code, out.lines().count()), (2, 1), "{err}");
    assert!(err.contains("1:1: error: found 0, which may be a digit of 0 to F"), "{err}");
    assert!(err.contains("say which by --symbols, 1-9A-G if as usual"), "{err}");
    for (puzzle, symbols) in [("01F", "0-9A-F"), ("01F", "1-9A-G"), ("AF", "1-9A-G"), ("AF", "A-P")]
    {
        let (code, out, err) = run(&["solve", "--symbols", symbols, &line(puzzle, 16)], "");
        assert_eq!(code, 0, "{puzzle} {symbols}: {err}");
        let first = out.chars().next().expect("a symbol");
        let expected = if symbols == "1-9A-G" && puzzle == "01F" {
            out.chars().nth(1)
        } else {
            puzzle.chars().next()
        };
        assert!(expected == Some(first) || expected == Some('1'), "{puzzle} {symbols}: {out}");
    }
    // One reading fits.
    for first in ["1G0", "0.0", "1F", "AP", "1A"] {
        let (code, out, err) = check(&line(first, 16));
        assert_eq!((code, out.as_str()), (1, "multiple\n"), "{first}: {err}");
    }
    // Letters: A for 1 if a Y says so, and in doubt if none does.
    let (code, _, err) = check(&line("AP", 25));
    assert_eq!(code, 2);
    assert!(err.contains("1:1: error: found A and no digit of 1 to 9"), "{err}");
    let (code, out, err) = run(&["convert", "--to", "line", &line("AY", 25)], "");
    assert_eq!((code, &out[..3]), (0, "1P."), "{err}");
    // The formats for variants decide the same.
    for first in ["01F", "AP"] {
        let text = line(first, if first == "AP" { 25 } else { 16 });
        let (code, _, err) = run(&["convert", "--from", "line", "--to", "line", &text], "");
        assert_eq!(code, 2, "{first}: {err}");
    }
}

#[test]
fn what_could_not_be_read_back_is_written_as_numbers() {
    let text = format!("{}F.", "1".repeat(0)) + &".".repeat(254);
    let (code, out, err) = run(&["convert", "--to", "line", "--symbols", "1-9A-G", &text], "");
    assert_eq!(code, 0, "{err}");
    assert!(out.starts_with("15 . . "), "{out}");
    let (code, again, err) = run(&["convert", "--to", "line", "-"], &out);
    assert_eq!((code, again), (0, out), "{err}");
}

#[test]
fn what_a_format_does_not_keep_is_said_once_for_each_kind() {
    let titled = |title: &str| {
        let rows = SOLUTION.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row) + "\n");
        let solution: String = rows.map(String::from).collect();
        let givens: String =
            PUZZLE.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row) + "\n").collect();
        format!("sudoku 9\ntitle: {title}\nauthor: A\ngivens:\n{givens}solution:\n{solution}")
    };
    let text = format!("{}{}", titled("One"), titled("Two"));
    let (code, out, err) = run(&["convert", "--to", "sdm"], &text);
    assert_eq!((code, out.lines().count()), (0, 2), "{err}");
    let expected = "2 puzzles: titles are not kept by sdm\n2 puzzles: authors are not kept by sdm\n\
                    2 puzzles: solutions are not kept by sdm\n";
    assert_eq!(err, expected);
    let (_, _, err) = run(&["convert", "--to", "line"], &text);
    assert!(!err.contains("solution") && err.lines().count() == 2, "{err}");
    assert_eq!(run(&["convert", "--to", "json"], &text).2, "");
    // Drawings of SudokuPad are in no other format.
    let cells = ["[{},{},{},{}]"; 4].join(",");
    let drawn =
        format!("{{\"cells\": [{cells}], \"metadata\": {{}}, \"lines\": [{{\"wayPoints\": []}}]}}");
    let (code, _, err) = run(&["convert", "--from", "sudokupad", "--to", "text", &drawn], "");
    assert_eq!((code, err.as_str()), (0, "1 puzzle: drawings are not kept\n"));
}

#[test]
fn blanks_around_what_is_said_about_a_puzzle_are_no_part_of_it() {
    let json = "{\"format\": \"quadrille-sudoku\", \"version\": 1, \"size\": 4, \"title\": \"  Two words\\t\", \
                \"author\": \" \"}";
    let (code, text, err) = run(&["convert", "--to", "text", json], "");
    assert_eq!((code, text.as_str()), (0, "sudoku 4\nboxes 2x2\ntitle: Two words\n"), "{err}");
    let (_, first, _) = run(&["convert", "--to", "json", json], "");
    assert_eq!(run(&["convert", "--to", "json", &text], "").1, first);
}

#[test]
fn an_empty_grid_of_iss_is_known_for_what_it_is() {
    for (puzzle, size) in [("sudoku 9\n", 9), ("sudoku 4\n", 4)] {
        let (_, text, err) = run(&["convert", "--to", "iss", puzzle], "");
        let (code, again, more) = run(&["convert", "--to", "text", "-"], &text);
        assert_eq!(code, 0, "{text}: {err}{more}");
        assert!(again.starts_with(&format!("sudoku {size}\n")), "{again}");
    }
}
