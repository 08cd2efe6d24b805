//! What sub-problems have come to, by exact keys, in a bounded amount of memory.
//!
//! Keys and values are written one behind the other into one array of words; a table of places in
//! it is searched by hash. A hash only says where to look: what is found there is compared word by
//! word, so that two sub-problems with the same hash are two entries. When the memory is used up,
//! entries are dropped: those that were not found again since the last time go first, and of them
//! the ones that took least work. What was dropped is computed again when it is needed: it takes
//! time, and changes no result.

/// What a key hashes to.
pub(super) type Hash = fn(Key<'_>) -> u64;

/// A key of so many words, without the words that are said to be usual: see [`Memo::pack`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Key<'k> {
    /// Zeros left out in front.
    skip: usize,
    pub(super) words: &'k [u64],
}

/// Free places of the table, of 16: it is made larger when it has fewer.
const FREE: usize = 4;
/// The greatest number of words that places can be given to.
const MOST_WORDS: usize = u32::MAX as usize;
/// Parts of an octave of work that are told apart.
const WORK_STEPS: f64 = 4.0;

/// The head of an entry, one word: how many words of key and value follow it, the number of zeros
/// that the key leaves out in front, how much work the entry saves, and whether it was found since
/// the last sweep.
#[derive(Debug, Clone, Copy)]
struct Head(u64);

impl Head {
    const FOUND: u64 = 1 << 63;

    fn new((skip, key, value): (usize, usize, usize), work: f64) -> Option<Self> {
        let fits = |words: usize| u16::try_from(words).ok().map(u64::from);
        let class = (work.max(1.0).log2() * WORK_STEPS) as u8;
        Some(Head(fits(skip)? | fits(key)? << 16 | fits(value)? << 32 | u64::from(class) << 48))
    }

    const fn skip(self) -> usize {
        (self.0 & 0xffff) as usize
    }

    const fn key(self) -> usize {
        (self.0 >> 16 & 0xffff) as usize
    }

    const fn value(self) -> usize {
        (self.0 >> 32 & 0xffff) as usize
    }

    const fn class(self) -> usize {
        (self.0 >> 48 & 0xff) as usize
    }

    const fn is_found(self) -> bool {
        self.0 & Head::FOUND != 0
    }

    /// Words of the entry.
    const fn len(self) -> usize {
        1 + self.key() + self.value()
    }
}

/// A place in the table: the upper half of the hash, and one more than where the entry begins.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Place {
    tag: u32,
    at: u32,
}

/// The entries.
#[derive(Debug)]
pub(super) struct Memo {
    words: Vec<u64>,
    /// What a key may end in without saying so.
    usual: Vec<u64>,
    /// A power of two of places, or none.
    table: Vec<Place>,
    entries: usize,
    most_bytes: usize,
    hash: Hash,
    #[cfg(test)]
    sweeps: u64,
}

/// What was found.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found<'m> {
    pub(super) value: &'m [u64],
    /// The work that it saves, about.
    pub(super) work: f64,
}

impl Memo {
    /// An empty one that takes so many bytes at most, for keys of as many words as the `usual` one.
    /// They are short where they begin with zeros or end like the usual one.
    pub(super) fn new(usual: Vec<u64>, most_bytes: usize) -> Self {
        let (words, table) = (Vec::new(), Vec::new());
        Memo {
            words,
            usual,
            table,
            entries: 0,
            most_bytes,
            hash,
            #[cfg(test)]
            sweeps: 0,
        }
    }

    /// From now on with another hash; there must be no entries.
    #[cfg(test)]
    pub(super) fn set_hash(&mut self, hash: Hash) {
        assert_eq!(self.entries, 0);
        self.hash = hash;
    }

    /// Number of entries.
    #[cfg(test)]
    pub(super) fn entries(&self) -> usize {
        self.entries
    }

    /// How often entries were dropped.
    #[cfg(test)]
    pub(super) fn sweeps(&self) -> u64 {
        self.sweeps
    }

