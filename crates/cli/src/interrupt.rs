//! Ctrl-C: the first ends the search and lets the program say what it has, the second ends the
//! program.

use std::process;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use quadrille_sudoku::CancelToken;

/// So soon after the first, a second is no other wish: whoever ends a group of processes may send both.
const GRACE: Duration = Duration::from_millis(300);
/// What a shell reports for a program that Ctrl-C ended.
const KILLED: i32 = 130;

/// A token that is pulled by Ctrl-C (and where there are such signals, by a request to terminate).
/// If no handler can be installed, Ctrl-C ends the program, as it does without one.
pub(crate) fn token() -> CancelToken {
    let token = CancelToken::new();
    let pulled = token.clone();
    let first = OnceLock::new();
    let installed = ctrlc::set_handler(move || {
        let since = first.get_or_init(Instant::now).elapsed();
        if pulled.is_cancelled() && since >= GRACE {
            process::exit(KILLED);
        }
        pulled.cancel();
    });
    // Nothing is lost without a handler but the results that were not yet written.
    drop(installed);
    token
}
