//! The state of a search, altered: it is refused, or what comes of it are solutions, and an end.

#![no_main]

mod common;

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use quadrille_cover::{Branching, Budget, ItemId, OptionId, Search, Step, strategy, verify};

fuzz_target!(|bytes: &[u8]| {
    // Too few bytes make no input.
    let _ = run(&mut Unstructured::new(bytes));
});

fn run(u: &mut Unstructured<'_>) -> Result<()> {
    let instance = common::instance(u)?;
    let problem = common::build(&instance);
    let branching = if u.arbitrary()? { Branching::WeightedDegree } else { Branching::Fewest };
    for &strategy in strategy::ALL {
        let search = Search::new().strategy(strategy);
        let search = match strategy.capabilities().branching {
            true => search.branching(branching.clone()),
            false => search,
        };
        let Some(mut searcher) = common::searcher(&search, &problem) else { continue };
        searcher.advance(&mut Budget::nodes(u.int_in_range(0..=20)?));
        let mut state = searcher.state();
        for _ in 0..u.int_in_range(0..=4)? {
            let level = u.choose_index(state.position.len().max(1))?;
            let number: u32 = if u.arbitrary()? { u.int_in_range(0..=12)? } else { u.arbitrary()? };
            match (u.int_in_range(0..=9)?, state.position.get_mut(level)) {
                (0, Some(branch)) => branch.item = ItemId::new(number),
                (1, Some(branch)) => {
                    branch.option = u.arbitrary::<bool>()?.then(|| OptionId::new(number))
                }
                (2, Some(branch)) => branch.index = number,
                (3, Some(branch)) => branch.of = number,
                (4, Some(branch)) => branch.end = number,
                (5, Some(_)) => drop(state.position.remove(level)),
                (6, Some(&mut branch)) => state.position.insert(level, branch),
                (7, _) => state.weights = vec![u.arbitrary()?; number as usize % 16],
                (8, _) => state.statistics.nodes = u.arbitrary()?,
                _ => state.statistics.solutions = u.arbitrary()?,
            }
        }
        let mut searcher = search.searcher(&problem).expect("it took it before");
        if searcher.resume(&state).is_err() {
            continue;
        }
        let mut options = Vec::new();
        loop {
            match searcher.advance(&mut Budget::nodes(100)) {
                Step::Exhausted => break,
                Step::Paused => {}
                Step::Solution => {
                    searcher.solution(&mut options);
                    verify(&problem, &options).expect("a solution");
                }
            }
        }
    }
    Ok(())
}
