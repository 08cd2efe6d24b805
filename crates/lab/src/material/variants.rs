//! Puzzles with rules of their own as a corpus.
//!
//! A text is read as a whole, in whatever format of [`variant::format`](quadrille_sudoku::variant::format) it is, if there
//! is no doubt which that is.

use quadrille_sudoku::variant::format::{self, Format};
use quadrille_sudoku::variant::{Variant, verify};
use sha2::{Digest, Sha256};

use super::{Entry, Material, MaterialError, Puzzles};

/// Reads texts into a corpus.
///
/// ```
/// use quadrille_lab::VariantCorpus;
///
/// let mut corpus = VariantCorpus::new("small");
/// corpus.add("small.sudoku", "sudoku 4\ntitle: A cage\ncage 3: r1c1 r1c2\nsudoku 4\ncage: r9c9\n", None)?;
/// let material = corpus.into_material();
/// assert_eq!(material.entries[0].text, "A cage");
/// assert_eq!(material.rejected, ["small.sudoku:5:7: r9c9 is no cell of the board"]);
/// # Ok::<(), quadrille_lab::MaterialError>(())
/// ```
#[derive(Debug, Clone)]
pub struct VariantCorpus {
    name: String,
    variants: Vec<Variant>,
    entries: Vec<Entry>,
    rejected: Vec<String>,
    hasher: Sha256,
}

impl VariantCorpus {
    /// A corpus without a puzzle.
    pub fn new(name: impl Into<String>) -> Self {
        VariantCorpus {
            name: name.into(),
            variants: Vec::new(),
            entries: Vec::new(),
            rejected: Vec::new(),
            hasher: Sha256::new(),
        }
    }

    /// Number of puzzles.
    pub fn len(&self) -> usize {
        self.variants.len()
    }

    /// Whether there is no puzzle.
    pub fn is_empty(&self) -> bool {
        self.variants.is_empty()
    }

    /// What could not be read: source, line, column and why.
    pub fn rejected(&self) -> &[String] {
        &self.rejected
    }

    /// Reads all puzzles of a text, in a format or in the one that it is certainly in. What is none is kept as
    /// [`rejected`](Self::rejected).
    ///
    /// # Errors
    ///
    /// If it is not certain which format that is.
    pub fn add(
        &mut self,
        source: &str,
        text: &str,
        format: Option<&dyn Format>,
    ) -> Result<(), MaterialError> {
        let found = match format {
            Some(format) => Ok(format),
            None => certain(text),
        };
        let format = found.map_err(|message| MaterialError::Content {
            corpus: self.name.clone(),
            message: format!("{source}: {message}"),
        })?;
        self.hasher.update(text);
        for entry in format.read(text) {
            match entry {
                Ok(entry) => {
                    let number = self.entries.len();
                    self.entries.push(describe(&entry.variant, source, entry.line, number));
                    self.variants.push(entry.variant);
                }
                Err(error) => self.rejected.push(format!("{source}:{error}")),
            }
        }
        Ok(())
    }

    /// The puzzles, to be measured on.
    pub fn into_material(self) -> Material {
        Material {
            name: self.name,
            puzzles: Puzzles::Variant(self.variants),
            entries: self.entries,
            sha256: self.hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect(),
            rejected: self.rejected,
        }
    }
}

/// The one format that a text is certainly in.
fn certain(text: &str) -> Result<&'static dyn Format, String> {
    let found = format::detect(text);
    let is_certain = |format: &&dyn Format| format.recognises(text) == format::Likeness::Certain;
    match found[..] {
        [format] if is_certain(&format) => Ok(format),
        [] => Err("it is in no format of puzzles with rules".to_owned()),
        [format] => Err(format!("it is not certain that its format is {}", format.name())),
        [..] => {
            let names: Vec<&str> = found.iter().map(|format| format.name()).collect();
            Err(format!("it may be in several formats: {}", names.join(", ")))
        }
    }
}

/// What is to be said of a puzzle. A solution that came with it is believed if it keeps the rules; that it is the only one
/// is not.
fn describe(variant: &Variant, source: &str, line: usize, number: usize) -> Entry {
    let solution = variant.info.solution.clone();
    let solution = solution.filter(|values| verify(variant, values).is_ok());
    let title = variant.info.title.as_deref().map(str::trim).filter(|title| !title.is_empty());
    let clues = || format::values_line(variant.board(), variant.values());
    Entry {
        text: title.map_or_else(clues, str::to_owned),
        source: source.to_owned(),
        line,
        size: variant.clue_count(),
        class: number,
        count: None,
        solution,
        definition: format::by_name("text")
            .and_then(|text| text.write(std::slice::from_ref(variant)).ok()),
    }
}
