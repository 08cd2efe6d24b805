//! How something grows with a size: four models, and which of them fits.

use serde::{Deserialize, Serialize};

use super::line::Line;
use crate::statistics::{Interval, student_quantile};

/// Fewer points are not fitted.
pub const FEWEST_POINTS: usize = 4;
/// A time counts for a fit if it is so many times what the clock can tell, nodes if there are so many.
pub const RESOLVED: f64 = 100.0;
/// Distances below this, of logarithms, are those of rounding.
const ROUNDING: f64 = 1e-9;

/// How a quantity grows with the size n. Each is a straight line of the logarithm over some
/// [`x`](Self::x) of n, with two parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Model {
    /// a·n^k: a polynomial.
    Power,
    /// a·bⁿ: a choice more with each size.
    Exponential,
    /// a·b^(n ln n), as n! and nⁿ grow: more choices with each size.
    Factorial,
    /// a·b^(n²): a choice for each cell of a board of n×n.
    Square,
}

impl Model {
    /// All of them, from the slowest growth to the fastest.
    pub const ALL: [Model; 4] = [Model::Power, Model::Exponential, Model::Factorial, Model::Square];

    /// The model, written out.
    pub fn formula(self) -> &'static str {
        match self {
            Model::Power => "a·n^k",
            Model::Exponential => "a·b^n",
            Model::Factorial => "a·b^(n ln n)",
            Model::Square => "a·b^(n²)",
        }
    }

    /// What the logarithm is a straight line over.
    pub fn x(self, n: f64) -> f64 {
        match self {
            Model::Power => n.ln(),
            Model::Exponential => n,
            Model::Factorial => n * n.ln(),
            Model::Square => n * n,
        }
    }

    /// The n of an x, from 1 up; below that it is 1.
    fn n(self, x: f64) -> f64 {
        match self {
            Model::Power => x.exp().max(1.0),
            Model::Exponential => x.max(1.0),
            Model::Factorial => inverse_of_n_ln_n(x),
            Model::Square => x.max(1.0).sqrt(),
        }
    }

    /// The growth parameter of a slope: b, or k.
    fn growth(self, slope: f64) -> f64 {
        match self {
            Model::Power => slope,
            Model::Exponential | Model::Factorial | Model::Square => slope.exp(),
        }
    }
}

/// Where n ln n comes to x, by bisection: it grows with n from n = 1 on.
fn inverse_of_n_ln_n(x: f64) -> f64 {
    let (mut low, mut high) = (1.0, 2.0);
    while high * f64::ln(high) < x && high < f64::MAX / 4.0 {
        high *= 2.0;
    }
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if middle * f64::ln(middle) < x { low = middle } else { high = middle }
    }
    low
}

/// A model with its parameters.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Fit {
    /// The model that fits best.
    pub model: Model,
    /// a: in seconds, or nodes.
    pub a: f64,
    /// b, or k of [`Model::Power`].
    pub growth: f64,
    /// Where b, or k, lies if the model is right.
    pub interval: Interval,
    /// How sure that is.
    pub confidence: f64,
    /// The share of the variance of the logarithm that the model explains.
    pub r_squared: f64,
    /// How many points it is through.
    pub points: usize,
    /// The least size of these.
    pub from: usize,
    /// The largest.
    pub to: usize,
    /// The other models, the best first.
    pub rivals: Vec<Rival>,
    line: Line,
}

/// A model that fits less well.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Rival {
    /// The model.
    pub model: Model,
    /// Its AICc less that of the best one. All models have as many parameters, so it is the number of points
    /// times the logarithm of the ratio of their sums of squares.
    pub delta: f64,
    /// Whether the data tell it from the best model: the ratio of the two sums of squares is beyond the quantile of
    /// F of the fit's confidence. Both are through the same points, and so more alike than F supposes: it errs on the
    /// side of not telling.
    pub told_apart: bool,
    line: Line,
}

/// The quantile `q` of F with as many degrees of freedom above as below, from Student's: √F − 1/√F is 2t/√ν
/// (Cacoullos 1965).
fn f_quantile(freedom: usize, q: f64) -> f64 {
    let t = student_quantile(freedom, q) / (freedom as f64).sqrt();
    let root = t + (1.0 + t * t).sqrt();
    root * root
}

/// Why there is no fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoFit {
    /// The results are of no scaling study, or the engine was not tried on any size.
    #[error("it was not tried on any size")]
    NoStudy,
    /// It gave a wrong answer, or none.
    #[error("its answers were not all right")]
    Faulty,
    /// There are too few points.
    #[error("{points} of the {FEWEST_POINTS} points that are needed")]
    TooFew {
        /// Points that count.
        points: usize,
    },
}

