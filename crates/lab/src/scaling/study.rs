//! What is to be measured: a family, from where to where, by whom, in which budget.

use std::num::{NonZeroU32, NonZeroUsize};
use std::time::Duration;

use quadrille_cover::CancelToken;

use super::Family;
use super::climb::{Climb, resolution};
use crate::definition::{Ask, Clock, Definition, Kind, Mode};
use crate::engine::{CoverEngine, Engine, SudokuEngine};
use crate::results::{DefinitionText, ScalingInfo, SkippedSize};
use crate::session::Session;

/// How sure the intervals of a study are: it has few points.
const CONFIDENCE: f64 = 0.95;

/// What is to be measured.
///
/// ```
/// use std::time::Duration;
/// use quadrille_cover::CancelToken;
/// use quadrille_lab::scaling::{Family, Study, points};
///
/// let mut study = Study::of(Family::by_name("queens").expect("it is one"));
/// (study.from, study.to) = (4, 8);
/// study.strategies = vec!["links".to_owned(), "bits".to_owned()];
/// study.budget = Duration::from_secs(60);
/// let results = study.begin(CancelToken::new())?.run(&mut ());
/// assert!(results.complete && !results.has_faults());
/// let points = points(&results, 0);
/// assert_eq!(points.last().map(|point| (point.size, point.solutions)), Some((8, Some(92))));
/// # Ok::<(), quadrille_lab::scaling::StudyError>(())
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Study {
    /// What grows.
    pub family: &'static Family,
    /// The first size.
    pub from: usize,
    /// The last size.
    pub to: usize,
    /// From a size to the next that is tried.
    pub step: NonZeroUsize,
    /// Names of strategies; none for all that can take the family.
    pub strategies: Vec<String>,
    /// What is asked of each puzzle.
    pub ask: Ask,
    /// Time for a puzzle. An engine that needs more on a size is not tried on larger ones.
    pub budget: Duration,
    /// How often each engine runs on each puzzle.
    pub rounds: NonZeroU32,
    /// What times are.
    pub clock: Clock,
    /// Puzzles of each size, of sudokus.
    pub puzzles: NonZeroUsize,
    /// Cells of a hundred that are empty, of sudokus.
    pub empty: u8,
    /// The seed of sudokus.
    pub seed: u64,
    /// The problem that threads search.
    pub instance: String,
    /// What repeats the study: a command line.
    pub text: String,
}

/// More puzzles of a size are not made: all of them are in memory, and in the results.
const MOST_PUZZLES: usize = 10_000;

/// Why a study cannot begin.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
#[non_exhaustive]
pub struct StudyError(String);

impl Study {
    /// The study of a family, as it is unless it is told otherwise: all strategies, a second for a puzzle,
    /// three rounds.
    pub fn of(family: &'static Family) -> Self {
        let (from, to) = family.default;
        let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        Study {
            family,
            from,
            to: if family.is_threads() { cores().max(2) } else { to },
            step: NonZeroUsize::MIN,
            strategies: Vec::new(),
            ask: family.ask,
            budget: Duration::from_secs(1),
            rounds: const { NonZeroU32::new(3).unwrap() },
            clock: Clock::Wall,
            puzzles: const { NonZeroUsize::new(5).unwrap() },
            empty: 50,
            seed: 1,
            instance: "queens 12".to_owned(),
            text: String::new(),
        }
    }

    /// Makes it ready: finds out which strategies and sizes there are.
    ///
    /// # Errors
    ///
    /// If a bound of the sizes makes no sense, there is no such strategy or instance, or none that can take
    /// the first size; or if the token is pulled while the puzzles of that are made.
    pub fn begin(self, cancel: CancelToken) -> Result<Climb, StudyError> {
        self.check().map_err(StudyError)?;
        let mut strategies = self.chosen().map_err(StudyError)?;
        let mut info = ScalingInfo {
            family: self.family.name.to_owned(),
            parameter: self.family.parameter.to_owned(),
            instance: self.family.is_threads().then(|| self.instance.clone()),
            budget: self.budget.as_secs_f64(),
            resolution: resolution(self.clock),
            to: self.to,
            ..ScalingInfo::default()
        };
        let mut sizes = Vec::new();
        for size in (self.from..=self.to).step_by(self.step.get()) {
            match self.family.check_size(size) {
                Ok(()) => sizes.push(size),
                Err(reason) => info.skipped.push(SkippedSize { size, reason: reason.to_owned() }),
            }
        }
        let Some(&first) = sizes.first() else {
            let reason = info.skipped.first().map_or("", |skipped| &skipped.reason);
            let (from, to) = (self.from, self.to);
            return Err(StudyError(format!("no size from {from} to {to}: {reason}")));
        };
        let material = self.family.material(first, &self, &cancel).map_err(StudyError)?;
        let fault = |name: &&'static str| self.engine(name, first).check(&material).err();
        let faults: Vec<String> = strategies.iter().filter_map(fault).collect();
        // A strategy that cannot take the first size may take others, if it was asked for.
        if faults.len() == strategies.len() && !self.takes_others(&strategies, &sizes) {
            return Err(StudyError(faults.join("; ")));
        }
        if self.strategies.is_empty() {
            strategies.retain(|name| fault(name).is_none());
        }
        let engines = strategies.iter().map(|name| self.engine(name, first)).collect();
        let session = Session::with(&self.definition(), engines, Vec::new(), cancel.clone());
        let mut results = session.map_err(|error| StudyError(error.to_string()))?.results().clone();
        results.definition = DefinitionText::new("", &self.text);
        results.scaling = Some(info);
        Ok(Climb::new(self, strategies, (sizes, material), results, cancel))
    }

