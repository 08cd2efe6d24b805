//! Malformed texts of `sdk`: files of SudoCue, SadMan and JSudoku.

use super::Table;

/// Each of these replaces the first place of its first text by the second, or, if the first is empty, everything.
pub(super) const TABLES: &[Table] = &[Table {
    format: "sdk",
    sample: "#ARuud\n\
         #DThe first\n\
         #LEasy\n\
         [Puzzle]\n\
         53..7....\n\
         6..195...\n\
         .98....6.\n\
         8...6...3\n\
         4..8.3..1\n\
         7...2...6\n\
         .6....28.\n\
         ...419..5\n\
         ....8..79\n\
         [State]\n\
         534......\n\
         .........\n\
         .........\n\
         .........\n\
         .........\n\
         .........\n\
         .........\n\
         .........\n\
         .........\n\
         [PencilMarks]\n\
         ,,,26,,2468,1489,149,248\n\
         ,,,,,,,,\n\
         ,,,,,,,,\n\
         ,,,,,,,,\n\
         ,,,,,,,,\n\
         ,,,,,,,,\n\
         ,,,,,,,,\n\
         ,,,,,,,,\n\
         ,,,,,,,,\n",
    cases: &[
        (
            "53..7....\n6",
            "5x..7....\n6",
            "5:2: found 'x', expected 1 to 9, or one of .0_*-? for an empty cell",
        ),
        (
            "53..7....\n6",
            "55..7....\n6",
            "5:2: digit 5 twice in row 1: at r1c1 (line 5, column 1) and here at r1c2",
        ),
        (
            "\n6..195...",
            "\n5..195...",
            "6:1: digit 5 twice in column 1: at r1c1 (line 5, column 1) and here at r2c1",
        ),
        (
            "\n.98....6.",
            "\n.58....6.",
            "7:2: digit 5 twice in box 1: at r1c1 (line 5, column 1) and here at r3c2",
        ),
        ("53..7....\n6", "53..7...\n6", "5:1: found 8 cells, expected 9 in a row"),
        ("53..7....\n6", "53..7.....\n6", "5:1: found 10 cells, expected 9 in a row"),
        ("\n8...6...3", "\n8...6...33", "8:1: found 10 cells, expected 9 in a row"),
        ("\n8...6...3", "\n8...6.3", "8:1: found 7 cells, expected 9 in a row"),
        ("....8..79\n", "", "12:1: found 8 rows up to here, expected 9"),
        (
            "....8..79\n",
            "....8..79\n.........\n",
            "14:1: found a row more than 9, expected a section or the end of the text",
        ),
        (
            "....8..79\n",
            "....8..7A\n",
            "13:9: found 'A', expected 1 to 9, or one of .0_*-? for an empty cell",
        ),
        ("[Puzzle]", "[Puzle]", "1:1: found no rows of a puzzle, expected some under [Puzzle]"),
        ("534......\n", "54.......\n", "15:2: found 4, expected 3 in r1c2, as above"),
        (
            "534......\n",
            "53x......\n",
            "15:3: found 'x', expected 1 to 9, or one of .0_*-? for an empty cell",
        ),
        ("534......\n", "534.....\n", "15:1: found 8 cells, expected 9 in a row"),
        ("534......\n", "", "22:1: found 8 rows up to here, expected 9"),
        (
            "534......\n",
            "534......\n.........\n",
            "24:1: found a row more than 9, expected a section or the end of the text",
        ),
        ("534......\n", "535......\n6", "16:1: found 10 cells, expected 9 in a row"),
        (
            ",,,26,",
            ",,,22,",
            "25:4: found \"22\", expected candidates: digits of 1 to 9, each once",
        ),
        (
            ",,,26,",
            ",,,2x,",
            "25:4: found \"2x\", expected candidates: digits of 1 to 9, each once",
        ),
        (",,,26,", ",,26,", "25:1: found 8 cells, expected 9 in a row"),
        (",,,26,", "8,,,26,", "25:1: found 8, expected 5 in r1c1, as above"),
        (
            ",,,26,",
            ",,,2 6,",
            "25:4: found \"2 6\", expected candidates: digits of 1 to 9, each once",
        ),
        (",,,26,", ",,7,26,", "25:3: found 7, expected 4 in r1c3, as above"),
        (
            "[PencilMarks]\n",
            "[PencilMarks]\n,,,,,,,,\n",
            "34:1: found a row more than 9, expected a section or the end of the text",
        ),
        (
            "[PencilMarks]\n,,,26,,2468,1489,149,248",
            "[PencilMarks]",
            "32:1: found 8 rows up to here, expected 9",
        ),
        (
            "",
            "[State]\n.........\n",
            "1:1: found no rows of a puzzle, expected some under [Puzzle]",
        ),
        ("", "[Puzzle]\n", "1:1: found no rows of a puzzle, expected some under [Puzzle]"),
        ("", "hello\n", "1:1: found 1 row up to here, expected 5"),
        ("", "1\n2\n", "2:1: found a row more than 1, expected a section or the end of the text"),
        (
            "",
            "......\n......\n......\n......\n......\n......\n",
            "1:1: found a puzzle of 6×6, and boxes of 2×3 or 3×2 fit: expected a format t\
         hat says which, such as one with borders",
        ),
        ("", "....\n....\n....\n", "3:1: found 3 rows up to here, expected 4"),
        (
            "",
            "1234\n1...\n....\n....\n",
            "2:1: digit 1 twice in column 1: at r1c1 (line 1, column 1) and here at r2c1",
        ),
        (
            "",
            "[Puzzle]\n\
         ....\n\
         ....\n\
         ....\n\
         ....\n\
         [PencilMarks]\n\
         1 2 3\n\
         . . . .\n\
         . . . .\n\
         . . . .\n",
            "7:1: found 3 cells, expected 4 in a row",
        ),
        (
            "",
            "[Puzzle]\n1...\n....\n....\n....\n[State]\n2...\n....\n....\n....\n",
            "7:1: found 2, expected 1 in r1c1, as above",
        ),
    ],
}];
