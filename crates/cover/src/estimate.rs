//! How big a search is, before it is done: Knuth's estimator.
//!
//! Go down the tree at random, at each level by one of its d branches, all as likely. Then d₁ d₂ … dₖ
//! is an unbiased estimate of the number of nodes at level k, and the sum over the levels one of the
//! size of the tree (Knuth, "Estimating the efficiency of backtrack programs", 1975; TAOCP 7.2.2,
//! Algorithm E). The mean over many descents comes nearer.
//!
//! Limits: the distribution is skewed. Where a rare branch holds most of the tree, few descents meet
//! it, and then not only the mean but the standard error, too, is too small. Where the branching learns
//! the tree that is estimated is the one before it has learnt anything.

use std::time::{Duration, Instant};

use crate::limits::{Limits, Meter};
use crate::matrix::Matrix;
use crate::outcome::StopReason;
use crate::search::{Search, SearchError};
use crate::setup::Random;

/// For how long the search is run to measure its rate.
const TRIAL: Duration = Duration::from_millis(200);

/// A mean over descents.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[non_exhaustive]
pub struct Mean {
    /// The mean; 0 over no descents.
    pub mean: f64,
    /// The standard error of the mean: sample deviation ÷ √descents. Infinite over fewer than two.
    pub standard_error: f64,
}

/// What [`estimate`] found.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Estimate {
    /// Number of descents.
    pub descents: u64,
    /// Number of nodes of the whole search.
    pub nodes: Mean,
    /// Number of solutions.
    pub solutions: Mean,
    /// The greatest number of levels that a descent had.
    pub depth: usize,
    /// Nodes a second of the real search, which was run for a moment; `None` if it had none.
    pub nodes_per_second: Option<f64>,
    /// What kept it from making all the descents that were asked for.
    pub stopped: Option<StopReason>,
}

impl Estimate {
    /// The time that the search will take: nodes ÷ nodes a second. [`Duration::MAX`] if it is longer
    /// than that; `None` if the rate or the number of nodes is not known.
    pub fn time(&self) -> Option<Duration> {
        if self.descents == 0 {
            return None;
        }
        let seconds = self.nodes.mean / self.nodes_per_second?;
        Some(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
    }
}

/// Estimates the size of a search by so many random descents, and its time by running it for a fifth
/// of a second. The given and forbidden options, strategy, branching, propagator, time budget and
/// cancel token are those of the search; its limits on nodes and solutions do not count. The same seed gives the same
/// estimates of nodes and solutions.
///
/// A descent costs about as much as the search's way to its first dead end.
///
/// ```
/// use quadrille_cover::{Search, estimate, text};
///
/// let problem = text::read("a b c\na\nb\nc\na b\nb c\n")?;
/// let estimate = estimate(&problem, &Search::new(), 1_000, 1)?;
/// assert!((estimate.solutions.mean - 3.0).abs() <= 3.0 * estimate.solutions.standard_error);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// See [`SearchError`].
pub fn estimate(
    problem: &impl AsRef<Matrix>,
    search: &Search,
    descents: u64,
    seed: u64,
) -> Result<Estimate, SearchError> {
    let limits = Limits { nodes: None, ..search.limits.clone() };
    let begin = Instant::now();
    let mut meter = Meter::start(&limits);
    let mut searcher = search.searcher(problem)?;
    let mut random = Random::new(seed);
    let (mut nodes, mut solutions) = (Tally::default(), Tally::default());
    let mut depth = 0;
    let mut stopped = None;
    for _ in 0..descents {
        if let Err(reason) = meter.short_slice() {
            stopped = Some(reason);
            break;
        }
        let Some(descent) = searcher.descend(&mut |of| random.below(of)) else { break };
        nodes.add(descent.nodes);
        solutions.add(descent.solutions);
        depth = depth.max(descent.depth);
    }
    let left = limits.time.map_or(TRIAL, |time| time.saturating_sub(begin.elapsed()).min(TRIAL));
    let trial = Search { limit: None, limits, ..search.clone() };
    let mut trial = trial.time_budget(left).solutions(problem)?;
    let start = Instant::now();
    trial.advance(u64::MAX, left);
    let seconds = start.elapsed().as_secs_f64();
    let visited = trial.statistics().nodes;
    Ok(Estimate {
        descents: nodes.count,
        nodes: nodes.mean(),
        solutions: solutions.mean(),
        depth,
        nodes_per_second: (visited > 0 && seconds > 0.0).then(|| visited as f64 / seconds),
        stopped,
    })
}

/// Mean and deviation as they come (Welford 1962).
#[derive(Debug, Default)]
struct Tally {
    count: u64,
    mean: f64,
    /// Sum of the squares of the differences from the mean.
    squares: f64,
}

impl Tally {
    fn add(&mut self, value: f64) {
        self.count += 1;
        let difference = value - self.mean;
        self.mean += difference / self.count as f64;
        self.squares += difference * (value - self.mean);
    }

    fn mean(&self) -> Mean {
        let count = self.count as f64;
        let standard_error = match self.count {
            0 | 1 => f64::INFINITY,
            _ => (self.squares / (count - 1.0) / count).sqrt(),
        };
        Mean { mean: self.mean, standard_error }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tally_is_the_mean_and_its_standard_error() {
        let mut tally = Tally::default();
        assert_eq!(tally.mean().standard_error, f64::INFINITY);
        [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0].into_iter().for_each(|value| tally.add(value));
        let Mean { mean, standard_error } = tally.mean();
        assert_eq!(mean, 5.0);
        // Sum of squares 32, 8 values: √(32 / 7 / 8).
        assert!((standard_error - (32.0f64 / 56.0).sqrt()).abs() < 1e-12);
    }
}
