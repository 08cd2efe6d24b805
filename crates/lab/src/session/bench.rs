//! The loop over rounds, corpora, batches, puzzles and engines.

use std::ops::Range;
use std::time::{Duration, Instant};

use super::Watcher;
use super::judging::{Seen, disagreements, judge, missing_solutions};
use crate::definition::Mode;
use crate::engine::{Engine, Run, Task};
use crate::material::Material;
use crate::order::turns_in;
use crate::results::{Fault, Outcome, Results, Series};

/// Runs all engines on all puzzles.
pub(super) struct Bench<'s, 'e> {
    pub(super) engines: &'s mut Vec<Box<dyn Engine + 'e>>,
    pub(super) materials: &'s [Material],
    pub(super) results: &'s mut Results,
    pub(super) task: &'s Task,
    pub(super) warm_up: Duration,
    pub(super) start: Instant,
    /// For each corpus and puzzle, the different solutions that were verified.
    pub(super) seen: Vec<Vec<Seen>>,
}

/// It was cancelled.
struct Cancelled;

impl Bench<'_, '_> {
    pub(super) fn run(&mut self, watcher: &mut dyn Watcher) {
        let rounds = self.results.settings.rounds;
        let units: usize = self.results.series.iter().map(Series::units).sum();
        watcher.begin(units as u64 * u64::from(rounds));
        self.seen = self.materials.iter().map(Seen::at_first).collect();
        let mut complete = self.warm_up().is_ok();
        'rounds: for round in 0..rounds {
            if !complete {
                break;
            }
            for corpus in 0..self.materials.len() {
                if self.round(round, corpus, watcher).is_err() {
                    complete = false;
                    break 'rounds;
                }
            }
        }
        self.results.complete = complete;
        conclude(self.results, &self.seen);
    }

    /// Each engine runs on the puzzles of each corpus, from the first on and again, for the time of the warm-up.
    fn warm_up(&mut self) -> Result<(), Cancelled> {
        for series in &self.results.series {
            let Some(material) = self.materials.get(series.corpus) else { continue };
            let Some(engine) = self.engines.get_mut(series.engine) else { continue };
            let mut task = self.task.clone();
            task.time_limit = task.time_limit.min(self.warm_up);
            let start = Instant::now();
            for unit in (0..series.units()).cycle() {
                if start.elapsed() >= self.warm_up {
                    break;
                }
                if self.task.cancel.is_cancelled() {
                    return Err(Cancelled);
                }
                drop(engine.run(material, series.range(unit), &task));
            }
        }
        Ok(())
    }

    /// A round on a corpus, batch by batch.
    fn round(
        &mut self,
        round: u32,
        corpus: usize,
        watcher: &mut dyn Watcher,
    ) -> Result<(), Cancelled> {
        let of_corpus: Vec<usize> = (self.results.series.iter().enumerate())
            .filter(|(_, series)| series.corpus == corpus)
            .map(|(index, _)| index)
            .collect();
        for &index in &of_corpus {
            if let Some(series) = self.results.series.get_mut(index) {
                let units = series.units();
                series.nanoseconds.push(vec![None; units]);
            }
            self.measure_start(index)?;
        }
        let (singles, batches): (Vec<usize>, Vec<usize>) =
            of_corpus.into_iter().partition(|&index| self.mode_of(index) == Mode::Single);
        let puzzles = self.materials.get(corpus).map_or(0, Material::len);
        let batch = match batches.is_empty() {
            true => puzzles.max(1),
            false => self.results.settings.batch.min(puzzles).max(1),
        };
        for (number, first) in (0..puzzles).step_by(batch).enumerate() {
            let range = first..puzzles.min(first + batch);
            // The engines for single puzzles take turns with each batch as one.
            for turn in self.turns(batches.len() + 1, round, number) {
                match batches.get(turn) {
                    Some(&series) => self.visit(round, series, number, watcher)?,
                    None => self.one_by_one(round, &singles, range.clone(), watcher)?,
                }
            }
        }
        Ok(())
    }

    fn one_by_one(
        &mut self,
        round: u32,
        singles: &[usize],
        range: Range<usize>,
        watcher: &mut dyn Watcher,
    ) -> Result<(), Cancelled> {
        for puzzle in range {
            for turn in self.turns(singles.len(), round, puzzle) {
                if let Some(&series) = singles.get(turn) {
                    self.visit(round, series, puzzle, watcher)?;
                }
            }
        }
        Ok(())
    }

    fn turns(&self, count: usize, round: u32, number: usize) -> Vec<usize> {
        let settings = &self.results.settings;
        turns_in(settings.order, settings.seed, count, round, number)
    }

    fn mode_of(&self, series: usize) -> Mode {
        let engine = self.results.series.get(series).map(|series| series.engine);
        engine.and_then(|engine| self.engines.get(engine)).map_or(Mode::Single, |it| it.mode())
    }

    fn measure_start(&mut self, index: usize) -> Result<(), Cancelled> {
        if self.task.cancel.is_cancelled() {
            return Err(Cancelled);
        }
        let Some(series) = self.results.series.get_mut(index) else { return Ok(()) };
        let Some(material) = self.materials.get(series.corpus) else { return Ok(()) };
        let Some(engine) = self.engines.get_mut(series.engine) else { return Ok(()) };
        if let Some(time) = engine.start(material, series.range(0), self.task) {
            series.start_nanoseconds.push(nanoseconds(time));
        }
        Ok(())
    }

    /// Runs an engine on a unit, judges its answers and keeps its time.
    fn visit(
        &mut self,
        round: u32,
        index: usize,
        unit: usize,
        watcher: &mut dyn Watcher,
    ) -> Result<(), Cancelled> {
        if self.task.cancel.is_cancelled() {
            return Err(Cancelled);
        }
        let Some(series) = self.results.series.get_mut(index) else { return Ok(()) };
        let Some(material) = self.materials.get(series.corpus) else { return Ok(()) };
        let Some(engine) = self.engines.get_mut(series.engine) else { return Ok(()) };
        let range = series.range(unit);
        let bad = |outcome: &Option<Outcome>| outcome.is_some_and(|it| it != Outcome::Answered);
        let failed = series.outcomes.get(range.clone()).unwrap_or_default().iter().any(bad)
            || series.faults.iter().any(|fault| fault.unit == unit);
        if !failed {
            let run = engine.run(material, range.clone(), self.task);
            if run.cancelled {
                return Err(Cancelled);
            }
            let seen =
                self.seen.get_mut(series.corpus).and_then(|seen| seen.get_mut(range.clone()));
            record(series, material, (round, unit), &run, seen.unwrap_or_default(), self.task);
        }
        watcher.ran(1);
        self.results.elapsed = self.start.elapsed().as_secs_f64();
        watcher.progress(&|| {
            // In the results themselves it would end the runs of an engine that others may yet refute.
            let mut results = self.results.clone();
            conclude(&mut results, &self.seen);
            results
        });
        Ok(())
    }
}

