//! A neutral description of an exact-cover problem, for tests.
//!
//! An [`Instance`] is plain data with public fields: named items, options over item numbers, colours as text, costs.
//! It can describe *faulty* problems too (an item named twice, a colour on a primary item, an entry whose item does
//! not exist), because what an engine does with those is tested as well; [`Instance::fault`] says whether it is one.
//!
//! Its `Debug` form is Rust code: what a failing property test prints can be pasted into a regression test.
//!
//! Limits: nothing here is fast, and nothing here is meant for more than a few thousand options.

use std::collections::HashMap;
use std::fmt;

use crate::compact;

/// What kind of item it is, and how often it is to be covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ItemKind {
    /// Covered at least `min` and at most `max` times; plain exact cover is 1 and 1.
    Primary {
        /// The fewest chosen options that may contain the item.
        min: u32,
        /// The most chosen options that may contain the item.
        max: u32,
    },
    /// Covered at most once, or any number of times in one colour.
    Secondary,
}

/// An item: its name and its kind.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Item {
    /// The name, by which options mention the item in text.
    pub name: String,
    /// Primary with bounds, or secondary.
    pub kind: ItemKind,
}

impl Item {
    /// A primary item that is covered exactly once.
    pub fn primary(name: impl Into<String>) -> Self {
        Self::bounded(name, 1, 1)
    }

    /// A primary item that is covered at least `min` and at most `max` times.
    pub fn bounded(name: impl Into<String>, min: u32, max: u32) -> Self {
        Item { name: name.into(), kind: ItemKind::Primary { min, max } }
    }

    /// A secondary item.
    pub fn secondary(name: impl Into<String>) -> Self {
        Item { name: name.into(), kind: ItemKind::Secondary }
    }

    /// Whether the item is primary.
    pub fn is_primary(&self) -> bool {
        matches!(self.kind, ItemKind::Primary { .. })
    }
}

/// One item of an option, with the colour that the option gives it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// Index into [`Instance::items`]. An index past the end stands for an item that nobody declared.
    pub item: usize,
    /// The colour; `None` on a secondary item is a private colour, which no other option shares.
    pub colour: Option<String>,
}

/// An option: its entries in the order in which they were written, and its cost.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct OptionSpec {
    /// The items of the option.
    pub entries: Vec<Entry>,
    /// The cost of choosing the option; 0 unless stated.
    pub cost: u64,
}

impl OptionSpec {
    /// An option from pairs of item index and colour.
    pub fn new(entries: &[(usize, Option<&str>)], cost: u64) -> Self {
        let entry = |&(item, colour): &(usize, Option<&str>)| Entry {
            item,
            colour: colour.map(str::to_owned),
        };
        OptionSpec { entries: entries.iter().map(entry).collect(), cost }
    }
}

/// An exact-cover problem as plain data.
///
/// # Examples
///
/// ```
/// use quadrille_testkit::Instance;
///
/// let toy = Instance::compact("p q r", "x y", &[
///     "p q x y:A", "p r x:A y", "p x:B", "q x:A", "r y:B",
/// ]);
/// assert_eq!(toy.items.len(), 5);
/// assert_eq!(quadrille_testkit::oracle::solutions(&toy), Ok(vec![vec![1, 3]]));
/// // The Debug form is code that builds the same instance.
/// assert!(format!("{toy:?}").starts_with(r#"Instance::compact("p q r", "x y", &["p q x y:A","#));
/// ```
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Instance {
    /// The items, in the order of their numbers. Primary ones usually come first, but need not.
    pub items: Vec<Item>,
    /// The options, in the order of their numbers; solutions are sets of these numbers.
    pub options: Vec<OptionSpec>,
}

