//! Where to branch: the choice of `lanes`, made on a frame.

use std::hint::black_box;

use super::frame::{CELL_OF, Frame, PLACES, WORDS};
use crate::strategy::lanes::guess::{self, FIELDS, Guess, WEIGHTS};
use crate::strategy::lanes::pass::ALL_DIGITS;

use super::vector::Boxes;

/// The words of the boxes.
static BOXES: [u8; 9] = [0, 1, 2, 4, 5, 6, 8, 9, 10];

/// For each word of a row the words of the other boxes of its band, and of the other boxes of its stack.
static OTHERS: [[u8; 4]; WORDS] = {
    let mut table = [[0; 4]; WORDS];
    let mut word = 0;
    while word < 12 {
        let (band, stack) = (word / 4, word % 4);
        table[word] = [
            (4 * band + (stack + 1) % 3) as u8,
            (4 * band + (stack + 2) % 3) as u8,
            ((band + 1) % 3 * 4 + stack) as u8,
            ((band + 2) % 3 * 4 + stack) as u8,
        ];
        word += 1;
    }
    table
};

/// Cells with several candidates.
#[derive(Debug, Clone, Copy)]
pub(super) struct Open {
    /// Whether there are any.
    pub(super) any: bool,
    /// Those with two: bit 16k + w of word i for word w of row 3i + k of a frame, words that repeat others left
    /// out.
    pub(super) pairs: [u64; 3],
}

impl Open {
    #[inline(always)]
    pub(super) fn of<V: Boxes>(cells: &[V; PLACES]) -> Self {
        let rest = cells.map(V::without_least);
        let mut pairs = [0; 3];
        let mut any = V::splat(0);
        for (pairs, rest) in pairs.iter_mut().zip(rest.as_chunks::<3>().0) {
            for (k, rest) in rest.iter().enumerate() {
                any = any.or(*rest);
                *pairs |= u64::from(rest.single().nonzero() & 0x777) << (16 * k);
            }
        }
        Open { any: any.nonzero() != 0, pairs }
    }
}

/// See [`guess::choose`]; `pairs` are those of [`Open`].
#[inline(always)]
pub(super) fn choose(frame: &Frame, pairs: [u64; 3]) -> Option<Guess> {
    if pairs == [0; 3] {
        return guess::choose(&frame.get(), |_| [0; 2]);
    }
    let weight = |place: usize, word: usize| {
        WEIGHTS[usize::from(frame.0[place % PLACES][word % WORDS] & ALL_DIGITS)]
    };
    // Of each box its rows, its columns and all of it.
    let mut rows = [[0u64; WORDS]; 3];
    let mut columns = [[0u64; WORDS]; 3];
    let mut boxes = [0u64; WORDS];
    // What the compiler does not know it cannot turn into gathering loads, which are slower than plain ones.
    for &word in black_box(&BOXES) {
        let word = usize::from(word) % WORDS;
        let [a, b, c, d, e, f, g, h, i]: [u64; PLACES] =
            std::array::from_fn(|place| weight(place, word));
        let across = [a + b + c, d + e + f, g + h + i];
        for (rows, sum) in rows.iter_mut().zip(across) {
            rows[word] = sum;
        }
        for (columns, sum) in columns.iter_mut().zip([a + d + g, b + e + h, c + f + i]) {
            columns[word] = sum;
        }
        boxes[word] = across[0] + across[1] + across[2];
    }
    let mut best = 0;
    for (i, mut left) in pairs.into_iter().enumerate() {
        while left != 0 {
            let bit = left.trailing_zeros() as usize;
            left &= left - 1;
            let (k, word) = (bit / WORDS % 3, bit % WORDS);
            let place = 3 * i + k;
            let [next, last, below, above] = OTHERS[word].map(usize::from);
            let total = rows[i][next % WORDS]
                + rows[i][last % WORDS]
                + boxes[word]
                + columns[k][below % WORDS]
                + columns[k][above % WORDS]
                - weight(place, word);
            let (least, greatest) = FIELDS[usize::from(frame.0[place][word] & ALL_DIGITS)];
            let low = (total >> least & 127) as u32;
            let high = (total >> greatest & 127) as u32;
            // The product in front, so that the greatest key is it; the cell counted down, so that of
            // several the first wins.
            let key = ((low + 1) * (high + 1)) << 7 | (127 - u32::from(CELL_OF.0[place][word]));
            best = best.max(key);
        }
    }
    let cell = 127 - (best & 127) as usize;
    let set = frame.word(cell);
    Some(Guess { cell, digit: set & set.wrapping_neg() })
}
