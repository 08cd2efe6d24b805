//! What the arguments are: files, standard input, or puzzles.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use quadrille_lab::packed;
use quadrille_sudoku::Shape;
use quadrille_sudoku::format::{ReadErrorKind, Reader};

use crate::args::is_enough;
use crate::variants::is_of_variants;

/// A shorter run of puzzle characters that does not read as a puzzle is a mistyped file name
/// rather than a faulty puzzle: 4×4 is the smallest that most people write out.
const SHORTEST_PUZZLE: usize = 16;
/// The cells of the smallest grid with two digits.
const FEWEST_CELLS: usize = 4;

/// Pipes of which something was read to find out format and shape: name, what was read, the rest.
type Opened = (PathBuf, Vec<u8>, Box<dyn Read + Send>);
static OPENED: Mutex<Vec<Opened>> = Mutex::new(Vec::new());
/// Bytes that tell a format.
const LONGEST_HEAD: usize = 1 << 16;

/// Something to read puzzles from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Source {
    Stdin,
    File(PathBuf),
    Argument(Argument),
}

/// A puzzle written out as an argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Argument {
    /// Its number, from 1.
    number: usize,
    text: String,
    /// Whether it is faulty in a way that a file's name could be.
    doubtful: bool,
}

impl Source {
    /// What messages call it.
    pub(crate) fn name(&self) -> String {
        match self {
            Source::Stdin => "<stdin>".to_owned(),
            Source::File(path) => path.display().to_string(),
            Source::Argument(argument) => format!("argument {}", argument.number),
        }
    }

    /// Whether it is standard input, under whatever name.
    pub(crate) fn is_stdin(&self) -> bool {
        const STDIN: [&str; 3] = ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"];
        match self {
            Source::Stdin => true,
            Source::File(path) => STDIN.iter().any(|stdin| path == Path::new(stdin)),
            Source::Argument(_) => false,
        }
    }

    /// Whether it is a faulty puzzle that may have been meant as a file's name.
    pub(crate) fn is_doubtful(&self) -> bool {
        matches!(self, Source::Argument(argument) if argument.doubtful)
    }

    /// Its beginning: as much as it takes to tell format and shape, at most 64 KiB. A pipe is kept for
    /// [`input`](Self::input), with what was read of it.
    pub(crate) fn head(&self) -> io::Result<String> {
        if let Source::Argument(argument) = self {
            return Ok(argument.text.clone());
        }
        let name = self.key();
        let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, head, _)) = opened.iter().find(|(known, ..)| *known == name) {
            return Ok(String::from_utf8_lossy(head).into_owned());
        }
        let is_file = match self {
            Source::File(path) if !self.is_stdin() => fs::metadata(path)?.is_file(),
            _ => false,
        };
        let mut input = self.fresh()?;
        let mut head = Vec::new();
        let mut block = vec![0; LONGEST_HEAD];
        while head.len() < LONGEST_HEAD && (is_file || !is_enough(&String::from_utf8_lossy(&head)))
        {
            match input.read(&mut block[head.len()..])? {
                0 => break,
                more => {
                    let from = head.len();
                    head.extend_from_slice(&block[from..from + more]);
                }
            }
        }
        let text = String::from_utf8_lossy(&head).into_owned();
        if !is_file {
            opened.push((name, head, input));
        }
        Ok(text)
    }

    /// What tells it from others that are opened.
    fn key(&self) -> PathBuf {
        match self {
            Source::File(path) if !self.is_stdin() => path.clone(),
            _ => PathBuf::from("-"),
        }
    }

    /// Opens it for reading.
    pub(crate) fn open(&self) -> io::Result<Box<dyn BufRead + Send>> {
        Ok(Box::new(BufReader::with_capacity(1 << 16, self.input()?)))
    }

    /// Opens it for reading by large blocks. What a file's name says is packed is unpacked.
    pub(crate) fn input(&self) -> io::Result<Box<dyn Read + Send>> {
        let name = self.key();
        let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(index) = opened.iter().position(|(known, ..)| *known == name) {
            let (_, head, rest) = opened.swap_remove(index);
            return Ok(Box::new(io::Cursor::new(head).chain(rest)));
        }
        self.fresh()
    }

    fn fresh(&self) -> io::Result<Box<dyn Read + Send>> {
        Ok(match self {
            _ if self.is_stdin() => Box::new(io::stdin()),
            Source::Stdin => Box::new(io::stdin()),
            Source::Argument(argument) => {
                Box::new(io::Cursor::new(argument.text.clone().into_bytes()))
            }
            Source::File(path) => packed::open(path)?,
        })
    }
}

