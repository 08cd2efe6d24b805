//! Algorithm M (TAOCP 7.2.2.1): items that are covered at least u and at most v times.
//!
//! # The twist
//!
//! Where Algorithm X branches on *the* option that covers an item, here several may. Branching on
//! "which options of the item come next" would find each solution once for every order of its
//! options. So the branches of an item ask which is the *first* of its options, in the order of its
//! list, that is part of the solution: option x is taken, and those before x are *excluded* from the
//! whole branch. If the item has enough already, there is a last branch: none of them.
//!
//! An item that still needs u options and has s in its list has therefore s − u + 1 branches (s + 1
//! for u = 0, the last of them "none"). That number is what `Lists::sizes` holds here. At 0 the
//! branch is dead, since there are too few options left; at 1 all moves are forced; the item with the
//! smallest one is chosen: for u = v = 1 all of that is what the parent module does.
//!
//! # In detail
//!
//! An option that is tried is taken out of all lists first; so far it is excluded. To take it, each
//! of its items is booked as used once more; one that is used v times is complete: it is deactivated,
//! and all its other options are hidden. Afterwards the option stays excluded until the level is
//! closed. An item with v = 1 to go is covered when its level is opened, as in Algorithm X, so that
//! its other options need not be hidden anew for each; unless another item was chosen than one of the
//! smallest.
//!
//! # Cost
//!
//! As `links` on items to be covered once; on others, up to the square of their number of options a
//! level.

use super::Extent;
use super::lists::Lists;
use crate::ids::{ItemId, OptionId};
use crate::matrix::{ItemKind, Matrix};
use crate::setup::Setup;
use crate::strategy::guide::Guide;
use crate::strategy::settled::Settled;
use crate::strategy::walk::{Moves, Start, Taken};

/// A level of the search: an item was chosen, and its options are tried in turn, then none of them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Level {
    item: u32,
    /// Whether the item was covered when the level was opened: this is its last option.
    covers: bool,
    /// The node, in the item's list, of the option that is tried; `None` for none.
    node: Option<u32>,
    /// Number of branches tried.
    tried: u32,
    /// Number of branches.
    of: u32,
    /// Number of options excluded before the level was opened.
    excluded: u32,
    extent: Extent,
    head: u32,
    /// How much was noted before the item was chosen, and before what is tried was taken.
    before: u32,
    ready: u32,
}

/// The moves of Algorithm M.
#[derive(Debug)]
pub(super) struct Multiple<const COLOURED: bool> {
    pub(super) lists: Lists<COLOURED>,
    /// For each primary item the least and the greatest number of options, and how many are taken.
    bounds: Vec<(u32, u32)>,
    used: Vec<u32>,
    /// The nodes, in the lists of their levels' items, of options that are excluded.
    excluded: Vec<u32>,
}

impl<const COLOURED: bool> Multiple<COLOURED> {
    /// The moves of no problem, to be [reset](Moves::reset).
    pub(super) fn empty() -> Self {
        let (bounds, used, excluded) = (Vec::new(), Vec::new(), Vec::new());
        Multiple { lists: Lists::empty(), bounds, used, excluded }
    }

    /// Takes an option for good; `false` if it cannot be taken, or leaves an item with too few.
    fn give(&mut self, option: OptionId, chosen: &mut Vec<OptionId>) -> bool {
        let Some(node) = self.lists.possible(option) else {
            return chosen.contains(&option);
        };
        chosen.push(option);
        self.lists.make_room();
        let mut level = self.level(self.lists.item(node));
        self.take(&mut level, Some(node)) != Taken::Dead
    }

    /// A level for an item, before anything is done about it.
    fn level(&self, item: u32) -> Level {
        Level {
            item,
            covers: false,
            node: None,
            tried: 0,
            of: self.lists.sizes[item as usize],
            excluded: self.excluded.len() as u32,
            extent: Extent::none((0, 0)),
            head: self.lists.head,
            before: self.lists.noted,
            ready: self.lists.noted,
        }
    }

    /// Takes an option out of all lists for the rest of a level.
    fn exclude(&mut self, level: &mut Level, node: u32) {
        self.lists.make_room();
        self.lists.hide(node);
        self.lists.unlink(node);
        self.excluded.push(node);
        level.ready = self.lists.noted;
    }

    /// Whether something remains to be done, and whether it can be.
    fn judge(&self, level: &Level) -> Taken {
        if self.lists.all_covered() {
            Taken::Solution
        } else if self.lists.has_lost(level.before) {
            Taken::Dead
        } else {
            Taken::Open
        }
    }

