//! Lines of a text, in constant memory.

use std::io::{self, BufRead};
use std::ops::Range;

/// Longest line that is handed out whole; a longer one comes in pieces of this many bytes.
pub(super) const MAX_LINE: usize = 1 << 20;

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Cuts a text into lines at LF, CRLF or CR; the last line needs no end. Each line replaces the
/// one before it in a buffer that never exceeds [`MAX_LINE`].
#[derive(Debug)]
pub(super) struct Lines<R> {
    input: R,
    buffer: Vec<u8>,
    number: usize,
    /// The line goes on after the piece in the buffer.
    more: bool,
    /// The line before ended in CR: an LF that follows belongs to it.
    after_cr: bool,
    /// What a look ahead came to, to be told when it is the next line's turn.
    failure: Option<io::Error>,
    /// The text has come to its end: a terminal would be asked for more.
    ended: bool,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(input: R) -> Self {
        Lines {
            input,
            buffer: Vec::new(),
            number: 0,
            more: false,
            after_cr: false,
            failure: None,
            ended: false,
        }
    }

    /// Reads the next line, or the next piece of a long one; `false` at the end of the text.
    pub(super) fn advance(&mut self) -> io::Result<bool> {
        self.buffer.clear();
        if !self.more {
            self.number += 1;
        }
        self.more = false;
        if let Some(error) = self.failure.take() {
            return Err(error);
        }
        if self.ended {
            return Ok(false);
        }
        loop {
            let available = match self.input.fill_buf() {
                Ok(available) => available,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let Some(&first) = available.first() else {
                self.ended = true;
                self.strip_byte_order_mark();
                return Ok(!self.buffer.is_empty());
            };
            if std::mem::take(&mut self.after_cr) && first == b'\n' {
                self.input.consume(1);
                continue;
            }
            let room = (MAX_LINE - self.buffer.len()).min(available.len());
            let window = &available[..room];
            if let Some(end) = window.iter().position(|&byte| byte == b'\n' || byte == b'\r') {
                self.buffer.extend_from_slice(&window[..end]);
                self.after_cr = window[end] == b'\r';
                self.input.consume(end + 1);
                self.strip_byte_order_mark();
                return Ok(true);
            }
            self.buffer.extend_from_slice(window);
            self.input.consume(room);
            if self.buffer.len() == MAX_LINE {
                self.more = true;
                self.strip_byte_order_mark();
                return Ok(true);
            }
        }
    }

    /// What is at hand behind this line, without the rest of it if it goes on: the beginning of the next line,
    /// and often many more. Nothing at the end, where reading fails, and within a line.
    pub(super) fn at_hand(&mut self) -> &[u8] {
        if self.more || self.failure.is_some() || self.ended {
            return &[];
        }
        if self.after_cr && self.input.fill_buf().is_ok_and(|rest| rest.first() == Some(&b'\n')) {
            self.input.consume(1);
            self.after_cr = false;
        }
        match self.input.fill_buf() {
            Ok(available) => {
                self.ended = available.is_empty();
                available
            }
            Err(error) => {
                if error.kind() != io::ErrorKind::Interrupted {
                    self.failure = Some(error);
                }
                &[]
            }
        }
    }

    /// Goes past lines at hand that need not be looked at: so many of them, of so many bytes with their ends.
    pub(super) fn skip(&mut self, lines: usize, bytes: usize) {
        self.number += lines;
        self.input.consume(bytes);
        self.after_cr = false;
    }

    /// The line, or the piece of it, without its end.
    #[inline]
    pub(super) fn bytes(&self) -> &[u8] {
        &self.buffer
    }

    /// Puts a blank in the place of each character of a part of the line.
    pub(super) fn blank_out(&mut self, part: Range<usize>) {
        let characters = String::from_utf8_lossy(&self.buffer[part.clone()]).chars().count();
        self.buffer.splice(part, std::iter::repeat_n(b' ', characters));
    }

    /// Number of the line, from 1.
    #[inline]
    pub(super) fn number(&self) -> usize {
        self.number
    }

    /// Whether the line goes on after this piece.
    #[inline]
    pub(super) fn more(&self) -> bool {
        self.more
    }

    fn strip_byte_order_mark(&mut self) {
        if self.number == 1 && self.buffer.starts_with(BYTE_ORDER_MARK) {
            self.buffer.drain(..BYTE_ORDER_MARK.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &[u8]) -> Vec<(usize, String)> {
        // A buffer of one byte puts every line's end on a boundary.
        let mut lines = Lines::new(io::BufReader::with_capacity(1, text));
        let mut all = Vec::new();
        while lines.advance().unwrap() {
            all.push((lines.number(), String::from_utf8_lossy(lines.bytes()).into_owned()));
        }
        all
    }

    #[test]
    fn lines_end_in_lf_crlf_cr_or_the_end() {
        let expected = |lines: &[&str]| -> Vec<(usize, String)> {
            lines.iter().enumerate().map(|(i, line)| (i + 1, (*line).to_owned())).collect()
        };
        assert_eq!(lines(b"a\nb\r\nc\rd"), expected(&["a", "b", "c", "d"]));
        assert_eq!(lines(b"\n\r\n\r\r"), expected(&["", "", "", ""]));
        assert_eq!(lines(b"\xef\xbb\xbfa\n"), expected(&["a"]));
        assert_eq!(lines(b""), expected(&[]));
        assert_eq!(lines(b"\xef\xbb\xbf"), expected(&[]));
    }

    /// Like a terminal, which has more after its end.
    struct Terminal(Vec<&'static str>);

    impl io::Read for Terminal {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            let text = self.0.pop().expect("nobody asks after the end");
            io::Read::read(&mut text.as_bytes(), bytes)
        }
    }

    #[test]
    fn the_end_is_asked_for_once() {
        for look in [false, true] {
            let mut lines = Lines::new(io::BufReader::new(Terminal(vec!["", "b\r\n", "a\n"])));
            let mut all = Vec::new();
            while {
                if look {
                    lines.at_hand();
                }
                lines.advance().unwrap()
            } {
                all.push(String::from_utf8_lossy(lines.bytes()).into_owned());
            }
            assert_eq!(all, ["a", "b"]);
            assert!(!lines.advance().unwrap());
        }
    }

    #[test]
    fn what_is_at_hand_begins_behind_the_end_of_the_line() {
        let mut lines = Lines::new(&b"a\r\nb\rc\nd"[..]);
        let mut hands = Vec::new();
        while lines.advance().unwrap() {
            hands.push(String::from_utf8_lossy(lines.at_hand()).into_owned());
        }
        assert_eq!(hands, ["b\rc\nd", "c\nd", "d", ""]);
        assert_eq!(lines.number(), 5);
    }

    #[test]
    fn a_long_line_comes_in_pieces_with_one_number() {
        let text = vec![b'1'; 2 * MAX_LINE + 3];
        let mut lines = Lines::new(&text[..]);
        let mut pieces = Vec::new();
        while lines.advance().unwrap() {
            pieces.push((lines.number(), lines.bytes().len(), lines.more()));
        }
        assert_eq!(pieces, [(1, MAX_LINE, true), (1, MAX_LINE, true), (1, 3, false)]);
    }
}
