//! Texts that are wrong: of each, one clear error with its place.

use quadrille_sudoku::variant::format::ReadError;

use super::format;

/// What is wrong with a text in which a part was replaced.
fn faults(name: &str, good: &str, table: &[(&str, &str, &str)]) {
    assert!(table.len() >= 30, "{name}: {}", table.len());
    assert!(format(name).read(good).iter().all(Result::is_ok), "{name}");
    let mut wrong = Vec::new();
    for &(from, to, expected) in table {
        let text = match from {
            "" => to.to_owned(),
            _ => {
                assert!(good.contains(from), "{name}: {from}");
                good.replacen(from, to, 1)
            }
        };
        let mut errors: Vec<ReadError> =
            format(name).read(&text).into_iter().filter_map(Result::err).collect();
        let found = match errors.len() {
            1 => errors.remove(0).to_string(),
            count => format!("{count} errors: {errors:?}"),
        };
        if found != expected {
            wrong.push(format!("        ({from:?}, {to:?}, {found:?}),"));
        }
    }
    assert!(wrong.is_empty(), "{name}:\n{}", wrong.join("\n"));
}

#[test]
fn jigsaws() {
    let good = "1...............\n1122112233443344\n";
    faults(
        "jigsaw",
        good,
        &[
            ("1...", "5...", "1:1: found `5`, expected 1 to 4, or `.`"),
            ("1...", "x...", "1:1: found `x`, expected 1 to 4, or `.`"),
            ("1...", "1..", "1:1: found 15 characters, expected 16: the next line has as many"),
            ("1...", "1....", "1:1: found 17 characters, expected 16: the next line has as many"),
            ("1...", "é...", "1:1: found `é`, expected 1 to 4, or `.`"),
            (
                "1122112233443344",
                "112211223344334",
                "2:1: found 15 characters, expected the regions of 16 cells",
            ),
            (
                "1122112233443344",
                "\n\n# x\n 112211223344",
                "5:2: found 12 characters, expected the regions of 16 cells",
            ),
            ("1122112233443344", "11.211.233443344", "2:4: region 2 has 2 cells, expected 4"),
            (
                "1122112233443344",
                "................x",
                "2:1: found 17 characters, expected the regions of 16 cells",
            ),
            (
                "1122112233443344",
                "11221122334433445",
                "2:1: found 17 characters, expected the regions of 16 cells",
            ),
            ("1122112233443344", "1122112233443343", "2:16: region 3 has more than 4 cells"),
            ("1122112233443344", "1122112233443345", "2:11: region 4 has 3 cells, expected 4"),
            ("1122112233443344", "1111111111111111", "2:5: region 1 has more than 4 cells"),
            ("1122112233443344", "1122112.33443344", "2:3: region 2 has 3 cells, expected 4"),
            (
                "1122112233443344",
                "1122 112233443344",
                "2:1: found 4 characters, expected the regions of 16 cells",
            ),
            (
                "1122112233443344\n",
                "",
                "1:1: the regions are missing: expected as many characters as there are clues",
            ),
            (
                "1122112233443344\n",
                "# 1122112233443344",
                "1:1: the regions are missing: expected as many characters as there are clues",
            ),
            (
                "\n1122112233443344",
                " 1122112233443344 x",
                "1:35: found `x`, expected the end of the line",
            ),
            (
                "\n1122112233443344",
                ",112211223344334",
                "1:18: found 15 characters, expected the regions of 16 cells",
            ),
            (
                "\n1122112233443344",
                "1122112233443344 1234",
                "1:1: found 32 characters, expected 81: a clue a cell",
            ),
            (
                "\n1122112233443344",
                "112211223344334",
                "1:1: found 31 characters, expected 162: 81 clues and 81 regions",
            ),
            (
                "\n1122112233443344",
                "112211223344334411",
                "1:1: found 34 characters, expected 162: 81 clues and 81 regions",
            ),
            (
                "\n1122112233443344",
                ";1122112233443344;;.",
                "1:36: found `.`, expected the end of the line",
            ),
            (
                "",
                "{",
                "1:1: the regions are missing: expected as many characters as there are clues",
            ),
            ("", "hello world", "1:1: found 5 characters, expected 81: a clue a cell"),
            (
                "",
                "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
                "1:1: the regions are missing: expected as many characters as there are clues",
            ),
            ("", "..........,1122211222", "1:1: found 10 characters, expected 81: a clue a cell"),
            (
                "",
                "a.............11223344",
                "1:1: found 22 characters, expected 162: 81 clues and 81 regions",
            ),
            ("", "1...............11221122334433é4", "1:27: region 4 has 3 cells, expected 4"),
            ("", "\n\n  1........ 123123123 1", "3:23: found `1`, expected the end of the line"),
            ("", "4.......\t", "1:1: found `4`, expected 1 to 2, or `.`"),
        ],
    );
}