/// What can be read of the beginning of an argument at once, or of standard input if there is none; `None` if there is
/// nothing to read, or nobody to be asked.
pub(super) fn head(argument: Option<&OsStr>) -> Option<String> {
    let source = match argument {
        None if io::stdin().is_terminal() => return None,
        None => Source::Stdin,
        Some(argument) if argument == "-" => Source::Stdin,
        Some(argument) if fs::metadata(Path::new(argument)).is_ok() => {
            Source::File(PathBuf::from(argument))
        }
        Some(argument) => return argument.to_str().map(str::to_owned),
    };
    source.head().ok()
}

/// Finds out what the arguments are. Without any it is standard input, unless that is a terminal.
///
/// # Errors
///
/// A message for each argument that is nothing, or one that says what is missing.
pub(crate) fn sources(
    arguments: &[OsString],
    shape: Shape,
) -> Result<Vec<Result<Source, String>>, String> {
    if arguments.is_empty() {
        if io::stdin().is_terminal() {
            return Err("no puzzle given: expected a puzzle, a file, or `-` to type one here; \
                        try --help"
                .to_owned());
        }
        return Ok(vec![Ok(Source::Stdin)]);
    }
    let numbered = arguments.iter().enumerate();
    let sources: Vec<_> =
        numbered.map(|(index, argument)| source(index + 1, argument, shape)).collect();
    match is_read_twice(sources.iter().flatten()) {
        true => Err(STDIN_TWICE.to_owned()),
        false => Ok(sources),
    }
}

/// What is said of standard input among the inputs more than once.
pub(crate) const STDIN_TWICE: &str =
    "standard input stands there twice: it can be read once, by one `-`";

/// Whether standard input is among the sources more than once, under whatever name.
pub(crate) fn is_read_twice<'s>(sources: impl IntoIterator<Item = &'s Source>) -> bool {
    sources.into_iter().filter(|source| source.is_stdin()).nth(1).is_some()
}

fn source(number: usize, argument: &OsString, shape: Shape) -> Result<Source, String> {
    if argument == "-" {
        return Ok(Source::Stdin);
    }
    let path = Path::new(argument);
    let Err(error) = fs::metadata(path) else {
        return Ok(Source::File(path.to_owned()));
    };
    let written_out = |text: &str, doubtful| {
        Source::Argument(Argument { number, text: text.to_owned(), doubtful })
    };
    let mut reason = "it is not UTF-8".to_owned();
    if let Some(text) = argument.to_str() {
        if is_of_variants(text) {
            return Ok(written_out(text, false));
        }
        match Reader::new(text.as_bytes(), shape).next() {
            Some(Ok(_)) => return Ok(written_out(text, false)),
            Some(Err(fault)) => {
                // Both are of as many cells as a puzzle has.
                let is_one = matches!(
                    fault.kind(),
                    ReadErrorKind::Clash { .. } | ReadErrorKind::Symbols { .. }
                );
                if is_one || looks_like_a_puzzle(text) {
                    return Ok(written_out(text, !is_one && !spans_lines(text)));
                }
                reason = fault.kind().to_string();
            }
            None => reason = "found nothing".to_owned(),
        }
    }
    if is_there(&error) {
        // Opening it will fail as well, and say why.
        return Ok(Source::File(path.to_owned()));
    }
    Err(format!("`{}`: {}{reason}", path.display(), NEITHER))
}

/// What is said of an argument that is no file and no puzzle, before the reason of the latter.
pub(crate) const NEITHER: &str = "no such file; and as a puzzle: ";

/// Whether a file that cannot be looked at exists all the same, for all that is known.
fn is_there(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidFilename, InvalidInput, NotADirectory, NotFound};
    !matches!(error.kind(), NotFound | NotADirectory | InvalidFilename | InvalidInput)
}

/// What puzzles of all sizes are written with.
fn is_common(c: char) -> bool {
    c.is_ascii_digit() || c.is_whitespace() || "._*-?|+".contains(c)
}

/// An argument without the comment behind it.
fn first_word(text: &str) -> &str {
    text.split(|c: char| c.is_whitespace() || "#,;".contains(c)).next().unwrap_or_default()
}

fn spans_lines(text: &str) -> bool {
    text.starts_with(['[', '{']) || text.contains('\n')
}

