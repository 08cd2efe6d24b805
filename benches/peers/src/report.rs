//! The table.

use std::time::Duration;

use crate::measure::{Comparison, Failure, Side};
use crate::statistics::geometric_mean;

/// The head of the table.
pub(crate) fn head() -> String {
    format!(
        "{:<16} {:<21} {:>9} {:>5}  {:<14} {:>9} {:>5}  {:>7} {:>7} {:>7}",
        "instance", "ours", "median", "build", "peer", "median", "build", "min", "ratio", "max"
    )
}

/// A line of the table.
pub(crate) fn row(comparison: &Comparison) -> String {
    let Comparison { instance, ours, peer, ratio } = comparison;
    format!(
        "{instance:<16} {:<21} {} {:<14} {} {:>7} {:>7} {:>7}",
        ours.engine,
        side(ours),
        peer.engine,
        side(peer),
        digits(ratio.min),
        digits(ratio.median),
        digits(ratio.max)
    )
}

/// The line in place of a comparison that failed.
pub(crate) fn void(instance: &str, ours: &str, peer: &str, failure: &Failure) -> String {
    let Failure { engine, reason } = failure;
    format!("{instance:<16} {ours:<21} {:>9} {:>5}  {peer:<14} void: {engine}: {reason}", "", "")
}

/// A line for each pair of engines that was compared on several instances.
pub(crate) fn means(comparisons: &[Comparison]) -> Vec<String> {
    let mut pairs: Vec<(&str, &str)> = Vec::new();
    for Comparison { ours, peer, .. } in comparisons {
        if !pairs.contains(&(&ours.engine, &peer.engine)) {
            pairs.push((&ours.engine, &peer.engine));
        }
    }
    let line = |(ours, peer): (&str, &str)| {
        let same = |c: &&Comparison| c.ours.engine == ours && c.peer.engine == peer;
        let ratios: Vec<f64> =
            comparisons.iter().filter(same).map(|comparison| comparison.ratio.median).collect();
        let mean = geometric_mean(&ratios).filter(|_| ratios.len() > 1)?;
        Some(format!("{peer} ÷ {ours}: {}, geometric mean over {}", digits(mean), ratios.len()))
    };
    pairs.into_iter().filter_map(line).collect()
}

fn side(side: &Side) -> String {
    format!("{:>9} {:>4.0}% ", duration(side.median), 100.0 * side.building)
}

/// A ratio to three digits.
fn digits(ratio: f64) -> String {
    match ratio {
        99.95.. => format!("{ratio:.0}"),
        9.995.. => format!("{ratio:.1}"),
        0.9995.. => format!("{ratio:.2}"),
        0.09995.. => format!("{ratio:.3}"),
        _ => format!("{ratio:.4}"),
    }
}

/// Three digits or more, with a unit.
fn duration(duration: Duration) -> String {
    let seconds = duration.as_secs_f64();
    match seconds {
        100.0.. => format!("{seconds:.0} s"),
        10.0.. => format!("{seconds:.1} s"),
        1.0.. => format!("{seconds:.2} s"),
        0.1.. => format!("{:.0} ms", seconds * 1e3),
        0.01.. => format!("{:.1} ms", seconds * 1e3),
        1e-3.. => format!("{:.2} ms", seconds * 1e3),
        _ => format!("{:.1} µs", seconds * 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_have_three_digits() {
        assert_eq!(
            [123.4, 12.34, 1.234, 0.1234, 0.00123].map(digits),
            ["123", "12.3", "1.23", "0.123", "0.0012"]
        );
    }

    #[test]
    fn durations_have_three_digits() {
        let text = |seconds| duration(Duration::from_secs_f64(seconds));
        assert_eq!(text(123.4), "123 s");
        assert_eq!(text(1.234), "1.23 s");
        assert_eq!(text(0.1234), "123 ms");
        assert_eq!(text(0.001234), "1.23 ms");
        assert_eq!(text(0.0001234), "123.4 µs");
    }
}
