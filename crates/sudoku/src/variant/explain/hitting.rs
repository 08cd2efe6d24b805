//! Smallest sets that hit all of some sets.

/// Numbers looked at after which the search is given up: some tenths of a second.
const MOST_WORK: usize = 100_000_000;

/// A smallest set of numbers that has one in common with each of the sets; the least such set in the order in which
/// branches are tried. `None` if one of them is empty, or if finding it would take too long.
///
/// Iterative deepening from a lower bound, sets that are disjoint: each needs a number of its own. Branches on the
/// smallest set that is not hit yet. Exponential in the size of the answer, which is small in what this is for.
pub(super) fn smallest(sets: &[Vec<usize>]) -> Option<Vec<usize>> {
    if sets.iter().any(Vec::is_empty) {
        return None;
    }
    let all = sets.iter().map(Vec::len).sum::<usize>().max(1);
    let mut steps = MOST_WORK / all;
    let mut size = disjoint(sets, &[]);
    loop {
        match of_size(sets, size, &mut steps)? {
            Some(found) => return Some(found),
            None => size += 1,
        }
    }
}

/// A number of sets, none of them hit yet, that have nothing in common.
fn disjoint(sets: &[Vec<usize>], hit: &[usize]) -> usize {
    let mut taken: Vec<usize> = Vec::new();
    let mut count = 0;
    let mut by_size: Vec<&Vec<usize>> =
        sets.iter().filter(|set| !set.iter().any(|number| hit.contains(number))).collect();
    by_size.sort_by_key(|set| set.len());
    for set in by_size {
        if set.iter().all(|number| !taken.contains(number)) {
            taken.extend(set);
            count += 1;
        }
    }
    count
}

/// A hitting set of at most `size` numbers, or that there is none; `None` if it takes too long.
fn of_size(sets: &[Vec<usize>], size: usize, steps: &mut usize) -> Option<Option<Vec<usize>>> {
    // The set that is branched on at each level, and the place of the number that was taken.
    let mut levels: Vec<(usize, usize)> = Vec::new();
    let mut hit: Vec<usize> = Vec::new();
    loop {
        *steps = steps.checked_sub(1)?;
        let open = sets.iter().enumerate().filter(|(_, set)| !set.iter().any(|n| hit.contains(n)));
        let next = open.min_by_key(|(_, set)| set.len()).map(|(index, _)| index);
        let Some(next) = next else { return Some(Some(hit)) };
        if hit.len() + disjoint(sets, &hit) <= size {
            levels.push((next, 0));
            hit.push(sets[next][0]);
            continue;
        }
        // Back to a set with another number to try.
        loop {
            let Some((set, place)) = levels.pop() else { return Some(None) };
            hit.pop();
            if let Some(&number) = sets[set].get(place + 1) {
                levels.push((set, place + 1));
                hit.push(number);
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_testkit::SplitMix64;

    #[test]
    fn the_smallest_hitting_set_is_that_of_brute_force() {
        let mut random = SplitMix64::new(7);
        for _ in 0..300 {
            let count = 1 + random.below(7);
            let sets: Vec<Vec<usize>> = (0..count)
                .map(|_| {
                    let mask = 1 + random.below(255);
                    (0..8).filter(|bit| mask >> bit & 1 == 1).collect()
                })
                .collect();
            let hits = |mask: &u32| {
                sets.iter().all(|set| set.iter().any(|number| mask >> number & 1 == 1))
            };
            let least = (0..256).filter(hits).map(u32::count_ones).min().unwrap();
            let found = smallest(&sets).unwrap();
            let mask = found.iter().fold(0, |mask, number| mask | 1 << number);
            assert!(hits(&mask), "{sets:?}: {found:?}");
            assert_eq!(found.len() as u32, least, "{sets:?}: {found:?}");
        }
    }

    #[test]
    fn nothing_hits_an_empty_set_and_nothing_has_to_hit_none() {
        assert_eq!(smallest(&[vec![1], vec![]]), None);
        assert_eq!(smallest(&[]), Some(vec![]));
    }
}
