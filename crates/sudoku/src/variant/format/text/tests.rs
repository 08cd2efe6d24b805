use super::*;
use crate::Shape;
use crate::variant::{Board, Chess, Regions, Relation, Rule, Rules};

/// Reads a text with one puzzle.
fn one(text: &str) -> Result<Variant, String> {
    let [entry] = <[_; 1]>::try_from(Text.read(text)).expect("one puzzle");
    entry.map(|entry| entry.variant).map_err(|error| error.to_string())
}

pub(crate) const ALL_RULES: &str = "\
sudoku 6
boxes 2x3
title: With everything
text: First line\\nand a \\\\second
diagonal main
diagonal anti
windoku
disjoint-groups
anti-knight
anti-king
chess 0 1 rides digits 6
chess 1 3
unmarked difference 1, ratio 2
unmarked difference 2
even: r1c1 r2c2
odd: r1c2
minimum: r3c3
maximum: r4c4 r4c5
region: r1c1 r3c2 r5c3
cage 10: r1c1 r1c2 r2c1
cage 4 repeats: r6c6
cage: r5c5 r5c6
little-killer 20: r1c2 r2c1
arrow: r1c1 = r2c2 r3c3
thermo: r1c1 r1c2 r1c3
thermo slow: r2c1 r2c2
greater: r1c1 r1c2
difference 1: r1c2 r1c3
ratio 2: r1c3 r1c4
sum 5: r1c4 r1c5
whisper 3: r2c1 r2c2 r3c2 r2c1
renban: r4c1 r4c2
palindrome: r5c1 r5c2 r5c3
clone: r1c1 r1c2 = r6c1 r6c2
between: r6c1 r6c2 r6c3
quadruple 1 2 2: r1c1 r1c2 r2c1 r2c2
sandwich 9: row 3
x-sum 7: column 2 reversed
skyscraper 2: row 1 reversed
numbered-room 4: column 6
automaton 2 accept 0 on 0 1-3 1 on 0 5 0 on 1 4-6 0: r1c1 r2c2
givens:
......
..3...
......
......
...4..
.....6
mark r1c1: 1 2 3
mark r1c2:
solution:
......
..3...
......
......
...4..
.....6
";

#[test]
fn what_is_written_is_what_was_read_for_every_kind_of_rule() {
    let variant = one(ALL_RULES).unwrap();
    let rules = variant.rules().list();
    for (kind, name) in Kind::ALL {
        assert!(rules.iter().any(|rule| rule.kind() == *kind), "{name}");
    }
    assert_eq!(variant.info.text.as_deref(), Some("First line\nand a \\second"));
    assert_eq!((variant.candidates(0), variant.candidates(1)), (0b111, 0));
    let written = Text.write(std::slice::from_ref(&variant)).unwrap();
    assert_eq!(written, ALL_RULES);
    assert_eq!(one(&written).unwrap(), variant);
    assert_eq!(Text.recognises(ALL_RULES), Likeness::Certain);
}

#[test]
fn rules_are_read_as_they_are_meant() {
    let board = Board::from(Shape::CLASSIC);
    for (text, rule) in [
        ("non-consecutive", Rule::non_consecutive()),
        ("anti-king", Rule::ANTI_KING),
        ("chess 1 2", Rule::ANTI_KNIGHT),
        (
            "chess 1 1 rides digits 9",
            Rule::Chess(Chess { step: (1, 1), rides: true, digits: 1 << 8 }),
        ),
        ("cage 17 : r9c8-r9c9", Rule::killer(17, [79, 80])),
        ("greater: r1c1 r2c1", Rule::pair(0, 9, Relation::Greater)),
        ("x-sum 9: row 1 reversed", Rule::XSum { cells: (0..9).rev().collect(), sum: 9 }),
        ("unmarked sum 5, sum 10", Rule::Unmarked(vec![Relation::Sum(5), Relation::Sum(10)])),
    ] {
        assert_eq!(read_rule(&board, text), Ok(rule), "{text}");
    }
}

