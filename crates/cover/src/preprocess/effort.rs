//! The bound on what looks at items may cost: near linear in the size of the problem.

use crate::matrix::Matrix;

/// Units of work, about a memory access each, that all looks together may cost, whatever the size.
const BASE: u64 = 1 << 27;
/// Units for each entry of the problem beside that.
const PER_ENTRY: u64 = 32;
/// The part of what is left that a single look may use: its inverse.
const SHARE: u64 = 32;
/// What a look may use when nothing is left.
const LEAST: u64 = 256;

/// What looks at items may still cost.
///
/// Each look gets a share of what is left, so that a costly item takes nothing from a cheap one that
/// comes later. A look that would cost more is given up, and its item not looked at again before it
/// has lost an option. So all looks together cost at most the bound and [`LEAST`] each.
#[derive(Debug)]
pub(super) struct Effort {
    left: u64,
    /// What is left for the present look.
    look: u64,
    /// Looks that were given up.
    pub(super) skipped: u64,
}

impl Effort {
    /// The bound for a problem.
    pub(super) fn bounded(matrix: &Matrix) -> Self {
        let entries = matrix.entry_count() as u64;
        Effort::new(BASE.saturating_add(entries.saturating_mul(PER_ENTRY)))
    }

    /// No bound.
    pub(super) fn unbounded() -> Self {
        Effort::new(u64::MAX)
    }

    fn new(left: u64) -> Self {
        Effort { left, look: 0, skipped: 0 }
    }

    /// Leaves a part of what is left: its inverse is `share`.
    pub(super) fn divide(&mut self, share: u32) {
        if self.left != u64::MAX {
            self.left /= u64::from(share.max(1));
        }
    }

    /// Begins a look.
    pub(super) fn begin(&mut self) {
        self.look = if self.left == u64::MAX { u64::MAX } else { (self.left / SHARE).max(LEAST) };
    }

    /// Takes `units` for the present look; `false`, and nothing taken, if it may not use so many: it
    /// has to be given up.
    pub(super) fn take(&mut self, units: u64) -> bool {
        if units > self.look {
            self.skipped += 1;
            return false;
        }
        if self.left != u64::MAX {
            self.look -= units;
            self.left = self.left.saturating_sub(units);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_look_gets_a_share_and_gives_up_beyond_it() {
        let mut effort = Effort::new(32_000);
        effort.begin();
        assert!(!effort.take(1_001));
        assert!(effort.take(1_000));
        assert!(!effort.take(1));
        assert_eq!((effort.left, effort.skipped), (31_000, 2));
    }

    #[test]
    fn the_least_is_left_for_each_look_when_all_is_spent() {
        let mut effort = Effort::new(0);
        for _ in 0..3 {
            effort.begin();
            assert!(effort.take(LEAST));
            assert!(!effort.take(1));
        }
        assert_eq!(effort.left, 0);
    }

    #[test]
    fn without_a_bound_nothing_is_given_up() {
        let mut effort = Effort::unbounded();
        effort.begin();
        assert!(effort.take(u64::MAX - 1) && effort.take(u64::MAX - 1));
        assert_eq!(effort.skipped, 0);
    }
}
