//! What keeps the items of a conflict from being covered together, where it is simple.

use super::hall;
use super::probe::Prober;
use crate::ids::{ItemId, OptionId};
use crate::matrix::{ItemKind, Matrix};

/// Pairs of items of options that are compared to see whether options exclude each other.
const MOST_STEPS: usize = 400_000_000;
/// So many items at which options clash are named; more are no explanation.
const MOST_NAMED: usize = 3;

/// Why the items of a [`Conflict`](super::Conflict) cannot be covered together: the first of these
/// that holds. Options that are left are those that stand against no given or forbidden one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// Two given options exclude each other.
    GivenClash {
        /// A given option.
        first: OptionId,
        /// Another.
        second: OptionId,
        /// An item that both have.
        item: ItemId,
    },
    /// A given option is forbidden as well.
    GivenForbidden {
        /// The option.
        option: OptionId,
    },
    /// A given option has no primary item: it is never chosen.
    GivenNeverChosen {
        /// The option.
        option: OptionId,
    },
    /// An item has no option.
    NoOption {
        /// The item.
        item: ItemId,
    },
    /// An item has fewer options than it needs, whatever is given.
    TooFew {
        /// The item.
        item: ItemId,
        /// How many options it needs.
        needs: u32,
        /// How many it has.
        has: u32,
    },
    /// An item has fewer options than it needs beside the given ones, once those are gone that given
    /// options exclude or that are forbidden.
    TooFewLeft {
        /// The item.
        item: ItemId,
        /// How many options it needs beside the given ones.
        needs: u32,
        /// How many are left.
        has: u32,
        /// Given options that exclude all that are gone and not forbidden.
        given: Vec<OptionId>,
        /// Whether some that are gone are forbidden.
        forbidden: bool,
    },
    /// All options of two items have a third one, which there is room for once.
    SameItem {
        /// An item.
        first: ItemId,
        /// Another.
        second: ItemId,
        /// The item that both need.
        shared: ItemId,
    },
    /// Every option of one item excludes every option of the other.
    Exclusive {
        /// An item.
        first: ItemId,
        /// Another.
        second: ItemId,
        /// Items over which they clash, at least one for each pair of options; empty if these would
        /// be many.
        over: Vec<ItemId>,
    },
    /// Every option of one item leaves another, or the same, with fewer options than it needs.
    Starved {
        /// The item that is left with too few.
        item: ItemId,
        /// How many it needs.
        needs: u32,
        /// The item whose options take them away.
        by: ItemId,
    },
    /// All options of the items have one of a few others, places, which have too little room.
    Places {
        /// The places.
        places: Vec<ItemId>,
        /// How many options the items need together; no option serves two of them.
        needed: u64,
        /// How many of these options the places may have together, no more than there are.
        room: u64,
    },
    /// None of the others: it takes a search to see.
    General,
}

/// The reason of a conflict.
pub(super) fn reason(prober: &Prober<'_>, items: &[ItemId]) -> Reason {
    let simple = match *items {
        [item] => too_few(prober, item).or_else(|| starved(prober, item, item)),
        [first, second] => same_item(prober, first, second)
            .or_else(|| exclusive(prober, first, second))
            .or_else(|| starved(prober, first, second))
            .or_else(|| starved(prober, second, first)),
        _ => None,
    };
    simple.or_else(|| places(prober, items)).unwrap_or(Reason::General)
}

fn too_few(prober: &Prober<'_>, item: ItemId) -> Option<Reason> {
    let base = &prober.base;
    let (needs, has) = (base.needs[item.index()], base.sizes[item.index()]);
    let matrix = prober.matrix;
    let all: Vec<OptionId> =
        matrix.options().filter(|&option| matrix.items_of(option).contains(&item.get())).collect();
    if all.is_empty() {
        return Some(Reason::NoOption { item });
    }
    if let ItemKind::Primary { min, .. } = matrix.kinds()[item.index()]
        && all.len() < min as usize
    {
        return Some(Reason::TooFew { item, needs: min, has: all.len() as u32 });
    }
    if has >= needs {
        return None;
    }
    let gone = |option: &OptionId| !base.is_left(option.get()) && !prober.is_given(*option);
    let (forbidden, excluded): (Vec<OptionId>, Vec<OptionId>) =
        all.into_iter().filter(gone).partition(|&option| prober.is_forbidden(option));
    let given = excluders(prober, &excluded);
    Some(Reason::TooFewLeft { item, needs, has, given, forbidden: !forbidden.is_empty() })
}

/// Given options that exclude all of these: a single one if there is one, else all that exclude some.
fn excluders(prober: &Prober<'_>, options: &[OptionId]) -> Vec<OptionId> {
    if options.is_empty() {
        return Vec::new();
    }
    let mut given = prober.given();
    if steps(prober, &given, options) > MOST_STEPS {
        // All of them together do it in any case.
        given.sort_unstable();
        return given;
    }
    let alone = |by: OptionId, option: OptionId| {
        let items = prober.matrix.items_of(by).iter().map(|&item| ItemId::new(item));
        let kinds = prober.matrix.kinds();
        let once = |item: &ItemId| {
            matches!(kinds[item.index()], ItemKind::Secondary | ItemKind::Primary { max: 1, .. })
        };
        items.filter(once).any(|item| prober.clash_at(by, option, item))
    };
    if let Some(&single) = given.iter().find(|&&by| options.iter().all(|&option| alone(by, option)))
    {
        return vec![single];
    }
    let some = |by: &OptionId| options.iter().any(|&option| prober.clash(*by, option).is_some());
    let mut several: Vec<OptionId> = given.into_iter().filter(some).collect();
    several.sort_unstable();
    several
}

