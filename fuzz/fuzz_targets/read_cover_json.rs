//! Any bytes, read as a problem in JSON: no panic, errors with a place in the text, and what is accepted
//! is written and read back the same, as JSON and, if its names allow it, in Knuth's text format.

#![no_main]

use libfuzzer_sys::fuzz_target;
use quadrille_cover::{ItemId, json, text};

fuzz_target!(|bytes: &[u8]| {
    let problem = match json::read_bytes(bytes) {
        Err(error) => {
            let message = error.to_string();
            assert!(!message.contains(['\n', '\r']), "{message:?}");
            let lossy = String::from_utf8_lossy(bytes);
            let line = lossy.split('\n').nth(error.line - 1).expect("a line of the text");
            // The end of the line is a place, too: where something is missing.
            assert!((1..=line.chars().count() + 1).contains(&error.column), "{message}");
            return;
        }
        Ok(problem) => problem,
    };
    let written = json::write(&problem).expect("what was read can be written");
    let again = json::read(&written).expect("what was written can be read");
    assert_eq!(again.matrix(), problem.matrix(), "{written}");
    assert_eq!(json::write(&again).as_ref(), Ok(&written));

    if let Ok(written) = text::write(&problem) {
        let again = text::read(&written).expect("what was written can be read");
        assert_eq!(again.option_count(), problem.option_count(), "{written}");
        for id in (0..problem.item_count() as u32).map(ItemId::new) {
            let name = problem.item(id).expect("an item");
            let found = again.item_id(name).and_then(|id| again.kind(id));
            assert_eq!(found, problem.kind(id), "{written}");
        }
    }
});
