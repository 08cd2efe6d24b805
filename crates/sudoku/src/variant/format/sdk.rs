//! `sdk`: a puzzle of SudoCue, SadMan or JSudoku: rows, with information in lines that begin with `#`.
//!
//! | line | is |
//! |---|---|
//! | `#A` | the author |
//! | `#D` | the description: the title |
//! | `#C` | a comment: a line of the text |
//! | `#B` | the date of publication: a line of the text |
//! | `#S`, `#U` | the source, its address |
//! | `#L` | the level |
//!
//! The rows may stand under `[Puzzle]`. Under `[State]` is what has been solved, which becomes a mark with that digit
//! alone, and under `[PencilMarks]` the candidates of each cell, separated by commas or blanks; nothing, `.` or `0` is
//! none noted. Other sections are skipped. Sizes that the number of rows determines.

use super::plain::{self, Limits, Marks, Shapes, Token};
use super::{Entry, Format, Likeness, ReadError, WriteError};
use crate::candidates::set_of;
use crate::format::symbols::{MAX_SYMBOLS, Symbols};
use crate::format::text::section;
use crate::grid::CellName;
use crate::shape::MAX_SIZE;
use crate::variant::{Info, Kind, Variant};

/// The format `sdk`.
#[derive(Debug)]
pub(super) struct Sdk;

impl Format for Sdk {
    fn name(&self) -> &'static str {
        "sdk"
    }

    fn description(&self) -> &'static str {
        "a puzzle of SudoCue, SadMan or JSudoku: rows, # lines, [sections]"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["sdk"]
    }

    fn holds(&self, _: Kind) -> bool {
        false
    }

    fn holds_marks(&self) -> bool {
        true
    }

    fn keeps(&self) -> &'static [&'static str] {
        &["title", "author", "text", "source", "difficulty"]
    }

    fn recognises(&self, text: &str) -> Likeness {
        let is_section =
            |line: &str| section(line).is_some_and(|name| part_of(name) == Some(Part::Puzzle));
        if plain::lines(text).any(|(_, line)| is_section(line)) {
            return Likeness::Certain;
        }
        let size = |line: &str| {
            let cells = plain::characters(line, 1, 1);
            let is_row = cells.len() > 1
                && plain::shape_of_size(cells.len()).is_ok()
                && plain::values(&cells, cells.len()).is_ok();
            is_row.then_some(cells.len())
        };
        // Two rows, as one may be a whole puzzle.
        let mut rows = plain::lines(text).map(|(_, line)| line).filter(|l| !plain::is_skipped(l));
        match (rows.next().and_then(size), rows.next().and_then(size)) {
            (Some(first), Some(second)) if first == second => Likeness::Possible,
            _ => Likeness::No,
        }
    }

    fn read(&self, text: &str) -> Vec<Result<Entry, ReadError>> {
        entry(text).transpose().into_iter().collect()
    }

    fn write(&self, puzzles: &[Variant]) -> Result<String, WriteError> {
        plain::only_one(self, puzzles)?;
        let limits = Limits { shapes: Shapes::Square, marks: Marks::Some };
        let Some(variant) = puzzles.first() else { return Ok(String::new()) };
        let shape = plain::hold(self, limits, 0, variant)?;
        let n = shape.size();
        if !(2..=MAX_SYMBOLS).contains(&n) {
            return Err(WriteError::new(0, self.name(), format!("a grid of {n}×{n}")));
        }
        let mut text = head(&variant.info);
        text += "[Puzzle]\n";
        let as_numbers = plain::needs_numbers(variant.values(), n);
        for row in variant.values().chunks(n) {
            text += &plain::part_of_values(row, n, as_numbers);
            text.push('\n');
        }
        if let Some(marks) = variant.marks() {
            text += "[PencilMarks]\n";
            let noted = |cell: usize| match variant.given(cell) {
                Some(_) => String::new(),
                None => plain::written_set(marks[cell], n),
            };
            let cells: Vec<String> = (0..shape.cells()).map(noted).collect();
            for row in cells.chunks(n) {
                text += &row.join(",");
                text.push('\n');
            }
        }
        Ok(text)
    }
}

/// The lines of information.
fn head(info: &Info) -> String {
    let mut text = String::new();
    let mut line = |letter: char, words: &str| {
        let words = plain::on_a_line(words);
        if !words.is_empty() {
            text += &format!("#{letter}{words}\n");
        }
    };
    line('A', info.author.as_deref().unwrap_or(""));
    line('D', info.title.as_deref().unwrap_or(""));
    info.text.as_deref().unwrap_or("").lines().for_each(|comment| line('C', comment));
    let source = info.source.as_deref().unwrap_or("");
    let is_address = source.starts_with("http://") || source.starts_with("https://");
    line(if is_address { 'U' } else { 'S' }, source);
    line('L', info.difficulty.as_deref().unwrap_or(""));
    text
}

/// Takes a line of information.
fn note(info: &mut Info, letter: char, words: &str) {
    let Some(words) = plain::filled(words) else { return };
    let with = |old: &Option<String>, between: &str, new: String| match old {
        Some(old) => Some(format!("{old}{between}{new}")),
        None => Some(new),
    };
    match letter {
        'A' => info.author = with(&info.author, ", ", words),
        'D' => info.title = with(&info.title, " ", words),
        'C' => info.text = with(&info.text, "\n", words),
        'B' => info.text = with(&info.text, "\n", format!("Published: {words}")),
        'S' | 'U' => info.source = with(&info.source, ", ", words),
        'L' => info.difficulty = with(&info.difficulty, ", ", words),
        _ => {}
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Puzzle,
    State,
    Marks,
}

fn part_of(name: &str) -> Option<Part> {
    match name.to_ascii_lowercase().as_str() {
        "puzzle" => Some(Part::Puzzle),
        "state" => Some(Part::State),
        "pencilmarks" | "pencil marks" => Some(Part::Marks),
        _ => None,
    }
}

/// Rows of a section, each a line.
type Rows<'a> = Vec<(usize, &'a str)>;

