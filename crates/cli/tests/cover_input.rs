//! What the verbs of `quadrille cover` say to files that are none of theirs.

mod common;

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use common::*;
use quadrille_testkit::cases::{Format, malformed};

/// Every verb that reads a problem, with the arguments that it needs.
const VERBS: [&[&str]; 8] = [
    &["solve"],
    &["count"],
    &["check"],
    &["explain"],
    &["estimate"],
    &["lint"],
    &["preprocess"],
    &["convert", "--to", "text"],
];

fn cover(verb: &[&str], file: &str) -> (i32, String, String) {
    run(&[&["cover"][..], verb, &[file]].concat(), "")
}

#[test]
fn a_malformed_file_is_a_line_with_its_place() {
    let mut exact = 0;
    for case in malformed() {
        let path = case.path.to_str().expect("a path in UTF-8");
        let text = case.text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&case.text);
        if case.format == Format::Text && text.trim_ascii_start().starts_with(b"{") {
            // It is taken for JSON, and says so.
            let (code, _, err) = cover(&["count"], path);
            assert_eq!(
                (code, err.contains("`options`") || err.contains("JSON")),
                (2, true),
                "{err}"
            );
            continue;
        }
        let (code, out, err) = cover(&["count"], path);
        assert_eq!((code, out.as_str()), (2, ""), "{}", case.name);
        assert_eq!(err.lines().count(), 1, "{}: {err}", case.name);
        let mut parts = case.expected.splitn(3, ':');
        let mut part = || parts.next().expect("line, column and message");
        let (line, column, message) = (part(), part(), part());
        assert_eq!(err, format!("{path}:{line}:{column}: error:{message}\n"), "{}", case.name);
        exact += 1;
    }
    assert!(exact > 40, "{exact}");
}

#[test]
fn every_verb_says_what_is_wrong_with_a_file() {
    let folder = folder();
    let here = folder.path().to_str().expect("a path in UTF-8");
    let missing = format!("{here}/missing.dlx");
    let empty = file(&folder, "empty.dlx", "");
    let broken = file(&folder, "broken.dlx", "a b\na c\n");
    let rubbish = file(&folder, "rubbish", b"\x7fELF\x02\x01\x01\0\0\xff\xfe");
    for verb in VERBS {
        let cases = [
            (here, "error: is a directory: expected a file".to_owned()),
            (&missing, "error: no such file".to_owned()),
            (&empty, "1:1: error: no items: expected a line of item names".to_owned()),
            (&broken, "2:3: error: unknown item \"c\"".to_owned()),
            (&rubbish, "1:10: error: byte 0xFF".to_owned()),
        ];
        for (path, message) in cases {
            let (code, out, err) = cover(verb, path);
            assert_eq!((code, out.as_str()), (2, ""), "{verb:?} {path}");
            assert!(err.starts_with(path) && err.contains(&message), "{verb:?}: {err}");
            assert_eq!(err.lines().count(), 1, "{err}");
        }
    }
}

#[test]
fn every_verb_reads_standard_input_text_and_json() {
    let json = run(&["cover", "convert", "--to", "json"], TOY).1;
    for verb in VERBS.iter().filter(|verb| verb[0] != "check") {
        let from = |text: &str, name: &[&str]| {
            let (code, out, _) = run(&[&["cover"][..], verb, name].concat(), text);
            (code, out)
        };
        let expected = from(TOY, &[]);
        assert_ne!(expected.0, 2, "{verb:?}");
        // The rate of an estimate is measured.
        if verb[0] != "estimate" {
            assert_eq!(from(&json, &["-"]), expected, "{verb:?}");
            let windows = format!("\u{feff}{}", TOY.replace('\n', "\r\n"));
            assert_eq!(from(&windows, &["-"]), expected, "{verb:?}");
        }
    }
}

#[test]
fn results_that_nobody_reads_end_the_program_quietly() {
    let folder = folder();
    let path = file(&folder, "16.dlx", langford(16));
    let mut program = std::process::Command::new(assert_cmd::cargo::cargo_bin("quadrille"))
        .args(["cover", "solve", "--all", &path])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut line = String::new();
    let mut out = BufReader::new(program.stdout.take().expect("a pipe"));
    out.read_line(&mut line).expect("a line");
    drop(out);
    let output = program.wait_with_output().expect("it ends");
    assert_eq!((line.as_str(), output.status.code()), ("1:\n", Some(0)));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_is_not_waited_for() {
    for verb in ["solve", "count", "explain", "estimate", "lint", "preprocess"] {
        let line = format!("cover {verb}");
        let told = "no problem given: expected a file, or `-`";
        let Some((code, _)) = on_a_terminal(&line, told, b"") else { return };
        assert_eq!(code, 2, "{verb}");
    }
}

#[test]
fn a_large_file_is_read_and_written_in_linear_time() {
    use std::fmt::Write;
    let options = 200_000;
    let mut text = String::from("a b");
    for item in 0..1000 {
        write!(text, " {}p{item}", if item == 0 { "| " } else { "" }).expect("a string");
    }
    text.push('\n');
    for option in 0..options {
        let side = if option % 2 == 0 { "a" } else { "b" };
        writeln!(text, "{side} p{}:c{} |{option}", option * 7 % 1000, option % 5)
            .expect("a string");
    }
    let folder = folder();
    let path = file(&folder, "large.dlx", &text);
    let start = std::time::Instant::now();
    let (code, out, _) = run(&["cover", "solve", "--min-cost", &path], "");
    assert_eq!((code, out.lines().next()), (0, Some("1: cost 1")));
    let (code, written, _) = run(&["cover", "convert", "--to", "text", &path], "");
    // An option that costs nothing says nothing of it.
    assert_eq!((code, written == text.replacen(" |0\n", "\n", 1)), (0, true));
    let claim = file(&folder, "claim.txt", &out);
    assert_eq!(run(&["cover", "check", &path, &claim], "").1, "1: valid\n");
    // Quadratic, it would be minutes.
    assert!(start.elapsed().as_secs() < 30, "{:?}", start.elapsed());
}
