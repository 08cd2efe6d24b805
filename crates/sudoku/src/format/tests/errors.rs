//! What is refused: the message, the place, and that the rest of the text is still read.

use std::error::Error as _;
use std::io::{self, BufReader, Read};

use super::super::{ReadErrorKind, Reader, parse};
use super::{PUZZLE, puzzle_rows, read, rows_with, shape, summary};
use crate::shape::Shape;

/// Asserts that a text holds one error, at a place, and that puzzles before and after it are read.
#[track_caller]
fn assert_error(text: &str, line: usize, column: usize, message: &str) {
    let expected = format!("line {line}, column {column}: {message}");
    assert_eq!(summary(text, Shape::CLASSIC), [expected], "{text}");
    let within = format!("{PUZZLE}\n\n{text}\n\n{PUZZLE}\n");
    let expected = format!("line {}, column {column}: {message}", line + 2);
    assert_eq!(summary(&within, Shape::CLASSIC), [PUZZLE, &*expected, PUZZLE], "{within}");
}

#[test]
fn one_line_of_the_wrong_length_or_with_a_wrong_character() {
    let cells = "81 cells expected for 9×9 with boxes of 3×3, found";
    assert_error(&PUZZLE[1..], 1, 1, &format!("{cells} 80"));
    assert_error(&format!("  {PUZZLE}1 comment [1]"), 1, 3, &format!("{cells} 82"));
    assert_error(
        "1..............2",
        1,
        1,
        &format!("{cells} 16: enough for 4×4 with boxes of 2×2"),
    );
    assert_error(
        &".".repeat(256),
        1,
        1,
        &format!("{cells} 256: enough for 16×16 with boxes of 4×4"),
    );
    let digits = "expected 1 to 9, or one of .0_*-? for an empty cell";
    assert_error(&PUZZLE.replacen('8', "x", 1), 1, 21, &format!("found 'x', {digits}"));
    assert_error(&PUZZLE.replacen('.', "\0", 1), 1, 3, &format!("found '\\0', {digits}"));
    assert_error(&PUZZLE.replacen('5', "é", 1), 1, 1, &format!("found 'é', {digits}"));
}

#[test]
fn every_wrong_line_of_a_list_is_reported_once() {
    let (short, wrong) = (&PUZZLE[1..], PUZZLE.replacen('5', "a", 1));
    let text = format!("{short}\n{short}\n{PUZZLE}\n{wrong}\n{wrong}\n{PUZZLE}\n12\n{PUZZLE}");
    let errors: Vec<usize> = read(&text, Shape::CLASSIC)
        .iter()
        .filter_map(|result| result.as_ref().err().map(|error| error.line()))
        .collect();
    assert_eq!(errors, [1, 2, 4, 5, 7]);
    assert_eq!(read(&text, Shape::CLASSIC).len(), 8);
}

#[test]
fn a_clash_names_both_cells_and_where_they_stand() {
    let line = PUZZLE.replacen("53..7", "53.57", 1);
    let rows = puzzle_rows().join("\n").replacen("\n6..", "\n5..", 1);
    let list = format!("[[{}]]", rows_with(", ").join("],\n ["));
    let list = list.replacen("[0, 9, 8", "[0, 9, 3", 1);
    for (text, message) in [
        (
            &line,
            "line 3, column 4: digit 5 twice in row 1: at r1c1 (line 3, column 1) and here at r1c4",
        ),
        (
            &rows,
            "line 4, column 1: digit 5 twice in column 1: at r1c1 (line 3, column 1) and here at r2c1",
        ),
        (
            &list,
            "line 5, column 9: digit 3 twice in box 1: at r1c2 (line 3, column 6) and here at r3c3",
        ),
    ] {
        let within = format!("{PUZZLE}\n\n{text}\n{PUZZLE}");
        assert_eq!(summary(&within, Shape::CLASSIC), [PUZZLE, message, PUZZLE]);
    }

    let error = parse(&line, Shape::CLASSIC).unwrap_err();
    let ReadErrorKind::Clash { clash, first, second, .. } = error.kind() else { panic!("{error}") };
    assert_eq!((clash.cells, first.column, second.column), ((0, 3), 1, 4));
    assert_eq!(error.source().unwrap().to_string(), "digit 5 twice in row 1: at r1c1 and r1c4");
}

