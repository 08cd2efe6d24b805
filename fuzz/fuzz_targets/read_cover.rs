//! Any bytes, read as a problem in Knuth's text format: no panic, errors with a place in the text, and
//! what is accepted is written and read back the same, can be searched and exported.

#![no_main]

use libfuzzer_sys::fuzz_target;
use quadrille_cover::export::{cnf, lp};
use quadrille_cover::{Search, lints, text, verify};

fuzz_target!(|bytes: &[u8]| {
    let problem = match text::read_bytes(bytes) {
        Err(error) => {
            let message = error.to_string();
            assert!(!message.contains(['\n', '\r']), "{message:?}");
            let lossy = String::from_utf8_lossy(bytes);
            let line = lossy.lines().nth(error.line - 1).unwrap_or_default();
            let place = 1..=line.chars().count().max(1);
            assert!(place.contains(&error.column), "{message}");
            return;
        }
        Ok(problem) => problem,
    };
    let written = text::write(&problem).expect("what was read can be written");
    let again = text::read(&written).expect("what was written can be read");
    assert_eq!(again.matrix(), problem.matrix(), "{written}");
    assert_eq!(text::write(&again).as_ref(), Ok(&written));
    lints(&problem);
    let first = Search::new().node_budget(1_000).first(&problem).expect("it is sound");
    if let Some(solution) = first.solution() {
        verify(&problem, solution).expect("a solution");
    }
    lp::write(&problem);
    cnf::write(&problem).expect("a small problem");
});
