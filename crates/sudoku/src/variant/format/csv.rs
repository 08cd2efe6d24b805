//! `csv`: tables with commas, semicolons or tabs between the fields.
//!
//! With a header, the columns are known by their names, in any case and order:
//!
//! | column | is |
//! |---|---|
//! | `puzzle`, `quiz`, `question`, `sudoku`, `board`, `grid`, `givens`, or a plural of them | the cells; it must be there |
//! | `solution`, `solutions`, `answer` | the solution |
//! | `difficulty`, `level`, `rating` | the difficulty |
//! | `title`, `name`, or else `id` | the title |
//! | `author`; `source`; `text`, `comment`, `description` | the same |
//!
//! Other columns are skipped. Without a header, each record is a puzzle, and perhaps its solution in the next field; or
//! all cells of a puzzle, a field each; or a row of n cells, and n of them are a puzzle. Empty fields are then empty
//! cells. 16 fields are a row if there are 16 such records, and one of them has a digit above 4; else a puzzle of 4×4.

use super::plain::{self, Limits, Marks, Places, Shapes, Token};
use super::{Entry, Format, Likeness, ReadError, WriteError};
use crate::format::text::is_puzzle_name;
use crate::shape::MAX_SIZE;
use crate::variant::{Info, Kind, Variant};

/// The format `csv`.
#[derive(Debug)]
pub(super) struct Csv;

/// The columns that are written, if a puzzle has something for them.
const COLUMNS: [&str; 6] = ["solution", "title", "author", "text", "source", "difficulty"];

impl Format for Csv {
    fn name(&self) -> &'static str {
        "csv"
    }

    fn description(&self) -> &'static str {
        "tables with commas, by the names of the columns, or a field a cell"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["csv", "tsv"]
    }

    fn holds(&self, _: Kind) -> bool {
        false
    }

    fn keeps(&self) -> &'static [&'static str] {
        &["title", "author", "text", "source", "difficulty", "solution"]
    }

    fn recognises(&self, text: &str) -> Likeness {
        let text = plain::without_mark(text);
        let Some(Ok(first)) = records(text).next() else { return Likeness::No };
        let fields: Vec<&str> = first.fields.iter().map(|field| field.text.as_str()).collect();
        if header(&fields).is_some() {
            return Likeness::Certain;
        }
        let is_field = |field: &&str| field.trim().chars().count() <= 2;
        let by_fields = fields.len() >= 4 && fields.iter().all(is_field);
        let is_puzzle = fields.len() > 1 && {
            let cells = plain::cells(fields[0], 1, 1);
            cells.len() >= 16 && plain::shape_of(cells.len()).is_ok()
        };
        if by_fields || is_puzzle { Likeness::Possible } else { Likeness::No }
    }

    fn read(&self, text: &str) -> Vec<Result<Entry, ReadError>> {
        let text = plain::without_mark(text);
        let mut all = Vec::new();
        let mut rest = Vec::new();
        for record in records(text) {
            match record {
                Ok(record) => rest.push(record),
                Err(error) => {
                    all.push(Err(error));
                    break;
                }
            }
        }
        let Some(first) = rest.first() else { return all };
        let names: Vec<&str> = first.fields.iter().map(|field| field.text.as_str()).collect();
        let mut read = match header(&names) {
            Some(columns) => {
                rest.iter().skip(1).map(|record| by_columns(record, &columns)).collect()
            }
            None => without_header(&rest),
        };
        read.append(&mut all);
        read
    }

    fn write(&self, puzzles: &[Variant]) -> Result<String, WriteError> {
        let limits = Limits { shapes: Shapes::Square, marks: Marks::None };
        for (index, variant) in puzzles.iter().enumerate() {
            plain::hold(self, limits, index, variant)?;
        }
        let value = |variant: &Variant, column: &str| {
            let size = variant.board().size();
            let info = &variant.info;
            match column {
                "title" => info.title.clone(),
                "author" => info.author.clone(),
                "text" => info.text.clone(),
                "source" => info.source.clone(),
                "difficulty" => info.difficulty.clone(),
                _ => {
                    let full = info.solution.as_ref().filter(|solution| !solution.contains(&0));
                    full.map(|solution| plain::line_of_values(solution, size))
                }
            }
        };
        let has = |column: &&str| puzzles.iter().any(|variant| value(variant, column).is_some());
        let columns: Vec<&str> = COLUMNS.into_iter().filter(has).collect();
        let mut writer = ::csv::Writer::from_writer(Vec::new());
        let header = ["puzzle"].into_iter().chain(columns.iter().copied());
        let mut done = writer.write_record(header);
        for variant in puzzles {
            let others = columns.iter().map(|column| value(variant, column).unwrap_or_default());
            let record = std::iter::once(plain::line_of(variant)).chain(others);
            done = done.and_then(|()| writer.write_record(record));
        }
        let bytes = done.ok().and_then(|()| writer.into_inner().ok()).unwrap_or_default();
        Ok(String::from_utf8(bytes).unwrap_or_default())
    }
}

