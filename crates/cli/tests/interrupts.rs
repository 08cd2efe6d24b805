//! Ctrl-C at any moment of a measurement: what was measured until then is valid, and can be reported.
#![cfg(unix)]

use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::common::*;
use quadrille_lab::results::{Results, load};

/// Reading order visits tens of millions of boards on it: it stands for a run that takes long.
const ENDLESS: &str =
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";

/// How it ended, and what it said on standard output and standard error.
struct Ended(Option<i32>, String, String);

/// Ctrl-C after a while; standard input stays open, and empty, until then.
fn interrupt(arguments: &[&str], after: Duration) -> Ended {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("quadrille"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let stdin = child.stdin.take();
    sleep(after);
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill").success());
    let output = child.wait_with_output().expect("it ends");
    drop(stdin);
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Ended(output.status.code(), text(output.stdout), text(output.stderr))
}

/// The same after longer and longer, until it has come as far as is wanted.
fn interrupt_when(arguments: &[&str], far_enough: impl Fn(&Ended) -> bool) -> Ended {
    interrupt_from(Duration::from_millis(250), arguments, far_enough)
}

/// The same from a moment on.
fn interrupt_from(
    first: Duration,
    arguments: &[&str],
    far_enough: impl Fn(&Ended) -> bool,
) -> Ended {
    for times in [1, 4, 16, 64] {
        let ended = interrupt(arguments, first * times);
        if far_enough(&ended) {
            return ended;
        }
    }
    panic!("it did not come far enough in {:?}", first * 64);
}

/// Whether it ended by itself: on a busy machine a signal may come before anybody takes it, and kill it.
fn took_it(ended: &Ended) -> bool {
    ended.0.is_some()
}

/// What every file of results that is left must be: read by the program, and said to be interrupted.
fn reported(path: &Path) -> (Results, String) {
    let results = load(path).expect("valid results");
    assert!(!results.complete);
    let (code, out, err) = run(&["lab", "report", path.to_str().expect("UTF-8")], "");
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("Interrupted in round "), "{out}");
    for verb in ["rank", "cmp"] {
        let (code, _, err) = run(&["lab", verb, path.to_str().expect("UTF-8")], "");
        assert_eq!(code, 0, "{verb}: {err}");
    }
    (results, out)
}

fn measured(results: &Results) -> usize {
    let rounds = results.series.iter().flat_map(|series| &series.nanoseconds);
    rounds.flatten().flatten().count()
}

fn compare(json: &Path, more: &[&str]) -> Vec<String> {
    let fixed = ["compare", "--strategies", "mrv,backtrack", "--baseline", "mrv"];
    let limits = ["--time-limit-per-puzzle", "1h", "--json"];
    let all = fixed.iter().chain(&limits).map(|it| (*it).to_owned());
    all.chain([json.to_str().expect("UTF-8").to_owned()])
        .chain(more.iter().map(|it| (*it).to_owned()))
        .collect()
}

fn slices(arguments: &[String]) -> Vec<&str> {
    arguments.iter().map(String::as_str).collect()
}

#[test]
fn compare_that_is_interrupted_before_it_measures_leaves_earlier_figures_as_they_were() {
    let folder = folder();
    let json = folder.path().join("figures.json");
    std::fs::write(&json, "precious").expect("written");
    // So many corpora that the warm-up takes seconds.
    let puzzle = file(&folder, "one.txt", ENDLESS);
    let many = vec![puzzle.as_str(); 80];
    for (moment, corpora) in [("reading", &["-"][..]), ("warm-up", &many)] {
        let arguments = compare(&json, corpora);
        let first = Duration::from_millis(700);
        let Ended(code, out, err) = interrupt_from(first, &slices(&arguments), took_it);
        assert_eq!((code, out.as_str()), (Some(3), ""), "{moment}: {err}");
        assert!(err.contains("interrupted: nothing was measured"), "{moment}: {err}");
        assert!(err.contains("figures.json was not written"), "{moment}: {err}");
        assert_eq!(std::fs::read_to_string(&json).expect("the file"), "precious", "{moment}");
    }
}

