//! The figures as a document, and as text.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use super::tally::Tally;
use crate::output::plural;
use crate::verbs::check::Word;

/// Rows of the histogram, at most: of large grids several numbers of clues share one.
const ROWS: usize = 24;
/// The longest bar.
const BAR: u64 = 40;

/// What there is to say of a corpus.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    /// Whether Ctrl-C did not end it early.
    complete: bool,
    puzzles: u64,
    invalid: u64,
    size: usize,
    #[serde(rename = "box")]
    shape: [usize; 2],
    pencilmarks: u64,
    clues: Option<Clues>,
    solutions: Solutions,
    #[serde(skip_serializing_if = "Option::is_none")]
    duplicates: Option<Duplicates>,
    #[serde(skip_serializing_if = "Option::is_none")]
    automorphic: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    minimal: Option<Minimal>,
    nodes: Option<Nodes>,
}

#[derive(Debug, Serialize)]
struct Clues {
    least: usize,
    most: usize,
    mean: f64,
    /// How many puzzles have so many.
    histogram: BTreeMap<usize, u64>,
}

#[derive(Debug, Serialize)]
struct Solutions {
    unique: u64,
    multiple: u64,
    none: u64,
    unknown: u64,
}

#[derive(Debug, Serialize)]
struct Duplicates {
    /// Puzzles that are equal to an earlier one.
    exact: u64,
    /// Puzzles that are isomorphic to an earlier one, equal ones among them; if that was looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    isomorphic: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    classes: Option<u64>,
}

#[derive(Debug, Serialize)]
struct Minimal {
    /// Puzzles with one solution of which no clue can go.
    yes: u64,
    no: u64,
    unknown: u64,
}

/// Of the puzzles with one solution.
#[derive(Debug, Serialize)]
struct Nodes {
    strategy: &'static str,
    mean: f64,
    least: u64,
    quartile1: u64,
    median: u64,
    quartile3: u64,
    p90: u64,
    p99: u64,
    most: u64,
}

impl Report {
    pub(super) fn new(
        tally: Tally,
        strategy: &'static str,
        minimal: bool,
        compared: bool,
        complete: bool,
    ) -> Self {
        let word = |word: Word| tally.words.get(word as usize).copied().unwrap_or_default();
        let has_forms = compared && tally.with_form > 0;
        Report {
            complete,
            puzzles: tally.puzzles,
            invalid: tally.invalid,
            size: tally.shape.size(),
            shape: [tally.shape.box_rows(), tally.shape.box_columns()],
            pencilmarks: tally.pencilmarks,
            clues: Clues::of(&tally.clues),
            solutions: Solutions {
                unique: word(Word::Unique),
                multiple: word(Word::Multiple),
                none: word(Word::None),
                unknown: word(Word::Unknown),
            },
            duplicates: compared.then(|| Duplicates {
                exact: tally.puzzles - tally.different,
                isomorphic: has_forms.then_some(tally.with_form - tally.classes),
                classes: has_forms.then_some(tally.classes),
            }),
            automorphic: has_forms.then_some(tally.automorphic),
            minimal: minimal.then_some(Minimal {
                yes: tally.minimal,
                no: tally.redundant,
                unknown: tally.undecided,
            }),
            nodes: Nodes::of(strategy, tally.nodes),
        }
    }

    /// A few lines with a name each, and a histogram.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let mut say = |name: &str, value: String| {
            let _ = writeln!(text, "{name:<11}  {value}");
        };
        let until = if self.complete { "" } else { ", until the interrupt" };
        let invalid = match self.invalid {
            0 => String::new(),
            1 => ", and 1 invalid entry".to_owned(),
            count => format!(", and {count} invalid entries"),
        };
        say("puzzles", format!("{}{invalid}{until}", self.puzzles));
        let [rows, columns] = self.shape;
        say("size", format!("{0}×{0} with boxes of {rows}×{columns}", self.size));
        if self.pencilmarks > 0 {
            say("pencilmarks", plural(self.pencilmarks, "puzzle"));
        }
        let Solutions { unique, multiple, none, unknown } = self.solutions;
        let kinds =
            [(unique, "unique"), (multiple, "multiple"), (none, "none"), (unknown, "unknown")];
        let kinds = kinds.iter().filter(|(count, _)| *count > 0);
        let kinds: Vec<String> = kinds.map(|(count, word)| format!("{count} {word}")).collect();
        if !kinds.is_empty() {
            say("solutions", kinds.join(", "));
        }
        if let Some(Duplicates { exact, isomorphic, .. }) = self.duplicates {
            let forms = isomorphic.map(|count| format!(", {count} up to isomorphism"));
            say("duplicates", format!("{exact} exact{}", forms.unwrap_or_default()));
        }
        if let Some(count) = self.automorphic {
            say("automorphic", count.to_string());
        }
        if let Some(Minimal { yes, no, unknown }) = self.minimal {
            let unknown = if unknown > 0 { format!(", {unknown} unknown") } else { String::new() };
            say("minimal", format!("{yes} yes, {no} no{unknown}"));
        }
        if let Some(nodes) = &self.nodes {
            let Nodes { strategy, mean, least, quartile1, median, quartile3, p90, p99, most } =
                nodes;
            say("nodes", format!("of {strategy}, where unique: mean {mean:.2}"));
            let names = ["least", "25 %", "median", "75 %", "90 %", "99 %", "most"];
            let values = [least, quartile1, median, quartile3, p90, p99, most].map(u64::to_string);
            let cells = names.iter().zip(&values).map(|(name, value)| {
                let width = name.len().max(value.len());
                (format!("{name:>width$}"), format!("{value:>width$}"))
            });
            let (names, values): (Vec<String>, Vec<String>) = cells.unzip();
            say("", names.join("  "));
            say("", values.join("  "));
        }
        if let Some(clues) = &self.clues {
            let Clues { least, most, mean, .. } = clues;
            say("clues", format!("{least} to {most}, mean {mean:.2}"));
            for (range, count, bar) in clues.bars() {
                say("", format!("{range:>7} {count:>9} {bar}").trim_end().to_owned());
            }
        }
        text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
    }
}

