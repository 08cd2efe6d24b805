//! The symbols of cells: which character or number stands for which digit.

use super::error::ReadErrorKind;

/// The greatest size whose digits all have a symbol of one character: 1-9, A-Z, a-z.
pub const MAX_SYMBOLS: usize = 61;

/// The greatest size in which `a` and `A` are the same digit.
const MAX_CASELESS: usize = 35;

/// What stands for an empty cell. The reader takes them all, the writers write the first.
pub(crate) const EMPTY: &[u8] = b".0_*-?";

/// Words that stand for an empty cell in lists.
const EMPTY_WORDS: [&str; 6] = ["null", "none", "nil", "nan", "undefined", "na"];

/// The greatest size of which the digits may be 0-9 and A-Z.
const MAX_FROM_ZERO: usize = 36;

const NO_CELL: u8 = u8::MAX;

/// The symbol of a digit in a grid of this size: 1-9, then A-Z, then a-z; `.` for 0, the empty
/// cell. `None` if there is no such digit, or if the grid is larger than [`MAX_SYMBOLS`].
///
/// ```
/// use quadrille_sudoku::format::symbol;
///
/// assert_eq!(symbol(0, 9), Some('.'));
/// assert_eq!(symbol(16, 16), Some('G'));
/// assert_eq!(symbol(61, 61), Some('z'));
/// assert_eq!(symbol(10, 9), None);
/// ```
pub fn symbol(digit: u8, size: usize) -> Option<char> {
    if usize::from(digit) > size || size > MAX_SYMBOLS {
        return None;
    }
    Some(match digit {
        0 => '.',
        1..=9 => char::from(b'0' + digit),
        10..=35 => char::from(b'A' + (digit - 10)),
        _ => char::from(b'a' + (digit - 36)),
    })
}

/// From symbols to digits, for one size of grid.
#[derive(Debug, Clone)]
pub(crate) struct Symbols {
    size: usize,
    /// One value for each byte: 0 = empty, 1..=size, or `NO_CELL`.
    table: [u8; 256],
    /// Whether it was said that these are the symbols, so that nothing is in doubt.
    pub(super) are_said: bool,
}

impl Symbols {
    pub(crate) fn new(size: usize) -> Self {
        let mut table = [NO_CELL; 256];
        for &byte in EMPTY {
            table[usize::from(byte)] = 0;
        }
        // Above 61 only the digits 1 to 9 are numbers of one character.
        let last = if size > MAX_SYMBOLS { 9 } else { size };
        for digit in 1..=last as u8 {
            if let Some(symbol) = symbol(digit, last) {
                table[symbol as usize] = digit;
                if size <= MAX_CASELESS {
                    table[symbol.to_ascii_lowercase() as usize] = digit;
                }
            }
        }
        Symbols { size, table, are_said: false }
    }

    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// Number of pencilmarks of a puzzle, n³, if they are written as symbols. In the grid of a single cell
    /// they would be a clue.
    pub(super) fn marks(&self) -> Option<usize> {
        (2..=MAX_SYMBOLS).contains(&self.size).then(|| self.size.pow(3))
    }

    /// The value of a byte: 0 for an empty cell, `None` if it stands for no cell.
    #[inline]
    pub(super) fn byte(&self, byte: u8) -> Option<u8> {
        let value = self.table[usize::from(byte)];
        (value != NO_CELL).then_some(value)
    }

    /// The values of bytes, if each of them stands for a cell.
    #[inline]
    pub(super) fn values(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        let values: Vec<u8> = bytes.iter().map(|&byte| self.table[usize::from(byte)]).collect();
        (!values.contains(&NO_CELL)).then_some(values)
    }

    /// The values of bytes, if each of them stands for a cell: many at a time where they are digits and dots.
    #[inline]
    pub(super) fn array<const N: usize>(&self, bytes: &[u8; N]) -> Option<[u8; N]> {
        let (first, last) = (b'1', b'0'.saturating_add(self.size.min(9) as u8));
        let mut values = [0; N];
        let mut others = false;
        for (value, &byte) in values.iter_mut().zip(bytes) {
            let is_digit = byte >= first && byte <= last;
            *value = if is_digit { byte - b'0' } else { 0 };
            others |= !(is_digit | (byte == b'.') | (byte == b'0'));
        }
        if others {
            for (value, &byte) in values.iter_mut().zip(bytes) {
                *value = self.byte(byte)?;
            }
        }
        Some(values)
    }

