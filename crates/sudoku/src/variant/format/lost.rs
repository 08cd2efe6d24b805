//! What writers say of what they would lose.

use super::WriteError;
use crate::variant::{Board, Rule, Variant};

/// The refusals of one format for one puzzle.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lost {
    index: usize,
    format: &'static str,
}

impl Lost {
    /// For the puzzle of this number, from 0.
    pub(super) fn new(index: usize, format: &'static str) -> Self {
        Lost { index, format }
    }

    /// The format cannot hold something.
    pub(super) fn error(self, what: impl Into<String>) -> WriteError {
        WriteError::new(self.index, self.format, what)
    }

    /// It cannot hold the rule of this number, from 0.
    pub(super) fn rule(self, number: usize, rule: &Rule) -> WriteError {
        self.error(format!("rule {} ({})", number + 1, rule.kind()))
    }

    /// It cannot hold the rule of this number, from 0, because of something about it.
    pub(super) fn rule_with(self, number: usize, rule: &Rule, what: &str) -> WriteError {
        self.error(format!("rule {} ({}): {what}", number + 1, rule.kind()))
    }

    /// The first rule, if there is one, is refused.
    pub(super) fn no_rules(self, variant: &Variant) -> Result<(), WriteError> {
        match variant.rules().list().first() {
            Some(rule) => Err(self.rule(0, rule)),
            None => Ok(()),
        }
    }

    /// Boards of several grids are refused.
    pub(super) fn one_grid(self, board: &Board) -> Result<(), WriteError> {
        match board.grids().len() {
            1 => Ok(()),
            grids => Err(self.error(format!("{grids} grids"))),
        }
    }

    /// Marks are refused.
    pub(super) fn no_marks(self, variant: &Variant) -> Result<(), WriteError> {
        match variant.marks() {
            Some(_) => Err(self.error("cells whose candidates are restricted")),
            None => Ok(()),
        }
    }

    /// Clues are refused.
    pub(super) fn no_clues(self, variant: &Variant) -> Result<(), WriteError> {
        match variant.values().iter().position(|&value| value != 0) {
            Some(cell) => Err(self.error(format!("the clue in {}", variant.board().name(cell)))),
            None => Ok(()),
        }
    }
}
