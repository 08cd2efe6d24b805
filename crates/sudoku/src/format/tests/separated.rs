//! Cells between commas, bars, tabs and semicolons, where a blank field is an empty cell.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::super::{ReadErrorKind, Reader, line};
use super::{PUZZLE, puzzle_rows, read, shape, summary};
use crate::grid::Grid;
use crate::shape::Shape;

/// A grid of one of four shapes without a clash; each cell is filled with a chance of `eighths`.
fn any_grid() -> impl Strategy<Value = Grid> {
    let shapes = prop_oneof![Just((2, 2)), Just((3, 3)), Just((2, 5)), Just((4, 4))];
    (shapes, any::<u64>(), 0..=8u64).prop_map(|((rows, columns), seed, eighths)| {
        let shape = shape(rows, columns);
        let n = shape.size();
        let mut state = seed | 1;
        let values = (0..shape.cells()).map(|cell| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let (row, column) = (shape.row_of(cell), shape.column_of(cell));
            let shift = row % rows * columns + row / rows;
            let value = (column + shift + seed as usize % n) % n + 1;
            if state >> 32 & 7 < eighths { value as u8 } else { 0 }
        });
        Grid::from_values(shape, values.collect::<Vec<u8>>()).unwrap()
    })
}

/// The rows of a grid with a separator between the cells, and nothing for an empty cell.
fn separated(grid: &Grid, separator: &str) -> Vec<String> {
    let number = |&value: &u8| if value == 0 { String::new() } else { value.to_string() };
    let row = |row: &[u8]| row.iter().map(number).collect::<Vec<_>>().join(separator);
    grid.values().chunks(grid.shape().size()).map(row).collect()
}

/// The rows of a grid with bars around all cells, blanks in the empty ones.
fn barred(grid: &Grid, width: usize) -> Vec<String> {
    let cell = |&value: &u8| match value {
        0 => " ".repeat(width),
        _ => format!("{value:>width$}"),
    };
    let row = |row: &[u8]| format!("|{}|", row.iter().map(cell).collect::<Vec<_>>().join("|"));
    grid.values().chunks(grid.shape().size()).map(row).collect()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 300,
        rng_seed: RngSeed::Fixed(0x5eed),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn grids_with_blank_fields_are_read_back(grid in any_grid(), width in 2..4usize) {
        let bordered = barred(&grid, width).join(&format!("\n+{}\n", "--+".repeat(grid.shape().size())));
        for text in [
            separated(&grid, ",").join("\n"),
            separated(&grid, ", ").join("\n"),
            separated(&grid, ",").join(","),
            separated(&grid, ",").join(",\n"),
            barred(&grid, width).join("\n"),
            bordered,
        ] {
            let twice = format!("{text}\n\n{text}\n");
            for (text, times) in [(text, 1), (twice, 2)] {
                let read: Result<Vec<_>, _> = Reader::new(text.as_bytes(), grid.shape()).collect();
                let grids: Vec<_> = read
                    .map_err(|error| TestCaseError::fail(format!("{text}\n{error}")))?
                    .into_iter()
                    .map(|entry| entry.puzzle.into_grid())
                    .collect();
                prop_assert_eq!(grids, vec![grid.clone(); times], "{}", text);
            }
        }
    }

    /// Where a first or only row is empty, a line of semicolons may be a comment and one of tabs
    /// blank: then an error says so, but no other grid is read.
    #[test]
    fn tabs_and_semicolons_are_read_back_or_refused(grid in any_grid()) {
        for separator in ["\t", ";"] {
            let rows = separated(&grid, separator);
            for text in [rows.join("\n"), rows.join(separator)] {
                let read: Result<Vec<_>, _> = Reader::new(text.as_bytes(), grid.shape()).collect();
                let has_empty_row =
                    grid.values().chunks(grid.shape().size()).any(|row| row.iter().all(|&v| v == 0));
                match read {
                    Ok(entries) if !entries.is_empty() => {
                        prop_assert_eq!(entries.len(), 1);
                        prop_assert_eq!(entries[0].puzzle.grid(), &grid);
                    }
                    _ => prop_assert!(has_empty_row, "{}", text),
                }
            }
        }
    }
}