fn same_item(prober: &Prober<'_>, first: ItemId, second: ItemId) -> Option<Reason> {
    let mut options =
        prober.base.options_of(first.get()).chain(prober.base.options_of(second.get()));
    let both = |option: u32| {
        let items = prober.matrix.items_of(OptionId::new(option));
        items.contains(&first.get()) && items.contains(&second.get())
    };
    // An option with both would cover both.
    if prober.base.options_of(first.get()).any(both) {
        return None;
    }
    let alone = |option: u32| -> Vec<u32> {
        let entries = prober.matrix.entries(OptionId::new(option));
        let alone = entries.filter(|&(item, colour)| {
            colour.is_none()
                && prober.base.rooms[item.index()] == 1
                && item != first
                && item != second
        });
        let mut items: Vec<u32> = alone.map(|(item, _)| item.get()).collect();
        items.sort_unstable();
        items
    };
    let mut shared = alone(options.next()?);
    for option in options {
        let items = alone(option);
        shared.retain(|item| items.binary_search(item).is_ok());
    }
    let shared = ItemId::new(shared.into_iter().min()?);
    Some(Reason::SameItem { first, second, shared })
}

fn exclusive(prober: &Prober<'_>, first: ItemId, second: ItemId) -> Option<Reason> {
    let options = |item: ItemId| -> Vec<u32> {
        let mut options: Vec<u32> = prober.base.options_of(item.get()).collect();
        options.sort_unstable();
        options
    };
    let (ours, theirs) = (options(first), options(second));
    let ids = |options: &[u32]| -> Vec<OptionId> {
        options.iter().map(|&option| OptionId::new(option)).collect()
    };
    if steps(prober, &ids(&ours), &ids(&theirs)) > MOST_STEPS {
        return None;
    }
    let mut over: Vec<ItemId> = Vec::new();
    for &our in &ours {
        for &their in &theirs {
            if our == their {
                return None;
            }
            let (our, their) = (OptionId::new(our), OptionId::new(their));
            let clash = prober.clash(our, their)?;
            if over.len() <= MOST_NAMED
                && !over.iter().any(|&item| prober.clash_at(our, their, item))
            {
                over.push(clash);
            }
        }
    }
    if over.len() > MOST_NAMED {
        over.clear();
    }
    over.sort_unstable();
    Some(Reason::Exclusive { first, second, over })
}

fn starved(prober: &Prober<'_>, item: ItemId, by: ItemId) -> Option<Reason> {
    let needs = prober.base.needs[item.index()];
    let ids = |item: ItemId| -> Vec<OptionId> {
        prober.base.options_of(item.get()).map(OptionId::new).collect()
    };
    if steps(prober, &ids(item), &ids(by)) > MOST_STEPS {
        return None;
    }
    let starves = |option: u32| {
        let stays = |other: &u32| {
            *other == option || prober.clash(OptionId::new(*other), OptionId::new(option)).is_none()
        };
        prober.base.options_of(item.get()).filter(stays).count() < needs as usize
    };
    let all = prober.base.options_of(by.get()).all(starves);
    all.then_some(Reason::Starved { item, needs, by })
}

fn places(prober: &Prober<'_>, items: &[ItemId]) -> Option<Reason> {
    let (part, _) = prober.part(items);
    let violation = hall::violation(&part, &mut prober.pace(1)).ok().flatten()?;
    let holds = violation.items == items;
    let hall::Violation { places, needed, room, .. } = violation;
    holds.then_some(Reason::Places { places, needed, room })
}

/// About what it costs to compare each of these options with each of those: the pairs of their items.
fn steps(prober: &Prober<'_>, these: &[OptionId], those: &[OptionId]) -> usize {
    let length = |options: &[OptionId]| -> usize {
        options.iter().map(|&option| prober.matrix.items_of(option).len() + 1).sum()
    };
    length(these).saturating_mul(length(those))
}

impl Prober<'_> {
    /// Whether an option is given.
    fn is_given(&self, option: OptionId) -> bool {
        self.base.is_forced(option.get())
    }

    /// An item over which two options exclude each other.
    fn clash(&self, first: OptionId, second: OptionId) -> Option<ItemId> {
        let items = self.matrix.items_of(first).iter().map(|&item| ItemId::new(item));
        items.filter(|&item| self.clash_at(first, second, item)).min()
    }

    /// Whether two options exclude each other over an item.
    fn clash_at(&self, first: OptionId, second: OptionId, item: ItemId) -> bool {
        let colour = |option| entry(self.matrix, option, item);
        match (colour(first), colour(second)) {
            (Some(first), Some(second)) if self.matrix.kinds()[item.index()].is_primary() => {
                debug_assert_eq!((first, second), (None, None));
                // Given options have used up what is not left of its room.
                self.base.rooms[item.index()] <= 1
            }
            (Some(first), Some(second)) => first.is_none() || first != second,
            _ => false,
        }
    }
}

/// The colour that an option gives an item; `None` if it does not have the item.
fn entry(matrix: &Matrix, option: OptionId, wanted: ItemId) -> Option<Option<crate::ColourId>> {
    matrix.entries(option).find(|&(item, _)| item == wanted).map(|(_, colour)| colour)
}
