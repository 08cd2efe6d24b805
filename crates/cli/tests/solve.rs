//! `quadrille solve`, as its users call it.

use crate::common::*;

#[test]
fn the_puzzle_of_the_books_has_its_solution_by_every_strategy() {
    for strategy in quadrille_sudoku::strategy::ALL {
        let (code, out, err) =
            run(&["solve", PUZZLE, "--format", "line", "--strategy", strategy.name()], "");
        assert_eq!((code, out.as_str()), (0, &*format!("{SOLUTION}\n")), "{}", strategy.name());
        assert_eq!(err, "");
    }
}

/// By every verb that takes a strategy.
#[test]
fn a_strategy_that_cannot_take_the_size_is_refused_and_another_named() {
    let small = "1...............";
    for verb in ["solve", "check", "step", "compare"] {
        let option = if verb == "compare" { "--strategies" } else { "--strategy" };
        let (code, out, err) = run(&[verb, "--box", "2x2", option, "lanes", small], "");
        assert_eq!((code, out.as_str()), (2, ""), "{verb}");
        let expected = "strategy lanes cannot take 4×4 with boxes of 2×2; auto can";
        assert!(err.contains(expected), "{verb}: {err}");
    }
    // What is compared unless something is named are the strategies that can take the size.
    let (code, out, _) = run(&["compare", "--box", "2x2", small, "--repeat", "1"], "");
    assert_eq!(code, 0);
    assert!(out.contains("dlx") && !out.contains("lanes"), "{out}");
}

#[test]
fn rows_are_written_as_they_are_read() {
    let puzzle = r#"["9.7.....6","824.3....","..1..9..2",".9...2.18","...4....5","1325.8...","...687...","......8.9",".4.9...5."]"#;
    let solution = r#"["957214386","824736591","361859742","495372618","786491235","132568974","519687423","273145869","648923157"]"#;
    let (code, out, _) = run(&["solve", "--format", "rows", puzzle], "");
    assert_eq!((code, out), (0, format!("{solution}\n")));
}

#[test]
fn line_n_of_the_output_belongs_to_puzzle_n_of_the_input() {
    let input = format!("{PUZZLE}\n{IMPOSSIBLE}\n{CLASH}\nnonsense\n{PUZZLE}\n");
    let (code, out, err) = run(&["solve"], &input);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 5, "{out}");
    assert_eq!((lines[0], lines[1], lines[4]), (SOLUTION, "no solution", SOLUTION));
    assert!(lines[2].starts_with("invalid: digit 5 twice in row 1"), "{}", lines[2]);
    assert!(lines[3].starts_with("invalid: "), "{}", lines[3]);
    assert!(err.contains("<stdin>:3:2: error: digit 5 twice in row 1"), "{err}");
    assert_eq!(code, 2);
}

#[test]
fn no_solution_is_a_negative_answer() {
    assert_eq!(run(&["solve", IMPOSSIBLE], ""), (1, "no solution\n".into(), String::new()));
}

#[test]
fn several_inputs_are_read_in_order() {
    let folder = folder();
    let path = file(&folder, "puzzles.txt", format!("# comment\r\n{PUZZLE}\r\n{IMPOSSIBLE}"));
    let (code, out, _) = run(&["solve", &path, "-", SOLUTION], &format!("{AMBIGUOUS}\n"));
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(code, 1);
    assert_eq!(lines.len(), 4);
    assert_eq!((lines[0], lines[1], lines[3]), (SOLUTION, "no solution", SOLUTION));
}

#[test]
fn all_solutions_stand_one_a_line_and_puzzles_are_set_apart() {
    let input = format!("{AMBIGUOUS}\n{PUZZLE}\n{IMPOSSIBLE}\n");
    let (code, out, _) = run(&["solve", "--all"], &input);
    let blocks: Vec<Vec<&str>> = out.split("\n\n").map(|block| block.lines().collect()).collect();
    assert_eq!(blocks.iter().map(Vec::len).collect::<Vec<_>>(), [2, 1, 1]);
    assert_ne!(blocks[0][0], blocks[0][1]);
    assert_eq!((blocks[1][0], blocks[2][0]), (SOLUTION, "no solution"));
    assert_eq!(code, 1);
    let (_, out, _) = run(&["solve", "--limit", "5", EMPTY], "");
    assert_eq!(out.lines().count(), 5);
}

#[test]
fn a_limit_leaves_the_answer_unknown() {
    let (code, out, _) = run(&["solve", PUZZLE, "--time-limit", "0s"], "");
    assert_eq!((code, out.as_str()), (3, "unknown: time budget used up\n"));
    let (code, out, _) = run(&["solve", HARD, "--node-limit", "3"], "");
    assert_eq!((code, out.as_str()), (3, "unknown: node budget used up\n"));
    // The empty grid has more solutions than anybody can wait for.
    let (code, out, _) = run(&["solve", EMPTY, "--all", "--node-limit", "500"], "");
    assert_eq!(code, 3);
    assert!(out.lines().count() > 1);
    assert_eq!(out.lines().last(), Some("unknown: node budget used up"));
}