    /// The value of a character.
    #[inline]
    pub(crate) fn char(&self, c: char) -> Option<u8> {
        u8::try_from(c).ok().filter(u8::is_ascii).and_then(|byte| self.byte(byte))
    }

    /// The value of a number, a symbol or, in lists, a word for an empty cell.
    pub(crate) fn word(&self, word: &str) -> Option<u8> {
        if let &[byte] = word.as_bytes() {
            return self.byte(byte);
        }
        if EMPTY_WORDS.iter().any(|empty| word.eq_ignore_ascii_case(empty)) {
            return Some(0);
        }
        // Floating-point arrays are printed as `5.` or `5.0`.
        let number = word.strip_suffix('0').unwrap_or(word);
        let number = number.strip_suffix('.').unwrap_or(word);
        // Longer ones are no numbers, but rows with `0` for an empty cell.
        if !(1..=2).contains(&number.len()) || !number.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        number.parse::<u8>().ok().filter(|&value| usize::from(value) <= self.size)
    }
}

/// The values of the cells of a puzzle, each one byte, where nobody has said which symbols it is written with.
///
/// Usually they are 1-9, A-Z, a-z. If they cannot be, letters alone may be the digits from A on. Nothing is guessed where
/// two readings fit: 0 may be an empty cell, or the first of 0-9, A-…; and letters that are digits above 9 may be those
/// from 1 on where no other digit occurs.
///
/// # Errors
///
/// The first cell that is in doubt or, with `None`, that stands for no digit.
pub(crate) fn values_of(
    cells: &[u8],
    symbols: &Symbols,
) -> Result<Vec<u8>, (usize, Option<ReadErrorKind>)> {
    let size = symbols.size();
    let Some(values) = symbols.values(cells) else {
        let other = if symbols.are_said { None } else { letters(cells, size) };
        let no_cell = || cells.iter().position(|&byte| symbols.byte(byte).is_none()).unwrap_or(0);
        return other.ok_or_else(|| (no_cell(), None));
    };
    if symbols.are_said {
        return Ok(values);
    }
    if !(10..=MAX_FROM_ZERO).contains(&size) || cells.len() != size * size {
        return Ok(values);
    }
    let doubt = |cell: usize| {
        let found = char::from(cells[cell]);
        Err((cell, Some(ReadErrorKind::Symbols { found, size })))
    };
    if let Some(cell) = zero(cells, &values, size) {
        return doubt(cell);
    }
    let is_letter = |(_, byte): &(usize, &u8)| byte.is_ascii_alphabetic();
    match cells.iter().enumerate().find(is_letter) {
        Some((cell, _)) if letters(cells, size).is_some() => doubt(cell),
        _ => Ok(values),
    }
}

/// Digits from A on; `None` if a cell is neither one nor empty.
fn letters(cells: &[u8], size: usize) -> Option<Vec<u8>> {
    let letter = |byte: &u8| match byte {
        byte if EMPTY.contains(byte) => Some(0),
        byte if byte.is_ascii_alphabetic() => {
            Some(byte.to_ascii_uppercase() - b'A' + 1).filter(|&digit| usize::from(digit) <= size)
        }
        _ => None,
    };
    (10..=26).contains(&size).then(|| cells.iter().map(letter).collect()).flatten()
}

