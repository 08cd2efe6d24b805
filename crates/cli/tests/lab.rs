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

/// Acceptance: answers with a cell changed on one puzzle in 1,000, by a program that is otherwise this one.
#[cfg(unix)]
#[test]
fn a_program_that_is_wrong_once_in_a_thousand_is_caught_named_and_excluded() {
    let folder = folder();
    let program = assert_cmd::cargo::cargo_bin("quadrille");
    let program = text(&program);
    let change = "NR == 500 { $0 = substr($0, 1, 80) (substr($0, 81) % 9 + 1) } { print }";
    let definition = format!(
        r#"
        ask = "first"
        rounds = 2
        warm_up = "0s"
        time_limit = "60s"
        control = false
        [[engine]]
        strategy = "lanes"
        mode = "batch"
        [[engine]]
        name = "right"
        command = ["{program}", "solve", "-"]
        exit_codes = [0, 2]
        [[engine]]
        name = "wrong"
        command = ["sh", "-c", "{program} solve - | awk '{change}'"]
        [[corpus]]
        builtin = "sample"
        sample = 50
        shuffles = 20
        "#
    );
    let definition = file(&folder, "mine.toml", &definition);
    let path = folder.path().join("mine.json");
    let (code, out, err) = lab(&["run", text(&definition), "-o", text(&path)]);
    assert_eq!(code, 1, "{err}");
    let results = quadrille_lab::results::load(&path).expect("results");
    let puzzle = &results.corpora[0].puzzles[499];
    let place = format!("{}:{}: wrong, puzzle 500, round 1: ", puzzle.source, puzzle.line);
    let (_, report, _) = lab(&["report", text(&path)]);
    for shown in [&out, &report] {
        assert!(shown.contains(&place) && shown.contains(&puzzle.text), "{shown}");
        assert!(shown.contains("Excluded from the order for faults: wrong."), "{shown}");
        assert!(!shown.contains("right, puzzle"), "{shown}");
    }
    let (_, rows, _) = lab(&["report", text(&path), "--format", "csv"]);
    let wrong: Vec<&str> = rows.lines().filter(|row| row.contains(",wrong,wrong,")).collect();
    assert!(wrong.len() == 1 && wrong[0].contains(&puzzle.text), "{wrong:?}");
    let (_, ranking, _) = lab(&["rank", text(&path)]);
    assert!(ranking.contains("Excluded for faults: wrong."), "{ranking}");
    assert!(!ranking.lines().any(|line| line.starts_with("wrong ")), "{ranking}");
    let (_, compared, _) = lab(&["cmp", text(&path), "--engines", "wrong,right"]);
    assert!(compared.contains("not compared, for the faults of wrong"), "{compared}");
    assert_eq!(results.series[2].faults.len(), 1, "{:?}", results.series[2].faults);
    assert_eq!(results.series[2].faults[0].puzzle, Some(499));
    assert!(results.series[1].faults.is_empty(), "{:?}", results.series[1].faults);
}

/// A first solution is less than a first solution and the proof that it is the only one.
#[cfg(unix)]
#[test]
fn a_program_that_answers_less_than_is_asked_is_told_of() {
    let folder = folder();
    let program = assert_cmd::cargo::cargo_bin("quadrille");
    let engine = format!(
        "[[engine]]\nname = \"first only\"\ncommand = [\"{}\", \"solve\", \"-\"]\nexit_codes = [0, 2]\n",
        text(&program)
    );
    let said = "first only: its answers say less than what is asked (a solution, and whether there is another)";
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    for (ask, less) in [("unique", true), ("first", false)] {
        let definition = format!("ask = \"{ask}\"\n{DEFINITION}{engine}");
        let definition = file(&folder, "mine.toml", &definition);
        let results = folder.path().join("mine.json");
        let (code, out, err) = lab(&["run", text(&definition), "--force", "-o", text(&results)]);
        assert_eq!(code, 0, "{out}{err}");
        assert_eq!(words(&out).contains(said), less, "{out}");
        assert_eq!(words(&err).contains(&format!("warning: {said}")), less, "{err}");
    }
}

#[test]
fn corpora_are_read_packed_from_standard_input_and_as_json() {
    use std::io::Write;
    let folder = folder();
    let packed = std::fs::File::create(folder.path().join("two.txt.gz")).expect("a file");
    let mut packed = flate2::write::GzEncoder::new(packed, flate2::Compression::fast());
    writeln!(packed, "{PUZZLE}\n{HARD}").expect("written");
    packed.finish().expect("written");
    let level = ruzstd::encoding::CompressionLevel::Fastest;
    let problem = ruzstd::encoding::compress_to_vec(TOY.as_bytes(), level);
    std::fs::write(folder.path().join("toy.dlx.zst"), problem).expect("written");
    file(
        &folder,
        "pairs.json",
        r#"{"format": "quadrille-cover", "version": 1, "items": ["a b", "c"],
            "options": [["a b", "c"], {"items": ["a b"], "label": "left"}, ["c"]]}"#,
    );
    let text_of = r#"
        rounds = 1
        warm_up = "0s"
        time_limit = "60s"
        control = false
        [[engine]]
        strategy = "mrv"
        [[engine]]
        strategy = "links"
        [[corpus]]
        file = "two.txt.gz"
        [[corpus]]
        file = "-"
        [[corpus]]
        kind = "cover"
        files = ["toy.dlx.zst", "pairs.json"]
        counts = [2, 2]
        "#;
    let definition = file(&folder, "mine.toml", text_of);
    let path = folder.path().join("mine.json");
    let arguments = ["lab", "run", text(&definition), "-o", text(&path)];
    let (code, out, err) = run(&arguments, &format!("{AMBIGUOUS}\n"));
    assert_eq!(code, 0, "{out}{err}");
    let results = quadrille_lab::results::load(&path).expect("results");
    let names: Vec<&str> = results.corpora.iter().map(|corpus| corpus.name.as_str()).collect();
    assert_eq!(names, ["two", "<stdin>", "toy"]);
    assert_eq!(results.corpora[0].puzzles[1].text, HARD);
    assert_eq!(results.corpora[0].puzzles[1].source, "two.txt.gz");
    assert_eq!(results.corpora[1].puzzles[0].known, 2);
    let problems: Vec<&str> =
        results.corpora[2].puzzles.iter().map(|it| it.text.as_str()).collect();
    assert_eq!(problems, ["toy", "pairs"]);
    assert_eq!(results.series.last().expect("links").solutions, [Some(2), Some(2)]);
    assert!(out.contains("all 2 sudoku corpora: 3 puzzles"), "{out}");

    let twice = text_of.replace("two.txt.gz", "-");
    let definition = file(&folder, "twice.toml", &twice);
    let (code, _, err) = lab(&["run", text(&definition)]);
    assert!(code == 2 && err.contains("standard input (`-`) can be read once only"), "{err}");
    file(&folder, "pairs.json", r#"{"format": "quadrille-cover", "version": 2}"#);
    let definition = file(&folder, "mine.toml", text_of);
    let arguments = ["lab", "run", text(&definition), "--force", "-o", text(&path)];
    let (code, _, err) = run(&arguments, &format!("{AMBIGUOUS}\n"));
    assert!(code == 2 && err.contains("pairs.json:1:42: version 2: expected 1"), "{err}");
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
