//! The table of a comparison.

use anstyle::Style;
use comfy_table::{Cell, CellAlignment, ContentArrangement, Table, presets};
use quadrille_lab::show::{number, seconds, significant, wrap};
use quadrille_lab::statistics::{Finding, Interval};
use quadrille_lab::{CONFIDENCE, Comparison, Nodes, Seconds, SpeedUp, Standing};

use crate::output::plural;

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

/// What is left out where there is no room, in this order. The strategy, what it solved, the
/// median and the speed-up stay.
const DISPENSABLE: [usize; 8] = [9, 7, 10, 5, 8, 2, 3, 4];
/// Of these, those that say how reliable the figures are: they stay unless all are zero.
const VERDICTS: [usize; 2] = [2, 3];

/// The width of the text under the table, at most.
const TEXT: usize = 100;

/// The table, and under it what its figures are, no wider than `width` if that is possible.
pub(super) fn render(comparison: &Comparison, colour: bool, width: Option<usize>) -> String {
    if comparison.puzzles.is_empty() {
        return "nothing was measured\n".to_owned();
    }
    let rows: Vec<[String; 12]> = (comparison.strategies.iter())
        .map(|standing| cells(standing, &comparison.settings.baseline))
        .collect();
    let mut shown: Vec<usize> = (0..HEADER.len()).collect();
    let mut text = table(&rows, &shown);
    for column in DISPENSABLE {
        let fits = |width| text.lines().all(|line| line.trim_end().chars().count() <= width);
        if width.is_none_or(fits) {
            break;
        }
        if !VERDICTS.contains(&column) || rows.iter().all(|row| row[column] == "0") {
            shown.retain(|&other| other != column);
            text = table(&rows, &shown);
        }
    }
    let head = HEADER.iter().map(|name| name.lines().count()).max().unwrap_or(1);
    let bold = if colour { Style::new().bold() } else { Style::new() };
    let mut rendered = String::new();
    for (index, line) in text.lines().enumerate() {
        let style = if index < head { bold } else { Style::new() };
        rendered += &format!("{style}{}{style:#}\n", line.trim_end());
    }
    rendered.push('\n');
    for line in footer(comparison, &shown) {
        rendered += &wrap(&line, width.unwrap_or(TEXT).min(TEXT));
    }
    rendered
}

