//! The parts of a search that is spread over several lanes, in the order in which one lane would have
//! gone through them.
//!
//! What a part finds before its turn waits, with the number of guesses that the part had made by then. So the
//! puzzle's solutions come in the order of a search in one lane, and when the last that is wanted is there,
//! its nodes are known: those of the parts before, and those that the part had made then.
//!
//! Parts next to each other that came to their end are joined, so that there are never more than twice as
//! many as lanes.

use super::pass::CELLS;

/// The most solutions that may be wanted of a puzzle whose search is in parts: so many may wait in each.
pub(super) const MOST_WAITING: usize = 64;

/// A part of a puzzle's search.
#[derive(Debug, Default)]
pub(super) struct Part {
    /// The puzzle's place among those that are being solved.
    pub(super) job: usize,
    /// Guesses made.
    pub(super) guesses: u64,
    /// Solutions found before its turn, and how many guesses the part had made then.
    pub(super) waiting: Vec<(u64, [u8; CELLS])>,
    /// Whether it came to its end.
    ended: bool,
    before: Option<usize>,
    behind: Option<usize>,
}

/// The parts of all puzzles, by number.
#[derive(Debug, Default)]
pub(super) struct Parts {
    all: Vec<Part>,
    free: Vec<usize>,
}

impl Parts {
    /// A puzzle's search in one part.
    pub(super) fn whole(&mut self, job: usize) -> usize {
        self.add(Part { job, ..Part::default() })
    }

    fn add(&mut self, part: Part) -> usize {
        match self.free.pop() {
            Some(number) => {
                self.all[number] = part;
                number
            }
            None => {
                self.all.push(part);
                self.all.len() - 1
            }
        }
    }

    pub(super) fn get(&self, number: usize) -> &Part {
        &self.all[number]
    }

    pub(super) fn get_mut(&mut self, number: usize) -> &mut Part {
        &mut self.all[number]
    }

    /// Whether it is a part's turn: none is before it.
    pub(super) fn is_first(&self, number: usize) -> bool {
        self.all[number].before.is_none()
    }

    /// Whether a part is the whole search.
    pub(super) fn is_whole(&self, number: usize) -> bool {
        self.is_first(number) && self.all[number].behind.is_none()
    }

    /// Whether a part came to its end before its turn.
    pub(super) fn has_ended(&self, number: usize) -> bool {
        self.all[number].ended
    }

    /// A new part right behind this one, for a branch that it would have come to last.
    pub(super) fn split(&mut self, number: usize) -> usize {
        let Part { job, behind, .. } = self.all[number];
        let new = self.add(Part { job, before: Some(number), behind, ..Part::default() });
        if let Some(behind) = behind {
            self.all[behind].before = Some(new);
        }
        self.all[number].behind = Some(new);
        new
    }

    /// Notes the end of a part whose turn it is not yet.
    pub(super) fn end(&mut self, number: usize) {
        self.all[number].ended = true;
        if let Some(behind) = self.all[number].behind
            && self.all[behind].ended
        {
            self.join(number, behind);
        }
        if let Some(before) = self.all[number].before
            && self.all[before].ended
        {
            self.join(before, number);
        }
    }

    /// Makes one part of two that came to their ends.
    fn join(&mut self, first: usize, second: usize) {
        let waiting = std::mem::take(&mut self.all[second].waiting);
        let guesses = self.all[second].guesses;
        let part = &mut self.all[first];
        let before = part.guesses;
        part.waiting.extend(waiting.into_iter().map(|(after, found)| (before + after, found)));
        // No more than so many are wanted.
        part.waiting.truncate(MOST_WAITING);
        part.guesses += guesses;
        self.remove(second);
    }

    /// Takes a part out of the order; the one behind it, if there is one.
    pub(super) fn remove(&mut self, number: usize) -> Option<usize> {
        let Part { before, behind, .. } = std::mem::take(&mut self.all[number]);
        if let Some(before) = before {
            self.all[before].behind = behind;
        }
        if let Some(behind) = behind {
            self.all[behind].before = before;
        }
        self.free.push(number);
        behind
    }

    /// Removes all parts of a puzzle.
    pub(super) fn remove_job(&mut self, job: usize) {
        for number in 0..self.all.len() {
            if self.all[number].job == job && !self.free.contains(&number) {
                self.remove(number);
            }
        }
    }

    /// The guesses of all parts of a puzzle that there are.
    pub(super) fn guesses_of(&self, job: usize) -> u64 {
        // Free ones have none.
        self.all.iter().filter(|part| part.job == job).map(|part| part.guesses).sum()
    }
}