#[test]
fn a_broken_block_of_rows_is_one_error() {
    let digits = "expected 1 to 9, or one of .0_*-? for an empty cell";
    let rows = puzzle_rows();
    let text = rows.join("\n");
    assert_error(&rows[..8].join("\n"), 1, 1, "9 rows expected, found 8");
    assert_error(
        &text.replace("8...6...3", "8...6...3."),
        4,
        1,
        "9 cells expected in a row, found 10",
    );
    assert_error(
        &text.replace("8...6...3", "8...6..."),
        4,
        1,
        "9 cells expected in a row, found 8",
    );
    assert_error(&text.replace('.', "x"), 1, 3, &format!("found 'x', {digits}"));
    assert_error(&text.replace("....8..79", "....8..y9"), 9, 8, &format!("found 'y', {digits}"));
    assert_error("hello\nworld", 1, 1, &format!("found 'h', {digits}"));
    let wide = rows_with(" ").join("\n").replace("8 0 0 0 6", "8 0 10 0 6");
    assert_error(&wide, 4, 5, &format!("found 10, {digits}"));
    // Without a blank line after it, the broken block still ends after nine rows.
    let twice = format!("{}\n{text}", text.replace("8...6...3", "8...6...z"));
    let expected = format!("line 4, column 9: found 'z', {digits}");
    assert_eq!(summary(twice, Shape::CLASSIC), [&*expected, PUZZLE]);
}

#[test]
fn a_drawing_with_broken_borders_is_one_error() {
    let rows: Vec<String> = rows_with(" ").iter().map(|row| format!("| {row} |")).collect();
    let bands: Vec<String> = rows.chunks(3).map(|band| band.join("\n")).collect();
    let message = "found 'x', expected 1 to 9, or one of .0_*-? for an empty cell";
    assert_error(&bands.join("\n+--x--+\n"), 4, 4, message);
    assert_error(&format!("+--x--+\n{}", bands.join("\n+-----+\n")), 1, 4, message);
    assert_error("+--x--+", 1, 4, message);
    let mut bytes = bands.join("\n+--x--+\n").into_bytes();
    bytes.iter_mut().filter(|byte| **byte == b'x').for_each(|byte| *byte = 0x80);
    let message = "line 4, column 4: found bytes that are not UTF-8, expected text";
    assert_eq!(summary(bytes, Shape::CLASSIC), [message]);
}

#[test]
fn rows_cut_short_before_something_else() {
    let rows = puzzle_rows();
    let expected = "line 1, column 1: 9 rows expected, found 3";
    for rest in [
        PUZZLE.to_owned(),
        format!("Grid 2\n{}", rows.join("\n")),
        format!("\n{}", rows.join("\n")),
        format!("\n\n{PUZZLE}"),
        format!("[\"{}\"]", rows.join("\",\"")),
    ] {
        let text = format!("{}\n{rest}", rows[..3].join("\n"));
        assert_eq!(summary(&text, Shape::CLASSIC), [expected, PUZZLE], "{text}");
    }
}

#[test]
fn puzzles_of_another_shape_are_one_error_with_a_hint() {
    let message = "81 cells expected for 9×9 with boxes of 3×3, found";
    let four = format!("{message} 16: enough for 4×4 with boxes of 2×2");
    assert_error("1...\n..2.\n.3..\n...4", 1, 1, &four);
    assert_error("[[1,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,2]]", 1, 1, &four);
    assert_error("[\"1...\",\"....\",\"....\",\"...2\"]", 1, 1, &four);
    assert_error("{\"puzzle\":\"1..............2\"}", 1, 12, &four);
    let sixteen = format!("{message} 256: enough for 16×16 with boxes of 4×4");
    assert_error(&[".".repeat(16).as_str(); 16].join("\n"), 1, 1, &sixteen);
    let list = format!("[[{}0]]", "0,".repeat(15));
    assert_error(
        &list.replace("],[", "").replacen(
            "]",
            &format!("]{}", format!(",[{}0]", "0,".repeat(15)).repeat(15)),
            1,
        ),
        1,
        1,
        &sixteen,
    );
    let error = parse(
        r#"{"puzzle":"....................................","size":6,"box":[3,2]}"#,
        shape(2, 3),
    );
    assert_eq!(
        error.unwrap_err().to_string(),
        "line 1, column 1: found a puzzle with boxes of 3×2, expected 6×6 with boxes of 2×3"
    );
    let classic = summary(PUZZLE, shape(2, 2));
    assert_eq!(
        classic,
        [
            "line 1, column 1: 16 cells expected for 4×4 with boxes of 2×2, found 81: enough for 9×9 with boxes of 3×3"
        ]
    );
    let rows = summary(puzzle_rows().join("\n"), shape(2, 2));
    assert_eq!(rows, classic);
}

