//! Lints: what is allowed in a problem, and most likely not meant.
//!
//! [`lints`] is linear in the size of the problem and finds what can be seen by looking at single
//! items and options. [`Lints`] also finds what follows from them together, by
//! [preprocessing](crate::Preprocess), which can take longer and therefore has limits.

use std::collections::HashMap;
use std::fmt::{Display, Write};
use std::hash::{BuildHasher, Hash};

use foldhash::fast::{FixedState, RandomState};

use crate::ids::{ColourId, ItemId, OptionId};
use crate::limits::Limits;
use crate::matrix::{ItemKind, Matrix};
use crate::outcome::StopReason;
use crate::preprocess::{NoSolution, Pace, RemovalReason, Removed, State};
use crate::problem::Problem;

/// Something in a problem that is most likely a mistake.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum Lint {
    /// A primary item that no option has: there is no solution.
    #[error("primary item {0} has no option: there is no solution")]
    ItemWithoutOptions(ItemId),
    /// A secondary item that no option has.
    #[error("secondary item {0} has no option")]
    UnusedSecondaryItem(ItemId),
    /// A primary item to be covered more often than it has options: there is no solution. An upper
    /// bound beyond the number of options is a way to set none, and no mistake.
    #[error("item {item} needs {needs} options and has {has}: there is no solution")]
    TooFewOptions {
        /// The item.
        item: ItemId,
        /// The least number of options to cover it.
        needs: u32,
        /// The number of options that have it, which is not 0.
        has: u32,
    },
    /// An item with just the same options as an earlier one, so that the two are always covered
    /// together. Reported with the first such item.
    #[error("item {item} has the same options as item {first}")]
    SameOptions {
        /// The item.
        item: ItemId,
        /// The first item that has these options.
        first: ItemId,
    },
    /// A secondary item to which all of its options, two or more, give the same colour: it never
    /// keeps two options apart.
    #[error("all options of item {item} give it colour {colour}: it excludes nothing")]
    SingleColour {
        /// The item.
        item: ItemId,
        /// The colour.
        colour: ColourId,
    },
    /// A colour that stands just once in the whole problem, while other options give the item other
    /// colours: no second option can agree with it. It is as if the item had no colour there; most
    /// likely a misspelled colour, or a forgotten option. (That an item has a colour once which
    /// others have, too, is common: a rare letter in a word puzzle.)
    #[error("only option {option} gives item {item} colour {colour}: no other can agree with it")]
    LonelyColour {
        /// The item.
        item: ItemId,
        /// The colour.
        colour: ColourId,
        /// The option.
        option: OptionId,
    },
    /// An option without a primary item: it is never chosen.
    #[error("option {0} has no primary item: it is never chosen")]
    NoPrimaryItem(OptionId),
    /// An option with the same items and colours as an earlier one, whatever their order and costs.
    /// The two are distinct, and double the solutions. Reported with the first such option.
    #[error("option {option} has the same items and colours as option {first}")]
    DuplicateOption {
        /// The option.
        option: OptionId,
        /// The first option that has these items and colours.
        first: OptionId,
    },
    /// An option that is in no solution, for the reason given: it leaves some item without enough
    /// options, or others that must be chosen exclude it. Found by [`Lints`] only.
    #[error("option {option} is in no solution: {}", reason(because, &number))]
    Unusable {
        /// The option.
        option: OptionId,
        /// Why it cannot be chosen.
        because: RemovalReason,
    },
    /// There is no solution, and no search is needed to see that. Found by [`Lints`] only;
    /// [`explain`](crate::explain()) says more.
    #[error("there is no solution: {0}")]
    NoSolution(NoSolution),
}

