//! `lanes`: many puzzles at once, one in each lane of a vector register.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod batch;
mod guess;
mod machine;
mod pass;
mod vector;

use std::ops::ControlFlow;

use super::{Report, Request};
use crate::grid::Puzzle;

/// For trials.
pub fn solve_on(
    machine: &str,
    puzzles: &[Puzzle],
    request: &Request,
    receive: &mut dyn FnMut(usize, &[u8]) -> ControlFlow<()>,
) -> Vec<Report> {
    match machine {
        "avx512" => batch::solve(&machine::Avx512::detect().unwrap(), puzzles, request, receive),
        "avx2" => batch::solve(&machine::Avx2::detect().unwrap(), puzzles, request, receive),
        _ => batch::solve(&machine::AnyMachine, puzzles, request, receive),
    }
}
