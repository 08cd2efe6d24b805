//! Classic puzzles as exact-cover problems, and pictures of their solutions.
//!
//! Each puzzle is a type with its settings; its `instance` makes an [`Instance`]: a problem whose
//! labels are names, comments that explain them, and a [`Picture`]. [`Instance::to_text`] writes
//! all of it in the text format of Knuth's programs, and [`Picture::find`] finds the picture again
//! in such a text, so that whatever solves the problem can draw the solutions.
//!
//! ```
//! use quadrille_cover::Search;
//! use quadrille_gallery::picture::Style;
//! use quadrille_gallery::polyform::{Board, Tiling, read_pieces};
//!
//! let board = Board::new([1, 8, 8])?.with_hole([0, 3, 3], [1, 2, 2])?;
//! let (pentominoes, _) = read_pieces("pentominoes")?;
//! let instance = Tiling::new(board, pentominoes).instance()?;
//! if let Some(solution) = Search::new().first(&instance.problem)?.solution() {
//!     println!("{}", instance.picture.draw(&instance.problem, solution, Style::default())?);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The puzzles
//!
//! | puzzle | what the problem needs |
//! |---|---|
//! | [`Queens`], [`Langford`], [`Latin`], [`latin_transversals`] | exact cover, secondary items |
//! | [`polyform`]: polyominoes, polycubes, dominoes on any board | multiplicities if pieces have copies |
//! | [`Partridge`] | multiplicities |
//! | [`MacMahonSquares`] | colours |
//! | [`words`]: word rectangles and crosswords | colours |
//! | [`graphs`]: colouring, matchings | exact cover, secondary items |
//! | [`designs`]: Kirkman and Steiner triple systems | exact cover |
//! | [`roster`]: minimum and maximum staffing | multiplicities, costs |
//! | [`Sudoku`] | exact cover |

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod designs;
pub mod graphs;
pub mod picture;
pub mod polyform;
pub mod roster;
pub mod words;

mod bounds;
mod error;
mod instance;
mod langford;
mod latin;
mod macmahon;
mod partridge;
mod queens;
mod sudoku;
mod wording;

pub use error::{GalleryError, MOST_ENTRIES};
pub use instance::Instance;
pub use langford::Langford;
pub use latin::{Latin, SymbolSquare, latin_transversals};
pub use macmahon::MacMahonSquares;
pub use partridge::Partridge;
pub use picture::Picture;
pub use queens::Queens;
pub use sudoku::Sudoku;
