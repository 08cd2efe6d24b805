//! `quadrille puzzle`, as its users call it: the puzzles of boards and pieces.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crate::common::*;
use quadrille_cover::{Search, text};

/// The number of solutions of what is printed; nothing is said on standard error.
fn count(line: &str) -> u64 {
    let arguments: Vec<&str> = line.split(' ').collect();
    let (code, out, err) = run(&arguments, "");
    assert_eq!((code, err.as_str()), (0, ""), "{line}");
    solutions(&out)
}

fn solutions(printed: &str) -> u64 {
    let problem = text::read(printed).expect("what is printed can be read");
    Search::new().count(&problem).expect("a strategy takes it").solutions
}

#[test]
fn puzzles_have_the_known_numbers_of_solutions() {
    let cases = [
        ("puzzle queens 6", 4),
        ("puzzle queens 5 --torus", 10),
        ("puzzle langford 7", 52),
        ("puzzle langford 7 --break-symmetry", 26),
        ("puzzle latin 4 --first-row", 24),
        ("puzzle latin 4 --reduced", 4),
        ("puzzle latin --rows 12/..", 1),
        ("puzzle latin 5 --first-row --mate cyclic", 3),
        ("puzzle transversals --cyclic 5", 15),
        ("puzzle domino 4x5", 95),
        ("puzzle domino --aztec 3", 64),
        ("puzzle domino 4x4 --hole 0,0 --hole 3,3", 0),
        ("puzzle polyomino 3x20", 8),
        ("puzzle polyomino 3x20 --break-symmetry", 2),
        ("puzzle polyomino 5x5 --pieces LNPVY", 24),
        ("puzzle polyomino 2x3 --pieces 1x2*any --spare 2", 11),
        ("puzzle polyomino 2x3 --pieces 1x2 --spare any", 7),
        ("puzzle polyomino 2x3 --pieces 1x2 --copies 0..3", 3),
        ("puzzle polyomino 2x3 --pieces 1x2 --fixed --copies any", 0),
        ("puzzle polyomino 2x3 --pieces 6-1 --copies 0..1 --spare any", 1),
        ("puzzle polycube 3x3x3 --pieces 1x2x2*6,1x1x1*3", 8),
        ("puzzle macmahon 1x6 --colours 2", 1920),
        ("puzzle partridge 1", 1),
    ];
    for (line, expected) in cases {
        assert_eq!(count(line), expected, "{line}");
    }
}

#[test]
fn what_is_printed_says_what_it_is_and_how_it_is_drawn() {
    let (_, out, _) = run(&["puzzle", "queens", "4"], "");
    let comments: Vec<&str> = out.lines().take_while(|line| line.starts_with("| ")).collect();
    assert_eq!(comments.len(), 3);
    assert_eq!(comments[0], "| queens 4: queens on a board, none attacks another");
    assert_eq!(comments[2], "| picture: queens 4x4");
}

#[test]
fn boards_and_pieces_are_drawn_in_files_or_on_standard_input() {
    let folder = folder();
    let board = file(&folder, "board.txt", "######\n######\n######\n");
    let pieces = file(&folder, "pieces.txt", "LLL\nL\n\nbar*2:\n###\n\nOO\nOO\n\nv*0..1:\n#\n##\n");
    let (code, out, err) = run(&["puzzle", "polyomino", &board, "--draw", &pieces], "");
    assert_eq!((code, err.as_str()), (0, ""));
    let (code, piped, _) =
        run(&["puzzle", "polyomino", "-", "--draw", &pieces], "xxxxxx\nxxxxxx\nxxxxxx");
    assert_eq!((code, &piped), (0, &out));
    let (_, sized, _) = run(&["puzzle", "polyomino", "3x6", "--draw", &pieces], "");
    assert_eq!(sized, out);
    assert!(out.contains("\nL 2|bar O 0:1|v 00 01 02"), "{out}");
    let square = file(&folder, "square.txt", "1 2 3\n2 3 1\n3 1 2\n");
    let (_, out, _) = run(&["puzzle", "transversals", &square], "");
    assert_eq!(solutions(&out), 3);
    let (_, out, _) = run(&["puzzle", "latin", "--first-row", "--mate", &square, "3"], "");
    assert_eq!(solutions(&out), 1);
}

