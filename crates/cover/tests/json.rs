//! JSON: what is written is read back the same, and what is wrong is refused where it stands.

use crate::common;

use std::collections::HashSet;
use std::fmt::Display;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use quadrille_cover::json::{self, JsonErrorKind, Label, WriteError};
use quadrille_cover::{ItemId, OptionId, Problem, ProblemBuilder};
use quadrille_testkit::SplitMix64;
use quadrille_testkit::cases::{self, Format};
use quadrille_testkit::generate::{Shape, instances};

type Read = Problem<String, String, Option<String>>;

/// All that a problem is.
fn contents<O: Label>(problem: &Problem<String, String, O>) -> Vec<String> {
    let ids = (0..problem.item_count() as u32).map(ItemId::new);
    let items = ids.map(|id| format!("{:?} {:?}", problem.item(id), problem.kind(id)));
    let options = problem.matrix().options().map(|option| {
        let entries: Vec<_> = problem.option(option).collect();
        let label = problem.label(option).and_then(|label| label.label());
        format!("{entries:?} {} {label:?}", problem.matrix().cost(option))
    });
    items.chain(options).collect()
}

#[track_caller]
fn round_trip<O: Label>(problem: &Problem<String, String, O>) -> String {
    let written = json::write(problem).expect("it can be written");
    let read = json::read(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
    assert_eq!(contents(&read), contents(problem), "{written}");
    assert_eq!(read.matrix(), problem.matrix());
    let mut streamed = Vec::new();
    json::write_to(problem, &mut streamed).expect("a vector takes all");
    assert_eq!(streamed, written.as_bytes());
    assert_eq!(json::read_bytes(&streamed).map(|again| contents(&again)), Ok(contents(&read)));
    written
}

fn strings() -> impl Strategy<Value = String> {
    prop_oneof![any::<String>(), "[ -~]{0,3}", Just("\u{2028}\"\\\u{7f}".to_owned())]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2_000,
        rng_seed: RngSeed::Fixed(4),
        ..ProptestConfig::default()
    })]

    #[test]
    fn what_is_written_is_read_back_the_same(
        mut instance in instances(Shape::ANY),
        names in proptest::collection::vec(strings(), 16),
        labels in proptest::collection::vec(proptest::option::of(strings()), 16),
        seed: u64,
    ) {
        let mut random = SplitMix64::new(seed);
        let mut taken = HashSet::new();
        for (item, mut name) in instance.items.iter_mut().zip(names) {
            while !taken.insert(name.clone()) {
                name.push('+');
            }
            item.name = name;
        }
        random.shuffle(&mut instance.options);
        let plain = common::build(&instance).expect("the generator makes sound problems");
        round_trip(&plain);

        // The same with labels on options and with all kinds of items mixed.
        let mut builder = ProblemBuilder::<String, String, Option<String>>::labelled();
        let mut order: Vec<u32> = (0..plain.item_count() as u32).collect();
        random.shuffle(&mut order);
        for id in order.into_iter().map(ItemId::new) {
            let name = plain.item(id).unwrap().clone();
            match plain.kind(id).unwrap() {
                quadrille_cover::ItemKind::Primary { min, max } => {
                    builder.primary_between(name, min, max).unwrap()
                }
                quadrille_cover::ItemKind::Secondary => builder.secondary(name).unwrap(),
            };
        }
        for (option, label) in plain.matrix().options().zip(labels) {
            let cost = plain.matrix().cost(option).wrapping_sub(random.below(2) as u64);
            let mut adding = builder.option_labelled(label).cost(cost);
            for (item, colour) in plain.option(option) {
                adding = match colour {
                    None => adding.item(item.clone()),
                    Some(colour) => adding.coloured(item.clone(), colour.clone()),
                };
            }
            adding.add().unwrap();
        }
        round_trip(&builder.build());
    }

    #[test]
    fn a_damaged_document_is_refused_or_read_and_never_panics(
        instance in instances(Shape::ANY),
        cut in 0usize..2_000,
        with in "[\\[\\]{}:,\"0a\u{e9} ]{0,2}",
    ) {
        let problem = common::build(&instance).expect("the generator makes sound problems");
        let mut written = json::write(&problem).unwrap();
        let cut = cut % written.len();
        written.replace_range(cut..cut + 1, &with);
        if let Err(error) = json::read(&written) {
            let message = error.to_string();
            prop_assert!(!message.contains('\n'), "{}", message);
            let line = written.split('\n').nth(error.line - 1);
            let line = line.unwrap_or_else(|| panic!("{error}\n{written}"));
            prop_assert!((1..=line.chars().count() + 1).contains(&error.column), "{}", message);
        }
    }
}

