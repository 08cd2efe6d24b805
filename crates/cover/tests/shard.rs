//! Shards: together they are the search, whatever the problem, the strategy and their number.

use crate::common;

use std::time::Duration;

use crate::common::{TextProblem, fixed, queens, sorted};
use proptest::prelude::*;
use quadrille_cover::shard::{MOST_SHARDS, PIECES, Plan, PlanError};
use quadrille_cover::strategy::{Stage, State};
use quadrille_cover::{
    Branching, CancelToken, ItemId, OptionId, Order, Search, SearchError, Step, StopReason,
    Verdict, strategy, text, verify,
};
use quadrille_testkit::generate::{Shape, instances};
use quadrille_testkit::{oracle, shared};

/// Every strategy with every branching and order that it takes.
fn searches(problem: &TextProblem) -> Vec<Search> {
    let items: Vec<ItemId> = problem.matrix().primary_items().step_by(2).collect();
    let mut searches = Vec::new();
    for strategy in common::walkers(problem.matrix()) {
        searches.push(Search::new().strategy(strategy));
        if strategy.capabilities().branching {
            let others = [
                Branching::First,
                Branching::Preferred(items.clone()),
                Branching::WeightedDegree,
                Branching::RandomTies(3),
            ];
            let with = |branching| Search::new().strategy(strategy).branching(branching);
            searches.extend(others.map(with));
            searches.push(Search::new().strategy(strategy).order(Order::Random(5)));
        }
    }
    searches
}

/// The solutions of each shard, each verified; and the nodes of all of them together.
fn found(problem: &TextProblem, search: &Search, plan: &Plan) -> (Vec<Vec<Vec<OptionId>>>, u64) {
    let mut nodes = 0;
    let mut all = Vec::new();
    for shard in plan.shards() {
        let mut solutions = shard.solutions(problem, search).expect("its own plan");
        let mut found = Vec::new();
        for solution in &mut solutions {
            verify(problem, &solution).expect("a solution");
            found.push(solution);
        }
        let outcome = solutions.outcome();
        assert_eq!(outcome.verdict, Verdict::Exhausted);
        assert_eq!(outcome.solutions, found.len() as u64);
        nodes += outcome.statistics.nodes;
        let counted = shard.count(problem, search).expect("its own plan");
        assert_eq!(counted.solutions, outcome.solutions);
        all.push(found);
    }
    (all, nodes)
}

proptest! {
    #![proptest_config(fixed(200, 31))]

    #[test]
    fn the_solutions_of_all_shards_are_those_of_the_search_each_once(
        instance in instances(Shape::ANY), shards in 1u32..=50, seed in 0u64..4,
    ) {
        let problem = common::build(&instance).expect("the generator makes sound problems");
        let expected = oracle::solutions(&instance).expect("sound");
        for search in searches(&problem) {
            let plan = Plan::new(&problem, &search, shards, seed).expect("it takes it");
            prop_assert_eq!(plan.shards().len(), shards as usize);
            let (parts, nodes) = found(&problem, &search, &plan);
            let mut all: Vec<Vec<usize>> =
                parts.iter().flatten().map(|options| sorted(options)).collect();
            all.sort_unstable();
            // The oracle's are distinct: none is missing, none is there twice.
            prop_assert_eq!(&all, &expected);
            let whole = search.count(&problem).expect("it takes it");
            if !format!("{search:?}").contains("WeightedDegree") {
                prop_assert_eq!(nodes, whole.statistics.nodes, "{:?}", search);
            }
        }
    }

    #[test]
    fn a_shard_goes_on_from_wherever_it_was_left(
        instance in instances(Shape::ANY), shards in 1u32..=5, every in 1u64..4,
    ) {
        let problem = common::build(&instance).expect("sound");
        for search in searches(&problem) {
            let plan = Plan::new(&problem, &search, shards, 1).expect("it takes it");
            for shard in plan.shards() {
                let expected: Vec<_> = shard.solutions(&problem, &search).expect("fits").collect();
                let whole = shard.count(&problem, &search).expect("fits");
                let leg = search.clone().node_budget(every);
                let mut rest = shard.solutions(&problem, &leg).expect("fits");
                let mut found = Vec::new();
                let mut done = 0.0;
                loop {
                    while let Some(solution) = rest.next_borrowed() {
                        found.push(solution.to_vec());
                    }
                    let now = rest.share_done();
                    prop_assert!(done <= now && now <= 1.0, "{} after {}", now, done);
                    done = now;
                    if rest.verdict() == Some(Verdict::Exhausted) {
                        break;
                    }
                    let state = rest.state();
                    rest = shard.resume(&problem, &leg, &state).expect("its own state");
                    prop_assert_eq!(rest.state(), state);
                }
                prop_assert_eq!(done, 1.0);
                prop_assert_eq!(&found, &expected);
                // What is counted by sub-problems is no part of a state: legs visit.
                let counts = search.chosen().name() == "dd";
                if !counts && !format!("{search:?}").contains("WeightedDegree") {
                    prop_assert_eq!(rest.statistics(), &whole.statistics);
                }
            }
        }
    }
}

