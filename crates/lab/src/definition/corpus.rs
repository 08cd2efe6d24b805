//! `[[corpus]]`: files of puzzles, puzzles that come with the library, or classic problems by name.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use quadrille_sudoku::Shape;
use quadrille_sudoku::variant::format;
use serde::{Deserialize, Deserializer};

use super::is_stdin;
use super::values::Kind;
use crate::packed::unpacked_name;

/// A corpus, defined.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct CorpusSpec {
    name: Option<String>,
    kind: Option<Kind>,
    /// The files, relative to the folder of the definition; `-` is standard input. Those whose names end in
    /// `.gz` or `.zst` are unpacked.
    #[serde(default, alias = "file")]
    pub files: Files,
    /// Puzzles that come with the library: `sample`.
    pub builtin: Option<String>,
    /// Classic exact-cover problems: see [`classics`](crate::classics).
    #[serde(default)]
    pub instances: Vec<String>,
    /// The format of variants, if it is not the one that their files are certainly in.
    pub format: Option<String>,
    /// Rows and columns of a box.
    #[serde(rename = "box")]
    boxes: Option<Boxes>,
    /// At most so many puzzles, the first ones.
    pub limit: Option<NonZeroUsize>,
    /// So many puzzles, drawn with the seed, in the order of the files.
    pub sample: Option<NonZeroUsize>,
    /// The seed of sample and shuffles, if not that of the definition.
    pub seed: Option<u64>,
    /// A file with the one solution of each puzzle, line by line.
    pub solutions: Option<PathBuf>,
    /// How many solutions each puzzle has.
    pub counts: Option<Counts>,
    /// Each sudoku so many times, relabelled, transposed and permuted.
    pub shuffles: Option<NonZeroUsize>,
}

/// A file or several.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Files {
    /// None.
    #[default]
    None,
    /// One.
    One(PathBuf),
    /// Several.
    Many(Vec<PathBuf>),
}

impl Files {
    /// All of them.
    pub fn each(&self) -> &[PathBuf] {
        match self {
            Files::None => &[],
            Files::One(file) => std::slice::from_ref(file),
            Files::Many(files) => files,
        }
    }
}

/// How many solutions the puzzles have.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Counts {
    /// A file with a number a line.
    File(PathBuf),
    /// The numbers.
    Numbers(Vec<u64>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Boxes(Shape);

impl<'de> Deserialize<'de> for Boxes {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let expected =
            || format!("expected rows and columns of a box as in \"3x3\", found {text:?}");
        let error = || serde::de::Error::custom(expected());
        let (rows, columns) = text.split_once('x').ok_or_else(error)?;
        let rows = rows.parse().map_err(|_| error())?;
        let columns = columns.parse().map_err(|_| error())?;
        Shape::new(rows, columns).map(Boxes).map_err(serde::de::Error::custom)
    }
}

impl CorpusSpec {
    /// A corpus of one classic problem, which has so many solutions if that is known.
    pub(crate) fn of_classic(name: String, instance: String, count: Option<u64>) -> Self {
        CorpusSpec {
            name: Some(name),
            kind: None,
            files: Files::None,
            builtin: None,
            instances: vec![instance],
            format: None,
            boxes: None,
            limit: None,
            sample: None,
            seed: None,
            solutions: None,
            counts: count.map(|count| Counts::Numbers(vec![count])),
            shuffles: None,
        }
    }

    /// What it is called: its name, or that of its first file without the folder, or what is built in.
    pub fn name(&self) -> String {
        let file = || {
            let first = self.files.each().first()?;
            if is_stdin(first) {
                return Some("<stdin>".to_owned());
            }
            let name = first.to_string_lossy();
            let stem = Path::new(unpacked_name(&name)).file_stem()?;
            Some(stem.to_string_lossy().into_owned())
        };
        (self.name.clone())
            .or_else(file)
            .or_else(|| self.builtin.clone())
            .unwrap_or_else(|| self.instances.join(", "))
    }

    /// All files that are read: of puzzles, solutions and counts.
    pub(super) fn all_files(&self) -> impl Iterator<Item = &Path> {
        let counts = match &self.counts {
            Some(Counts::File(file)) => Some(file),
            Some(Counts::Numbers(_)) | None => None,
        };
        let known = self.solutions.iter().chain(counts);
        self.files.each().iter().chain(known).map(PathBuf::as_path)
    }

    /// What its puzzles are: what it says, or what its files look like.
    pub fn kind(&self) -> Kind {
        let any_is = |ending: &str| {
            let mut files = self.files.each().iter();
            files.any(|file| unpacked_name(&file.to_string_lossy()).ends_with(ending))
        };
        self.kind.unwrap_or(match !self.instances.is_empty() || any_is(".dlx") {
            true => Kind::Cover,
            false if any_is(".sudoku") => Kind::Variant,
            false => Kind::Sudoku,
        })
    }

    /// The shape of its sudokus.
    pub fn shape(&self) -> Shape {
        self.boxes.map_or(Shape::CLASSIC, |boxes| boxes.0)
    }

    pub(super) fn check(&self) -> Result<(), String> {
        let sources =
            [!self.files.each().is_empty(), self.builtin.is_some(), !self.instances.is_empty()];
        match (sources.iter().filter(|&&given| given).count(), self.kind()) {
            (0, _) => return Err("a corpus needs `files`, `builtin` or `instances`".into()),
            (1, _) => {}
            _ => return Err("a corpus has `files`, `builtin` or `instances`, one of them".into()),
        }
        if let Some(name) = &self.builtin
            && name != "sample"
        {
            return Err(format!("no corpus `{name}` is built in: there is `sample`"));
        }
        if let Some(name) = &self.format {
            if self.kind() != Kind::Variant {
                return Err("`format` is for variants".into());
            }
            if format::by_name(name).is_none() {
                let known: Vec<&str> = format::ALL.iter().map(|format| format.name()).collect();
                return Err(format!("no format `{name}`: there are {}", known.join(", ")));
            }
        }
        match self.kind() {
            Kind::Sudoku | Kind::Variant if !self.instances.is_empty() => {
                Err("`instances` are exact-cover problems".into())
            }
            Kind::Cover | Kind::Variant if self.builtin.is_some() => {
                Err("what is built in are sudokus".into())
            }
            Kind::Cover | Kind::Variant if self.shuffles.is_some() || self.boxes.is_some() => {
                Err("`shuffles` and `box` are for sudokus".into())
            }
            Kind::Cover if self.solutions.is_some() => {
                Err("`solutions` are of sudokus; give `counts`".into())
            }
            Kind::Variant if self.solutions.is_some() => {
                Err("`solutions` are of sudokus; variants come with theirs".into())
            }
            _ => Ok(()),
        }
    }
}
