//! Sudoku strategies: one trait, one registry, one driver.
//!
//! Each strategy stands in a file of its own. The independent ones use no code of the exact-cover
//! engine, so that they can serve as baselines and as oracles; they share its words for what a
//! search answers ([`Verdict`], [`Step`]) and its limits ([`Budget`]).
//!
//! A *node* means the same for all of them but `fast` and `lanes`: a digit placed in a cell by the search,
//! forced ones included, clues not. These two place forced digits many at a time; their nodes are their guesses.

mod allowed;
mod auto;
mod backtrack;
mod digit_set;
mod dlx;
mod fast;
mod lanes;
mod mrv;
mod propagate;
mod tables;

use std::fmt;
use std::ops::ControlFlow;
use std::slice;

use quadrille_cover::{Budget, Limits, Meter, Step, StopReason, Verdict};

pub use auto::{Auto, Choice};
pub use fast::Fast;
pub use lanes::{Instructions, Lanes};

use crate::grid::Puzzle;
use crate::shape::Shape;
use crate::watch::Branch;

/// All strategies, the plainest first, and last the one that picks.
pub const ALL: &[&dyn Strategy] = &[
    &backtrack::Backtrack,
    &tables::Tables,
    &mrv::Mrv,
    &propagate::Propagate,
    &dlx::DLX,
    &dlx::LEARN,
    &const { Fast::best() },
    &const { Lanes::best() },
    &Auto,
];

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

    /// Whether what it does next on a puzzle of this shape depends on all that it has met before: then it has no tree
    /// that could be [watched](crate::watch).
    fn learns(&self, shape: Shape) -> bool {
        let _ = shape;
        false
    }

    /// Whether it can take puzzles of this shape; [`check_shape`] asks, and names another that can.
    ///
    /// A strategy that is given a puzzle of another shape all the same must not fail: it hands it to one
    /// that can take it.
    fn takes(&self, shape: Shape) -> bool {
        let _ = shape;
        true
    }

    /// A search for the completions of a puzzle, not yet begun.
    fn searcher<'p>(&self, puzzle: &'p Puzzle) -> Box<dyn Searcher + 'p>;

    /// Solves many puzzles. `receiver` gets solutions as they are found, and is told when a puzzle is done: the
    /// solutions of a puzzle come in the same order as when it is solved alone; puzzles in any order.
    ///
    /// The default solves one after the other.
    fn solve_each(&self, puzzles: &[Puzzle], request: &Request, receiver: &mut dyn Receiver) {
        one_by_one(self, puzzles, request, receiver);
    }

    /// Solves many puzzles; the reports are in the order of the puzzles. `receive` gets the number
    /// of the puzzle with each solution, and may break off that puzzle: see
    /// [`solve_each`](Self::solve_each).
    fn solve_batch(
        &self,
        puzzles: &[Puzzle],
        request: &Request,
        receive: &mut dyn FnMut(usize, &[u8]) -> ControlFlow<()>,
    ) -> Vec<Report> {
        let reports = vec![Report::NONE; puzzles.len()];
        let mut collect = Collect { receive, reports };
        self.solve_each(puzzles, request, &mut collect);
        collect.reports
    }
}

/// Receives what becomes of the puzzles of a batch.
pub trait Receiver {
    /// A solution of the puzzle of this number, one digit a cell in reading order. May break off that puzzle.
    fn solution(&mut self, number: usize, solution: &[u8]) -> ControlFlow<()>;

    /// The puzzle of this number is done: nothing more comes of it.
    fn done(&mut self, number: usize, report: Report);
}

/// Collects reports, and passes solutions on.
struct Collect<'r> {
    receive: &'r mut dyn FnMut(usize, &[u8]) -> ControlFlow<()>,
    reports: Vec<Report>,
}

impl Receiver for Collect<'_> {
    fn solution(&mut self, number: usize, solution: &[u8]) -> ControlFlow<()> {
        (self.receive)(number, solution)
    }

    fn done(&mut self, number: usize, report: Report) {
        if let Some(slot) = self.reports.get_mut(number) {
            *slot = report;
        }
    }
}

/// Solves one puzzle after the other.
fn one_by_one(
    strategy: &(impl Strategy + ?Sized),
    puzzles: &[Puzzle],
    request: &Request,
    receiver: &mut dyn Receiver,
) {
    for (number, puzzle) in puzzles.iter().enumerate() {
        let searcher = &mut *strategy.searcher(puzzle);
        let report = run(searcher, request, &mut |solution| receiver.solution(number, solution));
        receiver.done(number, report);
    }
}

