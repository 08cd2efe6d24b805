//! Texts as other programs write them; the puzzles are our own.

use quadrille_sudoku::variant::format::{Likeness, detect};
use quadrille_sudoku::variant::{Diagonal, Kind, Regions, Relation, Rule, Rules, Variant};
use quadrille_sudoku::{Shape, variant::Board};

use super::{format, meaning, read};

/// Cells by names such as `r1c1 r1c2`, in a grid of a size.
fn cells(size: usize, names: &str) -> Vec<usize> {
    let cell = |name: &str| {
        let (row, column) = name[1..].split_once('c').expect("a name");
        let number = |digits: &str| digits.parse::<usize>().expect("a number") - 1;
        number(row) * size + number(column)
    };
    names.split(' ').map(cell).collect()
}

fn rules(size: usize, list: &[Rule]) -> Rules {
    let boxes = match size {
        4 => Regions::Boxes { rows: 2, columns: 2 },
        6 => Regions::Boxes { rows: 2, columns: 3 },
        9 => Regions::Boxes { rows: 3, columns: 3 },
        16 => Regions::Boxes { rows: 4, columns: 4 },
        _ => Regions::None,
    };
    let board = Board::new(size, boxes).expect("a board");
    list.iter().fold(Rules::from(board), |rules, rule| rules.with(rule.clone()).expect("a rule"))
}

/// That a text is read as these rules, without clues.
fn says(name: &str, text: &str, size: usize, list: &[Rule]) {
    let variant = read(name, text);
    assert_eq!(meaning(&variant), meaning(&Variant::new(rules(size, list))), "{text}");
}

const JIGSAW: &str = "\
1....\n.....\n..3..\n.....\n....5";

#[test]
fn jigsaws_stand_on_one_line_or_two() {
    let clues: String = JIGSAW.split('\n').collect();
    let regions = "1112211222334223344534455".to_owned();
    // Not all of five: nothing is guessed.
    assert!(format("jigsaw").read(&format!("{clues}{regions}"))[0].is_err());
    let regions = "1112211322433324435544555";
    let expected = read("jigsaw", &format!("{clues}{regions}"));
    assert_eq!(expected.board().size(), 5);
    assert_eq!(expected.given(12), Some(3));
    let first = expected.board().houses().iter().find(|house| house.cells.contains(&5));
    assert!(first.is_some());
    for text in [
        format!("{clues} {regions}"),
        format!("{clues}, {regions}\n"),
        format!("{clues};{regions}"),
        format!("# a comment\r\n{clues}\r\n{regions}\r\n"),
        format!("\u{feff}{}\n\n{}", clues.replace('.', "0"), regions.replace('1', "a")),
        format!("{clues} {regions} # another"),
    ] {
        assert_eq!(meaning(&read("jigsaw", &text)), meaning(&expected), "{text}");
    }
}

#[test]
fn a_puzzle_with_its_solution_is_no_jigsaw_and_boxes_are_boxes() {
    let solution = "1234341221434321";
    let puzzle = "1...3...2...4...";
    assert!(detect(&format!("{puzzle},{solution}")).iter().all(|f| f.name() != "jigsaw"));
    let boxes = format!("{puzzle}1122112233443344");
    assert_eq!(format("jigsaw").recognises(&boxes), Likeness::Certain);
    assert_eq!(*read("jigsaw", &boxes).board(), Board::from(Shape::new(2, 2).unwrap()));
}

/// Three cages: 12 in r1c1 r2c1, 7 in r1c2 r1c3, 30 in the last row from c6 on; a single 4 in r5c5.
fn killer() -> Vec<Rule> {
    vec![
        Rule::killer(12, cells(9, "r1c1 r2c1")),
        Rule::killer(7, cells(9, "r1c2 r1c3")),
        Rule::killer(4, cells(9, "r5c5")),
        Rule::killer(30, cells(9, "r9c6 r9c7 r9c8 r9c9")),
    ]
}