#[test]
fn errors_name_file_line_and_column() {
    let folder = folder();
    let pieces = file(&folder, "pieces.txt", "AA\nAB\n");
    let square = file(&folder, "square.txt", "12\n1x\n");
    let binary = file(&folder, "binary", [0xff, 0xfe]);
    let missing = folder.path().join("missing").to_str().expect("UTF-8").to_owned();
    let directory = folder.path().to_str().expect("UTF-8").to_owned();
    let cases: [(&[&str], String); 12] = [
        (
            &["polyomino", "3x6", "--draw", &pieces],
            format!(
                "{pieces}:2:2: error: 'B' in a piece drawn with 'A': expected one character a piece"
            ),
        ),
        (
            &["latin", "--given", &square],
            format!("{square}:2:2: error: symbol 'x': expected `.` or 1 to 2"),
        ),
        (
            &["latin", "--rows", "12/1x"],
            "--rows: error: row 2, column 2: symbol 'x': expected `.` or 1 to 2".into(),
        ),
        (&["latin", "3", "--rows", "12/21"], "error: the given square is of order 2, not 3".into()),
        (
            &["polyomino", "-"],
            "standard input:1:1: error: no cell: expected a board drawn with `#` and `.`".into(),
        ),
        (&["polyomino", &binary], format!("{binary}: error: is no text in UTF-8 (expected a size")),
        (&["polyomino", &missing], format!("{missing}: error: cannot read it: ")),
        (
            &["polyomino", &directory],
            format!("{directory}: error: is a directory: expected a file"),
        ),
        (
            &["polyomino", "6x10", "--pieces", "Q"],
            "error: unknown piece \"Q\": expected letters".into(),
        ),
        (
            &["polyomino", "2x5x6"],
            "error: a board or piece has layers: use `puzzle polycube`".into(),
        ),
        (&["queens", "0"], "error: size of the board: expected 1 to 1048576, found 0".into()),
        (&["queens", "99999"], "error: too large: ".into()),
    ];
    for (arguments, message) in cases {
        let all: Vec<&str> = ["puzzle"].iter().chain(arguments).copied().collect();
        let (code, out, err) = run(&all, "");
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}");
        assert!(err.starts_with(&message), "{arguments:?}: {err}");
        assert_eq!(err.lines().count(), 1, "{err}");
    }
}

#[test]
fn messages_are_in_the_terms_of_what_was_written() {
    let cases = [
        (
            "macmahon 2x2 --border z",
            "error: colour of the border: expected `a` to `c`, found `z`\n",
        ),
        (
            "domino 4x4 --hole 9,9:1x1",
            "error: a hole of 1x1 at 9,9 is not within 4x4 (rows, columns)\n",
        ),
        (
            "polycube 3x3x3 --hole 0,9,9",
            "error: a hole of 1x1x1 at 0,9,9 is not within 3x3x3 (layers, rows, columns)\n",
        ),
        (
            "latin --rows x.........../",
            "--rows: error: row 1, column 1: symbol 'x': expected `.`, 1 to 9 or a to c\n",
        ),
    ];
    for (line, message) in cases {
        let all: Vec<&str> = ["puzzle"].into_iter().chain(line.split(' ')).collect();
        assert_eq!(run(&all, ""), (2, String::new(), message.to_owned()), "{line}");
    }
}

