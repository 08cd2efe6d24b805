//! Preprocessing: a smaller problem with the same solutions.
//!
//! # What is done
//!
//! Until nothing changes any more, or a limit ends it:
//!
//! - An item with exactly as many options left as it needs *forces* them; a forced option *excludes*
//!   those that cannot stand beside it.
//! - An option that would leave some item with fewer compatible options than it needs *blocks* that
//!   item and goes. This is the idea of Knuth's DLX-PRE (TAOCP 7.2.2.1), here with colours and
//!   multiplicities.
//! - If every option of item i has item j, and the options of i fill j up, the options of j without
//!   i go; of items that all have the same options, one stays.
//! - Items that cannot be violated any more go: secondary ones in fewer than two options, or in one
//!   colour only; secondary ones, and primary ones that need not be covered, that another item
//!   implies; primary ones with no more options than they may have. But an option keeps its last
//!   primary item: without one it would never be chosen.
//!
//! # The twist
//!
//! Options are not tested one by one: an *item* is tested for all the options that block it. With
//! `s` options left of which `n` are needed, an option blocks it by conflicting with at least
//! `s − n + 1` of them, and so with one of any `n`. The options in conflict with the `n` cheapest are
//! the candidates; each further option of the item thins them out, most often to none at once. An
//! item is looked at again when it has lost an option, those with the fewest options first.
//!
//! # Limits
//!
//! Conflicts are those of pairs: that three options exclude each other only together goes
//! unnoticed. Nothing is tried out. A look at an item with `s` options costs `s` times the length
//! of options in the best case, `s` times the number of options in the worst; memory is 12 bytes an
//! entry, some 20 an option and 100 an item.
//!
//! So that the whole is near linear, the looks together may cost no more than 134 million units (about
//! a memory access each) and 32 an entry, some tenths of a second; a single look no more than a 32nd
//! of what is left of that, and when nothing is left, 256. A look that would cost more is given up
//! and [counted](Preprocessed::skipped): its item and what might have been removed for it stay, and
//! the solutions are the same. Items and options that follow from mere numbers (an item with too few
//! options or as many as it needs, options that a forced one excludes, items with the same options)
//! cost little and are found all the same. Problems of up to some ten thousand options are seldom
//! concerned; [`Preprocess::thorough`] lifts the bound.
//!
//! It finds most where places are few and options long: of the 2,056 options of the pentominoes on
//! 6×10 it removes 144, and with them a tenth of the search tree, in some 25 ms; of a puzzle whose
//! clues are a part of the problem it may leave a tenth. Queens and Langford pairs stay as they are.

mod block;
mod effort;
mod pace;
mod result;
mod shape;
mod state;

use std::fmt;

pub use result::Preprocessed;

pub(crate) use self::pace::Pace;
pub(crate) use self::state::State;

use crate::ids::{ItemId, OptionId};
use crate::limits::Limits;
use crate::matrix::Matrix;
use crate::search::SearchError;

/// Makes a smaller problem with the same solutions.
///
/// ```
/// use quadrille_cover::{OptionId, Preprocess, ProblemBuilder, Search};
///
/// // Dominoes on a strip of five cells whose second is taken by a monomino.
/// let mut builder = ProblemBuilder::new();
/// builder.primary_items(["spare", "1", "2", "3", "4", "5"])?;
/// for option in [["spare", "2"], ["1", "2"], ["2", "3"], ["3", "4"], ["4", "5"]] {
///     builder.add_option(option)?;
/// }
/// builder.add_option(["1"])?;
/// builder.add_option(["3"])?;
/// let problem = builder.build();
///
/// let reduced = Preprocess::new().run(&problem)?;
/// // "spare" forces option 0, that excludes 1 and 2, and so on: all is known without a search.
/// assert_eq!(reduced.as_ref().option_count(), 0);
/// let solutions: Vec<Vec<OptionId>> =
///     Search::new().solutions(&reduced)?.map(|found| reduced.original(&found)).collect();
/// assert_eq!(solutions, [[0, 4, 5, 6].map(OptionId::new)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Preprocess {
    given: Vec<OptionId>,
    forbidden: Vec<OptionId>,
    limits: Limits,
    thorough: bool,
}

