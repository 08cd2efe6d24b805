//! `quadrille cover split`, `count --shard` and `merge`: parts of a search, and their sum.

use std::process::Stdio;

use crate::common::*;
use tempfile::TempDir;

/// The solutions of a problem, counted in so many parts and merged: exit code and output.
fn in_parts(problem: &str, of: u32, more: &[&str]) -> (i32, String) {
    let results: String = (1..=of).map(|number| part(problem, number, of, more)).collect();
    let (code, out, err) = run(&["cover", "merge", "-"], &results);
    assert_eq!(err, "");
    (code, out)
}

/// What a part has come to, as JSON.
fn part(problem: &str, number: u32, of: u32, more: &[&str]) -> String {
    let shard = format!("{number}/{of}");
    let arguments = [&["cover", "count", "--json", "--shard", &shard, problem], more].concat();
    let (code, out, err) = run(&arguments, "");
    assert_eq!((code, err.as_str()), (0, ""), "{arguments:?}");
    out
}

/// The files of a problem's parts.
fn split(folder: &TempDir, problem: &str, of: u32) -> Vec<String> {
    let prefix = folder.path().join("part");
    let prefix = prefix.to_str().expect("UTF-8");
    let (code, _, err) = run(&["cover", "split", problem, "-n", &of.to_string(), "-o", prefix], "");
    assert_eq!((code, err.as_str()), (0, ""));
    (1..=of).map(|number| format!("{prefix}-{number}-of-{of}.json")).collect()
}

/// Something of everything: multiplicities, colours, costs.
const MIXED: &str =
    "a 0:2|b 1:3|c | x y\na x |3\na b x:p\nb c x:p y:q\nc y:q\nb y\nc x:q\nb c\na |1\n";

#[test]
fn the_parts_of_any_problem_add_up_to_its_count() {
    let folder = folder();
    let langford = file(&folder, "7.dlx", langford(7));
    let mixed = file(&folder, "mixed.dlx", MIXED);
    for problem in [langford, mixed] {
        for more in [&[][..], &["--branch", "weighted"], &["--seed", "3"], &["--preprocess"]] {
            let (code, whole, _) = run(&[&["cover", "count", &problem][..], more].concat(), "");
            assert_eq!(code, 0);
            for of in [1, 2, 7, 40] {
                assert_eq!(in_parts(&problem, of, more), (0, whole.clone()), "{of} {more:?}");
            }
        }
        let given = ["--given", "0", "--forbid", "3"];
        let (_, whole, _) = run(&[&["cover", "count", &problem][..], &given].concat(), "");
        assert_eq!(in_parts(&problem, 3, &given).1, whole);
    }
}

#[test]
fn no_solution_is_a_negative_answer_of_all_parts_together_and_of_none_alone() {
    let folder = folder();
    let none = file(&folder, "5.dlx", langford(5));
    assert_eq!(in_parts(&none, 4, &[]), (1, "0\n".to_owned()));
    let (code, out, _) = run(&["cover", "count", "--shard", "2/4", &none], "");
    assert_eq!((code, out.as_str()), (0, "0 in shard 2 of 4\n"));
    // No primary item is left to branch on: the one part that there is has the empty solution.
    let empty = r#"{"format":"quadrille-cover","version":1,"items":[{"name":"x","kind":"secondary"}],
                    "options":[["x"]]}"#;
    let empty = file(&folder, "empty.json", empty);
    assert_eq!(in_parts(&empty, 3, &[]), (0, "1\n".to_owned()));
}

#[test]
fn files_of_split_and_numbers_are_the_same_parts() {
    let folder = folder();
    let problem = file(&folder, "8.dlx", langford(8));
    let files = split(&folder, &problem, 3);
    let mut results = String::new();
    for (number, part_file) in (1..).zip(&files) {
        let (code, out, err) =
            run(&["cover", "count", "--json", "--shard", part_file, &problem], "");
        assert_eq!((code, err.as_str()), (0, ""));
        let numbered = part(&problem, number, 3, &[]);
        let shard = |text: &str| json_lines(text)[0]["shard"].clone();
        assert_eq!(shard(&out), shard(&numbered));
        results += if number == 2 { &numbered } else { &out };
    }
    assert_eq!(run(&["cover", "merge", "-"], &results).1, "300\n");
}

