//! The registers of AVX2 with the instructions of AVX-512.
#![allow(unsafe_code, reason = "instructions that not every machine has")]

use std::arch::x86_64::*;

use super::avx2;
use super::frame::{CELL_OF, PLACES, WORDS};
use super::vector::Boxes;
use crate::strategy::lanes::pass::{CELLS, CLUES};
use crate::strategy::lanes::vector::Vector;

/// 16 words. Only to be used in functions that are compiled for AVX-512 (F, BW and VL), into which all of
/// this is inlined; `machine.rs` has those, and sees to it that the machine has the instructions.
#[derive(Debug, Clone, Copy)]
pub(super) struct Words(__m256i);

/// Three operands in one instruction; bit 4a + 2b + c of the number is what becomes of bits a, b, c.
macro_rules! logic {
    ($table:literal, $a:expr, $b:expr, $c:expr) => {
        // SAFETY: the machine has AVX-512 where this type is used.
        Words(unsafe { _mm256_ternarylogic_epi32::<$table>($a.0, $b.0, $c.0) })
    };
}

impl Words {
    #[inline(always)]
    fn less_one(self) -> Self {
        // SAFETY: the machine has AVX-512 where this type is used.
        Words(unsafe { _mm256_add_epi16(self.0, _mm256_set1_epi16(-1)) })
    }
}

impl Vector<WORDS> for Words {
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
        unsafe { _mm256_movepi16_mask(self.0).into() }
    }

    #[inline(always)]
    fn nonzero(self) -> u32 {
        // SAFETY: the machine has AVX-512 where this type is used.
        unsafe { _mm256_test_epi16_mask(self.0, self.0).into() }
    }

    #[inline(always)]
    fn splat(word: u16) -> Self {
        // SAFETY: the machine has AVX-512 where this type is used.
        Words(unsafe { _mm256_set1_epi16(word as i16) })
    }

    #[inline(always)]
    fn load(words: &[u16; WORDS]) -> Self {
        // SAFETY: 16 words are 32 bytes, and need not be aligned; the machine has AVX-512.
        Words(unsafe { _mm256_loadu_si256(words.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, words: &mut [u16; WORDS]) {
        // SAFETY: 16 words are 32 bytes, and need not be aligned; the machine has AVX-512.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn and(self, b: Self) -> Self {
        // SAFETY: the machine has AVX-512 where this type is used.
        Words(unsafe { _mm256_and_si256(self.0, b.0) })
    }

    #[inline(always)]
    fn or(self, b: Self) -> Self {
        // SAFETY: the machine has AVX-512 where this type is used.
        Words(unsafe { _mm256_or_si256(self.0, b.0) })
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
            let is_single = _mm256_testn_epi16_mask(self.0, self.less_one().0);
            Words(_mm256_maskz_mov_epi16(is_single, self.0))
        }
    }

    #[inline(always)]
    fn up_to_three(self) -> Self {
        // SAFETY: the machine has AVX-512 where this type is used.
        unsafe {
            // Without its lowest bit, and without that of what is left: one bit at most if there were three.
            let rest = self.and(self.less_one());
            let rest = rest.and(rest.less_one());
            let few = _mm256_testn_epi16_mask(rest.0, rest.less_one().0);
            Words(_mm256_maskz_mov_epi16(few, self.0))
        }
    }

    #[inline(always)]
    fn prefer(self, preferred: Self) -> Self {
        // SAFETY: the machine has AVX-512 where this type is used.
        unsafe {
            let part = _mm256_and_si256(self.0, preferred.0);
            let some = _mm256_test_epi16_mask(self.0, preferred.0);
            Words(_mm256_mask_mov_epi16(self.0, some, part))
        }
    }
}

impl Boxes for Words {
    #[inline(always)]
    fn without_least(self) -> Self {
        self.and(self.less_one())
    }

    #[inline(always)]
    fn clues(values: &[u8; CELLS]) -> [Self; PLACES] {
        // SAFETY: the machine has AVX-512 where this type is used; the table is 32 bytes.
        unsafe {
            let clues = _mm256_loadu_si256(CLUES.as_ptr().cast());
            // The four lowest bits of each word are the index.
            avx2::values(values).map(|values| Words(_mm256_permutexvar_epi16(values, clues)))
        }
    }

    #[inline(always)]
    fn digits(cells: &[Self; PLACES]) -> [u8; CELLS] {
        // SAFETY: the machine has AVX-512 where this type is used.
        unsafe { avx2::digits(cells.map(|words| words.0)) }
    }

    #[inline(always)]
    fn next_in_band(self) -> Self {
        // SAFETY: the machine has AVX-512 where this type is used.
        Words(unsafe { avx2::next_in_band(self.0) })
    }

    #[inline(always)]
    fn last_in_band(self) -> Self {
        // SAFETY: the machine has AVX-512 where this type is used.
        Words(unsafe { avx2::last_in_band(self.0) })
    }

    #[inline(always)]
    fn next_in_stack(self) -> Self {
        // SAFETY: the machine has AVX-512 where this type is used.
        Words(unsafe { _mm256_permute4x64_epi64::<0b01_00_10_01>(self.0) })
    }

    #[inline(always)]
    fn last_in_stack(self) -> Self {
        // SAFETY: the machine has AVX-512 where this type is used.
        Words(unsafe { _mm256_permute4x64_epi64::<0b10_01_00_10>(self.0) })
    }

    #[inline(always)]
    fn place(cells: &mut [Self; PLACES], cell: usize, digit: u16) {
        // SAFETY: the machine has AVX-512 where this type is used; a row of the table is 32 bytes.
        unsafe {
            let cell = _mm256_set1_epi16(cell as i16);
            let digit = _mm256_set1_epi16(digit as i16);
            for (words, index) in cells.iter_mut().zip(&CELL_OF.0) {
                let here = _mm256_cmpeq_epi16_mask(cell, _mm256_load_si256(index.as_ptr().cast()));
                words.0 = _mm256_mask_mov_epi16(words.0, here, digit);
            }
        }
    }

    #[inline(always)]
    fn singles(cells: [Self; 3]) -> Self {
        // SAFETY: the machine has AVX-512 where this type is used.
        unsafe {
            let [a, b, c] = cells.map(|cell| _mm256_testn_epi16_mask(cell.0, cell.less_one().0));
            let sum = _mm256_maskz_mov_epi16(a, cells[0].0);
            let sum = _mm256_mask_add_epi16(sum, b, sum, cells[1].0);
            Words(_mm256_mask_add_epi16(sum, c, sum, cells[2].0))
        }
    }

    #[inline(always)]
    fn if_few(self, other: Self) -> Self {
        // SAFETY: the machine has AVX-512 where this type is used.
        unsafe {
            // Without its lowest bit, and without that of what is left: one bit at most if there were three.
            let rest = self.and(self.less_one());
            let rest = rest.and(rest.less_one());
            let few = _mm256_testn_epi16_mask(rest.0, rest.less_one().0);
            Words(_mm256_mask_mov_epi16(other.0, few, self.0))
        }
    }

    #[inline(always)]
    fn within(self, possible: Self, preferred: Self) -> Self {
        // SAFETY: the machine has AVX-512 where this type is used.
        unsafe {
            let some = _mm256_test_epi16_mask(self.0, preferred.0);
            self.and(Words(_mm256_mask_mov_epi16(possible.0, some, preferred.0)))
        }
    }
}
