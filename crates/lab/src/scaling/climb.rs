//! Measures size after size, each by a [`Session`] of those engines that are left.

use std::time::{Duration, Instant};

use quadrille_cover::CancelToken;

use super::Study;
use super::points::is_reached;
use crate::definition::{Clock, Kind};
use crate::material::Material;
use crate::results::{LeftOut, Results, Series, SkippedSize};
use crate::session::{Session, Watcher};

/// Readings of the clock from which its resolution is taken.
const READINGS: usize = 1000;

/// A study that is ready to run.
#[derive(Debug)]
pub struct Climb {
    study: Study,
    strategies: Vec<&'static str>,
    sizes: Vec<usize>,
    /// The puzzles of the first size, which are made already.
    first: Option<Material>,
    results: Results,
    cancel: CancelToken,
}

impl Climb {
    pub(super) fn new(
        study: Study,
        strategies: Vec<&'static str>,
        (sizes, first): (Vec<usize>, Material),
        results: Results,
        cancel: CancelToken,
    ) -> Self {
        Climb { study, strategies, sizes, first: Some(first), results, cancel }
    }

    /// The results before anything is measured: complete in themselves, and without a size.
    pub fn results(&self) -> &Results {
        &self.results
    }

    /// Runs it, until no size is left, no engine, or the token is pulled; the results are complete in
    /// themselves either way.
    ///
    /// A size is measured like the corpus of any [`Session`]. An engine that has not answered at least half
    /// of its puzzles in the budget, so that the median is not known, or whose answers were wrong, is not
    /// tried on larger sizes; of threads, on which the work is the same, all are tried.
    pub fn run(mut self, watcher: &mut dyn Watcher) -> Results {
        let start = Instant::now();
        let puzzles = match self.study.family.kind() {
            Kind::Sudoku | Kind::Variant => self.study.puzzles.get() as u64,
            Kind::Cover => 1,
        };
        let runs_of_one = puzzles.saturating_mul(self.study.rounds.get().into());
        let runs_of_size = runs_of_one.saturating_mul(self.strategies.len() as u64);
        watcher.begin(runs_of_size.saturating_mul(self.sizes.len() as u64));
        let mut left: Vec<usize> = (0..self.strategies.len()).collect();
        let mut complete = true;
        for size in std::mem::take(&mut self.sizes) {
            if self.cancel.is_cancelled() {
                complete = false;
            }
            if !complete || left.is_empty() {
                break;
            }
            let material = self.material(size);
            if self.cancel.is_cancelled() {
                complete = false;
                break;
            }
            let Some(material) = material else { break };
            let able = self.able(&left, &material, size);
            let runs = runs_of_one.saturating_mul(able.len() as u64);
            watcher.ran(runs_of_size.saturating_sub(runs));
            if !able.is_empty() {
                complete = self.measure(size, material, &able, (start, watcher));
            }
            if !self.study.family.is_threads() {
                let results = &self.results;
                let corpus = results.corpora.len().saturating_sub(1);
                left.retain(|&engine| {
                    !able.contains(&engine)
                        || results.series(engine, corpus).is_some_and(is_reached)
                });
            }
        }
        self.results.complete = complete;
        self.results.elapsed = start.elapsed().as_secs_f64();
        watcher.end();
        self.results
    }

    /// The puzzles of a size; if there are none, neither are there of larger ones.
    fn material(&mut self, size: usize) -> Option<Material> {
        if let Some(first) = self.first.take() {
            return Some(first);
        }
        match self.study.family.material(size, &self.study, &self.cancel) {
            Ok(material) => Some(material),
            Err(_) if self.cancel.is_cancelled() => None,
            Err(reason) => {
                if let Some(info) = &mut self.results.scaling {
                    info.skipped.push(SkippedSize { size, reason });
                }
                None
            }
        }
    }

    /// Those of the engines that can take the puzzles; of the others it is noted why not.
    fn able(&mut self, left: &[usize], material: &Material, size: usize) -> Vec<usize> {
        let mut able = Vec::new();
        for &engine in left {
            let Some(&name) = self.strategies.get(engine) else { continue };
            match (self.study.engine(name, size).check(material), &mut self.results.scaling) {
                (Ok(()), _) => able.push(engine),
                (Err(reason), Some(info)) => info.left_out.push(LeftOut { engine, size, reason }),
                (Err(_), None) => {}
            }
        }
        able
    }

    /// Measures a size; whether it came to the end of it.
    fn measure(
        &mut self,
        size: usize,
        material: Material,
        able: &[usize],
        (start, watcher): (Instant, &mut dyn Watcher),
    ) -> bool {
        let names = able.iter().filter_map(|&engine| self.strategies.get(engine));
        let engines = names.map(|name| self.study.engine(name, size)).collect();
        let definition = self.study.definition();
        // They can take the puzzles, and their names differ: there is no error left.
        let Ok(session) = Session::with(&definition, engines, vec![material], self.cancel.clone())
        else {
            return false;
        };
        if let Some(info) = &mut self.results.scaling {
            info.sizes.push(size);
        }
        let mut relay = Relay { before: &self.results, able, start, watcher };
        let of_size = session.run(&mut relay);
        add(&mut self.results, &of_size, able);
        of_size.complete
    }
}

/// Adds a size that was measured with those engines to the results of those before.
fn add(all: &mut Results, of_size: &Results, able: &[usize]) {
    let corpus = all.corpora.len();
    all.corpora.extend(of_size.corpora.iter().cloned());
    for series in &of_size.series {
        let engine = able.get(series.engine).copied().unwrap_or_default();
        all.series.push(Series { engine, corpus, ..series.clone() });
    }
}

/// Passes on what a session tells, as a part of the whole.
struct Relay<'r> {
    /// The results of the sizes before.
    before: &'r Results,
    able: &'r [usize],
    start: Instant,
    watcher: &'r mut dyn Watcher,
}

impl Watcher for Relay<'_> {
    fn ran(&mut self, runs: u64) {
        self.watcher.ran(runs);
    }

    fn progress(&mut self, of_size: &dyn Fn() -> Results) {
        let (before, able, start) = (self.before, self.able, self.start);
        self.watcher.progress(&|| {
            let mut all = before.clone();
            add(&mut all, &of_size(), able);
            all.elapsed = start.elapsed().as_secs_f64();
            all
        });
    }
}

/// Seconds: the least difference between two readings of the clock that follow each other, but 0.
pub(super) fn resolution(clock: Clock) -> f64 {
    let mut least = Duration::MAX;
    for _ in 0..READINGS {
        // Nothing is timed but the readings themselves; where the clock is too coarse to see one, wait
        // until it moves.
        let ((), time) = clock.time(|| ());
        let step = if time.is_zero() { step(clock) } else { time };
        least = least.min(step);
    }
    least.as_secs_f64()
}

/// How far the clock moves when it moves.
fn step(clock: Clock) -> Duration {
    let mut work = 1u32;
    loop {
        let ((), time) = clock.time(|| {
            for number in 0..work {
                std::hint::black_box(number);
            }
        });
        if !time.is_zero() {
            return time;
        }
        work = work.saturating_mul(2);
    }
}
