//! What a format cannot hold, its writer refuses, and says what that is.

use quadrille_sudoku::Shape;
use quadrille_sudoku::variant::format::{self, Format};
use quadrille_sudoku::variant::{Board, Regions, Rule, Rules, Variant};

/// The formats without rules, and a puzzle that all of them can hold.
fn plain() -> Vec<&'static dyn Format> {
    let names = [
        "opensudoku",
        "hodoku",
        "exchange",
        "pencilmarks",
        "csv",
        "sdk",
        "ss",
        "candidates",
        "grid",
        "line",
        "sdm",
    ];
    names.map(|name| format::by_name(name).expect("a format")).to_vec()
}

fn classic() -> Variant {
    let mut variant = Variant::new(Rules::from(Shape::CLASSIC));
    variant.set(0, 5).unwrap();
    variant
}

fn refusal(format: &dyn Format, variant: &Variant) -> String {
    let error = format.write(std::slice::from_ref(variant)).expect_err(format.name());
    assert_eq!((error.index, error.format), (0, format.name()));
    error.what
}

#[test]
fn a_rule_is_refused_by_its_number_and_kind() {
    let rules = Rules::from(Shape::CLASSIC).with(Rule::ANTI_KNIGHT).unwrap();
    let variant = Variant::new(rules.with(Rule::killer(3, [0, 1])).unwrap());
    for format in plain() {
        assert_eq!(refusal(format, &variant), "rule 1 (anti-knight)", "{}", format.name());
        let error = format.write(&[classic(), variant.clone()]).unwrap_err();
        // What has room for one puzzle says that first.
        let expected = match format.name() {
            "sdk" | "ss" => "puzzle 2: {} cannot hold a second puzzle",
            _ => "puzzle 2: {} cannot hold rule 1 (anti-knight)",
        };
        assert_eq!(error.to_string(), expected.replace("{}", format.name()));
    }
}

#[test]
fn boards_of_other_kinds_are_refused() {
    let grids = [(0, 0), (0, 12), (6, 6), (12, 0), (12, 12)];
    let boxes = |rows, columns| Regions::Boxes { rows, columns };
    let boards = [
        (Board::overlapping(9, boxes(3, 3), &grids), "a board of 5 grids"),
        (Board::new(4, Regions::Irregular(vec![vec![0, 1, 4, 8]])), "irregular regions"),
        (Board::new(9, Regions::None), "a grid of 9×9 with no boxes"),
        (Board::new(9, boxes(1, 9)), "a grid of 9×9 with boxes of 1×9"),
        (Board::new(12, Regions::None), "a grid of 12×12 with no boxes"),
    ];
    for (board, expected) in boards {
        let variant = Variant::new(Rules::from(board.unwrap()));
        for format in plain() {
            assert_eq!(refusal(format, &variant), expected, "{}", format.name());
        }
    }
}

#[test]
fn boxes_that_the_number_of_cells_does_not_say_need_borders() {
    let variant = Variant::new(Rules::from(Shape::new(2, 3).unwrap()));
    for format in plain() {
        match format.name() {
            "grid" | "candidates" => assert!(format.write(std::slice::from_ref(&variant)).is_ok()),
            _ => assert_eq!(refusal(format, &variant), "a grid of 6×6 with boxes of 2×3"),
        }
    }
    for (name, size) in [("sdm", 4), ("ss", 4), ("exchange", 16), ("opensudoku", 4), ("hodoku", 16)]
    {
        let root = usize::isqrt(size);
        let variant = Variant::new(Rules::from(Shape::new(root, root).unwrap()));
        let expected = format!("a grid of {size}×{size} with boxes of {root}×{root}");
        assert_eq!(refusal(format::by_name(name).unwrap(), &variant), expected);
    }
}

#[test]
fn marks_and_clues_that_clash_are_refused() {
    let mut marked = classic();
    marked.mark(10, 0b11).unwrap();
    let mut without = classic();
    without.mark(10, 0).unwrap();
    let mut contrary = classic();
    contrary.mark(0, 0b1).unwrap();
    let mut clash = classic();
    clash.set(8, 5).unwrap();
    for format in plain() {
        let clashing = "clues that clash (digit 5 twice in row 1: at r1c1 and r1c9)";
        assert_eq!(refusal(format, &clash), clashing);
        if !format.holds_marks() {
            assert_eq!(refusal(format, &marked), "marks (r2c2)", "{}", format.name());
            assert_eq!(refusal(format, &contrary), "a cell without a candidate (r1c1)");
        } else if matches!(format.name(), "hodoku" | "pencilmarks") {
            for variant in [&without, &contrary] {
                let text = format.write(std::slice::from_ref(variant)).unwrap();
                let entry = format.read(&text).remove(0).unwrap();
                assert!((0..81).all(|c| entry.variant.candidates(c) == variant.candidates(c)));
            }
        } else {
            assert_eq!(refusal(format, &without), "a cell without a candidate (r2c2)");
            assert_eq!(refusal(format, &contrary), "a cell without a candidate (r1c1)");
        }
    }
}

#[test]
fn marks_that_say_no_more_than_the_clues_are_no_loss() {
    let mut variant = classic();
    variant.mark(0, 0b1_0000).unwrap();
    for format in plain() {
        let text = format.write(std::slice::from_ref(&variant)).unwrap();
        assert_eq!(format.read(&text).remove(0).unwrap().variant.given(0), Some(5));
    }
}
