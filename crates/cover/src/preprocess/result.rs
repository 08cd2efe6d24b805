//! What preprocessing came to: the reduced problem, and the way back.

use std::fmt::Display;
use std::hash::Hash;

use super::state::{State, Status};
use super::{Forced, NoSolution, Removal};
use crate::ids::{ItemId, OptionId};
use crate::matrix::{ItemKind, Matrix};
use crate::outcome::StopReason;
use crate::problem::Problem;

/// A problem with the same solutions, less what is the same in all of them.
///
/// It is searched like any other: it is an [`AsRef<Matrix>`]. Its items and options are numbered
/// anew, in the same order; colours keep their numbers. [`original`](Self::original) leads back.
#[derive(Debug, Clone)]
pub struct Preprocessed {
    matrix: Matrix,
    /// The original number of each item and option of the reduced problem, ascending.
    items: Vec<ItemId>,
    options: Vec<OptionId>,
    forced: Vec<Forced>,
    /// For each of `forced` the number of removals before it.
    forced_at: Vec<usize>,
    forced_cost: u128,
    removals: Vec<Removal>,
    no_solution: Option<NoSolution>,
    stopped: Option<StopReason>,
    skipped: u64,
}

impl Preprocessed {
    pub(super) fn new(state: State<'_>, stopped: Option<StopReason>) -> Self {
        let (items, options, matrix) = match state.no_solution {
            Some(reason) => nothing(state.matrix, reason),
            None => reduced(&state),
        };
        let cost = |forced: &Forced| u128::from(state.matrix.cost(forced.option));
        Preprocessed {
            forced_cost: state.forced.iter().map(cost).sum(),
            matrix,
            items,
            options,
            forced: state.forced,
            forced_at: state.forced_at,
            removals: state.removals,
            no_solution: state.no_solution,
            stopped,
            skipped: state.effort.skipped,
        }
    }

    /// The options that are in every solution, in the order in which they were found to be. They are
    /// not part of the reduced problem.
    pub fn forced(&self) -> &[Forced] {
        &self.forced
    }

    /// What the forced options cost together: every solution of the reduced problem costs so much
    /// more in the original.
    pub fn forced_cost(&self) -> u128 {
        self.forced_cost
    }

    /// What was removed, in that order; each reason is the state of things at that point.
    pub fn removals(&self) -> &[Removal] {
        &self.removals
    }

    /// Why there is no solution, if that was found. The reduced problem is then a single item
    /// without options. `None` does not say that there is one.
    pub fn no_solution(&self) -> Option<NoSolution> {
        self.no_solution
    }

    /// The limit that ended it; `None` if nothing was left to be done, but for what was
    /// [skipped](Self::skipped).
    pub fn stopped(&self) -> Option<StopReason> {
        self.stopped
    }

    /// How many looks at items were given up because they would have cost too much. If there are
    /// any, [`Preprocess::thorough`](super::Preprocess::thorough) may find more to remove.
    pub fn skipped(&self) -> u64 {
        self.skipped
    }

    /// The original number of an item of the reduced problem; `None` for a number that none has.
    pub fn original_item(&self, item: ItemId) -> Option<ItemId> {
        self.items.get(item.index()).copied()
    }

    /// The original number of an option of the reduced problem; `None` for a number that none has.
    pub fn original_option(&self, option: OptionId) -> Option<OptionId> {
        self.options.get(option.index()).copied()
    }

    /// The number in the reduced problem of an original item; `None` if it was removed. O(log items).
    pub fn reduced_item(&self, item: ItemId) -> Option<ItemId> {
        self.items.binary_search(&item).ok().map(|index| ItemId::new(index as u32))
    }

    /// The number in the reduced problem of an original option; `None` if it was forced or removed.
    /// O(log options).
    pub fn reduced_option(&self, option: OptionId) -> Option<OptionId> {
        self.options.binary_search(&option).ok().map(|index| OptionId::new(index as u32))
    }

    /// A solution of the reduced problem in the options of the original one: the forced ones first.
    /// Numbers that no option of the reduced problem has are left out.
    pub fn original(&self, solution: &[OptionId]) -> Vec<OptionId> {
        let forced = self.forced.iter().map(|forced| forced.option);
        forced.chain(solution.iter().filter_map(|&option| self.original_option(option))).collect()
    }

