//! Properties: what is written is read back the same, and no bytes whatever bring the reader down.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::super::{Layout, Reader, grid, json, line, pencilmarks, rows};
use super::PUZZLE;
use crate::grid::{Grid, Puzzle};
use crate::shape::{MAX_SIZE, Shape};

/// Every shape there is, small ones more often.
fn any_shape() -> impl Strategy<Value = Shape> {
    let small = (1..=5usize, 1..=5usize);
    let all = (1..=MAX_SIZE).prop_flat_map(|rows| (Just(rows), 1..=MAX_SIZE / rows));
    prop_oneof![3 => small, 1 => all]
        .prop_filter_map("a shape", |(rows, columns)| Shape::new(rows, columns).ok())
}

/// A grid whose digits do not clash: those of a pattern, some taken away.
fn any_grid() -> impl Strategy<Value = Grid> {
    (any_shape(), any::<u64>(), 0..=8u64).prop_map(|(shape, seed, density)| {
        let n = shape.size();
        let mut state = seed | 1;
        let values: Vec<u8> = (0..shape.cells())
            .map(|cell| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                let (row, column) = (shape.row_of(cell), shape.column_of(cell));
                let shift = row % shape.box_rows() * shape.box_columns() + row / shape.box_rows();
                let value = (column + shift + seed as usize % n) % n + 1;
                if state >> 32 & 7 < density { value as u8 } else { 0 }
            })
            .collect();
        Grid::from_values(shape, values).unwrap()
    })
}

fn write(layout: Layout, puzzle: &Grid) -> String {
    match layout {
        Layout::Line => line(puzzle).to_string(),
        Layout::Rows => rows(puzzle).to_string(),
        Layout::Grid => grid(puzzle).to_string(),
        Layout::Json => json(puzzle).to_string(),
        Layout::Pencilmarks => pencilmarks(puzzle).to_string(),
    }
}

/// Pencilmarks of every density, cells without a candidate and with one among them.
fn any_marks() -> impl Strategy<Value = Puzzle> {
    let shapes = any_shape().prop_filter("several cells", |shape| shape.size() > 1);
    (shapes, any::<u64>(), 0..=3u8).prop_map(|(shape, seed, density)| {
        let mut state = seed | 1;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> (64 - shape.size())
        };
        let set = |_| match density {
            0 => next() & next() & next(),
            1 => next(),
            2 => next() | next(),
            _ => next() | next() | next() | next(),
        };
        let sets: Vec<u64> = (0..shape.cells()).map(set).collect();
        Puzzle::from_candidates(shape, &sets).unwrap()
    })
}

/// A pencilmark grid: in each cell the digits, blanks between the cells, bars between the boxes.
fn write_groups(puzzle: &Puzzle, framed: bool) -> String {
    let shape = puzzle.shape();
    let (n, columns) = (shape.size(), shape.box_columns());
    let border = format!("+{}\n", format!("{}+", "-".repeat(columns * 3)).repeat(n / columns));
    let mut text = if framed { border.clone() } else { String::new() };
    for cell in 0..shape.cells() {
        if framed && cell % columns == 0 {
            text.push('|');
        }
        let set = puzzle.candidates(cell);
        text.extend((1..=n).filter(|d| set >> (d - 1) & 1 != 0).map(|d| d.to_string()));
        text.push(' ');
        if cell % n == n - 1 {
            text += if framed { "|\n" } else { "\n" };
            if framed && cell / n % shape.box_rows() == shape.box_rows() - 1 {
                text += &border;
            }
        }
    }
    text
}

fn read_back(text: &str, shape: Shape) -> Vec<Grid> {
    Reader::new(text.as_bytes(), shape).map(|entry| entry.unwrap().puzzle.into_grid()).collect()
}

