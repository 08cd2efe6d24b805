//! What a job writes, on its way to the main thread.

use std::io::{self, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::KINDS;
use crate::input::Fault;
use crate::status::Status;

/// Bytes after which a page is sent on.
const FULL: usize = 1 << 15;
/// Pieces that may wait for the main thread.
const WAITING: usize = 16;
/// What comes from a page.
pub(super) enum Piece {
    Text {
        text: Vec<u8>,
        /// Whether an empty line sets it apart from what was written before, if there is such.
        apart: bool,
    },
    Fault(Fault),
    Error {
        place: String,
        message: String,
    },
    /// A remark.
    Note(String),
    End(End),
}

/// What became of a job.
#[derive(Clone)]
pub(super) struct End {
    pub(super) status: Status,
    pub(super) tally: [u64; KINDS],
    /// Puzzles and faults that were written.
    pub(super) done: u64,
    /// Puzzles of the job, and those of which nothing was written.
    pub(super) puzzles: u64,
    pub(super) left: u64,
    /// Ctrl-C was pressed.
    pub(super) cut: bool,
    pub(super) time: Duration,
}

/// Results that are complete and were not yet sent. Whoever sends holds the lock, so that what is here comes behind all
/// that was sent.
#[derive(Default)]
struct Settled {
    text: Vec<u8>,
    /// Whether an empty line sets it apart from the pages before.
    apart: bool,
}

impl Settled {
    /// What there is, as a piece.
    fn take(&mut self) -> Option<Piece> {
        if self.text.is_empty() {
            return None;
        }
        let next = Vec::with_capacity(self.text.len());
        let text = std::mem::replace(&mut self.text, next);
        Some(Piece::Text { text, apart: std::mem::take(&mut self.apart) })
    }
}

fn lock(settled: &Mutex<Settled>) -> MutexGuard<'_, Settled> {
    settled.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The other end of a page, where its pieces come out.
pub(super) struct Pieces {
    sent: Receiver<Piece>,
    settled: Arc<Mutex<Settled>>,
}

impl Pieces {
    /// The next piece. After some time without one: what is complete, though it does not fill a piece.
    ///
    /// # Errors
    ///
    /// If there is nothing yet, and at the end.
    pub(super) fn next(&self, patience: Duration) -> Result<Piece, RecvTimeoutError> {
        match self.sent.recv_timeout(patience) {
            Err(RecvTimeoutError::Timeout) => {}
            received => return received,
        }
        // Where the lock is held, something is about to be sent.
        let Ok(mut settled) = self.settled.try_lock() else {
            return Err(RecvTimeoutError::Timeout);
        };
        if let Ok(piece) = self.sent.try_recv() {
            return Ok(piece);
        }
        settled.take().ok_or(RecvTimeoutError::Timeout)
    }
}

/// Where a job writes its results. Everything comes out in the order in which it was written.
pub(crate) struct Page {
    /// The result that is being written.
    text: Vec<u8>,
    /// Whether something was written.
    begun: bool,
    /// Whether that is to be set apart from the pages before.
    apart: bool,
    settled: Arc<Mutex<Settled>>,
    pieces: SyncSender<Piece>,
    end: End,
    start: Instant,
}

impl Page {
    /// An empty page, and where its pieces come out.
    pub(super) fn new() -> (Self, Pieces) {
        let (pieces, sent) = mpsc::sync_channel(WAITING);
        let end = End {
            status: Status::Done,
            tally: [0; KINDS],
            done: 0,
            left: 0,
            puzzles: 0,
            cut: false,
            time: Duration::ZERO,
        };
        let settled = Arc::default();
        let page = Page {
            text: Vec::new(),
            begun: false,
            apart: false,
            settled: Arc::clone(&settled),
            pieces,
            end,
            start: Instant::now(),
        };
        (page, Pieces { sent, settled })
    }

    /// Starts the clock.
    pub(super) fn begin(&mut self) {
        self.start = Instant::now();
    }

    /// Sets what comes apart from what was written before, by an empty line.
    ///
    /// # Errors
    ///
    /// If nobody takes it.
    pub(crate) fn separate(&mut self) -> io::Result<()> {
        if self.begun {
            return self.write_all(b"\n");
        }
        self.apart = true;
        Ok(())
    }

    /// Says on standard error that something is wrong.
    ///
    /// # Errors
    ///
    /// If nobody takes it.
    pub(crate) fn error(&mut self, place: String, message: String) -> io::Result<()> {
        self.send(Piece::Error { place, message })
    }

    /// Says something on standard error that is no error.
    ///
    /// # Errors
    ///
    /// If nobody takes it.
    pub(crate) fn note(&mut self, message: String) -> io::Result<()> {
        self.send(Piece::Note(message))
    }

    /// Says on standard error what is wrong with the input.
    pub(super) fn fault(&mut self, fault: &Fault) -> io::Result<()> {
        self.send(Piece::Fault(fault.clone()))
    }

    /// Counts an answer of a kind below [`KINDS`].
    pub(crate) fn count(&mut self, kind: usize) {
        if let Some(count) = self.end.tally.get_mut(kind) {
            *count += 1;
        }
    }

    /// Takes note of an answer.
    pub(super) fn done(&mut self, status: Status) {
        self.end.status.note(status);
        self.end.done += 1;
    }

    /// Ctrl-C was pressed: nothing comes behind what is written.
    pub(super) fn cut(&mut self) {
        self.end.cut = true;
    }

    pub(super) fn is_cut(&self) -> bool {
        self.end.cut
    }

    /// Says that a result is complete: from now on it is to be had.
    ///
    /// # Errors
    ///
    /// If nobody takes it.
    pub(crate) fn settle(&mut self) -> io::Result<()> {
        let mut settled = lock(&self.settled);
        settled.text.append(&mut self.text);
        settled.apart |= std::mem::take(&mut self.apart);
        if settled.text.len() < FULL {
            return Ok(());
        }
        match settled.take() {
            Some(piece) => send(&self.pieces, piece),
            None => Ok(()),
        }
    }

    /// The last piece, of a job with so many puzzles, of which so many are left.
    pub(super) fn end(mut self, puzzles: u64, left: u64) {
        (self.end.puzzles, self.end.left) = (puzzles, left);
        self.end.time = self.start.elapsed();
        let end = self.end.clone();
        // That nobody takes it is no matter here.
        let _ = self.send(Piece::End(end));
    }

    /// Sends a piece behind all that was written.
    fn send(&mut self, piece: Piece) -> io::Result<()> {
        let mut settled = lock(&self.settled);
        settled.text.append(&mut self.text);
        settled.apart |= std::mem::take(&mut self.apart);
        if let Some(text) = settled.take() {
            send(&self.pieces, text)?;
        }
        send(&self.pieces, piece)
    }
}

fn send(pieces: &SyncSender<Piece>, piece: Piece) -> io::Result<()> {
    pieces.send(piece).map_err(|_| io::ErrorKind::BrokenPipe.into())
}

impl Write for Page {
    #[inline]
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begun = true;
        self.text.extend_from_slice(bytes);
        // A result may be longer than a piece.
        if self.text.len() >= FULL {
            self.settle()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.settle()
    }
}
