//! Sets of digits for cells that are all different: no digit stays that is in no way to put one of the sets there.

use super::different::{Matching, bits};
use crate::variant::encode::sets::Family;

/// The most cells for which all ways are looked at: a word has a bit for each subset of so many digits.
const FEW: usize = 6;

/// A family of sets, for a search.
#[derive(Debug)]
pub(super) struct Sets {
    sets: Vec<u64>,
}

impl Sets {
    pub(super) fn new(family: &Family) -> Self {
        Sets { sets: family.sets.clone() }
    }

    /// Narrows what the cells may hold; `false` if no set is left. O(k²) a set of up to 6 cells, which is exact; with more cells
    /// only the digits of all sets together count, and those that are in every set.
    pub(super) fn filter(&self, cells: &mut [u64], matching: &mut Matching) -> bool {
        let union = cells.iter().fold(0, |union, set| union | set);
        let fits = |&&set: &&u64| set & !union == 0 && cells.iter().all(|cell| cell & set != 0);
        let mut kept = [0u64; 64];
        if cells.len() <= FEW {
            for &set in self.sets.iter().filter(fits) {
                ways(set, cells, &mut kept);
            }
            cells.iter_mut().zip(&kept).for_each(|(cell, kept)| *cell &= kept);
            return cells.iter().all(|&cell| cell != 0);
        }
        let (mut some, mut all) = (0, u64::MAX);
        for &set in self.sets.iter().filter(fits) {
            some |= set;
            all &= set;
        }
        cells.iter_mut().for_each(|cell| *cell &= some);
        for digit in bits(all & some) {
            let mut able = cells.iter_mut().filter(|cell| **cell >> digit & 1 == 1);
            match (able.next(), able.next()) {
                (None, _) => return false,
                (Some(cell), None) => *cell = 1 << digit,
                _ => {}
            }
        }
        matching.filter(cells)
    }
}

/// Adds to `kept` the digits that the cells have in some way to put a set in them, one each.
///
/// Forwards: the subsets of the set that the first i cells can hold; backwards: those that may be taken by
/// the first i cells so that the others can hold the rest. A word has a bit for each subset.
fn ways(set: u64, cells: &[u64], kept: &mut [u64; 64]) {
    // Bit m: subset m has not the digit of this place in the set.
    const WITHOUT: [u64; FEW] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    let count = cells.len();
    let mut forward = [0u64; FEW + 1];
    forward[0] = 1;
    for (index, &cell) in cells.iter().enumerate() {
        let mut next = 0;
        for (place, digit) in bits(set).enumerate() {
            if cell >> digit & 1 == 1 {
                next |= (forward[index] & WITHOUT[place]) << (1u32 << place);
            }
        }
        forward[index + 1] = next;
    }
    // Bit m: the cells behind can hold what subset m leaves.
    let mut behind = 1u64 << ((1u32 << count) - 1);
    if forward[count] & behind == 0 {
        return;
    }
    for index in (0..count).rev() {
        let mut before = 0;
        for (place, digit) in bits(set).enumerate() {
            if cells[index] >> digit & 1 == 1 {
                let here = (behind >> (1u32 << place)) & WITHOUT[place];
                if here & forward[index] != 0 {
                    kept[index] |= 1 << digit;
                }
                before |= here;
            }
        }
        behind = before;
    }
}

#[cfg(test)]
mod tests {
    use quadrille_testkit::SplitMix64;

    use super::*;

    #[test]
    fn up_to_six_cells_keep_just_what_some_way_has() {
        let mut rng = SplitMix64::new(8);
        let mut narrowed = 0;
        for _ in 0..2_000 {
            let k = rng.between(1, 6);
            let mut cells: Vec<u64> = (0..k).map(|_| 1 + rng.next_u64() % 511).collect();
            let sets: Vec<u64> = (1..512u64)
                .filter(|set| set.count_ones() as usize == k && rng.chance(10))
                .collect();
            let mut kept = vec![0u64; k];
            let mut open = vec![Vec::new()];
            while let Some(chosen) = open.pop() {
                let Some(&cell) = cells.get(chosen.len()) else {
                    let set = chosen.iter().fold(0, |set, bit: &usize| set | 1u64 << bit);
                    if sets.contains(&set) {
                        chosen.iter().zip(&mut kept).for_each(|(bit, kept)| *kept |= 1u64 << bit);
                    }
                    continue;
                };
                for bit in bits(cell).filter(|bit| !chosen.contains(bit)) {
                    open.push(chosen.iter().copied().chain([bit]).collect());
                }
            }
            let family = Family { rule: 0, cells: (0..k).collect(), sets };
            let before = cells.clone();
            let found = Sets::new(&family).filter(&mut cells, &mut Matching::default());
            assert_eq!(found, kept[0] != 0, "{before:?}");
            if found {
                narrowed += usize::from(before != kept);
                assert_eq!(cells, kept, "{before:?}");
            }
        }
        assert!(narrowed > 500, "{narrowed}");
    }
}
