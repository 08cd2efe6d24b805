//! Different cells whose digits are, together, one of a list of sets: cages and renbans.
//!
//! For a cage of k cells the list is all sets of k digits with the sum; for a renban of k cells it is the windows of k
//! consecutive digits. The list is made once for each k and sum.
//!
//! Consistency: for each set that fits the candidates of the cells, naked and hidden singles within the cells are
//! followed up; what no set leaves a cell is removed. That is a little less than domain consistency (which would
//! match digits to cells for each set). Cost: the number of sets × k, a few times.

use std::collections::HashMap;
use std::sync::Arc;

use super::Propagator;
use super::domains::{Clash, Domains, is_single};

/// With more sets than this a sum of different digits is treated as any other sum: see
/// [`Sum`](super::sum::Sum).
const MOST_SETS: u64 = 3000;

/// Cells that hold one of a list of sets of digits, as many as there are cells.
#[derive(Debug)]
pub(super) struct DigitSets {
    cells: Vec<usize>,
    sets: Arc<[u64]>,
    held: Vec<u64>,
    support: Vec<u64>,
    local: Vec<u64>,
}

impl DigitSets {
    /// Cells that are known to be different, and the sets.
    pub(super) fn new(cells: Vec<usize>, sets: Arc<[u64]>) -> Self {
        DigitSets { cells, sets, held: Vec::new(), support: Vec::new(), local: Vec::new() }
    }
}

impl Propagator for DigitSets {
    fn cells(&self) -> &[usize] {
        &self.cells
    }

    fn cost(&self) -> usize {
        2
    }

    fn propagate(&mut self, domains: &mut Domains) -> Result<(), Clash> {
        self.held.clear();
        self.held.extend(self.cells.iter().map(|&cell| domains.get(cell)));
        self.support.clear();
        self.support.resize(self.cells.len(), 0);
        let all = self.held.iter().fold(0, |all, set| all | set);
        let needed = self.held.iter().filter(|&&set| is_single(set)).fold(0, |all, set| all | set);
        for &set in self.sets.iter() {
            if set & !all == 0 && needed & !set == 0 && narrow(&self.held, set, &mut self.local) {
                self.support.iter_mut().zip(&self.local).for_each(|(all, set)| *all |= set);
            }
        }
        domains.keep_each(&self.cells, &self.support)
    }
}

/// What candidates are left in different cells if together they hold just the digits of `set`, as many as cells, when
/// naked and hidden singles are followed up; `false` if that cannot be.
pub(super) fn narrow(held: &[u64], set: u64, local: &mut Vec<u64>) -> bool {
    local.clear();
    local.extend(held.iter().map(|&candidates| candidates & set));
    let mut done = 0;
    loop {
        // Digits in one cell at least, and in two at least.
        let (mut once, mut twice, mut singles) = (0u64, 0u64, 0u64);
        for &here in local.iter() {
            if here == 0 {
                return false;
            }
            twice |= once & here;
            once |= here;
            if is_single(here) {
                if singles & here != 0 {
                    return false;
                }
                singles |= here;
            }
        }
        if once != set {
            return false;
        }
        let hidden = once & !twice & !singles;
        if singles & !done == 0 && hidden == 0 {
            return true;
        }
        for here in local.iter_mut() {
            if is_single(*here) {
                continue;
            }
            *here &= !singles;
            let hidden = *here & hidden;
            if hidden != 0 {
                if !is_single(hidden) {
                    return false;
                }
                *here = hidden;
            }
        }
        done = singles;
    }
}

/// A list of sets of digits; `None` if they are too many to list.
type List = Option<Arc<[u64]>>;

/// Sets of digits by how many and what sum, each list made once.
#[derive(Debug, Default)]
pub(super) struct Combinations {
    /// By first and last digit, how many, and the sum.
    made: HashMap<(usize, usize, usize, u32), List>,
}

