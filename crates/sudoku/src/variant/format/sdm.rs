//! `sdm`: SudoCue's collections, a classic puzzle of 81 digits on each line, 0 for an empty cell.

use super::plain::{self, Limits, Marks, Shapes};
use super::{Entry, Format, Likeness, ReadError, WriteError};
use crate::shape::Shape;
use crate::variant::{Kind, Variant};

/// The format `sdm`.
#[derive(Debug)]
pub(super) struct Sdm;

impl Format for Sdm {
    fn name(&self) -> &'static str {
        "sdm"
    }

    fn description(&self) -> &'static str {
        "SudoCue's collections: a line of 81 digits a puzzle, 9×9 alone"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["sdm"]
    }

    fn holds(&self, _: Kind) -> bool {
        false
    }

    fn recognises(&self, text: &str) -> Likeness {
        match plain::first_line(text).map(|line| entry(line, 1)) {
            Some(Ok(_)) => Likeness::Possible,
            _ => Likeness::No,
        }
    }

    fn read(&self, text: &str) -> Vec<Result<Entry, ReadError>> {
        let all = plain::lines(text).filter(|(_, line)| !plain::is_skipped(line));
        all.map(|(number, line)| entry(line, number)).collect()
    }

    fn write(&self, puzzles: &[Variant]) -> Result<String, WriteError> {
        let limits = Limits { shapes: Shapes::Classic, marks: Marks::None };
        let mut text = String::new();
        for (index, variant) in puzzles.iter().enumerate() {
            plain::hold(self, limits, index, variant)?;
            text.extend(variant.values().iter().map(|&value| char::from(b'0' + value)));
            text.push('\n');
        }
        Ok(text)
    }
}

fn entry(line: &str, number: usize) -> Result<Entry, ReadError> {
    let start = line.chars().take_while(|c| c.is_whitespace()).count();
    let tokens = plain::characters(line.trim(), number, start + 1);
    let error = |column: usize, message: String| Err(ReadError::new(number, column, message));
    if line.trim().contains(char::is_whitespace) {
        let before = line.trim().chars().take_while(|c| !c.is_whitespace()).count();
        return error(
            start + before + 1,
            "found a blank, expected 81 cells and nothing else".into(),
        );
    }
    if tokens.len() != Shape::CLASSIC.cells() {
        // A wrong character says more than a wrong number of them.
        plain::values(&tokens, Shape::CLASSIC.size())?;
        return error(
            start + 1,
            format!("found {}, expected 81", plain::count(tokens.len(), "cell")),
        );
    }
    Ok(Entry::new(plain::puzzle_of(Shape::CLASSIC, &tokens)?, number))
}
