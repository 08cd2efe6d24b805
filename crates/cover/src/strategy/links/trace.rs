//! The record of which options are possible, for those who ask: a bit for each, and a list of those that
//! have left.

use std::fmt;

/// A record, or none: `()`, which takes neither time nor room.
pub(super) trait Record: fmt::Debug + Default + Clone + PartialEq + Send + 'static {
    /// Whether there is one.
    const IS_KEPT: bool;

    /// No option is possible, of so many.
    fn clear(&mut self, options: usize);

    /// An option is possible.
    fn set(&mut self, option: u32);

    /// An option is hidden.
    fn leave(&mut self, option: u32);

    /// The option that was hidden last comes back.
    fn come_back(&mut self, option: u32);
}

impl Record for () {
    const IS_KEPT: bool = false;

    fn clear(&mut self, _: usize) {}

    fn set(&mut self, _: u32) {}

    fn leave(&mut self, _: u32) {}

    fn come_back(&mut self, _: u32) {}
}

/// Which options are possible. An option is hidden once at the most until it comes back: after that it is
/// in no list that anybody goes through but those of covered items.
#[derive(Debug, Default, Clone, PartialEq)]
pub(super) struct Trace {
    /// The bit of each option.
    pub(super) possible: Vec<u64>,
    /// The options that have been hidden, in that order.
    pub(super) left: Vec<u32>,
}

impl Trace {
    #[inline]
    pub(super) fn unset(&mut self, option: u32) {
        self.possible[option as usize / 64] &= !(1 << (option % 64));
    }
}

impl Record for Trace {
    const IS_KEPT: bool = true;

    fn clear(&mut self, options: usize) {
        self.possible.clear();
        self.possible.resize(options.div_ceil(64), 0);
        self.left.clear();
    }

    #[inline]
    fn set(&mut self, option: u32) {
        self.possible[option as usize / 64] |= 1 << (option % 64);
    }

    #[inline]
    fn leave(&mut self, option: u32) {
        self.unset(option);
        self.left.push(option);
    }

    #[inline]
    fn come_back(&mut self, option: u32) {
        self.left.pop();
        self.set(option);
    }
}
