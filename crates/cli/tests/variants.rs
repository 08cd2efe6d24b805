//! Puzzles with rules of their own, by every verb that takes them.

use std::fs;

use quadrille_sudoku::variant::format::{self, by_name};
use quadrille_sudoku::variant::{Variant, strategy, verify};

use crate::common::*;

/// 6×6 with a thermometer, cages and clues; one solution.
const SMALL: &str = "\
sudoku 4
title: Small
cage 3: r1c1 r1c2
cage 7: r2c1 r2c2
thermo: r3c1 r3c2
even: r4c1
givens:
1...
....
..1.
....
";

fn variant(text: &str) -> Variant {
    by_name("text").expect("it is there").read(text).remove(0).expect("a puzzle").variant
}

fn values(line: &str) -> Vec<u8> {
    line.trim().bytes().map(|byte| byte - b'0').collect()
}

#[test]
fn a_file_of_variants_is_known_by_its_text_and_solved_by_every_strategy() {
    let folder = folder();
    let path = folder.path().join("small.txt");
    fs::write(&path, SMALL).expect("written");
    let name = path.to_str().expect("UTF-8");
    for strategy in strategy::ALL {
        for (arguments, input) in
            [(vec!["solve", name], ""), (vec!["solve", "-"], SMALL), (vec!["solve", SMALL], "")]
        {
            let all = [&arguments[..], &["--strategy", strategy.name()]].concat();
            let (code, out, err) = run(&all, input);
            assert_eq!((code, err.as_str()), (0, ""), "{all:?}");
            assert_eq!(verify(&variant(SMALL), &values(&out)), Ok(()), "{all:?}: {out}");
        }
    }
    let (code, _, err) = run(&["solve", "--strategy", "mrv", SMALL], "");
    assert_eq!(code, 2);
    assert!(err.contains("strategy mrv takes no puzzles with rules; for those: dlx,"), "{err}");
    let (code, _, err) = run(&["solve", "--strategy", "hybrid", PUZZLE], "");
    assert_eq!(code, 2);
    assert!(
        err.contains("strategy hybrid is for puzzles with rules; for others: backtrack,"),
        "{err}"
    );
}

#[test]
fn rules_can_be_added_to_plain_puzzles() {
    let diagonal = ["--rule", "diagonal main", "--rule", "diagonal anti"];
    let (code, out, err) = run(&[&["check", EMPTY, "--limit", "3"][..], &diagonal].concat(), "");
    assert_eq!((code, out.as_str(), err.as_str()), (1, "multiple (3 or more)\n", ""));
    // The solution of the book has equal digits on its diagonals.
    let (code, out, _) = run(&[&["solve", PUZZLE][..], &diagonal].concat(), "");
    assert_eq!((code, out.as_str()), (1, "no solution\n"));
    let (code, _, err) = run(&["solve", PUZZLE, "--rule", "cage 3: r1c1 r1c10"], "");
    assert_eq!(code, 2);
    assert!(
        err.contains(
            "--rule \"cage 3: r1c1 r1c10\": at character 14: r1c10 is no cell of the board"
        ),
        "{err}"
    );
    let (code, _, err) = run(&["solve", PUZZLE, "--rule", "thermo: r1c1"], "");
    assert_eq!(code, 2);
    assert!(err.contains("thermo: 1 cell: expected at least 2"), "{err}");
}

#[test]
fn counts_are_those_of_the_strategy_that_visits() {
    let (code, out, _) =
        run(&["count", "--box", "2x2", "--rule", "anti-knight", "................"], "");
    assert_eq!((code, out.as_str()), (0, "24\n"));
    let (code, out, _) =
        run(&["check", "--count", "--box", "2x2", "--rule", "anti-king", "................"], "");
    assert_eq!((code, out.as_str()), (1, "0\n"));
    let (code, out, _) = run(&["count", "--json", "--strategy", "dd", SMALL], "");
    assert_eq!(code, 0);
    let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((&json["exact"], &json["strategy"]), (&true.into(), &"dd".into()), "{out}");
    let (_, visited, _) = run(&["solve", "--all", SMALL], "");
    assert_eq!(json["solutions"], visited.lines().count().to_string());
}

#[test]
fn what_is_no_puzzle_is_told_by_line_and_column_and_the_others_run() {
    let text = format!("{SMALL}sudoku 4\ncage 3: r9c9\n{SMALL}");
    let (code, out, err) = run(&["solve"], &text);
    assert_eq!(code, 2);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 3, "{out}");
    assert_eq!((lines[0].len(), lines[2]), (16, lines[0]));
    assert_eq!(lines[1], "invalid: r9c9 is no cell of the board");
    assert!(err.contains("<stdin>:13:9: error: r9c9 is no cell of the board"), "{err}");
    let (code, out, _) = run(&["solve", "--format", "json"], &text);
    assert_eq!(code, 2);
    let verdicts: Vec<String> = out
        .lines()
        .map(|line| {
            serde_json::from_str::<serde_json::Value>(line).expect("JSON")["verdict"].to_string()
        })
        .collect();
    assert_eq!(verdicts, ["\"solved\"", "\"invalid\"", "\"solved\""]);
}

