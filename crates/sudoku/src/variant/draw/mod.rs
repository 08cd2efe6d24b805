//! Drawings of puzzles with rules: with characters, as SVG, and pages of them as HTML or PDF.
//!
//! - [`text()`] draws for the terminal, in Unicode or ASCII.
//! - [`svg()`] draws one puzzle for print: millimetres, black and greys.
//! - [`page()`] puts many on pages, with solutions at the end, as HTML that prints; `pdf` (feature `pdf`) the same as PDF.
//! - [`words()`] says a rule in a line.
//!
//! Nothing is solved here: who wants solutions drawn brings them.
//!
//! # How rules look
//!
//! | rules | with characters | in pictures |
//! |---|---|---|
//! | borders of boxes, regions and grids | lines, heavy where others are light | heavy lines |
//! | cages | dashed walls, the sum in the wall above | dashed outlines, the sum in the corner |
//! | extra regions, windoku | dashed walls | shaded |
//! | diagonals | strokes where cells touch | grey lines |
//! | thermometers | `( )` around the bulb, a line | grey bulb and tube; slow ones have an outline |
//! | arrows | `( )` around the circle, a line, a point | circle, line, point |
//! | between lines | `( )` around both ends, a line | circles and a line |
//! | palindromes | a line | broad and light |
//! | renban | a line | narrow and dark |
//! | whispers | a line | a double line |
//! | automata | a line | a dotted line |
//! | white and black dots, X, V, greater | `○` `●` `X` `V` `<` `>` `∧` `∨` | the same |
//! | other differences, ratios, sums | words | numbers in dots, or on the border |
//! | least and greatest cells | signs towards the lesser digit | shaded, with such signs |
//! | even, odd | `□` `○` beside the digit | grey squares, grey circles |
//! | clones | a letter beside the digit | shaded, with a letter |
//! | quadruples | the digits where four cells meet | a circle there |
//! | numbers outside | in the margin, little killers with an arrow | the same |
//! | chess moves, neighbours without a mark, disjoint groups | words | words |
//!
//! Two marks at the same place cannot be told apart with characters: what comes later is said in words then. Pictures draw
//! them on each other, and have a sentence for each kind of rule below. Numbers outside stand there only if their line
//! goes from end to end of the board; if several kinds are there, letters tell them apart.

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
