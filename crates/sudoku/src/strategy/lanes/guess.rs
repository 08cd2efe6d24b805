//! Where to branch: which cell, which digit first.

use super::pass::{ALL_DIGITS, CELLS};

/// A candidate to be tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::strategy) struct Guess {
    /// The cell, in reading order.
    pub(in crate::strategy) cell: usize,
    /// The digit as a bit.
    pub(in crate::strategy) digit: u16,
}

/// A lane's candidates and where to branch.
#[derive(Debug, Clone)]
#[repr(C, align(64))]
pub(super) struct Pick {
    pub(super) cells: [u16; CELLS],
    /// `None` if every cell has a single candidate.
    pub(super) guess: Option<Guess>,
}

impl Pick {
    /// To be filled by [`Machine::choose`](super::batch::Machine::choose).
    pub(super) const fn empty() -> Self {
        Pick { cells: [0; CELLS], guess: None }
    }
}

/// Bits of a counter.
const FIELD: u32 = 7;

/// For each set of digits nine counters of seven bits, one a digit, which hold the weight of the set for
/// the digits that it has: 5 if it has two, 2 if it has three, else 1. The peers of a cell make 100 at
/// most, and no sum on the way there more than 127, so that no counter overflows.
pub(in crate::strategy) static WEIGHTS: [u64; 512] = {
    let mut table = [0; 512];
    let mut set: usize = 0;
    while set < table.len() {
        let weight = match set.count_ones() {
            2 => 5,
            3 => 2,
            _ => 1,
        };
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

/// For each cell the number of its segment of a row, and that of its segment of a column.
static SEGMENTS: [(u8, u8); CELLS] = {
    let mut table = [(0, 0); CELLS];
    let mut cell = 0;
    while cell < CELLS {
        table[cell] = ((cell / 3) as u8, (cell / 27 * 9 + cell % 9) as u8);
        cell += 1;
    }
    table
};

/// For each set of digits where the counters of its least and its greatest digit are in a word.
pub(in crate::strategy) static FIELDS: [(u8, u8); 512] = {
    let mut table = [(0, 0); 512];
    let mut set: usize = 1;
    while set < table.len() {
        let least = FIELD * set.trailing_zeros();
        table[set] = (least as u8, (FIELD * set.ilog2()) as u8);
        set += 1;
    }
    table
};

/// Chooses among the cells with two candidates that one for which the product over its digits of 1 + the
/// weights of the peers that hold the digit is greatest; of several the first. Where no cell has two
/// candidates, those with the fewest take part, with their least and their greatest digit. `None` if
/// every cell has a single candidate.
///
/// `pairs` finds the cells with two candidates: see [`pairs`].
#[inline(always)]
pub(in crate::strategy) fn choose(
    cells: &[u16; CELLS],
    pairs: impl FnOnce(&[u16; CELLS]) -> [u64; 2],
) -> Option<Guess> {
    let mut weights = [0u64; CELLS];
    for (weight, &set) in weights.iter_mut().zip(cells) {
        *weight = WEIGHTS[usize::from(set & ALL_DIGITS)];
    }
    let sums = Sums::of(&weights);
    let mut best = 0;
    let pairs = pairs(cells);
    for (word, mut left) in pairs.into_iter().enumerate() {
        while left != 0 {
            let cell = 64 * word + left.trailing_zeros() as usize;
            best = best.max(sums.key(cell.min(CELLS - 1), cells, &weights));
            left &= left - 1;
        }
    }
    if pairs == [0, 0] {
        let least = cells.iter().map(|set| set.count_ones()).filter(|&count| count > 1).min()?;
        for (cell, set) in cells.iter().enumerate() {
            if set.count_ones() == least {
                best = best.max(sums.key(cell, cells, &weights));
            }
        }
    }
    let cell = 127 - (best & 127) as usize;
    let set = cells[cell];
    Some(Guess { cell, digit: set & set.wrapping_neg() })
}

/// The cells with two candidates: bit c % 64 of word c / 64 for cell c.
pub(in crate::strategy) fn pairs(cells: &[u16; CELLS]) -> [u64; 2] {
    let mut pairs = [0; 2];
    for (word, cells) in pairs.iter_mut().zip(cells.chunks(64)) {
        for (place, &set) in cells.iter().enumerate() {
            let more = set & set.wrapping_sub(1);
            let is_pair = more != 0 && more & (more - 1) == 0;
            *word |= u64::from(is_pair) << place;
        }
    }
    pairs
}

/// Sums of weights, by which those of a cell's peers are found.
struct Sums {
    /// For each segment of a row: the weights of its row and its box.
    around: [u64; 27],
    /// For each segment of a column: the weights of the column outside the box.
    beyond: [u64; 27],
}

impl Sums {
    #[inline(always)]
    fn of(weights: &[u64; CELLS]) -> Self {
        let mut beyond = [0u64; 27];
        for band in 0..3 {
            for column in 0..9 {
                let first = 27 * band + column;
                beyond[9 * band + column] =
                    weights[first] + weights[first + 9] + weights[first + 18];
            }
        }
        let mut around = [0u64; 27];
        for (sum, cells) in around.iter_mut().zip(weights.chunks_exact(3)) {
            *sum = cells.iter().sum();
        }
        for band in 0..3 {
            let mut boxes = [0u64; 3];
            for (sum, columns) in boxes.iter_mut().zip(beyond[9 * band..].chunks_exact(3)) {
                *sum = columns.iter().sum();
            }
            for row in 0..3 {
                let first = 9 * band + 3 * row;
                let (a, b, c) = (around[first], around[first + 1], around[first + 2]);
                around[first] = b + c + boxes[0];
                around[first + 1] = a + c + boxes[1];
                around[first + 2] = a + b + boxes[2];
            }
        }
        for column in 0..9 {
            let (a, b, c) = (beyond[column], beyond[column + 9], beyond[column + 18]);
            beyond[column] = b + c;
            beyond[column + 9] = a + c;
            beyond[column + 18] = a + b;
        }
        Sums { around, beyond }
    }

    /// A number by which cells are compared.
    #[inline(always)]
    fn key(&self, cell: usize, cells: &[u16; CELLS], weights: &[u64; CELLS]) -> u32 {
        let (row, column) = SEGMENTS[cell];
        let total =
            self.around[usize::from(row)] + self.beyond[usize::from(column)] - weights[cell];
        let (least, greatest) = FIELDS[usize::from(cells[cell] & ALL_DIGITS)];
        let low = (total >> least & 127) as u32;
        let high = (total >> greatest & 127) as u32;
        // The product in front, so that the greatest key is it; the cell counted down, so that of
        // several the first wins.
        ((low + 1) * (high + 1)) << 7 | (127 - cell as u32)
    }
}
