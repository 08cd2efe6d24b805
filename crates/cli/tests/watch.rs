//! `quadrille watch`: its events, its frames, its recordings, and a terminal.

use std::fs;

use crate::common::*;
use serde_json::Value;

fn events(arguments: &[&str], input: &str) -> (i32, Vec<Value>) {
    let line = [&["watch", "--format", "json"], arguments].concat();
    let (code, out, err) = run(&line, input);
    assert_eq!(err, "", "{arguments:?}");
    (code, out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect())
}

fn words(events: &[Value]) -> Vec<&str> {
    events.iter().filter_map(|event| event["event"].as_str()).collect()
}

/// TAOCP 7.2.2.1, (5): one solution.
const ONE: &str = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";

#[test]
fn the_events_of_the_toy_problem_end_at_its_solution() {
    let (code, events) = events(&["--cover", "--strategy", "links"], ONE);
    assert_eq!(code, 0);
    let expected = [
        "choose", "try", "choose", "try", "undo", "retreat", "undo", "try", "choose", "try",
        "choose", "try", "solution", "end",
    ];
    assert_eq!(words(&events), expected);
    assert_eq!(events[0]["item"], "a");
    assert_eq!(events[0]["options"], serde_json::json!(["a d g", "a d f"]));
    assert_eq!(events[1]["option"], "a d g");
    assert_eq!(events[12]["solution"], serde_json::json!(["a d f", "c e", "b g"]));
    let end = &events[13];
    assert_eq!(
        (&end["reason"], &end["nodes"], &end["undone"]),
        (&"solutions".into(), &5.into(), &2.into())
    );
}

#[test]
fn to_the_end_everything_is_taken_back() {
    let (code, events) = events(&["--cover", "--strategy", "cells", "--until", "end"], TOY);
    assert_eq!(code, 0);
    let count = |word| words(&events).iter().filter(|&&other| other == word).count();
    assert_eq!(
        (count("solution"), count("try"), count("choose")),
        (2, count("undo"), count("retreat"))
    );
    assert_eq!(words(&events)[events.len() - 2..], ["exhausted", "end"]);
}

#[test]
fn a_sudoku_is_told_by_cells_and_by_digits_in_houses() {
    let (code, events) = events(&[PUZZLE], "");
    assert_eq!((code, events.len()), (0, 51 * 2 + 2));
    let items: Vec<&str> = events.iter().filter_map(|event| event["item"].as_str()).collect();
    assert!(items.iter().any(|item| item.starts_with('r') && item.contains('c')), "{items:?}");
    assert!(items.iter().any(|item| item.contains('=')), "{items:?}");
    assert_eq!(events[102]["solution"], SOLUTION);
    assert_eq!(events[103]["nodes"], 51);
}

#[test]
fn every_strategy_ends_at_the_solution_with_the_nodes_that_solve_counts() {
    for name in ["backtrack", "tables", "mrv", "propagate", "dlx"] {
        let (code, events) = events(&["--strategy", name, PUZZLE], "");
        let (_, out, _) = run(&["solve", "--format", "json", "--strategy", name, PUZZLE], "");
        let solved: Value = serde_json::from_str(&out).expect("JSON");
        assert_eq!(code, 0, "{name}");
        assert_eq!(events[events.len() - 2]["solution"], SOLUTION, "{name}");
        assert_eq!(events[events.len() - 1]["nodes"], solved["nodes"], "{name}");
    }
}

