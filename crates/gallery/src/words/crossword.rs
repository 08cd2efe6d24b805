//! Crosswords: a drawn diagram that is to be filled with words.

use std::collections::HashSet;

use quadrille_cover::ProblemBuilder;

use super::{WordList, folded};
use crate::error::{GalleryError, check_size, in_range};
use crate::instance::Instance;
use crate::picture::{CellNames, Picture, PictureKind};
use crate::wording::counted;

/// Most rows, and most columns.
const MOST: usize = 1000;

/// A square of a diagram.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Square {
    Black,
    White,
    Letter(char),
}

impl Square {
    fn read(symbol: char) -> Option<Square> {
        match symbol {
            '#' | '■' | '█' => Some(Square::Black),
            '.' | '_' | '-' | '□' => Some(Square::White),
            letter if letter.is_alphabetic() => Some(Square::Letter(letter)),
            _ => None,
        }
    }

    fn is_black(self) -> bool {
        self == Square::Black
    }

    fn symbol(self) -> char {
        match self {
            Square::Black => '#',
            Square::White => '.',
            Square::Letter(letter) => letter,
        }
    }
}

/// Where a word is to stand.
#[derive(Debug)]
struct Slot {
    name: String,
    cells: Vec<[usize; 2]>,
}

/// A crossword: its diagram, and how it is to be filled.
///
/// Diagram: a line a row; `#` is a black square, `.` a white one, a letter a white one that holds
/// this letter. Also read are `■` and `█` for black, `□`, `_` and `-` for white, and blanks between
/// squares. All rows have as many squares as the first.
///
/// A *slot* is a run of white squares across or down, as long as can be, of two or more, or of so
/// many as is asked for; a square alone is none, whatever is asked for. Items: the slots, primary, numbered as crosswords are, `1a` across, `1d`
/// down; the squares in slots, `34` for row 3, column 4, secondary, with letters as colours; if no
/// word may be used twice, each word, secondary. Options: a word in a slot that has its length and
/// agrees with the letters that are drawn there.
///
/// ```
/// use quadrille_cover::Search;
/// use quadrille_gallery::words::{Crossword, WordList};
///
/// //  on
/// // two   and the same with rows and columns exchanged.
/// // on
/// let crossword = Crossword::read("#..\n...\n..#\n")?;
/// let list = WordList::read("no on own to two");
/// let count = |crossword: &Crossword| -> Result<u64, Box<dyn std::error::Error>> {
///     Ok(Search::new().count(&crossword.instance(&list)?.problem)?.solutions)
/// };
/// assert_eq!(count(&crossword)?, 2);
/// assert_eq!(count(&crossword.distinct(true))?, 0);
///
/// let error = Crossword::read("#..\n..\n").unwrap_err();
/// assert_eq!(error.position(), Some((2, 3)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Crossword {
    rows: Vec<Vec<Square>>,
    shortest: usize,
    distinct: bool,
    fold: bool,
}

