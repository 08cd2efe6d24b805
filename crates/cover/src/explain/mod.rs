//! Why there is no solution: a minimal set of items that cannot be covered together.
//!
//! # What is looked for
//!
//! A set of primary items is *in conflict* if no choice of options covers each of them as often as
//! it needs. To leave an item out of the set is not to ask that it be covered; it may still be
//! covered no more often than before, so that its options exclude each other as they did. A
//! conflict is *minimal* if leaving out any one of its items resolves it.
//!
//! # How
//!
//! A short search of the whole problem comes first, for an eighth of the limits, no more than 4,000
//! nodes and two an item, and no more than 34 million updates and 128 an entry: a problem that has
//! many solutions is answered at once.
//!
//! Then simple causes are looked for: an item with too few options; two items whose options all exclude each
//! other; what [`Preprocess`](crate::Preprocess) finds, traced back to the items it used; items that
//! must pass through fewer others than they are (a matching, by Hall's theorem). What these
//! looks may cost is bounded near linearly in the size of the problem; what would cost more is left
//! to the search. Only then the whole problem is searched to the end.
//!
//! The conflict is made smaller by leaving out items, several at once as long as that goes well. Each
//! try ends in one of two ways. Either the rest is still in conflict; then what that conflict does not
//! need goes with it (clause-set refinement). Or there is a solution of the rest, which proves that the
//! item is needed; and by exchanging options in it, it often proves the same of others (model
//! rotation: Marques-Silva and Lynce 2011).
//!
//! # Limits
//!
//! Minimal is not smallest: another conflict may have fewer items. Every try is a search of its own;
//! those for less than all items can take longer than the search for a solution, since there is
//! less that prunes them. The limits of the [`Search`] hold for all tries together. When one is
//! reached, the conflict found so far is still one, and said not to be proven minimal.

mod hall;
mod minimise;
mod probe;
mod reason;
mod rotate;
mod words;

pub use reason::Reason;

use self::probe::{Answer, Prober};
use crate::ids::{ItemId, OptionId};
use crate::matrix::Matrix;
use crate::outcome::StopReason;
use crate::preprocess::NoSolution;
use crate::search::{Search, SearchError};

/// What [`explain`] found.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Explanation {
    /// There is a solution: this one. The given options come first.
    Solvable(Vec<OptionId>),
    /// There is none, and this is why.
    Unsolvable(Conflict),
    /// A limit was reached before it was known whether there is a solution.
    Unknown(StopReason),
}

impl Explanation {
    /// The conflict, if there is no solution.
    pub fn conflict(&self) -> Option<&Conflict> {
        match self {
            Explanation::Unsolvable(conflict) => Some(conflict),
            _ => None,
        }
    }
}

/// Primary items that cannot be covered together.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Conflict {
    /// The items, ascending; none if the given options contradict each other by themselves.
    pub items: Vec<ItemId>,
    /// The limit that was reached before the conflict was proven to be minimal: some of the items
    /// may not be needed. `None` if each of them is: without any one of them, the others can be
    /// covered.
    pub unproven: Option<StopReason>,
    /// What keeps the items from being covered, where it is simple.
    pub reason: Reason,
    /// Number of options that have one of the items and stand against no given or forbidden option.
    pub options: usize,
}

impl Conflict {
    /// Whether each of the items is known to be needed.
    pub fn is_minimal(&self) -> bool {
        self.unproven.is_none()
    }
}

/// Says why a problem has no solution, or gives one.
///
/// The given and forbidden options of `search`, its strategy and branching are used for every try;
/// its node budget, time budget and cancel token limit all of them together. Its limit of solutions
/// does not matter.
///
/// ```
/// use quadrille_cover::{ProblemBuilder, Search, explain};
///
/// // Three pigeons, two holes.
/// let mut builder = ProblemBuilder::new();
/// builder.primary_items(["Ann", "Bob", "Cleo"])?;
/// builder.secondary_items(["left", "right"])?;
/// for pigeon in ["Ann", "Bob", "Cleo"] {
///     builder.add_option([pigeon, "left"])?;
///     builder.add_option([pigeon, "right"])?;
/// }
/// let problem = builder.build();
///
/// let explanation = explain(&problem, &Search::new())?;
/// assert!(explanation.conflict().is_some_and(|conflict| conflict.is_minimal()));
/// assert_eq!(
///     explanation.describe(&problem),
///     "no solution: Ann, Bob and Cleo have only left and right between them"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// See [`SearchError`]; with a [propagator](crate::propagate) it is refused.
pub fn explain(problem: &impl AsRef<Matrix>, search: &Search) -> Result<Explanation, SearchError> {
    let matrix = problem.as_ref();
    // Says whether the options exist and the strategy can take the problem.
    search.check(matrix, &search.setup)?;
    // The parts of the problem that are searched are not those that it knows.
    if search.setup.propagator.is_some() {
        return Err(SearchError::Propagator("explain"));
    }
    let mut prober = Prober::new(matrix, search);
    if let Some(reason) = prober.contradiction() {
        return Ok(Explanation::Unsolvable(assumptions(reason)));
    }
    let all: Vec<ItemId> = prober.needy_items();
    let plain = prober.try_plainly(&all)?;
    if let Answer::Solution(options) = plain {
        return Ok(solvable(&prober, options));
    }
    let items = match prober.simple_conflict() {
        Some(items) => items,
        None => match (prober.test(&all, 1)?, plain) {
            (Answer::Conflict(items), _) => items,
            // That there is a conflict is known, if nothing else is.
            (Answer::Unknown(_), Answer::Conflict(items)) => items,
            (Answer::Unknown(reason), _) => return Ok(Explanation::Unknown(reason)),
            (Answer::Solution(options), _) => return Ok(solvable(&prober, options)),
        },
    };
    let (mut items, unproven) = minimise::minimise(&mut prober, items)?;
    items.sort_unstable();
    let reason = reason::reason(&prober, &items);
    let options = prober.options_of(&items).len();
    Ok(Explanation::Unsolvable(Conflict { items, unproven, reason, options }))
}

/// A solution, with the given options.
fn solvable(prober: &Prober<'_>, options: Vec<u32>) -> Explanation {
    let mut solution = prober.given();
    solution.extend(options.into_iter().map(OptionId::new));
    Explanation::Solvable(solution)
}

/// The conflict of assumptions that contradict each other.
fn assumptions(reason: NoSolution) -> Conflict {
    let reason = match reason {
        NoSolution::GivenClash { first, second, item } => {
            Reason::GivenClash { first, second, item }
        }
        NoSolution::GivenForbidden { option } => Reason::GivenForbidden { option },
        NoSolution::GivenNeverChosen { option } => Reason::GivenNeverChosen { option },
        _ => Reason::General,
    };
    Conflict { items: Vec::new(), unproven: None, reason, options: 0 }
}
