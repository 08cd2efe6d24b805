//! Searches that are watched: the events of small problems by hand, and that they tell of every
//! strategy what it does when nobody looks.

use crate::common;

use quadrille_cover::strategy::{Branch, Searcher, Step};
use quadrille_cover::watch::{Event, Partial, Watch};
use quadrille_cover::{
    Branching, Budget, ItemId, Matrix, OptionId, Order, ProblemBuilder, Search, Strategy, strategy,
    text,
};
use quadrille_testkit::cases;

/// The events in short: `+` chooses, `!` tries, `-` takes back, `^` retreats, with items and options by
/// number.
fn told(events: &[Event<Branch>]) -> Vec<String> {
    let number = |option: Option<OptionId>| option.map_or("none".into(), |o| o.to_string());
    let line = |event: &Event<Branch>| match *event {
        Event::Choose { level, branch } => {
            format!("{level}+ item {} of {}", branch.item, branch.of)
        }
        Event::Try { level, branch } => format!("{level}! {}", number(branch.option)),
        Event::Undo { level, branch } => format!("{level}- {}", number(branch.option)),
        Event::Retreat { level, branch } => format!("{level}^ item {}", branch.item),
        Event::Solution => "solution".to_owned(),
        Event::Exhausted => "exhausted".to_owned(),
        _ => "node".to_owned(),
    };
    events.iter().map(line).collect()
}

fn all_events(problem: &impl AsRef<Matrix>, strategy: &'static dyn Strategy) -> Vec<String> {
    let mut watch = Search::new().strategy(strategy).watch(problem).unwrap();
    let mut lines = Vec::new();
    while !watch.is_over() {
        lines.extend(told(watch.step()));
    }
    lines
}

/// Knuth's example: one solution, of options 0, 3 and 4.
const TOY: &str = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";

#[test]
fn the_events_of_the_toy_problem_are_those_found_by_hand() {
    let problem = text::read(TOY).unwrap();
    // Item a has two options, as few as any. With both out of sight f has one, b c f. Behind a d g that
    // takes c from e, whose d e g is gone. Behind a d f, first e comes down to c e, then g to b g.
    let expected = [
        "0+ item 0 of 2",
        "0! 1",
        "1+ item 5 of 1",
        "1! 2",
        "1- 2",
        "1^ item 5",
        "0- 1",
        "0! 3",
        "1+ item 4 of 1",
        "1! 0",
        "2+ item 6 of 1",
        "2! 4",
        "solution",
        "2- 4",
        "2^ item 6",
        "1- 0",
        "1^ item 4",
        "0- 3",
        "0^ item 0",
        "exhausted",
    ];
    assert_eq!(all_events(&problem, strategy::by_name("links").unwrap()), expected);
}

#[test]
fn two_solutions_of_a_level_are_set_apart_by_the_undoing_of_the_first() {
    let problem = text::read("a\na\na\n").unwrap();
    for &strategy in strategy::ALL.iter().filter(|strategy| !strategy.learns()) {
        let expected = [
            "0+ item 0 of 2",
            "0! 0",
            "solution",
            "0- 0",
            "0! 1",
            "solution",
            "0- 1",
            "0^ item 0",
            "exhausted",
        ];
        assert_eq!(all_events(&problem, strategy), expected, "{}", strategy.name());
    }
}

#[test]
fn a_problem_without_primary_items_has_its_empty_solution_and_no_levels() {
    let mut builder = ProblemBuilder::new();
    builder.secondary("x").unwrap();
    builder.add_option(["x"]).unwrap();
    let problem = builder.build();
    for &strategy in strategy::ALL.iter().filter(|strategy| !strategy.learns()) {
        assert_eq!(all_events(&problem, strategy), ["solution", "exhausted"]);
    }
}