#[test]
fn killers_as_sumocue_writes_them() {
    let mut entries = vec!["=0".to_owned(); 81];
    entries[0] = "=12".into();
    entries[1] = "=7".into();
    entries[2] = "+1".into();
    entries[9] = "+0".into();
    entries[40] = "=4".into();
    entries[77] = "=30".into();
    entries[78..81].fill("+77".into());
    says("killer-sumocue", &format!("SumoCueV1{}", entries.concat()), 9, &killer());
    // Line breaks anywhere, and the diagonals.
    let mut list = killer();
    list.push(Rule::Diagonal(Diagonal::Main));
    list.push(Rule::Diagonal(Diagonal::Anti));
    let lines: Vec<String> = entries.chunks(9).map(|row| row.concat()).collect();
    says("killer-sumocue", &format!("SumoCueV1D\n{}\n", lines.join("\n")), 9, &list);
    // A jigsaw with clues: columns as regions.
    let clues: String =
        (0..81).map(|cell| format!("={}J{}", if cell == 3 { 8 } else { 0 }, cell % 9)).collect();
    let variant = read("killer-sumocue", &format!("SumoCueV1{clues}"));
    assert_eq!((variant.given(3), variant.clue_count()), (Some(8), 1));
    assert_eq!(*variant.board().regions(), Regions::Boxes { rows: 9, columns: 1 });
}

#[test]
fn killers_as_perfect_sudoku_writes_them() {
    let mut numbers: Vec<u32> = (100..181).collect();
    (numbers[0], numbers[9]) = (12 * 256 + 1, 12 * 256 + 1);
    (numbers[1], numbers[2]) = (7 * 256 + 2, 7 * 256 + 2);
    numbers[40] = 4 * 256 + 3;
    numbers[77..81].fill(30 * 256 + 255);
    let text: String = numbers.iter().map(|number| format!("{number}:")).collect();
    says("killer-ps", &format!("3x3::k:{text}"), 9, &killer());
    says("killer-ps", &format!("3x3::k:{}", text.trim_end_matches(':')), 9, &killer());
    let broken = format!("3x3:d:k:{text}").replace(":1", ":\n 1");
    assert_eq!(read("killer-ps", &broken).rules().list().len(), 6);
    let two = format!("# two\n3x3::k:{text}\n\n3x3:d:k:{text}\n");
    let lines: Vec<usize> =
        format("killer-ps").read(&two).into_iter().map(|entry| entry.unwrap().line).collect();
    assert_eq!(lines, [2, 4]);
}

#[test]
fn killers_as_arrows() {
    let mut line = ['0'; 81];
    (line[0], line[9]) = ('C', '^');
    (line[1], line[2]) = ('>', '7');
    line[40] = '4';
    (line[77], line[78], line[79], line[80]) = ('>', '>', 'U', '<');
    let line: String = line.iter().collect();
    says("killer-direction", &line, 9, &killer());
    let rows: Vec<&str> = (0..9).map(|row| &line[row * 9..][..9]).collect();
    says("killer-direction", &rows.join("\n"), 9, &killer());
    // Diagonal arrows, a large sum, and a cage without one.
    let mut line = ['0'; 81];
    (line[10], line[0], line[2], line[18], line[20]) = ('j', '.', ',', '\'', '`');
    (line[79], line[80]) = ('0', '<');
    let line: String = line.iter().collect();
    let list = [
        Rule::killer(45, cells(9, "r2c2 r1c1 r1c3 r3c1 r3c3")),
        Rule::Cage { cells: cells(9, "r9c8 r9c9"), sum: None, repeats: false },
    ];
    says("killer-direction", &line, 9, &list);
}

