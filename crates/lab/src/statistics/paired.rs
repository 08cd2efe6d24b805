//! Two engines on the same puzzles: by what factor their times differ, and whether that is shown.
//!
//! Everything is about logarithms of ratios, paired as far down as the measuring goes: in each round
//! both engines run on a puzzle right after each other, so that a machine that becomes slower
//! meanwhile hits both. A puzzle's ratio is that of the medians of its rounds, which up to half of them
//! can be disturbed without effect. Puzzles, not runs, are what is resampled: the rounds of a puzzle are no news
//! about other puzzles.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::interval::{FEWEST_TO_RESAMPLE, Interval, mean, mean_interval};

/// The fewest rounds whose spread says something.
const FEWEST_ROUNDS: usize = 3;

/// The times of two engines on a puzzle (or on a batch of puzzles), round by round.
#[derive(Debug, Clone, PartialEq)]
pub struct Pair {
    /// Times of the first, in seconds, more than 0.
    pub first: Vec<f64>,
    /// Times of the second, in the same rounds.
    pub second: Vec<f64>,
    /// Pairs of the same class are shuffles of one puzzle, and count as one.
    pub class: usize,
}

/// By what factor the first engine's times are the second's.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Ratio {
    /// The geometric mean of the ratios: over 1, the first takes longer.
    pub ratio: f64,
    /// Where the true factor lies; `None` if there is too little data for that.
    pub interval: Option<Interval>,
    /// Puzzles or batches that both answered.
    pub pairs: usize,
    /// What was taken as independent.
    pub basis: Basis,
    /// The logarithm, without its sign, of the single ratio that is furthest from 1: of a puzzle, or of a round.
    pub furthest: f64,
}

/// What is taken as independent of each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Basis {
    /// The puzzles: the interval is for other puzzles like these, too.
    Puzzles,
    /// The rounds, since there are too few puzzles: the interval is for these puzzles only.
    Rounds,
}

/// What the data say about a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Finding {
    /// The first engine is faster.
    Faster,
    /// The first engine is slower.
    Slower,
    /// No difference is shown: either there is none, or it is less than this measurement can see.
    NoDifference,
    /// There are too few data to say anything.
    TooFewData,
}

impl Ratio {
    /// The ratio of pairs; `None` if there are none. Pairs without a round count for nothing.
    ///
    /// It is that of the medians of the rounds, puzzle by puzzle. For the interval, at least
    /// [`FEWEST_TO_RESAMPLE`] puzzles are resampled. With fewer the rounds are taken as independent, by
    /// their means over all puzzles, if there are at least three.
    pub fn of(pairs: &[Pair], confidence: f64, seed: u64) -> Option<Ratio> {
        let mut classes: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
        let mut count = 0;
        for pair in pairs {
            let Some(log) = log_of_medians(pair) else { continue };
            let (sum, number) = classes.entry(pair.class).or_default();
            *sum += log;
            *number += 1.0;
            count += 1;
        }
        let by_puzzle: Vec<f64> = classes.values().map(|(sum, number)| sum / number).collect();
        let ratio = mean(&by_puzzle)?.exp();
        let by_round = match by_puzzle.len() < FEWEST_TO_RESAMPLE {
            true => logs_by_round(pairs),
            false => Vec::new(),
        };
        let (logs, basis) = match by_round.len() >= FEWEST_ROUNDS {
            true => (by_round, Basis::Rounds),
            false => (by_puzzle, Basis::Puzzles),
        };
        let furthest = logs.iter().map(|log| log.abs()).fold(ratio.ln().abs(), f64::max);
        let enough = logs.len() >= FEWEST_ROUNDS;
        let interval = mean_interval(&logs, confidence, seed).filter(|_| enough);
        // Means of rounds are not means of medians: the ratio is never outside its interval.
        let interval = interval
            .map(|it| Interval { low: it.low.exp().min(ratio), high: it.high.exp().max(ratio) });
        Some(Ratio { ratio, interval, pairs: count, basis, furthest })
    }

    /// The second engine's time divided by the first's: how many times as fast the first is.
    pub fn inverse(&self) -> Ratio {
        let turned = |it: Interval| Interval { low: 1.0 / it.high, high: 1.0 / it.low };
        Ratio { ratio: 1.0 / self.ratio, interval: self.interval.map(turned), ..self.clone() }
    }

    /// The most that this ratio may differ from 1, as a logarithm; of an engine against itself, what
    /// the machine alone can make of no difference.
    ///
    /// That is the end of the interval that is further from 1, but no more than the worst that was seen of a
    /// single puzzle or round: the interval of very few values reaches far beyond all of them, and what no puzzle
    /// was off by is not what all are off by on average.
    pub fn reach(&self) -> f64 {
        let ends = self.interval.map_or([self.ratio; 2], |interval| [interval.low, interval.high]);
        ends.iter().map(|end| end.ln().abs()).fold(0.0, f64::max).min(self.furthest)
    }

    /// What the data say: there is a difference if the interval does not have 1 in it, and the ratio is
    /// further from 1 than `noise`, a [`reach`](Self::reach) of the same engine against itself.
    pub fn finding(&self, noise: f64) -> Finding {
        match self.interval {
            None => Finding::TooFewData,
            Some(interval) if interval.contains(1.0) => Finding::NoDifference,
            Some(_) if self.ratio.ln().abs() <= noise => Finding::NoDifference,
            Some(_) if self.ratio < 1.0 => Finding::Faster,
            Some(_) => Finding::Slower,
        }
    }
}

/// The median, the mean of the two in the middle of an even number; `None` of no values.
pub fn middle(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let upper = sorted.get(sorted.len() / 2)?;
    let lower = sorted.get((sorted.len() - 1) / 2)?;
    Some(0.5 * (lower + upper))
}

