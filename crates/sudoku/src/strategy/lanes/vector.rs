//! What the pass needs of a vector of 16-bit words, and its portable form.

/// A vector of words, one a puzzle. A word holds the candidates of a cell: bit d − 1 for digit d. Bits 9
/// to 15 are 0 in the state; what the operations below leave there is said with each.
///
/// The methods that take three operands are single instructions of AVX-512.
pub(in crate::strategy) trait Vector<const W: usize>: Copy {
    /// Starts a record of empty words.
    fn none_empty() -> Self;

    /// Notes in the record which words of the three are empty.
    fn note_empty(record: &mut Self, words: [Self; 3]);

    /// The words where the record has seen an empty one: bit l for word l.
    fn seen_empty(self) -> u32;

    /// The words that are not 0: bit l for word l. Bits 9 to 15 must be 0.
    fn nonzero(self) -> u32;

    /// The same word everywhere.
    fn splat(word: u16) -> Self;

    /// Reads a row of words.
    fn load(words: &[u16; W]) -> Self;

    /// Writes a row of words.
    fn store(self, words: &mut [u16; W]);

    /// a ∧ b.
    fn and(self, b: Self) -> Self;

    /// a ∨ b.
    fn or(self, b: Self) -> Self;

    /// a ∨ b ∨ c.
    fn or3(self, b: Self, c: Self) -> Self;

    /// a ∧ b ∧ c.
    fn and3(self, b: Self, c: Self) -> Self;

    /// a ∧ (b ∨ c).
    fn and_any(self, b: Self, c: Self) -> Self;

    /// a ∧ ¬b ∧ ¬c.
    fn and_neither(self, b: Self, c: Self) -> Self;

    /// a ∨ (b ⊕ c).
    fn or_difference(self, b: Self, c: Self) -> Self;

    /// a ∨ (b ∧ ¬c).
    fn or_without(self, b: Self, c: Self) -> Self;

    /// The bits that are set in exactly one of the three.
    fn exactly_one(self, b: Self, c: Self) -> Self;

    /// Of each word itself if it has one bit, else 0.
    fn single(self) -> Self;

    /// Of each word itself if it has at most three bits, else 0.
    fn up_to_three(self) -> Self;

    /// Of each word the part in `preferred` if that is not empty, else the whole word.
    fn prefer(self, preferred: Self) -> Self;
}

/// Number of words of the portable vector.
pub(in crate::strategy) const PORTABLE_WIDTH: usize = 4;

/// Four words in a `u64`, with the arithmetic of whole machine words: no word ever carries into the next,
/// since bit 15 of each is free to catch it.
#[derive(Debug, Clone, Copy)]
pub(in crate::strategy) struct Portable(u64);

/// Bit 15 of each word.
const TOP: u64 = 0x8000_8000_8000_8000;
/// Bit 0 of each word.
const LOW: u64 = 0x0001_0001_0001_0001;

impl Portable {
    /// Bit 15 of each word that is not 0; the rest is 0. Bit 15 of the words must be 0.
    #[inline(always)]
    fn nonzero_tops(self) -> u64 {
        (self.0 + (TOP - LOW)) & TOP
    }

    /// Each word less 1, with bit 15 set unless the word was 0.
    #[inline(always)]
    fn less_one(self) -> u64 {
        (self.0 | TOP) - LOW
    }
}

/// What `fast` needs besides.
impl Portable {
    /// Each word without its lowest bit.
    #[inline(always)]
    pub(in crate::strategy) fn without_least(self) -> Self {
        Portable(self.0 & self.less_one())
    }

    /// The words 1, 2, 0, 1: the next of each if the last is the first again.
    #[inline(always)]
    pub(in crate::strategy) fn next_of_three(self) -> Self {
        Portable(self.0 >> 16 | self.0 << 32 & 0xFFFF << 48)
    }

