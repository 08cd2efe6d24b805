//! How a caller watches a comparison: progress bars, logs, tests.

use quadrille_sudoku::Report;
use std::time::Duration;

/// Is told what happens while measuring, always outside the clock. Every method has an empty
/// default.
pub trait Observer {
    /// Measuring begins; `runs` runs are planned. Fewer take place if some time out: see
    /// [`measure`](crate::measure()).
    fn begin(&mut self, runs: u64) {
        let _ = runs;
    }

    /// A run has ended.
    fn ran(&mut self, run: &Run<'_>) {
        let _ = run;
    }

    /// `runs` planned runs are left out, because the strategy timed out on that puzzle before.
    fn skipped(&mut self, runs: u64) {
        let _ = runs;
    }

    /// Nothing more will be measured.
    fn end(&mut self) {}
}

/// Watches nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Observer for Silent {}

/// A run of a strategy on a puzzle.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Run<'a> {
    /// The round, from 0.
    pub round: u32,
    /// Number of the puzzle in the corpus, from 0.
    pub puzzle: usize,
    /// Name of the strategy.
    pub strategy: &'a str,
    /// Time on the clock.
    pub time: Duration,
    /// What the strategy said, not yet verified; `None` if it said nothing.
    pub report: Option<Report>,
}
