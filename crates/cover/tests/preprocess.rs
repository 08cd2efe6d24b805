//! Preprocessing: the reduced problem has the same solutions, and each removal its reason.

use crate::common;

use std::time::Duration;

use crate::common::TextProblem;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use quadrille_cover::{
    CancelToken, ColourId, ItemId, ItemKind, Limits, Matrix, NoSolution, OptionId, Preprocess,
    Preprocessed, Removal, RemovalReason, Removed, Search, StopReason, text, verify,
};
use quadrille_testkit::generate::{Shape, instances};
use quadrille_testkit::{Instance, cases, oracle, shared};

fn fixed(cases: u32, seed: u64) -> ProptestConfig {
    ProptestConfig { cases, rng_seed: RngSeed::Fixed(seed), ..ProptestConfig::default() }
}

/// The solutions of the reduced problem in the original options, sorted.
fn solutions(problem: &TextProblem, reduced: &Preprocessed) -> Vec<Vec<usize>> {
    let back = |found: Vec<OptionId>| {
        let original = reduced.original(&found);
        assert_eq!(verify(problem, &original), Ok(()));
        let cost = |ids: &[OptionId], of: &dyn Fn(OptionId) -> u64| -> u128 {
            ids.iter().map(|&option| u128::from(of(option))).sum()
        };
        let inside = cost(&found, &|option| reduced.as_ref().cost(option));
        let whole = cost(&original, &|option| problem.matrix().cost(option));
        assert_eq!(inside + reduced.forced_cost(), whole, "costs are the same");
        let mut numbers: Vec<usize> = original.iter().map(|option| option.index()).collect();
        numbers.sort_unstable();
        numbers
    };
    let search = Search::new();
    let mut all: Vec<Vec<usize>> = search.solutions(reduced).unwrap().map(back).collect();
    all.sort_unstable();
    all
}

/// What every result has to be, whatever was found.
fn check(problem: &TextProblem, reduced: &Preprocessed, expected: &[Vec<usize>]) {
    assert_eq!(solutions(problem, reduced), expected);
    assert!(reduced.no_solution().is_none() || expected.is_empty());
    let has = |solution: &Vec<usize>, option: OptionId| solution.contains(&option.index());
    for forced in reduced.forced() {
        assert!(expected.iter().all(|solution| has(solution, forced.option)), "{forced:?}");
    }
    let mut gone = Vec::new();
    for removal in reduced.removals() {
        assert!(!gone.contains(&removal.what), "{removal} again");
        gone.push(removal.what);
        match removal.what {
            Removed::Option(option) => {
                assert!(!expected.iter().any(|solution| has(solution, option)), "{removal}");
                assert_eq!(reduced.reduced_option(option), None);
            }
            Removed::Item(item) => assert_eq!(reduced.reduced_item(item), None),
        }
    }
    for option in reduced.as_ref().options() {
        let original = reduced.original_option(option).expect("it was one");
        assert_eq!(reduced.reduced_option(original), Some(option));
        assert!(reduced.as_ref().has_primary_item(option), "{option} could never be chosen");
    }
}

/// That no option leaves an item with too few, by the definition: whatever could be found was.
fn nothing_is_blocked(matrix: &Matrix) {
    let options: Vec<Vec<(ItemId, Option<ColourId>)>> =
        matrix.options().map(|option| matrix.entries(option).collect()).collect();
    let excludes = |a: &[(ItemId, Option<ColourId>)], b: &[(ItemId, Option<ColourId>)]| {
        a.iter().any(|&(item, colour)| match matrix.kinds()[item.index()] {
            ItemKind::Primary { max, .. } => max == 1 && b.iter().any(|&(other, _)| other == item),
            ItemKind::Secondary => b
                .iter()
                .any(|&(other, theirs)| other == item && (colour.is_none() || colour != theirs)),
        })
    };
    for (item, kind) in (0..).map(ItemId::new).zip(matrix.kinds()) {
        let ItemKind::Primary { min: min @ 1.., .. } = *kind else { continue };
        let has = |number: &usize| options[*number].iter().any(|&(other, _)| other == item);
        let of: Vec<usize> = (0..options.len()).filter(has).collect();
        assert!(of.len() > min as usize, "item {item} forces its options");
        for (number, option) in options.iter().enumerate() {
            let stays = |other: &&usize| **other == number || !excludes(option, &options[**other]);
            let stay = of.iter().filter(stays).count();
            assert!(stay >= min as usize, "option {number} blocks item {item}");
        }
    }
}