/// Whether an argument that is no file is meant to be a puzzle, though a faulty one: several
/// lines, JSON, or a long enough run of what puzzles are written with.
fn looks_like_a_puzzle(text: &str) -> bool {
    let text = text.trim();
    spans_lines(text) || is_long_run(text) || is_long_run(first_word(text))
}

fn is_long_run(text: &str) -> bool {
    let length = text.chars().count();
    // Letters are digits of large grids. A file name has more of them than a puzzle has.
    length >= SHORTEST_PUZZLE
        && text.chars().all(|c| is_common(c) || c.is_ascii_alphabetic())
        && 2 * text.chars().filter(|&c| is_common(c)).count() >= length
}

/// Whether an argument that begins with `-` is a puzzle rather than an option.
pub(crate) fn begins_like_a_puzzle(text: &str) -> bool {
    let run = |text: &str| text.len() >= FEWEST_CELLS && text.chars().all(is_common);
    let (text, word) = (text.trim(), first_word(text));
    run(text) || run(word) || is_long_run(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn classify(text: &str, rows: usize, columns: usize) -> Result<Source, String> {
        source(1, &text.into(), Shape::new(rows, columns).expect("a shape"))
    }

    fn is_argument(text: &str, rows: usize, columns: usize) -> bool {
        matches!(classify(text, rows, columns), Ok(Source::Argument(_)))
    }

    #[test]
    fn an_argument_that_is_no_file_is_a_faulty_puzzle_only_if_it_looks_like_one() {
        let faulty = format!("{}x", &PUZZLE[1..]);
        let commented = format!("{} # from a book", &PUZZLE[1..]);
        for puzzle in [
            &PUZZLE[1..],
            &faulty,
            &commented,
            "[\"9.7.....6\"]",
            "1 0 0 0\n0 0 0 2",
            "................",
            "1...............",
        ] {
            assert!(is_argument(puzzle, 3, 3), "{puzzle}");
        }
        for name in ["puzzles.txt", "123", "a-rather-long-file-name-that-is-not-there.txt", ""] {
            assert!(!is_argument(name, 3, 3), "{name}");
        }
    }

    #[test]
    fn a_puzzle_of_any_size_is_one_if_it_fits_the_shape() {
        assert!(is_argument("123......", 1, 3));
        assert!(is_argument("1...", 1, 2));
        assert!(is_argument("1", 1, 1));
        assert!(is_argument("....", 2, 1));
        assert!(is_argument("1 0 0 0 0 0 0 0 0", 1, 3));
        assert!(!is_argument("123......", 1, 2));
        assert!(!is_argument("4........", 1, 3));
    }

    #[test]
    fn a_comment_behind_a_puzzle_is_none_of_its_cells() {
        for comment in [" easy", "#easy", " # easy, by hand", ",easy", ";easy", "\teasy"] {
            assert!(is_argument(&format!("{PUZZLE}{comment}"), 3, 3), "{comment}");
        }
    }

    #[test]
    fn what_is_neither_file_nor_puzzle_is_told_both() {
        let message = classify("123", 3, 3).unwrap_err();
        assert!(message.starts_with("`123`: no such file; and as a puzzle: "), "{message}");
        assert!(message.contains("expected") && message.ends_with("found 3"), "{message}");
        let message = classify("nothing.txt", 3, 3).unwrap_err();
        assert!(message.starts_with("`nothing.txt`: no such file; and as a puzzle: "), "{message}");
        assert!(classify(&PUZZLE[1..], 3, 3).expect("a source").is_doubtful());
        let clash = format!("55{}", &PUZZLE[2..]);
        assert!(!classify(&clash, 3, 3).expect("a source").is_doubtful());
    }

    #[test]
    fn names_in_messages_say_what_was_read() {
        assert_eq!(Source::Stdin.name(), "<stdin>");
        let argument = Argument { number: 2, text: String::new(), doubtful: false };
        assert_eq!(Source::Argument(argument).name(), "argument 2");
        assert_eq!(classify("-", 3, 3), Ok(Source::Stdin));
    }

    #[test]
    fn options_do_not_begin_like_a_puzzle() {
        for puzzle in ["-1--", "--3--7---", "-.-.- # comment", "-ABCD...1234----", "- 1 2 -"] {
            assert!(begins_like_a_puzzle(puzzle), "{puzzle}");
        }
        for option in ["-a", "--all", "--time-limit-per-puzzle", "-n5", "--", "-1", "-1s", "-n=10"]
        {
            assert!(!begins_like_a_puzzle(option), "{option}");
        }
    }
}