    /// The words 2, 0, 1, 2: the one before each if the last is the first again.
    #[inline(always)]
    pub(in crate::strategy) fn last_of_three(self) -> Self {
        Portable(self.0 << 16 | self.0 >> 32 & 0xFFFF)
    }
}

/// Gathers bit 15 of the four words in bits 0 to 3.
#[inline(always)]
fn gather(tops: u64) -> u32 {
    // The product puts bits 0, 16, 32 and 48 side by side in bits 48 to 51.
    let spread = (tops >> 15).wrapping_mul(0x0001_0002_0004_0008);
    ((spread >> 48) & 0xF) as u32
}

impl Vector<PORTABLE_WIDTH> for Portable {
    #[inline(always)]
    fn none_empty() -> Self {
        Portable(TOP)
    }

    #[inline(always)]
    fn note_empty(record: &mut Self, [a, b, c]: [Self; 3]) {
        record.0 &= a.less_one() & b.less_one() & c.less_one();
    }

    #[inline(always)]
    fn seen_empty(self) -> u32 {
        gather(!self.0 & TOP)
    }

    #[inline(always)]
    fn nonzero(self) -> u32 {
        gather(self.nonzero_tops())
    }

    #[inline(always)]
    fn splat(word: u16) -> Self {
        Portable(LOW * u64::from(word))
    }

    #[inline(always)]
    fn load(words: &[u16; PORTABLE_WIDTH]) -> Self {
        let [a, b, c, d] = words.map(u64::from);
        Portable(a | b << 16 | c << 32 | d << 48)
    }

    #[inline(always)]
    fn store(self, words: &mut [u16; PORTABLE_WIDTH]) {
        *words = [0, 16, 32, 48].map(|shift| (self.0 >> shift) as u16);
    }

    #[inline(always)]
    fn and(self, b: Self) -> Self {
        Portable(self.0 & b.0)
    }

    #[inline(always)]
    fn or(self, b: Self) -> Self {
        Portable(self.0 | b.0)
    }

    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        Portable(self.0 | b.0 | c.0)
    }

    #[inline(always)]
    fn and3(self, b: Self, c: Self) -> Self {
        Portable(self.0 & b.0 & c.0)
    }

    #[inline(always)]
    fn and_any(self, b: Self, c: Self) -> Self {
        Portable(self.0 & (b.0 | c.0))
    }

    #[inline(always)]
    fn and_neither(self, b: Self, c: Self) -> Self {
        Portable(self.0 & !(b.0 | c.0))
    }

    #[inline(always)]
    fn or_difference(self, b: Self, c: Self) -> Self {
        Portable(self.0 | (b.0 ^ c.0))
    }

    #[inline(always)]
    fn or_without(self, b: Self, c: Self) -> Self {
        Portable(self.0 | (b.0 & !c.0))
    }

    #[inline(always)]
    fn exactly_one(self, b: Self, c: Self) -> Self {
        let twice = (self.0 & b.0) | ((self.0 | b.0) & c.0);
        Portable((self.0 | b.0 | c.0) & !twice)
    }

    #[inline(always)]
    fn single(self) -> Self {
        let several = Portable(self.0 & self.less_one()).nonzero_tops();
        // All bits but the highest, where there are several.
        Portable(self.0 & !(several - (several >> 15)))
    }

    #[inline(always)]
    fn up_to_three(self) -> Self {
        // Without its lowest bit, and without that of what is left: one bit at most if there were three.
        let rest = Portable(self.0 & self.less_one());
        let rest = Portable(rest.0 & rest.less_one());
        let more = Portable(rest.0 & rest.less_one()).nonzero_tops();
        Portable(self.0 & !(more - (more >> 15)))
    }

    #[inline(always)]
    fn prefer(self, preferred: Self) -> Self {
        let part = Portable(self.0 & preferred.0);
        let some = part.nonzero_tops();
        let mask = some - (some >> 15);
        Portable(self.0 & (preferred.0 | !mask))
    }
}
