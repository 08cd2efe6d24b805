//! Where a search by several threads stands: other threads, and other numbers of them, go on from it.

use std::time::Duration;

use crate::common::team::{Found, MOMENT, coloured, in_legs, receive, set, several};
use crate::common::{queens, walkers};
use quadrille_cover::parallel::{Aim, Part, TeamState};
use quadrille_cover::{Branching, OptionId, Order, Search, SearchError, Step, StopReason, Verdict};

#[test]
fn a_state_is_gone_on_from_by_any_number_of_threads() {
    for problem in [queens(8), coloured(), several()] {
        for strategy in walkers(problem.matrix()) {
            let search = Search::new().strategy(strategy);
            let all = search.all(&problem).expect("it takes it");
            let profile = all.outcome.statistics.profile;
            let (found, solutions, nodes) = in_legs(&search, &problem, Aim::InOrder, 97);
            assert_eq!(found, all.solutions, "{}", strategy.name());
            assert_eq!((solutions, &nodes), (found.len() as u64, &profile));
            let (found, solutions, nodes) = in_legs(&search, &problem, Aim::ForEach, 97);
            assert_eq!(set(&found), set(&all.solutions), "{}", strategy.name());
            assert_eq!((solutions, &nodes), (found.len() as u64, &profile));
            // What is counted by sub-problems is no part of a state: it would begin anew in each leg.
            if strategy.name() != "dd" {
                let (_, solutions, nodes) = in_legs(&search, &problem, Aim::Count, 97);
                assert_eq!((solutions, &nodes), (found.len() as u64, &profile));
            }
        }
        let random = Search::new().order(Order::Random(3)).branching(Branching::RandomTies(5));
        let all = random.all(&problem).expect("it takes it");
        assert_eq!(in_legs(&random, &problem, Aim::InOrder, 97).0, all.solutions);
        let learns = Search::new().branching(Branching::WeightedDegree);
        let found = in_legs(&learns, &problem, Aim::ForEach, 97).0;
        assert_eq!(set(&found), set(&all.solutions));
    }
}

#[test]
fn what_was_counted_by_one_thread_is_not_counted_again_by_many() {
    let problem = queens(9);
    let search = Search::new();
    let mut solutions = search.solutions(&problem).expect("it takes it");
    let first: Found = solutions.by_ref().take(100).collect();
    let state = TeamState::from(solutions.state());
    let rest = search.team_resume(&problem, 3, Aim::InOrder, &state, |team| {
        assert_eq!(team.solutions(), 100);
        receive(team)
    });
    let found = [first, rest.expect("its own state")].concat();
    assert_eq!(found, search.all(&problem).expect("it takes it").solutions);
    let count = search.team_resume(&problem, 3, Aim::Count, &state, |team| {
        while team.advance(MOMENT) != Step::Exhausted {}
        team.outcome()
    });
    assert_eq!(count.expect("its own state"), search.count(&problem).expect("it takes it"));
    let limited = search.limit(100);
    let none = limited.team_resume(&problem, 3, Aim::ForEach, &state, |team| {
        (receive(team), team.outcome().verdict)
    });
    assert_eq!(none.expect("its own state"), (Found::new(), Verdict::LimitReached));
}

#[test]
fn what_was_not_received_is_not_counted() {
    let problem = queens(8);
    for aim in [Aim::ForEach, Aim::InOrder] {
        let state = TeamState::from(quadrille_cover::State::default());
        let run = Search::new().team_resume(&problem, 2, aim, &state, |team| {
            for _ in 0..10 {
                while team.advance(MOMENT) != Step::Solution {}
            }
            // Long enough to find all of them.
            std::thread::sleep(Duration::from_millis(200));
            let outcome = team.outcome();
            (outcome.verdict, outcome.solutions, team.state())
        });
        let (verdict, solutions, state) = run.expect("it takes it");
        assert_eq!((verdict, solutions), (Verdict::Stopped(StopReason::Receiver), 10));
        let rest = Search::new().team_resume(&problem, 2, aim, &state, receive);
        assert_eq!(rest.expect("its own state").len(), 82);
    }
}

