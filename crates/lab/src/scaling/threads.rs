//! Of threads: how many times as fast several are, and what share of the work they cannot divide.

use serde::{Deserialize, Serialize};

use super::fit::{FEWEST_POINTS, NoFit, RESOLVED};
use super::points::{Point, points};
use crate::results::Results;
use crate::statistics::{Interval, mean, student_quantile};

/// Shares that are tried, evenly from 0 to 1.
const STEPS: usize = 100_000;

/// Fewer rounds say nothing of how rounds differ.
const FEWEST_ROUNDS: usize = 3;

/// How many times as fast several threads are as one.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SpeedUp {
    /// The threads.
    pub threads: usize,
    /// The time of one divided by theirs.
    pub ratio: f64,
    /// Where the ratio lies, by how the rounds of either differ; `None` of one thread, and with fewer than three
    /// rounds. Numbers of threads do not take turns: what the machine did between them is not in it.
    #[serde(default)]
    pub interval: Option<Interval>,
    /// The ratio, a thread.
    pub efficiency: f64,
    /// Whether the machine has so many processors.
    pub side_by_side: bool,
}

/// Amdahl's law: of the time of one thread, the share s cannot be divided, so that p threads take
/// s + (1 − s)/p of it (Amdahl 1967).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Amdahl {
    /// s, from 0 to 1.
    pub serial: f64,
    /// Where it lies: those s whose sum of squares is not significantly larger (by the profile likelihood).
    pub interval: Interval,
    /// How sure that is.
    pub confidence: f64,
    /// How many numbers of threads it is from.
    pub points: usize,
}

/// Speed-ups of an engine; empty if one thread did not come to an end, or the size is no number of threads. Times
/// of less than [`RESOLVED`] times what the clock can tell are left out.
pub fn speed_ups(results: &Results, engine: usize) -> Vec<SpeedUp> {
    let Some(scaling) = &results.scaling else { return Vec::new() };
    let points: Vec<Point> = points(results, engine);
    let least = RESOLVED * scaling.resolution;
    let time = |point: &Point| {
        let time = point.time.filter(|_| point.reached)?.seconds;
        Some(time).filter(|&time| time >= least)
    };
    let first = points.iter().find(|point| point.size == 1);
    let one = first.and_then(|point| Some((rounds(results, engine, point), time(point)?)));
    let (Some((rounds_of_one, one)), true) = (one, scaling.instance.is_some()) else {
        return Vec::new();
    };
    let speed_up = |point: &Point| {
        let (threads, ratio) = (point.size, one / time(point)?);
        let own = rounds(results, engine, point);
        let interval = difference(&rounds_of_one, &own, results.settings.confidence);
        // Means of rounds are not their medians: the ratio is never outside its interval.
        let interval = interval
            .filter(|_| threads > 1)
            .map(|it| Interval { low: it.low.exp().min(ratio), high: it.high.exp().max(ratio) });
        let side_by_side = threads <= results.machine.threads;
        Some(SpeedUp { threads, ratio, interval, efficiency: ratio / threads as f64, side_by_side })
    };
    points.iter().filter_map(speed_up).collect()
}

/// The logarithms of the times of the only puzzle of a size, round by round.
fn rounds(results: &Results, engine: usize, point: &Point) -> Vec<f64> {
    let rounds = results.series(engine, point.corpus).map(|series| &series.nanoseconds);
    let times = rounds.into_iter().flatten().filter_map(|round| round.first().copied().flatten());
    times.map(|time| (time.max(1) as f64 * 1e-9).ln()).collect()
}

/// Where the difference of two means lies, if there are enough values of each: by Welch's error, with the degrees of
/// freedom of the fewer values, which is on the safe side.
fn difference(first: &[f64], second: &[f64], confidence: f64) -> Option<Interval> {
    let fewer = first.len().min(second.len());
    if fewer < FEWEST_ROUNDS {
        return None;
    }
    let (one, other) = (mean(first)?, mean(second)?);
    let error = |values: &[f64], mean: f64| {
        let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
        squares / (values.len() - 1) as f64 / values.len() as f64
    };
    let error = (error(first, one) + error(second, other)).sqrt();
    let reach = student_quantile(fewer - 1, (1.0 + confidence) / 2.0) * error;
    Some(Interval { low: one - other - reach, high: one - other + reach })
}

