//! Rows, line by line, until they are a puzzle.

use super::error::{Position, ReadError, ReadErrorKind};
use super::groups::Group;
use super::scan::{At, Empties};
use super::words::Sides;
use crate::candidates::set_of;
use crate::shape::{MAX_SIZE, Shape};

/// A value and where it stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cell {
    pub(super) value: u8,
    pub(super) at: Position,
}

/// What rows became.
#[derive(Debug)]
pub(super) enum Finished {
    /// n rows of n cells.
    Puzzle { cells: Vec<Cell>, line: usize, comment: Option<String> },
    /// Something else.
    Fault(ReadError),
}

#[derive(Debug)]
struct Row {
    line: usize,
    cells: Vec<At>,
    or_border: bool,
    sides: Sides,
    fault: Option<ReadError>,
    /// The candidates of each cell, and what they are if the other rows are of no pencilmark grid.
    groups: Option<(Vec<Group>, ReadError)>,
    /// Number of cells that were found.
    found: usize,
    /// Number of the band, where blank lines stand between bands.
    band: usize,
}

/// Rows that are not yet a puzzle.
#[derive(Debug)]
pub(super) struct Block {
    shape: Shape,
    rows: Vec<Row>,
    /// Number of the band that the next row belongs to: blank lines since the first row.
    band: usize,
    /// Whether the rows write empty cells as dashes, once one has shown it.
    dashes: Option<bool>,
    title: Option<String>,
    /// An error in a line that is no row.
    spoiled: Option<ReadError>,
}

impl Block {
    pub(super) fn new(shape: Shape) -> Self {
        Block { shape, rows: Vec::new(), band: 0, dashes: None, title: None, spoiled: None }
    }

    /// Whether rows, or lines in their place, have been read that are not yet a puzzle.
    pub(super) fn has_rows(&self) -> bool {
        !self.rows.is_empty()
    }

    /// Whether to end it would change nothing.
    pub(super) fn is_idle(&self) -> bool {
        let Block { rows, band, dashes, title, spoiled, shape: _ } = self;
        rows.is_empty() && *band == 0 && dashes.is_none() && title.is_none() && spoiled.is_none()
    }

    /// The comment of the next puzzle.
    pub(super) fn set_title(&mut self, title: String) {
        self.title = Some(title);
    }

    /// A row of n cells.
    pub(super) fn row(
        &mut self,
        line: usize,
        cells: Vec<At>,
        empties: Empties,
        sides: Sides,
    ) -> Option<Finished> {
        match empties {
            Empties::Dashes => self.dashes = Some(true),
            Empties::Other if self.dashes.is_none() => {
                self.dashes = Some(false);
                self.rows.retain(|row| !row.or_border);
            }
            Empties::OrBorder if self.dashes == Some(false) => return None,
            _ => {}
        }
        let found = cells.len();
        let or_border = empties == Empties::OrBorder;
        let (fault, groups, band) = (None, None, self.band);
        self.push(Row { line, cells, or_border, sides, fault, groups, found, band })
    }

    /// A row of n cells in a pencilmark grid, or else a fault.
    pub(super) fn groups(&mut self, groups: Vec<Group>, fault: ReadError) -> Option<Finished> {
        let (line, found, band) = (fault.line(), groups.len(), self.band);
        let (cells, or_border, sides) = (Vec::new(), false, Sides::Any);
        let groups = Some((groups, fault));
        self.push(Row { line, cells, or_border, sides, fault: None, groups, found, band })
    }

    /// A line that is a border, but for an error: it spoils the puzzle, but is no row of it.
    pub(super) fn spoil(&mut self, error: ReadError) {
        self.spoiled.get_or_insert(error);
    }

    /// A line that is no row of n cells.
    pub(super) fn fault(&mut self, fault: ReadError, found: usize) -> Option<Finished> {
        let line = fault.line();
        let (cells, or_border, sides) = (Vec::new(), false, Sides::Any);
        let (fault, groups, band) = (Some(fault), None, self.band);
        self.push(Row { line, cells, or_border, sides, fault, groups, found, band })
    }

    fn push(&mut self, row: Row) -> Option<Finished> {
        let mut broken = None;
        if self.band > 0 && self.rows_in(self.band) == self.rows_in(0) {
            // More rows than in the bands before: those were no bands, but a puzzle cut short.
            let band = self.band;
            let bands = self.rows.iter().take_while(|row| row.band < band).count();
            let rest = self.rows.split_off(bands);
            let dashes = self.dashes;
            broken = self.end();
            self.dashes = dashes;
            self.rows = rest;
            self.rows.iter_mut().for_each(|row| row.band = 0);
        }
        // More rows than any grid has: they are all wrong, and one of them is reported.
        if self.rows.len() <= MAX_SIZE {
            self.rows.push(Row { band: self.band, ..row });
        }
        broken.or_else(|| self.complete())
    }

