//! Every operation against its definition, on the list of all solutions.

use num_bigint::BigUint;
use proptest::prelude::*;
use quadrille_testkit::SplitMix64;

use super::super::{Diagram, DiagramError};
use super::{Case, cases, check_invariants, fixed};
use crate::ids::OptionId;

fn cost(diagram: &Diagram, options: &[OptionId]) -> u128 {
    options.iter().map(|option| diagram.cost(option.get())).sum()
}

proptest! {
    #![proptest_config(fixed(400, 51))]

    #[test]
    fn the_order_is_that_of_the_definition(case in cases()) {
        let Case { diagram, solutions, .. } = case;
        prop_assert_eq!(diagram.solutions().collect::<Vec<_>>(), solutions.clone());
        prop_assert_eq!(diagram.is_empty(), solutions.is_empty());
        let counted = diagram.counted();
        for (place, solution) in solutions.iter().enumerate() {
            let place = BigUint::from(place);
            prop_assert_eq!(counted.nth(&place), Some(solution.clone()));
            prop_assert_eq!(counted.rank(solution), Some(place.clone()));
            let mut options = solution.clone();
            options.sort_unstable();
            prop_assert_eq!(counted.rank(&options), Some(place));
        }
        prop_assert_eq!(counted.nth(&solutions.len().into()), None);
    }

    #[test]
    fn what_is_no_solution_has_no_rank(case in cases(), seed: u64) {
        let Case { diagram, solutions, .. } = case;
        let counted = diagram.counted();
        let mut random = SplitMix64::new(seed);
        let sets: Vec<Vec<usize>> = solutions.iter().map(|solution| super::sorted(solution)).collect();
        let mut tries = vec![Vec::new()];
        for solution in solutions.iter().take(20) {
            let more = OptionId::new(random.below(diagram.option_count() + 2) as u32);
            tries.push([solution.clone(), vec![more]].concat());
            tries.push(solution.iter().copied().filter(|&option| option != more).collect());
            tries.push(solution.iter().skip(1).copied().collect());
        }
        for options in tries {
            let place = sets.iter().position(|set| *set == super::sorted(&options));
            prop_assert_eq!(counted.rank(&options), place.map(BigUint::from), "{:?}", options);
        }
    }

    #[test]
    fn counts_are_exact(case in cases()) {
        let Case { diagram, solutions, .. } = case;
        prop_assert_eq!(diagram.count(), solutions.len().into());
        prop_assert_eq!(diagram.counted().count(), solutions.len().into());

        let marginal = |option: usize| {
            let has = |solution: &&Vec<OptionId>| solution.contains(&OptionId::new(option as u32));
            BigUint::from(solutions.iter().filter(has).count())
        };
        let marginals: Vec<BigUint> = (0..diagram.option_count()).map(marginal).collect();
        prop_assert_eq!(diagram.counted().marginals(), marginals);

        let longest = solutions.iter().map(|solution| solution.len() + 1).max().unwrap_or(0);
        let size = |size| {
            let count = solutions.iter().filter(|solution| solution.len() == size).count();
            BigUint::from(count)
        };
        prop_assert_eq!(diagram.sizes(), (0..longest).map(size).collect::<Vec<BigUint>>());
    }

    #[test]
    fn the_cheapest_come_by_cost_and_then_in_order(case in cases()) {
        let Case { diagram, solutions, .. } = case;
        let mut expected: Vec<(u128, Vec<OptionId>)> = solutions
            .into_iter()
            .map(|solution| (cost(&diagram, &solution), solution))
            .collect();
        // Stable: those of equal cost stay in order.
        expected.sort_by_key(|(cost, _)| *cost);
        let counted = diagram.counted();
        for k in [0, 1, 2, 3, 10, expected.len(), usize::MAX] {
            let found: Vec<(u128, Vec<OptionId>)> =
                counted.cheapest(k).map(|solution| (solution.cost, solution.options)).collect();
            prop_assert_eq!(&found, &expected[..k.min(expected.len())], "k = {}", k);
        }
    }

    #[test]
    fn restricting_keeps_what_is_wanted_and_its_order(case in cases(), seed: u64) {
        let Case { diagram, solutions, .. } = case;
        let mut random = SplitMix64::new(seed);
        let options = diagram.option_count() as u32;
        for round in 0..8 {
            // Given options of a solution, so that something is left more often.
            let mut given = Vec::new();
            if let Some(solution) = solutions.get(random.below(solutions.len())) {
                given.extend(solution.iter().copied().filter(|_| random.chance(30)));
            }
            let forbidden: Vec<OptionId> =
                (0..options).filter(|_| random.chance(15)).map(OptionId::new).collect();
            if round == 0 {
                given.extend((0..options).filter(|_| random.chance(10)).map(OptionId::new));
            }
            let restricted = diagram.restrict(&given, &forbidden).expect("known options");
            check_invariants(&restricted);
            prop_assert!(restricted.nodes.len() <= diagram.nodes.len());
            let expected: Vec<Vec<OptionId>> = solutions
                .iter()
                .filter(|solution| given.iter().all(|option| solution.contains(option)))
                .filter(|solution| !forbidden.iter().any(|option| solution.contains(option)))
                .cloned()
                .collect();
            prop_assert_eq!(restricted.solutions().collect::<Vec<_>>(), expected);
        }
        let option = OptionId::new(options);
        let error = DiagramError::UnknownOption { option, options: options as usize };
        prop_assert_eq!(diagram.restrict(&[option], &[]), Err(error.clone()));
        prop_assert_eq!(diagram.restrict(&[], &[option]), Err(error));
    }

    #[test]
    fn the_shape_adds_up(case in cases()) {
        let diagram = case.diagram;
        let shape = diagram.shape();
        prop_assert_eq!(shape.nodes, diagram.nodes.len());
        prop_assert_eq!(shape.branches + shape.products + 2, shape.nodes);
        let used = diagram.counted().marginals().iter().filter(|&n| *n > BigUint::ZERO).count();
        prop_assert_eq!(shape.options, used);
        prop_assert!(shape.depth <= shape.branches + shape.products);
    }
}

#[test]
fn random_problems_have_products_and_shared_nodes() {
    // So that the tests above test something.
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::new(fixed(1, 51));
    let (mut products, mut shared, mut several) = (0, 0, 0);
    for _ in 0..400 {
        let case = cases().new_tree(&mut runner).expect("a case").current();
        products += usize::from(case.diagram.shape().products > 0);
        let mut parents = vec![0; case.diagram.nodes.len()];
        for number in case.diagram.numbers() {
            for child in case.diagram.children(number) {
                parents[child as usize] += 1;
            }
        }
        shared += usize::from(parents.iter().skip(2).any(|&parents| parents > 1));
        several += usize::from(case.solutions.len() > 1);
    }
    assert!(products > 60 && shared > 40 && several > 120, "{products} {shared} {several}");
}
