//! All tests of the laboratory from outside, in one program: linking one for each file takes longer than to run them.

mod browser;
mod differences;
mod measuring;
mod page;
mod programs;
mod scaling;
mod scaling_shown;
mod session;
mod statistics;
mod variants;
mod wall_clock;
