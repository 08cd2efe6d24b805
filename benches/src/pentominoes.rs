//! The twelve pentominoes in a box of sixty cells.

use std::collections::BTreeSet;

use crate::cover::Cover;

/// Conway's names O to Z, each with the rows and columns of its squares.
const PIECES: [(char, [(i8, i8); 5]); 12] = [
    ('O', [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4)]),
    ('P', [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)]),
    ('Q', [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0)]),
    ('R', [(0, 1), (0, 2), (1, 0), (1, 1), (2, 1)]),
    ('S', [(0, 0), (0, 1), (1, 1), (1, 2), (1, 3)]),
    ('T', [(0, 0), (0, 1), (0, 2), (1, 1), (2, 1)]),
    ('U', [(0, 0), (0, 2), (1, 0), (1, 1), (1, 2)]),
    ('V', [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)]),
    ('W', [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2)]),
    ('X', [(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)]),
    ('Y', [(0, 0), (0, 1), (0, 2), (0, 3), (1, 1)]),
    ('Z', [(0, 0), (0, 1), (1, 1), (2, 1), (2, 2)]),
];

/// Solutions in the box of 6×10, mirror images and half turns counted: 4 × 2,339.
pub const SOLUTIONS: u64 = 9356;

/// Solutions in the box of 5×12: 4 × 1,010.
pub const SOLUTIONS_5X12: u64 = 4040;

/// The box of 6×10. Items: the twelve pieces, then the sixty cells. An option places a piece.
pub fn build() -> Cover {
    boxed(6, 10)
}

/// The box of 5×12, with the same items.
pub fn build_5x12() -> Cover {
    boxed(5, 12)
}

fn boxed(rows: i8, columns: i8) -> Cover {
    let cells = PIECES.len() as u32;
    let mut cover = Cover::new(cells + (rows * columns) as u32, 0);
    for (piece, (_, squares)) in (0..).zip(PIECES) {
        for shape in orientations(squares) {
            let height = shape.iter().map(|square| square.0).max().unwrap_or(0);
            let width = shape.iter().map(|square| square.1).max().unwrap_or(0);
            for (top, left) in places(rows - height, columns - width) {
                let cell = |&(row, column): &(i8, i8)| {
                    cells + ((top + row) * columns + left + column) as u32
                };
                cover.add([piece].into_iter().chain(shape.iter().map(cell)));
            }
        }
    }
    cover
}

fn places(rows: i8, columns: i8) -> impl Iterator<Item = (i8, i8)> {
    (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)))
}

/// The different shapes that turning and reflecting give, each moved into the corner, its squares in
/// reading order.
fn orientations(squares: [(i8, i8); 5]) -> BTreeSet<[(i8, i8); 5]> {
    let mut shapes = BTreeSet::new();
    let mut turned = squares;
    for _ in 0..4 {
        turned = turned.map(|(row, column)| (column, -row));
        shapes.insert(cornered(turned));
        shapes.insert(cornered(turned.map(|(row, column)| (row, -column))));
    }
    shapes
}

fn cornered(squares: [(i8, i8); 5]) -> [(i8, i8); 5] {
    let top = squares.iter().map(|square| square.0).min().unwrap_or(0);
    let left = squares.iter().map(|square| square.1).min().unwrap_or(0);
    let mut moved = squares.map(|(row, column)| (row - top, column - left));
    moved.sort_unstable();
    moved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_63_fixed_pentominoes_and_2056_placements_in_6x10() {
        let fixed: usize = PIECES.iter().map(|(_, squares)| orientations(*squares).len()).sum();
        assert_eq!(fixed, 63);
        assert_eq!(build().options().len(), 2056);
        assert_eq!(build_5x12().options().len(), 1936);
    }
}