#[test]
fn an_item_without_options_ends_it_at_once() {
    let problem = text::read("a b\na\n").unwrap();
    for &strategy in strategy::ALL.iter().filter(|strategy| !strategy.learns()) {
        assert_eq!(all_events(&problem, strategy), ["exhausted"], "{}", strategy.name());
    }
}

#[test]
fn an_item_that_may_be_left_has_a_branch_without_an_option() {
    let problem = text::read("0:1|a b\na b\nb\n").unwrap();
    let events = all_events(&problem, strategy::by_name("links").unwrap());
    assert_eq!(events.iter().filter(|event| *event == "solution").count(), 2);
    assert_eq!(events.last().map(String::as_str), Some("exhausted"));
}

/// What a search finds, node by node, when nobody looks.
fn unwatched(mut searcher: Box<dyn Searcher + '_>) -> (Vec<Vec<OptionId>>, u64) {
    let mut solutions = Vec::new();
    while searcher.advance(&mut Budget::unlimited()) == Step::Solution {
        let mut solution = Vec::new();
        searcher.solution(&mut solution);
        solutions.push(solution);
    }
    (solutions, searcher.statistics().nodes)
}

/// Replays the events of a search, checks each against the rules, and compares what comes out with
/// what the search does when nobody looks.
fn replay(search: &Search, matrix: &Matrix, has_twice: bool, place: &str) {
    let (solutions, nodes) = unwatched(search.searcher(&matrix).unwrap());
    let mut watch: Watch<_> = search.watch(&matrix).unwrap();
    let mut partial = Partial::new(matrix, &[], &[]);
    let mut levels: Vec<(ItemId, Option<Branch>)> = Vec::new();
    let (mut found, mut tried, mut undone) = (Vec::new(), 0, 0);
    while !watch.is_over() {
        let events = watch.step().to_vec();
        assert!(!events.is_empty(), "{place}: a step without events");
        let tries = events.iter().filter(|event| matches!(event, Event::Try { .. })).count();
        assert!(tries <= 1, "{place}: {tries} nodes in a step");
        for event in &events {
            match *event {
                Event::Choose { level, branch } => {
                    assert_eq!(level, levels.len(), "{place}");
                    assert!(levels.iter().all(|(_, branch)| branch.is_some()), "{place}");
                    let options = partial.options(branch.item);
                    if !has_twice {
                        assert_eq!(options.len(), branch.of as usize, "{place}: {branch:?}");
                        assert!(branch.option.is_some_and(|option| options.contains(&option)));
                    }
                    levels.push((branch.item, None));
                }
                Event::Try { level, branch } => {
                    assert_eq!(level + 1, levels.len(), "{place}");
                    let top = levels.last_mut().unwrap();
                    assert_eq!((top.0, top.1), (branch.item, None), "{place}");
                    top.1 = Some(branch);
                    tried += 1;
                }
                Event::Undo { level, branch } => {
                    assert_eq!(level + 1, levels.len(), "{place}");
                    assert_eq!(levels.last().unwrap().1, Some(branch), "{place}");
                    levels.last_mut().unwrap().1 = None;
                    undone += 1;
                }
                Event::Retreat { level, branch } => {
                    assert_eq!(level + 1, levels.len(), "{place}");
                    assert_eq!(levels.pop(), Some((branch.item, None)), "{place}");
                }
                Event::Solution => {
                    found.push(partial.taken().to_vec());
                    let mut solution = Vec::new();
                    watch.searcher().solution(&mut solution);
                    assert_eq!(partial.taken(), solution, "{place}");
                }
                Event::Exhausted => assert!(levels.is_empty() && watch.is_over(), "{place}"),
                _ => panic!("{place}: a node without a branch"),
            }
            partial.follow(event);
        }
    }
    assert_eq!(watch.step(), [], "{place}");
    assert_eq!((tried, watch.nodes()), (nodes, nodes), "{place}");
    assert_eq!((undone, watch.undone()), (nodes, nodes), "{place}: all is taken back at the end");
    assert_eq!(watch.solutions(), solutions.len() as u64, "{place}");
    assert_eq!(found, solutions, "{place}");
}

