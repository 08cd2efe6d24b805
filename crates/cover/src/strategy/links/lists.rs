//! The lists that dance: for each item the options that have it and are still possible, and the list
//! of the items still to be covered. See the [parent module](super) for the idea and the invariants.

use super::settled::Settled;
use crate::ids::OptionId;
use crate::matrix::Matrix;

/// On top of the size of an item that is not, or no longer, to be covered: with it no size is ever 0
/// or 1, so that such items pass unnoticed when options leave their lists.
pub(super) const COVERED: u32 = 1 << 31;
/// The colour of a node whose item is purified with just the colour that the node had.
const FIXED: u32 = u32::MAX;

/// The changing half of a node: its neighbours in the list of its item.
#[derive(Debug, Clone, Copy)]
pub(super) struct Link {
    pub(super) up: u32,
    pub(super) down: u32,
}

/// The fixed half of a node. Links are met in any order, places side by side: kept apart, twice as
/// many links fit in the cache (a fifth of the time on 6×10 pentominoes).
#[derive(Debug, Clone, Copy)]
struct Place {
    item: u32,
    /// The next node of the option, in a circle.
    right: u32,
}

/// The lists of a problem. `COLOURED` is false if no option gives a colour: two copies of the same
/// code, so that plain problems do not pay for colours.
#[derive(Debug)]
pub(super) struct Lists<const COLOURED: bool> {
    /// Item numbers below this are primary; in `next` and `previous` it is the head of the list.
    pub(super) primaries: u32,
    pub(super) links: Vec<Link>,
    places: Vec<Place>,
    /// For each item the number of ways to go on with it: of the options in its list, if it is to be
    /// covered once. [`COVERED`] on top of it if it is not active.
    pub(super) sizes: Vec<u32>,
    pub(super) next: Vec<u32>,
    pub(super) previous: Vec<u32>,
    /// The colour of each node, 0 for none, or `FIXED`; empty unless `COLOURED`.
    pub(super) colours: Vec<u32>,
    /// The option of each node behind the heads.
    options: Vec<u32>,
    /// The first node of each option; one more at the end.
    firsts: Vec<u32>,
    /// The notebook: items that came down to size 1 or 0, `noted` of them. Items of size 1 are a queue
    /// from `head` on; one of size 0 is lost, unless what is done next has it.
    ///
    /// Its length is that of what may be noted, not of what is: an entry is written whatever the size,
    /// and counts if the size is small. On dense problems the processor cannot guess which will be.
    notes: Vec<u32>,
    pub(super) noted: u32,
    pub(super) head: u32,
    /// Number of links removed so far.
    pub(super) updates: u64,
}

impl<const COLOURED: bool> Lists<COLOURED> {
    /// The lists of a problem, less what is settled already, and the new number of each item.
    pub(super) fn new(matrix: &Matrix, settled: &Settled) -> (Self, Vec<u32>) {
        let items = matrix.item_count();
        // Renumber: primary items first, either kind in its own order.
        let is_primary = |&item: &u32| matrix.kinds()[item as usize].is_primary();
        let (mut order, secondary): (Vec<u32>, Vec<u32>) = (0..items as u32).partition(is_primary);
        let primaries = order.len() as u32;
        order.extend(secondary);
        let mut numbers = vec![0; items];
        (0..).zip(&order).for_each(|(new, &old)| numbers[old as usize] = new);

        let ring = primaries + 1;
        let total = items + matrix.entry_count();
        let mut lists = Lists {
            primaries,
            links: Vec::with_capacity(total),
            places: Vec::with_capacity(total),
            sizes: vec![0; primaries as usize],
            next: (0..ring).map(|item| (item + 1) % ring).collect(),
            previous: (0..ring).map(|item| (item + primaries) % ring).collect(),
            colours: vec![0; if COLOURED { items } else { 0 }],
            options: Vec::with_capacity(matrix.entry_count()),
            firsts: Vec::with_capacity(matrix.option_count() + 1),
            notes: Vec::new(),
            noted: 0,
            head: 0,
            updates: 0,
        };
        lists.sizes.resize(items, COVERED);
        lists.links.extend((0..items as u32).map(|item| Link { up: item, down: item }));
        lists.places.extend((0..items as u32).map(|item| Place { item, right: item }));
        for option in matrix.options() {
            lists.firsts.push(lists.links.len() as u32);
            if matrix.has_primary_item(option) && settled.leaves(matrix, option) {
                lists.append(matrix, option, &numbers, settled);
            }
        }
        lists.firsts.push(lists.links.len() as u32);
        for item in settled.covered_items() {
            let number = numbers[item.index()];
            if number < primaries {
                lists.deactivate(number);
            }
        }
        (lists, numbers)
    }

