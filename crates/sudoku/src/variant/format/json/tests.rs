use super::*;
use crate::variant::format::by_name;

/// Reads a text with one puzzle.
fn one(text: &str) -> Result<Variant, String> {
    let [entry] = <[_; 1]>::try_from(Json.read(text)).expect("one puzzle");
    entry.map(|entry| entry.variant).map_err(|error| error.to_string())
}

fn from_text(text: &str) -> Vec<Variant> {
    let read = by_name("text").unwrap().read(text);
    read.into_iter().map(|entry| entry.unwrap().variant).collect()
}

#[test]
fn a_puzzle_is_written_as_a_person_would() {
    let [variant] = <[_; 1]>::try_from(from_text(
        "sudoku 4\ntitle: \"Small\"\ncage 3: r1c1 r1c2\nthermo slow: column 1\nanti-king\n\
         unmarked ratio 2, sum 5\nsandwich 5: row 1\ngivens:\n..3.\n....\n....\n.4..\nmark r1c1: 1 2\n",
    ))
    .unwrap();
    let expected = r#"{
  "format": "quadrille-sudoku",
  "version": 1,
  "title": "\"Small\"",
  "size": 4,
  "boxes": [2, 2],
  "rules": [
    {"rule":"cage","cells":["r1c1","r1c2"],"sum":3},
    {"rule":"thermo","cells":["r1c1","r2c1","r3c1","r4c1"],"slow":true},
    {"rule":"anti-king"},
    {"rule":"unmarked","relations":[{"ratio":2},{"sum":5}]},
    {"rule":"sandwich","cells":["r1c1","r1c2","r1c3","r1c4"],"sum":5}
  ],
  "givens": [
    "..3.",
    "....",
    "....",
    ".4.."
  ],
  "marks": {
    "r1c1": [1,2]
  }
}
"#;
    assert_eq!(Json.write(std::slice::from_ref(&variant)), Ok(expected.to_owned()));
    assert_eq!(one(expected), Ok(variant));
}

#[test]
fn what_is_written_is_what_was_read() {
    let text = crate::variant::format::text::tests::ALL_RULES.to_owned()
        + "sudoku 64\nboxes 8x8\nsudoku 2\nboxes none\ngrids: r1c1 r2c2\nwhisper 1: r1c1 r1c2\n\
           givens:\n1.#\n..2\n#..\nsudoku 3\nregions:\naab\nacb\nccb\nchess 2 3 rides digits 1 3\n";
    let variants = from_text(&text);
    assert_eq!(variants.len(), 4);
    let written = Json.write(&variants).unwrap();
    assert_eq!(Json.recognises(&written), Likeness::Certain);
    let read = |text: &str| {
        let entries = Json.read(text).into_iter();
        entries.map(|entry| entry.unwrap().variant).collect::<Vec<_>>()
    };
    assert_eq!(read(&written), variants);
    assert_eq!(read(&format!("\u{feff}{written}")), variants);
    // One object after the other.
    let lines: Vec<String> = variants
        .iter()
        .map(|variant| Json.write(std::slice::from_ref(variant)).unwrap().replace('\n', ""))
        .collect();
    assert_eq!(read(&lines.join("\n")), variants);
    let entries = Json.read(&lines.join("\n"));
    assert_eq!(entries.last().unwrap().as_ref().unwrap().line, 4);
}

#[test]
fn rows_of_numbers_and_cells_in_words_are_read_too() {
    let head = r#"{"format":"quadrille-sudoku","version":1,"size":4,"#;
    let words =
        one(&format!("{head}\"rules\":[{{\"rule\":\"even\",\"cells\":\"row 2 reversed\"}}]}}"));
    assert_eq!(words.unwrap().rules().list(), [crate::variant::Rule::Even(vec![7, 6, 5, 4])]);
    let numbers = one(&format!("{head}\"givens\":[[1,0,0,0],[0,0,0,0],\"..2.\",[0,0,0,4]]}}"));
    assert_eq!(numbers.unwrap().values()[10], 2);
}

