//! An order of the items in which few of them are on the border between what is covered and what is
//! not.
//!
//! Where the items are covered one after the other, what is left is known by what those on the
//! border have come to: the narrower the border, the fewer sub-problems there are. Where it is
//! wide, the item with the fewest options is the better choice, as it is without a memory; ties go
//! to the first. The order in which a problem's items were declared is often a good one; where
//! another is much better (a board of 8 rows of 100 cells is to be gone through by columns), the
//! problem is searched with its items in that one.
//!
//! The other order is that of Cuthill and McKee (1969): breadth first from an item at the edge, the
//! items with few options first.

use std::collections::VecDeque;

use crate::ids::OptionId;
use crate::matrix::Matrix;

/// Another order must make the border narrower by this factor: near ties, the order that somebody
/// has chosen is better than one that nobody has.
const BETTER: u64 = 2;
/// A border is narrow that holds, in the mean, up to so many percent of the primary items.
/// Measured: tilings by dominoes and trominoes have 6 to 22 of their items on it, and it pays by up
/// to a factor of over 1,000 to go by the order of the items.
const NARROW: u64 = 25;
/// A border is wide that holds more: queens, Langford pairs, polyominoes that are used once have 43
/// to 48, and the item with the fewest options is better by up to as much. In between are Latin
/// squares (37) and sudokus (41).
const WIDE: u64 = 42;

/// How many items are on the border between what is covered and what is not, if they are covered in
/// order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Border {
    Narrow,
    #[default]
    Middling,
    Wide,
}

impl Border {
    /// By the border added up over the places, and the number of primary items.
    fn of(sum: u64, items: u64) -> Self {
        let (sum, square) = (u128::from(sum) * 100, u128::from(items) * u128::from(items));
        if sum <= square * u128::from(NARROW) {
            Border::Narrow
        } else if sum <= square * u128::from(WIDE) {
            Border::Middling
        } else {
            Border::Wide
        }
    }
}

/// The items' options: those of item i are `options[starts[i]..starts[i + 1]]`.
struct Incidence {
    starts: Vec<u32>,
    options: Vec<u32>,
}

impl Incidence {
    fn new(matrix: &Matrix) -> Self {
        let mut starts = vec![0u32; matrix.item_count() + 1];
        matrix.items.iter().for_each(|&item| starts[item as usize + 1] += 1);
        (1..starts.len()).for_each(|item| starts[item] += starts[item - 1]);
        let mut next = starts.clone();
        let mut options = vec![0; matrix.entry_count()];
        for option in matrix.options() {
            for &item in matrix.items_of(option) {
                options[next[item as usize] as usize] = option.get();
                next[item as usize] += 1;
            }
        }
        Incidence { starts, options }
    }

    fn of(&self, item: u32) -> &[u32] {
        let item = item as usize;
        &self.options[self.starts[item] as usize..self.starts[item + 1] as usize]
    }
}

/// How wide the border is, added up over all places: for each primary item, how long it is on it.
/// The items are covered in the order of their `places`. O(entries).
fn border(matrix: &Matrix, places: &[u32]) -> u64 {
    let mut first: Vec<u32> = places.to_vec();
    let is_primary = |&item: &u32| matrix.kinds()[item as usize].is_primary();
    for option in matrix.options() {
        let items = matrix.items_of(option);
        let least = items.iter().filter(|item| is_primary(item)).map(|&item| places[item as usize]);
        let Some(least) = least.min() else { continue };
        for &item in items {
            let first = &mut first[item as usize];
            *first = least.min(*first);
        }
    }
    let primary = (0..matrix.item_count()).filter(|&item| matrix.kinds()[item].is_primary());
    primary.map(|item| u64::from(places[item] - first[item])).sum()
}

/// A walk through the items by the options that they share.
struct Walker<'m> {
    matrix: &'m Matrix,
    incidence: Incidence,
    is_placed: Vec<bool>,
    is_seen: Vec<bool>,
}

impl Walker<'_> {
    /// The items that can be reached from one, breadth first, after those that are there already.
    fn breadth_first(&mut self, from: u32, into: &mut Vec<u32>) {
        let mut queue = VecDeque::from([from]);
        self.is_placed[from as usize] = true;
        let mut next = Vec::new();
        while let Some(item) = queue.pop_front() {
            into.push(item);
            for &option in self.incidence.of(item) {
                if std::mem::replace(&mut self.is_seen[option as usize], true) {
                    continue;
                }
                for &item in self.matrix.items_of(OptionId::new(option)) {
                    if !std::mem::replace(&mut self.is_placed[item as usize], true) {
                        next.push(item);
                    }
                }
            }
            next.sort_unstable_by_key(|&item| (self.incidence.of(item).len(), item));
            queue.extend(next.drain(..));
        }
    }

    /// The item that is reached last from one, and nothing is placed by it.
    fn farthest(&mut self, from: u32) -> u32 {
        let mut reached = Vec::new();
        self.breadth_first(from, &mut reached);
        for &item in &reached {
            self.is_placed[item as usize] = false;
            let options = self.incidence.of(item);
            options.iter().for_each(|&option| self.is_seen[option as usize] = false);
        }
        reached.last().copied().unwrap_or(from)
    }
}

