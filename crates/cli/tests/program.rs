//! The program as a whole: help, completions, pipes, signals.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};

use crate::common::*;

#[test]
fn help_has_examples_defaults_and_exit_codes() {
    for verb in ["solve", "check", "step", "compare", "completions", "man"] {
        let (code, out, _) = run(&[verb, "--help"], "");
        assert_eq!(code, 0, "{verb}");
        assert!(out.contains("Examples:") && out.contains("Exit codes:"), "{verb}: {out}");
        assert!(!out.contains('\u{1b}'), "{verb}");
    }
    let (code, out, _) = run(&["--help"], "");
    assert_eq!(code, 0);
    assert!(out.contains("Examples:") && out.contains("Exit codes:"), "{out}");
    let (_, out, _) = run(&["solve", "--help"], "");
    for strategy in quadrille_sudoku::strategy::ALL {
        assert!(out.contains(strategy.name()), "{}", strategy.name());
    }
    assert!(out.contains("[default: auto]"), "{out}");
}

#[test]
fn wrong_usage_has_its_exit_code() {
    for arguments in
        [&["solve", "--no-such-option"][..], &["unknown"], &["solve", "--time-limit", "3"], &[]]
    {
        let (code, out, err) = run(arguments, "");
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}");
        assert!(!err.is_empty());
    }
}

#[test]
fn a_value_that_is_none_is_told_what_is_expected() {
    let cases = [
        ("solve --limit 0", "invalid value '0' for '--limit <N>': expected 1 or more"),
        ("solve --limit -1", "expected 1 or more"),
        ("solve --limit abc", "expected a whole number, 1 or more"),
        ("step --limit 0", "expected 1 or more"),
        ("check --limit 1", "expected 2 or more"),
        ("solve --node-limit -5", "expected 0 or more"),
        ("compare --repeat 0", "expected 1 or more"),
        ("compare --limit 0", "expected 1 or more"),
        ("solve --time-limit abc", "expected a time such as `10s`"),
        ("check --time-limit -1s", "a time cannot be negative"),
        ("compare --time-limit-per-puzzle -1s", "a time cannot be negative"),
        ("solve --time-limit 3", "a time needs its unit: `3s` are seconds"),
        ("solve --box -1x3", "expected two numbers as in `3x3`, found `-1x3`"),
    ];
    for (line, message) in cases {
        let (code, out, err) = run(&line.split(' ').collect::<Vec<_>>(), "");
        assert_eq!((code, out.as_str()), (2, ""), "{line}");
        assert!(err.contains(message), "{line}: {err}");
    }
    let (code, _, err) = run(&["solve", "--time-limit", ".5s", PUZZLE], "");
    assert_eq!(code, 0, "{err}");
}

#[cfg(target_os = "linux")]
#[test]
fn help_and_results_that_cannot_be_written_are_errors() {
    for arguments in
        [&["--help"][..], &["solve", "--help"], &["--version"], &["man"], &["solve", PUZZLE]]
    {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("/dev/full");
        let output = Command::new(assert_cmd::cargo::cargo_bin("quadrille"))
            .args(arguments)
            .stdout(full)
            .output()
            .expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(err.contains("error: cannot write the results"), "{arguments:?}: {err}");
    }
}

#[test]
fn help_tells_the_symbols_of_all_sizes() {
    let (_, out, _) = run(&["--help"], "");
    for text in ["1 to 9", "A to Z", "a to z", "beyond 61 only", "0 is an empty cell"] {
        assert!(out.contains(text), "{text}: {out}");
    }
    let (_, out, _) = run(&["solve", "--help"], "");
    assert!(out.contains("A to Z"), "{out}");
}

#[test]
fn completions_and_the_manual_know_the_verbs() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let (code, out, _) = run(&["completions", shell], "");
        assert_eq!(code, 0, "{shell}");
        assert!(out.contains("compare") && out.contains("time-limit-per-puzzle"), "{shell}");
    }
    let (code, out, _) = run(&["man"], "");
    assert_eq!(code, 0);
    assert!(out.contains(".TH quadrille 1") && out.contains("QUADRILLE COMPARE"), "{out}");
}

