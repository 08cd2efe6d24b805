//! `quadrille puzzle kirkman` and `quadrille puzzle steiner`.

use clap::Args;
use quadrille_gallery::Instance;
use quadrille_gallery::designs::{Kirkman, Steiner};

use super::{Failure, Puzzle};
use crate::args::examples;

/// Kirkman's schoolgirls: in rows of three, no two in the same row twice
///
/// Every day the girls walk out in rows. If there are as many days as can be, every two meet just
/// once.
#[derive(Debug, Args)]
#[command(after_long_help = examples(&[
    ("quadrille puzzle kirkman 15 --break-symmetry | quadrille cover solve --first -",
     "seven days"),
    ("quadrille puzzle kirkman 9 | quadrille cover count -", "20160"),
    ("quadrille puzzle kirkman 32 --row 4 --days 9 --break-symmetry", "32 golfers in fours"),
]))]
pub(super) struct KirkmanArgs {
    /// Number of girls
    #[arg(value_name = "N")]
    girls: usize,

    /// Girls in a row
    #[arg(long, value_name = "G", default_value_t = 3)]
    row: usize,

    /// Number of days [default: (N − 1)/(G − 1), without a remainder]
    #[arg(long, value_name = "D")]
    days: Option<usize>,

    /// Fix what can be fixed by naming girls and days; a comment of the instance says how many
    /// times as many solutions there are without that
    #[arg(long)]
    break_symmetry: bool,
}

impl Puzzle for KirkmanArgs {
    fn instance(&self) -> Result<Instance, Failure> {
        let mut kirkman = Kirkman::new(self.girls).row(self.row);
        if let Some(days) = self.days {
            kirkman = kirkman.days(days);
        }
        Ok(kirkman.breaking_symmetry(self.break_symmetry).instance()?)
    }
}

/// Steiner triple systems: triples of N points, every two points together in just one
///
/// There are such systems if N is 3 or more, and 1 or 3 modulo 6. For other N the instance has no
/// solution, and a warning says why. One point alone is refused: no two points are to be together,
/// so that nothing is to be covered.
#[derive(Debug, Args)]
#[command(after_long_help = examples(&[
    ("quadrille puzzle steiner 9 | quadrille cover count -", "840"),
    ("quadrille puzzle steiner 13 --block 4 | quadrille cover solve --first -",
     "the projective plane of order 3"),
]))]
pub(super) struct SteinerArgs {
    /// Number of points
    #[arg(value_name = "N")]
    points: usize,

    /// Points in a block
    #[arg(long, value_name = "K", default_value_t = 3)]
    block: usize,

    /// Let every T points be together just once
    #[arg(long, value_name = "T", default_value_t = 2)]
    strength: usize,

    /// Fix the blocks of some points; a comment of the instance says how many times as many
    /// solutions there are without that
    #[arg(long)]
    break_symmetry: bool,
}

impl Puzzle for SteinerArgs {
    fn instance(&self) -> Result<Instance, Failure> {
        let steiner = Steiner::new(self.points).block(self.block).strength(self.strength);
        Ok(steiner.breaking_symmetry(self.break_symmetry).instance()?)
    }
}
