//! What can be wrong with JSON.

use crate::ids::OptionId;
use crate::text::source::Quoted;

/// What is wrong with a JSON document, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {kind}")]
#[non_exhaustive]
pub struct JsonError {
    /// The line, from 1.
    pub line: usize,
    /// The column of the value or field at fault, in characters from 1.
    pub column: usize,
    /// What is wrong.
    pub kind: JsonErrorKind,
}

/// What is wrong with a JSON document. Options are counted from 0.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JsonErrorKind {
    /// A byte that belongs to no character in UTF-8.
    #[error("byte 0x{0:02X}: expected text in UTF-8")]
    NotUtf8(u8),
    /// The byte-order mark of UTF-16.
    #[error("text in UTF-16: expected UTF-8")]
    Utf16,
    /// Not JSON.
    #[error("not JSON: {0}")]
    Syntax(String),
    /// Another kind of document.
    #[error("format {}: expected \"quadrille-cover\"", Quoted(.0))]
    Format(String),
    /// A version that this program does not know.
    #[error("version {0}: expected 1, the latest that this program knows")]
    Version(u64),
    /// A field that is not there.
    #[error("{place}: no field {field:?}: expected one")]
    MissingField {
        /// The object, as in `options[3]`.
        place: String,
        /// The field.
        field: &'static str,
    },
    /// A field that has no meaning there.
    #[error("{place}: unknown field {}: expected one of {expected}", Quoted(.field))]
    UnknownField {
        /// The object.
        place: String,
        /// The field.
        field: String,
        /// Those that have a meaning.
        expected: String,
    },
    /// A field that stands twice in an object.
    #[error("{place}: field {field:?} twice: expected each field once")]
    RepeatedField {
        /// The object.
        place: String,
        /// The field.
        field: &'static str,
    },
    /// A value of the wrong kind, or out of range.
    #[error("{place}: expected {expected}, found {found}")]
    Value {
        /// The value, as in `options[3].cost`.
        place: String,
        /// What it should be.
        expected: &'static str,
        /// What it is.
        found: String,
    },
    /// Bounds in the wrong order, or a `max` of 0.
    #[error("item {}: min {min}, max {max}: expected max at least 1, min at most max", Quoted(.item))]
    Multiplicity {
        /// The item.
        item: String,
        /// The least number of times.
        min: u32,
        /// The greatest.
        max: u32,
    },
    /// Bounds of a secondary item.
    #[error("item {}: {field:?} on a secondary item: expected it on primary items only", Quoted(.item))]
    SecondaryMultiplicity {
        /// The item.
        item: String,
        /// `min` or `max`.
        field: &'static str,
    },
    /// An item that is declared twice.
    #[error("item {} is declared twice: expected each item once", Quoted(.0))]
    RepeatedItem(String),
    /// An item that is not declared.
    #[error("options[{option}]: unknown item {}: expected one of `items`", Quoted(.item))]
    UnknownItem {
        /// The item.
        item: String,
        /// The option.
        option: OptionId,
    },
    /// An item that an option has twice.
    #[error("options[{option}]: item {} twice: expected each item at most once", Quoted(.item))]
    ItemTwice {
        /// The item.
        item: String,
        /// The option.
        option: OptionId,
    },
    /// A colour on a primary item.
    #[error(
        "options[{option}]: colour {} on the primary item {}: expected one on secondary items only",
        Quoted(.colour),
        Quoted(.item)
    )]
    ColourOnPrimary {
        /// The item.
        item: String,
        /// The colour.
        colour: String,
        /// The option.
        option: OptionId,
    },
    /// An option without items.
    #[error("options[{option}]: no items: expected at least one")]
    EmptyOption {
        /// The option.
        option: OptionId,
    },
    /// More items, options or entries than a problem can have.
    #[error("too large: expected at most 2^31 - 1 items, options and entries")]
    TooLarge,
}
