//! Inputs: files, standard input, puzzles written out as arguments.
//!
//! A thread reads and parses while the verb searches, so that neither waits for the other, so that
//! memory is bounded however long the input, and so that Ctrl-C ends a program that waits for a
//! slow pipe. What can be read at once comes in one [`Chunk`].

mod chunk;
mod source;

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};

use clap::{Args, ValueHint};
use quadrille_sudoku::{CancelToken, Puzzle};

use crate::Context;
use crate::args::{ShapeArgs, values};
use crate::output::{Messages, Out, plural};
use crate::status::Status;
use crate::variants;

pub(crate) use chunk::Chunk;
pub(crate) use chunk::faulty;
use source::NEITHER;
pub(crate) use source::{STDIN_TWICE, Source, begins_like_a_puzzle, is_read_twice, sources};

/// Chunks that may be read ahead of the one that is searched.
const READ_AHEAD: usize = 4;
/// How often a wait for input looks whether Ctrl-C was pressed.
pub(crate) const GLANCE: Duration = Duration::from_millis(50);
/// The longest that after Ctrl-C what is left is counted.
const COUNTING: Duration = Duration::from_millis(200);

/// The puzzles that a verb works on.
#[derive(Debug, Args)]
pub(crate) struct InputArgs {
    /// Puzzles, files, or `-` for standard input [default: -]
    #[arg(value_name = "PUZZLE | FILE | -", value_parser = values::input(),
          value_hint = ValueHint::FilePath)]
    pub(crate) inputs: Vec<OsString>,

    #[command(flatten)]
    pub(crate) shape: ShapeArgs,
}

impl InputArgs {
    /// Finds out the shape of the puzzles from the first input, unless it was said.
    ///
    /// # Errors
    ///
    /// If boxes of several shapes fit.
    pub(crate) fn find_shape(&self, cancel: &CancelToken) -> Result<(), String> {
        find_shape(&self.shape, self.inputs.first(), cancel)
    }
}

/// Finds out the shape of the puzzles from an input, or from standard input, unless it was said.
///
/// # Errors
///
/// If boxes of several shapes fit.
pub(crate) fn find_shape(
    shape: &ShapeArgs,
    input: Option<&OsString>,
    cancel: &CancelToken,
) -> Result<(), String> {
    if shape.is_stated() {
        return Ok(());
    }
    let input = input.cloned();
    let head = unless_cancelled(cancel, move || source::head(input.as_deref()));
    match head.flatten() {
        Some(head) if !variants::is_of_variants(&head) => shape.find(&head),
        _ => Ok(()),
    }
}

/// What comes from the inputs, in order.
#[derive(Debug)]
pub(crate) enum Item {
    /// A puzzle.
    Puzzle(Located),
    /// An entry that is no puzzle, in the place of one.
    Invalid(Fault),
    /// An input, or the rest of it, that cannot be read at all.
    Unreadable(Fault),
}

/// A puzzle and where it is from.
#[derive(Debug)]
pub(crate) struct Located {
    pub(crate) puzzle: Puzzle,
    pub(crate) source: Arc<str>,
    pub(crate) line: usize,
    /// What stands behind it on its line, or before its rows.
    pub(crate) comment: Option<String>,
}

/// What is wrong, and where.
#[derive(Debug, Clone)]
pub(crate) struct Fault {
    pub(crate) source: Arc<str>,
    /// Line and column, from 1, where there are such.
    pub(crate) position: Option<(usize, usize)>,
    pub(crate) message: String,
    /// Whether it was perhaps meant as a file's name: see [`Source::is_doubtful`].
    pub(crate) doubtful: bool,
    /// Whether it is the fault of an entry, in the place of a puzzle.
    pub(crate) in_place: bool,
}

impl Fault {
    /// One of a source as a whole.
    pub(crate) fn of(source: &Arc<str>, message: String) -> Self {
        Fault {
            source: Arc::clone(source),
            position: None,
            message,
            doubtful: false,
            in_place: false,
        }
    }

    /// One at a line and a column, both from 1.
    pub(crate) fn at(source: &Arc<str>, position: (usize, usize), message: String) -> Self {
        Fault { position: Some(position), ..Fault::of(source, message) }
    }

    /// Says it on standard error.
    pub(crate) fn report(&self, messages: Messages) {
        let place = match self.position {
            Some((line, column)) => format!("{}:{line}:{column}", self.source),
            None => self.source.to_string(),
        };
        let neither = if self.doubtful { NEITHER } else { "" };
        messages.error(&place, &format_args!("{neither}{}", self.message));
    }
}

/// The puzzles of all inputs, in order: one by one, or a chunk at a time.
#[derive(Debug)]
pub(crate) struct Puzzles {
    chunks: Receiver<Chunk>,
    /// What was received and not yet taken.
    ahead: VecDeque<Chunk>,
    cancel: CancelToken,
}

/// What a look for more puzzles comes to.
#[derive(Debug)]
pub(crate) enum Look {
    Chunk(Chunk),
    /// There is nothing yet.
    Nothing,
    /// There is no more, or Ctrl-C was pressed.
    End,
}

impl Puzzles {
    /// Begins to read.
    ///
    /// # Errors
    ///
    /// A message if there is nothing to read from.
    pub(crate) fn open(args: &InputArgs, cancel: &CancelToken) -> Result<Self, String> {
        let shape = args.shape.shape();
        let sources = sources(&args.inputs, shape)?;
        let (sender, chunks) = mpsc::sync_channel(READ_AHEAD);
        // A failure to send means that nobody wants more. The thread may be waiting for input when
        // the program ends; it holds nothing that would be lost.
        thread::spawn(move || {
            let _ = sources.iter().try_for_each(|source| chunk::read(source, shape, &sender));
        });
        Ok(Puzzles { chunks, ahead: VecDeque::new(), cancel: cancel.clone() })
    }

