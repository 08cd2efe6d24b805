//! The report of a comparison: plain data, with everything that is needed to repeat it.
//!
//! The structs are the file format: serialised with serde they are the JSON document, whose
//! [`schema`](Comparison::schema) changes whenever the meaning of a field does. Times are seconds.

use std::time::Duration;

use quadrille_sudoku::format;
use serde::{Deserialize, Serialize};

use crate::corpus::Corpus;
use crate::machine::Machine;
use crate::measure::{Cell, Measurements, Outcome};
use crate::plan::Plan;
use crate::summary::Standing;

/// The version of the document's structure.
pub const SCHEMA: &str = "quadrille-compare/1";

/// A comparison: what was measured, how, on what, and what it says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Comparison {
    /// [`SCHEMA`].
    pub schema: String,
    /// Version of this library.
    pub version: String,
    /// Where it ran.
    pub machine: Machine,
    /// How it was measured.
    pub settings: Settings,
    /// What it was measured on.
    pub corpus: CorpusInfo,
    /// Whether everything that was planned was measured; if not, it was interrupted.
    pub complete: bool,
    /// One entry a strategy, in the order of the plan.
    pub strategies: Vec<Standing>,
    /// Every wrong answer.
    pub wrong: Vec<WrongAnswer>,
    /// One entry a measured puzzle, in the order of the corpus.
    pub puzzles: Vec<PuzzleRow>,
}

/// How it was measured.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Settings {
    /// Name of the strategy that the others are compared with.
    pub baseline: String,
    /// Solutions to look for in a puzzle.
    pub limit: u64,
    /// Seconds after which a run has timed out.
    pub time_limit_per_puzzle: f64,
    /// Rounds that were planned.
    pub repeat: u32,
    /// Rounds that every puzzle in the report went through; each run's own are in
    /// [`RunRow::rounds`]. Fewer than [`repeat`](Settings::repeat) if it was interrupted.
    pub rounds: u32,
}

/// What it was measured on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CorpusInfo {
    /// Its name.
    pub name: String,
    /// Rows and columns of a box.
    pub boxes: [usize; 2],
    /// SHA-256 of the bytes of all sources, one behind the other.
    pub sha256: String,
    /// Puzzles in it; more than were measured if the comparison was interrupted.
    pub puzzles: usize,
    /// Where they are from.
    pub sources: Vec<SourceInfo>,
    /// Entries that could not be read, and so were not measured.
    pub rejected: Vec<RejectedEntry>,
}

/// A source of a corpus.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SourceInfo {
    /// Its name.
    pub name: String,
    /// Puzzles read from it.
    pub puzzles: usize,
    /// Entries in it that could not be read.
    pub rejected: usize,
}

/// An entry that could not be read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RejectedEntry {
    /// Name of its source.
    pub source: String,
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// What was found and what was expected.
    pub message: String,
}

/// A wrong answer: which voids the timing of that strategy on that puzzle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct WrongAnswer {
    /// Who gave it.
    pub strategy: String,
    /// What is wrong with it.
    pub reason: String,
    /// The puzzle, in a line.
    pub puzzle: String,
    /// Name of the puzzle's source.
    pub source: String,
    /// Its line there, from 1.
    pub line: usize,
}

/// A puzzle with its measurements.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PuzzleRow {
    /// The puzzle, in a line.
    pub puzzle: String,
    /// Name of its source.
    pub source: String,
    /// Its line there, from 1.
    pub line: usize,
    /// Number of clues.
    pub clues: usize,
    /// How many different solutions were seen: found by any of the strategies in one round, and
    /// verified; of the rounds the most. The puzzle has at least so many. It can be more than
    /// [`Settings::limit`], since strategies find different ones, and it is their exact number if
    /// a run finished with the verdict `exhausted`.
    pub known_solutions: u64,
    /// One entry a strategy, in the order of the plan.
    pub runs: Vec<RunRow>,
}

/// A strategy on a puzzle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RunRow {
    /// Its name.
    pub strategy: String,
    /// What became of it: `finished`, `timed out` (a limit stopped one of its runs) or `wrong`.
    pub outcome: String,
    /// Its verdict; `None` if it gave none.
    pub verdict: Option<String>,
    /// Solutions by its report.
    pub solutions: u64,
    /// Digits placed by the search.
    pub nodes: u64,
    /// Median of the rounds, in seconds. For a timeout it is a lower bound, for a wrong answer it
    /// means nothing.
    pub seconds: f64,
    /// Each round, in seconds.
    pub rounds: Vec<f64>,
}