#[test]
fn each_error_names_its_place() {
    let object = |fields: &str| {
        format!("{{\n\"format\":\"quadrille-sudoku\",\"version\":1,\n\"size\":4{fields}}}")
    };
    let rule = |rule: &str| object(&format!(",\n\"rules\":[\n{rule}]"));
    let mut wrong = Vec::new();
    for (text, error) in [
        ("{".into(), "1:1: EOF while parsing an object"),
        ("[1]".into(), "1:2: expected an object with `format`, `version` and `size`"),
        ("7".into(), "1:1: expected an object with `format`, `version` and `size`"),
        ("{\"format\":\"x\"}".into(), "1:14: missing field `version`"),
        (
            "{\"format\":\"x\",\"version\":1,\"size\":4}".into(),
            "1:1: found \"x\" version 1: expected \"quadrille-sudoku\" version 1",
        ),
        (
            "{\"format\":\"quadrille-sudoku\",\"version\":2,\"size\":4}".into(),
            "1:1: found \"quadrille-sudoku\" version 2: expected \"quadrille-sudoku\" version 1",
        ),
        (
            object(",\"sise\":4"),
            "3:15: unknown field `sise`, expected one of `format`, `version`, `size`, `boxes`, `regions`, `grids`, `rules`, `givens`, `marks`, `solution`, `title`, `author`, `text`, `source`, `difficulty`",
        ),
        (object(",\"size\":4"), "3:15: duplicate field `size`"),
        (object(",\"boxes\":[2,3]"), "1:1: boxes of 2×3: expected 4 cells"),
        (object(",\"boxes\":2"), "3:18: invalid type: integer `2`, expected an array of length 2"),
        (object(",\"boxes\":[2,2],\"regions\":[]"), "3:34: boxes and regions"),
        (object(",\"regions\":[[\"r1c5\"]]"), "3:20: r1c5 is no cell of the board"),
        (
            object(",\"grids\":[\"r2c2\"]"),
            "1:1: grids: expected one in the first row and one in the first column",
        ),
        (object(",\"grids\":[\"a1\"]"), "3:18: found \"a1\": expected a corner, as r1c13"),
        (
            rule("{\"rule\":\"foo\"}"),
            "5:1: unknown variant `foo`, expected one of `diagonal`, `windoku`, `disjoint-groups`, `anti-knight`, `anti-king`, `non-consecutive`, `chess`, `unmarked`, `even`, `odd`, `minimum`, `maximum`, `region`, `cage`, `little-killer`, `arrow`, `thermo`, `greater`, `difference`, `ratio`, `sum`, `whisper`, `renban`, `palindrome`, `clone`, `between`, `quadruple`, `sandwich`, `x-sum`, `skyscraper`, `numbered-room`, `automaton`",
        ),
        (rule("{\"rule\":\"cage\"}"), "5:1: missing field `cells`"),
        (
            rule("{\"rule\":\"windoku\"},\n {\"rule\":\"cage\",\"cells\":[\"r1c1\",\"r5c1\"]}"),
            "6:2: r5c1 is no cell of the board",
        ),
        (rule("{\"rule\":\"cage\",\"cells\":[\"r1c1\",\"r1c1\"]}"), "5:1: cage: r1c1 twice"),
        (
            rule("{\"rule\":\"cage\",\"cells\":7}"),
            "5:1: invalid type: integer `7`, expected a list of cells, as [\"r1c1\", \"r1c2\"], or a string, as \"row 1\"",
        ),
        (
            rule("{\"rule\":\"cage\",\"cells\":[],\"sum\":-1}"),
            "5:1: invalid value: integer `-1`, expected u32",
        ),
        (rule("{\"rule\":\"greater\",\"cells\":[\"r1c1\"]}"), "5:1: 1 cells: expected two"),
        (rule("{\"rule\":\"chess\",\"step\":[0,0]}"), "5:1: chess: a step of 0 by 0"),
        (
            rule("{\"rule\":\"chess\",\"step\":[0,1],\"digits\":[0]}"),
            "5:1: digit 0: expected 1 to 64",
        ),
        (
            rule(
                "{\"rule\":\"automaton\",\"cells\":[\"r1c1\"],\"states\":1,\"accept\":[1],\"transitions\":[]}",
            ),
            "5:1: state 1: expected 0 to 0",
        ),
        (object(",\"givens\":[\"....\"]"), "3:19: 1 rows: expected 4"),
        (
            object(",\"givens\":[\"....\",\"...\",\"....\",\"....\"]"),
            "3:27: 3 cells in a row: expected 4",
        ),
        (
            object(",\"givens\":[\"....\",\"..x.\",\"....\",\"....\"]"),
            "3:27: found 'x': expected a digit or .",
        ),
        (
            object(",\"givens\":[\"....\",[0,0,5,0],\"....\",\"....\"]"),
            "3:27: r2c3 holds 5: expected at most 4",
        ),
        (object(",\"givens\":[\"...#\",\"....\",\"....\",\"....\"]"), "3:20: r1c4 is a cell"),
        (object(",\"marks\":{\"r1c1\":[0]}"), "3:18: r1c1: expected digits from 1 on"),
        (object(",\"marks\":{\"r1c1\":[5]}"), "3:18: r1c1 may hold more than 4"),
        (object(",\"title\":7"), "3:18: invalid type: integer `7`, expected a string"),
    ] {
        let found = one(&text);
        if found != Err(error.to_owned()) {
            wrong.push(format!("{text}\n{found:?}\nexpected {error:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn an_error_is_one_line_whatever_the_name_of_a_field() {
    let error = one(r#"{"format":"quadrille-sudoku","versi\non":1}"#).expect_err("no such field");
    assert!(error.contains(r"`versi\non`") && !error.contains('\n'), "{error}");
}
