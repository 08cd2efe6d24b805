//! Rigid motions that map a lattice of cubes to itself: turns, and reflections.

/// What may be done to a piece before it is placed.
///
/// A piece in the plane that may be turned over has up to 8 orientations; polycubes that cannot be
/// reflected, as cubes of wood cannot, have up to 24.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Freedom {
    /// Nothing: a piece is placed as it is drawn.
    Fixed,
    /// Turned in the plane, not turned over: one-sided polyominoes. 4 motions.
    PlaneTurns,
    /// Turned in the plane and turned over: polyominoes. 8 motions.
    Plane,
    /// Turned in space: polycubes. 24 motions.
    SpaceTurns,
    /// Turned in space and reflected. 48 motions.
    Space,
}

impl Freedom {
    /// All motions, the one that does nothing first.
    pub(crate) fn motions(self) -> Vec<Motion> {
        const AXES: [[usize; 3]; 6] =
            [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let signs =
            (0..8).map(|bits| [0, 1, 2].map(|axis| if bits >> axis & 1 == 0 { 1 } else { -1 }));
        let all = AXES
            .into_iter()
            .flat_map(|axes| signs.clone().map(move |signs| Motion { axes, signs }));
        all.filter(|motion| self.allows(*motion)).collect()
    }

    fn allows(self, motion: Motion) -> bool {
        let keeps_layers = motion.axes[0] == 0 && motion.signs[0] == 1;
        match self {
            Freedom::Fixed => motion == Motion::NONE,
            Freedom::PlaneTurns => keeps_layers && !motion.reflects(),
            Freedom::Plane => keeps_layers,
            Freedom::SpaceTurns => !motion.reflects(),
            Freedom::Space => true,
        }
    }
}

/// A motion that keeps the origin where it is: the axes change places, and some change direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Motion {
    /// Coordinate `i` of an image is coordinate `axes[i]` of the cell, times `signs[i]`.
    axes: [usize; 3],
    signs: [i32; 3],
}

impl Motion {
    /// Nothing moves.
    pub(crate) const NONE: Motion = Motion { axes: [0, 1, 2], signs: [1, 1, 1] };

    /// The image of a cell.
    pub(crate) fn image(self, cell: [i32; 3]) -> [i32; 3] {
        [0, 1, 2].map(|axis| self.signs[axis] * cell[self.axes[axis]])
    }

    /// This motion after another one.
    pub(crate) fn after(self, first: Motion) -> Motion {
        Motion {
            axes: self.axes.map(|axis| first.axes[axis]),
            signs: [0, 1, 2].map(|axis| self.signs[axis] * first.signs[self.axes[axis]]),
        }
    }

    /// The size of the image of a box.
    pub(crate) fn image_size(self, size: [usize; 3]) -> [usize; 3] {
        self.axes.map(|axis| size[axis])
    }

    /// Whether it turns a left hand into a right one.
    pub(crate) fn reflects(self) -> bool {
        let swaps = (0..3).flat_map(|i| (i + 1..3).map(move |j| (i, j)));
        let odd = swaps.filter(|&(i, j)| self.axes[i] > self.axes[j]).count() % 2 == 1;
        let product: i32 = self.signs.iter().product();
        odd != (product < 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_motions_as_the_groups_have() {
        let freedoms = [
            (Freedom::Fixed, 1),
            (Freedom::PlaneTurns, 4),
            (Freedom::Plane, 8),
            (Freedom::SpaceTurns, 24),
            (Freedom::Space, 48),
        ];
        for (freedom, count) in freedoms {
            let motions = freedom.motions();
            assert_eq!((motions.len(), motions[0]), (count, Motion::NONE), "{freedom:?}");
        }
    }

    #[test]
    fn a_quarter_turn_is_no_reflection_and_a_flip_is_one() {
        let turn = Motion { axes: [0, 2, 1], signs: [1, -1, 1] };
        let flip = Motion { axes: [0, 1, 2], signs: [1, -1, 1] };
        assert_eq!((turn.reflects(), flip.reflects()), (false, true));
        assert_eq!(turn.image([0, 1, 2]), [0, -2, 1]);
    }

    #[test]
    fn a_motion_after_another_does_both() {
        for a in Freedom::Space.motions() {
            for b in Freedom::Space.motions() {
                let cell = [1, 20, 300];
                assert_eq!(a.after(b).image(cell), a.image(b.image(cell)), "{a:?} {b:?}");
            }
        }
    }
}