#[test]
fn a_puzzle_without_a_solution_is_explained_by_the_fewest_clues_and_rules() {
    let (code, out, _) = run(&["check", "--explain", IMPOSSIBLE], "");
    assert_eq!(code, 1);
    assert!(out.starts_with("none\n  ") && out.contains("clash (no fewer do):\n    r"), "{out}");
    let text = "sudoku 4\ncage 3: r1c1 r1c2\neven: r3c3\ngivens:\n..1.\n....\n....\n....\n";
    let (code, out, _) = run(&["check", "--explain", text], "");
    let expected = "none\n  2 things clash (no fewer do):\n    r1c3 is 1\n    cage 3: r1c1 r1c2\n";
    assert_eq!((code, out.as_str()), (1, expected));
}

#[test]
fn a_puzzle_with_several_solutions_is_told_what_it_lacks() {
    let (code, out, _) = run(&["check", "--explain", AMBIGUOUS], "");
    assert_eq!(code, 1);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!((lines[0], lines[1]), ("multiple", "  2 solutions"));
    assert!(lines[2].starts_with("  two of them differ in r1c4 "), "{out}");
    assert!(lines[3].starts_with("  1 clue more would leave one (no fewer do): r1c4 is "), "{out}");
    assert_eq!(run(&["check", "--explain", PUZZLE], "").1, "unique\n");
}

#[test]
fn true_candidates_are_those_that_occur() {
    let (code, out, _) = run(&["candidates", AMBIGUOUS], "");
    assert_eq!((code, out.trim().len()), (0, 729));
    let solution: String = SOLUTION.chars().collect();
    let two = out
        .trim()
        .as_bytes()
        .chunks(9)
        .filter(|cell| cell.iter().filter(|&&b| b != b'.').count() == 2);
    assert_eq!(two.count(), 4);
    for (cell, digit) in out.trim().as_bytes().chunks(9).zip(solution.bytes()) {
        assert!(cell.contains(&digit));
    }
    assert_eq!(run(&["candidates", IMPOSSIBLE], "").1, "no solution\n");
    let (code, out, err) = run(&["candidates", "--node-limit", "1", HARD], "");
    assert_eq!((code, out.as_str()), (3, "unknown: node budget used up\n"), "{err}");
    let (code, out, _) = run(&["candidates", "--json", AMBIGUOUS], "");
    let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((code, &json["complete"]), (0, &true.into()));
    assert_eq!(json["candidates"].as_array().map(Vec::len), Some(81));
}

#[test]
fn what_is_converted_is_the_same_puzzle() {
    for to in ["text", "json"] {
        let (code, out, err) = run(&["convert", "--to", to, SMALL], "");
        assert_eq!((code, err.as_str()), (0, ""), "{to}");
        let read = format::detect(&out);
        assert_eq!((read.len(), read[0].name()), (1, to));
        assert_eq!(read[0].read(&out)[0].as_ref().expect("a puzzle").variant, variant(SMALL));
    }
    let (code, out, err) = run(&["convert", "--to", "line", SMALL], "");
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("line cannot hold"), "{err}");
    let both = format!("{SMALL}sudoku 4\ngivens:\n1234\n....\n....\n....\n");
    let (code, out, _) = run(&["convert", "--to", "line", "--skip"], &both);
    assert_eq!((code, out.as_str()), (2, "1234............\n"));
    // Plain puzzles too.
    let (code, out, _) = run(&["convert", "--to", "line", PUZZLE], "");
    assert_eq!((code, out.trim()), (0, PUZZLE));
}

#[test]
fn drawings_are_of_the_puzzle_and_of_its_solution() {
    let (code, out, _) = run(&["draw", SMALL], "");
    assert_eq!(code, 0);
    assert!(out.contains('┏') && out.contains('1'), "{out}");
    let (code, solved, _) = run(&["draw", "--solutions", "--ascii", SMALL], "");
    assert_eq!(code, 0);
    assert!(solved.is_ascii() && !solved.contains(". ."), "{solved}");
    let folder = folder();
    for (option, begins) in [("--svg", "<svg"), ("--html", "<!"), ("--pdf", "%PDF")] {
        let path = folder.path().join(&option[2..]);
        let name = path.to_str().expect("UTF-8");
        let (code, out, err) = run(&["draw", option, name, "--solutions", SMALL], "");
        assert_eq!((code, out.as_str(), err.as_str()), (0, "", ""), "{option}");
        let bytes = fs::read(&path).expect("written");
        assert!(bytes.starts_with(begins.as_bytes()), "{option}");
    }
    let (code, _, err) = run(&["draw", "--svg", "-", SMALL, PUZZLE], "");
    assert_eq!(code, 2);
    assert!(err.contains("2 puzzles: a picture is of one"), "{err}");
    assert_eq!(run(&["draw", "--svg", "/nowhere/x.svg", SMALL], "").0, 2);
}

