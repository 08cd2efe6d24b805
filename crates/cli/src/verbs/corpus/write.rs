//! Writing puzzles in a layout of choice, with their comments.

use std::io::{self, Write};

use clap::Args;
use quadrille_sudoku::Puzzle;
use quadrille_sudoku::format::{self, Layout};

use crate::args::values;
use crate::input::Located;

/// How puzzles are written.
#[derive(Debug, Clone, Copy, Args)]
pub(super) struct WriteArgs {
    /// How to write puzzles; those with pencilmarks, which a drawn grid has no place for, are written as `pencilmarks`
    /// there
    #[arg(long, short, value_name = "FORMAT", default_value = "line", value_parser = values::layout())]
    format: Layout,

    /// Leave out comments
    #[arg(long)]
    no_comments: bool,
}

/// A puzzle and its comment, kept to be written.
#[derive(Debug)]
pub(super) struct Kept {
    pub(super) puzzle: Puzzle,
    pub(super) comment: Option<String>,
}

impl From<Located> for Kept {
    fn from(located: Located) -> Self {
        Kept { puzzle: located.puzzle, comment: located.comment }
    }
}

/// Writes puzzles one after the other.
#[derive(Debug)]
pub(super) struct Writer {
    args: WriteArgs,
    /// Whether something was written that a drawn grid has to be set apart from.
    begun: bool,
}

impl Writer {
    pub(super) fn new(args: WriteArgs) -> Self {
        Writer { args, begun: false }
    }

    pub(super) fn write(
        &mut self,
        out: &mut impl Write,
        puzzle: &Puzzle,
        comment: Option<&str>,
    ) -> io::Result<()> {
        let comment = comment.filter(|_| !self.args.no_comments);
        match self.args.format {
            Layout::Line => line(out, format::line(puzzle), comment),
            Layout::Pencilmarks => line(out, format::pencilmarks(puzzle), comment),
            Layout::Rows => writeln!(out, "{}", format::rows(puzzle)),
            Layout::Json => json(out, puzzle, comment),
            Layout::Grid => {
                if std::mem::replace(&mut self.begun, true) {
                    writeln!(out)?;
                }
                if puzzle.pencilmarks().is_some() {
                    return line(out, format::pencilmarks(puzzle), comment);
                }
                if let Some(comment) = comment {
                    writeln!(out, "# {comment}")?;
                }
                writeln!(out, "{}", format::grid(puzzle))
            }
        }
    }
}

fn line(out: &mut impl Write, line: format::Line<'_>, comment: Option<&str>) -> io::Result<()> {
    match comment {
        Some(comment) => writeln!(out, "{line} # {comment}"),
        None => writeln!(out, "{line}"),
    }
}

/// The object of the layout, with one more field for the comment.
fn json(out: &mut impl Write, puzzle: &Puzzle, comment: Option<&str>) -> io::Result<()> {
    let Some(comment) = comment else {
        return writeln!(out, "{}", format::json(puzzle));
    };
    let object = format::json(puzzle).to_string();
    let fields = object.strip_suffix('}').unwrap_or(&object);
    let comment = serde_json::to_string(comment)?;
    writeln!(out, "{fields},\"comment\":{comment}}}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_sudoku::Shape;

    fn written(format: Layout, texts: &[&str]) -> String {
        let mut writer = Writer::new(WriteArgs { format, no_comments: false });
        let mut out = Vec::new();
        for text in texts {
            let entry = format::parse(text, Shape::new(2, 2).unwrap()).unwrap();
            writer.write(&mut out, &entry.puzzle, entry.comment.as_deref()).unwrap();
        }
        String::from_utf8(out).unwrap()
    }

    /// What becomes of a text that was written and is read again.
    fn read(text: &str) -> Vec<(Puzzle, Option<String>)> {
        let reader = format::Reader::new(text.as_bytes(), Shape::new(2, 2).unwrap());
        reader.map(|entry| entry.unwrap()).map(|entry| (entry.puzzle, entry.comment)).collect()
    }

    const TEXTS: [&str; 4] = [
        "1...............",
        ".2.............. # a \"b\" # c",
        "..3.............,;x",
        "...4............//y",
    ];

    #[test]
    fn what_is_written_is_read_back_the_same_and_comments_on_lines_are() {
        let original = read(&written(Layout::Line, &TEXTS));
        assert_eq!(original.len(), 4);
        assert_eq!(original[1].1.as_deref(), Some("a \"b\" # c"));
        for layout in Layout::ALL {
            let again = read(&written(layout, &TEXTS));
            let puzzles = |all: &[(Puzzle, Option<String>)]| -> Vec<Puzzle> {
                all.iter().map(|(puzzle, _)| puzzle.clone()).collect()
            };
            assert_eq!(puzzles(&again), puzzles(&original), "{layout}");
            if matches!(layout, Layout::Line | Layout::Pencilmarks) {
                assert_eq!(again, original, "{layout}");
            }
        }
    }

    #[test]
    fn comments_have_a_field_in_json_and_a_line_above_a_drawing() {
        let text = ".2.............. # a \"b\"";
        assert_eq!(
            written(Layout::Json, &[text]),
            "{\"puzzle\":\".2..............\",\"size\":4,\"box\":[2,2],\"comment\":\"a \\\"b\\\"\"}\n"
        );
        assert!(written(Layout::Grid, &[text]).starts_with("# a \"b\"\n"));
        assert_eq!(written(Layout::Rows, &[text]), "[\".2..\",\"....\",\"....\",\"....\"]\n");
    }

    #[test]
    fn a_drawing_loses_no_pencilmarks() {
        let marked = "123.".to_owned() + &"1234".repeat(15);
        assert_eq!(written(Layout::Grid, &[&marked]), format!("{marked}\n"));
    }
}
