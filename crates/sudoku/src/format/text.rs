//! What a line is before its cells are looked at: a puzzle on one line, a comment, a header, a
//! title, or the start of brackets.

use super::error::{ReadErrorKind, shape_of};
use super::symbols::{EMPTY, MAX_SYMBOLS, Symbols, values_of};

/// Names of the column or the key that holds a puzzle.
const PUZZLE_NAMES: [&str; 12] = [
    "puzzle",
    "puzzles",
    "quiz",
    "quizzes",
    "question",
    "questions",
    "sudoku",
    "board",
    "boards",
    "grid",
    "grids",
    "givens",
];

pub(crate) fn is_puzzle_name(name: &str) -> bool {
    PUZZLE_NAMES.iter().any(|puzzle| name.trim().eq_ignore_ascii_case(puzzle))
}

/// A puzzle on one line.
#[derive(Debug)]
pub(super) struct OneLine {
    pub(super) values: Vec<u8>,
    /// The cell whose symbol can be read in two ways, if there is one.
    pub(super) doubt: Option<(usize, ReadErrorKind)>,
    /// Where the first cell is, in bytes.
    pub(super) start: usize,
    /// Where the comment begins, in bytes.
    pub(super) rest: usize,
}

/// Reads a word of n² cells, or of n³ pencilmarks, that begins at `from`, blanks and a quote aside.
#[inline]
pub(super) fn one_line(line: &[u8], from: usize, symbols: &Symbols) -> Option<OneLine> {
    let cells = symbols.size() * symbols.size();
    word_of(cells, line, from, symbols, true).or_else(|| {
        let marks = symbols.marks().filter(|&marks| line.len() >= from + marks)?;
        // Of one of the other symbols alone it is rather a border.
        word_of(marks, line, from, symbols, false).filter(|found| {
            let word = &line[found.start..found.start + marks];
            word.iter().any(|&byte| !matches!(byte, b'_' | b'*' | b'-' | b'?'))
        })
    })
}

/// Reads a word of so many cells.
#[inline]
fn word_of(
    cells: usize,
    line: &[u8],
    from: usize,
    symbols: &Symbols,
    are_cells: bool,
) -> Option<OneLine> {
    let mut start = from;
    while let Some(b' ' | b'\t') = line.get(start) {
        start += 1;
    }
    let quote = line.get(start).copied().filter(|byte| matches!(byte, b'"' | b'\''));
    start += usize::from(quote.is_some());
    let word = line.get(start..start + cells)?;
    if symbols.size() > MAX_SYMBOLS {
        return None;
    }
    // Cheap refusal of rows and titles, before memory is asked for.
    let is_cell = |byte: u8| symbols.byte(byte).is_some() || byte.is_ascii_alphabetic();
    if !word.first().is_some_and(|&byte| is_cell(byte)) || !is_cell(word[cells - 1]) {
        return None;
    }
    let (values, doubt) = match are_cells && symbols.size() > 9 {
        false => (symbols.values(word)?, None),
        true => match values_of(word, symbols) {
            Ok(values) => (values, None),
            Err((cell, doubt)) => (symbols.values(word)?, doubt.map(|kind| (cell, kind))),
        },
    };
    let mut rest = start + cells;
    match quote {
        Some(quote) if line.get(rest) == Some(&quote) => rest += 1,
        Some(_) => return None,
        None => {}
    }
    match line.get(rest) {
        None | Some(b' ' | b'\t' | b'#' | b',' | b';') => {
            Some(OneLine { values, doubt, start, rest })
        }
        Some(_) => None,
    }
}

/// The first word of a line if it has the length of pencilmarks, and most of its characters are right:
/// the column and the place, from 0, of one that is not, and what it is. The word must not be one that
/// [`one_line`] reads.
pub(super) fn wrong_mark(text: &str, symbols: &Symbols) -> Option<(usize, usize, char)> {
    let marks = symbols.marks()?;
    let start = text.len() - text.trim_start().trim_start_matches(['"', '\'']).len();
    let end = text[start..].find([' ', '\t', '#', ',', ';', '"', '\'']);
    let word = &text[start..end.map_or(text.len(), |end| start + end)];
    let size = symbols.size();
    let is_right = |(place, c): &(usize, char)| match symbols.char(*c) {
        Some(0) => true,
        Some(value) => usize::from(value) == place % size + 1,
        None => false,
    };
    let places = || word.chars().enumerate();
    let (count, right) = (places().count(), places().filter(is_right).count());
    if count != marks || 2 * right < marks {
        return None;
    }
    let (place, found) = places().find(|pair| !is_right(pair))?;
    Some((text[..start].chars().count() + place + 1, place, found))
}

