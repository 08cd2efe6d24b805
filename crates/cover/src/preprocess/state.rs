//! The state of preprocessing: what is left of each item, what was forced and removed, and what has
//! to be looked at again.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::hash::BuildHasher;
use std::ops::Range;

use foldhash::fast::FixedState;

use super::effort::Effort;
use super::pace::Pace;
use super::{Forced, NoSolution, Removal, RemovalReason, Removed};
use crate::ids::{ItemId, OptionId};
use crate::matrix::{ItemKind, Matrix};
use crate::outcome::StopReason;

/// What has become of an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Status {
    /// It may or may not be chosen.
    Left,
    /// It is in every solution.
    Forced,
    /// It is in no solution.
    Removed,
}

/// The items and options that are left.
///
/// Invariants, between two steps:
///
/// - the options left that have item i are the owners of `rows[starts[i]..][..sizes[i]]`, and
///   `rows[places[e]] == e` for each of these entries e;
/// - each option that is left can stand beside all that are forced;
/// - `needs[i]` and `rooms[i]` are the bounds of the primary item i less the forced options that
///   have it; `rooms[i] > 0` if an option is left that has it;
/// - `primaries[o]`: number of primary items of option o that are not dropped; at least 1 if o is
///   left;
/// - `prints[i]`: the sum of the prints of the options left that have item i;
/// - the options left that have a secondary item i with `coloured[i]` all give it the same colour.
#[derive(Debug)]
pub(crate) struct State<'m> {
    pub(super) matrix: &'m Matrix,
    pub(crate) needs: Vec<u32>,
    pub(crate) rooms: Vec<u32>,
    /// Items that were removed.
    pub(super) dropped: Vec<bool>,
    pub(super) starts: Vec<u32>,
    pub(super) rows: Vec<u32>,
    pub(super) places: Vec<u32>,
    /// The option of each entry.
    pub(super) owners: Vec<u32>,
    pub(crate) sizes: Vec<u32>,
    pub(super) status: Vec<Status>,
    pub(super) primaries: Vec<u32>,
    /// A number for each item that is the same where the options are the same.
    pub(super) prints: Vec<u64>,
    /// For a number of options and their print, the primary and the secondary item that were found
    /// last to have such.
    pub(super) alike: HashMap<(u32, u64), [Option<u32>; 2], FixedState>,
    /// Secondary items whose colour a forced option has settled.
    coloured: Vec<bool>,
    pub(super) effort: Effort,
    /// Items that lost an option since their options were looked at, the shortest first.
    thinned: Queue,
    /// Items that lost an option since they were compared with others.
    reshaped: Queue,
    pub(super) removals: Vec<Removal>,
    pub(crate) forced: Vec<Forced>,
    /// For each of `forced` the number of removals before it.
    pub(super) forced_at: Vec<usize>,
    pub(crate) no_solution: Option<NoSolution>,
    pub(super) scratch: super::block::Scratch,
}

/// A queue of items by a key; an item that waits is not queued again.
#[derive(Debug)]
struct Queue {
    heap: BinaryHeap<Reverse<(u32, u32)>>,
    waits: Vec<bool>,
}

impl Queue {
    fn new(items: usize) -> Self {
        Queue { heap: BinaryHeap::with_capacity(items), waits: vec![false; items] }
    }

    fn push(&mut self, key: u32, item: u32) {
        if !std::mem::replace(&mut self.waits[item as usize], true) {
            self.heap.push(Reverse((key, item)));
        }
    }

    fn pop(&mut self) -> Option<u32> {
        let Reverse((_, item)) = self.heap.pop()?;
        self.waits[item as usize] = false;
        Some(item)
    }
}

fn entries(matrix: &Matrix, option: u32) -> Range<usize> {
    matrix.starts[option as usize] as usize..matrix.starts[option as usize + 1] as usize
}

/// A number that looks like no other option's.
fn print(option: u32) -> u64 {
    FixedState::default().hash_one(option)
}

