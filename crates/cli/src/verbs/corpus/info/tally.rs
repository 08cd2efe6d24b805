//! What is added up, puzzle by puzzle, in any order.

use std::collections::BTreeMap;

use quadrille_sudoku::canonical::Canonical;
use quadrille_sudoku::{Puzzle, Shape};

use crate::verbs::check::Word;
use crate::verbs::corpus::dedup::Seen;

/// What was found out about a puzzle.
#[derive(Debug)]
pub(super) struct Figures {
    pub(super) word: Word,
    pub(super) nodes: u64,
    /// If that is asked, whether no clue can go; the inner `None` if that was not found out.
    pub(super) minimal: Option<Option<bool>>,
    /// If it is to be compared, and there is one.
    pub(super) form: Option<Canonical>,
}

/// Everything so far.
#[derive(Debug)]
pub(super) struct Tally {
    pub(super) shape: Shape,
    pub(super) puzzles: u64,
    pub(super) invalid: u64,
    pub(super) pencilmarks: u64,
    /// How many puzzles have so many clues.
    pub(super) clues: BTreeMap<usize, u64>,
    /// By [`Word`].
    pub(super) words: [u64; Word::ALL.len()],
    /// Of puzzles with one solution.
    pub(super) nodes: Vec<u64>,
    pub(super) minimal: u64,
    pub(super) redundant: u64,
    pub(super) undecided: u64,
    exact: Seen,
    pub(super) different: u64,
    forms: Seen,
    pub(super) with_form: u64,
    pub(super) classes: u64,
    /// Puzzles that some symmetry other than none maps to themselves.
    pub(super) automorphic: u64,
}

impl Tally {
    pub(super) fn new(shape: Shape) -> Self {
        Tally {
            shape,
            puzzles: 0,
            invalid: 0,
            pencilmarks: 0,
            clues: BTreeMap::new(),
            words: [0; Word::ALL.len()],
            nodes: Vec::new(),
            minimal: 0,
            redundant: 0,
            undecided: 0,
            exact: Seen::default(),
            different: 0,
            forms: Seen::default(),
            with_form: 0,
            classes: 0,
            automorphic: 0,
        }
    }

    /// Adds a puzzle; `compare` says whether duplicates are looked for.
    pub(super) fn add(&mut self, puzzle: &Puzzle, figures: &Figures, compare: bool) {
        self.puzzles += 1;
        self.pencilmarks += u64::from(puzzle.pencilmarks().is_some());
        *self.clues.entry(puzzle.clue_count()).or_default() += 1;
        if let Some(count) = self.words.get_mut(figures.word as usize) {
            *count += 1;
        }
        if figures.word == Word::Unique {
            self.nodes.push(figures.nodes);
        }
        match figures.minimal {
            Some(Some(true)) => self.minimal += 1,
            Some(Some(false)) => self.redundant += 1,
            Some(None) => self.undecided += 1,
            None => {}
        }
        if compare {
            self.different += u64::from(self.exact.insert(puzzle));
        }
        if let Some(form) = &figures.form {
            self.with_form += 1;
            self.classes += u64::from(self.forms.insert_form(form.packed()));
            self.automorphic += u64::from(form.automorphisms() > 1);
        }
    }
}
