//! Variants as inputs: puzzles with rules of their own, in whatever format they are written.
//!
//! Plain puzzles come as a stream, millions of them; what is here is read as a whole, one source after the other. A
//! source is read so if it is in a format that the stream does not know, or if rules are added to its puzzles.

mod args;
pub(crate) mod check;
pub(crate) mod count;
pub(crate) mod solve;
mod symbols;

use std::io::{self, Read, Write};
use std::sync::Arc;

use quadrille_sudoku::format::Reader;
use quadrille_sudoku::variant::format::{self, Format, Likeness, values_line};
use quadrille_sudoku::variant::{Variant, verify};
use quadrille_sudoku::{CancelToken, Shape};

use crate::Context;
use crate::input::{Fault, InputArgs, Source, faulty, sources, unless_cancelled, unreadable};
use crate::render;
use crate::status::Status;
use symbols::Symbols;

pub(crate) use args::{Chosen, RuleArgs, VariantStrategyArgs, chosen, variant_formats};

/// Formats of which the stream reads at least as much.
const STREAMED: &[&str] = &["line", "sdm", "sdk", "ss", "grid", "candidates", "csv", "pencilmarks"];

/// A variant and where it is from.
#[derive(Debug, Clone)]
pub(crate) struct Located {
    pub(crate) variant: Variant,
    pub(crate) source: Arc<str>,
    pub(crate) line: usize,
    /// What it is written with, if not as usual.
    symbols: Option<Arc<Symbols>>,
}

impl Located {
    /// Values on one line, with the symbols of the puzzle: see [`values_line`].
    pub(crate) fn line_of(&self, values: &[u8]) -> String {
        let board = self.variant.board();
        let Some(symbols) = &self.symbols else { return values_line(board, values) };
        let symbol = |(cell, &value): (usize, &u8)| match board.is_inside(cell) {
            true => symbols.of(value).unwrap_or('.'),
            false => '#',
        };
        values.iter().enumerate().map(symbol).collect()
    }

    /// What messages call its place.
    pub(crate) fn place(&self) -> String {
        format!("{}:{}", self.source, self.line)
    }
}

/// A variant, or what is in its place.
pub(crate) type Item = Result<Located, Fault>;

/// Whether a text is in a format that is for variants, as far as its beginning tells.
pub(crate) fn is_of_variants(text: &str) -> bool {
    let found = format::detect(text);
    found.iter().any(|format| {
        !STREAMED.contains(&format.name()) && format.recognises(text) == Likeness::Certain
    })
}

/// Finds out the shape of plain puzzles, unless it was said, or the format says it.
///
/// # Errors
///
/// If boxes of several shapes fit.
pub(crate) fn find_shape(
    input: &InputArgs,
    rules: &RuleArgs,
    cancel: &CancelToken,
) -> Result<(), String> {
    match (rules.from, &rules.symbols) {
        (Some(_), _) => Ok(()),
        (None, Some(symbols)) => input.shape.find_size(symbols.len()),
        (None, None) => input.find_shape(cancel),
    }
}

/// The variants of the inputs; `None` if all of them are plain puzzles, as far as their beginnings tell, and no rules
/// are added.
///
/// # Errors
///
/// A message if there is nothing to read from, or a rule makes no sense.
pub(crate) fn open(
    input: &InputArgs,
    rules: &RuleArgs,
    cancel: &CancelToken,
) -> Result<Option<Vec<Item>>, String> {
    let shape = input.shape.shape();
    if rules.is_none() {
        let inputs = input.inputs.clone();
        let looked = unless_cancelled(cancel, move || {
            let sources = sources(&inputs, shape)?;
            let mut of_variants = false;
            for source in sources.iter().flatten() {
                of_variants |= source.head().is_ok_and(|head| is_of_variants(&head));
            }
            Ok::<bool, String>(of_variants)
        });
        if !looked.transpose()?.unwrap_or(false) {
            return Ok(None);
        }
    }
    read(input, rules, cancel).map(Some)
}