#[test]
fn sumocue() {
    let good = "SumoCueV1=12J0+0J0=0J0".to_owned() + &row_regions()[3..].concat();
    faults(
        "killer-sumocue",
        &good,
        &[
            ("SumoCueV1", "SumoCueV2", "1:1: found `S`, expected `SumoCueV1`"),
            ("SumoCueV1", "", "1:1: found `=`, expected `SumoCueV1`"),
            ("SumoCueV1", "SumoCueV1X", "1:10: found `X`, expected `=` or `+` for r1c1"),
            ("SumoCueV1", "SumoCueV1DD", "1:11: found `D`, expected `=` or `+` for r1c1"),
            ("=12J0", "12J0", "1:10: found `1`, expected `=` or `+` for r1c1"),
            ("=12J0", "=J0", "1:11: found `J`, expected a sum"),
            ("=12J0", "=12", "1:13: found a region for r1c2, and none for r1c1"),
            ("=12J0", "=12J", "1:14: found `+`, expected a region, 0 to 8"),
            ("=12J0", "=12J9", "1:13: found J9, expected J0 to J8"),
            ("=12J0", "=12J1", "1:79: region J1 has more than 9 cells"),
            ("=12J0", "=12J00000001", "1:19: found `0`, expected `=` or `+` for r1c2"),
            ("=12J0", "=123456J0", "1:16: found `6`, expected `=` or `+` for r1c2"),
            ("=12J0", "=-2J0", "1:11: found `-`, expected a sum"),
            ("=12J0", "==12J0", "1:11: found `=`, expected a sum"),
            ("+0J0", "+J0", "1:16: found `J`, expected the number of a cell"),
            ("+0J0", "+0", "1:15: found no region for r1c2, expected `J`"),
            ("+0J0", "+1J0", "1:15: cell 1 is not the first of a cage"),
            ("+0J0", "+81J0", "1:15: found cell 81, expected 0 to 80"),
            ("+0J0", "+99999J0", "1:15: found cell 99999, expected 0 to 80"),
            ("+0J0", "=0J0", "1:10: r1c1 holds 12: expected at most 9"),
            ("+0J0", "", "1:331: found the end, expected `=` or `+` for r9c9"),
            ("+0J0", "+0J0+0J0", "1:335: found `=` after 81 entries, expected the end"),
            ("+0J0=0J0", "+0J0\n# a comment\n*0J0", "3:1: found `*`, expected `=` or `+` for r1c3"),
            ("+0J0=0J0", "+2J0+0J0", "1:15: cell 2 is not the first of a cage"),
            ("=12J0+0J0", "+1J0+0J0", "1:10: cell 1 is not the first of a cage"),
            ("=0J8", "=0J8=", "1:304: found `=`, expected a sum"),
            ("=0J8", "=0K8", "1:299: found no region for r9c1, expected `J`"),
            ("", "SumoCueV1", "1:10: found the end, expected `=` or `+` for r1c1"),
            ("", "SumoCueV1=5", "1:12: found the end, expected `=` or `+` for r1c2"),
            ("", "hello", "1:1: found `h`, expected `SumoCueV1`"),
            ("", "{\"size\":9}", "1:1: found `{`, expected `SumoCueV1`"),
        ],
    );
}

