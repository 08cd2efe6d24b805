//! The cases that the suites run: TOML files under `cases/`, part of the crate.
//!
//! Each file holds one family as a list of `[[case]]` tables; what the fields mean stands with [`CoverCase`],
//! [`SudokuCase`] and [`TextCase`]. Every count is confirmed by this crate's own tests: by the brute-force oracle, or,
//! where that would take too long, by the second means that the case states in `confirmed`.
//!
//! [`malformed`](malformed()) are whole files with faults, and the message to each.

mod load;
mod malformed;

use std::sync::OnceLock;

use crate::instance::Instance;
use crate::sudoku::SudokuPuzzle;

pub use malformed::{Format, Malformed, malformed};

/// An exact-cover problem and what is to come of it.
///
/// In the file: `name`, `why` (what the case is there to catch), `primary`, `secondary` and `options` in the
/// [compact notation](crate::compact), and either `count` or `error`. Optional: `solutions`, `cheapest`, `tags`,
/// `confirmed`.
#[derive(Clone, Debug)]
pub struct CoverCase {
    /// A name that no other cover case has.
    pub name: String,
    /// What the case is there to catch.
    pub why: String,
    /// The tags of the file, and these: `secondary`, `colour`, `multiplicity`, `cost` by what the problem uses; `large`
    /// if it has more than 50 options. A case that expects an error has the tag `error` and none of these.
    pub tags: Vec<String>,
    /// The problem.
    pub instance: Instance,
    /// The number of solutions, or the kind of error.
    pub expected: Result<u64, String>,
    /// All solutions, sorted, if the file lists them.
    pub solutions: Option<Vec<Vec<usize>>>,
    /// The costs of the cheapest solutions in ascending order, if the file lists them.
    pub cheapest: Option<Vec<u64>>,
    /// By what means the count is known, if it is beyond the oracle.
    pub confirmed: Option<String>,
}

/// A sudoku puzzle and its number of solutions.
///
/// In the file: `name`, `why`, `puzzle` (a character a cell), `count`. Optional: `box` as `[rows, columns]`, 3 by 3
/// unless stated; `solution`, if there is exactly one; `tags`; `contradictory`; `slow`; `confirmed`.
#[derive(Clone, Debug)]
pub struct SudokuCase {
    /// A name that no other sudoku case has.
    pub name: String,
    /// What the case is there to catch.
    pub why: String,
    /// The tags of the file, and these: `9x9`, or `not-9x9` and the size as in `16x16`; `multiple` if there are several
    /// solutions, `none` if there are none; `contradictory`.
    pub tags: Vec<String>,
    /// The puzzle.
    pub puzzle: SudokuPuzzle,
    /// The number of solutions.
    pub count: u64,
    /// The solution, if the file has it; there is no other then.
    pub solution: Option<Vec<u8>>,
    /// Whether the givens contradict each other, so that refusing the puzzle is right too.
    pub contradictory: bool,
    /// The engines for which this case would take too long. The file says why.
    pub slow: Vec<String>,
    /// By what means the count is known, if it is beyond the filler in reading order.
    pub confirmed: Option<String>,
}

/// A text in the DLX format and what a reader is to make of it.
///
/// In the file: `name`, `why`, `input`, and either `count` or `error` as a table of `line`, `column`, `kind`. Optional:
/// `names`, `costs`, `tags`.
#[derive(Clone, Debug)]
pub struct TextCase {
    /// A name that no other text case has.
    pub name: String,
    /// What the case is there to catch.
    pub why: String,
    /// The tags of the file; a case that expects an error has the tag `error` as well.
    pub tags: Vec<String>,
    /// The text.
    pub input: String,
    /// The number of solutions of the problem that is read, or where and why the text is refused.
    pub expected: Result<u64, TextError>,
    /// The names of the items, primary ones first, if the file lists them.
    pub names: Option<Vec<String>>,
    /// The cost of each option, if the file lists them.
    pub costs: Option<Vec<u64>>,
}

/// Where and why a text is to be refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// The line, from 1; `None` where no line can be blamed.
    pub line: Option<usize>,
    /// The column where the word that is at fault begins, from 1, in characters; a byte order mark is not one.
    pub column: Option<usize>,
    /// One of [`crate::dlx::KINDS`].
    pub kind: String,
}

/// All exact-cover cases.
///
/// # Panics
///
/// When a case file of this crate is malformed.
pub fn cover() -> &'static [CoverCase] {
    static CASES: OnceLock<Vec<CoverCase>> = OnceLock::new();
    CASES.get_or_init(|| load::all(load::COVER, load::cover))
}

/// All sudoku cases.
///
/// # Panics
///
/// When a case file of this crate is malformed.
pub fn sudoku() -> &'static [SudokuCase] {
    static CASES: OnceLock<Vec<SudokuCase>> = OnceLock::new();
    CASES.get_or_init(|| load::all(load::SUDOKU, load::sudoku))
}

/// All text cases.
///
/// # Panics
///
/// When a case file of this crate is malformed.
pub fn text() -> &'static [TextCase] {
    static CASES: OnceLock<Vec<TextCase>> = OnceLock::new();
    CASES.get_or_init(|| load::all(load::TEXT, load::text))
}

/// Reads exact-cover cases from TOML, in the form of this crate's files, for cases of the caller's own.
///
/// # Errors
///
/// A sentence that names the case and says what is wrong with it.
///
/// # Examples
///
/// ```
/// let cases = quadrille_testkit::cases::parse_cover(r#"
///     [[case]]
///     name = "two-ways"
///     why = "an example"
///     primary = "a b"
///     options = ["a b", "a", "b"]
///     count = 2
/// "#)?;
/// assert_eq!(cases[0].expected, Ok(2));
/// # Ok::<(), String>(())
/// ```
pub fn parse_cover(toml: &str) -> Result<Vec<CoverCase>, String> {
    load::cover(toml)
}

/// [`parse_cover`] for sudoku cases.
///
/// # Errors
///
/// A sentence that names the case and says what is wrong with it.
pub fn parse_sudoku(toml: &str) -> Result<Vec<SudokuCase>, String> {
    load::sudoku(toml)
}
