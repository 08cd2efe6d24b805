//! Vectors of 32 words in the registers of AVX-512.
#![allow(unsafe_code, reason = "instructions that not every machine has")]

use std::arch::x86_64::*;

use super::pass::CELLS;
use super::vector::Vector;

/// Words in a register.
pub(super) const WIDTH: usize = 32;

/// 32 words. Only to be used in functions that are compiled for AVX-512 (F and BW), into which all of
/// this is inlined; `machine.rs` has those, and sees to it that the machine has the instructions.
///
/// With `COUNTS` the machine can also count the bits of words (BITALG).
#[derive(Debug, Clone, Copy)]
pub(super) struct Words<const COUNTS: bool = false>(__m512i);

/// Three operands in one instruction; bit 4a + 2b + c of the number is what becomes of bits a, b, c.
macro_rules! logic {
    ($table:literal, $a:expr, $b:expr, $c:expr) => {
        // SAFETY: the machine has AVX-512 where this type is used.
        Words(unsafe { _mm512_ternarylogic_epi32::<$table>($a.0, $b.0, $c.0) })
    };
}

impl<const COUNTS: bool> Words<COUNTS> {
    #[inline(always)]
    fn less_one(self) -> Self {
        // SAFETY: the machine has AVX-512 where this type is used.
        Words(unsafe { _mm512_add_epi16(self.0, _mm512_set1_epi16(-1)) })
    }
}

impl<const COUNTS: bool> Vector<WIDTH> for Words<COUNTS> {
    #[inline(always)]
    fn none_empty() -> Self {
        Self::splat(0)
    }

    #[inline(always)]
    fn note_empty(record: &mut Self, [a, b, c]: [Self; 3]) {
        // Only an empty word less 1 has bit 15.
        *record = record.or3(a.less_one(), b.less_one()).or(c.less_one());
    }

    #[inline(always)]
    fn seen_empty(self) -> u32 {
        // SAFETY: the machine has AVX-512 where this type is used.
        unsafe { _mm512_movepi16_mask(self.0) }
    }

    #[inline(always)]
    fn nonzero(self) -> u32 {
        // SAFETY: the machine has AVX-512 where this type is used.
        unsafe { _mm512_test_epi16_mask(self.0, self.0) }
    }

    #[inline(always)]
    fn splat(word: u16) -> Self {
        // SAFETY: the machine has AVX-512 where this type is used.
        Words(unsafe { _mm512_set1_epi16(word as i16) })
    }

    #[inline(always)]
    fn load(words: &[u16; WIDTH]) -> Self {
        // SAFETY: 32 words are 64 bytes, and need not be aligned; the machine has AVX-512.
        Words(unsafe { _mm512_loadu_si512(words.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, words: &mut [u16; WIDTH]) {
        // SAFETY: 32 words are 64 bytes, and need not be aligned; the machine has AVX-512.
        unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn and(self, b: Self) -> Self {
        // SAFETY: the machine has AVX-512 where this type is used.
        Words(unsafe { _mm512_and_si512(self.0, b.0) })
    }

    #[inline(always)]
    fn or(self, b: Self) -> Self {
        // SAFETY: the machine has AVX-512 where this type is used.
        Words(unsafe { _mm512_or_si512(self.0, b.0) })
    }

    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        logic!(0xFE, self, b, c)
    }

    #[inline(always)]
    fn and3(self, b: Self, c: Self) -> Self {
        logic!(0x80, self, b, c)
    }

    #[inline(always)]
    fn and_any(self, b: Self, c: Self) -> Self {
        logic!(0xE0, self, b, c)
    }

    #[inline(always)]
    fn and_neither(self, b: Self, c: Self) -> Self {
        logic!(0x10, self, b, c)
    }

    #[inline(always)]
    fn or_difference(self, b: Self, c: Self) -> Self {
        logic!(0xF6, self, b, c)
    }

    #[inline(always)]
    fn or_without(self, b: Self, c: Self) -> Self {
        logic!(0xF4, self, b, c)
    }

    #[inline(always)]
    fn exactly_one(self, b: Self, c: Self) -> Self {
        logic!(0x16, self, b, c)
    }

    #[inline(always)]
    fn single(self) -> Self {
        // SAFETY: the machine has AVX-512 where this type is used.
        unsafe {
            let is_single = _mm512_testn_epi16_mask(self.0, self.less_one().0);
            Words(_mm512_maskz_mov_epi16(is_single, self.0))
        }
    }

    #[inline(always)]
    fn up_to_three(self) -> Self {
        // SAFETY: the machine has AVX-512 where this type is used.
        unsafe {
            if COUNTS {
                let count = _mm512_popcnt_epi16(self.0);
                let few = _mm512_cmple_epu16_mask(count, _mm512_set1_epi16(3));
                return Words(_mm512_maskz_mov_epi16(few, self.0));
            }
            // Without its lowest bit, and without that of what is left: one bit at most if there were three.
            let rest = self.and(self.less_one());
            let rest = rest.and(rest.less_one());
            let few = _mm512_testn_epi16_mask(rest.0, rest.less_one().0);
            Words(_mm512_maskz_mov_epi16(few, self.0))
        }
    }

    #[inline(always)]
    fn prefer(self, preferred: Self) -> Self {
        // SAFETY: the machine has AVX-512 where this type is used.
        unsafe {
            let part = _mm512_and_si512(self.0, preferred.0);
            let some = _mm512_test_epi16_mask(self.0, preferred.0);
            Words(_mm512_mask_mov_epi16(self.0, some, part))
        }
    }
}

/// See [`pairs`](super::guess::pairs).
///
/// # Safety
///
/// The machine must have AVX-512 (F and BW). To be inlined into a function that is compiled for it.
#[inline(always)]
pub(in crate::strategy) unsafe fn pairs(cells: &[u16; CELLS]) -> [u64; 2] {
    // SAFETY: the machine has the instructions, says the caller; the loads end at word 32, 64 and, for the
    // mask has 17 bits, 81.
    unsafe {
        let words = cells.as_ptr().cast::<i16>();
        let first = pairs_of(_mm512_loadu_si512(words.cast()));
        let second = pairs_of(_mm512_loadu_si512(words.add(32).cast()));
        let third = pairs_of(_mm512_maskz_loadu_epi16(0x1FFFF, words.add(64)));
        [u64::from(first) | u64::from(second) << 32, u64::from(third)]
    }
}

/// The words with two bits.
///
/// # Safety
///
/// As for [`pairs`].
#[inline(always)]
unsafe fn pairs_of(words: __m512i) -> u32 {
    // SAFETY: the machine has the instructions, says the caller.
    unsafe {
        let minus_one = _mm512_set1_epi16(-1);
        let more = _mm512_and_si512(words, _mm512_add_epi16(words, minus_one));
        let some = _mm512_test_epi16_mask(more, more);
        _mm512_mask_testn_epi16_mask(some, more, _mm512_add_epi16(more, minus_one))
    }
}