#[test]
fn errors_in_brackets_have_the_place_of_the_cell() {
    let digits = "expected 1 to 9, or one of .0_*-? for an empty cell";
    let list = format!("grid = [[{}]]", rows_with(", ").join("],\n    ["));
    assert_error(&list.replacen('3', "x", 1), 1, 13, &format!("found 'x', {digits}"));
    assert_error(
        &list
            .replacen("8, 0, 0, 4", "8, 0, 0, 44", 1)
            .replace("0, 6, 0, 0, 0, 0, 2, 8, 0", "0, 6, 0, 0, 0, 0, 22, 8, 0"),
        7,
        24,
        &format!("found 22, {digits}"),
    );
    assert_error(
        &list.replacen("6, 0, 0, 1", "6, 0, 1", 1),
        2,
        5,
        "9 cells expected in a row, found 8",
    );
    let strings = format!("[\"{}\"]", puzzle_rows().join("\",\n \""));
    assert_error(&strings.replacen("6..195", "6..1a5", 1), 2, 7, &format!("found 'a', {digits}"));
    assert_error(
        &strings.replacen("6..195", "6..195.", 1),
        2,
        3,
        "9 cells expected in a row, found 10",
    );
    assert_error(&strings.replacen(",\n \"....8..79\"", "", 1), 1, 1, "9 rows expected, found 8");
    assert_error("{\"a\": [1, 2]}", 1, 1, "found no puzzle, expected one");
    assert_error("[[1, 2}]", 1, 7, "found }, expected ]");
    assert_error("[1, [2, 3]]", 1, 5, "found cells and rows in one list, expected one of the two");
}

/// What stands before a bracket or a quote without a comma may be a name, never a digit.
#[test]
fn no_digit_is_dropped_in_brackets() {
    let four = |text: &str| summary(text, shape(2, 2));
    let rows = "[0,0,0,0],[0,0,0,0],[0,0,0,0]]";
    assert_eq!(four(&format!("[[1 0,0,'3'],{rows}")), ["1..3............"]);
    assert_eq!(four(&format!("[x[1,0,0,b'3'],{rows}")), ["1..3............"]);
    for row in ["[1'3',0,0,0]", "[1,0,0,0,2 [3]]", "[1,0,0,0 5]"] {
        let results = four(&format!("[{row},{rows}"));
        assert!(results.len() == 1 && results[0].contains("expected"), "{row}: {results:?}");
    }
}

#[test]
fn one_wrong_puzzle_in_brackets_is_one_error_in_its_place() {
    let good = format!("[[{}]]", rows_with(",").join("],["));
    let huge = format!("1{}", "0".repeat(30));
    let row = "1,2,3,4,5,6,7,8,9";
    for (from, to) in [
        ("0", "-1"),
        ("0", "true"),
        ("0", &*huge),
        ("0", "1e30"),
        ("0", "-10.5"),
        ("0", "5.5"),
        ("0", "\"-1\""),
        ("0", "\"false\""),
        ("0", "[1,2]"),
        ("0", "{}"),
        ("0", "{\"value\":5}"),
        ("5", "[5]"),
        ("[[", &format!("[{{\"row\":[{row}]}},[")),
        ("5,3", "true,3"),
    ] {
        let bad = good.replace(from, to);
        let text = format!("[{good},\n{bad},\n{good}]");
        let results = summary(&text, Shape::CLASSIC);
        assert_eq!(results.len(), 3, "{from} → {to}: {results:#?}");
        assert_eq!((&*results[0], &*results[2]), (PUZZLE, PUZZLE), "{to}");
        assert!(results[1].starts_with("line 2, "), "{to}: {}", results[1]);
        let first = summary(format!("[{bad},\n{good}]"), Shape::CLASSIC);
        // What comes first decides what a list holds, so there an object in place of a row is worse.
        if from != "[[" {
            assert!(first.len() == 2 && first[1] == PUZZLE, "{from} → {to}: {first:#?}");
        }
    }
    for word in ["true", &*huge, "-1", "\"false\"", "{\"a\":1}", "99"] {
        let row = format!("[{}]", [word; 9].join(","));
        let all = format!("[{}]", [&*row; 9].join(","));
        assert_eq!(read(&all, Shape::CLASSIC).len(), 1, "{all}");
    }
}