    /// A line for each option that was forced and for each removal, in the order in which they
    /// were found, with the names of the items.
    ///
    /// ```
    /// use quadrille_cover::{Preprocess, text};
    ///
    /// let problem = text::read("a b\na\na b\nb\nb\n")?;
    /// let reduced = Preprocess::new().given([quadrille_cover::OptionId::new(0)]).run(&problem)?;
    /// let lines: Vec<String> = reduced.describe(&problem).collect();
    /// assert_eq!(
    ///     lines,
    ///     [
    ///         "option 0: given",
    ///         "option 1: excluded by the forced option 0 over item a",
    ///         "item a: covered by forced options",
    ///     ]
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn describe<'p, I, C, O>(
        &'p self,
        problem: &'p Problem<I, C, O>,
    ) -> impl Iterator<Item = String> + 'p
    where
        I: Eq + Hash + Display,
        C: Eq + Hash,
    {
        let name = |item| problem.item(item).map_or_else(String::new, I::to_string);
        let mut forced = self.forced.iter().zip(&self.forced_at).peekable();
        let mut removals = self.removals.iter().enumerate().peekable();
        std::iter::from_fn(move || {
            let mut line = String::new();
            let next = removals.peek().map_or(self.removals.len(), |&(index, _)| index);
            // Writing to a string does not fail.
            let _ = match forced.next_if(|&(_, &at)| at == next) {
                Some((forced, _)) => forced.write(&mut line, &name),
                None => removals.next()?.1.write(&mut line, &name),
            };
            Some(line)
        })
    }
}

impl AsRef<Matrix> for Preprocessed {
    fn as_ref(&self) -> &Matrix {
        &self.matrix
    }
}

type Reduced = (Vec<ItemId>, Vec<OptionId>, Matrix);

/// What is left.
fn reduced(state: &State<'_>) -> Reduced {
    let before = state.matrix;
    let mut numbers = vec![u32::MAX; before.item_count()];
    let mut items = Vec::new();
    let mut kinds = Vec::new();
    for (index, kind) in before.kinds.iter().enumerate() {
        if state.dropped[index] {
            continue;
        }
        numbers[index] = items.len() as u32;
        items.push(ItemId::new(index as u32));
        kinds.push(match kind {
            ItemKind::Secondary => ItemKind::Secondary,
            // Without room it has no options, and any room is the same.
            ItemKind::Primary { .. } => {
                let (min, max) = (state.needs[index], state.rooms[index].max(1));
                ItemKind::Primary { min, max: max.max(min) }
            }
        });
    }
    let left = |option: &OptionId| state.status[option.index()] == Status::Left;
    let options: Vec<OptionId> = before.options().filter(left).collect();
    let mut matrix = Matrix::new(kinds);
    for &option in &options {
        for entry in state.entries(option.get()) {
            let item = numbers[before.items[entry] as usize];
            if item != u32::MAX {
                matrix.items.push(item);
                matrix.colours.push(state.colour(entry as u32));
            }
        }
        matrix.starts.push(matrix.items.len() as u32);
        matrix.costs.push(before.cost(option));
    }
    matrix.trim();
    (items, options, matrix)
}

/// A problem without a solution: the item at fault, and no option.
fn nothing(before: &Matrix, reason: NoSolution) -> Reduced {
    let first = |option: OptionId| before.items_of(option).first().map(|&item| ItemId::new(item));
    let item = match reason {
        NoSolution::TooFewOptions { item, .. } | NoSolution::TooLittleRoom { item, .. } => {
            Some(item)
        }
        NoSolution::GivenClash { item, .. } => Some(item),
        NoSolution::GivenNeverChosen { option } | NoSolution::GivenForbidden { option } => {
            first(option)
        }
    };
    let kinds = vec![ItemKind::EXACTLY_ONCE];
    let matrix = Matrix::new(kinds);
    // No option is empty, so that there is an item.
    (item.into_iter().collect(), Vec::new(), matrix)
}
