//! What the formats of puzzles without rules share: cells, shapes, and what their writers refuse.
//!
//! How large a puzzle is, the number of its cells says; how its boxes are, that number alone does not always. Boxes of
//! k × k are what everybody means by k⁴ cells; a prime number of rows has no boxes at all. Else several boxes fit, and
//! nothing is guessed: that is an error, unless the format says which, as by borders.

use super::{Format, ReadError, WriteError};
use crate::format::error::{Position, ReadErrorKind};
use crate::format::scan::wrong_word;
use crate::format::symbols::{MAX_SYMBOLS, Symbols, symbol, values_of};
use crate::grid::{CellName, Grid, Puzzle};
use crate::shape::{MAX_SIZE, Shape};
use crate::variant::puzzle::all_digits;
use crate::variant::{Board, Regions, Variant};

/// What stands for a cell, and where.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token<'a> {
    pub(super) text: &'a str,
    pub(super) line: usize,
    pub(super) column: usize,
}

impl Token<'_> {
    pub(super) fn error(&self, message: impl Into<String>) -> ReadError {
        ReadError::new(self.line, self.column, message)
    }

    fn at(&self) -> Position {
        Position::new(self.line, self.column)
    }
}

/// Lines and columns of bytes of a text, found in one pass if they are asked for in order.
#[derive(Debug)]
#[cfg(feature = "formats")]
pub(super) struct Places<'a> {
    text: &'a str,
    byte: usize,
    line: usize,
    column: usize,
}

#[cfg(feature = "formats")]
impl<'a> Places<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Places { text, byte: 0, line: 1, column: 1 }
    }

    /// Line and column, from 1, of a byte.
    pub(super) fn of(&mut self, byte: usize) -> (usize, usize) {
        if byte < self.byte {
            (self.byte, self.line, self.column) = (0, 1, 1);
        }
        for c in self.text.get(self.byte..byte).unwrap_or("").chars() {
            (self.line, self.column) =
                if c == '\n' { (self.line + 1, 1) } else { (self.line, self.column + 1) };
        }
        self.byte = byte;
        (self.line, self.column)
    }
}

/// The lines of a text with their numbers, without a byte-order mark.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(without_mark(text).lines())
}

/// A text without the mark of its byte order.
pub(super) fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// The first line that is neither blank nor a comment.
pub(super) fn first_line(text: &str) -> Option<&str> {
    lines(text).map(|(_, line)| line).find(|line| !is_skipped(line))
}

/// Whether a line is blank or a comment.
pub(super) fn is_skipped(line: &str) -> bool {
    let line = line.trim_start();
    line.is_empty() || line.starts_with('#')
}

/// Each character as a cell, blanks aside. `column` is that of the first character.
pub(super) fn characters(text: &str, line: usize, column: usize) -> Vec<Token<'_>> {
    let token = |(column, (at, c)): (usize, (usize, char))| Token {
        text: &text[at..at + c.len_utf8()],
        line,
        column,
    };
    let all = (column..).zip(text.char_indices());
    all.filter(|(_, (_, c))| !c.is_whitespace()).map(token).collect()
}

/// Each word as a cell. `column` is that of the first character.
pub(super) fn words(text: &str, line: usize, column: usize) -> Vec<Token<'_>> {
    let mut all = Vec::new();
    let mut start = None;
    let end = (text.chars().count() + column, (text.len(), ' '));
    for (column, (at, c)) in (column..).zip(text.char_indices()).chain([end]) {
        match start {
            None if !c.is_whitespace() => start = Some((at, column)),
            Some((from, column)) if c.is_whitespace() => {
                all.push(Token { text: &text[from..at], line, column });
                start = None;
            }
            _ => {}
        }
    }
    all
}

/// The cells of a whole puzzle: words of one or two characters, or else each character.
pub(super) fn cells(text: &str, line: usize, column: usize) -> Vec<Token<'_>> {
    let words = words(text, line, column);
    let is_cell = |word: &Token<'_>| word.text.chars().count() <= 2;
    if words.len() > 1 && words.iter().all(is_cell) {
        return words;
    }
    characters(text, line, column)
}

/// The shape that so many cells stand for.
pub(super) fn shape_of(cells: usize) -> Result<Shape, String> {
    let size = cells.isqrt();
    if size * size != cells || !(1..=MAX_SIZE).contains(&size) {
        let found = count(cells, "cell");
        return Err(format!("found {found}, expected as many as a square has, such as 81"));
    }
    shape_of_size(size)
}

