//! Random numbers that a seed repeats, on every machine and in every version.
//!
//! What is drawn with it (symmetries, samples of corpora, shuffles of puzzles, orders of engines, resamples)
//! belongs to the definition of a measurement, so the generator is written out and never changes:
//! SplitMix64 (Steele, Lea, Flood, *Fast splittable pseudorandom number generators*, 2014).

/// A generator of random numbers.
///
/// ```
/// use quadrille_sudoku::random::Random;
///
/// let mut random = Random::new(7);
/// let mut again = Random::new(7);
/// assert_eq!(random.below(1000), again.below(1000));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Random(u64);

impl Random {
    /// The generator of a seed.
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// The generator of a seed for one of many purposes: streams of different numbers have nothing
    /// to do with each other.
    pub fn stream(seed: u64, number: u64) -> Self {
        let mut outer = Random(seed);
        let mut inner = Random(outer.bits() ^ number.wrapping_mul(0xd1b5_4a32_d192_ed03));
        Random(inner.bits())
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, all equally likely but for a bias of `bound` in 2⁶⁴; 0 if it is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        let product = u128::from(self.bits()) * bound as u128;
        // The upper half is less than the bound, which is a usize.
        (product >> 64) as usize
    }

    /// A number from 0 up to but not 1.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Puts items in a random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for index in (1..items.len()).rev() {
            items.swap(index, self.below(index + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first outputs for the seed 1234567 that its authors publish.
    #[test]
    fn the_generator_is_the_published_one() {
        let mut random = Random::new(1_234_567);
        let first = [random.bits(), random.bits(), random.bits()];
        assert_eq!(
            first,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn numbers_below_a_bound_are_spread_evenly() {
        let mut random = Random::new(1);
        let mut counts = [0u32; 6];
        (0..6000).for_each(|_| counts[random.below(6)] += 1);
        assert!(counts.iter().all(|count| (880..1120).contains(count)), "{counts:?}");
        assert_eq!(random.below(0), 0);
    }

    #[test]
    fn a_shuffle_keeps_the_items_and_streams_differ() {
        let shuffled = |number| {
            let mut items: Vec<u8> = (0..20).collect();
            Random::stream(3, number).shuffle(&mut items);
            items
        };
        let (one, two) = (shuffled(1), shuffled(2));
        assert_ne!(one, two);
        let mut sorted = one;
        sorted.sort_unstable();
        assert_eq!(sorted, (0..20).collect::<Vec<u8>>());
    }
}
