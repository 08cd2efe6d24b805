//! Searches that outlive their process: the state of a search in a file (feature `checkpoint`).
//!
//! A checkpoint is one JSON document. It holds where the search stands ([`State`]), and what must be
//! the same for that to mean anything: the problem (a hash of its matrix), the strategy, the setup
//! and the version of this crate, since the order of a search may change from one to the next. Whoever
//! resumes it gives the same problem and search again; anything else is refused, by name.
//!
//! A search by several threads has several states, one for each part of the tree (feature `parallel`):
//! `Checkpoint::of_team`, `Checkpoint::team_state`. Any number of threads can go on with it. The file
//! is described in docs/FORMATS.md; files of version 1 of the format, with a single part, are read, too.
//!
//! ```
//! use quadrille_cover::checkpoint::Checkpoint;
//! use quadrille_cover::{Search, text};
//!
//! let problem = text::read("a b\na\nb\na b\n")?;
//! let search = Search::new();
//! let mut solutions = search.solutions(&problem)?;
//! solutions.next();
//!
//! # let folder = std::env::temp_dir().join(format!("quadrille-doc-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder)?;
//! let path = folder.join("search.json");
//! Checkpoint::of_solutions(&problem, &search, &solutions).write(&path)?;
//!
//! // Later, elsewhere:
//! let checkpoint = Checkpoint::read(&path)?;
//! let rest = checkpoint.resume(&problem, &search)?;
//! assert_eq!(rest.statistics().solutions, 1);
//! assert_eq!(rest.count(), 1);
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod saved;

use std::fs::{self, File};
use std::io::{self, Write};
use std::ops::DerefMut;
use std::path::{Path, PathBuf};

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

pub(crate) use self::saved::Position;
use self::saved::{First, Saved};
use crate::cheapest::CheapestRun;
use crate::ids::{ItemId, OptionId};
use crate::matrix::{ItemKind, Matrix};
#[cfg(feature = "parallel")]
use crate::parallel::{Part, Team, TeamState};
use crate::run::Solutions;
use crate::search::{Search, SearchError};
use crate::setup::{Branching, Order, Setup};
use crate::shard::{Shard, ShardId};
use crate::strategy::{Searcher, Stage, State};

const FORMAT: &str = "quadrille-checkpoint";
const VERSION: u32 = 2;
pub(crate) const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// The state of a search, and what it belongs to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checkpoint {
    format: String,
    version: u32,
    /// The version of this crate.
    program: String,
    /// SHA-256 of the matrix.
    problem: String,
    settings: Settings,
    /// The parts of the tree that remain; of a search by one thread there is one.
    parts: Vec<Saved>,
    /// The cheapest solutions so far, where those are wanted.
    found: Vec<Vec<u32>>,
    /// SHA-256 of the same document without it.
    checksum: String,
}

/// What the user has asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Settings {
    strategy: String,
    given: Vec<u32>,
    forbidden: Vec<u32>,
    branching: String,
    order: String,
    /// What tells the rules of a propagator, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    propagator: Option<String>,
    /// How many of the cheapest solutions; `None` for solutions in the order of the search.
    cheapest: Option<usize>,
    /// Which part of the search, if not all of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    shard: Option<String>,
}

