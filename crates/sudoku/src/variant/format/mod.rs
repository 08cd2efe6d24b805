//! Reading and writing puzzles with rules, in the formats of other programs and in our own.
//!
//! Each format stands in a file of its own and in [`ALL`]: what reads, writes, and tells what a text is, goes through
//! that list. A text is read as a whole. For files of millions of plain puzzles there is
//! [`format::Reader`](crate::format::Reader), which needs no more memory than one of them.
//!
//! What a format cannot hold, its writer refuses, and says what that is: see [`WriteError`].

mod borders;
mod candidates;
mod cells;
#[cfg(feature = "formats")]
mod csv;
mod error;
#[cfg(feature = "formats")]
mod exchange;
#[cfg(feature = "formats")]
mod fpuzzles;
mod grid;
mod hodoku;
mod iss;
mod jigsaw;
#[cfg(feature = "formats")]
mod json;
mod killer;
mod layout;
mod line;
#[cfg(feature = "formats")]
mod link;
mod lost;
#[cfg(feature = "formats")]
mod opensudoku;
mod pencilmarks;
mod plain;
mod sdk;
mod sdm;
mod ss;
#[cfg(feature = "formats")]
mod sudokupad;
mod text;

use std::fmt;

pub use error::{ReadError, WriteError};
pub use text::{read_rule, rule_text};

use super::{Board, Kind, Variant};
use crate::format::MAX_SYMBOLS;

/// All formats, the ones that are recognised most surely first.
pub const ALL: &[&dyn Format] = &[
    &text::Text,
    #[cfg(feature = "formats")]
    &json::Json,
    #[cfg(feature = "formats")]
    &fpuzzles::FPuzzles,
    #[cfg(feature = "formats")]
    &sudokupad::SudokuPad,
    &iss::Iss,
    #[cfg(feature = "formats")]
    &opensudoku::OpenSudoku,
    &hodoku::Hodoku,
    #[cfg(feature = "formats")]
    &exchange::Exchange,
    &pencilmarks::Pencilmarks,
    #[cfg(feature = "formats")]
    &csv::Csv,
    &killer::KillerSumoCue,
    &killer::KillerPs,
    &killer::KillerDirection,
    &jigsaw::Jigsaw,
    &sdk::Sdk,
    &ss::Ss,
    &candidates::Candidates,
    &grid::Grid,
    &line::Line,
    &sdm::Sdm,
];

/// The format of that name, if there is one.
pub fn by_name(name: &str) -> Option<&'static dyn Format> {
    ALL.iter().copied().find(|format| format.name() == name)
}

/// A way to write puzzles down.
///
/// To add one: implement this in a file of its own and add a line to [`ALL`].
pub trait Format: fmt::Debug + Sync {
    /// The name on the command line: lower case, no blanks.
    fn name(&self) -> &'static str;

    /// One line that says what it is and whose.
    fn description(&self) -> &'static str;

    /// The usual endings of files, without the dot, in lower case.
    fn extensions(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether rules of this kind can be written in it; not every rule of the kind need be.
    fn holds(&self, kind: Kind) -> bool;

    /// Whether it can say which digits cells may hold, beyond the clues.
    fn holds_marks(&self) -> bool {
        false
    }

    /// The fields of [`Info`](super::Info) that it has room for, by their names.
    fn keeps(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether a text, of which it may be given the beginning alone, is in this format.
    fn recognises(&self, text: &str) -> Likeness;

    /// The puzzles of a text, in order; an error in the place of each that is none. After an error that the reader
    /// cannot get over, nothing comes.
    fn read(&self, text: &str) -> Vec<Result<Entry, ReadError>>;

    /// Hands over the puzzles of a text one by one, as [`read`](Self::read) gives them, until `receive` has had enough
    /// and says `false`. Formats of which there are long texts find each only when it is asked for.
    fn read_each(&self, text: &str, receive: &mut dyn FnMut(Result<Entry, ReadError>) -> bool) {
        for entry in self.read(text) {
            if !receive(entry) {
                return;
            }
        }
    }

    /// Writes puzzles. What was written is read back the same, as far as the format holds it: rules, clues and marks
    /// always; of [`Info`](super::Info) what it has room for.
    ///
    /// # Errors
    ///
    /// If a puzzle has something other than information that the format cannot hold; nothing is written then.
    fn write(&self, puzzles: &[Variant]) -> Result<String, WriteError>;
}

/// All that is handed over.
fn all(
    read_each: impl FnOnce(&mut dyn FnMut(Result<Entry, ReadError>) -> bool),
) -> Vec<Result<Entry, ReadError>> {
    let mut entries = Vec::new();
    read_each(&mut |entry| {
        entries.push(entry);
        true
    });
    entries
}

/// A puzzle and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// The puzzle.
    pub variant: Variant,
    /// The line on which it begins, from 1.
    pub line: usize,
    /// What stands in the text and is not in the puzzle, as nothing can be made of it: `drawings`. Rules are never among
    /// it.
    pub dropped: Vec<&'static str>,
}

impl Entry {
    /// A puzzle that begins on a line, from 1. Blanks around what is said about it are no part of it, so that all formats
    /// keep the same.
    pub fn new(mut variant: Variant, line: usize) -> Self {
        variant.info.trim();
        Entry { variant, line, dropped: Vec::new() }
    }
}

/// The values of a board, such as those of a solution or of clues, on one line: a symbol a number of the board, `.` for an
/// empty cell, `#` where no cell is; above size 61 numbers with blanks between.
///
/// ```
/// use quadrille_sudoku::variant::Board;
/// use quadrille_sudoku::variant::format::values_line;
///
/// let board = Board::overlapping(2, quadrille_sudoku::variant::Regions::None, &[(0, 0), (1, 1)])?;
/// assert_eq!(values_line(&board, &[1, 2, 0, 2, 1, 0, 0, 0, 1]), "12#21.#.1");
/// # Ok::<(), quadrille_sudoku::variant::RulesError>(())
/// ```
pub fn values_line(board: &Board, values: &[u8]) -> String {
    let each = values.iter().enumerate();
    let digit = |(cell, &value): (usize, &u8)| board.is_inside(cell).then_some(value);
    digits_line(board.size(), each.map(digit))
}

/// Digits up to a size on one line, as [`values_line`] writes them: 0 for an empty cell, `None` where no cell is.
pub fn digits_line(size: usize, digits: impl IntoIterator<Item = Option<u8>>) -> String {
    let word = |digit: Option<u8>| match digit {
        None => "#".to_owned(),
        Some(0) => ".".to_owned(),
        Some(digit) => plain::written(digit, size),
    };
    let words: Vec<String> = digits.into_iter().map(word).collect();
    words.join(if size > MAX_SYMBOLS { " " } else { "" })
}

/// How much a text looks like a format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Likeness {
    /// It is not in it.
    No,
    /// It may be: other formats look the same.
    Possible,
    /// Nothing else looks like it.
    Certain,
}

/// The formats that a text may be in: the only one that is certain, or all that are possible.
pub fn detect(text: &str) -> Vec<&'static dyn Format> {
    let like = |likeness: Likeness| {
        let of = ALL.iter().copied().filter(move |format| format.recognises(text) == likeness);
        of.collect::<Vec<_>>()
    };
    let certain = like(Likeness::Certain);
    if certain.is_empty() { like(Likeness::Possible) } else { certain }
}
