//! One value a cell, in place where the grid is of the classic size.

use std::ops::{Deref, DerefMut};

/// Cells of a grid of the classic size.
pub(crate) const CLASSIC_CELLS: usize = 81;

/// One value a cell. Those of 81 cells stand in place, so that a grid of the classic size costs no memory of
/// its own: to ask for it takes a good part of the time of an easy puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Values {
    /// 81 values; never otherwise, so that equal grids are equal here.
    Classic([u8; CLASSIC_CELLS]),
    /// Any other number.
    Other(Box<[u8]>),
}

impl Values {
    /// So many empty cells.
    pub(super) fn empty(cells: usize) -> Self {
        match cells {
            CLASSIC_CELLS => Values::Classic([0; CLASSIC_CELLS]),
            _ => Values::Other(vec![0; cells].into()),
        }
    }
}

impl From<&[u8]> for Values {
    #[inline]
    fn from(values: &[u8]) -> Self {
        match <[u8; CLASSIC_CELLS]>::try_from(values) {
            Ok(values) => Values::Classic(values),
            Err(_) => Values::Other(values.into()),
        }
    }
}

impl Deref for Values {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Values::Classic(values) => values,
            Values::Other(values) => values,
        }
    }
}

impl DerefMut for Values {
    #[inline]
    fn deref_mut(&mut self) -> &mut [u8] {
        match self {
            Values::Classic(values) => values,
            Values::Other(values) => values,
        }
    }
}
