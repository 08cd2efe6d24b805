//! Puzzles in brackets, read byte by byte, so that a list of puzzles may be of any length.
//!
//! The state is a stack of open brackets and the word or string that is being read. Each closing
//! bracket turns what it closes into a row or a puzzle of the brackets around it; a puzzle is
//! handed out at once.

use super::error::{Position, ReadError, ReadErrorKind};
use super::frame::{Held, Part, Role};
use super::nesting::{Delivery, Nesting};
use super::text;
use crate::shape::Shape;

/// Greatest number of bytes from an opening bracket, or from the last puzzle, to the next puzzle.
const MAX_BYTES: usize = 1 << 20;

/// Greatest number of brackets that are open at the same time.
const MAX_DEPTH: usize = 32;

/// Why [`Brackets::feed`] came back.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Fed {
    /// The line, or the piece of it, has been read.
    All,
    /// There is a puzzle or an error; reading goes on at this byte.
    Delivered(usize),
    /// The brackets that are open were broken off by this line, which must be read afresh.
    Afresh,
    /// The brackets were given up: what is left of the line is not read.
    GivenUp,
}

#[derive(Debug)]
enum Token {
    None,
    Word(Held),
    String { held: Held, quote: u8, escaped: bool },
}

/// A comment inside brackets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Comment {
    None,
    /// To the end of the line.
    Line,
    /// From `/*` to `*/`: the byte before, and where it began.
    Block(u8, Position),
}

/// The state between two bytes.
#[derive(Debug)]
pub(super) struct Brackets {
    nesting: Nesting,
    token: Token,
    comment: Comment,
    column: usize,
    /// Bytes since a bracket was opened outside of all brackets, or since the last puzzle.
    bytes: usize,
}

impl Brackets {
    pub(super) fn new(shape: Shape) -> Self {
        let nesting = Nesting::new(shape);
        Brackets { nesting, token: Token::None, comment: Comment::None, column: 1, bytes: 0 }
    }

    /// Whether a bracket is open.
    pub(super) fn is_open(&self) -> bool {
        self.nesting.is_open()
    }

    /// Whether rows have been read outside of all brackets that are not yet a puzzle.
    pub(super) fn has_rows(&self) -> bool {
        self.nesting.has_rows()
    }

    /// The end of rows that stand outside of all brackets.
    pub(super) fn end_rows(&mut self) -> Option<Delivery> {
        self.nesting.end_rows()
    }

    /// Gives up the open brackets.
    fn unclosed(&mut self) {
        self.token = Token::None;
        if let Comment::Block(_, at) = std::mem::replace(&mut self.comment, Comment::None) {
            return self.nesting.give_up_at(at, ReadErrorKind::UnclosedComment);
        }
        self.nesting.give_up(|found| ReadErrorKind::Unclosed { found });
    }

    /// Gives up open brackets that have gone on for too long; whether they close is not known.
    fn too_long(&mut self) {
        self.token = Token::None;
        self.comment = Comment::None;
        self.nesting.give_up(|_| ReadErrorKind::BracketsTooLong { limit: MAX_BYTES });
    }

    /// What has been found.
    pub(super) fn take(&mut self) -> Vec<Delivery> {
        std::mem::take(&mut self.nesting.out)
    }

    /// The end of the text.
    pub(super) fn end(&mut self) {
        if self.is_open() {
            self.unclosed();
        } else {
            let rows = self.end_rows();
            self.nesting.out.extend(rows);
        }
    }

    /// Begins a line, at a column.
    pub(super) fn begin_line(&mut self, column: usize) {
        self.column = column;
        self.end_line_comment();
    }

    fn end_line_comment(&mut self) {
        if self.comment == Comment::Line {
            self.comment = Comment::None;
        }
    }