/// The share of the work of an engine that threads cannot divide: least squares of the logarithms of times, over
/// numbers of threads that the machine has processors for.
///
/// # Errors
///
/// If there are fewer than four such numbers, one of them 1, or an answer was wrong.
pub fn amdahl(results: &Results, engine: usize) -> Result<Amdahl, NoFit> {
    let series = || results.series.iter().filter(|series| series.engine == engine);
    if results.scaling.as_ref().is_none_or(|scaling| scaling.instance.is_none()) {
        return Err(NoFit::NoStudy);
    }
    if series().any(|series| series.is_faulty()) {
        return Err(NoFit::Faulty);
    }
    let times: Vec<(usize, f64)> = (speed_ups(results, engine).iter())
        .filter(|it| it.side_by_side)
        .map(|it| (it.threads, 1.0 / it.ratio))
        .collect();
    serial_share(&times, results.settings.confidence)
}

/// The share from times, in whatever unit, of numbers of threads.
fn serial_share(times: &[(usize, f64)], confidence: f64) -> Result<Amdahl, NoFit> {
    let points = times.len();
    if points < FEWEST_POINTS {
        return Err(NoFit::TooFew { points });
    }
    // For each share the time of one thread is the one that fits best: the mean of the logarithms.
    let squares = |serial: f64| {
        let off = times
            .iter()
            .map(|&(threads, time)| (time / (serial + (1.0 - serial) / threads as f64)).ln());
        let mean = off.clone().sum::<f64>() / points as f64;
        off.map(|off| (off - mean) * (off - mean)).sum::<f64>()
    };
    let all: Vec<(f64, f64)> = (0..=STEPS)
        .map(|step| step as f64 / STEPS as f64)
        .map(|serial| (serial, squares(serial)))
        .collect();
    let too_few = NoFit::TooFew { points };
    let best = all.iter().min_by(|(_, one), (_, other)| one.total_cmp(other)).ok_or(too_few)?;
    // F with one and n − 2 degrees of freedom is the square of Student's t.
    let freedom = points - 2;
    let t = student_quantile(freedom, (1.0 + confidence) / 2.0);
    let bound = best.1 * (1.0 + t * t / freedom as f64);
    let near = || all.iter().filter(|(_, squares)| *squares <= bound).map(|(serial, _)| *serial);
    let (low, high) = (near().next(), near().next_back());
    let interval = Interval { low: low.unwrap_or(best.0), high: high.unwrap_or(best.0) };
    Ok(Amdahl { serial: best.0, interval, confidence, points })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::Random;

    fn times(serial: f64, most: usize, mut noise: impl FnMut() -> f64) -> Vec<(usize, f64)> {
        let time = |threads: usize| 3.0 * (serial + (1.0 - serial) / threads as f64);
        (1..=most).map(|threads| (threads, time(threads) * noise())).collect()
    }

    #[test]
    fn exact_times_give_back_their_share() {
        for serial in [0.0, 0.05, 0.3, 1.0] {
            let found = serial_share(&times(serial, 8, || 1.0), 0.95).unwrap();
            assert!((found.serial - serial).abs() < 1e-5, "{found:?}");
            assert!(found.interval.contains(found.serial));
            assert!(found.interval.high - found.interval.low < 1e-4, "{found:?}");
        }
    }

    #[test]
    fn noise_stays_within_the_interval() {
        let mut random = Random::new(5);
        let mut within = 0;
        for _ in 0..100 {
            let noise = || 1.0 + 0.03 * ((0..12).map(|_| random.unit()).sum::<f64>() - 6.0);
            let found = serial_share(&times(0.1, 8, noise), 0.95).unwrap();
            within += u32::from(found.interval.contains(0.1));
        }
        assert!((88..=100).contains(&within), "{within}");
    }

    #[test]
    fn the_difference_of_rounds_is_in_its_interval_as_often_as_it_says() {
        // By hand: means 2 and 12, errors 1/3 and 1/3, t(2; 0.975) = 4.303.
        let found = difference(&[1.0, 2.0, 3.0], &[11.0, 12.0, 13.0], 0.95).unwrap();
        assert!((found.low + 10.0 + 4.302_65 * (2f64 / 3.0).sqrt()).abs() < 1e-4, "{found:?}");
        assert!((found.high + 10.0 - 4.302_65 * (2f64 / 3.0).sqrt()).abs() < 1e-4, "{found:?}");
        assert_eq!(difference(&[1.0, 2.0], &[1.0, 2.0, 3.0], 0.95), None);
        let mut random = Random::new(9);
        let mut values = |by: f64| -> Vec<f64> {
            let noise = || by + 0.03 * ((0..12).map(|_| random.unit()).sum::<f64>() - 6.0);
            std::iter::repeat_with(noise).take(5).collect()
        };
        let within = (0..500)
            .filter(|_| difference(&values(1.0), &values(0.2), 0.95).unwrap().contains(0.8))
            .count();
        assert!((475..=499).contains(&within), "{within}");
    }

    #[test]
    fn few_threads_say_nothing() {
        let few = serial_share(&times(0.1, 3, || 1.0), 0.95);
        assert_eq!(few, Err(NoFit::TooFew { points: 3 }));
    }
}