/// The lints of a problem that are found in linear time: those of items, then those of options, each
/// by number. O(entries · log(items of an option)) expected.
///
/// ```
/// use quadrille_cover::{Lint, OptionId, ProblemBuilder, lints};
///
/// let mut builder = ProblemBuilder::new();
/// builder.primary("a")?;
/// builder.secondary("x")?;
/// builder.add_option(["a"])?;
/// builder.add_option(["x"])?;
/// let problem = builder.build();
/// assert_eq!(lints(&problem), [Lint::NoPrimaryItem(OptionId::new(1))]);
/// assert_eq!(
///     lints(&problem)[0].describe(&problem),
///     "option 1 (x) has no primary item: it is never chosen"
/// );
/// # Ok::<(), quadrille_cover::BuildError<&str, std::convert::Infallible>>(())
/// ```
pub fn lints(problem: &impl AsRef<Matrix>) -> Vec<Lint> {
    let matrix = problem.as_ref();
    let mut found = item_lints(matrix);
    let never = matrix.options().filter(|&option| !matrix.has_primary_item(option));
    let mut of_options: Vec<(OptionId, Lint)> =
        never.map(|option| (option, Lint::NoPrimaryItem(option))).collect();
    of_options.extend(duplicates(matrix));
    of_options.sort_by_key(|&(option, _)| option);
    found.extend(of_options.into_iter().map(|(_, lint)| lint));
    found
}

/// All lints, those that need preprocessing included, within limits.
///
/// ```
/// use quadrille_cover::{Lint, Lints, OptionId, ProblemBuilder};
///
/// // Option 0 leaves nothing for "c".
/// let mut builder = ProblemBuilder::new();
/// builder.primary_items(["a", "b", "c"])?;
/// for option in [["a", "b"].as_slice(), &["a"], &["b"], &["b", "c"], &["a", "c"]] {
///     builder.add_option(option.iter().copied())?;
/// }
/// let problem = builder.build();
/// let report = Lints::new().run(&problem);
/// assert_eq!(report.lints.len(), 1);
/// assert_eq!(
///     report.lints[0].describe(&problem),
///     "option 0 (a b) is in no solution: leaves item c with too few options"
/// );
/// # Ok::<(), quadrille_cover::BuildError<&str, std::convert::Infallible>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Lints {
    limits: Limits,
}

impl Lints {
    /// All lints, without limits.
    pub fn new() -> Self {
        Lints::default()
    }

    /// Ends preprocessing at one of these limits, whose nodes are looks at an item. The linear lints
    /// come in any case.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// The linear lints, then the options that are in no solution, or why there is none. As costly
    /// as [`Preprocess`](crate::Preprocess), and like it near linear: for an item with very many
    /// options the search for options that it makes unusable may be given up.
    pub fn run(&self, problem: &impl AsRef<Matrix>) -> LintReport {
        let matrix = problem.as_ref();
        let mut found = lints(matrix);
        let mut state = State::new(matrix);
        // Nothing is compared or dropped: what follows from the items that the user has.
        let stopped = state.run(&mut Pace::start(&self.limits), false).err();
        if let Some(reason) = state.no_solution {
            let is_known = |lint: &Lint| {
                matches!(lint, Lint::ItemWithoutOptions(_) | Lint::TooFewOptions { .. })
            };
            if !found.iter().any(is_known) {
                found.push(Lint::NoSolution(reason));
            }
        } else {
            let removals = state.removals().iter();
            let mut unusable: Vec<Lint> = removals
                .filter_map(|removal| match (removal.what, removal.reason) {
                    (_, RemovalReason::NoPrimaryItem) | (Removed::Item(_), _) => None,
                    (Removed::Option(option), because) => Some(Lint::Unusable { option, because }),
                })
                .collect();
            unusable.sort_by_key(|lint| match lint {
                Lint::Unusable { option, .. } => *option,
                _ => OptionId::new(0),
            });
            found.extend(unusable);
        }
        LintReport { lints: found, stopped }
    }
}

/// What [`Lints::run`] found.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LintReport {
    /// The lints.
    pub lints: Vec<Lint>,
    /// The limit that was reached, so that there may be more; `None` if none was.
    pub stopped: Option<StopReason>,
}

