//! Engines: whatever answers puzzles and can be timed.
//!
//! - [`SudokuEngine`]: a sudoku strategy, one puzzle at a time or in batches;
//! - [`CoverEngine`]: an exact-cover strategy;
//! - [`VariantEngine`]: a strategy for variants;
//! - [`CommandEngine`]: any program, by its standard input and output.
//!
//! An engine runs on a *unit*: what it gets at once, and whose time is one figure.

mod command;
mod cover;
mod protocol;
mod sudoku;
mod variant;

use std::fmt;
use std::ops::Range;
use std::time::Duration;

use quadrille_cover::CancelToken;

pub use command::CommandEngine;
pub use cover::CoverEngine;
pub use sudoku::SudokuEngine;
pub use variant::VariantEngine;

use crate::definition::{Ask, Clock, Definition, EngineSpec, Kind, Mode, Runs};
use crate::material::{Material, Puzzles};

/// Solutions of a puzzle that are kept to be verified; of more only the number is looked at.
pub const KEPT: usize = 1000;

/// Answers puzzles.
pub trait Engine: fmt::Debug {
    /// What it is called.
    fn name(&self) -> &str;

    /// What it takes.
    fn kind(&self) -> Kind;

    /// Whether it takes puzzles one at a time, or many at once.
    fn mode(&self) -> Mode;

    /// What it is, in a line: the strategy, or the command line.
    fn description(&self) -> String;

    /// Whether a node is a thing that it counts.
    fn counts_nodes(&self) -> bool {
        true
    }

    /// Whether it can take these puzzles; else why not.
    ///
    /// # Errors
    ///
    /// A message if it cannot.
    fn check(&self, material: &Material) -> Result<(), String>;

    /// Answers the puzzles of a range. The clock is the engine's: it knows what belongs to the work.
    fn run(&mut self, material: &Material, range: Range<usize>, task: &Task) -> Run;

    /// Time that it takes to do nothing, of engines that have to be started; see
    /// [`StartUp`](crate::definition::StartUp).
    fn start(&mut self, material: &Material, range: Range<usize>, task: &Task) -> Option<Duration> {
        let _ = (material, range, task);
        None
    }
}

/// What is asked, and how far to go.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Task {
    /// What is asked of each puzzle.
    pub ask: Ask,
    /// Time for a puzzle.
    pub time_limit: Duration,
    /// Nodes for a puzzle.
    pub node_limit: Option<u64>,
    /// What times are.
    pub clock: Clock,
    /// Ends it early.
    pub cancel: CancelToken,
}

impl Task {
    /// The task of a definition.
    pub fn of(definition: &Definition, cancel: CancelToken) -> Self {
        Task {
            ask: definition.ask,
            time_limit: definition.time_limit(),
            node_limit: definition.node_limit,
            clock: definition.clock,
            cancel,
        }
    }

    fn limits(&self) -> quadrille_cover::Limits {
        let mut limits = quadrille_cover::Limits::none()
            .with_time(self.time_limit)
            .with_cancel(self.cancel.clone());
        limits.nodes = self.node_limit;
        limits
    }
}

/// What a run gave.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Run {
    /// Time on the clock, start of a program included.
    pub time: Duration,
    /// One answer a puzzle of the range; `None` if none came.
    pub answers: Vec<Option<Answer>>,
    /// What went wrong with the run as a whole: a crash, more answers than puzzles.
    pub fault: Option<String>,
    /// Whether the whole run was stopped by the time limit.
    pub timed_out: bool,
    /// Whether it was cancelled, so that it counts for nothing.
    pub cancelled: bool,
}

/// What an engine says of a puzzle.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Answer {
    /// Solutions that it claims; if it was stopped, those that it had found.
    pub solutions: u64,
    /// Whether it claims that there are no others.
    pub complete: bool,
    /// Whether a limit stopped it.
    pub stopped: bool,
    /// Nodes, if it counts them.
    pub nodes: Option<u64>,
    /// Solutions that it gave, up to [`KEPT`].
    pub given: Given,
    /// What cannot be an answer, if that is what it gave.
    pub nonsense: Option<String>,
    /// Why it does not take the puzzle, if it says so: that is no answer, and no fault.
    pub refused: Option<String>,
}

impl Answer {
    /// What does not fit in the verdict of a strategy, which says more than a program does: that the limit
    /// was reached, where it was not, or that it was not, where it was.
    fn misfit(&self, verdict: &dyn fmt::Display, ask: Ask) -> Option<String> {
        let limit = ask.limit()?;
        let fits = match (self.complete, self.stopped) {
            (true, _) => self.solutions <= limit,
            (false, true) => self.solutions < limit,
            (false, false) => self.solutions == limit,
        };
        let solutions = self.solutions;
        (!fits).then(|| format!("verdict \"{verdict}\" after {solutions} of at most {limit}"))
    }
}

/// Solutions that an engine gave.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Given {
    /// None: a number is its answer.
    #[default]
    Nothing,
    /// Of a sudoku or a variant: one behind the other, a byte for each cell; for each number of the board of a variant.
    Grids(Vec<u8>),
    /// Of an exact-cover problem: how many its own verifier found to be right and different from each other, or
    /// what it says of the first that is not.
    Checked(Result<u64, String>),
}

/// The engine of a specification.
///
/// # Errors
///
/// If there is no such strategy.
pub fn engine(spec: &EngineSpec) -> Result<Box<dyn Engine>, String> {
    let name = spec.name().to_owned();
    match spec.runs() {
        Runs::Sudoku(strategy) => {
            let found = quadrille_sudoku::strategy::by_name(&strategy);
            let strategy = found.ok_or_else(|| format!("no sudoku strategy `{strategy}`"))?;
            Ok(Box::new(SudokuEngine::new(name, strategy, spec.mode())))
        }
        Runs::Cover(strategy) => {
            let found = quadrille_cover::strategy::by_name(&strategy);
            let strategy = found.ok_or_else(|| format!("no cover strategy `{strategy}`"))?;
            Ok(Box::new(CoverEngine::new(name, strategy)))
        }
        Runs::Variant(strategy) => {
            let found = quadrille_sudoku::variant::strategy::by_name(&strategy);
            let strategy = found.ok_or_else(|| format!("no variant strategy `{strategy}`"))?;
            Ok(Box::new(VariantEngine::new(name, strategy)))
        }
        Runs::Command(command) => Ok(Box::new(CommandEngine::new(name, command, spec.mode()))),
    }
}

/// The sudokus of a range; none of another kind of puzzles.
fn sudokus(material: &Material, range: Range<usize>) -> &[quadrille_sudoku::Puzzle] {
    match &material.puzzles {
        Puzzles::Sudoku(_, puzzles) => puzzles.get(range).unwrap_or_default(),
        Puzzles::Cover(_) | Puzzles::Variant(_) => &[],
    }
}
