//! One run of one engine on one instance: what a child process does.

use std::collections::HashSet;

use crate::clock::{Clock, Times};
use crate::engines::{CoverEngine, Engine, Found, GridEngine, Want};
use crate::instances::Work;
use crate::puzzle::{Cells, Encoded, check};
use quadrille_benches::Cover;

/// A rehearsal keeps no more solutions than this: of what has millions, the first ones are looked at,
/// and all are counted in the timed runs.
const MOST_KEPT: u64 = 250_000;

/// Does the work. The answer is checked after the clock has stopped. A rehearsal also looks at each
/// single solution of a count; its times mean nothing.
///
/// # Errors
///
/// What is wrong with the answer, or that the engine does not take the work.
pub(crate) fn run(
    engine: &Engine,
    work: &Work,
    puzzles: &[Cells],
    rehearsal: bool,
    mut clock: Clock,
) -> Result<Times, String> {
    match (engine, work) {
        (Engine::Cover(engine), Work::Count { build, solutions }) => {
            count(&**engine, &build(), *solutions, rehearsal, &mut clock)
        }
        (Engine::Cover(engine), Work::Covers) => covers(&**engine, puzzles, &mut clock),
        (Engine::Grids(engine), Work::Grids) => grids(&**engine, puzzles, &mut clock),
        _ => Err(format!("{} does not take this work", engine.name())),
    }
}

fn count(
    engine: &dyn CoverEngine,
    cover: &Cover,
    expected: u64,
    rehearsal: bool,
    clock: &mut Clock,
) -> Result<Times, String> {
    let (want, expected) = match rehearsal {
        true if expected > MOST_KEPT => (Want { limit: MOST_KEPT, keep: true }, MOST_KEPT),
        _ => (Want { limit: u64::MAX, keep: rehearsal }, expected),
    };
    let Found { count, mut solutions } = engine.search(cover, want, clock);
    if count != expected {
        return Err(format!("wrong: {count} solutions, expected {expected}"));
    }
    if rehearsal {
        for solution in &mut solutions {
            cover.check(solution).map_err(|fault| format!("wrong: {fault}"))?;
            solution.sort_unstable();
        }
        let different = HashSet::<Vec<u32>>::from_iter(solutions).len() as u64;
        if different != expected {
            return Err(format!("wrong: {different} different solutions, expected {expected}"));
        }
    }
    Ok(clock.times())
}

fn covers(engine: &dyn CoverEngine, puzzles: &[Cells], clock: &mut Clock) -> Result<Times, String> {
    let want = Want { limit: 2, keep: true };
    for (number, puzzle) in (1..).zip(puzzles) {
        // One at a time, so that memory does not grow with the corpus; encoding is not timed.
        let encoded = Encoded::new(puzzle);
        let found = engine.search(&encoded.cover, want, clock);
        let answer = match &*found.solutions {
            [solution] if found.count == 1 => Some(encoded.grid(solution)),
            _ => None,
        };
        judge(number, puzzle, answer)?;
    }
    Ok(clock.times())
}

fn grids(engine: &dyn GridEngine, puzzles: &[Cells], clock: &mut Clock) -> Result<Times, String> {
    let answers = engine.solve(puzzles, clock);
    if answers.len() != puzzles.len() {
        return Err(format!("wrong: {} answers, expected {}", answers.len(), puzzles.len()));
    }
    for ((number, puzzle), answer) in (1..).zip(puzzles).zip(answers) {
        judge(number, puzzle, answer)?;
    }
    Ok(clock.times())
}

/// The corpus has only puzzles with one solution: any other answer is wrong.
fn judge(number: usize, puzzle: &Cells, answer: Option<Cells>) -> Result<(), String> {
    let fault = match answer {
        Some(answer) => check(puzzle, &answer).err(),
        None => Some("no unique solution".to_owned()),
    };
    fault.map_or(Ok(()), |fault| Err(format!("wrong: puzzle {number}: {fault}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Counting;

    /// Says whatever it is told to.
    struct Liar(Found);

    impl CoverEngine for Liar {
        fn name(&self) -> &str {
            "liar"
        }

        fn asked(&self) -> &'static str {
            "nothing"
        }

        fn search(&self, _: &Cover, _: Want, _: &mut Clock) -> Found {
            self.0.clone()
        }
    }

    fn wall() -> Clock {
        Clock::new(Counting::Wall)
    }

    fn two_ways() -> Cover {
        let mut cover = Cover::new(1, 0);
        cover.add([0]);
        cover.add([0]);
        cover
    }

    #[test]
    fn a_wrong_count_is_no_timing() {
        let liar = Liar(Found { count: 3, solutions: Vec::new() });
        let answer = count(&liar, &two_ways(), 2, false, &mut wall());
        assert_eq!(answer, Err("wrong: 3 solutions, expected 2".to_owned()));
    }

    #[test]
    fn a_rehearsal_sees_through_a_right_count() {
        let twice = Liar(Found { count: 2, solutions: vec![vec![0], vec![0]] });
        let answer = count(&twice, &two_ways(), 2, true, &mut wall());
        assert_eq!(answer, Err("wrong: 1 different solutions, expected 2".to_owned()));
        let both = Liar(Found { count: 2, solutions: vec![vec![0, 1], vec![1]] });
        let answer = count(&both, &two_ways(), 2, true, &mut wall());
        assert_eq!(answer, Err("wrong: item 0 is covered 2 times".to_owned()));
    }

    #[test]
    fn of_what_has_many_solutions_a_rehearsal_looks_at_the_first() {
        let few = Liar(Found { count: 2, solutions: vec![vec![0], vec![1]] });
        let answer = |rehearsal| count(&few, &two_ways(), 300_000, rehearsal, &mut wall());
        assert_eq!(answer(true), Err("wrong: 2 solutions, expected 250000".to_owned()));
        assert_eq!(answer(false), Err("wrong: 2 solutions, expected 300000".to_owned()));
    }

    #[test]
    fn every_engine_passes_a_rehearsal_of_what_is_quick() {
        let puzzles = crate::corpus::load(None).expect("the built-in corpus");
        let slow = ["backtrack", "tables"];
        for engine in crate::engines::all() {
            if engine.strategy().is_some_and(|name| slow.contains(&name)) {
                continue;
            }
            for instance in crate::instances::ALL {
                let quick = ["queens", "sudoku", "grids"].contains(&instance.name);
                if quick && engine.takes(&instance.work) {
                    let result = run(&engine, &instance.work, &puzzles[..10], true, wall());
                    assert!(result.is_ok(), "{} on {}: {result:?}", engine.name(), instance.name);
                }
            }
        }
    }
}
