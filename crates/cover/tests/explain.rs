//! Explanations: the set is in conflict, and minimal; what the words say is true.

use crate::common;

use std::collections::BTreeSet;
use std::time::Duration;

use crate::common::TextProblem;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use quadrille_cover::{
    CancelToken, Conflict, Explanation, ItemId, OptionId, ProblemBuilder, Reason, Search,
    StopReason, explain, verify,
};
use quadrille_testkit::generate::{Shape, instances};
use quadrille_testkit::{Instance, ItemKind, OptionSpec, cases, dlx, oracle, shared};

/// The problem in which only these items must be covered, and the others at most as often as before.
fn only(instance: &Instance, items: &BTreeSet<usize>) -> Instance {
    let mut part = instance.clone();
    for (number, item) in part.items.iter_mut().enumerate() {
        if let ItemKind::Primary { min, .. } = &mut item.kind
            && !items.contains(&number)
        {
            *min = 0;
        }
    }
    part
}

/// The same less what does not matter for whether there is a solution: options that no item needs,
/// and that items which are covered once at most are primary.
fn only_briefly(instance: &Instance, items: &BTreeSet<usize>) -> Instance {
    let mut part = instance.clone();
    for (number, item) in part.items.iter_mut().enumerate() {
        if !items.contains(&number) {
            item.kind = match item.kind {
                ItemKind::Primary { max: max @ 2.., .. } => ItemKind::Primary { min: 0, max },
                _ => ItemKind::Secondary,
            };
        }
    }
    let needed =
        |option: &OptionSpec| option.entries.iter().any(|entry| items.contains(&entry.item));
    part.options.retain(needed);
    part
}

fn oracle_covers(instance: &Instance, items: &BTreeSet<usize>) -> bool {
    oracle::count(&only(instance, items)).unwrap() > 0
}

fn search_covers(instance: &Instance, items: &BTreeSet<usize>) -> bool {
    let problem = common::build(&only_briefly(instance, items)).unwrap();
    Search::new().first(&problem).unwrap().solution.is_some()
}

fn numbers(conflict: &Conflict) -> BTreeSet<usize> {
    conflict.items.iter().map(|item| item.index()).collect()
}

/// That the set is in conflict and none of its items can be spared.
fn assert_minimal(
    instance: &Instance,
    items: &BTreeSet<usize>,
    covers: fn(&Instance, &BTreeSet<usize>) -> bool,
) {
    assert!(!covers(instance, items), "{items:?} is no conflict: {instance:?}");
    for item in items {
        let mut fewer = items.clone();
        fewer.remove(item);
        assert!(covers(instance, &fewer), "{items:?} needs no {item}: {instance:?}");
    }
}