/// An empty grid whose rows are regions.
fn row_regions() -> Vec<String> {
    (0..81).map(|cell| format!("=0J{}", cell / 9)).collect()
}

#[test]
fn perfect_sudoku() {
    let good = "3x3::k:3073:3073:2:".to_owned() + &"3:".repeat(78);
    faults(
        "killer-ps",
        &good,
        &[
            ("3x3", "4x4", "1:1: found `4x4`, expected `3x3`"),
            ("3x3", "3X4", "1:1: found `3x4`, expected `3x3`"),
            ("3x3", "", "1:1: found ``, expected `3x3`"),
            ("3x3", "3x3x3", "1:1: found `3x3x3`, expected `3x3`"),
            ("3x3::", "3x3:x:", "1:5: found `x`, expected `d` or nothing"),
            ("3x3::", "3x3:dd:", "1:5: found `dd`, expected `d` or nothing"),
            ("3x3::", "3x3:", "1:5: found `k`, expected `d` or nothing"),
            ("3x3::", "3x3", "1:1: found `3x3k`, expected `3x3`"),
            (":k:", ":j:", "1:6: found `j`, expected `k`"),
            (":k:", "::", "1:6: found ``, expected `k`"),
            (":k:", ":k", "1:6: found `k3073`, expected `k`"),
            (":k:", ":kk:", "1:6: found `kk`, expected `k`"),
            ("3073:", "3073", "1:8: found `30733073` for r1c1, expected 256 · sum + cage"),
            ("3073:", "x:", "1:8: found `x` for r1c1, expected 256 · sum + cage"),
            ("3073:", ":", "1:8: found `` for r1c1, expected 256 · sum + cage"),
            ("3073:", "-1:", "1:8: found `-1` for r1c1, expected 256 · sum + cage"),
            ("3073:", "+5:", "1:8: found `+5` for r1c1, expected 256 · sum + cage"),
            ("3073:", "3073.5:", "1:8: found `3073.5` for r1c1, expected 256 · sum + cage"),
            ("3073:", "99999999:", "1:8: found `99999999` for r1c1, expected 256 · sum + cage"),
            (
                "3073:",
                "99999999999999999999999:",
                "1:8: found `99999999999999999999` for r1c1, expected 256 · sum + cage",
            ),
            ("3073:", "3329:", "1:13: the sum of cage 1 is 12 in r1c2 and 13 before"),
            ("3073:3073:", "3073:", "1:171: found 80 numbers and the end, expected 81"),
            (":2:", ":2:2:", "1:176: found `3` after 81 numbers, expected the end or `3x3:`"),
            (":2:", ":2;", "1:18: found `2;3` for r1c3, expected 256 · sum + cage"),
            (":2:", ":2:é:", "1:20: found `é` for r1c4, expected 256 · sum + cage"),
            (":2:", ":\n2:\n# no\nx:", "4:1: found `x` for r1c4, expected 256 · sum + cage"),
            ("", "3x3:", "1:5: found the end, expected `:`"),
            ("", "3x3::k:", "1:8: found 0 numbers and the end, expected 81"),
            ("", "3x3::k:1:2", "1:11: found the end, expected `:`"),
            ("", "hello", "1:1: found `hello`, expected `3x3`"),
            ("", "\n\n  k:1:2:3", "3:3: found `k`, expected `3x3`"),
        ],
    );
}