/// Always the same cases.
fn config() -> ProptestConfig {
    let rng_seed = RngSeed::Fixed(0x5eed);
    ProptestConfig { cases: 300, rng_seed, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn every_layout_is_read_back(puzzle in any_grid(), end in prop_oneof!["\n", "\r\n", "\n\n"]) {
        // The pencilmarks of a single cell are a clue.
        let single = puzzle.shape().size() == 1;
        for layout in Layout::ALL.into_iter().filter(|&l| l != Layout::Pencilmarks || !single) {
            let text = write(layout, &puzzle);
            let shape = puzzle.shape();
            prop_assert_eq!(read_back(&text, shape), vec![puzzle.clone()]);
            let three = format!("{text}{end}{text}{end}{text}{end}").replace("\n", &end[..end.len().min(2)]);
            prop_assert_eq!(read_back(&three, shape), vec![puzzle.clone(); 3]);
        }
    }

    #[test]
    fn every_layout_but_the_drawing_keeps_pencilmarks(puzzle in any_marks(), end in "\n|\r\n") {
        for text in [
            line(&puzzle).to_string(),
            pencilmarks(&puzzle).to_string(),
            rows(&puzzle).to_string(),
            json(&puzzle).solution(puzzle.grid()).to_string(),
        ] {
            let text = format!("{text}{end}{text}{end}");
            let read = Reader::new(text.as_bytes(), puzzle.shape()).map(|entry| entry.unwrap().puzzle);
            prop_assert!(read.eq([puzzle.clone(), puzzle.clone()]), "{}", text);
        }
    }

    #[test]
    fn grids_of_groups_are_read_back(puzzle in any_marks(), framed in any::<bool>()) {
        let shape = puzzle.shape();
        let all: Vec<u64> = (0..shape.cells()).map(|cell| puzzle.candidates(cell)).collect();
        prop_assume!(shape.size() <= 9 && !all.contains(&0));
        // A single candidate in each cell is a grid of clues, which may not clash.
        prop_assume!(all.iter().any(|set| !set.is_power_of_two()));
        let text = write_groups(&puzzle, framed);
        let twice = format!("{text}\n{text}");
        let read: Vec<Puzzle> =
            Reader::new(twice.as_bytes(), shape).map(|entry| entry.unwrap().puzzle).collect();
        prop_assert_eq!(read, vec![puzzle.clone(), puzzle], "{}", text);
    }

    #[test]
    fn a_drawing_with_marked_clues_is_read_back_whole(filled in any_grid(), keep in any::<u64>()) {
        let mut clues = filled.clone();
        for cell in (0..filled.shape().cells()).filter(|cell| keep >> (cell % 61) & 1 == 0) {
            clues.set(cell, 0).unwrap();
        }
        let text = grid(&filled).clues(&clues).to_string();
        prop_assert_eq!(read_back(&text, filled.shape()), vec![filled]);
    }

    #[test]
    fn solutions_beside_a_puzzle_are_not_taken_for_puzzles(puzzle in any_grid()) {
        let many = [puzzle.clone(), puzzle.clone()];
        for text in [json(&puzzle).solution(&puzzle).to_string(), json(&puzzle).solutions(&many).to_string()] {
            prop_assert_eq!(read_back(&text, puzzle.shape()), vec![puzzle.clone()]);
        }
    }

    #[test]
    fn rows_of_numbers_and_of_symbols_are_the_same(puzzle in any_grid(), separator in "[ ,|]") {
        let size = puzzle.shape().size();
        let row = |row: &[u8]| row.iter().map(u8::to_string).collect::<Vec<_>>().join(&separator);
        let text: Vec<String> = puzzle.values().chunks(size).map(row).collect();
        prop_assert_eq!(read_back(&text.join("\n"), puzzle.shape()), vec![puzzle.clone()]);
        let nested = format!("[[{}]]", text.join("],\n [").replace('|', " "));
        prop_assert_eq!(read_back(&nested, puzzle.shape()), vec![puzzle]);
    }

    #[test]
    fn any_bytes_are_read_to_the_end(bytes in any::<Vec<u8>>(), shape in any_shape()) {
        let lines = bytes.iter().filter(|byte| matches!(byte, b'\n' | b'\r')).count() + 1;
        let results = Reader::new(&bytes[..], shape).take(2 * bytes.len() + 2).count();
        prop_assert!(results <= bytes.len() + lines);
    }

    #[test]
    fn symbols_in_any_order_are_read_to_the_end(
        text in r#"([\[\](){}\n\t,;:"'1-9.|+-]|\n\n|\[\[|\(\(|null| |#|//|/\*|\*/|é|puzzle|"puzzle":|=|─){0,200}"#,
        shape in any_shape(),
    ) {
        prop_assert!(Reader::new(text.as_bytes(), shape).count() <= text.len());
    }

    #[test]
    fn a_changed_text_is_read_to_the_end_and_what_is_read_has_no_clash(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        cut in any::<prop::sample::Index>(),
    ) {
        let puzzle = super::super::parse(PUZZLE, Shape::CLASSIC).unwrap().puzzle.into_grid();
        let texts = Layout::ALL.map(|layout| write(layout, &puzzle) + "\n");
        let mut bytes = texts.concat().into_bytes();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        let at = cut.index(bytes.len());
        bytes.remove(at);
        let results: Vec<_> = Reader::new(&bytes[..], Shape::CLASSIC).collect();
        // Each of the four changes costs one error, or cuts something in two.
        prop_assert!(results.len() <= 9, "{}", results.len());
        prop_assert!(results.iter().flatten().all(|entry| entry.puzzle.clash().is_none()));
    }
}
