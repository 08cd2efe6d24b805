//! Propagators: rules that exact cover cannot say, kept by the user's own code during a search.
//!
//! # The idea
//!
//! Sums, automata, connectivity and the like can be written as items and options, but often only as
//! very many. A [`Propagate`] is the other way: after every option that the search takes it is shown which
//! options are possible still, and removes those that no solution of the *user's* problem can contain. The
//! search goes on with what is left, and everything comes back when it goes back.
//!
//! ```
//! use std::sync::Arc;
//! use quadrille_cover::{
//!     DeadEnd, Matrix, ProblemBuilder, Propagate, Propagation, Search, View,
//! };
//!
//! /// The weights of the chosen options add up to this, or less.
//! #[derive(Debug, Clone)]
//! struct AtMost {
//!     weights: Vec<u64>,
//!     most: u64,
//! }
//!
//! impl Propagate for AtMost {
//!     fn begin(&self, _: &Matrix) -> Box<dyn Propagation> {
//!         Box::new(self.clone())
//!     }
//! }
//!
//! impl Propagation for AtMost {
//!     fn propagate(&mut self, view: &mut View<'_>) -> Result<(), DeadEnd> {
//!         let spent = view.chosen().iter().map(|option| self.weights[option.index()]).sum();
//!         let room = self.most.checked_sub(spent).ok_or(DeadEnd)?;
//!         view.retain(|option| self.weights[option.index()] <= room)
//!     }
//! }
//!
//! // Three jobs, each done in one of two ways.
//! let mut builder = ProblemBuilder::new();
//! builder.primary_items(["wash", "cook", "shop"])?;
//! let mut weights = Vec::new();
//! for (job, weight) in [("wash", 1), ("wash", 5), ("cook", 2), ("cook", 4), ("shop", 3), ("shop", 6)] {
//!     builder.add_option([job])?;
//!     weights.push(weight);
//! }
//! let problem = builder.build();
//!
//! let search = Search::new().propagator(Arc::new(AtMost { weights, most: 9 }));
//! assert_eq!(Search::new().count(&problem)?.solutions, 8);
//! assert_eq!(search.count(&problem)?.solutions, 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # When it is asked
//!
//! - At the root, once the given and forbidden options and all that these exclude are out of the way.
//! - After every branch that is taken and leaves each item an option, forced ones included, before the
//!   next item is chosen. Not where exact cover alone finds a dead end.
//! - At every solution, given options alone included, where nothing but the chosen options is possible:
//!   [`View::is_solution`]. What is not refused there is a solution. Who removes too little before is slower,
//!   but right, as long as it refuses every false solution.
//!
//! It is asked once each time, and not again because it has removed something: what it removes is gone
//! from the [`View`] at once, and it sees to it itself how far it goes. [`Together`] asks several until none of them
//! finds anything more.
//!
//! # What it must keep to
//!
//! - Remove only options that no solution of the user's problem has that contains the chosen options and
//!   else only possible ones. Whatever it removes is not searched.
//! - What it removes, and whether it finds a dead end, depends on what the view shows and nothing else: not on
//!   the time, nor on what it was shown before elsewhere in the tree. A [`Propagation`] may keep memory to work in,
//!   and what it knows for good, but no state of the search: the view of a node may be followed by that of
//!   any other one. Then a search that is paused, saved, divided or shared by threads visits the same nodes.
//!
//! # What can take one
//!
//! The strategy [`links`](crate::strategy::Links), and so [`auto`](crate::strategy::Auto); others refuse.
//! With it everything that a [`Search`](crate::Search) does: first, all, count, cheapest (the bound is that of
//! what is left), sessions, watching, estimates, threads, shards and states. A checkpoint holds the propagator's
//! [`identity`](Propagate::identity), and is refused to another one. [`explain()`](crate::explain()) refuses, and so do
//! [diagrams](crate::diagram). A [`Preprocess`](crate::Preprocess) knows no rules and numbers options anew: a
//! propagator for the problem that it leaves must go by those numbers, is not shown what was forced, and
//! dominated options must stay, since the rules may tell them from those that dominate them.
//!
//! # Cost
//!
//! Without one none: searches with one are compiled apart. With one, at each node that is left open, a look at
//! every option that it has hidden, and what the user's code takes. Nothing is allocated at a node. What was
//! removed is counted in [`Statistics::removed`](crate::Statistics::removed).
//!
//! # How to go about it
//!
//! The views of a search come in the order of its tree, and a propagation is not told when the search goes back.
//! [`View::gone`] and [`View::newly_chosen`] make up for that: they say what has changed since the parent's view, so
//! that rules that nothing has happened to need not be looked at. With a table from options to rules, made in
//! [`begin`](Propagate::begin), a view costs time in proportion to what has changed; [`View::gone`] grows by what is
//! removed, so that to go through it by index is a queue.

