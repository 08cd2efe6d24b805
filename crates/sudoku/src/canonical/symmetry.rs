//! The symmetries of the classic grid, as values.

use crate::grid::{CLASSIC_CELLS, Grid};
use crate::random::Random;
use crate::shape::Shape;

/// A symmetry of the classic 9×9 grid: transposition, permutations of bands, of rows in bands, of stacks and of
/// columns in stacks, and a permutation of the digits. There are 3,359,232 × 9! of them.
///
/// It maps puzzles to puzzles and solutions to solutions; what it maps to each other is called *isomorphic*.
///
/// ```
/// use quadrille_sudoku::{Shape, canonical::Symmetry, format};
///
/// let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let puzzle = format::parse(text, Shape::CLASSIC)?.puzzle;
/// let symmetry = Symmetry::random(7);
/// let other = symmetry.apply(&puzzle).expect("it is 9×9");
/// assert_ne!(&other, puzzle.grid());
/// assert_eq!(symmetry.inverse().apply(&other).as_ref(), Some(puzzle.grid()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Symmetry {
    transposed: bool,
    /// For each row of the image the row that it is from, of the grid or its transpose.
    rows: [u8; 9],
    /// The same for columns.
    columns: [u8; 9],
    /// What each digit becomes; 0 stays.
    digits: [u8; 10],
}

impl Symmetry {
    /// What changes nothing.
    pub const IDENTITY: Symmetry = Symmetry {
        transposed: false,
        rows: [0, 1, 2, 3, 4, 5, 6, 7, 8],
        columns: [0, 1, 2, 3, 4, 5, 6, 7, 8],
        digits: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    };

    /// The symmetry that transposes if that is wanted, then takes row `rows[r]` as row r and column `columns[c]`
    /// as column c, from 0, and then writes `digits[d − 1]` for digit d.
    ///
    /// `None` if one of these is no permutation, or one of lines does not keep bands or stacks together.
    pub fn new(transposed: bool, rows: [u8; 9], columns: [u8; 9], digits: [u8; 9]) -> Option<Self> {
        let mut labels = [0; 10];
        labels[1..].copy_from_slice(&digits);
        let is_permutation =
            |values: &[u8], least: u8| (least..least + 9).all(|value| values.contains(&value));
        let keeps_chutes = |lines: &[u8; 9]| {
            lines.chunks(3).all(|chute| chute.iter().all(|line| line / 3 == chute[0] / 3))
        };
        let sound = is_permutation(&rows, 0)
            && is_permutation(&columns, 0)
            && is_permutation(&digits, 1)
            && keeps_chutes(&rows)
            && keeps_chutes(&columns);
        sound.then_some(Symmetry { transposed, rows, columns, digits: labels })
    }

    /// One that is taken at random, all with the same chance, up to what 64 bits of seed can tell apart. The
    /// same seed gives the same symmetry.
    pub fn random(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let transposed = random.below(2) == 1;
        let rows = random_lines(&mut random);
        let columns = random_lines(&mut random);
        let mut digits = Self::IDENTITY.digits;
        random.shuffle(&mut digits[1..]);
        Symmetry { transposed, rows, columns, digits }
    }

    /// The image of a grid; `None` if it is not of the [classic shape](Shape::CLASSIC).
    pub fn apply(&self, grid: &Grid) -> Option<Grid> {
        let values = <&[u8; CLASSIC_CELLS]>::try_from(grid.values()).ok()?;
        if grid.shape() != Shape::CLASSIC {
            return None;
        }
        Grid::from_values(Shape::CLASSIC, self.apply_values(values)).ok()
    }

    /// The image of 81 values from 0 to 9.
    pub(super) fn apply_values(&self, values: &[u8; CLASSIC_CELLS]) -> [u8; CLASSIC_CELLS] {
        let (down, right) = if self.transposed { (1, 9) } else { (9, 1) };
        let mut image = [0; CLASSIC_CELLS];
        for (cells, &row) in image.chunks_exact_mut(9).zip(&self.rows) {
            for (cell, &column) in cells.iter_mut().zip(&self.columns) {
                let value = values[usize::from(row) * down + usize::from(column) * right];
                *cell = self.digits[usize::from(value)];
            }
        }
        image
    }

    /// What undoes this one.
    pub fn inverse(&self) -> Self {
        let inverse = |lines: &[u8; 9]| {
            let mut back = [0; 9];
            for (to, &from) in (0u8..).zip(lines) {
                back[usize::from(from)] = to;
            }
            back
        };
        let (rows, columns) = (inverse(&self.rows), inverse(&self.columns));
        // Transposing comes first, and in the inverse last: what were columns are rows then.
        let (rows, columns) = if self.transposed { (columns, rows) } else { (rows, columns) };
        let mut digits = [0; 10];
        for (from, &to) in (0u8..).zip(&self.digits) {
            digits[usize::from(to)] = from;
        }
        Symmetry { transposed: self.transposed, rows, columns, digits }
    }

