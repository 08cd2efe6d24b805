//! Solutions of a sudoku puzzle by filling in.
//!
//! Two methods, both without masks, tables or propagation. [`solutions`] fills the empty cells in reading order, each
//! with every digit that its row, column and box allow: obviously right, and hopeless on many puzzles.
//! [`fewest_first`] branches each time where the fewest placements are left, be it in a cell or of a digit in a house:
//! a second opinion, and fast enough for most 9×9 puzzles.
//!
//! [`marked_solutions`] and [`marked_fewest_first`] do the same for puzzles of pencilmarks, where each cell has
//! a list of the digits that it may hold.
//!
//! A malformed puzzle (sizes that do not fit, a value above n) has no solutions here, and never panics.

/// Up to `cap` solutions in lexicographic order, by filling in reading order. Contradictory givens have none.
///
/// # Examples
///
/// ```
/// use quadrille_testkit::sudoku_oracle;
///
/// assert_eq!(sudoku_oracle::solutions(4, 2, 2, &[0; 16], 1000).len(), 288);
/// ```
pub fn solutions(
    n: usize,
    box_rows: usize,
    box_columns: usize,
    givens: &[u8],
    cap: usize,
) -> Vec<Vec<u8>> {
    solutions_within(n, box_rows, box_columns, givens, cap, u64::MAX).unwrap_or_default()
}

/// [`solutions`] that gives up, with `None`, after trying `tries` digits.
pub fn solutions_within(
    n: usize,
    box_rows: usize,
    box_columns: usize,
    givens: &[u8],
    cap: usize,
    tries: u64,
) -> Option<Vec<Vec<u8>>> {
    let Some(mut fill) = Fill::new(n, box_rows, box_columns, givens, cap, tries) else {
        return Some(Vec::new());
    };
    fill.reading_order(0);
    fill.finish()
}

/// [`solutions_within`] for a puzzle of pencilmarks: no cell is given, and each may hold the digits of its list.
///
/// # Examples
///
/// ```
/// use quadrille_testkit::sudoku_oracle::marked_solutions;
///
/// // One row is known.
/// let mut marks = vec![vec![1, 2, 3, 4]; 16];
/// (0..4).for_each(|cell| marks[cell] = vec![cell as u8 + 1]);
/// assert_eq!(marked_solutions(2, 2, &marks, usize::MAX, u64::MAX).unwrap().len(), 12);
/// ```
pub fn marked_solutions(
    box_rows: usize,
    box_columns: usize,
    marks: &[Vec<u8>],
    cap: usize,
    tries: u64,
) -> Option<Vec<Vec<u8>>> {
    let Some(mut fill) = Fill::marked(box_rows, box_columns, marks, cap, tries) else {
        return Some(Vec::new());
    };
    fill.reading_order(0);
    fill.finish()
}

/// [`fewest_first`] for a puzzle of pencilmarks.
pub fn marked_fewest_first(
    box_rows: usize,
    box_columns: usize,
    marks: &[Vec<u8>],
    cap: usize,
    tries: u64,
) -> Option<Vec<Vec<u8>>> {
    let Some(mut fill) = Fill::marked(box_rows, box_columns, marks, cap, tries) else {
        return Some(Vec::new());
    };
    fill.fewest();
    let mut found = fill.finish()?;
    found.sort();
    Some(found)
}

/// Up to `cap` solutions, by branching where the fewest placements are left; in lexicographic order if that is all of
/// them. `None` after trying `tries` digits.
pub fn fewest_first(
    n: usize,
    box_rows: usize,
    box_columns: usize,
    givens: &[u8],
    cap: usize,
    tries: u64,
) -> Option<Vec<Vec<u8>>> {
    let Some(mut fill) = Fill::new(n, box_rows, box_columns, givens, cap, tries) else {
        return Some(Vec::new());
    };
    fill.fewest();
    let mut found = fill.finish()?;
    found.sort();
    Some(found)
}

