//! Lints: each kind where it belongs, none where it does not, in numbers and in words.

use crate::common;

use std::time::Duration;

use crate::common::TextProblem;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use quadrille_cover::{ItemId, Limits, Lint, Lints, OptionId, ProblemBuilder, StopReason, lints};
use quadrille_testkit::generate::{Shape, instances};
use quadrille_testkit::{Instance, ItemKind, oracle};

fn problem(primary: &str, secondary: &str, options: &[&str]) -> TextProblem {
    common::build(&Instance::compact(primary, secondary, options)).unwrap()
}

fn words(problem: &TextProblem) -> Vec<String> {
    lints(problem).iter().map(|lint| lint.describe(problem)).collect()
}

#[test]
fn a_problem_as_it_should_be_has_no_lints() {
    let queens = problem(
        "r0 r1 c0 c1",
        "a0 a1 a2 b0 b1 b2",
        &["r0 c0 a0 b1", "r0 c1 a1 b0", "r1 c0 a1 b2", "r1 c1 a2 b1"],
    );
    assert_eq!(lints(&queens), []);
    // An upper bound that cannot be reached sets none, and is meant so.
    assert_eq!(lints(&problem("a 0:100|b", "", &["a b", "a"])), []);
    let words = problem(
        "across down",
        "cell",
        &["across cell:A", "across cell:B", "down cell:A", "down cell:B"],
    );
    assert_eq!(Lints::new().run(&words).lints, []);
}

#[test]
fn items_that_cannot_be_covered_are_named() {
    let problem = problem("a b 3|c 0:2|d 2|e", "x", &["a c", "a c e", "e c"]);
    assert_eq!(
        words(&problem),
        ["primary item b has no option: there is no solution", "secondary item x has no option"],
        "d need not be covered, and c can be"
    );
    let problem = self::problem("3|a 2|b", "x", &["a b", "a b x"]);
    assert_eq!(
        lints(&problem),
        [
            Lint::TooFewOptions { item: ItemId::new(0), needs: 3, has: 2 },
            Lint::SameOptions { item: ItemId::new(1), first: ItemId::new(0) },
        ]
    );
    assert_eq!(words(&problem)[0], "item a needs 3 options and has 2: there is no solution",);
}

#[test]
fn items_that_are_always_covered_together_are_named_with_the_first_of_them() {
    let problem = problem("a b c", "x y z", &["a b x y", "c z", "c a b x", "c x b a"]);
    assert_eq!(
        words(&problem)[..2],
        ["item b has the same options as item a", "item x has the same options as item a"]
    );
    assert_eq!(words(&problem).len(), 3, "y and z are in one option each, but not in the same");
}

#[test]
fn colours_that_keep_nothing_apart_or_agree_with_nothing_are_named() {
    let problem = problem(
        "a b c",
        "same odd plain once",
        &["a same:1 odd:A plain", "b same:1 odd:A plain", "c same:1 odd:B", "c odd:A plain once:7"],
    );
    assert_eq!(
        words(&problem),
        [
            "all options of item same give it colour 1: it excludes nothing",
            "only option 2 (c same:1 odd:B) gives item odd colour B: no other can agree with it",
        ],
        "a single use is no colour that others could share"
    );
    // An option without a colour is not in agreement with a lonely one.
    let problem = self::problem("a b", "x", &["a x:1", "b x"]);
    assert_eq!(
        words(&problem),
        ["only option 0 (a x:1) gives item x colour 1: no other can agree with it"]
    );
}

#[test]
fn duplicate_options_are_named_with_the_first_of_them() {
    let problem =
        problem("a b", "x", &["a x:1", "x:1 a |5", "a x:2", "b x:1", "b x:2", "x", "x:1 a", "a x"]);
    assert_eq!(
        words(&problem),
        [
            "option 1 (x:1 a) has the same items and colours as option 0",
            "option 5 (x) has no primary item: it is never chosen",
            "option 6 (x:1 a) has the same items and colours as option 0",
        ]
    );
}

