//! `mrv`: minimum remaining values, the empty cell with the fewest candidates first.
//!
//! For each row, column and box the digits that it still lacks are the bits of a word; the
//! candidates of a cell are the AND of three such words. At every node all empty cells are looked
//! at, and the one with the fewest candidates is filled, the first in reading order on a tie; its
//! digits are tried in ascending order. A cell without candidates ends the branch.
//!
//! The twist: the empty cells are a list whose front holds the filled ones in the order in which
//! they were filled. To fill a cell is to swap it to the end of that front, to take it back is to
//! move the border; the list behind the border is in no order, and need not be, because number of
//! candidates and place of the cell are compared as one number.
//!
//! It keeps next to nothing up to date, so nodes are cheap to enter and to leave; choosing costs
//! time in proportion to the empty cells. It is the one to take when a few dozen lines must do: an
//! ordinary 9×9 takes it some hundred nodes at 20 million a second, a hard one some ten thousand. Its
//! limit is that it has no idea of hidden singles: puzzles with 17 clues take it a hundred
//! thousand nodes on average where `dlx`, which sees them, takes a hundred or two, and from 16×16 up
//! it may not come to an end.

use quadrille_cover::{Budget, Step};

use super::allowed::{Allowed, Every, Marked};
use super::digit_set::DigitSet;
use super::{Searcher, Strategy};
use crate::grid::Puzzle;
use crate::shape::Shape;
use crate::watch::Branch;

/// The strategy `mrv`: see the text at the head of `mrv.rs`.
#[derive(Debug)]
pub(super) struct Mrv;

impl Strategy for Mrv {
    fn name(&self) -> &'static str {
        "mrv"
    }

    fn description(&self) -> &'static str {
        "the empty cell with the fewest candidates first, bit masks for rows, columns and boxes"
    }

    fn searcher<'p>(&self, puzzle: &'p Puzzle) -> Box<dyn Searcher + 'p> {
        if puzzle.shape().size() <= u16::CAPACITY {
            searcher::<u16>(puzzle)
        } else {
            searcher::<u64>(puzzle)
        }
    }
}

fn searcher<'p, D: DigitSet + 'p>(puzzle: &Puzzle) -> Box<dyn Searcher + 'p> {
    match Marked::<D>::new(puzzle) {
        None => Box::new(Tree::<D, Every>::new(puzzle, Every)),
        Some(marks) => Box::new(Tree::<D, Marked<D>>::new(puzzle, marks)),
    }
}

/// A cell to be filled, and its three houses: row r, column c and box b of an n×n grid are the
/// houses r, n + c and 2n + b.
#[derive(Debug, Clone, Copy)]
struct Cell {
    index: u16,
    houses: [u8; 3],
}

/// As many houses as a byte can tell apart, so that no index needs a check; 3 · 64 are used at most.
const HOUSES: usize = 256;

/// The path from the root to the present node.
///
/// Invariants between two steps:
/// - `lacking[h]` are the digits that stand in house h neither as a clue nor in `cells[..depth]`;
/// - the cells of `cells[..depth]` are filled, with the digits that `grid` holds; the others count
///   as empty, whatever `grid` holds there;
/// - `cells[depth]`, if there is one, has the fewest candidates of `cells[depth..]`;
/// - `untried[l]`, for l ≤ `depth`, are the candidates of `cells[l]` that were not yet tried.
#[derive(Debug)]
struct Tree<D, A> {
    shape: Shape,
    allowed: A,
    grid: Vec<u8>,
    cells: Vec<Cell>,
    untried: Vec<D>,
    depth: usize,
    lacking: [D; HOUSES],
    finished: bool,
    nodes: u64,
}