    /// Whether the other options that have the item of node `x` must go, now that its option is
    /// taken: it is secondary, or complete; and it was not done when the level was opened.
    fn is_settled(&self, level: &Level, x: u32) -> bool {
        let item = self.lists.item(x);
        if level.covers && item == level.item {
            return false;
        }
        item >= self.lists.primaries || self.room(item) == 0
    }

    /// Books that an option of an item is taken, which is out of the item's list already.
    fn book(&mut self, item: u32) {
        let index = item as usize;
        self.used[index] += 1;
        // One option fewer, but one fewer is needed, too.
        if self.used[index] <= self.bounds[index].0 {
            self.lists.sizes[index] += 1;
            if self.lists.sizes[index] == 1 {
                self.lists.note(item);
            }
        }
        if self.room(item) == 0 {
            self.lists.deactivate(item);
        }
    }

    /// Undoes [`book`](Self::book).
    fn unbook(&mut self, item: u32) {
        let index = item as usize;
        if self.room(item) == 0 {
            self.lists.activate(item);
        }
        if self.used[index] <= self.bounds[index].0 {
            self.lists.sizes[index] -= 1;
        }
        self.used[index] -= 1;
    }

    /// Shows the options that a level's branch in force has hidden or excluded, its own among them.
    pub(super) fn each_gone(&self, level: &Level, visit: &mut impl FnMut(OptionId)) {
        if level.covers {
            self.lists.each_of(level.item, visit);
        }
        for &node in &self.excluded[level.excluded as usize..] {
            visit(OptionId::new(self.lists.option_of(node)));
        }
        if level.node.is_some() {
            let (from, to) = level.extent.nodes;
            for x in (from..to).filter(|&x| self.is_settled(level, x)) {
                self.lists.each_concealed(x, visit);
            }
        }
    }

    /// How many options more an item must have.
    pub(super) fn still_needed(&self, item: u32) -> u32 {
        self.bounds[item as usize].0.saturating_sub(self.used[item as usize])
    }

    /// How many options more an item may have.
    fn room(&self, item: u32) -> u32 {
        self.bounds[item as usize].1 - self.used[item as usize]
    }
}

impl<const COLOURED: bool> Moves for Multiple<COLOURED> {
    type Level = Level;
    /// The node, in the item's list, of an option; `None` for none of them.
    type Choice = Option<u32>;

    fn reset(&mut self, matrix: &Matrix, setup: &Setup, ranked: Option<&[u32]>) -> Start {
        let lists = &mut self.lists;
        lists.fill(matrix, &Settled::without_given(matrix, setup), ranked);
        lists.guide = Guide::new(&setup.branching, matrix, &lists.numbers);
        self.bounds.clear();
        for &item in &lists.originals[..lists.primaries as usize] {
            if let ItemKind::Primary { min, max } = matrix.kinds()[item as usize] {
                let size = &mut lists.sizes[self.bounds.len()];
                *size = (*size + 1).saturating_sub(min);
                self.bounds.push((min, max));
            }
        }
        self.used.clear();
        self.used.resize(self.bounds.len(), 0);
        self.excluded.clear();
        let sound = lists.take_note();
        let mut given = Vec::with_capacity(setup.given.len());
        let possible = sound && setup.given.iter().all(|&option| self.give(option, &mut given));
        Start { given, possible }
    }

    fn choose(&mut self) -> u32 {
        self.lists.choose()
    }

    fn insist(&mut self, item: ItemId) -> Option<u32> {
        let number = *self.lists.numbers.get(item.index())?;
        self.lists.insist(number).then_some(number)
    }

    /// Covers an item if it is to have one option more at the most, and no item has fewer branches:
    /// then no size can come below 0 while its options are hidden.
    fn open(&mut self, item: u32) -> Level {
        self.lists.make_room();
        let mut level = self.level(item);
        if self.room(item) == 1 && self.lists.by_size {
            level.covers = true;
            self.lists.deactivate(item);
            self.lists.hide_all(item);
            level.ready = self.lists.noted;
        }
        level
    }

    /// Undoes [`open`](Self::open) and whatever was excluded since.
    fn close(&mut self, level: &Level) {
        self.lists.noted = level.before;
        if level.covers {
            self.lists.unhide_all(level.item);
            self.lists.activate(level.item);
        }
        for node in self.excluded.drain(level.excluded as usize..).rev() {
            self.lists.relink(node);
            self.lists.unhide(node);
        }
    }

    /// At the root the queue of items of size 1 begins at the first note.
    fn unchoose(&mut self) {
        self.lists.head = 0;
    }

