//! Malformed texts of `grid`: drawn grids.

use super::Table;

/// Each of these replaces the first place of its first text by the second, or, if the first is empty, everything.
pub(super) const TABLES: &[Table] = &[Table {
    format: "grid",
    sample: "+-------+-------+-------+\n\
         | 5 3 . | . 7 . | . . . |\n\
         | 6 . . | 1 9 5 | . . . |\n\
         | . 9 8 | . . . | . 6 . |\n\
         +-------+-------+-------+\n\
         | 8 . . | . 6 . | . . 3 |\n\
         | 4 . . | 8 . 3 | . . 1 |\n\
         | 7 . . | . 2 . | . . 6 |\n\
         +-------+-------+-------+\n\
         | . 6 . | . . . | 2 8 . |\n\
         | . . . | 4 1 9 | . . 5 |\n\
         | . . . | . 8 . | . 7 9 |\n\
         +-------+-------+-------+\n",
    cases: &[
        (
            "| 5 3 . |",
            "| 5 x . |",
            "2:5: found 'x', expected 1 to 9, or one of .0_*-? for an empty cell",
        ),
        (
            "| 5 3 . |",
            "| 5 10 . |",
            "2:5: found 10, expected 1 to 9, or one of .0_*-? for an empty cell",
        ),
        (
            "| 5 3 . |",
            "| 5 5 . |",
            "2:5: digit 5 twice in row 1: at r1c1 (line 2, column 3) and here at r1c2",
        ),
        (
            "| 6 . . |",
            "| 5 . . |",
            "3:3: digit 5 twice in column 1: at r1c1 (line 2, column 3) and here at r2c1",
        ),
        (
            "| . 9 8 |",
            "| . 5 8 |",
            "4:5: digit 5 twice in box 1: at r1c1 (line 2, column 3) and here at r3c2",
        ),
        ("| 5 3 . |", "| 5 3 |", "2:3: found 8 cells, expected 9 as in other rows"),
        ("| 5 3 . |", "| 5 3 . . |", "2:3: found 10 cells, expected 9 as in other rows"),
        ("| 6 . . |", "| 6 . |", "3:3: found 8 cells, expected 9 as in other rows"),
        (
            "| 6 . . | 1 9 5 |",
            "| 6 . . 1 | 9 5 |",
            "3:3: found bars elsewhere than in other rows, expected them at the boxes",
        ),
        (
            "| 6 . . | 1 9 5 |",
            "| 6 . . 1 9 5 |",
            "3:3: found bars elsewhere than in other rows, expected them at the boxes",
        ),
        ("| . 6 . | . . . | 2 8 . |\n", "", "2:3: found 8 rows of 9 cells, expected 9"),
        (
            "| . 6 . | . . . | 2 8 . |\n",
            "| . 6 . | . . . | 2 8 . |\n| . . . | . . . | . . . |\n",
            "13:3: found a row more than 9, expected the end",
        ),
        (
            "| . . . | . 8 . | . 7 9 |\n",
            "| . . . | . 8 . | . 7 9 |\n| . . . | . . . | . . . |\n",
            "13:3: found a row more than 9, expected the end",
        ),
        (
            "| 8 . . | . 6 . | . . 3 |\n",
            "| 8 . . | . 6 . | . . 3 |\n+-------+-------+-------+\n",
            "2:3: found 3 columns between bars and borders after rows 3, 4, 6, expected b\
         oxes that fit 9 rows",
        ),
        (
            "| . 9 8 | . . . | . 6 . |\n+-------+-------+-------+\n",
            "| . 9 8 | . . . | . 6 . |\n",
            "2:3: found 3 columns between bars and borders after row 6, expected boxes th\
         at fit 9 rows",
        ),
        ("| 5 3 . |", "| 5é3 . |", "2:3: found 8 cells, expected 9 as in other rows"),
        (
            "| . 7 9 |",
            "| . 7 A |",
            "12:23: found 'A', expected 1 to 9, or one of .0_*-? for an empty cell",
        ),
        (
            "| . 7 9 |",
            "| . 7 7 |",
            "12:23: digit 7 twice in row 9: at r9c8 (line 12, column 21) and here at r9c9",
        ),
        (
            "| 5 3 . | . 7 . | . . . |",
            "five three",
            "2:1: found 2 cells, expected 9 as in other rows",
        ),
        ("", "hello\n", "1:1: found 1 row of 5 cells, expected 5"),
        (
            "",
            "+---+\n| 2 |\n+---+\n",
            "2:3: found '2', expected 1 to 1, or one of .0_*-? for an empty cell",
        ),
        (
            "",
            ". . . . . .\n\
         . . . . . .\n\
         . . . . . .\n\
         . . . . . .\n\
         . . . . . .\n\
         . . . . . .\n",
            "1:1: found a puzzle of 6×6, and boxes of 2×3 or 3×2 fit: expected a format t\
         hat says which, such as one with borders",
        ),
        (
            "",
            "........\n\
         ........\n\
         ........\n\
         ........\n\
         ........\n\
         ........\n\
         ........\n\
         ........\n",
            "1:1: found a puzzle of 8×8, and boxes of 2×4 or 4×2 fit: expected a format t\
         hat says which, such as one with borders",
        ),
        ("", "..|..\n..|..\n--+--\n..|..\n", "1:1: found 3 rows of 4 cells, expected 4"),
        (
            "",
            "12|34\n1.|..\n--+--\n..|..\n..|..\n",
            "2:1: digit 1 twice in column 1: at r1c1 (line 1, column 1) and here at r2c1",
        ),
        (
            "",
            "..|..\n..|..\n..|..\n--+--\n..|..\n",
            "1:1: found 2 columns between bars and borders after row 3, expected boxes th\
         at fit 4 rows",
        ),
        (
            "",
            "...|...\n...|...\n...|...\n...|...\n...|...\n--- | ---\n",
            "1:1: found 5 rows of 6 cells, expected 6",
        ),
        (
            "",
            "..|....\n..|....\n..|....\n..|....\n..|....\n..|....\n",
            "1:1: found parts of different widths, expected one",
        ),
        (
            "",
            "1 2|3 4\n. .|. .\n---+---\n. .|. .\n. .|. 5\n",
            "5:7: found '5', expected 1 to 4, or one of .0_*-? for an empty cell",
        ),
        (
            "",
            "0 . . . | . . . . | . . . . | . . . .\n\
         . . . . | . . . . | . . . . | . . . .\n\
         . . . . | . . . . | . . . . | . . . .\n\
         . . . . | . . . . | . . . . | . . . .\n\
         . . . . | . . . . | . . . . | . . . .\n\
         . . . . | . . . . | . . . . | . . . .\n\
         . . . . | . . . . | . . . . | . . . .\n\
         . . . . | . . . . | . . . . | . . . .\n\
         . . . . | . . . . | . . . . | . . . .\n\
         . . . . | . . . . | . . . . | . . . .\n\
         . . . . | . . . . | . . . . | . . . .\n\
         . . . . | . . . . | . . . . | . . . .\n\
         . . . . | . . . . | . . . . | . . . .\n\
         . . . . | . . . . | . . . . | . . . .\n\
         . . . . | . . . . | . . . . | . . . .\n\
         . . . . | . . . . | . . . . | . . . .\n",
            "1:1: found 0, which may be a digit of 0 to F or an empty cell: expected another empty \
         character, or digits from 1 on",
        ),
        ("", "# a title\n. .|.\n. .|.\n", "2:1: found parts of different widths, expected one"),
    ],
}];