#[test]
fn errors_and_puzzles_come_in_the_order_of_the_text() {
    let good = format!("[[{}]]", rows_with(",").join("],["));
    let mixed = "found cells and rows in one list, expected one of the two";
    let rows = "9 rows expected, found 1";
    for (text, expected) in [
        (format!("[1,2,3,4,5,6,7,8,9]\n{good}"), format!("line 1, column 1: {rows}")),
        (
            format!("[1,2,3,4,5,6,7,8,9]\n{{\"puzzle\":{good}}}"),
            format!("line 1, column 1: {rows}"),
        ),
        (format!("[\"1........\",\n\"{PUZZLE}\"]"), format!("line 1, column 1: {mixed}")),
    ] {
        assert_eq!(summary(&text, Shape::CLASSIC), [&*expected, PUZZLE], "{text}");
    }
    let results = summary("[1,2,3,4,5,6,7,8,9]\n[[1,", Shape::CLASSIC);
    assert_eq!(
        results,
        [format!("line 1, column 1: {rows}"), "line 2, column 1: [ is not closed".into()]
    );
}

#[test]
fn brackets_beyond_the_limit_are_told_with_the_limit() {
    let long = format!("{{\"x\":\"{}\",\"puzzle\":\"{PUZZLE}\"}}\n{PUZZLE}", "y".repeat(2 << 20));
    let message = "found more than 1048576 bytes in brackets, expected a puzzle before that";
    assert_eq!(summary(long, Shape::CLASSIC), [&*format!("line 1, column 1: {message}"), PUZZLE]);
    let list = format!(" [[{}1]]\n{PUZZLE}", "1,".repeat(1 << 20));
    assert_eq!(summary(list, Shape::CLASSIC), [&*format!("line 1, column 2: {message}"), PUZZLE]);
}

#[test]
fn sizes_without_symbols_need_numbers_with_separators() {
    for (rows, columns) in [(2, 31), (7, 9), (8, 8)] {
        let shape = shape(rows, columns);
        let n = shape.size();
        let row = "1".to_owned() + &".".repeat(n - 1);
        for text in [
            vec![&*row; n].join("\n"),
            row.repeat(n),
            format!("[\"{}\"]", vec![&*row; n].join("\",\"")),
        ] {
            let results = summary(&text, shape);
            assert_eq!(results.len(), 1, "{results:?}");
            let message = "found cells without separators, expected numbers with blanks";
            assert!(results[0].contains(message), "{}", results[0]);
        }
    }
}

#[test]
fn one_wrong_puzzle_of_a_list_does_not_spoil_the_others() {
    let good = format!("[\"{}\"]", puzzle_rows().join("\",\""));
    let bad = good.replacen('3', "!", 1);
    let text = format!("[{good},\n{bad},\n{good}]");
    assert_eq!(
        summary(text, Shape::CLASSIC),
        [
            PUZZLE,
            "line 2, column 4: found '!', expected 1 to 9, or one of .0_*-? for an empty cell",
            PUZZLE
        ]
    );
    let text = format!("[\"{PUZZLE}\", \"{}\", \"{PUZZLE}\"]", &PUZZLE[2..]);
    assert_eq!(
        summary(text, Shape::CLASSIC),
        [
            PUZZLE,
            "line 1, column 88: 81 cells expected for 9×9 with boxes of 3×3, found 79",
            PUZZLE
        ]
    );
}

#[test]
fn an_unclosed_bracket_does_not_swallow_what_follows() {
    let list = format!("[[{}]]", rows_with(",").join("],\n["));
    let cut = list.strip_suffix("]]").unwrap();
    let object = format!("{{\"puzzle\":\"{PUZZLE}\"");
    let strings = format!("[\"{}\"", puzzle_rows().join("\",\""));
    for (cut, open) in [(cut, '['), (&*object, '{'), (&*strings, '[')] {
        let expected = format!("line 1, column 1: {open} is not closed");
        assert_eq!(summary(cut, Shape::CLASSIC), [&*expected]);
        for rest in [
            PUZZLE.to_owned(),
            list.clone(),
            format!("b = {list}"),
            format!("{{\"puzzle\":\"{PUZZLE}\"}}"),
            format!("[\"{}\"]", puzzle_rows().join("\",\"")),
        ] {
            let text = format!("{cut}\n{rest}\n{PUZZLE}\n");
            assert_eq!(summary(&text, Shape::CLASSIC), [&*expected, PUZZLE, PUZZLE], "{text}");
        }
    }
    let quote = list.replacen("[[5", "[[\"5", 1);
    assert_error(&quote, 1, 3, "\" is not closed");
}