impl Instance {
    /// Reads an instance from compact strings; see [`compact::parse`] for the notation.
    ///
    /// # Errors
    ///
    /// When a number (multiplicity or cost) cannot be read. Faults of the problem itself are *not* errors here.
    pub fn parse(
        primary: &str,
        secondary: &str,
        options: &[&str],
    ) -> Result<Self, compact::CompactError> {
        compact::parse(primary, secondary, options)
    }

    /// [`Instance::parse`] for tests, where the strings are literals.
    ///
    /// # Panics
    ///
    /// When a number in the strings cannot be read.
    #[track_caller]
    pub fn compact(primary: &str, secondary: &str, options: &[&str]) -> Self {
        match Self::parse(primary, secondary, options) {
            Ok(instance) => instance,
            Err(error) => panic!("{error}"),
        }
    }

    /// The name of an item, or a name that no item of the instance has when the index is out of range.
    pub fn label(&self, item: usize) -> String {
        match self.items.get(item) {
            Some(known) => known.name.clone(),
            None => {
                let mut name = format!("unknown{item}");
                while self.items.iter().any(|known| known.name == name) {
                    name.push('_');
                }
                name
            }
        }
    }

    /// Whether the option has a primary item; one without is never chosen.
    pub fn has_primary(&self, option: usize) -> bool {
        let primary = |entry: &Entry| self.items.get(entry.item).is_some_and(Item::is_primary);
        self.options.get(option).is_some_and(|spec| spec.entries.iter().any(primary))
    }

    /// Whether the instance has secondary items.
    pub fn has_secondary(&self) -> bool {
        self.items.iter().any(|item| !item.is_primary())
    }

    /// Whether any option gives an item a colour.
    pub fn has_colours(&self) -> bool {
        self.options.iter().flat_map(|option| &option.entries).any(|entry| entry.colour.is_some())
    }

    /// Whether any primary item has other bounds than exactly once.
    pub fn has_multiplicities(&self) -> bool {
        let plain = [ItemKind::Primary { min: 1, max: 1 }, ItemKind::Secondary];
        self.items.iter().any(|item| !plain.contains(&item.kind))
    }

    /// Whether any option has a cost above 0.
    pub fn has_costs(&self) -> bool {
        self.options.iter().any(|option| option.cost > 0)
    }

    /// What is wrong with the problem, if anything: the first fault in the order items, then options.
    pub fn fault(&self) -> Option<Fault> {
        let mut names = HashMap::new();
        for (item, spec) in self.items.iter().enumerate() {
            if names.insert(&spec.name, item).is_some() {
                return Some(Fault::RepeatedItem { item });
            }
            if let ItemKind::Primary { min, max } = spec.kind
                && (max == 0 || min > max)
            {
                return Some(Fault::BadMultiplicity { item });
            }
        }
        self.options
            .iter()
            .enumerate()
            .find_map(|(option, spec)| self.fault_of_option(option, spec))
    }

    fn fault_of_option(&self, option: usize, spec: &OptionSpec) -> Option<Fault> {
        if spec.entries.is_empty() {
            return Some(Fault::EmptyOption { option });
        }
        for (place, entry) in spec.entries.iter().enumerate() {
            let item = entry.item;
            let Some(known) = self.items.get(item) else {
                return Some(Fault::UnknownItem { option, item });
            };
            if spec.entries[..place].iter().any(|earlier| earlier.item == item) {
                return Some(Fault::RepeatedItemInOption { option, item });
            }
            if known.is_primary() && entry.colour.is_some() {
                return Some(Fault::ColourOnPrimary { option, item });
            }
        }
        None
    }
}

impl fmt::Debug for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&compact::to_rust_code(self))
    }
}