    /// What makes no sense.
    fn check(&self) -> Result<(), String> {
        let family = self.family;
        let (least, most) = family.sizes;
        let (from, to) = (self.from, self.to);
        if from > to {
            return Err(format!("from {from} to {to}: the first size must not be over the last"));
        }
        if let Some(size) = [from, to].into_iter().find(|size| !(least..=most).contains(size)) {
            let (name, parameter) = (family.name, family.parameter);
            return Err(format!("{name}: {parameter} is {least} to {most}, found {size}"));
        }
        if self.budget.is_zero() {
            return Err("a budget of 0 leaves no time".to_owned());
        }
        if self.puzzles.get() > MOST_PUZZLES {
            return Err(format!("at most {MOST_PUZZLES} puzzles a size, found {}", self.puzzles));
        }
        if self.empty > 100 {
            return Err(format!("{} % of the cells cannot be empty", self.empty));
        }
        if family.is_threads() && self.clock == Clock::Cpu {
            return Err("the processor time of one thread says nothing of several".to_owned());
        }
        Ok(())
    }

    /// The names of the strategies.
    fn chosen(&self) -> Result<Vec<&'static str>, String> {
        let kind = self.family.kind();
        let known: Vec<&'static str> = match kind {
            Kind::Sudoku => quadrille_sudoku::strategy::ALL.iter().map(|it| it.name()).collect(),
            Kind::Cover => quadrille_cover::strategy::ALL.iter().map(|it| it.name()).collect(),
            // No family is of variants.
            Kind::Variant => Vec::new(),
        };
        // They count by sub-problems, with a memory that threads do not share.
        let alone = |name: &str| self.family.is_threads() && ["auto", "dd"].contains(&name);
        if self.strategies.is_empty() {
            let takes = |name: &&str| !alone(name) && self.takes_all(name);
            return Ok(known.into_iter().filter(takes).collect());
        }
        let mut chosen = Vec::new();
        for name in &self.strategies {
            let Some(&found) = known.iter().find(|known| *known == name) else {
                return Err(format!("no {kind} strategy `{name}`: there are {}", known.join(", ")));
            };
            if alone(name) {
                return Err(format!(
                    "strategy {name} counts by sub-problems, with a memory that threads do not share"
                ));
            }
            if chosen.contains(&found) {
                return Err(format!("strategy `{name}` named twice"));
            }
            chosen.push(found);
        }
        Ok(chosen)
    }

    /// Whether a strategy can take sudokus of all sizes.
    fn takes_all(&self, name: &str) -> bool {
        if self.family.kind() == Kind::Cover {
            return true;
        }
        let mut shapes = (self.from..=self.to).filter_map(super::sudokus::shape);
        quadrille_sudoku::strategy::by_name(name)
            .is_some_and(|strategy| shapes.all(|shape| strategy.takes(shape)))
    }

    /// Whether one of the strategies can take sudokus of some size.
    fn takes_others(&self, names: &[&str], sizes: &[usize]) -> bool {
        self.family.kind() == Kind::Sudoku
            && names.iter().filter_map(|name| quadrille_sudoku::strategy::by_name(name)).any(
                |strategy| {
                    let mut shapes = sizes.iter().filter_map(|&size| super::sudokus::shape(size));
                    shapes.any(|shape| strategy.takes(shape))
                },
            )
    }

    /// A strategy for a size.
    pub(super) fn engine(&self, name: &'static str, size: usize) -> Box<dyn Engine> {
        let cover = quadrille_cover::strategy::by_name(name);
        let sudoku = quadrille_sudoku::strategy::by_name(name);
        match (self.family.kind(), cover, sudoku) {
            (Kind::Sudoku, _, Some(strategy)) => {
                Box::new(SudokuEngine::new(name, strategy, Mode::Single))
            }
            (_, cover, _) => {
                let strategy = cover.unwrap_or(&quadrille_cover::strategy::Auto);
                let threads = if self.family.is_threads() { size } else { 1 };
                Box::new(CoverEngine::new(name, strategy).by_threads(threads))
            }
        }
    }

    pub(super) fn definition(&self) -> Definition {
        let name = format!("scaling of {}", self.family.name);
        let mut definition = Definition::plain(&name, self.budget);
        definition.ask = self.ask;
        definition.rounds = self.rounds;
        definition.seed = self.seed;
        definition.clock = self.clock;
        definition.confidence = CONFIDENCE;
        definition
    }
}