    /// Puts an option at the end of the lists of its items.
    fn append(&mut self, matrix: &Matrix, option: OptionId, numbers: &[u32], settled: &Settled) {
        let first = self.links.len() as u32;
        let items = matrix.items_of(option);
        // A list's last node is its head's `up`; the new one goes behind it.
        for (x, &item) in (first..).zip(items) {
            let item = numbers[item as usize];
            let head = &mut self.links[item as usize];
            let up = std::mem::replace(&mut head.up, x);
            self.links[up as usize].down = x;
            self.links.push(Link { up, down: item });
            self.places.push(Place { item, right: x + 1 });
            self.sizes[item as usize] += 1;
        }
        if let Some(last) = self.places.last_mut() {
            last.right = first;
        }
        self.options.resize(self.options.len() + items.len(), option.get());
        if COLOURED {
            // The colour of an item that is settled is the one that was settled on.
            self.colours.extend(matrix.entries(option).map(|(item, colour)| match colour {
                Some(_) if settled.has(item) => FIXED,
                Some(colour) => colour.get() + 1,
                None => 0,
            }));
        }
    }

    /// Notes the items of size 1, once all sizes are set; `false` if an item has size 0.
    pub(super) fn take_note(&mut self) -> bool {
        self.make_room();
        let mut sound = true;
        for item in 0..self.primaries {
            let size = self.sizes[item as usize];
            sound &= size != 0;
            if size == 1 {
                self.note(item);
            }
        }
        sound
    }

    /// Makes room for what may be noted until the next level is opened: no item passes 1 and 0 more
    /// than once, but for those that Algorithm M puts back at 1.
    pub(super) fn make_room(&mut self) {
        let room = self.noted as usize + 3 * self.primaries as usize + 1;
        if self.notes.len() < room {
            self.notes.resize(2 * room, 0);
        }
    }

    /// Notes an item of size 1.
    pub(super) fn note(&mut self, item: u32) {
        self.notes[self.noted as usize] = item;
        self.noted += 1;
    }

    /// Whether no item is active.
    #[inline]
    pub(super) fn all_covered(&self) -> bool {
        self.next[self.primaries as usize] == self.primaries
    }

    /// The item to branch on: see the parent module. There is an active item.
    pub(super) fn choose(&mut self) -> u32 {
        while self.head < self.noted {
            let item = self.notes[self.head as usize];
            self.head += 1;
            if self.sizes[item as usize] == 1 {
                return item;
            }
        }
        // No size is 0 or 1 from here on; so the first 2 is a minimum.
        let mut best = self.next[self.primaries as usize];
        let mut item = best;
        while item != self.primaries {
            if self.sizes[item as usize] < self.sizes[best as usize] {
                best = item;
            }
            if self.sizes[best as usize] <= 2 {
                break;
            }
            item = self.next[item as usize];
        }
        best
    }

    /// Takes the options of an item out of the lists of their other items; `true` if one of those
    /// came to size 0.
    pub(super) fn hide_all(&mut self, item: u32) -> bool {
        let mut least = u32::MAX;
        let mut p = self.links[item as usize].down;
        while p != item {
            least = least.min(self.hide(p));
            p = self.links[p as usize].down;
        }
        least == 0
    }

    /// Undoes [`hide_all`](Self::hide_all).
    pub(super) fn unhide_all(&mut self, item: u32) {
        let mut p = self.links[item as usize].up;
        while p != item {
            self.unhide(p);
            p = self.links[p as usize].up;
        }
    }

    /// Covers or purifies the item of node `x`: hides every option that has it and does not agree
    /// with `x` on its colour. Stops once an item came to size 0, and then returns the node of the
    /// option that was hidden last.
    pub(super) fn conceal(&mut self, x: u32) -> Option<u32> {
        let colour = if COLOURED { self.colours[x as usize] } else { 0 };
        if COLOURED && colour == FIXED {
            return None;
        }
        let head = self.item(x);
        let mut p = self.links[head as usize].down;
        while p != head {
            if COLOURED && colour != 0 && self.colours[p as usize] == colour {
                self.colours[p as usize] = FIXED;
            } else {
                if self.hide(p) == 0 {
                    return Some(p);
                }
            }
            p = self.links[p as usize].down;
        }
        None
    }

    /// Undoes [`conceal`](Self::conceal) from the node that it returned, or from the end of the list.
    pub(super) fn reveal(&mut self, x: u32, from: Option<u32>) {
        if COLOURED && self.colours[x as usize] == FIXED {
            return;
        }
        let head = self.item(x);
        let mut p = from.unwrap_or(self.links[head as usize].up);
        while p != head {
            if COLOURED && self.colours[p as usize] == FIXED {
                self.colours[p as usize] = self.colours[x as usize];
            } else {
                self.unhide(p);
            }
            p = self.links[p as usize].up;
        }
    }

    /// Takes the option of node `p` out of the lists of its other items; the least size that one of
    /// them came to.
    #[inline]
    pub(super) fn hide(&mut self, p: u32) -> u32 {
        let mut least = u32::MAX;
        let mut x = self.places[p as usize].right;
        while x != p {
            let right = self.places[x as usize].right;
            least = least.min(self.unlink(x));
            x = right;
        }
        least
    }

