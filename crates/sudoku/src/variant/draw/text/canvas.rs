//! Characters at places, and lines that meet.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

/// Box characters by the weight (0 to 2: none, light, heavy) of the line up, down, left and right of the middle,
/// in base 3.
const BOX: &str =
    " ╶╺╴─╼╸╾━╷┌┍┐┬┮┑┭┯╻┎┏┒┰┲┓┱┳╵└┕┘┴┶┙┵┷│├┝┤┼┾┥┽┿╽┟┢┧╁╆┪╅╈╹┖┗┚┸┺┛┹┻╿┞┡┦╀╄┩╃╇┃┠┣┨╂╊┫╉╋";

/// Bold, as in the drawings of classic grids.
const CLUE: &str = "\x1b[1m";
/// Cyan.
const FILLED: &str = "\x1b[36m";
const RESET: &str = "\x1b[0m";

/// How heavy a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) enum Weight {
    #[default]
    None,
    Light,
    /// Around cages.
    Dashed,
    Heavy,
    /// Of a region that a cage goes through.
    Broken,
}

impl Weight {
    /// As a digit of [`BOX`].
    fn number(self) -> usize {
        match self {
            Weight::None => 0,
            Weight::Light | Weight::Dashed => 1,
            Weight::Heavy | Weight::Broken => 2,
        }
    }
}

/// The character where lines up, down, left and right meet.
pub(super) fn meeting(arms: [Weight; 4], is_ascii: bool) -> char {
    let [up, low, left, right] = arms;
    // What goes straight on is no corner.
    match (up == low, left == right) {
        (true, true) if left == Weight::None => return down(up, is_ascii),
        (true, true) if up == Weight::None => return across(left, 0, is_ascii),
        _ => {}
    }
    if is_ascii {
        let heaviest = arms.into_iter().map(Weight::number).max();
        return if heaviest == Some(2) { '#' } else { '+' };
    }
    let index = arms.into_iter().fold(0, |index, weight| index * 3 + weight.number());
    BOX.chars().nth(index).unwrap_or(' ')
}

/// The character of a line from left to right, at the `index`-th place of it.
pub(super) fn across(weight: Weight, index: usize, is_ascii: bool) -> char {
    match (weight, is_ascii) {
        (Weight::None, _) => ' ',
        (Weight::Light, false) => '─',
        (Weight::Dashed, false) => '╌',
        (Weight::Heavy, false) => '━',
        (Weight::Broken, false) => '╍',
        (Weight::Light | Weight::Dashed, true) => '-',
        (Weight::Heavy, true) => '=',
        (Weight::Broken, true) => ['=', ' '][index % 2],
    }
}

/// The character of a line from top to bottom.
pub(super) fn down(weight: Weight, is_ascii: bool) -> char {
    match (weight, is_ascii) {
        (Weight::None, _) => ' ',
        (Weight::Light, false) => '│',
        (Weight::Dashed, false) => '╎',
        (Weight::Heavy, false) => '┃',
        (Weight::Broken, false) => '╏',
        (Weight::Light | Weight::Dashed, true) => '|',
        (Weight::Heavy, true) => '#',
        (Weight::Broken, true) => ':',
    }
}

/// What colours tell apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Style {
    #[default]
    Plain,
    Clue,
    Filled,
}

impl Style {
    fn code(self) -> &'static str {
        match self {
            Style::Plain => "",
            Style::Clue => CLUE,
            Style::Filled => FILLED,
        }
    }
}

/// Characters by line and column, which may be negative. Blanks are where nothing is.
#[derive(Debug, Clone, Default)]
pub(super) struct Canvas {
    glyphs: BTreeMap<(isize, isize), (char, Style)>,
}

impl Canvas {
    pub(super) fn put(&mut self, y: isize, x: isize, c: char) {
        if c != ' ' {
            self.glyphs.insert((y, x), (c, Style::Plain));
        }
    }

    /// Writes a text from a place on; blanks leave what is there.
    pub(super) fn write(&mut self, y: isize, x: isize, text: &str, style: Style) {
        for (x, c) in (x..).zip(text.chars()) {
            if c != ' ' {
                self.glyphs.insert((y, x), (c, style));
            }
        }
    }

    pub(super) fn get(&self, y: isize, x: isize) -> Option<char> {
        self.glyphs.get(&(y, x)).map(|glyph| glyph.0)
    }

    pub(super) fn is_free(&self, y: isize, x: isize) -> bool {
        !self.glyphs.contains_key(&(y, x))
    }

    /// Takes out lines and columns; both in order.
    pub(super) fn close_up(&mut self, rows: &[isize], columns: &[isize]) {
        let moved = |at: isize, gone: &[isize]| at - gone.partition_point(|&g| g < at) as isize;
        self.glyphs = std::mem::take(&mut self.glyphs)
            .into_iter()
            .filter(|((y, x), _)| {
                rows.binary_search(y).is_err() && columns.binary_search(x).is_err()
            })
            .map(|((y, x), glyph)| ((moved(y, rows), moved(x, columns)), glyph))
            .collect();
    }
}

/// Without blanks at the ends of lines, and without a line's end after the last.
impl Canvas {
    pub(super) fn fmt(&self, f: &mut fmt::Formatter<'_>, is_coloured: bool) -> fmt::Result {
        let left = self.glyphs.keys().map(|&(_, x)| x).min().unwrap_or(0);
        let mut line = self.glyphs.keys().next().map_or(0, |&(y, _)| y);
        let (mut column, mut style) = (left, Style::Plain);
        for (&(y, x), &(c, new)) in &self.glyphs {
            let new = if is_coloured { new } else { Style::Plain };
            let moves = y != line || x != column;
            if style != Style::Plain && (moves || new != style) {
                f.write_str(RESET)?;
                style = Style::Plain;
            }
            while line < y {
                f.write_char('\n')?;
                (line, column) = (line + 1, left);
            }
            for _ in column..x {
                f.write_char(' ')?;
            }
            if new != style {
                f.write_str(new.code())?;
                style = new;
            }
            f.write_char(c)?;
            column = x + 1;
        }
        if style != Style::Plain {
            f.write_str(RESET)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_meet_in_the_character_that_has_them() {
        use Weight::{Broken, Dashed, Heavy, Light, None};
        let cases = [
            ([None, None, None, None], ' '),
            ([Light, Light, Light, Light], '┼'),
            ([Heavy, Heavy, Heavy, Heavy], '╋'),
            ([None, Heavy, None, Heavy], '┏'),
            ([Heavy, Heavy, Light, Light], '╂'),
            ([Light, Light, Heavy, Heavy], '┿'),
            ([Heavy, Heavy, None, Dashed], '┠'),
            ([Broken, None, Light, None], '┚'),
            ([None, Light, Light, Light], '┬'),
        ];
        for (arms, expected) in cases {
            assert_eq!(meeting(arms, false), expected, "{arms:?}");
        }
        assert_eq!(BOX.chars().count(), 81);
        assert_eq!(meeting([None, Light, None, Heavy], true), '#');
    }
}
