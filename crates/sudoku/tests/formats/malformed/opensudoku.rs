//! Malformed texts of `opensudoku`: the XML of OpenSudoku.

use super::Table;

/// Each of these replaces the first place of its first text by the second, or, if the first is empty, everything.
pub(super) const TABLES: &[Table] = &[
    Table {
        format: "opensudoku",
        sample: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <opensudoku>\n\
         \x20 <name>Easy</name>\n\
         \x20 <game data=\"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6..\
         ..28....419..5....8..79\" />\n\
         </opensudoku>\n",
        cases: &[
            (
                "53..7",
                "5x..7",
                "4:16: found 'x', expected 1 to 9, or one of .0_*-? for an empty cell",
            ),
            (
                "53..7",
                "5A..7",
                "4:16: found 'A', expected 1 to 9, or one of .0_*-? for an empty cell",
            ),
            (
                "53..7",
                "5é..7",
                "4:16: found 'é', expected 1 to 9, or one of .0_*-? for an empty cell",
            ),
            (
                "53..7",
                "5/..7",
                "4:16: found '/', expected 1 to 9, or one of .0_*-? for an empty cell",
            ),
            (
                "53..7",
                "5~..7",
                "4:16: found '~', expected 1 to 9, or one of .0_*-? for an empty cell",
            ),
            (
                "53..7",
                "55..7",
                "4:16: digit 5 twice in row 1: at r1c1 (line 4, column 15) and here at r1c2",
            ),
            (
                "6..195....98",
                "5..195....98",
                "4:24: digit 5 twice in column 1: at r1c1 (line 4, column 15) and here at r2c\
         1",
            ),
            (
                "195....98....6.8",
                "195....58....6.8",
                "4:34: digit 5 twice in box 1: at r1c1 (line 4, column 15) and here at r3c2",
            ),
            ("53..7", "53.7", "4:15: found 80 cells, expected 81"),
            ("53..7", "53...7", "4:15: found 82 cells, expected 81"),
            (
                "8..79",
                "8..7x",
                "4:95: found 'x', expected 1 to 9, or one of .0_*-? for an empty cell",
            ),
            (
                "8..79",
                "8..77",
                "4:95: digit 7 twice in row 9: at r9c8 (line 4, column 94) and here at r9c9",
            ),
            ("8..79", "8.79", "4:15: found 80 cells, expected 81"),
            ("8..79", "8..790", "4:15: found 82 cells, expected 81"),
            (
                "<opensudoku>",
                "<sudoku>",
                "5:1: found no XML: expected 'sudoku' tag, not 'opensudoku'",
            ),
            (
                "<opensudoku>",
                "<opensudoku version=\"3\">",
                "2:1: found version \"3\", expected 1 or 2",
            ),
            ("</opensudoku>", "", "1:1: found no XML: the root node was opened but never closed"),
            ("</name>", "</nam>", "3:13: found no XML: expected 'name' tag, not 'nam'"),
            ("<game data=", "<game cells=", "4:3: found <game> without data, expected its cells"),
            ("<game data=", "<gam data=", "4:3: found <gam>, expected <folder> or <game>"),
            (
                "<name>Easy</name>",
                "<name>Easy & more</name>",
                "3:14: found no XML: malformed entity reference",
            ),
            (
                "<name>Easy</name>",
                "<folder><puzzle/></folder>",
                "3:11: found <puzzle> in <folder>, expected <game>",
            ),
            ("", "hello\n", "1:1: found no XML: unknown token"),
            ("", "<opensudoku", "1:1: found no XML: the document does not have a root node"),
            ("", "<sudoku/>", "1:1: found <sudoku>, expected <opensudoku>"),
            ("", "<opensudoku><game data=\"\"/></opensudoku>", "1:25: found 0 cells, expected 81"),
            (
                "<?xml",
                "<!DOCTYPE a [<!ENTITY b \"c\">]>\n<?xml",
                "1:1: found no XML: XML with DTD detected",
            ),
        ],
    },
    Table {
        format: "opensudoku",
        sample: "<opensudoku version=\"2\">\n\
         \x20 <folder name=\"Saved\">\n\
         \x20   <game data=\"version: 2 5|0|0|3|0|0|0|0|1|0|0|1|7|0|0|0|0|1|0|0|1|0|0\
         |1|0|0|1|6|0|0|0|0|1|0|0|1|1|0|0|9|0|0|5|0|0|0|0|1|0|0|1|0|0|1|0|0|1|9|0|0|8\
         |0|0|0|0|1|0|0|1|0|0|1|0|0|1|6|0|0|0|0|1|8|0|0|0|0|1|0|0|1|0|0|1|6|0|0|0|0|1\
         |0|0|1|0|0|1|3|0|0|4|0|0|0|0|1|0|0|1|8|0|0|0|0|1|3|0|0|0|0|1|0|0|1|1|0|0|7|0\
         |0|0|0|1|0|0|1|0|0|1|2|0|0|0|0|1|0|0|1|0|0|1|6|0|0|0|0|1|6|0|0|0|0|1|0|0|1|0\
         |0|1|0|0|1|2|0|0|8|0|0|0|0|1|0|0|1|0|0|1|0|0|1|4|0|0|1|0|0|9|0|0|0|0|1|0|0|1\
         |5|0|0|0|0|1|0|0|1|0|0|1|0|0|1|8|0|0|0|0|1|0|0|1|7|0|0|9|0|0|\" />\n\
         \x20 </folder>\n\
         </opensudoku>\n",
        cases: &[
            ("version: 2", "version: 4", "3:17: found version \"4\" of data, expected 1, 2 or 3"),
            (
                "version: 2",
                "version: two",
                "3:17: found version \"two\" of data, expected 1, 2 or 3",
            ),
            ("version: 2", "version: 1", "3:17: found notes \"0\" in r1c1, expected 1,2, or -"),
            ("version: 2", "version: 3", "3:17: found 243 fields, expected 4 for each of 81 cells"),
            (
                "|0|0|\"",
                "|0|0\"",
                "3:17: found data that do not end in '|', expected the fields of 81 cells",
            ),
            ("|0|0|\"", "|0|0|0|0|1|\"", "3:17: found 246 fields, expected 3 for each of 81 cells"),
            ("2 5|0|0", "2 x|0|0", "3:17: found \"x\" in r1c1, expected a digit"),
            ("2 5|0|0", "2 5|0|2", "3:17: found \"2\" in r1c1, expected 0 for a clue, else 1"),
            ("2 5|0|0", "2 5|0|x", "3:17: found \"x\" in r1c1, expected 0 for a clue, else 1"),
            (
                "2 5|0|0",
                "2 0|512|1",
                "3:17: found notes \"512\" in r1c1, expected a number below 512",
            ),
            (
                "2 5|0|0",
                "2 0|1,|1",
                "3:17: found notes \"1,\" in r1c1, expected a number below 512",
            ),
            (
                "2 5|0|0",
                "2 3|0|0",
                "3:17: digit 3 twice in row 1: at r1c1 (line 3, column 17) and here at r1c2",
            ),
            ("2 5|0|0", "2 0|0|", "3:17: found \"\" in r1c1, expected 0 for a clue, else 1"),
            (
                "<folder name=\"Saved\">",
                "<folder name=\"Saved\"><game/>",
                "2:24: found <game> without data, expected its cells",
            ),
            ("</folder>", "<folder/></folder>", "4:3: found <folder> in <folder>, expected <game>"),
        ],
    },
];
