//! The crate `exact-covers`.

use std::collections::HashMap;
use std::ops::ControlFlow;

use exact_covers::{DlSolver, Solver};

use super::{CoverEngine, Found, Want};
use crate::clock::Clock;
use quadrille_benches::Cover;

/// Its `DlSolver`. In version 0.3.0 its other one, `DcSolver`, panics: "not yet implemented".
#[derive(Debug)]
pub(crate) struct ExactCovers;

impl CoverEngine for ExactCovers {
    fn name(&self) -> &str {
        "exact-covers"
    }

    fn asked(&self) -> &'static str {
        "DlSolver, Knuth's algorithm C, without colours; solutions are counted in its closure, and \
         their items read out only if wanted; an item is looked up by its label when an option is \
         added"
    }

    fn search(&self, cover: &Cover, want: Want, clock: &mut Clock) -> Found {
        let (primary, secondary): (Vec<u32>, Vec<u32>) =
            (0..cover.items()).partition(|&item| item < cover.primary());
        let solver: DlSolver<'_, u32, ()> = clock.build(|| {
            let mut solver = DlSolver::new(&primary, &secondary);
            let (mut first, mut second) = (Vec::new(), Vec::new());
            for option in cover.options() {
                first.clear();
                first.extend(option.iter().copied().filter(|&item| item < cover.primary()));
                second.clear();
                let rest = option.iter().copied().filter(|&item| item >= cover.primary());
                second.extend(rest.map(|item| (item, None)));
                solver.add_option(&first, &second);
            }
            solver
        });
        let mut count = 0;
        let mut solutions: Vec<Vec<Vec<u32>>> = Vec::new();
        clock.solve(|| {
            let mut entries = Vec::new();
            solver.solve(|mut solution| {
                count += 1;
                if want.keep {
                    let mut options = Vec::with_capacity(solution.option_count());
                    while solution.next(&mut entries) {
                        options.push(entries.iter().map(|(item, _)| **item).collect());
                    }
                    solutions.push(options);
                }
                if count < want.limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        });
        Found { count, solutions: numbered(cover, solutions) }
    }
}

/// The options' numbers, which the crate does not tell; an option that does not exist gets a number
/// that no option has.
fn numbered(cover: &Cover, solutions: Vec<Vec<Vec<u32>>>) -> Vec<Vec<u32>> {
    if solutions.is_empty() {
        return Vec::new();
    }
    let sorted = |mut items: Vec<u32>| {
        items.sort_unstable();
        items
    };
    let numbers: HashMap<Vec<u32>, u32> =
        cover.options().map(|items| sorted(items.to_vec())).zip(0..).collect();
    let number = |items| numbers.get(&sorted(items)).copied().unwrap_or(u32::MAX);
    solutions.into_iter().map(|options| options.into_iter().map(number).collect()).collect()
}
