//! JSON whose values know where they stand, so that what is wrong about one can be said with line and column.

use std::collections::HashSet;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::variant::format::ReadError;
use crate::variant::format::error::position;
use crate::variant::format::layout::Places;

/// A text of JSON, and where it is from.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct Json<'t> {
    text: &'t str,
    place: Place<'t>,
}

#[derive(Debug, Clone, Copy)]
enum Place<'t> {
    /// Part of a text, from a byte on.
    Text(&'t Places<'t>, usize),
    /// Compressed in a link that stands at a line and a column.
    Link(usize, usize),
}

impl<'t> Json<'t> {
    /// The part of a text between two bytes.
    pub(in super::super) fn part(whole: &'t Places<'t>, start: usize, end: usize) -> Self {
        Json { text: &whole.text[start..end], place: Place::Text(whole, start) }
    }

    /// What was compressed in a link at a byte of another text.
    pub(in super::super) fn link(text: &'t str, whole: &Places<'_>, at: usize) -> Self {
        let (line, column) = whole.of(at);
        Json { text, place: Place::Link(line, column) }
    }

    /// An error at a byte.
    pub(in super::super) fn error(&self, at: usize, message: impl fmt::Display) -> ReadError {
        match self.place {
            Place::Text(whole, start) => whole.error(start + at, message.to_string()),
            Place::Link(line, column) => {
                let (inner_line, inner_column) = position(self.text, at);
                let message =
                    format!("in the link's JSON at {inner_line}:{inner_column}: {message}");
                ReadError::new(line, column, message)
            }
        }
    }

    /// The value that the text is.
    ///
    /// # Errors
    ///
    /// If it is no JSON.
    pub(in super::super) fn root(&'t self) -> Result<Node<'t>, ReadError> {
        let raw = serde_json::from_str::<&RawValue>(self.text);
        raw.map(|raw| Node { json: self, raw }).map_err(|error| json_error(self, self.text, &error))
    }
}

/// The error that a text, the one of some JSON, is none.
pub(super) fn json_error(json: &Json<'_>, text: &str, error: &serde_json::Error) -> ReadError {
    let mut start = 0;
    for _ in 1..error.line() {
        start += text[start..].find('\n').map_or(0, |end| end + 1);
    }
    // Its columns are bytes, from 1.
    let at = start + error.column().saturating_sub(1);
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or("");
    json.error(at, format!("no JSON: {message}"))
}

/// A value in a text of JSON.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct Node<'t> {
    json: &'t Json<'t>,
    raw: &'t RawValue,
}

/// The fields of an object, in order.
struct Fields<'t>(Vec<(&'t RawValue, &'t RawValue)>);

impl<'de> Deserialize<'de> for Fields<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct All;

        impl<'de> Visitor<'de> for All {
            type Value = Fields<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Fields(fields))
            }
        }
        deserializer.deserialize_map(All)
    }
}

impl<'t> Node<'t> {
    /// The byte of the text at which it begins.
    fn at(self) -> usize {
        (self.raw.get().as_ptr() as usize).saturating_sub(self.json.text.as_ptr() as usize)
    }

    /// Something is wrong with it.
    pub(in super::super) fn error(self, message: impl fmt::Display) -> ReadError {
        self.json.error(self.at(), message)
    }

    /// Something else was expected.
    pub(in super::super) fn expected(self, what: impl fmt::Display) -> ReadError {
        let text = self.raw.get();
        let found = match text.as_bytes().first() {
            Some(b'{') => "an object".to_owned(),
            Some(b'[') => "a list".to_owned(),
            _ if text.chars().count() > 30 => {
                format!("{}…", text.chars().take(29).collect::<String>())
            }
            _ => text.to_owned(),
        };
        self.error(format!("found {found}, expected {what}"))
    }

    /// Whether it is `null`.
    pub(in super::super) fn is_null(self) -> bool {
        self.raw.get() == "null"
    }

    /// The fields of an object, each with its key, but those that are `null`.
    pub(in super::super) fn fields(self) -> Result<Vec<(String, Node<'t>, Node<'t>)>, ReadError> {
        let mut fields = self.all_fields()?;
        fields.retain(|(_, _, value)| !value.is_null());
        Ok(fields)
    }

    /// The fields of an object, each with its key.
    pub(in super::super) fn all_fields(
        self,
    ) -> Result<Vec<(String, Node<'t>, Node<'t>)>, ReadError> {
        if !self.raw.get().starts_with('{') {
            return Err(self.expected("an object"));
        }
        let Fields(raw) = serde_json::from_str(self.raw.get()).map_err(|e| self.error(e))?;
        let mut fields: Vec<(String, Node<'t>, Node<'t>)> = Vec::with_capacity(raw.len());
        let mut names = HashSet::new();
        for (key, value) in raw {
            let (key, value) = (Node { raw: key, ..self }, Node { raw: value, ..self });
            let name = key.text()?;
            if !names.insert(name.clone()) {
                return Err(key.error(format!("the field `{}` twice", name.escape_debug())));
            }
            fields.push((name, key, value));
        }
        Ok(fields)
    }

    /// The elements of a list.
    pub(in super::super) fn list(self) -> Result<Vec<Node<'t>>, ReadError> {
        if !self.raw.get().starts_with('[') {
            return Err(self.expected("a list"));
        }
        let raw: Vec<&RawValue> =
            serde_json::from_str(self.raw.get()).map_err(|e| self.error(e))?;
        Ok(raw.into_iter().map(|raw| Node { raw, ..self }).collect())
    }

    /// Whether it is a string.
    pub(in super::super) fn is_text(self) -> bool {
        self.raw.get().starts_with('"')
    }

    /// Whether it is a list.
    pub(in super::super) fn is_list(self) -> bool {
        self.raw.get().starts_with('[')
    }

    /// A string.
    pub(in super::super) fn text(self) -> Result<String, ReadError> {
        serde_json::from_str(self.raw.get()).map_err(|_| self.expected("a string"))
    }

    /// Whether it says nothing: `null`, `false`, `""`, or a list or an object of nothing.
    pub(in super::super) fn is_nothing(self) -> bool {
        let text = self.raw.get();
        let inner = text.strip_prefix(['[', '{']).and_then(|text| text.strip_suffix([']', '}']));
        matches!(text, "null" | "false" | "\"\"") || inner.is_some_and(|t| t.trim().is_empty())
    }

    /// `true` or `false`.
    pub(in super::super) fn flag(self) -> Result<bool, ReadError> {
        serde_json::from_str(self.raw.get()).map_err(|_| self.expected("true or false"))
    }

    /// A number from 0 on, or a string that is one.
    pub(in super::super) fn number(self, what: &str) -> Result<u32, ReadError> {
        let number = match self.text() {
            Ok(text) => text.trim().parse().ok(),
            Err(_) => serde_json::from_str::<u32>(self.raw.get()).ok(),
        };
        number.ok_or_else(|| self.expected(what))
    }
}
