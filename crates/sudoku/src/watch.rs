//! Searches that are watched, digit by digit: the events of [`quadrille_cover::watch`] for sudoku.
//!
//! The strategies differ in what they branch on, and sudoku as exact cover has a word for all of it: an
//! item ([`Constraint`]) is chosen, "this cell is filled" or "this row has this digit", and its
//! candidates are tried in turn. The strategies that go cell by cell choose items of the first kind
//! only. A [`Board`] keeps to the events: what stands in the grid, and which candidates an item has.
//!
//! As there, no strategy knows that it is watched: see [`Searcher::position`]. Some, as `fast`, branch only where
//! they must guess; the digits in between are no events, but a board can be told what is left of the candidates:
//! see [`Board::narrow`].
//!
//! ```
//! use quadrille_sudoku::watch::{Board, Event, Watch};
//! use quadrille_sudoku::{Shape, format, strategy};
//!
//! let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let puzzle = format::parse(text, Shape::CLASSIC)?.puzzle;
//! let dlx = strategy::by_name("dlx").expect("it is in the registry");
//! let mut watch = Watch::new(dlx.searcher(&puzzle));
//! let mut board = Board::new(&puzzle);
//! while watch.solutions() == 0 {
//!     watch.step().iter().for_each(|event| board.follow(event));
//! }
//! // Every digit was forced.
//! assert_eq!((watch.nodes(), watch.undone()), (51, 0));
//! assert_eq!(board.values()[..9], [5, 3, 4, 6, 7, 8, 9, 1, 2]);
//! # Ok::<(), quadrille_sudoku::format::ReadError>(())
//! ```

use quadrille_cover::{Budget, Step};

pub use quadrille_cover::watch::{Event, Watch, Watched, WatchedBranch};

use crate::candidates::set_of;
use crate::encoding::{Candidate, Constraint};
use crate::grid::Puzzle;
use crate::shape::Shape;
use crate::strategy::Searcher;

/// A step from the root of the search tree: a digit in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Branch {
    /// What is branched on.
    pub item: Constraint,
    /// The digit, and the cell that it is placed in.
    pub candidate: Candidate,
}

impl Branch {
    /// A digit, from 1, in a cell, where the strategy has chosen the cell.
    pub fn of_cell(shape: Shape, cell: usize, digit: u8) -> Self {
        // At most 64 rows and columns: the numbers fit.
        let (row, column) = (shape.row_of(cell) as u8, shape.column_of(cell) as u8);
        Branch { item: Constraint::Cell(row, column), candidate: Candidate { row, column, digit } }
    }

    /// A candidate of an item.
    pub fn new(item: Constraint, candidate: Candidate) -> Self {
        Branch { item, candidate }
    }
}

impl WatchedBranch for Branch {
    fn is_beside(&self, other: &Self) -> bool {
        self.item == other.item
    }
}

impl Watched for Box<dyn Searcher + '_> {
    type Branch = Branch;

    fn advance(&mut self, budget: &mut Budget) -> Step {
        (**self).advance(budget)
    }

    fn position(&self) -> Option<Vec<Branch>> {
        (**self).position()
    }

    fn nodes(&self) -> u64 {
        (**self).nodes()
    }
}

/// A grid that follows the [events](Event) of a search.
#[derive(Debug, Clone)]
pub struct Board<'p> {
    puzzle: &'p Puzzle,
    /// The clues, and the digits of the branches in force.
    placed: Vec<u8>,
    /// Candidates of all cells, where the search tells of them.
    left: Option<Vec<u64>>,
    /// What is placed, and what is the only one left in its cell.
    values: Vec<u8>,
}

impl<'p> Board<'p> {
    /// The clues of a puzzle.
    pub fn new(puzzle: &'p Puzzle) -> Self {
        let clues = puzzle.values().to_vec();
        Board { puzzle, placed: clues.clone(), left: None, values: clues }
    }

    /// Follows an event.
    pub fn follow(&mut self, event: &Event<Branch>) {
        let (branch, is_placed) = match event {
            Event::Try { branch, .. } => (branch, true),
            Event::Undo { branch, .. } => (branch, false),
            _ => return,
        };
        let Candidate { row, column, digit } = branch.candidate;
        let cell = self.puzzle.shape().cell(row.into(), column.into());
        if let Some(value) = self.placed.get_mut(cell) {
            *value = if is_placed { digit } else { 0 };
        }
        self.fill();
    }

