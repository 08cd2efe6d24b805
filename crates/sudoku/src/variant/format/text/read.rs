//! Reading puzzles in words.

use super::is_comment;
use super::rule::read_rule;
use crate::candidates::set_of;
use crate::format::{MAX_SYMBOLS, Symbols};
use crate::shape::MAX_SIZE;
use crate::variant::format::cells::{Fault, cell, corner, words};
use crate::variant::format::layout::Places;
use crate::variant::format::{Entry, ReadError};
use crate::variant::puzzle::all_digits;
use crate::variant::{Board, Info, Regions, Rules, Variant};

/// Hands over the puzzles of a text until `receive` has had enough. After an error the next one begins at the next line
/// with `sudoku`.
pub(super) fn read_each(text: &str, receive: &mut dyn FnMut(Result<Entry, ReadError>) -> bool) {
    let mut lines = Lines { text, next: 0, number: 0 };
    let places = Places::new(text);
    while let Some(line) = lines.peek() {
        if is_comment(line.text.trim()) {
            lines.skip();
            continue;
        }
        let number = lines.number + 1;
        let entry = puzzle(&mut lines).map(|variant| Entry::new(variant, number));
        let failed = entry.is_err();
        if !receive(entry.map_err(|(byte, message)| places.error(byte, message))) {
            return;
        }
        if failed {
            while lines.peek().is_some_and(|line| !is_header(line.text)) {
                lines.skip();
            }
        }
    }
}

fn is_header(line: &str) -> bool {
    line.split_whitespace().next() == Some("sudoku")
}

/// A line without what ends it, and the byte at which it begins.
#[derive(Debug, Clone, Copy)]
struct Line<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Line<'t> {
    fn trimmed(self) -> Line<'t> {
        let start = self.text.trim_start();
        Line { text: start.trim_end(), at: self.at + self.text.len() - start.len() }
    }
}

/// The lines of a text.
struct Lines<'t> {
    text: &'t str,
    /// The byte at which the next line begins.
    next: usize,
    /// Lines that were taken.
    number: usize,
}

impl<'t> Lines<'t> {
    fn peek(&self) -> Option<Line<'t>> {
        let rest = &self.text[self.next..];
        let end = rest.find('\n').unwrap_or(rest.len());
        let line = rest[..end].strip_suffix('\r').unwrap_or(&rest[..end]);
        (!rest.is_empty()).then_some(Line { text: line, at: self.next })
    }

    fn skip(&mut self) {
        let rest = &self.text[self.next..];
        self.next += rest.find('\n').map_or(rest.len(), |end| end + 1);
        self.number += 1;
    }

    /// The next line, whatever it says.
    fn take(&mut self) -> Option<Line<'t>> {
        let line = self.peek();
        self.skip();
        line
    }
}

/// What comes before the rules.
struct Frame {
    size: usize,
    regions: Option<Regions>,
    grids: Vec<(usize, usize)>,
}

impl Frame {
    /// The board; boxes are square unless it says otherwise.
    fn board(&self) -> Result<Board, String> {
        let root = self.size.isqrt();
        let square = Regions::Boxes { rows: root, columns: root };
        let regions = match &self.regions {
            Some(regions) => regions.clone(),
            None if root * root == self.size => square,
            None => return Err(format!("size {}: expected a line `boxes RxC`", self.size)),
        };
        Board::overlapping(self.size, regions, &self.grids).map_err(|error| error.to_string())
    }
}

