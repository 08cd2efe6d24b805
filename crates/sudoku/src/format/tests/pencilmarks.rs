//! Puzzles of pencilmarks: on a line, in brackets, as grids of groups.

use super::super::{Layout, ReadErrorKind, json, line, parse, pencilmarks, rows};
use super::{PUZZLE, read, shape, summary};
use crate::grid::Puzzle;
use crate::shape::Shape;

/// Another of [`PUZZLE`]: what its clues leave of each cell, as a solver would write it down.
fn marked() -> Puzzle {
    let clues = parse(PUZZLE, Shape::CLASSIC).unwrap().puzzle;
    let seen = |cell: usize| {
        let peers = (0..81).filter(|&o| o != cell && clues.shape().shared_house(cell, o).is_some());
        peers
            .filter(|&other| clues.get(other).is_some())
            .fold(0, |set, other| set | clues.candidates(other))
    };
    let sets: Vec<u64> = (0..81).map(|cell| clues.candidates(cell) & !seen(cell)).collect();
    Puzzle::from_candidates(Shape::CLASSIC, &sets).unwrap()
}

/// A 4×4 with a clue 4, three candidates, none, two, and all in the others.
fn small() -> &'static str {
    "...4.234....1..4123412341234123412341234123412341234123412341234"
}

/// The digits of each cell, blanks between.
fn groups(puzzle: &Puzzle) -> Vec<String> {
    let digits = |cell| {
        let set = puzzle.candidates(cell);
        (1..=9u8).filter(move |digit| set >> (digit - 1) & 1 != 0).map(|digit| digit.to_string())
    };
    (0..puzzle.values().len()).map(|cell| digits(cell).collect()).collect()
}

#[test]
fn a_line_of_n_cubed_is_a_puzzle_of_pencilmarks() {
    let entry = parse(small(), shape(2, 2)).unwrap();
    let sets: Vec<u64> = (0..5).map(|cell| entry.puzzle.candidates(cell)).collect();
    assert_eq!(sets, [0b1000, 0b1110, 0, 0b1001, 0b1111]);
    assert_eq!((entry.layout, entry.comment, entry.line), (Layout::Pencilmarks, None, 1));
    assert_eq!((entry.puzzle.clue_count(), entry.puzzle.get(0)), (1, Some(4)));
    let text = pencilmarks(&marked()).to_string();
    assert_eq!(text.len(), 729);
    assert_eq!(parse(&text, Shape::CLASSIC).unwrap().puzzle, marked());
}

#[test]
fn blanks_comments_quotes_numbers_and_tables_are_as_with_cells() {
    let zeros = small().replace('.', "0");
    for text in [
        format!("{}\r\n", small()),
        zeros.clone(),
        small().replace('.', "-"),
        format!("  {}  # the comment", small()),
        format!("{}\tthe comment", small()),
        format!("{},the comment", small()),
        format!("\"{}\",the comment", small()),
        format!("12. {}", small()),
        format!("id,puzzle\n7,{}\n", small()),
        format!("\u{feff}{}\n", small()),
        format!("[\"{}\"]", small()),
        format!("{{\"puzzle\": \"{zeros}\", \"box\": [2, 2]}}"),
    ] {
        assert_eq!(summary(&text, shape(2, 2)), [small()], "{text}");
    }
    let commented = parse(&format!("{zeros} # hard"), shape(2, 2)).unwrap();
    assert_eq!(commented.comment.as_deref(), Some("hard"));
}

#[test]
fn an_ordinary_puzzle_may_be_written_as_pencilmarks() {
    let ordinary = parse(PUZZLE, Shape::CLASSIC).unwrap().puzzle;
    let text = pencilmarks(&ordinary).to_string();
    assert!(text.starts_with("....5......3......123456789"), "{text}");
    assert_eq!(parse(&text, Shape::CLASSIC).unwrap().puzzle, ordinary);
    assert_eq!(summary(&text, Shape::CLASSIC), [PUZZLE]);
    assert_eq!(line(&ordinary).to_string(), PUZZLE);
}

