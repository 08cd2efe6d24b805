//! `quadrille lab scaling`: sizes up to a budget, fits, and what is said of them.

use crate::common::*;

fn scaling(folder: &tempfile::TempDir, arguments: &[&str]) -> (i32, String, String) {
    let path = folder.path().join("study.json");
    let path = path.to_str().expect("UTF-8").to_owned();
    let all = [&["lab", "scaling"], arguments, &["--repeat", "1", "-o", &path]].concat();
    run(&all, "")
}

fn report(folder: &tempfile::TempDir, format: &str) -> (i32, String, String) {
    let path = folder.path().join("study.json");
    run(&["lab", "report", path.to_str().expect("UTF-8"), "--format", format], "")
}

#[test]
fn a_study_is_shown_and_its_results_are_reported_the_same() {
    let folder = folder();
    let (code, out, err) = scaling(
        &folder,
        &["queens", "--from", "5", "--to", "10", "--strategies", "links,dd", "--budget", "1m"],
    );
    assert_eq!(code, 0, "{err}");
    assert!(
        out.starts_with("Scaling of queens by n: the number of solutions, 60.0s each\n"),
        "{out}"
    );
    assert!(out.contains("\n10        724  ") && out.contains("\n8          92  "), "{out}");
    assert!(out.contains("links reaches n = 10 in 60.0s, the last that was tried."), "{out}");
    assert!(out.contains("\nGrowth\n") && out.contains("dd: time ≈ "), "{out}");
    assert!(out.contains("with the least AICc; intervals (95 %)"), "{out}");
    assert_eq!(report(&folder, "text").1, out);
    let (code, markdown, _) = report(&folder, "markdown");
    assert!(code == 0 && markdown.contains("| n | solutions | links | dd |"), "{markdown}");
    // Each puzzle of a study is a row like those of any run.
    let (code, csv, _) = report(&folder, "csv");
    assert_eq!((code, csv.lines().count()), (0, 1 + 6 * 2), "{csv}");
}

#[test]
fn the_budget_ends_it_for_each_strategy() {
    let folder = folder();
    let arguments = ["dominoes", "--from", "4", "--to", "200", "--strategies", "links,dd"];
    let (code, out, err) = scaling(&folder, &[&arguments[..], &["--budget", "20ms"]].concat());
    assert_eq!(code, 0, "{err}");
    for engine in ["links", "dd"] {
        let line = out.lines().find(|line| line.starts_with(&format!("{engine} reaches n = ")));
        assert!(line.is_some_and(|line| line.contains(" in 20.0ms; ")), "{out}");
    }
    assert!(out.contains("  >"), "{out}");
}

#[test]
fn the_figures_come_as_rows_and_as_a_document() {
    let arguments = ["langford", "--to", "8", "--strategies", "cells,bits", "--budget", "60s"];
    let (code, out, _) = scaling(&folder(), &[&arguments[..], &["--format", "csv"]].concat());
    assert_eq!((code, out.lines().count()), (0, 1 + 3 * 2), "{out}");
    assert!(out.starts_with("family,size,engine,") && out.contains("\nlangford,8,bits,"), "{out}");
    let (code, out, _) = scaling(&folder(), &[&arguments[..], &["--format", "json"]].concat());
    let value: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((code, &value["scaling"]["sizes"]), (0, &serde_json::json!([4, 7, 8])));
    let cells = &value["engines"][0];
    assert_eq!((&cells["engine"], &cells["reach"]["largest"]), (&"cells".into(), &8.into()));
    assert_eq!(cells["points"][2]["solutions"], 300);
    assert_eq!(cells["growth"][0]["refused"], "3 of the 4 points that are needed");
}

#[test]
fn sizes_without_a_solution_are_left_out_and_said() {
    let folder = folder();
    let arguments = ["langford", "--from", "4", "--to", "8", "--strategies", "bits"];
    let (code, out, _) = scaling(&folder, &arguments);
    assert_eq!(code, 0);
    assert!(
        out.contains("Left out: 5, 6: there is no solution unless n mod 4 is 0 or 3."),
        "{out}"
    );
    let (code, _, err) = scaling(&folder, &["langford", "--from", "5", "--to", "6", "--force"]);
    assert!(code == 2 && err.contains("no size from 5 to 6: there is no solution"), "{err}");
}

