//! The puzzles of a source.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::Arc;

use quadrille_sudoku::Shape;
use quadrille_sudoku::format::Reader;
use quadrille_sudoku::variant::Variant;
use quadrille_sudoku::variant::format::{self, Entry, Format, Likeness, ReadError};

use super::symbols::Symbols;
use super::{Item, Located, RuleArgs, STREAMED, is_of_variants};
use crate::input::{Fault, Source, faulty, unreadable};

/// A byte that is not UTF-8, and its line and column, both from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Foreign {
    line: usize,
    column: usize,
    byte: u8,
}

impl Foreign {
    fn fault(self, source: &Arc<str>) -> Fault {
        let message = format!("byte {:#04X} is not UTF-8", self.byte);
        Fault::at(source, (self.line, self.column), message)
    }
}

/// The whole text of a source.
///
/// # Errors
///
/// If it cannot be read, or is not UTF-8: then with line and column.
pub(crate) fn text_of(source: &Source, name: &Arc<str>) -> Result<String, Fault> {
    let bytes = bytes_of(source).map_err(|error| unreadable(name, &error))?;
    let (text, foreign) = decode(&bytes);
    match foreign.front() {
        Some(foreign) => Err(foreign.fault(name)),
        None => Ok(text.into_owned()),
    }
}

fn bytes_of(source: &Source) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.input()?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A text, with U+FFFD in the place of what is not UTF-8, and where that is: the first of each line.
fn decode(bytes: &[u8]) -> (Cow<'_, str>, VecDeque<Foreign>) {
    let mut foreign: VecDeque<Foreign> = VecDeque::new();
    let (mut line, mut column) = (1, 1);
    for chunk in bytes.utf8_chunks() {
        let valid = chunk.valid();
        line += valid.matches('\n').count();
        column = match valid.rfind('\n') {
            Some(end) => valid[end + 1..].chars().count() + 1,
            None => column + valid.chars().count(),
        };
        if let Some(&byte) = chunk.invalid().first() {
            if foreign.back().is_none_or(|last| last.line < line) {
                foreign.push_back(Foreign { line, column, byte });
            }
            column += 1;
        }
    }
    (String::from_utf8_lossy(bytes), foreign)
}

/// Hands over the puzzles of a source, and what is in their place, until `receive` has had enough: those of the format that
/// is named, else of the one that it is certainly in, else plain puzzles.
pub(super) fn entries(
    source: &Source,
    name: &Arc<str>,
    shape: Shape,
    rules: &RuleArgs,
    receive: &mut dyn FnMut(Item) -> bool,
) {
    let bytes = match bytes_of(source) {
        Ok(bytes) => bytes,
        Err(error) => {
            receive(Err(unreadable(name, &error)));
            return;
        }
    };
    let (text, foreign) = decode(&bytes);
    let text = match &rules.symbols {
        None => text,
        Some(_) if is_of_variants(&text) => {
            receive(Err(Fault::of(name, "--symbols is for plain puzzles".to_owned())));
            return;
        }
        Some(symbols) => symbols.usual(&text).into(),
    };
    let formats = match rules.from {
        Some(format) => vec![format],
        None => certain(&text),
    };
    let symbols = rules.symbols.clone().map(Arc::new);
    match formats[..] {
        [format] => {
            let mut places = Places { name, foreign, symbols, last: None };
            let mut open = true;
            format.read_each(&text, &mut |entry| {
                open = places.entry(entry).is_none_or(&mut *receive);
                open
            });
            if open && let Some(last) = places.end() {
                receive(last);
            }
        }
        [] => {
            // What it makes of bytes is its own affair.
            let reader = match symbols {
                Some(_) => Reader::new(text.as_bytes(), shape).with_usual_symbols(),
                None => Reader::new(&bytes[..], shape),
            };
            for entry in reader {
                let item = match entry {
                    Ok(entry) => Ok(Located {
                        variant: Variant::from(&entry.puzzle),
                        source: Arc::clone(name),
                        line: entry.line,
                        dropped: Vec::new(),
                        symbols: symbols.clone(),
                    }),
                    Err(error) => Err(faulty(name, &error, source.is_doubtful())),
                };
                if !receive(item) {
                    return;
                }
            }
        }
        [..] => {
            let names: Vec<&str> = formats.iter().map(|format| format.name()).collect();
            let message =
                format!("it may be in several formats ({}): say --from", names.join(", "));
            receive(Err(Fault::of(name, message)));
        }
    }
}

/// The formats for variants that a text is certainly in: one at most, unless two of them are mistaken.
fn certain(text: &str) -> Vec<&'static dyn Format> {
    let certain = |format: &&dyn Format| {
        !STREAMED.contains(&format.name()) && format.recognises(text) == Likeness::Certain
    };
    format::detect(text).into_iter().filter(certain).collect()
}

/// Puzzles on their way, and the bytes among them that are no text: a puzzle goes from its line to that of the next, and if
/// there is such a byte in it, nobody knows what it says.
struct Places<'n> {
    name: &'n Arc<str>,
    foreign: VecDeque<Foreign>,
    symbols: Option<Arc<Symbols>>,
    /// The one before the next, and its line.
    last: Option<(Item, usize)>,
}

impl Places<'_> {
    /// Takes one, and gives the one before it.
    fn entry(&mut self, entry: Result<Entry, ReadError>) -> Option<Item> {
        let (line, item) = match entry {
            Ok(entry) => {
                let (source, symbols) = (Arc::clone(self.name), self.symbols.clone());
                let Entry { variant, line, dropped, .. } = entry;
                (line, Ok(Located { variant, source, line, dropped, symbols }))
            }
            Err(error) => {
                let fault = Fault::at(self.name, (error.line, error.column), error.message);
                (error.line, Err(Fault { in_place: true, ..fault }))
            }
        };
        let before = self.until(line);
        self.last = Some((item, line));
        before
    }

    /// The last one.
    fn end(mut self) -> Option<Item> {
        self.until(usize::MAX).or_else(|| {
            // There is no puzzle at all.
            self.foreign.front().map(|foreign| Err(foreign.fault(self.name)))
        })
    }

    /// The last one, given that the next begins on that line.
    fn until(&mut self, next: usize) -> Option<Item> {
        let (item, line) = self.last.take()?;
        // What stands before the first puzzle is a remark.
        while self.foreign.front().is_some_and(|it| it.line < line && item.is_ok()) {
            self.foreign.pop_front();
        }
        let own = self.foreign.front().copied().filter(|it| it.line < next.max(line + 1));
        while self.foreign.front().is_some_and(|it| it.line < next) {
            self.foreign.pop_front();
        }
        Some(match own {
            Some(foreign) => Err(Fault { in_place: true, ..foreign.fault(self.name) }),
            None => item,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_text_has_a_line_and_a_column() {
        let (text, foreign) = decode(b"a\xFFb\xFE\n\xC3\xA4\xE4");
        assert_eq!(text, "a\u{fffd}b\u{fffd}\n\u{e4}\u{fffd}");
        let places: Vec<_> = foreign.iter().map(|it| (it.line, it.column, it.byte)).collect();
        assert_eq!(places, [(1, 2, 0xFF), (2, 2, 0xE4)]);
        assert!(decode("ä\nb".as_bytes()).1.is_empty());
    }
}
