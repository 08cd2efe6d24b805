//! Jigsaws as two strings of n² characters: the clues, and the region of each cell.

use super::layout::{
    Places, are_connected, digit, digits_of, is_cut_whole, lines, region_numbers, regions, root,
    short_region, words,
};
use super::lost::Lost;
use super::{Entry, Format, Likeness, ReadError, WriteError};
use crate::format::{MAX_SYMBOLS, symbol};
use crate::variant::{Board, Kind, Rules, Variant};

/// n² characters for the clues and n² for the regions: 81 + 81 for 9×9.
///
/// They stand on one line, with nothing or with a blank, comma or semicolon between, or on two. Regions are the cells
/// with the same character, in the order 0-9, A-Z, a-z; cells with `.` are in none. Comments begin with `#`.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Jigsaw;

const NAME: &str = "jigsaw";

impl Format for Jigsaw {
    fn name(&self) -> &'static str {
        NAME
    }

    fn description(&self) -> &'static str {
        "jigsaws as 81 clues and 81 regions, on one line or two"
    }

    fn holds(&self, _: Kind) -> bool {
        false
    }

    fn recognises(&self, text: &str) -> Likeness {
        let mut first = Units::new(text);
        let Some(unit) = first.next() else { return Likeness::No };
        let is_one_word = matches!(&unit, Ok(unit) if unit.is_one_word);
        match unit.and_then(|unit| unit.variant(&Places::new(text))) {
            // Two rows of a puzzle look like this too, and a puzzle and its solution: but those are no regions that
            // hang together and hold every cell.
            Ok(variant)
                if variant.board().size() > 1
                    && is_cut_whole(variant.board())
                    && are_connected(variant.board())
                    && !(is_one_word && matches!(variant.board().size(), 2 | 16 | 54)) =>
            {
                Likeness::Certain
            }
            Ok(variant) if is_one_word || !is_cut_whole(variant.board()) => Likeness::Possible,
            _ => Likeness::No,
        }
    }

    fn read(&self, text: &str) -> Vec<Result<Entry, ReadError>> {
        let places = Places::new(text);
        let entry = |unit: Result<Unit<'_>, ReadError>| {
            let unit = unit?;
            Ok(Entry::new(unit.variant(&places)?, unit.line))
        };
        Units::new(text).map(entry).collect()
    }

    fn write(&self, puzzles: &[Variant]) -> Result<String, WriteError> {
        let mut text = String::new();
        for (index, variant) in puzzles.iter().enumerate() {
            let lost = Lost::new(index, NAME);
            let board = variant.board();
            let size = board.size();
            lost.one_grid(board)?;
            lost.no_marks(variant)?;
            lost.no_rules(variant)?;
            if size > MAX_SYMBOLS {
                return Err(lost.error(format!("a grid of {size}×{size}")));
            }
            if let Some(cells) = short_region(board) {
                return Err(lost.error(format!("a region of {cells} cells, in place of {size}")));
            }
            text.extend(variant.values().iter().filter_map(|&value| symbol(value, size)));
            // Where 2n² is a cube, the whole would look like pencilmarks.
            if matches!(size, 2 | 16 | 54) {
                text.push(' ');
            }
            // There are at most n regions of n cells.
            let name = |number: Option<usize>| {
                symbol(number.map_or(0, |number| number as u8 + 1), MAX_SYMBOLS)
            };
            text.extend(region_numbers(board).into_iter().filter_map(name));
            text.push('\n');
        }
        Ok(text)
    }
}

/// The two strings of a puzzle, and where they are.
struct Unit<'t> {
    line: usize,
    size: usize,
    clues: (usize, &'t str),
    regions: (usize, &'t str),
    is_one_word: bool,
}

impl Unit<'_> {
    fn variant(&self, places: &Places<'_>) -> Result<Variant, ReadError> {
        let n = self.size;
        let mut values = Vec::with_capacity(n * n);
        for (at, c) in self.clues.1.char_indices() {
            values.push(digit(c, n).ok_or_else(|| {
                let message = format!("found `{c}`, expected {}", digits_of(n));
                places.error(self.clues.0 + at, message)
            })?);
        }
        // Digits before capitals before small letters: as characters are ordered.
        let names: Vec<Option<char>> =
            self.regions.1.chars().map(|c| (c != '.').then_some(c)).collect();
        let fault = |cell: usize, what: String| {
            let byte = self.regions.1.char_indices().nth(cell).map_or(0, |(byte, _)| byte);
            places.error(self.regions.0 + byte, what)
        };
        let regions = regions(n, &names).map_err(|cell| {
            let name = names[cell].unwrap_or('.');
            fault(cell, format!("region {name} has more than {n} cells"))
        })?;
        for (cell, name) in names.iter().enumerate() {
            let cells = names.iter().filter(|&other| other == name).count();
            if let Some(name) = name.filter(|_| cells < n) {
                return Err(fault(cell, format!("region {name} has {cells} cells, expected {n}")));
            }
        }
        let board = Board::new(n, regions).map_err(|error| fault(0, error.to_string()))?;
        let mut variant = Variant::new(Rules::from(board));
        for (cell, value) in values.into_iter().enumerate() {
            variant.set(cell, value).map_err(|error| fault(0, error.to_string()))?;
        }
        Ok(variant)
    }
}