fn log_of_medians(pair: &Pair) -> Option<f64> {
    let rounds = pair.first.len().min(pair.second.len());
    let (first, second) = (pair.first.get(..rounds)?, pair.second.get(..rounds)?);
    let log = middle(first)?.ln() - middle(second)?.ln();
    log.is_finite().then_some(log)
}

/// For each round that all pairs have, the mean of their logarithms.
fn logs_by_round(pairs: &[Pair]) -> Vec<f64> {
    let rounds = |pair: &Pair| pair.first.len().min(pair.second.len());
    let all = pairs.iter().map(rounds).filter(|&rounds| rounds > 0).min().unwrap_or(0);
    let log = |round: usize| {
        let logs: Vec<f64> = (pairs.iter())
            .filter_map(|pair| Some(pair.first.get(round)?.ln() - pair.second.get(round)?.ln()))
            .filter(|log| log.is_finite())
            .collect();
        mean(&logs)
    };
    (0..all).filter_map(log).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(count: usize, ratio: f64) -> Vec<Pair> {
        let pair = |number: usize| {
            let time = 1.0 + number as f64;
            let wobble = 1.0 + 0.01 * (number % 3) as f64;
            Pair { first: vec![time * ratio * wobble; 3], second: vec![time; 3], class: number }
        };
        (0..count).map(pair).collect()
    }

    #[test]
    fn one_disturbed_round_of_three_changes_nothing() {
        let mut disturbed = pairs(12, 2.0);
        for pair in &mut disturbed {
            pair.first[1] *= 50.0;
        }
        assert_eq!(Ratio::of(&disturbed, 0.99, 1), Ratio::of(&pairs(12, 2.0), 0.99, 1));
    }

    #[test]
    fn a_ratio_and_its_inverse_have_the_inverse_intervals() {
        let forth = pairs(4, 2.0);
        let back: Vec<Pair> = (forth.iter().cloned())
            .map(|pair| Pair { first: pair.second, second: pair.first, ..pair })
            .collect();
        let (forth, back) = (Ratio::of(&forth, 0.9, 1).unwrap(), Ratio::of(&back, 0.9, 1).unwrap());
        assert_eq!((forth.basis, forth.pairs), (Basis::Rounds, 4));
        assert!((forth.ratio * back.ratio - 1.0).abs() < 1e-12);
        assert!((forth.inverse().ratio - back.ratio).abs() < 1e-12);
        let turned = forth.inverse().interval.unwrap();
        let (forth, back) = (forth.interval.unwrap(), back.interval.unwrap());
        assert!((turned.low - back.low).abs() < 1e-9 && (turned.high - back.high).abs() < 1e-9);
        assert!((forth.low * back.high - 1.0).abs() < 1e-12);
    }

    #[test]
    fn shuffles_of_one_puzzle_count_as_one() {
        let mut shuffles = pairs(30, 1.5);
        for (number, pair) in shuffles.iter_mut().enumerate() {
            pair.class = number / 10;
        }
        let ratio = Ratio::of(&shuffles, 0.99, 1).unwrap();
        assert_eq!((ratio.pairs, ratio.basis), (30, Basis::Rounds));
    }

    #[test]
    fn a_difference_must_be_outside_the_noise_and_the_interval_off_one() {
        let ratio = Ratio::of(&pairs(30, 1.5), 0.99, 1).unwrap();
        assert_eq!(ratio.finding(0.0), Finding::Slower);
        assert_eq!(ratio.finding(0.5), Finding::NoDifference);
        let ratio = Ratio::of(&pairs(30, 0.5), 0.99, 1).unwrap();
        assert_eq!(ratio.finding(0.0), Finding::Faster);
        let same = Ratio::of(&pairs(30, 1.0 / 1.01), 0.99, 1).unwrap();
        assert_eq!(same.finding(0.0), Finding::NoDifference);
    }

    #[test]
    fn the_noise_of_few_rounds_is_no_more_than_that_of_the_worst() {
        let pair = Pair { first: vec![1.3, 1.0, 0.9], second: vec![1.0; 3], class: 0 };
        let control = Ratio::of(&[pair], 0.99, 1).unwrap();
        assert_eq!((control.ratio, control.basis), (1.0, Basis::Rounds));
        assert!(control.interval.unwrap().high > 2.5, "{control:?}");
        assert!((control.reach() - 1.3f64.ln()).abs() < 1e-12, "{control:?}");
        // Of many puzzles it is what the interval says.
        let many = Ratio::of(&pairs(30, 1.01), 0.99, 1).unwrap();
        assert!((many.reach() - many.interval.unwrap().high.ln()).abs() < 1e-12, "{many:?}");
    }

    #[test]
    fn one_puzzle_in_one_round_says_nothing() {
        let pair = Pair { first: vec![3.0], second: vec![1.0], class: 0 };
        let ratio = Ratio::of(&[pair], 0.99, 1).unwrap();
        assert_eq!((ratio.interval, ratio.finding(0.0)), (None, Finding::TooFewData));
        assert_eq!(Ratio::of(&[], 0.99, 1), None);
        let empty = Pair { first: vec![], second: vec![1.0], class: 0 };
        assert_eq!(Ratio::of(&[empty], 0.99, 1), None);
    }

    #[test]
    fn the_middle_of_an_even_number_is_between_two() {
        assert_eq!(middle(&[4.0, 1.0, 3.0, 2.0]), Some(2.5));
        assert_eq!(middle(&[9.0, 1.0, 5.0]), Some(5.0));
        assert_eq!(middle(&[]), None);
    }
}
