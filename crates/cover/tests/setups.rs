//! What a search can be told: forbidden options, branching, order, costs; and what it can be asked in
//! between: its state, an estimate. Against the brute-force oracle of the testkit, seeds fixed.

use crate::common;

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::common::{fixed, sorted};
use proptest::prelude::*;
use quadrille_cover::strategy::Stage;
use quadrille_cover::{
    Branching, Budget, Candidate, Choose, ItemId, OptionId, Order, Search, SearchError, Searcher,
    Setup, Step, Strategy, Verdict, strategy, text, verify,
};
use quadrille_testkit::generate::{Shape, instances, random_instance};
use quadrille_testkit::{Instance, SplitMix64, oracle, shared};

fn sets(solutions: &[Vec<OptionId>]) -> Vec<Vec<usize>> {
    let mut sets: Vec<Vec<usize>> = solutions.iter().map(|ids| sorted(ids)).collect();
    sets.sort_unstable();
    sets
}

/// The item with the most branches, the last of them; now and then no answer that makes sense.
#[derive(Debug)]
struct Contrary;

impl Choose for Contrary {
    fn choose(&self, candidates: &mut dyn Iterator<Item = Candidate>) -> Option<ItemId> {
        let most = candidates.max_by_key(|candidate| candidate.branches)?;
        match most.branches {
            3 => None,
            4 => Some(ItemId::new(u32::MAX)),
            _ => Some(most.item),
        }
    }
}

/// Problems that only some strategies take, and such as all of them take.
fn any_kind() -> impl proptest::strategy::Strategy<Value = Instance> {
    prop_oneof![instances(Shape::MCC), instances(Shape::XCC)]
}

/// The plain search by a strategy, and some of every kind of branching and order that it can take.
fn searches(strategy: &'static dyn Strategy, items: &[ItemId], seed: u64) -> Vec<Search> {
    let plain = Search::new().strategy(strategy);
    if !strategy.capabilities().branching {
        return vec![plain];
    }
    let mut random = SplitMix64::new(seed);
    let preferred = items.iter().copied().filter(|item| item.get() % 3 == 1).collect();
    let branchings = [
        Branching::Fewest,
        Branching::First,
        Branching::Preferred(preferred),
        Branching::WeightedDegree,
        Branching::RandomTies(7),
        Branching::Custom(Arc::new(Contrary)),
    ];
    let orders = [Order::AsAdded, Order::Random(3)];
    let all = branchings.into_iter().flat_map(|branching| {
        let search = plain.clone().branching(branching);
        orders.map(|order| search.clone().order(order))
    });
    std::iter::once(plain.clone()).chain(all.filter(|_| random.chance(20))).collect()
}

