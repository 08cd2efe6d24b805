//! `cells`: dancing cells (TAOCP 7.2.2.3, after Solnon), where a cell is a bit.
//!
//! # The idea
//!
//! For each item there is a set of the options that have it and are still possible: a part of one array,
//! and what is not possible any more is out of sight. In the book's sparse sets an option that leaves
//! changes its place with the last one, and the set is then shorter by one; to go back, only the lengths
//! are restored, and the sets keep the order that they have come to. That order then depends on
//! everything that was searched before, and a search that is saved and goes on elsewhere would find the
//! branches of a level in another order.
//!
//! The twist: here an option never changes its place. Each place has a bit, 64 of them in a word, that
//! says whether its option is live (a reversible sparse bit set: Demeulenaere et al. 2016). An option
//! that leaves the set of an item takes a bit from a word and one from the size; what is left of a set
//! is found a bit at a time, in the order in which options were added. So
//!
//! - what a level does depends on nothing but the branches that lead to it;
//! - to remove an option touches two numbers an item, where `links` changes two neighbours and the size,
//!   and the bits of a million options with four items each are half a megabyte;
//! - it does not matter in which order things are put back: where much is removed at each node, the
//!   sizes and the bits are copied when a level is opened, and copied back after each of its branches.
//!   Where little is, a log says which options to put back.
//!
//! Forced moves are found while options are removed: an item that comes down to size 1 is noted, and one
//! that comes down to 0 ends the branch at once. Before anything is removed, the item that failed last
//! is looked at, as long as that is worth it: if each of its options excludes the one to be taken, then
//! this is a dead end too. On 6×10 pentominoes that saves an eighth of the time.
//!
//! # The data
//!
//! Items are renumbered, primary ones first, and options in the order in which they are tried; those that
//! cannot be chosen have no number. All of that is in [`sets`], what removes and restores in
//! [`removal`]; this file has the moves, and [`walk`](super::walk) goes through the tree with them.
//!
//! Invariants between two nodes of the search (`Sets::check` tests them):
//!
//! - the bit of place p is set = the option of p's cell is live; an option's bits are all set or none is;
//! - sizes[i] = number of item i's bits that are set, for each active item i. *Active* are the primary
//!   items still to be covered; the size of any other has `COVERED` or `SECONDARY` on top;
//! - each active item of size 1 stands in `notes[head..noted]`; no active item has size 0;
//! - `log[..gone]` are the options that are not live, and `active` is the number of active items;
//! - if paints[j] ≠ 0, each live option that has item j gives it that colour.
//!
//! # Which item next
//!
//! As in [`links`](super::Links): the one with the fewest options (MRV). Ties: items of one option come
//! first, in the order in which they came down to it; then, at two or more, the item declared first. The
//! sizes of all items are looked through 32 at a time; once half of many items are covered, the others
//! are listed.
//!
//! # Colours
//!
//! An option that gives secondary item j the colour c *purifies* j: the options that give j another
//! colour, or none, are removed, and `paints` says that nothing remains to be done about c in j.
//!
//! # Beside the book
//!
//! | TAOCP 7.2.2.3 | here |
//! |---|---|
//! | ITEM, SET | `originals`, `cells` |
//! | SIZE(i), POS(i) | `sizes`; `COVERED` on top of it |
//! | LOC(x) | `Entry::place`, which does not change |
//! | hide(i) | `remove_all`, and what `remove_rivals` does for each item |
//! | the stack of sizes | `log`, or `saved_sizes` and `saved_bits` |
//!
//! # Cost
//!
//! A node costs time in proportion to the entries that it removes, and to the words of the sets of the
//! items that it covers. Memory: 12 bytes and a bit an entry (20 with colours), 16 bytes an option, some
//! 60 a level. It takes 0.75 of the time of `links` where much is removed at a node (pentominoes, MacMahon
//! squares, words), 0.9 on queens, Langford pairs and Latin squares, and 1.1 on dominoes, where nearly
//! nothing is; on half a million options the two are level. It wins over `bits` where options are very
//! many and each excludes few of them.
//!
//! A problem of more than 2²⁸ entries is searched by [`links`](super::Links).
//!
//! Tried, and slower: places that are swapped as in the book (on 6×10 pentominoes by a third); sets that are
//! only cleared of what is not live now and then (for Langford pairs by a factor of two).
//!
//! It takes colours and any branching, but no multiplicities or costs.

mod removal;
mod sets;

use self::sets::{COVERED, Sets};
use super::guide::{Guide, Names};
use super::links::Links;
use super::settled::Settled;
use super::walk::{Moves, Start, Taken, Walk};
use super::{Searcher, Strategy};
use crate::ids::{ItemId, OptionId};
use crate::matrix::{Capabilities, Matrix};
use crate::setup::Setup;

/// Dancing cells: sets of options that shrink and grow again (TAOCP 7.2.2.3).
#[derive(Debug, Clone, Copy)]
pub struct Cells;

