//! Reading the text format.

use super::source::{self, Quoted};
use crate::builder::{OptionBuilder, ProblemBuilder};
use crate::error::BuildError;
use crate::problem::Problem;

/// What is wrong with a text, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {kind}")]
#[non_exhaustive]
pub struct TextError {
    /// The line, from 1.
    pub line: usize,
    /// The column of the word at fault, in characters from 1.
    pub column: usize,
    /// What is wrong.
    pub kind: TextErrorKind,
}

/// What is wrong with a text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TextErrorKind {
    /// A byte that belongs to no character in UTF-8.
    #[error("byte 0x{0:02X}: expected text in UTF-8")]
    NotUtf8(u8),
    /// The byte-order mark of UTF-16.
    #[error("text in UTF-16: expected UTF-8")]
    Utf16,
    /// No line declares items.
    #[error("no items: expected a line of item names")]
    NoItems,
    /// A `|` with a name directly behind it, among the item names.
    #[error("{}: expected a blank behind `|`", Quoted(.0))]
    GluedBar(String),
    /// A second `|` among the item names.
    #[error("second `|`: expected one, between primary and secondary items")]
    SecondBar,
    /// A name that holds `:` or `|`, or is empty.
    #[error("item name {}: expected one or more characters, without `:` and `|`", Quoted(.0))]
    Name(String),
    /// A multiplicity that is no number, is 0 or above 2³² − 1, or whose bounds are in the wrong order.
    #[error(
        "multiplicity {}: expected `v` or `u:v` with v at least 1, u at most v, both below 2^32",
        Quoted(.0)
    )]
    Multiplicity(String),
    /// A multiplicity on a secondary item.
    #[error("multiplicity {} on a secondary item: expected one on a primary item only", Quoted(.0))]
    SecondaryMultiplicity(String),
    /// An item that is declared twice.
    #[error("item {} is declared twice: expected each item once", Quoted(.0))]
    RepeatedItem(String),
    /// An item that is not declared.
    #[error("unknown item {}: expected a declared item", Quoted(.0))]
    UnknownItem(String),
    /// An item that an option has twice.
    #[error("item {} twice in this option: expected each item at most once", Quoted(.0))]
    ItemTwice(String),
    /// A colour on a primary item.
    #[error(
        "colour {} on the primary item {}: expected one on secondary items only",
        Quoted(.colour),
        Quoted(.item)
    )]
    ColourOnPrimary {
        /// The item.
        item: String,
        /// The colour.
        colour: String,
    },
    /// A colour that is empty or holds `:` or `|`.
    #[error("colour {}: expected one or more characters, without `:` and `|`", Quoted(.0))]
    Colour(String),
    /// A cost that is no number, or costs of an option that add up to more than 2⁶⁴ − 1.
    #[error(
        "cost {}: expected `|n` with a whole number n, all of an option below 2^64 together",
        Quoted(.0)
    )]
    Cost(String),
    /// An option with costs and no items.
    #[error("an option without items: expected at least one beside its cost")]
    EmptyOption,
    /// More items, options or entries than a problem can have.
    #[error("too large: expected at most 2^31 - 1 items, options and entries")]
    TooLarge,
}

use TextErrorKind as Kind;

/// Reads a problem from bytes that should be text in UTF-8.
///
/// # Errors
///
/// The first byte that is not UTF-8, with its line and column; else those of [`read`].
///
/// ```
/// use quadrille_cover::text;
///
/// let error = text::read_bytes(b"a b\na \xff\n").unwrap_err();
/// assert_eq!(error.to_string(), "2:3: byte 0xFF: expected text in UTF-8");
/// ```
pub fn read_bytes(bytes: &[u8]) -> Result<Problem<String, String>, TextError> {
    let text = source::utf8(bytes).map_err(|fault| TextError {
        line: fault.line,
        column: fault.column,
        kind: if fault.utf16 { Kind::Utf16 } else { Kind::NotUtf8(fault.byte) },
    })?;
    read(text)
}

/// Reads a problem. O(length of the text).
///
/// # Errors
///
/// The first error in the text, with its line and column.
pub fn read(text: &str) -> Result<Problem<String, String>, TextError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| {
        let line = line.trim_start();
        !line.is_empty() && !line.starts_with('|')
    });
    let Some((line, names)) = lines.next() else {
        return Err(TextError { line: 1, column: 1, kind: Kind::NoItems });
    };
    let mut builder = ProblemBuilder::coloured();
    read_items(&mut builder, names).map_err(|fault| fault.on(line, names))?;
    for (line, words) in lines {
        read_option(&mut builder, words).map_err(|fault| fault.on(line, words))?;
    }
    Ok(builder.build())
}

