//! Candidates: the digits that a puzzle allows in its cells.
//!
//! Most puzzles say it by clues alone: one digit in a cell with a clue, every digit in another. A puzzle
//! of pencilmarks (a *Sukaku*) says it cell by cell. Where a puzzle has such pencilmarks, they are kept in a
//! box of its own, so that others are larger by a null pointer only, and searched by the same code as ever.

use crate::grid::{Grid, GridError, Puzzle};
use crate::shape::{MAX_SIZE, Shape};

/// For each cell the digits that it may hold; bit d − 1 for digit d. A box of it is one word.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Pencilmarks(Box<[u64]>);

/// Every digit of a shape.
pub(crate) const fn all_digits(shape: Shape) -> u64 {
    digits_of_size(shape.size())
}

/// Every digit of a size, 1 to 64.
pub(crate) const fn digits_of_size(size: usize) -> u64 {
    match size {
        1..=MAX_SIZE => u64::MAX >> (MAX_SIZE - size),
        0 => 1,
        _ => u64::MAX,
    }
}

/// The set of one digit, from 1; of 0, the empty set.
pub(crate) const fn set_of(digit: u8) -> u64 {
    // Bit 63 for the digit 64.
    (1u128 << digit >> 1) as u64
}

impl Puzzle {
    /// A puzzle of pencilmarks: for each cell, in reading order, the digits that it may hold, bit d − 1
    /// for digit d.
    ///
    /// A cell with a single candidate holds a clue, unless another cell of a house has the same one: then
    /// both stay empty, so that no clues clash, and there is no solution. Nor is there one if a cell has no
    /// candidate: such puzzles are sound, as all are whose pencilmarks just contradict each other. Where no
    /// cell without a clue lacks a digit, the puzzle is an ordinary one, and equal to it. O(n³).
    ///
    /// ```
    /// use quadrille_sudoku::{Puzzle, Search, Shape, count};
    ///
    /// // No 1 in the first three cells, but for that anything.
    /// let mut candidates = [0b1111; 16];
    /// candidates[..3].fill(0b1110);
    /// let puzzle = Puzzle::from_candidates(Shape::new(2, 2)?, &candidates)?;
    /// assert_eq!((puzzle.candidates(0), puzzle.clue_count()), (0b1110, 0));
    /// // A quarter of the 288: the 1 of the first row is in its last cell.
    /// assert_eq!(count(&puzzle, &Search::new())?.total(), 72u32.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is not one set for each cell, or one of them has a digit beyond the size.
    pub fn from_candidates(shape: Shape, candidates: &[u64]) -> Result<Self, GridError> {
        let (size, all) = (shape.size(), all_digits(shape));
        if candidates.len() != shape.cells() {
            return Err(GridError::Length { expected: shape.cells(), found: candidates.len() });
        }
        if let Some(cell) = candidates.iter().position(|set| set & !all != 0) {
            // At most 64: the number fits.
            let found = (u64::BITS - candidates[cell].leading_zeros()) as u8;
            return Err(GridError::Digit { cell, found, size });
        }
        let mut grid = Grid::empty(shape);
        for (cell, set) in clues(shape, candidates) {
            grid.set(cell, set.trailing_zeros() as u8 + 1)?;
        }
        let free = |cell: usize, set: u64| grid.get(cell).is_some() || set == all;
        let ordinary = candidates.iter().enumerate().all(|(cell, &set)| free(cell, set));
        let Ok(mut puzzle) = Puzzle::new(grid) else {
            unreachable!("single candidates that clash are no clues");
        };
        if !ordinary {
            puzzle.marks = Some(Box::new(Pencilmarks(candidates.into())));
        }
        Ok(puzzle)
    }

    /// The digits that a cell may hold, as far as clue and pencilmarks of the cell itself say: bit d − 1 for
    /// digit d. None if there is no such cell.
    ///
    /// ```
    /// use quadrille_sudoku::{Grid, Puzzle, Shape};
    ///
    /// let grid = Grid::from_values(Shape::new(1, 2)?, [2, 0, 0, 0])?;
    /// let puzzle = Puzzle::new(grid)?;
    /// assert_eq!([0, 1, 4].map(|cell| puzzle.candidates(cell)), [0b10, 0b11, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn candidates(&self, cell: usize) -> u64 {
        Given::from(self).candidates(cell)
    }

    /// The digits that each cell may hold, in reading order, if the puzzle is one of pencilmarks: if a cell
    /// without a clue may not hold every digit. Of a cell with a clue, that is the clue.
    #[inline]
    pub fn pencilmarks(&self) -> Option<&[u64]> {
        self.marks.as_deref().map(|marks| &*marks.0)
    }
}

/// The cells with a single candidate that no other cell of a house has as its single one, and their sets.
fn clues(shape: Shape, candidates: &[u64]) -> impl Iterator<Item = (usize, u64)> {
    let n = shape.size();
    let houses =
        move |cell| [shape.row_of(cell), n + shape.column_of(cell), 2 * n + shape.box_of(cell)];
    let single = |(_, set): &(usize, u64)| set.is_power_of_two();
    let singles = candidates.iter().copied().enumerate().filter(single);
    let mut once = [0u64; 3 * MAX_SIZE];
    let mut twice = [0u64; 3 * MAX_SIZE];
    for (cell, set) in singles.clone() {
        for house in houses(cell) {
            twice[house] |= once[house] & set;
            once[house] |= set;
        }
    }
    singles.filter(move |&(cell, set)| houses(cell).iter().all(|&house| twice[house] & set == 0))
}