#[test]
fn json_is_an_object_a_line() {
    let input = format!("{PUZZLE}\n{IMPOSSIBLE}\n{CLASH}\n{AMBIGUOUS}\n");
    let (code, out, _) = run(&["solve", "--format", "json", "--all"], &input);
    let objects = json_lines(&out);
    let field = |name: &str| -> Vec<String> {
        objects.iter().map(|object| object[name].to_string()).collect()
    };
    assert_eq!(field("verdict"), ["\"solved\"", "\"none\"", "\"invalid\"", "\"solved\""]);
    assert_eq!(field("line"), ["1", "2", "3", "4"]);
    assert_eq!(objects[0]["puzzle"], PUZZLE);
    assert_eq!(objects[0]["solutions"][0], SOLUTION);
    assert_eq!(objects[0]["exhausted"], true);
    assert_eq!(objects[3]["solutions"].as_array().map(Vec::len), Some(2));
    assert_eq!(code, 2);
    let (code, out, _) = run(&["solve", "--format", "json", "--node-limit", "1", HARD], "");
    assert_eq!(json_lines(&out)[0]["verdict"], "unknown");
    assert_eq!(json_lines(&out)[0]["reason"], "node budget used up");
    assert_eq!(code, 3);
}

#[test]
fn a_drawn_solution_is_a_puzzle_that_can_be_read() {
    let (code, drawn, _) = run(&["solve", "--format", "grid", PUZZLE], "");
    assert_eq!(code, 0);
    assert!(drawn.contains('│') && !drawn.contains('\u{1b}'), "{drawn}");
    let (code, out, _) = run(&["solve", "--format", "line"], &drawn);
    assert_eq!((code, out), (0, format!("{SOLUTION}\n")));
}

#[test]
fn colours_come_only_when_they_are_asked_for() {
    let arguments = ["solve", "--format", "grid", PUZZLE];
    let (_, plain, _) = run(&arguments, "");
    let mut with = arguments.to_vec();
    with.extend(["--color", "always"]);
    let (_, coloured, _) = run(&with, "");
    assert!(coloured.contains('\u{1b}') && !plain.contains('\u{1b}'));
    let output = quadrille(&arguments).env("NO_COLOR", "1").output().expect("it runs");
    assert!(!output.stdout.contains(&0x1b));
}

#[test]
fn other_shapes_are_named_by_their_box() {
    let (code, out, _) = run(&["solve", "--box", "2x2", "1...............", "--all"], "");
    // 288 grids of 4×4, a quarter of them with a 1 in the corner.
    assert_eq!((code, out.lines().count()), (0, 72));
    let (code, _, err) = run(&["solve", "--box", "9", PUZZLE], "");
    assert_eq!(code, 2);
    assert!(err.contains("expected two numbers as in `3x3`"), "{err}");
}

#[test]
fn what_is_no_input_is_an_error_that_says_so() {
    let folder = folder();
    let directory = folder.path().to_str().expect("UTF-8").to_owned();
    let empty = file(&folder, "empty.txt", "");
    let binary = file(&folder, "binary", [0xff, 0xfe, 0x00, 0x80, 0x0a]);
    let cases = [
        ("nothing.txt", "`nothing.txt`: no such file; and as a puzzle: found 'n', expected 1 to 9"),
        (directory.as_str(), "is a directory"),
        (empty.as_str(), "no puzzle found"),
        (binary.as_str(), "not UTF-8"),
        ("53..7....6..195....98....6.8", "found 28"),
    ];
    for (argument, message) in cases {
        let (code, out, err) = run(&["solve", argument, PUZZLE], "");
        assert_eq!(code, 2, "{argument}: {err}");
        assert!(err.contains(message), "{argument}: {err}");
        assert_eq!(out.lines().last(), Some(SOLUTION), "{argument}: the others still run");
    }
}

#[test]
fn errors_name_file_line_and_column() {
    let folder = folder();
    let bad = format!("{}x{}", &PUZZLE[..10], &PUZZLE[11..]);
    let path = file(&folder, "bad.txt", format!("{PUZZLE}\n{bad}\n"));
    let (code, out, err) = run(&["solve", &path], "");
    assert_eq!((code, out.lines().count()), (2, 2));
    assert!(err.starts_with(&format!("{path}:2:11: error: found 'x', expected")), "{err}");
    let (_, out, err) = run(&["solve", PUZZLE, &bad], "");
    let neither = "argument 2:1:11: error: no such file; and as a puzzle: found 'x', expected";
    assert!(err.starts_with(neither), "{err}");
    let line = out.lines().nth(1).expect("a line for the second puzzle");
    assert!(line.starts_with("invalid: found 'x', expected"), "{line}");
    let (_, _, err) = run(&["solve", CLASH], "");
    assert!(err.starts_with("argument 1:1:2: error: digit 5 twice"), "no file's name: {err}");
}

