//! Searches by several threads find what one finds.

use crate::common;

use std::sync::Arc;
use std::time::Duration;

use crate::common::team::{MOMENT, coloured, in_legs, receive, set, several};
use crate::common::{TextProblem, able, fixed, queens, sorted};
use proptest::prelude::*;
use quadrille_cover::parallel::{Aim, Team, TeamState};
use quadrille_cover::{
    Branching, CancelToken, ProblemBuilder, Search, Step, StopReason, Verdict, verify,
};
use quadrille_testkit::generate::{Shape, instances};
use quadrille_testkit::oracle;

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
    #![proptest_config(fixed(200, 21))]

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
        for &strategy in able(problem.matrix()).collect::<Vec<_>>().iter() {
            let search = Search::new().strategy(strategy);
            let serial = search.all(&problem).expect("it takes it").solutions;
            let ordered = search.team_in_order(&problem, threads, receive).expect("it takes it");
            prop_assert_eq!(&ordered, &serial);
            prop_assert_eq!(in_legs(&search, &problem, Aim::InOrder, 11).0, serial);
        }
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

/// Panics after some choices.
#[derive(Debug)]
struct Fuse(std::sync::atomic::AtomicU32);

impl quadrille_cover::Choose for Fuse {
    fn choose(
        &self,
        candidates: &mut dyn Iterator<Item = quadrille_cover::Candidate>,
    ) -> Option<quadrille_cover::ItemId> {
        let before = self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        assert!(before < 500, "on purpose");
        candidates.next().map(|candidate| candidate.item)
    }
}

#[test]
fn a_panic_of_a_thread_ends_all_and_comes_to_the_caller() {
    let problem = queens(9);
    for asks_for_states in [false, true] {
        let search = Search::new().branching(Branching::Custom(Arc::new(Fuse(0.into()))));
        let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            search.team_in_order(&problem, 3, |team| {
                while team.advance(MOMENT) != Step::Exhausted {
                    if asks_for_states {
                        team.state();
                    }
                }
                team.outcome().verdict
            })
        }));
        assert!(panicked.is_err());
    }
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

#[test]
fn every_strategy_by_any_number_of_threads_answers_as_one_thread() {
    for problem in [queens(7), queens(8), coloured(), several()] {
        for strategy in able(problem.matrix()) {
            let search = Search::new().strategy(strategy);
            let all = search.all(&problem).expect("it takes it");
            let (found, one) = (all.solutions, all.outcome);
            assert!(found.len() > 30, "{}", found.len());
            for threads in [1, 2, 4] {
                let told = format!("{} by {threads}", strategy.name());
                let count = search.team(&problem, threads, |team| {
                    while team.advance(MOMENT) != Step::Exhausted {}
                    assert_eq!(
                        (team.verdict(), team.share_done()),
                        (Some(Verdict::Exhausted), 1.0)
                    );
                    team.outcome()
                });
                let count = count.expect("it takes it");
                assert_eq!(
                    (count.verdict, count.solutions),
                    (one.verdict, one.solutions),
                    "{told}"
                );
                // What counts by sub-problems goes other ways.
                if strategy.name() != "dd" {
                    assert_eq!(count.statistics.profile, one.statistics.profile, "{told}");
                }
                let free = search.team_for_each(&problem, threads, |team| {
                    (receive(team), team.outcome().statistics.profile)
                });
                let (free, profile) = free.expect("it takes it");
                assert_eq!(set(&free), set(&found), "{told}");
                assert_eq!(profile, one.statistics.profile, "{told}");
                let ordered = search.team_in_order(&problem, threads, |team| {
                    (receive(team), team.outcome().statistics.profile)
                });
                let (ordered, profile) = ordered.expect("it takes it");
                assert_eq!(ordered, found, "{told}");
                assert_eq!(profile, one.statistics.profile, "{told}");
                for limit in [1, 2, 29, found.len(), found.len() + 1] {
                    let limited = search.clone().limit(limit as u64);
                    let run = |aim| {
                        let state = TeamState::from(quadrille_cover::State::default());
                        let watch = |team: &mut Team<'_, '_>| (receive(team), team.outcome());
                        limited
                            .team_resume(&problem, threads, aim, &state, watch)
                            .expect("it takes it")
                    };
                    let (some, outcome) = run(Aim::InOrder);
                    assert_eq!(some, found[..limit.min(found.len())], "{told}: {limit}");
                    let serial = limited.count(&problem).expect("it takes it");
                    let ends = |outcome: &quadrille_cover::Outcome| {
                        (outcome.verdict, outcome.solutions, outcome.statistics.solutions)
                    };
                    assert_eq!(ends(&outcome), ends(&serial), "{told}: {limit}");
                    let (some, outcome) = run(Aim::ForEach);
                    assert_eq!(some.len(), limit.min(found.len()), "{told}: {limit}");
                    assert_eq!(ends(&outcome), ends(&serial), "{told}: {limit}");
                    let (_, outcome) = run(Aim::Count);
                    assert_eq!(ends(&outcome), ends(&serial), "{told}: {limit}");
                }
            }
        }
    }
}

#[test]
fn a_branching_that_learns_has_the_order_of_one_thread() {
    let problem = queens(8);
    let search = Search::new().branching(Branching::WeightedDegree);
    let found = search.team_in_order(&problem, 4, receive).expect("it takes it");
    assert_eq!(found, search.all(&problem).expect("it takes it").solutions);
}

/// Dominoes on a board.
fn dominoes(rows: usize, columns: usize) -> quadrille_cover::Problem<(usize, usize)> {
    let mut builder = ProblemBuilder::new();
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    builder.primary_items(cells.clone()).expect("new items");
    for (row, column) in cells {
        if column + 1 < columns {
            builder.add_option([(row, column), (row, column + 1)]).expect("declared");
        }
        if row + 1 < rows {
            builder.add_option([(row, column), (row + 1, column)]).expect("declared");
        }
    }
    builder.build()
}

#[test]
fn order_takes_bounded_memory_however_slow_the_receiver_is() {
    let problem = dominoes(6, 8);
    let search = Search::new();
    let mut serial = search.solutions(&problem).expect("it takes it");
    let solutions = search.team_in_order(&problem, 3, |team| {
        let mut most = 0;
        loop {
            match team.advance(Duration::from_secs(60)) {
                Step::Solution => assert_eq!(serial.next_borrowed(), Some(team.current())),
                Step::Paused => panic!("nobody gets on"),
                Step::Exhausted => break,
            }
            if [1, 1_000, 50_000].contains(&team.solutions()) {
                // The threads find all that they may.
                std::thread::sleep(Duration::from_millis(300));
                let state = team.state();
                let waiting = state.parts.iter().flat_map(|part| &part.pending);
                most = most.max(waiting.map(|options| options.len() + 1).sum());
                assert_eq!(state.solutions(), team.solutions());
            }
        }
        assert!((1 << 12..1 << 22).contains(&most), "{most}");
        team.outcome().solutions
    });
    assert_eq!((solutions.expect("it takes it"), serial.next()), (167_089, None));
}
