//! What pencilmarks allow, at no cost for puzzles without: searches are generic over it.

use std::fmt::Debug;

use super::digit_set::DigitSet;
use crate::grid::Puzzle;

/// What the cells of a puzzle may hold, apart from what stands in their houses.
pub(super) trait Allowed<D>: Debug {
    /// The digits of a set that a cell may hold.
    fn of(&self, cell: usize, digits: D) -> D;
}

/// Every digit: an ordinary puzzle.
#[derive(Debug)]
pub(super) struct Every;

impl<D> Allowed<D> for Every {
    #[inline(always)]
    fn of(&self, _: usize, digits: D) -> D {
        digits
    }
}

/// The pencilmarks of each cell.
#[derive(Debug)]
pub(super) struct Marked<D>(Box<[D]>);

impl<D: DigitSet> Marked<D> {
    /// The pencilmarks of a puzzle, if it has some. Its size must not exceed the capacity of the sets.
    pub(super) fn new(puzzle: &Puzzle) -> Option<Self> {
        let marks = puzzle.pencilmarks()?;
        Some(Marked(marks.iter().map(|&set| D::from_bits(set)).collect()))
    }
}

impl<D: DigitSet> Allowed<D> for Marked<D> {
    #[inline(always)]
    fn of(&self, cell: usize, digits: D) -> D {
        digits & self.0[cell]
    }
}
