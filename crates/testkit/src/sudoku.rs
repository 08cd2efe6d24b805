//! A neutral description of a sudoku puzzle, for tests.

use std::fmt;

/// The digits of a compact puzzle: 1 to 9, then letters, so that grids up to 35×35 have one character a cell.
const DIGITS: &[u8] = b"123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// A puzzle as plain data. Its `Debug` form is Rust code that builds it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct SudokuPuzzle {
    /// The number of rows, of columns and of digits.
    pub n: usize,
    /// The number of rows of a box.
    pub box_rows: usize,
    /// The number of columns of a box.
    pub box_columns: usize,
    /// The clues in reading order, n² of them: 1 to n, or 0 for an empty cell.
    pub givens: Vec<u8>,
}

impl SudokuPuzzle {
    /// Reads a puzzle of one character a cell: `1`–`9`, `A`–`Z`, and `.` or `0` for an empty cell. White space is ignored.
    ///
    /// # Errors
    ///
    /// A sentence that says which character is wrong, or how many cells there should be.
    pub fn parse(box_rows: usize, box_columns: usize, cells: &str) -> Result<Self, String> {
        let n = box_rows * box_columns;
        if n == 0 || n > DIGITS.len() {
            return Err(format!("a grid has 1 to {} digits, not {n}", DIGITS.len()));
        }
        let mut givens = Vec::with_capacity(n * n);
        for c in cells.chars().filter(|c| !c.is_whitespace()) {
            let digit = match c {
                '.' | '0' => 0,
                _ => match DIGITS[..n].iter().position(|&digit| char::from(digit) == c) {
                    Some(place) => place as u8 + 1,
                    None => return Err(format!("`{c}` is no digit of a {n}×{n} grid")),
                },
            };
            givens.push(digit);
        }
        if givens.len() != n * n {
            return Err(format!("{} cells, not {}", givens.len(), n * n));
        }
        Ok(SudokuPuzzle { n, box_rows, box_columns, givens })
    }

    /// [`SudokuPuzzle::parse`] for tests, where the string is a literal.
    ///
    /// # Panics
    ///
    /// When the string is not a puzzle of that shape.
    ///
    /// # Examples
    ///
    /// ```
    /// use quadrille_testkit::SudokuPuzzle;
    ///
    /// let puzzle = SudokuPuzzle::compact(2, 2, "12.. 34.. .... ...1");
    /// assert_eq!(puzzle.givens[4], 3);
    /// assert_eq!(format!("{puzzle:?}"), r#"SudokuPuzzle::compact(2, 2, "12..34.........1")"#);
    /// ```
    #[track_caller]
    pub fn compact(box_rows: usize, box_columns: usize, cells: &str) -> Self {
        match Self::parse(box_rows, box_columns, cells) {
            Ok(puzzle) => puzzle,
            Err(error) => panic!("{error}"),
        }
    }

    /// The number of clues.
    pub fn clues(&self) -> usize {
        self.givens.iter().filter(|&&digit| digit > 0).count()
    }
}

/// The cells as one character each, `.` for an empty one and `?` for a digit above 35.
pub fn to_line(cells: &[u8]) -> String {
    let symbol = |&digit: &u8| match digit {
        0 => '.',
        _ => DIGITS.get(usize::from(digit) - 1).map_or('?', |&symbol| char::from(symbol)),
    };
    cells.iter().map(symbol).collect()
}

impl fmt::Debug for SudokuPuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SudokuPuzzle { n, box_rows, box_columns, givens } = self;
        let line = to_line(givens);
        match Self::parse(*box_rows, *box_columns, &line) {
            Ok(again) if again == *self => {
                write!(f, "SudokuPuzzle::compact({box_rows}, {box_columns}, {line:?})")
            }
            _ => write!(
                f,
                "SudokuPuzzle {{ n: {n}, box_rows: {box_rows}, box_columns: {box_columns}, givens: vec!{givens:?} }}"
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faulty_strings_are_refused() {
        for (rows, columns, cells) in
            [(2, 2, "1"), (2, 2, "5..............."), (0, 3, ""), (6, 6, "")]
        {
            assert!(SudokuPuzzle::parse(rows, columns, cells).is_err(), "{rows}×{columns} {cells}");
        }
    }

    #[test]
    fn what_the_compact_form_cannot_express_is_printed_as_a_struct() {
        let odd = SudokuPuzzle { n: 1, box_rows: 1, box_columns: 1, givens: vec![9] };
        assert_eq!(
            format!("{odd:?}"),
            "SudokuPuzzle { n: 1, box_rows: 1, box_columns: 1, givens: vec![9] }"
        );
    }
}
