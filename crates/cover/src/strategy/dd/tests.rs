use std::collections::BTreeSet;

use num_bigint::BigUint;
use quadrille_testkit::generate::{Shape, random_instance};
use quadrille_testkit::{Instance, SplitMix64, oracle};

use super::draw::Drawer;
use super::engine::Engine;
use super::memo::Hash;
use super::order::Ordering;
use super::sum::Counting;
use super::*;
use crate::ids::OptionId;
use crate::limits::Budget;
use crate::problem::Problem;
use crate::search::Search;
use crate::strategy::bits::tests::rounds;
use crate::strategy::links::tests::build;
use crate::strategy::{State, Step, Strategy};

/// What changes the way of a search, and nothing that it finds.
#[derive(Debug, Clone, Copy)]
struct Way {
    hash: Option<Hash>,
    memory: u64,
    in_order: bool,
    parts: bool,
}

impl Way {
    /// One of all ways, by a number.
    fn number(number: u64) -> Self {
        // Sub-problems of different size with the same hash are sought in the same place.
        let hashes: [Option<Hash>; 3] =
            [None, Some(|_| 0), Some(|key| key.words.iter().fold(0, |sum, word| sum ^ word) & 1)];
        Way {
            hash: hashes[number as usize % 3],
            memory: [MEMORY, 0, 1000, 5000][number as usize / 3 % 4],
            in_order: (number / 12).is_multiple_of(2),
            parts: (number / 24).is_multiple_of(2),
        }
    }
}

fn adjust<D: sum::Domain>(engine: &mut Engine<bits::State, D>, way: Way) {
    if let Some(hash) = way.hash {
        engine.memo.set_hash(hash);
    }
    engine.parting.looks = Some(way.parts);
}

/// Counts, in slices of so many nodes; also the nodes that were visited.
fn count(problem: &Problem<usize, String>, setup: &Setup, way: Way, slice: u64) -> (BigUint, u64) {
    let matrix = problem.matrix();
    let ordering = Ordering::of(matrix);
    let mut engine =
        Engine::new(moves, Counting, matrix, &ordering, way.in_order, setup, bytes(way.memory));
    adjust(&mut engine, way);
    let mut least = BigUint::ZERO;
    while !engine.advance(&mut Budget::nodes(slice)) {
        let so_far: BigUint = engine.so_far().into();
        assert!(so_far >= least);
        least = so_far;
    }
    let result: BigUint = engine.result().expect("the end was reached").into();
    assert!(result >= least);
    (result, engine.statistics().nodes)
}

/// The solutions of the diagram that is drawn, each sorted.
fn draw(problem: &Problem<usize, String>, setup: &Setup, way: Way) -> Vec<Vec<usize>> {
    let matrix = problem.matrix();
    let mut drawer = Drawer::new(matrix, setup);
    drawer.engine.engines().iter_mut().for_each(|engine| adjust(engine, way));
    while !drawer.advance(&mut Budget::nodes(7)) {}
    let diagram = drawer.finish(matrix).expect("all of it is drawn");
    let ids = |solution: Vec<OptionId>| solution.iter().map(|option| option.index()).collect();
    let mut solutions: Vec<Vec<usize>> = diagram.solutions().map(ids).collect();
    solutions.iter_mut().for_each(|solution| solution.sort_unstable());
    let distinct: BTreeSet<_> = solutions.iter().collect();
    assert_eq!(distinct.len(), solutions.len(), "each solution has one path");
    solutions.sort_unstable();
    solutions
}

fn instance(seed: u64) -> Instance {
    random_instance(seed, if seed.is_multiple_of(3) { Shape::XC } else { Shape::XCC })
}

#[test]
fn counts_and_diagrams_are_those_of_the_oracle_whatever_the_hash_memory_order_and_parts() {
    for seed in 0..rounds(10_000) {
        let instance = instance(seed);
        let problem = build(&instance);
        let expected = oracle::solutions(&instance).expect("the generator makes sound problems");
        let way = Way::number(seed);
        let (found, _) = count(&problem, &Setup::default(), way, 1 + seed % 50);
        assert_eq!(found, BigUint::from(expected.len()), "seed {seed}, {way:?}");
        assert_eq!(draw(&problem, &Setup::default(), way), expected, "seed {seed}, {way:?}");
    }
}

#[test]
fn given_and_forbidden_options_are_kept_to() {
    for seed in 0..rounds(2000) {
        let instance = instance(seed);
        let problem = build(&instance);
        let mut random = SplitMix64::new(seed);
        let mut some = |share: usize| -> Vec<OptionId> {
            let chosen = problem.matrix().options().filter(|_| random.chance(share));
            chosen.collect()
        };
        let (given, forbidden) = (some(15), some(15));
        let keeps = |solution: &Vec<usize>| {
            given.iter().all(|option| solution.contains(&option.index()))
                && !forbidden.iter().any(|option| solution.contains(&option.index()))
        };
        let expected = oracle::solutions(&instance).expect("the generator makes sound problems");
        let expected: Vec<_> = expected.into_iter().filter(keeps).collect();
        let setup =
            Setup { given: given.clone(), forbidden: forbidden.clone(), ..Setup::default() };
        let way = Way::number(seed);
        let (found, _) = count(&problem, &setup, way, 1000);
        assert_eq!(found, BigUint::from(expected.len()), "seed {seed}, {way:?}");
        assert_eq!(draw(&problem, &setup, way), expected, "seed {seed}, {way:?}");
    }
}

