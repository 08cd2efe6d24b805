//! Shards: a search in parts of about the same size, each for a process or a machine of its own.
//!
//! A [`Plan`] cuts the search tree into *pieces*: a piece is a run of neighbouring branches of one
//! level, below a path of branches from the root. Together the pieces are the tree, and no two of them
//! overlap; so their solutions are those of the search, each once, and their counts add up, whatever the
//! problem has of colours and multiplicities, and whichever strategy and branching are used.
//!
//! How large a piece is can only be estimated: by random descents (see [`estimate()`](crate::estimate())),
//! made from the piece instead of the root. The largest piece is cut in two, again and again, until
//! there are [`PIECES`] for each shard. Then the pieces are dealt out, the largest first, each to
//! the shard that has the least so far (longest processing time first, Graham 1969).
//!
//! Everybody who makes a plan of the same problem by the same search with the same seed, and the same
//! version of this crate, gets the same one, on any machine. With the feature `checkpoint` a shard can
//! also be written to a file (`ShardFile`), and counts are added up (`Merge`) so that none is missing, foreign
//! or there twice.
//!
//! ```
//! use quadrille_cover::shard::Plan;
//! use quadrille_cover::{Search, text};
//!
//! let problem = text::read("a b c\na\nb\nc\na b\nb c\n")?;
//! let search = Search::new();
//! let plan = Plan::new(&problem, &search, 2, 1)?;
//! let mut total = 0;
//! for shard in plan.shards() {
//!     total += shard.count(&problem, &search)?.solutions;
//! }
//! assert_eq!(total, 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Limits
//!
//! An estimate may be wrong: where a rare branch holds most of the tree, the shard that has it takes longer
//! than the others. More shards than processors make up for it. A branching that learns begins
//! anew in each shard, and visits other nodes than one search would. Searches for the cheapest solutions
//! cannot be cut.

mod divide;
#[cfg(feature = "checkpoint")]
mod file;
#[cfg(feature = "checkpoint")]
mod merge;
mod pieces;

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use crate::limits::Meter;
use crate::matrix::Matrix;
use crate::outcome::{Outcome, StopReason};
use crate::run::{Run, Solutions};
use crate::search::{Search, SearchError};
use crate::statistics::Statistics;
use crate::strategy::{Branch, State};

#[cfg(feature = "checkpoint")]
pub use file::{ShardError, ShardFile, ShardId};
#[cfg(feature = "checkpoint")]
pub use merge::{Merge, MergeError, Merged, Part};
use pieces::Pieces;

/// How many pieces there are for each shard, if the tree has so many branches.
pub const PIECES: u32 = 16;

/// The largest number of shards.
pub const MOST_SHARDS: u32 = 1 << 16;

/// What all pieces of a plan weigh together.
const WHOLE: u32 = 1_000_000_000;

/// A part of the search tree: neighbouring branches of one level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The branches from the root, each the only one of its level that is the piece's; but of the last
    /// level all those from `index` to before `end` are. Empty for the whole tree.
    path: Vec<Branch>,
    /// The estimated share of the whole tree, in billionths.
    weight: u32,
}

impl Piece {
    /// The branches from the root to the first one of the piece. Of the last level, those before
    /// [`Branch::end`] are the piece's. Empty if the piece is the whole tree.
    pub fn path(&self) -> &[Branch] {
        &self.path
    }

    /// Its estimated share of the work of the whole search, from 0 to 1.
    pub fn share(&self) -> f64 {
        f64::from(self.weight) / f64::from(WHOLE)
    }

    /// Whether a position is within it.
    fn holds(&self, position: &[Branch]) -> bool {
        let Some((last, above)) = self.path.split_last() else { return true };
        let same = |(own, other): (&Branch, &Branch)| {
            (own.item, own.index, own.of) == (other.item, other.index, other.of)
                && other.end == own.end
        };
        position.len() > above.len()
            && above.iter().zip(position).all(same)
            && position.get(above.len()).is_some_and(|at| {
                (at.item, at.of) == (last.item, last.of)
                    && (last.index..last.end).contains(&at.index)
                    && at.end <= last.end
            })
    }

    /// Whether another one comes behind it, and none of its branches is in both.
    #[cfg(feature = "checkpoint")]
    fn is_before(&self, other: &Piece) -> bool {
        for (level, (own, their)) in self.path.iter().zip(&other.path).enumerate() {
            let last = level + 1 == self.path.len();
            let end = if last { own.end } else { own.index.saturating_add(1) };
            if end <= their.index {
                return true;
            }
            if last || level + 1 == other.path.len() || own.index != their.index {
                return false;
            }
        }
        false
    }
}

/// Before and behind in the tree.
fn in_tree(one: &[Branch], other: &[Branch]) -> Ordering {
    one.iter().map(|branch| branch.index).cmp(other.iter().map(|branch| branch.index))
}

/// One of the parts of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shard {
    number: u32,
    of: u32,
    /// In the order of the tree.
    pieces: Vec<Piece>,
    /// The nodes that are booked to this shard before it begins.
    visited: Statistics,
}

impl Shard {
    /// Which one it is, from 1 to [`of`](Self::of).
    pub fn number(&self) -> u32 {
        self.number
    }

    /// How many shards there are.
    pub fn of(&self) -> u32 {
        self.of
    }

    /// Its pieces, in the order of the search tree. There are none where the tree has fewer branches than
    /// there are shards.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Its estimated share of the work of the whole search, from 0 to 1.
    pub fn share(&self) -> f64 {
        // The sum of no floats is -0.
        self.pieces.iter().map(Piece::share).fold(0.0, |sum, share| sum + share)
    }

