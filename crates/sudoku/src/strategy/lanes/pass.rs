//! One pass: the same filters for all lanes.

use super::vector::Vector;

/// Cells of a grid.
pub(in crate::strategy) const CELLS: usize = 81;
/// All nine digits.
pub(in crate::strategy) const ALL_DIGITS: u16 = 0x1FF;

/// The candidates of a cell that holds a digit, or 0 for an empty cell.
#[inline(always)]
pub(in crate::strategy) fn clue(digit: u8) -> u16 {
    CLUES[usize::from(digit & 15)]
}

/// The candidates by digit.
pub(in crate::strategy) static CLUES: [u16; 16] = {
    let mut table = [0; 16];
    table[0] = ALL_DIGITS;
    let mut digit = 1;
    while digit <= 9 {
        table[digit] = 1 << (digit - 1);
        digit += 1;
    }
    table
};

/// The candidates of all lanes: a row of words for each cell in reading order, a word for each lane.
#[derive(Debug, Clone)]
#[repr(align(64))]
pub(super) struct State<const W: usize>(pub(super) [[u16; W]; CELLS]);

impl<const W: usize> State<W> {
    /// Without a puzzle in any lane.
    pub(super) fn empty() -> Self {
        State([[0; W]; CELLS])
    }

    /// The candidates of a lane.
    #[inline(always)]
    pub(super) fn get(&self, lane: usize, words: &mut [u16; CELLS]) {
        for (word, row) in words.iter_mut().zip(&self.0) {
            *word = row[lane];
        }
    }

    /// Gives lanes other candidates. Several at once take less time: the words of a row are in one line of
    /// the cache, and machines write two a cycle if they are.
    #[inline]
    pub(super) fn put<const N: usize>(&mut self, lanes: [usize; N], words: [&[u16; CELLS]; N]) {
        for (cell, row) in self.0.iter_mut().enumerate() {
            for (lane, words) in lanes.into_iter().zip(words) {
                row[lane] = words[cell];
            }
        }
    }

    /// The digits of a lane that is solved.
    #[inline(always)]
    pub(super) fn digits(&self, lane: usize) -> [u8; CELLS] {
        let mut digits = [0; CELLS];
        for (digit, row) in digits.iter_mut().zip(&self.0) {
            *digit = row[lane].trailing_zeros() as u8 + 1;
        }
        digits
    }
}

/// What became of the lanes: bit l for lane l.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Events {
    /// Lanes without a solution: a cell without a candidate, or a digit without a place.
    pub(super) failed: u32,
    /// Lanes in which something was removed.
    pub(super) changed: u32,
    /// Lanes with a cell that has several candidates. Only right for lanes that neither failed nor changed.
    pub(super) open: u32,
}

/// Where the cells of a sweep are: the three lines of a band (or stack) are `line` apart, the boxes
/// along a line `segment`, the cells within a box `cell`; the bands (or stacks) are `chute` apart.
#[derive(Debug, Clone, Copy)]
struct Direction {
    chute: usize,
    line: usize,
    segment: usize,
    cell: usize,
}

impl Direction {
    /// The cell at place `k` of box `j` in line `i`.
    #[inline(always)]
    fn at(self, base: usize, i: usize, j: usize, k: usize) -> usize {
        base + i * self.line + j * self.segment + k * self.cell
    }
}

const ROWS: Direction = Direction { chute: 27, line: 9, segment: 3, cell: 1 };
const COLUMNS: Direction = Direction { chute: 3, line: 1, segment: 27, cell: 9 };

/// What is gathered over a pass.
struct Notes<V> {
    empty: V,
    placed: V,
    changed: V,
    open: V,
}

/// Filters all lanes once: the three bands with all that there is, then the three stacks, in which hidden
/// singles are not looked for. What a column has hidden shows in the box at the next pass.
///
/// Measured: with hidden singles in the stacks too, guesses are as many and a batch takes 3 % longer.
#[inline(always)]
pub(super) fn pass<const W: usize, V: Vector<W>>(state: &mut State<W>) -> Events {
    let mut notes = Notes {
        empty: V::none_empty(),
        placed: V::splat(ALL_DIGITS),
        changed: V::splat(0),
        open: V::splat(0),
    };
    for chute in 0..3 {
        sweep::<W, V, true>(state, ROWS, chute, &mut notes);
    }
    for chute in 0..3 {
        sweep::<W, V, false>(state, COLUMNS, chute, &mut notes);
    }
    let unplaced = V::splat(0).or_difference(notes.placed, V::splat(ALL_DIGITS));
    Events {
        failed: notes.empty.seen_empty() | unplaced.nonzero(),
        changed: notes.changed.nonzero(),
        open: notes.open.nonzero(),
    }
}

