//! A straight line through points, by least squares.

use serde::{Deserialize, Serialize};

use crate::statistics::{Interval, student_quantile};

/// The line y = `intercept` + `slope` · x that has the least sum of squared distances in y.
///
/// Intervals are Student's, with two degrees of freedom less than there are points: they presuppose that the
/// distances are independent and normal (Draper and Smith, *Applied regression analysis*, 1998, chapters 1 and
/// 3).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Line {
    /// y at x = 0.
    pub intercept: f64,
    /// How much y grows by when x grows by 1.
    pub slope: f64,
    /// Number of points.
    pub points: usize,
    /// Sum of squared distances.
    pub squares: f64,
    /// The share of the variance of y that the line explains; 1 if y is the same everywhere.
    pub r_squared: f64,
    /// Mean of x.
    mean_x: f64,
    /// Mean of y.
    mean_y: f64,
    /// Sum of squared distances of x from its mean.
    spread_x: f64,
}

impl Line {
    /// The line through points (x, y); `None` of fewer than three, of which nothing tells how far they are off
    /// a line, of points at the same x, and where a number is not finite. O(points).
    ///
    /// ```
    /// use quadrille_lab::scaling::Line;
    ///
    /// let line = Line::through(&[(1.0, 5.0), (2.0, 7.0), (4.0, 11.0)]).expect("three points");
    /// assert!((line.slope - 2.0).abs() < 1e-12 && (line.intercept - 3.0).abs() < 1e-12);
    /// assert_eq!(Line::through(&[(1.0, 5.0), (2.0, 7.0)]), None);
    /// ```
    pub fn through(points: &[(f64, f64)]) -> Option<Line> {
        let count = points.len() as f64;
        if points.len() < 3 || points.iter().any(|(x, y)| !(x.is_finite() && y.is_finite())) {
            return None;
        }
        let mean_x = points.iter().map(|(x, _)| x).sum::<f64>() / count;
        let mean_y = points.iter().map(|(_, y)| y).sum::<f64>() / count;
        let sum = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
            points.iter().map(|(x, y)| of(x - mean_x, y - mean_y)).sum()
        };
        let spread_x = sum(&|x, _| x * x);
        let spread_y = sum(&|_, y| y * y);
        if spread_x <= 0.0 {
            return None;
        }
        let slope = sum(&|x, y| x * y) / spread_x;
        let squares = sum(&|x, y| (y - slope * x) * (y - slope * x));
        let r_squared = if spread_y > 0.0 { (1.0 - squares / spread_y).max(0.0) } else { 1.0 };
        let intercept = mean_y - slope * mean_x;
        let points = points.len();
        Some(Line { intercept, slope, points, squares, r_squared, mean_x, mean_y, spread_x })
    }

    /// y at some x.
    pub fn at(&self, x: f64) -> f64 {
        // From the middle of the points, where it is exact.
        self.mean_y + self.slope * (x - self.mean_x)
    }

    /// Degrees of freedom: two less than points, of which there are three unless a document says otherwise.
    fn freedom(&self) -> usize {
        self.points.saturating_sub(2).max(1)
    }

    /// Variance of the distances.
    fn variance(&self) -> f64 {
        self.squares / self.freedom() as f64
    }

    fn student(&self, confidence: f64) -> f64 {
        student_quantile(self.freedom(), (1.0 + confidence) / 2.0)
    }

    /// Where the true slope lies.
    pub fn slope_interval(&self, confidence: f64) -> Interval {
        let reach = self.student(confidence) * (self.variance() / self.spread_x).sqrt();
        Interval { low: self.slope - reach, high: self.slope + reach }
    }

    /// Where y of another point at x would lie.
    pub fn predicted(&self, x: f64, confidence: f64) -> Interval {
        let off = (x - self.mean_x) * (x - self.mean_x) / self.spread_x;
        let error = (self.variance() * (1.0 + 1.0 / self.points as f64 + off)).sqrt();
        let (y, reach) = (self.at(x), self.student(confidence) * error);
        Interval { low: y - reach, high: y + reach }
    }

    /// The x at which the line comes to y, and the x between which another point with that y would
    /// lie: those whose [prediction](Self::predicted) has y in it. `None` if the slope may as well be 0 or
    /// less: then there is no end to them. (Fieller's theorem; Draper and Smith, 3.2.)
    pub fn solve(&self, y: f64, confidence: f64) -> Option<(f64, Interval)> {
        if self.slope_interval(confidence).low <= 0.0 {
            return None;
        }
        // (slope · d − rise)² = t² · variance · (1 + 1/n + d²/spread), a square in d = x − mean.
        let rise = y - self.mean_y;
        let t = self.student(confidence);
        let noise = t * t * self.variance();
        let a = self.slope * self.slope - noise / self.spread_x;
        let b = self.slope * rise;
        let c = rise * rise - noise * (1.0 + 1.0 / self.points as f64);
        let root = (b * b - a * c).max(0.0).sqrt();
        let at = |d: f64| self.mean_x + d;
        let interval = Interval { low: at((b - root) / a), high: at((b + root) / a) };
        Some((at(rise / self.slope), interval))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::Random;

    /// Worked by hand: x 1 to 5, y 1, 2, 1.3, 3.75, 2.25: slope 0.425, intercept 0.785.
    #[test]
    fn a_small_example_comes_out_as_by_hand() {
        let points = [(1.0, 1.0), (2.0, 2.0), (3.0, 1.3), (4.0, 3.75), (5.0, 2.25)];
        let line = Line::through(&points).unwrap();
        assert!((line.slope - 0.425).abs() < 1e-12 && (line.intercept - 0.785).abs() < 1e-12);
        assert!((line.squares - 2.79075).abs() < 1e-10, "{line:?}");
        assert!((line.r_squared - 0.392_9).abs() < 1e-4, "{line:?}");
        // Standard error of the slope √(0.93025 / 10) = 0.305, Student's quantile 3.182.
        let interval = line.slope_interval(0.95);
        assert!((interval.high - 0.425 - 3.182_4 * 0.305).abs() < 1e-3, "{interval:?}");
        assert!((line.at(0.0) - 0.785).abs() < 1e-12);
    }

    #[test]
    fn what_makes_no_line_is_none() {
        assert_eq!(Line::through(&[]), None);
        assert_eq!(Line::through(&[(2.0, 1.0), (2.0, 2.0), (2.0, 3.0)]), None);
        assert_eq!(Line::through(&[(1.0, 1.0), (2.0, f64::NEG_INFINITY), (3.0, 1.0)]), None);
        let flat = Line::through(&[(1.0, 4.0), (2.0, 4.0), (3.0, 4.0)]).unwrap();
        assert_eq!((flat.slope, flat.r_squared), (0.0, 1.0));
        assert_eq!(flat.solve(5.0, 0.95), None);
    }

    /// The ends are where the prediction just has y in it.
    #[test]
    fn what_is_solved_for_is_what_would_be_predicted() {
        let points = [(1.0, 1.1), (2.0, 1.9), (3.0, 3.2), (4.0, 3.9), (5.0, 5.1)];
        let line = Line::through(&points).unwrap();
        let (x, interval) = line.solve(8.0, 0.9).unwrap();
        assert!((line.at(x) - 8.0).abs() < 1e-9);
        assert!((line.predicted(interval.low, 0.9).high - 8.0).abs() < 1e-9);
        assert!((line.predicted(interval.high, 0.9).low - 8.0).abs() < 1e-9);
        assert!(interval.low < x && x < interval.high);
    }

    #[test]
    fn a_slope_that_may_be_none_solves_nothing() {
        let points = [(1.0, 1.0), (2.0, 2.0), (3.0, 1.3), (4.0, 3.75), (5.0, 2.25)];
        assert_eq!(Line::through(&points).unwrap().solve(8.0, 0.95), None);
    }

    /// Of 1000 lines with noise, the interval has the truth in it as often as it says.
    #[test]
    fn intervals_keep_their_promise() {
        let mut random = Random::new(7);
        let (mut slopes, mut predictions) = (0, 0);
        for _ in 0..1000 {
            // Nearly normal: the sum of twelve.
            let mut noise = || (0..12).map(|_| random.unit()).sum::<f64>() - 6.0;
            let points: Vec<(f64, f64)> =
                (1..=7).map(|x| (f64::from(x), 2.0 + 0.5 * f64::from(x) + 0.3 * noise())).collect();
            let line = Line::through(&points).unwrap();
            slopes += u32::from(line.slope_interval(0.95).contains(0.5));
            let other = 2.0 + 0.5 * 10.0 + 0.3 * noise();
            predictions += u32::from(line.predicted(10.0, 0.95).contains(other));
        }
        assert!((930..=970).contains(&slopes), "{slopes}");
        assert!((930..=970).contains(&predictions), "{predictions}");
    }
}
