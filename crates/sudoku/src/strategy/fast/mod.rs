//! `fast`: one puzzle at a time.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod choice;
mod frame;
mod machine;
mod pass;
#[cfg(any(test, not(target_arch = "x86_64")))]
mod portable;
mod search;
#[cfg(target_arch = "x86_64")]
mod sse2;
#[cfg(test)]
mod tests;
mod vector;

use std::cell::Cell;
use std::ops::ControlFlow;

use self::search::Tree;
use super::dlx::Dlx;
use super::lanes::Instructions;
use super::lanes::machine::Best;
use super::{Report, Request, Searcher, Strategy};
use crate::grid::Puzzle;
use crate::shape::Shape;

/// The strategy `fast`: one classic puzzle at a time, in vector registers.
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
        let fast = Fast { instructions: Some(instructions) };
        (fast.machine().instructions() == instructions).then_some(fast)
    }

    /// The instructions that are used.
    pub fn instructions(&self) -> Instructions {
        self.machine().instructions()
    }

    fn machine(&self) -> Best {
        match self.instructions {
            None => Best::detect(),
            Some(instructions) => Best::of(instructions),
        }
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
            return Dlx.searcher(puzzle);
        }
        searcher(self.machine(), puzzle)
    }

    fn solve_batch(
        &self,
        puzzles: &[Puzzle],
        request: &Request,
        receive: &mut dyn FnMut(usize, &[u8]) -> ControlFlow<()>,
    ) -> Vec<Report> {
        let one = |(number, puzzle)| {
            self.solve_one(puzzle, request, &mut |solution| receive(number, solution))
        };
        puzzles.iter().enumerate().map(one).collect()
    }

    fn solve_one(
        &self,
        puzzle: &Puzzle,
        request: &Request,
        receive: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Report {
        if !self.takes(puzzle.shape()) {
            return super::run(&mut *Dlx.searcher(puzzle), request, receive);
        }
        // The receiver may solve puzzles as well: it will not find a search here, and make another.
        let mut tree = TREE.take().unwrap_or_else(|| Box::new(Tree::new()));
        tree.start(self.machine(), puzzle);
        let report = super::run(&mut *tree, request, receive);
        TREE.set(Some(tree));
        report
    }
}

thread_local! {
    /// A search that is not in use: its memory serves puzzle after puzzle.
    static TREE: Cell<Option<Box<Tree>>> = const { Cell::new(None) };
}