/// Whether a strategy can take puzzles of a shape.
///
/// ```
/// use quadrille_sudoku::{Shape, strategy};
///
/// let lanes = strategy::by_name("lanes").expect("it is in the registry");
/// assert!(strategy::check_shape(lanes, Shape::CLASSIC).is_ok());
/// let error = strategy::check_shape(lanes, Shape::new(4, 4)?).unwrap_err();
/// assert_eq!(error.to_string(), "strategy lanes cannot take 16×16 with boxes of 4×4; auto can");
/// # Ok::<(), quadrille_sudoku::ShapeError>(())
/// ```
///
/// # Errors
///
/// If it cannot; the error names a strategy that can.
pub fn check_shape(strategy: &dyn Strategy, shape: Shape) -> Result<(), UnsupportedShape> {
    if strategy.takes(shape) {
        return Ok(());
    }
    // The most capable stand last.
    let able = ALL.iter().rev().find(|other| other.takes(shape));
    let instead = able.map(|other| other.name());
    Err(UnsupportedShape { strategy: strategy.name(), shape, instead })
}

/// A shape that a strategy cannot take.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "strategy {strategy} cannot take {shape}; {}",
    instead.map_or("no strategy can".to_owned(), |name| format!("{name} can"))
)]
#[non_exhaustive]
pub struct UnsupportedShape {
    /// The strategy.
    pub strategy: &'static str,
    /// The shape.
    pub shape: Shape,
    /// A strategy that can take it, if there is one.
    pub instead: Option<&'static str>,
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

    /// Where the search stands: the branches from the clues on, to the solution that was just found or
    /// else to the node that is visited next; empty at the end. It takes time in proportion to the
    /// depth, and for some strategies more: it is for whoever [watches](crate::watch) a search.
    ///
    /// `None`, as by default, of a search that cannot tell. Then its nodes can be counted, but not shown.
    fn position(&self) -> Option<Vec<Branch>> {
        None
    }

    /// What the search has left of the candidates of each cell, in reading order, at its
    /// [`position`](Self::position) and before the last branch of that is tried; bit d − 1 for digit d. A
    /// strategy that places digits other than by branches tells of them in this way.
    ///
    /// `None`, as by default, if the branches tell all; at the end, and at a solution.
    fn candidates(&self) -> Option<Vec<u64>> {
        None
    }
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
    /// Digits placed by the search; for `fast` and `lanes` only their guesses.
    pub nodes: u64,
}

impl Report {
    /// Of a puzzle that was not looked at.
    pub(crate) const NONE: Report =
        Report { verdict: Verdict::LimitReached, solutions: 0, nodes: 0 };
}

/// Solves one puzzle; `receive` gets each solution and may break off.
pub fn solve(
    strategy: &dyn Strategy,
    puzzle: &Puzzle,
    request: &Request,
    receive: impl FnMut(&[u8]) -> ControlFlow<()>,
) -> Report {
    let mut one = One { receive, report: Report::NONE };
    strategy.solve_each(slice::from_ref(puzzle), request, &mut one);
    one.report
}

/// Receives what becomes of a single puzzle.
struct One<F> {
    receive: F,
    report: Report,
}

impl<F: FnMut(&[u8]) -> ControlFlow<()>> Receiver for One<F> {
    fn solution(&mut self, _: usize, solution: &[u8]) -> ControlFlow<()> {
        (self.receive)(solution)
    }

    fn done(&mut self, _: usize, report: Report) {
        self.report = report;
    }
}

/// Drives a search until the request is met, the tree is exhausted or a limit is reached.
pub(crate) fn run(
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
        let mut budget = match meter.slice() {
            Ok(budget) => budget,
            Err(reason) => break 'search Verdict::Stopped(reason),
        };
        loop {
            match searcher.advance(&mut budget) {
                Step::Exhausted => break 'search Verdict::Exhausted,
                Step::Paused => {
                    meter.settle(&budget);
                    match meter.slice() {
                        Ok(more) => budget = more,
                        Err(reason) => break 'search Verdict::Stopped(reason),
                    }
                }
                // What is left of the budget may be enough to find the next, or that there is none.
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
