//! `hybrid`: dancing cells at the top of the tree, bits below.
//!
//! # The idea
//!
//! A node of [`cells`](super::Cells) costs time for the options that it touches, one of
//! [`bits`](super::Bits) for all that are left. So a large problem is begun with cells; and where what is
//! left of it has become small, its options and items are renumbered and drawn together into a problem
//! of bits, and everything below is searched there. Nearly all nodes are below.
//!
//! # The twist
//!
//! Whether to go over to bits depends on what is left and on nothing else, neither on the time nor on what was
//! found before. (Within bits, whether to make a frame may be learnt: the tree does not depend on it. Cells
//! and bits break ties between forced items differently, so here it does.) So the tree is the same
//! whenever a position is reached, and a search can be saved, resumed and split.
//!
//! The levels on the stack are those of bits. Those of cells have a stack of their own; there one that
//! has a number only, `frame` = [`TOP`].
//!
//! # When what is left is small
//!
//! Let there be k items to be covered and n options of mean length l. An item has n l / k options, and a node of
//! cells removes about l² times as many entries; a node of bits looks at n k / 512 blocks of 64 options by
//! 8 items. An entry costs about three times what a block costs. So the two are level where k² is about
//! 1536 l³, however many options there are: at 204 items if they have 3 each, at 730 if they have 7. Deeper,
//! bits gain, because what they look at shrinks with n and with k; on the other side, to go over has its price.
//! They take over, where no item is forced, when no more than [`most_items`] are left, and the sets of the options
//! that are left take no more than 1 GiB.
//!
//! # Cost
//!
//! To go over costs O(entries left + sets · words): some microseconds for hundreds of options. It wins on
//! problems with many items and short options whose tree is deep; it loses to cells where mostly just
//! a few nodes are below. [`links`](super::Links) at the top instead was up to 1.5 times as slow.

use super::bits::{self, Sets};
use super::cells::{self, Cells};
use super::links::Links;
use super::walk::{Course, Moves, Start, Taken, Walk};
use super::{Searcher, Step, Strategy};
use crate::ids::{ItemId, OptionId};
use crate::matrix::{Capabilities, Matrix};
use crate::setup::Setup;

/// Bits take over where the square of the number of items is this times the cube of the options' mean
/// length, or less. Of 192, 512, 1024 and 1536 the last was best on Latin squares of order 16 and 20, the
/// first on sudokus of 16×16 and 25×25 (by 0.9), and there was no difference elsewhere.
const LEVEL: f64 = 1024.0;
/// The frame of the levels of cells: none.
const TOP: u32 = u32::MAX;

/// Where so many items or fewer are to be covered, a node of bits costs less than one of cells. O(entries).
///
/// An entry with a colour counts half: the options that agree with it stay.
pub(super) fn most_items(matrix: &Matrix) -> usize {
    let coloured = matrix.colours.iter().filter(|&&colour| colour != 0).count();
    let entries = matrix.entry_count() as f64 - coloured as f64 / 2.0;
    let length = entries / matrix.option_count().max(1) as f64;
    (LEVEL * length.powi(3)).sqrt() as usize
}

/// Dancing cells for as long as much is left, then bits.
#[derive(Debug, Clone, Copy)]
pub struct Hybrid;

impl Strategy for Hybrid {
    fn name(&self) -> &'static str {
        "hybrid"
    }

    fn description(&self) -> &'static str {
        "dancing cells at the top, and bits where what is left is small: for large problems"
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { colours: true, ..Capabilities::default() }
    }

    fn prepare<'m>(&self, matrix: &'m Matrix, setup: &Setup) -> Box<dyn Searcher + 'm> {
        if !Cells::fit(matrix) {
            Links.prepare(matrix, setup)
        } else if matrix.has_colours() {
            Box::new(Walk::new(State::<true>::new(matrix, most_items(matrix)), matrix, setup))
        } else {
            Box::new(Walk::new(State::<false>::new(matrix, most_items(matrix)), matrix, setup))
        }
    }
}

/// Where the search is: at the top, or in the bits below.
#[derive(Debug)]
struct State<'m, const COLOURED: bool> {
    matrix: &'m Matrix,
    top: cells::State<COLOURED>,
    levels: Vec<cells::Level>,
    bits: bits::State,
    is_below: bool,
    /// The level that is opened next is the first one below.
    enters: bool,
    /// What is left is small with so many items, or fewer.
    most_items: usize,
    /// What is left, when bits take over.
    options: Vec<u32>,
    items: Vec<u32>,
    /// Options and items looked at to go over.
    looked: u64,
}

/// A branch, at the top or below.
#[derive(Debug, Clone, Copy)]
enum Choice {
    Top(u32),
    Below(bits::Choice),
}

impl<'m, const COLOURED: bool> State<'m, COLOURED> {
    fn new(matrix: &'m Matrix, most_items: usize) -> Self {
        State {
            matrix,
            top: cells::State::empty(),
            levels: Vec::new(),
            bits: bits::State::new(Sets::of(matrix), bits::Machine::best()),
            is_below: false,
            enters: false,
            most_items,
            options: Vec::new(),
            items: Vec::new(),
            looked: 0,
        }
    }

