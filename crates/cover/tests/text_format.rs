//! The text format: what is written is read back the same, and what cannot be is refused.

use crate::common;

use std::collections::HashMap;
use std::fmt::Display;
use std::hash::Hash;
use std::io;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use quadrille_cover::text::{self, TextErrorKind, WriteError};
use quadrille_cover::{ItemId, ItemKind, Problem, ProblemBuilder};
use quadrille_testkit::cases::{self, Format};
use quadrille_testkit::generate::{Shape, degenerate, instances};
use quadrille_testkit::{Instance, SplitMix64, shared};

/// Names that a careless reader or writer could take for something else.
const ODD_NAMES: [&str; 24] = [
    "$5",
    "$",
    "$x",
    "7",
    "0",
    "#a",
    "-1",
    "+",
    "\\",
    "\"",
    "'",
    "c",
    "größe",
    "数独",
    "\u{feff}",
    "\u{feff}a",
    "\0",
    "\u{1}",
    "\u{200b}",
    "a,b",
    "[a]",
    "{",
    "1/2",
    "e\u{301}",
];

/// What a problem is, with items of a kind in their order: what the text format keeps.
fn contents<I, C, O>(problem: &Problem<I, C, O>) -> Vec<String>
where
    I: Display + Eq + Hash,
    C: Display + Eq + Hash,
{
    let ids = || (0..problem.item_count() as u32).map(ItemId::new);
    let item = |id| format!("{} {:?}", problem.item(id).unwrap(), problem.kind(id).unwrap());
    let (primary, secondary): (Vec<ItemId>, Vec<ItemId>) =
        ids().partition(|&id| problem.kind(id) != Some(ItemKind::Secondary));
    let items = primary.into_iter().chain(secondary).map(item);
    let options = problem.matrix().options().map(|option| {
        let mut words: Vec<String> = Vec::new();
        for (item, colour) in problem.option(option) {
            words.push(format!("{item}"));
            words.extend(colour.map(|colour| format!(":{colour}")));
        }
        words.push(format!("cost {}", problem.matrix().cost(option)));
        words.join(" ")
    });
    items.chain(options).collect()
}

#[track_caller]
fn round_trip<I, C, O>(problem: &Problem<I, C, O>) -> String
where
    I: Display + Eq + Hash,
    C: Display + Eq + Hash,
{
    let written = text::write(problem).expect("it can be written");
    let read = text::read(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
    assert_eq!(contents(&read), contents(problem), "{written}");
    let mut streamed = Vec::new();
    text::write_to(problem, &mut streamed).expect("a vector takes all");
    assert_eq!(streamed, written.as_bytes());
    assert_eq!(text::write(&read).as_ref(), Ok(&written), "written again");
    written
}

/// The instance with odd names, colours and costs.
fn disguised(instance: &Instance, seed: u64) -> Instance {
    let mut random = SplitMix64::new(seed);
    let mut names = ODD_NAMES.to_vec();
    random.shuffle(&mut names);
    let mut disguised = instance.clone();
    for (item, name) in disguised.items.iter_mut().zip(&names) {
        item.name = (*name).to_owned();
    }
    let mut colours: HashMap<String, &str> = HashMap::new();
    for option in &mut disguised.options {
        if random.chance(5) {
            option.cost = u64::MAX - random.below(2) as u64;
        }
        for entry in &mut option.entries {
            if let Some(colour) = &mut entry.colour {
                let fresh = names[names.len() - 1 - colours.len()];
                *colour = (*colours.entry(colour.clone()).or_insert(fresh)).to_owned();
            }
        }
    }
    disguised
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 4_000,
        rng_seed: RngSeed::Fixed(3),
        ..ProptestConfig::default()
    })]

    #[test]
    fn what_is_written_is_read_back_the_same(instance in instances(Shape::ANY), seed: u64) {
        for instance in [disguised(&instance, seed), instance] {
            let problem = common::build(&instance).expect("the generator makes sound problems");
            if instance.items.iter().any(|item| item.is_primary()) {
                round_trip(&problem);
            } else {
                prop_assert_eq!(text::write(&problem), Err(WriteError::NoPrimaryItem));
            }
        }
    }

    #[test]
    fn no_text_makes_the_reader_panic_and_what_it_takes_can_be_written(
        text in "([ab$] )?\\|? ?([a-c]|[0-9]:[0-9]\\|[a-c]|\\$[0-9]|\u{feff}| |\\||:|\r|\n){0,30}",
    ) {
        match text::read(&text) {
            Ok(problem) => drop(round_trip(&problem)),
            Err(error) => {
                prop_assert!(!error.to_string().contains('\n'));
                let line = text.lines().nth(error.line - 1).unwrap_or_default();
                prop_assert!(error.column <= line.chars().count().max(1), "{}", error);
            }
        }
    }
}

#[test]
fn the_cases_of_the_testkit_are_read_back_the_same() {
    let mut written = 0;
    let cases = cases::cover().iter().map(|case| case.instance.clone());
    for instance in cases.chain(degenerate().into_iter().map(|(_, instance, _)| instance)) {
        if let Ok(problem) = common::build(&instance)
            && instance.items.iter().any(|item| item.is_primary())
        {
            round_trip(&problem);
            written += 1;
        }
    }
    assert!(written > 100, "{written}");
}

#[test]
fn the_instances_of_the_data_folder_are_read_back_the_same() {
    let Some(folder) = shared::data_folder_or_skip("round trips of the larger instances") else {
        return;
    };
    let counts = shared::counts(&folder).unwrap().into_iter().map(|row| (row.file, row.contents));
    let costs = shared::costs(&folder).unwrap().into_iter().map(|row| (row.file, row.contents));
    for (file, contents) in counts.chain(costs) {
        let problem = text::read(&contents).unwrap_or_else(|error| panic!("{file}:{error}"));
        round_trip(&problem);
    }
}

