//! `text`: our own format for people.
//!
//! ```text
//! sudoku 6
//! boxes 2x3
//! title: Two cages and a thermometer
//! cage 7: r1c1 r1c2
//! cage: r6c5 r6c6
//! thermo: r2c2-r4c4
//! givens:
//! ......
//! ..3...
//! ......
//! ......
//! ...4..
//! ......
//! ```
//!
//! Every puzzle begins with `sudoku` and its size; docs/FORMATS.md has all the rest.

mod read;
mod rule;
#[cfg(test)]
pub(super) mod tests;
mod write;

use super::{Entry, Format, Likeness, ReadError, WriteError, all};
use crate::variant::{Kind, Variant};

pub use rule::{read_rule, rule_text};

/// Our own format for people.
#[derive(Debug, Clone, Copy)]
pub(super) struct Text;

impl Format for Text {
    fn name(&self) -> &'static str {
        "text"
    }

    fn description(&self) -> &'static str {
        "rules and clues in words, a rule a line; everything"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["sudoku"]
    }

    fn holds(&self, _: Kind) -> bool {
        true
    }

    fn holds_marks(&self) -> bool {
        true
    }

    fn keeps(&self) -> &'static [&'static str] {
        &["title", "author", "text", "source", "difficulty", "solution"]
    }

    fn recognises(&self, text: &str) -> Likeness {
        let first = text.lines().map(str::trim).find(|line| !is_comment(line));
        let is_header = |line: &str| {
            let mut words = line.split_whitespace();
            words.next() == Some("sudoku")
                && words.next().is_some_and(|size| size.bytes().all(|b| b.is_ascii_digit()))
        };
        if first.is_some_and(is_header) { Likeness::Certain } else { Likeness::No }
    }

    fn read(&self, text: &str) -> Vec<Result<Entry, ReadError>> {
        all(|receive| read::read_each(text, receive))
    }

    fn read_each(&self, text: &str, receive: &mut dyn FnMut(Result<Entry, ReadError>) -> bool) {
        read::read_each(text, receive);
    }

    fn write(&self, puzzles: &[Variant]) -> Result<String, WriteError> {
        Ok(write::write(puzzles))
    }
}

/// Whether a line says nothing.
fn is_comment(line: &str) -> bool {
    line.is_empty() || line.starts_with('#')
}