/// Why a checkpoint cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The file cannot be read.
    #[error("cannot read the checkpoint: {0}")]
    Io(#[from] io::Error),
    /// The file is no checkpoint, or a part of one.
    #[error("no checkpoint: {0}")]
    Malformed(#[source] serde_json::Error),
    /// The file is a JSON document of another kind.
    #[error("no checkpoint: its format is {0:?}, not {FORMAT:?}")]
    Format(String),
    /// The file is of another version of the format or of this crate.
    #[error("the checkpoint was written by version {found}: this is version {PROGRAM}")]
    Version {
        /// The version that wrote it.
        found: String,
    },
    /// The file is not as it was written.
    #[error("the checkpoint is damaged: its checksum does not fit")]
    Damaged,
    /// The search was one of another problem.
    #[error("the checkpoint is of another problem")]
    Problem,
    /// The search was another one.
    #[error("the checkpoint is of another search: its {setting} was {saved}, not {now}")]
    Setting {
        /// What differs.
        setting: &'static str,
        /// What it was.
        saved: String,
        /// What it is now.
        now: String,
    },
    /// The search was one by several threads: see `Checkpoint::team_state`.
    #[error("the checkpoint is of a search by several threads: it has {parts} parts")]
    Parts {
        /// How many parts of the tree remain.
        parts: usize,
    },
    /// The search cannot begin, or the position is not one of its positions.
    #[error("the checkpoint does not fit: {0}")]
    Search(#[from] SearchError),
}

impl Checkpoint {
    /// The checkpoint of a search for solutions.
    pub fn of_solutions(
        problem: &impl AsRef<Matrix>,
        search: &Search,
        solutions: &Solutions<'_>,
    ) -> Self {
        let parts = vec![Saved::new(&solutions.state(), &[])];
        Checkpoint::new(problem.as_ref(), search, None, parts, Vec::new())
    }

    /// The checkpoint of a search by several threads; they rest for a moment.
    #[cfg(feature = "parallel")]
    pub fn of_team(problem: &impl AsRef<Matrix>, search: &Search, team: &Team<'_, '_>) -> Self {
        let TeamState { parts, found } = team.state();
        let parts = parts.iter().map(|part| Saved::new(&part.state, &part.pending)).collect();
        let found = found.iter().map(|options| numbers(options)).collect();
        Checkpoint::new(problem.as_ref(), search, team.wanted(), parts, found)
    }

    /// The checkpoint of the search of a shard.
    pub fn of_shard(
        problem: &impl AsRef<Matrix>,
        search: &Search,
        shard: &ShardId,
        solutions: &Solutions<'_>,
    ) -> Self {
        let mut checkpoint = Checkpoint::of_solutions(problem, search, solutions);
        checkpoint.settings.shard = Some(shard.in_full());
        checkpoint.sealed()
    }

    /// The checkpoint of a search for the `k` cheapest solutions.
    pub fn of_cheapest<'m, S: DerefMut<Target = dyn Searcher + 'm>>(
        problem: &impl AsRef<Matrix>,
        search: &Search,
        run: &CheapestRun<'m, S>,
    ) -> Self {
        let found = run.solutions().iter().map(|solution| numbers(&solution.options)).collect();
        let parts = vec![Saved::new(&run.state(), &[])];
        Checkpoint::new(problem.as_ref(), search, Some(run.wanted()), parts, found)
    }

    fn new(
        matrix: &Matrix,
        search: &Search,
        cheapest: Option<usize>,
        parts: Vec<Saved>,
        found: Vec<Vec<u32>>,
    ) -> Self {
        Checkpoint {
            format: FORMAT.to_owned(),
            version: VERSION,
            program: PROGRAM.to_owned(),
            problem: fingerprint(matrix),
            settings: Settings::of(search, cheapest, matrix),
            parts,
            found,
            checksum: String::new(),
        }
        .sealed()
    }

    /// The same with its checksum.
    fn sealed(mut self) -> Self {
        self.checksum.clear();
        self.checksum = checksum(&self);
        self
    }

    /// Number of solutions before the checkpoint: those that were handed over, where each is wanted.
    /// `u64::MAX` if they are more: [`total`](Self::total) is exact.
    pub fn solutions(&self) -> u64 {
        u64::try_from(self.total()).unwrap_or(u64::MAX)
    }

    /// The same number, exactly.
    pub fn total(&self) -> BigUint {
        let total: BigUint = self.parts.iter().map(Saved::total).sum();
        let pending: u64 = self.parts.iter().map(|part| part.pending.len() as u64).sum();
        // A file may say that more wait than were found.
        total.max(pending.into()) - pending
    }

    /// Number of nodes before the checkpoint.
    pub fn nodes(&self) -> u64 {
        self.parts.iter().map(|part| part.nodes).fold(0, u64::saturating_add)
    }

    /// Number of parts of the tree that remain: 1 for a search by one thread.
    pub fn parts(&self) -> usize {
        self.parts.len()
    }

    /// Writes the checkpoint to a file, so that at any moment there is a whole one under that name,
    /// the old or the new: it is written under another name (`.NAME.new`), synced to the disk and renamed.
    /// If the name is a link to a file, that file is replaced and the link stays. The new file has the
    /// permissions of the old one. Only one process may write to a file.
    ///
    /// # Errors
    ///
    /// Those of the file system; the old file is then as it was. Only regular files are replaced: a
    /// device, a pipe, or a link that leads nowhere is an error, under either of the two names.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        let mut text = serde_json::to_vec(self)?;
        text.push(b'\n');
        let (path, old) = match fs::symlink_metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => (path.to_owned(), None),
            Err(error) => return Err(error),
            Ok(_) => (fs::canonicalize(path)?, Some(fs::metadata(path)?)),
        };
        old.as_ref().map_or(Ok(()), regular)?;
        let beside = beside(&path)?;
        // What is at the other name is left from a process that was killed.
        if let Ok(left) = fs::symlink_metadata(&beside) {
            regular(&left)?;
            fs::remove_file(&beside)?;
        }
        let mut file = File::create_new(&beside)?;
        let written = old.map_or(Ok(()), |old| file.set_permissions(old.permissions()));
        let written = written.and_then(|()| {
            file.write_all(&text)?;
            file.sync_all()?;
            fs::rename(&beside, &path)
        });
        if written.is_err() {
            // That it cannot be removed is no news.
            let _ = fs::remove_file(&beside);
        }
        written?;
        // The new name is on the disk when its folder is; not every system can say so.
        let folder = beside.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Ok(folder) = File::open(folder.unwrap_or(Path::new("."))) {
            let _ = folder.sync_all();
        }
        Ok(())
    }

    /// Reads a checkpoint.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, is no whole checkpoint, or is one of another version.
    pub fn read(path: &Path) -> Result<Self, CheckpointError> {
        /// What every version of the format has.
        #[derive(Deserialize)]
        struct Head {
            format: String,
            version: u32,
            program: String,
        }
        let text = fs::read(path)?;
        let head: Head = serde_json::from_slice(&text).map_err(CheckpointError::Malformed)?;
        if head.format != FORMAT {
            return Err(CheckpointError::Format(head.format));
        }
        if !(1..=VERSION).contains(&head.version) {
            let found = format!("{} (format {})", head.program, head.version);
            return Err(CheckpointError::Version { found });
        }
        if head.program != PROGRAM {
            return Err(CheckpointError::Version { found: head.program });
        }
        if head.version == 1 {
            let first: First = serde_json::from_slice(&text).map_err(CheckpointError::Malformed)?;
            return first.renewed();
        }
        let checkpoint: Checkpoint =
            serde_json::from_slice(&text).map_err(CheckpointError::Malformed)?;
        if checkpoint.clone().sealed() != checkpoint {
            return Err(CheckpointError::Damaged);
        }
        Ok(checkpoint)
    }

    /// Goes on with the search for solutions: the same ones in the same order, no more, no fewer. The
    /// counters and the solution limit go on, too; node and time budgets begin anew.
    ///
    /// # Errors
    ///
    /// If the problem or the search is not that of the checkpoint, it is one by several threads with more
    /// than one part, or it is damaged.
    pub fn resume<'m>(
        &self,
        problem: &'m impl AsRef<Matrix>,
        search: &Search,
    ) -> Result<Solutions<'m>, CheckpointError> {
        let matrix = problem.as_ref();
        self.check(matrix, &Settings::of(search, None, matrix))?;
        Ok(search.resume(problem, &self.state()?)?)
    }

    /// Goes on with the search of a shard.
    ///
    /// # Errors
    ///
    /// If the problem, the search or the shard is not that of the checkpoint, or it is damaged.
    pub fn resume_shard<'m>(
        &self,
        problem: &'m impl AsRef<Matrix>,
        search: &Search,
        shard: &Shard,
        id: &ShardId,
    ) -> Result<Solutions<'m>, CheckpointError> {
        let matrix = problem.as_ref();
        let now = Settings { shard: Some(id.in_full()), ..Settings::of(search, None, matrix) };
        self.check(matrix, &now)?;
        Ok(shard.resume(problem, search, &self.state()?)?)
    }

    /// Goes on with the search for the `k` cheapest solutions.
    ///
    /// # Errors
    ///
    /// If the problem, the search or `k` is not that of the checkpoint, it is one by several threads with
    /// more than one part, or it is damaged.
    pub fn resume_cheapest<'m>(
        &self,
        problem: &'m impl AsRef<Matrix>,
        search: &Search,
        k: usize,
    ) -> Result<CheapestRun<'m, Box<dyn Searcher + 'm>>, CheckpointError> {
        let matrix = problem.as_ref();
        self.check(matrix, &Settings::of(search, Some(k), matrix))?;
        Ok(search.resume_cheapest(problem, k, &self.state()?, &options(&self.found))?)
    }

    /// What [`Search::team_resume`] goes on from, by any number of threads, one included. `cheapest` says
    /// how many of the cheapest solutions are wanted, if these are.
    ///
    /// # Errors
    ///
    /// If the problem, the search or what is wanted is not that of the checkpoint, or it is damaged.
    #[cfg(feature = "parallel")]
    pub fn team_state(
        &self,
        problem: &impl AsRef<Matrix>,
        search: &Search,
        cheapest: Option<usize>,
    ) -> Result<TeamState, CheckpointError> {
        let matrix = problem.as_ref();
        self.check(matrix, &Settings::of(search, cheapest, matrix))?;
        let part = |part: &Saved| Ok(Part::new(part.state()?, options(&part.pending)));
        let parts: Result<Vec<Part>, CheckpointError> = self.parts.iter().map(part).collect();
        Ok(TeamState::new(parts?, options(&self.found)))
    }

    fn check(&self, matrix: &Matrix, now: &Settings) -> Result<(), CheckpointError> {
        if self.problem != fingerprint(matrix) {
            return Err(CheckpointError::Problem);
        }
        match self.settings.difference(now) {
            Some((setting, saved, now)) => Err(CheckpointError::Setting { setting, saved, now }),
            None => Ok(()),
        }
    }

    /// The state of a search by one thread.
    fn state(&self) -> Result<State, CheckpointError> {
        match self.parts.as_slice() {
            [part] if part.pending.is_empty() => part.state(),
            parts => Err(CheckpointError::Parts { parts: parts.len() }),
        }
    }
}

