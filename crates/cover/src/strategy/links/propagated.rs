//! Any of the algorithms, with a user's own code that removes options after every move: see
//! [`propagate`](crate::propagate) for what it is shown and when.
//!
//! # The idea
//!
//! An option that is removed leaves all of its lists, as if an item beside the problem had been covered; that
//! is done last in a move, and so undone first. The bound of a search for cheap solutions lies around this
//! ([`Priced`](super::priced::Priced)) and is that of what is left.
//!
//! Nothing is recorded while options are hidden, most of which happens at nodes that turn out to be dead ends:
//! the lists of covered items stay as they were when they were covered, so that what a move has hidden can be
//! read off them afterwards, by whoever wants to know. Searches without a propagator have no code for it.
//!
//! Invariant between two nodes (`check_invariants` tests it): the bit of an option is set in
//! `possible` = it is chosen, or in the lists of active items.

use std::sync::Arc;

use super::lists::Lists;
use super::multiple::Multiple;
use super::priced::Stock;
use crate::ids::{ItemId, OptionId};
use crate::matrix::Matrix;
use crate::propagate::{Propagate, Propagation, View, Withdraw, has, options_in};
use crate::setup::Setup;
use crate::strategy::walk::{Moves, Start, Taken};

/// An algorithm that can tell what a move has hidden, and hide more.
pub(super) trait Traced: Stock + Withdraw {
    /// Whether an option is in the lists of active items.
    fn is_listed(&self, option: OptionId) -> bool;

    /// Shows the options that a level's branch, which left something open, has hidden, its own among them; none
    /// twice.
    fn each_gone(&self, level: &Self::Level, visit: impl FnMut(OptionId));

    /// Undoes [`withdraw`](Withdraw::withdraw).
    fn restore(&mut self, option: OptionId);

    /// Makes room for the items that may lose options.
    fn make_room(&mut self);
}

/// The moves of an algorithm, each followed by a propagation.
#[derive(Debug)]
pub(super) struct Propagated<M> {
    moves: M,
    propagator: Option<Arc<dyn Propagate>>,
    propagation: Option<Box<dyn Propagation>>,
    /// Number of options of the problem.
    options: u32,
    /// The options in force, given ones first, and the same as bits.
    chosen: Vec<OptionId>,
    decided: Vec<u64>,
    /// The bits of the options that are possible, the chosen ones among them.
    possible: Vec<u64>,
    /// The options that were hidden by moves, and those that were removed, and are not back yet.
    hidden: Vec<OptionId>,
    removed: Vec<OptionId>,
    /// What a view shows as gone, and as possible at a solution.
    gone: Vec<OptionId>,
    solved: Vec<u64>,
    /// Number of options removed so far, and shown as gone.
    count: u64,
    shown: u64,
}

/// A level, and what was there when it was opened.
#[derive(Debug)]
pub(super) struct Level<L> {
    inner: L,
    /// Number of options hidden, of those removed, and of those in force, before a branch was taken.
    hidden: usize,
    removed: usize,
    chosen: usize,
}

impl<M: Traced> Propagated<M> {
    /// The moves of no problem, to be [reset](Moves::reset).
    pub(super) fn new(moves: M) -> Self {
        Propagated {
            moves,
            propagator: None,
            propagation: None,
            options: 0,
            chosen: Vec::new(),
            decided: Vec::new(),
            possible: Vec::new(),
            hidden: Vec::new(),
            removed: Vec::new(),
            gone: Vec::new(),
            solved: Vec::new(),
            count: 0,
            shown: 0,
        }
    }

    /// Books that an option is in force.
    fn choose_option(&mut self, option: OptionId) {
        self.chosen.push(option);
        self.decided[option.index() / 64] |= 1 << (option.index() % 64);
    }

