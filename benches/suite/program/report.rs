//! The tables.

use comfy_table::{Cell, CellAlignment, ContentArrangement, Table, presets};
use quadrille_cover::{Strategy, strategy};
use quadrille_lab::statistics::geometric_mean;

use super::measure::{Row, Settings, Timing};

/// How the tables look.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Look {
    /// Markdown instead of plain text.
    pub(crate) markdown: bool,
    /// The nodes of every strategy, not only of the first.
    pub(crate) nodes: bool,
}

impl Look {
    /// A table whose first column is text and the others are numbers.
    pub(super) fn table(self, header: &[String], rows: Vec<Vec<String>>) -> String {
        let mut table = Table::new();
        let preset = if self.markdown { presets::ASCII_MARKDOWN } else { presets::NOTHING };
        table.load_style(preset).set_content_arrangement(ContentArrangement::Disabled);
        table.set_header(header.iter().map(Cell::new));
        for row in rows {
            table.add_row(row.into_iter().map(Cell::new));
        }
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        if !self.markdown
            && let Some(first) = table.column_mut(0)
        {
            first.set_padding((0, 1));
        }
        table.lines().map(|line| line.trim_end().to_owned() + "\n").collect::<String>() + "\n"
    }

    /// A line below a table.
    pub(super) fn line(self, text: &str) -> String {
        if self.markdown { format!("- {text}\n") } else { format!("{text}\n") }
    }

    fn best(self, text: &str) -> String {
        if self.markdown { format!("**{text}**") } else { format!("{text}*") }
    }
}

