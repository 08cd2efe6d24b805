//! Files of puzzles through `solve` and `check`: the same output for any number of threads, in order, as it
//! is known, packed or not.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{self, Stdio};

use crate::common::*;
use flate2::Compression;
use flate2::write::GzEncoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

/// Two thousand lines of all kinds, wrong ones among them, and an answer that tells each line.
fn mixed() -> (String, Vec<String>) {
    let (mut text, mut answers) = (String::new(), Vec::new());
    for number in 0..2000u32 {
        let (line, answer) = match number % 7 {
            0 => (CLASH.to_owned(), "invalid: digit 5 twice in row 1".to_owned()),
            3 => (IMPOSSIBLE.to_owned(), "no solution".to_owned()),
            _ => {
                // The digits are renamed, so that the lines are told apart.
                let rename = |c: char| match c.to_digit(10) {
                    Some(digit) => char::from_digit((digit + number) % 9 + 1, 10).expect("1 to 9"),
                    None => c,
                };
                (PUZZLE.chars().map(rename).collect(), SOLUTION.chars().map(rename).collect())
            }
        };
        text += &line;
        text += if number % 11 == 0 { "\r\n" } else { "\n" };
        answers.push(answer);
    }
    (text, answers)
}

#[test]
fn every_number_of_threads_writes_the_same_in_the_order_of_the_input() {
    let (text, answers) = mixed();
    let folder = folder();
    let name = file(&folder, "mixed.txt", &text);
    for strategy in ["auto", "lanes", "mrv"] {
        let solve = |threads| run(&["solve", "-s", strategy, "--threads", threads, &name], "");
        let one = solve("1");
        assert_eq!(one.0, 2);
        assert_eq!(one.1.lines().count(), answers.len());
        for (found, expected) in one.1.lines().zip(&answers) {
            assert!(found.starts_with(expected), "{found}, not {expected}");
        }
        for threads in ["2", "3", "16"] {
            assert_eq!(solve(threads), one, "{strategy}, {threads} threads");
        }
    }
    for more in [&["--format", "json"][..], &["-n", "3"], &["--format", "grid", "-n", "2"]] {
        let solve = |threads| {
            let arguments = ["solve", "--threads", threads, &name];
            run(&[&arguments[..], more].concat(), "")
        };
        assert_eq!(solve("4"), solve("1"), "{more:?}");
    }
    for more in [&["--json"][..], &[], &["--show", "-n", "5"], &["--count", "-s", "mrv"]] {
        let check = |threads| {
            let arguments = ["check", "--threads", threads, &name];
            run(&[&arguments[..], more].concat(), "")
        };
        assert_eq!(check("4"), check("1"), "{more:?}");
    }
}

#[test]
fn puzzles_are_set_apart_by_one_empty_line_wherever_they_come_from() {
    let folder = folder();
    let one = file(&folder, "one.txt", format!("{PUZZLE}\n{AMBIGUOUS}\n"));
    let (code, out, _) = run(&["solve", "--all", "nowhere-at-all", &one, PUZZLE], "");
    assert_eq!(code, 2);
    let lines: Vec<&str> = out.lines().collect();
    let apart: Vec<usize> = (0..lines.len()).filter(|&line| lines[line].is_empty()).collect();
    assert_eq!((lines.len(), apart), (6, vec![1, 4]), "{out}");
}

#[test]
fn packed_files_are_unpacked_by_the_ending_of_their_names() {
    let folder = folder();
    let (text, _) = mixed();
    let plain = file(&folder, "plain.txt", &text);
    let expected = run(&["solve", &plain], "");
    let gzip = |text: &str| {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(text.as_bytes()).expect("memory takes all");
        encoder.finish().expect("memory takes all")
    };
    let zstandard = |text: &str| compress_to_vec(text.as_bytes(), CompressionLevel::Fastest);
    // Two parts, as `cat a.gz b.gz` makes them, divided within a line.
    let (head, tail) = text.split_at(5000);
    let packed = [
        file(&folder, "packed.gz", [gzip(head), gzip(tail)].concat()),
        file(&folder, "packed.txt.zst", [zstandard(head), zstandard(tail)].concat()),
    ];
    for name in &packed {
        let (code, out, err) = run(&["solve", name], "");
        assert_eq!((code, &out), (expected.0, &expected.1), "{name}");
        assert_eq!(err.replace(name.as_str(), &plain), expected.2, "{name}");
    }
    for name in &packed {
        let mut bytes = std::fs::read(name).expect("it was written");
        bytes.truncate(bytes.len() - 5);
        std::fs::write(name, bytes).expect("it is written");
        let (code, _, err) = run(&["check", name], "");
        assert_eq!(code, 2, "{name}");
        assert!(err.contains("error: "), "{name} is cut short: {err}");
    }
    let cover = file(&folder, "toy.dlx.gz", gzip(TOY));
    assert_eq!(run(&["cover", "count", &cover], ""), (0, "2\n".to_owned(), String::new()));
}

