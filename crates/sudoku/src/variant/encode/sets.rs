//! Cells that are all different and hold one of some sets of digits: cages with a sum, renban lines.

use super::digits::digits;
use crate::candidates::set_of;

/// Cells that are all different, and the sets of digits that they may hold together.
#[derive(Debug, Clone)]
pub(super) struct Family {
    pub(super) rule: usize,
    /// The first cells.
    pub(super) cells: Vec<usize>,
    /// The sets.
    pub(super) sets: Vec<u64>,
}

/// The sets of `count` digits of `from` that add up to a sum. `None` if they are more than `most`.
pub(super) fn with_sum(from: u64, count: usize, sum: i64, most: usize) -> Option<Vec<u64>> {
    let all: Vec<u8> = digits(from).collect();
    // What the next k of the ascending digits add up to is the least, and the last k the most.
    let least = |index: usize, k: usize| -> i64 {
        all[index..index + k].iter().map(|&digit| i64::from(digit)).sum()
    };
    let greatest =
        |k: usize| -> i64 { all[all.len() - k..].iter().map(|&digit| i64::from(digit)).sum() };
    let mut found = Vec::new();
    // Where the search goes on: the next digit, the set, how many are missing, their sum.
    let mut open = vec![(0, 0u64, count, sum)];
    while let Some((index, set, missing, sum)) = open.pop() {
        if missing == 0 {
            if sum == 0 {
                found.push(set);
                if found.len() > most {
                    return None;
                }
            }
            continue;
        }
        if all.len() - index < missing || sum < least(index, missing) || sum > greatest(missing) {
            continue;
        }
        let digit = all[index];
        open.push((index + 1, set, missing, sum));
        open.push((index + 1, set | set_of(digit), missing - 1, sum - i64::from(digit)));
    }
    found.sort_unstable();
    Some(found)
}

impl Family {
    /// Takes away the sets that the cells cannot hold, one digit each. Whether some went.
    pub(super) fn restrict(&mut self, domains: &[u64]) -> bool {
        let before = self.sets.len();
        let cells = &self.cells;
        self.sets.retain(|&set| can_hold(set, cells, domains));
        self.sets.len() < before
    }

    /// The digits that are in some set.
    pub(super) fn some(&self) -> u64 {
        self.sets.iter().fold(0, |union, set| union | set)
    }

    /// The digits that are in all sets.
    pub(super) fn all(&self) -> u64 {
        self.sets.iter().fold(u64::MAX, |common, set| common & set)
    }
}

/// Whether the cells can hold the digits of a set, each one: a matching of cells and digits, by augmenting paths. O(k³) for k
/// cells.
fn can_hold(set: u64, cells: &[usize], domains: &[u64]) -> bool {
    if set.count_ones() as usize != cells.len() {
        return false;
    }
    // By digit, from 0: the cell that it is matched with.
    let mut owner = [usize::MAX; 64];
    for start in 0..cells.len() {
        // Breadth first from the cell; how each digit was reached.
        let mut reached = 0u64;
        let mut from = [usize::MAX; 64];
        let mut queue = vec![start];
        let mut end = None;
        let mut next = 0;
        while end.is_none() && next < queue.len() {
            let cell = queue[next];
            next += 1;
            for digit in digits(domains[cells[cell]] & set & !reached) {
                let digit = usize::from(digit) - 1;
                reached |= 1 << digit;
                from[digit] = cell;
                if owner[digit] == usize::MAX {
                    end = Some(digit);
                    break;
                }
                queue.push(owner[digit]);
            }
        }
        let Some(mut digit) = end else { return false };
        loop {
            let cell = from[digit];
            // The digit that the cell had before is free for the cell that it was reached from.
            let had = owner.iter().position(|&other| other == cell);
            owner[digit] = cell;
            match had {
                Some(had) if cell != start => digit = had,
                _ => break,
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_a_sum_are_the_combinations_of_killer_sudoku() {
        let all = 0b1_1111_1111;
        assert_eq!(with_sum(all, 2, 3, 100), Some(vec![0b11]));
        assert_eq!(with_sum(all, 3, 23, 100), Some(vec![0b1_1010_0000]));
        assert_eq!(with_sum(all, 4, 20, 100).map(|sets| sets.len()), Some(12));
        assert_eq!(with_sum(all, 9, 45, 100), Some(vec![all]));
        assert_eq!(with_sum(all, 9, 44, 100), Some(vec![]));
        assert_eq!(with_sum(all, 10, 55, 100), Some(vec![]));
        assert_eq!(with_sum(all, 4, 20, 11), None);
    }

    #[test]
    fn a_set_needs_a_cell_for_each_digit() {
        let domains = [0b011, 0b011, 0b110, 0b100];
        assert!(can_hold(0b111, &[0, 1, 2], &domains));
        assert!(!can_hold(0b111, &[0, 2, 3], &[0b100, 0, 0b110, 0b100]));
        assert!(can_hold(0b111, &[2, 0, 1], &domains));
        assert!(!can_hold(0b011, &[0, 3], &domains));
    }
}
