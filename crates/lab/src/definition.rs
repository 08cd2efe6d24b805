//! What is to be measured, as a file in TOML: engines, corpora, what is asked, limits, rounds.
//!
//! ```
//! use quadrille_lab::definition::{Ask, Definition};
//!
//! let definition = Definition::read(
//!     r#"
//!     ask = "unique"
//!     rounds = 3
//!
//!     [[engine]]
//!     strategy = "mrv"
//!
//!     [[engine]]
//!     name = "lanes, many at once"
//!     strategy = "lanes"
//!     mode = "batch"
//!
//!     [[corpus]]
//!     builtin = "sample"
//!     "#,
//! )?;
//! assert_eq!(definition.ask, Ask::Unique);
//! assert_eq!(definition.engines[1].name(), "lanes, many at once");
//!
//! let error = Definition::read("rounds = 3\nround = 4\n").unwrap_err();
//! assert_eq!((error.line, error.column), (2, 1));
//! # Ok::<(), quadrille_lab::definition::DefinitionError>(())
//! ```
//!
//! A key that is unknown is an error with its line and column: a limit that is misspelt must not be
//! a limit that is not there. docs/LAB.md has the format.

mod builtin;
mod corpus;
mod engine;
mod values;

use std::num::{NonZeroU32, NonZeroUsize};
use std::path::Path;
use std::time::Duration;

use serde::Deserialize;

pub use builtin::{BUILT_IN, BuiltIn};
pub use corpus::{CorpusSpec, Counts, Files};
pub use engine::{Answers, Command, EngineSpec, Input, Runs, StartUp};
pub use values::{Ask, Clock, Kind, Mode, Order};

use values::Time;

/// A measurement, defined.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Definition {
    /// What it is called.
    #[serde(default)]
    pub name: String,
    /// What each engine is asked of each puzzle.
    #[serde(default)]
    pub ask: Ask,
    /// How often each engine runs on each puzzle.
    #[serde(default = "default_rounds")]
    pub rounds: NonZeroU32,
    /// The seed of whatever is drawn: samples, shuffles, orders, resamples.
    #[serde(default = "default_seed")]
    pub seed: u64,
    /// In which order engines run.
    #[serde(default)]
    pub order: Order,
    /// What times are.
    #[serde(default)]
    pub clock: Clock,
    /// How long each engine runs before it is measured.
    #[serde(default = "default_warm_up")]
    warm_up: Time,
    /// Time for a puzzle; a batch has this for each of its puzzles.
    #[serde(default = "default_time_limit")]
    time_limit: Time,
    /// Nodes for a puzzle, of engines that count them.
    pub node_limit: Option<u64>,
    /// Puzzles that an engine in batch mode gets at once.
    #[serde(default = "default_batch")]
    pub batch: NonZeroUsize,
    /// How sure the intervals are.
    #[serde(default = "default_confidence")]
    pub confidence: f64,
    /// Whether the first engine of each kind runs a second time under another name, which shows what
    /// the machine makes of no difference.
    #[serde(default = "yes")]
    pub control: bool,
    /// The engines; the first of each kind is what the others are compared with.
    #[serde(default, rename = "engine")]
    pub engines: Vec<EngineSpec>,
    /// The corpora.
    #[serde(default, rename = "corpus")]
    pub corpora: Vec<CorpusSpec>,
}

/// Whether a file is standard input.
pub(crate) fn is_stdin(file: &Path) -> bool {
    file == Path::new("-")
}

fn default_rounds() -> NonZeroU32 {
    const { NonZeroU32::new(5).unwrap() }
}

fn default_seed() -> u64 {
    1
}

fn default_warm_up() -> Time {
    Time(Duration::from_millis(100))
}

fn default_time_limit() -> Time {
    Time(Duration::from_secs(1))
}

fn default_batch() -> NonZeroUsize {
    const { NonZeroUsize::new(1000).unwrap() }
}

fn default_confidence() -> f64 {
    0.99
}

fn yes() -> bool {
    true
}

/// A definition that cannot be read: where, and why.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {message}")]
#[non_exhaustive]
pub struct DefinitionError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What was found and what was expected.
    pub message: String,
}

impl Definition {
    /// A definition in code: of these engines, with the defaults of a file for everything else, and without
    /// a corpus, since a session takes its puzzles as they are.
    ///
    /// ```
    /// use quadrille_lab::definition::{Definition, EngineSpec, Kind, Mode};
    ///
    /// let engines = vec![EngineSpec::strategy("mrv", Kind::Sudoku, Mode::Single)];
    /// let definition = Definition::of(engines);
    /// assert_eq!(definition.rounds.get(), 5);
    /// ```
    pub fn of(engines: Vec<EngineSpec>) -> Self {
        Definition {
            name: String::new(),
            ask: Ask::default(),
            rounds: default_rounds(),
            seed: default_seed(),
            order: Order::default(),
            clock: Clock::default(),
            warm_up: default_warm_up(),
            time_limit: default_time_limit(),
            node_limit: None,
            batch: default_batch(),
            confidence: default_confidence(),
            control: yes(),
            engines,
            corpora: Vec::new(),
        }
    }

