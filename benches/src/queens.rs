//! Twelve queens on a board of 12×12, none attacking another.

use crate::cover::Cover;

const N: u32 = 12;

/// Solutions, mirror images and turns counted.
pub const SOLUTIONS: u64 = 14_200;

/// Items: the rows, the columns; secondary: the diagonals of both directions. An option puts a queen
/// in a cell.
pub fn build() -> Cover {
    let diagonals = 2 * N - 1;
    let mut cover = Cover::new(2 * N, 2 * diagonals);
    for row in 0..N {
        for column in 0..N {
            let falling = row + N - 1 - column;
            let rising = row + column;
            cover.add([row, N + column, 2 * N + falling, 2 * N + diagonals + rising]);
        }
    }
    cover
}
