//! Measuring: two sides in turn, and the ratio of their times round by round.

use std::time::Duration;

use crate::child::Runner;
use crate::clock::Times;
use crate::statistics::Spread;

/// One of our strategies against one peer on one instance.
#[derive(Debug)]
pub(crate) struct Comparison {
    /// The instance.
    pub(crate) instance: &'static str,
    /// Our engine.
    pub(crate) ours: Side,
    /// The peer.
    pub(crate) peer: Side,
    /// Peer's time divided by ours, over the rounds.
    pub(crate) ratio: Spread,
}

/// An engine and its times.
#[derive(Debug)]
pub(crate) struct Side {
    /// The engine.
    pub(crate) engine: String,
    /// The middle of its times for building and solving together.
    pub(crate) median: Duration,
    /// The share of building in the sum of its times.
    pub(crate) building: f64,
}

/// Why there is no ratio.
#[derive(Debug, Clone)]
pub(crate) struct Failure {
    /// Whose answer is wrong or missing.
    pub(crate) engine: String,
    /// In words.
    pub(crate) reason: String,
}

/// Rehearses an engine: its answer must be right before anything is timed.
///
/// # Errors
///
/// That it is wrong or missing.
pub(crate) fn rehearse(runner: &Runner<'_>, engine: &str, instance: &str) -> Result<(), Failure> {
    once(runner, engine, instance, true).map(drop)
}

/// Runs both sides in turn, ours first, so many times.
///
/// # Errors
///
/// The first answer that was wrong or missing: it voids the comparison.
pub(crate) fn compare(
    runner: &Runner<'_>,
    instance: &'static str,
    (ours, peer): (&str, &str),
    rounds: u32,
) -> Result<Comparison, Failure> {
    let mut times = Vec::new();
    for _ in 0..rounds {
        let a = once(runner, ours, instance, false)?;
        let b = once(runner, peer, instance, false)?;
        times.push((a, b));
    }
    let ratio = |(a, b): &(Times, Times)| b.total().as_secs_f64() / a.total().as_secs_f64();
    let ratio = Spread::of(times.iter().map(ratio));
    let (a, b): (Vec<Times>, Vec<Times>) = times.into_iter().unzip();
    let no_rounds = || Failure { engine: ours.to_owned(), reason: "no rounds".to_owned() };
    Ok(Comparison {
        instance,
        ours: Side::new(ours, &a).ok_or_else(no_rounds)?,
        peer: Side::new(peer, &b).ok_or_else(no_rounds)?,
        ratio: ratio.ok_or_else(no_rounds)?,
    })
}

fn once(
    runner: &Runner<'_>,
    engine: &str,
    instance: &str,
    rehearsal: bool,
) -> Result<Times, Failure> {
    runner
        .run(engine, instance, rehearsal)
        .map_err(|reason| Failure { engine: engine.to_owned(), reason })
}

impl Side {
    fn new(engine: &str, runs: &[Times]) -> Option<Self> {
        let spread = Spread::of(runs.iter().map(|times| times.total().as_secs_f64()))?;
        let building: Duration = runs.iter().map(|times| times.building).sum();
        let total: Duration = runs.iter().map(Times::total).sum();
        Some(Side {
            engine: engine.to_owned(),
            median: Duration::from_secs_f64(spread.median),
            building: building.as_secs_f64() / total.as_secs_f64().max(f64::MIN_POSITIVE),
        })
    }
}
