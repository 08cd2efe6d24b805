//! Problems that are deep or large. How fast and in how much memory, the example `large` prints.

use quadrille_cover::{Problem, ProblemBuilder, Search, Verdict, verify};

/// A strip of `length` cells to be covered by dominoes, the cell at its end by a monomino as well:
/// the first cell forces the first domino, that one the next, and so on.
fn chain(length: u32) -> Problem<u32> {
    let mut builder = ProblemBuilder::new();
    builder.primary_items(0..length).unwrap();
    for cell in 0..length - 1 {
        builder.add_option([cell, cell + 1]).unwrap();
    }
    builder.add_option([length - 1]).unwrap();
    builder.build()
}

#[test]
fn two_hundred_thousand_forced_levels_need_no_deep_stack() {
    let problem = chain(400_001);
    let first = Search::new().first(&problem).unwrap();
    let solution = first.solution().expect("it has one");
    assert_eq!(solution.len(), 200_001);
    assert_eq!(verify(&problem, solution), Ok(()));
    let outcome = Search::new().count(&problem).unwrap();
    assert_eq!((outcome.verdict, outcome.solutions), (Verdict::Exhausted, 1));
    assert_eq!(outcome.statistics.depth(), 200_001);
}

/// The same strip with its cells declared in reverse: the forced one is always the last in the list
/// of items. A search that looked through the list for it would need 4·10¹⁰ steps.
#[test]
fn forced_levels_at_the_end_of_the_list_of_items_take_linear_time() {
    let length = 400_000;
    let mut builder = ProblemBuilder::new();
    builder.primary_items((0..length).rev()).unwrap();
    for cell in 0..length - 1 {
        builder.add_option([cell, cell + 1]).unwrap();
    }
    let problem = builder.build();
    let outcome = Search::new().count(&problem).unwrap();
    assert_eq!((outcome.verdict, outcome.solutions), (Verdict::Exhausted, 1));
}

#[test]
fn two_hundred_thousand_levels_with_a_choice_at_each_take_linear_time() {
    let mut builder = ProblemBuilder::new();
    builder.primary_items(0..200_000u32).unwrap();
    for item in 0..200_000 {
        builder.add_option([item]).unwrap();
        builder.add_option([item]).unwrap();
    }
    let problem = builder.build();
    let first = Search::new().first(&problem).unwrap();
    assert_eq!(first.solution().map(<[_]>::len), Some(200_000));
}

#[test]
fn a_million_options_of_four_items_yield_a_first_solution() {
    let mut builder = ProblemBuilder::new();
    builder.primary_items(0..40_000u32).unwrap();
    for option in 0..1_000_000u32 {
        // Blocks of four items; each block has a hundred options.
        let block = option % 10_000 * 4;
        builder.add_option(block..block + 4).unwrap();
    }
    let problem = builder.build();
    let first = Search::new().first(&problem).unwrap();
    let solution = first.solution().expect("it has one");
    assert_eq!(solution.len(), 10_000);
    assert_eq!(verify(&problem, solution), Ok(()));
}
