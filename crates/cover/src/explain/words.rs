//! Explanations in words, with the user's names.

use std::fmt::{Debug, Display};
use std::hash::Hash;

use super::{Conflict, Explanation, Reason};
use crate::ids::{ItemId, OptionId};
use crate::problem::Problem;

/// So many items of a conflict are named one by one; of more, the first and how many.
const MOST_NAMED: usize = 12;

impl Explanation {
    /// A sentence that says what was found, with the names of the items.
    pub fn describe<I, C, O>(&self, problem: &Problem<I, C, O>) -> String
    where
        I: Eq + Hash + Display,
        C: Eq + Hash,
    {
        self.describe_with(|item| problem.item(item).map_or_else(|| item.to_string(), I::to_string))
    }

    /// The same for items whose names are for programmers.
    pub fn describe_debug<I, C, O>(&self, problem: &Problem<I, C, O>) -> String
    where
        I: Eq + Hash + Debug,
        C: Eq + Hash,
    {
        self.describe_with(|item| {
            problem.item(item).map_or_else(|| item.to_string(), |name| format!("{name:?}"))
        })
    }

    /// The same in names that the caller chooses.
    pub fn describe_with(&self, name: impl Fn(ItemId) -> String) -> String {
        match self {
            Explanation::Solvable(options) if options.is_empty() => {
                "there is a solution: the empty one".to_owned()
            }
            Explanation::Solvable(options) => {
                format!("there is a solution: {}", counted("option", options))
            }
            Explanation::Unknown(reason) => {
                format!("not known whether there is a solution: {reason}")
            }
            Explanation::Unsolvable(conflict) => {
                let sentence = sentence(conflict, &name);
                match conflict.unproven {
                    None => format!("no solution: {sentence}"),
                    Some(reason) => {
                        format!("no solution: {sentence} (perhaps fewer of them already: {reason})")
                    }
                }
            }
        }
    }
}

fn sentence(conflict: &Conflict, name: &impl Fn(ItemId) -> String) -> String {
    match &conflict.reason {
        Reason::GivenClash { first, second, item } => format!(
            "the given options {first} and {second} exclude each other over item {}",
            name(*item)
        ),
        Reason::GivenForbidden { option } => {
            format!("option {option} is both given and forbidden")
        }
        Reason::GivenNeverChosen { option } => {
            format!("the given option {option} has no primary item: it is never chosen")
        }
        Reason::NoOption { item } => format!("item {} has no option", name(*item)),
        Reason::TooFew { item, needs, has } => {
            format!("item {} needs {} and has {has}", name(*item), options(*needs))
        }
        Reason::TooFewLeft { item, needs, has, given, forbidden } => {
            too_few_left(&name(*item), *needs, *has, given, *forbidden)
        }
        Reason::SameItem { first, second, shared } => {
            format!("{} and {} need the same item {}", name(*first), name(*second), name(*shared))
        }
        Reason::Exclusive { first, second, over } => {
            let over = if over.is_empty() {
                String::new()
            } else {
                format!(" over {}", list(over.iter().map(|&item| name(item))))
            };
            format!(
                "every option of {} excludes every option of {}{over}",
                name(*first),
                name(*second)
            )
        }
        Reason::Starved { item, needs, by } if item == by => format!(
            "item {} needs {}, but each that it has excludes too many of the others",
            name(*item),
            options(*needs)
        ),
        Reason::Starved { item, needs, by } => format!(
            "every option of {} leaves {} without the {} that it needs",
            name(*by),
            name(*item),
            options(*needs)
        ),
        Reason::Places { places, needed, room } => {
            let items = list(conflict.items.iter().map(|&item| name(item)));
            let have = if conflict.items.len() == 1 { "has" } else { "have" };
            let between = if conflict.items.len() == 1 { "" } else { " between them" };
            let simple = *needed == conflict.items.len() as u64 && *room == places.len() as u64;
            let places = list(places.iter().map(|&item| name(item)));
            if simple {
                format!("{items} {have} only {places}{between}")
            } else {
                format!(
                    "{items} {have} only {places}{between}, with room for {room} of the {needed} \
                     options needed"
                )
            }
        }
        Reason::General => general(conflict, name),
    }
}

fn too_few_left(item: &str, needs: u32, has: u32, given: &[OptionId], forbidden: bool) -> String {
    let cause = match (given.is_empty(), forbidden) {
        (false, false) => format!("the given {}", counted("option", given)),
        (false, true) => {
            format!("the given {}, with the forbidden ones,", counted("option", given))
        }
        (true, true) => "the forbidden options".to_owned(),
        // The given options have it themselves, and are not enough.
        (true, false) => "the given options".to_owned(),
    };
    let leave = if given.len() == 1 && !forbidden { "leaves" } else { "leave" };
    if has == 0 && needs == 1 {
        format!("{cause} {leave} item {item} without options")
    } else {
        format!("{cause} {leave} item {item} {has} of the {} that it still needs", options(needs))
    }
}

fn general(conflict: &Conflict, name: &impl Fn(ItemId) -> String) -> String {
    let count = conflict.items.len();
    let between = match conflict.options {
        1 => "with 1 option".to_owned(),
        options => format!("with {options} options"),
    };
    if count == 1 {
        let item = list(conflict.items.iter().map(|&item| name(item)));
        return format!("item {item} cannot be covered as often as it needs, {between}");
    }
    let named = conflict.items.iter().take(MOST_NAMED).map(|&item| name(item));
    let items = if count <= MOST_NAMED {
        list(named)
    } else {
        let named: Vec<String> = named.collect();
        format!("{} and {} more", named.join(", "), count - MOST_NAMED)
    };
    let but = if conflict.is_minimal() { "; without any one of them the others can" } else { "" };
    format!("the {count} items {items}, {between}, cannot be covered together{but}")
}

fn options(count: u32) -> String {
    if count == 1 { "1 option".to_owned() } else { format!("{count} options") }
}

/// "option 3", "options 3 and 7".
fn counted(noun: &str, options: &[OptionId]) -> String {
    let plural = if options.len() == 1 { "" } else { "s" };
    format!("{noun}{plural} {}", list(options.iter().map(OptionId::to_string)))
}

/// "a", "a and b", "a, b and c".
fn list(names: impl Iterator<Item = String>) -> String {
    let names: Vec<String> = names.collect();
    match names.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
