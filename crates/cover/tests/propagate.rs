//! Propagators: with a random rule beside exact cover, every kind of search finds just those solutions of
//! the brute-force oracle that keep the rule.

use crate::common;

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::common::rules::{Rule, STYLES, able, together};
use crate::common::{TextProblem, fixed, queens, sorted};
use proptest::prelude::*;
use quadrille_cover::shard::Plan;
use quadrille_cover::strategy::Stage;
use quadrille_cover::{
    Branching, Budget, DeadEnd, ItemId, Matrix, OptionId, Order, Propagate, Propagation, Search,
    SearchError, Setup, Step, Together, Verdict, View, estimate, explain, strategy, text,
};
use quadrille_testkit::generate::{Shape, instances};
use quadrille_testkit::{Instance, SplitMix64, oracle};

fn sets(solutions: &[Vec<OptionId>]) -> Vec<Vec<usize>> {
    let mut sets: Vec<Vec<usize>> = solutions.iter().map(|ids| sorted(ids)).collect();
    sets.sort_unstable();
    sets
}

/// A problem, some rules, and the solutions that keep them.
struct Case {
    problem: TextProblem,
    expected: Vec<Vec<usize>>,
    searches: Vec<Search>,
    /// The setup of each of them.
    setups: Vec<Setup>,
}

impl Case {
    /// Up to three rules, kept in all styles, by plain and by random other searches.
    fn new(instance: &Instance, seed: u64) -> Self {
        let problem = common::build(instance).expect("the generator makes sound problems");
        let mut expected = oracle::solutions(instance).expect("the generator makes sound problems");
        let mut random = SplitMix64::new(seed);
        let options = instance.options.len();
        let rules: Vec<Rule> =
            (0..random.between(1, 3)).map(|_| Rule::random(&mut random, options)).collect();
        expected.retain(|set| rules.iter().all(|rule| rule.allows(set)));
        let items: Vec<ItemId> = problem.matrix().primary_items().step_by(2).collect();
        let (mut searches, mut setups) = (Vec::new(), Vec::new());
        for strategy in able(problem.matrix()) {
            for style in 0..STYLES.len() {
                let rules = together(&rules, style);
                let plain = Search::new().strategy(strategy).propagator(Arc::clone(&rules));
                let branching = match random.below(4) {
                    0 => Branching::First,
                    1 => Branching::Preferred(items.clone()),
                    2 => Branching::WeightedDegree,
                    _ => Branching::RandomTies(seed),
                };
                let order = [Order::AsAdded, Order::Random(seed)][random.below(2)];
                let other = plain.clone().branching(branching.clone()).order(order);
                searches.extend([plain, other]);
                let mut setup = Setup::default();
                setup.propagator = Some(rules);
                setups.push(setup.clone());
                (setup.branching, setup.order) = (branching, order);
                setups.push(setup);
            }
        }
        Case { problem, expected, searches, setups }
    }
}

fn any_kind() -> impl proptest::strategy::Strategy<Value = Instance> {
    let large = Shape::XCC.with_sizes(10, 24);
    prop_oneof![instances(Shape::MCC), instances(Shape::XCC), instances(large)]
}

