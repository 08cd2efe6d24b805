//! A frame: a problem, or what is left of one, as bits.

use super::kernel::Source;
use super::sets::{NONE, Sets};
use crate::ids::OptionId;
use crate::matrix::Matrix;

/// Items that are looked at side by side.
pub(super) const LANES: usize = 8;
/// The numbers of words of options, and of items, of frames that have a loop of their own. What needs
/// one word less than these has a word of zeros.
pub(super) const WIDTHS: [usize; 6] = [1, 2, 3, 4, 6, 8];
pub(super) const ITEM_WORDS: [usize; 3] = [1, 2, 4];

/// The least of these sizes that is enough, or just as many as are needed.
pub(super) fn round_up(needed: usize, sizes: &[usize]) -> usize {
    sizes.iter().copied().find(|&size| size >= needed).unwrap_or(needed)
}

/// What all frames of a search have in common: its live options and what each of them refers to. Options
/// are numbered from 0 here, and so are the *rows*: the sets of options that an option removes. The
/// rows of the primary items to be covered come first, in their order.
#[derive(Debug, Default)]
pub(super) struct Table {
    /// The numbers in the matrix of the options, and of the items to be covered, ascending.
    pub(super) options: Vec<u32>,
    pub(super) items: Vec<u32>,
    /// Option o refers to the rows `rows[starts[o].0..starts[o + 1].0]`, to those of its primary items
    /// up to before `starts[o].1`; the others are not empty.
    pub(super) starts: Vec<(u32, u32)>,
    pub(super) rows: Vec<u32>,
    /// For each row behind those of the items to be covered, the number of its set and the item.
    pub(super) others: Vec<(u32, u32)>,
}

impl Table {
    /// The rows of an option.
    #[inline]
    pub(super) fn rows_of(&self, option: u32) -> &[u32] {
        let option = option as usize;
        &self.rows[self.starts[option].0 as usize..self.starts[option + 1].0 as usize]
    }

    /// The rows of an option: those of its primary items, and the others.
    #[inline]
    pub(super) fn split_rows_of(&self, option: u32) -> (&[u32], &[u32]) {
        let (first, others) = self.starts[option as usize];
        self.rows_of(option).split_at((others - first) as usize)
    }
}

/// A problem as bits, with a stack of the states that the search has come to. A state is a *slot*:
/// the bits of the items that are to be covered, of those of them that are *forced*, having come down to
/// a single option or none, and of the options that are possible.
///
/// Invariants, with w = `width` the words of a set of options and v = `item_words` those of a set of
/// items:
///
/// - the options are numbered from 0, in the order of the table;
/// - `sets` has w words for each of `numbers`, the rows of the table that have a set here, and w words
///   of 0 at the end; `places` is the inverse, and leads to the zeros from all other rows;
/// - rows below `primaries` are those of the items that were to be covered when the frame was made;
/// - `lanes[g w + i][l]` = word i of row 8 g + l if that is below `primaries`, else 0;
/// - a slot has v words of items, v words of forced items, then w words of options;
/// - where no item is forced each has two options or more.
#[derive(Debug, Default)]
pub(super) struct Frame {
    pub(super) width: usize,
    pub(super) item_words: usize,
    pub(super) primaries: usize,
    /// The options' numbers in the table.
    pub(super) options: Vec<u32>,
    pub(super) numbers: Vec<u32>,
    pub(super) places: Vec<u32>,
    pub(super) sets: Vec<u64>,
    pub(super) lanes: Vec<[u64; LANES]>,
    /// The options whose masks are made; empty in frames that are too large for masks.
    pub(super) made: Vec<u64>,
    /// For each option its *mask*, what it leaves: w words of options and v words of items; and behind
    /// them the number of its rows.
    pub(super) masks: Vec<u64>,
    pub(super) slots: Vec<u64>,
    /// The group of items in which a dead end was found last: a good place to look first.
    pub(super) hint: usize,
    /// The words of options of the frame outside, when this one is made.
    pub(super) sources: Vec<Source>,
}