    /// Undoes [`hide`](Self::hide). The nodes of an option are in different lists, so that their
    /// order does not matter.
    #[inline]
    pub(super) fn unhide(&mut self, p: u32) {
        let mut x = self.places[p as usize].right;
        while x != p {
            self.relink(x);
            x = self.places[x as usize].right;
        }
    }

    /// Takes node `x` out of its list, unless its item is purified with its colour; the size that its
    /// item came to.
    #[inline]
    pub(super) fn unlink(&mut self, x: u32) -> u32 {
        if COLOURED && self.colours[x as usize] == FIXED {
            return u32::MAX;
        }
        let Link { up, down } = self.links[x as usize];
        self.links[up as usize].down = down;
        self.links[down as usize].up = up;
        let item = self.places[x as usize].item;
        let size = self.sizes[item as usize] - 1;
        self.sizes[item as usize] = size;
        self.notes[self.noted as usize] = item;
        self.noted += u32::from(size <= 1);
        self.updates += 1;
        size
    }

    /// Undoes [`unlink`](Self::unlink).
    #[inline]
    pub(super) fn relink(&mut self, x: u32) {
        if COLOURED && self.colours[x as usize] == FIXED {
            return;
        }
        let Link { up, down } = self.links[x as usize];
        self.links[up as usize].down = x;
        self.links[down as usize].up = x;
        self.sizes[self.places[x as usize].item as usize] += 1;
    }

    /// Takes a primary item out of the list of items.
    #[inline]
    pub(super) fn deactivate(&mut self, item: u32) {
        let (next, previous) = (self.next[item as usize], self.previous[item as usize]);
        self.next[previous as usize] = next;
        self.previous[next as usize] = previous;
        self.sizes[item as usize] ^= COVERED;
    }

    /// Undoes [`deactivate`](Self::deactivate).
    #[inline]
    pub(super) fn activate(&mut self, item: u32) {
        let (next, previous) = (self.next[item as usize], self.previous[item as usize]);
        self.next[previous as usize] = item;
        self.previous[next as usize] = item;
        self.sizes[item as usize] ^= COVERED;
    }

    /// Whether an item noted since then is active and of size 0.
    pub(super) fn has_lost(&self, since: u32) -> bool {
        let notes = &self.notes[since as usize..self.noted as usize];
        notes.iter().any(|&item| self.sizes[item as usize] == 0)
    }

    /// The item of a node.
    #[inline]
    pub(super) fn item(&self, x: u32) -> u32 {
        self.places[x as usize].item
    }

    /// The option of a node behind the heads.
    #[inline]
    pub(super) fn option_of(&self, x: u32) -> u32 {
        self.options[x as usize - self.sizes.len()]
    }

    /// The nodes of the option of node `x`: from the first to before the second.
    #[inline]
    pub(super) fn extent(&self, x: u32) -> (u32, u32) {
        self.nodes_of(self.option_of(x))
    }

    /// The nodes of an option; none if it has no primary item.
    #[inline]
    pub(super) fn nodes_of(&self, option: u32) -> (u32, u32) {
        (self.firsts[option as usize], self.firsts[option as usize + 1])
    }

    /// The node of an option in the list of an active item, if it can still be taken.
    pub(super) fn possible(&self, option: OptionId) -> Option<u32> {
        let (from, to) = self.nodes_of(option.get());
        let node = (from..to).find(|&x| self.item(x) < self.primaries)?;
        let in_list = self.links[self.links[node as usize].up as usize].down == node;
        let active = self.sizes[self.item(node) as usize] & COVERED == 0;
        (active && in_list).then_some(node)
    }

    /// Panics unless the invariants of the parent module hold. `extra` is what an item's size says
    /// beyond the length of its list.
    #[cfg(test)]
    pub(super) fn check_lists(&self, extra: impl Fn(u32) -> i64) {
        let mut active = vec![false; self.sizes.len()];
        let mut item = self.next[self.primaries as usize];
        let mut last = self.primaries;
        while item != self.primaries {
            assert_eq!(self.previous[item as usize], last);
            assert!(last == self.primaries || last < item, "items in order");
            active[item as usize] = true;
            (last, item) = (item, self.next[item as usize]);
        }
        for (item, &active) in active.iter().enumerate() {
            let size = self.sizes[item];
            assert_eq!(active, size & COVERED == 0, "item {item}");
            if !active {
                continue;
            }
            let (mut length, mut x) = (0, self.links[item].down);
            while x != item as u32 {
                assert_eq!(self.links[self.links[x as usize].up as usize].down, x);
                assert_eq!(self.links[self.links[x as usize].down as usize].up, x);
                assert_eq!(self.item(x), item as u32);
                (length, x) = (length + 1, self.links[x as usize].down);
            }
            assert_eq!(length + extra(item as u32), i64::from(size), "item {item}");
            assert_ne!(size, 0, "item {item}");
            let queue = &self.notes[self.head as usize..self.noted as usize];
            let noted = queue.contains(&(item as u32));
            assert!(size != 1 || noted, "item {item} has size 1 and is not noted");
        }
    }
}
