//! `lanes`: many puzzles at once, one in each lane of the vector registers.
//!
//! A puzzle is 81 words of 16 bits, the candidates of its cells; row c of the state holds the words of
//! cell c of all puzzles, so that a register takes one cell of 32 puzzles with AVX-512, of 16 with AVX2, of
//! 4 in a plain 64-bit word. All of them go through the same *pass* of filters in lockstep, without a
//! branch or a shift: whatever is compared or counted lies in another register, at the same place. After
//! a pass the lanes that failed, are solved or did not change are served one by one: the branch put aside
//! last is taken up, the solution handed over, or a cell chosen to branch on. A lane whose puzzle is done
//! takes the next.
//!
//! # The pass
//!
//! It sweeps the three bands and the three stacks. What a *segment*, the three cells that a row shares with
//! a box, may hold is decided for the nine segments of a band at once: of a digit the three rows and the three
//! boxes of the band make a square of 3×3, in which it has one place in each line and each box. There are six
//! ways to do that. A segment that none of them uses loses the digit: this is pointing and claiming in both
//! directions. A segment that all of them use must hold it, and if only one of its cells can, that is a
//! hidden single of the row and of the box. What is known to be in a segment, a cell's single candidate or
//! the last three digits that it can hold, comes in by forbidding it in the other segments of the row, and so
//! in those of the box as well. In the stacks the same is done with columns. See `pass.rs`.
//!
//! # Branching
//!
//! On a cell with two candidates, chosen by how much its digits weigh among its peers: see `guess.rs`, and
//! `counting.rs` for the same in newer instructions. A
//! node is such a guess: unlike the other strategies this one does not count forced digits. Trees, counts and
//! the order of solutions are the same on every machine.
//!
//! # When it wins
//!
//! With many classic puzzles in a batch: nothing else here comes near. When no more puzzles are left, the
//! lanes that are free take branches of the others, so that a single hard puzzle keeps them busy too; for
//! a single easy one all lanes but one are idle. One puzzle at a time is work for `fast`, which finds the same with
//! the same guesses, and which is the search that can be left and taken up again. It takes only 9×9 with
//! boxes of 3×3.
//!
//! A limit of time for each puzzle begins when the puzzle is put in a lane, and up to 31 others are searched meanwhile.
//!
//! What was measured and tried is in docs/METHODOLOGY.md.

#[cfg(target_arch = "x86_64")]
pub(super) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(super) mod avx512;
mod batch;
#[cfg(target_arch = "x86_64")]
mod counting;
pub(super) mod guess;
pub(super) mod machine;
mod parts;
pub(super) mod pass;
mod stack;
#[cfg(test)]
mod tests;
pub(super) mod vector;

use self::machine::{AnyMachine, Best};
use super::dlx::DLX;
use super::{Receiver, Request, Searcher, Strategy, fast};
use crate::grid::Puzzle;
use crate::shape::Shape;

/// The strategy `lanes`: many classic puzzles at once, one in each lane of the vector registers.
///
/// The registry has the one that uses the best instructions of the machine it runs on. This is for those
/// who want to compare them: all find the same solutions in the same order with as many guesses.
///
/// ```
/// use quadrille_sudoku::strategy::{Instructions, Lanes, Strategy};
/// use quadrille_sudoku::{Request, Shape, format};
/// use std::ops::ControlFlow;
///
/// let text = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
/// let puzzles = [format::parse(text, Shape::CLASSIC)?.puzzle];
/// let solve = |lanes: Lanes| {
///     lanes.solve_batch(&puzzles, &Request::up_to(2), &mut |_, _| ControlFlow::Continue(()))
/// };
/// let best = solve(Lanes::best());
/// assert_eq!(best[0].solutions, 1);
/// let portable = Lanes::with(Instructions::Portable).expect("every machine has these");
/// assert_eq!(best, solve(portable));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Lanes {
    instructions: Option<Instructions>,
}

/// Kinds of instructions that [`Lanes`] and [`Fast`](super::Fast) can use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Instructions {
    /// What every machine has: 4 lanes in a 64-bit word; for `fast` SSE2 on x86-64.
    Portable,
    /// AVX2: 16 lanes.
    Avx2,
    /// AVX-512 with its extensions BW and VL: 32 lanes. Faster with those that count bits (VPOPCNTDQ, BITALG,
    /// VBMI2).
    Avx512,
}

impl Lanes {
    /// With the best instructions of the machine, found out at run time.
    pub const fn best() -> Self {
        Lanes { instructions: None }
    }

    /// With these instructions; `None` if the machine does not have them.
    pub fn with(instructions: Instructions) -> Option<Self> {
        Best::has(instructions).then_some(Lanes { instructions: Some(instructions) })
    }

    /// The instructions that are used.
    pub fn instructions(&self) -> Instructions {
        self.machine().instructions()
    }

    fn machine(&self) -> Best {
        Best::wanted(self.instructions)
    }
}

impl Strategy for Lanes {
    fn name(&self) -> &'static str {
        "lanes"
    }

    fn description(&self) -> &'static str {
        "many 9×9 puzzles at once, one in each lane of vector registers; made for batches"
    }

    fn takes(&self, shape: Shape) -> bool {
        shape == Shape::CLASSIC
    }

    fn searcher<'p>(&self, puzzle: &'p Puzzle) -> Box<dyn Searcher + 'p> {
        if !self.takes(puzzle.shape()) {
            return DLX.searcher(puzzle);
        }
        // The same search, faster where there is one puzzle.
        fast::searcher(self.machine(), puzzle)
    }

    fn solve_each(&self, puzzles: &[Puzzle], request: &Request, receiver: &mut dyn Receiver) {
        if puzzles.iter().any(|puzzle| !self.takes(puzzle.shape())) {
            return super::one_by_one(self, puzzles, request, receiver);
        }
        let machine = match self.instructions {
            None => Best::for_puzzles(puzzles.len()),
            Some(instructions) => Best::of(instructions),
        };
        match machine {
            Best::Portable => batch::solve(&AnyMachine, puzzles, request, receiver),
            #[cfg(target_arch = "x86_64")]
            Best::Avx2(machine) => batch::solve(&machine, puzzles, request, receiver),
            #[cfg(target_arch = "x86_64")]
            Best::Avx512(machine) => batch::solve(&machine, puzzles, request, receiver),
        }
    }
}
