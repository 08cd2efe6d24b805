//! `quadrille cover diagram list`, `nth`, `rank`, `sample`, `cheapest`, `marginals` and `sizes`, as their
//! users call them.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use crate::common::{TOY, file, folder, json_lines, run};
use tempfile::TempDir;

fn built(folder: &TempDir, name: &str, problem: &str) -> String {
    let path = folder.path().join(name);
    let path = path.to_str().expect("UTF-8").to_owned();
    let (code, _, err) = run(&["cover", "diagram", "build", "-", "-o", &path], problem);
    assert!(code <= 1, "{err}");
    path
}

fn diagram(arguments: &[&str]) -> (i32, String, String) {
    run(&[&["cover", "diagram"], arguments].concat(), "")
}

fn queens() -> String {
    run(&["puzzle", "queens", "8"], "").1
}

fn dominoes(board: &str) -> String {
    run(&["puzzle", "polyomino", board, "--pieces", "1x2*any"], "").1
}

/// The options of each solution.
fn options(out: &str) -> Vec<Vec<u64>> {
    let number = |option: &serde_json::Value| option.as_u64().expect("a number");
    let one = |object: serde_json::Value| {
        object["options"].as_array().expect("a list").iter().map(number).collect()
    };
    json_lines(out).into_iter().map(one).collect()
}

#[test]
fn all_solutions_are_listed_and_are_those_of_the_problem() {
    let folder = folder();
    let (problem, path) =
        (file(&folder, "queens.dlx", queens()), built(&folder, "queens.qdd", &queens()));
    let (code, out, err) = diagram(&["list", &path]);
    assert_eq!((code, err.as_str()), (0, ""));
    let heads = out.lines().filter(|line| line.ends_with(':'));
    let expected: Vec<String> = (1..=92).map(|number| format!("{number}:")).collect();
    assert_eq!(heads.collect::<Vec<_>>(), expected);
    let (code, checked, _) = run(&["cover", "check", &problem, "-"], &out);
    assert_eq!((code, checked.lines().filter(|line| line.ends_with("valid")).count()), (0, 92));
    let (_, out, _) = diagram(&["list", "--json", &path]);
    let mut sets = options(&out);
    sets.iter_mut().for_each(|set| set.sort_unstable());
    sets.sort_unstable();
    sets.dedup();
    assert_eq!(sets.len(), 92);
    assert_eq!(json_lines(&out)[91]["solution"], "92");
}

#[test]
fn places_and_solutions_are_each_others_inverse() {
    let folder = folder();
    let path = built(&folder, "queens.qdd", &queens());
    let (_, all, _) = diagram(&["list", "--json", &path]);
    for (index, solution) in options(&all).into_iter().enumerate().step_by(13) {
        let place = (index + 1).to_string();
        let (code, out, err) = diagram(&["nth", "--json", &path, &place]);
        assert_eq!((code, err.as_str()), (0, ""));
        assert_eq!(options(&out), std::slice::from_ref(&solution));
        let mut numbers: Vec<String> = solution.iter().map(u64::to_string).collect();
        numbers.reverse();
        let rank: Vec<&str> = numbers.iter().map(String::as_str).collect();
        let (code, out, _) = diagram(&[&["rank", &path], &rank[..]].concat());
        assert_eq!((code, out), (0, format!("{place}\n")));
    }
    let (_, from, _) = diagram(&["list", "--json", "--from", "40", "-n", "3", &path]);
    assert_eq!(options(&from), options(&all)[39..42]);
    assert_eq!(json_lines(&from)[0]["solution"], "40");
    let (_, last, _) = diagram(&["list", "--json", "--from", "92", "-n", "3", &path]);
    assert_eq!(options(&last), options(&all)[91..]);
}