#[test]
fn constraint_strings() {
    let c = |names: &str| cells(9, names);
    for (text, list) in [
        (".", vec![]),
        (".AntiKnight.AntiKing", vec![Rule::ANTI_KNIGHT, Rule::ANTI_KING]),
        (".Diagonal~1", vec![Rule::Diagonal(Diagonal::Anti)]),
        (".Diagonal~-1", vec![Rule::Diagonal(Diagonal::Main)]),
        (".Windoku.DisjointSets.", vec![Rule::Windoku, Rule::DisjointGroups]),
        (".AntiConsecutive", vec![Rule::non_consecutive()]),
        (".Cage~10~R1C1~R1C2", vec![Rule::killer(10, c("r1c1 r1c2"))]),
        (
            ".Cage~0~R1C1~R1C2.Sum~0~R2C1~R2C2",
            vec![
                Rule::Cage { cells: c("r1c1 r1c2"), sum: None, repeats: false },
                Rule::Cage { cells: c("r2c1 r2c2"), sum: Some(0), repeats: true },
            ],
        ),
        (
            ".Sum~9_=_1_1~R1C1~R1C2",
            vec![Rule::Cage { cells: c("r1c1 r1c2"), sum: Some(9), repeats: true }],
        ),
        (".Whisper~R1C1~R1C2", vec![Rule::Whisper { cells: c("r1c1 r1c2"), least: 5 }]),
        (".Whisper~4~R1C1~R1C2", vec![Rule::Whisper { cells: c("r1c1 r1c2"), least: 4 }]),
        (".Arrow~R1C1~R1C2~R1C3", vec![Rule::Arrow { circle: c("r1c1"), shaft: c("r1c2 r1c3") }]),
        (
            ".PillArrow~2~R5C5~R5C4~R4C4",
            vec![Rule::Arrow { circle: c("r5c4 r5c5"), shaft: c("r4c4") }],
        ),
        (
            // All pairs of neighbours, the first greater.
            ".GreaterThan~R2C2~R1C2~R2C3~R9C9",
            vec![Rule::pair(10, 1, Relation::Greater), Rule::pair(10, 11, Relation::Greater)],
        ),
        (".X~R1C1~R1C2", vec![Rule::pair(0, 1, Relation::Sum(10))]),
        (".BlackDot~R1C1~R2C1", vec![Rule::pair(0, 9, Relation::Ratio(2))]),
        (
            ".Quad~R8C8~1~1~9",
            vec![Rule::Quadruple { cells: c("r8c8 r8c9 r9c8 r9c9"), digits: vec![1, 1, 9] }],
        ),
        (
            ".LittleKiller~11~R1C3.LittleKiller~12~R9C8.LittleKiller~13~R7C1",
            vec![
                Rule::LittleKiller { cells: c("r1c3 r2c2 r3c1"), sum: 11 },
                Rule::LittleKiller { cells: c("r9c8 r8c9"), sum: 12 },
                Rule::LittleKiller { cells: c("r7c1 r8c2 r9c3"), sum: 13 },
            ],
        ),
        (
            ".XSum~C9~20~.Skyscraper~R1~~3.NumberedRoom~R9~7~8",
            vec![
                Rule::XSum { cells: (0..9).map(|row| row * 9 + 8).collect(), sum: 20 },
                Rule::Skyscraper { cells: (0..9).rev().collect(), count: 3 },
                Rule::NumberedRoom { cells: (72..81).collect(), digit: 7 },
                Rule::NumberedRoom { cells: (72..81).rev().collect(), digit: 8 },
            ],
        ),
        (".Sandwich~0~R1", vec![Rule::Sandwich { cells: (0..9).collect(), sum: 0 }]),
        (".SameValues~2~R1C1~R9C9", vec![Rule::Clone { a: vec![0], b: vec![80] }]),
        // White space and comments anywhere, and several parts of one puzzle.
        (
            "# ours\n.Thermo~R1C1\n  ~R1C2\n\n.Renban~R2C1~R2C2\n",
            vec![Rule::thermo(c("r1c1 r1c2")), Rule::Renban(c("r2c1 r2c2"))],
        ),
        (
            "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Cage%7E10~R1C1%7eR1C2&mode=x",
            vec![Rule::killer(10, c("r1c1 r1c2"))],
        ),
    ] {
        says("iss", text, 9, &list);
    }
    // Rows from 10 on.
    let text = ".Shape~16x16.Thermo~RgCa~RgCb~RfCg";
    says("iss", text, 16, &[Rule::thermo(cells(16, "r16c10 r16c11 r15c16"))]);
    // Givens: one digit is a clue, several are candidates, and a second one leaves what both allow.
    let variant = read("iss", ".~R1C1_5~R1C2_1_2_3.~R1C2_2_3_4");
    assert_eq!((variant.given(0), variant.candidates(1)), (Some(5), 0b110));
    // Regions in the place of boxes, and beside them.
    let layout = "112211221133443344223344553355".get(..25).unwrap();
    assert!(format("iss").read(&format!(".Shape~5x5.Jigsaw~{layout}"))[0].is_err());
    let layout = "1112211322433324435544555";
    let variant = read("iss", &format!(".Shape~5x5.NoBoxes.Jigsaw~{layout}"));
    assert_eq!(variant.board().houses().len(), 15);
    let columns = "1234".repeat(4);
    let variant = read("iss", &format!(".Shape~4x4.Jigsaw~{columns}"));
    assert_eq!(variant.board().shape(), Some(Shape::new(2, 2).unwrap()));
    assert!(variant.rules().list().iter().all(|rule| rule.kind() == Kind::Region));
    assert_eq!(variant.rules().list().len(), 4);
    assert_eq!(*read("iss", ".Shape~4x4.NoBoxes").board().regions(), Regions::None);
}

