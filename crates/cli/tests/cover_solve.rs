//! `quadrille cover solve`, as its users call it.

use crate::common::*;

/// Two solutions, of cost 7 and 9.
const COSTS: &str = "a b\na |3\nb |4\na b |9\n";
const IMPOSSIBLE: &str = "a b c\na b\nb\n";

#[test]
fn a_solution_is_written_as_its_options_as_they_were_given() {
    let coloured = "a b | x y\nx:red b\ny a x:red\n";
    let (code, out, err) = run(&["cover", "solve"], coloured);
    assert_eq!((code, err.as_str()), (0, ""));
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], "1:");
    let mut options = lines[1..].to_vec();
    options.sort_unstable();
    assert_eq!(options, [" x:red b", " y a x:red"]);
}

#[test]
fn one_solution_is_found_unless_more_are_asked_for() {
    let count = |arguments: &[&str]| {
        let mut all = vec!["cover", "solve"];
        all.extend(arguments);
        let (code, out, err) = run(&all, TOY);
        assert_eq!((code, err.as_str()), (0, ""), "{arguments:?}");
        let headings = out.lines().filter(|line| !line.starts_with(' ')).collect::<Vec<_>>();
        headings.join(" ")
    };
    assert_eq!(count(&[]), "1:");
    assert_eq!(count(&["--first", "-"]), "1:");
    assert_eq!(count(&["--limit", "1"]), "1:");
    assert_eq!(count(&["--limit", "5"]), "1: 2:");
    assert_eq!(count(&["--all"]), "1: 2:");
}

#[test]
fn no_solution_is_a_negative_answer_and_says_why_if_it_is_simple() {
    let (code, out, err) = run(&["cover", "solve"], IMPOSSIBLE);
    assert_eq!((code, out.as_str(), err.as_str()), (1, "no solution: item c has no options\n", ""));
    assert_eq!(run(&["cover", "solve"], "a b c\na b\nb c\n").1, "no solution\n");
    assert_eq!(run(&["cover", "solve"], "| nothing to cover\n | x\n").0, 2, "that is a comment");
    let (code, out, _) = run(&["cover", "solve"], "0:1|a | x\nx\n");
    assert_eq!((code, out.as_str()), (0, "1:\n"), "the empty solution");
}

#[test]
fn the_cheapest_solutions_come_cheapest_first_with_a_proof() {
    let (code, out, err) = run(&["cover", "solve", "--min-cost"], COSTS);
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(out, "1: cost 7\n a\n b\nproved optimal\n");
    let (_, out, _) = run(&["cover", "solve", "--k-cheapest", "2"], COSTS);
    assert_eq!(out, "1: cost 7\n a\n b\n2: cost 9\n a b\nproved optimal\n");
    let (_, out, _) = run(&["cover", "solve", "--k-cheapest", "3"], COSTS);
    assert!(out.ends_with("\nproved optimal: there are no other solutions\n"), "{out}");
    assert_eq!(run(&["cover", "solve", "--min-cost"], IMPOSSIBLE).0, 1);
    // What is not asked for is not claimed.
    let (_, out, _) = run(&["cover", "solve", "--all"], COSTS);
    assert!(!out.contains("proved"), "{out}");
    assert_eq!(out.matches(": cost ").count(), 2, "{out}");
}

#[test]
fn a_stopped_search_for_the_cheapest_says_what_the_others_cost_at_least() {
    let (code, out, err) = run(&["cover", "solve", "--min-cost", "--node-limit", "0"], COSTS);
    assert_eq!(code, 3);
    let expected = "unknown: node budget used up; every solution costs at least ";
    let bound = out.strip_prefix(expected).and_then(|rest| rest.trim_end().parse::<u64>().ok());
    assert!(
        bound.is_some_and(|bound| (1..=7).contains(&bound))
            || out == "unknown: node budget used up\n",
        "{out}"
    );
    assert!(err.starts_with("stopped after "), "{err}");
}