fn puzzle(lines: &mut Lines<'_>) -> Result<Variant, Fault> {
    let header = lines.take().map(Line::trimmed).unwrap_or(Line { text: "", at: 0 });
    let mut frame = frame(header)?;
    // The board is there as soon as a line needs it.
    let mut variant: Option<Variant> = None;
    let mut info = Info::default();
    let mut seen: Vec<&str> = Vec::new();
    while let Some(line) = lines.peek().map(Line::trimmed) {
        if is_header(line.text) {
            break;
        }
        lines.skip();
        if is_comment(line.text) {
            continue;
        }
        let (name, value) = match line.text.find(|c: char| c == ':' || c.is_whitespace()) {
            Some(end) => (&line.text[..end], &line.text[end..]),
            None => (line.text, ""),
        };
        let value = value.strip_prefix(':').unwrap_or(value);
        let value = Line { text: value, at: line.at + line.text.len() - value.len() };
        let once = ["boxes", "grids", "regions", "givens", "solution"].contains(&name);
        if once || info_field(&mut info, name).is_some() {
            if seen.contains(&name) {
                return Err((line.at, format!("a second line {name:?}")));
            }
            seen.push(name);
        }
        if let Some(field) = info_field(&mut info, name) {
            *field = Some(unescaped(value.trimmed().text));
            continue;
        }
        if ["boxes", "grids", "regions"].contains(&name) {
            if variant.is_some() {
                return Err((line.at, format!("{name} behind what needs a board")));
            }
            if name != "grids" && frame.regions.is_some() {
                return Err((line.at, "boxes and regions".to_owned()));
            }
            match name {
                "boxes" => frame.regions = Some(boxes(value)?),
                "grids" => frame.grids = grids(value)?,
                _ => frame.regions = Some(regions(lines, &frame, line.at)?),
            }
            continue;
        }
        let variant = match &mut variant {
            Some(variant) => variant,
            None => {
                let board = frame.board().map_err(|error| (header.at, error))?;
                variant.insert(Variant::new(Rules::from(board)))
            }
        };
        line_of(variant, &mut info, lines, name, value, line)?;
    }
    let mut variant = match variant {
        Some(variant) => variant,
        None => {
            let board = frame.board().map_err(|error| (header.at, error))?;
            Variant::new(Rules::from(board))
        }
    };
    variant.info = info;
    Ok(variant)
}

fn info_field<'i>(info: &'i mut Info, name: &str) -> Option<&'i mut Option<String>> {
    Some(match name {
        "title" => &mut info.title,
        "author" => &mut info.author,
        "text" => &mut info.text,
        "source" => &mut info.source,
        "difficulty" => &mut info.difficulty,
        _ => return None,
    })
}

fn frame(header: Line<'_>) -> Result<Frame, Fault> {
    let words = words(header.text, header.at);
    match words[..] {
        [(_, "sudoku"), (at, size)] => {
            let number = size.parse().ok().filter(|size| (1..=MAX_SIZE).contains(size));
            let size = number
                .ok_or_else(|| (at, format!("found {size:?}: expected a size, 1 to {MAX_SIZE}")))?;
            Ok(Frame { size, regions: None, grids: vec![(0, 0)] })
        }
        [(_, "sudoku"), _, (at, word), ..] => {
            Err((at, format!("found {word:?}: expected the end of the line")))
        }
        [(at, "sudoku")] => Err((at + "sudoku".len(), "expected a size".to_owned())),
        _ => {
            let found = words.first().map_or("", |(_, word)| word);
            Err((header.at, format!("found {found:?}: expected `sudoku` and a size")))
        }
    }
}

fn boxes(value: Line<'_>) -> Result<Regions, Fault> {
    let value = value.trimmed();
    if value.text == "none" {
        return Ok(Regions::None);
    }
    let sides = value.text.split_once(['x', '×']).and_then(|(rows, columns)| {
        let side = |digits: &str| digits.trim().parse::<usize>().ok();
        side(rows).zip(side(columns))
    });
    match sides {
        Some((rows, columns)) => Ok(Regions::Boxes { rows, columns }),
        None => {
            let found = value.text;
            Err((value.at, format!("found {found:?}: expected rows x columns, as 3x3, or none")))
        }
    }
}

/// The corners of the grids.
fn grids(value: Line<'_>) -> Result<Vec<(usize, usize)>, Fault> {
    let corner = |(at, word): (usize, &str)| corner(word).map_err(|error| (at, error));
    words(value.text, value.at).into_iter().map(corner).collect()
}

/// The lines behind `regions:`: a symbol a cell.
fn regions(lines: &mut Lines<'_>, frame: &Frame, at: usize) -> Result<Regions, Fault> {
    // The rows and columns of the board; regions do not matter to that.
    let board = Board::overlapping(frame.size, Regions::None, &frame.grids)
        .map_err(|error| (at, error.to_string()))?;
    let mut names: Vec<&str> = Vec::new();
    let mut regions: Vec<Vec<usize>> = Vec::new();
    for (cell, (at, symbol)) in rows(lines, &board, at)?.into_iter().enumerate() {
        if !board.is_inside(cell) {
            if symbol == "#" {
                continue;
            }
            return Err((at, format!("found {symbol:?}: expected #, as no cell is there")));
        }
        match names.iter().position(|&name| name == symbol) {
            _ if symbol == "." => {}
            Some(index) => regions[index].push(cell),
            None => {
                names.push(symbol);
                regions.push(vec![cell]);
            }
        }
    }
    Ok(Regions::Irregular(regions))
}

