//! Every fixed case is what it says: counts, solutions and costs are confirmed here, each by the means it states.

use std::collections::HashSet;
use std::time::Instant;

use quadrille_testkit::cases::{self, SudokuCase};
use quadrille_testkit::{Fault, dlx, oracle, sudoku_oracle};

#[test]
fn names_are_unique_and_reasons_are_given() {
    let cover = cases::cover().iter().map(|case| ("cover", &case.name, &case.why));
    let sudoku = cases::sudoku().iter().map(|case| ("sudoku", &case.name, &case.why));
    let text = cases::text().iter().map(|case| ("text", &case.name, &case.why));
    let mut seen = HashSet::new();
    for (family, name, why) in cover.chain(sudoku).chain(text) {
        assert!(seen.insert((family, name)), "{family}: {name} is there twice");
        assert!(why.len() > 10, "{family}: {name} has no reason");
    }
}

#[test]
fn cover_counts_solutions_and_costs_agree_with_the_oracle() {
    for case in cases::cover() {
        let begin = Instant::now();
        match (&case.expected, oracle::solutions(&case.instance)) {
            (Ok(count), Ok(found)) => {
                assert_eq!(found.len() as u64, *count, "{}", case.name);
                if let Some(listed) = &case.solutions {
                    assert_eq!(&found, listed, "{}", case.name);
                }
                if let Some(listed) = &case.cheapest {
                    let costs = oracle::cheapest_costs(&case.instance, listed.len()).unwrap();
                    let listed: Vec<u128> = listed.iter().map(|&cost| cost.into()).collect();
                    assert_eq!(costs, listed, "{}", case.name);
                }
            }
            (Err(kind), Err(fault)) => assert_eq!(fault.kind(), kind, "{}", case.name),
            (expected, found) => panic!("{}: expected {expected:?}, found {found:?}", case.name),
        }
        assert!(begin.elapsed().as_secs() < 20, "{}: too large for the oracle", case.name);
    }
}

#[test]
fn every_kind_of_fault_has_a_case() {
    for kind in Fault::KINDS {
        assert!(
            cases::cover().iter().any(|case| case.expected.as_ref() == Err(&kind.to_owned())),
            "{kind}"
        );
    }
    for kind in dlx::KINDS {
        assert!(
            cases::text().iter().any(|case| case.expected.as_ref().is_err_and(|e| e.kind == kind)),
            "{kind}"
        );
    }
}

#[test]
fn every_feature_has_cases() {
    for tag in ["secondary", "colour", "multiplicity", "cost", "large", "error"] {
        assert!(
            cases::cover().iter().filter(|case| case.tags.iter().any(|t| t == tag)).count() >= 3,
            "{tag}"
        );
    }
    for tag in ["9x9", "not-9x9", "16x16", "4x4", "multiple", "none", "contradictory"] {
        assert!(cases::sudoku().iter().any(|case| case.tags.iter().any(|t| t == tag)), "{tag}");
    }
}

/// The digits that the filler in reading order may try on a case that says nothing else: a second or so.
const TRIES: u64 = 60_000_000;

fn found(case: &SudokuCase, fewest: bool) -> Option<Vec<Vec<u8>>> {
    let p = &case.puzzle;
    let cap = case.count as usize + 1;
    if fewest {
        sudoku_oracle::fewest_first(p.n, p.box_rows, p.box_columns, &p.givens, cap, TRIES)
    } else {
        sudoku_oracle::solutions_within(p.n, p.box_rows, p.box_columns, &p.givens, cap, TRIES)
    }
}

#[test]
fn sudoku_counts_and_solutions_agree_with_both_oracles() {
    for case in cases::sudoku() {
        let known = ["backtrack", "tables", "mrv", "propagate"];
        assert!(case.slow.iter().all(|name| known.contains(&name.as_str())), "{}", case.name);
        for fewest in [false, true] {
            let found = found(case, fewest);
            if !fewest {
                // Exactly the cases on which the filler in reading order gives up are called slow for such engines.
                let slow = case.slow.iter().any(|name| name == "backtrack");
                assert_eq!(found.is_none(), slow, "{}", case.name);
            }
            let Some(found) = found else {
                assert!(
                    !fewest && case.confirmed.is_some(),
                    "{}: too large, and not stated",
                    case.name
                );
                continue;
            };
            assert_eq!(found.len() as u64, case.count, "{} by fewest: {fewest}", case.name);
            if let Some(listed) = &case.solution {
                assert_eq!(found[0], *listed, "{} by fewest: {fewest}", case.name);
            }
        }
    }
}

#[test]
fn contradictory_puzzles_are_those_with_equal_givens_in_a_house() {
    for case in cases::sudoku() {
        let p = &case.puzzle;
        let house = |cell: usize| {
            let (row, column) = (cell / p.n, cell % p.n);
            (row, column, (row / p.box_rows, column / p.box_columns))
        };
        let clash = |a: usize, b: usize| {
            let ((r1, c1, b1), (r2, c2, b2)) = (house(a), house(b));
            p.givens[a] != 0 && p.givens[a] == p.givens[b] && (r1 == r2 || c1 == c2 || b1 == b2)
        };
        let cells = p.n * p.n;
        let any = (0..cells).any(|a| (0..a).any(|b| clash(a, b)));
        assert_eq!(any, case.contradictory, "{}", case.name);
    }
}

#[test]
fn queens_counted_row_by_row() {
    fn place(n: usize, columns: &mut Vec<usize>) -> u64 {
        if columns.len() == n {
            return 1;
        }
        let row = columns.len();
        let mut count = 0;
        for column in 0..n {
            if columns
                .iter()
                .enumerate()
                .all(|(r, &c)| c != column && row - r != c.abs_diff(column))
            {
                columns.push(column);
                count += place(n, columns);
                columns.pop();
            }
        }
        count
    }
    assert_eq!(count_of("queens-8"), place(8, &mut Vec::new()));
    assert_eq!(count_of("queens-6"), place(6, &mut Vec::new()));
}

#[test]
fn dominoes_counted_by_the_product_formula() {
    // Kasteleyn 1961; Temperley and Fisher 1961. Exact in floating point at these sizes.
    let tilings = |rows: usize, columns: usize| -> u64 {
        let term =
            |k: usize, n: usize| (std::f64::consts::PI * k as f64 / (n + 1) as f64).cos().powi(2);
        let mut product = 1.0;
        for j in 1..=rows.div_ceil(2) {
            for k in 1..=columns.div_ceil(2) {
                product *= 4.0 * term(j, rows) + 4.0 * term(k, columns);
            }
        }
        f64::round(product) as u64
    };
    for (name, rows, columns) in
        [("dominoes-4x4", 4, 4), ("dominoes-6x6", 6, 6), ("dominoes-2x16", 2, 16)]
    {
        assert_eq!(count_of(name), tilings(rows, columns), "{name}");
    }
}

fn count_of(name: &str) -> u64 {
    let case = cases::cover().iter().find(|case| case.name == name);
    *case.unwrap_or_else(|| panic!("no case {name}")).expected.as_ref().unwrap()
}
