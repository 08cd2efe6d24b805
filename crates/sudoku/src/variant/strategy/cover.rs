//! `dlx`, `cells`, `hybrid`, `learn`, `guided`: exact cover, by the strategies of the engine.
//!
//! `guided` has the digits and the groups of different cells as exact cover, and keeps the other rules by a propagator:
//! in the encoding of the others sums and lines are options too.

use quadrille_cover::strategy::{Cells, Hybrid, Learn, Links, Strategy};
use quadrille_cover::{Budget, OptionId, Setup, Step};

use super::{Prepared, Refusal, VariantStrategy};
use crate::strategy::Searcher;
use crate::variant::encode::EncodeError;
use crate::variant::{Encoding, Variant};

/// Dancing links.
pub(super) const DLX: Cover = Cover {
    name: "dlx",
    description: "exact cover by dancing links: the item with the fewest options",
    strategy: &Links,
    encode: Encoding::new,
};

/// Dancing cells.
pub(super) const CELLS: Cover = Cover {
    name: "cells",
    description: "exact cover by dancing cells, arrays in the place of lists",
    strategy: &Cells,
    encode: Encoding::new,
};

/// Cells above, bits below.
pub(super) const HYBRID: Cover = Cover {
    name: "hybrid",
    description: "exact cover by dancing cells, and by sets of bits where little is left",
    strategy: &Hybrid,
    encode: Encoding::new,
};

/// Clause learning.
pub(super) const LEARN: Cover = Cover {
    name: "learn",
    description: "exact cover that learns from every dead end: sums and lines, and large grids",
    strategy: &Learn,
    encode: Encoding::new,
};

/// Dancing links, and a propagator.
pub(super) const GUIDED: Cover = Cover {
    name: "guided",
    description: "exact cover of the digits by dancing links; a propagator keeps the other rules",
    strategy: &Links,
    encode: Encoding::guided,
};

/// Exact cover by a strategy of the engine.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cover {
    name: &'static str,
    description: &'static str,
    strategy: &'static dyn Strategy,
    encode: fn(&Variant) -> Result<Encoding, EncodeError>,
}

impl VariantStrategy for Cover {
    fn name(&self) -> &'static str {
        self.name
    }

    fn description(&self) -> &'static str {
        self.description
    }

    fn prepare(&self, variant: &Variant) -> Result<Box<dyn Prepared>, Refusal> {
        Ok(Box::new(Encoded {
            encoding: (self.encode)(variant)?,
            strategy: self.strategy,
            cells: variant.board().cells(),
        }))
    }
}

#[derive(Debug)]
struct Encoded {
    encoding: Encoding,
    strategy: &'static dyn Strategy,
    /// Numbers of the board.
    cells: usize,
}

impl Prepared for Encoded {
    fn searcher(&self) -> Box<dyn Searcher + '_> {
        let mut setup = Setup::given(self.encoding.given().to_vec());
        setup.propagator = self.encoding.propagator().cloned();
        let search = self.strategy.prepare(self.encoding.problem().matrix(), &setup);
        let values = vec![0; self.cells];
        Box::new(CoverSearcher { encoding: &self.encoding, search, options: Vec::new(), values })
    }
}

#[derive(Debug)]
struct CoverSearcher<'e> {
    encoding: &'e Encoding,
    search: Box<dyn quadrille_cover::Searcher + 'e>,
    options: Vec<OptionId>,
    /// The solution; every cell is written anew by each.
    values: Vec<u8>,
}

impl Searcher for CoverSearcher<'_> {
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
}