impl Settings {
    /// A setting that differs, what it was and what it is now.
    pub(crate) fn difference(&self, now: &Settings) -> Option<(&'static str, String, String)> {
        let options = |ids: &[u32]| match ids {
            [] => "none".to_owned(),
            ids => ids.iter().map(u32::to_string).collect::<Vec<_>>().join(" "),
        };
        let wanted = |k: Option<usize>| match k {
            None => "solutions in the order of the search".to_owned(),
            Some(k) => format!("the {k} cheapest solutions"),
        };
        let part = |shard: &Option<String>| shard.clone().unwrap_or("all of the search".to_owned());
        let of = |settings: &Settings| {
            let Settings { given, forbidden, branching, order, propagator, .. } = settings;
            let Settings { strategy, cheapest, shard, .. } = settings;
            [
                ("list of given options", options(given)),
                ("list of forbidden options", options(forbidden)),
                ("branching", branching.clone()),
                ("order", order.clone()),
                ("propagator", propagator.clone().unwrap_or("none".to_owned())),
                ("aim", wanted(*cheapest)),
                // Behind the others: where it was picked, it may differ because of something above.
                ("strategy", strategy.clone()),
                // At last: so does the plan that the shard is of.
                ("part", part(shard)),
            ]
        };
        let both = of(self).into_iter().zip(of(now));
        both.map(|((setting, saved), (_, now))| (setting, saved, now))
            .find(|(_, saved, now)| saved != now)
    }