/// What can be wrong with a problem. [`Fault::kind`] gives the word that the case files use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Fault {
    /// The name of `item` was taken by an earlier item.
    RepeatedItem {
        /// The later of the two.
        item: usize,
    },
    /// The bounds of `item` are not `min ≤ max` with `max ≥ 1`.
    BadMultiplicity {
        /// The item.
        item: usize,
    },
    /// The option has no items at all.
    EmptyOption {
        /// The option.
        option: usize,
    },
    /// The option mentions an item that does not exist.
    UnknownItem {
        /// The option.
        option: usize,
        /// The index that is out of range.
        item: usize,
    },
    /// The option has an item twice.
    RepeatedItemInOption {
        /// The option.
        option: usize,
        /// The item.
        item: usize,
    },
    /// The option gives a primary item a colour.
    ColourOnPrimary {
        /// The option.
        option: usize,
        /// The item.
        item: usize,
    },
}

impl Fault {
    /// Every kind, in the words of the case files.
    pub const KINDS: [&'static str; 6] = [
        "repeated-item",
        "bad-multiplicity",
        "empty-option",
        "unknown-item",
        "repeated-item-in-option",
        "colour-on-primary",
    ];

    /// The kind, in the words of the case files.
    pub fn kind(&self) -> &'static str {
        match self {
            Fault::RepeatedItem { .. } => Self::KINDS[0],
            Fault::BadMultiplicity { .. } => Self::KINDS[1],
            Fault::EmptyOption { .. } => Self::KINDS[2],
            Fault::UnknownItem { .. } => Self::KINDS[3],
            Fault::RepeatedItemInOption { .. } => Self::KINDS[4],
            Fault::ColourOnPrimary { .. } => Self::KINDS[5],
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::RepeatedItem { item } => {
                write!(f, "item {item} has the name of an earlier item")
            }
            Fault::BadMultiplicity { item } => write!(f, "item {item} has impossible bounds"),
            Fault::EmptyOption { option } => write!(f, "option {option} is empty"),
            Fault::UnknownItem { option, item } => {
                write!(f, "option {option} mentions item {item}, which does not exist")
            }
            Fault::RepeatedItemInOption { option, item } => {
                write!(f, "option {option} has item {item} twice")
            }
            Fault::ColourOnPrimary { option, item } => {
                write!(f, "option {option} gives the primary item {item} a colour")
            }
        }
    }
}

impl std::error::Error for Fault {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_fault_is_named() {
        let found = |primary, secondary, options: &[&str]| {
            Instance::compact(primary, secondary, options).fault().map(|fault| fault.kind())
        };
        assert_eq!(found("a b", "x", &["a x:red", "b x"]), None);
        assert_eq!(found("a a", "", &[]), Some("repeated-item"));
        assert_eq!(found("a", "a", &[]), Some("repeated-item"));
        assert_eq!(found("0|a", "", &["a"]), Some("bad-multiplicity"));
        assert_eq!(found("3:2|a", "", &["a"]), Some("bad-multiplicity"));
        assert_eq!(found("0:1|a", "", &["a"]), None);
        assert_eq!(found("a", "", &["a", ""]), Some("empty-option"));
        assert_eq!(found("a", "", &["a q"]), Some("unknown-item"));
        assert_eq!(found("a", "x", &["a x:1 x:1"]), Some("repeated-item-in-option"));
        assert_eq!(found("a", "x", &["a:1 x"]), Some("colour-on-primary"));
    }

    #[test]
    fn features_are_told_apart() {
        let plain = Instance::compact("a", "", &["a"]);
        let all = Instance::compact("1:2|a", "x", &["a x:red |3"]);
        let features = |i: &Instance| {
            [i.has_secondary(), i.has_colours(), i.has_multiplicities(), i.has_costs()]
        };
        assert_eq!(features(&plain), [false; 4]);
        assert_eq!(features(&all), [true; 4]);
    }

    #[test]
    fn an_unknown_item_gets_a_label_that_no_item_has() {
        let odd = Instance::compact("unknown1", "", &["unknown1 q"]);
        assert_eq!(odd.options[0].entries[1].item, 1);
        assert_eq!(odd.label(1), "unknown1_");
        assert_eq!(odd.label(0), "unknown1");
    }
}
