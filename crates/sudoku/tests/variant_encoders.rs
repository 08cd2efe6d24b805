//! Variants as exact cover against brute force, for every kind of rule, and against the known puzzles.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use quadrille_cover::{OptionId, Search};
use quadrille_sudoku::variant::encode::{Choice, Item};
use quadrille_sudoku::variant::strategy::{self, VariantStrategy};
use quadrille_sudoku::variant::{
    Board, Diagonal, Encoding, Kind, Regions, Relation, Rule, Rules, Variant, verify,
};
use quadrille_sudoku::{Limits, Request, Shape};
use quadrille_testkit::SplitMix64;
use quadrille_testkit::shared::data_folder_or_skip;

use crate::variant_data::{FILES, load};
use crate::variant_random::{brute_force, mixed, variant};

/// The strategies of exact cover.
const NAMES: [&str; 5] = ["dlx", "cells", "hybrid", "learn", "guided"];

fn by_name(name: &str) -> &'static dyn VariantStrategy {
    strategy::by_name(name).expect("it is in the registry")
}

/// All solutions, sorted.
fn solutions(strategy: &dyn VariantStrategy, variant: &Variant) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    let report = strategy.solve(variant, &Request::all(), &mut |solution| {
        found.push(solution.to_vec());
        ControlFlow::Continue(())
    });
    assert!(report.expect("it takes them all").verdict.is_exhausted());
    found.sort();
    found
}

/// Compares a strategy with brute force on random variants; how many had solutions.
fn compare(
    names: &[&str],
    times: usize,
    seed: u64,
    make: &dyn Fn(&mut SplitMix64) -> Variant,
) -> usize {
    let mut rng = SplitMix64::new(seed);
    let mut with = 0;
    for number in 0..times {
        let variant = make(&mut rng);
        let expected = brute_force(&variant, 2_000).expect("few grids keep its clues");
        with += usize::from(!expected.is_empty());
        for name in names {
            let found = solutions(by_name(name), &variant);
            assert_eq!(found, expected, "{name}, seed {seed}, number {number}: {variant:?}");
        }
    }
    with
}

#[test]
fn every_kind_of_rule_has_the_solutions_of_brute_force() {
    for &(kind, name) in Kind::ALL {
        let with = compare(&["dlx", "guided"], 30, 1, &|rng| variant(kind, rng));
        assert!(with >= 10, "{name}: {with}");
    }
}

#[test]
fn rules_of_several_kinds_have_the_solutions_of_brute_force_by_all_strategies() {
    let with = compare(&NAMES, 100, 2, &mixed);
    assert!(with >= 30, "{with}");
}

#[test]
#[ignore = "a thousand random rule sets a kind: minutes"]
fn a_thousand_rule_sets_of_every_kind_have_the_solutions_of_brute_force() {
    for strategy in ["dlx", "guided"] {
        for &(kind, name) in Kind::ALL {
            let begin = Instant::now();
            let with = compare(&[strategy], 1_000, 3, &|rng| variant(kind, rng));
            println!("{strategy} {name}: {with} with solutions, {:.1?}", begin.elapsed());
        }
    }
    compare(&NAMES, 1_000, 4, &mixed);
}

/// Cells that are all different hold a digit once, two such sets of cells twice: what wants it more often has no solution.
#[test]
fn a_quadruple_that_wants_a_digit_more_often_than_its_cells_can_hold_it_has_no_solution() {
    let board = Board::from(Shape::new(2, 2).expect("a shape"));
    for (cells, digits, solutions) in [
        (vec![8, 12, 13], vec![2, 2, 1], 0),
        (vec![8, 12], vec![2, 2], 0),
        (vec![1, 2, 5, 6], vec![3, 3, 3], 0),
        (vec![1, 2, 5, 6], vec![3, 3], 72),
        (vec![0, 5, 10, 15], vec![1, 1, 1], 0),
    ] {
        let rules = Rules::from(board.clone());
        let rules = rules.with(Rule::Quadruple { cells, digits }).expect("a rule");
        let variant = Variant::new(rules);
        let expected = brute_force(&variant, 300).expect("288 grids");
        assert_eq!(expected.len(), solutions, "{variant:?}");
        for name in NAMES {
            assert_eq!(self::solutions(by_name(name), &variant), expected, "{name}: {variant:?}");
        }
    }
}

