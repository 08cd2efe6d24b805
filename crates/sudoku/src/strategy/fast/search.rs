//! The search of one puzzle, which can be left at any node.

use quadrille_cover::{Budget, Step};

use super::choice::{Open, choose};
use super::frame::{Frame, PLACES};
use super::machine::{self, Task};
use super::pass;
use super::portable::Bands;
use super::vector::Boxes;
use crate::grid::Puzzle;
use crate::shape::Shape;
use crate::strategy::Searcher;
use crate::strategy::lanes::guess::Guess;
use crate::strategy::lanes::machine::Best;
use crate::strategy::lanes::pass::{ALL_DIGITS, CELLS};
use crate::watch::Branch;

/// The path from the root to the present node.
#[derive(Debug)]
pub(super) struct Tree {
    best: Best,
    /// The present node.
    state: Frame,
    /// The branches put aside, `frames[..depth]`, the last to be taken up first.
    frames: Vec<Frame>,
    depth: usize,
    solution: [u8; CELLS],
    stage: Stage,
    guesses: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The state is a node that may have more to it.
    Open,
    /// The state is a solution that was reported.
    Found,
    End,
}

impl Tree {
    /// A search without a puzzle.
    pub(super) fn new() -> Self {
        Tree {
            best: Best::Portable,
            state: Frame::default(),
            frames: Vec::new(),
            depth: 0,
            solution: [0; CELLS],
            stage: Stage::End,
            guesses: 0,
        }
    }

    /// Begins the search of a classic puzzle, whatever was searched before.
    pub(super) fn start(&mut self, best: Best, puzzle: &Puzzle) {
        self.best = best;
        self.stage = Stage::End;
        if let Ok(values) = puzzle.values().try_into() {
            machine::perform(self.best, Load { tree: self, values });
            for (cell, &set) in puzzle.pencilmarks().unwrap_or_default().iter().enumerate() {
                self.state.set(cell, set as u16 & ALL_DIGITS);
            }
            self.stage = Stage::Open;
        }
        self.depth = 0;
        self.guesses = 0;
    }

    /// [`Searcher::advance`] in some registers.
    #[inline(always)]
    fn walk<V: Boxes>(&mut self, budget: &mut Budget) -> Step {
        let mut cells: [V; PLACES] = match self.stage {
            Stage::Open => self.state.load(),
            Stage::Found if self.depth != 0 => {
                self.depth -= 1;
                self.frames[self.depth].load()
            }
            Stage::Found | Stage::End => {
                self.stage = Stage::End;
                return Step::Exhausted;
            }
        };
        self.stage = Stage::Open;
        loop {
            if !settle(&mut cells) {
                if self.depth == 0 {
                    self.stage = Stage::End;
                    return Step::Exhausted;
                }
                self.depth -= 1;
                cells = self.frames[self.depth].load();
                continue;
            }
            let open = Open::of(&cells);
            if !open.any {
                self.solution = V::digits(&cells);
                self.stage = Stage::Found;
                return Step::Solution;
            }
            if !budget.take_node() {
                self.state.store(&cells);
                return Step::Paused;
            }
            if self.depth == self.frames.len() {
                self.frames.push(Frame::default());
            }
            let frame = &mut self.frames[self.depth];
            frame.store(&cells);
            let Some(guess) = choose(frame, open.pairs) else {
                self.stage = Stage::End;
                return Step::Exhausted;
            };
            frame.set(guess.cell, frame.word(guess.cell) ^ guess.digit);
            V::place(&mut cells, guess.cell, guess.digit);
            self.depth += 1;
            self.guesses += 1;
        }
    }
}

/// Where a search goes on.
struct Ahead {
    /// So many of the branches put aside stay so.
    depth: usize,
    /// The candidates, filtered.
    state: Frame,
    /// What is tried next; `None` of a solution.
    guess: Option<Guess>,
}

