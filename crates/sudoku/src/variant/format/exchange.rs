//! `exchange`: the lines of the Sudoku Exchange puzzle bank: 12 hexadecimal digits, a blank, 81 digits, blanks and a rating.
//!
//! The first word is the beginning of the SHA-1 hash of the 81 digits, 0 for an empty cell. It puts the lines of a
//! sorted file in random order, and is not compared with the puzzle when it is read. The rating may be missing.

use sha1::{Digest, Sha1};

use super::plain::{self, Limits, Marks, Shapes};
use super::{Entry, Format, Likeness, ReadError, WriteError};
use crate::shape::Shape;
use crate::variant::{Kind, Variant};

/// Characters of the hash.
const HASH: usize = 12;

/// The format `exchange`.
#[derive(Debug)]
pub(super) struct Exchange;

impl Format for Exchange {
    fn name(&self) -> &'static str {
        "exchange"
    }

    fn description(&self) -> &'static str {
        "the Sudoku Exchange puzzle bank's lines: hash, 81 digits, rating; 9×9 alone"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["txt"]
    }

    fn holds(&self, _: Kind) -> bool {
        false
    }

    fn keeps(&self) -> &'static [&'static str] {
        &["difficulty"]
    }

    fn recognises(&self, text: &str) -> Likeness {
        match plain::first_line(text).map(|line| entry(line, 1)) {
            Some(Ok(_)) => Likeness::Certain,
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
            let cells: String =
                variant.values().iter().map(|&value| char::from(b'0' + value)).collect();
            for byte in Sha1::digest(cells.as_bytes()).iter().take(HASH / 2) {
                text += &format!("{byte:02x}");
            }
            text += &format!(" {cells}");
            if let Some(rating) =
                variant.info.difficulty.as_deref().filter(|rating| is_rating(rating))
            {
                text += &format!("  {rating}");
            }
            text.push('\n');
        }
        Ok(text)
    }
}

/// Whether a word is a decimal number.
fn is_rating(word: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, part) = word.split_once('.').unwrap_or((word, "0"));
    digits(whole) && digits(part)
}

fn entry(line: &str, number: usize) -> Result<Entry, ReadError> {
    let words = plain::words(line, number, 1);
    let end = line.chars().count() + 1;
    let error = |column: usize, message: String| Err(ReadError::new(number, column, message));
    let Some(hash) = words.first() else {
        return error(end, "found nothing, expected a hash".into());
    };
    let is_hash = hash.text.len() == HASH && hash.text.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !is_hash {
        return Err(hash.error(format!(
            "found {}, expected {HASH} hexadecimal digits",
            plain::shown(hash.text)
        )));
    }
    let Some(cells) = words.get(1) else {
        return error(end, "found the end of the line, expected 81 cells".into());
    };
    let tokens = plain::characters(cells.text, number, cells.column);
    if tokens.len() != Shape::CLASSIC.cells() {
        plain::values(&tokens, Shape::CLASSIC.size())?;
        return Err(
            cells.error(format!("found {}, expected 81", plain::count(tokens.len(), "cell")))
        );
    }
    let mut variant = plain::puzzle_of(Shape::CLASSIC, &tokens)?;
    if let Some(rating) = words.get(2) {
        if !is_rating(rating.text) {
            let found = plain::shown(rating.text);
            return Err(rating.error(format!("found {found}, expected a rating such as 1.2")));
        }
        variant.info.difficulty = Some(rating.text.to_owned());
    }
    match words.get(3) {
        None => Ok(Entry::new(variant, number)),
        Some(word) => {
            let found = plain::shown(word.text);
            Err(word.error(format!("found {found}, expected the end of the line")))
        }
    }
}
