//! The puzzles of a corpus, read: what a session measures on.

mod variants;

use std::io::{self, BufReader, Read};
use std::path::Path;

use quadrille_cover::{Problem, json, text};
use quadrille_sudoku::variant::Variant;
use quadrille_sudoku::{Puzzle, Shape, format, variant};
use sha2::{Digest, Sha256};

pub use variants::VariantCorpus;

use crate::classics::classic;
use crate::corpus::Corpus;
use crate::definition::{CorpusSpec, Counts, Kind, is_stdin};
use crate::packed::{self, unpacked_name};
use crate::statistics::Random;
use crate::symmetry::Symmetry;

/// A corpus that was read.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Material {
    /// Its name.
    pub name: String,
    /// The puzzles themselves.
    pub puzzles: Puzzles,
    /// What is to be said of each puzzle.
    pub entries: Vec<Entry>,
    /// SHA-256 of the bytes of all files, one behind the other; of packed ones, of what they hold; of
    /// classic problems, of their texts.
    pub sha256: String,
    /// What could not be read: file, line, column and why.
    pub rejected: Vec<String>,
}

/// Puzzles of a kind.
#[derive(Debug, Clone)]
pub enum Puzzles {
    /// Sudokus of a shape.
    Sudoku(Shape, Vec<Puzzle>),
    /// Exact-cover problems.
    Cover(Vec<Problem<String, String>>),
    /// Puzzles with rules of their own, on any boards.
    Variant(Vec<Variant>),
}

/// What is to be said of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// The puzzle on one line; of an exact-cover problem, its name; of a variant, its title, or without one its clues.
    pub text: String,
    /// The file that it is from.
    pub source: String,
    /// The line there, from 1; 0 if it has none.
    pub line: usize,
    /// Clues of a sudoku or variant, items of an exact-cover problem.
    pub size: usize,
    /// Puzzles of the same class are shuffles of each other.
    pub class: usize,
    /// Its number of solutions, if that is known beforehand.
    pub count: Option<u64>,
    /// Its one solution, if that is known beforehand; of a variant, one that came with it and keeps its rules.
    pub solution: Option<Vec<u8>>,
    /// A variant in the format `text`, rules and all.
    pub definition: Option<String>,
}

/// A corpus that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MaterialError {
    /// A file cannot be read.
    #[error("cannot read {name}: {source}")]
    File {
        /// The file.
        name: String,
        /// Why.
        source: io::Error,
    },
    /// Something in it makes no sense.
    #[error("corpus {corpus}: {message}")]
    Content {
        /// The corpus.
        corpus: String,
        /// What was found and what was expected.
        message: String,
    },
}

impl Material {
    /// A corpus of sudokus that is there already.
    ///
    /// ```
    /// use quadrille_lab::{Corpus, Material};
    ///
    /// let material = Material::of("sample", Corpus::embedded());
    /// assert_eq!(material.len(), 51);
    /// ```
    pub fn of(name: impl Into<String>, corpus: Corpus) -> Self {
        let entry = |(number, puzzle): (usize, &Puzzle)| {
            let origin = corpus.origin(number);
            Entry {
                text: format::line(puzzle).to_string(),
                source: origin.map_or("", |origin| corpus.source_name(origin.source)).to_owned(),
                line: origin.map_or(0, |origin| origin.line),
                size: puzzle.clue_count(),
                class: number,
                count: None,
                solution: None,
                definition: None,
            }
        };
        let rejected = corpus.rejected().iter().map(|rejected| {
            let source = corpus.source_name(rejected.source);
            format!("{source}:{}:{}: {}", rejected.line, rejected.column, rejected.message)
        });
        Material {
            name: name.into(),
            entries: corpus.puzzles().iter().enumerate().map(entry).collect(),
            sha256: corpus.sha256(),
            rejected: rejected.collect(),
            puzzles: Puzzles::Sudoku(corpus.shape(), corpus.into_puzzles()),
        }
    }

