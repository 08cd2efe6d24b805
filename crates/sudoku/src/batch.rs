//! Many puzzles at once: in a slice, from an iterator, by all cores.
//!
//! ```
//! use quadrille_sudoku::{Request, Shape, batch, format};
//!
//! let text = "\
//! 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
//! ........................................................................12.......
//! 11...............................................................................
//! ";
//! // The third has two equal digits in a row, so that it is none.
//! let entries = format::Reader::new(text.as_bytes(), Shape::CLASSIC);
//! let puzzles: Vec<_> = entries.flatten().map(|entry| entry.puzzle).collect();
//!
//! let answers = batch::solve(&puzzles, &Request::up_to(2));
//! assert_eq!(answers.len(), 2);
//! assert_eq!(answers.report(0).map(|report| report.solutions), Some(1));
//! assert!(answers.solutions(0).all(|solution| solution.starts_with(&[5, 3, 4, 6])));
//! assert_eq!(answers.solutions(1).count(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Which one
//!
//! - [`solve`]: all puzzles are there, and so are all answers at the end.
//! - [`SolveExt::solve`]: puzzles come from an iterator, answers go on one by one; memory is bounded.
//! - `par_solve`, with the feature `parallel`: as the first, by the threads of rayon.
//! - [`Strategy::solve_each`]: solutions as they are found, nothing is kept.
//!
//! All of them verify nothing: see [`verify`](crate::verify).

use std::fmt;
use std::iter::FusedIterator;
use std::ops::{ControlFlow, Range};
use std::vec;

use crate::grid::{Grid, Puzzle};
use crate::strategy::{Auto, Receiver, Report, Request, Strategy};

/// Puzzles that are taken from an iterator at once.
const PORTION: usize = 1024;

/// Solves puzzles by the strategy [`Auto`], and keeps the solutions: see [`solve_by`].
pub fn solve(puzzles: &[Puzzle], request: &Request) -> Answers {
    solve_by(&Auto, puzzles, request)
}

/// Solves puzzles, and keeps the solutions: 1 byte a cell, so that a limit is advised.
pub fn solve_by(strategy: &dyn Strategy, puzzles: &[Puzzle], request: &Request) -> Answers {
    let mut arrivals = Arrivals {
        reports: vec![Report::NONE; puzzles.len()],
        cells: Vec::new(),
        found: Vec::new(),
        bytes: vec![0; puzzles.len()],
    };
    strategy.solve_each(puzzles, request, &mut arrivals);
    arrivals.sorted(puzzles)
}

/// Solves puzzles as [`solve`] does, by the threads of rayon.
#[cfg(feature = "parallel")]
pub fn par_solve(puzzles: &[Puzzle], request: &Request) -> Answers {
    use rayon::prelude::*;

    let parts: Vec<Answers> =
        puzzles.par_chunks(PORTION).map(|puzzles| solve(puzzles, request)).collect();
    let mut all = Answers::default();
    for part in parts {
        let before = all.cells.len();
        all.reports.extend(part.reports);
        all.cells.extend(part.cells);
        all.ends.extend(part.ends.iter().map(|end| before + end));
        all.widths.extend(part.widths);
    }
    all
}

/// What became of the puzzles of a batch, in their order.
///
/// # Layout
///
/// All solutions stand one behind the other in [`cells`](Self::cells), a byte for each cell, 1 to n, in reading
/// order: those of the first puzzle, then those of the second, and so on; those of a puzzle in the order in
/// which they were found. Of 9×9 a solution takes 81 bytes.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Answers {
    reports: Vec<Report>,
    cells: Vec<u8>,
    /// For each puzzle where its solutions end.
    ends: Vec<usize>,
    /// For each puzzle its number of cells.
    widths: Vec<u16>,
}

impl Answers {
    /// Number of puzzles.
    pub fn len(&self) -> usize {
        self.reports.len()
    }

    /// Whether there was no puzzle.
    pub fn is_empty(&self) -> bool {
        self.reports.is_empty()
    }

    /// A report for each puzzle.
    pub fn reports(&self) -> &[Report] {
        &self.reports
    }

    /// What became of a puzzle.
    pub fn report(&self, puzzle: usize) -> Option<Report> {
        self.reports.get(puzzle).copied()
    }

    /// All solutions of all puzzles.
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// The solutions of a puzzle; none if there is no puzzle of that number.
    pub fn solutions(&self, puzzle: usize) -> impl ExactSizeIterator<Item = &[u8]> {
        let width = self.widths.get(puzzle).copied().unwrap_or(1);
        let cells = self.cells.get(self.place(puzzle)).unwrap_or_default();
        cells.chunks_exact(width.into())
    }

    /// Where the solutions of a puzzle are in [`cells`](Self::cells).
    pub fn place(&self, puzzle: usize) -> Range<usize> {
        let end = self.ends.get(puzzle).copied().unwrap_or(self.cells.len());
        let start = match puzzle.checked_sub(1) {
            Some(before) => self.ends.get(before).copied().unwrap_or(self.cells.len()),
            None => 0,
        };
        start..end
    }
}

