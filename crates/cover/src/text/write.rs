//! Writing the text format.

use std::collections::HashSet;
use std::fmt::{self, Display};
use std::hash::Hash;
use std::io;

use foldhash::fast::RandomState;

use crate::ids::ItemId;
use crate::matrix::{ItemKind, Matrix};
use crate::problem::Problem;

/// Why a problem cannot be written so that it would be read back the same.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The label of an item that cannot be a name.
    #[error("item {0:?} cannot be written: expected a name without white space, `:` and `|`")]
    Item(String),
    /// The label of a colour that cannot be a name.
    #[error("colour {0:?} cannot be written: expected a name without white space, `:` and `|`")]
    Colour(String),
    /// Two items whose labels are written alike.
    #[error("two items are both written {0:?}: expected names that differ")]
    RepeatedItem(String),
    /// Two colours whose labels are written alike.
    #[error("two colours are both written {0:?}: expected names that differ")]
    RepeatedColour(String),
    /// No primary item: the line of item names would be empty, or begin with `|` and so be a comment.
    #[error("no primary item: expected one, since a line that begins with `|` is a comment")]
    NoPrimaryItem,
}

/// Writes a problem: the primary items, `|` and the secondary items, then an option a line.
///
/// Items and colours are written as their labels display. [`read`](crate::text::read) gives the same
/// problem, but for two things: all primary items come ahead of all secondary ones, and the options
/// have no labels. Options, their entries and their costs stand in their order.
///
/// Knuth's programs read what is written, within their limits: names of up to eight bytes, colours
/// of one, multiplicities for DLX3 alone, costs for DLX5 alone.
///
/// # Errors
///
/// If a label cannot be a name, two labels are written alike, or no item is primary. The first in
/// the order of items, then of colours.
///
/// ```
/// use quadrille_cover::{ProblemBuilder, text};
///
/// let mut builder = ProblemBuilder::coloured();
/// builder.primary("across")?;
/// builder.primary_between("down", 0, 2)?;
/// builder.secondary("corner")?;
/// builder.option().item("across").coloured("corner", 'A').cost(7).add()?;
/// builder.option().item("down").item("corner").add()?;
/// let written = text::write(&builder.build())?;
/// assert_eq!(written, "across 0:2|down | corner\nacross corner:A |7\ndown corner\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write<I, C, O>(problem: &Problem<I, C, O>) -> Result<String, WriteError>
where
    I: Display + Eq + Hash,
    C: Display + Eq + Hash,
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
{
    let written = Written::new(problem);
    let written = written.map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
    write!(out, "{written}")?;
    out.flush()
}

/// A problem with the names of its items and colours, all of them checked.
struct Written<'p> {
    matrix: &'p Matrix,
    items: Vec<String>,
    colours: Vec<String>,
}

impl<'p> Written<'p> {
    fn new<I, C, O>(problem: &'p Problem<I, C, O>) -> Result<Self, WriteError>
    where
        I: Display + Eq + Hash,
        C: Display + Eq + Hash,
    {
        let items = names(&problem.items, WriteError::Item, WriteError::RepeatedItem)?;
        let colours = names(&problem.colours, WriteError::Colour, WriteError::RepeatedColour)?;
        let matrix = problem.matrix();
        if matrix.primary_items().next().is_none() {
            return Err(WriteError::NoPrimaryItem);
        }
        Ok(Written { matrix, items, colours })
    }

    fn items(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut blank = "";
        for item in self.matrix.primary_items() {
            let name = &self.items[item.index()];
            // A byte-order mark is one at the beginning of the text only.
            if blank.is_empty() && name.starts_with('\u{feff}') {
                blank = " ";
            }
            f.write_str(blank)?;
            match self.matrix.kinds()[item.index()] {
                ItemKind::EXACTLY_ONCE | ItemKind::Secondary => {}
                ItemKind::Primary { min, max } if min == max => write!(f, "{max}|")?,
                ItemKind::Primary { min, max } => write!(f, "{min}:{max}|")?,
            }
            f.write_str(name)?;
            blank = " ";
        }
        let mut bar = " |";
        for (name, kind) in self.items.iter().zip(self.matrix.kinds()) {
            if *kind == ItemKind::Secondary {
                write!(f, "{bar} {name}")?;
                bar = "";
            }
        }
        f.write_str("\n")
    }

    fn option(
        &self,
        entries: impl Iterator<Item = (ItemId, Option<crate::ColourId>)>,
        cost: u64,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        let mut blank = "";
        for (item, colour) in entries {
            f.write_str(blank)?;
            f.write_str(&self.items[item.index()])?;
            if let Some(colour) = colour {
                f.write_str(":")?;
                f.write_str(&self.colours[colour.index()])?;
            }
            blank = " ";
        }
        if cost > 0 {
            write!(f, " |{cost}")?;
        }
        f.write_str("\n")
    }
}

impl Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.items(f)?;
        for option in self.matrix.options() {
            self.option(self.matrix.entries(option), self.matrix.cost(option), f)?;
        }
        Ok(())
    }
}

/// The names of labels, each fit to be one, no two alike.
fn names<'l, L: Display + 'l>(
    labels: impl IntoIterator<Item = &'l L>,
    unfit: fn(String) -> WriteError,
    repeated: fn(String) -> WriteError,
) -> Result<Vec<String>, WriteError> {
    let names: Vec<String> = labels.into_iter().map(L::to_string).collect();
    let mut seen = HashSet::with_capacity_and_hasher(names.len(), RandomState::default());
    for name in &names {
        let split = |c: char| c.is_whitespace() || c == ':' || c == '|';
        if name.is_empty() || name.contains(split) {
            return Err(unfit(name.clone()));
        }
        if !seen.insert(name.as_str()) {
            return Err(repeated(name.clone()));
        }
    }
    Ok(names)
}