/// Some options that may be given or forbidden.
fn some(options: usize, seed: u64) -> Vec<OptionId> {
    let picked = |&option: &u32| seed >> (option % 64) & 0x11 == 0x11;
    (0..options as u32).filter(picked).take(2).map(OptionId::new).collect()
}

fn agree(instance: &Instance, seed: u64) {
    let problem = common::build(instance).expect("the generator makes sound problems");
    let all = oracle::solutions(instance).expect("the generator makes sound problems");
    let reduced = Preprocess::new().run(&problem).unwrap();
    assert_eq!(reduced.stopped(), None);
    check(&problem, &reduced, &all);

    // A second run finds nothing that the first overlooked.
    if reduced.no_solution().is_none() {
        let again = Preprocess::new().run(&reduced).unwrap();
        assert_eq!((again.removals(), again.forced()), ([].as_slice(), [].as_slice()));
        assert_eq!(again.as_ref(), reduced.as_ref());
        nothing_is_blocked(reduced.as_ref());
    }

    // Wherever it is stopped, what it leaves has the same solutions.
    for looks in [0, 1, 2, 3, 5, 8, 13] {
        let limits = Limits::none().with_nodes(looks);
        let part = Preprocess::new().limits(limits).run(&problem).unwrap();
        check(&problem, &part, &all);
    }

    let (given, forbidden) =
        (some(instance.options.len(), seed), some(instance.options.len(), !seed));
    let holds = |solution: &&Vec<usize>| {
        given.iter().all(|option| solution.contains(&option.index()))
            && !forbidden.iter().any(|option| solution.contains(&option.index()))
    };
    let with: Vec<Vec<usize>> = all.iter().filter(holds).cloned().collect();
    let assumed = Preprocess::new().given(given.clone()).forbid(forbidden.clone());
    check(&problem, &assumed.run(&problem).unwrap(), &with);
}

proptest! {
    #![proptest_config(fixed(10_000, 1))]

    #[test]
    fn plain_problems_keep_their_solutions(instance in instances(Shape::XC), seed: u64) {
        agree(&instance, seed);
    }

    #[test]
    fn coloured_problems_keep_their_solutions(instance in instances(Shape::XCC), seed: u64) {
        agree(&instance, seed);
    }

    #[test]
    fn problems_with_multiplicities_keep_their_solutions(
        instance in instances(Shape::MCC),
        seed: u64,
    ) {
        agree(&instance, seed);
    }
}

#[test]
fn every_case_of_the_testkit_keeps_its_solutions() {
    for case in cases::cover() {
        let Ok(count) = case.expected else { continue };
        let problem = common::build(&case.instance).unwrap();
        let reduced = Preprocess::new().run(&problem).unwrap();
        let found = solutions(&problem, &reduced);
        assert_eq!(found.len() as u64, count, "{}", case.name);
        if let Some(listed) = &case.solutions {
            assert_eq!(&found, listed, "{}", case.name);
        }
    }
}

#[test]
fn known_counts_stay_the_same() {
    let Some(folder) = shared::data_folder_or_skip("preprocessing of the larger instances") else {
        return;
    };
    for row in shared::counts(&folder).unwrap() {
        if row.count > 300_000 || SLOW.contains(&row.file.as_str()) {
            continue;
        }
        let problem = text::read(&row.contents).unwrap();
        let reduced = Preprocess::new().run(&problem).unwrap();
        assert_eq!(reduced.stopped(), None);
        let outcome = Search::new().count(&reduced).unwrap();
        assert_eq!(outcome.solutions, row.count, "{}", row.file);
    }
}

/// Seconds to minutes each, even when reduced.
const SLOW: &[&str] = &[
    "macmahon-squares-4x6.dlx",
    "pent-5x12.dlx",
    "pent-6x10.dlx",
    "queendom-8-5.dlx",
    "pent-solid-2x3x10.dlx",
];

/// The removals of a problem in compact notation.
fn removals(primary: &str, secondary: &str, options: &[&str]) -> Vec<String> {
    let problem = common::build(&Instance::compact(primary, secondary, options)).unwrap();
    let reduced = Preprocess::new().run(&problem).unwrap();
    reduced.describe(&problem).collect()
}

