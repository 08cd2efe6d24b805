//! All tests of sudoku from outside, in one program: linking one for each file takes longer than to run them.

mod batch;
mod common;
mod corpora;
mod count;
#[cfg(feature = "formats")]
mod foreign_formats;
#[cfg(feature = "formats")]
mod formats;
mod known_answers;
mod lanes;
mod million;
mod named_mistakes;
mod pencilmarks;
mod properties;
mod suite;
mod variant_corpus;
mod variant_data;
mod variant_draw;
mod variant_encoders;
mod variant_random;
mod variant_solver;
mod watch;
