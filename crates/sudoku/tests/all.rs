//! All tests of sudoku from outside, in one program: linking one for each file takes longer than to run them.

mod batch;
mod common;
mod corpora;
mod count;
mod known_answers;
mod lanes;
mod million;
mod named_mistakes;
mod pencilmarks;
mod properties;
mod suite;
mod variant_data;
mod variant_draw;
mod watch;
