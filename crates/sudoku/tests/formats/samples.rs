//! Texts as the programs and collections of each format write them.

use quadrille_sudoku::variant::Variant;
use quadrille_sudoku::variant::format;

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn read(name: &str, text: &str) -> Vec<Variant> {
    let format = format::by_name(name).expect("a format");
    assert!(format.recognises(text) > format::Likeness::No, "{name}: {text}");
    let entry = |entry: Result<format::Entry, format::ReadError>| {
        entry.unwrap_or_else(|error| panic!("{name}: {error}")).variant
    };
    format.read(text).into_iter().map(entry).collect()
}

fn one(name: &str, text: &str) -> Variant {
    let mut all = read(name, text);
    assert_eq!(all.len(), 1, "{name}: {text}");
    all.remove(0)
}

fn digits(variant: &Variant) -> String {
    let digit = |&value: &u8| if value == 0 { '.' } else { char::from(b'0' + value) };
    variant.values().iter().map(digit).collect()
}

fn rows(text: &str) -> String {
    let rows: Vec<&str> = (0..9).map(|row| &text[9 * row..9 * row + 9]).collect();
    rows.join("\n")
}

#[test]
fn lines_have_any_empty_character_and_what_follows() {
    for empty in ['.', '0', '_', '*', '-', '?'] {
        let line = PUZZLE.replace('.', &empty.to_string());
        assert_eq!(digits(&one("line", &line)), PUZZLE);
        assert_eq!(digits(&one("sdm", &line)), PUZZLE);
    }
    let text = format!(
        "\u{feff}# a collection\r\n{PUZZLE}\r\n  {PUZZLE} # easy, 30 clues\n{PUZZLE},{SOLUTION}\n\n{PUZZLE} {SOLUTION} 1.2\n"
    );
    let all = read("line", &text);
    assert!(all.iter().all(|variant| digits(variant) == PUZZLE));
    assert_eq!(all[0].info.text, None);
    assert_eq!(all[1].info.text.as_deref(), Some("easy, 30 clues"));
    assert_eq!(all[2].info.solution.as_ref().map(|values| values[2]), Some(4));
    assert_eq!(all[3].info.text.as_deref(), Some("1.2"));
    assert!(all[3].info.solution.is_some());
}

#[test]
fn lines_of_other_sizes_are_known_by_the_number_of_cells() {
    for (text, size, first) in [
        ("1...............", 4, 1),
        ("4 . . . . . . . . . . . . . . 1", 4, 4),
        (&format!("G1{}", ".".repeat(254)), 16, 16),
        (&format!("g1{}", "0".repeat(254)), 16, 16),
        (&format!("16{}", " 0".repeat(255)), 16, 16),
        // A to Y, as Y is no symbol of 1-9, A-P.
        (&format!("AY{}", ".".repeat(623)), 25, 1),
        (&format!("P9{}", ".".repeat(623)), 25, 25),
        (&format!("64{}", " .".repeat(4095)), 64, 64),
        ("5........................", 5, 5),
    ] {
        let variant = one("line", text);
        assert_eq!((variant.board().size(), variant.given(0)), (size, Some(first)), "{text}");
    }
}

#[test]
fn sdk_has_information_and_sections() {
    let text = format!(
        "#ARuud\n#DA random puzzle\n#CJust start\n#CGo on\n#B03-08-2006\n#SSudoCue\n#LEasy\n#Uhttp://example.org/\n{}\n",
        rows(PUZZLE)
    );
    let variant = one("sdk", &text);
    assert_eq!(digits(&variant), PUZZLE);
    let info = &variant.info;
    assert_eq!(info.author.as_deref(), Some("Ruud"));
    assert_eq!(info.title.as_deref(), Some("A random puzzle"));
    assert_eq!(info.text.as_deref(), Some("Just start\nGo on\nPublished: 03-08-2006"));
    assert_eq!(info.source.as_deref(), Some("SudoCue, http://example.org/"));
    assert_eq!(info.difficulty.as_deref(), Some("Easy"));
    let state = rows(&SOLUTION.replacen("534678912", "5346.....", 1));
    let text = format!("[Puzzle]\n{}\n\n[State]\n{state}\n[Colours]\nnothing\n", rows(PUZZLE));
    let variant = one("sdk", &text);
    assert_eq!((variant.given(2), variant.candidates(2)), (None, 1 << 3));
    assert_eq!(variant.candidates(5), 0b1_1111_1111);
    let marks = "1 24 34 24\n. . . 34\n24 1234 2 1\n12 1 4 0\n";
    let variant = one("sdk", &format!("[Puzzle]\n1...\n....\n....\n....\n[PencilMarks]\n{marks}"));
    let sets: Vec<u64> = (0..8).map(|cell| variant.candidates(cell)).collect();
    assert_eq!(sets, [1, 0b1010, 0b1100, 0b1010, 15, 15, 15, 0b1100]);
}

