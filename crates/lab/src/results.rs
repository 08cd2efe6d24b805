//! The results of a session: plain data, with everything that is needed to repeat it and to draw it.
//!
//! The structs are the file format: serialised with serde they are the JSON document, whose
//! [`schema`](Results::schema) changes whenever the meaning of a field does. docs/LAB.md describes
//! it. What was not measured yet is `null`, so that a document that was written in the middle is as
//! good as one that was written at the end.

mod file;
mod saver;
mod scaling;

use serde::{Deserialize, Serialize};

pub use file::{ResultsError, load, save, write};
pub use saver::Saver;
pub use scaling::{LeftOut, ScalingInfo, SkippedSize};

use crate::definition::{Ask, Clock, Command, Kind, Mode, Order};
use crate::machine::Machine;

/// The version of the document's structure.
pub const SCHEMA: &str = "quadrille-lab/1";

/// What was measured, how, on what, and what came of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Results {
    /// [`SCHEMA`].
    pub schema: String,
    /// Version of this library.
    pub version: String,
    /// The commit that it was built from, if the build said so (`QUADRILLE_COMMIT`).
    pub commit: Option<String>,
    /// SHA-256 of the program that measured, if it could be read.
    pub program_sha256: Option<String>,
    /// When it began, in seconds since 1970.
    pub started: u64,
    /// How many seconds it took, or had taken when this was written.
    pub elapsed: f64,
    /// Whether everything planned was measured.
    pub complete: bool,
    /// Where it ran.
    pub machine: Machine,
    /// The definition, as it was written.
    pub definition: DefinitionText,
    /// How it was measured.
    pub settings: Settings,
    /// The engines.
    pub engines: Vec<EngineInfo>,
    /// The corpora.
    pub corpora: Vec<CorpusInfo>,
    /// One entry for each engine on each corpus of its kind.
    pub series: Vec<Series>,
    /// Of a scaling study: which size each corpus is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scaling: Option<ScalingInfo>,
}

/// A definition, as it was written.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DefinitionText {
    /// Its file; empty if it was in none.
    pub file: String,
    /// The text.
    pub text: String,
}

/// How it was measured: the definition with its defaults.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Settings {
    /// Name of the definition.
    pub name: String,
    /// What was asked of each puzzle.
    pub ask: Ask,
    /// Rounds that were planned.
    pub rounds: u32,
    /// The seed.
    pub seed: u64,
    /// In which order engines ran.
    pub order: Order,
    /// What times are.
    pub clock: Clock,
    /// Seconds that each engine ran before it was measured.
    pub warm_up: f64,
    /// Seconds for a puzzle.
    pub time_limit: f64,
    /// Nodes for a puzzle.
    pub node_limit: Option<u64>,
    /// Puzzles in a batch.
    pub batch: usize,
    /// How sure the intervals are.
    pub confidence: f64,
}

/// An engine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct EngineInfo {
    /// Its name.
    pub name: String,
    /// What it takes.
    pub kind: Kind,
    /// One puzzle at a time, or many at once.
    pub mode: Mode,
    /// What it is, in a line.
    pub description: String,
    /// Whether it counts nodes.
    pub nodes: bool,
    /// If it is a program, how it is run.
    pub command: Option<Command>,
    /// The engine that this one is the same as, to see what the machine makes of no difference.
    pub control_of: Option<usize>,
}

/// A corpus.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CorpusInfo {
    /// Its name.
    pub name: String,
    /// What its puzzles are.
    pub kind: Kind,
    /// Rows and columns of a box, of sudokus.
    pub boxes: Option<[usize; 2]>,
    /// SHA-256 of the bytes of all files, one behind the other.
    pub sha256: String,
    /// What could not be read: file, line, column and why.
    pub rejected: Vec<String>,
    /// The puzzles that were measured, after sampling and shuffling.
    pub puzzles: Vec<PuzzleInfo>,
}