/// Nodes of the largest shard over their mean.
fn imbalance(problem: &TextProblem, search: &Search, shards: u32, seed: u64) -> f64 {
    let plan = Plan::new(problem, search, shards, seed).expect("it takes it");
    let count = |shard: &quadrille_cover::shard::Shard| {
        shard.count(problem, search).expect("its own plan").statistics.nodes
    };
    let nodes: Vec<u64> = plan.shards().iter().map(count).collect();
    let largest = nodes.iter().max().copied().unwrap_or(0);
    largest as f64 * f64::from(shards) / nodes.iter().sum::<u64>() as f64
}

#[test]
fn shards_are_of_about_the_same_size() {
    let Some(folder) = shared::data_folder_or_skip("sizes of shards") else { return };
    let rows = shared::counts(&folder).expect("the table of counts");
    for (file, most) in [("pent-6x10.dlx", 1.5), ("langford-12.dlx", 1.1)] {
        let row = rows.iter().find(|row| row.file == file).expect("it is there");
        let problem = text::read(&row.contents).expect("sound");
        for seed in 1..4 {
            let found = imbalance(&problem, &Search::new(), 8, seed);
            assert!(found <= most, "{file}, seed {seed}: {found}");
        }
    }
}

#[test]
fn shards_of_known_instances_add_up_to_their_counts() {
    let Some(folder) = shared::data_folder_or_skip("counts of shards") else { return };
    let mut checked = 0;
    for row in shared::counts(&folder).expect("the table of counts") {
        let problem = text::read(&row.contents).expect("sound");
        let brief = Search::new().node_budget(20_000).count(&problem).expect("it takes it");
        if brief.verdict != Verdict::Exhausted {
            continue;
        }
        for strategy in common::walkers(problem.matrix()) {
            let search = Search::new().strategy(strategy);
            let plan = Plan::new(&problem, &search, 7, 1).expect("it takes it");
            let count = |shard: &quadrille_cover::shard::Shard| {
                shard.count(&problem, &search).expect("its own plan").solutions
            };
            let sum: u64 = plan.shards().iter().map(count).sum();
            assert_eq!(sum, row.count, "{}: {}", row.file, strategy.name());
        }
        checked += 1;
    }
    assert!(checked > 30, "{checked}");
}

#[test]
fn a_plan_is_the_same_for_everybody_and_another_seed_gives_another() {
    let problem = queens(8);
    let plan = |seed| Plan::new(&problem, &Search::new(), 4, seed).expect("it takes it");
    assert_eq!(plan(1), plan(1));
    assert_ne!(plan(1), plan(2));
    // Limits of the search itself change nothing.
    let limited = Search::new().limit(1).node_budget(0);
    assert_eq!(Plan::new(&problem, &limited, 4, 1).expect("it takes it"), plan(1));
}

#[test]
fn pieces_are_as_many_as_were_wanted_and_their_shares_add_up_to_one() {
    // Of a tree that is large enough.
    let problem = queens(10);
    for shards in [2, 8] {
        let plan = Plan::new(&problem, &Search::new(), shards, 1).expect("it takes it");
        let pieces: usize = plan.shards().iter().map(|shard| shard.pieces().len()).sum();
        assert_eq!(pieces, (shards * PIECES) as usize);
        let shares: f64 = plan.shards().iter().map(|shard| shard.share()).sum();
        assert!((shares - 1.0).abs() < 1e-6, "{shares}");
        for (number, shard) in (1..).zip(plan.shards()) {
            assert_eq!((shard.number(), shard.of()), (number, shards));
            assert_eq!(plan.shard(number), Some(shard));
            let fair = 1.0 / f64::from(shards);
            assert!((shard.share() - fair).abs() < 0.2 * fair, "{}", shard.share());
        }
        assert_eq!((plan.shard(0), plan.shard(shards + 1)), (None, None));
    }
}

