//! CSV: a row for each puzzle and engine, or for each size and engine.

use std::collections::HashMap;
use std::io::{self, Write};

use crate::analysis::unit_times;
use crate::results::Results;
use crate::scaling::{Quantity, points, try_fit};

/// The columns of the CSV, in order: the name in the header, and what it means.
pub const COLUMNS: [(&str, &str); 15] = [
    ("corpus", "the corpus"),
    ("number", "the number of the puzzle in it, from 1"),
    ("source", "the file that the puzzle is from"),
    ("line", "the line there, from 1; 0 if it has none"),
    ("puzzle", "the puzzle on one line, or its name"),
    ("size", "clues of a sudoku, items of an exact-cover problem"),
    ("class", "the same for shuffles of a puzzle"),
    ("known", "verified solutions that were seen: a lower bound"),
    ("engine", "the engine"),
    ("outcome", "answered, timed-out, refused, wrong, missing, disputed"),
    ("solutions", "how many it claims"),
    ("exhausted", "whether it claims that there are no others"),
    ("nodes", "nodes of its search, if it counts them"),
    ("seconds", "median of its rounds; none in batches, or if wrong"),
    ("batch_seconds", "of its batch, less the start; none if that is void"),
];

/// Writes a header and a row for each puzzle and engine; [`COLUMNS`] says what is in it.
///
/// # Errors
///
/// Those of the writer.
pub fn write_csv(results: &Results, to: impl Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(to);
    writer.write_record(COLUMNS.map(|(name, _)| name))?;
    let text = |number: Option<u64>| number.map(|it| it.to_string()).unwrap_or_default();
    for series in &results.series {
        let Some(corpus) = results.corpora.get(series.corpus) else { continue };
        let times: HashMap<usize, f64> =
            unit_times(series).into_iter().map(|(time, unit)| (unit, time.seconds)).collect();
        for (number, puzzle) in corpus.puzzles.iter().enumerate() {
            let Some(outcome) = series.outcomes.get(number).copied().flatten() else { continue };
            let outcome = serde_json::to_value(outcome)?;
            let unit = number / series.unit.max(1);
            let seconds = times.get(&unit).map(f64::to_string).unwrap_or_default();
            let single = series.unit == 1;
            let get = |list: &Vec<Option<u64>>| text(list.get(number).copied().flatten());
            let exhausted = series.exhausted.get(number).copied().flatten();
            writer.write_record([
                corpus.name.clone(),
                (number + 1).to_string(),
                puzzle.source.clone(),
                puzzle.line.to_string(),
                puzzle.text.clone(),
                puzzle.size.to_string(),
                puzzle.class.to_string(),
                puzzle.known.to_string(),
                results.engine_name(series.engine).to_owned(),
                outcome.as_str().unwrap_or_default().to_owned(),
                get(&series.solutions),
                exhausted.map(|it| it.to_string()).unwrap_or_default(),
                get(&series.nodes),
                if single { seconds.clone() } else { String::new() },
                if single { String::new() } else { seconds },
            ])?;
        }
    }
    writer.flush()
}

/// The columns of [`write_scaling_csv`], in order: the name in the header, and what it means.
pub const SCALING_COLUMNS: [(&str, &str); 11] = [
    ("family", "what grows"),
    ("size", "the size"),
    ("engine", "the engine"),
    ("puzzles", "puzzles of the size"),
    ("answered", "puzzles that it answered"),
    ("reached", "whether it answered at least half of them within the budget"),
    ("seconds", "the time of the median puzzle"),
    ("over_budget", "whether that is a lower bound"),
    ("nodes", "nodes of the median puzzle"),
    ("solutions", "its solutions, where there is one puzzle"),
    ("fitted_seconds", "the time by the fit; empty without one"),
];

/// Writes a header and a row for each size and engine; [`SCALING_COLUMNS`] says what is in it.
///
/// # Errors
///
/// Those of the writer.
pub fn write_scaling_csv(results: &Results, to: impl Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(to);
    writer.write_record(SCALING_COLUMNS.map(|(name, _)| name))?;
    let family = results.scaling.as_ref().map_or("", |scaling| &scaling.family);
    let text = |number: Option<u64>| number.map(|it| it.to_string()).unwrap_or_default();
    for engine in 0..results.engines.len() {
        let threads = results.scaling.as_ref().is_some_and(|scaling| scaling.instance.is_some());
        let fit = try_fit(results, engine, Quantity::Time).ok().filter(|_| !threads);
        for point in points(results, engine) {
            let time = point.time.map(|time| time.seconds.to_string());
            let fitted = fit.as_ref().map(|fit| fit.at(point.size as f64).to_string());
            writer.write_record([
                family.to_owned(),
                point.size.to_string(),
                results.engine_name(engine).to_owned(),
                point.puzzles.to_string(),
                point.answered.to_string(),
                point.reached.to_string(),
                time.unwrap_or_default(),
                point.time.is_some_and(|time| time.timed_out).to_string(),
                text(point.nodes),
                text(point.solutions),
                fitted.unwrap_or_default(),
            ])?;
        }
    }
    writer.flush()
}
