//! What can go wrong besides a strategy.

use std::error::Error;
use std::path::PathBuf;

/// Bad usage or input.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum SuiteError {
    /// No instance and strategy is left to measure.
    #[error("nothing to measure: no instance has such a name, or no strategy takes it")]
    Nothing,
    /// An instance cannot be made.
    #[error("{name}: {source}")]
    Instance {
        /// The instance.
        name: String,
        /// Why.
        source: Box<dyn Error + Send + Sync>,
    },
    /// A file cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A file is not what this program writes.
    #[error("{}: no baseline of this suite: {reason}", path.display())]
    NoBaseline {
        /// The file.
        path: PathBuf,
        /// In words.
        reason: String,
    },
    /// A baseline of something else than what is asked for.
    #[error("the baseline has {old}, this run has {new}: their times cannot be compared")]
    OtherBaseline {
        /// What the baseline was asked for, or the clock it used.
        old: String,
        /// The same of this run.
        new: String,
    },
    /// The tables cannot be written.
    #[error("output: {0}")]
    Output(#[from] std::io::Error),
}
