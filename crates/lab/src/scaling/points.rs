//! What the results of a study say of an engine at each size, and how that grows.

use serde::{Deserialize, Serialize};

use super::fit::{Fit, NoFit, RESOLVED};
use crate::analysis::{self, Seconds, median_time};
use crate::results::{Outcome, Results, Series};

/// An engine at a size.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Point {
    /// The size.
    pub size: usize,
    /// Index of the corpus.
    pub corpus: usize,
    /// Puzzles of the size.
    pub puzzles: usize,
    /// Puzzles that it answered.
    pub answered: usize,
    /// The time of the median puzzle; a lower bound if it was over the budget.
    pub time: Option<Seconds>,
    /// Nodes of the median puzzle, if that was answered and the engine counts them.
    pub nodes: Option<u64>,
    /// Its number of solutions, where there is one puzzle.
    pub solutions: Option<u64>,
    /// Whether all puzzles were looked at, at least half answered within the budget, and none wrong: so the median
    /// is a time.
    pub reached: bool,
    /// Whether more than half of the puzzles were over the budget.
    pub over_budget: bool,
}

/// What grows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Quantity {
    /// The time of the median puzzle, in seconds.
    Time,
    /// Its nodes: they do not depend on the machine, and have no noise.
    Nodes,
    /// The one divided by the other.
    TimePerNode,
}

impl Quantity {
    /// All of them.
    pub const ALL: [Quantity; 3] = [Quantity::Time, Quantity::Nodes, Quantity::TimePerNode];
}

/// How far an engine gets.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Reach {
    /// The largest size that it answered within the budget, before one that it did not.
    pub largest: Option<usize>,
    /// The first size that was over the budget.
    pub stopped: Option<usize>,
    /// Whether it was still within the budget at the last size that was to be measured.
    pub to_the_end: bool,
}

fn count(series: &Series, outcome: Outcome) -> usize {
    series.outcomes.iter().filter(|found| **found == Some(outcome)).count()
}

/// Whether all puzzles were looked at, at least half of them answered, and none wrong.
pub(super) fn is_reached(series: &Series) -> bool {
    !series.outcomes.contains(&None)
        && !series.is_faulty()
        && 2 * count(series, Outcome::Answered) >= series.outcomes.len()
}

fn point(results: &Results, series: &Series, size: usize) -> Point {
    let (answered, stopped) = (count(series, Outcome::Answered), count(series, Outcome::TimedOut));
    let mut nodes: Vec<u64> = (series.nodes.iter().zip(&series.outcomes))
        .filter(|(_, outcome)| **outcome == Some(Outcome::Answered))
        .filter_map(|(nodes, _)| *nodes)
        .collect();
    nodes.sort_unstable();
    // By nearest rank among all: those that were stopped count as more than all others.
    let middle = (answered + stopped).div_ceil(2).checked_sub(1);
    let single = series.outcomes.len() == 1 && answered == 1;
    let counts = results.engines.get(series.engine).is_some_and(|engine| engine.nodes);
    Point {
        size,
        corpus: series.corpus,
        puzzles: series.outcomes.len(),
        answered,
        time: median_time(series),
        nodes: middle.and_then(|middle| nodes.get(middle)).copied().filter(|_| counts),
        solutions: series.solutions.first().copied().flatten().filter(|_| single),
        reached: is_reached(series),
        over_budget: 2 * stopped > series.outcomes.len(),
    }
}

/// The points of an engine, by size; those sizes that it was not tried on are left out. Empty if these are no
/// results of a scaling study.
pub fn points(results: &Results, engine: usize) -> Vec<Point> {
    let Some(scaling) = &results.scaling else { return Vec::new() };
    let point = |(corpus, &size): (usize, &usize)| {
        results.series(engine, corpus).map(|series| point(results, series, size))
    };
    scaling.sizes.iter().enumerate().filter_map(point).collect()
}

/// How far an engine gets in the budget.
pub fn reach(results: &Results, engine: usize) -> Reach {
    let points = points(results, engine);
    let reached = points.iter().take_while(|point| point.reached);
    let last = results.scaling.as_ref().and_then(|scaling| scaling.sizes.last());
    let largest = reached.last().map(|point| point.size);
    Reach {
        largest,
        stopped: points.iter().find(|point| point.over_budget).map(|point| point.size),
        to_the_end: results.complete && largest.is_some() && largest.as_ref() == last,
    }
}

/// How the time of an engine grows with the size; `None` if there is no fit: [`try_fit`] says why.
pub fn fit(results: &Results, engine: usize) -> Option<Fit> {
    try_fit(results, engine, Quantity::Time).ok()
}

/// How time, nodes or time a node of an engine grow with the size: over medians of sizes that it reached,
/// whose times are at least [`RESOLVED`] times what the clock can tell, and whose nodes are as many.
///
/// # Errors
///
/// If there are fewer than four such points, or an answer was wrong.
pub fn try_fit(results: &Results, engine: usize, quantity: Quantity) -> Result<Fit, NoFit> {
    let all = points(results, engine);
    let (Some(scaling), false) = (&results.scaling, all.is_empty()) else {
        return Err(NoFit::NoStudy);
    };
    if results.series.iter().any(|series| series.engine == engine && series.is_faulty()) {
        return Err(NoFit::Faulty);
    }
    let value = |point: &Point| -> Option<(usize, f64)> {
        let series = results.series(engine, point.corpus)?;
        let least = RESOLVED * scaling.resolution.max(analysis::resolution(series));
        let time = || point.time.map(|time| time.seconds).filter(|&time| time >= least);
        let nodes = || point.nodes.map(|nodes| nodes as f64).filter(|&nodes| nodes >= RESOLVED);
        let value = match quantity {
            Quantity::Time => time()?,
            Quantity::Nodes => nodes()?,
            Quantity::TimePerNode => time()? / nodes()?,
        };
        Some((point.size, value))
    };
    let values: Vec<_> = all.iter().filter(|point| point.reached).filter_map(value).collect();
    Fit::of(&values, results.settings.confidence)
}

/// An extrapolation: the size that an engine would reach in a budget.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Forecast {
    /// Seconds for a puzzle.
    pub budget: f64,
    /// The size; it need not be whole.
    pub size: f64,
    /// The low end of its interval.
    pub low: f64,
    /// The high end; `None` if that is over twice the largest size that was fitted.
    pub high: Option<f64>,
}

/// The size that an engine would reach in a budget, in seconds: an extrapolation of its [`fit`] beyond what was
/// measured. Its interval takes in what other models say ([`Fit::size_at`]), and is worth what these are.
///
/// `None` without a fit, if it may as well not grow at all, and if that size is none beyond those that were
/// measured, or over twice as large.
pub fn forecast(results: &Results, engine: usize, budget: f64) -> Option<Forecast> {
    let fit = fit(results, engine)?;
    let (size, ends) = fit.size_at(budget)?;
    let (reached, far) = (fit.to as f64, 2.0 * fit.to as f64);
    let high = Some(ends.high).filter(|&high| high <= far);
    // What it has reached in less is no matter of the model.
    let low = ends.low.max(reached);
    (reached < size && size <= far).then_some(Forecast { budget, size, low, high })
}
