//! The registers of AVX2.
#![allow(unsafe_code, reason = "instructions that not every machine has")]

use std::arch::asm;
use std::arch::x86_64::*;

use super::frame::{CELL_OF, PLACES};
use super::vector::Boxes;
pub(super) use crate::strategy::lanes::avx2::Words;
use crate::strategy::lanes::pass::{CELLS, CLUES};
use crate::strategy::lanes::vector::Vector;

/// Keeps the compiler from seeing that a shuffle by this index could be done in two without an index.
#[inline]
#[target_feature(enable = "avx2")]
fn opaque(index: __m256i) -> __m256i {
    let mut index = index;
    // SAFETY: it does nothing; the machine has AVX2 where this is used.
    unsafe {
        asm!("/* {0} */", inout(ymm_reg) index, options(pure, nomem, nostack, preserves_flags))
    };
    index
}

/// Of each quarter the words 1, 2, 0, 1: see [`Boxes::next_in_band`].
///
/// # Safety
///
/// The machine must have AVX2, and the function that this is inlined into must be compiled for it.
#[inline(always)]
pub(super) unsafe fn next_in_band(words: __m256i) -> __m256i {
    // SAFETY: says the caller.
    unsafe {
        let next = _mm256_setr_epi8(
            2, 3, 4, 5, 0, 1, 2, 3, 10, 11, 12, 13, 8, 9, 10, 11, //
            2, 3, 4, 5, 0, 1, 2, 3, 10, 11, 12, 13, 8, 9, 10, 11,
        );
        _mm256_shuffle_epi8(words, opaque(next))
    }
}

/// Of each quarter the words 2, 0, 1, 2: see [`Boxes::last_in_band`].
///
/// # Safety
///
/// As for [`next_in_band`].
#[inline(always)]
pub(super) unsafe fn last_in_band(words: __m256i) -> __m256i {
    // SAFETY: says the caller.
    unsafe {
        let last = _mm256_setr_epi8(
            4, 5, 0, 1, 2, 3, 4, 5, 12, 13, 8, 9, 10, 11, 12, 13, //
            4, 5, 0, 1, 2, 3, 4, 5, 12, 13, 8, 9, 10, 11, 12, 13,
        );
        _mm256_shuffle_epi8(words, opaque(last))
    }
}

/// The digits of the nine places of all boxes, in both bytes of each word.
///
/// # Safety
///
/// As for [`next_in_band`].
#[inline(always)]
pub(super) unsafe fn values(values: &[u8; CELLS]) -> [__m256i; PLACES] {
    // SAFETY: says the caller; eight bytes are read at 73 or before.
    unsafe {
        let eight = |at: usize| values.as_ptr().add(at).cast::<i64>().read_unaligned();
        let rows = |at| _mm256_set_epi64x(eight(at), eight(54 + at), eight(27 + at), eight(at));
        let from_first = _mm256_setr_epi8(
            0, 0, 3, 3, 6, 6, 0, 0, 8, 8, 11, 11, 14, 14, 8, 8, //
            0, 0, 3, 3, 6, 6, 0, 0, 8, 8, 11, 11, 14, 14, 8, 8,
        );
        let from_second = _mm256_setr_epi8(
            1, 1, 4, 4, 7, 7, 1, 1, 9, 9, 12, 12, 15, 15, 9, 9, //
            1, 1, 4, 4, 7, 7, 1, 1, 9, 9, 12, 12, 15, 15, 9, 9,
        );
        let three = |row: usize| {
            let (first, second) = (rows(9 * row), rows(9 * row + 1));
            [
                _mm256_shuffle_epi8(first, from_first),
                _mm256_shuffle_epi8(second, from_first),
                _mm256_shuffle_epi8(second, from_second),
            ]
        };
        let [[a, b, c], [d, e, f], [g, h, i]] = [three(0), three(1), three(2)];
        [a, b, c, d, e, f, g, h, i]
    }
}

