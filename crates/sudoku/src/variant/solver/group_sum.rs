//! Sums of cells of which some are different and some may be equal: little killers, long cages that may repeat.
//!
//! The cells are split into groups of up to [`MOST_GROUP`] that all see each other, as those of a diagonal in one box do.
//! The sums that a group can make with different digits are found by trying its digits, all of the last cell at once as
//! a word; then, group by group, those that can be completed.
//!
//! Consistency: domain consistency of the sum and of the differences within groups; those between groups are left to
//! other rules. Cost: digits to the power of (cells − 1) for each group, twice, and groups × sums.

use super::Propagator;
use super::domains::{Clash, Domains, digits};
use super::facts::{Fact, Past};

/// Most cells of a group.
const MOST_GROUP: usize = 3;

/// Sums are bits of a word of 128.
pub(super) const SUMS: u32 = 128;

/// The digits of the cells of a group; those of no cell are [`NO_CELL`].
type Group = [u64; MOST_GROUP];

/// A cell that is not there: groups of fewer cells end with it.
const NO_CELL: u64 = 0;

/// Cells and their sum.
#[derive(Debug)]
pub(super) struct GroupSum {
    /// Group by group.
    cells: Vec<usize>,
    /// By group: its first cell in the list, and how many they are.
    groups: Vec<(usize, usize)>,
    target: u32,
    /// By group: the sums of those before it.
    before: Vec<u128>,
    /// By group: its own sums.
    own: Vec<u128>,
    /// By group, and behind the last: what those from it on have to find.
    needed: Vec<u128>,
}

impl GroupSum {
    /// Cells with a sum of less than [`SUMS`], and which of them must be different; `None` if no two are in a group.
    pub(super) fn new(
        cells: &[usize],
        target: u32,
        are_different: impl Fn(usize, usize) -> bool,
    ) -> Option<Self> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for &cell in cells {
            let fits = |group: &&mut Vec<usize>| {
                group.len() < MOST_GROUP && group.iter().all(|&other| are_different(cell, other))
            };
            match groups.iter_mut().find(fits) {
                Some(group) => group.push(cell),
                None => groups.push(vec![cell]),
            }
        }
        if target >= SUMS || groups.len() == cells.len() {
            return None;
        }
        let mut first = 0;
        let ranges = groups.iter().map(|group| {
            first += group.len();
            (first - group.len(), group.len())
        });
        let count = groups.len();
        Some(GroupSum {
            groups: ranges.collect(),
            cells: groups.concat(),
            target,
            before: vec![0; count],
            own: vec![0; count],
            needed: vec![0; count + 1],
        })
    }

    /// The candidates of a group.
    fn load(&self, group: usize, get: impl Fn(usize) -> u64) -> Group {
        let (first, count) = self.groups[group];
        std::array::from_fn(|place| if place < count { get(first + place) } else { NO_CELL })
    }
}

/// Calls `visit` with each choice of different digits for all but the last cell of a group, as sets, with their sum and
/// the digits that are left for the last.
#[inline]
fn for_each_choice(group: &Group, mut visit: impl FnMut(u64, u64, u32, u64)) {
    let [first, second, last] = *group;
    for a in digits(first) {
        let a_set = 1 << (a - 1);
        if second == NO_CELL {
            visit(a_set, NO_CELL, u32::from(a), NO_CELL);
            continue;
        }
        for b in digits(second & !a_set) {
            let b_set = 1 << (b - 1);
            visit(a_set, b_set, u32::from(a) + u32::from(b), last & !(a_set | b_set));
        }
    }
}

/// The sums that the digits of the last cell make with that of the others; of that alone if there is no last cell.
#[inline]
fn sums_with(sum: u32, rest: u64, has_last: bool) -> u128 {
    // The sum is that of two digits at most; beyond the word, it is beyond the target.
    let word = if has_last { u128::from(rest) << 1 } else { 1 };
    if sum < SUMS { word << sum } else { 0 }
}

/// The sums of a group.
fn sums(group: &Group) -> u128 {
    let has_last = group[MOST_GROUP - 1] != NO_CELL;
    let mut all = 0;
    for_each_choice(group, |_, _, sum, rest| all |= sums_with(sum, rest, has_last));
    all
}

/// What is left of a group if its sum is one of `allowed`.
fn supported(group: &Group, allowed: u128) -> Group {
    let has_last = group[MOST_GROUP - 1] != NO_CELL;
    let mut kept = [0; MOST_GROUP];
    for_each_choice(group, |a, b, sum, rest| {
        let fits = sums_with(sum, rest, has_last) & allowed;
        if fits != 0 {
            kept[0] |= a;
            kept[1] |= b;
            if has_last {
                kept[2] |= (fits >> sum >> 1) as u64;
            }
        }
    });
    kept
}

/// The sums of two sets of sums.
fn add(a: u128, mut b: u128) -> u128 {
    let mut all = 0;
    while b != 0 {
        all |= a << b.trailing_zeros();
        b &= b - 1;
    }
    all
}

