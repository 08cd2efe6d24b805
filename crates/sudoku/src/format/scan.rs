//! One line of text as cells, or as a border.
//!
//! Characters are sorted into those that may be cells, bars, borders and separators. Runs of the
//! first kind are *words*. A line has n or n² cells if it has that many words (as numbers), that
//! many fields between bars or commas (a blank one is an empty cell), or that many characters in
//! its words. Sizes up to 9 try characters first, larger ones words.

use super::error::ReadErrorKind;
use super::symbols::{EMPTY, MAX_SYMBOLS, Symbols};
use super::words::{Sides, Split, Word, Words, words};
use crate::shape::{MAX_SIZE, Shape};

/// The value of a cell and the column, from 1, where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct At {
    pub(super) value: u8,
    pub(super) column: usize,
}

/// What a line is.
#[derive(Debug)]
pub(super) enum Scan {
    /// Nothing but blanks.
    Blank,
    /// A border of a drawn grid.
    Border,
    /// n or n² cells.
    Cells(Cells),
    /// Neither.
    Fault {
        column: usize,
        kind: ReadErrorKind,
        /// Number of cells, or of what stands in their place.
        found: usize,
        /// Whether the line has border characters: then it is rather a border than a row.
        border: bool,
    },
}

/// The cells of a line.
#[derive(Debug)]
pub(super) struct Cells {
    pub(super) cells: Vec<At>,
    pub(super) empties: Empties,
    pub(super) sides: Sides,
    /// Where a comment behind `#` or `//` begins, in bytes.
    pub(super) comment: Option<usize>,
}

/// How a row writes its empty cells: what tells a border from a row of empty cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Empties {
    /// There are none, or they are dashes between blanks that no border has.
    Unknown,
    /// As `-` or `_`.
    Dashes,
    /// Otherwise.
    Other,
    /// The line is n dashes: a row of empty cells, or a border.
    OrBorder,
}

/// Reads a line. `first_column` is the column of its first character.
pub(super) fn scan(text: &str, first_column: usize, symbols: &Symbols) -> Scan {
    let words = words(text, first_column);
    let size = symbols.size();
    let first = match words.first_column {
        Some(first) => first,
        None if is_row_of_tabs(text.as_bytes(), size) => first_column,
        None => return Scan::Blank,
    };
    let marks = &words.marks;
    let mut empties = Empties::Unknown;
    if marks.others == 0 {
        let dashes = marks.dashes + marks.underscores;
        let both = marks.dashes > 0 && marks.underscores > 0;
        let drawn = marks.border
            || dashes > 0 && marks.colon_or_quote
            || both
            || marks.dots_or_stars > 0 && words.words.iter().any(|word| word.text.contains("--"));
        if drawn {
            return Scan::Border;
        }
        if dashes > 0 && marks.dots_or_stars == 0 {
            let fields = !words.commas.is_empty() || !words.semicolons.is_empty();
            if dashes != size && dashes != size * size && !fields {
                return Scan::Border;
            }
            if dashes == size && words.words.len() < size {
                empties = Empties::OrBorder;
            }
        }
    }
    match words.cells(symbols) {
        Ok((cells, _)) if cells.is_empty() => Scan::Border,
        Ok((cells, sides)) => {
            if empties == Empties::Unknown && cells.iter().any(|cell| cell.value == 0) {
                let dashes = marks.dashes + marks.underscores > 0;
                empties = if dashes { Empties::Dashes } else { Empties::Other };
            }
            Scan::Cells(Cells { cells, empties, sides, comment: words.comment })
        }
        Err((column, kind, found)) => {
            Scan::Fault { column: column.unwrap_or(first), kind, found, border: marks.border }
        }
    }
}

/// Whether a line without words has exactly the tabs that n or n² empty cells have between them.
pub(super) fn is_row_of_tabs(line: &[u8], size: usize) -> bool {
    let fields = line.iter().filter(|&&byte| byte == b'\t').count() + 1;
    size > 2 && (fields == size || fields == size * size)
}

type Fault = (Option<usize>, ReadErrorKind, usize);
type CellsOrFault = Result<Vec<At>, Fault>;

