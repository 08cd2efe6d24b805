//! The registers of AVX2.
#![allow(unsafe_code, reason = "instructions that not every machine has")]

use std::arch::x86_64::*;

use super::frame::{CELL_OF, PLACES};
use super::vector::Boxes;
pub(super) use crate::strategy::lanes::avx2::Words;
use crate::strategy::lanes::vector::Vector;

impl Boxes for Words {
    #[inline(always)]
    fn without_least(self) -> Self {
        self.and(self.less_one())
    }

    #[inline(always)]
    fn next_in_band(self) -> Self {
        // SAFETY: the machine has AVX2 where this type is used.
        Words(unsafe {
            let next = _mm256_setr_epi8(
                2, 3, 4, 5, 0, 1, 2, 3, 10, 11, 12, 13, 8, 9, 10, 11, //
                2, 3, 4, 5, 0, 1, 2, 3, 10, 11, 12, 13, 8, 9, 10, 11,
            );
            _mm256_shuffle_epi8(self.0, next)
        })
    }

    #[inline(always)]
    fn last_in_band(self) -> Self {
        // SAFETY: the machine has AVX2 where this type is used.
        Words(unsafe {
            let last = _mm256_setr_epi8(
                4, 5, 0, 1, 2, 3, 4, 5, 12, 13, 8, 9, 10, 11, 12, 13, //
                4, 5, 0, 1, 2, 3, 4, 5, 12, 13, 8, 9, 10, 11, 12, 13,
            );
            _mm256_shuffle_epi8(self.0, last)
        })
    }

    #[inline(always)]
    fn next_in_stack(self) -> Self {
        // SAFETY: the machine has AVX2 where this type is used.
        Words(unsafe { _mm256_permute4x64_epi64::<0b01_00_10_01>(self.0) })
    }

    #[inline(always)]
    fn last_in_stack(self) -> Self {
        // SAFETY: the machine has AVX2 where this type is used.
        Words(unsafe { _mm256_permute4x64_epi64::<0b10_01_00_10>(self.0) })
    }

    #[inline(always)]
    fn place(cells: &mut [Self; PLACES], cell: usize, digit: u16) {
        // SAFETY: the machine has AVX2 where this type is used; a row of the table is 32 bytes.
        unsafe {
            let cell = _mm256_set1_epi16(cell as i16);
            let digit = _mm256_set1_epi16(digit as i16);
            for (words, index) in cells.iter_mut().zip(&CELL_OF.0) {
                let here = _mm256_cmpeq_epi16(cell, _mm256_load_si256(index.as_ptr().cast()));
                words.0 = _mm256_blendv_epi8(words.0, digit, here);
            }
        }
    }
}
