//! `line`: all cells of a puzzle on one line.
//!
//! What most collections are. An empty cell is any of `. 0 _ * - ?`. Cells stand without separators, as symbols (1-9, A-Z,
//! a-z; letters alone, from A on, where only they fit), or are numbers with blanks between them, which sizes above 61
//! need. What follows behind `,`, `;`, `#` or a blank is the solution, if it is one, and else kept as text. Lines that
//! begin with `#` are comments.

use super::plain::{self, Limits, Marks, Shapes, Token};
use super::{Entry, Format, Likeness, ReadError, WriteError};
use crate::shape::MAX_SIZE;
use crate::variant::{Kind, Variant};

/// The format `line`.
#[derive(Debug)]
pub(super) struct Line;

impl Format for Line {
    fn name(&self) -> &'static str {
        "line"
    }

    fn description(&self) -> &'static str {
        "all cells on a line, such as 81 characters"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["txt", "sudoku"]
    }

    fn holds(&self, _: Kind) -> bool {
        false
    }

    fn keeps(&self) -> &'static [&'static str] {
        &["text", "solution"]
    }

    fn recognises(&self, text: &str) -> Likeness {
        match plain::first_line(text).map(|line| cells(line, 1)) {
            Some((tokens, _))
                if plain::shape_of(tokens.len())
                    .is_ok_and(|shape| plain::values(&tokens, shape.size()).is_ok()) =>
            {
                Likeness::Possible
            }
            _ => Likeness::No,
        }
    }

    fn read(&self, text: &str) -> Vec<Result<Entry, ReadError>> {
        let all = plain::lines(text).filter(|(_, line)| !plain::is_skipped(line));
        all.map(|(number, line)| entry(line, number)).collect()
    }

    fn write(&self, puzzles: &[Variant]) -> Result<String, WriteError> {
        let limits = Limits { shapes: Shapes::Square, marks: Marks::None };
        let mut text = String::new();
        for (index, variant) in puzzles.iter().enumerate() {
            let shape = plain::hold(self, limits, index, variant)?;
            text += &plain::line_of(variant);
            let is_full =
                |solution: &&Vec<u8>| solution.len() == shape.cells() && !solution.contains(&0);
            if let Some(solution) = variant.info.solution.as_ref().filter(is_full) {
                text += ",";
                text += &plain::line_of_values(solution, shape.size());
            }
            let words = plain::on_a_line(variant.info.text.as_deref().unwrap_or(""));
            if !words.is_empty() {
                text += " # ";
                text += &words;
            }
            text.push('\n');
        }
        Ok(text)
    }
}

/// The cells with which a line begins, and where the rest begins, in bytes.
fn cells(line: &str, number: usize) -> (Vec<Token<'_>>, usize) {
    let end = line.find(['#', ',', ';']).unwrap_or(line.len());
    let all = plain::words(&line[..end], number, 1);
    let is_cell = |word: &&Token<'_>| word.text.chars().count() <= 2;
    // Numbers: as many as a puzzle of 4×4 has, at least, or the words of a comment could be some.
    if all.iter().take_while(is_cell).count() == all.len() && all.len() >= 16 {
        return (all, end);
    }
    let start = line.len() - line.trim_start().len();
    let column = line[..start].chars().count() + 1;
    let word = &line[start..end];
    let length = word.find(char::is_whitespace).unwrap_or(word.len());
    (plain::characters(&word[..length], number, column), start + length)
}

fn entry(line: &str, number: usize) -> Result<Entry, ReadError> {
    let (tokens, end) = cells(line, number);
    let mut variant = plain::puzzle(&tokens, number)?;
    let size = variant.board().size();
    let mut rest = line[end..].trim();
    if let Some(fields) = rest.strip_prefix([',', ';']) {
        rest = fields.trim();
    }
    let (first, after) = solution_words(rest, tokens.len());
    let column = line.chars().count();
    let found = plain::cells(first, number, column);
    if found.len() == tokens.len()
        && let Ok(values) = plain::values(&found, size)
        && !values.contains(&0)
    {
        variant.info.solution = Some(values);
        rest = after.trim();
    }
    let rest = rest.strip_prefix(['#', ',', ';']).unwrap_or(rest);
    variant.info.text = plain::filled(rest);
    Ok(Entry::new(variant, number))
}

/// What may be a solution of so many cells, and what is behind it.
fn solution_words(rest: &str, cells: usize) -> (&str, &str) {
    let end = rest.find(['#', ',', ';']).unwrap_or(rest.len());
    let is_numbers = cells > MAX_SIZE && rest[..end].split_whitespace().count() == cells;
    let word = rest.find(char::is_whitespace).unwrap_or(rest.len()).min(end);
    rest.split_at(if is_numbers { end } else { word })
}
