//! `quadrille cover diagram build`, `info`, `count`, `restrict` and `export`, as their users call them.

use crate::common;

use crate::common::{TOY, file, folder, json_lines, quadrille, run};
use tempfile::TempDir;

/// The diagram of a problem, in a file of its own.
fn built(folder: &TempDir, name: &str, problem: &str) -> String {
    let path = folder.path().join(name);
    let path = path.to_str().expect("UTF-8").to_owned();
    let (code, out, err) = run(&["cover", "diagram", "build", "-", "-o", &path], problem);
    assert_eq!((code, out.as_str()), (0, ""), "{err}");
    path
}

fn diagram(arguments: &[&str]) -> (i32, String, String) {
    run(&[&["cover", "diagram"], arguments].concat(), "")
}

fn dominoes(board: &str) -> String {
    run(&["puzzle", "polyomino", board, "--pieces", "1x2*any"], "").1
}

#[test]
fn a_diagram_has_the_solutions_of_its_problem_whatever_becomes_of_that() {
    let folder = folder();
    let problem = file(&folder, "toy.dlx", TOY);
    let path = folder.path().join("toy.qdd");
    let path = path.to_str().expect("UTF-8");
    let (code, out, err) = diagram(&["build", &problem, "-o", path]);
    assert_eq!((code, out.as_str()), (0, ""));
    assert!(err.starts_with(&format!("{path}: 2 solutions, ")), "{err}");
    std::fs::remove_file(&problem).expect("it is there");
    assert_eq!(diagram(&["count", path]), (0, "2\n".into(), String::new()));
    let (code, out, err) = diagram(&["info", path]);
    assert_eq!((code, err.as_str()), (0, ""));
    let problem = format!("\nproblem    {problem}: 7 options on 7 items; 4 options occur\n");
    assert!(out.starts_with("solutions  2\nnodes      ") && out.contains(&problem), "{out}");
}

#[test]
fn large_counts_are_exact_and_in_json_strings() {
    let folder = folder();
    let path = built(&folder, "12x12.qdd", &dominoes("12x12"));
    assert_eq!(diagram(&["count", &path]).1, "53060477521960000\n");
    let (code, out, _) = diagram(&["count", "--json", &path]);
    let object = &json_lines(&out)[0];
    assert_eq!((code, &object["solutions"]), (0, &"53060477521960000".into()));
    assert_eq!((&object["source"], &object["exact"]), (&path.as_str().into(), &true.into()));
    let (_, out, _) = diagram(&["info", "--json", &path]);
    let object = &json_lines(&out)[0];
    assert_eq!(
        (&object["solutions"], &object["options"]),
        (&"53060477521960000".into(), &264.into())
    );
    let number = |name: &str| object[name].as_u64().expect("a number");
    assert_eq!(number("nodes"), number("branches") + number("products") + 2);
    assert_eq!((number("items"), number("occurring")), (144, 264));
}

#[test]
fn given_and_forbidden_options_restrict_it_at_once_or_later() {
    let folder = folder();
    let problem = dominoes("6x6");
    let path = folder.path().join("some.qdd");
    let some = path.to_str().expect("UTF-8");
    let build = ["cover", "diagram", "build", "-o", some, "--given", "00 01", "--forbid", "5"];
    assert_eq!(run(&build, &problem).0, 0);
    let all = built(&folder, "all.qdd", &problem);
    let path = folder.path().join("later.qdd");
    let later = path.to_str().expect("UTF-8");
    let restrict = ["restrict", "--given", "0", "--forbid", "5", &all, "-o", later];
    let (code, out, err) = diagram(&restrict);
    assert_eq!((code, out.as_str()), (0, ""));
    let (_, counted, _) = run(&["cover", "count", "--given", "0", "--forbid", "5"], &problem);
    assert!(err.starts_with(&format!("{later}: {},", with_commas(counted.trim()))), "{err}");
    assert_eq!(diagram(&["count", some]).1, counted);
    assert_eq!(diagram(&["count", later]).1, counted);
    for path in [some, later] {
        let (code, out, _) = diagram(&["list", "--json", path]);
        let has = |object: &serde_json::Value, option: u64| {
            object["options"].as_array().expect("a list").contains(&option.into())
        };
        let objects = json_lines(&out);
        assert_eq!((code, objects.len()), (0, counted.trim().parse().expect("a number")));
        assert!(objects.iter().all(|object| has(object, 0) && !has(object, 5)));
    }
    // By a pipe, without a file.
    let output = quadrille(&["cover", "diagram", "restrict", "--forbid", "0", &all, "-o", "-"])
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(0));
    let counted = quadrille(&["cover", "diagram", "count", "-"])
        .write_stdin(output.stdout)
        .output()
        .expect("it runs");
    assert_eq!(String::from_utf8_lossy(&counted.stdout), "3364\n");
}

