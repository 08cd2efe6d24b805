//! `dlx` and `learn`: the exact-cover encoding, solved by dancing links, and by the strategy that learns from dead ends.
//!
//! The problem of the empty grid is built once a process; a puzzle's clues are options given to the
//! search, and what its pencilmarks exclude are forbidden ones. The item chosen next is a cell, or a digit in a row, column or box, whichever has the
//! fewest candidates left: so naked and hidden singles are both forced moves, which is why this needs
//! far fewer nodes than strategies that look at cells alone, and why it stays steady on boards made to
//! hurt those. It pays for it with a list operation for every candidate that goes.
//!
//! From 20×20 on there are puzzles that no search tree is small enough for: `learn` solves the hardest of 25×25 in
//! seconds. On hard ones of 16×16 it needs a few hundred nodes where `dlx` needs as many thousands; on easy ones they are level.

use quadrille_cover::strategy::{self as cover, Learn, Links};
use quadrille_cover::{Budget, OptionId, Setup, Step};

use super::{Searcher, Strategy};
use crate::encoding::Encoding;
use crate::grid::Puzzle;
use crate::shape::Shape;
use crate::watch::Branch;

/// Dancing links.
pub(super) const DLX: Cover = Cover {
    name: "dlx",
    description: "exact cover by dancing links: the cell or digit place with the fewest candidates",
    strategy: &Links,
};

/// Clause learning.
pub(super) const LEARN: Cover = Cover {
    name: "learn",
    description: "exact cover that learns from every dead end: for hard puzzles of 20×20 and more",
    strategy: &Learn,
};

/// The exact-cover encoding, solved by a strategy of the engine.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cover {
    name: &'static str,
    description: &'static str,
    strategy: &'static dyn cover::Strategy,
}

impl Strategy for Cover {
    fn name(&self) -> &'static str {
        self.name
    }

    fn description(&self) -> &'static str {
        self.description
    }

    fn learns(&self, _: Shape) -> bool {
        self.strategy.learns()
    }

    fn searcher<'p>(&self, puzzle: &'p Puzzle) -> Box<dyn Searcher + 'p> {
        let encoding = Encoding::of(puzzle.shape());
        let mut setup = Setup::given(encoding.given(puzzle));
        setup.forbidden = encoding.forbidden(puzzle);
        let search = self.strategy.prepare(encoding.problem().matrix(), &setup);
        Box::new(CoverSearcher {
            walks: !self.strategy.learns(),
            encoding,
            search,
            options: Vec::new(),
            values: puzzle.values().to_vec(),
        })
    }
}

#[derive(Debug)]
struct CoverSearcher {
    /// Whether there is a tree to be watched.
    walks: bool,
    encoding: &'static Encoding,
    search: Box<dyn quadrille_cover::Searcher>,
    options: Vec<OptionId>,
    /// The solution; every cell is written anew by each.
    values: Vec<u8>,
}

impl Searcher for CoverSearcher {
    fn advance(&mut self, budget: &mut Budget) -> Step {
        let step = self.search.advance(budget);
        if step == Step::Solution {
            self.search.solution(&mut self.options);
            self.encoding.decode(&self.options, &mut self.values);
        }
        step
    }

    fn solution(&self) -> &[u8] {
        &self.values
    }

    fn nodes(&self) -> u64 {
        self.search.statistics().nodes
    }

    fn position(&self) -> Option<Vec<Branch>> {
        if !self.walks {
            return None;
        }
        let branch = |branch: &quadrille_cover::strategy::Branch| {
            let problem = self.encoding.problem();
            let candidate = *problem.label(branch.option?)?;
            Some(Branch { item: *problem.item(branch.item)?, candidate })
        };
        self.search.position().iter().map(branch).collect()
    }
}
