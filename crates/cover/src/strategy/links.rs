//! `links`: dancing links, Algorithms X and C of TAOCP 7.2.2.1. The reference: every other strategy
//! is measured against it and must find what it finds.
//!
//! # The idea
//!
//! For each item there is a circular, doubly linked list of the options that have it and are still
//! possible. To take an option is to *cover* its items: each of them leaves the list of items that
//! are still to be covered, and every option that has it leaves the lists of its *other* items. A
//! node x leaves a list by
//!
//! > down[up[x]] ← down[x], up[down[x]] ← up[x]
//!
//! and since x itself keeps its two links, it knows its place, and
//!
//! > down[up[x]] ← x, up[down[x]] ← x
//!
//! puts it back. That is only right when everything that left after x is back already; so whatever
//! is done in taking an option is undone in exactly the reverse order. Nothing is copied, nothing is
//! allocated: the lists at a level of the search are those of the level above it, less a few links.
//!
//! # The data
//!
//! Items are renumbered, primary ones first. Node `i < items` is the head of item i's list. After
//! the heads come the options, the nodes of an option side by side; `right` leads from each to the
//! next and from the last to the first. Options without a primary item are never chosen and left
//! out. The items still to be covered stand in a circular list of their own (`next`, `previous`)
//! with `primaries` as its head, ascending. All of that is in [`lists`]; this file has the moves, and
//! [`walk`](super::walk) goes through the tree with them.
//!
//! Invariants between two nodes of the search (`Lists::check_lists` tests them):
//!
//! - links[links[x].up].down = links[links[x].down].up = x for each x in a list;
//! - sizes[i] = length of item i's list, for each active item i. *Active* are the primary items in
//!   the list of items; the size of any other item has the bit `COVERED` on top;
//! - each active item of size 1 stands in `notes[head..noted]`; no active item has size 0.
//!
//! # Which item next
//!
//! The one with the fewest options (MRV). Ties: items of one option come first, in the order in which
//! they came down to it; then, at two or more, the item declared first. Items of one option are noted
//! when the option before the last leaves their list, so that forced moves need no look at the other
//! items; and an item without options ends a branch at once, in the midst of covering: what was
//! covered so far is all that has to be undone. Knuth's programs look at the sizes only after they
//! have covered everything. The tree is the same but for ties.
//!
//! # Colours
//!
//! An option that gives secondary item j the colour c *purifies* j: the options that give j another
//! colour, or none, are hidden like those of a covered item; those that give it c stay, and their
//! nodes for j are marked `FIXED`, to say that nothing remains to be done about j. The lists of
//! purified items are left as they are.
//!
//! # Beside the book
//!
//! | TAOCP 7.2.2.1 | here |
//! |---|---|
//! | NAME, LLINK, RLINK | a number, `previous`, `next` |
//! | TOP, ULINK, DLINK, LEN | `Place::item`, `Link::up`, `Link::down`, `sizes` |
//! | COLOR | `colours`; `FIXED` for its negative values |
//! | spacers | `Place::right`, and `firsts` |
//! | cover(i) and uncover(i), of the item chosen | `deactivate` and `hide_all`; `unhide_all` and `activate` |
//! | cover(j), or commit(p, j), and back, of the others | `deactivate` and `conceal`; `reveal` and `activate` |
//! | purify(p) and unpurify(p) | `conceal` and `reveal` of a coloured node |
//! | hide(p) and unhide(p) | the same |
//! | X1 to X8 | X1 `Lists::new`; X2, X3 `Next::Choose`; X4, X5 `open`, `take`; X6 `retract`; X7 `close`; X8 `Next::End` |
//!
//! # Multiplicities
//!
//! Problems with items to be covered other than once are searched by Algorithm M: see [`multiple`].
//!
//! # Propagators
//!
//! A user's own code may take options out of the lists after every move: see [`propagated`].
//!
//! # Cost
//!
//! A node costs time in proportion to the links that it removes. Memory: 20 bytes an entry (24 with
//! colours), and some 60 a level. It wins where options are long and the problem too large for bitsets.

