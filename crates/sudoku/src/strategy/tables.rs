//! `tables`: reading order like `backtrack`, but with a table of the digits in use for each house.
//!
//! `row_used`, `column_used` and `box_used` hold, for each row, column and box, the set of its
//! digits as the bits of a word. What may go in a cell is then three loads and two ORs, whatever
//! the size; placing a digit and taking it back change one bit in each of the three.
//!
//! It places the same digits in the same order as `backtrack`, node for node, about ten times as fast
//! (measured: 110 to 140 million nodes a second where `backtrack` has 9 to 11); solutions come in
//! lexicographic order. It wins where the order is wanted, or where there are so many solutions that a
//! clever choice of the next cell does not pay for itself: on the empty grid it finds a few
//! more a second than `mrv`. Its limit is that of `backtrack`: it takes the cells in reading order,
//! wherever the clues are.

use quadrille_cover::{Budget, Step};

use super::allowed::{Allowed, Every, Marked};
use super::{Searcher, Strategy};
use crate::grid::Puzzle;
use crate::shape::{MAX_SIZE, Shape};
use crate::watch::Branch;

/// The strategy `tables`: see the text at the head of `tables.rs`.
#[derive(Debug)]
pub(super) struct Tables;

impl Strategy for Tables {
    fn name(&self) -> &'static str {
        "tables"
    }

    fn description(&self) -> &'static str {
        "cells in reading order, digits ascending, tables of the digits used in each house"
    }

    fn searcher<'p>(&self, puzzle: &'p Puzzle) -> Box<dyn Searcher + 'p> {
        match Marked::<u64>::new(puzzle) {
            None => Box::new(Walk::new(puzzle, Every)),
            Some(marks) => Box::new(Walk::new(puzzle, marks)),
        }
    }
}

/// A cell to be filled, and the houses that it is in.
#[derive(Debug, Clone, Copy)]
struct Cell {
    index: u16,
    row: u8,
    column: u8,
    box_index: u8,
}

/// A level of the walk: a cell and what there is to try in it.
#[derive(Debug, Clone, Copy)]
struct Level {
    cell: Cell,
    /// Bit d − 1: digit d fits and was not tried yet. Only meaningful up to the present depth.
    untried: u64,
}

/// A walk through the partial grids, the same as that of `backtrack`.
///
/// Invariants between two steps:
/// - `row_used[r]` has bit d − 1 set if and only if digit d stands in row r, as a clue or in the
///   cell of a level before `depth`; likewise columns and boxes;
/// - the cells of levels from `depth` on count as empty, whatever `grid` holds there.
#[derive(Debug)]
struct Walk<A> {
    shape: Shape,
    allowed: A,
    /// One digit a cell; right for the clues and the levels before `depth`.
    grid: Vec<u8>,
    /// The cells without a clue, in reading order.
    levels: Vec<Level>,
    depth: usize,
    row_used: [u64; MAX_SIZE],
    column_used: [u64; MAX_SIZE],
    box_used: [u64; MAX_SIZE],
    /// The digits 1 to n.
    digits: u64,
    finished: bool,
    nodes: u64,
}

impl<A: Allowed<u64>> Walk<A> {
    fn new(puzzle: &Puzzle, allowed: A) -> Self {
        let shape = puzzle.shape();
        let mut walk = Walk {
            shape,
            allowed,
            grid: puzzle.values().to_vec(),
            levels: Vec::with_capacity(shape.cells() - puzzle.clue_count()),
            depth: 0,
            row_used: [0; MAX_SIZE],
            column_used: [0; MAX_SIZE],
            box_used: [0; MAX_SIZE],
            digits: u64::MAX >> (MAX_SIZE - shape.size()),
            finished: false,
            nodes: 0,
        };
        for (index, &digit) in puzzle.values().iter().enumerate() {
            // At most 64 rows and 4,096 cells: the numbers fit.
            let cell = Cell {
                index: index as u16,
                row: shape.row_of(index) as u8,
                column: shape.column_of(index) as u8,
                box_index: shape.box_of(index) as u8,
            };
            match digit {
                0 => walk.levels.push(Level { cell, untried: 0 }),
                _ => walk.flip(cell, 1 << (digit - 1)),
            }
        }
        if let Some(&Level { cell, .. }) = walk.levels.first() {
            walk.levels[0].untried = walk.fitting(cell);
        }
        walk
    }

    /// The digits that the cell may hold and none of its houses uses.
    #[inline(always)]
    fn fitting(&self, cell: Cell) -> u64 {
        let used = self.row_used[usize::from(cell.row)]
            | self.column_used[usize::from(cell.column)]
            | self.box_used[usize::from(cell.box_index)];
        self.allowed.of(usize::from(cell.index), self.digits & !used)
    }

    /// Marks a digit, given as a bit, as used in the cell's houses; or as unused if it was used.
    #[inline(always)]
    fn flip(&mut self, cell: Cell, digit: u64) {
        self.row_used[usize::from(cell.row)] ^= digit;
        self.column_used[usize::from(cell.column)] ^= digit;
        self.box_used[usize::from(cell.box_index)] ^= digit;
    }

    /// Takes back the digit of the last level.
    #[inline(always)]
    fn retreat(&mut self) {
        self.depth -= 1;
        let cell = self.levels[self.depth].cell;
        self.flip(cell, 1 << (self.grid[usize::from(cell.index)] - 1));
    }
}

impl<A: Allowed<u64>> Searcher for Walk<A> {
    fn advance(&mut self, budget: &mut Budget) -> Step {
        if self.finished {
            return Step::Exhausted;
        }
        if self.depth == self.levels.len() {
            // Behind a solution; or there was nothing to fill, and this is the one solution.
            if self.depth == 0 {
                self.finished = true;
                return Step::Solution;
            }
            self.retreat();
        }
        loop {
            let Level { cell, untried } = self.levels[self.depth];
            if untried == 0 {
                if self.depth == 0 {
                    self.finished = true;
                    return Step::Exhausted;
                }
                self.retreat();
                continue;
            }
            if !budget.take_node() {
                return Step::Paused;
            }
            let rest = untried & (untried - 1);
            self.levels[self.depth].untried = rest;
            self.grid[usize::from(cell.index)] = untried.trailing_zeros() as u8 + 1;
            self.flip(cell, untried ^ rest);
            self.nodes += 1;
            self.depth += 1;
            match self.levels.get(self.depth) {
                None => return Step::Solution,
                Some(&Level { cell, .. }) => {
                    self.levels[self.depth].untried = self.fitting(cell);
                }
            }
        }
    }

    fn solution(&self) -> &[u8] {
        &self.grid
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn position(&self) -> Option<Vec<Branch>> {
        let branch = |cell: u16, digit| Branch::of_cell(self.shape, cell.into(), digit);
        let placed = self.levels.iter().take(self.depth).map(|level| level.cell.index);
        let placed = placed.map(|cell| branch(cell, self.grid[usize::from(cell)]));
        let next = self.levels.get(self.depth).filter(|level| level.untried != 0);
        // At most 64 digits: the number fits.
        let digit = |untried: u64| untried.trailing_zeros() as u8 + 1;
        let next = next.map(|level| branch(level.cell.index, digit(level.untried)));
        Some(if self.finished { Vec::new() } else { placed.chain(next).collect() })
    }
}
