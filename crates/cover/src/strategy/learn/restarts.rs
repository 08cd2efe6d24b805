//! When to begin again with what was learned.
//!
//! When the last clauses connect more levels than those before did, so that the search has come to where it learns
//! little (Audemard and Simon, *Refining restarts strategies for SAT and UNSAT*, CP 2012; with exponential moving averages as
//! Biere and Fröhlich, *Evaluating CDCL restart schemes*, POS 2015).

/// Two averages of how many levels the learned clauses connect.
#[derive(Debug)]
pub(super) struct Restarts {
    /// Of some thirty clauses, and of some thousands.
    fast: Average,
    slow: Average,
    /// Clauses since the last restart.
    since: u32,
}

#[derive(Debug)]
struct Average {
    value: f64,
    /// The weight of the next one: it comes down from 1, so that the first ones count as they should.
    weight: f64,
    least: f64,
}

/// By how much the last ones must be worse.
const MARGIN: f64 = 1.15;

/// Clauses between two restarts at least.
const PATIENCE: u32 = 20;

impl Average {
    fn new(least: f64) -> Self {
        Average { value: 0.0, weight: 1.0, least }
    }

    fn add(&mut self, value: f64) {
        self.value += self.weight * (value - self.value);
        self.weight = (self.weight / (1.0 + self.weight)).max(self.least);
    }
}

impl Restarts {
    pub(super) fn new() -> Self {
        let (fast, slow) = (Average::new(1.0 / 32.0), Average::new(1.0 / 8192.0));
        Restarts { fast, slow, since: 0 }
    }

    /// Books a clause that connects so many levels.
    pub(super) fn learned(&mut self, levels: u32) {
        self.fast.add(f64::from(levels));
        self.slow.add(f64::from(levels));
        self.since = self.since.saturating_add(1);
    }

    /// Whether it is time.
    pub(super) fn are_due(&self) -> bool {
        self.since >= PATIENCE && self.fast.value > MARGIN * self.slow.value
    }

    /// Books a restart.
    pub(super) fn done(&mut self) {
        self.since = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worse_clauses_bring_a_restart_and_better_ones_none() {
        let mut restarts = Restarts::new();
        (0..500).for_each(|_| restarts.learned(4));
        assert!(!restarts.are_due());
        (0..10).for_each(|_| restarts.learned(9));
        assert!(restarts.are_due());
        restarts.done();
        assert!(!restarts.are_due());
        (0..30).for_each(|_| restarts.learned(2));
        assert!(!restarts.are_due());
    }
}
