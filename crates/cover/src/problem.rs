//! A problem: the matrix, and the user's labels for its items, colours and options.

use std::convert::Infallible;
use std::hash::Hash;

use foldhash::fast::RandomState;
use indexmap::IndexSet;

use crate::ids::{ColourId, ItemId, OptionId};
use crate::matrix::{ItemKind, Matrix};

/// Labels in the order in which they came. Seeded at random, and fast: labels are hashed once for
/// every entry of the matrix.
pub(crate) type Labels<T> = IndexSet<T, RandomState>;

/// An exact-cover problem with the user's labels.
///
/// `I` labels the items, `C` the colours, `O` the options: any types of the user's, the first two
/// `Eq + Hash + Clone`. A problem without colours has the default `C`, which no value has. Made by
/// a [`ProblemBuilder`](crate::ProblemBuilder); immutable, so one problem can be searched by many
/// threads at once.
#[derive(Debug, Clone)]
pub struct Problem<I, C = Infallible, O = ()> {
    pub(crate) items: Labels<I>,
    pub(crate) colours: Labels<C>,
    pub(crate) labels: Vec<O>,
    pub(crate) matrix: Matrix,
}

impl<I, C, O> Problem<I, C, O>
where
    I: Eq + Hash,
    C: Eq + Hash,
{
    /// The problem by numbers: what strategies read.
    pub fn matrix(&self) -> &Matrix {
        &self.matrix
    }

    /// Number of items, primary and secondary.
    pub fn item_count(&self) -> usize {
        self.items.len()
    }

    /// Number of options.
    pub fn option_count(&self) -> usize {
        self.matrix.option_count()
    }

    /// The label of an item; `None` for a number that no item has.
    pub fn item(&self, id: ItemId) -> Option<&I> {
        self.items.get_index(id.index())
    }

    /// The number of the item with this label.
    pub fn item_id(&self, item: &I) -> Option<ItemId> {
        // As many as fit in u32: the builder sees to it.
        self.items.get_index_of(item).map(|index| ItemId::new(index as u32))
    }

    /// Primary or secondary.
    pub fn kind(&self, id: ItemId) -> Option<ItemKind> {
        self.matrix.kinds.get(id.index()).copied()
    }

    /// The label of a colour; `None` for a number that no colour has.
    pub fn colour(&self, id: ColourId) -> Option<&C> {
        self.colours.get_index(id.index())
    }

    /// The label of an option; `None` for a number that no option has.
    pub fn label(&self, id: OptionId) -> Option<&O> {
        self.labels.get(id.index())
    }

    /// The same problem without the labels of its options, as [`text::read`](crate::text::read) gives it:
    /// what makes one type of problems with labels and without. Linear in the number of options.
    ///
    /// ```
    /// use quadrille_cover::{OptionId, ProblemBuilder};
    ///
    /// let mut builder = ProblemBuilder::new();
    /// builder.primary_items(["a", "b"])?;
    /// builder.add_option(["a", "b"])?;
    /// let problem = builder.build().without_labels();
    /// assert_eq!((problem.option_count(), problem.label(OptionId::new(0))), (1, Some(&())));
    /// # Ok::<(), quadrille_cover::BuildError<&str, std::convert::Infallible>>(())
    /// ```
    pub fn without_labels(self) -> Problem<I, C> {
        let Problem { items, colours, labels, matrix } = self;
        Problem { items, colours, labels: vec![(); labels.len()], matrix }
    }

    /// The items of an option with their colours, in the order in which they were given; none for a
    /// number that no option has.
    ///
    /// ```
    /// use quadrille_cover::{OptionId, ProblemBuilder};
    ///
    /// let mut builder = ProblemBuilder::new();
    /// builder.primary_items(["a", "b"])?;
    /// builder.add_option(["b", "a"])?;
    /// let problem = builder.build();
    /// let items: Vec<&str> = problem.option(OptionId::new(0)).map(|(item, _)| *item).collect();
    /// assert_eq!(items, ["b", "a"]);
    /// # Ok::<(), quadrille_cover::BuildError<&str, std::convert::Infallible>>(())
    /// ```
    pub fn option(&self, id: OptionId) -> impl Iterator<Item = (&I, Option<&C>)> {
        self.matrix.entries(id).map(|(item, colour)| {
            (&self.items[item.index()], colour.map(|colour| &self.colours[colour.index()]))
        })
    }
}

impl<I, C, O> AsRef<Matrix> for Problem<I, C, O> {
    fn as_ref(&self) -> &Matrix {
        &self.matrix
    }
}