proptest! {
    #![proptest_config(fixed(20_000, 11))]

    #[test]
    fn every_branching_and_order_finds_the_same_set(instance in any_kind(), seed: u64) {
        let problem = common::build(&instance).expect("the generator makes sound problems");
        let expected = oracle::solutions(&instance).expect("the generator makes sound problems");
        let mut random = SplitMix64::new(seed);
        let ids = || problem.matrix().options();
        let forbidden: Vec<OptionId> = ids().filter(|_| random.chance(15)).collect();
        let given: Vec<OptionId> = ids().filter(|_| random.chance(5)).collect();
        let allowed = |set: &&Vec<usize>| {
            forbidden.iter().all(|id| !set.contains(&id.index()))
                && given.iter().all(|id| set.contains(&id.index()))
        };
        let rest: Vec<Vec<usize>> = expected.iter().filter(allowed).cloned().collect();
        let items: Vec<ItemId> = problem.matrix().primary_items().collect();
        for strategy in common::able(problem.matrix()) {
            for search in searches(strategy, &items, seed) {
                let all = search.all(&problem).expect("it takes it");
                prop_assert_eq!(sets(&all.solutions), &expected[..], "{:?}", search);
                let search = search.given(given.clone()).forbid(forbidden.clone());
                let all = search.all(&problem).expect("it takes it");
                prop_assert_eq!(sets(&all.solutions), &rest[..], "{:?}", search);
            }
        }
    }

    #[test]
    fn a_session_finds_what_fresh_searches_find(instance in any_kind(), seed: u64) {
        let problem = common::build(&instance).expect("the generator makes sound problems");
        let mut random = SplitMix64::new(seed);
        for strategy in common::able(problem.matrix()) {
            let search = Search::new().strategy(strategy);
            let mut session = search.session(&problem);
            for _ in 0..6 {
                let ids = || problem.matrix().options();
                let given: Vec<OptionId> = ids().filter(|_| random.chance(10)).collect();
                let forbidden: Vec<OptionId> = ids().filter(|_| random.chance(20)).collect();
                let fresh = search.clone().given(given.clone()).forbid(forbidden.clone());
                session.given(given).forbid(forbidden);
                match random.below(3) {
                    0 => prop_assert_eq!(session.first(), fresh.first(&problem)),
                    1 => prop_assert_eq!(session.count(), fresh.count(&problem)),
                    _ => prop_assert_eq!(session.all(), fresh.all(&problem)),
                }
                if strategy.capabilities().costs && random.chance(30) {
                    prop_assert_eq!(session.cheapest(2), fresh.cheapest(&problem, 2));
                }
            }
        }
    }

    #[test]
    fn the_cheapest_are_those_of_the_oracle(
        instance in instances(Shape::ANY),
        k in 0usize..5,
        seed: u64,
    ) {
        let problem = common::build(&instance).expect("the generator makes sound problems");
        let expected = oracle::cheapest_costs(&instance, k).expect("sound");
        let number = oracle::count(&instance).expect("sound");
        let items: Vec<ItemId> = problem.matrix().primary_items().collect();
        let able = strategy::ALL.iter().filter(|strategy| strategy.capabilities().costs);
        for search in able.flat_map(|&strategy| searches(strategy, &items, seed)) {
            let cheapest = search.cheapest(&problem, k).expect("it takes it");
            let costs: Vec<u128> = cheapest.solutions.iter().map(|solution| solution.cost).collect();
            prop_assert_eq!(&costs, &expected, "{:?}", search);
            for solution in &cheapest.solutions {
                prop_assert!(verify(&problem, &solution.options).is_ok());
                let total = oracle::total_cost(&instance, &sorted(&solution.options));
                prop_assert_eq!(total, solution.cost);
            }
            let mut kept: Vec<Vec<usize>> =
                cheapest.solutions.iter().map(|solution| sorted(&solution.options)).collect();
            kept.dedup();
            prop_assert_eq!(kept.len(), costs.len(), "none is found twice");
            if k == 0 {
                prop_assert_eq!(cheapest.outcome.verdict, Verdict::LimitReached);
                continue;
            }
            prop_assert_eq!(cheapest.outcome.verdict, Verdict::Exhausted);
            prop_assert!(cheapest.is_proved());
            // If all solutions are here, there may be nothing beyond them.
            prop_assert!(cheapest.bound.is_some() || number <= k as u64);
        }
    }

    #[test]
    fn a_bound_of_a_stopped_search_holds(instance in instances(Shape::ANY), nodes in 0u64..12) {
        let problem = common::build(&instance).expect("the generator makes sound problems");
        let costs = oracle::cheapest_costs(&instance, usize::MAX).expect("sound");
        for &strategy in strategy::ALL.iter().filter(|strategy| strategy.capabilities().costs) {
            let search = Search::new().strategy(strategy).node_budget(nodes);
            let cheapest = search.cheapest(&problem, 1).expect("it takes it");
            let found = cheapest.solutions.first().map(|solution| solution.cost);
            prop_assert!(found.is_none_or(|found| costs.contains(&found)));
            match (cheapest.bound, costs.first()) {
                (Some(bound), Some(&least)) => {
                    // What was found is the cheapest, or the bound is not above the cheapest.
                    prop_assert!(found == Some(least) || bound <= least, "{:?} {}", cheapest, least);
                    prop_assert_eq!(cheapest.is_proved(), found.is_some_and(|found| found <= bound));
                }
                (None, least) => prop_assert_eq!(found, least.copied()),
                (Some(_), None) => prop_assert_eq!(found, None),
            }
        }
    }

    #[test]
    fn a_search_goes_on_from_its_state_in_another_searcher(
        instance in any_kind(),
        seed: u64,
    ) {
        let problem = common::build(&instance).expect("the generator makes sound problems");
        let mut random = SplitMix64::new(seed);
        let items: Vec<ItemId> = problem.matrix().primary_items().collect();
        let given: Vec<OptionId> = problem.matrix().options().filter(|_| random.chance(4)).collect();
        let able = common::walkers(problem.matrix());
        for search in able.flat_map(|strategy| searches(strategy, &items, seed)) {
            let search = search.given(given.clone());
            let all = search.all(&problem).expect("it takes it");
            let mut searcher = search.searcher(&problem).expect("it takes it");
            let mut found = Vec::new();
            loop {
                let step = searcher.advance(&mut Budget::nodes(random.below(5) as u64));
                if step == Step::Solution {
                    let mut options = Vec::new();
                    searcher.solution(&mut options);
                    found.push(options);
                }
                let state = searcher.state();
                prop_assert_eq!(state.stage == Stage::End, step == Step::Exhausted || {
                    // The one solution of a problem with nothing to choose is its end.
                    step == Step::Solution && state.position.is_empty()
                });
                if step == Step::Exhausted {
                    break;
                }
                let before = searcher.statistics().clone();
                searcher = search.searcher(&problem).expect("it takes it");
                searcher.resume(&state).expect("its own state");
                prop_assert_eq!(&searcher.state(), &state);
                prop_assert_eq!(searcher.statistics(), &before);
                if step == Step::Solution {
                    let mut again = Vec::new();
                    searcher.solution(&mut again);
                    prop_assert_eq!(found.last(), Some(&again).filter(|_| !state.position.is_empty())
                        .or(found.last()));
                }
            }
            prop_assert_eq!(&found, &all.solutions, "{:?}", search);
            prop_assert_eq!(searcher.statistics(), &all.outcome.statistics);
        }
    }

    #[test]
    fn what_is_given_away_and_what_is_kept_are_the_whole(
        instance in any_kind(),
        seed: u64,
    ) {
        let problem = common::build(&instance).expect("the generator makes sound problems");
        let mut random = SplitMix64::new(seed);
        for strategy in common::able(problem.matrix()) {
            let search = Search::new().strategy(strategy);
            let all = search.all(&problem).expect("it takes it");
            let mut todo = vec![search.searcher(&problem).expect("it takes it")];
            let (mut found, mut nodes) = (Vec::new(), 0);
            while let Some(mut searcher) = todo.pop() {
                loop {
                    let step = searcher.advance(&mut Budget::nodes(random.below(4) as u64));
                    if step == Step::Exhausted {
                        break;
                    }
                    if step == Step::Solution {
                        let mut options = Vec::new();
                        searcher.solution(&mut options);
                        found.push(options);
                    }
                    if random.chance(40)
                        && let Some(state) = searcher.split()
                    {
                        let mut other = search.searcher(&problem).expect("it takes it");
                        other.resume(&state).expect("a part of this search");
                        todo.push(other);
                    }
                }
                nodes += searcher.statistics().nodes;
                prop_assert_eq!(searcher.split(), None);
            }
            prop_assert_eq!(sets(&found), sets(&all.solutions), "{}", strategy.name());
            prop_assert_eq!(nodes, all.outcome.statistics.nodes);
        }
    }

    #[test]
    fn all_descents_together_are_the_whole_tree(instance in any_kind()) {
        let problem = common::build(&instance).expect("the generator makes sound problems");
        for strategy in common::walkers(problem.matrix()) {
            let search = Search::new().strategy(strategy);
            let outcome = search.count(&problem).expect("it takes it");
            let mut searcher = search.searcher(&problem).expect("it takes it");
            let (nodes, solutions) = expectation(&mut *searcher);
            // Descents are those of a search that visits, as not each that counts does.
            let visits = search.for_each(&problem, |_| ControlFlow::Continue(()));
            let visited = visits.expect("it takes it").statistics.nodes as f64;
            prop_assert!((nodes - visited).abs() < 1e-6 * (1.0 + nodes));
            prop_assert!((solutions - outcome.solutions as f64).abs() < 1e-6 * (1.0 + solutions));
            // Descents leave no trace.
            let mut budget = Budget::unlimited().with_solutions(u64::MAX);
            prop_assert_eq!(searcher.advance(&mut budget), Step::Exhausted);
            prop_assert_eq!(searcher.statistics(), &outcome.statistics);
            if strategy.capabilities().costs {
                let mut setup = Setup::default();
                setup.costs = true;
                let mut fresh = strategy.prepare(problem.matrix(), &setup);
                let mut used = strategy.prepare(problem.matrix(), &setup);
                used.descend(&mut |of| of - 1);
                prop_assert_eq!(used.bound(), fresh.bound());
                fresh.lower_ceiling(20);
                used.lower_ceiling(20);
                let budget = || Budget::unlimited().with_solutions(u64::MAX);
                fresh.advance(&mut budget());
                used.advance(&mut budget());
                prop_assert_eq!(used.statistics(), fresh.statistics());
            }
        }
    }
}

