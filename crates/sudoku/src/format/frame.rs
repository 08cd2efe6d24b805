//! Open brackets: what has been read inside them, and what it is when they close.

use super::block::Cell;
use super::entry::is_marks;
use super::error::{Position, ReadError, ReadErrorKind};
use super::scan::{Scan, is_whole_puzzle, scan, wrong_number, wrong_word};
use super::symbols::{EMPTY, MAX_SYMBOLS, Symbols};
use crate::shape::Shape;

/// Cells of a puzzle, or why there is none.
pub(super) type Found = Result<Vec<Cell>, ReadError>;

/// What the contents of brackets are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Cells, rows or puzzles.
    List,
    /// Rows and columns of the boxes.
    Box,
    /// Nothing that is read, though objects inside may be.
    Ignored,
}

/// A word or a string. What it is, the next character decides: a colon makes it a key.
#[derive(Debug)]
pub(super) struct Held {
    pub(super) bytes: Vec<u8>,
    pub(super) at: Position,
    pub(super) quoted: bool,
}

/// What became of brackets, or of a string in them.
#[derive(Debug)]
pub(super) enum Part {
    /// Nothing that concerns the brackets around them.
    Nothing,
    /// A cell, or what stands in its place.
    Cell(Result<Cell, ReadError>),
    /// A row, perhaps a wrong one; the number of cells found.
    Row { cells: Vec<Cell>, fault: Option<ReadError>, found: usize, string: bool },
    /// A puzzle.
    Puzzle(Found),
}

/// An open bracket.
#[derive(Debug)]
pub(super) struct Frame {
    /// `[`, `{` or `(`; 0 for the text outside of all brackets.
    pub(super) open: u8,
    pub(super) at: Position,
    pub(super) role: Role,
    /// Whether a colon has made the braces an object.
    pub(super) object: bool,
    pub(super) key: Option<String>,
    pub(super) held: Option<Held>,
    pub(super) cells: Vec<Cell>,
    /// Cells that stand in these brackets, not in rows.
    pub(super) scalars: usize,
    pub(super) rows: usize,
    pub(super) string_rows: bool,
    /// How many of the rows are strings or words that are no row of n cells.
    wrong_words: usize,
    /// The number of cells that all rows have.
    row_cells: Option<usize>,
    pub(super) fault: Option<ReadError>,
    pub(super) numbers: Vec<usize>,
    /// Of an object: its puzzle, and whether it has a key for one.
    pub(super) puzzle: Option<Found>,
    pub(super) named: bool,
    pub(super) boxes: Option<(usize, usize)>,
    /// Number of puzzles that had been delivered when the bracket was opened.
    pub(super) delivered: u64,
}

impl Frame {
    pub(super) fn new(open: u8, at: Position, role: Role, delivered: u64) -> Self {
        Frame {
            open,
            at,
            role,
            object: false,
            key: None,
            held: None,
            cells: Vec::new(),
            scalars: 0,
            rows: 0,
            string_rows: false,
            wrong_words: 0,
            row_cells: None,
            fault: None,
            numbers: Vec::new(),
            puzzle: None,
            named: false,
            boxes: None,
            delivered,
        }
    }

    /// Whether a list of rows has begun.
    pub(super) fn has_rows(&self) -> bool {
        self.rows > 0
    }

    /// Whether it has one cell and nothing else.
    pub(super) fn is_single(&self) -> bool {
        self.scalars == 1 && self.rows == 0
    }

    pub(super) fn set_fault(&mut self, at: Position, kind: ReadErrorKind) {
        self.fault.get_or_insert_with(|| ReadError::new(at, kind));
    }

    /// Adds a cell or a row; hands back what is neither.
    pub(super) fn add(&mut self, part: Part) -> Part {
        match part {
            // A wrong cell counts as a cell, so that its row is not also too short.
            Part::Cell(cell) => {
                self.scalars += 1;
                match cell {
                    Ok(cell) => self.cells.push(cell),
                    Err(fault) if self.fault.is_none() => self.fault = Some(fault),
                    Err(_) => {}
                }
                Part::Nothing
            }
            Part::Row { cells, fault, found, string } => {
                self.row_cells = match self.rows {
                    0 => Some(found),
                    _ => self.row_cells.filter(|&all| all == found),
                };
                self.rows += 1;
                self.string_rows |= string;
                self.wrong_words += usize::from(string && fault.is_some());
                self.cells.extend(cells);
                if self.fault.is_none() {
                    self.fault = fault;
                }
                Part::Nothing
            }
            other => other,
        }
    }