#[test]
fn options_that_can_never_be_used_are_named_with_the_reason() {
    let problem =
        problem("a b c d", "x", &["a b", "a", "b", "b c", "a c", "d x:1", "c x:2 b", "a b x:1"]);
    let report = Lints::new().run(&problem);
    assert_eq!(report.stopped, None);
    let words: Vec<String> = report.lints.iter().map(|lint| lint.describe(&problem)).collect();
    assert_eq!(
        words,
        [
            "only option 6 (c x:2 b) gives item x colour 2: no other can agree with it",
            "option 0 (a b) is in no solution: leaves item c with too few options",
            "option 6 (c x:2 b) is in no solution: excluded by the forced option 5 over item x",
            "option 7 (a b x:1) is in no solution: leaves item c with too few options",
        ]
    );
    assert_eq!(
        report.lints[2].to_string(),
        "option 6 is in no solution: excluded by the forced option 5 over item 4"
    );

    let none = Lints::new().run(&self::problem("a b", "x", &["a x", "b x"]));
    assert_eq!(none.lints.len(), 1);
    assert_eq!(
        none.lints[0].to_string(),
        "there is no solution: item 1 needs 1 option and has 0 left"
    );
}

#[test]
fn a_limit_leaves_the_linear_lints() {
    let problem = problem("a b c", "y", &["a b", "a", "b", "b c", "a c"]);
    let stopped = Lints::new().limits(Limits::none().with_nodes(0)).run(&problem);
    assert_eq!(stopped.stopped, Some(StopReason::NodeBudget));
    assert_eq!(stopped.lints, [Lint::UnusedSecondaryItem(ItemId::new(3))]);
    let late = Lints::new().limits(Limits::none().with_time(Duration::ZERO)).run(&problem);
    assert_eq!(late.stopped, Some(StopReason::TimeBudget));
    assert_eq!(Lints::new().run(&problem).lints.len(), 2);
}

#[test]
fn options_without_colours_and_with_any_labels_are_described() {
    let mut builder = ProblemBuilder::new();
    builder.primary_items([7, 8]).unwrap();
    builder.add_option([7, 8]).unwrap();
    builder.add_option([8, 7]).unwrap();
    let problem = builder.build();
    let words: Vec<String> = lints(&problem).iter().map(|lint| lint.describe(&problem)).collect();
    assert_eq!(
        words,
        [
            "item 8 has the same options as item 7",
            "option 1 (8 7) has the same items and colours as option 0",
        ]
    );
}

#[test]
fn many_options_or_items_or_colours_are_no_burden() {
    let read = |items: String, options: Vec<String>| {
        quadrille_cover::text::read(&format!("{items}\n{}", options.join("\n"))).unwrap()
    };
    let names = |count: usize| (0..count).map(|n| format!("p{n}")).collect::<Vec<_>>();

    let of = |n: usize| [format!("p{n} x:a"), format!("p{n} x:b")];
    let two_colours = read(names(50_000).join(" ") + " | x", (0..50_000).flat_map(of).collect());
    let report = Lints::new().run(&two_colours);
    assert_eq!((report.lints, report.stopped), (vec![], None));

    let of = |n: usize| [format!("a x:c{n}"), format!("b x:c{n}")];
    let many_colours = read("a b | x".to_owned(), (0..50_000).flat_map(of).collect());
    assert_eq!(Lints::new().run(&many_colours).lints, []);

    let line = names(2_000).join(" ");
    let equal = read(line.clone(), vec![line; 500]);
    assert_eq!(Lints::new().run(&equal).lints.len(), 1_999 + 499);
}

/// The options that have an item.
fn of(instance: &Instance, item: usize) -> Vec<usize> {
    let has = |&option: &usize| instance.options[option].entries.iter().any(|e| e.item == item);
    (0..instance.options.len()).filter(has).collect()
}

