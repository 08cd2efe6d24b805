//! The canonical form of a classic puzzle or grid: the same for all that are isomorphic, and only for these.
//!
//! Transposing a 9×9, exchanging bands, rows in a band, stacks or columns in a stack, and writing other digits
//! make another puzzle that is the same to a solver: one of up to 3,359,232 × 9! = 1,218,998,108,160. [`canonical`]
//! picks one of them as the form of all, says how to get there, and how many of the symmetries change nothing.
//!
//! ```
//! use quadrille_sudoku::canonical::{Symmetry, canonical};
//! use quadrille_sudoku::{Shape, format};
//!
//! let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let puzzle = format::parse(text, Shape::CLASSIC)?.puzzle;
//! let other = Symmetry::random(1).apply(&puzzle).expect("it is 9×9");
//! assert_ne!(&other, puzzle.grid());
//!
//! let (a, b) = (canonical(&puzzle)?, canonical(&other)?);
//! assert_eq!(a.form(), b.form());
//! // From one puzzle to the other.
//! let there = a.symmetry().then(&b.symmetry().inverse());
//! assert_eq!(there.apply(&puzzle), Some(other));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How
//!
//! Rows, columns, bands, stacks, boxes and digits get colours, 64-bit numbers that depend only on what no symmetry
//! changes: in rounds, each colour is made from those of all that it is connected with by clues (colour refinement,
//! the Weisfeiler–Leman algorithm), and in grids with many clues from how the digits of two rows go over into each
//! other, as cycles. For nearly all puzzles and grids that tells all lines apart, and sorting them is all there is
//! to do. Where lines stay alike, one of them is singled out, each in turn, and the rounds go on; the least result
//! is taken. What is found to be alike on the way is not tried again (McKay, *Practical graph isomorphism*, 1981),
//! so that the most symmetric puzzles take some hundred nodes; the most that was ever met, in 600,000 grids made
//! to be symmetric, sound or not, is 891. Lines without a clue in the same band or
//! stack can be exchanged and are never tried. Digits are written in the order in which they appear.
//!
//! The form is exact: it is compared cell by cell, and a collision of colours costs time and nothing else.
//! It is *not* the lexicographically least of all, which other programs call minlex; and while forms do not
//! depend on the machine, another version of this crate may pick others: keep puzzles, not forms.
//!
//! # Limits
//!
//! Only the classic shape, and no pencilmarks: [`NoForm`] says so. Grids need not be sound: digits may clash.

mod colours;
mod search;
mod symmetry;

#[cfg(test)]
mod tests;

use crate::candidates::Given;
use crate::grid::{CLASSIC_CELLS as CELLS, Grid};
use crate::shape::Shape;

use colours::Picture;

pub use symmetry::Symmetry;

/// Symmetries of the classic grid, relabelling included: 2 × 6⁸ × 9!.
pub const SYMMETRIES: u64 = 3_359_232 * 362_880;

/// The canonical form of a puzzle or a grid: see the [module](self).
///
/// Two to eight microseconds for nearly all; the most symmetric take under two milliseconds.
///
/// ```
/// use quadrille_sudoku::canonical::{SYMMETRIES, canonical};
/// use quadrille_sudoku::{Grid, Shape};
///
/// let mut grid = Grid::empty(Shape::CLASSIC);
/// assert_eq!(canonical(&grid)?.automorphisms(), SYMMETRIES);
/// grid.set(40, 7)?;
/// // One clue: in 81 cells, one of 9 digits.
/// assert_eq!(canonical(&grid)?.isomorphs(), 81 * 9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the shape is not the [classic one](Shape::CLASSIC), or there are pencilmarks.
pub fn canonical<'a>(given: impl Into<Given<'a>>) -> Result<Canonical, NoForm> {
    let given = given.into();
    let shape = given.grid().shape();
    let values = <&[u8; CELLS]>::try_from(given.grid().values());
    let (Shape::CLASSIC, Ok(values)) = (shape, values) else {
        return Err(NoForm::Shape(shape));
    };
    if given.pencilmarks().is_some() {
        return Err(NoForm::Pencilmarks);
    }
    let picture = Picture::new(values);
    let found = search::search(values, &picture);
    let empty_lines = picture.on_line.chunks_exact(3).map(|chute| {
        let empty = chute.iter().filter(|count| **count == 0).count();
        factorial(empty as u64)
    });
    let unused = 9 - given.grid().digit_count() as u64;
    Ok(Canonical {
        form: found.form,
        symmetry: found.symmetry,
        automorphisms: found.orbits * empty_lines.product::<u64>() * factorial(unused),
        nodes: found.nodes,
    })
}

/// Of a number up to 9.
fn factorial(number: u64) -> u64 {
    (1..=number).product()
}

/// What [`canonical`] returns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Canonical {
    form: [u8; CELLS],
    symmetry: Symmetry,
    automorphisms: u64,
    nodes: u64,
}

impl Canonical {
    /// The form: the same for isomorphic grids, and for no others.
    pub fn form(&self) -> Grid {
        Grid::from_values(Shape::CLASSIC, self.form).unwrap_or(Grid::empty(Shape::CLASSIC))
    }

    /// The values of the form, in reading order, 0 for an empty cell.
    pub fn values(&self) -> &[u8; 81] {
        &self.form
    }

    /// The form in 41 bytes, two cells a byte: for tables of many.
    pub fn packed(&self) -> Packed {
        Packed::new(&self.form)
    }

    /// A symmetry that maps the grid to its form.
    pub fn symmetry(&self) -> Symmetry {
        self.symmetry
    }

    /// How many symmetries map the grid to itself, at least 1. Digits that do not occur can be exchanged, and so
    /// can rows of a band, or columns of a stack, without a clue.
    pub fn automorphisms(&self) -> u64 {
        self.automorphisms
    }

    /// How many different grids are isomorphic to this one, itself included: [`SYMMETRIES`] divided by the
    /// [automorphisms](Self::automorphisms).
    pub fn isomorphs(&self) -> u64 {
        SYMMETRIES / self.automorphisms.max(1)
    }

    /// Nodes of the search for it: 1 where colours told all lines apart.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }
}

/// 81 values up to 9, two a byte; in the order of the values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Packed([u8; 41]);

impl Packed {
    fn new(values: &[u8; CELLS]) -> Self {
        let mut packed = [0; 41];
        for (byte, cells) in packed.iter_mut().zip(values.chunks(2)) {
            *byte = cells[0] << 4 | cells.get(1).copied().unwrap_or(0);
        }
        Packed(packed)
    }

    /// The values of a puzzle or a grid as they are. `None` if the shape is not the [classic
    /// one](Shape::CLASSIC), or there are pencilmarks.
    pub fn of<'a>(given: impl Into<Given<'a>>) -> Option<Self> {
        let given = given.into();
        let values = given.grid().values().try_into().ok()?;
        let fits = given.grid().shape() == Shape::CLASSIC && given.pencilmarks().is_none();
        fits.then(|| Packed::new(values))
    }

    /// The bytes.
    pub fn as_bytes(&self) -> &[u8; 41] {
        &self.0
    }
}

/// Why something has no canonical form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoForm {
    /// The shape.
    #[error("canonical forms are for 9×9 with boxes of 3×3, this is {0}")]
    Shape(Shape),
    /// Pencilmarks.
    #[error("a puzzle with pencilmarks has no canonical form: clues alone can have one")]
    Pencilmarks,
}
