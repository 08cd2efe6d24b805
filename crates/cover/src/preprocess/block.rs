//! The options that block an item.

use super::pace::Pace;
use super::state::State;
use crate::ids::OptionId;
use crate::outcome::StopReason;

/// So many options of an item are weighed to find the cheapest to begin with.
const WEIGHED: usize = 16;

/// Memory that is used again for each item. `stamp` tells what is of the present use.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    stamp: u32,
    /// For each option: in which round it was found, how many conflicts it had since, and by which
    /// option it was found last.
    found: Vec<u32>,
    hits: Vec<u32>,
    finder: Vec<u32>,
    /// For each item: when it was marked last, and with what colour.
    marked: Vec<u32>,
    colours: Vec<u32>,
}

impl Scratch {
    /// A stamp that nothing bears.
    fn next(&mut self, options: usize, items: usize) -> u32 {
        if self.stamp == u32::MAX || self.found.len() < options || self.marked.len() < items {
            *self = Scratch {
                stamp: 0,
                found: vec![0; options],
                hits: vec![0; options],
                finder: vec![0; options],
                marked: vec![0; items],
                colours: vec![0; items],
            };
        }
        self.stamp += 1;
        self.stamp
    }
}

impl State<'_> {
    /// The options left that leave an item with fewer compatible options than it needs, ascending.
    /// The item has as many options as it needs, and needs at least one.
    ///
    /// A look that would cost too much is given up: then these are some of them.
    pub(crate) fn blocking(&mut self, item: u32, pace: &mut Pace) -> Result<Vec<u32>, StopReason> {
        self.effort.begin();
        if !self.afford(u64::from(self.sizes[item as usize]), pace)? {
            return Ok(Vec::new());
        }
        let mut options: Vec<u32> = self.options_of(item).collect();
        let needed = self.needs[item as usize] as usize;
        if !self.cheapest_first(&mut options, needed, pace)? {
            return Ok(Vec::new());
        }
        // To block the item is to be in conflict with so many of its options, or more.
        let fatal = options.len() - needed + 1;
        let mut candidates: Vec<u32> = Vec::new();
        let round = self.scratch.next(self.matrix.option_count(), self.matrix.item_count());
        if needed == 1 {
            // Its own options cover it. They count as found, and so are no candidates: they would
            // stay till the end, being in conflict with all but themselves.
            for &option in &options {
                self.scratch.found[option as usize] = round;
            }
        }
        for (index, &option) in options.iter().enumerate() {
            if index < needed {
                if !self.collect(option, round, &mut candidates, pace)? {
                    return Ok(self.certain(candidates, fatal));
                }
            } else {
                if !self.afford(self.entries(option).len() as u64, pace)? {
                    return Ok(self.certain(candidates, fatal));
                }
                let marking = self.mark(option);
                for &candidate in &candidates {
                    if !self.afford(2 + self.entries(candidate).len() as u64, pace)? {
                        return Ok(self.certain(candidates, fatal));
                    }
                    if candidate != option && self.clashes(candidate, marking) {
                        self.scratch.hits[candidate as usize] += 1;
                    }
                }
            }
            let rest = options.len() - 1 - index;
            // Once the needed ones are through, what was not found has too few conflicts.
            let hits = &self.scratch.hits;
            candidates.retain(|&candidate| hits[candidate as usize] as usize + rest >= fatal);
            if candidates.is_empty() && index + 1 >= needed {
                return Ok(candidates);
            }
        }
        candidates.sort_unstable();
        Ok(candidates)
    }

    /// Books work of a look; `false` if it is more than the look may cost.
    pub(super) fn afford(&mut self, units: u64, pace: &mut Pace) -> Result<bool, StopReason> {
        let affordable = self.effort.take(units);
        if affordable {
            pace.spend(units)?;
        }
        Ok(affordable)
    }

    /// The candidates that are known to have enough conflicts, ascending.
    fn certain(&self, mut candidates: Vec<u32>, fatal: usize) -> Vec<u32> {
        candidates.retain(|&option| self.scratch.hits[option as usize] as usize >= fatal);
        candidates.sort_unstable();
        candidates
    }

    /// Moves the options with the fewest conflicts among the first few to the front; `false` if that
    /// would cost too much.
    fn cheapest_first(
        &mut self,
        options: &mut [u32],
        wanted: usize,
        pace: &mut Pace,
    ) -> Result<bool, StopReason> {
        let weighed = options.len().min(WEIGHED);
        if wanted >= weighed {
            return Ok(true);
        }
        let lengths = options[..weighed].iter().map(|&option| self.entries(option).len() as u64);
        if !self.afford(lengths.sum(), pace)? {
            return Ok(false);
        }
        options[..weighed].sort_by_cached_key(|&option| (self.weight(option), option));
        Ok(true)
    }

    /// At least as many as the conflicts of an option.
    fn weight(&self, option: u32) -> u64 {
        let items = self.matrix.items_of(OptionId::new(option)).iter();
        let sizes =
            items.filter(|&&item| self.excludes(item)).map(|&item| self.sizes[item as usize]);
        sizes.map(u64::from).sum()
    }

    /// Whether an item makes options exclude each other.
    fn excludes(&self, item: u32) -> bool {
        !self.dropped[item as usize] && self.rooms[item as usize] == 1
    }

    /// Books a conflict with each option that excludes this one, once. Options that were not found
    /// before become candidates. `false`, and nothing booked, if it would cost too much.
    fn collect(
        &mut self,
        option: u32,
        round: u32,
        candidates: &mut Vec<u32>,
        pace: &mut Pace,
    ) -> Result<bool, StopReason> {
        if !self.afford(self.entries(option).len() as u64, pace)?
            || !self.afford(2 * self.weight(option), pace)?
        {
            return Ok(false);
        }
        // An option that shares several items counts once.
        let turn = self.scratch.next(self.matrix.option_count(), self.matrix.item_count());
        for entry in self.entries(option) {
            let item = self.matrix.items[entry];
            if !self.excludes(item) {
                continue;
            }
            let colour = self.colour(entry as u32);
            let start = self.starts[item as usize];
            for place in start..start + self.sizes[item as usize] {
                let other_entry = self.rows[place as usize];
                let other = self.owners[other_entry as usize];
                let agrees =
                    !self.is_primary(item) && colour != 0 && self.colour(other_entry) == colour;
                if other == option || agrees {
                    continue;
                }
                let index = other as usize;
                let scratch = &mut self.scratch;
                if scratch.found[index] != round {
                    scratch.found[index] = round;
                    scratch.hits[index] = 0;
                    candidates.push(other);
                }
                if scratch.finder[index] != turn {
                    scratch.finder[index] = turn;
                    scratch.hits[index] += 1;
                }
            }
        }
        Ok(true)
    }

    /// Marks the items of an option that exclude others.
    fn mark(&mut self, option: u32) -> u32 {
        let stamp = self.scratch.next(self.matrix.option_count(), self.matrix.item_count());
        for entry in self.entries(option) {
            let item = self.matrix.items[entry];
            if self.excludes(item) {
                self.scratch.marked[item as usize] = stamp;
                self.scratch.colours[item as usize] = self.colour(entry as u32);
            }
        }
        stamp
    }

    /// Marks the options left of an item.
    pub(super) fn mark_options(&mut self, item: u32) -> u32 {
        let stamp = self.scratch.next(self.matrix.option_count(), self.matrix.item_count());
        let start = self.starts[item as usize];
        for place in start..start + self.sizes[item as usize] {
            let entry = self.rows[place as usize] as usize;
            self.scratch.finder[self.owners[entry] as usize] = stamp;
        }
        stamp
    }

    /// Whether an option was marked.
    pub(super) fn is_marked(&self, option: u32, stamp: u32) -> bool {
        self.scratch.finder[option as usize] == stamp
    }

    /// Marks all items of an option.
    pub(super) fn mark_all(&mut self, option: u32) -> u32 {
        let stamp = self.scratch.next(self.matrix.option_count(), self.matrix.item_count());
        for entry in self.entries(option) {
            let item = self.matrix.items[entry] as usize;
            self.scratch.marked[item] = stamp;
            self.scratch.colours[item] = self.colour(entry as u32);
        }
        stamp
    }

    /// The colour plus 1 with which an item was marked; `None` if it was not.
    pub(super) fn marked_colour(&self, item: u32, stamp: u32) -> Option<u32> {
        let index = item as usize;
        (self.scratch.marked[index] == stamp).then(|| self.scratch.colours[index])
    }

    /// Whether an option excludes the one that was marked.
    fn clashes(&self, option: u32, marking: u32) -> bool {
        self.entries(option).any(|entry| {
            let item = self.matrix.items[entry];
            self.scratch.marked[item as usize] == marking
                && (self.is_primary(item)
                    || self.colour(entry as u32) == 0
                    || self.colour(entry as u32) != self.scratch.colours[item as usize])
        })
    }
}
