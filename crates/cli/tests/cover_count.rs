//! `quadrille cover count`, and what its users do to it.

use crate::common::*;

#[test]
fn the_number_stands_alone_and_0_is_a_negative_answer() {
    assert_eq!(run(&["cover", "count"], TOY), (0, "2\n".into(), String::new()));
    assert_eq!(run(&["cover", "count"], &langford(7)), (0, "52\n".into(), String::new()));
    let none = (1, "0\n".into(), "item a has no options\n".into());
    assert_eq!(run(&["cover", "count"], "a\n"), none);
    assert_eq!(run(&["cover", "count"], "2|a\na\n"), (1, "0\n".into(), String::new()));
}

#[test]
fn every_strategy_and_branching_counts_the_same() {
    let text = langford(8);
    for strategy in quadrille_cover::strategy::ALL {
        for (branching, _) in quadrille_cover::Branching::NAMES {
            let arguments = ["cover", "count", "-s", strategy.name(), "--branch", branching];
            let (code, out, _) = run(&arguments, &text);
            let takes_it = branching == "fewest" || strategy.capabilities().branching;
            let expected = if takes_it { (0, "300\n") } else { (2, "") };
            assert_eq!((code, out.as_str()), expected, "{} {branching}", strategy.name());
        }
    }
    assert_eq!(run(&["cover", "count", "--preprocess"], &text).1, "300\n");
    assert_eq!(run(&["cover", "count", "--seed", "3"], &text).1, "300\n");
}

#[test]
fn the_strategy_that_was_picked_is_explained() {
    let picked = |arguments: &[&str]| {
        let arguments = [&["cover", "count", "--explain-strategy"], arguments].concat();
        let (code, out, err) = run(&arguments, &langford(8));
        assert_eq!((code, out.as_str()), (0, "300\n"));
        err
    };
    let features = "(24 primary items, 84 options with 3.0 items each)\n";
    assert_eq!(
        picked(&[]),
        format!(
            "strategy bits: items are few for the length of the options: as bits, a node is cheap \
             {features}"
        )
    );
    assert_eq!(
        picked(&["--branch", "first"]),
        format!(
            "strategy links: the branching or the order of options is a particular one {features}"
        )
    );
    assert_eq!(picked(&["-s", "cells"]), format!("strategy cells: it was asked for {features}"));
}

#[test]
fn what_is_no_exact_number_is_no_number() {
    let text = langford(8);
    let (code, out, err) = run(&["cover", "count", "--limit", "7"], &text);
    assert_eq!((code, out.as_str(), err.as_str()), (0, "at least 7\n", ""));
    let (_, out, _) = run(&["cover", "count", "--limit", "301"], &text);
    assert_eq!(out, "300\n", "the limit was not reached");
    let (code, out, err) = run(&["cover", "count", "--node-limit", "1000"], &text);
    assert_eq!(code, 3);
    let counted = out
        .strip_prefix("unknown (at least ")
        .and_then(|rest| rest.strip_suffix("): node budget used up\n")?.parse::<u64>().ok());
    assert!(counted.is_some_and(|counted| counted < 300), "{out}");
    assert!(err.contains(" 1,000 nodes, about "), "{err}");
    let (code, out, _) = run(&["cover", "count", "--time-limit", "0s", "--preprocess"], &text);
    assert_eq!((code, out.as_str()), (3, "unknown (at least 0): time budget used up\n"));
}

#[test]
fn several_files_have_a_line_each_with_its_name() {
    let folder = folder();
    let seven = file(&folder, "7.dlx", langford(7));
    let bad = file(&folder, "bad.dlx", "a\na a\n");
    let eight = file(&folder, "8.dlx", langford(8));
    let (code, out, err) = run(&["cover", "count", &seven, &bad, &eight], "");
    assert_eq!((code, out), (2, format!("{seven}: 52\n{eight}: 300\n")));
    assert!(err.starts_with(&format!("{bad}:2:3: error: item \"a\" twice")), "{err}");
    assert_eq!(err.lines().count(), 1);
    let (code, out, _) = run(&["cover", "count", "--json", &seven, &bad, &eight], "");
    let objects = json_lines(&out);
    assert_eq!((code, objects.len()), (2, 3));
    assert_eq!((&objects[0]["solutions"], &objects[0]["exact"]), (&"52".into(), &true.into()));
    assert_eq!(objects[1]["verdict"], "invalid");
    assert_eq!(objects[2]["verdict"], "exhausted");
}

#[test]
fn the_profile_has_a_line_for_each_level() {
    let (_, out, err) = run(&["cover", "count", "--profile"], TOY);
    assert_eq!(out, "2\n");
    let levels: Vec<u64> = err
        .strip_prefix("Profile:\n")
        .expect("a profile")
        .lines()
        .take_while(|line| !line.starts_with("Memory: "))
        .enumerate()
        .map(|(level, line)| {
            let (number, nodes) = line.split_once(": ").expect("a level");
            assert_eq!(number.trim().parse(), Ok(level));
            nodes.parse().expect("a number")
        })
        .collect();
    assert_eq!(levels.len(), 3, "every solution has three options");
    let (_, out, _) = run(&["cover", "count", "--profile", "--json"], TOY);
    assert_eq!(json_lines(&out)[0]["profile"], serde_json::json!(levels));
}