/// The mean over all descents, each as likely as it is.
fn expectation(searcher: &mut dyn Searcher) -> (f64, f64) {
    let (mut nodes, mut solutions) = (0.0, 0.0);
    // The branch taken at each level and the number of them, as the digits of a number that counts up.
    let mut digits: Vec<(u32, u32)> = Vec::new();
    loop {
        let mut level = 0;
        let descent = searcher.descend(&mut |of| {
            if level == digits.len() {
                digits.push((0, of));
            }
            assert_eq!(digits[level].1, of, "the same branches lead to the same node");
            level += 1;
            digits[level - 1].0
        });
        let descent = descent.expect("the search has not begun");
        assert_eq!(level, digits.len());
        let likelihood: f64 = digits.iter().map(|&(_, of)| 1.0 / f64::from(of)).product();
        nodes += likelihood * descent.nodes;
        solutions += likelihood * descent.solutions;
        while digits.last().is_some_and(|&(branch, of)| branch + 1 == of) {
            digits.pop();
        }
        match digits.last_mut() {
            Some((branch, _)) => *branch += 1,
            None => return (nodes, solutions),
        }
    }
}

#[test]
fn a_cheapest_search_goes_on_from_its_state() {
    for seed in 0..500 {
        let instance = random_instance(seed, Shape::ANY);
        let problem = common::build(&instance).expect("sound");
        let search = Search::new();
        let expected = search.cheapest(&problem, 2).expect("it takes it");
        let mut run = search.cheapest_run(&problem, 2).expect("it takes it");
        while run.advance(std::time::Duration::MAX) == Step::Solution {
            let found: Vec<Vec<OptionId>> =
                run.solutions().iter().map(|solution| solution.options.clone()).collect();
            let state = run.state();
            run = search.resume_cheapest(&problem, 2, &state, &found).expect("its own state");
        }
        let result = run.result();
        let costs = |solutions: &[quadrille_cover::Costed]| -> Vec<u128> {
            solutions.iter().map(|solution| solution.cost).collect()
        };
        assert_eq!(costs(&result.solutions), costs(&expected.solutions), "seed {seed}");
        assert!(result.is_proved());
    }
}