/// What is needed before something that has the sums `own` so that it comes to one of `needed` behind it.
fn before_it(needed: u128, mut own: u128) -> u128 {
    let mut all = 0;
    while own != 0 {
        all |= needed >> own.trailing_zeros();
        own &= own - 1;
    }
    all
}

impl Propagator for GroupSum {
    fn cells(&self) -> &[usize] {
        &self.cells
    }

    fn cost(&self) -> usize {
        2
    }

    fn work(&self) -> u64 {
        512 * self.groups.len() as u64
    }

    fn propagate(&mut self, domains: &mut Domains) -> Result<(), Clash> {
        let count = self.groups.len();
        let mut reached = 1;
        for group in 0..count {
            let held = self.load(group, |place| domains.get(self.cells[place]));
            self.own[group] = sums(&held);
            self.before[group] = reached;
            reached = add(reached, self.own[group]);
        }
        self.needed[count] = 1 << self.target;
        for group in (0..count).rev() {
            // What is behind the group, less what is before it, is what it may have.
            let allowed = before_it(self.needed[group + 1], self.before[group]) & self.own[group];
            self.needed[group] = before_it(self.needed[group + 1], allowed);
            let held = self.load(group, |place| domains.get(self.cells[place]));
            let kept = supported(&held, allowed);
            let (first, size) = self.groups[group];
            for (place, &set) in kept.iter().enumerate().take(size) {
                domains.note((first + place) as u64 + 1);
                domains.keep(self.cells[first + place], set)?;
            }
        }
        Ok(())
    }

    /// The digits that the other cells have lost but which would make the sum possible: see
    /// [`Sum`](super::sum::Sum). The tag is the place of the cell that lost something, plus 1.
    fn explain(
        &self,
        tag: u64,
        cell: Option<usize>,
        set: u64,
        past: &Past<'_>,
        facts: &mut Vec<Fact>,
    ) {
        let own = cell.and_then(|_| usize::try_from(tag).ok()?.checked_sub(1));
        let get = |place: usize| if own == Some(place) { set } else { past.get(self.cells[place]) };
        let count = self.groups.len();
        let mut needed = vec![1u128 << self.target; count + 1];
        for group in (0..count).rev() {
            needed[group] = before_it(needed[group + 1], sums(&self.load(group, get)));
        }
        let mut reached = 1u128;
        for (group, &(first, size)) in self.groups.iter().enumerate() {
            let mut held = self.load(group, get);
            let bad = before_it(needed[group + 1], reached);
            for place in (0..size).filter(|place| own != Some(first + place)) {
                let lost = past.lost(self.cells[first + place], u64::MAX);
                if lost == 0 {
                    continue;
                }
                let mut others = held;
                others[place] = lost;
                let why = supported(&others, bad)[place];
                held[place] |= lost & !why;
                past.explain_lost(self.cells[first + place], why, facts);
            }
            reached = add(reached, sums(&held));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_know_that_their_cells_are_different() {
        // Three of a box and one more make 33 with nines at most: 9 + 8 + 7 and 9.
        let mut domains = Domains::new(9, vec![0b1_1111_1111; 4]);
        let different = |a: usize, b: usize| a < 3 && b < 3;
        let mut sum = GroupSum::new(&[0, 1, 2, 3], 33, different).expect("three are a group");
        assert_eq!(sum.propagate(&mut domains), Ok(()));
        let (three, nine) = (0b1_1100_0000, 0b1_0000_0000);
        assert_eq!(domains.sets(), [three, three, three, nine]);
        let mut never = GroupSum::new(&[0, 1, 2, 3], 34, different).expect("three are a group");
        assert_eq!(never.propagate(&mut domains), Err(Clash));
        assert!(GroupSum::new(&[0, 3], 4, different).is_none());
    }

    #[test]
    fn groups_of_two_and_of_one() {
        // 1 and 2 in some order and 3, as 6 is not to be had otherwise.
        let mut domains = Domains::new(9, vec![0b11, 0b11, 0b1_1111_1111]);
        let mut sum = GroupSum::new(&[0, 1, 2], 6, |a, b| a + b == 1).expect("two are a group");
        assert_eq!(sum.propagate(&mut domains), Ok(()));
        assert_eq!(domains.sets(), [0b11, 0b11, 0b100]);
    }

    #[test]
    fn an_explanation_names_what_is_missing_and_no_more() {
        // The first holds 1, 2 or 9, the second 4; the third is free.
        let mut domains = Domains::new(9, vec![0b1_1111_1111; 3]);
        domains.deepen();
        domains.keep(0, 0b1_0000_0011).expect("some are left");
        domains.keep(1, 0b1000).expect("some are left");
        let sum = GroupSum::new(&[0, 1, 2], 12, |a, b| a + b == 1).expect("two are a group");
        let mut facts = Vec::new();
        let past = domains.before(domains.trail().len() as u32);
        sum.explain(3, Some(2), 0b1_0000_0000, &past, &mut facts);
        // Why the third is not 9: the others cannot make 3, as the second is neither 1 nor 2.
        let expected = [Fact::new(1, 0, false), Fact::new(1, 1, false)];
        assert_eq!(facts, expected);
    }
}