#[test]
fn arrows() {
    let good = "C<00000000000000000000000000000000000000000000000000000000000000000000000000000000"
        .get(..81)
        .expect("ASCII");
    faults(
        "killer-direction",
        good,
        &[
            ("C<", "<<", "1:1: the arrow in r1c1 leads out of the grid"),
            ("C<", "^<", "1:1: the arrow in r1c1 leads out of the grid"),
            ("C<", "`<", "1:1: the arrow in r1c1 leads out of the grid"),
            ("C<", "'<", "1:1: the arrow in r1c1 leads out of the grid"),
            ("C<", ",<", "1:1: the arrow in r1c1 leads out of the grid"),
            ("C<", "><", "1:1: the arrows from r1c1 lead round in a circle"),
            ("C<", "C<<", "1:1: found 82 characters, expected 81 or 9"),
            ("C<", "C", "1:1: found 80 characters, expected 81 or 9"),
            ("C<", "Ck", "1:2: found `k`, expected an arrow or a sum: 0 to 9, A to Z, a to j"),
            ("C<", "Cz", "1:2: found `z`, expected an arrow or a sum: 0 to 9, A to Z, a to j"),
            ("C<", "C#", "1:2: found `#`, expected an arrow or a sum: 0 to 9, A to Z, a to j"),
            ("C<", "C_", "1:2: found `_`, expected an arrow or a sum: 0 to 9, A to Z, a to j"),
            ("C<", "Cé", "1:2: found `é`, expected an arrow or a sum: 0 to 9, A to Z, a to j"),
            ("C<", "C/", "1:2: found `/`, expected an arrow or a sum: 0 to 9, A to Z, a to j"),
            ("C<", "C\"", "1:2: found `\"`, expected an arrow or a sum: 0 to 9, A to Z, a to j"),
            ("C<0", "C>0<", "1:1: found 82 characters, expected 81 or 9"),
            ("C<0000000000", "v<0000000^00", "1:1: the arrows from r1c1 lead round in a circle"),
            ("C<00000000", ">v0000000^<", "1:1: found 82 characters, expected 81 or 9"),
            ("C<", "C<\n", "1:1: found 2 characters, expected 81 or 9"),
            ("C<0000000", "C<0000000\n", "2:1: found 72 characters, expected a row of 9"),
            ("0000000000", "00000000\n0\n0", "1:1: found 10 characters, expected 81 or 9"),
            ("", "C<0000000\nC<0000000", "1:1: found 2 rows and the end, expected 9"),
            ("", "C<0000000\nC<000000", "2:1: found 8 characters, expected a row of 9"),
            ("", "C<0000000\nC<00000000", "2:1: found 10 characters, expected a row of 9"),
            ("", "C<", "1:1: found 2 characters, expected 81 or 9"),
            ("", "hello", "1:1: found 5 characters, expected 81 or 9"),
            ("", "\n\n  12 34", "3:3: found 4 characters, expected 81 or 9"),
            ("", "{}", "1:1: found 2 characters, expected 81 or 9"),
            ("", "SumoCueV1=5", "1:1: found 11 characters, expected 81 or 9"),
            ("", "3x3::k:", "1:1: found 7 characters, expected 81 or 9"),
        ],
    );
}

