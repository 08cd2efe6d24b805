//! Boards and pieces as text.
//!
//! A cell is any character but a blank or `.`; these two are no cell. A line of three or more `-`
//! begins the next layer of a box.

use super::board::Board;
use super::pieces::{Piece, split_copies};
use super::shape::Shape;
use crate::error::GalleryError;
use crate::picture::MOST_CELLS;

/// A cell of a drawing, and where it was drawn.
struct Mark {
    place: [usize; 3],
    character: char,
    line: usize,
    column: usize,
}

/// The lines of a text with their numbers, without what editors add.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.strip_prefix('\u{feff}').unwrap_or(text).lines())
}

fn is_separator(line: &str) -> bool {
    let line = line.trim();
    line.len() >= 3 && line.bytes().all(|byte| byte == b'-')
}

/// The cells of some lines.
fn marks<'t>(lines: impl Iterator<Item = (usize, &'t str)>) -> Result<Vec<Mark>, GalleryError> {
    let mut marks = Vec::new();
    let (mut layer, mut row) = (0, 0);
    for (line, text) in lines {
        if is_separator(text) {
            (layer, row) = (layer + 1, 0);
            continue;
        }
        for (column, character) in text.chars().enumerate() {
            match character {
                ' ' | '.' => {}
                _ if character.is_whitespace() || character.is_control() => {
                    let message = format!("{character:?}: expected a cell, a blank or `.`");
                    return Err(GalleryError::text(line, column + 1, message));
                }
                _ if marks.len() >= MOST_CELLS => {
                    let message = format!("more than {MOST_CELLS} cells");
                    return Err(GalleryError::text(line, column + 1, message));
                }
                _ => {
                    let place = [layer, row, column];
                    marks.push(Mark { place, character, line, column: column + 1 });
                }
            }
        }
        row += 1;
    }
    Ok(marks)
}

/// Reads a drawn board. Margins without cells are cut off, so that rows and columns are counted
/// from the first one that has a cell.
///
/// ```
/// use quadrille_gallery::polyform::{Board, draw_board};
///
/// let ring = Board::new([1, 3, 3])?.with_hole([0, 1, 1], [1, 1, 1])?;
/// assert_eq!(draw_board("  ###\n  #.#\n  ###\n")?, ring);
/// assert_eq!(draw_board("##\n---\n##\n")?, Board::new([2, 1, 2])?);
/// # Ok::<(), quadrille_gallery::GalleryError>(())
/// ```
///
/// # Errors
///
/// If there is no cell, or a character that stands for nothing.
pub fn draw_board(text: &str) -> Result<Board, GalleryError> {
    let cells: Vec<[usize; 3]> = marks(lines(text))?.iter().map(|mark| mark.place).collect();
    if cells.is_empty() {
        return Err(GalleryError::text(1, 1, "no cell: expected a board drawn with `#` and `.`"));
    }
    Board::of_cells(&cells)
}

/// Reads drawn pieces, separated by blank lines.
///
/// A piece has the name of the character that it is drawn with, or that of a line `name:` above it,
/// where `name*2..3:` tells its [`Copies`](super::Copies) as well. Pieces drawn with `#` and
/// without a name are numbered: `p1`, `p2`, …
///
/// ```
/// use quadrille_gallery::polyform::draw_pieces;
///
/// let pieces = draw_pieces("LLL\nL\n\nbar*2:\n###\n\n##\n##\n")?;
/// let names: Vec<&str> = pieces.iter().map(|piece| piece.name.as_str()).collect();
/// assert_eq!(names, ["L", "bar", "p3"]);
/// let error = draw_pieces("LLL\nM\n").unwrap_err();
/// assert!(error.to_string().starts_with("2:1: 'M' in a piece drawn with 'L'"));
/// # Ok::<(), quadrille_gallery::GalleryError>(())
/// ```
///
/// # Errors
///
/// If there is no piece, a piece has no cell, is drawn with several characters or has the name of
/// another, or a name or number of copies is none.
pub fn draw_pieces(text: &str) -> Result<Vec<Piece>, GalleryError> {
    let all: Vec<(usize, &str)> = lines(text).collect();
    let mut pieces: Vec<Piece> = Vec::new();
    for block in all.split(|(_, line)| line.trim().is_empty()) {
        let Some(&(first, _)) = block.first() else { continue };
        let piece = piece(block, pieces.len() + 1)?;
        if pieces.iter().any(|other| other.name == piece.name) {
            let message = format!("a second piece {:?}: expected different names", piece.name);
            return Err(GalleryError::text(first, 1, message));
        }
        pieces.push(piece);
    }
    if pieces.is_empty() {
        return Err(GalleryError::text(1, 1, "no piece: expected pieces separated by blank lines"));
    }
    Ok(pieces)
}

/// The piece of a block of lines.
fn piece(block: &[(usize, &str)], number: usize) -> Result<Piece, GalleryError> {
    let heading = block.first().and_then(|&(line, text)| {
        text.trim_end().strip_suffix(':').map(|heading| (line, heading.trim_start()))
    });
    let drawing = if heading.is_some() { block.get(1..).unwrap_or_default() } else { block };
    let marks = marks(drawing.iter().copied())?;
    let Some(first) = marks.first() else {
        let line = block.last().map_or(1, |&(line, _)| line);
        return Err(GalleryError::text(line, 1, "a piece without cells"));
    };
    if let Some(other) = marks.iter().find(|mark| mark.character != first.character) {
        let message = format!(
            "{:?} in a piece drawn with {:?}: expected one character a piece",
            other.character, first.character
        );
        return Err(GalleryError::text(other.line, other.column, message));
    }
    let mut cells = Vec::with_capacity(marks.len());
    for mark in &marks {
        let [layer, row, column] = mark.place.map(|place| u16::try_from(place).ok());
        let (Some(layer), Some(row), Some(column)) = (layer, row, column) else {
            return Err(GalleryError::text(mark.line, mark.column, "too far from the first cell"));
        };
        cells.push([layer, row, column]);
    }
    let shape = Shape::from_cells(cells);
    let Some((line, heading)) = heading else {
        let name = match first.character {
            '#' => format!("p{number}"),
            letter => letter.to_string(),
        };
        return named(name, shape, first.line, first.column);
    };
    let (name, copies) =
        split_copies(heading).map_err(|message| GalleryError::text(line, 1, message))?;
    Ok(named(name.to_owned(), shape, line, 1)?.with_copies(copies))
}

fn named(name: String, shape: Shape, line: usize, column: usize) -> Result<Piece, GalleryError> {
    let bad = |c: char| c.is_whitespace() || matches!(c, ':' | '|' | ',');
    if name.is_empty() || name.contains(bad) || name == "." {
        let message = format!("name {name:?}: expected one without blanks, `:`, `|` and `,`");
        return Err(GalleryError::text(line, column, message));
    }
    Ok(Piece::new(name, shape))
}