/// The linear lints, found the slow way.
fn slowly(instance: &Instance) -> Vec<Lint> {
    let item_id = |item: usize| ItemId::new(item as u32);
    let option_id = |option: usize| OptionId::new(option as u32);
    // Colours are numbered in the order in which they were first used.
    let mut colours: Vec<&String> = Vec::new();
    for entry in instance.options.iter().flat_map(|option| &option.entries) {
        if let Some(colour) = &entry.colour
            && !colours.contains(&colour)
        {
            colours.push(colour);
        }
    }
    let colour_id = |index: usize| quadrille_cover::ColourId::new(index as u32);
    let colour_of = |option: usize, item: usize| {
        let entry = instance.options[option].entries.iter().find(|entry| entry.item == item);
        entry.and_then(|entry| entry.colour.as_ref())
    };
    let mut found = Vec::new();
    for (number, item) in instance.items.iter().enumerate() {
        let options = of(instance, number);
        match item.kind {
            ItemKind::Primary { min: 1.., .. } if options.is_empty() => {
                found.push(Lint::ItemWithoutOptions(item_id(number)));
            }
            ItemKind::Primary { min, .. } if options.len() < min as usize => {
                let (needs, has) = (min, options.len() as u32);
                found.push(Lint::TooFewOptions { item: item_id(number), needs, has });
            }
            ItemKind::Secondary if options.is_empty() => {
                found.push(Lint::UnusedSecondaryItem(item_id(number)));
            }
            _ => {}
        }
        let first = (0..number).find(|&first| of(instance, first) == options);
        if let Some(first) = first.filter(|_| !options.is_empty()) {
            found.push(Lint::SameOptions { item: item_id(number), first: item_id(first) });
        }
        let uses = |colour: &String| -> Vec<usize> {
            options.iter().copied().filter(|&o| colour_of(o, number) == Some(colour)).collect()
        };
        let single = colours.iter().position(|colour| uses(colour).len() == options.len());
        match single {
            Some(colour) if options.len() > 1 => {
                found.push(Lint::SingleColour { item: item_id(number), colour: colour_id(colour) });
            }
            Some(_) => {}
            None => {
                for (index, colour) in colours.iter().enumerate() {
                    let everywhere = instance.options.iter().flat_map(|option| &option.entries);
                    let times = everywhere.filter(|entry| entry.colour.as_ref() == Some(colour));
                    if let ([option], 1) = (&*uses(colour), times.count()) {
                        let (item, colour) = (item_id(number), colour_id(index));
                        found.push(Lint::LonelyColour { item, colour, option: option_id(*option) });
                    }
                }
            }
        }
    }
    for option in 0..instance.options.len() {
        if !instance.has_primary(option) {
            found.push(Lint::NoPrimaryItem(option_id(option)));
        }
        let alike = |first: &usize| {
            let (a, b) = (&instance.options[*first].entries, &instance.options[option].entries);
            a.len() == b.len() && a.iter().all(|entry| b.contains(entry))
        };
        if let Some(first) = (0..option).find(alike) {
            found
                .push(Lint::DuplicateOption { option: option_id(option), first: option_id(first) });
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 4_000,
        rng_seed: RngSeed::Fixed(5),
        ..ProptestConfig::default()
    })]

    #[test]
    fn linear_lints_are_those_that_their_definitions_give(
        instance in prop_oneof![instances(Shape::ANY), instances(Shape::XCC)],
    ) {
        let problem = common::build(&instance).unwrap();
        let found = lints(&problem);
        prop_assert_eq!(&found, &slowly(&instance));
        let solutions = oracle::solutions(&instance).unwrap();
        let report = Lints::new().run(&problem);
        prop_assert_eq!(&report.lints[..found.len()], &found[..]);
        for lint in &report.lints {
            match lint {
                Lint::Unusable { option, .. } | Lint::NoPrimaryItem(option) => {
                    prop_assert!(!solutions.iter().any(|used| used.contains(&option.index())));
                }
                Lint::NoSolution(_) | Lint::ItemWithoutOptions(_) | Lint::TooFewOptions { .. } => {
                    prop_assert!(solutions.is_empty());
                }
                _ => {}
            }
        }
    }
}