#[test]
fn split_says_how_large_its_files_are() {
    let folder = folder();
    let problem = file(&folder, "8.dlx", langford(8));
    let prefix = folder.path().join("p");
    let prefix = prefix.to_str().expect("UTF-8");
    let arguments = ["cover", "split", &problem, "-n", "4", "-o", prefix];
    let (code, out, err) = run(&arguments, "");
    assert_eq!((code, err.as_str()), (0, ""));
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 4);
    for (number, line) in (1..).zip(lines) {
        assert!(line.starts_with(&format!("{prefix}-{number}-of-4.json: ")), "{line}");
        assert!(line.contains(" pieces, 2") && line.ends_with(" % of the work"), "{line}");
    }
    let first = std::fs::read(format!("{prefix}-1-of-4.json")).expect("it is there");
    let (code, out, _) = run(&[&arguments[..], &["--json"]].concat(), "");
    assert_eq!(code, 0);
    let object = &json_lines(&out)[0];
    let shards = object["shards"].as_array().expect("a list");
    let total: f64 = shards.iter().map(|shard| shard["share"].as_f64().expect("a number")).sum();
    assert!((total - 1.0).abs() < 1e-6, "{total}");
    assert_eq!((shards[3]["shard"].as_u64(), object["strategy"].as_str()), (Some(4), Some("bits")));
    let again = std::fs::read(format!("{prefix}-1-of-4.json")).expect("it is there");
    assert_eq!(first, again, "the same for everybody");
    assert_eq!(run(&[&arguments[..], &["--plan-seed", "2"]].concat(), "").0, 0);
    let other = std::fs::read(format!("{prefix}-1-of-4.json")).expect("it is there");
    assert_ne!(first, other);
}

#[test]
fn files_are_named_after_the_problem_unless_told_otherwise() {
    let folder = folder();
    file(&folder, "small.dlx", TOY);
    let in_folder = |arguments: &[&str], input: &str| {
        let mut command = quadrille(arguments);
        let output = command.current_dir(folder.path()).write_stdin(input).output();
        output.expect("the program runs").status.code()
    };
    assert_eq!(in_folder(&["cover", "split", "-n", "2", "small.dlx"], ""), Some(0));
    assert_eq!(in_folder(&["cover", "split", "-n", "1"], TOY), Some(0));
    for name in ["small-1-of-2.json", "small-2-of-2.json", "stdin-1-of-1.json"] {
        assert!(folder.path().join(name).is_file(), "{name}");
    }
}

#[test]
fn solutions_of_the_parts_are_all_solutions_each_once() {
    let folder = folder();
    let problem = file(&folder, "7.dlx", langford(7));
    let options = |out: &str| -> Vec<String> {
        let found = json_lines(out).into_iter().filter(|object| !object["options"].is_null());
        found.map(|object| object["options"].to_string()).collect()
    };
    let mut all = options(&run(&["cover", "solve", "--all", "--json", &problem], "").1);
    let mut parts = Vec::new();
    for number in 1..=5 {
        let shard = format!("{number}/5");
        let arguments = ["cover", "solve", "--all", "--json", "--shard", &shard, &problem];
        parts.extend(options(&run(&arguments, "").1));
    }
    all.sort_unstable();
    parts.sort_unstable();
    assert_eq!((parts.len(), parts), (52, all));
}