#[test]
fn ss_is_one_to_three_grids() {
    let bands = |values: &str| {
        let row = |row: usize| {
            let at = 9 * row;
            format!(
                "{}|{}|{}",
                &values[at..at + 3],
                &values[at + 3..at + 6],
                &values[at + 6..at + 9]
            )
        };
        let band = |band: usize| (3 * band..3 * band + 3).map(row).collect::<Vec<_>>();
        [band(0), band(1), band(2)]
    };
    let simple = bands(PUZZLE).map(|band| band.join("\n")).join("\n-----------\n");
    assert_eq!(digits(&one("ss", &simple)), PUZZLE);
    let framed = |values: &str| {
        let band = |band: Vec<String>| {
            band.iter().map(|row| format!(" |{row}|")).collect::<Vec<_>>().join("\n")
        };
        let inner = bands(values).map(band).join("\n |---+---+---|\n");
        format!(" *-----------*\n{inner}\n *-----------*\n")
    };
    assert_eq!(digits(&one("ss", &framed(PUZZLE))), PUZZLE);
    let state = PUZZLE.replacen("53..", "534.", 1);
    let two = one("ss", &format!("{}\n\n{}", framed(PUZZLE), framed(&state)));
    assert_eq!((digits(&two).as_str(), two.candidates(2)), (PUZZLE, 1 << 3));
    let candidates = |cell: usize| match &state[cell..=cell] {
        "." => "12456789",
        digit => digit,
    };
    let rows: Vec<String> = (0..9)
        .map(|row| {
            let cells: Vec<&str> = (9 * row..9 * row + 9).map(candidates).collect();
            let parts: Vec<String> = cells.chunks(3).map(|part| part.join("  ")).collect();
            let border = if row % 3 == 2 && row < 8 { "\n |-----+-----+-----|" } else { "" };
            format!(" | {} |{border}", parts.join(" | "))
        })
        .collect();
    let third = format!(" *-----------*\n{}\n *-----------*\n", rows.join("\n"));
    let three = one("ss", &format!("{}\n{}\n{third}", framed(PUZZLE), framed(&state)));
    assert_eq!((digits(&three).as_str(), three.candidates(2)), (PUZZLE, 1 << 3));
    assert_eq!(three.candidates(3), 0b1_1111_1011);
}