fn entry(text: &str) -> Result<Option<Entry>, ReadError> {
    let mut info = Info::default();
    let (mut puzzle, mut state, mut marks) = (Rows::new(), Rows::new(), Rows::new());
    let mut part = Some(Part::Puzzle);
    let mut any = false;
    for (number, line) in plain::lines(text) {
        if let Some(rest) = line.strip_prefix('#') {
            let mut characters = rest.chars();
            let letter = characters.next().unwrap_or(' ');
            note(&mut info, letter, characters.as_str());
        } else if let Some(name) = section(line) {
            part = part_of(name);
            any = true;
        } else if !line.trim().is_empty() {
            any = true;
            match part {
                Some(Part::Puzzle) => puzzle.push((number, line)),
                Some(Part::State) => state.push((number, line)),
                Some(Part::Marks) => marks.push((number, line)),
                None => {}
            }
        }
    }
    let Some(&(first, _)) = puzzle.first() else {
        return match any {
            true => {
                Err(ReadError::new(1, 1, "found no rows of a puzzle, expected some under [Puzzle]"))
            }
            false => Ok(None),
        };
    };
    let head = puzzle.iter().take(MAX_SIZE + 1);
    let sizes: Vec<usize> = head.map(|&(line, row)| row_of_cells(row, line).len()).collect();
    let size = plain::usual(&sizes).copied().unwrap_or(0);
    let tokens = rows(&puzzle, size, row_of_cells)?;
    let shape = plain::shape_of_size(size).map_err(|error| ReadError::new(first, 1, error))?;
    let mut variant = plain::puzzle_of(shape, &tokens)?;
    if !state.is_empty() {
        let tokens = rows(&state, size, row_of_cells)?;
        let values = plain::values(&tokens, size)?;
        for (cell, (&value, token)) in values.iter().zip(&tokens).enumerate() {
            if value != 0 {
                restrict(&mut variant, cell, set_of(value), token)?;
            }
        }
    }
    if !marks.is_empty() {
        let symbols = Symbols::new(size);
        for (cell, token) in rows(&marks, size, row_of_groups)?.iter().enumerate() {
            if !matches!(token.text, "" | "." | "0") {
                let set = plain::group(token.text, &symbols)
                    .ok_or_else(|| plain::no_group(token, size))?;
                restrict(&mut variant, cell, set, token)?;
            }
        }
    }
    variant.info = info;
    Ok(Some(Entry::new(variant, first)))
}

/// Allows a cell these digits alone; a clue must be among them.
fn restrict(
    variant: &mut Variant,
    cell: usize,
    set: u64,
    token: &Token<'_>,
) -> Result<(), ReadError> {
    let old = variant.candidates(cell);
    if old & set == 0 {
        let size = variant.board().size();
        let (name, old) = (CellName { cell, size }, plain::written_set(old, size));
        let message = format!("found {}, expected {old} in {name}, as above", token.text);
        return Err(token.error(message));
    }
    match variant.given(cell) {
        Some(_) => Ok(()),
        None => variant.mark(cell, old & set).map_err(|error| token.error(error.to_string())),
    }
}

fn row_of_cells(line: &str, number: usize) -> Vec<Token<'_>> {
    plain::characters(line, number, 1)
}

/// The fields of a row of candidates.
fn row_of_groups(line: &str, number: usize) -> Vec<Token<'_>> {
    if !line.contains(',') {
        return plain::words(line, number, 1);
    }
    let mut column = 1;
    let field = |field| {
        let found = plain::words(field, number, column).into_iter().next();
        let empty = Token { text: "", line: number, column };
        column += field.chars().count() + 1;
        // Of several words the first would be one too few: taken as a whole they are an error.
        match field.split_whitespace().count() {
            0 | 1 => found.unwrap_or(empty),
            _ => Token { text: field.trim(), ..found.unwrap_or(empty) },
        }
    };
    line.split(',').map(field).collect()
}

/// n rows of n cells.
fn rows<'a>(
    rows: &Rows<'a>,
    size: usize,
    split: fn(&'a str, usize) -> Vec<Token<'a>>,
) -> Result<Vec<Token<'a>>, ReadError> {
    let mut all = Vec::new();
    for (index, &(number, line)) in rows.iter().enumerate() {
        let tokens = split(line, number);
        let column = line.chars().take_while(|c| c.is_whitespace()).count() + 1;
        let error = |message: String| Err(ReadError::new(number, column, message));
        if index >= size {
            return error(format!(
                "found a row more than {size}, expected a section or the end of the text"
            ));
        }
        if tokens.len() != size {
            let found = plain::count(tokens.len(), "cell");
            return error(format!("found {found}, expected {size} in a row"));
        }
        all.extend(tokens);
    }
    match rows.last() {
        Some(&(number, _)) if rows.len() < size => {
            let found = plain::count(rows.len(), "row");
            Err(ReadError::new(number, 1, format!("found {found} up to here, expected {size}")))
        }
        _ => Ok(all),
    }
}