#[test]
fn a_search_that_has_begun_makes_no_descent_and_goes_on() {
    let problem = text::read("a b c\na\nb\nc\na b\nb c\n").expect("sound");
    let mut searcher = Search::new().searcher(&problem).expect("it takes it");
    assert_eq!(searcher.advance(&mut Budget::nodes(1)), Step::Paused);
    assert_eq!(searcher.descend(&mut |_| 0), None);
    let mut budget = Budget::unlimited().with_solutions(u64::MAX);
    assert_eq!(searcher.advance(&mut budget), Step::Exhausted);
    assert_eq!(searcher.statistics().solutions, 3);
}

#[test]
fn what_is_given_away_under_a_ceiling_and_by_any_branching_is_not_lost() {
    for seed in 0..2_000 {
        let instance = random_instance(seed, Shape::ANY);
        let problem = common::build(&instance).expect("sound");
        let expected = oracle::cheapest_costs(&instance, 1).expect("sound").first().copied();
        let items: Vec<ItemId> = problem.matrix().primary_items().collect();
        let mut random = SplitMix64::new(seed);
        let branchings = [
            Branching::Fewest,
            Branching::First,
            Branching::Preferred(items),
            Branching::WeightedDegree,
        ];
        let mut setup = Setup::default();
        setup.costs = true;
        setup.branching = branchings[seed as usize % 4].clone();
        let matrix = problem.matrix();
        let mut todo = vec![strategy::Links.prepare(matrix, &setup)];
        let mut cheapest: Option<u128> = None;
        while let Some(mut searcher) = todo.pop() {
            if let Some(ceiling) = cheapest {
                searcher.lower_ceiling(ceiling);
            }
            loop {
                let step = searcher.advance(&mut Budget::nodes(1 + random.below(3) as u64));
                if step == Step::Exhausted {
                    break;
                }
                // In the midst of it, the options in force.
                let mut options = Vec::new();
                searcher.solution(&mut options);
                if step == Step::Solution {
                    verify(&problem, &options).expect("a solution");
                    let cost = oracle::total_cost(&instance, &sorted(&options));
                    cheapest = Some(cheapest.map_or(cost, |before| before.min(cost)));
                    searcher.lower_ceiling(cheapest.unwrap_or(cost));
                }
                if let Some(state) = searcher.split() {
                    let mut other = strategy::Links.prepare(matrix, &setup);
                    other.resume(&state).expect("a part of this search");
                    todo.push(other);
                }
            }
        }
        assert_eq!(cheapest, expected, "seed {seed}");
    }
}