impl Lint {
    /// The lint with the names of items and colours; options with their numbers and items.
    pub fn describe<I, C, O>(&self, problem: &Problem<I, C, O>) -> String
    where
        I: Eq + Hash + Display,
        C: Eq + Hash + Display,
    {
        let item = |id: ItemId| problem.item(id).map_or_else(|| id.to_string(), I::to_string);
        let colour = |id: ColourId| problem.colour(id).map_or_else(|| id.to_string(), C::to_string);
        let option = |id: OptionId| option_in_words(problem, id);
        match *self {
            Lint::ItemWithoutOptions(id) => {
                format!("primary item {} has no option: there is no solution", item(id))
            }
            Lint::UnusedSecondaryItem(id) => format!("secondary item {} has no option", item(id)),
            Lint::TooFewOptions { item: id, needs, has } => {
                format!(
                    "item {} needs {needs} options and has {has}: there is no solution",
                    item(id)
                )
            }
            Lint::SameOptions { item: id, first } => {
                format!("item {} has the same options as item {}", item(id), item(first))
            }
            Lint::SingleColour { item: id, colour: c } => format!(
                "all options of item {} give it colour {}: it excludes nothing",
                item(id),
                colour(c)
            ),
            Lint::LonelyColour { item: id, colour: c, option: o } => format!(
                "only {} gives item {} colour {}: no other can agree with it",
                option(o),
                item(id),
                colour(c)
            ),
            Lint::NoPrimaryItem(id) => {
                format!("{} has no primary item: it is never chosen", option(id))
            }
            Lint::DuplicateOption { option: id, first } => {
                format!("{} has the same items and colours as option {first}", option(id))
            }
            Lint::Unusable { option: id, because } => {
                format!("{} is in no solution: {}", option(id), reason(&because, &item))
            }
            Lint::NoSolution(ref why) => {
                format!("there is no solution: {}", why.describe_with(item))
            }
        }
    }
}

/// "option 3 (a b x:red)".
fn option_in_words<I, C, O>(problem: &Problem<I, C, O>, option: OptionId) -> String
where
    I: Eq + Hash + Display,
    C: Eq + Hash + Display,
{
    let mut words = format!("option {option} (");
    for (place, (item, colour)) in problem.option(option).enumerate() {
        let gap = if place == 0 { "" } else { " " };
        // Writing to a string does not fail.
        let _ = match colour {
            None => write!(words, "{gap}{item}"),
            Some(colour) => write!(words, "{gap}{item}:{colour}"),
        };
    }
    words.push(')');
    words
}

fn number(item: ItemId) -> String {
    item.to_string()
}

/// A reason with names of the caller's for items.
fn reason(because: &RemovalReason, name: &dyn Fn(ItemId) -> String) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = because.write(&mut text, name);
    text
}

fn item_lints(matrix: &Matrix) -> Vec<Lint> {
    let items = matrix.item_count();
    let mut has = vec![0u32; items];
    // A sum over the options: it does not depend on their order.
    let mut prints = vec![0u64; items];
    let hasher = FixedState::default();
    for option in matrix.options() {
        let print = hasher.hash_one(option);
        for &item in matrix.items_of(option) {
            has[item as usize] += 1;
            prints[item as usize] = prints[item as usize].wrapping_add(print);
        }
    }
    let colours = colour_lints(matrix);
    let same = same_options(matrix, &has, &prints);
    let mut found = Vec::new();
    let mut colours = colours.into_iter().peekable();
    for (index, kind) in matrix.kinds().iter().enumerate() {
        let item = ItemId::new(index as u32);
        match *kind {
            ItemKind::Primary { min: 1.., .. } if has[index] == 0 => {
                found.push(Lint::ItemWithoutOptions(item));
            }
            ItemKind::Primary { min, .. } if has[index] < min => {
                found.push(Lint::TooFewOptions { item, needs: min, has: has[index] });
            }
            ItemKind::Secondary if has[index] == 0 => found.push(Lint::UnusedSecondaryItem(item)),
            _ => {}
        }
        if let Some(first) = same[index] {
            found.push(Lint::SameOptions { item, first });
        }
        while let Some((_, lint)) = colours.next_if(|(of, _)| *of == item) {
            found.push(lint);
        }
    }
    found
}