impl<'m> State<'m> {
    /// Everything is left, but for the options without a primary item. O(entries).
    pub(crate) fn new(matrix: &'m Matrix) -> Self {
        let items = matrix.item_count();
        let mut starts = vec![0u32; items + 1];
        for &item in &matrix.items {
            starts[item as usize + 1] += 1;
        }
        let sizes = starts[1..].to_vec();
        for item in 0..items {
            starts[item + 1] += starts[item];
        }
        let mut ends = starts[..items].to_vec();
        let mut rows = vec![0; matrix.entry_count()];
        let mut places = vec![0; matrix.entry_count()];
        let mut owners = vec![0; matrix.entry_count()];
        let mut primaries = vec![0; matrix.option_count()];
        let mut prints = vec![0u64; items];
        for option in matrix.options() {
            let print = print(option.get());
            for entry in entries(matrix, option.get()) {
                let item = matrix.items[entry] as usize;
                owners[entry] = option.get();
                places[entry] = ends[item];
                rows[ends[item] as usize] = entry as u32;
                ends[item] += 1;
                prints[item] = prints[item].wrapping_add(print);
                primaries[option.index()] += u32::from(matrix.kinds[item].is_primary());
            }
        }
        let bounds = |kind: &ItemKind| match *kind {
            ItemKind::Primary { min, max } => (min, max),
            ItemKind::Secondary => (0, 1),
        };
        let (needs, rooms) = matrix.kinds.iter().map(bounds).unzip();
        let mut state = State {
            matrix,
            needs,
            rooms,
            dropped: vec![false; items],
            starts,
            rows,
            places,
            owners,
            sizes,
            status: vec![Status::Left; matrix.option_count()],
            primaries,
            prints,
            alike: HashMap::default(),
            coloured: vec![false; items],
            effort: Effort::bounded(matrix),
            thinned: Queue::new(items),
            reshaped: Queue::new(items),
            removals: Vec::new(),
            forced: Vec::new(),
            forced_at: Vec::new(),
            no_solution: None,
            scratch: super::block::Scratch::default(),
        };
        for item in 0..items as u32 {
            state.look_again(item);
        }
        for option in 0..matrix.option_count() as u32 {
            if state.primaries[option as usize] == 0 {
                state.remove(option, RemovalReason::NoPrimaryItem);
            }
        }
        state
    }

    /// Removes the forbidden options and takes the given ones.
    pub(crate) fn assume(&mut self, given: &[OptionId], forbidden: &[OptionId]) {
        for option in forbidden {
            if self.status[option.index()] == Status::Left {
                self.remove(option.get(), RemovalReason::Forbidden);
            }
        }
        for &option in given {
            match self.status[option.index()] {
                Status::Left => self.force(option.get(), None),
                Status::Forced => {}
                Status::Removed => {
                    self.no_solution = self.why_not_given(option, forbidden);
                    return;
                }
            }
        }
    }

    /// Why a removed option cannot be given.
    fn why_not_given(&self, option: OptionId, forbidden: &[OptionId]) -> Option<NoSolution> {
        if forbidden.contains(&option) {
            return Some(NoSolution::GivenForbidden { option });
        }
        let removal = self.removals.iter().find(|gone| gone.what == Removed::Option(option))?;
        Some(match removal.reason {
            RemovalReason::Excluded { by, item } => {
                NoSolution::GivenClash { first: by, second: option, item }
            }
            _ => NoSolution::GivenNeverChosen { option },
        })
    }

    /// Goes on until nothing changes, there is no solution, or a limit is reached. With `reshape`
    /// items are compared and dropped, too.
    pub(crate) fn run(&mut self, pace: &mut Pace, reshape: bool) -> Result<(), StopReason> {
        if reshape {
            self.thin_out(pace)?;
        }
        while self.no_solution.is_none() {
            if let Some(item) = self.thinned.pop() {
                pace.step()?;
                self.tighten(item, pace)?;
            } else if let Some(item) = self.reshaped.pop().filter(|_| reshape) {
                pace.step()?;
                self.reshape(item, pace)?;
            } else {
                break;
            }
        }
        Ok(())
    }

