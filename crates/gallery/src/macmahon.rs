//! MacMahon's coloured squares.

use std::collections::BTreeSet;

use quadrille_cover::ProblemBuilder;

use crate::error::{GalleryError, check_size, in_range};
use crate::instance::Instance;
use crate::picture::{CellNames, Picture, PictureKind};
use crate::wording::counted;

/// MacMahon's squares: all squares whose four edges have one of k colours each, turns not counted
/// as different, are to be put side by side in a rectangle so that adjacent edges have the same
/// colour (TAOCP 7.2.2.1, exercises on MacMahon's squares).
///
/// With three colours there are 24 squares, in general (k⁴ + k² + 2k)/4. They may be turned, not
/// turned over. On a smaller rectangle some of them stay unused.
///
/// Items: the squares, named by their colours from the top edge clockwise, as `aabc`, primary if
/// all of them are needed; the cells `RC`, primary; the edges, secondary, coloured: `hRC` above a
/// cell, `vRC` left of it. If the border has a colour, its edges are among the items like all
/// others.
///
/// ```
/// use quadrille_cover::Search;
/// use quadrille_gallery::MacMahonSquares;
///
/// // The six squares of two colours in a row: each can be turned to fit.
/// let instance = MacMahonSquares::new(2, [1, 6]).instance()?;
/// assert_eq!(Search::new().count(&instance.problem)?.solutions, 1920);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MacMahonSquares {
    colours: u8,
    size: [usize; 2],
    border: Option<u8>,
}

impl MacMahonSquares {
    /// Squares of so many colours on a board of so many rows and columns.
    pub const fn new(colours: u8, size: [usize; 2]) -> Self {
        MacMahonSquares { colours, size, border: None }
    }

    /// Requires the edges of the border to have this colour, from 0; `None` lets them have any.
    pub const fn border(mut self, colour: Option<u8>) -> Self {
        self.border = colour;
        self
    }

    /// The instance. O(rows × columns × k⁴).
    ///
    /// # Errors
    ///
    /// If a number is out of its range (colours: 1 to 26, named `a` to `z`), or the problem would
    /// be too large.
    pub fn instance(self) -> Result<Instance, GalleryError> {
        let MacMahonSquares { colours, size: [rows, columns], border } = self;
        in_range("colours", colours.into(), 1, 26)?;
        in_range("rows", rows, 1, 1 << 10)?;
        in_range("columns", columns, 1, 1 << 10)?;
        if let Some(border) = border {
            check_border(border, colours)?;
        }
        let cells = rows * columns;
        check_size(cells as u128 * u128::from(colours).pow(4), 6)?;
        let squares = squares(colours);
        let needed = cells >= squares.len();
        let names = CellNames::of_size(&[rows + 1, columns + 1]);

        let mut builder = ProblemBuilder::coloured();
        if needed {
            builder.primary_items(squares.iter().map(|&square| name(square)))?;
        }
        let places = || (0..rows).flat_map(|row| (0..columns).map(move |column| [row, column]));
        builder.primary_items(places().map(|place| names.name(&place)))?;
        if !needed {
            builder.secondary_items(squares.iter().map(|&square| name(square)))?;
        }
        for row in 0..=rows {
            for column in 0..columns {
                builder.secondary(format!("h{}", names.name(&[row, column])))?;
            }
        }
        for row in 0..rows {
            for column in 0..=columns {
                builder.secondary(format!("v{}", names.name(&[row, column])))?;
            }
        }
        for &square in &squares {
            for place @ [row, column] in places() {
                for turned in turns(square) {
                    let at_border = [row == 0, column + 1 == columns, row + 1 == rows, column == 0];
                    let fits = |(&colour, at_border): (&u8, bool)| {
                        !at_border || border.is_none_or(|b| b == colour)
                    };
                    if !turned.iter().zip(at_border).all(fits) {
                        continue;
                    }
                    let [top, right, bottom, left] =
                        turned.map(|colour| letter(colour).to_string());
                    let edge =
                        |direction, place: [usize; 2]| format!("{direction}{}", names.name(&place));
                    let option = builder.option().item(name(square)).item(names.name(&place));
                    option
                        .coloured(edge('h', place), top)
                        .coloured(edge('h', [row + 1, column]), bottom)
                        .coloured(edge('v', place), left)
                        .coloured(edge('v', [row, column + 1]), right)
                        .add()?;
                }
            }
        }
        let count = squares.len();
        let frame = border.map_or(String::new(), |colour| format!(", border {}", letter(colour)));
        let comments = [
            format!(
                "macmahon squares: {} of {} on {rows}x{columns}{frame}",
                counted(count, "square", "squares"),
                counted(colours, "colour", "colours")
            ),
            "items: squares by their colours (top, right, bottom, left), cells, edges: h above a \
             cell, v left of it"
                .to_owned(),
        ];
        let picture = Picture::new(PictureKind::Edges { size: [rows, columns] });
        let mut instance = Instance::new(builder.build(), picture, comments);
        if cells > count {
            let [squares, cells] =
                [counted(count, "square", "squares"), counted(cells, "cell", "cells")];
            instance.warnings.push(format!("{squares} and {cells}: no solution"));
        }
        Ok(instance)
    }
}

/// The colours of the edges: top, right, bottom, left.
type Square = [u8; 4];

/// The different turns of a square, the least first.
fn turns([a, b, c, d]: Square) -> BTreeSet<Square> {
    BTreeSet::from([[a, b, c, d], [b, c, d, a], [c, d, a, b], [d, a, b, c]])
}

/// All squares of so many colours, each turned so that it comes first.
fn squares(colours: u8) -> Vec<Square> {
    let all = |colours: u8| 0..colours;
    let squares = all(colours).flat_map(move |a| {
        all(colours).flat_map(move |b| {
            all(colours).flat_map(move |c| all(colours).map(move |d| [a, b, c, d]))
        })
    });
    squares.filter(|square| turns(*square).first() == Some(square)).collect()
}

/// Checks that the colour of the border is one of those of the squares, and calls it as they are
/// called.
fn check_border(border: u8, colours: u8) -> Result<(), GalleryError> {
    if border < colours {
        return Ok(());
    }
    let found = if border < 26 { letter(border).to_string() } else { border.to_string() };
    let last = letter(colours.saturating_sub(1));
    let expected = if colours == 1 { "`a`".to_owned() } else { format!("`a` to `{last}`") };
    let message = format!("colour of the border: expected {expected}, found `{found}`");
    Err(GalleryError::Contradiction(message))
}

/// That of a colour below 26.
fn letter(colour: u8) -> char {
    char::from(b'a' + colour)
}

fn name(square: Square) -> String {
    square.into_iter().map(letter).collect()
}
