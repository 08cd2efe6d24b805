//! The constraint strings of sigh's Interactive Sudoku Solver, and its links.
//!
//! ```text
//! .Shape~6x6.Cage~10~R1C1~R1C2~R2C2.Thermo~R4C1~R4C2~R4C3.Diagonal~1.~R1C6_2~R3C3_1_4
//! ```
//!
//! A dot before each constraint, a tilde before each of its arguments; givens have no name. Rows and columns from 10 on
//! are one character, `a` to `g`. White space does not matter, lines that begin with `#` are comments. As in
//! that program, parts with a blank line between belong to one puzzle, and a part may be a bare layout:
//! n² values, with A for 1 from size 10 on; n² regions, or both one after the other; numbers in rows; n³ candidates; the
//! `killer-ps` and `killer-direction` formats. A link, `…?q=` and a string, is a puzzle of its own on its line;
//! several puzzles are written as links.
//!
//! Some rules come back in another form that means the same: a clone of several cells as one for each of them, a
//! little killer clue from the other end, a little killer that is no diagonal as a sum.

mod board;
mod layouts;
mod lines;
mod read;
mod section;
mod write;

use self::section::{Section, is_constraint, puzzles};
use super::layout::Places;
use super::{Entry, Format, Likeness, ReadError, WriteError, all};
use crate::variant::{Kind, Variant};

const NAME: &str = "iss";
const ADDRESS: &str = "https://sigh.github.io/Interactive-Sudoku-Solver/?q=";

/// The largest grid that the program has.
const MOST: usize = 16;

/// The format of the Interactive Sudoku Solver.
#[derive(Debug, Clone, Copy)]
pub(super) struct Iss;

impl Format for Iss {
    fn name(&self) -> &'static str {
        NAME
    }

    fn description(&self) -> &'static str {
        "constraint strings of the Interactive Sudoku Solver: .Cage~10~R1C1~R1C2"
    }

    fn holds(&self, kind: Kind) -> bool {
        !matches!(
            kind,
            Kind::Chess | Kind::Even | Kind::Odd | Kind::Minimum | Kind::Maximum | Kind::Automaton
        )
    }

    fn holds_marks(&self) -> bool {
        true
    }

    fn recognises(&self, text: &str) -> Likeness {
        let mut lines = text.lines().map(|line| line.trim_start_matches('\u{feff}').trim());
        // Elsewhere it may be a remark on where a puzzle is from.
        let is_link =
            |line: &str| line.starts_with("http") && line.contains("Interactive-Sudoku-Solver");
        match lines.find(|line| !line.is_empty() && !line.starts_with('#')) {
            Some(line) if is_link(line) || is_constraint(line) => Likeness::Certain,
            _ => Likeness::No,
        }
    }

    fn read(&self, text: &str) -> Vec<Result<Entry, ReadError>> {
        all(|receive| self.read_each(text, receive))
    }

    fn read_each(&self, text: &str, receive: &mut dyn FnMut(Result<Entry, ReadError>) -> bool) {
        let places = Places::new(text);
        let entry = |(line, sections): (usize, Result<Vec<Section>, ReadError>)| {
            Ok(Entry::new(read::puzzle(&places, &sections?)?, line))
        };
        // Whether it had enough is its own affair.
        let _ = puzzles(&places).into_iter().map(entry).all(receive);
    }

    fn write(&self, puzzles: &[Variant]) -> Result<String, WriteError> {
        let mut text = String::new();
        for (index, variant) in puzzles.iter().enumerate() {
            let line = write::string(variant, super::lost::Lost::new(index, NAME))?;
            if puzzles.len() > 1 {
                text.push_str(ADDRESS);
            }
            text.push_str(&line);
            text.push('\n');
        }
        Ok(text)
    }
}