/// A field and where it stands.
#[derive(Debug)]
struct Field {
    text: String,
    line: usize,
    column: usize,
}

#[derive(Debug)]
struct Record {
    fields: Vec<Field>,
    line: usize,
    /// Line and column after its last character.
    end: (usize, usize),
}

/// The records of a table; comments and blank lines are skipped.
fn records(text: &str) -> impl Iterator<Item = Result<Record, ReadError>> + '_ {
    let delimiter = delimiter(text);
    let reader = ::csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .comment(Some(b'#'))
        .from_reader(text.as_bytes());
    let mut places = Places::new(text);
    reader.into_records().map(move |record| match record {
        Ok(record) => Ok(placed(text, &mut places, delimiter, &record)),
        Err(error) => {
            let byte = error.position().map_or(0, |position| position.byte());
            let byte = usize::try_from(byte).unwrap_or(text.len());
            let (line, column) = places.of(byte);
            Err(ReadError::new(line, column, format!("found no record of a table: {error}")))
        }
    })
}

/// What stands between the fields of the first line: a comma, unless it has none.
fn delimiter(text: &str) -> u8 {
    let line = plain::first_line(text).unwrap_or("");
    let others = [b';', b'\t'].into_iter().find(|&byte| line.contains(char::from(byte)));
    if line.contains(',') { b',' } else { others.unwrap_or(b',') }
}

/// Finds the places of the fields of a record.
fn placed(
    text: &str,
    places: &mut Places<'_>,
    delimiter: u8,
    record: &::csv::StringRecord,
) -> Record {
    let start = record.position().map_or(0, |position| position.byte());
    let mut at = usize::try_from(start).unwrap_or(text.len()).min(text.len());
    // Where the record before has ended, line ends and comments may follow.
    loop {
        let rest = text.get(at..).unwrap_or("");
        let blank = rest.len() - rest.trim_start_matches(['\n', '\r']).len();
        at += blank;
        let rest = &rest[blank..];
        match rest.starts_with('#') {
            true => at += rest.find('\n').map_or(rest.len(), |end| end + 1),
            false => break,
        }
    }
    let rest = text.get(at..).unwrap_or("");
    let mut starts = vec![at];
    let mut quoted = false;
    for (index, byte) in rest.bytes().enumerate() {
        if starts.len() == record.len() {
            break;
        }
        match byte {
            b'"' => quoted = !quoted,
            _ if byte == delimiter && !quoted => starts.push(at + index + 1),
            _ => {}
        }
    }
    let mut fields = Vec::with_capacity(record.len());
    for (&start, field) in starts.iter().zip(record) {
        // Behind the quote, as far as it is one.
        let quoted = text.as_bytes().get(start) == Some(&b'"') && !field.starts_with('"');
        let (line, column) = places.of(start + usize::from(quoted));
        fields.push(Field { text: field.to_owned(), line, column });
    }
    let last = starts.last().map_or(at, |&last| last);
    let end = text.get(last..).and_then(|rest| rest.lines().next()).map_or(0, str::len);
    let first = fields.first().map_or(1, |field| field.line);
    let (line, end) = places.of(last + end);
    Record { fields, line: first, end: (line, end) }
}

/// Which columns hold what.
#[derive(Debug)]
struct Columns {
    puzzle: usize,
    /// In the order of [`COLUMNS`].
    others: [Option<usize>; 6],
}

/// The columns, if these names are a header.
fn header(names: &[&str]) -> Option<Columns> {
    let puzzle = names.iter().position(|name| is_puzzle_name(name.trim()))?;
    let find = |wanted: &[&str]| {
        let is_wanted = |name: &&str| wanted.iter().any(|w| name.trim().eq_ignore_ascii_case(w));
        names.iter().position(is_wanted)
    };
    let others = [
        find(&["solution", "solutions", "answer"]),
        find(&["title", "name"]).or_else(|| find(&["id"])),
        find(&["author"]),
        find(&["text", "comment", "description"]),
        find(&["source"]),
        find(&["difficulty", "level", "rating"]),
    ];
    Some(Columns { puzzle, others })
}

/// The cells of a field: symbols without blanks, or numbers.
fn cells(field: &Field) -> Vec<Token<'_>> {
    plain::cells(&field.text, field.line, field.column)
}

