//! The independent verifier: whether a set of options is a solution. It shares no code with the
//! strategies.

use crate::ids::{ColourId, ItemId, OptionId};
use crate::matrix::{ItemKind, Matrix};

/// Why a set of options is no solution.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The problem has no option of this number.
    #[error("no option {option}")]
    UnknownOption {
        /// The number.
        option: OptionId,
    },
    /// An option is used twice.
    #[error("option {option} is used twice")]
    RepeatedOption {
        /// The option.
        option: OptionId,
    },
    /// An option without a primary item: such options are never chosen.
    #[error("option {option} has no primary item")]
    NoPrimaryItem {
        /// The option.
        option: OptionId,
    },
    /// A primary item is covered too rarely or too often.
    #[error("item {item} is covered {times} times: expected {min} to {max}")]
    Coverage {
        /// The item.
        item: ItemId,
        /// Number of options that have it.
        times: u32,
        /// The least number allowed.
        min: u32,
        /// The greatest.
        max: u32,
    },
    /// Two options share a secondary item without agreeing on a colour.
    #[error("options {first} and {second} do not agree on item {item}")]
    Disagreement {
        /// The item.
        item: ItemId,
        /// An option that has it.
        first: OptionId,
        /// Another.
        second: OptionId,
    },
}

/// Checks that `options` is a solution of the problem. O(items + options + their entries).
///
/// # Errors
///
/// The first fault found: those of single options and pairs before those of coverage.
///
/// ```
/// use quadrille_cover::{OptionId, ProblemBuilder, verify};
///
/// let mut builder = ProblemBuilder::new();
/// builder.primary_items(["a", "b"])?;
/// let a = builder.add_option(["a"])?;
/// let b = builder.add_option(["b"])?;
/// let problem = builder.build();
/// assert!(verify(&problem, &[b, a]).is_ok());
/// assert_eq!(verify(&problem, &[a]).unwrap_err().to_string(), "item 1 is covered 0 times: expected 1 to 1");
/// # Ok::<(), quadrille_cover::BuildError<&str, std::convert::Infallible>>(())
/// ```
pub fn verify(problem: &impl AsRef<Matrix>, options: &[OptionId]) -> Result<(), Fault> {
    let matrix = problem.as_ref();
    let mut used = vec![false; matrix.option_count()];
    let mut times = vec![0u32; matrix.item_count()];
    let mut claims: Vec<Option<(OptionId, Option<ColourId>)>> = vec![None; matrix.item_count()];
    for &option in options {
        match used.get_mut(option.index()) {
            None => return Err(Fault::UnknownOption { option }),
            Some(true) => return Err(Fault::RepeatedOption { option }),
            Some(slot) => *slot = true,
        }
        let mut has_primary = false;
        for (item, colour) in matrix.entries(option) {
            if matrix.kinds()[item.index()].is_primary() {
                has_primary = true;
                times[item.index()] += 1;
                continue;
            }
            match claims[item.index()] {
                Some((first, claimed)) if colour.is_none() || claimed != colour => {
                    return Err(Fault::Disagreement { item, first, second: option });
                }
                _ => claims[item.index()] = Some((option, colour)),
            }
        }
        if !has_primary {
            return Err(Fault::NoPrimaryItem { option });
        }
    }
    for (index, (&kind, &times)) in matrix.kinds().iter().zip(&times).enumerate() {
        match kind {
            ItemKind::Primary { min, max } if !(min..=max).contains(&times) => {
                let item = ItemId::new(index as u32);
                return Err(Fault::Coverage { item, times, min, max });
            }
            _ => {}
        }
    }
    Ok(())
}