#[test]
fn numbers_of_two_digits_are_not_split_where_fields_are_empty() {
    let ten = shape(2, 5);
    let expected = format!("A.23456789{}", ".".repeat(90));
    let csv = format!("10,,2,3,4,5,6,7,8,9\n{}", ",,,,,,,,,\n".repeat(9));
    assert_eq!(summary(csv, ten), [&*expected]);
    let bars = format!(
        "|10|  | 2| 3| 4| 5| 6| 7| 8| 9|\n{}",
        "|  |  |  |  |  |  |  |  |  |  |\n".repeat(9)
    );
    assert_eq!(summary(bars, ten), [&*expected]);
    let tabs = format!("10\t\t2\t3\t4\t5\t6\t7\t8\t9\n{}", "\t\t\t\t\t\t\t\t\t\n".repeat(9));
    assert_eq!(summary(tabs, ten), [&*expected]);
    let semicolons = format!("10;;2;3;4;5;6;7;8;9\n{}", ";;;;;;;;;\n".repeat(9));
    assert_eq!(summary(semicolons, ten), [&*expected]);
}

#[test]
fn one_line_of_fields_with_as_many_clues_as_a_row_has_cells() {
    let mut cells = vec![""; 81];
    for (i, digit) in ["1", "2", "3", "4", "5", "6", "7", "8", "9"].iter().enumerate() {
        cells[9 * i + i] = digit;
    }
    let expected: String = cells.iter().map(|c| if c.is_empty() { "." } else { c }).collect();
    for separator in [",", ", ", ";", "\t"] {
        assert_eq!(summary(cells.join(separator), Shape::CLASSIC), [&*expected], "{separator:?}");
    }
    let bars = format!("| {} |", cells.join(" | "));
    assert_eq!(summary(bars, Shape::CLASSIC), [&*expected]);
}

/// Neither is read as the digits 1 and 0.
#[test]
fn a_number_too_large_is_an_error_even_if_its_characters_would_fit() {
    for row in ["10,2,3,4,5,6,7,8,", "|10|2|3|4|5|6|7|8| |", "5 3 . . 10 . . .", "10 2 3 4 5 6 7 8"]
    {
        let text = format!("{row}\n{}", puzzle_rows()[1..].join("\n"));
        let results = summary(&text, Shape::CLASSIC);
        assert_eq!(results.len(), 1, "{results:?}");
        assert!(results[0].contains("found 10, expected 1 to 9"), "{row}: {results:?}");
    }
}

#[test]
fn numbers_with_blanks_between_them_are_not_split() {
    for (row, message) in [
        ("1 2 3 45 6 7 8 9 0", "10 cells expected in a row, found 9"),
        ("1 2 3 10 6 7 8 9 .", "10 cells expected in a row, found 9"),
        ("10 01 02 03 04", "10 cells expected in a row, found 5"),
    ] {
        let results = summary(format!("{row}\n{}", "..........\n".repeat(9)), shape(2, 5));
        assert!(results.len() == 1 && results[0].contains(message), "{row}: {results:?}");
    }
    let groups = format!("1. .. 2. .. 0A\n{}", ".. .. .. .. ..\n".repeat(9));
    assert_eq!(summary(groups, shape(5, 2)), [format!("1...2....A{}", ".".repeat(90))]);
}

#[test]
fn rows_of_symbols_on_one_line_with_blanks_between_them() {
    let ten = shape(2, 5);
    let expected = format!("A.23456789{}", ".".repeat(90));
    let rows = format!("A023456789{}", " 0000000000".repeat(9));
    assert_eq!(summary(&rows, ten), [&*expected]);
    assert_eq!(summary(format!("{{\"puzzle\":\"{rows}\"}}"), ten), [&*expected]);
}

#[test]
fn empty_fields_too_few_or_too_many_are_no_row_even_if_the_digits_would_fit() {
    for row in ["1,,2,,3,,4,,5,6,7,8,9", "5,3,4,6,7,8,9,1,2,,", ",5,3,4,6,7,8,9,1,2", ",,,,,,,"] {
        let text = format!("{row}\n{}", puzzle_rows()[1..].join("\n"));
        let results = summary(&text, Shape::CLASSIC);
        assert!(
            results.len() == 1 && results[0].contains("9 cells expected in a row"),
            "{results:?}"
        );
    }
}

