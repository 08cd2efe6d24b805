//! Drawings of puzzles.

mod outline;
mod outside;
mod page;
#[cfg(feature = "pdf")]
mod pdf;
mod picture;
mod scene;
mod sheet;
mod svg;
mod text;
mod walls;
mod words;

pub use page::page;
#[cfg(feature = "pdf")]
pub use pdf::pdf;
pub use picture::PictureOptions;
pub use sheet::{PageOptions, Paper};
pub use svg::{escape, svg};
pub use text::{Text, TextOptions, text};
pub use words::{Words, words};

#[cfg(test)]
mod tests;