#[test]
fn the_events_of_every_strategy_replay_to_what_it_finds_when_nobody_looks() {
    let mut replayed = 0;
    for case in cases::cover() {
        let Ok(problem) = common::build(&case.instance) else { continue };
        let matrix = problem.matrix();
        for strategy in common::walkers(matrix) {
            let search = Search::new().strategy(strategy);
            let place = format!("{} by {}", case.name, strategy.name());
            if search.clone().node_budget(20_000).count(&problem).unwrap().verdict.is_stopped() {
                continue;
            }
            replay(&search, matrix, matrix.needs().multiplicities, &place);
            replayed += 1;
        }
    }
    assert!(replayed > 100, "{replayed}");
}

#[test]
fn given_and_forbidden_options_random_orders_and_other_branchings_replay_too() {
    let queens = text::read(&six_queens()).unwrap();
    let matrix = queens.matrix();
    for name in ["links", "cells"] {
        let strategy = strategy::by_name(name).unwrap();
        for seed in 0..4 {
            let branching = match seed {
                0 => Branching::First,
                1 => Branching::WeightedDegree,
                _ => Branching::RandomTies(seed),
            };
            let search = Search::new().strategy(strategy).order(Order::Random(seed));
            replay(&search.branching(branching), matrix, false, &format!("{name}, seed {seed}"));
        }
    }
    let given = [OptionId::new(1)];
    for &strategy in strategy::ALL.iter().filter(|strategy| !strategy.learns()) {
        let search = Search::new().strategy(strategy).given(given).forbid([OptionId::new(8)]);
        let mut watch = search.watch(&matrix).unwrap();
        let mut partial = Partial::new(matrix, &given, &[OptionId::new(8)]);
        assert_eq!(partial.given(), 1);
        let mut solutions = 0;
        while !watch.is_over() {
            for event in watch.step().to_vec() {
                if event == Event::Solution {
                    assert!(partial.taken().contains(&given[0]));
                    assert_eq!(partial.taken().len(), 6);
                    assert_eq!(partial.open_items().count(), 0);
                    solutions += 1;
                }
                partial.follow(&event);
            }
        }
        assert_eq!(solutions, search.count(&queens).unwrap().solutions, "{}", strategy.name());
    }
}

/// Six queens: rows and columns, and diagonals that need not be covered.
fn six_queens() -> String {
    let names =
        |letter: &str, to: usize| -> String { (0..to).map(|i| format!(" {letter}{i}")).collect() };
    let mut text =
        format!("{}{} |{}{}\n", names("r", 6), names("c", 6), names("a", 11), names("b", 11));
    for row in 0..6 {
        for column in 0..6 {
            text += &format!("r{row} c{column} a{} b{}\n", row + column, row + 5 - column);
        }
    }
    text
}

#[test]
fn a_solution_is_left_by_a_step_of_its_own_which_visits_no_node() {
    let problem = text::read("a\na\na\n").unwrap();
    let mut watch = Search::new().watch(&problem).unwrap();
    let steps: Vec<Vec<String>> = (0..5).map(|_| told(watch.step())).collect();
    assert_eq!(steps[0], ["0+ item 0 of 2"]);
    assert_eq!(steps[1], ["0! 0", "solution"]);
    assert_eq!(steps[2], ["0- 0"]);
    assert_eq!(steps[3], ["0! 1", "solution"]);
    assert_eq!(steps[4], ["0- 1", "0^ item 0", "exhausted"]);
}

#[test]
fn what_learns_has_no_tree_to_be_watched() {
    let problem = text::read("a\na\n").unwrap();
    let search = Search::new().strategy(strategy::by_name("learn").unwrap());
    let error = search.watch(&problem).map(|_| ()).expect_err("refused");
    assert_eq!(error.to_string(), "strategy learn cannot take being watched; auto can");
}