/// What can only be said of all answers until then: who claims fewer solutions than there are, and who
/// disagrees with whom.
fn conclude(results: &mut Results, seen: &[Vec<Seen>]) {
    for (corpus, seen) in seen.iter().enumerate() {
        if let Some(info) = results.corpora.get_mut(corpus) {
            for (puzzle, seen) in info.puzzles.iter_mut().zip(seen) {
                puzzle.known = seen.count();
            }
        }
        for series in results.series.iter_mut().filter(|it| it.corpus == corpus) {
            missing_solutions(series, seen);
        }
        let Some(info) = results.corpora.get(corpus) else { continue };
        disagreements(&mut results.series, corpus, info.puzzles.len());
    }
}

/// Books a run.
fn record(
    series: &mut Series,
    material: &Material,
    (round, unit): (u32, usize),
    run: &Run,
    seen: &mut [Seen],
    task: &Task,
) {
    if let Some(time) = series.nanoseconds.last_mut().and_then(|times| times.get_mut(unit)) {
        *time = Some(nanoseconds(run.time));
    }
    if let Some(reason) = run.fault.clone() {
        series.faults.push(Fault { round, puzzle: None, unit, reason });
    }
    for ((puzzle, answer), seen) in series.range(unit).zip(&run.answers).zip(seen) {
        let judged = match answer {
            Some(answer) => judge(material, puzzle, answer, task.ask, seen),
            None if run.timed_out => Ok(Outcome::TimedOut),
            None => Ok(Outcome::Missing),
        };
        let outcome = judged.unwrap_or_else(|reason| {
            series.faults.push(Fault { round, puzzle: Some(puzzle), unit, reason });
            Outcome::Wrong
        });
        if outcome == Outcome::Missing {
            let reason = "no answer".to_owned();
            series.faults.push(Fault { round, puzzle: Some(puzzle), unit, reason });
        }
        let set = |list: &mut Vec<Option<u64>>, value: Option<u64>| {
            if let Some(slot) = list.get_mut(puzzle) {
                *slot = value;
            }
        };
        let answer = answer.as_ref().filter(|answer| answer.refused.is_none());
        set(&mut series.solutions, answer.map(|answer| answer.solutions));
        set(&mut series.nodes, answer.and_then(|answer| answer.nodes));
        if let Some(slot) = series.exhausted.get_mut(puzzle) {
            *slot = answer.map(|answer| answer.complete);
        }
        if let Some(slot) = series.outcomes.get_mut(puzzle) {
            *slot = Some(outcome);
        }
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}