impl Clues {
    fn of(histogram: &BTreeMap<usize, u64>) -> Option<Self> {
        let (&least, _) = histogram.first_key_value()?;
        let (&most, _) = histogram.last_key_value()?;
        let puzzles: u64 = histogram.values().sum();
        let sum: f64 = histogram.iter().map(|(&clues, &count)| clues as f64 * count as f64).sum();
        let mean = sum / puzzles as f64;
        Some(Clues { least, most, mean, histogram: histogram.clone() })
    }

    /// Numbers of clues, puzzles with so many, a bar.
    fn bars(&self) -> Vec<(String, u64, String)> {
        let step = (self.most - self.least + 1).div_ceil(ROWS);
        let count = |from: usize| self.histogram.range(from..from + step).map(|(_, n)| n).sum();
        let rows: Vec<(usize, u64)> =
            (self.least..=self.most).step_by(step).map(|from| (from, count(from))).collect();
        let greatest = rows.iter().map(|&(_, count)| count).max().unwrap_or(1).max(1);
        let row = |&(from, count): &(usize, u64)| {
            let to = self.most.min(from + step - 1);
            let range = if from == to { from.to_string() } else { format!("{from}-{to}") };
            // Whatever there is shows. No overflow: counts of puzzles in memory.
            let length = (count * BAR).div_ceil(greatest);
            (range, count, "#".repeat(length as usize))
        };
        rows.iter().map(row).collect()
    }
}

impl Nodes {
    fn of(strategy: &'static str, mut nodes: Vec<u64>) -> Option<Self> {
        nodes.sort_unstable();
        let (&least, &most) = (nodes.first()?, nodes.last()?);
        // The least that at least so many in a hundred do not exceed.
        let quantile = |percent: usize| {
            let rank = (nodes.len() * percent).div_ceil(100).max(1);
            nodes.get(rank - 1).copied().unwrap_or(most)
        };
        Some(Nodes {
            strategy,
            mean: nodes.iter().map(|&nodes| nodes as f64).sum::<f64>() / nodes.len() as f64,
            least,
            quartile1: quantile(25),
            median: quantile(50),
            quartile3: quantile(75),
            p90: quantile(90),
            p99: quantile(99),
            most,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_values_that_occur() {
        let nodes = Nodes::of("test", (1..=200).rev().collect()).unwrap();
        let all = [nodes.least, nodes.quartile1, nodes.median, nodes.quartile3];
        assert_eq!(all, [1, 50, 100, 150]);
        assert_eq!([nodes.p90, nodes.p99, nodes.most], [180, 198, 200]);
        assert_eq!(nodes.mean, 100.5);
        let one = Nodes::of("test", vec![7]).unwrap();
        assert_eq!([one.least, one.quartile1, one.p99, one.most], [7; 4]);
        assert!(Nodes::of("test", Vec::new()).is_none());
    }

    #[test]
    fn a_wide_histogram_is_drawn_in_few_rows_that_hold_everything() {
        let histogram: BTreeMap<usize, u64> = (0..=81).map(|clues| (clues, 1)).collect();
        let clues = Clues::of(&histogram).unwrap();
        let bars = clues.bars();
        assert!(bars.len() <= ROWS, "{}", bars.len());
        assert_eq!(bars.iter().map(|(_, count, _)| count).sum::<u64>(), 82);
        assert_eq!(bars[0], ("0-3".to_owned(), 4, "#".repeat(40)));
        assert_eq!(clues.mean, 40.5);
        let few = Clues::of(&BTreeMap::from([(17, 1000), (19, 1)])).unwrap().bars();
        let bars: Vec<(&str, u64, usize)> =
            few.iter().map(|(range, count, bar)| (range.as_str(), *count, bar.len())).collect();
        assert_eq!(bars, [("17", 1000, 40), ("18", 0, 0), ("19", 1, 1)]);
    }
}
