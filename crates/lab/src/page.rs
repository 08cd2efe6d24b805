//! Results as one page of HTML that needs nothing else.
//!
//! The tables are those of [`show`](crate::show), cell by cell, and the plots those of [`plot`](crate::plot);
//! both are there without JavaScript. With it, a click on a point (or the arrow keys and Enter) shows the puzzle
//! and what each engine made of it, any two engines can be plotted against each other, and engines can be left
//! out of sight.
//!
//! For that the page holds what is known of each puzzle, compressed: about 45 bytes for a puzzle and six
//! engines, and of variants their texts and drawings. It loads nothing, works from disk, in the light and dark colours that the reader prefers, on
//! narrow screens and on paper.

mod data;
mod document;
mod puzzles;
mod variants;

use std::io::{self, Write};

use crate::results::Results;

/// Writes results as one page of HTML.
///
/// # Errors
///
/// Those of the writer.
pub fn write(results: &Results, mut to: impl Write) -> io::Result<()> {
    to.write_all(document::html(results)?.as_bytes())
}