#[test]
fn places_go_beyond_64_bits() {
    let folder = folder();
    let items: Vec<String> = (0..100).map(|item| format!("i{item}")).collect();
    let choices: String = items.iter().map(|item| format!("{item}\n{item}\n")).collect();
    let path = built(&folder, "choices.qdd", &format!("{}\n{choices}", items.join(" ")));
    let last = "1267650600228229401496703205376";
    assert_eq!(diagram(&["count", &path]).1, format!("{last}\n"));
    let (code, out, _) = diagram(&["nth", "--json", &path, last]);
    assert_eq!((code, &json_lines(&out)[0]["solution"]), (0, &last.into()));
    let numbers: Vec<String> = options(&out)[0].iter().map(u64::to_string).collect();
    let rank: Vec<&str> = numbers.iter().map(String::as_str).collect();
    assert_eq!(diagram(&[&["rank", &path], &rank[..]].concat()).1, format!("{last}\n"));
    let (_, out, _) = diagram(&[&["rank", "--json", &path], &rank[..]].concat());
    assert_eq!(json_lines(&out)[0]["solution"], last);
    let (code, out, err) = diagram(&["nth", &path, "1267650600228229401496703205377"]);
    assert_eq!((code, out.as_str()), (1, "no solution\n"));
    assert_eq!(err, format!("there are {last}: expected 1 to {last}\n"));
    let (_, out, _) = diagram(&["list", "--from", last, &path]);
    assert_eq!(out.lines().count(), 101);
}

#[test]
fn what_is_no_solution_has_no_place() {
    let folder = folder();
    let path = built(&folder, "toy.qdd", TOY);
    for (solution, place) in [
        (["a d f", "b g", "c e"], None),
        (["3", "4", "0"], Some(())),
        (["6", "e c", "g b"], Some(())),
    ] {
        let (code, out, err) = diagram(&[&["rank", &path], &solution[..]].concat());
        match place {
            // Two options have these items.
            None => {
                assert!(code == 2 && err.contains("options 3, 6 have just these items"), "{err}")
            }
            Some(()) => assert!(code == 0 && ["1\n", "2\n"].contains(&&*out), "{out}{err}"),
        }
    }
    for wrong in [&["0"][..], &["0", "3"], &["0", "3", "4", "4"], &["0", "1", "2"], &[]] {
        let (code, out, err) = diagram(&[&["rank", &path], wrong].concat());
        assert_eq!((code, out.as_str(), err.as_str()), (1, "none\n", ""), "{wrong:?}");
    }
    let (code, out, _) = diagram(&["rank", "--json", &path, "0"]);
    assert_eq!((code, &json_lines(&out)[0]["solution"]), (1, &serde_json::Value::Null));
    let (code, _, err) = diagram(&["rank", &path, "a z"]);
    assert_eq!(code, 2);
    assert!(err.contains("option \"a z\": the problem has no item z"), "{err}");
}

#[test]
fn samples_are_solutions_and_the_same_seed_gives_the_same() {
    let folder = folder();
    let problem = dominoes("6x6");
    let (text, path) = (file(&folder, "6x6.dlx", &problem), built(&folder, "6x6.qdd", &problem));
    let (code, out, err) = diagram(&["sample", "-n", "50", "--seed", "3", &path]);
    assert_eq!((code, err.as_str()), (0, ""));
    let (code, checked, _) = run(&["cover", "check", &text, "-"], &out);
    assert_eq!((code, checked.lines().filter(|line| line.ends_with("valid")).count()), (0, 50));
    assert_eq!(diagram(&["sample", "-n", "50", "--seed", "3", &path]).1, out);
    assert_ne!(diagram(&["sample", "-n", "50", "--seed", "4", &path]).1, out);
    let (_, one, _) = diagram(&["sample", "--seed", "3", "--json", &path]);
    assert_eq!(json_lines(&one).len(), 1);
    let (code, drawn, _) = diagram(&["sample", "--render", &path]);
    assert_eq!(code, 0);
    assert!(drawn.contains('┌') && drawn.starts_with("1:\n"), "{drawn}");
    let toy = built(&folder, "toy.qdd", TOY);
    let (code, out, err) = diagram(&["sample", "--render", &toy]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("its problem has no comment `| picture: …`"), "{err}");
}

#[test]
fn the_cheapest_come_first_with_what_they_cost() {
    let folder = folder();
    let problem = "a b c\na |3\nb |1\nc |4\na b |2\nb c |9\na b c |7\n";
    let path = built(&folder, "costs.qdd", problem);
    let (code, out, err) = diagram(&["cheapest", "-k", "3", &path]);
    assert_eq!((code, err.as_str()), (0, ""));
    let heads: Vec<&str> = out.lines().filter(|line| line.contains(": cost ")).collect();
    assert_eq!(heads, ["1: cost 6", "2: cost 7", "3: cost 8"]);
    let (_, all, _) = diagram(&["cheapest", "-k", "100", "--json", &path]);
    let costs: Vec<u64> =
        json_lines(&all).iter().map(|object| object["cost"].as_u64().expect("a number")).collect();
    assert_eq!(costs, [6, 7, 8, 12]);
    let (_, best, _) = run(&["cover", "solve", "--k-cheapest", "4", "--json"], problem);
    let best: Vec<u64> =
        json_lines(&best).iter().filter_map(|object| object["cost"].as_u64()).collect();
    assert_eq!(costs, best);
}

