//! Branch and bound: any of the algorithms, with an eye on what its solutions cost.
//!
//! # The bound
//!
//! Give each primary item i a price y(i), so that no option is worth more than it costs: the *net
//! cost* n(o) = cost(o) − Σ y(i) over the items of o is nowhere negative. If every item i is covered
//! u(i) times, a solution costs just
//!
//! > Σ u(i) y(i) + Σ n(o) over its options,
//!
//! and more if items are covered more often. The first sum is known before the search; so what an
//! option adds to the bound is its net cost, and options of an item are tried in that order. Knuth
//! (DLX5) calls such prices taxes, and takes for each item in turn the least that its options have
//! left; [`prices`](super::prices) comes near the best there are.
//!
//! That much costs one addition a node. The twist: at each node the prices are raised once more
//! (*dual ascent*): for each active item in turn, by the least net cost of the options that it has
//! still. What is left of the search is often decided then and there; and if not, it is known which
//! item has the fewest options that fit under the ceiling: the one to branch on.
//!
//! # The ceiling
//!
//! Whoever drives the search collects the solutions, and lowers the ceiling to the cost of the
//! k-th cheapest so far. Solutions of the same cost as the last one kept are not found any more.
//!
//! # Limits
//!
//! Ascent looks at the first few options of every active item at a node. Prices are raised in the
//! order of the items, not in the best order. Secondary items have no price.

use super::lists::Lists;
use super::multiple::Multiple;
use super::prices::Prices;
use crate::ids::{ItemId, OptionId};
use crate::matrix::Matrix;
use crate::setup::{Branching, Setup};
use crate::strategy::walk::{Moves, Start, Taken};

/// What branch and bound must know of an algorithm's lists.
pub(super) trait Stock: Moves {
    /// Whether an item's branches may end before its list does: an option passed over may not come
    /// back through another item.
    const CUTS: bool;

    /// The active item behind this one, or the first; `None` behind the last.
    fn next_active(&self, item: Option<u32>) -> Option<u32>;

    /// How many options an item must still have.
    fn need(&self, item: u32) -> u32;

    /// Shows the options in the list of an item to `visit`, for as long as it answers yes.
    fn scan(&self, item: u32, visit: impl FnMut(u32) -> bool);

    /// Whether an item with a single option is to be chosen next.
    fn is_forced(&self) -> bool;

    /// Chooses this active item.
    fn choose_this(&mut self, item: u32);
}

/// The moves of an algorithm under a ceiling.
#[derive(Debug)]
pub(super) struct Priced<M> {
    moves: M,
    /// The prices, and what they leave of each option's cost; their scale is 0 as long as there are
    /// none.
    prices: Prices,
    /// During ascent: what remains of the options' net costs, for those whose `stamp` is `now`.
    rest: Vec<u64>,
    stamps: Vec<u32>,
    now: u32,
    /// The cost of the options in force, given ones included.
    spent: u128,
    /// Σ u(i) y(i) + Σ n(o) over the options in force, scaled: no solution from here costs less.
    floor: i128,
    /// Solutions of this cost or more are not wanted …
    ceiling: u128,
    /// … so that this is the greatest bound, scaled, that leaves something wanted.
    highest: i128,
    /// The bound, scaled, of the node that a level is opened at next, and of the root.
    reached: i128,
    root: i128,
    /// Number of options looked at so far.
    looked: u64,
    /// The item to branch on next, if ascent has found one.
    favourite: Option<u32>,
    /// Whether the branching is the default, which may give way to the favourite.
    free: bool,
    /// Whether no option adds to the bound, so that there is nothing to raise.
    flat: bool,
}

/// A level, and what was known when it was opened.
#[derive(Debug)]
pub(super) struct Level<L> {
    inner: L,
    /// The bound of the node.
    reached: i128,
    /// The floor without the level's own option.
    floor: i128,
}

impl<M: Stock> Priced<M> {
    /// The moves of no problem.
    pub(super) fn new(moves: M) -> Self {
        Priced {
            moves,
            prices: Prices::default(),
            rest: Vec::new(),
            stamps: Vec::new(),
            now: 0,
            spent: 0,
            floor: 0,
            ceiling: u128::MAX,
            highest: i128::MAX,
            reached: 0,
            root: 0,
            looked: 0,
            favourite: None,
            free: true,
            flat: false,
        }
    }

