//! What is read: one test a layout, mostly as found in the wild.

use super::super::{Layout, Reader, parse};
use super::{PUZZLE, puzzle_rows, read, rows_with, shape, summary};
use crate::shape::Shape;

/// Asserts that a text holds [`PUZZLE`], so many times and nothing else.
#[track_caller]
fn assert_reads(text: impl AsRef<[u8]>, times: usize) {
    assert_eq!(summary(text, Shape::CLASSIC), vec![PUZZLE; times]);
}

#[test]
fn one_line_with_every_symbol_for_empty_cells() {
    for empty in [".", "0", "_", "*", "-", "?"] {
        assert_reads(PUZZLE.replace('.', empty), 1);
    }
}

#[test]
fn what_follows_a_puzzle_on_its_line_is_its_comment() {
    for (rest, comment) in [
        ("", None),
        (" ", None),
        (" hard [easy] {x}", Some("hard [easy] {x}")),
        ("\t#1 of 2", Some("1 of 2")),
        ("# one", Some("one")),
        (",123456789", Some("123456789")),
        (";rating 11.9", Some("rating 11.9")),
        (" // c", Some("c")),
    ] {
        let entries = read(format!("{PUZZLE}{rest}\n"), Shape::CLASSIC);
        let entry = entries[0].as_ref().unwrap();
        assert_eq!((entry.comment.as_deref(), entries.len()), (comment, 1), "{rest}");
        assert_eq!(entry.layout, Layout::Line);
    }
}

#[test]
fn tables_with_and_without_a_header() {
    let solved = PUZZLE.replace('.', "1");
    assert_reads(format!("{PUZZLE},{solved}\n{PUZZLE},{solved}\n"), 2);
    assert_reads(format!("quizzes,solutions\n{PUZZLE},{solved}\n"), 1);
    assert_reads(format!("puzzle,solution\n\"{PUZZLE}\",\"{solved}\"\n"), 1);
    assert_reads(format!("id,puzzle,solution\n1,{PUZZLE},{solved}\n2,{PUZZLE},{solved}"), 2);
    assert_reads(format!("source,question,answer\n\"a,b\",{PUZZLE},{solved}\n"), 1);
}

#[test]
fn comment_lines_and_blank_lines_are_skipped() {
    assert_reads(format!("# a\n// b\n; c\n% d\n\n  \n{PUZZLE}\n# e\n\n{PUZZLE}"), 2);
}

#[test]
fn rows_with_and_without_blank_lines_between_puzzles() {
    let rows = puzzle_rows().join("\n");
    assert_reads(&rows, 1);
    assert_reads(format!("{rows}\n{rows}\n"), 2);
    assert_reads(format!("{rows}\n\n\n{rows}\n"), 2);
    assert_reads(rows.replace('\n', ",\n"), 1);
    assert_reads(rows_with(",").join("\n"), 1);
    assert_reads(rows_with(",").join("\n").replace('0', ""), 1);
    assert_reads(rows_with(" ").join(" # a comment\n"), 1);
    let entries = read(format!("\n{rows}\n{rows}"), Shape::CLASSIC);
    let lines: Vec<usize> = entries.iter().map(|entry| entry.as_ref().unwrap().line).collect();
    assert_eq!(lines, [2, 11]);
}

#[test]
fn bands_with_blank_lines_between_them() {
    let rows = puzzle_rows();
    let banded: Vec<String> = rows.chunks(3).map(|band| band.join("\n")).collect();
    assert_reads(banded.join("\n\n"), 1);
    assert_reads(format!("{}\n\n{}", banded.join("\n\n"), banded.join("\n\n")), 2);
    assert_reads(rows.join("\n\n"), 1);
}

#[test]
fn titles_become_comments() {
    let rows = rows_with("").join("\n");
    let text = format!("Grid 01\n{rows}\nGrid 02\n{rows}\nEasy:\n{PUZZLE}");
    assert_reads(&text, 3);
    let entries = read(&text, Shape::CLASSIC);
    let comments: Vec<_> =
        entries.iter().map(|entry| entry.as_ref().unwrap().comment.as_deref()).collect();
    assert_eq!(comments, [Some("Grid 01"), Some("Grid 02"), None]);
    let entries = read(format!("Grid 3\n\n{rows}"), Shape::CLASSIC);
    assert_eq!(entries[0].as_ref().unwrap().comment.as_deref(), Some("Grid 3"));
}