    /// Undoes [`choose_option`](Self::choose_option).
    fn unchoose_option(&mut self) {
        if let Some(option) = self.chosen.pop() {
            self.decided[option.index() / 64] &= !(1 << (option.index() % 64));
        }
    }

    /// What a node comes to that exact cover takes for open or for a solution: the root, or the branch in force of
    /// this level.
    fn judge(&mut self, taken: Taken, level: Option<&Level<M::Level>>) -> Taken {
        let Some(propagation) = self.propagation.as_deref_mut() else { return taken };
        self.moves.make_room();
        self.gone.clear();
        let is_solution = taken == Taken::Solution;
        let first_hidden = self.hidden.len();
        match level {
            None => {
                let all = (0..self.options).map(OptionId::new);
                self.gone.extend(all.filter(|&option| !has(&self.possible, option)));
            }
            // Before the options that exclude each other with the last one are hidden.
            Some(_) if is_solution => {}
            Some(level) => {
                let Propagated { moves, decided, possible, hidden, .. } = self;
                moves.each_gone(&level.inner, |option| {
                    if !has(decided, option) {
                        possible[option.index() / 64] &= !(1 << (option.index() % 64));
                        hidden.push(option);
                    }
                });
                self.gone.extend_from_slice(&self.hidden[first_hidden..]);
            }
        }
        if is_solution {
            // What is possible still is of no more use.
            for (index, (possible, decided)) in self.possible.iter().zip(&self.decided).enumerate()
            {
                self.gone.extend(options_in(index, possible & !decided));
            }
            self.solved.clone_from(&self.decided);
        }
        let before = self.removed.len();
        let mut view = View {
            lists: &mut self.moves,
            possible: if is_solution { &mut self.solved } else { &mut self.possible },
            decided: &self.decided,
            chosen: &self.chosen,
            new: level.map_or(0, |level| level.chosen),
            gone: &mut self.gone,
            since: 0,
            removed: &mut self.removed,
            is_first: level.is_none(),
            is_solution,
            is_dead: false,
        };
        let lives = view.ask(propagation);
        self.count += (self.removed.len() - before) as u64;
        self.shown += self.gone.len() as u64 + 1;
        if lives { taken } else { Taken::Dead }
    }
}

impl<M: Traced> Moves for Propagated<M> {
    type Level = Level<M::Level>;
    type Choice = M::Choice;

    fn reset(&mut self, matrix: &Matrix, setup: &Setup, ranked: Option<&[u32]>) -> Start {
        let mut start = self.moves.reset(matrix, setup, ranked);
        let is_same = match (&self.propagator, &setup.propagator) {
            (Some(old), Some(new)) => Arc::ptr_eq(old, new),
            _ => false,
        };
        if !is_same {
            self.propagator.clone_from(&setup.propagator);
            self.propagation = setup.propagator.as_ref().map(|rules| rules.begin(matrix));
        }
        self.options = matrix.option_count() as u32;
        self.chosen.clear();
        self.decided.clear();
        self.decided.resize(matrix.option_count().div_ceil(64), 0);
        self.possible.clear();
        self.possible.resize(self.decided.len(), 0);
        self.hidden.clear();
        self.removed.clear();
        (self.count, self.shown) = (0, 0);
        start.given.iter().for_each(|&option| self.choose_option(option));
        for option in (0..self.options).map(OptionId::new) {
            if has(&self.decided, option) || self.moves.is_listed(option) {
                self.possible[option.index() / 64] |= 1 << (option.index() % 64);
            }
        }
        if start.possible {
            let is_complete = self.moves.is_complete();
            let taken = if is_complete { Taken::Solution } else { Taken::Open };
            start.possible = self.judge(taken, None) != Taken::Dead;
        }
        start
    }

    fn choose(&mut self) -> u32 {
        self.moves.choose()
    }

    fn insist(&mut self, item: ItemId) -> Option<u32> {
        self.moves.insist(item)
    }

