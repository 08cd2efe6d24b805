//! Malformed texts of `hodoku`: HoDoKu's library format.

use super::Table;

/// Each of these replaces the first place of its first text by the second, or, if the first is empty, everything.
pub(super) const TABLES: &[Table] = &[Table {
    format: "hodoku",
    sample: ":0100:1:53..7....6..+195....98....6.8...6...34..8.3..17...2...6.6....28....4\
         19..5....8..79:411 922:511::\n",
    cases: &[
        ("53..7", "5x..7", "1:10: found 'x', expected 1 to 9, or one of .0_*-? for an empty cell"),
        ("53..7", "5A..7", "1:10: found 'A', expected 1 to 9, or one of .0_*-? for an empty cell"),
        ("53..7", "5é..7", "1:10: found 'é', expected 1 to 9, or one of .0_*-? for an empty cell"),
        ("53..7", "5/..7", "1:10: found '/', expected 1 to 9, or one of .0_*-? for an empty cell"),
        ("53..7", "5~..7", "1:10: found '~', expected 1 to 9, or one of .0_*-? for an empty cell"),
        (
            "53..7",
            "55..7",
            "1:10: digit 5 twice in row 1: at r1c1 (line 1, column 9) and here at r1c2",
        ),
        (
            "6..+195....98",
            "5..+195....98",
            "1:18: digit 5 twice in column 1: at r1c1 (line 1, column 9) and here at r2c1",
        ),
        (
            "+195....98....6.8",
            "+195....58....6.8",
            "1:29: digit 5 twice in box 1: at r1c1 (line 1, column 9) and here at r3c2",
        ),
        ("53..7", "53.7", "1:9: found 80 cells, expected 81"),
        ("53..7", "53...7", "1:9: found 82 cells, expected 81"),
        ("8..79", "8..7x", "1:90: found 'x', expected 1 to 9, or one of .0_*-? for an empty cell"),
        (
            "8..79",
            "8..77",
            "1:90: digit 7 twice in row 9: at r9c8 (line 1, column 89) and here at r9c9",
        ),
        ("8..79", "8.79", "1:9: found 80 cells, expected 81"),
        ("8..79", "8..790", "1:9: found 82 cells, expected 81"),
        (":0100:1", "0100:1", "1:1: found \"0100\", expected ':' and a technique"),
        (":0100:1:", ":0100:", "1:90: found 6 cells, expected 81"),
        ("+195", "++195", "1:21: found '+', expected a digit after it"),
        ("+195", "+.95", "1:21: found '+', expected a digit after it"),
        ("+195", "+x95", "1:22: found 'x', expected 1 to 9, or one of .0_*-? for an empty cell"),
        ("8..79", "8..79+", "1:91: found '+', expected a digit after it"),
        (
            "411 922",
            "4111 922",
            "1:92: found \"4111\", expected digit, row and column of a candidate, such as\
         \x20415",
        ),
        (
            "411 922",
            "41",
            "1:92: found \"41\", expected digit, row and column of a candidate, such as 4\
         15",
        ),
        (
            "411 922",
            "401",
            "1:92: found \"401\", expected digit, row and column of a candidate, such as \
         415",
        ),
        (
            "411 922",
            "411, 922",
            "1:92: found \"411,\", expected digit, row and column of a candidate, such as\
         \x20415",
        ),
        (
            "411 922",
            "r1c1",
            "1:92: found \"r1c1\", expected digit, row and column of a candidate, such as\
         \x20415",
        ),
        (
            "411 922",
            "411 92x",
            "1:96: found \"92x\", expected digit, row and column of a candidate, such as \
         415",
        ),
        (
            ":411 922:511::",
            "",
            "1:91: found 3 fields, expected 7: technique, candidates, givens, deleted, …",
        ),
        (
            ":411 922:511::",
            ":411 922",
            "1:99: found 4 fields, expected 7: …, eliminations, placements, extra",
        ),
        (
            ":411 922:511::",
            ":411 922:",
            "1:100: found 5 fields, expected 7: …, eliminations, placements, extra",
        ),
        ("", "hello\n", "1:1: found \"hello\", expected ':' and a technique"),
        ("", ":\n", "1:2: found 1 field, expected 7: technique, candidates, givens, deleted, …"),
        (
            ":511::\n",
            ":511::\n:0000:x\n",
            "2:8: found 2 fields, expected 7: technique, candidates, givens, deleted, …",
        ),
    ],
}];
