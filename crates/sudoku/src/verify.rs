//! Checking a solution, with no code of any solver.

use crate::candidates::{Given, set_of};
use crate::grid::{CLASSIC_CELLS, CellName, ONE_OF_EACH, counted};
use crate::shape::{House, Shape};

/// Checks that `solution` (one digit a cell in reading order) completes `puzzle`: that it has a
/// digit for each cell, keeps every clue, takes only what pencilmarks allow, and has every digit once in
/// every house. O(n²).
///
/// ```
/// use quadrille_sudoku::{Grid, Shape, verify};
///
/// let mut puzzle = Grid::empty(Shape::new(2, 2)?);
/// puzzle.set(0, 1)?;
/// let mut solution = vec![1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
/// assert_eq!(verify(&puzzle, &solution), Ok(()));
///
/// solution[15] = 3;
/// let fault = verify(&puzzle, &solution).unwrap_err();
/// assert_eq!(fault.to_string(), "digit 3 twice in row 4: at r4c2 and r4c4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The first fault: of length, of a digit, of a clue, of a candidate, of a row, of a column, of a box, in
/// that order.
pub fn verify<'a>(puzzle: impl Into<Given<'a>>, solution: &[u8]) -> Result<(), Fault> {
    verify_given(puzzle.into(), solution)
}

fn verify_given(puzzle: Given<'_>, solution: &[u8]) -> Result<(), Fault> {
    let grid = puzzle.grid();
    match (grid.values().try_into(), solution.try_into()) {
        (Ok(clues), Ok(solution))
            if grid.shape() == Shape::CLASSIC
                && puzzle.pencilmarks().is_none()
                && completes_classic(clues, solution) =>
        {
            Ok(())
        }
        _ => first_fault(puzzle, solution),
    }
}

/// Goes through all that can be wrong.
fn first_fault(puzzle: Given<'_>, solution: &[u8]) -> Result<(), Fault> {
    let shape = puzzle.grid().shape();
    let size = shape.size();
    let clues = puzzle.grid().values();
    if solution.len() != clues.len() {
        return Err(Fault::Length { expected: clues.len(), found: solution.len() });
    }
    for (cell, &found) in solution.iter().enumerate() {
        if found == 0 || usize::from(found) > size {
            return Err(Fault::Digit { cell, found, size });
        }
    }
    for (cell, (&clue, &found)) in clues.iter().zip(solution).enumerate() {
        if clue != 0 && clue != found {
            return Err(Fault::Clue { cell, clue, found, size });
        }
    }
    if let Some(marks) = puzzle.pencilmarks() {
        for (cell, (&allowed, &found)) in marks.iter().zip(solution).enumerate() {
            if set_of(found) & allowed == 0 {
                return Err(Fault::Candidate { cell, found, size });
            }
        }
    }

    for index in 0..size {
        check_house(House::Row(index), (0..size).map(|i| index * size + i), solution, size)?;
    }
    for index in 0..size {
        check_house(House::Column(index), (0..size).map(|i| i * size + index), solution, size)?;
    }
    let (rows, columns) = (shape.box_rows(), shape.box_columns());
    for index in 0..size {
        // The boxes of a band are as many as a box has rows.
        let (top, left) = (index / rows * rows, index % rows * columns);
        let cells = (0..size).map(|i| (top + i / columns) * size + left + i % columns);
        check_house(House::Box(index), cells, solution, size)?;
    }
    Ok(())
}

/// Whether a grid of the classic shape is a solution; what is wrong with one that is not has to be found out.
fn completes_classic(clues: &[u8; CLASSIC_CELLS], solution: &[u8; CLASSIC_CELLS]) -> bool {
    let mut broken = 0;
    for (&clue, &digit) in clues.iter().zip(solution) {
        // Digits from 10 to 15 are missed below.
        broken |= (if clue == 0 { 0 } else { clue ^ digit }) | (digit & 0xF0);
    }
    broken == 0 && counted(solution) == (ONE_OF_EACH, ONE_OF_EACH)
}

