//! Malformed texts of `csv`: tables.

use super::Table;

/// Each of these replaces the first place of its first text by the second, or, if the first is empty, everything.
pub(super) const TABLES: &[Table] = &[Table {
    format: "csv",
    sample: "id,puzzle,solution,clues,difficulty\n\
         1,53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5..\
         ..8..79,53467891267219534819834256785976142342685379171392485696153728428741\
         9635345286179,30,2.2\n",
    cases: &[
        ("53..7", "5x..7", "2:4: found 'x', expected 1 to 9, or one of .0_*-? for an empty cell"),
        ("53..7", "5A..7", "2:4: found 'A', expected 1 to 9, or one of .0_*-? for an empty cell"),
        ("53..7", "5é..7", "2:4: found 'é', expected 1 to 9, or one of .0_*-? for an empty cell"),
        ("53..7", "5/..7", "2:4: found '/', expected 1 to 9, or one of .0_*-? for an empty cell"),
        ("53..7", "5~..7", "2:4: found '~', expected 1 to 9, or one of .0_*-? for an empty cell"),
        (
            "53..7",
            "55..7",
            "2:4: digit 5 twice in row 1: at r1c1 (line 2, column 3) and here at r1c2",
        ),
        (
            "6..195....98",
            "5..195....98",
            "2:12: digit 5 twice in column 1: at r1c1 (line 2, column 3) and here at r2c1",
        ),
        (
            "195....98....6.8",
            "195....58....6.8",
            "2:22: digit 5 twice in box 1: at r1c1 (line 2, column 3) and here at r3c2",
        ),
        ("53..7", "53.7", "2:3: found 80 cells, expected as many as a square has, such as 81"),
        ("53..7", "53...7", "2:3: found 82 cells, expected as many as a square has, such as 81"),
        ("8..79", "8..7x", "2:83: found 'x', expected 1 to 9, or one of .0_*-? for an empty cell"),
        (
            "8..79",
            "8..77",
            "2:83: digit 7 twice in row 9: at r9c8 (line 2, column 82) and here at r9c9",
        ),
        ("8..79", "8.79", "2:3: found 80 cells, expected as many as a square has, such as 81"),
        ("8..79", "8..790", "2:3: found 82 cells, expected as many as a square has, such as 81"),
        ("1,53", "53", "2:165: found 2 cells in the solution, expected 81"),
        ("1,53", "1,,53", "2:3: found an empty field, expected a puzzle"),
        ("534678912", "53467891", "2:85: found 80 cells in the solution, expected 81"),
        (
            "534678912",
            "53467891x",
            "2:93: found 'x', expected 1 to 9, or one of .0_*-? for an empty cell",
        ),
        ("534678912", "53467891.", "2:93: found an empty cell in the solution, expected a digit"),
        ("534678912", "5346789120", "2:85: found 82 cells in the solution, expected 81"),
        ("1,53", "1\n2,53", "2:2: found 1 field, expected the puzzle in field 2 as in the header"),
        ("1,53", "1,\"\"\n2,53", "2:4: found an empty field, expected a puzzle"),
        (
            "",
            "puzzle\n\"53..\n",
            "2:2: found '5', expected 1 to 2, or one of .0_*-? for an empty cell",
        ),
        (
            "",
            "puzzle\n....\n....................................\n",
            "3:1: found a puzzle of 6×6, and boxes of 2×3 or 3×2 fit: expected a format t\
         hat says which, such as one with borders",
        ),
        ("", "5,3,.,.\n1,2,3,4\n", "2:8: found 2 rows up to here, expected 4"),
        (
            "",
            ",,,\n,,,\n,,,\n,,x,\n",
            "4:3: found 'x', expected 1 to 4, or one of .0_*-? for an empty cell",
        ),
        (
            "",
            ",,,\n,,,\n,1,1,\n,,,\n",
            "3:4: digit 1 twice in row 3: at r3c2 (line 3, column 2) and here at r3c3",
        ),
        ("", ",,,\n,,\n,,,\n,,,\n", "2:1: found 3 fields, expected 4 as in the first record"),
        ("", "hello\n", "1:1: found 5 cells, expected as many as a square has, such as 81"),
        (
            "",
            "1;2;3;4\n;;;\n;;;\n;;;5\n",
            "4:4: found '5', expected 1 to 4, or one of .0_*-? for an empty cell",
        ),
        (
            "",
            "puzzle,title\n\
         53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....\
         8..79,a\n\
         ,b\n",
            "3:1: found an empty field, expected a puzzle",
        ),
        ("", "12,21\n", "1:1: found 2 cells, expected as many as a square has, such as 81"),
        (
            "",
            ".,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.\n",
            "1:72: found 1 row up to here, expected 36",
        ),
        (
            "",
            "# c\n\
         \n\
         puzzle\n\
         53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....\
         8..7\n",
            "4:1: found 80 cells, expected as many as a square has, such as 81",
        ),
    ],
}];
