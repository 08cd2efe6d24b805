//! What is still to be tried of a puzzle in a lane.

use super::batch::Machine;
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

    /// Branches in a lane: it goes on with a digit in a cell, and what is left without that is put on the
    /// stack. `false`, and nothing is done, if every cell has a single candidate.
    #[inline]
    pub(super) fn branch<const W: usize>(
        &mut self,
        machine: &impl Machine<W>,
        state: &mut State<W>,
        lane: usize,
    ) -> bool {
        if self.depth == self.frames.len() {
            self.frames.push([0; CELLS]);
        }
        let frame = &mut self.frames[self.depth];
        let Some(guess) = machine.choose(state, lane, frame) else { return false };
        frame[guess.cell] ^= guess.digit;
        state.0[guess.cell][lane] = guess.digit;
        self.depth += 1;
        true
    }

    /// Goes on in a lane with what was put on the stack last; `false` if there is nothing.
    #[inline]
    pub(super) fn pop<const W: usize>(&mut self, state: &mut State<W>, lane: usize) -> bool {
        if self.depth == self.given {
            return false;
        }
        self.depth -= 1;
        state.put(lane, &self.frames[self.depth]);
        true
    }

    /// Puts what would be tried last in another lane; `false` if there is nothing.
    pub(super) fn give<const W: usize>(&mut self, state: &mut State<W>, lane: usize) -> bool {
        if self.depth == self.given {
            return false;
        }
        state.put(lane, &self.frames[self.given]);
        self.given += 1;
        true
    }
}
