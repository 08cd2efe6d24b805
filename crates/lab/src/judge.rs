//! Judges the answers of strategies by what can be proved, outside the clock.
//!
//! Each solution is checked against the rules by [`verify`], which
//! shares no code with any strategy. Different verified solutions of a puzzle are *witnesses*:
//! whoever found them, the puzzle has at least as many. So when strategies disagree on a count it
//! is not a matter of majority: the one that claims fewer solutions than there are witnesses is
//! wrong, and the one that claims more must show them.
//!
//! The one thing that this cannot prove is that solutions are missing which nobody found; for
//! that, run an independent strategy beside.

use std::collections::BTreeSet;
use std::fmt;

use quadrille_sudoku::{Puzzle, Report, Verdict, verify};

/// What is wrong with an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Wrong {
    /// There was no report, or more than one.
    Reports(usize),
    /// A solution breaks the rules or changes a clue; how.
    Rules(String),
    /// The same solution came twice.
    Repeated,
    /// The report counts other solutions than were given.
    Miscounted {
        /// Solutions by the report.
        reported: u64,
        /// Solutions that were given.
        given: u64,
    },
    /// The verdict does not fit the number of solutions.
    Verdict {
        /// The verdict.
        verdict: Verdict,
        /// Solutions by the report.
        solutions: u64,
        /// Solutions that were asked for.
        limit: u64,
    },
    /// The search claims to have found all, and there are more.
    Missing {
        /// Solutions by the report.
        claimed: u64,
        /// Different solutions that were found by some strategy, and verified.
        known: u64,
    },
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::Reports(count) => write!(f, "{count} reports for one puzzle"),
            Wrong::Rules(fault) => write!(f, "a solution that is none: {fault}"),
            Wrong::Repeated => f.write_str("the same solution twice"),
            Wrong::Miscounted { reported, given } => {
                write!(f, "a count of {reported}, but {given} given")
            }
            Wrong::Verdict { verdict, solutions, limit } => {
                write!(f, "verdict \"{verdict}\" after {solutions} of at most {limit}")
            }
            Wrong::Missing { claimed, known } => {
                write!(f, "{claimed} claimed to be all, but at least {known} exist")
            }
        }
    }
}

/// The solutions of a puzzle that were verified so far, whoever found them.
#[derive(Debug, Default)]
pub(crate) struct Witnesses(BTreeSet<Vec<u8>>);

impl Witnesses {
    /// How many different solutions the puzzle has at least.
    pub(crate) fn count(&self) -> u64 {
        self.0.len() as u64
    }

    /// Checks one answer by itself, and adds its good solutions. `given` holds the solutions one
    /// behind the other.
    pub(crate) fn examine(
        &mut self,
        puzzle: &Puzzle,
        report: &Report,
        given: &[u8],
        limit: u64,
    ) -> Result<(), Wrong> {
        let cells = puzzle.shape().cells();
        let (mut count, mut result) = (0, Ok(()));
        let mut own = BTreeSet::new();
        for solution in given.chunks(cells) {
            count += 1;
            match verify(puzzle, solution) {
                Ok(()) if own.insert(solution) => {
                    self.0.insert(solution.to_vec());
                }
                Ok(()) => result = result.and(Err(Wrong::Repeated)),
                Err(fault) => result = result.and(Err(Wrong::Rules(fault.to_string()))),
            }
        }
        result?;
        if count != report.solutions {
            return Err(Wrong::Miscounted { reported: report.solutions, given: count });
        }
        let fits = match report.verdict {
            Verdict::LimitReached => count == limit,
            Verdict::Exhausted => count <= limit,
            Verdict::Stopped(_) => count < limit || limit == 0,
        };
        if fits {
            Ok(())
        } else {
            Err(Wrong::Verdict { verdict: report.verdict, solutions: count, limit })
        }
    }
}

/// Checks the claim of a finished search that there are no more solutions, against those known.
pub(crate) fn complete(report: &Report, known: u64) -> Result<(), Wrong> {
    if report.verdict.is_exhausted() && report.solutions < known {
        return Err(Wrong::Missing { claimed: report.solutions, known });
    }
    Ok(())
}
