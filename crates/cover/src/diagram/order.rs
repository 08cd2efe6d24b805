//! The solutions in their order: one after the other, the n-th, and the place of one.
//!
//! A walk goes down from the root. At a product it goes on in the left half and puts the right one on a
//! list of what is still to come; at ⊤ it takes the last of these up. The solution is whole when there is
//! none. The iterator keeps that list as links in an array: what a branch has left for later is then the
//! place of a link, and going back to the branch cuts the array off.

use std::collections::HashSet;

use foldhash::fast::RandomState;
use num_bigint::BigUint;

use super::{Counted, Diagram, Kind};
use crate::ids::OptionId;
use crate::number::Number;

/// Where a list of nodes still to come ends.
const END: usize = usize::MAX;

/// The solutions of a diagram in its order. See [`Diagram::solutions`].
#[derive(Debug, Clone)]
pub struct Solutions<'d> {
    diagram: &'d Diagram,
    options: Vec<OptionId>,
    /// Nodes still to come, each with the place of the one after it.
    links: Vec<(u32, usize)>,
    /// Branches whose `lo` was not visited yet.
    open: Vec<Open>,
}

/// What is left of a branch: where to go on, and what was there when it was reached.
#[derive(Debug, Clone, Copy)]
struct Open {
    node: u32,
    /// The first of the nodes to come after it.
    next: usize,
    links: usize,
    options: usize,
}

impl Diagram {
    /// The solutions one after the other, in the order of the diagram; the options of each in the order
    /// of its path.
    ///
    /// O(d) time for each, and O(d) memory in all, for paths of d nodes. There may be very many: take as
    /// many as are wanted.
    ///
    /// ```
    /// use quadrille_cover::{Diagram, Search, text};
    ///
    /// let problem = text::read("a b\na\nb\na b\n")?;
    /// let found = Search::new().all(&problem)?.solutions;
    /// let diagram = Diagram::of_solutions(&problem, &found)?;
    /// assert_eq!(diagram.solutions().map(|solution| solution.len()).collect::<Vec<_>>(), [2, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solutions(&self) -> Solutions<'_> {
        let root = Open { node: self.root, next: END, links: 0, options: 0 };
        let open = if self.is_empty() { Vec::new() } else { vec![root] };
        Solutions { diagram: self, options: Vec::new(), links: Vec::new(), open }
    }
}

impl Iterator for Solutions<'_> {
    type Item = Vec<OptionId>;

    fn next(&mut self) -> Option<Vec<OptionId>> {
        let Open { mut node, mut next, links, options } = self.open.pop()?;
        self.links.truncate(links);
        self.options.truncate(options);
        loop {
            match self.diagram.kind(node) {
                // Not below another node: those are never left open.
                Kind::Bottom => return None,
                Kind::Top => match self.links.get(next) {
                    None => return Some(self.options.clone()),
                    Some(&(to_come, after)) => (node, next) = (to_come, after),
                },
                Kind::Branch { option, hi, lo } => {
                    if lo != super::BOTTOM {
                        let (links, options) = (self.links.len(), self.options.len());
                        self.open.push(Open { node: lo, next, links, options });
                    }
                    self.options.push(OptionId::new(option));
                    node = hi;
                }
                Kind::Product { left, right } => {
                    self.links.push((right, next));
                    next = self.links.len() - 1;
                    node = left;
                }
            }
        }
    }
}

impl std::iter::FusedIterator for Solutions<'_> {}

