//! Variants as exact-cover problems.
//!
//! Every rule adds items and options to those of the plain puzzle, and every strategy of the engine solves the result. A
//! solution of the problem is a solution of the variant, and the other way round, one for one: whatever a rule adds besides the digits is
//! determined by them.

mod biclique;
mod collect;
mod digits;
mod emit;
mod groups;
mod guide;
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

    /// The encoding of rows, columns, regions and other groups of different cells, with a
    /// [propagator](quadrille_cover::Propagate) that keeps all other rules.
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
        let propagator = guided
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