/// Some columns of the table.
fn table(rows: &[[String; 12]], shown: &[usize]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(shown.iter().map(|&column| HEADER[column]));
    for row in rows {
        table.add_row(shown.iter().map(|&column| Cell::new(&row[column])));
    }
    for (column, &index) in table.column_iter_mut().zip(shown) {
        column.set_padding((0, if CLOSE.contains(&index) { 1 } else { 2 }));
        if index > 0 {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.trim_fmt()
}

fn cells(standing: &Standing, baseline: &str) -> [String; 12] {
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
        Some(SpeedUp { ratio, puzzles, .. }) => format!("{}× ({puzzles})", significant(ratio)),
    };
    // Without a time there is no sum of times: all answers were wrong.
    let of_times = |text: String| if standing.median.is_some() { text } else { "-".to_owned() };
    [
        standing.strategy.clone(),
        standing.solved.to_string(),
        standing.timed_out.to_string(),
        standing.wrong.to_string(),
        of_times(seconds(standing.total_seconds)),
        of_times(number(standing.puzzles_per_second)),
        time(standing.median),
        time(standing.p99),
        time(standing.worst),
        nodes(standing.nodes_median),
        nodes(standing.nodes_worst),
        speed_up,
    ]
}

/// What the figures are, a paragraph a line.
fn footer(comparison: &Comparison, shown: &[usize]) -> Vec<String> {
    let settings = &comparison.settings;
    let corpus = &comparison.corpus;
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
    let mut lines = vec![
        format!("corpus {}: {measured}{rejected}, SHA-256 {sha256}…", corpus.name),
        format!(
            "A puzzle's time is {}, each for up to {} in up to {}.",
            runs(comparison),
            plural(settings.limit, "solution"),
            seconds(settings.time_limit_per_puzzle)
        ),
        "Every answer was verified. >: more than that, stopped by the time limit; totals include \
         the limit."
            .to_owned(),
        format!(
            "speed-up: geometric mean of the time of {} over its own, where both finished.",
            settings.baseline
        ),
    ];
    lines.extend(intervals(comparison));
    let missing: Vec<String> = (0..HEADER.len())
        .filter(|column| !shown.contains(column))
        .map(|column| HEADER[column].replace('\n', " "))
        .collect();
    if !missing.is_empty() {
        lines.push(format!("Left out for want of room: {}.", missing.join(", ")));
    }
    lines
}

/// How sure the speed-ups are, and which of them mean nothing.
fn intervals(comparison: &Comparison) -> Option<String> {
    let ratios = (comparison.strategies.iter()).filter_map(|it| Some((&it.strategy, it.speed_up?)));
    let sure: Vec<String> = (ratios.clone())
        .filter_map(|(name, speed_up)| {
            let Interval { low, high } = speed_up.interval?;
            let nothing = match speed_up.finding {
                Some(Finding::NoDifference) => ", no difference shown",
                _ => "",
            };
            let ends = format!("{}–{}×", significant(low), significant(high));
            Some(format!("{name} {ends}{nothing}"))
        })
        .collect();
    let per_cent = CONFIDENCE * 100.0;
    (!sure.is_empty()).then(|| format!("{per_cent} % intervals: {}.", sure.join("; ")))
}

/// What a time is the median of: the runs that took place, which are fewer than were asked for
/// when the comparison was interrupted. A strategy that timed out on a puzzle is not run again.
fn runs(comparison: &Comparison) -> String {
    let runs = comparison.puzzles.iter().flat_map(|puzzle| &puzzle.runs);
    let counts =
        || runs.clone().filter(|run| run.outcome == "finished").map(|run| run.rounds.len());
    match (counts().min(), counts().max()) {
        (Some(least), Some(most)) if least < most => {
            format!("the median of {least} to {most} runs")
        }
        (_, None | Some(1)) => "one run".to_owned(),
        (_, Some(runs)) => format!("the median of {runs} runs"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_lab::{Corpus, Observer, Plan, Run, measure};
    use quadrille_sudoku::{CancelToken, Shape};
    use std::time::Duration;

    /// A comparison of all strategies on a puzzle, interrupted after `patience` runs.
    fn comparison(patience: u64) -> Comparison {
        let mut corpus = Corpus::new("test", Shape::new(2, 2).expect("a shape"));
        corpus.add("test.txt", &b"1...............\n.2..............\n"[..]);
        let mut plan = Plan::registered();
        plan.time_limit = Duration::from_secs(600);
        let mut observer = Impatient { cancel: plan.cancel.clone(), patience };
        Comparison::new(&plan, &corpus, &measure(&plan, &corpus, &mut observer))
    }

    struct Impatient {
        cancel: CancelToken,
        patience: u64,
    }

    impl Observer for Impatient {
        fn begin(&mut self, _: u64) {
            if self.patience == 0 {
                self.cancel.cancel();
            }
        }

        fn ran(&mut self, _: &Run<'_>) {
            self.patience = self.patience.saturating_sub(1);
            if self.patience == 0 {
                self.cancel.cancel();
            }
        }
    }

    const STRATEGIES: u64 = quadrille_sudoku::strategy::ALL.len() as u64;

    #[test]
    fn the_runs_that_are_named_are_those_that_took_place() {
        let shown = |patience| runs(&comparison(patience));
        assert_eq!(shown(u64::MAX), "the median of 3 runs");
        assert_eq!(shown(STRATEGIES), "one run");
        assert_eq!(shown(2 * STRATEGIES), "one run");
        assert_eq!(shown(3 * STRATEGIES), "the median of 1 to 2 runs");
        assert_eq!(shown(4 * STRATEGIES), "the median of 2 runs");
    }

    #[test]
    fn without_a_measurement_there_is_no_table() {
        assert_eq!(render(&comparison(0), false, None), "nothing was measured\n");
        assert_eq!(render(&comparison(STRATEGIES - 1), false, None), "nothing was measured\n");
    }

    #[test]
    fn on_a_narrow_terminal_columns_are_left_out_and_no_word_is_broken() {
        let comparison = comparison(u64::MAX);
        let full = render(&comparison, false, None);
        assert!(!full.contains("Left out"), "{full}");
        let words: Vec<&str> = full.split_whitespace().collect();
        for width in [100, 90, 80, 72, 60, 50, 44] {
            let shown = render(&comparison, false, Some(width));
            assert!(shown.lines().all(|line| line.chars().count() <= width), "{width}:\n{shown}");
            let (table, text) = shown.split_once("\n\n").expect("a table and its text");
            assert!(table.split_whitespace().all(|word| words.contains(&word)), "{shown}");
            let left_out = full.lines().next().expect("a head").split_whitespace().count()
                - table.lines().next().expect("a head").split_whitespace().count();
            assert_eq!(text.contains("Left out"), left_out > 0, "{shown}");
        }
        assert!(render(&comparison, false, Some(80)).contains("puzzles"));
        assert!(!render(&comparison, false, Some(1)).is_empty());
    }

    #[test]
    fn wrong_answers_and_timeouts_are_never_left_out() {
        let mut comparison = comparison(u64::MAX);
        comparison.strategies[0].wrong = 1;
        assert!(render(&comparison, false, Some(40)).contains("wrong"));
        comparison.strategies[0].timed_out = 1;
        assert!(render(&comparison, false, Some(40)).contains("timed"));
    }

    #[test]
    fn figures_of_nothing_are_a_stroke() {
        let mut standing = comparison(u64::MAX).strategies.remove(0);
        (standing.median, standing.total_seconds, standing.puzzles_per_second) = (None, 0.0, 0.0);
        let shown = cells(&standing, "");
        assert_eq!((shown[4].as_str(), shown[5].as_str(), shown[6].as_str()), ("-", "-", "-"));
    }

    #[test]
    fn text_is_broken_between_words() {
        assert_eq!(wrap("one two three", 7), "one two\nthree\n");
        assert_eq!(wrap("one", 1), "one\n");
        assert_eq!(wrap("a longword b", 4), "a\nlongword\nb\n");
    }
}
