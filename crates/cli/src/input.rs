//! Inputs: files, standard input, puzzles written out as arguments.
//!
//! A thread reads and parses while the verb searches, so that neither waits for the other, so that
//! memory is bounded however long the input, and so that Ctrl-C ends a program that waits for a
//! slow pipe.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender, TryRecvError};
use std::thread;
use std::time::Duration;

use clap::Args;
use quadrille_sudoku::format::{ReadError, ReadErrorKind, Reader};
use quadrille_sudoku::{CancelToken, Puzzle, Shape};

use crate::args::ShapeArgs;
use crate::output::{Messages, Out};

/// Puzzles that may be read ahead of the one that is searched.
const READ_AHEAD: usize = 1024;
/// How often a wait for input looks whether Ctrl-C was pressed.
pub(crate) const GLANCE: Duration = Duration::from_millis(50);
/// A shorter argument of puzzle characters is a mistyped file name rather than a puzzle: 4×4 is
/// the smallest that anybody writes out.
const SHORTEST_PUZZLE: usize = 16;

/// The puzzles that a verb works on.
#[derive(Debug, Args)]
pub(crate) struct InputArgs {
    /// Puzzles, files, or `-` for standard input [default: -]
    #[arg(value_name = "PUZZLE | FILE | -")]
    pub(crate) inputs: Vec<String>,

    #[command(flatten)]
    pub(crate) shape: ShapeArgs,
}

/// Something to read puzzles from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Source {
    Stdin,
    File(PathBuf),
    /// A puzzle written out as the argument of this number, from 1.
    Argument(usize, String),
}

impl Source {
    /// What messages call it.
    pub(crate) fn name(&self) -> String {
        match self {
            Source::Stdin => "<stdin>".to_owned(),
            Source::File(path) => path.display().to_string(),
            Source::Argument(number, _) => format!("argument {number}"),
        }
    }

    /// Opens it for reading.
    pub(crate) fn open(&self) -> io::Result<Box<dyn BufRead + Send>> {
        Ok(match self {
            Source::Stdin => Box::new(BufReader::new(io::stdin())),
            Source::Argument(_, text) => Box::new(io::Cursor::new(text.clone().into_bytes())),
            Source::File(path) => {
                let file = File::open(path)?;
                // Opening a directory succeeds on some systems, reading it never does.
                if file.metadata()?.is_dir() {
                    return Err(io::ErrorKind::IsADirectory.into());
                }
                Box::new(BufReader::with_capacity(1 << 16, file))
            }
        })
    }
}

/// Finds out what the arguments are. Without any it is standard input, unless that is a terminal.
///
/// # Errors
///
/// A message for each argument that is nothing, or one that says what is missing.
pub(crate) fn sources(arguments: &[String]) -> Result<Vec<Result<Source, String>>, String> {
    if arguments.is_empty() {
        if io::stdin().is_terminal() {
            return Err("no puzzle given: expected a puzzle, a file, or `-` to type one here; \
                        try --help"
                .to_owned());
        }
        return Ok(vec![Ok(Source::Stdin)]);
    }
    Ok(arguments.iter().enumerate().map(|(index, text)| source(index + 1, text)).collect())
}

fn source(number: usize, text: &str) -> Result<Source, String> {
    if text == "-" {
        Ok(Source::Stdin)
    } else if Path::new(text).exists() {
        Ok(Source::File(text.into()))
    } else if looks_like_a_puzzle(text) {
        Ok(Source::Argument(number, text.to_owned()))
    } else {
        Err(format!("`{text}`: no such file, and not a puzzle"))
    }
}

/// Whether an argument that is no file is meant to be a puzzle, perhaps a faulty one: several
/// lines, JSON, or a long enough run of what puzzles are written with.
fn looks_like_a_puzzle(text: &str) -> bool {
    let text = text.trim();
    if text.starts_with(['[', '{']) || text.contains('\n') {
        return true;
    }
    let common = |c: char| c.is_ascii_digit() || c.is_whitespace() || "._*-?|+".contains(c);
    let length = text.chars().count();
    // Letters are digits of large grids. A file name has more of them than a puzzle has.
    length >= SHORTEST_PUZZLE
        && text.chars().all(|c| common(c) || c.is_ascii_alphabetic())
        && 2 * text.chars().filter(|&c| common(c)).count() >= length
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
}

/// What is wrong, and where.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) source: Arc<str>,
    /// Line and column, from 1, where there are such.
    pub(crate) position: Option<(usize, usize)>,
    pub(crate) message: String,
}

impl Fault {
    /// Says it on standard error.
    pub(crate) fn report(&self, messages: Messages) {
        let place = match self.position {
            Some((line, column)) => format!("{}:{line}:{column}", self.source),
            None => self.source.to_string(),
        };
        messages.error(&place, &self.message);
    }
}

/// The puzzles of all inputs, one after the other.
#[derive(Debug)]
pub(crate) struct Puzzles {
    items: Receiver<Item>,
    ahead: VecDeque<Item>,
    cancel: CancelToken,
}

