//! `quadrille corpus`, as its users call it.

use std::collections::HashSet;
use std::io::{BufRead, BufReader, Write};
use std::process::{self, Stdio};

use crate::common::*;
use flate2::Compression;
use flate2::write::GzEncoder;
use quadrille_sudoku::canonical::{Symmetry, canonical};
use quadrille_sudoku::{Shape, format};

/// The same puzzle to a solver, another one to the eye.
fn isomorph(line: &str, seed: u64) -> String {
    let puzzle = format::parse(line, Shape::CLASSIC).expect("a puzzle").puzzle;
    format::line(&Symmetry::random(seed).apply(&puzzle).expect("9×9")).to_string()
}

fn are_isomorphic(a: &str, b: &str) -> bool {
    let form = |line| canonical(&format::parse(line, Shape::CLASSIC).unwrap().puzzle).unwrap();
    form(a).form() == form(b).form()
}

/// Puzzles of one clue, which are told apart by its cell.
fn numbered(count: usize) -> Vec<String> {
    let one = |number: usize| {
        let mut cells = vec![b'.'; 81];
        cells[number % 81] = b'1' + (number / 81) as u8;
        String::from_utf8(cells).expect("ASCII")
    };
    (0..count).map(one).collect()
}

fn lines(text: &str) -> Vec<&str> {
    text.lines().collect()
}

#[test]
fn dedup_keeps_the_first_of_equal_puzzles_with_its_comment() {
    let text = format!("{PUZZLE} # first\n{HARD}\n{PUZZLE} # second\n\n{HARD}\n{AMBIGUOUS}\n");
    let (code, out, err) = run(&["corpus", "dedup"], &text);
    assert_eq!((code, out), (0, format!("{PUZZLE} # first\n{HARD}\n{AMBIGUOUS}\n")));
    assert_eq!(err, "5 puzzles: 3 written, 2 left out\n");
    let (_, out, _) = run(&["corpus", "dedup", "--no-comments"], &text);
    assert_eq!(out, format!("{PUZZLE}\n{HARD}\n{AMBIGUOUS}\n"));
}

#[test]
fn dedup_up_to_isomorphism_leaves_out_what_only_looks_different() {
    let mut text = String::new();
    for seed in 0..50 {
        text += &format!("{}\n{}\n", isomorph(PUZZLE, seed), isomorph(HARD, seed));
    }
    let exact = run(&["corpus", "dedup"], &text);
    assert_eq!((exact.0, lines(&exact.1).len()), (0, 100));
    let (code, out, err) = run(&["corpus", "dedup", "--isomorphic"], &text);
    assert_eq!((code, lines(&out)), (0, lines(&text)[..2].to_vec()));
    assert_eq!(err, "100 puzzles: 2 written, 98 left out\n");
}

#[test]
fn isomorphism_is_only_for_the_classic_shape_without_pencilmarks() {
    for verb in [
        &["dedup", "--isomorphic"][..],
        &["shuffle", "--isomorphic"],
        &["sort", "--by", "canonical"],
    ] {
        let arguments = [&["corpus"], verb].concat();
        let four = run(&[&arguments[..], &["--box", "2x2", "1..............."]].concat(), "");
        let message =
            "canonical forms are for 9×9 with boxes of 3×3, this is 4×4 with boxes of 2×2";
        assert_eq!(four, (2, String::new(), format!("error: {message}\n")), "{verb:?}");
        let marked = format!("12345678.{}", "123456789".repeat(80));
        let (code, out, err) = run(&arguments, &format!("{PUZZLE}\n{marked}\n"));
        assert_eq!((code, lines(&out).len()), (2, 1), "{verb:?}");
        assert!(err.starts_with("<stdin>:2: error: a puzzle with pencilmarks has no"), "{err}");
    }
    // Exactly equal puzzles are found in all shapes.
    let four = "1...............\n.2..............\n1...............\n";
    let (code, out, _) = run(&["corpus", "dedup", "--box", "2x2"], four);
    assert_eq!((code, out.as_str()), (0, "1...............\n.2..............\n"));
}

#[test]
fn a_sample_is_in_the_order_of_the_input_and_the_same_for_a_seed() {
    let all = numbered(500);
    let text = all.join("\n");
    let sample = |seed: &str| run(&["corpus", "sample", "20", "--seed", seed], &text);
    let (code, out, err) = sample("7");
    assert_eq!((code, err.as_str()), (0, ""));
    let places: Vec<usize> = lines(&out)
        .iter()
        .map(|line| all.iter().position(|other| other == line).expect("one of them"))
        .collect();
    assert_eq!(places.len(), 20);
    assert!(places.is_sorted_by(|a, b| a < b), "{places:?}");
    assert_eq!(sample("7").1, out);
    assert_ne!(sample("8").1, out);
}

