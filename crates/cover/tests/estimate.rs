//! The estimator against trees that were visited whole.

use quadrille_cover::{Problem, ProblemBuilder, Search, StopReason, estimate, text};
use quadrille_testkit::shared;

/// Langford pairs: the two k's stand k + 1 places apart.
fn langford(n: usize) -> Problem<(bool, usize)> {
    let mut builder = ProblemBuilder::new();
    builder.primary_items((1..=n).map(|k| (true, k))).expect("distinct");
    builder.primary_items((0..2 * n).map(|place| (false, place))).expect("distinct");
    for k in 1..=n {
        for place in 0..2 * n - k - 1 {
            let items = [(true, k), (false, place), (false, place + k + 1)];
            builder.add_option(items).expect("declared");
        }
    }
    builder.build()
}

fn within_three_standard_errors(problem: &impl AsRef<quadrille_cover::Matrix>) {
    let truth = Search::new().count(problem).expect("it takes it");
    let estimate = estimate(problem, &Search::new(), 1_000, 1).expect("it takes it");
    assert_eq!((estimate.descents, estimate.stopped), (1_000, None));
    for (mean, truth) in
        [(estimate.nodes, truth.statistics.nodes), (estimate.solutions, truth.solutions)]
    {
        let error = (mean.mean - truth as f64).abs();
        assert!(error <= 3.0 * mean.standard_error, "{mean:?}: {truth}");
        assert!(mean.standard_error < 0.5 * truth as f64, "{mean:?} says little: {truth}");
    }
    assert!(estimate.depth <= truth.statistics.depth());
    let time = estimate.time().expect("it has a rate").as_secs_f64();
    let rate = estimate.nodes_per_second.expect("it has a rate");
    // A duration is a whole number of nanoseconds.
    assert!((time - estimate.nodes.mean / rate).abs() <= 2e-9 + 1e-6 * time, "{time}");
}

#[test]
fn langford_pairs_of_8_are_estimated_within_three_standard_errors() {
    within_three_standard_errors(&langford(8));
}

#[test]
fn pentominoes_in_6_by_10_are_estimated_within_three_standard_errors() {
    let Some(folder) = shared::data_folder_or_skip("an estimate of pentominoes") else { return };
    let rows = shared::counts(&folder).expect("the table of counts");
    let row = rows.iter().find(|row| row.file == "pent-6x10.dlx").expect("it is there");
    let problem = text::read(&row.contents).expect("sound");
    let truth = Search::new().count(&problem).expect("it takes it");
    let estimate = estimate(&problem, &Search::new(), 1_000, 1).expect("it takes it");
    let error = (estimate.nodes.mean - truth.statistics.nodes as f64).abs();
    assert!(error <= 3.0 * estimate.nodes.standard_error, "{estimate:?}");
}

#[test]
fn the_same_seed_gives_the_same_estimate() {
    let problem = langford(7);
    let of = |seed| estimate(&problem, &Search::new(), 50, seed).expect("it takes it");
    assert_eq!((of(5).nodes, of(5).solutions), (of(5).nodes, of(5).solutions));
    assert_ne!(of(5).nodes, of(6).nodes);
}

#[test]
fn small_trees_are_estimated_exactly() {
    let none = text::read("a\n").expect("sound");
    let estimate_of = |problem| estimate(problem, &Search::new(), 10, 1).expect("it takes it");
    let empty = estimate_of(&none);
    assert_eq!((empty.nodes.mean, empty.solutions.mean, empty.time()), (0.0, 0.0, None));
    let one = text::read("a b\na b\n").expect("sound");
    let estimate = estimate_of(&one);
    assert_eq!((estimate.nodes.mean, estimate.solutions.mean), (1.0, 1.0));
    assert_eq!(estimate.nodes.standard_error, 0.0);
}

#[test]
fn a_limit_ends_it_with_what_was_found() {
    let problem = langford(8);
    let search = Search::new().time_budget(std::time::Duration::ZERO);
    let estimate = estimate(&problem, &search, 1_000, 1).expect("it takes it");
    assert_eq!((estimate.descents, estimate.stopped), (0, Some(StopReason::TimeBudget)));
    assert_eq!(estimate.nodes.standard_error, f64::INFINITY);
}
