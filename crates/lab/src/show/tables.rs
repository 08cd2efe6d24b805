//! The tables of a report, and the sentences below them.

use super::{Table, number, scaling_tables, seconds, significant};
use crate::analysis::{
    Comparison, Place, Ranking, Seconds, Standing, TimeFigure, control, outlying_runs, rank,
    resolution, standings,
};
use crate::definition::{Clock, Mode};
use crate::results::Results;
use crate::statistics::{Basis, Finding, Ratio};

/// Faults that are shown of an engine on a corpus; all are in the results.
const SHOWN_FAULTS: usize = 5;

/// What was measured and how it went, in text or in Markdown.
pub fn report(results: &Results, markdown: bool) -> String {
    let tables = report_tables(results);
    let shown = tables.iter().map(|it| if markdown { it.markdown() } else { it.text() });
    shown.collect::<Vec<_>>().join("\n")
}

/// A table a corpus, one of the faults if there are any, and one of how it was measured. Of a scaling study
/// its [own tables](scaling_tables) stand for those of the corpora.
pub fn report_tables(results: &Results) -> Vec<Table> {
    let mut tables: Vec<Table> = match results.scaling {
        Some(_) => scaling_tables(results),
        None => (0..results.corpora.len()).map(|corpus| corpus_table(results, corpus)).collect(),
    };
    tables.extend(fault_table(results));
    tables.push(conditions(results));
    tables
}

fn corpus_table(results: &Results, corpus: usize) -> Table {
    let Some(info) = results.corpora.get(corpus) else { return Table::default() };
    let standings = standings(results, corpus);
    let header = [
        "engine",
        "answered",
        "timed out",
        "wrong",
        "missing",
        "puzzles/s",
        "PAR2",
        "median",
        "99 %",
        "worst",
        "nodes",
        "most nodes",
        "time ÷ first",
        "interval",
    ];
    let rejected = match info.rejected.len() {
        0 => String::new(),
        count => format!(", {count} unreadable"),
    };
    Table {
        title: format!(
            "corpus {}: {} puzzles{rejected}, SHA-256 {}…",
            info.name,
            info.puzzles.len(),
            info.sha256.get(..12).unwrap_or(&info.sha256)
        ),
        header: header.map(str::to_owned).to_vec(),
        rows: standings.iter().map(|standing| row(results, standing)).collect(),
        notes: corpus_notes(results, corpus, &standings),
    }
}

fn time(time: Seconds) -> String {
    let over = if time.timed_out { ">" } else { "" };
    format!("{over}{}", seconds(time.seconds))
}

fn row(results: &Results, standing: &Standing) -> Vec<String> {
    let dash = || "–".to_owned();
    let figure = |figure: Option<TimeFigure>| figure.map_or_else(dash, |it| time(it.value));
    let (ratio, interval) = match &standing.ratio {
        _ if standing.excluded => ("excluded".to_owned(), dash()),
        None => (dash(), dash()),
        Some(ratio) => (significant(ratio.ratio), ratio_interval(ratio)),
    };
    vec![
        results.engine_name(standing.engine).to_owned(),
        standing.answered.to_string(),
        standing.timed_out.to_string(),
        standing.wrong.to_string(),
        standing.missing.to_string(),
        if standing.total > 0.0 { number(standing.per_second) } else { dash() },
        standing.par2.map_or_else(dash, seconds),
        figure(standing.median),
        figure(standing.p99),
        standing.worst.map_or_else(dash, |(worst, _)| time(worst)),
        standing.nodes_median.map_or_else(dash, |nodes| number(nodes as f64)),
        standing.nodes_worst.map_or_else(dash, |(nodes, _)| number(nodes as f64)),
        ratio,
        interval,
    ]
}

pub(crate) fn ratio_interval(ratio: &Ratio) -> String {
    ratio.interval.map_or("–".to_owned(), |interval| {
        format!("{} – {}", significant3(interval.low), significant3(interval.high))
    })
}