#[test]
fn bare_layouts_are_parts_of_constraint_strings() {
    let cage = ".Cage~3~R1C1~R1C2";
    let killer = Rule::killer(3, [0, 1]);
    let four = "1...3...2...4...";
    let with = |text: &str| read("iss", &format!("{text}\n\n{cage}"));
    let mut plain = Variant::new(rules(4, std::slice::from_ref(&killer)));
    for (cell, digit) in [(0, 1), (4, 3), (8, 2), (12, 4)] {
        plain.set(cell, digit).unwrap();
    }
    let expected = meaning(&plain);
    assert_eq!(meaning(&with(four)), expected);
    assert_eq!(meaning(&with(&four.replace('.', "0"))), expected);
    assert_eq!(meaning(&with("1 . | . .\n3 . | . .\n---------\n2 . | . .\n4 . | . .")), expected);
    let marks = format!("12.......{}", "123456789".repeat(80));
    let variant = with(&marks);
    assert_eq!((variant.candidates(0), variant.candidates(1)), (0b11, 0b1_1111_1111));
    let jigsaw = with(&format!("{four}1122112233443344"));
    assert_eq!(meaning(&jigsaw), expected);
    // From size 10 on, A is 1.
    let text = format!("{}\n\n.AntiKnight", "A".to_owned() + &".".repeat(254) + "P");
    let variant = read("iss", &text);
    assert_eq!((variant.given(0), variant.given(255)), (Some(1), Some(16)));
    // A killer of arrows.
    let arrows = format!("C<{}\n\n.AntiKing", "0".repeat(79));
    says("iss", &arrows, 9, &[Rule::killer(12, [0, 1]), Rule::ANTI_KING]);
}

