//! The engines: ours and those of other crates, behind two traits.
//!
//! To add a peer: implement one of the traits in a file of its own, and add a line to [`all`].

mod dancing_links;
mod dlx;
mod exact_covers;
mod quadrille;
mod sudoku;

use crate::clock::Clock;
use crate::instances::Work;
use crate::puzzle::Cells;
use quadrille_benches::Cover;

use quadrille::PREFIX;

/// What is wanted of an exact cover.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Want {
    /// Stop after so many solutions.
    pub(crate) limit: u64,
    /// Hand the solutions over, instead of only counting them.
    pub(crate) keep: bool,
}

/// What an engine found.
#[derive(Debug, Clone, Default)]
pub(crate) struct Found {
    /// How many solutions.
    pub(crate) count: u64,
    /// The options of each, if they were wanted.
    pub(crate) solutions: Vec<Vec<u32>>,
}

/// An engine for exact cover with secondary items.
pub(crate) trait CoverEngine {
    /// The name of the crate.
    fn name(&self) -> &str;

    /// What it was asked to do, as far as that differs from engine to engine.
    fn asked(&self) -> &'static str;

    /// Builds and searches, and times both.
    fn search(&self, cover: &Cover, want: Want, clock: &mut Clock) -> Found;
}

/// A solver of classic sudokus.
pub(crate) trait GridEngine {
    /// The name of the crate.
    fn name(&self) -> &str;

    /// What it was asked to do.
    fn asked(&self) -> &'static str;

    /// Solves each puzzle and proves its solution unique; `None` for one that has no solution or
    /// several.
    fn solve(&self, puzzles: &[Cells], clock: &mut Clock) -> Vec<Option<Cells>>;
}

/// An engine of either kind.
pub(crate) enum Engine {
    /// Takes exact covers.
    Cover(Box<dyn CoverEngine>),
    /// Takes sudoku grids.
    Grids(Box<dyn GridEngine>),
}

/// All engines: every strategy of ours, then the peers.
pub(crate) fn all() -> Vec<Engine> {
    let mut engines: Vec<Engine> = quadrille::covers().map(Engine::cover).collect();
    engines.extend(quadrille::grids().map(Engine::grids));
    engines.extend([
        Engine::cover(dlx::Dlx),
        Engine::cover(dancing_links::DancingLinks),
        Engine::cover(exact_covers::ExactCovers),
        Engine::grids(sudoku::Sudoku),
    ]);
    engines
}

impl Engine {
    fn cover(engine: impl CoverEngine + 'static) -> Self {
        Engine::Cover(Box::new(engine))
    }

    fn grids(engine: impl GridEngine + 'static) -> Self {
        Engine::Grids(Box::new(engine))
    }

    /// The name on the command line.
    pub(crate) fn name(&self) -> &str {
        match self {
            Engine::Cover(engine) => engine.name(),
            Engine::Grids(engine) => engine.name(),
        }
    }

    /// What it was asked to do.
    pub(crate) fn asked(&self) -> &'static str {
        match self {
            Engine::Cover(engine) => engine.asked(),
            Engine::Grids(engine) => engine.asked(),
        }
    }

    /// The name of a strategy of ours; `None` for a peer.
    pub(crate) fn strategy(&self) -> Option<&str> {
        self.name().strip_prefix(PREFIX)
    }

    /// Whether the work is of its kind.
    pub(crate) fn takes(&self, work: &Work) -> bool {
        match self {
            Engine::Cover(_) => matches!(work, Work::Count { .. } | Work::Covers),
            Engine::Grids(_) => matches!(work, Work::Grids),
        }
    }
}
