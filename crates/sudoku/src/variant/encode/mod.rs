//! Variants as exact-cover problems.
//!
//! Every rule adds items and options to those of the plain puzzle, and every strategy of the engine solves the result. A
//! solution of the problem is a solution of the variant, and the other way round, one for one: whatever a rule
//! adds besides the digits is determined by them.
//!
//! # How
//!
//! The thirty kinds of rule are a few forms. With n digits, and k cells in question:
//!
//! | form | of | items | options | entries |
//! |---|---|---|---|---|
//! | candidates | cells, rows, columns, regions | 1 a cell and n a house, primary; secondary if the house has fewer than n cells | 1 a candidate | 1 + its houses |
//! | equal cells | palindromes, clones, differences of 0 | 1 less for each cell | as of one cell | as of one cell |
//! | group | diagonals, windows, disjoint groups, extra regions, cages, chess moves (by cliques of cells) | n, primary if k = n, else secondary; none if another group holds it | none | 1 a candidate |
//! | pair | thermometers (each two cells, by how far they are apart), inequalities, dots, X and V and what is unmarked, whispers, minima and maxima, numbered rooms | secondary, one a biclique of forbidden pairs: some 2 log₂ n for an order | none | up to log₂ n a candidate for an order |
//! | sets | cages with a sum, renban lines | 1 and n, primary | 1 a set of digits that makes the sum | 1 a candidate; n − k + 1 a set |
//! | line | sums with repeats, arrows, sandwiches, X-sums, skyscrapers, automata | a step, primary, a state and a value for each cell, coloured | 1 a transition | 4 a transition, 1 a candidate |
//! | ends | between lines | 1 primary, bicliques as of pairs | 1 for each two digits of the ends | 3 and some bicliques |
//! | wanted | quadruples | 1 primary for each digit and clique of cells, 1 secondary if it may be lacking in one | 1 a clique | 1 a candidate; 2 |
//! | none | even and odd cells, clues, marks | none | fewer | none |
//!
//! Sums of few cells that follow from cages and houses ("innies and outies") are added, and all forms narrow the
//! candidates before anything is an item or an option: a killer sudoku has some 500 items and 700 options.
//!
//! # What it costs
//!
//! Exact cover alone solves most variants of 9×9 in a millisecond. It is slow where sums meet on long lines: an item knows
//! whether it has options left, but not whether the digits that are left for seven cells of a diagonal can make its sum.
//! [`Encoding::guided`] leaves those rules to a propagator, which knows.

mod biclique;
mod collect;
mod digits;
mod emit;
mod groups;
mod guide;
mod implied;
mod labels;
mod line;
mod machines;
mod narrow;
mod parts;
mod sets;

use std::sync::Arc;

use quadrille_cover::{OptionId, Problem, Propagate, Search};

pub use labels::{Choice, Colour, Item, What};

use super::Variant;
use parts::Parts;

/// The exact-cover problem of a variant, and the way back from its options.
///
/// ```
/// use quadrille_cover::Search;
/// use quadrille_sudoku::Shape;
/// use quadrille_sudoku::variant::{Encoding, Rule, Rules, Variant};
///
/// // 4×4; the first two cells add up to 3.
/// let rules = Rules::from(Shape::new(2, 2)?).with(Rule::killer(3, [0, 1]))?;
/// let encoding = Encoding::new(&Variant::new(rules))?;
/// let search = encoding.search(Search::new());
/// // A sixth of the 288.
/// assert_eq!(search.count(encoding.problem())?.solutions, 48);
///
/// let first = search.first(encoding.problem())?;
/// let mut values = [0; 16];
/// encoding.decode(first.solution().expect("it has solutions"), &mut values);
/// assert_eq!(values[0] + values[1], 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Encoding {
    problem: Problem<Item, Colour, Choice>,
    /// By cell: the others that are equal to it, if it is the first of them.
    copies: Vec<Vec<usize>>,
    /// Options that every solution has.
    given: Vec<OptionId>,
    /// What keeps the rules that are not in the problem.
    propagator: Option<Arc<dyn Propagate>>,
}

