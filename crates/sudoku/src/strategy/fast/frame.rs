//! A state in memory.

use super::vector::Boxes;
use crate::strategy::lanes::pass::CELLS;

/// Places in a box.
pub(super) const PLACES: usize = 9;
/// Words in a row of a frame.
pub(super) const WORDS: usize = 16;

/// The candidates of all cells: a row for each place in a box, with a word for each box.
///
/// The cell in row i and column k of its box, the box in band b and stack j, has word 4b + j of row 3i + k.
/// The words that are left over repeat others: word 4b + 3 of a row is word 4b, and words 12 to 15 are words 0
/// to 3. So whatever is done to all words alike, and any rotation of boxes in bands or stacks, is right for
/// them too, and no test has to leave them out.
#[derive(Debug, Clone, Default)]
#[repr(align(64))]
pub(super) struct Frame(pub(super) [[u16; WORDS]; PLACES]);

/// The row of a cell, and the four words, not always different, that hold its candidates.
#[derive(Debug, Clone, Copy)]
struct Place {
    row: u8,
    words: [u8; 4],
}

const fn place(cell: usize) -> Place {
    let (row, column) = (cell / 9, cell % 9);
    let (band, stack) = (row / 3, column / 3);
    let word = (4 * band + stack) as u8;
    let again = if stack == 0 { word + 3 } else { word };
    let far = if band == 0 { 12 } else { 0 };
    let row = (row % 3 * 3 + column % 3) as u8;
    Place { row, words: [word, again, word + far, again + far] }
}

static PLACE: [Place; CELLS] = {
    let mut table = [place(0); CELLS];
    let mut cell = 0;
    while cell < CELLS {
        table[cell] = place(cell);
        cell += 1;
    }
    table
};

/// The cell of each word of a frame.
pub(super) static CELL_OF: Frame = {
    let mut frame = Frame([[0; WORDS]; PLACES]);
    let mut cell = 0;
    while cell < CELLS {
        let Place { row, words } = place(cell);
        let mut at = 0;
        while at < words.len() {
            frame.0[row as usize][words[at] as usize] = cell as u16;
            at += 1;
        }
        cell += 1;
    }
    frame
};

impl Frame {
    /// The frame of these candidates: `of(c)` for cell c in reading order.
    #[inline(always)]
    pub(super) fn of(of: impl Fn(usize) -> u16) -> Self {
        let mut frame = Frame::default();
        for (place, row) in frame.0.iter_mut().enumerate() {
            let first = place / 3 * 9 + place % 3;
            let band = |band: usize| {
                let [a, b, c] = [0, 3, 6].map(|column| of(27 * band + first + column));
                [a, b, c, a]
            };
            let bands = [band(0), band(1), band(2)];
            for (words, band) in row.chunks_exact_mut(4).zip([0, 1, 2, 0]) {
                words.copy_from_slice(&bands[band]);
            }
        }
        frame
    }

    /// Gives a cell other candidates.
    #[inline(always)]
    pub(super) fn set(&mut self, cell: usize, candidates: u16) {
        let Place { row, words } = PLACE[cell];
        let row = &mut self.0[usize::from(row)];
        words.into_iter().for_each(|word| row[usize::from(word)] = candidates);
    }

    /// The candidates of a cell.
    #[inline(always)]
    pub(super) fn word(&self, cell: usize) -> u16 {
        let Place { row, words } = PLACE[cell];
        self.0[usize::from(row)][usize::from(words[0])]
    }

    /// The candidates of all cells in reading order.
    #[inline(always)]
    pub(super) fn get(&self) -> [u16; CELLS] {
        let mut cells = [0; CELLS];
        for (row, cells) in cells.as_chunks_mut::<9>().0.iter_mut().enumerate() {
            let first = row / 3 * 4;
            for (k, places) in self.0[row % 3 * 3..][..3].iter().enumerate() {
                cells[k] = places[first];
                cells[3 + k] = places[first + 1];
                cells[6 + k] = places[first + 2];
            }
        }
        cells
    }

    #[inline(always)]
    pub(super) fn load<V: Boxes>(&self) -> [V; PLACES] {
        std::array::from_fn(|place| V::load(&self.0[place]))
    }

    #[inline(always)]
    pub(super) fn store<V: Boxes>(&mut self, cells: &[V; PLACES]) {
        self.0.iter_mut().zip(cells).for_each(|(row, cells)| cells.store(row));
    }
}
