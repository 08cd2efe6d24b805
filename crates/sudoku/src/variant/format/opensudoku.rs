//! `opensudoku`: the XML of OpenSudoku, versions 1 and 2.
//!
//! Version 1 is one folder: `name` (kept as the title), `author`, `description` and `comment` (the text), `source` or
//! `sourceURL`, `level`, and a `game` for each puzzle. Version 2 has any number of `folder`s, whose name is kept as the
//! source, with `game`s; the `note` of a game is the text. `data` are 81 digits, or behind `version: 1` to `3` fields
//! for each cell with `|` behind them: the digit, notes, and whether the player may change it. A digit that the player
//! has placed becomes a mark with that digit alone, and notes become marks.
//!
//! Version 1 is written where all puzzles have the same title, author, difficulty, text and source, the first three of
//! which version 2 has no room for, and no marks.

use roxmltree::{Document, Node};

use super::plain::{self, Limits, Marks, Places, Shapes, Token};
use super::{Entry, Format, Likeness, ReadError, WriteError};
use crate::candidates::set_of;
use crate::shape::Shape;
use crate::variant::puzzle::all_digits;
use crate::variant::{Info, Kind, Variant};

/// The format `opensudoku`.
#[derive(Debug)]
pub(super) struct OpenSudoku;

impl Format for OpenSudoku {
    fn name(&self) -> &'static str {
        "opensudoku"
    }

    fn description(&self) -> &'static str {
        "the XML of OpenSudoku, versions 1 and 2, 9×9 alone"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["opensudoku", "xml"]
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
        let text = plain::without_mark(text).trim_start();
        match text.starts_with('<') && text.contains("<opensudoku") {
            true => Likeness::Certain,
            false => Likeness::No,
        }
    }

    fn read(&self, text: &str) -> Vec<Result<Entry, ReadError>> {
        let text = plain::without_mark(text);
        if text.trim().is_empty() {
            return Vec::new();
        }
        match Document::parse(text) {
            Ok(document) => games(&document),
            Err(error) => {
                let at = error.pos();
                let message = error.to_string();
                let message: String = without_place(&message).chars().flat_map(printed).collect();
                let message = format!("found no XML: {message}");
                vec![Err(ReadError::new(at.row as usize, at.col as usize, message))]
            }
        }
    }

    fn write(&self, puzzles: &[Variant]) -> Result<String, WriteError> {
        let limits = Limits { shapes: Shapes::Classic, marks: Marks::Some };
        for (index, variant) in puzzles.iter().enumerate() {
            plain::hold(self, limits, index, variant)?;
        }
        let is_first = |puzzle: &Variant| {
            let first = puzzles.first().map(|first| &first.info);
            let same =
                |field: fn(&Info) -> &Option<String>| first.map(field) == Some(field(&puzzle.info));
            puzzle.marks().is_none()
                && [
                    same(|info| &info.title),
                    same(|info| &info.author),
                    same(|info| &info.text),
                    same(|info| &info.source),
                    same(|info| &info.difficulty),
                ]
                .iter()
                .all(|&same| same)
        };
        let needs_head = |Info { title, author, difficulty, .. }: &Info| {
            title.is_some() || author.is_some() || difficulty.is_some()
        };
        let first = puzzles.first().filter(|first| needs_head(&first.info));
        Ok(match first.filter(|_| puzzles.iter().all(is_first)) {
            Some(first) => version_1(&first.info, puzzles),
            None => version_2(puzzles),
        })
    }
}

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

fn version_1(info: &Info, puzzles: &[Variant]) -> String {
    let mut text = format!("{HEAD}<opensudoku>\n");
    let source = info.source.as_deref().unwrap_or("");
    let is_address = source.starts_with("http://") || source.starts_with("https://");
    for (name, value) in [
        ("name", info.title.as_deref()),
        ("author", info.author.as_deref()),
        ("description", info.text.as_deref()),
        (if is_address { "sourceURL" } else { "source" }, info.source.as_deref()),
        ("level", info.difficulty.as_deref()),
    ] {
        if let Some(value) = value {
            text += &format!("  <{name}>{}</{name}>\n", escaped(value));
        }
    }
    for puzzle in puzzles {
        text += &format!("  <game data=\"{}\" />\n", data(puzzle));
    }
    text + "</opensudoku>\n"
}