impl Strategy for Cells {
    fn name(&self) -> &'static str {
        "cells"
    }

    fn description(&self) -> &'static str {
        "dancing cells: sets of options that shrink, the item with the fewest options first"
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { colours: true, branching: true, ..Capabilities::default() }
    }

    fn prepare<'m>(&self, matrix: &'m Matrix, setup: &Setup) -> Box<dyn Searcher + 'm> {
        if !Cells::fit(matrix) {
            Links.prepare(matrix, setup)
        } else if matrix.has_colours() {
            Box::new(Walk::new(State::<true>::empty(), matrix, setup))
        } else {
            Box::new(Walk::new(State::<false>::empty(), matrix, setup))
        }
    }
}

impl Cells {
    /// Whether the numbers of all entries and places fit.
    pub(super) fn fit(matrix: &Matrix) -> bool {
        let places = matrix.entry_count().saturating_add(64 * matrix.item_count());
        matrix.entry_count() < COVERED as usize && u32::try_from(places).is_ok()
    }
}

/// Where the search is.
#[derive(Debug)]
pub(super) struct State<const COLOURED: bool> {
    sets: Sets<COLOURED>,
}

/// A level of the search: an item was chosen, and its options are tried in turn. If there are several,
/// they are removed while the level is open; a single one is removed when it is taken.
#[derive(Debug, Clone, Copy)]
pub(super) struct Level {
    item: u32,
    /// Number of options removed before the item was chosen, and when the level was open. Those between
    /// are the branches, unless there is but one.
    gone: u32,
    removed: u32,
    /// Number of branches, and of those that were tried.
    of: u32,
    tried: u32,
    /// The option that was tried last; the only one at first, if it is.
    option: u32,
    /// Number of items purified, and of active items, when the level was open.
    painted: u32,
    active: u32,
    /// Where the queue of items of size 1 begins, once this item was chosen.
    head: u32,
    /// How much was noted before the item was chosen, and when the level was open.
    before: u32,
    open: u32,
    /// The list of items in force before the level was opened, and from where on to look at the one in
    /// force since.
    listed: u32,
    front: u32,
    /// Whether an item came to size 0 when this one's options were removed.
    doubtful: bool,
    /// Whether the sets were saved.
    saved: bool,
}

impl<const COLOURED: bool> State<COLOURED> {
    /// A state of no problem, to be [reset](Moves::reset).
    pub(super) fn empty() -> Self {
        State { sets: Sets::empty() }
    }

    /// The item to branch on by a guide other than the default.
    #[cold]
    fn choose_by_guide(&mut self) -> u32 {
        let sets = &mut self.sets;
        if sets.guide.takes_forced_items_first()
            && let Some(item) = sets.forced()
        {
            return item;
        }
        sets.looked += u64::from(sets.primaries);
        let active = sets.active_items().map(|item| (item, sets.size(item)));
        let names = Names { originals: &sets.originals, numbers: &sets.numbers };
        sets.guide.pick(active, |item| sets.is_active(item), names)
    }
}

/// What remains to be done between two nodes, by the numbers of the matrix.
impl<const COLOURED: bool> State<COLOURED> {
    /// The primary items still to be covered, ascending. O(primary items).
    pub(super) fn active_items(&self) -> impl Iterator<Item = ItemId> + '_ {
        self.sets.active_items().map(|item| self.sets.original(item))
    }

    /// The options that are still possible, each once, by their first items; those of one item in the
    /// order in which they are tried. Time: that of the active items' sets.
    pub(super) fn live_options(&self) -> impl Iterator<Item = OptionId> + '_ {
        let options = self.sets.active_items().flat_map(|item| self.sets.options_first_at(item));
        options.map(|option| OptionId::new(self.sets.options[option as usize]))
    }

    /// Number of primary items still to be covered. O(1).
    pub(super) fn active_count(&self) -> u32 {
        self.sets.active
    }

    /// Whether an item with a single option is next.
    pub(super) fn has_forced(&self) -> bool {
        self.sets.has_forced()
    }

    /// Number of options that are still possible. O(1).
    pub(super) fn live_count(&self) -> u32 {
        self.sets.live()
    }
}

impl<const COLOURED: bool> Moves for State<COLOURED> {
    type Level = Level;
    /// The option.
    type Choice = u32;

    fn reset(&mut self, matrix: &Matrix, setup: &Setup, ranked: Option<&[u32]>) -> Start {
        let (settled, possible) = match Settled::by(matrix, setup) {
            Some(settled) => (settled, true),
            None => (Settled::default(), false),
        };
        self.sets.fill(matrix, &settled, ranked);
        self.sets.guide = Guide::new(&setup.branching, matrix, &self.sets.numbers);
        let sound = self.sets.take_note();
        Start { given: settled.chosen, possible: possible && sound }
    }

    #[inline(always)]
    fn choose(&mut self) -> u32 {
        match self.sets.guide {
            Guide::Fewest => self.sets.forced().unwrap_or_else(|| self.sets.fewest()),
            _ => self.choose_by_guide(),
        }
    }