/// Those that take more than half a second: what `every_known_puzzle_by_every_strategy` shows.
fn is_hard(kind: &str, id: &str) -> bool {
    let lines = ["own-sandwich-5", "own-multi-arrow-2", "tool-s-11", "tool-s-13"];
    ["jigsaw-layout-without-solution", "non-consecutive", "little-killer"].contains(&kind)
        || lines.contains(&id)
}

#[test]
fn known_puzzles_have_their_solution_and_no_other() {
    let Some(folder) = data_folder_or_skip("variants by exact cover") else { return };
    let mut proved = 0;
    for file in FILES {
        for case in load(&folder, file) {
            let strategy = by_name("guided");
            if is_hard(&case.kind, &case.id) {
                continue;
            }
            let found = solutions(strategy, &case.variant);
            assert_eq!(found.len() as u64, case.count, "{}", case.id);
            assert!(found.iter().all(|solution| verify(&case.variant, solution).is_ok()));
            assert!(case.solution.is_none_or(|solution| found == [solution]), "{}", case.id);
            proved += 1;
        }
    }
    assert!(proved > 145, "{proved}");
}

#[test]
#[ignore = "a table of minutes: every known puzzle by every strategy, at most 5 seconds each"]
fn every_known_puzzle_by_every_strategy() {
    let Some(folder) = data_folder_or_skip("a table of variants by exact cover") else { return };
    let request = |count: u64| {
        Request::up_to(count + 1).within(Limits::none().with_time(Duration::from_secs(5)))
    };
    for name in strategy::ALL.iter().map(|strategy| strategy.name()) {
        let mut times = Vec::new();
        for file in FILES.into_iter().chain(["sizes/sizes.jsonl"]) {
            for case in load(&folder, file) {
                let begin = Instant::now();
                let report =
                    by_name(name).solve(&case.variant, &request(case.count), &mut |found| {
                        assert_eq!(verify(&case.variant, found), Ok(()), "{name}: {}", case.id);
                        ControlFlow::Continue(())
                    });
                let time = begin.elapsed();
                let report = report.expect("it takes them all");
                times.push(time);
                let end = if report.verdict.is_exhausted() { "" } else { " not finished" };
                let (nodes, solutions) = (report.nodes, report.solutions);
                println!("{name} {} {time:.1?} {nodes} nodes {solutions} solutions{end}", case.id);
            }
        }
        times.sort_unstable();
        println!("{name}: median {:.1?}", times[times.len() / 2]);
    }
}

/// Items and options of a board with boxes of so many columns and two rows, and these rules.
fn size(columns: usize, rules: impl IntoIterator<Item = Rule>) -> (usize, usize) {
    let mut all = Rules::from(Shape::new(2, columns).expect("a shape"));
    rules.into_iter().for_each(|rule| all.add(rule).expect("a rule"));
    let encoding = Encoding::new(&Variant::new(all)).expect("it fits");
    (encoding.problem().item_count(), encoding.problem().option_count())
}

#[test]
fn a_plain_puzzle_has_an_option_for_each_candidate_and_four_items_each() {
    assert_eq!(size(2, []), (64, 64));
    let classic = Encoding::new(&Variant::new(Rules::from(Shape::CLASSIC))).expect("it fits");
    let problem = classic.problem();
    assert_eq!((problem.item_count(), problem.option_count()), (324, 729));
    assert!(problem.matrix().options().all(|option| problem.option(option).count() == 4));
}

