//! All tests of the laboratory from outside, in one program: linking one for each file takes longer than to run them.

mod measuring;
mod programs;
mod session;
mod statistics;
mod wall_clock;