impl Fit {
    /// Fits all models to points (size, value), values above 0, and takes the one with the least AICc (Hurvich and
    /// Tsai 1989), which among models of as many parameters is the one with the least sum of squares, of
    /// logarithms.
    ///
    /// ```
    /// use quadrille_lab::scaling::{Fit, Model};
    ///
    /// let points: Vec<(usize, f64)> = (5..12).map(|n| (n, 1e-6 * 3f64.powi(n as i32))).collect();
    /// let fit = Fit::of(&points, 0.95)?;
    /// assert_eq!(fit.model, Model::Exponential);
    /// assert!((fit.growth - 3.0).abs() < 1e-9);
    /// # Ok::<(), quadrille_lab::scaling::NoFit>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If fewer than [`FEWEST_POINTS`] points of different sizes from 1 up have a value above 0.
    pub fn of(points: &[(usize, f64)], confidence: f64) -> Result<Fit, NoFit> {
        let mut points: Vec<(usize, f64)> = points.to_vec();
        points.retain(|&(size, value)| size > 0 && value > 0.0 && value.is_finite());
        points.sort_by_key(|&(size, _)| size);
        points.dedup_by_key(|&mut (size, _)| size);
        let too_few = NoFit::TooFew { points: points.len() };
        let (Some(&(from, _)), Some(&(to, _))) = (points.first(), points.last()) else {
            return Err(too_few);
        };
        if points.len() < FEWEST_POINTS {
            return Err(too_few);
        }
        let line = |model: Model| {
            let logs = points.iter().map(|&(n, value)| (model.x(n as f64), value.ln()));
            Some((model, Line::through(&logs.collect::<Vec<_>>())?))
        };
        let mut lines: Vec<(Model, Line)> = Model::ALL.into_iter().filter_map(line).collect();
        lines.sort_by(|(_, one), (_, other)| one.squares.total_cmp(&other.squares));
        let Some(&(model, line)) = lines.first() else { return Err(too_few) };
        let count = points.len() as f64;
        // What is on the line but for rounding is no better than what else is.
        let squares = |line: &Line| line.squares.max(count * ROUNDING * ROUNDING);
        let bound = f_quantile(points.len() - 2, confidence);
        let rival = |&(model, other): &(Model, Line)| {
            let ratio = squares(&other) / squares(&line);
            Rival { model, delta: count * ratio.ln(), told_apart: ratio >= bound, line: other }
        };
        let slopes = line.slope_interval(confidence);
        Ok(Fit {
            model,
            a: line.intercept.exp(),
            growth: model.growth(line.slope),
            interval: Interval { low: model.growth(slopes.low), high: model.growth(slopes.high) },
            confidence,
            r_squared: line.r_squared,
            points: points.len(),
            from,
            to,
            rivals: lines.iter().skip(1).map(rival).collect(),
            line,
        })
    }

    /// Whether it grows beyond doubt: whether the interval of the slope is above 0.
    pub fn grows(&self) -> bool {
        self.line.slope_interval(self.confidence).low > 0.0
    }

    /// Whether it neither grows nor falls beyond doubt.
    pub fn is_flat(&self) -> bool {
        self.line.slope_interval(self.confidence).contains(0.0)
    }

    /// The value at a size, which need not be whole.
    pub fn at(&self, size: f64) -> f64 {
        self.line.at(self.model.x(size.max(1.0))).exp()
    }

    /// Where the value at a size lies, by this model.
    pub fn predicted(&self, size: f64) -> Interval {
        let logs = self.line.predicted(self.model.x(size.max(1.0)), self.confidence);
        Interval { low: logs.low.exp(), high: logs.high.exp() }
    }

