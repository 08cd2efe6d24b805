//! Random solutions, each as likely as the others.

use num_bigint::BigUint;

use super::Counted;
use crate::ids::OptionId;
use crate::number::Number;
use crate::setup::Random;

/// Random solutions without an end. See [`Counted::samples`].
#[derive(Debug, Clone)]
pub struct Samples<'c, 'd> {
    counted: &'c Counted<'d>,
    random: Random,
}

impl<'d> Counted<'d> {
    /// Random solutions, each as likely as every other, and independent of those before; without an end
    /// if there is a solution at all. The same seed gives the same ones.
    ///
    /// The place of a solution is drawn from exactly as many as there are: from numbers of as many bits,
    /// and again if it is too large, less than twice on the average. O(d) steps for each, for paths of d
    /// nodes.
    ///
    /// ```
    /// use quadrille_cover::{Diagram, Search, text};
    ///
    /// let problem = text::read("a b\na\nb\na b\n")?;
    /// let found = Search::new().all(&problem)?.solutions;
    /// let diagram = Diagram::of_solutions(&problem, &found)?;
    /// let counted = diagram.counted();
    /// let pairs = counted.samples(1).take(1000).filter(|solution| solution.len() == 2).count();
    /// assert!((450..550).contains(&pairs), "{pairs}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn samples(&self, seed: u64) -> Samples<'_, 'd> {
        Samples { counted: self, random: Random::new(seed) }
    }
}

impl Iterator for Samples<'_, '_> {
    type Item = Vec<OptionId>;

    fn next(&mut self) -> Option<Vec<OptionId>> {
        let count = self.counted.counts.get(self.counted.diagram.root);
        if count.is_zero() {
            return None;
        }
        let place = below(&mut self.random, &count);
        self.counted.at(place)
    }
}

/// A random number below one that is not 0.
fn below(random: &mut Random, bound: &Number) -> Number {
    loop {
        let drawn = match bound {
            Number::Small(small) => {
                let drawn = u128::from(random.next()) << 64 | u128::from(random.next());
                // All of the bits would be drawn for 0 bits, which only a bound of 1 has.
                Number::Small(match (small - 1).leading_zeros() {
                    128 => 0,
                    unused => drawn >> unused,
                })
            }
            Number::Big(big) => {
                let bits = big.bits();
                let mut words: Vec<u32> = Vec::new();
                while (words.len() as u64) * 32 < bits {
                    let word = random.next();
                    words.extend([(word >> 32) as u32, word as u32]);
                }
                let unused = words.len() as u64 * 32 - bits;
                Number::from(BigUint::new(words) >> unused)
            }
        };
        if drawn < *bound {
            return drawn;
        }
    }
}