#[test]
fn of_strategies_that_guess_the_forced_digits_are_shown_and_no_events() {
    for name in ["fast", "lanes", "auto"] {
        let (code, events) = events(&["--strategy", name, HARD], "");
        assert_eq!(code, 0, "{name}");
        let chosen: Vec<&Value> = events.iter().filter(|e| e["event"] == "choose").collect();
        // Nothing but cells is guessed, and none with a single candidate.
        for event in &chosen {
            assert!(event["item"].as_str().is_some_and(|item| item.contains('c')), "{event}");
            assert!(event["options"].as_array().is_some_and(|options| options.len() > 1));
        }
        let (_, out, _) = run(&["solve", "--format", "json", "--strategy", name, HARD], "");
        let solved: Value = serde_json::from_str(&out).expect("JSON");
        assert_eq!(events[events.len() - 1]["nodes"], solved["nodes"], "{name}");
        assert_eq!(events[events.len() - 2]["solution"], solved["solutions"][0], "{name}");
        let (_, out, err) = run(&["watch", "--strategy", name, HARD], "");
        assert!(err.starts_with(&format!("{} nodes", solved["nodes"])), "{name}: {err}");
        // The digits that the last guess but one has forced.
        let frames: Vec<&str> = out.split("level ").collect();
        let forced = frames[frames.len() - 2].matches('\'').count();
        assert!(forced > 3, "{name}: {out}");
    }
    // Without a guess there is a solution and nothing else.
    let (code, out, _) = run(&["watch", "--strategy", "fast", PUZZLE], "");
    assert_eq!((code, out.matches("fast  node 0").count()), (0, 1));
    assert!(out.contains("solution 1"), "{out}");
}

#[test]
fn given_and_forbidden_options_branching_and_seed_are_those_of_cover_solve() {
    let (_, queens, _) = run(&["puzzle", "queens", "8"], "");
    for arguments in [
        &["--seed", "3"][..],
        &["--branch", "first"],
        &["--branch", "random", "--seed", "5", "--strategy", "cells"],
        &["--given", "10", "--forbid", "3"],
    ] {
        let (code, events) = events(&[&["--cover"], arguments].concat(), &queens);
        assert_eq!(code, 0, "{arguments:?}");
        let (_, out, _) =
            run(&[&["cover", "solve", "--json", "--limit", "1"], arguments].concat(), &queens);
        let lines: Vec<Value> =
            out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let items = lines[0]["items"].as_array().expect("a solution").iter();
        let solved: Vec<String> = items
            .map(|items| {
                let items = items.as_array().expect("items").iter();
                items.filter_map(Value::as_str).collect::<Vec<_>>().join(" ")
            })
            .collect();
        let end = &events[events.len() - 1];
        assert_eq!(
            events[events.len() - 2]["solution"],
            serde_json::json!(solved),
            "{arguments:?}"
        );
        assert_eq!(end["nodes"], lines[1]["nodes"], "{arguments:?}");
    }
    let (_, out, _) = run(&["watch", "--cover", "--given", "10"], &queens);
    assert!(out.contains("\n0 in force, 1 given\n"), "{out}");
}

#[test]
fn without_a_terminal_frames_are_written_one_below_the_other() {
    let (code, out, err) = run(&["watch", PUZZLE], "");
    assert_eq!(code, 0);
    // One before the first node.
    assert_eq!(out.matches("dlx  node ").count(), 52);
    assert_eq!(
        err,
        "51 nodes, 0 taken back, 1 solution: ended at the solution, as asked for; there may be more\n"
    );
    let last = out.trim_end().rsplit("\n\n").next().expect("a frame");
    assert!(last.starts_with("┌─────────┬"), "{last}");
    assert!(last.ends_with("\nsolution 1"), "{last}");
    let digits: String =
        last.lines().take(13).collect::<String>().chars().filter(char::is_ascii_digit).collect();
    assert_eq!(digits, SOLUTION);
    assert!(!out.contains('\x1b'));
}

#[test]
fn from_and_until_bound_what_is_shown() {
    let (code, out, err) = run(&["watch", "--from", "10", "--until", "12", HARD], "");
    assert_eq!(code, 0);
    let headings: Vec<&str> = out.lines().filter(|line| line.starts_with("dlx")).collect();
    let nodes: Vec<&str> =
        headings.iter().filter_map(|line| line.split_whitespace().nth(2)).collect();
    assert_eq!(nodes, ["10", "11", "12"]);
    assert!(err.ends_with("ended at the node, as asked for\n"), "{err}");
    let (_, out, _) = run(&["watch", "--until", "0", HARD], "");
    assert_eq!(out.matches("node 0").count(), 1);
    assert!(out.contains("nothing is tried yet"), "{out}");
}

