//! Latin squares of order 6 whose first row is in order.

use crate::cover::Cover;

const N: u32 = 6;
/// The first row is given: what it covers is left out.
const ROWS: u32 = N - 1;

/// Solutions: all 812,851,200 squares of that order divided by 6!.
pub const SOLUTIONS: u64 = 1_128_960;

/// Items: the cells below the first row, each symbol in each of these rows, and in each column the
/// symbols that the first row does not have there. An option puts a symbol into a cell.
pub fn build() -> Cover {
    let cells = ROWS * N;
    let mut cover = Cover::new(2 * cells + N * (N - 1), 0);
    for row in 0..ROWS {
        for column in 0..N {
            for symbol in (0..N).filter(|&symbol| symbol != column) {
                // Without a gap where the symbol of the first row is missing.
                let below = column * (N - 1) + symbol - u32::from(symbol > column);
                cover.add([row * N + column, cells + row * N + symbol, 2 * cells + below]);
            }
        }
    }
    cover
}
