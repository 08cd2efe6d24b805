//! `quadrille cover check`, as its users call it.

use crate::common::*;

/// What the program says to a claimed solution of a problem.
fn check(problem: &str, solution: &str) -> (i32, String, String) {
    let folder = folder();
    let problem = file(&folder, "problem.dlx", problem);
    run(&["cover", "check", &problem, "-"], solution)
}

#[test]
fn what_solve_writes_is_valid_as_text_and_as_json() {
    let costs = "a b | x\na x:red |3\nb |4\na b |9\nb |4\n";
    let names = r#"{"format": "quadrille-cover", "version": 1, "items": ["a b", "\"", "c"],
        "options": [["a b"], ["c", "\""], ["c", "\"", "a b"]]}"#;
    for (problem, count) in [(TOY, 2), (costs, 3), (names, 2), (&langford(7), 52)] {
        for arguments in [&["--all"][..], &["--all", "--json"], &["--k-cheapest", "100"]] {
            let (_, solutions, _) = run(&[&["cover", "solve"][..], arguments].concat(), problem);
            let (code, out, err) = check(problem, &solutions);
            let expected: String = (1..=count).map(|n| format!("{n}: valid\n")).collect();
            assert_eq!((code, out), (0, expected), "{arguments:?}: {err}");
            assert_eq!(err, format!("{count} solutions: {count} valid, 0 not valid\n"));
        }
    }
}

#[test]
fn what_other_programs_print_is_read() {
    let theirs = "1:\n c e (1 of 1)\n a d f (2 of 2)\n b g (?)\n";
    assert_eq!(check(TOY, theirs), (0, "1: valid\n".into(), String::new()));
    assert_eq!(check(TOY, "b g\ne c\r\nf d a"), (0, "1: valid\n".into(), String::new()));
}

#[test]
fn what_is_no_solution_is_told_why_in_names() {
    let not = |problem: &str, solution: &str| {
        let (code, out, err) = check(problem, solution);
        assert_eq!((code, err.as_str()), (1, ""), "{out}");
        out.strip_prefix("1: not valid: ").expect("a reason").trim_end().to_owned()
    };
    assert_eq!(not(TOY, "c e\na d f\n"), "item b is not covered: expected once");
    assert_eq!(not(TOY, "c e\na d g\nb g\na d f\n"), "item a is covered 2 times: expected once");
    let (bounds, many) = ("1:2|a 3|b\na\na\na\nb\n", "a\na\na\nb\n");
    assert_eq!(not(bounds, many), "item a is covered 3 times: expected 1 to 2 times");
    assert_eq!(not(bounds, "a\nb\n"), "item b is covered once: expected 3 times");
    assert_eq!(not(TOY, "c e\na d q\n"), "line 2: the problem has no item q: a d q");
    let none = "line 1: no option of the problem has just these items: a d";
    assert_eq!(not(TOY, "a d\nb g\n"), none);
    let colours = "a b | x\na x:red\nb x:blue\nb x\n";
    let expected = "option 0 (a x:red) and option 1 (b x:blue) do not agree on item x";
    assert_eq!(not(colours, "a x:red\nb x:blue"), expected);
    assert_eq!(not("a | x\na\nx\n", "a\nx\n"), "option 1 (x) has no primary item");
    assert_eq!(not("a\na |5\n", "1: cost 3\n a\n"), "it costs 5: 3 was claimed");
}

#[test]
fn a_duplicate_option_may_be_used_as_often_as_it_is_there() {
    let problem = "2|a\na\na\n";
    assert_eq!(check(problem, "a\na\n").0, 0);
    let (code, out, _) = check("3|a\na\na\n", "a\na\na\n");
    assert_eq!((code, out.as_str()), (1, "1: not valid: option 1 (a) is used twice\n"));
}

#[test]
fn each_solution_has_its_verdict_and_json_says_the_same() {
    let folder = folder();
    let problem = file(&folder, "problem.dlx", TOY);
    let claims = file(&folder, "claims.txt", "| mine\n1:\n c e\n a d f\n b g\n2:\n c e\n\n3:\n");
    let (code, out, err) = run(&["cover", "check", &problem, &claims], "");
    assert_eq!(code, 1);
    let words: Vec<&str> = out.lines().map(|line| line.split(": ").nth(1).unwrap_or("")).collect();
    assert_eq!(words, ["valid", "not valid", "not valid"]);
    assert_eq!(err, "3 solutions: 1 valid, 2 not valid\n");
    let (code, out, _) = run(&["cover", "check", "--json", &problem, &claims], "");
    let objects = json_lines(&out);
    assert_eq!(code, 1);
    assert_eq!((&objects[0]["valid"], &objects[0]["cost"]), (&true.into(), &0.into()));
    assert_eq!((&objects[1]["valid"], &objects[1]["line"]), (&false.into(), &6.into()));
    assert_eq!(objects[2]["reason"], "item a is not covered: expected once");
}

