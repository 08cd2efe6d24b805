//! `quadrille lab`: definitions in, results and reports out.

use std::path::{Path, PathBuf};

use crate::common::*;
use tempfile::TempDir;

const DEFINITION: &str = r#"
rounds = 2
warm_up = "1ms"
time_limit = "60s"
[[engine]]
strategy = "mrv"
[[engine]]
strategy = "lanes"
[[corpus]]
builtin = "sample"
limit = 12
"#;

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

fn file(folder: &TempDir, name: &str, text: &str) -> PathBuf {
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("it is written");
    path
}

fn lab(arguments: &[&str]) -> (i32, String, String) {
    let arguments: Vec<&str> = std::iter::once("lab").chain(arguments.iter().copied()).collect();
    run(&arguments, "")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

#[test]
fn a_definition_becomes_results_that_the_other_verbs_read() {
    let folder = folder();
    let definition = file(&folder, "mine.toml", DEFINITION);
    let results = folder.path().join("mine.json");
    let (code, out, err) = lab(&["run", text(&definition), "-o", text(&results)]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("corpus sample: 12 puzzles") && out.contains("mrv again"), "{out}");

    let (code, report, _) = lab(&["report", text(&results)]);
    assert_eq!((code, report), (0, out));
    let (code, out, _) = lab(&["report", text(&results), "--format", "markdown"]);
    assert!(
        code == 0 && out.contains("## corpus sample") && out.contains("| mrv again |"),
        "{out}"
    );
    let (code, out, _) = lab(&["report", text(&results), "--format", "csv"]);
    assert_eq!((code, out.lines().count()), (0, 1 + 3 * 12), "{out}");

    let (code, out, _) = lab(&["rank", text(&results)]);
    assert!(code == 0 && out.contains("over 12 that all of them ended on"), "{out}");
    let (code, out, _) = lab(&["rank", "--json", text(&results)]);
    let value: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((code, value[0]["places"].as_array().map(Vec::len)), (0, Some(2)));

    let (code, out, _) = lab(&["cmp", text(&results), "--engines", "lanes,mrv"]);
    assert!(code == 0 && out.starts_with("lanes against mrv"), "{out}");
    let (code, out, _) = lab(&["cmp", "--json", text(&results), text(&results)]);
    let value: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(code, 0);
    assert_eq!(value[0]["finding"], "no-difference", "{out}");
    assert_eq!(value[0]["ratio"]["ratio"], 1.0);
}

#[test]
fn results_that_are_there_are_not_lost() {
    let folder = folder();
    let definition = file(&folder, "mine.toml", DEFINITION);
    let results = file(&folder, "there.json", "precious");
    let arguments = ["run", text(&definition), "-o", text(&results)];
    let (code, _, err) = lab(&arguments);
    assert_eq!(code, 2);
    assert!(err.contains("there.json is there already: --force replaces it"), "{err}");
    assert_eq!(std::fs::read_to_string(&results).expect("text"), "precious");
    let (code, _, _) = lab(&[arguments.as_slice(), &["--force"]].concat());
    assert_eq!(code, 0);
    assert!(std::fs::read_to_string(&results).expect("text").starts_with("{\"schema\":"));
}

#[test]
fn a_definition_that_is_wrong_is_reported_with_its_place() {
    let folder = folder();
    let definition = file(&folder, "mine.toml", "rounds = 3\n[[engine]]\nstrategi = \"mrv\"\n");
    let (code, out, err) = lab(&["run", text(&definition)]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("mine.toml:3:1: error: unknown field `strategi`"), "{err}");
    let (code, _, err) = lab(&["run", "no-such-definition.toml"]);
    assert!(code == 2 && err.contains("no-such-definition.toml: error: cannot read it"), "{err}");
    let definition = DEFINITION.replace("builtin = \"sample\"", "file = \"missing.txt\"");
    let definition = file(&folder, "missing.toml", &definition);
    let (code, _, err) = lab(&["run", text(&definition)]);
    assert!(code == 2 && err.contains("missing.txt"), "{err}");
}

#[test]
fn what_are_no_results_is_an_error() {
    let folder = folder();
    let other = file(&folder, "other.json", "{\"schema\": \"quadrille-lab/99\"}");
    for verb in ["report", "rank", "cmp"] {
        let (code, _, err) = lab(&[verb, text(&other)]);
        assert!(code == 2 && err.contains("expected `quadrille-lab/1`"), "{err}");
    }
    let broken = file(&folder, "broken.json", "{");
    let (code, _, err) = lab(&["report", text(&broken)]);
    assert!(code == 2 && err.contains("no results of the laboratory"), "{err}");
}

#[cfg(unix)]
#[test]
fn a_program_with_a_wrong_answer_is_named_with_its_puzzle() {
    let folder = folder();
    let definition = format!(
        "{DEFINITION}[[engine]]\nname = \"copies\"\ncommand = [\"cat\"]\nstart = \"one\"\n"
    );
    let definition = file(&folder, "mine.toml", &definition);
    let results = folder.path().join("mine.json");
    let (code, out, err) = lab(&["run", text(&definition), "-o", text(&results)]);
    assert_eq!(code, 1, "{err}");
    assert!(out.contains("What was wrong") && out.contains("7 more of copies on sample"), "{out}");
    assert!(out.contains("Excluded from the order for faults: copies."), "{out}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_results_that_can_be_reported() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    let folder = folder();
    let definition = DEFINITION.replace("rounds = 2", "rounds = 1000000");
    let definition = file(&folder, "mine.toml", &definition);
    let results = folder.path().join("mine.json");
    let child = Command::new(assert_cmd::cargo::cargo_bin("quadrille"))
        .args(["lab", "run", text(&definition), "--save-every", "1ms", "-o", text(&results)])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let start = Instant::now();
    while !results.exists() {
        assert!(start.elapsed() < Duration::from_secs(60), "no results after a minute");
        std::thread::sleep(Duration::from_millis(5));
    }
    // While it runs, the file can be read at any time.
    let (code, out, err) = lab(&["report", text(&results)]);
    assert!(code == 0 && out.contains("Interrupted in round"), "{out}{err}");
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill").success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(3));
    let (code, out, _) = lab(&["report", text(&results)]);
    assert!(code == 0 && out.contains("Interrupted in round"), "{out}");
    assert_eq!(out, String::from_utf8(output.stdout).expect("UTF-8"));
}

#[test]
fn the_list_names_what_there_is_and_what_a_definition_measures() {
    let (code, out, _) = lab(&["list"]);
    assert_eq!(code, 0);
    for name in ["propagate", "links", "sample", "queens N", "quick"] {
        assert!(out.contains(&format!("  {name}")), "{name}: {out}");
    }
    let (code, out, _) = lab(&["list", "quick"]);
    assert!(code == 0 && out.contains("sudoku, 51 puzzles"), "{out}");
    let (_, shown, _) = lab(&["list", "--show", "quick"]);
    let folder = folder();
    let copy = file(&folder, "copy.toml", &shown);
    assert_eq!(lab(&["list", text(&copy)]).1, out);
}