#[test]
fn marginals_and_sizes_add_up_to_the_solutions() {
    let folder = folder();
    let path = built(&folder, "toy.qdd", TOY);
    let (code, out, err) = diagram(&["marginals", &path]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(
        out,
        "option 0 (c e): 2 of 2, 100 %\noption 1 (a d g): 0 of 2, 0.0 %\n\
         option 2 (b c f): 0 of 2, 0.0 %\noption 3 (a d f): 1 of 2, 50.0 %\n\
         option 4 (b g): 2 of 2, 100 %\noption 5 (d e g): 0 of 2, 0.0 %\n\
         option 6 (a d f): 1 of 2, 50.0 %\n"
    );
    let (_, out, _) = diagram(&["marginals", "--json", &path]);
    let third = &json_lines(&out)[3];
    assert_eq!((&third["option"], &third["solutions"]), (&3.into(), &"1".into()));
    assert_eq!(
        (&third["share"], &third["items"]),
        (&0.5.into(), &serde_json::json!(["a", "d", "f"]))
    );
    assert_eq!(diagram(&["sizes", &path]).1, "3 options: 2\n");
    let path = built(&folder, "sizes.qdd", "a b c\na\nb\nc\na b\nb c\na b c\n");
    assert_eq!(diagram(&["sizes", &path]).1, "1 option: 1\n2 options: 2\n3 options: 1\n");
    let (_, out, _) = diagram(&["sizes", "--json", &path]);
    let second = &json_lines(&out)[1];
    assert_eq!((&second["options"], &second["solutions"]), (&2.into(), &"2".into()));
}

#[test]
fn where_there_is_no_solution_it_is_said() {
    let folder = folder();
    let path = built(&folder, "none.qdd", "a b\na\n");
    for verb in [&["list"][..], &["list", "--from", "2"], &["sample"], &["cheapest"], &["sizes"]] {
        let (code, out, err) = diagram(&[verb, &[&path]].concat());
        assert_eq!((code, out.as_str(), err.as_str()), (1, "no solution\n", ""), "{verb:?}");
        let (code, out, _) = diagram(&[verb, &["--json", &path]].concat());
        assert_eq!((code, out.as_str()), (1, ""), "{verb:?}");
    }
    assert_eq!(diagram(&["nth", &path, "1"]).0, 1);
    let (code, out, _) = diagram(&["marginals", &path]);
    assert_eq!((code, out.as_str()), (1, "option 0 (a): 0 of 0\n"));
}

#[test]
fn numbers_that_are_none_are_refused() {
    let folder = folder();
    let path = built(&folder, "toy.qdd", TOY);
    for arguments in [
        &["nth", &path, "0"][..],
        &["nth", &path, "-1"],
        &["nth", &path, "1.5"],
        &["nth", &path, "+1"],
        &["list", "--from", "0", &path],
        &["list", "-n", "x", &path],
        &["sample", "-n", "0", &path],
        &["cheapest", "-k", "0", &path],
    ] {
        let (code, out, err) = diagram(arguments);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}");
        assert!(err.contains("1 or more"), "{arguments:?}: {err}");
    }
}

#[test]
fn whoever_has_seen_enough_ends_it_quietly() {
    let folder = folder();
    let path = built(&folder, "8x8.qdd", &dominoes("8x8"));
    for verb in [&["list"][..], &["sample", "-n", "100000000000000"]] {
        let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("quadrille"))
            .args([&["cover", "diagram"], verb, &[&path]].concat())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it runs");
        let mut first = String::new();
        let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
        reader.read_line(&mut first).expect("a line");
        assert_eq!(first, "1:\n");
        drop(reader);
        let output = child.wait_with_output().expect("it ends");
        assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
    }
}