/// The place of the strategy that the others are measured against: `auto`, or else the first.
fn reference(strategies: &[&'static dyn Strategy]) -> usize {
    let auto = |other: &&dyn Strategy| other.name() == strategy::Auto.name();
    strategies.iter().position(auto).unwrap_or(0)
}

/// The times in milliseconds, the nodes, and the geometric means.
pub(crate) fn times(rows: &[Row], settings: &Settings, look: Look) -> String {
    let strategies = &settings.strategies;
    let reference = reference(strategies);
    let name = |index: usize| strategies.get(index).map_or("", |strategy| strategy.name());
    let with_nodes = if look.nodes { strategies.len() } else { 1 };

    let mut header = vec!["instance, ms".to_owned()];
    header.extend(strategies.iter().map(|strategy| strategy.name().to_owned()));
    header.push(format!("{} ÷ best", name(reference)));
    header.extend((0..with_nodes).map(|index| format!("nodes of {}", name(index))));
    let mut body = Vec::new();
    for Row { instance, timings } in rows {
        let best = timings.iter().filter_map(Timing::seconds).min_by(f64::total_cmp);
        let mut cells = vec![instance.clone()];
        cells.extend(timings.iter().map(|timing| match timing {
            timing if timing.seconds().is_some() && timing.seconds() == best => {
                look.best(&cell(timing))
            }
            timing => cell(timing),
        }));
        let ratio = timings.get(reference).and_then(Timing::seconds).zip(best);
        cells.push(ratio.map_or("–".to_owned(), |(time, best)| format!("{:.2}", time / best)));
        cells.extend(timings.iter().take(with_nodes).map(|timing| match timing {
            Timing::Right { nodes, .. } => nodes.to_string(),
            _ => "–".to_owned(),
        }));
        body.push(cells);
    }
    let mut text = look.table(&header, body);
    for (index, strategy) in strategies.iter().enumerate() {
        if index == reference {
            continue;
        }
        let (mean, over) = mean_ratio(rows, index, reference);
        let mean = mean.map_or("–".to_owned(), |mean| format!("{mean:.2}"));
        let pair = format!("{} ÷ {}", strategy.name(), name(reference));
        text += &look.line(&format!("{pair}: {mean}, geometric mean over {over} instances"));
    }
    for Row { instance, timings } in rows {
        for (strategy, timing) in strategies.iter().zip(timings) {
            if let Timing::Wrong(fault) = timing {
                text += &look.line(&format!("WRONG: {} on {instance}: {fault}", strategy.name()));
            }
        }
    }
    text
}

/// The geometric mean of the ratios of two strategies over what both completed, and over how many.
fn mean_ratio(rows: &[Row], strategy: usize, reference: usize) -> (Option<f64>, usize) {
    let seconds = |row: &Row, index: usize| row.timings.get(index).and_then(Timing::seconds);
    let ratio = |row: &Row| Some(seconds(row, strategy)? / seconds(row, reference)?);
    let ratios: Vec<f64> = rows.iter().filter_map(ratio).collect();
    (geometric_mean(ratios.iter().copied()), ratios.len())
}

fn cell(timing: &Timing) -> String {
    match timing {
        Timing::Unable => "–".to_owned(),
        Timing::Over(limit) => format!(">{}", milliseconds(limit.as_secs_f64())),
        Timing::Wrong(_) => "wrong".to_owned(),
        Timing::Right { seconds, .. } => milliseconds(*seconds),
    }
}

/// Three digits or more.
pub(super) fn milliseconds(seconds: f64) -> String {
    match seconds * 1e3 {
        ms @ 99.95.. => format!("{ms:.0}"),
        ms @ 9.995.. => format!("{ms:.1}"),
        ms @ 0.9995.. => format!("{ms:.2}"),
        ms @ 0.099_95.. => format!("{ms:.3}"),
        ms => format!("{ms:.4}"),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::program::clock::Clock;
    use crate::program::measure::Ask;

    const PLAIN: Look = Look { markdown: false, nodes: false };

    fn right(seconds: f64) -> Timing {
        Timing::Right { seconds, nodes: 12 }
    }

    fn row(instance: &str, timings: [Timing; 2]) -> Row {
        Row { instance: instance.to_owned(), timings: timings.into() }
    }

    fn rows() -> Vec<Row> {
        vec![
            row("a", [right(0.001), right(0.004)]),
            row("b", [right(0.5), right(0.25)]),
            row("c", [right(0.5), Timing::Over(Duration::from_secs(20))]),
            row("d", [Timing::Wrong("3 solutions, expected 2".to_owned()), right(1.0)]),
            row("e", [right(0.5), Timing::Unable]),
        ]
    }

    fn settings() -> Settings {
        Settings {
            strategies: vec![&strategy::Auto, &strategy::Links],
            rounds: 1,
            ask: Ask::All,
            clock: Clock::Wall,
            limit: Duration::from_secs(20),
        }
    }

    #[test]
    fn means_are_over_what_both_completed() {
        // 4 and 1/2: the root of 2.
        let (mean, over) = mean_ratio(&rows(), 1, 0);
        assert!((mean.unwrap() - 2f64.sqrt()).abs() < 1e-12);
        assert_eq!(over, 2);
        assert_eq!(mean_ratio(&rows()[2..], 1, 0), (None, 0));
    }

    #[test]
    fn the_best_is_marked_and_what_has_no_time_says_why() {
        let text = times(&rows(), &settings(), PLAIN);
        let line = |start: &str| {
            let found = text.lines().map(str::trim).find(|line| line.starts_with(start)).unwrap();
            found.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        assert_eq!(line("instance"), "instance, ms auto links auto ÷ best nodes of auto");
        assert_eq!(line("a "), "a 1.00* 4.00 1.00 12");
        assert_eq!(line("b "), "b 500 250* 2.00 12");
        assert_eq!(line("c "), "c 500* >20000 1.00 12");
        assert_eq!(line("d "), "d wrong 1000* – –");
        assert_eq!(line("e "), "e 500* – 1.00 12");
        assert_eq!(line("links"), "links ÷ auto: 1.41, geometric mean over 2 instances");
        assert_eq!(line("WRONG"), "WRONG: auto on d: 3 solutions, expected 2");
    }

    #[test]
    fn markdown_has_a_rule_under_the_header_and_bold_bests() {
        let text = times(&rows(), &settings(), Look { markdown: true, nodes: true });
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].starts_with("| instance, ms |") && lines[1].starts_with("|---"), "{text}");
        assert!(lines[2].contains("**1.00**"), "{text}");
        assert!(lines[0].contains("nodes of auto") && lines[0].contains("nodes of links"));
    }

    #[test]
    fn times_have_three_digits() {
        let texts = [12.345, 0.123_45, 0.012_345, 0.001_234_5, 0.000_123_45, 0.000_012_345];
        let expected = ["12345", "123", "12.3", "1.23", "0.123", "0.0123"];
        assert_eq!(texts.map(milliseconds), expected);
    }
}