#[test]
fn of_sections_only_the_puzzle_is_read() {
    let rows = puzzle_rows().join("\n");
    assert_reads(format!("#A author\n[Puzzle]\n{rows}\n[State]\n{rows}\n[Options]\nx=1\n"), 1);
}

#[test]
fn lists_of_strings() {
    let list = format!("[\"{}\"]", puzzle_rows().join("\",\""));
    assert_reads(&list, 1);
    assert_reads(list.replace(',', ",\n  "), 1);
    assert_reads(format!("{list}\n{list}{list} {list}\n"), 4);
    assert_reads(format!("[{list},{list}]"), 2);
    assert_reads(format!("[\"{PUZZLE}\",\n\"{PUZZLE}\"]"), 2);
    assert_reads(list.replace('"', "'").replace(']', ",]"), 1);
    assert_eq!(parse(&list, Shape::CLASSIC).unwrap().layout, Layout::Rows);
}

#[test]
fn objects_with_a_puzzle() {
    let list = format!("[\"{}\"]", puzzle_rows().join("\",\""));
    let numbers = format!("[[{}]]", rows_with(",").join("],["));
    for text in [
        format!("{{\"puzzle\": \"{PUZZLE}\", \"size\": 9, \"box\": [3, 3]}}"),
        format!(
            "{{\"solution\":\"{PUZZLE}\",\"puzzle\":{list},\"solutions\":[{list}],\"n\":null}}"
        ),
        format!("{{\"board\":\n{numbers}\n}}"),
        format!("{{'grid': {numbers}, 'x': {{'y': [1, [2]]}}}}"),
        format!("{{puzzle: '{PUZZLE}'}};"),
        format!("{{\"tool\":\"x\",\"results\":[{{\"puzzle\":\"{PUZZLE}\"}}]}}"),
        format!("{{\"puzzle\":\"{}\"}}", puzzle_rows().join("\\n")),
    ] {
        assert_reads(&text, 1);
        assert_reads(format!("{text}\n{text}"), 2);
        assert_reads(format!("[{},\n{}]", text.replace(';', ""), text.replace(';', "")), 2);
        assert_eq!(parse(&text, Shape::CLASSIC).unwrap().layout, Layout::Json);
    }
    assert_reads(format!("{{\"puzzles\":[\"{PUZZLE}\",\"{PUZZLE}\",{list}]}}"), 3);
    assert_reads("{\"puzzles\":[]}", 0);
}

#[test]
fn nested_lists_in_the_ways_of_several_languages() {
    let python = format!("[[{}]]", rows_with(", ").join("],\n ["));
    for text in [
        python.clone(),
        format!("board = {python}"),
        format!("grid = np.array({python})"),
        python.replace(", ", " ").replace("],", "]"),
        python.replace(", ", ". ").replace("],", ".]").replace("]]", ".]]"),
        python.replace('[', "{").replace(']', "}") + ";",
        format!("int[][] grid = {};", python.replace('[', "{").replace(']', "}")),
        format!("int grid[9][9] =\n{};", python.replace('[', "{").replace(']', "}")),
        format!("new int[][] {{new int[] {{{}}}}};", rows_with(",").join("}, new int[] {")),
        format!("let grid: [[u8; 9]; 9] = {python};"),
        format!("let grid = vec!{};", python.replace("[5", "vec![5").replace("\n [", "\n vec![")),
        python.replace("0", "null"),
        python.replace("0", "None"),
        python.replace("],\n", ", ], // a row\n"),
        python.replace("],\n", "],  # a row [with] brackets\n\n"),
        format!("[{}]", rows_with(" ").join("; ")),
        format!("[{}]", rows_with(", ").join(",\n")),
        format!("[({})]", rows_with(", ").join("),\n(")),
        format!("[{}]", rows_with(", ").join("]\n[")),
        format!("[\"{}\"]", rows_with("\",\"").join("\",\n\"")),
        format!("[[\"{}\"]]", rows_with("\",\"").join("\"],[\"").replace('0', ".")),
        format!("[['{}']]", rows_with("','").join("'],['").replace('0', "")),
        format!("[[\"{}\"]]", rows_with("\",\"").join("\"],[\"").replace('0', " ")),
        format!("[[b'{}']]", rows_with("', b'").join("'], [b'").replace('0', ".")),
    ] {
        assert_eq!(summary(&text, Shape::CLASSIC), [PUZZLE], "{text}");
        let twice = format!("{text}\n{text}\n");
        assert_eq!(summary(&twice, Shape::CLASSIC), [PUZZLE, PUZZLE], "{twice}");
        let crlf = twice.replace('\n', "\r\n");
        assert_eq!(summary(&crlf, Shape::CLASSIC), [PUZZLE, PUZZLE], "{crlf}");
    }
}

