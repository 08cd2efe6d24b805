//! Reading JSON.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::form::{Cells, RuleForm};
use super::{FORMAT, VERSION};
use crate::candidates::set_of;
use crate::format::Symbols;
use crate::variant::format::cells::{cell, corner};
use crate::variant::format::layout::Places;
use crate::variant::format::{Entry, ReadError};
use crate::variant::puzzle::all_digits;
use crate::variant::{Board, Regions, Rules, Variant};

/// A puzzle, before anything is known of its board.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document<'t> {
    format: String,
    version: u64,
    size: usize,
    /// `null` for none; square ones unless it says otherwise.
    #[serde(default, deserialize_with = "stated")]
    boxes: Option<Option<[usize; 2]>>,
    #[serde(borrow, default)]
    regions: Option<&'t RawValue>,
    #[serde(borrow, default)]
    grids: Option<&'t RawValue>,
    #[serde(borrow, default)]
    rules: Vec<&'t RawValue>,
    #[serde(borrow, default)]
    givens: Option<&'t RawValue>,
    #[serde(borrow, default)]
    marks: Option<&'t RawValue>,
    #[serde(borrow, default)]
    solution: Option<&'t RawValue>,
    title: Option<String>,
    author: Option<String>,
    text: Option<String>,
    source: Option<String>,
    difficulty: Option<String>,
}

/// A field that is there, whatever it says.
fn stated<'de, D: serde::Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// Hands over the puzzles of a text until `receive` has had enough. Where the text is no JSON any more, nothing more can
/// be read.
pub(super) fn read_each(text: &str, receive: &mut dyn FnMut(Result<Entry, ReadError>) -> bool) {
    // The mark of UTF-8 at the beginning is no error.
    let json = text.trim_start_matches('\u{feff}');
    let skipped = text.len() - json.len();
    let reader = Reader { text, places: Places::new(text) };
    for value in serde_json::Deserializer::from_str(json).into_iter::<&RawValue>() {
        let goes_on = match value {
            Ok(value) if value.get().starts_with('[') => {
                match reader.parse::<Vec<&RawValue>>(value) {
                    Ok(list) => list.into_iter().all(|value| receive(reader.entry(value))),
                    Err(error) => receive(Err(error)),
                }
            }
            Ok(value) => receive(reader.entry(value)),
            Err(error) => {
                let at = skipped + byte_of(json, error.line(), error.column());
                receive(Err(reader.places.error(at, plain(&error))))
            }
        };
        if !goes_on {
            return;
        }
    }
}

/// The byte of a line and a column, both from 1 and in bytes.
fn byte_of(text: &str, line: usize, column: usize) -> usize {
    let ends = text.match_indices('\n').map(|(end, _)| end + 1);
    let start = std::iter::once(0).chain(ends).nth(line.saturating_sub(1)).unwrap_or(text.len());
    (start + column.saturating_sub(1)).min(text.len())
}

/// What an error says, without its place.
fn plain(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    message.strip_suffix(&place).unwrap_or(&message).to_owned()
}

struct Reader<'t> {
    text: &'t str,
    places: Places<'t>,
}

impl<'t> Reader<'t> {
    /// The byte of the text at which a value begins.
    fn start(&self, value: &RawValue) -> usize {
        (value.get().as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize)
    }

    fn error(&self, value: &RawValue, message: impl Into<String>) -> ReadError {
        self.places.error(self.start(value), message)
    }

