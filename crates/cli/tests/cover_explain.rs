//! `quadrille cover explain`, `lint`, `preprocess`, `estimate` and `convert`, as their users call them.

use crate::common::*;

const PIGEONS: &str = "Ann Bob Cleo | left right\nAnn left\nAnn right\nBob left\nBob right\n\
                       Cleo left\nCleo right\n";

#[test]
fn a_problem_without_solution_is_explained_in_words_and_by_a_minimal_set() {
    let (code, out, err) = run(&["cover", "explain"], PIGEONS);
    assert_eq!((code, err.as_str()), (0, ""));
    let expected = "no solution: Ann, Bob and Cleo have only left and right between them\n\
                    items: Ann Bob Cleo\n";
    assert_eq!(out, expected);
    let (code, out, _) = run(&["cover", "explain", "--json"], PIGEONS);
    let object = &json_lines(&out)[0];
    assert_eq!((code, &object["verdict"]), (0, &"none".into()));
    assert_eq!(object["items"], serde_json::json!(["Ann", "Bob", "Cleo"]));
    assert_eq!(object["minimal"], true);
    // One of the items is enough.
    let (_, out, _) = run(&["cover", "explain"], "a b c\na b\nb\n");
    assert_eq!(out, "no solution: item c has no option\nitems: c\n");
}

#[test]
fn a_problem_that_has_a_solution_leaves_nothing_to_explain() {
    let (code, out, err) = run(&["cover", "explain"], "a b\na\nb\n");
    assert_eq!((code, err.as_str()), (1, ""));
    let mut options: Vec<&str> = out.lines().collect();
    assert_eq!(options.remove(0), "there is a solution:");
    options.sort_unstable();
    assert_eq!(options, [" a", " b"]);
    let (code, out, _) = run(&["cover", "explain", "--json"], "a b\na\nb\n");
    let object = &json_lines(&out)[0];
    assert_eq!((code, &object["verdict"]), (1, &"solved".into()));
    assert_eq!(object["options"].as_array().map(Vec::len), Some(2));
    let (code, out, _) = run(&["cover", "explain", "--given", "a d g"], TOY);
    assert_eq!(code, 0);
    assert!(out.starts_with("no solution: "), "{out}");
}

#[test]
fn an_explanation_that_a_limit_ends_is_none() {
    let (code, out, _) = run(&["cover", "explain", "--node-limit", "1"], &langford(9));
    assert_eq!((code, out.as_str()), (3, "unknown: node budget used up\n"));
    let (code, out, _) = run(&["cover", "explain", "--node-limit", "1", "--json"], &langford(9));
    let object = &json_lines(&out)[0];
    assert_eq!((code, &object["verdict"]), (3, &"unknown".into()));
    assert_eq!(object["reason"], "node budget used up");
}

#[test]
fn several_problems_are_explained_and_linted_each_under_its_name() {
    let folder = folder();
    let one = file(&folder, "one.dlx", "a\na\n");
    let bad = file(&folder, "bad.dlx", "a:b\n");
    let two = file(&folder, "two.dlx", "a\n");
    let (code, out, err) = run(&["cover", "explain", &one, &bad, &two], "");
    let expected = format!(
        "| {one}\nthere is a solution:\n a\n| {two}\nno solution: item a has no option\nitems: a\n"
    );
    assert_eq!((code, out), (2, expected));
    assert!(err.starts_with(&format!("{bad}:1:1: error: item name \"a:b\"")), "{err}");
    let (code, out, err) = run(&["cover", "lint", &one, &two], "");
    assert_eq!(code, 1);
    assert_eq!(out, format!("{two}: primary item a has no option: there is no solution\n"));
    assert_eq!(err, format!("{one}: nothing found\n{two}: 1 remark\n"));
}

