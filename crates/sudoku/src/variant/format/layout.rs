//! What formats have in common that say of each cell in reading order what it holds, and which region it is in.

use std::collections::BTreeMap;

use super::ReadError;
use crate::format::MAX_SYMBOLS;
use crate::variant::{Board, Regions};

/// The square root of a number that has one, from 1 on.
pub(super) fn root(number: usize) -> Option<usize> {
    (1..=64).find(|n| n * n == number)
}

/// The digit of a character in a grid of a size: 0 for an empty cell, `None` if it is neither.
pub(super) fn digit(c: char, size: usize) -> Option<u8> {
    let digit = match c {
        '.' | '0' | '_' | '*' | '-' | '?' => 0,
        '1'..='9' => c as u8 - b'0',
        'A'..='Z' => c as u8 - b'A' + 10,
        'a'..='z' if size <= 35 => c as u8 - b'a' + 10,
        'a'..='z' if size <= MAX_SYMBOLS => c as u8 - b'a' + 36,
        _ => return None,
    };
    (usize::from(digit) <= size).then_some(digit)
}

/// What [`digit`] takes, in words.
pub(super) fn digits_of(size: usize) -> String {
    let symbol = |digit: usize| match digit {
        0..=9 => char::from(b'0' + digit as u8),
        10..=35 => char::from(b'A' + (digit - 10) as u8),
        _ => char::from(b'a' + (digit.min(MAX_SYMBOLS) - 36) as u8),
    };
    format!("1 to {}, or `.`", symbol(size))
}

/// A board of one grid, given the name of the region of each cell, `None` if it is in none. Regions come in the order
/// of their names; if they are boxes, they are boxes.
///
/// # Errors
///
/// The number of the first cell beyond n of a region.
pub(super) fn regions<K: Ord>(size: usize, names: &[Option<K>]) -> Result<Regions, usize> {
    let mut cells: BTreeMap<&K, Vec<usize>> = BTreeMap::new();
    for (cell, name) in names.iter().enumerate() {
        let Some(name) = name else { continue };
        let region = cells.entry(name).or_default();
        region.push(cell);
        if region.len() > size {
            return Err(cell);
        }
    }
    let regions: Vec<Vec<usize>> = cells.into_values().collect();
    Ok(match boxes(size, &regions) {
        Some(boxes) => boxes,
        None if regions.is_empty() => Regions::None,
        None => Regions::Irregular(regions),
    })
}

/// The boxes that regions are, if they are such.
fn boxes(size: usize, regions: &[Vec<usize>]) -> Option<Regions> {
    if regions.len() != size || regions.iter().any(|region| region.len() != size) {
        return None;
    }
    let are_boxes = |rows: usize| {
        let columns = size / rows;
        // The cells of a region all have the row and the column of one box.
        regions.iter().all(|region| {
            let place = |&cell: &usize| (cell / size / rows, cell % size / columns);
            region.iter().map(place).collect::<std::collections::BTreeSet<_>>().len() == 1
        })
    };
    let rows =
        (1..=size).filter(|rows| size.is_multiple_of(*rows)).find(|&rows| are_boxes(rows))?;
    Some(Regions::Boxes { rows, columns: size / rows })
}

/// For each cell the number of its region, counted from 0, `None` if it is in none.
pub(super) fn region_numbers(board: &Board) -> Vec<Option<usize>> {
    let mut numbers = vec![None; board.cells()];
    let houses = board.houses().iter().filter(|house| {
        use crate::variant::HouseName;
        matches!(house.name, HouseName::Box { .. } | HouseName::Region(_))
    });
    for (number, house) in houses.enumerate() {
        for &cell in &house.cells {
            numbers[cell] = Some(number);
        }
    }
    numbers
}

/// The number of cells of the first region that has less than n.
pub(super) fn short_region(board: &Board) -> Option<usize> {
    let Regions::Irregular(regions) = board.regions() else { return None };
    regions.iter().map(Vec::len).find(|&cells| cells < board.size())
}

/// Whether there are as many regions as rows, and every cell is in one.
pub(super) fn is_cut_whole(board: &Board) -> bool {
    let regions = match board.regions() {
        Regions::None => return false,
        Regions::Boxes { .. } => return true,
        Regions::Irregular(regions) => regions,
    };
    regions.len() == board.size() && regions.iter().all(|region| region.len() == board.size())
}

/// Whether all cells of each region hang together.
pub(super) fn are_connected(board: &Board) -> bool {
    let numbers = region_numbers(board);
    let mut seen = vec![false; board.cells()];
    let mut pieces = 0;
    for start in board.inside().filter(|&cell| numbers[cell].is_some()) {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        pieces += 1;
        let mut open = vec![start];
        while let Some(cell) = open.pop() {
            for other in board.neighbours(cell) {
                if numbers[other] == numbers[cell] && !std::mem::replace(&mut seen[other], true) {
                    open.push(other);
                }
            }
        }
    }
    pieces == numbers.iter().flatten().max().map_or(0, |&last| last + 1)
}

/// The usual boxes of a size, as most programs have them: as square as they can be, and lying. None if the size is
/// a prime.
pub(super) fn usual_boxes(size: usize) -> Regions {
    match (2..=size).rev().find(|rows| rows * rows <= size && size.is_multiple_of(*rows)) {
        Some(rows) => Regions::Boxes { rows, columns: size / rows },
        None => Regions::None,
    }
}

/// The words of a line, and the byte at which each begins: what stands between blanks, commas and semicolons, up to
/// a word that begins with `#`.
pub(super) fn words(line: &str) -> Vec<(usize, &str)> {
    let is_gap = |c: char| c.is_whitespace() || c == ',' || c == ';';
    let mut words = Vec::new();
    let mut rest = line;
    loop {
        rest = rest.trim_start_matches(is_gap);
        if rest.is_empty() || rest.starts_with('#') {
            return words;
        }
        let end = rest.find(is_gap).unwrap_or(rest.len());
        words.push((line.len() - rest.len(), &rest[..end]));
        rest = &rest[end..];
    }
}

/// The lines of a text, with the number of each, from 1, and the byte at which it begins; a byte order mark is no part
/// of the first.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, usize, &str)> {
    let mut at = 0;
    text.split('\n').enumerate().map(move |(index, line)| {
        let start = at;
        at += line.len() + 1;
        let line = line.strip_suffix('\r').unwrap_or(line);
        match line.strip_prefix('\u{feff}').filter(|_| index == 0) {
            Some(rest) => (1, start + line.len() - rest.len(), rest),
            None => (index + 1, start, line),
        }
    })
}

/// A text, and where its lines begin: what finds the line and column of many bytes.
#[derive(Debug)]
pub(super) struct Places<'t> {
    /// The text.
    pub(super) text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Places<'t> {
    /// Of a text.
    pub(super) fn new(text: &'t str) -> Self {
        let ends = text.match_indices('\n').map(|(end, _)| end + 1);
        Places { text, starts: std::iter::once(0).chain(ends).collect() }
    }

    /// Line and column, from 1, of a byte.
    pub(super) fn of(&self, byte: usize) -> (usize, usize) {
        let line = self.starts.partition_point(|&start| start <= byte).max(1);
        let start = self.starts[line - 1];
        let before = self.text.get(start..byte).unwrap_or(&self.text[start..]);
        (line, before.chars().count() + 1)
    }

    /// An error at a byte.
    pub(super) fn error(&self, byte: usize, message: impl Into<String>) -> ReadError {
        let (line, column) = self.of(byte);
        ReadError::new(line, column, message)
    }
}
