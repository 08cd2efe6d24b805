//! What a puzzle with several solutions lacks to have just one.

use quadrille_cover::Limits;

use super::hitting;
use crate::variant::Variant;
use crate::variant::search::{NoAnswer, Searches, Solve};

/// Solutions up to which all are kept and every one of them is tried as the one that is to stay.
const FEW: u64 = 2_000;
/// Solutions that are enough to begin with, where not all are known.
const ENOUGH: usize = 100;
/// Clues up to which all sets are tried against all solutions.
const MOST_TRIED: usize = 3;
/// Words of sets of solutions that are looked at for all sets of clues of a size.
const MOST_WORDS: usize = 100_000_000;
/// Rounds of the search for clues that leave one solution.
const MOST_ROUNDS: usize = 300;

/// Clues that leave a puzzle a single solution.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Missing {
    /// The solution that they leave.
    pub solution: Vec<u8>,
    /// Another, which they exclude.
    pub other: Vec<u8>,
    /// How many solutions there are, if it is known.
    pub solutions: Option<u64>,
    /// The clues: cells and digits.
    pub clues: Vec<(usize, u8)>,
    /// What is known of their number.
    pub proof: Proof,
}

impl Missing {
    /// The cells in which the two solutions differ.
    pub fn differ(&self) -> Vec<usize> {
        differ(&self.solution, &self.other)
    }
}

/// How small a set of clues is known to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Proof {
    /// No fewer clues leave a single solution, whichever.
    Smallest,
    /// No fewer clues leave this solution alone; for another it may be fewer.
    SmallestForSolution,
    /// Each clue is needed, but fewer others might do.
    None,
}

/// Finds a smallest set of clues that leaves a single solution; `None` if the puzzle has one or none.
///
/// Up to 2,000 solutions all are kept, and every set of up to three clues is tried against all of them: then it is the
/// smallest for any solution. Otherwise one solution is to stay, and a smallest set of its digits is looked for that hits
/// the difference to each other solution that is found.
///
/// # Errors
///
/// The limit that came, or that the strategy refused something, before clues were found.
pub fn missing(
    variant: &Variant,
    limits: &Limits,
    mut solve: impl Solve,
) -> Result<Option<Missing>, NoAnswer> {
    let mut searches = Searches::new(&mut solve, limits);
    let (two, exhausted) = searches.solutions(variant, 2)?;
    let [first, second] = two.as_slice() else { return Ok(None) };
    let (all, whole) = match exhausted {
        true => (two.clone(), true),
        // The limits may come first: then some are known all the same.
        false => searches.some(variant, FEW + 1).unwrap_or((two.clone(), false)),
    };
    let whole = whole && all.len() as u64 <= FEW;
    if whole && let Some((index, clues)) = over_all(variant, &all) {
        let solution = all[index].clone();
        let other = all.iter().find(|other| **other != solution).unwrap_or(second).clone();
        let solutions = Some(all.len() as u64);
        return Ok(Some(Missing { solution, other, solutions, clues, proof: Proof::Smallest }));
    }
    // Of very many, a few do to begin with: what is still missing is found.
    let begin = if whole { all.len() } else { all.len().min(ENOUGH) };
    let (clues, proof) = for_one(variant, first, &all[..begin], whole, &mut searches)?;
    Ok(Some(Missing {
        solution: first.clone(),
        other: second.clone(),
        solutions: whole.then_some(all.len() as u64),
        clues,
        proof,
    }))
}

fn differ(a: &[u8], b: &[u8]) -> Vec<usize> {
    a.iter().zip(b).enumerate().filter(|(_, (a, b))| a != b).map(|(cell, _)| cell).collect()
}