#[test]
fn boards_of_every_kind_are_written_and_read() {
    let irregular = vec![vec![0, 1, 4], vec![2, 3, 6, 7], vec![5, 8, 9, 12], vec![10, 11]];
    let boards = [
        Board::new(1, Regions::None),
        Board::new(4, Regions::None),
        Board::new(4, Regions::Irregular(irregular)),
        Board::new(4, Regions::Irregular(vec![vec![0, 1]])),
        Board::new(64, Regions::Boxes { rows: 8, columns: 8 }),
        Board::new(
            64,
            Regions::Irregular((0..64).map(|row| (row * 64..row * 64 + 64).collect()).collect()),
        ),
        Board::overlapping(4, Regions::Boxes { rows: 2, columns: 2 }, &[(0, 0), (2, 2), (0, 6)]),
        Board::overlapping(2, Regions::None, &[(3, 0), (0, 3)]),
    ];
    let mut all = Vec::new();
    for board in boards {
        let board = board.unwrap();
        let mut variant = Variant::new(Rules::from(board));
        let last = variant.board().inside().last().unwrap();
        let digit = variant.board().size() as u8;
        variant.set(last, digit).unwrap();
        let written = Text.write(std::slice::from_ref(&variant)).unwrap();
        assert_eq!(one(&written), Ok(variant.clone()), "{written}");
        all.push(variant);
    }
    let text = Text.write(&all).unwrap().replace('\n', "\r\n");
    let read: Vec<Variant> = Text.read(&text).into_iter().map(|e| e.unwrap().variant).collect();
    assert_eq!(read, all);
}

#[test]
fn square_sizes_have_square_boxes_unless_they_say_otherwise() {
    let board = |text: &str| one(text).map(|variant| variant.board().clone());
    assert_eq!(board("sudoku 9"), Ok(Board::from(Shape::CLASSIC)));
    assert_eq!(board("# nothing\n\nsudoku 4\nboxes none\n").unwrap().regions(), &Regions::None);
    assert_eq!(board("sudoku 6"), Err("1:1: size 6: expected a line `boxes RxC`".into()));
}

#[test]
fn the_other_puzzles_of_a_text_are_read_after_an_error() {
    let text = "sudoku 4\ncage 3: r1c1 r1c9\neven: r1c1\n\nsudoku 4\nwindoku\n# end\nsudoku 9\n";
    let entries = Text.read(text);
    let lines: Vec<_> =
        entries.iter().map(|e| e.as_ref().map(|e| e.line).map_err(|e| e.line)).collect();
    assert_eq!(lines, [Err(2), Ok(5), Ok(8)]);
}

