//! Times of units, and their pairs.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use crate::results::{Outcome, Results, Series};
use crate::statistics::{Pair, Ratio, middle};

/// A run that took so many times the median of its rounds was disturbed.
const OUTLYING: f64 = 2.0;

/// A time in seconds, or a lower bound of it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Seconds {
    /// The time.
    pub seconds: f64,
    /// Whether the search was stopped then: it would have taken longer.
    pub timed_out: bool,
}

impl Seconds {
    pub(crate) fn sort(times: &mut [Seconds]) {
        times.sort_by(Seconds::order);
    }

    /// By time, those that timed out last.
    pub(crate) fn order(a: &Seconds, b: &Seconds) -> Ordering {
        a.timed_out.cmp(&b.timed_out).then(a.seconds.total_cmp(&b.seconds))
    }
}

/// Seconds that a program takes to start: the median of its rounds. 0 if that was not measured.
pub fn start_seconds(series: &Series) -> f64 {
    let seconds: Vec<f64> =
        series.start_nanoseconds.iter().map(|&time| time as f64 * 1e-9).collect();
    middle(&seconds).unwrap_or(0.0)
}

/// The least time of a program that can be told from its start: how far its starts differ from their median
/// (the median of that), and at least a twentieth of it. A nanosecond, the least that a clock can see, of
/// what has no start.
pub fn resolution(series: &Series) -> f64 {
    let start = start_seconds(series);
    let off = |&time: &u64| (time as f64 * 1e-9 - start).abs();
    let off: Vec<f64> = series.start_nanoseconds.iter().map(off).collect();
    middle(&off).unwrap_or(0.0).max(start / 20.0).max(1e-9)
}

/// Whether all puzzles of a unit were answered, and nothing was wrong with the runs.
pub(super) fn is_valid(series: &Series, unit: usize) -> bool {
    let outcomes = series.outcomes.get(series.range(unit)).unwrap_or_default();
    !outcomes.is_empty()
        && outcomes.iter().all(|outcome| *outcome == Some(Outcome::Answered))
        && !series.faults.iter().any(|fault| fault.unit == unit)
}

/// What is to be known of a series to have its times: what is subtracted, and the least that is left.
#[derive(Debug, Clone, Copy)]
pub(super) struct Base {
    start: f64,
    least: f64,
}

impl Base {
    pub(super) fn of(series: &Series) -> Self {
        Base { start: start_seconds(series), least: resolution(series) }
    }
}

/// The time of a unit in a round, without the start of the program: at least the [`resolution`], since a
/// clock too coarse to see a run must not yield an infinite ratio.
pub(super) fn time(series: &Series, base: Base, unit: usize, round: usize) -> Option<f64> {
    let nanoseconds = series.nanoseconds.get(round)?.get(unit).copied().flatten()?;
    Some((nanoseconds as f64 * 1e-9 - base.start).max(base.least))
}

/// The times of a unit in all rounds that it ran in.
pub(super) fn times(series: &Series, base: Base, unit: usize) -> Vec<f64> {
    (0..series.nanoseconds.len()).filter_map(|round| time(series, base, unit, round)).collect()
}

/// Time of the puzzles of a range in a round: of those units that make it up.
fn time_of_range(
    series: &Series,
    base: Base,
    range: &std::ops::Range<usize>,
    round: usize,
) -> Option<f64> {
    let units = range.start / series.unit..range.end.div_ceil(series.unit);
    units.map(|unit| time(series, base, unit, round)).sum()
}

/// The times of two series on the units of the coarser one, where both answered everything; the finer
/// one's times are added up.
pub(super) fn pairs(first: &Series, second: &Series, classes: &[usize]) -> Vec<Pair> {
    let coarse = if first.unit >= second.unit { first } else { second };
    let bases = [Base::of(first), Base::of(second)];
    let valid = |series: &Series, range: &std::ops::Range<usize>| {
        let mut units = range.start / series.unit..range.end.div_ceil(series.unit);
        units.all(|unit| is_valid(series, unit))
    };
    let rounds = first.nanoseconds.len().min(second.nanoseconds.len());
    let mut pairs = Vec::new();
    for unit in 0..coarse.units() {
        let range = coarse.range(unit);
        if !valid(first, &range) || !valid(second, &range) {
            continue;
        }
        let class = classes.get(range.start).copied().unwrap_or(range.start);
        let mut pair = Pair { first: Vec::new(), second: Vec::new(), class };
        for round in 0..rounds {
            let times = [(first, bases[0]), (second, bases[1])]
                .map(|(series, base)| time_of_range(series, base, &range, round));
            if let [Some(a), Some(b)] = times {
                pair.first.push(a);
                pair.second.push(b);
            }
        }
        pairs.push(pair);
    }
    pairs
}

/// Whether the units of one are made up of those of the other.
pub(super) fn fit(first: &Series, second: &Series) -> bool {
    let (fine, coarse) = (first.unit.min(second.unit), first.unit.max(second.unit));
    first.outcomes.len() == second.outcomes.len() && fine > 0 && coarse % fine == 0
}

/// The classes of the puzzles of a corpus.
pub(super) fn classes(results: &Results, corpus: usize) -> Vec<usize> {
    let info = results.corpora.get(corpus);
    info.map_or(Vec::new(), |info| info.puzzles.iter().map(|puzzle| puzzle.class).collect())
}

/// The ratio of two engines of the same run; `None` if an answer of either was wrong or missing, or none is common.
pub(super) fn ratio(
    results: &Results,
    corpus: usize,
    first: usize,
    second: usize,
) -> Option<Ratio> {
    let (one, other) = (results.series(first, corpus)?, results.series(second, corpus)?);
    if one.is_faulty() || other.is_faulty() || !fit(one, other) {
        return None;
    }
    let pairs = pairs(one, other, &classes(results, corpus));
    Ratio::of(&pairs, results.settings.confidence, results.settings.seed)
}

/// How many runs took over twice the median of their unit, how many there were, and the largest factor.
pub fn outlying_runs(series: &Series) -> (usize, usize, f64) {
    let base = Base::of(series);
    let (mut outlying, mut all, mut largest) = (0, 0, 1.0f64);
    for unit in 0..series.units() {
        let times = times(series, base, unit);
        all += times.len();
        let Some(median) = middle(&times).filter(|_| times.len() > 2) else { continue };
        for factor in times.iter().map(|time| time / median) {
            outlying += usize::from(factor > OUTLYING);
            largest = largest.max(factor);
        }
    }
    (outlying, all, largest)
}
