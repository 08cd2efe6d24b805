//! How many completions a puzzle has: any number, without visiting each of them where the engine need not.

use quadrille_cover::{Outcome, Search, SearchError, Solutions};

use crate::encoding::Encoding;
use crate::grid::Puzzle;

/// Counts the completions of a puzzle by the [encoding](Encoding) as exact cover, within the limits of a
/// search and by its strategy. [`Outcome::total`] is exact, however large; with a verdict that is not
/// [`Exhausted`](crate::Verdict::Exhausted) it is how many there are at least.
///
/// The options that the search is given are replaced by the clues, and those that it is forbidden by what
/// pencilmarks exclude, if the puzzle has such: see [`Encoding::search`].
///
/// ```
/// use quadrille_sudoku::{Grid, Puzzle, Search, Shape, count};
///
/// let empty = Puzzle::new(Grid::empty(Shape::new(2, 2)?))?;
/// let outcome = count(&empty, &Search::new())?;
/// assert!(outcome.verdict.is_exhausted());
/// assert_eq!(outcome.total(), 288u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// See [`SearchError`]; none with [`Search::new`], limits, and strategies that take plain exact cover.
pub fn count(puzzle: &Puzzle, search: &Search) -> Result<Outcome, SearchError> {
    let encoding = Encoding::of(puzzle.shape());
    encoding.search(puzzle, search.clone()).count(encoding.problem())
}

/// The same search as something that can be watched and left: see [`Solutions::advance`]. Its solutions
/// are read by [`Encoding::decode`].
///
/// # Errors
///
/// As for [`count`].
pub fn completions(puzzle: &Puzzle, search: &Search) -> Result<Solutions<'static>, SearchError> {
    let encoding = Encoding::of(puzzle.shape());
    encoding.search(puzzle, search.clone()).solutions(encoding.problem())
}
