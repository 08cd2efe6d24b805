//! Sub-problems as words: which primary items are to be covered, which secondary items matter
//! still, and in which colours.
//!
//! What is left of a problem is known once this is: an option is possible just if each of its
//! primary items is still to be covered, each of its secondary items has a possible option, and has
//! its colour if it has one. A secondary item without a possible option does not matter any more,
//! whatever it has come to; sub-problems that differ in nothing else are one.

use std::collections::HashMap;

use crate::ids::{ItemId, OptionId};
use crate::matrix::{ItemKind, Matrix};

/// Where an item stands: a field of some bits within a word.
///
/// | item | 0 | 1 | from 2 on |
/// |---|---|---|---|
/// | primary | covered | to be covered | |
/// | secondary | of no matter | it has no colour | the colour that it has |
#[derive(Debug, Clone, Copy, Default)]
struct Field {
    word: u32,
    shift: u32,
    /// The bits before they are shifted.
    mask: u64,
}

impl Field {
    fn put(self, words: &mut [u64], value: u64) {
        let word = &mut words[self.word as usize];
        *word = *word & !(self.mask << self.shift) | value << self.shift;
    }
}

/// What an option does to a word of the state.
#[derive(Debug, Clone, Copy)]
struct Change {
    word: u32,
    keep: u64,
    set: u64,
}

/// The fields of a problem's items.
#[derive(Debug)]
pub(super) struct Coder {
    /// Words of a state, and of a key.
    pub(super) words: usize,
    fields: Vec<Field>,
    /// The secondary items that several options have.
    secondary: Vec<ItemId>,
    /// The options' changes, `changes[starts[o]..starts[o + 1]]` those of option o.
    starts: Vec<u32>,
    changes: Vec<Change>,
}

impl Coder {
    /// The fields for a problem, in the order of its items. O(entries).
    pub(super) fn new(matrix: &Matrix) -> Self {
        // The colours of an item, numbered from 2 in the order in which they are met.
        let mut colours: Vec<HashMap<u32, u64>> = Vec::new();
        colours.resize_with(matrix.item_count(), HashMap::new);
        // A secondary item of a single option binds nothing.
        let mut options = vec![0u32; matrix.item_count()];
        for option in matrix.options() {
            for (item, colour) in matrix.entries(option) {
                options[item.index()] += 1;
                if let Some(colour) = colour {
                    let colours = &mut colours[item.index()];
                    let number = colours.len() as u64 + 2;
                    colours.entry(colour.get()).or_insert(number);
                }
            }
        }
        let (mut word, mut shift) = (0, 0);
        let mut fields = vec![Field::default(); matrix.item_count()];
        let mut secondary = Vec::new();
        for (index, kind) in matrix.kinds().iter().enumerate() {
            let most = match kind {
                ItemKind::Primary { .. } => 1,
                ItemKind::Secondary if options[index] < 2 => continue,
                ItemKind::Secondary => {
                    secondary.push(ItemId::new(index as u32));
                    colours[index].len() as u64 + 1
                }
            };
            let width = u64::BITS - most.leading_zeros();
            if shift + width > u64::BITS {
                (word, shift) = (word + 1, 0);
            }
            fields[index] = Field { word, shift, mask: (1 << width) - 1 };
            shift += width;
        }
        let mut coder = Coder {
            words: word as usize + 1,
            fields,
            secondary,
            starts: vec![0],
            changes: Vec::new(),
        };
        let mut last = vec![usize::MAX; coder.words];
        for option in matrix.options() {
            for (item, colour) in matrix.entries(option) {
                let value = if matrix.kinds()[item.index()].is_primary() {
                    0
                } else if options[item.index()] < 2 {
                    continue;
                } else if let Some(colour) = colour {
                    colours[item.index()][&colour.get()]
                } else {
                    // No option that has it is possible any more: the key will say so.
                    continue;
                };
                coder.change(coder.fields[item.index()], value, &mut last);
            }
            coder.starts.push(coder.changes.len() as u32);
        }
        coder
    }

    /// Adds a change to those of the last option; `last` has the last change of each word.
    fn change(&mut self, field: Field, value: u64, last: &mut [usize]) {
        let (keep, set) = (!(field.mask << field.shift), value << field.shift);
        let begin = self.starts.last().map_or(0, |&start| start as usize);
        let last = &mut last[field.word as usize];
        match self
            .changes
            .get_mut(*last)
            .filter(|change| *last >= begin && change.word == field.word)
        {
            Some(change) => {
                change.keep &= keep;
                change.set |= set;
            }
            None => {
                *last = self.changes.len();
                self.changes.push(Change { word: field.word, keep, set });
            }
        }
    }