impl Words<'_> {
    /// The cells: n or n² of them, or none at all in a line without words and fields.
    fn cells(&self, symbols: &Symbols) -> Result<(Vec<At>, Sides), Fault> {
        match self.by_separators(symbols) {
            Some(cells) => cells,
            None => self.by_words(symbols).map(|cells| (cells, Sides::Any)),
        }
    }

    /// The cells of a line without fields.
    fn by_words(&self, symbols: &Symbols) -> CellsOrFault {
        let size = symbols.size();
        // Above that size pencilmarks are numbers.
        let marks = |count: usize| size > MAX_SYMBOLS && count == size.pow(3);
        let fits = |count: usize| count == size || count == size * size || marks(count);
        let characters_fit = size <= MAX_SYMBOLS && fits(self.characters);
        let by_character = characters_fit && self.is_grouped();
        let by_word = fits(self.words.len());
        if by_character && (size <= 9 || !by_word && !self.may_be_numbers(size)) {
            return self.by_character(symbols);
        }
        if by_word {
            return match self.by_word(symbols) {
                Err(_) if by_character => self.by_character(symbols),
                cells => cells,
            };
        }
        let Some(first) = self.words.first() else {
            return Ok(Vec::new());
        };
        if size > MAX_SYMBOLS && self.words.iter().any(|word| word.characters > 2) {
            let kind = ReadErrorKind::Unseparated { size };
            return Err((Some(first.column), kind, self.characters));
        }
        let single = self.words.iter().all(|word| word.characters <= 2);
        let numbers = size > MAX_SYMBOLS || size > 9 && single && self.words.len() > 1;
        if numbers || characters_fit {
            self.by_word(symbols)
                .map(drop)
                .or_else(|error| if numbers { Ok(()) } else { Err(error) })?;
        } else {
            // A wrong character says more than a wrong number of them.
            let found = self.characters;
            self.by_character(symbols).map_err(|(column, kind, _)| (column, kind, found))?;
        }
        let found = if numbers || characters_fit { self.words.len() } else { self.characters };
        let kind = ReadErrorKind::RowCells { found, expected: size };
        Err((Some(first.column), kind, found))
    }

    /// The cells between separators, be they commas, semicolons, tabs or bars: if they make n or
    /// n² fields, these are the cells, whatever the number of characters in them. `None` if the
    /// line is to be read by its words or characters.
    fn by_separators(&self, symbols: &Symbols) -> Option<Result<(Vec<At>, Sides), Fault>> {
        let size = symbols.size();
        let fits = |count: usize| count == size || count == size * size;
        let mut readings = Vec::new();
        let mut odd = None;
        for separators in [&self.commas, &self.semicolons, &self.tabs] {
            let Some(mut fields) =
                (!separators.is_empty()).then(|| separators.split(&self.words)).flatten()
            else {
                continue;
            };
            let count = fields.len();
            if !fits(count) && fields.last().is_some_and(|field| field.0.is_none()) {
                fields.pop();
            }
            if fits(fields.len()) {
                readings.push((fields, Sides::Any));
            } else if !std::ptr::eq(separators, &self.tabs)
                && count > 2
                && fields.iter().any(|field| field.0.is_none())
            {
                odd = Some(fields.len());
            }
        }
        let bars = self.bars.split_by_bars(&self.words, size, self.start);
        readings.extend(bars.into_iter().filter(|(fields, _)| fits(fields.len())));
        if readings.is_empty() {
            // Empty fields, but too few or too many: what is left of them must not fit by chance.
            let found = odd?;
            let kind = ReadErrorKind::RowCells { found, expected: size };
            let wrong = self.by_word(symbols).err().map(|(column, kind, _)| (column, kind, found));
            return Some(Err(wrong.unwrap_or((self.first_column, kind, found))));
        }
        let mut best: Option<(Vec<At>, Sides)> = None;
        let mut wrong = None;
        for (fields, sides) in &readings {
            match (self.by_field(fields, symbols), &mut best) {
                (Err(error), _) => wrong = wrong.or(Some(error)),
                (Ok(cells), Some((other, known))) => {
                    if !cells.iter().map(|at| at.value).eq(other.iter().map(|at| at.value)) {
                        let fault = (self.first_column, ReadErrorKind::Ambiguous, size);
                        return Some(Err(fault));
                    }
                    if known != sides {
                        *known = Sides::Any;
                    }
                }
                (Ok(cells), None) => best = Some((cells, *sides)),
            }
        }
        if let Some(cells) = best {
            return Some(Ok(cells));
        }
        // `12,` in size 2: not two fields, but one word and what separates it from the next row.
        let blank_inside = |fields: &Split| {
            let filled = |field: &(Option<usize>, usize)| field.0.is_some();
            let first = fields.iter().position(filled);
            let last = fields.iter().rposition(filled);
            first.zip(last).is_none_or(|(a, b)| !fields[a..=b].iter().all(filled))
        };
        let by_character = fits(self.characters)
            && self.is_grouped()
            && !readings.iter().any(|(fields, _)| blank_inside(fields));
        if by_character { None } else { wrong.map(Err) }
    }

    /// Whether all words are of the same length, as groups of symbols are.
    fn is_grouped(&self) -> bool {
        self.words.windows(2).all(|pair| pair[0].characters == pair[1].characters)
    }

    /// Whether words of two characters may be numbers, some of them, and none can only be symbols.
    fn may_be_numbers(&self, size: usize) -> bool {
        let empty = |word: &Word<'_>| word.text.bytes().all(|byte| EMPTY.contains(&byte));
        let number = |word: &Word<'_>| {
            word.characters == 2
                && word.text.parse::<usize>().is_ok_and(|number| number <= size)
                && word.text.bytes().all(|byte| byte.is_ascii_digit())
        };
        let words = &self.words;
        words.len() > 1
            && words.iter().all(|word| empty(word) || number(word))
            && words.iter().any(|word| !empty(word))
    }

    fn by_character(&self, symbols: &Symbols) -> CellsOrFault {
        let mut cells = Vec::with_capacity(self.characters);
        for word in &self.words {
            for (c, column) in word.text.chars().zip(word.column..) {
                match symbols.char(c) {
                    Some(value) => cells.push(At { value, column }),
                    None => {
                        let kind = ReadErrorKind::Character { found: c, size: symbols.size() };
                        return Err((Some(column), kind, self.characters));
                    }
                }
            }
        }
        Ok(cells)
    }

    fn by_word(&self, symbols: &Symbols) -> CellsOrFault {
        self.words.iter().map(|word| cell(word, symbols, self.words.len())).collect()
    }

    fn by_field(&self, fields: &Split, symbols: &Symbols) -> CellsOrFault {
        let word_or_blank = |&(word, column): &(Option<usize>, usize)| match word
            .and_then(|word| self.words.get(word))
        {
            Some(word) => cell(word, symbols, fields.len()),
            None => Ok(At { value: 0, column }),
        };
        fields.iter().map(word_or_blank).collect()
    }
}

