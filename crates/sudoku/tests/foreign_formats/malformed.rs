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
            ("1...", "5...", ""),
            ("1...", "x...", ""),
            ("1...", "1..", ""),
            ("1...", "1....", ""),
            ("1...", "1.. .", ""),
            ("1...", "é...", ""),
            ("1122112233443344", "112211223344334", ""),
            ("1122112233443344", "11221122334433445", ""),
            ("1122112233443344", "1122112233443343", ""),
            ("1122112233443344", "1122112233443345", ""),
            ("1122112233443344", "1111111111111111", ""),
            ("1122112233443344", "1122112.33443344", ""),
            ("1122112233443344", "1122 112233443344", ""),
            ("1122112233443344\n", "", ""),
            ("1122112233443344\n", "# 1122112233443344", ""),
            ("\n1122112233443344", " 1122112233443344 x", ""),
            ("\n1122112233443344", ",112211223344334", ""),
            ("\n1122112233443344", "1122112233443344 1234", ""),
            ("\n1122112233443344", "112211223344334", ""),
            ("\n1122112233443344", "112211223344334411", ""),
            ("\n1122112233443344", ";1122112233443344;;.", ""),
            ("", "12", ""),
            ("", "{", ""),
            ("", "hello world", ""),
            (
                "",
                "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
                "",
            ),
            ("", "..........,1122211222", ""),
            ("", "a.............11223344", ""),
            ("", "1...............11221122334433é4", ""),
            ("", "\n\n  1........ 123123123 1", ""),
            ("", "4.......\t", ""),
            ("", "1.......2 111222333", ""),
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
            ("SumoCueV1", "SumoCueV2", ""),
            ("SumoCueV1", "", ""),
            ("SumoCueV1", "SumoCueV1X", ""),
            ("SumoCueV1", "SumoCueV1DD", ""),
            ("=12J0", "12J0", ""),
            ("=12J0", "=J0", ""),
            ("=12J0", "=12", ""),
            ("=12J0", "=12J", ""),
            ("=12J0", "=12J9", ""),
            ("=12J0", "=12J1", ""),
            ("=12J0", "=12J00000001", ""),
            ("=12J0", "=123456J0", ""),
            ("=12J0", "=-2J0", ""),
            ("=12J0", "==12J0", ""),
            ("+0J0", "+J0", ""),
            ("+0J0", "+0", ""),
            ("+0J0", "+1J0", ""),
            ("+0J0", "+81J0", ""),
            ("+0J0", "+99999J0", ""),
            ("+0J0", "=0J0", ""),
            ("+0J0", "", ""),
            ("+0J0", "+0J0+0J0", ""),
            ("+0J0=0J0", "+0J0\n# a comment\n*0J0", ""),
            ("+0J0=0J0", "+2J0+0J0", ""),
            ("=12J0+0J0", "+1J0+0J0", ""),
            ("=0J8", "=0J8=", ""),
            ("=0J8", "=0K8", ""),
            ("", "SumoCueV1", ""),
            ("", "SumoCueV1=5", ""),
            ("", "hello", ""),
            ("", "{\"size\":9}", ""),
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
            ("3x3", "4x4", ""),
            ("3x3", "3X4", ""),
            ("3x3", "", ""),
            ("3x3", "3x3x3", ""),
            ("3x3::", "3x3:x:", ""),
            ("3x3::", "3x3:dd:", ""),
            ("3x3::", "3x3:", ""),
            ("3x3::", "3x3", ""),
            (":k:", ":j:", ""),
            (":k:", "::", ""),
            (":k:", ":k", ""),
            (":k:", ":kk:", ""),
            ("3073:", "3073", ""),
            ("3073:", "x:", ""),
            ("3073:", ":", ""),
            ("3073:", "-1:", ""),
            ("3073:", "+5:", ""),
            ("3073:", "3073.5:", ""),
            ("3073:", "99999999:", ""),
            ("3073:", "99999999999999999999999:", ""),
            ("3073:", "3329:", ""),
            ("3073:3073:", "3073:", ""),
            (":2:", ":2:2:", ""),
            (":2:", ":2;", ""),
            (":2:", ":2:é:", ""),
            (":2:", ":\n2:\n# no\nx:", ""),
            ("", "3x3:", ""),
            ("", "3x3::k:", ""),
            ("", "3x3::k:1:2", ""),
            ("", "hello", ""),
            ("", "\n\n  k:1:2:3", ""),
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
            ("C<", "<<", ""),
            ("C<", "^<", ""),
            ("C<", "`<", ""),
            ("C<", "'<", ""),
            ("C<", ",<", ""),
            ("C<", "><", ""),
            ("C<", "C<<", ""),
            ("C<", "C", ""),
            ("C<", "Ck", ""),
            ("C<", "Cz", ""),
            ("C<", "C#", ""),
            ("C<", "C_", ""),
            ("C<", "Cé", ""),
            ("C<", "C/", ""),
            ("C<", "C\"", ""),
            ("C<0", "C>0<", ""),
            ("C<0", "C>v", ""),
            ("C<0000000000", "v<0000000^00", ""),
            ("C<00000000", ">v0000000^<", ""),
            ("C<", "C<\n", ""),
            ("C<0000000", "C<0000000\n", ""),
            ("0000000000", "00000000\n0\n0", ""),
            ("", "C<0000000\nC<0000000", ""),
            ("", "C<0000000\nC<000000", ""),
            ("", "C<0000000\nC<00000000", ""),
            ("", "C<", ""),
            ("", "hello", ""),
            ("", "\n\n  12 34", ""),
            ("", "{}", ""),
            ("", "SumoCueV1=5", ""),
            ("", "3x3::k:", ""),
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
            (".Cage", "Cage", ""),
            (".Cage", ".cage", ""),
            (".Cage", ".RegionSumLine", ""),
            (".Cage", ".Or.Cage", ""),
            (".Cage~10", ".Cage~x", ""),
            (".Cage~10", ".Cage~-1", ""),
            (".Cage~10", ".Cage~99999999999", ""),
            (".Cage~10~R1C1~R1C2", ".Cage~10", ""),
            (".Cage~10~R1C1~R1C2", ".Cage", ""),
            ("R1C1", "R0C1", ""),
            ("R1C1", "R1Ca", ""),
            ("R1C1", "R1C10", ""),
            ("R1C1", "C1R1", ""),
            ("R1C1", "", ""),
            ("R1C2", "R1C1", ""),
            ("R1C2", "R1 C1", ""),
            (".Thermo~R2C1~R2C2", ".Thermo~R2C1", ""),
            (".Thermo", ".Thermo~LOOP", ""),
            (".Thermo", ".Whisper~300", ""),
            (".Thermo", ".WhiteDot~R9C9~R7C7.Thermo", ""),
            (".Thermo", ".Diagonal~2.Thermo", ""),
            (".Thermo", ".Quad~R9C9~1.Thermo", ""),
            (".Thermo", ".Quad~R1C1~0.Thermo", ""),
            (".Thermo", ".LittleKiller~5~R9C9.Thermo", ""),
            (".Thermo", ".Sandwich~5~R10.Thermo", ""),
            (".Thermo", ".Sandwich~5~R1.Sandwich~6~R1.Thermo", ""),
            (".Thermo", ".XSum~R1~x~.Thermo", ""),
            (".Thermo", ".PillArrow~4~R1C1~R1C2~R1C3~R1C4~R1C5.Thermo", ""),
            (".Thermo", ".PillArrow~2~R1C1~R1C2.Thermo", ""),
            (".Thermo", ".Sum~5_=_1_2~R1C1~R1C2.Thermo", ""),
            (".Thermo", ".SameValues~2~R1C1~R1C2~R1C3~R1C4.Thermo", ""),
            (".Thermo", ".AntiConsecutive.WhiteDot~R1C1~R1C2.Thermo", ""),
            (".Thermo", ".Jigsaw~1122.Thermo", ""),
            (".Thermo", ".Shape~4x7.Thermo", ""),
            (".Thermo", ".Shape~9x9~0-8.Thermo", ""),
            (".Thermo", ".Shape~9x9~~Raw.Thermo", ""),
            (".Thermo", ".Shape~nine.Thermo", ""),
            (".Thermo", ".Shape~6x6.Shape~9x9.Thermo", ""),
            (".Thermo", ".RegionSize~6.Thermo", ""),
            ("R9C9_5", "R9C9", ""),
            ("R9C9_5", "R9C9_0", ""),
            ("R9C9_5", "R9C9_10", ""),
            ("R9C9_5", "R9C9_5~R9C9_6", ""),
            ("", "https://sigh.github.io/Interactive-Sudoku-Solver/", ""),
            ("", "https://sigh.github.io/Interactive-Sudoku-Solver/?q=", ""),
            ("", "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Cage%7", ""),
            ("", "1234\n\n.AntiKing\n\n1...3...2...4..x", ""),
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
            ("{\"size\":4,", "", ""),
            ("\"size\":4", "\"size\":9", ""),
            ("\"size\":4", "\"size\":\"four\"", ""),
            ("\"size\":4", "\"size\":4,\"size\":4", ""),
            ("\"size\":4", "\"size\" 4", ""),
            ("\"grid\"", "\"board\"", ""),
            ("[{},{},{},{}]", "[{},{},{}]", ""),
            ("[{},{},{},{}]", "{}", ""),
            ("[{},{},{},{}]", "[{},1,{},{}]", ""),
            ("\"value\":1", "\"value\":5", ""),
            ("\"value\":1", "\"value\":-1", ""),
            ("\"value\":1", "\"value\":\"x\"", ""),
            ("\"given\":true", "\"given\":1", ""),
            ("\"given\":true", "\"given\":true,\"region\":\"a\"", ""),
            ("\"given\":true", "\"given\":true,\"region\":0", ""),
            ("\"given\":true", "\"givenPencilMarks\":[5]", ""),
            ("\"killercage\"", "\"lockout\"", ""),
            ("\"killercage\":[", "\"killercage\":[5,", ""),
            ("\"cells\"", "\"cell\"", ""),
            ("\"R1C1\"", "\"R0C1\"", ""),
            ("\"R1C1\"", "\"R1C2\"", ""),
            ("\"R1C1\"", "\"A1\"", ""),
            ("\"R1C1\"", "7", ""),
            ("\"3\"", "\"three\"", ""),
            ("\"antiking\":false", "\"antiking\":\"yes\"", ""),
            ("\"antiking\":false", "\"negative\":[\"killer\"]", ""),
            ("\"antiking\":false", "\"xv\":[{\"cells\":[\"R1C1\",\"R1C2\"],\"value\":\"I\"}]", ""),
            ("\"antiking\":false", "\"ratio\":[{\"cells\":[\"R1C1\"]}]", ""),
            ("\"antiking\":false", "\"sandwichsum\":[{\"cell\":\"R1C1\",\"value\":\"1\"}]", ""),
            (
                "\"antiking\":false",
                "\"littlekillersum\":[{\"cell\":\"R0C1\",\"direction\":\"D\",\"value\":1}]",
                "",
            ),
            (
                "\"antiking\":false",
                "\"littlekillersum\":[{\"cell\":\"R0C0\",\"direction\":\"UL\",\"value\":1}]",
                "",
            ),
            ("\"antiking\":false", "\"arrow\":[{\"cells\":[\"R1C1\"],\"lines\":[[\"R2C2\"]]}]", ""),
            ("\"antiking\":false", "\"solution\":[1,2,3]", ""),
            ("\"antiking\":false}", "", ""),
            ("", "https://f-puzzles.com/?id=yhkyz63b", ""),
            ("", "https://f-puzzles.com/", ""),
            ("", "https://f-puzzles.com/?load=N4Igz!", ""),
            ("", "N4Igzglg", ""),
            (
                "",
                &format!(
                    "https://f-puzzles.com/?load={}",
                    lz_str::compress_to_base64("{\"size\":4}")
                ),
                "",
            ),
            (
                "",
                "https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSSzKLryBdZQmq8l54+x1p7rjtn/nQaCR3PgIm9hk0UM6zR4rssW0iQA= x",
                "",
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
            ("{\"cells\"", "\"cells\"", ""),
            ("\"cells\"", "\"cell\"", ""),
            ("\"cells\":", "\"cells\":1,\"x\":", ""),
            ("[{},{},{},{}]", "[{},{},{}]", ""),
            ("[{},{},{},{}]", "[{},{},{},5]", ""),
            ("[{},{},{},{}],\n", "", ""),
            ("\"value\":1", "\"value\":5", ""),
            ("\"value\":1", "\"value\":\"A\"", ""),
            ("\"value\":1", "\"value\":[1]", ""),
            ("[0,0],[0,1]]]", "[0,0],[0,0]]]", ""),
            ("[0,0],[0,1]]]", "[0,0],[0,4]]]", ""),
            ("[0,0],[0,1]]]", "[0,0],[0,-1]]]", ""),
            ("[0,0],[0,1]]]", "[0,0],[0]]]", ""),
            ("[0,0],[0,1]]]", "[0,0],[1,0],[2,0],[3,0],[3,1]]]", ""),
            ("[0,0],[0,1]]]", "[0,0],\"r1c1\"]]", ""),
            ("\"cells\":[[0,0]", "\"cells\":[[4,0]", ""),
            ("\"cells\":[[0,0]", "\"cells\":[[0.5,0]", ""),
            ("\"cells\":[[0,0]", "\"cells\":[[0,1]", ""),
            ("\"sum\":3", "\"sum\":\"x\"", ""),
            ("\"sum\":3", "\"unique\":1", ""),
            ("\"title\":\"T\"", "\"title\":5", ""),
            ("\"title\":\"T\"", "\"solution\":\"123\"", ""),
            ("\"title\":\"T\"", "\"norowcol\":true", ""),
            ("\"title\":\"T\"", "\"antiking\":\"yes\"", ""),
            ("\"title\":\"T\"", "\"title\":\"T\",\"title\":\"T\"", ""),
            ("\"global\":[]", "\"global\":[\"windoku\"]", ""),
            ("\"global\":[]}", "\"global\":[]", ""),
            ("", "https://sudokupad.app/abc123", ""),
            ("", "https://sudokupad.app/sclN4Ig*", ""),
            ("", "https://sudokupad.app/scl", ""),
            ("", &link("{\"cells\":[[1]]}"), ""),
            ("", &link("hello"), ""),
            ("", "https://sudokupad.app/scfooo", ""),
            ("", "https://sudokupad.app/scfooooooooooooooo", ""),
            ("", "https://sudokupad.app/scfoooooooooooooKz", ""),
            ("", "hello", ""),
            ("", "https://sudokupad.app/abc more", ""),
        ],
    );
}
