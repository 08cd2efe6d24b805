//! Two engines against each other: of one run, or of two.

use serde::{Deserialize, Serialize};

use super::noise;
use super::times::{Base, classes, fit, pairs, time};
use crate::definition::{Ask, Clock, Mode};
use crate::results::{Outcome, Results, Series};
use crate::statistics::{Finding, Ratio, mean};

/// Two engines on a corpus.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Comparison {
    /// Name of the corpus.
    pub corpus: String,
    /// Name of the first engine.
    pub first: String,
    /// Name of the second.
    pub second: String,
    /// Puzzles of the corpus.
    pub puzzles: usize,
    /// Puzzles that only the first answered.
    pub only_first: usize,
    /// Puzzles that only the second answered.
    pub only_second: usize,
    /// Whether an engine gave a wrong answer, or none, or crashed; then there is no ratio.
    pub faulty: [bool; 2],
    /// The first's time divided by the second's, where both answered.
    pub ratio: Option<Ratio>,
    /// The noise that the finding allows for, as a factor: 1.02 are 2 % in either direction.
    pub noise: f64,
    /// What the data say.
    pub finding: Finding,
    /// How far the machine drifted while each ran, if they are of different runs.
    pub drift: Option<Drift>,
    /// Limits that differ between the two runs, with what they were in each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub settings: Vec<String>,
}

/// How far rounds of the same work differ as a whole, as factors.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Drift {
    /// In the first run.
    pub first: f64,
    /// In the second.
    pub second: f64,
}

/// Why two runs cannot be compared: their times are of different things.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RunsDiffer {
    /// What was asked of each puzzle.
    #[error("the first run asked for {0}, the second for {1}: their times cannot be compared")]
    Ask(Ask, Ask),
    /// What times are.
    #[error(
        "the times of the first run are {0} time, of the second {1} time: they cannot be compared"
    )]
    Clock(Clock, Clock),
}

/// Compares two engines of a run on each corpus that both ran on.
pub fn compare(results: &Results, first: usize, second: usize) -> Vec<Comparison> {
    (0..results.corpora.len())
        .filter_map(|corpus| {
            let one = results.series(first, corpus)?;
            let other = results.series(second, corpus)?;
            let noise = noise(results, corpus);
            Some(Comparison::of((results, one), (results, other), noise, None))
        })
        .collect()
}

/// Compares an engine of one run with an engine of another, on each corpus that both have: of the same
/// puzzles in the same order.
///
/// Runs at different times are not protected from a machine that has become slower meanwhile. So the
/// noise that is allowed for is that of both runs, and twice the spread of their rounds as a whole.
///
/// # Errors
///
/// If they were asked for different things, or timed by different clocks.
pub fn compare_runs(
    first: (&Results, usize),
    second: (&Results, usize),
) -> Result<Vec<Comparison>, RunsDiffer> {
    let [one, other] = [&first.0.settings, &second.0.settings];
    if one.ask != other.ask {
        return Err(RunsDiffer::Ask(one.ask, other.ask));
    }
    if one.clock != other.clock {
        return Err(RunsDiffer::Clock(one.clock, other.clock));
    }
    let settings = differing_limits(first, second);
    let mut comparisons = Vec::new();
    for (number, corpus) in first.0.corpora.iter().enumerate() {
        let same = second.0.corpora.iter().position(|other| {
            other.puzzles.len() == corpus.puzzles.len()
                && other.puzzles.iter().zip(&corpus.puzzles).all(|(a, b)| a.text == b.text)
        });
        let Some(other) = same else { continue };
        let series = (first.0.series(first.1, number), second.0.series(second.1, other));
        let (Some(one), Some(two)) = series else { continue };
        let spreads = [spread_of_rounds(one), spread_of_rounds(two)];
        let between = 2.0 * spreads.iter().map(|spread| spread * spread).sum::<f64>().sqrt();
        let noise = noise(first.0, number).max(noise(second.0, other)).max(between);
        let drift = Drift { first: spreads[0].exp(), second: spreads[1].exp() };
        let compared = Comparison::of((first.0, one), (second.0, two), noise, Some(drift));
        comparisons.push(Comparison { settings: settings.clone(), ..compared });
    }
    Ok(comparisons)
}

/// Limits in which two runs differ.
fn differing_limits(first: (&Results, usize), second: (&Results, usize)) -> Vec<String> {
    let [one, other] = [&first.0.settings, &second.0.settings];
    let mut differ = Vec::new();
    if (one.time_limit - other.time_limit).abs() > 0.0 {
        differ.push(format!("a time limit of {} s and of {} s", one.time_limit, other.time_limit));
    }
    if one.node_limit != other.node_limit {
        let nodes =
            |limit: Option<u64>| limit.map_or("none".to_owned(), |it| format!("one of {it}"));
        let [one, other] = [one, other].map(|settings| nodes(settings.node_limit));
        differ.push(format!("of limits of nodes {one} and {other}"));
    }
    let in_batches = [first, second].iter().any(|(results, engine)| {
        results.engines.get(*engine).is_some_and(|engine| engine.mode == Mode::Batch)
    });
    if in_batches && one.batch != other.batch {
        differ.push(format!("batches of {} and of {} puzzles", one.batch, other.batch));
    }
    differ
}

impl Comparison {
    fn of(
        (first, one): (&Results, &Series),
        (second, two): (&Results, &Series),
        noise: f64,
        drift: Option<Drift>,
    ) -> Self {
        let answered = |outcome: &Option<Outcome>| *outcome == Some(Outcome::Answered);
        let only = |a: &Series, b: &Series| {
            let both = a.outcomes.iter().zip(&b.outcomes);
            both.filter(|(a, b)| answered(a) && !answered(b)).count()
        };
        let faulty = [one.is_faulty(), two.is_faulty()];
        let settings = &first.settings;
        let ratio = (faulty == [false; 2] && fit(one, two))
            .then(|| pairs(one, two, &classes(first, one.corpus)))
            .and_then(|pairs| Ratio::of(&pairs, settings.confidence, settings.seed));
        let corpus = first.corpora.get(one.corpus).map_or("", |corpus| &corpus.name);
        let finding = ratio.as_ref().map_or(Finding::TooFewData, |ratio| ratio.finding(noise));
        Comparison {
            corpus: corpus.to_owned(),
            first: first.engine_name(one.engine).to_owned(),
            second: second.engine_name(two.engine).to_owned(),
            puzzles: one.outcomes.len(),
            only_first: only(one, two),
            only_second: only(two, one),
            faulty,
            ratio,
            noise: noise.exp(),
            finding,
            drift,
            settings: Vec::new(),
        }
    }
}

/// Standard deviation, over rounds, of the mean logarithm of the times of a round.
fn spread_of_rounds(series: &Series) -> f64 {
    let base = Base::of(series);
    let rounds = series.nanoseconds.len();
    let mut logs = vec![Vec::new(); rounds];
    for unit in 0..series.units() {
        let times: Vec<f64> = (0..rounds).filter_map(|it| time(series, base, unit, it)).collect();
        if times.len() == rounds {
            logs.iter_mut().zip(times).for_each(|(logs, time)| logs.push(time.ln()));
        }
    }
    let means: Vec<f64> = logs.iter().filter_map(|logs| mean(logs)).collect();
    let Some(centre) = mean(&means).filter(|_| means.len() > 1) else { return 0.0 };
    let squares: f64 = means.iter().map(|value| (value - centre) * (value - centre)).sum();
    (squares / (means.len() - 1) as f64).sqrt()
}
