//! Random sudoku puzzles of several kinds, with known properties.
//!
//! Full grids come from a pattern that is relabelled and has its rows, columns, bands and stacks permuted
//! ([`permuted_grid`]: any size at once, but all grids are of one family), or by filling in at random
//! ([`filled_grid`]: sizes up to 9×9 or so, any grid at all). Puzzles come from grids by removing cells.

use crate::rng::SplitMix64;
use crate::sudoku::SudokuPuzzle;
use crate::sudoku_oracle::fewest_first;

/// What is known of a random puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PuzzleKind {
    /// A full grid: one solution, nothing to do.
    Full,
    /// Exactly one solution: clues were removed only as long as that is so.
    Unique,
    /// At least two solutions: two of the digits are not given at all, so that they can be exchanged.
    Several,
    /// Few clues, removed without a look at the number of solutions: at least one.
    Sparse,
    /// No solution, though no two givens clash: a cell of a unique puzzle got a wrong digit.
    Unsolvable,
    /// Two equal givens in a house.
    Contradictory,
}

impl PuzzleKind {
    /// Every kind.
    pub const ALL: [PuzzleKind; 6] = [
        PuzzleKind::Full,
        PuzzleKind::Unique,
        PuzzleKind::Several,
        PuzzleKind::Sparse,
        PuzzleKind::Unsolvable,
        PuzzleKind::Contradictory,
    ];
}

/// A random puzzle and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomPuzzle {
    /// The puzzle.
    pub puzzle: SudokuPuzzle,
    /// What is known of it.
    pub kind: PuzzleKind,
    /// One of its solutions; `None` when it has none.
    pub solution: Option<Vec<u8>>,
}

/// The shapes of [`sudoku_puzzles`], as rows and columns of a box.
const SHAPES: [(usize, usize); 4] = [(2, 2), (2, 3), (3, 2), (3, 3)];

/// One puzzle of each kind and each shape (4×4, 6×6 both ways, 9×9): 24 in all.
///
/// # Examples
///
/// ```
/// use quadrille_testkit::generate::sudoku::{PuzzleKind, sudoku_puzzles};
/// use quadrille_testkit::sudoku_oracle;
///
/// for random in sudoku_puzzles(1) {
///     if random.kind == PuzzleKind::Unique {
///         let p = &random.puzzle;
///         let all = sudoku_oracle::fewest_first(p.n, p.box_rows, p.box_columns, &p.givens, 2, 1_000_000);
///         assert_eq!(all, Some(vec![random.solution.unwrap()]));
///     }
/// }
/// ```
pub fn sudoku_puzzles(seed: u64) -> Vec<RandomPuzzle> {
    let mut rng = SplitMix64::new(seed);
    let mut puzzles = Vec::new();
    for (box_rows, box_columns) in SHAPES {
        for kind in PuzzleKind::ALL {
            puzzles.push(sudoku_puzzle(box_rows, box_columns, kind, rng.next_u64()));
        }
    }
    puzzles
}

/// A puzzle of the given shape and kind; the same seed always gives the same one.
///
/// Sizes beyond 9×9 take long for the kinds that need a unique puzzle. On a 1×1 grid, and wherever else a kind cannot
/// be had (a 2×2 grid has no clashing digit that is not a repetition), the result is of kind [`PuzzleKind::Full`].
pub fn sudoku_puzzle(
    box_rows: usize,
    box_columns: usize,
    kind: PuzzleKind,
    seed: u64,
) -> RandomPuzzle {
    let mut rng = SplitMix64::new(seed);
    let n = box_rows * box_columns;
    let filled = if n <= 9 && rng.chance(50) {
        filled_grid(box_rows, box_columns, rng.next_u64())
    } else {
        None
    };
    let grid = filled.unwrap_or_else(|| permuted_grid(box_rows, box_columns, rng.next_u64()));
    let mut order: Vec<usize> = (0..n * n).collect();
    rng.shuffle(&mut order);

    let givens = match kind {
        PuzzleKind::Full => Some(grid.clone()),
        PuzzleKind::Unique => Some(unique(box_rows, box_columns, &grid, &order)),
        PuzzleKind::Several => several(n, &grid, &order),
        PuzzleKind::Sparse => {
            let clues = rng.between(n, n * n / 3);
            Some(keep(&grid, &order[..clues.min(order.len())]))
        }
        PuzzleKind::Unsolvable => unsolvable(box_rows, box_columns, &grid, &order),
        PuzzleKind::Contradictory => {
            let clues = keep(&grid, &order[..n * n / 2]);
            contradictory(n, clues, &grid, &mut rng)
        }
    };
    let kind = if givens.is_some() { kind } else { PuzzleKind::Full };
    let givens = givens.unwrap_or_else(|| grid.clone());
    let solvable = !matches!(kind, PuzzleKind::Unsolvable | PuzzleKind::Contradictory);
    RandomPuzzle {
        puzzle: SudokuPuzzle { n, box_rows, box_columns, givens },
        kind,
        solution: solvable.then_some(grid),
    }
}

