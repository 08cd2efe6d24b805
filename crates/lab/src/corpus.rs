//! Corpora: puzzles, and where each of them is from.

use std::io::{self, BufRead, Read};

use quadrille_sudoku::format::Reader;
use quadrille_sudoku::{Puzzle, Shape};
use sha2::{Digest, Sha256};

/// The corpus that is used when no other is named; it travels inside the library.
const EMBEDDED: &str = include_str!("../data/sample.txt");

/// Puzzles of one shape, in order, each with its origin.
///
/// Entries that could not be read are kept as well ([`Corpus::rejected`]): a comparison states how
/// many there were instead of quietly measuring fewer puzzles.
///
/// ```
/// use quadrille_lab::Corpus;
/// use quadrille_sudoku::Shape;
///
/// let mut corpus = Corpus::new("two", Shape::CLASSIC);
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// corpus.add("two.txt", format!("{puzzle}\nnonsense\n").as_bytes());
/// assert_eq!(corpus.puzzles().len(), 1);
/// assert_eq!(corpus.rejected()[0].line, 2);
/// ```
#[derive(Debug, Clone)]
pub struct Corpus {
    name: String,
    shape: Shape,
    puzzles: Vec<Puzzle>,
    /// One a puzzle.
    origins: Vec<Origin>,
    sources: Vec<Source>,
    rejected: Vec<Rejected>,
    hasher: Sha256,
}

/// A file, or whatever else puzzles were read from.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Source {
    /// Its name, as it was given.
    pub name: String,
    /// Puzzles read from it.
    pub puzzles: usize,
    /// Entries in it that could not be read.
    pub rejected: usize,
}

/// Where a puzzle is from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Origin {
    /// Index into [`Corpus::sources`].
    pub source: usize,
    /// The line it begins in, from 1.
    pub line: usize,
}

/// An entry that could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rejected {
    /// Index into [`Corpus::sources`].
    pub source: usize,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What was found and what was expected.
    pub message: String,
}

impl Corpus {
    /// A corpus without a puzzle.
    pub fn new(name: impl Into<String>, shape: Shape) -> Self {
        Corpus {
            name: name.into(),
            shape,
            puzzles: Vec::new(),
            origins: Vec::new(),
            sources: Vec::new(),
            rejected: Vec::new(),
            hasher: Sha256::new(),
        }
    }

    /// The corpus that travels inside the library: 51 classic 9×9 puzzles with one solution each,
    /// from easy to hard, some of them with 17 clues.
    pub fn embedded() -> Self {
        let mut corpus = Corpus::new("sample", Shape::CLASSIC);
        corpus.add("sample.txt", EMBEDDED.as_bytes());
        corpus
    }

    /// Reads all puzzles of a source, in whatever format they are. What cannot be read becomes a
    /// [`Rejected`]; the rest is read nevertheless.
    pub fn add(&mut self, name: impl Into<String>, input: impl BufRead) {
        let source = self.sources.len();
        let (puzzles, rejected) = (self.puzzles.len(), self.rejected.len());
        let input = Hashing { inner: input, hasher: &mut self.hasher };
        for entry in Reader::new(input, self.shape) {
            match entry {
                Ok(entry) => {
                    self.puzzles.push(entry.puzzle);
                    self.origins.push(Origin { source, line: entry.line });
                }
                Err(error) => self.rejected.push(Rejected {
                    source,
                    line: error.line(),
                    column: error.column(),
                    message: error.kind().to_string(),
                }),
            }
        }
        self.sources.push(Source {
            name: name.into(),
            puzzles: self.puzzles.len() - puzzles,
            rejected: self.rejected.len() - rejected,
        });
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The shape of all its puzzles.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The puzzles, in the order in which they were read.
    pub fn puzzles(&self) -> &[Puzzle] {
        &self.puzzles
    }

    /// The puzzles, without where they are from.
    pub fn into_puzzles(self) -> Vec<Puzzle> {
        self.puzzles
    }

    /// Where a puzzle is from; `None` if there is no such puzzle.
    pub fn origin(&self, puzzle: usize) -> Option<Origin> {
        self.origins.get(puzzle).copied()
    }

    /// What was read, in order.
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// The name of a source; empty if there is no such source.
    pub fn source_name(&self, source: usize) -> &str {
        self.sources.get(source).map_or("", |source| &source.name)
    }

    /// What could not be read, in order.
    pub fn rejected(&self) -> &[Rejected] {
        &self.rejected
    }

    /// SHA-256 of all bytes that were read, in hexadecimal: what `cat FILE… | sha256sum` says.
    pub fn sha256(&self) -> String {
        self.hasher.clone().finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// Hashes what is read through it.
struct Hashing<'h, R> {
    inner: R,
    hasher: &'h mut Sha256,
}

impl<R: BufRead> BufRead for Hashing<'_, R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        // The buffer is not empty when something of it is consumed, so this reads nothing new.
        if amount > 0
            && let Ok(buffer) = self.inner.fill_buf()
            && let Some(consumed) = buffer.get(..amount)
        {
            self.hasher.update(consumed);
        }
        self.inner.consume(amount);
    }
}

impl<R: BufRead> Read for Hashing<'_, R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let available = self.fill_buf()?;
        let amount = available.len().min(into.len());
        into[..amount].copy_from_slice(&available[..amount]);
        self.consume(amount);
        Ok(amount)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn every_puzzle_knows_its_file_and_line() {
        let mut corpus = Corpus::new("test", Shape::CLASSIC);
        corpus.add("a.txt", format!("# comment\n{PUZZLE}\n").as_bytes());
        corpus.add("b.txt", format!("{PUZZLE}\n\n{PUZZLE}\n").as_bytes());
        let origins: Vec<(usize, usize)> = (0..3)
            .filter_map(|puzzle| corpus.origin(puzzle))
            .map(|origin| (origin.source, origin.line))
            .collect();
        assert_eq!(origins, [(0, 2), (1, 1), (1, 3)]);
        assert_eq!(corpus.sources()[1].puzzles, 2);
        assert_eq!(corpus.origin(3), None);
    }

    #[test]
    fn an_entry_that_cannot_be_read_is_kept_with_its_position() {
        let mut corpus = Corpus::new("test", Shape::CLASSIC);
        let clash = format!("55{}", &PUZZLE[2..]);
        corpus.add("a.txt", format!("{PUZZLE}\n{clash}\n{PUZZLE}\n").as_bytes());
        assert_eq!(corpus.puzzles().len(), 2);
        assert_eq!(corpus.rejected().len(), 1);
        assert_eq!((corpus.rejected()[0].source, corpus.rejected()[0].line), (0, 2));
        assert_eq!(corpus.sources()[0].rejected, 1);
    }

    /// The first vector of FIPS 180-4's examples, split over two sources.
    #[test]
    fn the_hash_is_that_of_the_bytes_of_all_sources() {
        let mut corpus = Corpus::new("test", Shape::CLASSIC);
        corpus.add("a", &b"ab"[..]);
        corpus.add("b", &b"c"[..]);
        assert_eq!(
            corpus.sha256(),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }

    #[test]
    fn the_embedded_corpus_reads_without_an_error() {
        let corpus = Corpus::embedded();
        assert_eq!(corpus.rejected(), []);
        assert!(!corpus.puzzles().is_empty());
    }
}
