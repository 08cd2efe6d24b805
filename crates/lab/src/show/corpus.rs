//! The table of a corpus, that of all corpora together, and the sentences below them.

use super::differences::{Against, differences, is_control, no_baseline, noise};
use super::table::Table;
use super::units::{factor, number, seconds, significant};
use super::words::{NONE, finding, plural, time};
use crate::analysis::{
    Overall, Seconds, Standing, TimeFigure, outlying_runs, overall, rank, resolution, standings,
};
use crate::definition::Kind;
use crate::results::Results;
use crate::statistics::{Basis, Interval, Ratio};

/// Columns of a corpus; of several corpora the first ones are the same.
const HEADER: [&str; 16] = [
    "engine",
    "answered",
    "timed\nout",
    "wrong",
    "missing",
    "refused",
    "total\ntime",
    "puzzles\nper s",
    "PAR2",
    "median\ntime",
    "p99\ntime",
    "worst\ntime",
    "median\nnodes",
    "most\nnodes",
    "speed-up",
    "interval",
];
const TIMED_OUT: usize = 2;
const WRONG: usize = 3;
const MISSING: usize = 4;
const REFUSED: usize = 5;
const PAR2: usize = 8;
const P99: usize = 10;

/// What is left out where there is no room, in this order. The engine, what it answered, the median and the
/// speed-up with its interval stay.
const DISPENSABLE: [usize; 9] = [12, P99, 13, 7, 11, PAR2, TIMED_OUT, WRONG, 6];

/// The table of a corpus; a brief one is without the control, and with fewer sentences.
pub(super) fn corpus_table(results: &Results, corpus: usize, brief: bool) -> Table {
    let Some(info) = results.corpora.get(corpus) else { return Table::default() };
    let mut shown = standings(results, corpus);
    let notes = match brief {
        true => brief_notes(results, corpus, &shown),
        false => notes(results, corpus, &shown),
    };
    if brief {
        shown.retain(|standing| !is_control(results, standing.engine));
    }
    let first = shown.first().map(|standing| standing.engine);
    // Of fewer puzzles the 99th percentile is the worst.
    let p99 = info.puzzles.len() >= 100;
    let rejected = match info.rejected.len() {
        0 => String::new(),
        count => format!(", {count} unreadable"),
    };
    let mut table = Table {
        title: format!(
            "corpus {}: {}{rejected}, SHA-256 {}…",
            info.name,
            plural(info.puzzles.len(), "puzzle"),
            info.sha256.get(..12).unwrap_or(&info.sha256)
        ),
        header: HEADER.map(str::to_owned).to_vec(),
        rows: shown.iter().map(|standing| row(results, corpus, standing, first, p99)).collect(),
        notes,
        dispensable: DISPENSABLE.to_vec(),
    };
    hide(&mut table, Some(PAR2));
    table
}

/// Hides columns that say nothing: those without a figure, the numbers of missing answers and of refused puzzles if
/// there are none, and `par2`, which without timeouts and refusals is the mean. What was wrong or timed out is never left
/// out.
fn hide(table: &mut Table, par2: Option<usize>) {
    let all = |column: usize, value: &str| {
        table.rows.iter().all(|row| row.get(column).is_none_or(|cell| cell == value))
    };
    let (none_timed_out, none_wrong) = (all(TIMED_OUT, "0"), all(WRONG, "0"));
    let none_refused = all(REFUSED, "0");
    let kept = |column: usize| match column {
        _ if column <= WRONG => true,
        MISSING | REFUSED => !all(column, "0"),
        _ if Some(column) == par2 => !(none_timed_out && none_refused),
        _ => !all(column, NONE),
    };
    let kept: Vec<usize> = (0..table.header.len()).filter(|&column| kept(column)).collect();
    table.dispensable.retain(|&column| match column {
        TIMED_OUT => none_timed_out,
        WRONG => none_wrong,
        _ => true,
    });
    table.keep_columns(&kept);
}

/// What a ratio of an engine to the first is over if both answered all: the puzzles of a corpus, or its batches.
fn units(results: &Results, corpus: usize, engines: [Option<usize>; 2]) -> usize {
    let puzzles = results.corpora.get(corpus).map_or(0, |corpus| corpus.puzzles.len());
    let own = engines.into_iter().flatten().filter_map(|engine| results.series(engine, corpus));
    puzzles.div_ceil(own.map(|series| series.unit).max().unwrap_or(1).max(1))
}