/// See [`Boxes::digits`].
///
/// # Safety
///
/// As for [`next_in_band`].
#[inline(always)]
pub(super) unsafe fn digits(cells: [__m256i; PLACES]) -> [u8; CELLS] {
    let mut digits = [0; CELLS];
    // SAFETY: says the caller; eight bytes are written at 72 or before.
    unsafe {
        // The product has in its four highest bits another number, not 0, for each single bit.
        let digit_of = _mm256_setr_epi8(
            0, 1, 2, 5, 3, 9, 6, 0, 0, 4, 8, 0, 0, 7, 0, 0, //
            0, 1, 2, 5, 3, 9, 6, 0, 0, 4, 8, 0, 0, 7, 0, 0,
        );
        let cells = cells.map(|words| {
            let product = _mm256_mullo_epi16(words, _mm256_set1_epi16(0x1350));
            _mm256_shuffle_epi8(digit_of, _mm256_srli_epi16::<12>(product))
        });
        const NONE: i8 = -1;
        #[rustfmt::skip]
        let two = _mm256_setr_epi8(
            0, 1, NONE, 2, 3, NONE, 4, 5, 8, 9, NONE, 10, 11, NONE, 12, 13,
            0, 1, NONE, 2, 3, NONE, 4, 5, 8, 9, NONE, 10, 11, NONE, 12, 13,
        );
        #[rustfmt::skip]
        let third = _mm256_setr_epi8(
            NONE, NONE, 0, NONE, NONE, 2, NONE, NONE, NONE, NONE, 8, NONE, NONE, 10, NONE, NONE,
            NONE, NONE, 0, NONE, NONE, 2, NONE, NONE, NONE, NONE, 8, NONE, NONE, 10, NONE, NONE,
        );
        for (row, cells) in cells.as_chunks::<3>().0.iter().enumerate() {
            let pairs = _mm256_or_si256(cells[0], _mm256_slli_epi16::<8>(cells[1]));
            let eight = _mm256_or_si256(
                _mm256_shuffle_epi8(pairs, two),
                _mm256_shuffle_epi8(cells[2], third),
            );
            let mut put = |at: usize, eight: i64, last: i32| {
                digits.as_mut_ptr().add(at).cast::<i64>().write_unaligned(eight);
                digits[at + 8] = last as u8;
            };
            put(9 * row, _mm256_extract_epi64::<0>(eight), _mm256_extract_epi8::<4>(cells[2]));
            put(
                27 + 9 * row,
                _mm256_extract_epi64::<1>(eight),
                _mm256_extract_epi8::<12>(cells[2]),
            );
            put(
                54 + 9 * row,
                _mm256_extract_epi64::<2>(eight),
                _mm256_extract_epi8::<20>(cells[2]),
            );
        }
    }
    digits
}

impl Boxes for Words {
    #[inline(always)]
    fn clues(values: &[u8; CELLS]) -> [Self; PLACES] {
        // SAFETY: the machine has AVX2 where this type is used.
        unsafe {
            let [low, high] = [0, 1].map(|byte| {
                let table: [u8; 16] = std::array::from_fn(|digit| CLUES[digit].to_le_bytes()[byte]);
                _mm256_broadcastsi128_si256(_mm_loadu_si128(table.as_ptr().cast()))
            });
            // An index with its highest bit set gives 0.
            let (odd, even) = (_mm256_set1_epi16(0x80 << 8), _mm256_set1_epi16(0x80));
            self::values(values).map(|values| {
                let low = _mm256_shuffle_epi8(low, _mm256_or_si256(values, odd));
                Words(low).or(Words(_mm256_shuffle_epi8(high, _mm256_or_si256(values, even))))
            })
        }
    }

    #[inline(always)]
    fn digits(cells: &[Self; PLACES]) -> [u8; CELLS] {
        // SAFETY: the machine has AVX2 where this type is used.
        unsafe { digits(cells.map(|words| words.0)) }
    }

    #[inline(always)]
    fn without_least(self) -> Self {
        self.and(self.less_one())
    }

    #[inline(always)]
    fn next_in_band(self) -> Self {
        // SAFETY: the machine has AVX2 where this type is used.
        Words(unsafe { next_in_band(self.0) })
    }

    #[inline(always)]
    fn last_in_band(self) -> Self {
        // SAFETY: the machine has AVX2 where this type is used.
        Words(unsafe { last_in_band(self.0) })
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
