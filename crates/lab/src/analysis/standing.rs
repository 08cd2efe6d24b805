//! How an engine stands on a corpus.

use serde::{Deserialize, Serialize};

use super::times::{Base, Seconds, is_valid, outlying_runs, ratio, start_seconds, times};
use super::{baseline, noise};
use crate::results::{Outcome, Results, Series};
use crate::statistics::{Finding, Ratio, middle, quantile, quantile_ranks};

/// The figures of an engine on a corpus.
///
/// Times are those of units that were answered or timed out, each the median of its rounds, without the
/// start of a program. What was wrong or missing is in none of them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Standing {
    /// Index of the engine.
    pub engine: usize,
    /// Puzzles that it answered.
    pub answered: usize,
    /// Puzzles on which a limit stopped it.
    pub timed_out: usize,
    /// Puzzles that it does not take.
    pub refused: usize,
    /// Puzzles with a wrong answer, or one that others dispute.
    pub wrong: usize,
    /// Puzzles without an answer.
    pub missing: usize,
    /// Whether something was wrong, so that it is in no ranking.
    pub excluded: bool,
    /// Sum of the times, timeouts with the time after which they were stopped.
    pub total: f64,
    /// Puzzles answered, a second of the total.
    pub per_second: f64,
    /// Mean time of a puzzle, where a timeout counts as twice the limit, and so does a puzzle that it refused.
    pub par2: Option<f64>,
    /// The median puzzle's time; `None` of batches, of which only the whole is known.
    pub median: Option<TimeFigure>,
    /// The 99th percentile.
    pub p99: Option<TimeFigure>,
    /// The worst puzzle's time, and which puzzle that is.
    pub worst: Option<(Seconds, usize)>,
    /// Nodes of the median puzzle that it answered.
    pub nodes_median: Option<u64>,
    /// The most nodes of a puzzle that it answered, and which puzzle that is.
    pub nodes_worst: Option<(u64, usize)>,
    /// Seconds that it takes to start, if it is a program.
    pub start: Option<f64>,
    /// Runs that took over twice the median of their puzzle.
    pub outlying: usize,
    /// All runs.
    pub runs: usize,
    /// Its time divided by the baseline's; `None` of the baseline itself, without a common puzzle, and if either of
    /// them is excluded.
    pub ratio: Option<Ratio>,
    /// What the data say about a difference to the baseline.
    pub finding: Option<Finding>,
    /// How far shuffles of a puzzle spread, if there are any.
    pub luck: Option<Luck>,
}

/// A time with its interval.
pub type TimeFigure = Figure<Seconds>;

/// A figure and its interval; an end that there are too few puzzles to tell is `None`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Figure<T> {
    /// The figure.
    pub value: T,
    /// The low end of its interval.
    pub low: Option<T>,
    /// The high end.
    pub high: Option<T>,
}

/// How far the nodes of shuffles of the same puzzle spread, and those of different puzzles.
///
/// As factors: with 1.5, two thirds of the shuffles are within a factor of 1.5 of their (geometric) mean.
/// The first is the engine's luck with rows, columns and digits, the second the difference between puzzles
/// that remains when that luck is taken out.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Luck {
    /// The factor within puzzles.
    pub within: f64,
    /// The factor between puzzles.
    pub between: f64,
    /// Puzzles.
    pub classes: usize,
}

/// The standings of all engines on a corpus, in their order, the control last.
pub fn standings(results: &Results, corpus: usize) -> Vec<Standing> {
    let of_corpus = results.series.iter().filter(|series| series.corpus == corpus);
    of_corpus.filter_map(|series| standing(results, corpus, series.engine)).collect()
}