    fn open(&mut self, item: u32) -> Self::Level {
        let (hidden, removed) = (self.hidden.len(), self.removed.len());
        Level { inner: self.moves.open(item), hidden, removed, chosen: self.chosen.len() }
    }

    fn close(&mut self, level: &Self::Level) {
        self.moves.close(&level.inner);
    }

    fn unchoose(&mut self) {
        self.moves.unchoose();
    }

    fn next(&self, level: &Self::Level) -> Option<M::Choice> {
        self.moves.next(&level.inner)
    }

    fn take(&mut self, level: &mut Self::Level, choice: M::Choice) -> Taken {
        let taken = self.moves.take(&mut level.inner, choice);
        if let Some(option) = self.moves.option(choice) {
            self.choose_option(option);
        }
        match taken {
            Taken::Dead => Taken::Dead,
            taken => self.judge(taken, Some(level)),
        }
    }

    fn retract(&mut self, level: &Self::Level) {
        for option in self.removed.drain(level.removed..).rev() {
            self.moves.restore(option);
            self.possible[option.index() / 64] |= 1 << (option.index() % 64);
        }
        for option in self.hidden.drain(level.hidden..) {
            self.possible[option.index() / 64] |= 1 << (option.index() % 64);
        }
        if self.chosen.len() > level.chosen {
            self.unchoose_option();
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
        self.moves.work() + self.shown
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
        self.count
    }

    #[cfg(test)]
    fn check_invariants(&self) {
        self.moves.check_invariants();
        for option in (0..self.options).map(OptionId::new) {
            let is_chosen = self.chosen.contains(&option);
            assert_eq!(has(&self.decided, option), is_chosen, "option {option}");
            let is_possible = has(&self.possible, option);
            assert_eq!(is_possible, is_chosen || self.moves.is_listed(option), "option {option}");
        }
    }
}

impl<M: Traced> Stock for Propagated<M> {
    const CUTS: bool = M::CUTS;

    fn next_active(&self, item: Option<u32>) -> Option<u32> {
        self.moves.next_active(item)
    }

    fn need(&self, item: u32) -> u32 {
        self.moves.need(item)
    }

    #[inline]
    fn scan(&self, item: u32, visit: impl FnMut(u32) -> bool) {
        self.moves.scan(item, visit);
    }

    fn is_forced(&self) -> bool {
        self.moves.is_forced()
    }

    fn choose_this(&mut self, item: u32) {
        self.moves.choose_this(item);
    }
}

impl<const COLOURED: bool> Withdraw for Lists<COLOURED> {
    fn withdraw(&mut self, option: OptionId) -> bool {
        Lists::withdraw(self, option)
    }
}

impl<const COLOURED: bool> Traced for Lists<COLOURED> {
    fn is_listed(&self, option: OptionId) -> bool {
        self.possible(option).is_some()
    }

    fn each_gone(&self, level: &Self::Level, mut visit: impl FnMut(OptionId)) {
        self.each_of(level.item, &mut visit);
        let (from, to) = level.extent.nodes;
        for x in (from..to).filter(|&x| x != level.node) {
            self.each_concealed(x, &mut visit);
        }
    }

    fn restore(&mut self, option: OptionId) {
        Lists::restore(self, option);
    }

    fn make_room(&mut self) {
        Lists::make_room(self);
    }
}

impl<const COLOURED: bool> Withdraw for Multiple<COLOURED> {
    fn withdraw(&mut self, option: OptionId) -> bool {
        self.lists.withdraw(option)
    }
}

impl<const COLOURED: bool> Traced for Multiple<COLOURED> {
    fn is_listed(&self, option: OptionId) -> bool {
        self.lists.possible(option).is_some()
    }

    fn each_gone(&self, level: &Self::Level, mut visit: impl FnMut(OptionId)) {
        Multiple::each_gone(self, level, &mut visit);
    }

    fn restore(&mut self, option: OptionId) {
        self.lists.restore(option);
    }