    /// Reads a line, or a piece of it, from a byte on.
    pub(super) fn feed(&mut self, line: &[u8], from: usize, number: usize) -> Fed {
        let mut at = from;
        let mut first = from == 0 && self.column == 1;
        if first && self.is_open() && self.begins_afresh(line) {
            self.unclosed();
            return Fed::Afresh;
        }
        while let Some(&byte) = line.get(at) {
            if self.comment == Comment::Line {
                return Fed::All;
            }
            if let Token::String { held, quote, escaped: false } = &mut self.token {
                let ends = |&byte: &u8| byte == *quote || byte == b'\\';
                let rest = &line[at..];
                let run = &rest[..rest.iter().position(ends).unwrap_or(rest.len())];
                if !run.is_empty() {
                    held.bytes.extend_from_slice(run);
                    self.column += run.iter().filter(|&&byte| byte & 0xc0 != 0x80).count();
                    at += run.len();
                    self.bytes += run.len();
                    if self.bytes > MAX_BYTES {
                        self.too_long();
                        return Fed::GivenUp;
                    }
                    continue;
                }
            }
            let place = Position::new(number, self.column);
            let outside = !matches!(self.token, Token::String { .. });
            if let Comment::Block(before, at) = self.comment {
                let ends = (before, byte) == (b'*', b'/');
                self.comment = if ends { Comment::None } else { Comment::Block(byte, at) };
            } else if outside && line[at..].starts_with(b"/*") {
                self.end_word();
                // The slash counts as what comes before; the asterisk is read next.
                self.comment = Comment::Block(b'/', place);
            } else if outside && (matches!(byte, b'[' | b'{') || byte == b'(' && self.is_tuple()) {
                self.end_word();
                let allowed = self.nesting.may_open();
                if !allowed && first {
                    self.unclosed();
                    return Fed::Afresh;
                }
                if self.nesting.depth() >= MAX_DEPTH {
                    self.nesting.reset();
                    self.token = Token::None;
                    let kind = ReadErrorKind::Depth { limit: MAX_DEPTH };
                    self.nesting.fail(place, kind);
                    return Fed::GivenUp;
                }
                if !allowed {
                    self.nesting.top().set_fault(place, ReadErrorKind::Mixed);
                    // It stands in the place of a cell, so that the row is not also too short.
                    self.nesting.top().scalars += 1;
                }
                if !self.is_open() {
                    self.bytes = 0;
                }
                self.nesting.open(byte, place);
                if !allowed {
                    self.nesting.top().role = Role::Ignored;
                }
            } else if !self.is_open() {
                if byte == b'#' || line[at..].starts_with(b"//") {
                    return Fed::All;
                }
            } else {
                self.byte(byte, line.get(at + 1).copied(), place);
            }
            first &= byte.is_ascii_whitespace();
            self.column += usize::from(byte & 0xc0 != 0x80);
            at += 1;
            self.bytes += 1;
            if !self.nesting.out.is_empty() {
                self.bytes = 0;
                return Fed::Delivered(at);
            }
            if self.bytes > MAX_BYTES && self.is_open() {
                self.too_long();
                return Fed::GivenUp;
            }
        }
        Fed::All
    }

    /// The end of a line.
    pub(super) fn end_line(&mut self) {
        self.end_line_comment();
        match std::mem::replace(&mut self.token, Token::None) {
            Token::String { held, quote, .. } => self.unclosed_string(&held, quote),
            Token::Word(held) => self.nesting.hold(held),
            Token::None => {}
        }
    }