use std::fmt;
use std::sync::Arc;

use crate::ids::OptionId;
use crate::matrix::Matrix;

/// Rules beside those of exact cover, for any number of searches and threads: see the [module](self).
pub trait Propagate: fmt::Debug + Send + Sync {
    /// What keeps the rules in one searcher of a problem. Asked once for each searcher, and again if that is
    /// restarted with another propagator.
    fn begin(&self, matrix: &Matrix) -> Box<dyn Propagation>;

    /// What tells these rules from others where a search is saved: the same for the same rules, in another
    /// process, too. By default what `Debug` writes.
    fn identity(&self) -> String {
        format!("{self:?}")
    }
}

/// The rules in one search.
pub trait Propagation: fmt::Debug + Send {
    /// Removes options that cannot be in a solution any more.
    ///
    /// # Errors
    ///
    /// If there is no solution with the chosen options and else only possible ones.
    fn propagate(&mut self, view: &mut View<'_>) -> Result<(), DeadEnd>;
}

/// There is no solution from here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no solution from here")]
pub struct DeadEnd;

/// What takes an option out of the lists of a search.
pub(crate) trait Withdraw {
    /// Takes an option out that is in all of its lists; `false` if one of its items has lost the last one that
    /// it needs.
    fn withdraw(&mut self, option: OptionId) -> bool;
}

/// A node of a search, as a [`Propagation`] sees it.
pub struct View<'v> {
    pub(crate) lists: &'v mut dyn Withdraw,
    /// The options that are possible, and those of them that are chosen; a bit for each.
    pub(crate) possible: &'v mut [u64],
    pub(crate) decided: &'v [u64],
    pub(crate) chosen: &'v [OptionId],
    /// From which one on they are chosen since the last view.
    pub(crate) new: usize,
    /// What is gone since the last view; from where on the one who is asked has not seen it.
    pub(crate) gone: &'v mut Vec<OptionId>,
    pub(crate) since: usize,
    /// Those of them that were removed.
    pub(crate) removed: &'v mut Vec<OptionId>,
    pub(crate) is_first: bool,
    pub(crate) is_solution: bool,
    /// Whether it was found out that there is no solution from here.
    pub(crate) is_dead: bool,
}

impl View<'_> {
    /// The options that are possible, the chosen ones included: option o is if the bit `o % 64` of the word
    /// `o / 64` is set. An option that has no primary item never is.
    pub fn possible(&self) -> &[u64] {
        self.possible
    }

    /// Whether an option is possible or chosen; no for a number that no option has.
    #[inline]
    pub fn is_possible(&self, option: OptionId) -> bool {
        has(self.possible, option)
    }

    /// Whether an option is chosen or given.
    #[inline]
    pub fn is_chosen(&self, option: OptionId) -> bool {
        has(self.decided, option)
    }

    /// The chosen options: the given ones, then those of the branches from the root.
    pub fn chosen(&self) -> &[OptionId] {
        self.chosen
    }

    /// Those of the chosen options that were not chosen in the [last view](Self::gone) of this branch: the one
    /// that was just taken, or none if an item is to have no more options; at the root, all that are given.
    pub fn newly_chosen(&self) -> &[OptionId] {
        &self.chosen[self.new..]
    }

    /// The options that were possible at the end of the last view of this branch, which was that of the parent
    /// node, and are not now: those that exclude each other with what was taken, those that were tried
    /// in its place already where an item may be covered several times, and those that were
    /// [removed](Self::remove) from this view, which come last. None of them twice, else in no order. At the root, every option that
    /// is not possible.
    ///
    /// So who has found all that follows from the rules in the view before need only look at those rules that have
    /// to do with these and with the newly chosen options; unless this is the [first](Self::is_first) view.
    pub fn gone(&self) -> &[OptionId] {
        &self.gone[self.since..]
    }

    /// Whether nothing was shown of this branch before: at the root.
    pub fn is_first(&self) -> bool {
        self.is_first
    }

    /// Whether every item is covered, so that the chosen options are a solution of the exact cover problem.
    pub fn is_solution(&self) -> bool {
        self.is_solution
    }

    /// Removes an option for as long as the branch is in force. One that is not possible stays so; if it is
    /// chosen, that is a dead end. O(its items).
    ///
    /// # Errors
    ///
    /// If the chosen options, or an item that has too few options left, make this a dead end. Whatever is done
    /// afterwards, it is one.
    pub fn remove(&mut self, option: OptionId) -> Result<(), DeadEnd> {
        if self.is_dead {
            return Err(DeadEnd);
        }
        if !self.is_possible(option) {
            return Ok(());
        }
        if self.is_chosen(option) {
            self.is_dead = true;
            return Err(DeadEnd);
        }
        self.possible[option.index() / 64] &= !(1 << (option.index() % 64));
        self.gone.push(option);
        self.removed.push(option);
        if !self.lists.withdraw(option) {
            self.is_dead = true;
            return Err(DeadEnd);
        }
        Ok(())
    }

    /// Removes each possible option, chosen ones aside, that `keep` does not keep. O(options / 64 + those
    /// possible).
    ///
    /// # Errors
    ///
    /// See [`remove`](Self::remove).
    pub fn retain(&mut self, mut keep: impl FnMut(OptionId) -> bool) -> Result<(), DeadEnd> {
        for index in 0..self.possible.len() {
            for option in options_in(index, self.possible[index] & !self.decided[index]) {
                if !keep(option) {
                    self.remove(option)?;
                }
            }
        }
        if self.is_dead { Err(DeadEnd) } else { Ok(()) }
    }

    /// Asks a propagation; whether it leaves anything.
    pub(crate) fn ask(&mut self, propagation: &mut dyn Propagation) -> bool {
        propagation.propagate(self).is_ok() && !self.is_dead
    }
}