fn version_2(puzzles: &[Variant]) -> String {
    let mut text = format!("{HEAD}<opensudoku version=\"2\">\n");
    let mut open: Option<Option<&str>> = None;
    for puzzle in puzzles {
        let folder = puzzle.info.source.as_deref();
        if open != Some(folder) {
            if open.is_some() {
                text += "  </folder>\n";
            }
            text += &match folder {
                Some(name) => format!("  <folder name=\"{}\">\n", escaped(name)),
                None => "  <folder>\n".to_owned(),
            };
            open = Some(folder);
        }
        let note = puzzle.info.text.as_deref();
        let note = note.map_or(String::new(), |note| format!(" note=\"{}\"", escaped(note)));
        text += &format!("    <game data=\"{}\"{note} />\n", data(puzzle));
    }
    if open.is_some() {
        text += "  </folder>\n";
    }
    text + "</opensudoku>\n"
}

/// The cells of a game.
fn data(puzzle: &Variant) -> String {
    let Some(marks) = puzzle.marks() else {
        return puzzle.values().iter().map(|&value| char::from(b'0' + value)).collect();
    };
    let mut text = String::from("version: 2&#10;");
    for (cell, &value) in puzzle.values().iter().enumerate() {
        let set = marks[cell];
        text += &match value {
            0 if set == all_digits(9) => "0|0|1|".to_owned(),
            0 if set.is_power_of_two() => format!("{}|0|1|", set.trailing_zeros() + 1),
            0 => format!("0|{set}|1|"),
            _ => format!("{value}|0|0|"),
        };
    }
    text
}

/// What XML needs to be escaped, in elements and attributes. Characters that no XML may have are left out.
fn escaped(text: &str) -> String {
    let mut all = String::new();
    for c in text.chars() {
        match c {
            '&' => all += "&amp;",
            '<' => all += "&lt;",
            '>' => all += "&gt;",
            '"' => all += "&quot;",
            '\n' => all += "&#10;",
            '\r' => all += "&#13;",
            '\t' => all += "&#9;",
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {}
            _ => all.push(c),
        }
    }
    all
}

/// A character as messages show it: one that does not print is escaped.
fn printed(c: char) -> impl Iterator<Item = char> {
    let escaped = c.is_control().then(|| c.escape_debug());
    let plain = (!c.is_control()).then_some(c);
    escaped.into_iter().flatten().chain(plain)
}

/// The message of an error without the place at its end.
fn without_place(message: &str) -> &str {
    message.rfind(" at ").map_or(message, |end| &message[..end])
}

fn games(document: &Document<'_>) -> Vec<Result<Entry, ReadError>> {
    let root = document.root_element();
    let mut places = Places::new(document.input_text());
    let error = |places: &mut Places<'_>, node: &Node<'_, '_>, message: String| {
        let (line, column) = places.of(node.range().start);
        Err(ReadError::new(line, column, message))
    };
    if root.tag_name().name() != "opensudoku" {
        let found = root.tag_name().name();
        let message = format!("found <{found}>, expected <opensudoku>");
        return vec![error(&mut places, &root, message)];
    }
    let version = root.attribute("version").unwrap_or("1");
    if !matches!(version, "1" | "2") {
        let message = format!("found version {}, expected 1 or 2", plain::shown(version));
        return vec![error(&mut places, &root, message)];
    }
    let head = head(&root);
    let mut all = Vec::new();
    for child in root.children().filter(Node::is_element) {
        match child.tag_name().name() {
            "game" => all.push(game(&child, &mut places, &head)),
            "folder" => {
                let mut head = head.clone();
                head.source = child.attribute("name").map(str::to_owned).or(head.source);
                for inner in child.children().filter(Node::is_element) {
                    all.push(match inner.tag_name().name() {
                        "game" => game(&inner, &mut places, &head),
                        other => {
                            let message = format!("found <{other}> in <folder>, expected <game>");
                            error(&mut places, &inner, message)
                        }
                    });
                }
            }
            "name" | "author" | "description" | "comment" | "created" | "source" | "level"
            | "sourceURL" => {}
            other => {
                let message = format!("found <{other}>, expected <folder> or <game>");
                all.push(error(&mut places, &child, message));
            }
        }
    }
    all
}

/// What stands before the games.
fn head(root: &Node<'_, '_>) -> Info {
    let text = |name: &str| {
        let node = root.children().find(|node| node.tag_name().name() == name)?;
        node.text().and_then(plain::filled)
    };
    let joined = |a: Option<String>, b: Option<String>, between: &str| match (a, b) {
        (Some(a), Some(b)) if a != b => Some(format!("{a}{between}{b}")),
        (a, b) => a.or(b),
    };
    Info {
        title: text("name"),
        author: text("author"),
        text: joined(text("description"), text("comment"), "\n"),
        source: joined(text("source"), text("sourceURL"), ", "),
        difficulty: text("level"),
        solution: None,
    }
}

