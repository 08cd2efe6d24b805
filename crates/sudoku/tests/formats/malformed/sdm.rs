//! Malformed texts of `sdm`: collections of SudoCue.

use super::Table;

/// Each of these replaces the first place of its first text by the second, or, if the first is empty, everything.
pub(super) const TABLES: &[Table] = &[Table {
    format: "sdm",
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
        ("53..7", "53.7", "1:1: found 80 cells, expected 81"),
        ("53..7", "53...7", "1:1: found 82 cells, expected 81"),
        ("8..79", "8..7x", "1:81: found 'x', expected 1 to 9, or one of .0_*-? for an empty cell"),
        (
            "8..79",
            "8..77",
            "1:81: digit 7 twice in row 9: at r9c8 (line 1, column 80) and here at r9c9",
        ),
        ("8..79", "8.79", "1:1: found 80 cells, expected 81"),
        ("8..79", "8..790", "1:1: found 82 cells, expected 81"),
        ("53..7", "53 ..7", "1:3: found a blank, expected 81 cells and nothing else"),
        ("8..79", "8..79 # easy", "1:82: found a blank, expected 81 cells and nothing else"),
        ("8..79", "8..79,", "1:82: found ',', expected 1 to 9, or one of .0_*-? for an empty cell"),
        ("", "....\n", "1:1: found 4 cells, expected 81"),
        ("", "1...............\n", "1:1: found 16 cells, expected 81"),
        ("", "hello\n", "1:1: found 'h', expected 1 to 9, or one of .0_*-? for an empty cell"),
        (
            "",
            "............................................................................\
         ....",
            "1:1: found 80 cells, expected 81",
        ),
        (
            "",
            "............................................................................\
         ............................................................................\
         ............................................................................\
         ............................................................................\
         ............................................................................\
         ............................................................................\
         ............................................................................\
         ............................................................................\
         ............................................................................\
         .............................................",
            "1:1: found 729 cells, expected 81",
        ),
        (
            "53..7",
            "\"53..7",
            "1:1: found '\"', expected 1 to 9, or one of .0_*-? for an empty cell",
        ),
        ("53..7", "5\t3..7", "1:2: found a blank, expected 81 cells and nothing else"),
        (
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....\
         8..79\n",
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....\
         8..79\n\
         3..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8\
         ..79\n",
            "2:1: found 80 cells, expected 81",
        ),
        (
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....\
         8..79\n",
            "# one\n\
         \n\
         53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....\
         8..7953..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..\
         5....8..79\n",
            "3:1: found 162 cells, expected 81",
        ),
        ("53..7", "53..|7", "1:5: found '|', expected 1 to 9, or one of .0_*-? for an empty cell"),
        ("53..7", "53..7,", "1:6: found ',', expected 1 to 9, or one of .0_*-? for an empty cell"),
        ("8..79", "8..7\u{a0}9", "1:81: found a blank, expected 81 cells and nothing else"),
        ("", "[Puzzle]", "1:1: found '[', expected 1 to 9, or one of .0_*-? for an empty cell"),
    ],
}];