    /// What is wrong with cells or rows that a puzzle follows in the same list, if there are any.
    pub(super) fn broken_off(&mut self, shape: Shape) -> Option<ReadError> {
        if self.rows + self.scalars == 0 {
            return None;
        }
        let fresh = Frame::new(self.open, self.at, self.role, self.delivered);
        let mut old = std::mem::replace(self, fresh);
        old.set_fault(old.at, ReadErrorKind::Mixed);
        match old.close_list(shape) {
            Part::Puzzle(found) => found.err(),
            Part::Row { fault, .. } => fault,
            _ => None,
        }
    }

    /// What a list is when it closes.
    pub(super) fn close_list(mut self, shape: Shape) -> Part {
        let size = shape.size();
        if self.rows > 0 {
            if self.scalars > 0 {
                self.set_fault(self.at, ReadErrorKind::Mixed);
            }
            if self.scalars >= self.rows || self.scalars > 0 && self.wrong_words == self.rows {
                // Rather a row with something else in the place of a cell: one error a puzzle.
                let string = self.string_rows;
                return Part::Row { cells: Vec::new(), fault: self.fault, found: size, string };
            }
            return Part::Puzzle(self.rows_to_puzzle(shape));
        }
        let found = self.scalars;
        if found == 0 {
            return self.fault.map_or(Part::Nothing, |fault| Part::Puzzle(Err(fault)));
        }
        // Numbers: the pencilmarks of sizes that have no symbols.
        let marks = size > MAX_SYMBOLS && is_marks(found, shape);
        if found != size && found != shape.cells() && !marks {
            self.set_fault(self.at, wrong_number(found, shape));
        }
        if found == shape.cells() || marks || found != size && is_whole_puzzle(found, shape) {
            return Part::Puzzle(self.fault.map_or(Ok(self.cells), Err));
        }
        Part::Row { cells: self.cells, fault: self.fault, found, string: false }
    }

    fn rows_to_puzzle(mut self, shape: Shape) -> Found {
        let size = shape.size();
        if let Some(found) =
            self.row_cells.filter(|&found| found > 1 && found != size && found == self.rows)
        {
            let kind = ReadErrorKind::Cells { found: found * found, expected: shape };
            return Err(ReadError::new(self.at, kind));
        }
        if self.rows != size {
            self.set_fault(self.at, ReadErrorKind::Rows { found: self.rows, expected: size });
        }
        self.fault.map_or(Ok(self.cells), Err)
    }
}

/// The cells of a string, if each of its bytes is the symbol of one: the usual case, kept free of
/// everything else.
fn cells_of(held: &Held, symbols: &Symbols) -> Option<Vec<Cell>> {
    if symbols.size() > MAX_SYMBOLS {
        return None;
    }
    let Position { line, column } = held.at;
    let cell = |(&byte, column)| {
        Some(Cell { value: symbols.byte(byte)?, at: Position::new(line, column) })
    };
    held.bytes.iter().zip(column..).map(cell).collect()
}