#[test]
fn one_is_drawn_on_request_and_lines_are_what_others_get() {
    let (code, out, _) = run(&["solve", "--format", "grid", SMALL], "");
    assert_eq!(code, 0);
    assert!(out.contains('┏'), "{out}");
    let (_, line, _) = run(&["solve", SMALL], "");
    assert_eq!(line.trim().len(), 16);
}

/// A plain puzzle in a file, and variants in two.
fn corpora() -> (tempfile::TempDir, [String; 3]) {
    let folder = folder();
    let files = [("plain.txt", PUZZLE), ("a.sudoku", SMALL), ("b.txt", SMALL)];
    let names = files.map(|(name, text)| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("written");
        path.to_str().expect("UTF-8").to_owned()
    });
    (folder, names)
}

#[test]
fn compare_measures_every_strategy_for_variants_on_files_of_them() {
    let (folder, [plain, a, b]) = corpora();
    let html = folder.path().join("page.html");
    let page = html.to_str().expect("UTF-8");
    let quick = ["--repeat", "1", "--time-limit-per-puzzle", "30s"];
    let (code, out, err) = run(&[&["compare", &a, &b, "--html", page], &quick[..]].concat(), "");
    assert_eq!(code, 0, "{err}");
    assert!(out.starts_with("corpus a.sudoku: 1 puzzle, SHA-256 "), "{out}");
    assert!(out.contains("\ncorpus b.txt: 1 puzzle") && out.contains("\nall 2 corpora"), "{out}");
    for strategy in strategy::ALL {
        let name = format!("{} ", strategy.name());
        let row = out.lines().find(|line| line.starts_with(&name)).expect("a row");
        let cells: Vec<&str> = row.split_whitespace().collect();
        assert_eq!(cells[1..4], ["1", "0", "0"], "answered, timed out, wrong: {row}");
    }
    assert!(fs::read_to_string(&html).expect("a page").contains("\"kind\":\"variant\""));

    let two = ["compare", "-", "--strategies", "dlx,propagate", "--baseline", "propagate"];
    let (code, out, err) = run(&[&two, &quick[..]].concat(), SMALL);
    assert_eq!(code, 0, "{err}");
    let at = |name| out.find(name).expect("a row");
    assert!(at("\npropagate ") < at("\ndlx ") && !out.contains("\nguided "), "{out}");

    let cases: [(&[&str], &str); 4] = [
        (&["compare", &a, &plain], "other strategies take them"),
        (&["compare", &a, "--strategies", "mrv"], "strategy mrv takes no puzzles with rules"),
        (&["compare", &plain, "--strategies", "guided"], "strategy guided is for puzzles with"),
        (&["compare", &a, "--mode", "batch"], "no --mode batch"),
    ];
    for (arguments, expected) in cases {
        let (code, out, err) = run(arguments, "");
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}");
        assert!(err.contains(expected), "{arguments:?}: {err}");
    }
}

#[test]
fn compare_says_of_variants_what_it_cannot_read_and_measures_the_others() {
    let broken = format!("{SMALL}\nsudoku 4\ncage: r9c9\n");
    let arguments = ["compare", "-", "--strategies", "propagate", "--repeat", "1"];
    let (code, out, err) = run(&arguments, &broken);
    assert_eq!(code, 2, "{err}");
    assert!(out.starts_with("corpus <stdin>: 1 puzzle, 1 unreadable,"), "{out}");
    assert!(err.contains("<stdin>:14:"), "{err}");
}

#[test]
fn lab_runs_on_variants() {
    let (folder, _) = corpora();
    let definition = folder.path().join("mine.toml");
    let text = "rounds = 1\nwarm_up = \"0s\"\ntime_limit = \"30s\"\n\
                [[engine]]\nstrategy = \"guided\"\n\
                [[engine]]\nstrategy = \"propagate\"\nkind = \"variant\"\n\
                [[corpus]]\nfile = \"a.sudoku\"\n";
    fs::write(&definition, text).expect("written");
    let name = definition.to_str().expect("UTF-8");
    let (code, out, err) = run(&["lab", "list", name], "");
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("variant, 1 puzzle, SHA-256"), "{out}");
    let results = folder.path().join("mine.json");
    let results = results.to_str().expect("UTF-8");
    let (code, out, err) = run(&["lab", "run", name, "-o", results], "");
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("corpus a: 1 puzzle") && out.contains("\npropagate "), "{out}");
    let (code, out, _) = run(&["lab", "list"], "");
    assert_eq!(code, 0);
    assert!(out.contains("\nStrategies for variants:\n  dlx "), "{out}");
}

