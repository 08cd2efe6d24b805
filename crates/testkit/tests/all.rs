//! All tests of the testkit from outside, in one program: linking one for each file takes longer than to run them.

mod cases;
mod generate;
mod oracle;
mod shared;
mod suite_cover;
mod suite_sudoku_and_text;