/// The shape that so many rows stand for.
pub(super) fn shape_of_size(size: usize) -> Result<Shape, String> {
    let root = size.isqrt();
    if root * root == size {
        return Shape::new(root, root).map_err(|error| error.to_string());
    }
    let boxes: Vec<String> = (2..size)
        .filter(|&rows| size.is_multiple_of(rows))
        .map(|rows| format!("{rows}×{}", size / rows))
        .collect();
    match boxes.split_last() {
        None => Shape::new(1, size).map_err(|error| error.to_string()),
        Some((last, others)) => {
            let others = others.join(", ");
            Err(format!(
                "found a puzzle of {size}×{size}, and boxes of {others} or {last} fit: expected a format that says \
                 which, such as one with borders"
            ))
        }
    }
}

/// The values of cells in a grid of this size.
///
/// The digits are numbers, or symbols as [`values_of`] reads them.
pub(super) fn values(tokens: &[Token<'_>], size: usize) -> Result<Vec<u8>, ReadError> {
    let symbols = Symbols::new(size);
    let wrong = |token: &Token<'_>| token.error(wrong_word(token.text, size).to_string());
    let byte = |token: &Token<'_>| match token.text.as_bytes() {
        &[byte] => Some(byte),
        _ => None,
    };
    let Some(bytes) = tokens.iter().map(byte).collect::<Option<Vec<u8>>>() else {
        let value = |token: &Token<'_>| symbols.word(token.text).ok_or_else(|| wrong(token));
        return tokens.iter().map(value).collect();
    };
    values_of(&bytes, &symbols).map_err(|(cell, kind)| match (tokens.get(cell), kind) {
        (Some(token), Some(kind)) => token.error(kind.to_string()),
        (Some(token), None) => wrong(token),
        (None, _) => ReadError::new(1, 1, "found no cell, expected a puzzle"),
    })
}

/// The puzzle of these cells, whose number says the shape.
pub(super) fn puzzle(tokens: &[Token<'_>], line: usize) -> Result<Variant, ReadError> {
    let at = tokens.first().map_or((line, 1), |first| (first.line, first.column));
    let shape = shape_of(tokens.len()).map_err(|error| ReadError::new(at.0, at.1, error))?;
    puzzle_of(shape, tokens)
}

/// The puzzle of these cells, one for each of the shape.
pub(super) fn puzzle_of(shape: Shape, tokens: &[Token<'_>]) -> Result<Variant, ReadError> {
    let values = values(tokens, shape.size())?;
    sound(shape, &values, tokens).map(|puzzle| Variant::from(&puzzle))
}

/// The puzzle of these values, if they do not clash; the tokens say where each stands.
pub(super) fn sound(
    shape: Shape,
    values: &[u8],
    tokens: &[Token<'_>],
) -> Result<Puzzle, ReadError> {
    let place = |cell: usize| tokens.get(cell).map_or(Position::new(1, 1), Token::at);
    let grid = Grid::from_values(shape, values).map_err(|error| {
        let first = place(0);
        ReadError::new(first.line, first.column, error.to_string())
    })?;
    Puzzle::new(grid).map_err(|clash| {
        let (first, second) = (place(clash.cells.0), place(clash.cells.1));
        let kind = ReadErrorKind::Clash { clash, size: shape.size(), first, second };
        ReadError::new(second.line, second.column, kind.to_string())
    })
}

/// The digits of a word that has each once; `None` if it is none.
pub(super) fn group(text: &str, symbols: &Symbols) -> Option<u64> {
    let mut set = 0u64;
    for c in text.chars() {
        let digit = symbols.char(c).filter(|&digit| digit != 0)?;
        let bit = 1u64 << (digit - 1);
        if set & bit != 0 {
            return None;
        }
        set |= bit;
    }
    (set != 0).then_some(set)
}

/// The error for a word that is no set of digits.
pub(super) fn no_group(token: &Token<'_>, size: usize) -> ReadError {
    let last = symbol(size.min(MAX_SYMBOLS) as u8, size).unwrap_or('9');
    let first = if size > 9 { "1 to 9 and A" } else { "1" };
    token.error(format!(
        "found {}, expected candidates: digits of {first} to {last}, each once",
        shown(token.text)
    ))
}

/// A word of a text as messages show it: quoted, cut where it is long.
pub(super) fn shown(word: &str) -> String {
    let mut short: String = word.chars().take(20).collect();
    if word.chars().nth(20).is_some() {
        short.push('…');
    }
    format!("{short:?}")
}

/// A number of things: `1 cell`, `2 cells`.
pub(super) fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// What occurs most often, of several the first.
pub(super) fn usual<T: PartialEq>(all: &[T]) -> Option<&T> {
    let times = |value: &T| all.iter().filter(|other| *other == value).count();
    let most = all.iter().map(times).max()?;
    all.iter().find(|value| times(value) == most)
}

/// The symbol of a digit, which is at most the size, or its number above size 61.
pub(super) fn written(digit: u8, size: usize) -> String {
    symbol(digit, size).map_or_else(|| digit.to_string(), String::from)
}

/// The symbols of a set of digits.
pub(super) fn written_set(set: u64, size: usize) -> String {
    let digits = (1..=size as u8).filter(|digit| set >> (digit - 1) & 1 == 1);
    digits.map(|digit| written(digit, size)).collect()
}

/// Whether the symbols of these values, if there are such at all, could be read in another way: letters without a digit.
pub(super) fn needs_numbers(values: &[u8], size: usize) -> bool {
    let letters = (10..=26).contains(&size) && values.iter().any(|&value| value > 9);
    size > MAX_SYMBOLS || letters && !values.iter().any(|value| (1..=9).contains(value))
}

/// All cells on a line: symbols, or numbers with blanks between where symbols could be read in another way, and above size
/// 61.
pub(super) fn line_of(variant: &Variant) -> String {
    line_of_values(variant.values(), variant.board().size())
}

/// The same of any values.
pub(super) fn line_of_values(values: &[u8], size: usize) -> String {
    part_of_values(values, size, needs_numbers(values, size))
}

/// A part of the values of a grid on a line, as numbers or symbols.
pub(super) fn part_of_values(values: &[u8], size: usize, as_numbers: bool) -> String {
    let symbol = |&value: &u8| match value {
        0 => ".".to_owned(),
        value if as_numbers => value.to_string(),
        value => written(value, size),
    };
    let all: Vec<String> = values.iter().map(symbol).collect();
    all.join(if as_numbers { " " } else { "" })
}

/// What a writer's format can hold.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// Which shapes.
    pub(super) shapes: Shapes,
    /// Which marks.
    pub(super) marks: Marks,
}

/// Which shapes a format can hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shapes {
    /// 9×9.
    Classic,
    /// Those that a number of cells stands for.
    Square,
    /// All; those without boxes, if nothing else fits their number of rows.
    Any,
}

/// Which marks a format can hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Marks {
    /// None at all.
    None,
    /// Of cells without a clue, and at least one in each.
    Some,
    /// Any.
    Any,
}

