//! The houses of a grid of the classic shape, all at once.

use super::values::CLASSIC_CELLS;

/// Bits of a counter.
const FIELD: u32 = 4;

/// Nine counters, one a digit, each at 1.
pub(crate) const ONE_OF_EACH: u64 = 0x1_1111_1111;

/// For each digit its counter at 1; nothing for an empty cell.
const COUNTERS: [u64; 16] = {
    let mut table = [0; 16];
    let mut digit = 1;
    while digit <= 9 {
        table[digit] = 1 << (FIELD * (digit as u32 - 1));
        digit += 1;
    }
    table
};

/// Counts the digits of each house, of which a counter holds up to 9: the union of the counters of all houses,
/// and their intersection. No digit is in a house twice just if the union has nothing but the lowest bits of
/// counters; and each digit is in each house once if both are [`ONE_OF_EACH`]. The values must be 15 or less;
/// those beyond 9 do not count.
#[inline]
pub(crate) fn counted(values: &[u8; CLASSIC_CELLS]) -> (u64, u64) {
    let mut columns = [0u64; 9];
    let (mut any, mut all) = (0, u64::MAX);
    for band in values.chunks_exact(27) {
        let mut boxes = [0u64; 3];
        for row in band.chunks_exact(9) {
            let mut in_row = 0;
            for j in 0..3 {
                let mut segment = 0;
                for k in 0..3 {
                    let counter = COUNTERS[usize::from(row[3 * j + k] & 15)];
                    columns[3 * j + k] += counter;
                    segment += counter;
                }
                boxes[j] += segment;
                in_row += segment;
            }
            any |= in_row;
            all &= in_row;
        }
        for in_box in boxes {
            any |= in_box;
            all &= in_box;
        }
    }
    for in_column in columns {
        any |= in_column;
        all &= in_column;
    }
    (any, all)
}
