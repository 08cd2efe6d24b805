//! What there is to solve, and how many solutions it must have.

mod data;
mod generated;
mod sudokus;
mod word_list;

use std::error::Error;
use std::fmt;
use std::ops::RangeInclusive;
use std::time::Duration;

use quadrille_cover::Matrix;

use super::arguments::Arguments;
use super::error::SuiteError;

/// The problems of an instance, or why there are none.
type Made = Result<Vec<Matrix>, Box<dyn Error + Send + Sync>>;

/// A problem with a known answer, or a group of problems that are timed as one.
pub(crate) struct Instance {
    /// What it is, in a few words.
    pub(crate) name: String,
    /// What is known of its solutions.
    pub(crate) known: Known,
    /// Whether it takes seconds even the fastest.
    long: bool,
    /// If the slowest strategy takes less or more than this, it is left out.
    pub(crate) window: Option<RangeInclusive<Duration>>,
    make: Box<dyn Fn() -> Made>,
}

/// What is known of the solutions of an instance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Known {
    /// How many all its problems have together; if any, each of them has some.
    Count(u64),
    /// That there are some, too many to count: only the first is asked for.
    Some,
}

impl Instance {
    pub(super) fn new(
        name: impl Into<String>,
        known: Known,
        make: impl Fn() -> Made + 'static,
    ) -> Self {
        Instance { name: name.into(), known, long: false, window: None, make: Box::new(make) }
    }

    /// The same, left out unless long ones are asked for.
    fn long(mut self) -> Self {
        self.long = true;
        self
    }

    /// The same, left out if the slowest strategy takes less or more than this.
    pub(super) fn within(mut self, window: RangeInclusive<Duration>) -> Self {
        self.window = Some(window);
        self
    }

    /// Makes the problems.
    ///
    /// # Errors
    ///
    /// If they cannot be made: a file of them is missing or damaged.
    pub(crate) fn problems(&self) -> Result<Vec<Matrix>, SuiteError> {
        (self.make)().map_err(|source| SuiteError::Instance { name: self.name.clone(), source })
    }
}

impl fmt::Debug for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Instance").field("name", &self.name).field("known", &self.known).finish()
    }
}

/// The instances that are asked for.
///
/// # Errors
///
/// If the folder of known answers is there but cannot be read.
pub(crate) fn chosen(arguments: &Arguments) -> Result<Vec<Instance>, SuiteError> {
    let mut all = generated::all();
    all.push(word_list::instance());
    all.extend(sudokus::all());
    all.extend(data::all()?);
    let named = |instance: &Instance| {
        let filter = &arguments.filter;
        filter.is_empty() || filter.iter().any(|text| instance.name.contains(text.as_str()))
    };
    all.retain(|instance| named(instance) && (arguments.long || !instance.long));
    Ok(all)
}