fn row(
    results: &Results,
    corpus: usize,
    standing: &Standing,
    first: Option<usize>,
    p99: bool,
) -> Vec<String> {
    let none = || NONE.to_owned();
    let figure = |figure: Option<TimeFigure>| figure.map_or_else(none, |it| time(it.value));
    let of_times = |text: String| if standing.total > 0.0 { text } else { none() };
    let (speed_up, ends) = match &standing.ratio {
        _ if standing.excluded => ("excluded".to_owned(), none()),
        _ if first == Some(standing.engine) => ("baseline".to_owned(), none()),
        None => (none(), none()),
        Some(ratio) => speed_up(ratio, units(results, corpus, [Some(standing.engine), first])),
    };
    vec![
        results.engine_name(standing.engine).to_owned(),
        standing.answered.to_string(),
        standing.timed_out.to_string(),
        standing.wrong.to_string(),
        standing.missing.to_string(),
        standing.refused.to_string(),
        of_times(seconds(standing.total)),
        of_times(number(standing.per_second)),
        standing.par2.map_or_else(none, seconds),
        figure(standing.median),
        figure(standing.p99.filter(|_| p99)),
        standing.worst.map_or_else(none, |(worst, _)| time(worst)),
        standing.nodes_median.map_or_else(none, |nodes| number(nodes as f64)),
        standing.nodes_worst.map_or_else(none, |(nodes, _)| number(nodes as f64)),
        speed_up,
        ends,
    ]
}

/// A speed-up, with the number of puzzles or batches that it is over if these are not `all`, and its interval.
fn speed_up(ratio: &Ratio, all: usize) -> (String, String) {
    let turned = ratio.inverse();
    let over = if ratio.pairs < all { format!(" ({})", ratio.pairs) } else { String::new() };
    let ends = |it: Interval| format!("{}–{}", factor(it.low), factor(it.high));
    (format!("{}×{over}", factor(turned.ratio)), turned.interval.map_or(NONE.to_owned(), ends))
}

/// What must not be missing even in a brief table.
fn brief_notes(results: &Results, corpus: usize, standings: &[Standing]) -> Vec<String> {
    let all: Vec<Against<'_>> = standings.iter().map(Against::from).collect();
    let mut notes = differences(results, &all);
    notes.extend(excluded(results, corpus));
    notes.extend(refused(results, standings));
    notes
}

/// What it means that puzzles were refused, if any were.
fn refused(results: &Results, standings: &[Standing]) -> Option<String> {
    let names: Vec<&str> = (standings.iter())
        .filter(|it| it.refused > 0 && !is_control(results, it.engine))
        .map(|it| results.engine_name(it.engine))
        .collect();
    let names = names.join(", ");
    (!names.is_empty()).then(|| {
        format!(
            "Some puzzles were refused by {names}: these have no time there, and count in PAR2 and in the order as \
             twice the limit."
        )
    })
}

fn excluded(results: &Results, corpus: usize) -> Option<String> {
    let excluded = rank(results, corpus).excluded;
    let names: Vec<&str> = excluded.iter().map(|&engine| results.engine_name(engine)).collect();
    let names = names.join(", ");
    (!names.is_empty()).then(|| format!("Excluded from the order for faults: {names}."))
}

fn notes(results: &Results, corpus: usize, standings: &[Standing]) -> Vec<String> {
    let mut notes = Vec::new();
    let name = |engine: usize| results.engine_name(engine);
    let first = standings.first().map_or("", |standing| name(standing.engine));
    for standing in standings {
        let found = standing.ratio.as_ref().zip(standing.finding);
        if let (Some((ratio, found)), false) = (found, is_control(results, standing.engine)) {
            let what = finding(found, ratio.ratio);
            let basis = match ratio.basis {
                Basis::Puzzles => "",
                Basis::Rounds => " (these puzzles only: the interval is over rounds)",
            };
            let (own, pairs) = (name(standing.engine), ratio.pairs);
            notes.push(format!(
                "{own} against {first}, where both answered ({pairs}): {what}{basis}."
            ));
        }
    }
    let all: Vec<Against<'_>> = standings.iter().map(Against::from).collect();
    let unmeasured = || "Noise: not measured, since no engine ran against itself.".to_owned();
    match no_baseline(results, &all) {
        Some(none) => notes.push(none),
        None => notes.push(noise(results, &all).unwrap_or_else(unmeasured)),
    }
    for standing in standings {
        notes.extend(of_engine(results, corpus, standing));
    }
    notes.extend(worst_puzzles(results, corpus, standings));
    notes.extend(order(results, corpus));
    notes.extend(excluded(results, corpus));
    notes.extend(refused(results, standings));
    notes
}