#[test]
fn drawn_grids_of_many_makers() {
    let groups = |row: &&str| (0..3).map(|i| row[3 * i..3 * i + 3].to_owned()).collect::<Vec<_>>();
    let spaced = |group: &String| group.chars().map(String::from).collect::<Vec<_>>().join(" ");
    let draw = |top: &str, middle: &str, bottom: &str, bar: &str, wide: bool| {
        let mut lines = Vec::new();
        for (i, row) in puzzle_rows().iter().enumerate() {
            if i % 3 == 0 {
                lines.push(if i == 0 { top } else { middle }.to_owned());
            }
            let cells: Vec<String> =
                groups(row).iter().map(|g| if wide { spaced(g) } else { g.clone() }).collect();
            let blank = if wide { " " } else { "" };
            let inner = cells.join(&format!("{blank}{bar}{blank}"));
            lines.push(format!("{bar}{blank}{inner}{blank}{bar}"));
        }
        lines.push(bottom.to_owned());
        lines.retain(|line| !line.is_empty());
        lines.join("\n")
    };
    let plus = "+-------+-------+-------+";
    for text in [
        draw(plus, plus, plus, "|", true),
        draw("+---+---+---+", "+---+---+---+", "+---+---+---+", "|", false),
        draw("*-----------*", "|---+---+---|", "*-----------*", "|", false),
        draw(".-------.-------.", ":-------+-------:", "'-------'-------'", "|", true),
        draw("┌───────┬───┐", "├───────┼───┤", "└───────┴───┘", "│", true),
        draw("╔═══╦═══╗", "╠═══╬═══╣", "╚═══╩═══╝", "║", true),
        draw("", "-------|-------|-------", "", "|", true),
        draw("", "------+-------+------", "", "|", true),
        draw("", "---|---|---", "", "|", false),
        draw("---------", "---------", "---------", "|", false),
        draw("", "=====", "", ":", true),
        draw("_________________________", "|_______|_______|", "", "|", true),
    ] {
        assert_eq!(summary(&text, Shape::CLASSIC), [PUZZLE], "{text}");
        let twice = format!("{text}\n{text}\n\n{text}");
        assert_eq!(summary(&twice, Shape::CLASSIC), [PUZZLE; 3], "{twice}");
        if !text.contains("---|---|---\n") && !text.contains("---------\n") && !text.contains("___")
        {
            let dashes = text.replace(". ", "- ").replace(".\n", "-\n");
            if !dashes.contains(".-") {
                assert_eq!(summary(&dashes, Shape::CLASSIC), [PUZZLE], "{dashes}");
            }
        }
    }
}

#[test]
fn cells_between_bars_may_be_blank() {
    let row = |row: &&str| {
        let cell = |c: char| {
            if c == '.' { "   ".to_owned() } else { format!(" {c} ") }
        };
        format!("|{}|", row.chars().map(cell).collect::<Vec<_>>().join("|"))
    };
    let rows: Vec<String> = puzzle_rows().iter().map(row).collect();
    assert_reads(rows.join("\n"), 1);
    let border = format!("\n{}\n", "+---".repeat(9) + "+");
    assert_reads(rows.join(&border), 1);
    assert_reads(format!("{}\n|{}\n{}", rows[0], "---|".repeat(9), rows[1..].join("\n")), 1);
}

#[test]
fn a_line_of_dashes_is_a_row_where_dashes_are_empty_cells_and_a_border_elsewhere() {
    let four = |text: &str| summary(text, shape(2, 2));
    assert_eq!(four("1---\n----\n--2-\n----"), ["1.........2....."]);
    assert_eq!(four("----\n----\n----\n---1\n"), ["...............1"]);
    assert_eq!(four("----\n----\n----\n----\n"), ["................"]);
    assert_eq!(four("1...\n..2.\n----\n....\n...."), ["1.....2........."]);
    assert_eq!(four("----\n1...\n..2.\n----\n....\n....\n----"), ["1.....2........."]);
    assert_eq!(four("1234\n3412\n----\n2143\n4321"), ["1234341221434321"]);
    assert_eq!(four("- - - -\n1...\n....\n...."), ["....1..........."]);
    assert_eq!(four("--|--\n1.|..\n--|--\n....\n....\n....\n--|--"), ["1..............."]);
    assert_eq!(four("____\n1___\n____\n____"), ["....1..........."]);
    assert_eq!(four("----"), [""; 0]);
    assert_eq!(four("1---\n-----\n--2-\n"), ["line 1, column 1: 4 rows expected, found 2"]);
}

