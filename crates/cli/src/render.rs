//! How puzzles and solutions are written: text in one of the layouts of `quadrille_sudoku::format`,
//! or JSON, an object a line.

use std::fmt::Display;
use std::io::{self, Write};

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use quadrille_sudoku::format::{self, Layout};
use quadrille_sudoku::{Given, Grid, Puzzle};
use serde::{Serialize, Serializer};

use crate::input::Fault;

/// Why `dd` is named where `auto` has picked another strategy to visit solutions.
pub(crate) const DONE_FIRST: &str =
    "it took turns with the strategy that visits, and was done first";

/// A layout, as an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Line,
    Rows,
    Grid,
    Json,
}

impl Format {
    fn layout(self) -> Layout {
        match self {
            Format::Line => Layout::Line,
            Format::Rows => Layout::Rows,
            Format::Grid => Layout::Grid,
            Format::Json => Layout::Json,
        }
    }

    fn help(self) -> &'static str {
        match self {
            // Here the object says more than the layout does.
            Format::Json => "a JSON object a line: the puzzle, its solutions, what became of it",
            _ => self.layout().description(),
        }
    }
}

impl ValueEnum for Format {
    fn value_variants<'a>() -> &'a [Self] {
        &[Format::Line, Format::Rows, Format::Grid, Format::Json]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.layout().name()).help(self.help()))
    }
}

/// How solutions are written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Style {
    pub(crate) format: Format,
    /// Whether clues are told from what was found by colours.
    pub(crate) colour: bool,
}

/// Takes the layouts that need no more than a solution.
pub(crate) fn text_formats() -> impl TypedValueParser<Value = Format> {
    let text = [Format::Line, Format::Rows, Format::Grid];
    let values: Vec<PossibleValue> = text.iter().filter_map(ValueEnum::to_possible_value).collect();
    PossibleValuesParser::new(values).try_map(|name| Format::from_str(&name, false))
}

/// A grid, or a puzzle with its pencilmarks, on one line.
pub(crate) fn line<'a>(puzzle: impl Into<Given<'a>>) -> String {
    format::line(puzzle).to_string()
}

/// Writes a verified solution, the `number`th of its puzzle, from 1; in JSON as an element of the
/// list that [`json_open`] began.
pub(crate) fn solution(
    out: &mut impl Write,
    style: Style,
    puzzle: &Puzzle,
    values: &[u8],
    number: u64,
) -> io::Result<()> {
    if style.format == Format::Line
        && let Ok(values) = <&[u8; 81]>::try_from(values)
        && puzzle.shape().size() == 9
    {
        // Nearly all lines of large files.
        let mut line = [b'\n'; 82];
        for (symbol, value) in line.iter_mut().zip(values) {
            *symbol = b'0' + value;
        }
        return out.write_all(&line);
    }
    let grid = Grid::from_values(puzzle.shape(), values).map_err(io::Error::other)?;
    match style.format {
        Format::Line => writeln!(out, "{}", format::line(&grid)),
        Format::Rows => writeln!(out, "{}", format::rows(&grid)),
        Format::Grid => {
            if number > 1 {
                writeln!(out)?;
            }
            writeln!(out, "{}", format::grid(&grid).clues(puzzle).colour(style.colour))
        }
        Format::Json => {
            let comma = if number > 1 { "," } else { "" };
            write!(out, "{comma}\"{}\"", format::line(&grid))
        }
    }
}

/// Writes an object on a line.
pub(crate) fn json_line(out: &mut impl Write, object: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, object)?;
    writeln!(out)
}

/// What stands in the place of the answer where there is no puzzle.
pub(crate) fn invalid(out: &mut impl Write, fault: &Fault, json: bool) -> io::Result<()> {
    if json {
        return json_line(out, &Invalid::of(fault));
    }
    writeln!(out, "invalid: {}", fault.message)
}

/// A number of solutions in JSON: a string of its digits, since it may be larger than what many readers
/// of JSON take for a number.
pub(crate) fn count<S: Serializer>(count: &impl Display, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(count)
}

/// Begins an object with the fields of `head`, and in it a list of that name. Solutions are written
/// as they are found: there may be more than fit in memory.
pub(crate) fn json_open(out: &mut impl Write, head: &impl Serialize, list: &str) -> io::Result<()> {
    let head = serde_json::to_string(head)?;
    write!(out, "{},\"{list}\":[", head.strip_suffix('}').unwrap_or(&head))
}

/// Ends the list, and the object with the fields of `tail`.
pub(crate) fn json_close(out: &mut impl Write, tail: &impl Serialize) -> io::Result<()> {
    let tail = serde_json::to_string(tail)?;
    writeln!(out, "],{}", tail.strip_prefix('{').unwrap_or(&tail))
}

/// The object in the place of an entry that is no puzzle.
#[derive(Debug, Serialize)]
pub(crate) struct Invalid<'a> {
    source: &'a str,
    line: Option<usize>,
    column: Option<usize>,
    verdict: &'static str,
    reason: &'a str,
}

impl<'a> Invalid<'a> {
    pub(crate) fn of(fault: &'a Fault) -> Self {
        Invalid {
            source: &fault.source,
            line: fault.position.map(|(line, _)| line),
            column: fault.position.map(|(_, column)| column),
            verdict: "invalid",
            reason: &fault.message,
        }
    }
}
