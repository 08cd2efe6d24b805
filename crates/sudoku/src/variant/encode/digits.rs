//! Sets of digits in a word: bit d − 1 for digit d.

use crate::candidates::set_of;

/// The digits of a set, ascending.
pub(super) fn digits(set: u64) -> impl Iterator<Item = u8> {
    let mut left = set;
    std::iter::from_fn(move || {
        if left == 0 {
            return None;
        }
        // At most 64: the number fits.
        let digit = left.trailing_zeros() as u8 + 1;
        left &= left - 1;
        Some(digit)
    })
}

/// Whether a digit, from 1, is in a set.
pub(super) fn has(set: u64, digit: u8) -> bool {
    set & set_of(digit) != 0
}

/// The row of a digit, from 1, in a table with a row for each.
pub(super) fn row(digit: u8) -> usize {
    usize::from(digit).saturating_sub(1)
}
