//! What a suite found.

use std::fmt;

/// One thing that was not as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The name of the case.
    pub case: String,
    /// The mode in which it ran.
    pub mode: String,
    /// What should have come.
    pub expected: String,
    /// What came.
    pub got: String,
    /// The problem, as Rust code where that is possible.
    pub input: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} in mode {}", self.case, self.mode)?;
        writeln!(f, "    expected: {}", self.expected)?;
        writeln!(f, "    got:      {}", self.got)?;
        write!(f, "    input:    {}", self.input)
    }
}

/// The outcome of a suite for one engine.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "a report says nothing until it is asked: call `assert_ok`"]
pub struct Report {
    /// The name of the engine.
    pub engine: String,
    /// How many combinations of case and mode were answered and judged.
    pub ran: usize,
    /// How many were skipped, as listed.
    pub skipped: usize,
    /// Everything that went wrong.
    pub failures: Vec<Failure>,
}

impl Report {
    pub(super) fn new(engine: &str) -> Self {
        Report { engine: engine.to_owned(), ran: 0, skipped: 0, failures: Vec::new() }
    }

    /// Whether nothing went wrong.
    pub fn is_ok(&self) -> bool {
        self.failures.is_empty()
    }

    /// Whether the case failed in a mode whose name begins so: for tests that a wrong engine is found out.
    pub fn has_failure(&self, case: &str, mode: &str) -> bool {
        self.failures.iter().any(|failure| failure.case == case && failure.mode.starts_with(mode))
    }

    /// Fails the test with every failure in its message.
    ///
    /// # Panics
    ///
    /// When there are failures, or when not a single combination was judged.
    #[track_caller]
    pub fn assert_ok(&self) {
        assert!(self.is_ok(), "{self}");
        assert!(self.ran > 0, "{}: no case ran at all", self.engine);
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { engine, ran, skipped, failures } = self;
        write!(f, "{engine}: {} failed, {ran} judged, {skipped} skipped", failures.len())?;
        failures.iter().try_for_each(|failure| write!(f, "\n{failure}"))
    }
}