    fn make_room(&mut self) {
        self.lists.make_room();
    }
}

#[cfg(test)]
mod tests {
    use super::super::priced::Priced;
    use super::super::tests::{build, state};
    use super::*;
    use crate::limits::Budget;
    use crate::propagate::DeadEnd;
    use crate::strategy::walk::{Next, Walk};
    use crate::strategy::{Searcher, Step};
    use quadrille_testkit::generate::{Shape, random_instance};

    /// Removes what a hash of the chosen options and the option says, and refuses some nodes.
    #[derive(Debug, Clone)]
    struct Whim(u64);

    impl Propagate for Whim {
        fn begin(&self, _: &Matrix) -> Box<dyn Propagation> {
            Box::new(self.clone())
        }
    }

    impl Propagation for Whim {
        fn propagate(&mut self, view: &mut View<'_>) -> Result<(), DeadEnd> {
            let mix = |seed: u64, number: u64| (seed ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let seed = view.chosen().iter().fold(mix(self.0, 1 << 40), |seed, option| {
                mix(seed, u64::from(option.get()) + 1).rotate_left(17)
            });
            if seed >> 59 == 0 {
                return Err(DeadEnd);
            }
            view.retain(|option| mix(seed, u64::from(option.get())) >> 60 != 0)
        }
    }

    /// How many options are removed on the way through a tree, all of which come back.
    fn walk<M: Traced, S: PartialEq>(
        moves: M,
        lists: impl Fn(&M) -> S,
        seed: u64,
        shape: Shape,
    ) -> u64 {
        let problem = build(&random_instance(seed, shape));
        let setup = Setup { propagator: Some(Arc::new(Whim(seed))), ..Setup::default() };
        let mut walk = Walk::new(Propagated::new(moves), problem.matrix(), &setup);
        if walk.then == Next::Choose {
            walk.moves.check_invariants();
        }
        let (before, at_root) = (lists(&walk.moves.moves), walk.moves.removed.len());
        // In tests, the search checks the invariants itself after every node that stays open.
        while walk.advance(&mut Budget::nodes(1)) != Step::Exhausted {}
        assert!(before == lists(&walk.moves.moves), "seed {seed}: all is back in its place");
        assert_eq!((walk.moves.removed.len(), walk.moves.chosen.len()), (at_root, 0));
        let removed = walk.statistics().removed;
        walk.restart(&setup);
        walk.descend(&mut |of| of / 2);
        assert!(before == lists(&walk.moves.moves), "seed {seed}: a descent leaves no trace");
        removed
    }

    #[test]
    fn invariants_hold_after_every_node_and_everything_is_put_back() {
        let mut removed = 0;
        for seed in 0..3_000 {
            removed += walk(Lists::<true>::empty(), state, seed, Shape::XCC);
            removed += walk(Lists::<false>::empty(), state, seed, Shape::XC);
            let lists = |moves: &Multiple<true>| state(&moves.lists);
            removed += walk(Multiple::empty(), lists, seed, Shape::MCC);
            let lists = |moves: &Multiple<false>| state(&moves.lists);
            let shape = Shape { colours: false, ..Shape::MCC };
            removed += walk(Multiple::empty(), lists, seed, shape);
        }
        assert!(removed > 3_000, "{removed}");
    }

    #[test]
    fn invariants_hold_under_a_ceiling() {
        for seed in 0..3_000 {
            let problem = build(&random_instance(seed, Shape::ANY));
            let mut setup = Setup { propagator: Some(Arc::new(Whim(seed))), ..Setup::default() };
            setup.costs = true;
            let moves = Priced::new(Propagated::new(Multiple::<true>::empty()));
            let mut walk = Walk::new(moves, problem.matrix(), &setup);
            walk.lower_ceiling(12);
            while walk.advance(&mut Budget::nodes(3)) != Step::Exhausted {}
        }
    }
}
