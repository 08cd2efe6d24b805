//! Langford pairs: 1, 1, 2, 2, …, n, n in a row, with k numbers between the two k.

use crate::cover::Cover;

const N: u32 = 12;

/// Solutions, reversed ones counted: 2 × 108,144.
pub const SOLUTIONS: u64 = 216_288;

/// Items: the n numbers, then the 2n places. An option puts both k in their places.
pub fn build() -> Cover {
    let mut cover = Cover::new(3 * N, 0);
    for k in 1..=N {
        for first in 0..2 * N - k - 1 {
            cover.add([k - 1, N + first, N + first + k + 1]);
        }
    }
    cover
}
