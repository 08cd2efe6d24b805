//! `cargo bench -p quadrille-benches --bench suite`: instances × strategies; see `program.rs`.
#![cfg_attr(
    test,
    allow(dead_code, unused_imports, reason = "the tests run in tests.rs, not in a bench")
)]

mod program;

use std::process::ExitCode;

fn main() -> ExitCode {
    program::run(std::env::args_os(), &mut std::io::stdout().lock()).into()
}