/// A number as messages show it.
fn with_commas(digits: &str) -> String {
    let places = digits.len();
    let comma = |(place, digit): (usize, char)| match (places - place) % 3 {
        0 if place > 0 => format!(",{digit}"),
        _ => digit.to_string(),
    };
    digits.chars().enumerate().map(comma).collect::<String>() + " solutions"
}

#[test]
fn no_solution_is_a_negative_answer_and_a_diagram_all_the_same() {
    let folder = folder();
    let path = folder.path().join("none.qdd");
    let none = path.to_str().expect("UTF-8");
    let (code, out, err) = run(&["cover", "diagram", "build", "-o", none], "a b\na\n");
    assert_eq!((code, out.as_str(), err), (1, "", format!("{none}: no solution\n")));
    assert_eq!(diagram(&["count", none]), (1, "0\n".into(), String::new()));
    let toy = built(&folder, "toy.qdd", TOY);
    let path = folder.path().join("less.qdd");
    let less = path.to_str().expect("UTF-8");
    let (code, _, err) = diagram(&["restrict", "--given", "0", "--given", "1", &toy, "-o", less]);
    assert_eq!(code, 1);
    assert!(err.starts_with(&format!("{less}: 0 solutions, 2 nodes")), "{err}");
    assert_eq!(diagram(&["count", less]).0, 1);
    // The empty solution is one.
    let secondary = r#"{"format":"quadrille-cover","version":1,"items":[{"name":"y","kind":"secondary"}],"options":[["y"]]}"#;
    let path = built(&folder, "empty.qdd", secondary);
    assert_eq!(diagram(&["count", &path]).1, "1\n");
}

#[test]
fn a_limit_leaves_no_file_and_is_the_reason() {
    let folder = folder();
    let problem = file(&folder, "8x8.dlx", dominoes("8x8"));
    let path = folder.path().join("8x8.qdd");
    let out = path.to_str().expect("UTF-8");
    for (limit, value, reason) in [
        ("--node-limit", "100", "node budget used up"),
        ("--time-limit", "0s", "time budget used up"),
        ("--memory-limit", "1K", "memory used up"),
    ] {
        let (code, written, err) = diagram(&["build", &problem, "-o", out, limit, value]);
        assert_eq!((code, written.as_str()), (3, ""));
        assert!(err.ends_with(&format!(": {reason}; {out} was not written\n")), "{err}");
        assert!(!path.exists());
        let (code, written, _) = diagram(&["build", "--json", &problem, "-o", out, limit, value]);
        let object = &json_lines(&written)[0];
        assert_eq!((code, &object["verdict"]), (3, &"stopped".into()));
        assert_eq!(object["reason"], reason);
        assert!(object["solutions"].is_null());
    }
    let (code, written, err) = diagram(&["build", "--json", &problem, "-o", out]);
    let object = &json_lines(&written)[0];
    assert_eq!((code, err.as_str(), &object["solutions"]), (0, "", &"12988816".into()));
    assert!(object["diagram_nodes"].as_u64().is_some_and(|nodes| nodes < 10_000), "{written}");
}

#[test]
fn what_cannot_be_built_or_written_is_said_before_the_work() {
    let folder = folder();
    let path = folder.path().join("out.qdd");
    let out = path.to_str().expect("UTF-8");
    let build = |problem: &str, more: &[&str]| {
        let (code, written, err) = run(&[&["cover", "diagram", "build"], more].concat(), problem);
        assert_eq!((code, written.as_str()), (2, ""), "{more:?}");
        assert!(!path.exists());
        err
    };
    let err = build("a 0:2|b\na b\n", &["-o", out]);
    assert!(err.contains("a diagram cannot take multiplicities"), "{err}");
    let err = build("a b\na a\n", &["-o", out]);
    assert!(err.starts_with("<stdin>:2:3: error: item \"a\" twice"), "{err}");
    let err = build(TOY, &["-o", out, "--given", "7"]);
    assert!(err.contains("--given 7: the problem has 7 options"), "{err}");
    let err = build(TOY, &["-o", "no such folder/out.qdd"]);
    assert!(err.contains("cannot write no such folder/out.qdd"), "{err}");
    let err = build(TOY, &["-o", "-", "--json"]);
    assert!(err.contains("--json needs standard output"), "{err}");
    let (_, written, _) = run(&["cover", "diagram", "build", "--json", "-o", out], "a b\na a\n");
    assert_eq!(json_lines(&written)[0]["verdict"], "invalid");
    let err = build(TOY, &[]);
    assert!(err.contains("--output <FILE | ->"), "{err}");
    let toy = built(&folder, "toy.qdd", TOY);
    let (code, _, err) = diagram(&["restrict", &toy, "-o", &toy]);
    assert_eq!(code, 2);
    assert!(err.contains("would be overwritten: it is one of the inputs"), "{err}");
}