/// The cell that a whole word stands for.
fn cell(
    word: &Word<'_>,
    symbols: &Symbols,
    found: usize,
) -> Result<At, (Option<usize>, ReadErrorKind, usize)> {
    match symbols.word(word.text) {
        Some(value) => Ok(At { value, column: word.column }),
        None => Err((Some(word.column), wrong_word(word.text, symbols.size()), found)),
    }
}

/// The error for a word that stands for no cell; a long one is cut.
pub(crate) fn wrong_word(word: &str, size: usize) -> ReadErrorKind {
    let mut characters = word.chars();
    match (characters.next(), characters.next()) {
        (Some(found), None) => ReadErrorKind::Character { found, size },
        _ => {
            let mut found: String = word.chars().take(20).flat_map(char::escape_debug).collect();
            if word.chars().nth(20).is_some() {
                found.push('…');
            }
            ReadErrorKind::Number { found, size }
        }
    }
}

/// The error for a wrong number of cells, where it is not known whether they were to be a row or
/// a puzzle: up to 1½ rows are a row.
pub(super) fn wrong_number(found: usize, shape: Shape) -> ReadErrorKind {
    if found > 3 * shape.size() / 2 {
        ReadErrorKind::Cells { found, expected: shape }
    } else {
        ReadErrorKind::RowCells { found, expected: shape.size() }
    }
}