mod lists;
mod multiple;
mod priced;
mod prices;
mod propagated;

use self::lists::Lists;
use self::multiple::Multiple;
use self::priced::{Priced, Stock};
use self::propagated::Propagated;
use super::guide::Guide;
use super::settled::Settled;
use super::walk::{Moves, Start, Taken, Walk};
use super::{Searcher, Strategy};
use crate::ids::{ItemId, OptionId};
use crate::matrix::{Capabilities, Matrix};
use crate::setup::Setup;

/// Dancing links (TAOCP 7.2.2.1, Algorithms X, C and M).
#[derive(Debug, Clone, Copy)]
pub struct Links;

impl Strategy for Links {
    fn name(&self) -> &'static str {
        "links"
    }

    fn description(&self) -> &'static str {
        "dancing links: Algorithms X, C and M, the item with the fewest options first"
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            colours: true,
            multiplicities: true,
            costs: true,
            branching: true,
            propagators: true,
        }
    }

    fn prepare<'m>(&self, matrix: &'m Matrix, setup: &Setup) -> Box<dyn Searcher + 'm> {
        let Capabilities { colours, multiplicities, .. } = matrix.needs();
        if setup.propagator.is_some() {
            return match (multiplicities, colours) {
                (false, false) => start(Propagated::new(Lists::<false>::empty()), matrix, setup),
                (false, true) => start(Propagated::new(Lists::<true>::empty()), matrix, setup),
                (true, false) => start(Propagated::new(Multiple::<false>::empty()), matrix, setup),
                (true, true) => start(Propagated::new(Multiple::<true>::empty()), matrix, setup),
            };
        }
        match (multiplicities, colours) {
            (false, false) => start(Lists::<false>::empty(), matrix, setup),
            (false, true) => start(Lists::<true>::empty(), matrix, setup),
            (true, false) => start(Multiple::<false>::empty(), matrix, setup),
            (true, true) => start(Multiple::<true>::empty(), matrix, setup),
        }
    }
}

/// A walk by these moves, or by the same with an eye on the costs.
fn start<'m, M: Stock + 'm>(moves: M, matrix: &'m Matrix, setup: &Setup) -> Box<dyn Searcher + 'm> {
    if setup.costs {
        Box::new(Walk::new(Priced::new(moves), matrix, setup))
    } else {
        Box::new(Walk::new(moves, matrix, setup))
    }
}

/// A level of the search: an item was chosen and covered, and its options are tried in turn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Level {
    /// The item.
    item: u32,
    /// The node, in the item's list, of the option that was tried last; the list's head at first.
    node: u32,
    /// Number of options tried.
    tried: u32,
    /// Number of options in the item's list.
    of: u32,
    /// How far the option in force was taken.
    extent: Extent,
    /// Where the queue of items of size 1 begins, once this item was chosen.
    head: u32,
    /// How much was noted before the item was chosen, and when it was covered.
    before: u32,
    covered: u32,
    /// Whether an item came to size 0 when this one was covered.
    doubtful: bool,
}

/// How far an option was taken: what has to be undone.
#[derive(Debug, Clone, Copy)]
struct Extent {
    /// The option's nodes: from the first to before the second.
    nodes: (u32, u32),
    /// The items of the nodes before this one are covered wholly …
    to: u32,
    /// … and that of this node down to and including the option of this one.
    row: Option<u32>,
}

impl Extent {
    /// Nothing of the option with these nodes is covered.
    fn none(nodes: (u32, u32)) -> Self {
        Extent { nodes, to: nodes.0, row: None }
    }
}

impl<const COLOURED: bool> Moves for Lists<COLOURED> {
    type Level = Level;
    /// The node, in the item's list, of an option.
    type Choice = u32;

    fn reset(&mut self, matrix: &Matrix, setup: &Setup, ranked: Option<&[u32]>) -> Start {
        let (settled, possible) = match Settled::by(matrix, setup) {
            Some(settled) => (settled, true),
            None => (Settled::default(), false),
        };
        self.fill(matrix, &settled, ranked);
        self.guide = Guide::new(&setup.branching, matrix, &self.numbers);
        let sound = self.take_note();
        Start { given: settled.chosen, possible: possible && sound }
    }

