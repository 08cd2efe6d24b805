//! Shapes: sets of cells of a square or cubic lattice, wherever they are.

use std::collections::BTreeSet;

use super::motion::{Freedom, Motion};

/// A set of cells, moved so that its least layer, row and column are 0. Cells are layer, row,
/// column; a polyomino has one layer. It need not be connected.
///
/// ```
/// use quadrille_gallery::polyform::{Freedom, Shape};
///
/// let l = Shape::from_cells([[0, 0, 0], [0, 1, 0], [0, 2, 0], [0, 2, 1]]);
/// assert_eq!(l.len(), 4);
/// assert_eq!(l.orientations(Freedom::PlaneTurns).len(), 4);
/// assert_eq!(l.orientations(Freedom::Plane).len(), 8);
/// assert_eq!(l.orientations(Freedom::SpaceTurns).len(), 24);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape {
    /// Ascending.
    cells: Vec<[i32; 3]>,
}

impl Shape {
    /// The shape of these cells; a cell that is named twice counts once.
    pub fn from_cells(cells: impl IntoIterator<Item = [u16; 3]>) -> Self {
        Shape::new(cells.into_iter().map(|cell| cell.map(i32::from)).collect())
    }

    /// A box of so many layers, rows and columns.
    pub fn cuboid([layers, rows, columns]: [u16; 3]) -> Self {
        let cells = (0..layers).flat_map(|layer| {
            (0..rows).flat_map(move |row| (0..columns).map(move |column| [layer, row, column]))
        });
        Shape::from_cells(cells)
    }

    fn new(mut cells: Vec<[i32; 3]>) -> Self {
        let least = [0, 1, 2].map(|axis| cells.iter().map(|cell| cell[axis]).min().unwrap_or(0));
        for cell in &mut cells {
            *cell = [0, 1, 2].map(|axis| cell[axis] - least[axis]);
        }
        cells.sort_unstable();
        cells.dedup();
        Shape { cells }
    }

    /// The number of cells.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether it has no cell.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The cells, ascending.
    pub(crate) fn cells(&self) -> &[[i32; 3]] {
        &self.cells
    }

    /// Layer, row and column of each cell, ascending.
    pub fn places(&self) -> impl ExactSizeIterator<Item = [usize; 3]> + '_ {
        // Coordinates are not negative.
        self.cells.iter().map(|cell| cell.map(|at| at as usize))
    }

    /// Layers, rows and columns that it needs.
    pub fn size(&self) -> [usize; 3] {
        [0, 1, 2].map(|axis| self.places().map(|place| place[axis] + 1).max().unwrap_or(0))
    }

    /// The different shapes that motions make of it, ascending, without those that only lie
    /// elsewhere.
    pub fn orientations(&self, freedom: Freedom) -> Vec<Shape> {
        let images = freedom.motions().into_iter().map(|motion| self.moved(motion));
        images.collect::<BTreeSet<Shape>>().into_iter().collect()
    }

    /// What a motion makes of it.
    pub(crate) fn moved(&self, motion: Motion) -> Shape {
        Shape::new(self.cells.iter().map(|&cell| motion.image(cell)).collect())
    }

    /// The least of its orientations: equal for shapes that motions turn into each other.
    pub fn canonical(&self, freedom: Freedom) -> Shape {
        self.orientations(freedom).into_iter().next().unwrap_or_else(|| self.clone())
    }

    /// Its mirror image, left and right exchanged.
    pub fn mirrored(&self) -> Shape {
        Shape::new(self.cells.iter().map(|&[layer, row, column]| [layer, row, -column]).collect())
    }
}

/// All connected shapes of so many cells, each in its least orientation, ascending: in one layer,
/// or in space. Time and memory grow with the number of fixed shapes, about fourfold a cell in the
/// plane (OEIS A001168) and eightfold in space (A001931).
///
/// ```
/// use quadrille_gallery::polyform::{Freedom, connected_shapes};
///
/// // Pentominoes free, one-sided and fixed (OEIS A000105, A000988, A001168); pentacubes (A000162).
/// assert_eq!(connected_shapes(5, Freedom::Plane).len(), 12);
/// assert_eq!(connected_shapes(5, Freedom::PlaneTurns).len(), 18);
/// assert_eq!(connected_shapes(5, Freedom::SpaceTurns).len(), 29);
/// ```
pub fn connected_shapes(size: usize, freedom: Freedom) -> Vec<Shape> {
    let steps: &[[i32; 3]] = match freedom {
        Freedom::SpaceTurns | Freedom::Space => {
            &[[0, 0, 1], [0, 0, -1], [0, 1, 0], [0, -1, 0], [1, 0, 0], [-1, 0, 0]]
        }
        _ => &[[0, 0, 1], [0, 0, -1], [0, 1, 0], [0, -1, 0]],
    };
    let mut shapes = BTreeSet::new();
    if size > 0 {
        shapes.insert(Shape::new(vec![[0, 0, 0]]));
    }
    for _ in 1..size {
        let mut larger = BTreeSet::new();
        for shape in &shapes {
            for cell in shape.cells() {
                for step in steps {
                    let beside = [0, 1, 2].map(|axis| cell[axis] + step[axis]);
                    if shape.cells().binary_search(&beside).is_err() {
                        let mut cells = shape.cells().to_vec();
                        cells.push(beside);
                        larger.insert(Shape::new(cells).canonical(freedom));
                    }
                }
            }
        }
        shapes = larger;
    }
    shapes.into_iter().collect()
}
