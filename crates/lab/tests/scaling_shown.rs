//! What the tables of a study say, of times that are set by hand.

use std::num::NonZeroUsize;

use quadrille_lab::analysis::{compare, rank};
use quadrille_lab::scaling::{AHEAD, Summary, fit};
use quadrille_lab::show::{comparison_table, ranking_table, report, scaling_tables};

use crate::scaling::{run, study, with_times};

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn of_what_shows_no_growth_there_is_no_formula_and_what_falls_is_said_to_fall() {
    let mut results = run(study("queens", (4, 10), &["links", "bits", "cells"]));
    with_times(&mut results, 0, |n| if n % 2.0 == 0.0 { 1.00e8 } else { 1.01e8 });
    with_times(&mut results, 1, |n| 1e9 / n);
    with_times(&mut results, 2, |n| 1e3 * 4f64.powf(n));
    let flat = fit(&results, 0).expect("a fit");
    assert!(flat.is_flat() && fit(&results, 1).is_some_and(|it| !it.is_flat() && !it.grows()));
    let shown = words(&report(&results, false));
    assert_eq!(shown.matches("links: ").count(), 1, "{shown}");
    let (name, none) = if flat.growth.abs() < 0.5 { ("k", 0) } else { ("b", 1) };
    let said =
        format!("links: no growth of the time is shown: {name} of {} is ", flat.model.formula());
    assert!(
        shown.contains(&said) && shown.contains(&format!("and {none} is no growth.")),
        "{shown}"
    );
    assert!(shown.contains("bits time falls: a·n^k -1.000"), "{shown}");
    assert!(shown.contains("bits: time falls: ≈ 1.00e0·n^-1.000 s"), "{shown}");
    assert!(!shown.contains("bits: how far") && !shown.contains("bits, extrapolated"), "{shown}");
    assert!(shown.contains("cells: time ≈ 1.00e-6·4.000^n s"), "{shown}");
    let summary = Summary::of(&results).expect("a study");
    let budget = AHEAD * summary.scaling.budget;
    assert!(summary.engines[2].forecast.is_some_and(|it| it.budget == budget));
}

#[test]
fn a_size_that_was_interrupted_says_of_how_many_puzzles_its_figures_are() {
    let mut study = study("sudoku", (4, 9), &["mrv"]);
    study.puzzles = NonZeroUsize::new(3).expect("a number");
    let mut results = run(study);
    let brackets = "In brackets: interrupted after so many of them";
    assert!(!words(&report(&results, false)).contains(brackets));
    results.complete = false;
    let last = &mut results.series[2];
    last.outcomes[2] = None;
    last.nanoseconds.iter_mut().for_each(|round| round[2] = None);
    let tables = scaling_tables(&results);
    for table in &tables[..2] {
        let marked: Vec<bool> =
            table.rows.iter().map(|row| row[1].ends_with(" (2 of 3)")).collect();
        assert_eq!(marked, [false, false, true], "{table:?}");
    }
    assert!(words(&report(&results, false)).contains(brackets));
}

#[test]
fn tables_are_as_narrow_as_a_terminal() {
    let mut results = run(study("queens", (4, 10), &["links", "bits"]));
    with_times(&mut results, 0, |n| 1e3 * 4f64.powf(n));
    with_times(&mut results, 1, |n| 1e6 * n.powf(3.0));
    results.engines[0].name = "a name".to_owned();
    let growth = scaling_tables(&results).pop().expect("a table");
    let tables = [
        growth,
        comparison_table(&compare(&results, 0, 1)),
        ranking_table(&results, &rank(&results, 0)),
    ];
    let widest = |text: &str| text.lines().map(|line| line.chars().count()).max();
    for table in &tables {
        // Below 60 there is no room for what has to stay.
        for width in [84, 75, 65] {
            let narrow = table.text_within(Some(width));
            assert!(widest(&narrow).is_some_and(|it| it <= width), "{narrow}");
        }
        let left_out = table.text_within(Some(65)).contains("Left out for want of room:");
        assert!(left_out, "{}", table.text());
    }
}