impl Comparison {
    /// The report of measurements.
    pub fn new(plan: &Plan<'_>, corpus: &Corpus, measured: &Measurements) -> Self {
        let strategies = plan.strategies();
        let name = |index: usize| strategies.get(index).map_or("", |strategy| strategy.name());
        Comparison {
            schema: SCHEMA.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            machine: Machine::detect(),
            settings: Settings {
                baseline: name(plan.baseline()).to_owned(),
                limit: plan.limit.get(),
                time_limit_per_puzzle: plan.time_limit.as_secs_f64(),
                repeat: plan.rounds.get(),
                rounds: measured.rounds,
            },
            corpus: CorpusInfo::of(corpus),
            complete: measured.complete,
            strategies: (0..strategies.len())
                .map(|index| Standing::of(name(index), index, plan.baseline(), &measured.cells))
                .collect(),
            wrong: wrong_answers(&name, corpus, measured),
            puzzles: puzzle_rows(&name, corpus, measured),
        }
    }

    /// Whether some strategy gave a wrong answer.
    pub fn has_wrong_answers(&self) -> bool {
        !self.wrong.is_empty()
    }
}

impl CorpusInfo {
    fn of(corpus: &Corpus) -> Self {
        CorpusInfo {
            name: corpus.name().to_owned(),
            boxes: [corpus.shape().box_rows(), corpus.shape().box_columns()],
            sha256: corpus.sha256(),
            puzzles: corpus.puzzles().len(),
            sources: (corpus.sources().iter())
                .map(|source| SourceInfo {
                    name: source.name.clone(),
                    puzzles: source.puzzles,
                    rejected: source.rejected,
                })
                .collect(),
            rejected: (corpus.rejected().iter())
                .map(|rejected| RejectedEntry {
                    source: corpus.source_name(rejected.source).to_owned(),
                    line: rejected.line,
                    column: rejected.column,
                    message: rejected.message.clone(),
                })
                .collect(),
        }
    }
}

/// A puzzle in a line, the name of its source, its line there.
fn describe(corpus: &Corpus, puzzle: usize) -> (String, String, usize) {
    let text = corpus.puzzles().get(puzzle).map(|puzzle| format::line(puzzle).to_string());
    let origin = corpus.origin(puzzle);
    let source = origin.map_or("", |origin| corpus.source_name(origin.source));
    (text.unwrap_or_default(), source.to_owned(), origin.map_or(0, |origin| origin.line))
}

fn wrong_answers<'n>(
    name: &impl Fn(usize) -> &'n str,
    corpus: &Corpus,
    measured: &Measurements,
) -> Vec<WrongAnswer> {
    let mut wrong = Vec::new();
    for (number, row) in measured.cells.iter().enumerate() {
        for (index, cell) in row.iter().enumerate() {
            if let Outcome::Wrong(reason) = &cell.outcome {
                let (puzzle, source, line) = describe(corpus, number);
                let (strategy, reason) = (name(index).to_owned(), reason.to_string());
                wrong.push(WrongAnswer { strategy, reason, puzzle, source, line });
            }
        }
    }
    wrong
}

fn puzzle_rows<'n>(
    name: &impl Fn(usize) -> &'n str,
    corpus: &Corpus,
    measured: &Measurements,
) -> Vec<PuzzleRow> {
    let rows = measured.cells.iter().zip(&measured.known).enumerate();
    rows.map(|(number, (row, &known_solutions))| {
        let (puzzle, source, line) = describe(corpus, number);
        let clues = corpus.puzzles().get(number).map_or(0, |puzzle| puzzle.clue_count());
        let runs = row.iter().enumerate().map(|(index, cell)| run_row(name(index), cell));
        PuzzleRow { puzzle, source, line, clues, known_solutions, runs: runs.collect() }
    })
    .collect()
}

fn run_row(strategy: &str, cell: &Cell) -> RunRow {
    let outcome = match cell.outcome {
        Outcome::Finished => "finished",
        Outcome::TimedOut => "timed out",
        Outcome::Wrong(_) => "wrong",
    };
    RunRow {
        strategy: strategy.to_owned(),
        outcome: outcome.to_owned(),
        verdict: cell.report.map(|report| report.verdict.to_string()),
        solutions: cell.report.map_or(0, |report| report.solutions),
        nodes: cell.report.map_or(0, |report| report.nodes),
        seconds: cell.time().as_secs_f64(),
        rounds: cell.times.iter().map(Duration::as_secs_f64).collect(),
    }
}
