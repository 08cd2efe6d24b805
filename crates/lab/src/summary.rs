//! How a strategy stands: the row of the table.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::measure::{Cell, Outcome};
use crate::statistics::{
    Finding, Interval, Pair, Ratio, Summary, Timing, geometric_mean, quantile,
};

/// How sure the intervals of speed-ups are.
pub const CONFIDENCE: f64 = 0.99;
/// The seed of what is drawn for them.
const SEED: u64 = 1;

/// The figures of a strategy over a corpus.
///
/// Times and nodes are over all puzzles but those with a wrong answer. Those that timed out are
/// among them: in the total and the rate with the time that they were given, in the quantiles as
/// more than every time that was finished in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Standing {
    /// Its name.
    pub strategy: String,
    /// Puzzles that it answered, no solution and several solutions included.
    pub solved: usize,
    /// Puzzles on which a limit stopped it.
    pub timed_out: usize,
    /// Puzzles on which it gave a wrong answer; they are in none of the figures below.
    pub wrong: usize,
    /// Sum of the times, in seconds.
    pub total_seconds: f64,
    /// Puzzles answered, a second of the total.
    pub puzzles_per_second: f64,
    /// The median puzzle's time; `None` if nothing was measured.
    pub median: Option<Seconds>,
    /// The 99th percentile.
    pub p99: Option<Seconds>,
    /// The worst puzzle's time.
    pub worst: Option<Seconds>,
    /// The median puzzle's nodes.
    pub nodes_median: Option<Nodes>,
    /// The most nodes of a puzzle.
    pub nodes_worst: Option<Nodes>,
    /// How many times as fast as the baseline, over the puzzles that both answered; `None` if
    /// there are none.
    pub speed_up: Option<SpeedUp>,
}

/// A time in seconds, or a lower bound of it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Seconds {
    /// The time.
    pub seconds: f64,
    /// Whether the search was stopped then: it would have taken longer.
    pub timed_out: bool,
}

impl From<Timing> for Seconds {
    fn from(timing: Timing) -> Self {
        Seconds { seconds: timing.time.as_secs_f64(), timed_out: timing.stopped }
    }
}

/// A number of nodes, or a lower bound of it. Bounds sort last, as those of times do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Nodes {
    /// Whether the search was stopped then: it would have taken more.
    pub timed_out: bool,
    /// Digits placed by the search.
    pub nodes: u64,
}

/// The baseline's time divided by the strategy's, averaged geometrically.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct SpeedUp {
    /// The geometric mean: over 1 is faster than the baseline.
    pub ratio: f64,
    /// Puzzles that both answered.
    pub puzzles: usize,
    /// Where the true ratio lies, with a confidence of [`CONFIDENCE`]; `None` if there is too little
    /// data for that. Missing in documents of earlier versions.
    #[serde(default)]
    pub interval: Option<Interval>,
    /// What the data say about a difference. Missing in documents of earlier versions.
    #[serde(default)]
    pub finding: Option<Finding>,
}

impl Standing {
    /// How the strategy of column `index` stands against that of column `baseline`.
    pub(crate) fn of(name: &str, index: usize, baseline: usize, rows: &[Vec<Cell>]) -> Self {
        let column: Vec<&Cell> = rows.iter().filter_map(|row| row.get(index)).collect();
        let solved = column.iter().filter(|cell| cell.finished()).count();
        let timed_out = column.iter().filter(|cell| cell.outcome == Outcome::TimedOut).count();
        let valid = || column.iter().filter(|cell| !matches!(cell.outcome, Outcome::Wrong(_)));
        let timing = |cell: &&&Cell| Timing { time: cell.time(), stopped: !cell.finished() };
        let times = Summary::of(valid().map(|cell| timing(&cell)).collect());
        let count = |cell: &&Cell| {
            cell.report.map(|report| Nodes { timed_out: !cell.finished(), nodes: report.nodes })
        };
        let mut nodes: Vec<Nodes> = valid().filter_map(count).collect();
        nodes.sort_unstable();
        let total = times.map_or(0.0, |times| times.total.as_secs_f64());
        Standing {
            strategy: name.to_owned(),
            solved,
            timed_out,
            wrong: column.len() - valid().count(),
            total_seconds: total,
            puzzles_per_second: if total > 0.0 { solved as f64 / total } else { 0.0 },
            median: times.map(|times| times.median.into()),
            p99: times.map(|times| times.p99.into()),
            worst: times.map(|times| times.worst.into()),
            nodes_median: quantile(&nodes, 0.5),
            nodes_worst: nodes.last().copied(),
            speed_up: speed_up(index, baseline, rows),
        }
    }
}

