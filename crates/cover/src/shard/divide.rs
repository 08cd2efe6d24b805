//! Where to cut a search tree: the largest piece in two, again and again.
//!
//! Pieces whose last level has several branches are cut in the middle of these. One with a single branch is
//! *opened*: the branch is taken, and forced moves after it, and what is cut is the level below. A branch that ends
//! in a solution stays as it is; one that ends in nothing is no piece any more.
//!
//! To estimate a piece, the random descents from the root are led along its path, and only then left to
//! chance. So they need nothing of a strategy but what [`estimate()`](crate::estimate()) needs.
//!
//! What is opened is searched, if only for a few nodes. A tree that has not many more nodes than there are pieces
//! would be found to its end that way: every dead branch would go, and the first shard have all work. So it is
//! cut no further where its pieces are small, or where what was searched is a good part of it.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::{PIECES, PlanError, in_tree};
use crate::limits::{Budget, Limits, Meter};
use crate::matrix::Matrix;
use crate::search::Search;
use crate::setup::{Random, Setup};
use crate::statistics::Statistics;
use crate::strategy::{Branch, Searcher, Stage, State, Step};

/// Descents that a piece is estimated by. Of eight shards of the 6×10 pentominoes the largest had up to 1.74 times
/// the mean with 16 descents, 1.67 with 32 and 1.29 with 128, over six seeds.
const DESCENTS: u32 = 128;

/// Where descents are long, fewer are made: once they had so many levels together, and there are enough of
/// them. 400 queens would take minutes otherwise; 128 descents of the pentominoes have about as many.
const LEVELS: usize = 2048;
const FEWEST_DESCENTS: u32 = 8;

/// How often a piece is opened for each that is wanted, at the most: where one branch of each level is
/// always dead, nothing is gained by going deeper.
const OPENINGS: usize = 4;

/// So many pieces are made of any tree, and so many nodes may be visited to find them: more if there are more shards.
const FEW: usize = 64;

/// If there are so many pieces for each shard, small ones are not cut: to estimate their halves takes more.
const ENOUGH: usize = 3;
/// Nodes of a small piece.
const SMALL: f64 = 64.0;

/// What is left must have so many times the nodes that were visited to find the pieces.
const LEFT: f64 = 2.0;

/// Whether so many pieces, the largest of which has so much work, are cut no further. All is counted,
/// nothing timed: the plan is the same on any machine.
fn is_enough(pieces: usize, shards: usize, largest: f64, visited: u64) -> bool {
    let small = pieces >= shards.saturating_mul(ENOUGH).max(FEW) && largest < SMALL;
    // What is left is no more than this. Infinite work is not eaten up by anything.
    let eaten =
        visited > shards.max(FEW) as u64 && largest * (pieces as f64) < LEFT * visited as f64;
    small || eaten
}

/// A piece whose work is estimated in nodes.
#[derive(Debug)]
pub(super) struct Rough {
    pub(super) path: Vec<Branch>,
    pub(super) work: f64,
}

/// The largest one is the greatest; of those the first in the tree.
impl Ord for Rough {
    fn cmp(&self, other: &Self) -> Ordering {
        self.work.total_cmp(&other.work).then_with(|| in_tree(&other.path, &self.path))
    }
}

impl PartialOrd for Rough {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Rough {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Rough {}

/// The pieces of a tree, and what was visited to find them.
#[derive(Debug)]
pub(super) struct Divided {
    pub(super) rough: Vec<Rough>,
    pub(super) visited: Statistics,
}

/// Cuts a tree into [`PIECES`] for each shard, or fewer if it is small.
pub(super) fn divide(
    matrix: &Matrix,
    search: &Search,
    shards: usize,
    seed: u64,
) -> Result<Divided, PlanError> {
    // A single shard needs no cut.
    let wanted = if shards == 1 { 1 } else { shards.saturating_mul(PIECES as usize) };
    let meter = Meter::start(&Limits { nodes: None, ..search.limits.clone() });
    let scout = search.prepare(matrix, &search.setup)?;
    let opener = search.prepare(matrix, &search.setup)?;
    let weights = opener.state().weights;
    let (random, visited) = (Random::new(seed), Statistics::default());
    let mut divider =
        Divider { scout, opener, setup: &search.setup, weights, random, meter, visited };
    let mut open: BinaryHeap<Rough> = BinaryHeap::new();
    let mut leaves = Vec::new();
    let whole = Rough { path: Vec::new(), work: 1.0 };
    if wanted > 1 {
        open.push(whole)
    } else {
        leaves.push(whole)
    }
    let mut openings = wanted.saturating_mul(OPENINGS);
    let mut top = 0;
    while open.len() + leaves.len() < wanted
        && let Some(largest) = open.pop()
    {
        let pieces = open.len() + leaves.len() + 1;
        // The forced moves of the beginning, be they hundreds, cannot be shared out.
        let visited = divider.visited.nodes.saturating_sub(top);
        if !largest.path.is_empty() && is_enough(pieces, shards, largest.work, visited) {
            open.push(largest);
            break;
        }
        let path = match largest.path.last() {
            Some(last) if last.end - last.index > 1 => Some(largest.path.clone()),
            _ if openings == 0 => None,
            _ => {
                openings -= 1;
                match divider.open(&largest.path)? {
                    Opened::Level(path) => Some(path),
                    Opened::Solution => None,
                    Opened::Nothing => continue,
                }
            }
        };
        let Some((first, second)) = path.and_then(halves) else {
            leaves.push(largest);
            continue;
        };
        for path in [first, second] {
            let work = divider.work(&path)?;
            open.push(Rough { path, work });
        }
        if largest.path.is_empty() {
            top = divider.visited.nodes;
        }
    }
    let mut rough = open.into_vec();
    rough.append(&mut leaves);
    rough.sort_by(|one, other| in_tree(&one.path, &other.path));
    Ok(Divided { rough, visited: divider.visited })
}

/// The two halves of the branches of the last level, of which there are at least two.
fn halves(path: Vec<Branch>) -> Option<(Vec<Branch>, Vec<Branch>)> {
    let mut second = path.clone();
    let mut first = path;
    let (one, other) = (first.last_mut()?, second.last_mut()?);
    let middle = one.index + (one.end - one.index) / 2;
    one.end = middle;
    other.index = middle;
    Some((first, second))
}

/// What opening the only branch of a piece came to.
enum Opened {
    /// A path to the first of several branches, all of the piece.
    Level(Vec<Branch>),
    /// A solution.
    Solution,
    /// A dead end.
    Nothing,
}

struct Divider<'m, 's> {
    /// At the root for ever.
    scout: Box<dyn Searcher + 'm>,
    opener: Box<dyn Searcher + 'm>,
    setup: &'s Setup,
    /// What the branching has learnt at the beginning.
    weights: Vec<u64>,
    random: Random,
    meter: Meter,
    visited: Statistics,
}

impl Divider<'_, '_> {
    /// The state of a search that has a piece before it.
    fn look(&mut self) -> Result<(), PlanError> {
        self.meter.short_slice().map(drop).map_err(PlanError::Stopped)
    }

