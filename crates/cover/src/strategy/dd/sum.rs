//! What a search adds up: numbers of solutions, or the nodes of a diagram.

use std::fmt;

use crate::ids::OptionId;
use crate::number::Number;

/// What sub-problems come to, and how that is made of what their branches come to.
pub(in crate::strategy) trait Domain: fmt::Debug + Send {
    /// What a sub-problem comes to.
    type Value: fmt::Debug + Send;
    /// What the branches of a level that are done have come to.
    type Sum: fmt::Debug + Send;

    /// That of no solution.
    fn none(&mut self) -> Self::Value;
    /// That of the empty solution.
    fn empty(&mut self) -> Self::Value;
    fn is_none(value: &Self::Value) -> bool;
    /// A level without branches.
    fn open(&mut self) -> Self::Sum;
    /// Adds the solutions that take an option and then one of `value`.
    fn add(&mut self, sum: &mut Self::Sum, option: OptionId, value: Self::Value);
    /// The level is done. Levels are closed in the reverse order in which they were opened.
    fn close(&mut self, sum: Self::Sum) -> Self::Value;
    /// The solutions that are made of one of each.
    fn product(&mut self, left: Self::Value, right: Self::Value) -> Self::Value;
    /// Writes a value as one word or more.
    fn write(value: &Self::Value, words: &mut Vec<u64>);
    /// Reads what was written.
    fn read(words: &[u64]) -> Self::Value;
    /// Memory in bytes.
    fn bytes(&self) -> usize {
        0
    }
    /// From now on at most so many bytes.
    fn limit_to(&mut self, _bytes: usize) {}
    /// Whether there is no more room.
    fn is_full(&self) -> bool {
        false
    }
}

/// Numbers of solutions.
#[derive(Debug, Clone, Copy)]
pub(in crate::strategy) struct Counting;

impl Domain for Counting {
    type Value = Number;
    type Sum = Number;

    fn none(&mut self) -> Number {
        Number::ZERO
    }

    fn empty(&mut self) -> Number {
        Number::ONE
    }

    fn is_none(value: &Number) -> bool {
        value.is_zero()
    }

    fn open(&mut self) -> Number {
        Number::ZERO
    }

    #[inline]
    fn add(&mut self, sum: &mut Number, _option: OptionId, value: Number) {
        sum.add(&value);
    }

    fn close(&mut self, sum: Number) -> Number {
        sum
    }

    fn product(&mut self, left: Number, right: Number) -> Number {
        left.times(&right)
    }

    fn write(value: &Number, words: &mut Vec<u64>) {
        value.write(words);
    }

    fn read(words: &[u64]) -> Number {
        Number::read(words)
    }
}
