//! Any bytes, read as a problem in Knuth's text format: no panic, errors with a place in the text, and
//! what is accepted can be searched.

#![no_main]

use libfuzzer_sys::fuzz_target;
use quadrille_cover::{Search, lints, text, verify};

fuzz_target!(|bytes: &[u8]| {
    let Ok(input) = std::str::from_utf8(bytes) else {
        return;
    };
    match text::read(input) {
        Err(error) => {
            let line = input.lines().nth(error.line - 1).unwrap_or_default();
            assert!(error.column >= 1 && error.column <= line.chars().count().max(1), "{error}");
        }
        Ok(problem) => {
            lints(&problem);
            let first = Search::new().node_budget(1_000).first(&problem).expect("it is sound");
            if let Some(solution) = first.solution() {
                verify(&problem, solution).expect("a solution");
            }
        }
    }
});
