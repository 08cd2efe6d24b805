//! Building a problem, with every check that there is: a [`Problem`] that exists is sound.

use std::convert::Infallible;
use std::hash::Hash;

use crate::error::BuildError;
use crate::ids::{ItemId, OptionId};
use crate::matrix::{ItemKind, Matrix};
use crate::problem::{Labels, Problem};

/// Most items, options and entries: strategies keep a bit of the `u32` for themselves.
const LARGEST: usize = i32::MAX as usize;

/// Collects the items and options of a [`Problem`].
///
/// Items are declared before the options that name them. A refused call leaves the builder as it
/// was. Duplicate options are distinct: each of them makes solutions of its own.
///
/// ```
/// use quadrille_cover::{ProblemBuilder, Search};
///
/// // TAOCP 7.2.2.1, (5): items a to g, six options, one solution.
/// let mut builder = ProblemBuilder::new();
/// builder.primary_items("abcdefg".chars())?;
/// for option in ["ce", "adg", "bcf", "adf", "bg", "deg"] {
///     builder.add_option(option.chars())?;
/// }
/// let problem = builder.build();
/// let first = Search::new().first(&problem)?;
/// assert_eq!(first.solution().map(<[_]>::len), Some(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct ProblemBuilder<I, C = Infallible, O = ()> {
    items: Labels<I>,
    colours: Labels<C>,
    labels: Vec<O>,
    matrix: Matrix,
    /// For each item 1 + the last option that has it: finds a repeated item in O(1).
    seen: Vec<u32>,
}

impl<I: Eq + Hash + Clone> ProblemBuilder<I> {
    /// A builder for a problem without colours and without labels on its options.
    pub fn new() -> Self {
        ProblemBuilder::labelled()
    }
}

impl<I: Eq + Hash + Clone, C: Eq + Hash + Clone> ProblemBuilder<I, C> {
    /// A builder for a problem with colours and without labels on its options.
    ///
    /// ```
    /// use quadrille_cover::{ProblemBuilder, Search};
    ///
    /// let mut builder = ProblemBuilder::coloured();
    /// builder.primary_items(["across", "down"])?;
    /// builder.secondary("corner")?;
    /// builder.option().item("across").coloured("corner", 'A').add()?;
    /// builder.option().item("across").coloured("corner", 'B').add()?;
    /// builder.option().item("down").coloured("corner", 'B').add()?;
    /// assert_eq!(Search::new().count(&builder.build())?.solutions, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn coloured() -> Self {
        ProblemBuilder::labelled()
    }

    /// Begins an option.
    pub fn option(&mut self) -> OptionBuilder<'_, I, C, ()> {
        self.option_labelled(())
    }

    /// Adds an option with these items, uncoloured and at no cost.
    ///
    /// # Errors
    ///
    /// If it has no items, or an item is unknown or named twice.
    pub fn add_option(
        &mut self,
        items: impl IntoIterator<Item = I>,
    ) -> Result<OptionId, BuildError<I, C>> {
        let mut option = self.option();
        for item in items {
            option.enter(item, None);
        }
        option.add()
    }
}

impl<I: Eq + Hash + Clone, C: Eq + Hash + Clone, O> ProblemBuilder<I, C, O> {
    /// A builder for a problem with colours and with a label on each option.
    pub fn labelled() -> Self {
        ProblemBuilder {
            items: Labels::default(),
            colours: Labels::default(),
            labels: Vec::new(),
            matrix: Matrix::new(Vec::new()),
            seen: Vec::new(),
        }
    }

    /// Declares a primary item: to be covered exactly once.
    ///
    /// # Errors
    ///
    /// If the item was declared before.
    pub fn primary(&mut self, item: I) -> Result<ItemId, BuildError<I, C>> {
        self.declare(item, ItemKind::EXACTLY_ONCE)
    }

    /// Declares several primary items.
    ///
    /// # Errors
    ///
    /// If one was declared before; those ahead of it are declared then.
    pub fn primary_items(
        &mut self,
        items: impl IntoIterator<Item = I>,
    ) -> Result<(), BuildError<I, C>> {
        items.into_iter().try_for_each(|item| self.primary(item).map(drop))
    }

    /// Declares a primary item to be covered at least `min` and at most `max` times.
    ///
    /// # Errors
    ///
    /// If the item was declared before, `max` is 0, or `min` exceeds `max`.
    pub fn primary_between(
        &mut self,
        item: I,
        min: u32,
        max: u32,
    ) -> Result<ItemId, BuildError<I, C>> {
        if max == 0 || min > max {
            return Err(BuildError::Multiplicity { item, min, max });
        }
        self.declare(item, ItemKind::Primary { min, max })
    }

    /// Declares a secondary item: to be covered at most once, or by options that agree on its
    /// colour.
    ///
    /// # Errors
    ///
    /// If the item was declared before.
    pub fn secondary(&mut self, item: I) -> Result<ItemId, BuildError<I, C>> {
        self.declare(item, ItemKind::Secondary)
    }

    /// Declares several secondary items.
    ///
    /// # Errors
    ///
    /// If one was declared before; those ahead of it are declared then.
    pub fn secondary_items(
        &mut self,
        items: impl IntoIterator<Item = I>,
    ) -> Result<(), BuildError<I, C>> {
        items.into_iter().try_for_each(|item| self.secondary(item).map(drop))
    }

