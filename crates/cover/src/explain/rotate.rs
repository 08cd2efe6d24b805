//! Model rotation: from one item that a conflict needs to others.
//!
//! A solution that covers all items of a conflict but one proves that this one is needed. An option
//! of it, taken into the solution, drives out those that it excludes. If that leaves a single other
//! item uncovered, the same is proven of that one, and from there it goes on: depth first, each
//! exchange undone on the way back.

use std::collections::HashSet;

use super::minimise::SHARE;
use super::probe::Prober;
use crate::ids::{ItemId, OptionId};
use crate::matrix::ItemKind;

/// Work, about a memory access a unit, after which a rotation is left: where hundreds of thousands of
/// options share an item, each exchange is costly, and to try an item by itself is not.
const MOST_WORK: u64 = 50_000_000;

/// Finds further items that `items`, a conflict, needs: `solution` covers all of them but `first`.
pub(super) fn rotate(
    prober: &Prober<'_>,
    items: &[ItemId],
    needed: &mut HashSet<ItemId>,
    first: ItemId,
    solution: &[u32],
) {
    let mut pace = prober.pace(SHARE);
    let mut left = MOST_WORK;
    let mut set = OptionSet::new(prober, items);
    solution.iter().for_each(|&option| set.add(option));
    let mut stack = vec![Level::new(prober, first)];
    while let Some(level) = stack.last_mut() {
        if let Some(exchange) = level.exchange.take() {
            set.undo(&exchange);
        }
        let Some(option) = level.options.pop() else {
            stack.pop();
            continue;
        };
        let exchange = set.exchange(option);
        let work = std::mem::take(&mut set.work);
        left = left.saturating_sub(work);
        if left == 0 || pace.spend(work).is_err() {
            return;
        }
        match set.only_lacking(level.item, &exchange) {
            Some(single) if needed.insert(single) => {
                level.exchange = Some(exchange);
                stack.push(Level::new(prober, single));
            }
            _ => set.undo(&exchange),
        }
    }
}

/// An item that all but is covered, and the options of it that are still to be tried.
struct Level {
    item: ItemId,
    options: Vec<u32>,
    /// What was done to reach the level above this one.
    exchange: Option<Exchange>,
}

impl Level {
    fn new(prober: &Prober<'_>, item: ItemId) -> Self {
        Level { item, options: prober.base.options_of(item.get()).collect(), exchange: None }
    }
}

/// An option that was taken, and those that it drove out.
struct Exchange {
    taken: u32,
    out: Vec<u32>,
}

/// Options that can stand beside each other.
struct OptionSet<'p, 'm> {
    prober: &'p Prober<'m>,
    /// For each item the options of the set that have it.
    holders: Vec<Vec<u32>>,
    /// How often each item of the conflict has to be covered; 0 for any other.
    needs: Vec<u32>,
    work: u64,
}

impl<'p, 'm> OptionSet<'p, 'm> {
    fn new(prober: &'p Prober<'m>, items: &[ItemId]) -> Self {
        let count = prober.matrix.item_count();
        let mut needs = vec![0; count];
        for item in items {
            needs[item.index()] = prober.base.needs[item.index()];
        }
        OptionSet { prober, holders: vec![Vec::new(); count], needs, work: count as u64 }
    }

    fn items(&self, option: u32) -> &'m [u32] {
        self.prober.matrix.items_of(OptionId::new(option))
    }

    fn add(&mut self, option: u32) {
        for &item in self.items(option) {
            self.work += 2;
            self.holders[item as usize].push(option);
        }
    }

    fn remove(&mut self, option: u32) {
        for &item in self.items(option) {
            let holders = &mut self.holders[item as usize];
            self.work += 2 + holders.len() as u64;
            if let Some(place) = holders.iter().position(|&holder| holder == option) {
                holders.swap_remove(place);
            }
        }
    }

    /// Takes an option instead of those that it excludes, and itself if it is there.
    fn exchange(&mut self, option: u32) -> Exchange {
        let matrix = self.prober.matrix;
        let mut out = Vec::new();
        for (item, colour) in matrix.entries(OptionId::new(option)) {
            let holders = &self.holders[item.index()];
            self.work += 4 + holders.len() as u64;
            match matrix.kinds()[item.index()] {
                ItemKind::Primary { .. } => {
                    // Those that came last make room for one more.
                    let room = self.prober.base.rooms[item.index()] as usize;
                    let excess = (holders.len() + 1).saturating_sub(room);
                    out.extend(holders.iter().rev().take(excess));
                }
                ItemKind::Secondary => {
                    let lengths = holders.iter().map(|&holder| self.items(holder).len() as u64);
                    self.work += lengths.sum::<u64>();
                    let theirs = |holder: u32| {
                        let mut entries = matrix.entries(OptionId::new(holder));
                        entries.find(|&(other, _)| other == item).and_then(|(_, theirs)| theirs)
                    };
                    let excluded = |holder: &&u32| colour.is_none() || theirs(**holder) != colour;
                    out.extend(holders.iter().filter(excluded));
                }
            }
            out.extend(holders.iter().filter(|&&holder| holder == option));
        }
        out.sort_unstable();
        out.dedup();
        for &excluded in &out {
            self.remove(excluded);
        }
        self.add(option);
        Exchange { taken: option, out }
    }

    fn undo(&mut self, exchange: &Exchange) {
        self.remove(exchange.taken);
        for &option in &exchange.out {
            self.add(option);
        }
    }

    /// The item that lacks an option after an exchange, if just one does; before it, that was `item`.
    fn only_lacking(&self, item: ItemId, exchange: &Exchange) -> Option<ItemId> {
        let lacks = |item: &u32| {
            let index = *item as usize;
            self.holders[index].len() < self.needs[index] as usize
        };
        let lost = exchange.out.iter().flat_map(|&option| self.items(option));
        let mut lacking: Vec<u32> = lost.copied().chain([item.get()]).filter(lacks).collect();
        lacking.sort_unstable();
        lacking.dedup();
        match *lacking {
            [single] => Some(ItemId::new(single)),
            _ => None,
        }
    }
}
