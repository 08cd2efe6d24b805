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

/// Takes an option in a slot: writes what remains into another slot or the same, and returns the least
/// key of the items that remain to be covered, or [`SOLUTION`]. If one of them has no option the key is
/// one with a count of 0, but not always the same. `scan` is [`scan`] or does the same.
#[inline(always)]
pub(super) fn take(
    table: &Table,
    frame: &mut Frame,
    (from, to): (usize, usize),
    option: u32,
    scan: impl FnOnce(View<'_>, &mut usize) -> u64,
) -> u64 {
    let (width, item_words) = (frame.width, frame.item_words);
    let len = frame.slot_len();
    frame.slots.copy_within(from * len..(from + 1) * len, to * len);
    let (items, active) = frame.slots[to * len..][..len].split_at_mut(2 * item_words);
    let (items, forced) = items.split_at_mut(item_words);

    let (primary, others) = table.split_rows_of(frame.options[option as usize]);
    for &row in primary {
        let item = frame.places[row as usize] as usize;
        items[item / 64] &= !(1 << (item % 64));
        forced[item / 64] &= !(1 << (item % 64));
    }
    if items.iter().all(|&word| word == 0) {
        return SOLUTION;
    }
    for &row in primary.iter().chain(others) {
        let place = frame.places[row as usize] as usize;
        let set = &frame.sets[place * width..][..width];
        active.iter_mut().zip(set).for_each(|(active, &set)| *active &= !set);
    }
    // While there are items with a single option, or by now none, nothing else need be looked at.
    for (word, &forced) in forced.iter().enumerate() {
        if forced != 0 {
            let item = word * 64 + forced.trailing_zeros() as usize;
            let set = &frame.sets[item * width..][..width];
            let is_possible = set.iter().zip(&*active).any(|(&set, &active)| set & active != 0);
            return key(u64::from(is_possible), item);
        }
    }
    scan(View { lanes: &frame.lanes, width, items, forced, active }, &mut frame.hint)
}

/// The least key in a slot in which no item is said to be forced, as [`take`] returns it; an item must
/// remain.
pub(super) fn look(frame: &mut Frame, slot: usize) -> u64 {
    let len = frame.slot_len();
    let (items, active) = frame.slots[slot * len..][..len].split_at_mut(2 * frame.item_words);
    let (items, forced) = items.split_at_mut(frame.item_words);
    let view = View { lanes: &frame.lanes, width: frame.width, items, forced, active };
    scan::<0>(view, &mut frame.hint)
}

/// The first bit of a set.
#[inline(always)]
pub(super) fn first_bit(words: &[u64]) -> Option<u32> {
    let mut places = (0..).zip(words).filter(|&(_, &word)| word != 0);
    places.next().map(|(index, &word): (u32, _)| index * 64 + word.trailing_zeros())
}

/// The options of a set that are possible: how many, and the first word that has any.
#[inline(always)]
pub(super) fn possible(set: &[u64], active: &[u64]) -> (u32, u32, u64) {
    let (mut of, mut word, mut rest) = (0, 0, 0);
    for (index, (&set, &active)) in set.iter().zip(active).enumerate().rev() {
        let both = set & active;
        of += both.count_ones();
        if both != 0 {
            (word, rest) = (index as u32, both);
        }
    }
    (of, word, rest)
}

/// What there is to scan: the sets of the items, side by side, and what a slot has.
pub(super) struct View<'f> {
    pub(super) lanes: &'f [[u64; LANES]],
    pub(super) width: usize,
    pub(super) items: &'f [u64],
    pub(super) forced: &'f mut [u64],
    pub(super) active: &'f [u64],
}

impl<'f> View<'f> {
    /// The sets of the items side by side, the options that are possible, and the numbers of words and of
    /// groups.
    #[inline(always)]
    pub(super) fn parts<const WIDTH: usize>(
        &self,
    ) -> (&'f [[u64; LANES]], &'f [u64], usize, usize) {
        let width = if WIDTH == 0 { self.width } else { WIDTH };
        (self.lanes, &self.active[..width], width, self.lanes.len() / width)
    }

    /// The items of a group that are to be covered.
    #[inline(always)]
    pub(super) fn open(&self, group: usize) -> u8 {
        (self.items[group / 8] >> (group % 8 * 8)) as u8
    }

    /// The key of the first item that has a single option, if one has.
    #[inline(always)]
    pub(super) fn first_forced(&self) -> Option<u64> {
        first_bit(self.forced).map(|item| key(1, item as usize))
    }

    /// Notes the items of a group that have a single option.
    #[inline(always)]
    pub(super) fn note(&mut self, group: usize, forced: u8) {
        self.forced[group / 8] |= u64::from(forced) << (group % 8 * 8);
    }
}

/// With fewer groups than this it does not pay to look first where a dead end was found last.
pub(super) const FEW_GROUPS: usize = 3;