/// The puzzles of a text.
struct Units<'t> {
    lines: Box<dyn Iterator<Item = (usize, usize, &'t str)> + 't>,
    /// A line that was read to no end.
    again: Option<(usize, usize, &'t str)>,
}

impl<'t> Units<'t> {
    fn new(text: &'t str) -> Self {
        Units { lines: Box::new(lines(text)), again: None }
    }

    /// The next line with words.
    fn line(&mut self) -> Option<(usize, usize, &'t str)> {
        self.again.take().or_else(|| self.lines.find(|(_, _, line)| !words(line).is_empty()))
    }
}

impl<'t> Iterator for Units<'t> {
    type Item = Result<Unit<'t>, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let (number, start, line) = self.line()?;
        let found = words(line);
        let length = |word: &str| word.chars().count();
        let error = |at: usize, message: String| {
            let column = line[..at].chars().count() + 1;
            Some(Err(ReadError::new(number, column, message)))
        };
        let unit = |size, first: (usize, &'t str), second: (usize, &'t str)| Unit {
            line: number,
            size,
            clues: first,
            regions: second,
            is_one_word: false,
        };
        match *found.as_slice() {
            [(at, word)] => {
                let cells = length(word);
                if let Some(size) = root(cells / 2).filter(|_| cells.is_multiple_of(2)) {
                    let half = word.char_indices().nth(cells / 2).map_or(0, |(byte, _)| byte);
                    let (clues, regions) = word.split_at(half);
                    let whole = unit(size, (start + at, clues), (start + at + half, regions));
                    return Some(Ok(Unit { is_one_word: true, ..whole }));
                }
                let Some(size) = root(cells) else {
                    // One line of two with a character too few or too many: they are one puzzle.
                    if let Some(next) = self.line() {
                        match *words(next.2).as_slice() {
                            [(_, regions)]
                                if root(length(regions)).is_some()
                                    && length(regions).abs_diff(cells) <= 3 =>
                            {
                                let other = length(regions);
                                let message = format!(
                                    "found {cells} characters, expected {other}: the next line \
                                     has as many"
                                );
                                return error(at, message);
                            }
                            _ => self.again = Some(next),
                        }
                    }
                    return error(
                        at,
                        format!("found {cells} characters, expected 162: 81 clues and 81 regions"),
                    );
                };
                let Some((second, second_start, next)) = self.line() else {
                    let message =
                        "the regions are missing: expected as many characters as there are clues";
                    return error(at, message.to_owned());
                };
                match *words(next).as_slice() {
                    [(next_at, regions)] if length(regions) == cells => {
                        Some(Ok(unit(size, (start + at, word), (second_start + next_at, regions))))
                    }
                    [(next_at, found), ..] => {
                        self.again = Some((second, second_start, next));
                        let column = next[..next_at].chars().count() + 1;
                        // What comes may be the next puzzle: it is read for itself, unless it can only belong here.
                        if length(found) != cells && root(length(found) / 2).is_none() {
                            self.again = None;
                        }
                        let found = length(found);
                        let message = format!(
                            "found {found} characters, expected the regions of {cells} cells"
                        );
                        Some(Err(ReadError::new(second, column, message)))
                    }
                    [] => None,
                }
            }
            [(at, clues), (next_at, regions)] => match root(length(clues)) {
                Some(size) if length(regions) == size * size => {
                    Some(Ok(unit(size, (start + at, clues), (start + next_at, regions))))
                }
                Some(size) => error(
                    next_at,
                    format!(
                        "found {} characters, expected the regions of {} cells",
                        length(regions),
                        size * size
                    ),
                ),
                None => error(
                    at,
                    format!("found {} characters, expected 81: a clue a cell", length(clues)),
                ),
            },
            [_, _, (at, word), ..] => {
                error(at, format!("found `{word}`, expected the end of the line"))
            }
            [] => None,
        }
    }
}