#[test]
fn constraint_strings() {
    let good = ".Cage~10~R1C1~R1C2.Thermo~R2C1~R2C2.~R9C9_5";
    faults(
        "iss",
        good,
        &[
            (".Cage", "Cage", "1:1: found `C`, expected `.` and a constraint, or a layout"),
            (".Cage", ".cage", "1:1: the constraint `cage` is none that we know"),
            (".Cage", ".RegionSumLine", "1:1: the constraint `RegionSumLine` is none that we know"),
            (".Cage", ".Or.Cage", "1:1: the constraint `Or` is none that we know"),
            (".Cage~10", ".Cage~x", "1:7: found `x`, expected a sum"),
            (".Cage~10", ".Cage~-1", "1:7: found `-1`, expected a sum"),
            (".Cage~10", ".Cage~99999999999", "1:7: found `99999999999`, expected a sum"),
            (".Cage~10~R1C1~R1C2", ".Cage~10", "1:1: found no cells for Cage"),
            (".Cage~10~R1C1~R1C2", ".Cage", "1:1: found no cells for Cage"),
            ("R1C1", "R0C1", "1:10: found `R0C1`, expected a cell, such as R1C9"),
            ("R1C1", "R1Ca", "1:10: found `R1Ca`, expected a cell, such as R1C9"),
            ("R1C1", "R1C10", "1:10: found `R1C10`, expected a cell, such as R1C9"),
            ("R1C1", "C1R1", "1:10: found `C1R1`, expected a cell, such as R1C9"),
            ("R1C1", "", "1:10: found ``, expected a cell, such as R1C9"),
            ("R1C2", "R1C1", "1:1: cage: r1c1 twice"),
            ("R1C2", "R1 C1", "1:1: cage: r1c1 twice"),
            (".Thermo~R2C1~R2C2", ".Thermo~R2C1", "1:19: thermo: 1 cell: expected at least 2"),
            (".Thermo", ".Thermo~LOOP", "1:27: found `LOOP`, expected a cell, such as R1C9"),
            (".Thermo", ".Whisper~300", "1:28: found 300, expected a difference"),
            (".Thermo", ".WhiteDot~R9C9~R7C7.Thermo", "1:19: no cells of WhiteDot are neighbours"),
            (".Thermo", ".Diagonal~2.Thermo", "1:19: expected Diagonal~1 or Diagonal~-1"),
            (".Thermo", ".Quad~R9C9~1.Thermo", "1:25: no square of 2×2 begins here"),
            (".Thermo", ".Quad~R1C1~0.Thermo", "1:19: quadruple: digit 0: expected 1 to 9"),
            (".Thermo", ".LittleKiller~5~R9C9.Thermo", "1:35: no diagonal has its clue here"),
            (
                ".Thermo",
                ".Sandwich~5~R10.Thermo",
                "1:31: found `R10`, expected a row or column, such as R1",
            ),
            (
                ".Thermo",
                ".Sandwich~5~R1.Sandwich~6~R1.Thermo",
                "1:33: a second Sandwich of R1 that says something else",
            ),
            (".Thermo", ".XSum~R1~x~.Thermo", "1:28: found `x`, expected a number"),
            (
                ".Thermo",
                ".PillArrow~4~R1C1~R1C2~R1C3~R1C4~R1C5.Thermo",
                "1:30: found 4, expected a pill of 2 or 3",
            ),
            (".Thermo", ".PillArrow~2~R1C1~R1C2.Thermo", "1:19: found no shaft for PillArrow"),
            (
                ".Thermo",
                ".Sum~5_=_1_2~R1C1~R1C2.Thermo",
                "1:24: Sum with factors other than 1 is none that we know",
            ),
            (
                ".Thermo",
                ".SameValues~2~R1C1~R1C2~R1C3~R1C4.Thermo",
                "1:19: SameValues of other than two single cells is none that we know",
            ),
            (
                ".Thermo",
                ".AntiConsecutive.WhiteDot~R1C1~R1C2.Thermo",
                "1:19: AntiConsecutive holds of all neighbours, and there are dots",
            ),
            (".Thermo", ".Jigsaw~1122.Thermo", "1:27: found 4 regions, expected 81"),
            (
                ".Thermo",
                ".Shape~4x7.Thermo",
                "1:26: a grid of 4×7, expected as many rows as columns",
            ),
            (".Thermo", ".Shape~9x9~0-8.Thermo", "1:30: digits 0-8, expected 1-9"),
            (".Thermo", ".Shape~9x9~~Raw.Thermo", "1:31: a grid of the kind Raw, expected Sudoku"),
            (".Thermo", ".Shape~nine.Thermo", "1:26: found `nine`, expected a size, such as 9x9"),
            (".Thermo", ".Shape~6x6.Shape~9x9.Thermo", "1:29: a grid of 9×9, and of 6×6 before"),
            (".Thermo", ".RegionSize~6.Thermo", "1:19: regions of 6 cells, expected 9"),
            (
                "R9C9_5",
                "R9C9",
                "1:38: found `R9C9`, expected a cell and digits, 1 to 9, such as R1C1_5",
            ),
            (
                "R9C9_5",
                "R9C9_0",
                "1:38: found `R9C9_0`, expected a cell and digits, 1 to 9, such as R1C1_5",
            ),
            (
                "R9C9_5",
                "R9C9_10",
                "1:38: found `R9C9_10`, expected a cell and digits, 1 to 9, such as R1C1_5",
            ),
            ("R9C9_5", "R9C9_5~R9C9_6", "1:45: no digit is left for r9c9"),
            (
                "",
                "https://sigh.github.io/Interactive-Sudoku-Solver/",
                "1:1: found a link without `?q=`",
            ),
            (
                "",
                "https://sigh.github.io/Interactive-Sudoku-Solver/?q=",
                "1:53: found nothing behind `?q=`",
            ),
            (
                "",
                "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Cage%7",
                "1:58: found `%`, expected two hexadecimal digits of a character",
            ),
            (
                "",
                "1234\n\n.AntiKing\n\n1...3...2...4..x",
                "1:1: found `1`, expected `.` and a constraint, or a layout",
            ),
        ],
    );
}

