//! Values of a JSON document that know where they stand.
//!
//! Each is a slice of the text, so that a fault is found again by its address; serde_json finds where
//! values begin and end. What is inside a value is looked at when it is asked for.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::error::{JsonError, JsonErrorKind as Kind};
use crate::text::source::{self, Quoted};

/// A document: values are slices of its text.
#[derive(Clone, Copy)]
pub(super) struct Document<'t>(&'t str);

impl<'t> Document<'t> {
    /// The document and its value. All of the text is known to be JSON then.
    pub(super) fn new(text: &'t str) -> Result<(Self, &'t str), JsonError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let document = Document(text);
        match serde_json::from_str::<&RawValue>(text) {
            Ok(value) => Ok((document, value.get())),
            Err(error) => Err(document.syntax(0, &error)),
        }
    }

    /// An error at a value.
    pub(super) fn at(self, value: &str, kind: Kind) -> JsonError {
        let offset = (value.as_ptr() as usize).wrapping_sub(self.0.as_ptr() as usize);
        self.error(offset, kind)
    }

    fn error(self, offset: usize, kind: Kind) -> JsonError {
        let (line, column) = source::place(self.0, offset);
        JsonError { line, column, kind }
    }

    /// An error of serde_json in what begins at `start`.
    fn syntax(self, start: usize, error: &serde_json::Error) -> JsonError {
        let message = error.to_string();
        // The place stands at the end of the message, too: in bytes, and not from the document's beginning.
        let message = message.split(" at line ").next().unwrap_or_default().to_owned();
        let text = self.0.get(start..).unwrap_or_default();
        let offset = if error.is_eof() {
            text.len()
        } else {
            let before = error.line().saturating_sub(1);
            let line: usize = text.split_inclusive('\n').take(before).map(str::len).sum();
            // Column 0 is the end of the line before.
            let offset = (line + error.column()).saturating_sub(1);
            // Here serde_json names the character ahead of the one at fault.
            let ahead = message.starts_with("control character")
                && text.as_bytes().get(offset).is_some_and(|byte| *byte >= b' ');
            offset + usize::from(ahead)
        };
        self.error(start + offset, Kind::Syntax(message))
    }

    /// The values of an array.
    pub(super) fn array(self, value: &'t str) -> Result<Vec<&'t RawValue>, JsonError> {
        serde_json::from_str(value).map_err(|error| self.inside(value, &error))
    }

    /// The fields of an object, in their order.
    pub(super) fn object(self, value: &'t str) -> Result<Vec<Field<'t>>, JsonError> {
        let fields: Fields<'t> =
            serde_json::from_str(value).map_err(|error| self.inside(value, &error))?;
        let name = |(key, value): (&'t RawValue, &'t RawValue)| {
            Ok(Field { key: key.get(), name: self.string(key.get())?, value: value.get() })
        };
        fields.0.into_iter().map(name).collect()
    }

    /// A string without its quotes and escapes.
    pub(super) fn string(self, value: &'t str) -> Result<Cow<'t, str>, JsonError> {
        let plain = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
        match plain {
            Some(plain) if !plain.contains('\\') => Ok(Cow::Borrowed(plain)),
            _ => serde_json::from_str(value)
                .map(Cow::Owned)
                .map_err(|error| self.inside(value, &error)),
        }
    }

    fn inside(self, value: &str, error: &serde_json::Error) -> JsonError {
        let start = (value.as_ptr() as usize).wrapping_sub(self.0.as_ptr() as usize);
        self.syntax(start, error)
    }
}

/// A field of an object.
pub(super) struct Field<'t> {
    /// The name as it stands in the text.
    pub(super) key: &'t str,
    /// The name without quotes and escapes.
    pub(super) name: Cow<'t, str>,
    /// The value.
    pub(super) value: &'t str,
}

struct Fields<'t>(Vec<(&'t RawValue, &'t RawValue)>);

impl<'t> Deserialize<'t> for Fields<'t> {
    fn deserialize<D: Deserializer<'t>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;

        impl<'t> Visitor<'t> for Entries {
            type Value = Fields<'t>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<M: MapAccess<'t>>(self, mut map: M) -> Result<Fields<'t>, M::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Fields(fields))
            }
        }

        deserializer.deserialize_map(Entries)
    }
}

/// What kind of value it is: its first character tells.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Object,
    Array,
    String,
    Number,
    Null,
    Bool,
}

pub(super) fn shape(value: &str) -> Shape {
    match value.as_bytes().first() {
        Some(b'{') => Shape::Object,
        Some(b'[') => Shape::Array,
        Some(b'"') => Shape::String,
        Some(b'n') => Shape::Null,
        Some(b't' | b'f') => Shape::Bool,
        _ => Shape::Number,
    }
}

/// A value in the words of a message.
pub(super) fn found(value: &str) -> String {
    match shape(value) {
        Shape::Object => "an object".to_owned(),
        Shape::Array => "an array".to_owned(),
        // One with escapes would look different in quotes.
        Shape::String if value.contains('\\') => "a string".to_owned(),
        Shape::String => Quoted(value.trim_matches('"')).to_string(),
        Shape::Null | Shape::Bool => value.to_owned(),
        // Nobody needs to see a number of a thousand digits.
        Shape::Number if value.len() > 40 => "a long number".to_owned(),
        Shape::Number => value.to_owned(),
    }
}
