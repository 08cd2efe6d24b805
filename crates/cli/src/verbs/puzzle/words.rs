//! `quadrille puzzle words` and `quadrille puzzle crossword`.

use std::ffi::{OsStr, OsString};

use clap::{Args, ValueHint};
use quadrille_gallery::words::{Crossword, Rectangle, WordList};
use quadrille_gallery::{GalleryError, Instance};

use super::polyforms::Size;
use super::{Failure, Puzzle, read};
use crate::args::examples;

/// The words to choose from.
#[derive(Debug, Args)]
struct ListArgs {
    /// Take capital and small letters for the same
    #[arg(long)]
    fold_case: bool,

    /// Use no word twice
    #[arg(long)]
    distinct: bool,
}

impl ListArgs {
    fn read(&self, file: &OsStr) -> Result<WordList, Failure> {
        let (_, text) = read(file)?;
        Ok(if self.fold_case { WordList::read_folded(&text) } else { WordList::read(&text) })
    }
}

/// Word rectangles: a word in each row, and in each column
///
/// Rows are words of as many letters as there are columns, columns of as many as there are rows,
/// from a list with white space between words; lines that begin with `#` are comments. Words with
/// anything but letters are ignored; a comment of the instance says how many.
#[derive(Debug, Args)]
#[command(after_long_help = examples(&[
    ("quadrille puzzle words 4x5 words.txt | quadrille cover solve --first --render -", ""),
    ("quadrille puzzle words 4x4 --square --distinct words.txt", "the same words across and down"),
]))]
pub(super) struct WordsArgs {
    /// Rows × columns
    #[arg(value_name = "RxC", value_parser = super::polyforms::flat_size)]
    size: Size,

    /// A file with words, or `-` for standard input
    #[arg(value_name = "FILE | -", default_value = "-", value_hint = ValueHint::FilePath)]
    file: OsString,

    /// Only word squares: row and column i are the same word
    #[arg(long, conflicts_with = "down")]
    square: bool,

    /// Another file with words, for the columns
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    down: Option<OsString>,

    #[command(flatten)]
    list: ListArgs,
}

impl Puzzle for WordsArgs {
    fn instance(&self) -> Result<Instance, Failure> {
        let Size([_, rows, columns]) = self.size;
        if self.square && rows != columns {
            let message =
                format!("--square: expected as many rows as columns, found {rows}x{columns}");
            return Err(GalleryError::Contradiction(message).into());
        }
        let list = self.list.read(&self.file)?;
        let down = self.down.as_ref().map(|file| self.list.read(file)).transpose()?;
        let mut rectangle = match self.square {
            true => Rectangle::square(&list, rows),
            false => Rectangle::new(&list, rows, columns),
        };
        if let Some(down) = &down {
            rectangle = rectangle.down(down);
        }
        Ok(rectangle.distinct(self.list.distinct).instance()?)
    }
}

/// Crosswords: a diagram that is to be filled with words
///
/// The diagram has a line for each row: `#` is a black square, `.` a white one, a letter a white
/// one that holds this letter. Runs of two or more white squares, across and down, or of as many as
/// --shortest says, are to be words of the list, which is written as for `puzzle words`. A white
/// square alone is no word.
#[derive(Debug, Args)]
#[command(after_long_help = examples(&[
    ("quadrille puzzle crossword grid.txt words.txt | quadrille cover solve --first --render -", ""),
    ("quadrille puzzle crossword --distinct --shortest 3 grid.txt words.txt", ""),
]))]
pub(super) struct CrosswordArgs {
    /// A file with the diagram, or `-` for standard input
    #[arg(value_name = "DIAGRAM | -", value_hint = ValueHint::FilePath)]
    diagram: OsString,

    /// A file with words, or `-` for standard input
    #[arg(value_name = "FILE | -", value_hint = ValueHint::FilePath)]
    file: OsString,

    /// Letters of the shortest word; shorter runs of white squares need be none, and single squares
    /// never are
    #[arg(long, value_name = "N", default_value_t = 2)]
    shortest: usize,

    #[command(flatten)]
    list: ListArgs,
}

impl Puzzle for CrosswordArgs {
    fn instance(&self) -> Result<Instance, Failure> {
        if self.diagram == "-" && self.file == "-" {
            let message = "`-` for diagram and words: expected one of them to be a file".to_owned();
            return Err(GalleryError::Contradiction(message).into());
        }
        let (source, text) = read(&self.diagram)?;
        let crossword = Crossword::read(&text).map_err(|error| Failure::of(&source, &error))?;
        let list = self.list.read(&self.file)?;
        let crossword = crossword.shortest(self.shortest).distinct(self.list.distinct);
        let instance = crossword.fold(self.list.fold_case).instance(&list);
        instance.map_err(|error| Failure::of(&source, &error))
    }
}
