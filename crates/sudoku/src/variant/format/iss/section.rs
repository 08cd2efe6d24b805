//! The puzzles of a text, and the parts of each.

use crate::variant::format::ReadError;
use crate::variant::format::layout::{Places, lines};

/// Characters of a puzzle, and the byte of the text that each stands at: without white space, but for a blank between
/// words.
#[derive(Debug, Clone, Default)]
pub(super) struct Section {
    chars: Vec<(usize, char)>,
}

impl Section {
    /// The characters but for blanks.
    pub(super) fn dense(&self) -> Vec<(usize, char)> {
        self.chars.iter().copied().filter(|(_, c)| *c != ' ').collect()
    }

    /// The words.
    pub(super) fn words(&self) -> Vec<(usize, String)> {
        let mut words: Vec<(usize, String)> = Vec::new();
        let mut is_new = true;
        for &(at, c) in &self.chars {
            match words.last_mut() {
                _ if c == ' ' => {}
                Some((_, word)) if !is_new => word.push(c),
                _ => words.push((at, c.to_string())),
            }
            is_new = c == ' ';
        }
        words
    }

    fn push(&mut self, start: usize, line: &str) {
        for (at, c) in line.char_indices() {
            let c = if c.is_whitespace() { ' ' } else { c };
            self.chars.push((start + at, c));
        }
        self.chars.push((start + line.len(), ' '));
    }

    fn is_empty(&self) -> bool {
        self.chars.iter().all(|(_, c)| *c == ' ')
    }
}

/// Names of constraints: what a text is recognised by.
const NAMES: [&str; 34] = [
    "Shape",
    "NoBoxes",
    "Jigsaw",
    "Cage",
    "Sum",
    "Thermo",
    "Whisper",
    "Renban",
    "Palindrome",
    "Between",
    "Arrow",
    "DoubleArrow",
    "PillArrow",
    "AllDifferent",
    "GreaterThan",
    "WhiteDot",
    "BlackDot",
    "X",
    "V",
    "Quad",
    "LittleKiller",
    "Sandwich",
    "XSum",
    "Skyscraper",
    "NumberedRoom",
    "Lunchbox",
    "Diagonal",
    "AntiKnight",
    "AntiKing",
    "AntiConsecutive",
    "Windoku",
    "DisjointSets",
    "StrictKropki",
    "StrictXV",
];

/// Whether a line begins with a constraint.
pub(super) fn is_constraint(line: &str) -> bool {
    let Some(rest) = line.strip_prefix('.') else { return false };
    let rest = rest.trim_start_matches('.');
    if rest.starts_with("~R") {
        return true;
    }
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
    let (name, more) = rest.split_at(end);
    // Letters in a grid of 16×16 may look like a short name.
    NAMES.contains(&name) && (more.starts_with('~') || name.len() > 6)
}

/// Each puzzle of a text: its line, and its parts.
pub(super) fn puzzles(places: &Places<'_>) -> Vec<(usize, Result<Vec<Section>, ReadError>)> {
    let mut puzzles = Vec::new();
    let mut sections: Vec<Section> = Vec::new();
    let mut first = 1;
    let mut open = false;
    for (number, start, line) in lines(places.text) {
        let trimmed = line.trim();
        let is_link = trimmed.contains("://") || trimmed.starts_with("sigh.github.io");
        if is_link {
            if !sections.is_empty() {
                puzzles.push((first, Ok(std::mem::take(&mut sections))));
            }
            let blank = line.len() - line.trim_start().len();
            puzzles.push((number, link(places, start + blank, trimmed).map(|link| vec![link])));
            open = false;
        } else if trimmed.is_empty() || trimmed.starts_with('#') {
            open = false;
        } else {
            if sections.is_empty() {
                first = number;
            }
            if !open {
                sections.push(Section::default());
            }
            open = true;
            if let Some(section) = sections.last_mut() {
                section.push(start, line);
            }
        }
    }
    sections.retain(|section| !section.is_empty());
    if !sections.is_empty() {
        puzzles.push((first, Ok(sections)));
    }
    puzzles
}

/// The string of a link at a byte.
fn link(places: &Places<'_>, start: usize, link: &str) -> Result<Section, ReadError> {
    let query = link.find(['?', '&']).and_then(|at| {
        let q = link[at..].find("?q=").or_else(|| link[at..].find("&q="));
        q.map(|q| at + q + 3)
    });
    let Some(query) = query else {
        return Err(places.error(start, "found a link without `?q=`"));
    };
    let end = link[query..].find(['&', '#']).map_or(link.len(), |end| query + end);
    let mut section = Section::default();
    let mut at = query;
    while let Some(c) = link[at..end].chars().next() {
        let (c, length) = match c {
            '%' => {
                let hex = link.get(at + 1..at + 3).filter(|_| at + 3 <= end);
                let byte = hex.and_then(|hex| u8::from_str_radix(hex, 16).ok());
                let Some(byte) = byte.filter(u8::is_ascii) else {
                    let message = "found `%`, expected two hexadecimal digits of a character";
                    return Err(places.error(start + at, message));
                };
                (char::from(byte), 3)
            }
            '+' => (' ', 1),
            c => (c, c.len_utf8()),
        };
        section.chars.push((start + at, if c.is_whitespace() { ' ' } else { c }));
        at += length;
    }
    if section.is_empty() {
        return Err(places.error(start + query, "found nothing behind `?q=`"));
    }
    Ok(section)
}
