use quadrille_testkit::SplitMix64;
use quadrille_testkit::generate::{Shape, random_instance};

use super::machine::Extract;
use super::*;
use crate::limits::Budget;
use crate::problem::Problem;
use crate::statistics::Statistics;
use crate::strategy::Step;
use crate::strategy::links::tests::build;

/// So many rounds, and a few where each step is interpreted.
pub(in crate::strategy) fn rounds(usual: u64) -> u64 {
    if cfg!(miri) { 4 } else { usual }
}

/// All machines that this one can be.
fn machines() -> Vec<Machine> {
    #[cfg(target_arch = "x86_64")]
    let fast = [Machine::avx2(), Machine::avx512()];
    #[cfg(not(target_arch = "x86_64"))]
    let fast = [None];
    std::iter::once(Machine::PORTABLE).chain(fast.into_iter().flatten()).collect()
}

/// The first solutions within a budget of nodes, and the counters.
fn run(
    problem: &Problem<usize, String>,
    machine: Machine,
    narrows: Option<bool>,
    nodes: u64,
) -> (Vec<Vec<OptionId>>, Statistics) {
    let sets = Sets::of(problem.matrix());
    let mut state = State::new(sets, machine);
    state.forecast.narrows = narrows;
    let mut walk = Walk::new(state, problem.matrix(), &Setup::default());
    let (mut solutions, mut budget) = (Vec::new(), Budget::nodes(nodes));
    // In tests, the search checks the invariants itself after every node that stays open.
    while walk.advance(&mut budget) == Step::Solution {
        let mut solution = Vec::new();
        walk.solution(&mut solution);
        solutions.push(solution);
        budget = Budget::nodes(budget.nodes_left());
    }
    (solutions, walk.statistics().clone())
}

/// A problem of several words: primary items in pairs and triples, with colours on secondary ones.
fn large(seed: u64) -> Problem<usize, String> {
    let mut random = SplitMix64::new(seed);
    let shape = Shape {
        max_items: random.between(8, 40),
        max_options: random.between(20, 700),
        ..if random.chance(50) { Shape::XC } else { Shape::XCC }
    };
    build(&random_instance(seed, shape))
}

#[test]
fn all_machines_find_the_same_in_the_same_order() {
    for seed in 0..rounds(10_000) {
        let problem = match seed % 4 {
            0 => build(&random_instance(seed, Shape::XC)),
            1 => large(seed),
            _ => build(&random_instance(seed, Shape::XCC)),
        };
        let expected = run(&problem, Machine::PORTABLE, None, 200);
        for machine in machines() {
            assert!(run(&problem, machine, None, 200) == expected, "seed {seed}, {machine:?}");
        }
    }
}

#[test]
fn frames_change_nothing_but_the_time() {
    for seed in 0..rounds(1_000) {
        let problem = large(seed);
        let expected = run(&problem, Machine::PORTABLE, Some(false), 300);
        for machine in machines() {
            let found = run(&problem, machine, Some(true), 300);
            assert!(found == expected, "seed {seed}, {machine:?}");
        }
    }
}

#[test]
fn a_sprint_is_the_walk_however_often_it_is_left() {
    for seed in 0..rounds(2_000) {
        let problem =
            if seed % 2 == 0 { large(seed) } else { build(&random_instance(seed, Shape::XCC)) };
        let sets = Sets::of(problem.matrix());
        let state = State { walks: true, ..State::new(sets, Machine::PORTABLE) };
        let mut walk = Walk::new(state, problem.matrix(), &Setup::default());
        let mut random = SplitMix64::new(seed);
        for machine in machines() {
            let sets = Sets::of(problem.matrix());
            let mut sprint =
                Walk::new(State::new(sets, machine), problem.matrix(), &Setup::default());
            sprint.moves.forecast.narrows = (seed % 3 < 2).then_some(seed % 3 == 0);
            walk.restart(&Setup::default());
            for _ in 0..60 {
                let slice = Budget::nodes(random.between(1, 12) as u64);
                let slice = slice.with_solutions(random.between(1, 3) as u64);
                let step = walk.advance(&mut slice.clone());
                assert_eq!(sprint.advance(&mut slice.clone()), step, "seed {seed}, {machine:?}");
                assert_eq!(sprint.state(), walk.state(), "seed {seed}, {machine:?}");
                if random.chance(10) {
                    assert_eq!(sprint.split(), walk.split(), "seed {seed}, {machine:?}");
                }
                if step == Step::Exhausted {
                    break;
                }
            }
        }
    }
}

#[test]
fn bits_are_extracted_as_one_by_one() {
    let mut random = SplitMix64::new(1);
    for round in 0..rounds(10_000) as usize {
        let mask = match round % 4 {
            0 => random.next_u64(),
            1 => random.next_u64() & random.next_u64() & random.next_u64(),
            2 => random.next_u64() | random.next_u64() | random.next_u64(),
            _ => [0, 1, u64::MAX, 1 << 63][round / 4 % 4],
        };
        let word = random.next_u64();
        let one_by_one =
            bits(&[mask]).enumerate().fold(0, |sum, (to, from)| sum | ((word >> from & 1) << to));
        assert_eq!(Extract::by(mask).of(word), one_by_one, "{word:#x} by {mask:#x}");
    }
}

#[test]
fn problems_that_are_too_large_go_to_hybrid() {
    let mut builder = crate::builder::ProblemBuilder::new();
    builder.primary_items(0..70_000u32).unwrap();
    for item in 0..70_000u32 {
        builder.add_option([item]).unwrap();
    }
    let problem = builder.build();
    // Two sets of 70,000 bits for each of 70,000 items.
    assert!(!Sets::fit(problem.matrix()));
    let mut searcher = Bits.prepare(problem.matrix(), &Setup::default());
    assert_eq!(searcher.advance(&mut Budget::nodes(1)), Step::Paused);
    assert_eq!(searcher.statistics().nodes, 1);
}