/// A puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PuzzleInfo {
    /// The puzzle on one line; of an exact-cover problem, its name; of a variant, its title, or without one its clues.
    pub text: String,
    /// The file that it is from.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub source: String,
    /// The line there, from 1; 0 if it has none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub line: usize,
    /// Clues of a sudoku or variant, items of an exact-cover problem.
    pub size: usize,
    /// Puzzles of the same class are shuffles of each other.
    pub class: usize,
    /// Its number of solutions, where that was known beforehand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    /// How many different verified solutions were seen, by all engines together: a lower bound. One
    /// that came with a variant is among them.
    #[serde(default)]
    pub known: u64,
    /// A variant in the format `text`, rules and all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub definition: Option<String>,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// An engine on a corpus.
///
/// All lists but the inner ones of `nanoseconds` have an entry a puzzle; those have one a unit.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Series {
    /// Index of the engine.
    pub engine: usize,
    /// Index of the corpus.
    pub corpus: usize,
    /// Puzzles of a unit, the thing that a time is of: 1, or as many as a batch has. The last unit may
    /// have fewer.
    pub unit: usize,
    /// What became of each puzzle; `null` if it was not looked at yet.
    pub outcomes: Vec<Option<Outcome>>,
    /// Solutions that were claimed.
    pub solutions: Vec<Option<u64>>,
    /// Whether it was claimed that there are no others.
    pub exhausted: Vec<Option<bool>>,
    /// Nodes, of engines that count them.
    pub nodes: Vec<Option<u64>>,
    /// The times: an entry a round, in it an entry a unit; `null` where it did not run.
    pub nanoseconds: Vec<Vec<Option<u64>>>,
    /// What a program takes to start: an entry a round. Not yet subtracted from the times.
    pub start_nanoseconds: Vec<u64>,
    /// Everything that was wrong.
    pub faults: Vec<Fault>,
}

/// What became of an engine on a puzzle, over all rounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Outcome {
    /// It gave an answer in which nothing wrong was found.
    Answered,
    /// A limit stopped it in at least one round.
    TimedOut,
    /// The engine does not take the puzzle, and says so: it has no time, and is not a fault.
    Refused,
    /// A wrong answer; its time is void.
    Wrong,
    /// No answer, or its run crashed; its time is void.
    Missing,
    /// Engines disagree, and what is right is not known; the times of all who disagree are void.
    Disputed,
}

/// Something that was wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Fault {
    /// The round, from 0.
    pub round: u32,
    /// The puzzle; `null` if it is about the unit as a whole.
    pub puzzle: Option<usize>,
    /// The unit.
    pub unit: usize,
    /// What was wrong.
    pub reason: String,
}

impl DefinitionText {
    /// A definition and the file that it is from.
    pub fn new(file: impl Into<String>, text: impl Into<String>) -> Self {
        DefinitionText { file: file.into(), text: text.into() }
    }
}

impl Series {
    /// The puzzles of a unit.
    pub fn range(&self, unit: usize) -> std::ops::Range<usize> {
        let start = unit.saturating_mul(self.unit).min(self.outcomes.len());
        start..start.saturating_add(self.unit).min(self.outcomes.len())
    }

    /// Number of units.
    pub fn units(&self) -> usize {
        self.outcomes.len().div_ceil(self.unit.max(1))
    }

    /// Whether it gave a wrong answer, or none, or crashed.
    pub fn is_faulty(&self) -> bool {
        let bad = |outcome: &Outcome| {
            matches!(outcome, Outcome::Wrong | Outcome::Missing | Outcome::Disputed)
        };
        !self.faults.is_empty() || self.outcomes.iter().flatten().any(bad)
    }
}

impl Results {
    /// The series of an engine on a corpus.
    pub fn series(&self, engine: usize, corpus: usize) -> Option<&Series> {
        self.series.iter().find(|series| (series.engine, series.corpus) == (engine, corpus))
    }

    /// The name of an engine; empty if there is none.
    pub fn engine_name(&self, engine: usize) -> &str {
        self.engines.get(engine).map_or("", |engine| &engine.name)
    }

    /// Whether nothing was measured at all: interrupted before the first answer.
    pub fn is_empty(&self) -> bool {
        let mut outcomes = self.series.iter().flat_map(|series| &series.outcomes);
        outcomes.all(Option::is_none)
    }

    /// Whether an engine gave a wrong answer, or none, or crashed.
    pub fn has_faults(&self) -> bool {
        self.series.iter().any(Series::is_faulty)
    }
}
