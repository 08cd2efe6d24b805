//! `quadrille puzzle queens`.

use clap::Args;
use quadrille_gallery::{Instance, Queens};

use super::{Failure, Puzzle};
use crate::args::examples;

/// Queens that do not attack each other
///
/// Places N queens on a board of N × N so that no two of them are in the same row, column or
/// diagonal.
#[derive(Debug, Args)]
#[command(after_long_help = examples(&[
    ("quadrille puzzle queens 8 | quadrille cover count -", "92"),
    ("quadrille puzzle queens 7 --torus | quadrille cover solve --render --first -", ""),
]))]
pub(super) struct QueensArgs {
    /// Rows and columns of the board, and number of queens
    #[arg(value_name = "N")]
    size: usize,

    /// Let diagonals go on at the opposite side of the board
    #[arg(long)]
    torus: bool,
}

impl Puzzle for QueensArgs {
    fn instance(&self) -> Result<Instance, Failure> {
        Ok(Queens::new(self.size).on_torus(self.torus).instance()?)
    }
}
