//! Where to branch: the choice of `lanes`, made on a frame.

use std::hint::black_box;

use super::frame::{CELL_OF, Frame, PLACES, WORDS};
use super::vector::Boxes;
use crate::strategy::lanes::guess::{self, FIELDS, Guess, WEIGHTS};
use crate::strategy::lanes::pass::ALL_DIGITS;

/// The words of the boxes.
static BOXES: [u8; 9] = [0, 1, 2, 4, 5, 6, 8, 9, 10];

/// A set of cells: bit 12p + w of the first word for word w of row p of a frame, p from 0 to 4, and likewise of
/// the second word for the rows from 5 on. Words that repeat others are left out.
pub(super) type Cells = [u64; 2];

/// For each bit of the two words of a set six bytes: its cell, its word in a frame, row upon row, the two
/// others of its row and the two of its column in [`Sums`].
static PLACES_OF_BITS: [u64; 128] = {
    let mut table = [0; 128];
    let mut place = 0;
    while place < PLACES {
        let (i, k) = (place / 3, place % 3);
        let mut word = 0;
        while word < 12 {
            let (band, stack) = (word / 4, word % 4);
            let bit = if place < 5 { 12 * place + word } else { 64 + 12 * (place - 5) + word };
            table[bit] = u64::from_le_bytes([
                CELL_OF.0[place][word] as u8,
                (WORDS * place + word) as u8,
                (WORDS * i + 4 * band + (stack + 1) % 3) as u8,
                (WORDS * i + 4 * band + (stack + 2) % 3) as u8,
                (WORDS * k + (band + 1) % 3 * 4 + stack) as u8,
                (WORDS * k + (band + 2) % 3 * 4 + stack) as u8,
                0,
                0,
            ]);
            word += 1;
        }
        place += 1;
    }
    table
};

/// Sums of weights.
struct Sums {
    /// For word w of a frame's row the box: of row i of the box at 16i + w.
    rows: [u64; 64],
    /// The same for its columns.
    columns: [u64; 64],
    /// The same for all of it.
    boxes: [u64; 16],
}

/// Cells with several candidates.
#[derive(Debug, Clone, Copy)]
pub(super) struct Open {
    /// Whether there are any.
    pub(super) any: bool,
    /// Those with two.
    pub(super) pairs: Cells,
}

impl Open {
    #[inline(always)]
    pub(super) fn of<V: Boxes>(cells: &[V; PLACES]) -> Self {
        let rest = cells.map(V::without_least);
        let mut pairs = [0; 2];
        let mut any = V::splat(0);
        for (place, rest) in rest.iter().enumerate() {
            any = any.or(*rest);
            let two = u64::from(rest.single().nonzero() & 0x777);
            pairs[place / 5] |= two << (12 * (place % 5));
        }
        Open { any: any.nonzero() != 0, pairs }
    }
}

/// See [`guess::choose`]; `pairs` are those of [`Open`].
#[inline(always)]
pub(super) fn choose(frame: &Frame, pairs: Cells) -> Option<Guess> {
    if pairs == [0; 2] {
        return guess::choose(&frame.get(), |_| [0; 2]);
    }
    let words = frame.0.as_flattened();
    let mut sums = Sums { rows: [0; 64], columns: [0; 64], boxes: [0; 16] };
    // What the compiler does not know it cannot turn into gathering loads, which are slower than plain ones.
    for &word in black_box(&BOXES) {
        let word = usize::from(word) % WORDS;
        let [a, b, c, d, e, f, g, h, i]: [u64; PLACES] = std::array::from_fn(|place| {
            WEIGHTS[usize::from(words[WORDS * place + word] & ALL_DIGITS)]
        });
        let across = [a + b + c, d + e + f, g + h + i];
        let down = [a + d + g, b + e + h, c + f + i];
        for i in 0..3 {
            sums.rows[WORDS * i + word] = across[i];
            sums.columns[WORDS * i + word] = down[i];
        }
        sums.boxes[word] = across[0] + across[1] + across[2];
    }
    let mut best = 0;
    for (first, mut left) in [0, 64].into_iter().zip(pairs) {
        while left != 0 {
            let place = PLACES_OF_BITS[first + left.trailing_zeros() as usize % 64];
            left &= left - 1;
            let byte = |number: u32| usize::from((place >> (8 * number)) as u8);
            let set = usize::from(words[byte(1)] & ALL_DIGITS);
            let total = sums.boxes[byte(1) % WORDS] - WEIGHTS[set]
                + sums.rows[byte(2) % 64]
                + sums.rows[byte(3) % 64]
                + sums.columns[byte(4) % 64]
                + sums.columns[byte(5) % 64];
            let (least, greatest) = FIELDS[set];
            let low = (total >> least & 127) as u32;
            let high = (total >> greatest & 127) as u32;
            // The product in front, so that the greatest key is it; the cell counted down, so that of
            // several the first wins.
            best = best.max(((low + 1) * (high + 1)) << 7 | (127 - (place & 127) as u32));
        }
    }
    let cell = 127 - (best & 127) as usize;
    let set = frame.word(cell);
    Some(Guess { cell, digit: set & set.wrapping_neg() })
}