#[test]
fn every_puzzle_is_as_likely_in_a_sample() {
    let all = numbered(10);
    let text = all.join("\n");
    let mut met = [0u32; 10];
    for seed in 0..200 {
        let (_, out, _) = run(&["corpus", "sample", "3", "--seed", &seed.to_string()], &text);
        for line in out.lines() {
            met[all.iter().position(|other| other == line).expect("one of them")] += 1;
        }
    }
    // 60 each; five standard deviations are 32.
    assert!(met.iter().all(|count| count.abs_diff(60) < 33), "{met:?}");
}

#[test]
fn a_sample_of_more_than_there_are_is_all_of_them() {
    let text = format!("{PUZZLE}\n{HARD}\n");
    let (code, out, err) = run(&["corpus", "sample", "3"], &text);
    assert_eq!((code, out), (0, text));
    assert_eq!(err, "warning: there are but 2 puzzles: all are taken\n");
    let (code, _, err) = run(&["corpus", "sample", "0"], "");
    assert_eq!(code, 2);
    assert!(err.contains("expected 1 or more"), "{err}");
}

#[test]
fn shuffling_loses_nothing_and_keeps_comments_with_their_puzzles() {
    let all: Vec<String> =
        numbered(300).iter().enumerate().map(|(n, line)| format!("{line} # {n}")).collect();
    let text = all.join("\n") + "\n";
    let (code, out, _) = run(&["corpus", "shuffle", "--seed", "5"], &text);
    assert_eq!(code, 0);
    assert_ne!(out, text);
    let set = |text: &str| text.lines().map(str::to_owned).collect::<HashSet<_>>();
    assert_eq!((lines(&out).len(), set(&out)), (300, set(&text)));
    assert_eq!(run(&["corpus", "shuffle", "--seed", "5"], &text).1, out);
    assert_ne!(run(&["corpus", "shuffle", "--seed", "6"], &text).1, out);
}

#[test]
fn disguised_puzzles_are_isomorphic_line_by_line_if_the_order_is_kept() {
    let text = format!("{PUZZLE} # easy\n{HARD}\n{PUZZLE}\n");
    let arguments = ["corpus", "shuffle", "--isomorphic", "--keep-order"];
    let (code, out, _) = run(&arguments, &text);
    let all = lines(&out);
    assert_eq!((code, all.len()), (0, 3));
    assert!(all[0].ends_with(" # easy"), "{out}");
    for (image, original) in all.iter().zip([PUZZLE, HARD, PUZZLE]) {
        assert_ne!(image, &original);
        assert!(are_isomorphic(image, original), "{image}");
    }
    // Each is disguised in its own way.
    assert_ne!(all[0].split(' ').next(), Some(all[2]));
    let (code, _, err) = run(&["corpus", "shuffle", "--keep-order"], &text);
    assert_eq!(code, 2);
    assert!(err.contains("--isomorphic"), "{err}");
}

#[test]
fn sorting_is_stable_by_every_key_and_both_ways() {
    let sorted = |arguments: &[&str], text: &str| {
        let (code, out, _) = run(&[&["corpus", "sort"], arguments].concat(), text);
        assert_eq!(code, 0, "{arguments:?}");
        out
    };
    let text = format!("{PUZZLE} # a\n{HARD} # b\n{SOLUTION} # c\n{HARD} # d\n");
    let clues = sorted(&["--by", "clues"], &text);
    assert_eq!(clues, format!("{HARD} # b\n{HARD} # d\n{PUZZLE} # a\n{SOLUTION} # c\n"));
    let reverse = sorted(&["--by", "clues", "--reverse"], &text);
    assert_eq!(reverse, format!("{SOLUTION} # c\n{PUZZLE} # a\n{HARD} # b\n{HARD} # d\n"));
    // Neither the book's puzzle nor its solution needs a guess.
    let nodes = sorted(&["--by", "nodes", "--reverse"], &text);
    assert_eq!(nodes, format!("{HARD} # b\n{HARD} # d\n{PUZZLE} # a\n{SOLUTION} # c\n"));
    let line = sorted(&[], &text);
    assert_eq!(line, format!("{PUZZLE} # a\n{SOLUTION} # c\n{HARD} # b\n{HARD} # d\n"));
    // Isomorphic ones come to stand side by side, in the order of the input.
    let mut mixed = String::new();
    for seed in 0..10 {
        mixed +=
            &format!("{} # p{seed}\n{} # h{seed}\n", isomorph(PUZZLE, seed), isomorph(HARD, seed));
    }
    let comments = |text: &str, of: char| -> Vec<String> {
        let comments = text.lines().map(|line| line.rsplit(' ').next().unwrap().to_owned());
        comments.filter(|comment| comment.starts_with(of)).collect()
    };
    let canonical = sorted(&["--by", "canonical"], &mixed);
    let runs = canonical.lines().map(|line| line.rsplit(' ').next().unwrap().as_bytes()[0]);
    let mut runs: Vec<u8> = runs.collect();
    runs.dedup();
    assert_eq!(runs.len(), 2, "{canonical}");
    for of in ['p', 'h'] {
        assert_eq!(comments(&canonical, of), comments(&mixed, of));
    }
}

