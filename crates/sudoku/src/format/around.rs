//! Lines around puzzles in documents and programs: markup, code, column names and prose. None of
//! them can be a row, so none of them may become part of a block of rows.

use super::symbols::{EMPTY, Symbols};

/// Names of forum tags that stand around puzzles, as `[code]` and `[/code]`.
const FORUM_TAGS: [&str; 9] =
    ["code", "pre", "tt", "quote", "spoiler", "hidden", "hide", "font", "center"];

/// First words of statements that need no parentheses, and of blocks.
const KEYWORDS: [&str; 28] = [
    "package",
    "import",
    "from",
    "using",
    "use",
    "include",
    "return",
    "break",
    "continue",
    "public",
    "private",
    "protected",
    "static",
    "final",
    "const",
    "let",
    "var",
    "int",
    "char",
    "void",
    "class",
    "interface",
    "struct",
    "enum",
    "namespace",
    "else",
    "try",
    "do",
];

/// Whether a line is markup and nothing else: a fence, such as three backticks, or tags.
pub(super) fn is_markup(text: &str) -> bool {
    let text = text.trim();
    if !text.starts_with(['`', '~', '<', '[']) {
        return false;
    }
    if let Some(name) = text.strip_prefix("```").or_else(|| text.strip_prefix("~~~")) {
        return !name.contains(['`', '|', ',']) && !name.trim().contains(char::is_whitespace);
    }
    if let Some(name) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
        let name = name.strip_prefix('/').unwrap_or(name);
        return FORUM_TAGS.iter().any(|tag| name.eq_ignore_ascii_case(tag));
    }
    let mut rest = text;
    while let Some(tag) = rest.strip_prefix('<') {
        match tag.split_once('>') {
            Some((_, after)) => rest = after.trim_start(),
            None => return false,
        }
    }
    rest.is_empty()
}

/// Whether a line is a statement of a program or begins a block of one, and holds no puzzle: it
/// has no brackets but those of types, indices and blocks.
pub(super) fn is_code(text: &str) -> bool {
    let text = text.trim();
    let (Some(first), Some(last)) = (text.chars().next(), text.chars().next_back()) else {
        return false;
    };
    if first == '@' {
        return text[1..].chars().all(|c| c.is_alphanumeric() || c == '_');
    }
    let starts = first.is_ascii_alphabetic() || first == '_' || first == '}';
    if !starts || !matches!(last, ';' | ')' | '{' | 'a'..='z') {
        return false;
    }
    let word = text.trim_start_matches(['}', ' ']);
    let end = word.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(word.len());
    let keyword = KEYWORDS.contains(&&word[..end]);
    let call = text.contains('(') && text.matches('(').count() == text.matches(')').count();
    if last.is_ascii_alphabetic() {
        return matches!(&word[..end], "import" | "from" | "package") && brackets_are_indices(text);
    }
    if !keyword && !call {
        return false;
    }
    let Some(block) = text.strip_suffix('{') else {
        return brackets_are_indices(text);
    };
    let assigns = block.split('(').next().is_some_and(|before| before.contains('='));
    let before = block.trim_end().chars().next_back();
    !assigns
        && before.is_some_and(|c| c.is_alphanumeric() || matches!(c, ')' | '>' | '_'))
        && !block.split(|c: char| !c.is_alphanumeric()).any(|word| word == "new")
        && brackets_are_indices(block)
}

/// Whether the brackets of a line are only those of types and indices: `int[]`, `grid[i][j + 1]`.
fn brackets_are_indices(text: &str) -> bool {
    let mut before = ' ';
    let mut rest = text;
    while let Some(at) = rest.find(['[', '{']) {
        before = rest[..at].chars().next_back().unwrap_or(before);
        let named = before.is_alphanumeric() || matches!(before, '_' | ']' | ')');
        let Some((inside, after)) = rest[at + 1..].split_once(']') else {
            return false;
        };
        let index = |c: char| c.is_alphanumeric() || matches!(c, '_' | '+' | '-' | '*' | ' ');
        let several = inside.split(' ').filter(|word| word.starts_with(char::is_alphanumeric));
        let operator = inside.contains(['+', '-', '*']);
        if rest[at..].starts_with('{')
            || !named
            || !inside.chars().all(index)
            || several.count() > 1 && !operator
        {
            return false;
        }
        before = ']';
        rest = after;
    }
    true
}

