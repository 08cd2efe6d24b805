//! How many solutions the threads of a team have counted together: any number.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use num_bigint::BigUint;

use super::worker::lock;
use crate::statistics::Statistics;

/// A count that threads add to. Up to `u64::MAX` it takes no lock.
#[derive(Debug)]
pub(super) struct Counted {
    /// `u64::MAX` if there are more.
    low: AtomicU64,
    /// How many there are beyond that.
    beyond: Mutex<BigUint>,
}

impl Counted {
    pub(super) fn new(total: BigUint) -> Self {
        let counted = Counted { low: AtomicU64::new(0), beyond: Mutex::default() };
        counted.add(total);
        counted
    }

    /// Adds what a searcher has counted since its statistics were these.
    pub(super) fn add_since(&self, solutions: u64, beyond: &BigUint, now: &Statistics) {
        if now.beyond == *beyond {
            self.add_few(now.solutions.saturating_sub(solutions));
        } else {
            let before = beyond + solutions;
            self.add(now.total().max(before.clone()) - before);
        }
    }

    fn add(&self, found: BigUint) {
        match u64::try_from(&found) {
            Ok(found) => self.add_few(found),
            Err(_) => {
                self.add_few(u64::MAX);
                *lock(&self.beyond) += found - u64::MAX;
            }
        }
    }

    fn add_few(&self, found: u64) {
        if found == 0 {
            return;
        }
        let add = |low: u64| Some(low.saturating_add(found));
        let before = self.low.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
        let (Ok(before) | Err(before)) = before;
        // What the sum of the two has beyond the greatest number.
        let excess = found.saturating_sub(u64::MAX - before);
        if excess > 0 {
            *lock(&self.beyond) += excess;
        }
    }

    /// How many there are; `u64::MAX` if they are more.
    pub(super) fn solutions(&self) -> u64 {
        self.low.load(Ordering::Relaxed)
    }

    /// How many there are. While others add to it, it may be late by what they add.
    pub(super) fn total(&self) -> BigUint {
        let beyond = lock(&self.beyond);
        &*beyond + self.solutions()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_add_up_to_more_than_64_bits_exactly() {
        let counted = Counted::new(BigUint::from(u64::MAX - 10));
        std::thread::scope(|scope| {
            for thread in 0..4u64 {
                let counted = &counted;
                scope.spawn(move || {
                    let mut now = Statistics::default();
                    for step in 0..100u64 {
                        let (solutions, beyond) = (now.solutions, now.beyond.clone());
                        // Small steps, and steps over the greatest number.
                        let found = if step % 10 == 9 { u64::MAX } else { thread };
                        now.set_total(now.total() + found);
                        counted.add_since(solutions, &beyond, &now);
                    }
                });
            }
        });
        let few = BigUint::from(90u64 * (1 + 2 + 3));
        let expected = BigUint::from(u64::MAX) * 41u32 - 10u32 + few;
        assert_eq!(counted.total(), expected);
        assert_eq!(counted.solutions(), u64::MAX);
    }

    #[test]
    fn below_that_it_is_the_number_itself() {
        let counted = Counted::new(7u32.into());
        let now = Statistics { solutions: 12, ..Statistics::default() };
        counted.add_since(4, &BigUint::ZERO, &now);
        assert_eq!((counted.solutions(), counted.total()), (15, 15u32.into()));
    }
}