#[test]
fn what_contradicts_itself_is_a_puzzle_without_solution_and_no_error() {
    let nothing = ".".repeat(729);
    assert_eq!(summary(&nothing, Shape::CLASSIC), [nothing.as_str()]);
    // The 1 alone in two cells of a row: a clash of clues, but not of pencilmarks.
    let twice = format!("1...1...{}", "1234".repeat(14));
    assert_eq!(summary(&twice, shape(2, 2)), [twice.as_str()]);
    assert_eq!(parse(&twice, shape(2, 2)).unwrap().puzzle.clue_count(), 0);
    // But a line of nothing except dashes is a border.
    assert_eq!(summary("-".repeat(729), Shape::CLASSIC), [""; 0]);
}

#[test]
fn wrong_lines_say_where_and_what() {
    let place = "if it is a candidate of r1c2, else .";
    let mut wrong = small().to_owned();
    wrong.replace_range(5..6, "3");
    let error = format!("line 1, column 6: found 3, expected 2 {place}");
    assert_eq!(summary(&wrong, shape(2, 2)), [error.as_str()]);
    assert_eq!(summary(format!("  {wrong} # x"), shape(2, 2))[0].as_str(), error.replace('6', "8"));
    wrong.replace_range(5..6, "x");
    let error = format!("line 1, column 6: found x, expected 2 {place}");
    assert_eq!(summary(&wrong, shape(2, 2)), [error.as_str()]);
    let quoted = format!("\n  \"{wrong}\",easy\n{PUZZLE}\n");
    let all = summary(quoted, shape(2, 2));
    assert_eq!(all[0], format!("line 2, column 9: found x, expected 2 {place}"));
    assert!(all[1].starts_with("line 3, column 1: 16 cells expected"), "{}", all[1]);
    // In JSON as well.
    wrong.replace_range(5..6, "4");
    let object = format!("{{\"puzzle\": \"{wrong}\"}}");
    let error = format!("line 1, column 18: found 4, expected 2 {place}");
    assert_eq!(summary(object, shape(2, 2)), [error.as_str()]);
}

#[test]
fn a_wrong_number_of_pencilmarks_is_told_as_one() {
    let text = pencilmarks(&marked()).to_string();
    let expected = |found| {
        format!(
            "line 1, column 1: 81 cells expected for 9×9 with boxes of 3×3, found {found}: \
             pencilmarks are 729"
        )
    };
    assert_eq!(summary(&text[1..], Shape::CLASSIC), [expected(728)]);
    assert_eq!(summary(format!("{text}."), Shape::CLASSIC), [expected(730)]);
    // That of another shape.
    let other = summary(&text, shape(2, 2));
    let hint = "found 729: enough for 27×27 with boxes of 3×9, \
                or for pencilmarks of 9×9 with boxes of 3×3";
    assert!(other[0].ends_with(hint), "{}", other[0]);
    let six = summary("123456".repeat(36), Shape::CLASSIC);
    assert!(six[0].ends_with("found 216: enough for pencilmarks of 6×6 with boxes of 2×3"));
}

#[test]
fn what_is_written_is_read_back_with_its_pencilmarks() {
    let puzzle = marked();
    assert!(puzzle.pencilmarks().is_some());
    for text in [
        line(&puzzle).to_string(),
        pencilmarks(&puzzle).to_string(),
        rows(&puzzle).to_string(),
        json(&puzzle).to_string(),
        json(&puzzle).solution(puzzle.grid()).to_string(),
    ] {
        let entry = parse(&text, Shape::CLASSIC).unwrap();
        assert_eq!(entry.puzzle, puzzle, "{text}");
        let twice: Vec<_> = read(format!("{text}\n{text}\n"), Shape::CLASSIC);
        assert!(twice.iter().all(|entry| entry.as_ref().unwrap().puzzle == puzzle));
        assert_eq!(twice.len(), 2);
    }
    // Letters, and numbers where there are no letters left.
    for (rows_of, columns) in [(2, 5), (4, 4), (7, 9), (8, 8)] {
        let shape = shape(rows_of, columns);
        let sets: Vec<u64> = (0..shape.cells() as u64)
            .map(|cell| cell.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - shape.size()))
            .collect();
        let puzzle = Puzzle::from_candidates(shape, &sets).unwrap();
        for text in
            [line(&puzzle).to_string(), rows(&puzzle).to_string(), json(&puzzle).to_string()]
        {
            assert!(parse(&text, shape).unwrap().puzzle == puzzle, "{shape}");
        }
    }
}