#[test]
fn compare_that_is_interrupted_in_the_first_round_has_the_puzzles_until_then() {
    let folder = folder();
    let json = folder.path().join("figures.json");
    let arguments = compare(&json, &[PUZZLE, PUZZLE, ENDLESS]);
    let ended = interrupt_when(&slices(&arguments), |_| {
        json.exists() && measured(&load(&json).expect("valid results")) >= 7
    });
    let Ended(code, out, err) = ended;
    assert_eq!(code, Some(3), "{err}");
    assert!(out.contains("Interrupted in round 1 of 3, after 2 of 3 puzzles."), "{out}");
    let (results, report) = reported(&json);
    assert_eq!(results.corpora[0].puzzles.len(), 3);
    assert_eq!(results.series[1].outcomes[2], None, "the puzzle at hand has no outcome");
    assert!(report.contains("Interrupted in round 1 of 3, after 2 of 3 puzzles."), "{report}");
    // The figures of the table are those of the file.
    let row = |text: &str| {
        let line = text.lines().find(|line| line.starts_with("backtrack ")).expect("a row");
        // The report has the control's interval, and so a column in which there is nothing else.
        let cells = line.split_whitespace().filter(|cell| *cell != "–");
        cells.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(row(&out), row(&report));
    assert_eq!(row(&out)[1], "2");
}

#[test]
fn compare_that_is_interrupted_in_a_later_round_says_how_many_runs_a_time_is_of() {
    let folder = folder();
    let json = folder.path().join("figures.json");
    let arguments = compare(&json, &["--repeat", "1000000", PUZZLE, HARD]);
    let ended = interrupt_when(&slices(&arguments), |ended| {
        let Ended(code, out, _) = ended;
        *code == Some(3) && out.contains("Interrupted in round ") && !out.contains("in round 1 ")
    });
    let Ended(code, out, err) = ended;
    assert_eq!(code, Some(3), "{err}");
    let (results, _) = reported(&json);
    let rounds = results.series[0].nanoseconds.len();
    assert!(rounds > 1, "{rounds}");
    assert!(out.contains(&format!("Interrupted in round {rounds} of 1000000.")), "{out}");
    assert!(out.contains(" runs, each for "), "{out}");
}

/// A definition with this at its top, and these lines of puzzles.
fn definition(folder: &tempfile::TempDir, top: &str, puzzles: &str) -> String {
    file(folder, "puzzles.txt", puzzles);
    let text = format!(
        "time_limit = \"1h\"\n{top}\n[[engine]]\nstrategy = \"mrv\"\n[[engine]]\nstrategy = \"backtrack\"\n\
         [[corpus]]\nfile = \"puzzles.txt\"\n"
    );
    file(folder, "mine.toml", text)
}

fn lab_run(definition: &str, results: &Path) -> Vec<String> {
    let fixed = ["lab", "run", definition, "--save-every", "1ms", "--force", "-o"];
    let fixed = fixed.iter().map(|it| (*it).to_owned());
    fixed.chain([results.to_str().expect("UTF-8").to_owned()]).collect()
}

#[test]
fn lab_run_that_is_interrupted_while_it_reads_ends_and_leaves_nothing() {
    let folder = folder();
    let text = "[[engine]]\nstrategy = \"mrv\"\n[[corpus]]\nfile = \"-\"\n";
    let definition = file(&folder, "stdin.toml", text);
    let results = folder.path().join("results.json");
    let arguments = lab_run(&definition, &results);
    let first = Duration::from_millis(500);
    let Ended(code, out, err) = interrupt_from(first, &slices(&arguments), took_it);
    assert_eq!((code, out.as_str()), (Some(3), ""), "{err}");
    assert!(err.contains("interrupted: nothing was measured"), "{err}");
    assert!(!results.exists());
}

#[test]
fn lab_run_that_is_interrupted_in_the_warm_up_leaves_results_without_a_time() {
    let folder = folder();
    let definition = definition(&folder, "warm_up = \"1h\"", &format!("{ENDLESS}\n"));
    let results = folder.path().join("results.json");
    let arguments = lab_run(&definition, &results);
    let Ended(code, out, err) = interrupt_when(&slices(&arguments), |_| results.exists());
    assert_eq!(code, Some(3), "{err}");
    let (loaded, report) = reported(&results);
    assert!(loaded.is_empty() && measured(&loaded) == 0);
    assert!(report.contains("Interrupted in round 1 of 5: nothing was measured."), "{report}");
    assert_eq!(report, out);
}

#[test]
fn lab_run_that_is_interrupted_in_a_round_leaves_the_results_until_then() {
    let folder = folder();
    let results = folder.path().join("results.json");
    let cases = [
        ("warm_up = \"0s\"", format!("{PUZZLE}\n{ENDLESS}\n"), 1..2),
        ("warm_up = \"1ms\"\nrounds = 1000000", format!("{PUZZLE}\n{HARD}\n"), 2..usize::MAX),
    ];
    for (top, puzzles, expected) in cases {
        let definition = definition(&folder, top, &puzzles);
        let arguments = lab_run(&definition, &results);
        let rounds = |results: &Results| results.series[0].nanoseconds.len();
        let ended = interrupt_when(&slices(&arguments), |_| {
            results.exists()
                && load(&results)
                    .is_ok_and(|it| measured(&it) >= 3 && expected.contains(&rounds(&it)))
        });
        let Ended(code, out, err) = ended;
        assert_eq!(code, Some(3), "{err}");
        let (loaded, report) = reported(&results);
        let round = rounds(&loaded);
        assert!(out.contains(&format!("Interrupted in round {round} of ")), "{out}");
        assert_eq!(report, out);
    }
}

#[test]
fn a_conversion_that_is_interrupted_while_it_reads_ends_at_once_and_writes_nothing() {
    let folder = folder();
    // Many seconds of reading.
    let path = file(&folder, "many.sudoku", "sudoku 36\nboxes 6x6\nwindoku\n".repeat(100_000));
    let ended = interrupt_when(&["convert", "--to", "json", &path], took_it);
    assert_eq!((ended.0, ended.1.as_str()), (Some(3), ""));
    assert!(ended.2.contains("interrupted: nothing was written"), "{}", ended.2);
}

#[test]
fn puzzles_with_rules_that_are_searched_side_by_side_are_interrupted_at_once() {
    let folder = folder();
    let path = file(&folder, "two.sudoku", "sudoku 9\neven: r1c1\n".repeat(2));
    let arguments = ["solve", "--all", "--threads", "2", &path];
    let ended = interrupt_when(&arguments, |ended| took_it(ended) && !ended.1.is_empty());
    assert_eq!(ended.0, Some(3), "{}", ended.2);
    assert_eq!(ended.1.lines().last(), Some("unknown: cancelled"));
    assert_eq!(ended.2, "warning: interrupted: 1 more puzzle was not tried\n");
}
