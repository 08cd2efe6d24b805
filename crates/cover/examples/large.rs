//! Builds problems of a million options with four items each, finds a first solution, and prints the
//! time and the memory: `cargo run --release -p quadrille-cover --example large`.

use std::error::Error;
use std::fs;
use std::time::Instant;

use quadrille_cover::{Problem, ProblemBuilder, Search};

const OPTIONS: u32 = 1_000_000;

fn main() -> Result<(), Box<dyn Error>> {
    println!("{OPTIONS} options of 4 items; before: {} peak", memory());
    // As many items as entries: every option is forced.
    report("4,000,000 items, each with one option", || build(OPTIONS))?;
    // Blocks of four items with a hundred options each.
    report("40,000 items, each with a hundred options", || build(OPTIONS / 100))?;
    report("40 items, each with 100,000 options", || build(10))?;
    Ok(())
}

/// `blocks` blocks of four items, which the options cover in turn.
fn build(blocks: u32) -> Result<Problem<u32>, Box<dyn Error>> {
    let mut builder = ProblemBuilder::new();
    builder.primary_items(0..blocks * 4)?;
    for option in 0..OPTIONS {
        let block = option % blocks * 4;
        builder.add_option(block..block + 4)?;
    }
    Ok(builder.build())
}

fn report(
    name: &str,
    build: impl FnOnce() -> Result<Problem<u32>, Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    let start = Instant::now();
    let problem = build()?;
    let built = start.elapsed();
    let start = Instant::now();
    let first = Search::new().first(&problem)?;
    let found = start.elapsed();
    let options = first.solution().map_or(0, <[_]>::len);
    println!(
        "{name}: built in {built:.2?}, a first solution of {options} options in {found:.2?}; {} peak",
        memory()
    );
    Ok(())
}

/// The peak of the resident memory, where the system tells it.
fn memory() -> String {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map_or("unknown".to_owned(), |value| value.trim().to_owned())
}
