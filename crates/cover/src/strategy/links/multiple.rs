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
//! its other options need not be hidden anew for each.
//!
//! # Cost
//!
//! As `links` on items to be covered once; on others, up to the square of their number of options a
//! level.

use super::lists::Lists;
use super::settled::Settled;
use super::{Extent, Next, Taken};
use crate::ids::OptionId;
use crate::limits::Budget;
use crate::matrix::{ItemKind, Matrix};
use crate::statistics::Statistics;
use crate::strategy::{Branch, Searcher, Step};

/// A level of the search: an item was chosen, and its options are tried in turn, then none of them.
#[derive(Debug, Clone, Copy)]
struct Level {
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

#[derive(Debug)]
pub(super) struct MultipleSearcher<const COLOURED: bool> {
    lists: Lists<COLOURED>,
    /// For each primary item the least and the greatest number of options, and how many are taken.
    bounds: Vec<(u32, u32)>,
    used: Vec<u32>,
    /// The nodes, in the lists of their levels' items, of options that are excluded.
    excluded: Vec<u32>,
    given: Vec<OptionId>,
    levels: Vec<Level>,
    then: Next,
    statistics: Statistics,
}

impl<const COLOURED: bool> MultipleSearcher<COLOURED> {
    pub(super) fn new(matrix: &Matrix, given: &[OptionId]) -> Self {
        let (mut lists, numbers) = Lists::new(matrix, &Settled::nothing());
        let mut bounds = vec![(0, 0); lists.primaries as usize];
        for (&number, kind) in numbers.iter().zip(matrix.kinds()) {
            if let ItemKind::Primary { min, max } = *kind {
                bounds[number as usize] = (min, max);
                let size = &mut lists.sizes[number as usize];
                *size = (*size + 1).saturating_sub(min);
            }
        }
        let sound = lists.take_note();
        let mut searcher = MultipleSearcher {
            lists,
            used: vec![0; bounds.len()],
            bounds,
            excluded: Vec::new(),
            given: Vec::with_capacity(given.len()),
            levels: Vec::new(),
            then: Next::Choose,
            statistics: Statistics::default(),
        };
        if !sound || !given.iter().all(|&option| searcher.give(option)) {
            searcher.then = Next::End;
        } else if searcher.lists.all_covered() {
            searcher.then = Next::Empty;
        }
        searcher
    }