/// The shape of a puzzle that has nothing but clues and what else the format can hold.
pub(super) fn hold(
    format: &dyn Format,
    limits: Limits,
    index: usize,
    variant: &Variant,
) -> Result<Shape, WriteError> {
    let error = |what: String| Err(WriteError::new(index, format.name(), what));
    if let Some((number, rule)) = variant.rules().list().iter().enumerate().next() {
        return error(format!("rule {} ({})", number + 1, rule.kind()));
    }
    let board = variant.board();
    if board.grids().len() > 1 {
        return error(format!("a board of {} grids", board.grids().len()));
    }
    let shape = match (board.regions(), board.shape()) {
        (Regions::Irregular(_), _) | (_, None) => return error("irregular regions".into()),
        (_, Some(shape)) => shape,
    };
    let boxes = match board.regions() {
        Regions::Boxes { rows, columns } => format!("boxes of {rows}×{columns}"),
        _ => "no boxes".into(),
    };
    let n = shape.size();
    let by_size = shape_of_size(n).ok();
    let fits = match limits.shapes {
        Shapes::Classic => shape == Shape::CLASSIC,
        Shapes::Square => by_size == Some(shape),
        Shapes::Any => *board.regions() != Regions::None || by_size == Some(shape),
    };
    if !fits || *board != Board::from(shape) {
        return error(format!("a grid of {n}×{n} with {boxes}"));
    }
    let clash = Grid::from_values(shape, variant.values()).ok().and_then(|grid| grid.clash());
    if let Some(clash) = clash {
        return error(format!("clues that clash ({clash})"));
    }
    let all = all_digits(n);
    for (cell, &set) in variant.marks().unwrap_or_default().iter().enumerate() {
        let free = variant.given(cell).is_none();
        let name = CellName { cell, size: n };
        if free && set != all && limits.marks == Marks::None {
            return error(format!("marks ({name})"));
        }
        if variant.candidates(cell) == 0 && limits.marks != Marks::Any {
            return error(format!("a cell without a candidate ({name})"));
        }
    }
    Ok(shape)
}

/// A format with room for one puzzle refuses a second.
pub(super) fn only_one(format: &dyn Format, puzzles: &[Variant]) -> Result<(), WriteError> {
    match puzzles.len() {
        0 | 1 => Ok(()),
        _ => Err(WriteError::new(1, format.name(), "a second puzzle")),
    }
}

/// Words on one line: line ends and other blanks become single blanks.
pub(super) fn on_a_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text without the blanks around it, if anything is left.
pub(super) fn filled(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}