    /// The solutions of this shard, in the order in which the search would have found them. The search is the
    /// one that the plan was made for; its limits hold for the shard.
    ///
    /// # Errors
    ///
    /// See [`SearchError`]; [`SearchError::State`] if this is a shard of another problem or search.
    pub fn solutions<'m>(
        &self,
        problem: &'m impl AsRef<Matrix>,
        search: &Search,
    ) -> Result<Solutions<'m>, SearchError> {
        let matrix = problem.as_ref();
        let meter = Meter::start(&search.limits);
        let searcher = search.prepare(matrix, &search.setup)?;
        let pieces = Pieces::new(searcher, matrix, &search.setup, self)?;
        Ok(Solutions::new(Run::start(Box::new(pieces), matrix, meter, search.limit)))
    }

    /// The solutions behind a state in which such a search was; see [`Search::resume`].
    ///
    /// # Errors
    ///
    /// The same; the state is not one of this shard.
    pub fn resume<'m>(
        &self,
        problem: &'m impl AsRef<Matrix>,
        search: &Search,
        state: &State,
    ) -> Result<Solutions<'m>, SearchError> {
        let mut solutions = self.solutions(problem, search)?;
        solutions.resume(state)?;
        Ok(solutions)
    }

    /// The number of solutions of this shard.
    ///
    /// # Errors
    ///
    /// Those of [`solutions`](Self::solutions).
    pub fn count(
        &self,
        problem: &impl AsRef<Matrix>,
        search: &Search,
    ) -> Result<Outcome, SearchError> {
        let mut solutions = self.solutions(problem, search)?;
        while solutions.verdict().is_none() {
            solutions.advance(u64::MAX, std::time::Duration::MAX);
        }
        Ok(solutions.outcome())
    }
}

/// Why there is no plan.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// There are none, or too many.
    #[error("cannot make {0} shards: expected 1 to {MOST_SHARDS}")]
    Shards(u32),
    /// The search cannot begin.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The time budget was used up, or the search cancelled, before the plan was made.
    #[error("stopped before the plan was made: {0}")]
    Stopped(StopReason),
}

/// A search in parts of about the same size.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    shards: Vec<Shard>,
    nodes: f64,
    seed: u64,
}

impl Plan {
    /// Cuts a search into so many shards. The nodes that are visited to find out where to cut are booked
    /// to the first shard, so that the nodes of all shards are those of one search, as long as the
    /// branching learns nothing.
    ///
    /// The time budget and the cancel token are those of the search; its limits on nodes and solutions
    /// do not count. Takes up to 4,000 random descents a shard, fewer where they are long, and reads the
    /// problem anew about as often as there are pieces. A small tree has fewer pieces, so that it is not
    /// searched to find out where to cut it: there may be fewer than shards.
    ///
    /// # Errors
    ///
    /// See [`PlanError`].
    pub fn new(
        problem: &impl AsRef<Matrix>,
        search: &Search,
        shards: u32,
        seed: u64,
    ) -> Result<Self, PlanError> {
        if shards == 0 || shards > MOST_SHARDS {
            return Err(PlanError::Shards(shards));
        }
        search.needs_a_tree("being divided into shards")?;
        let divided = divide::divide(problem.as_ref(), search, shards as usize, seed)?;
        let nodes: f64 = divided.rough.iter().map(|piece| piece.work).sum();
        // Works that are beyond all numbers cannot be compared: then all pieces weigh the same.
        let equal = 1.0 / divided.rough.len() as f64;
        let share = |work: f64| if nodes.is_finite() { work / nodes } else { equal };
        // Where nothing is estimated to be anywhere, it is 0.
        let weight = |work: f64| (share(work) * f64::from(WHOLE)) as u32;
        let mut pieces: Vec<Piece> = divided
            .rough
            .into_iter()
            .map(|piece| Piece { weight: weight(piece.work), path: piece.path })
            .collect();
        if let [whole] = pieces.as_mut_slice() {
            whole.weight = WHOLE;
        }
        let mut shards: Vec<Shard> = (1..=shards)
            .map(|number| Shard {
                number,
                of: shards,
                pieces: Vec::new(),
                visited: Statistics::default(),
            })
            .collect();
        deal(pieces, &mut shards);
        if let Some(first) = shards.first_mut() {
            first.visited = divided.visited;
        }
        Ok(Plan { shards, nodes, seed })
    }

    /// The shards, number 1 first.
    pub fn shards(&self) -> &[Shard] {
        &self.shards
    }

    /// The shard of this number, from 1.
    pub fn shard(&self, number: u32) -> Option<&Shard> {
        self.shards.get((number as usize).checked_sub(1)?)
    }

    /// The estimated number of nodes of the whole search; infinite if it is beyond all numbers.
    pub fn nodes(&self) -> f64 {
        self.nodes
    }

    /// The seed of its estimates.
    pub fn seed(&self) -> u64 {
        self.seed
    }
}

/// Deals out the pieces, the largest first, each to the shard that has the least so far.
fn deal(mut pieces: Vec<Piece>, shards: &mut [Shard]) {
    pieces.sort_by(|one, other| {
        other.weight.cmp(&one.weight).then_with(|| in_tree(&one.path, &other.path))
    });
    // What a shard has: its weight, and the number of pieces where many weigh nothing.
    let mut least: BinaryHeap<Reverse<(u64, usize, usize)>> =
        (0..shards.len()).map(|shard| Reverse((0, 0, shard))).collect();
    for piece in pieces {
        let Some(Reverse((weight, count, shard))) = least.pop() else { break };
        least.push(Reverse((weight + u64::from(piece.weight), count + 1, shard)));
        shards[shard].pieces.push(piece);
    }
    for shard in shards {
        shard.pieces.sort_by(|one, other| in_tree(&one.path, &other.path));
    }
}
