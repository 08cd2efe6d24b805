//! Sudoku as an instance: the encoding of [`quadrille_sudoku`] with names that a reader can follow.

use quadrille_cover::ProblemBuilder;
use quadrille_sudoku::format::{MAX_SYMBOLS, symbol};
use quadrille_sudoku::{Candidate, Constraint, Encoding, Grid, Puzzle, format};

use crate::error::{GalleryError, check_size};
use crate::instance::Instance;
use crate::picture::{CellNames, Picture, PictureKind};
use crate::wording::counted;

/// A sudoku of any size and box.
///
/// Items, rows, columns and boxes from 0: `p34`, the cell in row 3, column 4, is filled; `r37`, row
/// 3 has the 7; `c47`, column 4 has it; `b57`, box 5 has it. Above size 9 the digits are A, B, …;
/// from size 62 on names have commas: `p3,40`, `r3,62`. 4n² items; options: a digit in a cell, n³
/// of four items in an empty grid.
///
/// Clues: a cell with a clue has one option, that of its digit, and the options of other cells that
/// clash with a clue are left out, as are those that pencilmarks exclude. So the problem has as many solutions as the puzzle, and each is
/// a full grid.
///
/// ```
/// use quadrille_cover::Search;
/// use quadrille_gallery::Sudoku;
/// use quadrille_sudoku::{Shape, format};
///
/// let puzzle = format::parse("1..........2..3.", Shape::new(2, 2)?)?.puzzle;
/// let instance = Sudoku::new(&puzzle).instance()?;
/// assert!(instance.to_text()?.contains("\np00 r01 c01 b01\n"));
/// assert_eq!(Search::new().count(&instance.problem)?.solutions, 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Sudoku<'p> {
    puzzle: &'p Puzzle,
}

impl<'p> Sudoku<'p> {
    /// The solutions of a puzzle, which may be an empty grid.
    pub fn new(puzzle: &'p Puzzle) -> Self {
        Sudoku { puzzle }
    }

    /// The instance. A cell without an option, because each digit clashes with a clue or is no candidate,
    /// makes one without solutions, and with a warning. O(n³).
    ///
    /// # Errors
    ///
    /// None that is known: the largest puzzle has some 2²⁰ entries.
    pub fn instance(&self) -> Result<Instance, GalleryError> {
        let grid = self.puzzle.grid();
        let shape = grid.shape();
        let n = shape.size();
        check_size((n * n * n) as u128, 4)?;
        let encoding = Encoding::of(shape);
        let names = Names::of(n);
        let mut builder = ProblemBuilder::coloured();
        let (problem, matrix) = (encoding.problem(), encoding.problem().matrix());
        let items = matrix.primary_items().filter_map(|item| problem.item(item));
        builder.primary_items(items.map(|&item| names.item(item)))?;
        let taken = Taken::new(grid);
        let mut empty = None;
        let mut options = matrix.options();
        for cell in 0..shape.cells() {
            let mut any = false;
            for option in options.by_ref().take(n) {
                let Some(&candidate) = problem.label(option) else { continue };
                let allowed = self.puzzle.candidates(cell) & bit(candidate.digit) != 0;
                if allowed && taken.allows(grid, cell, candidate) {
                    any = true;
                    builder
                        .add_option(problem.option(option).map(|(&item, _)| names.item(item)))?;
                }
            }
            if !any && empty.is_none() {
                empty =
                    Some(names.item(Constraint::Cell(
                        shape.row_of(cell) as u8,
                        shape.column_of(cell) as u8,
                    )));
            }
        }
        let mut comments =
            vec![format!("sudoku {shape}, {}", counted(grid.clue_count(), "clue", "clues"))];
        if self.puzzle.pencilmarks().is_some() {
            comments.push(format!("pencilmarks: {}", format::pencilmarks(self.puzzle)));
        } else if grid.clue_count() > 0 {
            comments.push(format!("clues: {}", format::line(grid)));
        }
        comments.push(names.comment());
        let mut picture = Picture::new(PictureKind::Grid { size: [n, n] })
            .with_boxes(shape.box_rows(), shape.box_columns());
        if grid.clue_count() > 0 && n <= MAX_SYMBOLS {
            let clues = |row: &[u8]| row.iter().filter_map(|&digit| symbol(digit, n)).collect();
            picture =
                picture.with_board(grid.values().chunks(n).map(clues).collect::<Vec<String>>());
        }
        let mut instance = Instance::new(builder.build(), picture, comments);
        if let Some(cell) = empty {
            instance.warnings.push(format!("no solution: no digit is left for the cell {cell}"));
        }
        Ok(instance)
    }
}

