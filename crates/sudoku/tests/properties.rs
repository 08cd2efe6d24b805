//! Random puzzles: the strategies against the oracle of the testkit, which shares no code with them,
//! and against each other.

use crate::common;

use proptest::prelude::*;
use quadrille_sudoku::strategy::{ALL, by_name};
use quadrille_sudoku::{Fault, Grid, Request, Shape, Verdict, verify};
use quadrille_testkit::generate::sudoku::{PuzzleKind, permuted_grid, sudoku_puzzle};
use quadrille_testkit::{SplitMix64, SudokuPuzzle, sudoku_oracle};

/// Puzzles of 4×4, 6×6 and 9×9 with few blanks: cells of a solved grid emptied at random, and now and
/// then a clue changed. They shrink towards fewer blanks.
fn few_blanks() -> impl Strategy<Value = SudokuPuzzle> {
    let shapes =
        prop_oneof![Just((2, 2, 16)), Just((2, 3, 24)), Just((3, 2, 24)), Just((3, 3, 34))];
    let parts = shapes.prop_flat_map(|(rows, columns, most)| {
        (Just((rows, columns)), any::<u64>(), 0usize..=most, prop::bool::weighted(0.2))
    });
    parts.prop_map(|((box_rows, box_columns), seed, blanks, spoil)| {
        let n = box_rows * box_columns;
        let mut givens = permuted_grid(box_rows, box_columns, seed);
        let mut rng = SplitMix64::new(seed);
        let mut order: Vec<usize> = (0..n * n).collect();
        rng.shuffle(&mut order);
        order.iter().take(blanks).for_each(|&cell| givens[cell] = 0);
        if spoil {
            givens[order[n * n - 1]] = rng.between(1, n) as u8;
        }
        SudokuPuzzle { n, box_rows, box_columns, givens }
    })
}

fn config(cases: u32) -> ProptestConfig {
    // The same puzzles on every run, here and elsewhere.
    ProptestConfig {
        cases,
        rng_seed: prop::test_runner::RngSeed::Fixed(20_260),
        ..Default::default()
    }
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn every_strategy_finds_what_the_oracle_finds(plain in few_blanks()) {
        let SudokuPuzzle { n, box_rows, box_columns, ref givens } = plain;
        let expected = sudoku_oracle::solutions(n, box_rows, box_columns, givens, 3000);
        let puzzle = common::puzzle(&plain);
        let clash = sudoku_oracle::fewest_first(n, box_rows, box_columns, givens, 1, 100_000);
        prop_assert!(puzzle.is_some() || clash == Some(Vec::new()), "refused, but has a solution");
        let Some(puzzle) = puzzle else { return Ok(()) };
        prop_assume!(expected.len() < 3000);
        for strategy in ALL {
            let (report, found) = common::solve(*strategy, &puzzle, &Request::all());
            prop_assert_eq!(report.verdict, Verdict::Exhausted);
            if ["backtrack", "tables"].contains(&strategy.name()) {
                prop_assert_eq!(&found, &expected, "{}: in lexicographic order", strategy.name());
            }
            let mut sorted = found.clone();
            sorted.sort();
            prop_assert_eq!(&sorted, &expected, "{}", strategy.name());
            for every in [1, 7] {
                let (again, nodes) = common::solve_in_legs(*strategy, &puzzle, every);
                prop_assert_eq!(&again, &found, "{} every {}", strategy.name(), every);
                prop_assert_eq!(nodes, report.nodes, "{} every {}", strategy.name(), every);
            }
        }
    }

    #[test]
    fn verify_accepts_solutions_and_rejects_any_change_of_a_cell(
        plain in few_blanks(), cell in any::<prop::sample::Index>(), digit in 0u8..=255,
    ) {
        let SudokuPuzzle { n, box_rows, box_columns, ref givens } = plain;
        let shape = Shape::new(box_rows, box_columns).unwrap();
        let grid = Grid::from_values(shape, givens.clone()).unwrap();
        for solution in sudoku_oracle::solutions(n, box_rows, box_columns, givens, 3) {
            prop_assert_eq!(verify(&grid, &solution), Ok(()));
            let mut changed = solution.clone();
            let cell = cell.index(n * n);
            changed[cell] = digit;
            prop_assert_eq!(verify(&grid, &changed).is_ok(), digit == solution[cell]);
            let short = verify(&grid, &changed[1..]);
            prop_assert!(matches!(short, Err(Fault::Length { .. })), "{:?}", short);
        }
    }
}

proptest! {
    #![proptest_config(config(25))]

    /// 9×9 with one solution, several, none: too many nodes for reading order to finish them all, so
    /// that it may be stopped, but must not be wrong.
    #[test]
    fn all_strategies_agree_on_puzzles_of_every_kind(seed in any::<u64>()) {
        for kind in PuzzleKind::ALL {
            let random = sudoku_puzzle(3, 3, kind, seed);
            let Some(puzzle) = common::puzzle(&random.puzzle) else {
                prop_assert_eq!(random.kind, PuzzleKind::Contradictory);
                continue;
            };
            let limits = quadrille_sudoku::Limits::none().with_nodes(200_000);
            let request = Request::up_to(100).within(limits);
            let mut agreed = None;
            for strategy in ALL {
                let (report, solutions) = common::solve(*strategy, &puzzle, &request);
                for solution in &solutions {
                    prop_assert_eq!(verify(&puzzle, solution), Ok(()));
                }
                if report.verdict.is_stopped() {
                    continue;
                }
                let found = (report.verdict, report.solutions);
                prop_assert_eq!(found, *agreed.get_or_insert(found), "{}", strategy.name());
            }
            prop_assert!(agreed.is_some(), "no strategy came to an end");
        }
    }

    /// What the tables know without scanning is what the scan would have found: the same nodes in
    /// the same order. Likewise the sets that `propagate` keeps and those that `mrv` works out.
    #[test]
    fn strategies_that_choose_alike_walk_the_same_tree(seed in any::<u64>()) {
        for kind in PuzzleKind::ALL {
            let random = sudoku_puzzle(3, 3, kind, seed);
            let Some(puzzle) = common::puzzle(&random.puzzle) else { continue };
            for (one, other) in [("backtrack", "tables"), ("mrv", "propagate")] {
                let limits = quadrille_sudoku::Limits::none().with_nodes(100_000);
                let request = Request::up_to(50).within(limits);
                let results = [one, other].map(|name| {
                    common::solve(by_name(name).unwrap(), &puzzle, &request)
                });
                prop_assert_eq!(&results[0], &results[1], "{} and {}", one, other);
            }
        }
    }
}
