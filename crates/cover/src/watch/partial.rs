//! What the branches in force have covered, and what they leave: by the events and the matrix alone,
//! with no code of the strategies.

use super::Event;
use crate::ids::{ColourId, ItemId, OptionId};
use crate::matrix::{ItemKind, Matrix};
use crate::strategy::Branch;

/// A partial solution that follows the [events](Event) of a search. What a
/// [propagator](crate::propagate) has removed it does not know.
///
/// ```
/// use quadrille_cover::watch::Partial;
/// use quadrille_cover::{Search, text};
///
/// let problem = text::read("a b\na\nb\na b\n")?;
/// let mut watch = Search::new().watch(&problem)?;
/// let mut partial = Partial::new(problem.matrix(), &[], &[]);
/// for _ in 0..2 {
///     watch.step().iter().for_each(|event| partial.follow(event));
/// }
/// // The first option is in force; only the second remains.
/// let left: Vec<_> = partial.open_items().map(|item| partial.options(item).len()).collect();
/// assert_eq!((partial.taken().len(), left), (1, vec![1]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Partial<'m> {
    matrix: &'m Matrix,
    /// The given options, then one for each branch in force that takes one.
    taken: Vec<OptionId>,
    given: usize,
    forbidden: Vec<bool>,
    /// How often each item is covered.
    covered: Vec<u32>,
    /// The options of each primary item, in the order of the problem.
    of_items: Vec<Vec<OptionId>>,
    /// The items that are to be covered no more often than they are, one for each such branch.
    closed: Vec<ItemId>,
}

impl<'m> Partial<'m> {
    /// At the root of a search with these given and forbidden options; of those that the problem does
    /// not have, or that are given twice, nothing is kept. O(entries).
    pub fn new(matrix: &'m Matrix, given: &[OptionId], forbidden: &[OptionId]) -> Self {
        let mut is_forbidden = vec![false; matrix.option_count()];
        for option in forbidden {
            if let Some(flag) = is_forbidden.get_mut(option.index()) {
                *flag = true;
            }
        }
        let mut of_items = vec![Vec::new(); matrix.item_count()];
        for option in matrix.options() {
            for &item in matrix.items_of(option) {
                of_items[item as usize].push(option);
            }
        }
        let mut partial = Partial {
            matrix,
            taken: Vec::new(),
            given: 0,
            forbidden: is_forbidden,
            covered: vec![0; matrix.item_count()],
            of_items,
            closed: Vec::new(),
        };
        for &option in given {
            if option.index() < matrix.option_count() && !partial.taken.contains(&option) {
                partial.take(option);
            }
        }
        partial.given = partial.taken.len();
        partial
    }

    /// Follows an event.
    pub fn follow(&mut self, event: &Event<Branch>) {
        match *event {
            Event::Try { branch, .. } => match branch.option {
                Some(option) => self.take(option),
                None => self.closed.push(branch.item),
            },
            Event::Undo { branch, .. } => match branch.option {
                Some(_) => self.untake(),
                None => drop(self.closed.pop()),
            },
            _ => {}
        }
    }

    fn take(&mut self, option: OptionId) {
        for &item in self.matrix.items_of(option) {
            self.covered[item as usize] += 1;
        }
        self.taken.push(option);
    }

    fn untake(&mut self) {
        if self.taken.len() > self.given
            && let Some(option) = self.taken.pop()
        {
            for &item in self.matrix.items_of(option) {
                self.covered[item as usize] -= 1;
            }
        }
    }

    /// The options in force: the given ones, then those of the branches.
    pub fn taken(&self) -> &[OptionId] {
        &self.taken
    }

    /// Number of given options.
    pub fn given(&self) -> usize {
        self.given
    }

    /// The primary items that are covered less often than they may be and than it was decided,
    /// ascending.
    pub fn open_items(&self) -> impl Iterator<Item = ItemId> + '_ {
        self.matrix.primary_items().filter(|&item| !self.is_full(item) && !self.is_closed(item))
    }

    fn is_full(&self, item: ItemId) -> bool {
        let covered = self.covered.get(item.index()).copied().unwrap_or(0);
        match self.matrix.kinds().get(item.index()) {
            Some(ItemKind::Primary { max, .. }) => covered >= *max,
            _ => false,
        }
    }

    fn is_closed(&self, item: ItemId) -> bool {
        self.closed.contains(&item)
    }

    /// The options of an item that are compatible with those in force, in the order of the problem.
    /// Where an item may be covered several times, a strategy does not try them all: an option that was
    /// tried at an earlier level need not be tried again. O(options in force × their length) for each.
    pub fn options(&self, item: ItemId) -> Vec<OptionId> {
        let of_item = self.of_items.get(item.index());
        of_item.into_iter().flatten().copied().filter(|&option| self.is_possible(option)).collect()
    }

    fn is_possible(&self, option: OptionId) -> bool {
        !self.forbidden.get(option.index()).copied().unwrap_or(true)
            && !self.taken.contains(&option)
            && self.matrix.has_primary_item(option)
            && self.matrix.entries(option).all(|(item, colour)| self.admits(item, colour))
    }

    /// Whether one more option in force may have the item in this colour.
    fn admits(&self, item: ItemId, colour: Option<ColourId>) -> bool {
        if self.covered.get(item.index()).is_none_or(|&covered| covered == 0) {
            return !self.is_closed(item);
        }
        match self.matrix.kinds().get(item.index()) {
            Some(ItemKind::Primary { .. }) => !self.is_full(item) && !self.is_closed(item),
            _ => {
                colour.is_some()
                    && self.taken.iter().all(|&taken| {
                        let mut entries = self.matrix.entries(taken);
                        entries.all(|(other, given)| other != item || given == colour)
                    })
            }
        }
    }
}
