//! What goes wrong with a text, and with what is to be written.

use std::fmt;

/// What is wrong with a text, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// What was found, and what was expected.
    pub message: String,
}

impl ReadError {
    /// An error at a line and a column, both from 1. The message stays on one line: what a text says of itself may be in
    /// it, and control characters are shown as `\n` and the like.
    pub fn new(line: usize, column: usize, message: impl Into<String>) -> Self {
        let mut message = message.into();
        if message.contains(char::is_control) {
            let shown = |c: char| match c.is_control() {
                true => c.escape_debug().to_string(),
                false => c.to_string(),
            };
            message = message.chars().map(shown).collect();
        }
        ReadError { line, column, message }
    }

    /// An error at a byte of a text.
    pub fn at(text: &str, byte: usize, message: impl Into<String>) -> Self {
        let (line, column) = position(text, byte);
        ReadError::new(line, column, message)
    }
}

/// Line and column, from 1, of a byte of a text; columns are characters.
pub(super) fn position(text: &str, byte: usize) -> (usize, usize) {
    let mut byte = byte.min(text.len());
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    let before = &text[..byte];
    let line = before.rfind('\n').map_or(before, |end| &before[end + 1..]);
    (before.matches('\n').count() + 1, line.chars().count() + 1)
}

/// Shown as `3:7: …`.
impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ReadError {}

/// What a format cannot hold.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("puzzle {}: {format} cannot hold {what}", index + 1)]
pub struct WriteError {
    /// The puzzle, from 0.
    pub index: usize,
    /// The name of the format.
    pub format: &'static str,
    /// What it cannot hold: a rule, by its kind and number, or something of the board.
    pub what: String,
}

impl WriteError {
    /// The puzzle of this number, from 0, has something that the format cannot hold.
    pub fn new(index: usize, format: &'static str, what: impl Into<String>) -> Self {
        WriteError { index, format, what: what.into() }
    }
}
