//! Forbidden pairs of digits by few secondary items.
//!
//! Two cells hold x and y with some pairs (x, y) forbidden. A secondary item without colour that the options "x in the
//! first cell" have for x ∈ X and "y in the second" for y ∈ Y forbids X × Y: a *biclique* of the graph of forbidden
//! pairs. Many covers of that graph by bicliques are possible; good is one with few entries, the sum of
//! |X| + |Y|. Finding the best is NP-hard; the greedy one here takes the biclique with the most new pairs an entry, and cuts
//! off what has no new pair. For x < y (forbidden: x ≥ y) it finds the cover by halves: {x > n/2} × {y ≤ n/2}, then the
//! same in each half, so that each digit has about log₂ n items, where an item for each threshold would give it n.
//! Pairs that are excluded anyway, as equal digits in a house, may be in a biclique but need not.

use crate::variant::encode::digits::{digits, row};

/// A set of digits of the first cell and one of the second, all pairs of which are forbidden.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Biclique {
    pub(super) first: u64,
    pub(super) second: u64,
}

/// A cover of the pairs that are to be forbidden: for each digit of the first cell, from 1, the digits of the second
/// that `must` not be with it, and those that `may` be forbidden, which include the former. O(n⁴) a biclique at worst, n² in
/// the order relations.
pub(super) fn cover(must: &[u64], may: &[u64]) -> Vec<Biclique> {
    let mut left = must.to_vec();
    let mut found = Vec::new();
    while let Some(best) = best(&left, may) {
        for digit in digits(best.first) {
            left[row(digit)] &= !best.second;
        }
        found.push(best);
    }
    found
}

/// The biclique with the most new pairs an entry.
fn best(left: &[u64], may: &[u64]) -> Option<Biclique> {
    let open: Vec<usize> = (0..left.len()).filter(|&x| left[x] != 0).collect();
    let mut best: Option<(Biclique, u32)> = None;
    for (index, &x) in open.iter().enumerate() {
        for &other in &open[index..] {
            let (biclique, new) = trimmed(left, may, may[x] & may[other]);
            let entries =
                |biclique: Biclique| biclique.first.count_ones() + biclique.second.count_ones();
            let is_better =
                best.is_none_or(|(known, most)| new * entries(known) > most * entries(biclique));
            if new > 0 && is_better {
                best = Some((biclique, new));
            }
        }
    }
    best.map(|(biclique, _)| biclique)
}

/// The largest biclique with a second side within `second`, without what has no new pair, and how many it has.
fn trimmed(left: &[u64], may: &[u64], second: u64) -> (Biclique, u32) {
    let (mut first, mut needed, mut new) = (0, 0, 0);
    for (x, (&left, &may)) in left.iter().zip(may).enumerate() {
        if second & !may == 0 && left & second != 0 {
            first |= 1 << x;
            needed |= left & second;
            new += (left & second).count_ones();
        }
    }
    (Biclique { first, second: needed }, new)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that just what must be is forbidden, and what may be is all that is.
    fn entries(must: &[u64], may: &[u64]) -> (usize, u32) {
        let cover = cover(must, may);
        let mut forbidden = vec![0; must.len()];
        for biclique in &cover {
            digits(biclique.first).for_each(|x| forbidden[row(x)] |= biclique.second);
        }
        for x in 0..must.len() {
            assert_eq!(must[x] & !forbidden[x], 0, "row {x}");
            assert_eq!(forbidden[x] & !may[x], 0, "row {x}");
        }
        let sizes = cover.iter().map(|b| b.first.count_ones() + b.second.count_ones());
        (cover.len(), sizes.sum())
    }

    #[test]
    fn an_order_takes_about_log_n_items_a_digit() {
        for n in [4, 9, 16, 25, 64] {
            // x < y: forbidden is y ≤ x.
            let must: Vec<u64> = (0..n).map(|x| u64::MAX >> (63 - x)).collect();
            let (_, entries) = entries(&must, &must);
            let log = 64 - (n as u64 - 1).leading_zeros();
            assert!(entries <= 2 * n as u32 * (log + 1), "{n}: {entries}");
        }
    }

    #[test]
    fn no_forbidden_pair_needs_no_item_and_all_need_one() {
        assert_eq!(entries(&[0, 0, 0], &[1, 2, 4]), (0, 0));
        assert_eq!(entries(&[7, 7, 7], &[7, 7, 7]), (1, 6));
    }

    #[test]
    fn pairs_that_are_excluded_anyway_make_bicliques_larger() {
        // All but equal: one biclique where equal digits are excluded anyway.
        let unequal: Vec<u64> = (0..6).map(|x| 0b11_1111 & !(1 << x)).collect();
        assert_eq!(entries(&unequal, &[0b11_1111; 6]).0, 1);
        assert!(entries(&unequal, &unequal).0 > 1);
    }
}