impl Preprocess {
    /// Preprocessing to the end, without assumptions.
    pub fn new() -> Self {
        Preprocess::default()
    }

    /// Only the solutions that contain these options: they are forced.
    pub fn given(mut self, options: impl IntoIterator<Item = OptionId>) -> Self {
        self.given = options.into_iter().collect();
        self
    }

    /// Only the solutions without these options: they are removed.
    pub fn forbid(mut self, options: impl IntoIterator<Item = OptionId>) -> Self {
        self.forbidden = options.into_iter().collect();
        self
    }

    /// Ends at one of these limits, whose nodes are looks at an item. What was found until then
    /// holds: the reduced problem has the same solutions wherever it was stopped. Reading the
    /// problem and writing the reduced one, both linear, are not cut short.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Whatever it costs: no look at an item is given up. For problems that are worth it; minutes or
    /// more where items have tens of thousands of options.
    ///
    /// ```
    /// use quadrille_cover::{Preprocess, text};
    ///
    /// let problem = text::read("a b\na b\na\nb\n")?;
    /// let reduced = Preprocess::new().thorough().run(&problem)?;
    /// assert_eq!(reduced.skipped(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn thorough(mut self) -> Self {
        self.thorough = true;
        self
    }

    /// Makes the smaller problem.
    ///
    /// # Errors
    ///
    /// If a given or forbidden option does not exist.
    pub fn run(&self, problem: &impl AsRef<Matrix>) -> Result<Preprocessed, SearchError> {
        let matrix = problem.as_ref();
        let options = matrix.option_count();
        let named = self.given.iter().chain(&self.forbidden);
        if let Some(&option) = named.clone().find(|option| option.index() >= options) {
            return Err(SearchError::UnknownOption { option, options });
        }
        let mut state = State::new(matrix);
        if self.thorough {
            state.set_unbounded();
        }
        state.assume(&self.given, &self.forbidden);
        let mut pace = Pace::start(&self.limits);
        let stopped = state.run(&mut pace, true).err();
        Ok(Preprocessed::new(state, stopped))
    }
}

/// An option that is in every solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Forced {
    /// The option.
    pub option: OptionId,
    /// The item that has no more options left than it needs; `None` if the option was given.
    pub item: Option<ItemId>,
}

impl Forced {
    /// Writes what was forced and why, with names of the caller's for items.
    pub(crate) fn write(
        &self,
        f: &mut impl fmt::Write,
        name: &dyn Fn(ItemId) -> String,
    ) -> fmt::Result {
        match self.item {
            None => write!(f, "option {}: given", self.option),
            Some(item) => {
                let item = name(item);
                write!(f, "option {}: forced, as item {item} has no others to spare", self.option)
            }
        }
    }
}

impl fmt::Display for Forced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, &|item| item.to_string())
    }
}

/// What was removed from a problem, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Removal {
    /// An option or an item.
    pub what: Removed,
    /// The reason, at the time: removals before this one count.
    pub reason: RemovalReason,
}

/// What was removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Removed {
    /// An option: it is in no solution.
    Option(OptionId),
    /// An item: the remaining ones imply it.
    Item(ItemId),
}

/// Why something was removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RemovalReason {
    /// An option that the caller forbade.
    Forbidden,
    /// An option without a primary item: it is never chosen.
    NoPrimaryItem,
    /// An option that cannot stand beside a forced one.
    Excluded {
        /// The forced option.
        by: OptionId,
        /// An item that both have.
        item: ItemId,
    },
    /// An option that leaves an item with fewer options than it needs.
    Blocks {
        /// The item.
        item: ItemId,
    },
    /// An option of an item that is filled up by the options of another, which it does not have.
    Crowded {
        /// The item that fills it up.
        by: ItemId,
        /// The item that is full.
        item: ItemId,
    },
    /// An item that forced options cover: no other option has it.
    Covered,
    /// An item that the remaining options cannot violate.
    Unconstrained,
    /// An item that cannot be violated as long as another is not.
    Implied {
        /// The other item.
        by: ItemId,
    },
    /// An item with the same options as another, which takes on its bounds.
    SameOptions {
        /// The other item.
        other: ItemId,
    },
}