fn by_columns(record: &Record, columns: &Columns) -> Result<Entry, ReadError> {
    let Some(field) = record.fields.get(columns.puzzle) else {
        let (found, expected) = (record.fields.len(), columns.puzzle + 1);
        let found = plain::count(found, "field");
        let message =
            format!("found {found}, expected the puzzle in field {expected} as in the header");
        return Err(ReadError::new(record.end.0, record.end.1, message));
    };
    if field.text.trim().is_empty() {
        let message = "found an empty field, expected a puzzle";
        return Err(ReadError::new(field.line, field.column, message));
    }
    let mut variant = plain::puzzle(&cells(field), field.line)?;
    let filled = |index: usize| {
        let field = record.fields.get(columns.others[index]?)?;
        (!field.text.is_empty()).then(|| field.text.clone())
    };
    let solution = columns.others[0].and_then(|column| record.fields.get(column));
    variant.info = Info {
        solution: solution.map_or(Ok(None), |field| self::solution(field, &variant))?,
        title: filled(1),
        author: filled(2),
        text: filled(3),
        source: filled(4),
        difficulty: filled(5),
    };
    Ok(Entry::new(variant, record.line))
}

/// The solution in a field, if there is something.
fn solution(field: &Field, variant: &Variant) -> Result<Option<Vec<u8>>, ReadError> {
    if field.text.trim().is_empty() {
        return Ok(None);
    }
    let (tokens, size) = (cells(field), variant.board().size());
    let values = plain::values(&tokens, size)?;
    let expected = variant.board().cells();
    if values.len() != expected {
        let found = plain::count(values.len(), "cell");
        let message = format!("found {found} in the solution, expected {expected}");
        return Err(ReadError::new(field.line, field.column, message));
    }
    match values.iter().zip(&tokens).find(|(value, _)| **value == 0) {
        Some((_, token)) => {
            Err(token.error("found an empty cell in the solution, expected a digit"))
        }
        None => Ok(Some(values)),
    }
}

/// A table without a header.
fn without_header(records: &[Record]) -> Vec<Result<Entry, ReadError>> {
    let Some(first) = records.first() else { return Vec::new() };
    let width = first.fields.len();
    let is_cell = |field: &Field| field.text.trim().chars().count() <= 2;
    let by_fields = width >= 4 && first.fields.iter().all(is_cell);
    if !by_fields {
        return records.iter().map(by_first_field).collect();
    }
    let great = |record: &Record| {
        record.fields.iter().any(|field| {
            let token = Token { text: field.text.trim(), line: 1, column: 1 };
            plain::values(&[token], 16).is_ok_and(|values| values[0] > 4)
        })
    };
    let as_row = match width {
        16 => records.len() == 16 && records.iter().any(great),
        _ => width <= MAX_SIZE,
    };
    if !as_row {
        return records.iter().map(|record| of_fields(&[record], width)).collect();
    }
    let groups: Vec<Vec<&Record>> =
        records.chunks(width).map(|rows| rows.iter().collect()).collect();
    groups.iter().map(|rows| rows_of_fields(rows, width)).collect()
}

/// A record of a puzzle and perhaps its solution.
fn by_first_field(record: &Record) -> Result<Entry, ReadError> {
    let columns = Columns { puzzle: 0, others: [None; 6] };
    let mut entry = by_columns(record, &columns)?;
    let found = record.fields.get(1).map(|field| solution(field, &entry.variant));
    if let Some(Ok(Some(solution))) = found {
        entry.variant.info.solution = Some(solution);
    }
    Ok(entry)
}

fn rows_of_fields(rows: &[&Record], width: usize) -> Result<Entry, ReadError> {
    match rows.last() {
        Some(last) if rows.len() < width => {
            let found = plain::count(rows.len(), "row");
            let message = format!("found {found} up to here, expected {width}");
            Err(ReadError::new(last.end.0, last.end.1, message))
        }
        _ => of_fields(rows, width),
    }
}

/// A puzzle of records, each with so many fields.
fn of_fields(records: &[&Record], width: usize) -> Result<Entry, ReadError> {
    let line = records.first().map_or(1, |record| record.line);
    let mut tokens = Vec::new();
    for record in records {
        let found = record.fields.len();
        if found != width {
            let found = plain::count(found, "field");
            let message = format!("found {found}, expected {width} as in the first record");
            return Err(ReadError::new(record.line, 1, message));
        }
        tokens.extend(record.fields.iter().map(|field| {
            let (text, lead) =
                (field.text.trim(), field.text.len() - field.text.trim_start().len());
            let text = if text.is_empty() { "." } else { text };
            Token { text, line: field.line, column: field.column + lead }
        }));
    }
    Ok(Entry::new(plain::puzzle(&tokens, line)?, line))
}
