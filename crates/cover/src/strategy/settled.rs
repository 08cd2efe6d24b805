//! What options given and forbidden beforehand settle, so that the lists need not be built and then cut down: with
//! the clues of a sudoku two thirds of its options are gone before the search begins.

use crate::ids::{ColourId, ItemId, OptionId};
use crate::matrix::Matrix;
use crate::setup::Setup;

/// What an item has come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Claim {
    /// No chosen option has it.
    Open,
    /// No further option may have it.
    Covered,
    /// Further options may have it with this colour.
    Colour(ColourId),
}

/// The claims of chosen options on items to be covered at most once, and the options that must not be
/// chosen.
#[derive(Debug, Default)]
pub(super) struct Settled {
    /// One an item; empty if no option was chosen.
    claims: Vec<Claim>,
    /// One an option: whether it is forbidden; empty if none is.
    forbidden: Vec<bool>,
    /// The options that were chosen, none twice.
    pub(super) chosen: Vec<OptionId>,
}

impl Settled {
    /// Nothing is settled but what is forbidden.
    pub(super) fn without_given(matrix: &Matrix, setup: &Setup) -> Self {
        let mut forbidden = Vec::new();
        if !setup.forbidden.is_empty() {
            forbidden.resize(matrix.option_count(), false);
            setup.forbidden.iter().for_each(|option| forbidden[option.index()] = true);
        }
        Settled { forbidden, ..Settled::default() }
    }

    /// What the setup settles; `None` if two of the given options exclude each other, or one is
    /// forbidden or has no primary item and so is never chosen. To choose an option twice is to choose
    /// it.
    pub(super) fn by(matrix: &Matrix, setup: &Setup) -> Option<Self> {
        let mut settled = Settled::without_given(matrix, setup);
        if setup.given.is_empty() {
            return Some(settled);
        }
        settled.claims.resize(matrix.item_count(), Claim::Open);
        for &option in &setup.given {
            if !matrix.has_primary_item(option) {
                return None;
            }
            if !settled.leaves(matrix, option) {
                if settled.chosen.contains(&option) {
                    continue;
                }
                return None;
            }
            settled.chosen.push(option);
            for (item, colour) in matrix.entries(option) {
                settled.claims[item.index()] = colour.map_or(Claim::Covered, Claim::Colour);
            }
        }
        Some(settled)
    }

    /// Whether an option is still possible.
    pub(super) fn leaves(&self, matrix: &Matrix, option: OptionId) -> bool {
        if self.forbidden.get(option.index()).is_some_and(|&forbidden| forbidden) {
            return false;
        }
        if self.claims.is_empty() {
            return true;
        }
        let is_open = |&item: &u32| self.claims[item as usize] == Claim::Open;
        if matrix.items_of(option).iter().all(is_open) {
            return true;
        }
        matrix.has_colours()
            && matrix.entries(option).all(|(item, colour)| match self.claims[item.index()] {
                Claim::Open => true,
                Claim::Covered => false,
                Claim::Colour(claimed) => colour == Some(claimed),
            })
    }

    /// Whether an option that was chosen has the item.
    pub(super) fn has(&self, item: ItemId) -> bool {
        self.claims.get(item.index()).is_some_and(|&claim| claim != Claim::Open)
    }

    /// The items that no further option may have.
    pub(super) fn covered_items(&self) -> impl Iterator<Item = ItemId> + '_ {
        let claims = (0..).map(ItemId::new).zip(&self.claims);
        claims.filter(|(_, claim)| **claim == Claim::Covered).map(|(item, _)| item)
    }
}
