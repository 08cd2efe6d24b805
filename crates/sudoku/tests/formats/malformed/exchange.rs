//! Malformed texts of `exchange`: lines of the Sudoku Exchange puzzle bank.

use super::Table;

/// Each of these replaces the first place of its first text by the second, or, if the first is empty, everything.
pub(super) const TABLES: &[Table] = &[Table {
    format: "exchange",
    sample: "0000183b305c 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28.\
         ...419..5....8..79  1.2\n",
    cases: &[
        ("53..7", "5x..7", "1:15: found 'x', expected 1 to 9, or one of .0_*-? for an empty cell"),
        ("53..7", "5A..7", "1:15: found 'A', expected 1 to 9, or one of .0_*-? for an empty cell"),
        ("53..7", "5é..7", "1:15: found 'é', expected 1 to 9, or one of .0_*-? for an empty cell"),
        ("53..7", "5/..7", "1:15: found '/', expected 1 to 9, or one of .0_*-? for an empty cell"),
        ("53..7", "5~..7", "1:15: found '~', expected 1 to 9, or one of .0_*-? for an empty cell"),
        (
            "53..7",
            "55..7",
            "1:15: digit 5 twice in row 1: at r1c1 (line 1, column 14) and here at r1c2",
        ),
        (
            "6..195....98",
            "5..195....98",
            "1:23: digit 5 twice in column 1: at r1c1 (line 1, column 14) and here at r2c\
         1",
        ),
        (
            "195....98....6.8",
            "195....58....6.8",
            "1:33: digit 5 twice in box 1: at r1c1 (line 1, column 14) and here at r3c2",
        ),
        ("53..7", "53.7", "1:14: found 80 cells, expected 81"),
        ("53..7", "53...7", "1:14: found 82 cells, expected 81"),
        ("8..79", "8..7x", "1:94: found 'x', expected 1 to 9, or one of .0_*-? for an empty cell"),
        (
            "8..79",
            "8..77",
            "1:94: digit 7 twice in row 9: at r9c8 (line 1, column 93) and here at r9c9",
        ),
        ("8..79", "8.79", "1:14: found 80 cells, expected 81"),
        ("8..79", "8..790", "1:14: found 82 cells, expected 81"),
        (
            "0000183b305c",
            "0000183b305",
            "1:1: found \"0000183b305\", expected 12 hexadecimal digits",
        ),
        (
            "0000183b305c",
            "0000183b305cc",
            "1:1: found \"0000183b305cc\", expected 12 hexadecimal digits",
        ),
        (
            "0000183b305c",
            "0000183b305g",
            "1:1: found \"0000183b305g\", expected 12 hexadecimal digits",
        ),
        (
            "0000183b305c ",
            "",
            "1:1: found \"53..7....6..195....9…\", expected 12 hexadecimal digits",
        ),
        (
            "0000183b305c ",
            "0000183b305c",
            "1:1: found \"0000183b305c53..7...…\", expected 12 hexadecimal digits",
        ),
        ("  1.2", "  easy", "1:97: found \"easy\", expected a rating such as 1.2"),
        ("  1.2", "  1.2 x", "1:101: found \"x\", expected the end of the line"),
        ("  1.2", "  1,2", "1:97: found \"1,2\", expected a rating such as 1.2"),
        ("  1.2", "  -1", "1:97: found \"-1\", expected a rating such as 1.2"),
        ("  1.2", " .5", "1:96: found \".5\", expected a rating such as 1.2"),
        ("  1.2", " 1.", "1:96: found \"1.\", expected a rating such as 1.2"),
        ("  1.2", " 1.2.3", "1:96: found \"1.2.3\", expected a rating such as 1.2"),
        ("", "0000183b305c\n", "1:13: found the end of the line, expected 81 cells"),
        ("", "hello\n", "1:1: found \"hello\", expected 12 hexadecimal digits"),
        ("53..7", "53 ..7", "1:14: found 2 cells, expected 81"),
        (
            "",
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....\
         8..79\n",
            "1:1: found \"53..7....6..195....9…\", expected 12 hexadecimal digits",
        ),
        ("  1.2\n", "  1.2\n0000183b305c .\n", "2:14: found 1 cell, expected 81"),
    ],
}];
