//! Pictures of solutions: in the terminal, and as SVG.
//!
//! The text of an instance says in a comment how its solutions are drawn, so that whatever reads
//! the text later can draw them: [`Picture::find`] finds the line. Programs that know nothing of it
//! skip it as any comment.
//!
//! ```text
//! | picture: tiling 6x10
//! ```
//!
//! # Kinds, and the names they look for
//!
//! The names of an option's items say where on the picture it is; [`CellNames`] tells how cells are
//! named. What follows a name after a colon is the colour of the item.
//!
//! | line | what is drawn | names |
//! |---|---|---|
//! | `tiling RxC` | a board in pieces, an option each | cells `34`; the first other item names the piece |
//! | `layers LxRxC` | a box in pieces, layer by layer | cells `234`: layer, row, column; as above |
//! | `queens RxC` | a board with a queen for each option | `r3` and `c4`: row and column, decimal |
//! | `row N` | a row of symbols | places `s1` to `sN`; the first other item is the symbol |
//! | `grid RxC` | a board with a symbol in each cell | cells with a colour, which is the symbol: `34:a`; or a place and a row: `p34` and `r3b` are the symbol `b` in row 3, column 4 |
//! | `edges RxC` | squares with coloured edges | cells `34`; the edge above a cell `h34:a`, the edge to its left `v34:a` |
//! | `list` | the options as lines of text | any |
//!
//! A piece that is named `.` leaves its cells empty.
//!
//! More words may follow:
//!
//! - `boxes=RxC` draws thick lines around boxes of this size;
//! - `board=` gives the board as drawn, rows separated by `/`: `#` is no cell, `.` is a cell, and in
//!   a grid any other character is the symbol that stands in the cell from the beginning;
//! - `rows=Ann/Bob` and `columns=Mon/Tue` are what is written beside the rows and above the columns
//!   of a grid. White space, `/`, `%` and control characters in a name are written as `%` and two
//!   hexadecimal digits for each byte: `%20` is a blank.
//!
//! ```
//! use quadrille_cover::{Search, text};
//! use quadrille_gallery::picture::{Picture, Style};
//!
//! let problem = text::read("| picture: tiling 2x3\n00 01 02 10 11 12\n00 10\n01 02\n11 12\n")?;
//! let picture = Picture::find("| picture: tiling 2x3\n").unwrap();
//! let solution = Search::new().first(&problem)?.solution.unwrap();
//! assert_eq!(
//!     picture.draw(&problem, &solution, Style::default())?,
//!     "\
//! ┌───┬───────┐
//! │   │       │
//! │   ├───────┤
//! │   │       │
//! └───┴───────┘
//! "
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod colours;
mod comment;
mod names;
mod scene;
mod svg;
mod terminal;
mod walls;

use quadrille_cover::{OptionId, Problem};

pub use names::CellNames;
pub(crate) use names::decimal;
use scene::Painter;

/// Most cells of a picture.
pub const MOST_CELLS: usize = 1 << 20;

/// What is drawn; see the [module](self) for the names that each kind looks for. Sizes are rows and
/// columns, preceded by layers where there are such.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum PictureKind {
    /// The options as lines of text.
    #[default]
    List,
    /// A board in pieces.
    Tiling {
        /// Rows and columns.
        size: [usize; 2],
    },
    /// A box in pieces, layer by layer.
    Layers {
        /// Layers, rows and columns.
        size: [usize; 3],
    },
    /// A board with queens.
    Queens {
        /// Rows and columns.
        size: [usize; 2],
    },
    /// A row of symbols.
    Row {
        /// Number of places.
        places: usize,
    },
    /// A board with a symbol in each cell.
    Grid {
        /// Rows and columns.
        size: [usize; 2],
    },
    /// Squares with coloured edges.
    Edges {
        /// Rows and columns.
        size: [usize; 2],
    },
}

impl PictureKind {
    /// The number of cells; `None` if it is too large for a number.
    pub(crate) fn cells(self) -> Option<usize> {
        let sides = match self {
            PictureKind::List => [0, 0, 0],
            PictureKind::Tiling { size: [rows, columns] }
            | PictureKind::Queens { size: [rows, columns] }
            | PictureKind::Grid { size: [rows, columns] }
            | PictureKind::Edges { size: [rows, columns] } => [1, rows, columns],
            PictureKind::Layers { size } => size,
            PictureKind::Row { places } => [1, 1, places],
        };
        // A side of 0 must not hide how long the others are.
        sides.into_iter().try_fold(1usize, |cells, side| cells.checked_mul(side.max(1)))
    }
}

