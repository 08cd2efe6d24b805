//! Intervals: what a figure could as well have been.
//!
//! - Of a mean: the *studentised bootstrap* (Efron and Tibshirani, *An introduction to the
//!   bootstrap*, 1993, 12.5). Unlike the interval of plain resampled means it keeps its promise for
//!   a few dozen values, and unlike Student's it follows the skew of the data. Below
//!   [`FEWEST_TO_RESAMPLE`] values there is too little to draw from, above [`MOST_TO_RESAMPLE`] the
//!   two agree: there it is Student's.
//! - Of a quantile: from the order statistics. How many of n values lie below the true quantile is
//!   binomial, whatever the distribution of the values; resampling would only approximate that. It
//!   needs nothing but their order, so timeouts may be among them.

use serde::{Deserialize, Serialize};

use super::Random;

/// Fewer values are not resampled.
pub const FEWEST_TO_RESAMPLE: usize = 10;
/// More values are not resampled.
pub const MOST_TO_RESAMPLE: usize = 2000;
/// Resamples that an interval of a mean is drawn from.
pub const RESAMPLES: usize = 4000;

/// From a low end to a high end, both included.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The low end.
    pub low: f64,
    /// The high end.
    pub high: f64,
}

impl Interval {
    /// Whether a value is in it.
    pub fn contains(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

/// The mean; `None` of no values.
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// Mean, and its standard error.
fn moments(values: impl ExactSizeIterator<Item = f64> + Clone) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.clone().sum::<f64>() / count;
    let squares: f64 = values.map(|value| (value - mean) * (value - mean)).sum();
    (mean, (squares / (count - 1.0) / count).sqrt())
}

/// An interval that has the true mean in it with the given confidence, if the values are independent
/// draws; `None` of fewer than two.
///
/// ```
/// use quadrille_lab::statistics::mean_interval;
///
/// let values: Vec<f64> = (0..100).map(|n| f64::from(n % 10)).collect();
/// let interval = mean_interval(&values, 0.95, 1).unwrap();
/// assert!(interval.contains(4.5) && interval.low > 3.8 && interval.high < 5.2);
/// ```
pub fn mean_interval(values: &[f64], confidence: f64, seed: u64) -> Option<Interval> {
    if values.len() < 2 {
        return None;
    }
    let (mean, error) = moments(values.iter().copied());
    let tail = (1.0 - confidence) / 2.0;
    let few_or_many = !(FEWEST_TO_RESAMPLE..=MOST_TO_RESAMPLE).contains(&values.len());
    if few_or_many || error == 0.0 {
        let reach = student_quantile(values.len() - 1, 1.0 - tail) * error;
        return Some(Interval { low: mean - reach, high: mean + reach });
    }
    let mut random = Random::new(seed);
    let mut resample = vec![0.0; values.len()];
    let mut studentised = Vec::with_capacity(RESAMPLES);
    for _ in 0..RESAMPLES {
        resample.fill_with(|| values.get(random.below(values.len())).copied().unwrap_or(mean));
        let (resampled, own_error) = moments(resample.iter().copied());
        // A resample of one value many times says nothing of the error: it counts as far out.
        let distance = resampled - mean;
        studentised.push(if own_error > 0.0 {
            distance / own_error
        } else {
            distance.signum() * f64::MAX.sqrt()
        });
    }
    studentised.sort_unstable_by(f64::total_cmp);
    let at = |q| super::quantile(&studentised, q).unwrap_or_default();
    Some(Interval { low: mean - at(1.0 - tail) * error, high: mean - at(tail) * error })
}

/// The places, from 0, of the sorted values between which the quantile `q` of what `count` values
/// were drawn from lies with at least the given confidence; `None` for an end that so few values
/// cannot tell.
///
/// ```
/// use quadrille_lab::statistics::quantile_ranks;
///
/// // The median of what 6 values were drawn from lies between the least and the greatest with
/// // probability 1 - 2/64.
/// assert_eq!(quantile_ranks(6, 0.5, 0.95), (Some(0), Some(5)));
/// assert_eq!(quantile_ranks(5, 0.5, 0.95), (None, None));
/// ```
pub fn quantile_ranks(count: usize, q: f64, confidence: f64) -> (Option<usize>, Option<usize>) {
    let tail = (1.0 - confidence) / 2.0;
    let odds = (q / (1.0 - q)).ln();
    // The probability that exactly k values lie below the quantile, as a logarithm.
    let mut log_probability = count as f64 * (1.0 - q).ln();
    let (mut below, mut low, mut high) = (0.0, None, None);
    for k in 0..=count {
        let probability = log_probability.exp();
        // The value at k is over the quantile if at most k values lie below it.
        if below + probability <= tail {
            low = Some(k);
        }
        below += probability;
        if high.is_none() && 1.0 - below <= tail && k < count {
            high = Some(k);
        }
        log_probability += ((count - k) as f64 / (k + 1) as f64).ln() + odds;
    }
    (low, high)
}

/// The quantile of Student's distribution: with probability `q`, 0.5 to 1, a value with `freedom`
/// degrees of freedom is less. By bisection of the closed form (Abramowitz and Stegun, 26.7.3, 26.7.4).
pub fn student_quantile(freedom: usize, q: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    while student_below(freedom, high) < q && high < 1e12 {
        high *= 2.0;
    }
    for _ in 0..80 {
        let middle = 0.5 * (low + high);
        if student_below(freedom, middle) < q { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

/// The probability that a value of Student's distribution is less than `t`, 0 or more.
fn student_below(freedom: usize, t: f64) -> f64 {
    let n = freedom.max(1) as f64;
    let angle = (t / n.sqrt()).atan();
    let (sine, cosine) = angle.sin_cos();
    let square = cosine * cosine;
    let odd = freedom % 2 == 1;
    let (mut term, mut sum) = if odd { (cosine, cosine) } else { (1.0, 1.0) };
    let mut k = if odd { 3 } else { 2 };
    while k + 2 <= freedom {
        term *= square * (k - 1) as f64 / k as f64;
        sum += term;
        k += 2;
    }
    let two_sided = match freedom {
        0 | 1 => angle / std::f64::consts::FRAC_PI_2,
        _ if odd => (angle + sine * sum) / std::f64::consts::FRAC_PI_2,
        _ => sine * sum,
    };
    0.5 + 0.5 * two_sided
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Published tables.
    #[test]
    fn students_quantiles_are_those_of_the_tables() {
        let table = [
            (1, 0.975, 12.706),
            (2, 0.975, 4.303),
            (3, 0.995, 5.841),
            (4, 0.995, 4.604),
            (9, 0.975, 2.262),
            (30, 0.95, 1.697),
            (120, 0.995, 2.617),
        ];
        for (freedom, q, expected) in table {
            let found = student_quantile(freedom, q);
            assert!((found - expected).abs() < 6e-4, "{freedom} {q}: {found}");
        }
    }

    /// Conover, *Practical nonparametric statistics*: the 95 % interval of the median of 20 values
    /// reaches from the 6th to the 15th.
    #[test]
    fn the_ranks_of_the_median_are_those_of_the_tables() {
        assert_eq!(quantile_ranks(20, 0.5, 0.95), (Some(5), Some(14)));
        assert_eq!(quantile_ranks(100, 0.5, 0.95), (Some(39), Some(60)));
    }

    #[test]
    fn few_values_cannot_bound_a_high_quantile() {
        let (low, high) = quantile_ranks(100, 0.99, 0.95);
        assert_eq!((low, high), (Some(96), None));
        assert!(quantile_ranks(1000, 0.99, 0.95).1.is_some());
        assert_eq!(quantile_ranks(0, 0.5, 0.95), (None, None));
    }

    #[test]
    fn values_without_spread_have_an_interval_without_width() {
        let interval = mean_interval(&[2.0; 50], 0.99, 1).unwrap();
        assert_eq!(interval, Interval { low: 2.0, high: 2.0 });
        assert_eq!(mean_interval(&[2.0], 0.99, 1), None);
    }

    #[test]
    fn two_values_have_students_interval() {
        let interval = mean_interval(&[0.0, 2.0], 0.95, 1).unwrap();
        assert!((interval.high - 1.0 - 12.706).abs() < 1e-2, "{interval:?}");
    }

    #[test]
    fn the_interval_of_skewed_values_reaches_further_on_their_long_side() {
        let values: Vec<f64> = (0..40).map(|n| if n % 8 == 0 { 8.0 } else { 0.0 }).collect();
        let interval = mean_interval(&values, 0.95, 1).unwrap();
        assert!(interval.high - 1.0 > 1.2 * (1.0 - interval.low), "{interval:?}");
    }
}