fn conflict(problem: &TextProblem, search: &Search) -> Conflict {
    match explain(problem, search).unwrap() {
        Explanation::Unsolvable(conflict) => conflict,
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_unsolvable_case_of_the_testkit_gets_a_minimal_conflict() {
    let mut seen = 0;
    for case in cases::cover().iter().filter(|case| case.expected == Ok(0)) {
        let problem = common::build(&case.instance).unwrap();
        let conflict = conflict(&problem, &Search::new());
        assert!(conflict.is_minimal(), "{}", case.name);
        let items = numbers(&conflict);
        assert!(!items.is_empty(), "{}", case.name);
        let few = case.instance.options.len() <= 20;
        assert_minimal(&case.instance, &items, if few { oracle_covers } else { search_covers });
        assert_true(&case.instance, &conflict);
        seen += 1;
    }
    assert!(seen >= 25, "{seen} unsolvable cases");
}

#[test]
fn every_solvable_case_of_the_testkit_gets_a_solution() {
    for case in cases::cover().iter().filter(|case| matches!(case.expected, Ok(1..))) {
        let problem = common::build(&case.instance).unwrap();
        match explain(&problem, &Search::new()).unwrap() {
            Explanation::Solvable(solution) => assert_eq!(verify(&problem, &solution), Ok(())),
            other => panic!("{}: {other:?}", case.name),
        }
    }
}

fn sentence(name: &str) -> String {
    let case = cases::cover().iter().find(|case| case.name == name).unwrap();
    let problem = common::build(&case.instance).unwrap();
    explain(&problem, &Search::new()).unwrap().describe(&problem)
}

#[test]
fn simple_reasons_are_put_in_words() {
    let expected = [
        ("primary-without-option", "item b has no option"),
        ("out-of-reach-by-one", "item a needs 3 options and has 2"),
        ("two-need-the-same-cell", "a and b need the same item c"),
        ("two-need-the-same-secondary", "a and b need the same item c"),
        ("exclusive-over-two", "every option of a excludes every option of b over x and y"),
        (
            "crossing-words-without-a-letter",
            "every option of across excludes every option of down over cell",
        ),
        ("starved-of-options", "every option of b leaves a without the 2 options that it needs"),
        (
            "no-two-together",
            "item a needs 2 options, but each that it has excludes too many of the others",
        ),
        (
            "places-with-room-for-three",
            "a and b have only p and q between them, with room for 3 of the 4 options needed",
        ),
        (
            "places-and-a-way-around",
            "the 3 items a, b and c, with 7 options, cannot be covered together; without any one \
             of them the others can",
        ),
        ("pigeons-4-holes-3", "p1, p2, p3 and p4 have only h1, h2 and h3 between them"),
        ("needle-in-a-crowd", "a and b need the same item x"),
        (
            "three-words-in-a-ring",
            "the 3 items a, b and c, with 6 options, cannot be covered together; without any one \
             of them the others can",
        ),
    ];
    for (name, words) in expected {
        assert_eq!(sentence(name), format!("no solution: {words}"), "{name}");
    }
}

/// Checks what a reason claims against the instance, by its definition.
fn assert_true(instance: &Instance, conflict: &Conflict) {
    let of = |item: ItemId| -> Vec<usize> {
        let has = |option: &&OptionSpec| option.entries.iter().any(|e| e.item == item.index());
        let numbered = instance.options.iter().enumerate();
        numbered.filter(|(_, option)| has(option)).map(|(number, _)| number).collect()
    };
    let bounds = |item: ItemId| match instance.items[item.index()].kind {
        ItemKind::Primary { min, max } => (min, max),
        ItemKind::Secondary => (0, 1),
    };
    // Items over which two options exclude each other.
    let clashes = |a: usize, b: usize| -> Vec<usize> {
        let (a, b) = (&instance.options[a], &instance.options[b]);
        let clash = |item: &usize| {
            let ours = a.entries.iter().find(|entry| entry.item == *item);
            let theirs = b.entries.iter().find(|entry| entry.item == *item);
            match (ours, theirs, instance.items[*item].kind) {
                (Some(_), Some(_), ItemKind::Primary { max, .. }) => max == 1,
                (Some(a), Some(b), ItemKind::Secondary) => {
                    a.colour.is_none() || a.colour != b.colour
                }
                _ => false,
            }
        };
        (0..instance.items.len()).filter(clash).collect()
    };
    match &conflict.reason {
        Reason::NoOption { item } => assert_eq!(of(*item), [] as [usize; 0]),
        Reason::TooFew { item, needs, has } => {
            assert_eq!((*needs, *has as usize), (bounds(*item).0, of(*item).len()));
            assert!(has < needs && *has > 0);
        }
        Reason::SameItem { first, second, shared } => {
            assert!(!conflict.items.contains(shared));
            assert_eq!(bounds(*shared).1, 1);
            for option in of(*first).into_iter().chain(of(*second)) {
                let entry = instance.options[option].entries.iter();
                let entry = entry.clone().find(|entry| entry.item == shared.index());
                assert!(entry.is_some_and(|entry| entry.colour.is_none()));
            }
            assert!(of(*first).iter().all(|option| !of(*second).contains(option)));
        }
        Reason::Exclusive { first, second, over } => {
            for a in of(*first) {
                for b in of(*second) {
                    let clashes = clashes(a, b);
                    assert!(a != b && !clashes.is_empty());
                    let named = |item: &ItemId| clashes.contains(&item.index());
                    assert!(over.is_empty() || over.iter().any(named));
                }
            }
        }
        Reason::Starved { item, needs, by } => {
            assert_eq!(*needs, bounds(*item).0);
            for option in of(*by) {
                let stays = |&other: &usize| other == option || clashes(other, option).is_empty();
                assert!(of(*item).into_iter().filter(stays).count() < *needs as usize);
            }
        }
        Reason::Places { places, needed, room } => {
            let needs = |&item: &ItemId| u64::from(bounds(item).0);
            assert_eq!(*needed, conflict.items.iter().map(needs).sum::<u64>());
            let room_of = |&place: &ItemId| {
                let is_ours =
                    |option: &usize| conflict.items.iter().any(|&i| of(i).contains(option));
                let options = of(place).iter().filter(|option| is_ours(option)).count() as u64;
                options.min(u64::from(bounds(place).1))
            };
            assert_eq!(*room, places.iter().map(room_of).sum::<u64>());
            assert!(room < needed);
            for option in conflict.items.iter().flat_map(|&item| of(item)) {
                let entries = &instance.options[option].entries;
                let inside = |items: &[ItemId]| {
                    entries.iter().filter(|e| items.contains(&ItemId::new(e.item as u32))).count()
                };
                assert_eq!(inside(&conflict.items), 1, "no option serves two of them");
                assert!(inside(places) >= 1);
            }
            for place in places {
                let uncoloured = |option: &usize| {
                    let entries = instance.options[*option].entries.iter();
                    entries.filter(|e| e.item == place.index()).all(|e| e.colour.is_none())
                };
                let ours = conflict.items.iter().flat_map(|&item| of(item));
                assert!(ours.collect::<Vec<_>>().iter().all(uncoloured));
            }
        }
        Reason::General => {
            // Nothing simpler would have been true.
            if let [first, second] = *conflict.items {
                let mut pairs =
                    of(first).into_iter().flat_map(|a| of(second).into_iter().map(move |b| (a, b)));
                assert!(pairs.any(|(a, b)| a == b || clashes(a, b).is_empty()));
            }
        }
        other => panic!("nothing was given: {other:?}"),
    }
}

fn any_instance() -> impl Strategy<Value = Instance> {
    prop_oneof![instances(Shape::XC), instances(Shape::XCC), instances(Shape::MCC)]
}

fn fixed(cases: u32, seed: u64) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(seed),
        max_local_rejects: u32::MAX,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(fixed(2_000, 3))]

    #[test]
    fn conflicts_of_random_problems_are_minimal_and_their_reasons_true(
        instance in any_instance()
            .prop_filter("unsolvable", |instance| oracle::count(instance) == Ok(0)),
    ) {
        let problem = common::build(&instance).expect("the generator makes sound problems");
        let conflict = conflict(&problem, &Search::new());
        prop_assert!(conflict.is_minimal());
        assert_minimal(&instance, &numbers(&conflict), oracle_covers);
        assert_true(&instance, &conflict);
    }

    #[test]
    fn assumptions_are_part_of_the_conflict(instance in any_instance(), seed: u64) {
        let problem = common::build(&instance).expect("the generator makes sound problems");
        assumptions(&instance, &problem, seed);
    }
}