#[test]
fn a_dead_end_is_marked_and_the_end_of_a_search_in_vain_is_a_negative_answer() {
    let (code, out, err) = run(&["watch", IMPOSSIBLE], "");
    assert_eq!(code, 1);
    assert!(out.trim_end().ends_with("no solution  everything was tried"), "{out}");
    assert!(err.ends_with("0 solutions: everything was tried\n"), "{err}");
    let (_, out, _) = run(&["watch", "--strategy", "mrv", "--until", "60", HARD], "");
    assert!(out.contains(" dead end  back to level "), "{out}");
    assert!(out.contains('×'), "{out}");
}

#[test]
fn solutions_are_counted_to_the_limit() {
    let (code, events) = events(&["--until", "end", "--limit", "2", EMPTY], "");
    assert_eq!(code, 0);
    assert_eq!(words(&events).iter().filter(|&&word| word == "solution").count(), 2);
    let (code, out, _) = run(&["watch", "--until", "end", AMBIGUOUS], "");
    assert_eq!(code, 0);
    assert!(out.contains("solution 2") && out.contains("everything was tried"), "{out}");
}

#[test]
fn a_problem_of_the_gallery_is_drawn() {
    let (_, queens, _) = run(&["puzzle", "queens", "6"], "");
    let (code, out, _) = run(&["watch", "--cover", "-"], &queens);
    assert_eq!(code, 0);
    let last = out.trim_end().rsplit("\n\n").next().expect("a frame");
    assert_eq!(last.matches('♛').count(), 6, "{last}");
    assert!(last.contains("\nsolution 1\n"), "{last}");
}

#[test]
fn colours_are_written_if_they_are_wanted() {
    let (_, out, _) = run(&["watch", "--color", "always", "--until", "1", PUZZLE], "");
    assert!(out.contains("\x1b[1;38;5;16;48;5;220m["), "{out}");
}

/// A terminal that knows what recordings say to it, and no more.
fn played(data: &str) -> Vec<String> {
    let mut rows: Vec<String> = vec![String::new()];
    let mut row = 0;
    let mut rest = data;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            '\x1b' => {
                let body = rest.strip_prefix('[').expect("a sequence");
                let end = body.find(|c: char| c.is_ascii_alphabetic()).expect("its end");
                match &body[..=end] {
                    "H" => row = 0,
                    "2J" => rows.iter_mut().for_each(String::clear),
                    "J" => rows.truncate(row + 1),
                    // Each row is written from its beginning.
                    "K" | "?25l" | "?25h" => {}
                    style => assert!(style.ends_with('m'), "{style}"),
                }
                if &body[..=end] == "H" {
                    rows[0].clear();
                }
                rest = &body[end + 1..];
            }
            '\r' => {}
            '\n' => {
                row += 1;
                if rows.len() == row {
                    rows.push(String::new());
                }
                rows[row].clear();
            }
            c => rows[row].push(c),
        }
    }
    rows
}

#[test]
fn a_recording_for_asciinema_plays_to_the_last_frame() {
    let folder = folder();
    let path = folder.path().join("search.cast");
    let path = path.to_str().expect("UTF-8");
    let (code, out, err) =
        run(&["watch", "--record", path, "--speed", "4", "--color", "never", PUZZLE], "");
    assert_eq!((code, out.as_str()), (0, ""));
    assert!(err.starts_with("52 frames in "), "{err}");
    let text = fs::read_to_string(path).expect("the recording");
    let mut lines = text.lines();
    let header: Value = serde_json::from_str(lines.next().expect("a header")).expect("JSON");
    assert_eq!((&header["version"], &header["width"]), (&2.into(), &80.into()));
    let rows = header["height"].as_u64().expect("a height") as usize;
    let mut data = String::new();
    let mut times = Vec::new();
    for line in lines {
        let (time, kind, output): (f64, String, String) =
            serde_json::from_str(line).expect("an event");
        assert_eq!(kind, "o");
        times.push(time);
        data += &output;
    }
    assert_eq!((times.len(), times[0], times[51]), (52, 0.0, 12.75));
    let mut shown = played(&data);
    assert!(shown.len() <= rows);
    assert_eq!(shown.pop().as_deref(), Some(""), "the cursor is left below the frame");
    let (_, frames, _) = run(&["watch", "--from", "51", PUZZLE], "");
    // In colours a digit of the search has no mark.
    let plain = |text: &str| text.replace('\'', " ");
    let wanted: Vec<String> = frames.trim_end().lines().map(plain).collect();
    let shown: Vec<&str> = shown.iter().map(|line| line.trim_end()).collect();
    assert_eq!(shown, wanted);
}