    fn choose(&mut self) -> u32 {
        Lists::choose(self)
    }

    fn insist(&mut self, item: ItemId) -> Option<u32> {
        let number = *self.numbers.get(item.index())?;
        Lists::insist(self, number).then_some(number)
    }

    /// Covers an item, so that its options can be tried.
    fn open(&mut self, item: u32) -> Level {
        self.make_room();
        let before = self.noted;
        let of = self.sizes[item as usize];
        self.deactivate(item);
        let doubtful = self.hide_all(item);
        Level {
            item,
            node: item,
            tried: 0,
            of,
            extent: Extent::none((0, 0)),
            head: self.head,
            before,
            covered: self.noted,
            doubtful,
        }
    }

    fn close(&mut self, level: &Level) {
        self.noted = level.before;
        self.unhide_all(level.item);
        self.activate(level.item);
    }

    /// At the root the queue of items of size 1 begins at the first note.
    fn unchoose(&mut self) {
        self.head = 0;
    }

    fn next(&self, level: &Level) -> Option<u32> {
        let node = self.links[level.node as usize].down;
        (node != level.item).then_some(node)
    }

    /// Takes an option: covers or purifies its other items.
    ///
    /// All of them are deactivated before the first option is hidden: whatever comes to size 0 from
    /// then on is an item that nobody can cover any more. What came to size 0 when the level was
    /// opened had options in common with the level's item only, and is lost unless this one has it.
    fn take(&mut self, level: &mut Level, node: u32) -> Taken {
        level.node = node;
        level.tried += 1;
        let (from, to) = self.extent(node);
        level.extent = Extent::none((from, to));
        for x in from..to {
            let item = Lists::item(self, x);
            if x != node && item < self.primaries {
                self.deactivate(item);
            }
        }
        if self.all_covered() {
            return Taken::Solution;
        }
        if level.doubtful && self.has_lost(level.before) {
            return Taken::Dead;
        }
        for x in from..to {
            if x == node {
                continue;
            }
            let row = self.conceal(x);
            if row.is_some() {
                level.extent = Extent { to: x, row, ..level.extent };
                return Taken::Dead;
            }
        }
        level.extent.to = to;
        Taken::Open
    }

    fn retract(&mut self, level: &Level) {
        self.noted = level.covered;
        self.head = level.head;
        let (from, to) = level.extent.nodes;
        if level.extent.row.is_some() {
            self.reveal(level.extent.to, level.extent.row);
        }
        for x in (from..level.extent.to).rev() {
            if x != level.node {
                self.reveal(x, None);
            }
        }
        for x in (from..to).rev() {
            let item = Lists::item(self, x);
            if x != level.node && item < self.primaries {
                self.activate(item);
            }
        }
    }

    /// Nothing but the place in the list tells one branch from another.
    fn skip(&mut self, level: &mut Level, node: u32) {
        level.node = node;
        level.tried += 1;
    }

    fn item(&self, level: &Level) -> ItemId {
        self.original(level.item)
    }

    fn choice(&self, level: &Level) -> u32 {
        level.node
    }

    fn option(&self, node: u32) -> Option<OptionId> {
        Some(OptionId::new(self.option_of(node)))
    }

    fn branches(&self, level: &Level) -> (u32, u32) {
        (level.tried, level.of)
    }

    fn is_complete(&self) -> bool {
        self.all_covered()
    }

    fn updates(&self) -> u64 {
        self.updates
    }

    fn work(&self) -> u64 {
        self.updates + self.looked
    }

    fn blame(&mut self, level: &Level) {
        Lists::blame(self, level.before);
    }

    fn weights(&self) -> &[u64] {
        self.guide.weights()
    }

    fn learn(&mut self, weights: &[u64]) -> bool {
        self.guide.learn(weights)
    }

    #[cfg(test)]
    fn check_invariants(&self) {
        self.check_lists(|_| 0);
    }
}

#[cfg(test)]
pub(crate) mod tests;
