//! Comparing items: those that others imply are dropped.

use super::pace::Pace;
use super::state::State;
use super::{NoSolution, RemovalReason};
use crate::ids::ItemId;
use crate::outcome::StopReason;

/// An item that all options of another have.
#[derive(Debug, Clone, Copy)]
struct Container {
    item: u32,
    /// Whether none of these options gives it a colour.
    uncoloured: bool,
}

impl State<'_> {
    /// Drops an item that cannot be violated; otherwise compares it with the items that all of its
    /// options have.
    pub(super) fn reshape(&mut self, item: u32, pace: &mut Pace) -> Result<(), StopReason> {
        if self.dropped[item as usize] {
            return Ok(());
        }
        self.effort.begin();
        if !self.afford(u64::from(self.sizes[item as usize]), pace)? {
            return Ok(());
        }
        if let Some(reason) = self.idle(item) {
            self.drop_item(item, reason);
            return Ok(());
        }
        if self.sizes[item as usize] == 0 {
            // It needs more than it has: the next look at it says so.
            return Ok(());
        }
        self.match_alike(item, pace)?;
        if self.no_solution.is_some() || self.dropped[item as usize] {
            return Ok(());
        }
        for container in self.containers(item, pace)? {
            if self.no_solution.is_some() || self.dropped[item as usize] {
                break;
            }
            if !self.dropped[container.item as usize] {
                if !self.afford(4 * u64::from(self.sizes[item as usize]), pace)? {
                    break;
                }
                self.compare(item, container);
            }
        }
        Ok(())
    }

    /// Compares an item with the last ones, primary and secondary, that had the same options when
    /// they were looked at. Without this, of many items with the same options each would be compared
    /// with each.
    pub(super) fn match_alike(&mut self, item: u32, pace: &mut Pace) -> Result<(), StopReason> {
        let index = item as usize;
        if self.dropped[index] || self.sizes[index] == 0 {
            return Ok(());
        }
        let key = (self.sizes[index], self.prints[index]);
        let mut known = self.alike.get(&key).copied().unwrap_or([None; 2]);
        for other in known.into_iter().flatten().filter(|&other| other != item) {
            let there = other as usize;
            if self.dropped[there] || (self.sizes[there], self.prints[there]) != key {
                continue;
            }
            if !self.afford(8 * u64::from(key.0), pace)? {
                return Ok(());
            }
            // The print is not proof.
            let stamp = self.mark_options(item);
            if !self.options_of(other).all(|option| self.is_marked(option, stamp)) {
                continue;
            }
            for (one, two) in [(item, other), (other, item)] {
                if self.no_solution.is_none() && !self.dropped[index] && !self.dropped[there] {
                    let uncoloured = self.is_uncoloured(two);
                    self.compare(one, Container { item: two, uncoloured });
                }
            }
            if self.no_solution.is_some() || self.dropped[index] {
                return Ok(());
            }
        }
        known[usize::from(!self.is_primary(item))] = Some(item);
        self.alike.insert(key, known);
        Ok(())
    }

    /// Looks once at all items, and only for what is seen at a glance: each item less makes all that
    /// follows cheaper. O(entries).
    pub(super) fn thin_out(&mut self, pace: &mut Pace) -> Result<(), StopReason> {
        for item in 0..self.matrix.item_count() as u32 {
            let index = item as usize;
            if self.no_solution.is_some() {
                break;
            }
            if self.dropped[index] {
                continue;
            }
            pace.spend(8 + u64::from(self.sizes[index]))?;
            match self.idle(item) {
                Some(reason) if !self.is_primary(item) => self.drop_item(item, reason),
                _ => {
                    self.effort.begin();
                    self.match_alike(item, pace)?;
                }
            }
        }
        Ok(())
    }

    /// Why no choice of the options left can violate an item, if none can.
    fn idle(&self, item: u32) -> Option<RemovalReason> {
        let index = item as usize;
        if !self.is_primary(item) {
            let mut colours = self.entries_of(item).iter().map(|&entry| self.colour(entry));
            let first = colours.next();
            let alike =
                self.sizes[index] < 2 || first != Some(0) && colours.all(|c| Some(c) == first);
            return alike.then_some(RemovalReason::Unconstrained);
        }
        if self.needs[index] > 0 || self.sizes[index] > self.rooms[index] {
            return None;
        }
        if self.sizes[index] == 0 && self.rooms[index] < self.most(item) {
            return Some(RemovalReason::Covered);
        }
        self.is_spare(item).then_some(RemovalReason::Unconstrained)
    }

    /// How often an item may be covered, forced options included.
    fn most(&self, item: u32) -> u32 {
        match self.matrix.kinds[item as usize] {
            crate::ItemKind::Primary { max, .. } => max,
            crate::ItemKind::Secondary => 1,
        }
    }

    /// Whether each option of a primary item has another one: an option that lost its last one would
    /// never be chosen.
    fn is_spare(&self, item: u32) -> bool {
        self.options_of(item).all(|option| self.primaries[option as usize] > 1)
    }

    /// The items that all options of an item have, ascending; none if that would cost too much. An
    /// item with options.
    fn containers(&mut self, item: u32, pace: &mut Pace) -> Result<Vec<Container>, StopReason> {
        let size = self.sizes[item as usize];
        let mut found: Vec<Container> = Vec::new();
        let mut options: Vec<u32> = self.options_of(item).collect();
        let short = |option: &u32| (self.entries(*option).len(), *option);
        if let Some(at) = (0..options.len()).min_by_key(|&at| short(&options[at])) {
            options.swap(0, at);
        }
        for (index, &option) in options.iter().enumerate() {
            if index > 0 && found.is_empty() {
                break;
            }
            let entries = self.entries(option);
            if !self.afford(4 * (entries.len() + found.len()) as u64, pace)? {
                return Ok(Vec::new());
            }
            if index == 0 {
                for entry in entries {
                    let other = self.matrix.items[entry];
                    let is_candidate = other != item
                        && !self.dropped[other as usize]
                        && self.sizes[other as usize] >= size;
                    if is_candidate {
                        let uncoloured = self.colour(entry as u32) == 0;
                        found.push(Container { item: other, uncoloured });
                    }
                }
                continue;
            }
            let stamp = self.mark_all(option);
            found.retain_mut(|container| match self.marked_colour(container.item, stamp) {
                None => false,
                Some(colour) => {
                    container.uncoloured &= colour == 0;
                    true
                }
            });
        }
        found.sort_unstable_by_key(|container| container.item);
        Ok(found)
    }

    /// Does what there is to do about two items, the second of which all options of the first have.
    fn compare(&mut self, item: u32, container: Container) {
        let other = container.item;
        let same = self.sizes[item as usize] == self.sizes[other as usize];
        let (is_primary, other_is_primary) = (self.is_primary(item), self.is_primary(other));
        if same && is_primary && other_is_primary {
            self.merge(item.min(other), item.max(other));
            return;
        }
        // Of two items that imply each other, the one declared later goes.
        let are_secondary = !is_primary && !other_is_primary;
        if same && other > item && are_secondary && self.is_uncoloured(item) {
            self.drop_item(other, RemovalReason::Implied { by: ItemId::new(item) });
            return;
        }
        let at_most_once =
            if other_is_primary { self.rooms[other as usize] == 1 } else { container.uncoloured };
        let by = ItemId::new(other);
        if at_most_once && self.needs[item as usize] == 0 && (!is_primary || self.is_spare(item)) {
            self.drop_item(item, RemovalReason::Implied { by });
            return;
        }
        if is_primary && other_is_primary && self.needs[item as usize] >= self.rooms[other as usize]
        {
            self.crowd_out(item, other);
        }
    }

    /// Whether no option gives a secondary item a colour.
    fn is_uncoloured(&self, item: u32) -> bool {
        self.entries_of(item).iter().all(|&entry| self.colour(entry) == 0)
    }

    /// Makes one of two primary items with the same options: the first, within the bounds of both.
    fn merge(&mut self, stays: u32, goes: u32) {
        let (first, second) = (stays as usize, goes as usize);
        let need = self.needs[first].max(self.needs[second]);
        let room = self.rooms[first].min(self.rooms[second]);
        if need > room {
            let needy = if self.needs[first] == need { stays } else { goes };
            let full = if needy == stays { goes } else { stays };
            self.no_solution = Some(NoSolution::TooLittleRoom {
                item: ItemId::new(needy),
                full: ItemId::new(full),
            });
            return;
        }
        let changed = (need, room) != (self.needs[first], self.rooms[first]);
        self.drop_item(goes, RemovalReason::SameOptions { other: ItemId::new(stays) });
        self.needs[first] = need;
        self.set_room(stays, room);
        if changed {
            self.look_again(stays);
        }
    }

    /// Removes the options of `full` that `item` does not have, which fills it up.
    fn crowd_out(&mut self, item: u32, full: u32) {
        let by = ItemId::new(item);
        if self.needs[item as usize] > self.rooms[full as usize] {
            self.no_solution =
                Some(NoSolution::TooLittleRoom { item: by, full: ItemId::new(full) });
            return;
        }
        let stamp = self.mark_options(item);
        let has = |option: &u32| self.is_marked(*option, stamp);
        let mut outside: Vec<u32> = self.options_of(full).filter(|option| !has(option)).collect();
        outside.sort_unstable();
        for option in outside {
            self.remove(option, RemovalReason::Crowded { by, item: ItemId::new(full) });
        }
    }
}