#[test]
fn a_batch_streams_in_order_and_in_bounded_memory() {
    // Far more than is read ahead or buffered; a hundred thousand are tried by hand.
    let count = 20_000;
    let input = format!("{PUZZLE}\n").repeat(count);
    let (code, out, err) = run(&["solve", "--strategy", "propagate"], &input);
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(out, format!("{SOLUTION}\n").repeat(count));
}

#[test]
fn a_small_board_is_a_puzzle_if_it_fits_the_shape() {
    let (code, out, err) = run(&["solve", "--box", "1x3", "123......"], "");
    assert_eq!((code, out.len(), err.as_str()), (0, 10, ""));
    assert!(out.starts_with("123"), "{out}");
    assert_eq!(run(&["solve", "--box", "1x2", "1..."], ""), (0, "1221\n".into(), String::new()));
    assert_eq!(run(&["solve", "--box", "1x1", "0"], ""), (0, "1\n".into(), String::new()));
    let (code, out, err) = run(&["solve", "--box", "1x3", "123....."], "");
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("`123.....`: no such file; and as a puzzle: 9 cells expected"), "{err}");
}

#[test]
fn a_comment_may_stand_behind_a_puzzle_that_is_an_argument() {
    for comment in [" # of the books", "#books", " easy", ",easy"] {
        let argument = format!("{PUZZLE}{comment}");
        let (code, out, err) = run(&["solve", &argument], "");
        assert_eq!((code, out, err), (0, format!("{SOLUTION}\n"), String::new()), "{argument}");
    }
}

#[test]
fn what_is_neither_file_nor_puzzle_is_told_why_it_is_neither() {
    let (code, _, err) = run(&["solve", &PUZZLE[1..]], "");
    assert_eq!(code, 2);
    assert!(err.contains("no such file; and as a puzzle: 81 cells expected"), "{err}");
    assert!(err.contains("found 80"), "{err}");
}

#[test]
fn empty_cells_may_be_hyphens_from_the_first_on() {
    let hyphens = PUZZLE.replace('.', "-").replacen("53", "--", 1);
    for verb in ["solve", "step"] {
        let (code, out, err) = run(&[verb, &hyphens, "--limit", "1"], "");
        assert_eq!((code, out.len()), (0, 82), "{verb}: {err}");
    }
    let (code, out, _) = run(&["check", "--limit", "2", &hyphens, "--", &hyphens], "");
    assert_eq!(code, 1, "{out}");
    assert_eq!(out, "multiple\nmultiple\n");
}

#[cfg(unix)]
#[test]
fn a_name_that_is_not_utf_8_is_read_and_shown_as_well_as_can_be() {
    use std::os::unix::ffi::OsStrExt;
    let folder = folder();
    let path = folder.path().join(std::ffi::OsStr::from_bytes(b"p\xffzzle"));
    // Some file systems take no such name.
    if std::fs::write(&path, format!("{PUZZLE}\n{CLASH}\n")).is_err() {
        return;
    }
    let output = quadrille(&["solve"]).arg(&path).output().expect("it runs");
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().next(), Some(SOLUTION));
    let err = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(err.contains("p\u{fffd}zzle:2:2: error: digit 5 twice"), "{err}");
    let missing = folder.path().join(std::ffi::OsStr::from_bytes(b"n\xffthing"));
    let output = quadrille(&["check"]).arg(&missing).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    let err = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(err.contains("n\u{fffd}thing`: no such file"), "{err}");
}

#[test]
fn what_searches_and_why_is_told_when_it_is_asked() {
    for verb in ["solve", "check"] {
        let told = |more: &[&str]| {
            let (code, _, err) = run(&[&[verb, "--explain-strategy"], more].concat(), "");
            assert_eq!(code, 0, "{err}");
            err
        };
        let classic = told(&[PUZZLE]);
        assert!(
            classic.starts_with("strategy fast where fewer than 48 are read at once: "),
            "{classic}"
        );
        assert!(classic.contains("\nstrategy lanes where more are: many puzzles"), "{classic}");
        let small = told(&["--box", "2x2", "1234341221434321"]);
        assert!(small.starts_with("strategy dlx: steady"), "{small}");
        assert_eq!(told(&["-s", "mrv", PUZZLE]), "strategy mrv: as was asked for\n");
    }
}