#[test]
fn given_symbols_that_leave_no_latin_square_are_warned_of() {
    let cases: [(&[&str], &str); 3] = [
        (&["--rows", "11/.."], "symbol 1 stands twice in row 1, counted from 1"),
        (&["--rows", "21/..", "--reduced"], "symbol 2 stands twice in column 1, counted from 1"),
        (&["--rows", "12./..3/..."], "no symbol is left for the cell p02"),
    ];
    for (arguments, reason) in cases {
        let all: Vec<&str> = ["puzzle", "latin"].iter().chain(arguments).copied().collect();
        let (code, out, err) = run(&all, "");
        assert_eq!((code, solutions(&out)), (0, 0), "{arguments:?}");
        assert_eq!(err, format!("warning: no solution: {reason}\n"));
    }
}

#[test]
fn numbered_pieces_of_the_help_can_be_asked_for() {
    let (_, help, _) = run(&["puzzle", "polyomino", "--help"], "");
    let pieces = help.split_once("Pieces").expect("a section").1;
    let pieces = pieces.split_once("Drawings").expect("another section").0;
    let named =
        |word: &&str| word.contains('-') && word.bytes().all(|b| b"0123456789-".contains(&b));
    let words: Vec<&str> =
        pieces.split(|c: char| c.is_whitespace() || c == ',').filter(named).collect();
    assert!(words.contains(&"6-1") && words.contains(&"8-369"), "{words:?}");
    for word in words {
        let line = ["puzzle", "polycube", "2x3x3", "--pieces", word, "--spare", "any"];
        let (code, out, err) = run(&line, "");
        assert_eq!(code, 0, "{word}: {err}");
        assert!(out.contains(&format!("\n{word} | 000 ")), "{word}: {out}");
    }
}

#[test]
fn values_that_are_none_are_told_what_is_expected() {
    let cases = [
        ("puzzle polyomino 6x10 --copies 0", "expected `3`, `1..4`, `2..` or `any`"),
        (
            "puzzle polyomino 6x10 --hole 3",
            "expected a corner and a size as in `3,3:2x2`, found `3`",
        ),
        ("puzzle polyomino 6x10 --spare x", "expected a number or `any`"),
        ("puzzle macmahon 6", "expected two numbers as in `4x6`, found `6`"),
        ("puzzle macmahon 4x6 --border A", "expected a letter from `a` on"),
        ("puzzle queens x", "invalid digit"),
        ("puzzle nothing", "unrecognized subcommand"),
    ];
    for (line, message) in cases {
        let (code, out, err) = run(&line.split(' ').collect::<Vec<_>>(), "");
        assert_eq!((code, out.as_str()), (2, ""), "{line}");
        assert!(err.contains(message), "{line}: {err}");
    }
}

#[test]
fn what_is_most_likely_not_meant_is_warned_of_and_printed_all_the_same() {
    let (code, out, err) = run(&["puzzle", "polyomino", "5x10"], "");
    assert_eq!(code, 0);
    assert!(out.contains("F I L N P T U V W X Y Z 00 01"), "{out}");
    assert_eq!(err, "warning: the pieces cover 60 cells and the board has 50: no solution\n");
    let line = ["puzzle", "polyomino", "4x4", "--pieces", "L4*4", "--break-symmetry"];
    let (code, _, err) = run(&line, "");
    assert_eq!(code, 0);
    assert!(err.contains("none of the 8 symmetries can be broken exactly"), "{err}");
    let (code, out, err) = run(&["puzzle", "soma", "--break-symmetry"], "");
    assert_eq!((code, solutions(&out)), (0, 480));
    assert!(err.contains("only 24 of them can be broken exactly"), "{err}");
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    // More than any pipe holds.
    let mut program = Command::new(assert_cmd::cargo::cargo_bin("quadrille"))
        .args(["puzzle", "queens", "200"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut out = BufReader::new(program.stdout.take().expect("a pipe"));
    let mut first = String::new();
    out.read_line(&mut first).expect("a line");
    drop(out);
    let output = program.wait_with_output().expect("it ends");
    assert_eq!(first, "| queens 200: queens on a board, none attacks another\n");
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}
