//! Axes: which part of a scale is shown, and where its ticks are.

use super::figure::Span;
use crate::show::significant;

/// How values become lengths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Scale {
    /// Equal differences, equal lengths.
    Linear,
    /// Equal ratios, equal lengths.
    Log,
}

/// What numbers along an axis are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    /// A time in seconds.
    Seconds,
    /// How many.
    Count,
    /// By what factor.
    Ratio,
    /// Nodes: like counts, and what has none stands at [`NO_NODES`].
    Nodes,
}

/// Where on a logarithmic axis a search without a node stands.
pub(super) const NO_NODES: f64 = 0.5;

/// An axis.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Axis {
    pub(super) label: String,
    pub(super) scale: Scale,
    pub(super) low: f64,
    pub(super) high: f64,
    unit: Unit,
}

impl Axis {
    /// A logarithmic axis on which all values have a place that are more than 0; a decade if there is none.
    pub(super) fn log(label: &str, unit: Unit, values: impl IntoIterator<Item = f64>) -> Self {
        let usable = values.into_iter().filter(|value| value.is_finite() && *value > 0.0);
        let (mut low, mut high) = range(usable).unwrap_or((1.0, 10.0));
        if high / low < 2.0 {
            // A single value stands in the middle.
            (low, high) = (low / 2.0, high * 2.0);
        } else {
            (low, high) = (low / 1.1, high * 1.1);
        }
        if unit == Unit::Nodes {
            low = low.max(NO_NODES / 1.2);
        }
        Axis { label: label.to_owned(), scale: Scale::Log, low, high, unit }
    }

    /// A linear axis from `low` to at least `high`.
    pub(super) fn linear(label: &str, low: f64, high: f64) -> Self {
        let high = if high > low { high } else { low + 1.0 };
        Axis { label: label.to_owned(), scale: Scale::Linear, low, high, unit: Unit::Count }
    }

    /// The axis between two places.
    pub(super) fn span(&self, from: f64, to: f64) -> Span {
        Span { scale: self.scale, low: self.low, high: self.high, from, to }
    }

    /// Values with a label each, at most about `most` of them, from low to high.
    pub(super) fn ticks(&self, most: usize) -> Vec<(f64, String)> {
        let most = most.max(2);
        let values = match self.scale {
            Scale::Linear => self.linear_ticks(most),
            Scale::Log => self.log_ticks(most),
        };
        values.into_iter().map(|value| (value, self.name(value))).collect()
    }

    fn linear_ticks(&self, most: usize) -> Vec<f64> {
        let range = self.high - self.low;
        let rough = range / most as f64;
        let magnitude = 10f64.powf(rough.log10().floor());
        let factors = [1.0, 2.0, 5.0, 10.0];
        let step = factors.map(|factor| factor * magnitude).into_iter().find(|it| *it >= rough);
        // Counts have no parts.
        let step = step.unwrap_or(10.0 * magnitude).max(1.0);
        let first = (self.low / step).ceil();
        let last = (self.high / step + 1e-9).floor();
        let count = (last - first + 1.0).clamp(0.0, 1000.0) as usize;
        (0..count).map(|tick| (first + tick as f64) * step).collect()
    }

    /// Decades, or every second, third … of them; where there are few, 1, 2 and 5 of each.
    fn log_ticks(&self, most: usize) -> Vec<f64> {
        let (first, last) = (self.low.log10().floor() as i32, self.high.log10().ceil() as i32);
        let shown = |values: Vec<f64>| -> Vec<f64> {
            values.into_iter().filter(|it| (self.low..=self.high).contains(it)).collect()
        };
        let decades = |step: usize| {
            let values = (first..=last).filter(|decade| decade.rem_euclid(step as i32) == 0);
            shown(values.map(|decade| 10f64.powi(decade)).collect())
        };
        let fine = |factors: &[f64]| {
            let decades = (first..=last).map(|decade| 10f64.powi(decade));
            shown(decades.flat_map(|it| factors.iter().map(move |f| f * it)).collect())
        };
        let whole = |values: Vec<f64>| -> Vec<f64> {
            let has_parts = matches!(self.unit, Unit::Seconds | Unit::Ratio);
            values.into_iter().filter(|value| has_parts || value.fract() == 0.0).collect()
        };
        let all = decades(1);
        let mut ticks = if all.len() <= 2 {
            let steps: [&[f64]; 3] =
                [&[1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 7.0], &[1.0, 2.0, 5.0], &[1.0, 3.0]];
            let found = steps.into_iter().map(fine).find(|ticks| ticks.len() <= most);
            whole(found.unwrap_or(all))
        } else {
            let step = (1..).find(|&step| decades(step).len() <= most).unwrap_or(1);
            whole(decades(step))
        };
        if self.unit == Unit::Nodes && self.low <= NO_NODES {
            ticks.insert(0, NO_NODES);
        }
        ticks
    }