#[test]
fn weights_as_large_as_they_can_be_do_not_overflow() {
    let problem = common::queens(6);
    let search = Search::new().branching(Branching::WeightedDegree);
    let mut searcher = search.searcher(&problem).expect("it takes it");
    searcher.advance(&mut Budget::nodes(5));
    let mut state = searcher.state();
    state.weights.fill(u64::MAX);
    let rest = search.resume(&problem, &state).expect("a position of this search");
    assert!(rest.count() <= 4);
}

#[test]
fn what_was_found_before_must_be_solutions_of_this_search_each_once() {
    let problem = text::read("a b\na |1\nb |1\na b |3\na b |9\n").expect("sound");
    let state = Search::new().cheapest_run(&problem, 2).expect("it takes it").state();
    let [two, three] = [vec![OptionId::new(0), OptionId::new(1)], vec![OptionId::new(2)]];
    let resume = |search: Search, found: &[Vec<OptionId>]| {
        let run = search.resume_cheapest(&problem, 2, &state, found)?;
        Ok::<_, SearchError>(run.solutions().len())
    };
    assert_eq!(resume(Search::new(), &[two.clone(), three.clone()]), Ok(2));
    let reversed: Vec<OptionId> = two.iter().rev().copied().collect();
    for found in [vec![two.clone(), reversed], vec![two[..1].to_vec()]] {
        assert_eq!(resume(Search::new(), &found), Err(SearchError::NoSolution));
    }
    let forbidding = Search::new().forbid([OptionId::new(0)]);
    assert_eq!(resume(forbidding, std::slice::from_ref(&two)), Err(SearchError::NoSolution));
    let giving = Search::new().given([OptionId::new(2)]);
    assert_eq!(resume(giving, &[two]), Err(SearchError::NoSolution));
}

