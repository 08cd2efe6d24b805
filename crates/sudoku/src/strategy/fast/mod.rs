//! `fast`: one puzzle at a time, as soon as possible.
//!
//! A puzzle is 81 words of 16 bits, the candidates of its cells, in nine registers: one for each place in a
//! box, in which the nine boxes lie side by side. So the pass of [`lanes`](super::lanes), which there filters one
//! band of many puzzles, here filters the three bands of one puzzle at once. What another box of the band
//! holds at the same place is a rotation within a quarter of the register away; and the same registers, with
//! other names for their places, are the three stacks, in which the rotation is one of the quarters themselves.
//! Nothing is transposed or gathered, and the whole state stays in registers until there is a guess to be made.
//!
//! The twist is in what is left over: a register has sixteen words for nine boxes. Those repeat the first box
//! of each band and the first band, which makes a rotation of three one of four that no test has to know of; see
//! `frame.rs`.
//!
//! A pass is some 220 instructions, 25 ns, whatever is in it; a puzzle with 17 clues needs 15, a guess of a hard
//! one 6. Filters, guesses and the order of solutions are those of `lanes`, and so are the nodes: guesses, forced
//! digits not counted. Clues are read and digits written by shuffles, and the memory of a thread serves
//! puzzle after puzzle.
//!
//! # When it wins
//!
//! With one puzzle, or where the answer is wanted before the next puzzle is there. A batch is solved one after
//! the other, which `lanes` does up to two times as fast. It takes only 9×9 with boxes of 3×3.
//!
//! It uses AVX-512 (the instructions, on registers of AVX2), AVX2 or, on x86-64, SSE2, found out at run time; on other
//! machines plain words. What was measured and tried is in docs/METHODOLOGY.md.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod choice;
mod frame;
mod machine;
mod pass;
mod portable;
mod search;
#[cfg(target_arch = "x86_64")]
mod sse2;
#[cfg(test)]
mod tests;
mod vector;

use std::cell::Cell;

use self::search::Tree;
use super::dlx::DLX;
use super::lanes::Instructions;
use super::lanes::machine::Best;
use super::{Receiver, Request, Searcher, Strategy};
use crate::grid::Puzzle;
use crate::shape::Shape;

/// The strategy `fast`: one classic puzzle at a time, in vector registers.
///
/// The registry has the one that uses the best instructions of the machine it runs on. This is for those who want
/// to compare them: all find the same solutions in the same order with as many guesses, and so does
/// [`Lanes`](super::Lanes).
///
/// ```
/// use quadrille_sudoku::strategy::{self, Fast, Instructions};
/// use quadrille_sudoku::{Request, Shape, format};
/// use std::ops::ControlFlow;
///
/// let text = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
/// let puzzle = format::parse(text, Shape::CLASSIC)?.puzzle;
/// let solve = |fast| {
///     strategy::solve(&fast, &puzzle, &Request::up_to(2), |_| ControlFlow::Continue(()))
/// };
/// let best = solve(Fast::best());
/// assert_eq!(best.solutions, 1);
/// let portable = Fast::with(Instructions::Portable).expect("every machine has these");
/// assert_eq!(best, solve(portable));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Fast {
    instructions: Option<Instructions>,
}

impl Fast {
    /// With the best instructions of the machine, found out at run time.
    pub const fn best() -> Self {
        Fast { instructions: None }
    }

    /// With these instructions; `None` if the machine does not have them.
    pub fn with(instructions: Instructions) -> Option<Self> {
        Best::has(instructions).then_some(Fast { instructions: Some(instructions) })
    }

    /// The instructions that are used.
    pub fn instructions(&self) -> Instructions {
        self.machine().instructions()
    }

    fn machine(&self) -> Best {
        Best::wanted(self.instructions)
    }
}

/// A search of a classic puzzle in these instructions.
pub(super) fn searcher(best: Best, puzzle: &Puzzle) -> Box<dyn Searcher> {
    let mut tree = Tree::new();
    tree.start(best, puzzle);
    Box::new(tree)
}

impl Strategy for Fast {
    fn name(&self) -> &'static str {
        "fast"
    }

    fn description(&self) -> &'static str {
        "one 9×9 puzzle at a time, its nine boxes side by side in vector registers"
    }

    fn takes(&self, shape: Shape) -> bool {
        shape == Shape::CLASSIC
    }

    fn searcher<'p>(&self, puzzle: &'p Puzzle) -> Box<dyn Searcher + 'p> {
        if !self.takes(puzzle.shape()) {
            return DLX.searcher(puzzle);
        }
        searcher(self.machine(), puzzle)
    }

    fn solve_each(&self, puzzles: &[Puzzle], request: &Request, receiver: &mut dyn Receiver) {
        // The receiver may solve puzzles as well: it will not find a search here, and make another. So will who
        // comes when the thread is at its end.
        let kept = TREE.try_with(Cell::take).ok().flatten();
        let mut tree = kept.unwrap_or_else(|| Box::new(Tree::new()));
        let machine = self.machine();
        for (number, puzzle) in puzzles.iter().enumerate() {
            let mut receive = |solution: &[u8]| receiver.solution(number, solution);
            let report = if self.takes(puzzle.shape()) {
                tree.start(machine, puzzle);
                super::run(&mut *tree, request, &mut receive)
            } else {
                super::run(&mut *DLX.searcher(puzzle), request, &mut receive)
            };
            receiver.done(number, report);
        }
        let _ = TREE.try_with(|slot| slot.set(Some(tree)));
    }
}

thread_local! {
    /// A search that is not in use: its memory, at most 26 KB, serves puzzle after puzzle.
    static TREE: Cell<Option<Box<Tree>>> = const { Cell::new(None) };
}
