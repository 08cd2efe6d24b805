//! What can be wrong with the description of a puzzle.

use quadrille_cover::BuildError;
use quadrille_cover::text::WriteError;

use crate::wording::range;

/// Most entries of a problem that is generated: its text then has some hundred megabytes.
pub const MOST_ENTRIES: u64 = 1 << 26;

/// Why there is no instance.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GalleryError {
    /// A number that is too small or too large.
    #[error("{what}: expected {}, found {found}", range(*least, *most))]
    OutOfRange {
        /// What the number is of.
        what: &'static str,
        /// The least that is allowed.
        least: u64,
        /// The most.
        most: u64,
        /// The number.
        found: u64,
    },
    /// A problem that would have more than [`MOST_ENTRIES`] entries.
    #[error("too large: {entries} entries, at most {MOST_ENTRIES} are allowed")]
    TooLarge {
        /// How many it would have, or more than that.
        entries: u64,
    },
    /// Something in a text: a drawing, a list.
    #[error("{line}:{column}: {message}")]
    Text {
        /// The line, from 1.
        line: usize,
        /// The column, in characters from 1.
        column: usize,
        /// What was found and what was expected.
        message: String,
    },
    /// A piece that nobody has named.
    #[error("unknown piece {name:?}: expected {expected}")]
    UnknownPiece {
        /// The name.
        name: String,
        /// What there is.
        expected: String,
    },
    /// A description of nothing: the problem would have no primary item, and so no text.
    #[error("{0}")]
    NothingToCover(String),
    /// Settings that do not go together.
    #[error("{0}")]
    Contradiction(String),
    /// Items or options that no problem can have.
    #[error(transparent)]
    Build(#[from] BuildError<String, String>),
    /// A name that cannot be written in the text format.
    #[error(transparent)]
    Write(#[from] WriteError),
}

impl GalleryError {
    /// An error at a place of a text.
    pub(crate) fn text(line: usize, column: usize, message: impl Into<String>) -> Self {
        GalleryError::Text { line, column, message: message.into() }
    }

    /// Line and column in the text that was read, both from 1, where the error has such.
    pub fn position(&self) -> Option<(usize, usize)> {
        match *self {
            GalleryError::Text { line, column, .. } => Some((line, column)),
            _ => None,
        }
    }

    /// The message without the position.
    pub fn message(&self) -> String {
        match self {
            GalleryError::Text { message, .. } => message.clone(),
            _ => self.to_string(),
        }
    }
}

/// Checks that a number is within its bounds.
pub(crate) fn in_range(
    what: &'static str,
    found: usize,
    least: usize,
    most: usize,
) -> Result<(), GalleryError> {
    if (least..=most).contains(&found) {
        return Ok(());
    }
    let [found, least, most] = [found, least, most].map(|number| number as u64);
    Err(GalleryError::OutOfRange { what, least, most, found })
}

/// Checks, before anything is built, that so many options with so many items each are not too many.
pub(crate) fn check_size(options: u128, items: u128) -> Result<(), GalleryError> {
    let entries = options.saturating_mul(items);
    if entries <= MOST_ENTRIES.into() {
        return Ok(());
    }
    Err(GalleryError::TooLarge { entries: u64::try_from(entries).unwrap_or(u64::MAX) })
}
