//! What a search did, in numbers that do not depend on the machine.

use num_bigint::BigUint;

/// Counters of a search.
///
/// They are deterministic: the same problem, strategy and settings give the same numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Statistics {
    /// Nodes of the search tree below its root: options taken by the search, forced ones included,
    /// given ones not; and, where items may be covered several times, choices of no more options.
    pub nodes: u64,
    /// Links (or cells, or words) removed from the lists; putting back is not counted.
    pub updates: u64,
    /// Options removed by a [propagator](crate::propagate); putting back is not counted.
    pub removed: u64,
    /// Solutions found; `u64::MAX` if they are more, see [`total`](Self::total).
    pub solutions: u64,
    /// Solutions found beyond as many as `solutions` can say.
    pub beyond: BigUint,
    /// Nodes at each level: `profile[0]` branches were tried at the root, and so on. Its sum is
    /// `nodes`.
    pub profile: Vec<u64>,
}

impl Statistics {
    /// Number of solutions found, exactly.
    pub fn total(&self) -> BigUint {
        &self.beyond + self.solutions
    }

    /// Says that so many solutions were found.
    pub(crate) fn set_total(&mut self, total: BigUint) {
        match u64::try_from(&total) {
            Ok(solutions) => (self.solutions, self.beyond) = (solutions, BigUint::ZERO),
            Err(_) => (self.solutions, self.beyond) = (u64::MAX, total - u64::MAX),
        }
    }

    /// Number of levels of the tree below its root.
    pub fn depth(&self) -> usize {
        self.profile.len()
    }

    /// Adds the counters of another part of the same search.
    pub(crate) fn add(&mut self, part: &Statistics) {
        self.nodes += part.nodes;
        self.updates = self.updates.wrapping_add(part.updates);
        self.removed = self.removed.wrapping_add(part.removed);
        match self.solutions.checked_add(part.solutions) {
            Some(sum) if self.beyond == BigUint::ZERO && part.beyond == BigUint::ZERO => {
                self.solutions = sum;
            }
            _ => self.set_total(self.total() + part.total()),
        }
        if self.profile.len() < part.profile.len() {
            self.profile.resize(part.profile.len(), 0);
        }
        self.profile.iter_mut().zip(&part.profile).for_each(|(sum, nodes)| *sum += nodes);
    }

    /// Books a node at a level, counted from 0.
    #[inline]
    pub fn visit(&mut self, level: usize) {
        self.nodes += 1;
        if level >= self.profile.len() {
            self.profile.resize(level + 1, 0);
        }
        self.profile[level] += 1;
    }
}
