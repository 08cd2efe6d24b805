//! Reading and writing puzzles.
//!
//! [`Reader`] takes a text with any number of puzzles in any mixture of layouts and hands them out
//! one by one, in memory that does not grow with the text. [`parse`] is for a text with exactly
//! one. The shape is given, never guessed.
//!
//! ```
//! use quadrille_sudoku::{Shape, format};
//!
//! let text = "\
//! 1...
//! ..3.
//! .4..
//! ...2
//!
//! .1....3.4......2  # the same kind, on one line
//! [[0,0,4,0],[1,0,0,0],[0,0,0,3],[0,1,0,0]]
//! ";
//! let shape = Shape::new(2, 2)?;
//! let entries: Vec<format::Entry> =
//!     format::Reader::new(text.as_bytes(), shape).collect::<Result<_, _>>()?;
//! assert_eq!(entries.iter().map(|entry| entry.line).collect::<Vec<_>>(), [1, 6, 7]);
//! assert_eq!(entries[1].comment.as_deref(), Some("the same kind, on one line"));
//! assert_eq!(format::line(&entries[2].puzzle).to_string(), "..4.1......3.1..");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Cells
//!
//! An empty cell is one of `. 0 _ * - ?`. The digits are `1`-`9`, then `A`-`Z`, then `a`-`z`; case
//! matters only above size 35. From size 10 on, numbers of one or two digits with blanks, commas,
//! semicolons, tabs or bars between them are read as well, and above size 61 only those. Where the
//! size is at most 9, a letter is an error.
//!
//! # Layouts, in the order in which they are tried
//!
//! For each line outside a puzzle:
//!
//! 1. **One line**: a first word of n² cells, or of n³ [pencilmarks](self#pencilmarks), in quotes or not. What follows behind a blank, `#`,
//!    `,` or `;` is the comment; so in `puzzle,solution` the solution is. A header line such as
//!    `puzzle,solution` or `id,puzzle,solution` is skipped, and says in which column the puzzles
//!    are. From size 4 on, a number such as `12` or `12.` may stand before a puzzle with which the
//!    line ends; it becomes the comment.
//! 2. **Comments**: lines that begin with `#`, `//`, `;` or `%`, and what stands between `/*` at
//!    the start of a line and `*/`, be it on another line. Of sections such as `[Puzzle]`,
//!    `[State]` only the lines under `[Puzzle]` are read.
//! 3. **Surroundings**, which are skipped: lines of markup (three backticks, `<pre>`, `[code]`),
//!    statements and block heads of a program that hold no list, and n or n² names of columns
//!    before rows. They end the rows before them.
//! 4. **Brackets**: a line with `[`, `{` or `((` (but `[5]` around a single cell is decoration, see
//!    5). What stands before it on that line is skipped, such as `board =` or `new int[][]`. Read
//!    are lists of n strings of n cells; of n lists of n cells, be they numbers, characters, `null`,
//!    `None` or `""`; of n² cells; of such puzzles, or of strings of n² cells; top-level lists of n
//!    cells, n of them one after the other; and JSON objects. These have the puzzle under one of
//!    the keys `puzzle`, `quiz`, `question`, `sudoku`, `board`, `grid` and `givens`, or (but for
//!    `givens`) the plural, in any case; of several such keys, the first counts. If an object has a
//!    `box`, it must be that of the shape; other keys are ignored. `[`, `{`, `(`, commas, semicolons
//!    and blanks are taken as NumPy, Java, C, MATLAB or Python write them; comments (`#`, `//`,
//!    `/* */`) and trailing commas are skipped.
//! 5. **Rows**: n lines of n cells. Blanks, `|` and its kin, `:`, brackets and quotes around
//!    cells are skipped. If commas, semicolons, tabs or bars make exactly n fields, each is a cell,
//!    and a blank one is empty; see below. Blank lines may stand between the bands. Comments may
//!    follow behind `#`, `//` or `/*`. A line of n² numbers or fields is a puzzle. In sizes up to 9 the
//!    cells may be groups of candidates: see below.
//! 6. **Titles**, such as `Grid 01` or `Easy:`: words, and a number or a colon at the end. They
//!    become the comment of the rows that follow.
//!
//! Fields win over words, and words over characters: `10,,2,3,4,5,6,7,8,9` is a row of size 10,
//! though it has ten characters too. Cells without separators stand in words of equal length. Where
//! empty fields make another number than n or n², the row is an error, whatever is in the others.
//! Bars at both ends of a row stand around it, unless there are blanks before the first one, just
//! the cells that the row lacks would be outside, and another row shows that there is no frame. `||` is a double line or has an empty cell inside,
//! and a bar at one end only may have one beside it: if both ways fit and differ, the row is
//! [ambiguous](ReadErrorKind::Ambiguous). A line that begins with `;` is a row only if its fields
//! are cells; if they are all blank, in sizes up to 5 only if other such rows stand before it. A line of tabs is
//! a row if it has as many as n or n² empty cells have between them, and in sizes up to 5 only if
//! other such rows stand before it.
//!
//! A line of `-` can be a border or a row of empty cells. It is a border if it has a `+`, `=`
//! or line-drawing character, `:` or `'`, if `.` or `*` stand beside a run of `-`, or if the
//! number of `-` is not n. It is a row if the n `-` have blanks between them. What remains,
//! exactly n `-` (with bars or not), is a row if the puzzle's other rows write their empty cells
//! as `-`, and a border if they write them otherwise; if no other row has an empty cell, the
//! number of rows decides. The same holds for `_`.
//!
//! # Pencilmarks
//!
//! A puzzle may say of each cell which digits it may hold (a *Sukaku*). Two layouts have that:
//!
//! - **n³ characters**, 729 for 9×9, in the place of the n² cells of a line, of a string in brackets or of the
//!   value of `puzzle`: for each cell in reading order n of them, each the digit whose place it is, if it is
//!   a candidate, else one of `. 0 _ * - ?`. A whole line of symbols other than `.` and `0` is a border.
//!   Above size 61: n³ numbers, 0 for a digit that is no candidate.
//! - **Groups**, in sizes from 2 to 9: n rows of n words of one digit or several different ones, in a frame or not, as
//!   Sudoku Explainer and HoDoKu print them: `| 4 1679 12679 | 139 2369 269 | 8 1239 5 |`; or n² such words on
//!   a line. No cell may be empty: so `12` among the rows of a puzzle with empty cells is an error.
//!
//! A cell with one candidate is a clue. Pencilmarks need not make sense: a cell without a candidate, or two
//! cells of a house with the same single one, which is no clue then, make a puzzle without solution and no
//! error. Pencilmarks that are all digits wherever there is no clue are an ordinary puzzle. See
//! [`Puzzle::from_candidates`](crate::Puzzle::from_candidates).
//!
//! # What is refused
//!
//! Everything else, with line, column, what was found and what was expected: see
//! [`ReadErrorKind`]. Nothing is repaired, no row is padded or cut, and clues that clash (but not
//! pencilmarks) are an error, as is a digit in the place of another among pencilmarks. A wrong puzzle is one error, so that with the puzzles it keeps the order and the number
//! of those in the text, and the rest of the text is still read: from the next line after a puzzle
//! on one line, after the block for rows, and after the puzzle's closing bracket in brackets. If
//! that is missing, reading goes on at the next line that can only be the start of a puzzle. A line
//! that cannot have been meant as a row, such as a sentence, is no part of the rows below and above
//! it; several of them without a blank line between are one error. To keep memory bounded, a line
//! outside brackets has at most 1 MiB, and a bracket must close, or come to its next puzzle, within
//! 1 MiB.
//!
//! # Writing
//!
//! [`line()`], [`rows`], [`grid`] and [`json`] write a grid in one of four layouts, [`pencilmarks`] its
//! candidates, and [`Layout`] lets a user choose among them by name. What they write, the reader reads. All
//! but `grid`, which draws the clues, write the pencilmarks of a puzzle that has such.