#[test]
fn grids_are_drawn_in_many_ways() {
    let sudoku_wiki = "\
+-------+-------+
| 1 . . | . . 6 |
| . . 6 | 1 . . |
+-------+-------+
| . 1 . | . 6 . |
| 6 . . | . 1 . |
+-------+-------+
| . 6 . | . . 1 |
| . . 1 | . . . |
+-------+-------+
";
    let variant = one("grid", sudoku_wiki);
    assert_eq!(
        variant.board().shape().map(|shape| (shape.box_rows(), shape.box_columns())),
        Some((2, 3))
    );
    let drawn = "┌───┬───┐\n│1 .│. .│\n│. .│1 .│\n├───┼───┤\n│. 1│. .│\n│. .│. 1│\n└───┴───┘\n";
    let plain = "1.|..\n..|1.\n--+--\n.1|..\n..|.1\n";
    let thin = " 1  0 | 0  0\n 0  0 | 1  0\n-------+-------\n 0  1 | 0  0\n 0  0 | 0  1\n";
    let adjacent = format!("{drawn}{drawn}\n\n# two more\n{plain}\n{plain}");
    assert_eq!(read("grid", &adjacent).len(), 4);
    for text in [drawn, plain, thin] {
        assert_eq!(digits(&one("grid", text)), "1.....1..1.....1", "{text}");
    }
    // HoDoKu, with dots at the corners.
    let hodoku = format!(".---.---.---.\n{}\n'---'---'---'\n", {
        let row = |row: usize| {
            let parts: Vec<&str> = (0..3).map(|part| &PUZZLE[9 * row + 3 * part..][..3]).collect();
            let border = if row == 2 || row == 5 { "\n:---+---+---:" } else { "" };
            format!("|{}|{border}", parts.join("|"))
        };
        (0..9).map(row).collect::<Vec<_>>().join("\n")
    });
    assert_eq!(digits(&one("grid", &hodoku)), PUZZLE);
}

#[test]
fn candidates_are_read_to_marks() {
    let text = "\
.----------.----------.
| 1   24   | 34   24   |
| 234 2    | 1    34   |
:----------+----------:
| 24  1234 | 2    1    |
| 12  1    | 4    123  |
'----------'----------'
";
    let plus = text.replace(['.', ':', '\''], "+");
    for text in [text, &plus] {
        let variant = one("candidates", text);
        let sets: Vec<u64> = (0..6).map(|cell| variant.candidates(cell)).collect();
        assert_eq!(sets, [1, 0b1010, 0b1100, 0b1010, 0b1110, 0b10]);
        assert_eq!(variant.given(0), Some(1));
    }
}

#[test]
fn tables_are_known_by_the_names_of_their_columns() {
    let zeros = PUZZLE.replace('.', "0");
    for (text, difficulty) in [
        (format!("quizzes,solutions\n{zeros},{SOLUTION}\n"), None),
        (format!("puzzle,solution\n{PUZZLE},{SOLUTION}\n"), None),
        (
            format!("id,puzzle,solution,clues,difficulty\n1,{PUZZLE},{SOLUTION},30,2.2\n"),
            Some("2.2"),
        ),
        (format!("Solution;Level;\"Puzzle\"\r\n{SOLUTION};easy;\"{PUZZLE}\"\r\n"), Some("easy")),
        (format!("rating\tgrid\n1.2\t{PUZZLE}\n"), Some("1.2")),
        (format!("# from nowhere\n{PUZZLE},{SOLUTION}\n"), None),
    ] {
        let variant = one("csv", &text);
        assert_eq!(digits(&variant), PUZZLE, "{text}");
        assert_eq!(variant.info.difficulty.as_deref(), difficulty, "{text}");
        let solved = variant.info.solution.as_ref().map(|values| values[2]);
        assert_eq!(solved, text.contains(SOLUTION).then_some(4), "{text}");
    }
    let fields = |row: &str| row.chars().map(String::from).collect::<Vec<_>>().join(",");
    let by_rows: Vec<String> = rows(&zeros).lines().map(fields).collect();
    assert_eq!(digits(&one("csv", &by_rows.join("\n"))), PUZZLE);
    let blank = by_rows.join("\n").replace('0', "");
    assert_eq!(digits(&one("csv", &blank)), PUZZLE);
    assert_eq!(digits(&one("csv", &fields(PUZZLE))), PUZZLE);
    let twice = format!("{0}\n{0}\n", by_rows.join("\n"));
    assert_eq!(read("csv", &twice).len(), 2);
    assert_eq!(read("csv", "1,,,,,,,,,,,,,,,\n,1,,,,,,,,,,,,,,\n").len(), 2);
    let large = format!("16{}", format!("{}\n", ",".repeat(15)).repeat(16));
    assert_eq!(one("csv", &large).board().size(), 16);
}

