//! What a memory of sub-problems asks of a state: what matters in it, and whether it falls into
//! parts.

use super::frame::{Frame, Table};
use super::kernel::first_bit;
use super::sets::NONE;
use super::{State, count};
use crate::ids::ItemId;
use crate::strategy::dd::Part;

/// What is marked while a part is drawn together.
#[derive(Debug, Default)]
pub(super) struct Marks {
    /// The items that are in no part yet.
    left: Vec<u64>,
    /// The options of the part that were not looked at yet.
    new: Vec<u64>,
    /// Those that were found.
    active: Vec<u64>,
    /// The rows that were looked at.
    rows: Vec<u64>,
}

impl State {
    /// Whether an item with a single option is next.
    pub(in crate::strategy) fn is_forced(&self) -> bool {
        count(self.key) == 1
    }

    /// Number of items that are to be covered.
    pub(in crate::strategy) fn open_items(&self) -> u32 {
        self.frames[self.frame].slot(self.slot).0.iter().map(|word| word.count_ones()).sum()
    }

    /// Notes where the sets of the secondary items are, of so many items in all, and whether the
    /// first item is next that is to be covered, whatever its options, unless one has a single
    /// option.
    pub(in crate::strategy) fn be_remembered(&mut self, items: usize, in_order: bool) {
        self.in_order = in_order;
        self.secondary.clear();
        self.secondary.resize(items, NONE);
        for (row, &(number, item)) in (self.table.items.len() as u32..).zip(&self.table.others) {
            if number == item {
                self.secondary[item as usize] = row;
            }
        }
    }

    /// Whether a secondary item has a possible option; they must have been noted.
    #[inline]
    pub(in crate::strategy) fn is_live(&self, item: ItemId) -> bool {
        let frame = &self.frames[self.frame];
        let Some(&place) = frame.places.get(self.secondary[item.index()] as usize) else {
            return false;
        };
        if place as usize == frame.numbers.len() {
            return false;
        }
        let active = frame.slot(self.slot).1;
        frame.set(place).iter().zip(active).any(|(&set, &active)| set & active != 0)
    }

    /// Where the state is, for [`leave_part`](Self::leave_part).
    pub(in crate::strategy) fn mark(&self) -> (usize, usize) {
        (self.frame, self.slot)
    }

    /// Goes to a part of what is left: these items and options of the frame.
    pub(in crate::strategy) fn enter_part(&mut self, open: &[u32], active: &[u32]) {
        let frame = &mut self.frames[self.frame];
        frame.make_room(self.slot);
        self.slot += 1;
        let (words, len) = (frame.item_words, frame.slot_len());
        let slot = &mut frame.slots[self.slot * len..][..len];
        slot.fill(0);
        let set = |words: &mut [u64], number: u32| {
            words[number as usize / 64] |= 1 << (number % 64);
        };
        open.iter().for_each(|&item| set(&mut slot[..words], item));
        active.iter().for_each(|&option| set(&mut slot[2 * words..], option));
        self.key = self.machine.look(frame, self.slot);
    }

    /// Goes back from a part to the whole.
    pub(in crate::strategy) fn leave_part(&mut self, (frame, slot): (usize, usize)) {
        (self.frame, self.slot) = (frame, slot);
    }

    /// The parts into which what is left falls, if there are several, and the words looked at.
    /// O(options · their length + sets · words).
    pub(in crate::strategy) fn parts(&mut self) -> (Vec<Part>, u64) {
        let State { frames, table, marks, .. } = self;
        let frame = &frames[self.frame];
        let open = frame.slot(self.slot).0;
        marks.left.clear();
        marks.left.extend_from_slice(open);
        let mut parts = Vec::new();
        let mut looked = 0;
        while let Some(first) = first_bit(&marks.left) {
            let part = draw(frame, table, self.slot, first as usize, marks, &mut looked);
            for &item in &part.open {
                marks.left[item as usize / 64] &= !(1 << (item % 64));
            }
            if parts.is_empty() && marks.left.iter().all(|&word| word == 0) {
                return (parts, looked);
            }
            parts.push(part);
        }
        (parts, looked)
    }
}

/// The part that has this item.
fn draw(
    frame: &Frame,
    table: &Table,
    slot: usize,
    first: usize,
    marks: &mut Marks,
    looked: &mut u64,
) -> Part {
    let active = frame.slot(slot).1;
    let mut part = Part::default();
    marks.new.clear();
    marks.new.resize(frame.width, 0);
    marks.active.clear();
    marks.active.resize(frame.width, 0);
    marks.rows.clear();
    marks.rows.resize(frame.numbers.len().div_ceil(64), 0);
    let Marks { new, rows, active: drawn, .. } = marks;
    let mut add = |place: usize, open: &mut Vec<u32>, new: &mut [u64]| {
        let (word, bit) = (place / 64, 1 << (place % 64));
        if rows[word] & bit != 0 {
            return;
        }
        rows[word] |= bit;
        if place < frame.primaries {
            open.push(place as u32);
        }
        let sets = frame.set(place as u32).iter().zip(active);
        for (index, (&set, &active)) in sets.enumerate() {
            let joins = set & active & !drawn[index];
            drawn[index] |= joins;
            new[index] |= joins;
        }
        *looked += frame.width as u64;
    };
    add(first, &mut part.open, new);
    while let Some(option) = first_bit(new) {
        part.active.push(option);
        let option = option as usize;
        new[option / 64] &= !(1 << (option % 64));
        for &row in table.rows_of(frame.options[option]) {
            let place = frame.places[row as usize] as usize;
            if place < frame.numbers.len() {
                add(place, &mut part.open, new);
            }
        }
    }
    part.open.sort_unstable();
    let items = part.open.iter().map(|&place| frame.numbers[place as usize]);
    part.items = items.map(|row| ItemId::new(table.items[row as usize])).collect();
    part
}
