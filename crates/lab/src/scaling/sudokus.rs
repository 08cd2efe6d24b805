//! Sudokus of any size that a seed repeats: a grid in which each row is the one above, moved on, in a
//! random guise, without a share of its cells.
//!
//! Each has a solution, that grid; whether it is the only one nobody knows. Such grids have more order
//! than others: what is measured on them is how a strategy's time grows, not how it does on sudokus out
//! of a newspaper.

use quadrille_cover::CancelToken;
use quadrille_sudoku::{Grid, Puzzle, Shape, format, verify};
use sha2::{Digest, Sha256};

use crate::material::{Entry, Material, Puzzles};
use crate::statistics::Random;
use crate::symmetry::Symmetry;

/// The shape with so many cells of a side whose boxes are squares, or a column wider than that.
pub(super) fn shape(side: usize) -> Option<Shape> {
    let rows = side.isqrt();
    let columns = [rows, rows + 1].into_iter().find(|columns| rows * columns == side)?;
    (rows > 1).then(|| Shape::new(rows, columns).ok()).flatten()
}

/// What is made.
#[derive(Debug, Clone, Copy)]
pub(super) struct Of {
    /// The shape.
    pub(super) shape: Shape,
    /// Of a hundred cells, so many are empty.
    pub(super) empty: u8,
    /// Puzzles differ from size to size, and are the same for the same seed.
    pub(super) seed: u64,
}

/// So many puzzles.
///
/// # Errors
///
/// A message if one of them has no solution after all, or the token was pulled.
pub(super) fn make(
    name: String,
    Of { shape, empty, seed }: Of,
    puzzles: usize,
    cancel: &CancelToken,
) -> Result<Material, String> {
    let mut random = Random::stream(seed, shape.size() as u64);
    let mut made = Vec::new();
    let mut entries = Vec::new();
    let mut hasher = Sha256::new();
    for class in 0..puzzles {
        if cancel.is_cancelled() {
            return Err(format!("{name}: interrupted"));
        }
        let (puzzle, solution) = puzzle(shape, empty, &mut random)
            .ok_or_else(|| format!("{name}: the clues of puzzle {} clash", class + 1))?;
        verify(&puzzle, &solution)
            .map_err(|fault| format!("{name}: puzzle {} has no solution: {fault}", class + 1))?;
        let text = format::line(&puzzle).to_string();
        hasher.update(format!("{text}\n"));
        entries.push(Entry {
            text,
            source: String::new(),
            line: 0,
            size: puzzle.clue_count(),
            class,
            count: None,
            solution: None,
            definition: None,
        });
        made.push(puzzle);
    }
    Ok(Material {
        name,
        puzzles: Puzzles::Sudoku(shape, made),
        entries,
        sha256: hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect(),
        rejected: Vec::new(),
    })
}

/// A puzzle and a solution of it.
fn puzzle(shape: Shape, empty: u8, random: &mut Random) -> Option<(Puzzle, Vec<u8>)> {
    let (rows, columns) = (shape.box_rows(), shape.box_columns());
    let digit = |cell: usize| {
        // The rows of a box are moved on by its width, and the next boxes below by one.
        let (row, column) = (shape.row_of(cell), shape.column_of(cell));
        (row % rows * columns + row / rows + column) % shape.size() + 1
    };
    let pattern = (0..shape.cells()).map(|cell| u8::try_from(digit(cell)).ok());
    let pattern: Vec<u8> = pattern.collect::<Option<_>>()?;
    let solution = Symmetry::random(shape, random).apply_to_values(&pattern);
    let mut cells: Vec<usize> = (0..shape.cells()).collect();
    random.shuffle(&mut cells);
    cells.truncate(shape.cells() * usize::from(empty) / 100);
    let mut clues = solution.clone();
    for cell in cells {
        if let Some(clue) = clues.get_mut(cell) {
            *clue = 0;
        }
    }
    let puzzle = Puzzle::new(Grid::from_values(shape, clues).ok()?).ok()?;
    Some((puzzle, solution))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(side: usize, puzzles: usize, empty: u8, seed: u64) -> Material {
        let of = Of { shape: shape(side).unwrap(), empty, seed };
        make("made".to_owned(), of, puzzles, &CancelToken::new()).unwrap()
    }

    #[test]
    fn boxes_are_squares_or_a_column_wider() {
        let sizes: Vec<usize> = (0..=64).filter(|&side| shape(side).is_some()).collect();
        assert_eq!(sizes, [4, 6, 9, 12, 16, 20, 25, 30, 36, 42, 49, 56, 64]);
        let boxes = shape(20).map(|shape| (shape.box_rows(), shape.box_columns()));
        assert_eq!(boxes, Some((4, 5)));
    }

    #[test]
    fn puzzles_of_all_sizes_have_a_solution_and_the_share_of_clues() {
        for side in [4, 6, 9, 16, 25, 30, 64] {
            let material = made(side, 3, 60, 1);
            assert_eq!(material.len(), 3);
            for entry in &material.entries {
                assert_eq!(entry.size, side * side - side * side * 60 / 100);
            }
            assert_ne!(material.entries[0].text, material.entries[1].text);
        }
    }

    #[test]
    fn a_seed_makes_the_same_puzzles_whatever_other_sizes_there_are() {
        let made = |seed| made(9, 2, 50, seed);
        assert_eq!(made(1).entries, made(1).entries);
        assert_ne!(made(1).sha256, made(2).sha256);
    }

    #[test]
    fn a_share_of_none_leaves_the_grid_and_a_share_of_all_nothing() {
        let made = |empty| made(4, 1, empty, 1);
        assert_eq!(made(0).entries[0].size, 16);
        assert_eq!(made(100).entries[0].size, 0);
    }

    #[test]
    fn it_ends_when_the_token_is_pulled() {
        let cancel = CancelToken::new();
        cancel.cancel();
        let of = Of { shape: shape(64).unwrap(), empty: 50, seed: 1 };
        let error = make("made".to_owned(), of, usize::MAX, &cancel).unwrap_err();
        assert_eq!(error, "made: interrupted");
    }
}
