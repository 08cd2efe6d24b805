//! A report: a table a corpus, one over all of them, what was wrong, and how it was measured.

use super::corpus::{corpus_table, overall_tables};
use super::scaling::scaling_tables;
use super::table::Table;
use super::units::seconds;
use super::words::plural;
use crate::analysis::{baseline, lesser, runs};
use crate::definition::{Ask, Clock, Mode};
use crate::engine::KEPT;
use crate::results::{CorpusInfo, Fault, Results, Series};

/// Faults that are shown of an engine on a corpus; all are in the results.
const SHOWN_FAULTS: usize = 5;

/// What was measured and how it went, in text or in Markdown.
pub fn report(results: &Results, markdown: bool) -> String {
    let tables = report_tables(results);
    match markdown {
        false => super::text(&tables, None, ["", ""]),
        true => tables.iter().map(Table::markdown).collect::<Vec<_>>().join("\n"),
    }
}

/// A table a corpus, one over all corpora if there are several, one of the faults if there are any, and one of
/// how it was measured. Of a scaling study its [own tables](scaling_tables) stand for those of the corpora.
pub fn report_tables(results: &Results) -> Vec<Table> {
    tables(results, false)
}

/// The same with no more sentences than are needed to read the figures, and without the control's row.
pub fn brief_tables(results: &Results) -> Vec<Table> {
    tables(results, true)
}

fn tables(results: &Results, brief: bool) -> Vec<Table> {
    let corpus = |corpus| corpus_table(results, corpus, brief);
    let mut tables: Vec<Table> = match results.scaling {
        Some(_) => scaling_tables(results),
        None => (0..results.corpora.len()).map(corpus).chain(overall_tables(results)).collect(),
    };
    tables.extend(fault_table(results));
    tables.push(if brief { brief_conditions(results) } else { conditions(results) });
    tables
}

/// What was wrong, and on which puzzle.
fn fault_table(results: &Results) -> Option<Table> {
    let mut notes = Vec::new();
    for series in &results.series {
        let Some(corpus) = results.corpora.get(series.corpus) else { continue };
        let shown = series.faults.iter().take(SHOWN_FAULTS);
        notes.extend(shown.map(|fault| fault_note(results, series, fault)));
        if let Some(more) = series.faults.len().checked_sub(SHOWN_FAULTS).filter(|&more| more > 0) {
            let engine = results.engine_name(series.engine);
            notes.push(format!("{more} more of {engine} on {}.", corpus.name));
        }
    }
    let title = "What was wrong".to_owned();
    (!notes.is_empty()).then(|| Table { title, notes, ..Table::default() })
}

/// The engine, where the puzzle is, what was wrong, and the puzzle.
fn fault_note(results: &Results, series: &Series, fault: &Fault) -> String {
    let engine = results.engine_name(series.engine);
    let round = fault.round.saturating_add(1);
    let corpus = results.corpora.get(series.corpus);
    let name = corpus.map_or("", |corpus| &corpus.name);
    let puzzle = fault.puzzle.and_then(|number| corpus?.puzzles.get(number));
    match (puzzle, fault.puzzle) {
        (Some(puzzle), Some(number)) => {
            let place = match puzzle.line {
                0 => name.to_owned(),
                line => format!("{}:{line}", puzzle.source),
            };
            let (number, reason, text) = (number + 1, &fault.reason, &puzzle.text);
            format!("{place}: {engine}, puzzle {number}, round {round}: {reason}: {text}")
        }
        _ => format!(
            "{name}: {engine}, batch {}, round {round}: {}",
            fault.unit.saturating_add(1),
            fault.reason
        ),
    }
}

/// How far an interrupted measurement came.
fn interrupted(results: &Results) -> Option<String> {
    if results.complete {
        return None;
    }
    if let Some(scaling) = &results.scaling {
        return Some(match scaling.sizes.last() {
            Some(size) => format!("Interrupted at {} = {size}.", scaling.parameter),
            None => "Interrupted before anything was measured.".to_owned(),
        });
    }
    let rounds = results.series.iter().map(|series| series.nanoseconds.len()).max().unwrap_or(0);
    let (round, planned) = (rounds.max(1), results.settings.rounds);
    let how_far = match (results.is_empty(), round) {
        (true, _) => ": nothing was measured".to_owned(),
        (false, 1) => {
            let done =
                (0..results.corpora.len()).map(|corpus| ended(results, corpus)).sum::<usize>();
            let all = results.corpora.iter().map(|corpus| corpus.puzzles.len()).sum();
            format!(", after {done} of {}", plural(all, "puzzle"))
        }
        (false, _) => String::new(),
    };
    Some(format!("Interrupted in round {round} of {planned}{how_far}."))
}