/// What a word or a string in a list is. `in_cells` says that cells stand before it.
pub(super) fn list_item(held: &Held, shape: Shape, symbols: &Symbols, in_cells: bool) -> Part {
    let Ok(text) = std::str::from_utf8(&held.bytes) else {
        return faulty_cell(held.at, ReadErrorKind::InvalidUtf8);
    };
    let size = shape.size();
    if held.quoted
        && size > 1
        && (text.len() == size || text.len() == shape.cells() || is_marks(text.len(), shape))
        && let Some(cells) = cells_of(held, symbols)
    {
        return match cells.len() {
            found if found == size => Part::Row { cells, fault: None, found, string: true },
            _ => Part::Puzzle(Ok(cells)),
        };
    }
    let characters = text.chars().count();
    let of_cells = text.chars().all(|c| symbols.char(c).is_some());
    let is_row = held.quoted && characters == size && of_cells;
    if !is_row {
        let word = text.trim();
        let value = if word.is_empty() && size > 1 { Some(0) } else { symbols.word(word) };
        if let Some(value) = value {
            return Part::Cell(Ok(Cell { value, at: held.at }));
        }
        let whole_row = held.quoted && characters == size;
        if !may_be_row(word, held.quoted, of_cells, shape) || in_cells && !whole_row {
            return faulty_cell(held.at, wrong_word(word, size));
        }
    }
    let place = |column| Position::new(held.at.line, column);
    match scan(text, held.at.column, symbols) {
        Scan::Cells(row) => {
            let found = row.cells.len();
            let cell = |cell: &super::scan::At| Cell { value: cell.value, at: place(cell.column) };
            let cells = row.cells.iter().map(cell).collect();
            if found == shape.cells() {
                Part::Puzzle(Ok(cells))
            } else {
                Part::Row { cells, fault: None, found, string: true }
            }
        }
        Scan::Blank | Scan::Border => {
            let fault = ReadError::new(held.at, wrong_number(characters, shape));
            Part::Row { cells: Vec::new(), fault: Some(fault), found: characters, string: true }
        }
        Scan::Fault { column, kind, found, .. } => {
            let kind = match kind {
                ReadErrorKind::RowCells { found, .. } => wrong_number(found, shape),
                kind => kind,
            };
            let fault = ReadError::new(place(column), kind);
            if is_whole_puzzle(found, shape) || found == shape.cells() {
                Part::Puzzle(Err(fault))
            } else if found == 1 && !held.quoted {
                faulty_cell(held.at, wrong_word(text, size))
            } else {
                Part::Row { cells: Vec::new(), fault: Some(fault), found, string: true }
            }
        }
    }
}

/// What a string is that an object has for its puzzle. Rows may have blanks between them.
pub(super) fn puzzle_value(held: &Held, shape: Shape, symbols: &Symbols) -> Found {
    let error = |column, kind| Err(ReadError::new(Position::new(held.at.line, column), kind));
    let Ok(text) = std::str::from_utf8(&held.bytes) else {
        return error(held.at.column, ReadErrorKind::InvalidUtf8);
    };
    if (text.len() == shape.cells() || is_marks(text.len(), shape))
        && let Some(cells) = cells_of(held, symbols)
    {
        return Ok(cells);
    }
    match scan(text, held.at.column, symbols) {
        Scan::Cells(row) if row.cells.len() == shape.cells() => {
            let at = |column| Position::new(held.at.line, column);
            Ok(row.cells.iter().map(|c| Cell { value: c.value, at: at(c.column) }).collect())
        }
        Scan::Fault { column, kind, .. } if !matches!(kind, ReadErrorKind::RowCells { .. }) => {
            error(column, kind)
        }
        _ => {
            let found = text.chars().filter(|c| !c.is_whitespace()).count();
            error(held.at.column, ReadErrorKind::Cells { found, expected: shape })
        }
    }
}

/// Whether an item of a list that is no cell may be a row or a puzzle, though perhaps a wrong one.
fn may_be_row(word: &str, quoted: bool, of_cells: bool, shape: Shape) -> bool {
    let (size, characters) = (shape.size(), word.chars().count());
    if characters == size && (quoted || of_cells && !is_negative(word)) {
        return true;
    }
    if quoted {
        let cell = |byte: u8| byte.is_ascii_digit() || EMPTY.contains(&byte);
        return characters > 3 && (of_cells || word.bytes().any(cell));
    }
    let near = characters > 3 && characters.abs_diff(size) <= 1;
    of_cells && !is_negative(word) && (near || is_whole_puzzle(characters, shape))
}

fn is_negative(word: &str) -> bool {
    let number = word.strip_prefix('-');
    number.is_some_and(|n| !n.is_empty() && n.bytes().all(|byte| byte.is_ascii_digit()))
}

fn faulty_cell(at: Position, kind: ReadErrorKind) -> Part {
    Part::Cell(Err(ReadError::new(at, kind)))
}