/// Checks that no digit is twice in a house. Since the house has as many cells as there are digits,
/// each is then there once.
fn check_house(
    house: House,
    cells: impl Iterator<Item = usize>,
    solution: &[u8],
    size: usize,
) -> Result<(), Fault> {
    // For each digit the cell that holds it.
    let mut holders = [None; u8::MAX as usize + 1];
    for cell in cells {
        let digit = solution[cell];
        if let Some(first) = holders[usize::from(digit)].replace(cell) {
            return Err(Fault::Twice { digit, house, cells: (first, cell), size });
        }
    }
    Ok(())
}

/// Why a grid is no solution of a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// Not one digit a cell.
    #[error("{found} digits, expected {expected}")]
    Length {
        /// Number of cells of the puzzle.
        expected: usize,
        /// Number of digits.
        found: usize,
    },
    /// Not a digit of the puzzle; 0 is an empty cell.
    #[error("{} holds {found}: expected 1 to {size}", CellName { cell: *cell, size: *size })]
    Digit {
        /// The cell.
        cell: usize,
        /// What it holds.
        found: u8,
        /// The greatest digit.
        size: usize,
    },
    /// A clue was not kept.
    #[error("{} holds {found}: its clue is {clue}", CellName { cell: *cell, size: *size })]
    Clue {
        /// The cell.
        cell: usize,
        /// The clue of the puzzle.
        clue: u8,
        /// What the cell holds instead.
        found: u8,
        /// Size of the grid.
        size: usize,
    },
    /// A digit that the pencilmarks of the puzzle do not allow in its cell.
    #[error("{} holds {found}: it is none of its candidates", CellName { cell: *cell, size: *size })]
    Candidate {
        /// The cell.
        cell: usize,
        /// What it holds.
        found: u8,
        /// Size of the grid.
        size: usize,
    },
    /// Two equal digits in a house.
    #[error(
        "digit {digit} twice in {house}: at {} and {}",
        CellName { cell: cells.0, size: *size },
        CellName { cell: cells.1, size: *size }
    )]
    Twice {
        /// The digit.
        digit: u8,
        /// The house.
        house: House,
        /// The two cells, in reading order.
        cells: (usize, usize),
        /// Size of the grid.
        size: usize,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Grid, Puzzle};

    /// A solved 6×6 with boxes of 2×3.
    const SOLVED: [u8; 36] = [
        1, 2, 3, 4, 5, 6, 4, 5, 6, 1, 2, 3, 2, 3, 1, 5, 6, 4, 5, 6, 4, 2, 3, 1, 3, 1, 2, 6, 4, 5,
        6, 4, 5, 3, 1, 2,
    ];

    fn puzzle() -> Grid {
        let mut puzzle = Grid::empty(Shape::new(2, 3).unwrap());
        puzzle.set(7, 5).unwrap();
        puzzle
    }

    fn text_of_fault(solution: &[u8]) -> String {
        verify(&puzzle(), solution).unwrap_err().to_string()
    }

    #[test]
    fn a_solution_has_no_fault() {
        assert_eq!(verify(&puzzle(), &SOLVED), Ok(()));
    }

    #[test]
    fn each_fault_names_the_cells_from_1() {
        let with = |cell: usize, digit| {
            let mut solution = SOLVED;
            solution[cell] = digit;
            solution
        };
        assert_eq!(text_of_fault(&SOLVED[1..]), "35 digits, expected 36");
        assert_eq!(text_of_fault(&with(35, 0)), "r6c6 holds 0: expected 1 to 6");
        assert_eq!(text_of_fault(&with(6, 7)), "r2c1 holds 7: expected 1 to 6");
        assert_eq!(text_of_fault(&with(7, 6)), "r2c2 holds 6: its clue is 5");
        assert_eq!(text_of_fault(&with(0, 6)), "digit 6 twice in row 1: at r1c1 and r1c6");
    }

    #[test]
    fn in_the_classic_shape_every_change_of_a_solution_is_found() {
        let solved: Vec<u8> = (0..81).map(|cell| pattern(cell / 9, cell % 9)).collect();
        let mut puzzle = Grid::empty(Shape::CLASSIC);
        for cell in [0, 13, 40, 80] {
            puzzle.set(cell, solved[cell]).unwrap();
        }
        assert_eq!(verify(&puzzle, &solved), Ok(()));
        let mut random = quadrille_testkit::SplitMix64::new(7);
        for cell in 0..81 {
            for digit in 0..=u8::MAX {
                let mut changed = solved.clone();
                changed[cell] = digit;
                let found = verify(&puzzle, &changed);
                assert_eq!(found, first_fault((&puzzle).into(), &changed), "{digit} in {cell}");
                assert_eq!(found.is_ok(), digit == solved[cell], "{digit} in {cell}");
            }
            let mut swapped = solved.clone();
            let (a, b) = (cell, random.below(81));
            swapped.swap(a, b);
            assert_eq!(verify(&puzzle, &swapped).is_ok(), swapped == solved, "{a}, {b}");
        }
    }

    /// Rows and columns are right and boxes are not, and so on: two of the three kinds of houses.
    #[test]
    fn in_the_classic_shape_each_kind_of_house_counts() {
        let empty = Grid::empty(Shape::CLASSIC);
        let grid = |digit: &dyn Fn(usize, usize) -> usize| -> Vec<u8> {
            (0..81).map(|cell| (digit(cell / 9, cell % 9) % 9 + 1) as u8).collect()
        };
        let house = |solution: &[u8]| match verify(&empty, solution) {
            Err(Fault::Twice { house, .. }) => Some(house),
            _ => None,
        };
        assert_eq!(house(&grid(&|row, column| row + column)), Some(House::Box(0)));
        let no_columns = |row: usize, column: usize| 3 * (row % 3) + column;
        assert_eq!(house(&grid(&no_columns)), Some(House::Column(0)));
        let no_rows = |row: usize, column: usize| 3 * (column % 3) + row;
        assert_eq!(house(&grid(&no_rows)), Some(House::Row(0)));
    }

    /// A solved grid by a formula.
    fn pattern(row: usize, column: usize) -> u8 {
        ((3 * row + row / 3 + column) % 9 + 1) as u8
    }

    #[test]
    fn a_digit_that_is_no_candidate_is_a_fault_though_it_fits() {
        let mut candidates = [0b11_1111; 36];
        candidates[7] = 0b01_0000;
        candidates[20] = 0b11_1001;
        let puzzle = Puzzle::from_candidates(Shape::new(2, 3).unwrap(), &candidates).unwrap();
        assert_eq!(verify(&puzzle, &SOLVED), Ok(()));
        assert_eq!(verify(puzzle.grid(), &SOLVED), Ok(()));
        candidates[20] = 0b11_0001;
        let puzzle = Puzzle::from_candidates(puzzle.shape(), &candidates).unwrap();
        let fault = verify(&puzzle, &SOLVED).unwrap_err();
        assert_eq!(fault, Fault::Candidate { cell: 20, found: SOLVED[20], size: 6 });
        assert_eq!(fault.to_string(), "r4c3 holds 4: it is none of its candidates");
        assert_eq!(verify(puzzle.grid(), &SOLVED), Ok(()), "the clues alone allow it");
    }

    #[test]
    fn right_rows_alone_do_not_make_a_solution() {
        let mut solution = SOLVED;
        solution.swap(0, 1);
        assert_eq!(text_of_fault(&solution), "digit 2 twice in column 1: at r1c1 and r3c1");
    }

    #[test]
    fn right_rows_and_columns_alone_do_not_make_a_solution() {
        let latin: Vec<u8> = (0..36).map(|cell| ((cell / 6 + cell) % 6 + 1) as u8).collect();
        let fault = verify(&Grid::empty(puzzle().shape()), &latin).unwrap_err();
        assert_eq!(fault.to_string(), "digit 2 twice in box 1: at r1c2 and r2c1");
    }
}