    /// Memory in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>() + self.table.capacity() * size_of::<Place>()
    }

    /// From now on so many bytes at most; if there are more, entries are dropped.
    pub(super) fn limit_to(&mut self, bytes: usize) {
        self.most_bytes = bytes;
        while self.bytes() > bytes && self.entries > 0 {
            self.sweep();
            self.words.shrink_to_fit();
            let places = if self.entries > 0 { self.table.len() / 2 } else { 0 };
            self.table = Vec::new();
            self.table.resize(places, Place::default());
            self.refer();
        }
    }

    /// A key without zeros in front, and without the words at its end that are those of the usual
    /// key.
    #[inline]
    pub(super) fn pack<'k>(&self, key: &'k [u64]) -> Key<'k> {
        let skip = key.iter().take_while(|&&word| word == 0).count();
        let ends = key.iter().zip(&self.usual).skip(skip).rev();
        let usual = ends.take_while(|(word, usual)| word == usual).count();
        Key { skip, words: &key[skip..key.len() - usual] }
    }

    #[inline]
    pub(super) fn hash(&self, key: Key<'_>) -> u64 {
        (self.hash)(key)
    }

    /// The entry of a key, if there is one.
    #[inline]
    pub(super) fn get(&mut self, hash: u64, key: Key<'_>) -> Option<Found<'_>> {
        let mut number = self.first(hash)?;
        loop {
            let place = self.table[number];
            let at = (place.at as usize).checked_sub(1)?;
            if place.tag == tag(hash) {
                let head = Head(self.words[at]);
                let begin = at + 1 + head.value();
                if self.key_at(at) == key {
                    self.words[at] |= Head::FOUND;
                    let work = (head.class() as f64 / WORK_STEPS).exp2();
                    return Some(Found { value: &self.words[at + 1..begin], work });
                }
            }
            number = (number + 1) & (self.table.len() - 1);
        }
    }

    /// Keeps a value for a key that has no entry, unless there is no room; `work` is what it has
    /// taken.
    pub(super) fn insert(&mut self, hash: u64, key: Key<'_>, value: &[u64], work: f64) {
        let sizes = (key.skip, key.words.len(), value.len());
        let Some(head) = Head::new(sizes, work) else { return };
        if !self.make_room(head.len()) {
            return;
        }
        self.place(hash, self.words.len());
        self.words.push(head.0);
        self.words.extend_from_slice(value);
        self.words.extend_from_slice(key.words);
        self.entries += 1;
    }

    /// The key of an entry.
    fn key_at(&self, at: usize) -> Key<'_> {
        let head = Head(self.words[at]);
        let begin = at + 1 + head.value();
        Key { skip: head.skip(), words: &self.words[begin..begin + head.key()] }
    }

    /// The place of the table where the search for a hash begins.
    fn first(&self, hash: u64) -> Option<usize> {
        (!self.table.is_empty()).then(|| hash as usize & (self.table.len() - 1))
    }

    /// Makes room for one more entry of so many words, by what it takes; `false` if there is none
    /// to be had.
    fn make_room(&mut self, len: usize) -> bool {
        let is_full = |memo: &Memo| (memo.entries + 1) * 16 > memo.table.len() * (16 - FREE);
        let mut swept = false;
        loop {
            let grows = is_full(self);
            let table = if grows { (2 * self.table.len()).max(64) } else { self.table.len() };
            let has_room = self.words.len() + len <= self.words.capacity();
            // A quarter more at a time: what is reserved and not used counts as used.
            let words = if has_room {
                self.words.capacity()
            } else {
                self.words.len() + (self.words.len() / 4).max(len).max(256)
            };
            let bytes = words * size_of::<u64>() + table * size_of::<Place>();
            if bytes <= self.most_bytes && words < MOST_WORDS {
                if grows {
                    self.table = Vec::new();
                    self.table.resize(table, Place::default());
                    self.refer();
                }
                self.words.reserve_exact(words - self.words.len());
                return true;
            }
            if has_room && !grows {
                // Nothing more is taken than is already there.
                return true;
            }
            if swept {
                return false;
            }
            self.sweep();
            swept = true;
        }
    }

    /// Drops about half of what there is.
    fn sweep(&mut self) {
        #[cfg(test)]
        {
            self.sweeps += 1;
        }
        // Words by what they are worth: found again or not, then the work.
        let mut worth = [0usize; 512];
        let rank = |head: Head| usize::from(head.is_found()) * 256 + head.class();
        let mut at = 0;
        while at < self.words.len() {
            let head = Head(self.words[at]);
            worth[rank(head)] += head.len();
            at += head.len();
        }
        let mut kept = 0;
        let mut least = worth.len();
        for (rank, &words) in worth.iter().enumerate().rev() {
            if kept + words > self.words.len() / 2 {
                break;
            }
            kept += words;
            least = rank;
        }
        let (mut from, mut to) = (0, 0);
        while from < self.words.len() {
            let head = Head(self.words[from]);
            if rank(head) >= least {
                self.words.copy_within(from..from + head.len(), to);
                self.words[to] &= !Head::FOUND;
                to += head.len();
            }
            from += head.len();
        }
        self.words.truncate(to);
        self.table.fill(Place::default());
        self.refer();
    }

    /// Writes into the table, which has room, where the entry of a hash begins.
    fn place(&mut self, hash: u64, at: usize) {
        let Some(mut number) = self.first(hash) else { return };
        while self.table[number].at != 0 {
            number = (number + 1) & (self.table.len() - 1);
        }
        self.table[number] = Place { tag: tag(hash), at: at as u32 + 1 };
    }

    /// Writes the places of all entries into the table, which is empty.
    fn refer(&mut self) {
        self.entries = 0;
        let mut at = 0;
        while at < self.words.len() {
            self.place((self.hash)(self.key_at(at)), at);
            self.entries += 1;
            at += Head(self.words[at]).len();
        }
    }
}

