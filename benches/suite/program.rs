//! The suite: every strategy on a list of instances with known answers, as one table with geometric
//! means, against a saved baseline if there is one.
//!
//! A run of a strategy is a call of [`Search::count`](quadrille_cover::Search::count) or
//! [`Search::first`](quadrille_cover::Search::first) on a problem that is built: preparing the search
//! is timed, building the problem is not. `docs/METHODOLOGY.md` has the rules.

mod arguments;
mod baseline;
mod clock;
mod comparison;
mod error;
mod instances;
mod measure;
mod report;

use std::ffi::OsString;
use std::io::Write;

use clap::Parser;

use arguments::Arguments;
use baseline::Baseline;
use comparison::Comparison;
use error::SuiteError;
use measure::{Row, Timing};

/// Everything was right.
const DONE: u8 = 0;
/// An answer was wrong.
const WRONG: u8 = 1;
/// Bad usage or input.
const BAD: u8 = 2;

/// Measures as the arguments say, the first of which is the name of the program, and writes the
/// tables. The exit code: 0 done; 1 an answer was wrong; 2 bad usage or input.
pub(crate) fn run(
    arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>,
    output: &mut dyn Write,
) -> u8 {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Nobody is left to tell if that fails.
            let _ = error.print();
            return if error.use_stderr() { BAD } else { DONE };
        }
    };
    match measured(&arguments, output) {
        Ok(true) => DONE,
        Ok(false) => WRONG,
        Err(error) => {
            eprintln!("suite: {error}");
            BAD
        }
    }
}

/// Whether all answers were right.
fn measured(arguments: &Arguments, output: &mut dyn Write) -> Result<bool, SuiteError> {
    // Before the long part: a file that cannot be used should not cost it.
    let old = arguments.baseline.as_deref().map(Baseline::read).transpose()?;
    if let Some(old) = &old {
        old.check(arguments.asked(), arguments.clock)?;
    }
    let settings = arguments.settings();
    let mut rows = Vec::new();
    for (number, instance) in instances::chosen(arguments)?.iter().enumerate() {
        eprintln!("{}", instance.name);
        rows.extend(measure::measure(instance, &settings, number)?);
    }
    if rows.is_empty() {
        return Err(SuiteError::Nothing);
    }
    let look = arguments.look();
    output.write_all(report::times(&rows, &settings, look).as_bytes())?;
    if let Some(old) = &old {
        let comparison = Comparison::new(old, &rows, &settings.strategies);
        output.write_all(comparison.render(look).as_bytes())?;
    }
    if let Some(path) = &arguments.save {
        Baseline::new(arguments, &rows).write(path)?;
    }
    let right = |row: &Row| !row.timings.iter().any(|timing| matches!(timing, Timing::Wrong(_)));
    Ok(rows.iter().all(right))
}
