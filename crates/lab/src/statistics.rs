//! The few figures that a comparison shows, each defined for data with timeouts in it.
//!
//! Quantiles are by *nearest rank*: the quantile q of n values is the smallest of them that at
//! least q·n of the values do not exceed. It is always a value that was measured, and, unlike an
//! interpolated one, it is defined when some of the values are only known to be "more than the
//! limit".
//!
//! How sure a figure is, intervals say ([`mean_interval`], [`quantile_ranks`]); whether two engines
//! differ, [`Ratio`] and its [`Finding`].

mod interval;
mod paired;

pub use interval::{
    FEWEST_TO_RESAMPLE, Interval, MOST_TO_RESAMPLE, RESAMPLES, mean, mean_interval, quantile_ranks,
    student_quantile,
};
pub use paired::{Basis, Finding, Pair, Ratio, middle};
pub use quadrille_sudoku::random::Random;

/// The quantile `q`, 0 to 1, of values in ascending order, by nearest rank; `None` if there are
/// none.
///
/// ```
/// use quadrille_lab::statistics::quantile;
///
/// assert_eq!(quantile(&[10, 20, 30, 40], 0.5), Some(20));
/// assert_eq!(quantile(&[10, 20, 30, 40], 0.99), Some(40));
/// ```
pub fn quantile<T: Copy>(sorted: &[T], q: f64) -> Option<T> {
    // The product is off by an ulp for some q and n: 0.07 × 100 is a little over 7.
    let rank = (q * sorted.len() as f64 - 1e-9).ceil().max(1.0) as usize;
    sorted.get(rank.min(sorted.len()).checked_sub(1)?).copied()
}

/// The median by nearest rank, of values in any order: of an even number of values the lower of
/// the two in the middle.
pub fn median<T: Copy + Ord>(values: &[T]) -> Option<T> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    quantile(&sorted, 0.5)
}

/// The geometric mean; `None` of no values. What averages ratios: twice as fast on one puzzle and
/// half as fast on another is no difference.
///
/// ```
/// use quadrille_lab::statistics::geometric_mean;
///
/// let mean = geometric_mean([2.0, 8.0]).unwrap();
/// assert!((mean - 4.0).abs() < 1e-12);
/// ```
pub fn geometric_mean(ratios: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (mut count, mut logarithms) = (0u64, 0.0);
    for ratio in ratios {
        count += 1;
        logarithms += ratio.ln();
    }
    (count > 0).then(|| (logarithms / count as f64).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_values_of_the_sample() {
        let hundred: Vec<u32> = (1..=100).collect();
        assert_eq!(quantile(&hundred, 0.5), Some(50));
        assert_eq!(quantile(&hundred, 0.99), Some(99));
        assert_eq!(quantile(&hundred, 0.07), Some(7));
        assert_eq!(quantile(&hundred, 0.0), Some(1));
        assert_eq!(quantile(&hundred, 1.0), Some(100));
        let more: Vec<u32> = (1..=101).collect();
        assert_eq!(quantile(&more, 0.5), Some(51));
        assert_eq!(quantile(&more, 0.99), Some(100));
        assert_eq!(quantile::<u32>(&[], 0.5), None);
        assert_eq!(quantile(&[7], 0.99), Some(7));
    }

    #[test]
    fn the_median_of_an_even_number_of_rounds_is_the_lower_middle_one() {
        assert_eq!(median(&[4, 1, 3, 2]), Some(2));
        assert_eq!(median(&[9, 1, 5]), Some(5));
        assert_eq!(median::<u64>(&[]), None);
    }

    #[test]
    fn a_ratio_and_its_inverse_cancel_in_the_geometric_mean() {
        let mean = geometric_mean([0.5, 2.0, 1.0]).unwrap();
        assert!((mean - 1.0).abs() < 1e-12);
        assert_eq!(geometric_mean([]), None);
    }
}
