//! Puzzles that cannot have exactly one solution, as can be seen without a search.

use quadrille_sudoku::{Puzzle, Shape};

use crate::output::plural;

/// The fewest clues of a classic 9×9 with a single solution (McGuire, Tugemann, Civario: There is
/// no 16-clue sudoku, 2012).
const FEWEST_CLUES: usize = 17;

/// Whether a puzzle cannot have exactly one solution, as far as that can be seen without a search.
pub(super) fn has_obstacle(puzzle: &Puzzle) -> bool {
    let shape = puzzle.shape();
    let too_few = (shape == Shape::CLASSIC && puzzle.clue_count() < FEWEST_CLUES)
        || puzzle.digit_count() + 1 < shape.size();
    // Pencilmarks can tell digits apart, and make a solution the only one, without any clue.
    too_few && puzzle.pencilmarks().is_none()
}

/// Why a puzzle cannot have exactly one solution, if that can be seen without a search.
pub(super) fn obstacle(puzzle: &Puzzle) -> Option<String> {
    if !has_obstacle(puzzle) {
        return None;
    }
    let (shape, clues, digits) = (puzzle.shape(), puzzle.clue_count(), puzzle.digit_count());
    if shape == Shape::CLASSIC && clues < FEWEST_CLUES {
        let clues = plural(clues as u64, "clue");
        return Some(format!(
            "{clues}, and no puzzle with fewer than {FEWEST_CLUES} has a single solution"
        ));
    }
    let digits = plural(digits as u64, "digit");
    Some(format!(
        "{digits} of {}, and swapping two that do not occur turns a solution into another",
        shape.size()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_sudoku::Grid;

    fn puzzle(shape: Shape, clues: &[(usize, u8)]) -> Puzzle {
        let mut grid = Grid::empty(shape);
        for &(cell, digit) in clues {
            grid.set(cell, digit).unwrap();
        }
        Puzzle::new(grid).unwrap()
    }

    #[test]
    fn a_single_missing_digit_is_no_obstacle_and_two_are() {
        let shape = Shape::new(2, 2).unwrap();
        assert_eq!(obstacle(&puzzle(shape, &[(0, 1), (2, 2), (4, 3)])), None);
        let reason = obstacle(&puzzle(shape, &[(0, 1), (2, 2)])).unwrap();
        assert!(reason.starts_with("2 digits of 4"), "{reason}");
    }

    #[test]
    fn the_bound_of_17_clues_is_one_of_the_classic_shape_only() {
        let clues: Vec<(usize, u8)> = (0..9u8).map(|digit| (digit.into(), digit + 1)).collect();
        let reason = obstacle(&puzzle(Shape::CLASSIC, &clues)).unwrap();
        assert!(reason.starts_with("9 clues"), "{reason}");
        assert_eq!(obstacle(&puzzle(Shape::new(1, 9).unwrap(), &clues)), None);
    }

    #[test]
    fn the_smallest_grid_needs_no_digit() {
        assert_eq!(obstacle(&puzzle(Shape::new(1, 1).unwrap(), &[])), None);
    }
}
