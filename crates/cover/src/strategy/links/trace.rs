//! The record of which options are possible, for those who ask: a bit for each, and a list of those that
//! have left.

/// Which options are possible. An option is hidden once at the most until it comes back: after that it is
/// in no list that anybody goes through but those of covered items.
#[derive(Debug, Default)]
pub(super) struct Trace {
    /// The bit of each option.
    pub(super) possible: Vec<u64>,
    /// The options that have been hidden, in that order.
    pub(super) left: Vec<u32>,
}

impl Trace {
    /// No option is possible, of so many.
    pub(super) fn clear(&mut self, options: usize) {
        self.possible.clear();
        self.possible.resize(options.div_ceil(64), 0);
        self.left.clear();
    }

    #[inline]
    pub(super) fn set(&mut self, option: u32) {
        self.possible[option as usize / 64] |= 1 << (option % 64);
    }

    #[inline]
    pub(super) fn unset(&mut self, option: u32) {
        self.possible[option as usize / 64] &= !(1 << (option % 64));
    }

    /// An option is hidden.
    #[inline]
    pub(super) fn leave(&mut self, option: u32) {
        self.unset(option);
        self.left.push(option);
    }

    /// The option that was hidden last comes back.
    #[inline]
    pub(super) fn come_back(&mut self, option: u32) {
        self.left.pop();
        self.set(option);
    }
}
