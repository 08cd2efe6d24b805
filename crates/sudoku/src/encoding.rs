//! Sudoku as an exact-cover problem.
//!
//! Every candidate, "digit d in the cell of row r and column c", is an option; it covers four items:
//!
//! - the cell is filled: `Cell(r, c)`;
//! - the row has the digit: `RowDigit(r, d)`;
//! - the column has it: `ColumnDigit(c, d)`;
//! - the box has it: `BoxDigit(b, d)`.
//!
//! n³ options and 4n² items: 729 and 324 for 9×9. The problem is the same for all puzzles of a shape;
//! clues are options already chosen ([`Search::given`]), and what pencilmarks exclude are forbidden ones
//! ([`Search::forbid`]), not a problem of their own.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Mutex, OnceLock, PoisonError};

use quadrille_cover::{BuildError, OptionId, Problem, ProblemBuilder, Search};

use crate::candidates::set_of;
use crate::grid::{Grid, Puzzle};
use crate::shape::Shape;

/// An item of the encoding. Rows, columns and boxes are numbered from 0, digits from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Constraint {
    /// The cell at this row and column holds a digit.
    Cell(u8, u8),
    /// This row holds this digit.
    RowDigit(u8, u8),
    /// This column holds this digit.
    ColumnDigit(u8, u8),
    /// This box holds this digit.
    BoxDigit(u8, u8),
}

/// The label of an option of the encoding: a digit, from 1, in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Candidate {
    /// The row, from 0.
    pub row: u8,
    /// The column, from 0.
    pub column: u8,
    /// The digit, from 1.
    pub digit: u8,
}

/// The problem of a shape, and the way to and from its options.
///
/// ```
/// use quadrille_cover::Search;
/// use quadrille_sudoku::{Encoding, Shape, format};
///
/// let encoding = Encoding::of(Shape::CLASSIC);
/// assert_eq!(encoding.problem().item_count(), 324);
/// assert_eq!(encoding.problem().option_count(), 729);
///
/// let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let puzzle = format::parse(text, Shape::CLASSIC)?.puzzle;
/// let first = encoding.search(&puzzle, Search::new()).first(encoding.problem())?;
/// let mut values = vec![0; 81];
/// encoding.decode(first.solution().expect("it has a solution"), &mut values);
/// assert_eq!(values[..9], [5, 3, 4, 6, 7, 8, 9, 1, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Encoding {
    shape: Shape,
    problem: Problem<Constraint, Infallible, Candidate>,
}

