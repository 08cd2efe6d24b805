//! Figures with what belongs to them, as they stand in tables and sentences.

use super::units::{factor, seconds, significant};
use crate::analysis::Seconds;
use crate::statistics::{Finding, Interval, Ratio};

/// What stands in the place of a figure that there is not.
pub(super) const NONE: &str = "–";

/// A time, or that it would have been more.
pub(super) fn time(time: Seconds) -> String {
    let over = if time.timed_out { ">" } else { "" };
    format!("{over}{}", seconds(time.seconds))
}

/// The interval of a ratio, or that there is none.
pub(crate) fn interval(ratio: &Ratio) -> String {
    ratio.interval.map_or(NONE.to_owned(), |it| ends(it, factor))
}

/// The ends of an interval.
pub(super) fn ends(it: Interval, shown: fn(f64) -> String) -> String {
    format!("{} – {}", shown(it.low), shown(it.high))
}

/// What a finding is called; the ratio is one of times.
pub(crate) fn finding(finding: Finding, ratio: f64) -> String {
    let per_cent = |factor: f64| match factor {
        factor if factor < 1.995 => format!("by {:.1} %", (factor - 1.0) * 100.0),
        factor => format!("{} times", significant(factor)),
    };
    match finding {
        Finding::Faster => match ratio {
            ratio if ratio > 0.0 => format!("faster, {}", per_cent(1.0 / ratio)),
            _ => "faster".to_owned(),
        },
        Finding::Slower => format!("slower, {}", per_cent(ratio)),
        Finding::NoDifference => "no difference shown".to_owned(),
        Finding::TooFewData => "too few data to tell".to_owned(),
    }
}

/// A number and a noun: `1 puzzle`, `2 puzzles`.
pub(crate) fn plural(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