mod around;
mod block;
mod brackets;
mod draw;
mod entry;
pub(crate) mod error;
mod frame;
mod groups;
mod lines;
mod nesting;
mod reader;
pub(crate) mod scan;
pub(crate) mod symbols;
pub(crate) mod text;
mod words;
mod write;

#[cfg(test)]
mod tests;

use std::fmt;
use std::str::FromStr;

use crate::shape::Shape;

pub use draw::{Drawing, grid};
pub use entry::Entry;
pub use error::{Position, ReadError, ReadErrorKind};
pub use reader::Reader;
pub(crate) use symbols::Symbols;
pub use symbols::{MAX_SYMBOLS, symbol};
pub use write::{Json, Line, Rows, json, line, pencilmarks, rows};

/// Reads a text that holds exactly one puzzle, in any layout.
///
/// ```
/// use quadrille_sudoku::{Shape, format};
///
/// let entry = format::parse("1...\n..3.\n.4..\n...2", Shape::new(2, 2)?)?;
/// assert_eq!(entry.puzzle.clue_count(), 4);
/// assert_eq!(entry.layout, format::Layout::Grid);
///
/// let error = format::parse("", Shape::CLASSIC).unwrap_err();
/// assert!(matches!(error.kind(), format::ReadErrorKind::NoPuzzle));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The first error of the text; else, if it has no puzzle or more than one, that.
pub fn parse(text: &str, shape: Shape) -> Result<Entry, ReadError> {
    let mut reader = Reader::new(text.as_bytes(), shape);
    let Some(entry) = reader.next() else {
        return Err(ReadError::new(Position::new(1, 1), ReadErrorKind::NoPuzzle));
    };
    let entry = entry?;
    match reader.next() {
        None => Ok(entry),
        Some(Ok(second)) => {
            Err(ReadError::new(Position::new(second.line, 1), ReadErrorKind::SecondPuzzle))
        }
        Some(Err(error)) => Err(error),
    }
}