/// The items in the order of Cuthill and McKee. O(entries log entries).
fn cuthill_mckee(matrix: &Matrix) -> Vec<u32> {
    let mut walker = Walker {
        matrix,
        incidence: Incidence::new(matrix),
        is_placed: vec![false; matrix.item_count()],
        is_seen: vec![false; matrix.option_count()],
    };
    let mut order = Vec::with_capacity(matrix.item_count());
    for start in 0..matrix.item_count() as u32 {
        if !walker.is_placed[start as usize] {
            // What is far from what is far is at an edge.
            let edge = walker.farthest(start);
            let edge = walker.farthest(edge);
            walker.breadth_first(edge, &mut order);
        }
    }
    order
}

/// In which order a problem's items are covered.
#[derive(Debug, Default)]
pub(super) struct Ordering {
    /// The problem with its items in another order, if that makes the border much narrower.
    pub(super) matrix: Option<Matrix>,
    /// Then the items in that order; else nothing.
    pub(super) items: Vec<u32>,
    /// That of the order: where it is narrow the items should be covered in it.
    pub(super) border: Border,
}

impl Ordering {
    /// O(entries log entries).
    pub(super) fn of(matrix: &Matrix) -> Self {
        let as_declared: Vec<u32> = (0..matrix.item_count() as u32).collect();
        let order = cuthill_mckee(matrix);
        let mut places = vec![0; order.len()];
        for (place, &item) in (0..).zip(&order) {
            places[item as usize] = place;
        }
        let (now, then) = (border(matrix, &as_declared), border(matrix, &places));
        let items = matrix.primary_items().count() as u64;
        if then.saturating_mul(BETTER) >= now {
            return Ordering { border: Border::of(now, items), ..Ordering::default() };
        }
        let border = Border::of(then, items);
        let kinds = order.iter().map(|&item| matrix.kinds()[item as usize]).collect();
        let items = matrix.items.iter().map(|&item| places[item as usize]).collect();
        let matrix = Matrix { kinds, items, ..matrix.clone() };
        Ordering { matrix: Some(matrix), items: order, border }
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::builder::ProblemBuilder;
    use crate::problem::Problem;

    /// Dominoes on a board, its cells declared row by row.
    fn dominoes(rows: u32, columns: u32) -> Problem<u32, Infallible> {
        let mut builder = ProblemBuilder::new();
        builder.primary_items(0..rows * columns).unwrap();
        for cell in 0..rows * columns {
            if cell % columns + 1 < columns {
                builder.add_option([cell, cell + 1]).unwrap();
            }
            if cell / columns + 1 < rows {
                builder.add_option([cell, cell + columns]).unwrap();
            }
        }
        builder.build()
    }

    #[test]
    fn a_long_board_is_gone_through_along_its_length() {
        let problem = dominoes(3, 30);
        let Ordering { matrix, items, border: width } = Ordering::of(problem.matrix());
        let matrix = matrix.expect("another order");
        assert_eq!(width, Border::Narrow);
        let as_declared: Vec<u32> = (0..90).collect();
        // Each cell is on the border while the row before it is covered; along the board, while the
        // three or four cells before it are.
        assert!(border(problem.matrix(), &as_declared) > 29 * 60);
        assert!(border(&matrix, &as_declared) < 5 * 90);
        let columns: Vec<u32> = items.iter().map(|cell| cell % 30).collect();
        assert!(columns.windows(2).all(|pair| pair[0].abs_diff(pair[1]) < 4));
    }

    #[test]
    fn items_that_all_have_to_do_with_each_other_have_a_wide_border() {
        let mut builder = ProblemBuilder::new();
        builder.primary_items(0..10).unwrap();
        for first in 0..10 {
            for second in 0..first {
                builder.add_option([first, second]).unwrap();
            }
        }
        let problem: Problem<u32, Infallible> = builder.build();
        assert_eq!(Ordering::of(problem.matrix()).border, Border::Wide);
    }

    #[test]
    fn a_good_order_stays() {
        for (rows, columns) in [(30, 3), (8, 8)] {
            let ordering = Ordering::of(dominoes(rows, columns).matrix());
            assert!(ordering.matrix.is_none() && ordering.border == Border::Narrow);
        }
    }
}
