//! The sets that shrink: for each item the options that have it and may still be possible, side by
//! side in one array. See the [parent module](super) for the idea and the invariants.

use std::ops::Range;

use crate::ids::{ItemId, OptionId};
use crate::matrix::Matrix;
use crate::strategy::guide::Guide;
use crate::strategy::settled::Settled;

/// On top of the size of an item that is not, or no longer, to be covered: with it no size is ever 0
/// or 1, so that such items pass unnoticed when their options are removed.
const COVERED: u32 = 1 << 28;
/// The same for a secondary item.
const SECONDARY: u32 = 1 << 30;
/// So many items are looked at together to find the one with the fewest options.
const BLOCK: usize = 32;
/// So many items have sets that share no words.
const MOST_ALIGNED: usize = 4096;
const SUSPECTS: usize = 1;
const SUSPECT_SIZE: u32 = 16;

/// The sets of a problem. `COLOURED` is false if no option gives a colour: two copies of the same
/// code, so that plain problems do not pay for colours.
#[derive(Debug)]
pub(super) struct Sets<const COLOURED: bool> {
    /// Item numbers below this are primary.
    pub(super) primaries: u32,
    /// For each item the number of its options that are live. [`COVERED`] on top of it if it is not
    /// active.
    sizes: Vec<u32>,
    /// For each item where its options stand in `cells`.
    spans: Vec<Span>,
    /// The options of the items; with their colours, 0 for none, if `COLOURED`.
    cells: Vec<u32>,
    tints: Vec<u32>,
    /// A bit for each cell: whether its option is live.
    bits: Vec<u64>,
    /// The items of the options, option by option, primary ones first; with their colours, 0 for none,
    /// if `COLOURED`.
    entries: Vec<Entry>,
    colours: Vec<u32>,
    /// Where the entries of each option begin; one more at the end.
    firsts: Vec<u32>,
    /// The colour that each item is purified with, 0 for none; empty unless `COLOURED`.
    paints: Vec<u32>,
    /// The items that are purified, in the order in which that was done.
    painted: Vec<u32>,
    /// For each option its number in the matrix. Options are numbered in the order in which they are
    /// tried; those that cannot be chosen have no number.
    pub(super) options: Vec<u32>,
    /// For each item its number in the matrix, and for each item of the matrix its number here.
    pub(super) originals: Vec<u32>,
    pub(super) numbers: Vec<u32>,
    /// How to choose among items with several options.
    pub(super) guide: Guide,
    suspects: [u32; SUSPECTS],
    /// Number of active items.
    pub(super) active: u32,
    /// The options that were removed, in the order in which that was done: `gone` of them.
    log: Vec<u32>,
    pub(super) gone: u32,
    /// The notebook: items that came down to size 1 or 0, `noted` of them. Items of size 1 are a queue
    /// from `head` on; one of size 0 is lost, unless what is done next has it.
    ///
    /// Its length is that of what may be noted, not of what is: an entry is written whatever the size,
    /// and counts if the size is small.
    notes: Vec<u32>,
    pub(super) noted: u32,
    pub(super) head: u32,
    saved_sizes: Vec<u32>,
    saved_bits: Vec<u64>,
    copying: u32,
    pub(super) gone_before: u32,
    /// Number of entries removed so far, and how many of them in vain.
    pub(super) removed: u64,
    pub(super) wasted: u64,
    /// Number of items and cells looked at so far.
    pub(super) looked: u64,
}

/// A part of `cells`.
#[derive(Debug, Clone, Copy)]
struct Span {
    start: u32,
    end: u32,
}

/// An item of an option, and the place of the option among those of the item.
#[derive(Debug, Clone, Copy)]
struct Entry {
    item: u32,
    place: u32,
}

impl<const COLOURED: bool> Sets<COLOURED> {
    /// The sets of no problem, to be [filled](Self::fill).
    pub(super) fn empty() -> Self {
        Sets {
            primaries: 0,
            sizes: Vec::new(),
            spans: Vec::new(),
            cells: Vec::new(),
            tints: Vec::new(),
            bits: Vec::new(),
            entries: Vec::new(),
            colours: Vec::new(),
            firsts: Vec::new(),
            paints: Vec::new(),
            painted: Vec::new(),
            options: Vec::new(),
            originals: Vec::new(),
            numbers: Vec::new(),
            guide: Guide::Fewest,
            suspects: [0; SUSPECTS],
            active: 0,
            log: Vec::new(),
            gone: 0,
            notes: Vec::new(),
            noted: 0,
            head: 0,
            saved_sizes: Vec::new(),
            saved_bits: Vec::new(),
            copying: 0,
            gone_before: 0,
            removed: 0,
            wasted: 0,
            looked: 0,
        }
    }

