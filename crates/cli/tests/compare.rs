//! `quadrille compare`, as its users call it.

mod common;

use common::*;

/// Strategies that never need long, so that the tests do not.
const QUICK: [&str; 4] = ["--strategies", "mrv,propagate,dlx", "--repeat", "1"];

fn compare(arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut all = vec!["compare"];
    all.extend(QUICK);
    all.extend(arguments);
    run(&all, input)
}

#[test]
fn the_table_has_a_row_for_each_strategy_and_fits_100_columns() {
    let (code, out, _) = compare(&["-"], &format!("{PUZZLE}\n{AMBIGUOUS}\n{IMPOSSIBLE}\n"));
    assert_eq!(code, 0);
    for name in ["mrv", "propagate", "dlx"] {
        let row = out.lines().find(|line| line.starts_with(name)).expect("a row");
        let cells: Vec<&str> = row.split_whitespace().collect();
        assert_eq!(cells[1..4], ["3", "0", "0"], "solved, timed out, wrong: {row}");
    }
    assert!(out.lines().all(|line| line.chars().count() <= 100), "{out}");
    assert!(out.contains("baseline"), "{out}");
    assert!(!out.contains('\u{1b}'));
}

#[test]
fn without_a_corpus_there_is_one() {
    let (code, out, err) = compare(&[], "");
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("corpus sample: "), "{out}");
}

#[test]
fn the_baseline_runs_even_if_it_is_not_named() {
    let (_, out, _) = compare(&["--baseline", "tables", PUZZLE], "");
    assert!(
        out.lines().any(|line| line.starts_with("tables") && line.ends_with("baseline")),
        "{out}"
    );
}

#[test]
fn a_timeout_is_shown() {
    let (code, out, _) = compare(&["--time-limit-per-puzzle", "0s", PUZZLE], "");
    let row = out.lines().find(|line| line.starts_with("propagate")).expect("a row");
    let cells: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(cells[1..4], ["0", "1", "0"], "{row}");
    assert!(row.contains('>'), "{row}");
    assert_eq!(code, 0, "a timeout is a result");
}

#[test]
fn files_hold_the_figures() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let (json, csv) = (path("figures.json"), path("figures.csv"));
    let puzzles = file(&folder, "puzzles.txt", format!("{PUZZLE}\n{AMBIGUOUS}\n"));
    let (code, _, err) = compare(&[&puzzles, "--json", &json, "--csv", &csv], "");
    assert_eq!(code, 0, "{err}");
    let document: serde_json::Value =
        serde_json::from_slice(&std::fs::read(&json).expect("the file")).expect("JSON");
    assert_eq!(document["schema"], "quadrille-compare/1");
    assert_eq!(document["complete"], true);
    assert_eq!(document["corpus"]["name"], "puzzles.txt");
    assert_eq!(document["corpus"]["puzzles"], 2);
    assert_eq!(document["puzzles"][1]["puzzle"], AMBIGUOUS);
    assert_eq!(document["puzzles"][1]["known_solutions"], 2);
    let rows = std::fs::read_to_string(&csv).expect("the file");
    assert_eq!(rows.lines().count(), 1 + 2 * 3);
}

#[test]
fn a_document_on_standard_output_stands_there_alone() {
    let (code, out, err) = compare(&[PUZZLE, "--json", "-"], "");
    assert_eq!(code, 0);
    let document: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(document["corpus"]["sources"][0]["name"], "argument 1");
    assert!(err.contains("strategy"), "the table is on standard error: {err}");
    let (code, out, _) = compare(&[PUZZLE, "--csv", "-"], "");
    assert_eq!((code, out.lines().count()), (0, 4));
    assert_eq!(compare(&[PUZZLE, "--csv", "-", "--json", "-"], "").0, 2);
}

#[test]
fn bad_entries_are_reported_and_the_others_measured() {
    let (code, out, err) = compare(&["-"], &format!("{PUZZLE}\n{CLASH}\n"));
    assert_eq!(code, 2);
    assert!(err.contains("<stdin>:2:2: error: digit 5 twice in row 1"), "{err}");
    assert!(out.contains(": 1 puzzle, 1 unreadable, "), "{out}");
    let (code, out, err) = compare(&["nothing.txt"], "");
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("no such file, and not a puzzle"), "{err}");
}

#[test]
fn what_cannot_be_written_is_found_out_before_measuring() {
    let (code, out, err) = compare(&[PUZZLE, "--json", "no/such/folder/figures.json"], "");
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("cannot write no/such/folder/figures.json"), "{err}");
}

#[test]
fn an_unknown_strategy_is_a_usage_error_that_lists_the_known_ones() {
    let (code, _, err) = run(&["compare", "--strategies", "mrv,magic"], "");
    assert_eq!(code, 2);
    assert!(err.contains("magic") && err.contains("propagate"), "{err}");
    let (code, _, err) = run(&["compare", "--strategies", "mrv,mrv"], "");
    assert_eq!(code, 2);
    assert!(err.contains("named twice"), "{err}");
}