    /// The strategy is the one that is picked for the matrix, if that is left to the search.
    pub(crate) fn of(search: &Search, cheapest: Option<usize>, matrix: &Matrix) -> Self {
        let strategy = search.choice(matrix, cheapest.is_some()).strategy;
        let Setup { given, forbidden, branching, order, propagator, .. } = &search.setup;
        Settings {
            strategy: strategy.name().to_owned(),
            given: numbers(given),
            forbidden: numbers(forbidden),
            branching: match branching {
                Branching::Fewest => "fewest".to_owned(),
                Branching::First => "first".to_owned(),
                Branching::Preferred(items) => {
                    let items: Vec<String> = items.iter().map(ItemId::to_string).collect();
                    format!("preferred items {}", items.join(" "))
                }
                Branching::WeightedDegree => "weighted".to_owned(),
                Branching::RandomTies(seed) => format!("random with seed {seed}"),
                Branching::Custom(choose) => format!("custom {choose:?}"),
            },
            order: match order {
                Order::AsAdded => "as added".to_owned(),
                Order::Random(seed) => format!("random with seed {seed}"),
            },
            propagator: propagator.as_ref().map(|rules| brief(rules.identity())),
            cheapest,
            shard: None,
        }
    }
}

const STAGES: [(Stage, &str); 4] =
    [(Stage::Begin, "begin"), (Stage::Next, "next"), (Stage::Found, "found"), (Stage::End, "end")];

