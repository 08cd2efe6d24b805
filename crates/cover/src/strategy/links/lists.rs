//! The lists that dance: for each item the options that have it and are still possible, and the list
//! of the items still to be covered. See the [parent module](super) for the idea and the invariants.

use crate::ids::{ItemId, OptionId};
use crate::matrix::Matrix;
use crate::strategy::guide::{Guide, Names};
use crate::strategy::settled::Settled;

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
    /// For each item its number in the matrix, and for each item of the matrix its number here.
    pub(super) originals: Vec<u32>,
    pub(super) numbers: Vec<u32>,
    /// How to choose among items with several options.
    pub(super) guide: Guide,
    /// Whether no active item has a smaller size than the one that was chosen last.
    pub(super) by_size: bool,
    /// The notebook: items that came down to size 1 or 0, `noted` of them. Items of size 1 are a queue
    /// from `head` on; one of size 0 is lost, unless what is done next has it.
    ///
    /// Its length is that of what may be noted, not of what is: an entry is written whatever the size,
    /// and counts if the size is small. On dense problems the processor cannot guess which will be.
    pub(super) notes: Vec<u32>,
    pub(super) noted: u32,
    pub(super) head: u32,
    /// Number of links removed so far.
    pub(super) updates: u64,
    /// Number of items looked at so far to choose one.
    pub(super) looked: u64,
}

impl<const COLOURED: bool> Lists<COLOURED> {
    /// The lists of no problem, to be [filled](Self::fill).
    pub(super) fn empty() -> Self {
        Lists {
            primaries: 0,
            links: Vec::new(),
            places: Vec::new(),
            sizes: Vec::new(),
            next: Vec::new(),
            previous: Vec::new(),
            colours: Vec::new(),
            options: Vec::new(),
            firsts: Vec::new(),
            originals: Vec::new(),
            numbers: Vec::new(),
            guide: Guide::Fewest,
            by_size: true,
            notes: Vec::new(),
            noted: 0,
            head: 0,
            updates: 0,
            looked: 0,
        }
    }

    /// Makes the lists those of a problem, less what is settled already, in the memory that they have.
    /// Within an item's list options are in the order of `ranked`, or as they were added.
    pub(super) fn fill(&mut self, matrix: &Matrix, settled: &Settled, ranked: Option<&[u32]>) {
        let items = matrix.item_count();
        // Renumber: primary items first, either kind in its own order.
        let is_primary = |&item: &u32| matrix.kinds()[item as usize].is_primary();
        let all = 0..items as u32;
        self.originals.clear();
        self.originals.extend(all.clone().filter(is_primary));
        let primaries = self.originals.len() as u32;
        self.originals.extend(all.filter(|item| !is_primary(item)));
        self.numbers.clear();
        self.numbers.resize(items, 0);
        for (new, &old) in (0..).zip(&self.originals) {
            self.numbers[old as usize] = new;
        }
        self.primaries = primaries;

        let ring = primaries + 1;
        self.next.clear();
        self.next.extend((0..ring).map(|item| (item + 1) % ring));
        self.previous.clear();
        self.previous.extend((0..ring).map(|item| (item + primaries) % ring));
        self.sizes.clear();
        self.sizes.resize(primaries as usize, 0);
        self.sizes.resize(items, COVERED);
        (self.noted, self.head) = (0, 0);
        (self.updates, self.looked) = (0, 0);

        let total = items + matrix.entry_count();
        self.links.clear();
        self.links.reserve(total);
        self.links.extend((0..items as u32).map(|item| Link { up: item, down: item }));
        self.places.clear();
        self.places.reserve(total);
        self.places.extend((0..items as u32).map(|item| Place { item, right: item }));
        self.colours.clear();
        self.colours.resize(if COLOURED { items } else { 0 }, 0);
        self.options.clear();
        self.options.reserve(matrix.entry_count());
        self.firsts.clear();
        self.firsts.reserve(matrix.option_count() + 1);
        for option in matrix.options() {
            self.firsts.push(self.links.len() as u32);
            if matrix.has_primary_item(option) && settled.leaves(matrix, option) {
                self.append(matrix, option, settled, ranked.is_none());
            }
        }
        self.firsts.push(self.links.len() as u32);
        for &option in ranked.unwrap_or_default() {
            let (from, to) = self.nodes_of(option);
            (from..to).for_each(|x| self.enlist(x));
        }
        for item in settled.covered_items() {
            let number = self.numbers[item.index()];
            if number < primaries {
                self.deactivate(number);
            }
        }
    }

