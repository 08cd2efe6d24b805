//! `hodoku`: HoDoKu's library format, a state of a puzzle on each line:
//!
//! `:technique:candidates:givens:deleted:eliminations:placements:extra`
//!
//! `+` before a digit among the 81 cells says that it was placed, and is no clue: it becomes a mark with that digit
//! alone. Deleted candidates, each a digit with row and column of its cell, become marks as well. The technique is kept
//! as the title; candidates, eliminations, placements and what is extra as the text, with colons between them.

use super::plain::{self, Limits, Marks, Shapes, Token};
use super::{Entry, Format, Likeness, ReadError, WriteError};
use crate::candidates::set_of;
use crate::shape::Shape;
use crate::variant::puzzle::all_digits;
use crate::variant::{Kind, Variant};

/// The format `hodoku`.
#[derive(Debug)]
pub(super) struct Hodoku;

impl Format for Hodoku {
    fn name(&self) -> &'static str {
        "hodoku"
    }

    fn description(&self) -> &'static str {
        "HoDoKu's library format: a state of a puzzle on each line, 9×9 alone"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["txt"]
    }

    fn holds(&self, _: Kind) -> bool {
        false
    }

    fn holds_marks(&self) -> bool {
        true
    }

    fn keeps(&self) -> &'static [&'static str] {
        &["title", "text"]
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
        let limits = Limits { shapes: Shapes::Classic, marks: Marks::Any };
        let mut text = String::new();
        for (index, variant) in puzzles.iter().enumerate() {
            plain::hold(self, limits, index, variant)?;
            text += &line(variant);
        }
        Ok(text)
    }
}

fn line(variant: &Variant) -> String {
    let all = all_digits(9);
    let (mut cells, mut deleted) = (String::new(), Vec::new());
    for (cell, &value) in variant.values().iter().enumerate() {
        let marks = variant.marks().map_or(all, |marks| marks[cell]);
        let placed = marks.is_power_of_two() && value == 0;
        if placed {
            cells += &format!("+{}", marks.trailing_zeros() + 1);
            continue;
        }
        cells += &plain::line_of_values(&[value], 9);
        // Of a clue only that it is deleted itself says something.
        let missing = if value == 0 { !marks & all } else { !marks & set_of(value) };
        let digits = (1..=9u8).filter(|&digit| missing & set_of(digit) != 0);
        deleted.extend(digits.map(|digit| format!("{digit}{}{}", cell / 9 + 1, cell % 9 + 1)));
    }
    let title = variant.info.title.as_deref().unwrap_or("");
    let technique: String = title.chars().filter(|&c| c != ':' && !c.is_whitespace()).collect();
    let tail = variant.info.text.as_deref().unwrap_or("");
    let tail: Vec<&str> = tail.split(':').collect();
    let one_line = tail.iter().all(|field| !field.contains(['\n', '\r']));
    let [candidates, eliminations, placements, extra] = match tail.as_slice() {
        &[a, b, c, d] if one_line => [a, b, c, d],
        _ => [""; 4],
    };
    let deleted = deleted.join(" ");
    format!(":{technique}:{candidates}:{cells}:{deleted}:{eliminations}:{placements}:{extra}\n")
}

fn entry(line: &str, number: usize) -> Result<Entry, ReadError> {
    let start = line.chars().take_while(|c| c.is_whitespace()).count();
    let trimmed = line.trim();
    let error = |column: usize, message: String| Err(ReadError::new(number, column, message));
    let Some(rest) = trimmed.strip_prefix(':') else {
        let found = plain::shown(trimmed.split(':').next().unwrap_or(""));
        return error(start + 1, format!("found {found}, expected ':' and a technique"));
    };
    let fields: Vec<&str> = rest.splitn(7, ':').collect();
    let &[technique, candidates, givens, deleted, ref tail @ ..] = fields.as_slice() else {
        let found = plain::count(fields.len(), "field");
        return error(
            line.chars().count() + 1,
            format!("found {found}, expected 7: technique, candidates, givens, deleted, …"),
        );
    };
    if tail.len() < 2 {
        let found = plain::count(fields.len(), "field");
        return error(
            line.chars().count() + 1,
            format!("found {found}, expected 7: …, eliminations, placements, extra"),
        );
    }
    let column = |index: usize| {
        let before = fields.iter().take(index).map(|field| field.chars().count() + 1);
        start + 2 + before.sum::<usize>()
    };
    let mut variant = state(givens, number, column(2))?;
    for token in plain::words(deleted, number, column(3)) {
        let (digit, cell) = deletion(&token)?;
        let marks = variant.marks().map_or(all_digits(9), |marks| marks[cell]);
        let left = marks & !set_of(digit);
        variant.mark(cell, left).map_err(|error| token.error(error.to_string()))?;
    }
    variant.info.title = plain::filled(technique);
    let tail: [&str; 4] = [
        candidates,
        tail.first().copied().unwrap_or(""),
        tail.get(1).copied().unwrap_or(""),
        tail.get(2).copied().unwrap_or("").trim_end_matches(':'),
    ];
    if tail.iter().any(|field| !field.trim().is_empty()) {
        variant.info.text = Some(tail.map(str::trim).join(":"));
    }
    Ok(Entry::new(variant, number))
}

/// The clues, and the digits that were placed, which are marks.
fn state(givens: &str, number: usize, column: usize) -> Result<Variant, ReadError> {
    let all = plain::characters(givens, number, column);
    let mut tokens: Vec<Token<'_>> = Vec::new();
    let mut placed = Vec::new();
    let mut plus: Option<Token<'_>> = None;
    let no_digit = |plus: &Token<'_>| Err(plus.error("found '+', expected a digit after it"));
    for token in all {
        match (token.text, plus.take()) {
            ("+", None) => plus = Some(token),
            ("+", Some(plus)) => return no_digit(&plus),
            (_, None) => tokens.push(token),
            (_, Some(plus)) => {
                if plain::values(&[token], 9)? == [0] {
                    return no_digit(&plus);
                }
                placed.push(tokens.len());
                tokens.push(token);
            }
        }
    }
    if let Some(plus) = plus {
        return no_digit(&plus);
    }
    let mut values = plain::values(&tokens, 9)?;
    if values.len() != Shape::CLASSIC.cells() {
        let message = format!("found {}, expected 81", plain::count(values.len(), "cell"));
        return Err(ReadError::new(number, column, message));
    }
    let digits: Vec<(usize, u8)> =
        placed.into_iter().map(|cell| (cell, std::mem::take(&mut values[cell]))).collect();
    let mut variant = Variant::from(&plain::sound(Shape::CLASSIC, &values, &tokens)?);
    for (cell, digit) in digits {
        let marked = variant.mark(cell, set_of(digit));
        marked.map_err(|error| tokens[cell].error(error.to_string()))?;
    }
    Ok(variant)
}

/// A deleted candidate: the digit, and the cell from 0.
fn deletion(token: &Token<'_>) -> Result<(u8, usize), ReadError> {
    let digit = |byte: u8| (b'1'..=b'9').contains(&byte).then(|| byte - b'0');
    if let &[d, row, column] = token.text.as_bytes()
        && let (Some(d), Some(row), Some(column)) = (digit(d), digit(row), digit(column))
    {
        return Ok((d, 9 * usize::from(row - 1) + usize::from(column - 1)));
    }
    Err(token.error(format!(
        "found {}, expected digit, row and column of a candidate, such as 415",
        plain::shown(token.text)
    )))
}
