//! What is done for each node: take an option, and look what that leaves of each item.

use super::frame::{Frame, LANES, Table, bits};

/// All items are covered.
pub(super) const SOLUTION: u64 = u64::MAX;

/// What remains of an item: the number of its options, then the item. The least key of a state names
/// the first of the items with the fewest options.
const fn key(count: u64, item: usize) -> u64 {
    count << 32 | item as u64
}

/// The number of options in a key.
pub(super) const fn count(key: u64) -> u32 {
    (key >> 32) as u32
}

/// The item in a key.
pub(super) const fn item(key: u64) -> u32 {
    key as u32
}

/// Takes an option in a slot: writes what remains into the next slot, and returns the least key of the
/// items that remain to be covered, or [`SOLUTION`]. If one of them has no option the key is one with
/// a count of 0, but not always the same.
///
/// `WIDTH` is the frame's and `ITEMS` its words of items, or 0 for any; `scan` is [`scan`] or does the same.
#[inline(always)]
pub(super) fn take<const WIDTH: usize, const ITEMS: usize>(
    table: &Table,
    frame: &mut Frame,
    slot: usize,
    option: u32,
    scan: impl FnOnce(View<'_>, &mut usize) -> u64,
) -> u64 {
    let width = if WIDTH == 0 { frame.width } else { WIDTH };
    let item_words = if ITEMS == 0 { frame.item_words } else { ITEMS };
    let len = 2 * item_words + width;
    let (before, after) = frame.slots[slot * len..][..2 * len].split_at_mut(len);
    let (items, active) = after.split_at_mut(2 * item_words);
    let (items, forced) = items.split_at_mut(item_words);

    let option = frame.options[option as usize] as usize;
    let (first, others) = table.starts[option];
    let rows = &table.rows[first as usize..table.starts[option + 1].0 as usize];
    items.copy_from_slice(&before[..item_words]);
    forced.copy_from_slice(&before[item_words..2 * item_words]);
    for &row in &rows[..(others - first) as usize] {
        let item = frame.places[row as usize] as usize;
        // With a single word the place in it needs no division.
        let word = if ITEMS == 1 { 0 } else { item / 64 };
        items[word] &= !(1 << (item % 64));
        forced[word] &= !(1 << (item % 64));
    }
    if items.iter().all(|&word| word == 0) {
        return SOLUTION;
    }
    for word in 0..width {
        active[word] = before[2 * item_words + word];
    }
    for &row in rows {
        let place = frame.places[row as usize] as usize;
        let set = &frame.sets[place * width..][..width];
        for word in 0..width {
            active[word] &= !set[word];
        }
    }
    // While there are items with a single option, or by now none, nothing else need be looked at.
    for (word, &forced) in forced.iter().enumerate() {
        if forced != 0 {
            let item = word * 64 + forced.trailing_zeros() as usize;
            let set = &frame.sets[item * width..][..width];
            let left = (0..width).fold(0, |left, word| left | (set[word] & active[word]));
            return key(u64::from(left != 0), item);
        }
    }
    scan(View { lanes: &frame.lanes, width, items, forced, active }, &mut frame.hint)
}

/// The least key in the first slot, as [`take`] returns it; an item must remain.
pub(super) fn look(frame: &mut Frame) -> u64 {
    let len = frame.slot_len();
    let (items, active) = frame.slots[..len].split_at_mut(2 * frame.item_words);
    let (items, forced) = items.split_at_mut(frame.item_words);
    let view = View { lanes: &frame.lanes, width: frame.width, items, forced, active };
    scan::<0>(view, &mut frame.hint)
}

/// What there is to scan: the sets of the items, side by side, and what a slot has.
pub(super) struct View<'f> {
    pub(super) lanes: &'f [[u64; LANES]],
    pub(super) width: usize,
    pub(super) items: &'f [u64],
    pub(super) forced: &'f mut [u64],
    pub(super) active: &'f [u64],
}