/// Why a variant has no encoding.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EncodeError {
    /// A line of a rule has too many states.
    #[error("rule {} has too many states for exact cover", rule + 1)]
    TooLarge {
        /// The number of the rule in the list of rules.
        rule: usize,
    },
    /// More items, options or entries than a problem can have.
    #[error("the problem is too large for exact cover")]
    Problem,
}

impl Encoding {
    /// The encoding of a variant.
    ///
    /// # Errors
    ///
    /// If it would be too large, which takes a line with millions of states and digits.
    pub fn new(variant: &Variant) -> Result<Self, EncodeError> {
        let parts = Self::parts(variant)?;
        Self::of(&parts, false)
    }

    /// The encoding of rows, columns, regions, other groups of different cells, sets of digits and quadruples, with a
    /// [propagator](quadrille_cover::Propagate) that keeps the other rules, and these better.
    ///
    /// Where sums and lines meet, pure exact cover finds out late that the digits left for the cells do not make a sum. The
    /// propagator removes such digits at each node: fewer nodes by orders of magnitude, which take longer each.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn guided(variant: &Variant) -> Result<Self, EncodeError> {
        let parts = Self::parts(variant)?;
        Self::of(&parts, true)
    }

    fn parts(variant: &Variant) -> Result<Parts, EncodeError> {
        let mut parts = collect::collect(variant);
        implied::add(&mut parts, variant.board());
        narrow::narrow(&mut parts);
        if !parts.impossible {
            collect::unroll(&mut parts, variant.rules())?;
            narrow::narrow(&mut parts);
        }
        parts.lines.iter_mut().for_each(line::Line::merge);
        Ok(parts)
    }

    fn of(parts: &Parts, guided: bool) -> Result<Self, EncodeError> {
        let problem = emit::emit(parts, guided).map_err(|_| EncodeError::Problem)?;
        let mut copies = vec![Vec::new(); parts.first.len()];
        for &cell in &parts.inside {
            if parts.first[cell] != cell {
                copies[parts.first[cell]].push(cell);
            }
        }
        let is_given = |&option: &OptionId| match problem.label(option) {
            Some(&Choice::Digit { cell, .. }) => parts.domains[cell].count_ones() == 1,
            _ => false,
        };
        let given = problem.matrix().options().filter(is_given).collect();
        // What is impossible has no options, and no need of a propagator.
        let propagator = (guided && !parts.impossible)
            .then(|| Arc::new(guide::Keeper::new(parts, problem.matrix())) as Arc<dyn Propagate>);
        Ok(Encoding { problem, copies, given, propagator })
    }

    /// The problem.
    pub fn problem(&self) -> &Problem<Item, Colour, Choice> {
        &self.problem
    }

    /// The options of cells with a single candidate: every solution has them.
    pub fn given(&self) -> &[OptionId] {
        &self.given
    }

    /// A search of [`problem`](Self::problem) for the solutions of the variant.
    pub fn search(&self, search: Search) -> Search {
        let search = search.given(self.given.iter().copied());
        match &self.propagator {
            Some(propagator) => search.propagator(Arc::clone(propagator)),
            None => search,
        }
    }

    /// What keeps the rules that are not in the problem, if it is [guided](Self::guided).
    pub fn propagator(&self) -> Option<&Arc<dyn Propagate>> {
        self.propagator.as_ref()
    }

    /// Writes the digits that options stand for into `values`, one a number of the board. Values of other cells
    /// stay as they are; cells beyond the end of `values` are left out.
    pub fn decode(&self, options: &[OptionId], values: &mut [u8]) {
        for &option in options {
            let Some(&Choice::Digit { cell, digit }) = self.problem.label(option) else { continue };
            for &cell in std::iter::once(&cell).chain(&self.copies[cell]) {
                if let Some(value) = values.get_mut(cell) {
                    *value = digit;
                }
            }
        }
    }
}