    /// Goes over to bits, if what is left is small.
    fn enter(&mut self) {
        if self.is_below
            || self.top.active_count() as usize > self.most_items
            || !self.bits.fit_for(self.top.live_count() as usize)
            || self.top.has_forced()
        {
            return;
        }
        self.items.clear();
        self.items.extend(self.top.active_items().map(ItemId::get));
        self.options.clear();
        self.options.extend(self.top.live_options().map(OptionId::get));
        self.looked += (self.items.len() + self.options.len()) as u64;
        self.items.sort_unstable();
        self.options.sort_unstable();
        self.bits.fill(self.matrix, &self.options, &self.items);
        self.is_below = true;
        self.enters = true;
    }

    fn leave(&mut self) {
        self.is_below = false;
        self.enters = false;
    }

    fn top_level(&self, level: &bits::Level) -> &cells::Level {
        &self.levels[level.slot as usize]
    }
}

impl<const COLOURED: bool> Moves for State<'_, COLOURED> {
    type Level = bits::Level;
    type Choice = Choice;

    fn reset(&mut self, matrix: &Matrix, setup: &Setup, ranked: Option<&[u32]>) -> Start {
        self.leave();
        self.levels.clear();
        self.looked = 0;
        self.bits.restart();
        self.top.reset(matrix, setup, ranked)
    }

    fn choose(&mut self) -> u32 {
        self.enter();
        if self.is_below { self.bits.choose() } else { self.top.choose() }
    }

    fn insist(&mut self, item: ItemId) -> Option<u32> {
        self.enter();
        if self.is_below { self.bits.insist(item) } else { self.top.insist(item) }
    }

    fn open(&mut self, item: u32) -> bits::Level {
        if self.is_below {
            let mut level = self.bits.open(item);
            level.is_door = std::mem::take(&mut self.enters);
            return level;
        }
        let level = self.top.open(item);
        let mut number = bits::Level::of_frame(TOP);
        number.slot = self.levels.len() as u32;
        self.levels.push(level);
        number
    }

    fn close(&mut self, level: &bits::Level) {
        if level.frame == TOP {
            if let Some(level) = self.levels.pop() {
                self.top.close(&level);
            }
            return;
        }
        self.bits.close(level);
        if level.is_door {
            self.leave();
        }
    }

    fn unchoose(&mut self) {
        self.top.unchoose();
    }

    fn next(&self, level: &bits::Level) -> Option<Self::Choice> {
        if level.frame == TOP {
            self.top.next(self.top_level(level)).map(Choice::Top)
        } else {
            self.bits.next(level).map(Choice::Below)
        }
    }

    fn take(&mut self, level: &mut bits::Level, choice: Self::Choice) -> Taken {
        match choice {
            Choice::Top(choice) => self.top.take(&mut self.levels[level.slot as usize], choice),
            Choice::Below(choice) => self.bits.take(level, choice),
        }
    }

    fn retract(&mut self, level: &bits::Level) {
        if level.frame == TOP {
            self.top.retract(&self.levels[level.slot as usize]);
        } else {
            self.bits.retract(level);
        }
    }

    fn skip(&mut self, level: &mut bits::Level, choice: Self::Choice) {
        match choice {
            Choice::Top(choice) => self.top.skip(&mut self.levels[level.slot as usize], choice),
            Choice::Below(choice) => self.bits.skip(level, choice),
        }
    }

    fn item(&self, level: &bits::Level) -> ItemId {
        if level.frame == TOP {
            self.top.item(self.top_level(level))
        } else {
            self.bits.item(level)
        }
    }

    fn choice(&self, level: &bits::Level) -> Self::Choice {
        if level.frame == TOP {
            Choice::Top(self.top.choice(self.top_level(level)))
        } else {
            Choice::Below(self.bits.choice(level))
        }
    }

    fn option(&self, choice: Self::Choice) -> Option<OptionId> {
        match choice {
            Choice::Top(choice) => self.top.option(choice),
            Choice::Below(choice) => self.bits.option(choice),
        }
    }

    fn branches(&self, level: &bits::Level) -> (u32, u32) {
        if level.frame == TOP {
            self.top.branches(self.top_level(level))
        } else {
            self.bits.branches(level)
        }
    }

    /// Asked at the root only.
    fn is_complete(&self) -> bool {
        self.top.is_complete()
    }

    fn updates(&self) -> u64 {
        self.top.updates() + self.bits.updates()
    }

    fn work(&self) -> u64 {
        self.top.work() + self.bits.work() + self.looked
    }

    fn blame(&mut self, level: &bits::Level) {
        if level.frame == TOP {
            self.top.blame(&self.levels[level.slot as usize]);
        }
    }

    fn weights(&self) -> &[u64] {
        self.top.weights()
    }

    fn learn(&mut self, weights: &[u64]) -> bool {
        self.top.learn(weights)
    }

    fn sprint(&mut self, course: Course<'_, bits::Level>) -> Option<Step> {
        if !self.is_below {
            return None;
        }
        let floor = course.floor.max(self.levels.len());
        self.bits.sprint(Course { floor, ..course })
    }

    #[cfg(test)]
    fn check_invariants(&self) {
        if self.is_below {
            self.bits.check_invariants();
        } else {
            self.top.check_invariants();
        }
    }
}

#[cfg(test)]
mod tests;
