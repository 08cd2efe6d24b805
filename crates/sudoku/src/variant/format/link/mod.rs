//! What links to puzzles are made of: JSON, compressed as LZ-string does it, in base64, in an address.

mod lz;
mod node;

pub(super) use lz::{decompress, from_link};
pub(super) use node::{Json, Node};

use serde_json::value::RawValue;

use self::node::json_error;
use super::ReadError;
use super::layout::{Places, lines};

/// Text as LZ-string compresses it, in base64.
pub(super) fn compress(text: &str) -> String {
    lz_str::compress_to_base64(text)
}

/// The text of a payload that stands in a text at a byte, with percent signs as addresses have them.
///
/// # Errors
///
/// Where the payload is none.
pub(super) fn payload(places: &Places<'_>, at: usize, payload: &str) -> Result<String, ReadError> {
    let error = |(byte, message): (usize, String)| {
        places.error(at + byte, format!("in the link: {message}"))
    };
    decompress(&from_link(payload).map_err(error)?, payload.len()).map_err(error)
}

/// A piece of a text that may hold puzzles.
pub(super) enum Piece<'t> {
    /// JSON, an object, between two bytes, that begins on a line.
    Json(usize, usize, usize),
    /// A word: its line, its byte, and it.
    Word(usize, usize, &'t str),
}

/// The pieces of a text: objects one after the other or in a list if it begins with a bracket, or the first word of
/// each line that is no comment.
pub(super) fn pieces<'t>(places: &Places<'t>) -> Vec<Result<Piece<'t>, ReadError>> {
    let text = places.text;
    let start = text.len() - text.trim_start_matches('\u{feff}').trim_start().len();
    if text[start..].starts_with(['{', '[']) {
        return objects(places, start);
    }
    let mut pieces = Vec::new();
    for (number, at, line) in lines(text) {
        let blank = line.len() - line.trim_start().len();
        let rest = &line[blank..];
        if rest.is_empty() || rest.starts_with('#') {
            continue;
        }
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let more = rest[end..].trim_start();
        if more.is_empty() || more.starts_with('#') {
            pieces.push(Ok(Piece::Word(number, at + blank, &rest[..end])));
        } else {
            let found = more.split_whitespace().next().unwrap_or("");
            let message = format!("found `{found}`, expected a link and the end of the line");
            pieces.push(Err(places.error(at + line.len() - more.len(), message)));
        }
    }
    pieces
}

fn objects<'t>(places: &Places<'t>, start: usize) -> Vec<Result<Piece<'t>, ReadError>> {
    let text = places.text;
    let mut stream = serde_json::Deserializer::from_str(&text[start..]).into_iter::<&RawValue>();
    let mut pieces = Vec::new();
    let (mut line, mut counted) = (1, 0);
    let mut add = |raw: &str| {
        let at = (raw.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
        line += text[counted..at].matches('\n').count();
        counted = at;
        pieces.push(Ok(Piece::Json(line, at, at + raw.len())));
    };
    let error = loop {
        let before = start + stream.byte_offset();
        match stream.next() {
            None => break None,
            Some(Ok(raw)) if raw.get().starts_with('[') => {
                match serde_json::from_str::<Vec<&RawValue>>(raw.get()) {
                    Ok(list) => list.into_iter().for_each(|raw| add(raw.get())),
                    Err(error) => break Some((before, error)),
                }
            }
            Some(Ok(raw)) => add(raw.get()),
            Some(Err(error)) => break Some((start, error)),
        }
    };
    if let Some((from, error)) = error {
        pieces.push(Err(json_error(&Json::part(places, from, text.len()), &text[from..], &error)));
    }
    pieces
}

/// The payload behind a word in an address, up to the next part of the address; its byte in the text too.
pub(super) fn behind<'t>(word: &'t str, at: usize, mark: &str) -> Option<(usize, &'t str)> {
    let start = word.find(mark)? + mark.len();
    let end = word[start..].find(['&', '#']).map_or(word.len(), |end| start + end);
    Some((at + start, &word[start..end]))
}

/// The text of an object of JSON with these fields, in this order.
pub(super) fn object(fields: &[(&str, serde_json::Value)]) -> String {
    let fields: Vec<String> = fields
        .iter()
        .map(|(key, value)| format!("{}:{value}", serde_json::Value::from(*key)))
        .collect();
    format!("{{{}}}", fields.join(","))
}
