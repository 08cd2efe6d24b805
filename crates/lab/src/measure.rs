//! Measures: every strategy on every puzzle, in rounds, and judges every answer.

use std::ops::ControlFlow;
use std::slice;
use std::time::{Duration, Instant};

use quadrille_sudoku::strategy::{Receiver, Strategy};
use quadrille_sudoku::{Puzzle, Report, Request, StopReason, Verdict};

use crate::corpus::Corpus;
use crate::judge::{self, Witnesses, Wrong};
use crate::observer::{Observer, Run};
use crate::order::turns;
use crate::plan::Plan;
use crate::statistics::median;

/// Before the first round every strategy runs this long at most on the first puzzle, unmeasured,
/// so that none pays for being the first.
const WARM_UP: Duration = Duration::from_millis(20);

/// What became of a strategy on a puzzle, over all rounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It gave an answer, and nothing wrong was found in it.
    Finished,
    /// A limit stopped it, in at least one of the rounds.
    TimedOut,
    /// A wrong answer; its timing is void.
    Wrong(Wrong),
}

/// The measurements of a strategy on a puzzle.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Cell {
    /// What became of it.
    pub outcome: Outcome,
    /// The last report; `None` if none came.
    pub report: Option<Report>,
    /// The time of each round.
    pub times: Vec<Duration>,
}

impl Cell {
    /// The median of the rounds; zero if there was none.
    pub fn time(&self) -> Duration {
        median(&self.times).unwrap_or_default()
    }

    /// Whether it gave an answer in which nothing wrong was found.
    pub fn finished(&self) -> bool {
        self.outcome == Outcome::Finished
    }
}

/// All that was measured.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Measurements {
    /// One row a puzzle, one cell a strategy, both in the order of corpus and plan. Only puzzles
    /// on which every strategy ran.
    pub cells: Vec<Vec<Cell>>,
    /// For each row, how many different verified solutions were found in a round, by all strategies
    /// together; of the rounds the most. More than the limit if they found different ones.
    pub known: Vec<u64>,
    /// Rounds that every row went through. If the first was interrupted, that is one, for the rows
    /// that there are.
    pub rounds: u32,
    /// Whether everything planned was measured.
    pub complete: bool,
}

/// Runs every strategy of the plan on every puzzle of the corpus.
///
/// A round visits all puzzles, and on each puzzle runs all strategies, in an order that changes from
/// puzzle to puzzle and from round to round: see [`turns`].
///
/// The clock stands around [`Strategy::solve_each`] with a batch of one puzzle: setting the search
/// up, searching, and handing over each solution (a copy of n² bytes) are timed. Reading the
/// puzzle, verifying and observing are not. For the time limit and the cancel token the driver
/// looks at the clock every few thousand nodes, for all strategies alike.
///
/// A strategy that timed out on a puzzle is not run on it again: that its time is more than the
/// limit is known. The same holds after a wrong answer.
///
/// If the plan's token is pulled, the puzzle at hand is dropped, and in the first round those not
/// yet reached: what remains is complete for every strategy.
pub fn measure(plan: &Plan<'_>, corpus: &Corpus, observer: &mut dyn Observer) -> Measurements {
    let strategies = plan.strategies();
    let planned = corpus.puzzles().len() * strategies.len() * plan.rounds.get() as usize;
    observer.begin(planned as u64);
    let mut bench = Bench { plan, request: plan.request(), buffer: Vec::new() };
    bench.warm_up(corpus.puzzles());
    let mut measured =
        Measurements { cells: Vec::new(), known: Vec::new(), rounds: 0, complete: false };
    'rounds: for round in 0..plan.rounds.get() {
        for (number, puzzle) in corpus.puzzles().iter().enumerate() {
            let row = measured.cells.get(number).map_or(&[][..], Vec::as_slice);
            let Some((row, known)) = bench.visit(round, number, puzzle, row, observer) else {
                break 'rounds;
            };
            match (measured.cells.get_mut(number), measured.known.get_mut(number)) {
                (Some(before), Some(count)) => {
                    *before = row;
                    *count = known.max(*count);
                }
                _ => {
                    measured.cells.push(row);
                    measured.known.push(known);
                }
            }
        }
        measured.rounds = round + 1;
    }
    measured.complete = measured.rounds == plan.rounds.get();
    if !measured.cells.is_empty() {
        measured.rounds = measured.rounds.max(1);
    }
    for (row, &known) in measured.cells.iter_mut().zip(&measured.known) {
        for cell in row {
            condemn_incomplete(cell, known);
        }
    }
    observer.end();
    measured
}

