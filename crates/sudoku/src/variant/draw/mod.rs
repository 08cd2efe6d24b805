//! Drawings of puzzles.

mod geometry;
mod picture;
mod scene;
mod svg;
mod text;
mod words;

pub use picture::PictureOptions;
pub use svg::{escape, svg};
pub use text::{Text, TextOptions, text};
pub use words::{Words, words};
