//! `cells`

mod sets;

use self::sets::Sets;
use super::guide::{Guide, Names};
use super::settled::Settled;
use super::walk::{Moves, Start, Taken, Walk};
use super::{Searcher, Strategy};
use crate::ids::{ItemId, OptionId};
use crate::matrix::{Capabilities, Matrix};
use crate::setup::Setup;

/// Dancing cells: sparse sets of options (TAOCP 7.2.2.3).
#[derive(Debug, Clone, Copy)]
pub struct Cells;

impl Strategy for Cells {
    fn name(&self) -> &'static str {
        "cells"
    }

    fn description(&self) -> &'static str {
        "dancing cells: sparse sets of options, the item with the fewest options first"
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { colours: true, multiplicities: false, costs: false, branching: true }
    }

    fn prepare<'m>(&self, matrix: &'m Matrix, setup: &Setup) -> Box<dyn Searcher + 'm> {
        if matrix.has_colours() {
            Box::new(Walk::new(State::<true>::empty(), matrix, setup))
        } else {
            Box::new(Walk::new(State::<false>::empty(), matrix, setup))
        }
    }
}

/// The sets, and the branches of the open levels.
#[derive(Debug)]
struct State<const COLOURED: bool> {
    sets: Sets<COLOURED>,
    branches: Vec<u32>,
}

/// A level of the search: an item was chosen and its options are removed; they are tried in turn.
#[derive(Debug, Clone, Copy)]
struct Level {
    item: u32,
    /// Number of branches, which are the options that were removed after the first so many, and number
    /// of branches tried.
    gone: u32,
    removed: u32,
    from: u32,
    of: u32,
    tried: u32,
    /// Number of items purified.
    painted: u32,
    /// Number of active items before the item was chosen.
    active: u32,
    /// Where the queue of items of size 1 begins, once this item was chosen.
    head: u32,
    /// How much was noted before the item was chosen, and when its options were removed.
    before: u32,
    covered: u32,
    /// Whether an item came to size 0 when this one's options were removed.
    doubtful: bool,
    saved: bool,
}

impl<const COLOURED: bool> State<COLOURED> {
    /// A state of no problem, to be [reset](Moves::reset).
    fn empty() -> Self {
        State { sets: Sets::empty(), branches: Vec::new() }
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
        self.branches.clear();
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

    /// Removes the options of an item, so that they can be tried.
    #[inline(always)]
    fn open(&mut self, item: u32) -> Level {
        let sets = &mut self.sets;
        sets.make_room();
        let (gone, before, active) = (sets.gone, sets.noted, sets.active);
        let from = self.branches.len();
        let of = sets.size(item);
        sets.deactivate(item);
        sets.active -= 1;
        let mut doubtful = false;
        let mut saved = false;
        if of == 1 {
            self.branches.push(sets.first_option(item));
        } else {
            doubtful = sets.remove_all(item, false);
            self.branches.extend_from_slice(sets.removed_since(gone));
            saved = sets.save();
        }
        Level {
            item,
            from: from as u32,
            gone,
            removed: sets.gone,
            of,
            tried: 0,
            painted: sets.painted(),
            active,
            head: sets.head,
            before,
            covered: sets.noted,
            doubtful,
            saved,
        }
    }

    #[inline(always)]
    fn close(&mut self, level: &Level) {
        self.branches.truncate(level.from as usize);
        let sets = &mut self.sets;
        sets.noted = level.before;
        sets.restore(level.gone, level.painted, false);
        if level.saved {
            sets.unsave();
        }
        sets.activate(level.item);
        sets.active = level.active;
    }

    /// At the root the queue of items of size 1 begins at the first note.
    fn unchoose(&mut self) {
        self.sets.head = 0;
    }

    #[inline(always)]
    fn next(&self, level: &Level) -> Option<u32> {
        (level.tried < level.of).then(|| self.branches[(level.from + level.tried) as usize])
    }

    /// Takes an option: removes those that it excludes.
    ///
    /// Its items are deactivated before the first option is removed: whatever comes to size 0 from then
    /// on is an item that nobody can cover any more. What came to size 0 when the level was opened had
    /// options in common with the level's item only, and is lost unless this one has it.
    #[inline(always)]
    fn take(&mut self, level: &mut Level, option: u32) -> Taken {
        level.tried += 1;
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
        let removed = sets.removed;
        if sets.remove_rivals(option, level.item, true) {
            sets.suspect(level.before);
            sets.wasted += sets.removed - removed;
            return Taken::Dead;
        }
        if level.of == 1 {
            sets.settle(option);
        }
        Taken::Open
    }

    #[inline(always)]
    fn retract(&mut self, level: &Level) {
        let option = self.choice(level);
        let sets = &mut self.sets;
        sets.noted = level.covered;
        sets.head = level.head;
        if !sets.restore(level.removed, level.painted, level.saved) {
            sets.activate_all(option);
        }
        sets.active = level.active - 1;
    }

    /// Nothing but its place tells one branch from another.
    fn skip(&mut self, level: &mut Level, _option: u32) {
        level.tried += 1;
    }

    fn item(&self, level: &Level) -> ItemId {
        self.sets.original(level.item)
    }

    /// The branch that was tried last.
    #[inline]
    fn choice(&self, level: &Level) -> u32 {
        self.branches[(level.from + level.tried - 1) as usize]
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