#[test]
fn what_is_no_diagram_or_not_as_it_was_written_is_refused() {
    let folder = folder();
    let path = built(&folder, "toy.qdd", TOY);
    let whole = std::fs::read(&path).expect("written");
    let line = whole.iter().position(|&byte| byte == b'\n').expect("a first line");
    let changed = |at: usize, to: u8| {
        let mut changed = whole.clone();
        assert_ne!(changed[at], to);
        changed[at] = to;
        changed
    };
    let text = |from: &str, to: &str| {
        let head = String::from_utf8(whole[..line].to_vec()).expect("UTF-8");
        assert!(head.contains(from), "{head}");
        [head.replacen(from, to, 1).as_bytes(), &whole[line..]].concat()
    };
    let bare = whole[line + 1..].to_vec();
    for (bytes, why) in [
        (Vec::new(), "is empty: expected what `cover diagram build` writes"),
        (TOY.into(), "no diagram: expected what `cover diagram build` writes"),
        (b"{\"format\":\"quadrille-checkpoint\"}\n".to_vec(), "no diagram: expected what"),
        (bare, "a diagram without its problem"),
        (whole[..line / 2].to_vec(), "the diagram is cut off in its first line"),
        (whole[..line + 1].to_vec(), "no diagram"),
        (whole[..whole.len() - 40].to_vec(), "the diagram is cut off"),
        (whole[..whole.len() - 1].to_vec(), "the diagram is cut off"),
        (changed(whole.len() - 1, whole[whole.len() - 1] ^ 1), "the diagram is damaged"),
        ([&whole[..], b"x"].concat(), "something follows its end"),
        (text("c e", "e c"), "the checksum of its problem does not fit"),
        (text("\"version\":1", "\"version\":2"), "the diagram is in version 2 of its format"),
        (text("\"source\"", "\"sauce\""), "no diagram: unknown field"),
    ] {
        let bad = file(&folder, "bad.qdd", bytes);
        for verb in [&["info"][..], &["count"], &["list"], &["marginals"], &["export", "-f", "dot"]]
        {
            let (code, out, err) = diagram(&[verb, &[&bad]].concat());
            assert_eq!((code, out.as_str()), (2, ""), "{why}");
            assert!(err.starts_with(&format!("{bad}: error: ")) && err.contains(why), "{err}");
        }
        let (code, out, _) = diagram(&["list", "--json", &bad]);
        let object = &json_lines(&out)[0];
        assert_eq!(
            (code, &object["verdict"], &object["source"]),
            (2, &"invalid".into(), &bad.into())
        );
    }
    let (code, _, err) = diagram(&["info", "no such.qdd"]);
    assert_eq!((code, err.as_str()), (2, "no such.qdd: error: no such file\n"));
}

#[test]
fn a_problem_in_json_keeps_its_names_and_labels() {
    let folder = folder();
    let json = r#"{"format":"quadrille-cover","version":1,"items":["a b","c"],"options":[{"items":["a b"],"label":"first"},["c"],{"items":["a b","c"],"label":"both"}]}"#;
    let path = built(&folder, "named.qdd", json);
    let (code, out, err) = diagram(&["list", "--json", &path]);
    assert_eq!((code, err.as_str()), (0, ""));
    let objects = json_lines(&out);
    let both = objects.iter().find(|object| object["options"] == serde_json::json!([2]));
    let both = both.expect("a solution");
    assert_eq!(both["items"], serde_json::json!([["a b", "c"]]));
    assert_eq!(both["labels"], serde_json::json!(["both"]));
    assert_eq!(both["source"], path.as_str());
}