/// A board of squares that is tiled by dominoes, as often as there are `boards`, one beside the
/// other.
fn boards(boards: usize, rows: usize, columns: usize) -> Problem<usize, String> {
    let (board, mut options) = (rows * columns, Vec::new());
    for cell in 0..boards * board {
        let (row, column) = (cell % board / columns, cell % columns);
        if column + 1 < columns {
            options.push([cell, cell + 1]);
        }
        if row + 1 < rows {
            options.push([cell, cell + columns]);
        }
    }
    let mut builder = crate::builder::ProblemBuilder::coloured();
    builder.primary_items(0..boards * board).unwrap();
    options.into_iter().for_each(|option| {
        builder.add_option(option).unwrap();
    });
    builder.build()
}

#[test]
fn independent_parts_are_multiplied() {
    let problem = boards(40, 4, 4);
    let way = |parts, memory| Way { hash: None, memory, in_order: false, parts };
    let (found, nodes) = count(&problem, &Setup::default(), way(true, 0), 1000);
    assert_eq!(found, BigUint::from(36u32).pow(40));
    // Without a memory, each board costs what it costs alone.
    let (_, alone) = count(&boards(1, 4, 4), &Setup::default(), way(true, 0), 1000);
    assert!(nodes <= 40 * alone, "{nodes} nodes, and {alone} for one");
}

#[test]
fn a_memory_that_is_too_small_costs_nodes_and_nothing_else() {
    let problem = boards(1, 8, 8);
    let nodes = [MEMORY, 20_000, 5000].map(|memory| {
        let way = Way { hash: None, memory, in_order: true, parts: false };
        let (found, nodes) = count(&problem, &Setup::default(), way, 4096);
        assert_eq!(found, BigUint::from(12_988_816u32));
        nodes
    });
    assert!(nodes.is_sorted() && nodes[0] < nodes[2], "{nodes:?}");
}

#[test]
fn who_counts_may_go_over_to_visiting_and_then_finds_all() {
    let problem = boards(1, 4, 4);
    let mut searcher = Dd.prepare(problem.matrix(), &Setup::default());
    let mut budget = Budget::nodes(5).with_solutions(u64::MAX);
    assert_eq!(searcher.advance(&mut budget), Step::Paused);
    assert_eq!(searcher.state(), State::default());
    let mut found = 0;
    while searcher.advance(&mut Budget::unlimited()) == Step::Solution {
        found += 1;
    }
    assert_eq!((found, searcher.statistics().solutions), (36, 36));
}

#[test]
fn a_limit_of_memory_stops_a_diagram() {
    let problem = boards(1, 8, 8);
    let stopped = Search::new().memory_limit(10_000).diagram(&problem).unwrap();
    assert!(stopped.diagram.is_none());
    let reason = crate::outcome::StopReason::MemoryLimit;
    assert_eq!(stopped.verdict, crate::outcome::Verdict::Stopped(reason));
    let drawn = Search::new().memory_limit(1 << 20).diagram(&problem).unwrap();
    assert_eq!(drawn.diagram.map(|diagram| diagram.count()), Some(12_988_816u32.into()));
}

/// Options {i} and {i, i + 1}: as many solutions as a Fibonacci number, and sub-problems as deep as
/// there are items.
fn chain(items: usize) -> Problem<usize, String> {
    let mut builder = crate::builder::ProblemBuilder::coloured();
    builder.primary_items(0..items).unwrap();
    for item in 0..items {
        builder.add_option([item]).unwrap();
        if item + 1 < items {
            builder.add_option([item, item + 1]).unwrap();
        }
    }
    builder.build()
}

#[test]
fn the_first_way_down_does_not_speak_against_remembering() {
    for items in [10, 1000, 4000] {
        let outcome = Search::new().strategy(&Dd).count(&chain(items)).unwrap();
        let nodes = outcome.statistics.nodes;
        assert!(nodes <= 2 * items as u64, "{nodes} nodes for {items} items");
    }
}

#[test]
fn a_limit_is_kept_to_however_large() {
    let problem = boards(40, 4, 4);
    let search = Search::new().strategy(&Dd).limit(1000);
    assert_eq!(search.count(&problem).unwrap().total(), BigUint::from(1000u32));
    // It would take for ever to find so many one by one: it must not count more either.
    let search = Search::new().strategy(&Dd).limit(u64::MAX - 1).node_budget(1000);
    let outcome = search.count(&problem).unwrap();
    assert!(outcome.verdict.is_stopped() && outcome.solutions <= 1000);
}

#[test]
fn a_search_that_is_counting_does_not_descend_and_ends_nowhere() {
    let problem = boards(1, 6, 6);
    for strategy in [&Dd as &dyn Strategy, &crate::strategy::Auto] {
        let mut searcher = strategy.prepare(problem.matrix(), &Setup::default());
        let mut budget = Budget::nodes(10).with_solutions(u64::MAX);
        assert_eq!(searcher.advance(&mut budget), Step::Paused);
        assert_eq!(searcher.descend(&mut |_| 0), None);
        let mut budget = Budget::unlimited().with_solutions(u64::MAX);
        assert_eq!(searcher.advance(&mut budget), Step::Exhausted);
        assert!(searcher.position().is_empty());
        assert_eq!(searcher.descend(&mut |_| 0), None);
        assert!(searcher.statistics().updates > 0);
    }
}

#[test]
fn many_independent_parts_take_memory_for_what_is_in_them() {
    let problem = boards(5000, 1, 4);
    let outcome = Search::new().strategy(&Dd).count(&problem).unwrap();
    assert_eq!(outcome.total(), BigUint::from(1u32));
    let mut builder = crate::builder::ProblemBuilder::<usize, String>::coloured();
    builder.primary_items(0..5000).unwrap();
    for item in 0..10_000 {
        builder.add_option([item / 2]).unwrap();
    }
    let outcome = Search::new().strategy(&Dd).count(&builder.build()).unwrap();
    assert_eq!(outcome.total(), BigUint::from(1u32) << 5000);
}