/// Near 1 the third decimal matters.
pub(crate) fn significant3(value: f64) -> String {
    if (0.5..2.0).contains(&value) { format!("{value:.3}") } else { significant(value) }
}

/// What a finding is called.
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

fn corpus_notes(results: &Results, corpus: usize, standings: &[Standing]) -> Vec<String> {
    let mut notes = Vec::new();
    let name = |engine: usize| results.engine_name(engine);
    let first = standings.first().map_or("", |standing| name(standing.engine));
    for standing in standings {
        let is_control =
            results.engines.get(standing.engine).is_some_and(|it| it.control_of.is_some());
        if let (Some(ratio), Some(found), false) = (&standing.ratio, standing.finding, is_control) {
            let what = match standing.excluded {
                true => "excluded for its faults".to_owned(),
                false => finding(found, ratio.ratio),
            };
            let basis = match ratio.basis {
                Basis::Puzzles => String::new(),
                Basis::Rounds => " (these puzzles only: the interval is over rounds)".to_owned(),
            };
            let pairs = ratio.pairs;
            let own = name(standing.engine);
            notes.push(format!(
                "{own} against {first}, where both answered ({pairs}): {what}{basis}."
            ));
        }
    }
    notes.push(match control(results, corpus) {
        Some(control) => format!(
            "Noise: {first} against itself came to {} ({}); only what is further from 1 counts as a \
             difference.",
            significant3(control.ratio),
            ratio_interval(&control)
        ),
        None => "Noise: not measured, since no engine ran against itself.".to_owned(),
    });
    let confidence = results.settings.confidence * 100.0;
    for standing in standings {
        let own = name(standing.engine);
        let series = results.series(standing.engine, corpus);
        if let Some(TimeFigure { value, low, high, .. }) = standing.median {
            let end = |end: Option<Seconds>| end.map_or("unknown".to_owned(), time);
            let (low, high) = (end(low), end(high));
            notes.push(format!("{own}: median {} ({low} – {high}, {confidence} %).", time(value)));
        }
        if let Some(start) = standing.start {
            let least = series.map_or(0.0, resolution);
            notes.push(format!(
                "{own}: {} for its start were subtracted; a time under {} cannot be told from none, and is \
                 taken for that.",
                seconds(start),
                seconds(least)
            ));
        }
        if let Some(luck) = standing.luck {
            notes.push(format!(
                "{own}: nodes of shuffles of the same puzzle spread by a factor of {}, of different \
                 puzzles of {} ({} puzzles).",
                significant(luck.within),
                significant(luck.between),
                luck.classes
            ));
        }
        if let Some((outlying, runs, largest)) =
            series.map(outlying_runs).filter(|(outlying, ..)| *outlying > 0)
        {
            notes.push(format!(
                "{own}: {outlying} of {runs} runs took over twice the median of their rounds, the \
                 worst {} times.",
                significant(largest)
            ));
        }
    }
    notes.extend(worst_puzzles(results, corpus, standings));
    notes.extend(ranking(results, corpus));
    notes
}

fn worst_puzzles(results: &Results, corpus: usize, standings: &[Standing]) -> Vec<String> {
    let Some(info) = results.corpora.get(corpus) else { return Vec::new() };
    let place = |number: usize| {
        info.puzzles.get(number).map_or(String::new(), |puzzle| match puzzle.line {
            0 => puzzle.text.clone(),
            line => format!("{}:{line} {}", puzzle.source, puzzle.text),
        })
    };
    let worst = |standing: &Standing| {
        let (worst, puzzle) = standing.worst?;
        let own = results.engine_name(standing.engine);
        Some(format!("{own}: worst {} on {}", time(worst), place(puzzle)))
    };
    standings.iter().filter_map(worst).collect()
}