fn name(stage: Stage) -> &'static str {
    STAGES.iter().find(|(other, _)| *other == stage).map_or("end", |(_, name)| name)
}

fn stage(name: &str) -> Option<Stage> {
    STAGES.iter().find(|(_, other)| *other == name).map(|(stage, _)| *stage)
}

fn options(ids: &[Vec<u32>]) -> Vec<Vec<OptionId>> {
    ids.iter().map(|ids| ids.iter().copied().map(OptionId::new).collect()).collect()
}

fn numbers(options: &[OptionId]) -> Vec<u32> {
    options.iter().map(|option| option.get()).collect()
}

/// What tells rules, or its SHA-256 if it is long.
fn brief(identity: String) -> String {
    match identity.len() {
        0..=100 => identity,
        _ => format!("SHA-256 {}", hex(&Sha256::digest(identity))),
    }
}

/// Refuses what must not be replaced by a file.
fn regular(there: &fs::Metadata) -> io::Result<()> {
    match there.is_file() {
        true => Ok(()),
        false if there.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        false => Err(io::Error::other("what is there is no regular file")),
    }
}

/// Where a file is written before it gets its name: in the same folder, and always at the same place, so
/// that a process that is killed leaves one file there at the most, which the next one writes over.
fn beside(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().ok_or(io::ErrorKind::IsADirectory)?;
    let mut hidden = std::ffi::OsString::from(".");
    hidden.push(name);
    hidden.push(".new");
    Ok(path.with_file_name(hidden))
}

/// SHA-256 over everything that a search depends on.
pub(crate) fn fingerprint(matrix: &Matrix) -> String {
    let mut hash = Sha256::new();
    let mut number = |number: u64| hash.update(number.to_le_bytes());
    number(matrix.item_count() as u64);
    for kind in matrix.kinds() {
        let (min, max) = match *kind {
            ItemKind::Primary { min, max } => (min, max),
            // No primary item has a greatest number of 0.
            ItemKind::Secondary => (0, 0),
        };
        number(u64::from(min) << 32 | u64::from(max));
    }
    for option in matrix.options() {
        number(matrix.items_of(option).len() as u64);
        number(matrix.cost(option));
        for (item, colour) in matrix.entries(option) {
            let colour = colour.map_or(0, |colour| u64::from(colour.get()) + 1);
            number(u64::from(item.get()) << 32 | colour);
        }
    }
    hex(&hash.finalize())
}

/// SHA-256 of a document.
fn checksum(document: &impl Serialize) -> String {
    // Nothing in it can fail to be written as JSON.
    hex(&Sha256::digest(serde_json::to_vec(document).unwrap_or_default()))
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