/// Random pencilmarks: of each cell the digits that it may hold, in order. They are those of a solved grid with, in a
/// share of the cells (in percent), others added; then in as many cells as `wrong` says the digit of the grid is
/// taken away. So without wrong cells there is a solution, the only one or one of several, and with such there is
/// perhaps none.
pub fn pencilmarks(
    box_rows: usize,
    box_columns: usize,
    percent: usize,
    wrong: usize,
    seed: u64,
) -> Vec<Vec<u8>> {
    let mut rng = SplitMix64::new(seed);
    let n = box_rows * box_columns;
    let grid = permuted_grid(box_rows, box_columns, rng.next_u64());
    let mut marks = Vec::with_capacity(grid.len());
    for &own in &grid {
        let others = rng.chance(percent);
        let mut digits: Vec<u8> = (1..=n as u8).collect();
        digits.retain(|&digit| digit == own || others && rng.chance(50));
        marks.push(digits);
    }
    for _ in 0..wrong {
        let cell = rng.below(grid.len());
        marks[cell].retain(|&digit| digit != grid[cell]);
    }
    marks
}

/// A full grid of any size: a pattern grid with its digits, rows, columns, bands and stacks permuted, and, where the
/// box is square, perhaps transposed.
pub fn permuted_grid(box_rows: usize, box_columns: usize, seed: u64) -> Vec<u8> {
    let mut rng = SplitMix64::new(seed);
    let n = box_rows * box_columns;
    let mut digits: Vec<u8> = (1..=n as u8).collect();
    rng.shuffle(&mut digits);
    // Lines keep together with those of their band (or stack), whichever place that gets.
    let mut lines = |groups: usize, size: usize| {
        let mut order: Vec<Vec<usize>> =
            (0..groups).map(|g| (g * size..(g + 1) * size).collect()).collect();
        order.iter_mut().for_each(|group| rng.shuffle(group));
        rng.shuffle(&mut order);
        order.concat()
    };
    let rows = lines(box_columns, box_rows);
    let columns = lines(box_rows, box_columns);
    let turn = box_rows == box_columns && rng.chance(50);
    let mut grid = Vec::with_capacity(n * n);
    for place in 0..n * n {
        let (r, c) = if turn { (place % n, place / n) } else { (place / n, place % n) };
        let (row, column) = (rows[r], columns[c]);
        grid.push(digits[(row % box_rows * box_columns + row / box_rows + column) % n]);
    }
    grid
}

/// A full grid filled in at random, or `None` when that takes too long.
pub fn filled_grid(box_rows: usize, box_columns: usize, seed: u64) -> Option<Vec<u8>> {
    let mut rng = SplitMix64::new(seed);
    let n = box_rows * box_columns;
    // The search itself is not random, so that random digits in random cells come first, each kept if the grid can still
    // be completed. Relabelling then leaves no digit a place of its own.
    let mut start = vec![0; n * n];
    for _ in 0..n {
        let (cell, digit) = (rng.below(n * n), rng.between(1, n) as u8);
        if start[cell] == 0 {
            start[cell] = digit;
            let completes = fewest_first(n, box_rows, box_columns, &start, 1, 5_000);
            if completes.is_none_or(|grids| grids.is_empty()) {
                start[cell] = 0;
            }
        }
    }
    let grid = fewest_first(n, box_rows, box_columns, &start, 1, 5_000)?.pop()?;
    let mut digits: Vec<u8> = (1..=n as u8).collect();
    rng.shuffle(&mut digits);
    Some(grid.iter().map(|&digit| digits[usize::from(digit) - 1]).collect())
}

fn keep(grid: &[u8], cells: &[usize]) -> Vec<u8> {
    let mut givens = vec![0; grid.len()];
    cells.iter().for_each(|&cell| givens[cell] = grid[cell]);
    givens
}

/// Removes clues in the given order as long as the solution stays the only one.
fn unique(box_rows: usize, box_columns: usize, grid: &[u8], order: &[usize]) -> Vec<u8> {
    let n = box_rows * box_columns;
    let mut givens = grid.to_vec();
    for &cell in order {
        givens[cell] = 0;
        let solutions = fewest_first(n, box_rows, box_columns, &givens, 2, 20_000);
        if solutions.is_none_or(|list| list.len() != 1) {
            givens[cell] = grid[cell];
        }
    }
    givens
}

/// Removes two digits everywhere, and a quarter of the cells besides.
fn several(n: usize, grid: &[u8], order: &[usize]) -> Option<Vec<u8>> {
    let (&first, rest) = grid.split_first()?;
    let second = *rest.iter().find(|&&digit| digit != first)?;
    let mut givens = grid.to_vec();
    givens.iter_mut().filter(|digit| [first, second].contains(digit)).for_each(|digit| *digit = 0);
    order[..n * n / 4].iter().for_each(|&cell| givens[cell] = 0);
    Some(givens)
}

