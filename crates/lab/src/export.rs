//! Writes reports: one JSON document, or CSV with a row for each puzzle and strategy.

use std::io::Write;

use crate::report::{Comparison, PuzzleRow, RunRow};

/// Writes the whole report as one JSON document, indented, with a newline at its end.
///
/// # Errors
///
/// Those of the writer.
pub fn write_json(comparison: &Comparison, mut to: impl Write) -> std::io::Result<()> {
    serde_json::to_writer_pretty(&mut to, comparison)?;
    writeln!(to)?;
    to.flush()
}

/// Writes a header and a row for each puzzle and strategy; [`COLUMNS`] says what is in it. What is
/// the same for all rows, such as the machine, is only in the JSON document, and so is the time of
/// each run.
///
/// # Errors
///
/// Those of the writer.
pub fn write_csv(comparison: &Comparison, to: impl Write) -> std::io::Result<()> {
    let mut writer = csv::Writer::from_writer(to);
    writer.write_record(COLUMNS.map(|(name, _)| name))?;
    for puzzle in &comparison.puzzles {
        for run in &puzzle.runs {
            writer.write_record(row(puzzle, run))?;
        }
    }
    writer.flush()
}

/// The columns of the CSV, in order: the name in the header, and what it means.
pub const COLUMNS: [(&str, &str); 11] = [
    ("source", "the file that the puzzle is from"),
    ("line", "the line there in which it begins, from 1"),
    ("puzzle", "the puzzle, on one line"),
    ("clues", "how many clues it has"),
    ("known_solutions", "different solutions that were seen: a lower bound"),
    ("strategy", "the strategy"),
    ("outcome", "`finished`, `timed out` or `wrong`"),
    ("verdict", "`exhausted`, `limit reached` or why it stopped"),
    ("solutions", "how many it reports, up to --limit"),
    ("nodes", "digits that its search placed"),
    ("seconds", "the median of its runs; of a timeout a lower bound"),
];

fn row(puzzle: &PuzzleRow, run: &RunRow) -> [String; COLUMNS.len()] {
    [
        puzzle.source.clone(),
        puzzle.line.to_string(),
        puzzle.puzzle.clone(),
        puzzle.clues.to_string(),
        puzzle.known_solutions.to_string(),
        run.strategy.clone(),
        run.outcome.clone(),
        run.verdict.clone().unwrap_or_default(),
        run.solutions.to_string(),
        run.nodes.to_string(),
        run.seconds.to_string(),
    ]
}