#[test]
fn work_beyond_all_numbers_is_shared_out_by_the_number_of_pieces() {
    // 400 items with 8 options each: more nodes than any number holds.
    let names: Vec<String> = (0..400).map(|item| format!("i{item}")).collect();
    let options: String = names.iter().map(|name| format!("{name}\n").repeat(8)).collect();
    let problem = text::read(&format!("{}\n{options}", names.join(" "))).expect("sound");
    let plan = Plan::new(&problem, &Search::new(), 2, 1).expect("it takes it");
    assert!(plan.nodes().is_infinite());
    let shares: Vec<f64> = plan.shards().iter().map(|shard| shard.share()).collect();
    assert!(shares.iter().all(|share| (share - 0.5).abs() < 1e-6), "{shares:?}");
}

#[test]
fn a_single_shard_is_the_search() {
    let problem = queens(8);
    let search = Search::new();
    let plan = Plan::new(&problem, &search, 1, 1).expect("it takes it");
    let [shard] = plan.shards() else { panic!("{plan:?}") };
    assert_eq!(shard.pieces().len(), 1);
    assert_eq!((shard.share(), shard.pieces()[0].path().len()), (1.0, 0));
    let all: Vec<_> = search.solutions(&problem).expect("it takes it").collect();
    assert_eq!(shard.solutions(&problem, &search).expect("fits").collect::<Vec<_>>(), all);
    assert_eq!(shard.count(&problem, &search), search.count(&problem));
}

#[test]
fn solutions_of_a_shard_come_in_the_order_of_the_search() {
    let problem = queens(8);
    let search = Search::new();
    let all: Vec<_> = search.solutions(&problem).expect("it takes it").collect();
    let plan = Plan::new(&problem, &search, 5, 1).expect("it takes it");
    for shard in plan.shards() {
        let solutions = shard.solutions(&problem, &search).expect("fits");
        let places: Vec<usize> = solutions
            .map(|solution| all.iter().position(|other| *other == solution).expect("one of all"))
            .collect();
        assert!(places.is_sorted(), "{places:?}");
    }
}

#[test]
fn where_there_is_nothing_to_cut_a_shard_has_all_and_the_others_nothing() {
    let mut builder = quadrille_cover::ProblemBuilder::coloured();
    builder.secondary("x".to_owned()).expect("new");
    builder.add_option(["x".to_owned()]).expect("declared");
    let read = |source| text::read(source).expect("sound");
    let problems = [
        ("no primary items: the empty solution", builder.build(), 1),
        ("an item without options", read("a b\na\n"), 0),
        ("options that exclude each other", read("a b c\na b\nb c\na c\n"), 0),
        ("forced moves", read("a b\na\nb\n"), 1),
    ];
    for (name, problem, solutions) in problems {
        for strategy in strategy::ALL.iter().filter(|strategy| !strategy.learns()) {
            let search = Search::new().strategy(*strategy);
            for shards in [1, 2, 9] {
                let plan = Plan::new(&problem, &search, shards, 1).expect("it takes it");
                let (parts, nodes) = found(&problem, &search, &plan);
                let counts: Vec<usize> = parts.iter().map(Vec::len).collect();
                assert_eq!(counts.iter().sum::<usize>(), solutions, "{name}: {counts:?}");
                let whole = search.count(&problem).expect("it takes it");
                assert_eq!(nodes, whole.statistics.nodes, "{name}");
                assert!(counts.iter().all(|&count| count <= 1));
            }
        }
    }
}

#[test]
fn what_learns_has_no_tree_to_be_cut() {
    let problem = queens(6);
    let search = Search::new().strategy(strategy::by_name("learn").expect("a strategy"));
    let error = Plan::new(&problem, &search, 2, 1).expect_err("refused").to_string();
    assert_eq!(error, "strategy learn cannot take being divided into shards; auto can");
}

#[test]
fn given_and_forbidden_options_hold_in_every_shard() {
    let problem = queens(8);
    let first = Search::new().first(&problem).expect("it takes it");
    let given = first.solution().expect("there is one")[0];
    for search in [Search::new().given([given]), Search::new().forbid([given])] {
        let plan = Plan::new(&problem, &search, 3, 1).expect("it takes it");
        let (parts, nodes) = found(&problem, &search, &plan);
        let whole = search.count(&problem).expect("it takes it");
        let all = parts.iter().map(|part| part.len() as u64).sum::<u64>();
        assert_eq!((all, nodes), (whole.solutions, whole.statistics.nodes));
        assert!(all > 0);
    }
}

