//! The names of cells: where on a board an item is.
//!
//! A cell is named by its row and column, on a stack of boards by its layer, row and column, all
//! from 0. While each is below 62, one character stands for each: `34` is row 3, column 4, and the
//! characters are `0` to `9`, `a` to `z`, `A` to `Z`, as in Knuth's programs. On larger boards, or
//! where such names would be taken for others, they are decimal with commas: `3,4`. Readers of
//! names take both.

use std::fmt::Write;

/// Numbers that one character can stand for.
const DIGITS: &[u8; 62] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// How the cells of a board are named.
///
/// ```
/// use quadrille_gallery::picture::CellNames;
///
/// assert_eq!(CellNames::of_size(&[6, 10]).name(&[3, 4]), "34");
/// assert_eq!(CellNames::of_size(&[6, 100]).name(&[3, 4]), "3,4");
/// assert_eq!(CellNames::read("3a"), Some([3, 10]));
/// assert_eq!(CellNames::read("3,10"), Some([3, 10]));
/// assert_eq!(CellNames::read::<2>("3"), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CellNames {
    commas: bool,
}

impl CellNames {
    /// Names for coordinates below these bounds: as short as they can be.
    pub fn of_size(bounds: &[usize]) -> Self {
        CellNames { commas: bounds.iter().any(|&bound| bound > DIGITS.len()) }
    }

    /// Names with commas.
    pub const fn with_commas() -> Self {
        CellNames { commas: true }
    }

    /// Whether the names have commas.
    pub const fn have_commas(self) -> bool {
        self.commas
    }

    /// The name of the cell at these coordinates.
    pub fn name(self, coordinates: &[usize]) -> String {
        let mut name = String::new();
        for (index, &coordinate) in coordinates.iter().enumerate() {
            match DIGITS.get(coordinate) {
                Some(&digit) if !self.commas => name.push(char::from(digit)),
                _ => {
                    let comma = if index == 0 { "" } else { "," };
                    // Writing to a string cannot fail.
                    let _ = write!(name, "{comma}{coordinate}");
                }
            }
        }
        name
    }

    /// The coordinates that a name stands for, if there are just so many.
    pub fn read<const N: usize>(name: &str) -> Option<[usize; N]> {
        let mut coordinates = [0; N];
        let mut places = coordinates.iter_mut();
        if name.contains(',') {
            for word in name.split(',') {
                *places.next()? = decimal(word)?;
            }
        } else {
            for digit in name.chars() {
                *places.next()? = digit_value(digit)?;
            }
        }
        places.next().is_none().then_some(coordinates)
    }
}

/// A number in decimal digits and nothing else.
pub(crate) fn decimal(word: &str) -> Option<usize> {
    let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| word.parse().ok()).flatten()
}

/// The number below 62 that a character stands for.
fn digit_value(digit: char) -> Option<usize> {
    DIGITS.iter().position(|&byte| char::from(byte) == digit)
}

/// The part of a name behind its row: the symbol in `r3b` or `r3,11`.
pub(super) fn behind_row(name: &str) -> Option<&str> {
    match name.split_once(',') {
        Some((row, symbol)) => decimal(row).map(|_| symbol),
        None => {
            let mut symbols = name.chars();
            symbols.next().and_then(digit_value)?;
            Some(symbols.as_str())
        }
    }
    .filter(|symbol| !symbol.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read_back() {
        for bounds in [[62, 62], [63, 5]] {
            let names = CellNames::of_size(&bounds);
            for row in 0..bounds[0] {
                for column in 0..bounds[1] {
                    let name = names.name(&[row, column]);
                    assert_eq!(CellNames::read(&name), Some([row, column]), "{name}");
                }
            }
        }
    }

    #[test]
    fn what_is_no_name_of_a_cell_is_none() {
        for name in
            ["", "1", "123", "1,", ",1", "1,2,3", "+1,2", "1,-2", "é1", "99999999999999999999,1"]
        {
            assert_eq!(CellNames::read::<2>(name), None, "{name}");
        }
    }

    #[test]
    fn symbols_stand_behind_the_row() {
        assert_eq!(behind_row("35"), Some("5"));
        assert_eq!(behind_row("70,12"), Some("12"));
        assert_eq!(behind_row("3"), None);
        assert_eq!(behind_row("x,12"), None);
    }
}
