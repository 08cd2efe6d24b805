//! All engines in an order, and where the order means nothing.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::noise;
use super::times::{Base, classes, times};
use crate::results::{Outcome, Results, Series};
use crate::statistics::{Finding, Pair, Ratio, geometric_mean, middle};

/// The engines of a corpus, the fastest first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Ranking {
    /// Index of the corpus.
    pub corpus: usize,
    /// Units that all ranked engines answered or timed out on, which is what they are ranked by.
    pub units: usize,
    /// The places.
    pub places: Vec<Place>,
    /// Engines with a wrong answer, with none, or that crashed.
    pub excluded: Vec<usize>,
}

/// A place in the order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Place {
    /// The place, from 1: that of the fastest to which no difference is shown and which has a place of its own.
    pub place: usize,
    /// Index of the engine.
    pub engine: usize,
    /// Geometric mean of the seconds of a puzzle, where a timeout or a refusal counts as twice the limit.
    pub mean: f64,
    /// Units on which it timed out, or that it refused.
    pub timed_out: usize,
    /// Its time divided by that of the one before.
    pub ratio: Option<Ratio>,
    /// What the data say about the difference to the one before.
    pub finding: Option<Finding>,
}

/// Ranks the engines of a corpus.
///
/// Unlike in a comparison of two, a timeout counts: as twice the limit in every round. Otherwise an
/// engine would be ranked by what it can do, whatever it cannot.
pub fn rank(results: &Results, corpus: usize) -> Ranking {
    let of_corpus = || {
        results.series.iter().filter(|series| {
            let info = results.engines.get(series.engine);
            series.corpus == corpus && info.is_some_and(|info| info.control_of.is_none())
        })
    };
    let excluded = of_corpus().filter(|it| it.is_faulty()).map(|it| it.engine).collect();
    let ranked: Vec<&Series> = of_corpus().filter(|series| !series.is_faulty()).collect();
    let coarse = ranked.iter().map(|series| series.unit).max().unwrap_or(1);
    let puzzles = ranked.first().map_or(0, |series| series.outcomes.len());
    let limit = results.settings.time_limit;
    let units: Vec<Range<usize>> = ranges(puzzles, coarse)
        .filter(|range| ranked.iter().all(|it| is_done(it, range)))
        .collect();
    let mut rows: Vec<(&Series, f64)> = ranked
        .iter()
        .map(|&series| {
            let means = units.iter().filter_map(|range| {
                middle(&penalised(series, range, limit)).map(|time| time / range.len() as f64)
            });
            (series, geometric_mean(means).unwrap_or(f64::INFINITY))
        })
        .collect();
    rows.sort_by(|a, b| a.1.total_cmp(&b.1));
    let noise = noise(results, corpus);
    let mut places: Vec<Place> = Vec::new();
    for (number, &(series, mean)) in rows.iter().enumerate() {
        let before = number.checked_sub(1).and_then(|before| rows.get(before));
        let ratio = before.and_then(|&(before, _)| neighbours(results, series, before));
        let finding = ratio.as_ref().map(|ratio| ratio.finding(noise));
        // Against the fastest of a place, not the one before: no difference, again and again, may add up to one.
        let against = match places.last() {
            Some(last) if last.place < number => rows
                .get(last.place - 1)
                .and_then(|&(fastest, _)| neighbours(results, series, fastest))
                .map(|ratio| ratio.finding(noise)),
            _ => finding,
        };
        let place = match (against, places.last()) {
            (Some(Finding::NoDifference | Finding::TooFewData), Some(last)) => last.place,
            _ => number + 1,
        };
        let timed_out = units.iter().filter(|range| has_timeout(series, range)).count();
        places.push(Place { place, engine: series.engine, mean, timed_out, ratio, finding });
    }
    Ranking { corpus, units: units.len(), places, excluded }
}

fn ranges(puzzles: usize, unit: usize) -> impl Iterator<Item = Range<usize>> {
    (0..puzzles).step_by(unit.max(1)).map(move |first| first..puzzles.min(first + unit))
}

/// The time of an engine divided by that of another, in units of the coarser of these two, whatever
/// those of others are.
fn neighbours(results: &Results, own: &Series, before: &Series) -> Option<Ratio> {
    let limit = results.settings.time_limit;
    let classes = classes(results, own.corpus);
    let pairs: Vec<Pair> = ranges(own.outcomes.len(), own.unit.max(before.unit))
        .filter(|range| is_done(own, range) && is_done(before, range))
        .map(|range| {
            let (first, second) = (penalised(own, &range, limit), penalised(before, &range, limit));
            let rounds = first.len().min(second.len());
            let some = |times: Vec<f64>| times.into_iter().take(rounds).collect();
            let class = classes.get(range.start).copied().unwrap_or(range.start);
            Pair { first: some(first), second: some(second), class }
        })
        .collect();
    Ratio::of(&pairs, results.settings.confidence, results.settings.seed)
}

/// Whether a puzzle of a range timed out, or was refused, which counts the same.
fn has_timeout(series: &Series, range: &Range<usize>) -> bool {
    let outcomes = series.outcomes.get(range.clone()).unwrap_or_default();
    outcomes.iter().any(|it| matches!(it, Some(Outcome::TimedOut | Outcome::Refused)))
}

/// Whether all puzzles of a range were answered, refused or timed out, and not just begun.
fn is_done(series: &Series, range: &Range<usize>) -> bool {
    let done = |outcome: &Option<Outcome>| {
        matches!(outcome, Some(Outcome::Answered | Outcome::TimedOut | Outcome::Refused))
    };
    let outcomes = series.outcomes.get(range.clone()).unwrap_or_default();
    !outcomes.is_empty() && outcomes.iter().all(done)
}

/// The times of a range, round by round; what timed out has twice the limit in each.
fn penalised(series: &Series, range: &Range<usize>, limit: f64) -> Vec<f64> {
    let base = Base::of(series);
    let units = range.start / series.unit..range.end.div_ceil(series.unit);
    let mut sums: Option<Vec<f64>> = None;
    for unit in units {
        let puzzles = series.range(unit);
        let times = match has_timeout(series, &puzzles) {
            true => vec![2.0 * limit * puzzles.len() as f64; series.nanoseconds.len()],
            false => times(series, base, unit),
        };
        sums = Some(match sums {
            None => times,
            Some(before) => before.iter().zip(&times).map(|(a, b)| a + b).collect(),
        });
    }
    sums.unwrap_or_default()
}