    /// The branch to try next: an option's node, or none of them; `None` if there is no more.
    fn next(&self, level: &Level) -> Option<Option<u32>> {
        // What was excluded at this level so far leaves too few options for some item.
        if level.tried == level.of || (!level.covers && self.lists.has_lost(level.before)) {
            return None;
        }
        let after = match level.node {
            Some(node) if level.covers => node,
            _ => level.item,
        };
        let node = self.lists.links[after as usize].down;
        if node != level.item {
            return Some(Some(node));
        }
        (self.used[level.item as usize] >= self.bounds[level.item as usize].0).then_some(None)
    }

    /// Takes the branch of a level: its option, or none of those that its item has.
    fn take(&mut self, level: &mut Level, choice: Option<u32>) -> Taken {
        level.node = choice;
        level.tried += 1;
        let Some(node) = choice else {
            if !level.covers {
                self.lists.deactivate(level.item);
            }
            return self.judge(level);
        };
        if !level.covers {
            self.exclude(level, node);
        }
        let (from, to) = self.lists.extent(node);
        level.extent = Extent::none((from, to));
        for x in from..to {
            let item = self.lists.item(x);
            if item < self.lists.primaries && !(level.covers && x == node) {
                self.book(item);
            }
        }
        let taken = self.judge(level);
        if taken != Taken::Open {
            return taken;
        }
        for x in from..to {
            if !self.is_settled(level, x) {
                continue;
            }
            let row = self.lists.conceal(x);
            if row.is_some() {
                level.extent = Extent { to: x, row, ..level.extent };
                return Taken::Dead;
            }
        }
        level.extent.to = to;
        Taken::Open
    }

    /// Undoes [`take`](Self::take).
    fn retract(&mut self, level: &Level) {
        self.lists.noted = level.ready;
        self.lists.head = level.head;
        let Some(node) = level.node else {
            if !level.covers {
                self.lists.activate(level.item);
            }
            return;
        };
        let (from, to) = level.extent.nodes;
        if level.extent.row.is_some() {
            self.lists.reveal(level.extent.to, level.extent.row);
        }
        for x in (from..level.extent.to).rev() {
            if self.is_settled(level, x) {
                self.lists.reveal(x, None);
            }
        }
        for x in (from..to).rev() {
            let item = self.lists.item(x);
            if item < self.lists.primaries && !(level.covers && x == node) {
                self.unbook(item);
            }
        }
    }

    fn item(&self, level: &Level) -> ItemId {
        self.lists.original(level.item)
    }

    fn choice(&self, level: &Level) -> Option<u32> {
        level.node
    }

    fn option(&self, choice: Option<u32>) -> Option<OptionId> {
        choice.map(|node| OptionId::new(self.lists.option_of(node)))
    }

    fn branches(&self, level: &Level) -> (u32, u32) {
        (level.tried, level.of)
    }

    fn is_complete(&self) -> bool {
        self.lists.all_covered()
    }

    fn updates(&self) -> u64 {
        self.lists.updates
    }

    fn work(&self) -> u64 {
        self.lists.updates + self.lists.looked
    }

    fn blame(&mut self, level: &Level) {
        self.lists.blame(level.before);
    }

    fn weights(&self) -> &[u64] {
        self.lists.guide.weights()
    }

    fn learn(&mut self, weights: &[u64]) -> bool {
        self.lists.guide.learn(weights)
    }

    #[cfg(test)]
    fn check_invariants(&self) {
        self.lists.check_lists(|item| {
            let (min, _) = self.bounds[item as usize];
            1 - i64::from(min.saturating_sub(self.used[item as usize]))
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{build, state};
    use super::*;
    use crate::limits::Budget;
    use crate::strategy::walk::{Next, Walk};
    use crate::strategy::{Searcher, Step};
    use quadrille_testkit::generate::{Shape, random_instance};

    fn walk<const COLOURED: bool>(seed: u64, shape: Shape) {
        let problem = build(&random_instance(seed, shape));
        let mut walk =
            Walk::new(Multiple::<COLOURED>::empty(), problem.matrix(), &Setup::default());
        if walk.then == Next::Choose {
            walk.moves.check_invariants();
        }
        let before = state(&walk.moves.lists);
        // In tests, the search checks the invariants itself after every node that stays open.
        while walk.advance(&mut Budget::nodes(1)) != Step::Exhausted {}
        assert!(before == state(&walk.moves.lists), "seed {seed}: all is back in its place");
        assert!(walk.moves.used.iter().all(|&used| used == 0) && walk.moves.excluded.is_empty());
    }

    #[test]
    fn invariants_hold_after_every_node_and_everything_is_put_back() {
        for seed in 0..3_000 {
            walk::<true>(seed, Shape::MCC);
            walk::<true>(seed, Shape::XCC);
            walk::<false>(seed, Shape { colours: false, ..Shape::MCC });
        }
    }
}
