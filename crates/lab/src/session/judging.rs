//! Judges answers by what can be proved, outside the clock.
//!
//! Each solution is checked against the rules by [`verify`], of variants by [`variant::verify`], which share no code with any
//! strategy.
//! Different verified solutions of a puzzle are *witnesses*: whoever found them, the puzzle has at least as
//! many. So when engines disagree on a count it is not a matter of majority: the one that claims fewer
//! solutions than there are witnesses is wrong, and the one that claims more must show them.
//!
//! The one thing that this cannot prove is that solutions are missing which nobody found; for that, run an
//! independent engine beside, or say what is known beforehand.

use std::collections::{BTreeMap, BTreeSet};

use quadrille_sudoku::{variant, verify};

use crate::definition::{Ask, Kind};
use crate::engine::{Answer, Given, KEPT};
use crate::material::{Entry, Material, Puzzles};
use crate::results::{Fault, Outcome, Series};

/// The different solutions of a puzzle that were verified so far, whoever gave them, up to [`KEPT`]. One that came with
/// a variant and keeps its rules is a witness as well: nobody has shown that it is the only one.
#[derive(Debug, Clone, Default)]
pub(super) struct Seen {
    grids: BTreeSet<Vec<u8>>,
    /// Solutions of an exact-cover problem that one engine gave, verified and different.
    most: u64,
}

impl Seen {
    /// What is seen of each puzzle before an engine runs.
    pub(super) fn at_first(material: &Material) -> Vec<Seen> {
        let came_with_it = |entry: &Entry| match material.kind() {
            Kind::Variant => entry.solution.iter().cloned().collect(),
            Kind::Sudoku | Kind::Cover => BTreeSet::new(),
        };
        let seen = |entry| Seen { grids: came_with_it(entry), most: 0 };
        material.entries.iter().map(seen).collect()
    }

    /// How many the puzzle has at least.
    pub(super) fn count(&self) -> u64 {
        self.most.max(self.grids.len() as u64)
    }
}

/// What an answer comes to.
///
/// # Errors
///
/// What is wrong with it.
pub(super) fn judge(
    material: &Material,
    puzzle: usize,
    answer: &Answer,
    ask: Ask,
    seen: &mut Seen,
) -> Result<Outcome, String> {
    if answer.refused.is_some() {
        return Ok(Outcome::Refused);
    }
    if let Some(nonsense) = &answer.nonsense {
        return Err(nonsense.clone());
    }
    match &answer.given {
        Given::Nothing => {}
        Given::Checked(Err(fault)) => return Err(fault.clone()),
        // Of solutions that are only counted none is given.
        Given::Checked(Ok(given)) => {
            seen.most = seen.most.max(*given);
            if ask != Ask::Count && *given != answer.solutions.min(KEPT as u64) {
                return Err(unlike_its_count(answer, *given));
            }
        }
        Given::Grids(cells) => check_grids(material, puzzle, answer, cells, seen)?,
    }
    let limit = ask.limit();
    if limit.is_some_and(|limit| answer.solutions > limit && !answer.complete) {
        return Err(format!(
            "{} solutions where {} were asked for",
            answer.solutions,
            limit.unwrap_or(0)
        ));
    }
    if !answer.complete && !answer.stopped && answer.solutions == 0 {
        return Err("neither a solution nor the claim that there is none".to_owned());
    }
    expected(material, puzzle, answer)?;
    Ok(if answer.stopped { Outcome::TimedOut } else { Outcome::Answered })
}

