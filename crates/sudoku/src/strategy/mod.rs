//! Sudoku strategies: one trait, one registry, one driver.
//!
//! Each strategy stands in a file of its own. The independent ones use no code of the exact-cover
//! engine, so that they can serve as baselines and as oracles; they share its words for what a
//! search answers ([`Verdict`], [`Step`]) and its limits ([`Budget`]).
//!
//! A *node* means the same for all of them: a digit placed in a cell by the search, forced ones
//! included, clues not.

mod backtrack;
mod digit_set;
mod dlx;
#[allow(missing_docs, unreachable_pub)]
pub mod lanes;
mod mrv;
mod propagate;
mod tables;

use std::fmt;
use std::ops::ControlFlow;

use quadrille_cover::{Budget, Limits, Meter, Step, StopReason, Verdict};

use crate::grid::Puzzle;

/// All strategies, the plainest first.
pub const ALL: &[&dyn Strategy] =
    &[&backtrack::Backtrack, &tables::Tables, &mrv::Mrv, &propagate::Propagate, &dlx::Dlx];

/// The strategy of that name, if there is one.
pub fn by_name(name: &str) -> Option<&'static dyn Strategy> {
    ALL.iter().copied().find(|strategy| strategy.name() == name)
}

/// A way to solve sudokus.
///
/// To add one: implement this in a file of its own and add a line to [`ALL`]; the command line, the
/// suite, the benches and `compare` take it from there.
pub trait Strategy: fmt::Debug + Sync {
    /// The name on the command line: lower case, no blanks.
    fn name(&self) -> &'static str;

    /// One line that says how it works.
    fn description(&self) -> &'static str;

    /// A search for the completions of a puzzle, not yet begun.
    fn searcher<'p>(&self, puzzle: &'p Puzzle) -> Box<dyn Searcher + 'p>;

    /// Solves many puzzles; the reports are in the order of the puzzles. `receive` gets the number
    /// of the puzzle with each solution, and may break off that puzzle.
    ///
    /// The default solves one after the other.
    fn solve_batch(
        &self,
        puzzles: &[Puzzle],
        request: &Request,
        receive: &mut dyn FnMut(usize, &[u8]) -> ControlFlow<()>,
    ) -> Vec<Report> {
        let one = |(number, puzzle)| {
            run(&mut *self.searcher(puzzle), request, &mut |solution| receive(number, solution))
        };
        puzzles.iter().enumerate().map(one).collect()
    }
}

/// A search that can be left and taken up again at any node.
pub trait Searcher: fmt::Debug {
    /// Works until the next solution, the end, or the end of the budget, whichever comes first.
    /// After [`Step::Exhausted`] every further call answers the same.
    fn advance(&mut self, budget: &mut Budget) -> Step;

    /// The completed grid, one digit a cell in reading order. Only meaningful right after
    /// [`Step::Solution`].
    fn solution(&self) -> &[u8];

    /// Nodes so far: digits placed by the search.
    fn nodes(&self) -> u64;
}

/// What is wanted of a puzzle.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Request {
    /// Stop after so many solutions; `None` for all.
    pub limit: Option<u64>,
    /// How far to go, for each puzzle.
    pub limits: Limits,
}

impl Request {
    /// All solutions, no limits.
    pub fn all() -> Self {
        Request::default()
    }

    /// The first solution.
    pub fn first() -> Self {
        Request::up_to(1)
    }

    /// At most so many solutions.
    pub fn up_to(limit: u64) -> Self {
        Request { limit: Some(limit), ..Request::default() }
    }

    /// The same within limits.
    pub fn within(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }
}

/// What became of a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// How far the search got.
    pub verdict: Verdict,
    /// Solutions found.
    pub solutions: u64,
    /// Digits placed by the search.
    pub nodes: u64,
}

/// Solves one puzzle; `receive` gets each solution and may break off.
pub fn solve(
    strategy: &dyn Strategy,
    puzzle: &Puzzle,
    request: &Request,
    mut receive: impl FnMut(&[u8]) -> ControlFlow<()>,
) -> Report {
    run(&mut *strategy.searcher(puzzle), request, &mut receive)
}

/// Drives a search until the request is met, the tree is exhausted or a limit is reached.
fn run(
    searcher: &mut dyn Searcher,
    request: &Request,
    receive: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
) -> Report {
    let mut meter = Meter::start(&request.limits);
    let mut solutions = 0;
    let verdict = 'search: {
        if request.limit == Some(0) {
            break 'search Verdict::LimitReached;
        }
        loop {
            let mut budget = match meter.slice() {
                Ok(budget) => budget,
                Err(reason) => break 'search Verdict::Stopped(reason),
            };
            let step = searcher.advance(&mut budget);
            meter.settle(&budget);
            match step {
                Step::Exhausted => break 'search Verdict::Exhausted,
                Step::Paused => {}
                Step::Solution => {
                    solutions += 1;
                    let flow = receive(searcher.solution());
                    if request.limit == Some(solutions) {
                        break 'search Verdict::LimitReached;
                    }
                    if flow.is_break() {
                        break 'search Verdict::Stopped(StopReason::Receiver);
                    }
                }
            }
        }
    };
    Report { verdict, solutions, nodes: searcher.nodes() }
}
