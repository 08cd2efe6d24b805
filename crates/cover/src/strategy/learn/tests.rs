use quadrille_testkit::generate::{Shape, random_instance};
use quadrille_testkit::{SplitMix64, oracle};

use super::super::links::tests::build;
use super::searcher::Learner;
use super::*;
use crate::builder::ProblemBuilder;
use crate::ids::OptionId;
use crate::limits::Budget;
use crate::problem::Problem;
use crate::strategy::{Links, State, StateMismatch, Step};
use crate::verify::verify;

/// The rest of the solutions of a searcher, in slices of so many nodes.
fn rest(searcher: &mut Learner<'_>, nodes: u64) -> Vec<Vec<OptionId>> {
    let mut found = Vec::new();
    loop {
        match searcher.advance(&mut Budget::nodes(nodes)) {
            Step::Exhausted => return found,
            Step::Paused => searcher.check_invariants(),
            Step::Solution => {
                let mut options = Vec::new();
                searcher.solution(&mut options);
                found.push(options);
            }
        }
    }
}

fn numbers(solutions: &[Vec<OptionId>]) -> Vec<Vec<usize>> {
    let numbers = |options: &Vec<OptionId>| options.iter().map(|option| option.index()).collect();
    let mut sets: Vec<Vec<usize>> = solutions.iter().map(numbers).collect();
    sets.iter_mut().for_each(|set| set.sort_unstable());
    sets.sort();
    sets
}

/// Pigeons for one hole less, each in one of them.
fn pigeons(count: u32) -> Problem<u32> {
    let mut builder = ProblemBuilder::new();
    builder.primary_items(0..count).unwrap();
    (0..count - 1).for_each(|hole| {
        builder.secondary(100 + hole).unwrap();
    });
    for pigeon in 0..count {
        for hole in 0..count - 1 {
            builder.add_option([pigeon, 100 + hole]).unwrap();
        }
    }
    builder.build()
}

#[test]
fn random_problems_have_the_solutions_of_the_oracle_and_the_invariants_hold() {
    let mut solutions = 0;
    for seed in 0..4_000 {
        let shape = if seed % 2 == 0 { Shape::XCC } else { Shape::XC };
        let instance = random_instance(seed, shape);
        let problem = build(&instance);
        let expected = oracle::solutions(&instance).expect("sound");
        let mut searcher = Learner::new(problem.matrix(), &Setup::default());
        let found = rest(&mut searcher, 1 + seed % 3);
        found.iter().for_each(|options| assert_eq!(verify(&problem, options), Ok(())));
        assert_eq!(numbers(&found), expected, "seed {seed}");
        let statistics = searcher.statistics();
        assert!(statistics.solutions <= statistics.nodes + 1, "seed {seed}");
        solutions += found.len();
    }
    assert!(solutions > 4_000, "{solutions}");
}

#[test]
fn who_goes_on_from_a_state_finds_the_rest() {
    let mut resumed = 0;
    for seed in 0..1_000 {
        let instance = random_instance(seed, Shape::XCC);
        let problem = build(&instance);
        let expected = oracle::solutions(&instance).expect("sound");
        let mut random = SplitMix64::new(seed);
        let mut searcher = Learner::new(problem.matrix(), &Setup::default());
        let mut found = Vec::new();
        loop {
            let step = searcher.advance(&mut Budget::nodes(random.below(4) as u64));
            if step == Step::Solution {
                let mut options = Vec::new();
                searcher.solution(&mut options);
                found.push(options);
            }
            if step == Step::Exhausted {
                break;
            }
            let state: State = searcher.state();
            let mut other = Learner::new(problem.matrix(), &Setup::default());
            other.resume(&state).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
            assert_eq!(other.state(), state, "seed {seed}");
            resumed += usize::from(!state.position.is_empty());
            searcher = other;
        }
        assert_eq!(numbers(&found), expected, "seed {seed}");
    }
    assert!(resumed > 1_000, "{resumed}");
}

