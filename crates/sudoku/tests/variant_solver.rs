//! The solver for variants by propagation: its answers to known puzzles, against brute force, and when it is left.

use std::time::Instant;

use quadrille_cover::{Budget, Step};
use quadrille_sudoku::strategy::Searcher;
use quadrille_sudoku::variant::solver::Solver;
use quadrille_sudoku::variant::{Variant, verify};
use quadrille_testkit::shared::data_folder_or_skip;

use crate::variant_data::{Case, FILES, load};

/// What became of a puzzle: its solutions, each of them checked, up to so many nodes.
fn solve(variant: &Variant, nodes: u64) -> (Vec<Vec<u8>>, Solver, Step) {
    let mut solver = Solver::new(variant);
    let mut budget = Budget::nodes(nodes);
    let mut solutions = Vec::new();
    loop {
        match solver.advance(&mut budget) {
            Step::Solution => {
                assert_eq!(verify(variant, solver.solution()), Ok(()));
                solutions.push(solver.solution().to_vec());
            }
            step => return (solutions, solver, step),
        }
    }
}

fn check(case: &Case, nodes: u64) -> Option<u64> {
    let (mut solutions, solver, step) = solve(&case.variant, nodes);
    if step == Step::Paused {
        return None;
    }
    assert_eq!(solutions.len() as u64, case.count, "{}", case.id);
    if let Some(solution) = &case.solution {
        assert_eq!(solutions.first(), Some(solution), "{}", case.id);
    }
    solutions.sort_unstable();
    solutions.dedup();
    assert_eq!(solutions.len() as u64, case.count, "{}: solutions found twice", case.id);
    Some(solver.nodes())
}

#[test]
fn known_variants_have_the_stated_solutions() {
    let Some(folder) = data_folder_or_skip("known variants by propagation") else { return };
    for case in FILES.into_iter().flat_map(|file| load(&folder, file)) {
        assert!(check(&case, 100_000).is_some(), "{}: too many nodes", case.id);
    }
}

#[test]
#[ignore = "prints a table of times: run it in release mode"]
fn table_of_times_and_nodes() {
    let Some(folder) = data_folder_or_skip("a table of times") else { return };
    let only = std::env::var("ONLY").ok();
    let nodes = std::env::var("NODES").ok().and_then(|s| s.parse().ok()).unwrap_or(u64::MAX);
    let mut times = Vec::new();
    for case in FILES.into_iter().chain(["sizes/sizes.jsonl"]).flat_map(|file| load(&folder, file))
    {
        if only.as_ref().is_some_and(|only| !case.id.contains(only.as_str())) {
            continue;
        }
        let start = Instant::now();
        let nodes = check(&case, nodes);
        let time = start.elapsed().as_secs_f64() * 1e3;
        times.push(time);
        println!("{time:9.2} ms {nodes:8?} nodes  {} ({})", case.id, case.kind);
    }
    times.sort_by(f64::total_cmp);
    println!("median {:.2} ms of {}", times[times.len() / 2], times.len());
}