#[test]
fn an_endless_bracket_is_an_error_in_bounded_memory() {
    for unit in ["1,", "[1],", "[", "\"", "1\n,", "{\"a\":", "[1,2,3,4,5,6,7,8,9],\n", "x"] {
        let start = if unit == "x" { "[" } else { "[\n[" };
        let text = format!("{start}{}\n\n{PUZZLE}\n", unit.repeat((3 << 20) / unit.len()));
        let results = read(&text, Shape::CLASSIC);
        let error = results[0].as_ref().unwrap_err();
        assert!(error.line() <= 2 || unit.contains('\n'), "{unit}: {error}");
        assert!(results.last().unwrap().is_ok(), "{unit}");
        assert!(results.len() < 200_000, "{unit}: {}", results.len());
    }
}

#[test]
fn long_lines_take_linear_time_and_are_errors() {
    for unit in ["1", "1 ", "x ", "|", "- ", ",", "é", "\"", "=", "a["] {
        let text = format!("{}\n{PUZZLE}\n", unit.repeat((2 << 20) / unit.len()));
        let results = read(&text, Shape::CLASSIC);
        assert_eq!(results.len(), 2, "{unit}");
        assert!(results[1].is_ok());
        let shorter = format!("{}\n{PUZZLE}\n", unit.repeat((1 << 19) / unit.len()));
        assert!(read(&shorter, Shape::CLASSIC).last().unwrap().is_ok());
    }
}

#[test]
fn bytes_that_are_no_text_are_errors() {
    let message = "found bytes that are not UTF-8, expected text";
    let mut bytes = format!("{PUZZLE}\n").into_bytes();
    bytes[1] = 0xff;
    bytes.extend_from_slice(PUZZLE.as_bytes());
    assert_eq!(summary(&bytes, Shape::CLASSIC), [&*format!("line 1, column 2: {message}"), PUZZLE]);
    let comment = [PUZZLE.as_bytes(), b" \xff\n#\xff\n", PUZZLE.as_bytes()].concat();
    assert_eq!(summary(comment, Shape::CLASSIC), [PUZZLE, PUZZLE]);
    let utf16: Vec<u8> = "\u{feff}1...\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(summary(utf16.repeat(20), Shape::CLASSIC), [format!("line 1, column 1: {message}")]);
    let list = [b"[\"", PUZZLE.as_bytes(), b"\",\n\"1\xff\"]"].concat();
    assert_eq!(summary(list, Shape::CLASSIC), [PUZZLE, &*format!("line 2, column 2: {message}")]);
}

#[test]
fn parse_wants_exactly_one_puzzle() {
    let kind = |text: &str| parse(text, Shape::CLASSIC).unwrap_err().to_string();
    assert_eq!(kind(""), "line 1, column 1: found no puzzle, expected one");
    assert_eq!(kind("# no\n"), "line 1, column 1: found no puzzle, expected one");
    assert_eq!(
        kind(&format!("{PUZZLE}\n\n{PUZZLE}")),
        "line 3, column 1: found a second puzzle, expected exactly one"
    );
    assert!(kind(&format!("{PUZZLE}\n{}", &PUZZLE[1..])).ends_with("found 80"));
    assert!(kind(&format!("{}\n{PUZZLE}", &PUZZLE[1..])).ends_with("found 80"));
}

struct Broken;

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other("unplugged"))
    }
}

#[test]
fn an_input_that_fails_ends_the_reader_after_one_error() {
    let text = format!("{PUZZLE}\n{PUZZLE}\n");
    let mut reader = Reader::new(BufReader::new(text.as_bytes().chain(Broken)), Shape::CLASSIC);
    assert!(reader.next().unwrap().is_ok());
    assert!(reader.next().unwrap().is_ok());
    let error = reader.next().unwrap().unwrap_err();
    assert_eq!(error.to_string(), "line 3, column 1: the text could not be read: unplugged");
    assert_eq!(error.source().unwrap().to_string(), "unplugged");
    assert!(reader.next().is_none());
}
