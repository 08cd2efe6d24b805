//! `quadrille puzzle partridge`.

use clap::Args;
use quadrille_gallery::{Instance, Partridge};

use super::{Failure, Puzzle};
use crate::args::examples;

/// The partridge puzzle: one square of side 1, two of side 2, … fill a square
///
/// Squares of sides 1 to N, as many of each as its side, are to fill a square of side N(N + 1)/2.
/// The smallest N above 1 with solutions is 8.
#[derive(Debug, Args)]
#[command(after_long_help = examples(&[
    ("quadrille puzzle partridge 4 | quadrille cover count -", "0"),
    ("quadrille puzzle partridge 8 --break-symmetry > partridge.dlx", ""),
]))]
pub(super) struct PartridgeArgs {
    /// The largest side
    #[arg(value_name = "N")]
    order: u16,

    /// Leave out tilings that motions of the board turn into others, as far as that is exact
    #[arg(long)]
    break_symmetry: bool,
}

impl Puzzle for PartridgeArgs {
    fn instance(&self) -> Result<Instance, Failure> {
        Ok(Partridge::new(self.order).breaking_symmetry(self.break_symmetry).instance()?)
    }
}
