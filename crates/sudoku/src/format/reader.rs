//! The reader: looks at each line, and gives it to rows, to brackets or to neither.

use std::collections::VecDeque;
use std::io::BufRead;
use std::iter::FusedIterator;

use super::Layout;
use super::around;
use super::block::{Block, Cell, Finished, marks};
use super::brackets::{Brackets, Fed};
use super::entry::{Entry, checked, entry};
use super::error::{Position, ReadError, ReadErrorKind};
use super::groups::{groups, is_row_of_full_groups};
use super::lines::{Lines, MAX_LINE};
use super::nesting::{Delivery, first_place};
use super::scan::{Scan, is_row_of_tabs, is_whole_puzzle, scan, wrong_number};
use super::symbols::Symbols;
use super::text;
use crate::grid::CLASSIC_CELLS;
use crate::shape::Shape;

/// Reads puzzles from a text, one by one, in whatever layouts they are.
///
/// An iterator over `Result<Entry, ReadError>`. After an error it goes on with the rest of the
/// text, except if that cannot be read at all. Memory is bounded, whatever the text; time is
/// linear in its length. See the [module](super) for the layouts.
///
/// ```
/// use quadrille_sudoku::{Shape, format};
///
/// let text = "1...............\n12\n...............2\n";
/// let mut reader = format::Reader::new(text.as_bytes(), Shape::new(2, 2)?);
/// assert_eq!(reader.next().unwrap()?.line, 1);
/// assert_eq!(reader.next().unwrap().unwrap_err().line(), 2);
/// assert_eq!(reader.next().unwrap()?.line, 3);
/// assert!(reader.next().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    lines: Lines<R>,
    shape: Shape,
    symbols: Symbols,
    block: Block,
    brackets: Brackets,
    mode: Mode,
    /// What has been found and not yet handed out: a few at most.
    ready: VecDeque<Result<Entry, ReadError>>,
    /// The column of a table, from 0, in which the puzzles are.
    table_column: usize,
    /// Lines are skipped up to the next section or blank line.
    skip_section: bool,
    /// Where a comment `/*` began that goes on.
    comment: Option<Position>,
    /// The line before was prose, and has been reported.
    after_prose: bool,
    /// What separates the fields of the last row, if it is a tab or a semicolon.
    separator: Option<u8>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// At the start of a line.
    Line,
    /// In brackets, at this byte of the current line.
    Brackets(usize),
    /// What is left of the current line is skipped.
    Skip,
    /// The current line is to be read again.
    Again,
    /// The text has been read.
    End,
}

impl<R: BufRead> Reader<R> {
    /// A reader of puzzles of this shape.
    pub fn new(input: R, shape: Shape) -> Self {
        Reader {
            lines: Lines::new(input),
            shape,
            symbols: Symbols::new(shape.size()),
            block: Block::new(shape),
            brackets: Brackets::new(shape),
            mode: Mode::Line,
            ready: VecDeque::new(),
            table_column: 0,
            skip_section: false,
            comment: None,
            after_prose: false,
            separator: None,
        }
    }

    /// The same, of a text of which it is known that its symbols are 1-9, A-Z, a-z, so that nothing is in doubt: else 0,
    /// and letters without digits, are [refused](ReadErrorKind::Symbols) above size 9 where they can be read in two ways.
    pub fn with_usual_symbols(mut self) -> Self {
        self.symbols.are_said = true;
        self
    }