impl Puzzles {
    /// Begins to read.
    ///
    /// # Errors
    ///
    /// A message if there is nothing to read from.
    pub(crate) fn open(args: &InputArgs, cancel: &CancelToken) -> Result<Self, String> {
        let sources = sources(&args.inputs)?;
        let shape = args.shape.shape;
        let (sender, items) = mpsc::sync_channel(READ_AHEAD);
        // A failure to send means that nobody wants more. The thread may be waiting for input when
        // the program ends; it holds nothing that would be lost.
        thread::spawn(move || {
            let _ = sources.iter().try_for_each(|source| read(source, shape, &sender));
        });
        Ok(Puzzles { items, ahead: VecDeque::new(), cancel: cancel.clone() })
    }

    /// The next item; `None` at the end, and after Ctrl-C. Before waiting it flushes `out`.
    pub(crate) fn next(&mut self, out: &mut Out) -> io::Result<Option<Item>> {
        if self.cancel.is_cancelled() {
            return Ok(None);
        }
        match self.ahead.pop_front() {
            Some(item) => Ok(Some(item)),
            None => self.receive(out),
        }
    }

    /// Whether the next item is the last one, if there is one. Waits for the one after it.
    pub(crate) fn is_single(&mut self, out: &mut Out) -> io::Result<bool> {
        while self.ahead.len() < 2 {
            match self.receive(out)? {
                Some(item) => self.ahead.push_back(item),
                None => break,
            }
        }
        Ok(self.ahead.len() < 2)
    }

    fn receive(&mut self, out: &mut Out) -> io::Result<Option<Item>> {
        match self.items.try_recv() {
            Ok(item) => return Ok(Some(item)),
            Err(TryRecvError::Disconnected) => return Ok(None),
            Err(TryRecvError::Empty) => out.flush()?,
        }
        loop {
            match self.items.recv_timeout(GLANCE) {
                Ok(item) => return Ok(Some(item)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) if self.cancel.is_cancelled() => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
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

/// Reads a source to its end; an error if nobody listens any more.
fn read(
    source: &Result<Source, String>,
    shape: Shape,
    items: &SyncSender<Item>,
) -> Result<(), mpsc::SendError<Item>> {
    let source = match source {
        Ok(source) => source,
        Err(message) => {
            let (message, position) = (message.clone(), None);
            return items.send(Item::Unreadable(Fault { source: "".into(), position, message }));
        }
    };
    let name: Arc<str> = source.name().into();
    let input = match source.open() {
        Ok(input) => input,
        Err(error) => return items.send(Item::Unreadable(unreadable(&name, &error))),
    };
    let mut empty = true;
    for entry in Reader::new(input, shape) {
        empty = false;
        items.send(match entry {
            Ok(entry) => {
                let (puzzle, line) = (entry.puzzle, entry.line);
                Item::Puzzle(Located { puzzle, source: Arc::clone(&name), line })
            }
            Err(error) => faulty(&name, &error),
        })?;
    }
    if empty {
        let message = format!("no puzzle found: expected at least one, {shape}");
        items.send(Item::Unreadable(Fault { source: name, position: None, message }))?;
    }
    Ok(())
}

/// What is said of an input that cannot be opened or read.
pub(crate) fn unreadable(source: &Arc<str>, error: &io::Error) -> Fault {
    let message = match error.kind() {
        io::ErrorKind::IsADirectory => "is a directory: expected a file".to_owned(),
        _ => format!("cannot read it: {error}"),
    };
    Fault { source: Arc::clone(source), position: None, message }
}

/// Whether the entry is not one of the puzzles but the failure to read any more.
fn ends_input(kind: &ReadErrorKind) -> bool {
    matches!(kind, ReadErrorKind::Io(_))
}

fn faulty(source: &Arc<str>, error: &ReadError) -> Item {
    let position = Some((error.line(), error.column()));
    let message = error.kind().to_string();
    let fault = Fault { source: Arc::clone(source), position, message };
    if ends_input(error.kind()) { Item::Unreadable(fault) } else { Item::Invalid(fault) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_argument_that_is_no_file_is_a_puzzle_only_if_it_looks_like_one() {
        let puzzles = [
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7x",
            "[\"9.7.....6\"]",
            "1 0 0 0\n0 0 0 2",
            "................",
            "1...............",
        ];
        for puzzle in puzzles {
            assert!(looks_like_a_puzzle(puzzle), "{puzzle}");
        }
        for name in ["puzzles.txt", "123", "a-rather-long-file-name-that-is-not-there.txt", ""] {
            assert!(!looks_like_a_puzzle(name), "{name}");
        }
    }

    #[test]
    fn names_in_messages_say_what_was_read() {
        assert_eq!(Source::Stdin.name(), "<stdin>");
        assert_eq!(Source::Argument(2, String::new()).name(), "argument 2");
        assert_eq!(source(1, "-"), Ok(Source::Stdin));
        assert!(source(1, "nothing.here").unwrap_err().contains("no such file"));
    }
}
