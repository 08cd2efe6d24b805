//! Checkpoints: files from which a search goes on, in another process or on another day.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{Args, ValueHint};
use quadrille_cover::checkpoint::{Checkpoint, CheckpointError};

use crate::args::values;
use crate::input::Fault;

/// Where to save a search, and where it goes on.
#[derive(Debug, Args)]
pub(super) struct SaveArgs {
    /// Save the search to this file: at its begin and end, when a limit or Ctrl-C stops it, and every
    /// now and then
    ///
    /// The file is replaced as a whole, so that a program that is killed leaves a valid one. Solutions
    /// are written before a checkpoint counts them; after a kill, those that it did not count yet come
    /// again, with the same numbers unless --threads without --ordered leaves their order open, and the
    /// output of the killed run may end in the middle of a solution: cut that off before more is added. A
    /// kill may also leave `.FILE.new` beside the file, which the next run takes away. What is there
    /// already, even an empty file, is only replaced if the search goes on from it, with --resume. There
    /// is nothing to save before the search: if a limit stops --preprocess, no checkpoint is written. A count
    /// by sub-problems (`dd`) is saved when it is done; until then, who resumes it counts anew.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath,
          value_parser = values::checkpoint())]
    checkpoint: Option<PathBuf>,

    /// How often to save it
    #[arg(long, value_name = "TIME", default_value = "30s", requires = "checkpoint",
          allow_hyphen_values = true, value_parser = values::time)]
    checkpoint_every: Duration,

    /// Go on from a checkpoint, of the same problem and with the same arguments
    ///
    /// The number of threads may be another one. `cover solve` that goes on from a `cover count` writes
    /// only what that has not counted. The solutions go on being numbered, and --limit counts those before, too; --time-limit and
    /// --node-limit begin anew. May be the file of --checkpoint.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath,
          value_parser = values::checkpoint())]
    resume: Option<PathBuf>,
}

impl SaveArgs {
    /// Whether it is about a single search.
    pub(super) fn is_used(&self) -> bool {
        self.checkpoint.is_some() || self.resume.is_some()
    }

    /// What saves the search, if that is wanted.
    ///
    /// # Errors
    ///
    /// If something would be lost: an earlier checkpoint, or another file.
    pub(super) fn saver(&self) -> Result<Option<Saver>, Fault> {
        let Some(path) = &self.checkpoint else { return Ok(None) };
        // A link that leads nowhere is there, too.
        if fs::symlink_metadata(path).is_ok() {
            let refused = |message: &str| {
                Err(Fault::of(&path.display().to_string().into(), message.to_owned()))
            };
            if !self.resume.as_deref().is_some_and(|from| is_same(from, path)) {
                return refused("is there already: go on from it with --resume, or remove it");
            }
            if !fs::metadata(path).is_ok_and(|there| there.is_file()) {
                return refused("is no regular file: a checkpoint cannot replace it");
            }
        }
        let (path, every) = (path.clone(), self.checkpoint_every);
        Ok(Some(Saver { path, every, saved: Instant::now() }))
    }

    /// What is said if a limit stops what goes before the search.
    pub(super) fn not_begun(&self) -> Option<String> {
        let path = self.checkpoint.as_deref()?.display();
        Some(match &self.resume {
            None => format!("stopped before the search began: {path} was not written"),
            Some(from) => {
                let from = from.display();
                format!("stopped before the search went on: {from} still says where from")
            }
        })
    }

    /// The file of the checkpoints, and that from which the search goes on.
    pub(super) fn files(&self) -> impl Iterator<Item = &Path> {
        [&self.checkpoint, &self.resume].into_iter().flatten().map(PathBuf::as_path)
    }

    /// The checkpoint from which the search goes on.
    pub(super) fn resumes(&self) -> Option<&Path> {
        self.resume.as_deref()
    }
}

/// Whether two names stand for the same file.
pub(super) fn is_same(one: &Path, other: &Path) -> bool {
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => one == other,
    }
}

/// What is said of a checkpoint that is none, or not of this search.
pub(super) fn unfit(path: &Path, error: &CheckpointError) -> Fault {
    Fault::of(&path.display().to_string().into(), error.to_string())
}

/// Saves a search every so often.
#[derive(Debug)]
pub(super) struct Saver {
    path: PathBuf,
    every: Duration,
    saved: Instant,
}

impl Saver {
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// How often to save.
    pub(super) fn every(&self) -> Duration {
        self.every
    }

    pub(super) fn is_due(&self) -> bool {
        self.saved.elapsed() >= self.every
    }

    /// Saves a state.
    ///
    /// # Errors
    ///
    /// A message; what was saved before is still there.
    pub(super) fn save(&mut self, checkpoint: &Checkpoint) -> Result<(), String> {
        let written = checkpoint.write(&self.path);
        self.saved = Instant::now();
        written.map_err(|error| {
            format!("cannot write the checkpoint {}: {error}", self.path.display())
        })
    }
}
