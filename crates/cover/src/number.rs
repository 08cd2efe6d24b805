//! Natural numbers of any size that take no memory of their own while they are below 2¹²⁷.

use std::borrow::Cow;
use std::cmp::Ordering;

use num_bigint::BigUint;

/// What is not below this is a big number.
const SMALL: u128 = 1 << 127;

/// A number, in the one form that its size asks for: so equal ones are equal, and every small one is
/// below every big one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Number {
    /// Below 2¹²⁷.
    Small(u128),
    Big(BigUint),
}

use Number::{Big, Small};

impl Number {
    pub(crate) const ZERO: Number = Small(0);
    pub(crate) const ONE: Number = Small(1);

    fn small(value: Option<u128>) -> Option<Self> {
        value.filter(|&value| value < SMALL).map(Small)
    }

    fn big(&self) -> Cow<'_, BigUint> {
        match self {
            Small(small) => Cow::Owned(BigUint::from(*small)),
            Big(big) => Cow::Borrowed(big),
        }
    }

    pub(crate) fn is_zero(&self) -> bool {
        *self == Number::ZERO
    }

    pub(crate) fn plus(&self, other: &Number) -> Number {
        let sum = match (self, other) {
            // Less than 2¹²⁸.
            (Small(one), Small(other)) => Number::small(Some(one + other)),
            _ => None,
        };
        sum.unwrap_or_else(|| (self.big().as_ref() + other.big().as_ref()).into())
    }

    /// The same in place, which is what a count does at every node.
    #[inline]
    pub(crate) fn add(&mut self, other: &Number) {
        match (&mut *self, other) {
            (Small(one), Small(other)) if *one + other < SMALL => *one += other,
            _ => *self = self.plus(other),
        }
    }

    pub(crate) fn times(&self, other: &Number) -> Number {
        let product = match (self, other) {
            (Small(one), Small(other)) => Number::small(one.checked_mul(*other)),
            _ => None,
        };
        product.unwrap_or_else(|| (self.big().as_ref() * other.big().as_ref()).into())
    }

    /// Writes it as words, the lowest first, at least one.
    pub(crate) fn write(&self, into: &mut Vec<u64>) {
        match self {
            Small(small) => {
                into.push(*small as u64);
                let high = (small >> 64) as u64;
                if high != 0 {
                    into.push(high);
                }
            }
            Big(big) => into.extend(big.iter_u64_digits()),
        }
    }

    /// Reads what was written.
    pub(crate) fn read(words: &[u64]) -> Number {
        match *words {
            [] => Number::ZERO,
            [low] => Small(u128::from(low)),
            [low, high] if high >> 63 == 0 => Small(u128::from(low) | u128::from(high) << 64),
            _ => {
                let halves = words.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]);
                Big(BigUint::new(halves.collect()))
            }
        }
    }

    /// The difference; 0 if the other number is greater.
    pub(crate) fn minus(&self, other: &Number) -> Number {
        match (self, other) {
            (Small(one), Small(other)) => Small(one.saturating_sub(*other)),
            _ if self.cmp(other) == Ordering::Less => Number::ZERO,
            _ => (self.big().as_ref() - other.big().as_ref()).into(),
        }
    }

    /// Quotient and remainder; 0 and the number itself if the divisor is 0.
    pub(crate) fn divided(&self, divisor: &Number) -> (Number, Number) {
        match (self, divisor) {
            (_, Small(0)) => (Number::ZERO, self.clone()),
            (Small(one), Small(other)) => (Small(one / other), Small(one % other)),
            (Small(_), Big(_)) => (Number::ZERO, self.clone()),
            (Big(_), _) => {
                let (one, other) = (self.big(), divisor.big());
                let quotient = one.as_ref() / other.as_ref();
                let rest = one.as_ref() - &quotient * other.as_ref();
                (quotient.into(), rest.into())
            }
        }
    }
}

impl From<BigUint> for Number {
    fn from(big: BigUint) -> Self {
        Number::small(u128::try_from(&big).ok()).unwrap_or(Big(big))
    }
}

