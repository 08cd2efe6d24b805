//! The twelve pentominoes in a 6×10 box.

use std::collections::BTreeSet;

use crate::cover::Cover;

const ROWS: i8 = 6;
const COLUMNS: i8 = 10;

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

/// Solutions, mirror images and half turns counted: 4 × 2,339.
pub const SOLUTIONS: u64 = 9356;

/// Items: the twelve pieces, then the sixty cells. An option places a piece.
pub fn build() -> Cover {
    let cells = PIECES.len() as u32;
    let mut cover = Cover::new(cells + (ROWS * COLUMNS) as u32, 0);
    for (piece, (_, squares)) in (0..).zip(PIECES) {
        for shape in orientations(squares) {
            let height = shape.iter().map(|square| square.0).max().unwrap_or(0);
            let width = shape.iter().map(|square| square.1).max().unwrap_or(0);
            for (top, left) in places(ROWS - height, COLUMNS - width) {
                let cell = |&(row, column): &(i8, i8)| {
                    cells + ((top + row) * COLUMNS + left + column) as u32
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
    fn there_are_63_fixed_pentominoes_and_2056_placements() {
        let fixed: usize = PIECES.iter().map(|(_, squares)| orientations(*squares).len()).sum();
        assert_eq!(fixed, 63);
        assert_eq!(build().options().len(), 2056);
    }
}