impl Frame {
    /// Makes this the frame of the options and items of a table, in the memory that it has; all of them
    /// are in the first slot. Completes the table. O((sets + entries) · width).
    pub(super) fn fill(&mut self, table: &mut Table, matrix: &Matrix, sets: &mut Sets) {
        self.options.clear();
        self.options.extend(0..table.options.len() as u32);
        self.primaries = table.items.len();
        self.set_shape();
        let width = self.width;

        // Taken out, and put back at the end, so that the sets can be read meanwhile.
        let mut places = std::mem::take(&mut sets.rows);
        for (row, &item) in (0..).zip(&table.items) {
            places[item as usize] = row;
        }
        self.sets.clear();
        self.sets.resize(self.primaries * width, 0);
        // The sets that secondary items make.
        let mut others = std::mem::take(&mut table.others);
        others.clear();
        for (o, &option) in table.options.iter().enumerate() {
            let (word, bit) = (o / 64, 1 << (o % 64));
            for (item, set) in sets.entries(matrix, OptionId::new(option)) {
                for number in [Some(item), (set != item).then_some(set)].into_iter().flatten() {
                    let row = &mut places[number as usize];
                    if *row == NONE {
                        *row = (self.sets.len() / width) as u32;
                        self.sets.resize(self.sets.len() + width, 0);
                        others.push((number, item));
                    }
                    self.sets[*row as usize * width + word] |= bit;
                }
            }
        }
        // An option removes those that give the item another colour, or none.
        for &(number, item) in &others {
            if number != item {
                let own = places[number as usize] as usize * width;
                let all = places[item as usize] as usize * width;
                for word in 0..width {
                    self.sets[own + word] = self.sets[all + word] & !self.sets[own + word];
                }
            }
        }
        self.refer(table, matrix, sets, &places);
        for number in table.items.iter().chain(others.iter().map(|(number, _)| number)) {
            places[*number as usize] = NONE;
        }
        sets.rows = places;
        table.others = others;
        let rows = (self.sets.len() / width) as u32;
        self.numbers.clear();
        self.numbers.extend(0..rows);
        self.places.clear();
        self.places.extend(0..rows);
        self.sets.resize(self.sets.len() + width, 0);
        self.spread();
        self.fill_slot();
    }

    /// Sets the numbers of words, once the options and the number of items are known.
    pub(super) fn set_shape(&mut self) {
        self.width = round_up(self.options.len().div_ceil(64), &WIDTHS);
        self.item_words = round_up(self.primaries.div_ceil(64), &ITEM_WORDS);
        self.hint = 0;
        self.made.clear();
        if self.is_narrow() {
            self.made.resize(self.width, 0);
            let room = self.options.len() * Frame::mask_len(self.width, self.item_words);
            if self.masks.len() < room {
                self.masks.resize(room, 0);
            }
        }
    }

    /// Whether there is a loop of its own for frames of this shape.
    fn is_narrow(&self) -> bool {
        WIDTHS.contains(&self.width) && ITEM_WORDS.contains(&self.item_words)
    }

    /// The words of an option's mask.
    pub(super) const fn mask_len(width: usize, item_words: usize) -> usize {
        width + item_words + 1
    }

    /// Writes down to which rows each option refers.
    fn refer(&self, table: &mut Table, matrix: &Matrix, sets: &Sets, places: &[u32]) {
        let rows = self.sets.chunks_exact(self.width);
        let is_empty: Vec<bool> = rows.map(|row| row.iter().all(|&word| word == 0)).collect();
        table.starts.clear();
        table.rows.clear();
        for &option in &table.options {
            let start = table.rows.len();
            let entries = || sets.entries(matrix, OptionId::new(option));
            let rows = || entries().map(|(_, set)| places[set as usize]);
            let is_primary = |&row: &u32| (row as usize) < self.primaries;
            table.rows.extend(rows().filter(is_primary));
            table.starts.push((start as u32, table.rows.len() as u32));
            let others = rows().filter(|row| !is_primary(row) && !is_empty[*row as usize]);
            table.rows.extend(others);
        }
        let end = table.rows.len() as u32;
        table.starts.push((end, end));
    }

    /// Lays the sets of eight items each side by side, word by word.
    pub(super) fn spread(&mut self) {
        let groups = self.primaries.div_ceil(LANES);
        self.lanes.clear();
        self.lanes.resize(groups * self.width, [0; LANES]);
        let primaries = self.sets.chunks_exact(self.width).take(self.primaries);
        for (item, row) in primaries.enumerate() {
            let group = &mut self.lanes[item / LANES * self.width..][..self.width];
            group.iter_mut().zip(row).for_each(|(lane, &word)| lane[item % LANES] = word);
        }
    }

    /// Makes the first slot that of all items and options.
    pub(super) fn fill_slot(&mut self) {
        let room = 2 * self.slot_len();
        if self.slots.len() < room {
            self.slots.resize(room, 0);
        }
        let (items, active) = self.slots[..room / 2].split_at_mut(2 * self.item_words);
        let (items, forced) = items.split_at_mut(self.item_words);
        fill_first(items, self.primaries);
        forced.fill(0);
        fill_first(active, self.options.len());
    }

