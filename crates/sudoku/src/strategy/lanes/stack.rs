//! What is still to be tried of a puzzle in a lane.

use super::guess::Pick;
use super::pass::{CELLS, State};

/// The branches put aside, the last first.
#[derive(Debug, Default)]
pub(super) struct Stack {
    /// Frames are kept when they are popped: to make them anew costs a tenth of a guess.
    frames: Vec<[u16; CELLS]>,
    /// Those from `given` to `depth` are still to be tried: the ones before were given away.
    given: usize,
    depth: usize,
}

impl Stack {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        (self.given, self.depth) = (0, 0);
    }

    /// Number of branches that are still to be tried.
    pub(super) fn len(&self) -> usize {
        self.depth - self.given
    }

    /// Branches in a lane as was chosen for it: it goes on with a digit in a cell, and what is left without
    /// that is put on the stack. Nothing is done if there is no guess.
    #[inline]
    pub(super) fn branch<const W: usize>(
        &mut self,
        pick: &Pick,
        state: &mut State<W>,
        lane: usize,
    ) {
        let Some(guess) = pick.guess else { return };
        if self.depth == self.frames.len() {
            self.frames.push([0; CELLS]);
        }
        let frame = &mut self.frames[self.depth];
        // In two parts, each short enough not to be a call.
        let (first, second) = frame.split_at_mut(CELLS / 2);
        first.copy_from_slice(&pick.cells[..CELLS / 2]);
        second.copy_from_slice(&pick.cells[CELLS / 2..]);
        frame[guess.cell] ^= guess.digit;
        state.0[guess.cell][lane] = guess.digit;
        self.depth += 1;
    }

    /// Takes what was put on the stack last; `false` if there is nothing.
    #[inline]
    pub(super) fn pop(&mut self) -> bool {
        if self.depth == self.given {
            return false;
        }
        self.depth -= 1;
        true
    }

    /// What was taken last, until something else is put on the stack.
    #[inline]
    pub(super) fn popped(&self) -> &[u16; CELLS] {
        &self.frames[self.depth]
    }

    /// Puts what would be tried last in another lane; `false` if there is nothing.
    pub(super) fn give<const W: usize>(&mut self, state: &mut State<W>, lane: usize) -> bool {
        if self.depth == self.given {
            return false;
        }
        state.put([lane], [&self.frames[self.given]]);
        self.given += 1;
        true
    }
}
