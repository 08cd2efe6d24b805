//! The sets that shrink: for each item the options that have it and may still be possible, side by
//! side in one array. See the [parent module](super) for the idea and the invariants.

use std::ops::Range;

use crate::ids::{ItemId, OptionId};
use crate::matrix::Matrix;
use crate::strategy::guide::Guide;
use crate::strategy::settled::Settled;

/// On top of the size of an item that is not, or no longer, to be covered: with it no size is ever 0
/// or 1, so that such items pass unnoticed when their options are removed.
pub(super) const COVERED: u32 = 1 << 28;
/// The same for a secondary item.
const SECONDARY: u32 = 1 << 30;
/// So many items are looked at together to find the one with the fewest options.
const BLOCK: usize = 32;
/// In place of the begin of a list: there is none.
pub(super) const WHOLE: u32 = u32::MAX;
/// A list of items that is no longer is not drawn together.
const SHORT: u32 = 256;
/// Sets of so many words are not saved. Levels at which they are worth it are few.
const MOST_SAVED: usize = 1 << 16;

/// The sets of a problem. `COLOURED` is false if no option gives a colour: two copies of the same
/// code, so that plain problems do not pay for colours.
#[derive(Debug)]
pub(super) struct Sets<const COLOURED: bool> {
    /// Item numbers below this are primary.
    pub(super) primaries: u32,
    /// For each item the number of its options that are live. [`COVERED`] on top of it if it is not
    /// active.
    pub(super) sizes: Vec<u32>,
    /// For each item where its options stand in `cells`.
    pub(super) spans: Vec<Span>,
    /// The options of the items; with their colours, 0 for none, if `COLOURED`.
    pub(super) cells: Vec<u32>,
    pub(super) tints: Vec<u32>,
    /// A bit for each cell: whether its option is live.
    pub(super) bits: Vec<u64>,
    /// The items of the options, option by option, primary ones first; with their colours, 0 for none,
    /// if `COLOURED`.
    pub(super) entries: Vec<Entry>,
    pub(super) colours: Vec<u32>,
    pub(super) extents: Vec<Extent>,
    /// The colour that each item is purified with, 0 for none; empty unless `COLOURED`.
    pub(super) paints: Vec<u32>,
    /// The items that are purified, in the order in which that was done.
    pub(super) painted: Vec<u32>,
    /// For each option its number in the matrix. Options are numbered in the order in which they are
    /// tried; those that cannot be chosen have no number.
    pub(super) options: Vec<u32>,
    /// For each item its number in the matrix, and for each item of the matrix its number here.
    pub(super) originals: Vec<u32>,
    pub(super) numbers: Vec<u32>,
    /// How to choose among items with several options.
    pub(super) guide: Guide,
    /// The item that failed last, and whether it has been worth it to look at it beforehand.
    pub(super) suspect: u32,
    pub(super) trust: i32,
    /// Number of active items.
    pub(super) active: u32,
    /// The options that were removed, in the order in which that was done: `gone` of them.
    pub(super) log: Vec<u32>,
    pub(super) gone: u32,
    /// The notebook: items that came down to size 1 or 0, `noted` of them. Items of size 1 are a queue
    /// from `head` on; one of size 0 is lost, unless what is done next has it.
    ///
    /// Its length is that of what may be noted, not of what is: an entry is written whatever the size,
    /// and counts if the size is small.
    pub(super) notes: Vec<u32>,
    pub(super) noted: u32,
    pub(super) head: u32,
    /// The sizes and the bits as they were when levels were opened, one level behind the other.
    pub(super) saved_sizes: Vec<u32>,
    pub(super) saved_bits: Vec<u64>,
    /// From so many options on it is cheaper to copy these than to put back option by option.
    pub(super) copying: u32,
    /// Number of options removed when the last option was taken.
    pub(super) gone_before: u32,
    /// Lists of active items, ascending, each behind the one that it was made of. The last one begins
    /// at `listed`: [`WHOLE`] if there is none, and all primary items are looked through.
    pub(super) lists: Vec<u32>,
    pub(super) listed: u32,
    /// Before this place of the list, or before this block of all items, none is active.
    pub(super) front: u32,
    /// Number of options put in the set of each item, while the sets are made.
    counts: Vec<u32>,
    /// Number of options removed so far, and of those that were removed in vain: what is removed before
    /// a dead end is found depends on what was searched before.
    pub(super) removed: u64,
    pub(super) wasted: u64,
    /// Number of items looked at so far to choose one.
    pub(super) looked: u64,
}