    /// Takes an option for good; `false` if it cannot be taken, or leaves an item with too few.
    fn give(&mut self, option: OptionId) -> bool {
        let Some(node) = self.lists.possible(option) else {
            return self.given.contains(&option);
        };
        self.given.push(option);
        let mut level = self.level(self.lists.item(node));
        self.exclude(&mut level, node);
        self.take(&mut level) != Taken::Dead
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

    /// Opens a level; the item is covered if it is to have one option more at the most.
    fn open(&mut self, item: u32) -> Level {
        self.lists.make_room();
        let mut level = self.level(item);
        if self.room(item) == 1 {
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

    /// The branch to try next: an option's node, or none of them; `None` if there is no more.
    fn next_branch(&self, level: &Level) -> Option<Option<u32>> {
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

    /// Takes an option out of all lists for the rest of a level.
    fn exclude(&mut self, level: &mut Level, node: u32) {
        self.lists.make_room();
        self.lists.hide(node);
        self.lists.unlink(node);
        self.excluded.push(node);
        level.node = Some(node);
        level.ready = self.lists.noted;
    }

    /// Takes the branch of a level: its option, or none of those that its item has.
    fn take(&mut self, level: &mut Level) -> Taken {
        let Some(node) = level.node else {
            if !level.covers {
                self.lists.deactivate(level.item);
            }
            return self.judge(level);
        };
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

    /// How many options more an item may have.
    fn room(&self, item: u32) -> u32 {
        self.bounds[item as usize].1 - self.used[item as usize]
    }
}

impl<const COLOURED: bool> Searcher for MultipleSearcher<COLOURED> {
    fn advance(&mut self, budget: &mut Budget) -> Step {
        loop {
            let updates = self.lists.updates;
            match self.then {
                Next::Choose => {
                    let item = self.lists.choose();
                    let level = self.open(item);
                    self.levels.push(level);
                    self.then = Next::Try;
                }
                Next::Try => {
                    let Some(mut level) = self.levels.pop() else {
                        self.then = Next::End;
                        continue;
                    };
                    let Some(branch) = self.next_branch(&level) else {
                        self.close(&level);
                        self.then = Next::Retract;
                        continue;
                    };
                    if !budget.take_node() {
                        self.levels.push(level);
                        return Step::Paused;
                    }
                    level.node = branch;
                    level.tried += 1;
                    if let Some(node) = branch
                        && !level.covers
                    {
                        self.exclude(&mut level, node);
                    }
                    let taken = self.take(&mut level);
                    self.statistics.visit(self.levels.len());
                    self.levels.push(level);
                    self.then = Next::Retract;
                    match taken {
                        Taken::Open => {
                            #[cfg(test)]
                            self.check_invariants();
                            self.then = Next::Choose;
                        }
                        Taken::Dead => {}
                        Taken::Solution => {
                            self.statistics.solutions += 1;
                            if budget.take_solution() {
                                return Step::Solution;
                            }
                        }
                    }
                }
                Next::Retract => {
                    let Some(level) = self.levels.last().copied() else {
                        self.then = Next::End;
                        continue;
                    };
                    self.retract(&level);
                    self.then = Next::Try;
                }
                Next::Empty => {
                    self.then = Next::End;
                    self.statistics.solutions += 1;
                    if budget.take_solution() {
                        return Step::Solution;
                    }
                }
                Next::End => return Step::Exhausted,
            }
            let removed = self.lists.updates - updates;
            self.statistics.updates += removed;
            budget.charge(removed + 1);
        }
    }

    fn solution(&self, into: &mut Vec<OptionId>) {
        into.clear();
        into.extend_from_slice(&self.given);
        let taken = self.levels.iter().filter_map(|level| level.node);
        into.extend(taken.map(|node| OptionId::new(self.lists.option(node))));
    }

    fn position(&self) -> Vec<Branch> {
        let branch = |(depth, level): (usize, &Level)| {
            let waiting = self.then == Next::Try && depth + 1 == self.levels.len();
            let (node, index) = if waiting {
                (self.next_branch(level).flatten(), level.tried)
            } else {
                (level.node, level.tried - 1)
            };
            let option = node.map(|node| OptionId::new(self.lists.option(node)));
            Branch { option, index, of: level.of }
        };
        self.levels.iter().enumerate().map(branch).collect()
    }

    fn statistics(&self) -> &Statistics {
        &self.statistics
    }
}

#[cfg(test)]
impl<const COLOURED: bool> MultipleSearcher<COLOURED> {
    fn check_invariants(&self) {
        self.lists.check_invariants(|item| {
            let (min, _) = self.bounds[item as usize];
            1 - i64::from(min.saturating_sub(self.used[item as usize]))
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{build, state};
    use super::*;
    use quadrille_testkit::generate::{Shape, random_instance};

    fn walk<const COLOURED: bool>(seed: u64, shape: Shape) {
        let problem = build(&random_instance(seed, shape));
        let mut searcher = MultipleSearcher::<COLOURED>::new(problem.matrix(), &[]);
        if searcher.then == Next::Choose {
            searcher.check_invariants();
        }
        let before = state(&searcher.lists);
        // In tests, the search checks the invariants itself after every node that stays open.
        while searcher.advance(&mut Budget::nodes(1)) != Step::Exhausted {}
        assert!(before == state(&searcher.lists), "seed {seed}: all is back in its place");
        assert!(searcher.used.iter().all(|&used| used == 0) && searcher.excluded.is_empty());
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
