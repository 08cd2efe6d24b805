//! Puzzles in documents and programs: what stands around them is no part of them.

use super::super::Layout;
use super::{PUZZLE, puzzle_rows, read, rows_with, summary};
use crate::shape::Shape;

#[track_caller]
fn assert_reads(text: &str, times: usize) {
    assert_eq!(summary(text, Shape::CLASSIC), vec![PUZZLE; times], "{text}");
}

#[test]
fn fences_tags_and_names_of_columns_around_a_grid_are_skipped() {
    let rows = puzzle_rows().join("\n");
    for (above, below) in [
        ("```", "```"),
        ("```text", "```"),
        ("<pre>", "</pre>"),
        ("<p class=\"a\"><code>", "</code></p>"),
        ("[code]", "[/code]"),
        ("a,b,c,d,e,f,g,h,i", "```"),
        ("c1;c2;c3;c4;c5;c6;c7;c8;c9", ""),
        ("| a | b | c | d | e | f | g | h | i |", ""),
    ] {
        assert_reads(&format!("{above}\n{rows}\n{below}\n"), 1);
        assert_reads(&format!("{above}\n{rows}\n{below}\n{above}\n{rows}\n{below}"), 2);
        assert_reads(&format!("{above}\n{PUZZLE}\n{below}\n"), 1);
    }
}

#[test]
fn prose_directly_above_and_below_a_grid_is_an_error_of_its_own() {
    let rows = puzzle_rows().join("\n");
    for junk in ["hello", "Here is puzzle 3.", "Here is one\nwhich I like", "$$$$", "x;y"] {
        let results = summary(format!("{junk}\n{rows}\n{junk}\n{rows}\n{junk}"), Shape::CLASSIC);
        assert_eq!(results.len(), 5, "{results:?}");
        assert_eq!((&*results[1], &*results[3]), (PUZZLE, PUZZLE));
        assert!(results[0].starts_with("line 1, column 1: "), "{results:?}");
    }
}

#[test]
fn prose_and_fences_within_a_grid_end_it() {
    let rows = puzzle_rows();
    let text = format!("```\n{}\n```\n```\n{}\n```", rows[..5].join("\n"), rows.join("\n"));
    let expected = "line 2, column 1: 9 rows expected, found 5";
    assert_eq!(summary(text, Shape::CLASSIC), [expected, PUZZLE]);
}

#[test]
fn comments_over_several_lines_are_skipped() {
    let rows = rows_with(", ");
    let numbered: Vec<String> =
        rows.iter().enumerate().map(|(i, row)| format!("/* row {i} [{i}] */ {{{row}}}")).collect();
    assert_reads(&format!("int[][] grid = {{\n{}\n}};", numbered.join(",\n")), 1);
    let spread = rows.join("}, /* a\n row, \"of 9\n\n cells */ {");
    assert_reads(&format!("int[][] grid = {{{{{spread}}}}};"), 1);
    assert_reads(&format!("/*\n * A puzzle.\n\n [1] */\n{}", rows.join("\n")), 1);
    assert_reads(&format!("/* one */ {PUZZLE}\n/**/{}", rows.join(" /* x */\n")), 2);
    let text = format!("{PUZZLE}\n/* é\n{PUZZLE}");
    assert_eq!(summary(text, Shape::CLASSIC), [PUZZLE, "line 2, column 1: /* is not closed"]);
    let text = format!("[[{}], /* x\n", rows.join("], ["));
    assert_eq!(summary(text, Shape::CLASSIC).len(), 1);
}

#[test]
fn a_program_around_a_grid_is_skipped() {
    let rows = rows_with(", ").join("},\n            {");
    let text = format!(
        "package sudoku;\n\nimport java.util.*;\n\n/**\n * Solves.\n */\npublic class Sudoku {{\n\
         private static final int N = 9;\n    @Override\n    public int[][] grid() {{\n\
         return new int[][] {{\n            {{{rows}}}\n        }};\n    }}\n\n\
         public static void main(String[] args) {{\n        int[][] grid = {{\n  {{{rows}}}\n  }};\n\
         for (int i = 0; i < 9; i++) {{\n            if (grid[i][0] == 0) {{\n\
         System.out.println(grid[i][0] + \" \");\n }} else {{\n continue;\n            }}\n        }}\n    }}\n}}\n"
    );
    assert_reads(&text, 2);
    let rows = rows_with(", ").join("],\n    [");
    let text = format!(
        "import numpy as np\nfrom x import y\n\nboard = [\n    [{rows}]\n]\nprint(solve(board))\n"
    );
    assert_reads(&text, 1);
}

#[test]
fn tuples_are_read_as_lists_are() {
    let rows = rows_with(", ").join("),\n (");
    for text in [
        format!("(({rows}))"),
        format!("board = (({rows}),)"),
        format!("[({rows})]"),
        format!("(({rows}))\n(({rows}))").replace("))\n((", ")) \n # x\n(("),
    ] {
        assert_reads(&text, if text.contains('#') { 2 } else { 1 });
    }
    let short =
        format!("(({rows}))").replacen("(5, 3, 0", "(5, 3", 1).replacen("(6, 0", "(6, 0, 0", 1);
    let expected = "line 1, column 2: 9 cells expected in a row, found 8";
    assert_eq!(summary(short, Shape::CLASSIC), [expected]);
    assert_reads(&format!("[[{}]]", rows_with(", ").join("], [")).replace("5,", "(5),"), 1);
}

#[test]
fn a_number_may_stand_before_a_puzzle_on_one_line() {
    for label in ["1. ", "12 ", "3)\t", "004: "] {
        assert_reads(&format!("{label}{PUZZLE}\n{label}{PUZZLE} \n"), 2);
    }
    let entries = read(format!("7. {PUZZLE}"), Shape::CLASSIC);
    let entry = entries[0].as_ref().unwrap();
    assert_eq!((entry.comment.as_deref(), entry.layout), (Some("7"), Layout::Line));
    let clash = format!("1. 55{}", &PUZZLE[2..]);
    let message = "digit 5 twice in row 1: at r1c1 (line 1, column 4) and here at r1c2";
    assert_eq!(summary(clash, Shape::CLASSIC), [format!("line 1, column 5: {message}")]);
    for text in [format!("1. {PUZZLE} x"), format!("1. {PUZZLE}1"), format!("1{PUZZLE}")] {
        let results = read(&text, Shape::CLASSIC);
        assert!(results.len() == 1 && results[0].is_err(), "{text}");
    }
}