#[cfg(target_os = "linux")]
#[test]
fn a_long_run_shows_how_far_it_is_and_ctrl_c_ends_it() {
    let folder = folder();
    let path = file(&folder, "16.dlx", langford(16));
    let line = format!("cover count {path}");
    let Some((code, shown)) = on_a_terminal(&line, " done", b"\x03") else { return };
    assert_eq!(code, 3, "{shown}");
    assert!(shown.contains(" nodes/s, ") && shown.contains(" solutions, "), "{shown}");
    assert!(shown.contains("unknown (at least ") && shown.contains("): cancelled"), "{shown}");
    assert!(shown.contains("stopped after "), "{shown}");
    let costs: Vec<String> = langford(20)
        .lines()
        .enumerate()
        .map(|(number, line)| match number {
            0 => line.to_owned(),
            _ => format!("{line} |{}", number * number % 97),
        })
        .collect();
    let path = file(&folder, "costs.dlx", costs.join("\n"));
    let line = format!("cover solve --k-cheapest 1000000 {path}");
    let Some((code, shown)) = on_a_terminal(&line, " done", b"\x03") else { return };
    assert_eq!(code, 3, "{shown}");
    assert!(shown.contains(" nodes/s, ") && shown.contains("at least "), "{shown}");
}

#[cfg(unix)]
mod signals {
    use super::*;
    use std::process::{Command, Stdio};
    use std::time::Duration;

    fn signalled(signal: &str, arguments: &[&str]) -> (Option<i32>, String, String) {
        let program = Command::new(assert_cmd::cargo::cargo_bin("quadrille"))
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        std::thread::sleep(Duration::from_millis(1500));
        let sent = Command::new("kill").args([signal, &program.id().to_string()]).status();
        assert!(sent.expect("`kill` runs").success());
        let output = program.wait_with_output().expect("it ends");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    }

    #[test]
    fn ctrl_c_and_a_request_to_terminate_tell_the_state_so_far() {
        let folder = folder();
        let path = file(&folder, "16.dlx", langford(16));
        let other = file(&folder, "7.dlx", langford(7));
        for signal in ["-INT", "-TERM"] {
            let (code, out, err) = signalled(signal, &["cover", "count", &path, &other]);
            assert_eq!(code, Some(3), "{err}");
            assert!(out.starts_with(&format!("{path}: unknown (at least ")), "{out}");
            assert!(out.ends_with("): cancelled\n"), "{out}");
            assert!(err.contains("stopped after "), "{err}");
            assert!(err.ends_with("warning: interrupted: 1 more problem was not tried\n"), "{err}");
        }
    }

    #[test]
    fn ctrl_c_leaves_a_checkpoint() {
        let folder = folder();
        let path = file(&folder, "16.dlx", langford(16));
        let saved = folder.path().join("run.json");
        let saved = saved.to_str().expect("a name");
        let arguments = ["cover", "count", &path, "--checkpoint", saved, "--json"];
        let (code, out, _) = signalled("-INT", &arguments);
        assert_eq!(code, Some(3));
        let nodes = json_lines(&out)[0]["nodes"].as_u64().expect("a number");
        assert!(nodes > 0);
        let resumed = ["cover", "count", &path, "--resume", saved, "--json", "--node-limit", "0"];
        let (code, out, _) = run(&resumed, "");
        assert_eq!((code, json_lines(&out)[0]["nodes"].as_u64()), (3, Some(nodes)));
    }
}

#[test]
fn given_options_that_contradict_each_other_are_the_reason() {
    let problem = "a b 2|c | x y\na x:1\nb x:2\nc\nc\nc\nx\na b\n";
    for (arguments, reason) in [
        (&["--given", "0", "--given", "6"][..], "options 0 and 6 exclude each other over item a"),
        (&["--given", "0", "--given", "1"], "options 0 and 1 exclude each other over item x"),
        (&["--given", "2", "--given", "3", "--given", "4"], "3 given options have item c, 2 at"),
        (&["--given", "5"], "the given option 5 has no primary item"),
        (&["--given", "6", "--forbid", "6"], "option 6 is both given and forbidden"),
    ] {
        let (code, out, err) = run(&[&["cover", "count"][..], arguments].concat(), problem);
        assert_eq!((code, out.as_str()), (1, "0\n"), "{arguments:?}");
        assert!(err.contains(reason), "{err}");
        let (_, out, _) = run(&[&["cover", "solve"][..], arguments].concat(), problem);
        assert!(out.starts_with("no solution: ") && out.contains(reason), "{out}");
    }
    // An option twice is no clash.
    assert_eq!(run(&["cover", "count", "--given", "6", "--given", "6"], problem).1, "3\n");
}

#[test]
fn a_cost_tells_options_with_the_same_items_apart() {
    let problem = "a b\na |5\na |0\nb\nb\n";
    let count = |option: &str, text: &str| run(&["cover", "count", option, text], problem);
    assert_eq!(count("--given", "a |0").1, "2\n");
    assert_eq!(count("--forbid", "a |0").1, "2\n");
    assert_eq!(count("--forbid", "a").1, "0\n");
    let (code, _, err) = count("--given", "a |3");
    assert_eq!(code, 2);
    assert!(err.contains("the option costs 5, not 3"), "{err}");
    let (code, _, err) = count("--given", "b |0");
    assert_eq!(code, 2);
    assert!(err.contains("options 2, 3 have just these items"), "{err}");
}

#[test]
fn of_many_equal_options_a_message_names_some() {
    let problem = "a\n".repeat(100_001);
    let (code, _, err) = run(&["cover", "count", "--given", "a"], &problem);
    assert_eq!(code, 2);
    assert!(err.contains("100000 options (0, 1, 2,") && err.len() < 300, "{}", err.len());
}

#[test]
fn one_is_no_plural() {
    let (_, _, err) = run(&["cover", "count", "--node-limit", "1"], "a b\na\nb\na b\n");
    assert!(err.contains(": 0 solutions, 1 node, about "), "{err}");
    let (_, _, err) = run(&["cover", "count", "--node-limit", "2"], "a b\na b\na\nb\n");
    assert!(err.contains(" 2 nodes, about "), "{err}");
}