    /// Makes the sets those of a problem, less what is settled already, in the memory that they have.
    /// Options are tried in the order of `ranked`, or as they were added.
    pub(super) fn fill(&mut self, matrix: &Matrix, settled: &Settled, ranked: Option<&[u32]>) {
        self.number(matrix);
        self.entries.clear();
        self.colours.clear();
        self.firsts.clear();
        self.options.clear();
        self.painted.clear();
        self.paints.clear();
        self.sizes.clear();
        self.sizes.resize(matrix.item_count(), 0);
        if COLOURED {
            self.paints.resize(matrix.item_count(), 0);
        }
        let mut add = |option: OptionId| {
            if matrix.has_primary_item(option) && settled.leaves(matrix, option) {
                self.append(matrix, option, settled);
            }
        };
        match ranked {
            None => matrix.options().for_each(&mut add),
            Some(ranked) => ranked.iter().for_each(|&option| add(OptionId::new(option))),
        }
        self.firsts.push(self.entries.len() as u32);

        // Sets that share no word do not wait for each other: worth a little memory.
        let align = if self.sizes.len() <= MOST_ALIGNED { 64 } else { 1 };
        self.spans.clear();
        let mut start = 0;
        for &size in &self.sizes {
            self.spans.push(Span { start, end: start });
            start = (start + size).next_multiple_of(align);
        }
        self.cells.clear();
        self.cells.resize(start as usize, 0);
        self.tints.clear();
        self.tints.resize(if COLOURED { start as usize } else { 0 }, 0);
        self.bits.clear();
        self.bits.resize(start.div_ceil(64) as usize, 0);
        for (option, range) in (0..).zip(self.firsts.windows(2)) {
            for x in range[0] as usize..range[1] as usize {
                let entry = &mut self.entries[x];
                let span = &mut self.spans[entry.item as usize];
                entry.place = span.end;
                let place = span.end as usize;
                self.cells[place] = option;
                self.bits[place / 64] |= 1 << (place % 64);
                if COLOURED {
                    self.tints[place] = self.colours[x];
                }
                span.end += 1;
            }
        }
        let secondary = self.primaries as usize..;
        self.sizes[secondary].iter_mut().for_each(|size| *size += SECONDARY);
        self.active = self.primaries;
        for item in settled.covered_items() {
            let number = self.numbers[item.index()];
            if number < self.primaries {
                self.sizes[number as usize] += COVERED;
                self.active -= 1;
            }
        }
        self.log.clear();
        self.log.resize(self.options.len() + 1, 0);
        (self.gone, self.noted, self.head) = (0, 0, 0);
        (self.removed, self.wasted, self.looked) = (0, 0, 0);
        self.saved_sizes.clear();
        self.saved_bits.clear();
        self.gone_before = 0;
        let size = self.bits.len() * 2 + self.sizes.len();
        self.copying = if size < 4096 {
            1 + (size * self.options.len() / (8 * self.entries.len().max(1))) as u32
        } else {
            u32::MAX
        };
    }

    /// Numbers the items: primary ones first, either kind in its own order.
    fn number(&mut self, matrix: &Matrix) {
        let is_primary = |&item: &u32| matrix.kinds()[item as usize].is_primary();
        let all = 0..matrix.item_count() as u32;
        self.originals.clear();
        self.originals.extend(all.clone().filter(is_primary));
        self.primaries = self.originals.len() as u32;
        self.originals.extend(all.filter(|item| !is_primary(item)));
        self.numbers.clear();
        self.numbers.resize(matrix.item_count(), 0);
        for (new, &old) in (0..).zip(&self.originals) {
            self.numbers[old as usize] = new;
        }
    }