    /// Raises the prices of the active items; the bound that follows. One over `highest` says that
    /// nothing wanted is left.
    fn ascend(&mut self) -> i128 {
        self.now = self.now.wrapping_add(1);
        if self.now == 0 {
            self.stamps.fill(0);
            self.now = 1;
        }
        let mut bound = self.floor;
        let mut item = self.moves.next_active(None);
        while let Some(active) = item {
            item = self.moves.next_active(item);
            let need = self.moves.need(active);
            if need == 0 {
                continue;
            }
            let mut least = u64::MAX;
            self.looked += 1;
            let (net, rest, stamps, now) =
                (&self.prices.net, &mut self.rest, &mut self.stamps, self.now);
            let looked = &mut self.looked;
            self.moves.scan(active, |option| {
                let option = option as usize;
                let left = if stamps[option] == now { rest[option] } else { net[option] };
                least = least.min(left);
                *looked += 1;
                least > 0
            });
            if least == 0 || least == u64::MAX {
                continue;
            }
            self.moves.scan(active, |option| {
                let option = option as usize;
                let left = if stamps[option] == now { rest[option] } else { net[option] };
                stamps[option] = now;
                rest[option] = left - least;
                true
            });
            bound = bound.saturating_add(i128::from(least) * i128::from(need));
            if bound > self.highest {
                return bound;
            }
        }
        if self.highest != i128::MAX && self.free {
            return self.look_for_favourite(bound);
        }
        bound
    }

    /// Finds the item with the fewest options that fit under the ceiling, after an ascent; the bound,
    /// which is over `highest` if an item has too few.
    fn look_for_favourite(&mut self, bound: i128) -> i128 {
        let slack = self.highest.saturating_sub(bound);
        let mut fewest = u32::MAX;
        let mut looked = 0;
        let mut item = self.moves.next_active(None);
        while let Some(active) = item {
            item = self.moves.next_active(item);
            let need = self.moves.need(active);
            // So many are too many to be the fewest.
            let enough = fewest.saturating_add(need).saturating_sub(1);
            let mut fitting: u32 = 0;
            looked += 1;
            self.moves.scan(active, |option| {
                let option = option as usize;
                let touched = self.stamps[option] == self.now;
                let rest = if touched { self.rest[option] } else { self.prices.net[option] };
                fitting += u32::from(i128::from(rest) <= slack);
                looked += 1;
                fitting < enough
            });
            if fitting < need {
                self.looked += looked;
                return i128::MAX;
            }
            let branches = fitting - need + 1;
            if branches < fewest {
                (fewest, self.favourite) = (branches, Some(active));
            }
        }
        self.looked += looked;
        bound
    }

    fn book(&mut self, option: OptionId) {
        self.spent += u128::from(self.prices.costs[option.index()]);
        self.floor += i128::from(self.prices.net[option.index()]);
    }

    fn unbook(&mut self, option: OptionId) {
        self.spent -= u128::from(self.prices.costs[option.index()]);
        self.floor -= i128::from(self.prices.net[option.index()]);
    }
}

impl<M: Stock> Moves for Priced<M> {
    type Level = Level<M::Level>;
    type Choice = M::Choice;

    fn reset(&mut self, matrix: &Matrix, setup: &Setup, _: Option<&[u32]>) -> Start {
        // Prices are those of the problem, whatever the setup: they stay.
        if self.prices.scale == 0 {
            self.prices = Prices::of(matrix);
        }
        self.floor = self.prices.base;
        let mut ranked: Vec<u32> = (0..matrix.option_count() as u32).collect();
        // Options that add as much stay as they were added.
        ranked.sort_by_key(|&option| self.prices.net[option as usize]);
        let start = self.moves.reset(matrix, setup, Some(&ranked));
        self.rest.clear();
        self.rest.resize(self.prices.net.len(), 0);
        self.stamps.clear();
        self.stamps.resize(self.prices.net.len(), 0);
        self.now = 0;
        self.spent = 0;
        for &option in &start.given {
            self.book(option);
        }
        (self.ceiling, self.highest) = (u128::MAX, i128::MAX);
        self.free = matches!(setup.branching, Branching::Fewest);
        self.favourite = None;
        self.looked = 0;
        self.flat = self.prices.net.iter().all(|&net| net == 0);
        self.reached = if start.possible { self.ascend() } else { self.floor };
        self.root = self.reached;
        start
    }

    fn choose(&mut self) -> u32 {
        match self.favourite.take() {
            Some(item) => {
                self.moves.choose_this(item);
                item
            }
            None => self.moves.choose(),
        }
    }

    fn insist(&mut self, item: ItemId) -> Option<u32> {
        self.favourite = None;
        self.moves.insist(item)
    }

    fn open(&mut self, item: u32) -> Self::Level {
        Level { inner: self.moves.open(item), reached: self.reached, floor: self.floor }
    }

    fn close(&mut self, level: &Self::Level) {
        self.moves.close(&level.inner);
    }

    fn unchoose(&mut self) {
        self.moves.unchoose();
        (self.reached, self.favourite) = (self.root, None);
    }

    fn next(&self, level: &Self::Level) -> Option<M::Choice> {
        if level.reached > self.highest {
            // Whatever its branches are.
            return None;
        }
        let choice = self.moves.next(&level.inner)?;
        // If this branch adds too much, so do those behind it.
        let dear = M::CUTS && self.adds(level, choice) > self.highest;
        (!dear).then_some(choice)
    }

