//! The search of several pieces, one after the other, as one search.

use super::divide::before;
use super::{Piece, Shard};
use crate::ids::OptionId;
use crate::limits::Budget;
use crate::matrix::Matrix;
use crate::setup::Setup;
use crate::statistics::Statistics;
use crate::strategy::{
    Branch, Descent, Searcher, Stage, State, StateMismatch, Step, share_done as share_of,
};

/// A searcher that goes from piece to piece. Its counters are those of all of them: each piece begins with
/// what the one before it has come to. So its state is that of a search within one piece, and says by
/// its position which one that is.
#[derive(Debug)]
pub(super) struct Pieces<'m> {
    searcher: Box<dyn Searcher + 'm>,
    setup: Setup,
    pieces: Vec<Piece>,
    /// The piece that the searcher is in.
    current: usize,
    /// What it takes to go to another piece: the problem is read anew.
    toll: u64,
}

impl<'m> Pieces<'m> {
    /// The search of a shard; the searcher is at the beginning.
    ///
    /// # Errors
    ///
    /// If one of the pieces is not one of this search's tree.
    pub(super) fn new(
        searcher: Box<dyn Searcher + 'm>,
        matrix: &Matrix,
        setup: &Setup,
        shard: &Shard,
    ) -> Result<Self, StateMismatch> {
        let (setup, pieces) = (setup.clone(), shard.pieces.clone());
        let toll = matrix.options().map(|option| matrix.items_of(option).len() as u64).sum();
        let mut pieces = Pieces { searcher, setup, pieces, current: 0, toll };
        let weights = pieces.searcher.state().weights;
        // Each is tried now, so that none fails in the midst of the search; the first at last.
        let all = pieces.pieces.len();
        for piece in (0..all).rev() {
            if piece + 1 < all {
                pieces.searcher.restart(&pieces.setup);
            }
            pieces.enter(piece, weights.clone(), shard.visited.clone())?;
        }
        if all == 0 {
            let statistics = shard.visited.clone();
            pieces.searcher.resume(&State {
                stage: Stage::End,
                position: Vec::new(),
                statistics,
                weights,
            })?;
        }
        Ok(pieces)
    }

    /// Goes to a piece; the searcher is at the beginning.
    fn enter(
        &mut self,
        piece: usize,
        weights: Vec<u64>,
        statistics: Statistics,
    ) -> Result<(), StateMismatch> {
        let path = self.pieces.get(piece).map_or(&[][..], |piece| &piece.path);
        self.searcher.resume(&before(path, weights, statistics))?;
        self.current = piece;
        Ok(())
    }

    /// How much of the current piece is done, from 0 to 1, if all branches at a level weigh the same.
    fn share_of_piece(&self) -> f64 {
        let position = self.searcher.position();
        let last = self.pieces.get(self.current).and_then(|piece| {
            let level = piece.path.len().checked_sub(1)?;
            Some((piece.path.get(level)?, position.get(level)?, position.get(level + 1..)?))
        });
        let Some((last, at, below)) = last else { return share_of(&position) };
        let all = f64::from(last.end.saturating_sub(last.index).max(1));
        (f64::from(at.index.saturating_sub(last.index)) + share_of(below)) / all
    }
}

impl Searcher for Pieces<'_> {
    fn advance(&mut self, budget: &mut Budget) -> Step {
        loop {
            let step = self.searcher.advance(budget);
            if step != Step::Exhausted || self.current + 1 >= self.pieces.len() {
                return step;
            }
            let State { statistics, weights, .. } = self.searcher.state();
            self.searcher.restart(&self.setup);
            if let Err(error) = self.enter(self.current + 1, weights, statistics) {
                // It was tried at the beginning. A count without this piece would be wrong.
                panic!("a piece of the tree is lost: {error}");
            }
            budget.charge(self.toll);
        }
    }

    fn solution(&self, into: &mut Vec<OptionId>) {
        self.searcher.solution(into);
    }

    fn position(&self) -> Vec<Branch> {
        self.searcher.position()
    }

    fn share_done(&self) -> f64 {
        // A piece of no estimated work has some.
        let weight = |piece: &Piece| f64::from(piece.weight) + 1.0;
        let all: f64 = self.pieces.iter().map(weight).sum();
        let done: f64 = self.pieces.iter().take(self.current).map(weight).sum();
        let current = self.pieces.get(self.current).map_or(0.0, weight);
        (done + current * self.share_of_piece()) / all.max(1.0)
    }

    fn statistics(&self) -> &Statistics {
        self.searcher.statistics()
    }

    /// Another setup has another tree: this is a search of all of it.
    fn restart(&mut self, setup: &Setup) {
        self.setup = setup.clone();
        self.pieces = vec![Piece { path: Vec::new(), weight: super::WHOLE }];
        self.current = 0;
        self.searcher.restart(setup);
    }

    fn state(&self) -> State {
        self.searcher.state()
    }

    fn resume(&mut self, state: &State) -> Result<(), StateMismatch> {
        let piece = match state.stage {
            Stage::End => Some(self.pieces.len().saturating_sub(1)),
            Stage::Begin => self.pieces.iter().position(|piece| piece.path.is_empty()),
            _ => self.pieces.iter().position(|piece| piece.holds(&state.position)),
        };
        let piece = piece.ok_or(StateMismatch::at(0))?;
        self.searcher.restart(&self.setup);
        self.searcher.resume(state)?;
        self.current = piece;
        Ok(())
    }

    /// The search has begun: it is at its first piece.
    fn descend(&mut self, _pick: &mut dyn FnMut(u32) -> u32) -> Option<Descent> {
        None
    }

    /// Gives away a part of the current piece.
    fn split(&mut self) -> Option<State> {
        self.searcher.split()
    }
}