#[test]
fn larger_sizes_as_symbols_and_as_numbers() {
    let ten = shape(2, 5);
    let expected = format!("A1{}", ".".repeat(98));
    assert_eq!(summary(&expected, ten), [&*expected]);
    assert_eq!(summary(expected.to_lowercase(), ten), [&*expected]);
    assert_eq!(summary(format!("10 1{}", " 0".repeat(98)), ten), [&*expected]);
    assert_eq!(summary(format!("10,1{}", ",0".repeat(98)), ten), [&*expected]);
    let rows = format!(
        "10  1{}\n{}",
        " ·0".replace('·', " ").repeat(8),
        " . . . . . . . . . .\n".repeat(9)
    );
    assert_eq!(summary(rows, ten), [&*expected]);
    let list = format!("[[10,1{}]{}]", ",0".repeat(8), ",[0,0,0,0,0,0,0,0,0,0]".repeat(9));
    assert_eq!(summary(list, ten), [&*expected]);
    assert_reads(rows_with(" ").join(" "), 1);
    assert_reads(rows_with(",").join(","), 1);
    let largest = format!("64 1{}", " 0".repeat(4094));
    let entries = read(&largest, shape(8, 8));
    assert_eq!(entries[0].as_ref().unwrap().puzzle.values()[..3], [64, 1, 0]);
    let sensitive = format!("aA{}", ".".repeat(36 * 36 - 2));
    let entries = read(&sensitive, shape(6, 6));
    assert_eq!(entries[0].as_ref().unwrap().puzzle.values()[..3], [36, 10, 0]);
}

#[test]
fn all_line_ends_a_byte_order_mark_and_no_last_line_end() {
    let rows = puzzle_rows().join("\n");
    for end in ["\n", "\r\n", "\r"] {
        let text = format!("\u{feff}{PUZZLE}\n\n{rows}\n{PUZZLE} x").replace('\n', end);
        assert_eq!(summary(&text, Shape::CLASSIC), [PUZZLE; 3], "{text:?}");
    }
}

#[test]
fn layouts_may_be_mixed_in_one_text() {
    let rows = puzzle_rows();
    let list = format!("[\"{}\"]", rows.join("\",\""));
    let rows = rows.join("\n");
    let text =
        format!("{rows}\n{PUZZLE}\n{list}\n{rows}\n{list}\n\n{PUZZLE}\n{{\"puzzle\":{list}}}");
    assert_reads(&text, 7);
    let layouts: Vec<Layout> =
        read(&text, Shape::CLASSIC).into_iter().map(|entry| entry.unwrap().layout).collect();
    let (line, rows, grid, json) = (Layout::Line, Layout::Rows, Layout::Grid, Layout::Json);
    assert_eq!(layouts, [grid, line, rows, grid, rows, line, json]);
}

#[test]
fn a_text_without_puzzles_has_no_entries_and_no_errors() {
    for text in
        ["", "\n", "\r\n\r\n", "\u{feff}", "# nothing\n", "[]", "+---+\n", "puzzle,solution\n"]
    {
        assert_eq!(read(text, Shape::CLASSIC).len(), 0, "{text:?}");
    }
}

/// Memory must not grow with the text: the reader is handed one that never ends.
#[test]
fn puzzles_are_handed_out_before_the_text_ends() {
    for text in [format!("{PUZZLE}\n"), format!("\"{PUZZLE}\", "), puzzle_rows().join("\n") + "\n"]
    {
        let start = if text.starts_with('"') { "[" } else { "" };
        let endless = Endless { start: start.as_bytes(), text: text.as_bytes(), at: 0 };
        let entries = Reader::new(std::io::BufReader::new(endless), Shape::CLASSIC);
        assert_eq!(entries.take(30_000).filter(Result::is_ok).count(), 30_000);
    }
}

struct Endless<'a> {
    start: &'a [u8],
    text: &'a [u8],
    at: usize,
}

impl std::io::Read for Endless<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let from = if self.start.is_empty() { self.text } else { self.start };
        let count = buffer.len().min(from.len() - self.at);
        buffer[..count].copy_from_slice(&from[self.at..self.at + count]);
        self.at += count;
        if self.at == from.len() {
            self.at = 0;
            self.start = &[];
        }
        Ok(count)
    }
}