#[test]
fn costs_of_twenty_digits_add_up() {
    let most = u64::MAX;
    let text = format!("a b\na |{most}\nb |{most}\n");
    let (_, out, _) = run(&["cover", "solve", "--min-cost"], &text);
    assert!(out.starts_with("1: cost 36893488147419103230\n"), "{out}");
    let (_, out, _) = run(&["cover", "solve", "--min-cost", "--json"], &text);
    assert!(out.contains("\"cost\":36893488147419103230"), "{out}");
}

#[test]
fn options_are_given_and_forbidden_by_number_and_by_their_items() {
    let solve = |arguments: &[&str]| {
        let mut all = vec!["cover", "solve", "--all", "--json"];
        all.extend(arguments);
        let (code, out, _) = run(&all, TOY);
        let solutions: Vec<Vec<u64>> = json_lines(&out)
            .iter()
            .filter_map(|object| object["options"].as_array().cloned())
            .map(|options| options.iter().filter_map(|option| option.as_u64()).collect())
            .collect();
        (code, solutions)
    };
    let sorted = |mut options: Vec<u64>| {
        options.sort_unstable();
        options
    };
    let (code, both) = solve(&[]);
    assert_eq!(code, 0);
    let both: Vec<Vec<u64>> = both.into_iter().map(sorted).collect();
    assert_eq!(both, [[0, 3, 4], [0, 4, 6]]);
    for given in [&["--given", "6"][..], &["--given", "e c", "--forbid", "3"]] {
        let (code, solutions) = solve(given);
        let solutions: Vec<Vec<u64>> = solutions.into_iter().map(sorted).collect();
        assert_eq!((code, solutions), (0, vec![vec![0, 4, 6]]), "{given:?}");
    }
    assert_eq!(solve(&["--given", "a g d"]), (1, vec![]));
    // Both of the duplicates.
    assert_eq!(solve(&["--forbid", "f a d"]), (1, vec![]));
}

#[test]
fn what_is_no_option_is_told_why() {
    let message = |arguments: &[&str]| {
        let mut all = vec!["cover", "solve"];
        all.extend(arguments);
        let (code, out, err) = run(&all, TOY);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}");
        err
    };
    let cases = [
        (["--given", "7"], "--given 7: the problem has 7 options: expected 0 to 6"),
        (["--forbid", "99999999999999"], "the problem has 7 options: expected 0 to 6"),
        (["--given", "a q"], "--given \"a q\": the problem has no item q: expected"),
        (["--given", "a b"], "no option of the problem has just these items: expected"),
        (["--given", "a a"], "item a stands there twice"),
        (["--given", ""], "--given \"\": no items"),
        (["--given", "d f a"], "options 3, 6 have just these items: expected a number"),
    ];
    for (arguments, expected) in cases {
        let err = message(&arguments);
        assert!(err.starts_with("<stdin>: error: ") && err.contains(expected), "{err}");
    }
}

#[test]
fn every_branching_order_and_preprocessing_find_the_same_solutions() {
    let text = langford(7);
    let solutions = |arguments: &[&str]| {
        let mut all = vec!["cover", "solve", "--all"];
        all.extend(arguments);
        let (code, out, err) = run(&all, &text);
        assert_eq!((code, err.as_str()), (0, ""), "{arguments:?}");
        let mut solutions: Vec<Vec<String>> = Vec::new();
        for line in out.lines() {
            match line.strip_prefix(' ') {
                Some(option) => {
                    solutions.last_mut().expect("a heading").push(option.to_owned());
                }
                None => {
                    solutions.push(Vec::new());
                    assert_eq!(line, format!("{}:", solutions.len()));
                }
            }
        }
        let unsorted = solutions.clone();
        solutions.iter_mut().for_each(|solution| solution.sort());
        solutions.sort();
        (solutions, unsorted)
    };
    let (expected, in_order) = solutions(&[]);
    assert_eq!(expected.len(), 52);
    for (name, _) in quadrille_cover::Branching::NAMES {
        assert_eq!(solutions(&["--branch", name]).0, expected, "{name}");
    }
    for strategy in quadrille_cover::strategy::ALL {
        assert_eq!(solutions(&["--strategy", strategy.name()]).0, expected, "{}", strategy.name());
    }
    let seeded = solutions(&["--seed", "5"]);
    assert_eq!(seeded.0, expected);
    assert_ne!(seeded.1, in_order);
    assert_eq!(solutions(&["--seed", "5"]), seeded, "the same seed, the same order");
    assert_eq!(solutions(&["--preprocess"]).0, expected);
}

