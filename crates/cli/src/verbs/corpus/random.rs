//! Random numbers from a seed: the same ones on every machine and in every version.

use quadrille_sudoku::random;

/// The generator of the library, whose numbers below a bound are here equally likely to the last bit.
#[derive(Debug)]
pub(super) struct Random(random::Random);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Random(random::Random::new(seed))
    }

    pub(super) fn word(&mut self) -> u64 {
        self.0.bits()
    }

    /// A number below the bound, or 0 if that is 0; all are equally likely (Lemire: Fast random integer generation
    /// in an interval, 2019).
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        loop {
            let product = u128::from(self.word()) * u128::from(bound);
            // Of the words whose products have the same high half some have too many low ones.
            if bound == 0 || product as u64 >= bound.wrapping_neg() % bound {
                return (product >> 64) as u64;
            }
        }
    }

    /// Puts things in random order, all orders equally likely (Fisher and Yates).
    pub(super) fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of the authors' program for seed 0.
    #[test]
    fn the_words_are_those_of_splitmix64() {
        let mut random = Random::new(0);
        let words = [random.word(), random.word(), random.word()];
        assert_eq!(words, [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F]);
    }

    #[test]
    fn all_orders_of_three_are_equally_likely() {
        let mut random = Random::new(5);
        let mut counts = std::collections::HashMap::new();
        for _ in 0..60_000 {
            let mut things = [0, 1, 2];
            random.shuffle(&mut things);
            *counts.entry(things).or_insert(0u32) += 1;
        }
        assert_eq!(counts.len(), 6);
        // Five standard deviations are 456.
        assert!(counts.values().all(|count| count.abs_diff(10_000) < 456), "{counts:?}");
    }

    #[test]
    fn nothing_is_below_a_bound_of_nothing() {
        assert_eq!(Random::new(1).below(0), 0);
        assert_eq!(Random::new(1).below(1), 0);
    }
}