/// How a puzzle is written, or was found.
///
/// ```
/// use quadrille_sudoku::format::Layout;
///
/// assert_eq!("rows".parse(), Ok(Layout::Rows));
/// assert_eq!(Layout::ALL.map(Layout::name), ["line", "rows", "grid", "json", "pencilmarks"]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Layout {
    /// All cells on one line. See [`line()`].
    Line,
    /// A list of rows, or of cells, in brackets. See [`rows`].
    Rows,
    /// A line for each row, drawn or plain. See [`grid`].
    Grid,
    /// An object with a `puzzle`. See [`json`].
    Json,
    /// All candidates of all cells on one line. See [`pencilmarks`].
    Pencilmarks,
}

impl Layout {
    /// All layouts, in the order in which they are listed to users.
    pub const ALL: [Layout; 5] =
        [Layout::Line, Layout::Rows, Layout::Grid, Layout::Json, Layout::Pencilmarks];

    /// The name, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Layout::Line => "line",
            Layout::Rows => "rows",
            Layout::Grid => "grid",
            Layout::Json => "json",
            Layout::Pencilmarks => "pencilmarks",
        }
    }

    /// One line that says what it looks like.
    pub fn description(self) -> &'static str {
        match self {
            Layout::Line => "all cells on one line, '.' for an empty one",
            Layout::Rows => "a JSON array of one string a row",
            Layout::Grid => "drawn with lines around the boxes",
            Layout::Json => "a JSON object with the puzzle, its size and its solutions",
            Layout::Pencilmarks => {
                "all candidates on one line, n for each cell, '.' for a digit that is none"
            }
        }
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Layout {
    type Err = UnknownLayout;

    fn from_str(name: &str) -> Result<Self, UnknownLayout> {
        let found = Layout::ALL.into_iter().find(|layout| layout.name() == name);
        found.ok_or_else(|| UnknownLayout(name.to_owned()))
    }
}

/// A name that is no [`Layout`]'s.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("found layout {0:?}, expected line, rows, grid, json or pencilmarks")]
pub struct UnknownLayout(String);