    fn parse<T: Deserialize<'t>>(&self, value: &'t RawValue) -> Result<T, ReadError> {
        serde_json::from_str(value.get()).map_err(|error| {
            let at = match error.line() {
                0 => 0,
                line => byte_of(value.get(), line, error.column()),
            };
            self.places.error(self.start(value) + at, plain(&error))
        })
    }

    fn entry(&self, value: &'t RawValue) -> Result<Entry, ReadError> {
        let variant = self.variant(value)?;
        Ok(Entry::new(variant, self.places.of(self.start(value)).0))
    }

    fn variant(&self, value: &'t RawValue) -> Result<Variant, ReadError> {
        if !value.get().starts_with('{') {
            return Err(self.error(value, "expected an object with `format`, `version` and `size`"));
        }
        let document: Document<'t> = self.parse(value)?;
        if document.format != FORMAT || document.version != VERSION {
            let (format, version) = (&document.format, document.version);
            let found = format!("found {format:?} version {version}");
            return Err(
                self.error(value, format!("{found}: expected {FORMAT:?} version {VERSION}"))
            );
        }
        let board = self.board(value, &document)?;
        let mut variant = Variant::new(Rules::from(board));
        for &rule in &document.rules {
            let form: RuleForm = serde_json::from_str(rule.get())
                .map_err(|error| self.error(rule, plain(&error)))?;
            let made = form.rule(variant.board()).map_err(|error| self.error(rule, error))?;
            variant.add_rule(made).map_err(|error| self.error(rule, error.to_string()))?;
        }
        if let Some(givens) = document.givens {
            for (cell, value) in self.values(givens, variant.board())?.into_iter().enumerate() {
                if value != 0 {
                    let set = variant.set(cell, value);
                    set.map_err(|error| self.error(givens, error.to_string()))?;
                }
            }
        }
        if let Some(marks) = document.marks {
            let list: BTreeMap<String, Vec<u8>> = self.parse(marks)?;
            for (name, digits) in list {
                let fault = |error: String| self.error(marks, error);
                let cell = cell(variant.board(), &name).map_err(fault)?;
                let all = all_digits(variant.board().size());
                if variant.marks().is_some_and(|marks| marks[cell] != all) {
                    return Err(fault(format!("{name} is marked twice")));
                }
                if digits.iter().any(|&digit| digit == 0 || digit > 64) {
                    return Err(fault(format!("{name}: expected digits from 1 on")));
                }
                let set = digits.iter().fold(0, |set, &digit| set | set_of(digit));
                variant.mark(cell, set).map_err(|error| fault(error.to_string()))?;
            }
        }
        let solution = document.solution.map(|rows| self.values(rows, variant.board()));
        variant.info.solution = solution.transpose()?;
        variant.info.title = document.title;
        variant.info.author = document.author;
        variant.info.text = document.text;
        variant.info.source = document.source;
        variant.info.difficulty = document.difficulty;
        Ok(variant)
    }

    fn board(&self, value: &RawValue, document: &Document<'t>) -> Result<Board, ReadError> {
        let size = document.size;
        let corners = match document.grids {
            None => vec![(0, 0)],
            Some(grids) => {
                let names: Vec<String> = self.parse(grids)?;
                let corner = |name: &String| corner(name).map_err(|error| self.error(grids, error));
                names.iter().map(corner).collect::<Result<_, _>>()?
            }
        };
        let make = |regions: Regions| {
            Board::overlapping(size, regions, &corners)
                .map_err(|error| self.error(value, error.to_string()))
        };
        let root = size.isqrt();
        let regions = match (document.boxes, document.regions) {
            (Some(_), Some(regions)) => return Err(self.error(regions, "boxes and regions")),
            (Some(None), None) => Regions::None,
            (Some(Some([rows, columns])), None) => Regions::Boxes { rows, columns },
            (None, None) if root * root == size => Regions::Boxes { rows: root, columns: root },
            (None, None) => {
                let error = format!("size {size}: expected a field `boxes` or `regions`");
                return Err(self.error(value, error));
            }
            (None, Some(regions)) => {
                let board = make(Regions::None)?;
                let lists: Vec<Cells> = self.parse(regions)?;
                let lists = lists.iter().map(|list| list.cells(&board)).collect::<Result<_, _>>();
                Regions::Irregular(lists.map_err(|error| self.error(regions, error))?)
            }
        };
        make(regions)
    }

    /// Rows of symbols or of numbers.
    fn values(&self, value: &'t RawValue, board: &Board) -> Result<Vec<u8>, ReadError> {
        let rows: Vec<&'t RawValue> = self.parse(value)?;
        if rows.len() != board.rows() {
            let error = format!("{} rows: expected {}", rows.len(), board.rows());
            return Err(self.error(value, error));
        }
        let symbols = Symbols::new(board.size());
        let mut values = Vec::with_capacity(board.cells());
        for (number, row) in rows.into_iter().enumerate() {
            let read: Vec<Option<u8>> = if row.get().starts_with('"') {
                let text: String = self.parse(row)?;
                let value = |c: char| match symbols.word(c.encode_utf8(&mut [0; 4])) {
                    _ if c == '#' => Ok(None),
                    Some(value) => Ok(Some(value)),
                    None => Err(self.error(row, format!("found {c:?}: expected a digit or ."))),
                };
                text.chars().map(value).collect::<Result<_, _>>()?
            } else {
                self.parse(row)?
            };
            if read.len() != board.columns() {
                let (found, expected) = (read.len(), board.columns());
                return Err(self.error(row, format!("{found} cells in a row: expected {expected}")));
            }
            for (column, found) in read.into_iter().enumerate() {
                let name = board.name(number * board.columns() + column);
                let is_inside = board.cell(number, column).is_some();
                values.push(match found {
                    Some(value) if is_inside && usize::from(value) <= board.size() => value,
                    None if !is_inside => 0,
                    Some(value) if is_inside => {
                        let n = board.size();
                        let error = format!("{name} holds {value}: expected at most {n}");
                        return Err(self.error(row, error));
                    }
                    Some(_) => return Err(self.error(row, format!("{name} is no cell"))),
                    None => return Err(self.error(row, format!("{name} is a cell"))),
                });
            }
        }
        Ok(values)
    }
}