impl From<Number> for BigUint {
    fn from(number: Number) -> Self {
        match number {
            Small(small) => BigUint::from(small),
            Big(big) => big,
        }
    }
}

/// Numbers in 16 bytes each while they are small.
#[derive(Debug, Clone, Default)]
pub(crate) struct Numbers {
    /// Each below [`SMALL`], or that more than a place in `big`.
    small: Vec<u128>,
    /// Big ones alone.
    big: Vec<Number>,
}

impl Numbers {
    pub(crate) fn with_capacity(capacity: usize) -> Self {
        Numbers { small: Vec::with_capacity(capacity), big: Vec::new() }
    }

    pub(crate) fn push(&mut self, number: Number) {
        match number {
            Small(small) => self.small.push(small),
            Big(_) => {
                self.small.push(SMALL | self.big.len() as u128);
                self.big.push(number);
            }
        }
    }

    /// The number at a place, which is there.
    pub(crate) fn get(&self, place: u32) -> Cow<'_, Number> {
        match self.small[place as usize] {
            small if small < SMALL => Cow::Owned(Small(small)),
            place => Cow::Borrowed(&self.big[(place ^ SMALL) as usize]),
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        let digits = |number: &Number| match number {
            Small(_) => 0,
            Big(big) => big.bits().div_ceil(8) as usize,
        };
        let big: usize = self.big.iter().map(digits).sum();
        self.small.capacity() * 16 + self.big.capacity() * size_of::<Number>() + big
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers around all the seams.
    fn samples() -> Vec<BigUint> {
        let one = BigUint::from(1u8);
        let around = [0u32, 1, 63, 64, 126, 127, 128, 129, 200].map(|shift| &one << shift);
        let less = around.iter().map(|number| number - &one).collect::<Vec<_>>();
        let more = around.iter().map(|number| number * 3u8 + &one).collect::<Vec<_>>();
        [around.to_vec(), less, more].concat()
    }

    #[test]
    fn sums_products_and_order_are_those_of_big_integers() {
        for one in samples() {
            for other in samples() {
                let (a, b) = (Number::from(one.clone()), Number::from(other.clone()));
                assert_eq!(a.cmp(&b), one.cmp(&other));
                assert_eq!(BigUint::from(a.plus(&b)), &one + &other);
                assert_eq!(BigUint::from(a.times(&b)), &one * &other);
                let difference = if one < other { BigUint::ZERO } else { &one - &other };
                assert_eq!(BigUint::from(a.minus(&b)), difference);
                let (quotient, rest) = a.divided(&b);
                if other == BigUint::ZERO {
                    assert_eq!((quotient, rest), (Number::ZERO, a));
                } else {
                    assert_eq!(BigUint::from(quotient), &one / &other);
                    assert_eq!(BigUint::from(rest), &one % &other);
                }
            }
        }
    }

    #[test]
    fn numbers_come_out_as_they_went_in() {
        let mut numbers = Numbers::default();
        samples().into_iter().for_each(|number| numbers.push(number.into()));
        for (place, number) in (0..).zip(samples()) {
            assert_eq!(BigUint::from(numbers.get(place).into_owned()), number);
        }
    }

    #[test]
    fn sums_and_products_go_over_to_big_numbers_and_back_from_words() {
        let small = |number: u128| Number::from(BigUint::from(number));
        let mut count = small(u128::MAX);
        count.add(&Number::ONE);
        assert_eq!(count.big().into_owned(), BigUint::from(1u32) << 128);
        let square = count.times(&count);
        assert_eq!(square.big().into_owned(), BigUint::from(1u32) << 256);
        for count in [Number::ZERO, Number::ONE, small(1 << 64), small(u128::MAX), square] {
            let mut words = Vec::new();
            count.write(&mut words);
            assert!(!words.is_empty());
            assert_eq!(Number::read(&words), count);
        }
        assert_eq!(small(1 << 100).times(&small(1 << 27)), small(1 << 127));
        assert_eq!(small(1 << 100).times(&small(1 << 28)).big().bits(), 129);
    }
}