const fn tag(hash: u64) -> u32 {
    (hash >> 32) as u32
}

/// Multiplies and folds, a word at a time.
#[inline]
fn hash(key: Key<'_>) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let fold = |a: u64, b: u64| {
        let product = u128::from(a) * u128::from(b);
        product as u64 ^ (product >> 64) as u64
    };
    let begin = (key.skip as u64).wrapping_add(1).wrapping_mul(ODD);
    let words =
        key.words.iter().fold(begin, |hash, &word| fold(hash ^ word, ODD) ^ hash.rotate_left(23));
    fold(words, 0xd6e8_feb8_6659_fd93)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::setup::Random;

    fn memo(bytes: usize) -> Memo {
        Memo::new(vec![0, 3, 5], bytes)
    }

    /// Compares a memo with a map over random keys, values of one or two words.
    fn compare(mut memo: Memo, keys: u32, rounds: u32) -> (usize, Memo) {
        let mut map: HashMap<[u64; 3], Vec<u64>> = HashMap::new();
        let mut random = Random::new(7);
        let mut found = 0;
        for _ in 0..rounds {
            let number = u64::from(random.below(keys));
            // Zeros in front, and usual words behind.
            let key = [number / 16 % 4, number / 64, number % 16];
            let packed = memo.pack(&key);
            let hash = memo.hash(packed);
            match memo.get(hash, packed) {
                Some(entry) => {
                    assert_eq!(map.get(&key).map(Vec::as_slice), Some(entry.value));
                    found += 1;
                }
                None => {
                    let value = vec![number; 1 + number as usize % 2];
                    memo.insert(hash, packed, &value, f64::from(random.below(1000)));
                    map.insert(key, value);
                }
            }
        }
        assert!(memo.entries() <= map.len());
        (found, memo)
    }

    #[test]
    fn what_was_kept_is_found_again() {
        let (found, memo) = compare(memo(1 << 24), 5000, 50_000);
        assert_eq!(found, 50_000 - memo.entries());
        assert_eq!(memo.sweeps(), 0);
    }

    #[test]
    fn a_bad_hash_costs_time_and_nothing_else() {
        let bad: [Hash; 2] = [|_| 0, |key| key.words.iter().fold(0, |sum, word| sum ^ word) & 1];
        for bad in bad {
            let mut memo = memo(1 << 24);
            memo.set_hash(bad);
            let (found, memo) = compare(memo, 500, 5000);
            assert_eq!(found, 5000 - memo.entries());
        }
    }

    #[test]
    fn keys_that_differ_only_in_what_is_left_out_are_different() {
        let mut memo = memo(1 << 20);
        let keys = [[0, 0, 0], [0, 3, 5], [0, 0, 5], [3, 5, 0], [0, 3, 0], [1, 3, 5], [3, 3, 5]];
        for (number, key) in (0u64..).zip(&keys) {
            let packed = memo.pack(key);
            memo.insert(memo.hash(packed), packed, &[number], 1.0);
        }
        for (number, key) in (0u64..).zip(&keys) {
            let packed = memo.pack(key);
            let found = memo.get(memo.hash(packed), packed).map(|found| found.value.to_vec());
            assert_eq!(found, Some(vec![number]));
        }
    }

    #[test]
    fn little_memory_is_kept_to_and_forgets() {
        for bytes in [0, 100, 4096, 20_000] {
            let (_, memo) = compare(memo(bytes), 5000, 20_000);
            assert!(memo.bytes() <= bytes, "{} of {bytes}", memo.bytes());
            assert!(memo.sweeps() > 0);
        }
    }

    #[test]
    fn a_lower_limit_drops_what_is_too_much() {
        let (_, mut memo) = compare(memo(1 << 24), 5000, 50_000);
        for bytes in [100_000, 20_000, 5000, 100, 0] {
            memo.limit_to(bytes);
            assert!(memo.bytes() <= bytes, "{} of {bytes}", memo.bytes());
        }
    }

    #[test]
    fn what_is_found_outlives_what_is_not() {
        let mut memo = memo(1 << 14);
        let insert = |memo: &mut Memo, number: u64| {
            let key = [number, 0, 0];
            let packed = memo.pack(&key);
            memo.insert(memo.hash(packed), packed, &[number], 1.0);
        };
        insert(&mut memo, 1);
        for number in 2..10_000 {
            let packed = memo.pack(&[1, 0, 0]);
            assert!(memo.get(memo.hash(packed), packed).is_some(), "at {number}");
            insert(&mut memo, number);
        }
        assert!(memo.sweeps() > 1);
    }
}