/// The standing of an engine on a corpus; `None` if it did not run there.
pub fn standing(results: &Results, corpus: usize, engine: usize) -> Option<Standing> {
    let series = results.series(engine, corpus)?;
    let count = |which: &[Outcome]| {
        series.outcomes.iter().flatten().filter(|outcome| which.contains(outcome)).count()
    };
    let start = start_seconds(series);
    let all = unit_times(series);
    let total: f64 = all.iter().map(|(time, _)| time.seconds).sum();
    let answered = count(&[Outcome::Answered]);
    let in_valid_units: usize = (0..series.units())
        .filter(|&unit| is_valid(series, unit))
        .map(|unit| series.range(unit).len())
        .sum();
    let base = baseline(results, corpus).filter(|&base| base != engine);
    let ratio = base.and_then(|base| ratio(results, corpus, engine, base));
    let noise = noise(results, corpus);
    let mut nodes: Vec<(u64, usize)> = (series.nodes.iter().zip(&series.outcomes).enumerate())
        .filter(|(_, (_, outcome))| **outcome == Some(Outcome::Answered))
        .filter_map(|(puzzle, (nodes, _))| Some(((*nodes)?, puzzle)))
        .collect();
    nodes.sort_unstable();
    let single = series.unit == 1;
    let mut sorted: Vec<Seconds> = all.iter().map(|(time, _)| *time).collect();
    Seconds::sort(&mut sorted);
    let worst = sorted.last().copied();
    let worst_unit = worst.and_then(|worst| all.iter().find(|(time, _)| *time == worst));
    let (outlying, runs, _) = outlying_runs(series);
    let confidence = results.settings.confidence;
    Some(Standing {
        engine,
        answered,
        timed_out: count(&[Outcome::TimedOut]),
        refused: count(&[Outcome::Refused]),
        wrong: count(&[Outcome::Wrong, Outcome::Disputed]),
        missing: count(&[Outcome::Missing]),
        excluded: series.is_faulty(),
        total,
        per_second: if total > 0.0 { in_valid_units as f64 / total } else { 0.0 },
        par2: par2(results, series, &all),
        median: figure(&sorted, 0.5, confidence).filter(|_| single),
        p99: figure(&sorted, 0.99, confidence).filter(|_| single),
        worst: worst_unit.copied().filter(|_| single),
        nodes_median: quantile(&nodes, 0.5).map(|(nodes, _)| nodes),
        nodes_worst: nodes.last().copied(),
        start: (!series.start_nanoseconds.is_empty()).then_some(start),
        outlying,
        runs,
        finding: ratio.as_ref().map(|ratio| ratio.finding(noise)),
        ratio,
        luck: luck(results, series),
    })
}

/// The median time of each unit that was answered or timed out, and its number.
///
/// In the order of units; without those that were not answered, and without those with a fault.
pub fn unit_times(series: &Series) -> Vec<(Seconds, usize)> {
    let base = Base::of(series);
    let time = |unit: usize| {
        let outcomes = series.outcomes.get(series.range(unit)).unwrap_or_default();
        let timed_out = outcomes.contains(&Some(Outcome::TimedOut));
        let faulty = || series.faults.iter().any(|fault| fault.unit == unit);
        if !(is_valid(series, unit) || timed_out && !faulty()) {
            return None;
        }
        let seconds = middle(&times(series, base, unit))?;
        Some((Seconds { seconds, timed_out }, unit))
    };
    (0..series.units()).filter_map(time).collect()
}

/// Mean time of a puzzle; one that timed out or was refused counts as twice the limit, in a batch all of them.
fn par2(results: &Results, series: &Series, times: &[(Seconds, usize)]) -> Option<f64> {
    let limit = results.settings.time_limit;
    let refused = (0..series.units()).map(|unit| series.range(unit)).filter(|range| {
        let outcomes = series.outcomes.get(range.clone()).unwrap_or_default();
        outcomes.contains(&Some(Outcome::Refused)) && !outcomes.contains(&Some(Outcome::TimedOut))
    });
    let refused: usize = refused.map(|range| range.len()).sum();
    let timed: usize = times.iter().map(|&(_, unit)| series.range(unit).len()).sum();
    let puzzles = timed + refused;
    let sum: f64 = (times.iter())
        .map(|&(time, unit)| match time.timed_out {
            true => 2.0 * limit * series.range(unit).len() as f64,
            false => time.seconds,
        })
        .sum();
    let sum = sum + 2.0 * limit * refused as f64;
    (puzzles > 0).then(|| sum / puzzles as f64)
}

fn figure(sorted: &[Seconds], q: f64, confidence: f64) -> Option<TimeFigure> {
    let (low, high) = quantile_ranks(sorted.len(), q, confidence);
    let at = |rank: Option<usize>| rank.and_then(|rank| sorted.get(rank)).copied();
    Some(Figure { value: quantile(sorted, q)?, low: at(low), high: at(high) })
}

/// Components of the variance of the logarithms of nodes; classes with fewer than two answers are left
/// out.
fn luck(results: &Results, series: &Series) -> Option<Luck> {
    let puzzles = &results.corpora.get(series.corpus)?.puzzles;
    let mut classes: std::collections::BTreeMap<usize, Vec<f64>> = Default::default();
    for ((puzzle, nodes), outcome) in puzzles.iter().zip(&series.nodes).zip(&series.outcomes) {
        if let (Some(nodes), Some(Outcome::Answered)) = (nodes, outcome) {
            classes.entry(puzzle.class).or_default().push((*nodes as f64 + 1.0).ln());
        }
    }
    classes.retain(|_, logs| logs.len() > 1);
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let squares = |values: &[f64]| {
        let mean = mean(values);
        values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>()
    };
    let count = classes.len();
    let runs: usize = classes.values().map(Vec::len).sum();
    if count < 2 {
        return None;
    }
    let within: f64 =
        classes.values().map(|logs| squares(logs)).sum::<f64>() / (runs - count) as f64;
    let means: Vec<f64> = classes.values().map(|logs| mean(logs)).collect();
    let of_means = squares(&means) / (count - 1) as f64;
    let between = (of_means - within * count as f64 / runs as f64).max(0.0);
    Some(Luck { within: within.sqrt().exp(), between: between.sqrt().exp(), classes: count })
}