#[test]
fn f_puzzles() {
    let row = "[{},{},{},{}]";
    let good = format!(
        "{{\"size\":4,\n\"grid\":[{row},\n{row},\n{row},\n[{{\"value\":1,\"given\":true}},{{}},{{}},{{}}]],\n\
         \"killercage\":[{{\"cells\":[\"R1C1\",\"R1C2\"],\"value\":\"3\"}}],\n\"antiking\":false}}"
    );
    faults(
        "fpuzzles",
        &good,
        &[
            ("\"size\":4", "\"size\":4.5", "1:9: found 4.5, expected a size"),
            ("\"size\":4", "size:4", "1:2: no JSON: key must be a string"),
            ("\"size\":4", "\"size\":9", "2:8: found 4 rows, expected 9"),
            ("\"size\":4", "\"size\":\"four\"", "1:9: found \"four\", expected a size"),
            ("\"size\":4", "\"size\":4,\"size\":4", "1:11: the field `size` twice"),
            ("\"size\":4", "\"size\" 4", "1:9: no JSON: expected `:`"),
            ("\"grid\"", "\"board\"", "1:1: the field `grid` is missing"),
            ("[{},{},{},{}]", "[{},{},{}]", "2:9: found 3 cells, expected 4"),
            ("[{},{},{},{}]", "{}", "2:9: found an object, expected a list"),
            ("[{},{},{},{}]", "[{},1,{},{}]", "2:13: found 1, expected an object"),
            ("\"value\":1", "\"value\":5", "5:11: found 5, expected a digit from 1 to 4"),
            ("\"value\":1", "\"value\":-1", "5:11: found -1, expected a digit from 1 to 4"),
            ("\"value\":1", "\"value\":\"x\"", "5:11: found \"x\", expected a digit from 1 to 4"),
            ("\"given\":true", "\"given\":1", "5:21: found 1, expected true or false"),
            (
                "\"given\":true",
                "\"given\":true,\"region\":\"a\"",
                "5:35: found \"a\", expected the number of a region",
            ),
            (
                "\"given\":true",
                "\"given\":true,\"region\":0",
                "2:10: region 0 has 5 cells, expected 4",
            ),
            (
                "\"given\":true",
                "\"givenPencilMarks\":[5]",
                "5:33: found 5, expected a digit from 1 to 4",
            ),
            ("\"killercage\"", "\"lockout\"", "6:1: the constraint `lockout` is none that we know"),
            ("\"killercage\":[", "\"killercage\":[5,", "6:15: found 5, expected an object"),
            ("\"cells\"", "\"cell\"", "6:15: the field `cells` is missing"),
            ("\"R1C1\"", "\"R0C1\"", "6:25: found \"R0C1\", expected a cell of the 4×4 grid"),
            ("\"R1C1\"", "\"R1C2\"", "6:15: cage: r1c2 twice"),
            ("\"R1C1\"", "\"A1\"", "6:25: found \"A1\", expected a cell, such as \"R1C9\""),
            ("\"R1C1\"", "7", "6:25: found 7, expected a string"),
            ("\"3\"", "\"three\"", "6:48: found \"three\", expected a number"),
            (
                "\"antiking\":false",
                "\"antiking\":\"yes\"",
                "7:12: found \"yes\", expected true or false",
            ),
            (
                "\"antiking\":false",
                "\"negative\":[\"killer\"]",
                "7:13: found \"killer\", expected \"ratio\" or \"xv\"",
            ),
            (
                "\"antiking\":false",
                "\"xv\":[{\"cells\":[\"R1C1\",\"R1C2\"],\"value\":\"I\"}]",
                "7:40: found \"I\", expected X or V",
            ),
            (
                "\"antiking\":false",
                "\"ratio\":[{\"cells\":[\"R1C1\"]}]",
                "7:19: found a list, expected two cells",
            ),
            (
                "\"antiking\":false",
                "\"sandwichsum\":[{\"cell\":\"R1C1\",\"value\":\"1\"}]",
                "7:24: found \"R1C1\", expected a cell beside a row or a column",
            ),
            (
                "\"antiking\":false",
                "\"littlekillersum\":[{\"cell\":\"R0C1\",\"direction\":\"D\",\"value\":1}]",
                "7:47: found \"D\", expected UL, UR, DL or DR",
            ),
            (
                "\"antiking\":false",
                "\"littlekillersum\":[{\"cell\":\"R0C0\",\"direction\":\"UL\",\"value\":1}]",
                "7:28: no cell of the grid is in the direction of the clue",
            ),
            (
                "\"antiking\":false",
                "\"arrow\":[{\"cells\":[\"R1C1\"],\"lines\":[[\"R2C2\"]]}]",
                "7:37: the line does not begin in its circle",
            ),
            ("\"antiking\":false", "\"solution\":[1,2,3]", "7:12: found 3 digits, expected 16"),
            ("\"antiking\":false}", "", "7:1: no JSON: EOF while parsing an object"),
            (
                "",
                "https://f-puzzles.com/?id=yhkyz63b",
                "1:1: the puzzle of this link is on f-puzzles.com: expected a link with `?load=`",
            ),
            ("", "https://f-puzzles.com/", "1:1: found a link without `?load=`"),
            (
                "",
                "https://f-puzzles.com/?load=N4Igz!",
                "1:34: in the link: found `!`, expected base64",
            ),
            ("", "N4Igzglg", "1:9: in the link: the compressed text ends early"),
            (
                "",
                &format!(
                    "https://f-puzzles.com/?load={}",
                    lz_str::compress_to_base64("{\"size\":4}")
                ),
                "1:29: in the link's JSON at 1:1: the field `grid` is missing",
            ),
            (
                "",
                "https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSSzKLryBdZQmq8l54+x1p7rjtn/nQaCR3PgIm9hk0UM6zR4rssW0iQA= x",
                "1:122: found `x`, expected a link and the end of the line",
            ),
        ],
    );
}

