//! Searches by several threads find what one finds.

mod common;

use std::time::Duration;

use common::{TextProblem, fixed, queens, sorted};
use proptest::prelude::*;
use quadrille_cover::{Branching, CancelToken, Search, Step, StopReason, Verdict, verify};
use quadrille_testkit::generate::{Shape, instances};
use quadrille_testkit::oracle;

const MOMENT: Duration = Duration::from_millis(50);

fn visit(search: &Search, problem: &TextProblem, threads: usize) -> Vec<Vec<usize>> {
    let found = search.team_for_each(problem, threads, |team| {
        let mut found = Vec::new();
        loop {
            match team.advance(MOMENT) {
                Step::Solution => {
                    verify(problem, team.current()).expect("a solution");
                    found.push(sorted(team.current()));
                }
                Step::Paused => {}
                Step::Exhausted => return found,
            }
        }
    });
    let mut found = found.expect("it takes it");
    found.sort_unstable();
    found
}

proptest! {
    #![proptest_config(fixed(300, 21))]

    #[test]
    fn threads_agree_with_the_oracle(instance in instances(Shape::ANY), threads in 1usize..5) {
        let problem = common::build(&instance).expect("the generator makes sound problems");
        let expected = oracle::solutions(&instance).expect("sound");
        let search = Search::new();
        prop_assert_eq!(&visit(&search, &problem, threads), &expected);
        let outcome = search.team(&problem, threads, |team| {
            while team.advance(MOMENT) != Step::Exhausted {}
            team.outcome()
        }).expect("it takes it");
        prop_assert_eq!(&outcome, &search.count(&problem).expect("it takes it"));
        let cheapest = search.team_cheapest(&problem, threads, 3, |team| {
            while team.advance(MOMENT) != Step::Exhausted {}
            team.cheapest()
        }).expect("it takes it");
        let costs: Vec<u128> = cheapest.solutions.iter().map(|solution| solution.cost).collect();
        prop_assert_eq!(costs, oracle::cheapest_costs(&instance, 3).expect("sound"));
        prop_assert!(cheapest.is_proved());
    }
}

#[test]
fn a_large_count_is_shared_out_and_no_node_is_visited_twice() {
    let problem = queens(10);
    let one = Search::new().count(&problem).expect("it takes it");
    for threads in [1, 2, 3, 8] {
        let many = Search::new().team(&problem, threads, |team| {
            while team.advance(MOMENT) != Step::Exhausted {}
            team.outcome()
        });
        let many = many.expect("it takes it");
        assert_eq!((many.verdict, many.solutions), (Verdict::Exhausted, 724), "{threads} threads");
        assert_eq!(many.statistics.profile, one.statistics.profile);
    }
}

#[test]
fn branchings_that_learn_find_the_same_set() {
    let problem = queens(8);
    let search = Search::new().branching(Branching::WeightedDegree);
    assert_eq!(visit(&search, &problem, 3), visit(&Search::new(), &problem, 1));
    assert_eq!(visit(&search, &problem, 3).len(), 92);
}

#[test]
fn limits_hold_over_all_threads() {
    let problem = queens(9);
    for limit in [0, 1, 17, 351, 352, 353] {
        let search = Search::new().limit(limit);
        let run = search.team(&problem, 3, |team| {
            while team.advance(MOMENT) != Step::Exhausted {}
            team.outcome()
        });
        let outcome = run.expect("it takes it");
        assert_eq!(outcome.solutions, limit.min(352));
        assert_eq!(outcome.verdict == Verdict::LimitReached, limit <= 352, "{limit}");
        assert_eq!(visit(&search, &problem, 3).len() as u64, limit.min(352));
    }
    let nodes = Search::new().node_budget(1_000).team(&problem, 3, |team| {
        while team.advance(MOMENT) != Step::Exhausted {}
        team.outcome()
    });
    let nodes = nodes.expect("it takes it");
    assert_eq!(nodes.verdict, Verdict::Stopped(StopReason::NodeBudget));
    assert_eq!(nodes.statistics.nodes, 1_000, "to the node");
    // A budget that is just enough for the tree is enough for any number of threads.
    let tree = Search::new().count(&problem).expect("it takes it").statistics.nodes;
    for (spare, threads) in [(0, 2), (0, 3), (1_000, 8)] {
        let run = Search::new().node_budget(tree + spare).team(&problem, threads, |team| {
            while team.advance(MOMENT) != Step::Exhausted {}
            team.outcome()
        });
        let outcome = run.expect("it takes it");
        assert_eq!((outcome.solutions, outcome.statistics.nodes), (352, tree));
    }
}

#[test]
fn time_cancelling_and_a_receiver_who_leaves_end_all_threads() {
    let problem = queens(14);
    let time = Search::new().time_budget(Duration::from_millis(80));
    let outcome = |search: Search| {
        let run = search.team(&problem, 2, |team| {
            while team.advance(MOMENT) != Step::Exhausted {}
            team.outcome()
        });
        run.expect("it takes it").verdict
    };
    assert_eq!(outcome(time), Verdict::Stopped(StopReason::TimeBudget));
    let token = CancelToken::new();
    token.cancel();
    assert_eq!(outcome(Search::new().cancel(token)), Verdict::Stopped(StopReason::Cancelled));
    // The receiver takes a few of many and goes: nobody waits for him.
    let left = Search::new().team_for_each(&problem, 2, |team| {
        (0..5).filter(|_| team.advance(Duration::from_secs(60)) == Step::Solution).count()
    });
    assert_eq!(left.expect("it takes it"), 5);
    let done = Search::new().team(&queens(6), 2, |team| {
        // Long enough for all of it, and nobody has asked how far it is.
        std::thread::sleep(Duration::from_millis(500));
        team.outcome()
    });
    assert_eq!(done.expect("it takes it").verdict, Verdict::Exhausted);
    let stopped = Search::new().team(&problem, 2, |team| team.outcome());
    let verdict = stopped.expect("it takes it").verdict;
    assert_eq!(verdict, Verdict::Stopped(StopReason::Receiver));
}

#[test]
fn a_panic_of_the_watcher_ends_all_threads() {
    let problem = queens(9);
    let panicked = std::panic::catch_unwind(|| {
        Search::new().team_for_each(&problem, 2, |team| {
            assert_eq!(team.advance(Duration::from_secs(60)), Step::Paused, "on purpose");
        })
    });
    assert!(panicked.is_err());
}

#[test]
fn the_cheapest_of_many_threads_are_the_cheapest() {
    let problem = queens(9);
    let one = Search::new().cheapest(&problem, 5).expect("it takes it");
    let many = Search::new().team_cheapest(&problem, 4, 5, |team| {
        while team.advance(MOMENT) != Step::Exhausted {}
        team.cheapest()
    });
    let many = many.expect("it takes it");
    let costs = |solutions: &[quadrille_cover::Costed]| {
        solutions.iter().map(|solution| solution.cost).collect::<Vec<_>>()
    };
    assert_eq!(costs(&many.solutions), costs(&one.solutions));
    assert_eq!((many.bound, many.is_proved()), (one.bound, true));
}