/// Checks a full grid against the rules and the givens.
///
/// # Errors
///
/// A sentence that says which rule is broken, and where; cells, rows, columns and boxes are numbered from 0.
pub fn is_sudoku_solution(
    n: usize,
    box_rows: usize,
    box_columns: usize,
    givens: &[u8],
    grid: &[u8],
) -> Result<(), String> {
    if n == 0 || box_rows * box_columns != n || givens.len() != n * n {
        return Err("the puzzle is malformed".to_owned());
    }
    if grid.len() != n * n {
        return Err(format!("{} cells, not {}", grid.len(), n * n));
    }
    if let Some(cell) = (0..n * n).find(|&cell| givens[cell] != 0 && givens[cell] != grid[cell]) {
        return Err(format!("cell {cell} holds {}, but {} is given", grid[cell], givens[cell]));
    }
    // Sorted, the digits of every house must read 1, 2, … n.
    let full: Vec<usize> = (1..=n).collect();
    for house in 0..n {
        let (top, left) = (house / box_rows * box_rows, house % box_rows * box_columns);
        let row = (0..n).map(|i| house * n + i);
        let column = (0..n).map(|i| i * n + house);
        let in_box = (0..n).map(|i| (top + i / box_columns) * n + left + i % box_columns);
        let houses: [(&str, Vec<usize>); 3] =
            [("row", row.collect()), ("column", column.collect()), ("box", in_box.collect())];
        for (name, cells) in houses {
            let mut digits: Vec<usize> =
                cells.iter().map(|&cell| usize::from(grid[cell])).collect();
            digits.sort_unstable();
            if digits != full {
                return Err(format!("{name} {house} holds the digits {digits:?}"));
            }
        }
    }
    Ok(())
}

struct Fill {
    n: usize,
    box_rows: usize,
    box_columns: usize,
    grid: Vec<u8>,
    /// The digits that each cell may hold, if not all.
    marks: Option<Vec<Vec<u8>>>,
    cap: usize,
    tries_left: u64,
    gave_up: bool,
    found: Vec<Vec<u8>>,
}

impl Fill {
    /// `None` when the puzzle is malformed or its givens contradict each other.
    fn new(
        n: usize,
        box_rows: usize,
        box_columns: usize,
        givens: &[u8],
        cap: usize,
        tries: u64,
    ) -> Option<Self> {
        let sizes_fit = n > 0 && n <= 255 && box_rows * box_columns == n && givens.len() == n * n;
        if !sizes_fit || givens.iter().any(|&digit| usize::from(digit) > n) {
            return None;
        }
        let grid = givens.to_vec();
        let fill = Fill {
            n,
            box_rows,
            box_columns,
            grid,
            marks: None,
            cap,
            tries_left: tries,
            gave_up: false,
            found: Vec::new(),
        };
        let consistent =
            (0..n * n).all(|cell| fill.grid[cell] == 0 || fill.allows(cell, fill.grid[cell]));
        consistent.then_some(fill)
    }

    /// A puzzle of pencilmarks; `None` when it is malformed.
    fn marked(
        box_rows: usize,
        box_columns: usize,
        marks: &[Vec<u8>],
        cap: usize,
        tries: u64,
    ) -> Option<Self> {
        let n = box_rows.checked_mul(box_columns).filter(|&n| n <= 255)?;
        let fill = Fill::new(n, box_rows, box_columns, &vec![0; n * n], cap, tries)?;
        (marks.len() == n * n).then(|| Fill { marks: Some(marks.to_vec()), ..fill })
    }

    fn finish(self) -> Option<Vec<Vec<u8>>> {
        (!self.gave_up).then_some(self.found)
    }

    /// Whether the cell may hold the digit, and no other cell of its row, column and box does.
    fn allows(&self, cell: usize, digit: u8) -> bool {
        if self.marks.as_ref().is_some_and(|marks| !marks[cell].contains(&digit)) {
            return false;
        }
        let n = self.n;
        let (row, column) = (cell / n, cell % n);
        let (top, left) =
            (row / self.box_rows * self.box_rows, column / self.box_columns * self.box_columns);
        let clashes = |other: usize| other != cell && self.grid[other] == digit;
        !(0..n).any(|i| {
            clashes(row * n + i)
                || clashes(i * n + column)
                || clashes((top + i / self.box_columns) * n + left + i % self.box_columns)
        })
    }

