//! Grids drawn with borders: rows of cells with bars between the boxes, and lines between the bands.
//!
//! The borders say how the boxes are, so that any size can be read without a doubt.

use super::ReadError;
use super::plain::{self, Token};
use crate::shape::{MAX_SIZE, Shape};

/// A drawn grid.
#[derive(Debug)]
pub(super) struct Block<'a> {
    pub(super) rows: Vec<Row<'a>>,
    /// After how many rows there were borders, within the grid.
    borders: Vec<usize>,
}

/// A row of a drawn grid: what stands between bars.
#[derive(Debug)]
pub(super) struct Row<'a> {
    pub(super) line: usize,
    /// The words between bars; the parts outside of the frame are none.
    pub(super) parts: Vec<Vec<Token<'a>>>,
}

/// The grids of a text, separated by blank lines, or by a border after a border. Comments are skipped.
pub(super) fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut all = Vec::new();
    let mut open = Block { rows: Vec::new(), borders: Vec::new() };
    let mut after_border = false;
    for (number, line) in plain::lines(text) {
        if line.trim_start().starts_with('#') {
            continue;
        }
        if line.trim().is_empty() {
            end(&mut open, &mut all);
            after_border = false;
        } else if is_border(line) {
            if after_border || open.rows.is_empty() {
                end(&mut open, &mut all);
            } else {
                open.borders.push(open.rows.len());
            }
            after_border = true;
        } else {
            open.rows.push(row(line, number));
            after_border = false;
        }
    }
    end(&mut open, &mut all);
    joined(all)
}

/// Joins parts that a blank line or a double border cut out of one grid: bands, if they have as many rows together as
/// the first row has cells.
fn joined(parts: Vec<Block<'_>>) -> Vec<Block<'_>> {
    let mut all: Vec<Block<'_>> = Vec::new();
    let mut parts = parts.into_iter().peekable();
    while let Some(mut block) = parts.next() {
        let size = block.rows.first().map_or(0, |row| row.cells().concat().len());
        let mut rest: Vec<Block<'_>> = Vec::new();
        let mut rows = block.rows.len();
        while rows < size
            && let Some(next) = parts.next_if(|next| rows + next.rows.len() <= size)
        {
            rows += next.rows.len();
            rest.push(next);
        }
        if rows == size {
            for next in rest.drain(..) {
                let before = block.rows.len();
                block.borders.extend(next.borders.iter().map(|row| before + row));
                block.rows.extend(next.rows);
            }
        }
        all.push(block);
        all.append(&mut rest);
    }
    all
}

/// Takes a grid that has ended, if it has begun.
fn end<'a>(open: &mut Block<'a>, all: &mut Vec<Block<'a>>) {
    let fresh = Block { rows: Vec::new(), borders: Vec::new() };
    let block = std::mem::replace(open, fresh);
    if !block.rows.is_empty() {
        all.push(block);
    }
}

/// Whether a line is a border: runs of dashes or of line-drawing characters, with corners and crossings.
pub(super) fn is_border(line: &str) -> bool {
    let is_line = |c: char| matches!(c, '-' | '=' | '\u{2500}' | '\u{2501}' | '\u{2550}');
    let is_corner = |c: char| {
        matches!(c, '+' | '.' | ':' | '\'' | '*' | ',' | '`')
            || ('\u{2500}'..='\u{257f}').contains(&c)
    };
    let run = line.chars().zip(line.chars().skip(1)).any(|(a, b)| is_line(a) && is_line(b));
    run && line.chars().all(|c| is_line(c) || is_corner(c) || is_bar(c) || c.is_whitespace())
}

fn is_bar(c: char) -> bool {
    matches!(c, '|' | '¦' | '│' | '┃' | '┆' | '┇' | '┊' | '┋' | '║' | '╎' | '╏')
}

fn row(line: &str, number: usize) -> Row<'_> {
    let mut parts = Vec::new();
    let (mut start, mut first) = (0, 1);
    for (column, (at, c)) in (1..).zip(line.char_indices()) {
        if is_bar(c) {
            parts.push(plain::words(&line[start..at], number, first));
            (start, first) = (at + c.len_utf8(), column + 1);
        }
    }
    parts.push(plain::words(&line[start..], number, first));
    let starts = parts.len() > 1 && parts[0].is_empty();
    let ends = parts.len() > 1 + usize::from(starts) && parts[parts.len() - 1].is_empty();
    parts.drain(..usize::from(starts));
    parts.truncate(parts.len() - usize::from(ends));
    Row { line: number, parts }
}