#[test]
fn a_row_that_can_be_read_in_two_ways_is_an_error() {
    let results = read(" |2||3|4\n....\n....\n....", shape(2, 2));
    assert_eq!(results.len(), 1);
    let error = results[0].as_ref().unwrap_err();
    assert!(matches!(error.kind(), ReadErrorKind::Ambiguous), "{error}");
    let one_sided = read("|2|3|4\n....\n....\n....", shape(2, 2));
    assert_eq!(line(&one_sided[0].as_ref().unwrap().puzzle).to_string(), ".234............");
    let framed = summary("|2|3|\n....\n....\n....", shape(2, 2));
    assert_eq!(framed, ["line 1, column 2: 4 cells expected in a row, found 2"]);
}

#[test]
fn dashes_and_empty_fields_may_be_mixed() {
    let row = |row: &&str| {
        let mut left = 0;
        let cell = |c: char| {
            left += usize::from(c == '.');
            match c {
                '.' if left % 2 == 0 => String::new(),
                '.' => "-".to_owned(),
                c => c.to_string(),
            }
        };
        row.chars().map(cell).collect::<Vec<_>>().join(",")
    };
    let rows: Vec<String> = puzzle_rows().iter().map(row).collect();
    assert_eq!(summary(rows.join("\n"), Shape::CLASSIC), [PUZZLE]);
    assert_eq!(summary("-,,,-\n,,-,\n1,,,\n,,,", shape(2, 2)), ["........1......."]);
}

/// The rows of a grid with bars between the cells and none around them.
fn frameless(grid: &Grid, wide: bool) -> String {
    let cell = |&value: &u8| match (value, wide) {
        (0, false) => " ".to_owned(),
        (0, true) => "   ".to_owned(),
        (digit, false) => digit.to_string(),
        (digit, true) => format!(" {digit} "),
    };
    let row = |row: &[u8]| row.iter().map(cell).collect::<Vec<_>>().join("|");
    grid.values().chunks(9).map(row).collect::<Vec<_>>().join("\n")
}

#[test]
fn rows_between_bars_without_a_frame_may_begin_and_end_with_empty_cells() {
    let grid = super::super::parse(PUZZLE, Shape::CLASSIC).unwrap().puzzle.into_grid();
    for wide in [false, true] {
        let text = frameless(&grid, wide);
        assert_eq!(summary(&text, Shape::CLASSIC), [line(&grid).to_string()], "{text}");
    }
}

#[test]
fn a_framed_row_that_is_two_cells_short_is_an_error_even_if_it_is_indented() {
    let rows = puzzle_rows();
    let framed = |row: &str| {
        let cells: Vec<String> = row.chars().map(|c| c.to_string().replace('.', " ")).collect();
        format!("  |{}|", cells.join("|"))
    };
    let mut lines: Vec<String> = rows.iter().map(|row| framed(row)).collect();
    lines[4] = framed(&rows[4][1..8]);
    let results = read(lines.join("\n"), Shape::CLASSIC);
    assert_eq!(results.len(), 1);
    let error = results[0].as_ref().unwrap_err();
    assert_eq!(error.line(), 5);
    assert!(matches!(error.kind(), ReadErrorKind::Ambiguous), "{error}");
}

/// Seven cells between double lines and eleven fields: either the first and last cell are outside of
/// the bars, or two cells are between `||`.
#[test]
fn double_lines_without_a_frame_are_not_taken_for_empty_cells() {
    let text = " |2| || | | || | | ";
    let results = read(text, Shape::CLASSIC);
    assert!(matches!(results[0].as_ref().unwrap_err().kind(), ReadErrorKind::Ambiguous));
}

#[test]
fn a_first_row_of_nothing_but_semicolons_is_a_row() {
    // The last band first, and of that the empty row.
    let expected = ".........".to_owned() + &PUZZLE[54..72] + &PUZZLE[..54];
    let grid = super::super::parse(&expected, Shape::CLASSIC).unwrap().puzzle;
    let rows = separated(&grid, ";");
    assert_eq!(rows[0], ";;;;;;;;");
    let twice = [rows.clone(), rows].concat().join("\n");
    let results = read(&twice, Shape::CLASSIC);
    let lines: Vec<String> =
        results.iter().map(|entry| line(&entry.as_ref().unwrap().puzzle).to_string()).collect();
    assert_eq!(lines, [&*expected, &*expected]);
}