    /// The size at which a value is reached, and an interval that takes in those of all models which the data
    /// do not tell from the best, and that of the next best in any case: where no model is right, what points are
    /// off the line by is no noise, and an interval knows of noise only. `None` if one of those that are not told
    /// apart may as well not grow at all, so that there is no end to it, or the value is not above 0.
    pub fn size_at(&self, value: f64) -> Option<(f64, Interval)> {
        if !(value > 0.0 && value.is_finite()) {
            return None;
        }
        let solve = |model: Model, line: &Line| {
            let (x, interval) = line.solve(value.ln(), self.confidence)?;
            let ends = Interval { low: model.n(interval.low), high: model.n(interval.high) };
            Some((model.n(x), ends)).filter(|(_, ends)| ends.high.is_finite())
        };
        let (size, mut all) = solve(self.model, &self.line)?;
        for (place, rival) in self.rivals.iter().enumerate() {
            let ends = match solve(rival.model, &rival.line) {
                Some((_, ends)) if place == 0 || !rival.told_apart => ends,
                None if !rival.told_apart => return None,
                _ => continue,
            };
            all = Interval { low: all.low.min(ends.low), high: all.high.max(ends.high) };
        }
        Some((size, all))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::Random;

    fn points(sizes: std::ops::RangeInclusive<usize>, of: fn(f64) -> f64) -> Vec<(usize, f64)> {
        sizes.map(|n| (n, of(n as f64))).collect()
    }

    #[test]
    fn exact_growth_gives_back_its_model_and_parameters() {
        type Case = (Model, f64, fn(f64) -> f64);
        let cases: [Case; 4] = [
            (Model::Power, 2.5, |n| 3e-7 * n.powf(2.5)),
            (Model::Exponential, 5.3, |n| 3e-7 * 5.3f64.powf(n)),
            (Model::Factorial, 1.8, |n| 3e-7 * 1.8f64.powf(n * n.ln())),
            (Model::Square, 1.2, |n| 3e-7 * 1.2f64.powf(n * n)),
        ];
        for (model, growth, of) in cases {
            let fit = Fit::of(&points(4..=12, of), 0.95).unwrap();
            assert_eq!(fit.model, model);
            assert!((fit.growth - growth).abs() < 1e-9 && fit.r_squared > 1.0 - 1e-12, "{fit:?}");
            assert!((fit.a / 3e-7 - 1.0).abs() < 1e-6, "{fit:?}");
            assert!(fit.interval.high - fit.interval.low < 1e-6, "{fit:?}");
            assert!(fit.rivals.len() == 3 && fit.rivals.iter().all(|rival| rival.told_apart));
            assert_eq!((fit.points, fit.from, fit.to), (9, 4, 12));
            let (size, interval) = fit.size_at(of(15.0)).unwrap();
            assert!((size - 15.0).abs() < 1e-6, "{size}");
            assert!(interval.low < 15.0 + 1e-6 && interval.high > 15.0 - 1e-6, "{interval:?}");
            // The next best is not the same, and within a size or so.
            assert!((0.01..6.0).contains(&(interval.high - interval.low)), "{interval:?}");
            assert!((fit.at(15.0) / of(15.0) - 1.0).abs() < 1e-6);
        }
    }

    /// With noise of 5 %, the interval has the truth in it about as often as it says, of those studies in
    /// which the right model is chosen, and those are nearly all.
    #[test]
    fn noise_stays_within_the_interval() {
        let mut random = Random::new(3);
        let (mut right, mut within, mut forecast) = (0, 0, 0);
        for _ in 0..300 {
            let mut noise = || 0.05 * ((0..12).map(|_| random.unit()).sum::<f64>() - 6.0);
            let noisy: Vec<(usize, f64)> =
                (6..=14).map(|n| (n, (1.6 * n as f64 - 20.0 + noise()).exp())).collect();
            let fit = Fit::of(&noisy, 0.95).unwrap();
            if fit.model != Model::Exponential {
                continue;
            }
            right += 1;
            within += u32::from(fit.interval.contains(1.6f64.exp()));
            let value = (1.6 * 17.0 - 20.0 + noise()).exp();
            forecast += u32::from(fit.size_at(value).unwrap().1.contains(17.0));
        }
        assert!(right >= 295, "{right}");
        assert!(within >= right * 92 / 100 && within <= right * 98 / 100, "{within} of {right}");
        assert!(forecast >= right * 92 / 100, "{forecast} of {right}");
    }

    /// Published tables.
    #[test]
    fn quantiles_of_f_are_those_of_the_tables() {
        for (freedom, q, expected) in [(2, 0.95, 19.0), (5, 0.95, 5.050), (10, 0.99, 4.849)] {
            let found = f_quantile(freedom, q);
            assert!((found - expected).abs() < 2e-3, "{freedom}: {found}");
        }
    }

    #[test]
    fn models_that_cannot_be_told_apart_widen_the_forecast() {
        let mut points = points(10..=13, |n| 1e-9 * 5f64.powf(n));
        for (index, point) in points.iter_mut().enumerate() {
            point.1 *= [1.1, 0.9, 0.92, 1.08][index];
        }
        let fit = Fit::of(&points, 0.95).unwrap();
        let near: Vec<&Rival> = fit.rivals.iter().filter(|rival| !rival.told_apart).collect();
        assert!(!near.is_empty(), "{fit:?}");
        let (_, all) = fit.size_at(100.0).unwrap();
        let (_, own) = fit.line.solve(100f64.ln(), 0.95).unwrap();
        assert!(all.high - all.low > fit.model.n(own.high) - fit.model.n(own.low));
    }

    #[test]
    fn too_few_points_are_refused() {
        let few = points(1..=3, |n| n);
        assert_eq!(Fit::of(&few, 0.95), Err(NoFit::TooFew { points: 3 }));
        assert_eq!(Fit::of(&[], 0.95), Err(NoFit::TooFew { points: 0 }));
        let same = [(5, 1.0), (5, 2.0), (6, 3.0), (7, 4.0), (0, 1.0), (8, 0.0), (9, f64::NAN)];
        let error = Fit::of(&same, 0.95).unwrap_err();
        assert_eq!(error.to_string(), "3 of the 4 points that are needed");
    }

    #[test]
    fn what_does_not_grow_has_no_size_at_which_a_value_is_reached() {
        let flat = [(4, 1.0), (5, 1.1), (6, 0.9), (7, 1.05), (8, 0.95)];
        let fit = Fit::of(&flat, 0.95).unwrap();
        assert!(fit.is_flat() && !fit.grows());
        assert_eq!((fit.size_at(10.0), fit.size_at(0.0)), (None, None));
        let falling = points(4..=9, |n| 1.0 / n);
        let fit = Fit::of(&falling, 0.95).unwrap();
        assert!((fit.growth + 1.0).abs() < 1e-9 && !fit.grows() && !fit.is_flat());
        assert_eq!(fit.size_at(10.0), None);
    }
}
