//! How often a piece is used.

use crate::bounds::bounds;

/// How often a piece is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Copies {
    /// At least and at most so often.
    Between(u32, u32),
    /// At least so often, and as often as there is room.
    AtLeast(u32),
    /// As often as there is room: the piece is no item of the problem.
    Any,
}

impl Copies {
    /// Just once.
    pub const ONE: Copies = Copies::Between(1, 1);

    /// Reads `3`, `1..4`, `2..` or `any`.
    ///
    /// ```
    /// use quadrille_gallery::polyform::Copies;
    ///
    /// assert_eq!(Copies::read("3"), Some(Copies::Between(3, 3)));
    /// assert_eq!(Copies::read("0..4"), Some(Copies::Between(0, 4)));
    /// assert_eq!(Copies::read("2.."), Some(Copies::AtLeast(2)));
    /// assert_eq!(Copies::read("any"), Some(Copies::Any));
    /// assert_eq!(Copies::read("4..2"), None);
    /// assert_eq!(Copies::read("0"), None);
    /// ```
    pub fn read(text: &str) -> Option<Copies> {
        if text == "any" {
            return Some(Copies::Any);
        }
        let copies = match bounds(text)? {
            (least, Some(most)) => Copies::Between(least, most),
            (least, None) => Copies::AtLeast(least),
        };
        (!matches!(copies, Copies::Between(_, 0))).then_some(copies)
    }

    /// The number of times, if it is fixed.
    pub(crate) fn fixed(self) -> Option<u32> {
        match self {
            Copies::Between(least, most) if least == most => Some(least),
            _ => None,
        }
    }

    /// The least and the greatest number of times for a piece of which `room` are possible; `None`
    /// if the piece is no item.
    pub(crate) fn bounds(self, room: u32) -> Option<(u32, u32)> {
        match self {
            Copies::Between(least, most) => Some((least, most)),
            Copies::AtLeast(least) => Some((least, room.max(least).max(1))),
            Copies::Any => None,
        }
    }
}