fn check_grids(
    material: &Material,
    puzzle: usize,
    answer: &Answer,
    cells: &[u8],
    seen: &mut Seen,
) -> Result<(), String> {
    let entry = material.entries.get(puzzle).filter(|entry| entry.count == Some(1));
    let known = entry.and_then(|entry| entry.solution.as_deref());
    let mut own = BTreeSet::new();
    for solution in cells.chunks(width(material, puzzle)) {
        let fault = match &material.puzzles {
            Puzzles::Sudoku(_, puzzles) => puzzles
                .get(puzzle)
                .and_then(|puzzle| verify(puzzle, solution).err())
                .map(|fault| fault.to_string()),
            Puzzles::Variant(variants) => variants
                .get(puzzle)
                .and_then(|puzzle| variant::verify(puzzle, solution).err())
                .map(|fault| fault.to_string()),
            Puzzles::Cover(_) => Some("a grid".to_owned()),
        };
        if let Some(fault) = fault {
            return Err(format!("a solution that is none: {fault}"));
        }
        if !own.insert(solution) {
            return Err("the same solution twice".to_owned());
        }
        if known.is_some_and(|known| known != solution) {
            return Err("a solution other than the one that is known".to_owned());
        }
        if seen.grids.len() < KEPT {
            seen.grids.insert(solution.to_vec());
        }
    }
    let given = own.len() as u64;
    if given < answer.solutions.min(KEPT as u64) {
        return Err(unlike_its_count(answer, given));
    }
    Ok(())
}

/// Bytes of a solution.
fn width(material: &Material, puzzle: usize) -> usize {
    let cells = match &material.puzzles {
        Puzzles::Sudoku(shape, _) => shape.cells(),
        Puzzles::Variant(variants) => variants.get(puzzle).map_or(1, |it| it.board().cells()),
        Puzzles::Cover(_) => 1,
    };
    cells.max(1)
}

fn unlike_its_count(answer: &Answer, given: u64) -> String {
    format!("a count of {}, but {given} given", answer.solutions)
}

/// Compares with what is known beforehand.
fn expected(material: &Material, puzzle: usize, answer: &Answer) -> Result<(), String> {
    let Some(count) = material.entries.get(puzzle).and_then(|entry| entry.count) else {
        return Ok(());
    };
    let claimed = answer.solutions;
    if claimed > count {
        return Err(format!("{claimed} solutions, but there are {count}"));
    }
    if answer.complete && claimed < count {
        return Err(format!("{claimed} solutions claimed to be all, but there are {count}"));
    }
    Ok(())
}

/// What an answer of this series can be held against others for: its claim to have found all.
fn claim(series: &Series, puzzle: usize) -> Option<u64> {
    let outcome = series.outcomes.get(puzzle).copied().flatten();
    let all = series.exhausted.get(puzzle).copied().flatten() == Some(true);
    let solutions = series.solutions.get(puzzle).copied().flatten();
    solutions.filter(|_| all && outcome == Some(Outcome::Answered))
}

/// A claim to have found all is refuted by solutions that others have shown.
pub(super) fn missing_solutions(series: &mut Series, seen: &[Seen]) {
    for (puzzle, seen) in seen.iter().enumerate() {
        let known = seen.count();
        let Some(claimed) = claim(series, puzzle) else { continue };
        if claimed < known {
            let reason = format!("{claimed} claimed to be all, but at least {known} exist");
            condemn(series, puzzle, Outcome::Wrong, reason);
        }
    }
}

/// Where engines that have counted all differ, and nothing shows who is right, no time counts.
pub(super) fn disagreements(all: &mut [Series], corpus: usize, puzzles: usize) {
    for puzzle in 0..puzzles {
        let mut claims: BTreeMap<u64, usize> = BTreeMap::new();
        for series in all.iter().filter(|series| series.corpus == corpus) {
            if let Some(claimed) = claim(series, puzzle) {
                *claims.entry(claimed).or_default() += 1;
            }
        }
        if claims.len() < 2 {
            continue;
        }
        let counts: Vec<String> = claims.keys().map(u64::to_string).collect();
        let reason = format!("engines disagree on the number of solutions: {}", counts.join(", "));
        for series in all.iter_mut().filter(|series| series.corpus == corpus) {
            if claim(series, puzzle).is_some() {
                condemn(series, puzzle, Outcome::Disputed, reason.clone());
            }
        }
    }
}

fn condemn(series: &mut Series, puzzle: usize, outcome: Outcome, reason: String) {
    let round = u32::try_from(series.nanoseconds.len().saturating_sub(1)).unwrap_or(u32::MAX);
    let unit = puzzle / series.unit.max(1);
    if let Some(slot) = series.outcomes.get_mut(puzzle) {
        *slot = Some(outcome);
    }
    series.faults.push(Fault { round, puzzle: Some(puzzle), unit, reason });
}
