//! Symbols other than the usual ones: `0-9A-F`, `A-Y`.

use quadrille_sudoku::format::{MAX_SYMBOLS, symbol};

/// What stands for the digits 1, 2, 3 …
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Symbols(Vec<char>);

/// Reads symbols: one after the other, and ranges as `A-Y`.
///
/// # Errors
///
/// If one stands there twice, or is an empty cell or a blank, or there are too few or too many.
pub(crate) fn symbols(text: &str) -> Result<Symbols, String> {
    let chars: Vec<char> = text.chars().collect();
    let mut all = Vec::new();
    let mut rest = &chars[..];
    while let Some((&first, behind)) = rest.split_first() {
        rest = behind;
        let mut last = first;
        if let ['-', end, behind @ ..] = rest {
            last = *end;
            rest = behind;
        }
        if last < first {
            return Err(format!("`{first}-{last}` is no range"));
        }
        for symbol in first..=last {
            if all.contains(&symbol) {
                return Err(format!("`{symbol}` stands there twice"));
            }
            if !symbol.is_alphanumeric() {
                return Err(format!("`{symbol}` cannot stand for a digit"));
            }
            all.push(symbol);
            if all.len() > MAX_SYMBOLS {
                return Err(format!("more than {MAX_SYMBOLS} symbols"));
            }
        }
    }
    if all.is_empty() { Err("no symbols".to_owned()) } else { Ok(Symbols(all)) }
}

impl Symbols {
    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// A text with the usual symbols in the place of these. A letter may be written small or large, unless both
    /// are symbols.
    pub(super) fn usual(&self, text: &str) -> String {
        let place = |c: char| self.0.iter().position(|&symbol| symbol == c);
        let either = |c: char| {
            let other = match c.is_ascii_lowercase() {
                true => c.to_ascii_uppercase(),
                false => c.to_ascii_lowercase(),
            };
            place(c).or_else(|| place(other))
        };
        // At most 61: the number fits.
        let usual = |c: char| either(c).and_then(|index| symbol(index as u8 + 1, self.len()));
        // A 0 that is no symbol stays an empty cell; any other digit or letter is none of the symbols, nor is it of the usual
        // ones then.
        let other = |c: char| if c.is_ascii_alphanumeric() && c != '0' { '\u{fffd}' } else { c };
        text.chars().map(|c| usual(c).unwrap_or_else(|| other(c))).collect()
    }

    /// The symbol of a digit, from 1.
    pub(super) fn of(&self, digit: u8) -> Option<char> {
        usize::from(digit).checked_sub(1).and_then(|index| self.0.get(index).copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexadecimal_digits_and_letters_become_the_usual_symbols() {
        let hex = symbols("0-9A-F").expect("symbols");
        assert_eq!(
            (hex.len(), hex.usual("0f..9-A"), hex.of(16)),
            (16, "1G..A-B".into(), Some('F'))
        );
        let letters = symbols("A-Y").expect("symbols");
        assert_eq!(letters.usual("A.y0"), "1.P0");
        assert_eq!(letters.usual("5"), "\u{fffd}");
        assert_eq!(symbols("SUDOK").expect("symbols").usual("KODUS"), "54321");
    }

    #[test]
    fn what_are_no_symbols_is_refused() {
        for (text, error) in [
            ("", "no symbols"),
            ("ABA", "`A` stands there twice"),
            ("9-0", "`9-0` is no range"),
            ("1.3", "`.` cannot stand for a digit"),
            ("a-zA-Z0-9", "more than 61 symbols"),
        ] {
            assert_eq!(symbols(text), Err(error.to_owned()));
        }
    }
}