#[test]
fn plain_puzzles_in_rows_and_on_lines_are_no_jigsaws() {
    let rows = "..1......\n.........\n".to_owned() + &".........\n".repeat(7);
    let lines = format!("{PUZZLE}\n{EMPTY}\n");
    let four = "1...\n....\n....\n...2\n";
    for (text, expected) in [
        (rows.as_str(), "multiple\n"),
        (lines.as_str(), "unique\nmultiple\n"),
        (four, "multiple\n"),
    ] {
        let (_, out, err) = run(&["check", "--show"], text);
        let words: String =
            out.lines().filter(|line| !line.starts_with(' ')).map(|l| format!("{l}\n")).collect();
        assert_eq!(words, expected, "{text}: {err}");
    }
}

#[test]
fn a_remark_on_where_a_puzzle_is_from_says_nothing_of_its_format() {
    let (code, out, err) = run(&["solve"], &format!("{PUZZLE}\n# Interactive-Sudoku-Solver\n"));
    assert_eq!((code, out.trim(), err.as_str()), (0, SOLUTION, ""));
}

/// Writes the parts one after the other, with a pause between.
fn run_slowly(arguments: &[&str], parts: &[&str]) -> (Option<i32>, String) {
    use std::io::Write as _;
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("quadrille"))
        .args(arguments)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut input = child.stdin.take().expect("a pipe");
    for part in parts {
        input.write_all(part.as_bytes()).and_then(|()| input.flush()).expect("it reads");
        std::thread::sleep(std::time::Duration::from_millis(60));
    }
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    (output.status.code(), String::from_utf8(output.stdout).expect("UTF-8"))
}

#[test]
fn what_comes_slowly_is_taken_for_what_it_is() {
    let (_, at_once, _) = run(&["solve", "-"], SMALL);
    let (head, tail) = SMALL.split_at(7);
    for input in ["-", "/dev/stdin"] {
        let slowly = run_slowly(&["solve", input], &["# a comment\n", head, tail]);
        assert_eq!(slowly, (Some(0), at_once.clone()), "{input}");
    }
    let row = "................\n";
    let big = row.repeat(15) + "...............G\n";
    let (_, at_once, _) = run(&["solve"], &big);
    assert_eq!(at_once.trim().len(), 256);
    assert_eq!(run_slowly(&["solve"], &[row, &big[17..]]), (Some(0), at_once));
}

#[test]
fn a_picture_goes_to_standard_output_and_a_limit_is_not_the_end() {
    let (code, out, _) = run(&["draw", "--svg", "-", SMALL], "");
    assert_eq!(code, 0);
    assert!(out.starts_with("<svg") && out.trim_end().ends_with("</svg>"), "{out}");
    let (code, _, err) = run(&["draw", "--solutions", "--node-limit", "1", HARD], "");
    assert_eq!(code, 3);
    assert!(err.contains("not solved: node budget used up"), "{err}");
    let (code, _, err) = run(&["draw", "--solutions", IMPOSSIBLE], "");
    assert_eq!(code, 1);
    assert!(err.contains("no solution"), "{err}");
}

#[test]
fn a_rule_that_makes_no_sense_for_one_puzzle_leaves_the_others() {
    let both = format!("{SMALL}sudoku 9\n");
    let (code, out, err) = run(&["check", "--rule", "even: r9c9"], &both);
    assert_eq!(code, 2);
    assert!(out.starts_with("invalid: ") && out.ends_with("\nmultiple\n"), "{out}");
    assert!(err.contains("<stdin>:1:1: error: --rule \"even: r9c9\": at character 7: "), "{err}");
}

#[test]
fn symbols_are_what_they_are_said_to_be() {
    let puzzle = format!("0123456789ABCDEF{}", ".".repeat(240));
    let (code, out, err) = run(&["solve", "--symbols", "0-9A-F", &puzzle], "");
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.starts_with("0123456789ABCDEF") && out.trim().len() == 256, "{out}");
    let (code, _, err) = run(&["solve", "--symbols", "0-9", "--box", "3x3", PUZZLE], "");
    assert_eq!(code, 2);
    assert!(err.contains("--symbols has 10 symbols: expected 9"), "{err}");
}
