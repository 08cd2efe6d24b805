//! The crate `sudoku`, by its published interface.

use super::GridEngine;
use crate::clock::Clock;
use crate::puzzle::{CELLS, Cells};

/// Its `Sudoku::solution`.
#[derive(Debug)]
pub(crate) struct Sudoku;

impl GridEngine for Sudoku {
    fn name(&self) -> &str {
        "sudoku"
    }

    fn asked(&self) -> &'static str {
        "Sudoku::from_bytes to build, Sudoku::solution to solve: it answers only if the solution is \
         unique"
    }

    fn solve(&self, puzzles: &[Cells], clock: &mut Clock) -> Vec<Option<Cells>> {
        let built: Vec<_> = clock
            .build(|| puzzles.iter().map(|cells| sudoku::Sudoku::from_bytes(*cells)).collect());
        clock.solve(|| {
            let solution = |puzzle: sudoku::Sudoku| puzzle.solution().map(sudoku::Sudoku::to_bytes);
            built.into_iter().map(|puzzle| puzzle.ok().and_then(solution)).collect()
        })
    }
}

const _: () = assert!(CELLS == 81, "the crate takes 81 bytes");
