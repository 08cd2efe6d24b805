//! How a search goes through the tree: what it takes for given, which item it branches on, in which
//! order it tries an item's options.

use std::fmt;
use std::hash::Hash;
use std::sync::Arc;

use crate::ids::{ItemId, OptionId};
use crate::problem::Problem;
use crate::propagate::Propagate;

/// What a [`Strategy`](crate::Strategy) is to prepare a search for. [`Search`](crate::Search) makes
/// one of its own settings; who drives a [`Searcher`](crate::Searcher) himself makes his own.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Setup {
    /// Options that every solution is to contain. Such as exclude each other, are forbidden too, or
    /// are never chosen leave no solution.
    pub given: Vec<OptionId>,
    /// Options that no solution may contain.
    pub forbidden: Vec<OptionId>,
    /// Which item to branch on.
    pub branching: Branching,
    /// In which order to try the options of an item.
    pub order: Order,
    /// Whether cheap solutions are wanted: options are tried in the order of what they add to the
    /// cost, whatever `order` says, and nothing is visited that costs as much as the
    /// [ceiling](crate::Searcher::lower_ceiling).
    pub costs: bool,
    /// Rules beside those of exact cover; see [`propagate`](crate::propagate).
    pub propagator: Option<Arc<dyn Propagate>>,
    /// The most bytes of memory for what a search remembers only to save time; see
    /// [`Search::memory_limit`](crate::Search::memory_limit).
    pub memory: Option<u64>,
}

impl Setup {
    /// A setup with given options and nothing else.
    pub fn given(options: Vec<OptionId>) -> Self {
        Setup { given: options, ..Setup::default() }
    }
}

/// Which item to branch on. An item without options ends a branch at once whatever is chosen here.
///
/// Except for [`First`](Branching::First) and [`Custom`](Branching::Custom), an item with a single
/// option left goes before all others.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub enum Branching {
    /// The item with the fewest options (branches, where it may be covered several times): MRV. Ties
    /// as the strategy documents them.
    #[default]
    Fewest,
    /// The item that was declared first: Algorithm X without a heuristic. Good when the order of the
    /// items is a good one, and to see what the others are worth.
    First,
    /// One of these items, if any of them remains, else one of the others; the one with the fewest
    /// options of them. See [`Branching::sharp`].
    Preferred(Vec<ItemId>),
    /// The item with the smallest quotient of options and failures, where the failures of an item are
    /// one more than the times that it lost its last option: weighted degree (Boussemart et al. 2004).
    /// What failed most often is what the problem hinges on.
    WeightedDegree,
    /// The item with the fewest options; ties by a random order of the items from this seed.
    RandomTies(u64),
    /// What the user's own code says.
    Custom(Arc<dyn Choose>),
}

impl Branching {
    /// The names that [`by_name`](Self::by_name) knows, each with what it stands for.
    pub const NAMES: [(&str, &str); 5] = [
        ("fewest", "the item with the fewest options"),
        ("first", "the item that was declared first"),
        ("sharp", "items whose names begin with `#`, then the others; the fewest options of them"),
        ("weighted", "few options, and often the reason of a dead end (weighted degree)"),
        ("random", "the item with the fewest options, ties by the seed"),
    ];

    /// Sharp preference, as in Knuth's programs: items whose names begin with `#` are preferred.
    ///
    /// ```
    /// use quadrille_cover::{Branching, Search, text};
    ///
    /// let problem = text::read("a #b\na\n#b\n")?;
    /// let search = Search::new().branching(Branching::sharp(&problem));
    /// assert_eq!(search.count(&problem)?.solutions, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sharp<I, C, O>(problem: &Problem<I, C, O>) -> Self
    where
        I: Eq + Hash + AsRef<str>,
        C: Eq + Hash,
    {
        let is_sharp = |&item: &ItemId| {
            problem.item(item).is_some_and(|name: &I| name.as_ref().starts_with('#'))
        };
        Branching::Preferred(problem.matrix().primary_items().filter(is_sharp).collect())
    }

    /// The kind of branching of a name; the seed is that of `random`. `None` for other names.
    pub fn by_name<I, C, O>(name: &str, problem: &Problem<I, C, O>, seed: u64) -> Option<Self>
    where
        I: Eq + Hash + AsRef<str>,
        C: Eq + Hash,
    {
        Some(match name {
            "fewest" => Branching::Fewest,
            "first" => Branching::First,
            "sharp" => Branching::sharp(problem),
            "weighted" => Branching::WeightedDegree,
            "random" => Branching::RandomTies(seed),
            _ => return None,
        })
    }

    /// Whether a strategy needs no more than its own default for it.
    pub(crate) fn is_default(&self) -> bool {
        matches!(self, Branching::Fewest)
    }
}

/// Chooses the item to branch on.
///
/// A choice should depend on nothing but the candidates: then a search that was saved and taken up
/// again goes on as it would have.
///
/// ```
/// use std::sync::Arc;
/// use quadrille_cover::{Branching, Candidate, Choose, ItemId, ProblemBuilder, Search};
///
/// /// The item declared last.
/// #[derive(Debug)]
/// struct Last;
///
/// impl Choose for Last {
///     fn choose(&self, candidates: &mut dyn Iterator<Item = Candidate>) -> Option<ItemId> {
///         candidates.last().map(|candidate| candidate.item)
///     }
/// }
///
/// let mut builder = ProblemBuilder::new();
/// builder.primary_items(["a", "b"])?;
/// let a = builder.add_option(["a"])?;
/// let b = builder.add_option(["b"])?;
/// let problem = builder.build();
/// let search = Search::new().branching(Branching::Custom(Arc::new(Last)));
/// assert_eq!(search.first(&problem)?.solution(), Some([b, a].as_slice()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Choose: fmt::Debug + Send + Sync {
    /// One of the candidates, which come in the order in which they were declared and of which there
    /// is at least one. For any other answer the first of them is taken.
    fn choose(&self, candidates: &mut dyn Iterator<Item = Candidate>) -> Option<ItemId>;
}

/// An item that could be branched on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Candidate {
    /// The item.
    pub item: ItemId,
    /// Number of branches: of its options that are left, if it is to be covered once more.
    pub branches: u32,
}

/// In which order to try the options of an item.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Order {
    /// As they were added.
    #[default]
    AsAdded,
    /// In a random order of all options, from this seed.
    Random(u64),
}

/// A small generator of random numbers for orders and ties (SplitMix64, Steele et al. 2014): what it
/// gives is a part of what a seed means, and must not change with a library's version.
#[derive(Debug, Clone)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, which is not 0; each as likely as the others but for 2⁻³².
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u32
    }

    /// The numbers below `count` in a random order.
    pub(crate) fn permutation(&mut self, count: u32) -> Vec<u32> {
        let mut numbers: Vec<u32> = (0..count).collect();
        for last in (1..count).rev() {
            numbers.swap(last as usize, self.below(last + 1) as usize);
        }
        numbers
    }
}
