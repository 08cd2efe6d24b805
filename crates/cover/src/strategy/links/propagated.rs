//! Any of the algorithms, with a user's own code that removes options after every move: see
//! [`propagate`](crate::propagate) for what it is shown and when.
//!
//! # The idea
//!
//! An option that is removed leaves all of its lists, as if an item beside the problem had been covered; that
//! is done last in a move, and so undone first. The bound of a search for cheap solutions lies around this
//! ([`Priced`](super::priced::Priced)) and is that of what is left.
//!
//! The lists keep a record of what leaves them ([`Trace`]). An option of the chosen item leaves when the
//! level is opened and is chosen afterwards: a bit of its own tells chosen options from those gone.
//!
//! Invariant between two nodes (`check_invariants` tests it): the bit of an option is set in
//! `Trace::possible` = it is chosen, or in the lists of active items.

use std::sync::Arc;

use super::lists::Lists;
use super::multiple::Multiple;
use super::priced::Stock;
use super::trace::{Record, Trace};
use crate::ids::{ItemId, OptionId};
use crate::matrix::Matrix;
use crate::propagate::{Propagate, Propagation, View, Withdraw, has, options_in};
use crate::setup::Setup;
use crate::strategy::walk::{Moves, Start, Taken};

/// An algorithm whose lists keep a record.
pub(super) trait Traced: Stock + Withdraw {
    /// The record.
    fn trace(&mut self) -> &mut Trace;

    /// Undoes [`withdraw`](Withdraw::withdraw).
    fn restore(&mut self, option: OptionId);

    /// Makes room for the items that may lose options.
    fn make_room(&mut self);

    /// The record, to be looked at.
    #[cfg(test)]
    fn record(&self) -> &Trace;

    /// Whether an option is in the lists of active items.
    #[cfg(test)]
    fn is_listed(&self, option: OptionId) -> bool;
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
    /// The options that were removed and are not back yet.
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
    /// Number of options that had left the lists.
    left: usize,
    /// Number of options removed, and of those in force, before a branch was taken.
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
            removed: Vec::new(),
            gone: Vec::new(),
            solved: Vec::new(),
            count: 0,
            shown: 0,
        }
    }

    /// Books that an option is in force, which has left the lists.
    fn choose_option(&mut self, option: OptionId) {
        self.chosen.push(option);
        self.decided[option.index() / 64] |= 1 << (option.index() % 64);
        self.moves.trace().set(option.get());
    }

    /// Undoes [`choose_option`](Self::choose_option).
    fn unchoose_option(&mut self) {
        if let Some(option) = self.chosen.pop() {
            self.decided[option.index() / 64] &= !(1 << (option.index() % 64));
            self.moves.trace().unset(option.get());
        }
    }

    /// What a node comes to that exact cover takes for open or for a solution. Since the propagation was asked
    /// in this branch, options from the `new`-th on were chosen, and those from the `left`-th on have left the
    /// lists; `None` if it was not.
    fn judge(&mut self, taken: Taken, new: usize, left: Option<usize>) -> Taken {
        let Some(propagation) = self.propagation.as_deref_mut() else { return taken };
        self.moves.make_room();
        // The record is the view's for the time.
        let mut possible = std::mem::take(&mut self.moves.trace().possible);
        self.gone.clear();
        match left {
            Some(left) => {
                let left = self.moves.trace().left[left..].iter().copied();
                self.gone
                    .extend(left.map(OptionId::new).filter(|&option| !has(&self.decided, option)));
            }
            None => {
                let all = (0..self.options).map(OptionId::new);
                self.gone.extend(all.filter(|&option| !has(&possible, option)));
            }
        }
        let is_solution = taken == Taken::Solution;
        if is_solution {
            // What is left in lists then is of no more use.
            for (index, (possible, decided)) in possible.iter().zip(&self.decided).enumerate() {
                self.gone.extend(options_in(index, possible & !decided));
            }
            self.solved.clone_from(&self.decided);
        }
        let before = self.removed.len();
        let mut view = View {
            lists: &mut self.moves,
            possible: if is_solution { &mut self.solved } else { &mut possible },
            decided: &self.decided,
            chosen: &self.chosen,
            new,
            gone: &mut self.gone,
            since: 0,
            removed: &mut self.removed,
            is_first: left.is_none(),
            is_solution,
            is_dead: false,
        };
        let lives = view.ask(propagation);
        self.moves.trace().possible = possible;
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
        self.removed.clear();
        (self.count, self.shown) = (0, 0);
        start.given.iter().for_each(|&option| self.choose_option(option));
        if start.possible {
            let is_complete = self.moves.is_complete();
            let taken = if is_complete { Taken::Solution } else { Taken::Open };
            start.possible = self.judge(taken, 0, None) != Taken::Dead;
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
        let left = self.moves.trace().left.len();
        let (removed, chosen) = (self.removed.len(), self.chosen.len());
        Level { inner: self.moves.open(item), left, removed, chosen }
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
            taken => self.judge(taken, level.chosen, Some(level.left)),
        }
    }

    fn retract(&mut self, level: &Self::Level) {
        for option in self.removed.drain(level.removed..).rev() {
            self.moves.restore(option);
            self.moves.trace().set(option.get());
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
            let is_possible = has(&self.moves.record().possible, option);
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

impl<const COLOURED: bool> Withdraw for Lists<COLOURED, Trace> {
    fn withdraw(&mut self, option: OptionId) -> bool {
        Lists::withdraw(self, option)
    }
}

impl<const COLOURED: bool> Traced for Lists<COLOURED, Trace> {
    fn trace(&mut self) -> &mut Trace {
        &mut self.trace
    }

    fn restore(&mut self, option: OptionId) {
        Lists::restore(self, option);
    }

    fn make_room(&mut self) {
        Lists::make_room(self);
    }

    #[cfg(test)]
    fn record(&self) -> &Trace {
        &self.trace
    }

    #[cfg(test)]
    fn is_listed(&self, option: OptionId) -> bool {
        self.possible(option).is_some()
    }
}

impl<const COLOURED: bool> Withdraw for Multiple<COLOURED, Trace> {
    fn withdraw(&mut self, option: OptionId) -> bool {
        self.lists.withdraw(option)
    }
}

impl<const COLOURED: bool> Traced for Multiple<COLOURED, Trace> {
    fn trace(&mut self) -> &mut Trace {
        &mut self.lists.trace
    }

    fn restore(&mut self, option: OptionId) {
        self.lists.restore(option);
    }

    fn make_room(&mut self) {
        self.lists.make_room();
    }

    #[cfg(test)]
    fn record(&self) -> &Trace {
        &self.lists.trace
    }

    #[cfg(test)]
    fn is_listed(&self, option: OptionId) -> bool {
        self.lists.possible(option).is_some()
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
            removed += walk(Lists::<true, Trace>::empty(), state, seed, Shape::XCC);
            removed += walk(Lists::<false, Trace>::empty(), state, seed, Shape::XC);
            let lists = |moves: &Multiple<true, Trace>| state(&moves.lists);
            removed += walk(Multiple::empty(), lists, seed, Shape::MCC);
            let lists = |moves: &Multiple<false, Trace>| state(&moves.lists);
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
            let moves = Priced::new(Propagated::new(Multiple::<true, Trace>::empty()));
            let mut walk = Walk::new(moves, problem.matrix(), &setup);
            walk.lower_ceiling(12);
            while walk.advance(&mut Budget::nodes(3)) != Step::Exhausted {}
        }
    }
}
