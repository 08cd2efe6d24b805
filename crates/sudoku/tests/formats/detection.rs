//! Which format a text is in.

use quadrille_sudoku::variant::format;

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn detected(text: &str) -> Vec<&'static str> {
    format::detect(text).iter().map(|format| format.name()).collect()
}

#[test]
fn what_nothing_else_looks_like_is_certain() {
    for (text, name) in [
        (format!("<?xml version=\"1.0\"?>\n<opensudoku>\n<game data=\"{PUZZLE}\"/>"), "opensudoku"),
        (format!(":0000:x:{PUZZLE}::::\n"), "hodoku"),
        (format!("0123456789ab {PUZZLE}  1.2\n"), "exchange"),
        (format!("puzzle,solution\n{PUZZLE},\n"), "csv"),
        (format!("quizzes\n{PUZZLE}\n"), "csv"),
        ("1..4".repeat(16), "pencilmarks"),
        ("[Puzzle]\n1...\n....\n".to_owned(), "sdk"),
        (" *-----------*\n |53.|.7.|...|\n".to_owned(), "ss"),
    ] {
        assert_eq!(detected(&text), [name], "{text}");
    }
}

#[test]
fn what_several_formats_write_alike_is_possible_in_each() {
    for (text, names) in [
        (format!("# comment\n\n{PUZZLE}\n"), vec!["line", "sdm"]),
        ("1...............\n".to_owned(), vec!["line"]),
        ("53.|.7.|...\n6..|195|...\n.98|...|.6.\n-----------\n".to_owned(), vec!["ss", "grid"]),
        ("+-----+-----+\n| 1 . | . . |\n".to_owned(), vec!["grid"]),
        ("+-----+-----+\n| 1 23 | 23 4 |\n".to_owned(), vec!["candidates"]),
        ("+-----+-----+\n| 1 2 | 3 4 |\n".to_owned(), vec!["candidates", "grid"]),
        ("#ARuud\n53..7....\n6..195...\n".to_owned(), vec!["sdk"]),
    ] {
        let found = detected(&text);
        let plain: Vec<&str> = found.into_iter().filter(|name| OURS.contains(name)).collect();
        assert_eq!(plain, names, "{text}");
    }
}

/// The formats of puzzles without rules.
const OURS: [&str; 11] = [
    "opensudoku",
    "hodoku",
    "exchange",
    "pencilmarks",
    "csv",
    "sdk",
    "ss",
    "candidates",
    "grid",
    "line",
    "sdm",
];

#[test]
fn other_texts_are_in_none() {
    for text in
        ["", "\n\n", "# only a comment\n", "Hello, world.\n", "fn main() {}\n", "hello\nthere\n"]
    {
        let plain: Vec<&str> =
            detected(text).into_iter().filter(|name| OURS.contains(name)).collect();
        assert_eq!(plain, Vec::<&str>::new(), "{text}");
    }
}