/// An error at a word of a line that is not numbered yet.
struct Fault<'t> {
    word: &'t str,
    kind: Kind,
}

impl Fault<'_> {
    /// The word is a part of the text of the line.
    fn on(self, line: usize, text: &str) -> TextError {
        let offset = self.word.as_ptr() as usize - text.as_ptr() as usize;
        let column = text[..offset].chars().count() + 1;
        TextError { line, column, kind: self.kind }
    }
}

fn read_items<'t>(
    builder: &mut ProblemBuilder<String, String>,
    line: &'t str,
) -> Result<(), Fault<'t>> {
    let mut secondary = false;
    for word in line.split_whitespace() {
        let fault = |kind: Kind| Fault { word, kind };
        if word == "|" {
            if secondary {
                return Err(fault(Kind::SecondBar));
            }
            secondary = true;
            continue;
        }
        let (bounds, name) = match word.split_once('|') {
            Some((bounds, name)) => (Some(bounds), name),
            None => (None, word),
        };
        if name.is_empty() {
            return Err(fault(Kind::Name(String::new())));
        }
        if bounds == Some("") {
            return Err(fault(Kind::GluedBar(word.to_owned())));
        }
        if name.contains([':', '|']) {
            return Err(fault(Kind::Name(word.to_owned())));
        }
        let declared = match bounds {
            Some(bounds) if secondary => {
                return Err(fault(Kind::SecondaryMultiplicity(bounds.to_owned())));
            }
            Some(bounds) => {
                let bad = || fault(Kind::Multiplicity(bounds.to_owned()));
                let (min, max) = bounds.split_once(':').unwrap_or((bounds, bounds));
                let min = whole(min).ok_or_else(bad)?;
                let max = whole(max).ok_or_else(bad)?;
                builder.primary_between(name.to_owned(), min, max)
            }
            None if secondary => builder.secondary(name.to_owned()),
            None => builder.primary(name.to_owned()),
        };
        declared.map_err(|error| fault(kind(error, bounds)))?;
    }
    Ok(())
}

fn read_option<'t>(
    builder: &mut ProblemBuilder<String, String>,
    line: &'t str,
) -> Result<(), Fault<'t>> {
    let mut option = builder.option();
    let mut cost: u64 = 0;
    let mut last = line;
    for word in line.split_whitespace() {
        let fault = |kind: Kind| Fault { word, kind };
        last = word;
        let (name, colour) = match word.split_once(':') {
            Some((name, colour)) => (name, Some(colour)),
            None => (word, None),
        };
        // A `$` may begin a name, too; a `|` cannot.
        let cost_of = |word: &'t str| word.strip_prefix(['|', '$']);
        if let Some(digits) = cost_of(word).filter(|_| !option.knows(name)) {
            let more: Option<u64> = whole(digits);
            let sum = more.and_then(|more| cost.checked_add(more));
            cost = sum.ok_or_else(|| fault(Kind::Cost(word.to_owned())))?;
            continue;
        }
        option = match colour {
            _ if name.is_empty() => return Err(fault(Kind::Name(String::new()))),
            Some(colour) if colour.is_empty() || colour.contains([':', '|']) => {
                return Err(fault(Kind::Colour(colour.to_owned())));
            }
            Some(colour) => option.coloured(name.to_owned(), colour.to_owned()),
            None => option.item(name.to_owned()),
        };
        if let Some(error) = option.take_error() {
            return Err(fault(kind(error, None)));
        }
    }
    let added = OptionBuilder::cost(option, cost).add();
    added.map(drop).map_err(|error| Fault { word: last, kind: kind(error, None) })
}

/// A number written in decimal digits and nothing else.
fn whole<T: std::str::FromStr>(digits: &str) -> Option<T> {
    let decimal = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    decimal.then(|| digits.parse().ok()).flatten()
}

fn kind(error: BuildError<String, String>, bounds: Option<&str>) -> Kind {
    match error {
        BuildError::RepeatedItem { item } => Kind::RepeatedItem(item),
        BuildError::Multiplicity { .. } => {
            Kind::Multiplicity(bounds.unwrap_or_default().to_owned())
        }
        BuildError::UnknownItem { item, .. } => Kind::UnknownItem(item),
        BuildError::ItemTwiceInOption { item, .. } => Kind::ItemTwice(item),
        BuildError::ColourOnPrimary { item, colour, .. } => Kind::ColourOnPrimary { item, colour },
        BuildError::EmptyOption { .. } => Kind::EmptyOption,
        BuildError::TooLarge => Kind::TooLarge,
    }
}