    fn complete(&mut self) -> Option<Finished> {
        let size = self.shape.size();
        let sure = self.rows.iter().filter(|row| !row.or_border).count();
        let rows = if self.dashes == Some(true) { self.rows.len() } else { sure };
        if rows < size || self.foreign_size().is_some() {
            return None;
        }
        if self.dashes != Some(true) {
            self.rows.retain(|row| !row.or_border);
        }
        self.finish()
    }

    /// A blank line: the end, unless whole bands stand between blank lines, or single rows.
    pub(super) fn blank(&mut self) -> Option<Finished> {
        if self.rows.is_empty() {
            return self.end();
        }
        let first = self.rows_in(0);
        let banded = first == self.shape.box_rows() || first == 1;
        if banded && self.rows_in(self.band) == first && self.rows.len() < self.shape.size() {
            self.band += 1;
            return None;
        }
        // A second blank line in a row.
        if banded && self.band > 0 && self.rows_in(self.band) == 0 {
            return None;
        }
        self.end()
    }

    fn rows_in(&self, band: usize) -> usize {
        self.rows.iter().filter(|row| row.band == band).count()
    }

    /// Something that is no row: the rows before it are a puzzle, or a fault.
    pub(super) fn end(&mut self) -> Option<Finished> {
        if self.dashes.is_none() && self.rows.len() != self.shape.size() {
            self.rows.retain(|row| !row.or_border);
        }
        self.finish()
    }

    /// If all rows have the same wrong number of cells: that number.
    fn foreign_size(&self) -> Option<usize> {
        let found = self.rows.first()?.found;
        let foreign = found != self.shape.size() && self.rows.iter().all(|row| row.found == found);
        foreign.then_some(found)
    }

    fn finish(&mut self) -> Option<Finished> {
        let foreign = self.foreign_size().filter(|&found| found > 1 && found == self.rows.len());
        let rows = std::mem::take(&mut self.rows);
        self.band = 0;
        self.dashes = None;
        let (size, count) = (self.shape.size(), rows.len());
        if let Some(error) = self.spoiled.take() {
            return Some(Finished::Fault(error));
        }
        let first = rows.first()?;
        let comment = self.title.take();
        let line = first.line;
        let column = match (&first.fault, first.cells.first(), &first.groups) {
            (Some(fault), _, _) => fault.column(),
            (None, Some(cell), _) => cell.column,
            (None, None, Some((groups, _))) => groups.first().map_or(1, |group| group.column),
            (None, None, None) => 1,
        };
        let at = Position::new(line, column);
        if let Some(found) = foreign {
            let kind = ReadErrorKind::Cells { found: found * found, expected: self.shape };
            return Some(Finished::Fault(ReadError::new(at, kind)));
        }
        let marked = rows.iter().any(|row| row.groups.is_some());
        let mut cells = Vec::with_capacity(size * count);
        let has = |sides: Sides| rows.iter().any(|row| row.sides == sides);
        let is_open = has(Sides::Unframed) && !has(Sides::Framed);
        let empty = |row: &Row| row.cells.iter().any(|cell| cell.value == 0);
        let is_mixed = marked && rows.iter().any(|row| row.fault.is_some() || empty(row));
        for row in rows {
            if let Some(fault) = row.fault {
                return Some(Finished::Fault(fault));
            }
            if let Some((groups, fault)) = row.groups {
                if is_mixed {
                    return Some(Finished::Fault(fault));
                }
                for Group { set, column } in groups {
                    cells.extend(marks(size, set, Position::new(row.line, column)));
                }
                continue;
            }
            // No other row says that there is no frame: then this one may be two cells short.
            if row.sides == Sides::Open && !is_open {
                let column = row.cells.first().map_or(1, |cell| cell.column);
                let at = Position::new(row.line, column);
                return Some(Finished::Fault(ReadError::new(at, ReadErrorKind::Ambiguous)));
            }
            let place =
                |cell: &At| Cell { value: cell.value, at: Position::new(row.line, cell.column) };
            if marked {
                for cell in row.cells.iter().map(place) {
                    cells.extend(marks(size, set_of(cell.value), cell.at));
                }
            } else {
                cells.extend(row.cells.iter().map(place));
            }
        }
        if count != size {
            let kind = ReadErrorKind::Rows { found: count, expected: size };
            return Some(Finished::Fault(ReadError::new(at, kind)));
        }
        Some(Finished::Puzzle { cells, line, comment })
    }
}

/// The pencilmarks of a cell, as if they had been written out: a value for each digit.
pub(super) fn marks(size: usize, set: u64, at: Position) -> impl Iterator<Item = Cell> {
    // At most 64: the number fits.
    let value = move |index: usize| if set >> index & 1 == 0 { 0 } else { index as u8 + 1 };
    (0..size).map(move |index| Cell { value: value(index), at })
}
