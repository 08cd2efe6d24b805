//! Puzzles made of words: [`Rectangle`], [`Crossword`], from a [`WordList`].

mod crossword;
mod list;
mod rectangle;

pub use crossword::Crossword;
pub use list::{WordList, folded};
pub use rectangle::Rectangle;
