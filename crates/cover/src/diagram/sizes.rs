//! The number of solutions by their number of options.

use num_bigint::BigUint;

use super::Diagram;
use crate::number::Number;

/// A polynomial: how many solutions of a node have how many options. Those of a problem often have
/// nearly the same number, so that what is below the lowest power is not stored.
#[derive(Debug, Clone)]
struct Polynomial {
    /// The power of the first coefficient.
    low: usize,
    coefficients: Vec<Number>,
}

impl Polynomial {
    const ZERO: Polynomial = Polynomial { low: 0, coefficients: Vec::new() };

    fn one() -> Self {
        Polynomial { low: 0, coefficients: vec![Number::ONE] }
    }

    fn end(&self) -> usize {
        self.low + self.coefficients.len()
    }

    /// The sum of the other one and this one with each power raised by one.
    fn raised_plus(&self, other: &Polynomial) -> Self {
        let raised = self.low + 1;
        if other.coefficients.is_empty() {
            return Polynomial { low: raised, coefficients: self.coefficients.clone() };
        }
        let low = raised.min(other.low);
        let end = (self.end() + 1).max(other.end());
        let mut coefficients = vec![Number::ZERO; end - low];
        coefficients[raised - low..][..self.coefficients.len()]
            .clone_from_slice(&self.coefficients);
        for (sum, more) in coefficients[other.low - low..].iter_mut().zip(&other.coefficients) {
            *sum = sum.plus(more);
        }
        Polynomial { low, coefficients }
    }

    fn times(&self, other: &Polynomial) -> Self {
        let length = (self.coefficients.len() + other.coefficients.len()).saturating_sub(1);
        let mut coefficients = vec![Number::ZERO; length];
        for (power, one) in self.coefficients.iter().enumerate() {
            for (sum, other) in coefficients[power..].iter_mut().zip(&other.coefficients) {
                *sum = sum.plus(&one.times(other));
            }
        }
        Polynomial { low: self.low + other.low, coefficients }
    }
}

impl Diagram {
    /// The number of solutions with no option, with one, with two, and so on up to the largest; empty if
    /// there are none.
    ///
    /// Each node's numbers are a polynomial, of as many terms as its solutions differ in size: O(1)
    /// additions of these for each of n nodes, a multiplication for a product. Where all solutions have
    /// the same number of options, that is as fast as counting.
    ///
    /// ```
    /// use quadrille_cover::{Diagram, Search, text};
    ///
    /// let problem = text::read("a b c\na\nb\nc\na b\nb c\n")?;
    /// let found = Search::new().all(&problem)?.solutions;
    /// let sizes = Diagram::of_solutions(&problem, &found)?.sizes();
    /// assert_eq!(sizes, [0u8, 0, 2, 1].map(Into::into));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sizes(&self) -> Vec<BigUint> {
        let Polynomial { low, coefficients } = self.fold(
            Polynomial::ZERO,
            Polynomial::one(),
            |_, hi: &Polynomial, lo| hi.raised_plus(lo),
            Polynomial::times,
        );
        let none = std::iter::repeat_n(BigUint::ZERO, low);
        none.chain(coefficients.into_iter().map(BigUint::from)).collect()
    }
}
