use quadrille_testkit::SplitMix64;
use quadrille_testkit::generate::{Shape, random_instance};

use super::*;
use crate::limits::Budget;
use crate::strategy::bits::tests::rounds;
use crate::strategy::links::tests::build;

/// All solutions, each sorted, in order.
fn solutions(searcher: &mut dyn Searcher) -> Vec<Vec<OptionId>> {
    let mut found = Vec::new();
    while searcher.advance(&mut Budget::unlimited()) == Step::Solution {
        let mut solution = Vec::new();
        searcher.solution(&mut solution);
        solution.sort_unstable();
        found.push(solution);
    }
    found.sort_unstable();
    found
}

#[test]
fn the_same_solutions_wherever_bits_take_over() {
    for seed in 0..rounds(1_000) {
        let shape = if seed % 2 == 0 { Shape::XC } else { Shape::XCC };
        let problem = build(&random_instance(seed, shape));
        let matrix = problem.matrix();
        let expected = solutions(&mut *crate::strategy::Links.prepare(matrix, &Setup::default()));
        for most_items in [0, 1, 2, 4, 6, 1000] {
            let state = State::<true>::new(matrix, most_items);
            let mut walk = Walk::new(state, matrix, &Setup::default());
            assert_eq!(solutions(&mut walk), expected, "seed {seed}, {most_items}");
        }
    }
}

#[test]
fn a_search_goes_on_wherever_it_is_left() {
    for seed in 0..rounds(1_000) {
        let problem = build(&random_instance(seed, Shape::XCC));
        let matrix = problem.matrix();
        let mut random = SplitMix64::new(seed);
        let most_items = random.between(1, 6);
        let walk = || {
            let state = State::<true>::new(matrix, most_items);
            Walk::new(state, matrix, &Setup::default())
        };
        let (mut straight, mut left) = (walk(), walk());
        let step = straight.advance(&mut Budget::unlimited().with_solutions(u64::MAX));
        assert_eq!(step, Step::Exhausted);
        loop {
            let mut slice = Budget::nodes(random.between(1, 9) as u64).with_solutions(u64::MAX);
            if left.advance(&mut slice) == Step::Exhausted {
                break;
            }
            let state = left.state();
            left = walk();
            left.resume(&state).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
            assert_eq!(left.state(), state, "seed {seed}");
        }
        assert_eq!(left.statistics(), straight.statistics(), "seed {seed}");
    }
}

#[test]
fn what_is_too_large_for_bits_stays_with_cells_though_its_items_are_few() {
    // With eight items an option 600 items are few, but their sets of 8,000,000 options take 1.2 GB.
    let mut builder = crate::builder::ProblemBuilder::new();
    builder.primary_items(0..600u32).unwrap();
    for item in 0..600 {
        builder.add_option((0..8).map(|step| (item + step) % 600)).unwrap();
    }
    let problem = builder.build();
    assert!(most_items(problem.matrix()) >= 600);
    let state = State::<false>::new(problem.matrix(), most_items(problem.matrix()));
    assert!(state.bits.fit_for(7_000_000));
    assert!(!state.bits.fit_for(8_000_000));
}