#[test]
fn sudokus_have_a_strategy_left_out_where_it_cannot_take_them() {
    let arguments = ["sudoku", "--to", "9", "--strategies", "mrv,lanes", "--puzzles", "2"];
    let (code, out, err) = scaling(&folder(), &arguments);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("Times are those of the median of 2 puzzles."), "{out}");
    assert!(out.contains("lanes was left out at 4, 6: strategy lanes cannot take 4×4"), "{out}");
}

#[test]
fn threads_have_a_speed_up_and_an_efficiency() {
    let folder = folder();
    let arguments = ["threads", "--to", "3", "--instance", "queens 9", "--strategies", "links"];
    let (code, out, err) = scaling(&folder, &arguments);
    assert_eq!(code, 0, "{err}");
    assert!(out.starts_with("Scaling of queens 9 by threads"), "{out}");
    let one = out.lines().find(|line| line.starts_with("links ") && line.ends_with(" 100 %"));
    let one: Vec<&str> = one.expect("one thread").split_whitespace().collect();
    assert_eq!(one[..3], ["links", "1", "1.000"], "{out}");
    assert!(out.contains("links: no fit of Amdahl's law: "), "{out}");
    assert_eq!(report(&folder, "text").1, out);
}

#[test]
fn what_makes_no_sense_is_told_and_nothing_is_written() {
    let cases: [(&[&str], &str); 14] = [
        (&["queens", "--from", "9", "--to", "4"], "the first size must not be over the last"),
        (&["kings"], "invalid value 'kings'"),
        (&["queens", "--from", "0"], "expected 1 or more"),
        (&["queens", "--to", "-3"], "expected 1 or more"),
        (&["queens", "--to", "x"], "expected a whole number"),
        (&["queens", "--to", "100000"], "n is 1 to 1000, found 100000"),
        (&["queens", "--step", "0"], "expected 1 or more"),
        (&["queens", "--budget", "5"], "a time needs its unit"),
        (&["queens", "--budget", "0s"], "a budget of 0 leaves no time"),
        (&["queens", "--strategies", "mrv"], "no cover strategy `mrv`"),
        (&["queens", "--puzzles", "3"], "are for the family `sudoku`"),
        (&["sudoku", "--instance", "queens 8"], "--instance is for the family `threads`"),
        (&["threads", "--instance", "kings 8"], "no problem `kings 8`"),
        (&["sudoku", "--empty", "101"], "101 is not in 0..=100"),
    ];
    let folder = folder();
    for (arguments, message) in cases {
        let (code, out, err) = scaling(&folder, arguments);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}");
        assert!(err.contains(message), "{arguments:?}: {err}");
    }
    assert!(!folder.path().join("study.json").exists());
}

#[test]
fn results_that_are_there_are_not_lost() {
    let folder = folder();
    let path = file(&folder, "study.json", "precious");
    let (code, _, err) = scaling(&folder, &["queens", "--to", "6"]);
    assert!(code == 2 && err.contains("study.json is there already: --force replaces it"), "{err}");
    assert_eq!(std::fs::read_to_string(&path).expect("text"), "precious");
    assert_eq!(scaling(&folder, &["queens", "--to", "6", "--force"]).0, 0);
    assert!(std::fs::read_to_string(&path).expect("text").contains("\"scaling\":{\"family\":"));
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_results_that_say_how_far_it_was() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    let folder = folder();
    let results = folder.path().join("study.json");
    let path = results.to_str().expect("UTF-8").to_owned();
    // Nobody has counted 27 queens but a machine of many chips.
    let child = Command::new(assert_cmd::cargo::cargo_bin("quadrille"))
        .args(["lab", "scaling", "queens", "--from", "6", "--to", "27", "--step", "7"])
        .args(["--strategies", "links", "--budget", "2m", "--save-every", "1ms", "-o", &path])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let start = Instant::now();
    let reached = || run(&["lab", "report", &path], "").1.contains("links reached n = ");
    while !(results.exists() && reached()) {
        assert!(start.elapsed() < Duration::from_secs(60), "no results after a minute");
        std::thread::sleep(Duration::from_millis(20));
    }
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill").success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(3));
    let (code, out, _) = report(&folder, "text");
    assert!(code == 0 && out.contains("Interrupted at n = "), "{out}");
    assert_eq!(out, String::from_utf8(output.stdout).expect("UTF-8"));
}

#[test]
fn the_list_names_the_families() {
    let (code, out, _) = run(&["lab", "list"], "");
    assert_eq!(code, 0);
    for family in quadrille_lab::scaling::FAMILIES {
        assert!(out.contains(&format!("  {:20} {}", family.name, family.description)), "{out}");
    }
}