#[test]
fn preprocessing_keeps_the_options_and_costs_of_the_file() {
    let (_, out, _) = run(&["cover", "solve", "--preprocess", "--min-cost"], COSTS);
    assert_eq!(out, "1: cost 7\n a\n b\nproved optimal\n");
    let forced = "a b c\nc |5\na |3\nb |4\na b |9\n";
    let (_, out, _) = run(&["cover", "solve", "--preprocess", "--k-cheapest", "2"], forced);
    assert!(out.starts_with("1: cost 12\n") && out.contains("\n2: cost 14\n"), "{out}");
    let (code, out, _) = run(&["cover", "solve", "--preprocess"], IMPOSSIBLE);
    assert_eq!(code, 1);
    assert!(out.starts_with("no solution: item c needs 1 option and has 0 left"), "{out}");
    let (code, _, _) =
        run(&["cover", "solve", "--preprocess", "--given", "2", "--given", "3"], forced);
    assert_eq!(code, 1);
    let sharp = ["cover", "solve", "--preprocess", "--branch", "sharp", "--all"];
    assert_eq!(run(&sharp, "a #b c\na\n#b\na #b\nc\n").0, 0);
}

#[test]
fn json_is_an_object_a_solution_and_a_verdict() {
    let text = "a b | x\na x:red |3\nb |4\na b |9\n";
    let (code, out, err) = run(&["cover", "solve", "--all", "--json", "--profile"], text);
    assert_eq!(code, 0);
    assert!(err.starts_with("Profile:\n  0: "), "{err}");
    let objects = json_lines(&out);
    assert_eq!(objects.len(), 3);
    assert_eq!((&objects[0]["solution"], &objects[1]["solution"]), (&1.into(), &2.into()));
    let cheap = objects.iter().find(|object| object["cost"] == 7).expect("a solution");
    assert_eq!(cheap["options"], serde_json::json!([0, 1]));
    assert_eq!(cheap["items"], serde_json::json!([["a", ["x", "red"]], ["b"]]));
    let last = &objects[2];
    assert_eq!((&last["verdict"], &last["exhausted"]), (&"solved".into(), &true.into()));
    assert_eq!((&last["solutions"], &last["source"]), (&"2".into(), &"<stdin>".into()));
    let nodes: u64 =
        last["profile"].as_array().expect("a list").iter().filter_map(|n| n.as_u64()).sum();
    assert_eq!(Some(nodes), last["nodes"].as_u64());

    let (code, out, _) = run(&["cover", "solve", "--json", "--min-cost"], text);
    let last = &json_lines(&out)[1];
    assert_eq!((code, &last["proved"], &last["bound"]), (0, &true.into(), &7.into()));
    let (code, out, _) = run(&["cover", "solve", "--json"], IMPOSSIBLE);
    let last = &json_lines(&out)[0];
    assert_eq!((code, &last["verdict"]), (1, &"none".into()));
    assert_eq!(last["reason"], "item c has no options");
    let (code, out, _) = run(&["cover", "solve", "--json", "--node-limit", "0"], text);
    let last = &json_lines(&out)[0];
    assert_eq!((code, &last["verdict"]), (3, &"unknown".into()));
    assert_eq!(last["reason"], "node budget used up");
}