/// For each item the first that has the same options, if that is another.
fn same_options(matrix: &Matrix, has: &[u32], prints: &[u64]) -> Vec<Option<ItemId>> {
    let items = matrix.item_count();
    let mut firsts: HashMap<(u32, u64), u32, RandomState> = HashMap::default();
    let mut same: Vec<Option<ItemId>> = vec![None; items];
    for index in 0..items {
        if has[index] > 0 {
            let first = *firsts.entry((has[index], prints[index])).or_insert(index as u32);
            same[index] = (first as usize != index).then(|| ItemId::new(first));
        }
    }
    // The print is not proof: each of an item's options must have the first one, too.
    let mut seen = vec![u32::MAX; items];
    for option in matrix.options() {
        let entries = matrix.items_of(option);
        entries.iter().for_each(|&item| seen[item as usize] = option.get());
        for &item in entries {
            let same = &mut same[item as usize];
            *same = same.filter(|first| seen[first.index()] == option.get());
        }
    }
    same
}

/// The lints of colours with their items, ascending.
fn colour_lints(matrix: &Matrix) -> Vec<(ItemId, Lint)> {
    if !matrix.has_colours() {
        return Vec::new();
    }
    // Each use of an item by its colour; those without a colour first.
    let mut uses: Vec<(ItemId, Option<ColourId>, OptionId)> = Vec::new();
    for option in matrix.options() {
        for (item, colour) in matrix.entries(option) {
            if !matrix.kinds()[item.index()].is_primary() {
                uses.push((item, colour, option));
            }
        }
    }
    uses.sort_unstable();
    let mut times: HashMap<ColourId, u32> = HashMap::new();
    for colour in uses.iter().filter_map(|&(_, colour, _)| colour) {
        *times.entry(colour).or_default() += 1;
    }
    let mut found = Vec::new();
    for of_item in uses.chunk_by(|a, b| a.0 == b.0) {
        let mut of_colours = of_item.chunk_by(|a, b| a.1 == b.1).peekable();
        if let [(item, Some(colour), _), ..] = *of_item
            && of_colours.peek().is_some_and(|first| first.len() == of_item.len())
        {
            if of_item.len() > 1 {
                found.push((item, Lint::SingleColour { item, colour }));
            }
            continue;
        }
        for of_colour in of_colours {
            if let [(item, Some(colour), option)] = *of_colour
                && times.get(&colour) == Some(&1)
            {
                found.push((item, Lint::LonelyColour { item, colour, option }));
            }
        }
    }
    found
}

/// The options that repeat an earlier one, ascending.
fn duplicates(matrix: &Matrix) -> Vec<(OptionId, Lint)> {
    let sorted = |option: OptionId| {
        let mut entries: Vec<(ItemId, Option<ColourId>)> = matrix.entries(option).collect();
        entries.sort_unstable();
        entries
    };
    let hasher = RandomState::default();
    // By a hash of the entries the first options of that hash: as a rule one.
    let mut firsts: HashMap<u64, Vec<OptionId>, RandomState> = HashMap::default();
    let mut found = Vec::new();
    for option in matrix.options() {
        let entries = sorted(option);
        let alike = firsts.entry(hasher.hash_one(&entries)).or_default();
        match alike.iter().find(|&&first| sorted(first) == entries) {
            Some(&first) => found.push((option, Lint::DuplicateOption { option, first })),
            None => alike.push(option),
        }
    }
    found
}