impl<D: DigitSet, A: Allowed<D>> Tree<D, A> {
    fn new(puzzle: &Puzzle, allowed: A) -> Self {
        let shape = puzzle.shape();
        let n = shape.size();
        let grid = puzzle.values().to_vec();
        let mut lacking = [D::up_to(n); HOUSES];
        let mut cells = Vec::with_capacity(grid.len());
        for (index, &digit) in grid.iter().enumerate() {
            let (row, column) = (shape.row_of(index), n + shape.column_of(index));
            // At most 192 houses and 4,096 cells: the numbers fit.
            let houses = [row as u8, column as u8, (2 * n + shape.box_of(index)) as u8];
            let cell = Cell { index: index as u16, houses };
            match digit {
                0 => cells.push(cell),
                _ => flip(&mut lacking, cell, D::of(digit)),
            }
        }
        let untried = vec![D::EMPTY; cells.len()];
        let (depth, finished, nodes) = (0, false, 0);
        let mut tree =
            Tree { shape, allowed, grid, cells, untried, depth, lacking, finished, nodes };
        if !tree.cells.is_empty() {
            tree.choose();
        }
        tree
    }

    /// Brings the most constrained of `cells[depth..]`, of which there must be one, to the front.
    #[inline(always)]
    fn choose(&mut self) {
        // Candidates and place of the cell in one number, so that ties need no second look.
        let mut least = u32::MAX;
        let mut chosen = self.depth;
        for (offset, cell) in self.cells[self.depth..].iter().enumerate() {
            let count = candidates(&self.lacking, &self.allowed, *cell).len();
            let key = count << 16 | u32::from(cell.index);
            if key < least {
                (least, chosen) = (key, self.depth + offset);
            }
        }
        self.cells.swap(self.depth, chosen);
        self.untried[self.depth] = candidates(&self.lacking, &self.allowed, self.cells[self.depth]);
    }

    /// Takes back the digit placed last.
    #[inline(always)]
    fn retreat(&mut self) {
        self.depth -= 1;
        let cell = self.cells[self.depth];
        flip(&mut self.lacking, cell, D::of(self.grid[usize::from(cell.index)]));
    }
}

/// The digits that the cell may hold and all three of its houses lack.
#[inline(always)]
fn candidates<D: DigitSet>(lacking: &[D; HOUSES], allowed: &impl Allowed<D>, cell: Cell) -> D {
    let [row, column, box_house] = cell.houses.map(usize::from);
    allowed.of(usize::from(cell.index), lacking[row] & lacking[column] & lacking[box_house])
}

/// Takes a digit, given as a set, from what the cell's houses lack, or gives it back.
#[inline(always)]
fn flip<D: DigitSet>(lacking: &mut [D; HOUSES], cell: Cell, digit: D) {
    for house in cell.houses {
        lacking[usize::from(house)] = lacking[usize::from(house)] ^ digit;
    }
}

impl<D: DigitSet, A: Allowed<D>> Searcher for Tree<D, A> {
    fn advance(&mut self, budget: &mut Budget) -> Step {
        if self.finished {
            return Step::Exhausted;
        }
        if self.depth == self.cells.len() {
            // Behind a solution; or there was nothing to fill, and this is the one solution.
            if self.depth == 0 {
                self.finished = true;
                return Step::Solution;
            }
            self.retreat();
        }
        loop {
            let untried = self.untried[self.depth];
            if untried == D::EMPTY {
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
            let cell = self.cells[self.depth];
            let rest = untried.without_least();
            self.untried[self.depth] = rest;
            self.grid[usize::from(cell.index)] = untried.least();
            flip(&mut self.lacking, cell, untried ^ rest);
            self.nodes += 1;
            self.depth += 1;
            if self.depth == self.cells.len() {
                return Step::Solution;
            }
            self.choose();
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
        let placed = self.cells.iter().take(self.depth).map(|cell| cell.index);
        let placed = placed.map(|cell| branch(cell, self.grid[usize::from(cell)]));
        let next = self.cells.get(self.depth).zip(self.untried.get(self.depth));
        let next = next.filter(|(_, untried)| **untried != D::EMPTY);
        let next = next.map(|(cell, untried)| branch(cell.index, untried.least()));
        Some(if self.finished { Vec::new() } else { placed.chain(next).collect() })
    }
}
