//! A naive reader of the DLX text format (Knuth, TAOCP 7.2.2.1 and its programs), for small files.
//!
//! The first line that is neither blank nor a comment names the items, secondary ones after a lone `|`; each further
//! one is an option. `2|a` and `1:3|a` declare multiplicities, `x:red` gives a secondary item a colour, `|7` or `$7` adds
//! to the option's cost. A line whose first non-blank character is `|` is a comment. A byte order mark, CRLF, blanks and
//! tabs anywhere between words, and a last line without a newline are fine.
//!
//! It is what the text cases are checked against, and what lets the oracle read small instances from files. It is slow
//! on purpose: no code, and no cleverness, is shared with the engine's reader.

use crate::instance::{Entry, Instance, Item, OptionSpec};

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextFault {
    /// The line, from 1. For a text without items: the line after the last.
    pub line: usize,
    /// The column where the word that is at fault begins, from 1, in characters.
    pub column: usize,
    /// One of [`KINDS`].
    pub kind: &'static str,
}

/// The kinds of fault, in the words of the case files.
pub const KINDS: [&str; 11] = [
    "no-items",
    "two-bars",
    "bad-name",
    "bad-multiplicity",
    "repeated-item",
    "unknown-item",
    "repeated-item-in-option",
    "colour-on-primary",
    "bad-colour",
    "bad-cost",
    "empty-option",
];

/// Reads a text.
///
/// # Errors
///
/// The first fault of the text.
///
/// # Examples
///
/// ```
/// use quadrille_testkit::{Instance, dlx};
///
/// let text = "| a toy\na 1:2|b | x\na x:red |3\nb\n";
/// assert_eq!(dlx::parse(text), Ok(Instance::compact("a 1:2|b", "x", &["a x:red |3", "b"])));
/// assert_eq!(dlx::parse("a\nq\n").unwrap_err().kind, "unknown-item");
/// ```
pub fn parse(text: &str) -> Result<Instance, TextFault> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut instance: Option<Instance> = None;
    let mut lines = 0;
    for (number, line) in text.lines().enumerate() {
        lines = number + 1;
        if line.trim().is_empty() || line.trim_start().starts_with('|') {
            continue;
        }
        let located = |(column, kind)| TextFault { line: number + 1, column, kind };
        match &mut instance {
            None => instance = Some(item_line(line).map_err(located)?),
            Some(problem) => {
                let option = option_line(problem, line).map_err(located)?;
                problem.options.push(option);
            }
        }
    }
    instance.ok_or(TextFault { line: lines + 1, column: 1, kind: "no-items" })
}

/// The words of a line, each with the column where it begins.
fn words(line: &str) -> Vec<(usize, String)> {
    let mut words: Vec<(usize, String)> = Vec::new();
    let mut inside = false;
    for (place, c) in line.chars().enumerate() {
        if c.is_whitespace() {
            inside = false;
            continue;
        }
        if !inside {
            words.push((place + 1, String::new()));
            inside = true;
        }
        if let Some((_, word)) = words.last_mut() {
            word.push(c);
        }
    }
    words
}

fn item_line(line: &str) -> Result<Instance, (usize, &'static str)> {
    let mut instance = Instance::default();
    let mut secondary = false;
    for (column, word) in words(line) {
        if word == "|" {
            if secondary {
                return Err((column, "two-bars"));
            }
            secondary = true;
            continue;
        }
        let item = match word.split_once('|') {
            None if secondary => Item::secondary(word),
            None => Item::primary(word),
            Some(_) if secondary => return Err((column, "bad-multiplicity")),
            Some((bounds, name)) => {
                let (min, max) = bounds.split_once(':').unwrap_or((bounds, bounds));
                match (decimal(min), decimal(max)) {
                    (Some(min), Some(max)) if min <= max && max >= 1 => {
                        Item::bounded(name, min, max)
                    }
                    _ => return Err((column, "bad-multiplicity")),
                }
            }
        };
        if item.name.is_empty() || item.name.contains([':', '|']) {
            return Err((column, "bad-name"));
        }
        if instance.items.iter().any(|earlier| earlier.name == item.name) {
            return Err((column, "repeated-item"));
        }
        instance.items.push(item);
    }
    Ok(instance)
}

fn option_line(instance: &Instance, line: &str) -> Result<OptionSpec, (usize, &'static str)> {
    let mut option = OptionSpec::default();
    for (column, word) in words(line) {
        let (name, colour) = match word.split_once(':') {
            Some((name, colour)) => (name, Some(colour)),
            None => (word.as_str(), None),
        };
        let item = instance.items.iter().position(|item| item.name == name);
        if item.is_none()
            && let Some(digits) = word.strip_prefix(['|', '$'])
        {
            let sum = decimal::<u64>(digits).and_then(|cost| cost.checked_add(option.cost));
            option.cost = sum.ok_or((column, "bad-cost"))?;
            continue;
        }
        let Some(item) = item else {
            return Err((column, "unknown-item"));
        };
        if option.entries.iter().any(|earlier| earlier.item == item) {
            return Err((column, "repeated-item-in-option"));
        }
        if colour.is_some() && instance.items[item].is_primary() {
            return Err((column, "colour-on-primary"));
        }
        if colour.is_some_and(|colour| colour.is_empty() || colour.contains([':', '|'])) {
            return Err((column, "bad-colour"));
        }
        option.entries.push(Entry { item, colour: colour.map(str::to_owned) });
    }
    if option.entries.is_empty() {
        // Only `$` leads here: a line that begins with `|` is a comment.
        return Err((1, "empty-option"));
    }
    Ok(option)
}

/// A number of ASCII digits only: `parse` alone would take a plus sign.
fn decimal<N: std::str::FromStr>(digits: &str) -> Option<N> {
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_begin_where_they_are_said_to() {
        let expected =
            [(2, "a"), (4, "größe"), (11, "b")].map(|(column, word)| (column, word.to_owned()));
        assert_eq!(words(" a größe\t b\r"), expected);
    }

    #[test]
    fn faults_stand_where_the_word_begins() {
        let at = |text| parse(text).map_err(|fault| (fault.line, fault.column, fault.kind));
        assert_eq!(at("| c\n\nü b\nü  q"), Err((4, 4, "unknown-item")));
        assert_eq!(at("\u{feff}a a"), Err((1, 3, "repeated-item")));
        assert_eq!(at("a\n $5"), Err((2, 1, "empty-option")));
        assert_eq!(at("1:+2|a"), Err((1, 1, "bad-multiplicity")));
    }
}