/// A smallest set of up to three clues that all solutions but one lack, and the number of that one.
fn over_all(variant: &Variant, all: &[Vec<u8>]) -> Option<(usize, Vec<(usize, u8)>)> {
    let words = all.len().div_ceil(64);
    // For each clue that not all have: the solutions that have it.
    let mut clues: Vec<((usize, u8), Vec<u64>)> = Vec::new();
    for cell in variant.board().inside() {
        // At most 64: the number fits.
        for digit in 1..=variant.board().size() as u8 {
            let mut set = vec![0u64; words];
            for (index, _) in all.iter().enumerate().filter(|(_, s)| s[cell] == digit) {
                set[index / 64] |= 1 << (index % 64);
            }
            let count: u32 = set.iter().map(|word| word.count_ones()).sum();
            if count > 0 && (count as usize) < all.len() {
                clues.push(((cell, digit), set));
            }
        }
    }
    let only = |set: &[u64]| {
        let mut ones = set.iter().enumerate().filter(|(_, word)| **word != 0);
        let (index, word) = ones.next()?;
        let alone = word.is_power_of_two() && ones.next().is_none();
        alone.then(|| index * 64 + word.trailing_zeros() as usize)
    };
    let mut tries: usize = 1;
    for size in 1..=MOST_TRIED {
        tries = tries.saturating_mul(clues.len()) / size;
        if tries.saturating_mul(words) > MOST_WORDS {
            return None;
        }
        let mut chosen: Vec<usize> = Vec::new();
        let mut sets: Vec<Vec<u64>> = vec![vec![u64::MAX; words]];
        let mut next = 0;
        loop {
            let (Some((_, set)), Some(with)) = (clues.get(next), sets.last()) else {
                let Some(last) = chosen.pop() else { break };
                sets.pop();
                next = last + 1;
                continue;
            };
            let both: Vec<u64> = set.iter().zip(with).map(|(a, b)| a & b).collect();
            if chosen.len() + 1 < size {
                chosen.push(next);
                sets.push(both);
            } else if let Some(solution) = only(&both) {
                chosen.push(next);
                return Some((solution, chosen.iter().map(|&index| clues[index].0).collect()));
            }
            next += 1;
        }
    }
    None
}

/// A smallest set of digits of a solution that no other solution has.
fn for_one(
    variant: &Variant,
    solution: &[u8],
    known: &[Vec<u8>],
    whole: bool,
    searches: &mut Searches<'_>,
) -> Result<(Vec<(usize, u8)>, Proof), NoAnswer> {
    let mut differences: Vec<Vec<usize>> = known
        .iter()
        .map(|other| differ(solution, other))
        .filter(|cells| !cells.is_empty())
        .collect();
    let named = |cells: &[usize]| cells.iter().map(|&cell| (cell, solution[cell])).collect();
    let with = |cells: &[usize]| {
        let mut puzzle = variant.clone();
        for &cell in cells {
            // A digit of a solution fits.
            let _ = puzzle.set(cell, solution[cell]);
        }
        puzzle
    };
    for _ in 0..MOST_ROUNDS {
        let Some(cells) = hitting::smallest(&differences) else { break };
        if whole {
            return Ok((named(&cells), Proof::SmallestForSolution));
        }
        let (found, _) = searches.solutions(&with(&cells), 2)?;
        let others = found.iter().map(|other| differ(solution, other));
        let others: Vec<Vec<usize>> = others.filter(|cells| !cells.is_empty()).collect();
        if others.is_empty() {
            return Ok((named(&cells), Proof::SmallestForSolution));
        }
        differences.extend(others);
    }
    // Too many for that: clues are added while there is another solution, then dropped while there is none.
    let mut cells: Vec<usize> = Vec::new();
    loop {
        let (found, _) = searches.solutions(&with(&cells), 2)?;
        let Some(other) = found.iter().find(|other| *other != solution) else { break };
        cells.extend(differ(solution, other).first());
    }
    let mut index = 0;
    while index < cells.len() {
        let mut fewer = cells.clone();
        fewer.remove(index);
        let (found, _) = searches.solutions(&with(&fewer), 2)?;
        match found.iter().any(|other| other != solution) {
            true => index += 1,
            false => cells = fewer,
        }
    }
    Ok((named(&cells), Proof::None))
}
