//! Registers where there are none: three plain words of 64 bits.

use super::frame::WORDS;
use super::vector::Boxes;
use crate::strategy::lanes::vector::{PORTABLE_WIDTH, Portable, Vector};

/// The words of the three bands, each with its spare word.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bands([Portable; 3]);

impl Bands {
    #[inline(always)]
    fn map(self, f: impl Fn(Portable) -> Portable) -> Self {
        Bands(self.0.map(f))
    }

    #[inline(always)]
    fn zip(self, b: Self, f: impl Fn(Portable, Portable) -> Portable) -> Self {
        Bands(std::array::from_fn(|band| f(self.0[band], b.0[band])))
    }

    #[inline(always)]
    fn zip3(self, b: Self, c: Self, f: impl Fn(Portable, Portable, Portable) -> Portable) -> Self {
        Bands(std::array::from_fn(|band| f(self.0[band], b.0[band], c.0[band])))
    }
}

/// The four words of a band.
fn of_band(words: &[u16; WORDS], band: usize) -> &[u16; PORTABLE_WIDTH] {
    &words.as_chunks().0[band]
}

impl Vector<WORDS> for Bands {
    #[inline(always)]
    fn none_empty() -> Self {
        Bands([Portable::none_empty(); 3])
    }

    #[inline(always)]
    fn note_empty(record: &mut Self, [a, b, c]: [Self; 3]) {
        for (band, record) in record.0.iter_mut().enumerate() {
            Portable::note_empty(record, [a.0[band], b.0[band], c.0[band]]);
        }
    }

    #[inline(always)]
    fn seen_empty(self) -> u32 {
        let [a, b, c] = self.0.map(Portable::seen_empty);
        a | b << 4 | c << 8
    }

    #[inline(always)]
    fn nonzero(self) -> u32 {
        let [a, b, c] = self.0.map(Portable::nonzero);
        a | b << 4 | c << 8
    }

    #[inline(always)]
    fn splat(word: u16) -> Self {
        Bands([Portable::splat(word); 3])
    }

    #[inline(always)]
    fn load(words: &[u16; WORDS]) -> Self {
        Bands(std::array::from_fn(|band| Portable::load(of_band(words, band))))
    }

    #[inline(always)]
    fn store(self, words: &mut [u16; WORDS]) {
        let (bands, _) = words.as_chunks_mut();
        bands.iter_mut().zip(self.0).for_each(|(words, band)| band.store(words));
    }

    #[inline(always)]
    fn and(self, b: Self) -> Self {
        self.zip(b, Portable::and)
    }

    #[inline(always)]
    fn or(self, b: Self) -> Self {
        self.zip(b, Portable::or)
    }

    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        self.zip3(b, c, Portable::or3)
    }

    #[inline(always)]
    fn and3(self, b: Self, c: Self) -> Self {
        self.zip3(b, c, Portable::and3)
    }

    #[inline(always)]
    fn and_any(self, b: Self, c: Self) -> Self {
        self.zip3(b, c, Portable::and_any)
    }

    #[inline(always)]
    fn and_neither(self, b: Self, c: Self) -> Self {
        self.zip3(b, c, Portable::and_neither)
    }

    #[inline(always)]
    fn or_difference(self, b: Self, c: Self) -> Self {
        self.zip3(b, c, Portable::or_difference)
    }

    #[inline(always)]
    fn or_without(self, b: Self, c: Self) -> Self {
        self.zip3(b, c, Portable::or_without)
    }

    #[inline(always)]
    fn exactly_one(self, b: Self, c: Self) -> Self {
        self.zip3(b, c, Portable::exactly_one)
    }

    #[inline(always)]
    fn single(self) -> Self {
        self.map(Portable::single)
    }

    #[inline(always)]
    fn up_to_three(self) -> Self {
        self.map(Portable::up_to_three)
    }

    #[inline(always)]
    fn prefer(self, preferred: Self) -> Self {
        self.zip(preferred, Portable::prefer)
    }
}

impl Boxes for Bands {
    #[inline(always)]
    fn without_least(self) -> Self {
        self.map(Portable::without_least)
    }

    #[inline(always)]
    fn next_in_band(self) -> Self {
        self.map(Portable::next_of_three)
    }

    #[inline(always)]
    fn last_in_band(self) -> Self {
        self.map(Portable::last_of_three)
    }

    #[inline(always)]
    fn next_in_stack(self) -> Self {
        let [a, b, c] = self.0;
        Bands([b, c, a])
    }

    #[inline(always)]
    fn last_in_stack(self) -> Self {
        let [a, b, c] = self.0;
        Bands([c, a, b])
    }
}
