//! The puzzles of SudokuPad: links and their JSON.
//!
//! A link has the puzzle behind `scl` or `ctc` (compressed JSON, which may be shortened further: see `zipped`), behind
//! `fpuzzles` or `fpuz` (that of f-puzzles.com), or behind `scf` (the digits of a 9×9 grid). Links with a short name
//! only say where a server has the puzzle.
//!
//! SudokuPad draws: lines, arrows and what else lies over or under the grid may mean anything, and what they mean stands
//! in the rules in words, which are kept. Read as rules are the cells and regions, cages (`sum` or a number as
//! `value`; digits differ unless `unique` is false), and the flags `antiknight`, `antiking` and `nonconsecutive`.
//! Written is only that; all else is refused.

mod read;
mod write;
mod zipped;

use super::layout::Places;
use super::link::{self, Json, Piece};
use super::lost::Lost;
use super::{Entry, Format, Likeness, ReadError, WriteError, all, fpuzzles};
use crate::variant::{Kind, Variant};

const NAME: &str = "sudokupad";
const ADDRESS: &str = "https://sudokupad.app/scl";

/// The hosts of links.
const HOSTS: [&str; 3] =
    ["sudokupad.app/", "app.crackingthecryptic.com/", "sudokupad.svencodes.com/"];

/// The format of SudokuPad.
#[derive(Debug, Clone, Copy)]
pub(super) struct SudokuPad;

impl Format for SudokuPad {
    fn name(&self) -> &'static str {
        NAME
    }

    fn description(&self) -> &'static str {
        "links and JSON of SudokuPad, without what is only drawn"
    }

    fn holds(&self, kind: Kind) -> bool {
        matches!(kind, Kind::Cage | Kind::AntiKnight | Kind::AntiKing | Kind::Unmarked)
    }

    fn keeps(&self) -> &'static [&'static str] {
        &["title", "author", "text", "solution"]
    }

    fn recognises(&self, text: &str) -> Likeness {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let has = |key: &str| text.contains(&format!("\"{key}\""));
        if text.starts_with(['{', '[']) {
            let is = has("cells") && has("regions") && !has("grid") && !has("quadrille-sudoku");
            return if is { Likeness::Certain } else { Likeness::No };
        }
        let words = text.lines().map(str::trim);
        let Some(word) = words.into_iter().find(|w| !w.is_empty() && !w.starts_with('#')) else {
            return Likeness::No;
        };
        // Texts that begin with `{"` or `{` begin so.
        let is = match word.contains("://") || HOSTS.iter().any(|host| word.starts_with(host)) {
            true => HOSTS.iter().any(|host| word.contains(host)),
            false => ["sclN4", "ctcN4", "sclN5", "ctcN5"].iter().any(|s| word.starts_with(s)),
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
                Ok(entry_of(read::puzzle(json.root()?)?, line))
            }
            Piece::Word(line, at, word) => Ok(entry_of(read_link(&places, at, word)?, line)),
        };
        // Whether it had enough is its own affair.
        let _ = link::pieces(&places).into_iter().map(entry).all(receive);
    }

    fn write(&self, puzzles: &[Variant]) -> Result<String, WriteError> {
        let mut text = String::new();
        for (index, variant) in puzzles.iter().enumerate() {
            let json = write::json(variant, Lost::new(index, NAME))?;
            text.push_str(&format!("{ADDRESS}{}\n", link::compress(&json)));
        }
        Ok(text)
    }
}

/// A puzzle, and whether there are drawings beside it.
fn entry_of((variant, has_drawings): (Variant, bool), line: usize) -> Entry {
    let mut entry = Entry::new(variant, line);
    if has_drawings {
        entry.dropped.push("drawings");
    }
    entry
}

/// The puzzle of a link, or of what is behind the host of one, and whether there are drawings beside it.
fn read_link(places: &Places<'_>, at: usize, word: &str) -> Result<(Variant, bool), ReadError> {
    let id = match word.find("puzzleid=") {
        Some(query) => query + "puzzleid=".len(),
        None => match HOSTS.iter().find_map(|host| Some(word.find(host)? + host.len())) {
            Some(path) if word[path..].starts_with("sudoku/") => path + "sudoku/".len(),
            Some(path) => path,
            None => 0,
        },
    };
    // Slashes are part of base64; what is behind a question mark is settings.
    let end = word[id..].find(['?', '&', '#']).map_or(word.len(), |end| id + end);
    let rest = &word[id..end];
    let payload = |prefix: &str| {
        let payload = rest.strip_prefix(prefix)?;
        Some((at + id + prefix.len(), payload))
    };
    if let Some((at, payload)) = payload("scl").or_else(|| payload("ctc")) {
        let inner = link::payload(places, at, payload)?;
        let inner = zipped::unzip(&inner);
        let json = Json::link(&inner, places, at);
        return read::puzzle(json.root()?);
    }
    if let Some((at, payload)) = payload("fpuzzles").or_else(|| payload("fpuz")) {
        let inner = link::payload(places, at, payload)?;
        let json = Json::link(&inner, places, at);
        return Ok((fpuzzles::puzzle(json.root()?)?, false));
    }
    if let Some((at, digits)) = payload("scf") {
        return Ok((read::digits(places, at, digits)?, false));
    }
    let message = match HOSTS.iter().any(|host| word.contains(host)) {
        true => format!(
            "the puzzle `{rest}` is on a server: expected a link with `scl`, `ctc`, `fpuzzles` or \
             `scf` and the puzzle itself"
        ),
        false => {
            let found: String = word.chars().take(20).collect();
            format!("found `{found}`, expected JSON or a link of SudokuPad")
        }
    };
    Err(places.error(at + id, message))
}