/// Whether a wrong number of cells is a wrong puzzle, rather than a wrong row or a row of another
/// shape: for rows, the error waits for the rest of the block.
pub(super) fn is_whole_puzzle(found: usize, shape: Shape) -> bool {
    let size = shape.size();
    found > 3 * size / 2 && (found > MAX_SIZE || found + size >= size * size)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str, size: usize) -> Option<Vec<u8>> {
        match scan(text, 1, &Symbols::new(size)) {
            Scan::Cells(cells) => Some(cells.cells.iter().map(|cell| cell.value).collect()),
            _ => None,
        }
    }

    fn is_border(text: &str, size: usize) -> bool {
        matches!(scan(text, 1, &Symbols::new(size)), Scan::Border)
    }

    #[test]
    fn rows_are_read_with_any_decoration() {
        let row = Some(vec![5, 3, 0, 0, 7, 0, 0, 0, 0]);
        for text in [
            "53..7....",
            "530070000",
            "5 3 . | . 7 . | . . .",
            "|53.|.7.|...|",
            "│[5][3] . │ . [7] . │ .  .  . │",
            "\"53..7....\",",
            "5,3,0,0,7,0,0,0,0",
            "5,3,,,7,,,,",
            "5,3,,,7,,,,,",
            "| 5 | 3 |   |   | 7 |   |   |   |   |",
            "║ 5 │ 3 │   ║   │ 7 │   ║   │   │   ║",
            "|5|3|.||.|7|.||.|.|.|",
            "5 3 _:_ 7 _:_ _ _",
            "\u{feff}5\u{a0}3 . . 7 . . . .",
            "53..7.... # first",
        ] {
            assert_eq!(values(text, 9), row, "{text}");
        }
        assert_eq!(values("|   |   |   |   |   |   |   |   |   |", 9), Some(vec![0; 9]));
        assert_eq!(values(",,,,,,,,", 9), Some(vec![0; 9]));
        assert_eq!(values("10 2 . 0|3 A b 9 8 7", 12), None);
        assert_eq!(
            values("10 2 . 0|3 A b 9 8 7 1 1", 12).map(|row| row[5..7].to_vec()),
            Some(vec![10, 11])
        );
        assert_eq!(values("A2..|3Ab9|8711", 12).map(|row| row[5..7].to_vec()), Some(vec![10, 11]));
    }

    #[test]
    fn borders_are_told_from_rows() {
        for border in [
            "+---+---+---+",
            "------+-------+------",
            "-------------------",
            "=========",
            ".-------.-------.-------.",
            "'-------'-------'-------'",
            "*-----------*",
            ":-----------:",
            "|:-:|:-:|:-:|",
            "|---|---|---|---|---|---|---|---|---|",
            "┌───────┬───────┐",
            "╠═══╪═══╣",
            "━━━━━━━━━",
            "| | |",
            "_________________",
            "-------|-------|-------",
        ] {
            assert!(is_border(border, 9), "{border}");
        }
        for row in [".........", "* * * * * * * * *", "- - - | - - - | - - -", "...|...|..."] {
            assert_eq!(values(row, 9), Some(vec![0; 9]), "{row}");
        }
    }

    #[test]
    fn n_dashes_in_a_run_are_left_open() {
        for text in ["---------", "---|---|---", "|---|---|---|", "_________"] {
            match scan(text, 1, &Symbols::new(9)) {
                Scan::Cells(cells) => assert_eq!(cells.empties, Empties::OrBorder, "{text}"),
                other => panic!("{text}: {other:?}"),
            }
        }
    }

    #[test]
    fn faults_have_the_column_of_what_is_wrong() {
        for (text, size, column, message) in [
            ("  53..x....", 9, 7, "found 'x', expected 1 to 9"),
            ("5 3 . . 7 . . .", 9, 1, "9 cells expected in a row, found 8"),
            ("5 3 . . 10 . . . .", 9, 9, "found 10, expected 1 to 9"),
            ("é3..7....", 9, 1, "found 'é'"),
            ("éé5 17 . .", 4, 1, "found éé5, expected 1 to 4"),
            ("1 2 3 4 5 6 7 8 9 10 11 13", 12, 25, "found 13, expected 1 to 9 and A to C"),
            ("1 2 3", 12, 1, "12 cells expected in a row, found 3"),
        ] {
            match scan(text, 1, &Symbols::new(size)) {
                Scan::Fault { column: found, kind, .. } => {
                    assert_eq!(found, column, "{text}");
                    assert!(kind.to_string().starts_with(message), "{text}: {kind}");
                }
                other => panic!("{text}: {other:?}"),
            }
        }
    }
}