#[test]
fn once_the_cheapest_are_found_no_branch_is_tried_in_vain() {
    // Any set of up to 60 of 120 options, which cost nothing.
    let options = "a\n".repeat(120);
    let problem = text::read(&format!("0:60|a\n{options}")).expect("sound");
    let cheapest = Search::new().cheapest(&problem, 3).expect("it takes it");
    assert_eq!((cheapest.solutions.len(), cheapest.is_proved()), (3, true));
    assert!(cheapest.outcome.statistics.nodes < 100, "{:?}", cheapest.outcome.statistics.nodes);
}

#[test]
fn when_nothing_is_left_there_is_no_bound() {
    let problem = text::read("a\na |3\n").expect("sound");
    let cheapest = Search::new().node_budget(1).cheapest(&problem, 2).expect("it takes it");
    assert_eq!((cheapest.solutions.len(), cheapest.bound), (1, None));
    assert!(cheapest.is_proved());
}

#[test]
fn preferred_items_must_be_primary_ones() {
    let problem = text::read("a | x\na x\n").expect("sound");
    for item in [ItemId::new(1), ItemId::new(9)] {
        let search = Search::new().branching(Branching::Preferred(vec![item]));
        assert_eq!(search.count(&problem), Err(SearchError::UnknownItem { item }));
    }
}

#[test]
fn a_state_of_another_search_is_refused() {
    let problem = text::read("a b c\na\nb\nb c\nc\na b\n").expect("sound");
    let mut solutions = Search::new().solutions(&problem).expect("it takes it");
    assert!(solutions.next().is_some());
    let state = solutions.state();
    let other = text::read("a b c\nb\na\nc\na c\n").expect("sound");
    assert!(Search::new().resume(&other, &state).is_err());
    assert!(Search::new().branching(Branching::WeightedDegree).resume(&problem, &state).is_err());
    let mut far = state.clone();
    far.position[0].index = u32::MAX - 1;
    far.position[0].end = u32::MAX;
    assert!(Search::new().resume(&problem, &far).is_err());
    let mut countless = state.clone();
    countless.statistics.nodes = u64::MAX;
    assert!(Search::new().resume(&problem, &countless).is_err());
    let mut unknown = state.clone();
    unknown.position[0].item = ItemId::new(77);
    assert!(Search::new().resume(&problem, &unknown).is_err());
    let mut deep = state.clone();
    deep.position.extend(state.position.clone());
    assert!(Search::new().resume(&problem, &deep).is_err());
    let mut done = state;
    done.stage = Stage::End;
    assert!(Search::new().resume(&problem, &done).is_err());
}

#[test]
fn cases_with_costs_have_their_cheapest_costs() {
    let mut checked = 0;
    for case in quadrille_testkit::cases::cover() {
        let Some(expected) = &case.cheapest else { continue };
        let problem = common::build(&case.instance).expect("sound");
        let cheapest = Search::new().cheapest(&problem, expected.len()).expect("it takes it");
        let costs: Vec<u128> = cheapest.solutions.iter().map(|solution| solution.cost).collect();
        let expected: Vec<u128> = expected.iter().copied().map(u128::from).collect();
        assert_eq!(costs, expected, "{}", case.name);
        checked += 1;
    }
    assert!(checked > 0);
}

#[test]
fn instances_with_costs_have_the_known_cheapest_cost() {
    let Some(folder) = shared::data_folder_or_skip("cheapest costs") else { return };
    for row in shared::costs(&folder).expect("the table of costs") {
        let problem = text::read(&row.contents).expect("sound");
        let cheapest = Search::new().cheapest(&problem, 1).expect("it takes it");
        assert_eq!(
            cheapest.solutions.first().map(|solution| solution.cost),
            row.cheapest.map(u128::from),
            "{}",
            row.file
        );
        assert!(cheapest.is_proved(), "{}", row.file);
    }
}