#[test]
fn an_option_that_blocks_an_item_goes_whatever_the_kind_of_conflict() {
    // Over items to be covered once: 0 excludes both options of e.
    let plain =
        removals("a b c d e", "", &["a b c d", "a", "b c", "b d", "c e", "d e", "c", "d", "b"]);
    assert_eq!(plain[0], "option 0: leaves item e with too few options");
    // Over colours: 0 agrees with neither option of b.
    let coloured = removals("a b", "x", &["a x:red", "a x:green", "b x:green", "b x:blue", "a"]);
    assert_eq!(coloured[0], "option 0: leaves item b with too few options");
    // Two of three are needed, and 0 is compatible with one.
    let several = removals("a 2|b", "x", &["a x", "a", "b x", "b x:red", "b"]);
    assert!(several.contains(&"option 0: leaves item b with too few options".to_owned()));
}

#[test]
fn each_removal_says_why() {
    let lines = removals(
        "a b c 0:3|many",
        "once x same",
        &["a once", "b c x:red same:7", "b c x:green same:7", "b c x:green many", "x"],
    );
    let expected = [
        "option 4: no primary item",
        "item c: the same options as item b",
        "item many: no choice of options can violate it",
        "item once: no choice of options can violate it",
        "item x: implied by item b",
        "item same: no choice of options can violate it",
    ];
    let mut sorted: Vec<&str> = lines.iter().map(String::as_str).collect();
    let mut wanted = expected.to_vec();
    sorted.sort_unstable();
    wanted.sort_unstable();
    // Item a forces option 0 and is covered then.
    assert!(sorted.contains(&"item a: covered by forced options"), "{sorted:?}");
    for line in wanted {
        assert!(sorted.contains(&line), "{line}: {sorted:?}");
    }
}

#[test]
fn an_option_keeps_its_last_primary_item() {
    let problem = common::build(&Instance::compact("0:9|a 0:9|b", "", &["a", "a b", "b"])).unwrap();
    let reduced = Preprocess::new().run(&problem).unwrap();
    assert_eq!(reduced.removals(), []);
    assert_eq!(Search::new().count(&reduced).unwrap().solutions, 8);
}

#[test]
fn items_that_several_options_fill_up_are_seen_to() {
    // Two options with i are needed, all of which have j, and j may have no more than two.
    let instance = Instance::compact("2|i 0:2|j", "", &["i j", "i j", "i j", "j"]);
    let problem = common::build(&instance).unwrap();
    let reduced = Preprocess::new().run(&problem).unwrap();
    let (i, j) = (ItemId::new(0), ItemId::new(1));
    let [first, second] = *reduced.removals() else { panic!("{:?}", reduced.removals()) };
    assert_eq!(first.what, Removed::Option(OptionId::new(3)));
    assert_eq!(first.reason, RemovalReason::Crowded { by: i, item: j });
    let Removal { what, reason, .. } = second;
    assert_eq!((what, reason), (Removed::Item(j), RemovalReason::SameOptions { other: i }));
    assert_eq!(reduced.as_ref().kinds(), [ItemKind::Primary { min: 2, max: 2 }]);
    assert_eq!(Search::new().count(&reduced).unwrap().solutions, 3);

    let instance = Instance::compact("3|i 2|j", "", &["i j", "i j", "i j", "i j", "j"]);
    let reduced = Preprocess::new().run(&common::build(&instance).unwrap()).unwrap();
    assert_eq!(reduced.no_solution(), Some(NoSolution::TooLittleRoom { item: i, full: j }));
    assert_eq!(Search::new().count(&reduced).unwrap().solutions, 0);
}

#[test]
fn assumptions_that_contradict_each_other_are_named() {
    let instance = Instance::compact("a b 0:2|n", "x", &["a x:red n", "b x:blue n", "b", "x", "n"]);
    let problem = common::build(&instance).unwrap();
    let id = OptionId::new;
    let found = |given: &[u32], forbidden: &[u32]| {
        let ids = |numbers: &[u32]| numbers.iter().copied().map(id).collect::<Vec<_>>();
        let run = Preprocess::new().given(ids(given)).forbid(ids(forbidden)).run(&problem).unwrap();
        if run.no_solution().is_some() {
            assert_eq!(Search::new().count(&run).unwrap().solutions, 0);
        }
        run.no_solution()
    };
    let x = ItemId::new(3);
    let clash = NoSolution::GivenClash { first: id(0), second: id(1), item: x };
    assert_eq!(found(&[0, 1], &[]), Some(clash));
    assert_eq!(found(&[3], &[]), Some(NoSolution::GivenNeverChosen { option: id(3) }));
    assert_eq!(found(&[0], &[0]), Some(NoSolution::GivenForbidden { option: id(0) }));
    let too_few = NoSolution::TooFewOptions { item: ItemId::new(0), needed: 1, left: 0 };
    assert_eq!(found(&[], &[0]), Some(too_few));
    assert_eq!(found(&[0, 0, 2], &[]), None, "to give an option twice is to give it");

    let error = Preprocess::new().forbid([id(9)]).run(&problem).unwrap_err();
    assert_eq!(error.to_string(), "no option 9: the problem has 5, numbered from 0");
}