    /// Counts one try; false when the search is to end.
    fn go_on(&mut self) -> bool {
        if self.found.len() >= self.cap {
            return false;
        }
        self.gave_up |= self.tries_left == 0;
        self.tries_left = self.tries_left.saturating_sub(1);
        !self.gave_up
    }

    fn reading_order(&mut self, from: usize) {
        let Some(cell) = (from..self.grid.len()).find(|&cell| self.grid[cell] == 0) else {
            if self.found.len() < self.cap {
                self.found.push(self.grid.clone());
            }
            return;
        };
        for digit in 1..=self.n as u8 {
            if !self.go_on() {
                break;
            }
            if self.allows(cell, digit) {
                self.grid[cell] = digit;
                self.reading_order(cell + 1);
                self.grid[cell] = 0;
            }
        }
    }

    fn fewest(&mut self) {
        let Some(placements) = self.fewest_placements() else {
            if self.found.len() < self.cap {
                self.found.push(self.grid.clone());
            }
            return;
        };
        for (cell, digit) in placements {
            if !self.go_on() {
                break;
            }
            self.grid[cell] = digit;
            self.fewest();
            self.grid[cell] = 0;
        }
    }

    /// The shortest list of placements of which exactly one must be right; `None` when the grid is full.
    fn fewest_placements(&self) -> Option<Vec<(usize, u8)>> {
        let n = self.n;
        // Every empty cell demands a digit, and every house demands each digit that it does not hold. The slots of the
        // houses are numbered by house (rows, columns, boxes) and digit; slot 0 of a house stays unused.
        let mut in_cells: Vec<Vec<(usize, u8)>> = Vec::new();
        let mut in_houses = vec![Vec::new(); 3 * n * (n + 1)];
        let mut met = vec![false; 3 * n * (n + 1)];
        for (cell, &held) in self.grid.iter().enumerate() {
            let (row, column) = (cell / n, cell % n);
            let in_box = row / self.box_rows * self.box_rows + column / self.box_columns;
            let slots = |digit: u8| {
                [row, n + column, 2 * n + in_box].map(|house| house * (n + 1) + usize::from(digit))
            };
            if held != 0 {
                slots(held).iter().for_each(|&slot| met[slot] = true);
                continue;
            }
            let mut placements = Vec::new();
            for digit in (1..=n as u8).filter(|&digit| self.allows(cell, digit)) {
                placements.push((cell, digit));
                slots(digit).iter().for_each(|&slot| in_houses[slot].push((cell, digit)));
            }
            in_cells.push(placements);
        }
        let unmet = (0..met.len()).filter(|slot| slot % (n + 1) != 0 && !met[*slot]);
        let houses = unmet.map(|slot| &in_houses[slot]);
        in_cells.iter().chain(houses).min_by_key(|list| list.len()).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::{SudokuPuzzle, to_line};

    const BOOK: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const BOOK_SOLUTION: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    #[test]
    fn the_book_puzzle_has_its_known_solution_by_both_methods() {
        let puzzle = SudokuPuzzle::compact(3, 3, BOOK);
        let lines =
            |grids: Vec<Vec<u8>>| grids.iter().map(|grid| to_line(grid)).collect::<Vec<_>>();
        assert_eq!(lines(solutions(9, 3, 3, &puzzle.givens, 9)), [BOOK_SOLUTION]);
        assert_eq!(lines(fewest_first(9, 3, 3, &puzzle.givens, 9, 1000).unwrap()), [BOOK_SOLUTION]);
    }

    #[test]
    fn known_numbers_of_grids_come_out_by_both_methods() {
        // 288 grids of order 4 (OEIS A107739); 2 × 3 boxes: 28,200,960 grids, over 6! first rows × 39,168 (Pettersen).
        assert_eq!(solutions(4, 2, 2, &[0; 16], usize::MAX).len(), 288);
        assert_eq!(fewest_first(4, 2, 2, &[0; 16], usize::MAX, u64::MAX).unwrap().len(), 288);
        let mut row: Vec<u8> = vec![1, 2, 3, 4, 5, 6];
        row.resize(36, 0);
        assert_eq!(solutions(6, 2, 3, &row, usize::MAX).len(), 28_200_960 / 720);
    }

    #[test]
    fn both_methods_agree_on_the_set_of_solutions() {
        let puzzle = SudokuPuzzle::compact(2, 3, "1....6 ...... ..3... ...4.. ...... 6....1");
        let by_reading = solutions(6, 2, 3, &puzzle.givens, usize::MAX);
        assert!(by_reading.len() > 1);
        assert_eq!(fewest_first(6, 2, 3, &puzzle.givens, usize::MAX, u64::MAX), Some(by_reading));
    }

    #[test]
    fn pencilmarks_restrict_what_cells_hold() {
        let all: Vec<u8> = (1..=4).collect();
        let mut marks = vec![all; 16];
        let both = |marks: &[Vec<u8>]| {
            let [one, other] = [marked_solutions, marked_fewest_first]
                .map(|find| find(2, 2, marks, usize::MAX, u64::MAX).unwrap());
            assert_eq!(one, other);
            one
        };
        assert_eq!(both(&marks).len(), 288);
        marks[0] = vec![1, 3];
        let half = both(&marks);
        assert_eq!((half.len(), half[0][0], half[143][0]), (144, 1, 3));
        marks[5] = vec![1];
        assert_eq!(both(&marks).len(), 72 / 3);
        marks[5] = Vec::new();
        assert_eq!(both(&marks), Vec::<Vec<u8>>::new());
        assert!(marked_solutions(2, 2, &marks[1..], 9, 9).unwrap().is_empty());
        assert!(marked_solutions(0, 2, &[], 9, 9).unwrap().is_empty());
    }

    #[test]
    fn malformed_and_contradictory_puzzles_have_no_solutions() {
        assert!(solutions(4, 2, 2, &[0; 15], 9).is_empty());
        assert!(solutions(4, 2, 3, &[0; 16], 9).is_empty());
        assert!(solutions(0, 0, 0, &[], 9).is_empty());
        assert!(solutions(1, 1, 1, &[2], 9).is_empty());
        assert!(solutions(2, 1, 2, &[1, 1, 0, 0], 9).is_empty());
        assert_eq!(solutions(1, 1, 1, &[0], 9), [[1]]);
    }

    #[test]
    fn the_cap_and_the_budget_are_kept() {
        assert_eq!(solutions(4, 2, 2, &[0; 16], 7).len(), 7);
        assert!(solutions(4, 2, 2, &[0; 16], 0).is_empty());
        assert_eq!(solutions_within(9, 3, 3, &[0; 81], usize::MAX, 1000), None);
        assert_eq!(fewest_first(9, 3, 3, &[0; 81], usize::MAX, 1000), None);
    }

    #[test]
    fn the_check_names_the_broken_rule() {
        let givens = [0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        let check = |cells: &str| {
            is_sudoku_solution(4, 2, 2, &givens, &SudokuPuzzle::compact(2, 2, cells).givens)
        };
        assert_eq!(check("3412 1234 2143 4321"), Ok(()));
        assert_eq!(check("3421 2134 1243 4312"), Err("cell 3 holds 1, but 2 is given".to_owned()));
        assert_eq!(
            check("3412 1234 2143 4312"),
            Err("column 2 holds the digits [1, 1, 3, 4]".to_owned())
        );
        assert_eq!(
            check("3142 1324 4213 2431"),
            Err("box 0 holds the digits [1, 1, 3, 3]".to_owned())
        );
        assert!(is_sudoku_solution(4, 2, 2, &givens, &[1; 15]).is_err());
    }
}
