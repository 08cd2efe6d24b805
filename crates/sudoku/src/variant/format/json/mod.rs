//! `json`: our own format for programs.
//!
//! ```json
//! {
//!   "format": "quadrille-sudoku",
//!   "version": 1,
//!   "size": 4,
//!   "boxes": [2, 2],
//!   "rules": [
//!     {"rule": "cage", "cells": ["r1c1", "r1c2"], "sum": 3}
//!   ],
//!   "givens": ["..3.", "....", "....", ".4.."]
//! }
//! ```
//!
//! One such object, a list of them, or one after the other. docs/FORMATS.md and docs/sudoku.schema.json say what
//! stands where.

mod form;
mod read;
#[cfg(test)]
mod tests;
mod write;

use super::{Entry, Format, Likeness, ReadError, WriteError, all};
use crate::variant::{Kind, Variant};

/// What the field `format` says.
const FORMAT: &str = "quadrille-sudoku";
/// What the field `version` says.
const VERSION: u64 = 1;

/// Our own format for programs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Json;

impl Format for Json {
    fn name(&self) -> &'static str {
        "json"
    }

    fn description(&self) -> &'static str {
        "rules and clues for other programs; everything"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["json", "jsonl"]
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
        let begins = text.trim_start_matches('\u{feff}').trim_start();
        let named = text.contains(&format!("\"{FORMAT}\""));
        if begins.starts_with(['{', '[']) && named { Likeness::Certain } else { Likeness::No }
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
