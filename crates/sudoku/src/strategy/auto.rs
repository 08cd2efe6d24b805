//! `auto`: picks among the others, by the shape and the number of the puzzles. Those that it picks for 9×9 find the
//! same solutions in the same order with as many guesses, so that nobody can tell from an answer which one it was.

use super::{Receiver, Request, Searcher, Strategy};
use crate::grid::Puzzle;
use crate::shape::Shape;
use crate::strategy::dlx::{DLX, LEARN};
use crate::strategy::fast::Fast;
use crate::strategy::lanes::Lanes;

/// The strategy `auto`: picks one of the others for each batch. Where the time for a puzzle is limited, puzzles are
/// searched one by one.
///
/// ```
/// use quadrille_sudoku::Shape;
/// use quadrille_sudoku::strategy::Auto;
///
/// let choice = Auto.choose(Shape::CLASSIC, 1000);
/// assert_eq!(choice.strategy.name(), "lanes");
/// assert_eq!(choice.reason, "many puzzles of 9×9 fill the lanes of vector registers");
/// assert_eq!(Auto.choose(Shape::CLASSIC, 1).strategy.name(), "fast");
/// let large = Auto.choose(Shape::new(4, 4)?, 1000);
/// assert_eq!(large.strategy.name(), "learn");
/// # Ok::<(), quadrille_sudoku::ShapeError>(())
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct Auto;

/// What [`Auto`] picks.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Choice {
    /// The strategy.
    pub strategy: &'static dyn Strategy,
    /// Why.
    pub reason: &'static str,
}

static FAST: Fast = Fast::best();
static LANES: Lanes = Lanes::best();

impl Auto {
    /// Puzzles that make `lanes` worth its while: with fewer in a batch, `fast` is picked.
    ///
    /// Measured, the time of `lanes` divided by that of `fast`: with 32 puzzles 1.2 on 17 clues and 0.7 on the
    /// hardest, with 64 it is 0.9 and 0.65, and 0.5 and 0.35 with thousands. How hard they are is not known before.
    pub const MANY: usize = 48;

    /// What it picks for so many puzzles of a shape.
    pub fn choose(&self, shape: Shape, puzzles: usize) -> Choice {
        // Measured on 98 puzzles of 4×4 to 25×25: on easy ones up to 16×16 both take 0.9 ms; six hard ones of 16×16 take
        // dancing links 23 to 150 ms and learning 1 to 17; of seven hard ones of 20×20 and more they solve none in 20 s.
        if shape.size() > 12 {
            let reason = "what is learned from dead ends makes hard puzzles of this size feasible";
            return Choice { strategy: &LEARN, reason };
        }
        // Only the exact-cover strategies are steady on larger grids, and on small ones nothing is slow.
        if shape != Shape::CLASSIC {
            let reason = "steady on every size: dancing links need no luck with the order of cells";
            return Choice { strategy: &DLX, reason };
        }
        if puzzles < Self::MANY {
            let reason = "the boxes of one 9×9 puzzle side by side: the shortest time to an answer";
            return Choice { strategy: &FAST, reason };
        }
        let reason = "many puzzles of 9×9 fill the lanes of vector registers";
        Choice { strategy: &LANES, reason }
    }
}

impl Strategy for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn description(&self) -> &'static str {
        "picks one of the others, by the shape and the number of the puzzles"
    }

    fn learns(&self, shape: Shape) -> bool {
        self.choose(shape, 1).strategy.learns(shape)
    }

    fn searcher<'p>(&self, puzzle: &'p Puzzle) -> Box<dyn Searcher + 'p> {
        self.choose(puzzle.shape(), 1).strategy.searcher(puzzle)
    }

    fn solve_each(&self, puzzles: &[Puzzle], request: &Request, receiver: &mut dyn Receiver) {
        let Some(first) = puzzles.first() else { return };
        if puzzles.iter().any(|puzzle| puzzle.shape() != first.shape()) {
            return super::one_by_one(self, puzzles, request, receiver);
        }
        // A puzzle's time is its own where it is searched alone: in lanes it is shared.
        let together = if request.limits.time.is_some() { 1 } else { puzzles.len() };
        self.choose(first.shape(), together).strategy.solve_each(puzzles, request, receiver);
    }
}
