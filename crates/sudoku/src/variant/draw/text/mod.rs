//! Drawings of characters, for the terminal.
//!
//! Between two cells there is room for a character from side to side, for a line from top to bottom. What no rule
//! draws on is left out: a puzzle with boxes and no more looks as [`format::grid`](crate::format::grid) draws it.
//! Each rule is drawn whole or not at all; what is not drawn, or not told apart from others, is said in words below.

mod board;
mod canvas;
mod lines;
mod marks;

use std::fmt;

use super::super::Variant;
use board::Sketch;

/// How [`text`] draws.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TextOptions<'a> {
    /// What the cells hold, one value a number of the board, 0 for nothing: a solution. Clues are told apart from
    /// the rest by brackets, or by colour.
    pub values: Option<&'a [u8]>,
    /// The candidates to show in cells without a value, bit d − 1 for digit d.
    pub candidates: Option<&'a [u64]>,
    /// Whether ASCII is all there is.
    pub is_ascii: bool,
    /// Whether ANSI codes set clues in bold and the rest in colour, instead of brackets.
    pub is_coloured: bool,
    /// Leaves out the rules in words below the grid.
    pub is_bare: bool,
}

/// A puzzle drawn with characters, without a line's end after the last line. Digits are numbers, also above 9.
///
/// ```
/// use quadrille_sudoku::Shape;
/// use quadrille_sudoku::variant::{Rule, Rules, Variant, draw};
///
/// let rules = Rules::from(Shape::new(2, 2)?)
///     .with(Rule::killer(5, [0, 1, 4]))?
///     .with(Rule::thermo([7, 11, 14]))?
///     .with(Rule::ANTI_KING)?;
/// let drawn = draw::text(&Variant::new(rules), draw::TextOptions::default()).to_string();
/// assert_eq!(
///     drawn,
///     "\
/// ┏5━━━━━━┳━━━━━━━┓
/// ┃ .   . ┃ .   . ┃
/// ┃   ┌╌╌╌┨       ┃
/// ┃ . ╎ . ┃ .  (.)┃
/// ┣━━━┷━━━╋━━━━━┿━┫
/// ┃ .   . ┃ .   . ┃
/// ┃       ┃   ╱   ┃
/// ┃ .   . ┃ .   . ┃
/// ┗━━━━━━━┻━━━━━━━┛
/// anti-king"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn text<'a>(variant: &'a Variant, options: TextOptions<'a>) -> Text<'a> {
    Text { variant, options }
}

/// What [`text`] returns.
#[derive(Debug, Clone, Copy)]
pub struct Text<'a> {
    variant: &'a Variant,
    options: TextOptions<'a>,
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut sketch = Sketch::new(self.variant, self.options);
        let legend = sketch.draw_rules();
        sketch.finish().fmt(f, self.options.is_coloured)?;
        if !self.options.is_bare {
            legend.iter().try_for_each(|line| write!(f, "\n{line}"))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