proptest! {
    #![proptest_config(fixed(400, 81))]

    #[test]
    fn first_all_count_and_limit_keep_the_rules(instance in any_kind(), seed: u64) {
        let Case { problem, expected, searches, .. } = Case::new(&instance, seed);
        for search in searches {
            let all = search.all(&problem).expect("it takes it");
            prop_assert_eq!(all.outcome.verdict, Verdict::Exhausted);
            prop_assert_eq!(&sets(&all.solutions), &expected, "{:?}", search);
            let count = search.count(&problem).expect("it takes it");
            prop_assert_eq!(count.solutions, expected.len() as u64);
            prop_assert_eq!(&count.statistics, &all.outcome.statistics);
            let first = search.first(&problem).expect("it takes it");
            prop_assert_eq!(first.solution.as_ref(), all.solutions.first());
            let limited = search.clone().limit(2).all(&problem).expect("it takes it");
            let two = all.solutions.len().min(2);
            prop_assert_eq!(&limited.solutions, &all.solutions[..two]);
        }
    }

    #[test]
    fn given_and_forbidden_options_go_with_the_rules(instance in any_kind(), seed: u64) {
        let Case { problem, expected, searches, .. } = Case::new(&instance, seed);
        let mut random = SplitMix64::new(seed);
        for search in searches {
            let mut session = search.session(&problem);
            for _ in 0..5 {
                // Some that go together, now and then.
                let mut given: Vec<OptionId> = match expected.len() {
                    0 => Vec::new(),
                    len => expected[random.below(len)].iter().map(|&o| OptionId::new(o as u32)).collect(),
                };
                given.retain(|_| random.chance(60));
                let ids = || problem.matrix().options();
                given.extend(ids().filter(|_| random.chance(3)));
                let forbidden: Vec<OptionId> = ids().filter(|_| random.chance(8)).collect();
                let is_left = |set: &&Vec<usize>| {
                    given.iter().all(|id| set.contains(&id.index()))
                        && !forbidden.iter().any(|id| set.contains(&id.index()))
                };
                let rest: Vec<Vec<usize>> = expected.iter().filter(is_left).cloned().collect();
                session.given(given.clone()).forbid(forbidden.clone());
                let all = session.all().expect("it takes it");
                prop_assert_eq!(&sets(&all.solutions), &rest);
                let fresh = search.clone().given(given).forbid(forbidden);
                prop_assert_eq!(&all, &fresh.all(&problem).expect("it takes it"));
                prop_assert_eq!(session.count().expect("it takes it").solutions, rest.len() as u64);
            }
        }
    }

    #[test]
    fn a_search_goes_on_from_every_node_in_another_searcher(instance in any_kind(), seed: u64) {
        let Case { problem, searches, setups, .. } = Case::new(&instance, seed);
        for (search, setup) in searches.iter().zip(&setups) {
            let all = search.all(&problem).expect("it takes it");
            let mut searcher = search.searcher(&problem).expect("it takes it");
            let mut found = Vec::new();
            loop {
                let step = searcher.advance(&mut Budget::nodes(1));
                if step == Step::Solution {
                    let mut options = Vec::new();
                    searcher.solution(&mut options);
                    found.push(options);
                }
                if step == Step::Exhausted {
                    break;
                }
                let state = searcher.state();
                prop_assert!(state.stage != Stage::End || state.position.is_empty());
                // By turns the same searcher, a new one, and one that was elsewhere.
                match found.len() % 3 {
                    0 => searcher = search.searcher(&problem).expect("it takes it"),
                    1 => searcher.restart(setup),
                    _ => continue,
                }
                searcher.resume(&state).expect("its own state");
                prop_assert_eq!(&searcher.state(), &state);
            }
            prop_assert_eq!(&found, &all.solutions, "{:?}", search);
            prop_assert_eq!(searcher.statistics(), &all.outcome.statistics);
        }
    }

    #[test]
    fn parts_that_are_given_away_are_the_whole(instance in any_kind(), seed: u64) {
        let Case { problem, expected, searches, .. } = Case::new(&instance, seed);
        let mut random = SplitMix64::new(seed);
        for search in searches {
            let whole = search.count(&problem).expect("it takes it").statistics;
            let mut todo = vec![search.searcher(&problem).expect("it takes it")];
            let (mut found, mut nodes, mut removed) = (Vec::new(), 0, 0u64);
            while let Some(mut searcher) = todo.pop() {
                loop {
                    let step = searcher.advance(&mut Budget::nodes(random.below(3) as u64));
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
                removed = removed.wrapping_add(searcher.statistics().removed);
            }
            prop_assert_eq!(&sets(&found), &expected);
            if !format!("{search:?}").contains("WeightedDegree") {
                prop_assert_eq!((nodes, removed), (whole.nodes, whole.removed), "{:?}", search);
            }
        }
    }

    #[test]
    fn the_cheapest_are_the_cheapest_of_those_that_keep_the_rules(
        instance in instances(Shape::ANY),
        k in 1usize..4,
        seed: u64,
    ) {
        let Case { problem, expected, searches, .. } = Case::new(&instance, seed);
        let mut costs: Vec<u128> =
            expected.iter().map(|set| oracle::total_cost(&instance, set)).collect();
        costs.sort_unstable();
        let all = costs.clone();
        costs.truncate(k);
        for search in searches {
            let cheapest = search.cheapest(&problem, k).expect("it takes it");
            let found: Vec<u128> = cheapest.solutions.iter().map(|found| found.cost).collect();
            prop_assert_eq!(&found, &costs, "{:?}", search);
            prop_assert!(cheapest.is_proved());
            for solution in &cheapest.solutions {
                prop_assert!(expected.contains(&sorted(&solution.options)));
            }
            // The bound of a search that was stopped holds, and it goes on from there.
            let leg = search.clone().node_budget(seed % 7);
            let mut run = leg.cheapest_run(&problem, k).expect("it takes it");
            while run.advance(std::time::Duration::MAX) != Step::Exhausted {}
            let kept: Vec<_> = run.solutions().iter().map(|found| found.options.clone()).collect();
            match (run.bound(), all.iter().filter(|cost| {
                !run.solutions().iter().any(|found| found.cost == **cost)
            }).min()) {
                (Some(bound), Some(&left)) => prop_assert!(bound <= left),
                (None, Some(_)) => prop_assert!(false, "there are others"),
                _ => {}
            }
            let mut rest = search.resume_cheapest(&problem, k, &run.state(), &kept).expect("its own");
            while rest.advance(std::time::Duration::MAX) != Step::Exhausted {}
            let found: Vec<u128> = rest.solutions().iter().map(|found| found.cost).collect();
            prop_assert_eq!(&found, &costs);
        }
    }
}

proptest! {
    #![proptest_config(fixed(150, 82))]

    #[test]
    fn watching_and_descents_see_the_same_tree(instance in any_kind(), seed: u64) {
        let Case { problem, expected, searches, .. } = Case::new(&instance, seed);
        for search in searches {
            let whole = search.count(&problem).expect("it takes it").statistics;
            let mut watch = search.watch(&problem).expect("it takes it");
            while !watch.is_over() {
                watch.step();
            }
            prop_assert_eq!((watch.nodes(), watch.solutions()), (whole.nodes, whole.solutions));

            // Each descent is one way down the tree; nothing of it is left.
            let mut searcher = search.searcher(&problem).expect("it takes it");
            let mut random = SplitMix64::new(seed);
            for _ in 0..5 {
                let pick = &mut |of: u32| random.below(of as usize) as u32;
                let descent = searcher.descend(pick).expect("it has not begun");
                prop_assert!(descent.solutions == 0.0 || !expected.is_empty());
                prop_assert!(descent.depth <= whole.depth() && (whole.nodes > 0 || descent.nodes == 0.0));
            }
            let mut budget = Budget::unlimited().with_solutions(u64::MAX);
            prop_assert_eq!(searcher.advance(&mut budget), Step::Exhausted);
            prop_assert_eq!(searcher.statistics(), &whole);
        }
    }
}

proptest! {
    #![proptest_config(fixed(40, 84))]

    #[test]
    fn shards_are_the_whole(instance in any_kind(), seed: u64) {
        let Case { problem, expected, searches, .. } = Case::new(&instance, seed);
        let number = SplitMix64::new(seed).below(searches.len());
        for search in searches.into_iter().skip(number).take(1) {
            let whole = search.count(&problem).expect("it takes it").statistics;
            let learns = format!("{search:?}").contains("WeightedDegree");
            let plan = Plan::new(&problem, &search, 3, seed).expect("it takes it");
            let (mut found, mut nodes) = (Vec::new(), 0);
            for shard in plan.shards() {
                let mut solutions = shard.solutions(&problem, &search).expect("its own plan");
                found.extend(&mut solutions);
                nodes += solutions.outcome().statistics.nodes;
            }
            prop_assert_eq!(&sets(&found), &expected);
            prop_assert!(learns || nodes == whole.nodes);
        }
    }
}

#[cfg(feature = "parallel")]
proptest! {
    #![proptest_config(fixed(20, 83))]

    #[test]
    fn threads_keep_the_rules(instance in any_kind(), seed: u64) {
        use crate::common::team::{in_legs, receive, set};
        use quadrille_cover::parallel::Aim;

        let Case { problem, expected, searches, .. } = Case::new(&instance, seed);
        for search in searches {
            let found = search.team_for_each(&problem, 3, receive).expect("it takes it");
            prop_assert_eq!(&set(&found), &expected);
            let in_order = search.team_in_order(&problem, 2, receive).expect("it takes it");
            prop_assert_eq!(in_order, search.all(&problem).expect("it takes it").solutions);
            let (found, ..) = in_legs(&search, &problem, Aim::ForEach, 3);
            prop_assert_eq!(&set(&found), &expected);
        }
    }
}

/// No two chosen options may be a knight's move apart.
#[derive(Debug, Clone)]
struct NoKnights(usize);

impl Propagate for NoKnights {
    fn begin(&self, _: &Matrix) -> Box<dyn Propagation> {
        Box::new(self.clone())
    }
}

impl Propagation for NoKnights {
    fn propagate(&mut self, view: &mut View<'_>) -> Result<(), DeadEnd> {
        let n = self.0;
        let place = |option: OptionId| (option.index() / n, option.index() % n);
        let chosen: Vec<_> = view.newly_chosen().iter().map(|&option| place(option)).collect();
        view.retain(|option| {
            let (row, column) = place(option);
            chosen.iter().all(|&(r, c)| row.abs_diff(r) * column.abs_diff(c) != 2)
        })
    }
}

/// Superqueens: queens that move like knights, too (OEIS A051223).
#[test]
fn superqueens_are_as_many_as_is_known() {
    for (n, known) in [(4, 0), (7, 0), (8, 0), (9, 0), (10, 4), (11, 44)] {
        let problem = queens(n);
        let search = Search::new().propagator(Arc::new(NoKnights(n)));
        let outcome = search.count(&problem).expect("auto takes it");
        assert_eq!(outcome.solutions, known, "{n}");
        assert!(outcome.statistics.removed > 0);
        let plain = Search::new().strategy(&strategy::Links).count(&problem).expect("links can");
        assert!(outcome.statistics.nodes < plain.statistics.nodes / 2 || n < 6);
        assert_eq!(plain.statistics.removed, 0);
    }
}

#[test]
fn an_estimate_is_one_of_the_tree_that_is_left() {
    let problem = queens(8);
    let search = Search::new().propagator(Arc::new(NoKnights(8)));
    let nodes = search.count(&problem).expect("auto takes it").statistics.nodes as f64;
    let estimate = estimate(&problem, &search, 4_000, 1).expect("auto takes it");
    let error = (estimate.nodes.mean - nodes).abs();
    assert!(error < 4.0 * estimate.nodes.standard_error, "{} for {nodes}", estimate.nodes.mean);
    assert_eq!(estimate.solutions.mean, 0.0);
}

#[test]
fn who_cannot_keep_the_rules_says_so() {
    let problem = queens(5);
    let search = Search::new().propagator(Arc::new(NoKnights(5)));
    for &strategy in strategy::ALL {
        let searcher = search.clone().strategy(strategy).searcher(&problem);
        match searcher {
            Ok(_) => assert!(["auto", "links"].contains(&strategy.name())),
            Err(error) => {
                let expected =
                    format!("strategy {} cannot take a propagator; auto can", strategy.name());
                assert_eq!(error.to_string(), expected);
            }
        }
    }
    assert_eq!(search.choice(&problem, false).strategy.name(), "links");
    assert!(search.choice(&problem, true).reason.contains("propagator"));
    let error = explain(&problem, &search).expect_err("refused");
    assert_eq!(error, SearchError::Propagator("explain"));
    let error = search.diagram(&problem).expect_err("refused").to_string();
    assert!(error.contains("cannot take a propagator"), "{error}");
}

#[test]
fn a_false_solution_is_none_that_a_search_may_have_found() {
    let problem = text::read("a b\na\nb\na b\n").expect("a problem");
    let id = OptionId::new;
    let never = Rule::NotBoth(vec![(0, 1)]).kept(common::rules::Style::Late);
    let search = Search::new().propagator(never);
    let state = quadrille_cover::strategy::State::default();
    let resume = |found: &[Vec<OptionId>]| {
        search.resume_cheapest(&problem, 2, &state, found).map(|_| ()).map_err(|e| e.to_string())
    };
    assert_eq!(resume(&[vec![id(2)]]), Ok(()));
    assert!(resume(&[vec![id(0), id(1)]]).is_err());
}

/// Writes down what it is shown.
#[derive(Debug, Clone, Default)]
struct Spy(Arc<std::sync::Mutex<Vec<Shown>>>);

/// The options chosen, those chosen lately and those gone; whether it is the first view and a solution.
type Shown = (Vec<u32>, Vec<u32>, Vec<u32>, bool, bool);

impl Propagate for Spy {
    fn begin(&self, _: &Matrix) -> Box<dyn Propagation> {
        Box::new(self.clone())
    }
}

impl Propagation for Spy {
    fn propagate(&mut self, view: &mut View<'_>) -> Result<(), DeadEnd> {
        let numbers = |ids: &[OptionId]| {
            let mut numbers: Vec<u32> = ids.iter().map(|id| id.get()).collect();
            numbers.sort_unstable();
            numbers
        };
        let shown = (
            numbers(view.chosen()),
            numbers(view.newly_chosen()),
            numbers(view.gone()),
            view.is_first(),
            view.is_solution(),
        );
        self.0.lock().expect("nobody panics").push(shown);
        Ok(())
    }
}

#[test]
fn it_is_shown_the_root_every_open_node_and_every_solution() {
    // The option with a secondary item only is never chosen.
    let problem = text::read("a b c | s\na s\nb s\na b\nc\ns\nb c\n").expect("a problem");
    let spy = Spy::default();
    let search = Search::new().propagator(Arc::new(spy.clone()));
    assert_eq!(search.count(&problem).expect("auto takes it").solutions, 2);
    let shown = std::mem::take(&mut *spy.0.lock().expect("nobody panics"));
    let expected = [
        (vec![], vec![], vec![4], true, false),
        // `a s` leaves `c` and `b c`, and only the latter has `b`.
        (vec![0], vec![0], vec![1, 2], false, false),
        (vec![0, 5], vec![5], vec![3], false, true),
        (vec![2], vec![2], vec![0, 1, 5], false, false),
        (vec![2, 3], vec![3], vec![], false, true),
    ];
    assert_eq!(shown, expected);

    // Given options that leave nothing to choose are a root and a solution at once.
    let search = search.given([OptionId::new(3), OptionId::new(2)]);
    assert_eq!(search.count(&problem).expect("auto takes it").solutions, 1);
    let shown = std::mem::take(&mut *spy.0.lock().expect("nobody panics"));
    assert_eq!(shown, [(vec![2, 3], vec![2, 3], vec![0, 1, 4, 5], true, true)]);
}

/// Removes one option, once another one is gone.
#[derive(Debug, Clone)]
struct Follow(u32, u32);

impl Propagate for Follow {
    fn begin(&self, _: &Matrix) -> Box<dyn Propagation> {
        Box::new(self.clone())
    }
}

impl Propagation for Follow {
    fn propagate(&mut self, view: &mut View<'_>) -> Result<(), DeadEnd> {
        if view.gone().contains(&OptionId::new(self.0)) {
            view.remove(OptionId::new(self.1))?;
        }
        Ok(())
    }
}

#[test]
fn together_they_see_what_the_others_have_removed() {
    let problem = text::read("a b\na\na\na\na\nb\nb\n").expect("a problem");
    // In an order in which each has to be asked again: if 5 is gone, so is 3, so 2, so 1, so 0.
    let rules: [Arc<dyn Propagate>; 4] = [
        Arc::new(Follow(1, 0)),
        Arc::new(Follow(2, 1)),
        Arc::new(Follow(3, 2)),
        Arc::new(Follow(5, 3)),
    ];
    let all = Search::new().propagator(Arc::new(Together::new(rules.clone())));
    // If 4 is taken, 5 is gone: nothing is left for `a`. And of the options of `a` only 3 needs no other.
    let found = all.all(&problem).expect("auto takes it").solutions;
    assert_eq!(sets(&found), [[3, 5]]);
    let forbidding = all.clone().forbid([OptionId::new(5)]);
    let outcome = forbidding.count(&problem).expect("auto takes it");
    assert_eq!((outcome.solutions, outcome.statistics.nodes), (0, 0));
    let nested: [Arc<dyn Propagate>; 2] = [
        Arc::new(Together::new(rules[..2].to_vec())),
        Arc::new(Together::new(rules[2..].to_vec())),
    ];
    let nested = Search::new().propagator(Arc::new(Together::new(nested)));
    assert_eq!(
        nested.count(&problem).expect("auto takes it").statistics.removed,
        all.count(&problem).expect("auto takes it").statistics.removed
    );
    let none = Search::new().propagator(Arc::new(Together::default()));
    assert_eq!(none.count(&problem).expect("auto takes it").solutions, 8);
}

/// Says that all is well after an error.
#[derive(Debug, Clone)]
struct Deaf;

impl Propagate for Deaf {
    fn begin(&self, _: &Matrix) -> Box<dyn Propagation> {
        Box::new(Deaf)
    }
}

impl Propagation for Deaf {
    fn propagate(&mut self, view: &mut View<'_>) -> Result<(), DeadEnd> {
        let refused = (0..10).map(|option| view.remove(OptionId::new(option))).any(|r| r.is_err());
        assert!(refused && view.retain(|_| true).is_err());
        Ok(())
    }
}

#[test]
fn a_dead_end_stays_one_whatever_is_said_afterwards() {
    let problem = text::read("a b\na\na\nb\nb\na b\n").expect("a problem");
    let search = Search::new().propagator(Arc::new(Deaf));
    let outcome = search.count(&problem).expect("auto takes it");
    assert_eq!((outcome.verdict, outcome.solutions), (Verdict::Exhausted, 0));
    let given = search.given([OptionId::new(0)]);
    assert_eq!(given.count(&problem).expect("auto takes it").solutions, 0);
}

#[test]
fn a_search_may_be_given_up_to_the_receiver() {
    let problem = queens(10);
    let search = Search::new().propagator(Arc::new(NoKnights(10)));
    let mut found = 0;
    let outcome = search.for_each(&problem, |options| {
        assert_eq!(options.len(), 10);
        found += 1;
        if found == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(outcome.expect("auto takes it").solutions, 2);
}

#[cfg(feature = "checkpoint")]
#[test]
fn a_checkpoint_is_refused_to_other_rules() {
    use quadrille_cover::checkpoint::Checkpoint;

    let problem = queens(10);
    let search = Search::new().propagator(Arc::new(NoKnights(10)));
    let mut solutions = search.solutions(&problem).expect("auto takes it");
    let first = solutions.next().expect("there are four");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("search.json");
    Checkpoint::of_solutions(&problem, &search, &solutions).write(&path).expect("written");
    let checkpoint = Checkpoint::read(&path).expect("whole");
    let same = Search::new().propagator(Arc::new(NoKnights(10)));
    let mut rest = checkpoint.resume(&problem, &same).expect("the same rules");
    assert_eq!(rest.statistics(), solutions.statistics());
    let found: Vec<_> = std::iter::once(first).chain(&mut rest).collect();
    assert_eq!(found, search.all(&problem).expect("auto takes it").solutions);
    let error = checkpoint.resume(&problem, &Search::new()).expect_err("no rules").to_string();
    assert!(error.contains("its propagator was NoKnights(10), not none"), "{error}");
    let long = Rule::OneOf((0..100).collect()).kept(common::rules::Style::Late);
    let other = Search::new().propagator(long);
    let error = checkpoint.resume(&problem, &other).expect_err("other rules").to_string();
    assert!(error.contains("not SHA-256 ") && error.len() < 200, "{error}");
}
