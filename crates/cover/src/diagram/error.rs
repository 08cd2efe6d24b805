//! Why a diagram cannot be made.

use crate::ids::OptionId;

/// Why a diagram cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DiagramError {
    /// More nodes than are allowed, or than there are numbers for.
    #[error("the diagram would have more than {most} nodes")]
    TooManyNodes {
        /// The most that it may have.
        most: usize,
    },
    /// An option that the problem does not have.
    #[error("no option {option}: the problem has {options}, numbered from 0")]
    UnknownOption {
        /// The number that was given.
        option: OptionId,
        /// Number of options.
        options: usize,
    },
}

/// Whether there is such an option.
pub(super) fn known(option: OptionId, options: usize) -> Result<u32, DiagramError> {
    match option.index() < options {
        true => Ok(option.get()),
        false => Err(DiagramError::UnknownOption { option, options }),
    }
}
