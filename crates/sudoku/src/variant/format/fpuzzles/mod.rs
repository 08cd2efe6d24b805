//! The puzzles of f-puzzles.com: links, what is behind `?load=` alone, and their JSON.
//!
//! A field for each kind of constraint, with a list of those that there are. Read are the constraints that the
//! site has, and of those that scripts add to it: renban lines, whispers, slow thermometers, X-sums and skyscrapers.
//! What is only drawn (`line`, `rectangle`, `circle`, `text`, `cage`) is passed over; a constraint that no rule
//! stands for is an error. A clue outside the grid without a number says nothing.
//!
//! Digits that the solver has filled in are no clues; if all cells are full, they are the solution.

mod read;
mod write;

use super::layout::Places;
use super::link::{self, Json, Piece};
use super::{Entry, Format, Likeness, ReadError, WriteError, all};
use crate::variant::{Kind, Variant};

pub(super) use read::puzzle;

const NAME: &str = "fpuzzles";
const ADDRESS: &str = "https://www.f-puzzles.com/?load=";

/// The format of f-puzzles.com.
#[derive(Debug, Clone, Copy)]
pub(super) struct FPuzzles;

impl Format for FPuzzles {
    fn name(&self) -> &'static str {
        NAME
    }

    fn description(&self) -> &'static str {
        "links and JSON of f-puzzles.com"
    }

    fn holds(&self, kind: Kind) -> bool {
        !matches!(
            kind,
            Kind::Windoku | Kind::Chess | Kind::Greater | Kind::NumberedRoom | Kind::Automaton
        )
    }

    fn holds_marks(&self) -> bool {
        true
    }

    fn keeps(&self) -> &'static [&'static str] {
        &["title", "author", "text", "solution"]
    }

    fn recognises(&self, text: &str) -> Likeness {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let has = |key: &str| text.contains(&format!("\"{key}\""));
        if text.starts_with(['{', '[']) {
            let is = has("grid") && has("size") && !has("quadrille-sudoku");
            return if is { Likeness::Certain } else { Likeness::No };
        }
        let words = text.lines().map(str::trim);
        let Some(word) = words.into_iter().find(|w| !w.is_empty() && !w.starts_with('#')) else {
            return Likeness::No;
        };
        let is = match word.contains("://") || word.contains("f-puzzles.com") {
            true => word.contains("f-puzzles.com/"),
            // Texts that begin with `{"size":` begin so.
            false => word.starts_with("N4Igzglg"),
        };
        if is { Likeness::Certain } else { Likeness::No }
    }

    fn read(&self, text: &str) -> Vec<Result<Entry, ReadError>> {
        all(|receive| self.read_each(text, receive))
    }

    fn read_each(&self, text: &str, receive: &mut dyn FnMut(Result<Entry, ReadError>) -> bool) {
        let places = Places::new(text);
        let entry = |piece: Result<Piece<'_>, ReadError>| match piece? {
            Piece::Json(line, start, end) => {
                let json = Json::part(&places, start, end);
                Ok(Entry::new(puzzle(json.root()?)?, line))
            }
            Piece::Word(line, at, word) => {
                let (at, payload) = payload(&places, at, word)?;
                let inner = link::payload(&places, at, payload)?;
                let json = Json::link(&inner, &places, at);
                Ok(Entry::new(puzzle(json.root()?)?, line))
            }
        };
        // Whether it had enough is its own affair.
        let _ = link::pieces(&places).into_iter().map(entry).all(receive);
    }

    fn write(&self, puzzles: &[Variant]) -> Result<String, WriteError> {
        let mut text = String::new();
        for (index, variant) in puzzles.iter().enumerate() {
            let json = write::json(variant, super::lost::Lost::new(index, NAME))?;
            text.push_str(&format!("{ADDRESS}{}\n", link::compress(&json)));
        }
        Ok(text)
    }
}

/// What is behind `load=` in a link, or the word itself if it is no link; and its byte in the text.
fn payload<'t>(
    places: &Places<'_>,
    at: usize,
    word: &'t str,
) -> Result<(usize, &'t str), ReadError> {
    if let Some(found) = link::behind(word, at, "?load=").or(link::behind(word, at, "&load=")) {
        return Ok(found);
    }
    if word.contains("?id=") {
        let message = "the puzzle of this link is on f-puzzles.com: expected a link with `?load=`";
        return Err(places.error(at, message));
    }
    if word.contains("://") || word.contains("f-puzzles.com") {
        return Err(places.error(at, "found a link without `?load=`"));
    }
    Ok((at, word))
}