    /// The shape of the puzzles.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    fn step(&mut self) {
        match self.mode {
            Mode::End => {}
            Mode::Brackets(from) => self.feed(from),
            Mode::Again => self.line(),
            Mode::Line => {
                if self.advance() {
                    self.line();
                }
            }
            Mode::Skip => {
                while self.mode == Mode::Skip {
                    if !self.lines.more() {
                        self.mode = Mode::Line;
                    } else if !self.advance() {
                        break;
                    }
                }
            }
        }
    }

    /// Goes to the next line, or the next piece of a long one; `false` at the end.
    fn advance(&mut self) -> bool {
        match self.lines.advance() {
            Ok(true) => return true,
            Ok(false) => {}
            Err(error) => {
                let at = Position::new(self.lines.number(), 1);
                self.mode = Mode::End;
                self.fail(at, ReadErrorKind::Io(error));
                return false;
            }
        }
        self.mode = Mode::End;
        let block = self.block.end();
        self.finished(block);
        if let Some(at) = self.comment.take() {
            self.fail(at, ReadErrorKind::UnclosedComment);
        }
        self.brackets.end();
        let deliveries = self.brackets.take();
        self.delivered(deliveries);
        false
    }

    fn fail(&mut self, at: Position, kind: ReadErrorKind) {
        self.ready.push_back(Err(ReadError::new(at, kind)));
    }

    fn finished(&mut self, finished: Option<Finished>) {
        let result = match finished {
            None => return,
            Some(Finished::Fault(error)) => Err(error),
            Some(Finished::Puzzle { cells, line, comment }) => {
                entry(self.shape, &cells, line, comment, Layout::Grid)
            }
        };
        self.ready.push_back(result);
    }

    fn delivered(&mut self, deliveries: impl IntoIterator<Item = Delivery>) {
        for Delivery { found, in_object } in deliveries {
            let layout = if in_object { Layout::Json } else { Layout::Rows };
            let result = found.and_then(|cells| {
                let line = first_place(&cells).line;
                entry(self.shape, &cells, line, None, layout)
            });
            self.ready.push_back(result);
        }
    }

    /// Whatever was begun before this line has ended.
    fn end_parts(&mut self) {
        let finished = self.block.end();
        self.finished(finished);
        if self.brackets.has_rows() {
            let delivery = self.brackets.end_rows();
            self.delivered(delivery);
        }
    }

    /// The next line, if it is 81 cells and nothing else: what is in files of millions, read from where it lies.
    fn plain_line(&mut self) -> Option<Result<Entry, ReadError>> {
        let is_plain = self.mode == Mode::Line
            && self.shape == Shape::CLASSIC
            && self.table_column == 0
            && !self.skip_section
            && self.comment.is_none()
            && self.block.is_idle()
            && !self.brackets.has_rows();
        if !is_plain {
            return None;
        }
        let at_hand = self.lines.at_hand();
        let (word, rest) = at_hand.split_first_chunk::<CLASSIC_CELLS>()?;
        let end = match rest {
            [b'\n', ..] => 1,
            [b'\r', b'\n', ..] => 2,
            _ => return None,
        };
        let values = self.symbols.array(word)?;
        self.lines.skip(1, CLASSIC_CELLS + end);
        self.after_prose = false;
        let line = self.lines.number();
        let at = |cell| Position::new(line, 1 + cell);
        Some(checked(self.shape, &values, at, line, None, Layout::Line))
    }

    /// A line that is a puzzle, the usual case: kept free of everything else.
    fn puzzle_on_line(&self) -> Option<Result<Entry, ReadError>> {
        let bytes = self.lines.bytes();
        let from = match self.table_column {
            0 => 0,
            column => text::field_start(bytes, column).unwrap_or(0),
        };
        let found = text::one_line(bytes, from, &self.symbols)?;
        let line = self.lines.number();
        let before = String::from_utf8_lossy(&bytes[..found.start]);
        let first = if before.is_empty() { 1 } else { before.chars().count() + 1 };
        let comment = text::comment(bytes, found.rest);
        let at = |cell| Position::new(line, first + cell);
        if let Some((cell, kind)) = found.doubt {
            return Some(Err(ReadError::new(at(cell), kind)));
        }
        Some(checked(self.shape, &found.values, at, line, comment, Layout::Line))
    }

    /// A line outside brackets.
    fn line(&mut self) {
        self.mode = Mode::Line;
        let number = self.lines.number();
        if self.lines.more() && self.comment.is_some() {
            self.mode = Mode::Skip;
            return;
        }
        if self.lines.more() {
            self.end_parts();
            self.mode = Mode::Skip;
            // Brackets may be of any length, as long as their puzzles are not.
            let text = String::from_utf8_lossy(&self.lines.bytes()[..1 << 10]);
            match text::bracket_start(&text, &self.symbols) {
                Some(start) => self.open_brackets(start),
                None if text::is_comment(self.lines.bytes()) => {}
                None => self
                    .fail(Position::new(number, 1), ReadErrorKind::LineTooLong { limit: MAX_LINE }),
            }
            return;
        }
        if self.is_in_comment() {
            return;
        }
        let after_prose = std::mem::take(&mut self.after_prose);
        if !self.skip_section
            && let Some(result) = self.puzzle_on_line()
        {
            self.end_parts();
            self.ready.push_back(result);
            return;
        }
        let bytes = self.lines.bytes();
        if bytes.trim_ascii().is_empty() && !self.is_row_of_tabs() {
            self.skip_section = false;
            let finished = self.block.blank();
            self.finished(finished);
        } else if number == 1 && (bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff"))
        {
            // UTF-16: no line of it makes sense.
            self.mode = Mode::End;
            self.fail(Position::new(1, 1), ReadErrorKind::InvalidUtf8);
        } else if !text::is_comment(bytes) || self.is_row_of_semicolons() {
            match std::str::from_utf8(bytes) {
                Ok(text) => {
                    let text = text.to_owned();
                    self.text_line(&text, after_prose);
                }
                Err(error) => {
                    let valid = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
                    let at = Position::new(number, valid.chars().count() + 1);
                    let rest =
                        String::from_utf8_lossy(bytes).replace(char::REPLACEMENT_CHARACTER, "");
                    self.not_text(ReadError::new(at, ReadErrorKind::InvalidUtf8), &rest);
                }
            }
        }
    }

    /// Blanks out comments `/* … */` at the start of a line, unless nothing else stands on it:
    /// then it is to be skipped.
    fn is_in_comment(&mut self) -> bool {
        let find = |line: &[u8], from: usize| {
            let end = line.get(from..)?.windows(2).position(|two| two == b"*/")?;
            Some(from + end + 2)
        };
        let mut begun = false;
        loop {
            let line = self.lines.bytes();
            let start = line.len() - line.trim_ascii_start().len();
            let from = match self.comment {
                Some(_) => 0,
                None if line[start..].starts_with(b"/*") => {
                    self.comment = Some(Position::new(self.lines.number(), start + 1));
                    start + 2
                }
                None => return begun && line.trim_ascii().is_empty(),
            };
            begun = true;
            let Some(end) = find(self.lines.bytes(), from) else {
                return true;
            };
            self.comment = None;
            self.lines.blank_out(0..end);
        }
    }

    /// Whether a line without anything but blanks is a row of empty cells with tabs between them.
    /// In a small grid, where a few tabs may stand on a blank line, only other such rows show it.
    fn is_row_of_tabs(&self) -> bool {
        let size = self.shape.size();
        let among_rows = self.block.has_rows() && self.separator == Some(b'\t');
        is_row_of_tabs(self.lines.bytes(), size) && (size >= 6 || among_rows)
    }

    /// Whether a line that begins with a semicolon is a row whose first cell is empty. Of small
    /// grids, where a comment may be nothing but a few semicolons, only other such rows show it.
    fn is_row_of_semicolons(&self) -> bool {
        let line = self.lines.bytes();
        if !line.trim_ascii_start().starts_with(b";") {
            return false;
        }
        let among_rows = self.block.has_rows() && self.separator == Some(b';');
        let has_cells = line.iter().any(|&byte| byte != b';' && !byte.is_ascii_whitespace());
        let text = String::from_utf8_lossy(line);
        (among_rows || has_cells || self.shape.size() >= 6)
            && matches!(scan(&text, 1, &self.symbols), Scan::Cells(_))
    }

    /// A line that is not UTF-8. What is left of it says whether it was a row.
    fn not_text(&mut self, error: ReadError, rest: &str) {
        match scan(rest, 1, &self.symbols) {
            Scan::Blank | Scan::Border | Scan::Fault { border: true, .. } => {
                self.block.spoil(error)
            }
            Scan::Cells(row) => self.fault(error, row.cells.len()),
            Scan::Fault { found, .. } => self.fault(error, found),
        }
    }

    /// A line outside brackets that is neither blank nor a comment nor a puzzle.
    fn text_line(&mut self, text: &str, after_prose: bool) {
        if around::is_markup(text) {
            return self.end_parts();
        }
        if let Some(name) = text::section(text) {
            self.end_parts();
            self.skip_section = !text::is_puzzle_name(name);
            return;
        }
        if self.skip_section {
            return;
        }
        if text.contains(['[', '{']) && around::is_code(text) {
            return self.end_parts();
        }
        if let Some(start) = text::bracket_start(text, &self.symbols) {
            let finished = self.block.end();
            self.finished(finished);
            return self.open_brackets(start);
        }
        let number = self.lines.number();
        if is_row_of_full_groups(text, &self.symbols) {
            // Otherwise it is a puzzle on a line among rows.
            let (found, expected) = (self.shape.cells(), self.shape.size());
            let kind = ReadErrorKind::RowCells { found, expected };
            self.groups(text, ReadError::new(Position::new(number, 1), kind));
            return;
        }
        match scan(text, 1, &self.symbols) {
            Scan::Blank | Scan::Border => {}
            Scan::Cells(row) if row.cells.len() == self.shape.size() && self.shape.size() > 1 => {
                self.end_bracketed_rows();
                let separators = text.bytes().find(|byte| matches!(byte, b'\t' | b';'));
                self.separator = separators;
                let finished = self.block.row(number, row.cells, row.empties, row.sides);
                self.finished(finished);
            }
            Scan::Cells(row) => {
                self.end_parts();
                let comment = row.comment.and_then(|at| text::comment(text.as_bytes(), at));
                let place = |cell: &super::scan::At| Cell {
                    value: cell.value,
                    at: Position::new(number, cell.column),
                };
                let cells: Vec<Cell> = row.cells.iter().map(place).collect();
                self.ready.push_back(entry(self.shape, &cells, number, comment, Layout::Line));
            }
            Scan::Fault { column, kind, border: true, .. }
                if !text.trim_start().starts_with(char::is_alphabetic) =>
            {
                self.end_bracketed_rows();
                self.block.spoil(ReadError::new(Position::new(number, column), kind));
            }
            Scan::Fault { column, kind, found, .. } => {
                let fault = ReadError::new(Position::new(number, column), kind);
                if let Some(fault) = self.groups(text, fault) {
                    self.not_cells(text, fault, found, after_prose);
                }
            }
        }
    }

    /// A row of a pencilmark grid, or a whole one on a line; if it is none, its fault is handed back.
    fn groups(&mut self, text: &str, fault: ReadError) -> Option<ReadError> {
        let Some((groups, comment)) = groups(text, &self.symbols) else { return Some(fault) };
        let number = self.lines.number();
        if groups.len() == self.shape.size() {
            self.end_bracketed_rows();
            let finished = self.block.groups(groups, fault);
            self.finished(finished);
        } else {
            self.end_parts();
            let cells: Vec<Cell> = groups
                .iter()
                .flat_map(|group| {
                    let at = Position::new(number, group.column);
                    marks(self.shape.size(), group.set, at)
                })
                .collect();
            let comment = comment.and_then(|at| text::comment(text.as_bytes(), at));
            self.ready.push_back(entry(self.shape, &cells, number, comment, Layout::Line));
        }
        None
    }

    /// A line that is no row: a title, a header, or wrong.
    fn not_cells(&mut self, text: &str, fault: ReadError, found: usize, after_prose: bool) {
        let number = self.lines.number();
        let first = text::first_word_of_cells(text, &self.symbols);
        if let Some(column) = text::header_column(text) {
            self.end_parts();
            self.table_column = column;
        } else if let Some((label, puzzle)) = text::numbered(text, &self.symbols) {
            self.end_parts();
            let at = |cell| Position::new(number, puzzle.start + 1 + cell);
            let (layout, comment) = (Layout::Line, Some(label.to_owned()));
            self.ready.push_back(match puzzle.doubt {
                Some((cell, kind)) => Err(ReadError::new(at(cell), kind)),
                None => checked(self.shape, &puzzle.values, at, number, comment, layout),
            });
        } else if let Some(title) = text::title(text) {
            self.end_parts();
            self.block.set_title(title.to_owned());
        } else if text::is_closing(text)
            || around::is_code(text)
            || !self.block.has_rows() && around::is_names_of_columns(text, self.shape.size())
        {
            self.end_parts();
        } else if let Some((column, place, found)) = text::wrong_mark(text, &self.symbols) {
            let size = self.shape.size();
            let (cell, digit) = (place / size, (place % size + 1) as u8);
            let kind = ReadErrorKind::Pencilmark { found: found.to_string(), cell, digit, size };
            let found = self.shape.cells();
            self.fault(ReadError::new(Position::new(number, column), kind), found);
        } else if let Some((start, found)) =
            first.filter(|&(_, found)| found > 3 * self.shape.size() / 2)
        {
            // The rest is a comment.
            let column = text[..start].chars().count() + 1;
            let kind = wrong_number(found, self.shape);
            self.fault(ReadError::new(Position::new(number, column), kind), found);
        } else if (!self.block.has_rows() || found != self.shape.size())
            && around::is_prose(text, &self.symbols)
        {
            // A paragraph is one error.
            self.end_parts();
            if !after_prose {
                self.ready.push_back(Err(fault));
            }
            self.after_prose = true;
        } else {
            let at = fault.position();
            let kind = match fault.into_kind() {
                ReadErrorKind::RowCells { found, .. } => wrong_number(found, self.shape),
                kind => kind,
            };
            self.fault(ReadError::new(at, kind), found);
        }
    }

    fn fault(&mut self, error: ReadError, found: usize) {
        if is_whole_puzzle(found, self.shape) || found == self.shape.cells() {
            self.end_parts();
            self.ready.push_back(Err(error));
        } else {
            self.end_bracketed_rows();
            let finished = self.block.fault(error, found);
            self.finished(finished);
        }
    }

    fn end_bracketed_rows(&mut self) {
        if self.brackets.has_rows() {
            let delivery = self.brackets.end_rows();
            self.delivered(delivery);
        }
    }

    fn open_brackets(&mut self, start: usize) {
        let before = String::from_utf8_lossy(&self.lines.bytes()[..start]);
        let column = before.chars().count() + 1;
        self.brackets.begin_line(column);
        self.mode = Mode::Brackets(start);
    }

    /// Goes on in brackets, up to a puzzle or the end of the line.
    fn feed(&mut self, from: usize) {
        let (bytes, number) = (self.lines.bytes(), self.lines.number());
        let fed = self.brackets.feed(bytes, from, number);
        self.mode = match fed {
            Fed::Delivered(at) => Mode::Brackets(at),
            Fed::Afresh => Mode::Again,
            Fed::GivenUp => Mode::Skip,
            Fed::All => {
                let more = self.lines.more();
                if !more {
                    self.brackets.end_line();
                }
                if more || self.brackets.is_open() { Mode::Brackets(0) } else { Mode::Line }
            }
        };
        let deliveries = self.brackets.take();
        self.delivered(deliveries);
        if fed == Fed::All && self.mode == Mode::Brackets(0) {
            let new_line = !self.lines.more();
            if self.advance() && new_line {
                self.brackets.begin_line(1);
            }
        }
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Entry, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(result) = self.ready.pop_front() {
                return Some(result);
            }
            if let Some(result) = self.plain_line() {
                return Some(result);
            }
            if self.mode == Mode::End {
                return None;
            }
            self.step();
        }
    }
}

impl<R: BufRead> FusedIterator for Reader<R> {}