/// The variants of the inputs, plain puzzles among them.
///
/// # Errors
///
/// A message if there is nothing to read from, or a rule makes no sense.
pub(crate) fn read(
    input: &InputArgs,
    rules: &RuleArgs,
    cancel: &CancelToken,
) -> Result<Vec<Item>, String> {
    let shape = input.shape.shape();
    let mut items = Vec::new();
    for source in sources(&input.inputs, shape)? {
        let source = match source {
            Ok(source) => source,
            Err(message) => {
                items.push(Err(Fault::of(&"".into(), message)));
                continue;
            }
        };
        let name: Arc<str> = source.name().into();
        let opened = source.clone();
        let text = unless_cancelled(cancel, move || text_of(&opened));
        let text = match text {
            None => break,
            Some(Ok(text)) => text,
            Some(Err(error)) => {
                items.push(Err(unreadable(&name, &error)));
                continue;
            }
        };
        let before = items.len();
        let text = match &rules.symbols {
            None => text,
            Some(symbols) if symbols.len() != shape.size() => {
                let (found, size) = (symbols.len(), shape.size());
                return Err(format!("--symbols has {found} symbols: expected {size}, for {shape}"));
            }
            Some(_) if is_of_variants(&text) => {
                return Err(format!("{name}: --symbols is for plain puzzles"));
            }
            Some(symbols) => symbols.usual(&text),
        };
        entries(&text, &source, &name, shape, rules, &mut items)?;
        if items.len() == before {
            let message = "no puzzle found: expected at least one".to_owned();
            items.push(Err(Fault::of(&name, message)));
        }
    }
    for item in &mut items {
        if let Ok(located) = item
            && let Err(message) = rules.add_to(&mut located.variant)
        {
            let fault = Fault::at(&located.source, (located.line, 1), message);
            *item = Err(Fault { in_place: true, ..fault });
        }
    }
    Ok(items)
}

/// The whole text of a source.
pub(crate) fn text_of(source: &Source) -> io::Result<String> {
    let mut bytes = Vec::new();
    source.input()?.read_to_end(&mut bytes)?;
    String::from_utf8(bytes).map_err(|error| {
        let message = format!("byte {} is not UTF-8", error.utf8_error().valid_up_to() + 1);
        io::Error::new(io::ErrorKind::InvalidData, message)
    })
}

/// The entries of a text: in the format that is named, else in the one that it is certainly in, else as plain puzzles.
fn entries(
    text: &str,
    source: &Source,
    name: &Arc<str>,
    shape: Shape,
    rules: &RuleArgs,
    items: &mut Vec<Item>,
) -> Result<(), String> {
    let found = || {
        let certain = |format: &&dyn Format| {
            !STREAMED.contains(&format.name()) && format.recognises(text) == Likeness::Certain
        };
        format::detect(text).into_iter().filter(certain).collect::<Vec<_>>()
    };
    let formats = rules.from.map_or_else(found, |format| vec![format]);
    let symbols = rules.symbols.clone().map(Arc::new);
    let located = |variant: Variant, line: usize| Located {
        variant,
        source: Arc::clone(name),
        line,
        symbols: symbols.clone(),
    };
    match formats[..] {
        [format] => {
            for entry in format.read(text) {
                items.push(match entry {
                    Ok(entry) => Ok(located(entry.variant, entry.line)),
                    Err(error) => {
                        let place = (error.line, error.column);
                        let mut fault = Fault::at(name, place, error.message);
                        fault.in_place = true;
                        Err(fault)
                    }
                });
            }
        }
        [] => {
            for entry in Reader::new(text.as_bytes(), shape) {
                items.push(match entry {
                    Ok(entry) => Ok(located(Variant::from(&entry.puzzle), entry.line)),
                    Err(error) => Err(faulty(name, &error, source.is_doubtful())),
                });
            }
        }
        [..] => {
            let names: Vec<&str> = formats.iter().map(|format| format.name()).collect();
            let names = names.join(", ");
            return Err(format!("{name}: it may be in several formats ({names}): say --from"));
        }
    }
    Ok(())
}

/// What is wrong with what a strategy calls a solution, if anything is.
pub(crate) fn wrong(variant: &Variant, solution: &[u8]) -> Option<String> {
    verify(variant, solution).err().map(|broken| format!("gave no solution: {broken}"))
}

/// Whether Ctrl-C was pressed; if so, says how many are left that were not tried, counted, or whatever is `done`.
pub(crate) fn is_interrupted(left: usize, done: &str, context: &mut Context) -> io::Result<bool> {
    let pressed = context.cancel.is_cancelled();
    if pressed {
        context.out.flush()?;
        context.messages.warning(&format_args!("interrupted: {left} more were not {done}"));
    }
    Ok(pressed)
}

/// Reports what is in the place of a variant.
pub(crate) fn report(fault: &Fault, json: bool, context: &mut Context) -> io::Result<Status> {
    context.out.flush()?;
    fault.report(context.messages);
    if fault.in_place {
        render::invalid(&mut context.out, fault, json)?;
    }
    Ok(Status::Bad)
}