#[test]
fn a_limit_leaves_the_order_by_nodes_open() {
    let text = format!("{HARD}\n{PUZZLE}\n");
    let arguments = ["corpus", "sort", "--by", "nodes", "--node-limit", "1"];
    let (code, out, err) = run(&arguments, &text);
    assert_eq!((code, lines(&out).len()), (3, 2));
    assert!(err.starts_with("warning: 1 puzzle: a limit stopped the search"), "{err}");
}

#[test]
fn info_says_what_there_is() {
    let copies = format!("{PUZZLE}\n{}\n{HARD}\n{PUZZLE}\n", isomorph(PUZZLE, 3));
    let text = format!("{copies}{AMBIGUOUS}\n{IMPOSSIBLE}\n{CLASH}\nnonsense\n");
    let (code, out, err) = run(&["corpus", "info", "--minimal", "--json"], &text);
    assert_eq!(code, 2);
    assert!(err.starts_with("<stdin>:7:2: error: digit 5 twice in row 1"), "{err}");
    assert!(err.contains("<stdin>:8:1: error: "), "{err}");
    let info: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(info["complete"], true);
    assert_eq!((&info["puzzles"], &info["invalid"]), (&6.into(), &2.into()));
    let solutions = serde_json::json!({"unique": 4, "multiple": 1, "none": 1, "unknown": 0});
    assert_eq!(info["solutions"], solutions);
    let duplicates = serde_json::json!({"exact": 1, "isomorphic": 2, "classes": 4});
    assert_eq!(info["duplicates"], duplicates);
    // Four clues of the book's puzzle can go; of the hard one, none.
    assert_eq!(info["minimal"], serde_json::json!({"yes": 1, "no": 3, "unknown": 0}));
    assert_eq!((&info["clues"]["least"], &info["clues"]["most"]), (&21.into(), &77.into()));
    assert_eq!(info["clues"]["histogram"]["30"], 3);
    assert_eq!(info["nodes"]["median"], 0);
    assert!(info["nodes"]["most"].as_u64() > Some(10), "{}", info["nodes"]);
    assert_eq!(info["nodes"]["strategy"], "lanes");
    let (_, out, _) = run(&["corpus", "info", "--minimal"], &text);
    for line in [
        "puzzles      6, and 2 invalid entries",
        "size         9×9 with boxes of 3×3",
        "solutions    4 unique, 1 multiple, 1 none",
        "duplicates   1 exact, 2 up to isomorphism",
        "minimal      1 yes, 3 no",
    ] {
        assert!(out.lines().any(|other| other == line), "{line:?} in {out}");
    }
}

#[test]
fn info_is_the_same_for_any_number_of_threads() {
    let mut text = String::new();
    for seed in 0..600 {
        text += &isomorph(if seed % 3 == 0 { HARD } else { PUZZLE }, seed);
        text += "\n";
    }
    let info = |threads| run(&["corpus", "info", "--json", "--threads", threads], &text);
    let one = info("1");
    assert_eq!(one.0, 0);
    let found: serde_json::Value = serde_json::from_str(&one.1).expect("JSON");
    assert_eq!((&found["puzzles"], &found["duplicates"]["classes"]), (&600.into(), &2.into()));
    for threads in ["2", "7"] {
        assert_eq!(info(threads).1, one.1);
    }
}

#[test]
fn info_of_other_shapes_counts_equal_puzzles_only() {
    let text = "1...............\n.1..............\n1...............\n";
    let (code, out, _) = run(&["corpus", "info", "--box", "2x2", "--json"], text);
    let info: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((code, &info["size"]), (0, &4.into()));
    assert_eq!(info["duplicates"], serde_json::json!({"exact": 1}));
    assert_eq!(
        (&info["automorphic"], &info["nodes"]),
        (&serde_json::Value::Null, &serde_json::Value::Null)
    );
    let (_, out, _) = run(&["corpus", "info", "--no-duplicates"], PUZZLE);
    assert!(!out.contains("duplicates") && !out.contains("automorphic"), "{out}");
    let (code, out, _) = run(&["corpus", "info", "--node-limit", "1"], HARD);
    assert_eq!(code, 3);
    assert!(out.contains("solutions    1 unknown"), "{out}");
}