impl Crossword {
    /// Reads a diagram. Blank lines before and after it are skipped.
    ///
    /// # Errors
    ///
    /// With line and column: another character, a row that is longer or shorter than the first, a
    /// blank line inside. A diagram without rows, or with more than 1,000 rows or columns.
    pub fn read(text: &str) -> Result<Self, GalleryError> {
        let text = text.trim_start_matches('\u{feff}').trim_end();
        let mut rows: Vec<Vec<Square>> = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            if rows.is_empty() && line.trim().is_empty() {
                continue;
            }
            let mut row = Vec::new();
            for (column, symbol) in (1..).zip(line.chars()).filter(|(_, c)| !c.is_whitespace()) {
                let square = Square::read(symbol).ok_or_else(|| {
                    let expected =
                        "expected `#` for a black square, `.` for a white one, or a letter";
                    GalleryError::text(number, column, format!("{symbol:?}: {expected}"))
                })?;
                if let Some(first) = rows.first().filter(|first| row.len() == first.len()) {
                    let expected = format!("expected {}, as in the first row", first.len());
                    let message = format!("one more square: {expected}");
                    return Err(GalleryError::text(number, column, message));
                }
                row.push(square);
            }
            if let Some(first) = rows.first().filter(|first| row.len() < first.len()) {
                let (found, expected) = (row.len(), first.len());
                let message = format!(
                    "end of line after {}: expected {expected}, as in the first row",
                    counted(found, "square", "squares")
                );
                return Err(GalleryError::text(number, line.chars().count() + 1, message));
            }
            in_range("columns", row.len(), 1, MOST)?;
            rows.push(row);
            in_range("rows", rows.len(), 1, MOST)?;
        }
        if rows.is_empty() {
            return Err(GalleryError::text(1, 1, "end of text: expected a row of squares"));
        }
        Ok(Crossword { rows, shortest: 2, distinct: false, fold: false })
    }

    /// Lets words have so many letters at least, instead of 2. Shorter runs are no slots, and a run
    /// of one square is none in any case: each square of a diagram would be a word of its own
    /// wherever it has no neighbour.
    pub fn shortest(mut self, letters: usize) -> Self {
        self.shortest = letters;
        self
    }

    /// Whether every word is used once at most.
    pub fn distinct(mut self, yes: bool) -> Self {
        self.distinct = yes;
        self
    }

    /// Whether the letters in the diagram are [`folded`], as those of a list that was read so.
    pub fn fold(mut self, yes: bool) -> Self {
        self.fold = yes;
        self
    }

    /// The instance. Slots without a word make one without solutions, and with a warning; white
    /// squares in no slot stay empty, with a warning as well. O(slots · words + entries).
    ///
    /// # Errors
    ///
    /// If words are to have no letters, the diagram has no slot, or the problem would be too large.
    pub fn instance(&self, list: &WordList) -> Result<Instance, GalleryError> {
        in_range("letters of the shortest word", self.shortest, 1, MOST)?;
        let slots = self.slots();
        if slots.is_empty() {
            let least = self.least();
            let message =
                format!("no room for a word: expected a run of {least} or more white squares");
            return Err(GalleryError::NothingToCover(message));
        }
        let (height, width) = (self.rows.len(), self.rows.first().map_or(0, Vec::len));
        let mut entries = 0_u128;
        for slot in &slots {
            let words = list.of_length(slot.cells.len()).count() as u128;
            entries += words * (slot.cells.len() as u128 + 1 + u128::from(self.distinct));
        }
        check_size(entries, 1)?;

        // Names with commas beyond ten lines: `ab` could be a word as well as a cell.
        let names = if height.max(width) > 10 {
            CellNames::with_commas()
        } else {
            CellNames::of_size(&[height, width])
        };
        let mut builder = ProblemBuilder::coloured();
        builder.primary_items(slots.iter().map(|slot| slot.name.clone()))?;
        let mut cells: Vec<[usize; 2]> =
            slots.iter().flat_map(|slot| slot.cells.iter().copied()).collect();
        cells.sort_unstable();
        cells.dedup();
        builder.secondary_items(cells.iter().map(|cell| names.name(cell)))?;
        if self.distinct {
            let lengths: HashSet<usize> = slots.iter().map(|slot| slot.cells.len()).collect();
            let mut lengths: Vec<usize> = lengths.into_iter().collect();
            lengths.sort_unstable();
            let words = lengths.iter().flat_map(|&length| list.of_length(length));
            builder.secondary_items(words.map(str::to_owned))?;
        }
        let mut unfilled = Vec::new();
        for slot in &slots {
            let mut any = false;
            for word in list.of_length(slot.cells.len()).filter(|word| self.agrees(slot, word)) {
                any = true;
                let mut option = builder.option().item(slot.name.clone());
                if self.distinct {
                    option = option.item(word.to_owned());
                }
                for (cell, letter) in slot.cells.iter().zip(word.chars()) {
                    option = option.coloured(names.name(cell), letter.to_string());
                }
                option.add()?;
            }
            if !any {
                unfilled.push(slot.name.as_str());
            }
        }

        let example = if height.max(width) > 10 { "0,1" } else { "01" };
        let mut comments = vec![
            format!(
                "crossword of {height}x{width} squares with {}",
                counted(slots.len(), "word", "words")
            ),
            format!(
                "items: 1a: 1 across; 1d: 1 down; {example}: the square in row 0, column 1, coloured \
                 by its letter"
            ),
            format!("words: {list}"),
        ];
        if self.distinct {
            comments.push("a word is an item as well: none is used twice".to_owned());
        }
        let board = self.rows.iter().enumerate().map(|(r, row)| self.board_row(r, row, &cells));
        let picture = Picture::new(PictureKind::Grid { size: [height, width] });
        let mut instance = Instance::new(builder.build(), picture.with_board(board), comments);
        if !unfilled.is_empty() {
            let warning = format!("no solution: no word of the list fits {}", unfilled.join(", "));
            instance.warnings.push(warning);
        }
        let white = self.rows.iter().flatten().filter(|square| !square.is_black()).count();
        if white > cells.len() {
            let left = white - cells.len();
            instance.warnings.push(format!("white squares that are in no word: {left}"));
        }
        Ok(instance)
    }

    /// Squares of the shortest slot.
    fn least(&self) -> usize {
        self.shortest.max(2)
    }

    /// A row of the diagram as a picture has it: letters in slots come from the words.
    fn board_row(&self, row: usize, squares: &[Square], cells: &[[usize; 2]]) -> String {
        let symbol = |(column, &square): (usize, &Square)| match square {
            Square::Letter(_) if cells.binary_search(&[row, column]).is_ok() => '.',
            _ => square.symbol(),
        };
        squares.iter().enumerate().map(symbol).collect()
    }

    fn at(&self, row: usize, column: usize) -> Square {
        self.rows.get(row).and_then(|row| row.get(column)).copied().unwrap_or(Square::Black)
    }

    /// The slots, those across first, each in reading order; the numbers are those of crosswords.
    fn slots(&self) -> Vec<Slot> {
        let (mut across, mut down) = (Vec::new(), Vec::new());
        let mut number = 0;
        for (r, row) in self.rows.iter().enumerate() {
            for c in 0..row.len() {
                if self.at(r, c).is_black() {
                    continue;
                }
                let begins = |before: Option<Square>| before.is_none_or(Square::is_black);
                let left = c.checked_sub(1).map(|left| self.at(r, left));
                let above = r.checked_sub(1).map(|above| self.at(above, c));
                let run = |cells: &mut dyn Iterator<Item = [usize; 2]>| -> Vec<[usize; 2]> {
                    cells.take_while(|&[r, c]| !self.at(r, c).is_black()).collect()
                };
                let mut words = [None, None];
                if begins(left) {
                    words[0] = Some(run(&mut (c..).map(|c| [r, c])));
                }
                if begins(above) {
                    words[1] = Some(run(&mut (r..).map(|r| [r, c])));
                }
                let [a, d] = words.map(|word| word.filter(|cells| cells.len() >= self.least()));
                if a.is_some() || d.is_some() {
                    number += 1;
                }
                across.extend(a.map(|cells| Slot { name: format!("{number}a"), cells }));
                down.extend(d.map(|cells| Slot { name: format!("{number}d"), cells }));
            }
        }
        across.append(&mut down);
        across
    }

    /// Whether a word of the slot's length has the letters that are drawn there.
    fn agrees(&self, slot: &Slot, word: &str) -> bool {
        slot.cells.iter().zip(word.chars()).all(|(&[row, column], found)| {
            match self.at(row, column) {
                Square::Letter(letter) if self.fold => folded(letter) == found,
                Square::Letter(letter) => letter == found,
                _ => true,
            }
        })
    }
}
