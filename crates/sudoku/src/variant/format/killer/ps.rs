//! Killers as Perfect Sudoku, and JSudoku and SumoCue after it, write them: `3x3::k:` and a number a cell.

use super::{CELLS, SIZE, classic, only_boxes, parts, with_diagonals};
use crate::CellName;
use crate::variant::format::layout::{Places, lines};
use crate::variant::format::lost::Lost;
use crate::variant::format::{Entry, Format, Likeness, ReadError, WriteError};
use crate::variant::{Kind, Rule, Variant};

/// `3x3::k:` and 81 numbers, each of them 256 · sum + cage, with a colon behind each; `3x3:d:k:` if both
/// diagonals hold different digits as well.
///
/// Cells with the same cage, a number up to 255, are in one; a cell whose sum is 0 is in none. White space does not
/// matter; lines that begin with `#` are comments. There are no clues: a cage of one cell stands for one.
#[derive(Debug, Clone, Copy, Default)]
pub(in super::super) struct KillerPs;

const NAME: &str = "killer-ps";
const START: &str = "3x3:";

impl Format for KillerPs {
    fn name(&self) -> &'static str {
        NAME
    }

    fn description(&self) -> &'static str {
        "killers as 3x3::k: and 81 numbers, of Perfect Sudoku and JSudoku"
    }

    fn holds(&self, kind: Kind) -> bool {
        matches!(kind, Kind::Cage | Kind::Diagonal)
    }

    fn recognises(&self, text: &str) -> Likeness {
        let is_start = |line: &str| line.to_ascii_lowercase().starts_with(START);
        let mut lines = text.lines().map(|line| line.trim_start_matches('\u{feff}').trim());
        match lines.find(|line| !line.is_empty() && !line.starts_with('#')) {
            Some(line) if is_start(line) => Likeness::Certain,
            _ => Likeness::No,
        }
    }

    fn read(&self, text: &str) -> Vec<Result<Entry, ReadError>> {
        let places = Places::new(text);
        let mut starts = Vec::new();
        for (number, at, line) in lines(text) {
            let blank = line.len() - line.trim_start().len();
            let start = line.get(blank..blank + START.len());
            let is_start = start.is_some_and(|start| start.eq_ignore_ascii_case(START));
            let is_first = starts.is_empty() && !line[blank..].is_empty() && !line.starts_with('#');
            if is_start || is_first {
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
            only_boxes(variant, lost)?;
            lost.no_clues(variant)?;
            let parts = parts(variant, lost)?;
            if let Some(cage) = parts.cages.iter().find(|cage| cage.sum.is_none()) {
                let rule = &variant.rules().list()[cage.number];
                return Err(lost.rule_with(cage.number, rule, "no sum"));
            }
            text.push_str(if parts.diagonals { "3x3:d:k:" } else { "3x3::k:" });
            // Cages are numbered from 1, and cells without one after them.
            let mut next = parts.cages.len();
            for cage in &parts.cage_of {
                let number = match cage {
                    Some(cage) => {
                        let sum = u64::from(parts.cages[*cage].sum.unwrap_or(0));
                        256 * sum + *cage as u64 + 1
                    }
                    None => {
                        next += 1;
                        next as u64
                    }
                };
                text.push_str(&format!("{number}:"));
            }
            text.push('\n');
        }
        Ok(text)
    }
}

/// Reads the puzzle between two bytes of a text.
struct Reader<'t> {
    places: &'t Places<'t>,
    at: usize,
    end: usize,
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
            let is_line_start = self.places.text[..self.at].ends_with('\n') || self.at == 0;
            if c == '#' && is_line_start {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if c.is_whitespace() {
                self.at += c.len_utf8();
            } else {
                return Some(c);
            }
        }
    }

    /// A field, up to its colon or the end, without white space, and where it begins.
    fn field(&mut self) -> (usize, String) {
        let mut field = String::new();
        self.peek();
        let start = self.at;
        while let Some(c) = self.peek() {
            if c == ':' {
                break;
            }
            self.at += c.len_utf8();
            field.push(c);
        }
        (start, field)
    }

    /// The colon behind a field.
    fn colon(&mut self) -> Result<(), ReadError> {
        match self.peek() {
            Some(':') => {
                self.at += 1;
                Ok(())
            }
            Some(c) => self.error(self.at, format!("found `{c}`, expected `:`")),
            None => self.error(self.at, "found the end, expected `:`"),
        }
    }

    fn puzzle(&mut self) -> Result<Variant, ReadError> {
        let words: [(&[&str], &str); 3] =
            [(&["3x3"], "`3x3`"), (&["", "d"], "`d` or nothing"), (&["k"], "`k`")];
        let mut diagonals = false;
        for (index, (possible, expected)) in words.into_iter().enumerate() {
            let (at, field) = self.field();
            let field = field.to_ascii_lowercase();
            if !possible.contains(&field.as_str()) {
                let found: String = field.chars().take(20).collect();
                return self.error(at, format!("found `{found}`, expected {expected}"));
            }
            diagonals |= index == 1 && field == "d";
            self.colon()?;
        }
        // By cage: its sum, and its cells.
        let mut cages: Vec<(u64, Vec<usize>)> = vec![(0, Vec::new()); 256];
        for cell in 0..CELLS {
            let name = CellName { cell, size: SIZE };
            let (at, field) = self.field();
            if field.is_empty() && self.peek().is_none() {
                return self.error(at, format!("found {cell} numbers and the end, expected 81"));
            }
            let number = field.parse::<u64>().ok().filter(|number| number / 256 <= 10_000);
            let Some(number) = number.filter(|_| field.bytes().all(|b| b.is_ascii_digit())) else {
                let found: String = field.chars().take(20).collect();
                let message = format!("found `{found}` for {name}, expected 256 · sum + cage");
                return self.error(at, message);
            };
            let (sum, cage) = (number / 256, (number % 256) as usize);
            if sum > 0 {
                if !cages[cage].1.is_empty() && cages[cage].0 != sum {
                    let message = format!(
                        "the sum of cage {cage} is {sum} in {name} and {} before",
                        cages[cage].0
                    );
                    return self.error(at, message);
                }
                cages[cage].0 = sum;
                cages[cage].1.push(cell);
            }
            // The last colon may be missing.
            if cell + 1 < CELLS || self.peek() == Some(':') {
                self.colon()?;
            }
        }
        let end = self.at;
        if let Some(c) = self.peek() {
            let message = format!("found `{c}` after 81 numbers, expected the end or `3x3:`");
            return self.error(self.at, message);
        }
        cages.retain(|(_, cells)| !cells.is_empty());
        cages.sort_by(|a, b| a.1.cmp(&b.1));
        let mut rules = with_diagonals(classic(), diagonals);
        for (sum, cells) in cages {
            rules
                .add(Rule::killer(sum as u32, cells))
                .or_else(|e| self.error(end, e.to_string()))?;
        }
        Ok(Variant::new(rules))
    }
}