/// What is given: the digits of a [`Grid`], or those of a [`Puzzle`] with its pencilmarks.
///
/// What takes either takes this: [`verify`](crate::verify()), [`format::line`](crate::format::line()).
#[derive(Debug, Clone, Copy)]
pub struct Given<'a> {
    grid: &'a Grid,
    marks: Option<&'a [u64]>,
}

impl<'a> Given<'a> {
    /// The digits.
    #[inline]
    pub fn grid(self) -> &'a Grid {
        self.grid
    }

    /// See [`Puzzle::pencilmarks`].
    #[inline]
    pub fn pencilmarks(self) -> Option<&'a [u64]> {
        self.marks
    }

    /// See [`Puzzle::candidates`].
    #[inline]
    pub fn candidates(self, cell: usize) -> u64 {
        match (self.marks, self.grid.values().get(cell)) {
            (Some(marks), _) => marks.get(cell).copied().unwrap_or(0),
            (None, Some(0)) => all_digits(self.grid.shape()),
            (None, Some(&digit)) => set_of(digit),
            (None, None) => 0,
        }
    }
}

impl<'a> From<&'a Grid> for Given<'a> {
    fn from(grid: &'a Grid) -> Self {
        Given { grid, marks: None }
    }
}

impl<'a> From<&'a Puzzle> for Given<'a> {
    fn from(puzzle: &'a Puzzle) -> Self {
        Given { grid: puzzle.grid(), marks: puzzle.pencilmarks() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle(candidates: &[u64]) -> Puzzle {
        Puzzle::from_candidates(Shape::new(2, 2).unwrap(), candidates).unwrap()
    }

    #[test]
    fn single_candidates_are_clues_unless_they_clash() {
        let mut candidates = [0b1111; 16];
        candidates[0] = 0b0001;
        candidates[5] = 0b0110;
        let one = puzzle(&candidates);
        assert_eq!((one.get(0), one.clue_count()), (Some(1), 1));
        assert_eq!(one.pencilmarks(), Some(&candidates[..]));
        // The same single candidate in the row of the first, in no house of it, in the box of the last.
        candidates[3] = 0b0001;
        candidates[10] = 0b0001;
        candidates[15] = 0b0001;
        let several = puzzle(&candidates);
        assert_eq!((several.clue_count(), several.clash()), (0, None));
        candidates[3] = 0b1000;
        candidates[15] = 0b0011;
        let again = puzzle(&candidates);
        assert_eq!([0, 3, 10].map(|cell| again.get(cell)), [Some(1), Some(4), Some(1)]);
        assert_eq!([5, 15, 16].map(|cell| again.candidates(cell)), [0b0110, 0b0011, 0]);
    }

    #[test]
    fn pencilmarks_that_say_no_more_than_clues_are_an_ordinary_puzzle() {
        let mut grid = Grid::empty(Shape::new(2, 2).unwrap());
        grid.set(6, 3).unwrap();
        let ordinary = Puzzle::new(grid).unwrap();
        let candidates: Vec<u64> = (0..16).map(|cell| ordinary.candidates(cell)).collect();
        assert_eq!((candidates[6], candidates[7]), (0b0100, 0b1111));
        assert_eq!(puzzle(&candidates), ordinary);
        assert_eq!(puzzle(&candidates).pencilmarks(), None);
        assert_ne!(puzzle(&[0b0111; 16]), puzzle(&[0b1111; 16]));
    }

    #[test]
    fn no_candidate_at_all_is_a_puzzle_too() {
        let nothing = puzzle(&[0; 16]);
        assert_eq!((nothing.clue_count(), nothing.candidates(3)), (0, 0));
        assert_eq!(nothing.pencilmarks(), Some(&[0; 16][..]));
    }

    #[test]
    fn sets_that_do_not_fit_are_errors() {
        let shape = Shape::new(2, 2).unwrap();
        let short = Puzzle::from_candidates(shape, &[1; 15]);
        assert_eq!(short, Err(GridError::Length { expected: 16, found: 15 }));
        let mut sets = [0b1111; 16];
        sets[9] = 0b10_0001;
        let error = Puzzle::from_candidates(shape, &sets).unwrap_err();
        assert_eq!(error.to_string(), "r3c2 holds 6: expected at most 4");
    }

    #[test]
    fn the_greatest_size_has_a_bit_for_each_digit() {
        let shape = Shape::new(8, 8).unwrap();
        let mut sets = vec![u64::MAX; 4096];
        sets[4095] = 1 << 63;
        let greatest = Puzzle::from_candidates(shape, &sets).unwrap();
        assert_eq!((greatest.get(4095), greatest.pencilmarks()), (Some(64), None));
        assert_eq!(greatest.candidates(4095), 1 << 63);
        assert_eq!(greatest.candidates(0), u64::MAX);
    }

    #[test]
    fn an_ordinary_puzzle_is_larger_than_its_grid_by_one_word() {
        assert!(size_of::<Puzzle>() <= size_of::<Grid>() + size_of::<usize>());
    }
}
