//! Samples are uniform: by Pearson's test over spaces of known size.

use std::collections::HashMap;

use num_bigint::BigUint;
use quadrille_testkit::SplitMix64;

use super::super::builder::DiagramBuilder;
use super::super::{BOTTOM, Diagram, TOP};
use crate::ids::OptionId;

/// A lopsided diagram with products: three options in a row, beside 37 of which one is taken, beside
/// nothing or one of 4.
fn diagram() -> Diagram {
    let mut builder = DiagramBuilder::new();
    let mut one_of = |options: std::ops::Range<u32>, mut below: u32| {
        for option in options.rev() {
            below = builder.branch(option, TOP, below).expect("few nodes");
        }
        below
    };
    let many = one_of(3..40, BOTTOM);
    let few = one_of(40..44, TOP);
    let row = (0..3).try_fold(TOP, |below, option| builder.branch(option, below, BOTTOM));
    let left = row.and_then(|row| builder.product(row, many)).expect("few nodes");
    let root = builder.product(left, few).expect("few nodes");
    builder.finish_like(root, 44, Vec::new())
}

/// Pearson's statistic for equal shares, as a distance from its mean in standard deviations of the
/// normal distribution (Wilson and Hilferty, 1931).
fn deviation(observed: impl Iterator<Item = usize>, classes: usize, samples: usize) -> f64 {
    let expected = samples as f64 / classes as f64;
    let square = |seen: usize| (seen as f64 - expected).powi(2) / expected;
    let (mut classes_seen, mut statistic) = (0, 0.0);
    for seen in observed {
        classes_seen += 1;
        statistic += square(seen);
    }
    statistic += (classes - classes_seen) as f64 * expected;
    let freedom = (classes - 1) as f64;
    let spread = 2.0 / (9.0 * freedom);
    ((statistic / freedom).cbrt() - (1.0 - spread)) / spread.sqrt()
}

/// Of the normal distribution, what is exceeded by one in a thousand.
const ONE_IN_A_THOUSAND: f64 = 3.0902;

#[test]
fn samples_are_uniform_for_three_seeds() {
    let diagram = diagram();
    let counted = diagram.counted();
    assert_eq!(counted.count(), BigUint::from(37u8 * 5));
    for seed in [1, 2, 3] {
        let mut seen: HashMap<Vec<OptionId>, usize> = HashMap::new();
        counted
            .samples(seed)
            .take(100_000)
            .for_each(|sample| *seen.entry(sample).or_default() += 1);
        assert!(seen.keys().all(|sample| counted.rank(sample).is_some()));
        let deviation = deviation(seen.values().copied(), 37 * 5, 100_000);
        assert!(deviation < ONE_IN_A_THOUSAND, "seed {seed}: {deviation}");
    }
}

#[test]
fn the_test_of_uniformity_rejects_what_is_not_uniform() {
    // A walk that takes either way of a branch with the same chance.
    let diagram = diagram();
    let mut random = SplitMix64::new(1);
    let mut seen: HashMap<usize, usize> = HashMap::new();
    for _ in 0..100_000 {
        let steps = (0..36).take_while(|_| random.chance(50)).count();
        *seen.entry(steps).or_default() += 1;
    }
    assert!(deviation(seen.values().copied(), 37, 100_000) > 100.0);
    assert_eq!(diagram.shape().products, 2);
}

#[test]
fn a_seed_says_what_is_drawn() {
    let diagram = diagram();
    let counted = diagram.counted();
    let drawn = |seed| -> Vec<BigUint> {
        let ranks = counted.samples(seed).take(6).map(|sample| counted.rank(&sample));
        ranks.map(|rank| rank.expect("a solution")).collect()
    };
    assert_eq!(drawn(7), drawn(7));
    assert_ne!(drawn(7), drawn(8));
    // What a seed means is a promise: the first bytes below 185 of every second word of SplitMix64.
    assert_eq!(drawn(1), [145u8, 113, 73, 103, 116, 111].map(BigUint::from));
}

#[test]
fn there_are_no_samples_without_solutions_and_only_one_of_the_empty_one() {
    for (terminal, expected) in [(BOTTOM, vec![]), (TOP, vec![Vec::new(); 3])] {
        let diagram = DiagramBuilder::new().finish_like(terminal, 5, Vec::new());
        assert_eq!(diagram.counted().samples(1).take(3).collect::<Vec<_>>(), expected);
    }
}