/// What is to be said of an engine by itself.
fn of_engine(results: &Results, corpus: usize, standing: &Standing) -> Vec<String> {
    let mut notes = Vec::new();
    let own = results.engine_name(standing.engine);
    let series = results.series(standing.engine, corpus);
    if let Some(TimeFigure { value, low, high, .. }) = standing.median {
        let end = |end: Option<Seconds>| end.map_or("unknown".to_owned(), time);
        let (low, high, confidence) = (end(low), end(high), results.settings.confidence * 100.0);
        notes.push(format!("{own}: median {} ({low} – {high}, {confidence} %).", time(value)));
    }
    if let Some(start) = standing.start {
        let least = series.map_or(0.0, resolution);
        notes.push(format!(
            "{own}: {} for its start were subtracted; a time under {} cannot be told from none, and is taken \
             for that.",
            seconds(start),
            seconds(least)
        ));
    }
    if let Some(luck) = standing.luck {
        notes.push(format!(
            "{own}: nodes of shuffles of the same puzzle spread by a factor of {}, of different puzzles of {} \
             ({} puzzles).",
            significant(luck.within),
            significant(luck.between),
            luck.classes
        ));
    }
    let outlying = series.map(outlying_runs).filter(|(outlying, ..)| *outlying > 0);
    if let Some((outlying, runs, largest)) = outlying {
        notes.push(format!(
            "{own}: {outlying} of {runs} runs took over twice the median of their rounds, the worst {} times.",
            significant(largest)
        ));
    }
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

fn order(results: &Results, corpus: usize) -> Option<String> {
    let ranking = rank(results, corpus);
    let places = ranking.places.iter().map(|place| {
        let name = results.engine_name(place.engine);
        format!("{}. {name} {}", place.place, seconds(place.mean))
    });
    let places: Vec<String> = places.collect();
    (ranking.units > 0).then(|| {
        format!(
            "Order by the geometric mean of a puzzle, timeouts as twice the limit: {}. The same place: no \
             difference shown.",
            places.join(", ")
        )
    })
}

/// The engines over all corpora of each kind; of a kind with one corpus there is nothing to add.
pub(super) fn overall_tables(results: &Results) -> Vec<Table> {
    let kinds =
        [Kind::Sudoku, Kind::Cover, Kind::Variant].map(|kind| (kind, overall(results, kind)));
    let some = kinds.into_iter().filter(|(_, all)| !all.is_empty());
    some.map(|(kind, all)| overall_table(results, kind, &all)).collect()
}

fn overall_table(results: &Results, kind: Kind, all: &[Overall]) -> Table {
    let of_kind: Vec<_> = results.corpora.iter().filter(|corpus| corpus.kind == kind).collect();
    let puzzles: usize = of_kind.iter().map(|corpus| corpus.puzzles.len()).sum();
    let both = results.corpora.len() > of_kind.len();
    let kind = if both { format!("{kind} ") } else { String::new() };
    let first = all.first().map(|overall| overall.engine);
    let rows = all.iter().filter(|overall| !is_control(results, overall.engine));
    let header = [
        "engine",
        "answered",
        "timed\nout",
        "wrong",
        "missing",
        "refused",
        "total\ntime",
        "puzzles\nper s",
        "speed-up",
        "interval",
        "least\nspeed-up",
        "most\nspeed-up",
    ];
    let against: Vec<Against<'_>> = all.iter().map(Against::from).collect();
    let mut notes = vec![
        "Every puzzle (of batches, every batch) counts the same; least and most: on a single corpus."
            .to_owned(),
    ];
    notes.extend(differences(results, &against));
    let mut table = Table {
        title: format!("all {} {kind}corpora: {}", of_kind.len(), plural(puzzles, "puzzle")),
        header: header.map(str::to_owned).to_vec(),
        rows: rows.map(|overall| overall_row(results, overall, first)).collect(),
        notes,
        dispensable: vec![7, TIMED_OUT, WRONG, 10, 11, 6],
    };
    hide(&mut table, None);
    table
}

fn overall_row(results: &Results, overall: &Overall, first: Option<usize>) -> Vec<String> {
    let none = || NONE.to_owned();
    let name = |corpus: usize| results.corpora.get(corpus).map_or("", |corpus| &corpus.name);
    let (faster, ends) = match &overall.ratio {
        _ if overall.excluded => ("excluded".to_owned(), none()),
        _ if first == Some(overall.engine) => ("baseline".to_owned(), none()),
        None => (none(), none()),
        Some(ratio) => {
            let kind = results.engines.get(overall.engine).map(|engine| engine.kind);
            let of_kind = results.corpora.iter().enumerate();
            let of_kind = of_kind.filter(|(_, corpus)| Some(corpus.kind) == kind);
            let engines = [Some(overall.engine), first];
            speed_up(ratio, of_kind.map(|(corpus, _)| units(results, corpus, engines)).sum())
        }
    };
    // The greatest ratio of times is the least speed-up.
    let extreme = |extreme: Option<(f64, usize)>| match extreme {
        Some((ratio, corpus)) if !overall.excluded => {
            format!("{}× {}", factor(1.0 / ratio), name(corpus))
        }
        _ => none(),
    };
    let of_times = |text: String| if overall.total > 0.0 { text } else { none() };
    vec![
        results.engine_name(overall.engine).to_owned(),
        overall.answered.to_string(),
        overall.timed_out.to_string(),
        overall.wrong.to_string(),
        overall.missing.to_string(),
        overall.refused.to_string(),
        of_times(seconds(overall.total)),
        of_times(number(overall.per_second)),
        faster,
        ends,
        extreme(overall.most),
        extreme(overall.least),
    ]
}
