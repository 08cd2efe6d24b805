//! Writing JSON.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt::{self, Display};
use std::hash::Hash;
use std::io;

use foldhash::fast::RandomState;

use super::{FORMAT, VERSION};
use crate::ids::OptionId;
use crate::matrix::{ItemKind, Matrix};
use crate::problem::Problem;

/// Why a problem cannot be written so that it would be read back the same.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// Two items whose labels are written alike.
    #[error("two items are both written {0:?}: expected names that differ")]
    RepeatedItem(String),
    /// Two colours whose labels are written alike.
    #[error("two colours are both written {0:?}: expected names that differ")]
    RepeatedColour(String),
}

/// A label of an option as JSON holds it: text, or nothing.
pub trait Label {
    /// The text; `None` for an option without a label.
    fn label(&self) -> Option<Cow<'_, str>>;
}

impl Label for () {
    fn label(&self) -> Option<Cow<'_, str>> {
        None
    }
}

impl Label for str {
    fn label(&self) -> Option<Cow<'_, str>> {
        Some(Cow::Borrowed(self))
    }
}

impl Label for String {
    fn label(&self) -> Option<Cow<'_, str>> {
        Some(Cow::Borrowed(self))
    }
}

impl<L: Label + ?Sized> Label for &L {
    fn label(&self) -> Option<Cow<'_, str>> {
        (**self).label()
    }
}

impl<L: Label> Label for Option<L> {
    fn label(&self) -> Option<Cow<'_, str>> {
        self.as_ref().and_then(L::label)
    }
}

/// Writes a problem: an item and an option a line.
///
/// Items and colours are written as their labels display. [`read`](crate::json::read) gives the same
/// problem, with strings as labels.
///
/// # Errors
///
/// If two labels are written alike.
///
/// ```
/// use quadrille_cover::{ProblemBuilder, json};
///
/// let mut builder = ProblemBuilder::labelled();
/// builder.primary("a b")?;
/// builder.secondary("x")?;
/// builder.option_labelled("first").item("a b").coloured("x", 'A').cost(7).add()?;
/// let written = json::write(&builder.build())?;
/// assert!(written.contains(r#"{"items": ["a b", ["x", "A"]], "cost": 7, "label": "first"}"#));
/// assert_eq!(json::read(&written)?.option_count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write<I, C, O>(problem: &Problem<I, C, O>) -> Result<String, WriteError>
where
    I: Display + Eq + Hash,
    C: Display + Eq + Hash,
    O: Label,
{
    Written::new(problem).map(|written| written.to_string())
}

/// [`write()`] to a file or another stream, without a copy of the text in memory.
///
/// Writes in small pieces: hand it a [`BufWriter`](io::BufWriter).
///
/// # Errors
///
/// Those of the stream; and, before anything is written, a [`WriteError`] in an [`io::Error`] of the
/// kind [`InvalidInput`](io::ErrorKind::InvalidInput).
pub fn write_to<I, C, O>(problem: &Problem<I, C, O>, mut out: impl io::Write) -> io::Result<()>
where
    I: Display + Eq + Hash,
    C: Display + Eq + Hash,
    O: Label,
{
    let written = Written::new(problem);
    let written = written.map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
    write!(out, "{written}")?;
    out.flush()
}

/// A problem with the names of its items and colours as JSON strings.
struct Written<'p, O> {
    matrix: &'p Matrix,
    items: Vec<String>,
    colours: Vec<String>,
    labels: &'p [O],
}

impl<'p, O: Label> Written<'p, O> {
    fn new<I, C>(problem: &'p Problem<I, C, O>) -> Result<Self, WriteError>
    where
        I: Display + Eq + Hash,
        C: Display + Eq + Hash,
    {
        let items = names(&problem.items, WriteError::RepeatedItem)?;
        let colours = names(&problem.colours, WriteError::RepeatedColour)?;
        Ok(Written { matrix: problem.matrix(), items, colours, labels: &problem.labels })
    }

    fn option(&self, option: OptionId, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("    {\"items\": [")?;
        let mut comma = "";
        for (item, colour) in self.matrix.entries(option) {
            let name = &self.items[item.index()];
            match colour {
                None => write!(f, "{comma}{name}")?,
                Some(colour) => write!(f, "{comma}[{name}, {}]", self.colours[colour.index()])?,
            }
            comma = ", ";
        }
        f.write_str("]")?;
        let cost = self.matrix.cost(option);
        if cost > 0 {
            write!(f, ", \"cost\": {cost}")?;
        }
        if let Some(label) = self.labels.get(option.index()).and_then(O::label) {
            write!(f, ", \"label\": {}", quoted(&label))?;
        }
        f.write_str("}")
    }
}

impl<O: Label> Display for Written<'_, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{\n  \"format\": {},\n  \"version\": {VERSION},\n", quoted(FORMAT))?;
        f.write_str("  \"items\": [")?;
        let mut comma = "\n";
        for (name, kind) in self.items.iter().zip(self.matrix.kinds()) {
            write!(f, "{comma}    {{\"name\": {name}")?;
            match *kind {
                ItemKind::EXACTLY_ONCE => {}
                ItemKind::Primary { min, max } => write!(f, ", \"min\": {min}, \"max\": {max}")?,
                ItemKind::Secondary => f.write_str(", \"kind\": \"secondary\"")?,
            }
            f.write_str("}")?;
            comma = ",\n";
        }
        f.write_str("\n  ],\n  \"options\": [")?;
        let mut comma = "\n";
        for option in self.matrix.options() {
            f.write_str(comma)?;
            self.option(option, f)?;
            comma = ",\n";
        }
        f.write_str("\n  ]\n}\n")
    }
}

/// A JSON string.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// The names of labels as JSON strings, no two alike.
fn names<'l, L: Display + 'l>(
    labels: impl IntoIterator<Item = &'l L>,
    repeated: fn(String) -> WriteError,
) -> Result<Vec<String>, WriteError> {
    let names: Vec<String> = labels.into_iter().map(L::to_string).collect();
    let mut seen = HashSet::with_capacity_and_hasher(names.len(), RandomState::default());
    if let Some(name) = names.iter().find(|name| !seen.insert(name.as_str())) {
        return Err(repeated(name.clone()));
    }
    Ok(names.iter().map(|name| quoted(name)).collect())
}