fn game(node: &Node<'_, '_>, places: &mut Places<'_>, head: &Info) -> Result<Entry, ReadError> {
    let (line, column) = places.of(node.range().start);
    let Some(data) = node.attribute_node("data") else {
        return Err(ReadError::new(line, column, "found <game> without data, expected its cells"));
    };
    let (row, column) = places.of(data.range_value().start);
    let value = data.value();
    let mut variant = match value.trim_start().starts_with("version") {
        true => serialised(value, row, column)?,
        false => {
            let start = value.chars().take_while(|c| c.is_whitespace()).count();
            let tokens = plain::characters(value.trim(), row, column + start);
            if tokens.len() != Shape::CLASSIC.cells() {
                plain::values(&tokens, 9)?;
                let message = format!("found {}, expected 81", plain::count(tokens.len(), "cell"));
                return Err(ReadError::new(row, column, message));
            }
            plain::puzzle_of(Shape::CLASSIC, &tokens)?
        }
    };
    variant.info = head.clone();
    if let Some(note) = node.attribute("note").filter(|note| !note.is_empty()) {
        variant.info.text = Some(note.to_owned());
    }
    Ok(Entry::new(variant, line))
}

/// The cells of a saved game: `version: 2`, and behind a blank or the end of the line the fields of each cell.
fn serialised(value: &str, row: usize, column: usize) -> Result<Variant, ReadError> {
    let error = |message: String| Err(ReadError::new(row, column, message));
    let rest = value.trim_start().strip_prefix("version:").map(str::trim_start).unwrap_or("");
    let (version, body) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    // Fields of notes of a cell.
    let notes = match version {
        "1" | "2" => 1,
        "3" => 2,
        _ => {
            let found = plain::shown(version);
            return error(format!("found version {found} of data, expected 1, 2 or 3"));
        }
    };
    let fields: Vec<&str> = body.trim().split('|').collect();
    // Between notes and what follows, there may be two bars.
    let fields = match fields.split_last() {
        Some((&"", fields)) => fields,
        _ => {
            return error(
                "found data that do not end in '|', expected the fields of 81 cells".into(),
            );
        }
    };
    let each = notes + 2;
    if fields.len() != 81 * each {
        let found = plain::count(fields.len(), "field");
        return error(format!("found {found}, expected {each} for each of 81 cells"));
    }
    let mut values = vec![0u8; 81];
    let mut marks = vec![all_digits(9); 81];
    for (cell, fields) in fields.chunks_exact(each).enumerate() {
        let name = format!("r{}c{}", cell / 9 + 1, cell % 9 + 1);
        let [digit, noted @ .., changes] = fields else { continue };
        let digit = match digit.as_bytes() {
            &[byte @ b'0'..=b'9'] => byte - b'0',
            _ => {
                let found = plain::shown(digit);
                return error(format!("found {found} in {name}, expected a digit"));
            }
        };
        let mut set = 0u64;
        for field in noted {
            let Some(more) = note(field, version) else {
                let found = plain::shown(field);
                let expected = if version == "1" { "1,2, or -" } else { "a number below 512" };
                return error(format!("found notes {found} in {name}, expected {expected}"));
            };
            set |= more;
        }
        match (digit, *changes) {
            (0, "0" | "1") if set != 0 => marks[cell] = set,
            (0, "0" | "1") => {}
            (_, "0") => values[cell] = digit,
            (_, "1") => marks[cell] = set_of(digit),
            (_, other) => {
                let found = plain::shown(other);
                return error(format!("found {found} in {name}, expected 0 for a clue, else 1"));
            }
        }
    }
    let token = Token { text: "", line: row, column };
    let mut variant = Variant::from(&plain::sound(Shape::CLASSIC, &values, &[token; 81])?);
    for (cell, set) in marks.into_iter().enumerate() {
        variant.mark(cell, set).map_err(|error| token.error(error.to_string()))?;
    }
    Ok(variant)
}

/// The digits of notes.
fn note(field: &str, version: &str) -> Option<u64> {
    if version != "1" {
        return field.parse::<u64>().ok().filter(|&set| set <= all_digits(9));
    }
    if field == "-" {
        return Some(0);
    }
    let mut set = 0;
    for digit in field.strip_suffix(',').unwrap_or(field).split(',') {
        match digit.as_bytes() {
            &[byte @ b'1'..=b'9'] => set |= set_of(byte - b'0'),
            _ => return None,
        }
    }
    Some(set)
}