/// The words of an item in `bits`. Each item has its own: sets that share one wait for each other.
#[derive(Debug, Clone, Copy)]
pub(super) struct Span {
    pub(super) start: u32,
    pub(super) end: u32,
    /// What to take off a place to get that of its cell: cells stand without gaps.
    pub(super) gap: u32,
}

/// An item of an option, and the place of the option among those of the item: the number of its bit.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    pub(super) item: u32,
    pub(super) place: u32,
}

/// Where the entries of an option are, primary items first.
#[derive(Debug, Clone, Copy)]
pub(super) struct Extent {
    pub(super) start: u32,
    pub(super) secondary: u32,
    pub(super) end: u32,
}

impl Extent {
    #[inline]
    pub(super) fn all(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    #[inline]
    pub(super) fn primary(self) -> Range<usize> {
        self.start as usize..self.secondary as usize
    }
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
            extents: Vec::new(),
            paints: Vec::new(),
            painted: Vec::new(),
            options: Vec::new(),
            originals: Vec::new(),
            numbers: Vec::new(),
            guide: Guide::Fewest,
            suspect: 0,
            trust: 0,
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
            lists: Vec::new(),
            listed: WHOLE,
            front: 0,
            counts: Vec::new(),
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
        self.extents.clear();
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
        self.spans.clear();
        let (mut start, mut cells) = (0, 0);
        for &size in &self.sizes {
            self.spans.push(Span {
                start,
                end: start + size.div_ceil(64),
                gap: start * 64 - cells,
            });
            cells += size;
            start += size.div_ceil(64);
        }
        self.cells.clear();
        self.cells.resize(self.entries.len(), 0);
        self.tints.clear();
        self.tints.resize(self.colours.len(), 0);
        self.bits.clear();
        self.bits.resize(start as usize, 0);
        self.counts.clear();
        self.counts.resize(self.sizes.len(), 0);
        for (option, extent) in (0..).zip(&self.extents) {
            for x in extent.all() {
                let entry = &mut self.entries[x];
                let span = self.spans[entry.item as usize];
                let count = &mut self.counts[entry.item as usize];
                entry.place = span.start * 64 + *count;
                *count += 1;
                self.cells[(entry.place - span.gap) as usize] = option;
                self.bits[entry.place as usize / 64] |= 1 << (entry.place % 64);
                if COLOURED {
                    self.tints[(entry.place - span.gap) as usize] = self.colours[x];
                }
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
        self.lists.clear();
        (self.listed, self.front) = (WHOLE, 0);
        (self.suspect, self.trust) = (0, 0);
        let size = self.bits.len() * 2 + self.sizes.len();
        self.copying = if size < MOST_SAVED {
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
        let start = self.entries.len() as u32;
        let mut secondary = start;
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
            if primary {
                secondary = self.entries.len() as u32;
            }
        }
        self.extents.push(Extent { start, secondary, end: self.entries.len() as u32 });
        self.options.push(option.get());
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
        let span = self.spans[item as usize];
        let words = &self.bits[span.start as usize..span.end as usize];
        for (word, &bits) in (span.start..).zip(words) {
            if bits != 0 {
                return self.cells[(word * 64 + bits.trailing_zeros() - span.gap) as usize];
            }
        }
        0
    }

    /// An option that was removed, by its place in the order.
    #[inline]
    pub(super) fn removed(&self, place: u32) -> u32 {
        self.log[place as usize]
    }

    /// The places of the live options of an item, ascending.
    pub(super) fn places(&self, item: u32) -> impl Iterator<Item = u32> + '_ {
        let span = self.spans[item as usize];
        let words = (span.start..).zip(&self.bits[span.start as usize..span.end as usize]);
        words.flat_map(|(word, &bits)| {
            let mut bits = bits;
            std::iter::from_fn(move || {
                let bit = bits.trailing_zeros();
                bits &= bits.checked_sub(1)?;
                Some(word * 64 + bit)
            })
        })
    }

    /// The live options whose first item this is.
    pub(super) fn options_first_at(&self, item: u32) -> impl Iterator<Item = u32> + '_ {
        let gap = self.spans[item as usize].gap;
        self.places(item).filter_map(move |place| {
            let option = self.cells[(place - gap) as usize];
            let first = self.entries[self.extents[option as usize].start as usize];
            (first.place == place).then_some(option)
        })
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

    /// Number of live options.
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

    /// Whether an item of size 1 is in the queue.
    pub(super) fn has_forced(&self) -> bool {
        let queue = &self.notes[self.head as usize..self.noted as usize];
        queue.iter().any(|&item| self.sizes[item as usize] == 1)
    }

    /// The first active item with the fewest options; none has less than two.
    #[inline]
    pub(super) fn fewest(&mut self) -> u32 {
        if self.listed != WHOLE {
            return self.fewest_listed();
        }
        let blocks = self.sizes[..self.primaries as usize].chunks(BLOCK);
        let (mut best, mut first) = (u32::MAX, 0);
        let mut looked = 0;
        for (number, sizes) in blocks.enumerate().skip(self.front as usize) {
            looked += sizes.len();
            let least = sizes.iter().map(|&size| size as i32).fold(i32::MAX, i32::min) as u32;
            if least < best {
                if best >= COVERED {
                    self.front = number as u32;
                }
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

    /// The same where items were listed.
    fn fewest_listed(&mut self) -> u32 {
        let (mut best, mut first) = (u32::MAX, 0);
        let list = &self.lists[(self.listed + self.front) as usize..];
        let mut looked = 0;
        for &item in list {
            let size = self.sizes[item as usize];
            if size < best {
                if best >= COVERED {
                    self.front += looked;
                    looked = 0;
                }
                (best, first) = (size, item);
                if best <= 2 {
                    break;
                }
            }
            looked += 1;
        }
        self.looked += u64::from(looked);
        first
    }

    /// Lists the active items anew where they have become few; where the list began that was in force.
    #[inline]
    pub(super) fn list(&mut self) -> u32 {
        let before = self.listed;
        let len = match before {
            WHOLE => self.primaries,
            start => self.lists.len() as u32 - start,
        };
        if len > SHORT && self.active < len / 2 {
            self.list_anew();
        }
        before
    }

    #[cold]
    fn list_anew(&mut self) {
        let start = self.lists.len();
        if self.listed == WHOLE {
            let sizes = (0..).zip(&self.sizes[..self.primaries as usize]);
            self.lists.extend(sizes.filter(|(_, size)| **size < COVERED).map(|(item, _)| item));
        } else {
            for place in self.listed as usize..start {
                let item = self.lists[place];
                if self.is_active(item) {
                    self.lists.push(item);
                }
            }
        }
        (self.listed, self.front) = (start as u32, 0);
    }

    /// Goes back to the list that was in force before.
    #[inline]
    pub(super) fn unlist(&mut self, before: u32) {
        if self.listed != before {
            self.lists.truncate(self.listed as usize);
            self.listed = before;
        }
    }

    /// An item's number in the matrix.
    pub(super) fn original(&self, item: u32) -> ItemId {
        ItemId::new(self.originals[item as usize])
    }

    /// Panics unless the invariants of the parent module hold.
    #[cfg(test)]
    pub(super) fn check(&self) {
        for item in 0..self.spans.len() as u32 {
            let gap = self.spans[item as usize].gap;
            let cells = || self.places(item).map(|place| self.cells[(place - gap) as usize]);
            assert!(cells().is_sorted_by(|a, b| a < b), "options in order");
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
            if COLOURED {
                let paint = self.paints[item as usize];
                let tint = |place| self.tints[(place - gap) as usize];
                assert!(self.places(item).all(|place| paint == 0 || paint == tint(place)));
            }
        }
        let mut live = 0;
        for (option, extent) in (0..).zip(&self.extents) {
            let entries = &self.entries[extent.all()];
            let is_in = |entry: &&Entry| self.places(entry.item).any(|place| place == entry.place);
            let ins = entries.iter().filter(is_in).count();
            assert!(ins == 0 || ins == entries.len());
            live += u32::from(ins > 0);
            for entry in entries {
                let gap = self.spans[entry.item as usize].gap;
                assert_eq!(self.cells[(entry.place - gap) as usize], option);
            }
        }
        assert_eq!(live, self.live());
        assert_eq!(self.active_items().count(), self.active as usize);
    }
}