    /// A string that goes on to the end of its line. Its cells are lost; the brackets in it count,
    /// so that they need not be missed in their turn.
    fn unclosed_string(&mut self, held: &Held, quote: u8) {
        let at = Position::new(held.at.line, held.at.column.saturating_sub(1));
        let size = self.nesting.shape().size();
        let fault = ReadError::new(at, ReadErrorKind::Unclosed { found: char::from(quote) });
        let end = |byte: &u8| matches!(byte, b',' | b']' | b'}');
        let length = held.bytes.iter().position(end).unwrap_or(held.bytes.len());
        let top = self.nesting.top();
        if length == size {
            let cells = Vec::new();
            top.add(Part::Row { cells, fault: Some(fault), found: size, string: true });
        } else {
            top.set_fault(at, fault.into_kind());
            // As many cells as the row should have, so that it is not also too short.
            if top.role == Role::List && !top.object && !top.has_rows() {
                top.scalars = size;
            }
        }
        for &byte in &held.bytes {
            match byte {
                b'[' | b'{' if self.nesting.depth() < MAX_DEPTH => {
                    self.nesting.open(byte, held.at);
                    self.nesting.top().role = Role::Ignored;
                }
                b']' | b'}' if self.is_open() => self.nesting.close(byte, held.at),
                _ => {}
            }
        }
    }

    /// Whether a line inside brackets can only be the start of something else.
    fn begins_afresh(&self, line: &[u8]) -> bool {
        let start = line.trim_ascii_start();
        match start.first() {
            None | Some(b'"' | b'\'') => false,
            _ if self.nesting.shape().size() > 1
                && text::one_line(line, 0, self.nesting.symbols()).is_some() =>
            {
                true
            }
            Some(byte) if byte.is_ascii_alphabetic() => {
                std::str::from_utf8(line).is_ok_and(|line| text::assignment(line).is_some())
            }
            _ => false,
        }
    }

    /// One byte inside brackets that opens none.
    fn byte(&mut self, byte: u8, next: Option<u8>, at: Position) {
        if let Token::String { held, quote, escaped } = &mut self.token {
            if *escaped {
                *escaped = false;
                // An escaped line's end separates rows; two blanks keep the columns right.
                let end = matches!(byte, b'n' | b'r' | b't');
                held.bytes.extend(if end { [b' ', b' '] } else { [b'\\', byte] });
            } else if byte == *quote {
                if let Token::String { held, .. } = std::mem::replace(&mut self.token, Token::None)
                {
                    self.nesting.hold(held);
                }
            } else if byte == b'\\' {
                *escaped = true;
            } else {
                held.bytes.push(byte);
            }
            return;
        }
        match byte {
            b'#' => {
                self.end_word();
                self.comment = Comment::Line;
            }
            b'/' if next == Some(b'/') => {
                self.end_word();
                self.comment = Comment::Line;
            }
            b'"' | b'\'' => {
                // A prefix such as Python's b'5' belongs to the string.
                match &self.token {
                    Token::Word(held)
                        if held.bytes.len() <= 2
                            && held.bytes.iter().all(u8::is_ascii_alphabetic) =>
                    {
                        self.token = Token::None;
                    }
                    _ => self.end_word(),
                }
                let after = Position::new(at.line, at.column + 1);
                let held = Held { bytes: Vec::new(), at: after, quoted: true };
                self.token = Token::String { held, quote: byte, escaped: false };
            }
            b')' if !self.nesting.in_tuple() => self.end_word(),
            b']' | b'}' | b')' => {
                self.end_word();
                self.nesting.settle();
                self.nesting.close(byte, at);
            }
            b':' => {
                self.end_word();
                self.nesting.colon(at);
            }
            b',' | b';' => {
                self.end_word();
                self.nesting.settle();
                self.nesting.top().key = None;
            }
            b'(' | b' ' | b'\t' => self.end_word(),
            _ => match &mut self.token {
                Token::Word(held) => held.bytes.push(byte),
                _ => self.token = Token::Word(Held { bytes: vec![byte], at, quoted: false }),
            },
        }
    }

    /// Whether a parenthesis begins a tuple in the place of a list, and does not belong to a name or
    /// stand around a single cell among others.
    fn is_tuple(&mut self) -> bool {
        matches!(self.token, Token::None) && self.nesting.may_open_tuple()
    }

    fn end_word(&mut self) {
        match std::mem::replace(&mut self.token, Token::None) {
            Token::Word(held) => self.nesting.hold(held),
            other => self.token = other,
        }
    }
}
