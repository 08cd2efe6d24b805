//! `quadrille puzzle langford`.

use clap::Args;
use quadrille_gallery::{Instance, Langford};

use super::{Failure, Puzzle};
use crate::args::examples;

/// Langford pairs: two of each number, m numbers between those of m
///
/// Puts two copies each of the numbers 1 to N in a row so that just m other numbers stand between
/// the two copies of m. There are solutions only if N or N + 1 is a multiple of 4.
#[derive(Debug, Args)]
#[command(after_long_help = examples(&[
    ("quadrille puzzle langford 7 | quadrille cover count -", "52: each with its mirror image"),
    ("quadrille puzzle langford 7 --break-symmetry | quadrille cover count -", "26"),
    ("quadrille puzzle langford 9 --copies 3 | quadrille cover solve --render -", ""),
]))]
pub(super) struct LangfordArgs {
    /// The largest number
    #[arg(value_name = "N")]
    numbers: usize,

    /// Copies of each number
    #[arg(long, value_name = "K", default_value_t = 2)]
    copies: usize,

    /// Leave out one of each two mirror images
    #[arg(long)]
    break_symmetry: bool,
}

impl Puzzle for LangfordArgs {
    fn instance(&self) -> Result<Instance, Failure> {
        let langford = Langford::new(self.numbers).copies(self.copies);
        Ok(langford.breaking_symmetry(self.break_symmetry).instance()?)
    }
}