/// The comment that begins at `rest`, without the mark before it.
pub(super) fn comment(line: &[u8], rest: usize) -> Option<String> {
    let rest = line.get(rest..)?;
    if rest.is_empty() {
        return None;
    }
    let text = String::from_utf8_lossy(rest);
    let text = text.trim();
    let text =
        text.strip_prefix("//").or_else(|| text.strip_prefix(['#', ',', ';'])).unwrap_or(text);
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// The first word of a line, if it has cells only, be they of this size or as many as a puzzle of
/// another: where it begins, in bytes, and their number.
pub(super) fn first_word_of_cells(text: &str, symbols: &Symbols) -> Option<(usize, usize)> {
    let trimmed = text.trim_start().trim_start_matches('"');
    let start = text.len() - trimmed.len();
    let end = trimmed.find([' ', '\t', '#', ',', ';', '"']).unwrap_or(trimmed.len());
    let word = &trimmed.as_bytes()[..end];
    let of_cells = symbols.size() <= MAX_SYMBOLS && word.iter().all(|&b| symbols.byte(b).is_some());
    let of_others = || {
        let no_letter = |byte: &u8| byte.is_ascii_digit() || EMPTY.contains(byte);
        shape_of(end).is_some()
            && end != symbols.size() * symbols.size()
            && word.iter().any(no_letter)
            && word.iter().all(|byte| byte.is_ascii_alphabetic() || no_letter(byte))
    };
    (end > 0 && (of_cells || of_others())).then_some((start, end))
}

/// Whether the whole line is a comment.
pub(super) fn is_comment(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    matches!(line.first(), Some(b'#' | b';' | b'%')) || line.starts_with(b"//")
}

/// Whether a line is left over after brackets: closing ones and what may follow them.
pub(super) fn is_closing(text: &str) -> bool {
    let closing = |c: char| matches!(c, ']' | '}' | ')' | ',' | ';') || c.is_whitespace();
    text.contains([']', '}', ')']) && text.chars().all(closing)
}

/// The column of the puzzles, from 0, if the line is the header of a table.
pub(super) fn header_column(text: &str) -> Option<usize> {
    text.split(',').position(|name| is_puzzle_name(name.trim().trim_matches('"')))
}

/// Where a field of a table begins, in bytes.
pub(super) fn field_start(line: &[u8], column: usize) -> Option<usize> {
    let mut quoted = false;
    let mut left = column;
    for (at, &byte) in line.iter().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            b',' if !quoted => {
                left -= 1;
                if left == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// The name of a section, such as `[Puzzle]`.
pub(crate) fn section(text: &str) -> Option<&str> {
    let name = text.trim().strip_prefix('[')?.strip_suffix(']')?.trim();
    let letters = name.chars().filter(|c| c.is_alphabetic()).count();
    (letters >= 3 && name.chars().all(|c| c.is_alphabetic() || c == ' ')).then_some(name)
}

/// A title such as `Grid 01`, `Puzzle #3` or `Easy:`: words, then a number or a colon or both.
pub(super) fn title(text: &str) -> Option<&str> {
    let title = text.trim();
    let word = title.chars().take_while(|c| c.is_alphabetic()).count();
    let words = title.trim_start_matches(|c: char| c.is_alphabetic() || c == ' ' || c == '\t');
    let number = words.strip_prefix('#').unwrap_or(words);
    let end = number.trim_start_matches(|c: char| c.is_ascii_digit());
    let ends = matches!(end, "" | ":") && !words.is_empty();
    let apart = title.contains([' ', '\t', '#', ':']);
    (word >= 3 && ends && apart).then_some(title)
}

/// A puzzle on one line behind its number, as `12. 53..7…`: the number and the puzzle. Nothing may
/// follow, so that a word of the right length in a sentence is not taken for a puzzle.
pub(super) fn numbered<'a>(text: &'a str, symbols: &Symbols) -> Option<(&'a str, OneLine)> {
    let start = text.len() - text.trim_start().len();
    let digits = text[start..].bytes().take_while(u8::is_ascii_digit).count();
    let number = &text[start..start + digits];
    let rest = &text[start + digits..];
    let rest = rest.strip_prefix(['.', ')', ':']).unwrap_or(rest);
    if !(1..=9).contains(&digits) || symbols.size() < 4 || !rest.starts_with([' ', '\t']) {
        return None;
    }
    let found = one_line(text.as_bytes(), text.len() - rest.len(), symbols)?;
    text[found.rest..].trim().is_empty().then_some((number, found))
}

/// Where brackets begin, in bytes, if the line begins with brackets or assigns them.
pub(super) fn bracket_start(text: &str, symbols: &Symbols) -> Option<usize> {
    let list = text.find(['[', '{']);
    if let Some(start) = tuple_start(text).filter(|&start| list.is_none_or(|list| start < list)) {
        return Some(start);
    }
    let first = list?;
    let prefix = &text[..first];
    let cells = first_word_of_cells(text, symbols);
    if prefix.contains(['|', '│', '║', '┃', '#'])
        || prefix.contains("//")
        || cells.is_some_and(|(_, count)| count > 3 * symbols.size() / 2)
        || is_decorated_row(text)
    {
        return None;
    }
    let from = match assignment(text) {
        Some(end) if text[end..].contains(['[', '{']) => end,
        Some(end) if text[end..].trim().is_empty() => return Some(text.len()),
        _ => first,
    };
    Some(skip_type(text, from))
}

/// Where a tuple of tuples begins, in bytes, if the line begins with one or assigns it.
fn tuple_start(text: &str) -> Option<usize> {
    if !text.contains('(') {
        return None;
    }
    let from = assignment(text).unwrap_or(0);
    let inside = text[from..].trim_start().strip_prefix('(')?;
    let start = text.len() - inside.len() - 1;
    inside.trim_start().starts_with('(').then_some(start)
}

/// Where the right-hand side of `name = ` begins.
pub(super) fn assignment(text: &str) -> Option<usize> {
    let left = text.find('=')?;
    let is_name = |c: char| c.is_alphabetic() || c == '_';
    let named = text.trim_start().starts_with(is_name) && !text[..left].contains(['"', '\'']);
    named.then_some(left + 1)
}

/// Skips the brackets of types: `int[][]`, `[9][9]int`.
fn skip_type(text: &str, from: usize) -> usize {
    let mut at = from;
    while let Some(found) = text[at..].find(['[', '{']) {
        let open = at + found;
        let inside = &text[open + 1..];
        let Some(close) = inside.find(']').filter(|_| text[open..].starts_with('[')) else {
            return open;
        };
        let is_length = inside[..close].chars().all(|c| c.is_ascii_digit() || c.is_whitespace());
        let after = inside[close + 1..].trim_start();
        let goes_on = |c: char| c == '[' || c == '{' || c.is_alphabetic();
        if !is_length || !after.starts_with(goes_on) {
            return open;
        }
        at = open + 1 + close + 1;
    }
    text.len()
}

/// Whether the brackets of a line stand around single cells, as in `[5] 3 [7]`.
fn is_decorated_row(text: &str) -> bool {
    if text.contains(['{', ',', '"', '\'', '=']) {
        return false;
    }
    let mut outside = text.chars().filter(|c| !c.is_whitespace()).count();
    let mut groups = 0;
    for part in text.split('[').skip(1) {
        let Some((inside, _)) = part.split_once(']') else {
            return false;
        };
        let cell = inside.trim();
        if !matches!(cell.chars().count(), 1 | 2) || cell.contains(char::is_whitespace) {
            return false;
        }
        outside -= cell.chars().count() + 2;
        groups += 1;
    }
    groups > 1 || outside > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_begin_after_names_and_types() {
        let symbols = Symbols::new(9);
        for (text, rest) in [
            ("board = [[5, 3", "[[5, 3"),
            ("int[][] grid = {", "{"),
            ("new int[][] {{5,3", "{{5,3"),
            ("int grid[9][9] = {{5", "{{5"),
            ("let grid: [[u8; 9]; 9] = [[5", "[[5"),
            ("[][]int{{5, 3", "{{5, 3"),
            ("[9][9]int{{5, 3", "{{5, 3"),
            ("np.array([[5", "[[5"),
            (" [6 0 0 1 9 5 0 0 0]", "[6 0 0 1 9 5 0 0 0]"),
            ("int grid[9][9] =", ""),
            ("{\"puzzle\": \"", "{\"puzzle\": \""),
            ("[]", "[]"),
        ] {
            let start = bracket_start(text, &symbols);
            assert_eq!(start.map(|start| &text[start..]), Some(rest), "{text}");
        }
    }

    #[test]
    fn brackets_around_cells_and_in_comments_begin_nothing() {
        let symbols = Symbols::new(9);
        for text in [
            "[5][3] .   . [7] .",
            "│[5] 3 │",
            "| [5] |",
            "53..7....6..195....98....6. [easy]",
            "5 3 . . 7 . . . . # [first]",
        ] {
            assert_eq!(bracket_start(text, &symbols), None, "{text}");
        }
        assert_eq!(bracket_start("[5]", &Symbols::new(1)), Some(0));
    }

    #[test]
    fn titles_are_words_with_a_number_or_a_colon() {
        for text in ["Grid 01", "Puzzle #3", "Easy:", "  Very hard 12:", "Sudoku 7", "Rätsel 5"] {
            assert_eq!(title(text), Some(text.trim()), "{text}");
        }
        for text in ["53..7....", "hello", "abc..1..7", "a 1", "12 Grid", "ABCDEFG12"] {
            assert_eq!(title(text), None, "{text}");
        }
    }
}