#[test]
fn missing_parts_are_named_and_leave_the_answer_unknown() {
    let folder = folder();
    let problem = file(&folder, "7.dlx", langford(7));
    let parts: Vec<String> = (1..=7).map(|number| part(&problem, number, 7, &[])).collect();
    let counts: Vec<u64> = parts.iter().map(|part| counted(&json_lines(part)[0])).collect();
    let (code, out, err) = run(&["cover", "merge", "-"], &parts[1..].concat());
    let least: u64 = counts[1..].iter().sum();
    assert_eq!(code, 3);
    assert_eq!(out, format!("unknown (at least {least}): shard 1 of 7 is missing\n"));
    assert_eq!(err, "");
    let some = format!("{}{}", parts[1], parts[6]);
    let (code, out, _) = run(&["cover", "merge", "--json", "-"], &some);
    let object = &json_lines(&out)[0];
    assert_eq!((code, object["exact"].as_bool()), (3, Some(false)));
    assert_eq!(object["verdict"], "incomplete");
    assert_eq!(object["reason"], "shards 1, 3-6 of 7 are missing");
    assert_eq!(object["missing"].to_string(), "[1,3,4,5,6]");
}

#[test]
fn parts_that_were_stopped_are_named_and_leave_the_answer_unknown() {
    let folder = folder();
    let problem = file(&folder, "7.dlx", langford(7));
    let mut parts: Vec<String> = (1..=3).map(|number| part(&problem, number, 3, &[])).collect();
    for (more, verdict) in [("--node-limit=2", "stopped"), ("--limit=1", "limit reached")] {
        let arguments = ["cover", "count", "--json", "--shard", "2/3", more, &problem];
        let (_, stopped, _) = run(&arguments, "");
        assert_eq!(json_lines(&stopped)[0]["verdict"], verdict);
        parts[1] = stopped;
        let (code, out, _) = run(&["cover", "merge", "-"], &parts.concat());
        assert_eq!(code, 3);
        assert!(out.ends_with("): shard 2 of 3 is not searched to the end\n"), "{out}");
    }
    // Nor is a part that was stopped before its plan was made the result of one.
    let arguments = ["cover", "count", "--json", "--shard", "2/3", "--time-limit", "0s", &problem];
    let (code, out, _) = run(&arguments, "");
    assert_eq!((code, json_lines(&out)[0]["verdict"].as_str()), (3, Some("stopped")));
    let (code, merged, err) = run(&["cover", "merge", "-"], &out);
    assert_eq!((code, merged.as_str()), (3, "unknown (at least 0): no shard has a result\n"));
    assert!(err.contains(":1: stopped before its shard was found (time budget used up)"), "{err}");
    let others = [part(&problem, 1, 3, &[]), out, part(&problem, 3, 3, &[])].concat();
    let (code, merged, err) = run(&["cover", "merge", "-"], &others);
    assert_eq!(code, 3);
    assert!(merged.ends_with("): shard 2 of 3 is missing\n"), "{merged}");
    assert!(err.contains(":2: stopped before its shard was found"), "{err}");
}

#[test]
fn repeated_and_foreign_parts_are_refused_by_name() {
    let folder = folder();
    let problem = file(&folder, "7.dlx", langford(7));
    let other = file(&folder, "8.dlx", langford(8));
    let own = file(&folder, "own.json", part(&problem, 1, 3, &[]) + &part(&problem, 2, 3, &[]));
    let refused = |second: &str| {
        let second = file(&folder, "second.json", second);
        let (code, out, err) = run(&["cover", "merge", &own, &second], "");
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        let place = format!("{second}:1:1: error: ");
        let message = err.strip_prefix(&place).unwrap_or_else(|| panic!("{err}"));
        message.trim_end().replace(&own, "own")
    };
    let foreign = "is foreign: it is of another";
    assert_eq!(refused(&part(&problem, 2, 3, &[])), "shard 2 of 3 is there twice (own:2)");
    let message = refused(&part(&other, 3, 3, &[]));
    assert_eq!(message, format!("shard 3 of 3 {foreign} problem than those before it (own:1)"));
    let message = refused(&part(&problem, 3, 4, &[]));
    assert_eq!(message, "shard 3 of 4 is foreign: those before it are of 3 shards (own:1)");
    for more in [
        &["--strategy", "links"][..],
        &["--seed", "1"],
        &["--given", "0"],
        &["--forbid", "0"],
        &["--branch", "first"],
        &["--plan-seed", "5"],
    ] {
        let message = refused(&part(&problem, 3, 3, more));
        assert!(message.starts_with(&format!("shard 3 of 3 {foreign} plan")), "{message}");
    }
    // With JSON it is told there, too.
    let twice = file(&folder, "twice.json", part(&problem, 2, 3, &[]));
    let (code, out, _) = run(&["cover", "merge", "--json", &own, &twice], "");
    let object = &json_lines(&out)[0];
    assert_eq!((code, object["verdict"].as_str()), (2, Some("invalid")));
    assert_eq!(object["source"].as_str(), Some(twice.as_str()));
}

