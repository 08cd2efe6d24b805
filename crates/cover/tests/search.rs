//! What a search promises: verdicts, limits, cancellation, lazy iteration.

use std::ops::ControlFlow;
use std::thread;
use std::time::{Duration, Instant};

use quadrille_cover::{
    Branching, CancelToken, ItemId, Limits, Meter, OptionId, Problem, ProblemBuilder, Search, Step,
    StopReason, Verdict, strategy,
};

const TIME: Verdict = Verdict::Stopped(StopReason::TimeBudget);

/// `count` items with two options each: 2^count solutions.
fn pairs(count: u32) -> Problem<u32> {
    let mut builder = ProblemBuilder::new();
    builder.primary_items(0..count).unwrap();
    for item in 0..count {
        builder.add_option([item]).unwrap();
        builder.add_option([item]).unwrap();
    }
    builder.build()
}

#[test]
fn the_verdict_says_how_far_the_search_got() {
    let problem = pairs(3);
    let search = Search::new();
    let verdict = |search: Search| {
        let outcome = search.count(&problem).unwrap();
        (outcome.verdict, outcome.solutions)
    };
    assert_eq!(verdict(search.clone()), (Verdict::Exhausted, 8));
    assert_eq!(verdict(search.clone().limit(9)), (Verdict::Exhausted, 8));
    assert_eq!(verdict(search.clone().limit(7)), (Verdict::LimitReached, 7));
    assert_eq!(verdict(search.clone().limit(0)), (Verdict::LimitReached, 0));
    let stopped = Verdict::Stopped(StopReason::NodeBudget);
    assert_eq!(verdict(search.clone().node_budget(0)), (stopped, 0));
    assert_eq!(verdict(search.node_budget(5)), (stopped, 2));
}

#[test]
fn a_node_budget_is_kept_to_the_node() {
    let problem = pairs(10);
    for nodes in [1, 2, 10, 11, 100, 2045] {
        let outcome = Search::new().node_budget(nodes).count(&problem).unwrap();
        assert_eq!(outcome.statistics.nodes, nodes);
        assert_eq!(outcome.verdict, Verdict::Stopped(StopReason::NodeBudget));
    }
    // 2 + 4 + … + 1,024 nodes are the whole tree.
    let outcome = Search::new().node_budget(2046).count(&problem).unwrap();
    assert_eq!((outcome.statistics.nodes, outcome.solutions), (2046, 1024));
}

#[test]
fn the_profile_counts_the_nodes_of_each_level() {
    let outcome = Search::new().count(&pairs(4)).unwrap();
    assert_eq!(outcome.statistics.profile, [2, 4, 8, 16]);
    assert_eq!(outcome.statistics.depth(), 4);
}

#[test]
fn a_time_budget_stops_a_search_that_would_never_end() {
    let start = Instant::now();
    // By a strategy that visits each of the 2⁶⁰.
    let search = Search::new().strategy(&strategy::Links).time_budget(Duration::from_millis(50));
    let outcome = search.count(&pairs(60)).unwrap();
    assert_eq!(outcome.verdict, Verdict::Stopped(StopReason::TimeBudget));
    assert!(start.elapsed() >= Duration::from_millis(50));
    assert!(outcome.solutions > 0);
}

#[test]
fn another_thread_can_cancel_a_search() {
    let token = CancelToken::new();
    let search = Search::new().strategy(&strategy::Links).cancel(token.clone());
    let searching = thread::spawn(move || search.count(&pairs(60)).unwrap());
    thread::sleep(Duration::from_millis(20));
    token.cancel();
    let outcome = searching.join().unwrap();
    assert_eq!(outcome.verdict, Verdict::Stopped(StopReason::Cancelled));
}

