//! What every reader needs: bytes to text, a place in a text, and words of it quoted in messages.

use std::fmt;

/// A byte that is not UTF-8, and where it stands.
pub(crate) struct NotUtf8 {
    pub(crate) line: usize,
    pub(crate) column: usize,
    pub(crate) byte: u8,
    /// The text begins with the byte-order mark of UTF-16.
    pub(crate) utf16: bool,
}

/// The text that the bytes are.
pub(crate) fn utf8(bytes: &[u8]) -> Result<&str, NotUtf8> {
    std::str::from_utf8(bytes).map_err(|error| {
        let (good, bad) = bytes.split_at_checked(error.valid_up_to()).unwrap_or((bytes, &[]));
        let text = std::str::from_utf8(good).unwrap_or_default();
        let (line, column) = place(text, text.len());
        let utf16 = matches!(bytes, [0xff, 0xfe, ..] | [0xfe, 0xff, ..]);
        NotUtf8 { line, column, byte: bad.first().copied().unwrap_or_default(), utf16 }
    })
}

/// The line and the column, in characters, of a byte of a text, each from 1. A byte-order mark at
/// the beginning of the text is not counted.
pub(crate) fn place(text: &str, offset: usize) -> (usize, usize) {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    let ahead = &text[..offset];
    let ahead = ahead.strip_prefix('\u{feff}').unwrap_or(ahead);
    let line = ahead.bytes().filter(|&byte| byte == b'\n').count() + 1;
    let last = ahead.rsplit('\n').next().unwrap_or_default();
    (line, last.chars().count() + 1)
}

/// A word in quotes, with escapes for what does not print, cut off when it is long: a message stays
/// one line, whatever the input.
pub(crate) struct Quoted<'w>(pub(crate) &'w str);

/// Most characters of a word in a message.
const LONGEST: usize = 60;

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.char_indices().nth(LONGEST) {
            None => write!(f, "{:?}", self.0),
            Some((end, _)) => write!(f, "{:?}…", &self.0[..end]),
        }
    }
}