/// Whether a line that is no row has n or n² names, such as the header of a table of cells.
pub(super) fn is_names_of_columns(text: &str, size: usize) -> bool {
    let fits = |count: usize| count == size || count == size * size;
    [',', ';', '\t', '|'].into_iter().any(|separator| {
        let line = if separator == '|' { text.trim().trim_matches('|') } else { text.trim() };
        let mut names = line.split(separator).map(|name| name.trim().trim_matches('"'));
        fits(names.clone().count()) && names.all(|name| name.starts_with(char::is_alphabetic))
    })
}

/// Whether a line that is no row cannot have been meant as one: at most a third of its words, and
/// of a single word at most a third of the characters, are digits or empty cells.
pub(super) fn is_prose(text: &str, symbols: &Symbols) -> bool {
    let digit = |c: char| c.is_ascii_digit() || u8::try_from(c).is_ok_and(|b| EMPTY.contains(&b));
    let separator = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|' | '│' | '║' | '┃');
    let (mut words, mut cell_words) = (0, 0);
    let (mut characters, mut digits, mut cells) = (0, 0, 0);
    for word in text.split(separator).filter(|word| !word.is_empty()) {
        words += 1;
        let mut all = true;
        let single = word.chars().nth(1).is_none();
        for c in word.chars() {
            characters += 1;
            digits += usize::from(digit(c));
            cells += usize::from(symbols.char(c).is_some());
            all &= digit(c) || single && symbols.char(c).is_some();
        }
        cell_words += usize::from(all);
    }
    match words {
        0 => false,
        _ if digits == 0 => true,
        1 => 3 * cells < characters,
        _ => 3 * cell_words <= words && 2 * digits <= characters,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fences_and_tags_are_markup() {
        for text in [
            "```",
            "```text",
            " ~~~ ",
            "<pre>",
            "</code></pre>",
            "<p class=\"x\">",
            "[code]",
            "[/CODE]",
        ] {
            assert!(is_markup(text), "{text}");
        }
        for text in ["``53", "<td>5</td>", "<", "", "[Puzzle]", "53..7....", "```5,3,4"] {
            assert!(!is_markup(text), "{text}");
        }
    }

    #[test]
    fn statements_and_blocks_are_code_unless_they_have_a_list() {
        for text in [
            "package sudoku;",
            "import java.util.*;",
            "import numpy as np",
            "public class Sudoku {",
            "public static void main(String[] args) throws Exception {",
            "int main(void) {",
            "for (int i = 0; i < 9; i++) {",
            "for (int[] row : grid) {",
            "} else {",
            "return grid[i][j + 1];",
            "int[][] grid = new int[9][9];",
            "System.out.println(\"x\");",
            "print(solve(grid))",
            "@Override",
        ] {
            assert!(is_code(text), "{text}");
        }
        for text in [
            "int[][] grid = {",
            "return new int[][] {",
            "return new int[]{5, 3};",
            "solve([9][9]int{",
            "solve(new int[][] {",
            "print(solve([[5, 3",
            "print(solve([5, 3]))",
            "grid = np.array([[5, 3]])",
            "board = [",
            "new int[] {5}",
            "hello",
            "ABCDE;",
            "x[5 3];",
        ] {
            assert!(!is_code(text), "{text}");
        }
    }

    #[test]
    fn prose_has_few_cells() {
        for text in ["hello", "Here is puzzle 3.", "a,b,c,d,e,f,g,h,i", "c1,c2,c3", "From 2 May"] {
            assert!(is_prose(text, &Symbols::new(9)), "{text}");
        }
        for text in ["53xx7xxxx", "5 3 x x 7 x", "53x .7y ..z", "1 2 3", "5,3,,x", "10"] {
            assert!(!is_prose(text, &Symbols::new(9)), "{text}");
        }
        assert!(is_prose("a,b,c,d,e,f,g,h,i,j", &Symbols::new(10)));
        assert!(!is_prose("1 A B C D E F G H", &Symbols::new(16)));
    }
}