impl Counted<'_> {
    /// The solution at a place of the order, counted from 0; `None` if there are not so many. O(d) steps
    /// for paths of d nodes.
    ///
    /// ```
    /// use quadrille_cover::{Diagram, Search, text};
    ///
    /// let problem = text::read("a b\na\nb\na b\n")?;
    /// let found = Search::new().all(&problem)?.solutions;
    /// let diagram = Diagram::of_solutions(&problem, &found)?;
    /// let counted = diagram.counted();
    /// assert_eq!(counted.nth(&0u8.into()).map(|solution| solution.len()), Some(2));
    /// assert_eq!(counted.nth(&2u8.into()), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn nth(&self, place: &BigUint) -> Option<Vec<OptionId>> {
        self.at(place.clone().into())
    }

    pub(super) fn at(&self, mut place: Number) -> Option<Vec<OptionId>> {
        let mut node = self.diagram.root;
        if place >= *self.counts.get(node) {
            return None;
        }
        let (mut options, mut to_come) = (Vec::new(), Vec::new());
        loop {
            match self.diagram.kind(node) {
                Kind::Bottom => return None,
                Kind::Top => match to_come.pop() {
                    None => return Some(options),
                    Some(next) => (node, place) = next,
                },
                Kind::Branch { option, hi, lo } => {
                    let taking = self.counts.get(hi);
                    if place < *taking {
                        options.push(OptionId::new(option));
                        node = hi;
                    } else {
                        place = place.minus(&taking);
                        node = lo;
                    }
                }
                Kind::Product { left, right } => {
                    let (quotient, rest) = place.divided(&self.counts.get(right));
                    to_come.push((right, rest));
                    (node, place) = (left, quotient);
                }
            }
        }
    }

    /// The place of a solution in the order, counted from 0; its options may come in any order. `None`
    /// if it is none of the diagram's: another set of options, or one of them twice. O(d) steps for
    /// paths of d nodes.
    ///
    /// ```
    /// use quadrille_cover::{Diagram, OptionId, Search, text};
    ///
    /// let problem = text::read("a b\na\nb\na b\n")?;
    /// let found = Search::new().all(&problem)?.solutions;
    /// let diagram = Diagram::of_solutions(&problem, &found)?;
    /// let counted = diagram.counted();
    /// assert_eq!(counted.rank(&[1, 0].map(OptionId::new)), Some(0u8.into()));
    /// assert_eq!(counted.rank(&[1, 2].map(OptionId::new)), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rank(&self, options: &[OptionId]) -> Option<BigUint> {
        let set: HashSet<u32, RandomState> = options.iter().map(|option| option.get()).collect();
        let mut left_to_take = options.len();
        let mut descent = Descent::new(self);
        while let Some((option, hi, lo)) = descent.branch() {
            if set.contains(&option) {
                left_to_take = left_to_take.checked_sub(1)?;
                descent.take(hi);
            } else if lo == super::BOTTOM {
                return None;
            } else {
                descent.pass(hi, lo);
            }
        }
        // All of them were taken, so none stood there twice.
        (left_to_take == 0 && !self.diagram.is_empty()).then(|| descent.before.into())
    }
}

/// A walk from the root down to ⊤, with the number of solutions that come before what it leads to.
pub(super) struct Descent<'c, 'd> {
    counted: &'c Counted<'d>,
    node: u32,
    /// Number of solutions of what is still to come.
    after: Number,
    /// Nodes to come, the next at the end, each with the number of solutions of those after it.
    to_come: Vec<(u32, Number)>,
    pub(super) before: Number,
}

impl<'c, 'd> Descent<'c, 'd> {
    pub(super) fn new(counted: &'c Counted<'d>) -> Self {
        let (after, before) = (Number::ONE, Number::ZERO);
        Descent { counted, node: counted.diagram.root, after, to_come: Vec::new(), before }
    }

    /// The next branch, as its option, `hi` and `lo`; `None` at the end.
    pub(super) fn branch(&mut self) -> Option<(u32, u32, u32)> {
        loop {
            match self.counted.diagram.kind(self.node) {
                Kind::Bottom => return None,
                Kind::Branch { option, hi, lo } => return Some((option, hi, lo)),
                Kind::Top => (self.node, self.after) = self.to_come.pop()?,
                Kind::Product { left, right } => {
                    let both = self.after.times(&self.counted.counts.get(right));
                    self.to_come.push((right, std::mem::replace(&mut self.after, both)));
                    self.node = left;
                }
            }
        }
    }

    /// Goes on with the solutions that take the option.
    pub(super) fn take(&mut self, hi: u32) {
        self.node = hi;
    }

    /// Goes on with the solutions that do not.
    pub(super) fn pass(&mut self, hi: u32, lo: u32) {
        self.before = self.place_of_lo(hi);
        self.node = lo;
    }

    /// The place of the first solution that does not take the option.
    pub(super) fn place_of_lo(&self, hi: u32) -> Number {
        self.before.plus(&self.after.times(&self.counted.counts.get(hi)))
    }
}