#[test]
fn lints_are_lines_and_a_negative_answer() {
    assert_eq!(run(&["cover", "lint"], "a\na\n"), (0, String::new(), "nothing found\n".into()));
    let text = "a b | x y\na b x:red\nb a x:red\na b\ny\n";
    let (code, out, _) = run(&["cover", "lint"], text);
    assert_eq!(code, 1);
    for line in [
        "item b has the same options as item a",
        "all options of item x give it colour red: it excludes nothing",
        "option 1 (b a x:red) has the same items and colours as option 0",
        "option 3 (y) has no primary item: it is never chosen",
    ] {
        assert!(out.lines().any(|other| other == line), "{line}: {out}");
    }
    let (code, out, _) = run(&["cover", "lint", "--json"], text);
    let object = &json_lines(&out)[0];
    let kinds: Vec<&str> = object["lints"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|lint| lint["kind"].as_str())
        .collect();
    assert_eq!(code, 1);
    assert_eq!(kinds, ["same_options", "single_colour", "duplicate_option", "no_primary_item"]);
}

#[test]
fn a_lint_that_a_limit_ends_is_not_clean() {
    let (code, _, err) = run(&["cover", "lint", "--node-limit", "0"], &langford(4));
    assert_eq!(code, 3);
    assert!(err.contains("warning: node budget used up: there may be options"), "{err}");
}

#[test]
fn the_reduced_problem_has_the_same_solutions() {
    let (code, out, err) = run(&["cover", "preprocess"], &langford(7));
    assert_eq!(code, 0);
    assert!(err.contains(" options on 21 items → "), "{err}");
    assert_eq!(run(&["cover", "count"], &out).1, "52\n");
    let (_, json, _) = run(&["cover", "preprocess", "--json"], &langford(7));
    assert_eq!(run(&["cover", "count"], &json).1, "52\n");
    let (code, out, _) =
        run(&["cover", "preprocess"], "a b c\nc |5\na x |3\nb\na b\n".replace(" x", "").as_str());
    assert_eq!((code, out.as_str()), (0, "| forced: c\na b\na |3\nb\na b\n"));
}

#[test]
fn nothing_left_is_a_problem_with_one_solution_and_no_solution_one_with_none() {
    let (code, out, err) = run(&["cover", "preprocess"], "a nothing\na\nnothing\n");
    assert_eq!(code, 0);
    assert!(out.ends_with("0:1|nothing\n"), "{out}");
    assert!(err.ends_with("; 2 options taken\n"), "{err}");
    assert_eq!(run(&["cover", "count"], &out).1, "1\n");
    let (code, out, err) = run(&["cover", "preprocess"], "a b\na\n");
    assert_eq!((code, out.as_str()), (1, "b\n"));
    assert!(err.starts_with("no solution: item b needs 1 option and has 0 left"), "{err}");
    assert_eq!(run(&["cover", "count"], &out).1, "0\n");
}

#[test]
fn what_is_removed_can_be_listed_with_its_reason() {
    let (code, out, _) = run(&["cover", "preprocess", "--list"], TOY);
    assert_eq!(code, 0);
    let lines: Vec<&str> = out.lines().collect();
    for line in [
        "option 0 (c e): forced, as item e has no others to spare",
        "option 5 (d e g): leaves item a with too few options",
        "item e: covered by forced options",
    ] {
        assert!(lines.contains(&line), "{line}: {out}");
    }
    let (_, out, _) = run(&["cover", "preprocess", "--list", "--json"], TOY);
    let objects = json_lines(&out);
    assert_eq!(objects.len(), lines.len());
    assert!(objects.iter().any(|object| object["forced"] == 0), "{out}");
    let removed = objects.iter().find(|object| object["removed_option"] == 5).expect("an object");
    assert_eq!(removed["reason"], "leaves item a with too few options");
    assert!(objects.iter().any(|object| object["removed_item"] == "e"), "{out}");
    let (_, out, _) = run(&["cover", "preprocess", "--list", "--given", "6", "--forbid", "3"], TOY);
    assert!(out.contains("option 6 (a d f): given\n"), "{out}");
    assert!(out.contains("option 3 (a d f): forbidden\n"), "{out}");
}

