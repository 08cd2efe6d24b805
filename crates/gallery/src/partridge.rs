//! The partridge puzzle.

use crate::error::{GalleryError, in_range};
use crate::instance::Instance;
use crate::polyform::{Board, Copies, Piece, Shape, Tiling};

/// The partridge puzzle: one square of side 1, two of side 2, … n of side n, which together have
/// the area of a square of side n(n + 1)/2, are to fill that square (Robert Wainwright 1981; TAOCP
/// 7.2.2.1, exercise on multiplicities).
///
/// Items: the sides `1` to `n` of the squares, each with its multiplicity, and the cells of the
/// board. Besides n = 1 there is no solution below n = 8; that of n = 8 is a square of 36.
///
/// ```
/// use quadrille_cover::Search;
/// use quadrille_gallery::Partridge;
///
/// let instance = Partridge::new(3).instance()?;
/// assert_eq!(Search::new().count(&instance.problem)?.solutions, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Partridge {
    order: u16,
    break_symmetry: bool,
}

impl Partridge {
    /// The puzzle with squares of sides 1 to n.
    pub const fn new(order: u16) -> Self {
        Partridge { order, break_symmetry: false }
    }

    /// Whether of tilings that the motions of the square turn into each other only one is wanted,
    /// as far as that can be done exactly: see [`Tiling::breaking_symmetry`].
    pub const fn breaking_symmetry(mut self, break_symmetry: bool) -> Self {
        self.break_symmetry = break_symmetry;
        self
    }

    /// The instance. About n⁷/120 entries.
    ///
    /// # Errors
    ///
    /// If n is 0 or above 20, which would be too large.
    pub fn instance(self) -> Result<Instance, GalleryError> {
        let n = self.order;
        in_range("order", n.into(), 1, 20)?;
        let side = usize::from(n) * (usize::from(n) + 1) / 2;
        let square = |side: u16| {
            let copies = Copies::Between(side.into(), side.into());
            Piece::new(side.to_string(), Shape::cuboid([1, side, side])).with_copies(copies)
        };
        Tiling::new(Board::new([1, side, side])?, (1..=n).map(square).collect())
            .breaking_symmetry(self.break_symmetry)
            .titled(format!("partridge {n}"))
            .instance()
    }
}
