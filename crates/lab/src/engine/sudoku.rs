//! A sudoku strategy as an engine.

use std::ops::{ControlFlow, Range};

use quadrille_sudoku::strategy::{Receiver, Strategy, check_shape};
use quadrille_sudoku::{Report, Request, StopReason, Verdict};

use super::{Answer, Engine, Given, KEPT, Run, Task, sudokus};
use crate::definition::{Ask, Kind, Mode};
use crate::material::{Material, Puzzles};

/// Runs a sudoku strategy.
///
/// The clock stands around [`Strategy::solve_each`]: setting the search up, searching, and handing over
/// each solution (a copy of n² bytes).
#[derive(Debug)]
pub struct SudokuEngine<'s> {
    name: String,
    strategy: &'s dyn Strategy,
    mode: Mode,
    /// Kept from run to run, so that only the first ones pay for its growth.
    given: Vec<Puzzled>,
}

/// What came of a puzzle.
#[derive(Debug, Clone, Default)]
struct Puzzled {
    cells: Vec<u8>,
    solutions: u64,
    reports: usize,
    report: Option<Report>,
}

impl<'s> SudokuEngine<'s> {
    /// An engine of that name.
    pub fn new(name: impl Into<String>, strategy: &'s dyn Strategy, mode: Mode) -> Self {
        SudokuEngine { name: name.into(), strategy, mode, given: Vec::new() }
    }
}

impl Engine for SudokuEngine<'_> {
    fn name(&self) -> &str {
        &self.name
    }

    fn kind(&self) -> Kind {
        Kind::Sudoku
    }

    fn mode(&self) -> Mode {
        self.mode
    }

    fn description(&self) -> String {
        format!("strategy {}: {}", self.strategy.name(), self.strategy.description())
    }

    fn check(&self, material: &Material) -> Result<(), String> {
        match material.puzzles {
            Puzzles::Sudoku(shape, _) => {
                check_shape(self.strategy, shape).map_err(|error| error.to_string())
            }
            Puzzles::Cover(_) | Puzzles::Variant(_) => Err(format!("{} takes sudokus", self.name)),
        }
    }

    fn run(&mut self, material: &Material, range: Range<usize>, task: &Task) -> Run {
        let puzzles = sudokus(material, range);
        let mut request = Request::all().within(task.limits());
        request.limit = task.ask.limit();
        self.given.resize_with(puzzles.len().max(self.given.len()), Puzzled::default);
        for puzzled in &mut self.given {
            puzzled.cells.clear();
            (puzzled.solutions, puzzled.reports, puzzled.report) = (0, 0, None);
        }
        let width = puzzles.first().map_or(1, |puzzle| puzzle.shape().cells());
        let mut receiver = Keep { given: &mut self.given, most: KEPT * width };
        let work = || self.strategy.solve_each(puzzles, &request, &mut receiver);
        let ((), time) = task.clock.time(work);
        let given = self.given.iter().take(puzzles.len());
        let answers = given.clone().map(|puzzled| answer(puzzled, task.ask)).collect();
        let cancelled = |puzzled: &Puzzled| {
            let verdict = puzzled.report.map(|report| report.verdict);
            verdict == Some(Verdict::Stopped(StopReason::Cancelled))
        };
        Run { time, answers, cancelled: given.clone().any(cancelled), ..Run::default() }
    }
}

fn answer(puzzled: &Puzzled, ask: Ask) -> Option<Answer> {
    let report = puzzled.report?;
    let miscounted = if puzzled.reports != 1 {
        Some(format!("{} reports for one puzzle", puzzled.reports))
    } else if puzzled.solutions != report.solutions {
        Some(format!("a count of {}, but {} given", report.solutions, puzzled.solutions))
    } else {
        None
    };
    let answer = Answer {
        solutions: report.solutions,
        complete: report.verdict.is_exhausted(),
        stopped: report.verdict.is_stopped(),
        nodes: Some(report.nodes),
        given: Given::Grids(puzzled.cells.clone()),
        ..Answer::default()
    };
    let nonsense = miscounted.or_else(|| answer.misfit(&report.verdict, ask));
    Some(Answer { nonsense, ..answer })
}

struct Keep<'g> {
    given: &'g mut [Puzzled],
    /// Bytes of solutions that are kept of a puzzle.
    most: usize,
}

impl Receiver for Keep<'_> {
    fn solution(&mut self, number: usize, solution: &[u8]) -> ControlFlow<()> {
        if let Some(puzzled) = self.given.get_mut(number) {
            puzzled.solutions += 1;
            if puzzled.cells.len() < self.most {
                puzzled.cells.extend_from_slice(solution);
            }
        }
        ControlFlow::Continue(())
    }

    fn done(&mut self, number: usize, report: Report) {
        if let Some(puzzled) = self.given.get_mut(number) {
            puzzled.reports += 1;
            puzzled.report = Some(report);
        }
    }
}