#[test]
fn a_picture_that_moves_is_well_formed_and_has_all_frames() {
    let folder = folder();
    let path = folder.path().join("search.SVG");
    let path = path.to_str().expect("UTF-8");
    let (_, queens, _) = run(&["puzzle", "queens", "6"], "");
    let (code, _, err) = run(&["watch", "--cover", "--record", path], &queens);
    assert_eq!(code, 0, "{err}");
    let text = fs::read_to_string(path).expect("the picture");
    let document = roxmltree::Document::parse(&text).expect("well-formed XML");
    let strip = document.descendants().find(|node| node.attribute("class") == Some("strip"));
    let frames = strip.expect("a strip").children().filter(|node| node.is_element()).count();
    assert!(err.starts_with(&format!("{frames} frames in ")), "{err}");
    // What is used is there, and nothing comes from elsewhere.
    let ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
    for node in document.descendants().filter(|node| node.has_tag_name("use")) {
        let id = node.attribute("href").and_then(|href| href.strip_prefix('#')).expect("an id");
        assert!(ids.contains(&id), "{id}");
    }
    assert!(!text.contains("<script") && !text.replace("http://www.w3.org", "").contains("http"));
    assert!(text.contains("prefers-color-scheme:dark") && text.contains("prefers-reduced-motion"));
}

#[test]
fn a_recording_is_cut_where_it_would_be_too_long_and_says_so() {
    let folder = folder();
    let path = folder.path().join("search.svg");
    let path = path.to_str().expect("UTF-8");
    let (code, _, err) = run(&["watch", "--record", path, "--frames", "10", HARD], "");
    assert_eq!(code, 3);
    assert!(err.contains("10 frames in ") && err.contains("cut: the search went on"), "{err}");
    assert!(roxmltree::Document::parse(&fs::read_to_string(path).expect("it is there")).is_ok());
}

#[test]
fn what_does_not_fit_is_cut() {
    let (_, out, _) = run(&["watch", "--width", "20", "--height", "5", "--until", "3", HARD], "");
    for frame in out.trim_end().split("\n\ndlx") {
        assert!(frame.lines().count() <= 6, "{frame}");
        assert!(frame.lines().all(|line| line.chars().count() <= 20), "{frame}");
    }
}

#[test]
fn bad_input_is_an_error() {
    let folder = folder();
    let text = file(&folder, "a.txt", PUZZLE);
    for (arguments, input, expected) in [
        (vec!["watch", CLASH], "", "error: "),
        (vec!["watch"], "", "error: "),
        (vec!["watch", "--cover"], "a b\na c\n", "error: "),
        (vec!["watch", "--cover"], "", "error: "),
        (vec!["watch", "--cover", "no such file"], "", "no such file"),
        (vec!["watch", "--strategy", "links", PUZZLE], "", "with --cover"),
        (vec!["watch", "--cover", "--strategy", "mrv"], ONE, "without --cover"),
        (vec!["watch", "--cover", "--strategy", "bits"], "2|a b\na\na b\nb\n", "auto can"),
        (
            vec!["watch", "--record", "x.gif", PUZZLE],
            "",
            "expected a name that ends in .cast or .svg",
        ),
        (vec!["watch", "--given", "0", PUZZLE], "", "--given is for exact cover"),
        (vec!["watch", "--branch", "first", PUZZLE], "", "--branch is for exact cover"),
        (vec!["watch", "--seed", "1", PUZZLE], "", "--seed is for exact cover"),
        (vec!["watch", "--cover", "--given", "9"], ONE, "expected 0 to 5"),
        (vec!["watch", "--speed", "0", PUZZLE], "", "0.01 to 1000000"),
        (vec!["watch", "--until", "soon", PUZZLE], "", "expected the number of a node"),
        (vec!["watch", "--width", "0", PUZZLE], "", "1 to 1000"),
        (vec!["watch", "--strategy", "lanes", "--box", "2x2", "................"], "", "auto can"),
        (vec!["watch", "--record", "/no/such/folder/x.svg", PUZZLE], "", "error: "),
    ] {
        let (code, out, err) = run(&arguments, input);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {err}");
        assert!(err.contains(expected), "{arguments:?}: {err}");
    }
    assert_eq!(fs::read_to_string(text).expect("it is there"), PUZZLE);
}