#[test]
fn a_limit_leaves_the_answer_unknown_and_tells_how_far_it_came() {
    let text = langford(8);
    let (code, out, err) = run(&["cover", "solve", "--all", "--node-limit", "1000"], &text);
    assert_eq!(code, 3);
    assert!(out.starts_with("1:\n"), "{out}");
    assert_eq!(out.lines().last(), Some("unknown: node budget used up"));
    assert!(err.starts_with("stopped after ") && err.contains(" 1,000 nodes, about "), "{err}");
    let (code, out, _) = run(&["cover", "solve", "--time-limit", "0s"], &text);
    assert_eq!((code, out.as_str()), (3, "unknown: time budget used up\n"));
    let arguments = ["cover", "solve", "--time-limit", "0s", "--preprocess"];
    assert_eq!(run(&arguments, &text).0, 3);
}

#[test]
fn several_files_are_answered_one_after_the_other_and_a_fault_stops_none() {
    let folder = folder();
    let good = file(&folder, "good.dlx", "a\na\n");
    let bad = file(&folder, "bad.dlx", "a\nb\n");
    let none = file(&folder, "none.dlx", "a\n");
    let (code, out, err) = run(&["cover", "solve", &good, &bad, &none], "");
    assert_eq!(code, 2);
    let expected = format!("| {good}\n1:\n a\n| {none}\nno solution: item a has no options\n");
    assert_eq!(out, expected);
    assert!(err.starts_with(&format!("{bad}:2:1: error: unknown item \"b\"")), "{err}");
    let (code, out, _) = run(&["cover", "solve", "--json", &good, &bad, &none], "");
    let objects = json_lines(&out);
    let verdicts: Vec<_> = objects.iter().filter_map(|object| object["verdict"].as_str()).collect();
    assert_eq!((code, verdicts), (2, vec!["solved", "invalid", "none"]));
    assert_eq!((&objects[2]["line"], &objects[2]["column"]), (&2.into(), &1.into()));
}

#[test]
fn json_problems_keep_their_names_and_labels() {
    let text = r#"{"format": "quadrille-cover", "version": 1,
        "items": ["two words", {"name": "x", "kind": "secondary"}],
        "options": [{"items": ["two words", ["x", "a:b"]], "label": "left", "cost": 2}]}"#;
    let (code, out, err) = run(&["cover", "solve"], text);
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(out, "1: cost 2\n \"two words\" x:\"a:b\"\n");
    let (_, out, _) = run(&["cover", "solve", "--json"], text);
    let object = &json_lines(&out)[0];
    assert_eq!(object["labels"], serde_json::json!(["left"]));
    assert_eq!(object["items"], serde_json::json!([["two words", ["x", "a:b"]]]));
    let given = ["cover", "count", "--given", "x:\"a:b\" \"two words\""];
    assert_eq!(run(&given, text), (0, "1\n".into(), String::new()));
}

#[test]
fn solutions_are_drawn_where_the_problem_says_how() {
    let tiling = "| picture: tiling 2x3\n00 01 02 10 11 12\n00 10\n01 02\n11 12\n";
    let (code, out, err) = run(&["cover", "solve", "--render"], tiling);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.starts_with("1:\n┌") && out.ends_with("┘\n"), "{out}");
    let folder = folder();
    let svg = file(&folder, "solutions.svg", "");
    let (code, out, err) = run(&["cover", "solve", "--svg", &svg], tiling);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.starts_with("1:\n 00 10\n"), "{out}");
    let drawn = std::fs::read_to_string(&svg).expect("a file");
    assert!(drawn.contains("<svg") && drawn.trim_end().ends_with("</svg>"), "{drawn}");
    let (code, out, err) = run(&["cover", "solve", "--render"], TOY);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(
        err.contains("error: cannot draw its solutions: expected a comment `| picture:"),
        "{err}"
    );
    let (code, _, err) = run(&["cover", "solve", "--svg", "-"], tiling);
    assert_eq!(code, 2);
    assert!(err.contains("--svg needs a file"), "{err}");
    let nowhere = folder.path().join("no/such/folder.svg");
    let (code, _, err) =
        run(&["cover", "solve", "--svg", nowhere.to_str().expect("a name")], tiling);
    assert_eq!(code, 2);
    assert!(err.contains("error: cannot write "), "{err}");
}