#[test]
fn packed_files_and_all_layouts_are_read_and_every_layout_is_written() {
    let folder = folder();
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(format!("{PUZZLE} # packed\n").as_bytes()).expect("a vector takes all");
    let packed = file(&folder, "a.txt.gz", packer.finish().expect("packed"));
    let rows: Vec<String> =
        HARD.as_bytes().chunks(9).map(|row| String::from_utf8(row.to_vec()).unwrap()).collect();
    let drawn = file(&folder, "b.txt", rows.join("\n"));
    let document = file(&folder, "c.json", format!("{{\"puzzle\": \"{AMBIGUOUS}\"}}"));
    let inputs = [&packed, &drawn, &document].map(String::as_str);
    let expected = format!("{PUZZLE} # packed\n{HARD}\n{AMBIGUOUS}\n");
    for format in ["line", "rows", "grid", "json", "pencilmarks"] {
        let arguments = [&["corpus", "dedup", "--format", format], &inputs[..]].concat();
        let (code, out, _) = run(&arguments, "");
        assert_eq!(code, 0);
        let (code, again, _) = run(&["corpus", "dedup", "-"], &out);
        assert_eq!(code, 0, "{format}");
        let keeps = matches!(format, "line" | "pencilmarks");
        let comment = if keeps { "" } else { " # packed" };
        assert_eq!(again, expected.replace(comment, ""), "{format}");
    }
}

#[test]
fn what_cannot_be_read_is_told_and_the_rest_is_done() {
    let folder = folder();
    let one = file(&folder, "one.txt", format!("{PUZZLE}\n{CLASH}\n{HARD}\n"));
    for verb in [&["sample", "9"][..], &["dedup"], &["shuffle"], &["sort"]] {
        let arguments = [&["corpus"], verb, &["nowhere-at-all", &one]].concat();
        let (code, out, err) = run(&arguments, "");
        assert_eq!((code, lines(&out).len()), (2, 2), "{verb:?}");
        assert!(err.contains("error: `nowhere-at-all`: no such file"), "{err}");
        assert!(err.contains(&format!("{one}:2:2: error: digit 5 twice in row 1")), "{err}");
    }
}

/// The program with pipes, to be written to and read from while it runs.
fn piped(arguments: &[&str]) -> process::Child {
    process::Command::new(assert_cmd::cargo::cargo_bin("quadrille"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

#[test]
fn dedup_writes_what_it_knows_before_the_input_ends_and_a_closed_pipe_ends_it() {
    let mut program = piped(&["corpus", "dedup", "-"]);
    let mut input = program.stdin.take().expect("a pipe");
    writeln!(input, "{PUZZLE}\n{HARD}").expect("it reads");
    input.flush().expect("it reads");
    let mut output = BufReader::new(program.stdout.take().expect("a pipe"));
    let mut line = String::new();
    output.read_line(&mut line).expect("a line");
    assert_eq!(line.trim_end(), PUZZLE);
    drop(output);
    // Enough for several buffers; the program may be gone before it has read all of it.
    let many = numbered(600).join("\n").repeat(20);
    let _ = input.write_all(many.as_bytes());
    drop(input);
    assert_eq!(program.wait().expect("it ends").code(), Some(0));
}

#[cfg(unix)]
#[test]
fn after_ctrl_c_nothing_is_sorted_or_sampled_and_info_says_what_it_has() {
    for (verb, shown) in [
        (&["sort"][..], false),
        (&["sample", "2"], false),
        (&["shuffle"], false),
        (&["info"], true),
    ] {
        let mut program = piped(&[&["corpus"], verb, &["-"]].concat());
        let mut input = program.stdin.take().expect("a pipe");
        writeln!(input, "{PUZZLE}\n{HARD}").expect("it reads");
        input.flush().expect("it reads");
        // Until the handler is there and the puzzles are taken.
        std::thread::sleep(std::time::Duration::from_millis(700));
        let pid = program.id().to_string();
        let sent = process::Command::new("kill").args(["-INT", &pid]).status().expect("kill");
        assert!(sent.success());
        let output = program.wait_with_output().expect("it ends");
        drop(input);
        assert_eq!(output.status.code(), Some(3), "{verb:?}");
        let out = String::from_utf8(output.stdout).expect("UTF-8");
        assert_eq!(out.contains("until the interrupt"), shown, "{verb:?}: {out}");
        assert_eq!(out.is_empty(), !shown, "{verb:?}: {out}");
        let err = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(err.contains("interrupted"), "{verb:?}: {err}");
    }
}
