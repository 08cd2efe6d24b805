//! Queens that do not attack each other.

use quadrille_cover::ProblemBuilder;

use crate::error::{GalleryError, check_size, in_range};
use crate::instance::Instance;
use crate::picture::{Picture, PictureKind};

/// The n queens problem: place n queens on a board of n × n so that none attacks another.
///
/// Items: rows `r0`…, columns `c0`…, both primary and taken alternately from the middle of the
/// board outwards, where the choice is best made first (TAOCP 7.2.2.1, exercise 8); the diagonals
/// that have more than one cell, secondary: `a` and row + column, `b` and row − column + n − 1. On
/// a torus each of the n diagonals of either direction is crossed by a queen, so that they are
/// primary.
///
/// n² options; 2n primary and 4n − 6 secondary items. Number of solutions: OEIS A000170, on a torus
/// A007705.
///
/// ```
/// use quadrille_cover::Search;
/// use quadrille_gallery::Queens;
///
/// let queens = Queens::new(8).instance()?;
/// assert_eq!(Search::new().count(&queens.problem)?.solutions, 92);
/// let torus = Queens::new(7).on_torus(true).instance()?;
/// assert_eq!(Search::new().count(&torus.problem)?.solutions, 28);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Queens {
    size: usize,
    torus: bool,
}

impl Queens {
    /// Queens on a board of this many rows and columns.
    pub const fn new(size: usize) -> Self {
        Queens { size, torus: false }
    }

    /// Whether diagonals go on at the opposite side of the board.
    pub const fn on_torus(mut self, torus: bool) -> Self {
        self.torus = torus;
        self
    }

    /// The instance. O(n²).
    ///
    /// # Errors
    ///
    /// If n is 0, or so large that the problem would have too many entries.
    pub fn instance(self) -> Result<Instance, GalleryError> {
        let n = self.size;
        in_range("size of the board", n, 1, 1 << 20)?;
        check_size(n as u128 * n as u128, 4)?;
        let mut builder = ProblemBuilder::coloured();
        for place in outwards(n) {
            builder.primary(format!("r{place}"))?;
            builder.primary(format!("c{place}"))?;
        }
        let diagonals = if self.torus { 0..n } else { 1..(2 * n).saturating_sub(2) };
        for direction in ["a", "b"] {
            for number in diagonals.clone() {
                let name = format!("{direction}{number}");
                if self.torus {
                    builder.primary(name)?
                } else {
                    builder.secondary(name)?
                };
            }
        }
        for row in 0..n {
            for column in 0..n {
                let (mut sum, mut difference) = (row + column, row + n - 1 - column);
                if self.torus {
                    (sum, difference) = (sum % n, (difference + 1) % n);
                }
                let mut option = builder.option();
                option = option.item(format!("r{row}")).item(format!("c{column}"));
                for (direction, number) in [("a", sum), ("b", difference)] {
                    if diagonals.contains(&number) {
                        option = option.item(format!("{direction}{number}"));
                    }
                }
                option.add()?;
            }
        }
        let torus = if self.torus { " on a torus" } else { "" };
        let comments = [
            format!("queens {n}{torus}: queens on a board, none attacks another"),
            "items: rows r, columns c, diagonals a (row + column) and b (row - column)".to_owned(),
        ];
        Ok(Instance::new(
            builder.build(),
            Picture::new(PictureKind::Queens { size: [n, n] }),
            comments,
        ))
    }
}

/// 0 to n − 1, from the middle outwards.
fn outwards(n: usize) -> impl Iterator<Item = usize> {
    let middle = n / 2;
    (0..n).map(move |step| match step % 2 {
        0 => middle + step / 2,
        _ => middle - step.div_ceil(2),
    })
}