#[test]
fn what_is_no_result_or_a_damaged_one_is_refused() {
    let folder = folder();
    let problem = file(&folder, "7.dlx", langford(7));
    let whole = part(&problem, 1, 1, &[]);
    let refused = |input: &str| {
        let (code, out, err) = run(&["cover", "merge", "-"], input);
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        err
    };
    assert!(refused("\n\n").contains("no results"));
    let err = refused(&format!("{whole}\n{}", &whole[..100]));
    assert!(err.contains(":3:100: error: no result of a shard: EOF"), "{err}");
    assert!(!err.contains("at line"), "{err}");
    let (_, plain, _) = run(&["cover", "count", "--json", &problem], "");
    for no_result in [plain.as_str(), "{}", "[]", "52", "no result", "{\"shard\":{}}"] {
        let err = refused(no_result);
        assert!(err.contains("no result of a shard"), "{no_result}: {err}");
        assert!(!err.contains("struct") && !err.contains("at line"), "{no_result}: {err}");
    }
    let sum = whole.replace("\"solutions\":\"52\"", "\"solutions\":\"53\"");
    assert_ne!(sum, whole);
    assert!(refused(&sum).contains("the result is damaged"));
    let outer = whole.replacen("\"solutions\":\"52\"", "\"solutions\":\"53\"", 1);
    assert!(refused(&outer).contains("the result is damaged"));
    let many = "{}\n".repeat(50);
    let err = refused(&many);
    assert_eq!(err.lines().count(), 21, "{err}");
    assert!(err.ends_with("error: 30 more faults\n"), "{err}");
    let (code, _, err) = run(&["cover", "merge", "/nowhere.json"], "");
    assert_eq!((code, err.as_str()), (2, "/nowhere.json: error: no such file\n"));
    let (code, _, err) = run(&["cover", "merge"], "");
    assert_eq!(code, 2);
    assert!(err.contains("required"), "{err}");
}

#[test]
fn numbers_of_parts_that_cannot_be_are_refused() {
    let folder = folder();
    let problem = file(&folder, "toy.dlx", TOY);
    for shard in ["0/8", "9/8", "0/0", "-1/8", "1/", "1/65537"] {
        let (code, out, err) = run(&["cover", "count", "--shard", shard, &problem], "");
        assert_eq!((code, out.as_str()), (2, ""), "{shard}");
        assert!(err.contains("expected I/N, where I is 1 to N"), "{shard}: {err}");
    }
    for (shards, message) in [("0", "1 or more"), ("-2", "1 or more"), ("65537", "at most 65536")] {
        let (code, out, err) = run(&["cover", "split", "-n", shards, &problem], "");
        assert_eq!((code, out.as_str()), (2, ""));
        assert!(err.contains(&format!("expected {message}")), "{err}");
    }
    for more in [&["--threads", "2"][..], &["--min-cost"], &["--k-cheapest", "2"]] {
        let (code, _, err) =
            run(&[&["cover", "solve", "--shard", "1/2", &problem], more].concat(), "");
        assert_eq!(code, 2);
        assert!(err.contains("cannot be used with"), "{err}");
    }
    let (code, _, err) = run(&["cover", "count", "--plan-seed", "2", &problem], "");
    assert_eq!(code, 2);
    assert!(err.contains("--shard"), "{err}");
}