#[test]
fn a_problem_is_written_as_the_format_has_it() {
    let mut builder = ProblemBuilder::coloured();
    builder.secondary("x").unwrap();
    builder.primary("a").unwrap();
    builder.primary_between("b", 3, 3).unwrap();
    builder.secondary("y").unwrap();
    builder.primary_between("c", 0, 1).unwrap();
    builder.option().item("c").item("x").cost(u64::MAX).add().unwrap();
    builder.option().coloured("y", "red").item("a").add().unwrap();
    assert_eq!(
        round_trip(&builder.build()),
        "a 3|b 0:1|c | x y\nc x |18446744073709551615\ny:red a\n"
    );
}

#[test]
fn a_mark_that_begins_the_first_name_is_kept() {
    let mut builder = ProblemBuilder::new();
    builder.primary_items(["\u{feff}a", "\u{feff}b"]).unwrap();
    assert_eq!(round_trip(&builder.build()), " \u{feff}a \u{feff}b\n");
}

#[test]
fn labels_that_cannot_be_names_are_refused() {
    let item = |name: &str| {
        let mut builder = ProblemBuilder::new();
        builder.primary("a").unwrap();
        builder.secondary(name).unwrap();
        text::write(&builder.build())
    };
    for name in ["", " ", "b c", "b\n", "\t", "b:c", "|", "2|b", "\u{a0}", "\u{2028}", "\u{85}"] {
        assert_eq!(item(name), Err(WriteError::Item(name.to_owned())), "{name:?}");
    }
    let colour = |name: &str| {
        let mut builder = ProblemBuilder::coloured();
        builder.primary("a").unwrap();
        builder.secondary("x").unwrap();
        builder.option().item("a").coloured("x", name).add().unwrap();
        text::write(&builder.build())
    };
    for name in ["", " ", "b:", "|1"] {
        assert_eq!(colour(name), Err(WriteError::Colour(name.to_owned())), "{name:?}");
    }
    let message = item("b c").unwrap_err().to_string();
    let expected =
        "item \"b c\" cannot be written: expected a name without white space, `:` and `|`";
    assert_eq!(message, expected);
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
    let problem = builder.build();
    assert_eq!(text::write(&problem), Err(WriteError::RepeatedItem("shy".to_owned())));
    let error = text::write_to(&problem, io::sink()).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
    assert_eq!(error.to_string(), "two items are both written \"shy\": expected names that differ");

    let mut builder = ProblemBuilder::coloured();
    builder.primary("a").unwrap();
    builder.secondary("x").unwrap();
    builder.option().item("a").coloured("x", Shy(0)).add().unwrap();
    builder.option().item("a").coloured("x", Shy(1)).add().unwrap();
    assert_eq!(text::write(&builder.build()), Err(WriteError::RepeatedColour("shy".to_owned())));
}

#[test]
fn a_problem_without_primary_items_cannot_be_written() {
    // Its first line would be empty, or a comment.
    let nothing = ProblemBuilder::<&str>::new().build();
    assert_eq!(text::write(&nothing), Err(WriteError::NoPrimaryItem));
    let mut builder = ProblemBuilder::new();
    builder.secondary("x").unwrap();
    assert_eq!(text::write(&builder.build()), Err(WriteError::NoPrimaryItem));
}

#[test]
fn bytes_that_are_not_utf8_are_refused_where_they_stand() {
    let place = |bytes: &[u8]| {
        let error = text::read_bytes(bytes).unwrap_err();
        (error.line, error.column, error.kind)
    };
    assert_eq!(place(b"\xff"), (1, 1, TextErrorKind::NotUtf8(0xff)));
    // Columns are in characters, and a mark is not one.
    assert_eq!(place(b"a\n\xc3\xb6 \xe2\x82\n"), (2, 3, TextErrorKind::NotUtf8(0xe2)));
    assert_eq!(place(b"\xef\xbb\xbfab\x80"), (1, 3, TextErrorKind::NotUtf8(0x80)));
    // Cut off in the middle of a character.
    assert_eq!(place(b"a\na\n\xf0\x9f"), (3, 1, TextErrorKind::NotUtf8(0xf0)));
    assert_eq!(place(b"\xff\xfea\0\n\0"), (1, 1, TextErrorKind::Utf16));
    assert_eq!(place(b"\xfe\xff\0a\0\n"), (1, 1, TextErrorKind::Utf16));
    assert!(text::read_bytes("\u{feff}größe\r\ngröße".as_bytes()).is_ok());
}

#[test]
fn a_message_stays_short_and_on_one_line_whatever_the_word() {
    let word = "\u{1b}[31m\0".repeat(10_000);
    let error = text::read(&format!("a\na {word}\n")).unwrap_err().to_string();
    assert!(error.starts_with("2:3: unknown item \"\\u{1b}[31m\\0"), "{error}");
    assert!(error.len() < 300 && !error.contains(char::is_control), "{error}");
}

#[test]
fn malformed_files_are_refused_with_line_column_and_what_was_expected() {
    let files = cases::malformed().into_iter().filter(|file| file.format == Format::Text);
    let mut count = 0;
    for file in files {
        let found = text::read_bytes(&file.text).map(|problem| contents(&problem));
        assert_eq!(found.map_err(|error| error.to_string()), Err(file.expected), "{}", file.name);
        count += 1;
    }
    assert!(count >= 40, "{count}");
}