#[test]
fn exports_are_those_of_the_library() {
    let folder = folder();
    let path = built(&folder, "toy.qdd", TOY);
    let (code, zdd, err) = diagram(&["export", "--format", "zdd", &path]);
    assert_eq!((code, err.as_str()), (0, ""));
    let last = zdd.lines().last().expect("lines");
    assert!(last.contains(": (~0?0:"), "{zdd}");
    let (_, dot, _) = diagram(&["export", "--format", "dot", &path]);
    assert!(dot.starts_with("digraph diagram {") && dot.contains("label=\"c e\""), "{dot}");
    let to = folder.path().join("toy.dot");
    let to = to.to_str().expect("UTF-8");
    assert_eq!(
        diagram(&["export", "-f", "dot", &path, "-o", to]),
        (0, String::new(), String::new())
    );
    assert_eq!(std::fs::read_to_string(to).expect("written"), dot);
    // Independent parts are a product, which has no form there but all of its nodes.
    let items: Vec<String> = (0..60).map(|item| format!("i{item}")).collect();
    let mut parts = format!("{}\n", items.join(" "));
    for first in (0..60).step_by(3) {
        let [a, b, c] = [0, 1, 2].map(|next| format!("i{}", first + next));
        parts += &format!("{a}\n{b} {c}\n{a} {b}\n{c}\n{b}\n{a} {c}\n");
    }
    let path = built(&folder, "parts.qdd", &parts);
    let (_, info, _) = diagram(&["info", "--json", &path]);
    if json_lines(&info)[0]["products"].as_u64() > Some(0) {
        let (code, out, err) = diagram(&["export", "-f", "zdd", "--most-nodes", "9", &path]);
        assert_eq!((code, out.as_str()), (3, ""));
        assert!(err.contains("more than 9 nodes: see --most-nodes"), "{err}");
    }
    assert_eq!(diagram(&["export", "-f", "zdd", &path]).0, 0);
    let (code, _, err) = diagram(&["export", "-f", "svg", &path]);
    assert_eq!(code, 2);
    assert!(err.contains("[possible values: zdd, dot]"), "{err}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_long_build_shows_how_far_it_is_and_ctrl_c_leaves_no_file() {
    let folder = folder();
    let problem = file(&folder, "latin.dlx", run(&["puzzle", "latin", "9"], "").1);
    let path = folder.path().join("latin.qdd");
    let line = format!("cover diagram build {problem} -o {}", path.display());
    let Some((code, shown)) = common::on_a_terminal(&line, " in the diagram", b"\x03") else {
        return;
    };
    assert_eq!(code, 3, "{shown}");
    assert!(shown.contains(" nodes/s, ") && shown.contains(": cancelled; "), "{shown}");
    assert!(!path.exists());
    let line = format!("cover diagram build {problem} -o -");
    let Some((code, shown)) = common::on_a_terminal(&line, "not for a terminal", b"") else {
        return;
    };
    assert_eq!(code, 2, "{shown}");
}

#[test]
fn a_diagram_without_solutions_says_so_wherever_it_is_asked_for_numbers() {
    let folder = folder();
    let path = built(&folder, "toy.qdd", TOY);
    let none = folder.path().join("none.qdd");
    let none = none.to_str().expect("UTF-8");
    let forbid = (0..6).flat_map(|option| ["--forbid".to_owned(), option.to_string()]);
    let forbid: Vec<String> = forbid.collect();
    let mut arguments = vec!["restrict", &path, "-o", none];
    arguments.extend(forbid.iter().map(String::as_str));
    assert_eq!(diagram(&arguments).0, 1);
    for (verb, expected) in
        [("sizes", "no solution\n"), ("count", "0\n"), ("list", "no solution\n")]
    {
        let (code, out, _) = diagram(&[verb, none]);
        assert_eq!((code, out.as_str()), (1, expected), "{verb}");
    }
    let (code, out, _) = diagram(&["marginals", none]);
    assert!(code == 1 && out.starts_with("option 0 ("), "{out}");
}

#[test]
fn a_zdd_of_more_nodes_than_allowed_is_not_written() {
    let folder = folder();
    let path = built(&folder, "board.qdd", &dominoes("4x4"));
    let (code, out, err) = diagram(&["export", "-f", "zdd", "--most-nodes", "3", &path]);
    assert_eq!((code, out.as_str()), (3, ""));
    assert!(err.contains("more than 3 nodes: see --most-nodes"), "{err}");
}