fn speed_up(index: usize, baseline: usize, rows: &[Vec<Cell>]) -> Option<SpeedUp> {
    let both = |row: &Vec<Cell>| -> Option<(f64, Vec<f64>, Vec<f64>)> {
        let (own, base) = (row.get(index)?, row.get(baseline)?);
        let ratio = (own.finished() && base.finished()).then(|| seconds(base) / seconds(own))?;
        Some((ratio, all_seconds(base), all_seconds(own)))
    };
    let (mut ratios, mut pairs) = (Vec::new(), Vec::new());
    for (class, (ratio, first, second)) in rows.iter().filter_map(both).enumerate() {
        ratios.push(ratio);
        pairs.push(Pair { first, second, class });
    }
    let puzzles = ratios.len();
    let paired = (index != baseline).then(|| Ratio::of(&pairs, CONFIDENCE, SEED)).flatten();
    geometric_mean(ratios).map(|ratio| SpeedUp {
        ratio,
        puzzles,
        interval: paired.as_ref().and_then(|paired| paired.interval),
        // The ratio is the baseline's time divided by its own: slower is faster.
        finding: paired.map(|paired| match paired.finding(0.0) {
            Finding::Slower => Finding::Faster,
            Finding::Faster => Finding::Slower,
            other => other,
        }),
    })
}

/// Each round, as [`seconds`] has the median.
fn all_seconds(cell: &Cell) -> Vec<f64> {
    let least = Duration::from_nanos(1);
    cell.times.iter().map(|time| time.max(&least).as_secs_f64()).collect()
}

/// At least a nanosecond: a clock too coarse to see a run must not yield an infinite ratio.
fn seconds(cell: &Cell) -> f64 {
    cell.time().max(Duration::from_nanos(1)).as_secs_f64()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::Wrong;

    fn cell(outcome: Outcome, millis: &[u64]) -> Cell {
        let times = millis.iter().map(|&time| Duration::from_millis(time)).collect();
        Cell { outcome, report: None, times }
    }

    fn finished(millis: &[u64]) -> Cell {
        cell(Outcome::Finished, millis)
    }

    #[test]
    fn the_figures_are_those_computed_by_hand() {
        let rows = vec![
            vec![finished(&[8, 9, 4]), finished(&[2, 2, 2])],
            vec![finished(&[2]), finished(&[8])],
            vec![cell(Outcome::TimedOut, &[100]), finished(&[10])],
        ];
        let base = Standing::of("base", 0, 0, &rows);
        assert_eq!((base.solved, base.timed_out, base.wrong), (2, 1, 0));
        assert!((base.total_seconds - 0.110).abs() < 1e-9);
        assert!((base.puzzles_per_second - 2.0 / 0.110).abs() < 1e-6);
        assert_eq!(base.median, Some(Seconds { seconds: 0.008, timed_out: false }));
        assert_eq!(base.worst, Some(Seconds { seconds: 0.1, timed_out: true }));
        // 8/2 = 4 on the first, 2/8 = 1/4 on the second; the third has no ratio.
        let own = Standing::of("own", 1, 0, &rows).speed_up.unwrap();
        assert_eq!(own.puzzles, 2);
        assert!((own.ratio - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_wrong_answer_is_in_none_of_the_times() {
        let rows = vec![
            vec![finished(&[6]), cell(Outcome::Wrong(Wrong::Repeated), &[1])],
            vec![finished(&[6]), finished(&[3])],
        ];
        let own = Standing::of("own", 1, 0, &rows);
        assert_eq!((own.solved, own.wrong), (1, 1));
        assert!((own.total_seconds - 0.003).abs() < 1e-9);
        assert_eq!(own.speed_up.map(|mean| mean.puzzles), Some(1));
    }

    #[test]
    fn the_interval_of_a_speed_up_is_around_it_and_the_same_twice_is_no_difference() {
        let row = |number: u64| {
            let time = 900 + number * 100;
            let wobble = [time, time + 7 * (number % 5), time + 3];
            vec![finished(&[2 * time, 2 * time, 2 * time]), finished(&wobble), finished(&wobble)]
        };
        let rows: Vec<Vec<Cell>> = (0..30).map(row).collect();
        let of = |index, base| Standing::of("own", index, base, &rows).speed_up.unwrap();
        let faster = of(1, 0);
        assert_eq!(faster.finding, Some(Finding::Faster));
        assert!(faster.interval.is_some_and(|interval| interval.contains(faster.ratio)));
        assert_eq!(of(0, 1).finding, Some(Finding::Slower));
        assert_eq!(of(2, 1).finding, Some(Finding::NoDifference));
        assert_eq!((of(1, 1).interval, of(1, 1).finding), (None, None));
    }

    #[test]
    fn without_a_puzzle_there_are_no_figures() {
        let none = Standing::of("none", 0, 0, &[]);
        assert_eq!((none.median, none.nodes_worst, none.speed_up), (None, None, None));
        assert_eq!(none.puzzles_per_second, 0.0);
    }
}