    /// Reads a corpus; files are looked for in `folder`.
    ///
    /// # Errors
    ///
    /// If a file cannot be read, there is no puzzle, or known answers do not fit the puzzles. Single
    /// puzzles that cannot be read are no error: see [`Material::rejected`].
    pub fn read(spec: &CorpusSpec, folder: &Path, seed: u64) -> Result<Self, MaterialError> {
        let seed = spec.seed.unwrap_or(seed);
        let mut material = match spec.kind() {
            Kind::Sudoku => sudokus(spec, folder)?,
            Kind::Cover => problems(spec, folder)?,
            Kind::Variant => variants(spec, folder)?,
        };
        if let Some(file) = &spec.solutions {
            material.expect_solutions(file, &read(folder, file)?)?;
        }
        match &spec.counts {
            None => {}
            Some(Counts::Numbers(counts)) => material.expect_counts("`counts`", counts)?,
            Some(Counts::File(file)) => {
                let text = read(folder, file)?;
                let name = shown(file);
                let counts: Result<Vec<u64>, _> = lines(&text).map(str::parse).collect();
                let counts = counts
                    .map_err(|_| material.wrong(format!("{name} is not a whole number a line")))?;
                material.expect_counts(&name, &counts)?;
            }
        }
        material.choose(spec, seed);
        if let Some(times) = spec.shuffles {
            material.shuffle(times.get(), seed);
        }
        if material.is_empty() {
            let why = material.rejected.first().map(|it| format!(": {it}")).unwrap_or_default();
            return Err(material.wrong(format!("there is no puzzle in it{why}")));
        }
        Ok(material)
    }

    /// Number of puzzles.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no puzzle.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// What its puzzles are.
    pub fn kind(&self) -> Kind {
        match self.puzzles {
            Puzzles::Sudoku(..) => Kind::Sudoku,
            Puzzles::Cover(_) => Kind::Cover,
            Puzzles::Variant(_) => Kind::Variant,
        }
    }

    fn wrong(&self, message: String) -> MaterialError {
        MaterialError::Content { corpus: self.name.clone(), message }
    }

    fn expect_counts(&mut self, name: &str, counts: &[u64]) -> Result<(), MaterialError> {
        if counts.len() != self.len() {
            let (found, expected) = (counts.len(), self.len());
            return Err(self.wrong(format!("{name}: {found} numbers for {expected} puzzles")));
        }
        for (entry, &count) in self.entries.iter_mut().zip(counts) {
            entry.count = Some(count);
        }
        Ok(())
    }

    fn expect_solutions(&mut self, file: &Path, text: &str) -> Result<(), MaterialError> {
        let Puzzles::Sudoku(shape, _) = self.puzzles else { return Ok(()) };
        let solutions: Vec<&str> = lines(text).collect();
        let name = shown(file);
        if solutions.len() != self.len() {
            let (found, expected) = (solutions.len(), self.len());
            return Err(self.wrong(format!("{name}: {found} solutions for {expected} puzzles")));
        }
        let mut known = Vec::new();
        for (number, line) in solutions.iter().enumerate() {
            let parsed = format::parse(line, shape).map(|entry| entry.puzzle);
            match parsed {
                Ok(puzzle) if puzzle.grid().is_full() => {
                    known.push(puzzle.grid().values().to_vec());
                }
                _ => {
                    let message = format!("{name}: solution {} is no full grid", number + 1);
                    return Err(self.wrong(message));
                }
            }
        }
        for (entry, solution) in self.entries.iter_mut().zip(known) {
            entry.count = Some(1);
            entry.solution = Some(solution);
        }
        Ok(())
    }

    /// Keeps a sample, or the first ones.
    fn choose(&mut self, spec: &CorpusSpec, seed: u64) {
        let mut chosen: Vec<usize> = (0..self.len()).collect();
        if let Some(sample) = spec.sample {
            Random::stream(seed, 1).shuffle(&mut chosen);
            chosen.truncate(sample.get());
            chosen.sort_unstable();
        }
        if let Some(limit) = spec.limit {
            chosen.truncate(limit.get());
        }
        if chosen.len() < self.len() {
            self.entries = pick(&self.entries, &chosen);
            match &mut self.puzzles {
                Puzzles::Sudoku(_, puzzles) => *puzzles = pick(puzzles, &chosen),
                Puzzles::Cover(problems) => *problems = pick(problems, &chosen),
                Puzzles::Variant(variants) => *variants = pick(variants, &chosen),
            }
        }
        for (class, entry) in self.entries.iter_mut().enumerate() {
            entry.class = class;
        }
    }

