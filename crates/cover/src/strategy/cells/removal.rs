//! Options leave the sets and come back. See the [parent module](super) for the idea.

use super::sets::{COVERED, Entry, Sets};

/// An item that failed is looked at beforehand if it has no more options than these.
const MOST_OPTIONS: u32 = 16;
/// So many times it may fail to fail before it is not looked at any more.
const MOST_TRUST: i32 = 8;

/// What changes when options are removed.
struct Hands<'a> {
    log: &'a mut [u32],
    gone: usize,
    notes: &'a mut [u32],
    noted: usize,
    sizes: &'a mut [u32],
    bits: &'a mut [u64],
}

impl Hands<'_> {
    /// Removes an option with these entries; the least size that one of its items comes to.
    #[inline(always)]
    fn remove(&mut self, option: u32, entries: &[Entry]) -> u32 {
        self.log[self.gone] = option;
        self.gone += 1;
        let mut least = u32::MAX;
        for &Entry { item, place } in entries {
            let size = self.sizes[item as usize] - 1;
            self.sizes[item as usize] = size;
            self.bits[place as usize / 64] ^= 1 << (place % 64);
            self.notes[self.noted] = item;
            self.noted += usize::from(size <= 1);
            least = least.min(size);
        }
        least
    }
}

impl<const COLOURED: bool> Sets<COLOURED> {
    /// Whether all options of the item that failed last exclude the option whose items were just
    /// deactivated, as far as it is known: it is only looked at while that has been worth it.
    #[inline(always)]
    pub(super) fn fails(&mut self) -> bool {
        let size = self.sizes[self.suspect as usize];
        if self.trust <= 0 || size > MOST_OPTIONS {
            return false;
        }
        let barred = self.is_barred(self.suspect);
        self.trust = if barred { MOST_TRUST.min(self.trust + 1) } else { self.trust - 1 };
        barred
    }

    /// Whether each live option of an item has an item that is not to be covered any more.
    fn is_barred(&self, item: u32) -> bool {
        let span = self.spans[item as usize];
        for word in span.start..span.end {
            let mut bits = self.bits[word as usize];
            while bits != 0 {
                let cell = word * 64 + bits.trailing_zeros() - span.gap;
                bits &= bits - 1;
                let extent = self.extents[self.cells[cell as usize] as usize];
                let or = |any, entry: &Entry| any | self.sizes[entry.item as usize];
                if self.entries[extent.primary()].iter().fold(0, or) < COVERED {
                    return false;
                }
            }
        }
        true
    }

    /// An item has failed.
    #[inline]
    pub(super) fn suspect(&mut self, since: u32) {
        let Some(item) = self.lost(since) else { return };
        if item == self.suspect {
            // It would have been worth it.
            self.trust = MOST_TRUST.min(self.trust + 1);
        }
        self.suspect = item;
    }

    /// The items of an option are not to be covered any more.
    #[inline]
    pub(super) fn deactivate_all(&mut self, option: u32) {
        let extent = self.extents[option as usize];
        for entry in &self.entries[extent.primary()] {
            self.sizes[entry.item as usize] += COVERED;
        }
        self.active -= extent.secondary - extent.start - 1;
    }

    /// The items of an option are to be covered; they are not counted.
    #[inline]
    pub(super) fn activate_all(&mut self, option: u32) {
        let extent = self.extents[option as usize];
        for entry in &self.entries[extent.primary()] {
            self.sizes[entry.item as usize] -= COVERED;
        }
    }

    /// Removes all live options of an item; `true` if an active item came to size 0.
    pub(super) fn remove_all(&mut self, item: u32) -> bool {
        let mut hands = Hands {
            log: &mut self.log,
            gone: self.gone as usize,
            notes: &mut self.notes,
            noted: self.noted as usize,
            sizes: &mut self.sizes,
            bits: &mut self.bits,
        };
        let span = self.spans[item as usize];
        let mut least = u32::MAX;
        for word in span.start..span.end {
            let mut bits = hands.bits[word as usize];
            while bits != 0 {
                let cell = word * 64 + bits.trailing_zeros() - span.gap;
                bits &= bits - 1;
                let option = self.cells[cell as usize];
                let entries = &self.entries[self.extents[option as usize].all()];
                least = least.min(hands.remove(option, entries));
            }
        }
        (self.gone, self.noted) = (hands.gone as u32, hands.noted as u32);
        least == 0
    }

    /// Removes all options that exclude an option, and itself; stops, and returns `true`, when an active
    /// item came to size 0.
    #[inline(always)]
    pub(super) fn remove_rivals(&mut self, option: u32) -> bool {
        let mut hands = Hands {
            log: &mut self.log,
            gone: self.gone as usize,
            notes: &mut self.notes,
            noted: self.noted as usize,
            sizes: &mut self.sizes,
            bits: &mut self.bits,
        };
        let mut lost = false;
        'rivals: for x in self.extents[option as usize].all() {
            let item = self.entries[x].item;
            let colour = if COLOURED { self.colours[x] } else { 0 };
            if COLOURED && colour != 0 {
                if self.paints[item as usize] != 0 {
                    continue;
                }
                self.paints[item as usize] = colour;
                self.painted.push(item);
            }
            let span = self.spans[item as usize];
            for word in span.start..span.end {
                let mut bits = hands.bits[word as usize];
                while bits != 0 {
                    let cell = word * 64 + bits.trailing_zeros() - span.gap;
                    bits &= bits - 1;
                    if COLOURED && colour != 0 && self.tints[cell as usize] == colour {
                        continue;
                    }
                    let option = self.cells[cell as usize];
                    let entries = &self.entries[self.extents[option as usize].all()];
                    if hands.remove(option, entries) == 0 {
                        lost = true;
                        break 'rivals;
                    }
                }
            }
        }
        (self.gone, self.noted) = (hands.gone as u32, hands.noted as u32);
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

    /// Takes back the removal of all options but the first so many, one by one.
    #[inline(always)]
    pub(super) fn restore(&mut self, gone: u32) {
        let sizes = &mut self.sizes[..];
        let bits = &mut self.bits[..];
        for &option in &self.log[gone as usize..self.gone as usize] {
            for &Entry { item, place } in &self.entries[self.extents[option as usize].all()] {
                sizes[item as usize] += 1;
                bits[place as usize / 64] ^= 1 << (place % 64);
            }
        }
        self.gone = gone;
    }

    /// Takes back the removal of all options but the first so many by copying what was saved; `false` if
    /// it is cheaper to do it one by one.
    #[inline]
    pub(super) fn recall(&mut self, gone: u32) -> bool {
        if !self.heavy(self.gone - gone) {
            return false;
        }
        let from = self.saved_sizes.len() - self.sizes.len();
        self.sizes.copy_from_slice(&self.saved_sizes[from..]);
        let from = self.saved_bits.len() - self.bits.len();
        self.bits.copy_from_slice(&self.saved_bits[from..]);
        self.gone = gone;
        true
    }

    /// Takes back the purification of all items but the first so many.
    #[inline]
    pub(super) fn wash(&mut self, painted: u32) {
        if COLOURED {
            for &item in &self.painted[painted as usize..] {
                self.paints[item as usize] = 0;
            }
            self.painted.truncate(painted as usize);
        }
    }
}