#[test]
fn a_picture_file_is_not_written_without_a_solution_and_holds_a_hundred() {
    let folder = folder();
    let svg = file(&folder, "s.svg", "before");
    let none = "| picture: tiling 1x1\n00 01\n00\n";
    let (code, _, err) = run(&["cover", "solve", "--svg", &svg], none);
    assert_eq!(code, 1);
    assert!(err.contains("was not written"), "{err}");
    assert_eq!(std::fs::read_to_string(&svg).expect("a file"), "before");
    let many = format!("| picture: list\n{}", langford(8));
    let (code, _, err) = run(&["cover", "solve", "--all", "--svg", &svg], &many);
    assert_eq!(code, 0);
    assert!(err.ends_with("s.svg shows 100 of 300 solutions\n"), "{err}");
}

#[test]
fn wrong_usage_is_told() {
    let cases = [
        ("solve --limit 0", "expected 1 or more"),
        ("solve --k-cheapest 0", "expected 1 or more"),
        ("solve --all --first", "cannot be used with"),
        ("solve --min-cost --all", "cannot be used with"),
        ("solve --strategy nothing", "invalid value 'nothing'"),
        ("solve --branch nothing", "invalid value 'nothing'"),
        ("solve --seed -1", "expected 0 or more"),
        ("solve --checkpoint-every 5s", "--checkpoint <FILE>"),
        ("solve --checkpoint a b.dlx c.dlx", "are for a single problem"),
        ("solve --render --json", "cannot be used with"),
        ("convert", "--to <FORMAT>"),
        ("", "Usage: quadrille cover"),
    ];
    for (line, message) in cases {
        let arguments: Vec<&str> = line.split_whitespace().collect();
        let (code, out, err) = run(&[&["cover"][..], &arguments].concat(), "");
        assert_eq!((code, out.as_str()), (2, ""), "{line}");
        assert!(err.contains(message), "{line}: {err}");
    }
}

#[test]
fn exhausted_says_that_there_are_no_other_solutions() {
    let problem = "a\na |5\na |0\n";
    let last = |arguments: &[&str]| {
        let arguments = [&["cover", "solve", "--json"][..], arguments].concat();
        json_lines(&run(&arguments, problem).1).pop().expect("an object")
    };
    for (arguments, exhausted) in [
        (&["--min-cost"][..], false),
        (&["--k-cheapest", "2"], false),
        (&["--k-cheapest", "3"], true),
        (&["--all"], true),
        (&["--limit", "1"], false),
    ] {
        assert_eq!(last(arguments)["exhausted"], exhausted, "{arguments:?}");
        assert_ne!(last(arguments)["strategy"], "auto", "it is the one that searched");
    }
    let none = run(&["cover", "solve", "--json", "--min-cost"], "a b\na\n").1;
    assert_eq!(json_lines(&none)[0]["exhausted"], true);
}

#[test]
fn the_usage_in_an_error_is_that_of_the_help() {
    for arguments in [&["--first", "--all"][..], &["--limt", "3"], &["--json", "--render", "x"]] {
        let (code, _, err) = run(&[&["cover", "solve"][..], arguments].concat(), "");
        assert_eq!(code, 2);
        assert!(err.contains("\nUsage: quadrille cover solve [OPTIONS] [FILE | -]...\n"), "{err}");
    }
}
