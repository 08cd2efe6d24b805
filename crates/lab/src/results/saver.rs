//! Saves results while they come in.

use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::{Results, save};
use crate::session::Watcher;

/// Saving may take at most one part in so many of the time.
const SHARE: u32 = 20;

/// Saves the results of a session now and then, outside the clock, so that whatever ends it leaves those
/// until then.
///
/// The first time is after the first run, then whenever `every` has passed; for results that take long to
/// make and to write, so much later that this takes at most a twentieth of the time.
#[derive(Debug)]
pub struct Saver {
    path: PathBuf,
    every: Duration,
    next: Option<Instant>,
    error: Option<io::Error>,
}

impl Saver {
    /// Saves to a file.
    pub fn new(path: impl Into<PathBuf>, every: Duration) -> Self {
        Saver { path: path.into(), every, next: None, error: None }
    }

    /// Saves now.
    ///
    /// # Errors
    ///
    /// Those of the file system.
    pub fn save(&mut self, results: &Results) -> io::Result<()> {
        self.save_from(Instant::now(), results)
    }

    /// Saves now what is made since then.
    fn save_from(&mut self, start: Instant, results: &Results) -> io::Result<()> {
        let saved = save(results, &self.path);
        let pause = self.every.max(start.elapsed().saturating_mul(SHARE));
        self.next = Instant::now().checked_add(pause);
        saved
    }

    /// Why it could not save the last time, if it could not.
    pub fn error(&self) -> Option<&io::Error> {
        self.error.as_ref()
    }
}

impl Watcher for Saver {
    fn progress(&mut self, results: &dyn Fn() -> Results) {
        let now = Instant::now();
        if self.next.is_none_or(|next| now >= next) {
            self.error = self.save_from(now, &results()).err();
        }
    }
}
