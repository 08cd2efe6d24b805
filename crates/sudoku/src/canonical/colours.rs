//! Colours of lines, chutes and sides that no symmetry changes, made finer round by round.
//!
//! A *side* is all rows or all columns, a *chute* a band or a stack, a *line* a row or a column. What has
//! different colours can be told apart by what it looks like; what has the same may still be different. So a
//! colour that is too coarse, be it by an accident of the hash function, costs time and nothing else.

use super::CELLS;

/// Lines: rows 0 to 8, then columns.
pub(super) const LINES: usize = 18;
/// What can be singled out: lines, then chutes (bands, then stacks), then sides (rows, columns).
pub(super) const VERTICES: usize = LINES + 6 + 2;
/// The first chute, and the first side.
pub(super) const CHUTE: usize = LINES;
pub(super) const SIDE: usize = LINES + 6;
/// With fewer clues, what two lines have in common says little.
const DENSE: usize = 28;

/// A bijection that spreads what differs over all bits.
fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let word = (word ^ (word >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word ^ (word >> 32)
}

/// A clue: its row, its column (as a line), its box, and its digit, from 0.
#[derive(Debug, Clone, Copy, Default)]
struct Clue {
    row: u8,
    column: u8,
    block: u8,
    digit: u8,
}

/// What is looked at: the clues, and what does not change while colours do.
#[derive(Debug)]
pub(super) struct Picture {
    clues: [Clue; CELLS],
    count: usize,
    /// Clues of each line.
    pub(super) on_line: [u8; LINES],
    /// Of dense grids: how each two lines of a side go together.
    pairs: Option<Box<[[u64; 9]; LINES]>>,
}

impl Picture {
    pub(super) fn new(values: &[u8; CELLS]) -> Self {
        let mut picture =
            Picture { clues: [Clue::default(); CELLS], count: 0, on_line: [0; LINES], pairs: None };
        let filled = (0u8..).zip(values).filter(|(_, value)| **value != 0);
        for (cell, &value) in filled {
            let (row, column) = (cell / 9, cell % 9);
            let block = row / 3 * 3 + column / 3;
            let clue = Clue { row, column: column + 9, block, digit: value - 1 };
            picture.clues[picture.count] = clue;
            picture.count += 1;
            picture.on_line[usize::from(clue.row)] += 1;
            picture.on_line[usize::from(clue.column)] += 1;
        }
        if picture.count >= DENSE {
            picture.pairs = Some(pairs(values));
        }
        picture
    }

    /// Whether no clue is on the line.
    pub(super) fn is_empty(&self, line: usize) -> bool {
        self.on_line.get(line) == Some(&0)
    }
}

/// For each line, and each of the nine on its side, how the digits of one go over into those of the other in the
/// same line across: the lengths of cycles and chains. 0 where a digit is on a line twice.
fn pairs(values: &[u8; CELLS]) -> Box<[[u64; 9]; LINES]> {
    let mut pairs = Box::new([[0; 9]; LINES]);
    for side in 0..2 {
        let (down, right) = if side == 0 { (9, 1) } else { (1, 9) };
        let line = |a: usize| -> [u8; 9] { std::array::from_fn(|i| values[a * down + i * right]) };
        let lines: [[u8; 9]; 9] = std::array::from_fn(line);
        for a in 0..9 {
            for b in 0..a {
                let found = both_ways(&lines[a], &lines[b]);
                pairs[9 * side + a][b] = found;
                pairs[9 * side + b][a] = found;
            }
        }
    }
    pairs
}

/// The same whichever line comes first.
fn both_ways(a: &[u8; 9], b: &[u8; 9]) -> u64 {
    let mut next = [0u8; 10];
    let mut reached = 0u16;
    let mut starts = 0u16;
    for (&a, &b) in a.iter().zip(b) {
        if a == 0 || b == 0 {
            continue;
        }
        if starts >> a & 1 != 0 || reached >> b & 1 != 0 {
            return 0;
        }
        next[usize::from(a)] = b;
        starts |= 1 << a;
        reached |= 1 << b;
    }
    let mut sum = 0u64;
    let mut left = starts;
    let mut walk = |from: u16, left: &mut u16, kind: u64| {
        let mut at = from.trailing_zeros() as usize;
        let mut length = 0;
        // Each step takes a start away.
        while *left >> at & 1 != 0 {
            *left &= !(1 << at);
            at = usize::from(next[at]);
            length += 1;
        }
        sum = sum.wrapping_add(mix(kind + length));
    };
    // Chains first: from what nothing goes over into.
    let mut heads = starts & !reached;
    while heads != 0 {
        walk(heads, &mut left, 16);
        heads &= heads - 1;
    }
    while left != 0 {
        walk(left, &mut left, 32);
    }
    sum
}

/// A colour for each side, chute, line, box and digit.
#[derive(Debug, Clone)]
pub(super) struct Colours {
    /// Of lines, chutes and sides.
    pub(super) of: [u64; VERTICES],
    blocks: [u64; 9],
    digits: [u64; 9],
}

impl Colours {
    /// All alike.
    pub(super) fn new() -> Self {
        Colours { of: [1; VERTICES], blocks: [1; 9], digits: [1; 9] }
    }

    /// Gives one vertex a colour of its own.
    pub(super) fn single_out(&mut self, vertex: usize, depth: usize) {
        if let Some(colour) = self.of.get_mut(vertex) {
            *colour = mix(colour.wrapping_add(0x51ED_2701 * (depth as u64 + 1)));
        }
    }

    /// A round: everything gets a colour made from its own and those of what it is connected with.
    pub(super) fn round(&mut self, picture: &Picture) {
        let spread = self.of.map(mix);
        let digits = self.digits.map(|digit| mix(digit ^ 0xD161));
        let mut lines = [0u64; LINES];
        let mut blocks = [0u64; 9];
        let mut labels = [0u64; 9];
        for clue in &picture.clues[..picture.count] {
            let (row, column) = (usize::from(clue.row), usize::from(clue.column));
            let (block, digit) = (usize::from(clue.block), usize::from(clue.digit));
            // Symmetric in row and column, since transposing exchanges them.
            let colour = mix(spread[row]
                .wrapping_add(spread[column])
                .wrapping_add(digits[digit])
                .wrapping_add(self.blocks[block]));
            lines[row] = lines[row].wrapping_add(colour);
            lines[column] = lines[column].wrapping_add(colour);
            blocks[block] = blocks[block].wrapping_add(colour);
            labels[digit] = labels[digit].wrapping_add(colour);
        }
        if let Some(pairs) = &picture.pairs {
            for (line, (sum, pairs)) in lines.iter_mut().zip(pairs.iter()).enumerate() {
                let side = &spread[line / 9 * 9..][..9];
                for (other, (&colour, &pair)) in side.iter().zip(pairs).enumerate() {
                    if other != line % 9 {
                        *sum = sum.wrapping_add(mix(colour.wrapping_add(pair)));
                    }
                }
            }
        }
        let mut of = self.of;
        for line in 0..LINES {
            of[line] = mix(join(of[line], lines[line], spread[CHUTE + line / 3]));
        }
        for (block, colour) in self.blocks.iter_mut().enumerate() {
            let chutes = spread[CHUTE + block / 3].wrapping_add(spread[CHUTE + 3 + block % 3]);
            *colour = mix(join(*colour, blocks[block], chutes));
        }
        let crossed = self.blocks.map(mix);
        for chute in 0..6 {
            let mut parts = spread[3 * chute]
                .wrapping_add(spread[3 * chute + 1])
                .wrapping_add(spread[3 * chute + 2]);
            for step in 0..3 {
                let block = if chute < 3 { 3 * chute + step } else { 3 * step + chute - 3 };
                parts = parts.wrapping_add(crossed[block].rotate_left(7));
            }
            of[CHUTE + chute] = mix(join(of[CHUTE + chute], parts, spread[SIDE + chute / 3]));
        }
        for side in 0..2 {
            let chutes = &spread[CHUTE + 3 * side..][..3];
            let parts = chutes.iter().fold(0, |sum: u64, &chute| sum.wrapping_add(chute));
            of[SIDE + side] = mix(join(of[SIDE + side], parts, 0));
        }
        for (digit, &label) in self.digits.iter_mut().zip(&labels) {
            *digit = mix(join(*digit, label, 0));
        }
        self.of = of;
    }

    /// What can be compared of two such: the same if a symmetry maps one to the other.
    pub(super) fn trace(&self) -> u64 {
        let sum = |colours: &[u64]| colours.iter().fold(0, |sum: u64, &c| sum.wrapping_add(mix(c)));
        mix(join(sum(&self.of), sum(&self.digits), sum(&self.blocks)))
    }
}

/// Three words in one, not to be exchanged.
fn join(own: u64, parts: u64, above: u64) -> u64 {
    own.wrapping_mul(0x9E6C_63D0_876A_3F6B)
        .wrapping_add(parts.rotate_left(23))
        .wrapping_add(above.wrapping_mul(0xD6E8_FEB8_6659_FD93))
}
