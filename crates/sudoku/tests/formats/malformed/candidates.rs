//! Malformed texts of `candidates`: drawn candidate grids.

use super::Table;

/// Each of these replaces the first place of its first text by the second, or, if the first is empty, everything.
pub(super) const TABLES: &[Table] = &[Table {
    format: "candidates",
    sample: ".----------.----------.\n\
         | 1   24   | 34   24   |\n\
         | 234 2    | 1    34   |\n\
         :----------+----------:\n\
         | 24  1234 | 2    1    |\n\
         | 12  1    | 4    123  |\n\
         '----------'----------'\n",
    cases: &[
        ("24   |", "2x   |", "2:7: found \"2x\", expected candidates: digits of 1 to 4, each once"),
        ("24   |", "25   |", "2:7: found \"25\", expected candidates: digits of 1 to 4, each once"),
        ("24   |", "22   |", "2:7: found \"22\", expected candidates: digits of 1 to 4, each once"),
        ("24   |", ".    |", "2:7: found \".\", expected candidates: digits of 1 to 4, each once"),
        ("24   |", "0    |", "2:7: found \"0\", expected candidates: digits of 1 to 4, each once"),
        ("24   |", "     |", "2:3: found 3 cells, expected 4 as in other rows"),
        ("| 1   24", "| 1 2 4", "2:3: found 5 cells, expected 4 as in other rows"),
        (
            "| 1   24",
            "| -   24",
            "2:3: found \"-\", expected candidates: digits of 1 to 4, each once",
        ),
        ("1234", "12345", "5:7: found \"12345\", expected candidates: digits of 1 to 4, each once"),
        ("1234", "123 4", "5:3: found 5 cells, expected 4 as in other rows"),
        ("1234", "1é", "5:7: found \"1é\", expected candidates: digits of 1 to 4, each once"),
        ("| 234 2    | 1    34   |\n", "", "2:3: found 3 rows of 4 cells, expected 4"),
        (
            "| 234 2    | 1    34   |\n",
            "| 234 2    |      34   |\n",
            "3:3: found 3 cells, expected 4 as in other rows",
        ),
        (
            "| 12  1    | 4    123  |\n",
            "| 12  1    | 4    123  |\n| 1 1 | 1 1 |\n",
            "7:3: found a row more than 4, expected the end",
        ),
        (
            "| 234 2    | 1    34   |\n:----------+----------:\n",
            ":----------+----------:\n| 234 2    | 1    34   |\n",
            "2:3: found 2 columns between bars and borders after row 1, expected boxes th\
         at fit 4 rows",
        ),
        (
            "| 24  1234 | 2    1    |\n",
            "| 24  1234 | 2    1    |\n:----------+----------:\n",
            "2:3: found 2 columns between bars and borders after rows 2, 3, expected boxe\
         s that fit 4 rows",
        ),
        (
            "| 234 2    | 1",
            "| 234 | 2 1",
            "3:3: found bars elsewhere than in other rows, expected them at the boxes",
        ),
        (
            "| 234 2    | 1",
            "| 234 2 1",
            "3:3: found bars elsewhere than in other rows, expected them at the boxes",
        ),
        ("| 34   24   |", "| 34   24   1 |", "2:3: found 5 cells, expected 4 as in other rows"),
        (
            "| 34   24   |",
            "| 34   24444444444444444444444444444444   |",
            "2:19: found \"24444444444444444444…\", expected candidates: digits of 1 to 4\
         , each once",
        ),
        (
            "| 4    123",
            "| 4    a",
            "6:19: found \"a\", expected candidates: digits of 1 to 4, each once",
        ),
        (
            "| 4    123",
            "| A    123",
            "6:14: found \"A\", expected candidates: digits of 1 to 4, each once",
        ),
        ("", "hello\n", "1:1: found \"hello\", expected candidates: digits of 1 to 1, each once"),
        ("", "1 2 3\n", "1:1: found 1 row of 3 cells, expected 3"),
        ("", "| 12 |\n| 12 |\n", "2:3: found a row more than 1, expected the end"),
        ("", "12 34 | 12 34\n", "1:1: found 1 row of 4 cells, expected 4"),
        (
            "",
            "1 2 3 4 5 6\n\
         1 2 3 4 5 6\n\
         1 2 3 4 5 6\n\
         1 2 3 4 5 6\n\
         1 2 3 4 5 6\n\
         1 2 3 4 5 6\n",
            "1:1: found a puzzle of 6×6, and boxes of 2×3 or 3×2 fit: expected a format t\
         hat says which, such as one with borders",
        ),
        (
            "",
            "12 12 12 12 12 12 12 12 \n\
         12 12 12 12 12 12 12 12 \n\
         12 12 12 12 12 12 12 12 \n\
         12 12 12 12 12 12 12 12 \n\
         12 12 12 12 12 12 12 12 \n\
         12 12 12 12 12 12 12 12 \n\
         12 12 12 12 12 12 12 12 \n\
         12 12 12 12 12 12 12 12 \n",
            "1:1: found a puzzle of 8×8, and boxes of 2×4 or 4×2 fit: expected a format t\
         hat says which, such as one with borders",
        ),
        (
            "| 1   24   | 34   24   |\n",
            "| 1   24   | 34   24   |\n| 1   24   | 34   24   |\n",
            "7:3: found a row more than 4, expected the end",
        ),
        ("1234", "12+34", "5:7: found \"12+34\", expected candidates: digits of 1 to 4, each once"),
        ("1234", "12,34", "5:7: found \"12,34\", expected candidates: digits of 1 to 4, each once"),
        (
            "34   |\n:",
            "3*   |\n:",
            "3:19: found \"3*\", expected candidates: digits of 1 to 4, each once",
        ),
    ],
}];