    /// Does what the number of options of an item asks for.
    fn tighten(&mut self, item: u32, pace: &mut Pace) -> Result<(), StopReason> {
        let index = item as usize;
        let (needed, left) = (self.needs[index], self.sizes[index]);
        if self.dropped[index] || needed == 0 {
            return Ok(());
        }
        if left < needed {
            let item = ItemId::new(item);
            self.no_solution = Some(NoSolution::TooFewOptions { item, needed, left });
        } else if left == needed {
            let mut options: Vec<u32> = self.options_of(item).collect();
            options.sort_unstable();
            for option in options {
                // An option that is gone by now leaves too few: the item waits in the queue again.
                if self.status[option as usize] == Status::Left {
                    self.force(option, Some(ItemId::new(item)));
                }
            }
        } else {
            for option in self.blocking(item, pace)? {
                self.remove(option, RemovalReason::Blocks { item: ItemId::new(item) });
            }
        }
        Ok(())
    }

    /// The entries of an option.
    pub(super) fn entries(&self, option: u32) -> Range<usize> {
        entries(self.matrix, option)
    }

    /// The options left that have an item.
    pub(crate) fn options_of(&self, item: u32) -> impl Iterator<Item = u32> + '_ {
        self.entries_of(item).iter().map(|&entry| self.owners[entry as usize])
    }

    /// Sets no bound on what looks may cost.
    pub(super) fn set_unbounded(&mut self) {
        self.effort = Effort::unbounded();
    }

    /// Leaves only a part of what looks may cost: its inverse is `share`.
    pub(crate) fn divide_effort(&mut self, share: u32) {
        self.effort.divide(share);
    }

    /// What was removed so far.
    pub(crate) fn removals(&self) -> &[Removal] {
        &self.removals
    }

    /// Whether an option may or may not be chosen.
    pub(crate) fn is_left(&self, option: u32) -> bool {
        self.status[option as usize] == Status::Left
    }

    /// Whether an option is in every solution.
    pub(crate) fn is_forced(&self, option: u32) -> bool {
        self.status[option as usize] == Status::Forced
    }

    /// The entries of an item in the options that are left.
    pub(super) fn entries_of(&self, item: u32) -> &[u32] {
        let start = self.starts[item as usize] as usize;
        &self.rows[start..start + self.sizes[item as usize] as usize]
    }

    /// The colour of an entry plus 1; 0 for none.
    pub(super) fn colour(&self, entry: u32) -> u32 {
        self.matrix.colours.get(entry as usize).copied().unwrap_or(0)
    }

    pub(super) fn is_primary(&self, item: u32) -> bool {
        self.matrix.kinds[item as usize].is_primary()
    }

    /// Removes an option that is left.
    pub(super) fn remove(&mut self, option: u32, reason: RemovalReason) {
        debug_assert_eq!(self.status[option as usize], Status::Left);
        self.status[option as usize] = Status::Removed;
        let what = Removed::Option(OptionId::new(option));
        self.removals.push(Removal { what, reason });
        self.unlink(option);
    }

    /// Takes an option that is left, and removes those that cannot stand beside it.
    pub(super) fn force(&mut self, option: u32, item: Option<ItemId>) {
        debug_assert_eq!(self.status[option as usize], Status::Left);
        let by = OptionId::new(option);
        self.status[option as usize] = Status::Forced;
        self.forced.push(Forced { option: by, item });
        self.forced_at.push(self.removals.len());
        self.unlink(option);
        for entry in self.entries(option) {
            let item = self.matrix.items[entry];
            let index = item as usize;
            if self.dropped[index] {
                continue;
            }
            let reason = RemovalReason::Excluded { by, item: ItemId::new(item) };
            if self.is_primary(item) {
                self.needs[index] = self.needs[index].saturating_sub(1);
                self.set_room(item, self.rooms[index].saturating_sub(1));
                if self.rooms[index] == 0 {
                    self.remove_where(item, reason, |_| true);
                }
            } else {
                // Once is enough: the options that are left agree with the first one forced.
                if !std::mem::replace(&mut self.coloured[index], true) {
                    let colour = self.colour(entry as u32);
                    self.remove_where(item, reason, |other| colour == 0 || other != colour);
                }
            }
        }
    }

    /// Removes the options of an item whose colour for it is such.
    fn remove_where(&mut self, item: u32, reason: RemovalReason, such: impl Fn(u32) -> bool) {
        let mut options: Vec<u32> = self
            .entries_of(item)
            .iter()
            .filter(|&&entry| such(self.colour(entry)))
            .map(|&entry| self.owners[entry as usize])
            .collect();
        options.sort_unstable();
        for option in options {
            self.remove(option, reason);
        }
    }

    /// Sets how many further options a primary item may have. At 1, its options begin to exclude
    /// each other.
    pub(super) fn set_room(&mut self, item: u32, room: u32) {
        let before = std::mem::replace(&mut self.rooms[item as usize], room);
        if before > 1 && room == 1 {
            self.effort.begin();
            let options: Vec<u32> = self.options_of(item).collect();
            for option in options {
                // What is not looked at again is only not reduced.
                if !self.effort.take(4 * self.entries(option).len() as u64) {
                    break;
                }
                for entry in self.entries(option) {
                    self.look_again(self.matrix.items[entry]);
                }
            }
        }
    }

    /// Drops an item: what is left implies it.
    pub(super) fn drop_item(&mut self, item: u32, reason: RemovalReason) {
        self.dropped[item as usize] = true;
        let what = Removed::Item(ItemId::new(item));
        self.removals.push(Removal { what, reason });
        if self.is_primary(item) {
            for place in 0..self.sizes[item as usize] {
                let entry = self.rows[(self.starts[item as usize] + place) as usize];
                self.primaries[self.owners[entry as usize] as usize] -= 1;
            }
        }
    }

    /// Takes an option out of the lists of its items.
    fn unlink(&mut self, option: u32) {
        let print = print(option);
        for entry in self.entries(option) {
            let item = self.matrix.items[entry];
            let index = item as usize;
            self.sizes[index] -= 1;
            self.prints[index] = self.prints[index].wrapping_sub(print);
            let last = self.starts[index] + self.sizes[index];
            let place = std::mem::replace(&mut self.places[entry], last);
            let moved = self.rows[last as usize];
            self.rows[place as usize] = moved;
            self.places[moved as usize] = place;
            self.rows[last as usize] = entry as u32;
            self.places[entry] = last;
            self.look_again(item);
        }
    }

    /// Queues an item whose options have changed.
    pub(super) fn look_again(&mut self, item: u32) {
        if self.dropped[item as usize] {
            return;
        }
        if self.needs[item as usize] > 0 {
            self.thinned.push(self.sizes[item as usize], item);
        }
        self.reshaped.push(0, item);
    }

    /// The primary items that together show that there is no solution, from the end of the log to
    /// its beginning: an item whose options were too few, the items for whose sake these were
    /// removed, and so on. Only after a run without reshaping that found that there is no solution.
    pub(crate) fn culprits(&self) -> Vec<ItemId> {
        let Some(NoSolution::TooFewOptions { item, .. }) = self.no_solution else {
            return Vec::new();
        };
        let mut wanted = vec![false; self.matrix.item_count()];
        wanted[item.index()] = true;
        // Where an item has room for several, all that were forced before may have filled it up.
        let all_forced = self.matrix.needs().multiplicities;
        let mut takers = vec![all_forced; self.matrix.option_count()];
        let mut forced = self.forced.iter().zip(&self.forced_at).rev().peekable();
        for index in (0..=self.removals.len()).rev() {
            while let Some((taken, _)) = forced.next_if(|&(_, &at)| at == index) {
                if takers[taken.option.index()]
                    && let Some(item) = taken.item
                {
                    wanted[item.index()] = true;
                }
            }
            let Some(removal) = index.checked_sub(1).map(|before| &self.removals[before]) else {
                break;
            };
            let Removed::Option(option) = removal.what else { continue };
            if !self.matrix.items_of(option).iter().any(|&item| wanted[item as usize]) {
                continue;
            }
            match removal.reason {
                RemovalReason::Blocks { item } => wanted[item.index()] = true,
                RemovalReason::Excluded { by, .. } => takers[by.index()] = true,
                _ => {}
            }
        }
        (0..).map(ItemId::new).zip(wanted).filter(|(_, wanted)| *wanted).map(|(id, _)| id).collect()
    }
}