#[test]
fn rules_add_as_many_items_and_options_as_their_encodings_say() {
    // Two diagonals of four cells: an item for each digit of each.
    let diagonals = [Rule::Diagonal(Diagonal::Main), Rule::Diagonal(Diagonal::Anti)];
    assert_eq!(size(2, diagonals), (64 + 8, 64));
    // A region within a row says nothing new.
    assert_eq!(size(2, [Rule::Region(vec![0, 1, 2])]), (64, 64));
    // 9 = 1 + 2 + 6 = 1 + 3 + 5 = 2 + 3 + 4: an item for the set and one for each digit, an option for each set; and the same
    // for what is left of the row, and of the box.
    assert_eq!(size(3, [Rule::killer(9, [0, 1, 2])]), (144 + 3 * 7, 216 + 3 * 3));
    // A sum of two cells forbids pairs: in a row 1 goes with 4 only and 2 with 3.
    let pair = Rule::pair(0, 3, Relation::Sum(5));
    let (items, options) = size(2, [pair]);
    assert!(options == 64 && (65..=70).contains(&items), "{items}");
    // Cells that are equal have their options together: three cells less and nine candidates.
    let clone = Rule::Clone { a: vec![0, 1], b: vec![10, 11] };
    assert_eq!(size(2, [clone]), (64 - 2, 64 - 8));
}

#[test]
fn what_cages_leave_of_houses_is_a_sum() {
    let rules = Rules::from(Shape::new(2, 2).expect("a shape"));
    // 1 + 2 + 3 leave a 4 in the first row. The first two rows have 20 together: 20 − 6 − 9 = 5 in two cells.
    let with = |rules: Rules, sum: u32, cells: &[usize]| {
        rules.with(Rule::killer(sum, cells)).expect("a rule")
    };
    let one = Encoding::new(&Variant::new(with(rules.clone(), 6, &[0, 1, 2]))).expect("it fits");
    let labels = one.given().iter().filter_map(|&option| one.problem().label(option));
    assert_eq!(labels.collect::<Vec<_>>(), [&Choice::Digit { cell: 3, digit: 4 }]);
    let two = with(with(rules, 4, &[0, 1]), 11, &[3, 6, 7, 5]);
    let sum = two.clone().with(Rule::killer(5, [2, 4])).expect("a rule");
    // The same candidates, whether the sum that follows is a rule or not.
    let count = |rules: Rules| {
        let encoding = Encoding::new(&Variant::new(rules)).expect("it fits");
        let problem = encoding.problem();
        let labels = problem.matrix().options().filter_map(|option| problem.label(option));
        labels.filter(|label| matches!(label, Choice::Digit { .. })).count()
    };
    assert_eq!(count(two), count(sum));
}

#[test]
fn labels_say_what_items_and_options_are() {
    let rules = Rules::from(Shape::new(2, 2).expect("a shape"));
    let rules = rules.with(Rule::killer(5, [0, 1])).expect("a rule");
    let encoding = Encoding::new(&Variant::new(rules)).expect("it fits");
    let problem = encoding.problem();
    let first = OptionId::new(0);
    assert_eq!(problem.label(first), Some(&Choice::Digit { cell: 0, digit: 1 }));
    assert_eq!(problem.label(first).map(ToString::to_string), Some("cell 0 holds 1".into()));
    let items: Vec<String> = problem.option(first).map(|(item, _)| item.to_string()).collect();
    assert_eq!(items[..2], ["cell:0", "house:0:1"]);
    assert!(items.iter().any(|item| item.starts_with("rule:0:")), "{items:?}");
    assert!(problem.item_id(&Item::Cell(15)).is_some());
}

#[test]
fn a_puzzle_that_contradicts_itself_has_a_problem_without_solutions() {
    let board = Board::new(4, Regions::None).expect("a board");
    // Equal, and in one row.
    let rules = Rules::from(board).with(Rule::Palindrome(vec![0, 1])).expect("a rule");
    let encoding = Encoding::new(&Variant::new(rules)).expect("it fits");
    let outcome = encoding.search(Search::new()).count(encoding.problem()).expect("a search");
    assert_eq!((outcome.solutions, outcome.verdict.is_exhausted()), (0, true));
    // With relations beside it, and a propagator.
    let rules = Rules::from(Shape::CLASSIC).with(Rule::killer(2, [0, 1])).expect("a rule");
    let rules = rules.with(Rule::pair(2, 3, Relation::Greater)).expect("a rule");
    assert_eq!(solutions(by_name("guided"), &Variant::new(rules)), Vec::<Vec<u8>>::new());
}