impl Combinations {
    /// All sets of `count` digits from `first` to `last` with a sum; `None` if they are too many to list.
    pub(super) fn get(
        &mut self,
        first: usize,
        last: usize,
        count: usize,
        sum: u32,
    ) -> Option<Arc<[u64]>> {
        let make = || combinations(first, last, count, sum).map(Arc::from);
        self.made.entry((first, last, count, sum)).or_insert_with(make).clone()
    }
}

/// The windows of so many consecutive digits of 1 to `size`.
pub(super) fn windows(size: usize, count: usize) -> Arc<[u64]> {
    let starts = 1..(size + 2).saturating_sub(count);
    starts.map(|first| super::domains::range(first, first + count - 1)).collect()
}

fn combinations(first: usize, last: usize, count: usize, sum: u32) -> Option<Vec<u64>> {
    let sum = sum as usize;
    if !fits(first, last, count, sum) {
        return Some(Vec::new());
    }
    if how_many(first, last, count, sum) > MOST_SETS {
        return None;
    }
    let mut found = Vec::new();
    // Each entry: the set so far, the least digit that may follow, how many are missing and their sum.
    let mut open = vec![(0u64, first, count, sum)];
    while let Some((set, from, missing, rest)) = open.pop() {
        if missing == 0 {
            found.push(set);
            continue;
        }
        for digit in from..=last.min(rest) {
            if fits(digit + 1, last, missing - 1, rest - digit) {
                open.push((set | 1 << (digit - 1), digit + 1, missing - 1, rest - digit));
            }
        }
    }
    Some(found)
}

/// Whether some set of `count` digits from `first` to `last` has the sum: every sum between the least and the greatest
/// is one of some set.
fn fits(first: usize, last: usize, count: usize, sum: usize) -> bool {
    if count == 0 {
        return sum == 0;
    }
    if first > last || count > last - first + 1 {
        return false;
    }
    let triangle = count * (count - 1) / 2;
    count * first + triangle <= sum && sum + triangle <= count * last
}

/// The number of these sets, capped by the greatest number that there is.
fn how_many(first: usize, last: usize, count: usize, sum: usize) -> u64 {
    let mut ways = vec![vec![0u64; sum + 1]; count + 1];
    ways[0][0] = 1;
    for digit in first..=last.min(sum) {
        for taken in (0..count).rev() {
            for before in 0..=sum - digit {
                let more = ways[taken][before];
                let slot = &mut ways[taken + 1][before + digit];
                *slot = slot.saturating_add(more);
            }
        }
    }
    ways[count][sum]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_are_those_of_killer_tables() {
        let mut all = Combinations::default();
        let mut get = |count, sum| all.get(1, 9, count, sum).map(|sets| sets.to_vec());
        assert_eq!(get(2, 3), Some(vec![0b11]));
        assert_eq!(get(9, 45), Some(vec![0b1_1111_1111]));
        assert_eq!(get(4, 20).map(|sets| sets.len()), Some(12));
        assert_eq!(get(2, 18), Some(vec![]));
        assert_eq!(get(0, 0), Some(vec![0]));
        // C(32, 16) sets or so: not listed.
        assert_eq!(all.get(1, 32, 16, 264), None);
        assert_eq!(windows(5, 3).to_vec(), [0b111, 0b1110, 0b11100]);
        assert!(windows(5, 6).is_empty());
    }

    #[test]
    fn singles_within_the_cells_are_followed_up() {
        let mut local = Vec::new();
        assert!(narrow(&[0b001, 0b011, 0b111], 0b111, &mut local));
        assert_eq!(local, [0b001, 0b010, 0b100]);
        assert!(!narrow(&[0b011, 0b011, 0b011], 0b111, &mut local));
        assert!(!narrow(&[0b001, 0b001, 0b111], 0b111, &mut local));
        // Two digits that have one cell alone, and the same.
        assert!(!narrow(&[0b1111, 0b0011, 0b0011, 0b0011], 0b1111, &mut local));
    }
}
