//! Killers, jigsaws, and both at once, as SumoCue writes them: `SumoCueV1=` and 81 entries.

use super::{CELLS, SIZE, classic, parts, with_diagonals};
use crate::CellName;
use crate::variant::format::layout::{Places, lines, region_numbers, regions, short_region};
use crate::variant::format::lost::Lost;
use crate::variant::format::{Entry, Format, Likeness, ReadError, WriteError};
use crate::variant::{Board, Kind, Regions, Rule, Variant};

/// `SumoCueV1`, or `SumoCueV1D` if both diagonals hold different digits, and an entry for each of the 81 cells: `=17` is
/// the first cell of a cage with that sum, `+0` is in the cage whose first cell is number 0 in reading order. `J0` to
/// `J8` behind each of them are the regions of a jigsaw.
///
/// `=0` is in no cage, or the first of a cage without sum. Where there is no `+`, there are no cages but clues: `=5` is a
/// given 5. So a puzzle with both cannot be written, nor one whose cages all have one cell. White space does not matter;
/// lines that begin with `#` are comments.
#[derive(Debug, Clone, Copy, Default)]
pub(in super::super) struct KillerSumoCue;

const NAME: &str = "killer-sumocue";
const START: &str = "SumoCueV1";

impl Format for KillerSumoCue {
    fn name(&self) -> &'static str {
        NAME
    }

    fn description(&self) -> &'static str {
        "killers and jigsaws as SumoCueV1= and 81 entries, of SumoCue and JSudoku"
    }

    fn holds(&self, kind: Kind) -> bool {
        matches!(kind, Kind::Cage | Kind::Diagonal)
    }

    fn recognises(&self, text: &str) -> Likeness {
        let first = lines(text).map(|(_, _, line)| line.trim());
        match first.into_iter().find(|line| !line.is_empty() && !line.starts_with('#')) {
            Some(line) if is_start(line) => Likeness::Certain,
            _ => Likeness::No,
        }
    }

    fn read(&self, text: &str) -> Vec<Result<Entry, ReadError>> {
        let places = Places::new(text);
        let mut starts = Vec::new();
        for (number, at, line) in lines(text) {
            let words = line.trim_start();
            let is_first = starts.is_empty() && !words.is_empty() && !words.starts_with('#');
            if is_start(words) || is_first {
                starts.push((number, at));
            }
        }
        let ends = starts.iter().skip(1).map(|&(_, at)| at).chain([text.len()]);
        let puzzle = |((line, at), end): ((usize, usize), usize)| {
            Ok(Entry::new(Reader { places: &places, at, end }.puzzle()?, line))
        };
        starts.iter().copied().zip(ends).map(puzzle).collect()
    }

    fn write(&self, puzzles: &[Variant]) -> Result<String, WriteError> {
        let mut text = String::new();
        for (index, variant) in puzzles.iter().enumerate() {
            let lost = Lost::new(index, NAME);
            let parts = parts(variant, lost)?;
            let list = variant.rules().list();
            let has_cages = parts.cages.iter().any(|cage| cage.cells.len() > 1);
            if has_cages {
                lost.no_clues(variant)?;
            } else if let Some(cage) = parts.cages.first() {
                let what = "no cage has more than one cell";
                return Err(lost.rule_with(cage.number, &list[cage.number], what));
            }
            let board = variant.board();
            let is_classic = *board == classic();
            let region_of = region_numbers(board);
            if !is_classic && region_of.contains(&None) {
                return Err(lost.error("cells that are in no region"));
            }
            if let Some(cells) = short_region(board) {
                return Err(lost.error(format!("a region of {cells} cells, in place of 9")));
            }
            text.push_str(START);
            if parts.diagonals {
                text.push('D');
            }
            for (cell, region) in region_of.iter().enumerate() {
                let entry = match parts.cage_of[cell].map(|cage| &parts.cages[cage]) {
                    None => format!("={}", variant.values()[cell]),
                    Some(cage) if cage.cells[0] == cell => {
                        format!("={}", cage.sum.unwrap_or(0))
                    }
                    Some(cage) => format!("+{}", cage.cells[0]),
                };
                text.push_str(&entry);
                if let Some(region) = region.filter(|_| !is_classic) {
                    text.push_str(&format!("J{region}"));
                }
            }
            text.push('\n');
        }
        Ok(text)
    }
}

fn is_start(line: &str) -> bool {
    line.get(..START.len()).is_some_and(|start| start.eq_ignore_ascii_case(START))
}

/// Reads the puzzle between two bytes of a text.
struct Reader<'t> {
    places: &'t Places<'t>,
    at: usize,
    end: usize,
}

/// A cage: its sum, if it has one, and its cells.
type SumAndCells = (Option<u32>, Vec<usize>);

/// What is said of a cell.
struct Cell {
    at: usize,
    /// Whether it is the first of a cage or in none.
    is_first: bool,
    /// The sum, or the first cell.
    number: u32,
    region: Option<u32>,
}