#[test]
fn what_cannot_be_read_is_bad_input() {
    let (code, out, err) = check(TOY, "");
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.starts_with("<stdin>: error: no solution found in it"), "{err}");
    assert_eq!(check(TOY, "no solution: item a has no options\n").0, 2);
    let (code, _, err) = check(TOY, "{\"options\": [0, 3, 4]}\n{\"options\": 0}\n");
    assert_eq!(code, 2);
    assert!(err.starts_with("<stdin>:2:"), "{err}");
    let output = {
        let folder = folder();
        let problem = file(&folder, "problem.dlx", TOY);
        quadrille(&["cover", "check", &problem]).write_stdin(&b"c e\n\xff\n"[..]).output()
    }
    .expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(err, "<stdin>:2:1: error: byte 0xFF: expected text in UTF-8\n");
    let (code, _, err) = run(&["cover", "check", "-", "-"], TOY);
    assert_eq!(code, 2);
    assert!(err.contains("cannot both come from standard input"), "{err}");
    assert_eq!(run(&["cover", "check", "missing.dlx"], "").0, 2);
}

#[test]
fn a_stopped_run_leaves_solutions_that_can_be_checked() {
    let problem = langford(8);
    let arguments = ["cover", "solve", "--all", "--node-limit", "1000"];
    let (_, solutions, _) = run(&arguments, &problem);
    assert!(solutions.ends_with("unknown: node budget used up\n"), "{solutions}");
    let (code, out, _) = check(&problem, &solutions);
    assert_eq!(code, 0);
    assert!(out.lines().all(|line| line.ends_with(": valid")), "{out}");
}

#[test]
fn equal_options_of_different_costs_are_any_of_them_unless_the_claim_says_which() {
    let problem = "a b\na |5\na |0\nb |1\nb |1\n";
    for arguments in [&["--all"][..], &["--all", "--json"], &["--k-cheapest", "9"]] {
        let (_, solutions, _) = run(&[&["cover", "solve"][..], arguments].concat(), problem);
        let (code, out, _) = check(problem, &solutions);
        assert_eq!((code, out.as_str()), (0, "1: valid\n2: valid\n3: valid\n4: valid\n"));
    }
    assert_eq!(check(problem, "1: cost 6\n a\n b\n").0, 0);
    let (code, out, _) = check(problem, "1: cost 5\n a\n b\n");
    let told = "1: not valid: it does not cost 5, whichever of the equal options are meant\n";
    assert_eq!((code, out.as_str()), (1, told));
    let (code, out, _) = check(problem, "1: cost 6\n a |0\n b\n");
    assert_eq!((code, out.as_str()), (1, "1: not valid: it costs 1: 6 was claimed\n"));
    let (code, out, _) = check(problem, "a |4\nb\n");
    assert_eq!(
        (code, out.as_str()),
        (1, "1: not valid: line 1: the option costs 5, not 4: a |4\n")
    );
    // By the names alone it is not known which are meant.
    let folder = folder();
    let file = file(&folder, "problem.dlx", problem);
    let claims = "{\"items\": [[\"a\"], [\"b\"]]}\n{\"options\": [1, 2]}\n";
    let (code, out, _) = run(&["cover", "check", "--json", &file, "-"], claims);
    let objects = json_lines(&out);
    assert_eq!((code, objects[0].get("cost")), (0, None));
    assert_eq!(objects[1]["cost"], 1);
}

#[test]
fn what_dlx3_and_dlx5_print_is_read() {
    // DLX3 writes where an item may have more options and gets none.
    let bounds = "1:2|a 0:2|b\na\na b\nb\n";
    let theirs = "1:\n a b (1 of 2)\n null a (2 of 2)\n null b (1 of 1)\n";
    assert_eq!(check(bounds, theirs), (0, "1: valid\n".into(), String::new()));
    let (code, out, _) = check(bounds, "1:\n a b (1 of 2)\n null c (2 of 2)\n");
    assert_eq!(code, 1);
    assert!(out.contains("no item null"), "{out}");
    // DLX5: the cost, and in brackets what is left of it.
    let costs = "a b c\na |22\nb |68\nc\n";
    let theirs = "1: (total cost $90)\n a (1 of 4) $22 [0]\n c (1 of 1)\n b $68 [18]\n";
    assert_eq!(check(costs, theirs), (0, "1: valid\n".into(), String::new()));
    let (code, out, _) = check(costs, &theirs.replace("$90", "$91"));
    assert_eq!((code, out.as_str()), (1, "1: not valid: it costs 90: 91 was claimed\n"));
    let (code, out, _) = check(costs, &theirs.replace("$68", "$67"));
    assert_eq!(code, 1);
    assert!(out.contains("the option costs 68, not 67"), "{out}");
}

#[test]
fn a_name_of_two_quotation_marks_and_the_empty_one_are_told_apart() {
    let problem = r#"{"format": "quadrille-cover", "version": 1, "items": ["", "\"\""],
        "options": [[""], ["\"\""]]}"#;
    let (_, solutions, _) = run(&["cover", "solve", "--all"], problem);
    assert_eq!(solutions, "1:\n \"\"\n \"\\\"\\\"\"\n");
    assert_eq!(check(problem, &solutions), (0, "1: valid\n".into(), String::new()));
}

#[test]
fn the_examples_of_its_help_print_solutions() {
    let (_, help, _) = run(&["cover", "check", "--help"], "");
    // `dlx2 1` prints none: it is the argument `m1` that asks for them.
    assert!(help.contains("dlx2 m1 < problem.dlx | quadrille cover check"), "{help}");
}
