//! Ctrl-C: the first ends the search and lets the program say what it has, the second ends the
//! program.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

use quadrille_sudoku::CancelToken;

/// What a shell reports for a program that Ctrl-C ended.
const KILLED: i32 = 130;

/// A token that is pulled by Ctrl-C (and where there are such signals, by a request to terminate).
/// If no handler can be installed, Ctrl-C ends the program, as it does without one.
pub(crate) fn token() -> CancelToken {
    let token = CancelToken::new();
    let pulled = token.clone();
    let again = AtomicBool::new(false);
    let installed = ctrlc::set_handler(move || {
        if again.swap(true, Ordering::Relaxed) {
            process::exit(KILLED);
        }
        pulled.cancel();
    });
    // Nothing is lost without a handler but the results that were not yet written.
    drop(installed);
    token
}
