//! Pairs of the registers of SSE2, which every x86-64 machine has.
#![allow(unsafe_code, reason = "to read and write registers")]

use std::arch::x86_64::*;

use super::frame::{CELL_OF, PLACES, WORDS};
use super::vector::Boxes;
use crate::strategy::lanes::vector::Vector;

/// 16 words, the first eight in the first register.
#[derive(Debug, Clone, Copy)]
pub(super) struct Words([__m128i; 2]);

/// Does the same in both registers.
macro_rules! both {
    (|$($a:ident),+| $result:expr) => {{
        let of = |half: usize| {
            $(let $a = $a.0[half];)+
            // SAFETY: every x86-64 machine has SSE2.
            unsafe { $result }
        };
        Words([of(0), of(1)])
    }};
}

impl Words {
    #[inline(always)]
    fn less_one(self) -> Self {
        let a = self;
        both!(|a| _mm_add_epi16(a, _mm_set1_epi16(-1)))
    }

    /// The words where the others are 0, else 0.
    #[inline(always)]
    fn where_zero(self, other: Self) -> Self {
        let a = self;
        both!(|a, other| _mm_and_si128(a, _mm_cmpeq_epi16(other, _mm_setzero_si128())))
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
        *record = record.or(a.less_one().or3(b.less_one(), c.less_one()));
    }

    #[inline(always)]
    fn seen_empty(self) -> u32 {
        // SAFETY: every x86-64 machine has SSE2. The mask has 16 bits.
        unsafe { _mm_movemask_epi8(_mm_packs_epi16(self.0[0], self.0[1])) as u32 }
    }

    #[inline(always)]
    fn nonzero(self) -> u32 {
        let a = self;
        !both!(|a| _mm_cmpeq_epi16(a, _mm_setzero_si128())).seen_empty() & 0xFFFF
    }

    #[inline(always)]
    fn splat(word: u16) -> Self {
        // SAFETY: every x86-64 machine has SSE2.
        Words([unsafe { _mm_set1_epi16(word as i16) }; 2])
    }

    #[inline(always)]
    fn load(words: &[u16; WORDS]) -> Self {
        let (halves, _) = words.as_chunks::<8>();
        // SAFETY: eight words are 16 bytes, and need not be aligned.
        Words([0, 1].map(|half| unsafe { _mm_loadu_si128(halves[half].as_ptr().cast()) }))
    }

    #[inline(always)]
    fn store(self, words: &mut [u16; WORDS]) {
        let (halves, _) = words.as_chunks_mut::<8>();
        for (half, register) in halves.iter_mut().zip(self.0) {
            // SAFETY: eight words are 16 bytes, and need not be aligned.
            unsafe { _mm_storeu_si128(half.as_mut_ptr().cast(), register) }
        }
    }

    #[inline(always)]
    fn and(self, b: Self) -> Self {
        let a = self;
        both!(|a, b| _mm_and_si128(a, b))
    }

    #[inline(always)]
    fn or(self, b: Self) -> Self {
        let a = self;
        both!(|a, b| _mm_or_si128(a, b))
    }

    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        self.or(b).or(c)
    }

    #[inline(always)]
    fn and3(self, b: Self, c: Self) -> Self {
        self.and(b).and(c)
    }

    #[inline(always)]
    fn and_any(self, b: Self, c: Self) -> Self {
        self.and(b.or(c))
    }

    #[inline(always)]
    fn and_neither(self, b: Self, c: Self) -> Self {
        let a = self;
        both!(|a, b, c| _mm_andnot_si128(_mm_or_si128(b, c), a))
    }

    #[inline(always)]
    fn or_difference(self, b: Self, c: Self) -> Self {
        let a = self;
        both!(|a, b, c| _mm_or_si128(a, _mm_xor_si128(b, c)))
    }

    #[inline(always)]
    fn or_without(self, b: Self, c: Self) -> Self {
        let a = self;
        both!(|a, b, c| _mm_or_si128(a, _mm_andnot_si128(c, b)))
    }

    #[inline(always)]
    fn exactly_one(self, b: Self, c: Self) -> Self {
        let a = self;
        // An odd number of them, but not all three.
        both!(|a, b, c| {
            let odd = _mm_xor_si128(_mm_xor_si128(a, b), c);
            _mm_andnot_si128(_mm_and_si128(a, b), odd)
        })
    }

    #[inline(always)]
    fn single(self) -> Self {
        self.where_zero(self.without_least())
    }

    #[inline(always)]
    fn up_to_three(self) -> Self {
        // Without its lowest bit, and without that of what is left: one bit at most if there were three.
        self.where_zero(self.without_least().without_least().without_least())
    }

    #[inline(always)]
    fn prefer(self, preferred: Self) -> Self {
        let part = self.and(preferred);
        let none = both!(|part| _mm_cmpeq_epi16(part, _mm_setzero_si128()));
        self.and_any(preferred, none)
    }
}

impl Boxes for Words {
    #[inline(always)]
    fn without_least(self) -> Self {
        self.and(self.less_one())
    }

    #[inline(always)]
    fn next_in_band(self) -> Self {
        let a = self;
        both!(|a| _mm_shufflehi_epi16::<0b01_00_10_01>(_mm_shufflelo_epi16::<0b01_00_10_01>(a)))
    }

    #[inline(always)]
    fn last_in_band(self) -> Self {
        let a = self;
        both!(|a| _mm_shufflehi_epi16::<0b10_01_00_10>(_mm_shufflelo_epi16::<0b10_01_00_10>(a)))
    }

    #[inline(always)]
    fn next_in_stack(self) -> Self {
        // Of the bands 0, 1, 2 and again 0.
        Words([self.middle(), self.0[0]])
    }

    #[inline(always)]
    fn last_in_stack(self) -> Self {
        Words([self.0[1], self.middle()])
    }

    #[inline(always)]
    fn place(cells: &mut [Self; PLACES], cell: usize, digit: u16) {
        let [wanted, digit] = [cell as u16, digit].map(Self::splat);
        for (words, index) in cells.iter_mut().zip(&CELL_OF.0) {
            let (index, old) = (Self::load(index), *words);
            *words = both!(|index, old, wanted, digit| {
                let here = _mm_cmpeq_epi16(index, wanted);
                _mm_or_si128(_mm_and_si128(here, digit), _mm_andnot_si128(here, old))
            });
        }
    }
}

impl Words {
    /// The bands 1 and 2.
    #[inline(always)]
    fn middle(self) -> __m128i {
        // SAFETY: every x86-64 machine has SSE2.
        unsafe {
            let [low, high] = [_mm_castsi128_pd(self.0[0]), _mm_castsi128_pd(self.0[1])];
            _mm_castpd_si128(_mm_shuffle_pd::<0b01>(low, high))
        }
    }
}