/// The words or characters of as many lines as the board has rows, in reading order.
fn rows<'t>(
    lines: &mut Lines<'t>,
    board: &Board,
    at: usize,
) -> Result<Vec<(usize, &'t str)>, Fault> {
    let mut symbols = Vec::with_capacity(board.cells());
    for row in 0..board.rows() {
        let Some(line) = lines.take().map(Line::trimmed) else {
            return Err((at, format!("{row} rows: expected {}", board.rows())));
        };
        let row: Vec<_> = if line.text.contains(char::is_whitespace) {
            words(line.text, line.at)
        } else {
            let ends = line.text.char_indices().map(|(byte, c)| (byte, byte + c.len_utf8()));
            ends.map(|(from, to)| (line.at + from, &line.text[from..to])).collect()
        };
        if row.len() != board.columns() {
            let (found, expected) = (row.len(), board.columns());
            return Err((line.at, format!("{found} cells in a row: expected {expected}")));
        }
        symbols.extend(row);
    }
    Ok(symbols)
}

/// Values in as many lines as the board has rows.
fn values(lines: &mut Lines<'_>, board: &Board, at: usize) -> Result<Vec<(usize, u8)>, Fault> {
    let symbols = Symbols::new(board.size());
    let value = |(cell, (at, word)): (usize, (usize, &str))| {
        if !board.is_inside(cell) {
            let error = || (at, format!("found {word:?}: expected #, as no cell is there"));
            return (word == "#").then_some((at, 0)).ok_or_else(error);
        }
        let value = symbols.word(word).filter(|&value| usize::from(value) <= board.size());
        let n = board.size();
        let value = value.ok_or_else(|| {
            let last = match crate::format::symbol(n as u8, n) {
                Some(symbol) if n <= MAX_SYMBOLS => symbol.to_string(),
                _ => n.to_string(),
            };
            (at, format!("found {word:?}: expected a digit, 1 to {last}, or . for an empty cell"))
        })?;
        Ok((at, value))
    };
    rows(lines, board, at)?.into_iter().enumerate().map(value).collect()
}

/// A line that needs the board.
fn line_of(
    variant: &mut Variant,
    info: &mut Info,
    lines: &mut Lines<'_>,
    name: &str,
    value: Line<'_>,
    line: Line<'_>,
) -> Result<(), Fault> {
    let fault = |at: usize| move |error: crate::variant::RulesError| (at, error.to_string());
    match name {
        "givens" => {
            let given = values(lines, variant.board(), line.at)?;
            for (cell, (at, value)) in given.into_iter().enumerate() {
                if value != 0 {
                    variant.set(cell, value).map_err(fault(at))?;
                }
            }
        }
        "solution" => {
            let values = values(lines, variant.board(), line.at)?;
            info.solution = Some(values.into_iter().map(|(_, value)| value).collect());
        }
        "mark" => {
            let Some(colon) = value.text.find(':') else {
                return Err((line.at + line.text.len(), "expected `:` and digits".to_owned()));
            };
            let named = Line { text: &value.text[..colon], at: value.at }.trimmed();
            let cell = cell(variant.board(), named.text).map_err(|error| (named.at, error))?;
            let all = all_digits(variant.board().size());
            if variant.marks().is_some_and(|marks| marks[cell] != all) {
                return Err((named.at, format!("{} is marked twice", named.text)));
            }
            let mut set = 0;
            for (at, word) in words(&value.text[colon + 1..], value.at + colon + 1) {
                let n = variant.board().size();
                let digit = word.parse::<u8>().ok().filter(|d| (1..=n).contains(&usize::from(*d)));
                let digit = digit
                    .ok_or_else(|| (at, format!("found {word:?}: expected a digit, 1 to {n}")))?;
                set |= set_of(digit);
            }
            variant.mark(cell, set).map_err(fault(named.at))?;
        }
        _ => {
            let rule = read_rule(variant.board(), line.text);
            let rule = rule.map_err(|(byte, message)| (line.at + byte, message))?;
            variant.add_rule(rule).map_err(fault(line.at))?;
        }
    }
    Ok(())
}

/// A value with `\n`, `\r` and `\\` for what they stand for.
fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('n') => plain.push('\n'),
                Some('r') => plain.push('\r'),
                Some('\\') | None => plain.push('\\'),
                Some(other) => plain.extend(['\\', other]),
            },
            other => plain.push(other),
        }
    }
    plain
}