/// As Sudoku Explainer, HoDoKu and others print them, and by blanks alone.
#[test]
fn grids_of_groups_are_read_in_any_frame() {
    let puzzle = marked();
    let cells = groups(&puzzle);
    let row = |row: usize, between: &str, bar: &str| {
        let triples = cells[9 * row..9 * row + 9].chunks(3).map(|three| three.join(between));
        triples.collect::<Vec<_>>().join(bar)
    };
    let rows = |between: &str, bar: &str| -> Vec<String> {
        (0..9).map(|index| row(index, between, bar)).collect()
    };
    let framed = |rows: Vec<String>, [top, middle, bottom]: [&str; 3]| {
        let bands: Vec<String> = rows.chunks(3).map(|three| three.join("\n")).collect();
        format!("{top}\n{}\n{bottom}\n", bands.join(&format!("\n{middle}\n")))
    };
    let bars: Vec<String> = rows("   ", " | ").iter().map(|row| format!("| {row} |")).collect();
    let plus = "+---------+-----------+------+";
    let texts = [
        framed(bars.clone(), [plus; 3]),
        framed(
            bars.clone(),
            [".-------.---------.-----.", ":-------+---------+-----:", "'-------'---------'-----'"],
        ),
        framed(bars, ["*-------*", "|-------+---------+-----|", "*-------*"]),
        rows(" ", "  ").join("\n"),
        rows(" ", " ").join("\n") + "\n",
        rows(",", ",").join("\r\n"),
        rows("|", "||").join("\n"),
        rows(" ", " | ").chunks(3).map(|three| three.join("\n")).collect::<Vec<_>>().join("\n\n"),
        cells.join(" "),
    ];
    for text in texts {
        let all = summary(&text, Shape::CLASSIC);
        assert_eq!(all, [pencilmarks(&puzzle).to_string()], "{text}");
    }
    let text = format!("Grid 7:\n{}\n\n{PUZZLE}\n", rows(" ", " ").join("\n"));
    let all = read(text, Shape::CLASSIC);
    let first = all[0].as_ref().unwrap();
    assert_eq!((first.line, first.layout), (2, Layout::Grid));
    assert_eq!(first.comment.as_deref(), Some("Grid 7:"));
    assert_eq!(
        (all.len(), line(&all[1].as_ref().unwrap().puzzle).to_string().as_str()),
        (2, PUZZLE)
    );
}

#[test]
fn full_groups_are_rows_and_no_puzzle_on_a_line() {
    let text = "1234 1234 | 1234 1234\n1 2 | 3 4\n12 34 | 13 24\n1234 1234 | 1234 1234\n";
    let expected = format!("{0}1....2....3....412....341.3..2.4{0}", "1234".repeat(4));
    assert_eq!(summary(text, shape(2, 2)), [expected]);
    // What has the same length and is a puzzle remains one.
    assert_eq!(summary("1234 3412 2143 4321", shape(2, 2)), ["1234341221434321"]);
    assert_eq!(
        summary("1234 1234 1234 1234", shape(2, 2)),
        ["line 1, column 1: 4 rows expected, found 1"]
    );
}

/// One wrong cell does not make pencilmarks of a grid of clues: those have no empty cells.
#[test]
fn a_group_among_empty_cells_is_the_error_that_it_was() {
    let text = "1 . . .\n. 12 . .\n. . 4 .\n2 . . .\n";
    let error = "line 2, column 3: found 12, expected 1 to 4, or one of .0_*-? for an empty cell";
    assert_eq!(summary(text, shape(2, 2)), [error]);
    let short = "1 2 3 4\n34 12 1 2\n2 1 4 3\n";
    assert_eq!(summary(short, shape(2, 2)), ["line 1, column 1: 4 rows expected, found 3"]);
    let late = "12 2 3 4\n3 4 1 2\n2 1 4 x\n4 3 2 1\n";
    assert!(summary(late, shape(2, 2))[0].starts_with("line 1, column 1: found 12, expected 1 to"));
    assert!(matches!(
        read("12 34 12 34 12\n", shape(2, 2))[0].as_ref().unwrap_err().kind(),
        ReadErrorKind::RowCells { found: 10, .. } | ReadErrorKind::Cells { found: 10, .. }
    ));
}