#[test]
fn sudokupad() {
    let row = "[{},{},{},{}]";
    let good = format!(
        "{{\"cells\":[{row},\n{row},\n{row},\n[{{\"value\":1}},{{}},{{}},{{}}]],\n\"regions\":[[[0,0],[0,1]]],\n\
         \"cages\":[{{\"cells\":[[0,0],[0,1]],\"sum\":3}}],\n\"metadata\":{{\"title\":\"T\"}},\"global\":[]}}"
    );
    let link =
        |json: &str| format!("https://sudokupad.app/scl{}", lz_str::compress_to_base64(json));
    faults(
        "sudokupad",
        &good,
        &[
            ("{\"cells\"", "{cells", "1:2: no JSON: key must be a string"),
            ("\"cells\"", "\"cell\"", "1:1: the field `cells` is missing"),
            ("\"cells\":", "\"cells\":1,\"x\":", "1:10: found 1, expected a list"),
            ("[{},{},{},{}]", "[{},{},{}]", "1:11: found 3 cells, expected 4, as many as rows"),
            ("[{},{},{},{}]", "[{},{},{},5]", "1:21: found 5, expected an object"),
            ("[{},{},{},{}],\n", "", "1:11: found 4 cells, expected 3, as many as rows"),
            ("\"value\":1", "\"value\":5", "4:11: found 5, expected a digit from 1 to 4"),
            ("\"value\":1", "\"value\":\"A\"", "4:11: found \"A\", expected a digit from 1 to 4"),
            ("\"value\":1", "\"value\":[1]", "4:11: found a list, expected a digit from 1 to 4"),
            ("[0,0],[0,1]]]", "[0,0],[0,0]]]", "5:19: the cell is in a region already"),
            (
                "[0,0],[0,1]]]",
                "[0,0],[0,4]]]",
                "5:19: expected a row and a column, each from 0 to 3",
            ),
            (
                "[0,0],[0,1]]]",
                "[0,0],[0,-1]]]",
                "5:22: found -1, expected a row and a column, each from 0 to 3",
            ),
            ("[0,0],[0,1]]]", "[0,0],[0]]]", "5:19: expected a row and a column, each from 0 to 3"),
            (
                "[0,0],[0,1]]]",
                "[0,0],[1,0],[2,0],[3,0],[3,1]]]",
                "5:12: a region of 5 cells, expected at most 4",
            ),
            (
                "[0,0],[0,1]]]",
                "[0,0],\"r1c1\"]]",
                "5:19: found \"r1c1\", expected a row and a column, each from 0 to 3",
            ),
            (
                "\"cells\":[[0,0]",
                "\"cells\":[[4,0]",
                "6:20: expected a row and a column, each from 0 to 3",
            ),
            (
                "\"cells\":[[0,0]",
                "\"cells\":[[0.5,0]",
                "6:21: found 0.5, expected a row and a column, each from 0 to 3",
            ),
            ("\"cells\":[[0,0]", "\"cells\":[[0,1]", "6:10: cage: r1c2 twice"),
            ("\"sum\":3", "\"sum\":\"x\"", "6:39: found \"x\", expected a sum"),
            ("\"sum\":3", "\"unique\":1", "6:42: found 1, expected true or false"),
            ("\"title\":\"T\"", "\"title\":5", "7:21: found 5, expected a string"),
            (
                "\"title\":\"T\"",
                "\"solution\":\"123\"",
                "7:24: a solution of 3 digits, expected 16",
            ),
            (
                "\"title\":\"T\"",
                "\"norowcol\":true",
                "7:24: a grid whose rows and columns are none",
            ),
            (
                "\"title\":\"T\"",
                "\"antiking\":\"yes\"",
                "7:24: found \"yes\", expected true or false",
            ),
            ("\"title\":\"T\"", "\"title\":\"T\",\"title\":\"T\"", "7:25: the field `title` twice"),
            (
                "\"global\":[]",
                "\"global\":[\"windoku\"]",
                "7:36: the constraint `windoku` is none that we know",
            ),
            ("\"global\":[]}", "\"global\":[]", "7:36: no JSON: EOF while parsing an object"),
            (
                "",
                "https://sudokupad.app/abc123",
                "1:23: the puzzle `abc123` is on a server: expected a link with `scl`, `ctc`, `fpuzzles` or `scf` and the puzzle itself",
            ),
            ("", "https://sudokupad.app/sclN4Ig*", "1:30: in the link: found `*`, expected base64"),
            ("", "https://sudokupad.app/scl", "1:26: in the link: the compressed text ends early"),
            (
                "",
                &link("{\"cells\":[[1]]}"),
                "1:26: in the link's JSON at 1:12: found 1, expected an object",
            ),
            ("", &link("hello"), "1:26: in the link's JSON at 1:1: no JSON: expected value"),
            ("", "https://sudokupad.app/scfooo", "1:29: found 18 cells and the end, expected 81"),
            ("", "https://sudokupad.app/scfooooooooooooooo", "1:39: found 84 cells, expected 81"),
            (
                "",
                "https://sudokupad.app/scfoooooooooooooKz",
                "1:40: found `z` behind 81 cells, expected `w` or `x`",
            ),
            ("", "hello", "1:1: found `hello`, expected JSON or a link of SudokuPad"),
            (
                "",
                "https://sudokupad.app/abc more",
                "1:27: found `more`, expected a link and the end of the line",
            ),
        ],
    );
}
