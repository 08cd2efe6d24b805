//! What went wrong elsewhere, as told in public reports: must not go wrong here.

use super::super::{ReadErrorKind, line, parse};
use super::{PUZZLE, read, shape, summary};
use crate::grid::Grid;
use crate::shape::{House, Shape};

/// A puzzle that has one solution with its last clue, and five without.
const NEEDS_ITS_LAST_CLUE: &str =
    ".23.5..8.45.7...2.7...2..6.....9...73.856....5..8......4.2.....8.....6.1..7....32";

/// dimitri/sudoku, pull request 1: a parser lost the 81st entry.
#[test]
fn the_last_cell_is_read_without_a_line_end_after_it() {
    let rows: Vec<&str> = (0..9).map(|r| &NEEDS_ITS_LAST_CLUE[9 * r..9 * r + 9]).collect();
    let list = format!("[\"{}\"]", rows.join("\",\""));
    for text in [NEEDS_ITS_LAST_CLUE, &rows.join("\n"), &rows.join("\r\n"), &list] {
        for end in ["", "\n", "\r\n", "\r", " ", "\n\n"] {
            let entry = parse(&format!("{text}{end}"), Shape::CLASSIC).unwrap();
            assert_eq!(entry.puzzle.get(80), Some(2), "{text:?}{end:?}");
            assert_eq!(entry.puzzle.clue_count(), 27);
        }
    }
}

/// SecUSo/privacy-friendly-sudoku, issue 89: a clue was lost between the puzzle and the text of it,
/// and the puzzle was blamed for its many solutions.
#[test]
fn no_cell_is_lost_wherever_it_stands() {
    for cell in 0..81 {
        let mut grid = Grid::empty(Shape::CLASSIC);
        grid.set(cell, 5).unwrap();
        let text = format!("{}\r\n", line(&grid));
        assert_eq!(parse(&text, Shape::CLASSIC).unwrap().puzzle.grid(), &grid);
    }
}

#[test]
fn a_line_too_short_or_too_long_is_no_puzzle_and_its_neighbours_are_no_part_of_it() {
    let text = format!("{}\n{PUZZLE}\n{PUZZLE}1\n{PUZZLE}", &PUZZLE[..80]);
    let read = summary(&text, Shape::CLASSIC);
    assert!(read[0].contains("found 80") && read[2].contains("found 82"), "{read:?}");
    assert_eq!((&*read[1], &*read[3], read.len()), (PUZZLE, PUZZLE, 4));
}

/// freeCodeCamp/freeCodeCamp, issue 48307: clues that clash were taken, and "solved".
#[test]
fn clues_that_clash_are_refused_and_both_are_named() {
    let text = ".99..5.1.85.4....2432......1...69.83.9.....6.62.71...9......1945....4.37.4.3..6..";
    let error = parse(text, Shape::CLASSIC).unwrap_err();
    let ReadErrorKind::Clash { clash, first, second, .. } = error.kind() else { panic!("{error}") };
    assert_eq!((clash.digit, clash.house, clash.cells), (9, House::Row(0), (1, 2)));
    assert_eq!((first.column, second.column, error.column()), (2, 3, 3));
}

/// open-thought/reasoning-gym, issue 153: a 4×4 puzzle.
#[test]
fn a_small_puzzle_is_read_with_its_own_shape_only() {
    let text = ".....1..1.43.31.";
    assert_eq!(parse(text, shape(2, 2)).unwrap().puzzle.clue_count(), 6);
    assert!(
        parse(text, Shape::CLASSIC).unwrap_err().to_string().ends_with("4×4 with boxes of 2×2")
    );
}

#[test]
fn carriage_returns_are_no_cells_and_end_no_puzzle_early() {
    let text = format!("{PUZZLE}\r\n{PUZZLE}\r\n\r\n{PUZZLE}\r\n");
    let lines: Vec<usize> =
        read(&text, Shape::CLASSIC).iter().map(|entry| entry.as_ref().unwrap().line).collect();
    assert_eq!(lines, [1, 2, 4]);
}
