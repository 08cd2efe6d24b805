//! Vectors of 16 words in the registers of AVX2.
#![allow(unsafe_code, reason = "instructions that not every machine has")]

use std::arch::x86_64::*;

use super::vector::Vector;

/// Words in a register.
pub(in crate::strategy) const WIDTH: usize = 16;

/// 16 words. Only to be used in functions that are compiled for AVX2, into which all of this is inlined;
/// `machine.rs` has those, and sees to it that the machine has the instructions.
#[derive(Debug, Clone, Copy)]
pub(in crate::strategy) struct Words(pub(in crate::strategy) __m256i);

/// Takes the highest bits of the bytes, two a word, to one a word: of each pair the higher.
#[inline(always)]
fn gather(bytes: i32) -> u32 {
    // SAFETY: machines with AVX2 on which this is used have BMI2, see `machine.rs`.
    unsafe { _pext_u32(bytes as u32, 0xAAAA_AAAA) }
}

impl Words {
    #[inline(always)]
    pub(in crate::strategy) fn less_one(self) -> Self {
        // SAFETY: the machine has AVX2 where this type is used.
        Words(unsafe { _mm256_add_epi16(self.0, _mm256_set1_epi16(-1)) })
    }

    /// The words where the others are 0, else 0.
    #[inline(always)]
    fn where_zero(self, other: Self) -> Self {
        // SAFETY: the machine has AVX2 where this type is used.
        self.and(Words(unsafe { _mm256_cmpeq_epi16(other.0, _mm256_setzero_si256()) }))
    }
}

impl Vector<WIDTH> for Words {
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
        // SAFETY: the machine has AVX2 where this type is used.
        gather(unsafe { _mm256_movemask_epi8(self.0) })
    }

    #[inline(always)]
    fn nonzero(self) -> u32 {
        // SAFETY: the machine has AVX2 where this type is used.
        let zero = unsafe { _mm256_cmpeq_epi16(self.0, _mm256_setzero_si256()) };
        !Words(zero).seen_empty() & 0xFFFF
    }

    #[inline(always)]
    fn splat(word: u16) -> Self {
        // SAFETY: the machine has AVX2 where this type is used.
        Words(unsafe { _mm256_set1_epi16(word as i16) })
    }

    #[inline(always)]
    fn load(words: &[u16; WIDTH]) -> Self {
        // SAFETY: 16 words are 32 bytes, and need not be aligned; the machine has AVX2.
        Words(unsafe { _mm256_loadu_si256(words.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, words: &mut [u16; WIDTH]) {
        // SAFETY: 16 words are 32 bytes, and need not be aligned; the machine has AVX2.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn and(self, b: Self) -> Self {
        // SAFETY: the machine has AVX2 where this type is used.
        Words(unsafe { _mm256_and_si256(self.0, b.0) })
    }

    #[inline(always)]
    fn or(self, b: Self) -> Self {
        // SAFETY: the machine has AVX2 where this type is used.
        Words(unsafe { _mm256_or_si256(self.0, b.0) })
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
        // SAFETY: the machine has AVX2 where this type is used.
        Words(unsafe { _mm256_andnot_si256(b.or(c).0, self.0) })
    }

    #[inline(always)]
    fn or_difference(self, b: Self, c: Self) -> Self {
        // SAFETY: the machine has AVX2 where this type is used.
        self.or(Words(unsafe { _mm256_xor_si256(b.0, c.0) }))
    }

    #[inline(always)]
    fn or_without(self, b: Self, c: Self) -> Self {
        // SAFETY: the machine has AVX2 where this type is used.
        self.or(Words(unsafe { _mm256_andnot_si256(c.0, b.0) }))
    }

    #[inline(always)]
    fn exactly_one(self, b: Self, c: Self) -> Self {
        // An odd number of them, but not all three.
        // SAFETY: the machine has AVX2 where this type is used.
        unsafe {
            let odd = _mm256_xor_si256(_mm256_xor_si256(self.0, b.0), c.0);
            Words(_mm256_andnot_si256(_mm256_and_si256(self.0, b.0), odd))
        }
    }

    #[inline(always)]
    fn single(self) -> Self {
        self.where_zero(self.and(self.less_one()))
    }

    #[inline(always)]
    fn up_to_three(self) -> Self {
        // Without its lowest bit, and without that of what is left: one bit at most if there were three.
        let rest = self.and(self.less_one());
        let rest = rest.and(rest.less_one());
        self.where_zero(rest.and(rest.less_one()))
    }

    #[inline(always)]
    fn prefer(self, preferred: Self) -> Self {
        // SAFETY: the machine has AVX2 where this type is used.
        let none = unsafe { _mm256_cmpeq_epi16(self.and(preferred).0, _mm256_setzero_si256()) };
        self.and_any(preferred, Words(none))
    }
}
