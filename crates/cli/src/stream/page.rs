//! What a job writes, on its way to the main thread.

use std::io::{self, Write};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::time::{Duration, Instant};

use super::KINDS;
use crate::input::Fault;
use crate::output::Out;
use crate::status::Status;

/// Bytes after which a page is sent on.
const FULL: usize = 1 << 15;
/// Pieces that may wait for the main thread.
const WAITING: usize = 16;
/// How long results stay here while the next ones come quickly.
const PATIENCE: Duration = Duration::from_millis(50);
/// The clock is looked at so often that this passes between two looks, if answers come evenly.
const LOOK: Duration = Duration::from_millis(1);
/// The most answers between two looks at the clock.
const MOST_BETWEEN: u32 = 256;

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
    End(End),
}

/// What became of a job.
pub(super) struct End {
    pub(super) status: Status,
    pub(super) tally: [u64; KINDS],
    /// Puzzles and faults that were written.
    pub(super) done: u64,
    /// Puzzles that were not.
    pub(super) left: u64,
    /// Ctrl-C was pressed.
    pub(super) cut: bool,
    pub(super) time: Duration,
}

/// Where a job writes its results. Everything comes out in the order in which it was written.
pub(crate) struct Page {
    text: Vec<u8>,
    /// Whether something was written, and whether that is to be set apart from the pages before.
    begun: bool,
    apart: bool,
    pieces: SyncSender<Piece>,
    end: End,
    /// Whether somebody is looking.
    eager: bool,
    start: Instant,
    sent: Instant,
    looked: Instant,
    /// Answers until the clock is looked at again, and how many that were.
    until_look: u32,
    between: u32,
}

impl Page {
    /// An empty page, and where its pieces come out.
    pub(super) fn new(out: &Out) -> (Self, Receiver<Piece>) {
        let (pieces, receiver) = mpsc::sync_channel(WAITING);
        let end = End {
            status: Status::Done,
            tally: [0; KINDS],
            done: 0,
            left: 0,
            cut: false,
            time: Duration::ZERO,
        };
        let now = Instant::now();
        let page = Page {
            text: Vec::new(),
            begun: false,
            apart: false,
            pieces,
            end,
            eager: out.is_terminal(),
            start: now,
            sent: now,
            looked: now,
            until_look: 1,
            between: 1,
        };
        (page, receiver)
    }

    /// Starts the clock.
    pub(super) fn begin(&mut self) {
        let now = Instant::now();
        (self.start, self.sent, self.looked) = (now, now, now);
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
        self.flush()?;
        self.send(Piece::Error { place, message })
    }

    /// Says on standard error what is wrong with the input.
    pub(super) fn fault(&mut self, fault: &Fault) -> io::Result<()> {
        self.flush()?;
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

    /// Says that a result is complete: it is sent on if somebody waits for it.
    pub(crate) fn settle(&mut self) -> io::Result<()> {
        if self.eager {
            return self.flush();
        }
        self.until_look -= 1;
        if self.until_look > 0 {
            return Ok(());
        }
        let now = Instant::now();
        let slow = now.duration_since(self.looked) > LOOK;
        self.between = if slow { self.between / 2 } else { self.between * 2 };
        self.between = self.between.clamp(1, MOST_BETWEEN);
        (self.until_look, self.looked) = (self.between, now);
        if now.duration_since(self.sent) >= PATIENCE { self.flush() } else { Ok(()) }
    }

    /// The last piece; so many puzzles are left.
    pub(super) fn end(mut self, left: u64) {
        // That nobody takes it is no matter here.
        if self.flush().is_ok() {
            let Page { mut end, pieces, start, .. } = self;
            (end.left, end.time) = (left, start.elapsed());
            let _ = pieces.send(Piece::End(end));
        }
    }

    fn send(&self, piece: Piece) -> io::Result<()> {
        self.pieces.send(piece).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}

impl Write for Page {
    #[inline]
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begun = true;
        self.text.extend_from_slice(bytes);
        if self.text.len() >= FULL {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.text.is_empty() {
            return Ok(());
        }
        let next = Vec::with_capacity(self.text.len());
        let text = std::mem::replace(&mut self.text, next);
        self.sent = Instant::now();
        let apart = std::mem::take(&mut self.apart);
        self.send(Piece::Text { text, apart })
    }
}