/// The first 0 of a grid in which it may be a digit: no digit is the greatest from 1 on, and no row or column has two.
fn zero(cells: &[u8], values: &[u8], size: usize) -> Option<usize> {
    let mut zeros =
        cells.iter().enumerate().filter(|(_, byte)| **byte == b'0').map(|(cell, _)| cell);
    let first = zeros.next()?;
    let (mut rows, mut columns) = (1u64 << (first / size), 1u64 << (first % size));
    for cell in zeros {
        let (row, column) = (1 << (cell / size), 1 << (cell % size));
        if rows & row != 0 || columns & column != 0 {
            return None;
        }
        rows |= row;
        columns |= column;
    }
    (!values.iter().any(|&value| usize::from(value) == size)).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is made of a grid of so many rows with these symbols in its first cells.
    fn reading(size: usize, first: &str) -> Result<Vec<u8>, (usize, bool)> {
        let text = format!("{first}{}", ".".repeat(size * size - first.len()));
        values_of(text.as_bytes(), &Symbols::new(size))
            .map(|values| values[..first.len()].to_vec())
            .map_err(|(cell, doubt)| (cell, doubt.is_some()))
    }

    #[test]
    fn no_reading_of_a_grid_is_guessed_where_two_fit() {
        assert_eq!(reading(16, "1F"), Ok(vec![1, 15]));
        assert_eq!(reading(16, "F0"), Err((1, true)));
        // There is a G, two zeros stand in a row, or the size has no letters.
        assert_eq!(reading(16, "1G0"), Ok(vec![1, 16, 0]));
        assert_eq!(reading(16, "1010"), Ok(vec![1, 0, 1, 0]));
        assert_eq!(reading(9, "10"), Ok(vec![1, 0]));
        // Letters: all of them fit as digits from 10 on, or not.
        assert_eq!(reading(25, "AY"), Ok(vec![1, 25]));
        assert_eq!(reading(25, "Ay"), Ok(vec![1, 25]));
        assert_eq!(reading(25, "..AP"), Err((2, true)));
        assert_eq!(reading(25, "AP9"), Ok(vec![10, 25, 9]));
        assert_eq!(reading(25, "AY9"), Err((1, false)));
        assert_eq!(reading(16, "AG"), Err((0, true)));
        assert_eq!(reading(16, "AP"), Ok(vec![1, 16]));
        assert_eq!(reading(16, "1Q"), Err((1, false)));
        assert_eq!(reading(36, "AZ"), Ok(vec![10, 35]));
    }

    #[test]
    fn every_symbol_is_read_as_its_digit_in_every_size() {
        for size in 1..=MAX_SYMBOLS {
            let symbols = Symbols::new(size);
            for digit in 0..=size as u8 {
                let symbol = symbol(digit, size).unwrap();
                assert_eq!(symbols.char(symbol), Some(digit), "{symbol} in size {size}");
            }
            assert_eq!(symbol(size as u8 + 1, size), None);
        }
    }

    #[test]
    fn many_bytes_at_a_time_are_the_values_of_each() {
        for size in [1, 4, 9, 16, 36, 61] {
            let symbols = Symbols::new(size);
            for byte in 0..=u8::MAX {
                for place in 0..81 {
                    let mut bytes = [b'1'; 81];
                    bytes[place] = byte;
                    let values = symbols.values(&bytes);
                    assert_eq!(symbols.array(&bytes).map(Vec::from), values, "{byte} in {size}");
                }
            }
        }
    }

    #[test]
    fn case_matters_from_size_36_on() {
        assert_eq!(Symbols::new(16).byte(b'g'), Some(16));
        assert_eq!(Symbols::new(16).byte(b'h'), None);
        assert_eq!(Symbols::new(35).byte(b'z'), Some(35));
        assert_eq!(Symbols::new(36).byte(b'Z'), Some(35));
        assert_eq!(Symbols::new(36).byte(b'a'), Some(36));
        assert_eq!(Symbols::new(36).byte(b'b'), None);
        assert_eq!(Symbols::new(64).byte(b'A'), None);
        assert_eq!(Symbols::new(64).byte(b'9'), Some(9));
    }

    #[test]
    fn numbers_are_read_up_to_the_size() {
        let symbols = Symbols::new(16);
        for (word, value) in
            [("16", Some(16)), ("07", Some(7)), ("10.", Some(10)), ("10.0", Some(10))]
        {
            assert_eq!(symbols.word(word), value, "{word}");
        }
        for word in ["17", "1.5", "-1", "", "1..", "999999999999", "é", ".0.", "NULLS"] {
            assert_eq!(symbols.word(word), None, "{word}");
        }
        assert_eq!(symbols.word("None"), Some(0));
    }
}