/// How solutions of a problem are drawn.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Picture {
    kind: PictureKind,
    boxes: Option<[usize; 2]>,
    /// Rows of the board as drawn; cells beyond them are plain ones.
    board: Vec<String>,
    /// Beside the rows of a grid, and above its columns; none if empty.
    row_names: Vec<String>,
    column_names: Vec<String>,
}

/// How a picture is written in a terminal.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Style {
    /// Only characters of ASCII, instead of lines and chess pieces.
    pub ascii: bool,
    /// Colours, by escape sequences that a terminal of 256 colours understands.
    pub colour: bool,
}

impl Style {
    /// Only characters of ASCII, or all of Unicode.
    pub const fn with_ascii(mut self, ascii: bool) -> Self {
        self.ascii = ascii;
        self
    }

    /// With colours or without.
    pub const fn with_colour(mut self, colour: bool) -> Self {
        self.colour = colour;
        self
    }
}

/// Why a solution cannot be drawn.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PictureError {
    /// An option that the problem does not have.
    #[error("cannot draw option {0}: the problem has no such option")]
    UnknownOption(OptionId),
    /// No item of the solution's options names a place on the picture.
    #[error("cannot draw the solution: none of its items is a place on a picture of this kind")]
    NoPlaces,
    /// Two options, or an option and the board as drawn, at the same place.
    #[error("cannot draw the solution: two options claim the cell {0}")]
    Overlap(String),
    /// More than [`MOST_CELLS`] cells in all.
    #[error("cannot draw the solutions: more than {MOST_CELLS} cells")]
    TooLarge,
}

impl Picture {
    /// A picture of this kind.
    pub fn new(kind: PictureKind) -> Self {
        Picture { kind, ..Picture::default() }
    }

    /// With thick lines around boxes of so many rows and columns; 0 leaves them out.
    pub fn with_boxes(mut self, rows: usize, columns: usize) -> Self {
        self.boxes = (rows > 0 && columns > 0).then_some([rows, columns]);
        self
    }

    /// With a board as drawn, row by row: `#` is no cell, `.` is one, anything else is the symbol
    /// that stands there from the beginning. On a stack of boards the rows of all layers follow one
    /// another. White space and `/` count as `.`.
    pub fn with_board(mut self, rows: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let plain = |row: String| row.replace(|c: char| c.is_whitespace() || c == '/', ".");
        self.board = rows.into_iter().map(|row| plain(row.into())).collect();
        self
    }

    /// With names beside the rows of a grid, from the first row on; other kinds show none.
    ///
    /// ```
    /// use quadrille_cover::{OptionId, text};
    /// use quadrille_gallery::picture::{Picture, PictureKind, Style};
    ///
    /// let grid = Picture::new(PictureKind::Grid { size: [2, 2] });
    /// let grid = grid.with_row_names(["Ann", "Bob"]).with_column_names(["Mon", "Tue"]);
    /// let problem = text::read("a | 00 11\na 00:e 11:n\n")?;
    /// let style = Style::default().with_ascii(true);
    /// assert_eq!(
    ///     grid.draw(&problem, &[OptionId::new(0)], style)?,
    ///     concat!(
    ///         "     Mon Tue\n",
    ///         "    +---+---+\n",
    ///         "Ann | e |   |\n",
    ///         "    +---+---+\n",
    ///         "Bob |   | n |\n",
    ///         "    +---+---+\n",
    ///     )
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_row_names(mut self, names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.row_names = names.into_iter().map(Into::into).collect();
        self
    }

    /// With names above the columns of a grid, from the first column on; other kinds show none.
    pub fn with_column_names(mut self, names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.column_names = names.into_iter().map(Into::into).collect();
        self
    }

    /// What is drawn.
    pub fn kind(&self) -> PictureKind {
        self.kind
    }

    /// Draws a solution for the terminal: lines, each ended by a line feed. O(cells + entries).
    ///
    /// # Errors
    ///
    /// See [`PictureError`].
    pub fn draw(
        &self,
        problem: &Problem<String, String>,
        solution: &[OptionId],
        style: Style,
    ) -> Result<String, PictureError> {
        match self.kind {
            PictureKind::List => {
                let lines = scene::list(problem, solution)?;
                let lines: Vec<String> =
                    lines.iter().map(|line| terminal::harmless(line)).collect();
                Ok(lines.join("\n") + "\n")
            }
            _ => {
                let scene = Painter::new(self, problem)?.scene(solution)?;
                Ok(terminal::draw(&scene, style))
            }
        }
    }

    /// Draws solutions as one SVG document, side by side in a grid. O(cells + entries).
    ///
    /// # Errors
    ///
    /// See [`PictureError`].
    pub fn svg<S: AsRef<[OptionId]>>(
        &self,
        problem: &Problem<String, String>,
        solutions: &[S],
    ) -> Result<String, PictureError> {
        svg::document(self, problem, solutions)
    }
}
