//! Outlines of sets of cells.

use std::collections::{BTreeMap, BTreeSet};

use super::super::Board;

/// The outlines of a set of cells, moved into it by `inset` cells: closed polygons of (x, y). Cells that touch at
/// a corner alone are apart.
pub(super) fn outlines(board: &Board, cells: &[usize], inset: f64) -> Vec<Vec<(f64, f64)>> {
    let mut sides = sides(board, cells);
    let mut found = Vec::new();
    while let Some((&start, _)) = sides.first_key_value() {
        let mut polygon = Vec::new();
        let (mut at, mut first, mut last): (_, Option<Side>, Option<Side>) = (start, None, None);
        while let Some(from) = sides.get_mut(&at) {
            // Where two go on, the one of the same cell.
            let same = last.and_then(|last| from.iter().position(|side| side.cell == last.cell));
            let side = from.swap_remove(same.unwrap_or(0));
            if from.is_empty() {
                sides.remove(&at);
            }
            polygon.extend(last.and_then(|last| corner(at, last, side, inset)));
            first = first.or(Some(side));
            last = Some(side);
            let (right, down) = side.way;
            at = (at.0.wrapping_add_signed(right), at.1.wrapping_add_signed(down));
        }
        polygon.extend(last.zip(first).and_then(|(last, first)| corner(at, last, first, inset)));
        found.push(polygon);
    }
    found
}

/// A side of a cell beyond which no cell of the set is; the set is on its right hand.
#[derive(Debug, Clone, Copy)]
struct Side {
    /// Where it goes: to the right and down.
    way: (isize, isize),
    cell: usize,
}

/// All sides of a set, by the corner in which they begin: (x, y).
fn sides(board: &Board, cells: &[usize]) -> BTreeMap<(usize, usize), Vec<Side>> {
    let set: BTreeSet<usize> = cells.iter().copied().collect();
    let mut sides: BTreeMap<(usize, usize), Vec<Side>> = BTreeMap::new();
    for &cell in &set {
        let (y, x) = (board.row_of(cell), board.column_of(cell));
        for (start, way) in [
            ((x, y), (1, 0)),
            ((x + 1, y), (0, 1)),
            ((x + 1, y + 1), (-1, 0)),
            ((x, y + 1), (0, -1)),
        ] {
            // What is to the left of a way (x, y), y downwards, is (y, −x).
            let beyond = board.step(cell, -way.0, way.1);
            if beyond.is_none_or(|other| !set.contains(&other)) {
                sides.entry(start).or_default().push(Side { way, cell });
            }
        }
    }
    sides
}

/// The corner between two sides, moved into the set; none if they go the same way.
fn corner(at: (usize, usize), before: Side, after: Side, inset: f64) -> Option<(f64, f64)> {
    if before.way == after.way {
        return None;
    }
    let x = (-before.way.1 - after.way.1) as f64 * inset;
    let y = (before.way.0 + after.way.0) as f64 * inset;
    Some((at.0 as f64 + x, at.1 as f64 + y))
}

#[cfg(test)]
mod tests {
    use super::super::super::Regions;
    use super::*;

    #[test]
    fn an_outline_goes_around_corners_and_holes() {
        let board = Board::new(4, Regions::None).unwrap();
        assert_eq!(
            outlines(&board, &[0, 1, 4], 0.0),
            [[(2.0, 0.0), (2.0, 1.0), (1.0, 1.0), (1.0, 2.0), (0.0, 2.0), (0.0, 0.0)]]
        );
        assert_eq!(
            outlines(&board, &[0, 1, 4], 0.25),
            [[(1.75, 0.25), (1.75, 0.75), (0.75, 0.75), (0.75, 1.75), (0.25, 1.75), (0.25, 0.25)]]
        );
        // Two cells that touch at a corner, and a ring.
        assert_eq!(outlines(&board, &[0, 5], 0.1).len(), 2);
        let ring = outlines(&board, &[0, 1, 2, 4, 6, 8, 9, 10], 0.1);
        assert_eq!(ring.iter().map(Vec::len).collect::<Vec<_>>(), [4, 4]);
        // The hole is made larger, not smaller.
        assert!(ring[1].contains(&(0.9, 0.9)), "{ring:?}");
    }
}
