//! What would leave an item without options is not possible.
//!
//! An option that excludes every option of some primary item cannot be in a solution. At the root this is what preprocessing
//! removes (TAOCP 7.2.2.1, algorithm P); here it is done at each node, for the items that have lost options since the last one.
//! With a set of bits for what each option excludes, it is an AND over the options of the item. In sudoku it finds locked candidates (pointing
//! and claiming), and with relations of neighbours what they do to all places of a digit, and all digits of a cell.

use std::collections::BTreeSet;

use quadrille_cover::{DeadEnd, Matrix, OptionId, View};

use super::different::bits;

/// Most options: the sets take a bit for each two of them.
const MOST_OPTIONS: usize = 1 << 14;

/// What options exclude, and the items.
#[derive(Debug)]
pub(super) struct Foresight {
    /// Words of a set of options.
    words: usize,
    /// By option: those that it excludes, itself not.
    excluded: Vec<u64>,
    /// By primary item: its options.
    options: Vec<Vec<u32>>,
    /// By option: its primary items, by their numbers here.
    items: Vec<Vec<u32>>,
}

/// What a search works with.
#[derive(Debug, Default)]
pub(super) struct Looking {
    /// Items that lost options.
    dirty: Vec<u32>,
    is_dirty: Vec<bool>,
    common: Vec<u64>,
}

impl Looking {
    /// Forgets what was booked.
    pub(super) fn clear(&mut self) {
        for item in self.dirty.drain(..) {
            self.is_dirty[item as usize] = false;
        }
    }
}

impl Foresight {
    /// For a matrix without colours, and pairs of options that exclude each other beyond it; `None` if it is too large.
    pub(super) fn new(
        matrix: &Matrix,
        pairs: impl IntoIterator<Item = (u32, u32)>,
    ) -> Option<Self> {
        let count = matrix.option_count();
        if count > MOST_OPTIONS {
            return None;
        }
        let words = count.div_ceil(64);
        let mut excluded = vec![0u64; count * words];
        let mut exclude = |a: u32, b: u32| {
            excluded[a as usize * words + b as usize / 64] |= 1 << (b % 64);
        };
        let mut of_item = vec![Vec::new(); matrix.item_count()];
        for option in matrix.options() {
            for &item in matrix.items_of(option) {
                of_item[item as usize].push(option.get());
            }
        }
        for all in &of_item {
            for &a in all {
                all.iter().filter(|&&b| b != a).for_each(|&b| exclude(a, b));
            }
        }
        for (a, b) in pairs {
            exclude(a, b);
            exclude(b, a);
        }
        let mut options = Vec::new();
        let mut items = vec![Vec::new(); count];
        let mut known = BTreeSet::new();
        for item in matrix.primary_items() {
            let own = &of_item[item.index()];
            // Items with the same options say the same.
            if known.insert(own) {
                own.iter().for_each(|&option| items[option as usize].push(options.len() as u32));
                options.push(own.clone());
            }
        }
        Some(Foresight { words, excluded, options, items })
    }

    /// Books what is gone.
    pub(super) fn touch(&self, option: OptionId, looking: &mut Looking) {
        looking.is_dirty.resize(self.options.len(), false);
        for &item in self.items.get(option.index()).into_iter().flatten() {
            if !std::mem::replace(&mut looking.is_dirty[item as usize], true) {
                looking.dirty.push(item);
            }
        }
    }

    /// Books every item.
    pub(super) fn touch_all(&self, looking: &mut Looking) {
        looking.dirty.clear();
        looking.dirty.extend(0..self.options.len() as u32);
        looking.is_dirty.clear();
        looking.is_dirty.resize(self.options.len(), true);
    }

    /// Removes the options that an item of those that were booked makes impossible, one item at a time; `removed` gets them.
    /// Whether there was such an item.
    pub(super) fn look(
        &self,
        looking: &mut Looking,
        view: &mut View<'_>,
        removed: &mut Vec<OptionId>,
    ) -> Result<bool, DeadEnd> {
        while let Some(item) = looking.dirty.pop() {
            looking.is_dirty[item as usize] = false;
            let common = &mut looking.common;
            common.clear();
            common.extend_from_slice(view.possible());
            let possible = |option: &&u32| view.is_possible(OptionId::new(**option));
            for &option in self.options[item as usize].iter().filter(possible) {
                let row = &self.excluded[option as usize * self.words..][..self.words];
                let mut any = 0;
                for (common, row) in common.iter_mut().zip(row) {
                    *common &= row;
                    any |= *common;
                }
                if any == 0 {
                    break;
                }
            }
            for (index, &word) in looking.common.iter().enumerate() {
                for bit in bits(word) {
                    let option = OptionId::new((64 * index + bit) as u32);
                    view.remove(option)?;
                    removed.push(option);
                }
            }
            if !removed.is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