    /// Begins an option with a label.
    pub fn option_labelled(&mut self, label: O) -> OptionBuilder<'_, I, C, O> {
        let colours_before = self.colours.len();
        OptionBuilder { builder: self, label: Some(label), cost: 0, colours_before, error: None }
    }

    /// The problem.
    pub fn build(self) -> Problem<I, C, O> {
        let ProblemBuilder { items, colours, labels, mut matrix, seen: _ } = self;
        matrix.trim();
        Problem { items, colours, labels, matrix }
    }

    fn declare(&mut self, item: I, kind: ItemKind) -> Result<ItemId, BuildError<I, C>> {
        if self.items.len() >= LARGEST {
            return Err(BuildError::TooLarge);
        }
        let (index, is_new) = self.items.insert_full(item);
        if !is_new {
            return Err(BuildError::RepeatedItem { item: self.items[index].clone() });
        }
        self.matrix.kinds.push(kind);
        self.seen.push(0);
        Ok(ItemId::new(index as u32))
    }

    /// Appends an entry to the option that is being built.
    fn enter(&mut self, item: I, colour: Option<C>) -> Result<(), BuildError<I, C>> {
        let option = OptionId::new(self.matrix.option_count() as u32);
        let Some(index) = self.items.get_index_of(&item) else {
            return Err(BuildError::UnknownItem { item, option });
        };
        if self.seen[index] == option.get() + 1 {
            return Err(BuildError::ItemTwiceInOption { item, option });
        }
        if self.matrix.items.len() >= LARGEST {
            return Err(BuildError::TooLarge);
        }
        let number = match colour {
            Some(colour) if self.matrix.kinds[index].is_primary() => {
                return Err(BuildError::ColourOnPrimary { item, colour, option });
            }
            Some(colour) => {
                // The first colour of all: no entry before this one has any.
                self.matrix.colours.resize(self.matrix.items.len(), 0);
                self.colours.insert_full(colour).0 as u32 + 1
            }
            None => 0,
        };
        if number != 0 || !self.matrix.colours.is_empty() {
            self.matrix.colours.push(number);
        }
        self.seen[index] = option.get() + 1;
        self.matrix.items.push(index as u32);
        Ok(())
    }

    /// Takes back the entries of the option that is being built.
    fn retract(&mut self, colours_before: usize) {
        let start = self.matrix.starts.last().map_or(0, |&start| start as usize);
        for &item in &self.matrix.items[start..] {
            self.seen[item as usize] = 0;
        }
        self.matrix.items.truncate(start);
        self.matrix.colours.truncate(start);
        self.colours.truncate(colours_before);
    }
}

impl<I: Eq + Hash + Clone> Default for ProblemBuilder<I> {
    fn default() -> Self {
        ProblemBuilder::new()
    }
}

/// An option that is being built. It is part of the problem once [`add`](OptionBuilder::add) has
/// said so; dropped before, it leaves no trace.
#[derive(Debug)]
#[must_use = "an option is added by `add`"]
pub struct OptionBuilder<'b, I, C, O>
where
    I: Eq + Hash + Clone,
    C: Eq + Hash + Clone,
{
    builder: &'b mut ProblemBuilder<I, C, O>,
    /// Taken when the option is added: without it, the entries are taken back.
    label: Option<O>,
    cost: u64,
    colours_before: usize,
    /// The first error; what comes after it is ignored.
    error: Option<BuildError<I, C>>,
}

impl<I, C, O> OptionBuilder<'_, I, C, O>
where
    I: Eq + Hash + Clone,
    C: Eq + Hash + Clone,
{
    /// An item without a colour. For a secondary item that is a private colour: it excludes every
    /// other option that has the item.
    pub fn item(mut self, item: I) -> Self {
        self.enter(item, None);
        self
    }

    /// A secondary item with a colour.
    pub fn coloured(mut self, item: I, colour: C) -> Self {
        self.enter(item, Some(colour));
        self
    }

    /// Sets the cost of the option, which is 0 otherwise.
    pub fn cost(mut self, cost: u64) -> Self {
        self.cost = cost;
        self
    }

    /// Adds the option to the problem.
    ///
    /// # Errors
    ///
    /// The first of: an unknown item, an item named twice, a colour on a primary item, no items.
    pub fn add(mut self) -> Result<OptionId, BuildError<I, C>> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        let matrix = &mut self.builder.matrix;
        let number = matrix.option_count();
        let option = OptionId::new(number as u32);
        let end = matrix.items.len() as u32;
        if end == matrix.starts[number] {
            return Err(BuildError::EmptyOption { option });
        }
        if number >= LARGEST {
            return Err(BuildError::TooLarge);
        }
        matrix.starts.push(end);
        matrix.costs.push(self.cost);
        self.builder.labels.extend(self.label.take());
        Ok(option)
    }

    /// Whether there is an item of this name, for a reader that has to tell names from other words.
    pub(crate) fn knows<Q: ?Sized + Hash + indexmap::Equivalent<I>>(&self, item: &Q) -> bool {
        self.builder.items.contains(item)
    }

    /// The first error so far, for a reader that has to say where it is.
    pub(crate) fn take_error(&mut self) -> Option<BuildError<I, C>> {
        self.error.take()
    }

    fn enter(&mut self, item: I, colour: Option<C>) {
        if self.error.is_none() {
            self.error = self.builder.enter(item, colour).err();
        }
    }
}

impl<I, C, O> Drop for OptionBuilder<'_, I, C, O>
where
    I: Eq + Hash + Clone,
    C: Eq + Hash + Clone,
{
    fn drop(&mut self) {
        if self.label.is_some() {
            self.builder.retract(self.colours_before);
        }
    }
}
