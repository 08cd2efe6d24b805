//! The matrix: a problem as flat, immutable arrays over `u32` numbers, which every strategy reads.

use crate::ids::{ColourId, ItemId, OptionId};

/// How often an item is to be covered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ItemKind {
    /// Covered at least `min` and at most `max` times; just once unless said otherwise.
    Primary {
        /// The least number of options that have it.
        min: u32,
        /// The greatest number of options that have it; 1 or more, and not below `min`.
        max: u32,
    },
    /// Covered at most once, or any number of times by options that give it the same colour.
    Secondary,
}

impl ItemKind {
    /// Primary, to be covered exactly once.
    pub const EXACTLY_ONCE: ItemKind = ItemKind::Primary { min: 1, max: 1 };

    /// Whether the item is primary.
    pub const fn is_primary(self) -> bool {
        matches!(self, ItemKind::Primary { .. })
    }
}

/// What a problem needs beyond plain exact cover, or a strategy can take.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Capabilities {
    /// Secondary items with colours.
    pub colours: bool,
    /// Primary items to be covered other than exactly once.
    pub multiplicities: bool,
    /// Searching for the cheapest solutions.
    pub costs: bool,
    /// Branching other than by the default, or in another order.
    pub branching: bool,
    /// A [propagator](crate::propagate).
    pub propagators: bool,
}

/// Items and options by number. Made by a [`ProblemBuilder`](crate::ProblemBuilder); immutable, and
/// so shared freely between searches and threads.
///
/// Invariants, with `n` = number of options:
///
/// - `starts.len() == n + 1`, ascending; option `o` has the entries `starts[o]..starts[o + 1]`;
/// - `items[e] < kinds.len()`; no item stands twice in an option; no option is empty;
/// - `colours` is empty, or `colours.len() == items.len()`; `colours[e]` is 0 for "no colour",
///   else a colour's number plus 1, and only for a secondary item;
/// - `costs` is empty (all 0), or `costs.len() == n`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matrix {
    pub(crate) kinds: Vec<ItemKind>,
    pub(crate) starts: Vec<u32>,
    pub(crate) items: Vec<u32>,
    pub(crate) colours: Vec<u32>,
    pub(crate) costs: Vec<u64>,
}

impl Matrix {
    /// A matrix without options.
    pub(crate) fn new(kinds: Vec<ItemKind>) -> Self {
        let (starts, items, colours, costs) = (vec![0], Vec::new(), Vec::new(), Vec::new());
        Matrix { kinds, starts, items, colours, costs }
    }

    /// Drops colours and costs that say nothing.
    pub(crate) fn trim(&mut self) {
        if self.colours.iter().all(|&colour| colour == 0) {
            self.colours = Vec::new();
        }
        if self.costs.iter().all(|&cost| cost == 0) {
            self.costs = Vec::new();
        }
    }

    /// Number of items.
    pub fn item_count(&self) -> usize {
        self.kinds.len()
    }

    /// Number of options.
    pub fn option_count(&self) -> usize {
        self.starts.len() - 1
    }

    /// Number of entries: the options' items, added up.
    pub fn entry_count(&self) -> usize {
        self.items.len()
    }

    /// The kind of each item.
    pub fn kinds(&self) -> &[ItemKind] {
        &self.kinds
    }

    /// The numbers of the primary items, ascending.
    pub fn primary_items(&self) -> impl Iterator<Item = ItemId> + '_ {
        let numbered = (0..).map(ItemId::new).zip(&self.kinds);
        numbered.filter(|(_, kind)| kind.is_primary()).map(|(item, _)| item)
    }

    /// The items of an option with their colours, in the order in which they were given; none for a
    /// number that no option has.
    pub fn entries(
        &self,
        option: OptionId,
    ) -> impl Iterator<Item = (ItemId, Option<ColourId>)> + '_ {
        let range = self.range(option);
        let colour = |entry: usize| match self.colours.get(entry) {
            None | Some(0) => None,
            Some(&colour) => Some(ColourId::new(colour - 1)),
        };
        range.map(move |entry| (ItemId::new(self.items[entry]), colour(entry)))
    }

    /// The numbers of the items of an option, without their colours.
    pub fn items_of(&self, option: OptionId) -> &[u32] {
        &self.items[self.range(option)]
    }

    /// Whether an option has a primary item; one that has none is never chosen.
    pub fn has_primary_item(&self, option: OptionId) -> bool {
        self.items_of(option).iter().any(|&item| self.kinds[item as usize].is_primary())
    }

    /// Whether an option gives a colour.
    pub fn has_colours(&self) -> bool {
        !self.colours.is_empty()
    }

    /// The cost of an option; 0 unless one was given.
    pub fn cost(&self, option: OptionId) -> u64 {
        self.costs.get(option.index()).copied().unwrap_or(0)
    }

    /// The number of every option.
    pub fn options(&self) -> impl ExactSizeIterator<Item = OptionId> + use<> {
        // As many as fit in u32: the builder sees to it.
        (0..self.option_count() as u32).map(OptionId::new)
    }

    /// What a strategy must be able to take for this problem. O(items).
    pub fn needs(&self) -> Capabilities {
        let once = |kind: &ItemKind| matches!(kind, ItemKind::Secondary | &ItemKind::EXACTLY_ONCE);
        Capabilities {
            colours: self.has_colours(),
            multiplicities: !self.kinds.iter().all(once),
            ..Capabilities::default()
        }
    }

    pub(crate) fn range(&self, option: OptionId) -> std::ops::Range<usize> {
        match self.starts.get(option.index()..) {
            Some(&[start, end, ..]) => start as usize..end as usize,
            _ => 0..0,
        }
    }
}

impl AsRef<Matrix> for Matrix {
    fn as_ref(&self) -> &Matrix {
        self
    }
}
