//! Every strategy of the registry on every case of the testkit in every mode.

use crate::common;

use quadrille_cover::text::TextErrorKind as Kind;
use quadrille_cover::{OptionId, Search, strategy, text};
use quadrille_testkit::suite::{Skip, TextReply, cover_suite, text_suite};

#[test]
fn every_strategy_passes_every_case_in_every_mode() {
    for &strategy in strategy::ALL {
        let skips: &[Skip] = match strategy.name() {
            "bits" | "cells" | "hybrid" | "dd" | "learn" => {
                &[Skip::tag("multiplicity", "it covers every item once")]
            }
            _ => &[],
        };
        let run = |instance: &_, mode| common::reply(strategy, instance, mode);
        cover_suite(strategy.name(), skips, run).assert_ok();
    }
}

#[test]
fn the_text_reader_passes_every_case() {
    text_suite("text::read", &[], |input| match text::read(input) {
        Err(error) => TextReply::Error {
            line: error.line,
            column: error.column,
            kind: kind(&error.kind).to_owned(),
        },
        Ok(problem) => {
            let matrix = problem.matrix();
            let (primary, secondary): (Vec<_>, Vec<_>) = (0..problem.item_count() as u32)
                .map(quadrille_cover::ItemId::new)
                .partition(|&item| matrix.kinds()[item.index()].is_primary());
            match Search::new().count(&problem) {
                Ok(outcome) => TextReply::Problem {
                    count: outcome.solutions,
                    names: primary
                        .into_iter()
                        .chain(secondary)
                        .filter_map(|item| problem.item(item).cloned())
                        .collect(),
                    costs: matrix.options().map(|option: OptionId| matrix.cost(option)).collect(),
                },
                Err(_) => TextReply::Unsupported,
            }
        }
    })
    .assert_ok();
}

/// The word of the case files for an error.
fn kind(kind: &Kind) -> &'static str {
    match kind {
        Kind::NoItems => "no-items",
        Kind::SecondBar => "two-bars",
        Kind::Name(_) => "bad-name",
        Kind::Multiplicity(_) | Kind::SecondaryMultiplicity(_) => "bad-multiplicity",
        Kind::RepeatedItem(_) => "repeated-item",
        Kind::UnknownItem(_) => "unknown-item",
        Kind::ItemTwice(_) => "repeated-item-in-option",
        Kind::ColourOnPrimary { .. } => "colour-on-primary",
        Kind::Colour(_) => "bad-colour",
        Kind::Cost(_) => "bad-cost",
        Kind::EmptyOption => "empty-option",
        _ => "another",
    }
}

#[test]
fn names_of_strategies_are_unique_and_lower_case_and_their_descriptions_one_line() {
    for (index, strategy) in strategy::ALL.iter().enumerate() {
        let name = strategy.name();
        assert!(name.bytes().all(|byte| byte.is_ascii_lowercase()), "{name}");
        assert!(strategy::ALL[..index].iter().all(|other| other.name() != name), "{name} twice");
        assert!(!strategy.description().is_empty() && !strategy.description().contains('\n'));
        assert_eq!(strategy::by_name(name).map(|found| found.name()), Some(name));
    }
    assert!(strategy::by_name("no such strategy").is_none());
}