    /// The same with another time for a puzzle.
    pub fn with_time_limit(mut self, time: Duration) -> Self {
        self.time_limit = Time(time);
        self
    }

    /// The same with another time before anything is measured.
    pub fn with_warm_up(mut self, time: Duration) -> Self {
        self.warm_up = Time(time);
        self
    }

    /// Reads a definition.
    ///
    /// # Errors
    ///
    /// Where it is no TOML, has an unknown key, or something in it makes no sense.
    pub fn read(text: &str) -> Result<Self, DefinitionError> {
        let definition: Definition = toml::from_str(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            DefinitionError::at(text, at, error.message().to_owned())
        })?;
        definition.check().map_err(|(key, number, message)| {
            DefinitionError::at(text, place(text, key, number), message)
        })?;
        Ok(definition)
    }

    /// The defaults, with a name and a time for a puzzle, for engines and puzzles that are made by hand.
    pub(crate) fn plain(name: &str, time_limit: Duration) -> Self {
        let of_none = Definition::of(Vec::new()).with_time_limit(time_limit);
        Definition { name: name.to_owned(), control: false, ..of_none }
    }

    /// How long each engine runs before it is measured.
    pub fn warm_up(&self) -> Duration {
        self.warm_up.0
    }

    /// Time for a puzzle.
    pub fn time_limit(&self) -> Duration {
        self.time_limit.0
    }

    /// What makes no sense: the heading or key that it is about, which of those, and why.
    fn check(&self) -> Result<(), (&'static str, usize, String)> {
        if !(0.5..1.0).contains(&self.confidence) {
            let message = "the confidence must be at least 0.5 and less than 1".to_owned();
            return Err(("confidence", 0, message));
        }
        if self.time_limit().is_zero() {
            return Err(("time_limit", 0, "a time limit of 0 leaves no time".to_owned()));
        }
        for (number, engine) in self.engines.iter().enumerate() {
            engine.check().map_err(|message| ("[[engine]]", number, message))?;
            if self.clock == Clock::Cpu && matches!(engine.runs(), Runs::Command(_)) {
                let message = "programs are timed by `clock = \"wall\"` only".to_owned();
                return Err(("[[engine]]", number, message));
            }
            let name = engine.name();
            if self.engines.iter().take(number).any(|other| other.name() == name) {
                let message = format!("engine `{name}` twice: give each a `name` of its own");
                return Err(("[[engine]]", number, message));
            }
        }
        let mut reads_stdin = false;
        for (number, corpus) in self.corpora.iter().enumerate() {
            for _ in corpus.all_files().filter(|file| is_stdin(file)) {
                if reads_stdin {
                    let message = "standard input (`-`) can be read once only".to_owned();
                    return Err(("[[corpus]]", number, message));
                }
                reads_stdin = true;
            }
            corpus.check().map_err(|message| ("[[corpus]]", number, message))?;
            let name = corpus.name();
            if self.corpora.iter().take(number).any(|other| other.name() == name) {
                let message = format!("corpus `{name}` twice: give each a `name` of its own");
                return Err(("[[corpus]]", number, message));
            }
        }
        if self.engines.is_empty() {
            return Err(("", 0, "no [[engine]]: there is nothing to measure".to_owned()));
        }
        if self.corpora.is_empty() {
            return Err(("", 0, "no [[corpus]]: there is nothing to measure on".to_owned()));
        }
        for (number, engine) in self.engines.iter().enumerate() {
            if !self.corpora.iter().any(|corpus| corpus.kind() == engine.kind()) {
                let message = format!("there is no corpus for {} engines", engine.kind());
                return Err(("[[engine]]", number, message));
            }
        }
        Ok(())
    }
}

impl DefinitionError {
    fn at(text: &str, offset: usize, message: String) -> Self {
        let before = text.get(..offset.min(text.len())).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let column = before.get(start..).map_or(0, |rest| rest.chars().count()) + 1;
        DefinitionError { line, column, message: message.trim_end().replace('\n', "; ") }
    }
}

/// Where the heading or key of that number stands.
fn place(text: &str, key: &str, number: usize) -> usize {
    let mut offset = 0;
    let mut seen = 0;
    for line in text.split_inclusive('\n') {
        let start = line.trim_start();
        if !key.is_empty() && start.starts_with(key) {
            if seen == number {
                return offset + line.len() - start.len();
            }
            seen += 1;
        }
        offset += line.len();
    }
    0
}

#[cfg(test)]
mod tests;