impl fmt::Display for Removal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, &|item| item.to_string())
    }
}

impl Removal {
    /// Writes the removal and its reason, with names of the caller's for items.
    pub(crate) fn write(
        &self,
        f: &mut impl fmt::Write,
        name: &dyn Fn(ItemId) -> String,
    ) -> fmt::Result {
        match self.what {
            Removed::Option(option) => write!(f, "option {option}: ")?,
            Removed::Item(item) => write!(f, "item {}: ", name(item))?,
        }
        self.reason.write(f, name)
    }
}

impl RemovalReason {
    /// Writes the reason, with names of the caller's for items.
    pub(crate) fn write(
        self,
        f: &mut impl fmt::Write,
        name: &dyn Fn(ItemId) -> String,
    ) -> fmt::Result {
        match self {
            RemovalReason::Forbidden => write!(f, "forbidden"),
            RemovalReason::NoPrimaryItem => write!(f, "no primary item"),
            RemovalReason::Excluded { by, item } => {
                write!(f, "excluded by the forced option {by} over item {}", name(item))
            }
            RemovalReason::Blocks { item } => {
                write!(f, "leaves item {} with too few options", name(item))
            }
            RemovalReason::Crowded { by, item } => {
                write!(f, "the options of item {} leave no room in item {}", name(by), name(item))
            }
            RemovalReason::Covered => write!(f, "covered by forced options"),
            RemovalReason::Unconstrained => write!(f, "no choice of options can violate it"),
            RemovalReason::Implied { by } => write!(f, "implied by item {}", name(by)),
            RemovalReason::SameOptions { other } => {
                write!(f, "the same options as item {}", name(other))
            }
        }
    }
}

/// Why preprocessing alone shows that there is no solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NoSolution {
    /// An item needs more options than are left.
    TooFewOptions {
        /// The item.
        item: ItemId,
        /// How many options it needs beside the forced ones.
        needed: u32,
        /// How many are left.
        left: u32,
    },
    /// One item needs more options than another may have, which all of them have.
    TooLittleRoom {
        /// The item whose options are needed.
        item: ItemId,
        /// The item that has too little room for them.
        full: ItemId,
    },
    /// Two given options exclude each other.
    GivenClash {
        /// A given option.
        first: OptionId,
        /// Another.
        second: OptionId,
        /// An item that both have.
        item: ItemId,
    },
    /// A given option has no primary item: it is never chosen.
    GivenNeverChosen {
        /// The option.
        option: OptionId,
    },
    /// A given option is forbidden as well.
    GivenForbidden {
        /// The option.
        option: OptionId,
    },
}

impl NoSolution {
    /// A sentence, with names of the caller's for items.
    pub fn describe_with(&self, name: impl Fn(ItemId) -> String) -> String {
        match *self {
            NoSolution::TooFewOptions { item, needed, left } => {
                let plural = if needed == 1 { "" } else { "s" };
                format!("item {} needs {needed} option{plural} and has {left} left", name(item))
            }
            NoSolution::TooLittleRoom { item, full } => format!(
                "all options of item {} have item {}, which may not have as many as it needs",
                name(item),
                name(full)
            ),
            NoSolution::GivenClash { first, second, item } => format!(
                "the given options {first} and {second} exclude each other over item {}",
                name(item)
            ),
            NoSolution::GivenNeverChosen { option } => {
                format!("the given option {option} has no primary item: it is never chosen")
            }
            NoSolution::GivenForbidden { option } => {
                format!("option {option} is both given and forbidden")
            }
        }
    }
}

impl fmt::Display for NoSolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe_with(|item| item.to_string()))
    }
}
