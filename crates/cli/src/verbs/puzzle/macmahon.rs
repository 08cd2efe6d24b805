//! `quadrille puzzle macmahon`.

use clap::Args;
use quadrille_gallery::{Instance, MacMahonSquares};

use super::polyforms::Size;
use super::{Failure, Puzzle};
use crate::args::examples;

/// MacMahon's squares: all squares with coloured edges, put together by colour
///
/// There are 24 squares with three colours. With a border of one colour they fill 4 × 6; on a
/// smaller board some stay unused. They may be turned, not turned over.
#[derive(Debug, Args)]
#[command(after_long_help = examples(&[
    ("quadrille puzzle macmahon 4x6 --border a | quadrille cover solve --first --render -", ""),
    ("quadrille puzzle macmahon 1x6 --colours 2 | quadrille cover count -", "1920"),
]))]
pub(super) struct MacmahonArgs {
    /// Rows × columns of the board
    #[arg(value_name = "RxC", value_parser = super::polyforms::flat_size)]
    size: Size,

    /// Number of colours
    #[arg(long, value_name = "K", default_value_t = 3)]
    colours: u8,

    /// Colour of all edges at the border [default: any]
    #[arg(long, value_name = "a-z", value_parser = colour)]
    border: Option<u8>,
}

fn colour(text: &str) -> Result<u8, String> {
    match text.as_bytes() {
        [letter @ b'a'..=b'z'] => Ok(letter - b'a'),
        _ => Err("expected a letter from `a` on".to_owned()),
    }
}

impl Puzzle for MacmahonArgs {
    fn instance(&self) -> Result<Instance, Failure> {
        let Size([_, rows, columns]) = self.size;
        let squares = MacMahonSquares::new(self.colours, [rows, columns]);
        Ok(squares.border(self.border).instance()?)
    }
}
