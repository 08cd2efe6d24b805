//! All tests of the program from outside, in one program: linking one for each file takes longer than to run them.

mod check;
mod common;
mod compare;
mod corpus;
mod count;
mod cover_big_counts;
mod cover_check;
mod cover_checkpoint;
mod cover_count;
mod cover_diagram;
mod cover_diagram_solutions;
mod cover_explain;
mod cover_input;
mod cover_shards;
mod cover_solve;
mod cover_team;
mod cover_threads;
mod lab;
mod pencilmarks;
mod program;
mod puzzle;
mod puzzle_combinatorics;
mod solve;
mod step;
mod stream;
mod watch;
