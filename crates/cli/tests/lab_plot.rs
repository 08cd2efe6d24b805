//! `quadrille lab plot` and `lab report --format html`: pictures and pages of results.

use std::path::Path;

use crate::common::*;
use tempfile::TempDir;

const DEFINITION: &str = r#"
name = "pictures"
rounds = 1
warm_up = "1ms"
time_limit = "60s"
[[engine]]
strategy = "mrv"
[[engine]]
strategy = "lanes"
[[corpus]]
name = "a/b"
builtin = "sample"
limit = 12
[[corpus]]
name = "a b"
builtin = "sample"
limit = 12
"#;

/// A folder with `mine.json`.
fn results() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let definition = folder.path().join("mine.toml");
    std::fs::write(&definition, DEFINITION).expect("it is written");
    let (code, _, err) =
        run(&["lab", "run", text(&definition), "-o", text(&folder.path().join("mine.json"))], "");
    assert_eq!(code, 0, "{err}");
    folder
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

#[test]
fn plots_are_files_named_by_corpus_and_kind() {
    let folder = results();
    let (json, plots) = (folder.path().join("mine.json"), folder.path().join("deep/plots"));
    let (code, out, err) = run(&["lab", "plot", text(&json), "-o", text(&plots)], "");
    assert_eq!(code, 0, "{err}");
    let names: Vec<&str> =
        out.lines().filter_map(|line| Path::new(line).file_name()?.to_str()).collect();
    // Two corpora whose names come to the same have files of their own.
    let of_corpus = |stem: &str| {
        ["speed-ups", "cactus", "times", "scatter", "sizes", "nodes", "nodes-time"]
            .map(|plot| format!("{stem}-{plot}.svg"))
    };
    assert_eq!(names, [of_corpus("a-b"), of_corpus("a-b-2")].concat());
    for line in out.lines() {
        let svg = std::fs::read_to_string(line).expect("a file");
        let document = roxmltree::Document::parse(&svg).expect("XML");
        assert!(document.root_element().has_tag_name("svg"));
    }
}

#[test]
fn a_png_is_as_large_as_it_is_asked_for() {
    let folder = results();
    let (json, plots) = (folder.path().join("mine.json"), folder.path().join("plots"));
    let arguments = ["--format", "png", "--scale", "0.5", "--plots", "cactus,times"];
    let common = ["lab", "plot", text(&json), "-o", text(&plots)];
    let (code, out, err) = run(&[&common[..], &arguments].concat(), "");
    assert_eq!((code, out.lines().count()), (0, 4), "{err}");
    for line in out.lines() {
        let png = std::fs::read(line).expect("a file");
        assert_eq!(png[..8], *b"\x89PNG\r\n\x1a\n");
        assert_eq!(png[16..20], 370u32.to_be_bytes(), "half of 740 pixels");
    }
}

#[test]
fn what_cannot_be_plotted_is_told() {
    let folder = results();
    let json = folder.path().join("mine.json");
    let cases: [(&[&str], &str); 4] = [
        (&["--plots", "pie"], "expected one of speed-ups, cactus"),
        (&["--format", "png", "--scale", "0"], "expected a number from 0.25 to 20"),
        (&["--format", "gif"], "svg, png"),
        (&["-o", text(&json)], "cannot make it"),
    ];
    for (arguments, expected) in cases {
        let (code, out, err) = run(&[&["lab", "plot", text(&json)], arguments].concat(), "");
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {err}");
        assert!(err.contains(expected), "{arguments:?}: {err}");
    }
    let (code, _, err) = run(&["lab", "plot", "no.json"], "");
    assert_eq!(code, 2);
    assert!(err.contains("no.json: error: cannot read it"), "{err}");
}

#[test]
fn a_page_is_a_report() {
    let folder = results();
    let json = folder.path().join("mine.json");
    let (code, page, err) = run(&["lab", "report", text(&json), "--format", "html"], "");
    assert_eq!(code, 0, "{err}");
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    assert!(page.contains("<title>pictures – Quadrille</title>"));
    assert!(page.contains("<h2>corpus a/b: 12 puzzles"), "{page}");
}

#[test]
fn what_results_say_of_their_family_leads_nowhere() {
    let folder = tempfile::tempdir().expect("a folder");
    let json = folder.path().join("study.json");
    let arguments = ["lab", "scaling", "queens", "--from", "4", "--to", "6", "--repeat", "1", "-o"];
    let (code, _, err) = run(&[&arguments[..], &[text(&json)]].concat(), "");
    assert_eq!(code, 0, "{err}");
    let study = std::fs::read_to_string(&json).expect("results");
    for family in ["../../away", "/away"] {
        let changed = study.replace("\"family\":\"queens\"", &format!("\"family\":\"{family}\""));
        assert_ne!(changed, study);
        std::fs::write(&json, changed).expect("it is written");
        let plots = folder.path().join("plots");
        let (code, out, err) = run(&["lab", "plot", text(&json), "-o", text(&plots)], "");
        assert_eq!(code, 0, "{err}");
        let names: Vec<_> = out.lines().map(|line| line.strip_prefix(text(&plots))).collect();
        assert_eq!(names, [Some("/away-growth.svg"), Some("/away-growth-nodes.svg")]);
    }
}