/// A ranking, a row a place.
pub fn ranking_table(results: &Results, ranking: &Ranking) -> Table {
    let name = |engine: usize| results.engine_name(engine);
    let corpus = results.corpora.get(ranking.corpus).map_or("", |corpus| &corpus.name);
    let row = |place: &Place| {
        let ratio = place.ratio.as_ref();
        let found = place.finding.zip(ratio).map(|(found, ratio)| finding(found, ratio.ratio));
        vec![
            name(place.engine).to_owned(),
            place.place.to_string(),
            seconds(place.mean),
            place.timed_out.to_string(),
            ratio.map_or("–".to_owned(), |ratio| significant3(ratio.ratio)),
            ratio.map_or("–".to_owned(), ratio_interval),
            found.unwrap_or("–".to_owned()),
        ]
    };
    let header = ["engine", "place", "mean", "timed out", "÷ one before", "interval", "it is"];
    let mut notes = vec![format!(
        "Geometric means of the time of a puzzle, over {} that all of them ended on; timeouts count as twice the \
         limit.",
        ranking.units
    )];
    if !ranking.excluded.is_empty() {
        let names: Vec<&str> = ranking.excluded.iter().map(|&engine| name(engine)).collect();
        notes.push(format!("Excluded for faults: {}.", names.join(", ")));
    }
    Table {
        title: format!("corpus {corpus}"),
        header: header.map(str::to_owned).to_vec(),
        rows: ranking.places.iter().map(row).collect(),
        notes,
    }
}

fn ranking(results: &Results, corpus: usize) -> Vec<String> {
    let ranking = rank(results, corpus);
    let name = |engine: usize| results.engine_name(engine);
    let places = ranking
        .places
        .iter()
        .map(|place| format!("{}. {} {}", place.place, name(place.engine), seconds(place.mean)));
    let mut notes = Vec::new();
    if ranking.units > 0 {
        let places: Vec<String> = places.collect();
        notes.push(format!(
            "Order by the geometric mean of a puzzle, timeouts as twice the limit: {}. The same place: no \
             difference shown.",
            places.join(", ")
        ));
    }
    if !ranking.excluded.is_empty() {
        let names: Vec<&str> = ranking.excluded.iter().map(|&engine| name(engine)).collect();
        notes.push(format!("Excluded from the order for faults: {}.", names.join(", ")));
    }
    notes
}

/// What was wrong, and on which puzzle.
fn fault_table(results: &Results) -> Option<Table> {
    let mut table = Table {
        title: "What was wrong".to_owned(),
        header: ["engine", "corpus", "round", "puzzle", "what"].map(str::to_owned).to_vec(),
        ..Table::default()
    };
    for series in &results.series {
        let Some(info) = results.corpora.get(series.corpus) else { continue };
        for fault in series.faults.iter().take(SHOWN_FAULTS) {
            let puzzle = fault.puzzle.and_then(|puzzle| info.puzzles.get(puzzle));
            let shown = match (puzzle, fault.puzzle) {
                (Some(puzzle), Some(index)) => format!("{}: {}", index + 1, puzzle.text),
                _ => format!("batch {}", fault.unit + 1),
            };
            table.rows.push(vec![
                results.engine_name(series.engine).to_owned(),
                info.name.clone(),
                (fault.round + 1).to_string(),
                shown,
                fault.reason.clone(),
            ]);
        }
        if let Some(more) = series.faults.len().checked_sub(SHOWN_FAULTS).filter(|&more| more > 0) {
            let engine = results.engine_name(series.engine);
            table.notes.push(format!("{more} more of {engine} on {}.", info.name));
        }
    }
    (!table.rows.is_empty()).then_some(table)
}