    /// Takes the only branch of a piece, or chooses the first item of the whole tree.
    fn open(&mut self, path: &[Branch]) -> Result<Opened, PlanError> {
        self.opener.restart(self.setup);
        let state = before(path, self.weights.clone(), Statistics::default());
        self.opener.resume(&state).map_err(|error| PlanError::Search(error.into()))?;
        let mut nodes = u64::from(!path.is_empty());
        loop {
            self.look()?;
            match self.opener.advance(&mut Budget::nodes(nodes)) {
                // Its nodes are visited again with the piece.
                Step::Solution => return Ok(Opened::Solution),
                Step::Exhausted => {
                    self.visited.add(self.opener.statistics());
                    return Ok(Opened::Nothing);
                }
                Step::Paused => {}
            }
            let mut path = self.opener.position();
            if let Some(last) = path.last_mut().filter(|last| last.of > 1) {
                last.option = None;
                self.visited.add(self.opener.statistics());
                return Ok(Opened::Level(path));
            }
            // A forced move.
            nodes = 1;
        }
    }

    /// The estimated number of nodes of a piece with at least one branch.
    fn work(&mut self, path: &[Branch]) -> Result<f64, PlanError> {
        let Some((last, above)) = path.split_last() else { return Ok(1.0) };
        let own = last.end - last.index;
        let (mut sum, mut made, mut levels) = (0.0, 0, 0);
        let mut weights = Vec::new();
        while made < FEWEST_DESCENTS || (made < DESCENTS && levels < LEVELS) {
            self.look()?;
            weights.clear();
            let (mut level, mut weight) = (0, 1.0);
            let random = &mut self.random;
            let descent = self.scout.descend(&mut |of| {
                level += 1;
                let (choice, of) = match above.get(level - 1) {
                    Some(branch) => return branch.index,
                    None if level == path.len() => (last.index + random.below(own), own),
                    None => (random.below(of), of),
                };
                weight *= f64::from(of);
                weights.push(weight);
                choice
            });
            // The last branch may turn out not to be there.
            let depth = descent.map_or(0, |descent| descent.depth).saturating_sub(above.len());
            sum += weights.iter().take(depth).sum::<f64>();
            made += 1;
            levels += level;
        }
        Ok(sum / f64::from(made))
    }
}

/// The state of a search before a piece, with what it has counted so far.
pub(super) fn before(path: &[Branch], weights: Vec<u64>, statistics: Statistics) -> State {
    let stage = if path.is_empty() { Stage::Begin } else { Stage::Next };
    State { stage, position: path.to_vec(), statistics, weights }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_pieces_and_trees_that_are_eaten_up_are_cut_no_further() {
        assert!(!is_enough(1, 100, 1.0, 0), "the whole tree is always cut");
        assert!(!is_enough(63, 2, 1.0, 0), "a few pieces cost nothing");
        assert!(is_enough(64, 2, 63.0, 0) && !is_enough(64, 2, 64.0, 0));
        assert!(!is_enough(299, 100, 63.0, 0) && is_enough(300, 100, 63.0, 0));
        assert!(is_enough(10, 99, 19.0, 100) && !is_enough(10, 99, 21.0, 100));
        assert!(!is_enough(10, 100, f64::INFINITY, u64::MAX));
    }
}
