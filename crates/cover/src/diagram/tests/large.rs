//! Numbers that no machine word holds, and diagrams that no stack of calls would survive.

use num_bigint::BigUint;

use super::super::builder::DiagramBuilder;
use super::super::{BOTTOM, Diagram, TOP};
use crate::ids::OptionId;

/// `parts` independent choices, each of one of three options at costs 0, 1 and 2 times the part's
/// number, by products or in a row.
fn choices(parts: u32, products: bool) -> Diagram {
    let mut builder = DiagramBuilder::new();
    let mut root = TOP;
    for part in (0..parts).rev() {
        let end = if products { TOP } else { root };
        let choice =
            (0..3).rev().try_fold(BOTTOM, |lo, option| builder.branch(3 * part + option, end, lo));
        let choice = choice.expect("few nodes");
        root = if products { builder.product(choice, root).expect("few nodes") } else { choice };
    }
    let costs = (0..3 * parts).map(|option| u64::from(option / 3 * (option % 3))).collect();
    builder.finish_like(root, 3 * parts as usize, costs)
}

#[test]
fn counts_beyond_any_word_are_exact() {
    for products in [true, false] {
        let diagram = choices(200, products);
        let all = BigUint::from(3u8).pow(200);
        assert_eq!(diagram.count(), all);
        let counted = diagram.counted();
        assert_eq!(counted.count(), all);
        assert_eq!(counted.marginals(), vec![&all / 3u8; 600]);
        let mut sizes = vec![BigUint::ZERO; 200];
        sizes.push(all.clone());
        assert_eq!(diagram.sizes(), sizes);
        // Part 5 without its first option, part 60 with its second.
        let (given, forbidden) = ([OptionId::new(181)], [OptionId::new(15)]);
        let restricted = diagram.restrict(&given, &forbidden).expect("known options");
        assert_eq!(restricted.count(), &all / 9u8 * 2u8);
    }
}

#[test]
fn places_are_numbers_in_base_three() {
    for products in [true, false] {
        let diagram = choices(100, products);
        let counted = diagram.counted();
        // The digits of the place, the first one being the most significant.
        let digits: Vec<u32> = (0..100).map(|part| part * part % 3).collect();
        let place = digits.iter().fold(BigUint::ZERO, |place, &digit| place * 3u8 + digit);
        let solution: Vec<OptionId> =
            (0..).zip(&digits).map(|(part, digit)| OptionId::new(3 * part + digit)).collect();
        assert_eq!(counted.rank(&solution), Some(place.clone()));
        assert_eq!(counted.nth(&place), Some(solution));
        let all = counted.count();
        assert_eq!(counted.nth(&all), None);
        let last: Vec<OptionId> = (0..100).map(|part| OptionId::new(3 * part + 2)).collect();
        assert_eq!(counted.nth(&(all - 1u8)), Some(last));
    }
}

#[test]
fn the_cheapest_of_very_many_come_first() {
    // Part 0 costs nothing in any case; 1 is the cheapest part, and so on: partitions of the cost
    // into parts of which each has one size and comes at most twice.
    let partitions = |cost: usize| {
        let mut ways = vec![0u64; cost + 1];
        ways[0] = 1;
        for part in 1..=cost {
            for sum in (part..=cost).rev() {
                ways[sum] += ways[sum - part];
                ways[sum] += sum.checked_sub(2 * part).map_or(0, |rest| ways[rest]);
            }
        }
        ways[cost]
    };
    for products in [true, false] {
        let diagram = choices(300, products);
        let counted = diagram.counted();
        let costs: Vec<u128> = counted.cheapest(2000).map(|solution| solution.cost).collect();
        let expected: Vec<u128> = (0..)
            .flat_map(|cost| std::iter::repeat_n(cost as u128, 3 * partitions(cost) as usize))
            .take(2000)
            .collect();
        assert_eq!(costs, expected);
    }
}

#[test]
fn samples_of_very_many_have_equal_shares() {
    let diagram = choices(200, true);
    let counted = diagram.counted();
    let mut taken = vec![0u32; 600];
    for sample in counted.samples(5).take(3000) {
        assert_eq!(sample.len(), 200);
        sample.iter().for_each(|option| taken[option.index()] += 1);
    }
    // The mean is 1000, the standard deviation 26.
    assert!(taken.iter().all(|taken| (870..1130).contains(taken)), "{taken:?}");
}

/// A row of 100,000 branches, each on the one before.
fn row(branch: impl Fn(&mut DiagramBuilder, u32, u32) -> u32) -> Diagram {
    let mut builder = DiagramBuilder::new();
    let root = (0..DEPTH).fold(TOP, |below, option| branch(&mut builder, option, below));
    builder.finish_like(root, DEPTH as usize, Vec::new())
}

const DEPTH: u32 = 100_000;

#[test]
fn depth_does_not_matter() {
    let all =
        row(|builder, option, below| builder.branch(option, below, BOTTOM).expect("few nodes"));
    check(&all, 1);
    let at_most_one =
        row(|builder, option, below| builder.branch(option, TOP, below).expect("few nodes"));
    check(&at_most_one, DEPTH + 1);
    let exactly_one = row(|builder, option, below| {
        let lo = if option == 0 { BOTTOM } else { below };
        builder.branch(option, TOP, lo).expect("few nodes")
    });
    check(&exactly_one, DEPTH);
    for left in [true, false] {
        check(
            &row(|builder, option, below| {
                let single = builder.branch(option, TOP, BOTTOM).expect("few nodes");
                let (one, other) = if left { (below, single) } else { (single, below) };
                builder.product(one, other).expect("few nodes")
            }),
            1,
        );
    }
}

fn check(diagram: &Diagram, count: u32) {
    let count = BigUint::from(count);
    assert_eq!(diagram.count(), count);
    assert!(diagram.shape().depth >= DEPTH as usize, "{:?}", diagram.shape());
    let counted = diagram.counted();
    let last = counted.nth(&(&count - 1u8)).expect("the last one");
    assert_eq!(counted.rank(&last), Some(&count - 1u8));
    assert_eq!(diagram.solutions().next(), counted.nth(&BigUint::ZERO));
    assert_eq!(counted.cheapest(1).next().map(|cheapest| cheapest.cost), Some(0));
    assert_eq!(counted.samples(1).next().map(|sample| counted.rank(&sample).is_some()), Some(true));
    let marginals: BigUint = counted.marginals().into_iter().sum();
    let sizes = diagram.sizes().into_iter().enumerate();
    assert_eq!(sizes.map(|(size, count)| count * size).sum::<BigUint>(), marginals);
    let plain = diagram.without_products(usize::MAX).expect("few nodes");
    assert_eq!(plain.count(), count);
    let restricted = diagram.restrict(&last, &[]).expect("known options");
    assert_eq!(restricted.count(), if last.is_empty() { count } else { 1u8.into() });
}