    /// Makes the nodes of an option; unless they come into the lists of their items later, at once.
    fn append(&mut self, matrix: &Matrix, option: OptionId, settled: &Settled, enlist: bool) {
        let first = self.links.len() as u32;
        let items = matrix.items_of(option);
        for (x, &item) in (first..).zip(items) {
            let item = self.numbers[item as usize];
            self.links.push(Link { up: x, down: x });
            self.places.push(Place { item, right: x + 1 });
            if enlist {
                self.enlist(x);
            }
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

    /// Puts a node at the end of the list of its item: behind the last one, which is its head's `up`.
    #[inline]
    fn enlist(&mut self, x: u32) {
        let item = self.item(x);
        let up = std::mem::replace(&mut self.links[item as usize].up, x);
        self.links[up as usize].down = x;
        self.links[x as usize] = Link { up, down: item };
        self.sizes[item as usize] += 1;
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
    #[inline]
    pub(super) fn choose(&mut self) -> u32 {
        match self.guide {
            Guide::Fewest => {
                self.by_size = true;
                self.forced().unwrap_or_else(|| self.fewest())
            }
            _ => self.choose_by_guide(),
        }
    }

    /// The item to branch on by a guide other than the default.
    #[cold]
    fn choose_by_guide(&mut self) -> u32 {
        if self.guide.takes_forced_items_first()
            && let Some(item) = self.forced()
        {
            self.by_size = true;
            return item;
        }
        self.by_size = self.guide.goes_by_size();
        if !matches!(self.guide, Guide::First) {
            // All active items, or as many as a user's code asks for.
            self.looked += u64::from(self.primaries);
        }
        let active = self.active().map(|item| (item, self.sizes[item as usize]));
        let names = Names { originals: &self.originals, numbers: &self.numbers };
        self.guide.pick(active, |item| self.is_active(item), names)
    }

    /// The active items, ascending.
    pub(super) fn active(&self) -> impl Iterator<Item = u32> + '_ {
        let step =
            |item: u32| Some(self.next[item as usize]).filter(|&next| next != self.primaries);
        std::iter::successors(step(self.primaries), move |&item| step(item))
    }

    /// Books the failure of the items that lost their last option since so much was noted.
    #[inline]
    pub(super) fn blame(&mut self, since: u32) {
        if !matches!(self.guide, Guide::Weighted(_)) {
            return;
        }
        let notes = &self.notes[since as usize..self.noted as usize];
        // One failure, one item: whatever else failed may be a consequence.
        if let Some(&item) = notes.iter().find(|&&item| self.sizes[item as usize] == 0) {
            self.guide.blame(item);
        }
    }

    /// The next item of size 1 from the queue, if there is one.
    #[inline]
    pub(super) fn forced(&mut self) -> Option<u32> {
        while self.head < self.noted {
            let item = self.notes[self.head as usize];
            self.head += 1;
            if self.sizes[item as usize] == 1 {
                return Some(item);
            }
        }
        None
    }

    /// Chooses this item, as [`choose`](Self::choose) may have done in another walk; `false` if it
    /// cannot be chosen.
    pub(super) fn insist(&mut self, item: u32) -> bool {
        if !self.is_active(item) {
            return false;
        }
        self.prefer(item);
        true
    }

    /// Chooses this active item.
    pub(super) fn prefer(&mut self, item: u32) {
        let head = self.head;
        // An item with a single option must not leave the queue unless it is the one.
        if self.choose() != item {
            self.head = head;
            self.by_size = false;
        }
    }

    /// The first active item with the fewest options; none has less than two.
    #[inline]
    fn fewest(&mut self) -> u32 {
        // The first 2 is a minimum.
        let mut best = self.next[self.primaries as usize];
        let mut item = best;
        let mut looked = 0;
        while item != self.primaries {
            looked += 1;
            if self.sizes[item as usize] < self.sizes[best as usize] {
                best = item;
            }
            if self.sizes[best as usize] <= 2 {
                break;
            }
            item = self.next[item as usize];
        }
        self.looked += looked;
        best
    }

    /// Whether an item of size 1 is in the queue.
    pub(super) fn has_forced(&self) -> bool {
        let queue = &self.notes[self.head as usize..self.noted as usize];
        queue.iter().any(|&item| self.sizes[item as usize] == 1)
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

    /// Shows the options in the list of a covered item: those that were hidden when it was covered.
    pub(super) fn each_of(&self, item: u32, visit: &mut impl FnMut(OptionId)) {
        let mut p = self.links[item as usize].down;
        while p != item {
            if !COLOURED || self.colours[p as usize] != FIXED {
                visit(OptionId::new(self.option_of(p)));
            }
            p = self.links[p as usize].down;
        }
    }

    /// Shows the options that [`conceal`](Self::conceal) has hidden, which came to the end of the list.
    pub(super) fn each_concealed(&self, x: u32, visit: &mut impl FnMut(OptionId)) {
        if !COLOURED || self.colours[x as usize] != FIXED {
            self.each_of(self.item(x), visit);
        }
    }

    /// Takes a possible option out of all of its lists; `false` if one of its items came to
    /// size 0.
    pub(super) fn withdraw(&mut self, option: OptionId) -> bool {
        let (from, to) = self.nodes_of(option.get());
        (from..to).fold(u32::MAX, |least, x| least.min(self.unlink(x))) != 0
    }

    /// Undoes [`withdraw`](Self::withdraw).
    pub(super) fn restore(&mut self, option: OptionId) {
        let (from, to) = self.nodes_of(option.get());
        (from..to).for_each(|x| self.relink(x));
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

    /// Whether an item is primary and still to be covered.
    pub(super) fn is_active(&self, item: u32) -> bool {
        self.sizes.get(item as usize).is_some_and(|size| size & COVERED == 0)
    }

    /// The item of a node.
    #[inline]
    pub(super) fn item(&self, x: u32) -> u32 {
        self.places[x as usize].item
    }

    /// An item's number in the matrix.
    pub(super) fn original(&self, item: u32) -> ItemId {
        ItemId::new(self.originals[item as usize])
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
        (self.is_active(self.item(node)) && in_list).then_some(node)
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
