//! Lints: what is allowed in a problem, and most likely not meant.

use crate::ids::{ItemId, OptionId};
use crate::matrix::{ItemKind, Matrix};

/// Something in a problem that is most likely a mistake.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum Lint {
    /// A primary item that no option has: there is no solution.
    #[error("primary item {0} has no option: there is no solution")]
    ItemWithoutOptions(ItemId),
    /// A secondary item that no option has.
    #[error("secondary item {0} has no option")]
    UnusedSecondaryItem(ItemId),
    /// An option without a primary item: it is never chosen.
    #[error("option {0} has no primary item: it is never chosen")]
    NoPrimaryItem(OptionId),
}

/// The lints of a problem: those of items, then those of options, each by number. O(entries).
///
/// ```
/// use quadrille_cover::{Lint, OptionId, ProblemBuilder, lints};
///
/// let mut builder = ProblemBuilder::new();
/// builder.primary("a")?;
/// builder.secondary("x")?;
/// builder.add_option(["a"])?;
/// builder.add_option(["x"])?;
/// assert_eq!(lints(&builder.build()), [Lint::NoPrimaryItem(OptionId::new(1))]);
/// # Ok::<(), quadrille_cover::BuildError<&str, std::convert::Infallible>>(())
/// ```
pub fn lints(problem: &impl AsRef<Matrix>) -> Vec<Lint> {
    let matrix = problem.as_ref();
    let mut used = vec![false; matrix.item_count()];
    matrix.items.iter().for_each(|&item| used[item as usize] = true);
    let unused = (0..).map(ItemId::new).zip(matrix.kinds()).zip(used).filter(|(_, used)| !used);
    let items = unused.filter_map(|((item, kind), _)| match kind {
        ItemKind::Primary { min: 0, .. } => None,
        ItemKind::Primary { .. } => Some(Lint::ItemWithoutOptions(item)),
        ItemKind::Secondary => Some(Lint::UnusedSecondaryItem(item)),
    });
    let never = matrix.options().filter(|&option| !matrix.has_primary_item(option));
    items.chain(never.map(Lint::NoPrimaryItem)).collect()
}
