//! Random problems against the brute-force oracle of the testkit, which shares no code with the
//! engine. The seed is fixed, so that every run sees the same 10,000 problems of each kind.

use crate::common;

use crate::common::{fixed, sorted};
use proptest::prelude::*;
use quadrille_cover::{Budget, OptionId, Search, Step, strategy, verify};
use quadrille_testkit::generate::{Shape, instances};
use quadrille_testkit::{Instance, SplitMix64, oracle};

/// Every strategy that takes it finds what the oracle finds, whatever it is asked for.
fn agree(instance: &Instance) -> Result<(), TestCaseError> {
    let problem = common::build(instance).expect("the generator makes sound problems");
    let expected = oracle::solutions(instance).expect("the generator makes sound problems");
    for strategy in common::able(problem.matrix()) {
        let search = Search::new().strategy(strategy);
        let all = search.all(&problem).expect("it takes it");
        let mut found: Vec<Vec<usize>> = all.solutions.iter().map(|ids| sorted(ids)).collect();
        found.sort_unstable();
        prop_assert_eq!(&found, &expected, "{}: all", strategy.name());

        let statistics = &all.outcome.statistics;
        prop_assert_eq!(statistics.profile.iter().sum::<u64>(), statistics.nodes);
        let count = search.count(&problem).expect("it takes it");
        prop_assert_eq!(count.solutions, expected.len() as u64, "{}: count", strategy.name());
        // What counts by sub-problems goes other ways.
        if strategy.name() != "dd" {
            prop_assert_eq!(&count.statistics, statistics, "counting visits the same tree");
        }

        // Given options: just the solutions that contain them.
        for given in given_sets(instance) {
            let with =
                |solution: &&Vec<usize>| given.iter().all(|id| solution.contains(&id.index()));
            let expected: Vec<&Vec<usize>> = expected.iter().filter(with).collect();
            let all = search.clone().given(given.iter().copied()).all(&problem);
            let all = all.expect("these options exist");
            let mut found: Vec<Vec<usize>> = all.solutions.iter().map(|ids| sorted(ids)).collect();
            found.sort_unstable();
            let found: Vec<&Vec<usize>> = found.iter().collect();
            prop_assert_eq!(found, expected, "{}: given {:?}", strategy.name(), given);
        }
    }
    Ok(())
}

/// Each option alone, and some pairs and triples.
fn given_sets(instance: &Instance) -> Vec<Vec<OptionId>> {
    let options = instance.options.len() as u32;
    let ids = || (0..options).map(OptionId::new);
    let alone = ids().map(|id| vec![id]);
    let pairs = ids().zip(ids().skip(1)).map(|(a, b)| vec![b, a]);
    let triples = ids().zip(ids().skip(3)).map(|(a, b)| vec![a, b, a]);
    alone.chain(pairs).chain(triples).collect()
}

proptest! {
    #![proptest_config(fixed(10_000, 1))]

    #[test]
    fn strategies_agree_with_the_oracle_on_plain_problems(instance in instances(Shape::XC)) {
        agree(&instance)?;
    }

    #[test]
    fn strategies_agree_with_the_oracle_on_coloured_problems(instance in instances(Shape::XCC)) {
        agree(&instance)?;
    }

    #[test]
    fn strategies_agree_with_the_oracle_on_problems_with_multiplicities(
        instance in instances(Shape::MCC),
    ) {
        agree(&instance)?;
    }

    #[test]
    fn the_verifier_agrees_with_the_oracle_on_any_set_of_options(
        instance in instances(Shape::ANY),
        seed: u64,
    ) {
        let problem = common::build(&instance).expect("the generator makes sound problems");
        let mut random = SplitMix64::new(seed);
        let solutions = oracle::solutions(&instance).expect("the generator makes sound problems");
        // Solutions, and solutions with an option more, less or twice.
        let mut sets: Vec<Vec<usize>> = solutions.iter().take(3).cloned().collect();
        for _ in 0..4 {
            let mut set = sets.get(random.below(sets.len().max(1))).cloned().unwrap_or_default();
            match random.below(3) {
                0 if !set.is_empty() => drop(set.swap_remove(random.below(set.len()))),
                _ => set.push(random.below(instance.options.len() + 1)),
            }
            sets.push(set);
        }
        for set in sets {
            let ids: Vec<OptionId> = set.iter().map(|&option| OptionId::new(option as u32)).collect();
            let verdict = verify(&problem, &ids);
            let expected = oracle::is_solution(&instance, &set);
            prop_assert_eq!(verdict.is_ok(), expected.is_ok(), "{:?}: {:?}", set, verdict);
        }
    }

    #[test]
    fn a_search_can_be_left_and_resumed_anywhere(
        instance in prop_oneof![instances(Shape::MCC), instances(Shape::XCC)],
        seed: u64,
    ) {
        let problem = common::build(&instance).expect("the generator makes sound problems");
        let mut random = SplitMix64::new(seed);
        for strategy in common::able(problem.matrix()) {
            let search = Search::new().strategy(strategy);
            let all = search.all(&problem).expect("it takes it");
            let mut searcher = search.searcher(&problem).expect("it takes it");
            let mut found = Vec::new();
            let mut share = 0.0;
            loop {
                let mut budget = Budget::nodes(random.below(4) as u64);
                match searcher.advance(&mut budget) {
                    Step::Exhausted => break,
                    Step::Paused => {}
                    Step::Solution => {
                        let mut options = Vec::new();
                        searcher.solution(&mut options);
                        found.push(options);
                    }
                }
                let now = strategy::share_done(&searcher.position());
                prop_assert!((share..=1.0).contains(&now), "{} after {}", now, share);
                share = now;
            }
            prop_assert_eq!(&found, &all.solutions, "{}", strategy.name());
            prop_assert_eq!(searcher.statistics(), &all.outcome.statistics);
            prop_assert_eq!(searcher.advance(&mut Budget::unlimited()), Step::Exhausted);
        }
    }
}
