//! Measures: every engine on every puzzle, in rounds, and judges every answer.

mod bench;
mod judging;

use std::sync::OnceLock;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use quadrille_cover::CancelToken;
use sha2::{Digest, Sha256};

use crate::definition::{Definition, Runs};
use crate::engine::{Engine, Task, engine};
use crate::machine::Machine;
use crate::material::{Material, Puzzles};
use crate::results::{
    CorpusInfo, DefinitionText, EngineInfo, PuzzleInfo, Results, SCHEMA, Series, Settings,
};

/// A measurement that is ready to run: engines and puzzles are there.
#[derive(Debug)]
pub struct Session<'e> {
    engines: Vec<Box<dyn Engine + 'e>>,
    materials: Vec<Material>,
    results: Results,
    warm_up: Duration,
    task: Task,
}

/// Is told how far a session is, always outside the clock. Every method has an empty default.
pub trait Watcher {
    /// Measuring begins; so many runs are planned, of a puzzle or of a batch.
    fn begin(&mut self, runs: u64) {
        let _ = runs;
    }

    /// Runs that have ended, or that are left out since the engine timed out on the puzzle before.
    fn ran(&mut self, runs: u64) {
        let _ = runs;
    }

    /// Something was measured. Whoever wants the results so far, complete in themselves and judged like those at
    /// the end, has them made by `results`: that takes the longer the more there are.
    fn progress(&mut self, results: &dyn Fn() -> Results) {
        let _ = results;
    }

    /// Nothing more will be measured.
    fn end(&mut self) {}
}

/// Watches nothing.
impl Watcher for () {}

/// An engine that cannot take any corpus, or a name that stands twice.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
#[non_exhaustive]
pub struct SessionError(String);

impl<'e> Session<'e> {
    /// A session of a definition, with the engines that it names.
    ///
    /// # Errors
    ///
    /// If an engine cannot take the puzzles of its kind.
    pub fn new(
        definition: &Definition,
        text: DefinitionText,
        materials: Vec<Material>,
        cancel: CancelToken,
    ) -> Result<Self, SessionError> {
        let engines: Result<Vec<_>, _> = definition.engines.iter().map(engine).collect();
        let mut session =
            Session::with(definition, engines.map_err(SessionError)?, materials, cancel)?;
        for (info, spec) in session.results.engines.iter_mut().zip(&definition.engines) {
            if let Runs::Command(command) = spec.runs() {
                info.command = Some(command);
            }
        }
        session.results.definition = text;
        if definition.control {
            session.add_controls(definition).map_err(SessionError)?;
        }
        Ok(session)
    }

    /// A session of other engines than those that a definition can name; it has no control.
    ///
    /// # Errors
    ///
    /// If an engine cannot take the puzzles of its kind, or two have the same name.
    pub fn with(
        definition: &Definition,
        engines: Vec<Box<dyn Engine + 'e>>,
        materials: Vec<Material>,
        cancel: CancelToken,
    ) -> Result<Self, SessionError> {
        let results = Results {
            schema: SCHEMA.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: option_env!("QUADRILLE_COMMIT").map(str::to_owned),
            program_sha256: program_sha256(),
            started: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |past| past.as_secs()),
            elapsed: 0.0,
            complete: false,
            machine: Machine::detect(),
            definition: DefinitionText::default(),
            settings: settings(definition),
            engines: Vec::new(),
            corpora: materials.iter().map(corpus_info).collect(),
            series: Vec::new(),
            scaling: None,
        };
        let mut session = Session {
            engines: Vec::new(),
            materials,
            results,
            warm_up: definition.warm_up(),
            task: Task::of(definition, cancel),
        };
        for engine in engines {
            session.add(engine, None).map_err(SessionError)?;
        }
        Ok(session)
    }

    /// Adds an engine that is the same as another one; see [`Definition::control`].
    ///
    /// # Errors
    ///
    /// If it cannot take the puzzles, or its name stands already.
    pub fn add_control(
        &mut self,
        engine: Box<dyn Engine + 'e>,
        of: usize,
    ) -> Result<(), SessionError> {
        self.add(engine, Some(of)).map_err(SessionError)
    }

    fn add_controls(&mut self, definition: &Definition) -> Result<(), String> {
        let mut kinds = Vec::new();
        for (index, spec) in definition.engines.iter().enumerate() {
            if kinds.contains(&spec.kind()) {
                continue;
            }
            kinds.push(spec.kind());
            let control = Renamed { name: format!("{} again", spec.name()), engine: engine(spec)? };
            self.add(Box::new(control), Some(index))?;
            let command = self.results.engines.get(index).and_then(|info| info.command.clone());
            if let Some(info) = self.results.engines.last_mut() {
                info.command = command;
            }
        }
        Ok(())
    }

    fn add(
        &mut self,
        engine: Box<dyn Engine + 'e>,
        control_of: Option<usize>,
    ) -> Result<(), String> {
        let name = engine.name().to_owned();
        if self.results.engines.iter().any(|other| other.name == name) {
            return Err(format!("engine `{name}` named twice"));
        }
        let index = self.engines.len();
        for (corpus, material) in self.materials.iter().enumerate() {
            if material.kind() != engine.kind() {
                continue;
            }
            engine.check(material).map_err(|error| format!("corpus {}: {error}", material.name))?;
            let unit = match engine.mode() {
                crate::definition::Mode::Single => 1,
                crate::definition::Mode::Batch => self.results.settings.batch.min(material.len()),
            };
            let puzzles = material.len();
            self.results.series.push(Series {
                engine: index,
                corpus,
                unit: unit.max(1),
                outcomes: vec![None; puzzles],
                solutions: vec![None; puzzles],
                exhausted: vec![None; puzzles],
                nodes: vec![None; puzzles],
                ..Series::default()
            });
        }
        self.results.engines.push(EngineInfo {
            name,
            kind: engine.kind(),
            mode: engine.mode(),
            description: engine.description(),
            nodes: engine.counts_nodes(),
            command: None,
            control_of,
        });
        self.engines.push(engine);
        Ok(())
    }

    /// The results before anything is measured: complete in themselves, and empty.
    pub fn results(&self) -> &Results {
        &self.results
    }

    /// Runs it, until it is done or the token is pulled; the results are complete in themselves either
    /// way.
    ///
    /// A round visits all puzzles, and on each runs all engines that take single puzzles; engines that
    /// take batches run before or after those, batch by batch. The order is that of
    /// [`turns`](crate::turns): on each puzzle every engine comes first equally often.
    ///
    /// An engine that timed out on a puzzle, or gave a wrong answer, is not run on it again.
    pub fn run(mut self, watcher: &mut dyn Watcher) -> Results {
        let start = Instant::now();
        bench::Bench {
            engines: &mut self.engines,
            materials: &self.materials,
            results: &mut self.results,
            task: &self.task,
            warm_up: self.warm_up,
            start,
            seen: Vec::new(),
        }
        .run(watcher);
        self.results.elapsed = start.elapsed().as_secs_f64();
        watcher.end();
        self.results
    }
}

