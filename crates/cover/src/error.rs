//! What can be wrong with a problem.

use std::fmt;

use crate::ids::OptionId;

/// Why an item or an option was not accepted. The builder is as it was before the call.
///
/// Items and options are named: items by their label, options by their number, counted from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildError<I, C> {
    /// An item was declared twice.
    RepeatedItem {
        /// The item.
        item: I,
    },
    /// Multiplicities that nothing can meet: `max` is 0, or below `min`.
    Multiplicity {
        /// The item.
        item: I,
        /// The least number of times that was asked for.
        min: u32,
        /// The greatest.
        max: u32,
    },
    /// An option names an item that was not declared.
    UnknownItem {
        /// The item.
        item: I,
        /// The option.
        option: OptionId,
    },
    /// An option names an item twice, be it with different colours.
    ItemTwiceInOption {
        /// The item.
        item: I,
        /// The option.
        option: OptionId,
    },
    /// An option gives a colour to a primary item.
    ColourOnPrimary {
        /// The item.
        item: I,
        /// The colour.
        colour: C,
        /// The option.
        option: OptionId,
    },
    /// An option without items.
    EmptyOption {
        /// The option.
        option: OptionId,
    },
    /// More than 2³¹ − 1 items, options or entries.
    TooLarge,
}

impl<I: fmt::Debug, C: fmt::Debug> fmt::Display for BuildError<I, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::RepeatedItem { item } => write!(f, "item {item:?} is declared twice"),
            BuildError::Multiplicity { item, min, max } => {
                write!(f, "item {item:?}: multiplicity {min}..={max}: expected 1 ≤ max, min ≤ max")
            }
            BuildError::UnknownItem { item, option } => {
                write!(f, "option {option}: unknown item {item:?}")
            }
            BuildError::ItemTwiceInOption { item, option } => {
                write!(f, "option {option}: item {item:?} twice")
            }
            BuildError::ColourOnPrimary { item, colour, option } => {
                write!(f, "option {option}: colour {colour:?} on the primary item {item:?}")
            }
            BuildError::EmptyOption { option } => write!(f, "option {option}: no items"),
            BuildError::TooLarge => {
                f.write_str("too large: at most 2^31 - 1 items, options and entries")
            }
        }
    }
}

impl<I: fmt::Debug, C: fmt::Debug> std::error::Error for BuildError<I, C> {}