#[test]
fn an_input_is_not_recorded_over() {
    let folder = folder();
    let path = file(&folder, "puzzle.svg", PUZZLE);
    let (code, _, err) = run(&["watch", "--record", &path, &path], "");
    assert_eq!(code, 2);
    assert!(err.contains("one of the inputs"), "{err}");
    assert_eq!(fs::read_to_string(&path).expect("it is there"), PUZZLE);
}

#[cfg(target_os = "linux")]
mod on_linux {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    use super::*;

    fn watching(arguments: &[&str]) -> Command {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin("quadrille"));
        command.arg("watch").args(arguments);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    #[test]
    fn whoever_has_seen_enough_may_close_the_pipe() {
        let mut child = watching(&["--until", "end", EMPTY]).spawn().expect("it runs");
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        out.read_line(&mut line).expect("a line");
        assert!(line.starts_with("dlx  node 0"), "{line}");
        drop(out);
        let start = Instant::now();
        let output = child.wait_with_output().expect("it ends");
        assert!(start.elapsed() < Duration::from_secs(30));
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    }

    #[test]
    fn what_was_recorded_before_ctrl_c_is_kept() {
        let folder = folder();
        let path = folder.path().join("search.cast");
        let path = path.to_str().expect("UTF-8");
        // No solution before it is over, and that takes longer than anybody waits.
        let from = ["--from", "1000000000", "--until", "end", "--record", path, EMPTY];
        let child = watching(&from).spawn().expect("it runs");
        std::thread::sleep(Duration::from_millis(500));
        let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(kill.expect("`kill` runs").success());
        let output = child.wait_with_output().expect("it ends");
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{err}");
        assert!(err.contains("0 frames in ") && err.ends_with(": interrupted\n"), "{err}");
        assert!(fs::read_to_string(path).expect("it is there").starts_with("{\"version\":2"));
    }

    /// What gives a terminal back.
    const BACK: &str = "\x1b[?1049l";

    #[test]
    fn on_a_terminal_keys_step_and_quit_and_it_is_given_back() {
        let line = format!("watch --step {PUZZLE}");
        let Some((code, out)) = on_a_terminal(&line, "space steps", b"  q") else { return };
        assert_eq!(code, 0, "{out}");
        assert!(out.contains("\x1b[?1049h") && out.contains("\x1b[?25l"), "{out}");
        let (_, behind) = out.rsplit_once(BACK).expect("the terminal is given back");
        assert!(out.contains("\x1b[?25h"), "the cursor too");
        assert!(behind.contains("2 nodes, 0 taken back, 0 solutions: quit"), "{behind}");
    }

    #[test]
    fn on_a_terminal_ctrl_c_gives_it_back_too() {
        let line = format!("watch --speed 1 {PUZZLE}");
        let Some((code, out)) = on_a_terminal(&line, "running", b"\x03") else { return };
        assert_eq!(code, 3, "{out}");
        let (_, behind) = out.rsplit_once(BACK).expect("the terminal is given back");
        assert!(behind.contains("interrupted"), "{behind}");
    }

    #[test]
    fn on_a_terminal_the_end_waits_for_a_key() {
        let line = format!("watch --speed 1000000 {PUZZLE}");
        let Some((code, out)) = on_a_terminal(&line, "as asked for", b"q") else { return };
        assert_eq!(code, 0, "{out}");
        assert!(out.contains("solution 1"), "{out}");
        let (_, behind) = out.rsplit_once(BACK).expect("the terminal is given back");
        assert!(behind.contains("51 nodes, 0 taken back, 1 solution"), "{behind}");
    }
}

#[test]
fn what_learns_is_not_watched_but_another_named() {
    let large = ".".repeat(256);
    for args in [["--strategy", "learn", "1..............."], ["--strategy", "auto", &large]] {
        let (code, out, err) = run(&[&["watch"][..], &args].concat(), "");
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}");
        let name = args[1];
        let expected = format!(
            "strategy {name} learns from what it meets, and has no tree to be watched; dlx has"
        );
        assert!(err.contains(&expected), "{err}");
    }
}