/// A unique puzzle with a wrong digit in an empty cell that no given forbids.
fn unsolvable(
    box_rows: usize,
    box_columns: usize,
    grid: &[u8],
    order: &[usize],
) -> Option<Vec<u8>> {
    let n = box_rows * box_columns;
    let givens = unique(box_rows, box_columns, grid, order);
    for &cell in order.iter().filter(|&&cell| givens[cell] == 0) {
        for digit in (1..=n as u8).filter(|&digit| digit != grid[cell]) {
            if clashes(box_rows, box_columns, &givens, cell, digit) {
                continue;
            }
            let mut wrong = givens.clone();
            wrong[cell] = digit;
            return Some(wrong);
        }
    }
    None
}

fn clashes(box_rows: usize, box_columns: usize, givens: &[u8], cell: usize, digit: u8) -> bool {
    let n = box_rows * box_columns;
    let house = |cell: usize| (cell / n, cell % n, (cell / n / box_rows, cell % n / box_columns));
    let (row, column, in_box) = house(cell);
    (0..n * n).any(|other| {
        let (r, c, b) = house(other);
        other != cell && givens[other] == digit && (r == row || c == column || b == in_box)
    })
}

/// Copies a given into another cell of its row or column.
fn contradictory(
    n: usize,
    mut givens: Vec<u8>,
    grid: &[u8],
    rng: &mut SplitMix64,
) -> Option<Vec<u8>> {
    if n < 2 {
        return None;
    }
    let (row, column) = (rng.below(n), rng.below(n));
    let other = (column + 1 + rng.below(n - 1)) % n;
    let (from, to) = if rng.chance(50) {
        (row * n + column, row * n + other)
    } else {
        (column * n + row, other * n + row)
    };
    givens[from] = grid[from];
    givens[to] = grid[from];
    Some(givens)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku_oracle::{is_sudoku_solution, marked_fewest_first};

    #[test]
    fn grids_of_all_sizes_are_valid() {
        for (rows, columns) in
            [(1, 1), (1, 2), (2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 4), (5, 5)]
        {
            let n = rows * columns;
            for seed in 0..5 {
                let grid = permuted_grid(rows, columns, seed);
                assert_eq!(
                    is_sudoku_solution(n, rows, columns, &vec![0; n * n], &grid),
                    Ok(()),
                    "{rows} {columns}"
                );
            }
        }
        for seed in 0..5 {
            let grid = filled_grid(3, 3, seed).expect("a 9×9 grid is quickly filled");
            assert_eq!(is_sudoku_solution(9, 3, 3, &[0; 81], &grid), Ok(()));
        }
    }

    #[test]
    fn puzzles_are_of_the_kind_they_claim() {
        for seed in 0..4 {
            for RandomPuzzle { puzzle, kind, solution } in sudoku_puzzles(seed) {
                let SudokuPuzzle { n, box_rows, box_columns, givens } = &puzzle;
                let found =
                    fewest_first(*n, *box_rows, *box_columns, givens, 2, 1_000_000).unwrap();
                let expected = match kind {
                    PuzzleKind::Full | PuzzleKind::Unique => 1..=1,
                    PuzzleKind::Several => 2..=2,
                    PuzzleKind::Sparse => 1..=2,
                    PuzzleKind::Unsolvable | PuzzleKind::Contradictory => 0..=0,
                };
                assert!(expected.contains(&found.len()), "{kind:?} {puzzle:?}");
                assert_eq!(solution.is_some(), *expected.start() > 0);
                if let Some(grid) = solution {
                    assert_eq!(
                        is_sudoku_solution(*n, *box_rows, *box_columns, givens, &grid),
                        Ok(())
                    );
                }
                let house_clash = (0..n * n).any(|cell| {
                    givens[cell] != 0
                        && clashes(*box_rows, *box_columns, givens, cell, givens[cell])
                });
                assert_eq!(house_clash, kind == PuzzleKind::Contradictory, "{kind:?} {puzzle:?}");
            }
        }
    }

    #[test]
    fn pencilmarks_have_the_solution_unless_it_is_taken_away() {
        let mut counts = [0; 3];
        for seed in 0..40 {
            let marks = pencilmarks(2, 3, 100, 0, seed);
            let found = marked_fewest_first(2, 3, &marks, 2, 100_000).unwrap();
            counts[found.len()] += 1;
            let marks = pencilmarks(2, 3, 60, 2, seed);
            counts[0] += usize::from(marks.iter().any(|digits| digits.is_empty()));
        }
        assert!(counts[1] > 0 && counts[2] > 0, "{counts:?}");
        assert_eq!(counts[1] + counts[2], 40);
        assert!(counts[0] > 0);
    }

    #[test]
    fn kinds_that_a_shape_cannot_have_become_full_grids() {
        for kind in PuzzleKind::ALL {
            let random = sudoku_puzzle(1, 1, kind, 3);
            let clues = random.puzzle.clues();
            assert!(
                random.kind != PuzzleKind::Contradictory && random.kind != PuzzleKind::Several,
                "{random:?}"
            );
            assert!(clues <= 1);
        }
    }
}
