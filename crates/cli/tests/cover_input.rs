//! What the verbs of `quadrille cover` say to files that are none of theirs.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use crate::common::*;
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
        let why = match case.name.as_str() {
            "text-format.json" => "; a file whose name ends in `.json` is taken for JSON",
            _ => "",
        };
        let told = format!("{path}:{line}:{column}: error:{message}{why}\n");
        assert_eq!(err, told, "{}", case.name);
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

#[test]
fn standard_input_is_read_once() {
    for arguments in [
        &["cover", "count", "-", "-"][..],
        &["cover", "solve", "-", "x.dlx", "/dev/stdin"],
        &["solve", "-", "-"],
    ] {
        let (code, out, err) = run(arguments, TOY);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {err}");
        assert!(err.contains("standard input stands there twice"), "{err}");
    }
}

#[test]
fn a_problem_that_begins_with_a_brace_is_read_back_and_told_why_it_is_not_read() {
    let text = "{a b\n{a b\n";
    let (code, _, err) = run(&["cover", "count"], text);
    assert_eq!(code, 2);
    assert!(err.contains("what begins with `{` is taken for JSON: a comment"), "{err}");
    let commented = format!("| text\n{text}");
    assert_eq!(run(&["cover", "count"], &commented).1, "1\n");
    for verb in [&["cover", "convert", "--to", "text"][..], &["cover", "preprocess"]] {
        let (code, written, err) = run(verb, "| text\n{a b\n{a\nb\n{a b\n");
        assert_eq!(code, 0, "{err}");
        assert_eq!(run(&["cover", "count"], &written).1, "2\n", "{written}");
    }
    // JSON with a fault is no text.
    let (_, _, err) = run(&["cover", "count"], "{\"items\": [");
    assert!(!err.contains("taken for JSON"), "{err}");
    let folder = folder();
    let named = file(&folder, "a.json", "a\na\n");
    let (_, _, err) = run(&["cover", "count", &named], "");
    assert!(err.contains("whose name ends in `.json` is taken for JSON"), "{err}");
}

#[test]
fn a_picture_that_cannot_be_understood_is_told_apart_from_none() {
    let bad = "| picture: queens 9999999x9999999\na\na\n";
    let (code, _, err) = run(&["cover", "solve", "--render"], bad);
    assert_eq!(code, 2);
    assert!(err.ends_with(", found \"| picture: queens 9999999x9999999\"\n"), "{err}");
    let (_, _, err) = run(&["cover", "solve", "--render"], "a\na\n");
    assert!(err.ends_with("`quadrille puzzle` writes one\n"), "{err}");
}

#[test]
fn an_output_is_none_of_the_inputs() {
    let folder = folder();
    let queens = run(&["puzzle", "queens", "6"], "").1;
    let problem = file(&folder, "6.dlx", &queens);
    let here = folder.path().join(".").join("6.dlx");
    let here = here.to_str().expect("a name");
    let saved = folder.path().join("run.json");
    let saved = saved.to_str().expect("a name");
    for arguments in [
        &["cover", "solve", "--svg", here, &problem][..],
        &["cover", "convert", "--to", "json", "-o", here, &problem],
        &["compare", "--json", here, &problem],
    ] {
        let (code, out, err) = run(arguments, "");
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        assert!(err.contains("would be overwritten: it is one of the inputs"), "{err}");
    }
    let both = ["cover", "solve", &problem, "--svg", saved, "--checkpoint", saved];
    let (code, _, err) = run(&both, "");
    assert_eq!(code, 2);
    assert!(err.contains("is both picture and checkpoint"), "{err}");
    assert_eq!(std::fs::read_to_string(&problem).expect("a problem"), queens);
}

/// An item that many options have, to be covered by up to half of them.
fn wide() -> String {
    let mut problem = "0:20000|a\n".to_owned();
    problem.extend(std::iter::repeat_n("a\n", 40_000));
    problem
}

#[test]
fn a_formula_grows_with_the_problem_and_not_with_what_is_counted() {
    let (code, out, err) = run(&["cover", "convert", "--to", "cnf"], &wide());
    assert_eq!(code, 0, "{err}");
    let header = out.lines().find_map(|line| line.strip_prefix("p cnf ")).expect("a header");
    let sizes: Vec<u32> = header.split(' ').map(|n| n.parse().expect("a number")).collect();
    assert!(sizes[0] < 4 * 40_000 && sizes[1] < 20 * 40_000, "{header}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_conversion_that_is_being_written() {
    use std::io::Read;
    use std::process::{Command, Stdio};
    let folder = folder();
    let problem = file(&folder, "wide.dlx", wide());
    let whole = run(&["cover", "convert", "--to", "cnf", &problem], "").1.len();
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("quadrille"));
    command.args(["cover", "convert", "--to", "cnf", &problem]);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut program = command.spawn().expect("the program runs");
    let mut output = program.stdout.take().expect("a pipe");
    let mut written = vec![0; 1000];
    output.read_exact(&mut written).expect("bytes");
    // It waits until somebody reads on; that the signal has come by then takes a moment.
    let kill = Command::new("kill").args(["-INT", &program.id().to_string()]).status();
    assert!(kill.is_ok_and(|status| status.success()));
    std::thread::sleep(std::time::Duration::from_millis(300));
    output.read_to_end(&mut written).expect("bytes");
    let ended = program.wait_with_output().expect("it ends");
    let err = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(3), "{err}");
    assert_eq!(err, "warning: interrupted: not all of it was written\n");
    assert!(written.len() < whole / 2, "{} of {whole}", written.len());
}

#[test]
fn a_reduced_problem_is_drawn_as_the_whole_one() {
    let queens = run(&["puzzle", "queens", "8"], "").1;
    let (_, reduced, _) = run(&["cover", "preprocess", "--given", "0"], &queens);
    assert!(reduced.starts_with("| picture: queens 8x8\n| forced: "), "{reduced}");
    let (code, drawn, err) = run(&["cover", "solve", "--render"], &reduced);
    assert_eq!((code, err.as_str(), drawn.matches('♛').count()), (0, "", 7), "{drawn}");
}

#[test]
fn names_that_a_terminal_would_obey_are_quoted() {
    let problem = "a \u{1b}[31mb \u{9b}q | x\na\na \u{1b}[31mb x:\u{1b}c\na\n";
    for arguments in [
        &["cover", "lint"][..],
        &["cover", "lint", "--json"],
        &["cover", "preprocess", "--list"],
        &["cover", "explain"],
        &["cover", "solve"],
        &["cover", "count", "--given", "a \u{1b}"],
    ] {
        let (_, out, err) = run(arguments, problem);
        let shown = format!("{out}{err}");
        assert!(!shown.contains(|c: char| c.is_control() && c != '\n'), "{arguments:?}: {shown:?}");
    }
    assert!(run(&["cover", "lint"], problem).1.contains("item \"\\u009bq\" has no option"));
}