impl Reader<'_> {
    fn error<T>(&self, at: usize, message: impl Into<String>) -> Result<T, ReadError> {
        Err(self.places.error(at, message))
    }

    /// The next character that is not white space and not in a comment.
    fn peek(&mut self) -> Option<char> {
        loop {
            let rest = &self.places.text[self.at..self.end];
            let c = rest.chars().next()?;
            if c == '#' && (self.at == 0 || self.places.text[..self.at].ends_with('\n')) {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if c.is_whitespace() || c == '\u{feff}' {
                self.at += c.len_utf8();
            } else {
                return Some(c);
            }
        }
    }

    /// What is next, in words.
    fn found(&mut self) -> String {
        self.peek().map_or("the end".to_owned(), |c| format!("`{c}`"))
    }

    /// A number of up to five digits.
    fn number(&mut self, what: &str) -> Result<u32, ReadError> {
        let (mut number, mut digits) = (0, 0);
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)).filter(|_| digits < 5) {
            number = number * 10 + digit;
            digits += 1;
            self.at += 1;
        }
        match digits {
            0 => {
                let found = self.found();
                self.error(self.at, format!("found {found}, expected {what}"))
            }
            _ => Ok(number),
        }
    }

    fn puzzle(&mut self) -> Result<Variant, ReadError> {
        self.peek();
        let start = self.at;
        if !is_start(&self.places.text[start..self.end]) {
            let found = self.found();
            return self.error(start, format!("found {found}, expected `{START}`"));
        }
        self.at += START.len();
        let has_diagonals = matches!(self.peek(), Some('D' | 'd'));
        if has_diagonals {
            self.at += 1;
        }
        let cells = self.cells()?;
        let board = match cells[0].region {
            None => classic(),
            Some(_) => {
                let names: Vec<_> = cells.iter().map(|cell| cell.region).collect();
                let regions = regions(SIZE, &names).or_else(|cell| {
                    let name = names[cell].unwrap_or(0);
                    self.error(cells[cell].at, format!("region J{name} has more than 9 cells"))
                })?;
                if let Regions::Irregular(list) = &regions
                    && let Some(short) = list.iter().find(|list| list.len() < SIZE)
                {
                    let name = names[short[0]].unwrap_or(0);
                    let message =
                        format!("region J{name} has {} cells, expected {SIZE}", short.len());
                    return self.error(cells[short[0]].at, message);
                }
                Board::new(SIZE, regions).or_else(|e| self.error(start, e.to_string()))?
            }
        };
        let mut variant = Variant::new(with_diagonals(board.clone(), has_diagonals));
        if cells.iter().all(|cell| cell.is_first) {
            for (index, cell) in cells.iter().enumerate() {
                let value = u8::try_from(cell.number).unwrap_or(u8::MAX);
                variant
                    .set(index, value)
                    .or_else(|error| self.error(cell.at, error.to_string()))?;
            }
            return Ok(variant);
        }
        let mut rules = variant.rules().clone();
        for (sum, list) in self.cages(&cells)? {
            let at = cells[list[0]].at;
            let cage = Rule::Cage { cells: list, sum, repeats: false };
            rules.add(cage).or_else(|error| self.error(at, error.to_string()))?;
        }
        variant = Variant::new(rules);
        Ok(variant)
    }

    fn cells(&mut self) -> Result<Vec<Cell>, ReadError> {
        let mut cells: Vec<Cell> = Vec::with_capacity(CELLS);
        while cells.len() < CELLS {
            let name = CellName { cell: cells.len(), size: SIZE };
            let is_first = match self.peek() {
                Some('=') => true,
                Some('+') => false,
                _ => {
                    let found = self.found();
                    let message = format!("found {found}, expected `=` or `+` for {name}");
                    return self.error(self.at, message);
                }
            };
            let at = self.at;
            self.at += 1;
            let what = if is_first { "a sum" } else { "the number of a cell" };
            let number = self.number(what)?;
            let mut region = None;
            if matches!(self.peek(), Some('J' | 'j')) {
                let at = self.at;
                self.at += 1;
                let number = self.number("a region, 0 to 8")?;
                if number >= SIZE as u32 {
                    return self.error(at, format!("found J{number}, expected J0 to J8"));
                }
                region = Some(number);
            }
            if let Some(first) = cells.first()
                && first.region.is_some() != region.is_some()
            {
                let message = match region {
                    Some(_) => format!("found a region for {name}, and none for r1c1"),
                    None => format!("found no region for {name}, expected `J`"),
                };
                return self.error(at, message);
            }
            cells.push(Cell { at, is_first, number, region });
        }
        match self.peek() {
            Some(c) => {
                self.error(self.at, format!("found `{c}` after 81 entries, expected the end"))
            }
            None => Ok(cells),
        }
    }

    /// The cages that there are: sum and cells.
    fn cages(&self, cells: &[Cell]) -> Result<Vec<SumAndCells>, ReadError> {
        let mut members: Vec<Vec<usize>> = vec![Vec::new(); CELLS];
        for (index, cell) in cells.iter().enumerate() {
            let first = if cell.is_first { index } else { cell.number as usize };
            match cells.get(first) {
                Some(other) if other.is_first => members[first].push(index),
                Some(_) => {
                    let message = format!("cell {first} is not the first of a cage");
                    return self.error(cell.at, message);
                }
                None => {
                    let message = format!("found cell {first}, expected 0 to {}", CELLS - 1);
                    return self.error(cell.at, message);
                }
            }
        }
        let mut cages = Vec::new();
        for (first, list) in members.into_iter().enumerate() {
            let sum = cells[first].number;
            match list.len() {
                0 => {}
                1 if sum == 0 => {}
                _ => cages.push(((sum > 0).then_some(sum), list)),
            }
        }
        cages.sort_by(|a, b| a.1.cmp(&b.1));
        Ok(cages)
    }
}