impl<'a> Row<'a> {
    /// The cells: each word, or each character where no part has a blank. By parts.
    pub(super) fn cells(&self) -> Vec<Vec<Token<'a>>> {
        if self.parts.iter().any(|part| part.len() > 1) {
            return self.parts.clone();
        }
        let split = |part: &Vec<Token<'a>>| -> Vec<Token<'a>> {
            part.iter().flat_map(|t| plain::characters(t.text, t.line, t.column)).collect()
        };
        self.parts.iter().map(split).collect()
    }

    /// Whether no part has a blank.
    pub(super) fn is_compact(&self) -> bool {
        self.parts.iter().all(|part| part.len() <= 1)
    }
}

impl<'a> Block<'a> {
    /// The line of the first row.
    pub(super) fn line(&self) -> usize {
        self.rows.first().map_or(1, |row| row.line)
    }

    /// The shape and the cells in order, if rows and borders make a grid. `words` says that each word is a cell.
    pub(super) fn grid(&self, words: bool) -> Result<(Shape, Vec<Token<'a>>), ReadError> {
        let cells = |row: &Row<'a>| if words { row.parts.clone() } else { row.cells() };
        let rows: Vec<Vec<Vec<Token<'a>>>> = self.rows.iter().map(cells).collect();
        let error = |row: usize, message: String| {
            let first = rows.get(row).and_then(|parts| parts.iter().flatten().next());
            let line = self.rows.get(row).map_or(1, |row| row.line);
            ReadError::new(line, first.map_or(1, |token| token.column), message)
        };
        let lengths = |parts: &Vec<Vec<Token<'a>>>| parts.iter().map(Vec::len).collect();
        let widths: Vec<Vec<usize>> = rows.iter().map(lengths).collect();
        let sizes: Vec<usize> = widths.iter().map(|widths| widths.iter().sum()).collect();
        // More rows than any grid has are an error, whatever they are.
        let most = rows.len().min(MAX_SIZE + 1);
        let size = plain::usual(&sizes[..most]).copied().unwrap_or(0);
        let usual = plain::usual(&widths[..most]).cloned().unwrap_or_default();
        for (index, (&found, widths)) in sizes.iter().zip(&widths).enumerate() {
            if found != size {
                let found = plain::count(found, "cell");
                let message = format!("found {found}, expected {size} as in other rows");
                return Err(error(index, message));
            }
            if index >= size {
                return Err(error(
                    index,
                    format!("found a row more than {size}, expected the end"),
                ));
            }
            if *widths != usual {
                let message = "found bars elsewhere than in other rows, expected them at the boxes";
                return Err(error(index, message.into()));
            }
        }
        let columns = usual.first().copied().unwrap_or(0);
        if usual.iter().any(|&width| width != columns) {
            return Err(error(0, "found parts of different widths, expected one".into()));
        }
        if rows.len() != size {
            let found = plain::count(rows.len(), "row");
            let message =
                format!("found {found} of {}, expected {size}", plain::count(size, "cell"));
            return Err(error(0, message));
        }
        let shape = self.shape(size, columns).map_err(|message| error(0, message))?;
        Ok((shape, rows.into_iter().flatten().flatten().collect()))
    }

    /// The shape of so many rows, with so many columns between bars.
    fn shape(&self, size: usize, columns: usize) -> Result<Shape, String> {
        let inner: Vec<usize> = self.borders.iter().copied().filter(|&row| row < size).collect();
        let (rows, columns) = match (inner.first(), columns < size) {
            (None, false) => return plain::shape_of_size(size),
            (None, true) => (size / columns, columns),
            (Some(&rows), true) => (rows, columns),
            (Some(&rows), false) => (rows, size / rows),
        };
        let expected: Vec<usize> = (1..size).filter(|row| row % rows.max(1) == 0).collect();
        if !inner.is_empty() && inner != expected || rows * columns != size {
            let found = match inner.is_empty() {
                true => format!("{columns} columns between bars"),
                false => {
                    let after: Vec<String> = inner.iter().map(usize::to_string).collect();
                    let s = if after.len() == 1 { "" } else { "s" };
                    format!(
                        "{columns} columns between bars and borders after row{s} {}",
                        after.join(", ")
                    )
                }
            };
            return Err(format!("found {found}, expected boxes that fit {size} rows"));
        }
        Shape::new(rows, columns).map_err(|error| error.to_string())
    }
}
