//! The sets of options that a problem's entries refer to.

use crate::ids::{ColourId, ItemId, OptionId};
use crate::matrix::Matrix;

/// The set has no row in the frame that is being filled.
pub(super) const NONE: u32 = u32::MAX;
/// The most bytes that the sets may take.
const MOST_BYTES: usize = 1 << 30;

/// The sets of options that a problem's entries refer to, by number: an item's own number stands for
/// all options that have it; behind the items come the colours that secondary items are given, a
/// number for each pair of the two.
#[derive(Debug, Default)]
pub(in crate::strategy) struct Sets {
    /// The number for each entry of the matrix; empty if there are no colours, and every number is an
    /// item's.
    numbers: Vec<u32>,
    /// For each number the row of the frame that is being filled, or [`NONE`].
    pub(super) rows: Vec<u32>,
}

impl Sets {
    /// The sets of a problem. O(entries log entries) with colours.
    pub(in crate::strategy) fn of(matrix: &Matrix) -> Self {
        let items = matrix.item_count();
        let mut pairs: Vec<(ItemId, ColourId)> = Vec::new();
        if matrix.has_colours() {
            for option in matrix.options() {
                let entries = matrix.entries(option);
                pairs.extend(entries.filter_map(|(item, colour)| Some((item, colour?))));
            }
            pairs.sort_unstable();
            pairs.dedup();
        }
        let mut numbers = Vec::new();
        if matrix.has_colours() {
            numbers.reserve(matrix.entry_count());
            for option in matrix.options() {
                numbers.extend(matrix.entries(option).map(|(item, colour)| {
                    let pair = colour.and_then(|colour| pairs.binary_search(&(item, colour)).ok());
                    pair.map_or(item.get(), |pair| (items + pair) as u32)
                }));
            }
        }
        Sets { numbers, rows: vec![NONE; items + pairs.len()] }
    }

    /// Whether a frame of the whole problem surely takes no more than 1 GiB. O(entries).
    pub(in crate::strategy) fn fit(matrix: &Matrix) -> bool {
        // There are not more pairs of an item and a colour than entries that give one, nor than all pairs.
        let entries = matrix.colours.iter().filter(|&&colour| colour != 0).count();
        let colours = matrix.colours.iter().max().map_or(0, |&colour| colour as usize);
        let pairs = entries.min(colours.saturating_mul(matrix.item_count()));
        fit(matrix.option_count(), matrix.item_count() + pairs)
    }

    /// Whether a frame of so many of the options surely takes no more than 1 GiB.
    pub(in crate::strategy) fn fit_for(&self, options: usize) -> bool {
        fit(options, self.rows.len())
    }

    /// The items of an option's entries, each with the set that the entry refers to.
    pub(super) fn entries<'s>(
        &'s self,
        matrix: &'s Matrix,
        option: OptionId,
    ) -> impl Iterator<Item = (u32, u32)> + 's {
        let items = matrix.items_of(option);
        let numbers =
            if self.numbers.is_empty() { items } else { &self.numbers[matrix.range(option)] };
        items.iter().copied().zip(numbers.iter().copied())
    }
}

/// Whether so many sets of so many options take no more than 1 GiB.
fn fit(options: usize, sets: usize) -> bool {
    // As rows, and for items once more side by side.
    options.div_ceil(64).saturating_mul(2 * 8).saturating_mul(sets) <= MOST_BYTES
}