#[test]
fn an_estimate_is_near_the_truth_and_the_same_for_a_seed() {
    let estimate = |arguments: &[&str]| {
        let mut all = vec!["cover", "estimate", "--json"];
        all.extend(arguments);
        let (code, out, _) = run(&all, &langford(8));
        assert_eq!(code, 0);
        json_lines(&out)[0].clone()
    };
    let object = estimate(&["--descents", "20000"]);
    let (mean, error) =
        (object["solutions"]["mean"].as_f64(), object["solutions"]["standard_error"].as_f64());
    let (mean, error) = (mean.expect("a number"), error.expect("a number"));
    assert!((mean - 300.0).abs() < 4.0 * error && error < 30.0, "{mean} ± {error}");
    assert_eq!(object["descents"], 20_000);
    assert!(object["nodes_per_second"].as_f64() > Some(1000.0), "{object}");
    let again = estimate(&["--descents", "20000", "--seed", "1"]);
    assert_eq!(again["nodes"], object["nodes"]);
    assert_ne!(estimate(&["--seed", "2"])["nodes"], object["nodes"]);
    let (code, out, _) = run(&["cover", "estimate"], &langford(8));
    assert_eq!(code, 0);
    let heads: Vec<&str> = out.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(heads, ["nodes", "solutions", "time"]);
    assert_eq!(out.matches('±').count(), 2);
    let (code, out, _) = run(&["cover", "estimate", "--time-limit", "0s"], &langford(8));
    assert_eq!((code, out.as_str()), (3, "unknown: time budget used up\n"));
    assert_eq!(run(&["cover", "estimate", "--descents", "1"], TOY).0, 2);
}

#[test]
fn every_format_is_written_and_the_two_of_ours_are_read_back() {
    let text = "a 0:2|b | x\na x:red |7\nb x\n";
    let convert = |to: &str, from: &str| {
        let (code, out, err) = run(&["cover", "convert", "--to", to], from);
        assert_eq!((code, err.as_str()), (0, ""), "{to}");
        out
    };
    let json = convert("json", text);
    assert!(json.contains("\"format\": \"quadrille-cover\""), "{json}");
    assert_eq!(convert("text", &json), text);
    assert_eq!(convert("json", &json), json);
    assert!(convert("cnf", text).contains("\np cnf "));
    assert!(convert("lp", text).contains("\nSubject To\n"));
    let drawn = "| something\n| picture: tiling 1x2\n00 01\n00 01\n";
    assert_eq!(convert("text", drawn), "| picture: tiling 1x2\n00 01\n00 01\n");
}

#[test]
fn a_file_is_written_as_a_whole_or_not_at_all() {
    let folder = folder();
    let problem = file(&folder, "problem.dlx", TOY);
    let result = file(&folder, "result.json", "before");
    let arguments = ["cover", "convert", "--to", "json", &problem, "-o", &result];
    assert_eq!(run(&arguments, ""), (0, String::new(), String::new()));
    let written = std::fs::read_to_string(&result).expect("a file");
    assert_eq!(written, run(&["cover", "convert", "--to", "json", &problem], "").1);
    let names = r#"{"format": "quadrille-cover", "version": 1, "items": ["a b"], "options": []}"#;
    for more in [&[][..], &["-o", &result]] {
        let (code, out, err) =
            run(&[&["cover", "convert", "--to", "text"][..], more].concat(), names);
        assert_eq!((code, out.as_str()), (2, ""), "{more:?}");
        assert!(err.starts_with("<stdin>: error: item \"a b\" cannot be written"), "{err}");
    }
    assert_eq!(std::fs::read_to_string(&result).expect("a file"), written);
    // Its comments would be lost.
    let arguments = ["cover", "convert", "--to", "text", &problem, "-o", &problem];
    assert_eq!(run(&arguments, "").0, 2);
    assert_eq!(std::fs::read_to_string(&problem).expect("a file"), TOY);
    let nowhere = folder.path().join("missing/file");
    let nowhere = nowhere.to_str().expect("a name");
    let (code, _, err) = run(&["cover", "convert", "--to", "lp", &problem, "-o", nowhere], "");
    assert_eq!(code, 2);
    assert!(err.starts_with("error: cannot write "), "{err}");
}

#[test]
fn random_branching_has_its_seed() {
    let problem = langford(8);
    let solution =
        |seed: &str| run(&["cover", "explain", "--branch", "random", "--seed", seed], &problem).1;
    assert_eq!(solution("1"), solution("1"));
    let others: std::collections::HashSet<String> =
        (0..8).map(|seed: u32| solution(&seed.to_string())).collect();
    assert!(others.len() > 1, "{others:?}");
}