/// What is found with some options given and some forbidden.
fn assumptions(instance: &Instance, problem: &TextProblem, seed: u64) {
    let picked = |shift: u32| {
        let of = move |&option: &u32| seed.rotate_right(option * 5 + shift) & 7 == 7;
        (0..instance.options.len() as u32).filter(of).map(OptionId::new)
    };
    let given: Vec<OptionId> = picked(0).take(2).collect();
    let forbidden: Vec<OptionId> = picked(31).take(3).collect();
    let covers = |items: &BTreeSet<usize>| {
        let mut found = false;
        oracle::for_each(&only(instance, items), |solution| {
            let has = |option: &OptionId| solution.contains(&option.index());
            found |= given.iter().all(has) && !forbidden.iter().any(has);
        })
        .unwrap();
        found
    };
    let search = Search::new().given(given.clone()).forbid(forbidden.clone());
    match explain(problem, &search).unwrap() {
        Explanation::Solvable(solution) => {
            assert_eq!(verify(problem, &solution), Ok(()));
            assert!(given.iter().all(|option| solution.contains(option)));
            assert!(!forbidden.iter().any(|option| solution.contains(option)));
        }
        Explanation::Unsolvable(conflict) => {
            let items = numbers(&conflict);
            assert!(conflict.is_minimal());
            assert!(!covers(&items), "{items:?} given {given:?} less {forbidden:?}: {instance:?}");
            for item in &items {
                let mut fewer = items.clone();
                fewer.remove(item);
                assert!(covers(&fewer), "{items:?} needs no {item}: {instance:?}");
            }
            if let Reason::TooFewLeft { needs, has, given: by, .. } = &conflict.reason {
                assert!(has < needs);
                assert!(by.iter().all(|option| given.contains(option)));
            }
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn given_and_forbidden_options_are_blamed() {
    let instance = Instance::compact(
        "a b 2|c 0:9|n",
        "x",
        &["a x:red n", "a x:blue n", "b x:green", "c", "c n", "c x:red", "x"],
    );
    let problem = common::build(&instance).unwrap();
    let words = |given: &[u32], forbidden: &[u32]| {
        let ids = |numbers: &[u32]| numbers.iter().copied().map(OptionId::new).collect::<Vec<_>>();
        let search = Search::new().given(ids(given)).forbid(ids(forbidden));
        explain(&problem, &search).unwrap().describe(&problem)
    };
    let expected: [(&[u32], &[u32], &str); 8] = [
        (&[0, 2], &[], "the given options 0 and 2 exclude each other over item x"),
        (&[6], &[], "the given option 6 has no primary item: it is never chosen"),
        (&[3], &[3], "option 3 is both given and forbidden"),
        (&[0], &[], "the given option 0 leaves item b without options"),
        (&[2], &[], "the given option 2 leaves item a without options"),
        (&[], &[2], "the forbidden options leave item b without options"),
        (&[], &[3, 4], "the forbidden options leave item c 1 of the 2 options that it still needs"),
        (&[], &[], "every option of a excludes every option of b over x"),
    ];
    for (given, forbidden, sentence) in expected {
        assert_eq!(words(given, forbidden), format!("no solution: {sentence}"));
    }
    let unknown = explain(&problem, &Search::new().given([OptionId::new(7)])).unwrap_err();
    assert_eq!(unknown.to_string(), "no option 7: the problem has 7, numbered from 0");
}

/// Dominoes on a board without two opposite corners.
fn mutilated(side: usize) -> Instance {
    let cells: Vec<(usize, usize)> = (0..side * side)
        .map(|cell| (cell / side, cell % side))
        .filter(|&cell| cell != (0, 0) && cell != (side - 1, side - 1))
        .collect();
    let name = |(row, column): (usize, usize)| format!("{row}.{column}");
    let names: Vec<String> = cells.iter().copied().map(name).collect();
    let mut options = Vec::new();
    for &(row, column) in &cells {
        for next in [(row, column + 1), (row + 1, column)] {
            if cells.contains(&next) {
                options.push(format!("{} {}", name((row, column)), name(next)));
            }
        }
    }
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    Instance::compact(&names.join(" "), "", &options)
}

#[test]
fn a_mutilated_chessboard_fails_for_the_colour_of_its_cells() {
    for side in [4, 6, 8, 20] {
        let instance = mutilated(side);
        let problem = common::build(&instance).unwrap();
        let conflict = conflict(&problem, &Search::new());
        assert!(conflict.is_minimal());
        assert!(matches!(conflict.reason, Reason::Places { .. }), "{:?}", conflict.reason);
        // A search could not confirm it, but the claim can be counted.
        assert_true(&instance, &conflict);
        let items = numbers(&conflict);
        for item in items.iter().step_by(1 + items.len() / 40) {
            let mut fewer = items.clone();
            fewer.remove(item);
            assert!(search_covers(&instance, &fewer));
        }
    }
}

#[test]
fn larger_unsolvable_problems_get_minimal_conflicts() {
    let Some(folder) = shared::data_folder_or_skip("explanations of larger instances") else {
        return;
    };
    let rows = shared::counts(&folder).unwrap();
    let rows: Vec<_> = rows.iter().filter(|row| row.count == 0).collect();
    assert!(rows.len() >= 10);
    for row in rows {
        let instance = dlx::parse(&row.contents).unwrap();
        let conflict = conflict(&common::build(&instance).unwrap(), &Search::new());
        assert!(conflict.is_minimal(), "{}", row.file);
        assert_minimal(&instance, &numbers(&conflict), search_covers);
        assert_true(&instance, &conflict);
    }
}

#[test]
fn pigeons_are_found_in_a_crowd_that_has_more_solutions_than_can_be_searched() {
    // Thirteen pigeons, twelve holes, and 2^100 ways to cover the rest.
    let pigeons: Vec<String> = (0..13).map(|p| format!("p{p}")).collect();
    let holes: Vec<String> = (0..12).map(|h| format!("h{h}")).collect();
    let mut builder = ProblemBuilder::new();
    let rest: Vec<String> = (0..100).map(|r| format!("r{r}")).collect();
    builder.primary_items(rest.iter().chain(&pigeons).chain(&holes).cloned()).unwrap();
    for pigeon in &pigeons {
        for hole in &holes {
            builder.add_option([pigeon.clone(), hole.clone()]).unwrap();
        }
    }
    for item in &rest {
        builder.add_option([item.clone()]).unwrap();
        builder.add_option([item.clone()]).unwrap();
    }
    let problem = builder.build();
    let explanation = explain(&problem, &Search::new()).unwrap();
    let conflict = explanation.conflict().unwrap();
    assert!(conflict.is_minimal());
    let names: Vec<&String> =
        conflict.items.iter().filter_map(|&item| problem.item(item)).collect();
    assert_eq!(names, pigeons.iter().collect::<Vec<_>>());
}

#[test]
fn limits_hold_for_all_tries_together_and_say_what_is_not_known() {
    let case = cases::cover().iter().find(|case| case.name == "langford-6").unwrap();
    let problem = common::build(&case.instance).unwrap();
    let whole = conflict(&problem, &Search::new());
    assert!(whole.is_minimal());

    let none = explain(&problem, &Search::new().node_budget(1)).unwrap();
    assert_eq!(none, Explanation::Unknown(StopReason::NodeBudget));
    assert_eq!(
        none.describe(&problem),
        "not known whether there is a solution: node budget used up"
    );
    let late = Search::new().time_budget(Duration::ZERO);
    assert_eq!(explain(&problem, &late).unwrap(), Explanation::Unknown(StopReason::TimeBudget));
    let token = CancelToken::new();
    token.cancel();
    let cancelled = explain(&problem, &Search::new().cancel(token)).unwrap();
    assert_eq!(cancelled, Explanation::Unknown(StopReason::Cancelled));

    // Just enough to find that there is no solution, and not why: what is found is a conflict still.
    let mut partial = 0;
    for nodes in (10..4_000).step_by(10) {
        let search = Search::new().node_budget(nodes);
        let Explanation::Unsolvable(conflict) = explain(&problem, &search).unwrap() else {
            continue;
        };
        if !conflict.is_minimal() {
            assert_eq!(conflict.unproven, Some(StopReason::NodeBudget));
            let words = Explanation::Unsolvable(conflict.clone()).describe(&problem);
            assert!(
                words.ends_with("(perhaps fewer of them already: node budget used up)"),
                "{words}"
            );
            if partial % 8 == 0 {
                assert!(!search_covers(&case.instance, &numbers(&conflict)));
            }
            partial += 1;
        }
    }
    assert!(partial > 0);
    // The limit of solutions and earlier settings do not matter.
    assert_eq!(conflict(&problem, &Search::new().limit(0)), whole);
}

/// A problem in Knuth's format.
fn large(items: String, options: impl IntoIterator<Item = String>) -> TextProblem {
    let mut lines = vec![items];
    lines.extend(options);
    quadrille_cover::text::read(&lines.join("\n")).unwrap()
}

fn line(count: usize) -> String {
    (0..count).map(|number| format!("p{number}")).collect::<Vec<_>>().join(" ")
}

#[test]
fn large_problems_with_a_solution_are_answered_at_once() {
    let two = |n: usize| [format!("p{n} x:a"), format!("p{n} x:b")];
    let colours = |n: usize| [format!("a x:c{n}"), format!("b x:c{n}")];
    let families = [
        (large(line(50_000) + " | x", (0..50_000).flat_map(two)), 50_000),
        (large("a b | x".to_owned(), (0..50_000).flat_map(colours)), 2),
        (large(line(100_000), [line(100_000)]), 1),
        (large(line(2_000), vec![line(2_000); 500]), 1),
        (large("a".to_owned(), vec!["a".to_owned(); 100_000]), 1),
    ];
    for (problem, length) in &families {
        match explain(problem, &Search::new()).unwrap() {
            Explanation::Solvable(options) => {
                assert_eq!(verify(problem, &options), Ok(()));
                assert_eq!(options.len(), *length);
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn large_problems_without_a_solution_are_explained() {
    // q and r want different colours of x, which has many options beside theirs.
    let two = |n: usize| [format!("p{n} x:a"), format!("p{n} x:b")];
    let options = (0..50_000).flat_map(two).chain(["q x:a".to_owned(), "r x:b".to_owned()]);
    let problem = large(line(50_000) + " q r | x", options);
    let found = conflict(&problem, &Search::new());
    assert!(found.is_minimal());
    assert_eq!(found.items, [ItemId::new(50_000), ItemId::new(50_001)]);

    // One option too few for two long ones that exclude each other.
    let problem = large(line(20_000) + " q r", [line(20_000) + " q", "r p0".to_owned()]);
    let found = conflict(&problem, &Search::new());
    assert!(found.is_minimal());
    assert_eq!(found.items.len(), 2);
    assert!(found.items.contains(&ItemId::new(20_001)));
}

#[test]
fn labels_of_any_type_are_described() {
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    enum Item {
        Cell(u8, u8),
    }
    let mut builder = ProblemBuilder::new();
    builder.primary(Item::Cell(1, 2)).unwrap();
    let problem = builder.build();
    let explanation = explain(&problem, &Search::new()).unwrap();
    assert_eq!(explanation.describe_debug(&problem), "no solution: item Cell(1, 2) has no option");
    let own = explanation.describe_with(|item| format!("number {item}"));
    assert_eq!(own, "no solution: item number 0 has no option");
}