    /// The work of making a key, in memory updates.
    pub(super) fn work(&self) -> u64 {
        (self.words + 2 * self.secondary.len()) as u64
    }

    /// Bytes of memory.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.fields[..])
            + size_of_val(&self.changes[..])
            + size_of_val(&self.starts[..])
            + size_of_val(&self.secondary[..])
    }

    /// The state in which these primary items are to be covered and no secondary item has a colour,
    /// unless these options give it one.
    pub(super) fn root(&self, items: impl Iterator<Item = ItemId>, given: &[OptionId]) -> Vec<u64> {
        let mut state = vec![0; self.words];
        for &item in &self.secondary {
            self.fields[item.index()].put(&mut state, 1);
        }
        given.iter().for_each(|&option| self.take(option, &mut state));
        items.for_each(|item| self.fields[item.index()].put(&mut state, 1));
        state
    }

    /// What taking an option makes of a state.
    #[inline]
    pub(super) fn take(&self, option: OptionId, state: &mut [u64]) {
        let option = option.index();
        let range = self.starts[option] as usize..self.starts[option + 1] as usize;
        for change in &self.changes[range] {
            let word = &mut state[change.word as usize];
            *word = *word & change.keep | change.set;
        }
    }

    /// Makes a state a key, by which secondary items have a possible option still.
    #[inline]
    pub(super) fn normalise(&self, state: &mut [u64], is_live: impl Fn(ItemId) -> bool) {
        for &item in &self.secondary {
            if !is_live(item) {
                self.fields[item.index()].put(state, 0);
            }
        }
    }

    /// Leaves only these of the primary items to be covered; `items` is made ready for it.
    pub(super) fn keep(&self, state: &mut [u64], primary: impl Iterator<Item = ItemId>) {
        let mut kept = vec![0; self.words];
        for &item in &self.secondary {
            let field = self.fields[item.index()];
            let word = state[field.word as usize];
            kept[field.word as usize] |= word & field.mask << field.shift;
        }
        primary.for_each(|item| self.fields[item.index()].put(&mut kept, 1));
        state.copy_from_slice(&kept);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text;

    #[test]
    fn a_state_says_what_is_to_be_covered_and_in_which_colours() {
        let problem = text::read("a b c | x y z\na x:1 y\nb x:2 z:0\nc z:1 y\nb c x:1\n").unwrap();
        let matrix = problem.matrix();
        let coder = Coder::new(matrix);
        assert_eq!(coder.words, 1);
        let root = coder.root(matrix.primary_items(), &[]);
        // a, b, c take a bit each; x has two colours and z too, so two bits; y has one, since it
        // has none.
        let fields = |a: u64, b: u64, c: u64, x: u64, y: u64, z: u64| {
            vec![a | b << 1 | c << 2 | x << 3 | y << 5 | z << 6]
        };
        assert_eq!(root, fields(1, 1, 1, 1, 1, 1));
        let mut state = root.clone();
        coder.take(OptionId::new(0), &mut state);
        assert_eq!(state, fields(0, 1, 1, 2, 1, 1));
        coder.take(OptionId::new(3), &mut state);
        assert_eq!(state, fields(0, 0, 0, 2, 1, 1));
        coder.normalise(&mut state, |item| item.index() == 5);
        assert_eq!(state, fields(0, 0, 0, 0, 0, 1));
        let items = [ItemId::new(1)].into_iter();
        assert_eq!(coder.root(items, &[OptionId::new(0)]), fields(0, 1, 0, 2, 1, 1));
        let mut part = root;
        coder.keep(&mut part, [ItemId::new(2)].into_iter());
        assert_eq!(part, fields(0, 0, 1, 1, 1, 1));
    }

    #[test]
    fn no_field_lies_across_two_words() {
        let mut items: Vec<String> = (0..63).map(|item| format!("p{item}")).collect();
        items.push("| x".to_owned());
        let problem = text::read(&format!("{}\np0 x:1\np1 x:2\n", items.join(" "))).unwrap();
        let coder = Coder::new(problem.matrix());
        assert_eq!(coder.words, 2);
        let root = coder.root(problem.matrix().primary_items(), &[OptionId::new(1)]);
        assert_eq!(root, [u64::MAX >> 1, 3]);
    }
}