#[test]
fn a_limit_that_ended_it_is_named() {
    let problem = common::build(&Instance::compact("a b", "", &["a", "b", "a b"])).unwrap();
    let stopped = |limits| Preprocess::new().limits(limits).run(&problem).unwrap().stopped();
    let token = CancelToken::new();
    token.cancel();
    assert_eq!(stopped(Limits::none()), None);
    assert_eq!(stopped(Limits::none().with_nodes(0)), Some(StopReason::NodeBudget));
    assert_eq!(stopped(Limits::none().with_time(Duration::ZERO)), Some(StopReason::TimeBudget));
    assert_eq!(stopped(Limits::none().with_cancel(token)), Some(StopReason::Cancelled));
}

/// A problem in Knuth's format: its items, then its options.
fn large(items: String, options: impl IntoIterator<Item = String>) -> TextProblem {
    let mut lines = vec![items];
    lines.extend(options);
    text::read(&lines.join("\n")).unwrap()
}

fn names(prefix: &str, count: usize) -> String {
    (0..count).map(|number| format!("{prefix}{number}")).collect::<Vec<_>>().join(" ")
}

#[test]
fn many_options_of_one_secondary_item_are_no_burden() {
    let count = 50_000;
    let of = |number: usize| [format!("p{number} x:a"), format!("p{number} x:b")];
    let items = names("p", count) + " q | x";
    let options = (0..count).flat_map(of);
    let free = large(items.clone(), options.clone().chain(["q".to_owned()]));
    let reduced = Preprocess::new().run(&free).unwrap();
    assert_eq!(reduced.stopped(), None);
    assert!(reduced.skipped() > 0, "to look at each item would take 5,000,000,000 steps");
    assert_eq!(reduced.as_ref().option_count(), 2 * count);
    assert_eq!(Search::new().count(&reduced).unwrap().solutions, 2);

    // All that follows from a single option is still found.
    let settled = large(items, options.chain(["q x:b".to_owned()]));
    let reduced = Preprocess::new().run(&settled).unwrap();
    assert_eq!(reduced.forced().len(), count + 1);
    assert_eq!(reduced.as_ref().option_count(), 0);
    assert_eq!(Search::new().count(&reduced).unwrap().solutions, 1);
}

#[test]
fn many_forced_options_that_agree_on_a_colour_are_no_burden() {
    let count = 100_000;
    let options = (0..count).map(|number| format!("p{number} x:a"));
    let problem = large(names("p", count) + " q | x y", options.chain(["q x:a y".to_owned()]));
    let given = (0..=count as u32).map(OptionId::new);
    let reduced = Preprocess::new().given(given).run(&problem).unwrap();
    assert_eq!(reduced.forced().len(), count + 1);
    assert_eq!(Search::new().count(&reduced).unwrap().solutions, 1);
}

#[test]
fn many_colours_of_one_item_are_no_burden() {
    let count = 50_000;
    let of = |number: usize| [format!("a x:c{number}"), format!("b x:c{number}")];
    let problem = large("a b | x".to_owned(), (0..count).flat_map(of));
    let reduced = Preprocess::new().run(&problem).unwrap();
    assert_eq!(reduced.removals(), []);
    // Where there are few, all is looked at, and the one that agrees with none goes.
    let few = (0..500).flat_map(of).chain(["a x:other".to_owned()]);
    let reduced = Preprocess::new().run(&large("a b | x".to_owned(), few)).unwrap();
    assert_eq!(reduced.skipped(), 0);
    assert_eq!(reduced.reduced_option(OptionId::new(1_000)), None);
    assert_eq!(reduced.as_ref().option_count(), 1_000);
}