fn spawn(arguments: &[&str]) -> std::process::Child {
    Command::new(assert_cmd::cargo::cargo_bin("quadrille"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs")
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    // More solutions than any pipe holds.
    let mut program = spawn(&["solve", "--limit", "100000", "--strategy", "propagate", EMPTY]);
    let mut first = String::new();
    let mut out = BufReader::new(program.stdout.take().expect("a pipe"));
    out.read_line(&mut first).expect("a line");
    drop(out);
    let output = program.wait_with_output().expect("it ends");
    assert_eq!(first.trim().len(), 81);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn a_result_is_written_before_the_program_waits_for_the_next_puzzle() {
    let mut program = spawn(&["solve"]);
    let mut input = program.stdin.take().expect("a pipe");
    let mut out = BufReader::new(program.stdout.take().expect("a pipe"));
    for _ in 0..3 {
        writeln!(input, "{PUZZLE}").expect("it reads");
        let mut line = String::new();
        out.read_line(&mut line).expect("a line");
        assert_eq!(line.trim_end(), SOLUTION);
    }
    drop(input);
    assert!(program.wait().expect("it ends").success());
}

#[cfg(unix)]
mod signals {
    use super::*;

    fn interrupt(program: &std::process::Child) {
        let id = program.id().to_string();
        let sent = Command::new("kill").args(["-INT", &id]).status().expect("`kill` runs");
        assert!(sent.success());
    }

    #[test]
    fn ctrl_c_stops_a_search_and_keeps_the_results() {
        let mut program = spawn(&["solve", "-", "--all"]);
        let mut input = program.stdin.take().expect("a pipe");
        let mut out = BufReader::new(program.stdout.take().expect("a pipe"));
        writeln!(input, "{PUZZLE}\n{EMPTY}").expect("it reads");
        let mut line = String::new();
        out.read_line(&mut line).expect("a line");
        interrupt(&program);
        // The empty grid would go on for ever.
        let mut rest = String::new();
        out.read_to_string(&mut rest).expect("text");
        assert_eq!(program.wait().expect("it ends").code(), Some(3));
        assert_eq!(line.trim_end(), SOLUTION);
        let last = rest.lines().last().unwrap_or_default();
        assert!(last == "unknown: cancelled" || last.len() == 81 || rest.is_empty(), "{last}");
    }

    #[test]
    fn ctrl_c_says_how_many_puzzles_were_not_tried() {
        let folder = folder();
        let path = file(&folder, "puzzles.txt", format!("{PUZZLE}\n{EMPTY}\n{PUZZLE}\n{PUZZLE}\n"));
        for arguments in [&["solve", "--all", &path][..], &["check", "--count", &path]] {
            let mut program = spawn(arguments);
            let mut out = BufReader::new(program.stdout.take().expect("a pipe"));
            let reader = std::thread::spawn(move || std::io::copy(&mut out, &mut std::io::sink()));
            // The first puzzle takes no time, the second keeps the program busy for ever.
            std::thread::sleep(std::time::Duration::from_millis(1500));
            interrupt(&program);
            let output = program.wait_with_output().expect("it ends");
            reader.join().expect("it reads").expect("no error");
            let err = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(3), "{err}");
            let told = "warning: interrupted: 2 more puzzles were not tried\n";
            assert!(err.contains(told), "{arguments:?}: {err}");
        }
    }

    #[test]
    fn ctrl_c_before_anything_was_measured_says_so_and_keeps_earlier_figures() {
        let hard =
            "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
        let folder = folder();
        let figures = file(&folder, "figures.json", "precious");
        let program = spawn(&[
            "compare",
            "--strategies",
            "backtrack",
            "--time-limit-per-puzzle",
            "600s",
            "--json",
            &figures,
            hard,
        ]);
        std::thread::sleep(std::time::Duration::from_millis(1500));
        interrupt(&program);
        let output = program.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(3));
        assert_eq!(String::from_utf8_lossy(&output.stdout), "");
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(err.contains("interrupted: nothing was measured"), "{err}");
        assert_eq!(std::fs::read_to_string(&figures).expect("the file"), "precious");
    }

    #[test]
    fn ctrl_c_ends_a_wait_for_input() {
        let mut program = spawn(&["check"]);
        let mut input = program.stdin.take().expect("a pipe");
        let mut out = BufReader::new(program.stdout.take().expect("a pipe"));
        writeln!(input, "{PUZZLE}").expect("it reads");
        let mut line = String::new();
        out.read_line(&mut line).expect("a line");
        assert_eq!(line, "unique\n");
        interrupt(&program);
        assert_eq!(program.wait().expect("it ends").code(), Some(3));
    }

    #[test]
    fn ctrl_c_shows_the_table_so_far() {
        // `backtrack` takes the whole limit on a puzzle that is hard for reading order.
        let hard =
            "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
        let mut program = spawn(&[
            "compare",
            "--strategies",
            "propagate,backtrack",
            "--time-limit-per-puzzle",
            "600s",
            PUZZLE,
            hard,
        ]);
        std::thread::sleep(std::time::Duration::from_millis(3000));
        interrupt(&program);
        drop(program.stdin.take());
        let output = program.wait_with_output().expect("it ends");
        let out = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(3), "{out}");
        assert!(out.contains("Interrupted in round 1 of 3, after 1 of 2 puzzles."), "{out}");
        assert!(out.contains("A puzzle's time is one run, each"), "{out}");
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(err.contains("interrupted: these are the figures until then"), "{err}");
    }
}