/// Puzzles of a corpus that every engine of its kind has ended on.
fn ended(results: &Results, corpus: usize) -> usize {
    let of_corpus = || results.series.iter().filter(|series| series.corpus == corpus);
    let puzzles = results.corpora.get(corpus).map_or(0, |corpus| corpus.puzzles.len());
    let is_done = |&puzzle: &usize| {
        of_corpus().all(|it| it.outcomes.get(puzzle).is_some_and(Option::is_some))
    };
    (0..puzzles).filter(is_done).count()
}

/// What is to be said of an engine that does less than is asked, so that its times are not those of the others'
/// work.
pub fn lesser_note(results: &Results, engine: usize) -> String {
    format!(
        "{}: its answers say less than what is asked ({}), so it does less than the others and looks faster than \
         it is; ask for what all of them answer.",
        results.engine_name(engine),
        results.settings.ask
    )
}

/// What was done to see whether answers are right.
fn verified(results: &Results) -> String {
    let is_known = |corpus: &CorpusInfo| corpus.puzzles.iter().any(|it| it.count.is_some());
    let known = match results.corpora.iter().any(is_known) {
        true => " and against those that are known",
        false => "",
    };
    let counts = || format!("numbers of solutions were held against each other{known}");
    let ask = results.settings.ask;
    match ask.limit() {
        Some(limit) if limit <= KEPT as u64 => {
            "every solution that was given was verified".to_owned()
        }
        None if ask == Ask::Count => format!("{}; no solution was given", counts()),
        _ => format!("up to {KEPT} solutions a puzzle were verified; {}", counts()),
    }
}

fn capitalised(sentence: &str) -> String {
    let mut chars = sentence.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

/// What has to be known to read the figures.
fn brief_conditions(results: &Results) -> Table {
    let settings = &results.settings;
    let median = match runs(results) {
        None | Some((_, 1)) => "one run".to_owned(),
        Some((fewest, most)) if fewest < most => format!("the median of {fewest} to {most} runs"),
        Some((_, most)) => format!("the median of {most} runs"),
    };
    let what = match results.engines.iter().all(|engine| engine.mode == Mode::Batch) {
        true => format!("batch's time, of up to {},", plural(settings.batch, "puzzle")),
        false => "puzzle's time".to_owned(),
    };
    let mut notes = Vec::from_iter(interrupted(results));
    notes.push(format!(
        "A {what} is {median}, each for {}, in up to {} a puzzle.",
        settings.ask,
        seconds(settings.time_limit)
    ));
    notes.push(format!(
        "{}. >: more than that, stopped by the time limit; totals include the limit.",
        capitalised(&verified(results))
    ));
    let first = (0..results.corpora.len()).find_map(|corpus| baseline(results, corpus));
    if results.engines.iter().filter(|engine| engine.control_of.is_none()).count() > 1 {
        notes.push(format!(
            "speed-up: geometric mean of the time of {} over its own, where both answered in time (how many, if \
             not all); intervals: {} %.",
            first.map_or("", |first| results.engine_name(first)),
            settings.confidence * 100.0
        ));
    }
    notes.extend(lesser(results).into_iter().map(|engine| lesser_note(results, engine)));
    Table { notes, ..Table::default() }
}

/// How it was measured, and where.
fn conditions(results: &Results) -> Table {
    let settings = &results.settings;
    let machine = &results.machine;
    let mut notes = Vec::from_iter(interrupted(results));
    notes.push(format!(
        "Asked for {}, in up to {} a puzzle; {}; {}.",
        settings.ask,
        seconds(settings.time_limit),
        plural(settings.rounds as usize, "round"),
        verified(results)
    ));
    let is_study = results.scaling.is_some();
    notes.push(format!(
        "Times of a puzzle are medians of its rounds. >: more than that, stopped by the time limit.{} \
         Intervals: {} %, seed {}.",
        if is_study { "" } else { " PAR2: the mean, timeouts as twice the limit." },
        settings.confidence * 100.0,
        settings.seed
    ));
    if !is_study {
        notes.push(
            "speed-up: geometric mean of the time of the first engine over its own, where both answered in time \
             (how many, if not all)."
                .to_owned(),
        );
    }
    notes.extend(lesser(results).into_iter().map(|engine| lesser_note(results, engine)));
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
