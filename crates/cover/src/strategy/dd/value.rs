//! Numbers of solutions: exact, whatever their size.

use num_bigint::BigUint;

/// A number of solutions. Nearly all fit in a machine word or two.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::strategy) enum Count {
    Fits(u128),
    Big(BigUint),
}

impl Count {
    pub(super) const ZERO: Count = Count::Fits(0);
    pub(super) const ONE: Count = Count::Fits(1);

    pub(super) fn is_zero(&self) -> bool {
        *self == Count::ZERO
    }

    pub(super) fn add(&mut self, other: &Count) {
        if let (Count::Fits(a), Count::Fits(b)) = (&mut *self, other)
            && let Some(sum) = a.checked_add(*b)
        {
            *a = sum;
            return;
        }
        *self = Count::Big(self.to_big() + other.to_big());
    }

    pub(super) fn times(&self, other: &Count) -> Count {
        if let (Count::Fits(a), Count::Fits(b)) = (self, other)
            && let Some(product) = a.checked_mul(*b)
        {
            return Count::Fits(product);
        }
        Count::Big(self.to_big() * other.to_big())
    }

    pub(super) fn to_big(&self) -> BigUint {
        match self {
            Count::Fits(count) => BigUint::from(*count),
            Count::Big(count) => count.clone(),
        }
    }

    /// Writes it as words, the lowest first, at least one.
    pub(super) fn write(&self, into: &mut Vec<u64>) {
        match self {
            Count::Fits(count) => {
                into.push(*count as u64);
                let high = (count >> 64) as u64;
                if high != 0 {
                    into.push(high);
                }
            }
            Count::Big(count) => into.extend(count.iter_u64_digits()),
        }
    }

    /// Reads what was written.
    pub(super) fn read(words: &[u64]) -> Count {
        match *words {
            [] => Count::ZERO,
            [low] => Count::Fits(u128::from(low)),
            [low, high] => Count::Fits(u128::from(low) | u128::from(high) << 64),
            _ => {
                let halves = words.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]);
                Count::Big(BigUint::new(halves.collect()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_products_go_over_to_big_numbers_and_back_from_words() {
        let mut count = Count::Fits(u128::MAX);
        count.add(&Count::ONE);
        assert_eq!(count.to_big(), BigUint::from(1u32) << 128);
        let square = count.times(&count);
        assert_eq!(square.to_big(), BigUint::from(1u32) << 256);
        for count in [Count::ZERO, Count::ONE, Count::Fits(1 << 64), Count::Fits(u128::MAX), square]
        {
            let mut words = Vec::new();
            count.write(&mut words);
            assert!(!words.is_empty());
            assert_eq!(Count::read(&words), count);
        }
        assert_eq!(Count::Fits(1 << 100).times(&Count::Fits(1 << 27)), Count::Fits(1 << 127));
        assert_eq!(Count::Fits(1 << 100).times(&Count::Fits(1 << 28)).to_big().bits(), 129);
    }
}
