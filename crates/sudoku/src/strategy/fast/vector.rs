//! What the pass needs of a register beyond what the one of `lanes` needs,

use super::frame::{Frame, PLACES, WORDS};
use crate::strategy::lanes::pass::{CELLS, clue};
use crate::strategy::lanes::vector::Vector;

/// The words at one place of all nine boxes; see [`Frame`] for where which box is.
pub(super) trait Boxes: Vector<WORDS> {
    /// For each box the word of the next box of its band, the first after the last.
    fn next_in_band(self) -> Self;

    /// For each box the word of the box before it in its band, the last before the first.
    fn last_in_band(self) -> Self;

    /// For each box the word of the next box of its stack, the first after the last.
    fn next_in_stack(self) -> Self;

    /// For each box the word of the box before it in its stack, the last before the first.
    fn last_in_stack(self) -> Self;

    /// Puts a digit, given as a bit, in a cell.
    #[inline(always)]
    fn place(cells: &mut [Self; PLACES], cell: usize, digit: u16) {
        let mut frame = Frame::default();
        frame.store(cells);
        frame.set(cell, digit);
        *cells = frame.load();
    }

    /// The candidates by these clues, in reading order; 0 is an empty cell.
    #[inline(always)]
    fn clues(values: &[u8; CELLS]) -> [Self; PLACES] {
        Frame::of(|cell| clue(values[cell])).load()
    }

    /// The digits of the cells in reading order, if each has a single candidate.
    #[inline(always)]
    fn digits(cells: &[Self; PLACES]) -> [u8; CELLS] {
        let mut frame = Frame::default();
        frame.store(cells);
        frame.get().map(|word| word.trailing_zeros() as u8 + 1)
    }

    /// Each word without its lowest bit.
    fn without_least(self) -> Self;

    /// The digits that are the only candidate of one of three cells; if they are of two of them, any digits.
    #[inline(always)]
    fn singles([a, b, c]: [Self; 3]) -> Self {
        a.single().or3(b.single(), c.single())
    }

    /// Of each word itself if it has at most three bits, else the word of `other`, which must be a part of it.
    #[inline(always)]
    fn if_few(self, other: Self) -> Self {
        self.up_to_three().or(other)
    }

    /// Of each word its part in `preferred` if that is not empty, else that in `possible`. What is preferred must
    /// be possible.
    #[inline(always)]
    fn within(self, possible: Self, preferred: Self) -> Self {
        self.and(possible).prefer(preferred)
    }
}
