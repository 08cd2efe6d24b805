//! Values of a definition that both engines and corpora have to do with.

use std::fmt;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use serde::{Deserialize, Deserializer, Serialize};

/// What is asked of a puzzle.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Ask {
    /// A solution.
    First,
    /// A solution, and whether there is another.
    #[default]
    Unique,
    /// All solutions, handed over one by one.
    All,
    /// How many solutions there are.
    Count,
}

impl Ask {
    /// After how many solutions an engine is done; `None`: only when there are no more.
    pub fn limit(self) -> Option<u64> {
        match self {
            Ask::First => Some(1),
            Ask::Unique => Some(2),
            Ask::All | Ask::Count => None,
        }
    }
}

impl fmt::Display for Ask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ask::First => "a first solution",
            Ask::Unique => "a solution, and whether there is another",
            Ask::All => "all solutions",
            Ask::Count => "the number of solutions",
        })
    }
}

/// What puzzles are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Sudokus.
    #[default]
    Sudoku,
    /// Exact-cover problems.
    Cover,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Sudoku => "sudoku",
            Kind::Cover => "cover",
        })
    }
}

/// How an engine gets its puzzles.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// One at a time, each timed by itself.
    #[default]
    Single,
    /// Many at once; only the time of the whole batch is known.
    Batch,
}

/// In which order engines run on a puzzle.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// Who comes first moves on with each puzzle and each round, and the direction turns.
    #[default]
    Alternating,
    /// The same from an order that is drawn for each puzzle.
    Shuffled,
}

/// What times are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Clock {
    /// Time that passes: what a user waits for.
    #[default]
    Wall,
    /// Processor time of the thread that searches: steadier on a machine that others use as well, and
    /// blind to other threads.
    Cpu,
}

impl Clock {
    /// Does the work and tells how long it took.
    pub(crate) fn time<T>(self, work: impl FnOnce() -> T) -> (T, Duration) {
        match self {
            Clock::Wall => {
                let start = Instant::now();
                let result = work();
                (result, start.elapsed())
            }
            Clock::Cpu => {
                let start = ThreadTime::now();
                let result = work();
                (result, start.elapsed())
            }
        }
    }
}

/// A time with its unit: `500ms`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Time(pub(super) Duration);

impl<'de> Deserialize<'de> for Time {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let expected = || format!("expected a time such as \"500ms\" or \"2s\", found {text:?}");
        let time = humantime::parse_duration(&text);
        time.map(Time).map_err(|_| serde::de::Error::custom(expected()))
    }
}