    /// Replaces each sudoku by so many shuffles of it.
    fn shuffle(&mut self, times: usize, seed: u64) {
        let Puzzles::Sudoku(shape, puzzles) = &mut self.puzzles else { return };
        let mut random = Random::stream(seed, 2);
        let (mut shuffled, mut entries) = (Vec::new(), Vec::new());
        for (puzzle, entry) in puzzles.iter().zip(&self.entries) {
            for _ in 0..times {
                let symmetry = Symmetry::random(*shape, &mut random);
                let other = symmetry.apply(puzzle);
                let solution = entry.solution.as_ref();
                entries.push(Entry {
                    text: format::line(&other).to_string(),
                    solution: solution.map(|values| symmetry.apply_to_values(values)),
                    ..entry.clone()
                });
                shuffled.push(other);
            }
        }
        *puzzles = shuffled;
        self.entries = entries;
    }
}

/// Lines that are neither blank nor a comment, without white space around.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

fn pick<T: Clone>(items: &[T], chosen: &[usize]) -> Vec<T> {
    chosen.iter().filter_map(|&index| items.get(index).cloned()).collect()
}

/// Opens a file, unpacked if its name says that it is packed; standard input if the name is `-`.
fn open(folder: &Path, name: &Path) -> Result<Box<dyn Read + Send>, MaterialError> {
    if is_stdin(name) {
        return Ok(Box::new(io::stdin()));
    }
    packed::open(&folder.join(name)).map_err(|source| unreadable(name, source))
}

fn unreadable(name: &Path, source: io::Error) -> MaterialError {
    MaterialError::File { name: shown(name), source }
}

/// What a file is called.
fn shown(name: &Path) -> String {
    if is_stdin(name) { "<stdin>".to_owned() } else { name.display().to_string() }
}

fn read(folder: &Path, name: &Path) -> Result<String, MaterialError> {
    let mut text = String::new();
    let read = open(folder, name)?.read_to_string(&mut text);
    read.map(|_| text).map_err(|source| unreadable(name, source))
}

fn sudokus(spec: &CorpusSpec, folder: &Path) -> Result<Material, MaterialError> {
    if spec.builtin.is_some() {
        return Ok(Material::of(spec.name(), Corpus::embedded()));
    }
    let mut corpus = Corpus::new(spec.name(), spec.shape());
    for name in spec.files.each() {
        corpus.add(shown(name), BufReader::with_capacity(1 << 16, open(folder, name)?));
    }
    Ok(Material::of(spec.name(), corpus))
}

fn variants(spec: &CorpusSpec, folder: &Path) -> Result<Material, MaterialError> {
    let mut corpus = VariantCorpus::new(spec.name());
    let format = spec.format.as_deref().and_then(variant::format::by_name);
    for file in spec.files.each() {
        corpus.add(&shown(file), &read(folder, file)?, format)?;
    }
    Ok(corpus.into_material())
}

/// Whether a problem is in the JSON form: by its name, or since it begins as JSON does.
fn is_json(source: &str, content: &str) -> bool {
    let content = content.strip_prefix('\u{feff}').unwrap_or(content);
    unpacked_name(source).ends_with(".json") || content.trim_ascii_start().starts_with('{')
}

fn problems(spec: &CorpusSpec, folder: &Path) -> Result<Material, MaterialError> {
    let wrong = |message| MaterialError::Content { corpus: spec.name(), message };
    let mut hasher = Sha256::new();
    let (mut problems, mut entries) = (Vec::new(), Vec::new());
    let mut add = |name: String, source: String, content: &str| {
        hasher.update(content);
        let problem = match is_json(&source, content) {
            true => json::read(content).map(Problem::without_labels).map_err(|it| it.to_string()),
            false => text::read(content).map_err(|it| it.to_string()),
        };
        let problem = problem.map_err(|error| {
            let place = if source.is_empty() { &name } else { &source };
            wrong(format!("{place}:{error}"))
        })?;
        entries.push(Entry {
            text: name,
            source,
            line: 0,
            size: problem.item_count(),
            class: entries.len(),
            count: None,
            solution: None,
            definition: None,
        });
        problems.push(problem);
        Ok(())
    };
    for file in spec.files.each() {
        let source = shown(file);
        let unpacked = Path::new(unpacked_name(&source));
        let stem = unpacked.file_stem().unwrap_or(unpacked.as_os_str());
        add(stem.to_string_lossy().into_owned(), source.clone(), &read(folder, file)?)?;
    }
    for name in &spec.instances {
        let made = classic(name).and_then(|it| it.to_text().map_err(|error| error.to_string()));
        add(name.clone(), String::new(), &made.map_err(wrong)?)?;
    }
    Ok(Material {
        name: spec.name(),
        puzzles: Puzzles::Cover(problems),
        entries,
        sha256: hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect(),
        rejected: Vec::new(),
    })
}