impl fmt::Debug for Answers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Answers").field("reports", &self.reports).finish_non_exhaustive()
    }
}

/// Solutions as they come.
struct Arrivals {
    reports: Vec<Report>,
    cells: Vec<u8>,
    /// The puzzle of each.
    found: Vec<usize>,
    /// For each puzzle the bytes of its solutions.
    bytes: Vec<usize>,
}

impl Receiver for Arrivals {
    fn solution(&mut self, number: usize, solution: &[u8]) -> ControlFlow<()> {
        if let Some(bytes) = self.bytes.get_mut(number) {
            *bytes += solution.len();
            self.found.push(number);
            self.cells.extend_from_slice(solution);
        }
        ControlFlow::Continue(())
    }

    fn done(&mut self, number: usize, report: Report) {
        if let Some(slot) = self.reports.get_mut(number) {
            *slot = report;
        }
    }
}

impl Arrivals {
    fn sorted(self, puzzles: &[Puzzle]) -> Answers {
        let Arrivals { reports, cells, found, mut bytes } = self;
        // At most 64² cells.
        let widths: Vec<u16> = puzzles.iter().map(|puzzle| puzzle.shape().cells() as u16).collect();
        // Where the next solution of each puzzle goes: at last where they end.
        let mut start = 0;
        for bytes in &mut bytes {
            start += std::mem::replace(bytes, start);
        }
        let mut ends = bytes;
        let mut sorted = vec![0; cells.len()];
        let mut rest = &cells[..];
        for puzzle in found {
            let (Some(end), Some(&width)) = (ends.get_mut(puzzle), widths.get(puzzle)) else {
                continue;
            };
            let Some((solution, others)) = rest.split_at_checked(width.into()) else { break };
            if let Some(place) = sorted.get_mut(*end..*end + solution.len()) {
                place.copy_from_slice(solution);
            }
            *end += solution.len();
            rest = others;
        }
        Answers { reports, cells: sorted, ends, widths }
    }
}

/// A puzzle and what became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Answer {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// How far the search got.
    pub report: Report,
    /// The solutions that were wanted.
    pub solutions: Vec<Grid>,
}

/// Solves the puzzles of an iterator.
pub trait SolveExt: Iterator<Item = Puzzle> + Sized {
    /// An iterator over the answers, in the order of the puzzles, by the strategy [`Auto`]. It takes some puzzles
    /// at once, up to 1024, and solves them as a batch.
    ///
    /// ```
    /// use quadrille_sudoku::batch::SolveExt;
    /// use quadrille_sudoku::{Grid, Puzzle, Request, Shape};
    ///
    /// let empty = Puzzle::new(Grid::empty(Shape::CLASSIC))?;
    /// let mut answers = std::iter::repeat_n(empty, 3000).solve(Request::first());
    /// assert!(answers.all(|answer| answer.solutions.len() == 1));
    /// # Ok::<(), quadrille_sudoku::Clash>(())
    /// ```
    fn solve(self, request: Request) -> Solve<Self> {
        self.solve_by(&Auto, request)
    }

    /// The same by a strategy of your choice.
    fn solve_by(self, strategy: &'static dyn Strategy, request: Request) -> Solve<Self> {
        Solve { puzzles: self, strategy, request, ready: Vec::new().into_iter() }
    }
}

impl<I: Iterator<Item = Puzzle>> SolveExt for I {}

/// What [`SolveExt::solve`] returns.
#[derive(Debug)]
pub struct Solve<I> {
    puzzles: I,
    strategy: &'static dyn Strategy,
    request: Request,
    ready: vec::IntoIter<Answer>,
}

impl<I: Iterator<Item = Puzzle>> Iterator for Solve<I> {
    type Item = Answer;

    fn next(&mut self) -> Option<Answer> {
        if let Some(answer) = self.ready.next() {
            return Some(answer);
        }
        let puzzles: Vec<Puzzle> = self.puzzles.by_ref().take(PORTION).collect();
        let answers = solve_by(self.strategy, &puzzles, &self.request);
        let answer = |(number, puzzle): (usize, Puzzle)| {
            let grid = |solution| Grid::from_values(puzzle.shape(), solution).ok();
            let solutions = answers.solutions(number).filter_map(grid).collect();
            let report = answers.report(number).unwrap_or(Report::NONE);
            Answer { puzzle, report, solutions }
        };
        let ready: Vec<Answer> = puzzles.into_iter().enumerate().map(answer).collect();
        self.ready = ready.into_iter();
        self.ready.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let (least, most) = self.puzzles.size_hint();
        let ready = self.ready.len();
        (least.saturating_add(ready), most.and_then(|most| most.checked_add(ready)))
    }
}

impl<I: FusedIterator<Item = Puzzle>> FusedIterator for Solve<I> {}