    /// The next item; `None` at the end, and after Ctrl-C. Before waiting it flushes `out`.
    pub(crate) fn next(&mut self, out: &mut Out) -> io::Result<Option<Item>> {
        loop {
            if self.cancel.is_cancelled() {
                return Ok(None);
            }
            if let Some(chunk) = self.ahead.front_mut() {
                match chunk.next() {
                    Some(item) => return Ok(Some(item)),
                    None => drop(self.ahead.pop_front()),
                }
                continue;
            }
            match self.receive(out)? {
                Some(chunk) => self.ahead.push_back(chunk),
                None => return Ok(None),
            }
        }
    }

    /// The next chunk, if there is one at once.
    pub(crate) fn look(&mut self) -> Look {
        if self.cancel.is_cancelled() {
            return Look::End;
        }
        match self.ahead.pop_front() {
            Some(chunk) => Look::Chunk(chunk),
            None => match self.chunks.try_recv() {
                Ok(chunk) => Look::Chunk(chunk),
                Err(TryRecvError::Empty) => Look::Nothing,
                Err(TryRecvError::Disconnected) => Look::End,
            },
        }
    }

    /// The next chunk; `None` at the end, and after Ctrl-C. Before waiting it flushes `out`.
    pub(crate) fn chunk(&mut self, out: &mut Out) -> io::Result<Option<Chunk>> {
        match self.look() {
            Look::Chunk(chunk) => Ok(Some(chunk)),
            Look::End => Ok(None),
            Look::Nothing => self.receive(out),
        }
    }

    /// Whether the next item is the last one, if there is one. Waits for the one after it.
    pub(crate) fn is_single(&mut self, out: &mut Out) -> io::Result<bool> {
        let mut items: usize = self.ahead.iter().map(Chunk::len).sum();
        while items < 2 {
            match self.receive(out)? {
                Some(chunk) => {
                    items += chunk.len();
                    self.ahead.push_back(chunk);
                }
                None => break,
            }
        }
        Ok(items < 2)
    }

    /// Behind the last puzzle that was tried: whether Ctrl-C made it the last, and if so how many
    /// were not begun, `left` of which were taken already.
    pub(crate) fn end(self, left: u64, context: &mut Context) -> io::Result<Status> {
        if !context.cancel.is_cancelled() {
            return Ok(Status::Done);
        }
        context.out.flush()?;
        self.report_left(left, context.messages);
        Ok(Status::Stopped)
    }

    /// Says how many puzzles were not begun, as far as that can be counted at once.
    fn report_left(self, mut left: u64, messages: Messages) {
        left += self.ahead.iter().map(Chunk::puzzles_left).sum::<u64>();
        let deadline = Instant::now() + COUNTING;
        let all = loop {
            let rest = deadline.saturating_duration_since(Instant::now());
            match self.chunks.recv_timeout(rest) {
                // What waits is received at once, so that the time has to be looked at here.
                _ if rest.is_zero() => break false,
                Ok(chunk) => left += chunk.puzzles_left(),
                Err(RecvTimeoutError::Disconnected) => break true,
                Err(RecvTimeoutError::Timeout) => break false,
            }
        };
        messages.warning(&interrupted(left, all));
    }

    fn receive(&mut self, out: &mut Out) -> io::Result<Option<Chunk>> {
        match self.chunks.try_recv() {
            Ok(chunk) => return Ok(Some(chunk)),
            Err(TryRecvError::Disconnected) => return Ok(None),
            Err(TryRecvError::Empty) => out.flush()?,
        }
        loop {
            match self.chunks.recv_timeout(GLANCE) {
                Ok(chunk) => return Ok(Some(chunk)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) if self.cancel.is_cancelled() => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

/// What is said of `left` puzzles, or at least so many, that were not begun.
pub(crate) fn interrupted(left: u64, all: bool) -> String {
    let were = if left == 1 { "was" } else { "were" };
    match (left, all) {
        (0, true) => "interrupted at the last puzzle".to_owned(),
        (0, false) => "interrupted: the puzzles after this one were not tried".to_owned(),
        (_, true) => format!("interrupted: {} {were} not tried", plural(left, "more puzzle")),
        (_, false) => {
            format!("interrupted: at least {} {were} not tried", plural(left, "more puzzle"))
        }
    }
}

/// Does something that may wait for input, in a thread of its own; `None` after Ctrl-C.
pub(crate) fn unless_cancelled<T: Send + 'static>(
    cancel: &CancelToken,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let (sender, result) = mpsc::channel();
    thread::spawn(move || drop(sender.send(work())));
    loop {
        match result.recv_timeout(GLANCE) {
            Ok(result) => return Some(result),
            Err(RecvTimeoutError::Timeout) if !cancel.is_cancelled() => {}
            Err(_) => return None,
        }
    }
}

/// What is said of an input that cannot be opened or read.
pub(crate) fn unreadable(source: &Arc<str>, error: &io::Error) -> Fault {
    let message = match error.kind() {
        io::ErrorKind::IsADirectory => "is a directory: expected a file".to_owned(),
        _ => format!("cannot read it: {error}"),
    };
    Fault::of(source, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_left_undone_is_told_as_far_as_it_is_known() {
        assert_eq!(interrupted(7, true), "interrupted: 7 more puzzles were not tried");
        assert_eq!(interrupted(1, true), "interrupted: 1 more puzzle was not tried");
        assert_eq!(interrupted(7, false), "interrupted: at least 7 more puzzles were not tried");
        let unknown = "interrupted: the puzzles after this one were not tried";
        assert_eq!(interrupted(0, false), unknown);
        assert_eq!(interrupted(0, true), "interrupted at the last puzzle");
    }
}