    /// Makes the entries of an option, and counts them.
    fn append(&mut self, matrix: &Matrix, option: OptionId, settled: &Settled) {
        self.firsts.push(self.entries.len() as u32);
        self.options.push(option.get());
        for primary in [true, false] {
            for (item, colour) in matrix.entries(option) {
                let number = self.numbers[item.index()];
                if (number < self.primaries) != primary {
                    continue;
                }
                self.entries.push(Entry { item: number, place: 0 });
                self.sizes[number as usize] += 1;
                if COLOURED {
                    let colour = colour.map_or(0, |colour| colour.get() + 1);
                    self.colours.push(colour);
                    if settled.has(item) {
                        // What is left of a settled item has the colour that was settled on.
                        self.paints[number as usize] = colour;
                    }
                }
            }
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
                self.notes[self.noted as usize] = item;
                self.noted += 1;
            }
        }
        sound
    }

    /// Makes room for what may be noted until the next level is opened: no item passes 1 and 0 more
    /// than once.
    #[inline]
    pub(super) fn make_room(&mut self) {
        let room = self.noted as usize + 2 * self.primaries as usize + 1;
        if self.notes.len() < room {
            self.notes.resize(2 * room, 0);
        }
    }

    /// Number of live options of an item, active or not.
    pub(super) fn size(&self, item: u32) -> u32 {
        self.sizes[item as usize] & (COVERED - 1)
    }

    /// Whether an item is primary and still to be covered.
    pub(super) fn is_active(&self, item: u32) -> bool {
        self.sizes.get(item as usize).is_some_and(|&size| size < COVERED)
    }

    /// The active items, ascending. O(primary items).
    pub(super) fn active_items(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.primaries).filter(|&item| self.is_active(item))
    }

    /// The first live option of an item.
    #[inline]
    pub(super) fn first_option(&self, item: u32) -> u32 {
        self.places(item).next().map_or(0, |place| self.cells[place])
    }

    /// An option is removed, if it is not yet.
    #[inline]
    pub(super) fn settle(&mut self, option: u32) {
        let place = self.entries[self.firsts[option as usize] as usize].place;
        if self.bits[place as usize / 64] >> (place % 64) & 1 == 1 {
            self.remove(option);
        }
    }

    /// The options that were removed since there were so many.
    #[inline]
    pub(super) fn removed_since(&self, gone: u32) -> &[u32] {
        &self.log[gone as usize..self.gone as usize]
    }

    /// The places of the live options of an item, ascending.
    #[inline]
    fn places(&self, item: u32) -> impl Iterator<Item = usize> + '_ {
        let words = words(self.spans[item as usize]);
        words.flat_map(|(word, mask)| {
            let mut bits = self.bits[word] & mask;
            std::iter::from_fn(move || {
                let bit = bits.trailing_zeros() as usize;
                (bits != 0).then(|| {
                    bits &= bits - 1;
                    word * 64 + bit
                })
            })
        })
    }

    /// The entries of an option.
    #[inline]
    fn entries_of(&self, option: u32) -> Range<usize> {
        self.firsts[option as usize] as usize..self.firsts[option as usize + 1] as usize
    }

    /// An item is to be covered.
    #[inline]
    pub(super) fn activate(&mut self, item: u32) {
        self.sizes[item as usize] -= COVERED;
    }

    /// An item is not to be covered any more.
    #[inline]
    pub(super) fn deactivate(&mut self, item: u32) {
        self.sizes[item as usize] += COVERED;
    }

    /// Whether all options of an item that failed lately exclude the option whose items were just
    /// deactivated.
    #[inline]
    pub(super) fn fails(&mut self) -> bool {
        for place in 0..self.suspects.len() {
            let item = self.suspects[place];
            let size = self.sizes[item as usize];
            if size >= SUSPECT_SIZE {
                continue;
            }
            let ok = self.places(item).any(|place| {
                let entries = self.entries_of(self.cells[place]);
                let or = |any, entry: &Entry| any | self.sizes[entry.item as usize];
                self.entries[entries].iter().fold(0, or) & (3 * COVERED) == 0
            });
            if !ok {
                self.suspects[..=place].rotate_right(1);
                return true;
            }
        }
        false
    }

    /// An item has failed.
    pub(super) fn suspect(&mut self, since: u32) {
        if let Some(item) = self.lost(since) {
            let place =
                self.suspects.iter().position(|&other| other == item).unwrap_or(SUSPECTS - 1);
            self.suspects[place] = item;
            self.suspects[..=place].rotate_right(1);
        }
    }

    /// The items of an option are not to be covered any more.
    #[inline]
    pub(super) fn deactivate_all(&mut self, option: u32) {
        for x in self.entries_of(option) {
            if COLOURED && self.colours[x] != 0 {
                continue;
            }
            let size = &mut self.sizes[self.entries[x].item as usize];
            self.active -= u32::from(*size < COVERED);
            *size += COVERED;
        }
    }

    /// The primary items of an option are to be covered; they are not counted.
    #[inline]
    pub(super) fn activate_all(&mut self, option: u32) {
        for x in self.entries_of(option) {
            if COLOURED && self.colours[x] != 0 {
                continue;
            }
            self.sizes[self.entries[x].item as usize] -= COVERED;
        }
    }

    /// Removes an option from the sets of all its items; `true` if an active item came to size 0.
    #[inline(always)]
    fn remove(&mut self, option: u32) -> bool {
        self.log[self.gone as usize] = option;
        self.gone += 1;
        let entries = self.entries_of(option);
        self.removed += entries.len() as u64;
        let mut noted = self.noted as usize;
        let sizes = &mut self.sizes[..];
        let bits = &mut self.bits[..];
        let notes = &mut self.notes[..];
        let mut least = u32::MAX;
        for &Entry { item, place } in &self.entries[entries] {
            let size = sizes[item as usize] - 1;
            sizes[item as usize] = size;
            bits[place as usize / 64] ^= 1 << (place % 64);
            notes[noted] = item;
            noted += usize::from(size <= 1);
            least = least.min(size);
        }
        self.noted = noted as u32;
        least == 0
    }

    /// Removes all live options of an item; `true` if an active item came to size 0. Stops there if it
    /// is to be `hasty`.
    pub(super) fn remove_all(&mut self, item: u32, hasty: bool) -> bool {
        self.remove_some(item, hasty, |_| true)
    }

    /// Removes the live options of an item that do not give it this colour, and otherwise does the same.
    fn purify(&mut self, item: u32, colour: u32, hasty: bool) -> bool {
        self.paints[item as usize] = colour;
        self.painted.push(item);
        self.remove_some(item, hasty, |tint| tint != colour)
    }

    #[inline(always)]
    fn remove_some(&mut self, item: u32, hasty: bool, goes: impl Fn(u32) -> bool) -> bool {
        let mut lost = false;
        for (word, mask) in words(self.spans[item as usize]) {
            let mut bits = self.bits[word] & mask;
            while bits != 0 {
                let place = word * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                if COLOURED && !goes(self.tints[place]) {
                    continue;
                }
                lost |= self.remove(self.cells[place]);
                if lost && hasty {
                    return true;
                }
            }
        }
        lost
    }

    /// Removes all options that exclude an option, and itself, but for those of one item: `true` if an
    /// active item came to size 0.
    #[inline]
    pub(super) fn remove_rivals(&mut self, option: u32, but: u32, hasty: bool) -> bool {
        let mut lost = false;
        for x in self.entries_of(option) {
            let item = self.entries[x].item;
            if item == but {
                continue;
            }
            let colour = if COLOURED { self.colours[x] } else { 0 };
            if colour == 0 {
                lost |= self.remove_all(item, hasty);
            } else if self.paints[item as usize] == 0 {
                lost |= self.purify(item, colour, hasty);
            }
            if lost && hasty {
                return true;
            }
        }
        lost
    }

    /// Number of items that are purified.
    #[inline]
    pub(super) fn painted(&self) -> u32 {
        self.painted.len() as u32
    }

    /// Saves the sets, if that is cheaper than to take back what is removed later, as far as one can tell
    /// from what was removed before.
    #[inline]
    pub(super) fn save(&mut self) -> bool {
        let heavy = self.heavy(self.gone.saturating_sub(self.gone_before));
        if heavy {
            self.saved_sizes.extend_from_slice(&self.sizes);
            self.saved_bits.extend_from_slice(&self.bits);
        }
        heavy
    }

    #[inline]
    pub(super) fn unsave(&mut self) {
        self.saved_sizes.truncate(self.saved_sizes.len() - self.sizes.len());
        self.saved_bits.truncate(self.saved_bits.len() - self.bits.len());
    }

    /// Whether so many removed options are better restored by copying.
    #[inline]
    fn heavy(&self, removed: u32) -> bool {
        removed >= self.copying
    }

    /// Takes back the removal of all options but the first so many, and the purification of all items
    /// but the first so many.
    #[inline]
    pub(super) fn restore(&mut self, gone: u32, painted: u32, saved: bool) -> bool {
        let copies = saved && self.heavy(self.gone - gone);
        if copies {
            let from = self.saved_sizes.len() - self.sizes.len();
            self.sizes.copy_from_slice(&self.saved_sizes[from..]);
            let from = self.saved_bits.len() - self.bits.len();
            self.bits.copy_from_slice(&self.saved_bits[from..]);
        } else {
            let sizes = &mut self.sizes[..];
            let bits = &mut self.bits[..];
            for &option in &self.log[gone as usize..self.gone as usize] {
                let option = option as usize;
                let entries = self.firsts[option] as usize..self.firsts[option + 1] as usize;
                for &Entry { item, place } in &self.entries[entries] {
                    sizes[item as usize] += 1;
                    bits[place as usize / 64] ^= 1 << (place % 64);
                }
            }
        }
        self.gone = gone;
        if COLOURED {
            for item in self.painted.drain(painted as usize..) {
                self.paints[item as usize] = 0;
            }
        }
        copies
    }

    /// Number of live options.
    #[inline]
    pub(super) fn live(&self) -> u32 {
        self.options.len() as u32 - self.gone
    }

    /// The first of the active items noted since then that has no option.
    pub(super) fn lost(&self, since: u32) -> Option<u32> {
        let mut notes = self.notes[since as usize..self.noted as usize].iter().copied();
        notes.find(|&item| self.sizes[item as usize] == 0)
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

    /// The first active item with the fewest options; none has less than two.
    #[inline]
    pub(super) fn fewest(&mut self) -> u32 {
        let blocks = self.sizes[..self.primaries as usize].chunks(BLOCK);
        let (mut best, mut first) = (u32::MAX, 0);
        let mut looked = 0;
        for (number, sizes) in blocks.enumerate() {
            looked += sizes.len();
            let least = sizes.iter().copied().fold(u32::MAX, u32::min);
            if least < best {
                best = least;
                let place = sizes.iter().position(|&size| size == least);
                first = number * BLOCK + place.unwrap_or(0);
                // The first 2 is a minimum.
                if best <= 2 {
                    break;
                }
            }
        }
        self.looked += looked as u64;
        first as u32
    }

    /// An item's number in the matrix.
    pub(super) fn original(&self, item: u32) -> ItemId {
        ItemId::new(self.originals[item as usize])
    }

    /// Panics unless the invariants of the parent module hold.
    #[cfg(test)]
    pub(super) fn check(&self) {
        for item in 0..self.spans.len() as u32 {
            let Span { start, end } = self.spans[item as usize];
            let cells = &self.cells[start as usize..end as usize];
            assert!(cells.is_sorted_by(|a, b| a < b), "options in order");
            assert_eq!(self.size(item) as usize, self.places(item).count());
            assert!(item < self.primaries || !self.is_active(item));
            if self.is_active(item) {
                assert_ne!(self.size(item), 0, "item {item}");
                let queue = &self.notes[self.head as usize..self.noted as usize];
                let noted = queue.contains(&item);
                assert!(self.size(item) != 1 || noted, "item {item} has size 1 and is not noted");
            } else if item < self.primaries {
                assert_eq!(self.size(item), 0);
            }
        }
        let mut live = 0;
        for option in 0..self.options.len() as u32 {
            let range = self.entries_of(option);
            let places = self.entries[range].iter().map(|entry| (entry.item, entry.place));
            let is_in = |(item, place): (u32, u32)| self.places(item).any(|p| p == place as usize);
            let ins = places.clone().filter(|&entry| is_in(entry)).count();
            assert!(ins == 0 || ins == places.len());
            live += u32::from(ins > 0);
        }
        assert_eq!(live, self.live());
        assert_eq!(self.active_items().count(), self.active as usize);
        if COLOURED {
            for item in 0..self.spans.len() as u32 {
                let paint = self.paints[item as usize];
                assert!(self.places(item).all(|place| paint == 0 || paint == self.tints[place]));
            }
        }
    }
}

/// The words of a span, each with the bits in it.
#[inline]
fn words(Span { start, end }: Span) -> impl Iterator<Item = (usize, u64)> {
    let words = start as usize / 64..end.div_ceil(64) as usize;
    words.map(move |word| {
        let first = (start as usize).saturating_sub(word * 64);
        let behind = ((word + 1) * 64).saturating_sub(end as usize);
        // A span that ends before its first bit is empty, and has no words then, or this one.
        (word, if first + behind < 64 { (!0 << first) & (!0 >> behind) } else { 0 })
    })
}
