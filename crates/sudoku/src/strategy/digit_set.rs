//! Sets of digits as the bits of a word: `u16` for sizes up to 16, `u64` for sizes up to 64.
//!
//! Solvers that keep many sets are generic over the word: for the classic size the short one
//! quarters the memory and makes a SIMD register hold four times as many sets.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitXor, Not};

/// A set of digits: bit d − 1 stands for digit d.
pub(super) trait DigitSet:
    Copy
    + Eq
    + Debug
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// The greatest size whose digits fit.
    const CAPACITY: usize;

    /// The set without a digit.
    const EMPTY: Self;

    /// The digits 1 to `size`; `size` from 1 to [`DigitSet::CAPACITY`].
    fn up_to(size: usize) -> Self;

    /// The set of one digit.
    fn of(digit: u8) -> Self;

    /// The set with these bits, bit d − 1 for digit d; those beyond the capacity are dropped.
    fn from_bits(bits: u64) -> Self;

    /// Number of digits.
    fn len(self) -> u32;

    /// The least digit; the set must not be empty.
    fn least(self) -> u8;

    /// The set without its least digit; the set must not be empty.
    fn without_least(self) -> Self;

    /// The index of the smallest set that is not empty, the first of several; `None` if all are.
    ///
    /// There must be at most `CAPACITY`² sets.
    fn smallest(sets: &[Self]) -> Option<usize>;
}

/// The number of digits of each `u16`. Portable x86-64 code may not use the processor's instruction
/// for it, and doing without takes a dozen; for the classic size only the first 512 bytes are ever
/// looked at. Measured: `mrv` on hard 9×9 has 13 million nodes a second without the table, 21 with.
static LEN: [u8; 1 << 16] = {
    let mut table = [0; 1 << 16];
    let mut set = 1;
    while set < table.len() {
        table[set] = table[set / 2] + (set % 2) as u8;
        set += 1;
    }
    table
};

macro_rules! digit_set {
    ($word:ty, $key:ty, $len:expr) => {
        impl DigitSet for $word {
            const CAPACITY: usize = <$word>::BITS as usize;
            const EMPTY: Self = 0;

            #[inline(always)]
            fn up_to(size: usize) -> Self {
                <$word>::MAX >> (Self::CAPACITY - size)
            }

            #[inline(always)]
            fn of(digit: u8) -> Self {
                1 << (digit - 1)
            }

            #[inline(always)]
            fn from_bits(bits: u64) -> Self {
                bits as $word
            }

            #[inline(always)]
            fn len(self) -> u32 {
                $len(self)
            }

            #[inline(always)]
            fn least(self) -> u8 {
                self.trailing_zeros() as u8 + 1
            }

            #[inline(always)]
            fn without_least(self) -> Self {
                self & (self - 1)
            }

            // Size and index in one number, so that their least is a plain minimum without a
            // branch, which compilers turn into SIMD. The key is signed since SSE2, all that a
            // portable build may use, has a minimum of signed 16-bit numbers only.
            #[inline(always)]
            fn smallest(sets: &[Self]) -> Option<usize> {
                const CELLS: $key = (<$word>::BITS * <$word>::BITS) as $key;
                let mut least = <$key>::MAX;
                let mut index: $key = 0;
                for &set in sets {
                    let key = set.count_ones() as $key * CELLS + index;
                    least = least.min(if set == 0 { <$key>::MAX } else { key });
                    index += 1;
                }
                (least != <$key>::MAX).then_some((least % CELLS) as usize)
            }
        }
    };
}

digit_set!(u16, i16, |set| u32::from(LEN[usize::from(set)]));
digit_set!(u64, i64, u64::count_ones);

#[cfg(test)]
mod tests {
    use super::*;

    fn check<D: DigitSet>() {
        let all = D::up_to(D::CAPACITY);
        assert_eq!(all.len() as usize, D::CAPACITY);
        assert_eq!((D::up_to(1), D::EMPTY.len()), (D::of(1), 0));
        let last = D::CAPACITY as u8;
        let ends = D::of(3) | D::of(last);
        assert_eq!((ends.len(), ends.least(), ends.without_least()), (2, 3, D::of(last)));
    }

    #[test]
    fn sets_hold_the_digits_up_to_their_capacity() {
        check::<u16>();
        check::<u64>();
    }

    fn check_smallest<D: DigitSet>() {
        let mut sets = vec![D::EMPTY; D::CAPACITY * D::CAPACITY];
        assert_eq!((D::smallest(&sets), D::smallest(&[])), (None, None));
        let last = sets.len() - 1;
        sets[last] = D::up_to(D::CAPACITY);
        assert_eq!(D::smallest(&sets), Some(last));
        sets[7] = D::of(1) | D::of(4);
        sets[9] = D::of(1) | D::of(2);
        assert_eq!(D::smallest(&sets), Some(7), "the first of two equally small ones");
        sets[last] = D::of(D::CAPACITY as u8);
        assert_eq!(D::smallest(&sets), Some(last));
    }

    #[test]
    fn the_smallest_set_is_the_first_of_the_smallest_that_are_not_empty() {
        check_smallest::<u16>();
        check_smallest::<u64>();
    }
}
