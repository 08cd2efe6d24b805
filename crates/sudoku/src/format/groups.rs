//! Rows of pencilmark grids: each cell a group of its candidates.
//!
//! Programs print a puzzle that is being solved so: `| 4 1679 12679 | 139 2369 269 | 8 1239 5 |`. A line
//! of n words, or of n fields between bars and the like, each of one digit or several different ones, is
//! such a row, if some have several: none of these is a cell. Sizes up to 9 only, in which a digit is one
//! character. A cell of a pencilmark grid is never empty, so that a slip of the pen in a grid of clues (`12`
//! for `1 2`) remains an error.

use super::symbols::Symbols;
use super::words::{Word, words};

/// The greatest size whose digits are all written with one character in any program.
const MAX_SIZE: usize = 9;

/// The candidates of a cell and the column, from 1, where they stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Group {
    /// Bit d − 1 for digit d.
    pub(super) set: u64,
    pub(super) column: usize,
}

/// The groups of a line, n or n² of them, of which some have several digits; and where a comment begins, in
/// bytes.
pub(super) fn groups(text: &str, symbols: &Symbols) -> Option<(Vec<Group>, Option<usize>)> {
    let size = symbols.size();
    if !(2..=MAX_SIZE).contains(&size) {
        return None;
    }
    let line = words(text, 1);
    let fits = |count: usize| count == size || count == size * size;
    if !fits(line.words.len()) {
        return None;
    }
    let groups = line.words.iter().map(|word| group(word, symbols));
    let groups: Vec<Group> = groups.collect::<Option<_>>()?;
    let several = groups.iter().any(|group| !group.set.is_power_of_two());
    several.then_some((groups, line.comment))
}

/// Whether a line has n groups of all n digits, in their order: a row of a pencilmark grid, though it has as
/// many characters as a puzzle. Such a puzzle would have equal rows, which clash.
pub(super) fn is_row_of_full_groups(text: &str, symbols: &Symbols) -> bool {
    let size = symbols.size();
    if !(2..=MAX_SIZE).contains(&size) || text.len() < size * size {
        return false;
    }
    let full = |word: &Word<'_>| word.text.bytes().eq((1..=size).map(|digit| b'0' + digit as u8));
    let line = words(text, 1);
    line.words.len() == size && line.words.iter().all(full)
}

fn group(word: &Word<'_>, symbols: &Symbols) -> Option<Group> {
    let mut set = 0u64;
    for c in word.text.chars() {
        let digit = symbols.char(c).filter(|&digit| digit != 0)?;
        let bit = 1 << (digit - 1);
        if set & bit != 0 {
            return None;
        }
        set |= bit;
    }
    Some(Group { set, column: word.column })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sets(text: &str, size: usize) -> Option<Vec<u64>> {
        let (groups, _) = groups(text, &Symbols::new(size))?;
        Some(groups.iter().map(|group| group.set).collect())
    }

    #[test]
    fn groups_stand_in_any_frame_and_in_any_order() {
        let row = Some(vec![0b1000, 0b0011, 0b0100, 0b1111]);
        for text in [
            "4 12 3 1234",
            "| 4 12 | 3 1234 |",
            "│ 4    12 │ 3  4321 │ # the first",
            "|4|12||3|1234|",
            "4,21,3,1234",
            "4;12;3;1234",
            "4\t12\t3\t1234",
            "[4] 12 : (3) 1234",
        ] {
            assert_eq!(sets(text, 4), row, "{text}");
        }
        let (columns, comment) = groups(" | 4 12 | 3 1234 | # x", &Symbols::new(4)).unwrap();
        assert_eq!(columns.iter().map(|g| g.column).collect::<Vec<_>>(), [4, 6, 11, 13]);
        assert_eq!(comment, Some(19));
    }

    #[test]
    fn other_lines_have_no_groups() {
        for text in [
            "4 2 3 1",
            "4 12 . 1234",
            "4 12 0 1234",
            "4 11 3 1234",
            "4 15 3 1234",
            "4 12 3",
            "4 12 3 1234 1",
            "4 12 3 a",
            "",
        ] {
            assert_eq!(sets(text, 4), None, "{text}");
        }
        assert_eq!(sets("1 12 3 4 5 6 7 8 9 10", 10), None);
        assert_eq!(sets(&"12 ".repeat(16), 4), Some(vec![0b11; 16]));
    }

    #[test]
    fn full_groups_are_no_puzzle() {
        let full = |text: &str| is_row_of_full_groups(text, &Symbols::new(4));
        assert!(full("| 1234 1234 | 1234 1234 |"));
        assert!(!full("1234 3412 2143 4321"));
        assert!(!full("1234 1234 1234"));
        assert!(!full("1234123412341234"));
    }
}