/// A claim to have found all may be refuted by a witness of another strategy, or of a later round.
fn condemn_incomplete(cell: &mut Cell, known: u64) {
    if let (Outcome::Finished, Some(report)) = (&cell.outcome, &cell.report)
        && let Err(wrong) = judge::complete(report, known)
    {
        cell.outcome = Outcome::Wrong(wrong);
    }
}

struct Bench<'p, 's> {
    plan: &'p Plan<'s>,
    request: Request,
    /// Solutions of the run at hand, one behind the other; kept, so that only the first runs pay
    /// for its growth.
    buffer: Vec<u8>,
}

impl Bench<'_, '_> {
    fn warm_up(&mut self, puzzles: &[Puzzle]) {
        let mut request = self.request.clone();
        request.limits.time = Some(WARM_UP.min(self.plan.time_limit));
        if let Some(puzzle) = puzzles.first() {
            for strategy in self.plan.strategies() {
                run(*strategy, puzzle, &request, &mut self.buffer);
            }
        }
    }

    /// Runs the strategies on a puzzle; `before` has their cells from earlier rounds, or nothing.
    /// The cells brought up to date, and the number of different solutions found in this round;
    /// `None` if it was cancelled.
    fn visit(
        &mut self,
        round: u32,
        number: usize,
        puzzle: &Puzzle,
        before: &[Cell],
        observer: &mut dyn Observer,
    ) -> Option<(Vec<Cell>, u64)> {
        let strategies = self.plan.strategies();
        let mut row: Vec<Option<Cell>> = before.iter().cloned().map(Some).collect();
        row.resize_with(strategies.len(), || None);
        let mut witnesses = Witnesses::default();
        for index in turns(strategies.len(), round, number) {
            let (Some(strategy), Some(slot)) = (strategies.get(index), row.get_mut(index)) else {
                continue;
            };
            if slot.as_ref().is_some_and(|cell| !cell.finished()) {
                continue;
            }
            if self.plan.cancel.is_cancelled() {
                return None;
            }
            let (time, reports) = run(*strategy, puzzle, &self.request, &mut self.buffer);
            let report = reports.first().copied();
            if report.is_some_and(|report| is_cancelled(report.verdict)) {
                return None;
            }
            observer.ran(&Run { round, puzzle: number, strategy: strategy.name(), time, report });
            let outcome = self.judge(puzzle, &reports, &mut witnesses);
            if outcome != Outcome::Finished {
                observer.skipped(u64::from(self.plan.rounds.get() - round - 1));
            }
            let times = slot.take().map(|cell| cell.times).unwrap_or_default();
            *slot = Some(Cell { outcome, report, times: with(times, time) });
        }
        Some((row.into_iter().flatten().collect(), witnesses.count()))
    }

    fn judge(&self, puzzle: &Puzzle, reports: &[Report], witnesses: &mut Witnesses) -> Outcome {
        let [report] = reports else {
            return Outcome::Wrong(Wrong::Reports(reports.len()));
        };
        match witnesses.examine(puzzle, report, &self.buffer, self.plan.limit.get()) {
            Err(wrong) => Outcome::Wrong(wrong),
            Ok(()) if report.verdict.is_stopped() => Outcome::TimedOut,
            Ok(()) => Outcome::Finished,
        }
    }
}

fn with(mut times: Vec<Duration>, time: Duration) -> Vec<Duration> {
    times.push(time);
    times
}

fn is_cancelled(verdict: Verdict) -> bool {
    verdict == Verdict::Stopped(StopReason::Cancelled)
}

/// One run on the clock; its solutions are left in `buffer`.
fn run(
    strategy: &dyn Strategy,
    puzzle: &Puzzle,
    request: &Request,
    buffer: &mut Vec<u8>,
) -> (Duration, Vec<Report>) {
    buffer.clear();
    let mut given = Given { solutions: buffer, reports: Vec::with_capacity(1) };
    let start = Instant::now();
    strategy.solve_each(slice::from_ref(puzzle), request, &mut given);
    (start.elapsed(), given.reports)
}

/// What a run gave.
struct Given<'b> {
    solutions: &'b mut Vec<u8>,
    reports: Vec<Report>,
}

impl Receiver for Given<'_> {
    fn solution(&mut self, _: usize, solution: &[u8]) -> ControlFlow<()> {
        self.solutions.extend_from_slice(solution);
        ControlFlow::Continue(())
    }

    fn done(&mut self, _: usize, report: Report) {
        self.reports.push(report);
    }
}