/// How it was measured, and where.
fn conditions(results: &Results) -> Table {
    let settings = &results.settings;
    let machine = &results.machine;
    let rounds = results.series.iter().map(|series| series.nanoseconds.len()).max().unwrap_or(0);
    let mut notes = Vec::new();
    if !results.complete {
        let last =
            results.scaling.as_ref().map(|scaling| (&scaling.parameter, scaling.sizes.last()));
        notes.push(match last {
            Some((parameter, Some(size))) => format!("Interrupted at {parameter} = {size}."),
            Some((_, None)) => "Interrupted before anything was measured.".to_owned(),
            None => format!("Interrupted in round {} of {}.", rounds.max(1), settings.rounds),
        });
    }
    notes.push(format!(
        "Asked for {}, in up to {} a puzzle; {} round{}; every solution that was given was verified.",
        settings.ask,
        seconds(settings.time_limit),
        settings.rounds,
        if settings.rounds == 1 { "" } else { "s" }
    ));
    notes.push(format!(
        "Times of a puzzle are medians of its rounds. >: more than that, stopped by the time limit.{} \
         Intervals: {} %, seed {}.",
        match results.scaling {
            Some(_) => "",
            None => " PAR2: the mean, timeouts as twice the limit.",
        },
        settings.confidence * 100.0,
        settings.seed
    ));
    if settings.clock == Clock::Cpu {
        let note = "Times are processor times of the thread that searches; the limit is of time that passes.";
        notes.push(note.to_owned());
    }
    let batches: Vec<&str> = (results.engines.iter())
        .filter(|engine| engine.mode == Mode::Batch)
        .map(|engine| engine.name.as_str())
        .collect();
    if !batches.is_empty() {
        notes.push(format!(
            "{}: in batches of {}, whose time as a whole is all that is known; compared with single puzzles by \
             the sum of these.",
            batches.join(", "),
            settings.batch
        ));
    }
    for corpus in &results.corpora {
        notes.extend(
            corpus.rejected.iter().take(SHOWN_FAULTS).map(|it| format!("Unreadable: {it}")),
        );
    }
    notes.push(format!(
        "quadrille {}{}, {} {}, {}, {} threads{}.",
        results.version,
        results.commit.as_ref().map(|it| format!(" ({it})")).unwrap_or_default(),
        machine.os,
        machine.arch,
        machine.cpu.as_deref().unwrap_or("unknown processor"),
        machine.threads,
        if machine.debug_build { ", a debug build: its figures say little" } else { "" }
    ));
    Table { title: "How it was measured".to_owned(), notes, ..Table::default() }
}

/// Comparisons of two engines.
pub fn comparison_table(comparisons: &[Comparison]) -> Table {
    let mut table = Table {
        header: [
            "corpus",
            "both",
            "only first",
            "only second",
            "first ÷ second",
            "interval",
            "noise",
        ]
        .map(str::to_owned)
        .to_vec(),
        ..Table::default()
    };
    if let Some(comparison) = comparisons.first() {
        table.title = format!("{} against {}", comparison.first, comparison.second);
    }
    for comparison in comparisons {
        let both = comparison.ratio.as_ref().map_or(0, |ratio| ratio.pairs);
        let shown = comparison.ratio.as_ref();
        table.rows.push(vec![
            comparison.corpus.clone(),
            both.to_string(),
            comparison.only_first.to_string(),
            comparison.only_second.to_string(),
            shown.map_or("–".to_owned(), |ratio| significant3(ratio.ratio)),
            shown.map_or("–".to_owned(), ratio_interval),
            format!("{:.3}", comparison.noise),
        ]);
        let names = [&comparison.first, &comparison.second];
        let faulty: Vec<&str> = (names.iter().zip(comparison.faulty))
            .filter(|(_, faulty)| *faulty)
            .map(|(name, _)| name.as_str())
            .collect();
        let what = match (faulty.is_empty(), shown, comparison.finding) {
            (false, ..) => format!("not compared, for the faults of {}", faulty.join(" and ")),
            (true, None, _) => "no puzzle that both answered".to_owned(),
            (true, Some(ratio), found @ (Finding::Faster | Finding::Slower)) => {
                format!("{} is {}", comparison.first, finding(found, ratio.ratio))
            }
            (true, Some(ratio), found) => finding(found, ratio.ratio),
        };
        table.notes.push(format!("{}: {what}.", comparison.corpus));
    }
    if comparisons.iter().any(|comparison| comparison.drift.is_some()) {
        table.notes.push(
            "Two runs: how far the machine drifted between them is not known; a difference must be larger than \
             twice what rounds differ by within the runs."
                .to_owned(),
        );
    }
    table
}