/// An engine under another name.
#[derive(Debug)]
struct Renamed<'e> {
    name: String,
    engine: Box<dyn Engine + 'e>,
}

impl Engine for Renamed<'_> {
    fn name(&self) -> &str {
        &self.name
    }

    fn kind(&self) -> crate::definition::Kind {
        self.engine.kind()
    }

    fn mode(&self) -> crate::definition::Mode {
        self.engine.mode()
    }

    fn description(&self) -> String {
        self.engine.description()
    }

    fn counts_nodes(&self) -> bool {
        self.engine.counts_nodes()
    }

    fn check(&self, material: &Material) -> Result<(), String> {
        self.engine.check(material)
    }

    fn run(
        &mut self,
        material: &Material,
        range: std::ops::Range<usize>,
        task: &Task,
    ) -> crate::engine::Run {
        self.engine.run(material, range, task)
    }

    fn start(
        &mut self,
        material: &Material,
        range: std::ops::Range<usize>,
        task: &Task,
    ) -> Option<Duration> {
        self.engine.start(material, range, task)
    }
}

fn settings(definition: &Definition) -> Settings {
    Settings {
        name: definition.name.clone(),
        ask: definition.ask,
        rounds: definition.rounds.get(),
        seed: definition.seed,
        order: definition.order,
        clock: definition.clock,
        warm_up: definition.warm_up().as_secs_f64(),
        time_limit: definition.time_limit().as_secs_f64(),
        node_limit: definition.node_limit,
        batch: definition.batch.get(),
        confidence: definition.confidence,
    }
}

fn corpus_info(material: &Material) -> CorpusInfo {
    let boxes = match &material.puzzles {
        Puzzles::Sudoku(shape, _) => Some([shape.box_rows(), shape.box_columns()]),
        Puzzles::Cover(_) | Puzzles::Variant(_) => None,
    };
    let info = |entry: &crate::material::Entry| PuzzleInfo {
        text: entry.text.clone(),
        source: entry.source.clone(),
        line: entry.line,
        size: entry.size,
        class: entry.class,
        count: entry.count,
        known: 0,
        definition: entry.definition.clone(),
    };
    CorpusInfo {
        name: material.name.clone(),
        kind: material.kind(),
        boxes,
        sha256: material.sha256.clone(),
        rejected: material.rejected.clone(),
        puzzles: material.entries.iter().map(info).collect(),
    }
}

/// The same for all sessions of a process, and read once.
fn program_sha256() -> Option<String> {
    static HASH: OnceLock<Option<String>> = OnceLock::new();
    let hash = || {
        let bytes = std::fs::read(std::env::current_exe().ok()?).ok()?;
        Some(Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect())
    };
    HASH.get_or_init(hash).clone()
}