#[test]
fn of_many_items_with_the_same_options_one_stays() {
    let line = names("i", 2_000);
    let items = format!("{line} 0:1|z | x y");
    let options = vec![format!("{line} z x y:1"); 500];
    let reduced = Preprocess::new().run(&large(items, options)).unwrap();
    assert_eq!((reduced.as_ref().item_count(), reduced.as_ref().option_count()), (1, 500));
    assert_eq!(reduced.skipped(), 0);
    let unconstrained = reduced.removals().iter();
    let unconstrained =
        unconstrained.filter(|removal| removal.reason == RemovalReason::Unconstrained);
    assert_eq!(unconstrained.count(), 1, "y, by its only colour; the others are implied");

    // Each item is in the long options and in one of its own.
    let line = names("i", 20_000);
    let options = vec![line.clone(); 20].into_iter();
    let own = line.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let reduced = Preprocess::new().run(&large(line, options.chain(own))).unwrap();
    assert_eq!(reduced.as_ref().option_count(), 20_020);

    let line = names("i", 100_000);
    let single = large(line.clone(), [line]);
    assert_eq!(Preprocess::new().run(&single).unwrap().forced().len(), 1);
}

#[test]
fn long_options_that_differ_a_little_are_no_burden() {
    // Option k lacks item k: no two items have the same options, and each needs another option.
    let options = (0..1_000).map(|lacks| {
        let has = (0..1_000).filter(|&item| item != lacks);
        has.map(|item| format!("i{item}")).collect::<Vec<_>>().join(" ")
    });
    let items = names("i", 1_000);
    let own = (0..1_000).map(|item| format!("i{item}"));
    let problem = large(items, options.chain(own));
    let reduced = Preprocess::new().run(&problem).unwrap();
    assert_eq!(Search::new().count(&reduced).unwrap().solutions, 1_001);
}

#[test]
fn an_item_with_many_options_is_no_burden() {
    let count = 100_000;
    let equal = large("a b".to_owned(), (0..count).map(|_| "a".to_owned()).chain(["b".to_owned()]));
    let reduced = Preprocess::new().run(&equal).unwrap();
    assert_eq!(Search::new().count(&reduced).unwrap().solutions, count);

    // Each small item takes two options away from a, one after the other.
    let of = |number: usize| {
        [format!("p{number} q{number}"), format!("a p{number}"), format!("a q{number}")]
    };
    let items = format!("a {} {}", names("p", 30_000), names("q", 30_000));
    let options = (0..30_000).flat_map(of).chain(["a".to_owned(), "a".to_owned()]);
    let reduced = Preprocess::new().run(&large(items, options)).unwrap();
    assert_eq!(Search::new().count(&reduced).unwrap().solutions, 2);
    assert_eq!(reduced.as_ref().option_count(), 2);
}

#[test]
fn the_bound_on_work_takes_nothing_from_problems_of_usual_size() {
    let Some(folder) = shared::data_folder_or_skip("preprocessing within its bound") else {
        return;
    };
    let lefts = [
        ("pent-6x10.dlx", 1_912),
        ("words-knuth-w3-w4.dlx", 680),
        ("words-knuth-w4-w3.dlx", 1_676),
        ("pi-day.dlx", 709),
    ];
    let rows = shared::counts(&folder).unwrap();
    for row in &rows {
        let problem = text::read(&row.contents).unwrap();
        let reduced = Preprocess::new().run(&problem).unwrap();
        assert_eq!(reduced.skipped(), 0, "{}", row.file);
        if let Some((_, left)) = lefts.iter().find(|(file, _)| *file == row.file) {
            assert_eq!(reduced.as_ref().option_count(), *left, "{}", row.file);
        }
    }
    let is_there = |file: &str| rows.iter().any(|row| row.file == file);
    assert!(lefts.iter().all(|(file, _)| is_there(file)));
}

#[test]
fn two_runs_do_the_same() {
    let Some(folder) = shared::data_folder_or_skip("repeated preprocessing") else { return };
    let rows = shared::counts(&folder).unwrap();
    let row = rows.iter().find(|row| row.file == "words-3x3-full.dlx").unwrap();
    let problem = text::read(&row.contents).unwrap();
    let run = || {
        let reduced = Preprocess::new().run(&problem).unwrap();
        (reduced.removals().to_vec(), reduced.as_ref().clone())
    };
    assert_eq!(run(), run());
}