#[test]
fn a_receiver_can_break_off() {
    let mut seen = 0;
    let outcome = Search::new().for_each(&pairs(60), |options| {
        assert_eq!(options.len(), 60);
        seen += 1;
        if seen == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let outcome = outcome.unwrap();
    assert_eq!(outcome.verdict, Verdict::Stopped(StopReason::Receiver));
    assert_eq!(outcome.solutions, 3);
}

#[test]
fn solutions_are_searched_for_as_they_are_asked_for() {
    let problem = pairs(60);
    let mut solutions = Search::new().solutions(&problem).unwrap();
    assert_eq!(solutions.by_ref().take(2).count(), 2);
    assert_eq!(solutions.verdict(), None, "it may go on");
    let outcome = solutions.outcome();
    assert_eq!(outcome.verdict, Verdict::Stopped(StopReason::Receiver));
    assert!(outcome.statistics.nodes <= 62, "{} nodes for two solutions", outcome.statistics.nodes);
}

#[test]
fn an_iterator_that_has_ended_stays_ended() {
    let problem = pairs(2);
    let mut solutions = Search::new().limit(3).solutions(&problem).unwrap();
    assert_eq!(solutions.by_ref().count(), 3);
    assert_eq!(solutions.next(), None);
    assert_eq!(solutions.verdict(), Some(Verdict::LimitReached));
}

#[test]
fn solutions_can_be_borrowed() {
    let problem = pairs(2);
    let mut solutions = Search::new().solutions(&problem).unwrap();
    let mut count = 0;
    while let Some(options) = solutions.next_borrowed() {
        assert_eq!(options.len(), 2);
        count += 1;
    }
    assert_eq!(count, 4);
}

#[test]
fn a_verdict_of_no_solution_names_an_item_without_options() {
    let mut builder = ProblemBuilder::new();
    builder.secondary("x").unwrap();
    builder.primary_items(["a", "b", "c"]).unwrap();
    builder.add_option(["a", "x"]).unwrap();
    builder.add_option(["c"]).unwrap();
    let outcome = Search::new().count(&builder.build()).unwrap();
    assert_eq!((outcome.verdict, outcome.solutions), (Verdict::Exhausted, 0));
    assert_eq!(outcome.item_without_options, Some(ItemId::new(2)));
    assert_eq!(outcome.statistics.nodes, 0, "at once");
}

#[test]
fn nothing_to_cover_has_one_solution_the_empty_one() {
    let mut builder = ProblemBuilder::new();
    builder.secondary("x").unwrap();
    builder.add_option(["x"]).unwrap();
    let problem = builder.build();
    let all = Search::new().all(&problem).unwrap();
    assert_eq!(all.solutions, [Vec::<OptionId>::new()]);
    assert_eq!(all.outcome.verdict, Verdict::Exhausted);
    // An option that is never chosen cannot be part of a solution.
    let given = Search::new().given([OptionId::new(0)]).count(&problem).unwrap();
    assert_eq!((given.verdict, given.solutions), (Verdict::Exhausted, 0));
}

#[test]
fn a_given_option_that_is_not_there_is_an_error() {
    let error = Search::new().given([OptionId::new(4)]).count(&pairs(2)).unwrap_err();
    assert_eq!(error.to_string(), "no option 4: the problem has 4, numbered from 0");
}

/// A meter hands out its nodes in slices when it has to watch the clock; none may be lost.
#[test]
fn slices_add_up_to_the_node_budget() {
    let limits = Limits::none().with_nodes(10_000).with_time(Duration::from_secs(3600));
    let mut meter = Meter::start(&limits);
    let mut total = 0;
    let reason = loop {
        match meter.slice() {
            Err(reason) => break reason,
            Ok(mut budget) => {
                while budget.take_node() {
                    total += 1;
                }
                meter.settle(&budget);
            }
        }
    };
    assert_eq!((total, reason), (10_000, StopReason::NodeBudget));
}

/// A problem of many items, each with three options.
fn wide(items: u32) -> Problem<u32> {
    let mut builder = ProblemBuilder::new();
    builder.primary_items(0..items).expect("new items");
    for item in 0..items {
        for cost in 1..=3 {
            builder.option().item(item).cost(cost).add().expect("declared");
        }
    }
    builder.build()
}

#[test]
fn preparing_is_part_of_the_time() {
    let problem = wide(200_000);
    let search = Search::new().time_budget(Duration::from_millis(1));
    let count = search.count(&problem).expect("it takes it");
    assert_eq!((count.verdict, count.statistics.nodes), (TIME, 0));
    let cheapest = search.cheapest(&problem, 1).expect("it takes it").outcome;
    assert_eq!((cheapest.verdict, cheapest.statistics.nodes), (TIME, 0));
}

#[test]
fn choosing_an_item_among_many_is_work() {
    let problem = wide(100_000);
    for branching in [Branching::Fewest, Branching::WeightedDegree, Branching::RandomTies(1)] {
        let search = Search::new().branching(branching);
        let mut searcher = search.searcher(&problem).expect("it takes it");
        let mut meter = Meter::start(&Limits::none());
        let mut slice = meter.short_slice().expect("no limit");
        assert_eq!(searcher.advance(&mut slice), Step::Paused);
        assert!(searcher.statistics().nodes < 20, "{:?}", searcher.statistics().nodes);
    }
}