/// For whoever watches. Nothing is kept for it: a branch that was put aside is the state that it was taken from
/// without the digit that was tried, and what came of the digit is the state above it.
impl Tree {
    /// What the next call of [`walk`](Self::walk) finds before it takes a node; `None` if that is the end, or
    /// behind a solution.
    ///
    /// In plain words on every machine: it finds the same. In the registers of the search the compiler would see
    /// two callers of what belongs into the search alone, and leave some of it as calls: 27 times as slow.
    fn ahead<V: Boxes>(&self) -> Option<Ahead> {
        if self.stage != Stage::Open {
            return None;
        }
        let mut depth = self.depth;
        let mut cells: [V; PLACES] = self.state.load();
        while !settle(&mut cells) {
            depth = depth.checked_sub(1)?;
            cells = self.frames[depth].load();
        }
        let mut state = Frame::default();
        state.store(&cells);
        let open = Open::of(&cells);
        let guess = if open.any { choose(&state, open.pairs) } else { None };
        Some(Ahead { depth, state, guess })
    }

    fn look_ahead(&self) -> Option<Ahead> {
        self.ahead::<Bands>()
    }

    /// The guesses that lead to a state, above so many branches put aside.
    fn guesses<'a>(&'a self, depth: usize, state: &'a Frame) -> impl Iterator<Item = Branch> + 'a {
        let aside = self.frames.iter().take(depth);
        let taken = self.frames.iter().take(depth).skip(1).chain([state]);
        aside.zip(taken).filter_map(|(aside, taken)| {
            // Only the cell of the guess has what was put aside without it.
            let guessed = |&cell: &usize| taken.word(cell) & !aside.word(cell) != 0;
            let cell = (0..CELLS).find(guessed)?;
            Some(branch(Guess { cell, digit: taken.word(cell) }))
        })
    }
}

fn branch(guess: Guess) -> Branch {
    Branch::of_cell(Shape::CLASSIC, guess.cell, guess.digit.trailing_zeros() as u8 + 1)
}

/// Filters until nothing changes; `false` if there is no solution.
#[inline(always)]
fn settle<V: Boxes>(cells: &mut [V; PLACES]) -> bool {
    loop {
        let events = pass::pass(cells);
        if events.failed {
            return false;
        }
        if !events.changed {
            return true;
        }
    }
}

/// Gives a search its clues.
struct Load<'a> {
    tree: &'a mut Tree,
    values: &'a [u8; CELLS],
}

impl Task for Load<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Boxes>(self) {
        self.tree.state.store(&V::clues(self.values));
    }
}

/// Advances a search.
struct Walk<'a> {
    tree: &'a mut Tree,
    budget: &'a mut Budget,
}

impl Task for Walk<'_> {
    type Output = Step;

    #[inline(always)]
    fn run<V: Boxes>(self) -> Step {
        self.tree.walk::<V>(self.budget)
    }
}

impl Searcher for Tree {
    fn advance(&mut self, budget: &mut Budget) -> Step {
        machine::perform(self.best, Walk { tree: self, budget })
    }

    fn solution(&self) -> &[u8] {
        &self.solution
    }

    fn nodes(&self) -> u64 {
        self.guesses
    }

    fn position(&self) -> Option<Vec<Branch>> {
        if self.stage == Stage::Found {
            // Above the branches put aside, one digit a cell.
            let solved = Frame::of(|cell| 1 << (self.solution[cell] - 1));
            return Some(self.guesses(self.depth, &solved).collect());
        }
        let Some(Ahead { depth, state, guess }) = self.look_ahead() else {
            return Some(Vec::new());
        };
        Some(self.guesses(depth, &state).chain(guess.map(branch)).collect())
    }

    fn candidates(&self) -> Option<Vec<u64>> {
        let Ahead { state, .. } = self.look_ahead()?;
        Some(state.get().map(u64::from).to_vec())
    }
}