impl fmt::Debug for View<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("View")
            .field("chosen", &self.chosen)
            .field("gone", &self.gone())
            .field("is_first", &self.is_first)
            .field("is_solution", &self.is_solution)
            .finish_non_exhaustive()
    }
}

/// The bit of an option; 0 if there is none.
pub(crate) fn has(bits: &[u64], option: OptionId) -> bool {
    bits.get(option.index() / 64).is_some_and(|word| word >> (option.index() % 64) & 1 == 1)
}

/// The options whose bits are set in the word of this number.
pub(crate) fn options_in(index: usize, mut word: u64) -> impl Iterator<Item = OptionId> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        // There are fewer than 2³² options.
        Some(OptionId::new(64 * index as u32 + bit))
    })
}

/// Several propagators as one: each is asked in turn, and again when something has gone since, until all have
/// seen everything. One that is asked again is shown only what has gone since it was asked.
///
/// ```
/// use std::sync::Arc;
/// use quadrille_cover::{Search, Together};
///
/// let none = Together::new([]);
/// let search = Search::new().propagator(Arc::new(none));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Together {
    members: Vec<Arc<dyn Propagate>>,
}

impl Together {
    /// These, asked in this order.
    pub fn new(members: impl IntoIterator<Item = Arc<dyn Propagate>>) -> Self {
        Together { members: members.into_iter().collect() }
    }
}

impl Propagate for Together {
    fn begin(&self, matrix: &Matrix) -> Box<dyn Propagation> {
        let members = self.members.iter().map(|member| (member.begin(matrix), 0)).collect();
        Box::new(Members { members })
    }

    fn identity(&self) -> String {
        let members: Vec<String> = self.members.iter().map(|member| member.identity()).collect();
        format!("{members:?}")
    }
}

/// Several propagations, each with how much it has seen of what is gone.
#[derive(Debug)]
struct Members {
    members: Vec<(Box<dyn Propagation>, usize)>,
}

impl Propagation for Members {
    fn propagate(&mut self, view: &mut View<'_>) -> Result<(), DeadEnd> {
        let (since, new, is_first) = (view.since, view.new, view.is_first);
        let mut result = Ok(());
        let mut round = 0;
        let mut is_over = self.members.is_empty();
        while !is_over {
            is_over = true;
            for (member, seen) in &mut self.members {
                if round == 0 {
                    (view.since, view.new, view.is_first) = (since, new, is_first);
                } else if *seen == view.gone.len() {
                    continue;
                } else {
                    (view.since, view.new, view.is_first) = (*seen, view.chosen.len(), false);
                }
                result = member.propagate(view);
                if result.is_err() || view.is_dead {
                    result = Err(DeadEnd);
                    is_over = true;
                    break;
                }
                *seen = view.gone.len();
                is_over = false;
            }
            round += 1;
        }
        (view.since, view.new, view.is_first) = (since, new, is_first);
        result
    }
}

/// Whether a propagator has nothing against a solution.
pub(crate) fn admits(propagator: &dyn Propagate, matrix: &Matrix, solution: &[OptionId]) -> bool {
    /// Every item is covered: there are no lists any more.
    struct Nothing;
    impl Withdraw for Nothing {
        fn withdraw(&mut self, _: OptionId) -> bool {
            false
        }
    }
    let mut decided = vec![0u64; matrix.option_count().div_ceil(64)];
    solution.iter().for_each(|option| decided[option.index() / 64] |= 1 << (option.index() % 64));
    let mut gone = matrix.options().filter(|&option| !has(&decided, option)).collect();
    let mut view = View {
        lists: &mut Nothing,
        possible: &mut decided.clone(),
        decided: &decided,
        chosen: solution,
        new: 0,
        gone: &mut gone,
        since: 0,
        removed: &mut Vec::new(),
        is_first: true,
        is_solution: true,
        is_dead: false,
    };
    view.ask(&mut *propagator.begin(matrix))
}
