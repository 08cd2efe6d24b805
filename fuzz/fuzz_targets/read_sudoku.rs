//! Any bytes, read as puzzles of several shapes: no panic, no end without an end, and whatever is
//! accepted is written in each layout and read back the same.

#![no_main]

use std::fmt;
use std::io::BufReader;

use libfuzzer_sys::arbitrary::{self, Arbitrary, Unstructured};
use libfuzzer_sys::fuzz_target;
use quadrille_sudoku::format::{self, Layout, Reader};
use quadrille_sudoku::{Puzzle, Shape};

const BOXES: [(usize, usize); 7] = [(3, 3), (2, 2), (1, 1), (2, 3), (2, 5), (4, 4), (8, 8)];

/// Bytes that show themselves as a test, to be pasted into the tests of the reader.
struct Input<'a>(&'a [u8]);

impl<'a> Arbitrary<'a> for Input<'a> {
    fn arbitrary(u: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        u.bytes(u.len()).map(Input)
    }

    fn arbitrary_take_rest(u: Unstructured<'a>) -> arbitrary::Result<Self> {
        Ok(Input(u.take_rest()))
    }
}

impl fmt::Debug for Input<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\n#[test]\nfn fuzz_regression() {{")?;
        writeln!(f, "    let bytes = b\"{}\";", self.0.escape_ascii())?;
        writeln!(f, "    for (rows, columns) in {BOXES:?} {{")?;
        write!(f, "        summary(bytes, shape(rows, columns));\n    }}\n}}")
    }
}

fuzz_target!(|input: Input<'_>| BOXES.iter().for_each(|&boxes| check(input.0, boxes)));

fn check(bytes: &[u8], (rows, columns): (usize, usize)) {
    let shape = Shape::new(rows, columns).expect("a shape of the list above");
    // What is found must not depend on where the buffer ends.
    let whole: Vec<_> = Reader::new(bytes, shape).collect();
    let pieces: Vec<_> = Reader::new(BufReader::with_capacity(3, bytes), shape).collect();
    assert!(whole.len() <= bytes.len(), "{} results of {} bytes", whole.len(), bytes.len());
    assert_eq!(format!("{whole:?}"), format!("{pieces:?}"));
    // Small shapes fit many times into an input; a few of them show as much as all.
    let mut trips = 3;
    for result in whole {
        match result {
            Ok(entry) => {
                assert!(entry.puzzle.clash().is_none());
                if trips > 0 {
                    trips -= 1;
                    Layout::ALL.iter().for_each(|&layout| round_trip(&entry.puzzle, layout));
                }
            }
            Err(error) => {
                assert!(error.line() >= 1 && error.column() >= 1);
                assert!(!error.to_string().is_empty());
            }
        }
    }
}

fn round_trip(puzzle: &Puzzle, layout: Layout) {
    // A drawing has no pencilmarks; those of a single cell are a clue.
    let marked = puzzle.pencilmarks().is_some();
    let single = puzzle.shape().size() == 1;
    if layout == Layout::Grid && marked || layout == Layout::Pencilmarks && single {
        return;
    }
    let text = match layout {
        Layout::Line => format::line(puzzle).to_string(),
        Layout::Rows => format::rows(puzzle).to_string(),
        Layout::Grid => format::grid(puzzle).clues(puzzle).to_string(),
        Layout::Json => format::json(puzzle).solution(puzzle).to_string(),
        Layout::Pencilmarks => format::pencilmarks(puzzle).to_string(),
    };
    let read = format::parse(&text, puzzle.shape()).map(|entry| entry.puzzle);
    assert_eq!(&read.expect("what was written is read"), puzzle, "{text}");
}