    fn name(&self, value: f64) -> String {
        match self.unit {
            Unit::Nodes if value <= NO_NODES => "0".to_owned(),
            Unit::Seconds => short_seconds(value),
            Unit::Count | Unit::Ratio | Unit::Nodes => short_number(value),
        }
    }
}

/// The least and the largest of values; `None` if there are none.
pub(super) fn range(values: impl IntoIterator<Item = f64>) -> Option<(f64, f64)> {
    values.into_iter().fold(None, |range, value| {
        let (low, high) = range.unwrap_or((value, value));
        Some((value.min(low), value.max(high)))
    })
}

/// A round number, short: `1`, `1.5`, `20 k`, `3 M`.
pub(super) fn short_number(value: f64) -> String {
    const UNITS: [(f64, &str); 5] = [(1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];
    match UNITS.iter().find(|(unit, _)| value >= unit * 0.9999) {
        Some((_, _)) if value < 9999.0 => trimmed(value),
        Some((unit, letter)) => format!("{} {letter}", trimmed(value / unit)),
        None => trimmed(value),
    }
}

fn short_seconds(value: f64) -> String {
    const UNITS: [(f64, &str); 4] = [(1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns")];
    let unit = UNITS.iter().find(|(unit, _)| value >= unit * 0.9999).unwrap_or(&UNITS[3]);
    format!("{} {}", trimmed(value / unit.0), unit.1)
}

/// Without zeros behind the point.
fn trimmed(value: f64) -> String {
    let text = significant(value);
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: &Axis, most: usize) -> Vec<String> {
        axis.ticks(most).into_iter().map(|(_, label)| label).collect()
    }

    #[test]
    fn decades_of_times_have_units() {
        let axis = Axis::log("time", Unit::Seconds, [2e-7, 3.0]);
        let all = ["1 µs", "10 µs", "100 µs", "1 ms", "10 ms", "100 ms", "1 s"];
        assert_eq!(labels(&axis, 10), all);
        assert_eq!(labels(&axis, 3), ["1 µs", "1 ms", "1 s"]);
    }

    #[test]
    fn a_narrow_range_has_ticks_within_decades() {
        let axis = Axis::log("time", Unit::Seconds, [2.3e-3, 8e-3]);
        assert_eq!(labels(&axis, 8), ["3 ms", "4 ms", "5 ms", "7 ms"]);
        let single = Axis::log("time", Unit::Seconds, [1.0]);
        assert_eq!(labels(&single, 4), ["500 ms", "1 s", "2 s"]);
    }

    #[test]
    fn searches_without_a_node_have_a_place_on_a_logarithmic_axis() {
        let axis = Axis::log("nodes", Unit::Nodes, [NO_NODES, 20_000.0]);
        assert_eq!(labels(&axis, 10), ["0", "1", "10", "100", "1000", "10 k"]);
    }

    #[test]
    fn linear_ticks_are_round_and_whole() {
        assert_eq!(
            labels(&Axis::linear("puzzles", 0.0, 49_158.0), 6).join(" "),
            "0 10 k 20 k 30 k 40 k"
        );
        assert_eq!(labels(&Axis::linear("clues", 17.0, 19.0), 10), ["17", "18", "19"]);
        assert_eq!(labels(&Axis::linear("puzzles", 0.0, 0.0), 10), ["0", "1"]);
    }

    #[test]
    fn an_axis_of_nothing_has_ticks_all_the_same() {
        assert_eq!(labels(&Axis::log("time", Unit::Seconds, [f64::INFINITY, 0.0]), 9).len(), 8);
    }
}