    fn insist(&mut self, item: ItemId) -> Option<u32> {
        let number = *self.sets.numbers.get(item.index())?;
        if !self.sets.is_active(number) {
            return None;
        }
        let head = self.sets.head;
        // An item with a single option must not leave the queue unless it is the one.
        if self.choose() != number {
            self.sets.head = head;
        }
        Some(number)
    }

    /// Removes the options of an item, so that they can be tried, if there are several.
    #[inline(always)]
    fn open(&mut self, item: u32) -> Level {
        let sets = &mut self.sets;
        sets.make_room();
        let (gone, before) = (sets.gone, sets.noted);
        let of = sets.size(item);
        sets.deactivate(item);
        sets.active -= 1;
        let listed = sets.list();
        let (mut doubtful, mut saved, mut option) = (false, false, 0);
        if of == 1 {
            option = sets.first_option(item);
        } else {
            doubtful = sets.remove_all(item);
            saved = sets.save();
        }
        Level {
            item,
            gone,
            removed: sets.gone,
            of,
            tried: 0,
            option,
            painted: sets.painted(),
            active: sets.active,
            head: sets.head,
            before,
            open: sets.noted,
            listed,
            front: sets.front,
            doubtful,
            saved,
        }
    }

    #[inline(always)]
    fn close(&mut self, level: &Level) {
        let sets = &mut self.sets;
        sets.noted = level.before;
        if level.of != 1 {
            sets.restore(level.gone);
            if level.saved {
                sets.unsave();
            }
        }
        sets.unlist(level.listed);
        sets.activate(level.item);
        sets.active = level.active + 1;
    }

    /// At the root the queue of items of size 1 begins at the first note, and the items at the first one.
    fn unchoose(&mut self) {
        (self.sets.head, self.sets.front) = (0, 0);
    }

    #[inline(always)]
    fn next(&self, level: &Level) -> Option<u32> {
        if level.tried >= level.of {
            return None;
        }
        if level.of == 1 {
            return Some(level.option);
        }
        Some(self.sets.removed(level.gone + level.tried))
    }

    /// Takes an option: removes those that it excludes, and itself.
    ///
    /// Its items are deactivated before the first option is removed: whatever comes to size 0 from then
    /// on is an item that nobody can cover any more. What came to size 0 when the level was opened had
    /// options in common with the level's item only, and is lost unless this one has it.
    #[inline(always)]
    fn take(&mut self, level: &mut Level, option: u32) -> Taken {
        level.tried += 1;
        level.option = option;
        let sets = &mut self.sets;
        sets.deactivate_all(option);
        sets.gone_before = sets.gone;
        if sets.active == 0 {
            return Taken::Solution;
        }
        if level.doubtful && sets.lost(level.before).is_some() {
            return Taken::Dead;
        }
        // Weights count what fails first, and so must not depend on what was looked at first.
        if !matches!(sets.guide, Guide::Weighted(_)) && sets.fails() {
            return Taken::Dead;
        }
        let gone = sets.gone;
        let lost = sets.remove_rivals(option);
        sets.removed += u64::from(sets.gone - gone);
        if lost {
            sets.suspect(level.before);
            sets.wasted += u64::from(sets.gone - gone);
            return Taken::Dead;
        }
        Taken::Open
    }

    #[inline(always)]
    fn retract(&mut self, level: &Level) {
        let sets = &mut self.sets;
        sets.noted = level.open;
        sets.front = level.front;
        sets.head = level.head;
        if !(level.saved && sets.recall(level.removed)) {
            sets.restore(level.removed);
            sets.activate_all(level.option);
        }
        sets.wash(level.painted);
        sets.active = level.active;
    }

    /// Nothing but its place tells one branch from another.
    fn skip(&mut self, level: &mut Level, _option: u32) {
        level.tried += 1;
    }

    fn item(&self, level: &Level) -> ItemId {
        self.sets.original(level.item)
    }

    fn choice(&self, level: &Level) -> u32 {
        level.option
    }

    fn option(&self, option: u32) -> Option<OptionId> {
        self.sets.options.get(option as usize).copied().map(OptionId::new)
    }

    fn branches(&self, level: &Level) -> (u32, u32) {
        (level.tried, level.of)
    }

    fn is_complete(&self) -> bool {
        self.sets.active == 0
    }

    fn updates(&self) -> u64 {
        self.sets.removed - self.sets.wasted
    }

    fn work(&self) -> u64 {
        self.sets.removed + self.sets.looked
    }

    /// One failure, one item: whatever else failed may be a consequence.
    fn blame(&mut self, level: &Level) {
        if matches!(self.sets.guide, Guide::Weighted(_))
            && let Some(item) = self.sets.lost(level.before)
        {
            self.sets.guide.blame(item);
        }
    }

    fn weights(&self) -> &[u64] {
        self.sets.guide.weights()
    }

    fn learn(&mut self, weights: &[u64]) -> bool {
        self.sets.guide.learn(weights)
    }

    #[cfg(test)]
    fn check_invariants(&self) {
        self.sets.check();
    }
}

#[cfg(test)]
mod tests;