    /// The set of a row.
    pub(super) fn set(&self, row: u32) -> &[u64] {
        &self.sets[row as usize * self.width..][..self.width]
    }

    /// Words of a slot.
    pub(super) fn slot_len(&self) -> usize {
        2 * self.item_words + self.width
    }

    /// The items to be covered and the options possible in a slot.
    pub(super) fn slot(&self, slot: usize) -> (&[u64], &[u64]) {
        let slot = &self.slots[slot * self.slot_len()..][..self.slot_len()];
        (&slot[..self.item_words], &slot[2 * self.item_words..])
    }

    /// The forced items of a slot.
    pub(super) fn forced(&self, slot: usize) -> &[u64] {
        &self.slots[slot * self.slot_len() + self.item_words..][..self.item_words]
    }

    /// Makes room for the slot after this one.
    pub(super) fn make_room(&mut self, slot: usize) {
        let room = (slot + 2) * self.slot_len();
        if self.slots.len() < room {
            self.slots.resize(room, 0);
        }
    }
}

#[cfg(test)]
impl Frame {
    /// Panics unless what is said of the fields holds.
    pub(super) fn check_invariants(&self, table: &Table) {
        assert_eq!(self.width, round_up(self.options.len().div_ceil(64), &WIDTHS));
        assert_eq!(self.sets.len(), (self.numbers.len() + 1) * self.width);
        let zeros = self.numbers.len() as u32;
        assert!(self.set(zeros).iter().all(|&word| word == 0));
        for (row, &place) in (0..).zip(&self.places) {
            let expected = self.numbers.iter().position(|&number| number == row);
            assert_eq!(place, expected.map_or(zeros, |place| place as u32));
        }
        assert!(self.options.is_sorted() && self.numbers.is_sorted());
        for (index, block) in self.lanes.iter().enumerate() {
            for (lane, &word) in block.iter().enumerate() {
                let row = index / self.width * LANES + lane;
                let set = if row < self.primaries { self.set(row as u32) } else { self.set(zeros) };
                assert_eq!(word, set[index % self.width]);
            }
        }
        for (o, &option) in self.options.iter().enumerate() {
            let rows: Vec<u32> =
                table.rows_of(option).iter().map(|&row| self.places[row as usize]).collect();
            for row in 0..self.primaries as u32 {
                let has = self.set(row)[o / 64] >> (o % 64) & 1 == 1;
                assert_eq!(has, rows.contains(&row), "option {o} has item {row}");
            }
        }
    }

    /// Panics unless the options of a slot have items of it only, and the key is that of the first item
    /// with the fewest, which is forced if one is, and has one.
    pub(super) fn check_slot(&self, table: &Table, slot: usize, key: u64) {
        let (items, active) = self.slot(slot);
        let open: Vec<usize> = bits(items).collect();
        for option in bits(active) {
            let rows = table.rows_of(self.options[option]).iter();
            let places = rows.map(|&row| self.places[row as usize] as usize);
            let mut primary = places.filter(|&place| place < self.primaries);
            assert!(primary.all(|item| open.contains(&item)));
        }
        let counts = |items: &[usize]| {
            let counts = items.iter().map(|&item| {
                let words = active.iter().zip(self.set(item as u32));
                (words.map(|(a, b)| (a & b).count_ones()).sum::<u32>(), item as u32)
            });
            counts.collect::<Vec<_>>()
        };
        let forced: Vec<usize> = bits(self.forced(slot)).collect();
        assert!(forced.iter().all(|item| open.contains(item)));
        let least = if forced.is_empty() {
            let least = counts(&open).into_iter().min();
            assert!(least.is_some_and(|(count, _)| count > 1));
            least
        } else {
            assert!(counts(&forced).iter().all(|&(count, _)| count <= 1));
            counts(&forced).first().copied()
        };
        assert_eq!(least, Some((super::count(key), super::item(key))));
        assert!(super::count(key) > 0);
    }
}

/// Sets the first so many bits, and clears the others.
fn fill_first(words: &mut [u64], count: usize) {
    for (index, word) in words.iter_mut().enumerate() {
        *word = match count.saturating_sub(64 * index) {
            left @ 0..64 => (1 << left) - 1,
            _ => u64::MAX,
        };
    }
}

/// The positions of the bits of a set, ascending.
pub(super) fn bits(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(index, &word)| {
        let rest = |word: u64| Some(word & (word - 1)).filter(|&rest| rest != 0);
        let words = std::iter::successors(Some(word).filter(|&word| word != 0), move |&w| rest(w));
        words.map(move |word| index * 64 + word.trailing_zeros() as usize)
    })
}
