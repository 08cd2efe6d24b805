//! Dominoes on a board of 8×8.

use crate::cover::Cover;

const N: u32 = 8;

/// Solutions, mirror images and turns counted: Kasteleyn's and Fisher's number, OEIS A004003.
pub const SOLUTIONS: u64 = 12_988_816;

/// Items: the cells. An option puts a domino on two of them.
pub fn build() -> Cover {
    let mut cover = Cover::new(N * N, 0);
    for row in 0..N {
        for column in 0..N {
            let cell = row * N + column;
            if column + 1 < N {
                cover.add([cell, cell + 1]);
            }
            if row + 1 < N {
                cover.add([cell, cell + N]);
            }
        }
    }
    cover
}