    fn take(&mut self, level: &mut Self::Level, choice: M::Choice) -> Taken {
        self.favourite = None;
        let taken = self.moves.take(&mut level.inner, choice);
        if let Some(option) = self.moves.option(choice) {
            self.book(option);
        }
        match taken {
            Taken::Dead => return Taken::Dead,
            Taken::Solution if self.spent < self.ceiling => return Taken::Solution,
            Taken::Solution => return Taken::Dead,
            Taken::Open => {}
        }
        if self.floor > self.highest {
            return Taken::Dead;
        }
        // A forced move decides nothing: the next one that does looks at the bound.
        let spared = self.flat || self.moves.is_forced();
        let bound = if spared { self.floor } else { self.ascend() };
        self.reached = bound.max(level.reached);
        if self.reached > self.highest { Taken::Dead } else { Taken::Open }
    }

    fn retract(&mut self, level: &Self::Level) {
        if let Some(option) = self.moves.option(self.moves.choice(&level.inner)) {
            self.unbook(option);
        }
        self.moves.retract(&level.inner);
    }

    fn skip(&mut self, level: &mut Self::Level, choice: M::Choice) {
        self.moves.skip(&mut level.inner, choice);
    }

    fn item(&self, level: &Self::Level) -> ItemId {
        self.moves.item(&level.inner)
    }

    fn choice(&self, level: &Self::Level) -> M::Choice {
        self.moves.choice(&level.inner)
    }

    fn option(&self, choice: M::Choice) -> Option<OptionId> {
        self.moves.option(choice)
    }

    fn branches(&self, level: &Self::Level) -> (u32, u32) {
        self.moves.branches(&level.inner)
    }

    fn is_complete(&self) -> bool {
        self.moves.is_complete()
    }

    fn updates(&self) -> u64 {
        self.moves.updates()
    }

    fn work(&self) -> u64 {
        self.moves.work() + self.looked
    }

    fn blame(&mut self, level: &Self::Level) {
        self.moves.blame(&level.inner);
    }

    fn weights(&self) -> &[u64] {
        self.moves.weights()
    }

    fn learn(&mut self, weights: &[u64]) -> bool {
        self.moves.learn(weights)
    }

    fn removed(&self) -> u64 {
        self.moves.removed()
    }

    fn lower_ceiling(&mut self, ceiling: u128) {
        self.ceiling = self.ceiling.min(ceiling);
        // Costs are whole numbers: a bound of more than ceiling − 1 is one of ceiling.
        let scale = self.prices.scale;
        let highest = self.ceiling.checked_sub(1).map(|highest| {
            i128::try_from(highest).ok().and_then(|highest| highest.checked_mul(scale))
        });
        // Nothing costs less than nothing.
        self.highest = highest.map_or(i128::MIN, |highest| highest.unwrap_or(i128::MAX));
    }

    fn root_bound(&self) -> u128 {
        self.cost(self.reached)
    }

    fn bound(&self, level: &Self::Level) -> u128 {
        if !M::CUTS {
            return self.cost(level.reached);
        }
        self.next(level)
            .map_or(u128::MAX, |choice| self.cost(self.adds(level, choice).max(level.reached)))
    }

    #[cfg(test)]
    fn check_invariants(&self) {
        self.moves.check_invariants();
    }
}

impl<M: Stock> Priced<M> {
    /// What a branch of a level adds up to, before anything is known of what it leaves.
    fn adds(&self, level: &Level<M::Level>, choice: M::Choice) -> i128 {
        let net = self.moves.option(choice).map_or(0, |option| self.prices.net[option.index()]);
        level.floor + i128::from(net)
    }

    /// The least cost that a scaled bound leaves.
    fn cost(&self, bound: i128) -> u128 {
        u128::try_from(
            bound.div_euclid(self.prices.scale) + i128::from(bound % self.prices.scale != 0),
        )
        .unwrap_or(0)
    }
}

impl<const COLOURED: bool> Stock for Lists<COLOURED> {
    const CUTS: bool = true;

    fn next_active(&self, item: Option<u32>) -> Option<u32> {
        let next = self.next[item.unwrap_or(self.primaries) as usize];
        (next != self.primaries).then_some(next)
    }

    fn need(&self, _: u32) -> u32 {
        1
    }

    #[inline]
    fn scan(&self, item: u32, mut visit: impl FnMut(u32) -> bool) {
        let mut x = self.links[item as usize].down;
        while x != item && visit(self.option_of(x)) {
            x = self.links[x as usize].down;
        }
    }

    fn is_forced(&self) -> bool {
        self.has_forced()
    }

    fn choose_this(&mut self, item: u32) {
        self.prefer(item);
    }
}

impl<const COLOURED: bool> Stock for Multiple<COLOURED> {
    const CUTS: bool = false;

    fn next_active(&self, item: Option<u32>) -> Option<u32> {
        self.lists.next_active(item)
    }

    fn need(&self, item: u32) -> u32 {
        self.still_needed(item)
    }

    fn scan(&self, item: u32, visit: impl FnMut(u32) -> bool) {
        self.lists.scan(item, visit);
    }

    fn is_forced(&self) -> bool {
        self.lists.has_forced()
    }

    fn choose_this(&mut self, item: u32) {
        self.lists.prefer(item);
    }
}
