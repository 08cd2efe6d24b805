//! `backtrack`: the solver of the textbooks, and the baseline that others are measured against.
//!
//! Empty cells are filled in reading order. In each the digits 1 to n are tried in ascending order,
//! and a digit is placed if a scan of the cell's row, column and box does not meet it. When no digit
//! is left, the cell is emptied and the cell before it gets its next digit.
//!
//! The twist is that there is none: no tables, no choice of cell, no deduction. What is there is
//! written with care, since a slow baseline would flatter everything else: the walk is a loop over
//! an explicit list of the empty cells, each scan is over a slice and ends at the first digit that
//! clashes, and the classic shape is compiled with its numbers as constants.
//!
//! Solutions come in lexicographic order. The grid is the only state, so that it takes the least
//! memory. It wins nowhere: `tables` takes the same steps ten times as fast. Its limit is the order of
//! the cells: a clue helps only once the walk comes near it, and on puzzles whose first rows are
//! nearly empty hundreds of millions of nodes are common.

use quadrille_cover::{Budget, Step};

use super::allowed::{Allowed, Every, Marked};
use super::{Searcher, Strategy};
use crate::grid::Puzzle;
use crate::shape::Shape;
use crate::watch::Branch;

/// The strategy `backtrack`: see the text at the head of `backtrack.rs`.
#[derive(Debug)]
pub(super) struct Backtrack;

impl Strategy for Backtrack {
    fn name(&self) -> &'static str {
        "backtrack"
    }

    fn description(&self) -> &'static str {
        "cells in reading order, digits ascending, row, column and box scanned for each try"
    }

    fn searcher<'p>(&self, puzzle: &'p Puzzle) -> Box<dyn Searcher + 'p> {
        match Marked::<u64>::new(puzzle) {
            None => Box::new(Walk::new(puzzle, Every)),
            Some(marks) => Box::new(Walk::new(puzzle, marks)),
        }
    }
}

/// A walk through the partial grids.
///
/// Invariants between two steps:
/// - the cells of `empty[..depth]` hold a digit that clashes with no other;
/// - the cells of `empty[depth + 1..]` hold 0;
/// - the cell `empty[depth]`, if there is one, holds the last digit that was tried in it, 0 at first.
///   That digit counts as not placed: the next thing to happen is that a greater one replaces it.
#[derive(Debug)]
struct Walk<A> {
    shape: Shape,
    allowed: A,
    /// One digit a cell, 0 = empty.
    grid: Vec<u8>,
    /// The cells without a clue, in reading order.
    empty: Vec<u16>,
    depth: usize,
    finished: bool,
    nodes: u64,
}

impl<A: Allowed<u64>> Walk<A> {
    fn new(puzzle: &Puzzle, allowed: A) -> Self {
        let grid = puzzle.values().to_vec();
        // At most 4,096 cells: the number fits.
        let empty = (0..grid.len()).filter(|&cell| grid[cell] == 0).map(|cell| cell as u16);
        let empty = empty.collect();
        Walk { shape: puzzle.shape(), allowed, grid, empty, depth: 0, finished: false, nodes: 0 }
    }

    /// [`Searcher::advance`], for a shape that may be a constant to the compiler.
    #[inline(always)]
    fn walk(&mut self, shape: Shape, budget: &mut Budget) -> Step {
        if self.finished {
            return Step::Exhausted;
        }
        if self.depth == self.empty.len() {
            // Behind a solution; or there was nothing to fill, and this is the one solution.
            let Some(last) = self.depth.checked_sub(1) else {
                self.finished = true;
                return Step::Solution;
            };
            self.depth = last;
        }
        loop {
            let cell = usize::from(self.empty[self.depth]);
            let tried = usize::from(self.grid[cell]);
            // At most 64 digits: the number fits.
            match (tried + 1..=shape.size()).find(|&digit| self.fits(shape, cell, digit as u8)) {
                Some(digit) => {
                    if !budget.take_node() {
                        return Step::Paused;
                    }
                    self.grid[cell] = digit as u8;
                    self.nodes += 1;
                    self.depth += 1;
                    if self.depth == self.empty.len() {
                        return Step::Solution;
                    }
                }
                None => {
                    self.grid[cell] = 0;
                    if self.depth == 0 {
                        self.finished = true;
                        return Step::Exhausted;
                    }
                    self.depth -= 1;
                }
            }
        }
    }

    /// Whether the cell may hold the digit, and neither row nor column nor box does. The cell's own digit
    /// is not looked at apart: it is smaller than any that is tried.
    #[inline(always)]
    fn fits(&self, shape: Shape, cell: usize, digit: u8) -> bool {
        let n = shape.size();
        let (row, column) = (shape.row_of(cell), shape.column_of(cell));
        let bit = 1 << (digit - 1);
        if self.allowed.of(cell, bit) == 0 {
            return false;
        }
        if self.grid[row * n..(row + 1) * n].contains(&digit) {
            return false;
        }
        if (0..n).any(|row| self.grid[row * n + column] == digit) {
            return false;
        }
        let top = row - row % shape.box_rows();
        let left = column - column % shape.box_columns();
        for row in top..top + shape.box_rows() {
            let start = row * n + left;
            let part = &self.grid[start..start + shape.box_columns()];
            if part.contains(&digit) {
                return false;
            }
        }
        true
    }
}

impl<A: Allowed<u64>> Searcher for Walk<A> {
    fn advance(&mut self, budget: &mut Budget) -> Step {
        // The same code twice; in the first the divisions and loops by n are unrolled.
        if self.shape == Shape::CLASSIC {
            self.walk(Shape::CLASSIC, budget)
        } else {
            self.walk(self.shape, budget)
        }
    }

    fn solution(&self) -> &[u8] {
        &self.grid
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn position(&self) -> Option<Vec<Branch>> {
        let shape = self.shape;
        let branch = |cell: usize, digit| Branch::of_cell(shape, cell, digit);
        let placed = self.empty.iter().take(self.depth).map(|&cell| usize::from(cell));
        let mut position: Vec<Branch> = placed.map(|cell| branch(cell, self.grid[cell])).collect();
        if let Some(&cell) = self.empty.get(self.depth) {
            let cell = usize::from(cell);
            // At most 64 digits: the numbers fit.
            let mut rest = self.grid[cell] + 1..=shape.size() as u8;
            position.extend(
                rest.find(|&digit| self.fits(shape, cell, digit)).map(|digit| branch(cell, digit)),
            );
        }
        Some(if self.finished { Vec::new() } else { position })
    }
}
