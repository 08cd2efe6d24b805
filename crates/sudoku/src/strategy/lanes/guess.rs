//! Where to branch: which cell, which digit first.

use super::pass::CELLS;

/// A candidate to be tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Guess {
    /// The cell, in reading order.
    pub(super) cell: usize,
    /// The digit as a bit.
    pub(super) digit: u16,
}

/// Bits of a counter.
const FIELD: u32 = 7;

/// For each set of digits nine counters of seven bits, one a digit: 1 for a digit of the set, 3 if the
/// set has two. All cells of three houses together make 81 at most, so that no counter overflows.
static WEIGHTS: [u64; 512] = {
    let mut table = [0; 512];
    let mut set = 0;
    while set < table.len() {
        let weight = if set.count_ones() == 2 { 3 } else { 1 };
        let mut digit = 0;
        while digit < 9 {
            if set >> digit & 1 != 0 {
                table[set] |= weight << (FIELD * digit);
            }
            digit += 1;
        }
        set += 1;
    }
    table
};

/// Chooses among the cells with the fewest candidates, but at least two, that one for which the product
/// over its two digits of 1 + peers that hold the digit + 2 × peers that hold it and one other
/// is greatest; of several the first. `None` if every cell has a single candidate.
#[inline(always)]
pub(super) fn choose(cells: &[u16; CELLS]) -> Option<Guess> {
    let mut weights = [0u64; CELLS];
    for (weight, &set) in weights.iter_mut().zip(cells) {
        *weight = WEIGHTS[usize::from(set & 511)];
    }
    let mut rows = [[0u64; 3]; 9];
    let mut columns = [[0u64; 3]; 9];
    for line in 0..9 {
        for segment in 0..3 {
            let (r, c) = (9 * line + 3 * segment, 27 * segment + line);
            rows[line][segment] = weights[r] + weights[r + 1] + weights[r + 2];
            columns[line][segment] = weights[c] + weights[c + 9] + weights[c + 18];
        }
    }
    // For a cell's segment of a row: the peers in row and box. For its segment of a column: those in the
    // column outside the box.
    let mut around = [[0u64; 3]; 9];
    let mut beyond = [[0u64; 3]; 9];
    for line in 0..9 {
        let band = line / 3 * 3;
        let row = rows[line][0] + rows[line][1] + rows[line][2];
        let column = columns[line][0] + columns[line][1] + columns[line][2];
        for segment in 0..3 {
            let in_box = rows[band][segment] + rows[band + 1][segment] + rows[band + 2][segment];
            around[line][segment] = row + in_box - rows[line][segment];
            beyond[line][segment] = column - columns[line][segment];
        }
    }
    let mut best = 0;
    let mut fewest = 2;
    loop {
        let mut more = u32::MAX;
        for (cell, &set) in cells.iter().enumerate() {
            let count = set.count_ones();
            if count != fewest {
                if count > fewest {
                    more = more.min(count);
                }
                continue;
            }
            let (row, column) = (cell / 9, cell % 9);
            let total = around[row][column / 3] + beyond[column][row / 3] - weights[cell];
            let low = total >> (FIELD * set.trailing_zeros()) & 127;
            let high = total >> (FIELD * (15 - set.leading_zeros())) & 127;
            // The product in front, so that the greatest key is it; the cell counted down, so that of
            // several the first wins.
            let key = (low + 1) * (high + 1) * 128 + (127 - cell as u64);
            best = best.max(key);
        }
        if best != 0 {
            let cell = 127 - (best & 127) as usize;
            let set = cells[cell];
            return Some(Guess { cell, digit: set & set.wrapping_neg() });
        }
        if more == u32::MAX {
            return None;
        }
        fewest = more;
    }
}
