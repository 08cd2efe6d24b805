//! Writes reports: one JSON document, or CSV with a row for each puzzle and strategy.

use std::io::Write;

use serde::Serialize;

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

/// Writes a header and a row for each puzzle and strategy. What is the same for all rows, such as
/// the machine, is only in the JSON document.
///
/// # Errors
///
/// Those of the writer.
pub fn write_csv(comparison: &Comparison, to: impl Write) -> std::io::Result<()> {
    let mut writer = csv::Writer::from_writer(to);
    if comparison.puzzles.iter().all(|puzzle| puzzle.runs.is_empty()) {
        writer.write_record(COLUMNS)?;
    }
    for puzzle in &comparison.puzzles {
        for run in &puzzle.runs {
            writer.serialize(Row::of(puzzle, run))?;
        }
    }
    writer.flush()
}

/// The names of the fields of [`Row`], for a table without rows.
const COLUMNS: [&str; 11] = [
    "source",
    "line",
    "puzzle",
    "clues",
    "known_solutions",
    "strategy",
    "outcome",
    "verdict",
    "solutions",
    "nodes",
    "seconds",
];

#[derive(Serialize)]
struct Row<'a> {
    source: &'a str,
    line: usize,
    puzzle: &'a str,
    clues: usize,
    known_solutions: u64,
    strategy: &'a str,
    outcome: &'a str,
    verdict: Option<&'a str>,
    solutions: u64,
    nodes: u64,
    seconds: f64,
}

impl<'a> Row<'a> {
    fn of(puzzle: &'a PuzzleRow, run: &'a RunRow) -> Self {
        Row {
            source: &puzzle.source,
            line: puzzle.line,
            puzzle: &puzzle.puzzle,
            clues: puzzle.clues,
            known_solutions: puzzle.known_solutions,
            strategy: &run.strategy,
            outcome: &run.outcome,
            verdict: run.verdict.as_deref(),
            solutions: run.solutions,
            nodes: run.nodes,
            seconds: run.seconds,
        }
    }
}
