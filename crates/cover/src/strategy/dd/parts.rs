//! Sub-problems that fall into parts: what a memory asks of the moves of an algorithm, beyond the
//! moves.

use crate::ids::ItemId;
use crate::strategy::bits;
use crate::strategy::walk::Moves;

/// A part of a sub-problem that has no option in conflict with one of another part.
#[derive(Debug, Default)]
pub(in crate::strategy) struct Part {
    /// Its primary items.
    pub(in crate::strategy) items: Vec<ItemId>,
    /// The same, and its options, as the moves number them.
    pub(in crate::strategy) open: Vec<u32>,
    pub(in crate::strategy) active: Vec<u32>,
}

/// Moves that can say what a sub-problem is, at a place where items remain and each has an option.
pub(in crate::strategy) trait Sub: Moves {
    /// What must be done once, at the root of a problem with so many items. With `in_order`, the
    /// first item is to be chosen that is not covered, unless one has a single option.
    fn prepare(&mut self, items: usize, in_order: bool);

    /// Whether an item with a single option is next.
    fn is_forced(&self) -> bool;

    /// Number of primary items that are to be covered.
    fn open_items(&self) -> u32;

    /// Whether a secondary item has a possible option.
    fn is_live(&self, item: ItemId) -> bool;

    /// The parts, each with a primary item, if there are several; else nothing. How much work it
    /// was.
    fn parts(&mut self) -> (Vec<Part>, u64) {
        (Vec::new(), 0)
    }

    /// Goes from the whole to a part, where [`leave`](Self::leave) comes back from.
    fn enter(&mut self, _part: &Part) {}

    /// Goes back to the whole, whose place is in `mark`.
    fn leave(&mut self, _mark: (usize, usize)) {}

    /// The place of the whole.
    fn mark(&self) -> (usize, usize) {
        (0, 0)
    }
}

impl Sub for bits::State {
    fn prepare(&mut self, items: usize, in_order: bool) {
        self.be_remembered(items, in_order);
    }

    fn is_forced(&self) -> bool {
        self.is_forced()
    }

    fn open_items(&self) -> u32 {
        self.open_items()
    }

    fn is_live(&self, item: ItemId) -> bool {
        self.is_live(item)
    }

    fn parts(&mut self) -> (Vec<Part>, u64) {
        self.parts()
    }

    fn enter(&mut self, part: &Part) {
        self.enter_part(&part.open, &part.active);
    }

    fn leave(&mut self, mark: (usize, usize)) {
        self.leave_part(mark);
    }

    fn mark(&self) -> (usize, usize) {
        self.mark()
    }
}
