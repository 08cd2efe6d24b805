//! All tests of the gallery from outside, in one program: linking one for each file takes longer than to run them.

mod common;
mod designs;
mod graphs;
mod pictures;
mod puzzles;
mod roster;
mod sudoku;
mod tilings;
mod words;