#[test]
fn an_answer_comes_before_the_next_line_is_written() {
    for verb in ["solve", "check"] {
        let mut program = process::Command::new(assert_cmd::cargo::cargo_bin("quadrille"))
            .args([verb, "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it runs");
        let mut input = program.stdin.take().expect("a pipe");
        let mut output = BufReader::new(program.stdout.take().expect("a pipe"));
        for _ in 0..3 {
            writeln!(input, "{PUZZLE}").expect("it reads");
            let mut line = String::new();
            output.read_line(&mut line).expect("a line");
            let expected = if verb == "solve" { SOLUTION } else { "unique" };
            assert_eq!(line.trim_end(), expected);
        }
        drop(input);
        assert!(program.wait().expect("it ends").success());
    }
}

#[test]
fn a_reader_that_has_seen_enough_ends_the_program() {
    let folder = folder();
    // The empty grid has more solutions than anybody can wait for.
    let name = file(&folder, "long.txt", format!("{EMPTY}\n").repeat(100));
    for threads in ["1", "4"] {
        let mut program = process::Command::new(assert_cmd::cargo::cargo_bin("quadrille"))
            .args(["solve", "--all", "--threads", threads, &name])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it runs");
        let mut output = BufReader::new(program.stdout.take().expect("a pipe"));
        let mut line = String::new();
        output.read_line(&mut line).expect("a line");
        assert_eq!(line.len(), 82, "{line}");
        drop(output);
        assert!(program.wait().expect("it ends").success());
        let mut said = String::new();
        program.stderr.take().expect("a pipe").read_to_string(&mut said).expect("text");
        assert_eq!(said, "");
    }
}

/// What is known is written, also into a file or a pipe, while a puzzle behind it is searched without end.
#[test]
fn answers_do_not_wait_for_a_long_search_behind_them() {
    let folder = folder();
    let name = file(&folder, "long.txt", format!("{PUZZLE}\n{PUZZLE}\n{EMPTY}\n{PUZZLE}\n"));
    for (more, strategy) in [(&["-n", "1000000000000"][..], "auto"), (&["--count"], "mrv")] {
        for threads in ["1", "3"] {
            let mut program = process::Command::new(assert_cmd::cargo::cargo_bin("quadrille"))
                .args(["check", "-s", strategy, "--threads", threads, &name])
                .args(more)
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .expect("it runs");
            let mut output = BufReader::new(program.stdout.take().expect("a pipe"));
            for _ in 0..2 {
                let mut line = String::new();
                output.read_line(&mut line).expect("a line");
                assert!(line == "unique\n" || line == "1\n", "{line}");
            }
            program.kill().expect("it still runs");
            program.wait().expect("it ends");
        }
    }
}

#[test]
fn limits_of_nodes_and_time_are_those_of_each_puzzle_however_many_there_are() {
    let several =
        "8.........95.......76.........792.4....4169.2...538......671495...924783...853216";
    let folder = folder();
    let name = file(&folder, "many.txt", format!("{several}\n").repeat(300));
    for limit in ["0", "1", "2", "5"] {
        let (_, alone, _) = run(&["check", "--node-limit", limit, several], "");
        for threads in ["1", "4"] {
            let arguments = ["check", "--node-limit", limit, "--threads", threads, &name];
            let (_, out, _) = run(&arguments, "");
            assert_eq!(out, alone.repeat(300), "{limit} nodes, {threads} threads");
        }
    }
}
