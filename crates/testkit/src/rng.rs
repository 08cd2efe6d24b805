//! A small seeded source of pseudo-random numbers, so that tests repeat exactly on every machine and in every version.

/// SplitMix64 (Steele, Lea and Flood, *Fast splittable pseudorandom number generators*, OOPSLA 2014).
///
/// # Examples
///
/// ```
/// use quadrille_testkit::SplitMix64;
///
/// let mut rng = SplitMix64::new(1234567);
/// assert_eq!(rng.next_u64(), 6457827717110365317);
/// ```
#[derive(Clone, Debug)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// A source that starts at `seed`; every seed is good.
    pub fn new(seed: u64) -> Self {
        SplitMix64 { state: seed }
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number in `0..bound`, or 0 when `bound` is 0. The bias is below `bound / 2⁶⁴`, which no test of ours can see.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next_u64()) * bound as u128) >> 64) as usize
    }

    /// A number in `low..=high`, or `low` when `high` is less.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below((high + 1).saturating_sub(low))
    }

    /// True in `percent` of a hundred cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// Puts a slice in random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, slice: &mut [T]) {
        for last in (1..slice.len()).rev() {
            slice.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_hold_and_are_reached() {
        let mut rng = SplitMix64::new(1);
        let mut seen = [0; 5];
        (0..1000).for_each(|_| seen[rng.between(2, 6) - 2] += 1);
        assert!(seen.iter().all(|&times| times > 150), "{seen:?}");
        assert_eq!((rng.below(0), rng.below(1), rng.between(7, 3)), (0, 0, 7));
    }

    #[test]
    fn a_shuffle_keeps_the_elements() {
        let mut rng = SplitMix64::new(2);
        let mut cards: Vec<usize> = (0..52).collect();
        rng.shuffle(&mut cards);
        assert_ne!(cards, (0..52).collect::<Vec<_>>());
        cards.sort_unstable();
        assert_eq!(cards, (0..52).collect::<Vec<_>>());
    }
}