impl Encoding {
    /// The encoding of a shape. It is built at the first call, and then kept for the life of the
    /// process: n³ options, a few hundred KiB for 9×9 and some 30 MiB for 64×64.
    pub fn of(shape: Shape) -> &'static Encoding {
        static CLASSIC: OnceLock<Encoding> = OnceLock::new();
        static OTHERS: Mutex<Option<HashMap<Shape, &'static Encoding>>> = Mutex::new(None);
        if shape == Shape::CLASSIC {
            return CLASSIC.get_or_init(|| Encoding::new(shape));
        }
        // A panic of another thread cannot leave the map half written.
        let mut others = OTHERS.lock().unwrap_or_else(PoisonError::into_inner);
        let known = others.get_or_insert_default();
        known.entry(shape).or_insert_with(|| Box::leak(Box::new(Encoding::new(shape))))
    }

    /// Builds the encoding of a shape.
    pub fn new(shape: Shape) -> Encoding {
        match Encoding::build(shape) {
            Ok(problem) => Encoding { shape, problem },
            // Every name below is made once, from small numbers.
            Err(error) => unreachable!("the encoding of {shape} is sound: {error}"),
        }
    }

    fn build(
        shape: Shape,
    ) -> Result<Problem<Constraint, Infallible, Candidate>, BuildError<Constraint, Infallible>>
    {
        use Constraint::{BoxDigit, Cell, ColumnDigit, RowDigit};
        // At most 64: the numbers fit.
        let n = shape.size() as u8;
        let mut builder = ProblemBuilder::labelled();
        let pairs = |from: u8| (0..n).flat_map(move |a| (from..n + from).map(move |b| (a, b)));
        builder.primary_items(pairs(0).map(|(row, column)| Cell(row, column)))?;
        builder.primary_items(pairs(1).map(|(row, digit)| RowDigit(row, digit)))?;
        builder.primary_items(pairs(1).map(|(column, digit)| ColumnDigit(column, digit)))?;
        builder.primary_items(pairs(1).map(|(index, digit)| BoxDigit(index, digit)))?;
        for (row, column) in pairs(0) {
            let index = shape.box_of(shape.cell(row.into(), column.into())) as u8;
            for digit in 1..=n {
                builder
                    .option_labelled(Candidate { row, column, digit })
                    .item(Cell(row, column))
                    .item(RowDigit(row, digit))
                    .item(ColumnDigit(column, digit))
                    .item(BoxDigit(index, digit))
                    .add()?;
            }
        }
        Ok(builder.build())
    }

    /// The shape.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The exact-cover problem of the empty grid.
    pub fn problem(&self) -> &Problem<Constraint, Infallible, Candidate> {
        &self.problem
    }

    /// The option that puts a digit, from 1, in a cell; `None` if there is no such cell or digit.
    pub fn option(&self, cell: usize, digit: u8) -> Option<OptionId> {
        let n = self.shape.size();
        let index = usize::from(digit).checked_sub(1)?;
        let exists = cell < self.shape.cells() && index < n;
        exists.then(|| OptionId::new((cell * n + index) as u32))
    }

    /// The options that the digits of a grid stand for, in reading order: to be given to a search.
    /// Cells that this shape does not have are left out.
    pub fn given(&self, grid: &Grid) -> Vec<OptionId> {
        let cells = grid.values().iter().enumerate();
        cells.filter_map(|(cell, &digit)| self.option(cell, digit)).collect()
    }

    /// The options that the pencilmarks of a puzzle exclude, in reading order: to be forbidden to a search.
    /// None of an ordinary puzzle, and none in cells with a clue, which [`given`](Encoding::given) decides.
    pub fn forbidden(&self, puzzle: &Puzzle) -> Vec<OptionId> {
        let Some(marks) = puzzle.pencilmarks() else { return Vec::new() };
        let open = marks.iter().enumerate().filter(|&(cell, _)| puzzle.get(cell).is_none());
        // At most 64 digits: the number fits.
        let digits = 1..=self.shape.size() as u8;
        open.flat_map(|(cell, &set)| {
            let excluded = digits.clone().filter(move |&digit| set & set_of(digit) == 0);
            excluded.filter_map(move |digit| self.option(cell, digit))
        })
        .collect()
    }

    /// A search of [`problem`](Encoding::problem) for the completions of a puzzle: the options that it is
    /// given are those of the clues, and if the puzzle has pencilmarks, those that it must not take are what
    /// they exclude.
    ///
    /// ```
    /// use quadrille_cover::Search;
    /// use quadrille_sudoku::{Encoding, Puzzle, Shape};
    ///
    /// let shape = Shape::new(1, 3)?;
    /// // A third of the 12 Latin squares of order 3: the 1 of the first row is in its last cell.
    /// let mut candidates = [0b111; 9];
    /// candidates[..2].fill(0b110);
    /// let puzzle = Puzzle::from_candidates(shape, &candidates)?;
    /// let encoding = Encoding::of(shape);
    /// let count = encoding.search(&puzzle, Search::new()).count(encoding.problem())?;
    /// assert_eq!(count.solutions, 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn search(&self, puzzle: &Puzzle, search: Search) -> Search {
        let search = search.given(self.given(puzzle));
        match puzzle.pencilmarks() {
            None => search,
            Some(_) => search.forbid(self.forbidden(puzzle)),
        }
    }

    /// Writes the digits that options stand for into a grid's values, one a cell in reading order.
    /// Values of other cells stay as they are; cells beyond the end of `values` are left out.
    pub fn decode(&self, options: &[OptionId], values: &mut [u8]) {
        let n = self.shape.size();
        for &option in options {
            if let Some(value) = values.get_mut(option.index() / n) {
                // At most 64: the number fits.
                *value = (option.index() % n + 1) as u8;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_classic_encoding_has_729_options_of_4_items_out_of_324() {
        let problem = Encoding::of(Shape::CLASSIC).problem();
        assert_eq!((problem.option_count(), problem.item_count()), (729, 324));
        let matrix = problem.matrix();
        assert!(matrix.options().all(|option| matrix.items_of(option).len() == 4));
    }

    #[test]
    fn sizes_grow_as_the_cube_and_four_squares() {
        for (rows, columns) in [(1, 1), (2, 2), (2, 3), (3, 4), (5, 5)] {
            let shape = Shape::new(rows, columns).unwrap();
            let (n, problem) = (shape.size(), &Encoding::new(shape).problem);
            assert_eq!((problem.option_count(), problem.item_count()), (n * n * n, 4 * n * n));
        }
    }

    #[test]
    fn an_option_covers_the_cell_the_row_the_column_and_the_box_of_its_label() {
        let encoding = Encoding::of(Shape::CLASSIC);
        let option = encoding.option(80, 1).unwrap();
        let items: Vec<Constraint> =
            encoding.problem.option(option).map(|(item, _)| *item).collect();
        use Constraint::{BoxDigit, Cell, ColumnDigit, RowDigit};
        assert_eq!(items, [Cell(8, 8), RowDigit(8, 1), ColumnDigit(8, 1), BoxDigit(8, 1)]);
        let label = encoding.problem.label(option);
        assert_eq!(label, Some(&Candidate { row: 8, column: 8, digit: 1 }));
    }

    #[test]
    fn decoding_undoes_giving() {
        let values: Vec<u8> = (0..36).map(|cell| (cell % 7) as u8).collect();
        let shape = Shape::new(2, 3).unwrap();
        let grid = Grid::from_values(shape, values.clone()).unwrap();
        let encoding = Encoding::of(shape);
        let mut decoded = vec![0; 36];
        encoding.decode(&encoding.given(&grid), &mut decoded);
        assert_eq!(decoded, values);
    }

    #[test]
    fn cells_and_digits_that_are_not_there_have_no_option() {
        let encoding = Encoding::of(Shape::CLASSIC);
        assert_eq!(encoding.option(81, 1), None);
        assert_eq!(encoding.option(0, 0), None);
        assert_eq!(encoding.option(0, 10), None);
        assert_eq!(encoding.option(usize::MAX, 1), None);
    }
}