    /// Takes over what a search says that it has left of the candidates: see
    /// [`Searcher::candidates`]. Digits that are the only ones of their cells then count as placed. It holds
    /// until it is told again: at each step of the search, or `None` for what the branches tell.
    ///
    /// ```
    /// use quadrille_sudoku::watch::{Board, Watch};
    /// use quadrille_sudoku::{Shape, format, strategy};
    ///
    /// let text = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    /// let puzzle = format::parse(text, Shape::CLASSIC)?.puzzle;
    /// let fast = strategy::by_name("fast").expect("it is in the registry");
    /// let mut watch = Watch::new(fast.searcher(&puzzle));
    /// let mut board = Board::new(&puzzle);
    /// for _ in 0..3 {
    ///     watch.step().iter().for_each(|event| board.follow(event));
    ///     board.narrow(watch.searcher().candidates());
    /// }
    /// // Two guesses on top of 21 clues, and what they have forced.
    /// let digits = board.values().iter().filter(|&&digit| digit != 0).count();
    /// assert_eq!((watch.nodes(), watch.undone()), (2, 0));
    /// assert!(digits > 23, "{digits}");
    /// # Ok::<(), quadrille_sudoku::format::ReadError>(())
    /// ```
    pub fn narrow(&mut self, candidates: Option<Vec<u64>>) {
        let cells = self.placed.len();
        self.left = candidates.filter(|candidates| candidates.len() == cells);
        self.fill();
    }

    fn fill(&mut self) {
        self.values.clone_from(&self.placed);
        for (value, &set) in self.values.iter_mut().zip(self.left.iter().flatten()) {
            if *value == 0 && set.is_power_of_two() {
                // Of 64 bits: the number fits.
                *value = set.trailing_zeros() as u8 + 1;
            }
        }
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &'p Puzzle {
        self.puzzle
    }

    /// One digit a cell in reading order, 0 where there is none.
    pub fn values(&self) -> &[u8] {
        &self.values
    }

    /// The digits that an empty cell may hold beside those that stand in its houses, and that are
    /// [left](Self::narrow), bit d − 1 for digit d; none of a filled cell. O(size).
    pub fn candidates(&self, cell: usize) -> u64 {
        let shape = self.puzzle.shape();
        if self.values.get(cell) != Some(&0) {
            return 0;
        }
        let n = shape.size();
        let (row, column, box_number) =
            (shape.row_of(cell), shape.column_of(cell), shape.box_of(cell));
        let top = box_number / (n / shape.box_columns()) * shape.box_rows();
        let left = column - column % shape.box_columns();
        let in_box =
            (0..n).map(|i| (top + i / shape.box_columns(), left + i % shape.box_columns()));
        let along = (0..n).flat_map(|i| [(row, i), (i, column)]);
        let used = in_box.chain(along).fold(0, |used, (row, column)| {
            match self.values[shape.cell(row, column)] {
                0 => used,
                digit => used | set_of(digit),
            }
        });
        let left = self.left.as_ref().and_then(|left| left.get(cell)).copied();
        self.puzzle.candidates(cell) & !used & left.unwrap_or(u64::MAX)
    }

    /// The candidates of an item, in the order of digits or of cells: the digits of a cell, or the cells of a
    /// house that may hold a digit. None if the item is covered. O(size²).
    pub fn options(&self, item: Constraint) -> Vec<Candidate> {
        let shape = self.puzzle.shape();
        // At most 64: the numbers fit.
        let n = shape.size() as u8;
        let (width, height) = (shape.box_columns() as u8, shape.box_rows() as u8);
        let (digit, cells): (_, Vec<(u8, u8)>) = match item {
            Constraint::Cell(row, column) => (None, vec![(row, column)]),
            Constraint::RowDigit(row, digit) => (Some(digit), (0..n).map(|i| (row, i)).collect()),
            Constraint::ColumnDigit(column, digit) => {
                (Some(digit), (0..n).map(|i| (i, column)).collect())
            }
            Constraint::BoxDigit(number, digit) => {
                let across = n / width;
                let (top, left) = (number / across * height, number % across * width);
                (Some(digit), (0..n).map(|i| (top + i / width, left + i % width)).collect())
            }
        };
        let inside = cells.into_iter().filter(|&(row, column)| row < n && column < n);
        let options = inside.flat_map(|(row, column)| {
            let set = self.candidates(shape.cell(row.into(), column.into()));
            let digits = (1..=n).filter(move |&d| set & set_of(d) != 0);
            digits.map(move |digit| Candidate { row, column, digit })
        });
        options.filter(|candidate| digit.is_none_or(|digit| candidate.digit == digit)).collect()
    }
}