#[test]
fn files_that_are_no_part_of_this_search_are_refused() {
    let folder = folder();
    let problem = file(&folder, "7.dlx", langford(7));
    let other = file(&folder, "8.dlx", langford(8));
    let files = split(&folder, &problem, 2);
    let refused = |shard: &str, problem: &str, more: &[&str]| {
        let arguments = [&["cover", "count", "--shard", shard, problem], more].concat();
        let (code, out, err) = run(&arguments, "");
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        let message = err.strip_prefix(&format!("{shard}: error: "));
        message.unwrap_or_else(|| panic!("{err}")).trim_end().to_owned()
    };
    assert_eq!(refused(&files[0], &other, &[]), "the shard is of another problem");
    let message = refused(&files[0], &problem, &["--forbid", "2"]);
    let expected = "the shard is of another search: its list of forbidden options was none, not 2";
    assert_eq!(message, expected);
    let message = refused(&files[0], &problem, &["--plan-seed", "2"]);
    assert!(message.contains("--plan-seed is for --shard I/N"), "{message}");
    assert_eq!(refused("nowhere.json", &problem, &[]), "no such file");
    let text = std::fs::read_to_string(&files[0]).expect("it is there");
    let cut = file(&folder, "cut.json", &text[..text.len() / 2]);
    assert!(refused(&cut, &problem, &[]).starts_with("no shard: EOF"));
    let changed = file(&folder, "changed.json", text.replacen("\"shard\":1", "\"shard\":2", 1));
    let damaged = "the shard is damaged: its checksum does not fit";
    assert_eq!(refused(&changed, &problem, &[]), damaged);
    assert!(refused(&problem, &problem, &[]).starts_with("no shard: "));
}

#[test]
fn split_writes_over_no_input_and_says_where_it_cannot_write() {
    let folder = folder();
    let problem = file(&folder, "toy-1-of-1.json", "");
    std::fs::write(
        &problem,
        r#"{"format":"quadrille-cover","version":1,"items":["a"],"options":[["a"]]}"#,
    )
    .expect("written");
    let prefix = folder.path().join("toy");
    let prefix = prefix.to_str().expect("UTF-8");
    let (code, _, err) = run(&["cover", "split", "-n", "1", "-o", prefix, &problem], "");
    assert_eq!(code, 2);
    assert!(err.contains("would be overwritten: it is one of the inputs"), "{err}");
    let nowhere = folder.path().join("none/toy");
    let nowhere = nowhere.to_str().expect("UTF-8");
    let (code, _, err) = run(&["cover", "split", "-n", "2", "-o", nowhere, &problem], "");
    assert_eq!(code, 2);
    assert!(err.contains("cannot write"), "{err}");
}