impl View<'_> {
    /// The items of a group that are to be covered.
    #[inline(always)]
    pub(super) fn open(&self, group: usize) -> u8 {
        (self.items[group / 8] >> (group % 8 * 8)) as u8
    }

    /// Notes the items of a group that have a single option.
    #[inline(always)]
    pub(super) fn note(&mut self, group: usize, forced: u8) {
        self.forced[group / 8] |= u64::from(forced) << (group % 8 * 8);
    }
}

/// Finds the items with a single option, and returns the least key among the items of a slot, if no
/// item has lost its last option; else the key of one that has, and the hint is its group.
#[inline(always)]
pub(super) fn scan<const WIDTH: usize>(mut view: View<'_>, hint: &mut usize) -> u64 {
    let (lanes, active) = (view.lanes, view.active);
    let width = if WIDTH == 0 { view.width } else { WIDTH };
    let active = &active[..width];
    let mut least = [u64::MAX; LANES];
    let groups = lanes.len() / width;
    // The group that failed last comes first, and then again in its place, which does no harm.
    let order = std::iter::once(*hint).chain(0..groups);
    for group in order {
        let open = view.open(group);
        if open == 0 {
            continue;
        }
        let block = &lanes[group * width..][..width];
        let mut counts = [0u64; LANES];
        for word in 0..width {
            for lane in 0..LANES {
                counts[lane] += u64::from((block[word][lane] & active[word]).count_ones());
            }
        }
        let (mut lost, mut forced) = (0, 0);
        for lane in 0..LANES {
            let covered = u64::from(open >> lane & 1).wrapping_sub(1);
            let key = key(counts[lane], group * LANES + lane) | covered;
            least[lane] = least[lane].min(key);
            lost |= u64::from(least[lane] < 1 << 32);
            forced |= u8::from(counts[lane] == 1) << lane;
        }
        if lost != 0 {
            *hint = group;
            break;
        }
        view.note(group, forced & open);
    }
    least.into_iter().fold(u64::MAX, u64::min)
}

/// Makes a frame of what is left in a slot of another one, in the memory that it has; `extract` takes
/// from a word of a set the bits of the options that are left, and draws them together. The bits that
/// are left in that word come with it, and its place among the words that have any.
#[inline(always)]
pub(super) fn narrow(
    inner: &mut Frame,
    outer: &Frame,
    slot: usize,
    extract: impl Fn(u64, u64, usize) -> u64,
) {
    let (items, active) = outer.slot(slot);
    inner.options.clear();
    inner.options.extend(bits(active).map(|option| outer.options[option]));
    inner.primaries = items.iter().map(|word| word.count_ones() as usize).sum();
    inner.set_shape();
    let width = inner.width;

    inner.numbers.clear();
    inner.sets.clear();
    inner.places.clear();
    inner.places.resize(outer.places.len(), u32::MAX);
    let rows = bits(items).chain(outer.primaries..outer.numbers.len());
    for row in rows {
        let set = &outer.sets[row * outer.width..][..outer.width];
        let start = inner.sets.len();
        let (mut word, mut filled, mut any) = (0, 0, 0);
        let mut place = 0;
        for (&set, &active) in set.iter().zip(active) {
            if active == 0 {
                continue;
            }
            let bits = extract(set, active, place);
            place += 1;
            let more = active.count_ones();
            any |= bits;
            word |= bits << filled;
            if filled + more >= 64 {
                inner.sets.push(word);
                // What did not fit; nothing if all of it did.
                word = if filled == 0 { 0 } else { bits >> (64 - filled) };
            }
            filled = (filled + more) % 64;
        }
        if inner.sets.len() - start < width {
            inner.sets.push(word);
        }
        if any == 0 && row >= outer.primaries {
            inner.sets.truncate(start);
        } else {
            let number = outer.numbers[row];
            inner.places[number as usize] = inner.numbers.len() as u32;
            inner.numbers.push(number);
        }
    }
    let zeros = inner.numbers.len() as u32;
    inner.places.iter_mut().for_each(|place| *place = zeros.min(*place));
    inner.sets.resize(inner.sets.len() + width, 0);
    inner.spread();
    inner.fill_slot();
}