#[test]
fn the_cases_of_the_testkit_are_read_back_the_same() {
    let mut written = 0;
    for case in cases::cover() {
        if let Ok(problem) = common::build(&case.instance) {
            round_trip(&problem);
            written += 1;
        }
    }
    assert!(written > 100, "{written}");
}

fn document(items: &str, options: &str) -> String {
    format!(
        "{{\"format\": \"quadrille-cover\", \"version\": 1,\n\"items\": {items},\n\
        \"options\": {options}}}"
    )
}

fn read(items: &str, options: &str) -> Read {
    json::read(&document(items, options)).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn long_and_short_forms_are_the_same() {
    let short = read(
        r#"["a", {"name": "b", "min": 0}, {"name": "x", "kind": "secondary"}]"#,
        r#"[["a", ["x", "red"]], ["b", "x"]]"#,
    );
    let long = read(
        r#"[
            {"name": "a", "kind": "primary", "min": 1, "max": 1},
            {"max": 1, "min": 0, "name": "b", "kind": "primary"},
            {"kind": "secondary", "name": "\u0078"}
        ]"#,
        r#"[
            {"label": null, "cost": 0, "items": ["a", {"item": "x", "colour": "red"}]},
            {"items": [{"item": "b"}, ["x", null]]}
        ]"#,
    );
    assert_eq!(contents(&short), contents(&long));
}

#[test]
fn fields_may_stand_in_any_order_and_a_mark_ahead_of_all() {
    let text = "\u{feff}{\"options\": [[\"a\"]], \"items\": [\"a\"], \"version\": 1, \
                \"format\": \"quadrille-cover\"}";
    assert_eq!(json::read(text).map(|problem| problem.option_count()), Ok(1));
}

#[test]
fn costs_are_exact() {
    for cost in [0, 1, (1 << 53) + 1, u64::MAX - 1, u64::MAX] {
        let problem = read(r#"["a"]"#, &format!(r#"[{{"items": ["a"], "cost": {cost}}}]"#));
        assert_eq!(problem.matrix().cost(OptionId::new(0)), cost);
        assert!(cost == 0 || round_trip(&problem).contains(&format!("\"cost\": {cost}}}")));
    }
}

#[test]
fn labels_of_options_are_kept() {
    let options =
        r#"[{"items": ["a"], "label": "l\n\u00e9"}, ["a"], {"items": ["a"], "label": ""}]"#;
    let problem = read(r#"["a"]"#, options);
    let labels: Vec<_> = (0..3).map(|n| problem.label(OptionId::new(n)).unwrap().clone()).collect();
    assert_eq!(labels, [Some("l\né".to_owned()), None, Some(String::new())]);
    round_trip(&problem);
}

/// A label that does not show all that it is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Shy(u8);

impl Display for Shy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("shy")
    }
}

#[test]
fn labels_that_are_written_alike_are_refused() {
    let mut builder = ProblemBuilder::new();
    builder.primary_items([Shy(0), Shy(1)]).unwrap();
    let refused = json::write(&builder.build());
    assert_eq!(refused, Err(WriteError::RepeatedItem("shy".to_owned())));
}

#[test]
fn deep_nesting_ends_in_an_error_and_not_in_an_overflow_of_the_stack() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        let deep = open.repeat(1_000_000);
        assert!(matches!(json::read(&deep).unwrap_err().kind, JsonErrorKind::Syntax(_)));
        let closed = format!("{deep}1{}", close.repeat(1_000_000));
        assert!(json::read(&closed).is_err());
        assert!(json::read(&document(&closed, "[]")).is_err());
        assert!(json::read(&document("[\"a\"]", &format!("[{closed}]"))).is_err());
    }
}

#[test]
fn a_message_stays_short_and_on_one_line_whatever_the_names() {
    let name = "\\n\\u001b".repeat(10_000);
    let faults = [
        document("[\"a\"]", &format!("[[\"a\", \"{name}\"]]")),
        document(&format!("[{{\"name\": \"a\", \"{name}\": 1}}]"), "[]"),
        document(&format!("[\"{name}\", \"{name}\"]"), "[]"),
        document(&format!("[{}]", "9".repeat(10_000)), "[]"),
        format!("{{\"format\": \"{name}\"}}"),
    ];
    for fault in faults {
        let error = json::read(&fault).unwrap_err().to_string();
        assert!(error.len() < 400 && !error.contains(char::is_control), "{error}");
    }
}

#[test]
fn malformed_files_are_refused_with_line_column_and_what_was_expected() {
    let files = cases::malformed().into_iter().filter(|file| file.format == Format::Json);
    let mut count = 0;
    for file in files {
        let found = json::read_bytes(&file.text).map(|problem| contents(&problem));
        assert_eq!(found.map_err(|error| error.to_string()), Err(file.expected), "{}", file.name);
        count += 1;
    }
    assert!(count >= 20, "{count}");
}