#[test]
fn the_exchange_has_hashes_and_ratings() {
    let text = "\
0000183b305c 050703060007000800000816000000030000005000100730040086906000204840572093000409000  1.2
0001d5d6314e 302401809001000300000000000040708010780502036000090000200609003900000008800070005  1.2
";
    let all = read("exchange", text);
    assert_eq!(
        (all.len(), all[0].given(1), all[0].info.difficulty.as_deref()),
        (2, Some(5), Some("1.2"))
    );
    // The hashes are those of the bank.
    assert_eq!(format::by_name("exchange").unwrap().write(&all).unwrap(), text);
}

#[test]
fn opensudoku_has_two_versions() {
    let first = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n<name>Easy</name><author>A &amp; B</author>\n\
         <description>First</description><comment/><created>2009-01-01</created><source>web</source>\n\
         <level>easy</level><sourceURL>http://example.org</sourceURL>\n<game data=\"{}\" />\n<game data=\"{PUZZLE}\"/>\n\
         </opensudoku>\n",
        PUZZLE.replace('.', "0")
    );
    let all = read("opensudoku", &first);
    assert_eq!((all.len(), digits(&all[0]).as_str()), (2, PUZZLE));
    let info = &all[1].info;
    assert_eq!((info.title.as_deref(), info.author.as_deref()), (Some("Easy"), Some("A & B")));
    assert_eq!((info.text.as_deref(), info.difficulty.as_deref()), (Some("First"), Some("easy")));
    assert_eq!(info.source.as_deref(), Some("web, http://example.org"));
    // A clue, a digit that was placed, notes; a line's end as such or as a blank.
    let cells = |note: &str, none: &str| {
        format!("5|{none}|0|3|{none}|1|0|{note}|1|{}", format!("0|{none}|1|").repeat(78))
    };
    for data in [
        format!("version: 1\n{}", cells("1,2,", "-")),
        format!("version: 2&#10;{}", cells("3", "0")),
        format!("version: 3 {}", cells("1|2", "0|0")),
    ] {
        let second = format!(
            "<opensudoku version=\"2\"><folder name=\"Mine\" created=\"1\"><game created=\"1\" state=\"1\" time=\"9\" \
             last_played=\"2\" note=\"hard!\" data=\"{data}\" /></folder></opensudoku>"
        );
        let variant = one("opensudoku", &second);
        assert_eq!((variant.given(0), variant.given(1)), (Some(5), None), "{data}");
        assert_eq!((variant.candidates(1), variant.candidates(2)), (0b100, 0b11), "{data}");
        assert_eq!(variant.candidates(3), 0b1_1111_1111);
        assert_eq!(variant.info.source.as_deref(), Some("Mine"));
        assert_eq!(variant.info.text.as_deref(), Some("hard!"));
    }
}

#[test]
fn hodoku_tells_clues_from_what_was_placed_and_deleted() {
    let state = PUZZLE.replacen("53..", "53+4.", 1);
    let text = format!(
        "# Locked candidates\n:0100:1:{state}:614 814:624::\n:0000:x:{PUZZLE}::::\n:0000:x:{PUZZLE}:::::\n"
    );
    let all = read("hodoku", &text);
    assert_eq!(all.len(), 3);
    assert_eq!((digits(&all[0]).as_str(), all[0].candidates(2)), (PUZZLE, 0b1000));
    assert_eq!(all[0].candidates(3), 0b1_0101_1111);
    assert_eq!(all[0].info.title.as_deref(), Some("0100"));
    assert_eq!(all[0].info.text.as_deref(), Some("1:624::"));
    assert_eq!(all[1].marks(), None);
}

#[test]
fn pencilmarks_are_n_characters_a_cell() {
    let marks: String = PUZZLE
        .chars()
        .map(|c| {
            if c == '.' {
                "123456789".into()
            } else {
                ".".repeat(c as usize - 49) + &c.to_string() + &".".repeat(57 - c as usize)
            }
        })
        .collect();
    let variant = one("pencilmarks", &marks);
    assert_eq!((digits(&variant).as_str(), variant.marks()), (PUZZLE, None));
    let fewer = one("pencilmarks", &marks.replace('1', "0"));
    assert_eq!(fewer.candidates(2), 0b1_1111_1110);
}