#[test]
fn the_cheapest_are_found_in_many_legs() {
    let problem = queens(8);
    let search = Search::new();
    let expected = search.cheapest(&problem, 4).expect("it takes it");
    let mut state = TeamState::from(search.cheapest_run(&problem, 4).expect("it takes it").state());
    for leg in 0..10_000 {
        let limited = search.clone().node_budget(30);
        let run = limited.team_resume(&problem, 1 + leg % 3, Aim::Cheapest(4), &state, |team| {
            while team.advance(MOMENT) != Step::Exhausted {}
            (team.state(), team.cheapest())
        });
        let (next, cheapest) = run.expect("its own state");
        if let Some(bound) = cheapest.bound {
            let dear = |solution: &&quadrille_cover::Costed| solution.cost < bound;
            let cheap = expected.solutions.iter().filter(dear).count();
            let kept = cheapest.solutions.iter().filter(dear).count();
            assert!(kept >= cheap, "nothing is cheaper than the bound but what is kept");
        }
        if cheapest.outcome.verdict == Verdict::Exhausted {
            let costs = |solutions: &[quadrille_cover::Costed]| {
                solutions.iter().map(|solution| solution.cost).collect::<Vec<_>>()
            };
            assert_eq!(costs(&cheapest.solutions), costs(&expected.solutions));
            assert!(cheapest.is_proved() && leg > 3);
            return;
        }
        state = next;
    }
    panic!("no end");
}

#[test]
fn states_of_other_searches_are_refused() {
    let problem = queens(6);
    let search = Search::new();
    let mut solutions = search.solutions(&problem).expect("it takes it");
    solutions.next();
    let state = solutions.state();
    let resume = |parts: Vec<Part>, aim: Aim| {
        let state = TeamState::new(parts, Vec::new());
        search.team_resume(&problem, 2, aim, &state, |_| ()).expect_err("not its own")
    };
    assert!(matches!(resume(Vec::new(), Aim::Count), SearchError::State(_)));
    let mut other = state.clone();
    other.position[0].of += 1;
    let parts = vec![Part::new(state.clone(), Vec::new()), Part::new(other, Vec::new())];
    assert!(matches!(resume(parts, Aim::Count), SearchError::State(_)));
    let no_solution = vec![Part::new(state.clone(), vec![vec![OptionId::new(0)]])];
    assert_eq!(resume(no_solution, Aim::ForEach), SearchError::NoSolution);
    let found = search.all(&problem).expect("it takes it").solutions;
    let too_many = vec![Part::new(state.clone(), found[..2].to_vec())];
    assert_eq!(resume(too_many, Aim::ForEach), SearchError::NoSolution);
    let mut huge = state.clone();
    huge.statistics.nodes = u64::MAX;
    let parts = vec![Part::new(huge, Vec::new())];
    assert!(matches!(resume(parts, Aim::Count), SearchError::State(_)));
}

#[test]
fn states_can_be_asked_for_while_threads_search_and_nothing_changes() {
    let problem = queens(11);
    let one = Search::new().count(&problem).expect("it takes it");
    for threads in [1, 2, 5] {
        let run = Search::new().team(&problem, threads, |team| {
            let (mut last, mut states, mut parts) = (0.0, 0, 0);
            while team.advance(Duration::ZERO) != Step::Exhausted {
                let state = team.state();
                assert!(state.nodes() <= one.statistics.nodes);
                parts = parts.max(state.parts.len());
                let share = team.share_done();
                // Shares are told at different times, so that they may come down by a little.
                assert!(
                    (0.0..=1.0).contains(&share) && share > last - 0.05,
                    "{share} after {last}"
                );
                last = share;
                states += 1;
            }
            (team.outcome(), states, parts)
        });
        let (outcome, states, parts) = run.expect("it takes it");
        assert_eq!(outcome, one);
        // How often depends on how busy the machine is.
        assert!(states > 0);
        assert!(parts == 1 || threads > 1 && parts > 1, "{parts} parts by {threads}");
    }
}
