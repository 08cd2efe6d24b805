//! The same sudoku in another guise: relabelled, transposed, its rows and columns permuted.
//!
//! A strategy that is given such shuffles of a puzzle takes more nodes for some than for others, by
//! luck of its order. How far they spread tells that luck from the difficulty of the puzzle.

use quadrille_sudoku::{Grid, Puzzle, Shape};

use crate::statistics::Random;

/// A symmetry of all sudokus of a shape: where each cell comes from, and what each digit becomes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symmetry {
    shape: Shape,
    /// For each cell the cell that its content comes from.
    from: Vec<usize>,
    /// For each digit less one, the digit that it becomes.
    label: Vec<u8>,
}

impl Symmetry {
    /// A random one, all equally likely. Boxes that are not square are not transposed.
    pub fn random(shape: Shape, random: &mut Random) -> Self {
        let size = shape.size();
        let mut label: Vec<u8> = (1..=size).filter_map(|digit| u8::try_from(digit).ok()).collect();
        random.shuffle(&mut label);
        // Bands are as high as boxes; there are as many as a box has columns.
        let rows = lines(shape.box_columns(), shape.box_rows(), random);
        let columns = lines(shape.box_rows(), shape.box_columns(), random);
        let transposed = shape.box_rows() == shape.box_columns() && random.below(2) == 1;
        let from = (0..shape.cells())
            .map(|cell| {
                let (row, column) = (shape.row_of(cell), shape.column_of(cell));
                let at = |lines: &[usize], line: usize| lines.get(line).copied().unwrap_or(line);
                let (row, column) = (at(&rows, row), at(&columns, column));
                if transposed { shape.cell(column, row) } else { shape.cell(row, column) }
            })
            .collect();
        Symmetry { shape, from, label }
    }

    /// The puzzle in its other guise; a puzzle of another shape as it is.
    pub fn apply(&self, puzzle: &Puzzle) -> Puzzle {
        if puzzle.grid().shape() != self.shape {
            return puzzle.clone();
        }
        let moved = match puzzle.pencilmarks() {
            Some(_) => self.apply_to_marks(puzzle),
            None => {
                let values = self.apply_to_values(puzzle.grid().values());
                let grid = Grid::from_values(self.shape, values).ok();
                grid.and_then(|grid| Puzzle::new(grid).ok())
            }
        };
        // A symmetry of sudokus makes one of one: this keeps the puzzle if it ever did not.
        moved.unwrap_or_else(|| puzzle.clone())
    }

    /// Cells of a grid of this shape, 0 for empty ones, in their other guise.
    pub fn apply_to_values(&self, values: &[u8]) -> Vec<u8> {
        let relabel = |digit: u8| match digit.checked_sub(1) {
            Some(index) => self.label.get(usize::from(index)).copied().unwrap_or(digit),
            None => 0,
        };
        let value = |&cell: &usize| values.get(cell).copied().map_or(0, relabel);
        self.from.iter().map(value).collect()
    }

    fn apply_to_marks(&self, puzzle: &Puzzle) -> Option<Puzzle> {
        let relabel = |set: u64| {
            (self.label.iter().enumerate())
                .filter(|(index, _)| set >> index & 1 == 1)
                .fold(0, |relabelled, (_, &digit)| relabelled | 1u64 << (digit - 1))
        };
        let sets: Vec<u64> =
            self.from.iter().map(|&cell| relabel(puzzle.candidates(cell))).collect();
        Puzzle::from_candidates(self.shape, &sets).ok()
    }
}

/// `groups` groups of `each` lines: the groups in a random order, and the lines in each.
fn lines(groups: usize, each: usize, random: &mut Random) -> Vec<usize> {
    let mut bands: Vec<usize> = (0..groups).collect();
    random.shuffle(&mut bands);
    bands
        .into_iter()
        .flat_map(|band| {
            let mut lines: Vec<usize> = (band * each..(band + 1) * each).collect();
            random.shuffle(&mut lines);
            lines
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use quadrille_sudoku::strategy::{by_name, solve};
    use quadrille_sudoku::{Request, format, verify};

    use super::*;

    fn solution(puzzle: &Puzzle) -> Vec<u8> {
        let mut found = Vec::new();
        let strategy = by_name("mrv").unwrap();
        let report = solve(strategy, puzzle, &Request::up_to(2), |solution| {
            found = solution.to_vec();
            ControlFlow::Continue(())
        });
        assert_eq!(report.solutions, 1);
        found
    }

    #[test]
    fn a_shuffled_puzzle_has_the_shuffled_solution() {
        let text =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let puzzle = format::parse(text, Shape::CLASSIC).unwrap().puzzle;
        let solved = solution(&puzzle);
        let mut guises = std::collections::BTreeSet::new();
        for seed in 0..50 {
            let symmetry = Symmetry::random(Shape::CLASSIC, &mut Random::new(seed));
            let shuffled = symmetry.apply(&puzzle);
            assert_eq!(shuffled.clue_count(), puzzle.clue_count());
            assert_eq!(solution(&shuffled), symmetry.apply_to_values(&solved));
            guises.insert(shuffled.grid().values().to_vec());
        }
        assert_eq!(guises.len(), 50);
    }

    #[test]
    fn oblong_boxes_and_pencilmarks_stay_what_they_are() {
        let shape = Shape::new(2, 3).unwrap();
        let sets: Vec<u64> = (0..36).map(|cell| 0b111_111 & !(1 << (cell % 7))).collect();
        let puzzle = Puzzle::from_candidates(shape, &sets).unwrap();
        let found = |puzzle: &Puzzle| {
            let mut found = Vec::new();
            let _ = solve(by_name("mrv").unwrap(), puzzle, &Request::first(), |solution| {
                found = solution.to_vec();
                ControlFlow::Break(())
            });
            found
        };
        let symmetry = Symmetry::random(shape, &mut Random::new(4));
        let solved = found(&puzzle);
        assert!(verify(&puzzle, &solved).is_ok());
        assert!(verify(&symmetry.apply(&puzzle), &symmetry.apply_to_values(&solved)).is_ok());
        assert!(symmetry.apply(&puzzle).pencilmarks().is_some());
    }
}
