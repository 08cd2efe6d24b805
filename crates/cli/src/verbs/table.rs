//! The table of a comparison.

use anstyle::Style;
use comfy_table::{Cell, CellAlignment, ContentArrangement, Table, presets};
use quadrille_lab::{Comparison, Nodes, Seconds, SpeedUp, Standing};

/// The columns: all but the first are numbers.
const HEADER: [&str; 12] = [
    "strategy",
    "solved",
    "timed\nout",
    "wrong",
    "total\ntime",
    "puzzles\nper s",
    "median\ntime",
    "p99\ntime",
    "worst\ntime",
    "median\nnodes",
    "worst\nnodes",
    "speed-up\n(puzzles)",
];

/// Columns whose right neighbour is close, so that a corpus of 100,000 fits 100 columns as well.
const CLOSE: [usize; 3] = [1, 2, 9];

/// The table, and under it what its figures are.
pub(crate) fn render(comparison: &Comparison, colour: bool) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(HEADER);
    for standing in &comparison.strategies {
        table.add_row(cells(standing, &comparison.settings.baseline));
    }
    for (index, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, if CLOSE.contains(&index) { 1 } else { 2 }));
        if index > 0 {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let text = table.trim_fmt();
    let head = HEADER.iter().map(|name| name.lines().count()).max().unwrap_or(1);
    let style = if colour { Style::new().bold() } else { Style::new() };
    let mut rendered = String::new();
    for (index, line) in text.lines().enumerate() {
        let style = if index < head { style } else { Style::new() };
        rendered += &format!("{style}{}{style:#}\n", line.trim_end());
    }
    rendered + "\n" + &footer(comparison)
}

fn cells(standing: &Standing, baseline: &str) -> Vec<Cell> {
    let time = |time: Option<Seconds>| match time {
        None => "-".to_owned(),
        Some(time) if time.timed_out => format!(">{}", seconds(time.seconds)),
        Some(time) => seconds(time.seconds),
    };
    let nodes = |nodes: Option<Nodes>| match nodes {
        None => "-".to_owned(),
        Some(Nodes { nodes, timed_out: true }) => format!(">{}", number(nodes as f64)),
        Some(Nodes { nodes, timed_out: false }) => number(nodes as f64),
    };
    let speed_up = match standing.speed_up {
        _ if standing.strategy == baseline => "baseline".to_owned(),
        None => "-".to_owned(),
        Some(SpeedUp { ratio, puzzles }) => format!("{}× ({puzzles})", significant(ratio)),
    };
    [
        standing.strategy.clone(),
        standing.solved.to_string(),
        standing.timed_out.to_string(),
        standing.wrong.to_string(),
        seconds(standing.total_seconds),
        number(standing.puzzles_per_second),
        time(standing.median),
        time(standing.p99),
        time(standing.worst),
        nodes(standing.nodes_median),
        nodes(standing.nodes_worst),
        speed_up,
    ]
    .into_iter()
    .map(Cell::new)
    .collect()
}

fn footer(comparison: &Comparison) -> String {
    let settings = &comparison.settings;
    let corpus = &comparison.corpus;
    let rounds = match settings.repeat {
        1 => "one run".to_owned(),
        rounds => format!("the median of {rounds} runs"),
    };
    let puzzles = plural(corpus.puzzles as u64, "puzzle");
    let measured = match comparison.puzzles.len() {
        measured if measured == corpus.puzzles => puzzles,
        measured => format!("{measured} of {puzzles}"),
    };
    let rejected = match corpus.rejected.len() {
        0 => String::new(),
        count => format!(", {count} unreadable"),
    };
    let sha256 = corpus.sha256.get(..12).unwrap_or(&corpus.sha256);
    format!(
        "corpus {}: {measured}{rejected}, SHA-256 {sha256}…\n\
         A puzzle's time is {rounds}, each for up to {} in up to {}.\n\
         Every answer was verified. >: more than that, stopped by the time limit; totals include \
         the limit.\n\
         speed-up: geometric mean of the time of {} over its own, where both finished.\n",
        corpus.name,
        plural(settings.limit, "solution"),
        seconds(settings.time_limit_per_puzzle),
        settings.baseline,
    )
}

fn plural(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// A time with three significant digits.
fn seconds(seconds: f64) -> String {
    const UNITS: [(f64, &str); 4] = [(1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns")];
    // 999.6 ms is shown as 1.00 s, not as 1000 ms.
    let fits = |unit: &&(f64, &str)| seconds / unit.0 >= 0.9995;
    let &(unit, name) = UNITS.iter().find(fits).unwrap_or(&UNITS[3]);
    format!("{}{name}", significant(seconds / unit))
}

/// A number with three significant digits, and a letter for thousands and millions.
fn number(value: f64) -> String {
    if value < 999.5 && value.fract() == 0.0 {
        return format!("{value:.0}");
    }
    const UNITS: [(f64, &str); 3] = [(1e9, "G"), (1e6, "M"), (1e3, "k")];
    let fits = |unit: &&(f64, &str)| value / unit.0 >= 0.9995;
    match UNITS.iter().find(fits) {
        Some((unit, letter)) => format!("{}{letter}", significant(value / unit)),
        None => significant(value),
    }
}

/// Three significant digits, more only before the point.
fn significant(value: f64) -> String {
    match value {
        v if v < 0.009_995 => format!("{v:.4}"),
        v if v < 0.09995 => format!("{v:.3}"),
        v if v < 9.995 => format!("{v:.2}"),
        v if v < 99.95 => format!("{v:.1}"),
        v => format!("{v:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_three_digits_and_the_right_unit() {
        let shown =
            [0.0, 1.5e-9, 123.4e-6, 0.000_999_6, 0.0456, 0.99996, 12.345, 1234.5].map(seconds);
        let expected =
            ["0.0000ns", "1.50ns", "123µs", "1.00ms", "45.6ms", "1.00s", "12.3s", "1234s"];
        assert_eq!(shown, expected);
    }

    #[test]
    fn counts_are_whole_up_to_a_thousand() {
        let shown = [0.0, 5.0, 999.0, 1000.0, 12_345.0, 69_900_000.0, 2.5e9, 0.5].map(number);
        assert_eq!(shown, ["0", "5", "999", "1.00k", "12.3k", "69.9M", "2.50G", "0.50"]);
    }
}