/// Finds the items with a single option, and returns the least key among the items of a slot, if no
/// item has lost its last option; else the key of one that has, and the hint is its group.
///
/// In two passes: whether an item has no option or just one takes no counting, and most nodes end
/// there, or go on with a forced item.
#[inline(always)]
pub(super) fn scan<const WIDTH: usize>(mut view: View<'_>, hint: &mut usize) -> u64 {
    let (lanes, active, width, groups) = view.parts::<WIDTH>();
    let block = |group: usize| &lanes[group * width..][..width];
    if groups >= FEW_GROUPS && look_at(block(*hint), active, view.open(*hint)).is_none() {
        return key(0, *hint * LANES);
    }
    for group in 0..groups {
        match look_at(block(group), active, view.open(group)) {
            Some(forced) => view.note(group, forced),
            None => {
                *hint = group;
                return key(0, group * LANES);
            }
        }
    }
    view.first_forced().unwrap_or_else(|| fewest::<WIDTH>(&view))
}

/// The least key among the items of a slot, each of which has two options or more.
#[inline(always)]
pub(super) fn fewest<const WIDTH: usize>(view: &View<'_>) -> u64 {
    let (lanes, active, width, _) = view.parts::<WIDTH>();
    let mut least = u64::MAX;
    for (group, block) in lanes.chunks_exact(width).enumerate() {
        let mut open = view.open(group);
        while open != 0 {
            let lane = open.trailing_zeros() as usize;
            open &= open - 1;
            let words = block.iter().zip(active);
            let count: u32 = words.map(|(set, &active)| (set[lane] & active).count_ones()).sum();
            least = least.min(key(u64::from(count), group * LANES + lane));
            if count == 2 {
                // No item has less.
                return least;
            }
        }
    }
    least
}

/// The items of a group that have a single option, or `None` if one of them has none.
#[inline(always)]
fn look_at(block: &[[u64; LANES]], active: &[u64], mut open: u8) -> Option<u8> {
    let mut forced = 0;
    while open != 0 {
        let lane = open.trailing_zeros();
        open &= open - 1;
        // Whether there are options, and whether there are several.
        let (mut any, mut several) = (false, false);
        for (set, &active) in block.iter().zip(active) {
            let both = set[lane as usize] & active;
            several |= (any & (both != 0)) | (both & both.wrapping_sub(1) != 0);
            any |= both != 0;
        }
        if !any {
            return None;
        }
        forced |= u8::from(!several) << lane;
    }
    Some(forced)
}

/// A word of options in which some are left, and where they go.
#[derive(Debug, Clone, Copy)]
pub(super) struct Source {
    word: usize,
    /// The options that are left.
    left: u64,
    /// Their first one's place in its new word …
    shift: u32,
    /// … and whether they fill that.
    fills: bool,
}

/// Makes a frame of what is left in a slot of another one, in the memory that it has; `extract` takes
/// from a word of a set the bits of the options that are left, and draws them together: it is given
/// the word, the bits that are left in it, and the number of its source.
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
    let mut shift = 0;
    inner.sources.clear();
    inner.sources.extend(active.iter().enumerate().filter(|&(_, &left)| left != 0).map(
        |(word, &left)| {
            let source = Source { word, left, shift, fills: shift + left.count_ones() >= 64 };
            shift = (shift + left.count_ones()) % 64;
            source
        },
    ));

    inner.numbers.clear();
    inner.places.clear();
    inner.places.resize(outer.places.len(), u32::MAX);
    let most = inner.primaries + outer.numbers.len() - outer.primaries + 1;
    if inner.sets.len() < most * width {
        inner.sets.resize(most * width, 0);
    }
    let mut end = 0;
    for row in bits(items).chain(outer.primaries..outer.numbers.len()) {
        let set = &outer.sets[row * outer.width..][..outer.width];
        let target = &mut inner.sets[end..][..width];
        let (mut to, mut word, mut any) = (0, 0, 0);
        for (number, source) in inner.sources.iter().enumerate() {
            let bits = extract(set[source.word], source.left, number);
            any |= bits;
            word |= bits << source.shift;
            if source.fills {
                target[to] = word;
                to += 1;
                // What did not fit; nothing if all of it did.
                word = if source.shift == 0 { 0 } else { bits >> (64 - source.shift) };
            }
        }
        if to < width {
            target[to] = word;
        }
        if any != 0 || row < outer.primaries {
            let number = outer.numbers[row];
            inner.places[number as usize] = inner.numbers.len() as u32;
            inner.numbers.push(number);
            end += width;
        }
    }
    let zeros = inner.numbers.len() as u32;
    inner.places.iter_mut().for_each(|place| *place = zeros.min(*place));
    inner.sets.truncate(end);
    inner.sets.resize(end + width, 0);
    inner.spread();
    inner.fill_slot();
}