#[test]
fn given_and_forbidden_options_are_kept() {
    for seed in 0..2_000 {
        let instance = random_instance(seed, Shape::XCC);
        let problem = build(&instance);
        let mut random = SplitMix64::new(seed);
        let ids = || problem.matrix().options();
        let given: Vec<OptionId> = ids().filter(|_| random.chance(8)).collect();
        let forbidden: Vec<OptionId> = ids().filter(|_| random.chance(15)).collect();
        let keeps = |set: &&Vec<usize>| {
            given.iter().all(|option| set.contains(&option.index()))
                && forbidden.iter().all(|option| !set.contains(&option.index()))
        };
        let expected = oracle::solutions(&instance).expect("sound");
        let expected: Vec<Vec<usize>> = expected.iter().filter(keeps).cloned().collect();
        let setup = Setup { given, forbidden, ..Setup::default() };
        let mut searcher = Learner::new(problem.matrix(), &Setup::default());
        rest(&mut searcher, 2);
        searcher.restart(&setup);
        assert_eq!(numbers(&rest(&mut searcher, u64::MAX)), expected, "seed {seed}");
    }
}

#[test]
fn what_is_hard_to_refute_is_refuted_while_clauses_come_and_go() {
    let problem = pigeons(8);
    let mut searcher = Learner::new(problem.matrix(), &Setup::default());
    searcher.forget_after(50);
    assert_eq!(rest(&mut searcher, 100), Vec::<Vec<OptionId>>::new());
    assert!(searcher.statistics().nodes > 500, "{}", searcher.statistics().nodes);
}

#[test]
fn forgetting_loses_no_solution() {
    // Latin squares of order 4, of which there are 576.
    let mut builder = ProblemBuilder::new();
    builder.primary_items((0..3).flat_map(|kind| (0..16).map(move |pair| (kind, pair)))).unwrap();
    for (row, column, digit) in (0..64).map(|number| (number / 16, number / 4 % 4, number % 4)) {
        let items = [(0, 4 * row + column), (1, 4 * row + digit), (2, 4 * column + digit)];
        builder.add_option(items).unwrap();
    }
    let problem = builder.build();
    for patience in [1, 5, 1000] {
        let mut searcher = Learner::new(problem.matrix(), &Setup::default());
        searcher.forget_after(patience);
        let found = rest(&mut searcher, 3);
        let mut sets = numbers(&found);
        sets.dedup();
        assert_eq!((found.len(), sets.len()), (576, 576));
    }
}

#[test]
fn states_of_others_are_refused() {
    let problem = pigeons(4);
    let mut links = Links.prepare(problem.matrix(), &Setup::default());
    links.advance(&mut Budget::nodes(3));
    let mut searcher = Learner::new(problem.matrix(), &Setup::default());
    assert!(matches!(searcher.resume(&links.state()), Err(StateMismatch { .. })));
    // What a state without a place among the variables says.
    let latin = crate::text::read("a b\na\na\nb\nb\n").unwrap();
    let mut other = Learner::new(latin.matrix(), &Setup::default());
    assert_eq!(other.advance(&mut Budget::unlimited()), Step::Solution);
    let state = other.state();
    assert!(!state.position.is_empty());
    let fewer = crate::text::read("a b\na\nb\n").unwrap();
    let mut searcher = Learner::new(fewer.matrix(), &Setup::default());
    assert!(searcher.resume(&state).is_err());
}

#[test]
fn colours_know_what_is_left_on_either_side() {
    // Two steps of a line: the first ends red or blue, the second begins blue or green.
    let text = "one two | x\none x:red\none x:blue\ntwo x:blue\ntwo x:green\n";
    let problem = crate::text::read(text).unwrap();
    let mut searcher = Learner::new(problem.matrix(), &Setup::default());
    assert_eq!(searcher.advance(&mut Budget::nodes(0)), Step::Solution);
    let mut options = Vec::new();
    searcher.solution(&mut options);
    assert_eq!(options, [OptionId::new(1), OptionId::new(2)]);
    assert_eq!(
        (searcher.advance(&mut Budget::nodes(0)), searcher.statistics().nodes),
        (Step::Exhausted, 0)
    );
}
