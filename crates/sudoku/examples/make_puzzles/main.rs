//! Makes the puzzles of our own in the folder `puzzles/`, so that anybody can make them again.
//!
//! ```text
//! cargo run --release -p quadrille-sudoku --example make_puzzles -- easy > puzzles/easy.txt
//! cargo run --release -p quadrille-sudoku --example make_puzzles -- answers puzzles/easy.txt
//! ```
//!
//! The kinds are `easy`, `medium`, `hard`, `clues17`, `ambiguous`, `unsolvable`, `reading-order`, `variants` and `large`. The same
//! kind gives the same puzzles on every machine: the seed is fixed, and nothing depends on time.
//! `variants TITLE` makes a single one of these. `answers` prints, line by line, the solution of each puzzle of a file; `answers --counts` the number
//! of its solutions.

mod grid;
mod kinds;
mod large;
mod singles;
mod variants;

use std::fs::File;
use std::io::BufReader;
use std::process::ExitCode;

use quadrille_sudoku::{Shape, format};

const USAGE: &str =
    "usage: make_puzzles easy | medium | hard | clues17 | ambiguous | unsolvable | reading-order | variants | large
       make_puzzles variants TITLE
       make_puzzles answers [--counts] FILE";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments[..] {
        ["answers", "--counts", file] => answers(file, true),
        ["answers", file] => answers(file, false),
        ["variants"] => variants::print(None),
        ["variants", title] => variants::print(Some(title)),
        ["large"] => large::print(),
        [kind] => kinds::print(kind),
        _ => Err(USAGE.into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn answers(file: &str, counts: bool) -> Result<(), Box<dyn std::error::Error>> {
    let text = BufReader::new(File::open(file)?);
    for entry in format::Reader::new(text, Shape::CLASSIC) {
        let entry = entry?;
        if counts {
            println!("{}", grid::count(&entry.puzzle, None));
        } else {
            let solution = grid::unique_solution(entry.puzzle.values());
            let solution =
                solution.ok_or(format!("line {}: not exactly one solution", entry.line))?;
            println!("{}", grid::line(&solution));
        }
    }
    Ok(())
}
