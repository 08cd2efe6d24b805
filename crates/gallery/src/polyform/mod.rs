//! Polyominoes and polycubes: pieces, boards, and the problem of filling the one with the others.
//!
//! A [`Tiling`] is a [`Board`] and [`Piece`]s, which are named ([`read_pieces`]) or drawn
//! ([`draw_pieces`], [`draw_board`]). Everything is in space: layer, row, column; what is flat has
//! one layer.

mod board;
mod copies;
mod drawing;
mod motion;
mod pieces;
mod shape;
mod symmetry;
mod tiling;

pub use board::Board;
pub use copies::Copies;
pub use drawing::{draw_board, draw_pieces};
pub use motion::Freedom;
pub use pieces::{Piece, read_pieces};
pub use shape::{Shape, connected_shapes};
pub use tiling::{Spare, Tiling};