/// The digits that the clues of each house use up, as bits.
#[derive(Debug)]
struct Taken {
    rows: Vec<u64>,
    columns: Vec<u64>,
    boxes: Vec<u64>,
}

/// The bit of a digit from 1 to 64.
fn bit(digit: u8) -> u64 {
    1_u64.checked_shl(u32::from(digit).wrapping_sub(1)).unwrap_or(0)
}

impl Taken {
    fn new(grid: &Grid) -> Self {
        let shape = grid.shape();
        let none = vec![0; shape.size()];
        let mut taken = Taken { rows: none.clone(), columns: none.clone(), boxes: none };
        for (cell, &digit) in grid.values().iter().enumerate() {
            taken.rows[shape.row_of(cell)] |= bit(digit);
            taken.columns[shape.column_of(cell)] |= bit(digit);
            taken.boxes[shape.box_of(cell)] |= bit(digit);
        }
        taken
    }

    /// Whether a candidate of the cell is its clue, or clashes with none.
    fn allows(&self, grid: &Grid, cell: usize, candidate: Candidate) -> bool {
        let shape = grid.shape();
        match grid.get(cell) {
            Some(clue) if clue != 0 => clue == candidate.digit,
            _ => {
                let houses = self.rows[shape.row_of(cell)]
                    | self.columns[shape.column_of(cell)]
                    | self.boxes[shape.box_of(cell)];
                houses & bit(candidate.digit) == 0
            }
        }
    }
}

/// How items are named.
#[derive(Debug, Clone, Copy)]
struct Names {
    size: usize,
    cells: CellNames,
}

impl Names {
    fn of(size: usize) -> Self {
        // Where digits are numbers, rows have to be told from them.
        let cells =
            if size > MAX_SYMBOLS { CellNames::with_commas() } else { CellNames::of_size(&[size]) };
        Names { size, cells }
    }

    fn item(self, item: Constraint) -> String {
        match item {
            Constraint::Cell(row, column) => {
                format!("p{}", self.cells.name(&[row.into(), column.into()]))
            }
            Constraint::RowDigit(row, digit) => format!("r{}", self.digit(row, digit)),
            Constraint::ColumnDigit(column, digit) => format!("c{}", self.digit(column, digit)),
            Constraint::BoxDigit(index, digit) => format!("b{}", self.digit(index, digit)),
        }
    }

    /// A house and a digit.
    fn digit(self, house: u8, digit: u8) -> String {
        let house = self.cells.name(&[house.into()]);
        match symbol(digit, self.size) {
            Some(symbol) => format!("{house}{symbol}"),
            None => format!("{house},{digit}"),
        }
    }

    fn comment(self) -> String {
        let cell = self.item(Constraint::Cell(0, 1));
        let [row, column, index] =
            [Constraint::RowDigit(0, 1), Constraint::ColumnDigit(1, 1), Constraint::BoxDigit(0, 1)]
                .map(|item| self.item(item));
        format!(
            "items: {cell}: the cell in row 0, column 1; {row}, {column}, {index}: row 0, column 1, \
             box 0 has a 1; options: a digit in a cell"
        )
    }
}
