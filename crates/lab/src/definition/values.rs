//! Values of a definition that both engines and corpora have to do with.

use std::fmt;
use std::num::NonZeroU64;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use serde::de::{self, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What is asked of a puzzle.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ask {
    /// A solution.
    First,
    /// A solution, and whether there is another.
    #[default]
    Unique,
    /// Up to so many solutions, handed over one by one; of 1 and 2 the above, see [`Ask::up_to`].
    UpTo(NonZeroU64),
    /// All solutions, handed over one by one.
    All,
    /// How many solutions there are.
    Count,
}

/// What is not a number, by name.
const ASKS: [(&str, Ask); 4] =
    [("first", Ask::First), ("unique", Ask::Unique), ("all", Ask::All), ("count", Ask::Count)];

impl Ask {
    /// Up to so many solutions: of 1 the first, of 2 whether it is the only one.
    ///
    /// ```
    /// use std::num::NonZeroU64;
    /// use quadrille_lab::definition::Ask;
    ///
    /// assert_eq!(NonZeroU64::new(2).map(Ask::up_to), Some(Ask::Unique));
    /// assert_eq!(NonZeroU64::new(10).and_then(|limit| Ask::up_to(limit).limit()), Some(10));
    /// ```
    pub fn up_to(limit: NonZeroU64) -> Self {
        match limit.get() {
            1 => Ask::First,
            2 => Ask::Unique,
            _ => Ask::UpTo(limit),
        }
    }

    /// After how many solutions an engine is done; `None`: only when there are no more.
    pub fn limit(self) -> Option<u64> {
        match self {
            Ask::First => Some(1),
            Ask::Unique => Some(2),
            Ask::UpTo(limit) => Some(limit.get()),
            Ask::All | Ask::Count => None,
        }
    }
}

impl fmt::Display for Ask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ask::First => "a first solution",
            Ask::Unique => "a solution, and whether there is another",
            Ask::UpTo(limit) => return write!(f, "up to {limit} solutions"),
            Ask::All => "all solutions",
            Ask::Count => "the number of solutions",
        })
    }
}

impl Serialize for Ask {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match (self, ASKS.iter().find(|(_, ask)| ask == self)) {
            (Ask::UpTo(limit), _) => to.serialize_u64(limit.get()),
            (_, Some((name, _))) => to.serialize_str(name),
            (_, None) => Err(serde::ser::Error::custom("what is asked has no name")),
        }
    }
}

impl<'de> Deserialize<'de> for Ask {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(AskVisitor)
    }
}

struct AskVisitor;

impl Visitor<'_> for AskVisitor {
    type Value = Ask;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"first\", \"unique\", \"all\", \"count\" or a number of solutions")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<Ask, E> {
        let found = ASKS.iter().find(|(known, _)| *known == name);
        found.map(|(_, ask)| *ask).ok_or_else(|| {
            E::unknown_variant(name, const { &[ASKS[0].0, ASKS[1].0, ASKS[2].0, ASKS[3].0] })
        })
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Ask, E> {
        let limit = NonZeroU64::new(number);
        limit.map(Ask::up_to).ok_or_else(|| E::invalid_value(Unexpected::Unsigned(0), &self))
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Ask, E> {
        let negative = |_| E::invalid_value(Unexpected::Signed(number), &self);
        u64::try_from(number).map_err(negative).and_then(|number| self.visit_u64(number))
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
    /// Sudokus with rules of their own.
    Variant,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Sudoku => "sudoku",
            Kind::Cover => "cover",
            Kind::Variant => "variant",
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
    /// Who comes first moves on with each puzzle and each round, and each runs right after each other one equally
    /// often.
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

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Clock::Wall => "wall",
            Clock::Cpu => "processor",
        })
    }
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
