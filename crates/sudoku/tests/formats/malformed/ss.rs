//! Malformed texts of `ss`: files of SimpleSudoku.

use super::Table;

/// Each of these replaces the first place of its first text by the second, or, if the first is empty, everything.
pub(super) const TABLES: &[Table] = &[Table {
    format: "ss",
    sample: " *-----------*\n\
         \x20|53.|.7.|...|\n\
         \x20|6..|195|...|\n\
         \x20|.98|...|.6.|\n\
         \x20|---+---+---|\n\
         \x20|8..|.6.|..3|\n\
         \x20|4..|8.3|..1|\n\
         \x20|7..|.2.|..6|\n\
         \x20|---+---+---|\n\
         \x20|.6.|...|28.|\n\
         \x20|...|419|..5|\n\
         \x20|...|.8.|.79|\n\
         \x20*-----------*\n\
         \n\
         \x20*-----------*\n\
         \x20|534|.7.|...|\n\
         \x20|6..|195|...|\n\
         \x20|.98|...|.6.|\n\
         \x20|---+---+---|\n\
         \x20|8..|.6.|..3|\n\
         \x20|4..|8.3|..1|\n\
         \x20|7..|.2.|..6|\n\
         \x20|---+---+---|\n\
         \x20|.6.|...|28.|\n\
         \x20|...|419|..5|\n\
         \x20|...|.8.|.79|\n\
         \x20*-----------*\n\
         \n\
         \x20*-----------------*\n\
         \x20| 5 3 4 | 268 7 8 | 149 1 2 |\n\
         \x20| 6 7 2 | 1 9 5 | 3 4 8 |\n\
         \x20| 1 9 8 | 3 4 2 | 5 6 7 |\n\
         \x20|-----+-----+-----|\n\
         \x20| 8 5 9 | 7 6 1 | 4 2 3 |\n\
         \x20| 4 2 6 | 8 5 3 | 7 9 1 |\n\
         \x20| 7 1 3 | 9 2 4 | 8 5 6 |\n\
         \x20|-----+-----+-----|\n\
         \x20| 9 6 1 | 5 3 7 | 2 8 4 |\n\
         \x20| 2 8 7 | 4 1 9 | 6 3 5 |\n\
         \x20| 3 4 5 | 2 8 6 | 1 7 9 |\n\
         \x20*-----------------*\n",
    cases: &[
        (
            "|53.|.7.|...|",
            "|5x.|.7.|...|",
            "2:4: found 'x', expected 1 to 9, or one of .0_*-? for an empty cell",
        ),
        (
            "|53.|.7.|...|",
            "|53..|.7.|..|",
            "2:3: found bars elsewhere than in other rows, expected them at the boxes",
        ),
        (
            "|53.|.7.|...|",
            "|53.|.7|....|",
            "2:3: found bars elsewhere than in other rows, expected them at the boxes",
        ),
        (
            "|53.|.7.|...|",
            "|53..7....|",
            "2:3: found bars elsewhere than in other rows, expected them at the boxes",
        ),
        (
            "|53.|.7.|...|",
            "|55.|.7.|...|",
            "2:4: digit 5 twice in row 1: at r1c1 (line 2, column 3) and here at r1c2",
        ),
        (
            "|6..|195|...|",
            "|5..|195|...|",
            "3:3: digit 5 twice in column 1: at r1c1 (line 2, column 3) and here at r2c1",
        ),
        (
            "|.98|...|.6.|",
            "|.58|...|.6.|",
            "4:4: digit 5 twice in box 1: at r1c1 (line 2, column 3) and here at r3c2",
        ),
        ("|53.|.7.|...|", "|53.|.7.|..|", "2:3: found 8 cells, expected 9 as in other rows"),
        ("|53.|.7.|...|", "|53.|.7.|....|", "2:3: found 10 cells, expected 9 as in other rows"),
        ("|53.|.7.|...|\n", "", "2:4: found 8 rows of 9 cells, expected 9"),
        (
            " |53.|.7.|...|\n",
            " |53.|.7.|...|\n |...|...|...|\n",
            "13:3: found a row more than 9, expected the end",
        ),
        (
            " |---+---+---|\n",
            "",
            "2:3: found 3 columns between bars and borders after row 6, expected boxes th\
         at fit 9 rows",
        ),
        (
            "|6..|195|...|\n",
            "|6..|195|...|\n |---+---+---|\n",
            "2:3: found 3 columns between bars and borders after rows 2, 3, 6, expected b\
         oxes that fit 9 rows",
        ),
        ("|534|.7.|...|", "|514|.7.|...|", "16:4: found 1, expected 3 in r1c2, which is given"),
        (
            "|534|.7.|...|",
            "|53x|.7.|...|",
            "16:5: found 'x', expected 1 to 9, or one of .0_*-? for an empty cell",
        ),
        ("|534|.7.|...|", "|534|.7.|..|", "16:3: found 8 cells, expected 9 as in other rows"),
        ("|534|.7.|...|\n", "", "16:4: found 8 rows of 9 cells, expected 9"),
        (
            "| 5 3 4 | 268",
            "| 5 3 9 | 268",
            "30:8: found 9, expected 4 in r1c3, as in the grid before",
        ),
        ("| 5 3 4 | 268", "| 4 3 5 | 268", "30:4: found 4, expected 5 in r1c1, which is given"),
        (
            "| 5 3 4 | 268",
            "| 5 3 4 | 228",
            "30:12: found \"228\", expected candidates: digits of 1 to 9, each once",
        ),
        (
            "| 5 3 4 | 268",
            "| 5 3 4 | 2x8",
            "30:12: found \"2x8\", expected candidates: digits of 1 to 9, each once",
        ),
        ("| 5 3 4 | 268", "| 5 3 | 268", "30:4: found 8 cells, expected 9 as in other rows"),
        (
            "| 5 3 4 | 268",
            "| 5 3 . | 268",
            "30:8: found \".\", expected candidates: digits of 1 to 9, each once",
        ),
        ("| 6 7 2 | 1 9 5 | 3 4 8 |\n", "", "30:4: found 8 rows of 9 cells, expected 9"),
        (
            "",
            " *-----------*\n\
         \x20|53.|.7.|...|\n\
         \x20|6..|195|...|\n\
         \x20|.98|...|.6.|\n\
         \x20|---+---+---|\n\
         \x20|8..|.6.|..3|\n\
         \x20|4..|8.3|..1|\n\
         \x20|7..|.2.|..6|\n\
         \x20|---+---+---|\n\
         \x20|.6.|...|28.|\n\
         \x20|...|419|..5|\n\
         \x20|...|.8.|.79|\n\
         \x20*-----------*\n\
         \n\
         \x20*-----------*\n\
         \x20|53.|.7.|...|\n\
         \x20|6..|195|...|\n\
         \x20|.98|...|.6.|\n\
         \x20|---+---+---|\n\
         \x20|8..|.6.|..3|\n\
         \x20|4..|8.3|..1|\n\
         \x20|7..|.2.|..6|\n\
         \x20|---+---+---|\n\
         \x20|.6.|...|28.|\n\
         \x20|...|419|..5|\n\
         \x20|...|.8.|.79|\n\
         \x20*-----------*\n\
         \n\
         \x20*-----------------*\n\
         \x20| 5 3 4 | 268 7 8 | 149 1 2 |\n\
         \x20| 6 7 2 | 1 9 5 | 3 4 8 |\n\
         \x20| 1 9 8 | 3 4 2 | 5 6 7 |\n\
         \x20|-----+-----+-----|\n\
         \x20| 8 5 9 | 7 6 1 | 4 2 3 |\n\
         \x20| 4 2 6 | 8 5 3 | 7 9 1 |\n\
         \x20| 7 1 3 | 9 2 4 | 8 5 6 |\n\
         \x20|-----+-----+-----|\n\
         \x20| 9 6 1 | 5 3 7 | 2 8 4 |\n\
         \x20| 2 8 7 | 4 1 9 | 6 3 5 |\n\
         \x20| 3 4 5 | 2 8 6 | 1 7 9 |\n\
         \x20*-----------------*\n\
         \n\
         \x20*-----------*\n\
         \x20|53.|.7.|...|\n\
         \x20|6..|195|...|\n\
         \x20|.98|...|.6.|\n\
         \x20|---+---+---|\n\
         \x20|8..|.6.|..3|\n\
         \x20|4..|8.3|..1|\n\
         \x20|7..|.2.|..6|\n\
         \x20|---+---+---|\n\
         \x20|.6.|...|28.|\n\
         \x20|...|419|..5|\n\
         \x20|...|.8.|.79|\n\
         \x20*-----------*\n",
            "44:1: found a fourth grid, expected clues, what is solved, and candidates",
        ),
        ("", "53.|.7.|...\n", "1:1: found 1 row of 9 cells, expected 9"),
        ("", ".|.\n.|.\n", "1:1: found 2×2 with boxes of 2×1, expected 9×9 with boxes of 3×3"),
        ("", "hello\n", "1:1: found 1 row of 5 cells, expected 5"),
        (
            "",
            "..|..\n..|..\n-----\n..|..\n..|..\n",
            "1:1: found 4×4 with boxes of 2×2, expected 9×9 with boxes of 3×3",
        ),
        (
            "",
            " *-----------*\n\
         \x20|53.|.7.|...|\n\
         \x20|6..|195|...|\n\
         \x20|.98|...|.6.|\n\
         \x20|---+---+---|\n\
         \x20|8..|.6.|..3|\n\
         \x20|4..|8.3|..1|\n\
         \x20|7..|.2.|..6|\n\
         \x20|---+---+---|\n\
         \x20|.6.|...|28.|\n\
         \x20|...|419|..5|\n\
         \x20*-----------*\n",
            "2:3: found 8 rows of 9 cells, expected 9",
        ),
        (
            "",
            " *-----------*\n\
         \x20|53.|.7.|...|\n\
         \x20|6.||.195|...|\n\
         \x20|.98|...|.6.|\n\
         \x20|---+---+---|\n\
         \x20|8..|.6.|..3|\n\
         \x20|4..|8.3|..1|\n\
         \x20|7..|.2.|..6|\n\
         \x20|---+---+---|\n\
         \x20|.6.|...|28.|\n\
         \x20|...|419|..5|\n\
         \x20|...|.8.|.79|\n\
         \x20*-----------*\n",
            "3:3: found bars elsewhere than in other rows, expected them at the boxes",
        ),
        (
            " |.6.|...|28.|\n",
            " |.6.|...|28.|\n |---+---+---|\n",
            "2:3: found 3 columns between bars and borders after rows 3, 6, 7, expected b\
         oxes that fit 9 rows",
        ),
    ],
}];
