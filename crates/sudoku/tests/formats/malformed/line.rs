//! Malformed texts of `line`: all cells on a line.

use super::Table;

/// Each of these replaces the first place of its first text by the second, or, if the first is empty, everything.
pub(super) const TABLES: &[Table] = &[Table {
    format: "line",
    sample: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....\
         8..79\n",
    cases: &[
        ("53..7", "5x..7", "1:2: found 'x', expected 1 to 9, or one of .0_*-? for an empty cell"),
        ("53..7", "5A..7", "1:2: found 'A', expected 1 to 9, or one of .0_*-? for an empty cell"),
        ("53..7", "5é..7", "1:2: found 'é', expected 1 to 9, or one of .0_*-? for an empty cell"),
        ("53..7", "5/..7", "1:2: found '/', expected 1 to 9, or one of .0_*-? for an empty cell"),
        ("53..7", "5~..7", "1:2: found '~', expected 1 to 9, or one of .0_*-? for an empty cell"),
        (
            "53..7",
            "55..7",
            "1:2: digit 5 twice in row 1: at r1c1 (line 1, column 1) and here at r1c2",
        ),
        (
            "6..195....98",
            "5..195....98",
            "1:10: digit 5 twice in column 1: at r1c1 (line 1, column 1) and here at r2c1",
        ),
        (
            "195....98....6.8",
            "195....58....6.8",
            "1:20: digit 5 twice in box 1: at r1c1 (line 1, column 1) and here at r3c2",
        ),
        ("53..7", "53.7", "1:1: found 80 cells, expected as many as a square has, such as 81"),
        ("53..7", "53...7", "1:1: found 82 cells, expected as many as a square has, such as 81"),
        ("8..79", "8..7x", "1:81: found 'x', expected 1 to 9, or one of .0_*-? for an empty cell"),
        (
            "8..79",
            "8..77",
            "1:81: digit 7 twice in row 9: at r9c8 (line 1, column 80) and here at r9c9",
        ),
        ("8..79", "8.79", "1:1: found 80 cells, expected as many as a square has, such as 81"),
        ("8..79", "8..790", "1:1: found 82 cells, expected as many as a square has, such as 81"),
        ("", "2\n", "1:1: found '2', expected 1 to 1, or one of .0_*-? for an empty cell"),
        ("", "hello\n", "1:1: found 5 cells, expected as many as a square has, such as 81"),
        ("", "12345\n", "1:1: found 5 cells, expected as many as a square has, such as 81"),
        (
            "",
            "....................................\n",
            "1:1: found a puzzle of 6×6, and boxes of 2×3 or 3×2 fit: expected a format t\
         hat says which, such as one with borders",
        ),
        (
            "",
            "................................................................\n",
            "1:1: found a puzzle of 8×8, and boxes of 2×4 or 4×2 fit: expected a format t\
         hat says which, such as one with borders",
        ),
        (
            "",
            "............................................................................\
         ....................................................................\n",
            "1:1: found a puzzle of 12×12, and boxes of 2×6, 3×4, 4×3 or 6×2 fit: expecte\
         d a format that says which, such as one with borders",
        ),
        (
            "",
            "5...............",
            "1:1: found '5', expected 1 to 4, or one of .0_*-? for an empty cell",
        ),
        (
            "",
            "11..............",
            "1:2: digit 1 twice in row 1: at r1c1 (line 1, column 1) and here at r1c2",
        ),
        (
            "",
            ".....6...................",
            "1:6: found '6', expected 1 to 5, or one of .0_*-? for an empty cell",
        ),
        (
            "",
            "1...1....................",
            "1:5: digit 1 twice in row 1: at r1c1 (line 1, column 1) and here at r1c5",
        ),
        (
            "",
            "1 2 3 4 5 1 2 3 4 1 2 3 4 1 2 3",
            "1:9: found '5', expected 1 to 4, or one of .0_*-? for an empty cell",
        ),
        (
            "",
            "1 2 3 4 1 2 3 4 1 2 3 4 1 2 3 4 1",
            "1:1: found 17 cells, expected as many as a square has, such as 81",
        ),
        (
            "",
            "0...........................................................................\
         ............................................................................\
         ............................................................................\
         ............................",
            "1:1: found 0, which may be a digit of 0 to F or an empty cell: expected another empty \
         character, or digits from 1 on",
        ),
        (
            "",
            "1H..........................................................................\
         ............................................................................\
         ............................................................................\
         ............................",
            "1:2: found 'H', expected 1 to 9 and A to G, or numbers of 1 to 16 with blank\
         s between, or one of .0_*-? for an empty cell",
        ),
        (
            "",
            "Z...........................................................................\
         ............................................................................\
         ............................................................................\
         ............................................................................\
         ............................................................................\
         ............................................................................\
         ............................................................................\
         ............................................................................\
         .................",
            "1:1: found 'Z', expected 1 to 9 and A to P, or numbers of 1 to 25 with blank\
         s between, or one of .0_*-? for an empty cell",
        ),
        ("53..7", "53..\t7", "1:1: found '5', expected 1 to 2, or one of .0_*-? for an empty cell"),
        (
            "53..7",
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....\
         8..79\r\n\
         53.x7",
            "2:4: found 'x', expected 1 to 9, or one of .0_*-? for an empty cell",
        ),
        ("53..7", "\"53..7", "1:1: found 82 cells, expected as many as a square has, such as 81"),
        (
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....\
         8..79\n",
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....\
         8..79\n\
         \n\
         53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....\
         8..7?9 # eighty-two\n",
            "3:1: found 82 cells, expected as many as a square has, such as 81",
        ),
        (
            "",
            "............................................................................\
         ...... # too many",
            "1:1: found 82 cells, expected as many as a square has, such as 81",
        ),
    ],
}];