#[test]
fn limits_hold_for_a_shard() {
    let problem = queens(10);
    let plan = Plan::new(&problem, &Search::new(), 2, 1).expect("it takes it");
    let shard = plan.shard(2).expect("there are two");
    let outcome = shard.count(&problem, &Search::new().node_budget(100)).expect("fits");
    assert_eq!(outcome.verdict, Verdict::Stopped(StopReason::NodeBudget));
    assert_eq!(outcome.statistics.nodes, 100);
    let outcome = shard.count(&problem, &Search::new().limit(7)).expect("fits");
    assert_eq!((outcome.verdict, outcome.solutions), (Verdict::LimitReached, 7));
    let token = CancelToken::new();
    token.cancel();
    let stopped = Search::new().cancel(token);
    let outcome = shard.count(&problem, &stopped).expect("fits");
    assert_eq!(outcome.verdict, Verdict::Stopped(StopReason::Cancelled));
    assert_eq!(Plan::new(&problem, &stopped, 2, 1), Err(PlanError::Stopped(StopReason::Cancelled)));
    let at_once = Search::new().time_budget(Duration::ZERO);
    assert_eq!(
        Plan::new(&problem, &at_once, 2, 1),
        Err(PlanError::Stopped(StopReason::TimeBudget))
    );
}

#[test]
fn there_are_1_to_65536_shards() {
    let problem = queens(4);
    for shards in [0, MOST_SHARDS + 1, u32::MAX] {
        assert_eq!(Plan::new(&problem, &Search::new(), shards, 1), Err(PlanError::Shards(shards)));
    }
    let plan = Plan::new(&problem, &Search::new(), MOST_SHARDS, 1).expect("it takes it");
    let count = |shard: &quadrille_cover::shard::Shard| {
        shard.count(&problem, &Search::new()).expect("fits").solutions
    };
    let busy = plan.shards().iter().filter(|shard| !shard.pieces().is_empty());
    assert_eq!(busy.map(count).sum::<u64>(), 2);
}

#[test]
fn shards_of_another_problem_or_search_are_refused() {
    let problem = queens(8);
    let plan = Plan::new(&problem, &Search::new(), 2, 1).expect("it takes it");
    let shard = plan.shard(1).expect("there are two");
    let refused = |problem: &TextProblem, search: &Search| {
        matches!(shard.count(problem, search), Err(SearchError::State(_)))
    };
    assert!(refused(&queens(6), &Search::new()));
    let given = Search::new().given([OptionId::new(0)]);
    assert!(refused(&problem, &given));
    assert!(!refused(&problem, &Search::new()));
}

#[test]
fn a_state_of_another_shard_is_refused() {
    let problem = queens(8);
    let search = Search::new();
    let plan = Plan::new(&problem, &search, 2, 1).expect("it takes it");
    let (one, other) = (plan.shard(1).expect("two"), plan.shard(2).expect("two"));
    let mut solutions = one.solutions(&problem, &search).expect("fits");
    assert_eq!(solutions.advance(1, Duration::MAX), Step::Solution);
    let state = solutions.state();
    assert!(one.resume(&problem, &search, &state).is_ok());
    let refused = |state: &State| {
        let resumed = other.resume(&problem, &search, state);
        matches!(resumed, Err(SearchError::State(_)))
    };
    assert!(refused(&state));
    // Nor that of the whole search, which goes beyond the pieces.
    let mut whole = search.solutions(&problem).expect("it takes it");
    assert_eq!(whole.advance(1, Duration::MAX), Step::Solution);
    assert!(refused(&whole.state()));
    assert!(one.resume(&problem, &search, &whole.state()).is_err());
    assert!(refused(&State::default()), "it has begun");
    let mut end = State::default();
    end.stage = Stage::End;
    assert!(!refused(&end));
}

#[test]
fn planning_does_not_search_a_small_tree_to_its_end() {
    let Some(folder) = shared::data_folder_or_skip("plans of small trees") else { return };
    let rows = shared::counts(&folder).expect("the table of counts");
    for (file, shards) in [("pi-day.dlx", 100), ("pi-day.dlx", 1000), ("motley-5x5.dlx", 150)] {
        let row = rows.iter().find(|row| row.file == file).expect("it is there");
        let problem = text::read(&row.contents).expect("sound");
        let search = Search::new();
        let whole = search.count(&problem).expect("it takes it").statistics.nodes;
        let plan = Plan::new(&problem, &search, shards, 1).expect("it takes it");
        let nodes: Vec<u64> = plan
            .shards()
            .iter()
            .map(|shard| shard.count(&problem, &search).expect("fits").statistics.nodes)
            .collect();
        assert_eq!(nodes.iter().sum::<u64>(), whole, "{file}");
        // The first has what planning has visited.
        assert!(nodes[0] < whole / 2, "{file}, {shards}: {} of {whole}", nodes[0]);
        let pieces: usize = plan.shards().iter().map(|shard| shard.pieces().len()).sum();
        assert!(pieces >= 60, "{file}, {shards}: {pieces}");
    }
}