/// Filters a band or a stack, the words "line" and "segment" being those of [`Direction`].
#[inline(always)]
#[allow(clippy::needless_range_loop, reason = "what is computed is a matter of the indices")]
fn sweep<const W: usize, V: Vector<W>, const HIDDEN: bool>(
    state: &mut State<W>,
    direction: Direction,
    chute: usize,
    notes: &mut Notes<V>,
) {
    let base = chute * direction.chute;
    let zero = V::splat(0);
    let mut any = [[zero; 3]; 3];
    let mut fixed = [[zero; 3]; 3];
    for i in 0..3 {
        for j in 0..3 {
            let [a, b, c] = load::<W, V>(state, direction, base, i, j);
            let singles = a.single().or3(b.single(), c.single());
            any[i][j] = a.or3(b, c);
            // Three cells need three digits: if there are no more, each of them is here.
            fixed[i][j] = singles.or(any[i][j].up_to_three());
            if HIDDEN {
                // The lanes are the same in both directions, unless they change.
                V::note_empty(&mut notes.empty, [a, b, c]);
                notes.open = notes.open.or_difference(any[i][j], singles);
            }
        }
    }
    // Segments that no digit fixed elsewhere in their line excludes. Those excluded by another line drop
    // out below: a way that uses them leaves the fixed one no place.
    let mut left = any;
    for i in 0..3 {
        for j in 0..3 {
            left[i][j] = any[i][j].and_neither(fixed[i][(j + 1) % 3], fixed[i][(j + 2) % 3]);
        }
    }
    // The six ways to give each line its own box: even permutations (line i in box i + s), then odd ones
    // (line i in box s - i).
    let mut even = [zero; 3];
    let mut odd = [zero; 3];
    for s in 0..3 {
        even[s] = left[0][s].and3(left[1][(s + 1) % 3], left[2][(s + 2) % 3]);
        odd[s] = left[0][s].and3(left[1][(s + 2) % 3], left[2][(s + 1) % 3]);
    }
    let place = even[0].or3(even[1], even[2]);
    notes.placed = notes.placed.and_any(place, odd[0].or3(odd[1], odd[2]));
    let mut possible = [[zero; 3]; 3];
    for i in 0..3 {
        for j in 0..3 {
            possible[i][j] = even[(j + 3 - i) % 3].or(odd[(j + i) % 3]);
        }
    }
    for i in 0..3 {
        for j in 0..3 {
            let before = load::<W, V>(state, direction, base, i, j);
            let mut cells = before;
            for k in 0..3 {
                cells[k] = before[k].and(possible[i][j]);
            }
            if HIDDEN {
                let [one, other] = [possible[i][(j + 1) % 3], possible[i][(j + 2) % 3]];
                let must = possible[i][j].and_neither(one, other);
                let hidden = cells[0].exactly_one(cells[1], cells[2]).and(must);
                for k in 0..3 {
                    cells[k] = cells[k].prefer(hidden);
                    notes.changed = notes.changed.or_difference(before[k], cells[k]);
                }
            } else {
                notes.changed = notes.changed.or_without(any[i][j], possible[i][j]);
            }
            for k in 0..3 {
                cells[k].store(&mut state.0[direction.at(base, i, j, k)]);
            }
        }
    }
}

/// The three cells of a segment.
#[inline(always)]
fn load<const W: usize, V: Vector<W>>(
    state: &State<W>,
    direction: Direction,
    base: usize,
    i: usize,
    j: usize,
) -> [V; 3] {
    [
        V::load(&state.0[direction.at(base, i, j, 0)]),
        V::load(&state.0[direction.at(base, i, j, 1)]),
        V::load(&state.0[direction.at(base, i, j, 2)]),
    ]
}