#[test]
fn a_part_is_saved_and_goes_on() {
    let folder = folder();
    let problem = file(&folder, "9.dlx", langford(10));
    let saved = folder.path().join("run.json");
    let saved = saved.to_str().expect("UTF-8");
    let more = ["--json", "--shard", "2/3", "--node-limit", "4000", "--checkpoint", saved];
    let arguments = [&["cover", "count", &problem], &more[..]].concat();
    let (mut code, mut out, mut err) = run(&arguments, "");
    let mut runs = 1;
    while code == 3 {
        assert!(err.contains(" of the search done"), "{err}");
        (code, out, err) = run(&[&arguments[..], &["--resume", saved]].concat(), "");
        runs += 1;
    }
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(runs > 3, "{runs}");
    let shard = |text: &str| json_lines(text)[0]["shard"].clone();
    assert_eq!(shard(&out), shard(&part(&problem, 2, 3, &[])));
    // It is no checkpoint of another part, or of the whole search.
    for (more, now) in
        [(&["--shard", "1/3"][..], "not shard 1 of 3"), (&[], "not all of the search")]
    {
        let arguments = [&["cover", "count", &problem, "--resume", saved], more].concat();
        let (code, _, err) = run(&arguments, "");
        assert_eq!(code, 2);
        assert!(err.contains("its part was shard 2 of 3") && err.contains(now), "{err}");
    }
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let folder = folder();
    let problem = file(&folder, "toy.dlx", TOY);
    let result = file(&folder, "result.json", part(&problem, 1, 1, &[]));
    let large = file(&folder, "9.dlx", langford(9));
    let prefix = folder.path().join("p");
    let prefix = prefix.to_str().expect("UTF-8");
    for arguments in [
        &["cover", "split", "-n", "20", "-o", prefix, &large][..],
        &["cover", "merge", &result],
        &["cover", "count", "--shard", "1/2", &problem],
    ] {
        let program = assert_cmd::cargo::cargo_bin("quadrille");
        let mut command = std::process::Command::new(program);
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program runs");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    }
}

#[test]
fn searches_say_how_much_memory_they_had() {
    let (code, out, _) = run(&["cover", "count", "--json", "-"], TOY);
    assert_eq!(code, 0);
    let object = json_lines(&out).remove(0);
    let (code, out, _) = run(&["cover", "solve", "--json", "-"], TOY);
    assert_eq!(code, 0);
    let end = json_lines(&out).pop().expect("the last object");
    for object in [object, end] {
        let bytes = object.get("peak_bytes").expect("null where it is not known");
        assert_eq!(bytes.is_null(), !cfg!(target_os = "linux"), "{bytes}");
        assert!(bytes.is_null() || bytes.as_u64().is_some_and(|bytes| bytes > 1 << 20), "{bytes}");
    }
    let (_, _, err) = run(&["cover", "count", "--profile", "-"], TOY);
    assert_eq!(err.contains("\nMemory: "), cfg!(target_os = "linux"), "{err}");
}

#[test]
fn what_the_parts_took_is_added_up_too() {
    let folder = folder();
    let problem = file(&folder, "7.dlx", langford(7));
    let parts: String = (1..=4).map(|number| part(&problem, number, 4, &[])).collect();
    let (code, out, _) = run(&["cover", "merge", "--json", "-"], &parts);
    assert_eq!(code, 0);
    let merged = &json_lines(&out)[0];
    let (_, whole, _) = run(&["cover", "count", "--json", &problem], "");
    let whole = &json_lines(&whole)[0];
    for field in ["solutions", "nodes", "updates", "strategy", "exact", "verdict"] {
        assert_eq!(merged[field], whole[field], "{field}");
    }
    let parts = json_lines(&parts);
    let seconds: f64 = parts.iter().map(|part| part["seconds"].as_f64().expect("a number")).sum();
    assert!((merged["seconds"].as_f64().expect("a number") - seconds).abs() < 1e-9);
    let most = parts.iter().filter_map(|part| part["peak_bytes"].as_u64()).max();
    assert_eq!(merged["peak_bytes"].as_u64(), most);
    let numbers = merged["shards"].as_array().expect("a list").iter();
    let numbers: Vec<_> = numbers.map(|shard| shard["shard"].as_u64()).collect();
    assert_eq!(numbers, [Some(1), Some(2), Some(3), Some(4)]);
}

#[test]
fn a_shard_in_the_place_of_its_result_is_told() {
    let folder = folder();
    let problem = file(&folder, "7.dlx", langford(7));
    let files = split(&folder, &problem, 2);
    let (code, out, err) = run(&["cover", "merge", &files[0]], "");
    assert_eq!((code, out.as_str()), (2, ""));
    let message = "this is the shard itself, not what it came to: expected a line of `cover count";
    assert!(err.contains(message), "{err}");
}

#[test]
fn an_empty_result_is_that_of_a_missing_part() {
    let folder = folder();
    let problem = file(&folder, "7.dlx", langford(7));
    let first = file(&folder, "1.json", part(&problem, 1, 2, &[]));
    let second = file(&folder, "2.json", "");
    let (code, out, err) = run(&["cover", "merge", &first, &second], "");
    assert_eq!(code, 3);
    assert!(out.ends_with("): shard 2 of 2 is missing\n"), "{out}");
    assert!(err.contains(&format!("{second}: is empty: its shard has no result yet")), "{err}");
    let (code, out, _) = run(&["cover", "merge", "--json", &second], "");
    let object = &json_lines(&out)[0];
    assert_eq!((code, object["reason"].as_str()), (3, Some("no shard has a result")));
}

#[test]
fn a_part_without_solutions_writes_none_and_is_no_failure() {
    let folder = folder();
    let none = file(&folder, "5.dlx", langford(5));
    for more in [&[][..], &["--all"]] {
        let arguments = [&["cover", "solve", "--shard", "2/4", &none], more].concat();
        assert_eq!(run(&arguments, ""), (0, String::new(), String::new()));
        let (code, out, _) = run(&[&arguments[..], &["--json"]].concat(), "");
        let object = &json_lines(&out)[0];
        assert_eq!((code, object["verdict"].as_str()), (0, Some("none")));
        assert_eq!(object["reason"], "none in shard 2 of 4");
    }
    let (code, out, _) = run(&["cover", "solve", "--all", &none], "");
    assert_eq!((code, out.starts_with("no solution")), (1, true));
}

#[test]
fn one_thread_is_what_a_part_is_searched_by() {
    let folder = folder();
    let problem = file(&folder, "7.dlx", langford(7));
    let arguments = ["cover", "count", "--shard", "1/1", "--threads", "1", &problem];
    assert_eq!(run(&arguments, ""), (0, "52 in shard 1 of 1\n".to_owned(), String::new()));
}

#[test]
fn split_writes_into_a_folder_whose_name_ends_in_a_slash() {
    let folder = folder();
    let problem = file(&folder, "7.dlx", langford(7));
    let parts = folder.path().join("parts");
    std::fs::create_dir(&parts).expect("new");
    let prefix = format!("{}/", parts.to_str().expect("UTF-8"));
    let (code, _, err) = run(&["cover", "split", "-n", "2", "-o", &prefix, &problem], "");
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(parts.join("7-1-of-2.json").is_file() && parts.join("7-2-of-2.json").is_file());
}

#[test]
fn split_says_that_a_directory_is_one_and_what_is_invalid_as_json() {
    let (code, out, err) = run(&["cover", "split", "-n", "2", "."], "");
    assert_eq!((code, out.as_str()), (2, ""));
    assert_eq!(err, ".: error: is a directory: expected a file\n");
    let folder = folder();
    let bad = file(&folder, "bad.dlx", "a a\na\n");
    for problem in [".", &bad] {
        let (code, out, err) = run(&["cover", "split", "--json", "-n", "2", problem], "");
        let object = &json_lines(&out)[0];
        assert_eq!((code, object["verdict"].as_str()), (2, Some("invalid")));
        assert_eq!((object["source"].as_str(), err.lines().count()), (Some(problem), 1));
    }
}

#[test]
fn parts_that_have_nothing_to_search_are_told() {
    let folder = folder();
    let problem = file(&folder, "toy.dlx", TOY);
    let prefix = folder.path().join("p");
    let prefix = prefix.to_str().expect("UTF-8");
    let arguments = ["cover", "split", "-n", "50", "-o", prefix, &problem];
    let (code, out, err) = run(&arguments, "");
    assert_eq!((code, out.lines().count()), (0, 50));
    assert!(out.contains(": 0 pieces, 0.0 % of the work") && !out.contains("-0.0"), "{out}");
    assert!(err.contains("the search tree is too small for 50 parts: "), "{err}");
    let (_, out, _) = run(&[&arguments[..], &["--json"]].concat(), "");
    assert!(out.contains("\"share\":0.0") && !out.contains("-0.0"), "{out}");
}