#[test]
fn the_json_of_f_puzzles() {
    let row = "[{},{},{},{},{},{},{},{},{}]";
    let grid = format!("[{}]", [row; 9].join(","));
    let c = |names: &str| cells(9, names);
    let line = r#"[{"lines":[["R1C1","R1C2"],["R2C1","R2C2"]]}]"#;
    let two = |make: fn(Vec<usize>) -> Rule| vec![make(c("r1c1 r1c2")), make(c("r2c1 r2c2"))];
    for (field, list) in [
        (r#""diagonal+":true,"diagonal-":false"#.to_owned(), vec![Rule::Diagonal(Diagonal::Anti)]),
        (
            r#""antiknight":true,"antiking":true,"disjointgroups":true,"nonconsecutive":true"#.into(),
            vec![
                Rule::ANTI_KNIGHT,
                Rule::ANTI_KING,
                Rule::DisjointGroups,
                Rule::non_consecutive(),
            ],
        ),
        (format!(r#""thermometer":{line}"#), two(Rule::thermo)),
        (format!(r#""palindrome":{line}"#), two(Rule::Palindrome)),
        (format!(r#""betweenline":{line}"#), two(Rule::Between)),
        (format!(r#""renban":{line}"#), two(Rule::Renban)),
        (
            r#""whispers":[{"lines":[["R1C1","R1C2"]],"value":"4"},{"lines":[["R2C1","R2C2"]]}]"#.into(),
            vec![
                Rule::Whisper { cells: c("r1c1 r1c2"), least: 4 },
                Rule::Whisper { cells: c("r2c1 r2c2"), least: 5 },
            ],
        ),
        (
            r#""killercage":[{"cells":["R1C1","R1C2"],"value":"10"},{"cells":["R2C1"],"value":""}]"#.into(),
            vec![
                Rule::killer(10, c("r1c1 r1c2")),
                Rule::Cage { cells: c("r2c1"), sum: None, repeats: false },
            ],
        ),
        (
            r#""littlekillersum":[{"cell":"R0C4","direction":"DL","value":"9"},{"cell":"R4C0","direction":"UR","value":""}]"#.into(),
            vec![Rule::LittleKiller { cells: c("r1c3 r2c2 r3c1"), sum: 9 }],
        ),
        (
            r#""sandwichsum":[{"cell":"R0C1","value":"7"},{"cell":"R9C0","value":"8"}]"#.into(),
            vec![
                Rule::Sandwich { cells: (0..9).map(|row| row * 9).collect(), sum: 7 },
                Rule::Sandwich { cells: (72..81).collect(), sum: 8 },
            ],
        ),
        (
            r#""xsum":[{"cell":"R10C1","value":"7"}],"skyscraper":[{"cell":"R1C10","value":3}]"#.into(),
            vec![
                Rule::XSum { cells: (0..9).rev().map(|row| row * 9).collect(), sum: 7 },
                Rule::Skyscraper { cells: (0..9).rev().collect(), count: 3 },
            ],
        ),
        (
            r#""even":[{"cell":"R1C1"},{"cell":"R1C2"}],"odd":[{"cell":"R2C1"}],"minimum":[{"cell":"R3C3"}],"maximum":[{"cell":"R4C4"}]"#.into(),
            vec![
                Rule::Even(c("r1c1 r1c2")),
                Rule::Odd(c("r2c1")),
                Rule::Minimum(c("r3c3")),
                Rule::Maximum(c("r4c4")),
            ],
        ),
        (
            r#""extraregion":[{"cells":["R1C1","R5C5"]}],"clone":[{"cells":["R1C1","R1C2"],"cloneCells":["R5C1","R5C2"]}]"#.into(),
            vec![
                Rule::Region(c("r1c1 r5c5")),
                Rule::Clone { a: c("r1c1 r1c2"), b: c("r5c1 r5c2") },
            ],
        ),
        (
            r#""quadruple":[{"cells":["R1C1","R1C2","R2C1","R2C2"],"values":[1,1,9]}]"#.into(),
            vec![Rule::Quadruple { cells: c("r1c1 r1c2 r2c1 r2c2"), digits: vec![1, 1, 9] }],
        ),
        (
            r#""difference":[{"cells":["R1C1","R1C2"]},{"cells":["R2C1","R2C2"],"value":"3"}],"ratio":[{"cells":["R3C1","R3C2"]}],"negative":["ratio"]"#.into(),
            vec![
                Rule::pair(0, 1, Relation::Difference(1)),
                Rule::pair(9, 10, Relation::Difference(3)),
                Rule::pair(18, 19, Relation::Ratio(2)),
                Rule::Unmarked(vec![Relation::Ratio(2)]),
            ],
        ),
        (
            r#""xv":[{"cells":["R1C1","R1C2"],"value":"X"},{"cells":["R2C1","R2C2"],"value":"v"},{"cells":["R3C1","R3C2"],"value":""}],"negative":["xv"]"#.into(),
            vec![
                Rule::pair(0, 1, Relation::Sum(10)),
                Rule::pair(9, 10, Relation::Sum(5)),
                Rule::Unmarked(vec![Relation::Sum(5), Relation::Sum(10)]),
            ],
        ),
        (
            r#""arrow":[{"cells":["R1C1","R1C2"],"lines":[["R1C2","R2C2","R3C2"],["R1C1","R2C1"]]}]"#.into(),
            vec![
                Rule::Arrow { circle: c("r1c1 r1c2"), shaft: c("r2c2 r3c2") },
                Rule::Arrow { circle: c("r1c1 r1c2"), shaft: c("r2c1") },
            ],
        ),
        // Drawings, and what says nothing.
        (
            r##""line":[{"lines":[["R1C1","R1C2"]],"outlineC":"#000000"}],"circle":[{"cells":["R1C1"]}],"cage":[{"cells":["R1C1"],"value":"?"}],"lockout":[],"zipperline":null"##.into(),
            vec![],
        ),
    ] {
        let json = format!(r#"{{"size":9,"grid":{grid},{field}}}"#);
        says("fpuzzles", &json, 9, &list);
        let link = format!("https://f-puzzles.com/?load={}", lz_str::compress_to_base64(json.as_str()));
        says("fpuzzles", &link, 9, &list);
    }
}

#[test]
fn the_grid_of_f_puzzles_has_clues_candidates_regions_and_a_solution() {
    let json = r#"{"size":4,"title":"Four","author":"us","ruleset":"Digits.\nDiffer.","grid":[
        [{"value":1,"given":true,"region":0},{"value":2},{"region":null,"givenPencilMarks":[3,4]},{"centerPencilMarks":[1]}],
        [{},{},{},{}],[{},{},{},{}],[{},{},{},{}]],
        "solution":[1,2,3,4,3,4,1,2,2,1,4,3,4,3,2,1]}"#;
    let error = format("fpuzzles").read(json).remove(0).unwrap_err();
    assert_eq!(error.to_string(), "2:99: region 1 has 3 cells, expected 4");
    let json = json.replace(r#""region":null,"#, "");
    let variant = read("fpuzzles", &json);
    assert_eq!((variant.given(0), variant.given(1)), (Some(1), None));
    assert_eq!((variant.candidates(2), variant.candidates(3)), (0b1100, 0b1111));
    assert_eq!(variant.info.title.as_deref(), Some("Four"));
    assert_eq!(variant.info.author.as_deref(), Some("us"));
    assert_eq!(variant.info.text.as_deref(), Some("Digits.\nDiffer."));
    assert_eq!(
        variant.info.solution.as_deref(),
        Some(&[1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1][..])
    );
    let again =
        read("fpuzzles", &format("fpuzzles").write(std::slice::from_ref(&variant)).unwrap());
    assert_eq!(again, variant);
}

#[test]
fn the_json_and_links_of_sudokupad() {
    let json = r#"{"cellSize":50,"metadata":{"title":"Four","author":"us","rules":["One.","Two."],"antiknight":true,"solution":"1234341221434321"},
        "cells":[[{"value":1},{},{},{}],[{},{},{},{"value":"2"}],[{},{},{},{}],[{},{},{},{}]],
        "regions":[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]],
        "cages":[{"cells":[[2,0],[2,1]],"sum":3,"value":"3","unique":true},{"cells":[[3,0],[3,1]],"value":7},
            {"cells":[[2,2],[3,2]],"sum":6,"unique":false},{"cells":[[2,3],[3,3]],"value":"?"},{"cells":[[0,0],[0,1],[0,2],[0,3]],"unique":true,"hidden":true}],
        "global":["antiknight"],"lines":[{"wayPoints":[[0.5,0.5],[1.5,1.5]],"color":"red","thickness":3}],"arrows":[]}"#;
    let list = [
        Rule::ANTI_KNIGHT,
        Rule::killer(3, [8, 9]),
        Rule::killer(7, [12, 13]),
        Rule::Cage { cells: vec![10, 14], sum: Some(6), repeats: true },
    ];
    let mut expected = Variant::new(rules(4, &list));
    expected.set(0, 1).unwrap();
    expected.set(7, 2).unwrap();
    let variant = read("sudokupad", json);
    assert_eq!(meaning(&variant), meaning(&expected));
    assert_eq!(variant.info.text.as_deref(), Some("One.\nTwo."));
    assert_eq!(variant.info.solution.as_deref().map(|s| s[15]), Some(1));
    let payload = lz_str::compress_to_base64(json);
    let escaped = payload.replace('+', "%2B").replace('=', "%3D");
    for link in [
        format!("https://sudokupad.app/scl{payload}"),
        format!("sudokupad.app/sudoku/ctc{payload}?setting-nogrid=1"),
        format!("https://app.crackingthecryptic.com/sudoku/?puzzleid=scl{escaped}&x=1"),
        format!("scl{payload}"),
    ] {
        assert_eq!(read("sudokupad", &link), variant, "{link}");
        assert_eq!(format("sudokupad").recognises(&link), Likeness::Certain, "{link}");
    }
    // Shortened as the site does it.
    let short = "{cs:50,ce:[[{v:1},,,],[,,,],[,,,],[,,,]],ca:[{ce:[[0,0],[0,1]],v:3,unique:t},{v:'title: It\\'s'}]}";
    let variant = read("sudokupad", &format!("scl{}", lz_str::compress_to_base64(short)));
    assert_eq!(variant.given(0), Some(1));
    assert_eq!(variant.rules().list(), [Rule::killer(3, [0, 1])]);
    assert_eq!(variant.info.title.as_deref(), Some("It's"));
    // A puzzle of f-puzzles in a link of SudokuPad.
    let inner = r#"{"size":4,"grid":[[{"value":3,"given":true},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]],"antiking":true}"#;
    let link = format!("https://sudokupad.app/fpuzzles{}", lz_str::compress_to_base64(inner));
    let variant = read("sudokupad", &link);
    assert_eq!((variant.given(0), variant.rules().list()), (Some(3), &[Rule::ANTI_KING][..]));
    // A 5 and five empty cells, twelve times six empty ones, three more; both diagonals.
    let link = format!("https://sudokupad.app/scf{}", "t".to_owned() + &"o".repeat(12) + "Kx");
    let variant = read("sudokupad", &link);
    assert_eq!((variant.given(0), variant.clue_count()), (Some(5), 1));
    assert_eq!(variant.rules().list().len(), 2);
}