    /// First this one, then `next`.
    pub fn then(&self, next: &Symmetry) -> Self {
        // A transposition behind this one exchanges what becomes of rows and of columns.
        let (rows, columns) =
            if next.transposed { (self.columns, self.rows) } else { (self.rows, self.columns) };
        Symmetry {
            transposed: self.transposed != next.transposed,
            rows: next.rows.map(|row| rows[usize::from(row)]),
            columns: next.columns.map(|column| columns[usize::from(column)]),
            digits: self.digits.map(|digit| next.digits[usize::from(digit)]),
        }
    }

    /// Whether rows and columns are exchanged, before anything else.
    pub fn is_transposed(&self) -> bool {
        self.transposed
    }

    /// For each row of the image the row that it is from, from 0, of the grid or, if it is
    /// [transposed](Self::is_transposed), of its transpose.
    pub fn rows(&self) -> &[u8; 9] {
        &self.rows
    }

    /// The same for columns.
    pub fn columns(&self) -> &[u8; 9] {
        &self.columns
    }

    /// What a digit becomes; 0, an empty cell, stays. `None` if there is no such digit.
    pub fn digit(&self, digit: u8) -> Option<u8> {
        self.digits.get(usize::from(digit)).copied()
    }

    /// From parts that are known to be sound.
    pub(super) fn from_parts(
        transposed: bool,
        rows: [u8; 9],
        columns: [u8; 9],
        digits: [u8; 10],
    ) -> Self {
        Symmetry { transposed, rows, columns, digits }
    }
}

/// Lines that keep to their chutes.
fn random_lines(random: &mut Random) -> [u8; 9] {
    let mut chutes = [0, 1, 2];
    random.shuffle(&mut chutes);
    let mut lines = [0; 9];
    for (slots, chute) in lines.chunks_exact_mut(3).zip(chutes) {
        slots.copy_from_slice(&[3 * chute, 3 * chute + 1, 3 * chute + 2]);
        random.shuffle(slots);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some_grid() -> [u8; 81] {
        // No two lines are equal, and some cells are empty; it need not be a sudoku.
        std::array::from_fn(|cell| ((cell * cell + 3 * cell) % 83 % 10) as u8)
    }

    #[test]
    fn applying_one_after_the_other_is_applying_the_product() {
        let grid = some_grid();
        for seed in 0..200 {
            let (a, b) = (Symmetry::random(seed), Symmetry::random(1000 + seed));
            let product = a.then(&b);
            assert_eq!(product.apply_values(&grid), b.apply_values(&a.apply_values(&grid)));
        }
    }

    #[test]
    fn the_inverse_undoes_on_both_sides() {
        for seed in 0..200 {
            let symmetry = Symmetry::random(seed);
            assert_eq!(symmetry.then(&symmetry.inverse()), Symmetry::IDENTITY, "{seed}");
            assert_eq!(symmetry.inverse().then(&symmetry), Symmetry::IDENTITY, "{seed}");
        }
    }

    #[test]
    fn parts_that_are_no_symmetry_are_refused() {
        let Symmetry { rows, columns, .. } = Symmetry::IDENTITY;
        let digits = [1, 2, 3, 4, 5, 6, 7, 8, 9];
        assert_eq!(Symmetry::new(false, rows, columns, digits), Some(Symmetry::IDENTITY));
        let torn = [3, 1, 2, 0, 4, 5, 6, 7, 8];
        assert_eq!(Symmetry::new(false, torn, columns, digits), None);
        assert_eq!(Symmetry::new(false, rows, torn, digits), None);
        assert_eq!(Symmetry::new(false, [0; 9], columns, digits), None);
        assert_eq!(Symmetry::new(false, rows, columns, [0, 1, 2, 3, 4, 5, 6, 7, 8]), None);
        assert_eq!(Symmetry::new(true, rows, columns, [1; 9]), None);
        let swapped = [3, 4, 5, 1, 0, 2, 6, 7, 8];
        assert!(Symmetry::new(true, swapped, columns, digits).is_some());
    }

    #[test]
    fn what_a_seed_means_is_a_promise() {
        let rows = [8, 6, 7, 4, 5, 3, 1, 2, 0];
        let columns = [6, 7, 8, 0, 1, 2, 3, 5, 4];
        let expected = Symmetry::new(false, rows, columns, [7, 9, 4, 2, 1, 8, 6, 5, 3]);
        assert_eq!(Some(Symmetry::random(7)), expected);
    }

    #[test]
    fn random_symmetries_are_sound_and_differ() {
        let mut seen = std::collections::HashSet::new();
        for seed in 0..1000 {
            let symmetry = Symmetry::random(seed);
            let digits: [u8; 9] = std::array::from_fn(|digit| symmetry.digits[digit + 1]);
            let again = Symmetry::new(symmetry.transposed, symmetry.rows, symmetry.columns, digits);
            assert_eq!(again, Some(symmetry));
            assert!(seen.insert(symmetry), "{seed}");
        }
    }
}