#[test]
fn each_error_names_its_place() {
    let grid = "....\n....\n....\n";
    for (text, error) in [
        ("size 4", "1:1: found \"size\": expected `sudoku` and a size"),
        ("sudoku", "1:7: expected a size"),
        ("sudoku 65", "1:8: found \"65\": expected a size, 1 to 64"),
        ("sudoku x", "1:8: found \"x\": expected a size, 1 to 64"),
        ("sudoku 4 2x2", "1:10: found \"2x2\": expected the end of the line"),
        ("sudoku 4\nboxes 2x3", "1:1: boxes of 2×3: expected 4 cells"),
        ("sudoku 4\nboxes two", "2:7: found \"two\": expected rows x columns, as 3x3, or none"),
        ("sudoku 4\nboxes none\nboxes none", "3:1: a second line \"boxes\""),
        ("sudoku 4\nwindoku\nboxes none", "3:1: boxes behind what needs a board"),
        ("sudoku 4\nboxes none\nregions:\n", "3:1: boxes and regions"),
        ("sudoku 4\nregions:\naabb\n", "2:1: 1 rows: expected 4"),
        ("sudoku 4\nregions:\naabb\naabb\nccdd\nccd\n", "6:1: 3 cells in a row: expected 4"),
        (
            "sudoku 4\nregions:\naaab\naabb\nccdd\nccdd\n",
            "1:1: region 1: has 5 cells: expected 1 to 4",
        ),
        ("sudoku 4\ngrids: r1c1 r300c1", "2:13: found \"r300c1\": expected a corner, as r1c13"),
        ("sudoku 4\ngrids: r1c1 r1c1", "1:1: grid 2 is where another is"),
        (
            "sudoku 4\ngrids: r2c2",
            "1:1: grids: expected one in the first row and one in the first column",
        ),
        (
            "sudoku 4\ngrids: r1c1 r3c3\ngivens:\n....##\n....##\n......\n......\n......\n",
            "3:1: 5 rows: expected 6",
        ),
        (
            "sudoku 4\ngrids: r1c1 r3c3\ngivens:\n....#.\n....##\n......\n......\n##....\n##....\n",
            "4:6: found \".\": expected #, as no cell is there",
        ),
        ("sudoku 4\nfoo: r1c1", "2:1: found \"foo\": expected a rule"),
        ("sudoku 4\ncage", "2:5: expected `:` and cells"),
        ("sudoku 4\ncage x: r1c1", "2:6: found \"x\": expected `:`"),
        ("sudoku 4\ncage 5000000000: r1c1", "2:6: found \"5000000000\": expected a sum"),
        ("sudoku 4\ncage 5: r1c1 r1c1", "2:1: cage: r1c1 twice"),
        ("sudoku 4\ncage 5:", "2:1: cage: 0 cells: expected at least 1"),
        ("sudoku 4\nthermo: r1c1", "2:1: thermo: 1 cell: expected at least 2"),
        ("sudoku 4\ndiagonal both", "2:10: found \"both\": expected main or anti"),
        ("sudoku 4\ndiagonal", "2:9: expected main or anti"),
        ("sudoku 4\nanti-knight: r1c1", "2:13: anti-knight names no cells"),
        ("sudoku 4\ngreater: r1c1", "2:9: found 1 cells: expected two"),
        ("sudoku 4\narrow: r1c1 r1c2", "2:7: expected `=` between two lists"),
        ("sudoku 4\nclone: r1c1 = r2c1 r2c2", "2:1: clone: 1 cells and 2: expected as many"),
        ("sudoku 4\nquadruple 0: r1c1", "2:11: digit 0: expected 1 to 64"),
        ("sudoku 4\nquadruple 5: r1c1", "2:1: quadruple: digit 5: expected 1 to 4"),
        (
            "sudoku 4\nunmarked greater 1",
            "2:10: found \"greater\": expected difference, ratio or sum",
        ),
        ("sudoku 4\nautomaton 0: r1c1", "2:11: an automaton of 0 states: expected 1 to 10000"),
        ("sudoku 4\nautomaton 1 accept 1: r1c1", "2:13: state 1: expected 0 to 0"),
        (
            "sudoku 4\nautomaton 1 on 0 1-x 0: r1c1",
            "2:18: found \"1-x\": expected a digit, or digits as 1-4",
        ),
        (
            &format!("sudoku 4\ngivens:\n{grid}...5\n"),
            "6:4: found \"5\": expected a digit, 1 to 4, or . for an empty cell",
        ),
        (&format!("sudoku 4\ngivens:\n{grid}"), "2:1: 3 rows: expected 4"),
        ("sudoku 4\nmark r1c1 1 2", "2:14: expected `:` and digits"),
        ("sudoku 4\nmark r1c1: 5", "2:12: found \"5\": expected a digit, 1 to 4"),
        ("sudoku 4\nmark r1c1: 1 2\nmark R1C1: 3", "3:6: R1C1 is marked twice"),
        ("sudoku 4\ntitle: a\ntitle: b", "3:1: a second line \"title\""),
    ] {
        assert_eq!(one(text), Err(error.to_owned()), "{text}");
    }
}
